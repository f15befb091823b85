"""A path between two configurations: what was asked, what came of it, and what shows that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from nonholo.decide.zero import Decision
from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.numerics.tape import approximate
from nonholo.readers.case import Case
from nonholo.shows import shown
from nonholo.steering.path import Chebyshev, Curve, Formula, Motion, length
from nonholo.steering.receipt import Receipt
from nonholo.steering.scene import Scene, scene
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True)
class Part:
    """The path of some of the coordinates, the method it comes from, and the same as a function
    of times.
    """

    columns: tuple[int, ...]
    method: str
    curve: Curve
    motion: Motion

    @property
    def exact(self) -> bool:
        """Known as expressions in t."""
        return self.curve.exact

    @property
    def formula(self) -> Formula | None:
        """The curve as expressions in t; None where it is known in numbers."""
        return self.curve if isinstance(self.curve, Formula) else None

    @property
    def series(self) -> Chebyshev | None:
        """The curve in numbers; None where it is known as expressions in t."""
        return self.curve if isinstance(self.curve, Chebyshev) else None


@dataclass(frozen=True, slots=True, repr=False)
class Steering:
    """A path between two configurations, or why there is none.

    possible: True with a path that keeps the bounds, False if it is proved that there is none, None
    if none was found; outside: inequalities of the case that the path breaks;
    reason: why not; proof: do the expressions satisfy the constraints identically in t (None if the
    path is numerical); ends: do they meet both ends exactly; receipt: the same in numbers;
    attempts: methods that failed, and why; open: coordinates for which no goal was named.

    >>> import nonholo as nh
    >>> here = dict.fromkeys("xyz", 0)
    >>> path = nh.steer(nh.constraints("dz = y dx"), here, {**here, "z": 1})
    >>> path.found, path.exact, path.ends.proved
    (True, True, True)
    >>> t, q, v = path.sample(5)
    >>> path.names, bool(abs(q[-1] - [1, 0, 0]).max() < 1e-9)
    (('z', 'x', 'y'), True)
    >>> flat = nh.constraints("dx + dy = 0")
    >>> nh.steer(flat, {"x": 0, "y": 0}, {"x": 1, "y": 0}).possible
    False
    """

    case: Case
    rows: Pfaffian
    start: tuple[Expr, ...]
    goal: tuple[Expr, ...]
    duration: Expr
    possible: bool | None
    reason: str = ""
    parts: tuple[Part, ...] = ()
    proof: Decision | None = None
    ends: Decision | None = None
    receipt: Receipt | None = None
    attempts: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The coordinates, in the order of the columns of `sample`."""
        return self.case.system.chart.names

    @property
    def found(self) -> bool:
        """There is a path, and it breaks no inequality of the case."""
        return self.has_path and not self.outside

    @property
    def has_path(self) -> bool:
        """There is a path, be it outside the bounds."""
        return bool(self.parts)

    @property
    def exact(self) -> bool:
        """The path is known as expressions in t."""
        return self.has_path and all(part.exact for part in self.parts)

    @property
    def method(self) -> str:
        """The methods by which its parts were found."""
        return ", ".join(dict.fromkeys(part.method for part in self.parts))

    @property
    def expressions(self) -> dict[str, Expr]:
        """q_i(t) where it is known exactly."""
        formulas = [(p.columns, p.curve.q) for p in self.parts if isinstance(p.curve, Formula)]
        known = {j: e for columns, q in formulas for j, e in zip(columns, q)}
        return {self.names[j]: known[j] for j in sorted(known)}

    @property
    def time(self) -> float:
        """How long the path takes, as a float."""
        return approximate(self.duration)

    def motion(self) -> Motion:
        """times -> (q, q'), each of shape (times, n).

        Raises NonholoError if there is no path.

        >>> import nonholo as nh
        >>> path = nh.steer(nh.constraints("dy = x dt"), {"x": 0, "y": 0}, {"x": 0, "y": 1})
        >>> q, v = path.motion()([0.0, 1.0])
        >>> q.shape, v.shape
        ((2, 2), (2, 2))
        """
        if not self.has_path:
            raise NonholoError(
                say("{name}: there is no path: {reason}", name=self.case.name, reason=self.reason)
            )

        def at(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            shape = (*np.shape(times), len(self.names))
            q, v = np.empty(shape), np.empty(shape)
            for part in self.parts:
                q[..., part.columns], v[..., part.columns] = part.motion(times)
            return q, v

        return at

    def sample(self, count: int = 201) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(t, q, q') at `count` equal steps: shapes (count), (count, n), (count, n).

        >>> import nonholo as nh
        >>> path = nh.steer(nh.constraints("dy = x dt"), {"x": 0, "y": 0}, {"x": 0, "y": 1})
        >>> t, q, v = path.sample(3)
        >>> t.tolist(), q.shape, v.shape
        ([0.0, 0.5, 1.0], (3, 2), (3, 2))
        """
        t = np.linspace(0, self.time, count)
        return t, *self.motion()(t)

    def scene(
        self,
        t: np.ndarray,
        q: np.ndarray,
        bent: tuple[np.ndarray, np.ndarray] | None = None,
    ) -> Scene:
        """What moves in the plane along the path, known at the instants t, and along a varied one.

        t: (times); q: (times, n); bent: the same of the varied path.

        >>> import nonholo as nh
        >>> path = nh.steer(nh.constraints("dy = x dt"), {"x": 0, "y": 0}, {"x": 0, "y": 1})
        >>> t, q, _ = path.sample(3)
        >>> path.scene(t, q).plane
        (1, 0)
        """
        return scene(self.case, self.rows, (t, q), bent)

    @property
    def length(self) -> float:
        """In the space of all coordinates."""
        return length(self.motion(), self.time)

    def __repr__(self) -> str:
        outcome = f"a path by {self.method}" if self.has_path else "no path"
        return f"<Steering of {self.case.name!r}: {outcome}>"

    def __str__(self) -> str:
        return str(shown("notebook.in_words", self))

    def _repr_html_(self) -> str:
        """The picture and what is known of the path, for a notebook."""
        return str(shown("notebook.path_html", self))

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw it with matplotlib: what moves in the plane, or the coordinates over t.

        ax: axes to draw on, a new figure's by default.  Returns the axes.  Raises NonholoError if
        there is no path.

        >>> import nonholo as nh
        >>> path = nh.steer(nh.constraints("dy = x dt"), {"x": 0, "y": 0}, {"x": 0, "y": 1})
        >>> path.plot().get_xlabel()
        '$x$'
        """
        drawn: Axes = shown("pictures.plot_path", self, ax)
        return drawn
