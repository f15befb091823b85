"""Which velocities to call dependent: the user's wish, else pivots that cannot vanish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb

from flint import fmpz_mod_ctx, fmpz_mod_mat

from nonholo.errors import SingularPivot
from nonholo.exact.graph import Expr
from nonholo.exact.linear import cost, echelon, surely
from nonholo.geometry.chart import Chart
from nonholo.geometry.loci import minor, never_vanishes
from nonholo.geometry.pfaffian import Pfaffian

MAX_CHOICES = 400
CONSTANT, NEVER_ZERO, NONZERO_HERE, GENERIC = range(4)


def choose_dependent(pfaffian: Pfaffian, wish: Sequence[str] = (),
                     nominal: Mapping[Expr, Expr] | None = None) -> tuple[int, ...]:
    """Columns of the k dependent velocities, det A_D not identically zero.

    Among the choices that contain the wish: constant determinants first, then determinants that cannot vanish,
    then those not zero at the nominal configuration.  Raises SingularPivot for a wish that cannot be met,
    naming choices that can.
    """
    chart = pfaffian.chart
    wanted = _columns(chart, wish, pfaffian.k)
    if comb(chart.n, pfaffian.k) > MAX_CHOICES:
        return _greedy(pfaffian, wanted)
    choices = list(regular_choices(pfaffian, wanted))
    if not choices:
        raise SingularPivot(_refusal(pfaffian, wish))
    nominal = nominal if nominal is not None else dict.fromkeys((*chart.q, chart.t), chart.graph.zero)
    return min(choices, key=lambda c: _rank(pfaffian, c, nominal))


def regular_choices(pfaffian: Pfaffian, wanted: Sequence[int] = ()):
    """All sets of k columns with det A_D not identically zero that contain the wanted ones."""
    for columns in combinations(range(pfaffian.chart.n), pfaffian.k):
        if set(wanted) <= set(columns) and _regular(pfaffian, columns):
            yield columns


def _columns(chart: Chart, wish: Sequence[str], k: int) -> tuple[int, ...]:
    unknown = [name for name in wish if name not in chart.names]
    if unknown:
        raise SingularPivot(f"{unknown[0]} is no coordinate; there are {', '.join(chart.names)}")
    if len(set(wish)) != len(wish) or len(wish) > k:
        raise SingularPivot(f"{len(wish)} dependent velocities named ({', '.join(wish)}), "
                            f"but there are {k} independent constraints; name at most {k} different ones")
    return tuple(chart.index(name) for name in wish)


def _regular(pfaffian: Pfaffian, columns: Sequence[int]) -> bool:
    entries = [row[j] for row in pfaffian.matrix for j in columns]
    if all(e.is_zero or e.surely_nonzero for e in entries):
        k, p = pfaffian.k, pfaffian.chart.graph.modulus.p
        if k == 0 or fmpz_mod_mat(k, k, [e.value[0] for e in entries], fmpz_mod_ctx(p)).det() != 0:
            return True
    return surely(minor(pfaffian, columns))


def _rank(pfaffian: Pfaffian, columns: Sequence[int], nominal) -> tuple:
    det = minor(pfaffian, columns)
    return _class(pfaffian.chart, det, nominal), cost(det), tuple(columns)


def _class(chart: Chart, det: Expr, nominal) -> int:
    if det.is_number:
        return CONSTANT
    if never_vanishes(det, chart):
        return NEVER_ZERO
    try:
        return GENERIC if det.subs(nominal).is_zero else NONZERO_HERE
    except ZeroDivisionError:
        return GENERIC


def _greedy(pfaffian: Pfaffian, wanted: Sequence[int]) -> tuple[int, ...]:
    """Cheapest pivots first by elimination, for systems with too many choices to compare."""
    graph, chart = pfaffian.chart.graph, pfaffian.chart
    own = [*chart.q, chart.t]
    form = echelon(graph, pfaffian.matrix,
                   weight=lambda e, j: cost(e) + (1000 if e.has(own) else 0) - (10**6 if j in wanted else 0))
    if not set(wanted) <= set(form.pivots):
        raise SingularPivot(_refusal(pfaffian, [chart.names[j] for j in wanted]))
    return tuple(sorted(form.pivots))


def _refusal(pfaffian: Pfaffian, wish: Sequence[str]) -> str:
    chart = pfaffian.chart
    wanted = [chart.index(name) for name in wish]
    empty = [chart.names[j] for j in wanted if all(row[j].is_zero for row in pfaffian.matrix)]
    why = (f"the column of {empty[0]} is zero in every row" if empty
           else "the constraints cannot be solved for these velocities (det A_D = 0 identically)")
    text = f"{', '.join(wish)} cannot be dependent: {why}."
    if comb(chart.n, pfaffian.k) <= MAX_CHOICES:
        options = ["(" + ", ".join(chart.names[j] for j in c) + ")" for c in regular_choices(pfaffian)]
        more = f" and {len(options) - 6} more" if len(options) > 6 else ""
        text += f" Solvable choices: {', '.join(options[:6])}{more}."
    return text
