"""Every finding about one case as frozen records: `check` for the geometry, `compare` for the dynamics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonholo.dynamics.chetaev import require_linear
from nonholo.errors import NotApplicable, OutOfReach
from nonholo.exact.decide import Decision, all_zero
from nonholo.exact.graph import Expr
from nonholo.exact.relations import all_zero_on
from nonholo.geometry.accessibility import Accessibility, accessibility
from nonholo.geometry.at_numbers import distribution_at, rank_drop_at
from nonholo.geometry.curvature import Curvature, curvature
from nonholo.geometry.displacements import Displacements, displacements
from nonholo.geometry.distribution import Distribution, distribution
from nonholo.geometry.flag import SECONDS, Closure, Growth, closure, limit_forms
from nonholo.geometry.integrability import FormVerdict, jointly_integrable, judge_form, witness
from nonholo.geometry.integrals import SECONDS as SEARCH
from nonholo.geometry.integrals import FirstIntegral, Integrals
from nonholo.geometry.integrals import integrals as integrals_of
from nonholo.geometry.leaf import Leaf, leaf
from nonholo.geometry.local import growth_at
from nonholo.geometry.loci import solved_as_written
from nonholo.geometry.pfaffian import Pfaffian, Redundant, independent_rows
from nonholo.geometry.survey import Survey, survey
from nonholo.large import (
    HOLONOMIC,
    NONHOLONOMIC,
    PARTLY,
    SMALL,
    UNDECIDED,
    Large,
    large_check,
    numbers_in,
    parts_of,
    with_numbers,
)
from nonholo.readers.case import Case
from nonholo.readers.case_file import read_case

if TYPE_CHECKING:  # a check does without them
    from nonholo.comparison import Comparison
    from nonholo.dynamics.integrals import Search
    from nonholo.dynamics.measure import Measure

MIDDLE = 400  # n * k up to which a set is judged by symbols if it is shallow


@dataclass(frozen=True, slots=True, repr=False)
class Check:
    """Is it holonomic, and why: the geometry of the constraints of one case.

    full: all rows; distribution, curvature: of the independent rows; relations: h, None if undecided; survey: big
    flag, strata, growth at an asked point; generic: the closure for generic parameters where it differs
    from that at the given numbers (which `closure` then belongs to); integrals: potentials of rows and first
    integrals of the set; frozen: is the distribution of virtual displacements integrable with time held fixed?
    """

    case: Case
    verdict: str
    full: Pfaffian
    kept: tuple[int, ...]
    redundant: tuple[Redundant, ...]
    distribution: Distribution
    curvature: Curvature
    closure: Closure
    joint: Decision
    forms: tuple[FormVerdict, ...]
    integrals: Integrals
    accessibility: Accessibility
    singular: tuple[Expr, ...] | None
    displacements: Displacements
    frozen: Decision
    survey: Survey
    generic: Closure | None = None
    point: Mapping[Expr, Expr] | None = None

    @property
    def independent(self) -> int:
        return self.distribution.k

    @property
    def relations(self) -> int | None:
        return self.closure.relations

    @property
    def accessible(self) -> bool | None:
        """Every configuration from every other; a yes is open again where inequalities bound the region."""
        bounded = self.case.system.inequalities and self.accessibility.answer
        return None if bounded else self.accessibility.answer

    @property
    def potentials(self) -> tuple[FirstIntegral | None, ...]:
        """Of each row: its potential with the integrating factor, if it was found."""
        return self.integrals.rows

    @property
    def leaf(self) -> Leaf | None:
        """The leaf of the first integrals found, through the asked or the initial configuration."""
        together = self.integrals.together
        return leaf(together, self.distribution.chart, self._configuration, self.distribution.dependent) \
            if together else None

    @property
    def _configuration(self) -> Mapping[Expr, Expr]:
        """Values of parameters and of the coordinates that are given: by `at`, else by the case; t = 0."""
        case, chart = self.case, self.distribution.chart
        given = {q: case.nominal[q] for n, q in zip(chart.names, chart.q) if n in case.initial}
        return {**case.system.values, chart.t: chart.graph.zero, **(given if self.point is None else self.point)}

    @property
    def at_point(self) -> Growth | None:
        """The growth vector at the point that was asked for."""
        return self.survey.at

    @property
    def growth(self) -> Growth:
        return self.at_point or self.closure.growth

    @property
    def big_growth(self) -> Growth:
        """The growth vector of the big flag, where `growth` is that of the small one."""
        return self.survey.big_at or self.survey.big

    @property
    def virtual_integrable(self) -> bool | None:
        return self.frozen.answer

    @property
    def unilateral(self) -> bool:
        """Only inequalities: nonholonomic in the broad sense, and no Pfaffian form to judge."""
        return not self.full.k and bool(self.case.system.inequalities)

    @property
    def witness(self) -> tuple[int, int, int, Expr] | None:
        """A curvature component (l, J, I, B_l,JI) that surely does not vanish."""
        return None if self.joint.answer else witness(self.curvature)

    def __repr__(self) -> str:
        return (f"<Check of {self.case.name!r}: {self.verdict}, h = {self.relations} of {self.independent}, "
                f"growth {self.growth.vector}>")

    def _repr_latex_(self) -> str:
        """The constraints and the verdict, for a notebook."""
        write = self.distribution.chart.latex()
        rows = [rf"{write(self.full.value(l), presented=False)} = 0" for l in range(self.full.k)]
        rows.append(rf"\text{{{self.verdict}}},\quad h = {self.relations},\quad "
                    rf"\text{{growth }}({', '.join(map(str, self.growth.vector))})")
        return r"$\displaystyle \begin{array}{l}" + r" \\ ".join(rows) + r"\end{array}$"


@dataclass(frozen=True, slots=True, repr=False)
class Analysis:
    """Everything about one case: its check and, if there is a Lagrangian, its comparison.

    check: None if a constraint is nonlinear in the velocities, for then there is no Pfaffian set to judge;
    search, measure: further first integrals and the invariant measure, where they were asked for.
    """

    case: Case
    check: Check | None
    comparison: Comparison | None
    conserved: tuple[tuple[str, Expr], ...] = ()
    search: Search | None = None
    measure: Measure | None = None

    @property
    def verdict(self) -> str:
        return UNDECIDED if self.check is None else self.check.verdict

    def __repr__(self) -> str:
        return f"<Analysis: {self.check!r}, {self.comparison!r}>"

    def _repr_latex_(self) -> str:
        return "" if self.check is None else self.check._repr_latex_()


def as_case(given: Case | str | Path) -> Case:
    """A case as it is, or read from its file, or from a model of sympy.physics.mechanics.  Raises NotApplicable."""
    if isinstance(given, Case):
        return given
    if isinstance(given, (str, Path)):
        return read_case(given)
    if type(given).__module__.startswith("sympy."):
        from nonholo.readers.sympy_mechanics import from_sympy

        return from_sympy(given)
    raise NotApplicable(f"{type(given).__name__} is no case; needed is a case file or a case made by nonholo.System, "
                        "nonholo.from_sympy or nonholo.constraints")


def check(given: Case | str | Path, at: Mapping[str, Any] | None = None,
          dependent: Sequence[str] = (), seconds: float = SECONDS, search: float = SEARCH) -> Check | Large:
    """Judge the constraints of a case: verdict, evidence, growth vector, virtual displacements, first integrals.

    A large set is judged at random points (`Large`), without tables and displacements.

    at: an exact point {"x": "0", "theta": "pi/2"} for the growth vector there.  The verdict is that of the case
    as given: with the numbers of its parameters where it states them, else for generic ones.  seconds, search: for
    brackets, for first integrals.  Raises ContradictoryConstraints, SingularPivot.
    """
    case = as_case(given)
    require_linear(case.system)
    full = case.system.pfaffian
    large = _large(case, dependent, seconds)
    if large is not None:
        return large if at is None else _large_at(large, case.point(at), seconds)
    wish = tuple(dependent) or case.dependent
    rows, kept, redundant = independent_rows(full)
    d = distribution(rows, wish, case.nominal)
    found, generic = _closed(case, d, seconds), None
    special = _special(case, full, d, found, wish, seconds)
    if special is not None:
        generic = found
        full, rows, kept, redundant, d, found = special
    found = _firm(case, found, seconds)
    bend = curvature(d)
    forms = _forms(case, full)
    point = case.point(at) if at is not None else None
    own = distribution_at(d, case.system.values)
    around = survey(full, d, own, found, case.system.values, point, seconds)
    found, generic = (c and replace(c, growth=_in_space(c.growth, full.space)) for c in (found, generic))
    around = replace(around, at=around.at and _in_space(around.at, full.space))
    singular = rank_drop_at(rows, own.pfaffian, case.system.values)
    return Check(
        case=case, verdict=_verdict(d, found, case), full=full, kept=kept, redundant=redundant,
        distribution=d, curvature=bend, closure=found, joint=jointly_integrable(bend), forms=forms,
        integrals=_integrals(case, full, kept, d, found, forms, search),
        accessibility=accessibility(own, found, singular, around.strata), singular=singular,
        displacements=displacements(d), frozen=_frozen(bend), survey=around, generic=generic, point=point)


def judged_at_points(given: Case | str | Path, seconds: float = SECONDS) -> Large:
    """What random points alone say of a set of any size: quick, with bounds of h where it is not known.

    Raises ContradictoryConstraints, OutOfReach.
    """
    case = as_case(given)
    require_linear(case.system)
    return large_check(case, parts_of(case, seconds), 0.0)


def compare(given: Case | str | Path, dependent: Sequence[str] = (),
            substitute: Sequence[str] = (), undecided: bool = False) -> Comparison:
    """All formulations and rivals of a case side by side; with `undecided` only derived, none of them judged.

    Raises NotApplicable for a case without a Lagrangian.
    """
    from nonholo.comparison import compare as compare_derivations
    from nonholo.comparison import not_judged

    case = as_case(given)
    if case.system.lagrangian is None:
        raise NotApplicable(f"{case.name}: a comparison of equations of motion needs a Lagrangian, and the "
                            "case has none; `check` answers what the constraints alone decide")
    _require_small(case)
    rows, _, _ = independent_rows(case.system.pfaffian)
    d = distribution(rows, tuple(dependent) or case.dependent, case.nominal)
    return compare_derivations(case.system, d, substitute, not_judged if undecided else all_zero_on)


def analyze(given: Case | str | Path, substitute: Sequence[str] = (), deeper: float = 0.0,
            known: Check | None = None) -> Analysis:
    """Check and comparison of one case; with `deeper` seconds also further first integrals and the measure.

    known: the check of the case, if it has been made.
    """
    from nonholo.conservation import conserved, further_integrals, measure

    case = as_case(given)
    _require_small(case)
    found = known or (check(case) if not case.system.nonlinear else None)
    if isinstance(found, Large):
        found.too_large("a page or a graph")
    if case.system.lagrangian is None:
        return Analysis(case, found, None)
    compared = compare(case, substitute=substitute)
    kept = conserved(compared)
    more = (further_integrals(compared, deeper, kept), measure(compared, deeper)) if deeper else (None, None)
    return Analysis(case, found, compared, kept, *more)


def _special(case: Case, full: Pfaffian, d: Distribution, found: Closure, wish, seconds):
    """The findings at the given numbers, if they differ from those of generic parameters."""
    values = {s: v for s, v in case.system.values.items()
              if any(e.has([s]) for row in full.matrix for e in row) or any(e.has([s]) for e in full.affine)}
    if not values:
        return None
    numbers = full.subs(values)
    rows, kept, redundant = independent_rows(numbers)
    own = distribution(rows, wish if rows.k == d.k else (), case.nominal)
    there = closure(own, seconds)
    same = (rows.k, there.relations, there.growth.vector) == (d.k, found.relations, found.growth.vector)
    return None if same else (numbers, rows, kept, redundant, own, there)


def _forms(case: Case, full: Pfaffian) -> tuple[FormVerdict, ...]:
    """Each row alone, for generic parameters; at the given numbers where they change its verdict."""
    values = numbers_in(case)
    numbers = with_numbers(full, values)
    return tuple(_either(judge_form(full, l), judge_form(numbers, l)) if values else judge_form(full, l)
                 for l in range(full.k))


def _either(generic: FormVerdict, own: FormVerdict) -> FormVerdict:
    return generic if (generic.integrable, generic.exact) == (own.integrable, own.exact) else own


def _in_space(growth: Growth, space: str) -> Growth:
    """The growth vector in (t, q), if the set as written contains t and its independent rows do not: d/dt adds 1."""
    if growth.space == space:
        return growth
    return replace(growth, space=space, vector=tuple(d + 1 for d in growth.vector))


def _closed(case: Case, d: Distribution, seconds: float) -> Closure:
    """The closure by brackets; where those are out of reach, all directions if points prove that they are spanned."""
    found = closure(d, seconds)
    if found.relations is not None:
        return found
    try:
        there = judged_at_points(case, seconds)
    except OutOfReach:
        return found
    if there.relations != 0 or there.independent != d.k or not there.evidence.proved:
        return found
    one, zero = d.chart.graph.one, d.chart.graph.zero
    every = tuple(tuple(one if i == l else zero for i in range(d.k)) for l in range(d.k))
    return Closure(there.growth or found.growth, 0, every)


def _firm(case: Case, found: Closure, seconds: float) -> Closure:
    """The closure with a proof from one point, where the brackets gave none and linear algebra there is enough."""
    if found.relations is None or found.growth.evidence.proved:
        return found
    try:
        there = judged_at_points(case, seconds)
    except OutOfReach:
        return found
    own = there.closure.growth
    same = (there.relations, own.vector) == (found.relations, found.growth.vector)
    if not same or not there.evidence.proved or not own.evidence.proved:
        return found
    return replace(found, growth=replace(found.growth, evidence=own.evidence))


def _verdict(d: Distribution, found: Closure, case: Case) -> str:
    if not d.k and case.system.inequalities:
        return NONHOLONOMIC
    if found.relations is None:
        return UNDECIDED
    if found.relations == d.k:
        return HOLONOMIC
    return PARTLY if found.relations else NONHOLONOMIC


def _frozen(bend: Curvature) -> Decision:
    """The distribution of virtual displacements, time frozen, is integrable."""
    return all_zero(b for _, _, I, b in bend.entries() if I != 0)


def _integrals(case: Case, full: Pfaffian, kept, d: Distribution, found: Closure, forms, seconds: float) -> Integrals:
    """For generic parameters; at the given numbers where that gives more."""
    limit = limit_forms(d, found) if found.relations is not None else None
    alone = [form.integrable is True for form in forms]
    generic, values = integrals_of(full, kept, limit, alone, seconds, d), numbers_in(case)
    lacking = any(p is None and own for p, own in zip(generic.rows, alone)) or not generic.complete
    if seconds <= 0 or not values or not lacking:
        return generic
    try:
        limit = limit and [tuple(e.subs(values) for e in form) for form in limit]
        own = integrals_of(with_numbers(full, values), kept, limit, alone, seconds)
    except (OutOfReach, ZeroDivisionError):
        return generic
    return max(generic, own, key=lambda found: (len(found.together), -found.rows.count(None)))


def _require_small(case: Case) -> None:
    n, k = case.system.chart.n, case.system.pfaffian.k
    if n * k > MIDDLE:
        raise OutOfReach(f"{case.name}: {k} constraints on {n} coordinates are too many to compare equations of "
                         "motion or to fill a page; `check` gives the verdict with its evidence")


def _large(case: Case, dependent: Sequence[str], seconds: float) -> Large | None:
    """The record of a large set; None for one that symbols can do: small, or middling and shallow."""
    full = case.system.pfaffian
    size = full.k * full.chart.n
    if size <= SMALL or (size <= MIDDLE and (dependent or solved_as_written(full))):
        return None
    found = parts_of(case, seconds)
    if size <= MIDDLE and all(part.shallow or part.forms.k * part.forms.chart.n <= SMALL for part in found):
        return None
    return large_check(case, found, seconds)


def _large_at(large: Large, point: Mapping[Expr, Expr], seconds: float) -> Large:
    """The record of a large set with its growth vector at a point.  Raises SingularPivot where A loses rank there."""
    gone = {l for l, _ in large.redundant}
    rows = large.full.subs(large.case.system.values).take([l for l in range(large.full.k) if l not in gone])
    limit = rows.chart.n + (rows.space == "tq") - large.bounds[0]
    return replace(large, point=point, at_point=growth_at(rows, point, limit, seconds, generic=large.growth))
