"""A system at rest: the forces that act on it, and the principle of virtual work.

    F_i = -(E_i(L) - Q_i) at q' = q'' = 0 = dL/dq_i - d/dt dL/dq_i' + Q_i          i = 1..n
    rest at q  <=>  F + A^T lambda = 0,  a_0 = 0,  f = 0
               <=>  sum_i F_i dq_i = 0 for all dq with A dq = 0,  a_0 = 0,  f = 0      (rank A = k)

Time is frozen: it stands in the equations as a letter, and they have to hold for all its values.
References: Lagrange1788, NeimarkFufaev1972, Goldstein2002.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb

from nonholo.dynamics.lagrange import force_balance, require_lagrangian
from nonholo.dynamics.system import System, at_numbers
from nonholo.errors import NotApplicable, OutOfReach, asking
from nonholo.expression.graph import Expr, calls_in, ordered
from nonholo.geometry.constraints.chart import Chart, chart
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.displacements import displacements
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.distribution.regular import regular_velocities
from nonholo.geometry.level_sets.sheets import sheets
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.linear.elimination import all_minors, dot
from nonholo.words.sentence import say

MOST_MINORS, MOST_ROWS = 60, 6
ROUGH = ("sign", "abs")
FROZEN = "time that is not frozen"  # stands for t in charts where t is a letter like others


@dataclass(frozen=True)
class Statics:
    """Forces and virtual displacements of a system at rest.

    rows: independent; forces: F (n); displacements: a basis of ker A, one vector of n components
    each; work: sum_i F_i dq_i of each; conditions: the a_0 and f that do not vanish identically;
    spanning: the displacements are shown to be a basis at every configuration that obeys the
    conditions; full_rank: A is shown to have rank k there.
    """

    system: System
    rows: Pfaffian
    forces: tuple[Expr, ...]
    displacements: tuple[tuple[Expr, ...], ...]
    work: tuple[Expr, ...]
    conditions: tuple[Expr, ...]
    spanning: bool
    full_rank: bool

    @property
    def chart(self) -> Chart:
        """Coordinates, with t as a letter like the parameters."""
        moving = self.system.chart
        return chart(moving.graph, moving.names, FROZEN)

    @cached_property
    def steady(self) -> bool:
        """Neither L nor forces nor constraints hold t."""
        t, L = self.system.chart.t, require_lagrangian(self.system)
        return self.rows.scleronomic and not any(e.has([t]) for e in (L, *self.system.forces))

    @cached_property
    def kinks(self) -> bool:
        """L or a force holds sign or abs: no slope where these jump."""
        nodes = [require_lagrangian(self.system), *self.system.forces]
        return bool(calls_in(nodes, *ROUGH))

    @cached_property
    def smooth_at_rest(self) -> bool:
        """Neither L nor the forces at rest hold sign or abs: only damping may."""
        nodes = [require_lagrangian(self.system), *self.forces]
        return not calls_in(nodes, *ROUGH)

    @cached_property
    def dry(self) -> bool:
        """L or a force holds the sign of a velocity, as dry friction does."""
        nodes = [require_lagrangian(self.system), *self.system.forces]
        moving = self.system.chart.v
        return any(n.calls("sign") and n.has(moving) for n in ordered(nodes))

    @cached_property
    def numbered(self) -> Statics:
        """The same with the numbers of the case in the places of parameters."""
        values = dict(self.system.values)
        if not values:
            return self
        put = self.chart.graph.substitute
        return replace(
            self,
            system=at_numbers(self.system),
            rows=self.rows.subs(values),
            forces=tuple(put(list(self.forces), values)),
            displacements=tuple(tuple(put(list(v), values)) for v in self.displacements),
            work=tuple(put(list(self.work), values)),
            conditions=tuple(put(list(self.conditions), values)),
        )

    @cached_property
    def smooth_set(self) -> bool:
        """The set f = 0 is shown to have no singular points, such as cusps or isolated ones."""
        rows = zip(self.rows.matrix, self.rows.functions, strict=True)
        levels = [row for row, function in rows if function is not None]
        return self.full_rank or _independent_everywhere(self.chart, levels, self.system.holonomic)

    @cached_property
    def equations(self) -> tuple[Expr, ...] | None:
        """Functions of q that vanish together where the system can rest (at full rank of A); None
        if they are too many.

        The virtual works; where the displacements do not span ker A the minors of (A; F) of
        size k + 1.  What contains t is followed by its first two derivatives: it has to vanish
        for all t.
        """
        return self._for_all_times(
            self.work
            if self.spanning
            else _minors(self.system.chart, [*self.rows.matrix, self.forces])
        )

    def equations_at_rank(self, rank: int) -> tuple[Expr, ...] | None:
        """Functions of q that vanish together where A has at most this rank, and A with the forces
        as a row more has it too; None if they are too many.

        The minors of (A; F) of size rank + 1.  Where A has just this rank, they are the equations
        of rest.
        """
        rows = [*self.rows.matrix, self.forces]
        return self._for_all_times(minors_of_size(self.system.chart, rows, rank + 1))

    def _for_all_times(self, functions: Sequence[Expr] | None) -> tuple[Expr, ...] | None:
        if functions is None:
            return None
        t, every = self.system.chart.t, [e for e in (*self.conditions, *functions) if not e.is_zero]
        rates = [e.diff(t) for e in every if e.has([t])]
        rates += [e.diff(t) for e in rates]
        return tuple(dict.fromkeys((*every, *(e for e in rates if not e.is_zero))))


def statics(system: System, d: Distribution) -> Statics:
    """Forces at rest, virtual displacements and their work.

        F_i = dL/dq_i - d/dt dL/dq_i' + Q_i   at q' = q'' = 0,       W_j = sum_i F_i N_ij

    system: with a Lagrangian; d: the split of its independent rows.  Raises NotApplicable without a
    Lagrangian, for constraints nonlinear in the velocities, and where a force has no value at rest.
    References: Lagrange1788, Goldstein2002.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> rod = nh.System("x y", "m*(x'**2 + y'**2)/2 - m*g*y", ["dy = c dx"])
    >>> statics(rod.system, distribution(rod.system.pfaffian, ["y"])).work
    (-m*g*c,)
    """
    if system.nonlinear:
        raise NotApplicable(
            say(
                "the constraint {label} is not linear in the velocities: at rest its virtual "
                "displacements are not those of Chetaev's rule, and rest is not looked for",
                label=system.nonlinear[0].label,
            )
        )
    moving, rows = system.chart, d.pfaffian
    zero = dict.fromkeys((*moving.v, *moving.a), moving.graph.zero)
    try:
        forces = tuple(-e.subs(zero) for e in force_balance(system))
    except ZeroDivisionError:
        raise NotApplicable(
            say(
                "a force has no value at rest (a division by zero at q' = 0), as dry friction has "
                "none; try the system without it: {ask} finds where no friction is needed",
                ask=asking("equilibrium"),
            )
        ) from None
    basis = displacements(d).virtual
    conditions = tuple(e for e in (*system.holonomic, *rows.affine) if not e.is_zero)
    frozen = chart(moving.graph, moving.names, FROZEN)
    spanning = _independent_everywhere(frozen, basis, conditions)
    few = not spanning and _minor_count(frozen.n, rows.k + 1, rows.k + 1) is not None
    regular = None if spanning or few else _regular_basis(frozen, rows)
    return Statics(
        system,
        rows,
        forces,
        basis if regular is None else regular,
        tuple(dot(moving.graph, forces, vector) for vector in regular or basis),
        conditions,
        spanning or regular is not None,
        regular is not None or _independent_everywhere(frozen, rows.matrix, conditions),
    )


def _regular_basis(frozen: Chart, rows: Pfaffian) -> tuple[tuple[Expr, ...], ...] | None:
    """A basis of ker A that is one wherever f = 0, as the rates of a body where R R^T = 1; None
    where none was found, or A may lose rank."""
    velocities = regular_velocities(rows)
    if velocities is None or not velocities.m:
        return None
    graph = rows.chart.graph
    if not all(never_vanishes(e, frozen) for e in graph.copy(velocities.pivots)):
        return None
    entries = [column.get(i) for column in velocities.columns for i in range(frozen.n)]
    copied = iter(graph.copy([e for e in entries if e is not None]))
    flat = [graph.zero if e is None else next(copied) for e in entries]
    return tuple(tuple(flat[i : i + frozen.n]) for i in range(0, len(flat), frozen.n))


def _independent_everywhere(
    chart: Chart, vectors: Sequence[Sequence[Expr]], conditions: Sequence[Expr]
) -> bool:
    """The vectors are surely independent wherever the conditions hold."""
    if not vectors:
        return True
    minors = _minors(chart, vectors)
    if minors is None:
        return False
    some = [e for e in minors if not e.is_zero]
    if any(never_vanishes(e, chart) for e in some):
        return True
    squares = chart.graph.add(*(e**2 for e in some)) if some else chart.graph.zero
    if never_vanishes(squares, chart):
        return True
    try:
        return bool(conditions) and not sheets([*conditions, *some], chart)
    except (OutOfReach, ZeroDivisionError):
        return False


def _minors(chart: Chart, vectors: Sequence[Sequence[Expr]]) -> tuple[Expr, ...] | None:
    """The minors of full size; None if they are too many."""
    return minors_of_size(chart, vectors, len(vectors))


def _minor_count(n: int, rows: int, size: int) -> int | None:
    """How many minors there are; None if they are too many."""
    count = comb(rows, size) * comb(n, size)
    return None if count and (size > MOST_ROWS or count > MOST_MINORS) else count


def minors_of_size(
    chart: Chart, vectors: Sequence[Sequence[Expr]], size: int
) -> tuple[Expr, ...] | None:
    """All minors of a matrix of a certain size; None if they are too many.

    vectors: its rows, of as many entries as the chart has coordinates.

    >>> from nonholo.expression.graph import Graph
    >>> x, y = (own := chart(Graph(), ["x", "y"])).q
    >>> minors_of_size(own, [[x, y], [own.graph.one, x]], 2)
    (x**2 - y,)
    """
    if _minor_count(chart.n, len(vectors), size) is None:
        return None
    return tuple(all_minors(chart.graph, vectors, size, range(chart.n)))
