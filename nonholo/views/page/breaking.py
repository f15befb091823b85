"""Fractions that are too wide for a line, written so that they can break."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonholo.views.page.math import Math, signs
from nonholo.words.language import tell, told
from nonholo.writing.latex import TOO_LONG, UNWRITTEN

LONGEST_CELL = 300  # signs
WIDEST, NARROW = 56, 45  # signs of a numerator that stay above a line, over the page and in columns
OPENING = r"\frac{"
FIRST_BRACKET = r" \, ("


def breakable(latex: str, widest: int = WIDEST) -> str:
    r"""`latex` with every wide fraction A/B outside of braces as 1/B times A, which breaks at the
    signs of A; what A begins with stays above the line.

    A denominator that is too wide itself stands in square brackets.

    >>> breakable(r"-\frac{a + b}{c}", widest=2)
    '-\\frac{1}{c} \\, (a + b)'
    >>> breakable(r"\frac{a \, (b + c)}{d} + 1", widest=2)
    '\\frac{a}{d} \\, (b + c) + 1'
    """
    out, tail = "", latex
    while tail:
        ahead = next((i for i, sign in _outside(tail) if tail.startswith(OPENING, i)), None)
        if ahead is None:
            return out + tail
        upper, after = _group(tail, ahead + len(OPENING) - 1)
        lower, end = _group(tail, after)
        wide = max(signs(upper), signs(lower)) > widest and tail[after : after + 1] == "{"
        whole = _turned(upper, lower, widest) if wide else tail[ahead:end]
        out, tail = out + tail[:ahead] + whole, tail[end:]
    return out


def _turned(upper: str, lower: str, widest: int) -> str:
    if signs(lower) > widest:
        above, after, below = "", upper, rf"[{breakable(lower, widest)}]^{{-1}}"
    else:
        above, after = _short_start(upper, widest)
        below = rf"\frac{{{above or 1}}}{{{lower}}}"
    inner = breakable(after, widest)
    return rf"{below} \, " + (f"({inner})" if is_sum(f" {after}") else inner)


def _short_start(upper: str, widest: int) -> tuple[str, str]:
    """The factors before the first bracket of a product, if they are short, and the rest; of a sum
    there are none.
    """
    start = -1 if is_sum(upper) else upper.find(FIRST_BRACKET)
    above, after = upper[:start], upper[start + len(FIRST_BRACKET) - 1 :]
    plain = start > 0 and not set("+-(") & set(above) and above.count("{") == above.count("}")
    return (above, after) if plain and signs(above) <= widest else ("", upper)


def cell(latex: str) -> Math | str:
    """A formula in a table, with fractions as large as in one that is displayed; not a very long
    one.
    """
    if UNWRITTEN in latex:
        return told(TOO_LONG)
    if signs(latex) > LONGEST_CELL:
        return tell("too long for this place")
    return Math(rf"\displaystyle {breakable(latex)}" if OPENING in latex else latex)


def times(factor: str, what: str) -> str:
    r"""A factor and what it multiplies.

    >>> times("1", "w"), times("-1", "w"), times("2", "w"), times("a + b", "w")
    ('w', '-w', '2 \\, w', '(a + b) \\, w')
    """
    if factor in ("1", "-1"):
        return factor[:-1] + what
    return rf"({factor}) \, {what}" if is_sum(factor) else rf"{factor} \, {what}"


def added(terms: Sequence[str]) -> str:
    """Terms with their signs between them.

    >>> added(["a", "-b"])
    'a - b'
    """
    if not terms:
        return ""
    first, *others = terms
    return first + "".join(
        f" - {t[1:].lstrip()}" if t.startswith("-") else f" + {t}" for t in others
    )


def is_sum(latex: str) -> bool:
    r"""Is there a sign outside of brackets, other than the first?

    >>> is_sum("a - b"), is_sum("-a"), is_sum(r"(a + b) \, c")
    (True, False, False)
    """
    depth = 0
    for i, sign in _outside(latex):
        depth += (sign == "(") - (sign == ")")
        if i and depth == 0 and sign in "+-":
            return True
    return False


def _outside(latex: str) -> Iterator[tuple[int, str]]:
    """The signs outside of braces with their places."""
    depth = 0
    for i, sign in enumerate(latex):
        if depth == 0:
            yield i, sign
        depth += (sign == "{") - (sign == "}")


def _group(latex: str, start: int) -> tuple[str, int]:
    """What stands in the braces that open at `start`, and where they end."""
    depth = 0
    for i in range(start, len(latex)):
        depth += (latex[i] == "{") - (latex[i] == "}")
        if depth == 0:
            return latex[start + 1 : i], i + 1
    return latex[start + 1 :], len(latex)
