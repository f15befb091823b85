"""Fractions that are too wide for a line, written so that they can break."""

from __future__ import annotations

from nonholo.report.math import signs

WIDEST = 60  # signs of a numerator that stay above a line
OPENING = r"\frac{"


def breakable(latex: str, widest: int = WIDEST) -> str:
    r"""`latex` with every wide fraction A/B outside of braces as 1/B times A, which breaks at the signs of A.

    >>> breakable(r"-\frac{a + b}{c}", widest=2)
    '-\\frac{1}{c} \\, (a + b)'
    >>> breakable(r"\frac{a \, (b + c)}{d} + 1", widest=2)
    '\\frac{1}{d} \\, a \\, (b + c) + 1'
    """
    out, rest = "", latex
    while rest:
        ahead = next((i for i, sign in _outside(rest) if rest.startswith(OPENING, i)), None)
        if ahead is None:
            return out + rest
        upper, after = _group(rest, ahead + len(OPENING) - 1)
        lower, end = _group(rest, after)
        wide = signs(upper) > widest and rest[after:after + 1] == "{"
        whole = _turned(upper, lower, widest) if wide else rest[ahead:end]
        out, rest = out + rest[:ahead] + whole, rest[end:]
    return out


def _turned(upper: str, lower: str, widest: int) -> str:
    inner = breakable(upper, widest)
    return rf"\frac{{1}}{{{lower}}} \, " + (f"({inner})" if _is_sum(upper) else inner)


def _is_sum(latex: str) -> bool:
    """Is there a sign outside of brackets?"""
    depth = 0
    for _, sign in _outside(latex):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and sign in "+-":
            return True
    return False


def _outside(latex: str):
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
            return latex[start + 1:i], i + 1
    return latex[start + 1:], len(latex)
