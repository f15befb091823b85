"""The equations of motion on a page: once where all formulations agree, each of them folded."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING

from nonholo.views.comparison import words as comparison_words
from nonholo.views.consistency.page import consistency_section
from nonholo.views.formulations.principles import PRINCIPLES
from nonholo.views.formulations.quantities import quantities
from nonholo.views.page.math import Math, Strong, Text, signs
from nonholo.views.page.mixed import mixed
from nonholo.views.page.named_parts import (
    ASIDE,
    BESIDE,
    LONGER,
    LONGEST,
    MANY,
    Rows,
    folded_if_long,
    named_rows,
)
from nonholo.views.page.named_parts import MOST as MOST_PARTS
from nonholo.views.page.page import (
    Bullets,
    Column,
    Details,
    Formula,
    FormulaColumns,
    Note,
    Paragraph,
    Section,
    Table,
)
from nonholo.views.page.words import begun, evidence
from nonholo.words.language import tell, tell_many, told
from nonholo.words.sentence import say
from nonholo.writing.latex import UNWRITTEN, Writer, dotted, name_latex

if TYPE_CHECKING:
    from nonholo.expression.graph import Expr
    from nonholo.findings.comparison import Comparison
    from nonholo.findings.entry import Entry
    from nonholo.findings.regular_form import RegularForm

LONGEST_SENTENCE = 400  # signs of a sentence on one reaction
TOO_LONG = say(
    "What is not written out is too long to be read; it can be had as program code with its common "
    "parts named."
)
BENT = "not linear in the velocities"
LINEAR = say("it is for constraints linear in the velocities")


def equations_section(comparison: Comparison) -> Section:
    """What is given, accelerations once, then the equations of each formulation folded."""
    entries, heading = comparison.formulations, tell("Equations of motion")
    given = _given(comparison)
    if any(e.motion is None for e in entries) or not entries:
        columns = FormulaColumns(tuple(column(comparison, e) for e in entries))
        followed = comparison.consistency  # what the constraint algorithm says without a motion
        steps = () if followed is None else consistency_section(followed).blocks
        return Section(heading, (*given, columns, *steps))
    form = comparison.regular
    solved = (
        accelerations(comparison, comparison.entry(comparison.reference_name), MOST_PARTS, inf)
        if form is None
        else regular_rows(form)
    )
    said = comparison_words.remarks(comparison, "`")
    bases = " ".join(str(u) for u, _ in comparison.system.where)
    letters = re.findall(r"\w+", bases)
    blocks = [
        *given,
        Paragraph(_agreement(comparison)),
        *(Note("remark", begun(one, letters)) for one in said),
    ]
    if form is not None:
        blocks.append(Paragraph(tell("Written {how}", how=comparison_words.regular(form))))
        write = form.chart.latex()
        blocks += [Formula(rf"{write(u)} = {write(e)}") for u, e in form.definitions]
    blocks += _quasi(comparison)
    blocks += [*map(Formula, solved.rows), *solved.folded()]
    if any(UNWRITTEN in row for row in solved.rows):
        blocks.append(Note("remark", told(TOO_LONG)))
    write = comparison.distribution.chart.latex()
    blocks += [
        Note(
            "remark",
            mixed(
                "By Chetaev's rule: {row}",
                row=Math(rf"{write(c.value, presented=False)} = 0"),
            ),
        )
        for c in comparison.system.nonlinear
    ]
    blocks += [_alone(comparison, e) for e in entries if e.agrees is False]
    blocks += _derived(comparison)
    blocks += [_refused(comparison)] if comparison.refused else []
    return Section(heading, tuple(blocks))


def _alone(comparison: Comparison, entry: Entry) -> FormulaColumns:
    """One formulation by itself: for one that differs."""
    return FormulaColumns((column(comparison, entry),))


def _agreement(comparison: Comparison) -> Text:
    """Do the formulations give the same accelerations, and is it proved?"""
    entries = comparison.formulations
    count = Strong(tell("{n} formulations", n=len(entries)))
    if comparison_words.all_agree(comparison):
        proved = all(e.decision.proved for e in entries)
        how = tell("proved by normal forms") if proved else evidence(entries[0].decision)
        return mixed(
            "All {count} give the same accelerations at every admissible state: {told}.",
            count=count,
            told=how,
        )
    open_ = [told(e.title) for e in entries if e.agrees is None]
    undecided = (
        tell(
            "Whether these give the same accelerations is undecided: {titles}.",
            titles=", ".join(open_),
        )
        if open_
        else ""
    )
    return mixed(
        "{count} were derived. {undecided} Shown are the accelerations by {title}.",
        count=count,
        undecided=undecided,
        title=told(comparison.entry(comparison.reference_name).title),
    )


def _given(comparison: Comparison) -> list:
    """The Lagrangian, the applied forces and the quasi-velocities."""
    system, write = comparison.system, comparison.distribution.chart.latex()
    lagrangian = system.lagrangian
    assert lagrangian is not None  # without one nothing is compared
    rows = [Formula(rf"L = {write(lagrangian, presented=False)}", tell("Lagrangian"))]
    rows += [
        Formula(rf"Q_{{{name_latex(n)}}} = {write(Q, presented=False)}", tell("applied force"))
        for n, Q in zip(system.chart.names, system.forces)
        if not Q.is_zero
    ]
    rows += [
        Formula(rf"{name_latex(name)} = {write(u, presented=False)}", tell("quasi-velocity"))
        for name, u in system.velocities.items()
    ]
    return list(map(folded_if_long, rows))


def _quasi(comparison: Comparison) -> list:
    """The rates of the quasi-velocities that the constraints leave free."""
    entry = comparison_words.in_quasi(comparison)
    if not comparison.system.velocities or entry is None or entry.motion is None:
        return []
    names = comparison_words.quasi_names(entry)
    write = comparison.distribution.chart.latex(names)
    labels = [comparison.distribution.chart.rate_latex(name) for name in names]
    rates = named_rows(write, labels, entry.motion.rates)
    head = Paragraph(mixed("In quasi-velocities, by {title}:", title=told(entry.title)))
    return [head, *(Formula(row, tell("rate")) for row in rates.rows), *rates.folded()]


def _derived(comparison: Comparison) -> list[Details]:
    """The equations as derived, folded; formulations that give the very same ones together."""
    together: dict[tuple, list[Entry]] = {}
    for entry in comparison.formulations:
        names = comparison_words.quasi_names(entry)
        key = (entry.equations.rows, entry.equations.unknowns, names)
        together.setdefault(key if entry.equations.rows else (entry.title,), []).append(entry)
    return [_folded(comparison, entries) for entries in together.values()]


def _folded(comparison: Comparison, entries: Sequence[Entry]) -> Details:
    first, laws = entries[0], {} if comparison.system.nonlinear else PRINCIPLES
    write = comparison.distribution.chart.latex(comparison_words.quasi_names(first))
    unknowns = ", ".join(write(u, presented=False) for u in first.equations.unknowns)
    title = Strong(begun(", ".join(told(entry.title) for entry in entries), ()))
    remarks = _remarks(entries, laws)
    if not first.equations.rows:
        return Details(
            mixed(
                "{title}: no equation is left, the constraints alone determine the motion",
                title=title,
            ),
            remarks,
        )
    summary = mixed(
        "{title}: {count} for {unknowns}",
        title=title,
        count=tell_many(len(first.equations.rows), "{n} equation", "{n} equations"),
        unknowns=Math(unknowns) if unknowns else tell("no unknown"),
    )
    made_of = [row for entry in entries for row in quantities(comparison, entry, write)]
    return Details(summary, (*remarks, *made_of, *_equations(write, first)))


def _remarks(
    entries: Sequence[Entry], laws: Mapping[str, str]
) -> tuple[Paragraph | Formula | Bullets, ...]:
    """What each formulation is, and what it says of every system."""
    every = [(e, e.capability.remark if e.capability else e.equations.note) for e in entries]
    some = [(entry, told(remark)) for entry, remark in every if remark]
    if len(entries) == 1:
        formulas = (Formula(laws[e.equations.name]) for e in entries if e.equations.name in laws)
        return (*(Paragraph(remark) for _, remark in some), *formulas)
    return (
        (Bullets(tuple(_principle(entry, remark, laws) for entry, remark in some)),) if some else ()
    )


def _principle(entry: Entry, remark: str, laws: Mapping[str, str]) -> tuple:
    law = laws.get(entry.equations.name)
    beside = (" ", Math(rf"\displaystyle {law}")) if law else ()
    return (Strong(told(entry.title)), f": {remark}", *beside)


def _refused(comparison: Comparison) -> Table:
    rows = comparison_words.refusals(comparison, "title", {BENT: LINEAR})
    return Table(
        (tell("does not apply"), tell("because")),
        tuple(rows),
        row_headers=True,
    )


def accelerations(
    comparison: Comparison, entry: Entry, many: int = MANY, most: float = LONGER
) -> Rows:
    """The accelerations that are shown of one derivation, with at most so many named parts and
    signs.
    """
    chart, columns = comparison.distribution.chart, comparison_words.columns(comparison)
    assert entry.motion is not None  # asked of one with a motion
    return named_rows(
        chart.latex(),
        [dotted(chart.names[j], 2) for j in columns],
        [entry.motion.accelerations[j] for j in columns],
        many=many,
        most=most,
    )


def regular_rows(form: RegularForm) -> Rows:
    """q' and u' in regular velocities."""
    labels, roots = [dotted(name) for name, _ in form.followed], [e for _, e in form.followed]
    rates = {v.args: dotted(n, 2) for n, v in zip(form.chart.names, form.chart.v)}
    labels += [rates.get(u) or dotted(u) for u in form.names]
    labels += [name_latex(symbol.args) for symbol, _ in form.steps]
    roots += [*form.rates, *(e for _, e in form.steps)]
    return named_rows(form.chart.latex(), labels, roots, many=MOST_PARTS, most=inf)


def column(comparison: Comparison, entry: Entry, more=()) -> Column:
    """One derivation among several: does it agree, its accelerations, its equations."""
    badge = {True: "agrees", False: "differs", None: "undecided"}[entry.agrees]
    badge = "reference" if entry.equations.name == comparison.reference_name else badge
    equations = entry.equations
    write = comparison.distribution.chart.latex(comparison_words.quasi_names(entry))
    if equations.rows:
        counted = ", ".join(
            (
                tell_many(len(equations.rows), "{n} equation", "{n} equations"),
                tell_many(len(equations.unknowns), "{n} unknown", "{n} unknowns"),
            )
        )
        more = (*more, Details(counted, _equations(write, entry, BESIDE, ASIDE)))
    title = _title(entry)
    if entry.motion is None:
        return Column(title, (), equations.kind, badge, note=told(entry.failure), more=more)
    solved = accelerations(comparison, entry, BESIDE, ASIDE)
    return Column(
        title,
        solved.rows,
        equations.kind,
        badge,
        note=noted(told(equations.note)),
        more=(*solved.folded(), *more),
    )


def _title(entry: Entry) -> Text:
    """The name of a derivation, with what was substituted as mathematics."""
    match = re.fullmatch(r"substituted ([\w, ]+)( \(chained\))?", entry.title)
    if match is None:
        return told(entry.title)
    letters = ", ".join(name_latex(name) for name in match[1].split(", "))
    if match[2]:
        return mixed("substituted {letters} (chained)", letters=Math(letters))
    return mixed("substituted {letters}", letters=Math(letters))


def noted(note: str) -> tuple:
    r"""A remark on equations with its symbols as mathematics.

    >>> noted("x' put into the Lagrangian; Lbar varied")
    (Math(latex='\\dot{x}'), ' put into the Lagrangian; ', Math(latex='\\bar L'), ' varied')
    """
    return tuple(
        _symbol(piece) for piece in re.split(r"(\bLbar\b|\bmu_\d+|\b\w+'(?!\w))", note) if piece
    )


def _symbol(piece: str) -> str | Math:
    if piece == "Lbar":
        return Math(r"\bar L")
    if piece.endswith("'"):
        return Math(dotted(piece[:-1]))
    return Math(name_latex(piece)) if re.fullmatch(r"mu_\d+", piece) else piece


def _equations(
    write: Writer, entry: Entry, many: int = MANY, most: float = LONGER
) -> tuple[Formula | Details | Note, ...]:
    """The rows as derived; with common parts named if one is very long."""
    rows = entry.equations.rows
    named = named_rows(write, ["0"] * len(rows), rows, LONGEST, many)
    if all(UNWRITTEN in row for row in named.rows) or (
        sum(map(signs, (*named.rows, *named.parts))) > most
    ):
        return (Note("remark", told(TOO_LONG)),)
    return (
        *(Formula(" = ".join(reversed(row.split(" = ", 1)))) for row in named.rows),
        *named.folded(),
    )


def reactions_section(comparison: Comparison) -> Section:
    """The forces of the constraints on the motion."""
    chart = comparison.distribution.chart
    if not comparison.reactions or not (comparison.distribution.k or comparison.system.nonlinear):
        return Section(tell("Reactions"), ())
    labels = [f"R_{{{name_latex(n)}}}" for n in chart.names]
    forces, regular = comparison_words.reactions(comparison)
    write = (comparison.regular.chart if comparison.regular and regular else chart).latex()
    reactions = named_rows(write, labels, forces)
    slope = r"\partial c_l / \partial \dot q_i" if comparison.system.nonlinear else "a_{li}"
    sentence = mixed(
        "Forces and torques of the constraints on the motion, {formula}.",
        formula=Math(rf"R_i = \sum_l \lambda_l {slope}"),
    )
    if regular:
        sentence = (*sentence, " ", tell("In the regular velocities:"))
    elif reactions.parts or any(UNWRITTEN in row for row in reactions.rows):
        balances = named_rows(chart.latex(), labels, _balances(comparison))
        if balances.rows and not balances.parts and UNWRITTEN not in "".join(balances.rows):
            sentence, reactions = (*sentence, " ", tell("With the accelerations:")), balances
    if any(UNWRITTEN in row for row in reactions.rows):
        return Section(tell("Reactions"), (Paragraph(sentence), Note("remark", told(TOO_LONG))))
    return Section(
        tell("Reactions"),
        (
            Paragraph(sentence),
            *(Formula(row, tell("reaction")) for row in reactions.rows),
            *reactions.folded(),
            *_smooth(comparison),
        ),
    )


def _balances(comparison: Comparison) -> list[Expr]:
    """Lagrange's balance of each coordinate, which is its reaction; accelerations as they are."""
    entry = next((e for e in comparison.formulations if e.equations.multipliers), None)
    if entry is None:
        return []
    zeros = dict.fromkeys(entry.equations.multipliers, comparison.system.chart.graph.zero)
    return [row.subs(zeros) for row in entry.equations.rows[: comparison.system.chart.n]]


def _smooth(comparison: Comparison) -> list[Paragraph]:
    """The virtual work of each reaction."""
    rows, write = comparison.distribution.pfaffian, comparison.distribution.chart.latex()
    typeset = {
        label: Math(rf"{write(rows.value(l), presented=False)} = 0")
        for l, label in enumerate(rows.labels)
        if ": " not in label  # else it is a name
    }
    told = [(one.label, comparison_words.smooth(one)) for one in comparison.smooth]
    return [
        Paragraph((typeset.get(label, label), f": {words}."))
        for label, words in told
        if len(label) + len(words) <= LONGEST_SENTENCE
    ]
