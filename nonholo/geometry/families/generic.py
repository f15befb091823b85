"""The geometry of a set of forms at generic parameters, and where in parameter space it holds.

Rank k, growth vector, h and which forms are integrable alone are shown by minors and triples that
do not vanish.  Identities hold for all parameters of a piece; so only where a minor or all triples
of a form vanish, identically in the configuration, can the answer be another.

    rank A = k                     det A_D
    dim D_s = m + r_s              an r_s-rowed minor of the brackets up to length s
    w_l not integrable             its triples T_ijk, all together
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from random import Random

from nonholo.arithmetic.matrices import rank_modulo
from nonholo.errors import ContradictoryConstraints, OutOfReach, SingularPivot
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.curvature.integrability import judge_form
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.geometry.families.conditions import conditions
from nonholo.geometry.families.partition import Judged
from nonholo.geometry.flag.flag import Vertical, closure, spanning
from nonholo.linear.elimination import determinant
from nonholo.work import Work

MINORS = 6  # of one rank, all of which must vanish where it drops
DRAWS = 40  # choices of rows and columns that are looked at for them


@dataclass(frozen=True, slots=True)
class Geometry:
    """What the constraints decide at generic parameters.

    rank: k; relations: h; growth: in q or (t, q); integrable: each form alone.  None for what is
    not decided; contradictory: no velocities obey the constraints.
    """

    rank: int | None
    relations: int | None
    growth: tuple[int, ...]
    space: str
    integrable: tuple[bool | None, ...]
    contradictory: bool = False

    @property
    def decided(self) -> bool:
        return self.contradictory or (self.relations is not None and None not in self.integrable)

    @property
    def degree(self) -> int:
        """The degree of nonholonomy."""
        return len(self.growth)


def geometry_of(full: Pfaffian, work: Work) -> Judged[Geometry]:
    """Judge rows at generic parameters; the guards are equations in the letters of the rows.

    Raises OutOfReach.
    """
    chart = full.chart
    moving = [*chart.q, chart.t]
    guards: list[tuple[Expr, ...]] = []
    doubts: dict[str, None] = {}

    def guard(nodes: Sequence[Expr]) -> None:
        """The answer holds where these do not all vanish identically."""
        found = conditions(nodes, moving, work)
        guards.extend((found.equations, *found.special))
        for e in found.mixed:
            doubts[f"{e} can be special for special parameters"] = None

    forms = [judge_form(full, l) for l in range(full.k)]
    integrable = tuple(form.integrable for form in forms)
    for form in forms:
        if form.integrable is False:
            guard([t.value for t in form.nonzero])
    try:
        rows, _, _ = independent_rows(full)
    except ContradictoryConstraints:
        answer = Geometry(None, None, (), full.space, integrable, contradictory=True)
        return Judged(answer, _numbers_dropped(guards), tuple(doubts))
    if rows.k == 0:
        answer = Geometry(0, 0, (chart.n,), full.space, integrable)
        return Judged(answer, _numbers_dropped(guards), tuple(doubts))
    try:
        d = distribution(rows)
    except SingularPivot as error:
        raise OutOfReach(str(error)) from error
    guard([d.condition if rows.k == 1 else _determinant(d)])
    found = closure(d, work.left)
    if not (found.growth.complete and found.growth.evidence.proved):
        raise OutOfReach(found.growth.evidence.reason or "the growth vector is not proved")
    taken: list[Vertical] = []
    if found.relations is not None and found.relations < rows.k:
        for level in spanning(d, rows.k - found.relations, work.left):
            taken += level
            guard(minors(d, taken))
    answer = Geometry(rows.k, found.relations, found.growth.vector, rows.space, integrable)
    return Judged(answer, _numbers_dropped(guards), tuple(doubts))


def _numbers_dropped(guards: Sequence[tuple[Expr, ...]]) -> tuple[tuple[Expr, ...], ...]:
    """Guards that can vanish: those without a number among their equations."""
    return tuple(g for g in guards if g and not any(e.is_number for e in g))


def _determinant(d: Distribution) -> Expr:
    rows = [[row[j] for j in d.dependent] for row in d.pfaffian.matrix]
    return determinant(d.chart.graph, rows)


def minors(d: Distribution, fields: Sequence[Vertical]) -> list[Expr]:
    """A few minors of full rank of the components of independent vertical fields.

    fields: r of them, each with k components.  Raises OutOfReach if none is found.
    """
    graph, r = d.chart.graph, len(fields)
    values = [[e.value[0] for e in Y] for Y in fields]
    p = graph.modulus.p
    found: list[Expr] = []
    for columns in islice(_choices(d.k, r), DRAWS):
        if rank_modulo([[row[c] for c in columns] for row in values], p) == r:
            found.append(determinant(graph, [[Y[c] for c in columns] for Y in fields]))
            if found[-1].is_number:
                return found[-1:]
        if len(found) == MINORS:
            break
    if not found:
        raise OutOfReach("no minor of the brackets was found that does not vanish")
    return found


def _choices(k: int, r: int):
    """Sets of r columns, some of them if there are many."""
    if r == k or k <= 8:
        yield from combinations(range(k), r)
        return
    rng = Random(k * 1000 + r)
    while True:
        yield tuple(sorted(rng.sample(range(k), r)))
