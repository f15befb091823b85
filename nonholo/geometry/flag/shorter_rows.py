"""Rows of the same forms without what lengthens them and tells nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonholo.algebra.lowest import cleared, lowest, without_common_factor
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, ordered
from nonholo.geometry.constraints.chart import chart as chart_of
from nonholo.geometry.constraints.pfaffian import Pfaffian, row_of
from nonholo.geometry.distribution.distribution import determinant_of, split
from nonholo.geometry.zeros.domain import analytic_everywhere
from nonholo.geometry.zeros.zeros import nowhere_zero
from nonholo.work import BUDGETS

Form = Sequence[Expr]  # dt first


def shortened(rows: Pfaffian, dependent: Sequence[int]) -> Pfaffian:
    """Rows that span the same forms at every point, in a graph of their own if they are shorter.

    Where det A_D vanishes nowhere they are A_D^-1 A without what stands below; elsewhere each row
    loses the common factor of its entries if that vanishes nowhere.  Only for entries that are
    analytic everywhere: the others say where there are rows at all.

    >>> import nonholo as nh
    >>> pfaffian = nh.constraints("(x**2 + 1)*(dz - y dx) = 0").system.pfaffian
    >>> shortened(pfaffian, [0]).matrix
    ((1, -y, 0),)
    """
    forms = [rows.form(l) for l in range(rows.k)]
    entries = [e for form in forms for e in form]
    if not entries or not analytic_everywhere(entries):
        return rows
    try:
        det = determinant_of(rows, dependent)
        solvable = det is not None and nowhere_zero(det, rows.chart)
        bare = _solved(rows, dependent) if solvable else [_bare(form, rows) for form in forms]
        short = lowest([e for form in bare for e in form], BUDGETS.lowest)
    except OutOfReach:
        return rows
    if len(ordered(short)) >= len(ordered(entries)):
        return rows
    graph, n = short[0].graph, rows.chart.n
    chart = chart_of(graph, rows.chart.names, rows.chart.t.args)
    parts = [short[l * (n + 1) : (l + 1) * (n + 1)] for l in range(rows.k)]
    return replace(
        rows,
        chart=chart,
        matrix=tuple(row_of(dict(enumerate(form[1:])), n, graph.zero) for form in parts),
        affine=tuple(form[0] for form in parts),
        functions=(None,) * rows.k,
    )


def _solved(rows: Pfaffian, dependent: Sequence[int]) -> list[Form]:
    """dq_l - sum_J alpha_lJ dr^J, without denominators."""
    d, graph = split(rows, dependent), rows.chart.graph
    forms: list[Form] = []
    for l, alpha in zip(d.dependent, d.alpha):
        columns = [-1, *d.independent, l]
        entries = cleared([*(-e for e in alpha), graph.one], BUDGETS.lowest)
        forms.append([dict(zip(columns, entries)).get(j, graph.zero) for j in range(-1, d.chart.n)])
    return forms


def _bare(form: Form, rows: Pfaffian) -> Form:
    """The form without the common factor of its entries, if that vanishes nowhere."""
    nonzero = [e for e in form if not e.is_zero]
    short = without_common_factor(nonzero, BUDGETS.lowest)
    if short is None:
        return form
    short = rows.chart.graph.copy(short)
    if not nowhere_zero(nonzero[0] / short[0], rows.chart):
        return form
    left = iter(short)
    return [e if e.is_zero else next(left) for e in form]
