"""Analyses as one self-contained HTML document: one page a case."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo import __version__
from nonholo.analysis import HOLONOMIC, NONHOLONOMIC, PARTLY, Analysis, Check
from nonholo.comparison import Comparison, Entry, SubstitutionError
from nonholo.exact.common import common_parts
from nonholo.exact.graph import Expr
from nonholo.exact.latex import Writer, name_latex
from nonholo.exact.present import expanded
from nonholo.geometry.loci import vanishing_factors
from nonholo.report import words
from nonholo.report.graph import graph_bytes
from nonholo.report.math import Literal, Math, Strong
from nonholo.report.page import (
    Bullets,
    Column,
    Details,
    Facts,
    Figure,
    Formula,
    FormulaColumns,
    Note,
    Page,
    Paragraph,
    Section,
    Table,
    Verdict,
    render,
)
from nonholo.report.strata_section import strata_section

TONES = {HOLONOMIC: "holonomic", PARTLY: "partly", NONHOLONOMIC: "nonholonomic"}
LONG = 700  # characters of LaTeX beyond which common parts are named
SHORT = 1200  # characters of LaTeX up to which the equations as derived are shown unfolded
MOST_TRIPLES = 6


def document(analyses: Sequence[Analysis]) -> str:
    """One HTML document of all analyses."""
    title = analyses[0].case.name if len(analyses) == 1 else f"{len(analyses)} systems"
    return render([page(a) for a in analyses], title=title, footer=f"nonholo {__version__}")


def page(analysis: Analysis) -> Page:
    """The page of one case."""
    check, comparison = analysis.check, analysis.comparison
    sections = [_verdict(check), _evidence(check), strata_section(check), _displacements(check)]
    if comparison is not None:
        sections += [_equations(comparison), _substitution(comparison), _forces(analysis)]
    sections += [_graph(check), _about(check)]
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


def _split(check: Check, write: Writer):
    d = check.distribution
    dotted = [", ".join(write.symbol(d.chart.v[j].args) for j in columns)
              for columns in (d.dependent, d.independent)]
    if not d.k:
        return ""
    own = [*d.chart.q, d.chart.t]
    factors = vanishing_factors(d.condition, d.chart) or (d.condition,)
    where = (" where ", Math(r" \neq 0,\ ".join(map(write, factors)) + r" \neq 0")) if d.condition.has(own) else ()
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
    blocks += [Formula(write(p[1]) + (" = 0" if f is not None else r" = \mathrm{const}"), "holonomic relation")
               for p, f in zip(check.potentials, check.full.functions) if p is not None]
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


def _equations(comparison: Comparison) -> Section:
    entries = [e for e in comparison.entries if e.equations.kind == "formulation"]
    blocks: list = []
    if all(e.agrees for e in entries):
        proved = all(e.decision.proved for e in entries)
        blocks.append(Paragraph("All formulations give the same accelerations at every admissible state: "
                                + ("proved by normal forms." if proved else words.evidence(entries[0].decision) + ".")))
    columns = tuple(_column(comparison, e) for e in entries)
    return Section("Equations of motion", (*blocks, FormulaColumns(columns)))


def _column(comparison: Comparison, entry: Entry, more=()) -> Column:
    badge = {True: "agrees", False: "differs", None: "undecided"}[entry.agrees]
    chart = comparison.distribution.chart
    write = chart.latex()
    raw = tuple(Formula(rf"{write(row)} = 0") for row in entry.equations.rows)
    short = entry.equations.kind == "formulation" and sum(len(f.latex) for f in raw) < SHORT
    unknowns = words.count(len(entry.equations.unknowns), "unknown")
    details = Details(f"{words.count(len(raw), 'equation')}, {unknowns}", raw, opened=short)
    if entry.motion is None:
        return Column(entry.equations.name, (), entry.equations.kind, badge, note=entry.failure,
                      more=(*more, details))
    d = comparison.distribution
    columns = d.independent or tuple(range(chart.n))
    rows = _named_rows(write, [rf"\ddot{{{name_latex(chart.names[j])}}}" for j in columns],
                       [entry.motion.accelerations[j] for j in columns])
    return Column(entry.equations.name, rows, entry.equations.kind, badge,
                  note=entry.equations.note, more=(*more, details))


def _named_rows(write: Writer, labels: Sequence[str], roots: Sequence[Expr]) -> tuple[str, ...]:
    """label = expression; when too long, with common parts named after them."""
    written = [write(r) for r in roots]
    if max(map(len, written)) <= LONG:
        return tuple(rf"{label} = {w}" for label, w in zip(labels, written))
    parts, results = common_parts(list(roots), functions=False)
    rows = [rf"{label} = {write(r, presented=False)}" for label, r in zip(labels, results)]
    return (*rows, *(rf"{write(n, presented=False)} = {write(p, presented=False)}" for n, p in parts))


def _substitution(comparison: Comparison) -> Section:
    if not comparison.errors:
        return Section("Naive substitution", ())
    blocks: list = [_shortcut(comparison), Formula(
        r"\sum_l \alpha_{lj} \frac{\partial \bar L}{\partial q_l}"
        r" + \sum_l p_l \Bigl( \sum_i B_{l,ji}\, \dot q_i + B_{l,j0} \Bigr)", "error",
        "The value of naive row j on the true motion (0 where it is right): a gradient part and a curvature part.")]
    for error in comparison.errors:
        name = "substituted " + ", ".join(error.eliminated)
        found = [e for e in comparison.entries if e.equations.name in (name, f"{name} (chained)")]
        columns = tuple(_column(comparison, e, _difference(comparison, e)) for e in found)
        blocks += [FormulaColumns(columns), _error_table(comparison, error)]
    return Section("Where naive substitution goes wrong", tuple(blocks))


def _shortcut(comparison: Comparison):
    eliminated = ", ".join(rf"\dot {name_latex(n)}" if len(n) == 1 else rf"\dot{{{name_latex(n)}}}"
                           for n in comparison.errors[0].eliminated)
    answer = comparison.shortcut.answer
    verdict = {True: "happens to be right here: the whole error vanishes.",
               False: "is wrong here.", None: "could not be judged."}[answer]
    tone = "remark" if answer else "caution"
    return Note(tone, ("Putting ", Math(eliminated), " into the Lagrangian and varying what is left ",
                       Strong(verdict)))


def _difference(comparison: Comparison, entry: Entry) -> tuple:
    if entry.agrees is not False or entry.motion is None:
        return ()
    chart = comparison.distribution.chart
    write = chart.latex()
    d = comparison.distribution
    rows = tuple(Formula(rf"\Delta \ddot{{{name_latex(chart.names[j])}}} = {write(entry.difference[j])}",
                         note="wrong minus right")
                 for j in d.independent if not entry.difference[j].is_zero)
    return rows[:4]


def _error_table(comparison: Comparison, error: SubstitutionError) -> Table:
    d = comparison.distribution
    write = d.chart.latex()
    rows = tuple((Math(name_latex(n)), Math(write(g)), Math(write(c)))
                 for n, g, c in zip(d.names(d.independent), error.gradient, error.curvature))
    which = ", ".join(f"{n}'" for n in error.eliminated)
    safe = {True: "vanishes", False: "does not vanish", None: "is undecided"}
    return Table(("row of", "gradient part", "curvature part"), rows, row_headers=True,
                 caption=f"Error of substituting {which}: it {safe[error.safe.answer]}; with the gradient part kept "
                         f"(chained reading) it {safe[error.safe_chained.answer]}.")


def _forces(analysis: Analysis) -> Section:
    comparison = analysis.comparison
    chart = comparison.distribution.chart
    write = chart.latex()
    blocks: list = [Formula(rf"R_{{{name_latex(n)}}} = {write(f)}", "reaction")
                    for n, f in zip(chart.names, comparison.reactions)] if comparison.distribution.k else []
    blocks += [Formula(rf"{write(expanded(f), presented=False)} = \mathrm{{const}}", label)
               for label, f in analysis.conserved]
    return Section("Reactions and conserved quantities", tuple(blocks))


def _graph(check: Check) -> Section:
    if not check.full.k:
        return Section("Which velocity is eliminated by what", ())
    svg = graph_bytes(check, ".svg").decode()
    d = check.distribution
    alt = "Dependency graph: " + words.split(check)
    names = ", ".join(f"{n}'" for n in d.names(d.independent)) or "nothing"
    return Section("Which velocity is eliminated by what", (
        Figure(svg, alt, f"Independent velocities ({names}) stand left, eliminated ones right."),))


def _about(check: Check) -> Section:
    case = check.case
    blocks: list = [Paragraph(case.notes.strip())] if case.notes.strip() else []
    values = [(Math(name_latex(str(s))), str(v)) for s, v in case.system.values.items()]
    if values:
        blocks.append(Facts(tuple(values)))
    if case.source:
        command = Literal(f"nonholo check {case.source}")
        blocks.append(Bullets((("Ask again: ", command),)))
    return Section("About this system", tuple(blocks))
