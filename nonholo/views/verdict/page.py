"""The verdict as the first section of a page."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.findings.verdict import HOLONOMIC, NONHOLONOMIC, PARTLY, Verdict
from nonholo.views.page.math import Math
from nonholo.views.page.mixed import mixed
from nonholo.views.page.named_parts import folded_if_long
from nonholo.views.page.page import Details, Facts, Formula, Headline, Note, Section
from nonholo.views.page.prose import typed
from nonholo.views.page.sentences import Said, joined
from nonholo.views.page.set_sentences import on_page
from nonholo.views.page.words import begun
from nonholo.views.verdict import answers, branches, words
from nonholo.views.verdict.nonlinear_words import REMARK, factors, label, letters, sentence
from nonholo.words.language import tell, told
from nonholo.words.sentence import say
from nonholo.writing.latex import Writer

QUESTION = say("Is it holonomic?")
LONGEST = 700  # signs of a constraint that is shown at once
TONES = {HOLONOMIC: "holonomic", PARTLY: "partly", NONHOLONOMIC: "nonholonomic"}


def verdict_section(check: Verdict) -> Section:
    """The answer, where one can get to, and folded what is counted."""
    write = check.distribution.chart.latex()
    blocks: list = [
        Headline(
            words.headline(check), words.sentence(check), TONES.get(check.verdict, "undecided")
        )
    ]
    if not check.unilateral:
        counted = [
            (
                tell("holonomic relations"),
                Math(rf"h = {'?' if check.relations is None else check.relations}"),
            ),
            (tell("growth vector"), words.growth(check)),
            (tell("rank"), on_page(words.rank(check), write)),
            (tell("eliminated"), _split(check, write)),
            *answers.rows(check),
        ]
        reached = on_page(words.accessible(check), write)
        blocks += [Facts(((tell("all configurations accessible"), reached),))] if reached else []
        counts = tell("Counted: relations, growth vector, rank, eliminated velocities")
        blocks.append(Details(counts, (Facts(tuple(p for p in counted if p[1])),)))
    blocks += [Note("remark", begun(note, check.case.letters)) for note in words.remarks(check)]
    return Section(told(QUESTION), tuple(blocks))


def constraint_rows(check: Verdict) -> list[Formula | Details]:
    """The constraints and inequalities as they were given, very long ones folded."""
    rows, write = check.case.system.pfaffian, check.full.chart.latex()
    values = [rows.value(l) if f is None else f for l, f in enumerate(rows.functions)]
    added = {step.value for step in check.case.hidden}
    given = [rf"{write(e, presented=False)} = 0" for e in values if e not in added]
    nonlinear = [rf"{write(c.value, presented=False)} = 0" for c in check.nonlinear or ()]
    many = len(given) + len(nonlinear) > 1
    written = [
        *(
            Formula(row, tell("constraint {l}", l=l + 1) if many else tell("constraint"))
            for l, row in enumerate(given)
        ),
        *(
            Formula(row, tell("constraint"), tell("nonlinear in the velocities"))
            for row in nonlinear
        ),
    ]
    return [*(folded_if_long(row, LONGEST) for row in written), *_inequalities(check)]


def nonlinear_section(check: Verdict) -> Section:
    """The verdict where a constraint is nonlinear in the velocities."""
    return Section(
        told(QUESTION),
        (
            Headline(words.headline(check), sentence(check), TONES.get(check.verdict, "undecided")),
            Note("remark", begun(f"{told(REMARK).partition('; `')[0]}.", ())),
            *(Note("remark", begun(note, ())) for note in words.read_so(check)),
            *(Note("remark", begun(note, check.case.letters)) for note in [letters(check)] if note),
            *(Note("remark", f"{told(label(check))} {said}") for said in factors(check)),
        ),
    )


def branched_section(check: Verdict) -> Section:
    """The verdict on each set of states where hidden constraints leave several."""
    tone = TONES.get(check.verdict, "undecided")
    return Section(
        told(QUESTION),
        (
            Headline(words.headline(check), branches.sentence(check), tone),
            *(
                Note("remark", begun(f"{told(branches.WHERE)} {line}", ()))
                for line in branches.lines(check)
            ),
            *(Note("remark", begun(line, check.case.letters)) for line in branches.remarks(check)),
        ),
    )


def _split(check: Verdict, write: Writer):
    d = check.distribution
    dotted = [
        ", ".join(write.symbol(d.chart.v[j].args) for j in columns)
        for columns in (d.dependent, d.independent)
    ]
    if not d.k:
        return ""
    factors = joined((Said(f, "!= 0", True) for f in check.vanishing or ()), ", ")
    where = mixed(" where {factors}", factors=tuple(on_page(factors, write))) if factors else ""
    if check.vanishing is None:
        where = told(words.UNWRITTEN)
    if not dotted[1]:
        return mixed(
            "{names}; no velocity is independent{where}", names=Math(dotted[0]), where=where
        )
    return mixed(
        "{names} by {others}{where}", names=Math(dotted[0]), others=Math(dotted[1]), where=where
    )


def _inequalities(check: Verdict) -> list[Formula]:
    """The inequalities in one block, as written."""
    texts = check.case.system.inequalities
    if not texts:
        return []
    scope = check.case.scope
    lines = r",\quad ".join(
        _inequality(t, (*check.full.chart.names, *scope.parameters)) for t in texts
    )
    return [
        Formula(
            lines,
            tell("inequality") if len(texts) == 1 else tell("inequalities"),
            tell("unilateral; classified, not solved"),
        )
    ]


def _inequality(text: str, names: Sequence[str]) -> str:
    latex = typed(text, names)
    if latex is not None:
        return latex
    shown = text.replace("_", r"\_").replace("^", r"\textasciicircum{}")
    return rf"\texttt{{{shown}}}"
