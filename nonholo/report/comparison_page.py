"""The sections of a page that compare derivations: what agrees in short, what differs at length."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.comparison import Comparison, Entry, SubstitutionError
from nonholo.exact.common import common_parts
from nonholo.exact.graph import Expr
from nonholo.exact.latex import UNWRITTEN, Writer, name_latex
from nonholo.formulations.capabilities import BY_NAME
from nonholo.report import words
from nonholo.report.math import Math, Strong
from nonholo.report.page import Column, Details, Formula, FormulaColumns, Note, Paragraph, Section, Table

LONG = 700  # characters of LaTeX beyond which common parts are named
LONGEST = 6000  # the same for equations and differences: beyond it KaTeX gives up
MANY = 100  # common parts that nobody reads


def equations_section(comparison: Comparison) -> Section:
    """Accelerations once, then a table of the formulations, with the equations of each folded below it."""
    entries = comparison.formulations
    if not words.all_agree(comparison):
        return Section("Equations of motion", (FormulaColumns(tuple(_column(comparison, e) for e in entries)),))
    proved = all(e.decision.proved for e in entries)
    told = ("All ", Strong(f"{len(entries)} formulations"), " give the same accelerations at every admissible state: ",
            "proved by normal forms." if proved else words.evidence(entries[0].decision) + ".")
    reference = comparison.entry(words.reference(comparison))
    blocks = [Paragraph(told), *(Formula(row) for row in _accelerations(comparison, reference))]
    blocks += [Note("remark", f"By Chetaev's rule: {c.label}") for c in comparison.system.nonlinear]
    blocks += [_derived(comparison, entry) for entry in entries]
    blocks += [_refused(comparison)] if comparison.refused else []
    return Section("Equations of motion", tuple(blocks))


def _derived(comparison: Comparison, entry: Entry) -> Details:
    """The equations of one formulation as derived, folded."""
    write = comparison.distribution.chart.latex()
    known = BY_NAME.get(entry.equations.name)
    rows = _equations(write, entry)
    unknowns = ", ".join(write(u, presented=False) for u in entry.equations.unknowns)
    count = words.count(len(entry.equations.rows), "equation")
    summary = (Strong(known.title if known else entry.equations.name), f": {count} for ",
               Math(unknowns) if unknowns else "no unknown")
    remark = known.remark if known else entry.equations.note
    return Details(summary, (*((Paragraph(remark),) if remark else ()), *rows))


def _refused(comparison: Comparison) -> Table:
    return Table(("does not apply", "because"), tuple(words.refusals(comparison)), row_headers=True)


def _accelerations(comparison: Comparison, entry: Entry) -> tuple[str, ...]:
    chart, columns = comparison.distribution.chart, words.columns(comparison)
    return named_rows(chart.latex(), [rf"\ddot{{{name_latex(chart.names[j])}}}" for j in columns],
                       [entry.motion.accelerations[j] for j in columns])


def _column(comparison: Comparison, entry: Entry, more=()) -> Column:
    badge = {True: "agrees", False: "differs", None: "undecided"}[entry.agrees]
    chart = comparison.distribution.chart
    write = chart.latex()
    unknowns = words.count(len(entry.equations.unknowns), "unknown")
    details = Details(f"{words.count(len(entry.equations.rows), 'equation')}, {unknowns}", _equations(write, entry))
    if entry.motion is None:
        return Column(entry.equations.name, (), entry.equations.kind, badge, note=entry.failure,
                      more=(*more, details))
    return Column(entry.equations.name, _accelerations(comparison, entry), entry.equations.kind, badge,
                  note=entry.equations.note, more=(*more, details))


def _equations(write: Writer, entry: Entry) -> tuple[Formula, ...]:
    """The rows as derived; with common parts named if one is very long."""
    rows = named_rows(write, ["0"] * len(entry.equations.rows), entry.equations.rows, LONGEST)
    return tuple(Formula(" = ".join(reversed(row.split(" = ", 1))) if row.startswith("0 = ") else row) for row in rows)


def named_rows(write: Writer, labels: Sequence[str], roots: Sequence[Expr], longest: int = LONG) -> tuple[str, ...]:
    """label = expression; when too long, with common parts named after them (but not hundreds of them)."""
    huge = any(map(words.is_huge, roots))
    written = [] if huge else [write(r) for r in roots]
    if not huge and max(map(len, written), default=0) <= longest and not any(UNWRITTEN in w for w in written):
        return tuple(rf"{label} = {w}" for label, w in zip(labels, written))
    parts, results = common_parts(list(roots), functions=False)
    if len(parts) > MANY:
        return tuple(rf"{label} = {write(r)}" for label, r in zip(labels, roots))
    rows = [rf"{label} = {write(r, presented=False)}" for label, r in zip(labels, results)]
    return (*rows, *(rf"{write(n, presented=False)} = {write(p, presented=False)}" for n, p in parts))


def rivals_section(comparison: Comparison) -> Section:
    """Naive substitution: each elimination with its equations and its error."""
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
    differing = [j for j in d.independent if not entry.difference[j].is_zero][:4]
    labels = [rf"\Delta \ddot{{{name_latex(chart.names[j])}}}" for j in differing]
    rows = named_rows(write, labels, [entry.difference[j] for j in differing], LONGEST)
    notes = ["wrong minus right"] * len(labels) + [""] * (len(rows) - len(labels))
    return tuple(Formula(row, note=note) for row, note in zip(rows, notes))


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


def vakonomic_section(comparison: Comparison) -> Section:
    """The other principle: its motion, the term by which it differs, and on which motions it does not."""
    principle, heading = comparison.principle, "Vakonomic motion: another principle"
    if principle is None:
        return Section(heading, ())
    d, write = comparison.distribution, comparison.distribution.chart.latex()
    law = Formula(r"E_i\Bigl(L + \sum_l \mu_l c_l\Bigr) = Q_i, \qquad c_l = \sum_i a_{li}\, \dot q_i + a_{l0} = 0",
                  "principle",
                  "Varied paths obey the constraints. The μ are unknown functions with equations of their own; "
                  "their initial values are further data, which mechanics does not give.")
    column = _column(comparison, comparison.entry("vakonomic"))
    rows = tuple((Math(name_latex(n)), Math(write(f))) for n, f in zip(d.names(d.independent), principle.force))
    table = Table(("on", ("vakonomic force ", Math(r"\sum_l \mu_l\, \mathrm{d}w_l(\delta q, \dot q)"))), rows,
                  row_headers=True, caption="The term by which it differs from mechanics, along virtual displacements.")
    told = words.coincidence(comparison)
    return Section(heading, (law, FormulaColumns((column,)), *((table,) if rows else ()),
                             Paragraph(told[:1].upper() + told[1:] + ".")))
