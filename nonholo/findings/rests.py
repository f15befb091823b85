"""Configurations of rest as records: reactions, stability, inequalities that forbid them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from typing import TYPE_CHECKING

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import as_assumed
from nonholo.dynamics.equilibria import Piece, multipliers_at
from nonholo.dynamics.rest_families import least_across
from nonholo.dynamics.rest_stability import judged
from nonholo.dynamics.rest_tubes import rises_across
from nonholo.dynamics.rest_verdict import (
    ACROSS,
    AS_FAMILY,
    LOSING_RANK,
    RISING,
    ROUGH,
    SINGULAR,
    UNDECIDED,
    Stability,
)
from nonholo.dynamics.statics import Statics, statics
from nonholo.errors import NonholoError, OutOfReach, said
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import independent_at
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.level_sets.points import sign_of
from nonholo.geometry.level_sets.rotations import orthonormal
from nonholo.geometry.zeros.domain import as_declared
from nonholo.linear.elimination import determinant, vanishes
from nonholo.readers.case import Case
from nonholo.shows import ShownAsPart
from nonholo.signs.factored import factored

if TYPE_CHECKING:  # a record names what it holds
    from nonholo.findings.settling import Settling

ELSEWHERE = Rational(1, 2), Rational(1), Rational(1, 10), Rational(-7, 10)


@dataclass(frozen=True, slots=True)
class Rest:
    """Configurations of rest: an isolated one, or a family with free coordinates.

    values: coordinate name -> expression in the free ones; free: names of coordinates with any
    value; multipliers: lambda, F + A^T lambda = 0 (None: A loses rank); reactions: R = A^T lambda
    (n); stability; judged_at: the values of free coordinates for which it is said; enclosure:
    coordinate name -> ball, where there is no formula; held: coordinates that were held at these
    values to find it; under: not negative there; slopes: not zero there; violated: inequalities of
    the case that do not hold there; settled_by: assumptions under which an open stability is known;
    mirrored: a matrix R with R^T R = 1 has det R = -1, so that no rotation is there; rows: the
    labels of those that the multipliers belong to, where those chosen elsewhere vanish.
    """

    values: Mapping[str, Expr]
    free: tuple[str, ...]
    multipliers: tuple[Expr | Ball, ...] | None
    reactions: tuple[Expr | Ball, ...]
    stability: Stability
    judged_at: Mapping[str, Expr]
    enclosure: Mapping[str, Ball]
    held: Mapping[str, Expr]
    under: tuple[Expr, ...] = ()
    slopes: tuple[Expr, ...] = ()
    violated: tuple[str, ...] = ()
    settled_by: tuple[Settling, ...] = ()
    mirrored: bool = False
    rows: tuple[str, ...] = ()

    @property
    def isolated(self) -> bool:
        """No coordinate is free."""
        return not self.free and not self.held


@dataclass(frozen=True, slots=True, repr=False)
class Equilibria(ShownAsPart):
    """Where a case can rest.

    rest: forces, virtual displacements and their work; found: the configurations; complete: there
    are no others, else the reasons; letters: they hold for almost all values of the parameters,
    else for the numbers of the case; moving: configurations in which forces balance at each
    instant, but which change in time; implicit: equations of pieces that could not be solved; if
    complete, of all configurations, as no force acts; asked: only one configuration was looked at;
    put: values of unspecified functions for which alone it holds, and inputs: those of inputs;
    artefacts: where forces balance only as the coordinates lose their meaning there, no rests.

    >>> import nonholo as nh
    >>> nh.equilibrium("cases/rolling_coin.toml")
    <Equilibria of 'Coin rolling upright on an inclined plane': 2 found, all>
    """

    case: Case
    rest: Statics
    found: tuple[Rest, ...]
    complete: bool
    reasons: tuple[str, ...]
    letters: bool = False
    moving: tuple[Mapping[str, Expr], ...] = ()
    implicit: tuple[tuple[Expr, ...], ...] = ()
    asked: bool = False
    put: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    artefacts: tuple[Mapping[str, Expr], ...] = ()

    def __repr__(self) -> str:
        return (
            f"<Equilibria of {self.case.name!r}: {len(self.found)} found, "
            f"{'all' if self.complete else 'perhaps not all'}>"
        )


def exact_rest(
    case: Case, at_rest: Statics, piece: Piece, held: Mapping[Expr, Expr] | None = None
) -> Rest:
    """A piece of the exact solution as a record.

    at_rest: the forces for which it holds; held: coordinates that were held to find it.
    """
    chart, held, chosen = at_rest.system.chart, held or {}, at_rest.rows
    at_rest, piece = _by_rows_there(at_rest, piece)
    stability, at = _stability(case, at_rest, piece)
    return Rest(
        {q.args: piece.values[q] for q in chart.q if q in piece.values and q not in held},
        piece.free(chart),
        piece.multipliers,
        tuple(-F.subs(piece.values) for F in at_rest.forces),
        stability,
        {q.args: e for q, e in at.items()},
        {},
        {q.args: e for q, e in held.items()},
        tuple(_without_number(e) for e in piece.under if e.support),
        _factors(piece.slopes),
        _violated(case, piece.at),
        mirrored=_mirrored(at_rest, piece),
        rows=() if at_rest.rows is chosen else at_rest.rows.labels,
    )


def _by_rows_there(at_rest: Statics, piece: Piece) -> tuple[Statics, Piece]:
    """The same by other rows of the system, where these are independent on the piece and those that
    were chosen are not.
    """
    rows, full = at_rest.rows, at_rest.system.pfaffian
    if piece.multipliers is not None or full.chart.graph is not rows.chart.graph:
        return at_rest, piece
    others = independent_at(full, rows, piece.values)
    if others.labels == rows.labels:
        return at_rest, piece
    try:
        there = statics(at_rest.system, distribution(others))
        multipliers = multipliers_at(there, piece.values)
    except (NonholoError, ZeroDivisionError):
        return at_rest, piece
    if multipliers is None:
        return at_rest, piece
    return there, replace(piece, multipliers=multipliers)


def _mirrored(at_rest: Statics, piece: Piece) -> bool:
    """One of the matrices with orthonormal columns has the determinant -1 there."""
    matrices = orthonormal(at_rest.conditions, at_rest.system.chart.q)
    return any(
        vanishes(determinant(at_rest.chart.graph, R).subs(piece.values) + 1) for R in matrices
    )


def _stability(case: Case, at_rest: Statics, piece: Piece) -> tuple[Stability, dict[Expr, Expr]]:
    """That of single rests, or where it is open that of the family."""
    single, at = _of_single_rests(case, at_rest, piece)
    known = piece.multipliers is not None and single.verdict == UNDECIDED
    if known and least_across(at_rest, piece):
        return replace(single, verdict=AS_FAMILY, reason=ACROSS), {}
    if known and rises_across(at_rest, piece):
        return replace(single, verdict=AS_FAMILY, reason=RISING), {}
    return single, at


def _of_single_rests(
    case: Case, at_rest: Statics, piece: Piece
) -> tuple[Stability, dict[Expr, Expr]]:
    """For all values of the free coordinates, else at a place among them."""
    if piece.multipliers is None:
        return Stability(UNDECIDED, LOSING_RANK), {}
    chart = at_rest.system.chart
    try:
        everywhere = judged(at_rest, piece.values, piece.multipliers)
    except OutOfReach as error:
        everywhere = Stability(UNDECIDED, said(error))
    entries = [e for row in at_rest.rows.matrix for e in row]
    seen = chart.graph.mask([*piece.values.values(), *at_rest.forces, *entries])
    free = [q for q in chart.q if q not in piece.values and q.support & seen]
    if everywhere.verdict != UNDECIDED or everywhere.eigenvalues or not free:
        return everywhere, {}
    first: tuple[Stability, dict[Expr, Expr]] | None = None
    for at in _places(case, free):
        try:
            if any(negative(e.subs(at).subs(at_rest.system.values)) for e in piece.under):
                continue
            values = {**{q: e.subs(at) for q, e in piece.values.items()}, **at}
            there = judged(at_rest, values, [e.subs(at) for e in piece.multipliers]), at
        except (OutOfReach, ZeroDivisionError):
            continue
        if there[0].reason not in (SINGULAR, ROUGH, LOSING_RANK):
            return there
        first = first or there
    return first or (everywhere, {})


def _places(case: Case, free: Sequence[Expr]) -> Iterator[dict[Expr, Expr]]:
    """Values of free coordinates for which what is assumed holds: those of the initial
    configuration, then others of those that no initial value was given, for 0 may be a pole.
    """
    start = {q: case.nominal[q] for q in free}
    opened = [q for q in free if str(q.args) not in case.initial]
    numbers = as_assumed(dict(zip(opened, cycle(ELSEWHERE))))
    for at in (start, start | {q: q.graph.number(x) for q, x in numbers.items()}):
        if as_declared(at):
            yield at


def _factors(slopes: Sequence[Expr]) -> tuple[Expr, ...]:
    """What of them can vanish, each factor once."""
    factors = (base for e in slopes for base, _ in factored(e)[1])
    return tuple(dict.fromkeys(e for e in factors if e.support))


def _without_number(e: Expr) -> Expr:
    """The same sign."""
    number, _ = factored(e)
    return e.graph.scale(e, 1 / abs(number)) if number else e


def negative(number: Expr) -> bool:
    """Certainly below 0."""
    return not number.support and sign_of(number) < 0


def _violated(case: Case, values: Mapping[Expr, Expr]) -> tuple[str, ...]:
    """The inequalities that surely do not hold at a configuration."""
    still, numbers = (
        dict.fromkeys(case.system.chart.v, case.system.chart.graph.zero),
        dict(case.system.values),
    )
    slacks = ((text, case.slack(text)) for text in case.system.inequalities)
    return tuple(text for text, e in slacks if negative(e.subs(still).subs(values).subs(numbers)))
