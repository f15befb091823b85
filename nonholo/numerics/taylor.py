"""Taylor's method of adaptive order by heyoka, compiled for the law at hand: many digits in few
steps.

heyoka (BiscaniIzzo2021) is an optional package with wheels for all systems.  States are not moved
back on the way, as its errors are near rounding; what is told is.  No events."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from nonholo.errors import NotApplicable, SingularMass, option
from nonholo.expression.graph import Expr, linear, ordered
from nonholo.numerics.forcing import pace
from nonholo.numerics.integrate import Path
from nonholo.numerics.model import Model
from nonholo.numerics.ramps import ramped
from nonholo.words.sentence import say

LEAST_TOLERANCE = 1e-15


def heyoka() -> Any:
    """The package.

    Raises NotApplicable where it is not installed.
    """
    try:
        import heyoka as package
    except ImportError:
        raise NotApplicable(
            say("the taylor method needs the package heyoka: pip install heyoka; DOP853 needs none")
        ) from None
    return package


def translated(
    roots: Sequence[Expr], known: dict[str, Any], steps: Sequence[tuple[Expr, Expr]] = ()
) -> list:
    """Expressions as heyoka's; known: symbol -> its expression there; steps as in `lines`.

    Raises NotApplicable for a function that heyoka does not have.
    """
    hy, known = heyoka(), dict(known)
    done: dict[int, Any] = {}

    def expression(root: Expr):
        for node in ordered([root]):
            if node.index not in done:
                done[node.index] = _node(hy, node, known, done)
        return done[root.index]

    for symbol, root in steps:
        known[symbol.args] = expression(root)
    return [expression(root) for root in roots]


def _node(hy: Any, node: Expr, known: dict[str, Any], done: dict[int, Any]) -> Any:
    if node.kind == "number":
        return hy.expression(float(node.args.p) / float(node.args.q))
    if node.kind == "symbol":
        return known[node.args]
    if node.kind == "pi":
        return hy.pi
    if node.kind == "function":
        name, args = node.args
        if not hasattr(hy, name):
            raise NotApplicable(
                say("the taylor method does not know the function {name}; use ", name=name)
                + option("--method DOP853", 'method="DOP853"')
            )
        return getattr(hy, name)(*(done[a.index] for a in args))
    if node.kind == "sum":
        constant, terms = linear(node)
        parts = [hy.expression(float(constant.p) / float(constant.q))] if constant != 0 else []
        return hy.sum(parts + [float(c.p) / float(c.q) * done[t.index] for t, c in terms])
    return hy.prod([_power(hy, done[base.index], e) for base, e in node.args])


def _power(hy: Any, base: Any, e) -> Any:
    return base if e == 1 else hy.sqrt(base) if e == 0.5 else base ** float(e)


def equations(model: Model) -> list:
    """[(variable, its rate)] of a state; parameters are heyoka's par[0], par[1], ..."""
    hy = heyoka()
    states = [hy.expression(f"y{i}") for i in range(model.size)]
    known = {s.args: y for s, y in zip(model.inputs, states)} | {model.inputs[-1].args: hy.time}
    known |= {s.args: hy.par[i] for i, s in enumerate(model.values)}
    rates = translated(model.slopes, known, model.steps)
    return list(zip(states, rates))


def integrator(model: Model, y: np.ndarray, start: float, tolerance: float) -> Any:
    """heyoka's compiled integrator at a state."""
    made = heyoka().taylor_adaptive(
        equations(model),
        np.asarray(y, dtype=float).tolist(),
        time=start,
        tol=max(tolerance, LEAST_TOLERANCE),
    )
    made.pars[:] = list(model.values.values())[: len(made.pars)]  # up to the last one that is used
    return made


def integrate_taylor(model: Model, y: np.ndarray, start: float, end: float, rtol: float) -> Path:
    """The solution from y at `start` to `end` by Taylor's method of adaptive order.

    y: state (size); rtol: relative tolerance of a step; inputs may be tables.  Raises NotApplicable
    without heyoka or for functions it has not, SingularMass if no first step can be made.
    References: BiscaniIzzo2021.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x", "xdot**2/2 - x**2/2").system)
    >>> try:
    ...     path = integrate_taylor(law, np.array([1.0, 0.0]), 0.0, np.pi, rtol=1e-14)
    ...     bool(abs(path.at([np.pi]) - [-1.0, 0.0]).max() < 1e-9)
    ... except nh.NonholoError as refusal:
    ...     "heyoka" in str(refusal)
    True
    """
    hy = heyoka()
    halts, law = pace(model, start, end)[1:].tolist(), ramped(model)
    solver = integrator(law.model, y, start, rtol)
    pieces, steps, stopped = [], 0, ""
    for halt, numbers in zip(halts, law.parts(start, halts), strict=True):
        solver.pars[:] = numbers[: len(solver.pars)]  # up to the last one that is used
        outcome, _, _, more, interpolant, _ = solver.propagate_until(halt, c_output=True)
        steps += more
        if interpolant is not None:
            state = partial(_state, interpolant)
            pieces += [(float(a), float(b), state) for a, b in pairwise(interpolant.times)]
        if outcome != hy.taylor_outcome.time_limit:
            stopped = say("no step is possible beyond t = {time:.6g}", time=solver.time)
            break
    if not pieces:
        raise SingularMass(
            say(
                "the motion cannot begin: the accelerations are not determined in the initial state"
            )
        )
    return Path(tuple(pieces), pieces[-1][1], (), steps * solver.order, steps, 0.0, stopped)


def _state(interpolant: Any, t: Any) -> np.ndarray:
    """The states of heyoka's continuous output, at one time or at several."""
    return np.array(interpolant(np.atleast_1d(t))).T if np.ndim(t) else np.array(interpolant(t))
