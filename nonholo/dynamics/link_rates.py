"""Rates of links against fixed axes instead of rates of their joints.

    w = z + g u_c      (z: what an earlier part says, g: a number)      =>      u_c = (w - z)/g

The angular velocity of a link at the end of a chain of hinges is the sum of the rates of all joints
before it, and whatever hangs on the link holds all of them.  So a part of the Lagrangian that is an
earlier one and one velocity more takes the place of that velocity: then it is held by its own link
alone, and the equations are as sparse as the tree."""

from __future__ import annotations

from nonholo.algebra.addition import turned
from nonholo.arithmetic.numbers import Rational
from nonholo.dynamics.speeds import REST, forms_of
from nonholo.dynamics.system import System
from nonholo.expression.graph import UNIT, Expr
from nonholo.geometry.distribution.regular import Regular, Vector, copied


def by_link_rates(system: System, regular: Regular) -> Regular:
    """The velocities with parts of the Lagrangian in the places of those that they add to others.

    regular: all is done in its graph.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.regular import regular_velocities
    >>> arm = nh.System("a b", "a'**2 + (a' + b')**2").system
    >>> by_link_rates(arm, regular_velocities(arm.pfaffian)).forms
    ({0: 1}, {0: 1, 1: 1})
    """
    if regular.drift:
        return regular
    links, graph = _Links(regular), regular.chart.graph
    forms = [form for _, form in forms_of(system)[1] if REST not in form]
    for form in sorted(forms, key=len):
        if all(e.is_number for e in form.values()):
            links.take({i: copied(graph, e) for i, e in form.items()})
    return links.regular()


class _Links:
    """The old velocities by the new ones, and the parts so far by the new ones."""

    def __init__(self, regular: Regular):
        self.given, self.graph = regular, regular.chart.graph
        self.old: dict[int, Vector] = {}
        self.forms = list(regular.forms)
        self.parts: list[tuple[Vector, Vector]] = [({}, {})]

    def take(self, form: Vector) -> None:
        """One part more."""
        zero, one = self.graph.zero, self.graph.one
        base, value = min(
            reversed(self.parts),
            key=lambda known: sum(form.get(i) is not known[0].get(i) for i in {**form, **known[0]}),
        )
        added = {i: form.get(i, zero) - base.get(i, zero) for i in {**form, **base}}
        vector = {
            c: turned(self.graph, [(added[i] * e, UNIT) for i, e in column.items() if i in added])
            for c, column in enumerate(self.given.columns)
            if any(i in added for i in column)
        }
        vector = {c: e for c, e in vector.items() if not e.is_zero}
        if value and len(vector) == 1:
            ((c, factor),) = vector.items()
            if factor.is_number and c not in self.old:
                self.old[c] = {w: -e / factor for w, e in value.items()} | {c: one / factor}
                self.forms[c] = form
                self.parts.append((form, {c: one}))
                return
        terms = [(one, value)]
        terms += [(e, self.old.setdefault(c, {c: one})) for c, e in vector.items()]
        self.parts.append((form, self.sum(terms)))

    def sum(self, terms: list[tuple[Expr, Vector]]) -> Vector:
        """sum of factor * vector."""
        sums: dict[int, list[tuple[Expr, Rational]]] = {}
        for factor, vector in terms:
            for i, e in vector.items():
                sums.setdefault(i, []).append((factor * e, UNIT))
        total = {i: turned(self.graph, parts) for i, parts in sorted(sums.items())}
        return {i: e for i, e in total.items() if not e.is_zero}

    def regular(self) -> Regular:
        """q' = N u by the new velocities."""
        given = self.given
        held: list[list[tuple[Expr, Vector]]] = [[] for _ in given.columns]
        for c, column in enumerate(given.columns):
            for w, e in self.old.get(c, {c: self.graph.one}).items():
                held[w].append((e, column))
        columns = tuple(self.sum(terms) for terms in held)
        forms = tuple(self.forms)
        return Regular(given.chart, columns, forms, given.drift, given.offsets, given.pivots)
