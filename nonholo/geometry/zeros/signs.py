"""Where an expression can vanish: its real factors, without those that never do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, islice
from math import comb, prod

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.arithmetic.algebraic import real_zeros
from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational, fraction
from nonholo.arithmetic.polynomials import (
    Polynomial,
    coefficient_in,
    common_divisor,
    divided,
    factors_of,
    in_one_variable,
)
from nonholo.arithmetic.values import never_zero_on_circle
from nonholo.decide.ball import as_assumed, ball, obeys
from nonholo.errors import OutOfReach
from nonholo.expression.demands import demands, is_concave
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import DIVISION, Expr, calls_in, linear, ordered
from nonholo.expression.node import children
from nonholo.expression.once import once
from nonholo.expression.ranges import ANY, Range, convex, range_of
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.parts import parts
from nonholo.geometry.constraints.pfaffian import Pfaffian, nonzero
from nonholo.geometry.zeros.both_signs import (
    SHORT,
    has_both_signs,
    minors_of_both_signs,
    poles_of,
)
from nonholo.geometry.zeros.eliminants import beyond_basis, eliminated
from nonholo.geometry.zeros.projective import nowhere_together
from nonholo.geometry.zeros.reached import term_in_balls, vanishes_somewhere
from nonholo.geometry.zeros.shifted import shifted
from nonholo.linear.elimination import determinant
from nonholo.work import BUDGETS, Work, spend
from nonholo.writing.present import in_sines, presentable

MAX_MINORS = 60
MAX_NODES, MAX_TERMS = 150, 400  # of an expression whose sign is looked for
MAX_PRODUCT = 100 * MAX_TERMS  # terms times terms on the way to so few
MOST_DEGREE = 12  # of a polynomial in one variable whose real roots are counted
MAX_QUADRATIC = 60  # terms of a quadratic whose discriminant is looked at
JUMPING = ("sign", "atan2")  # without a pole
MAX_LENGTH = 160  # a locus longer than that tells nobody anything
Written = Callable[[Field, Polynomial, Chart], tuple[Expr, ...] | None]


def vanishing_factors(
    node: Expr, chart: Chart, units: int = BUDGETS.factors
) -> tuple[Expr, ...] | None:
    """The factors (for display) whose zeros in q, t are those of the expression.

    Factors of parameters alone are left out (parameters are taken as generic), and so are factors
    that are of one sign on sight.  None if this is out of reach.  units: of work.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> x, y = plane.q
    >>> vanishing_factors(x * (y**2 + 1) * plane.graph.symbol("R"), plane)
    (x,)
    """
    return _factors(node, chart, units, _shown_factors)


def zero_factors(node: Expr, chart: Chart) -> tuple[Expr, ...] | None:
    """The same as they stand in the normal form, not written for display.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> x, y = plane.q
    >>> zero_factors(x * (y**2 + 1) * plane.graph.symbol("R"), plane)
    (x,)
    """
    return _factors(node, chart, BUDGETS.factors, _plain_factors)


def _factors(node: Expr, chart: Chart, units: int, written: Written) -> tuple[Expr, ...] | None:
    if node.is_number:
        return ()
    asked = ("factors", node, written.__name__, units, chart.q, chart.t)
    return once(node.graph, asked, lambda: _written(node, chart, units, written))


def _written(node: Expr, chart: Chart, units: int, written: Written) -> tuple[Expr, ...] | None:
    try:
        field = Field([node], Work.of(units), MAX_PRODUCT)
        return written(field, cancelled(field, field.normal(node)).num, chart)
    except OutOfReach:
        return None


def poles(node: Expr, chart: Chart) -> tuple[Expr, ...]:
    """What an expression is divided by in its normal form, as far as it may vanish for some q, t.

    node, chart: the expression and its coordinates.  Raises OutOfReach where there is no normal
    form.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> own = chart(Graph(), ["x", "y"])
    >>> x, y = own.q
    >>> poles(1 / x - 1 / (y**2 + 1), own)
    (x,)
    """
    if not node.doubt & DIVISION:
        return ()
    field = Field([node], Work.of(BUDGETS.factors))
    below = (field.expression(field.factors[k]) for k in field.normal(node).den)
    return tuple(e for e in below if not never_vanishes(e, chart))


def _shown_factors(
    field: Field, poly, chart: Chart, most: int = MAX_TERMS, squares: bool = False
) -> tuple[Expr, ...] | None:
    if len(poly) > MAX_TERMS:
        return None
    factors = {}
    for factor, expression in _unsure_factors(field, poly, chart, squares):
        if len(factor) > most:
            return None
        negative = sum(c < 0 for c in factor.coeffs()) * 2 > len(factor)
        shown = presentable(-expression if negative else expression)
        factors[text(shown)] = shown
    return tuple(factors.values())


def _plain_factors(field: Field, poly: Polynomial, chart: Chart) -> tuple[Expr, ...] | None:
    few = len(poly) <= MAX_TERMS
    return tuple(e for _, e in _unsure_factors(field, poly, chart)) if few else None


def _unsure_factors(
    field: Field, poly, chart: Chart, squares: bool = False
) -> Iterator[tuple[Polynomial, Expr]]:
    """The factors that hold coordinates and are not of one sign on sight, as polynomials and as
    expressions; squares: of a sum of squares.
    """
    return ((f, field.expression(f)) for f in _unsure_parts(field, poly, chart, squares))


def _unsure_parts(field: Field, poly, chart: Chart, squares: bool = False) -> Iterator[Polynomial]:
    """The same as polynomials alone."""
    variables = [*chart.q, chart.t]
    for factor, _ in factors_of(poly)[1]:
        if moves(field, factor, variables) and not of_one_sign(
            field, factor, variables, squares=squares
        ):
            yield factor


def moves(field: Field, poly, variables) -> bool:
    """Something in the polynomial is a function of `variables`; cos(pi/d) is a number, whatever its
    node is merged with.
    """
    return any(
        degree and str(name) != "u" and g.has(variables)
        for degree, name, g in zip(poly.degrees(), field.context.names(), field.generators)
    )


def of_one_sign(
    field: Field,
    poly,
    variables,
    taken: frozenset[int] = frozenset(),
    work: Work | None = None,
    squares: bool = False,
) -> bool:
    """Never zero on sight: even powers, exponentials and roots with coefficients of one sign and a
    term that cannot vanish, in sines or in cosines; a constant larger than all its sines together;
    or a polynomial in one variable, or in one sine and cosine, without real roots; a sum of even
    powers of one sine and cosine; or bounds that exclude zero, under what is assumed of symbols.

    taken: generators of which discriminants were taken already; work: for these, as each is asked
    for its own; squares: it is a sum of squares or a factor of one, of which no zero is looked for
    at points, nor bounds where it is long.
    """
    work = work or Work.of(BUDGETS.signs)
    pairs = list(field.circle_pairs)
    spend(10 * len(poly) * (2 + len(pairs)))
    if (taken or squares) and len(poly) > MAX_QUADRATIC and _endless(field, poly):
        return _norm_apart(field, poly, variables, taken, work)
    if not squares and vanishes_somewhere(field, poly, variables):
        return False
    turned = (in_sines(field, poly, some) for some in (*([pair] for pair in pairs), pairs))
    forms = chain([poly], (form for form in turned if form is not poly))
    ranges = [_range(g, variables) for g in field.generators]
    return (
        range_of(field.expression(poly)).nonzero
        or any(_even(field, form, variables, ranges) for form in forms)
        or _even_from_bounds(field, poly, variables, ranges)
        or _dominated(field, poly)
        or _rootless(field, poly, variables, taken, work)
        or _in_one_without_roots(poly)
        or any(_on_circle(field, poly, pair) for pair in pairs)
        or any(_of_one_angle(field, poly, pair) for pair in pairs)
        or _norm_apart(field, poly, variables, taken, work)
    )


def _endless(field: Field, poly: Polynomial) -> bool:
    """A term has an odd power of what takes all values and comes together with no other generator:
    neither bounds of the terms nor their powers tell a sign.
    """
    free = [
        k
        for k, g in enumerate(field.generators)
        if (g.kind == "symbol" or is_unspecified(g))
        and range_of(g) == ANY
        and not any(g in children(other) for other in field.generators if other is not g)
    ]
    if field.graph.stated:
        return False
    degrees = poly.degrees()
    odd = any(degrees[k] % 2 for k in free)  # seen before all terms are listed
    return odd or any(e[k] % 2 for e in poly.monoms() for k in free)


def _even(field: Field, poly, variables, ranges: Sequence[Range]) -> bool:
    signs, anchored = set(), False
    for exponents, above in _terms_with_signs(field, poly):
        used = [(g, r, int(e)) for g, r, e in zip(field.generators, ranges, exponents) if e]
        if above is None or any(
            e % 2 and not (r.not_negative or r.not_positive) for _, r, e in used
        ):
            return False
        minus = sum(e % 2 for _, r, e in used if not r.not_negative)
        signs.add(above == (minus % 2 == 0))
        anchored |= not any(g.has(variables) and not r.nonzero for g, r, _ in used)
    return len(signs) == 1 and anchored


def _even_from_bounds(field: Field, poly, variables, ranges: Sequence[Range]) -> bool:
    """The same, counted from what is assumed: a (V - b) + V^2 where V > b > 0."""
    forms = shifted(field, poly, variables, ranges)
    return any(_even(field, form, variables, told) for form, told in forms)


def _terms_with_signs(field: Field, poly) -> Iterator[tuple[Sequence[int], bool | None]]:
    """The terms, each with whether its coefficient is positive: numbers such as cos(1/5) are parts
    of coefficients, whose signs balls tell, None where they do not.  f(0) has any value.
    """
    degrees = poly.degrees()
    used = [(k, g) for k, g in enumerate(field.generators) if degrees[k]]
    numbers = [k for k, g in used if not g.support and not any(map(is_unspecified, ordered([g])))]
    if not numbers:
        yield from ((exponents, bool(c > 0)) for exponents, c in poly.terms())
        return
    sizes = [ball(field.generators[k], {}) for k in numbers]
    coefficients: dict[tuple[int, ...], Ball] = {}
    for exponents, c in poly.terms():
        others = tuple(0 if k in numbers else int(e) for k, e in enumerate(exponents))
        powers = [int(exponents[k]) for k in numbers]
        term = term_in_balls(c, sizes, powers)  # a node of its value may be written with symbols
        coefficients[others] = coefficients.get(others, Ball(0)) + term
    for others, value in coefficients.items():
        clear = value.is_finite() and not value.contains(0)
        yield others, bool(value > 0) if clear else None


def _range(generator: Expr, variables) -> Range:
    """Bounds of a generator: an even root is not negative, and not zero where its radicand is of
    one sign.
    """
    bounds = range_of(generator)
    if bounds.nonzero or generator.kind != "product" or len(generator.args) != 1:
        return bounds
    base, e = generator.args[0]
    if isinstance(e, int) or not base.has(variables):
        return bounds
    inner = Field([base])
    return replace(bounds, apart=of_one_sign(inner, inner.normal(base).num, variables))


def _dominated(field: Field, poly) -> bool:
    """|constant| > sum of |coefficients| of the other terms, which are products of sines and
    cosines.
    """
    bounded = {str(g) for pair in field.circle_pairs for g in pair}
    names, constant, others = [str(n) for n in field.context.names()], 0, 0
    for exponents, c in poly.terms():
        used = {name for name, e in zip(names, exponents) if e}
        if not used <= bounded:
            return False
        constant, others = (abs(c), others) if not used else (constant, others + abs(c))
    return constant > others


def _on_circle(field: Field, poly, pair) -> bool:
    """sum_j b_j c^(2 j) s^(2 (d - j)) with b_j of one sign, those of c^(2 d) and s^(2 d) not
    zero: s^2 + a c^2, a > 0.
    """
    c, s = pair
    k, other = (field.context.names().index(str(g)) for g in (c, s))
    powers: dict[int, dict[tuple[int, ...], Rational]] = {}
    for exponents, coefficient in poly.terms():
        if exponents[other] or exponents[k] % 2:
            return False
        lowered = tuple(0 if i == k else e for i, e in enumerate(exponents))
        powers.setdefault(int(exponents[k]) // 2, {})[lowered] = coefficient
    d = max(powers)
    bounds = []
    for j in range(d + 1):
        parts = [
            field.context.from_dict(powers[i]) * comb(d - i, j - i)
            for i in range(j + 1)
            if i in powers
        ]
        bounds.append(range_of(field.expression(sum(parts, field.zero))))
    ends = bounds[0].nonzero and bounds[-1].nonzero
    return ends and (all(r.not_negative for r in bounds) or all(r.not_positive for r in bounds))


def _rootless(field: Field, poly, variables, taken: frozenset[int], work: Work) -> bool:
    """A quadratic in one generator whose discriminant is negative everywhere, on sight.

    Of no generator twice: the relation of a root brings back what a discriminant has eliminated.
    """
    try:
        return len(poly) <= MAX_QUADRATIC and _negative_discriminant(
            field, poly, variables, taken, work
        )
    except OutOfReach:
        return False


def _of_one_angle(field: Field, poly: Polynomial, pair: Sequence[Polynomial]) -> bool:
    """In the sine and the cosine of one angle alone: 3 + 2 sin(x) + 2 cos(x)."""
    gens = list(field.context.gens())
    c, s = (gens.index(g) for g in pair)
    if any(degree and k not in (c, s) for k, degree in enumerate(poly.degrees())):
        return False
    return never_zero_on_circle(
        [(int(e[c]), int(e[s]), fraction(coefficient)) for e, coefficient in poly.terms()]
    )


def _norm_apart(field: Field, poly, variables, taken: frozenset[int], work: Work) -> bool:
    """a + b sqrt(u) where a^2 - b^2 u is never 0: x + sqrt(x^2 + 1)."""
    for k, (degree, g) in enumerate(zip(poly.degrees(), field.generators)):
        if degree == 1 and k not in taken and g.is_square_root:
            try:
                work.require()
                a, b = (coefficient_in(poly, k, d) for d in (0, 1))
                root = field.context.gens()[k]
                norm = field.times(a, a) - field.times(field.times(b, b), field.times(root, root))
                if norm != 0 and of_one_sign(field, norm, variables, taken | {k}, work):
                    return True
            except OutOfReach:
                return False
    return False


def _in_one_without_roots(poly) -> bool:
    """In one generator alone, with rational coefficients: no real number is a root."""
    line = in_one_variable(poly)
    if line is None or len(line) % 2 == 0 or not 2 < len(line) - 1 <= MOST_DEGREE:
        return False
    return not real_zeros(line)


def _negative_discriminant(
    field: Field, poly, variables, taken: frozenset[int], work: Work
) -> bool:
    for k, (degree, g) in enumerate(zip(poly.degrees(), field.generators)):
        if degree == 2 and k not in taken and (g.kind == "symbol" or len(field.generators) == 1):
            work.require()
            a, b, c = (coefficient_in(poly, k, d) for d in (2, 1, 0))
            under = field.times(b, b) - 4 * field.times(a, c)
            if under != 0 and _negative(field, under, variables, taken | {k}, work):
                return True
    return any(_definite(field, poly, variables, taken, work, *pair) for pair in field.circle_pairs)


def _definite(
    field: Field, poly, variables, taken: frozenset[int], work: Work, cosine, sine
) -> bool:
    """A c^2 + B c s + D, that is (A + D) c^2 + B c s + D s^2, is a definite form."""
    c, s = (list(field.context.gens()).index(g) for g in (cosine, sine))
    if (
        c in taken
        or {(int(e[c]), int(e[s])) for e in poly.monoms()} - {(2, 0), (1, 1), (0, 0)}
        or poly.degrees()[c] == 0
    ):
        return False
    parts = {
        (i, j): field.context.from_dict(
            {
                tuple(0 if k in (c, s) else int(p) for k, p in enumerate(e)): v
                for e, v in poly.terms()
                if (e[c], e[s]) == (i, j)
            }
        )
        for i, j in ((2, 0), (1, 1), (0, 0))
    }
    A, B, D = parts[2, 0], parts[1, 1], parts[0, 0]
    under = field.times(B, B) - 4 * field.times(A + D, D)
    return under != 0 and _negative(field, under, variables, taken | {c}, work)


def _negative(field: Field, poly, variables, taken: frozenset[int], work: Work) -> bool:
    """Negative by its bounds; or at a point, which is soon seen, and of one sign: never zero where
    its generators take all values in between.

    What is assumed not to be 0, atan(1/x) and sign(x) are not 0, and have both signs; so has
    x + sqrt(x^2 - 1), which has no values between.  A function that is not specified has no value
    at a point.
    """
    used = [g for g, degree in zip(field.generators, poly.degrees()) if degree]
    if len(poly) > MAX_QUADRATIC and any(map(is_unspecified, used)) and _endless(field, poly):
        return False
    node = field.expression(poly)
    if range_of(node).nonzero:
        return range_of(node).negative
    ranges = (_range(g, variables) for g in used)
    if any(r.whole or (r.nonzero and not (r.positive or r.negative)) for r in ranges):
        return False
    at = as_assumed({s: Rational(1, 3) for s in node.symbols()})
    value = ball(node, at)
    if not value.is_finite() or not bool(value < 0) or not obeys(at):
        return False
    if poly.is_constant():
        return True
    return of_one_sign(field, poly, variables, taken, work) and _is_connected(used)


def _is_connected(generators: Sequence[Expr]) -> bool:
    """Where all have values is surely one piece, on which none jumps: it is convex, but for what
    never vanishes.
    """
    nodes = ordered(generators)
    return (
        convex([node for node in nodes if node.kind == "symbol"])
        and not any(node.calls(*JUMPING) for node in nodes)
        and not any(map(poles_of, nodes))
        and all(is_concave(u) or _has_no_zero(u) for u, _ in demands(generators))
    )


def _has_no_zero(u: Expr) -> bool:
    """For no numbers of its symbols, letters among them."""
    if range_of(u).nonzero:
        return True
    inner = Field([u])
    return of_one_sign(inner, inner.normal(u).num, u.symbols())


def never_vanishes(node: Expr, chart: Chart) -> bool:
    """Surely nonzero for all q, t (parameters generic); of a long expression this is not asked.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> line = chart(Graph(), ["x"])
    >>> x = line.q[0]
    >>> never_vanishes(x**2 + 1, line), never_vanishes(x**2 - 1, line)
    (True, False)
    """
    if node.is_zero:
        return False
    if not node.has([*chart.q, chart.t]) or range_of(node).nonzero:
        return True
    if jumps(node, chart):
        return False
    asked = ("never vanishes", node, chart.q, chart.t)
    return once(node.graph, asked, lambda: _never_vanishes(node, chart))


def jumps(node: Expr, chart: Chart) -> bool:
    """A sign that moves stands in it, which is 0 where it jumps though its square is written as 1.

    node: an expression; chart: of what moves.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> line = chart(Graph(), ["x"])
    >>> jumps(line.graph.call("sign", line.q[0]), line), jumps(line.q[0], line)
    (True, False)
    """
    return _signed([node], [*chart.q, chart.t])


def _never_vanishes(node: Expr, chart: Chart) -> bool:
    nodes = len(ordered([node]))
    if nodes > MAX_NODES or (nodes > SHORT and has_both_signs(node, chart)):
        return False
    try:
        field = Field([node], Work.of(BUDGETS.factors), MAX_PRODUCT)
        poly = cancelled(field, field.normal(node)).num
    except OutOfReach:
        return False
    return len(poly) <= MAX_TERMS and next(_unsure_factors(field, poly, chart), None) is None


def meet_factors(nodes: Sequence[Expr], chart: Chart) -> None:
    """Of expressions that surely vanish somewhere, and are short, the first factor that may vanish
    is met as it is in normal form: what equals it is written so from then on.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> x, y = plane.q
    >>> meet_factors([x * (y**2 + 1) - x * y * (y - 1)], plane)
    """
    for node in (node for node in nodes if len(ordered([node])) <= SHORT):
        _factors(node, chart, BUDGETS.factors, _first_factor)


def _first_factor(field: Field, poly: Polynomial, chart: Chart) -> tuple[Expr, ...]:
    """The first factor that is not of one sign on sight; that is not asked of the only one."""
    if len(poly) > MAX_TERMS:
        return ()
    variables = [*chart.q, chart.t]
    moving = [factor for factor, _ in factors_of(poly)[1] if moves(field, factor, variables)]
    unsure = (f for f in moving if len(moving) == 1 or not of_one_sign(field, f, variables))
    return (field.expression(next(unsure, poly)),)


PARTED = ("log", "abs", "sign")  # smooth but where the argument vanishes
BOUNDED = ("asin", "acos", "atan2", "acosh", "atanh")  # not smooth, or not defined, elsewhere too


def smooth_everywhere(
    functions: Iterable[Expr], chart: Chart, parted: Sequence[str] = PARTED
) -> bool:
    """Surely have derivatives of every order at every point: nothing that is divided by, stands
    under a root or in a logarithm, or under abs and sign, vanishes anywhere.

    parted: functions of which this is asked, so without abs and sign: smooth but for these.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> line = chart(Graph(), ["x"])
    >>> x = line.q[0]
    >>> g = x.graph
    >>> smooth_everywhere([g.sqrt(1 + x**2)], line), smooth_everywhere([g.call("abs", x)], line)
    (True, False)
    """
    risky: dict[Expr, None] = {}  # as a set, in a fixed order: many functions share a few
    for node in ordered(functions):
        if node.calls(*BOUNDED):
            return False
        if node.kind == "product":
            risky |= {base: None for base, e in node.args if not (isinstance(e, int) and e > 0)}
        elif node.calls(*parted):
            risky |= dict.fromkeys(node.args[1])
    return all(never_vanishes(e, chart) for e in risky)


def solved_as_written(rows: Pfaffian) -> bool:
    """Each row has a velocity, with a number before it, that no other row has.

    So nothing grows when the rows are solved.

    >>> import nonholo as nh
    >>> solved_as_written(nh.constraints("dz = y dx").system.pfaffian)
    True
    >>> solved_as_written(nh.constraints("x dz = y dx").system.pfaffian)
    False
    """
    filled = [nonzero(row) for row in rows.matrix]
    uses = Counter(j for row in filled for j in row)
    return all(any(uses[j] == 1 and e.is_number for j, e in row.items()) for row in filled)


def rank_drop(pfaffian: Pfaffian) -> tuple[Expr, ...] | None:
    """Where A loses rank: real factors that all maximal minors share, and where the rest of them
    vanish together.

    The common zeros of the rest are given as a sum of squares.  None if out of reach.

    >>> import nonholo as nh
    >>> rank_drop(nh.constraints("x dy = y dx").system.pfaffian)
    (y**2 + x**2,)
    """
    lost = _rank_drop(pfaffian)
    return None if lost == () and not solved_as_written(pfaffian) and _jump(pfaffian) else lost


def _jump(rows: Pfaffian) -> bool:
    """Too few columns are left without signs, which are 0 at a jump though their squares are
    written as 1.
    """
    moving = [*rows.chart.q, rows.chart.t]
    smooth = [j for j in range(rows.chart.n) if not _signed([r[j] for r in rows.matrix], moving)]
    if len(smooth) == rows.chart.n:
        return False
    columns = islice(combinations(smooth, rows.k), MAX_MINORS)
    return not any(never_vanishes(minor(rows, c), rows.chart) for c in columns)


def _signed(entries: Sequence[Expr], moving: Sequence[Expr]) -> bool:
    signs = calls_in(entries, "sign")
    return any(e.has(moving) for e in signs)


def _rank_drop(pfaffian: Pfaffian) -> tuple[Expr, ...] | None:
    chart, k = pfaffian.chart, pfaffian.k
    if k == 0 or solved_as_written(pfaffian):
        return ()
    apart = parts(pfaffian)
    if len(apart) > 1:
        each = [_rank_drop(part) for _, part in apart]
        known = [factors for factors in each if factors is not None]
        if len(known) < len(each):
            return None
        return tuple({text(f): f for factors in known for f in factors}.values())
    if comb(chart.n, k) > MAX_MINORS or k > 6:
        return None
    minors = {c: minor(pfaffian, c) for c in combinations(range(chart.n), k)}
    minors = {c: m for c, m in minors.items() if not m.is_zero}
    if _one_never_vanishes(pfaffian, minors):
        return ()
    try:
        return _common_zeros(list(minors.values()), chart)
    except OutOfReach:
        return None


def _one_never_vanishes(rows: Pfaffian, minors: Mapping[tuple[int, ...], Expr]) -> bool:
    """One of the minors by their columns; long ones are seen to vanish all at once."""
    long = [c for c, m in minors.items() if len(ordered([m])) > SHORT]
    short = (m for c, m in minors.items() if c not in long)
    if any(never_vanishes(m, rows.chart) for m in short):
        return True
    vanishing = minors_of_both_signs(rows.matrix, long, rows.chart)
    return any(never_vanishes(minors[c], rows.chart) for c in long if c not in vanishing)


def _common_zeros(minors: list[Expr], chart: Chart) -> tuple[Expr, ...] | None:
    field = Field(minors, Work.of(BUDGETS.factors))
    polys = [_bare(field, field.normal(m).num, chart) for m in minors]
    shared = field.zero
    for poly in polys:
        shared = common_divisor(shared, poly)
    quotients = _without_multiples([poly / shared for poly in polys])
    if no_common_zero(field, quotients, [*chart.q, chart.t]):
        return _shown_factors(field, shared, chart)
    squares = field.zero
    for quotient in quotients:
        squares += field.times(quotient, quotient)
    common = _shown_factors(field, shared, chart)
    alone = _shown_factors(field, squares, chart, MAX_LENGTH, squares=True)  # a term is a sign long
    if common is None or alone is None or any(len(text(e)) > MAX_LENGTH for e in alone):
        return None
    return _without_contained({text(e): e for e in (*common, *alone)})


def _bare(field: Field, poly, chart: Chart):
    """The polynomial without factors that vanish nowhere, each of the others once."""
    return prod(_unsure_parts(field, poly, chart), start=field.one)


def _without_multiples(polys: Iterable) -> list:
    """Those that are no multiples of others: x and x y vanish together where x does."""
    least: list = []
    for poly in sorted(polys, key=len):
        if all(divided(poly, other) is None for other in least):
            least.append(poly)
    return least


def _without_contained(by_text: dict[str, Expr]) -> tuple[Expr, ...]:
    """Of sums of even powers such as x**2 + y**2 and x**2 + y**2 + z**2 the one with more zeros
    is enough.
    """
    sufficient: list[Expr] = []
    for e in sorted(by_text.values(), key=lambda e: e.support.bit_count()):
        symbols = _vanishing_symbols(e)
        if symbols is None or not any(
            less and symbols >= less for less in map(_vanishing_symbols, sufficient)
        ):
            sufficient.append(e)
    return tuple(sufficient)


def _vanishing_symbols(e: Expr) -> set[str] | None:
    """The symbols that are all zero where a sum of even powers, one symbol a term, vanishes;
    None for others.
    """
    constant, terms = linear(e)
    bases = [t.args[0] for t, c in terms if t.kind == "product" and len(t.args) == 1 and c > 0]
    even = all(
        isinstance(power, int) and power % 2 == 0 and base.kind == "symbol" for base, power in bases
    )
    return (
        {base.args for base, _ in bases}
        if constant == 0 and even and len(bases) == len(terms)
        else None
    )


def no_common_zero(field: Field, polys, variables) -> bool:
    """The ideal of the polynomials contains a nonzero polynomial of parameters alone (Groebner
    basis).

    Roots and other constants that obey relations are eliminated along with what moves: r^2 - 2 is
    no such polynomial."""
    moving = eliminable(field, variables)
    if not field.generators:
        return any(p != 0 for p in polys)
    polys = list(polys)
    if beyond_basis(field, polys):
        members = [*polys, *field.relations]
        single = any(p != 0 and not any(p.degrees()[k] for k in moving) for p in members)
    else:
        single = bool(eliminated(field, polys, moving))
    return single or nowhere_together(field, polys, moving)


def eliminable(field: Field, variables) -> list[int]:
    """The places of the generators that move, or that are constants with relations.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, a = g.symbol("x"), g.symbol("a")
    >>> field = Field([a * x])
    >>> [field.generators[k] for k in eliminable(field, [x])]
    [x]
    """
    return [
        k
        for k, g in enumerate(field.generators)
        if g.has(variables) or g.kind not in ("symbol", "pi")
    ]


def minor(pfaffian: Pfaffian, columns) -> Expr:
    """det A_D for the given columns.

    >>> import nonholo as nh
    >>> minor(nh.constraints("x dz = y dx").system.pfaffian, [0])
    x
    """
    rows = [[row[j] for j in columns] for row in pfaffian.matrix]
    return determinant(pfaffian.chart.graph, rows)
