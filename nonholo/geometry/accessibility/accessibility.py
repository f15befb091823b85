"""Which configurations can be reached from which, and by what theorem.

Catastatic scleronomic sets: every configuration from every other if the brackets of the admissible
fields span at every point (Chow1939, Rashevskii1938), or at one point of each orbit (`orbits`); so
do those that paths join across what lies between them. With a drift (affine sets) that is not
enough: brackets that span space-time give strong accessibility, inner points of the set reached at
one later time (SussmannJurdjevic1972), and no way back. Proved there are linear sets by Kalman's
rank, with t too (SilvermanMeadows1967), where coordinates have no bounds, a drift that fast
coordinates lead everywhere (see `steered`), and as refutations a coordinate that can only grow, or
pass a value in one direction (see `drift`). And sets whose fields without drift, those of each
single time, reach everything alone: a path of theirs whose end has inner points among its
neighbours' ends is run through in a time as short as one likes, in which a drift does as little as
one likes, and what depends on t hardly changes; so the ends still cover a neighbourhood (Brouwer),
and Jurdjevic1997 has it for a drift that rests.
A surface to which all fields are tangent can be neither entered nor left (the flow of a field is
unique).  h > 0 confines the motion to a leaf, unless leaves meet: through points where the rank
drops a path can pass from one to another (`contraction`), and then f = 0 alone confines it.  Where
the closure has the same dimension everywhere, the leaf is one orbit (Chow-Rashevskii on the
leaf)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from nonholo.expression.graph import DIVISION, OPAQUE, Expr, ordered
from nonholo.expression.ranges import convex, range_of, unbounded
from nonholo.expression.text import text
from nonholo.geometry.accessibility.drift import one_way, threshold
from nonholo.geometry.accessibility.kept import always_constant, constant_inside, kept_throughout
from nonholo.geometry.accessibility.lipschitz import rough
from nonholo.geometry.accessibility.orbits import crossings, in_lowest_terms, one_orbit
from nonholo.geometry.accessibility.spanning import FEW_ROWS, spans_everywhere
from nonholo.geometry.accessibility.steps import spans_in_steps
from nonholo.geometry.accessibility.straightened import straightened
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries
from nonholo.geometry.distribution.condition import regular_everywhere
from nonholo.geometry.distribution.distribution import Distribution, split
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.geometry.flag.flag import Closure
from nonholo.geometry.flag.piecewise import kinks
from nonholo.geometry.flag.strata import Strata
from nonholo.geometry.zeros.branches import angles_of
from nonholo.geometry.zeros.domain import analytic_everywhere
from nonholo.geometry.zeros.signs import never_vanishes, smooth_everywhere
from nonholo.geometry.zeros.zeros import periodic
from nonholo.linear.elimination import determinant, dot, echelon, transpose
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

MOST_SPLITS = 6  # of which other coordinates are made
NOTHING = Strata(None)  # nothing is known of the strata


@dataclass(frozen=True, slots=True)
class Accessibility:
    """answer: every configuration from every other, or not, or open; by: the theorem or what is
    missing.

    leaf: the dimension of the leaves that hold the motion, n - h (n + 1 - h in (t, q)), None if h
    is open; where leaves can meet that of f = 0, or of the set where `held` are constant, n where
    paths lead from each to all others; within:
    on a leaf every configuration can be reached from every other, if proved; strong: near most
    configurations those reached at one later time have inner points (SussmannJurdjevic1972), for
    sets that live in (t, q); meeting: why leaves can meet, empty if they do not; held: functions
    that every motion keeps there too."""

    answer: bool | None
    by: str
    leaf: int | None = None
    within: bool = False
    strong: bool = False
    meeting: str = ""
    held: tuple[Expr, ...] = ()


def accessibility(
    d: Distribution,
    generic: Closure,
    singular: Sequence[Expr] | None,
    known: Strata = NOTHING,
    partial: bool = False,
    given: Pfaffian | None = None,
) -> Accessibility:
    """Can every configuration be reached from every other, and by which theorem?

    generic: the generic closure; singular: where all rows lose rank, None if that was not found;
    known: the strata; partial: what was written is not defined everywhere, though the coefficients
    are; given: all rows, those of `d` and redundant ones.
    References: Rashevskii1938, Chow1939, SussmannJurdjevic1972.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> from nonholo.geometry.flag.flag import closure
    >>> d = distribution(nh.constraints("dz = y dx").system.pfaffian, ["z"])
    >>> accessibility(d, closure(d), singular=()).by
    'Chow-Rashevskii: the brackets span at every point'
    >>> pair = nh.constraints("dz = y dx", "dx + dy = 0").system.pfaffian
    >>> d = distribution(pair)
    >>> access = accessibility(d, closure(d), singular=())
    >>> access.answer, access.leaf
    (False, 1)
    """
    if generic.relations is None:
        return Accessibility(None, say("the involutive closure is undecided"))
    timed = d.pfaffian.space == "tq"
    meeting = _meeting(d, generic.relations, singular)
    holding = _levels(d) if meeting and _levels(d) else generic.relations
    narrower = _narrower(d, given)
    written = (*d.pfaffian.matrix, d.pfaffian.affine)
    smooth = not (partial or narrower) and smooth_everywhere(_doubtful(written), d.chart)
    across = given is None or given.k == d.k or bool(singular)
    answer = _answer(d, generic, meeting, known, smooth, partial, narrower, across)
    if answer.answer is None and not (timed or partial or given is None):
        answer = _through(given, known) or answer
    leaf = d.chart.n + timed - (0 if answer.answer else holding)
    within = not timed and smooth and known.regular and known.everywhere
    if answer.answer and not convex([*d.chart.q, d.chart.t]):
        within = False
        answer = Accessibility(
            None, say("what is assumed of coordinates may part the configurations")
        )
    strong = timed and smooth and not generic.relations and generic.growth.evidence.proved
    return replace(
        answer,
        leaf=leaf,
        within=within and not meeting and generic.growth.evidence.proved,
        strong=strong,
        meeting=meeting,
    )


def held_by(known: Accessibility, d: Distribution, functions: Sequence[Expr]) -> Accessibility:
    """The same, once first integrals were found: where leaves meet, what every motion keeps holds
    it all the same.

    functions: those that were found, of coordinates and t.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> from nonholo.geometry.flag.flag import closure
    >>> d = distribution(nh.constraints("x dx + y dy = 0").system.pfaffian)
    >>> x, y = d.chart.q
    >>> known = accessibility(d, closure(d), singular=None)
    >>> known.answer, held_by(known, d, [x**2 + y**2]).answer
    (None, False)
    """
    if not known.meeting:
        return known
    held = kept_throughout(d.pfaffian, functions, constant=_constant)
    if len(held) == _levels(d):
        return known
    leaf = d.chart.n + (d.pfaffian.space == "tq") - len(held)
    why = say("{f} is the same along every motion", f=held[-1])
    return replace(known, answer=False, by=why, leaf=leaf, held=held)


def _constant(rows: Pfaffian, f: Expr) -> bool:
    return always_constant(rows, f) or constant_inside(rows, f)


def _narrower(d: Distribution, given: Pfaffian | None) -> Pfaffian | None:
    """All rows, if the redundant ones lack values somewhere: there is no configuration."""
    if given is None or given.k == d.k:
        return None
    told = set(d.pfaffian.matrix)
    others = [row for row in given.matrix if row not in told]
    return None if smooth_everywhere(_doubtful(others), d.chart, ("log",)) else given


def _doubtful(written: Iterable[Iterable[Expr]]) -> list[Expr]:
    """Coefficients that may lack a value or a slope somewhere."""
    return [e for row in written for e in row if e.doubt & (DIVISION | OPAQUE)]


def _jumps(d: Distribution) -> bool:
    """A coefficient holds sign(...), or atan2(y, x) where y = 0, x < 0 is not excluded."""
    nodes = ordered(e for row in d.pfaffian.matrix for e in (*row, *d.pfaffian.affine))
    return any(node.kind == "function" and _jump(*node.args) for node in nodes)


def _jump(name: str, args: Sequence[Expr]) -> bool:
    if name != "atan2":
        return name == "sign"
    y, x = args
    return not (range_of(y).nonzero and _of_one_sign(y)) and not range_of(x).not_negative


def _of_one_sign(e: Expr) -> bool:
    return range_of(e).not_negative or range_of(e).not_positive


def _bent(d: Distribution) -> bool:
    """The coefficients are put together from pieces of the configurations."""
    return any(u.has([*d.chart.q, d.chart.t]) for u in kinks(d.pfaffian))


def _levels(d: Distribution) -> int:
    """How many of the rows are those of holonomic constraints."""
    return sum(f is not None for f in d.pfaffian.functions)


def _meeting(d: Distribution, relations: int, singular: Sequence[Expr] | None) -> str:
    """Why leaves can meet; empty if they do not, as where f = 0 is all that confines the motion."""
    if relations <= _levels(d):
        return ""
    if _jumps(d):
        return say("the coefficients jump where a sign changes, and there leaves can meet")
    if relations < d.k and _bent(d):  # where a slope jumps, so do the brackets
        return say("the brackets jump where a sign changes, and there leaves can meet")
    if rough(d.pfaffian):
        return say("leaves can meet where a root in the coefficients vanishes")
    return "" if singular == () else say("leaves can meet where the rank drops")


def _answer(
    d: Distribution,
    generic: Closure,
    meeting: str,
    known: Strata,
    smooth: bool,
    partial: bool,
    narrower: Pfaffian | None,
    across: bool,
) -> Accessibility:
    """narrower: all rows, where the redundant ones may lack values; across: where the rows lose
    rank all rows do, as far as that is known.
    """
    if generic.relations:
        return _confined(d, meeting)
    if not d.k:
        return Accessibility(True, say("no constraints"))
    if not smooth:
        return _not_smooth(d, partial, narrower)
    if known.invariant:
        return Accessibility(
            False, say("{f} = 0 can be neither entered nor left", f=known.invariant[0])
        )
    if d.pfaffian.space == "q":
        if (
            (known.regular and known.everywhere)
            or spans_in_steps(d.pfaffian, Work.of(BUDGETS.accessibility))
            or (
                (known.regular or (known.singular is None and not known.lost))
                and not _slower_somewhere(d, generic, known)
                and spans_everywhere(d.pfaffian, d.dependent)
            )
        ):
            return Accessibility(True, say("Chow-Rashevskii: the brackets span at every point"))
        count = crossings(d.pfaffian, d.dependent, across)
        if count is not None:
            return Accessibility(
                True,
                say(
                    "admissible paths lead from every point to where the brackets span, some "
                    "across points where the rank drops"
                )
                if count
                else say("admissible fields lead from every point to where the brackets span"),
            )
        return Accessibility(
            None,
            say("the brackets span at generic points; that they do at every point was not proved"),
        )
    told = _with_drift(d)
    return told if told.answer is not None else _straightened(d) or told


def _not_smooth(d: Distribution, partial: bool, narrower: Pfaffian | None) -> Accessibility:
    if (
        d.pfaffian.space == "tq"
        and regular_everywhere(d)
        and (told := _moves_one_way(d, smooth=False))
    ):
        return told
    everywhere = not (partial or narrower)
    if everywhere and d.pfaffian.space == "tq" and _is_steered(d):
        return _led()
    from nonholo.geometry.accessibility.kinks import crosses_kinks
    from nonholo.geometry.accessibility.own_domain import one_inside

    if everywhere and d.pfaffian.space == "q" and crosses_kinks(d.pfaffian, d.dependent):
        return Accessibility(
            True, say("each piece of the coefficients is one orbit, and paths cross between them")
        )
    if d.pfaffian.space == "q" and one_inside(d.pfaffian, partial, narrower):
        return Accessibility(
            True,
            say("Chow-Rashevskii where the coefficients have values, and from its border inwards"),
        )
    if everywhere and smooth_everywhere(entries(d.pfaffian), d.chart, ("log",)):
        return Accessibility(
            None, say("that paths cross where abs and sign change everywhere was not proved")
        )
    return Accessibility(
        None, say("coefficients with poles or special functions part the configurations")
    )


def _slower_somewhere(d: Distribution, generic: Closure, known: Strata) -> bool:
    """Somewhere it takes longer brackets than generically, of which `spans_everywhere` forms
    none for so many rows.
    """
    return d.k > FEW_ROWS and any(
        s.growth is not None and s.growth.degree > generic.growth.degree for s in known.strata
    )


def _through(given: Pfaffian, known: Strata) -> Accessibility | None:
    """By paths into points where fewer conditions hold, such as where the rank drops."""
    points = [s.at for s in known.strata if s.growth is None and _are_numbers(s.at.values())]
    from nonholo.geometry.accessibility.contraction import joined_inside

    where = joined_inside(given, points)
    if where is None:
        return None
    equations = ", ".join(f"{text(f)} = 0" for f in where)
    return Accessibility(
        True,
        say(
            "admissible paths lead from every point to where {equations}, and there to each other",
            equations=equations,
        ),
    )


def _are_numbers(values: Iterable[Expr]) -> bool:
    return not any(v.support for v in values)


def _confined(d: Distribution, meeting: str) -> Accessibility:
    """h > 0: a leaf, unless leaves can meet; the level of a holonomic f is fixed anyway."""
    if not meeting:
        return Accessibility(False, say("the motion stays on a leaf"))
    if _levels(d):
        return Accessibility(False, say("f = 0 holds the motion, but in it {why}", why=meeting))
    return Accessibility(None, say("a leaf holds the motion, but {why}", why=meeting))


def _moves_one_way(d: Distribution, smooth: bool) -> Accessibility | None:
    """A coordinate whose rate holds no free velocity and has one sign, where coefficients bend
    too; that it never vanishes is enough where they are smooth.  An angle comes back.
    """
    turning: list[str] = []
    for l, row in zip(d.dependent, d.alpha):
        alone = not row[0].is_zero and all(e.is_zero for e in row[1:])
        if alone and (one_way(row[0]) or (smooth and never_vanishes(row[0], d.chart))):
            if d.chart.q[l] not in _angles(d.pfaffian):
                return Accessibility(
                    False, say("{name} can only move one way", name=d.chart.names[l])
                )
            turning.append(d.chart.names[l])
    if not turning:
        return None
    return _round(d) or Accessibility(
        None,
        say("{name} can only move one way, but comes back after whole turns", name=turning[0]),
    )


def _is_steered(d: Distribution) -> bool:
    from nonholo.geometry.accessibility.steered import steered

    return steered(d)


def _round(d: Distribution) -> Accessibility | None:
    from nonholo.geometry.accessibility.steered import comes_round

    th = comes_round(d, _angles(d.pfaffian))
    if th is None:
        return None
    return Accessibility(
        True,
        say(
            "coordinates that move as fast as one likes wait until {name} has come round, whole "
            "turns of which count as none",
            name=th,
        ),
    )


def _angles(rows: Pfaffian) -> set[Expr]:
    """Coordinates of which two whole turns change nothing in the rows, as of th in cos(th/2)."""
    nodes = entries(rows)
    turning = angles_of(nodes, rows.chart)
    return {s for s in turning if all(periodic(node.subs({s: 2 * s}), s) for node in nodes)}


def _with_drift(d: Distribution) -> Accessibility:
    regular = regular_everywhere(d)
    if regular and (told := _moves_one_way(d, smooth=True)):
        return told
    passed = threshold(d) if regular else None
    if passed is not None:
        name, value = passed
        return Accessibility(
            False, say("{name} = {value} can be passed one way only", name=name, value=value)
        )
    scleronomic, free = d.pfaffian.scleronomic, _without_drift(d.pfaffian)
    if _kalman(d):
        return Accessibility(True, say("Kalman: the set is linear with full rank"))
    if _is_steered(d):
        return _led()
    if told := _round(d):
        return told
    if spans_in_steps(free, Work.of(BUDGETS.accessibility)) or (
        free.scleronomic and spans_everywhere(free, d.dependent)
    ):
        return Accessibility(
            True,
            say("the fields without drift span by themselves at every point")
            if free.scleronomic
            else say("at each time the fields without drift span by themselves at every point"),
        )
    if free.scleronomic and one_orbit(free, d.dependent):
        return Accessibility(
            True,
            say("the fields without drift lead from every point to where they span by themselves"),
        )
    if not scleronomic:
        return Accessibility(None, say("the constraints depend on time"))
    return Accessibility(
        None,
        say(
            "the brackets span space-time, but with a drift this does not prove that one can return"
        ),
    )


def _straightened(d: Distribution) -> Accessibility | None:
    """The same in coordinates in which fewer free rates stand beside a drift."""
    for columns in islice(regular_choices(d.pfaffian), MOST_SPLITS):
        other = straightened(one := split(d.pfaffian, columns))
        if other is None:
            continue
        rows, meant = other
        told = _with_drift(split(rows, columns))
        turning = any(e.has(_angles(d.pfaffian)) for e in meant.values())
        if told.answer or (told.answer is False and not turning):  # an angle comes back
            names = ", ".join(f"{one.chart.names[l]}: {text(e)}" for l, e in meant.items())
            by = say("{why}, in other coordinates ({names})", why=told.by, names=names)
            return replace(told, by=by)
    return None


def _led() -> Accessibility:
    return Accessibility(
        True, say("coordinates that move as fast as one likes lead the drift everywhere")
    )


def _without_drift(rows: Pfaffian) -> Pfaffian:
    return replace(rows, affine=(rows.chart.graph.zero,) * rows.k)


def _kalman(d: Distribution) -> bool:
    """Nothing is assumed of q, the fields hold no q and the drift is linear in it: the rank of
    B_0 = B, B_(i+1) = F B_i - B_i' is n, with t in them at almost all times, so on every interval.
    """
    graph, q, t = d.chart.graph, d.chart.q, d.chart.t
    drift, vectors = _of_split(d)
    timed = [e for e in (*drift, *(e for row in d.alpha for e in row)) if e.has([t])]
    if not analytic_everywhere(timed):
        if (smooth := _without_poles(d)) is None:
            return False
        drift, vectors = smooth
    F = [[e.diff(x) for x in q] for e in drift]
    told = (*(e for v in vectors for e in v), *(e for row in F for e in row))
    if any(e.has(q) for e in told) or not unbounded(q):
        return False
    reached = list(vectors)
    for _ in q:
        vectors = [
            [graph.add(*(f * x for f, x in zip(row, v))) - e.diff(t) for row, e in zip(F, v)]
            for v in vectors
        ]
        reached += vectors
    return echelon(graph, reached).rank == len(q)


def _of_split(d: Distribution) -> tuple[list[Expr], list[list[Expr]]]:
    """The drift, and the fields that are free, in a split."""
    alone = dict(zip(d.dependent, (row[0] for row in d.alpha)))
    drift = [alone.get(i, d.chart.graph.zero) for i in range(d.chart.n)]
    return drift, [list(column) for column in zip(*d.kernel())]


def _without_poles(d: Distribution) -> tuple[list[Expr], list[list[Expr]]] | None:
    """The same where the rows hold t alone and are independent at all times, though the split is
    not: the drift -A^T (A A^T)^-1 a_0, and det A_D times the fields, which vanishes at single times
    at most.
    """
    graph, rows = d.chart.graph, d.pfaffian
    entries = [e for row in rows.matrix for e in row]
    if any(e.has(d.chart.q) for e in entries) or not analytic_everywhere([*entries, *rows.affine]):
        return None
    gram = [[dot(graph, a, b) for b in rows.matrix] for a in rows.matrix]
    volume = determinant(graph, gram)
    if not never_vanishes(volume, d.chart) or d.condition is None:
        return None
    weights = [
        determinant(graph, [[*r[:i], -b, *r[i + 1 :]] for r, b in zip(gram, rows.affine)]) / volume
        for i in range(rows.k)
    ]
    drift = [dot(graph, weights, column) for column in transpose(rows.matrix)]
    fields = [[in_lowest_terms(d.condition * e) for e in column] for column in zip(*d.kernel())]
    return (drift, fields) if analytic_everywhere([e for f in fields for e in f]) else None
