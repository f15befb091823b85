"""The functions of the expression language: their values at the random points, and derivatives.

sin and cos of u = sum c_j m_j + r pi take the value of e^(iu) = prod z_j^(c_j) zeta^r with one free
element z_j for each Laurent monomial m_j, so that sums, multiples and fractions of angles are
consistent; exp likewise.  An unspecified function is a free generator (see `unspecified`).  Every
other function is one under doubt: its zeros are decided elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from nonholo.arithmetic.modular import TURN, Modulus
from nonholo.arithmetic.numbers import Integer, Rational, fraction, rational
from nonholo.errors import NonholoError
from nonholo.expression.demands import log_in
from nonholo.expression.laurent import multiplied_out
from nonholo.expression.node import CONSTANT, FUNCTIONS, OPAQUE, PI, Expr, ordered
from nonholo.expression.ranges import range_of
from nonholo.expression.roots import MAX_ROOT_BITS, root_parts
from nonholo.expression.sums import Terms, linear
from nonholo.expression.unspecified import Unspecified
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.expression.graph import Graph

# sin(r pi) for r = 0, 1/6, 1/4, 1/3, 1/2 as a (numerator, radicand) pair: value = sqrt(radicand)/2
MOST_TURNS = 4  # sin(y + 4 atan(u)) is expanded, sin(y + 5 atan(u)) is not
_SINES = {
    Fraction(0): 0,
    Fraction(1, 6): 1,
    Fraction(1, 4): 2,
    Fraction(1, 3): 3,
    Fraction(1, 2): 4,
}


def call(graph: Graph, name: str | Unspecified, args: tuple[Expr, ...]) -> Expr:
    """`name(*args)` with the exact values that everybody knows put in.

    Raises NonholoError for a function that is not known.
    """
    if isinstance(name, Unspecified):
        return _unspecified(graph, name, args)
    if name not in FUNCTIONS:
        raise NonholoError(
            say(
                "there is no function {name!r}; known are {names}",
                name=name,
                names=", ".join(sorted(FUNCTIONS)),
            )
        )
    if name == "atan2":
        return _atan2(graph, *args)
    (x,) = args
    return _BUILDERS.get(name, lambda g, u: _opaque(g, name, u))(graph, x)


Parts = tuple[list[tuple[Expr, Fraction]], Fraction]


def angle_parts(graph: Graph, arg: Expr) -> Parts:
    """The argument as (sum of rational * atom, multiple of pi); the constant part has the atom 1.

    Sums inside products are multiplied out: a*(x + y) has the atoms a*x and a*y.
    """
    known = graph.angles.get(arg.index)
    if known is None:
        constant, terms = linear(arg)
        if not all(is_monomial(t) or t is graph.pi for t, _ in terms):
            constant, terms = _multiplied_out(arg) or (constant, terms)
        parts = [(graph.one, fraction(constant))] if constant != 0 else []
        parts += [(t, fraction(c)) for t, c in terms if t is not graph.pi]
        known = parts, sum((fraction(c) for t, c in terms if t is graph.pi), Fraction(0))
        graph.angles[arg.index] = known
    return list(known[0]), known[1]


def _multiplied_out(arg: Expr) -> tuple[Rational, Terms] | None:
    """Constant and monomial terms of an argument that is a polynomial, else None."""
    terms = None if arg.doubt & (OPAQUE | CONSTANT) else multiplied_out(arg)
    if terms is None or any(e < 0 for monomial in terms for _, e in monomial):
        return None
    constant = terms.pop((), Rational(0))
    return constant, [(arg.graph.product(list(m)), c) for m, c in terms.items()]


def stands_outside(nodes: Iterable[Expr], symbol: Expr, names: Sequence[str]) -> bool:
    """Whether a symbol stands outside of the functions of these names too.

    >>> from nonholo.expression.graph import Graph
    >>> graph = Graph()
    >>> x = graph.symbol("x")
    >>> stands_outside([x * graph.sin(x)], x, ["sin"]), stands_outside([graph.sin(x)], x, ["sin"])
    (True, False)
    """
    free = ordered(nodes, stop=lambda n: n.calls(*names))
    return any(node is symbol for node in free)


def is_monomial(node: Expr) -> bool:
    """A product of whole powers of symbols, unspecified functions and pi, not constant: distinct
    ones are linearly independent.
    """
    if node.kind == "product":
        return bool(node.support) and all(
            isinstance(e, int) and (b.kind == "pi" or is_free(b)) for b, e in node.args
        )
    return is_free(node)


def is_free(node: Expr) -> bool:
    """A symbol, or an unspecified function of something that is not constant."""
    if node.kind == "function":
        return bool(isinstance(node.args[0], Unspecified) and node.support and not node.doubt & 7)
    return node.kind == "symbol"


def is_unspecified(node: Expr) -> bool:
    """An unspecified function, or a derivative of one."""
    return node.kind == "function" and isinstance(node.args[0], Unspecified)


def unspecified_in(nodes: Iterable[Expr]) -> dict[str, tuple[str, ...]]:
    """The unspecified functions in some expressions: name -> the names of the arguments."""
    calls = (node.args[0] for node in ordered(nodes) if is_unspecified(node))
    return {call.name: call.slots for call in calls}


def _unspecified(graph: Graph, name: Unspecified, args: tuple[Expr, ...]) -> Expr:
    """Where its arguments are surely told apart from others, it is independent of all else."""
    known = graph.known_function(name, args)
    if known is not None:
        return known
    value = graph.generator((name, *(a.index for a in args)))
    return graph.function(name, args, value, OPAQUE if any(a.doubt & 7 for a in args) else 0)


def _exponential(graph: Graph, kind: str, parts) -> tuple[tuple[int, int], int]:
    """Value and doubt of prod z_atom^(coefficient) with the free elements of `kind`."""
    p, r = (m.p for m in graph.moduli)
    u, v, doubt = 1, 1, 0
    for atom, c in parts:
        k, remainder = divmod(c.numerator * TURN, c.denominator)
        if atom is graph.one:
            doubt |= CONSTANT
        elif atom is graph.pi:
            doubt |= PI  # e^pi and pi are independent (Nesterenko 1996)
        elif not is_monomial(atom) or (kind == "circle" and half_turns(atom)):
            doubt |= OPAQUE  # of whole half turns cos^2 = 1, whatever the free element says
        key: tuple = kind, atom.index
        if remainder:
            doubt |= OPAQUE
            key, k = (kind, atom.index, c.denominator), c.numerator
        a, b = graph.generator(key)
        u, v = u * pow(a, k, p) % p, v * pow(b, k, r) % r
    return (u, v), doubt


def _sine(graph: Graph, x: Expr) -> Expr:
    return _circular(graph, x, 0)


def _cosine(graph: Graph, x: Expr) -> Expr:
    return _circular(graph, x, 1)


def _circular(graph: Graph, x: Expr, quarter: int) -> Expr:
    """sin(x + quarter * pi/2): quarter turns go into the sign and the name."""
    parts, turns = angle_parts(graph, x)
    for atom, c in parts:
        if c.denominator == 1 and half_turns(atom):
            return _whole_turns(graph, x - graph.scale(atom, rational(c)), atom, c, quarter)
        if atom.calls(*_INVERSES) and c.denominator == 1 and abs(c) <= MOST_TURNS:
            return _circular_sum(graph, x - graph.scale(atom, rational(c)), atom, c, quarter)
    whole = (2 * turns).__floor__()
    remainder = turns - Fraction(whole, 2)
    quarter = (quarter + whole) % 4
    if not parts:
        return _constant_sine(graph, remainder, quarter)
    bare = graph.sum([(atom, rational(c)) for atom, c in parts] + [(graph.pi, rational(remainder))])
    sign = 1
    if parts[0][1] < 0 and remainder == 0:
        bare, sign = -bare, (-1 if quarter % 2 == 0 else 1)
    if quarter >= 2:
        sign, quarter = -sign, quarter - 2
    node = _circle_node(graph, "cos" if quarter else "sin", bare)
    return node if sign > 0 else -node


def half_turns(atom: Expr) -> bool:
    """pi times a product of symbols that are assumed to be integers."""
    if atom.kind != "product" or not atom.graph.assumed:
        return False
    others = [(base, e) for base, e in atom.args if base.kind != "pi"]
    return (
        len(others) + 1 == len(atom.args)
        and dict(atom.args).get(atom.graph.pi) == 1
        and all(isinstance(e, int) and e > 0 and range_of(base).whole for base, e in others)
    )


def _whole_turns(graph: Graph, angle: Expr, atom: Expr, c: Fraction, quarter: int) -> Expr:
    """sin(angle + c n pi + quarter pi/2), n an integer: (-1)^(c n) sin(angle + quarter pi/2)."""
    sine = _circular(graph, angle, quarter)
    return sine if c % 2 == 0 else sine * _opaque(graph, "cos", atom)


def _circular_sum(graph: Graph, angle: Expr, atom: Expr, c: Fraction, quarter: int) -> Expr:
    """sin(angle + c atom + quarter pi/2) for an inverse function: sin(y + atan(u)) is algebraic
    in u.
    """
    known = graph.angles.get(("inverse", atom.index))
    if known is None:
        known = graph.angles["inverse", atom.index] = _INVERSES[atom.args[0]](graph, *atom.args[1])
    sine, cosine = known
    turned = [(graph.one, graph.zero), (cosine, sine if c > 0 else -sine)]
    for _ in range(1, abs(int(c))):
        (a, b), (p, q) = turned[-1], turned[1]
        turned.append((a * p - b * q, b * p + a * q))
    cosine, sine = turned[abs(int(c))]
    return (
        _circular(graph, angle, quarter) * cosine
        + _circular(graph, angle, (quarter + 1) % 4) * sine
    )


# (sin, cos) of the inverse functions
_INVERSES: dict[str, Callable[..., tuple[Expr, Expr]]] = {
    "asin": lambda g, u: (u, _sqrt(g, 1 - u**2)),
    "acos": lambda g, u: (_sqrt(g, 1 - u**2), u),
    "atan": lambda g, u: (u / _sqrt(g, 1 + u**2), 1 / _sqrt(g, 1 + u**2)),
    "atan2": lambda g, y, x: (y / _sqrt(g, x**2 + y**2), x / _sqrt(g, x**2 + y**2)),
}


def _constant_sine(graph: Graph, turns: Fraction, quarter: int) -> Expr:
    """sin(turns pi + quarter pi/2) with 0 <= turns < 1/2."""
    if quarter >= 2:
        return -_constant_sine(graph, turns, quarter - 2)
    key = turns if quarter == 0 else Fraction(1, 2) - turns
    if key in _SINES:
        return graph.power(graph.lift(_SINES[key]), Fraction(1, 2)) / 2
    return _circle_node(graph, "sin", graph.scale(graph.pi, rational(key)))


def _circle_node(graph: Graph, name: str, x: Expr) -> Expr:
    known = graph.known_function(name, (x,))
    if known is not None:
        return known
    parts, turns = angle_parts(graph, x)
    powers, doubt = _exponential(graph, "circle", parts)
    zetas: Sequence[int] = [
        zeta for modulus in graph.moduli if (zeta := modulus.turn(turns)) is not None
    ]
    if len(zetas) < len(graph.moduli):
        zetas, doubt = graph.generator(("turn", turns)), doubt | OPAQUE
    u, v = (
        _circle_value(name, z * zeta % m.p, m)
        for z, zeta, m in zip(powers, zetas, graph.moduli, strict=True)
    )
    return graph.function(name, (x,), (u, v), doubt)


def _circle_value(name: str, z: int, modulus: Modulus) -> int:
    """cos or sin of u from z = e^(iu)."""
    p, other = modulus.p, pow(z, -1, modulus.p)
    return (
        ((z + other) if name == "cos" else (other - z) * modulus.i) * modulus.inverse(2) % p
    )  # 1/i = -i


def _exp(graph: Graph, x: Expr) -> Expr:
    constant, terms = linear(x)
    if constant == 0 and len(terms) == 1 and terms[0][0].kind == "function":
        (log, c) = terms[0]
        if log.args[0] == "log":
            return graph.power(log.args[1][0], fraction(c))
    if not terms and constant == 0:
        return graph.one
    x, whole = graph.reading.factors(x)
    if whole:
        return graph.multiply(_exp(graph, x), *(graph.power(u, n) for u, n in whole))
    if powers := _factors_of_exp(graph, x):
        return graph.multiply(*powers)
    parts, turns = angle_parts(graph, x)
    parts += [(graph.pi, turns)] if turns else []
    value, doubt = _exponential(graph, "exp", parts)
    return graph.function("exp", (x,), value, doubt)


def _factors_of_exp(graph: Graph, x: Expr) -> list[Expr]:
    """The factors of exp(x): u^m for each term m log(u), m a rational number or a monomial, and exp
    of the others; none if it is one of these.

    So x**(y - 1) is x**y/x, x**(n + k) the node of x**n*x**k, and (x*y)**n that of x**n*y**n where
    x and y are positive.
    """
    constant, terms = linear(x)
    powers, others = [], [(graph.one, constant)]
    for term, c in _with_logs_apart(terms):
        log = log_in(term)
        if log is None:
            others.append((term, c))
            continue
        factor = term / log
        number, monomials = _multiplied_out(factor) or linear(factor)
        if number != 0:
            powers.append(graph.power(log.args[1][0], fraction(c * number)))
        for monomial, k in monomials:
            e = fraction(c * k)
            root = graph.scale(log * monomial, Rational(1, e.denominator))
            if root is x:
                return []
            powers.append(graph.power(_exp(graph, root), e.numerator))
    return [_exp(graph, graph.sum(others)), *powers] if powers else []


def _with_logs_apart(terms: Terms) -> Iterator[tuple[Expr, Rational]]:
    """The terms, with n log(u) + n log(v) for n (log(u) + log(v))."""
    for term, c in terms:
        factors = term.args if term.kind == "product" else ()
        sums = (b for b, e in factors if e == 1 and b.kind == "sum")
        inner = next((b for b in sums if any(log_in(t) for t, _ in linear(b)[1])), None)
        if inner is None:
            yield term, c
            continue
        constant, parts = linear(inner)
        outer = term / inner
        yield from ((outer * part, c * k) for part, k in parts)
        if constant != 0:
            yield outer, c * constant


def _log(graph: Graph, x: Expr) -> Expr:
    if x is graph.one:
        return graph.zero
    if x.calls("exp"):
        return x.args[1][0]
    if x.is_number and x.args > 0 and x.args.height_bits() <= MAX_ROOT_BITS:
        return _log_of_number(graph, x)
    if x.kind != "product":
        return _opaque(graph, "log", x)
    parts = root_parts(graph, x)
    return graph.sum([(_opaque(graph, "log", base), rational(Fraction(e))) for base, e in parts])


def _log_of_number(graph: Graph, x: Expr) -> Expr:
    """log(12) = 2 log(2) + log(3)."""
    factors = [(p, e) for p, e in Integer(x.args.p).factor()] + [
        (q, -e) for q, e in Integer(x.args.q).factor()
    ]
    return graph.sum(
        [(_opaque(graph, "log", graph.number(Rational(p))), Rational(e)) for p, e in factors]
    )


def _sqrt(graph: Graph, x: Expr) -> Expr:
    return graph.power(x, Fraction(1, 2))


def _opaque(graph: Graph, name: str, *args: Expr) -> Expr:
    if all(a.is_zero for a in args) and name in ("asin", "atan", "asinh", "atanh", "abs", "sign"):
        return graph.zero
    known = graph.known_function(name, args)
    if known is not None:
        return known
    value = graph.generator((name, *(a.index for a in args)))
    return graph.function(name, args, value, OPAQUE)


def _tanh(graph: Graph, x: Expr) -> Expr:
    """By exponentials; for printing, where nothing is computed, a word of its own."""
    if not graph.merge:
        return _opaque(graph, "tanh", x)
    return (_exp(graph, x) - _exp(graph, -x)) / (_exp(graph, x) + _exp(graph, -x))


def _abs(graph: Graph, x: Expr) -> Expr:
    """|x|: the factors of known sign stand outside, and even powers."""
    constant, terms = linear(x)
    if constant == 0 and len(terms) == 1:
        ((term, c),) = terms
        known, unknown = _of_known_size(graph, term)
        inner = _opaque(graph, "abs", unknown) if unknown is not graph.one else unknown
        return graph.scale(known * inner, abs(c))
    bounds = range_of(x)
    if bounds.not_negative or bounds.not_positive:
        return x if bounds.not_negative else -x
    return _opaque(graph, "abs", x)


def _of_known_size(graph: Graph, term: Expr) -> tuple[Expr, Expr]:
    """|term| = known * |unknown|, no factor of which has a known sign."""
    known, unknown = [], []
    for base, e in term.powers:
        bounds = range_of(base)
        if bounds.not_negative or bounds.not_positive or not isinstance(e, int) or e % 2 == 0:
            known.append((base if bounds.not_negative or not bounds.not_positive else -base, e))
        else:
            known.append((base, e - 1))
            unknown.append((base, 1))
    return graph.product(known), graph.product(unknown)


def _sign(graph: Graph, x: Expr) -> Expr:
    bounds = range_of(x)
    if bounds.positive or bounds.negative:
        return graph.one if bounds.positive else -graph.one
    return graph.zero if x.is_zero else _opaque(graph, "sign", x)


def _atan(graph: Graph, x: Expr) -> Expr:
    for tangent, quarters in ((0, 0), (1, 1), (-1, -1)):
        if x is graph.lift(tangent):
            return graph.scale(graph.pi, Rational(quarters, 4))
    return _opaque(graph, "atan", x)


SIXTHS = {Rational(-1): -3, Rational(-1, 2): -1, Rational(1, 2): 1, Rational(1): 3}  # of pi


def _asin(graph: Graph, x: Expr) -> Expr:
    sixths = SIXTHS.get(x.args) if x.is_number else None
    return (
        _opaque(graph, "asin", x) if sixths is None else graph.scale(graph.pi, Rational(sixths, 6))
    )


def _acos(graph: Graph, x: Expr) -> Expr:
    if not (x.is_zero or (x.is_number and x.args in SIXTHS)):
        return _opaque(graph, "acos", x)
    return graph.scale(graph.pi, Rational(1, 2)) - _asin(graph, x)


def _acosh(graph: Graph, x: Expr) -> Expr:
    return graph.zero if x is graph.one else _opaque(graph, "acosh", x)


def _atan2(graph: Graph, y: Expr, x: Expr) -> Expr:
    if y.is_zero and x.is_number and x.args > 0:
        return graph.zero
    return _opaque(graph, "atan2", y, x)


_BUILDERS = {
    "sin": _sine,
    "cos": _cosine,
    "tan": lambda g, x: _sine(g, x) / _cosine(g, x),
    "cot": lambda g, x: _cosine(g, x) / _sine(g, x),
    "sec": lambda g, x: 1 / _cosine(g, x),
    "csc": lambda g, x: 1 / _sine(g, x),
    "exp": _exp,
    "sinh": lambda g, x: (_exp(g, x) - _exp(g, -x)) / 2,
    "cosh": lambda g, x: (_exp(g, x) + _exp(g, -x)) / 2,
    "tanh": _tanh,
    "log": _log,
    "sqrt": _sqrt,
    "abs": _abs,
    "sign": _sign,
    "asin": _asin,
    "acos": _acos,
    "atan": _atan,
    "acosh": _acosh,
}


def derivative(
    graph: Graph, name: str | Unspecified, args: tuple[Expr, ...], position: int
) -> Expr:
    """d name(args) / d args[position]."""
    if isinstance(name, Unspecified):
        return graph.call(name.by(position), *args)
    if name == "atan2":
        y, x = args
        return (x if position == 0 else -y) / (x**2 + y**2)
    (x,) = args
    return _DERIVATIVES[name](graph, x)


_DERIVATIVES = {
    "sin": lambda g, x: g.cos(x),
    "cos": lambda g, x: -g.sin(x),
    "exp": lambda g, x: g.exp(x),
    "log": lambda g, x: 1 / x,
    "asin": lambda g, x: (1 - x**2) ** Fraction(-1, 2),
    "acos": lambda g, x: -((1 - x**2) ** Fraction(-1, 2)),
    "atan": lambda g, x: 1 / (1 + x**2),
    "asinh": lambda g, x: (1 + x**2) ** Fraction(-1, 2),
    "acosh": lambda g, x: (x**2 - 1) ** Fraction(-1, 2),
    "atanh": lambda g, x: 1 / (1 - x**2),
    "abs": lambda g, x: _sign(g, x),
    "sign": lambda g, x: g.zero,
}
