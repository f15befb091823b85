"""Derivations side by side in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING

from nonholo.expression.graph import Expr
from nonholo.expression.reading import looked_at
from nonholo.views.page.words import is_huge, shown
from nonholo.views.rivals.laws import law_named
from nonholo.words.language import tell, tell_many, told
from nonholo.writing.hidden import told_of_hidden

if TYPE_CHECKING:
    from nonholo.dynamics.smooth import SmoothReaction
    from nonholo.findings.comparison import Comparison, SubstitutionError
    from nonholo.findings.entry import Entry
    from nonholo.findings.regular_form import RegularForm

LONGER = 2  # times as long may be what has no poles


def all_agree(comparison: Comparison) -> bool:
    """Every formulation that applies is known to give the same motion."""
    return all(e.agrees for e in comparison.formulations)


def remarks(comparison: Comparison, quote: str = "") -> list[str]:
    """Constraints that were added, and for which numbers of parameters what differs does so.

    quote: what stands around letters.
    """
    return [
        *map(told, told_of_hidden([step.value for step in comparison.hidden])),
        *map(told, looked_at(comparison.system.where, comparison.system.through)),
        *_at_numbers(comparison),
        *_for_letters(comparison, quote),
        *_on_parts(comparison, quote),
        *_of_redundant(comparison, quote),
    ]


def _at_numbers(comparison: Comparison) -> Iterator[str]:
    """What the numbers of the case make of the answers."""
    if comparison.numbers:
        yield tell(
            "this holds with {numbers}, as given; for almost all other values something that "
            "agrees here differs",
            numbers=", ".join(comparison.numbers),
        )
    if not comparison.moves:
        yield tell(
            "at the given numbers of the parameters accelerations are divided by 0, and the "
            "equations do not determine the motion: all this is told of others"
        )


def _for_letters(comparison: Comparison, quote: str) -> Iterator[str]:
    """For which values of letters what differs does so."""
    names = _quoted(comparison.letters, quote)
    if comparison.parting:
        yield tell(
            "what agrees does so for all values of {names}; what differs, and what is said not "
            "to exist, for some of them: the sign of {parting} decides (`families` asks for "
            "the others)",
            names=names,
            parting=_quoted(comparison.parting, quote),
        )
    elif comparison.wave is not None:
        yield tell(
            "what agrees does so for all values of {names}; what differs, and what is said not "
            "to exist, for some of them: the value of {wave} decides (`families` asks for the "
            "others)",
            names=names,
            wave=_quoted([shown(comparison.wave)], quote),
        )
    elif comparison.letters:
        yield tell(
            "what agrees does so for all values of {names}; what differs, and what is said not "
            "to exist, for almost all of them (`families` asks for the others)",
            names=names,
        )


def _on_parts(comparison: Comparison, quote: str) -> Iterator[str]:
    """On which sides of zeros what differs does so, and where nothing is said."""
    if comparison.parted:
        zeros = tell(" or ").join(f"{quote}{shown(u)} = 0{quote}" for u in comparison.parted)
        yield tell(
            "what agrees does so on each side of {zeros}; what differs, and what is said not "
            "to exist, on one of them at least; what is conserved, and a density, may jump "
            "where a motion crosses from one side to the other",
            zeros=zeros,
        )
    for region in comparison.lost:
        yield tell(
            "where {region} fewer constraints are left, and nothing of this is said of motions "
            "there",
            region=", ".join(f"{quote}{one}{quote}" for one in region),
        )


def _of_redundant(comparison: Comparison, quote: str) -> Iterator[str]:
    """That reactions of rows that follow from others are not determined one by one."""
    if comparison.redundant and not comparison.system.nonlinear:
        yield tell_many(
            len(comparison.redundant),
            "{rows} follows from the other constraints: how the reactions are shared among "
            "them is not determined, only what they do together",
            "{rows} follow from the other constraints: how the reactions are shared among "
            "them is not determined, only what they do together",
            rows="; ".join(f"{quote}{one}{quote}" for one in comparison.redundant),
        )


def _quoted(words: Iterable[object], quote: str) -> str:
    return f"{quote}{', '.join(map(str, words))}{quote}"


def columns(comparison: Comparison) -> tuple[int, ...]:
    """The coordinates whose accelerations are shown: independent ones, all where constraints are
    nonlinear.
    """
    d = comparison.distribution
    return tuple(range(d.chart.n)) if comparison.system.nonlinear or not d.m else d.independent


def quasi_names(entry: Entry) -> tuple[str, ...]:
    """The free quasi-velocities of one derivation; none where they are velocities."""
    frame = entry.equations.frame
    return () if frame is None or frame.natural else tuple(u.args for u in frame.symbols)


def in_quasi(comparison: Comparison) -> Entry | None:
    """A derivation whose unknowns are the rates of quasi-velocities."""
    solved = (e for e in comparison.formulations if e.motion is not None and quasi_names(e))
    return next(solved, None)


def regular(form: RegularForm) -> str:
    """What is special about the velocities of this form, and whether it is proved to agree."""
    places = dict.fromkeys(f"{shown(e)} = 0" for e in (*form.fails, *(form.singular or ())))
    where = tell(" or ").join(places)
    if form.fails:
        regular_at = tell(
            "in velocities that are regular wherever the coordinates determine the motion (not "
            "where {where})",
            where=where,
        )
    elif form.singular is None:
        regular_at = tell(
            "in velocities that are regular wherever the constraints are independent and the "
            "inertia on what they admit is not singular"
        )
    elif where:
        regular_at = tell(
            "in velocities that are regular wherever the constraints are independent and the "
            "inertia on what they admit is not singular (not where {where})",
            where=where,
        )
    else:
        regular_at = tell("in velocities that are regular wherever the constraints are independent")
    letters = ", ".join(f"{shown(e)} != 0" for e in form.letters)
    for_letters = tell(", for {letters}", letters=letters) if letters else ""
    settled = form.agrees.proved or form.agrees.reason == "not asked"
    unproved = "" if settled else tell(", not proved to be the same")
    return f"{regular_at}{for_letters}{unproved}:"


def reactions(comparison: Comparison) -> tuple[Sequence[Expr], bool]:
    """The reactions to be shown, and whether by the regular velocities: so they have no pole.

    Where that is far longer they are shown by the independent velocities.
    """
    form = comparison.regular
    if form is None or not (form.reactions and form.agrees.proved and all_agree(comparison)):
        return comparison.reactions, False
    regular_too = _length(form.reactions) <= LONGER * _length(comparison.reactions)
    return (form.reactions if regular_too else comparison.reactions), regular_too


def _length(nodes: Sequence[Expr]) -> float:
    return inf if any(map(is_huge, nodes)) else sum(len(shown(e)) for e in nodes)


def agreement(comparison: Comparison) -> str:
    """Do the formulations agree, and which are they?"""
    formulations = comparison.formulations
    names = ", ".join(e.equations.name for e in formulations)
    nonlinear = comparison.system.nonlinear
    rule = (
        tell("; by Chetaev's rule for what is nonlinear: ") + "; ".join(c.label for c in nonlinear)
        if nonlinear
        else ""
    )
    if not all_agree(comparison):
        return tell("{names}: agreement not established", names=names) + rule
    proved = all(e.decision.proved for e in formulations)
    all_ = (
        tell_many(len(formulations), "{n} formulations agree", "{n} formulations agree")
        if comparison.refused
        else tell_many(
            len(formulations), "all {n} formulations agree", "all {n} formulations agree"
        )
    )
    how = tell("proved") if proved else tell("randomised identity, not a proof")
    return f"{all_} ({how}): {names}{rule}"


def lacking(error: SubstitutionError) -> str:
    """The parts of the error that do not vanish: what velocities put in alone leave out."""
    parts = (
        (tell("gradient part"), error.gradient),
        (tell("curvature part"), error.curvature),
    )
    return tell(" and the ").join(
        name for name, terms in parts if any(not e.is_zero for e in terms)
    )


def substitution(comparison: Comparison) -> list[str]:
    """What may be put into the Lagrangian: of a holonomic set the coordinates; and velocities
    alone?
    """
    if not comparison.errors:
        return []
    error, d = comparison.errors[0], comparison.distribution
    answer, names = comparison.shortcut.answer, ", ".join(f"{n}'" for n in error.eliminated)
    verdict = {
        True: tell("safe"),
        False: tell("WRONG"),
        None: tell("undecided: {reason}", reason=comparison.shortcut.reason),
    }[answer]
    if not comparison.holonomic.answer:
        return [
            tell(
                "substituting {velocities} into the Lagrangian is {verdict}",
                velocities=names,
                verdict=verdict,
            )
        ]
    right = tell(
        "substituting {coordinates} into the Lagrangian, solved from the constraints, is right: "
        "they are holonomic",
        coordinates=", ".join(d.names(d.dependent)),
    )
    why = {
        True: tell(" here too"),
        False: tell(": the {parts} is missing", parts=lacking(error)),
        None: "",
    }[answer]
    alone = tell(
        "substituting {velocities} alone, and not {coordinates}, is {verdict}",
        velocities=names,
        coordinates=", ".join(error.eliminated),
        verdict=verdict,
    )
    return [right, alone + why]


def smooth(one: SmoothReaction) -> str:
    """Does a reaction do virtual work, and real work on the motion?"""
    work = {
        True: tell("sum R_i δq_i = 0 for all virtual displacements"),
        False: tell("sum R_i δq_i is not 0"),
        None: tell("undecided: {reason}", reason=one.smooth.reason),
    }[one.smooth.answer]
    proved = "" if one.smooth.proved or not one.smooth.answer else tell(" (not proved)")
    power = (
        tell("does no work on the motion")
        if one.power.is_zero
        else tell("power {value}", value=shown(one.power))
    )
    if not one.smooth.answer:
        return f"{work}; {power}"
    return work + proved + tell(": smooth; {power}", power=power)


def energy_terms(comparison: Comparison) -> str:
    """The terms of dh/dt = -dL/dt + Q.q' + R.q' that do not vanish."""
    told = [f"{name} {shown(term)}" for name, term in _energy_terms(comparison)]
    return tell("its rate: {terms}", terms="; ".join(told)) if told else _no_term()


def energy_terms_named(comparison: Comparison) -> str:
    """Where the change of the energy comes from, without formulas."""
    told = [name for name, _ in _energy_terms(comparison)]
    return tell("from {terms}", terms=", ".join(told)) if told else _no_term()


def _no_term() -> str:
    return tell("no term of -∂L/∂t + Q.q' + R.q' is left")


def _energy_terms(comparison: Comparison) -> list[tuple[str, Expr]]:
    balance = comparison.balance
    assert balance is not None  # asked where there are reactions
    terms = [
        (tell("explicit time"), balance.explicit),
        (tell("applied forces"), balance.forces),
        (tell("reactions"), balance.reactions),
    ]
    return [(name, term) for name, term in terms if not term.is_zero]


def cyclic(comparison: Comparison) -> list[tuple[str, str]]:
    """What becomes of the momentum of each coordinate that L does not contain."""
    told = []
    for c in comparison.cyclic:
        acting = [
            what
            for what, f in ((tell("applied force"), c.force), (tell("reaction"), c.reaction))
            if not f.is_zero
        ]
        told.append(
            (
                c.name,
                tell(
                    "the rate of its momentum is the {forces} on it",
                    forces=tell(" and the ").join(acting),
                )
                if acting
                else tell("its momentum is kept"),
            )
        )
    return told


def refusals(
    comparison: Comparison, called: str = "name", short: Mapping[str, str] | None = None
) -> list[tuple[str, str]]:
    """(names or titles, reason) of the derivations that do not apply, those with one reason
    together; short: what is said where a reason holds these words.
    """
    grouped: dict[str, list[str]] = {}
    for r in comparison.refused:
        known = (said for words, said in (short or {}).items() if words in r.reason)
        reason = told(next(known, r.reason)).removeprefix(f"{r.name}: ")
        grouped.setdefault(reason, []).append(law_named(getattr(r, called)))
    return [(", ".join(names), reason) for reason, names in grouped.items()]


def put_in(entry: Entry) -> list[tuple[str, Expr]]:
    """By what equations some of the dependent velocities are put into a Lagrangian: as all rows
    give them; nothing where all are."""
    equations = entry.equations
    part = equations.elimination
    if part is None or part.k == equations.distribution.k:
        return []
    lift, chart = part.lift(), part.chart
    return [(f"{chart.names[l]}'", lift[chart.v[l]]) for l in part.dependent]
