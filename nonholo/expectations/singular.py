"""Statements about the singular set: where the growth vector (or the rank) is not the generic one.

The stated zeros are compared with the pieces found (`geometry.singular`): each piece has to lie in
them, and each factor of what is stated has to cut out a piece."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from nonholo.decide.relations import decide_zero_on
from nonholo.decide.zero import decide_zero
from nonholo.errors import OutOfReach
from nonholo.expectations.fact import Finding, NotAStatement, fails, holds, said, unchecked, whole
from nonholo.expectations.geometry import listed_growth, volume
from nonholo.expectations.subject import Level, Subject
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.geometry.zeros.components import contained
from nonholo.geometry.zeros.signs import vanishing_factors
from nonholo.geometry.zeros.zeros import Piece, Surface, common_zeros
from nonholo.words.sentence import say
from nonholo.writing.present import presentable


def singular_set(subject: Subject, stated: Any) -> Finding:
    """ "empty", "f = 0" or "f = 0 or g = 0", with or without a remark; or "empty (chart singular
    at f = 0)".

    Raises NotAStatement for what has no set of zeros.
    """
    told = str(stated).strip()
    chart_only, nothing = _chart_of(told), told in ("", "empty")
    parts = [] if nothing else re.split(r"\s+or\s+", chart_only or told)
    equations = [f for clause in parts if (f := _zeros_of(clause)) is not None]
    if len(equations) < len(parts):
        return unchecked(say('needed is "empty", "f = 0", or several of these joined by "or"'))
    refuted = _refuted(subject) if nothing else None
    if refuted is not None:
        return refuted
    if subject.symbolic.survey.strata.singular is None:
        return unchecked(
            say(
                "the singular set was not found: {reason}",
                reason=subject.symbolic.survey.strata.reason,
            )
        )
    if subject.symbolic.survey.strata.possible:
        piece = ", ".join(f"{text(e)} = 0" for e in subject.symbolic.survey.strata.possible[0])
        return unchecked(say("it is open whether {piece} has real points", piece=piece))
    if not subject.symbolic.survey.strata.proved:
        return unchecked(say("the singular set was found, and not proved"))
    level, pieces = subject.numeric, _computed(subject)
    published = [piece for f in equations for piece in _pieces(level, f)]
    return (
        _outside(subject, pieces, published)
        or (None if chart_only else _missing(level, pieces, published))
        or holds(
            "the singular set is empty"
            if not pieces
            else "the pieces found: " + "; ".join(map(_shown, pieces))
        )
    )


def _computed(subject: Subject) -> list[Piece]:
    """The pieces of the singular set in the graph of the case, at its numbers."""
    level = subject.numeric
    copied = [level.chart.graph.copy(piece) for piece in subject.symbolic.survey.strata.singular]
    return [tuple(Surface(f.subs(level.values)) for f in piece) for piece in copied]


def _pieces(level: Level, stated: str) -> list[Piece]:
    try:
        return common_zeros([level.read(stated)], level.chart)
    except (OutOfReach, ValueError) as problem:
        raise NotAStatement(str(problem)) from None


def _outside(subject: Subject, pieces: Sequence[Piece], stated: Sequence[Piece]) -> Finding | None:
    """A piece that does not lie in the stated zeros; it has to have a point that is known."""
    chart = subject.numeric.chart
    others = [p for p in pieces if not any(contained(p, other, chart) for other in stated)]
    for piece in others:
        if any(_holds_at(piece, stratum.at) for stratum in subject.symbolic.survey.strata.strata):
            return fails(say("found {shown}", shown=_shown(piece)))
    return (
        unchecked(say("it is open whether {shown} has real points", shown=_shown(others[0])))
        if others
        else None
    )


def _holds_at(piece: Piece, at: Mapping[Expr, Expr]) -> bool:
    graph = piece[0].f.graph
    point = graph.copied(at)
    return all(decide_zero(s.f.subs(point)).answer is True for s in piece)


def _missing(level: Level, pieces: Sequence[Piece], stated: Sequence[Piece]) -> Finding | None:
    """A piece of what is stated that lies in no piece found."""
    for piece in stated:
        if not any(contained(piece, other, level.chart) for other in pieces):
            return fails(say("growth is not singular on {shown}", shown=_shown(piece)))
    return None


def _shown(piece: Piece) -> str:
    return ", ".join(f"{text(presentable(s.f))} = 0" for s in piece)


def _refuted(subject: Subject) -> Finding | None:
    """A point under `growth` where the growth vector is not the generic one."""
    generic = subject.closure.growth
    other = [
        g.vector
        for g in listed_growth(subject)
        if g.evidence.proved and generic.evidence.proved and g.vector != generic.vector
    ]
    return (
        fails(say("growth is {other} at a point named under growth", other=other[0]))
        if other
        else None
    )


def _chart_of(told: str) -> str | None:
    """ "f = 0" of "empty (chart singular at f = 0)": there the coordinates fail, whatever is
    found.
    """
    match = re.fullmatch(r"(?:empty)?\s*\(chart singular at (.+)\)", told)
    return match[1] if match else None


def wedge_singular_set(subject: Subject, stated: Any) -> Finding:
    """ "f = 0": where w ^ dw of each constraint vanishes."""
    zeros, level = _zeros_of(str(stated)), subject.numeric
    if zeros is None:
        return unchecked(say('needed is "f = 0"'))
    rows = range(subject.offset, level.system.pfaffian.k)
    return _same_zeros(level, zeros, [volume(level, l) for l in rows])


def _zeros_of(told: str) -> str | None:
    """f of "f = 0", "f = 0 (remark)" or "f = 0: remark"."""
    match = re.fullmatch(r"([^=<>]+?)\s*=\s*0\s*(?:\([^()]*\)|:.*)?", told)
    return match[1] if match else None


def _same_zeros(level: Level, stated: str, expressions: Sequence[Expr]) -> Finding:
    """Each found expression has the zeros of the stated one: the same factors can vanish."""
    published = level.read(stated)
    for expression in expressions:
        some, others = _factors(level, published), _factors(level, expression)
        if not (_covered(some, others) and _covered(others, some)):
            return _different_zeros(published, expression)
    return holds(say("the same factors vanish"))


def _different_zeros(stated: Expr, computed: Expr) -> Finding:
    """Refuted by a zero of one that is none of the other."""
    for one, other in ((computed, stated), (stated, computed)):
        if decide_zero_on(one, [other]).answer is False:
            return fails(say("found {expression} = 0", expression=text(presentable(computed))))
    return unchecked(say("it is open whether the zeros are the same"))


def _factors(level: Level, expression: Expr) -> list[Expr]:
    factors = vanishing_factors(expression, level.chart)
    if factors is None:
        raise NotAStatement(say("its factors are out of reach"))
    return level.chart.graph.copy(factors)


def _covered(some: Sequence[Expr], others: Sequence[Expr]) -> bool:
    """Each factor is one of the others, up to a number."""
    return all(any((a / b).is_number for b in others) for a in some)


def degree_max(subject: Subject, stated: Any) -> Finding:
    """The largest degree of nonholonomy over all points."""
    return _largest(subject, stated, subject.closure.growth.degree)


def degree_singular(subject: Subject, stated: Any) -> Finding:
    """The largest degree on the strata, where it is not the generic one."""
    return _largest(subject, stated, 0)


def _largest(subject: Subject, stated: Any, least: int) -> Finding:
    known, generic = subject.symbolic.survey.strata, subject.closure.growth
    growths = [s.growth for s in known.strata if s.growth is not None]
    if (
        not known.complete
        or not generic.evidence.proved
        or not all(g.complete and g.evidence.proved for g in growths)
    ):
        return unchecked(
            say(
                "not all strata are known: {value}",
                value=known.reason or say("growth is not proved on each"),
            )
        )
    largest = max([least, *(g.degree for g in growths)])
    return (
        said(stated, largest)
        if largest
        else unchecked(say("there is no stratum with a growth vector of its own"))
    )


RULES = {
    "singular_set": whole(singular_set),
    "wedge_singular_set": whole(wedge_singular_set),
    "degree_max": whole(degree_max),
    "degree_singular": whole(degree_singular),
}
