"""Forms of a span that hold the differentials of some coordinates alone.

    span{w_1, ..., w_r} and the forms sum_j b_j dq_j + b_0 dt, j chosen:  their intersection

Of I_inf it is the annihilator of the accessible directions, projected on the chosen coordinates; of
the rows that of the admissible velocities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.linear.elimination import Matrix, dot, echelon, null_space, transpose


def forms_among(
    graph: Graph, forms: Sequence[Sequence[Expr]], columns: Sequence[int]
) -> list[tuple[Expr, ...]]:
    """A reduced basis of the combinations sum_l c_l w_l without differentials of other coordinates.

        sum_l c_l a_li = 0     for all i that are not chosen;    dt may stay

    graph: of the forms; forms: independent ones, (dt, dq_1, ..., dq_n) each; columns: of the chosen
    coordinates, counted from 0.

    >>> import nonholo as nh
    >>> rows = nh.System("x y z u", constraints=["dx = y dz", "du = dz"]).system.pfaffian
    >>> forms_among(rows.chart.graph, [rows.form(0), rows.form(1)], [0, 3])
    [(0, 1, 0, 0, -y)]
    """
    if not forms:
        return []
    size = len(forms[0])
    others = [j for j in range(1, size) if j - 1 not in columns]
    outside = transpose([[form[j] for j in others] for form in forms])
    mixed: Matrix = [
        [
            dot(graph, c, column) if j not in others else graph.zero
            for j, column in enumerate(zip(*forms))
        ]
        for c in null_space(graph, outside, len(forms))
    ]
    return [tuple(row) for row in echelon(graph, mixed, range(1, size), tracked=False).rows]


def rows_among(rows: Pfaffian, columns: Sequence[int]) -> Pfaffian:
    """The velocity constraints on the chosen coordinates alone, their coefficients in all of them.

    rows: independent; columns: of the chosen coordinates, counted from 0.  What they hide are the
    relations f(chosen, t) = const of the rows: df holds no other differential, so it stays in every
    step of the derived flag of these rows, as in that of all.

    >>> import nonholo as nh
    >>> rows = nh.System("x y z u", constraints=["dx = y dz", "du = dz"]).system.pfaffian
    >>> rows_among(rows, [0, 3]).value(0)
    xdot - y*udot
    """
    forms = forms_among(rows.chart.graph, [rows.form(l) for l in range(rows.k)], columns)
    return Pfaffian(
        rows.chart,
        tuple(form[1:] for form in forms),
        tuple(form[0] for form in forms),
        tuple(f"combination {l}" for l in range(1, len(forms) + 1)),
        (None,) * len(forms),
    )


def ranks_among(
    graph: Graph,
    forms: Sequence[Sequence[Expr]],
    columns: Sequence[int],
    point: Mapping[Expr, Expr],
) -> int:
    """How many such combinations there are at one exact point, where the forms are defined.

    graph: of the forms; forms: (dt, dq_1, ..., dq_n) each; columns: of the chosen coordinates;
    point: symbol -> constant.  Raises ZeroDivisionError where a form has a pole.

    >>> import nonholo as nh
    >>> case = nh.constraints("dx = y dz")
    >>> graph, form = case.system.chart.graph, case.system.pfaffian.form(0)
    >>> [ranks_among(graph, [form], [0], case.point({"y": y})) for y in (0, 1)]
    [1, 0]
    """
    if not forms:
        return 0
    there = [graph.substitute(list(form), point) for form in forms]
    outside = [[form[j] for j in range(1, len(form)) if j - 1 not in columns] for form in there]
    return len(forms) - echelon(graph, outside).rank
