"""Taylor expansions of expressions at an exact point, as lists of homogeneous parts.

With u = u_0 + u_1 + ... (u_d of degree d in the displacements x_i) every function obeys a
recursion, because the Euler operator sum_i x_i d/dx_i multiplies a part by its degree (Moore1966):

    sin, cos   d S_d = sum_j j u_j C_(d-j),   d C_d = - sum_j j u_j S_(d-j)
    u^e        d u_0 f_d = sum_j (e j - (d - j)) u_j f_(d-j)                                j = 1..d
    f(u)       d f_d = sum_j j u_j g_(d-j),   g = f'(u)

An unspecified function has derivatives without end; as many as are needed stand in its sum over
f^(n)(u_0) (u - u_0)^n / n!.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import factorial, prod

from nonholo.arithmetic.numbers import Rational, rational
from nonholo.errors import OutOfReach
from nonholo.expression.functions import derivative, is_unspecified
from nonholo.expression.graph import Expr, Graph, children
from nonholo.linear.ring import AnyRing, Element, ModularRing, Ring
from nonholo.words.sentence import say
from nonholo.work import Work

Series = list[Element]  # parts of degree 0, 1, ..., order
KINKS = ("abs", "sign")


class Expansion:
    """The expansions of some expressions at a point, up to an order.

    point: symbol -> constant; variables: the symbols that move, x_i = symbol - point; prime: 0 or 1
    for images modulo a prime of the graph instead of exact constants.  Raises OutOfReach where an
    expression is not analytic there, ZeroDivisionError where it has a pole.

    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> Expansion(g, [g.sin(x)], {x: g.zero}, [x], 3).series(g.sin(x))
    [0, x0_, 0, -1/6*x0_^3]
    """

    def __init__(
        self,
        graph: Graph,
        roots: Sequence[Expr],
        point: Mapping[Expr, Expr],
        variables: Sequence[Expr],
        order: int,
        extra: Sequence[Expr] = (),
        work: Work | None = None,
        prime: int | None = None,
    ):
        self.graph, self.order = graph, order
        nodes = _with_derivatives(graph, roots)
        values = graph.substitute(nodes, point)
        self._at = {node.index: value for node, value in zip(nodes, values)}
        self._moving = graph.mask(variables)
        self._jets = {
            node.index: self._derivatives(node, point)
            for node in nodes
            if is_unspecified(node) and node.support & self._moving
        }
        constants = [*values, *extra, *self._companions(nodes)]
        constants += [value for jets in self._jets.values() for value in jets.values()]
        names = [v.args for v in variables]
        self.ring: AnyRing = (
            Ring(graph, constants, names, work)
            if prime is None
            else ModularRing(graph, names, prime, work)
        )
        self._x = {v.index: x for v, x in zip(variables, self.ring.x)}
        self._memo: dict[int, Series] = {}
        for node in nodes:
            self._memo[node.index] = self._expand(node)

    def series(self, node: Expr) -> Series:
        """The parts of one of the expressions."""
        return self._memo[node.index]

    # the constants that the recursions need
    # -----------------------------------------------------------
    def _companions(self, nodes: Sequence[Expr]) -> list[Expr]:
        companions: list[Expr] = []
        for node in nodes:
            if not node.support & self._moving:
                continue
            if node.calls("sin", "cos"):
                companions += self._circle(node)
            elif node.kind == "product":
                for base, e in node.args:
                    companions += (
                        [self._inverse(base)] if not (isinstance(e, int) and e > 0) else []
                    )
                    companions += [self._at_power(base, e)] if not isinstance(e, int) else []
        return companions

    def _derivatives(self, node: Expr, point: Mapping[Expr, Expr]) -> dict[tuple[int, ...], Expr]:
        """The derivatives of an unspecified function at the point, by how often beyond the node."""
        name, args = node.args
        every = product(range(self.order + 1), repeat=len(args))
        orders = [more for more in every if sum(more) <= self.order]
        names = [
            name.of_orders(a + b for a, b in zip(name.orders, more, strict=True)) for more in orders
        ]
        calls = [self.graph.call(derived, *args) for derived in names]
        return dict(zip(orders, self.graph.substitute(calls, point), strict=True))

    def _circle(self, node: Expr) -> tuple[Expr, Expr]:
        angle = self._at[node.args[1][0].index]
        return self.graph.sin(angle), self.graph.cos(angle)

    def _inverse(self, base: Expr) -> Expr:
        return 1 / self._at[base.index]

    # the recursions
    # -----------------------------------------------------------------------------------
    def constant(self, element: Element) -> Series:
        return [element] + [self.ring.zero] * self.order

    def _expand(self, node: Expr) -> Series:
        if not node.support & self._moving:
            return self.constant(self.ring.element(self._at[node.index]))
        if node.kind == "symbol":
            parts = self.constant(self.ring.element(self._at[node.index]))
            if self.order:
                parts[1] = self._x[node.index]
            return parts
        return {"sum": self._sum, "product": self._product, "function": self._function}[node.kind](
            node
        )

    def _sum(self, node: Expr) -> Series:
        constant, terms = node.args
        total = self.constant(self.ring.scaled(self.ring.one, constant))
        for term, c in terms:
            total = [
                a + self.ring.scaled(b, c) if b else a
                for a, b in zip(total, self._memo[term.index])
            ]
        return total

    def _product(self, node: Expr) -> Series:
        parts = [self._power(base, e) for base, e in node.args]
        result = parts[0]
        for factor in parts[1:]:
            result = times(self.ring, result, factor)
        return result

    def _power(self, base: Expr, e: int | Fraction) -> Series:
        u, ring = self._memo[base.index], self.ring
        if isinstance(e, int) and e > 0:
            return whole_power(ring, u, e)
        inverse = ring.element(self._inverse(base))
        first = (
            _repeated(ring, inverse, -e)
            if isinstance(e, int)
            else ring.element(self._at_power(base, e))
        )
        return _euler_power(ring, u, e, first, inverse)

    def _at_power(self, base: Expr, e) -> Expr:
        return self.graph.power(self._at[base.index], e)

    def _function(self, node: Expr) -> Series:
        name, args = node.args
        if name in ("sin", "cos"):
            sine, cosine = (self.ring.element(c) for c in self._circle(node))
            both = _euler_circle(self.ring, self._memo[args[0].index], sine, cosine)
            return both[0] if name == "sin" else both[1]
        if node.index in self._jets:
            return self._unspecified(node)
        first, inner = self.ring.element(self._at[node.index]), [self._memo[a.index] for a in args]
        if name == "exp":
            return _euler_exponential(self.ring, inner[0], first)
        if name in KINKS and self._at[args[0].index].is_zero:
            raise OutOfReach(say("{node} is not analytic there", node=str(node)))
        slopes = [self._memo[derivative(self.graph, name, args, i).index] for i in range(len(args))]
        return _euler_integral(self.ring, inner, slopes, first)

    def _unspecified(self, node: Expr) -> Series:
        """sum_n f^(n) prod_i (u_i - u_i0)^(n_i)/n_i!"""
        ring, zero = self.ring, self.ring.zero
        powers: list[list[Series]] = []  # by argument and exponent
        for arg in node.args[1]:
            step = [zero, *self._memo[arg.index][1:]]
            step_powers = [self.constant(ring.one)]
            for _ in range(self.order):
                step_powers.append(times(ring, step_powers[-1], step))
            powers.append(step_powers)
        total = self.constant(zero)
        for orders, value in self._jets[node.index].items():
            term = self.constant(ring.element(value))
            for step_powers, n in zip(powers, orders, strict=True):
                term = times(ring, term, step_powers[n]) if n else term
            c = Rational(1, prod(factorial(n) for n in orders))
            total = [a + ring.scaled(b, c) if b else a for a, b in zip(total, term)]
        return total


def _with_derivatives(graph: Graph, roots: Sequence[Expr]) -> list[Expr]:
    """Every node below the roots, children first, with the derivatives of the functions that
    need them.
    """
    done: set[int] = set()
    result: list[Expr] = []
    stack = [(root, False) for root in roots]
    while stack:
        node, ready = stack.pop()
        if ready and node.index not in done:
            done.add(node.index)
            result.append(node)
        if ready or node.index in done:
            continue
        stack.append((node, True))
        stack += [
            (child, False)
            for child in (*children(node), *_slopes(graph, node))
            if child.index not in done
        ]
    return result


def _slopes(graph: Graph, node: Expr) -> list[Expr]:
    if node.kind != "function" or node.args[0] in ("sin", "cos", "exp") or is_unspecified(node):
        return []
    name, args = node.args
    return [derivative(graph, name, args, i) for i in range(len(args))]


# arithmetic of series
# -------------------------------------------------------------------------------
def times(ring: AnyRing, a: Series, b: Series) -> Series:
    """The parts of a b, as many as the shorter has."""
    return [convolved(ring, a, b, d) for d in range(min(len(a), len(b)))]


def convolved(ring: AnyRing, a: Series, b: Series, d: int, weight=None, start: int = 0) -> Element:
    """sum_j weight(j) a_j b_(d-j),  j = start..d."""
    total = ring.zero
    for j in range(start, d + 1):
        if a[j] and b[d - j]:
            term = ring.product(a[j], b[d - j])
            total += term if weight is None else ring.scaled(term, Rational(weight(j)))
    return ring.reduce(total)


def whole_power(ring: AnyRing, u: Series, e: int) -> Series:
    """u^e, e > 0."""
    result: Series = []
    square = u
    while e:
        if e & 1:
            result = times(ring, result, square) if result else square
        e >>= 1
        if e:
            square = times(ring, square, square)
    return result


def _repeated(ring: AnyRing, a: Element, n: int) -> Element:
    result = ring.one
    for _ in range(n):
        result = ring.times(result, a)
    return result


def _euler_power(ring: AnyRing, u: Series, e, first: Element, inverse: Element) -> Series:
    """u^e from its value `first` at the point and 1/u there."""
    f, e = [first], rational(e)
    for d in range(1, len(u)):
        total = convolved(ring, u, [*f, ring.zero], d, lambda j, d=d: e * j - (d - j), start=1)
        f.append(ring.times(total, inverse) / d)
    return f


def _euler_circle(
    ring: AnyRing, u: Series, sine: Element, cosine: Element
) -> tuple[Series, Series]:
    s, c = [sine], [cosine]
    for d in range(1, len(u)):
        s_d = convolved(ring, u, [*c, ring.zero], d, int, start=1) / d
        c_d = convolved(ring, u, [*s, ring.zero], d, int, start=1) / -d
        s.append(s_d)
        c.append(c_d)
    return s, c


def _euler_exponential(ring: AnyRing, u: Series, first: Element) -> Series:
    f = [first]
    for d in range(1, len(u)):
        f.append(convolved(ring, u, [*f, ring.zero], d, int, start=1) / d)
    return f


def _euler_integral(
    ring: AnyRing, inner: Sequence[Series], slopes: Sequence[Series], first: Element
) -> Series:
    """f(u, v, ..) from its partial derivatives along the inner series."""
    f = [first]
    for d in range(1, len(inner[0])):
        f.append(
            sum((convolved(ring, u, g, d, int, start=1) for u, g in zip(inner, slopes)), ring.zero)
            / d
        )
    return f
