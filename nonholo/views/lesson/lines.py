"""One line of a lesson as text and as LaTeX, broken where it is too wide for paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from nonholo.expression.graph import Expr
from nonholo.views.page.breaking import added, breakable, times
from nonholo.views.page.math import signs
from nonholo.views.page.words import as_given, is_huge, shown, sum_shown
from nonholo.writing.latex import UNWRITTEN
from nonholo.writing.lesson import Line, Mark, Sum
from nonholo.writing.present import expanded

if TYPE_CHECKING:
    from nonholo.writing.latex import Writer

WIDEST = 80  # signs of a line on paper
MORE = 1.6  # times the signs of the shortest form that a sum of terms may have
LEAST, LOOSE = 0.15, 1.2  # of it: a row of its own has more; a row may have so much
FACTOR, END = r"\, (", 3  # a factor that may begin a row; signs of an end that never does
DEEPEST = 9  # brackets inside of which a formula is broken
RELATIONS = ("= ", "+ ", "- ")
BREAK = "\n"  # between rows
SIZE = re.compile(r"\\(?:left|right|biggl|biggr)$")  # before a bracket
FRACTION = re.compile(r"\\frac|\\sum")


def line_text(line: Line) -> str:
    """The line in the input language."""
    return "".join(_piece_text(piece, line) for piece in line.pieces)


def _piece_text(piece: Mark | Expr | Sum, line: Line) -> str:
    if isinstance(piece, Mark):
        return piece.text
    if isinstance(piece, Sum):
        return added([_times_text(shown(factor), what.text) for factor, what in piece.terms])
    if line.place is None:
        return as_given(piece)
    short = shown(piece)
    if not line.spread:
        return short
    long = sum_shown(piece)
    return long if len(long) <= MORE * len(short) else short


def _times_text(factor: str, what: str) -> str:
    if factor in ("1", "-1"):
        return factor[:-1] + what
    return f"({factor}) {what}" if re.search(r"/|(?<!^)[+-]", factor) else f"{factor} {what}"


def line_latex(line: Line, write: Writer) -> str:
    """The line as LaTeX, in one row."""
    written = [_piece_latex(piece, write, line) for piece in line.pieces]
    if len(written) > 1 and written[-2].startswith(UNWRITTEN):  # too long to be written out = 0
        written.pop()
    return "".join(written)


def _piece_latex(piece: Mark | Expr | Sum, write: Writer, line: Line) -> str:
    if isinstance(piece, Mark):
        return piece.latex
    if isinstance(piece, Sum):
        return added([times(breakable(write(f)), what.latex) for f, what in piece.terms])
    short = breakable(write(piece, presented=line.place is not None))
    if not line.spread or is_huge(piece):
        return short
    long = breakable(write(expanded(piece), presented=False))
    return long if signs(long) <= MORE * signs(short) else short


def display(
    line: Line, write: Writer, widest: int = WIDEST, wide: Callable[[str], float] = signs
) -> str:
    """The line as LaTeX for a display: rows of an `aligned` where `wide` finds it wider."""
    rows = sized(BREAK.join(broken(line_latex(line, write), widest, wide))).split(BREAK)
    if len(rows) == 1:
        return rows[0]
    body = " \\\\\n".join(f"& {row}" if i == 0 else rf"& \quad {row}" for i, row in enumerate(rows))
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


def sized(latex: str) -> str:
    r"""The brackets around fractions as high as these, in one row or in several.

    >>> sized(r"(a + \frac{b}{c}) \, (d)")
    '\\left(a + \\frac{b}{c}\\right) \\, (d)'
    """
    out, opened, depth = list(latex), list[int](), 0
    for i, sign in enumerate(latex):
        depth += (sign == "{") - (sign == "}")
        if sign not in "()" or depth or SIZE.search(latex, max(0, i - 6), i):
            continue
        if sign == "(":
            opened.append(i)
        elif opened and FRACTION.search(latex, start := opened.pop(), i):
            kind = ("left", "right") if BREAK not in latex[start:i] else ("biggl", "biggr")
            out[start], out[i] = rf"\{kind[0]}(", rf"\{kind[1]})"
    return "".join(out)


def broken(
    latex: str, widest: int = WIDEST, wide: Callable[[str], float] = signs, depth: int = 0
) -> list[str]:
    r"""The rows of a formula, broken before relations and signs that stand outside of braces;
    inside of brackets, to a depth, only where a row is too wide otherwise.

    >>> broken("a = b c + d e f g - h i j", widest=6)
    ['a = b c', '+ d e f g', '- h i j']
    """
    rows = [""]
    for piece in _pieces(latex, depth):
        ready = wide(rows[-1]) > LEAST * widest and wide(piece) > END
        if ready and wide(rows[-1]) + wide(piece) > widest:
            rows.append("")
        rows[-1] += piece
    rows = [row.strip() for row in rows]
    if depth == DEEPEST:
        return rows
    finer = (
        [row] if wide(row) <= widest * LOOSE else broken(row, widest, wide, depth + 1)
        for row in rows
    )
    return [one for several in finer for one in several]


def _pieces(latex: str, deepest: int) -> Iterator[str]:
    braces, brackets, start = 0, 0, 0
    for i, sign in enumerate(latex):
        braces += (sign == "{") - (sign == "}")
        brackets += (sign == "(") - (sign == ")")
        after = i and not braces and latex[i - 1] == " "
        factor = brackets < deepest and latex.startswith(FACTOR, i)
        if after and (factor or (brackets <= deepest and latex.startswith(RELATIONS, i))):
            yield latex[start:i]
            start = i
    yield latex[start:]
