"""The sections of a page on rivals: naive substitution and its error, the vakonomic principle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.comparison.page import column
from nonholo.views.comparison.words import lacking
from nonholo.views.page.breaking import cell
from nonholo.views.page.math import Math, Strong, signs
from nonholo.views.page.mixed import mixed
from nonholo.views.page.named_parts import ASIDE, BESIDE, LONGEST, named_rows
from nonholo.views.page.page import (
    Details,
    Formula,
    FormulaColumns,
    Note,
    Paragraph,
    Section,
    Table,
)
from nonholo.views.page.set_sentences import on_page
from nonholo.views.page.words import begun
from nonholo.views.rivals.words import coincidence
from nonholo.words.language import tell
from nonholo.writing.latex import UNWRITTEN, dotted, name_latex

if TYPE_CHECKING:
    from nonholo.findings.comparison import Comparison, SubstitutionError
    from nonholo.findings.entry import Entry

MOST = 4  # accelerations whose difference is shown
LONG = 200  # signs of differences beyond which they are folded away


def _error_formula() -> Formula:
    """What is left of a naive equation, in general."""
    return Formula(
        r"\sum_l \alpha_{lj} \frac{\partial \bar L}{\partial q_l}"
        r" + \sum_l p_l \Bigl( \sum_i B_l(j, i)\, \dot q_i + B_l(j, t) \Bigr)",
        tell("error"),
        mixed(
            "What is left of the naive equation of {coordinate} when the true motion is put in, 0 "
            "where it is right: a gradient part and a curvature part. Here {Lbar} is the "
            "Lagrangian with the velocities {eliminated} eliminated and {momenta}. Chained, the "
            "naive equation keeps the gradient part and lacks the curvature part alone.",
            coordinate=Math("q_j"),
            Lbar=Math(r"\bar L"),
            eliminated=Math(r"\dot q_l"),
            momenta=Math(r"p_l = \partial L / \partial \dot q_l"),
        ),
    )


def _principle() -> Formula:
    """The vakonomic principle."""
    return Formula(
        r"E_i\Bigl(L + \sum_l \mu_l c_l\Bigr) = Q_i, \qquad c_l = \sum_i a_{li}\, \dot q_i + "
        r"a_{l0} = 0",
        tell("principle"),
        mixed(
            "Varied paths obey the constraints. {E} is Lagrange's operator. The {mu} are unknown "
            "functions with equations of their own; their initial values are further data, which "
            "mechanics does not give.",
            E=Math("E_i"),
            mu=Math(r"\mu_l"),
        ),
    )


def _less_true() -> str:
    return tell("acceleration minus the true one")


def rivals_section(comparison: Comparison) -> Section:
    """Naive substitution: each elimination with its equations and its error."""
    wrong = any(e.safe.answer is False for e in comparison.errors)
    heading = tell("Where naive substitution goes wrong") if wrong else tell("Naive substitution")
    if wrong and comparison.holonomic.answer:
        heading = tell("Substituting coordinates, and substituting velocities alone")
    if not comparison.errors:
        return Section(heading, ())
    blocks: list = [*_coordinates(comparison), _shortcut(comparison), _error_formula()]
    for error in comparison.errors:
        name = "substituted " + ", ".join(error.eliminated)
        derivations = [
            e for e in comparison.entries if e.equations.name in (name, f"{name} (chained)")
        ]
        columns = FormulaColumns(
            tuple(column(comparison, e, _difference(comparison, e)) for e in derivations)
        )
        if (
            error is not comparison.errors[0]
            and error.safe.answer
            and all(e.agrees for e in derivations)
        ):
            blocks.append(
                Details(
                    mixed(
                        "Substituting {velocities} alone is right here",
                        velocities=_velocities(error.eliminated),
                    ),
                    (columns,),
                )
            )
        else:
            blocks += [columns, _error(comparison, error)]
    return Section(heading, tuple(blocks))


def _coordinates(comparison: Comparison) -> list[Note]:
    """Of a holonomic set the coordinates themselves can be put in, which is right."""
    if not comparison.holonomic.answer:
        return []
    d = comparison.distribution
    names = Math(", ".join(name_latex(n) for n in d.names(d.dependent)))
    return [
        Note(
            "remark",
            mixed(
                "The constraints are holonomic. Putting the coordinates {names}, solved from the "
                "constraints, and with them their velocities into the Lagrangian and varying what "
                "is left {right}",
                names=names,
                right=Strong(tell("is right.")),
            ),
        )
    ]


def _shortcut(comparison: Comparison) -> Note:
    answer, error = comparison.shortcut.answer, comparison.errors[0]
    verdict = {
        True: tell("happens to be right here: the whole error vanishes."),
        False: tell("is wrong here."),
        None: tell("could not be judged."),
    }[answer]
    velocities = _velocities(error.eliminated)
    if not comparison.holonomic.answer:
        told = mixed(
            "Putting {velocities} into the Lagrangian and varying what is left {verdict}",
            velocities=velocities,
            verdict=Strong(verdict),
        )
    else:
        told = mixed(
            "Putting {velocities} alone into the Lagrangian and varying what is left "
            "{verdict}{missing}",
            velocities=velocities,
            verdict=Strong(verdict),
            missing=tell(" The {part} is missing.", part=lacking(error)) if answer is False else "",
        )
    return Note("remark" if answer else "caution", told)


def _velocities(names) -> Math:
    return Math(", ".join(dotted(n) for n in names))


def _difference(comparison: Comparison, entry: Entry) -> tuple:
    """The accelerations minus the true ones, folded where they are long."""
    if entry.agrees is not False or entry.motion is None:
        return ()
    d = comparison.distribution
    differing = [j for j in d.independent if not entry.difference[j].is_zero][:MOST]
    labels = [rf"\Delta {dotted(d.chart.names[j], 2)}" for j in differing]
    named = named_rows(
        d.chart.latex(), labels, [entry.difference[j] for j in differing], LONGEST, BESIDE, ASIDE
    )
    if all(UNWRITTEN in row for row in named.rows):
        return ()
    if not named.parts and sum(map(signs, named.rows)) <= LONG:
        return tuple(Formula(row, "" if i else _less_true()) for i, row in enumerate(named.rows))
    return (
        Details(
            tell("Difference: {what}", what=_less_true()),
            (*map(Formula, named.rows), *named.folded()),
        ),
    )


def _error(comparison: Comparison, error: SubstitutionError) -> Table | Paragraph:
    """The error of each row; a sentence where there is none."""
    d = comparison.distribution
    told = mixed(
        "Error of substituting {velocities}: {judged}.",
        velocities=_velocities(error.eliminated),
        judged=_judged(error),
    )
    if all(e.is_zero for e in (*error.gradient, *error.curvature)):
        return Paragraph(told)
    write = d.chart.latex()
    rows = tuple(
        (Math(name_latex(n)), cell(write(g)), cell(write(c)))
        for n, g, c in zip(d.names(d.independent), error.gradient, error.curvature)
    )
    return Table(
        (tell("equation of").replace(" ", "\u00a0"), tell("gradient part"), tell("curvature part")),
        rows,
        row_headers=True,
        caption=told,
    )


def _judged(error: SubstitutionError) -> str:
    """Does the error vanish, and does it in the chained reading?"""
    plain, chained = error.safe.answer, error.safe_chained.answer
    first = {
        True: tell("it vanishes"),
        False: tell("it does not vanish"),
        None: tell("whether it vanishes is undecided"),
    }[plain]
    if plain and chained:
        return first
    if plain is False and chained is False:
        return tell("it does not vanish, nor does its curvature part alone (chained reading)")
    second = {
        True: tell("it vanishes"),
        False: tell("it does not"),
        None: tell("that is undecided"),
    }[chained]
    return tell("{first}; in the chained reading {second}", first=first, second=second)


def vakonomic_section(comparison: Comparison) -> Section:
    """The other principle: its motion, the term by which it differs, and on which motions it
    does not.
    """
    principle, heading = comparison.principle, tell("Vakonomic motion: another principle")
    if principle is None:
        return Section(heading, ())
    shown = FormulaColumns((column(comparison, comparison.entry("vakonomic")),))
    return Section(
        heading, (_principle(), shown, *_force(comparison), Paragraph(_coincidence(comparison)))
    )


def _force(comparison: Comparison) -> tuple[Table, ...]:
    """The term by which it differs, on each independent coordinate; none where it vanishes."""
    d, write = comparison.distribution, comparison.distribution.chart.latex()
    assert comparison.principle is not None  # it was derived
    force = comparison.principle.force
    if all(f.is_zero for f in force):
        return ()
    rows = tuple(
        (Math(name_latex(n)), cell(write(f))) for n, f in zip(d.names(d.independent), force)
    )
    return (
        Table(
            (
                tell("on"),
                mixed(
                    "vakonomic force {formula}",
                    formula=Math(r"\sum_l \mu_l\, \mathrm{d}w_l(\delta q, \dot q)"),
                ),
            ),
            rows,
            row_headers=True,
            caption=mixed(
                "The term by which it differs from mechanics, along virtual displacements; {forms} "
                "are the constraint forms.",
                forms=Math("w_l"),
            ),
        ),
    )


def _coincidence(comparison: Comparison) -> tuple:
    """Which motions of mechanics are vakonomic too."""
    first, *others = on_page(coincidence(comparison, "μ"), comparison.distribution.chart.latex())
    assert isinstance(first, str)  # a sentence begins with a word
    return (begun(first, ()), *others, ".")
