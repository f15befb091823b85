"""Accelerations of a tree of bodies from the bodies themselves, with conditions on it, in a number
of operations and steps of the derivation that grows as the number of bodies does.

By Gauss's principle the accelerations make least, under A q'' + c = 0,

    sum_bodies ( m |a|^2/2 + w'.I w'/2 + w'.(w x I w) ) - sum_i Q_i q_i''

with a of the mass centre and w along the axes of each body.  Along these axes they are those of
the body before, turned and shifted, and what the joint adds:

    shift   a + w' x o + w x (w x o) + 2 w x o' + o''       turn    R^T a,  R^T w' - r x w + r'

o: the offset, r: the angular velocity of the turn along the axes after it.  Fixed axes have the
acceleration -g, so that no weight is needed.  What each holds of the one before is a line of
`nonholo.dynamics.least`, which does the rest: what the others leave to a body is its articulated
inertia, and a condition on a body goes up the tree with it until it is met.  References:
Featherstone1983."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nonholo.dynamics.least import Conditions, Form, Least, Line, Terms
from nonholo.dynamics.recursive import is_short
from nonholo.dynamics.space import (
    AXES,
    Step,
    Vector,
    apply,
    body_angular_velocity,
    cross,
    plus,
    turn,
)
from nonholo.dynamics.system import System
from nonholo.dynamics.tree import Link, Slip, Tree
from nonholo.errors import NotApplicable
from nonholo.expression.graph import UNIT, Expr, Graph, linear, ordered
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.constraints.pfaffian import nonzero
from nonholo.linear.elimination import dot, transpose
from nonholo.words.sentence import say

SALT = 5  # of the graph in which steps stand for what they mean
ALONE = 7  # entries of a rate that one body holds: itself, and its w' and a
NAME, ANGLE = "link {}", "angle {}"  # of steps; no name of a user holds a space


@dataclass(frozen=True, slots=True)
class Articulated:
    """q'' (n) and the multipliers lambda of M q'' = F + A^T lambda after steps, in a graph of its
    own.

    steps: (symbol, expression) in the order of computing.
    """

    steps: list[tuple[Expr, Expr]]
    accelerations: list[Expr]
    multipliers: list[Expr]


@dataclass(frozen=True, slots=True)
class Linear:
    """sum_x e_x x + bias over rates (below n) and parts."""

    terms: Mapping[int, Expr]
    bias: Expr


Changing = Sequence[tuple[Expr, Linear]]  # velocities with their rates


@dataclass(frozen=True, slots=True)
class Joint:
    """The rates of an offset, and of each turn along the axes after it."""

    slide: Changing
    turning: Sequence[Changing]


@dataclass(frozen=True, slots=True)
class Contact:
    """A contact, and the rates of its side, its arm and its ground."""

    slip: Slip
    side: Vector
    arm: Vector
    ground: Expr


@dataclass(frozen=True, slots=True)
class Chained:
    """A row of A by place, and A', each entry whole or by the one before it; a_0 and a_0'; of a
    graph of their own.
    """

    places: list[int]
    entries: list[tuple[bool, Expr]]
    changes: list[tuple[bool, Expr]]
    offset: Expr
    moving: Expr


@dataclass(frozen=True, slots=True)
class Moving:
    """Moving axes: w, w' and a along them; v and -g where they are asked for."""

    w: Vector
    spin: list[Linear]
    pull: list[Linear]
    v: Vector
    weight: Vector


def articulated(system: System, rows: Sequence[int], impulse: bool = False) -> Articulated:
    """The accelerations of a system of bodies.

    rows: of its constraints, independent ones; impulse: instead the admissible velocities that are
    nearest to q' in the metric of M, and what takes them there.  Raises NotApplicable where the
    system is more than its tree, or M is singular.

    >>> import nonholo as nh
    >>> arm = {"name": "arm", "rotation": ["y a"], "mass": "m", "centre": ["1", "0", "0"]}
    >>> found = articulated(nh.System("a", bodies=[arm], gravity=["0", "0", "-g"]).system, ())
    >>> found.accelerations, found.steps
    ([g*cos(a)], [])
    """
    return _Walk(system, rows, impulse).solved()


class _Walk:
    """The tree from its root to its leaves; symbols of steps have the values of what they mean."""

    def __init__(self, system: System, rows: Sequence[int], impulse: bool):
        tree, source = system.tree, system.chart
        if tree is None or system.lagrangian is None or system.nonlinear:
            raise NotApplicable(say("regular: the system is not known as a tree of bodies"))
        more, time = system.lagrangian - tree.lagrangian, [*source.q, source.t]
        if more.has(source.v) or any(e.has(time) for e in tree.gravity):
            raise NotApplicable(say("regular: the system is not known as a tree of bodies"))
        self.graph = source.graph.fresh(SALT)
        for symbol in source.graph.unmask(-1):
            self.graph.adopted(symbol)
        self.chart = chart(self.graph, source.names, source.t.args)
        self.n, self.impulse = source.n, impulse
        pulls = [Q + more.diff(q) for Q, q in zip(system.forces, source.q)]
        touching = _touching(system, tree, rows)
        # without T - V and the values of contacts: their sums would stand for what is carried on
        nothing = source.graph.zero
        slips = {l: replace(slip, value=nothing) for l, slip in touching.items()}
        bare = replace(tree, slips=tuple(slips.values()), lagrangian=nothing)
        self.copy([*bare.expressions, *pulls])
        self.tree, self.rows = bare.mapped(self.of), list(rows)
        self.pulls = [self.of(e) for e in pulls]
        self.bits = self.graph.mask([self.chart.t, *self.chart.q, *self.chart.v])
        # nothing is differentiated once steps have names: forms would change that hold none
        self.joints = [self.joint(link) for link in self.tree.links]
        self.contacts = {l: self.contact(slip.mapped(self.of)) for l, slip in slips.items()}
        self.others = self.chained(system, [l for l in rows if l not in touching])
        self.steps: list[tuple[Expr, Expr]] = []
        self.lines: list[Line] = []
        self.form = Form(self.graph)
        self.conditions: dict[int, dict[int, Expr]] = {}

    def copy(self, roots: list[Expr]) -> None:
        """Expressions of the system in this graph, all at once."""
        distinct = list({e.index: e for e in roots}.values())
        self.copies = dict(zip((e.index for e in distinct), self.graph.copy(distinct)))

    def of(self, e: Expr) -> Expr:
        return self.copies[e.index]

    def named(self, e: Expr) -> Expr:
        """A symbol that stands for what moves and is not short."""
        if is_short(e) or self.rests(e):
            return e
        symbol = self.graph.standing(NAME.format(len(self.steps) + 1), e)
        self.bits |= symbol.support
        self.steps.append((symbol, e))
        return symbol

    def rests(self, e: Expr) -> bool:
        return not e.support & self.bits

    def rate(self, e: Expr) -> Expr:
        """de/dt by q'."""
        return self.graph.zero if self.rests(e) else self.chart.rate(e)

    # joints, before any step has a name ----------------------------------------------------------
    def joint(self, link: Link) -> Joint:
        """The rates of the lengths and angles of a link."""
        turning = [[self.changing(r) for r in self.step_rate(step)] for step in link.steps]
        return Joint([self.changing(self.rate(e)) for e in link.offset], turning)

    def changing(self, velocity: Expr) -> tuple[Expr, Linear]:
        """What is linear in q', and its rate as linear in q''."""
        v = self.chart.v
        held = [i for i in range(self.n) if velocity.support & v[i].support]
        terms = {i: velocity.diff(v[i]) for i in held}
        still = velocity.subs({v[i]: self.graph.zero for i in held}) if held else velocity
        bends = [(self.rate(e) * v[i], UNIT) for i, e in terms.items()]
        return velocity, Linear(terms, self.graph.sum([*bends, (self.rate(still), UNIT)]))

    def contact(self, slip: Slip) -> Contact:
        """A contact with the rates of what it holds."""
        side, arm = ([self.rate(e) for e in vector] for vector in (slip.side, slip.arm))
        return Contact(slip, side, arm, self.rate(slip.ground))

    def chained(self, system: System, rows: Sequence[int]) -> dict[int, Chained]:
        """Rows of A with their rates, from the last entry to the first, taken apart in a graph of
        its own: where a long sum is known, what has its value is the long sum.
        """
        scratch = self.graph.fresh(1)
        for symbol in self.graph.unmask(-1):
            scratch.adopted(symbol)
        there = chart(scratch, self.chart.names, self.chart.t.args)
        apart = {}
        for l in rows:
            entries, offset = nonzero(system.pfaffian.matrix[l]), system.pfaffian.affine[l]
            places = sorted(entries, reverse=True)
            *values, last = scratch.copy([*(entries[i] for i in places), offset])
            changes = _in_turn(there.rates(values))
            apart[l] = Chained(places, _in_turn(values), changes, last, there.rate(last))
        return apart

    def step_rate(self, step: Step) -> Vector:
        """The angular velocity of a turn along the axes after it."""
        if not isinstance(step, tuple):
            return body_angular_velocity(self.chart, step)
        axis, angle = step
        return [self.rate(angle) if j == AXES[axis] else self.graph.zero for j in range(3)]

    # linear in the unknowns ----------------------------------------------------------------------
    def linear(self, parts: Iterable[tuple[Expr, Linear]], bias: Expr) -> Linear:
        """The sum of factors times what is linear."""
        terms: dict[int, Terms] = {}
        total = [(bias, UNIT)]
        for factor, one in parts:
            if factor.is_zero:
                continue
            total.append((factor * one.bias, UNIT))
            for x, e in one.terms.items():
                terms.setdefault(x, []).append((factor * e, UNIT))
        sums = {x: self.graph.sum(pairs) for x, pairs in terms.items()}
        return Linear({x: e for x, e in sums.items() if not e.is_zero}, self.graph.sum(total))

    def part(self, one: Linear) -> Linear:
        """The same as an unknown of its own, where it is not one already."""
        zero = self.graph.zero
        bias = zero if self.impulse else one.bias
        if not one.terms or (
            len(one.terms) == 1 and bias.is_zero and all(e.is_number for e in one.terms.values())
        ):
            return Linear(one.terms, self.named(bias))
        terms = {x: self.named(e) for x, e in one.terms.items()}
        bases = {x - self.n: e for x, e in terms.items() if x >= self.n}
        added = {x: e for x, e in terms.items() if x < self.n}
        self.lines.append(Line(bases, added, self.named(bias)))
        return Linear({self.n + len(self.lines) - 1: self.graph.one}, zero)

    # from axes to axes ---------------------------------------------------------------------------
    def fixed(self) -> Moving:
        zero = self.graph.zero
        nothing, weight = Linear({}, zero), [-g for g in self.tree.gravity]
        pull = [nothing if self.impulse else Linear({}, g) for g in weight]
        return Moving([zero] * 3, [nothing] * 3, pull, [zero] * 3, weight)

    def shifted(self, axes: Moving, offset: Vector, moving: Changing) -> Moving:
        if all(e.is_zero for e in offset):
            return axes
        slides = [e for e, _ in moving]
        turning = cross(axes.w, offset)
        bias = cross(axes.w, plus(turning, [2 * e for e in slides]))
        pull = []
        for i, ((_, slide), b) in enumerate(zip(moving, bias)):
            j, k = (i + 1) % 3, (i + 2) % 3
            terms = [(self.graph.one, axes.pull[i]), (self.graph.one, slide)]
            terms += [(offset[k], axes.spin[j]), (-offset[j], axes.spin[k])]
            pull.append(self.part(self.linear(terms, b)))
        v = [self.named(e) for e in plus(axes.v, plus(turning, slides))]
        return Moving(axes.w, axes.spin, pull, v, axes.weight)

    def turned(self, axes: Moving, step: Step, turning: Changing) -> Moving:
        R = turn(self.graph, *step) if isinstance(step, tuple) else step
        back, rates = transpose(R), [e for e, _ in turning]
        w = [self.named(e) for e in plus(apply(back, axes.w), rates)]
        bias = cross(w, rates)
        spin = [
            self.part(self.linear([*zip(row, axes.spin), (self.graph.one, change)], b))
            for row, (_, change), b in zip(back, turning, bias)
        ]
        zero = self.graph.zero
        pull = [self.part(self.linear(zip(row, axes.pull), zero)) for row in back]
        v = [self.named(e) for e in apply(back, axes.v)]
        return Moving(w, spin, pull, v, [self.named(e) for e in apply(back, axes.weight)])

    # bodies --------------------------------------------------------------------------------------
    def walk(self) -> list[tuple[Moving, list[Linear], Vector]]:
        """Axes in which the inertia of each body rests, with w' and w of the body itself."""
        fixed, after = self.fixed(), list[Moving]()
        bodies = []
        for link, joint in zip(self.tree.links, self.joints):
            axes = fixed if link.parent is None else after[link.parent]
            before = axes = self.shifted(axes, link.offset, joint.slide)
            for step, turning in zip(link.steps, joint.turning):
                before, axes = axes, self.turned(axes, step, turning)
            after.append(axes)
            rotor = self.rotor(before, joint.turning[-1]) if link.rotor else None
            bodies.append(rotor or (axes, axes.spin, axes.w))
        return bodies

    def rotor(self, axes: Moving, turning: Changing) -> tuple[Moving, list[Linear], Vector]:
        """A body that turns about its axis of symmetry, along the axes before that turn."""
        w = [self.named(e) for e in plus(axes.w, [e for e, _ in turning])]
        one, zero = self.graph.one, self.graph.zero
        spin = [
            s if r.is_zero else self.part(self.linear([(one, s), (one, change)], zero))
            for s, (r, change) in zip(axes.spin, turning)
        ]
        return axes, spin, w

    def weigh(self, link: Link, axes: Moving, spin: Sequence[Linear], w: Vector) -> None:
        """What one body adds to the sum."""
        graph, one = self.graph, self.graph.one
        c = link.centre
        bias = cross(axes.w, [self.named(e) for e in cross(axes.w, c)])
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            terms = [(one, axes.pull[i]), (c[k], axes.spin[j]), (-c[j], axes.spin[k])]
            self.add(link.mass, self.linear(terms, bias[i]), graph.zero)
        momentum = [dot(graph, row, w) for row in link.inertia]
        whirl = cross(axes.w, momentum)
        for i in range(3):
            self.add(link.inertia[i][i], spin[i], whirl[i])
            for j in range(i):
                self.mix(link.inertia[i][j], spin[i], spin[j])

    def add(self, weight: Expr, one: Linear, slope: Expr) -> None:
        """weight z^2/2 + slope z."""
        form = self.form
        lean = slope + weight * one.bias
        for x, a in one.terms.items():
            for y, b in one.terms.items():
                if y <= x and not weight.is_zero:
                    form.put(x, y, weight * a * b)
            if not self.impulse and not lean.is_zero:
                form.lean(x, a * lean)

    def mix(self, weight: Expr, one: Linear, other: Linear) -> None:
        """weight z_1 z_2."""
        if weight.is_zero:
            return
        for x, a in one.terms.items():
            for y, b in other.terms.items():
                self.form.put(x, y, (2 if x == y else 1) * weight * a * b)
        for first, second in ((one, other), (other, one)):
            for x, a in () if self.impulse else first.terms.items():
                self.form.lean(x, a * weight * second.bias)

    # conditions ----------------------------------------------------------------------------------
    def condition(self, l: int, one: Linear, value: Expr) -> None:
        """Row l as linear in the unknowns, 0; value: its velocity."""
        place = -1 - self.rows.index(l)
        self.conditions[place] = dict(one.terms)
        for x, e in one.terms.items():
            self.form.put(place, x, e)
        self.form.lean(place, self.named(value if self.impulse else one.bias))

    def touch(
        self, contact: Contact, body: tuple[Moving, list[Linear], Vector]
    ) -> tuple[Linear, Expr]:
        """side . (v + w x arm) + ground: its rate, and itself."""
        (axes, spin, w), slip = body, contact.slip
        lever, turning = cross(slip.arm, slip.side), cross(w, slip.arm)
        point = plus(axes.v, turning)
        beside = zip(cross(w, contact.arm), axes.weight, cross(axes.w, axes.v))
        bias = [(s * (a - g - e), UNIT) for s, (a, g, e) in zip(slip.side, beside)]
        bias += [(s * p, UNIT) for s, p in zip(contact.side, point)]
        value = [(s * p, UNIT) for s, p in zip(slip.side, point)]
        return (
            self.linear(
                [*zip(slip.side, axes.pull), *zip(lever, spin)],
                self.graph.sum([*bias, (contact.ground, UNIT)]),
            ),
            self.graph.sum([*value, (slip.ground, UNIT)]),
        )

    def row(self, row: Chained) -> tuple[Linear, Expr]:
        """sum_i a_i q_i' + a_0: its rate, and itself."""
        entries, changes = (self.whole(e) for e in (row.entries, row.changes))
        v = [self.chart.v[i] for i in row.places]
        offset, moving = self.graph.copy([row.offset, row.moving])
        bias = [(e * u, UNIT) for e, u in zip(changes, v)]
        value = [(e * u, UNIT) for e, u in zip(entries, v)]
        total = self.graph.sum([*bias, (moving, UNIT)])
        terms = dict(zip(row.places, entries))
        return Linear(terms, total), self.graph.sum([*value, (offset, UNIT)])

    def whole(self, given: Sequence[tuple[bool, Expr]]) -> list[Expr]:
        """Names for what `_in_turn` took apart."""
        names: list[Expr] = []
        for adds, part in given:
            (e,) = self.graph.copy([part])
            names.append(self.named(names[-1] + e if adds else e))
        return names

    # all -----------------------------------------------------------------------------------------
    def solved(self) -> Articulated:
        bodies = self.walk()
        for link, body in zip(self.tree.links, bodies):
            self.weigh(link, *body)
        if not self.impulse:
            for c, Q in enumerate(self.pulls):
                if not Q.is_zero:
                    self.form.lean(c, -Q)
        for l, contact in self.contacts.items():
            self.condition(l, *self.touch(contact, bodies[contact.slip.link]))
        for l, row in self.others.items():
            self.condition(l, *self.row(row))
        values = self.eliminated()
        multipliers = [-values[-1 - l] for l in range(len(self.rows))]
        rates = [values[c] for c in range(self.n)]
        if self.impulse:
            rates = [v + e for v, e in zip(self.chart.v, rates)]
        return self.carried(rates, multipliers)

    def carried(self, rates: list[Expr], multipliers: list[Expr]) -> Articulated:
        """The same in a graph in which steps are symbols of their own."""
        steps, graph = _needed(self.steps, [*rates, *multipliers]), self.graph.fresh()
        for symbol in self.graph.unmask(-1):
            graph.adopted(symbol)
        held = [*rates, *multipliers, *(s for s, _ in steps), *(e for _, e in steps)]
        angles, copies = _by_angles(graph, held)
        roots, named = copies[: self.n + len(multipliers)], copies[self.n + len(multipliers) :]
        return Articulated(
            [*angles, *zip(named[: len(steps)], named[len(steps) :])],
            roots[: self.n],
            roots[self.n :],
        )

    def eliminated(self) -> dict[int, Expr]:
        """From the last part to the first, each rate when no part holds it any more."""
        least = Least(self.n, self.lines, self.form, self.named)
        conditions = Conditions(least, self.conditions, self.rests)
        uses = Counter(c for line in self.lines for c in line.added)
        waiting = set(range(self.n))
        # a rate of one body alone, as of a wheel that is a rotor
        for c in [c for c in waiting if not uses[c] and len(self.form.square.get(c, ())) <= ALONE]:
            conditions.eliminate(c)
            waiting.remove(c)
        for k in reversed(range(len(self.lines))):
            conditions.put_in(k)
            for c in self.lines[k].added:
                uses[c] -= 1
                if not uses[c]:
                    conditions.eliminate(c)
                    waiting.remove(c)
        for c in sorted(waiting):
            conditions.eliminate(c)
        conditions.finish()
        return least.back()


def _touching(system: System, tree: Tree, rows: Sequence[int]) -> dict[int, Slip]:
    """The rows that are contacts of the tree, by their values."""
    slips = {slip.value: slip for slip in tree.slips}
    if not slips:
        return {}
    values = {l: system.pfaffian.value(l) for l in rows}
    return {l: slips[e] for l, e in values.items() if e in slips}


def _in_turn(entries: Sequence[Expr]) -> list[tuple[bool, Expr]]:
    """Expressions, each whole or as what it adds to the one before it (True)."""
    given: list[tuple[bool, Expr]] = []
    for before, e in zip([None, *entries], entries):
        added = None if before is None else e - before
        shorter = added is not None and _length(added) < _length(e)
        given.append((True, added) if shorter and added is not None else (False, e))
    return given


def _length(e: Expr) -> int:
    constant, terms = linear(e)
    return len(terms) + bool(constant)


def _needed(steps: Sequence[tuple[Expr, Expr]], roots: Sequence[Expr]) -> list[tuple[Expr, Expr]]:
    """The steps that some expressions hold, and those that these hold."""
    bits, needed = 0, []
    for e in roots:
        bits |= e.support
    for symbol, e in reversed(steps):
        if bits & symbol.support:
            needed.append((symbol, e))
            bits |= e.support
    return needed[::-1]


def _by_angles(graph: Graph, roots: Sequence[Expr]) -> tuple[list[tuple[Expr, Expr]], list[Expr]]:
    """Copies in `graph` in which long sums that functions are of have names, each by one with a
    term less where there is such a sum; the names with what they stand for.
    """
    nodes = ordered(roots)
    inside = {n.args[1][0] for n in nodes if n.kind == "function" and len(n.args[1]) == 1}
    sums = sorted((n for n in inside if _length(n) > 1), key=lambda n: (_length(n), n.index))
    names: list[tuple[Expr, Expr]] = []
    memo, known = dict[int, Expr](), dict[frozenset[Any], Expr]()
    for n in sums:
        constant, terms = linear(n)
        held = frozenset([*terms, (None, constant)])
        less = next((pair for pair in terms if held - {pair} in known), None)
        e = graph.copy([n])[0]
        if less is not None:
            e = known[held - {less}] + less[1] * graph.copy([less[0]])[0]
        symbol = graph.symbol(ANGLE.format(len(names) + 1))
        known[held] = memo[n.index] = symbol
        names.append((symbol, e))
    for node in nodes:
        if node.index not in memo:
            memo[node.index] = graph.copy_node(node, memo)
    return names, [memo[root.index] for root in roots]
