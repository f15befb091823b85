"""The motion in C: the right-hand side written from the graph, and the same method of order 8
around it.

Needs a C compiler (cc) on the machine; compiling takes about a tenth of a second, and pays for long
motions. Velocities are put back on the constraints after each step, coordinates only where states
are told."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from nonholo.errors import SingularMass
from nonholo.numerics.c_code import BLOCKS, ONE_STATE, PLAIN, c_blocks, c_law, library, pointer
from nonholo.numerics.dop853 import Interpolant
from nonholo.numerics.feeds import Feed
from nonholo.numerics.forcing import pace
from nonholo.numerics.integrate import Path
from nonholo.numerics.model import Model
from nonholo.numerics.ramps import ramped
from nonholo.words.sentence import say

ROOM = 512  # steps between two looks at the clock


_ANSWER = ctypes.PYFUNCTYPE(
    None, ctypes.POINTER(ctypes.c_double), ctypes.c_double, ctypes.POINTER(ctypes.c_double)
)


class Answers:
    """Functions of Python that the compiled code asks for the values of inputs.

    An error cannot cross the C code: it is held, the values are nan, so that no step is possible,
    and it is raised once the C code is left."""

    def __init__(self, feeds: Sequence[Feed], size: int):
        self.feeds, self.size = tuple(feeds), size
        self.error: BaseException | None = None
        self.call = _ANSWER(self.answer)

    def answer(self, y: Any, t: float, u: Any) -> None:
        """The values of all inputs in the state y at t, written into u."""
        x = [*y[: self.size], t]
        for i, feed in enumerate(self.feeds):
            u[i] = math.nan
            if self.error is None:
                try:
                    u[i] = feed.at(x)
                except BaseException as error:
                    self.error = error

    def settled(self) -> None:
        """Raises what a function raised."""
        if self.error is not None:
            raise self.error


@dataclass(frozen=True, slots=True)
class Native:
    """A compiled law: its library, the size of its state, the numbers of its parameters, and who
    answers for inputs that are functions of Python.

    The library holds one set of numbers, set before each call; threads that share it take turns."""

    library: Any
    size: int
    values: tuple[float, ...]
    answers: Answers | None = None

    @contextmanager
    def prepared(self, values: tuple[float, ...] = ()) -> Iterator[Any]:
        """The library with the numbers set, its own where none are given, for one thread alone."""
        with self.library.lock:
            self.library.parameters(pointer(np.array(values or self.values or (0.0,))))
            if self.answers is not None:
                self.library.asks(self.answers.call)
            yield self.library

    def many(self, y: np.ndarray, t: float = 0.0, out: np.ndarray | None = None) -> np.ndarray:
        """Right-hand sides of many states: (count, size), or (size, count) with `native_blocks`."""
        y = np.ascontiguousarray(y, dtype=float)
        out = np.empty_like(y) if out is None else out
        count = ctypes.c_long(y.size // self.size)
        with self.prepared() as library:
            library.many(count, pointer(y), ctypes.c_double(t), pointer(out))
        return out


def native(model: Model) -> Native:
    """The law of a model in C, one state after another."""
    return _native(model, _one_state)


def native_blocks(model: Model) -> Native:
    """The law of a model in C for many states at once, (size, count): vectorised where the compiler
    can.

    It has `many` alone; functions of libmvec may be off by 4 in the last place.
    """
    return _native(model, _blocks)


def _native(model: Model, made) -> Native:
    *state, t = model.inputs
    law = (model.slopes, (*state, *model.feeds, t), tuple(model.values), model.steps)
    nearest = tuple(model.solved.nearest), tuple(model.solved.settling)
    compiled = made(law, nearest, model.n, bool(model.terms.k))
    answers = Answers([*model.feeds.values()], model.size) if model.feeds else None
    return Native(compiled, model.size, tuple(model.values.values()), answers)


@lru_cache(maxsize=16)
def _one_state(law, nearest, n: int, constrained: bool) -> Any:
    roots, steps = nearest
    return library(c_law(law, (roots, law[1], law[2], steps), n, constrained))


@lru_cache(maxsize=16)
def _blocks(law, nearest, n: int, constrained: bool) -> Any:
    del nearest, n, constrained
    return library(c_blocks(law), (BLOCKS, ONE_STATE, PLAIN))


class Recorded(Sequence):
    """The pieces of a path as the C code left them; an interpolant is made where one is asked
    for.
    """

    def __init__(self, times: np.ndarray, before: np.ndarray, dense: np.ndarray):
        self.times, self.before, self.dense = times, before, dense

    def __len__(self) -> int:
        return len(self.times)

    def __getitem__(self, i: int | slice):
        if isinstance(i, slice):
            return Recorded(self.times[i], self.before[i], self.dense[i])
        a, b = self.times[i].tolist()
        return a, b, Interpolant(a, b, self.before[i], self.dense[i])

    @property
    def ends(self) -> np.ndarray:
        return self.times[:, 1]


def integrate_native(
    model: Model,
    y: np.ndarray,
    start: float,
    end: float,
    rtol: float,
    atol: float,
    most_steps: int | None = None,
) -> Path:
    """As `integrate` with DOP853, from `start` to `end`, in C and without events.

    y: state (size); rtol, atol: relative and absolute tolerance of a step; inputs may be tables or
    functions of Python, which the C code calls; most_steps: not many more are made.
    Raises NotApplicable without a C compiler, SingularMass if no first step can be made.
    References: HairerNorsettWanner1993.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x", "xdot**2/2 - x**2/2").system)
    >>> try:
    ...     path = integrate_native(law, np.array([1.0, 0.0]), 0.0, np.pi, rtol=1e-12, atol=1e-13)
    ...     bool(abs(path.at([np.pi]) - [-1.0, 0.0]).max() < 1e-9)
    ... except nh.NonholoError as refusal:
    ...     "compiler" in str(refusal)
    True
    """
    halts = pace(model, start, end)[1:].tolist()
    law = ramped(model)
    numbers = [*law.parts(start, halts)] if model.feeds else []
    return run_native(native(law.model), y, start, halts, rtol, atol, numbers, most_steps)


def run_native(
    law: Native,
    y: np.ndarray,
    start: float,
    halts: Sequence[float] | np.ndarray,
    rtol: float,
    atol: float,
    numbers: Sequence[tuple[float, ...]] = (),
    most_steps: int | None = None,
) -> Path:
    """The solution of a compiled law; no step goes beyond one of the halts, the last of which is
    the end.

    numbers: the values of the parameters up to each halt, if they are not the same up to all;
    most_steps: after so many, and the rest of a block of `ROOM`, it is left.  Raises SingularMass
    if it cannot begin.
    """
    n = law.size
    state = np.array(y, dtype=float)
    t, h = ctypes.c_double(start), ctypes.c_double(0.0)
    evaluations, correction, status = ctypes.c_long(0), ctypes.c_double(0.0), ctypes.c_int(1)
    blocks, number, steps = [], 0, 0
    while number < len(halts) and status.value != 2 and (most_steps is None or steps < most_steps):
        times, before, dense = np.empty((ROOM, 2)), np.empty((ROOM, n)), np.empty((ROOM, 7, n))
        with law.prepared(numbers[number] if numbers else ()) as library:
            count = library.run(
                ctypes.byref(t),
                pointer(state),
                ctypes.byref(h),
                ctypes.c_double(halts[number]),
                ctypes.c_double(rtol),
                ctypes.c_double(atol),
                ROOM,
                pointer(times),
                pointer(before),
                pointer(dense),
                ctypes.byref(evaluations),
                ctypes.byref(correction),
                ctypes.byref(status),
            )
        if law.answers is not None:
            law.answers.settled()
        blocks.append((times[:count], before[:count], dense[:count]))
        number, steps = number + (status.value == 0), steps + count
    if not sum(len(block[0]) for block in blocks):
        raise SingularMass(
            say(
                "the motion cannot begin: the accelerations are not determined in the initial state"
            )
        )
    pieces = Recorded(*(blocks[0] if len(blocks) == 1 else map(np.concatenate, zip(*blocks))))
    stopped = ""
    if status.value == 2:
        stopped = say("no step is possible beyond t = {value:.6g}", value=t.value)
    elif number < len(halts):
        stopped = say(
            "followed up to t = {t:.6g}, where it needs too many steps ({steps})",
            t=t.value,
            steps=steps,
        )
    return Path(
        pieces,
        float(pieces.ends[-1]),
        (),
        evaluations.value,
        len(pieces),
        correction.value,
        stopped,
    )
