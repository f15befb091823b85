"""The check of a set too large for tables: judged at random points, its small parts by symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from nonholo.decide.zero import Decision, combined
from nonholo.errors import ContradictoryConstraints, OutOfReach, SingularPivot
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import convex
from nonholo.findings.verdict import UNDECIDED, Sampled, Verdict, word_of
from nonholo.geometry.accessibility.steps import spans_in_steps
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries, independent_rows, nonzero
from nonholo.geometry.curvature.integrability import SparseVerdict, judge_sparse
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.flag import Closure, Growth, closure, in_new_graph
from nonholo.geometry.flag.solved_rows import solved_parts
from nonholo.geometry.sampled.bounds import Randomised, union_bound
from nonholo.geometry.zeros.signs import smooth_everywhere
from nonholo.readers.case import Case
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

if TYPE_CHECKING:
    from nonholo.geometry.sampled.judge import Part

SMALL = 60  # n * k up to which a set is judged by symbols at once
PIECE = 240  # n * k of a piece of a solved part up to which it is judged by symbols
LARGEST = 400  # n * k of a part of which it is asked whether brackets span at every point
FEW_ROWS = 8  # of a vanishing combination that is sought in symbols


def parts_of(case: Case, units: int) -> list[Part]:
    """The parts of the set at the given numbers, judged at random points.

    Raises ContradictoryConstraints.
    """
    from nonholo.geometry.sampled.judge import judge_parts

    parts = judge_parts(with_numbers(case.system.pfaffian, numbers_in(case)), units)
    _require_consistent(parts)
    return parts


def large_check(
    case: Case, parts: Sequence[Part], units: int, solved: bool = False, reached: bool = False
) -> Verdict:
    """The record of a set from its parts, the small ones proved by symbols as far as the time
    goes; reached: it is asked whether every configuration can be.
    """
    from nonholo.geometry.sampled.judge import judge_parts

    values = numbers_in(case)
    generic = judge_parts(case.system.pfaffian, units) if values and units else None
    work = Work.of(min(BUDGETS.parts, units))
    pairs = [_with_rows_alone(_by_symbols(part, work)) for part in parts]
    return _record(
        case,
        [part for part, _ in pairs],
        [forms for _, forms in pairs],
        generic,
        solved,
        Work.of(BUDGETS.accessibility) if reached else None,
    )


def numbers_in(case: Case) -> dict[Expr, Expr]:
    """The numbers of the parameters that stand in the constraints."""
    full, support = case.system.pfaffian, 0
    for l in range(full.k):
        for e in (*nonzero(full.matrix[l]).values(), full.affine[l]):
            support |= e.support
    return {s: v for s, v in case.system.values.items() if s.support & support}


def with_numbers(full: Pfaffian, values: Mapping[Expr, Expr]) -> Pfaffian:
    """The rows at numbers of the parameters.

    Raises OutOfReach where a denominator vanishes.
    """
    try:
        return full.subs(values) if values else full
    except ZeroDivisionError:
        raise OutOfReach(
            say("a denominator in the constraints vanishes at the given numbers of the parameters")
        ) from None


def _require_consistent(parts: Sequence[Part]) -> None:
    """Raise ContradictoryConstraints if rows without velocities are left that demand something."""
    for part in parts:
        for l, rows in part.idle.items():
            if l in part.clash and len(rows) <= FEW_ROWS:
                independent_rows(part.forms.take(rows))
            if l in part.clash:
                raise ContradictoryConstraints(
                    say(
                        "together these constraints leave no velocity and demand a condition on "
                        "the configuration: "
                    )
                    + "; ".join(part.forms.labels[r] for r in rows[:FEW_ROWS])
                )


def _by_symbols(part: Part, work: Work) -> Part:
    """A part whose h is not proved yet, by symbols: a small one as it is, another one if it
    falls apart when solved.
    """
    if part.evidence.proved or work.over:
        return part
    part = _without_redundant(part)
    if part.evidence.proved:
        return part
    try:
        part, pieces = _pieces(part)
        closures = [closure(distribution(piece), work.left) for piece in pieces]
    except (OutOfReach, SingularPivot):
        return part
    known = [closed.relations for closed in closures if closed.relations is not None]
    if sum(piece.k for piece in pieces) != len(part.independent) or len(known) < len(closures):
        return part
    h, growths = sum(known), [closed.growth for closed in closures]
    evidence = combined_evidence([growth.evidence for growth in growths])
    last = max(len(growth.vector) for growth in growths)
    grown = tuple(
        sum(g.vector[min(s, len(g.vector) - 1)] - g.vector[0] for g in growths) for s in range(last)
    )
    joint = (
        part.joint
        if part.joint.answer is False and part.joint.proved
        else replace(evidence, answer=h == len(part.independent))
    )
    return replace(
        part,
        relations=(h, h),
        proved=(h, h) if evidence.proved else part.proved,
        joint=joint,
        evidence=evidence,
        growth=grown,
        grown=evidence,
        solved=tuple(pieces)
        if part.forms.k * part.forms.chart.n > SMALL and evidence.proved
        else (),
    )


def _without_redundant(part: Part) -> Part:
    """The part with what its points prove, if its redundant rows are combinations of few others
    in symbols.
    """
    if not part.idle or not part.exact or any(len(rows) > FEW_ROWS for rows in part.idle.values()):
        return part
    for l, rows in part.idle.items():
        _, _, redundant = independent_rows(in_new_graph(part.forms.take(rows))[0])
        if [rows[r.row] for r in redundant] != [l]:
            return part
    joint = Decision(False, "modular") if part.joint.answer is False else part.joint
    evidence = Decision(True, "modular") if part.least == 0 else part.evidence
    return replace(part, proved=(0, part.least), joint=joint, evidence=evidence)


def _pieces(part: Part) -> tuple[Part, list[Pfaffian]]:
    """Independent rows that together have the kernel of the part's; the part with its redundant
    rows as symbols say.
    """
    if part.forms.k * part.forms.chart.n > SMALL:
        return part, solved_parts(part.forms, part.samples[0], PIECE) if part.samples else []
    rows, retained, redundant = independent_rows(in_new_graph(part.forms)[0])
    idle = {r.row: tuple(sorted([r.row, *(l for l, _ in r.coefficients)])) for r in redundant}
    return replace(part, independent=retained, idle=idle), [rows]


def _with_rows_alone(part: Part) -> tuple[Part, list[SparseVerdict]]:
    """Every row alone; independent rows that are proved integrable alone are as many relations."""
    forms = judge_sparse(part)
    if part.rank is None:
        return part, forms
    lower = max(
        part.proved[0],
        sum(bool(forms[l].integrable and forms[l].decision.proved) for l in part.independent),
    )
    if lower == part.proved[1] and not part.evidence.proved:
        part = replace(part, evidence=Decision(True, "normal form"))
    bounds = max(lower, part.relations[0]), min(part.relations[1], part.proved[1])
    return replace(part, relations=bounds, proved=(lower, part.proved[1])), forms


def _record(
    case: Case,
    parts: Sequence[Part],
    forms: Sequence[Sequence[SparseVerdict]],
    generic,
    solved: bool,
    asked: Work | None,
) -> Verdict:
    bounds, full = _sums(parts), case.system.pfaffian
    joint = combined(part.joint for part in parts)
    if isinstance(joint, Randomised):
        joint = replace(joint, bound=union_bound(part.joint for part in parts))
    alone = {
        row: form for part, verdicts in zip(parts, forms) for row, form in zip(part.rows, verdicts)
    }
    redundant = tuple(
        (part.rows[l], tuple(part.rows[r] for r in rows if r != l))
        for part in parts
        for l, rows in part.idle.items()
    )
    other = None if generic is None else _sums(generic)
    ranks = [part.rank for part in parts if part.rank is not None]
    evidence = combined_evidence([part.evidence for part in parts])
    return Verdict(
        case=case,
        verdict=word_of(case, sum(len(part.independent) for part in parts), bounds, joint.answer),
        full=full,
        independent=sum(ranks) if len(ranks) == len(parts) else None,
        bounds=bounds,
        proved=_sums(parts, "proved"),
        evidence=evidence,
        joint=joint,
        forms=tuple(alone[l] for l in range(full.k)),
        closure=_closure(_growth(full, parts), full, bounds, evidence),
        accessible=_accessible(case, parts, bounds, asked),
        detail=Sampled(tuple(parts), redundant, None if other == bounds else other, solved),
    )


def _accessible(
    case: Case, parts: Sequence[Part], bounds: tuple[int, int], asked: Work | None
) -> bool | None:
    """Every configuration from every other: where each part spans step by step at every point.

    Where it does not the rank may drop, which is not looked for, so there is no other answer;
    asked: the budget, None where it is not asked.
    """
    full = case.system.pfaffian
    if any(f is not None for f in full.functions):
        return False
    if (
        asked is None
        or bounds != (0, 0)
        or full.space != "q"
        or case.system.partial
        or case.system.inequalities
        or not convex([*full.chart.q, full.chart.t])
    ):
        return None
    proved = all(_spans(part, asked) for part in parts)
    return proved or None


def _spans(part: Part, work: Work) -> bool:
    """What the part's independent rows allow spans at every point; the others are combinations of
    them then, for they are at most points.
    """
    rows, chart = part.forms.take(part.independent), part.forms.chart
    if part.idle and not part.evidence.proved:
        return False
    if rows.k * chart.n > LARGEST or not smooth_everywhere(entries(part.forms), chart):
        return False  # where a redundant row has no value there is no configuration
    return spans_in_steps(in_new_graph(rows)[0], work)


def _closure(growth: Growth | None, full: Pfaffian, bounds, evidence: Decision) -> Closure:
    """h with its evidence; the growth vector is empty where it is not known."""
    h = bounds[0] if bounds[0] == bounds[1] else None
    return Closure(growth or Growth((), full.space, False, evidence), h)


def undecided(verdict: Verdict, reason: str) -> Verdict:
    """The record without an answer."""
    open_, bounds = Decision(None, reason=reason), (0, verdict.full.k)
    return replace(
        verdict,
        verdict=UNDECIDED,
        bounds=bounds,
        proved=bounds,
        joint=open_,
        evidence=open_,
        accessible=None if verdict.accessible else verdict.accessible,
        closure=_closure(None, verdict.full, bounds, open_),
    )


def _sums(parts: Sequence[Part], name: str = "relations") -> tuple[int, int]:
    """The bounds of h, added up."""
    pairs = [getattr(part, name) for part in parts]
    return sum(a for a, _ in pairs), sum(b for _, b in pairs)


def combined_evidence(decisions: Sequence[Decision]) -> Decision:
    """What something rests on: as weak as its weakest part."""
    for decision in decisions:
        if decision.answer is None:
            return decision
    weak = [decision for decision in decisions if not decision.proved]
    if any(isinstance(decision, Randomised) for decision in weak):
        return Randomised(True, "randomised", bound=union_bound(weak))
    kinds = {decision.evidence for decision in decisions}
    return weak[0] if weak else Decision(True, "modular" if kinds == {"modular"} else "normal form")


def _growth(full: Pfaffian, parts: Sequence[Part]) -> Growth | None:
    """The growth vector, if that of every part is known: dim D_s - dim D_1 add up."""
    grown = [part.growth for part in parts if part.growth is not None]
    if len(grown) < len(parts):
        return None
    base = full.chart.n - sum(len(part.independent) for part in parts) + (full.space == "tq")
    length = max(map(len, grown), default=1)
    vector = tuple(
        base + sum(dimensions[min(s, len(dimensions) - 1)] for dimensions in grown)
        for s in range(length)
    )
    return Growth(vector, full.space, True, combined_evidence([part.grown for part in parts]))
