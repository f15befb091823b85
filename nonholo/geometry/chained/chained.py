"""Chained form: coordinates in which two inputs drive everything, one coordinate after the other.

    z_1' = v_1,   z_2' = v_2,   z_3' = z_2 v_1,   z_4' = z_3 v_1,  ...,  z_n' = z_{n-1} v_1

From its two ends (`goursat`) the chain follows, z_{j-1} = X(z_j) / X(z_1) with any admissible field
X: that it is the same for both fields is proved by a normal form, and this is the proof of the
chained form (MurraySastry1993; for trailers Sordalen1993).

On the way back from z to q each z_{j-1} brings in one new angle by its tangent, or the rest is
linear.  Angles are measured from an earlier one where this is shorter (a trailer against the one
before it)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from nonholo.decide.zero import decide_zero
from nonholo.errors import NotApplicable, OutOfReach
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.expression.sweeps import along
from nonholo.expression.text import text
from nonholo.geometry.chained.goursat import ends, last_form
from nonholo.geometry.chained.inverse import Solved, tangent_of, way_back
from nonholo.geometry.constraints.chart import Chart, chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, pfaffian
from nonholo.geometry.distribution.displacements import displacements
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import dot, surely
from nonholo.words.sentence import say
from nonholo.writing.present import brief

MAX_NODES = 20_000  # of one function of the chain
PLAIN, LONG = 3, 400  # nodes of what has no shorter form, or too many to look for one


@dataclass(frozen=True, slots=True)
class ChainedForm:
    """z_1..z_n as functions of relative coordinates: q_i, or an angle q_i less another angle.

    q: the coordinates of the case; relative: what each relative coordinate is in q; shift: what is
    added to it to have q_i; z: functions of the relative coordinates (whose symbols are those of
    q); rows: the same set written in z; back: the relative coordinates in turn; rates: d/dz_1 of
    those of which it is known.  All in one graph."""

    q: tuple[Expr, ...]
    relative: tuple[Expr, ...]
    shift: tuple[Expr, ...]
    z: tuple[Expr, ...]
    rows: Pfaffian
    back: tuple[Solved, ...]
    rates: Mapping[int, Expr]

    @property
    def graph(self) -> Graph:
        return self.rows.chart.graph

    def functions(self) -> tuple[Expr, ...]:
        """z_1..z_n as functions of q."""
        return tuple(self.graph.substitute(list(self.z), dict(zip(self.q, self.relative))))


@dataclass(frozen=True, slots=True)
class _Hanging:
    """A link that is beside + slope * (rate of the coordinate in a column)."""

    column: int
    slope: Expr
    beside: Expr


@dataclass(frozen=True, slots=True)
class _Chain:
    """Work under way: symbols, two admissible fields, shifts, the ends and z_n, z_{n-1}, ... as
    far as known.

    rates: dq_i/dz_1 of the coordinates that are functions of known links; carried: of each link by
    which rate it goes on.
    """

    q: tuple[Expr, ...]
    fields: tuple[tuple[Expr, ...], ...]
    shift: tuple[Expr, ...]
    first: Expr
    links: tuple[Expr, ...]
    rates: Mapping[int, Expr]
    carried: tuple[_Hanging | None, ...]


def chained_forms(
    d: Distribution, through: Sequence[Mapping[Expr, Expr]] = ()
) -> Iterator[ChainedForm]:
    """Chained forms of a set with two independent velocities, each proved and with its way back.

        z_1' = v_1,   z_2' = v_2,   z_j' = z_{j-1} v_1      (j = 3..n)

    through: points (values of the coordinates) at which z_1 must move, so that they can lie in the
    chart.  Yields none if the simple functions fail; raises NotApplicable with the reason if there
    is none.  References: MurraySastry1993, Sordalen1993.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> skate = nh.constraints("sin(a) dx = cos(a) dy", also=["a"]).system.pfaffian
    >>> next(chained_forms(distribution(skate))).functions()
    (x, sin(a)/cos(a), y)
    """
    w = last_form(d)
    fields = displacements(d).virtual
    for first, last in ends(d, w):
        if any(_stationary(d, fields, first, point) for point in through):
            continue
        try:
            form = _chained_form(d.chart, _chain_of_ends(d.chart, fields, first, last))
        except (OutOfReach, ZeroDivisionError, NotApplicable):
            continue
        yield form


def _stationary(d: Distribution, fields, f: Expr, point: Mapping[Expr, Expr]) -> bool:
    """No admissible field changes f at the point."""
    slopes = [f.diff(s) for s in d.chart.q]
    try:
        return all(dot(d.chart.graph, X, slopes).subs(point).is_zero for X in fields)
    except ZeroDivisionError:  # where the split of the velocities fails its fields say nothing
        return False


def chained_rows(graph: Graph, n: int, taken: Sequence[str]) -> Pfaffian:
    """z_j' - z_{j-1} z_1' = 0, j = 3..n, in a chart of z1..zn (with underscores if these names
    are taken).
    """
    stem = "z"
    while any(name.startswith(stem) and name[len(stem) :].isdigit() for name in taken):
        stem += "_"
    z_chart = chart(graph, [f"{stem}{j}" for j in range(1, n + 1)])
    return pfaffian(z_chart, [z_chart.v[j] - z_chart.q[j - 1] * z_chart.v[0] for j in range(2, n)])


# the chain --------------------------------------------------------------------------------------
def _chain_of_ends(given: Chart, fields, first: Expr, last: Expr) -> _Chain:
    zero = given.graph.zero
    return _fresh(_Chain(given.q, tuple(fields), (zero,) * given.n, first, (last,), {}, (None,)))


def _fresh(chain: _Chain) -> _Chain:
    """The same in a new graph, each expression in its shortest form: no longer form met before
    stands for it.
    """
    graph = chain.q[0].graph.fresh()

    def moved(nodes: Iterable[Expr]) -> tuple[Expr, ...]:
        return tuple(graph.copy([_shorter(e)])[0] for e in nodes)

    q = tuple(graph.adopted(s) for s in chain.q)
    first, *links = moved([chain.first, *chain.links])
    return _Chain(
        q,
        tuple(moved(X) for X in chain.fields),
        moved(chain.shift),
        first,
        tuple(links),
        dict(zip(chain.rates, moved(chain.rates.values()))),
        tuple(h and _Hanging(h.column, *moved([h.slope, h.beside])) for h in chain.carried),
    )


def _shorter(e: Expr) -> Expr:
    return brief(e) if PLAIN < len(ordered([e])) <= LONG else e


def _chained_form(given: Chart, chain: _Chain) -> ChainedForm:
    """Link by link; raises NotApplicable where the chain breaks, OutOfReach past the limits."""
    back: list[tuple[int, Expr]] = []
    chain, back = _referenced(chain, back)
    for _ in range(given.n - 2):
        chain = _with_next_link(chain)
        if len(ordered([chain.links[-1]])) > MAX_NODES:
            raise OutOfReach(say("the functions of the chain grow too long"))
        chain, back = _referenced(chain, back)
    rates = _rates(chain, chain.first), _rates(chain, chain.links[-1])
    if not surely(rates[0][0] * rates[1][1] - rates[0][1] * rates[1][0]):
        raise NotApplicable(say("z_1 and z_2 do not move independently"))
    return _finished(given, chain)


def _rates(chain: _Chain, f: Expr) -> list[Expr]:
    """X_1(f), X_2(f)."""
    graph = f.graph
    return [dot(graph, X, [f.diff(s) for s in chain.q]) for X in chain.fields]


def _with_next_link(chain: _Chain) -> _Chain:
    """The chain with z_{j-1} = X(z_j)/X(z_1), by the rates of the coordinates in z_j where all but
    one of them are known.

    z_{j-1} = sum_i dz_j/dq_i X(q_i)/X(z_1)
    """
    link = chain.links[-1]
    columns = [i for i, s in enumerate(chain.q) if link.has([s])]
    fresh = [i for i in columns if i not in chain.rates]
    if len(fresh) != 1:
        return _fresh(_linked(chain, _quotient(chain, link), None))
    (p,) = fresh
    chain = _fresh(replace(chain, rates={**chain.rates, p: _quotient(chain, chain.q[p])}))
    link, rates = chain.links[-1], chain.rates
    (beside,) = along(link.graph, [link], {chain.q[i]: rates[i] for i in columns if i != p})
    slope = link.diff(chain.q[p])
    return _linked(chain, beside + slope * rates[p], _Hanging(p, slope, beside))


def _linked(chain: _Chain, link: Expr, hangs: _Hanging | None) -> _Chain:
    return replace(chain, links=(*chain.links, link), carried=(*chain.carried, hangs))


def _quotient(chain: _Chain, f: Expr) -> Expr:
    """X(f) / X(z_1), proved to be the same for X_1 and X_2."""
    top, below = _rates(chain, f), _rates(chain, chain.first)
    if not decide_zero(top[0] * below[1] - top[1] * below[0]).answer:
        raise NotApplicable(say("the chain breaks"))
    J = next((J for J in (0, 1) if surely(below[J])), None)
    if J is None:
        raise NotApplicable(say("z_1 does not move"))
    return _without_idle(top[J] / below[J], chain.q)


def _without_idle(f: Expr, q: Sequence[Expr]) -> Expr:
    """f with a number for each coordinate on which it only seems to depend."""
    graph = f.graph
    for s in q:
        if f.has([s]) and f.diff(s).is_zero:
            for value in (graph.zero, graph.pi / 3, graph.pi / 2):
                try:
                    f = f.subs({s: value})
                except ZeroDivisionError:
                    continue
                break
    return f


# angles -----------------------------------------------------------------------------------------
def _referenced(chain: _Chain, solved: list) -> tuple[_Chain, list]:
    """Measure the angle that the last link brings in from the reference that makes its rate a
    tangent, or what holds it shortest.
    """
    link = chain.links[-1]
    done = {i for i, _ in solved}
    fresh = [i for i, s in enumerate(chain.q) if link.has([s]) and i not in done]
    if len(fresh) != 1:
        return chain, solved
    (i,) = fresh
    holder, s = _holder(chain, i), chain.q[i]
    if tangent_of(holder, s, link.graph.symbol("z")) is None:
        return chain, [*solved, (i, None)]
    references = [chain.q[j] + chain.shift[j] for j, angle in solved if angle]
    references = [link.graph.zero, *reversed(references)]
    known = [*solved, (i, True)]
    if holder is not link:
        for reference in references:
            line = _line_in_tangent(holder, s, reference)
            if line is not None:
                return _by_tangent(chain, i, reference, line), known
    best = min(references, key=lambda r: len(text(_shorter(holder.subs({s: s + r})))))
    return (chain if best.is_zero else _shifted(chain, i, best)), known


def _line_in_tangent(f: Expr, s: Expr, reference: Expr) -> tuple[Expr, Expr] | None:
    """a and b with f = a + b tan(s - reference), free of s; None if there are none."""
    graph = f.graph
    try:
        a = f.subs({s: reference})
        b = f.subs({s: reference + graph.pi / 4}) - a
        tangent = graph.sin(s - reference) / graph.cos(s - reference)
    except ZeroDivisionError:
        return None
    return (a, b) if decide_zero(f - a - b * tangent).answer else None


def _by_tangent(chain: _Chain, i: int, reference: Expr, line: tuple[Expr, Expr]) -> _Chain:
    """The chain with the angle q_i measured from a reference, and the rate on which its last link
    hangs as a + b tan(q_i).
    """
    hangs = chain.carried[-1]
    others = {j: e for j, e in chain.rates.items() if hangs is None or j != hangs.column}
    moved = _shifted(replace(chain, links=chain.links[:-1], rates=others), i, reference)
    graph, s = moved.first.graph, moved.q[i]
    a, b = graph.copy([_shorter(e) for e in line])
    hangs, rate = moved.carried[-1], a + b * graph.sin(s) / graph.cos(s)
    assert hangs is not None
    links = (*moved.links, hangs.beside + hangs.slope * rate)
    return replace(moved, links=links, rates={**moved.rates, hangs.column: rate})


def _holder(chain: _Chain, i: int) -> Expr:
    """What brings q_i into the last link: the rate by which this goes on, if that alone, or the
    link itself.
    """
    hangs, s = chain.carried[-1], [chain.q[i]]
    if hangs is None or hangs.slope.has(s) or hangs.beside.has(s):
        return chain.links[-1]
    return chain.rates[hangs.column]


def _shifted(chain: _Chain, i: int, reference: Expr) -> _Chain:
    """The chain in a chart whose i-th coordinate is the angle q_i less another one."""
    q, zero = chain.q, chain.first.graph.zero
    change = {q[i]: q[i] + reference}
    fields = []
    for X in chain.fields:
        moved = [e.subs(change) for e in X]
        moved[i] = moved[i] - dot(zero.graph, moved, [reference.diff(s) for s in q])
        fields.append(tuple(moved))
    shift = (*chain.shift[:i], reference, *chain.shift[i + 1 :])
    return _fresh(
        replace(
            chain,
            fields=tuple(fields),
            shift=shift,
            first=chain.first.subs(change),
            links=tuple(e.subs(change) for e in chain.links),
            rates={j: e.subs(change) for j, e in chain.rates.items()},
        )
    )


# the way back -----------------------------------------------------------------------------------
def _finished(given: Chart, chain: _Chain) -> ChainedForm:
    rows = chained_rows(chain.first.graph, given.n, given.names)
    z = (chain.first, *reversed(chain.links))
    carried = (None, *reversed(chain.carried))
    hangs = [None if h is None else (chain.rates[h.column], h.slope, h.beside) for h in carried]
    back = way_back(chain.q, z, rows.chart.q, hangs)
    return ChainedForm(chain.q, _relative(chain), chain.shift, z, rows, tuple(back), chain.rates)


def _relative(chain: _Chain) -> tuple[Expr, ...]:
    """Each relative coordinate as q_i less its reference, in q."""
    values = dict(zip(chain.q, chain.q))
    for _ in chain.q:
        values = {s: s - shift.subs(values) for s, shift in zip(chain.q, chain.shift)}
    return tuple(values[s] for s in chain.q)
