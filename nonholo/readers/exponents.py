"""Numbers of letters that stand in exponents: put in everywhere, where they are whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from nonholo.dynamics.system import System, mapped
from nonholo.expression.graph import Expr
from nonholo.geometry.zeros.domain import positive_only


def after_reading(system: System, solved: Mapping[Expr, Expr]) -> tuple[System, dict[Expr, Expr]]:
    """The system with numbers in the places of letters, and these: what is solved, and what made
    an exponent whole while it was read (`Graph.exponents`).

    >>> import nonholo as nh
    >>> case = nh.System("x y z", None, ["z' = n*x^n*y'"], parameters={"n": 2})
    >>> case.system.pfaffian.matrix, case.system.values, case.scope.given
    (((0, -2*x**2, 1),), {}, {'n': '2'})
    """
    exponents = system.chart.graph.exponents
    put = {**solved, **{n: system.values[n] for n in exponents.put_in if n in system.values}}
    exponents.values = None
    where = tuple(positive_only(u, n) for u, n in exponents.positive)
    if put:
        left = {s: x for s, x in system.values.items() if s not in put}
        fed = {u: None if x is None else x.subs(put) for u, x in system.inputs.items()}
        system = replace(system, values=left, inputs=fed)
        system = mapped(system, system.chart, lambda e: e.subs(put))
    return replace(system, where=where), put
