"""The real set f_1 = ... = f_p = 0 as sheets: coordinates solved for, with no part of the set left
out.

A function is factored first; a factor is solved for a coordinate in which it is linear or
quadratic, or for an angle. What a solution was divided by may vanish: that part of the set is
followed too, unless it is too small to be a part of its own (every part of the zeros of p functions
has at most p coordinates fewer). That a factor is no product of polynomials does not tell that:
s sin(x) + x vanishes where x = 0 besides where s = -x/sin(x).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import ball
from nonholo.errors import OutOfReach
from nonholo.expression.breaks import is_smooth_in
from nonholo.expression.graph import Expr, Graph, linear, ordered
from nonholo.expression.once import once
from nonholo.expression.ranges import Range, convex, range_of
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.branches import circular
from nonholo.geometry.zeros.half_angles import square_part
from nonholo.geometry.zeros.signs import cancelled, smooth_everywhere
from nonholo.geometry.zeros.zeros import (
    Surface,
    angle_put,
    nowhere_zero,
    split_squares,
    surfaces,
    turned_by,
)
from nonholo.linear.elimination import cost, surely, vanishes
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

MOST_SHEETS, MOST_STEPS = 16, 96
MOST_LEAN_SHEETS = 32
MOST_WAVES = 4  # of an angle in one turn of a coordinate that is solved for
PLAIN, LETTERS, REGULAR, ROOTS, LONG_ROOTS, ANGLE, DIVIDED = range(
    7
)  # ways to solve, the best first
UNSOLVED = say("the holonomic constraints could not be solved for coordinates")

Values = dict[Expr, Expr]
INVERSE: Mapping[str, Callable[[Expr], Expr]] = {
    "exp": lambda v: v.graph.call("log", v),
    "log": lambda v: v.graph.exp(v),
    "atan": lambda v: v.graph.sin(v) / v.graph.cos(v),
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """Coordinates as functions of the others: a part of the set, or most points of it.

    values: coordinate -> expression free of the solved ones; sources: the function it was solved
    from; under: what stands under roots and is not negative; slopes: what was divided by and is not
    0; turning: angles that were solved for, known up to whole turns.
    """

    values: Mapping[Expr, Expr] = field(default_factory=dict)
    sources: tuple[int, ...] = ()
    under: tuple[Expr, ...] = ()
    slopes: tuple[Expr, ...] = ()
    turning: tuple[Expr, ...] = ()

    def put(self, step: Step, source: int) -> Sheet:
        """With one coordinate more."""
        return Sheet(
            {s: step.into(e) for s, e in self.values.items()} | {step.coordinate: step.value},
            (*self.sources, source),
            (*map(step.into, self.under), *step.under),
            (*map(step.into, self.slopes), *step.slopes),
            (*self.turning, *([step.coordinate] if step.turns else [])),
        )

    @property
    def told(self) -> Values:
        """The values but for those that are known up to whole turns only."""
        return {s: e for s, e in self.values.items() if s not in self.turning}

    def over(self, graph: Graph) -> Sheet:
        """The sheet in another graph."""
        nodes = (tuple(graph.copy(e)) for e in (self.under, self.slopes, self.turning))
        return Sheet(graph.copied(self.values), self.sources, *nodes)


@dataclass(frozen=True, slots=True)
class Step:
    """One coordinate solved for: its value, what stands under a root, what was divided by."""

    coordinate: Expr
    value: Expr
    under: tuple[Expr, ...] = ()
    slopes: tuple[Expr, ...] = ()
    turns: bool = False

    def into(self, e: Expr) -> Expr:
        """The value put into an expression."""
        return e.subs({self.coordinate: self.value}) if e.has([self.coordinate]) else e


@dataclass(frozen=True, slots=True)
class Task:
    """What is to vanish, and the number of the function it comes from (-1: none); thin: a part on
    which it takes more than p solved coordinates is none of its own."""

    source: int
    surface: Surface
    thin: bool = False

    def into(self, step: Step) -> Task:
        """With the value of a coordinate put in."""
        f = step.into(self.surface.f)
        return self if f is self.surface.f else replace(self, surface=Surface(f))


def sheets(functions: Sequence[Expr], chart: Chart, prefer: Sequence[Expr] = ()) -> list[Sheet]:
    """The sheets of {f_1 = ... = f_p = 0}; none if the set is surely empty.

    prefer: coordinates to solve for, other things being equal.  Raises OutOfReach where the
    functions cannot be solved.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> x, y = plane.q
    >>> [dict(s.values) for s in sheets([x * y - y], plane)]
    [{x: 1}, {y: 0}]
    >>> sheets([x**2 + y**2 - 1, x - 3], plane)
    []
    """
    return parted(functions, chart, prefer, whole=True)[0]


@dataclass(frozen=True, slots=True)
class Unsolved:
    """A part of the set that is not solved for all it could be: sheet, what is solved; functions,
    what vanishes besides; why."""

    sheet: Sheet
    functions: tuple[Expr, ...]
    why: OutOfReach


def parted(
    functions: Sequence[Expr],
    chart: Chart,
    prefer: Sequence[Expr] = (),
    whole: bool = False,
) -> tuple[list[Sheet], list[Unsolved]]:
    """The sheets of {f_1 = ... = f_p = 0}, and the parts that could not be solved.

    whole: no such part is borne with.  Raises OutOfReach for one then, and for too many parts.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> x, y = plane.q
    >>> solved, (part,) = parted([x * (y + y.graph.sin(y) - 1)], plane)
    >>> [dict(s.values) for s in solved], part.functions
    ([{x: 0}], (y + sin(y) - 1,))
    """
    for lean in (False, True):
        answer = _parted(functions, chart, prefer, whole, lean)
        if answer is not None:
            return answer
    raise OutOfReach(say("{unsolved}: the set falls into too many parts", unsolved=UNSOLVED))


def _parted(
    functions: Sequence[Expr], chart: Chart, prefer: Sequence[Expr], whole: bool, lean: bool
) -> tuple[list[Sheet], list[Unsolved]] | None:
    """The same; None for too many parts.

    lean: where a factor of one function vanishes, others that have it too are not parted further,
    so that a part is not met again within itself.
    """
    most = MOST_LEAN_SHEETS if lean else MOST_SHEETS
    finished: list[Sheet] = []
    stopped: list[Unsolved] = []
    waiting: list[tuple[Sheet, list[Task]]] = [
        (Sheet(), [Task(i, Surface(f)) for i, f in enumerate(functions)])
    ]
    for _ in range(MOST_STEPS + len(functions)):
        if not waiting:
            return _distinct(finished), stopped
        sheet, tasks = waiting.pop(0)
        tasks = [task for task in tasks if not vanishes(task.surface.f)]
        if not tasks:
            finished.append(sheet)
        elif len(sheet.values) < len(functions) or not any(task.thin for task in tasks):
            try:
                waiting += _next(sheet, tasks, chart, prefer, lean)
            except OutOfReach as why:
                if whole:  # factors of what is left may take long
                    raise
                left = [_factor(task.surface, chart) for task in tasks]
                functions_left = tuple(f for f in left if f is not None)
                if len(functions_left) == len(left):
                    stopped.append(Unsolved(sheet, functions_left, why))
        if len(finished) + len(stopped) + len(waiting) > most:
            break
    return None


def _distinct(finished: Sequence[Sheet]) -> list[Sheet]:
    """Each sheet once, and none that lies in another."""
    once = {
        frozenset((s.index, e.index) for s, e in sheet.values.items()): sheet for sheet in finished
    }.values()
    return [
        a
        for a in once
        if not any(len(b.values) < len(a.values) and lies_in(a, b.values) for b in once)
    ]


def lies_in(inner: Sheet, values: Mapping[Expr, Expr]) -> bool:
    """On a sheet coordinates surely have these values.

    inner: the sheet; values: coordinate -> expression in others.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> x, y = chart(Graph(), ["x", "y"]).q
    >>> lies_in(Sheet({x: x.graph.zero, y: x.graph.one}), {y: x + 1})
    True
    """
    try:
        return all(vanishes((s - e).subs(inner.values)) for s, e in values.items())
    except (OutOfReach, ZeroDivisionError):
        return False


def _next(
    sheet: Sheet, tasks: list[Task], chart: Chart, prefer, lean: bool
) -> list[tuple[Sheet, list[Task]]]:
    """The sheets one step further; none if something cannot vanish."""
    plain = _plain(tasks, chart, prefer)
    if plain is not None:
        return _solved(sheet, tasks, chart, *plain)
    alone: list[Task] = []
    for n, task in enumerate(tasks):
        f = task.surface.f
        inside = within(f, chart) if f.has(chart.q) and not task.surface.angle else None
        if inside is not None:
            ahead = _put_within(sheet, tasks, n, *inside)
            if vanishes(inside[0]):
                return ahead
            return [more for s, left in ahead for more in _next(s, left, chart, prefer, lean)]
        parts = _parts(task.surface, chart)
        if len(parts) != 1 or len(parts[0]) != 1:
            others = [*tasks[:n], *tasks[n + 1 :]]
            shared = [_parts(t.surface, chart) if lean else [] for t in others]
            common = [piece for piece in parts if others and all(piece in p for p in shared)]
            return [
                (sheet, [*(replace(task, surface=s) for s in piece), *left])
                for piece in parts
                for left in [_besides(piece, common, others, shared)]
                if left is not None
            ]
        alone.append(replace(task, surface=parts[0][0]))
    return _solved(sheet, alone, chart, *_best(alone, chart, prefer))


def _besides(
    piece: tuple[Surface, ...],
    common: Sequence[tuple[Surface, ...]],
    others: Sequence[Task],
    shared: Sequence[Sequence[tuple[Surface, ...]]],
) -> list[Task] | None:
    """The other tasks where a piece of one vanishes: none of those that have it too; without the
    pieces that all have, whose zeros are followed apart.  None where nothing of one is left.
    """
    tasks = []
    for task, pieces in zip(others, shared):
        if piece in pieces:
            continue
        left = [p for p in pieces if p not in common]
        if len(left) < len(pieces) and all(len(p) == 1 for p in left):
            if not left:
                return None
            f = task.surface.f.graph.product([(p[0].f, 1) for p in left])
            task = replace(task, surface=Surface(f))
        tasks.append(task)
    return tasks


def _put_within(
    sheet: Sheet, tasks: list[Task], n: int, f: Expr, needed: Expr
) -> list[tuple[Sheet, list[Task]]]:
    """f = 0 in the place of task n, where what is needed besides is not negative."""
    known = range_of(needed)
    if known.negative:
        return []
    sheet = sheet if known.not_negative else replace(sheet, under=(*sheet.under, needed))
    return [(sheet, [*tasks[:n], replace(tasks[n], surface=Surface(f)), *tasks[n + 1 :]])]


def _solved(
    sheet: Sheet, tasks: list[Task], chart: Chart, n: int, steps: Sequence[Step]
) -> list[tuple[Sheet, list[Task]]]:
    """Task n solved: every solution, and where it was divided by zero."""
    solved, others = tasks[n], [task for k, task in enumerate(tasks) if k != n]
    turned = [step.coordinate for step in steps if step.turns]
    if turned and others and bare([task.surface.f for task in others], turned[:1]):
        raise OutOfReach(
            say(
                "{unsolved}: {angle} is known up to whole turns only, and they change with "
                "each turn",
                unsolved=UNSOLVED,
                angle=turned[0],
            )
        )
    try:
        ahead = [
            (sheet.put(step, solved.source), [task.into(step) for task in others])
            for step in steps  # where a divisor vanishes the set is followed apart
            if not any(vanishes(step.into(a)) for a in sheet.slopes)
        ]
    except ZeroDivisionError:
        raise OutOfReach(
            say("{unsolved}: a denominator vanishes on a part of the set", unsolved=UNSOLVED)
        ) from None
    slopes = steps[0].slopes
    if others:
        return [*ahead, *((sheet, [*tasks, Task(-1, Surface(a), thin=True)]) for a in slopes)]
    beside = (_where_divided(solved, a, steps[0].coordinate, chart) for a in slopes)
    return [*ahead, *((sheet, both) for both in beside if both)]


def _where_divided(solved: Task, slope: Expr, s: Expr, chart: Chart) -> list[Task]:
    """What vanishes where one function does and what its solution for s was divided by; nothing if
    these zeros are too few to be a part.

    They are of polynomials in symbols, for such a function is irreducible, and of a slope and a
    remainder in unlike coordinates.
    """
    f = solved.surface.f
    if f.diff(s).has([s]):
        return [Task(solved.source, Surface(e), thin=True) for e in (slope, f)]
    remainder = f.subs({s: f.graph.zero})
    alike = [q for q in (*chart.q, chart.t) if slope.has([q]) and remainder.has([q])]
    if not alike or all(g.kind in ("symbol", "pi") for g in Field([f]).generators):
        return []
    return [Task(solved.source, Surface(e), thin=True) for e in (slope, remainder)]


def _plain(tasks: Sequence[Task], chart: Chart, prefer) -> tuple[int, list[Step]] | None:
    """A task with a number before some coordinate: solved at once."""
    for n, task in enumerate(tasks):
        f = task.surface.f
        for s in sorted((q for q in chart.q if f.has([q])), key=lambda q: q not in prefer):
            if not is_smooth_in(f, s):
                continue
            slope = f.diff(s)
            if slope.is_number and not slope.is_zero:  # terms with s can cancel
                return n, [Step(s, -f.subs({s: f.graph.zero}) / slope)]
    return None


def _parts(surface: Surface, chart: Chart) -> list[tuple[Surface, ...]]:
    """The factors that can vanish at any time; of a sum of squares all its terms."""
    if surface.angle is not None:
        return [(surface,)]
    if not surface.f.has(chart.q):
        return []
    return [split_squares((s,)) for s in surfaces(surface.f, chart) if s.f.has(chart.q)]


def within(f: Expr, chart: Chart) -> tuple[Expr, Expr] | None:
    """What vanishes where f = a F(u) + b does, and what is not negative there: F a root, exp, log
    or atan, and a, b constants; of a root u^(p/q) any b.

    None where f is no such sum.

        u - F^-1(v),   of a root u^p - v^q,      v = -b/a

    v >= 0 for roots and exp, pi^2/4 - v^2 >= 0 for atan; with it both vanish at the same points.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> x, y = plane.q
    >>> within(plane.graph.sqrt(x**2 + y**2) - 2, plane)
    (x**2 + y**2 - 4, 2)
    """
    variables = [*chart.q, chart.t]
    moving = [(term, c) for term, c in linear(f)[1] if term.has(variables)]
    rooted = [(term, c) for term, c in moving if _has_root(term, variables)]
    if len(moving) != 1 and len(rooted) != 1:
        return None
    term, c = (rooted if len(moving) != 1 else moving)[0]
    powers = term.powers
    outer = [(base, e) for base, e in powers if base.has(variables)]
    if len(outer) != 1:
        return None
    graph, ((base, e),) = f.graph, outer
    size = graph.scale(graph.product([power for power in powers if power not in outer]), c)
    if not surely(size):
        return None
    value = (graph.scale(term, c) - f) / size
    if isinstance(e, Fraction) and len(moving) == 1:
        return base - value ** (1 / e), value
    if isinstance(e, Fraction):  # without a root of what moves, which would be taken again
        return base**e.numerator - value**e.denominator, value
    if len(moving) != 1 or e != 1 or base.kind != "function" or base.args[0] not in INVERSE:
        return None
    name, (u, *_) = base.args
    if name == "exp" and (not surely(value) or range_of(value).not_positive):
        return None
    needed = {"exp": value, "atan": graph.pi**2 / 4 - value**2}.get(name, graph.one)
    return u - INVERSE[name](value), needed


def _has_root(term: Expr, variables: Sequence[Expr]) -> bool:
    """A factor of it is a root of something that moves."""
    powers = term.args if term.kind == "product" else ()
    return any(isinstance(e, Fraction) and base.has(variables) for base, e in powers)


def _factor(surface: Surface, chart: Chart) -> Expr | None:
    """What vanishes where a surface does: its factor, if there is one and it can be told; None if
    nothing can vanish.
    """
    try:
        parts = _parts(surface, chart)
    except OutOfReach:
        return surface.f
    if not parts:
        return None
    return parts[0][0].f if len(parts) == len(parts[0]) == 1 else surface.f


def _best(tasks: Sequence[Task], chart: Chart, prefer) -> tuple[int, list[Step]]:
    """The task that is solved best, and its solutions."""
    ways = [
        (kind, coordinate not in prefer, price, n, k, steps)
        for n, task in enumerate(tasks)
        for k, (kind, coordinate, price, steps) in enumerate(_known_ways(task.surface, chart))
    ]
    if not ways:
        raise OutOfReach(UNSOLVED)
    *_, n, _, steps = min(ways, key=lambda way: way[:5])
    return n, steps


def _known_ways(surface: Surface, chart: Chart) -> list[tuple[int, Expr, int, list[Step]]]:
    """Those of an equation that stays while others are solved are looked for once."""
    asked = ("ways", surface, chart.q, chart.t)
    return once(surface.f.graph, asked, lambda: list(_ways(surface, chart)))


def _ways(surface: Surface, chart: Chart) -> Iterator[tuple[int, Expr, int, list[Step]]]:
    """(kind, coordinate, price, solutions) of one equation."""
    f = surface.f
    if surface.angle is not None and turned_by(surface.angle[0])[0] in chart.q:
        l, eighths = surface.angle
        s, _ = turned_by(l)
        yield REGULAR, s, 0, [Step(s, angle_put(l, k)[s], turns=True) for k in eighths]
    elif f.calls("sin", "cos"):
        yield from _whole_angles(f, chart)
    for s in chart.q:
        if f.has([s]):
            yield from _for_coordinate(f, s, chart)


def _whole_angles(f: Expr, chart: Chart) -> Iterator[tuple[int, Expr, int, list[Step]]]:
    """sin(c s + b) or cos(c s + b) = 0 with a whole number c: half turns divided by c."""
    graph, (name, (l,)) = f.graph, f.args
    first = graph.scale(graph.pi, Rational(1, 2)) if name == "cos" else graph.zero
    for s in chart.q:
        c = l.diff(s)
        if not (c.is_number and c.args.denominator == 1 and 0 < abs(c.args) <= MOST_WAVES):
            continue
        shift = first - l.subs({s: graph.zero})
        count = int(abs(c.args))
        steps = [Step(s, (shift + k * graph.pi) / c, turns=True) for k in range(2 * count)]
        yield (REGULAR if count == 1 else ANGLE), s, count - 1, steps


def _for_coordinate(f: Expr, s: Expr, chart: Chart):
    variables = [*chart.q, chart.t]
    slope = f.diff(s)
    if not slope.has([s]) and is_smooth_in(f, s):
        if not surely(slope):
            return
        kind = PLAIN if slope.is_number else LETTERS if not slope.has(variables) else REGULAR
        kind = DIVIDED if kind == REGULAR and not nowhere_zero(slope, chart) else kind
        yield (
            kind,
            s,
            cost(slope),
            [Step(s, -f.subs({s: f.graph.zero}) / slope, (), (slope,) if kind == DIVIDED else ())],
        )
        return
    second = slope.diff(s)
    if (
        not second.has([s])
        and is_smooth_in(f, s)
        and surely(second)
        and (not second.has(variables) or nowhere_zero(second, chart))
    ):
        yield (
            ROOTS if not second.has(variables) else LONG_ROOTS,
            s,
            cost(f),
            _roots(f, slope, second, s, chart),
        )
        return
    inverse = _inverse(f, s, variables)
    if inverse:
        yield ANGLE, s, cost(f), inverse
    if not any(node.kind == "function" and node.has([s]) for node in ordered([f])):
        return
    angles, divisor = circular(f, s, [x for x in variables if f.has([x])])
    if angles:
        slopes = () if nowhere_zero(divisor, chart) else (divisor,)
        yield ANGLE, s, cost(divisor), [Step(s, a, (), slopes, turns=True) for a in angles]
    elif arcs := _arcs(f, s, chart):
        yield ANGLE, s, cost(arcs[0].value), arcs


def _arcs(f: Expr, s: Expr, chart: Chart) -> list[Step]:
    """sin(s) or cos(s) = c, where nothing moves in c: two angles where 1 - c^2 is not negative."""
    variables = [*chart.q, chart.t]
    graph, quarter = f.graph, f.graph.scale(f.graph.pi, Rational(1, 2))
    for name, zero_at in (("asin", graph.zero), ("acos", quarter)):
        C = f.subs({s: zero_at})
        size = f.subs({s: quarter - zero_at}) - C
        wave = graph.sin(s) if name == "asin" else graph.cos(s)
        if size.has(variables) or C.has(variables) or not surely(size):
            continue
        if vanishes(size * wave + C - f):
            angle = graph.call(name, -C / size)
            other = graph.pi - angle if name == "asin" else -angle
            slopes = () if nowhere_zero(size, chart) else (size,)
            return [Step(s, a, (size**2 - C**2,), slopes, turns=True) for a in (angle, other)]
    return []


def _roots(f: Expr, slope: Expr, second: Expr, s: Expr, chart: Chart) -> list[Step]:
    """Both roots of a quadratic."""
    zero = f.graph.zero
    b, c = slope.subs({s: zero}), f.subs({s: zero})
    under = b**2 - 2 * second * c
    if vanishes(under):
        return [Step(s, -b / second)]
    outside, inside = _square_parts(under, chart)
    root = outside * f.graph.sqrt(inside)
    return [Step(s, sign / second, (inside,)) for sign in (root - b, -root - b)]


def _square_parts(e: Expr, chart: Chart) -> tuple[Expr, Expr]:
    """(g, c) with e = g^2 c: +-g sqrt(c) are two pieces, +-sqrt(e) a half of each and a half of
    the other.  (1, e) where c is negative, for then only g = 0 is real.
    """
    one = e.graph.one
    try:
        field = Field([e])
        square = square_part(field, field.normal(e).num)
    except OutOfReach:
        return one, e
    square = _linear_square(e, chart) if square.is_constant else square
    if square.is_constant:
        return one, e
    inside = e / square**2
    return (one, e) if is_negative(inside, chart) else (square, inside)


def _linear_square(e: Expr, chart: Chart) -> Expr:
    """v + b with e = a (v + b)^2 for a coordinate v and a constant a, which roots of numbers can
    hide; 1 where there is none.
    """
    for v in chart.q:
        slope = e.diff(v)
        second = slope.diff(v)
        if second.has([*chart.q, chart.t]) or not surely(second):
            continue
        at_zero = {v: e.graph.zero}
        middle = slope.subs(at_zero) / second
        if vanishes(e.subs(at_zero) * 2 - second * middle**2):
            return v + middle
    return e.graph.one


def is_negative(e: Expr, chart: Chart) -> bool:
    """Surely negative wherever it is defined, whatever numbers the parameters are.

    >>> import nonholo as nh
    >>> case = nh.System("x y", None, ["dx = c*x*dy"], parameters={"c": None})
    >>> told = [case.scope.expression(e) for e in ("-(x**2 + c**2*x**4)/x**2", "-c")]
    >>> [is_negative(e, case.system.chart) for e in told]
    [True, False]
    """
    if range_of(e).negative:
        return True
    moving = (*chart.q, chart.t)
    try:
        if vanishes(e) or (e.has(moving) and surfaces(e, chart)):
            return False
        known = not any(s not in moving for s in e.symbols()) and convex(e.symbols())
        if known and smooth_everywhere([e], chart):  # signs change at poles and jumps too
            sample = {s: Rational(3 * i + 2, 7) for i, s in enumerate(e.symbols())}
            value = ball(e, sample)
            return value.is_finite() and bool(value < 0)
        field = Field([e], Work.of(BUDGETS.factors))
        whole = cancelled(field, field.normal(e))
        ranges = [_range_by_terms(field, whole.num)]
        ranges += [_range_by_terms(field, field.factors[k]) for k, n in whole.den.items() if n % 2]
    except OutOfReach:
        return False
    signed = all(r.negative or r.positive for r in ranges)
    return signed and sum(r.negative for r in ranges) % 2 == 1


def _range_by_terms(field: Field, poly) -> Range:
    """The range of a polynomial as a sum of its terms, in a graph that met no other form of it."""
    fresh = field.graph.fresh(4)
    generators = fresh.copy(field.generators)
    return range_of(
        fresh.sum(
            [
                (fresh.product([(g, int(n)) for g, n in zip(generators, powers) if n]), c)
                for powers, c in poly.terms()
            ]
        )
    )


def _inverse(f: Expr, s: Expr, variables: Sequence[Expr]) -> list[Step]:
    """f = 0 where f is linear in exp(s), log(s), abs(s) or sqrt(s), with numbers before it, and
    holds s nowhere else.
    """
    graph = f.graph
    u = graph.symbol("value of a function")
    for node in ordered([f]):
        kind = _kind(node, s)
        if kind:
            moved = _replaced(f, node, u)
            slope = moved.diff(u)
            if moved.has([s]) or slope.has([*variables, u]) or not surely(slope):
                continue
            value = -moved.subs({u: graph.zero}) / slope
            if kind == "log":
                return [Step(s, graph.exp(value))]
            inverses = {
                "exp": lambda v: [graph.call("log", v)],
                "abs": lambda v: [v, -v],
                "sqrt": lambda v: [v**2],
            }
            return [Step(s, e, (value,)) for e in inverses[kind](value)]
    return []


def _kind(node: Expr, s: Expr) -> str:
    if node.calls("exp", "log", "abs") and node.args[1][0] is s:
        return node.args[0]
    return "sqrt" if node.kind == "product" and node.args == ((s, Fraction(1, 2)),) else ""


def _replaced(f: Expr, node: Expr, by: Expr) -> Expr:
    memo = {node.index: by}
    for below in ordered([f], stop=lambda n: n.index in memo):
        memo[below.index] = f.graph.copy_node(below, memo)
    return memo[f.index]


def bare(nodes: Sequence[Expr], angles: Sequence[Expr]) -> bool:
    """Some node changes when one of the angles makes a whole turn (as far as its form shows)."""
    graph = nodes[0].graph if nodes else None
    whole = {a: a + graph.scale(graph.pi, 2) for a in angles} if graph else {}
    return any(
        not vanishes(node.subs({a: moved}) - node)
        for a, moved in whole.items()
        for node in nodes
        if node.has([a])
    )


def at_numbers(sheet: Sheet, values: Mapping[Expr, Expr]) -> Sheet:
    """The sheet at numbers of parameters: values, parameter -> number.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> c, x, z = (g.symbol(name) for name in "cxz")
    >>> at_numbers(Sheet(values={z: c * x}), {c: g.lift(2)}).values
    {z: 2*x}
    """
    return replace(
        sheet,
        values={s: e.subs(values) for s, e in sheet.values.items()},
        under=tuple(e.subs(values) for e in sheet.under),
        slopes=tuple(e.subs(values) for e in sheet.slopes),
    )
