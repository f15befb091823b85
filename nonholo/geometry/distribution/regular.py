"""A basis of the admissible velocities that is regular wherever the constraints are independent.

    q' = N(q, t) u + b(q, t),   A N = 0,   A b + a_0 = 0,   u = S(q, t) q' + s(q, t),   S N = 1

The columns of a basis of all velocities are changed row by row until each constraint holds one of
them, which is then left out, with its entry d:

    shear   e_j - (a_j / a_i) e_i           a_i vanishes nowhere:       entries (a_i, 0)
    turn    P e_i + Q e_j, p e_j - q e_i    (a_i, a_j) = g (p, q):      entries g (p P + q Q, 0)

P and Q are p and q over the squares of what rests in them, so that p P + q Q is a sum of squares:
1 for (l sin a, cos a).  The determinant of a shear is 1 and that of a turn p P + q Q, which must
not vanish; for the last two entries of a row it may, for it does so only where the whole row
vanishes on what the rows before allow, that is where A loses rank.  So the columns left are
independent wherever the rows of A are (at parameters that are not 0).  Four entries are turned at
once, as quaternions multiply: for entries s, in the columns e_a,

    turn    s . e, (-s_1, s_0, -s_3, s_2) . e, ...          entries (|s|^2, 0, 0, 0)

so |q| = 1 leaves the rates of a body.  Entries a p + b q, with p and q two others of the row, go by
shears with a and b: those of a rod that hangs on another, in Cartesian coordinates.  r rows on
r + 1 columns, as a closed loop of four bars has two on three, leave one velocity, whose parts are
their minors,

    close   sum_j v_j e_j,   v_j = (-1)^j det(rows without column j)

and it vanishes only where the rows are dependent.  Where that does not suffice, holonomic
constraints may have a frame of tangent fields (`tangent`), as R R^T = 1 has.  Other entries of
three or more velocities that no turn shortens have no such basis here.  For the normals of a sphere
in space there is none at all (its tangent bundle is not trivial): charts are needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from nonholo.algebra.addition import turned
from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational
from nonholo.errors import OutOfReach
from nonholo.expression.graph import MINUS, UNIT, Expr, Graph, linear
from nonholo.expression.once import once
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.chart import Chart, chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, nonzero
from nonholo.geometry.distribution.tangent import Tangent, tangent_frames
from nonholo.geometry.zeros.gram import modulo
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.linear.elimination import cost
from nonholo.work import BUDGETS, Work

Vector = dict[int, Expr]  # entries that are not 0
TWO = Rational(2)
SIGNS = (UNIT, MINUS)
LOOP = 3  # rows of a loop, at most
# s times 1, i, j, k, from the left and from the right: which entry, counted from 1, with its sign
QUATERNIONS = (
    ((1, 2, 3, 4), (-2, 1, -4, 3), (-3, 4, 1, -2), (-4, -3, 2, 1)),
    ((1, 2, 3, 4), (-2, 1, 4, -3), (-3, -4, 1, 2), (-4, 3, -2, 1)),
)


@dataclass(frozen=True, slots=True)
class Regular:
    """q' = N u + b, u = S q' + s, in a graph of its own, where short forms were met first.

    columns: of N (m, by coordinate); forms: rows of S (m, by coordinate); drift: b, by coordinate;
    offsets: s (m); pivots: the entry d of each row (k): the rows are independent where none of them
    vanishes; on_level: S N = 1 and A N = 0 where f = 0, not beside it."""

    chart: Chart
    columns: tuple[Vector, ...]
    forms: tuple[Vector, ...]
    drift: Vector
    offsets: tuple[Expr, ...]
    pivots: tuple[Expr, ...] = ()
    on_level: bool = False

    @property
    def m(self) -> int:
        """How many velocities are free."""
        return len(self.columns)

    def axes(self) -> Iterator[tuple[Expr, Expr]]:
        """(x, y) of two velocities x q_i' + y q_j', -y q_i' + x q_j'."""
        for one, other in permutations(self.forms, 2):
            if len(one) == 2 and one.keys() == other.keys():
                i, j = one
                if one[i] is other[j] and one[j] is -other[i] and not one[i].is_number:
                    yield one[i], one[j]

    def natural(self, c: int) -> int | None:
        """The coordinate whose velocity u_c is, or None."""
        form = self.forms[c]
        (j, entry), *others = form.items()
        one = self.chart.graph.one
        return None if others or entry is not one or not self.offsets[c].is_zero else j


def regular_velocities(pfaffian: Pfaffian, dependent: Sequence[int] = ()) -> Regular | None:
    """Velocities that are regular wherever the rows are independent, or None where none were
    found.

        q' = N u + b,     u = S q' + s,     A N = 0,     S N = 1

    pfaffian: rows that are independent at generic points; dependent: columns that are left out
    first where that is regular.

    >>> import nonholo as nh
    >>> skate = nh.constraints("sin(a) dx = cos(a) dy", also=["a"]).system.pfaffian
    >>> velocities = regular_velocities(skate)
    >>> velocities.columns
    ({0: cos(a), 1: sin(a)}, {2: 1})
    >>> velocities.forms
    ({0: cos(a), 1: sin(a)}, {2: 1})
    >>> regular_velocities(nh.constraints("x dx + y dy + z dz = 0").system.pfaffian) is None
    True
    """
    asked = _asked("regular velocities", pfaffian)
    plain, _ = once(pfaffian.chart.graph, asked, lambda: _plain(pfaffian, dependent), _never)
    if plain is not None:
        return plain
    frames = tangent_frames(pfaffian)
    return _columns_of(pfaffian, dependent, frames).solve() if frames else None


def _asked(what: str, rows: Pfaffian) -> tuple:
    entries = (e for row in rows.matrix for e in row)
    return (what, rows.chart, *entries, *rows.affine, *rows.functions)


def _plain(
    pfaffian: Pfaffian, dependent: Sequence[int], with_forms: bool = True
) -> tuple[Regular | None, bool]:
    """The velocities without frames, and whether others might be found with other columns left out
    first.
    """
    columns = _columns_of(pfaffian, dependent, with_forms=with_forms)
    return columns.solve(), columns.chosen


def regular_kernel(pfaffian: Pfaffian) -> Regular | None:
    """The same velocities with their columns and pivots alone, without u = S q' + s, for which
    nothing is done: of long chains that is half of the work.  No frames are asked.

    pfaffian: as in `regular_velocities`.

    >>> import nonholo as nh
    >>> skate = nh.constraints("sin(a) dx = cos(a) dy", also=["a"]).system.pfaffian
    >>> regular_kernel(skate).columns, regular_kernel(skate).forms
    (({0: cos(a), 1: sin(a)}, {2: 1}), ({}, {}))
    """
    graph, asked = pfaffian.chart.graph, _asked("regular kernel", pfaffian)
    told = once(graph, asked, lambda: _plain(pfaffian, (), with_forms=False))
    if _never(told):
        once(graph, _asked("regular velocities", pfaffian), lambda: told)
    return told[0]


def _never(told: tuple[Regular | None, bool]) -> bool:
    """There are none, whichever columns are left out first."""
    return told == (None, False)


def parted(basis_chart: Chart, fields: Sequence[Vector], form: Vector) -> list[Vector] | None:
    """A basis of the same span, of which the form annihilates all but the first, and that at no
    point; None where none was found.

    basis_chart: the chart; fields: by coordinate, independent at every point; form: by coordinate.

    >>> import nonholo as nh
    >>> space = nh.constraints("dy = p dx", also=["p"]).system.chart
    >>> y, x, p = ({i: space.graph.one} for i in range(3))
    >>> space.names, parted(space, [y, x, p], {0: space.graph.one, 1: -space.q[2]})
    (('y', 'x', 'p'), [{0: 1}, {1: 1, 0: p}, {2: 1}])
    """
    columns = _Columns(basis_chart, {j: dict(field) for j, field in enumerate(fields)})
    row: Vector = {}
    for j, field in enumerate(fields):
        columns.put(row, j, [(e * form[i], UNIT) for i, e in field.items() if i in form])
    columns.rows = [row]
    pivot = columns.solved(0)
    if pivot is None or not never_vanishes(row[pivot], basis_chart):
        return None
    first = columns.left.pop(pivot)
    return [first, *columns.left.values()]


def regular_combinations(
    basis_chart: Chart, relations: Sequence[Vector], size: int
) -> Regular | None:
    """Combinations of vectors with relations between them that are as good as all of them.

        sum_l c_l w_l = 0:      w = N u,   u = S w,   c N = 0,   S N = 1

    basis_chart: the chart of the coordinates; relations: c by the numbers of the vectors,
    independent at most points; size: how many vectors there are.  None where none were found; what
    was found may have poles.

    >>> import nonholo as nh
    >>> plane = nh.constraints("dx = dy", also=["a"]).system.chart
    >>> sine, cosine = plane.graph.sin(plane.q[2]), plane.graph.cos(plane.q[2])
    >>> regular_combinations(plane, [{0: sine, 1: -cosine}], 2).forms
    ({0: cos(a), 1: sin(a)},)
    """
    columns = _all_of(basis_chart, size)
    columns.rows = [{l: copied(columns.graph, e) for l, e in c.items()} for c in relations]
    columns.affine = [columns.graph.zero for _ in relations]
    return columns.solve()


def may_vanish(e: Expr) -> tuple[Expr, ...]:
    """The factors that nothing assumed keeps from 0: letters alone, e of -2*e*m for a positive m.

    e: an expression.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> may_vanish(2 * g.symbol("e") * (g.symbol("a") ** 2 + 1))
    (e,)
    """
    e, _ = _scaled(e)
    powers = e.powers
    return tuple(base for base, _ in powers if not range_of(base).nonzero)


def copied(graph: Graph, node: Expr) -> Expr:
    """An expression of another graph in this one, in angles in which it is short."""
    constant, terms = linear(node)
    parts = list(zip(graph.copy([t for t, _ in terms]), (c for _, c in terms)))
    return turned(graph, [*parts, (graph.number(constant), UNIT)] if constant else parts)


@dataclass(frozen=True, slots=True)
class Turn:
    """P e_i + Q e_j and p e_j - q e_i for e_i and e_j; size: p P + q Q, its determinant."""

    i: int
    j: int
    p: Expr
    q: Expr
    P: Expr
    Q: Expr
    size: Expr


def _columns_of(
    pfaffian: Pfaffian,
    dependent: Sequence[int],
    frames: Sequence[Tangent] = (),
    with_forms: bool = True,
) -> _Columns:
    """All velocities and what the rows say of them, in a graph of its own."""
    columns = _all_of(pfaffian.chart, pfaffian.chart.n, dependent)
    graph = columns.graph
    if not with_forms:
        columns.duals = {j: {} for j in columns.left}
    columns.rows = [
        {j: copied(graph, e) for j, e in nonzero(row).items()} for row in pfaffian.matrix
    ]
    columns.affine = [copied(graph, e) for e in pfaffian.affine]
    columns.levels = [copied(graph, f) for f in pfaffian.functions if f is not None]
    columns.done = {l for frame in frames for l in frame.rows}
    columns.on_level = bool(frames)
    for frame in frames:
        columns.start(frame)
    return columns


def _all_of(given: Chart, size: int, dependent: Sequence[int] = ()) -> _Columns:
    """Unit vectors, of which no row says anything yet, in a graph of its own."""
    graph = given.graph.fresh()
    for symbol in given.graph.unmask(-1):
        graph.adopted(symbol)
    basis_chart = chart(graph, given.names, given.t.args)
    return _Columns(basis_chart, {j: {j: graph.one} for j in range(size)}, dependent)


class _Columns:
    """The basis on its way: columns by number, their duals, and what each row says of them."""

    def __init__(self, basis_chart: Chart, left: dict[int, Vector], dependent: Sequence[int] = ()):
        self.graph, self.chart = basis_chart.graph, basis_chart
        self.dependent = set(dependent)
        self.left, self.duals = left, {j: {j: basis_chart.graph.one} for j in left}
        self.rows: list[Vector] = []
        self.affine: list[Expr] = []
        self.levels: list[Expr] = []
        self.drift: Vector = {}
        self.pivots: list[Expr] = []
        self.done: set[int] = set()
        self.on_level = False
        self.chosen = False  # by what is left out first

    def start(self, frame: Tangent) -> None:
        """The fields of a frame in the places of the velocities of its coordinates."""
        places = sorted(frame.coordinates, key=lambda j: (j in self.dependent, j))
        for j in frame.coordinates:
            del self.left[j], self.duals[j]
        for j, column, dual in zip(places, frame.columns, frame.duals):
            self.left[j], self.duals[j] = (
                {i: copied(self.graph, e) for i, e in vector.items()} for vector in (column, dual)
            )
        for row in self.rows:
            entries = {i: row.pop(i) for i in frame.coordinates if i in row}
            for j in places[: len(frame.columns)]:
                shared = [(entries[i] * e, UNIT) for i, e in self.left[j].items() if i in entries]
                self.put(row, j, [(self.shortened(self.graph.sum(shared)), UNIT)])

    def solve(self) -> Regular | None:
        open_rows = [l for l in range(len(self.rows)) if l not in self.done]
        while open_rows:
            l = min(open_rows, key=lambda l: (len(self.rows[l]), self.price(l), l))
            pivot = self.solved(l)
            loop = [l] if pivot is not None else self.loop(l, open_rows)
            open_rows = [row for row in open_rows if row not in loop]
            if pivot is not None:
                self.leave(l, pivot, open_rows)
            elif loop:
                self.close(loop)
            else:
                return None
        columns = sorted(self.left)
        for j in columns:
            if self.duals[j]:
                self.tidy(j)
        duals = [self.duals[j] for j in columns]
        return Regular(
            self.chart,
            tuple(dict(sorted(self.left[j].items())) for j in columns),
            tuple(dict(sorted(dual.items())) for dual in duals),
            self.drift,
            tuple(
                turned(
                    self.graph,
                    [(e * self.drift[i], MINUS) for i, e in dual.items() if i in self.drift],
                )
                for dual in duals
            ),
            tuple(self.pivots),
            self.on_level,
        )

    def tidy(self, j: int) -> None:
        """A column without a number or a sign that all its entries, or their first, have."""
        column = self.left[j]
        signs = [_scaled(e)[1] for _, e in sorted(column.items())]
        below = signs[0] if all(e in (signs[0], -signs[0]) for e in signs) else self.graph.one
        if below is not self.graph.one and len(self.duals[j]) > 1:
            self.left[j] = {k: e / below for k, e in column.items()}
            self.duals[j] = {k: e * below for k, e in self.duals[j].items()}
        self.mirror(j)

    def mirror(self, j: int) -> None:
        """The column over the squares of what rests in it for its dual, where that is one and
        shorter: (l cos a, sin a) has (cos a/l, sin a).
        """
        column = self.left[j]
        scaled = {k: self.graph.product(((e, 1), (self.resting(e), -2))) for k, e in column.items()}
        size, *others = (
            turned(self.graph, [(e * other[k], UNIT) for k, e in scaled.items() if k in other])
            for other in (column, *(self.left[i] for i in self.left if i != j))
        )
        dual = {k: e / size for k, e in scaled.items()} if not size.is_zero else {}
        shorter = sum(map(cost, dual.values())) < sum(map(cost, self.duals[j].values()))
        if shorter and not self.moves(size) and all(e.is_zero for e in others):
            self.duals[j] = dual

    def price(self, l: int) -> int:
        return sum(cost(e) for e in self.rows[l].values())

    # one row --------------------------------------------------------------------------------
    def solved(self, l: int) -> int | None:
        """The column that alone is left in row l after shears and turns; None if they do not
        suffice.
        """
        row = self.rows[l]
        while len(row) > 1:
            pivot = self.pivot(row)
            if pivot is not None:
                for j in [j for j in row if j != pivot]:
                    self.shear(pivot, j, row[j] / row[pivot])
                return pivot
            pair = self.pair(row)
            if pair is not None:
                self.turn(pair)
            elif self.spanned(row):
                continue
            elif len(row) == len(QUATERNIONS[0]):
                return self.turn_four(l)
            else:
                return None
        return next(iter(row), None)

    def pivot(self, row: Vector) -> int | None:
        """The best column whose entry vanishes nowhere."""
        ranked = sorted(
            row,
            key=lambda j: (
                self.moves(row[j]),
                bool(may_vanish(row[j])),
                j not in self.dependent,
                cost(row[j]),
                j,
            ),
        )
        best = next((j for j in ranked if never_vanishes(row[j], self.chart)), None)
        self.chosen |= best is not None
        return best

    def moves(self, e: Expr) -> bool:
        return e.has((*self.chart.q, self.chart.t))

    def pair(self, row: Vector) -> Turn | None:
        """The best turn of two entries; of the last two any will do."""
        columns, turns = sorted(row), []
        for i in columns:
            for j in columns:
                if i < j:
                    turn = self.turn_of(i, j, *self.coprime(row[i], row[j]))
                    size = turn.size
                    if len(row) == 2 or not self.moves(size) or never_vanishes(size, self.chart):
                        turns.append((cost(size), cost(turn.p) + cost(turn.q), i, j, turn))
        return min(turns, key=lambda f: f[:4])[-1] if turns else None

    def spanned(self, row: Vector) -> bool:
        """Shears that leave two entries, in whose ideal all others are; whether there are such."""
        for i, j in combinations(sorted(row), 2):
            others = [k for k in row if k not in (i, j)]
            factors: list[tuple[Expr, Expr]] = []
            for k in others:
                quotients = _quotients(row[k], row[i], row[j])
                if quotients is None:
                    break
                factors.append(quotients)
            if len(factors) < len(others):
                continue
            for k, (a, b) in zip(others, factors):
                self.shear(i, k, a)
                self.shear(j, k, b)
                row.pop(k, None)
            return True
        return False

    def turn_of(self, i: int, j: int, p: Expr, q: Expr) -> Turn:
        P, Q = (self.graph.product(((e, 1), (self.resting(e), -2))) for e in (p, q))
        return Turn(i, j, p, q, P, Q, self.graph.gathered([(p * P, UNIT), (q * Q, UNIT)]))

    def resting(self, e: Expr) -> Expr:
        """The factors of an entry in which nothing moves."""
        e, number = _scaled(e)
        powers = e.powers
        return self.graph.product([(number, 1), *(f for f in powers if not self.moves(f[0]))])

    def coprime(self, a: Expr, b: Expr) -> tuple[Expr, Expr]:
        """Two entries without the factors that both show, those of sin(2 u) among them."""
        one, other = _factors(a), _factors(b)
        for powers, partner in ((one, other), (other, one)):
            for base in list(powers):
                halves = _halves(base) if powers[base] == 1 else ()
                if any(h in partner for h in halves):
                    del powers[base]
                    for h in (base.graph.number(TWO), *halves):
                        powers[h] = powers.get(h, 0) + 1
        common = [
            (base, -min(e, other[base]))
            for base, e in one.items()
            if type(e) is int and e > 0 and other.get(base, 0) > 0
        ]
        p, q = (self.graph.product([*entry.items(), *common]) for entry in (one, other))
        return p, q

    def loop(self, l: int, open_rows: Sequence[int]) -> list[int]:
        """The open rows within the columns of one of them, row l if it can be, if these are one
        more than the rows; nothing where there is no such loop.
        """
        for first in sorted(open_rows, key=lambda row: (row != l, len(self.rows[row]))):
            inside = [row for row in open_rows if self.rows[row].keys() <= self.rows[first].keys()]
            small = len(self.rows[first]) == len(inside) + 1 <= LOOP + 1
            if small and all(self.affine[row].is_zero for row in inside):
                return inside
        return []

    # changes of the basis -------------------------------------------------------------------
    def shear(self, i: int, j: int, factor: Expr) -> None:
        """e_j - factor e_i in the place of e_j."""
        for row in self.rows:
            if i in row:
                self.put(row, j, [(row.get(j), UNIT), (row[i] * factor, MINUS)])
        for k, e in list(self.left[i].items()):
            self.put(self.left[j], k, [(self.left[j].get(k), UNIT), (e * factor, MINUS)])
        for k, e in list(self.duals[j].items()):
            self.put(self.duals[i], k, [(self.duals[i].get(k), UNIT), (e * factor, UNIT)])

    def turn(self, by: Turn) -> None:
        """P e_i + Q e_j and p e_j - q e_i in the places of e_i and e_j."""
        for row in self.rows:
            a, b = row.get(by.i), row.get(by.j)
            self.put(row, by.i, [(_times(a, by.P), UNIT), (_times(b, by.Q), UNIT)])
            self.put(row, by.j, [(_times(b, by.p), UNIT), (_times(a, by.q), MINUS)])
        self.combine(self.left, by.i, by.j, (by.P, by.Q, by.p, by.q))
        self.combine(self.duals, by.i, by.j, [e / by.size for e in (by.p, by.q, by.P, by.Q)])

    def turn_four(self, l: int) -> int:
        """The columns of row l turned as quaternions multiply; the one that row l keeps.

        From the left or from the right, in whichever the other rows are shorter.
        """
        places = sorted(self.rows[l])
        resting = [self.resting(self.rows[l][j]) for j in places]
        s = [self.rows[l][j] / r for j, r in zip(places, resting)]
        size = self.shortened(self.graph.gathered([(e * e, UNIT) for e in s]))

        def turned_by(table: Sequence[Sequence[int]]) -> list[list[Expr]]:
            return [[s[k - 1] if k > 0 else -s[-k - 1] for k in line] for line in table]

        def along(vector: Vector, by: list[list[Expr]], mirrored: bool) -> list[Expr]:
            """Entries of a row or of a column's components in the turned columns."""
            scaled = [
                (i, vector[j] * r if mirrored else vector[j] / r)
                for i, (j, r) in enumerate(zip(places, resting))
                if j in vector
            ]
            return [
                self.shortened(self.graph.gathered([(e * line[i], UNIT) for i, e in scaled]))
                for line in by
            ]

        others = [row for k, row in enumerate(self.rows) if k != l]
        by = min(
            map(turned_by, QUATERNIONS),
            key=lambda by: sum(cost(e) for row in others for e in along(row, by, False)),
        )
        for row in self.rows:
            for j, e in zip(places, along(row, by, False)):
                self.put(row, j, [(e, UNIT)])
        for vectors, mirrored in ((self.left, False), (self.duals, True)):
            parts = [vectors[j] for j in places]
            below = size if mirrored else self.graph.one
            for a, j in enumerate(places):
                vectors[j] = {}
                for i in dict.fromkeys(i for part in parts for i in part):
                    column = {p: part[i] for p, part in zip(places, parts) if i in part}
                    self.put(vectors[j], i, [(along(column, [by[a]], mirrored)[0] / below, UNIT)])
        return places[0]

    def shortened(self, e: Expr) -> Expr:
        """The same on f = 0, where that is shorter."""
        try:
            left = modulo([e], self.levels) if self.levels and not e.is_zero else None
        except OutOfReach:
            return e
        if left is None or cost(left[0]) >= cost(e):
            return e
        self.on_level = True
        return left[0]

    def close(self, loop: Sequence[int]) -> None:
        """One velocity in the place of those of the columns of some rows, by their minors."""
        places = sorted(dict.fromkeys(j for row in loop for j in self.rows[row]))
        zero = self.graph.zero
        matrix = [[self.rows[row].get(j, zero) for j in places] for row in loop]
        minors = {
            j: self.determinant([[*row[:n], *row[n + 1 :]] for row in matrix]) * (-1) ** n
            for n, j in enumerate(places)
        }
        minors = self.without_common(minors)
        size = self.graph.gathered([(e * e, UNIT) for e in minors.values()])
        place = next((j for j in places if j not in self.dependent), places[0])
        self.chosen = True
        for row in (self.rows[k] for k in range(len(self.rows)) if k not in loop):
            entries = {j: row.pop(j) for j in places if j in row}
            self.put(row, place, [(e * minors[j], UNIT) for j, e in entries.items()])
        for vectors, by in ((self.left, self.graph.one), (self.duals, size)):
            parts = [(vectors.pop(j), minors[j] / by) for j in places]
            vectors[place] = {}
            for k in dict.fromkeys(k for vector, _ in parts for k in vector):
                shared = [(vector[k] * e, UNIT) for vector, e in parts if k in vector]
                self.put(vectors[place], k, shared)
        self.pivots.append(size)

    def without_common(self, entries: Vector) -> Vector:
        """Divided by the resting factors that all entries show; the first is written without -."""
        first = next(e for e in entries.values() if not e.is_zero)
        sign = -1 if _scaled(first)[1].args < 0 else 1
        resting = [_factors(self.resting(e)) for e in entries.values() if not e.is_zero]
        shared = {
            base: min(powers.get(base, 0) for powers in resting)
            for base in resting[0]
            if not base.is_number
        }
        common = self.graph.product([(base, e) for base, e in shared.items() if e > 0])
        return {j: e * sign / common for j, e in entries.items()}

    def determinant(self, matrix: Sequence[Sequence[Expr]]) -> Expr:
        """Along the first row, each sum in angles in which it is short: what the graph has met as
        another sum, as it would in `elimination.determinant`, is not turned any more.
        """
        if len(matrix) == 1:
            return matrix[0][0]
        first, *others = matrix
        return turned(
            self.graph,
            [
                (e * self.determinant([[*r[:n], *r[n + 1 :]] for r in others]), SIGNS[n % 2])
                for n, e in enumerate(first)
                if not e.is_zero
            ],
        )

    def combine(self, vectors: dict[int, Vector], i: int, j: int, by: Sequence[Expr]) -> None:
        one, other = vectors[i], vectors[j]
        vectors[i], vectors[j] = {}, {}
        for k in {**one, **other}:
            a, b = one.get(k), other.get(k)
            self.put(vectors[i], k, [(_times(a, by[0]), UNIT), (_times(b, by[1]), UNIT)])
            self.put(vectors[j], k, [(_times(b, by[2]), UNIT), (_times(a, by[3]), MINUS)])

    def put(self, vector: Vector, k: int, parts: Iterable[tuple[Expr | None, Rational]]) -> None:
        node = turned(self.graph, [(e, c) for e, c in parts if e is not None and not e.is_zero])
        if node.is_zero:
            vector.pop(k, None)
        else:
            vector[k] = node

    def leave(self, l: int, pivot: int, open_rows: Sequence[int]) -> None:
        """The column of row l goes; what a_0 asks of it goes to the drift."""
        column, entry = self.left.pop(pivot), self.rows[l].pop(pivot)
        self.duals.pop(pivot)
        self.pivots.append(entry)
        speed = -self.affine[l] / entry
        for k in open_rows:
            entry_there = self.rows[k].pop(pivot, None)
            if entry_there is not None and not speed.is_zero:
                self.affine[k] = turned(
                    self.graph, [(self.affine[k], UNIT), (entry_there * speed, UNIT)]
                )
        if not speed.is_zero:
            for i, e in column.items():
                self.put(self.drift, i, [(self.drift.get(i), UNIT), (e * speed, UNIT)])


def _times(a: Expr | None, b: Expr) -> Expr | None:
    return None if a is None else a * b


def _quotients(e: Expr, p: Expr, q: Expr) -> tuple[Expr, Expr] | None:
    """a and b with e = a p + b q, polynomials in what e, p and q are made of; None where division
    by p and then by q leaves something.
    """
    field = Field([e, p, q], Work.of(BUDGETS.factors))
    try:
        normal = [field.normal(node) for node in (e, p, q)]
    except OutOfReach:
        return None
    if any(one.den for one in normal):
        return None
    whole, first, second = (one.num for one in normal)
    a, left = divmod(whole, first)
    b, left = divmod(left, second)
    return (field.expression(a), field.expression(b)) if left == 0 else None


def _scaled(node: Expr) -> tuple[Expr, Expr]:
    """A node as a term and its number."""
    if node.kind == "sum" and not node.args[0] and len(node.args[1]) == 1:
        ((term, number),) = node.args[1]
        return term, node.graph.number(number)
    return node, node.graph.one


def _factors(node: Expr) -> dict[Expr, int]:
    node, number = _scaled(node)
    powers = dict(node.args) if node.kind == "product" else {node: 1}
    return powers if number is node.graph.one else {**powers, number: 1}


def _halves(node: Expr) -> tuple[Expr, ...]:
    """sin u and cos u for sin(2 u)."""
    if node.kind != "function" or node.args[0] != "sin":
        return ()
    half = node.graph.scale(node.args[1][0], TWO**-1)
    return node.graph.sin(half), node.graph.cos(half)
