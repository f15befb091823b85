"""Singular points where holonomic constraints hold: pieces found in the whole space, kept if they
meet f = 0.

At a point of f = 0 rank and growth are what they are in the whole space there; so a piece counts if
a real point of it on f = 0 shows a smaller rank or another growth vector, a stratum if such a point
is of its own kind, and it is left out if it surely does not meet f = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

from nonholo.algebra.field import Field
from nonholo.errors import OutOfReach, SingularPivot
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.once import once
from nonholo.expression.sweeps import along
from nonholo.expression.text import text
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries
from nonholo.geometry.distribution.regular import regular_velocities
from nonholo.geometry.flag.flag import Growth, rank_at
from nonholo.geometry.flag.local import growth_at
from nonholo.geometry.flag.strata import NOT_TYPICAL, Strata, Stratum, kind_of
from nonholo.geometry.level_sets.level_set import LevelSet, also_zero
from nonholo.geometry.level_sets.points import Question, Values
from nonholo.geometry.level_sets.sheets import Sheet
from nonholo.geometry.zeros.gram import MOST_VECTORS, spans_everywhere
from nonholo.words.sentence import say
from nonholo.work import Work

UNDECIDED = say("whether singular points lie where the holonomic constraints hold was not decided")
PARTLY = say(
    "singular points were looked for where the solution of the holonomic constraints that was used "
    "is regular"
)


def strata_on_set(
    asked: Question, rows: Pfaffian, growth: Growth, known: Strata, work: Work
) -> Strata:
    """The strata of independent rows that have points on f = 0, with the growth shown there.

    asked: the question for f = 0; growth: the generic one; known: the strata in the whole space.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> from nonholo.geometry.flag.flag import closure
    >>> from nonholo.geometry.flag.strata import strata
    >>> case = nh.System("x y z u", None, ["dz = x**2*dy"], ["u - 1"])
    >>> d = distribution(case.system.pfaffian, ["u", "z"])
    >>> asked, generic = Question(d.pfaffian, {}, case.nominal), closure(d)
    >>> known = strata(d.pfaffian, d.dependent, generic)
    >>> strata_on_set(asked, d.pfaffian, generic.growth, known, Work.of(10**6)).singular
    ((x,),)
    """
    met_by: dict[tuple[str, ...], LevelSet | None] = {}

    def zero_set(equations: Sequence[Expr]) -> LevelSet | None:
        """A piece and its stratum have the same equations, in two graphs."""
        told = tuple(map(text, equations))
        if told not in met_by:
            met_by[told] = _zero_set(asked, equations)
        return met_by[told]

    unmet = [_stratum_met(zero_set(e), rows, None, Work.of(0)) == [] for e in known.possible]
    possible = tuple(e for e, away in zip(known.possible, unmet) if not away)
    if known.singular == () and not known.strata and possible == known.possible:
        return known
    every: list[tuple[tuple[Expr, ...], Stratum | None]] = [
        *((equations, None) for equations in known.singular or ()),
        *((s.equations, s) for s in known.strata),
    ]
    met = [
        _stratum_met(zero_set(equations), rows, growth, work.share(1 / (len(every) - i)), typical)
        for i, (equations, typical) in enumerate(every)
    ]
    of_pieces, of_strata = met[: len(known.singular or ())], met[len(known.singular or ()) :]
    if known.singular is None or None in of_pieces:
        if _grows_alike(asked, rows, growth):
            return Strata((), complete=True, proved=True, regular=True, everywhere=True)
        return Strata(None, reason=known.reason or UNDECIDED)
    singular = tuple(equations for equations, met in zip(known.singular, of_pieces) if met)
    strata = tuple(
        replace(met[0], equations=s.equations) for s, met in zip(known.strata, of_strata) if met
    )
    open_ = None in of_strata
    nothing = not singular and not possible and known.proved
    return replace(
        known,
        singular=singular,
        strata=strata,
        regular=known.regular or nothing,
        everywhere=known.everywhere or nothing,
        complete=nothing or (known.complete and bool(strata or not singular) and not open_),
        invariant=(),
        reason="" if nothing else known.reason or (NOT_TYPICAL if open_ else ""),
        possible=possible,
    )


def rank_drop_on_set(
    asked: Question, rows: Pfaffian, known: Sequence[Expr] | None
) -> tuple[Expr, ...] | None:
    """The loci where A loses rank that have a point on f = 0; None if that is open for one.

    asked: the question for f = 0; rows: independent rows; known: the loci in the whole space.

    >>> import nonholo as nh
    >>> case = nh.System("x y z", None, ["(x - 2)*dz = y*dx"], ["x**2 + y**2 - 1"])
    >>> asked = Question(case.system.pfaffian, {}, case.nominal)
    >>> x = case.system.chart.q[0]
    >>> rank_drop_on_set(asked, case.system.pfaffian, known=(x - 2,))
    ()
    """
    loci = []
    for e in known or ():
        met = _stratum_met(_zero_set(asked, (e,)), rows, None, Work.of(0))
        if met is None:
            known = None
            break
        loci += [e] if met else []
    if known is None:
        return () if _regular(asked, rows) else None
    return tuple(loci)


def _regular(asked: Question, rows: Pfaffian) -> bool:
    """The rows are surely independent at every point of f = 0."""
    numbers, levels, graph = rows.subs(asked.values), tuple(_levels(asked)), rows.chart.graph
    question = ("spans everywhere", numbers.matrix, levels)
    return once(
        graph, question, lambda: spans_everywhere(numbers.matrix, rows.k, levels, rows.chart)
    )


def _levels(asked: Question) -> list[Expr]:
    return [f.subs(asked.values) for f in asked.rows.functions if f is not None]


def _grows_alike(asked: Question, rows: Pfaffian, growth: Growth) -> bool:
    """The growth vector is surely the generic one at every point of f = 0: brackets of velocities
    that are regular there span its dimensions.
    """
    if rows.space == "tq" or not growth.complete or not _regular(asked, rows):
        return False
    frame = regular_velocities(rows.subs(asked.values))
    if frame is None or frame.drift:
        return False
    graph, q = frame.chart.graph, frame.chart.q
    relations = graph.copy(_levels(asked))
    first = [[column.get(i, graph.zero) for i in range(len(q))] for column in frame.columns]
    fields, newest = list(first), first
    for dimension in growth.vector[1:]:
        if len(first) * len(newest) > MOST_VECTORS**2:
            return False
        pairs = combinations(first, 2) if newest is first else product(first, newest)
        brackets = [_bracket(graph, q, X, Y) for X, Y in pairs]
        newest = [Y for Y in brackets if any(not e.is_zero for e in Y)]
        fields += newest
        if not spans_everywhere(fields, dimension, relations, frame.chart):
            return False
    return True


def _bracket(graph: Graph, q: Sequence[Expr], X: list[Expr], Y: list[Expr]) -> list[Expr]:
    """[X, Y] by coordinates."""
    along_x, along_y = (along(graph, Z, dict(zip(q, W))) for Z, W in ((Y, X), (X, Y)))
    return [a - b for a, b in zip(along_x, along_y)]


def solved_strata(sheet: Sheet, several: bool, known: Strata) -> Strata:
    """The strata of rows into which f = 0 was put: of one sheet, where its solution is regular.
    Its border, where a root that was put in vanishes, is one of the chart: f = 0 goes on there.

    several: are there other sheets?  known: the strata of the rows.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> upper = Sheet(values={g.symbol("z"): g.symbol("x")})
    >>> nothing = Strata((), complete=True)
    >>> solved_strata(upper, False, nothing).complete, solved_strata(upper, True, nothing).complete
    (True, False)
    """
    inner = tuple(
        replace(s, at=_on_sheet(sheet, s.at))
        for s in known.strata
        if not _on_border(sheet, s.equations)
    )
    singular = known.singular
    if singular is not None:
        singular = tuple(piece for piece in singular if not _on_border(sheet, piece))
    inner_only = singular != known.singular
    known = replace(known, strata=inner, singular=singular)
    if not (sheet.slopes or sheet.under or several):
        return known
    return replace(
        known,
        singular=known.singular or None,
        complete=False,
        regular=False,
        everywhere=False,
        invariant=(),
        reason=PARTLY if inner_only else known.reason or PARTLY,
    )


def _on_border(sheet: Sheet, piece: Sequence[Expr]) -> bool:
    """Where these vanish, so does what stands under a root of the solution, or was divided by."""
    return any(_divides(e, u) for e in piece for u in (*sheet.under, *sheet.slopes))


def _divides(e: Expr, u: Expr) -> bool:
    """u is a multiple of e, by the polynomials of their normal forms."""
    [u] = e.graph.copy([u])
    try:
        field = Field([e, u])
        factor, whole = field.normal(e).num, field.normal(u).num
        return not factor.is_constant() and divmod(whole, factor)[1].is_zero()
    except (OutOfReach, ZeroDivisionError):
        return False


def _on_sheet(sheet: Sheet, at: Values) -> Values:
    """The point with its solved coordinates."""
    graph = next(iter(at)).graph if at else None
    try:
        values = graph.copied(sheet.values) if graph else {}
        return {**at, **{s: e.subs(at) for s, e in values.items()}}
    except ZeroDivisionError:
        return at


def _zero_set(asked: Question, equations: Sequence[Expr]) -> LevelSet | None:
    """What of f = 0 lies on a piece; None if that is out of reach."""
    try:
        return also_zero(asked, equations)
    except (OutOfReach, ZeroDivisionError):
        return None


def _stratum_met(
    zero_set: LevelSet | None,
    rows: Pfaffian,
    growth: Growth | None,
    work: Work,
    typical: Stratum | None = None,
) -> list[Stratum] | None:
    """A point on f = 0 and on the piece where rank or growth differ; [] if there is none; None if
    that is open.

    zero_set: of f = 0 on the piece; typical: most points of it are like this one, and others are
    not asked for.
    """
    if zero_set is None:
        return None
    held = rows.chart.graph.mask(entries(rows))
    told_apart: dict[frozenset, Values] = {}  # what no entry holds changes neither rank nor growth
    for point in (p for part in zero_set.parts for p in part.points):
        key = frozenset((s, v) for s, v in point.items() if s.support & held)
        told_apart.setdefault(key, point)
    for point in told_apart.values():
        shown = _special_stratum(rows, growth, point, work)
        if shown is not None and (typical is None or kind_of(shown) == kind_of(typical)):
            return [shown]
    return [] if zero_set.complete and not zero_set.parts else None


def _special_stratum(
    rows: Pfaffian, growth: Growth | None, point: Values, work: Work
) -> Stratum | None:
    configuration = {s: point[s] for s in (*rows.chart.q, rows.chart.t)}
    numbers = rows.subs({s: v for s, v in point.items() if s not in configuration})
    try:
        rank = rank_at(numbers, configuration)
        there = (
            None
            if rank < rows.k or growth is None
            else growth_at(
                numbers,
                configuration,
                rows.chart.n + (rows.space == "tq"),
                work.left,
                generic=growth,
            )
        )
    except (OutOfReach, SingularPivot, ZeroDivisionError):
        return None
    differs = rank < rows.k or (
        there is not None
        and growth is not None
        and there.complete
        and there.vector != growth.vector
    )
    at = {q: v for q, v in configuration.items() if q is not rows.chart.t or rows.space == "tq"}
    return Stratum((), rank, there, at) if differs else None
