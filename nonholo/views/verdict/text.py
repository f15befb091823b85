"""The verdict as text for people: verdict first, then the evidence, aligned and short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.errors import option
from nonholo.findings.verdict import Branched, Chetaev, Sampled, Symbolic, Verdict
from nonholo.views.integrals import text as relations
from nonholo.views.page.rows import WIDTH, readable, table
from nonholo.views.page.words import as_text, evidence, shown
from nonholo.views.strata import text as strata
from nonholo.views.verdict import answers, branches, large_words, nonlinear_words, on_set, words
from nonholo.words.language import tell, tell_many, told

if TYPE_CHECKING:
    from nonholo.geometry.curvature.integrability import FormVerdict
    from nonholo.geometry.flag.flag import Closure

MOST_TRIPLES = 4
MOST_ROWS = 10  # of a large set


def check_text(check: Verdict, full: bool = False) -> str:
    """The text of `nonholo check`: verdict and evidence; `full`: no list and no row is cut."""
    return TEXTS[type(check.detail)](check, full)


def _symbolic(check: Verdict, full: bool) -> str:
    lines = [told(check.case.name), f"{words.headline(check).upper()}: {words.sentence(check)}", ""]
    rows = [*on_set.lines(check), (tell("why"), words.why(check)), *_alone(check, full)]
    rows += [(tell("redundant"), line) for line in words.redundant(check)]
    if not check.unilateral:
        rows += [(tell("normal form"), line) for line in strata.classes(check)]
        rows += [
            (tell("growth vector"), words.growth(check)),
            (tell("big flag"), strata.big_flag(check)),
            (tell("singular set"), as_text(strata.singular(check))),
            *((tell("strata"), line) for line in strata.strata(check)),
            (tell("accessible"), as_text(words.accessible(check))),
        ]
    virtual = check.displacements.virtual
    rows += [(tell("virtual"), words.displacement(check, v)) for v in virtual]
    rows += [(tell("virtual"), tell("none"))] if check.distribution.k and not virtual else []
    if check.distribution.k:
        rows += [
            (tell("possible"), words.possible(check)),
            (tell("eliminated"), words.split(check)),
            (tell("rank"), as_text(words.rank(check))),
        ]
        rows += relations.rows(check)
    rows += answers.rows(check)
    rows += _inequalities(check)
    rows += [(tell("remark"), line) for line in _remarks(check)]
    assert check.closure is not None  # judged by symbols
    rows += [(tell("evidence"), line) for line in _evidence(check.closure)]
    return "\n".join(lines + table([readable(r, full) for r in rows if r[1]]))


def _evidence(closed: Closure) -> tuple[str, ...]:
    """How h is known, and the growth vector if it is known otherwise."""
    h, grown = evidence(closed.evidence), closed.growth.evidence
    if closed.by is None:
        return (h,)
    told_of = tell("growth vector: {evidence}", evidence=evidence(grown))
    return (f"h: {h}", told_of) if closed.growth.complete else (h,)


def _inequalities(check: Verdict) -> list[tuple[str, str]]:
    return [
        (
            tell("inequality"),
            tell("{inequality}  (unilateral; classified, not solved)", inequality=i),
        )
        for i in check.case.system.inequalities
    ]


def _judged(form: FormVerdict) -> str:
    """What a form is by itself."""
    if form.exact:
        return tell("exact")
    return {True: tell("integrable"), False: tell("not integrable"), None: tell("undecided")}[
        form.integrable
    ]


def _alone(check: Verdict, full: bool) -> list[tuple[str, str]]:
    """Each constraint by itself, with the triples that do not vanish."""
    rows = []
    for l, form in enumerate(check.forms):
        nonzero = form.nonzero if full else form.nonzero[:MOST_TRIPLES]
        triples = "; ".join(f"T({', '.join(t.names)}) = {shown(t.value)}" for t in nonzero)
        cut = len(form.nonzero) - len(nonzero)
        more = tell("; and {number} more", number=cut) if cut else ""
        potential = relations.alone(check, l)
        rows.append(
            (
                tell("alone"),
                f"{form.label}:  {_judged(form)}{potential}"
                + (f"  {triples}{more}" if triples else ""),
            )
        )
    return rows


def _sampled(check: Verdict, full: bool) -> str:
    """Of a large set; long lists are cut with their number."""
    answer = f"{words.headline(check).upper()}: {large_words.sentence(check)}"
    lines = [told(check.case.name), answer, ""]
    rows = [(tell("why"), line) for line in large_words.why(check)]
    rows += [(tell("parts"), large_words.parts(check)), *_large_alone(check, full)]
    redundant = [_redundant(check, l, others) for l, others in check.redundant]
    rows += _cut(tell("redundant"), redundant, full)
    rows.append((tell("growth vector"), large_words.growth(check)))
    rows.append((tell("accessible"), large_words.accessible(check)))
    given = [f"{f} = 0" for f in check.full.functions if f is not None]
    rows += _cut(tell("holonomic"), given, full)
    rows += _inequalities(check)
    unlisted = tell(
        "virtual displacements, curvature and singular points are not listed at this size"
    )
    rows += [(tell("remark"), line) for line in (*large_words.remarks(check), unlisted)]
    rows.append((tell("evidence"), large_words.evidence(check)))
    return "\n".join(lines + table([r for r in rows if r[1]]))


def _large_alone(check: Verdict, full: bool) -> list[tuple[str, str]]:
    """How many constraints are integrable alone, and the first of them with a triple."""
    alone, exact = [f.integrable for f in check.forms], sum(f.exact is True for f in check.forms)
    integrable = alone.count(True)
    counted = [
        _integrable(integrable, exact) if integrable else "",
        _not_integrable(alone.count(False)),
        tell("{number} undecided", number=alone.count(None)) if None in alone else "",
    ]
    head = ", ".join(filter(None, counted))
    lines = []
    for form in check.forms:
        triple = "".join(f"  T({', '.join(t.names)}) = {t.value}" for t in form.nonzero[:1])
        label = form.label if full or len(form.label) <= WIDTH else form.label[:WIDTH] + " ..."
        lines.append(f"{label}:  {_judged(form)}{triple if full or len(triple) <= WIDTH else ''}")
    return [(tell("alone"), head), *_cut(tell("alone"), lines, full)]


def _integrable(number: int, exact: int) -> str:
    phrase = tell_many(number, "{n} integrable", "{n} integrable")
    if not exact:
        return phrase
    return phrase + tell_many(exact, " ({n} of them exact)", " ({n} of them exact)")


def _not_integrable(number: int) -> str:
    return tell_many(number, "{n} not integrable", "{n} not integrable") if number else ""


def _cut(label: str, lines: list[str], full: bool) -> list[tuple[str, str]]:
    """The first lines of a long list, and how many more there are."""
    first = lines if full else lines[:MOST_ROWS]
    cut = len(lines) - len(first)
    hint = option(tell(" (--full gives all)"), "")
    more = [tell("and {number} more{hint}", number=cut, hint=hint)] if cut else []
    return [(label, line) for line in (*first, *more)]


def _redundant(check: Verdict, l: int, others) -> str:
    names = "; ".join(check.full.labels[r] for r in others[:4])
    told_all = names + (" ..." if len(others) > 4 else "")
    return tell("{row}  follows from  {others}", row=check.full.labels[l], others=told_all)


def _remarks(check: Verdict) -> list[str]:
    remarks = words.remarks(check)
    if (
        check.virtual_integrable
        and check.relations is not None
        and check.independent is not None
        and check.relations < check.independent
    ):
        remarks.append(
            tell(
                "with time frozen the virtual displacements are integrable; the constraints "
                "are not (time takes part)"
            )
        )
    return [r for r in remarks if r]


def _nonlinear(check: Verdict, full: bool) -> str:
    headline = f"{words.verdict_word(check.verdict).upper()}: {nonlinear_words.sentence(check)}"
    rows = [
        (tell("why"), nonlinear_words.why(check)),
        *((told(nonlinear_words.label(check)), said) for said in nonlinear_words.factors(check)),
        (tell("linear rows"), nonlinear_words.linear(check)),
        *((tell("virtual"), words.displacement(check, v)) for v in check.virtual),
        *((tell("remark"), line) for line in (*words.hidden(check), *words.read_so(check))),
        (tell("remark"), told(nonlinear_words.REMARK)),
        (tell("remark"), nonlinear_words.letters(check)),
    ]
    return "\n".join([told(check.case.name), headline, "", *table([r for r in rows if r[1]])])


def _branched(check: Verdict, full: bool) -> str:
    headline = f"{words.verdict_word(check.verdict).upper()}: {branches.sentence(check)}"
    rows = [(told(branches.WHERE), line) for line in branches.lines(check)]
    rows += [(tell("remark"), line) for line in branches.remarks(check)]
    return "\n".join([told(check.case.name), headline, "", *table(rows)])


TEXTS = {Symbolic: _symbolic, Sampled: _sampled, Chetaev: _nonlinear, Branched: _branched}
