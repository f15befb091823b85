"""The section of a page on what is conserved: energy, momenta, further integrals, balances, the
invariant measure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.comparison import words as comparison_words
from nonholo.views.conserved.text import measure_text, searched, shorter, with_numbers
from nonholo.views.energy.words import against_total, moving
from nonholo.views.page.breaking import added, times
from nonholo.views.page.math import Inline, Math, Text
from nonholo.views.page.mixed import mixed
from nonholo.views.page.named_parts import folded_if_long
from nonholo.views.page.page import Details, Facts, Formula, Note, Paragraph, Section
from nonholo.words.language import tell, told
from nonholo.writing.latex import Writer, name_latex
from nonholo.writing.present import expanded, presentable

if TYPE_CHECKING:
    from nonholo.dossier.dossier import Dossier
    from nonholo.dynamics.integrals import Search
    from nonholo.dynamics.momentum import Momentum
    from nonholo.expression.graph import Expr
    from nonholo.findings.comparison import Comparison

ENERGY = Math(r"h = \sum_i \dot q_i\, \partial L / \partial \dot q_i - L")
LONG = 220  # signs beyond which a formula is folded away


def conserved_section(dossier: Dossier) -> Section:
    """What every motion keeps, proved; what changes energy and momenta; what keeps volume."""
    comparison = dossier.comparison
    assert comparison is not None  # the section is of a case with a Lagrangian
    write = comparison.distribution.chart.latex()
    blocks = [
        _constant(rf"{write(expanded(f), presented=False)} = \mathrm{{const}}", _label(label))
        for label, f in dossier.conserved
    ]
    blocks += [
        _constant(
            rf"{write(shorter(f), presented=False)} = \mathrm{{const}}", tell("integral with time")
        )
        for f in dossier.with_time
    ]
    blocks += _further(dossier, write)
    blocks += _balances(comparison, write)
    blocks += _energy(dossier)
    blocks += _along_symmetries(dossier, comparison, write)
    blocks += _measure(dossier, write)
    return Section(tell("What is conserved"), tuple(blocks))


def _energy(dossier: Dossier) -> list:
    """The energy function against T + V, and moving energies, in words."""
    energy = dossier.energy
    if energy is None:
        return []
    total = against_total(energy).partition(" (`")[0]  # what to type is no matter of a page
    moves = [tell("Moving energy: {energy}.", energy=moving(one)) for one in energy.moving]
    told = [f"{total}.", *moves]
    return [Details((tell("Energy function and total energy"),), tuple(map(Paragraph, told)))]


def _label(text: str) -> Text:
    """ "momentum of theta" with its coordinate as mathematics."""
    head, of, name = text.partition("momentum of ")
    if of and not head and name.isidentifier():
        return mixed("momentum of {name}", name=Math(name_latex(name)))
    return told(text)


def _constant(latex: str, label: Text, note: Text = "") -> Formula | Details:
    return folded_if_long(Formula(latex, label, note), LONG)


def _further(dossier: Dossier, write: Writer) -> list:
    search = dossier.search
    if search is None:
        return []
    rows = [
        _constant(
            rf"{write(shorter(f), presented=False)} = \mathrm{{const}}", tell("further integral")
        )
        for f in search.integrals
    ]
    if search.complete and not search.searched:
        return [
            *rows,
            Paragraph(
                tell("No further integral was looked for: as many are known as there can be.")
            ),
        ]
    none = [] if search.integrals else [Paragraph(tell("No further integral was found."))]
    where = Details(tell("Where further integrals were looked for"), (Paragraph(_looked(search)),))
    return [*rows, *none, where]


def _looked(search: Search) -> str:
    """Among which functions."""
    return tell("Among {told}.", told=searched(search))


def _balances(comparison: Comparison, write: Writer) -> list:
    if comparison.balance is None:
        return []
    parts = [
        p
        for p in (
            comparison.balance.explicit,
            comparison.balance.forces,
            comparison.balance.reactions,
        )
        if not p.is_zero
    ]
    rate = Formula(
        r"\frac{\mathrm{d}h}{\mathrm{d}t} = " + (" + ".join(map(write, parts)) or "0"),
        tell("energy balance"),
        (f"{_causes(comparison, bool(parts))}; ", ENERGY),
    )
    return [rate, *_cyclic(comparison)]


def _cyclic(comparison: Comparison) -> list[Facts]:
    """What becomes of the momenta of cyclic coordinates; those with one fate together."""
    alike: dict[str, list[str]] = {}
    for name, what in comparison_words.cyclic(comparison):
        alike.setdefault(what, []).append(name_latex(name))
    facts = tuple(
        (
            mixed("each of {names} is cyclic", names=Math(", ".join(names)))
            if names[1:]
            else mixed("{name} is cyclic", name=Math(names[0])),
            what,
        )
        for what, names in alike.items()
    )
    return [Facts(facts)] if facts else []


def _causes(comparison: Comparison, some: bool) -> str:
    """Where the change of the energy comes from, if some of it is left."""
    if some:
        return comparison_words.energy_terms_named(comparison)
    return tell("neither time, nor forces, nor reactions change it")


def _along_symmetries(dossier: Dossier, comparison: Comparison, write: Writer) -> list:
    """The momentum equation for each horizontal symmetry."""
    cyclic = {name for name, _ in comparison_words.cyclic(comparison)}
    momenta = [m for m in dossier.momenta if not (m.kept and _axis(m) in cyclic)]
    if not momenta:
        return []
    told = tell(
        "Symmetries that obey the constraints: the reactions do no work on them, so their momenta "
        "obey:"
    )
    rows = [
        _constant(
            rf"\frac{{\mathrm{{d}}}}{{\mathrm{{d}}t}} \left({write(m.value)}\right) = "
            rf"{write(m.rate)}",
            tell("momentum"),
            mixed("along {direction}", direction=_direction(m, write)),
        )
        for m in momenta
    ]
    return [Paragraph(told), *rows]


def _axis(m: Momentum) -> str:
    """The coordinate along which a symmetry moves, if it is one."""
    (name, factor), *more = m.along
    return name if not more and factor is factor.graph.one else ""


def _direction(m: Momentum, write: Writer) -> Math:
    """The symmetry as a vector field."""
    return Math(
        added(
            [times(write(e), rf"\frac{{\partial}}{{\partial {name_latex(n)}}}") for n, e in m.along]
        )
    )


def _measure(dossier: Dossier, write: Writer) -> list:
    measure = dossier.measure
    if measure is None:
        return []
    formula = measure.formula
    if measure.density is None or formula is None:
        letters = _letters() if "kappa_J" in measure.decision.reason else ()
        told = tell("Invariant measure: {measure}.", measure=measure_text(measure))
        return [Note("remark", (told, *letters))]
    element = r"\,".join(
        [r"\mathrm{d}q", *(rf"\mathrm{{d}}{write.symbol(v.args)}" for v in _speeds(dossier))]
    )
    latex = rf"N\,{element}, \qquad N = {write(presentable(formula), presented=False)}"
    how = tell("proved") if measure.decision.proved else tell("randomised identity, not a proof")
    near = (
        tell(
            "; near each place only, it is not periodic in {names}",
            names=", ".join(measure.turning),
        )
        if measure.turning
        else ""
    ) + with_numbers(measure)
    return [
        _constant(
            latex,
            tell("invariant measure"),
            mixed(
                "{how}: {formula} for the motion X{near}",
                how=how,
                formula=Math(r"\operatorname{div}(N X) = 0"),
                near=near,
            ),
        )
    ]


def _letters() -> tuple[Inline, ...]:
    """What stands in the condition for a measure."""
    return mixed(
        " Here {div} for the motion X, {rates} are the independent velocities with {first}, and "
        "{fields} the fields that they belong to.",
        div=Math(r"\operatorname{div} X = -\sum_J \kappa_J\, \dot r_J"),
        rates=Math(r"\dot r_J"),
        first=Math(r"\dot r_0 = 1"),
        fields=Math("X_J"),
    )


def _speeds(dossier: Dossier) -> list[Expr]:
    if dossier.comparison is None:
        return []
    d = dossier.comparison.distribution
    return [d.chart.v[j] for j in d.independent]
