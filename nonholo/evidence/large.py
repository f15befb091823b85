"""The certificate of a large set: in parts, each as a small set or with evidence at a point
modulo a prime.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any

from nonholo import verifier
from nonholo.errors import NonholoError, OutOfReach, said
from nonholo.evidence import small
from nonholo.evidence.given_point import GivenPoint
from nonholo.evidence.place import Places
from nonholo.evidence.problem import head, problem_of, problem_with
from nonholo.evidence.reach import not_jointly, reached
from nonholo.expression.text import text
from nonholo.findings.check import check
from nonholo.findings.sampled import large_check, parts_of
from nonholo.findings.verdict import HOLONOMIC, NONHOLONOMIC, PARTLY, UNDECIDED, Verdict
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows, nonzero
from nonholo.geometry.curvature.integrability import SparseVerdict, judge_sparse
from nonholo.geometry.flag.solved_rows import written
from nonholo.geometry.sampled.elimination import triangular
from nonholo.geometry.sampled.judge import Part, judge_parts
from nonholo.geometry.sampled.row_flag import derived_flag
from nonholo.geometry.sampled.sample import Sample, extended
from nonholo.modular.values import Unlucky
from nonholo.readers.build import build
from nonholo.readers.draft import Draft
from nonholo.readers.functions import Function
from nonholo.verifier.document import STATED
from nonholo.verifier.functions import Functions, MoreTurns
from nonholo.verifier.outcome import WORK, Budget, Stop
from nonholo.verifier.problem import Reader, System, names_of
from nonholo.words.sentence import say
from nonholo.work import Work

ATTEMPTS = 6
SMALL, PIECE = (
    100,
    240,
)  # n * k up to which a part, a piece of a solved part is taken for a set of its own
SHARE = 0.5  # of the work for parts as sets of their own
LOOKED_AT = 300  # rows up to which a certificate is verified before it is handed out
MAX_ROW = 2000  # characters of a row of a small set that is tried as a large one
FEW_ROWS = 8  # of a vanishing combination that is sought in symbols
SOLVED = say(
    "the verdict holds with the holonomic constraints put in, of which no claim can be checked at "
    "this size"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """What a certificate states and claims of some rows, by their numbers in the set, and the
    bounds of h.
    """

    rows: tuple[int, ...]
    content: dict[str, Any]
    lower: int
    upper: int

    def as_part(self) -> dict[str, Any]:
        return {"certificate": self.content["certificate"], "rows": list(self.rows), **self.content}


def large_certificate(
    verdict: Verdict, units: int, problem: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The certificate of a large set; with a reason in place of evidence if its verdict rests on
    random points.
    """
    problem = problem or problem_of(verdict.case, as_read=not verdict.case.symbols)
    try:
        return _accepted(verdict, problem, units)
    except (OutOfReach, ZeroDivisionError) as limit:
        claim = "growth" if verdict.verdict == UNDECIDED else "rank"
        assert verdict.closure is not None  # it is so of nonlinear sets alone
        vector = list(verdict.closure.growth.vector)
        rank, space = verdict.independent or 0, verdict.full.space
        stated = (verdict.verdict, verdict.relations, rank, vector, space)
        return {
            **head(2, problem, *stated),
            "point": {"symbols": {}, "angles": {}, "exponents": {}},
            "claims": [{"claim": claim, "reason": str(said(limit)) or type(limit).__name__}],
        }


def certificate_in_parts(
    verdict: Verdict, units: int, problem: dict[str, Any] | None
) -> dict[str, Any] | None:
    """The certificate of a set judged by symbols, as that of a large one; None if there is none."""
    problem = problem or problem_of(verdict.case)
    longest = max(map(len, problem["constraints"] + problem["holonomic_constraints"]), default=0)
    if verdict.verdict == UNDECIDED or problem["inequalities"] or longest > MAX_ROW:
        return None
    try:
        parts = parts_of(verdict.case, units)
        fresh = len(parts) > 1  # the claims of a single part were tried: they are those of the set
        made = _accepted(large_check(verdict.case, parts, units), problem, units, fresh)
    except (NonholoError, ZeroDivisionError):
        return None
    shown = made["verdict"], made["independent_constraints"]
    same = shown == (verdict.verdict, verdict.independent)
    return made if same and made["holonomic_relations"] in (None, verdict.relations) else None


def _accepted(
    verdict: Verdict, problem: dict[str, Any], units: int, fresh: bool = True
) -> dict[str, Any]:
    """A certificate that the verifier accepts, as far as it was asked.  Raises OutOfReach.

    fresh: parts may be judged as sets of their own.
    """
    work = Work.of(units)
    if verdict.verdict == UNDECIDED:
        raise OutOfReach(verdict.evidence.reason or "the verdict is undecided")
    if verdict.solved and verdict.full.k > LOOKED_AT:
        raise OutOfReach(SOLVED)
    made = _content(verdict, problem, work.share(SHARE), work, SMALL if fresh else 0)
    if made["verdict"] != verdict.verdict:
        lower, upper = verdict.proved
        raise OutOfReach(
            say(
                "only randomised evidence: proved is {lower} <= h <= {upper}",
                lower=lower,
                upper=upper,
            )
        )
    if verdict.full.k <= LOOKED_AT and (result := verifier.verify(made)).status != "accepted":
        raise OutOfReach(say("{where}: {why}", where=result.where, why=result.why))
    return made


def _stated(lower: int, upper: int, k: int, vector: list[int], space: str) -> dict[str, Any]:
    """The verdict that follows from bounds of h."""
    verdict = (
        HOLONOMIC
        if lower == k
        else NONHOLONOMIC
        if upper == 0
        else PARTLY
        if lower > 0 and upper < k
        else UNDECIDED
    )
    return {
        "verdict": verdict,
        "holonomic_relations": lower if lower == upper else None,
        "independent_constraints": k,
        "growth_vector": vector,
        "space": space,
    }


def _content(
    verdict: Verdict, problem: dict[str, Any], soon: Work, work: Work, most: int
) -> dict[str, Any]:
    """Of all parts together, or of the one there is."""
    pieces = []
    for part in verdict.parts:
        subproblem = problem if len(verdict.parts) == 1 else _problem_of_part(problem, part.forms)
        forms = [verdict.forms[l] for l in part.rows]
        pieces.append(
            _as_a_set(subproblem, part.forms, part.rows, soon, most)
            or _by_solved_rows(problem, part, soon, work)
            or _at_a_point(subproblem, part, forms, work)
        )
    content = (
        pieces[0].content if len(pieces) == 1 else _together(len(problem["coordinates"]), pieces)
    )
    top = {key: content[key] for key in STATED}
    others = {key: content[key] for key in content if key not in top and key != "certificate"}
    return {**head(content["certificate"], problem, *top.values()), **others}


def _problem_of_part(problem: dict[str, Any], rows: Pfaffian) -> dict[str, Any]:
    """The rows of a part, written out, in the coordinates that they contain."""
    labels = [
        label if f is None else text(f) for label, f in zip(written(rows).labels, rows.functions)
    ]
    return problem_with(
        rows.chart.names,
        labels,
        rows.functions,
        problem["parameters"],
        unspecified=problem.get("functions", {}),
    )


def _together(coordinates: int, pieces: Sequence[Piece]) -> dict[str, Any]:
    """Of parts that share no coordinate."""
    parts, lower, upper = (
        [p.as_part() for p in pieces],
        sum(p.lower for p in pieces),
        sum(p.upper for p in pieces),
    )
    k = sum(part["independent_constraints"] for part in parts)
    space, grown = (
        "tq" if any(part["space"] == "tq" for part in parts) else "q",
        [p["growth_vector"] for p in parts],
    )
    base, length = coordinates - k + (space == "tq"), max(map(len, grown)) if all(grown) else 0
    vector = [base + sum(d[min(s, len(d) - 1)] - d[0] for d in grown) for s in range(length)]
    return {"certificate": 2, **_stated(lower, upper, k, vector, space), "parts": parts}


# a part as a set of its own ---------------------------------------------------------------------
def _as_a_set(
    problem: dict[str, Any], rows: Pfaffian, numbers: Sequence[int], work: Work, most: int
) -> Piece | None:
    """The claims of a small part as those of a small set; None if there are none in time."""
    if rows.k * rows.chart.n > most or work.over or problem["inequalities"]:
        return None
    try:
        case = build(
            Draft(
                problem["coordinates"],
                problem["parameters"],
                constraints=problem["constraints"],
                holonomic=problem["holonomic_constraints"],
                functions={
                    name: Function(tuple(slots))
                    for name, slots in problem.get("functions", {}).items()
                },
            )
        )
        verdict = check(case, units=work.left, search=0)
    except (NonholoError, ZeroDivisionError):
        return None
    if verdict.distribution is None:  # so large that no claims are made by symbols
        return None
    made = small.certificate(verdict)
    if verifier.verify(made).status != "accepted" or any(
        c["claim"] == "solved level" for c in made["claims"]
    ):
        return None
    h = made["holonomic_relations"]
    content = {key: made[key] for key in ("certificate", *STATED, "point")}
    return Piece(
        tuple(numbers), {**content, "claims": [_numbered(c, numbers) for c in made["claims"]]}, h, h
    )


def _numbered(claim: dict[str, Any], numbers: Sequence[int]) -> dict[str, Any]:
    """A claim with the rows counted as in the whole set."""

    def table(some):
        return {str(numbers[int(l)]): c for l, c in some.items()}

    renumbered = dict(claim)
    for key in set(claim) & {"row", "rows", "combination", "cofactors", "levels"}:
        value = claim[key]
        renumbered[key] = (
            numbers[value]
            if key == "row"
            else [numbers[l] for l in value]
            if key == "rows"
            else table(value)
            if key != "levels"
            else [
                {**level, "annihilators": [table(a) for a in level["annihilators"]]}
                for level in value
            ]
        )
    return renumbered


def _by_solved_rows(problem: dict[str, Any], part: Part, soon: Work, work: Work) -> Piece | None:
    """The parts of the solved rows, and that they span the same: rank, and each row as sum_d
    a_ld r_d.
    """
    if not part.solved or any(f is not None for f in part.forms.functions):
        return None
    chart, pieces = part.forms.chart, []
    texts: list[str] = []
    dependent = {chart.index(name) + 1 for rows in part.solved for name in _dependent(rows)}
    try:
        for rows in part.solved:
            pieces += _pieces(problem, written(rows), len(texts), soon, work)
            texts += written(rows).labels
        ranks = (
            (_rank(part, sample, dependent), point) for sample, point in _samples(problem, part)
        )
        rank, point = next((rank, point) for rank, point in ranks if rank is not None)
    except (OutOfReach, StopIteration):
        return None
    content = {
        **_together(chart.n, pieces),
        "solved": texts,
        "point": point.record(),
        "claims": [_numbered(rank, part.rows)],
    }
    return Piece(part.rows, content, sum(p.lower for p in pieces), sum(p.upper for p in pieces))


def _pieces(
    problem: dict[str, Any], rows: Pfaffian, first: int, soon: Work, work: Work
) -> list[Piece]:
    """Of one of the parts of the solved rows, which begin with this number."""
    numbers = range(first, first + rows.k)
    subproblem = _problem_of_part(problem, rows)
    made = _as_a_set(subproblem, rows, numbers, soon, PIECE)
    if made is not None:
        return [made]
    judged = [
        replace(part, rows=tuple(numbers[l] for l in part.rows)) for part in judge_parts(rows)
    ]
    return [
        _at_a_point(_problem_of_part(problem, part.forms), part, judge_sparse(part), work)
        for part in judged
    ]


def _dependent(rows: Pfaffian) -> list[str]:
    """The name of a coordinate for each solved row that has the coefficient 1 there and 0 in the
    others.
    """
    entries = [nonzero(row) for row in rows.matrix]
    count = Counter(j for row in entries for j in row)
    one = rows.chart.graph.one
    return [
        next(rows.chart.names[j] for j, e in row.items() if e is one and count[j] == 1)
        for row in entries
    ]


# a part at a point ------------------------------------------------------------------------------
def _at_a_point(
    problem: dict[str, Any], part: Part, forms: Sequence[SparseVerdict], work: Work
) -> Piece:
    """Rank, relations from below by rows alone, from above at a point."""
    if part.rank is None:
        raise OutOfReach(part.joint.reason or "the rank is open")
    for sample, point in _samples(problem, part):
        rank = _rank(part, sample, set(range(1, sample.n + 1)))
        if rank is None:
            continue
        names = ["t" if part.forms.space == "tq" else "", *part.forms.chart.names]
        alone = [_alone(part, l) for l in part.independent if _integrable(part, forms, l)]
        above, upper = _from_above(part, sample, names, len(alone), work)
        claims = [_numbered(c, part.rows) for c in (rank, *_redundant(part), *alone, *above)]
        for claim in claims:  # its pivots are variations and rows
            claim |= (
                {"pivots": [[v, part.rows[l]] for v, l in claim["pivots"]]}
                if "pivots" in claim
                else {}
            )
        content = {
            "certificate": 2,
            **_stated(len(alone), upper, len(part.independent), [], part.forms.space),
            "point": point.record(),
            "claims": claims,
        }
        return Piece(part.rows, content, len(alone), upper)
    raise OutOfReach(say("no point among {attempts} shows the rank", attempts=ATTEMPTS))


def _samples(problem: dict[str, Any], part: Part) -> Iterator[tuple[Sample, GivenPoint]]:
    """The part at points with rational values of the generators, where all its rows but
    redundant ones are kept.
    """
    entries = [e for l in range(part.forms.k) for e in extended(part.forms, l).values()]
    levels = [f for f in part.forms.functions if f is not None]
    subproblem = _problem_of_part(problem, part.forms)
    order, places = _places(subproblem, 4) if levels or "pi" in str(subproblem) else (4, None)
    records = places.records() if places is not None and levels else repeat(None)
    for attempt, record in zip(range(ATTEMPTS), records):
        point = GivenPoint([*entries, *levels], attempt, record, order)
        try:
            sample = Sample(part.forms, point)
        except Unlucky:
            continue
        if sample.independent == part.independent:
            yield sample, point


def _places(problem: dict[str, Any], order: int) -> tuple[int, Places]:
    """The order of the turn that the verifier needs, and real points where the levels of a part
    hold.
    """
    try:
        reader = Reader(Functions(order, Budget(WORK)), *names_of(problem))
        reader.declare(problem.get("declared", []))
        system = System(reader, problem)
        entries = [x for row in system.rows for x in row.values()]
        return order, Places(reader, entries, system.functions)
    except MoreTurns as more:
        return _places(problem, *more.args)
    except Stop as stop:
        raise OutOfReach(stop.args[1]) from None


def _rank(part: Part, sample: Sample, columns: set[int]) -> dict[str, Any] | None:
    """The claim that the rows kept are independent in these columns (counted from 1), if they
    are at the point.
    """
    rows = [{j: v for j, v in sample.forms[l].items() if j in columns} for l in part.independent]
    order = triangular(rows, sample.n, sample.p)
    if order is None:
        return None
    names = part.forms.chart.names
    return {
        "claim": "rank",
        "rows": [part.independent[i] for i, _ in order],
        "columns": [names[j - 1] for _, j in order],
    }


def _redundant(part: Part) -> list[dict[str, Any]]:
    """Rows that are combinations of a few others, in symbols."""
    claims = []
    for l, rows in part.idle.items():
        if len(rows) > FEW_ROWS:
            raise OutOfReach(say("a redundant row that follows from many others"))
        _, _, redundant = independent_rows(part.forms.take(rows))
        if [rows[r.row] for r in redundant] != [l]:
            raise OutOfReach(say("redundant rows that were found at random points alone"))
        written = {str(rows[m]): text(c) for m, c in redundant[0].coefficients}
        claims.append({"claim": "redundant", "row": l, "combination": written})
    return claims


def _integrable(part: Part, forms: Sequence[SparseVerdict], l: int) -> bool:
    return part.forms.functions[l] is not None or bool(
        forms[l].integrable and forms[l].decision.proved
    )


def _alone(part: Part, l: int) -> dict[str, Any]:
    f = part.forms.functions[l]
    if f is None:
        return {"claim": "integrable alone", "row": l}
    return {"claim": "potential", "row": l, "factor": "1", "potential": text(f)}


def _from_above(
    part: Part, sample: Sample, names: Sequence[str], lower: int, work: Work
) -> tuple[list[dict[str, Any]], int]:
    """Claims that bound h from above, and the bound: the best one where h is then known, else h
    < k.
    """
    k, upper = len(part.independent), part.proved[1]
    if upper == k or part.joint.answer is not False:
        return [], k
    if upper < k - 1 and upper == lower:
        try:
            inputs = min(derived_flag(sample, work).narrow, k - upper)
            return [reached(part.forms, sample, names, inputs, k - upper, work)], upper
        except OutOfReach:
            pass
    claim = not_jointly(sample, names)
    return ([], k) if claim is None else ([claim], k - 1)
