"""The shorter of two ways to compute the same: as derived, or from normal forms of the
accelerations.

In a graph where equal values are one node an expression keeps the form in which it was met first.
So the normal forms are put into a fresh graph before the whole is copied there."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.expression.graph import Expr
from nonholo.numerics.lines import Steps, operations
from nonholo.work import BUDGETS, Work
from nonholo.writing.collected import collected

MOST_FORMS = 12


def shorter(
    roots: Sequence[Expr], accelerations: Sequence[Expr], moving: Sequence[Expr], steps: Steps = ()
) -> tuple[list[Expr], list[tuple[Expr, Expr]]]:
    """`roots` and `steps`, or equal expressions in another graph with the same symbols: what takes
    fewer operations.

    accelerations: parts of the roots and steps whose normal forms are tried.
    """
    roots, steps, forms = list(roots), list(steps), [a for a in accelerations if a.support]
    if not forms or len(forms) > MOST_FORMS:
        return roots, steps
    fresh = roots[0].graph.fresh()
    for symbol in roots[0].graph.unmask(-1):
        fresh.adopted(symbol)
    work = Work.of(BUDGETS.code)
    for form in forms:
        if not work.over:
            fresh.copy([collected(form, moving)])
    copied = fresh.copy([*roots, *(e for pair in steps for e in pair)])
    pairs = copied[len(roots) :]
    other = copied[: len(roots)], list(zip(pairs[::2], pairs[1::2]))
    return min((roots, steps), other, key=lambda both: operations(both[0], moving, both[1]))
