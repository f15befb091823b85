"""The door to SymPy: expressions of a graph as SymPy expressions and back, exactly.

    node  <->  Add, Mul, Pow with rational exponents, Rational, pi, E, the functions of the language

Both ways walk with a stack of their own, so depth costs no recursion and a shared node is
converted once.  Nothing is simplified: SymPy's plain evaluation on construction is all that
happens, and above `SHALLOW` levels not even that, because it recurses.

A SymPy Float is read as the shortest decimal that stands for it (0.1 is 1/10).  One that needs more
digits than its precision guarantees (0.3333333333333333, 0.30000000000000004) is the rounded result
of some calculation, not the number that was meant, and is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cache, reduce
from typing import Any

from nonholo.arithmetic.numbers import Rational
from nonholo.errors import NonholoError
from nonholo.expression.graph import FUNCTIONS, Expr, Graph, children, ordered
from nonholo.expression.unspecified import Unspecified
from nonholo.readers.sympy_functions import applied
from nonholo.readers.sympy_functions import written as unspecified_written
from nonholo.words.sentence import say

NO_FUNCTIONS: Mapping[str, Sequence[str]] = {}
DIGITS = 500  # of a number that is read, as in texts
SHALLOW = 40  # levels up to which SymPy evaluates; it recurses several frames a level

# functions that SymPy has and the language has not: what they are in it
_DERIVED = {
    "log": lambda g, x, *base: g.log(x) / g.log(*base) if base else g.log(x),
    "coth": lambda g, x: g.call("cosh", x) / g.call("sinh", x),
    "sech": lambda g, x: 1 / g.call("cosh", x),
    "csch": lambda g, x: 1 / g.call("sinh", x),
    "acot": lambda g, x: g.call("atan", 1 / x),
    "asec": lambda g, x: g.call("acos", 1 / x),
    "acsc": lambda g, x: g.call("asin", 1 / x),
    "Heaviside": lambda g, x, at: _step(g, x, at),
    "Max": lambda g, *args: reduce(lambda a, b: (a + b + g.call("abs", a - b)) / 2, args),
    "Min": lambda g, *args: reduce(lambda a, b: (a + b - g.call("abs", a - b)) / 2, args),
}


def _step(graph: Graph, x: Expr, at_zero: Expr) -> Expr:
    """Heaviside's step, (1 + sign(x))/2, 1/2 where x = 0."""
    if at_zero != graph.number(Rational(1, 2)):
        raise NonholoError(
            say(
                "Heaviside(x, {at_zero}): sign knows the value 1/2 where x = 0; try Heaviside(x)",
                at_zero=str(at_zero),
            )
        )
    return (1 + graph.call("sign", x)) / 2


# to SymPy -------------------------------------------------------------------------------------
def to_sympy(nodes: Iterable[Expr], names: Mapping[Expr, Any]) -> list[Any]:
    """The nodes as SymPy expressions; `names` says what stands for each of their symbols.

    >>> import sympy
    >>> g, x = Graph(), sympy.Symbol("x")
    >>> node = g.symbol("x")
    >>> to_sympy([g.sin(node) / 3, g.sqrt(2 * node)], {node: x})
    [sin(x)/3, sqrt(2)*sqrt(x)]

    A symbol in their form on which none of them depends needs no name: it is 1.  Raises
    NonholoError for another symbol without a name."""
    from sympy import Integer

    roots = list(nodes)
    below, support = ordered(roots), roots[0].graph.mask(roots) if roots else 0
    idle = {n: Integer(1) for n in below if n.kind == "symbol" and not n.support & support}
    write = _Writer(idle | dict(names))
    for node in below:
        write(node)
    return [write.done[id(root)] for root in roots]


class _Writer:
    """Builds the SymPy expression of a node whose children are done."""

    def __init__(self, names: Mapping[Expr, Any]):
        self.names = names
        self.done: dict[int, Any] = {}
        self.depth: dict[int, int] = {}

    def __call__(self, node: Expr) -> None:
        depth = 1 + max((self.depth[id(child)] for child in children(node)), default=0)
        self.depth[id(node)] = depth
        self.done[id(node)] = getattr(self, node.kind)(node, depth <= SHALLOW)

    def of(self, node: Expr) -> Any:
        return self.done[id(node)]

    def number(self, node: Expr, evaluate: bool) -> Any:
        del evaluate
        return _rational(node.args.p, node.args.q)

    def pi(self, node: Expr, evaluate: bool) -> Any:
        from sympy import pi

        del node, evaluate
        return pi

    def symbol(self, node: Expr, evaluate: bool) -> Any:
        del evaluate
        if node not in self.names:
            known = ", ".join(s.args for s in self.names) or say("none at all")
            raise NonholoError(
                say(
                    "the symbol {args} has no SymPy name; known are {known}",
                    args=node.args,
                    known=known,
                )
            )
        return self.names[node]

    def sum(self, node: Expr, evaluate: bool) -> Any:
        from sympy import Add, Mul

        constant, terms = node.args
        parts = [_rational(constant.p, constant.q)] if constant != 0 else []
        for term, c in terms:
            written, factor = self.of(term), _rational(c.p, c.q)
            parts.append(written if c == 1 else Mul(factor, written, evaluate=evaluate))
        return Add(*parts, evaluate=evaluate)

    def product(self, node: Expr, evaluate: bool) -> Any:
        from sympy import Mul, Pow

        parts = []
        for base, e in node.args:
            written = self.of(base)
            exponent = _rational(e.numerator, e.denominator)
            parts.append(written if e == 1 else Pow(written, exponent, evaluate=evaluate))
        return Mul(*parts, evaluate=evaluate)

    def function(self, node: Expr, evaluate: bool) -> Any:
        name, args = node.args
        written = [self.of(arg) for arg in args]
        if isinstance(name, Unspecified):
            return unspecified_written(name, written)
        if name in ("sin", "cos") and node.is_constant:  # SymPy would nest roots for sin(pi/5)
            evaluate = False
        elif name in ("abs", "sign"):  # it would take conjugates and expand
            evaluate = written[0].is_Atom
        return _sympy_functions()[name](*written, evaluate=evaluate)


def _rational(p: Any, q: Any) -> Any:
    from sympy import Rational

    return Rational(int(p), int(q))


@cache
def _sympy_functions() -> dict[str, Any]:
    """SymPy's class for every function of the language."""
    import sympy

    classes = {name: getattr(sympy, name) for name in FUNCTIONS - {"abs", "sqrt"}}
    return classes | {"abs": sympy.Abs, "sqrt": sympy.sqrt}


# from SymPy -----------------------------------------------------------------------------------
def from_sympy(
    expressions: Iterable[Any],
    graph: Graph,
    names: Mapping[Any, Expr],
    functions: Mapping[str, Sequence[str]] = NO_FUNCTIONS,
) -> list[Expr]:
    """The SymPy expressions as nodes of the graph.

    names: what stands for a Symbol, an undefined function of time, a Derivative of one; functions:
    the names of the arguments of unspecified functions.

    >>> import sympy
    >>> g, x = Graph(), sympy.Symbol("x")
    >>> from_sympy([sympy.tan(x) * sympy.cos(x), 0.1 * x], g, {x: g.symbol("x")})
    [sin(x), x/10]

    Raises NonholoError for whatever has no meaning here, with its name.
    """
    roots = [_sympified(e) for e in expressions]
    done: dict[int, Expr] = {}
    alive = list(_below(roots, functions))
    for piece, parts in alive:
        try:
            args = [done[id(p)] for p in parts]
            call = applied(piece, functions) if parts else None
            done[id(piece)] = (
                _read(piece, args, graph, names)
                if call is None
                else graph.call(
                    Unspecified(call.name, tuple(functions[call.name]), call.orders), *args
                )
            )
        except ZeroDivisionError:
            raise NonholoError(
                say("{piece}: division by an expression that is zero", piece=shown(piece))
            ) from None
    return [done[id(root)] for root in roots]


def leaves(expressions: Iterable[Any]) -> list[Any]:
    """The pieces that `from_sympy` looks up in its names or refuses, and the numbers.

    >>> import sympy
    >>> leaves([sympy.Symbol("x") ** 2])
    [x, 2]
    """
    return [piece for piece, parts in below(expressions) if not parts]


def below(expressions: Iterable[Any]) -> Iterator[tuple[Any, tuple]]:
    """Every piece of some expressions with its parts, parts first."""
    return _below([_sympified(e) for e in expressions])


def _sympified(value: Any) -> Any:
    """A SymPy object; texts are never parsed by SymPy, which would execute them."""
    from sympy import SympifyError, sympify

    try:
        return sympify(value, strict=True)
    except (SympifyError, TypeError, ValueError):
        raise _refusal(value) from None


def _below(
    roots: list[Any], functions: Mapping[str, Sequence[str]] = NO_FUNCTIONS
) -> Iterator[tuple[Any, tuple]]:
    """Every piece below the roots with its parts, parts first, each object once.

    Keep what it yields as long as you use ids: parts may exist for the walk only.
    """
    done: set[int] = set()
    stack: list[tuple[Any, tuple | None]] = [(root, None) for root in reversed(roots)]
    while stack:
        piece, parts = stack.pop()
        if parts is not None:
            yield piece, parts
        elif id(piece) not in done:
            done.add(id(piece))
            parts = _parts(piece, functions)
            stack.append((piece, parts))
            stack.extend((part, None) for part in reversed(parts))


def _parts(piece: Any, functions: Mapping[str, Sequence[str]]) -> tuple:
    """The arguments of what can be read by its arguments; nothing else is entered."""
    if type(piece) in _readings():
        return tuple(piece.args)
    call = applied(piece, functions)
    return call.args if call else ()


@cache
def _readings() -> dict[Any, Callable[[Graph, list[Expr]], Expr]]:
    """How a SymPy class with arguments is read."""
    import sympy

    def function(name):
        return lambda g, args: g.call(name, *args)

    def derived(rule):
        return lambda g, args: rule(g, *args)

    named = {c: function(name) for name, c in _sympy_functions().items() if name != "sqrt"}
    other = {getattr(sympy, name): derived(rule) for name, rule in _DERIVED.items()}
    arithmetic = {
        sympy.Add: lambda g, args: g.add(*args),
        sympy.Mul: lambda g, args: g.multiply(*args),
        sympy.Pow: lambda g, args: g.power(*args),
    }
    return named | other | arithmetic


def _read(piece: Any, args: list[Expr], graph: Graph, names: Mapping[Any, Expr]) -> Expr:
    reading = _readings().get(type(piece))
    if reading is None:
        return _leaf(piece, graph, names)
    if _is_complex(piece, args):
        raise _refusal(piece, "ImaginaryUnit")
    return reading(graph, args)


def _is_complex(piece: Any, args: list[Expr]) -> bool:
    """A power of a negative number whose exponent is no integer."""
    if not piece.is_Pow or not args[0].is_number or args[0].args >= 0:
        return False
    return not args[1].is_number or args[1].args.q != 1


def _leaf(piece: Any, graph: Graph, names: Mapping[Any, Expr]) -> Expr:
    import sympy

    if isinstance(piece, sympy.Basic) and piece in names:
        if not piece.is_commutative:
            raise _refusal(piece, "Noncommutative")
        return names[piece]
    if isinstance(piece, sympy.Rational):
        return graph.lift(bounded(Fraction(int(piece.p), int(piece.q))))
    if isinstance(piece, sympy.Float):
        return graph.lift(bounded(exact(piece)))
    if piece is sympy.pi:
        return graph.pi
    if piece is sympy.E:
        return graph.exp(1)
    raise _refusal(piece)


def bounded(value: Fraction) -> Fraction:
    """The number, if it has as few digits as a text may have.

    Raises NonholoError.
    """
    bits = max(abs(value.numerator), value.denominator).bit_length()
    if bits > DIGITS * 3.33:
        raise NonholoError(
            say(
                "a number of about {number} digits; at most {digits} are read",
                number=int(bits / 3.32),
                digits=DIGITS,
            )
        )
    return value


# floats ---------------------------------------------------------------------------------------
def decimal(value: Any) -> tuple[Fraction, int]:
    """The shortest decimal that a SymPy Float stands for, and how many digits it has.

    Raises NonholoError for infinity and nan.

    >>> import sympy
    >>> decimal(sympy.Float(0.1))
    (Fraction(1, 10), 1)
    """
    from mpmath.libmp import from_str, repr_dps, to_str

    raw, precision = value._mpf_, value._prec
    for digits in range(1, repr_dps(precision) + 1):
        text = to_str(raw, digits)
        if from_str(text, precision, "n") == raw:
            return Fraction(text), digits
    raise NonholoError(say("{value}: no finite number", value=value))


_ROUNDED: ContextVar[list[Any] | None] = ContextVar("rounded", default=None)


@contextmanager
def rounded_as_written() -> Iterator[list[Any]]:
    """Floats with the digits of a rounded result are read as the decimals that they show, and
    listed.
    """
    met: list[Any] = []
    token = _ROUNDED.set(met)
    try:
        yield met
    finally:
        _ROUNDED.reset(token)


def exact(value: Any) -> Fraction:
    """The decimal that was meant; a float with the digits of a rounded result is refused, unless
    `rounded_as_written`.

    Raises NonholoError.
    """
    from mpmath.libmp import prec_to_dps

    number, digits = decimal(value)
    if digits > max(1, prec_to_dps(value._prec)):
        if (met := _ROUNDED.get()) is not None:
            met.append(value)
            return number
        raise NonholoError(
            say(
                "{value}: a float of {digits} digits is a rounded result; needed is an exact "
                "number; try Rational(1, 3), sqrt(2), pi, or a Symbol with its value under "
                "parameters",
                value=value,
                digits=digits,
            )
        )
    return number


# refusals -------------------------------------------------------------------------------------
_SYMBOL = "is not declared here"
_UNFINISHED = "is not worked out", ".doit()"
_ARRAY = "is no scalar", "its entries one by one (.as_explicit() gives them)"
_CONDITION = "is a condition, not an expression", "Eq(left, right) or left - right as a constraint"
_INFINITE = "is no finite number", "finite exact numbers"
# the name of a SymPy class -> what is wrong with it, and what to try
_REFUSED = {
    "ImaginaryUnit": ("is not real", "real expressions; a moment of inertia may be Symbol('I')"),
    "Noncommutative": ("does not commute", "Symbols without commutative=False"),
    "Symbol": (_SYMBOL, "a Symbol that is a parameter, or a coordinate with its (t)"),
    "Derivative": (
        "is no velocity or acceleration of a coordinate, the only derivatives here",
        "q.diff(t) or q.diff(t, 2) of a coordinate, functions=[a] for a function of time that is "
        "not specified, or .doit() if it can be worked out",
    ),
    "AppliedUndef": (
        "is an undefined function that is no coordinate",
        "listing it among the coordinates, q.diff(t) for a generalised speed, functions=[a] for a "
        "function of time that is not specified, or an explicit expression in t",
    ),
    "ExprWithLimits": _UNFINISHED,
    "Limit": _UNFINISHED,
    "Subs": _UNFINISHED,
    "UnevaluatedExpr": _UNFINISHED,
    "Piecewise": ("has several branches", "one branch at a time, each as a system of its own"),
    "MatrixElement": _ARRAY,
    "Indexed": ("is an element of an array", "a Symbol for each element"),
    "MatrixBase": _ARRAY,
    "MatrixExpr": _ARRAY,
    "NDimArray": _ARRAY,
    "ndarray": _ARRAY,
    "Vector": ("is a vector", "components: v.dot(frame.x)"),
    "Dyadic": ("is a dyadic", "components: frame.x.dot(d).dot(frame.x)"),
    "Relational": _CONDITION,
    "Boolean": _CONDITION,
    "BooleanAtom": (
        "is no expression but an answer",
        "Eq(left, right) of two sides that differ; Python's == compares forms at once",
    ),
    "Infinity": _INFINITE,
    "NegativeInfinity": _INFINITE,
    "ComplexInfinity": _INFINITE,
    "NaN": _INFINITE,
    "NumberSymbol": ("is a constant the language has not", "a Symbol with its value"),
    "str": ("is a text", "SymPy expressions here"),
    "Application": (
        "is a function the language has not",
        f"an expression in {', '.join(sorted(FUNCTIONS))}",
    ),
}


def _refusal(piece: Any, kind: str = "") -> NonholoError:
    """Names the piece, what is wrong with it and what to try."""
    kinds = [kind, *(c.__name__ for c in type(piece).__mro__)]
    entry = next((_REFUSED[k] for k in kinds if k in _REFUSED), None)
    what, hint = entry or (
        f"({type(piece).__name__}) has no meaning here",
        "sums, products, powers and functions of coordinates, velocities, t and Symbols",
    )
    return NonholoError(f"{shown(piece)} {what}; try {hint}")


def shown(piece: Any) -> str:
    """The piece as SymPy prints it, cut where it gets long."""
    try:
        written = " ".join(str(piece).split())
    except (RecursionError, ValueError):  # ValueError: an integer of thousands of digits
        written = f"a long {type(piece).__name__}"
    return written if len(written) <= 80 else written[:77] + "..."
