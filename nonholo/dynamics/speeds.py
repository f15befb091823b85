"""Equations of motion in velocities u that are regular wherever the constraints are independent.

    q' = N u + b,      M u' = f,      q'' = N u' + N' u + b'

The Lagrangian is a function of parts z_k = l_k(q, t) . q' + l_k0 that are affine in the velocities:
velocities of mass centres, components of angular velocities.  On the constraints z_k = U_k . u +
U_k0 with U_k = l_k N, and the balance of forces along a column of N is

    sum_k ( d/dt(p_k) U_kj + p_k sum_i N_ij E_i(z_k) ) - sum_i N_ij (dL/dq_i + Q_i) = 0
            p_k = dL/dz_k,      E_i(z) = d/dt(dz/dq_i') - dz/dq_i

(Kane's equations, with the inertia forces of Lagrange.)  A part is what an earlier one was and what
is added to it, as velocities go from body to body.  Two parts with the same weight that are c cos a
and c sin a on the constraints are one, c; others are turned into axes of the velocities where they
have fewer entries, as those of a vehicle in its own.  References: KaneLevinson1985, Hamel1904."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from nonholo.algebra.addition import multiplied, turned
from nonholo.arithmetic.numbers import Rational
from nonholo.dynamics.lagrange import affine_parts, require_lagrangian
from nonholo.dynamics.system import System
from nonholo.expression.graph import MINUS, UNIT, Expr, Graph, calls_in, linear, ordered
from nonholo.expression.sweeps import along, gradient
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.distribution.regular import Regular, Vector, copied
from nonholo.linear.elimination import Matrix

Parts = list[tuple[Expr, Rational]]
Done = list[tuple[Vector, Vector]]  # forms of parts with their U
Monomial = tuple[tuple[Expr, int], ...]
Way = tuple[bool, bool]
WAYS: tuple[Way, ...] = ((False, False), (False, True), (True, False))
OUT: Way = (False, True)  # products of rotations pay only where they are multiplied out
REST = -1  # the place of what stands beside the velocities, among coordinates


@dataclass(frozen=True, slots=True)
class Speeds:
    """M u' = f with what belongs to it, as expressions in (q, q', u, t).

    regular: N, S, b; symbols: u, those of velocities of coordinates themselves where they are; mass
    (m x m), force (m); bend: N' u + b' (n); reaction: sum_i b_i (E_i - Q_i), by the u' in front of
    the last entry, which stands alone; steps: (symbol, expression) of named parts of N and of their
    rates, in the order of computing; columns: N with these symbols; meanings: (u, S q' + s) of
    those that are no velocities of coordinates; changes: S' q' + s' (m); out: products are to be
    multiplied out."""

    regular: Regular
    columns: tuple[Vector, ...]
    steps: list[tuple[Expr, Expr]]
    symbols: tuple[Expr, ...]
    mass: Matrix
    force: list[Expr]
    bend: list[Expr]
    reaction: list[Expr]
    meanings: list[tuple[Expr, Expr]]
    changes: list[Expr]
    out: bool = False

    @property
    def graph(self) -> Graph:
        return self.regular.chart.graph

    def velocity(self) -> list[Expr]:
        """N u + b."""
        regular = self.regular
        parts: list[Parts] = [[] for _ in regular.chart.names]
        for u, column in zip(self.symbols, self.columns):
            for i, e in column.items():
                parts[i].append((e * u, UNIT))
        for i, e in regular.drift.items():
            parts[i].append((e, UNIT))
        return [self.graph.sum(p) for p in parts]

    def accelerations(self, rates: Sequence[Expr]) -> list[Expr]:
        """q'' for given u': N u' + N' u + b', or where that is divided by what moves from
        u_c' = sum_j (S_cj q_j'' + S_cj' q_j') + s_c' when all but one of these q_j'' are known.
        """
        velocities = self.regular
        graph, known_already = velocities.chart.graph, dict[int, Expr]()
        rows: dict[int, list[tuple[Expr, Expr]]] = {}
        for i, e in enumerate(self.bend):
            rows[i] = [
                (e, graph.one),
                *((c[i], rate) for rate, c in zip(rates, self.columns) if i in c),
            ]
        divided = {i for i, row in rows.items() if any(self.divided(e) for e, _ in row)}
        known = [i for i in rows if i not in divided] + sorted(
            divided, key=lambda i: (self.line(i) is not None, i)
        )
        for i in known:
            c = self.line(i) if i in divided else None
            if c is not None and all(j in known_already for j in velocities.forms[c] if j != i):
                form = velocities.forms[c]
                parts = [(rates[c], UNIT), (self.changes[c], MINUS)]
                parts += [(form[j] * known_already[j], MINUS) for j in form if j != i]
                total = graph.sum(parts) / form[i]
            else:
                total = graph.sum(
                    [
                        (term * rate, k)
                        for e, rate in rows[i]
                        for term, k in (multiplied(graph, [(e, UNIT)]) if self.out else [(e, UNIT)])
                    ]
                )
            known_already[i] = total
        return [known_already[i] for i in range(velocities.chart.n)]

    def line(self, i: int) -> int | None:
        """The u that holds q_i' with a factor in which nothing moves."""
        velocities = self.regular
        moving = [*velocities.chart.q, velocities.chart.t]
        return next(
            (c for c, form in enumerate(velocities.forms) if i in form and not form[i].has(moving)),
            None,
        )

    def divided(self, e: Expr) -> bool:
        moving = [*self.regular.chart.q, self.regular.chart.t]
        return any(
            base.has(moving)
            for node in ordered([e], stop=lambda n: n.kind == "symbol")
            if node.kind == "product"
            for base, power in node.args
            if power < 0
        )


def speeds(
    system: System,
    regular: Regular,
    names: Sequence[str],
    way: Way = (False, False),
    stem: str = "product ",
    standing: bool = False,
) -> Speeds:
    """The equations of motion of a system in the velocities of `regular`, named where they are
    not velocities of coordinates.

    way: one of `WAYS`, (chained, multiplied out): products that hold others are computed from
    these, step by step, as along a chain of bodies; sums are multiplied out where that is shorter;
    stem: how the products are called, with a number behind; standing: u have the values of what
    they mean, in the graph of `regular`, which is then of no other use (see `Graph.standing`).
    Raises NotApplicable without a Lagrangian.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.regular import regular_velocities
    >>> skate = nh.System("x y a", "(x'**2 + y'**2 + a'**2)/2", ["sin(a) dx = cos(a) dy"])
    >>> found = speeds(skate.system, regular_velocities(skate.system.pfaffian), ["v", ""])
    >>> found.meanings, found.mass, found.force
    ([(v, xdot*cos(a) + ydot*sin(a))], [[1, 0], [0, 1]], [0, 0])
    """
    return Projection(system, regular, names, way, stem).speeds(standing)


def carried(chosen: Speeds) -> Speeds:
    """The same in a fresh graph, in which u are symbols of their own."""
    velocities, names = chosen.regular, chosen.regular.chart.names
    graph = chosen.graph.fresh(3)
    for symbol in chosen.graph.unmask(-1):
        graph.adopted(symbol)

    def pairs(given: Sequence[tuple[Expr, Expr]]) -> list[tuple[Expr, Expr]]:
        return list(zip(graph.copy([s for s, _ in given]), graph.copy([e for _, e in given])))

    def vector(given: Vector) -> Vector:
        return dict(zip(given, graph.copy(given.values())))

    regular = Regular(
        chart(graph, names, velocities.chart.t.args),
        tuple(map(vector, velocities.columns)),
        tuple(map(vector, velocities.forms)),
        vector(velocities.drift),
        tuple(graph.copy(velocities.offsets)),
    )
    return Speeds(
        regular,
        tuple(map(vector, chosen.columns)),
        pairs(chosen.steps),
        tuple(graph.copy(chosen.symbols)),
        [graph.copy(row) for row in chosen.mass],
        graph.copy(chosen.force),
        graph.copy(chosen.bend),
        graph.copy(chosen.reaction),
        pairs(chosen.meanings),
        graph.copy(chosen.changes),
        chosen.out,
    )


def parts_of(system: System, regular: Regular) -> tuple[list[Part], Expr]:
    """The parts of a Lagrangian with U, and the Lagrangian in their symbols, in the graph of
    `regular`.
    """
    projection = Projection(system, regular, [""] * regular.m, WAYS[0], "")
    done: Done = []
    for part in projection.parts:
        part.by_column = projection.summed(projection.terms(part.form, done))
        done.append((part.form, part.by_column))
    return projection.parts, projection.L


def forms_of(system: System) -> tuple[Expr, list[tuple[str, Vector]]]:
    """The Lagrangian in letters z 0, z 1, ... for its parts, and each letter with its entries by
    coordinate, in a graph of their own.
    """
    source, scratch = system.chart, system.chart.graph.fresh(1)
    for symbol in source.graph.unmask(-1):
        scratch.adopted(symbol)
    there = chart(scratch, source.names, source.t.args)
    (L,) = scratch.copy([require_lagrangian(system)])
    velocities = [*affine_parts(there, L), *(v for v in there.v if L.has([v]))]
    velocities.sort(key=lambda u: (len(ordered([u])), u.index))
    letters = [scratch.symbol(f"z {k}") for k in range(len(velocities))]
    (L,) = scratch.substitute([L], dict(zip(velocities, letters)), gather=True)
    zero, forms = dict.fromkeys(there.v, scratch.zero), []
    for u, z in zip(velocities, letters):
        if not L.has([z]):
            continue
        slopes = {j: e for j, e in enumerate(gradient(scratch, u, there.v)) if not e.is_zero}
        (offset,) = scratch.substitute([u], zero)
        if not offset.is_zero:
            slopes[REST] = offset
        forms.append((z.args, slopes))
    return L, forms


@dataclass(slots=True)
class Part:
    """z = l . q' + l_0 (place REST): its symbol, its entries by coordinate, U by column (place
    m: U_0), sum_i N_ij E_i by column.
    """

    symbol: Expr
    form: Vector
    by_column: Vector
    turning: Vector


class Projection:
    def __init__(self, system: System, regular: Regular, names: Sequence[str], way: Way, stem: str):
        self.regular, self.chart, (self.chained, self.out) = regular, regular.chart, way
        self.stem = stem
        self.columns, self.drift = regular.columns, regular.drift
        self.steps: list[tuple[Expr, Expr]] = []
        self.graph = self.chart.graph
        self.names = names
        self.field = {self.chart.t: self.graph.one} | dict(zip(self.chart.q, self.chart.v))
        self.parts, self.L = self.taken(system)
        for axes in regular.axes():
            self.turn(*axes)
        self.forces = [copied(self.graph, Q) for Q in system.forces]

    @property
    def directions(self) -> tuple[Vector, ...]:
        """The columns of N, and b if it is not 0."""
        return (*self.columns, *([self.drift] if self.drift else []))

    def taken(self, system: System) -> tuple[list[Part], Expr]:
        """The parts of the Lagrangian, and what it is of them."""
        L, forms = forms_of(system)
        parts = []
        for name, slopes in forms:
            form = {j: copied(self.graph, e) for j, e in slopes.items()}
            parts.append(Part(self.graph.symbol(name), form, {}, {}))
        return parts, self.graph.copy([L])[0]

    def turn(self, cos: Expr, sin: Expr) -> None:
        """Parts of one weight, of which L holds the sum of squares, turned where U has fewer
        entries then.
        """
        weights = [self.weight(part) for part in self.parts]
        for k, l in combinations(range(len(self.parts)), 2):
            if weights[k] is None or weights[k] is not weights[l]:
                continue
            one, other = self.parts[k].form, self.parts[l].form
            forms = self.mixed(one, cos, other, sin), self.mixed(other, cos, one, -sin)
            if sum(map(self.count, forms)) < self.count(one) + self.count(other):
                self.parts[k].form, self.parts[l].form = forms

    def mixed(self, one: Vector, e: Expr, other: Vector, f: Expr) -> Vector:
        """e z_1 + f z_2, by coordinate."""
        terms: dict[int, Parts] = {i: [] for i in (*one, *other)}
        for form, factor in ((one, e), (other, f)):
            for i, entry in form.items():
                terms[i].append((entry * factor, UNIT))
        return self.summed(terms)

    def count(self, form: Vector) -> int:
        """How many entries U has, by values."""
        p = self.graph.modulus.p
        whole = [*self.columns, self.drift]
        sums = [sum(form[i].value[0] * c[i].value[0] for i in form if i in c) for c in whole]
        sums[-1] += form[REST].value[0] if REST in form else 0
        return sum(total % p != 0 for total in sums)

    def speeds(self, standing: bool) -> Speeds:
        graph, m = self.graph, self.regular.m
        self.propagated()
        self.call_speeds(standing)
        if self.chained:
            self.in_steps()
        letters = [part.symbol for part in self.parts]
        slopes = gradient(graph, self.L, (*letters, *self.chart.q))
        momenta, pulls = slopes[: len(letters)], slopes[len(letters) :]
        values = {part.symbol: self.value(part.by_column) for part in self.parts}
        inner = {z: self.value(self.rates(part.by_column)) for z, part in zip(letters, self.parts)}
        changes = along(graph, momenta, self.field | inner, gather=True)
        inertia = [along(graph, momenta, {z: graph.one}, gather=True) for z in letters]
        whirl = self.whirled(momenta)
        changes = [graph.gathered([(e, UNIT), *w]) for e, w in zip(changes, whirl)]
        rows, mass = [], []
        for j, column in enumerate(self.directions):
            pushed = [self.pushed(part, j) for part in self.parts]
            force = [(e * graph.add(pulls[i], self.forces[i]), UNIT) for i, e in column.items()]
            force += [(e * change, MINUS) for e, change in zip(pushed, changes)]
            force += [
                (p * part.turning[j], MINUS)
                for part, p in zip(self.parts, momenta)
                if j in part.turning
            ]
            rows.append(self.sum([(e, c) for e, c in force if not e.is_zero]))
            mass.append([self.inertia(pushed, c, inertia) for c in range(m)])
        rows = graph.substitute(rows, values, gather=True)
        mass = [graph.substitute(row, values, gather=True) for row in mass]
        reaction = [*mass[m], -rows[m]] if len(rows) > m else []
        return Speeds(
            self.regular,
            self.columns,
            self.steps,
            self.symbols,
            mass[:m],
            rows[:m],
            self.bend(),
            reaction,
            self.meanings,
            self.changes,
            self.out,
        )

    def bend(self) -> list[Expr]:
        """N' u + b', or -N (S' q' + s') where q_i' follows from u, whichever is shorter."""
        graph, v = self.graph, self.chart.v
        columns, drift = [self.rates(c) for c in self.columns], self.rates(self.drift)
        offsets = along(graph, self.regular.offsets, self.field)
        changes = [
            [*((e, v[j]) for j, e in self.rates(form).items()), (s, graph.one)]
            for form, s in zip(self.regular.forms, offsets)
        ]
        self.changes = [turned(graph, [(e * v, UNIT) for e, v in terms]) for terms in changes]
        bends = []
        for i in range(self.chart.n):
            if any(i in c for c in columns) and self.follows(i):
                less = [
                    (self.columns[c][i] * e * v, MINUS)
                    for c, terms in enumerate(changes)
                    for e, v in terms
                    if i in self.columns[c]
                ]
                bends.append(turned(graph, less))
                continue
            parts = [(c[i] * u, UNIT) for c, u in zip(columns, self.symbols) if i in c]
            parts += [(drift[i], UNIT)] if i in drift else []
            bends.append(graph.gathered(parts))
        return bends

    def follows(self, i: int) -> bool:
        """q_i' is a combination of the u for all velocities, by values."""
        for j in range(self.chart.n):
            for k, modulus in enumerate(self.graph.moduli):
                total = sum(
                    column[i].value[k] * form[j].value[k]
                    for column, form in zip(self.columns, self.regular.forms)
                    if i in column and j in form
                )
                if (total - (i == j)) % modulus.p:
                    return False
        return True

    def call_speeds(self, standing: bool) -> None:
        """Symbols for u, with the values of what they mean if they are to stand for it."""
        graph, velocities, v = self.graph, self.regular, self.chart.v
        called = graph.standing if standing else lambda name, _: graph.symbol(name)
        called_as = []
        for c, (name, form, s) in enumerate(zip(self.names, velocities.forms, velocities.offsets)):
            meaning = graph.add(s, *(e * v[i] for i, e in form.items()))
            called_as.append(
                (meaning if velocities.natural(c) is not None else called(name, meaning), meaning)
            )
        self.symbols = tuple(u for u, _ in called_as)
        self.meanings = [(u, e) for u, e in called_as if u is not e]

    def whirled(self, momenta: Sequence[Expr]) -> list[Parts]:
        """p x omega: where the turning of z_k is z_l U_m - z_m U_l, as of angular velocities in the
        axes of a body, p_k z_l is a force along z_m and -p_k z_m along z_l.
        """
        whirl: list[Parts] = [[] for _ in self.parts]
        for part, p in zip(self.parts, momenta):
            for (l, one), (m, other) in permutations(enumerate(self.parts), 2):
                if part.turning and self.crossed(part, one, other):
                    whirl[m].append((p * one.symbol, UNIT))
                    whirl[l].append((p * other.symbol, MINUS))
                    part.turning = {}
        return whirl

    def crossed(self, part: Part, one: Part, other: Part) -> bool:
        """The turning of a part is z U' - z' U of two others, by values."""
        zero, pushed = self.graph.zero, self.pushed
        return not {part.symbol} & {one.symbol, other.symbol} and all(
            (
                part.turning.get(c, zero).value[k]
                - self.speed(one, k) * pushed(other, c).value[k]
                + self.speed(other, k) * pushed(one, c).value[k]
            )
            % modulus.p
            == 0
            for c in range(len(self.directions))
            for k, modulus in enumerate(self.graph.moduli)
        )

    def speed(self, part: Part, k: int) -> int:
        """The value of z at any velocities."""
        v = self.chart.v
        return sum(e.value[k] * (v[i].value[k] if i != REST else 1) for i, e in part.form.items())

    def pushed(self, part: Part, j: int) -> Expr:
        """l . N_j, and l . b along the drift: U_0 without l_0."""
        e = part.by_column.get(j, self.graph.zero)
        return e if j < self.regular.m or REST not in part.form else e - part.form[REST]

    def inertia(self, pushed: Sequence[Expr], c: int, inertia: Matrix) -> Expr:
        """sum_kl U_kj (dp_k/dz_l) U_lc; pushed: U_kj."""
        return self.sum(
            [
                (e * inertia[l][k] * other.by_column[c], UNIT)
                for k, e in enumerate(pushed)
                if not e.is_zero
                for l, other in enumerate(self.parts)
                if c in other.by_column and not inertia[l][k].is_zero
            ]
        )

    def sum(self, parts: Parts) -> Expr:
        return turned(self.graph, parts) if self.out else self.graph.gathered(parts)

    def value(self, column: Vector) -> Expr:
        """U . u + U_0."""
        us = (*self.symbols, self.graph.one)
        return self.graph.gathered([(e * us[c], UNIT) for c, e in column.items()])

    def rates(self, vector: Vector) -> Vector:
        """d/dt of the entries that move, with q' as symbols."""
        derivatives = along(self.graph, list(vector.values()), self.field, gather=True)
        return {i: e for i, e in zip(vector, derivatives) if not e.is_zero}

    # products by steps ------------------------------------------------------------------------
    def in_steps(self) -> None:
        """Products that divide others get names, and rates of their own."""
        vectors = [*self.directions, *(part.by_column for part in self.parts)]
        monomials = dict.fromkeys(monomial(e) for vector in vectors for e in vector.values())
        inner = [
            m
            for m in monomials
            if sum(abs(e) for _, e in m) > 1
            if any(m is not other and _divides(m, other) for other in monomials)
        ]
        names: dict[Monomial, Expr] = {}
        for m in sorted(inner, key=len):
            symbol = self.graph.symbol(f"{self.stem}{len(names) + 1}")
            rate = self.graph.symbol(f"{symbol.args}dot")
            value = self.named(self.graph.product(m), names)
            self.steps.append((symbol, value))
            (change,) = along(self.graph, [value], self.field, gather=True)
            self.steps.append((rate, change))
            self.field = self.field | {symbol: rate}
            names[m] = symbol
        *columns, drift = [
            {i: self.named(e, names) for i, e in vector.items()}
            for vector in (*self.columns, self.drift)
        ]
        self.columns, self.drift = tuple(columns), drift
        for part in self.parts:
            part.by_column = {c: self.named(e, names) for c, e in part.by_column.items()}

    def named(self, node: Expr, names: Mapping[Monomial, Expr]) -> Expr:
        """A product by the largest of its divisors that has a name."""
        powers = monomial(node)
        best = max((m for m in names if _divides(m, powers)), key=len, default=None)
        if best is None:
            return node
        less = self.graph.product([(base, -e) for base, e in best])
        return node * less * names[best]

    # parts on the constraints -----------------------------------------------------------------
    def propagated(self) -> None:
        """U and the turning of every part; of twins one is left."""
        weights = [self.weight(part) for part in self.parts]
        turning = [self.turning(part) for part in self.parts]
        done: Done = []
        pending, gone = list(range(len(self.parts))), []
        while pending:
            k = pending.pop(0)
            part, terms = self.parts[k], self.terms(self.parts[k].form, done)
            part.turning = turning[k]
            same = [
                l
                for l in pending
                if weights[k] is not None and weights[l] is weights[k]
                if not turning[k] and not turning[l]
                if not self.drift or REST not in {**part.form, **self.parts[l].form}
                if len(part.form.keys() ^ self.parts[l].form.keys()) <= 2
            ]
            twin = self.twin(part, terms, [self.parts[l] for l in same], done)
            if twin is None:
                part.by_column = self.summed(terms)
                done.append((part.form, part.by_column))
                continue
            other, waves, part.by_column = twin
            pending.remove(next(l for l in same if self.parts[l] is other))
            gone.append(other)
            for form, wave in zip((part.form, other.form), waves):
                done.append((form, {c: e * wave for c, e in part.by_column.items()}))
        self.L = self.L.subs({part.symbol: self.graph.zero for part in gone})
        self.parts = [part for part in self.parts if part not in gone]

    def weight(self, part: Part) -> Expr | None:
        """w if the Lagrangian holds w z^2/2 and z nowhere else."""
        slope = self.L.diff(part.symbol)
        weight = slope.diff(part.symbol)
        letters = [other.symbol for other in self.parts]
        return weight if not weight.has(letters) and slope is weight * part.symbol else None

    def turning(self, part: Part) -> Vector:
        """sum_i N_ij E_i(z) for each column, by q'."""
        graph, chart = self.graph, self.chart
        value = graph.add(
            *(e * (chart.v[i] if i != REST else graph.one) for i, e in part.form.items())
        )
        slopes = [part.form.get(i, graph.zero) for i in range(chart.n)]
        turns = [
            rate - pull
            for rate, pull in zip(
                along(graph, slopes, self.field, gather=True), gradient(graph, value, chart.q)
            )
        ]
        columns = {
            c: graph.gathered([(e * turns[i], UNIT) for i, e in column.items()])
            for c, column in enumerate(self.directions)
        }
        return {c: e for c, e in columns.items() if not e.is_zero}

    def terms(self, form: Vector, done: Done) -> dict[int, Parts]:
        """U by column as sums: what the nearest earlier part has, and what is added to it."""
        graph, places = self.graph, {**dict(enumerate(self.directions))}
        base, known = (
            min(
                ({}, {}),
                *done,
                key=lambda d: sum(d[0].get(i) is not form.get(i) for i in {**form, **d[0]}),
            )
            if done
            else ({}, {})
        )
        sums: dict[int, Parts] = {c: [(e, UNIT)] for c, e in known.items()}
        for i in {**form, **base}:
            if form.get(i) is base.get(i):
                continue
            added = form.get(i, graph.zero) - base.get(i, graph.zero)
            if i == REST:
                sums.setdefault(self.regular.m, []).append((added, UNIT))
                continue
            for c, column in places.items():
                if i in column:
                    sums.setdefault(c, []).append((added * column[i], UNIT))
        return sums

    def summed(self, terms: dict[int, Parts]) -> Vector:
        vector = {c: turned(self.graph, parts) for c, parts in terms.items()}
        return {c: e for c, e in vector.items() if not e.is_zero}

    def twin(
        self, part: Part, terms: dict[int, Parts], others: Sequence[Part], done: Done
    ) -> tuple[Part, tuple[Expr, Expr], Vector] | None:
        """The part that is c sin(angle) where this one is c cos(angle), or the other way round:
        it, the two waves and c.
        """
        for other in others:
            matching = self.terms(other.form, done)
            places = {**terms, **matching}
            for angle in self.angles(part, other):
                sine, cosine = self.graph.sin(angle), self.graph.cos(angle)
                for mine, its in ((cosine, sine), (sine, cosine)):
                    if all(
                        self.balanced(terms.get(c, []), its, matching.get(c, []), mine)
                        for c in places
                    ):
                        both = {
                            c: [
                                *((e * mine, k) for e, k in terms.get(c, [])),
                                *((e * its, k) for e, k in matching.get(c, [])),
                            ]
                            for c in places
                        }
                        return other, (mine, its), self.summed(both)
        return None

    def angles(self, *parts: Part) -> list[Expr]:
        """The arguments of the sines and cosines in some parts and in N."""
        entries = [e for part in parts for e in part.form.values()]
        entries += [e for column in self.directions for e in column.values()]
        waves = calls_in(entries, "sin", "cos")
        return list(dict.fromkeys(n.args[1][0] for n in reversed(waves)))

    def balanced(self, one: Parts, sine: Expr, other: Parts, cosine: Expr) -> bool:
        """sine * one = cosine * other, by values: nothing is written down."""
        return all(
            (sine.value[k] * self.residue(one, k) - cosine.value[k] * self.residue(other, k))
            % modulus.p
            == 0
            for k, modulus in enumerate(self.graph.moduli)
        )

    def residue(self, parts: Parts, k: int) -> int:
        return sum(e.value[k] * self.graph.image(c)[k] for e, c in parts)


def monomial(node: Expr) -> Monomial:
    """The factors of a node, but for its number."""
    _, terms = linear(node)
    if len(terms) == 1:
        node = terms[0][0]
    return tuple(node.powers)


def _divides(m: Monomial, other: Monomial) -> bool:
    powers = dict(other)
    return all(type(e) is int and 0 < e <= powers.get(base, 0) for base, e in m)
