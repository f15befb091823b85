"""The constraint algorithm: which states let a motion go on, step by step.

    f(q, t) = 0,   A q' + a_0 = 0,   f' = 0          combinations without velocities: g(q, t) = 0
    M q'' = F + A^T lambda,  d/dt (all of these)     combinations without q'': phi(q, q', t) = 0

A combination that is left is no equation of motion but a condition on the state.  It vanishes where
the others hold, or it is a new constraint, and its rate has to vanish too, or it vanishes nowhere,
or at single times: a contradiction.  What is new is added until nothing is.  Ranks are those at
most points of the set that is reached; slopes that were divided by are told.  Multipliers belong to
the constraints that were given: a constraint that follows has no reaction of its own.  References:
Dirac1964, GotayNesterHinds1978, AndersonBergmann1951."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from nonholo.arithmetic.matrices import rank_modulo
from nonholo.decide.relations import decide_zero_on, remainder_on
from nonholo.doing import doing
from nonholo.dynamics.chetaev import slopes
from nonholo.dynamics.inhabited import independent_somewhere, inhabited
from nonholo.dynamics.lagrange import force_balance
from nonholo.dynamics.states import (
    at_single_times,
    has_factors,
    holds_one_coordinate,
    meeting_for_few,
    own_factors,
    solved_for,
    special_at_all_times,
    special_letters,
    unsure_factors,
)
from nonholo.dynamics.system import System, at_numbers
from nonholo.errors import OutOfReach, said
from nonholo.expression.functions import unspecified_in
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.domain import beyond_letter_signs, switches
from nonholo.geometry.zeros.zeros import square_terms
from nonholo.linear.elimination import Matrix, identity, vanishes
from nonholo.shows import ShownAsPart
from nonholo.words.sentence import say

Level = Literal["configuration", "velocity"]
Outcome = Literal["new", "contradiction", "falls apart"]
Named = tuple[Expr, tuple[str, ...]]  # a function that is zero, and what it comes from

FEW = 12  # coordinates up to which a system without a motion is followed step by step
MOST_STEPS = 40
DEEPEST = 3  # branches of branches


@dataclass(frozen=True, slots=True)
class Step:
    """One condition that a combination of equations left: where it lives, what became of it.

    value: = 0 is the condition; sources: the equations it was combined from; special: parameters
    for some values of which what contradicts all others may be true; at_times: it contradicts them
    because it holds at single times alone.
    """

    level: Level
    value: Expr
    outcome: Outcome
    sources: tuple[str, ...]
    special: tuple[str, ...] = ()
    at_times: bool = False


@dataclass(frozen=True, slots=True)
class Consistency(ShownAsPart):
    """What the constraint algorithm found.

    consistent: None if it could not be decided, with the `reason`; steps: in order; values: the set
    that is left, solved: coordinate or velocity -> what it is, and relations: functions that are
    zero there and could not be solved; dimension: of that set in (q, q'); free: coordinates whose
    accelerations nothing determines, and freedom: how many may be chosen; loose: multipliers that
    are not determined; conditions: what was divided by, and must not vanish; branches: where a
    condition is a product, what follows from each of its factors.

    >>> import nonholo as nh
    >>> found = nh.consistency(nh.System("x y", "x*xdot"))
    >>> found.consistent, found.freedom
    (True, 2)
    """

    consistent: bool | None
    steps: tuple[Step, ...]
    values: tuple[tuple[Expr, Expr], ...] = ()
    relations: tuple[Expr, ...] = ()
    dimension: int = 0
    free: tuple[str, ...] = ()
    freedom: int = 0
    loose: int = 0
    conditions: tuple[Expr, ...] = ()
    branches: tuple[tuple[Expr, Consistency], ...] = ()
    reason: str = ""

    def __repr__(self) -> str:
        return (
            f"<Consistency: {self.consistent}, {len(self.steps)} steps, dimension {self.dimension}"
            f"{self.reason and '; ' + self.reason}>"
        )


def consistency_of(system: System) -> Consistency:
    """Run the algorithm on a system; without a Lagrangian on its constraints alone."""
    rows = system.pfaffian
    placed = [(f, (f"{label}",)) for f, label in zip(rows.functions, rows.labels) if f is not None]
    moving = [
        (rows.value(l), (rows.labels[l],)) for l in range(rows.k) if rows.functions[l] is None
    ]
    moving += [(c.value, (c.label,)) for c in system.nonlinear]
    try:
        return _run(system, placed, moving, (), 0)
    except (OutOfReach, ZeroDivisionError) as error:
        return Consistency(None, (), reason=said(error) or say("a division by zero on the set"))


def followed(system: System) -> tuple[Consistency, System]:
    """What the algorithm finds, and the system it is said of: in letters, for generic parameters,
    or at the given numbers where that is another answer.
    """
    doing(say("conditions on the state"))
    letters = consistency_of(system)
    if not system.values:
        return letters, system
    doing(say("conditions on the state at the given numbers"))
    numbered = at_numbers(system)
    numbers = consistency_of(numbered)
    same = _outcome(letters) == _outcome(numbers)
    return (letters, system) if same else (numbers, numbered)


def determined(system: System) -> bool:
    """One motion at most states: M is regular on the virtual displacements, modulo a prime."""
    chart, forces = system.chart, [*system.pfaffian.matrix, *slopes(system)]
    zero = chart.graph.zero
    rows = [
        [*(e.diff(a) for a in chart.a), *(force[i] for force in forces)]
        for i, e in enumerate(force_balance(system))
    ]
    rows += [[*force, *(zero for _ in forces)] for force in forces]
    rank = rank_modulo([[e.value[0] for e in row] for row in rows], chart.graph.modulus.p)
    return rank == len(rows)


def _outcome(answer: Consistency) -> tuple[object, ...]:
    """What special numbers may change."""
    return (
        answer.consistent,
        [step.outcome for step in answer.steps],
        answer.dimension,
        answer.freedom,
        answer.loose,
        [_outcome(branch) for _, branch in answer.branches],
    )


class _Open(Exception):
    """A question on the way that was not decided."""


@dataclass
class _Set:
    """The states reached so far: solved variables, functions that could not be solved."""

    system: System
    values: dict[Expr, Expr] = field(default_factory=dict)
    relations: list[Expr] = field(default_factory=list)
    conditions: list[Expr] = field(default_factory=list)
    slopes: list[Expr] = field(default_factory=list)  # pivots of equations linear in velocities
    pivots: list[Expr] = field(default_factory=list)  # of those for accelerations
    sources: dict[Expr, tuple[str, ...]] = field(default_factory=dict)
    rates: list[Named] = field(default_factory=list)  # velocity functions that are independent
    bases: list[Named] = field(default_factory=list)  # of squares of configurations whose sum is 0

    def reduced(self, e: Expr) -> Expr:
        return e.subs(self.values) if self.values and e.has(self.values) else e

    def lowered(self, f: Expr) -> Expr:
        """What a function is on the set, less multiples of the functions that are zero there."""
        e = self.reduced(f)
        return remainder_on(e, self.relations) if self.relations else e

    def zero(self, e: Expr) -> bool:
        """Does a reduced expression vanish on the set?"""
        if vanishes(e):
            return True
        if not self.relations or e.is_constant:
            return False
        decision = decide_zero_on(e, self.relations)
        factors = unsure_factors(e, self.system.chart) or []
        if decision.answer is None and len(self.relations) == 1 and factors not in ([], [e]):
            return any(map(self.zero, factors))  # one irreducible relation: a prime ideal
        if decision.answer is None:
            raise _Open(self.undecided(e, decision.reason))
        return decision.answer

    def undecided(self, e: Expr, why: str) -> str:
        """What is open; where the set or e bends, on which sides it may be otherwise."""
        for call in switches([e, *self.relations]):
            u = call.args[1][0]
            if u.has([*self.system.chart.q, self.system.chart.t]):
                return say("what holds on one side of {u} = 0 need not hold on the other", u=u)
        return say("whether {e} vanishes on the set: {why}", e=e, why=why)

    def without(self, variables: Sequence[Expr], e: Expr) -> Expr:
        """What e is on the set, without variables whose slopes vanish there."""
        for s in variables:
            slope = e.diff(s) if e.has([s]) else None
            if slope is None or slope.has([s]):
                continue
            sure = unsure_factors(slope, self.system.chart) == []
            if slope.is_zero or (self.relations and not sure and self.zero(slope)):
                e = e.subs({s: self.system.chart.graph.zero})
        return e

    def loosened(self) -> list[Expr]:
        """What is left of relations that the last one makes shorter; they are none any more."""
        *before, last = self.relations or [self.system.chart.graph.zero]
        shorter = {r: e for r in before if (e := remainder_on(r, [last])) is not r}
        self.relations = [r for r in self.relations if r not in shorter]
        return list(shorter.values())

    def used(self, e: Expr, sources: Sequence[str]) -> tuple[str, ...]:
        """What an expression comes from once solved variables are put in."""
        met = [name for s in self.values if e.has([s]) for name in self.sources[s]]
        return tuple(dict.fromkeys((*sources, *met)))

    def add(self, f: Expr, sources: Sequence[str], variables: Sequence[Expr]) -> None:
        """A reduced function that is zero from now on."""
        solution = solved_for(f, [s for s in variables if s not in self.values], self.system.chart)
        if solution is None:
            self.relations.append(f)
            return
        symbol, slope, value = solution
        unsure = unsure_factors(slope, self.system.chart)
        if unsure and self.relations and self.zero(slope):
            self.relations.append(f)
            return
        if symbol in self.system.chart.v and not slope.has(self.system.chart.v):
            self.slopes.append(slope)
        else:
            self.conditions.append(slope)
        self.values = {s: e.subs({symbol: value}) for s, e in self.values.items()}
        self.values[symbol] = value
        self.relations = [r.subs({symbol: value}) for r in self.relations]
        self.sources[symbol] = tuple(sources)


def _run(
    system: System,
    placed: Sequence[Named],
    moving: Sequence[Named],
    steps: tuple[Step, ...],
    depth: int,
) -> Consistency:
    """Go on until nothing new is found."""
    placed, moving = list(placed), list(moving)
    count, aside = len(steps), list[Expr]()
    while len(steps) < count + MOST_STEPS:
        if few := meeting_for_few([f for f, _ in placed], system.chart):
            return Consistency(False, _last_is_wrong(steps, placed, few))
        try:
            reached, left = _settled(system, placed, moving)
            reached.conditions += aside
            end: Consistency | None = None
            if left is None:
                left, end = _tangent(system, reached, steps)
            if left is None:
                assert end is not None  # nothing was left
                return end
            factors = own_factors(left[0], system.chart)
        except _Open as question:
            functions = [f for f, _ in placed]
            there = inhabited(functions, system.chart)
            if there is False:
                return Consistency(False, _last_is_wrong(steps, placed))
            open_set = there is None and not unspecified_in(functions)
            reason = _whether_there_is(functions) if open_set else question.args[0]
            return Consistency(None, steps, reason=reason)
        if factors is None:
            reason = say("where {e} = 0 holds was not found", e=left[0])
            return Consistency(None, steps, reason=reason)
        if not factors and (beyond := beyond_letter_signs([left[0]], system.chart)):
            return Consistency(None, steps, reason=beyond)
        if not factors:
            return Consistency(False, (*steps, _contradiction(system, left)))
        if at_single_times(left[0], system.chart):
            return Consistency(False, (*steps, _contradiction(system, left, at_times=True)))
        if len(factors) > 1:
            return _by_factors(system, placed, moving, steps, (left, factors), depth)
        every = unsure_factors(left[0], system.chart) or []
        aside += [factor for factor in every if factor not in factors]
        level = _level(system, factors[0])
        steps = (*steps, Step(level, factors[0], "new", left[1]))
        into = moving if level == "velocity" else placed
        into.append((factors[0], (f"{factors[0]} = 0",)))
    return Consistency(None, steps, reason=say("no end after {n} steps", n=MOST_STEPS))


def _last_is_wrong(
    steps: tuple[Step, ...], placed: Sequence[Named], special: tuple[str, ...] = ()
) -> tuple[Step, ...]:
    """The steps, where the last condition on configurations contradicts the others."""
    value, sources = placed[-1]
    if steps and steps[-1].value is value:
        *before, last = steps
        return (*before, replace(last, outcome="contradiction", special=special))
    return (*steps, Step("configuration", value, "contradiction", sources, special))


def _whether_there_is(functions: Sequence[Expr]) -> str:
    """What is open where no state was found, nor shown that there is none."""
    told = ", ".join(f"{f} = 0" for f in functions)
    return say("whether there is a real state with {relations} is open", relations=told)


def _contradiction(system: System, left: Named, at_times: bool = False) -> Step:
    """The last step: what vanishes nowhere, or at single times."""
    (value, sources), chart = left, system.chart
    special = special_at_all_times(value, chart) if at_times else special_letters(value, chart)
    return Step(_level(system, value), value, "contradiction", sources, special, at_times)


def _level(system: System, f: Expr) -> Level:
    return "velocity" if f.has(system.chart.v) else "configuration"


def _by_factors(
    system: System,
    placed: Sequence[Named],
    moving: Sequence[Named],
    steps: tuple[Step, ...],
    product: tuple[Named, list[Expr]],
    depth: int,
) -> Consistency:
    """A condition that is a product: each factor for itself."""
    (value, sources), factors = product
    steps = (*steps, Step(_level(system, value), value, "falls apart", sources))
    if depth == DEEPEST:
        reason = say("products inside of {n} others", n=DEEPEST)
        return Consistency(None, steps, reason=reason)
    branches = []
    for factor in factors:
        more = [(factor, (f"{factor} = 0",))]
        fast = _level(system, factor) == "velocity"
        conditions = ([*placed], [*moving, *more]) if fast else ([*placed, *more], [*moving])
        branches.append((factor, _run(system, *conditions, (), depth + 1)))
    answers = {branch.consistent for _, branch in branches}
    consistent = True if True in answers else None if None in answers else False
    return Consistency(consistent, steps, branches=tuple(branches))


def _settled(
    system: System, placed: Sequence[Named], moving: Sequence[Named]
) -> tuple[_Set, Named | None]:
    """The states where all hold, or a condition on configurations that velocities leave."""
    reached, chart = _Set(system), system.chart
    left = _unsatisfied(reached, placed, chart.q, ())
    if left is not None:
        return reached, left
    every = [*placed, *reached.bases]
    queue = [(_rate(f, chart), (f"d/dt ({sources[0]})",)) for f, sources in every] + [*moving]
    return reached, _unsatisfied(reached, queue, chart.v, chart.v)


def _rate(f: Expr, chart: Chart) -> Expr:
    """What f = 0 asks of the velocities: its rate; that of a coordinate which it keeps in place."""
    s = holds_one_coordinate(f, chart)
    return chart.rate(f if s is None else s)


def _unsatisfied(
    reached: _Set, given: Sequence[Named], variables: Sequence[Expr], needed: Sequence[Expr]
) -> Named | None:
    """Take functions into the set, best slopes first; one that lacks what it needs is given back.

    needed: a function without any of these is a condition of a lower kind; () for none.
    """
    chart, queue = reached.system.chart, list(given)
    while queue:
        doing(say("conditions on the state: {count} to be solved", count=len(queue)))
        now = [(f, sources, reached.without(needed, reached.lowered(f))) for f, sources in queue]
        now = [entry for whole in now for entry in _terms_of_squares(whole)]
        now = [entry for entry in now if not reached.zero(entry[2])]
        if not needed:
            before = {f.index for f, _ in (*given, *reached.bases)}
            reached.bases += [(f, sources) for f, sources, _ in now if f.index not in before]
        plain = []
        for f, sources, e in now:
            if needed and not e.has(needed):
                return e, reached.used(f, sources)
            if unsure_factors(e, chart) == [] or at_single_times(e, chart):
                return e, reached.used(f, sources)
            if not has_factors(e, chart):
                plain.append((f, sources, e))
        if not now:
            return None
        if not plain:
            return now[0][2], reached.used(*now[0][:2])
        best = min(plain, key=lambda entry: _pivot_price(entry[2], variables, reached))
        if needed:
            reached.rates.append((best[0], best[1]))
        reached.add(best[2], reached.used(best[0], best[1]), variables)
        queue = [(f, sources) for f, sources, _ in now if f is not best[0]]
        queue += [(f, best[1]) for f in reached.loosened()]
    return None


def _terms_of_squares(
    entry: tuple[Expr, tuple[str, ...], Expr],
) -> list[tuple[Expr, tuple[str, ...], Expr]]:
    """A function with what it is on the set; of a sum of squares each base, which is zero too."""
    return [(e, entry[1], e) for e in square_terms(entry[2])] or [entry]


def _pivot_price(e: Expr, variables: Sequence[Expr], reached: _Set) -> int:
    chart = reached.system.chart
    solution = solved_for(e, [s for s in variables if s not in reached.values], chart)
    if solution is None:
        return 3
    return 0 if solution[1].is_number else 2 if unsure_factors(solution[1], chart) else 1


# accelerations ----------------------------------------------------------------------------------
def _tangent(
    system: System, reached: _Set, steps: tuple[Step, ...]
) -> tuple[Named | None, Consistency | None]:
    """A condition on states that the equations of motion leave, or what the algorithm ends with."""
    chart = system.chart
    n = chart.n
    if system.lagrangian is None:
        return None, _end(reached, steps)
    forces = [*system.pfaffian.matrix, *slopes(system)]
    balance, none = force_balance(system), dict.fromkeys(chart.a, chart.graph.zero)
    rows: Matrix = [
        [*(e.diff(a) for a in chart.a), *(-force[i] for force in forces), e.subs(none)]
        for i, e in enumerate(balance)
    ]
    names: list[str] = [say("equation of {name}", name=name) for name in chart.names]
    blank = [chart.graph.zero] * len(forces)
    for g, origins in reached.rates:
        rate = chart.rate(g)
        rows.append([*(rate.diff(a) for a in chart.a), *blank, rate.subs(none)])
        names.append(_rate_name(origins[0]))
    rows = [[reached.reduced(e) for e in row] for row in rows]
    order = [*range(n, n + len(forces)), *range(n)]  # multipliers first: what is left is free
    form = _Form(rows, reached)
    form.reduce(order)
    for i in form.idle():
        if not reached.zero(rows[i][-1]):
            sources = [name for name, c in zip(names, form.track[i]) if not vanishes(c)]
            return (rows[i][-1], tuple(sources)), None
    free = [chart.names[j] for j in range(n) if form.open(j)]
    freedom = sum(j not in form.pivots.values() for j in range(n))
    loose = sum(form.open(n + l) for l in range(len(forces)))
    return None, _end(reached, steps, tuple(free), freedom, loose)


def _rate_name(name: str) -> str:
    """d/dt of an equation, which may be a rate itself.

    >>> _rate_name("d/dt (x)"), _rate_name("x' = y")
    ('d2/dt2 (x)', "d/dt (x' = y)")
    """
    inner = name.removeprefix("d/dt ")
    return f"d/dt ({name})" if inner == name else f"d2/dt2 {inner}"


def _end(
    reached: _Set,
    steps: tuple[Step, ...],
    free: tuple[str, ...] = (),
    freedom: int = 0,
    loose: int = 0,
) -> Consistency:
    chart = reached.system.chart
    left = [r for r in reached.relations if not vanishes(r)]
    there = inhabited(left, chart)
    if there is False:
        return Consistency(False, _without_states(left, steps, reached))
    if there is None and not unspecified_in(left):
        return Consistency(None, steps, reason=_whether_there_is(left))
    if len(left) > 1 and not unspecified_in(left) and not independent_somewhere(left):
        told = ", ".join(map(str, left))
        reason = say("whether the slopes of {functions} are independent is open", functions=told)
        return Consistency(None, steps, reason=reason)
    order = [s for s in (*chart.q, *chart.v) if s in reached.values]
    return Consistency(
        True,
        steps,
        tuple((s, reached.values[s]) for s in order),
        tuple(left),
        2 * chart.n - len(order) - _independent(left, chart),
        free,
        freedom,
        loose,
        _conditions(reached),
    )


def _without_states(
    left: Sequence[Expr], steps: tuple[Step, ...], reached: _Set
) -> tuple[Step, ...]:
    """The steps to the end, where relations that are left have no real state in common."""
    sources = dict.fromkeys(name for _, names in (*reached.rates, *reached.bases) for name in names)
    level = _level(reached.system, left[-1])
    told = tuple(sources) or tuple(f"{r} = 0" for r in left[:-1])
    return (*steps, Step(level, left[-1], "contradiction", told))


def _independent(functions: Sequence[Expr], chart: Chart) -> int:
    """The rank of their slopes at a random state: f(x) = 0 and g(x) = 0 hold x alone."""
    variables = [s for s in (*chart.q, *chart.v, chart.t) if any(f.has([s]) for f in functions)]
    slopes_of = [[f.diff(s).value[0] for s in variables] for f in functions]
    return rank_modulo(slopes_of, chart.graph.modulus.p) if variables else 0


def _conditions(reached: _Set) -> tuple[Expr, ...]:
    """What was divided by, factor by factor, each once, not with two signs."""
    chart = reached.system.chart
    divisors = [*reached.conditions, *_minors(reached)]
    factors: list[Expr] = []
    for c in map(reached.reduced, divisors):
        unsure = unsure_factors(c, chart)
        for e in [c] if unsure is None else unsure:
            if not any(vanishes(e - f) or vanishes(e + f) for f in factors):
                factors.append(e)
    return tuple(factors)


def _minors(reached: _Set) -> list[Expr]:
    """The minors by which linear equations are solved, those of velocities and of accelerations:
    each the product of its pivots, in which a pivot cancels that stands below a later one.
    """
    chart = reached.system.chart
    blocks = [pivots for pivots in (reached.slopes, reached.pivots) if pivots]
    products = [chart.graph.multiply(*pivots) for pivots in blocks]
    if any(unsure_factors(product, chart) is None for product in products):
        return [*reached.slopes, *reached.pivots]
    return products


class _Form:
    """Gauss-Jordan elimination on the set; the last column is the rest of each row."""

    def __init__(self, rows: Matrix, reached: _Set):
        graph = reached.system.chart.graph
        self.rows, self.reached = rows, reached
        self.track = identity(graph, len(rows))
        self.pivots: dict[int, int] = {}  # row -> column

    def reduce(self, columns: Sequence[int]) -> None:
        for j in columns:
            best = min(
                (i for i in self.idle() if not self.reached.zero(self.rows[i][j])),
                key=lambda i: self.price(self.rows[i][j]),
                default=None,
            )
            if best is None:
                continue
            self.pivots[best] = j
            pivot = self.rows[best][j]
            self.reached.pivots.append(pivot)
            for i in range(len(self.rows)):
                factor = self.rows[i][j] / pivot
                if i != best and not factor.is_zero:
                    for table in (self.rows, self.track):
                        table[i] = [a - factor * b for a, b in zip(table[i], table[best])]

    def idle(self) -> list[int]:
        """The rows without a pivot."""
        return [i for i in range(len(self.rows)) if i not in self.pivots]

    def open(self, j: int) -> bool:
        """The unknown j is not determined."""
        row = next((i for i, column in self.pivots.items() if column == j), None)
        if row is None:
            return True
        others = set(range(len(self.rows[row]) - 1)) - set(self.pivots.values())
        return any(not self.reached.zero(self.rows[row][i]) for i in others)

    def price(self, e: Expr) -> tuple[int, int]:
        unsure = unsure_factors(e, self.reached.system.chart)
        return (0 if e.is_number else 2 if unsure or unsure is None else 1, len(str(e)))
