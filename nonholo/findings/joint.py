"""The verdict on the rows of a case: by brackets, at the numbers of its parameters, on the set
where f = 0.

What brackets say of generic points of the whole space is carried to that set at exact points of it
(`geometry.level_set`); where it does not hold there, the rows are judged with f = 0 put in, part by
part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from nonholo.decide.on_set import told_box
from nonholo.decide.zero import Decision
from nonholo.errors import ContradictoryConstraints, OutOfReach, SingularPivot
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import assumption
from nonholo.findings.sampled import large_check, parts_of
from nonholo.findings.verdict import OnSet, Verdict, VerdictWord, bounds_of, word_of
from nonholo.geometry.constraints.pfaffian import (
    Pfaffian,
    Redundant,
    independent_at,
    independent_rows,
    nonzero,
)
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.geometry.flag.at_numbers import distribution_at, grows_alike
from nonholo.geometry.flag.enclosed_points import generic_at, shown_near
from nonholo.geometry.flag.flag import Closure, Growth, closure
from nonholo.geometry.flag.local import growth_at
from nonholo.geometry.flag.piecewise import kinks
from nonholo.geometry.flag.regions import all_seen, regions
from nonholo.geometry.level_sets.enclosed import enclosed_point
from nonholo.geometry.level_sets.points import Values
from nonholo.geometry.survey import rows_span
from nonholo.linear.elimination import vanishes
from nonholo.readers.case import Case
from nonholo.readers.on_levels import (
    at_part,
    declared_on_part,
    has_rank,
    keeps_rank,
    on_part,
    question,
    says_more,
    set_of,
)
from nonholo.readers.own import own_copy
from nonholo.words.sentence import Sentence, say, together
from nonholo.work import BUDGETS
from nonholo.writing.verdicts import SAID

if TYPE_CHECKING:
    from nonholo.geometry.level_sets.level_set import LevelSet, Part
    from nonholo.geometry.level_sets.sheets import Sheet

APART = say("the set where the holonomic constraints hold falls into parts with different answers")
NOTHING, RELATIONS, ALL = range(3)  # what a point of f = 0 shows of generic values
MOST_STEPS = 24  # rows that are judged for the remainders of whole numbers
STEPS = say("at the points of f = 0 that were looked at, brackets grow in other steps than off it")
CROSSING = say("parts of the set f = 0 meet there, or none is known to hold the point")
FOR_OTHER_PARTS = say(
    "on the part through that point; the holonomic constraints could not be solved for "
    "coordinates, and whether f = 0 has other parts is open"
)
OPEN = say("what holds on the set f = 0 is open: ")


@dataclass(frozen=True, slots=True)
class Judged:
    """Rows of a case and what brackets say of them.

    case: with the rows that were judged; generic: the closure for generic parameters where it
    differs from that at the given numbers.
    """

    case: Case
    full: Pfaffian
    rows: Pfaffian
    retained: tuple[int, ...]
    redundant: tuple[Redundant, ...]
    distribution: Distribution
    closure: Closure
    generic: Closure | None = None

    @property
    def answer(self) -> tuple:
        """What two parts of a set must share to be said in one breath."""
        growth = self.closure.growth
        return self.rows.k, self.closure.relations, growth.vector, growth.space

    @property
    def verdict(self) -> VerdictWord:
        bounds = bounds_of(self.closure.relations, self.rows.k)
        return word_of(self.case, self.rows.k, bounds)


def judge(case: Case, wish: Sequence[str], units: int = BUDGETS.brackets) -> Judged:
    """The rows of a case as they are.

    Raises ContradictoryConstraints, SingularPivot.
    """
    full = case.system.pfaffian
    try:
        rows, retained, redundant = independent_rows(full)
    except ContradictoryConstraints:
        return _at_given_numbers(case, wish, units)
    d = distribution(rows, wish, case.place)
    generic = _closure(case, d, units)
    special = _special(case, full, d, generic, wish, units)
    if special is not None:
        return replace(special, generic=generic)
    closed = _with_proof(case, rows, generic, units)
    return Judged(case, full, rows, retained, redundant, d, closed)


def _at_given_numbers(case: Case, wish: Sequence[str], units: int) -> Judged:
    """Rows that contradict each other for letters need not for the numbers of a case: 1 = 0 and
    a = 0.

    Raises ContradictoryConstraints, SingularPivot.
    """
    full = case.system.pfaffian.subs(case.system.values)
    rows, retained, redundant = independent_rows(full)
    d = distribution(rows, wish, case.place)
    there = replace(case, system=replace(case.system, pfaffian=full))
    closed = _with_proof(there, rows, _closure(there, d, units), units)
    return Judged(there, full, rows, retained, redundant, d, closed)


def judge_on_set(case: Case, wish: Sequence[str], units: int) -> tuple[Judged, OnSet | None]:
    """The rows of a case on the set where its holonomic constraints hold, and what is known of that
    set.

    Raises ContradictoryConstraints, SingularPivot.
    """
    level_set = set_of(case, wish)
    if level_set is None:
        return judge(case, wish, units), None
    known = (
        (level_set.here,)
        if level_set.here is not None and not level_set.complete
        else level_set.parts
    )
    plain, problem = _as_given(case, known, level_set, wish, units)
    shown = _shown(plain, known, units)
    points = tuple(p for part in known for p in part.points[:1])
    if plain is not None and shown == ALL:
        return plain, OnSet(level_set, points, words=_where_it_holds(level_set))
    made, refused = _judged_parts(
        case, [p for p in known if p.sheet is not None], level_set, wish, units
    )
    if made:
        judged, where = _chosen(made, level_set)
        return _in_graph_of(case, judged, where, wish, units), where
    failed = refused or problem
    if failed is not None and (plain is None or level_set.complete):
        raise failed
    assert plain is not None  # else there was a problem
    if shown == RELATIONS:
        return _without_growth(plain), OnSet(level_set, points, words=_where_it_holds(level_set))
    return _open(plain, level_set, wish, units)


def _shown(plain: Judged | None, known: Sequence[Part], units: int) -> int:
    """What all known parts show of the rows as given."""
    if plain is None or not known:
        return NOTHING
    regular = keeps_rank(plain.rows, known[0], (), plain.case.nominal)
    if not regular and known[0].sheet is not None:
        return NOTHING
    if not regular:
        return ALL if _generic_near(plain, known[0], units) else NOTHING
    return min(carries(plain, part, units) for part in known)


def _as_given(
    case: Case, known: Sequence[Part], level_set: LevelSet, wish, units
) -> tuple[Judged | None, Exception | None]:
    """The rows as given, for generic values of f; looked at from a point of the set."""
    try:
        return judge(at_part(case, known[0], level_set) if known else case, wish, units), None
    except (ContradictoryConstraints, SingularPivot) as error:
        return None, error


def carries(judged: Judged, part: Part, units: int) -> int:
    """What points of the part show of generic points of the space: rank and growth, h, nothing.

    Where as many directions are reached at a point as generically, h is the generic one, though the
    brackets may be other ones.
    """
    growth, rows, h = judged.closure.growth, judged.rows, judged.closure.relations
    if h is None:
        return NOTHING
    if all(f is not None for f in rows.functions):
        return ALL if any(has_rank(rows, point) for point in part.points) else NOTHING
    limit = rows.chart.n + (rows.space == "tq") - h
    shown, left = NOTHING, list(part.points)
    for most in (BUDGETS.soon, BUDGETS.at_point):  # one point is enough: first what is soon seen
        asked, left = left, []
        for point in asked:
            vector = _dimensions_at(rows, point, limit, growth, min(units, most))
            if vector == growth.vector:
                return ALL
            if vector and vector[-1] == limit:
                shown = RELATIONS
            else:
                left.append(point)
    return ALL if part.sheet is None and _generic_near(judged, part, units) else shown


def _generic_near(judged: Judged, part: Part, units: int) -> bool:
    """Rank and growth are generic at a point that is joined to one of the part."""
    d, growth = judged.distribution, judged.closure.growth
    functions = [f for f in judged.rows.functions if f is not None]
    return growth.complete and any(
        shown_near(d, growth, functions, point, units) for point in part.points
    )


def _dimensions_at(
    rows: Pfaffian, point: Values, limit: int, growth: Growth, units: int
) -> tuple[int, ...]:
    """The dimensions that are reached at a point; nothing where rank is lost."""
    configuration = {s: point[s] for s in (*rows.chart.q, rows.chart.t)}
    letters = {s: v for s, v in point.items() if s not in configuration}
    try:
        return growth_at(rows.subs(letters), configuration, limit, units, generic=growth).vector
    except (OutOfReach, SingularPivot, ZeroDivisionError):
        return ()


def _without_growth(judged: Judged) -> Judged:
    """h is known, the steps in which brackets grow are not."""
    growth = judged.closure.growth
    open_ = Decision(None, reason=STEPS)
    return replace(
        judged,
        closure=replace(
            judged.closure,
            growth=replace(growth, vector=growth.vector[:1], complete=False, evidence=open_),
            by=judged.closure.evidence,
        ),
    )


def _judged_parts(
    case: Case, parts: Sequence[Part], level_set: LevelSet, wish, units
) -> tuple[list[tuple[Part, Judged]], Exception | None]:
    """Every part that can move, judged with f = 0 put in; in a graph of its own where what is
    declared says something else on each.
    """
    made, refused = [], None
    for part in parts:
        try:
            if len(parts) > 1 and says_more(case, part):
                copied = own_copy(case)
                there = part.over(copied.system.chart.graph)
                judged = judge(
                    on_part(declared_on_part(copied, there), there, level_set), wish, units
                )
            else:
                judged = judge(on_part(case, part, level_set), wish, units)
            made.append((part, judged))
        except ContradictoryConstraints as error:
            refused = error
    return made, refused


def _in_graph_of(case: Case, judged: Judged, where: OnSet, wish, units: int) -> Judged:
    """What was judged in a graph of its own, in that of the case, which knows then what is declared
    on that part.
    """
    part = where.solved
    if part is None or judged.full.chart.graph is case.system.chart.graph:
        return judged
    there = declared_on_part(case, part)
    again = judge(on_part(there, part, where.level_set), wish, units)
    reason = judged.closure.growth.evidence.reason
    return undecided_because(again, reason) if judged.closure.relations is None else again


def _where_it_holds(level_set: LevelSet) -> str:
    """On which part of the set an answer holds, where others may exist."""
    return "" if level_set.complete else _on_part(level_set.parts[0].words, level_set.reason)


def _on_part(words: str, reason: str) -> Sentence:
    return say("on {part}; {reason}", part=words, reason=reason)


def _chosen(made: Sequence[tuple[Part, Judged]], level_set: LevelSet) -> tuple[Judged, OnSet]:
    """The answer of all parts, or that of the part with the initial configuration."""
    answers = {judged.answer for _, judged in made}
    part, judged = next(((p, o) for p, o in made if p is level_set.here), made[0])
    told = (
        tuple((p.words, o.verdict, o.closure.relations) for p, o in made) if len(made) > 1 else ()
    )
    where = OnSet(level_set, part.points[:1], part, told)
    if len(answers) == 1 and (level_set.complete or part is level_set.here):
        return judged, replace(
            where, words="" if level_set.complete else _on_part(part.words, level_set.reason)
        )
    if part is level_set.here:
        words = say("on {part}, where the initial configuration lies", part=part.words)
        return judged, replace(where, words=words)
    if len(answers) == 1:
        return undecided_because(judged, OPEN + level_set.reason), where
    said = together((together((w, ": ", SAID[v], f", h = {h}")) for w, v, h in told), "; ")
    reason = say(
        "{reason} ({parts}); an initial configuration chooses one", reason=APART, parts=said
    )
    return undecided_because(judged, reason), where


def _open(plain: Judged, level_set: LevelSet, wish, units) -> tuple[Judged, OnSet]:
    """No exact point of the set is known: differentials are holonomic on it whatever it is, and a
    point that is enclosed shows what holds on its part.
    """
    where, growth = OnSet(level_set, (), words=level_set.reason), plain.closure.growth
    known, asked = bool(level_set.parts) or level_set.complete, question(plain.case, wish)
    box = None if known else enclosed_point(asked)
    enclosed = told_box(box) if box else {}
    if _only_levels(plain):
        return plain, replace(where, enclosed=enclosed)
    if box and growth.complete and generic_at(plain.distribution, growth, box, units):
        return plain, replace(where, enclosed=enclosed, words=FOR_OTHER_PARTS)
    reason = say(
        "it was not solved for coordinates, and at the points found on it rank or growth are not "
        "those of most points"
    )
    why = level_set.reason or reason
    if not known and not asked.given:
        why = say("{why}; try an initial configuration, near which a point is looked for", why=why)
    return undecided_because(plain, OPEN + why), where


def _only_levels(judged: Judged) -> bool:
    """All rows are differentials of the levels, or combinations of them without poles, and none is
    lost on a region: abs(x) - x = 0 says nothing for x > 0."""
    levels = all(f is not None for f in judged.rows.functions)
    return levels and rows_span(judged.full) and _on_each_region(judged.full, judged.rows.k)


def _on_each_region(full: Pfaffian, rank: int) -> bool:
    steps = (f for row, f in zip(full.matrix, full.functions) if not any(nonzero(row)))
    if not all(f is None or f.is_zero for f in steps):
        return False  # sign(x) + sign(y) = 0 holds on quadrants, and has no slope
    told = regions(full)
    parted = told or kinks(full)
    return not parted or (all_seen(full, told) and all(s.rank == rank for s in told))


def undecided_because(judged: Judged, reason: str) -> Judged:
    """The same rows, of which brackets say nothing."""
    growth = judged.closure.growth
    return replace(
        judged,
        closure=Closure(
            replace(growth, complete=False, evidence=Decision(None, reason=reason)), None
        ),
    )


def joint(judged: Judged, bend: Decision, where: OnSet | None) -> Decision:
    """All curvature vanishes on the set?

    bend: of the rows that were judged.
    """
    if where is not None and judged.closure.relations is None:
        return Decision(None, reason=judged.closure.growth.evidence.reason)
    return bend


def _special(
    case: Case, full: Pfaffian, d: Distribution, generic: Closure, wish, units
) -> Judged | None:
    """The findings at the given numbers, if they differ from those of generic parameters."""
    values = {
        s: v
        for s, v in case.system.values.items()
        if any(e.has([s]) for row in full.matrix for e in row)
        or any(e.has([s]) for e in full.affine)
    }
    numbers = full.subs(values)
    if not values or (numbers.space == full.space and grows_alike(d, generic, values)):
        return None
    rows, retained, redundant = independent_rows(numbers)
    d_there = distribution(rows, wish if rows.k == d.k else (), case.place)
    there = closure(d_there, units)
    same = (rows.k, there.relations, there.growth.vector, numbers.space) == (
        d.k,
        generic.relations,
        generic.growth.vector,
        full.space,
    )
    return (
        None
        if same
        else Judged(
            case, numbers, rows, retained, redundant, d_there, _with_proof(case, rows, there, units)
        )
    )


def growth_on_part(
    case: Case, where: OnSet, point: Values, wish: Sequence[str], units: int
) -> Growth:
    """Growth at a point of f = 0, on the part that holds it.

    Raises SingularPivot.
    """
    here = [part for part in where.level_set.parts if part.sheet and _holds(part.sheet, point)]
    if len(here) != 1:
        rows = case.system.pfaffian
        first = max(0, rows.chart.n - rows.k + (rows.space == "tq"))
        return Growth((first,), rows.space, False, Decision(None, reason=CROSSING))
    judged = judge(on_part(case, here[0], where.level_set), wish, units)
    d, closed = judged.distribution, judged.closure
    rows = distribution_at(d, case.system.values).pfaffian
    rows = independent_at(judged.full.subs(case.system.values), rows, point)
    limit = d.m + (d.pfaffian.space == "tq") + d.k - (closed.relations or 0)
    generic = closed.growth if closed.growth.complete else None
    return growth_at(rows, point, limit, units, generic=generic)


def _holds(sheet: Sheet, point: Values) -> bool:
    """The point is one of the sheet."""
    try:
        return all(vanishes(e.subs(point) - point[s]) for s, e in sheet.values.items())
    except (OutOfReach, ZeroDivisionError):
        return False


def same_on_each_step(judged: Judged, steps: Mapping[Expr, int], units: int) -> bool:
    """Rank, h and growth are the same whatever the letters leave over when divided by their steps.

    steps: letter -> after how many whole numbers the coefficients are the same again.
    """
    graph, closed = judged.rows.chart.graph, judged.closure
    if prod(steps.values()) > MOST_STEPS:
        return False
    answer = judged.rows.k, closed.relations, closed.growth.vector
    for remainders in product(*map(range, steps.values())):
        further = [graph.symbol(f"{n}_", assumption(integer=True)) for n in steps]
        numbers = judged.full.subs(
            {
                n: remainder + N * j
                for (n, N), remainder, j in zip(steps.items(), remainders, further)
            }
        )
        rows = independent_rows(numbers)[0]
        there = closure(distribution(rows, (), judged.case.place), units)
        if (rows.k, there.relations, there.growth.vector) != answer:
            return False
    return True


def _closure(case: Case, d: Distribution, units: int) -> Closure:
    """The closure by brackets; where those are out of reach, all directions if points prove that
    they are spanned.
    """
    closed = closure(d, units)
    if closed.relations is not None:
        return closed
    try:
        there = at_random_points(case, units)
    except OutOfReach:
        return closed
    if there.relations != 0 or there.independent != d.k or not there.evidence.proved:
        return closed
    one, zero = d.chart.graph.one, d.chart.graph.zero
    every = tuple(tuple(one if i == l else zero for i in range(d.k)) for l in range(d.k))
    return Closure(there.growth or closed.growth, 0, every)


def _with_proof(case: Case, rows: Pfaffian, closed: Closure, units: int) -> Closure:
    """The closure with a proof from one point, where the brackets gave none and linear algebra
    there is enough; h alone is proved where no more is left than the holonomic functions.
    """
    if closed.relations is None or closed.growth.evidence.proved:
        return closed
    try:
        there = at_random_points(case, units)
    except OutOfReach:
        return closed
    assert there.closure is not None  # random points always give one
    growth = there.closure.growth
    same = (there.relations, growth.vector) == (closed.relations, closed.growth.vector)
    if same and there.evidence.proved and growth.evidence.proved:
        return replace(closed, growth=replace(closed.growth, evidence=growth.evidence))
    held = sum(f is not None for f in rows.functions)
    only = closed.relations == there.proved[1] == held
    return replace(closed, by=Decision(True, "modular")) if only else closed


def at_random_points(case: Case, units: int) -> Verdict:
    """What random points alone say of the rows as they are, for generic values of holonomic
    functions.
    """
    return large_check(case, parts_of(case, units), 0)
