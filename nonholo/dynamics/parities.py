"""Sign symmetries: which functions change sign where coordinates, angles or time are turned over.

    q -> +-q,     unit angle u -> +-u + (0 or pi),     t -> +-t,     all velocities with them

Which of these the motion admits are linear equations modulo 2: all terms of a sum change their sign
together.  A function is a sum of parts that each keep or change their sign under all of them, and
on the motion so is its rate: dF/dt = 0 holds for each part alone (the isotypic components of an
abelian group, Serre 1977)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import count
from math import lcm

from nonholo.expression.functions import angle_parts
from nonholo.expression.graph import Expr, ordered
from nonholo.geometry.constraints.chart import Chart

Form = int  # a sum modulo 2 of unknown bits, as the bits of a number
EVEN: Form = 0


class Parities:
    """The signs of expressions as linear forms modulo 2, and the equations between them.

    chart: the coordinates; nodes: the expressions that will be asked.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> (x, y), sin = plane.q, plane.graph.sin
    >>> signs = Parities(plane, [x + x**3, sin(y)])
    >>> signs.same(signs.of(x + x**3), signs.of(x))
    >>> [signs.reduced(signs.of(f)) == signs.reduced(signs.of(x)) for f in (x**3, x * y, sin(y))]
    [True, False, False]
    """

    def __init__(self, chart: Chart, nodes: Sequence[Expr]):
        bits = (1 << k for k in count())
        self.reversal = next(bits)
        self.turned = {q: next(bits) for q in chart.q}
        self.shifted = {q: next(bits) for q in chart.q}
        self.plain = {v: self.turned[q] ^ self.reversal for q, v in zip(chart.q, chart.v)}
        self.plain[chart.t] = self.reversal
        self.units = _units(nodes)
        self.equations: list[Form] = []  # in echelon form: each has a highest bit of its own
        self._form: dict[int, Form] = {}

    def of(self, f: Expr) -> Form:
        """How f changes its sign; what that needs becomes an equation."""
        known = self._form
        for node in ordered([f], stop=lambda n: n.index in known or _is_wave(n)):
            known[node.index] = self._of_parts(node)
        return self._at(f)

    def same(self, a: Form, b: Form) -> None:
        """Two signs are the same: an equation."""
        left = self.reduced(a ^ b)
        if left:
            top = 1 << left.bit_length() - 1
            self.equations = [left, *(e ^ left if e & top else e for e in self.equations)]

    def reduced(self, form: Form) -> Form:
        """The same for all forms that are equal by the equations."""
        for e in self.equations:
            if form >> e.bit_length() - 1 & 1:
                form ^= e
        return form

    def _at(self, node: Expr) -> Form:
        return self._wave(node) if _is_wave(node) else self._form[node.index]

    def _of_parts(self, node: Expr) -> Form:
        if node.kind == "symbol":
            if node in self.turned:
                self.same(self.shifted[node], EVEN)
                return self.turned[node]
            return self.plain.get(node, EVEN)
        if node.kind == "sum":
            constant, terms = node.args
            forms = [self._at(term) for term, _ in terms] + ([EVEN] if constant else [])
            self._all_same(forms)
            return forms[0]
        if node.kind == "product":
            total = EVEN
            for base, e in node.args:
                if not isinstance(e, int):
                    self.same(self._at(base), EVEN)
                elif e % 2:
                    total ^= self._at(base)
            return total
        return self._function(node) if node.kind == "function" else EVEN

    def _all_same(self, forms: Sequence[Form]) -> None:
        for form in forms[1:]:
            self.same(forms[0], form)

    def _function(self, node: Expr) -> Form:
        name, args = node.args
        if name == "sign":
            return self._at(args[0])
        if name == "abs":
            return EVEN
        for part in args:
            self.same(self._at(part), EVEN)
        return EVEN

    def _wave(self, node: Expr) -> Form:
        """sin or cos of sum_i c_i a_i + turns: all a_i are turned over together, or none is."""
        name, (arg,) = node.args
        parts, turns = angle_parts(arg.graph, arg)
        turned, shifted = [EVEN] if turns else [], EVEN
        for atom, c in parts:
            if atom in self.turned:
                turned.append(self.turned[atom])
                shifted ^= self.shifted[atom] if int(c * self.units[atom]) % 2 else EVEN
            else:
                turned.append(self.of(atom))
        self._all_same(turned)
        return shifted ^ (turned[0] if name == "sin" and turned else EVEN)


def _is_wave(node: Expr) -> bool:
    return node.calls("sin", "cos")


def _units(nodes: Iterable[Expr]) -> dict[Expr, int]:
    """Of each angle the whole number that divides it, so that all are multiples."""
    below: dict[Expr, int] = {}
    for node in ordered(nodes):
        if _is_wave(node):
            for atom, c in angle_parts(node.graph, node.args[1][0])[0]:
                below[atom] = lcm(below.get(atom, 1), Fraction(c).denominator)
    return below
