"""Real and complex numbers with rigorous error bounds (Johansson 2017), their power series and
matrices.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flint import acb as ComplexBall
from flint import acb_mat as ComplexBallMatrix
from flint import arb as Ball
from flint import arb_mat as BallMatrix
from flint import arb_series as BallSeries
from flint import ctx

__all__ = ["Ball", "BallMatrix", "BallSeries", "ComplexBall", "ComplexBallMatrix", "at_precision"]


@contextmanager
def at_precision(bits: int, terms: int | None = None) -> Iterator[None]:
    """All balls made inside carry so many bits, series so many terms."""
    old = ctx.prec, ctx.cap
    ctx.prec, ctx.cap = bits, terms or ctx.cap
    try:
        yield
    finally:
        ctx.prec, ctx.cap = old
