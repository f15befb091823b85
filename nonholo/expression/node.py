"""The nodes of expressions: numbers, symbols, pi, sums, products and functions, each with its
value.

`doubt` says what a nonzero value is worth.  Symbols, sines and cosines of linear combinations and
exponentials are algebraically independent of each other (Ax 1971, Lindemann-Weierstrass for
rational arguments), so a nonzero value proves a nonzero function unless doubt is OPAQUE or holds PI
and CONSTANT together.  (The bit DIVISION is no doubt: it marks what has a denominator, so that of
two forms the regular one is kept.)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from nonholo.arithmetic.numbers import Integer, Rational
from nonholo.work import spend

if TYPE_CHECKING:
    from nonholo.expression.graph import Graph

Kind = Literal["number", "symbol", "pi", "sum", "product", "function"]
Exact: TypeAlias = "Expr | int | Fraction | Integer | Rational"  # what `Graph.lift` makes a node of

PI, CONSTANT, OPAQUE, DIVISION = 1, 2, 4, 8
ZERO, UNIT, MINUS = (
    Rational(0),
    Rational(1),
    Rational(-1),
)  # the coefficients 1 and -1 are these: nothing is computed with them

FUNCTIONS = frozenset(
    (
        "sin",
        "cos",
        "tan",
        "cot",
        "sec",
        "csc",
        "asin",
        "acos",
        "atan",
        "atan2",
        "sinh",
        "cosh",
        "tanh",
        "asinh",
        "acosh",
        "atanh",
        "exp",
        "log",
        "sqrt",
        "abs",
        "sign",
    )
)


class Expr:
    """One node of a `Graph`; arithmetic, equality by identity, `diff` and `subs`.

    What `args` holds follows from `kind`: a number's value; a symbol's name; the constant and the
    terms of a sum, (c_0, ((node, c), ...)); the factors of a product, ((node, exponent), ...); a
    function's (name, (node, ...))."""

    __slots__ = ("args", "doubt", "graph", "index", "kind", "support", "value")

    def __init__(
        self,
        graph: Graph,
        kind: Kind,
        args: Any,
        value: tuple[int, int],
        doubt: int,
        support: int,
        index: int,
    ):
        self.graph, self.kind, self.args = graph, kind, args
        self.value, self.doubt, self.support, self.index = value, doubt, support, index

    # arithmetic ---------------------------------------------------------------------------
    def __add__(self, other: Exact) -> Expr:
        graph = self.graph
        other = graph.lift(other)
        return self if other is graph.zero else graph.sum(((self, UNIT), (other, UNIT)))

    __radd__ = __add__

    def __sub__(self, other: Exact) -> Expr:
        graph = self.graph
        other = graph.lift(other)
        return self if other is graph.zero else graph.sum(((self, UNIT), (other, MINUS)))

    def __rsub__(self, other: Exact) -> Expr:
        return self.graph.lift(other) - self

    def __neg__(self) -> Expr:
        return self.graph.scale(self, MINUS)

    def __mul__(self, other: Exact) -> Expr:
        return self.graph.times(self, self.graph.lift(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Exact) -> Expr:
        return self.graph.product(((self, 1), (self.graph.lift(other), -1)))

    def __rtruediv__(self, other: Exact) -> Expr:
        return self.graph.lift(other) / self

    def __pow__(self, exponent: Expr | int | Fraction) -> Expr:
        return self.graph.power(self, exponent)

    # questions ------------------------------------------------------------------------------
    @property
    def is_zero(self) -> bool:
        """The node is the number 0.  (A node that is not may still vanish: ask `decide.zero`.)"""
        return self is self.graph.zero

    @property
    def is_number(self) -> bool:
        return self.kind == "number"

    @property
    def surely_nonzero(self) -> bool:
        """Its nonzero value proves that it is not identically zero."""
        return not self.is_zero and self.doubt & 7 in (0, PI, CONSTANT)

    @property
    def is_constant(self) -> bool:
        """Holds no symbol."""
        return not self.support

    def calls(self, *names: str) -> bool:
        """A function with one of these names."""
        return self.kind == "function" and self.args[0] in names

    def has(self, symbols: Iterable[Expr]) -> bool:
        """Depends (formally) on one of the symbols."""
        return bool(self.support & self.graph.mask(symbols))

    def symbols(self) -> tuple[Expr, ...]:
        """The symbols it contains, in order of their creation."""
        return self.graph.unmask(self.support)

    @property
    def powers(self) -> Sequence[tuple[Expr, Any]]:
        """The factors of a product, ((node, exponent), ...); of all else itself to the power 1."""
        return self.args if self.kind == "product" else ((self, 1),)

    @property
    def is_square_root(self) -> bool:
        """The square root of something, and nothing beside it."""
        return self.kind == "product" and [e for _, e in self.args] == [Fraction(1, 2)]

    # calculus -------------------------------------------------------------------------------
    def diff(self, symbol: Expr) -> Expr:
        """The partial derivative; every other symbol is held."""
        return self.graph.diff(self, symbol)

    def subs(self, values: Mapping[Expr, Expr]) -> Expr:
        """The same expression with symbols replaced, all at once."""
        return self.graph.substitute([self], values)[0]

    def __str__(self) -> str:
        return self.graph.written(self)

    def __repr__(self) -> str:
        return self.graph.shown(self)

    @property
    def in_a_sentence(self) -> str:
        """How it stands in a message: f'(t), which no other program has to read."""
        return self.graph.shown(self)


def doubtful(nodes: Iterable[Expr]) -> bool:
    """A nonzero value of a polynomial in the nodes does not prove that it is not zero."""
    doubt = 0
    for node in nodes:
        doubt |= node.doubt
    return doubt & 7 not in (0, PI, CONSTANT)


class Structure:
    """A form that turned out to be an existing node; kept so that the merge can be proved."""

    __slots__ = ("args", "kind")

    def __init__(self, kind: Kind, args: Any):
        self.kind, self.args = kind, args


def children(node: Expr | Structure) -> Sequence[Expr]:
    """The nodes a node is built from."""
    if node.kind == "sum":
        return [term for term, _ in node.args[1]]
    if node.kind == "product":
        return [base for base, _ in node.args]
    return node.args[1] if node.kind == "function" else ()


def over(node: Expr | Structure, others: Mapping[int, Expr]):
    """The arguments of a node with other nodes, by their index, in the places of its parts."""
    if node.kind == "sum":
        constant, terms = node.args
        return constant, tuple([(others[term.index], c) for term, c in terms])
    if node.kind == "product":
        return tuple([(others[base.index], e) for base, e in node.args])
    if node.kind == "function":
        name, args = node.args
        return name, tuple([others[a.index] for a in args])
    return node.args


def ordered(
    roots: Iterable[Expr | Structure], stop: Callable[[Expr], bool] | None = None
) -> list[Expr]:
    """Every node below the roots, children first; nodes for which `stop` holds are left out."""
    done: set[Expr | Structure] = set()
    result: list[Expr] = []
    stack: list[Any] = list(roots)  # nodes; None before one that is ready
    add, put, pop, push = done.add, result.append, stack.pop, stack.append
    while stack:
        node = pop()
        if node is None:
            put(pop())
            continue
        if node in done or (stop is not None and stop(node)):
            continue
        add(node)
        kind = node.kind  # `children` without its call, and no lists: most time is spent here
        if kind == "sum":
            pairs = node.args[1]
        elif kind == "product":
            pairs = node.args
        elif kind == "function":
            stack += (node, None, *node.args[1])
            continue
        else:
            put(node)
            continue
        stack += (node, None)
        for pair in pairs:
            if pair[0] not in done:
                push(pair[0])
    spend(len(result))
    return result


def calls_in(nodes: Iterable[Expr], *names: str) -> list[Expr]:
    """The functions with one of these names in the nodes, inner ones first.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> calls_in([g.symbol("x") + g.call("exp", g.call("sin", g.symbol("x")))], "sin", "exp")
    [sin(x), exp(sin(x))]
    """
    return [node for node in ordered(nodes) if node.calls(*names)]


def counted(node: Expr) -> int:
    """How many nodes it is made of, itself among them: as many as `ordered` lists, in no order.

    >>> from nonholo.expression.graph import Graph
    >>> x = Graph().symbol("x")
    >>> counted(x**2 + x)
    3
    """
    met, open_nodes = {node}, [node]
    while open_nodes:
        new = set(children(open_nodes.pop())) - met
        met |= new
        open_nodes += new
    spend(len(met))
    return len(met)


def contains(structure: Structure, node: Expr) -> bool:
    """The node is a part of the structure."""
    return any(n is node for n in ordered([structure]))
