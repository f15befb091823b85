"""The certificate of a large set: in parts, each as a small set or with evidence at a point modulo a prime."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from nonholo import verifier, verifier_large
from nonholo.analysis import HOLONOMIC, NONHOLONOMIC, PARTLY, UNDECIDED, Large, check
from nonholo.errors import NonholoError, OutOfReach
from nonholo.evidence import claims
from nonholo.evidence.given_point import GivenPoint
from nonholo.evidence.problem import head, problem_of, problem_with
from nonholo.evidence.reach import not_jointly, reached
from nonholo.exact.text import text
from nonholo.geometry.integrability import SparseVerdict, judge_sparse
from nonholo.geometry.pfaffian import Pfaffian, independent_rows, nonzero
from nonholo.geometry.points.elimination import triangular
from nonholo.geometry.points.judge import Part, judge_parts
from nonholo.geometry.points.row_flag import derived_flag
from nonholo.geometry.points.sample import Sample, extended
from nonholo.geometry.points.values import Unlucky
from nonholo.geometry.solved_rows import written
from nonholo.readers.case import Draft, build

ATTEMPTS = 6
SMALL, PIECE = 100, 240  # n * k up to which a part, a piece of a solved part is taken for a set of its own
SHARE = 0.5  # of the time for parts as sets of their own
LOOKED_AT = 300  # rows up to which a certificate is verified before it is handed out
FEW_ROWS = 8  # of a vanishing combination that is sought in symbols


@dataclass(frozen=True, slots=True)
class Piece:
    """A certificate and the bounds of h that follow from it."""

    certificate: dict[str, Any]
    lower: int
    upper: int


def large_certificate(found: Large, seconds: float) -> dict[str, Any]:
    """The certificate of a large set; with a reason in place of evidence if its verdict rests on random points."""
    start, problem = time.process_time(), problem_of(found)
    try:
        if found.verdict == UNDECIDED:
            raise OutOfReach(found.evidence.reason or "the verdict is undecided")
        made = _whole(found, problem, start + SHARE * seconds, start + seconds)
        if made["verdict"] != found.verdict:
            lower, upper = found.proved
            raise OutOfReach(f"only randomised evidence: proved is {lower} <= h <= {upper}")
        if found.full.k <= LOOKED_AT and (result := verifier_large.verify(made)).status == "refused":
            raise OutOfReach(f"the verifier reads a text otherwise: {result.where}: {result.why}")
        return made
    except (OutOfReach, ZeroDivisionError) as limit:
        claim = "growth" if found.verdict == UNDECIDED else "rank"
        vector = found.growth.vector if found.growth else ()
        stated = (found.verdict, found.relations, found.independent, list(vector), found.full.space)
        return {**head(2, problem, *stated), "point": {"symbols": {}, "angles": {}, "exponents": {}},
                "claims": [{"claim": claim, "reason": str(limit) or type(limit).__name__}]}


def _part_problem(problem: dict[str, Any], rows: Pfaffian, labels: Sequence[str]) -> dict[str, Any]:
    """The rows of a part, with its coordinates and those that its texts name and that cancel."""
    words = set(re.findall(r"[^\W\d]\w*", " ".join(labels)))
    own = set(rows.chart.names)
    stems = {stem for w in words for stem in (w, w.removeprefix("d"), w.removesuffix("dot"))}
    names = [n for n in problem["coordinates"] if n in own or n in stems]
    return problem_with(names, labels, rows.functions, problem["parameters"])




def _shown(problem, lower: int, upper: int, k: int, vector: list[int], space: str) -> dict[str, Any]:
    """The head with the verdict that follows from bounds of h."""
    verdict = (HOLONOMIC if lower == k else NONHOLONOMIC if upper == 0 else
               PARTLY if lower > 0 and upper < k else UNDECIDED)
    return head(2, problem, verdict, lower if lower == upper else None, k, vector, space)


def _whole(found: Large, problem: dict[str, Any], soon: float, deadline: float) -> dict[str, Any]:
    """Of all parts together, or of the one there is."""
    labels = found.case.system.pfaffian.labels
    pieces = []
    for part in found.parts:
        own = problem if len(found.parts) == 1 else _part_problem(problem, part.forms, [labels[l] for l in part.rows])
        forms = [found.forms[l] for l in part.rows]
        pieces.append(_as_a_set(own, part.forms, soon) or _solved(own, part, soon, deadline)
                      or _at_a_point(own, part, forms, deadline))
    return pieces[0].certificate if len(pieces) == 1 else _together(problem, pieces).certificate


def _together(problem: dict[str, Any], pieces: Sequence[Piece]) -> Piece:
    """Of parts that share no coordinate."""
    parts, lower, upper = [p.certificate for p in pieces], sum(p.lower for p in pieces), sum(p.upper for p in pieces)
    k = sum(part["independent_constraints"] for part in parts)
    space, grown = "tq" if any(part["space"] == "tq" for part in parts) else "q", [p["growth_vector"] for p in parts]
    base, length = len(problem["coordinates"]) - k + (space == "tq"), max(map(len, grown)) if all(grown) else 0
    vector = [base + sum(d[min(s, len(d) - 1)] - d[0] for d in grown) for s in range(length)]
    return Piece({**_shown(problem, lower, upper, k, vector, space), "parts": parts}, lower, upper)


# a part as a set of its own ---------------------------------------------------------------------
def _as_a_set(problem: dict[str, Any], rows: Pfaffian, deadline: float, most: int = SMALL) -> Piece | None:
    """The certificate of a small part as that of a small set; None if there is none in time."""
    left = deadline - time.process_time()
    if rows.k * rows.chart.n > most or left < 0 or problem["inequalities"]:
        return None
    try:
        case = build(Draft(problem["coordinates"], problem["parameters"], constraints=problem["constraints"],
                           holonomic=problem["holonomic_constraints"]))
        own = check(case, seconds=left, search=0.0)
    except (NonholoError, ZeroDivisionError):
        return None
    made = {"claims": []} if isinstance(own, Large) else claims.certificate(own, left)
    if verifier.verify(made).status != "accepted":  # a text that reads otherwise there, or too much work
        return None
    return Piece(made, made["holonomic_relations"], made["holonomic_relations"])


def _solved(problem: dict[str, Any], part: Part, soon: float, deadline: float) -> Piece | None:
    """The parts of the solved rows, and that they span the same: rank, and each row as sum_d a_ld r_d."""
    if not part.solved:
        return None
    chart = part.forms.chart
    dependent = {chart.index(name) + 1 for rows in part.solved for name in _dependent(rows)}
    try:
        pieces = [_piece(problem, written(rows), soon, deadline) for rows in part.solved]
        ranks = ((_rank(part, sample, dependent), point) for sample, point in _samples(part))
        rank, point = next((rank, point) for rank, point in ranks if rank is not None)
    except (OutOfReach, StopIteration):
        return None
    made = _together(problem, pieces)
    return Piece({**made.certificate, "point": point.record(), "claims": [rank]}, made.lower, made.upper)


def _piece(problem: dict[str, Any], rows: Pfaffian, soon: float, deadline: float) -> Piece:
    """One of the parts of the solved rows."""
    own = _part_problem(problem, rows, rows.labels)
    made = _as_a_set(own, rows, soon, PIECE)
    if made is not None:
        return made
    rows = written(rows)
    found = [(part, _part_problem(problem, part.forms, part.forms.labels)) for part in judge_parts(rows)]
    pieces = [_at_a_point(one, part, judge_sparse(part), deadline) for part, one in found]
    return pieces[0] if len(pieces) == 1 else _together(_part_problem(problem, rows, rows.labels), pieces)


def _dependent(rows: Pfaffian) -> list[str]:
    """The name of a coordinate for each solved row that has the coefficient 1 there and 0 in the others."""
    entries = [nonzero(row) for row in rows.matrix]
    count = Counter(j for row in entries for j in row)
    one = rows.chart.graph.one
    return [next(rows.chart.names[j] for j, e in row.items() if e is one and count[j] == 1) for row in entries]


# a part at a point ------------------------------------------------------------------------------
def _at_a_point(problem: dict[str, Any], part: Part, forms: Sequence[SparseVerdict], deadline: float) -> Piece:
    """Rank, relations from below by rows alone, from above at a point."""
    if part.rank is None:
        raise OutOfReach(part.joint.reason or "the rank is open")
    for sample, point in _samples(part):
        rank = _rank(part, sample, set(range(1, sample.n + 1)))
        if rank is None:
            continue
        names = ["t" if part.forms.space == "tq" else "", *part.forms.chart.names]
        alone = [_alone(part, l) for l in part.kept if forms[l].integrable and forms[l].decision.proved]
        above, upper = _from_above(part, sample, names, len(alone), deadline)
        k, claims = len(part.kept), [rank, *_redundant(part), *alone, *above]
        shown = _shown(problem, len(alone), upper, k, [], part.forms.space)
        return Piece({**shown, "point": point.record(), "claims": claims}, len(alone), upper)
    raise OutOfReach(f"no point among {ATTEMPTS} shows the rank")


def _samples(part: Part) -> Iterator[tuple[Sample, GivenPoint]]:
    """The part at points with rational values of the generators, where all its rows but redundant ones are kept."""
    entries = [e for l in range(part.forms.k) for e in extended(part.forms, l).values()]
    for attempt in range(ATTEMPTS):
        point = GivenPoint(entries, attempt)
        try:
            sample = Sample(part.forms, point)
        except Unlucky:
            continue
        if sample.kept == part.kept:
            yield sample, point


def _rank(part: Part, sample: Sample, columns: set[int]) -> dict[str, Any] | None:
    """The claim that the rows kept are independent in these columns (counted from 1), if they are at the point."""
    rows = [{j: v for j, v in sample.forms[l].items() if j in columns} for l in part.kept]
    order = triangular(rows, sample.n, sample.p)
    if order is None:
        return None
    names = part.forms.chart.names
    return {"claim": "rank", "rows": [part.kept[i] for i, _ in order], "columns": [names[j - 1] for _, j in order]}


def _redundant(part: Part) -> list[dict[str, Any]]:
    """Rows that are combinations of a few others, in symbols."""
    claims = []
    for l, rows in part.idle.items():
        if len(rows) > FEW_ROWS:
            raise OutOfReach("a redundant row that follows from many others")
        _, _, found = independent_rows(part.forms.take(rows))
        if [rows[r.row] for r in found] != [l]:
            raise OutOfReach("redundant rows that were found at random points alone")
        written = {str(rows[m]): text(c) for m, c in found[0].coefficients}
        claims.append({"claim": "redundant", "row": l, "combination": written})
    return claims


def _alone(part: Part, l: int) -> dict[str, Any]:
    f = part.forms.functions[l]
    if f is None:
        return {"claim": "integrable alone", "row": l}
    return {"claim": "potential", "row": l, "factor": "1", "potential": text(f)}


def _from_above(part: Part, sample: Sample, names: Sequence[str], lower: int, deadline: float
                ) -> tuple[list[dict[str, Any]], int]:
    """Claims that bound h from above, and the bound: the best one where h is then known, else h < k."""
    k, upper = len(part.kept), part.proved[1]
    if upper == k or part.joint.answer is not False:
        return [], k
    if upper < k - 1 and upper == lower:
        try:
            inputs = min(derived_flag(sample, deadline).narrow, k - upper)
            return [reached(part.forms, sample, names, inputs, k - upper, deadline)], upper
        except OutOfReach:
            pass
    claim = not_jointly(sample, names)
    return ([], k) if claim is None else ([claim], k - 1)
