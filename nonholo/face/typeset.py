"""Formulas of a record as MathML, which a notebook shows without a script and without the net."""

from __future__ import annotations

from collections.abc import Iterator

from nonholo.views.page.math import displayed

STYLE = (
    "<style>.nonholo .tex { margin: .5em 0; padding-left: 2.2em; text-indent: -2.2em } "
    ".nonholo math { text-indent: 0; font-size: 1.15em } "
    ".nonholo mover[accent] > mo { padding: 0 0 .12em .1em }</style>"
)
ALIGNED = (r"\begin{align}", r"\end{align}", " \\\\\n")  # its ends, and what stands between lines
ARRAY = (r"\begin{array}{l}", r"\end{array}", r" \\ ")


def typeset(latex: str) -> str:
    r"""A formula, or several below each other, as HTML with its own style.

    latex: as `_repr_latex_` gives it: an environment `align`, or one formula between dollars.

    >>> typeset(r"$\displaystyle x = 0$").count("<math")
    1
    >>> typeset("\\begin{align}\n  x &= 0 \\\\\n  y &= 0\n\\end{align}").count("<math")
    2
    """
    return f'{STYLE}<div class="nonholo">{"".join(map(displayed, lines(latex)))}</div>'


def lines(latex: str) -> Iterator[str]:
    r"""The formulas of one LaTeX text.

    latex: as for `typeset`.

    >>> list(lines("\\begin{align}\n  x &= 0 \\\\\n  y &= 0\n\\end{align}"))
    ['x = 0', 'y = 0']
    """
    whole = latex.strip().removeprefix(r"$\displaystyle").removesuffix("$").strip()
    for begins, ends, between in (ALIGNED, ARRAY):
        if whole.startswith(begins) and whole.endswith(ends):
            rows = whole[len(begins) : -len(ends)].strip().split(between)
            yield from (row.strip().replace(" &= ", " = ") for row in rows)
            return
    yield whole
