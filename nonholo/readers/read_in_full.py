"""What was kept in mind of the texts of a case, once they are read (see `expression.reading`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from nonholo.algebra.poles import removable
from nonholo.dynamics.disguise import divided_by, is_sum_of_squares
from nonholo.dynamics.system import System, mapped
from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.expression.reading import Reading, vanishing
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import independent_rows, pfaffian
from nonholo.geometry.zeros.domain import divisors, has_to_be, switches
from nonholo.geometry.zeros.signs import poles
from nonholo.readers.gaps import bound_told
from nonholo.readers.real_number import is_outside, is_zero
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work


def with_numbers(system: System, solved: Mapping[Expr, Expr]) -> tuple[System, dict[Expr, Expr]]:
    """The system with numbers in the places of letters, and these: what is solved, and what made
    an exponent whole while it was read.

    >>> import nonholo as nh
    >>> case = nh.System("x y z", None, ["z' = n*x^n*y'"], parameters={"n": 2})
    >>> case.system.pfaffian.matrix, case.system.values, case.scope.given
    (((0, -2*x**2, 1),), {}, {'n': '2'})
    """
    reading = system.chart.graph.reading
    put = {**solved, **{n: system.values[n] for n in reading.put_in if n in system.values}}
    where = tuple((text(u), text(n)) for u, n in reading.positive)
    if put:
        left = {s: x for s, x in system.values.items() if s not in put}
        fed = {u: None if x is None else x.subs(put) for u, x in system.inputs.items()}
        system = replace(system, values=left, inputs=fed)
        system = mapped(system, system.chart, lambda e: e.subs(put))
    return replace(system, where=where), put


@dataclass(frozen=True, slots=True)
class Remembered:
    """What the texts say beyond their expressions, in which something cancelled.

    complaints: why there is no case; domain: where the texts have values, as assumptions that were
    not made yet; through: conditions on velocities, u = 0, without a value there, which the
    expressions go through.
    """

    complaints: tuple[str, ...] = ()
    domain: tuple[str, ...] = ()
    through: tuple[str, ...] = ()


def remembered(system: System, solved: Mapping[Expr, Expr]) -> Remembered:
    """What is kept in mind of the texts of a system.

    solved: what assumed equations put in.

    Of coordinates a domain is assumed.  A condition on velocities, x' > 0 of y' = sqrt(x')^2,
    would have to hold along each motion and is refused; y'/x' = z, as slopes are written, is taken
    as y' = z x', through x' = 0, and so is all that velocities divide.

    Beside rows with abs or sign what a Lagrangian or a force demands is a domain too: such rows are
    told side by side, and no motion is where it has no value.

    >>> import nonholo as nh
    >>> case = nh.System("x y z", None, ["z' = exp(log(x))*y*y'"])
    >>> case.system.pfaffian.matrix, case.system.domain
    (((0, -x*y, 1),), ('x > 0',))
    >>> nh.System("x y", None, ["x'^2/x' = y'"]).system.through
    ('xdot = 0',)
    >>> nh.System("x z", None, ["z' = exp(log(-1))*x'"])
    Traceback (most recent call last):
    nonholo.errors.BadCase: case: 1 problem
    - what is written has no real value anywhere: -1 has to be more than 0, and is so nowhere
    """
    reading = system.chart.graph.reading
    if not (reading.demanded or reading.divisors):
        return Remembered()
    rows = _nodes(replace(system, lagrangian=None, forces=(), velocities={}, tree=None))
    nodes = [*_nodes(system), *(value for value in system.inputs.values() if value is not None)]
    if complaints := _valueless(system, solved, reading.lost(rows, nodes)):
        return Remembered(tuple(complaints))
    lost = lost_signs(reading, rows, nodes, _meant(system))
    signs = [(u.subs(solved), sign) for u, sign in lost]
    nowhere = [u for u, sign in signs if sign == "!=" and _always_zero(system, u)]
    return Remembered(tuple(map(_never_defined, nowhere))) if nowhere else beyond(system, signs)


def _never_defined(u: Expr) -> str:
    return say(
        "what is written has a value at no velocity that obeys the constraints: there {u} = 0, by "
        "which it is divided",
        u=text(u),
    )


def _always_zero(system: System, u: Expr) -> bool:
    """u is 0 at every velocity that obeys the rows: a combination of these without poles."""
    rows, chart = system.pfaffian, system.chart
    if not (rows.k and u.has(chart.v)):
        return False
    try:
        both = pfaffian(chart, [*map(rows.value, range(rows.k)), u])
        redundant = independent_rows(both)[2]
        return any(
            one.row == rows.k and not any(poles(c, chart) for _, c in one.coefficients)
            for one in redundant
        )
    except NonholoError:
        return False


def lost_signs(
    reading: Reading, rows: Sequence[Expr], nodes: Sequence[Expr], meant: Mapping[Expr, Expr]
) -> list[tuple[Expr, str]]:
    """(u, sign) for u > 0, u >= 0 or u != 0 of all that was demanded and divided by, of which
    nothing is left.

    reading: the memory; rows: of constraints, whose normal forms count; nodes: with all others;
    meant: values of letters.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, g.reading.of_rows = g.symbol("x"), True
    >>> y = g.exp(g.log(x)) * (x - 1) / (x - 1)
    >>> lost_signs(g.reading, [y], [y], {})
    [(x, '>')]
    """
    lost = reading.lost(rows, rows if switches(rows) else nodes)
    below = reading.poles(meant)
    poles = _lost_divisors(below, rows, nodes)
    signs = [(u, ">" if strict or u in below else ">=") for u, strict in lost if not _squares(u)]
    signs += [(b, "!=") for u, _ in lost if _squares(u) for b in vanishing(u)]
    return signs + [(u, ">") if u in reading.demanded else (_as_read(u), "!=") for u in poles]


def beyond(system: System, signs: Sequence[tuple[Expr, str]]) -> Remembered:
    """What conditions (u, sign) add to the assumptions of a system; those on velocities are gone
    through.

    >>> import nonholo as nh
    >>> system = nh.System("x y", "x'^2").system
    >>> (x, _), (v, _) = system.chart.q, system.chart.v
    >>> beyond(system, [(x - 1, ">"), (v, "!=")])
    Remembered(complaints=(), domain=('x > 1',), through=('xdot = 0',))
    """
    rates = [*system.chart.v, *system.chart.a]
    moving = [u for u, sign in signs if sign != ">=" and u.has(rates)]
    still = [(u, sign) for u, sign in signs if not u.has(rates)]
    told = dict.fromkeys(bound_told(u, sign) for u, sign in still if u.support)
    return Remembered(
        domain=tuple(condition for condition in told if condition not in system.assumptions),
        through=tuple(dict.fromkeys(_zeros(system.chart, moving))),
    )


def _zeros(chart: Chart, divisors: Iterable[Expr]) -> Iterator[str]:
    """Where divisors with velocities vanish, factor by factor."""
    for u in divisors:
        factors = divided_by(chart, 1 / u) if u.has(chart.v) else [u]
        yield from (f"{text(f)} = 0" for f in factors)


def _squares(u: Expr) -> bool:
    return range_of(u).not_negative


def _as_read(u: Expr) -> Expr:
    """1 - x, if that was divided by, and x - 1 is how it is told of below."""
    read = u.graph.reading.divisors
    return -u if -u in read and u not in read else u


def _lost_divisors(
    poles: Mapping[Expr, bool], rows: Sequence[Expr], nodes: Sequence[Expr]
) -> list[Expr]:
    """What was divided by, of which no trace is left: u of x^2 u/u, which is x^2 there; or of the
    rows, whose normal forms are divided by less.
    """
    if not poles:
        return []
    next(iter(poles)).graph.wear_tamer_forms()
    in_rows, anywhere = set(divisors(rows)), set(divisors(nodes))
    gone = [b for b, of_rows in poles.items() if b not in (in_rows if of_rows else anywhere)]
    still = [b for b, of_rows in poles.items() if of_rows and b in in_rows]
    return gone + removable(rows, still, Work.of(BUDGETS.divisors))


def _meant(system: System) -> dict[Expr, Expr]:
    """What the letters of quasi-velocities stand for."""
    graph = system.chart.graph
    return {graph.symbol(name): meaning for name, meaning in system.velocities.items()}


def _valueless(
    system: System, solved: Mapping[Expr, Expr], lost: Sequence[tuple[Expr, bool]]
) -> list[str]:
    """Complaints about numbers under roots, logarithms and arcs, whatever became of these, and
    about signs of velocities of which nothing is left: y' = sqrt(x')^2 is y' = x', x' >= 0.

    solved: what assumed equations put in; lost: what was demanded, and of what nothing is left.
    """
    reading = system.chart.graph.reading
    there = [*reading.numbers(), *((u.subs(solved), strict) for u, strict in lost if solved)]
    numbers: list[str] = [
        say("what is written has no real value anywhere: {what}", what=has_to_be(u, strict))
        for u, strict in there
        if u.is_constant and is_outside(u, strict)
    ]
    numbers += [
        say(
            "what is written has no real value anywhere: it is divided by {divisor}, which is 0",
            divisor=u,
        )
        for u in reading.divisors
        if (solved or u.is_constant) and (value := u.subs(solved)).is_constant and is_zero(value)
    ]
    return numbers + signs_of_velocities(system.chart, lost)


def signs_of_velocities(chart: Chart, lost: Iterable[tuple[Expr, bool]]) -> list[str]:
    """Complaints about what velocities make negative, and has to be more than 0, or not less.

    lost: u, and whether u > 0.

    >>> import nonholo as nh
    >>> chart = nh.System("x y", "x'^2").system.chart
    >>> x, y = chart.v
    >>> len(signs_of_velocities(chart, [(x**2 + y**2, True), (chart.q[0], True), (x - 1, False)]))
    1
    """
    rates = [*chart.v, *chart.a]
    return [
        say(
            "what is written has values only where {what}, and what it is equal to has them "
            "everywhere: no condition on velocities is kept; try writing it without the root, "
            "logarithm or arc",
            what=f"{text(u)} {'>' if strict else '>='} 0",
        )
        for u, strict in lost
        if u.has(rates) and not _squares(u) and not is_sum_of_squares(chart, u)
    ]


def _nodes(system: System) -> list[Expr]:
    nodes = list[Expr]()

    def seen(e: Expr) -> Expr:
        nodes.append(e)
        return e

    mapped(system, system.chart, seen)
    return nodes
