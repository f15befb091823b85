"""How a motion is computed and told, as one record."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a motion is computed and told.

    method: a key of `nonholo.numerics.methods.METHODS`: DOP853, LSODA, Radau, native (in C), taylor
    (by heyoka), or discrete (steps of fixed length `step`).  rtol, atol: relative and absolute
    tolerance of a step.  points: how many times are told.  start: the time of the initial state.
    check: also integrate back and measure conserved quantities; reversal: the former of
    these.  threshold: the difference of a
    coordinate from which a rival has parted.  crossings: expressions in q, q', t, whose rise
    through 0 becomes an event.

    >>> Settings(method="LSODA").rtol
    1e-12
    """

    method: str = "DOP853"
    rtol: float = 1e-12
    atol: float = 1e-13
    points: int = 401
    step: float = 0.01
    start: float = 0.0
    check: bool = True
    reversal: bool = True
    threshold: float = 1e-3
    crossings: tuple[str, ...] = ()
