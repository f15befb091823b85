"""A system as functions of numbers: slopes for the integrator, and what is measured along the
motion.

A state is y = (q_1..q_n, q_1'..q_n'), then further unknown functions of time that a rival may have,
and as a last entry the work of all that changes the energy, where there is such a thing; functions
of one state take (*y, t), those of many take arrays in these places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from math import isfinite
from typing import Any

import numpy as np

from nonholo.dynamics.lagrange import plain_balance
from nonholo.dynamics.system import System, at_numbers
from nonholo.errors import NonholoError, SingularMass, given_under, option, said
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.once import once
from nonholo.expression.sizes import size as size_of
from nonholo.expression.sweeps import gradient
from nonholo.linear.elimination import dot
from nonholo.numerics.accelerations import Solved, ways
from nonholo.numerics.by_bodies import BY_BODIES, by_bodies, closed
from nonholo.numerics.by_speeds import BY_SPEEDS, by_speeds
from nonholo.numerics.compile import Function, compiled
from nonholo.numerics.determined import seems_open
from nonholo.numerics.feeds import Feeds, along, fed
from nonholo.numerics.lines import Steps, operations
from nonholo.numerics.shared import shortest
from nonholo.numerics.short import shorter
from nonholo.numerics.terms import Terms, numbers, terms
from nonholo.words.sentence import say, say_many

WORK, MULTIPLIER = "work done", "multiplier {}"  # no name of a user holds a space
FEW = 30  # operations that no other velocities are looked for to save
NEWTON = 3  # steps to constraints that are not affine in the velocities
# relative, of the equations at the first state, beyond which another way of solving is tried
DEFECT = 1e-6
ROUNDING = 1e-10  # relative, of the equations: below it nothing is made of rounding errors
CANCELLED = 1e-6  # of parts that cancel: rounding leaves less of them than DEFECT times it


@dataclass(frozen=True, slots=True, repr=False)
class Model:
    """The compiled system.

    slope: (q', q''[, power]); nearest: admissible velocities next to q'.

    slopes, steps: `slope` as expressions after steps (see `lines`), perhaps in a graph of their
    own; a rival has others than `solved`.  functions: holonomic f, then their gradients row by row;
    `measure` compiles anything else; feeds: inputs that no expression stands for; way: by which
    velocities or factors the slope is computed.
    """

    terms: Terms
    solved: Solved
    values: Mapping[Expr, float]
    slope: Function
    nearest: Function
    functions: Function
    slopes: tuple[Expr, ...]
    steps: tuple[tuple[Expr, Expr], ...]
    works: bool
    makers: tuple[Callable[[Sequence[Any]], Function], ...] = ()
    extra: tuple[Expr, ...] = ()
    feeds: Feeds = field(default_factory=dict)
    way: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return self.terms.chart.names

    @property
    def n(self) -> int:
        return self.terms.chart.n

    @property
    def size(self) -> int:
        return 2 * self.n + len(self.extra) + self.works

    @property
    def inputs(self) -> list[Expr]:
        """The symbols of a state and of time, in the order in which compiled functions take
        them.
        """
        return inputs(self.terms, self.works, self.extra)

    @property
    def multipliers(self) -> list[Expr]:
        """lambda in (q, q', t) alone, in the graph of the terms."""
        solved = self.solved
        if not solved.steps or self.way != BY_BODIES:
            return solved.multipliers
        return closed(self.terms.chart.graph, solved.steps, solved.multipliers)

    def rates(self, t: float, y: np.ndarray) -> tuple:
        """dy/dt; not a number where the motion is not determined."""
        x = y.tolist()
        x.append(t)
        try:
            return self.slope(x)
        except (ZeroDivisionError, ValueError, OverflowError):
            return (float("nan"),) * len(y)

    def admissible(self, t: float, y: np.ndarray) -> np.ndarray:
        """The state on the constraints nearest to y: coordinates by Newton's method, then
        velocities.
        """
        y = np.array(y, dtype=float)
        if self.terms.functions:
            y[: self.n] = self.onto(t, y)
        if self.terms.k:
            for _ in range(NEWTON if self.terms.curved else 1):
                try:
                    y[self.n : 2 * self.n] = self.nearest([*y.tolist(), t])
                except (ZeroDivisionError, ValueError, OverflowError):
                    y[self.n : 2 * self.n] = float("nan")
        return y

    def settled(self, t: float, y: list[float]) -> list[float]:
        """As `admissible`, for lists: of one state after another as fast as can be."""
        if self.terms.functions or self.terms.curved:
            return self.admissible(t, np.array(y)).tolist()
        velocities: Sequence[float]
        try:
            velocities = self.nearest([*y, t])
        except (ZeroDivisionError, ValueError, OverflowError):
            velocities = [float("nan")] * self.n
        return [*y[: self.n], *velocities, *y[2 * self.n :]]

    def onto(
        self, t: float, y: np.ndarray, free: Sequence[int] | None = None, steps: int = 3
    ) -> np.ndarray:
        """q moved on f(q, t) = 0 by least changes of the coordinates `free` (default: all)."""
        q, n = np.array(y[: self.n], dtype=float), self.n
        columns = list(range(n)) if free is None else list(free)
        for _ in range(steps):
            f, gradient = self.at(t, q)
            if not columns or not np.all(np.isfinite(f)) or np.max(np.abs(f)) == 0:
                break
            q[columns] -= np.linalg.lstsq(gradient[:, columns], f, rcond=None)[0]
        return q

    def at(self, t: float, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """f(q, t) and its gradients."""
        count = len(self.terms.functions)
        values: Sequence[float]
        try:
            values = self.functions([*q.tolist(), *([0.0] * (self.size - self.n)), t])
        except (ZeroDivisionError, ValueError, OverflowError):
            values = [float("nan")] * (count * (self.n + 1))
        return np.array(values[:count]), np.array(values[count:]).reshape(count, self.n)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as expressions and numbers; the code is compiled anew where it is read."""
        given = (self.terms, self.solved, self.values, self.feeds, self.slopes, self.steps)
        return _made, (*given, self.works, self.extra, self.way)

    def slopes_at(self, t: np.ndarray, y: np.ndarray) -> np.ndarray:
        """dy/dt at many states, by the formulas that are integrated: (size, len(t))."""
        return self.measure(self.slopes, t, y, self.steps)

    def measure(
        self, roots: Sequence[Expr], t: np.ndarray, y: np.ndarray, steps: Steps = ()
    ) -> np.ndarray:
        """Expressions in (q, q', t) at many states: (len(roots), len(t)); y is (len(t), size)."""
        symbols = (*self.inputs, *self.feeds)
        roots = valued(self.terms.system, roots)
        function = _measuring(tuple(roots), symbols, tuple(self.values), tuple(steps))
        measured, given = np.full((len(roots), len(t)), np.nan), along(self.feeds, t, y)
        with np.errstate(all="ignore"), suppress(ZeroDivisionError, OverflowError, ValueError):
            there = function(list(self.values.values()))  # parameters may be divided by
            for row, value in zip(measured, there([*np.asarray(y, dtype=float).T, t, *given])):
                row[:] = value
        return measured


def _measuring(
    roots: tuple[Expr, ...], symbols: tuple[Expr, ...], names: tuple[Expr, ...], steps: tuple
):
    return once(
        symbols[0].graph,
        ("measuring", roots, symbols, names, steps),
        lambda: compiled(roots, symbols, names, arrays=True, steps=steps),
    )


def inputs(terms: Terms, works: bool, extra: Sequence[Expr] = ()) -> list[Expr]:
    """q, q', further unknown functions, the work if it is followed, t."""
    chart = terms.chart
    return [*chart.q, *chart.v, *extra, *([chart.graph.symbol(WORK)] if works else []), chart.t]


def valued(system: System, roots: Sequence[Expr]) -> list[Expr]:
    """Expressions with the values of the inputs in their places.

    system: with its inputs; roots: the expressions.

    >>> import nonholo as nh
    >>> pushed = nh.System("x", "xdot**2/2", forces={"x": "F - x"}, inputs={"F": "2*t"}).system
    >>> valued(pushed, pushed.forces)
    [2*t - x]
    """
    values = {u: x for u, x in system.inputs.items() if x is not None}
    return (
        [root.subs(values) if root.has(values) else root for root in roots] if values else [*roots]
    )


def model(
    system: System, values: Mapping[str, float] | None = None, feeds: Feeds | None = None
) -> Model:
    """The system with the numbers of its parameters, compiled.


        M q'' = F + A^T lambda,     A q'' = -c

    solved in the first way that is not singular outright.  values: parameter name -> number, beside
    or instead of those of the system; feeds: inputs that no expression stands for.  Raises
    NonholoError for a parameter or an input without a number, SingularMass if no way solves for the
    accelerations.

    >>> import nonholo as nh
    >>> spring = nh.System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 4})
    >>> law = model(spring.system)
    >>> law.rates(0.0, np.array([1.0, 0.0]))        # (x', x'') at (x, x')
    (0.0, -4.0)
    """
    parts, feeds = terms(system), dict(feeds or {})
    _require_fed(parts, feeds)
    return next(_models(parts, numbers(system, values), feeds))


def _require_fed(parts: Terms, feeds: Feeds) -> None:
    free = [u for u, value in parts.system.inputs.items() if value is None and u not in feeds]
    missing = [u.args for u in free if any(Q.has([u]) for Q in parts.system.forces)]
    if missing:
        raise NonholoError(
            say_many(
                len(missing),
                "the input {missing} has no value; give one {way}",
                "the inputs {missing} have no value; give one {way} for each",
                missing=", ".join(missing),
                way=option(
                    say(
                        'under [inputs], with --input "{name}=sin(t)", or in Python with '
                        'inputs={{"{name}": ...}}',
                        name=missing[0],
                    ),
                    say('with inputs={{"{name}": ...}}', name=missing[0]),
                ),
            )
        )


def regular_at(first: Model, t: float, y: np.ndarray) -> Model:
    """The same model by a way whose divisors do not vanish at the state y (size) at time t.

    Raises SingularMass if the accelerations are not determined there.

    >>> import nonholo as nh
    >>> law = model(nh.System("x", "xdot**2/2 - x**2/2").system)
    >>> regular_at(law, 0.0, np.array([1.0, 0.0])) is law
    True
    """
    if defect(first, t, y) >= DEFECT:
        zeros = _put_in(first, lambda x: x == 0)
        others: Iterable[Model] = chain(
            _models(first.terms, first.values, first.feeds), zeros, _put_in(first)
        )
    elif open_at(first, np.array([t]), np.asarray(y)[None, :]).any():
        others = _put_in(first)
    else:
        return first
    for other in others:
        if defect(other, t, y) < DEFECT:
            return other
    q, broken = ", ".join(f"{n} = {x:.6g}" for n, x in zip(first.names, y)), _broken(first, t, y)
    told = (
        say(
            "the accelerations are not determined at {q}, t = {t:g}: {part} has no finite "
            "real value there; try another initial state",
            q=q,
            t=t,
            part=str(broken),
        )
        if broken
        else say(
            "the accelerations are not determined at {q}: the mass matrix is "
            "singular on the virtual displacements there, or constraints become "
            "dependent; try another initial state",
            q=q,
        )
    )
    timed = [broken] if broken else [e for row in first.terms.rows for e in row]
    if any(e.has([first.terms.chart.t]) for e in timed):
        told += option(say(" or another time, --start"), say(" or another time, start=..."))
    raise SingularMass(told)


def _put_in(model: Model, which: Callable[[float], bool] = isfinite) -> Iterator[Model]:
    """The ways where numbers of parameters are put in: as letters they were divided by what
    vanishes, or cancelled.  All numbers are kept: a part that was met with a letter holds it yet.
    """
    put = {s: s.graph.lift(Fraction(x)) for s, x in model.values.items() if which(x)}
    with suppress(NonholoError, ZeroDivisionError):
        yield from _models(terms(at_numbers(model.terms.system, put)), model.values, model.feeds)


def _broken(model: Model, t: float, y: np.ndarray) -> Expr | None:
    """The innermost part of forces and constraints that has no finite value at a state."""
    parts = model.terms
    if model.way == BY_BODIES:
        return None
    roots = [*(e for row in (*parts.mass, *parts.rows) for e in row), *parts.force, *parts.drift]
    nodes = [e for e in ordered(valued(parts.system, roots)) if e.kind != "symbol"]
    values = model.measure(nodes, np.array([t]), np.asarray(y)[None, :])[:, 0]
    return next((e for e, x in zip(nodes, values) if not isfinite(x)), None)


def defect(model: Model, t: float, y: np.ndarray) -> float:
    """The largest relative error of the equations of motion at one state; infinite if they cannot
    be evaluated.

    Also infinite if no admissible velocities are found there.
    """
    if not np.all(np.isfinite(model.admissible(t, y))):
        return float("inf")
    with np.errstate(all="ignore"):
        wrong, size = balance(model, np.array([t]), np.asarray(y)[None, :])
    worst = float(np.max(wrong / size)) if wrong.size else 0.0
    return worst if isfinite(worst) else float("inf")


def balance(model: Model, t: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """|M q'' - F - A^T lambda| and |A q'' + c|, and the size of their largest terms: two arrays
    (n + k, len(t)).
    """
    if model.way == BY_BODIES:
        return _balance_of_rows(model, t, y)
    parts, n = model.terms, model.n
    M, F, A, c = _coefficients(model, t, y)
    q2, lam = model.slopes_at(t, y)[n : 2 * n], model.measure(model.solved.multipliers, t, y)
    inertia, reaction, bend = M * q2[None], A * lam[:, None], A * q2[None]
    wrong = np.abs(np.concatenate([inertia.sum(1) - F - reaction.sum(0), bend.sum(1) + c]))
    size = np.concatenate(
        [
            np.abs(inertia).sum(1) + np.abs(F) + np.abs(reaction).sum(0),
            np.abs(bend).sum(1) + np.abs(c),
        ]
    )
    return wrong, _at_least(wrong, size, lambda: _sizes(model, [*parts.force, *parts.drift], t, y))


def open_at(model: Model, t: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Where numbers do not show that the equations determine the motion, though formulas have a
    value: (len(t),); y is (len(t), size).
    """
    if model.way == BY_BODIES:
        return np.zeros(len(t), dtype=bool)
    M, _, A, _ = _coefficients(model, t, y)
    return seems_open(np.moveaxis(M, 2, 0), np.moveaxis(A, 2, 0))


def _coefficients(model: Model, t: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, ...]:
    """M, F, A, c at many states, the last axis."""
    parts, n, k = model.terms, model.n, model.terms.k
    flat = (
        [e for row in parts.mass for e in row]
        + parts.force
        + [e for row in parts.rows for e in row]
        + parts.drift
    )
    M, F, A, c = np.split(model.measure(flat, t, y), np.cumsum([n * n, n, k * n]))
    return M.reshape(n, n, len(t)), F, A.reshape(k, n, len(t)), c


def _at_least(wrong: np.ndarray, size: np.ndarray, parts: Callable[[], np.ndarray]) -> np.ndarray:
    """The largest terms, (1, count); where these cancel in forces and rates, as in a rest or in a
    body that turns without a force, what rounding leaves of the parts that they add up.
    """
    largest = np.maximum(size.max(initial=0.0, axis=0), 1e-300)
    if np.all(wrong <= ROUNDING * largest):
        return largest[None]
    return np.maximum(largest, CANCELLED * parts().max(initial=0.0, axis=0))[None]


def _sizes(model: Model, roots: Sequence[Expr], t: np.ndarray, y: np.ndarray) -> np.ndarray:
    return model.measure([*map(size_of, valued(model.terms.system, roots))], t, y)


def _balance_of_rows(model: Model, t: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same by d/dt(dL/dq') - dL/dq - Q and the rates of the constraints, without M and A."""
    parts, n, k, graph = model.terms, model.n, model.terms.k, model.terms.chart.graph
    lam = [graph.symbol(MULTIPLIER.format(l)) for l in range(k)]
    reaction = gradient(graph, dot(graph, lam, parts.violations), parts.chart.v) if k else []
    roots = valued(parts.system, [*plain_balance(parts.system), *parts.bends, *reaction])
    symbols = (*model.inputs, *model.feeds, *parts.chart.a, *lam)
    rates, steps = model.solved.accelerations, model.solved.steps
    unknowns = model.measure([*rates, *model.solved.multipliers], t, y, steps)
    given = [*np.asarray(y, dtype=float).T, t, *along(model.feeds, t, y)]

    def at(given_unknowns: Iterable[np.ndarray], roots: Sequence[Expr] = roots) -> np.ndarray:
        function = _measuring(tuple(roots), symbols, tuple(model.values), ())
        values = function(list(model.values.values()))([*given, *given_unknowns])
        return np.array([np.broadcast_to(value, t.shape) for value in values], dtype=float)

    whole, still = at(unknowns), at([*np.zeros((n, len(t))), *unknowns[n:]])
    exerted = whole[n + k :] if k else np.zeros((n, len(t)))
    wrong, size = np.abs(whole[: n + k]), np.abs(still[: n + k])
    size += np.abs(whole[: n + k] - still[: n + k])
    wrong[:n] = np.abs(whole[:n] - exerted)
    size[:n] += np.abs(exerted)
    return wrong, _at_least(wrong, size, lambda: at(unknowns, [*map(size_of, roots[: n + k])]))


def _models(parts: Terms, values: Mapping[Expr, float], feeds: Feeds):
    refused: NonholoError = SingularMass(
        say(
            "the equations do not determine the accelerations (singular mass matrix "
            "on the virtual displacements); needed is a Lagrangian with inertia in "
            "every free direction"
        )
    )
    solvable = False
    if (bodies := by_bodies(parts)) is not None:
        try:
            made = _of_bodies(parts, bodies, values, feeds)
        except NonholoError as error:
            refused = error
        else:
            solvable = True
            yield made
    parts.derived()
    for solved in ways(parts):
        try:
            made = _compiled(parts, solved, values, feeds, solved.accelerations)
        except NonholoError as error:
            refused = error
        else:
            solvable = True
            yield made
    if not solvable:
        raise refused


def _of_bodies(parts: Terms, solved: Solved, values: Mapping[Expr, float], feeds: Feeds) -> Model:
    """The model of accelerations that were found body by body."""
    works, (q2, lam) = not parts.own_power.is_zero or any(map(_moves, parts.affine)), solved.stepped
    graph = q2[0].graph
    slope = [*graph.copy(parts.chart.v), *q2]
    if works:
        power, *affine = graph.copy([parts.own_power, *parts.affine])
        slope.append(power - dot(graph, lam, affine) if lam else power)
    return _made(
        parts, solved, values, feeds, tuple(slope), tuple(solved.steps), works, (), BY_BODIES
    )


def _moves(e: Expr) -> bool:
    return not e.is_zero


def with_accelerations(
    model: Model,
    accelerations: Sequence[Expr],
    extra: Mapping[Expr, Expr] | None = None,
    as_derived: bool = False,
) -> Model:
    """The same system under a rival's accelerations q''(q, q', t).

    accelerations: one for each coordinate; extra: further unknowns of the rival with their rates;
    as_derived: compiled as they stand, for one motion: to look for shorter code takes longer.
    Raises NonholoError where the numbers of the parameters give no motion.

    >>> import nonholo as nh
    >>> law = model(nh.System("x", "xdot**2/2 - x**2/2").system)
    >>> free = with_accelerations(law, [law.terms.chart.graph.zero])
    >>> free.rates(0.0, np.array([1.0, 0.0]))
    (0.0, 0.0)
    """
    rival = valued(model.terms.system, accelerations)
    solved = model.solved if model.way != BY_BODIES else next(ways(model.terms))
    return _compiled(model.terms, solved, model.values, model.feeds, rival, extra, as_derived)


def _compiled(
    parts: Terms,
    solved: Solved,
    values: Mapping[Expr, float],
    feeds: Feeds,
    accelerations: Sequence[Expr],
    extra: Mapping[Expr, Expr] | None = None,
    as_derived: bool = False,
) -> Model:
    original, extra = accelerations is solved.accelerations, extra or {}
    q2, lam = solved.stepped if original else (accelerations, solved.multipliers)
    steps, power = solved.steps if original else [], parts.power(lam)
    works = not power.is_zero
    symbols = inputs(parts, works, tuple(extra))
    slope = [*parts.chart.v, *q2, *extra.values(), *([power] if works else [])]
    driven = [*symbols, *feeds]
    if as_derived:
        way = solved.way
        return _made(
            parts, solved, values, feeds, tuple(slope), tuple(steps), works, tuple(extra), way
        )
    slope, steps = shorter(slope, [e for _, e in steps] or q2, driven, steps)
    ways, by = [(slope, steps)], None
    if original and operations(slope, driven, steps) > FEW and (by := by_speeds(parts, works)):
        ways += by.ways
    k, (slope, steps) = shortest(ways, [*parts.chart.q, *parts.chart.v, *extra], driven)
    way = solved.way
    if by and k:
        way, solved = BY_SPEEDS, replace(solved, nearest=by.nearest)
    return _made(parts, solved, values, feeds, tuple(slope), tuple(steps), works, tuple(extra), way)


def _made(
    parts: Terms,
    solved: Solved,
    values: Mapping[Expr, float],
    feeds: Feeds,
    slope: tuple[Expr, ...],
    steps: tuple[tuple[Expr, Expr], ...],
    works: bool,
    extra: tuple[Expr, ...],
    way: str,
) -> Model:
    """The model of slopes that are known as expressions; all of it but its code can be pickled."""
    symbols, names = inputs(parts, works, extra), list(values)
    gradients = [e for row in parts.gradients for e in row]
    try:
        makers = [
            compiled(slope, [*symbols, *feeds], names, steps=steps),
            compiled(solved.nearest, symbols, names, steps=solved.settling),
            compiled([*parts.functions, *gradients], symbols, names),
        ]
        made, nearest, functions = (make(list(values.values())) for make in makers)
    except (ZeroDivisionError, ValueError, OverflowError) as error:
        raise NonholoError(
            say(
                "the numbers of the parameters give no motion: {error}; check those {where}",
                where=given_under("parameters"),
                error=_why(error),
            )
        ) from None
    return Model(
        parts,
        solved,
        values,
        fed(made, feeds),
        nearest,
        functions,
        slope,
        steps,
        works,
        tuple(makers),
        extra,
        feeds,
        way,
    )


def _why(error: ArithmeticError | ValueError) -> str:
    if isinstance(error, ZeroDivisionError):
        return say("the accelerations are divided by 0 (is a mass or a moment of inertia 0?)")
    return said(error)


def with_numbers(model: Model, values: Mapping[Expr, float]) -> Model:
    """The same law with other numbers of the parameters; nothing is derived or compiled anew.

    values: parameter -> number, for all of them.  Raises NonholoError where they give no motion.

    >>> import nonholo as nh
    >>> law = model(nh.System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 4}).system)
    >>> with_numbers(law, dict.fromkeys(law.values, 9.0)).rates(0.0, np.array([1.0, 0.0]))
    (0.0, -9.0)
    """
    values = {**model.values, **values}
    given = [values[s] for s in model.values]
    try:
        slope, nearest, functions = (make(given) for make in model.makers)
    except (ZeroDivisionError, ValueError, OverflowError) as error:
        raise NonholoError(
            say(
                "the numbers of the parameters give no motion: {error}; check them",
                error=_why(error),
            )
        ) from None
    return replace(
        model, values=values, slope=fed(slope, model.feeds), nearest=nearest, functions=functions
    )


def value_of(model: Model, root: Expr) -> Callable[[float, np.ndarray], float]:
    """An expression in (q, q', t), the root, as a function of time and state.

    >>> import nonholo as nh
    >>> law = model(nh.System("x", "xdot**2/2 - x**2/2").system)
    >>> value_of(law, law.terms.energy)(0.0, np.array([1.0, 0.0]))
    0.5
    """
    symbols, (root,) = [*model.inputs, *model.feeds], valued(model.terms.system, [root])
    function = fed(
        compiled([root], symbols, list(model.values))(list(model.values.values())), model.feeds
    )

    def value(t: float, y: np.ndarray) -> float:
        return function([*y.tolist(), t])[0]

    return value
