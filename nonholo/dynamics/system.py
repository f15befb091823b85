"""A mechanical system: constraints from the geometry, a Lagrangian and applied forces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, SparseRow
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.dynamics.tree import Tree


@dataclass(frozen=True, slots=True)
class Nonlinear:
    """A velocity constraint f(q, q', t) = 0 that is not affine in q', with Chetaev's rule (Chetaev
    1932):

    virtual displacements obey sum_i df/dq_i' dq_i = 0, so its reaction is lambda df/dq'.
    """

    value: Expr
    label: str


@dataclass(frozen=True, slots=True)
class System:
    """Chart, constraints, Lagrangian L(q, q', t) and generalised applied forces Q_i not in L.

    lagrangian: None if only the geometry is asked; values: default numbers of parameters (exact);
    positive: parameters declared positive; inequalities: as written, classified and not solved;
    nonlinear: velocity constraints that are no Pfaffian rows; partial: coefficients as written,
    which are not defined everywhere, stand in the rows as what they are in their domain; inputs:
    letters in the forces that may be any functions of time -> an expression in t and the parameters
    that stands for them where numbers are asked, or None; assumptions: relations between parameters
    and bounds of coordinates, as written; velocities: names of quasi-velocities -> what they are,
    sums of coefficient(q, t) * velocity + rest(q, t); tree: the bodies that T - V of them in L is
    of, where there are such; where: base and exponent of powers that are looked at for positive
    bases only; domain: those of the assumptions that nobody made, without which a text has no
    value; through: where velocities that a text is divided by vanish, which is gone through."""

    chart: Chart
    pfaffian: Pfaffian
    lagrangian: Expr | None = None
    forces: tuple[Expr, ...] = ()
    values: Mapping[Expr, Expr] = field(default_factory=dict)
    positive: frozenset[Expr] = frozenset()
    inequalities: tuple[str, ...] = ()
    nonlinear: tuple[Nonlinear, ...] = ()
    partial: bool = False
    inputs: Mapping[Expr, Expr | None] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()
    velocities: Mapping[str, Expr] = field(default_factory=dict)
    tree: Tree | None = None
    where: tuple[tuple[str, str], ...] = ()
    domain: tuple[str, ...] = ()
    through: tuple[str, ...] = ()

    @property
    def holonomic(self) -> tuple[Expr, ...]:
        """The functions f of the holonomic constraints f(q, t) = 0."""
        return tuple(f for f in self.pfaffian.functions if f is not None)

    @property
    def relations(self) -> tuple[Expr, ...]:
        """What is zero on every admissible state and is not solved for velocities: holonomic and
        nonlinear ones.
        """
        return (*self.holonomic, *(c.value for c in self.nonlinear))


def at_numbers(system: System, values: Mapping[Expr, Expr] | None = None) -> System:
    """The system with numbers of parameters in their places: all that it gives, or some."""
    put = dict(system.values) if values is None else values
    left = {p: e for p, e in system.values.items() if p not in put}
    return replace(mapped(system, system.chart, lambda e: e.subs(put)), values=left)


def with_inputs(system: System) -> System:
    """The system with the values of its inputs in their places; those without a value stay
    letters.
    """
    values = {u: value for u, value in system.inputs.items() if value is not None}
    if not values:
        return system
    return replace(system, forces=tuple(Q.subs(values) for Q in system.forces))


def input_rate(system: System, f: Expr) -> Expr:
    """What the change of the inputs adds to df/dt: sum_u df/du u', the rates letters of their own.

    The letters u', u'', ... are no names that a text could hold.
    """
    graph, total = f.graph, []
    for u in system.inputs:
        letter = u
        while f.has([letter]):
            rate = graph.symbol(f"{letter.args}'")
            total.append(f.diff(letter) * rate)
            letter = rate
    return graph.add(*total) if total else graph.zero


def require_pfaffian(system: System, method: str) -> None:
    """Raise NotApplicable if a constraint is not linear in the velocities."""
    if system.nonlinear:
        told = say(
            ": the constraint {constraint} is not linear in the velocities, and the method "
            "works with Pfaffian rows; by Chetaev's rule it can be treated by multipliers, "
            "voronec, gauss or udwadia_kalaba",
            constraint=system.nonlinear[0].label,
        )
        raise NotApplicable(method + told)


def mapped(system: System, chart: Chart, of: Callable[[Expr], Expr]) -> System:
    """The system with other expressions in the place of its own; the values of parameters stay."""
    L = system.lagrangian
    return replace(
        system,
        chart=chart,
        pfaffian=_rows(system.pfaffian, chart, of),
        lagrangian=None if L is None else of(L),
        forces=tuple(map(of, system.forces)),
        nonlinear=tuple(replace(c, value=of(c.value)) for c in system.nonlinear),
        velocities={name: of(u) for name, u in system.velocities.items()},
        tree=system.tree and system.tree.mapped(of),
    )


def _rows(rows: Pfaffian, chart: Chart, of: Callable[[Expr], Expr]) -> Pfaffian:
    return replace(
        rows,
        chart=chart,
        matrix=tuple(_row(row, chart.graph.zero, of) for row in rows.matrix),
        affine=tuple(map(of, rows.affine)),
        functions=tuple(None if f is None else of(f) for f in rows.functions),
    )


def _row(row: Sequence[Expr], zero: Expr, of: Callable[[Expr], Expr]) -> Sequence[Expr]:
    if isinstance(row, SparseRow):
        entries = {j: of(e) for j, e in row.entries.items()}
        return SparseRow({j: e for j, e in entries.items() if e is not zero}, row.size, zero)
    return tuple(map(of, row))
