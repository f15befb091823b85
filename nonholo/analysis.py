"""Every finding about one case as frozen records: `check` for the geometry, `compare` for the dynamics."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nonholo.comparison import Comparison
from nonholo.comparison import compare as compare_derivations
from nonholo.dynamics.conserved import found_conserved
from nonholo.errors import ContradictoryConstraints, NotApplicable, OutOfReach
from nonholo.exact.decide import Decision, all_zero, combined
from nonholo.exact.graph import Expr
from nonholo.geometry.accessibility import Accessibility, accessibility
from nonholo.geometry.curvature import Curvature, curvature
from nonholo.geometry.displacements import Displacements, displacements
from nonholo.geometry.distribution import Distribution, distribution
from nonholo.geometry.flag import SECONDS, Closure, Growth, closure, in_new_graph
from nonholo.geometry.integrability import (
    FormVerdict,
    SparseVerdict,
    jointly_integrable,
    judge_form,
    judge_sparse,
    witness,
)
from nonholo.geometry.integrals import polynomial_potential
from nonholo.geometry.local import growth_at
from nonholo.geometry.loci import rank_drop
from nonholo.geometry.pfaffian import Pfaffian, Redundant, independent_rows, nonzero
from nonholo.geometry.pointwise import Part, Sampled, judge_parts, union_bound
from nonholo.geometry.survey import Survey, survey
from nonholo.readers.case import Case
from nonholo.readers.case_file import read_case

HOLONOMIC, PARTLY, NONHOLONOMIC, UNDECIDED = (
    "holonomic", "partly holonomic", "nonholonomic", "undecided")
SMALL, MIDDLE = 60, 400  # n * k up to which a set is judged by symbols at once; if shallow
PROOFS = 2.0  # seconds for the symbolic proofs of the small parts of a large set
FEW_ROWS = 8  # of a vanishing combination that is sought in symbols


@dataclass(frozen=True, slots=True, repr=False)
class Check:
    """Is it holonomic, and why: the geometry of the constraints of one case.

    full: all rows; distribution, curvature: of the independent rows; relations: h, None if undecided; survey: big
    flag, strata, growth at an asked point; generic: the closure for generic parameters where it differs
    from that at the given numbers (which `closure` then belongs to); potentials: (factor, potential)
    of a row or None; frozen: is the distribution of virtual displacements integrable with time held fixed?
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
    potentials: tuple[tuple[Expr, Expr] | None, ...]
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
class Large:
    """The check of a set too large for tables: judged at random points, its small parts by symbols.

    parts: the connected components; bounds: h lies between them; growth: if the first brackets are all;
    redundant: (row, the rows it follows from); forms: each row alone.  Distribution, curvature and
    displacements are not built.
    """

    case: Case
    verdict: str
    full: Pfaffian
    parts: tuple[Part, ...]
    bounds: tuple[int, int]
    joint: Decision
    evidence: Decision
    growth: Growth | None
    redundant: tuple[tuple[int, tuple[int, ...]], ...]
    forms: tuple[SparseVerdict, ...]
    generic: tuple[int, int] | None = None
    at_point: Growth | None = None
    point: Mapping[Expr, Expr] | None = None

    @property
    def independent(self) -> int:
        return sum(len(part.kept) for part in self.parts)

    @property
    def relations(self) -> int | None:
        """h, None if its bounds differ."""
        return self.bounds[0] if self.bounds[0] == self.bounds[1] else None

    @property
    def accessible(self) -> bool | None:
        """Undecided: it depends on where the rank drops, which is not looked for at this size."""
        return None

    @property
    def unilateral(self) -> bool:
        return False

    @property
    def closure(self) -> Closure:
        """h with its evidence; the growth vector is empty where it is not known."""
        growth = self.growth or Growth((), self.full.space, False, self.evidence)
        return Closure(growth, self.relations)

    def _too_large(self, what: str):
        raise OutOfReach(f"{self.case.name}: {self.full.k} constraints on {self.full.chart.n} coordinates are too "
                         f"many for {what}; `check` gives the verdict with its evidence")

    @property
    def distribution(self):
        self._too_large("a split of the velocities")

    @property
    def curvature(self):
        self._too_large("a table of curvature")

    @property
    def displacements(self):
        self._too_large("a basis of displacements")

    def __repr__(self) -> str:
        return (f"<Check of {self.case.name!r}: {self.verdict}, {self.bounds[0]} <= h <= {self.bounds[1]} of "
                f"{self.independent}, {len(self.parts)} parts>")


@dataclass(frozen=True, slots=True, repr=False)
class Analysis:
    """Everything about one case: its check and, if there is a Lagrangian, its comparison."""

    case: Case
    check: Check
    comparison: Comparison | None
    conserved: tuple[tuple[str, Expr], ...] = ()

    def __repr__(self) -> str:
        return f"<Analysis: {self.check!r}, {self.comparison!r}>"

    def _repr_latex_(self) -> str:
        return self.check._repr_latex_()


def as_case(given: Case | str | Path) -> Case:
    """A case as it is, or read from its file."""
    return given if isinstance(given, Case) else read_case(given)


def check(given: Case | str | Path, at: Mapping[str, Any] | None = None,
          dependent: Sequence[str] = (), seconds: float = SECONDS) -> Check | Large:
    """Judge the constraints of a case: verdict, evidence, growth vector, virtual displacements.

    A large set is judged at random points (`Large`), without tables and displacements.

    at: an exact point {"x": "0", "theta": "pi/2"} for the growth vector there.  The verdict is that of the case
    as given: with the numbers of its parameters where it states them, else for generic ones.  Raises
    ContradictoryConstraints, SingularPivot.
    """
    case = as_case(given)
    full = case.system.pfaffian
    large = _large(case, dependent, seconds)
    if large is not None:
        return large if at is None else _large_at(large, case.point(at), seconds)
    wish = tuple(dependent) or case.dependent
    rows, kept, redundant = independent_rows(full)
    d = distribution(rows, wish, case.nominal)
    found, generic = closure(d, seconds), None
    special = _special(case, full, d, found, wish, seconds)
    if special is not None:
        generic = found
        full, rows, kept, redundant, d, found = special
    bend = curvature(d)
    forms = tuple(judge_form(full, l) for l in range(full.k))
    point = case.point(at) if at is not None else None
    around = survey(full, d, found, case.system.values, point, seconds)
    singular = rank_drop(rows)
    return Check(
        case=case, verdict=_verdict(d, found, case), full=full, kept=kept, redundant=redundant,
        distribution=d, curvature=bend, closure=found, joint=jointly_integrable(bend), forms=forms,
        potentials=tuple(_potential(full, l, f) for l, f in enumerate(forms)),
        accessibility=accessibility(d, found, singular, around.strata), singular=singular,
        displacements=displacements(d), frozen=_frozen(bend), survey=around, generic=generic, point=point)


def compare(given: Case | str | Path, dependent: Sequence[str] = (),
            substitute: Sequence[str] = ()) -> Comparison:
    """All formulations and rivals of a case side by side.

    Raises NotApplicable for a case without a Lagrangian.
    """
    case = as_case(given)
    if case.system.lagrangian is None:
        raise NotApplicable(f"{case.name}: a comparison of equations of motion needs a Lagrangian, and the "
                            "case has none; `check` answers what the constraints alone decide")
    _require_small(case)
    rows, _, _ = independent_rows(case.system.pfaffian)
    d = distribution(rows, tuple(dependent) or case.dependent, case.nominal)
    return compare_derivations(case.system, d, substitute)


def analyze(given: Case | str | Path, substitute: Sequence[str] = ()) -> Analysis:
    """Check and comparison of one case."""
    case = as_case(given)
    _require_small(case)
    found = check(case)
    if isinstance(found, Large):
        found._too_large("a page or a graph")
    if case.system.lagrangian is None:
        return Analysis(case, found, None)
    compared = compare(case, substitute=substitute)
    return Analysis(case, found, compared, conserved(compared))


def conserved(compared: Comparison) -> tuple[tuple[str, Expr], ...]:
    """The energy function, momenta and velocities that are proved constant on all motions."""
    if compared.reference is None:
        return ()
    return tuple(found_conserved(compared.system, compared.distribution, compared.reference))


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


def _potential(full: Pfaffian, l: int, form: FormVerdict) -> tuple[Expr, Expr] | None:
    graph = full.chart.graph
    if full.functions[l] is not None:
        return graph.one, full.functions[l]
    if not form.exact:
        return None
    potential = polynomial_potential(full.form(l), (full.chart.t, *full.chart.q))
    return None if potential is None else (graph.one, potential)


# large sets -------------------------------------------------------------------------------------
def _require_small(case: Case) -> None:
    n, k = case.system.chart.n, case.system.pfaffian.k
    if n * k > MIDDLE:
        raise OutOfReach(f"{case.name}: {k} constraints on {n} coordinates are too many to compare equations of "
                         "motion or to fill a page; `check` gives the verdict with its evidence")


def _large(case: Case, dependent: Sequence[str], seconds: float) -> Large | None:
    """The record of a large set; None for one that symbols can do: small, or middling and shallow."""
    full = case.system.pfaffian
    size = full.k * full.chart.n
    if size <= SMALL or (size <= MIDDLE and dependent):
        return None
    values = _values_in(case, full)
    found = judge_parts(_with_numbers(full, values), seconds)
    if size <= MIDDLE and all(part.shallow or part.forms.k * part.forms.chart.n <= SMALL for part in found):
        return None
    _require_consistent(found)
    generic = [part.relations for part in judge_parts(full, seconds)] if values else None
    return _record(case, full, _proved(found, min(PROOFS, seconds)), generic)


def _large_at(large: Large, point: Mapping[Expr, Expr], seconds: float) -> Large:
    """The record of a large set with its growth vector at a point.  Raises SingularPivot where A loses rank there."""
    gone = {l for l, _ in large.redundant}
    rows = large.full.subs(large.case.system.values).take([l for l in range(large.full.k) if l not in gone])
    limit = rows.chart.n + (rows.space == "tq") - large.bounds[0]
    return replace(large, point=point, at_point=growth_at(rows, point, limit, seconds, generic=large.growth))


def _values_in(case: Case, full: Pfaffian) -> dict[Expr, Expr]:
    """The numbers of the parameters that stand in the constraints."""
    support = 0
    for l in range(full.k):
        for e in (*nonzero(full.matrix[l]).values(), full.affine[l]):
            support |= e.support
    return {s: v for s, v in case.system.values.items() if s.support & support}


def _with_numbers(full: Pfaffian, values: Mapping[Expr, Expr]) -> Pfaffian:
    try:
        return full.subs(values) if values else full
    except ZeroDivisionError:
        raise OutOfReach("a denominator in the constraints vanishes at the given numbers of the parameters") from None


def _require_consistent(found: Sequence[Part]) -> None:
    """Raise ContradictoryConstraints if rows without velocities are left that demand something."""
    for part in found:
        for l, rows in part.idle.items():
            if l in part.clash and len(rows) <= FEW_ROWS:
                independent_rows(part.forms.take(rows))
            if l in part.clash:
                raise ContradictoryConstraints(
                    "together these constraints leave no velocity and demand a condition on the configuration: "
                    + "; ".join(part.forms.labels[r] for r in rows[:FEW_ROWS]))


def _proved(found: Sequence[Part], seconds: float) -> list[Part]:
    """Small parts whose h is not proved yet, by symbols, as far as the time goes."""
    deadline = time.monotonic() + seconds
    return [_by_symbols(part, deadline) for part in found]


def _by_symbols(part: Part, deadline: float) -> Part:
    if part.evidence.proved or part.forms.k * part.forms.chart.n > SMALL or time.monotonic() > deadline:
        return part
    try:
        rows, _ = in_new_graph(part.forms)
        rows, kept, _ = independent_rows(rows)
        d = distribution(rows)
        own = closure(d, max(0.1, deadline - time.monotonic()))
    except OutOfReach:
        return part
    if own.relations is None:
        return part
    joint = jointly_integrable(curvature(d))
    return replace(part, kept=kept, relations=(own.relations,) * 2, joint=joint, evidence=own.growth.evidence)


def _record(case: Case, full: Pfaffian, found: Sequence[Part], generic) -> Large:
    lower, upper = (sum(part.relations[i] for part in found) for i in (0, 1))
    joint = combined(part.joint for part in found)
    if isinstance(joint, Sampled):
        joint = replace(joint, bound=union_bound(part.joint for part in found))
    forms = {row: form for part in found for row, form in zip(part.rows, judge_sparse(part))}
    redundant = tuple((part.rows[l], tuple(part.rows[r] for r in rows if r != l))
                      for part in found for l, rows in part.idle.items())
    other = None if generic is None else tuple(sum(pair[i] for pair in generic) for i in (0, 1))
    k = sum(len(part.kept) for part in found)
    return Large(
        case=case, verdict=_large_verdict(lower, upper, k, joint), full=full, parts=tuple(found),
        bounds=(lower, upper), joint=joint, evidence=_combined_evidence(found), growth=_large_growth(full, found),
        redundant=redundant, forms=tuple(forms[l] for l in range(full.k)),
        generic=None if other == (lower, upper) else other)


def _large_verdict(lower: int, upper: int, k: int, joint: Decision) -> str:
    """0 < h < k is enough for "partly holonomic"; h itself may be open."""
    if lower == upper:
        return HOLONOMIC if lower == k else PARTLY if lower else NONHOLONOMIC
    return PARTLY if lower and joint.answer is False else UNDECIDED


def _combined_evidence(found: Sequence[Part]) -> Decision:
    """What h rests on: as weak as its weakest part."""
    for part in found:
        if part.evidence.answer is None:
            return part.evidence
    weak = [part.evidence for part in found if not part.evidence.proved]
    if any(isinstance(decision, Sampled) for decision in weak):
        return Sampled(True, "randomised", bound=union_bound(weak))
    kinds = {part.evidence.evidence for part in found}
    return weak[0] if weak else Decision(True, "normal form" if "normal form" in kinds else max(kinds))


def _large_growth(full: Pfaffian, found: Sequence[Part]) -> Growth | None:
    """The growth vector if it ends with the first brackets: dim D_2 = dim D_1 + rank of dw_l|_E."""
    if not all(part.shallow and part.evidence.answer is not None for part in found):
        return None
    k, h = sum(len(part.kept) for part in found), sum(part.relations[0] for part in found)
    base = full.chart.n - k + (full.space == "tq")
    vector = (base,) if h == k else (base, base + k - h)
    return Growth(vector, full.space, True, _combined_evidence(found))
