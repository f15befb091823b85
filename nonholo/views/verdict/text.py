"""The verdict as text for people: verdict first, then the evidence, aligned and short."""

from __future__ import annotations

from nonholo.findings.verdict import Chetaev, Sampled, Symbolic, Verdict
from nonholo.views.integrals import text as relations
from nonholo.views.page.rows import WIDTH, table
from nonholo.views.page.words import as_text, evidence, shown
from nonholo.views.strata import text as strata
from nonholo.views.verdict import large_words, nonlinear_words, on_set, words

MOST_TRIPLES = 4
MOST_ROWS = 10  # of a large set


def check_text(check: Verdict, full: bool = False) -> str:
    """The text of `nonholo check`: verdict and evidence; `full`: no list is cut."""
    return TEXTS[type(check.detail)](check, full)


def _symbolic(check: Verdict, full: bool) -> str:
    lines = [check.case.name, f"{words.headline(check).upper()}: {words.sentence(check)}", ""]
    rows = [*on_set.lines(check), ("why", words.why(check)), *_alone(check, full)]
    rows += [("redundant", line) for line in words.redundant(check)]
    if not check.unilateral:
        rows += [("normal form", line) for line in strata.classes(check)]
        rows += [
            ("growth vector", words.growth(check)),
            ("big flag", strata.big_flag(check)),
            ("singular set", as_text(strata.singular(check))),
            *(("strata", line) for line in strata.strata(check)),
            ("accessible", as_text(words.accessible(check))),
        ]
    rows += [("virtual", words.displacement(check, v)) for v in check.displacements.virtual]
    rows += (
        [("virtual", "none")] if check.distribution.k and not check.displacements.virtual else []
    )
    if check.distribution.k:
        rows += [
            ("possible", words.possible(check)),
            ("eliminated", words.split(check)),
            ("rank", as_text(words.rank(check))),
        ]
        rows += relations.rows(check)
    rows += [
        ("inequality", f"{i}  (unilateral; classified, not solved)")
        for i in check.case.system.inequalities
    ]
    rows += [("remark", line) for line in _remarks(check)]
    assert check.closure is not None  # judged by symbols
    rows.append(("evidence", evidence(check.closure.growth.evidence)))
    return "\n".join(lines + table([r for r in rows if r[1]]))


def _alone(check: Verdict, full: bool) -> list[tuple[str, str]]:
    """Each constraint by itself, with the triples that do not vanish."""
    rows = []
    for l, form in enumerate(check.forms):
        verdict = {True: "integrable", False: "not integrable", None: "undecided"}[form.integrable]
        if form.exact:
            verdict = "exact"
        nonzero = form.nonzero if full else form.nonzero[:MOST_TRIPLES]
        triples = "; ".join(f"T({', '.join(t.names)}) = {shown(t.value)}" for t in nonzero)
        more = (
            f"; and {len(form.nonzero) - len(nonzero)} more"
            if len(form.nonzero) > len(nonzero)
            else ""
        )
        potential = relations.alone(check, l)
        rows.append(
            (
                "alone",
                f"{form.label}:  {verdict}{potential}" + (f"  {triples}{more}" if triples else ""),
            )
        )
    return rows


def _sampled(check: Verdict, full: bool) -> str:
    """Of a large set; long lists are cut with their number."""
    lines = [check.case.name, f"{words.headline(check).upper()}: {large_words.sentence(check)}", ""]
    rows = [("why", line) for line in large_words.why(check)]
    rows += [("parts", large_words.parts(check)), *_large_alone(check, full)]
    rows += _cut("redundant", [_redundant(check, l, others) for l, others in check.redundant], full)
    rows.append(("growth vector", large_words.growth(check)))
    rows.append(("accessible", large_words.accessible(check)))
    rows += _cut("holonomic", [f"{f} = 0" for f in check.full.functions if f is not None], full)
    rows += [
        ("inequality", f"{i}  (unilateral; classified, not solved)")
        for i in check.case.system.inequalities
    ]
    rows += [
        *(("remark", line) for line in large_words.remarks(check)),
        (
            "remark",
            "virtual displacements, curvature and singular points are not listed at this size",
        ),
        ("evidence", large_words.evidence(check)),
    ]
    return "\n".join(lines + table([r for r in rows if r[1]]))


def _large_alone(check: Verdict, full: bool) -> list[tuple[str, str]]:
    """How many constraints are integrable alone, and the first of them with a triple."""
    alone, exact = [f.integrable for f in check.forms], sum(f.exact is True for f in check.forms)
    counted = {
        "integrable" + (f" ({exact} of them exact)" if exact else ""): alone.count(True),
        "not integrable": alone.count(False),
        "undecided": alone.count(None),
    }
    head = ", ".join(f"{number} {what}" for what, number in counted.items() if number)
    lines = []
    for form in check.forms:
        verdict = {True: "integrable", False: "not integrable", None: "undecided"}[form.integrable]
        triple = "".join(f"  T({', '.join(t.names)}) = {t.value}" for t in form.nonzero[:1])
        label = form.label if full or len(form.label) <= WIDTH else form.label[:WIDTH] + " ..."
        lines.append(
            f"{label}:  "
            f"{'exact' if form.exact else verdict}{triple if full or len(triple) <= WIDTH else ''}"
        )
    return [("alone", head), *_cut("alone", lines, full)]


def _cut(label: str, lines: list[str], full: bool) -> list[tuple[str, str]]:
    """The first lines of a long list, and how many more there are."""
    kept = lines if full else lines[:MOST_ROWS]
    more = (
        [f"and {len(lines) - len(kept)} more (--full gives all)"] if len(lines) > len(kept) else []
    )
    return [(label, line) for line in (*kept, *more)]


def _redundant(check: Verdict, l: int, others) -> str:
    names = "; ".join(check.full.labels[r] for r in others[:4])
    return f"{check.full.labels[l]}  follows from  {names}" + (" ..." if len(others) > 4 else "")


def _remarks(check: Verdict) -> list[str]:
    remarks = words.remarks(check)
    if (
        check.virtual_integrable
        and check.relations is not None
        and check.independent is not None
        and check.relations < check.independent
    ):
        remarks.append(
            "with time frozen the virtual displacements are integrable; the constraints are not "
            "(time takes part)"
        )
    return [r for r in remarks if r]


def _nonlinear(check: Verdict, full: bool) -> str:
    headline = f"{check.verdict.upper()}: {nonlinear_words.sentence(check)}"
    rows = [
        ("why", nonlinear_words.why(check)),
        ("linear rows", nonlinear_words.linear(check)),
        *(("virtual", words.displacement(check, v)) for v in check.virtual),
        ("remark", nonlinear_words.REMARK),
    ]
    return "\n".join([check.case.name, headline, "", *table([r for r in rows if r[1]])])


TEXTS = {Symbolic: _symbolic, Sampled: _sampled, Chetaev: _nonlinear}
