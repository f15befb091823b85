"""The geometry of a set of forms at generic parameters, and where in parameter space it holds.

Rank k, growth vector, h and which forms are integrable alone are shown by minors and triples that
do not vanish.  Identities hold for all parameters of a piece; so only where a minor or all triples
of a form vanish, identically in the configuration, can the answer be another.

    rank A = k                     det A_D
    dim D_s = m + r_s              an r_s-rowed minor of the brackets up to length s
    w_l not integrable             its triples T_ijk, all together
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, islice
from random import Random
from typing import TypeVar

from nonholo.arithmetic.matrices import rank_modulo
from nonholo.errors import ContradictoryConstraints, OutOfReach, SingularPivot, said
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.expression.text import text
from nonholo.geometry.constraints.pfaffian import Pfaffian, Space, independent_rows
from nonholo.geometry.curvature.integrability import judge_form
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.geometry.families.conditions import conditions
from nonholo.geometry.families.factors import divides
from nonholo.geometry.families.partition import Judged
from nonholo.geometry.flag.flag import Vertical, closure, spanning
from nonholo.geometry.zeros.signs import minor
from nonholo.linear.elimination import cost, determinant
from nonholo.words.sentence import say
from nonholo.work import Work

LONGEST = 80  # characters of an equation that is told in a reason
MINORS = 6  # of one rank, all of which must vanish where it drops
DRAWS = 40  # choices of columns that are looked at for them

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Geometry:
    """What the constraints decide at generic parameters.

    rank: k; relations: h; growth: in q or (t, q); integrable: each form alone.  None for what is
    not decided; contradictory: no velocities obey the constraints.
    """

    rank: int | None
    relations: int | None
    growth: tuple[int, ...]
    space: Space
    integrable: tuple[bool | None, ...]
    contradictory: bool = False
    regions: tuple[tuple[int, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Grown:
    """Growth of a split distribution: h, and the growth vector."""

    relations: int
    growth: tuple[int, ...]


def _brief(e: Expr) -> str:
    written = text(e)
    return written if len(written) <= LONGEST else f"{written[: LONGEST - 3]}..."


def _never(equation: Expr, left: bool) -> bool:
    """What is assumed of letters says that it is not zero."""
    return not left and range_of(equation).nonzero


class Guards:
    """Gathers what an answer rests on: expressions that must not all vanish identically.

    left: equations that the parameters obey.
    """

    def __init__(self, moving: Sequence[Expr], work: Work, left: Sequence[Expr] = ()):
        self.moving, self.work, self.left = moving, work, tuple(left)
        self.sets: list[tuple[Expr, ...]] = []
        self.doubts: dict[str, None] = {}

    def hold(self, nodes: Sequence[Expr]) -> None:
        """The answer holds where these do not all vanish identically; for almost all parameters
        they do not.

        A set of equations with a number in it never holds.  Where it is out of reach for which
        parameters they vanish, that is a doubt; raises OutOfReach if the parameters obey equations.
        """
        never = partial(_never, left=bool(self.left))
        try:
            vanishing = conditions(sorted(nodes, key=cost), self.moving, self.work, never)
        except OutOfReach as limit:
            if self.left:
                raise
            self.doubts[said(limit)] = None
            return
        self.beside(vanishing.equations)
        self.coincide(vanishing.special, vanishing.mixed)

    def vanish(self, nodes: Sequence[Expr]) -> bool:
        """They vanish identically since the parameters obey an equation.  Raises OutOfReach."""
        return bool(self.left) and self.implied(conditions(nodes, self.moving, self.work).equations)

    def implied(self, equations: Sequence[Expr]) -> bool:
        """The equations follow from the one that is left.  Raises OutOfReach for several."""
        if len(self.left) > 1:
            first = _brief(self.left[0])
            raise OutOfReach(
                say("{equation} = 0 and others are not solved for parameters", equation=first)
            )
        return all(divides(self.left[0], e) for e in equations)

    def beside(self, equations: Sequence[Expr]) -> None:
        """The answer holds where these equations in the parameters do not all hold."""
        if equations and not any(e.is_number for e in equations):
            if self.left and self.implied(equations):
                raise OutOfReach(
                    say(
                        "what the answer rests on vanishes where {expression} = 0",
                        expression=_brief(self.left[0]),
                    )
                )
            self.sets.append(tuple(equations))

    def coincide(self, special: Sequence[tuple[Expr, ...]], mixed: Sequence[Expr]) -> None:
        """The answer holds where functions do not depend on each other; mixed: those for which it
        is not known where they do.
        """
        for equations in special:
            self.beside(equations)
        for e in mixed:
            self.doubts[
                say(
                    "special values of the parameters in {expression} are not looked for",
                    expression=e,
                )
            ] = None

    def judged(self, answer: A) -> Judged[A]:
        return Judged(answer, tuple(self.sets), tuple(self.doubts))


def geometry_of(full: Pfaffian, work: Work) -> Judged[Geometry]:
    """Judge rows at generic parameters; the guards are equations in the letters of the rows.

    full: the rows; work: a budget.  Raises OutOfReach.

    >>> import nonholo as nh
    >>> rows = nh.constraints("dz = a y dx + c x dy").system.pfaffian
    >>> judged = geometry_of(rows, Work.of(10**7))
    >>> judged.answer.growth, judged.guards
    ((2, 3), ((a - c,), (c - a,)))
    """
    guards = Guards([*full.chart.q, full.chart.t], work)
    forms = [judge_form(full, l) for l in range(full.k)]
    integrable = tuple(form.integrable for form in forms)
    for form in forms:
        if not form.decision.proved:
            raise OutOfReach(form.decision.reason or f"{form.label} alone is not proved")
        if not form.integrable:
            guards.hold([t.value for t in form.nonzero])
    space = full.space
    try:
        rows, _, _ = independent_rows(full)
    except ContradictoryConstraints:
        extended = [(*row, e) for row, e in zip(full.matrix, full.affine)]
        guards.hold(minors(_independent(extended)))
        return guards.judged(Geometry(None, None, (), space, integrable, contradictory=True))
    if rows.k == 0:
        free = full.chart.n + (space == "tq")
        return guards.judged(Geometry(0, 0, (free,), space, integrable))
    try:
        d = distribution(rows)
    except SingularPivot as error:
        raise OutOfReach(said(error)) from error
    grown = growth_of(d, guards)
    return guards.judged(Geometry(rows.k, grown.relations, grown.growth, space, integrable))


def growth_of(d: Distribution, guards: Guards) -> Grown:
    """h and the growth vector of a distribution, proved; what they rest on goes to the guards.

        dim D_s = dim E + r_s:  a minor of r_s rows of the brackets up to length s does not vanish

    d: rows solved at generic parameters; guards: what gathers the minors.  Raises OutOfReach.

    >>> import nonholo as nh
    >>> d = distribution(nh.constraints("dz = a y dx").system.pfaffian, ["z"])
    >>> guards = Guards([*d.chart.q, d.chart.t], Work.of(10**7))
    >>> growth_of(d, guards), guards.sets
    (Grown(relations=0, growth=(2, 3)), [(-a,)])
    """
    guards.hold([minor(d.pfaffian, d.dependent)])
    generic = closure(d, guards.work.left)
    if generic.relations is None or not generic.growth.evidence.proved:
        raise OutOfReach(generic.growth.evidence.reason or "the growth vector is not proved")
    taken: list[Vertical] = []
    for level in spanning(d, d.k - generic.relations, guards.work.left):
        taken += level
        guards.hold(minors(taken))
    return Grown(generic.relations, generic.growth.vector)


def minors(rows: Sequence[Sequence[Expr]]) -> list[Expr]:
    """A few minors of full rank of independent rows.

    rows: r of them.  Raises OutOfReach if none is found.

    >>> from nonholo.expression.graph import Graph
    >>> a = Graph().symbol("a")
    >>> minors([(a, a * 2)])
    [a, 2*a]
    """
    graph, r = rows[0][0].graph, len(rows)
    values = [[e.value[0] for e in row] for row in rows]
    p = graph.modulus.p
    determinants: list[Expr] = []
    for columns in islice(_choices(len(rows[0]), r), DRAWS):
        if rank_modulo([[row[c] for c in columns] for row in values], p) == r:
            determinants.append(determinant(graph, [[row[c] for c in columns] for row in rows]))
            if determinants[-1].is_number:
                return determinants[-1:]
        if len(determinants) == MINORS:
            break
    if not determinants:
        raise OutOfReach(say("no minor was found that does not vanish"))
    return determinants


def _independent(rows: Sequence[Sequence[Expr]]) -> list[Sequence[Expr]]:
    """As many of the rows as are independent, by their values modulo a prime."""
    p = rows[0][0].graph.modulus.p
    independent: list[Sequence[Expr]] = []
    for row in rows:
        values = [[e.value[0] for e in one] for one in (*independent, row)]
        if rank_modulo(values, p) > len(independent):
            independent.append(row)
    return independent


def _choices(k: int, r: int) -> Iterator[tuple[int, ...]]:
    """Sets of r columns, some of them if there are many."""
    if r == k or k <= 8:
        yield from combinations(range(k), r)
        return
    rng = Random(k * 1000 + r)
    while True:
        yield tuple(sorted(rng.sample(range(k), r)))
