"""Quasi-velocities: n forms w_c = sum_i S_ci dq_i + s_c dt, the constraints first, and the fields
dual to them.

    u = S q' + s,      q' = T u + tau,   T = S^-1,  tau = -T s;      u_c = 0 for the k constraints
    e_0 = d/dt + tau,  e_a = column a of T;
            structure functions  gamma^c_ab = dw_c(e_a, e_b)   (a, b = 0..n)

so [e_a, e_b] = - sum_c gamma^c_ab e_c.  References: Boltzmann1902, Hamel1904.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr, ordered
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import linear_parts
from nonholo.geometry.distribution.distribution import SHORT, Distribution
from nonholo.geometry.distribution.pivots import CRAMER
from nonholo.geometry.zeros.signs import zero_factors
from nonholo.linear.cramer import cramer
from nonholo.linear.elimination import Matrix, determinant, dot, echelon, identity, product
from nonholo.words.sentence import say
from nonholo.work import BUDGETS

MOST_TRIED = 60  # sets of velocities that are looked at for a regular one


@dataclass(frozen=True, slots=True)
class Frame:
    """Quasi-velocities that complete the constraints: forms (t first) and dual fields, k
    constraints before m free.

    symbols, rates: u_j and u_j' of the m free ones; forms: n rows (s_c, S_c1..S_cn); dual: T (n x
    n); drift: tau."""

    distribution: Distribution
    symbols: tuple[Expr, ...]
    rates: tuple[Expr, ...]
    forms: tuple[tuple[Expr, ...], ...]
    dual: tuple[tuple[Expr, ...], ...]
    drift: tuple[Expr, ...]

    @property
    def natural(self) -> bool:
        """The free quasi-velocities are the independent velocities."""
        d = self.distribution
        return self.symbols == tuple(d.chart.v[j] for j in d.independent)

    def field(self, c: int) -> list[Expr]:
        """The components (t, q) of the field dual to form c; c = -1 gives e_0."""
        graph = self.distribution.chart.graph
        return [graph.one, *self.drift] if c < 0 else [graph.zero, *(row[c] for row in self.dual)]

    def free(self) -> range:
        """The numbers of the free forms."""
        return range(self.distribution.k, self.distribution.chart.n)

    def velocity(self) -> list[Expr]:
        """q' = T u + tau on the constraints, as functions of (q, u, t)."""
        graph = self.distribution.chart.graph
        return [
            graph.add(tau, *(row[c] * u for c, u in zip(self.free(), self.symbols)))
            for row, tau in zip(self.dual, self.drift)
        ]

    def definitions(self) -> tuple[tuple[Expr, Expr], ...]:
        """(u, S q' + s) for the free quasi-velocities that are no velocities of the chart."""
        chart = self.distribution.chart
        rows = (self.forms[c] for c in self.free())
        return tuple(
            (u, dot(chart.graph, row[1:], chart.v) + row[0])
            for u, row in zip(self.symbols, rows)
            if u not in chart.v
        )

    def rate(self, f: Expr) -> Expr:
        """df/dt of f(q, u, t) on the constraints, with u' as symbols."""
        chart = self.distribution.chart
        by_symbols = [f.diff(u) * w for u, w in zip(self.symbols, self.rates) if f.has([u])]
        return chart.graph.add(
            f.diff(chart.t),
            *by_symbols,
            *(f.diff(q) * v for q, v in zip(chart.q, self.velocity()) if f.has([q])),
        )

    def without_velocities(self, functions: Sequence[Expr]) -> list[Expr]:
        """Functions of (q, u, u', t) in forms in which no q' stands that is none of the u.

        A value may have been met before in a form in which velocities cancel.
        """
        told = zip(self.distribution.chart.v, self.velocity())
        values = {v: e for v, e in told if v not in self.symbols}
        return self.distribution.chart.graph.substitute(list(functions), values)

    def rates_by(self, accelerations: Sequence[Expr]) -> list[Expr]:
        """u' = S q'' + S' q' + s' on the constraints, as functions of (q, u, t), by given q''."""
        chart = self.distribution.chart
        speeds = dict(zip(chart.v, self.velocity()))
        moving = speeds | dict(zip(chart.a, (a.subs(speeds) for a in accelerations)))
        meaning = dict(self.definitions())
        rates = [chart.rate(meaning.get(u, u)).subs(moving) for u in self.symbols]
        return self.without_velocities(rates)

    def derivative(self, c: int, X: Sequence[Expr], Y: Sequence[Expr]) -> Expr:
        """dw_c(X, Y) for fields with components (t, q)."""
        chart, parts = self.distribution.chart, []
        variables = (chart.t, *chart.q)
        for i, w in enumerate(self.forms[c]):
            for j, x in enumerate(variables):
                if w.has([x]):
                    parts.append(w.diff(x) * (X[j] * Y[i] - X[i] * Y[j]))
        return chart.graph.add(*parts)

    def structure(self, c: int, a: int, b: int) -> Expr:
        """gamma^c_ab = dw_c(e_a, e_b); an index -1 is time."""
        return self.derivative(c, self.field(a), self.field(b))


def frame(d: Distribution, quasi: Mapping[str, Expr] | None = None) -> Frame:
    """The frame of the constraints and m free quasi-velocities.

        u = S q' + s,      q' = T u + tau,      u_c = 0 for the k constraints

    quasi: name -> sum_i S_i(q, t) q_i' + s(q, t); by default the independent velocities.  Raises
    NonholoError if they are not m, not linear in the velocities, not independent of the
    constraints, or named like a coordinate or a rate.  References: Boltzmann1902, Hamel1904.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> skate = nh.constraints("sin(a) dx = cos(a) dy", also=["a"]).system.pfaffian
    >>> d, (x, y, a) = distribution(skate), skate.chart.q
    >>> vx, vy, va = skate.chart.v
    >>> frame(d, {"speed": x.graph.cos(a) * vx + x.graph.sin(a) * vy, "turn": va}).velocity()
    [cos(a)*speed, sin(a)*speed, turn]
    """
    chart, graph = d.chart, d.chart.graph
    if quasi is None:
        symbols = tuple(chart.v[j] for j in d.independent)
        rates = tuple(chart.a[j] for j in d.independent)
        rows = [
            (graph.zero, *(graph.one if i == j else graph.zero for i in range(chart.n)))
            for j in d.independent
        ]
    else:
        symbols, rates = _quasi_symbols(chart, quasi, d.m)
        rows = [_row(chart, name, f) for name, f in quasi.items()]
    return _frame_of(d, symbols, rates, rows)


def _frame_of(
    d: Distribution,
    symbols: tuple[Expr, ...],
    rates: tuple[Expr, ...],
    rows: Sequence[tuple[Expr, ...]],
) -> Frame:
    """The frame of free forms that are known to be as many as are needed."""
    forms = (*(d.pfaffian.form(l) for l in range(d.k)), *rows)
    dual = _dual(d, rows)
    drift = tuple(-dot(d.chart.graph, row, [form[0] for form in forms]) for row in dual)
    return Frame(d, symbols, rates, forms, dual, drift)


def chosen(d: Distribution, velocities: Mapping[str, Expr]) -> Frame:
    """The frame of those quasi-velocities that the constraints leave free, the first ones first.

        u_a = sum_i S_ai q_i' + s_a,       completed by velocities to m = n - k

    velocities: name -> sum_i S_i(q, t) q_i' + s(q, t), any number of them; one that the constraints
    and those before it determine is left out.  Where they are no choice of velocities but names for
    parts of others, fewer of them are taken if they then are regular: see `serving`.  Raises
    NonholoError for one that is not linear in the velocities.  References: Boltzmann1902,
    Hamel1904.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> skate = nh.constraints("sin(a) dx = cos(a) dy", also=["a"]).system.pfaffian
    >>> d, (x, y, a) = distribution(skate), skate.chart.q
    >>> vx, vy, va = skate.chart.v
    >>> cos, sin = x.graph.cos(a), x.graph.sin(a)
    >>> chosen(d, {"side": cos * vy - sin * vx, "speed": cos * vx + sin * vy}).symbols
    (speed, adot)
    """
    frame_served = serving(d, velocities)
    if frame_served is not None:
        return frame_served
    named, natural = _candidates(d, velocities)
    return _of(d, _independent(d, [*named, *natural]))


def left_free(d: Distribution, velocities: Mapping[str, Expr]) -> tuple[str, ...]:
    """The names of the quasi-velocities that the constraints do not determine.

    d, velocities: as in `chosen`.  Raises NonholoError as it does.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> d = distribution(nh.constraints("dx = 2 dy").system.pfaffian)
    >>> vx, vy = d.chart.v
    >>> left_free(d, {"u": vx - 2 * vy, "w": vx + vy})
    ('w',)
    """
    named, _ = _candidates(d, velocities)
    return tuple(one.symbol.args for one in _free(named))


def serving(d: Distribution, velocities: Mapping[str, Expr]) -> Frame | None:
    """The frame of the quasi-velocities that serve, None if none of them do.

    They are a choice of velocities, and taken as they are, if the constraints leave as many free as
    are needed.  Else as many as can be, the first ones first, are completed by velocities so that
    q' = T u + tau has no pole where the constraints are independent.  If that cannot be done, the
    first ones are taken of names that tell all velocities, as the rates of a body do.

    d, velocities: as in `chosen`.  Raises NonholoError as it does.  References: Boltzmann1902,
    Hamel1904.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> skate = nh.constraints("sin(a) dx = cos(a) dy", also=["a"]).system.pfaffian
    >>> d, vx = distribution(skate), skate.chart.v[0]
    >>> serving(d, {"u": 2 * vx}) is None                    # nothing moves x where a = pi/2
    True
    """
    graph = d.chart.graph
    named, natural = _candidates(d, velocities)
    free = _free(named)
    taken = _independent(d, free)
    if len(taken) == len(free) == d.m:
        return _of(d, taken)
    forms = [list(one.row[1:]) for one in named]
    whole = len(named) == echelon(graph, forms, tracked=False).rank == d.chart.n
    tries = (
        (*some, *others)
        for count in range(min(d.m, len(free)), d.m - 1 if whole else 0, -1)
        for some in combinations(free, count)
        for others in combinations(natural, d.m - count)
    )
    regular = (one for one in islice(tries, MOST_TRIED) if _regular(d, one))
    best = next(regular, taken if whole else None)
    return None if best is None else _of(d, best)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A velocity u that may be a free one: u' and its row; inner: its row over a basis of the
    admissible velocities."""

    symbol: Expr
    rate: Expr
    row: tuple[Expr, ...]
    inner: tuple[Expr, ...]


def _candidates(
    d: Distribution, velocities: Mapping[str, Expr]
) -> tuple[list[_Candidate], list[_Candidate]]:
    """The named velocities, and those of coordinates, the independent ones first."""
    chart, graph = d.chart, d.chart.graph
    columns = list(zip(*d.kernel()))

    def candidate(symbol: Expr, rate: Expr, row: tuple[Expr, ...]) -> _Candidate:
        inner = tuple(dot(graph, row[1:], column) for column in columns)
        return _Candidate(symbol, rate, row, inner)

    named = [
        candidate(graph.symbol(name), graph.symbol(f"{name}dot"), _row(chart, name, f))
        for name, f in velocities.items()
    ]
    natural = [
        candidate(v, chart.a[j], _row(chart, v.args, v))
        for j in (*d.independent, *d.dependent)
        for v in (chart.v[j],)
    ]
    return named, natural


def _free(named: Sequence[_Candidate]) -> list[_Candidate]:
    """Those that admissible velocities change."""
    return [one for one in named if not all(e.is_zero for e in one.inner)]


def _independent(d: Distribution, candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The first ones that are independent on the constraints, at most m."""
    taken: list[_Candidate] = []
    for one in candidates:
        rows = [list(other.inner) for other in (*taken, one)]
        if len(taken) < d.m and echelon(d.chart.graph, rows, tracked=False).rank == len(rows):
            taken.append(one)
    return taken


def _regular(d: Distribution, some: Sequence[_Candidate]) -> bool:
    """det (A over S) = +- det A_D det (S N) vanishes nowhere; no where det A_D is not known."""
    if d.condition is None:
        return False
    graph = d.chart.graph
    inner = determinant(graph, [list(one.inner) for one in some])
    return not inner.is_zero and zero_factors(inner * d.condition, d.chart) == ()


def _of(d: Distribution, some: Sequence[_Candidate]) -> Frame:
    symbols, rates = (tuple(e) for e in zip(*((one.symbol, one.rate) for one in some)))
    return _frame_of(d, symbols, rates, [one.row for one in some])


def _quasi_symbols(chart: Chart, quasi: Mapping[str, Expr], m: int):
    if len(quasi) != m:
        raise NonholoError(
            say(
                "{count} quasi-velocities given ({names}); needed are as many as there "
                "are independent velocities: {m}",
                count=len(quasi),
                names=", ".join(quasi),
                m=m,
            )
        )
    taken = {s.args for s in (*chart.q, *chart.v, *chart.a, chart.t)}
    for name in quasi:
        if name in taken or f"{name}dot" in taken:
            raise NonholoError(
                say(
                    "{name} cannot be a quasi-velocity: the name is that of a coordinate or a rate",
                    name=name,
                )
            )
    return (
        tuple(chart.graph.symbol(n) for n in quasi),
        tuple(chart.graph.symbol(n + "dot") for n in quasi),
    )


def _row(chart: Chart, name: str, f: Expr) -> tuple[Expr, ...]:
    parts = None if f.has(chart.a) else linear_parts(chart.graph, f, chart.v)
    if parts is None:
        raise NonholoError(
            say(
                "{name} = {f}: a quasi-velocity is a sum of coefficient(q, t) * velocity "
                "+ rest(q, t)",
                name=name,
                f=f,
            )
        )
    columns, affine = parts
    return (affine, *(columns.get(v, chart.graph.zero) for v in chart.v))


def _dual(d: Distribution, rows: Sequence[Sequence[Expr]]) -> tuple[tuple[Expr, ...], ...]:
    """T = S^-1 by blocks: with N = ker A and A C = 1, T = (C - N G S C, N G), G = (S N)^-1."""
    graph, N = d.chart.graph, d.kernel()
    S = [row[1:] for row in rows]
    G = _inverse(graph, product(graph, S, N))
    if G is None:
        raise NonholoError(
            say("the quasi-velocities are not independent of each other on the constraints")
        )
    NG = product(graph, N, G)
    C = _lifted(d)
    SC = [[dot(graph, row, [line[l] for line in C]) for l in range(d.k)] for row in S]
    return tuple(
        (*(C[i][l] - dot(graph, NG[i], [line[l] for line in SC]) for l in range(d.k)), *NG[i])
        for i in range(d.chart.n)
    )


def _lifted(d: Distribution) -> Matrix:
    """C (n x k) with A C = 1 and zeros in the independent rows."""
    graph = d.chart.graph
    inverse = _inverse(graph, [[row[j] for j in d.dependent] for row in d.pfaffian.matrix])
    rows = [[graph.zero] * d.k for _ in range(d.chart.n)]
    for j, row in zip(d.dependent, inverse or []):
        rows[j] = row
    return rows


def _inverse(graph, matrix: Matrix) -> Matrix | None:
    """Block by block, so that nothing but the determinants of the blocks stands below."""
    n = len(matrix)
    inverse = [[graph.zero] * n for _ in range(n)]
    for rows, columns in _blocks(matrix):
        block = _block_inverse(graph, [[matrix[i][j] for j in columns] for i in rows])
        if block is None:
            return None
        for j, line in zip(columns, block):
            for i, entry in zip(rows, line):
                inverse[j][i] = entry
    return inverse


def _blocks(matrix: Matrix) -> list[tuple[list[int], list[int]]]:
    """Rows and columns that only entries of 0 join to the others."""
    blocks: list[tuple[list[int], list[int]]] = []
    for i, row in enumerate(matrix):
        touched = {j for j, e in enumerate(row) if not e.is_zero}
        joined = [b for b in blocks if touched & set(b[1])]
        blocks = [b for b in blocks if b not in joined]
        rows = sorted([i, *(k for b in joined for k in b[0])])
        blocks.append((rows, sorted(touched.union(*(b[1] for b in joined)))))
    return blocks


def _block_inverse(graph, block: Matrix) -> Matrix | None:
    """By Cramer's rule where it is short and nothing is divided by yet: elimination leaves pivots
    below that cancel.
    """
    n = len(block)
    if any(len(row) != n for row in block):
        return None
    one = identity(graph, n)
    if 1 < n <= CRAMER and not _divided(block):
        short = cramer(block, one, BUDGETS.split, SHORT)
        if short is not None:
            return short
    form = echelon(graph, [[*row, *unit] for row, unit in zip(block, one)], columns=range(n))
    return [row[n:] for row in form.rows] if form.rank == n else None


def _divided(matrix: Matrix) -> bool:
    """Something stands below in an entry."""
    return any(
        e < 0
        for node in ordered([entry for row in matrix for entry in row])
        if node.kind == "product"
        for _, e in node.args
    )
