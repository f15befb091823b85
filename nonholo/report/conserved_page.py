"""The section of a page on what is conserved: energy, momenta, further integrals, balances, the invariant measure."""

from __future__ import annotations

from nonholo.analysis import Analysis
from nonholo.conservation import momenta
from nonholo.dynamics.measure import written
from nonholo.exact.latex import Writer
from nonholo.exact.present import expanded, presentable
from nonholo.report import words
from nonholo.report.conserved import direction, measure_text, searched, shorter
from nonholo.report.page import Details, Facts, Formula, Note, Paragraph, Section

LONG = 600  # characters of LaTeX beyond which a formula is folded


def conserved_section(analysis: Analysis) -> Section:
    """What every motion keeps, proved; what changes energy and momenta; what keeps volume."""
    write = analysis.comparison.distribution.chart.latex()
    blocks = [_kept(rf"{write(expanded(f), presented=False)} = \mathrm{{const}}", label)
              for label, f in analysis.conserved]
    blocks += _further(analysis, write)
    blocks += _balances(analysis, write)
    blocks += _along_symmetries(analysis, write)
    blocks += _measure(analysis, write)
    return Section("What is conserved", tuple(blocks))


def _kept(latex: str, label: str, note: str = ""):
    """A formula, folded if it is long."""
    row = Formula(latex, label, note)
    return row if len(latex) <= LONG else Details(f"{label} (long)", (row,))


def _further(analysis: Analysis, write: Writer) -> list:
    search = analysis.search
    if search is None:
        return []
    rows = [_kept(rf"{write(shorter(f), presented=False)} = \mathrm{{const}}", "by ansatz") for f in search.found]
    none = "" if search.found else "No further integral was found. "
    return [*rows, Paragraph(f"{none}Searched: {searched(search)}.")]


def _balances(analysis: Analysis, write: Writer) -> list:
    comparison = analysis.comparison
    if comparison.balance is None:
        return []
    parts = [p for p in (comparison.balance.explicit, comparison.balance.forces, comparison.balance.reactions)
             if not p.is_zero]
    rate = Formula(r"\frac{\mathrm{d}h}{\mathrm{d}t} = " + (" + ".join(map(write, parts)) or "0"),
                   "energy balance", words.energy_terms_named(comparison))
    facts = tuple((f"{name} is cyclic", what) for name, what in words.cyclic(comparison))
    return [rate, *([Facts(facts)] if facts else [])]


def _along_symmetries(analysis: Analysis, write: Writer) -> list:
    """The momentum equation for each horizontal symmetry."""
    found = momenta(analysis.comparison)
    if not found:
        return []
    told = "Symmetries that obey the constraints: the reactions do no work on them, so their momenta obey"
    rows = [_kept(rf"\frac{{\mathrm{{d}}}}{{\mathrm{{d}}t}} \left({write(m.value)}\right) = {write(m.rate)}",
                  "momentum", f"along {direction(m)}") for m in found]
    return [Paragraph(f"{told}:"), *rows]


def _measure(analysis: Analysis, write: Writer) -> list:
    found = analysis.measure
    if found is None:
        return []
    if found.density is None:
        return [Note("remark", f"Invariant measure: {measure_text(found)}.")]
    element = r"\,".join([r"\mathrm{d}q", *(rf"\mathrm{{d}}{write.symbol(v.args)}" for v in _speeds(analysis))])
    latex = rf"N\,{element}, \qquad N = {write(presentable(written(found.density)), presented=False)}"
    how = "proved: div(N X) = 0" if found.decision.proved else "randomised identity, not a proof"
    how += f"; near each place only, it is not periodic in {', '.join(found.turning)}" if found.turning else ""
    return [_kept(latex, "invariant measure", how)]


def _speeds(analysis: Analysis):
    d = analysis.comparison.distribution
    return [d.chart.v[j] for j in d.independent]
