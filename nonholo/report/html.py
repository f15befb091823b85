"""Analyses as one self-contained HTML document: one page a case."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo import __version__
from nonholo.analysis import HOLONOMIC, NONHOLONOMIC, PARTLY, Analysis, Check
from nonholo.exact.latex import Writer, name_latex
from nonholo.geometry.integrals import FirstIntegral
from nonholo.geometry.loci import vanishing_factors
from nonholo.readers.case import Case
from nonholo.released import released
from nonholo.report import relations, words
from nonholo.report.comparison_page import equations_section
from nonholo.report.conserved_page import conserved_section
from nonholo.report.graph import graph_bytes
from nonholo.report.math import Literal, Math
from nonholo.report.motion_page import motion_section
from nonholo.report.named_parts import named_rows
from nonholo.report.page import (
    Bullets,
    Details,
    Facts,
    Figure,
    Formula,
    Note,
    Page,
    Paragraph,
    Section,
    Table,
    Verdict,
)
from nonholo.report.path_section import path_section, varied_figures
from nonholo.report.released import released_section
from nonholo.report.render import render
from nonholo.report.rivals_page import rivals_section, vakonomic_section
from nonholo.report.strata_section import strata_section
from nonholo.report.varied_page import varied_section

TONES = {HOLONOMIC: "holonomic", PARTLY: "partly", NONHOLONOMIC: "nonholonomic"}
MOST_TRIPLES = 6


def document(analyses: Sequence[Analysis]) -> str:
    """One HTML document of all analyses."""
    title = analyses[0].case.name if len(analyses) == 1 else f"{len(analyses)} systems"
    return render([page(a) for a in analyses], title=title, footer=f"nonholo {__version__}")


def page(analysis: Analysis) -> Page:
    """The page of one case."""
    check, comparison = analysis.check, analysis.comparison
    if check is None:
        sections = [_not_judged(analysis), equations_section(comparison), _reactions(analysis),
                    conserved_section(analysis), _about(analysis.case)]
        return Page(analysis.case.name, tuple(s for s in sections if s.blocks), sources=analysis.case.sources)
    sections = [_verdict(check), _evidence(check), strata_section(check), path_section(check), _displacements(check)]
    if comparison is not None:
        sections += [equations_section(comparison), rivals_section(comparison), vakonomic_section(comparison),
                     varied_section(check, varied_figures(analysis)), _reactions(analysis),
                     released_section(comparison, released(analysis.case, comparison)),
                     conserved_section(analysis), motion_section(analysis)]
    sections += [_graph(check), _about(analysis.case)]
    return Page(analysis.case.name, tuple(s for s in sections if s.blocks),
                sources=analysis.case.sources)


def _verdict(check: Check) -> Section:
    write = check.distribution.chart.latex()
    blocks = [Verdict(check.verdict, words.sentence(check), TONES.get(check.verdict, "undecided"))]
    blocks += [Formula(rf"{write(check.full.value(l), presented=False)} = 0" if f is None
                       else rf"{write(f, presented=False)} = 0", f"constraint {l + 1}")
               for l, f in enumerate(check.full.functions)]
    blocks += [Formula(_inequality(i), "inequality", "unilateral; classified, not solved")
               for i in check.case.system.inequalities]
    pairs = [("hidden holonomic relations", Math(rf"h = {'?' if check.relations is None else check.relations}")),
             ("growth vector", words.growth(check)), ("all configurations accessible", words.accessible(check)),
             ("rank", words.rank(check)), ("eliminated", _split(check, write))]
    if not check.unilateral:
        blocks.append(Facts(tuple(p for p in pairs if p[1])))
    blocks += [Note("remark", note) for note in (words.special(check), words.piecewise(check)) if note]
    return Section("Is it holonomic?", tuple(blocks))


def _not_judged(analysis: Analysis) -> Section:
    """What stands in place of the verdict where a constraint is nonlinear in the velocities."""
    rows, nonlinear = analysis.case.system.pfaffian, analysis.case.system.nonlinear
    write = analysis.case.system.chart.latex()
    told = ("nonlinear in the velocities: the theory of Pfaffian forms does not judge it; the equations of motion "
            "follow by Chetaev's rule")
    return Section("Is it holonomic?", (
        Verdict("not judged", told, "undecided"),
        *(Formula(rf"{write(rows.value(l), presented=False)} = 0", "constraint") for l in range(rows.k)),
        *(Formula(rf"{write(c.value, presented=False)} = 0", "constraint", "nonlinear") for c in nonlinear)))


def _split(check: Check, write: Writer):
    d = check.distribution
    dotted = [", ".join(write.symbol(d.chart.v[j].args) for j in columns)
              for columns in (d.dependent, d.independent)]
    if not d.k:
        return ""
    factors = vanishing_factors(d.condition, d.chart) if d.condition.has([*d.chart.q, d.chart.t]) else ()
    factors = (d.condition,) if factors is None else factors
    where = (" where ", Math(r" \neq 0,\ ".join(map(write, factors)) + r" \neq 0")) if factors else ()
    return (Math(dotted[0]), " by ", Math(dotted[1]) if dotted[1] else "nothing", *where)


def _inequality(text: str) -> str:
    return rf"\texttt{{{text}}}".replace("_", r"\_").replace("^", r"\textasciicircum{}")


def _evidence(check: Check) -> Section:
    d = check.distribution
    if not d.k:
        return Section("Evidence", ())
    write = d.chart.latex()
    blocks: list = [Paragraph(_why(check, write))]
    rows = [(Math(_form(check, l, write)),
             {True: "exact" if f.exact else "integrable", False: "not integrable", None: "undecided"}[f.integrable],
             _triples(f, write)) for l, f in enumerate(check.forms)]
    blocks.append(Table(("form", "alone", "Frobenius triples that do not vanish"), tuple(rows),
                        caption="Each constraint by itself. A set is never judged by its members."))
    blocks += _curvature(check, write)
    blocks += _relations(check, write)
    redundant = words.redundant(check)
    if redundant:
        blocks.append(Note("remark", "Redundant and set aside: " + "; ".join(redundant)))
    if check.virtual_integrable and check.relations is not None and check.relations < d.k:
        blocks.append(Note("caution", "With time frozen the virtual displacements are integrable, "
                                      "but the constraints are not: time takes part."))
    blocks.append(Paragraph(("Evidence: ", words.evidence(check.closure.growth.evidence), ".")))
    return Section("Evidence", tuple(blocks))


def _why(check: Check, write: Writer):
    found = check.witness
    if found is None:
        return words.why(check)[:1].upper() + words.why(check)[1:] + "."
    l, J, I, value = found
    symbol = _component(check.curvature.distribution, l, J, I)
    return ("The curvature of the distribution does not vanish: ", Math(rf"{symbol} = {write(value)} \neq 0"), ".")


def _component(d, l: int, J: int, I: int) -> str:
    names = ["t", *d.names(d.independent)]
    row = name_latex(d.names(d.dependent)[l])
    return rf"B_{{{row},\,{name_latex(names[J])}\,{name_latex(names[I])}}}"


def _form(check: Check, l: int, write: Writer) -> str:
    chart = check.distribution.chart
    graph = chart.graph
    names = [rf"\mathrm{{d}}{name_latex(n)}" for n in ("t", *chart.names)]
    dots = {s.args: n for s, n in zip(chart.v, names[1:])}
    own = chart.latex()
    own.symbols = {**write.symbols, **dots, "dt": names[0]}
    form = graph.add(*(a * v for a, v in zip(check.full.matrix[l], chart.v)),
                     check.full.affine[l] * graph.symbol("dt"))
    return own(form, presented=False)


def _triples(form, write: Writer):
    if not form.nonzero:
        return f"none of {len(form.triples)}" if form.triples else "none: two variables only"
    parts: list = []
    for t in form.nonzero[:MOST_TRIPLES]:
        indices = r"\,".join(name_latex(n) for n in t.names)
        parts += ["; ", Math(rf"T_{{{indices}}} = {write(t.value)}")]
    more = len(form.nonzero) - MOST_TRIPLES
    return (*parts[1:], f"; and {more} more") if more > 0 else tuple(parts[1:])


def _curvature(check: Check, write: Writer) -> list:
    rows = [Formula(rf"{_component(check.distribution, l, J, I)} = {write(value)}")
            for l, J, I, value in check.curvature.entries() if not value.is_zero]
    if not rows:
        return []
    summary = "Curvature of the distribution, all components that do not vanish"
    law = Formula(r"B_{l,ji} = D_i \alpha_{lj} - D_j \alpha_{li}",
                  note="D: derivative along the distribution; all B = 0 means jointly integrable.")
    return [Details(summary, (law, *rows), opened=len(rows) <= 4)]


def _relations(check: Check, write: Writer) -> list:
    """Potentials of single rows, the first integrals of the set, the leaf."""
    blocks: list = []
    for l, found in enumerate(check.potentials):
        if found is not None and found.method != "given":
            blocks.append(Formula(_combination(found, write), f"constraint {l + 1}", found.method))
    for found in check.integrals.together:
        value = "0" if found.method == "given" else r"\mathrm{const}"
        blocks.append(Formula(f"{write(found.function)} = {value}", "holonomic relation"))
        if len(found.combination) > 1:
            blocks.append(Formula(_combination(found, write), "because", found.method))
    if relations.missing(check):
        blocks.append(Note("remark", relations.missing(check)))
    if check.leaf is not None:
        stays = relations.stays(check, check.leaf)
        more = f". From the initial configuration the system stays on {stays}" if stays else ""
        blocks.append(Paragraph(f"Leaf: {relations.leaf_words(check.leaf)}{more}."))
    return blocks


def _combination(found: FirstIntegral, write: Writer) -> str:
    """d(f) = sum of coefficient * form."""
    terms = [rf"w_{{{l + 1}}}" if c is c.graph.one else rf"\left({write(c)}\right) w_{{{l + 1}}}"
             for l, c in found.combination]
    return rf"\mathrm{{d}}\left({write(found.function)}\right) = {' + '.join(terms)}"


def _displacements(check: Check) -> Section:
    d = check.distribution
    if not d.k:
        return Section("Virtual displacements", ())
    write = d.chart.latex()
    blocks: list = [Paragraph("Displacements that obey the constraints with time frozen; every one is a "
                              "combination of these.")]
    blocks += [Formula(_vector(d.chart, vector, write), f"virtual {i}")
               for i, vector in enumerate(check.displacements.virtual, start=1)]
    if not check.displacements.virtual:
        blocks.append(Paragraph("There is none: the constraints determine the motion."))
    if check.displacements.agree:
        blocks.append(Paragraph("Possible displacements are the same: the constraints are catastatic."))
    else:
        parts = [rf"\mathrm{{d}}{name_latex(n)} = \left({write(e)}\right)\mathrm{{d}}t"
                 for n, e in zip(d.chart.names, check.displacements.particular) if not e.is_zero]
        blocks.append(Formula(r",\quad ".join(parts) + r" \quad\text{plus a virtual one}", "possible"))
    return Section("Virtual displacements", tuple(blocks))


def _vector(chart, vector, write: Writer) -> str:
    parts = [rf"\delta {name_latex(n)} = {write(e)}" for n, e in zip(chart.names, vector) if not e.is_zero]
    return r",\quad ".join(parts)


def _reactions(analysis: Analysis) -> Section:
    comparison = analysis.comparison
    chart = comparison.distribution.chart
    if not comparison.reactions or not (comparison.distribution.k or comparison.system.nonlinear):
        return Section("Reactions", ())
    labels = [f"R_{{{name_latex(n)}}}" for n in chart.names]
    found = named_rows(chart.latex(), labels, comparison.reactions)
    return Section("Reactions", (*(Formula(row, "reaction") for row in found.rows), *found.folded()))


def _graph(check: Check) -> Section:
    if not check.full.k:
        return Section("Which velocity is eliminated by what", ())
    svg = graph_bytes(check, ".svg").decode()
    d = check.distribution
    alt = "Dependency graph: " + words.split(check)
    names = ", ".join(f"{n}'" for n in d.names(d.independent)) or "nothing"
    return Section("Which velocity is eliminated by what", (
        Figure(svg, alt, f"Independent velocities ({names}) stand left, eliminated ones right."),))


def _about(case: Case) -> Section:
    blocks: list = [Paragraph(case.notes.strip())] if case.notes.strip() else []
    values = [(Math(name_latex(str(s))), str(v)) for s, v in case.system.values.items()]
    if values:
        blocks.append(Facts(tuple(values)))
    if case.source:
        command = Literal(f"nonholo check {case.source}")
        blocks.append(Bullets((("Ask again: ", command),)))
    return Section("About this system", tuple(blocks))
