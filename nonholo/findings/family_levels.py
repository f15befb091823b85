"""Families on f = 0: the set is described by the coordinates that the levels leave, and by angles.

    f(q, t) = a (q_l - g(q_I, t)), a not 0:     q_l = g, q_l' = dg/dt put into all that is given

The levels count as relations: k and h are greater by their number.  Without coordinates that they
can be solved for nothing is judged, for the answer could be another one on each branch; but the
constraints are where scaling carries |q| = 1 to all |q| = R."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nonholo.dynamics.by_angles import ByAngles, Round, by_angles
from nonholo.dynamics.eliminated import Eliminated, eliminated
from nonholo.errors import NotApplicable, OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import ANY, assumption, both, range_of
from nonholo.expression.text import text
from nonholo.findings.family import divisors
from nonholo.findings.family_waves import waves_first
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.families.conditions import conditions
from nonholo.geometry.flag.piecewise import on_domain
from nonholo.geometry.level_sets.declared import (
    declared_of,
    nothing_inside,
    place_inside,
    state_on,
)
from nonholo.geometry.level_sets.scaled import as_rows, carried_by_scaling
from nonholo.readers.case import Case
from nonholo.readers.own import own_copy
from nonholo.words.sentence import say, together
from nonholo.work import BUDGETS, Work


def with_values(case: Case) -> Case:
    """The case in a graph of its own, where it is assumed that nothing is 0 by which levels are
    divided as they are written: solutions may have values where these have none."""
    case = waves_first(own_copy(case))
    functions, graph = case.system.holonomic, case.system.chart.graph
    below = divisors(functions, case.system.chart.parameters(functions))
    for e in below:
        graph.stated[e] = both(graph.stated.get(e, ANY), assumption(nonzero=True))
    graph.ranges.clear()
    assumed = (*case.system.assumptions, *(f"{text(e)} != 0" for e in below))
    return replace(case, system=replace(case.system, assumptions=assumed))


@dataclass(frozen=True, slots=True)
class OnLevels:
    """A case on f = 0.

    given: the case; case: without the coordinates that its levels determine, and with angles; the
    given one if there are no levels; rows: the numbers of the given rows that it keeps; solved:
    (level, coordinate that it is solved for), one after the other, but for those that angles stand
    for; turned: levels that are sums of squares, which angles stand for after those that are
    solved, with the coordinates that these are solved for; in_angles: what coordinates are in
    angles; poles: where one of these vanishes the angles are no coordinates.
    """

    given: Case
    case: Case
    rows: tuple[int, ...]
    solved: tuple[tuple[int, str], ...] = ()
    turned: tuple[Round, ...] = ()
    in_angles: Mapping[Expr, Expr] = field(default_factory=dict)
    poles: tuple[Expr, ...] = ()

    @property
    def told(self) -> tuple[str, ...]:
        """What coordinates are in angles, and where these are none."""
        told = [f"{q} = {text(g)}" for q, g in self.in_angles.items()]
        if not told:
            return ()
        ends = say(" or ").join(f"{text(e)} = 0" for e in self.poles)
        words = (say("on f = 0: {values}", values=", ".join(told)),)
        return (*words, say("nothing is said of where {ends}", ends=ends)) if ends else words

    def counted(
        self, rank: int, relations: int, integrable: tuple[bool | None, ...]
    ) -> tuple[int, int, tuple[bool | None, ...]]:
        """Rank, relations and which rows are integrable alone, for all given rows.

        rank, relations, integrable: of the rows that are left on the set; one that vanishes there
        is integrable."""
        alone = iter(integrable)
        numbers = range(self.given.system.pfaffian.k)
        told = tuple(next(alone) if l in self.rows else True for l in numbers)
        return rank + self.levels, relations + self.levels, told

    @property
    def levels(self) -> int:
        """How many holonomic constraints determine coordinates."""
        return len(self.solved) + len(self.turned)


def on_levels(case: Case) -> OnLevels:
    """The case without the coordinates that its holonomic constraints determine; itself if there
    are none.  Its graph knows then what is declared of those.  Raises NotApplicable."""
    if not case.system.holonomic:
        return OnLevels(case, case, tuple(range(case.system.pfaffian.k)))
    smaller, larger = _solved(case)
    chart, values = larger.system.chart, dict(smaller.solved)
    slacks = [case.slack(told).subs(values) for told in case.system.inequalities]
    if place_inside(chart, values, {}, slacks) is None:
        told = nothing_inside(chart, case.system.inequalities)
        raise NotApplicable(together((case.title, ": ", told)))
    state_on(chart, values)
    names = smaller.system.chart.names
    dependent = tuple(name for name in case.dependent if name in names)
    system = replace(smaller.system, pfaffian=on_domain(smaller.system.pfaffian))
    solved = [(larger.rows[l], q) for l, (q, _) in zip(smaller.levels, smaller.solved)]
    turned = [some.row for some in larger.rounds]
    angles = [b for some in larger.rounds for b in some.angles]
    ends = [e.subs(values) for some in larger.rounds for e in some.poles]
    return OnLevels(
        case,
        replace(case, system=system, dependent=dependent),
        tuple(larger.rows[l] for l in smaller.rows),
        tuple((row, str(q)) for row, q in solved if row not in turned),
        tuple(
            replace(some, coordinates=tuple(q for row, q in solved if row == some.row))
            for some in larger.rounds
        ),
        {q: g for q, g in values.items() if g.has(angles)},
        tuple(e for e in ends if e.has([*chart.q, chart.t]) and not _nonzero(e)),
    )


def carried_levels(case: Case) -> Case | None:
    """The case with df = 0 in the place of f = 0, where scaling carries the levels to those near
    them: what is asked of the constraints at almost all configurations has the same answer."""
    full, work = case.system.pfaffian, Work.of(BUDGETS.letters)
    if declared_of(full.chart) or case.system.inequalities:  # which scaling need not keep
        return None
    try:
        carried = carried_by_scaling(full, work)
    except OutOfReach:
        return None
    return replace(case, system=replace(case.system, pfaffian=as_rows(full))) if carried else None


def _solved(case: Case) -> tuple[Eliminated, ByAngles]:
    """The system without the coordinates that levels determine, and with those of angles."""
    larger = by_angles(case.system, (*case.system.pfaffian.labels, *case.letters))
    smaller = eliminated(larger.system)
    if smaller is None or any(not f.is_zero for f in smaller.unsolved) or smaller.conditions:
        left = smaller.unsolved if smaller else case.system.holonomic
        raise NotApplicable(
            say(
                "{name}: {equation} = 0 is solved for no coordinate on the whole set, so families "
                "on it are not judged; describe the set by other coordinates, such as an angle",
                name=case.title,
                equation=text((*left, *case.system.holonomic)[0]),
            )
        )
    for factor in _divided(larger, smaller):
        raise NotApplicable(
            say(
                "{name}: f = 0 is solved for a coordinate only where {factor} is not 0; say "
                "so of its parameters (nonzero, positive), or write f in another way",
                name=case.title,
                factor=text(factor),
            )
        )
    return smaller, larger


def _divided(larger: ByAngles, smaller: Eliminated) -> list[Expr]:
    """What must not be 0."""
    chart, functions = larger.system.chart, larger.system.holonomic  # the first among the rows
    slopes, put = [some.factor for some in larger.rounds], dict[Expr, Expr]()
    for l, (q, _) in zip(smaller.levels, smaller.solved):
        f = functions[l].subs(put)  # with what was solved before
        slopes.append(f.diff(q))
        g = -f.subs({q: chart.graph.zero}) / slopes[-1]
        put = {other: e.subs({q: g}) for other, e in put.items()} | {q: g}
    nodes = [*(g for _, g in smaller.solved), *(slope**-1 for slope in slopes)]
    factors = [e for e in divisors(nodes, chart.parameters(nodes)) if not _nonzero(e)]
    radii = (some.radius.subs(dict(smaller.solved)) for some in larger.rounds)
    return factors + [e for r in radii if not _nonzero(r) for e in _everywhere(chart, r)]


def _nonzero(e: Expr) -> bool:
    return range_of(e).nonzero


def _everywhere(chart: Chart, r: Expr) -> tuple[Expr, ...]:
    """What is 0 for some letters if r is everywhere; none if r never is."""
    told = conditions([r], [*chart.q, chart.t], Work.of(BUDGETS.letters), _nonzero)
    never = any(e.is_number or _nonzero(e) for e in told.equations)
    if told.special or told.mixed:
        return (r,)
    return () if never else told.equations[:1] or (r,)
