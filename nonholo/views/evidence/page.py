"""The evidence for a verdict on a page: forms alone, curvature, first integrals, the leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.findings.verdict import UNDECIDED
from nonholo.views.integrals import text as relations
from nonholo.views.page.breaking import added, times
from nonholo.views.page.math import Math, Text, signs
from nonholo.views.page.mixed import mixed
from nonholo.views.page.named_parts import FOLDED
from nonholo.views.page.page import Details, Formula, Note, Paragraph, Section, Table
from nonholo.views.page.set_sentences import LONG, on_page
from nonholo.views.page.words import begun, evidence
from nonholo.views.verdict import on_set, words
from nonholo.words.language import tell
from nonholo.writing.forms import Letter, form_letter
from nonholo.writing.latex import UNWRITTEN, Writer, differential, name_latex

if TYPE_CHECKING:
    from nonholo.findings.verdict import Verdict
    from nonholo.geometry.integrals.integrals import FirstIntegral

MOST_TRIPLES = 6


def evidence_section(check: Verdict) -> Section:
    d = check.distribution
    if not d.k:
        return Section(tell("Why"), ())
    write = d.chart.latex()
    blocks: list = [Paragraph(_why(check, write))]
    blocks += [
        Note("remark", tell("On f = 0: {line}.", line=line)) for _, line in on_set.lines(check)
    ]
    answers = {
        True: tell("integrable"),
        False: tell("not integrable").replace(" ", "\u00a0"),
        None: tell("undecided"),
    }
    rows = [
        (
            _named_form(check, l, write),
            tell("exact") if f.exact else answers[f.integrable],
            _triples(f, write),
        )
        for l, f in enumerate(check.forms)
    ]
    blocks.append(
        Table(
            (tell("form"), tell("alone"), tell("Frobenius triples that do not vanish")),
            tuple(rows),
            caption=tell("Each constraint by itself. A set is never judged by its members.")
            if len(rows) > 1
            else "",
        )
    )
    blocks += _curvature(check, write)
    blocks += _relations(check, write)
    blocks += _redundant(check, write)
    if check.virtual_integrable and check.relations is not None and check.relations < d.k:
        blocks.append(
            Note(
                "caution",
                tell(
                    "With time frozen the virtual displacements are integrable, but the "
                    "constraints are not: time takes part."
                ),
            )
        )
    assert check.closure is not None  # judged by symbols
    closed, h = check.closure, Math("h")
    how, grown = evidence(closed.evidence), evidence(closed.growth.evidence)
    told = (
        mixed("{h}: {told}; the growth vector: {grown}.", h=h, told=how, grown=grown)
        if closed.by
        else mixed("{h} and the growth vector: {told}.", h=h, told=how)
    )
    blocks.append(Paragraph(told))
    return Section(tell("Why"), tuple(blocks))


def _why(check: Verdict, write: Writer):
    component = check.witness
    if component is None:
        return f"{begun(words.why(check), ())}."
    l, J, I, value = component
    symbol = _component(check.curvature.distribution, l, J, I)
    latex = write(value)
    shown = "" if _is_long(latex) else f" = {latex}"
    if check.verdict == UNDECIDED:
        return mixed(
            "The curvature of the distribution does not vanish identically: {component}.",
            component=Math(symbol + shown),
        )
    return mixed(
        "The curvature of the distribution does not vanish: {component}.",
        component=Math(rf"{symbol}{shown} \neq 0"),
    )


def _is_long(latex: str) -> bool:
    return UNWRITTEN in latex or signs(latex) > LONG


def _component(d, l: int, J: int, I: int) -> str:
    names = ["t", *d.names(d.independent)]
    row = name_latex(d.names(d.dependent)[l])
    return rf"B_{{{row}}}({name_latex(names[J])}, {name_latex(names[I])})"


def _named_form(check: Verdict, l: int, write: Writer) -> Math | str:
    latex = _form(check, l, write)
    return tell("of constraint {l} (long)", l=l + 1) if _is_long(latex) else Math(latex)


def _form(check: Verdict, l: int, write: Writer) -> str:
    chart = check.distribution.chart
    graph = chart.graph
    names = [differential(n) for n in ("t", *chart.names)]
    dots = {s.args: n for s, n in zip(chart.v, names[1:])}
    writer = chart.latex()
    writer.symbols = {**write.symbols, **dots, "dt": names[0]}
    form = graph.add(
        *(a * v for a, v in zip(check.full.matrix[l], chart.v)),
        check.full.affine[l] * graph.symbol("dt"),
    )
    return writer(form, presented=False)


def _triples(form, write: Writer):
    if not form.nonzero:
        if form.triples:
            return tell("none of {n}", n=len(form.triples))
        return tell("none: two variables only")
    parts: list = []
    for t in form.nonzero[:MOST_TRIPLES]:
        indices = r"\,".join(name_latex(n) for n in t.names)
        latex = write(t.value)
        parts += [
            "; ",
            Math(rf"T_{{{indices}}} \neq 0" if _is_long(latex) else rf"T_{{{indices}}} = {latex}"),
        ]
    more = len(form.nonzero) - MOST_TRIPLES
    return (*parts[1:], tell("; and {more} more", more=more)) if more > 0 else tuple(parts[1:])


def _curvature(check: Verdict, write: Writer) -> list:
    rows = [
        Formula(rf"{_component(check.distribution, l, J, I)} = {write(value)}")
        for l, J, I, value in check.curvature.entries()
        if not value.is_zero
    ]
    if not rows:
        return []
    summary = tell("Curvature of the distribution, all components that do not vanish")
    return [Details(summary, (_law(), *map(_component_row, rows)), opened=len(rows) <= 4)]


def _component_row(row: Formula) -> Formula | Details:
    """A component; a long one folded under its name, one that is not written out as it stands."""
    if UNWRITTEN in row.latex or signs(row.latex) <= FOLDED:
        return row
    return Details((Math(row.latex.partition(" = ")[0]), tell(" (long)")), (row,), long=True)


def _law() -> Formula:
    """What the components of the curvature are."""
    return Formula(
        r"B_l(J, I) = X_I(\alpha_{lJ}) - X_J(\alpha_{lI}), \qquad \dot q_l = \sum_j \alpha_{lj} "
        r"\dot q_j + \alpha_{l0}",
        note=mixed(
            "{eliminated} are the eliminated velocities, {D} is the derivative along the motion of "
            "one independent coordinate, or of time. All {vanish} means jointly integrable.",
            eliminated=Math(r"\dot q_l"),
            D=Math("X_J"),
            vanish=Math("B = 0"),
        ),
    )


def _relations(check: Verdict, write: Writer) -> list:
    """Potentials of single rows, the first integrals of the set, the leaf."""
    blocks: list = []
    w = _letter(check)
    for l, integral in enumerate(check.potentials):
        if integral is not None and integral.method != "given":
            blocks.append(
                Formula(
                    _combination(integral, w, write),
                    tell("constraint {l}", l=l + 1),
                    _how(integral, w),
                )
            )
    for integral in check.integrals.together:
        value = "0" if integral.method == "given" else r"\mathrm{const}"
        where = tuple(on_page(relations.real_where(integral), write))
        relation = f"{write(integral.function)} = {value}"
        blocks.append(Formula(relation, tell("holonomic relation"), where))
        if len(integral.combination) > 1:
            because = tell("because")
            blocks.append(Formula(_combination(integral, w, write), because, _how(integral, w)))
    if relations.missing(check):
        blocks.append(Note("remark", relations.missing(check)))
    if check.leaf is not None:
        stays = relations.stays(check, check.leaf)
        leaf = tuple(on_page(relations.leaf_words(check.leaf), write))
        blocks.append(
            Paragraph(
                mixed(
                    "Leaf: {leaf}. From the initial configuration the system stays on {stays}.",
                    leaf=leaf,
                    stays=tuple(on_page(stays, write)),
                )
                if stays
                else mixed("Leaf: {leaf}.", leaf=leaf)
            )
        )
        if words := relations.restricted_words(check, check.leaf):
            parted = tuple(on_page(words, write))
            blocks.append(Paragraph(mixed("Restricted {words}.", words=parted)))
    return blocks


def _redundant(check: Verdict, write: Writer) -> list[Note]:
    """Each redundant form as the combination of others that it is."""
    w = _letter(check)
    rows = [
        f"{w.numbered(r.row + 1)[1]} = "
        + (added([times(write(c), w.numbered(l + 1)[1]) for l, c in r.coefficients]) or "0")
        for r in check.redundant
    ]
    told = mixed(
        "Redundant and set aside: {rows}, where {form} is the form of constraint l.",
        rows=Math(r",\quad ".join(rows)),
        form=Math(w.numbered("l")[1]),
    )
    return [Note("remark", told)] if rows else []


def _letter(check: Verdict) -> Letter:
    return form_letter((*check.case.system.chart.names, *check.case.scope.letters))


def _combination(integral: FirstIntegral, w: Letter, write: Writer) -> str:
    """d(f) = sum of coefficient * form."""
    terms = [times(write(c), w.numbered(l + 1)[1]) for l, c in integral.combination]
    return rf"\mathrm{{d}}\left({write(integral.function)}\right) = {added(terms)}"


def _how(integral: FirstIntegral, w: Letter) -> Text:
    """What the forms in a combination are, and the method that found it."""
    how = {"ansatz": tell("; found with undetermined coefficients"), "given": ""}.get(
        integral.method, tell("; found by {method}", method=integral.method)
    )
    return mixed(
        "{form} is the form of constraint {l}{how}",
        form=Math(w.numbered("l")[1]),
        l=Math("l"),
        how=how,
    )
