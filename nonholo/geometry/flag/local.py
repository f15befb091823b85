"""Growth vectors at one exact point, by all brackets there.

    small   D_(s+1) = D_s + [D_1, D_s]          big   D^(s+1) = D^s + [D^s, D^s]

That a bracket is new is proved by a value that is not zero; that a space is no larger, because all
brackets of the length were formed (`germ.Germ`).  Growth at a point never exceeds the generic one,
step by step; it may take longer, and end below it.  An end below is proved by modules: [X_I, Y] =
sum_a f_a Y_a with f_a regular at the point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, islice, repeat, zip_longest

from nonholo.algebra.field import Field
from nonholo.decide.zero import Decision, settle
from nonholo.errors import OutOfReach, said
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import text
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.distribution.distribution import Distribution, distribution, split
from nonholo.geometry.flag.flag import (
    Growth,
    Span,
    Vertical,
    bracket,
    closure,
    first_brackets,
    in_new_graph,
    indices,
)
from nonholo.geometry.flag.germ import Germ, regular_form
from nonholo.geometry.flag.piecewise import kinks, signs_at, smooth
from nonholo.linear.elimination import echelon, vanishes
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

STEPS = (0, 2, 5, 10, 18, 28)  # by which the order of the expansions is raised in turn
MOST_GENERATORS = 40  # brackets among which the module of the distribution is looked for
MOST_BASES = 20


def growth_at(
    pfaffian: Pfaffian,
    point: Mapping[Expr, Expr],
    limit: int,
    units: int = BUDGETS.at_point,
    big: bool = False,
    generic: Growth | None = None,
    order: int = 2,
    wanted: Sequence[int] = (),
) -> Growth:
    """Growth vector at one exact point; of the big flag if `big`.

    point: coordinate -> constant; limit: the dimension at which growth ends (that of the generic
    closure); units: of work; generic: the generic vector, if it is known: nowhere is growth faster;
    order: of the first expansion, at least; wanted: of another vector no more is found out than
    that it is another one.
    Raises SingularPivot if A loses rank at the point: the distribution is not regular there.
    References: BellaicheJeanRisler1998.

    >>> import nonholo as nh
    >>> martinet = nh.constraints("dz = x**2 dy")
    >>> growth_at(martinet.system.pfaffian, martinet.point({"x": 0}), limit=3).vector
    (2, 2, 3)
    >>> growth_at(martinet.system.pfaffian, martinet.point({"x": 1}), limit=3).vector
    (2, 3)
    """
    parts = kinks(pfaffian)
    if parts and all(signs := signs_at(parts, point)):
        pfaffian, point, limit, generic = _localised(pfaffian, parts, signs, point, units)
    met = next((u for u in parts if vanishes_at(u, point)), None)
    rows, point = in_new_graph(pfaffian, point)
    search = _Search(rows, point, limit, Work.of(units), big, wanted)
    if met is not None:  # the derivative of sign(u) is 0 beside u = 0 alone
        regular_form(rows, point)
        search.reason = say("pieces of the coefficients meet there, where {u} = 0", u=text(met))
        return search.growth(None)
    if generic is not None and not big and search.reaches(generic):
        if not generic.evidence.proved:
            return _reached(search, generic, min(units, BUDGETS.belief))
    else:
        search.run(order if generic is None else max(order, generic.degree))
    return search.growth(generic if not big else None)


def vanishes_at(u: Expr, point: Mapping[Expr, Expr]) -> bool:
    """It is defined there, and is 0.

    point: values of the symbols in u, which may be fewer.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> vanishes_at(x - 2, {x: g.lift(2)}), vanishes_at(1 / (x - 2), {x: g.lift(2)})
    (True, False)
    """
    try:
        return u.subs(point).is_zero
    except ZeroDivisionError:
        return False


def _reached(search: _Search, generic: Growth, units: int) -> Growth:
    """The generic vector, itself not proved, is reached at a point: all brackets there may prove
    it.
    """
    exact = _Search(search.rows, search.point, search.limit, Work.of(units), big=False)
    exact.run(max(2, generic.degree))
    growth = exact.growth(generic)
    return growth if growth.complete and growth.evidence.proved else search.growth(generic)


def _localised(pfaffian: Pfaffian, parts, signs, point, units: int):
    """Rows that are analytic, as the given ones are near the point; the point in their graph;
    their own growth.
    """
    rows, _, _ = independent_rows(smooth(pfaffian, parts, signs, point))
    graph = rows.chart.graph
    there = graph.copied(point)
    generic = closure(distribution(rows), units)
    limit = rows.chart.n + (rows.space == "tq") - (generic.relations or 0)
    return (
        rows,
        there,
        limit,
        generic.growth if generic.growth.complete else None,
    )


class _Search:
    """Growth at one point: the dimensions found so far, and why there are no more."""

    def __init__(
        self,
        rows: Pfaffian,
        point: Mapping[Expr, Expr],
        limit: int,
        work: Work,
        big: bool,
        wanted: Sequence[int] = (),
    ):
        self.rows, self.point, self.limit, self.work, self.big = rows, point, limit, work, big
        self.wanted = tuple(wanted)
        self.vector: tuple[int, ...] = (rows.chart.n - rows.k + (rows.space == "tq"),)
        self.exact, self.reason = True, ""
        self.denied: set[int] = set()  # dimensions that were not shown to be the last

    def reaches(self, generic: Growth) -> bool:
        """Growth is as fast as at most points: seen by few brackets, only those that add a
        dimension there.
        """
        form = regular_form(self.rows, self.point)
        try:
            germ = Germ(self.rows, self.point, form, max(0, generic.degree - 1), self.work, prime=0)
            vector = tuple(_dimensions(germ, generic.vector[-1], "few"))
        except (OutOfReach, ZeroDivisionError):
            return False
        self.vector, self.exact = (
            (generic.vector, False) if vector == generic.vector else (self.vector, True)
        )
        return vector == generic.vector

    def run(self, order: int) -> None:
        """Expand to higher and higher order until growth has ended."""
        form = regular_form(self.rows, self.point)
        if self.vector[-1] >= self.limit:
            return
        for step in STEPS:
            try:
                vector = self._expanded(form, order + step)
                another = self._is_another(vector)
                ended = step and not another and vector[-1] == self.vector[-1]
                if vector[-1] >= self.limit or (ended and self._stationary(vector)):
                    self.vector = vector
                    return
            except (OutOfReach, ZeroDivisionError) as stop:
                length = len(self.vector) + 1
                self.reason = say(
                    "{reason}, at brackets of length {length}", reason=said(stop), length=length
                )
                return
            self.vector = vector
            if another:
                break
        self.reason = say("stopped at brackets of length {length}", length=len(self.vector))

    def _is_another(self, vector: Sequence[int]) -> bool:
        """Not the one that is wanted, however it goes on."""
        if not self.wanted:
            return False
        going_on = chain(self.wanted, repeat(self.wanted[-1]))
        return any(a != b for a, b in zip(vector, going_on))

    def _expanded(self, form, order: int) -> tuple[int, ...]:
        """The dimensions up to one order: with exact constants, else with their images modulo
        two primes.
        """
        if self.exact:
            try:
                return self._dimensions(form, order, None)
            except OutOfReach:
                if self.work.over:
                    raise
                self.exact = False
        both = [self._dimensions(form, order, prime) for prime in (0, 1)]
        return tuple(max(pair) for pair in zip_longest(*both, fillvalue=0))

    def _dimensions(self, form, order: int, prime: int | None) -> tuple[int, ...]:
        germ = Germ(self.rows, self.point, form, order, self.work, prime)
        return tuple(_dimensions(germ, self.limit, "big" if self.big else "all"))

    def _stationary(self, vector: Sequence[int]) -> bool:
        """No more than these dimensions: asked once for each, however far the expansions go."""
        if vector[-1] in self.denied:
            return False
        shown = _stationary(self.rows, self.point, vector, self.work)
        if not shown:
            self.denied.add(vector[-1])
        return shown

    def growth(self, generic: Growth | None) -> Growth:
        """What was found, without steps that add nothing at the end."""
        vector = self.vector
        while len(vector) > 1 and vector[-1] == vector[-2]:
            vector = vector[:-1]
        if self.reason:
            return Growth(vector, self.rows.space, False, Decision(None, reason=self.reason))
        return Growth(vector, self.rows.space, True, self.evidence(generic))

    def evidence(self, generic: Growth | None) -> Decision:
        """Values that are not 0 prove the dimensions from below; exact expansions or the generic
        vector from above.
        """
        if generic is not None and generic.evidence.proved and generic.vector == self.vector:
            return Decision(True, "modular" if not self.exact else "normal form")
        return Decision(
            True,
            "normal form"
            if self.exact and settle(self.rows.chart.graph, BUDGETS.settling)
            else "randomised",
        )


def _dimensions(germ: Germ, limit: int, which: str) -> Iterator[int]:
    """dim D_1(p), dim D_2(p), ... until the limit or the order is reached; which brackets: all,
    big, or few.
    """
    basis: list = []
    yield germ.base
    for level in {"all": germ.lengths, "big": germ.big_levels, "few": germ.rising}[which]():
        basis = germ.ring.basis([*basis, *map(germ.value, level)])
        yield germ.base + len(basis)
        if germ.base + len(basis) >= limit:
            return


# an end below the generic dimension
# ---------------------------------------------------------------------
def _stationary(rows: Pfaffian, point, vector: Sequence[int], work: Work) -> bool:
    """The brackets of some lengths generate, near the point, a module that is closed under further
    ones.

    In a graph of its own: its many merges are to be proved only where they are of use.
    """
    work = work.at_most(BUDGETS.ends)
    rows, point = in_new_graph(rows, point)
    d = split(rows, regular_form(rows, point).pivots, point)
    known: list[Vertical] = []
    level = distinct(first_brackets(d), known)
    while len(known) + len(level) <= MOST_GENERATORS and not work.over:
        known += level
        level = distinct((bracket(d, I, Y) for Y in level for I in indices(d)), known)
        if all(not work.over and _generated(d, known, Z, point, work) for Z in level):
            return _value_rank(d, known, point) == vector[-1] - len(indices(d)) and settle(
                d.chart.graph, BUDGETS.settling
            )
    return False


def distinct(fields, known: Sequence[Vertical]) -> list[Vertical]:
    """The fields that are not zero and not met before, up to sign."""
    seen = {tuple(e.index for e in Z) for Y in known for Z in (Y, tuple(-e for e in Y))}
    fresh = []
    for Y in fields:
        key = tuple(e.index for e in Y)
        if key in seen or all(e.is_zero for e in Y):
            continue
        seen |= {key, tuple((-e).index for e in Y)}
        fresh.append(Y)
    return fresh


def _value_rank(d: Distribution, fields: Sequence[Vertical], point) -> int:
    span = Span(d.chart.graph)
    for Y in fields:
        span.add(d.chart.graph.substitute(list(Y), point))
    return span.rank


def _generated(d: Distribution, known: Sequence[Vertical], Z: Vertical, point, work: Work) -> bool:
    """Z = sum_a f_a Y_a with functions f_a that are regular at the point; not seen past the limit
    of work.
    """
    graph = d.chart.graph
    rank = echelon(graph, [list(Y) for Y in known]).rank
    for chosen in islice(combinations(known, rank), MOST_BASES):
        form = echelon(graph, [*map(list, chosen), list(Z)])
        if form.rank == rank and len(form.idle) == 1 and not form.idle[0][-1].is_zero:
            last = form.idle[0][-1]
            try:
                if all_regular_at([c / last for c in form.idle[0][:-1]], point, work):
                    return True
            except OutOfReach:
                if work.over:
                    return False
                raise
    return False


def all_regular_at(
    functions: Sequence[Expr], point: Mapping[Expr, Expr], work: Work | None = None
) -> bool:
    """No denominator of any vanishes at the point, as they are or of their normal forms, which
    share their parts.

    Raises OutOfReach past the limit of work.
    """
    doubtful = [f for f in functions if not (f.is_number or _regular_as_written(f, point))]
    if not doubtful:
        return True
    field = Field(doubtful, work)
    return not any(
        vanishes(field.expression(field.factors[k]).subs(point))
        for f in doubtful
        for k in field.normal(f).den
    )


def _regular_as_written(f: Expr, point: Mapping[Expr, Expr]) -> bool:
    below = {
        base for node in ordered([f]) if node.kind == "product" for base, e in node.args if e < 0
    }
    try:
        return not any(vanishes(e) for e in f.graph.substitute(list(below), point))
    except ZeroDivisionError:
        return False
