"""Random expressions, constraints and systems for Hypothesis, small enough to decide at once.

Everything lives in a graph of a fixed seed, so that a failing example fails again.  What is true of
a random set by construction (integrable, partly integrable with h relations) comes with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from hypothesis import assume
from hypothesis import strategies as st

from nonholo.dynamics.system import System
from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.constraints.chart import Chart, chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, pfaffian
from nonholo.geometry.distribution.distribution import Distribution, split
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.linear.elimination import echelon

SEED = 20031
NAMES = ("u", "v", "w", "x", "y", "z", "s")

coefficients = st.sampled_from([1, -1, 2, -2, 3, Fraction(1, 2), Fraction(-2, 3)])


# expressions --------------------------------------------------------------------------------
@st.composite
def linear_combinations(draw, symbols) -> Expr:
    """s or s_1 +- s_2, never zero: what stands inside sin, cos and exp."""
    first = draw(st.sampled_from(symbols))
    second = draw(st.sampled_from([None, *symbols]))
    return first if second in (None, first) else first + draw(st.sampled_from([1, -1, 2])) * second


@st.composite
def atoms(draw, symbols, tame: bool = False) -> Expr:
    """s, s_1 s_2, sin, cos or exp of a linear combination; tame: sin(s) and cos(s) only."""
    kind = draw(st.sampled_from(["symbol", "product", "sin", "cos", "product" if tame else "exp"]))
    if kind == "symbol":
        return draw(st.sampled_from(symbols))
    if kind == "product":
        return draw(st.sampled_from(symbols)) * draw(st.sampled_from(symbols))
    argument = draw(st.sampled_from(symbols) if tame else linear_combinations(symbols))
    return argument.graph.call(kind, argument)


@st.composite
def functions(draw, symbols, terms: int = 2, sparse: bool = False, tame: bool = False) -> Expr:
    """A sum of a few coefficient * atom, perhaps with a constant (sparse: or nothing but the
    constant).
    """
    graph = symbols[0].graph
    count = draw(st.integers(0 if sparse else 1, terms))
    parts = [draw(coefficients) * draw(atoms(symbols, tame)) for _ in range(count)]
    return graph.add(*parts, draw(st.sampled_from([0, 0, 1, -1, 2])))


@st.composite
def rationals(draw, symbols) -> Expr:
    """f / (c + g^2): a quotient whose denominator never vanishes."""
    below = draw(atoms(symbols)) ** 2 + draw(st.integers(1, 3))
    return draw(functions(symbols)) / below


@st.composite
def nowhere_zero(draw, symbols) -> Expr:
    """A function without zeros: a number, exp(s), 1 + s^2 or 2 + sin(s)."""
    s = draw(st.sampled_from(symbols))
    graph = s.graph
    return draw(st.sampled_from([graph.lift(3), graph.exp(s), 1 + s**2, 2 + graph.sin(s)]))


# charts, maps, matrices ----------------------------------------------------------------------
def charts(low: int = 2, high: int = 4):
    """Charts of u, v, w, ... in a fresh graph."""
    return st.integers(low, high).map(lambda n: chart(Graph(SEED), NAMES[:n]))


@st.composite
def mixings(draw, chart: Chart, k: int, variables=None) -> list[list[Expr]]:
    """An invertible k x k matrix of functions: unipotent times nowhere zero diagonal, rows
    permuted.
    """
    variables = list(variables or chart.q)
    zero = chart.graph.zero
    matrix = [[zero] * k for _ in range(k)]
    for i in range(k):
        matrix[i][i] = draw(nowhere_zero(variables))
        for j in range(i):
            matrix[i][j] = draw(functions(variables, terms=1, sparse=True))
    return draw(st.permutations(matrix))


@dataclass(frozen=True)
class Change:
    """A change of coordinates q_i = phi_i(Q, t), invertible everywhere."""

    new: Chart
    phi: tuple[Expr, ...]


@st.composite
def changes(draw, old: Chart, rheonomic: bool = False) -> Change:
    """A triangular change: q_i = c Q_s(i) + polynomial(Q_s(1), ..., Q_s(i-1)[, t]), s a
    permutation.
    """
    new = chart(old.graph, [f"Q{i}" for i in range(old.n)])
    order = draw(st.permutations(new.q))
    phi = []
    for i, Q in enumerate(order):
        earlier = [*order[:i], *([old.t] if rheonomic else [])]
        shift = draw(_shifts(earlier)) if earlier else old.graph.zero
        phi.append(draw(st.sampled_from([1, -1, 2])) * Q + shift)
    return Change(new, tuple(phi))


@st.composite
def _shifts(draw, symbols) -> Expr:
    s, r = draw(st.sampled_from(symbols)), draw(st.sampled_from(symbols))
    graph = s.graph
    return draw(st.sampled_from([graph.zero, s, s * r, s**2 - r, r**3]))


@st.composite
def points(draw, chart: Chart) -> dict[Expr, Expr]:
    """A rational point (q, t) with small coordinates: zeros and ones are likely, so that ranks
    drop.
    """
    values = st.sampled_from([0, 0, 1, -1, 2, Fraction(1, 2)])
    return {s: chart.graph.lift(draw(values)) for s in (*chart.q, chart.t)}


# constraints ----------------------------------------------------------------------------------
@st.composite
def solved_sets(
    draw, low: int = 2, high: int = 5, affine: bool = True, tame: bool = False
) -> Pfaffian:
    """q_l' - sum_j alpha_lj(q, t) q_j' - alpha_l0(q, t) = 0 with random alpha: k = 1..3 of n =
    2..5.
    """
    chart = draw(charts(low, high))
    k = draw(st.integers(1, min(3, chart.n - 1)))
    rheonomic = affine and draw(st.sampled_from([True, False]))
    variables = [*chart.q, *([chart.t] if rheonomic else [])]
    terms = 2 if k == 1 else 1
    entry = functions(variables, terms=terms, sparse=k > 1, tame=tame)
    rows = []
    for l in range(k):
        alpha = [draw(entry) for _ in range(chart.n - k)]
        drift = draw(functions(variables, 1, True, tame)) if affine else chart.graph.zero
        driven = chart.graph.add(*(a * v for a, v in zip(alpha, chart.v[k:])))
        rows.append(chart.v[l] - driven - drift)
    return pfaffian(chart, rows)


@st.composite
def raw_sets(draw, low: int, high: int = 4) -> Pfaffian:
    """One or two rows with random entries in every column."""
    chart = draw(charts(low, high))
    k = draw(st.integers(1, min(2, chart.n - 1)))
    variables = [*chart.q, *([chart.t] if draw(st.sampled_from([False, True])) else [])]
    entry = functions(variables, terms=1, sparse=True)
    matrix = [[draw(entry) for _ in chart.q] for _ in range(k)]
    affine = [draw(functions(variables, terms=1, sparse=True)) for _ in range(k)]
    assume(echelon(chart.graph, matrix).rank == k)
    return Pfaffian(
        chart,
        tuple(map(tuple, matrix)),
        tuple(affine),
        tuple(f"row {l}" for l in range(k)),
        (None,) * k,
    )


@st.composite
def wide_sets(draw) -> Pfaffian:
    """Five rows in seven coordinates, sparse, mixed by an invertible matrix."""
    chart = draw(charts(7, 7))
    rows = []
    for v in chart.v[2:]:
        f, g = (draw(functions([*chart.q, chart.t], 1, True, tame=True)) for _ in range(2))
        rows.append(v - f * chart.v[draw(st.integers(0, 1))] - g)
    return combined(pfaffian(chart, rows), draw(mixings(chart, 5)))


def sets(low: int = 2, high: int = 5):
    """Random independent constraints of every kind."""
    return st.one_of(
        solved_sets(low, high), raw_sets(low, min(high, 4)), solved_sets(low, high, affine=False)
    )


@st.composite
def distributions(draw, of=None) -> Distribution:
    """A random set with a random choice of dependent velocities."""
    rows = draw(sets() if of is None else of)
    return split(rows, draw(st.sampled_from(list(regular_choices(rows)))))


def combined(rows: Pfaffian, matrix) -> Pfaffian:
    """M A, M a_0: the rows mixed by a matrix of functions (r x k)."""
    graph = rows.chart.graph

    def mix(column):
        return [graph.add(*(m * c for m, c in zip(line, column))) for line in matrix]

    columns = [mix(column) for column in zip(*rows.matrix)]
    count = len(matrix)
    return replace(
        rows,
        matrix=tuple(zip(*columns)),
        affine=tuple(mix(rows.affine)),
        labels=tuple(f"mixed {l}" for l in range(count)),
        functions=(None,) * count,
    )


def carried(rows: Pfaffian, change: Change) -> Pfaffian:
    """The same constraints in the coordinates Q of a change q = phi(Q, t)."""
    values = new_values(rows.chart, change)
    return pfaffian(change.new, [rows.value(l).subs(values) for l in range(rows.k)], rows.labels)


def new_values(old: Chart, change: Change) -> dict[Expr, Expr]:
    """q, q' and q'' of the old chart in terms of Q, Q', Q'' and t."""
    rates = [change.new.rate(f) for f in change.phi]
    seconds = [change.new.rate(f) for f in rates]
    return dict(zip((*old.q, *old.v, *old.a), (*change.phi, *rates, *seconds)))


@st.composite
def integrable_forms(draw) -> Pfaffian:
    """One form mu dG with mu and G random functions of (q, t)."""
    chart = draw(charts(2, 4))
    variables = [*chart.q, chart.t]
    G = draw(functions(variables, terms=3))
    assume(any(not G.diff(q).is_zero for q in chart.q))
    mu = draw(st.one_of(nowhere_zero(variables), rationals(variables)))
    assume(not mu.is_zero)
    return combined(pfaffian(chart, [chart.rate(G)]), [[mu]])


@st.composite
def integrable_sets(draw) -> Pfaffian:
    """w = M dG: k = 1..3 differentials of random functions, mixed by an invertible matrix of
    functions.
    """
    chart = draw(charts(2, 4))
    k = draw(st.integers(1, min(3, chart.n)))
    variables = [*chart.q, chart.t]
    exact = pfaffian(chart, [chart.rate(draw(functions(variables, terms=2))) for _ in range(k)])
    assume(echelon(chart.graph, exact.matrix).rank == k)
    return combined(exact, draw(mixings(chart, k, variables)))


@st.composite
def partly_integrable_sets(draw) -> tuple[Pfaffian, int]:
    """A contact pair z' = y x' beside h exact rows d(u_i - g_i(q)), mixed and in other coordinates;
    and h.

    dx ^ dy ^ w_1 ^ ... does not vanish, for u_i stands only in row i: so exactly h relations are
    hidden."""
    h = draw(st.integers(1, 2))
    base = chart(Graph(SEED), NAMES[: 3 + h])
    x, y, z = base.q[:3]
    vx, _, vz = base.v[:3]
    rows = [vz - y * vx]
    for u in base.q[3:]:
        rows.append(base.rate(u - draw(functions([x, y, z], terms=1))))
    mixed = combined(pfaffian(base, rows), draw(mixings(base, 1 + h)))
    return carried(mixed, draw(changes(base))), h


# systems --------------------------------------------------------------------------------------
@st.composite
def lagrangians(draw, chart: Chart, tame: bool = False) -> Expr:
    """1/2 sum c_i q_i'^2 + 1/2 (b(q,t) . q' + b_0)^2 + gyroscopic term - potential: positive
    masses.
    """
    variables = [*chart.q, *([chart.t] if draw(st.sampled_from([False, True])) else [])]
    term = functions(variables, 1, True, tame)
    masses = [draw(st.integers(1, 3)) * v**2 / 2 for v in chart.v]
    i, j = draw(st.sampled_from(range(chart.n))), draw(st.sampled_from(range(chart.n)))
    spin = draw(atoms(variables, tame)) * chart.v[i] + draw(term) * chart.v[j] + draw(term)
    gyroscopic = draw(term) * chart.v[j]
    return chart.graph.add(*masses, spin**2 / 2, gyroscopic, -draw(functions(variables, tame=tame)))


@st.composite
def applied_forces(draw, chart: Chart) -> tuple[Expr, ...]:
    """One force f(q, t) q_i' - c q_j'^p (p = 1, 2, 3); the others zero."""
    place = draw(st.sampled_from(range(chart.n)))
    front, drag = draw(functions([*chart.q, chart.t], 1, True)), draw(st.sampled_from([0, 1, 2]))
    power = draw(st.sampled_from([1, 2, 3]))
    force = front * draw(st.sampled_from(chart.v)) - drag * draw(st.sampled_from(chart.v)) ** power
    return tuple(force if i == place else chart.graph.zero for i in range(chart.n))


@st.composite
def settings_of_motion(draw, of, tame: bool = False) -> tuple[System, Distribution]:
    """A system with constraints drawn from `of` and a random choice of dependent velocities
    (tame: the first k).
    """
    rows = draw(of)
    chart = rows.chart
    system = System(chart, rows, draw(lagrangians(chart, tame)), draw(applied_forces(chart)))
    dependent = range(rows.k) if tame else draw(st.sampled_from(list(regular_choices(rows))))
    return system, split(rows, tuple(dependent))


def small_settings():
    """Small enough that normal forms prove everything: two coordinates, or three, tame functions
    and no division.
    """
    tame = solved_sets(3, 3, tame=True)
    return st.one_of(settings_of_motion(sets(2, 2)), settings_of_motion(tame, tame=True))


def large_settings():
    """Three to five coordinates, one to three constraints of every kind."""
    return settings_of_motion(sets(3, 5))


@st.composite
def chaplygin_settings(draw) -> tuple[System, Distribution]:
    """Constraints q_l' = sum_j alpha_lj(r) r_j' and a Lagrangian and forces free of the
    dependent coordinates.
    """
    chart = draw(charts(2, 4))
    k = draw(st.integers(1, chart.n - 1))
    entry = functions(chart.q[k:], terms=1, sparse=True)
    rows = [chart.v[l] - chart.graph.add(*(draw(entry) * v for v in chart.v[k:])) for l in range(k)]
    term = functions(chart.q[k:], 1, True)
    spin = chart.graph.add(*(draw(term) * v for v in chart.v)) + draw(term)
    masses = [draw(st.integers(1, 3)) * v**2 / 2 for v in chart.v]
    gyroscopic = draw(term) * draw(st.sampled_from(chart.v))
    L = chart.graph.add(*masses, spin**2 / 2, gyroscopic, -draw(term))
    forces = [draw(term) * draw(st.sampled_from(chart.v)), *[chart.graph.zero] * (chart.n - 1)]
    system = System(chart, pfaffian(chart, rows), L, tuple(draw(st.permutations(forces))))
    return system, split(system.pfaffian, tuple(range(k)))
