"""The distribution near one exact point: Taylor expansions of its fields and of their brackets.

With columns D such that A_D(p) is regular, B = A_D(p)^-1 and the expansion A = sum_j A_j, the
coefficients of X_J = d/dr^J + sum_l alpha_lJ d/dq_l follow degree by degree:

    alpha_(J,d) = - (B A)_(J,d) - sum_(j=1..d) (B A)_(D,j) alpha_(J,d-j)

A bracket of length s is known up to degree `order` + 1 - s, so its value at p up to length order +
1.  Brackets are linear in each argument: of all brackets of one length a basis of their span over Q
is enough for the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from nonholo.errors import OutOfReach, SingularPivot
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries
from nonholo.linear.elimination import Echelon, echelon
from nonholo.linear.taylor import Expansion, Series, convolved, times
from nonholo.words.sentence import say
from nonholo.work import Work

FEW = 3  # fields of one length that are not thinned out

Field = tuple[Series, ...]  # a vertical field: one series for each dependent coordinate


class Germ:
    """The fields X_J at a point, expanded up to `order`; in a graph that is theirs alone.

    form: the echelon form of A(p) (`regular_form`); dependent: columns with A_D(p) regular;
    alpha[l][a]: the series of alpha_lJ, J the a-th of the fields that span E (time first in (t,
    q))."""

    def __init__(
        self,
        rows: Pfaffian,
        point: Mapping[Expr, Expr],
        form: Echelon,
        order: int,
        work: Work | None = None,
        prime: int | None = None,
    ):
        self.rows, self.order, self.work = rows, order, work
        chart = rows.chart
        self.dependent = form.pivots
        self.independent = tuple(j for j in range(chart.n) if j not in set(form.pivots))
        timed = rows.space == "tq"
        self.bases = (*((chart.t,) if timed else ()), *(chart.q[j] for j in self.independent))
        roots = entries(rows)
        support = chart.graph.mask(roots)
        variables = [s for s in (*chart.q, chart.t) if s.support & support]
        extra = [c for line in form.combine for c in line]
        self.expansion = Expansion(chart.graph, roots, point, variables, order, extra, work, prime)
        self.ring = self.expansion.ring
        self.place = {s.index: i for i, s in enumerate(variables)}
        self.alpha = self._solved(form, timed)
        self.slopes = [[self._gradient(a) for a in row] for row in self.alpha]

    @property
    def k(self) -> int:
        return len(self.dependent)

    @property
    def base(self) -> int:
        """dim D_1"""
        return len(self.bases)

    # alpha
    # ------------------------------------------------------------------------------------------
    def _solved(self, form: Echelon, timed: bool) -> list[list[Series]]:
        rows, columns = self.rows, [*([None] if timed else []), *self.independent]
        inner = [[self._combined(line, j) for j in self.dependent] for line in form.combine]
        solved = []
        for j in columns:
            right = [self._combined(line, j) for line in form.combine]
            alpha: list[Series] = [[] for _ in range(rows.k)]
            for d in range(self.order + 1):
                step = [-right[l][d] - self._carried(inner[l], alpha, d) for l in range(rows.k)]
                for parts, component in zip(alpha, step):
                    parts.append(component)
            solved.append(alpha)
        return [list(line) for line in zip(*solved)] if solved else [[] for _ in range(rows.k)]

    def _carried(self, line: Sequence[Series], alpha: Sequence[Series], d: int):
        zero = self.ring.zero
        return sum(
            (convolved(self.ring, a, [*known, zero], d, start=1) for a, known in zip(line, alpha)),
            zero,
        )

    def _combined(self, line: Sequence[Expr], j: int | None) -> Series:
        """The series of sum_l B_l a_lj (a_l0 for j = None)."""
        ring, total = self.ring, self.expansion.constant(self.ring.zero)
        for c, row, affine in zip(line, self.rows.matrix, self.rows.affine):
            entry = affine if j is None else row[j]
            if not c.is_zero and not entry.is_zero:
                factor = ring.element(c)
                total = [
                    t + ring.times(factor, component) if component else t
                    for t, component in zip(total, self.expansion.series(entry))
                ]
        return total

    # brackets
    # ---------------------------------------------------------------------------------------
    def _gradient(self, f: Series) -> dict[int, Series]:
        """Variable -> derivative, without zeros."""
        slopes = {i: [component.derivative(i) for component in f[1:]] for i in self.place.values()}
        return {i: parts for i, parts in slopes.items() if any(parts)}

    def first_brackets(self) -> list[Field]:
        """[X_I, X_J], I < J."""
        return [
            tuple(
                _difference(self._along(I, row[J], slopes[J]), self._along(J, row[I], slopes[I]))
                for row, slopes in zip(self.alpha, self.slopes)
            )
            for I, J in combinations(range(self.base), 2)
        ]

    def _along(self, I: int, f: Series, gradient: Mapping[int, Series]) -> Series:
        """X_I f."""
        total = list(
            gradient.get(self.place.get(self.bases[I].index, -1), [self.ring.zero] * (len(f) - 1))
        )
        for row, j in zip(self.alpha, self.dependent):
            slope = gradient.get(self.place.get(self.rows.chart.q[j].index, -1))
            if slope is not None and any(row[I]):
                total = _sum(total, times(self.ring, row[I], slope))
        return total

    def bracket(self, I: int, Y: Field) -> Field:
        """[X_I, Y] = X_I(Y) - sum_r Y^r d alpha_I/dq_r."""
        result = []
        for y, slopes in zip(Y, self.slopes):
            total = (
                self._along(I, y, self._gradient(y)) if any(y) else [self.ring.zero] * (len(y) - 1)
            )
            result.append(_difference(total, self._contracted(Y, slopes[I], len(total))))
        return tuple(result)

    def _contracted(self, Y: Field, gradient: Mapping[int, Series], length: int) -> Series:
        """sum_r Y^r d f/dq_r over the dependent coordinates."""
        total = [self.ring.zero] * length
        for y, j in zip(Y, self.dependent):
            slope = gradient.get(self.place.get(self.rows.chart.q[j].index, -1))
            if slope is not None and any(y):
                total = _sum(total, times(self.ring, y, slope))
        return total

    def vertical_bracket(self, Y: Field, Z: Field) -> Field:
        """[Y, Z]^l = sum_r (Y^r d Z^l/dq_r - Z^r d Y^l/dq_r)."""
        return tuple(
            _difference(
                self._contracted(Y, self._gradient(z), len(z) - 1),
                self._contracted(Z, self._gradient(y), len(y) - 1),
            )
            for y, z in zip(Y, Z)
        )

    def value(self, Y: Field) -> list:
        """The field at the point, as a vector over the constants."""
        return self.ring.vector([y[0] for y in Y])

    # spans
    # ------------------------------------------------------------------------------------------
    def lengths(self) -> Iterator[list[Field]]:
        """A basis over Q of the brackets [X, ... [X, X]] of length 2, 3, ..., order + 1."""
        level = self.thinned(self.first_brackets() if self.order else [])
        for s in range(2, self.order + 2):
            yield level
            if s <= self.order:
                level = self.thinned(self.bracket(I, Y) for Y in level for I in range(self.base))

    def rising(self) -> Iterator[list[Field]]:
        """Of the brackets of length 2, 3, ... of those kept before only the ones that add a
        dimension at the point.

        Raises OutOfReach past the limit of work.
        """
        level = self.first_brackets() if self.order else []
        known: list = []  # vectors over the constants
        for s in range(2, self.order + 2):
            added = []
            for Y in level:
                self._watch()
                more = self.ring.basis([*known, self.value(Y)])
                added += [Y] if len(more) > len(known) else []
                known = more
            yield added
            if s <= self.order:
                level = [self.bracket(I, Y) for Y in added for I in range(self.base)]

    def big_levels(self) -> Iterator[list[Field]]:
        """What D^2, D^3, ..., D^(order + 1) of the big flag add, over Q, to the one before.

        Raises OutOfReach past the limit of work.
        """
        old: list[Field] = []
        fresh = self.thinned(self.first_brackets() if self.order else [])
        for s in range(2, self.order + 2):
            yield fresh
            if s > self.order:
                return
            new = [self.bracket(I, Y) for Y in fresh for I in range(self.base)]
            new += [self.vertical_bracket(Y, Z) for Y, Z in combinations(fresh, 2)]
            new += [self.vertical_bracket(Y, Z) for Y in fresh for Z in old]
            old = [tuple(y[:-1] for y in Y) for Y in (*old, *fresh)]
            self._watch()
            known = {id(Y) for Y in old}
            fresh = [Y for Y in self.spanning([*old, *new]) if id(Y) not in known]

    def thinned(self, fields: Iterable[Field]) -> list[Field]:
        """Some of the fields, a basis of their span over Q.

        Raises OutOfReach past the limit of work.
        """
        nonvanishing = []
        for Y in fields:
            self._watch()
            if any(map(any, Y)):
                nonvanishing.append(Y)
        return nonvanishing if len(nonvanishing) <= FEW else self.spanning(nonvanishing)

    def spanning(self, fields: Sequence[Field]) -> list[Field]:
        """The fields whose series are no combination, over Q, of those before."""
        places: dict[tuple, int] = {}
        columns = [
            {
                places.setdefault((l, d, *map(int, e)), len(places)): c
                for l, y in enumerate(Y)
                for d, component in enumerate(y)
                for e, c in component.terms()
            }
            for Y in fields
        ]
        return [fields[j] for j in self.ring.independent(columns, len(places))]

    def _watch(self) -> None:
        if self.work is not None and self.work.over:
            raise OutOfReach(say("the limit of work while taking brackets"))


def regular_form(rows: Pfaffian, point: Mapping[Expr, Expr]) -> Echelon:
    """The echelon form of A(p).

    Raises SingularPivot where A loses rank or has a pole.
    """
    graph = rows.chart.graph
    where = ", ".join(
        f"{s} = {v}" for s, v in point.items() if s is not rows.chart.t or rows.space == "tq"
    )
    try:
        form = echelon(graph, [graph.substitute(list(row), point) for row in rows.matrix])
        graph.substitute(list(rows.affine), point)
    except ZeroDivisionError:
        raise SingularPivot(
            say("at {where} a coefficient has a pole: there is no distribution there", where=where)
        ) from None
    if form.rank < rows.k:
        raise SingularPivot(
            say(
                "at {where} the rank of the constraints drops below {k}, to {rank}: there is "
                "no regular distribution and no growth vector there",
                where=where,
                k=rows.k,
                rank=form.rank,
            )
        )
    return form


def _sum(a: Series, b: Series) -> Series:
    return [x + y for x, y in zip(a, b)]


def _difference(a: Series, b: Series) -> Series:
    return [x - y for x, y in zip(a, b)]
