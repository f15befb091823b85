"""Functions of which slopes do not tell all: they bend or jump, and are smooth on each side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from nonholo.expression.demands import demands
from nonholo.expression.node import Expr, calls_in, ordered
from nonholo.expression.ranges import ANY, range_of

BREAKING = frozenset(("abs", "sign", "asin", "acos", "atan", "atan2"))


def breaks(f: Expr, s: Expr) -> bool:
    """Something in f may bend or jump with s, so that a slope without s makes no line of it.

    atan(tan(x)) has slope 1, and is x - pi where cos(x) < 0.

    f: an expression; s: a symbol.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> f = g.call("atan", g.sin(x) / g.cos(x))
    >>> f.diff(x), breaks(f, x), breaks(x**2, x)
    (1, True, False)
    """
    calls = calls_in([f], *BREAKING)
    bent = (n for n in calls if n.args[0] != "atan" or _has_pole(n.args[1]))
    return any(call.has([s]) for call in bent)


def is_smooth_in(f: Expr, s: Expr) -> bool:
    """Nothing in f bends or jumps with s, or has a value for some s alone: then a slope without s
    makes a line of it, which log(s) - log(2 s) - 1 is not.

    f: an expression; s: a symbol.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> told = x * g.log(y) / y, g.sqrt(x**2 + 1), g.log(x) - g.log(2 * x), g.sqrt(x**2 + y**2)
    >>> [is_smooth_in(f, x) for f in told]
    [True, True, False, False]
    """
    everywhere = range_of(s) == ANY  # what is assumed of s says nothing of the other values
    below = (b for n in ordered([f]) if n.kind == "product" for b, e in n.args if e < 0)
    poles = [b for b in below if not (everywhere and range_of(b).nonzero)]
    ends = [u for u, _ in demands([f]) if not (everywhere and range_of(u).positive)]
    return not breaks(f, s) and not any(u.has([s]) for u in (*poles, *ends))


def is_quadratic(f: Expr, symbols: Sequence[Expr]) -> bool:
    """A polynomial of degree 2 at most in the symbols, for all of their values: abs(x) is none,
    though its second slope is 0.

    f: an expression.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> [is_quadratic(f, [x]) for f in (x**2 + x * y**3, x**3, x**2 + y * g.call("abs", x))]
    [True, False, False]
    """
    slopes = [f.diff(s) for s in symbols]
    bent = any(slope.diff(s).has(symbols) for slope in slopes for s in symbols)
    return not bent and all(is_smooth_in(f, s) for s in symbols)


def holds_sign(f: Expr) -> bool:
    """A sign stands in it, whose square is 0 where it jumps though a normal form takes it for 1.

    f: an expression.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> holds_sign(g.call("sign", x) ** 2 + 1), holds_sign(g.call("abs", x))
    (True, False)
    """
    return bool(calls_in([f], "sign"))


def jumps(f: Expr) -> bool:
    """An arc in f may jump where what stands in it is infinite, or from pi to -pi.

    f: an expression.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> [jumps(g.call("atan", u)) for u in (x, 1 / x, 1 / (x**2 + 1))]
    [False, True, False]
    """
    calls = (n for n in ordered([f]) if n.kind == "function")
    return any(
        n.args[0] == "atan2" or (n.args[0] == "atan" and _has_pole(n.args[1])) for n in calls
    )


def _has_pole(nodes: Sequence[Expr]) -> bool:
    powers = (pair for n in ordered(nodes) if n.kind == "product" for pair in n.args)
    return any(e < 0 and not isinstance(e, Fraction) and not range_of(b).nonzero for b, e in powers)
