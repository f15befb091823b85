"""Where coefficients are defined: a point that is shown is a real one, at which every function
has a value.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from math import lcm
from types import MappingProxyType

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import PRECISIONS, as_assumed, ball, balls, obeys
from nonholo.decide.feasible import numbers_inside
from nonholo.decide.separation import is_zero_number
from nonholo.errors import OutOfReach
from nonholo.expression.demands import demands, whole_powers
from nonholo.expression.functions import angle_parts, half_turns, is_unspecified
from nonholo.expression.graph import Expr, calls_in, ordered
from nonholo.expression.ranges import ANY, Range, both, range_of
from nonholo.expression.reading import positive_only
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.branches import Branch
from nonholo.words.sentence import say

TRIES = 40  # of drawing numbers that obey relations between parameters
POSITIVE = Range(low=Rational(0), apart=True)
SAMPLES = 4  # values of the parameters that stay letters


UNREAL = say("no point was found at which all coefficients are real")


def exists(
    nodes: Sequence[Expr],
    equations: Sequence[Expr],
    point: Mapping[Expr, Expr],
    chart: Chart,
    inside: bool = False,
) -> bool:
    """The point is real, every part of the nodes has a value there, and a ball around each equation
    holds 0.

    inside: the points around it have values too.

    Parameters that stay letters are given several values, as they are assumed.
    """
    variables = (*chart.q, *chart.v, chart.t)
    every = ordered(nodes)
    if any(is_unspecified(n) and n not in point for n in every) or not as_declared(point):
        return False  # a function that is not specified has no value anywhere
    needed = demands(nodes)
    try:
        values = chart.graph.substitute([*every, *equations], point)
        under = chart.graph.substitute([u for u, _ in needed], point)
    except (ZeroDivisionError, OutOfReach):
        return False
    if any((strict or inside) and u.is_zero for u, (_, strict) in zip(under, needed)):
        return False
    values = [*point.values(), *values]
    if any(value.has(variables) for value in values):
        return False
    return all(
        _fine(values, len(equations), at) and not any(_below(u, at, inside) for u in under)
        for at in _samples(chart.parameters([*values, *under]))
    )


def as_declared(point: Mapping[Expr, Expr]) -> bool:
    """What is assumed of coordinates and parameters surely holds at a point of exact constants.

    point: symbols by their values; those that hold letters are left out.

    >>> import nonholo as nh
    >>> r = nh.System({"r": {"positive": True}, "x": {}}, constraints=["r' = x'"]).system.chart.q[0]
    >>> as_declared({r: r.graph.one}), as_declared({r: r.graph.zero})
    (True, False)
    """
    known = {s: ball(v, {}, 128) for s, v in point.items() if not v.support}
    return obeys(known)


def _samples(letters: Sequence[Expr]) -> list[dict[Expr, Rational]]:
    rng = random.Random(len(letters))
    return [drawn_as_declared(letters, rng) for _ in range(SAMPLES if letters else 1)]


def drawn_as_declared(letters: Sequence[Expr], rng: random.Random) -> dict[Expr, Rational]:
    """Numbers for parameters of which what is assumed holds, if any of some tries obeys it."""
    drawn: dict[Expr, Rational] = {}
    for _ in range(TRIES):
        drawn = as_assumed(
            {s: Rational(rng.choice((-1, 1)) * rng.randint(1, 60), 20) for s in letters}
        )
        if obeys(drawn):
            break
    return drawn


def _fine(values: Sequence[Expr], equations: int, at: Mapping[Expr, Rational]) -> bool:
    """All values are finite at some precision, and the last ones may be 0."""
    for precision in PRECISIONS:
        enclosed = balls(values, at, precision)
        if all(value.is_finite() for value in enclosed):
            return all(value.contains(0) for value in enclosed[len(enclosed) - equations :])
    return False


def switches(nodes: Iterable[Expr]) -> list[Expr]:
    """The calls of abs, which bends where its argument is 0, and of sign, which jumps there.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> switches([g.call("sign", g.symbol("x")) + 1])
    [sign(x)]
    """
    calls = (n for n in ordered(nodes) if n.kind == "function")
    return [n for n in calls if n.args[0] in ("abs", "sign")]


def beyond_letter_powers(nodes: Sequence[Expr]) -> str:
    """Why an answer is open where a power with a whole letter in its exponent is not looked at;
    nothing if none of the nodes holds such a power.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.intervals import Range
    >>> g = Graph()
    >>> y, n = g.symbol("y"), g.symbol("n", Range(whole=True))
    >>> print(beyond_letter_powers([y**n]))
    y to the power n is looked at where y > 0 only; give n a value
    """
    return next((positive_only(u, n) for u, n in whole_powers(nodes)), "")


def beyond_letter_signs(nodes: Sequence[Expr], chart: Chart) -> str:
    """Why what is found for one sign of a letter need not hold for the other; nothing if abs and
    sign are of no letters alone.

    nodes: expressions; chart: whose coordinates are no letters.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> g = Graph()
    >>> line, a = chart(g, ["x"]), g.symbol("a")
    >>> print(beyond_letter_signs([g.call("abs", a) - a], line)[:24])
    the sign of a may decide
    """
    moving = [*chart.q, *chart.v, chart.t]
    inside = (call.args[1][0] for call in switches(nodes))
    letter = next((u for u in inside if u.support and not u.has(moving)), None)
    return "" if letter is None else sign_may_decide(text(letter))


def sign_may_decide(letters: str) -> str:
    """Why an answer is open: it may be another one for another sign.

    letters: texts of what may have either sign.

    >>> print(sign_may_decide("a")[:24])
    the sign of a may decide
    """
    return say(
        "the sign of {letter} may decide; try a value, or what is assumed of it", letter=letters
    )


def beyond_waves(nodes: Sequence[Expr]) -> str:
    """Why what holds for almost all real letters need not do so for whole ones: a sine or cosine of
    these has finitely many values; nothing if none of the nodes holds such a one.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.ranges import assumption
    >>> g = Graph()
    >>> beyond_waves([g.cos(g.pi * g.symbol("n", assumption(integer=True)))])[:28]
    'cos(pi*n) has finitely many '
    """
    wave, _ = repeating(nodes)
    if wave is None:
        return ""
    return say(
        "{function} has finitely many values for whole numbers, each of which was not looked at; "
        "try giving the letter a value",
        function=wave,
    )


def undefined(node: Expr, values: Mapping[Expr, Expr]) -> str:
    """Why an expression surely has no real value anywhere, at the given values of parameters;
    nothing if it may have some.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, y = g.symbol("a"), g.symbol("y")
    >>> undefined(y / (a - 1), {a: g.one})
    'it is divided by a - 1, which is 0'
    >>> undefined(g.sqrt(-y**2 - 1), {})
    '-y**2 - 1 has to be 0 or more, and is so nowhere'
    """
    below = divisors([node])
    needed = demands([node])
    try:
        there = node.graph.substitute([*below, *(u for u, _ in needed)], values)
    except ZeroDivisionError:
        return say("there is a division by 0")
    for b, value in zip(below, there):
        if _is_zero(value):
            return say("it is divided by {divisor}, which is 0", divisor=b)
    for (u, strict), value in zip(needed, there[len(below) :]):
        if surely_negative(value) or (strict and _is_zero(value)):
            return has_to_be(u, strict)
    return ""


def _is_zero(value: Expr) -> bool:
    """Surely; a constant may hold roots in roots."""
    return value.is_zero or (value.is_constant and is_zero_number(value))


def has_to_be(u: Expr, strict: bool) -> str:
    """What is demanded of u, which it is nowhere.

    >>> from nonholo.expression.graph import Graph
    >>> print(has_to_be(Graph().lift(-1), strict=True))
    -1 has to be more than 0, and is so nowhere
    """
    least = say("more than 0") if strict else say("0 or more")
    return say("{argument} has to be {least}, and is so nowhere", argument=u, least=least)


def somewhere(
    nodes: Sequence[Expr], chart: Chart, values: Mapping[Expr, Expr] = MappingProxyType({})
) -> bool:
    """A point was found around which all roots and logarithms of the nodes are real.

    values: of parameters, which are not moved.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> line = chart(Graph(), ["x"])
    >>> x, graph = line.q[0], line.graph
    >>> somewhere([graph.sqrt(x - 200)], line), somewhere([graph.sqrt(x), graph.sqrt(-x)], line)
    (True, False)
    """
    under = [(u.subs(values), strict or not values) for u, strict in demands(nodes)]
    needed = [
        u
        for u, strict in under
        if (strict or not u.is_zero)
        and not range_of(u).positive
        and not any(is_unspecified(n) for n in ordered([u]))
    ]
    if any(not u.support and _below(u, {}, True) for u in needed):
        return False
    moving = [u for u in needed if u.support]
    if not moving:
        return True
    graph = chart.graph.fresh()
    stated = ((u.subs(values), known) for u, known in chart.graph.stated.items())
    stated = ((u, known) for u, known in stated if u.support or not values)
    for u, known in [*stated, *((u, POSITIVE) for u in moving)]:
        (copied,) = graph.copy([u])
        graph.stated[copied] = both(graph.stated.get(copied, ANY), known)
    return numbers_inside(graph) is not None


def not_inside(nodes: Sequence[Expr], point: Mapping[Expr, Expr]) -> Expr | None:
    """What has to be positive at a point, so that the nodes have values all around it, and is not
    shown to be; None where all is, or hangs on letters.

    Raises ZeroDivisionError at a pole.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> [not_inside([g.sqrt(x) ** 3, g.sqrt(x**2 + 1)], {x: g.lift(n)}) for n in (-1, 0, 1)]
    [x, x, None]
    """
    for u, strict in demands(nodes):
        known = range_of(u)
        if known.positive or (known.not_negative and not strict):
            continue
        value = u.subs(point)
        if value.is_zero or range_of(value).negative:
            return u
        if value.is_constant and _below(value, {}, True):
            return u
    return None


def analytic_everywhere(nodes: Sequence[Expr]) -> bool:
    """No root, logarithm, arc, kink or pole of the nodes is met at any numbers.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> [analytic_everywhere([e]) for e in (g.exp(x) / (x**2 + 1), 1 / x, g.log(x))]
    [True, False, False]
    """
    return (
        all(range_of(u).positive for u, _ in demands(nodes))
        and all(range_of(call.args[1][0]).nonzero for call in switches(nodes))
        and all(range_of(b).nonzero for b in divisors(nodes))
        and not calls_in(nodes, "atan2")
    )


def divisors(nodes: Sequence[Expr]) -> list[Expr]:
    """What the nodes are divided by.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> divisors([g.sqrt(g.symbol("x")) / g.symbol("y")])
    [y]
    """
    return [b for n in ordered(nodes) if n.kind == "product" for b, e in n.args if e < 0]


def repeating(nodes: Sequence[Expr]) -> tuple[Expr | None, dict[Expr, int]]:
    """A sine or cosine in the nodes with finitely many values for whole numbers, such as cos(pi n),
    and after how many steps of each letter all of them are the same again.

    What holds for one n is not what holds for almost all.  No letters: not found.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.ranges import assumption
    >>> g = Graph()
    >>> n, x = g.symbol("n", assumption(integer=True)), g.symbol("x")
    >>> repeating([x * g.cos(g.pi * n / 3)]), repeating([x * g.cos(x * n)])
    ((cos(pi*n/3), {n: 6}), (None, {}))
    """
    wave: Expr | None = None
    steps: dict[Expr, int] = {}
    for node in ordered(nodes):
        if node.calls("sin", "cos"):
            for atom, c in angle_parts(node.graph, node.args[1][0])[0]:
                if half_turns(atom):
                    wave = node
                    letters = [b for b, _ in atom.args if b.kind != "pi"]
                    if len(letters) > 1 or letters[0].kind != "symbol":
                        return wave, {}
                    steps[letters[0]] = lcm(steps.get(letters[0], 1), 2 * c.denominator)
    return wave, steps


def outside(nodes: Sequence[Expr], solved: Sequence[Branch]) -> bool:
    """On every branch some node surely has no value: what is solved there is no part of the
    configurations.
    """
    needed = demands(nodes)
    return bool(solved) and all(any(_never(u, strict, b) for u, strict in needed) for b in solved)


def _never(u: Expr, strict: bool, branch: Branch) -> bool:
    try:
        there = u.subs(branch.values)
    except ZeroDivisionError:
        return True
    return surely_negative(there) or (strict and there.is_zero)


def surely_negative(value: Expr) -> bool:
    """By its sign as it is assumed, or as a number.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> surely_negative(g.cos(g.lift(3))), surely_negative(-(g.symbol("x") ** 2))
    (True, False)
    """
    return range_of(value).negative or (value.is_constant and _below(value, {}, False))


def _below(number: Expr, at: Mapping[Expr, Rational], inside: bool) -> bool:
    """Surely negative; or, if it has to be positive, not surely that."""
    value = balls([number], at)[0]
    if inside:
        return not (value.is_finite() and bool(value > Ball(0)))
    return value.is_finite() and bool(value < Ball(0))
