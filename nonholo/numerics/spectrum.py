"""Numbers of a linearisation: its matrices and eigenvalues at values of the parameters, and along a
sweep.

Entries are evaluated in ball arithmetic and rounded once, so that a matrix is right to its last
digits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from nonholo.arithmetic.balls import Ball, BallMatrix, ComplexBall, ComplexBallMatrix, at_precision
from nonholo.arithmetic.numbers import rational
from nonholo.decide.ball import ball, balls
from nonholo.dynamics.linearise import Linearisation
from nonholo.errors import (
    InadmissibleState,
    NonholoError,
    NotApplicable,
    SingularMass,
    given_under,
    option,
    said,
    too_large,
)
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import Matrix
from nonholo.words.sentence import say, say_many, together

DIGITS = 192  # bits of the balls
Balls = list[list[Ball]]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The matrices of s' = P s + B u, M u' + C u + K s = 0 as arrays, and A in (s, u)' = A (s,
    u).
    """

    P: Any
    B: Any
    M: Any
    C: Any
    K: Any
    A: Any

    def eigenvalues(self) -> Any:
        """The eigenvalues of A, by real and then imaginary part."""
        import numpy as np

        return np.sort_complex(np.linalg.eigvals(self.A))


@dataclass(frozen=True, slots=True)
class Sweep:
    """Eigenvalues along the values of one symbol: one row a value."""

    name: str
    values: tuple[float, ...]
    eigenvalues: Any


def numbers(linear: Linearisation, values: Mapping[Expr, Any] | None = None) -> Numbers:
    """The matrices at the numbers of the system, changed or completed by `values`.

        s' = P s + B u,   M u' + C u + K s = 0,      A = [[P, B], [-M^-1 K, -M^-1 C]]

    values: parameter -> number.  Raises NotApplicable if a symbol has no number, InadmissibleState
    where an entry has no real value, SingularMass if M has no inverse, NonholoError for numbers
    that the machine does not have.

    >>> from nonholo import System, linearise
    >>> small = linearise(System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 4}))
    >>> numbers(small.linear).A.tolist()
    [[0.0, 1.0], [-4.0, 0.0]]
    """
    import numpy as np

    point = _point(linear, values or {})
    p, m = len(linear.coordinates), len(linear.velocities)
    shapes = {"P": (p, p), "B": (p, m), "M": (m, m), "C": (m, m), "K": (m, p)}
    enclosed = {name: _balls(getattr(linear, name), point) for name in shapes}
    rounded = {name: _rounded(enclosed[name]).reshape(shape) for name, shape in shapes.items()}
    lower = _rounded(_lower(enclosed["M"], enclosed["K"], enclosed["C"])).reshape(m, p + m)
    A = np.vstack([np.hstack([rounded["P"], rounded["B"]]), lower])
    if not np.isfinite(A).all():
        raise NonholoError(too_large("z' = A z"))
    return Numbers(**rounded, A=A)


@dataclass(frozen=True, slots=True)
class StateSpace:
    """z' = A z + G w, y = Y z + D w as arrays: A (p + m) x (p + m), G (p + m) x r, Y o x (p + m),
    D o x r.
    """

    A: Any
    G: Any
    Y: Any
    D: Any


def state_space(linear: Linearisation, values: Mapping[Expr, Any] | None = None) -> StateSpace:
    """The matrices of states z = (s, u), inputs w and outputs y at the numbers of the system.

        z' = A z + G w,    y = Y z + D w,       G = [[0], [M^-1 F]]

    values: parameter -> number.  Raises NotApplicable if a symbol has no number, InadmissibleState
    where an entry has no real value, SingularMass if M has no inverse, NonholoError for numbers
    that the machine does not have.

    >>> from nonholo import System, linearise
    >>> cart = System("x", "m*xdot**2/2", forces={"x": "u"}, inputs="u", parameters={"m": 4})
    >>> state_space(linearise(cart).linear).G.tolist()
    [[0.25]]
    """
    import numpy as np

    point = _point(linear, values or {})
    p, m, r, o = map(len, (linear.coordinates, linear.velocities, linear.inputs, linear.outputs))
    M, F, Y, D = (_balls(e, point) for e in (linear.M, linear.F, linear.Y, linear.D))
    lower = _rounded(_solved(M, F)).reshape(m, r)
    return StateSpace(
        numbers(linear, values).A,
        np.vstack([np.zeros((p, r)), lower]),
        _rounded(Y).reshape(o, p + m),
        _rounded(D).reshape(o, r),
    )


def _lower(M: Balls, K: Balls, C: Balls) -> Balls:
    """-M^-1 (K C), the lower rows of the state matrix.  Raises SingularMass."""
    return _solved(M, [[-e for e in (*k, *c)] for k, c in zip(K, C)])


def _solved(M: Balls, right: Balls) -> Balls:
    """M^-1 times some columns.  Raises SingularMass."""
    if not M or not right[0]:
        return [[] for _ in M]
    try:
        solution: Balls = BallMatrix(M).solve(BallMatrix(right)).tolist()
        return solution
    except ZeroDivisionError:
        raise SingularMass(
            say(
                "the mass matrix on the independent velocities is singular at this "
                "point, as where angles of rotation lose their meaning, so that small "
                "motions are not determined; try another {hint}, or other angles: turns about "
                "x, y and z one after the other are regular where Euler's are not",
                hint=option("point, --at", "point"),
            )
        ) from None


def ball_matrix(linear: Linearisation, name: str) -> list[list[Ball]]:
    """One of the matrices P, B, M, C, K, by its name, with proved digits.

    Raises NotApplicable if a symbol has no number, InadmissibleState where an entry has no real
    value.

    >>> from nonholo import System, linearise
    >>> small = linearise(System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 4}))
    >>> float(ball_matrix(small.linear, "K")[0][0])
    4.0
    """
    return _balls(getattr(linear, name), _point(linear, {}))


def eigenvalues(linear: Linearisation, values: Mapping[Expr, Any] | None = None) -> Any:
    """The eigenvalues of the state matrix A at the numbers of the system.

    values: parameter -> number, beside or instead of those of the system.  Raises NotApplicable if
    a symbol has no number, SingularMass.

    >>> from nonholo import System, linearise
    >>> small = linearise(System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 4}))
    >>> eigenvalues(small.linear).imag.round(9).tolist()
    [-2.0, 2.0]
    """
    return numbers(linear, values).eigenvalues()


def enclosures(
    linear: Linearisation, values: Mapping[Expr, Any] | None = None
) -> list[ComplexBall]:
    """Balls that each contain one eigenvalue of the state matrix: proved digits.

    values: parameter -> number.  Raises NotApplicable where eigenvalues are multiple or too close
    to be told apart, or a symbol has no number; SingularMass; InadmissibleState where the
    linearisation has no finite values.

    >>> from nonholo import System, linearise
    >>> small = linearise(System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 4}))
    >>> sorted(round(float(ball.imag), 9) for ball in enclosures(small.linear))
    [-2.0, 2.0]
    """
    point = _point(linear, values or {})
    try:
        with at_precision(DIGITS):
            P, B, M, C, K = (
                _balls(matrix, point)
                for matrix in (linear.P, linear.B, linear.M, linear.C, linear.K)
            )
            rows = [[*p, *b] for p, b in zip(P, B)] + _lower(M, K, C)
            return ComplexBallMatrix(rows).eig()
    except (ValueError, ZeroDivisionError) as error:
        raise NotApplicable(
            say(
                "the eigenvalues could not be enclosed ({error}): they are multiple or too close",
                error=said(error),
            )
        ) from None


def sweep(linear: Linearisation, symbol: Expr, values: Sequence[Any]) -> Sweep:
    """The eigenvalues for each value of a parameter, the others at the numbers of the system.

    symbol: the parameter; values: its numbers, one row of the result each.  Raises NotApplicable if
    another symbol has no number, InadmissibleState where an entry has no real value, SingularMass
    if M has no inverse, NonholoError for numbers that the machine does not have.

    >>> from nonholo import System, linearise
    >>> small = linearise(System("x", "xdot**2/2 - k*x**2/2"))
    >>> found = sweep(small.linear, small.case.system.chart.graph.symbol("k"), [1, 4])
    >>> found.eigenvalues.imag.round(9).tolist()
    [[-1.0, 1.0], [-2.0, 2.0]]
    """
    import numpy as np

    rows = []
    for value in values:
        try:
            rows.append(eigenvalues(linear, {symbol: value}))
        except (InadmissibleState, SingularMass) as error:
            raise type(error)(together([f"{symbol.args} = {value}: ", said(error)])) from None
    return Sweep(symbol.args, tuple(map(float, values)), np.array(rows))


def _point(linear: Linearisation, values: Mapping[Expr, Any]) -> dict[Expr, Ball]:
    known = {s: ball(e, {}, DIGITS) for s, e in linear.system.values.items()}
    known |= {s: _ball(value, s) for s, value in values.items()}
    chart = linear.system.chart
    support = linear.system.chart.graph.mask(
        [
            e
            for matrix in (
                linear.P,
                linear.B,
                linear.M,
                linear.C,
                linear.K,
                linear.F,
                linear.Y,
                linear.D,
            )
            for row in matrix
            for e in row
        ]
    )
    moving = {*chart.q, *chart.v, *chart.a, chart.t}
    letters = [s for s in chart.graph.unmask(support) if s not in moving]
    missing = [s.args for s in letters if s not in known]
    if missing:
        raise NotApplicable(
            say_many(
                len(missing),
                "{names} has no number; give one {where}, or as a value",
                "{names} have no number; give one {where}, or as a value",
                names=", ".join(missing),
                where=given_under("parameters"),
            )
        )
    # nothing depends on what moves, though the form of an entry may hold it
    still = dict.fromkeys(moving, chart.graph.zero) | dict(linear.base)
    places = [s for s in chart.graph.unmask(support) if s in moving]
    return dict(zip(places, balls([still[s] for s in places], known, DIGITS))) | known


def _ball(value: Any, symbol: Expr) -> Ball:
    if isinstance(value, Expr):
        return ball(value, {}, DIGITS)
    if isinstance(value, Fraction):
        return Ball(rational(value))
    try:
        return Ball(value)
    except (TypeError, ValueError):
        raise NonholoError(
            say("{key} = {given!r}: needed is a number", key=symbol, given=value)
        ) from None


def _balls(matrix: Matrix, point: Mapping[Expr, Ball]) -> Balls:
    enclosed = [balls(row, point, DIGITS) for row in matrix]
    if not all(b.is_finite() for row in enclosed for b in row):
        raise InadmissibleState(
            say(
                "the linearisation has no real value at this point: a root, logarithm or "
                "quotient in it has none there; try another {hint}",
                hint=option("point, --at", "point"),
            )
        )
    return enclosed


def _rounded(matrix: Balls) -> Any:
    import numpy as np

    return np.array([[float(b) for b in row] for row in matrix])
