"""The parts of the live page: each asks what the package finds, and shows it by the views of the
report.  Nothing is computed here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nonholo.dossier.dossier import Dossier, analyze
from nonholo.dossier.tracks import tracks_along
from nonholo.errors import (
    BadCase,
    InadmissibleState,
    NonholoError,
    NotApplicable,
    NotPfaffian,
    OutOfReach,
    said,
)
from nonholo.evidence.families import families
from nonholo.exploring.places import Complaint, placed, places_in
from nonholo.exploring.sheet import FIELDS, fields_of, written
from nonholo.exploring.sliders import sliders_of
from nonholo.findings.check import check
from nonholo.findings.verdict import Branched, Chetaev, Sampled, Symbolic, Verdict
from nonholo.numerics.trajectory import Trajectory
from nonholo.readers.case import Case
from nonholo.readers.case_file import parse_case
from nonholo.simulation.admissible import admissible_initial
from nonholo.simulation.run import simulate
from nonholo.views.comparison.page import equations_section, reactions_section
from nonholo.views.conserved.page import conserved_section
from nonholo.views.displacements.page import displacements_section
from nonholo.views.evidence.page import evidence_section
from nonholo.views.families.page import families_section
from nonholo.views.graph.page import graph_section
from nonholo.views.motion.page import motion_blocks
from nonholo.views.page.blocks import all_html
from nonholo.views.page.math import Math, inline
from nonholo.views.page.page import Block, Code, Details, Note, Section
from nonholo.views.page.prose import typed, with_mathematics
from nonholo.views.rivals.page import rivals_section
from nonholo.views.strata.page import strata_section
from nonholo.views.verdict.page import (
    branched_section,
    constraint_rows,
    nonlinear_section,
    verdict_section,
)
from nonholo.views.verdict.text import check_text
from nonholo.words.language import told
from nonholo.words.sentence import say

LEVEL = 3  # of headings inside a part
DONE, ABSENT, REFUSED, LIMIT = "done", "absent", "refused", "limit"
Answer = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """A case as it was typed; what is found about it is found once.

    text: the case file, with what the form says.
    """

    text: str

    @cached_property
    def case(self) -> Case:
        """The case.

        Raises NonholoError.
        """
        return parse_case(self.text, "case.toml", places_in(self.text))

    @cached_property
    def check(self) -> Verdict:
        """The verdict."""
        return check(self.case)

    @cached_property
    def dossier(self) -> Dossier:
        """Everything else."""
        return analyze(self.case, known=self.check)

    @property
    def derived(self) -> bool:
        """Equations of motion have been asked for already."""
        return "dossier" in vars(self)


@dataclass(frozen=True, slots=True)
class Question:
    """What the page asks: a part of the answer about a case.

    text: a case file; fields: what the form says instead, None where the file alone counts; part:
    a key of `PARTS`; held: the initial value that was moved last; rival: the name of a law to
    compare with, "" for none, None for the first that is wrong.
    """

    text: str
    part: str
    fields: Mapping[str, str] | None = None
    held: str = ""
    rival: str | None = None


def answered(question: Question, asked: Asked | None) -> tuple[Answer, Asked | None]:
    """The answer to a question in JSON's types, and the case for the next one.

    asked: the case of the question before; if its text is the same it is not read again.  Refusals
    are answers too.  Raises TimeUp where a limit of time comes.
    """
    try:
        text = question.text
        text = text if question.fields is None else written(text, question.fields)
        if asked is None or asked.text != text:
            asked = Asked(text)
        return PARTS[question.part](asked, question), asked
    except OutOfReach as error:
        return _noted(LIMIT, say("limit reached: {reason}", reason=said(error))), asked
    except NonholoError as error:
        if question.part == "case":
            return _unreadable(error, question), asked
        return _noted(REFUSED, said(error)), asked
    except RecursionError:
        return _noted(REFUSED, say("this is nested too deeply")), asked


def stopped(reason: str) -> Answer:
    """The answer of a part that met a limit."""
    return _noted(LIMIT, say("limit reached: {reason}; this part is not answered", reason=reason))


def _noted(state: str, words: str) -> Answer:
    words = told(words)
    mood = "caution" if state != ABSENT else "remark"
    return {"state": state, "words": words, "html": all_html([Note(mood, words)], LEVEL)}


def _shown(case: Case, blocks: Sequence[Block], words: str = "", command: str = "") -> Answer:
    html = all_html(with_mathematics(tuple(blocks), case.letters), LEVEL)
    return {"state": DONE, "words": told(words), "html": html, "command": command}


def _folded(sections: Sequence[Section]) -> list[Block]:
    """Each section that holds something, below one line."""
    return [Details(section.heading, section.blocks) for section in sections if section.blocks]


# ------------------------------------------------------------------------------------------- parts
def _read(asked: Asked, question: Question) -> Answer:
    """The case as a file and as a form, its sliders, and what is wrong with it."""
    fields = question.fields or fields_of(asked.text)
    read: Answer = {"state": DONE, "text": asked.text, "fields": fields, "html": "", "words": ""}
    try:
        case = asked.case
    except NonholoError as error:
        complaints = error.complaints if isinstance(error, BadCase) else [said(error)]
        return read | _refused(complaints, fields)
    names = (*case.system.chart.names, *case.scope.parameters)
    sliders = [s | {"shown": _letters(str(s["name"]), names)} for s in sliders_of(case)]
    return read | {"sliders": sliders, "title": told(case.name)}


def _letters(name: str, names: Sequence[str]) -> str:
    """A parameter, coordinate or velocity as the page shows it, escaped."""
    latex = typed(name, names)
    return inline(name if latex is None else Math(latex))


def _refused(complaints: Sequence[str], fields: Mapping[str, str]) -> Answer:
    in_form = [placed(c, fields) for c in complaints]
    return {"state": REFUSED, "complaints": [_record(c) for c in in_form]}


def _record(complaint: Complaint) -> dict[str, Any]:
    return {
        "field": complaint.field,
        "line": complaint.line,
        "column": complaint.column,
        "message": complaint.message,
        "plain": complaint.plain or complaint.message,
    }


def _unreadable(error: NonholoError, question: Question) -> Answer:
    """The answer where form and file can't be brought together, or the file is no TOML."""
    fields = question.fields or dict.fromkeys(FIELDS, "")
    complaints = error.complaints if isinstance(error, BadCase) else [said(error)]
    return {"words": "", "html": ""} | _refused(complaints, fields)


def _verdict(asked: Asked, question: Question) -> Answer:
    verdict = asked.check
    words = check_text(verdict).split("\n")[1]
    shown = _shown(asked.case, VERDICTS[type(verdict.detail)](verdict), words, "nonholo check CASE")
    return shown | {"verdict": verdict.verdict}


def _verdict_by_symbols(verdict: Verdict) -> list[Block]:
    behind = [evidence_section(verdict), strata_section(verdict), displacements_section(verdict)]
    return [*constraint_rows(verdict), *verdict_section(verdict).blocks, *_folded(behind)]


VERDICTS: Mapping[type, Callable[[Verdict], Sequence[Block]]] = {
    Symbolic: _verdict_by_symbols,
    Sampled: lambda verdict: [Code(check_text(verdict))],
    Chetaev: lambda verdict: nonlinear_section(verdict).blocks,
    Branched: lambda verdict: branched_section(verdict).blocks,
}


def _equations(asked: Asked, question: Question) -> Answer:
    if asked.case.system.lagrangian is None:
        return _noted(
            ABSENT,
            say("The case has no Lagrangian, so there are no equations of motion: geometry alone."),
        )
    dossier = asked.dossier
    assert dossier.comparison is not None  # there is a Lagrangian
    behind = [reactions_section(dossier.comparison), conserved_section(dossier)]
    if not dossier.check.nonlinear:
        behind = [rivals_section(dossier.comparison), *behind]
    blocks = (*equations_section(dossier.comparison).blocks, *_folded(behind))
    shown = _shown(
        asked.case, blocks, say("Equations of motion are derived."), "nonholo compare CASE"
    )
    return shown | {"rivals": _rivals(dossier), "rival": _wrong(dossier)}


def _rivals(dossier: Dossier) -> list[str]:
    assert dossier.comparison is not None  # it is asked only then
    entries = dossier.comparison.entries
    return [e.equations.name for e in entries if e.equations.kind == "rival" and e.motion]


def _wrong(dossier: Dossier) -> str:
    """The first rival that is proved to differ; "" if there is none."""
    assert dossier.comparison is not None  # it is asked only then
    wrong = (e for e in dossier.comparison.entries if e.equations.kind == "rival" and e.motion)
    return next((e.equations.name for e in wrong if e.agrees is False), "")


def _graph(asked: Asked, question: Question) -> Answer:
    if asked.check.parts is not None:
        return _noted(ABSENT, say("The set is too large to be drawn."))
    section = graph_section(Dossier(asked.case, asked.check))
    if not section.blocks:
        return _noted(
            ABSENT, say("No velocity is eliminated: there is no constraint, or no split.")
        )
    return _shown(
        asked.case, section.blocks, say("The graph is drawn."), "nonholo graph CASE -o graph.svg"
    )


def _motion(asked: Asked, question: Question) -> Answer:
    case = asked.case
    if case.system.lagrangian is None:
        return _noted(ABSENT, say("The case has no Lagrangian, so nothing says how it moves."))
    without = [n for n in case.scope.parameters if n not in {s.args for s in case.system.values}]
    if without:
        names = ", ".join(without)
        words = say("A motion needs a number for {names}: write one under Parameters.", names=names)
        return _noted(ABSENT, words)
    try:
        motion, rival = _run(asked, question)
    except InadmissibleState as error:
        return _noted(REFUSED, said(error)) | _proposal(case, question)
    blocks = motion_blocks(motion, tracks_along(motion))
    beside = f' --rival "{rival}"' if rival else ""
    return _shown(case, blocks, "", f"nonholo simulate CASE{beside}") | {"rival": rival}


def _run(asked: Asked, question: Question) -> tuple[Trajectory, str]:
    """The motion, and the rival that is shown beside it."""
    if question.rival is not None:
        return simulate(asked.case, rival=question.rival), question.rival
    rival = _wrong(asked.dossier) if asked.derived else ""
    try:
        return simulate(asked.case, rival=rival), rival
    except InadmissibleState:
        raise
    except NonholoError:
        return simulate(asked.case), ""


def _proposal(case: Case, question: Question) -> Answer:
    """Initial values that would obey the constraints; nothing where none are near."""
    try:
        admissible = admissible_initial(case, question.held)
    except (InadmissibleState, NotApplicable):
        return {}
    given = {name: float(value) for name, value in case.initial.items()}
    moved = {n: _digits(x) for n, x in admissible.items() if abs(x - given[n]) > 1e-9}
    return {"proposal": moved}


def _digits(number: float) -> str:
    """A number as it is written into a field: as many digits as a constraint needs."""
    return f"{number:.12g}" if abs(number) > 1e-13 else "0"


def _families(asked: Asked, question: Question) -> Answer:
    if asked.check.parts is not None:
        return _noted(ABSENT, say("The set is too large for an answer for all parameters."))
    try:
        judged = families(asked.case)
    except (NotApplicable, NotPfaffian) as error:
        return _noted(ABSENT, said(error))
    return _shown(asked.case, families_section(judged).blocks, "", "nonholo families CASE")


PARTS: Mapping[str, Callable[[Asked, Question], Answer]] = {
    "case": _read,
    "verdict": _verdict,
    "equations": _equations,
    "graph": _graph,
    "motion": _motion,
    "families": _families,
}
