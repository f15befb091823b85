"""Accelerations along a tree of bodies, link by link, in a number of operations that grows as the
number of links does.

The parts of the Lagrangian (see `nonholo.dynamics.speeds`) say what earlier ones do and what is
added, z_k = z_b(k) + G_k u + G_k0.  By Gauss's principle the rates make least

    sum_kl W_kl z_k' z_l'/2 + sum_k r_k z_k' - sum_c f_c u_c',     z_k' = z_b(k)' + G_k u' + g_k
    W_kl = dp_k/dz_l,   r_k = dp_k/dt at z' = 0,   g_k = G_k' u + G_k0'

From the last parts to the first z_k' is put in by what it means; u_c' that no part left adds is
then eliminated.  Its pivot is that of a Schur complement of M = U^T W U, and does not vanish where
M is regular.  What is left for the parts before is the inertia of an articulated body.  References:
Featherstone1983."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from nonholo.dynamics.least import Form, Least, Line
from nonholo.dynamics.speeds import Projection, Speeds
from nonholo.dynamics.system import System
from nonholo.expression.graph import MINUS, UNIT, Expr, linear
from nonholo.expression.sweeps import along, gradient
from nonholo.geometry.distribution.regular import Regular

MANY = 10  # velocities beyond which accelerations are found this way alone
SHORT = 2  # factors of a product that needs no name


def recursive_rates(
    system: System, regular: Regular, names: Sequence[str], stem: str
) -> tuple[Speeds, list[Expr]]:
    """The equations in the velocities of `regular` without M and f, and the rates u', which hold
    the named steps of the former.

    regular: of a graph of its own, which is of no other use then: the steps have the values of what
    they stand for; names: of the velocities that are none of coordinates; stem: how steps are
    called, with a number behind.  Raises NotApplicable without a Lagrangian, or where the
    accelerations are not determined.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.regular import regular_velocities
    >>> skate = nh.System("x y a", "(x'**2 + y'**2 + a'**2)/2", ["sin(a) dx = cos(a) dy"])
    >>> _, rates = recursive_rates(
    ...     skate.system, regular_velocities(skate.system.pfaffian), ["v", ""], "k"
    ... )
    >>> rates
    [0, 0]
    """
    projection = Projection(system, regular, names, (False, False), stem)
    projection.propagated()
    projection.call_speeds(standing=True)
    bend = projection.bend()
    tree = _Tree(projection)
    rates = tree.rates()
    speeds = Speeds(
        regular,
        projection.columns,
        tree.steps,
        projection.symbols,
        [],
        [],
        bend,
        [],
        projection.meanings,
        projection.changes,
    )
    return speeds, rates


class _Tree:
    def __init__(self, projection: Projection):
        self.projection, self.graph = projection, projection.graph
        self.m, self.parts = projection.regular.m, projection.parts
        self.steps: list[tuple[Expr, Expr]] = []
        self.bases: list[int | None] = []
        self.links = [self.link(k) for k in range(len(self.parts))]

    # the tree -----------------------------------------------------------------------------------
    def link(self, k: int) -> Line:
        """A part by the earlier one that it shares most entries with."""
        mine = self.parts[k].by_column

        def other_entries(b: int | None) -> int:
            theirs = {} if b is None else self.parts[b].by_column
            return sum(mine.get(c) is not theirs.get(c) for c in {**mine, **theirs})

        base = min((None, *reversed(range(k))), key=other_entries)
        theirs, zero = ({} if base is None else self.parts[base].by_column), self.graph.zero
        added = {
            c: mine.get(c, zero) - theirs.get(c, zero)
            for c in sorted({**mine, **theirs})
            if mine.get(c) is not theirs.get(c)
        }
        us = (*self.projection.symbols, self.graph.one)
        changing = self.projection.rates(added)
        bias = self.graph.sum([(e * us[c], UNIT) for c, e in changing.items()])
        self.bases.append(base)
        return Line({} if base is None else {base: self.graph.one}, added, bias)

    def named(self, e: Expr) -> Expr:
        """A symbol that stands for what is not short."""
        if e.is_number or is_short(e):
            return e
        symbol = self.graph.standing(f"{self.projection.stem}{len(self.steps) + 1}", e)
        self.steps.append((symbol, e))
        return symbol

    # what is made least ---------------------------------------------------------------------------
    def form(self) -> Form:
        """The function of u' and z', with the velocities of parts by name."""
        graph, projection, parts = self.graph, self.projection, self.parts
        letters = [part.symbol for part in parts]
        slopes = gradient(graph, projection.L, (*letters, *projection.chart.q))
        momenta, pulls = slopes[: len(parts)], slopes[len(parts) :]
        inertia = [along(graph, momenta, {z: graph.one}, gather=True) for z in letters]
        changes = along(graph, momenta, projection.field, gather=True)
        whirl = projection.whirled(momenta)
        slope = [graph.gathered([(e, UNIT), *w]) for e, w in zip(changes, whirl)]
        forces = [self.force(c, momenta, pulls) for c in range(self.m)]
        flat = [*slope, *forces, *(e for row in inertia for e in row)]
        values = self.values([z for z in letters if any(e.has([z]) for e in flat)])
        made, size = graph.substitute(flat, values, gather=True), len(parts)
        # what cancels may stay in the form that was met first
        self.steps += [(z, e) for z, e in values.items() if any(m.has([z]) for m in made)]
        form = Form(graph)
        for k in range(size):
            form.lean(self.m + k, made[k])
        for c in range(self.m):
            form.lean(c, -made[size + c])
        for k in range(size):
            for l in range(k + 1):
                entry = made[size + self.m + k * size + l]
                if not entry.is_zero:
                    form.put(self.m + k, self.m + l, entry)
        return form

    def force(self, c: int, momenta: Sequence[Expr], pulls: Sequence[Expr]) -> Expr:
        """sum_i N_ic (dL/dq_i + Q_i) - sum_k p_k sum_i N_ic E_i(z_k)."""
        forces = self.projection.forces
        terms = [
            (e * self.graph.add(pulls[i], forces[i]), UNIT)
            for i, e in self.projection.columns[c].items()
        ]
        terms += [
            (p * part.turning[c], MINUS)
            for part, p in zip(self.parts, momenta)
            if c in part.turning
        ]
        return self.graph.gathered([(e, k) for e, k in terms if not e.is_zero])

    def values(self, letters: Iterable[Expr]) -> dict[Expr, Expr]:
        """The velocities of parts, each by that of its base."""
        places = {part.symbol: k for k, part in enumerate(self.parts)}
        wanted, pending = set(), [places[z] for z in letters]
        while pending:
            k = pending.pop()
            base = self.bases[k]
            pending += [base] if base is not None and base not in wanted else []
            wanted.add(k)
        us, known = (*self.projection.symbols, self.graph.one), dict[int, Expr]()
        for k in sorted(wanted):
            link = self.links[k]
            terms = [(e * us[c], UNIT) for c, e in link.added.items()]
            terms += [(known[base], UNIT) for base in link.bases]
            known[k] = self.named(self.graph.sum(terms))
        return {self.parts[k].symbol: e for k, e in known.items()}

    # from the last to the first -------------------------------------------------------------------
    def rates(self) -> list[Expr]:
        """u', from the last parts to the first and back; of parts that are no base any more that
        one first which leaves fewest entries.
        """
        form, m = self.form(), self.m
        least = Least(m, self.links, form, self.named)
        left, open_rates = set(range(len(self.parts))), set(range(m))
        children = Counter(self.bases)
        uses = Counter(c for link in self.links for c in link.added)

        def entries(k: int) -> tuple[int, int]:
            return len(form.square.get(m + k, ())) + len(self.links[k].added), -k

        while left:
            k = min((k for k in left if not children[k]), key=entries)
            left.remove(k)
            least.put_in(k)
            children[self.bases[k]] -= 1
            uses.subtract(list(self.links[k].added))
            for c in [c for c in self.links[k].added if c < m and not uses[c]]:
                least.eliminate(c)
                open_rates.remove(c)
        for c in sorted(open_rates):
            least.eliminate(c)
        rates = least.back()
        return [rates[c] for c in range(m)]


def is_short(e: Expr) -> bool:
    """A number times few symbols or functions."""
    constant, terms = linear(e)
    if constant or len(terms) != 1:
        return False
    ((term, _),) = terms
    factors = term.powers
    return len(factors) <= SHORT and all(base.kind != "sum" for base, _ in factors)
