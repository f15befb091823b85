"""Step by step along the motion: SciPy's integrators, states put back on the constraints, events on
the way.

After each step of a one-step method the state is moved to the nearest admissible one, so
constraints hold to rounding; LSODA and Radau carry a past that must not be disturbed, and only what
they answer is moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import isfinite
from typing import Any

import numpy as np

from nonholo.doing import doing
from nonholo.errors import NonholoError, SingularMass, option
from nonholo.numerics.forcing import pace
from nonholo.numerics.model import Model
from nonholo.numerics.watching import Fall, Watch, falls, first_falls
from nonholo.words.sentence import say

MOST_STEPS = 200_000
TOLD_STEPS = 500  # between two words on how far it is
STILL = 1e-10  # of t: it stands still where so many steps lead less far
FASTER = 1e3  # times as far as the last so many steps: what may be hoped for from those left
LSODA_STEPS = 20_000  # at least, where explicit time acts so fast
STOPS = {  # what SciPy's integrators say, in words that can be told in any language
    "Required step size is less than spacing between numbers.": say(
        "the step needed is smaller than the spacing of numbers"
    ),
    "Unexpected istate in LSODA.": say("LSODA finds no step"),
}
# how far a step may lead from the constraints, and how many times its tolerance besides
FAR, LOOSE = 1e-5, 1e3
LEFT = say(
    "the motion leaves the constraints, which lose rank there or nearly so, as at the change point "
    "of a linkage"
)
Piece = tuple[float, float, Callable]
Lost = Callable[[float, np.ndarray], bool]
LOOK = 8  # steps between two looks at whether a path is lost
TOGETHER = 16  # steps that are looked at together for events, at most


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, when, and in which state."""

    name: str
    t: float
    state: np.ndarray
    final: bool


@dataclass(frozen=True)
class Path:
    """A piecewise smooth solution: pieces (from, to, interpolant) in order of time.

    stopped: why it ended before the wished time; correction: the largest move back to the
    constraints."""

    pieces: Sequence[Piece]
    end: float
    events: tuple[Event, ...]
    evaluations: int
    steps: int
    correction: float
    stopped: str = ""

    @cached_property
    def _ends(self) -> np.ndarray:
        """Where the pieces end: they are asked for one time after another."""
        ends = getattr(self.pieces, "ends", None)
        return np.array([piece[1] for piece in self.pieces]) if ends is None else ends

    def at(self, times: Sequence[float] | np.ndarray) -> np.ndarray:
        """States (len(times), size) as interpolated; times within the path."""
        ends = self._ends
        forward = ends[-1] >= self.pieces[0][0]
        asked = np.asarray(times, dtype=float)
        order = np.minimum(
            np.searchsorted(ends if forward else -ends, asked if forward else -asked), len(ends) - 1
        )
        table: Any = None  # there are times
        for i in np.unique(order):
            mine = np.flatnonzero(order == i)
            with np.errstate(all="ignore"):
                states = self.pieces[i][2](asked[mine]).T
            table = np.empty((len(asked), states.shape[1])) if table is None else table
            table[mine] = states
        return table


def integrate(
    model: Model,
    y: np.ndarray,
    start: float,
    end: float,
    method: str = "DOP853",
    rtol: float = 1e-12,
    atol: float = 1e-13,
    watches: Sequence[Watch] = (),
    most_steps: int = MOST_STEPS,
    lost: Lost | None = None,
) -> Path:
    """The solution from y at `start` to `end`, or to the first final event.

    y: state (size): coordinates, velocities, the work where it is followed; end: may lie before
    start; method: a key of `STEPPERS`, DOP853 (order 8), LSODA or Radau; rtol, atol: relative and
    absolute tolerance of a step; watches: what may become an event; most_steps: after so many it
    stops and says so; lost: (t, state) -> it is of no use to go on from there, asked now and then.
    With DOP853 the state is put back on the constraints after each step.
    Raises NonholoError for an unknown method, SingularMass if no first step can be made.
    References: HairerNorsettWanner1993, HairerWanner1996.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x", "xdot**2/2 - x**2/2").system)
    >>> path = integrate(law, np.array([1.0, 0.0]), 0.0, np.pi)
    >>> (path.at([np.pi]).round(9) + 0.0).tolist()
    [[-1.0, 0.0]]
    """
    y = np.asarray(y, dtype=float)
    halts = pace(model, start, end)
    if method not in STEPPERS:
        raise NonholoError(
            say(
                "{method!r} does not go step by step; there are {names}",
                method=method,
                names=", ".join(STEPPERS),
            )
        )
    stepper = STEPPERS[method]
    solver = stepper.make(model, start, y, end, rtol, atol, halts)
    loose, unseen = FAR + LOOSE * rtol, _Unseen(model, watches)
    way = _Way(model, stepper, solver, halts, end, most_steps, loose, lost, unseen)
    stopped: str | None = None
    while solver.status == "running" and stopped is None:
        try:
            stopped = way.go_on()
        except ValueError:  # LinAlgError among them
            if not way.unseen.ended():  # this was beyond an event
                raise
            stopped = ""
    if not way.pieces:
        raise SingularMass(
            say(
                "the motion cannot begin: {value}; the accelerations are not determined "
                "in the initial state, or the duration is 0",
                value=stopped or say("no time passes"),
            )
        )
    return way.path(stopped or "")


@dataclass
class _Way:
    """A motion as it is followed step by step.

    halts: times at which steps end; end: the wished time; most: steps; loose: how far a step may
    lead from the constraints; unseen: steps whose events are not known yet.
    """

    model: Model
    stepper: Stepper
    solver: Any
    halts: np.ndarray
    end: float
    most: int
    loose: float
    lost: Lost | None
    unseen: _Unseen
    pieces: list[Piece] = field(default_factory=list)
    correction: float = 0.0
    arrives: bool = True

    def __post_init__(self) -> None:
        self.told = float(self.solver.t)
        terms = self.model.terms
        self.constrained = self.stepper.correctable and bool(terms.k or terms.functions)

    def go_on(self) -> str | None:
        """One step; None, or why it was the last one: nothing where an event or `lost` ends it."""
        solver = self.solver
        if len(self.pieces) >= self.most or not self.arrives:
            return self._too_many()
        if len(self.halts) > 2:
            self.stepper.halt(solver, self.halts)
        message = solver.step()
        if solver.status == "failed" or not isfinite(sum(solver.y)):
            why = STOPS.get(message, message) or say("the state is not finite")
            return _beyond(solver.t, why)
        self.pieces.append((solver.t_old, solver.t, solver.dense_output()))
        if len(self.pieces) % TOLD_STEPS == 0 and self._stands():
            return _beyond(solver.t, say("{steps} steps lead no further", steps=TOLD_STEPS))
        self.unseen.add(self.pieces[-1], (len(self.pieces), solver.nfev, self.correction))
        if self.unseen.full and self.unseen.ended():
            return ""
        if self.constrained and solver.status == "running" and not self._put_back():
            return _beyond(solver.t, LEFT)
        lost = self.lost if len(self.pieces) % LOOK == 0 else None
        return "" if lost is not None and lost(solver.t, solver.y) else None

    def path(self, stopped: str) -> Path:
        """What was followed, up to the final event if there is one; stopped: why it ends."""
        pieces, evaluations, correction = self.pieces, self.solver.nfev, self.correction
        if self.unseen.ended():
            (steps, evaluations, correction), stopped = self.unseen.count, ""
            pieces = [*pieces[: steps - 1], self.unseen.last]
        events = tuple(self.unseen.events)
        end = pieces[-1][1]
        return Path(tuple(pieces), end, events, evaluations, len(pieces), correction, stopped)

    def _too_many(self) -> str:
        steps = len(self.pieces)
        stopped = say(
            "followed up to t = {t:.6g}, where it needs too many steps ({steps})",
            t=self.solver.t,
            steps=steps,
        )
        if not self.arrives:
            return stopped
        native = option("--method native", 'method="native"')
        return stopped + "; " + native + say(" has no such limit")

    def _stands(self) -> bool:
        """So many steps lead no further; tells how far it is, and whether it can arrive."""
        t = self.solver.t
        doing(say("the motion at t = {t:.4g} of {end:g}", t=t, end=self.end))
        gone = abs(t - self.told)
        hoped = FASTER * gone * (self.most - len(self.pieces)) / TOLD_STEPS
        self.arrives, self.told = hoped >= abs(self.end - t), t
        return gone < STILL * abs(t)

    def _put_back(self) -> bool:
        """The state on the constraints, unless it is far from them."""
        solver = self.solver
        moved = self.model.settled(solver.t, solver.y)
        far = max(abs(a - b) for a, b in zip(moved, solver.y))
        if not far <= self.loose * (1 + max(map(abs, solver.y))):
            return False
        self.correction = max(self.correction, far)
        solver.put(moved)
        return True


class _Unseen:
    """Steps in which no events were looked for yet: for many together that takes hardly longer than
    for one.  So a motion may go some steps beyond a final event; what was counted up to it is kept.

    events: those found; last: the piece with the final event, up to that; count: (steps,
    evaluations, correction) when it was made.
    """

    def __init__(self, model: Model, watches: Sequence[Watch]):
        self.model, self.watches = model, watches
        self.events: list[Event] = []
        self.pieces: list[Piece] = []
        self.counts: list[tuple[int, int, float]] = []
        self.most, self.final = 1, False
        self.count: tuple[int, int, float] = (0, 0, 0.0)
        self.last: Any = None

    def add(self, piece: Piece, count: tuple[int, int, float]) -> None:
        """One step more."""
        if self.watches:
            self.pieces.append(piece)
            self.counts.append(count)

    @property
    def full(self) -> bool:
        """As many as are looked at together: few at the start, where many motions end."""
        return len(self.pieces) >= self.most

    def ended(self) -> bool:
        """Whether there is a final event in these steps, or was before."""
        if self.pieces and not self.final:
            met = falls(self.model, self.watches, self.pieces)
            self.events += _events(self.model, met, self.pieces)
            if met and met[-1].watch.final:
                before, _, state = self.pieces[met[-1].piece]
                self.last, self.final = (before, met[-1].t, state), True
                self.count = self.counts[met[-1].piece]
            self.pieces, self.counts, self.most = [], [], min(TOGETHER, 2 * self.most)
        return self.final


def _beyond(t: float, why: str) -> str:
    return say("no step is possible beyond t = {t:.6g}: {value}", t=t, value=why)


def next_halt(t: float, halts: np.ndarray) -> float:
    """The first of the times in order that lies beyond t by more than rounding."""
    forward = halts[-1] >= halts[0]
    beyond = t + 16 * np.spacing(abs(t)) * (1 if forward else -1)
    index = (
        np.searchsorted(halts, beyond, "right")
        if forward
        else np.searchsorted(-halts, -beyond, "right")
    )
    return float(halts[min(index, len(halts) - 1)])


@dataclass(frozen=True, slots=True)
class Stepper:
    """An integrator that goes step by step.

    make: (model, start, y, end, rtol, atol, halts) -> solver; halt: the next step shall not go
    beyond the next halt; correctable: it carries no past that is disturbed where the state is
    moved."""

    make: Callable[..., Any]
    halt: Callable[[Any, np.ndarray], None] = lambda solver, halts: None
    correctable: bool = False


def _lean(
    model: Model,
    start: float,
    y: np.ndarray,
    end: float,
    rtol: float,
    atol: float,
    halts: np.ndarray,
) -> Any:
    from nonholo.numerics.lean import Lean
    from nonholo.numerics.same_bits import same_bits

    compiled = partial(same_bits, model)
    return Lean(model.slope, model.rates, start, y, end, rtol, atol, compiled)


def _stop(solver: Any, halts: np.ndarray) -> None:
    solver.stop = next_halt(solver.t, halts)


def _scipy(name: str, longest: Callable[[np.ndarray], float]) -> Callable[..., Any]:
    """An integrator of SciPy; longest: bound of all its steps, by the halts."""

    def make(
        model: Model,
        start: float,
        y: np.ndarray,
        end: float,
        rtol: float,
        atol: float,
        halts: np.ndarray,
    ) -> Any:
        from scipy import integrate as package

        method = getattr(package, name)
        return method(model.rates, start, y, end, rtol=rtol, atol=atol, max_step=longest(halts))

    return make


def _shortest(halts: np.ndarray) -> float:
    return max(np.min(np.abs(np.diff(halts))), abs(halts[-1] - halts[0]) / LSODA_STEPS)


def _shorten(solver: Any, halts: np.ndarray) -> None:
    solver.max_step = abs(next_halt(solver.t, halts) - solver.t)


STEPPERS = {
    "DOP853": Stepper(_lean, _stop, correctable=True),
    "LSODA": Stepper(_scipy("LSODA", _shortest)),  # it knows one bound for all its steps
    "Radau": Stepper(_scipy("Radau", lambda halts: np.inf), _shorten),
}


def watched(path: Path, model: Model, watches: Sequence[Watch]) -> Path:
    """A path that was made without a look at events, with the events on it.

    It ends at the first final one.  watches: what may become an event.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> from nonholo.numerics.watching import watch
    >>> law = model(nh.System("x", "xdot**2/2 - x**2/2").system)
    >>> path = integrate(law, np.array([1.0, 0.0]), 0.0, np.pi)
    >>> wall = watch(law, "the wall", law.terms.chart.q[0])
    >>> round(watched(path, law, [wall]).end / np.pi, 9)
    0.5
    """
    falls = first_falls(model, watches, path.pieces)
    events = _events(model, falls, path.pieces)
    if not falls or not falls[-1].watch.final:
        return replace(path, events=(*path.events, *events))
    pieces = path.pieces[: falls[-1].piece + 1]
    return replace(
        path,
        pieces=pieces,
        end=falls[-1].t,
        events=(*path.events, *events),
        steps=len(pieces),
        stopped="",
    )


def _events(model: Model, falls: Sequence[Fall], pieces: Sequence[Piece]) -> list[Event]:
    return [
        Event(
            fall.watch.name,
            fall.t,
            model.admissible(fall.t, np.asarray(pieces[fall.piece][2](fall.t))),
            fall.watch.final,
        )
        for fall in falls
    ]
