"""Words and mathematics: what a sentence on a page is made of, and how a formula stands in it.

A `Text` is a string, one marked piece (`Math`, `Strong`, `Literal`), or a tuple of them.
Strings are plain text and nothing else: what looks like markup is shown, never obeyed.  LaTeX is
set as MathML when the page is made (mathml.py); it stays beside it for those who copy a formula.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from functools import cache, singledispatch
from importlib.resources import files

from nonholo.errors import NonholoError
from nonholo.views.page.escaping import escaped
from nonholo.views.page.mathml import in_lines, mathml


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
WIDEST = 38  # signs of a displayed formula that fits on a telephone
UNBROKEN = 26  # signs of what cannot break, beyond which it may be too wide there
BROAD = (32, 40, 48, 56, 64)  # signs of it, rounded up, as the style of the page knows them
LARGE = r"\displaystyle"
ENDS = re.compile(r"[),.;:]+")  # behind a formula
WHOLE = '<span class="whole">'
BROKEN = '<span class="tex"'  # a formula in several elements
NUMBERS = re.compile(r"\(\d+(?:, \d+){1,9}\)")  # a growth vector: on one line


def signs(latex: str) -> int:
    r"""About how many signs wide a formula is.

    >>> signs(r"\ddot{\theta} = 0")
    4
    """
    return len(re.sub(r"[{}_^\s]", "", re.sub(r"\\[A-Za-z]+", "x", latex)))


def spoken(latex: str) -> str:
    r"""A short formula in words, for those who cannot see it.

    >>> spoken(r"\dot{\theta}_{1}, \mathit{yaw}")
    'dot theta 1, yaw'
    """
    plain = re.sub(r"\\(?:mathit|mathrm|displaystyle|quad|[,; ])", " ", latex)
    return " ".join(re.sub(r"[\\{}_]", " ", plain).split()).replace(" ,", ",")


@singledispatch
def inline(text: Text) -> str:
    r"""`text` as HTML inside a line.

    Raises NonholoError for what is no part of a sentence.

    >>> inline(("a ", Math("x")))[:41]
    'a <math><semantics><mrow><mi>x</mi></mrow'
    >>> inline("1 < 2")
    '1 &lt; 2'
    """
    raise NonholoError(
        f"a sentence cannot hold a {type(text).__name__}; "
        "it is made of str, Math, Strong and Literal, or a tuple of them"
    )


@inline.register
def _(text: str) -> str:
    return NUMBERS.sub(lambda several: _whole(several[0]), escaped(text))


@inline.register
def _(text: Math) -> str:
    parts = mathml(text.latex, widest=SHORT)
    whole = _elements(text.latex, parts, text.latex.startswith(LARGE))
    if len(parts) == 1 and signs(text.latex) <= WIDEST:
        return whole
    kind = "tex" if len(parts) > 1 else "tex wide"
    return f'<span class="{kind}"{_source(text.latex, parts)}>{whole}</span>'


@inline.register
def _(text: Strong) -> str:
    return f"<strong>{escaped(text.text)}</strong>"


@inline.register
def _(text: Literal) -> str:
    return f"<code>{escaped(text.text)}</code>"


@inline.register
def _(text: tuple) -> str:
    r"""A sign that ends a formula stays on its line, and so does a bracket before one.

    >>> inline((Math("x"), ").")).endswith(").</span>")
    True
    >>> inline(("here (", Math("x"), ")."))[:31]
    'here <span class="whole">(<math'
    >>> inline((Math("a + b c d e + f g h i j k + l m n o p q r s"), "."))[-15:]
    '.</span></span>'
    """
    shown: list[str] = []
    for piece in text:
        html = inline(piece)
        ends = ENDS.match(piece) if isinstance(piece, str) else None
        before = shown[-1] if shown else ""
        if ends and before.startswith(("<math", WHOLE)):
            formula = before.removeprefix(WHOLE).removesuffix("</span>")
            shown[-1] = _whole(formula, html[: ends.end()])
            html = html[ends.end() :]
        elif ends and before.startswith(BROKEN):
            rows, last = before.removesuffix("</span>").rsplit("<wbr>", 1)
            shown[-1] = f"{rows}<wbr>{_whole(last, html[: ends.end()])}</span>"
            html = html[ends.end() :]
        elif html.startswith("<math") and before.endswith("(") and not before.startswith("<"):
            shown[-1], html = before[:-1], _whole("(", html)
        shown.append(html)
    return "".join(shown)


def _whole(*parts: str) -> str:
    """What stays on one line."""
    return f"{WHOLE}{''.join(parts)}</span>"


def displayed(latex: str) -> str:
    """A formula on lines of its own: it breaks at relations and signs; what cannot break is smaller
    in a narrow box, and scrolls there where it would be too small.

    >>> displayed("a")[:53]
    '<div class="scroll"><div class="tex display"><math di'
    """
    parts, signs_wide = in_lines(latex, widest=WIDEST)
    whole = _elements(latex, parts, True)
    fitted = next((f" broad-{n}" for n in BROAD if UNBROKEN < signs_wide <= n), "")
    source = _source(latex, parts)
    return f'<div class="scroll"><div class="tex display{fitted}"{source}>{whole}</div></div>'


def _elements(latex: str, parts: tuple[str, ...], large: bool) -> str:
    """One element `math` with its LaTeX, or several between which a line can end."""
    opening = '<math displaystyle="true">' if large else "<math>"
    if len(parts) > 1:
        return "<wbr>".join(f"{opening}{row}</math>" for row in parts)
    note = f'<annotation encoding="application/x-tex">{escaped(latex)}</annotation>'
    return f"{opening}<semantics><mrow>{parts[0]}</mrow>{note}</semantics></math>"


def _source(latex: str, parts: tuple[str, ...]) -> str:
    """The LaTeX of a formula in several elements, none of which could hold it."""
    return f' data-tex="{escaped(latex)}"' if len(parts) > 1 else ""


def _vendored(name: str) -> bytes:
    return files("nonholo.views.page").joinpath("vendor", "stix", name).read_bytes()


@cache
def typesetting_style() -> str:
    """The font of formulas as a style sheet with the font inside, and whose it is."""
    owner = _vendored("LICENSE-fonts").decode().partition("\n")[0].strip()
    data = base64.b64encode(_vendored("math.woff2")).decode("ascii")
    return (
        f"/*! {owner}\nSIL Open Font License, Version 1.1. */\n"
        '@font-face{font-family:"Formula";font-display:block;'
        f'src:url(data:font/woff2;base64,{data}) format("woff2")}}'
    )
