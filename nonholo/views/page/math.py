"""Words and mathematics: what a sentence on a page is made of, and what typesets it.

A `Text` is a string, one marked piece (`Math`, `Strong`, `Literal`), or a tuple of them.
Strings are plain text and nothing else: what looks like markup is shown, never obeyed.  LaTeX is
carried as the text of an element; KaTeX (vendor/katex) replaces it when the page is opened, and
without a script it stays readable as source.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from functools import cache, singledispatch
from importlib.resources import files

from nonholo.errors import NonholoError


@dataclass(frozen=True, slots=True)
class Math:
    r"""A formula inside a sentence, `Math(r"\dot\theta")`; no dollar signs."""

    latex: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Words to stress."""

    text: str


@dataclass(frozen=True, slots=True)
class Literal:
    """What is typed: a command, a file name, an expression of the input language."""

    text: str


Inline = str | Math | Strong | Literal
Text = Inline | tuple[Inline, ...]
SHORT = 22  # signs: a formula this short is not broken at the end of a line


def escaped(text: str) -> str:
    """`text` as HTML that shows exactly it, in an element or in a quoted attribute.

    >>> escaped('<img onerror="x">')
    '&lt;img onerror=&quot;x&quot;&gt;'
    """
    visible = "".join(c for c in text if c >= " " or c in "\n\t")
    return html.escape(visible.encode("utf-8", "replace").decode("utf-8"))


def signs(latex: str) -> int:
    r"""About how many signs wide a formula is.

    >>> signs(r"\ddot{\theta} = 0")
    4
    """
    return len(re.sub(r"[{}_^\s]", "", re.sub(r"\\[A-Za-z]+", "x", latex)))


@singledispatch
def inline(text: Text) -> str:
    r"""`text` as HTML inside a line.

    >>> inline(("the rate ", Math(r"\dot x < 1"), "."))
    'the rate <span class="tex short">\\dot x &lt; 1</span>.'
    """
    raise NonholoError(
        f"a sentence cannot hold a {type(text).__name__}; "
        "it is made of str, Math, Strong and Literal, or a tuple of them"
    )


@inline.register
def _(text: str) -> str:
    return escaped(text)


@inline.register
def _(text: Math) -> str:
    kind = "tex short" if signs(text.latex) <= SHORT else "tex"
    return f'<span class="{kind}">{escaped(text.latex)}</span>'


@inline.register
def _(text: Strong) -> str:
    return f"<strong>{escaped(text.text)}</strong>"


@inline.register
def _(text: Literal) -> str:
    return f"<code>{escaped(text.text)}</code>"


@inline.register
def _(text: tuple) -> str:
    return "".join(inline(part) for part in text)


def displayed(latex: str) -> str:
    """A formula on lines of its own: it breaks at relations and sums, else it scrolls in its box.

    >>> displayed("a < b")
    '<div class="scroll"><div class="tex display">a &lt; b</div></div>'
    """
    return f'<div class="scroll"><div class="tex display">{escaped(latex)}</div></div>'


@cache
def _vendored(name: str) -> str:
    """A file of vendor/katex, with line ends as a browser counts them."""
    path = files("nonholo.views.page").joinpath("vendor", "katex", name)
    return path.read_text(encoding="utf-8").replace("\r\n", "\n")


def typesetting_script() -> str:
    """KaTeX and its copying of formulas as LaTeX, under their licence."""
    parts = [f"/*! KaTeX\n{_vendored('LICENSE')}*/", _vendored("katex.min.js")]
    return "\n".join([*parts, _vendored("copy-tex.min.js")])


def typesetting_style() -> str:
    """KaTeX's style sheet with its fonts inside, and whose fonts they are."""
    owners, _, _ = _vendored("LICENSE-fonts").partition("\n\n")
    return f"/*! {owners}\nSIL Open Font License, Version 1.1. */\n{_vendored('katex.css')}"
