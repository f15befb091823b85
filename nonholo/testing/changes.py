"""Random changes of how a case is told, none of which changes what is true of the system.

units, turns, rotations, bends, stretches   q = phi(Q)
clocks, starts                              t = c T + s, L and forces k times as large
orders, mixtures, letters                   names and order, rows, parameters
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from hypothesis import strategies as st

from nonholo.expression.graph import Expr
from nonholo.readers.case import Case
from nonholo.testing.tellings import WORD, Telling, retold

FACTORS = st.sampled_from([Fraction(1000), Fraction(1, 1000), Fraction(-1), Fraction(2)])


@st.composite
def units(draw: st.DrawFn, case: Case) -> Telling:
    """q = c Q for some coordinates: other units, or the other way round."""
    chosen = draw(_some(case))
    factors = {q: draw(FACTORS) for q in chosen}
    return retold(
        case, {q: c * q for q, c in factors.items()}, {q: q / c for q, c in factors.items()}
    )


@st.composite
def turns(draw: st.DrawFn, case: Case) -> Telling:
    """q = Q + c for some coordinates: counted from elsewhere; c = pi/3 and the like."""
    pi = case.system.chart.graph.pi
    by = st.sampled_from([pi / 3, pi / 2, -pi, case.system.chart.graph.one, 2 * pi - 3])
    shifts = {q: draw(by) for q in draw(_some(case))}
    return retold(
        case, {q: q + c for q, c in shifts.items()}, {q: q - c for q, c in shifts.items()}
    )


@st.composite
def rotations(draw: st.DrawFn, case: Case) -> Telling:
    """x = c X - s Y, y = s X + c Y."""
    x, y = _pair(draw, case)
    graph = x.graph
    fifth, half = Fraction(1, 5), Fraction(1, 2)
    c, s = draw(
        st.sampled_from(
            [
                (graph.lift(3 * fifth), graph.lift(4 * fifth)),
                (graph.zero, graph.one),
                (graph.lift(half), graph.sqrt(graph.lift(3)) / 2),
            ]
        )
    )
    return retold(case, {x: c * x - s * y, y: s * x + c * y}, {x: c * x + s * y, y: c * y - s * x})


@st.composite
def bends(draw: st.DrawFn, case: Case) -> Telling:
    """x = X + s(y), one to one everywhere."""
    x, y = _pair(draw, case)
    graph = x.graph
    by = draw(st.sampled_from([2 * y, -y, y**2, graph.sin(y), y**3, graph.exp(y)]))
    return retold(case, {x: x + by}, {x: x - by})


@st.composite
def stretches(draw: st.DrawFn, case: Case) -> Telling:
    """x = X + X^3 or 2 X + sin(X), one to one everywhere, or x = exp(X), which tells of x > 0."""
    (x,) = draw(_some(case, most=1))
    graph = x.graph
    kind = draw(st.sampled_from(["cube", "wave", "exp"]))
    phi = {"cube": x + x**3, "wave": 2 * x + graph.sin(x), "exp": graph.exp(x)}[kind]
    psi = {x: graph.log(x)} if kind == "exp" else None
    return retold(case, {x: phi}, psi, narrow=kind == "exp")


@st.composite
def clocks(draw: st.DrawFn, case: Case) -> Telling:
    """t = 2 T, and L and the forces three times as large; t = T + 1 where time stands in them."""
    pace, weight = draw(
        st.sampled_from([(Fraction(2), Fraction(1)), (Fraction(1, 3), Fraction(5))])
    )
    return retold(case, pace=pace, weight=weight)


@st.composite
def starts(draw: st.DrawFn, case: Case) -> Telling:
    """t = T + s."""
    return retold(case, shift=draw(st.sampled_from([Fraction(1), Fraction(-2)])))


@st.composite
def orders(draw: st.DrawFn, case: Case) -> Telling:
    """Coordinates and rows in another order, under other names."""
    names = (*case.system.chart.names, *case.scope.parameters)
    fresh = draw(st.permutations([f"q{i}" for i in range(10, 10 + len(names))]))
    words = dict(zip(names, fresh)) if draw(st.booleans()) else {}
    order = draw(st.permutations(range(case.system.chart.n)))
    turn = draw(st.randoms(use_true_random=False))

    def shuffled(rows: list[Expr]) -> list[Expr]:
        return turn.sample(rows, len(rows))

    return retold(case, rows=shuffled, order=order, words=words)


@st.composite
def mixtures(draw: st.DrawFn, case: Case) -> Telling:
    """Rows added to others, multiplied by functions without zeros, and told twice."""
    q = draw(st.sampled_from(case.system.chart.q))
    graph = q.graph
    front = draw(st.sampled_from([2 + graph.cos(q), 1 + q**2, graph.exp(q), graph.lift(-3)]))
    c, again = draw(st.sampled_from([1, -1, 2])), draw(st.booleans())

    def mixed(rows: list[Expr]) -> list[Expr]:
        if not rows:
            return rows
        last = rows[-1] * front + (c * rows[0] if len(rows) > 1 else 0)
        return [*rows[:-1], last, *([rows[0] - 2 * last] if again else [])]

    return retold(case, rows=mixed)


@st.composite
def letters(draw: st.DrawFn, case: Case) -> Telling:
    """a = 2 A, -A or A + 1 for a parameter of which nothing is assumed."""
    graph = case.system.chart.graph
    free = [graph.symbol(n) for n in case.scope.parameters]
    values = " ".join(f.value or "" for f in case.scope.functions.values())
    held = {*WORD.findall(" ".join([values, *case.system.assumptions]))}
    free = [a for a in free if a.index not in graph.assumed and a.args not in held]
    if not free:
        return retold(case)
    a = draw(st.sampled_from(free))
    return retold(case, letters={a: draw(st.sampled_from([2 * a, -a, a + 1]))})


def _some(case: Case, most: int | None = None) -> st.SearchStrategy[list[Expr]]:
    return st.lists(
        st.sampled_from(case.system.chart.q), min_size=1, max_size=most, unique_by=lambda q: q.index
    )


def _pair(draw: st.DrawFn, case: Case) -> Sequence[Expr]:
    return draw(st.permutations(case.system.chart.q))[:2]


CHANGES: dict[str, Callable[[Case], st.SearchStrategy[Telling]]] = {
    "units": units,
    "turns": turns,
    "rotations": rotations,
    "bends": bends,
    "stretches": stretches,
    "clocks": clocks,
    "starts": starts,
    "orders": orders,
    "mixtures": mixtures,
    "letters": letters,
}
PAIRS = ("rotations", "bends")  # which need two coordinates


def fitting(case: Case) -> list[str]:
    """The changes that can be made of a case."""
    return [c for c in CHANGES if case.system.chart.n > 1 or c not in PAIRS]


def tellings(case: Case, change: str | None = None) -> st.SearchStrategy[Telling]:
    """The case told otherwise, by one of the changes, or by the one that is named."""
    if change:
        return CHANGES[change](case)
    return st.sampled_from(fitting(case)).flatmap(lambda c: CHANGES[c](case))
