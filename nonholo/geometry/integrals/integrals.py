"""First integrals: functions f(q, t) with df a combination of the constraints, and the combination
that shows it.

    one row       mu w = dG                                 G a potential, mu an integrating factor
    a set         df_i = sum_l c_il w_l,  i = 1..h
            df_i a basis of I_inf, the limit of the derived flag

Every one is checked exactly before it is given; the methods are in `geometry.potentials`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonholo.algebra.lowest import lowest, without_common_factor
from nonholo.decide.zero import Decision, combined, decide_zero
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.curvature.integrability import exterior_derivative
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.integrals.method_names import COMMON_FACTOR, EXACT
from nonholo.geometry.level_sets.points import Values, defined_at_one
from nonholo.linear.elimination import echelon, first_independent, solve, surely, transpose
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

if TYPE_CHECKING:
    from nonholo.geometry.integrals.potentials import Candidate

LATE = Decision(None, reason=say("the limit of work"))
MAX_NODES = 2000  # of coefficients that are brought to lowest terms


@dataclass(frozen=True, slots=True)
class FirstIntegral:
    """A function that the constraints keep constant: d function = sum of coefficient * row.

    combination: (row, coefficient) pairs; method: the word for how it was found; decision: the
    exact check; where: what has to hold for the function to be real, such as (y, "< 0"), and for
    motions to keep it, as far as the rows do not demand it."""

    function: Expr
    combination: tuple[tuple[int, Expr], ...]
    method: str
    decision: Decision
    where: tuple[tuple[Expr, str], ...] = ()

    @property
    def factor(self) -> Expr | None:
        """The integrating factor, if a single row is enough."""
        return self.combination[0][1] if len(self.combination) == 1 else None


@dataclass(frozen=True, slots=True)
class Integrals:
    """What was found: a potential or None for each row, and independent first integrals of the set.

    relations: h, how many there are (None if undecided); factors: of rows without a potential the
    integrating factor that separates their variables, or None.
    """

    rows: tuple[FirstIntegral | None, ...]
    together: tuple[FirstIntegral, ...]
    relations: int | None
    factors: tuple[Expr | None, ...] = ()

    def factor(self, l: int) -> Expr | None:
        """The integrating factor of row l, with a potential or without."""
        integral = self.rows[l]
        return integral.factor if integral else self.factors[l] if self.factors else None

    @property
    def complete(self) -> bool:
        return len(self.together) == self.relations


def integrals(
    full: Pfaffian,
    independent: Sequence[int],
    limit: Sequence[Sequence[Expr]] | None,
    integrable: Sequence[bool],
    units: int = BUDGETS.potentials,
    d: Distribution | None = None,
    parts: Sequence[Sequence[Values]] = (),
) -> Integrals:
    """Potentials of the rows that are integrable alone, and first integrals of the rows together.

        df = sum_l c_l w_l         checked exactly, whatever the method by which f was found

    independent: numbers of the independent rows of `full`; limit: a basis of I_inf
    (`flag.limit_forms`), None if it is not known; integrable: of each row of `full`, alone; units:
    of work; d: the distribution of the independent rows; parts: points of each part of the set f =
    0 on which the rows are judged, where functions must be defined.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> from nonholo.geometry.flag.flag import closure, limit_forms
    >>> rows = nh.constraints("dx + dy = 0", "dz = y dx").system.pfaffian
    >>> d = distribution(rows)
    >>> known = integrals(rows, [0, 1], limit_forms(d, closure(d)), [True, False])
    >>> [f.function for f in known.together], known.complete
    ([x + y, 2*z + y**2], True)
    """
    work = Work.of(units)
    rows = [given(full, l, f) if f is not None else None for l, f in enumerate(full.functions)]
    if units <= 0:
        return Integrals(tuple(rows), (), None if limit is None else len(limit))
    for l in (l for l in range(full.k) if integrable[l] and rows[l] is None):
        left = work.left // (1 if len(independent) == 1 else 2)  # something for the others
        rows[l] = potential(full, l, left, parts)
    variables = [full.chart.t, *full.chart.q]
    factors = tuple(
        _separated(full.form(l), variables) if integrable[l] and rows[l] is None else None
        for l in range(full.k)
    )
    if limit is None:
        return Integrals(tuple(rows), (), None, factors)
    known = [integral for l in independent if (integral := rows[l]) is not None]
    if not limit:
        return Integrals(tuple(rows), (), 0, factors)
    together = first_integrals(full, independent, limit, known, work.left, d, parts)
    return Integrals(tuple(rows), together, len(limit), factors)


def potential(
    rows: Pfaffian,
    l: int,
    units: int = BUDGETS.potentials,
    parts: Sequence[Sequence[Values]] = (),
) -> FirstIntegral | None:
    """A potential of row l with its integrating factor; None if none is found.

    units: of work; parts: as for `integrals`.

    >>> from nonholo.geometry.constraints.chart import chart
    >>> from nonholo.geometry.constraints.pfaffian import pfaffian
    >>> plane = chart(Graph(), ["x", "y"])
    >>> G = potential(pfaffian(plane, [plane.q[1] * plane.v[0] - plane.q[0] * plane.v[1]]), 0)
    >>> G.function, G.factor, G.method
    (x/y, 1/y**2, 'factor of one variable')
    """
    f = rows.functions[l]
    if f is not None:
        return given(rows, l, f)
    work = Work.of(units)
    graph = rows.chart.graph.fresh()
    form, variables = graph.copy(rows.form(l)), _variables(graph, rows)
    if all(w.is_zero for w in form):
        return None
    for method, function in _candidates(form, variables, work):
        checked = _checked_potential(form, variables, function, work)
        record = checked and _record_of(rows, [l], checked, method)
        if record and _defined_on(record, parts):
            return record
    return None


def _candidates(form, variables, work: Work) -> Iterator[Candidate]:
    from nonholo.geometry.integrals.natani import natani
    from nonholo.geometry.integrals.potentials import potentials

    G = _exact(form, variables, work)
    if G is not None:
        yield EXACT, G
    bare = _without_common_factor(form)
    if bare is not None:
        graph = bare[0].graph
        G = _exact(bare, graph.copy(variables), work)
        if G is not None:
            yield COMMON_FACTOR, variables[0].graph.copy([G])[0]
    yield from potentials(form, variables, work)
    yield from natani(form, variables, work)


def _separated(form, variables) -> Expr | None:
    from nonholo.geometry.integrals.potentials.separated import separating_factor

    return separating_factor(form, variables)


def _exact(form, variables, work: Work) -> Expr | None:
    """A potential of the form itself."""
    if any(not d.is_zero for d in exterior_derivative(form, variables).values()):
        return None
    from nonholo.geometry.integrals.potentials.exact import exact

    return exact(form, variables, work)


def _without_common_factor(form) -> list[Expr] | None:
    try:
        return without_common_factor(form, BUDGETS.lowest)
    except (OutOfReach, ZeroDivisionError):
        return None


def given(rows: Pfaffian, l: int, f: Expr) -> FirstIntegral:
    """The holonomic constraint f that row l is the differential of."""
    return FirstIntegral(f, ((l, rows.chart.graph.one),), "given", Decision(True, "normal form"))


def _checked_potential(
    form, variables, G: Expr, work: Work
) -> tuple[Expr, list[Expr], Decision] | None:
    """(G, [mu], decision) if mu w = dG is proved and dG is not zero."""
    k = min((i for i, w in enumerate(form) if not w.is_zero), key=lambda i: len(str(form[i])))
    slope = G.diff(variables[k])
    return _proved(G, [slope / form[k]], [form], variables, work) if surely(slope) else None


def _proved(
    f: Expr, c: Sequence[Expr], rows, variables, work: Work
) -> tuple[Expr, list[Expr], Decision] | None:
    """f, c in lowest terms, and the decision, if df = sum_l c_l w_l is proved."""
    differences = [
        f.graph.add(f.diff(x), *(-(a * row[j]) for a, row in zip(c, rows)))
        for j, x in enumerate(variables)
    ]
    decision = _all_zero(differences, work)
    return (f, _lowest(c), decision) if decision.answer and decision.proved else None


def _lowest(nodes: Sequence[Expr]) -> list[Expr]:
    """The same as quotients in lowest terms if that is in reach, in a graph where no other forms
    stand for them.
    """
    if len(ordered(nodes)) > MAX_NODES:
        return list(nodes)
    try:
        return lowest(nodes, BUDGETS.lowest)
    except (OutOfReach, ZeroDivisionError):
        return list(nodes)


def first_integrals(
    full: Pfaffian,
    independent: Sequence[int],
    limit: Sequence[Sequence[Expr]],
    known: Sequence[FirstIntegral] = (),
    units: int = BUDGETS.potentials,
    d: Distribution | None = None,
    parts: Sequence[Sequence[Values]] = (),
) -> tuple[FirstIntegral, ...]:
    """Independent first integrals of the independent rows kept: the known ones, and others that are
    found.

    limit: a basis of I_inf; there are at most as many first integrals as it has forms.  What is out
    of reach for the proof of df = sum_l c_l w_l is proved by X_J f = 0 on the distribution d, if it
    is given.  parts: as for `integrals`."""
    work = Work.of(units)
    graph, h = full.chart.graph.fresh(), len(limit)
    variables = _variables(graph, full)
    functions = graph.copy([f.function for f in known])
    chosen = first_independent(graph, functions, variables, h)
    proved = [known[i] for i in chosen]
    if len(proved) == h:
        return tuple(proved)
    rows = [graph.copy(full.form(l)) for l in independent]
    forms = rows if h == len(independent) else [graph.copy(form) for form in limit]
    functions = graph.copy([f.function for f in proved])
    from nonholo.geometry.integrals.involutive import search

    for method, f in search(forms, variables, functions, work):
        checked = _new_integral(rows, variables, functions, f, work, d)
        record = checked and _record_of(full, independent, checked, method)
        if record and _defined_on(record, parts):
            functions.append(f)
            proved.append(record)
        if len(proved) == h or work.over:
            break
    return tuple(proved)


def _defined_on(integral: FirstIntegral, parts: Sequence[Sequence[Values]]) -> bool:
    """The function, and what shows that it is constant, has values on each part of f = 0: log(y) -
    z/(x*y) says nothing where x*y = 0.
    """
    nodes = [integral.function, *(c for _, c in integral.combination)]
    return all(defined_at_one(nodes, points) for points in parts)


def _record_of(full: Pfaffian, independent: Sequence[int], proved, method: str) -> FirstIntegral:
    """The record in the graph of the rows."""
    f, c, decision = proved
    graph = full.chart.graph
    (f,), c = graph.copy([f]), graph.copy(c)
    return FirstIntegral(
        f, tuple((l, e) for l, e in zip(independent, c) if not e.is_zero), method, decision
    )


def _new_integral(
    rows, variables, functions: Sequence[Expr], f: Expr, work: Work, d: Distribution | None
):
    """(f, c, decision) with df = sum_l c_l w_l proved, if f is independent of the functions
    known; else None.
    """
    try:
        tried = first_independent(f.graph, [*functions, f], variables, len(rows))
        if len(tried) == len(functions):
            return None
        slopes = [f.diff(x) for x in variables]
        pivots = echelon(f.graph, rows).pivots
        c = solve(
            f.graph, transpose([[w[j] for j in pivots] for w in rows]), [slopes[j] for j in pivots]
        )
        proved = None if c is None else _proved(f, c, rows, variables, work)
        return proved if proved or c is None or d is None else _along(d, f, c, work)
    except (OutOfReach, ZeroDivisionError):
        return None


def _along(d: Distribution, f: Expr, c: Sequence[Expr], work: Work):
    """f, c and the decision, if X_J f = 0 on the distribution is proved: df is then the
    combination c solved for.
    """
    (there,) = d.chart.graph.copy([f])
    decision = _all_zero((d.X(J, there) for J in range(d.m + 1)), work)
    return (f, c, decision) if decision.answer and decision.proved else None


def _all_zero(nodes: Iterable[Expr], work: Work) -> Decision:
    """All vanish identically, decided within the budget."""

    def decided(e: Expr) -> Decision:
        return (
            LATE
            if work.longer(BUDGETS.least).over
            else decide_zero(e, min(BUDGETS.settling, work.left))
        )

    return combined(map(decided, nodes))


def _variables(graph: Graph, rows: Pfaffian) -> list[Expr]:
    new_chart = chart(graph, rows.chart.names, rows.chart.t.args)
    return [new_chart.t, *new_chart.q]
