"""Which part of the configuration is restricted: hidden relations projected on chosen coordinates.

    restricted by r relations     r = rank of I_inf among the differentials of the chosen
            coordinates = their number - rank of the accessible directions projected on them

On the leaf of a generic start the chosen coordinates fill a manifold of r dimensions less.  The
relations may differ from start to start (x + z y = const where z is constant); u <= r of them are
the same functions f(chosen, t) for all starts: as many as the combinations of the rows that hold no
other differential hide.  Where leaves can meet, a motion may pass from one to another, and only
functions that it keeps there too restrict all motions.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from nonholo.decide.zero import Decision, settle
from nonholo.errors import BadCase, NotApplicable, OutOfReach
from nonholo.expression.graph import Expr, Graph
from nonholo.findings.check import check
from nonholo.findings.verdict import Verdict
from nonholo.geometry.accessibility.kept import kept_throughout
from nonholo.geometry.constraints.chart import no_coordinate
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.curvature.integrability import judge_form
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.among import forms_among, ranks_among, rows_among
from nonholo.geometry.flag.flag import closure, limit_forms
from nonholo.geometry.flag.piecewise import kinks
from nonholo.geometry.integrals.integrals import FirstIntegral, integrals
from nonholo.geometry.level_sets.level_set import Part
from nonholo.linear.elimination import echelon
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.name_list import name_list
from nonholo.shows import ShownAsPart
from nonholo.words.sentence import say
from nonholo.work import BUDGETS

Form = tuple[Expr, ...]
ON_SET = say("whether they are the same for all starts on the set f = 0 was not decided")
REGIONS = say(
    "coefficients are put together from pieces, and a motion can cross from one to another"
)
AT_SET = say(
    "at the points of f = 0 that were looked at, the relations are not those of most points"
)


@dataclass(frozen=True, slots=True)
class Restricted(ShownAsPart):
    """What restricts some chosen coordinates: constraints on their velocities, and relations.

    names: of the chosen coordinates; space: "tq" if time takes part; velocities: the combinations
    of the rows that hold their differentials alone; relations: r, how many relations hold among
    them (and t) along every motion from a generic start, None if it is open; forms: a basis of
    these as forms (dt, dq_1, ..., dq_n), constant combinations on a leaf; the_same: u, how many of
    them are one function for all starts, None if it is open; functions: those that were found;
    evidence: what r rests on; open_end: why `the_same` is open; meeting: why leaves can meet, where
    r relations then hold along the motions that do not pass there; throughout: functions that all
    motions keep, there too.

    >>> import nonholo as nh
    >>> found = nh.restricted(nh.constraints("dz = 0", "dx = z dy"), ["x", "y"])
    >>> found.restricted, found.relations, found.the_same, found.forms
    (True, 1, 0, ((0, 0, 1, -z),))
    """

    case: Case
    names: tuple[str, ...]
    space: str
    velocities: Pfaffian
    relations: int | None
    forms: tuple[Form, ...]
    the_same: int | None
    functions: tuple[FirstIntegral, ...]
    evidence: Decision
    open_end: str = ""
    meeting: str = ""
    throughout: tuple[Expr, ...] = ()

    @property
    def along_every_motion(self) -> int | None:
        """How many relations surely hold along every motion; None if r is open."""
        return len(self.throughout) if self.meeting else self.relations

    @property
    def restricted(self) -> bool | None:
        """Some relation holds among the chosen coordinates alone; None if that is open."""
        if self.meeting and not self.throughout:
            return None
        return None if self.relations is None else self.relations > 0

    @property
    def dimension(self) -> int | None:
        """Of what the chosen coordinates can fill from a generic start; None if it is open."""
        if self.relations is None or self.relations != self.along_every_motion:
            return None
        return len(self.names) - self.relations

    def __repr__(self) -> str:
        told = {None: "undecided", False: "not restricted"}.get(
            self.restricted, f"restricted by {self.along_every_motion} of {len(self.names)}"
        )
        return f"<Restricted {', '.join(self.names)} in {self.case.name!r}: {told}>"


def restricted(
    given: Case | str | Path,
    coordinates: str | Sequence[str],
    units: int = BUDGETS.brackets,
    search: int = BUDGETS.potentials,
) -> Restricted:
    """Which relations restrict the chosen coordinates, and do any?

        r = rank of { w in I_inf : w holds dq_s and dt alone, q_s chosen }

    I_inf is the limit of the derived flag of the constraints (see `check`); a mecanum or omni drive
    is partly holonomic, but its relations hold among wheel angles and the heading, and nothing
    restricts the pose (CampionBastinDAndreaNovel1996).  Ranks are generic.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; coordinates: the
    names of the chosen ones; units, search: of work for brackets, for functions.  Raises BadCase
    for a name that is no coordinate, OutOfReach for a set too large for symbols, NotPfaffian for
    constraints that are not linear in the velocities, NotApplicable for inequalities alone, and
    what `check` raises.

    >>> import nonholo as nh
    >>> skate = nh.constraints("dx sin(a) = dy cos(a)", "R dp = dx cos(a) + dy sin(a)", also="a")
    >>> nh.restricted(skate, "x, y")
    <Restricted x, y in 'dx sin(a) = dy cos(a); R dp = dx cos(a) + dy sin(a)': not restricted>
    """
    case = as_case(given)
    names = chosen(case, coordinates)
    return restricted_in(check(case, units=units, search=0), names, units, search)


def chosen(case: Case, coordinates: str | Sequence[str]) -> tuple[str, ...]:
    """The names of some coordinates of a case.

    Raises BadCase.
    """
    names, known = name_list(coordinates, "coordinates"), case.system.chart.names
    complaints = [no_coordinate(n, known) for n in names if n not in known]
    complaints += [
        say("{value} is given twice", value=n) for n in dict.fromkeys(names) if names.count(n) > 1
    ]
    complaints += [say("needed is at least one coordinate")] * (not names)
    if complaints:
        raise BadCase(case.name, complaints)
    return names


def restricted_in(
    verdict: Verdict,
    names: Sequence[str],
    units: int = BUDGETS.brackets,
    search: int = BUDGETS.potentials,
) -> Restricted:
    """The same of a case that has been judged.

    Raises OutOfReach, NotPfaffian, NotApplicable.
    """
    verdict.require("distribution", say("relations among chosen coordinates"))
    if verdict.unilateral:
        raise NotApplicable(
            say("{name}: there are only inequalities, and no relation", name=verdict.case.name)
        )
    d, chart = verdict.distribution, verdict.distribution.chart
    columns = [chart.index(n) for n in names]
    values = verdict.case.system.values
    rows = rows_among(d.pfaffian.subs(values), columns)
    whole = [d.pfaffian.subs(values).form(l) for l in range(d.k)]
    forms, decision = _limit(verdict, whole, rows)
    if forms is not None and verdict.on_set is not None:
        forms, decision = _on_set(verdict, forms, columns, decision)
    base = Restricted(verdict.case, tuple(names), verdict.space, rows, None, (), None, (), decision)
    if forms is None:
        return base
    among = forms_among(chart.graph, forms, columns)
    same, functions, reason = _universal(verdict, rows, len(among), units, search)
    meeting = verdict.accessibility.meeting if among else ""
    free = [q for j, q in enumerate(d.chart.q) if j not in columns]
    throughout: tuple[Expr, ...] = ()
    if meeting:
        known = [f.function for f in functions]
        throughout = kept_throughout(d.pfaffian.subs(values), known, free)
    return replace(
        base,
        meeting="" if len(throughout) == len(among) else meeting,
        throughout=throughout,
        relations=len(among),
        forms=tuple(among),
        the_same=same,
        functions=functions,
        open_end=reason,
    )


def _limit(
    verdict: Verdict, whole: Sequence[Form], rows: Pfaffian
) -> tuple[Sequence[Form] | None, Decision]:
    """Forms that span I_inf at the given numbers, and what that rests on; None if it is open.

    Where no combination of rows holds the chosen differentials alone, none of I_inf does: then the
    rows will do.
    """
    if kinks(verdict.full):
        return None, Decision(None, reason=REGIONS)
    if not rows.k:
        return whole, Decision(True, "modular" if whole else "normal form")
    assert verdict.closure is not None  # judged by symbols
    grown = verdict.closure.growth.evidence
    if verdict.relations is None:
        return None, Decision(None, reason=grown.reason)
    forms = limit_forms(verdict.distribution, verdict.closure)
    try:
        there = [tuple(e.subs(verdict.case.system.values) for e in form) for form in forms]
    except ZeroDivisionError:
        return None, Decision(None, reason=say("at the given numbers a pivot vanishes"))
    proved = grown.proved and settle(rows.chart.graph)
    return there, grown if proved else Decision(True, "randomised")


def _on_set(
    verdict: Verdict, forms: Sequence[Form], columns: Sequence[int], decision: Decision
) -> tuple[Sequence[Form] | None, Decision]:
    """The forms on the set f = 0: as they are, if they have as many such combinations there."""
    where = verdict.on_set
    if verdict.relations is None:
        return None, Decision(None, reason=verdict.reason)
    if where.solved is not None:  # f = 0 stands in the rows already
        return forms, decision
    one = where.level_set.here is not None and not where.level_set.complete
    parts = (where.level_set.here,) if one else where.level_set.parts
    graph = verdict.full.chart.graph
    generic = len(forms_among(graph, forms, columns))
    there = [_on_part(graph, forms, columns, part, generic) for part in parts]
    if there and all(counted is not None and counted[0] == generic for counted in there):
        return forms, decision
    if len(there) == 1 and there[0] is not None:
        return there[0][1], decision
    return None, Decision(None, reason=AT_SET)


def _on_part(
    graph: Graph, forms: Sequence[Form], columns: Sequence[int], part: Part, generic: int
) -> tuple[int, Sequence[Form]] | None:
    """How many such combinations the forms have on most points of a part of f = 0, and the forms
    there.

    A rank that is met at one point holds on most: it is never above the generic one.
    """
    if part.sheet is not None:
        with suppress(OutOfReach, ZeroDivisionError):
            there = [tuple(graph.substitute(list(form), part.sheet.values)) for form in forms]
            return len(forms_among(graph, there, columns)), there
    for point in part.points:
        with suppress(OutOfReach, ZeroDivisionError):
            if ranks_among(graph, forms, columns, point) == generic:
                return generic, forms
    return None


def _universal(
    verdict: Verdict, rows: Pfaffian, relations: int, units: int, search: int
) -> tuple[int | None, tuple[FirstIntegral, ...], str]:
    """How many relations are the same for all starts, those found, and why the number is open."""
    if not relations:
        return 0, (), ""
    d = distribution(rows)
    hidden = closure(d, units)
    if hidden.relations is None:
        return None, (), hidden.growth.evidence.reason
    alone = [judge_form(rows, l).integrable is True for l in range(rows.k)]
    limit = limit_forms(d, hidden)
    functions = integrals(rows, range(rows.k), limit, alone, search, d).together
    if verdict.on_set is not None and not _independent_on_set(verdict, functions, relations):
        return None, functions, ON_SET
    proved = hidden.growth.evidence.proved
    return hidden.relations if proved else None, functions, "" if proved else say("not proved")


def _independent_on_set(
    verdict: Verdict, functions: Sequence[FirstIntegral], relations: int
) -> bool:
    """As many functions as relations, with independent differentials at points of f = 0."""
    chart = verdict.full.chart
    slopes = [[f.function.diff(s) for s in (chart.t, *chart.q)] for f in functions]
    if len(slopes) != relations:
        return False
    try:
        return all(
            echelon(chart.graph, [chart.graph.substitute(row, p) for row in slopes]).rank
            == relations
            for p in verdict.on_set.points
        )
    except (OutOfReach, ZeroDivisionError):
        return False
