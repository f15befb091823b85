"""The discrete Lagrange-d'Alembert principle with the midpoint rule: a step of fixed length that
keeps what it can.

    m = (q_k + q_k+1)/2,   w = (q_k+1 - q_k)/h,   p = dL/dq',   g = dL/dq + Q
    p_k + A(q_k)^T lambda = p(m, w) - h g(m, w)/2,     A(m) w + a_0(m) = 0  (or f(q_k+1) = 0)
    p_k+1 = p(m, w) + h g(m, w)/2

Inputs that are functions of Python or tables are asked in the middle of a step.  Without
constraints the step is symplectic; with them it is time-reversible, and for reversible
motions the error of the energy stays bounded instead of growing.  Order 2: for long times, not for
many digits. References: CortesMartinez2001, McLachlanPerlmutter2006."""

from __future__ import annotations

from functools import partial

import numpy as np

from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.errors import NonholoError, NotApplicable, SingularMass, option
from nonholo.numerics.compile import Function, compiled
from nonholo.numerics.feeds import fed
from nonholo.numerics.integrate import LOOK, Lost, Path, Piece
from nonholo.numerics.model import Model, inputs
from nonholo.words.sentence import say

MOST_NEWTON = 25
SMALL = 1e-12


class Step:
    """The compiled equations of one step; `__call__` solves them by Newton's method."""

    def __init__(self, model: Model):
        parts, chart = model.terms, model.terms.chart
        self.n, self.k = model.n, parts.k
        L = require_lagrangian(parts.system)
        p = [L.diff(v) for v in chart.v]
        g = [L.diff(q) + Q for q, Q in zip(chart.q, parts.system.forces)]
        if parts.curved:
            raise NotApplicable(
                say("the discrete method needs constraints that are affine in the velocities; use ")
                + option("--method DOP853", 'method="DOP853"')
            )
        c = parts.violations
        blocks = [
            p,
            g,
            c,
            _by(p, chart.q),
            _by(p, chart.v),
            _by(g, chart.q),
            _by(g, chart.v),
            _by(c, chart.q),
        ]
        self.sizes = [len(b) for b in blocks]
        self.middle = _made(model, [e for b in blocks for e in b])
        self.rows = _made(model, [e for row in parts.rows for e in row])
        system = parts.system.pfaffian
        self.level = {
            i: system.functions[l]
            for i, l in enumerate(parts.independent)
            if system.functions[l] is not None
        }
        self.functions = _made(model, list(self.level.values()))
        self.evaluations = 0

    def __call__(self, t: float, q: np.ndarray, p: np.ndarray, guess: np.ndarray, h: float):
        """(q, p) one step later, and the slope w between; None if Newton's method fails."""
        n, k, Ak = self.n, self.k, self.matrix(t, q)
        later, lam = q + h * guess, np.zeros(self.k)
        for _ in range(MOST_NEWTON):
            w = (later - q) / h
            P, g, c, Pq, M, gq, gw, cq, A = self.at(t + h / 2, (q + later) / 2, w)
            top = p + Ak.T @ lam - P + h / 2 * g
            inner = -(Pq / 2 + M / h) + h / 2 * (gq / 2 + gw / h)
            below, slope = c, cq / 2 + A / h
            if self.level:
                below, slope = self.on_level(t + h, later, below, slope, h)
            matrix = np.block([[inner, Ak.T], [slope, np.zeros((k, k))]])
            try:
                move = np.linalg.solve(matrix, -np.concatenate([top, below]))
            except np.linalg.LinAlgError:
                break
            later, lam = later + move[:n], lam + move[n:]
            if np.max(np.abs(move[:n])) <= SMALL * (1 + np.max(np.abs(later))):
                P, g = self.at(t + h / 2, (q + later) / 2, (later - q) / h)[:2]
                return later, P + h / 2 * g, (later - q) / h
        return None

    def at(self, t: float, q: np.ndarray, w: np.ndarray):
        """p, g, A w + a_0, their derivatives by q and by the velocity, and A at one place."""
        self.evaluations += 1
        n, k, flat = self.n, self.k, np.array(self.middle([*q.tolist(), *w.tolist(), t]))
        shapes = [(n,), (n,), (k,), (n, n), (n, n), (n, n), (n, n), (k, n)]
        ends = np.cumsum(self.sizes)
        blocks = [flat[e - s : e].reshape(shape) for s, e, shape in zip(self.sizes, ends, shapes)]
        return (*blocks, self.matrix(t, q))

    def matrix(self, t: float, q: np.ndarray) -> np.ndarray:
        return np.array(self.rows([*q.tolist(), *[0.0] * self.n, t])).reshape(self.k, self.n)

    def on_level(self, t: float, q: np.ndarray, below: np.ndarray, slope: np.ndarray, h: float):
        """Rows of holonomic constraints ask for f = 0 at the end of the step."""
        below, slope, A = below.copy(), slope.copy(), self.matrix(t, q)
        for i, value in zip(self.level, self.functions([*q.tolist(), *[0.0] * self.n, t])):
            below[i], slope[i] = value / h, A[i] / h
        return below, slope


def _by(functions, symbols) -> list:
    return [f.diff(s) for f in functions for s in symbols]


def _made(model: Model, roots) -> Function:
    symbols = [*inputs(model.terms, False), *model.feeds]
    made = compiled(roots, symbols, list(model.values))(list(model.values.values()))
    return fed(made, model.feeds)


def integrate_discrete(
    model: Model, y: np.ndarray, start: float, end: float, step: float, lost: Lost | None = None
) -> Path:
    """The discrete motion from y at `start` to `end` in steps of the given length.

        m = (q_k + q_k+1)/2,   w = (q_k+1 - q_k)/step,   p = dL/dq',   g = dL/dq + Q
        p_k + A(q_k)^T lambda = p(m, w) - step g(m, w)/2,     A(m) w + a_0(m) = 0

    y: state (size); the last steps are adapted so that they fit; lost: as for `integrate`.
    Velocities at the nodes are those of the momenta, on the constraints.  Where a step is not
    solved it stops and says so.  Raises SingularMass if that is the first, NonholoError for a step
    that is not above 0, NotApplicable for constraints that are not affine in the velocities.
    References: CortesMartinez2001, McLachlanPerlmutter2006.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x", "xdot**2/2 - x**2/2").system)
    >>> path = integrate_discrete(law, np.array([1.0, 0.0]), 0.0, 100.0, step=0.1)
    >>> x, v = path.at([100.0])[0]
    >>> bool(abs(x**2 + v**2 - 1) < 1e-9)                   # the energy does not drift
    True
    """
    if not step > 0:
        raise NonholoError(
            say("the discrete method needs a step above 0, such as ")
            + option("--step 0.01", "step=0.01")
        )
    count = max(1, round(abs(end - start) / step))
    h, one, n = (end - start) / count, Step(model), model.n
    momentum = Momenta(model)
    q, v, t = np.array(y[:n], dtype=float), np.array(y[n : 2 * n], dtype=float), start
    p, w = momentum.of(t, q, v), v
    pieces: list[Piece] = []
    work, stopped = 0.0, ""
    for number in range(count):
        after = end if number + 1 == count else start + (number + 1) * h
        solved = one(t, q, p, w, h)
        speed = None if solved is None else momentum.velocity(after, *solved)
        if solved is None or speed is None:
            stopped = say(
                "the discrete step at t = {t:.6g} was not solved; try a shorter step", t=t
            )
            break
        later, p, w = solved
        done = h * momentum.power(t + h / 2, (q + later) / 2, w) if model.works else 0.0
        pieces.append(
            (
                t,
                after,
                partial(
                    _hermite,
                    *(t, after, q, later, v, speed),
                    (work, work + done) if model.works else (),
                ),
            )
        )
        q, v, t, work = later, speed, after, work + done
        if lost is not None and len(pieces) % LOOK == 0 and lost(t, np.concatenate([q, v])):
            break
    if not pieces:
        raise SingularMass(stopped)
    return Path(tuple(pieces), t, (), one.evaluations, len(pieces), 0.0, stopped)


class Momenta:
    """From velocities to momenta p = dL/dq', and back on the constraints."""

    def __init__(self, model: Model):
        L, chart = require_lagrangian(model.terms.system), model.terms.chart
        p = [L.diff(v) for v in chart.v]
        self.n, self.model = model.n, model
        rows, mass = [e for row in model.terms.rows for e in row], _by(p, chart.v)
        self.linear = not any(e.has(chart.v) for e in mass)
        self.value = _made(model, [*p, *mass, *rows, *model.terms.violations])
        self.rate = _made(model, [model.terms.power(model.multipliers)])

    def of(self, t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        return np.array(self.value([*q.tolist(), *v.tolist(), t])[: self.n])

    def velocity(
        self, t: float, q: np.ndarray, p: np.ndarray, guess: np.ndarray
    ) -> np.ndarray | None:
        """v with dL/dq'(v) + A^T mu = p and A v + a_0 = 0, by Newton's method, which needs one move
        where dL/dq' is linear; None where it fails."""
        n, k = self.n, self.model.terms.k
        v = np.zeros(n) if self.linear else guess
        for _ in range(MOST_NEWTON):
            flat = np.array(self.value([*q.tolist(), *v.tolist(), t]))
            P, M = flat[:n], flat[n : n + n * n].reshape(n, n)
            A, a = flat[n + n * n : n + n * n + k * n].reshape(k, n), flat[len(flat) - k :]
            unit = np.max(np.abs(M), initial=0.0) or 1.0  # so that rows of A weigh as much as M
            matrix = np.block([[M / unit, A.T], [A, np.zeros((k, k))]])
            right = np.concatenate([(p - P) / unit, -a])
            move = np.linalg.lstsq(matrix, right, rcond=None)[0][:n]
            v = v + move
            if self.linear or np.max(np.abs(move)) <= SMALL * (1 + np.max(np.abs(v))):
                return v
        return None

    def power(self, t: float, q: np.ndarray, w: np.ndarray) -> float:
        return self.rate([*q.tolist(), *w.tolist(), t])[0]


def _hermite(t0: float, t1: float, q0, q1, v0, v1, work, t):
    """States at t between two nodes: coordinates by the cubic through places and velocities,
    velocities linearly.
    """
    h, s = t1 - t0, np.asarray((t - t0) / (t1 - t0))[..., None]
    q = (
        (1 + 2 * s) * (1 - s) ** 2 * q0
        + s * s * (3 - 2 * s) * q1
        + h * s * (1 - s) * ((1 - s) * v0 - s * v1)
    )
    done = [work[0] + s * (work[1] - work[0])] if work else []
    return np.concatenate([q, (1 - s) * v0 + s * v1, *done], axis=-1).T
