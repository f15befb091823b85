"""What differential equations say of unspecified functions, in words, where that is short.

D f = 0                     in the other equations derivatives of D f are 0 too
A(x) + B(y) = 0             both are constants, A = -B
A(x) + C(x) D(y) = 0        A/C and -D are the same constant, or A = C = 0
P f_x + Q f_y = 0           f is a function of G, dG = mu (Q dx - P dy)
a F' + b = 0, F = f, f' ..  G(F, y) is constant, dG = mu (a dF + b dy), mu free of F
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count

from nonholo.algebra.field import Field
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import PEOPLE, text
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.constraints.pfaffian import linear_parts, pfaffian
from nonholo.geometry.families.factors import factors
from nonholo.geometry.families.piece import numerator
from nonholo.geometry.integrals.integrals import FirstIntegral, potential
from nonholo.words.sentence import say, together
from nonholo.work import Work


def without_consequences(equations: Sequence[Expr]) -> tuple[Expr, ...]:
    """The equations, each where the letters, functions and derivatives that others say are 0 are.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.unspecified import Unspecified
    >>> g = Graph()
    >>> a, y = g.symbol("a"), g.symbol("y")
    >>> f, slope = (g.call(Unspecified("f", ("y",), (n,)), y) for n in (0, 1))
    >>> without_consequences([slope, a * f + a * y * slope])
    (f'(y), a*f(y))
    """
    left = list(equations)
    while True:
        gone = [e for e in left if is_unspecified(e) or e.kind == "symbol"]
        lessened = [e.subs(_derivatives(e, [zero for zero in gone if zero is not e])) for e in left]
        fewer = {text(e): e for e in lessened if not e.is_zero}
        if list(fewer) == [text(e) for e in left]:
            return tuple(left)
        left = list(fewer.values())


def _derivatives(e: Expr, gone: Iterable[Expr]) -> dict[Expr, Expr]:
    """The derivatives of what is gone, each with 0."""
    return {n: e.graph.zero for n in ordered([e]) if any(_follows(n, known) for known in gone)}


def _follows(node: Expr, known: Expr) -> bool:
    """Is it the same letter, or a derivative of a call at the same arguments?"""
    if known.kind == "symbol":
        return node is known
    if not is_unspecified(node) or node.args[1:] != known.args[1:]:
        return False
    one, other = node.args[0], known.args[0]
    return one.name == other.name and all(a >= b for a, b in zip(one.orders, other.orders))


def solutions(equations: Sequence[Expr], work: Work) -> str:
    """What the equations say together, the same in words; nothing if none is shorter so, or if
    a number shall be 0."""
    told = [_words(e, work) for e in equations]
    if not any(told) or any(e.is_number for e in equations):
        return ""
    return together(_after_sign("; ", told, equations))


def parted(equations: Sequence[Expr], work: Work) -> list[tuple[Expr, ...]]:
    """Sets of equations, of which one holds if and only if all the equations do: a product of
    functions of different arguments is 0 identically where one of them is.

    equations: each = 0 identically; work: a budget.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.unspecified import Unspecified
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> f, slope = (g.call(Unspecified("f", ("x",), (n,)), x) for n in (0, 1))
    >>> h = g.call(Unspecified("h", ("y",), (0,)), y)
    >>> parted([f * h, slope], Work.of(10**6))
    [(f(x),), (h(y), f'(x))]
    """
    left = without_consequences(equations)
    for e in left:
        parts = [e] if is_unspecified(e) else factors(e, work)
        if len(parts) > 1 and _are_apart(parts):
            others = [other for other in left if other is not e]
            return list(chain(*(parted([part, *others], work) for part in parts)))
    return [left]


def _are_apart(parts: Sequence[Expr]) -> bool:
    """Has no two of them an argument in common?"""
    arguments = [arguments_of([part]) for part in parts]
    return sum(map(len, arguments)) == len(set().union(*arguments))


def _words(equation: Expr, work: Work) -> str:
    """What one equation says; nothing if that is not shorter than the equation."""
    if not arguments_of([equation]):
        return ""
    parts = [equation] if is_unspecified(equation) else factors(equation, work)
    if len(parts) > 1:
        return _one_of_these(parts, work)
    (factor,) = parts or [equation]
    if is_unspecified(factor):
        return _vanishing(factor)
    ways = (_separated(factor), _in_proportion(factor))
    return next(filter(None, ways), "") or _along_curves(factor, work) or _first_order(factor, work)


def _one_of_these(parts: Sequence[Expr], work: Work) -> str:
    """A product of functions of different arguments is 0: one of them is, everywhere."""
    if not _are_apart(parts):
        return ""
    told = [_words(part, work) if arguments_of([part]) else "" for part in parts]
    if not any(told):
        return ""
    return together(_after_sign(say(" or "), told, parts))


def _after_sign(sign: str, told: Sequence[str], equations: Sequence[Expr]) -> list[str]:
    """Each equation in words, or as it is, with a sign between them."""
    parts: list[str] = []
    for words, e in zip(told, equations):
        parts += [sign] * bool(parts) + [words or f"{text(e, PEOPLE)} = 0"]
    return parts


def arguments_of(nodes: Iterable[Expr]) -> set[Expr]:
    """The symbols that unspecified functions hold.

    nodes: expressions.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.unspecified import Unspecified
    >>> g = Graph()
    >>> a, y = g.symbol("a"), g.symbol("y")
    >>> arguments_of([a * g.call(Unspecified("f", ("y",), (0,)), y)])
    {y}
    """
    calls = (node for node in ordered(nodes) if is_unspecified(node))
    return {s for call in calls for s in call.symbols()}


def _vanishing(equation: Expr) -> str:
    """What a single vanishing derivative says."""
    call, _ = equation.args
    orders = call.orders
    moving = [slot for slot, order in zip(call.slots, orders) if order]
    if not moving:
        return say("{function} is 0", function=call.name)
    if len(call.slots) == 1 and orders == (1,):
        return say("{function} is constant", function=call.name)
    if len(call.slots) == 1:
        return say(
            "{function} is a polynomial in {name} of degree below {degree}",
            function=call.name,
            name=call.slots[0],
            degree=orders[0],
        )
    if len(moving) == 1 and sum(orders) == 1:
        return say("{function} does not depend on {name}", function=call.name, name=moving[0])
    if len(call.slots) == 2 and orders == (1, 1):
        return say(
            "{function} is a function of {first} plus one of {second}",
            function=call.name,
            first=moving[0],
            second=moving[1],
        )
    return ""


def _separated(equation: Expr) -> str:
    """A function of some arguments is one of others: both are constant."""
    if equation.kind != "sum" or equation.args[0] != 0:
        return ""
    graph, varied = equation.graph, arguments_of([equation])
    sides: list[tuple[set[Expr], list[Expr]]] = []
    for term, coefficient in equation.args[1]:
        inner, terms = varied & set(term.symbols()), [graph.scale(term, coefficient)]
        for side in [side for side in sides if side[0] & inner]:
            inner, terms = inner | side[0], side[1] + terms
            sides.remove(side)
        sides.append((inner, terms))
    if len(sides) != 2 or not all(inner for inner, _ in sides):
        return ""
    first, second = (graph.add(*terms) for _, terms in sides)
    return _same_constant(*sorted((first, -second), key=lambda e: text(e, PEOPLE)))


def _same_constant(one: Expr, other: Expr) -> str:
    if text(one, PEOPLE).startswith("-"):
        one, other = -one, -other
    first, second = (text(e, PEOPLE) for e in (one, other))
    return say("{first} and {second} are the same constant", first=first, second=second)


def _in_proportion(equation: Expr) -> str:
    """A function of some arguments is one of them times one of others."""
    if equation.kind != "sum" or equation.args[0] != 0:
        return ""
    graph, varied = equation.graph, arguments_of([equation])
    for term, coefficient in equation.args[1]:
        mixed = graph.scale(term, coefficient)
        A = equation - mixed
        inner = varied & set(A.symbols())
        powers = term.powers
        shared = [(base, n) for base, n in powers if inner & set(base.symbols())]
        C = graph.product(shared)
        D = mixed / C
        if not shared or varied & set(C.symbols()) - inner:
            continue
        if not varied & set(D.symbols()) or inner & set(D.symbols()):
            continue
        free = [base for base, _ in shared if any(map(is_unspecified, ordered([base])))]
        if any(set(base.symbols()) - varied for base, _ in shared if base not in free):
            continue  # may be 0 for some letters
        told = _same_constant(A / C, -D)
        if not free:
            return told
        both = without_consequences([graph.multiply(*free), A])
        return together([told, say(" or "), " = ".join([*(text(e, PEOPLE) for e in both), "0"])])
    return ""


def _along_curves(equation: Expr, work: Work) -> str:
    """P f_x + Q f_y = 0: f is constant along curves, on which G is, dG = mu (Q dx - P dy)."""
    graph, calls = equation.graph, [n for n in ordered([equation]) if is_unspecified(n)]
    call, arguments = calls[0].args
    slopes = {n.args[0].orders: n for n in calls}
    alike = all(n.args[0].name == call.name and n.args[1] == arguments for n in calls)
    if not alike or set(slopes) != {(1, 0), (0, 1)} or any(a.kind != "symbol" for a in arguments):
        return ""
    if set(equation.symbols()) - set(arguments):
        return ""  # P and Q may be 0 for some letters
    letters = _unlike(equation, "PQ")
    split = linear_parts(graph, equation.subs(dict(zip(slopes.values(), letters))), letters)
    if split is None or not split[1].is_zero or any(c.has(letters) for c in split[0].values()):
        return ""
    along = dict(zip(slopes, (split[0].get(letter, graph.zero) for letter in letters)))
    G = _potential({arguments[0]: along[0, 1], arguments[1]: -along[1, 0]}, work)
    if G is None:
        return ""
    told = text(_whole(G.function), PEOPLE)
    return say("{function} is a function of {argument}", function=call.name, argument=told)


def _whole(G: Expr) -> Expr:
    """A multiple with whole coefficients, if it is divided by numbers alone."""
    field = Field([G], None)
    return numerator(G) if field.expanded(field.normal(G).den).is_constant() else G


def _unlike(equation: Expr, words: str) -> list[Expr]:
    """Symbols with names that do not stand in the equation."""
    names = set(map(str, equation.symbols()))
    tries = (chain([word], (f"{word}{i}" for i in count())) for word in words)
    free = [next(name for name in names_of if name not in names) for names_of in tries]
    return [equation.graph.symbol(name) for name in free]


def _potential(form: Mapping[Expr, Expr], work: Work) -> FirstIntegral | None:
    """G with dG = mu times the form, in the graph of the form."""
    graph = next(iter(form)).graph
    plane = chart(graph, [str(variable) for variable in form])
    row = graph.add(*(a * v for a, v in zip(form.values(), plane.v)))
    return potential(pfaffian(plane, [row]), 0, work.left)


def _first_order(equation: Expr, work: Work) -> str:
    """A function of an unknown and its argument that is constant, of an equation a F' + b = 0."""
    calls = [node for node in ordered([equation]) if is_unspecified(node)]
    unknown, slope = _unknown(calls)
    if unknown is None or slope is None:
        return ""
    (moving,) = _moved(slope)
    constant = _constant(equation, unknown, slope, moving, work)
    if constant is None:
        return ""
    told = text(constant, PEOPLE)
    if len(slope.args[0].slots) == 1:
        return say("{function} is constant", function=told)
    return say("{function} does not depend on {name}", function=told, name=str(moving))


def _unknown(calls: Sequence[Expr]) -> tuple[Expr | None, Expr | None]:
    """F and its slope F', where an equation holds these alone, or F' alone; else nothing."""
    slope = max(calls, key=lambda node: sum(node.args[0].orders))
    call, arguments = slope.args
    moved = [k for k, order in enumerate(call.orders) if order]
    if len(moved) != 1 or not all(a.kind == "symbol" for a in arguments):
        return None, None
    (k,) = moved
    lower = call.of_orders(order - (i == k) for i, order in enumerate(call.orders))
    unknown = slope.graph.call(lower, *arguments)
    alone = all(node in (unknown, slope) for node in calls)
    return (unknown, slope) if alone else (None, None)


def _moved(slope: Expr) -> list[Expr]:
    """The arguments that a derivative is taken by."""
    call, arguments = slope.args
    return [a for a, order in zip(arguments, call.orders) if order]


def _constant(equation: Expr, unknown: Expr, slope: Expr, moving: Expr, work: Work) -> Expr | None:
    """G with dG = mu (a dF + b dy) and mu free of F, so that no solution is lost."""
    F, V = letters = _unlike(equation, "FV")
    put = equation.subs({unknown: F, slope: V})
    split = linear_parts(equation.graph, put, [V])
    if split is None or V not in split[0]:
        return None
    a, b = split[0][V], split[1]
    G = None if any(e.has([V]) for e in (a, b)) else _potential({F: a, moving: b}, work)
    if G is None or G.factor is None or G.factor.has(letters):
        return None
    others = set(equation.symbols()) - set(unknown.args[1])
    if not all(_is_exponential(base) for base in _bases(G.factor) if base.has(others)):
        return None  # the factor may be 0 for some letters
    return _whole(G.function).subs({F: unknown})


def _bases(e: Expr) -> list[Expr]:
    """What is multiplied."""
    if e.kind == "sum" and e.args[0] == 0 and len(e.args[1]) == 1:
        return _bases(e.args[1][0][0])
    return [base for base, _ in e.args] if e.kind == "product" else [e]


def _is_exponential(e: Expr) -> bool:
    return e.calls("exp")
