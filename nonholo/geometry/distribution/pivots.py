"""Which velocities to call dependent: the user's wish, else pivots that cannot vanish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb

from nonholo.arithmetic.matrices import rank_modulo
from nonholo.errors import OutOfReach, SingularPivot, option
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart, coordinate_meant, no_coordinate
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.zeros.both_signs import minors_of_both_signs
from nonholo.geometry.zeros.signs import meet_factors, minor, never_vanishes, poles, zero_factors
from nonholo.linear.elimination import cost, echelon, surely
from nonholo.words.sentence import say

MAX_CHOICES = 400
CRAMER = 4  # rows up to which determinants are cheap
FULL = 0.75  # of the entries nonzero: too full for elimination
MAX_LOOKS = 24  # choices, those with the shortest entries, whose determinants are looked at
MAX_FACTORED = 8  # of them, the first, whose factors are compared


def choose_dependent(
    pfaffian: Pfaffian, wish: Sequence[str] = (), nominal: Mapping[Expr, Expr] | None = None
) -> tuple[int, ...]:
    """Columns of the k dependent velocities, det A_D not identically zero.

    Among the choices that contain the wish: determinants that cannot vanish first, numbers before
    all, then those not zero at the nominal configuration; nominal: it, and numbers of parameters,
    with which det A_D does not vanish either if the rank is k with them.  Raises SingularPivot for
    a wish that cannot be met, naming choices that can.

    >>> import nonholo as nh
    >>> choose_dependent(nh.constraints("dz = y dx").system.pfaffian, ["z"])
    (0,)
    >>> case = nh.System("x y z", constraints=["a dz = sin(y) dx"], parameters={"a": 0})
    >>> rows = case.system.pfaffian
    >>> choose_dependent(rows), choose_dependent(rows, (), case.system.values)
    ((2,), (0,))
    """
    wish = [coordinate_meant(name, pfaffian.chart.names) for name in wish]
    columns = _chosen(pfaffian, wish, nominal)
    moving = (*pfaffian.chart.q, pfaffian.chart.t)
    numbers = {s: x for s, x in (nominal or {}).items() if s not in moving}
    try:
        there = pfaffian.subs(numbers) if numbers else pfaffian
    except ZeroDivisionError:
        return columns
    if there is pfaffian or regular(there, columns):
        return columns
    try:
        best = _chosen(there, (), nominal)
    except SingularPivot:
        return columns  # with letters alone the rank is k
    return _chosen(there, wish, nominal) if wish else best


def _chosen(
    pfaffian: Pfaffian, wish: Sequence[str], nominal: Mapping[Expr, Expr] | None
) -> tuple[int, ...]:
    """The choice for letters."""
    chart = pfaffian.chart
    wanted = _columns(chart, wish, pfaffian.k)
    if len(wanted) == pfaffian.k <= CRAMER and surely(minor(pfaffian, sorted(wanted))):
        return tuple(sorted(wanted))
    if comb(chart.n, pfaffian.k) > MAX_CHOICES:
        return _regular_there(pfaffian, _greedy(pfaffian, wanted), wanted, nominal or {})
    choices = list(regular_choices(pfaffian, wanted))
    if not choices:
        raise SingularPivot(_refusal(pfaffian, wish))
    if len(choices) == 1:
        return choices[0]
    nominal = (
        nominal if nominal is not None else dict.fromkeys((*chart.q, chart.t), chart.graph.zero)
    )
    cheapest = sorted(
        choices, key=lambda c: (sum(cost(row[j]) for row in pfaffian.matrix for j in c), c)
    )[:MAX_LOOKS]
    return _best(pfaffian, cheapest, nominal)


def regular_choices(pfaffian: Pfaffian, wanted: Sequence[int] = ()):
    """All sets of k columns with det A_D not identically zero that contain the columns `wanted`.

    >>> import nonholo as nh
    >>> skate = nh.constraints("sin(a) dx = cos(a) dy", also=["a"]).system.pfaffian
    >>> list(regular_choices(skate))
    [(0,), (1,)]
    """
    available = [j for j in range(pfaffian.chart.n) if j not in set(wanted)]
    for others in combinations(available, pfaffian.k - len(wanted)):
        columns = tuple(sorted((*wanted, *others)))
        if regular(pfaffian, columns):
            yield columns


def _columns(chart: Chart, wish: Sequence[str], k: int) -> tuple[int, ...]:
    unknown = [name for name in wish if name not in chart.names]
    if unknown:
        raise SingularPivot(no_coordinate(unknown[0], chart.names))
    if len(set(wish)) != len(wish) or len(wish) > k:
        raise SingularPivot(
            say(
                "{wish} dependent velocities named ({names}), but there are {k} independent "
                "constraints; name at most {k} different ones",
                wish=len(wish),
                names=", ".join(wish),
                k=k,
            )
        )
    return tuple(chart.index(name) for name in wish)


def regular(pfaffian: Pfaffian, columns: Sequence[int]) -> bool:
    """det A_D is surely not identically zero.

    >>> import nonholo as nh
    >>> skate = nh.constraints("sin(a) dx = cos(a) dy", also=["a"]).system.pfaffian
    >>> regular(skate, [0]), regular(skate, [2])
    (True, False)
    """
    if _sure(pfaffian, columns):
        return (
            _rank_at_point(pfaffian, columns) == pfaffian.k
        )  # a no may be an accident, and costs a choice only
    return surely(minor(pfaffian, columns))


def _sure(pfaffian: Pfaffian, columns: Sequence[int]) -> bool:
    """What does not vanish at the random point does not vanish identically."""
    return all(row[j].is_zero or row[j].surely_nonzero for row in pfaffian.matrix for j in columns)


def _rank_at_point(pfaffian: Pfaffian, columns: Sequence[int]) -> int:
    values = [[row[j].value[0] for j in columns] for row in pfaffian.matrix]
    return rank_modulo(values, pfaffian.chart.graph.modulus.p)


def _best(
    pfaffian: Pfaffian, choices: Sequence[tuple[int, ...]], nominal: Mapping[Expr, Expr]
) -> tuple[int, ...]:
    """The cheapest det A_D that cannot vanish, else that vanishes with all others, else the
    cheapest that does not at the nominal configuration; of those that are seen to vanish somewhere
    the former is not asked.
    """
    chart, dets = pfaffian.chart, {columns: minor(pfaffian, columns) for columns in choices}
    moving = [c for c, det in dets.items() if det.has([*chart.q, chart.t])]
    vanishing = minors_of_both_signs(pfaffian.matrix, moving, chart)
    meet_factors([dets[c] for c in choices if c in vanishing], chart)
    nowhere = {c for c in choices if c not in vanishing and never_vanishes(dets[c], chart)}
    best = nowhere or _vanishing_with_all(dets, chart)

    def grade(columns: tuple[int, ...]) -> tuple[bool, bool, int, tuple[int, ...]]:
        det = dets[columns]
        there = columns in nowhere or _nonzero_at(det, nominal)
        return columns not in best, not there, cost(det), columns

    return min(choices, key=grade)


def _vanishing_with_all(dets: Mapping[tuple[int, ...], Expr], chart: Chart) -> set[tuple[int, ...]]:
    """The choices whose determinant has no poles, and no other zeros than all have: where it
    vanishes the rank drops, as cos(b) = 0 of a wheel that lies flat.  Asked of the first few.
    """
    first = list(dets)[:MAX_FACTORED]
    factors = {columns: zero_factors(dets[columns], chart) for columns in first}
    told = {c: {e.index for e in zeros} for c, zeros in factors.items() if zeros is not None}
    every = set.intersection(*told.values()) if told else set()
    least = [columns for columns, indices in told.items() if indices == every]
    return {columns for columns in least if not poles(dets[columns], chart)}


def _nonzero_at(det: Expr, nominal: Mapping[Expr, Expr]) -> bool:
    try:
        return not det.subs(nominal).is_zero
    except ZeroDivisionError:
        return False


def _greedy(pfaffian: Pfaffian, wanted: Sequence[int]) -> tuple[int, ...]:
    """Cheapest pivots first by elimination, for systems with too many choices to compare; of a
    full matrix columns.
    """
    if _is_full(pfaffian):
        return _cheapest_columns(pfaffian, wanted)
    graph, chart = pfaffian.chart.graph, pfaffian.chart
    variables = [*chart.q, chart.t]
    form = echelon(
        graph,
        pfaffian.matrix,
        weight=lambda e, j: (j not in wanted, e.has(variables), cost(e)),
    )
    if not set(wanted) <= set(form.pivots):
        raise SingularPivot(_refusal(pfaffian, [chart.names[j] for j in wanted]))
    return tuple(sorted(form.pivots))


def _regular_there(
    pfaffian: Pfaffian,
    columns: tuple[int, ...],
    wanted: Sequence[int],
    nominal: Mapping[Expr, Expr],
) -> tuple[int, ...]:
    """The columns, or as many of them as may stay where their determinant vanishes at the nominal
    configuration and that of others does not.
    """
    try:
        there = pfaffian.subs(nominal) if nominal else pfaffian
        if there is pfaffian or regular(there, columns):
            return columns
        form = echelon(
            pfaffian.chart.graph,
            there.matrix,
            weight=lambda e, j: (j not in wanted, j not in columns, j),
        )
    except (OutOfReach, ZeroDivisionError):
        return columns
    pivots = tuple(sorted(form.pivots))
    fit = len(pivots) == pfaffian.k and set(wanted) <= set(pivots)
    return pivots if fit and regular(there, pivots) else columns


def _is_full(pfaffian: Pfaffian) -> bool:
    filled = sum(not e.is_zero for row in pfaffian.matrix for e in row)
    return filled > FULL * pfaffian.k * pfaffian.chart.n and _sure(
        pfaffian, range(pfaffian.chart.n)
    )


def _cheapest_columns(pfaffian: Pfaffian, wanted: Sequence[int]) -> tuple[int, ...]:
    """Column by column, as long as the rank at a random point grows: the cheapest basis (Rado
    1957).
    """
    price = [sum(cost(row[j]) for row in pfaffian.matrix) for j in range(pfaffian.chart.n)]
    chosen: list[int] = []
    for j in sorted(range(pfaffian.chart.n), key=lambda j: (j not in wanted, price[j])):
        if len(chosen) < pfaffian.k and _rank_at_point(pfaffian, [*chosen, j]) > len(chosen):
            chosen.append(j)
    if not set(wanted) <= set(chosen):
        raise SingularPivot(_refusal(pfaffian, [pfaffian.chart.names[j] for j in wanted]))
    return tuple(sorted(chosen))


def _refusal(pfaffian: Pfaffian, wish: Sequence[str]) -> str:
    if not wish:  # (abs(x) - x) z' = 0 beside (abs(x) + x) y' = 0
        return say(
            "each of the constraints demands something on a part of the configurations, but not "
            "all together anywhere: their coefficients are put together from pieces; try assuming "
            "in which, such as x > 0, {where}",
            where=option(say("in the assumptions of a case file"), say("by assumptions=[...]")),
        )
    chart = pfaffian.chart
    wanted = [chart.index(name) for name in wish]
    empty = [chart.names[j] for j in wanted if all(row[j].is_zero for row in pfaffian.matrix)]
    why = (
        say("the column of {empty} is zero in every row", empty=empty[0])
        if empty
        else say("the constraints cannot be solved for these velocities (det A_D = 0 identically)")
    )
    text = say("{names} cannot be dependent: {why}.", names=", ".join(wish), why=why)
    if comb(chart.n, pfaffian.k) <= MAX_CHOICES:
        options = [
            "(" + ", ".join(chart.names[j] for j in c) + ")" for c in regular_choices(pfaffian)
        ]
        more = say(" and {value} more", value=len(options) - 6) if len(options) > 6 else ""
        text += say(" Solvable choices: {names}{more}.", names=", ".join(options[:6]), more=more)
    return text
