"""What a law takes for a proof."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from nonholo.decide.zero import Decision, decide_zero
from nonholo.dynamics.equations import Motion
from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution

_proof = ContextVar("proof", default=True)


@contextmanager
def without_proof():
    """Inside, a zero seen at two random points modulo a random prime is enough (for what is too
    big to prove).
    """
    token = _proof.set(False)
    try:
        yield
    finally:
        _proof.reset(token)


def proved(decision: Decision) -> bool:
    """Yes, by normal form; or yes at all where no proof is demanded."""
    return decision.answer is True and (decision.evidence == "normal form" or not _proof.get())


def vanish(expressions: Iterable[Expr]) -> None:
    """Every expression is identically zero, by normal form."""
    for expression in expressions:
        if expression.is_zero and not _proof.get():
            continue
        decision = decide_zero(expression)
        assert proved(decision), f"not proved zero: {expression} ({decision})"


def equal(left: Sequence[Expr], right: Sequence[Expr]) -> None:
    """left = right, entry by entry, by normal form."""
    vanish(a - b for a, b in zip(left, right, strict=True))


def on_motion(d: Distribution, true: Motion, expression: Expr) -> Expr:
    """The expression with the accelerations of a motion and admissible velocities put in."""
    return d.restrict(expression.subs(dict(zip(d.chart.a, true.accelerations))))
