"""A comparison as text for people: what agrees in short, what differs at length and by which
term.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from nonholo.expression.graph import Expr
from nonholo.expression.text import PEOPLE, text
from nonholo.views.comparison import words as comparison_words
from nonholo.views.consistency.text import consistency_lines
from nonholo.views.page.rows import WIDTH, table, wrapped
from nonholo.views.page.words import (
    as_text,
    how_to_write,
    is_huge,
    not_written,
    shown,
    sum_shown,
    too_long,
)
from nonholo.views.rivals.words import coincidence
from nonholo.views.varied.text import varied_rows
from nonholo.words.language import tell, told
from nonholo.writing.common import few_common_parts

if TYPE_CHECKING:
    from nonholo.findings.comparison import Comparison
    from nonholo.findings.entry import Entry
    from nonholo.findings.regular_form import RegularForm

LONG = 400  # characters beyond which common parts are named
LONGEST = 1500  # the same for reactions
MANY = 100  # common parts that nobody reads


def compare_text(comparison: Comparison, conserved=(), name: str = "") -> str:
    """The text of `nonholo compare`."""
    d = comparison.distribution
    lines = [told(name)] if name else []
    said = comparison_words.remarks(comparison)
    lines += [_headline(comparison), *(line for one in said for line in wrapped(one))]
    lines += ["", *_formulations(comparison), *_quasi(comparison)]
    if comparison.consistency is not None:
        lines += [tell("constraint algorithm"), *consistency_lines(comparison.consistency), ""]
    if comparison.refused:
        rows = [
            ("", f"{names}: {reason}") for names, reason in comparison_words.refusals(comparison)
        ]
        lines += [tell("does not apply"), *table(rows, indent=0), ""]
    for entry in comparison.rivals:
        lines += entry_text(comparison, entry)
    lines += _error_text(comparison, d.names(d.independent))
    lines += _principle_text(comparison)
    if not comparison.system.nonlinear:
        lines += [
            tell("curvature of the distribution"),
            *(table(_curvature(comparison)) or ["  " + tell("zero")]),
            "",
        ]
    if not comparison.system.nonlinear and comparison.distribution.k:
        lines += [
            tell(
                "varied paths: displaced by a virtual δq, an admissible path violates the "
                "constraint to first order"
            ),
            *(table(varied_rows(comparison.varied)) or ["  " + tell("not at all")]),
            "",
        ]
    lines += [*_reactions(comparison), ""] if comparison.reference is not None else []
    if comparison.smooth:
        lines += [tell("virtual work of the reactions"), *table(_smooth(comparison)), ""]
    rows = [(told(label), sum_shown(f)) for label, f in conserved]
    nothing = (
        tell("not asked: there are no accelerations")
        if comparison.reference is None
        else tell("none of energy, momenta, velocities")
    )
    lines += [tell("conserved (proved)"), *(table(rows) or ["  " + nothing])]
    lines += (
        ["", tell("balances on the motion"), *table(_balances(comparison))]
        if comparison.balance
        else []
    )
    return "\n".join([*lines, *_hint(lines)])


def _hint(lines: list[str]) -> list[str]:
    """How to get at what was not written out."""
    return (
        ["", *wrap(how_to_write(), WIDTH)] if any(not_written() in line for line in lines) else []
    )


def _reactions(comparison: Comparison) -> list[str]:
    """The reactions one by one; with common parts named if one is long."""
    reactions, regular = comparison_words.reactions(comparison)
    heading = tell("reactions A^T lambda")
    if regular:
        heading += tell(", in the regular velocities")
    labels = [tell("on {coordinate}", coordinate=n) for n in comparison.distribution.chart.names]
    written = [shown(f) for f in reactions]
    if any(len(w) > LONGEST or not_written() in w for w in written):
        return [heading, *named_rows(labels, list(reactions))]
    return [heading, *table(list(zip(labels, written)))]


def _smooth(comparison: Comparison) -> list[tuple[str, str]]:
    """sum_i R_i dq_i of each constraint, and its power on the motion."""
    return [(one.label, comparison_words.smooth(one)) for one in comparison.smooth]


def _balances(comparison: Comparison) -> list[tuple[str, str]]:
    """What changes the energy, and the momenta of coordinates that L does not contain."""
    return [
        (tell("energy"), comparison_words.energy_terms(comparison)),
        *(
            (tell("{coordinate} is cyclic", coordinate=name), what)
            for name, what in comparison_words.cyclic(comparison)
        ),
    ]


def _formulations(comparison: Comparison) -> list[str]:
    """The accelerations once if all agree; else each formulation by itself."""
    if not comparison_words.all_agree(comparison):
        return [line for entry in comparison.formulations for line in entry_text(comparison, entry)]
    entry = comparison.entry(comparison.reference_name)
    if comparison.regular is not None:
        lines = regular_lines(comparison.regular)
        return [tell("accelerations, by each of them"), *lines, ""]
    return [tell("accelerations, by each of them"), *_accelerations(comparison, entry), ""]


def _quasi(comparison: Comparison) -> list[str]:
    """The quasi-velocities of the case, and the rates of those that are free."""
    chosen = comparison.system.velocities
    if not chosen:
        return []
    lines = [
        tell("quasi-velocities"),
        *table([(name, f"= {shown(u)}") for name, u in chosen.items()]),
    ]
    entry = comparison_words.in_quasi(comparison)
    if entry is None or entry.motion is None or entry.equations.frame is None:
        return [*lines, ""]
    chart = comparison.distribution.chart
    twice = {v: f"{n}''" for n, v in zip(chart.names, chart.v)}
    labels = [twice.get(u, f"{u}'") for u in entry.equations.frame.symbols]
    title = tell(
        "their rates, those that the constraints leave free (by {name})", name=entry.equations.name
    )
    return [*lines, title, *named_rows(labels, list(entry.motion.rates)), ""]


def regular_lines(form: RegularForm) -> list[str]:
    """The motion in regular velocities: what they are, q' and u'."""
    stated = [(str(u), e) for u, e in form.definitions]
    stated += [(f"{name}'", e) for name, e in form.followed]
    stated += zip(form.labels, form.rates)
    rows = named_rows([label for label, _ in stated], [e for _, e in stated], form.steps)
    return [f"  {comparison_words.regular(form)}", *rows]


def _curvature(comparison: Comparison) -> list[tuple[str, str]]:
    d = comparison.distribution
    names, rows = ("t", *d.names(d.independent)), d.names(d.dependent)
    return [
        (f"B_{rows[l]}({names[J]}, {names[I]})", shown(value))
        for l, J, I, value in comparison.curvature.entries()
        if not value.is_zero
    ]


def _headline(comparison: Comparison) -> str:
    return "\n".join(
        [comparison_words.agreement(comparison), *comparison_words.substitution(comparison)]
    )


def entry_text(comparison: Comparison, entry: Entry) -> list[str]:
    """One derivation: how it compares, and its accelerations."""
    mark = {True: tell("agrees"), False: tell("DIFFERS"), None: tell("undecided")}[entry.agrees]
    kind = {"formulation": tell("formulation"), "rival": tell("rival")}[entry.equations.kind]
    lines = [f"{entry.equations.name}  [{kind}, {mark}]"]
    lines += wrap(
        told(entry.equations.note), WIDTH - 2, initial_indent="  ", subsequent_indent="  "
    )
    put_in = comparison_words.put_in(entry)
    lines += named_rows([label for label, _ in put_in], [e for _, e in put_in])
    if entry.motion is None:
        return [*lines, f"  {told(entry.failure)}", ""]
    return [*lines, *_accelerations(comparison, entry), ""]


def _accelerations(comparison: Comparison, entry: Entry) -> list[str]:
    d = comparison.distribution
    columns = comparison_words.columns(comparison)
    assert entry.motion is not None  # asked of one with a motion
    return named_rows(
        [f"{d.chart.names[j]}''" for j in columns], [entry.motion.accelerations[j] for j in columns]
    )


def named_rows(
    labels: list[str], roots: list[Expr], steps: Sequence[tuple[Expr, Expr]] = ()
) -> list[str]:
    """label = expression; when too long, with common parts named below.

    steps: parts that have names already.
    """
    if steps:
        rows = [(label, f"= {shown(e)}") for label, e in zip(labels, roots)]
        named = [(str(symbol), f"= {shown(e)}") for symbol, e in steps]
        return [*table(rows), "  " + tell("with"), *table(named, 4)]
    if not any(map(is_huge, roots)):
        written = [shown(r) for r in roots]
        if max(map(len, written), default=0) <= LONG and not any(
            not_written() in w for w in written
        ):
            return table([(label, f"= {w}") for label, w in zip(labels, written)])
    few = few_common_parts(roots, MANY)
    if few is None:
        return table(
            [
                (label, f"= ({too_long(r)})" if is_huge(r) else f"= {shown(r)}")
                for label, r in zip(labels, roots)
            ]
        )
    parts, results = few
    rows = [(label, f"= {text(r, PEOPLE)}") for label, r in zip(labels, results)]
    return [
        *table(rows),
        "  " + tell("with"),
        *table([(str(n), f"= {text(p, PEOPLE)}") for n, p in parts], 4),
    ]


def _error_text(comparison: Comparison, inner) -> list[str]:
    lines = []
    for error in comparison.errors:
        eliminated = ", ".join(f"{n}'" for n in error.eliminated)
        lines.append(
            tell(
                "error of substituting {velocities}: value of its rows on the true motion, 0 where "
                "it is right",
                velocities=eliminated,
            )
        )
        rows = [
            (
                tell("on {coordinate}", coordinate=n),
                tell(
                    "gradient part {gradient};  curvature part {curvature}",
                    gradient=shown(g),
                    curvature=shown(c),
                ),
            )
            for n, g, c in zip(inner, error.gradient, error.curvature)
        ]
        plain = {
            True: tell("vanishes: safe"),
            False: tell("does not vanish: wrong"),
            None: tell("undecided"),
        }[error.safe.answer]
        chained = {True: tell("safe"), False: tell("wrong"), None: tell("undecided")}[
            error.safe_chained.answer
        ]
        reading = tell("with the gradient part kept (chained)")
        if comparison.holonomic.answer and error.safe_chained.answer:
            reading += tell(", as by substituting coordinates")
        lines += [*table(rows), f"  {plain}; {reading}: {chained}", ""]
    return lines


def _principle_text(comparison: Comparison) -> list[str]:
    """By which term the vakonomic equations differ, and on which motions they do not."""
    if comparison.principle is None:
        return []
    d = comparison.distribution
    rows = [
        (tell("on {coordinate}", coordinate=n), shown(f))
        for n, f in zip(d.names(d.independent), comparison.principle.force)
    ]
    return [
        tell(
            "vakonomic against mechanics: force sum_l mu_l dw_l(δq, velocity) on virtual "
            "displacements"
        ),
        *table(rows),
        *wrap(
            as_text(coincidence(comparison)), WIDTH - 2, initial_indent="  ", subsequent_indent="  "
        ),
        "",
    ]


def _rows(entry: Entry) -> list[str]:
    """The equations as derived; with common parts named if one is too long to be written out."""
    written = [shown(row) for row in entry.equations.rows]
    if any(not_written() in w for w in written):
        return named_rows(
            [tell("0 (row {row})", row=i) for i in range(1, len(written) + 1)],
            list(entry.equations.rows),
        )
    return [f"  {w} = 0" for w in written]


def equations_text(comparison: Comparison, entry: Entry) -> str:
    """The text of `nonholo equations`: rows, then solved accelerations and multipliers."""
    names = comparison.distribution.chart.names
    lines = [
        entry.equations.name + (f": {told(entry.equations.note)}" if entry.equations.note else ""),
        "",
    ]
    lines += _rows(entry)
    if entry.equations.frame is not None:
        lines += [f"  {u} = {shown(f)}" for u, f in entry.equations.frame.definitions()]
    if entry.motion is None:
        return "\n".join([*lines, "", told(entry.failure)])
    if entry.equations.frame is not None and not entry.equations.frame.natural:
        labels = [str(u) for u in entry.equations.frame.rates]
        lines += ["", tell("solved"), *named_rows(labels, list(entry.motion.rates))]
    labels, roots = [f"{n}''" for n in names], list(entry.motion.accelerations)
    if comparison.regular is not None and entry.agrees:
        lines += ["", tell("solved"), *regular_lines(comparison.regular)]
        labels, roots = [], []
    labels += [str(m) for m in entry.equations.multipliers]
    if labels:
        lines += ["", tell("solved (velocities on the constraints)")]
        lines += named_rows(labels, [*roots, *entry.motion.multipliers])
    return "\n".join([*lines, *_hint(lines)])
