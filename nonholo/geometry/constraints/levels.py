"""Levels of holonomic constraints: df_1 = df_2 leaves f_1 = 0 and f_2 = 0 a common point only if
f_1 - f_2 = 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.errors import ContradictoryConstraints
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import vanishes
from nonholo.words.sentence import say
from nonholo.writing.present import presentable


def require_levels(
    functions: Sequence[Expr | None],
    labels: Sequence[str],
    row: int,
    coefficients: Sequence[tuple[int, Expr]],
) -> None:
    """Raise ContradictoryConstraints if f_row - sum_l c_l f_l is a number other than 0.

    coefficients: of the redundant row df_row = sum_l c_l df_l.
    """
    f, others = functions[row], [(c, g) for l, c in coefficients if (g := functions[l]) is not None]
    if f is None or len(others) < len(coefficients):
        return
    difference = presentable(f - f.graph.add(*(c * g for c, g in others)))
    if difference.is_number and not vanishes(difference):
        named = [labels[l] for l, _ in coefficients] + [labels[row]]
        raise ContradictoryConstraints(
            say(
                "no configuration satisfies these holonomic constraints together, they "
                "demand {difference} = 0: {names}; try dropping or correcting one of them",
                difference=difference,
                names="; ".join(named),
            )
        )
