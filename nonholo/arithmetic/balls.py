"""Real and complex numbers with rigorous error bounds (Johansson 2017), their power series and
matrices.
"""

from __future__ import annotations

import copyreg
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flint import acb as ComplexBall
from flint import acb_mat as ComplexBallMatrix
from flint import arb as Ball
from flint import arb_mat as BallMatrix
from flint import arb_series as BallSeries
from flint import ctx

__all__ = ["Ball", "BallMatrix", "BallSeries", "ComplexBall", "ComplexBallMatrix", "at_precision"]


def _ball(middle: tuple[int, int] | str, radius: tuple[int, int] = (0, 0)) -> Ball:
    return Ball(middle, radius) if isinstance(middle, tuple) else Ball(middle)


def _of_ball(x: Ball) -> tuple[Any, ...]:
    if not x.is_finite():
        return _ball, (x.str(),)
    ends = (x.mid().man_exp(), x.rad().man_exp())
    return _ball, tuple((int(mantissa), int(exponent)) for mantissa, exponent in ends)


copyreg.pickle(Ball, _of_ball)  # exactly, whatever the precision is where it is read
copyreg.pickle(ComplexBall, lambda z: (ComplexBall, (z.real, z.imag)))

_usual = ctx.prec, ctx.cap
_one_at_a_time = threading.RLock()  # FLINT has one precision for all threads


@contextmanager
def at_precision(bits: int, terms: int | None = None) -> Iterator[None]:
    """All balls made inside carry so many bits, series so many terms; other threads wait."""
    with _one_at_a_time:
        old = ctx.prec, ctx.cap
        ctx.prec, ctx.cap = bits, terms or ctx.cap
        try:
            yield
        finally:
            ctx.prec, ctx.cap = old


def _afresh() -> None:
    """In a child process no other thread goes on, nor gives back what it held."""
    global _one_at_a_time
    if _one_at_a_time.acquire(blocking=False):
        _one_at_a_time.release()
        return
    _one_at_a_time = threading.RLock()
    ctx.prec, ctx.cap = _usual


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_afresh)
