"""A motion as numbers: times, coordinates, velocities, reactions, and the receipt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

import numpy as np

from nonholo.numerics.integrate import Event, Path
from nonholo.numerics.model import Model
from nonholo.numerics.monitors import Monitors
from nonholo.numerics.parting import Parting
from nonholo.numerics.receipt import Receipt


@dataclass(frozen=True, slots=True)
class Plane:
    """A curve or points in the plane of two expressions: their texts, and (2, N) values."""

    axes: tuple[str, ...]
    points: np.ndarray


@dataclass(frozen=True, slots=True, repr=False)
class Trajectory:
    """One simulated motion.

    t: (N,); q, v, reactions: name -> (N,); energy: the energy function along the motion; receipt:
    how far to trust it; events: what happened on the way; law: whose equations; rival: the same
    start under another law, and `parting` says when the two part; plane: the path to be drawn, such
    as that of the contact point; inputs: name -> (N,) what was put in; work: (N,) what all that
    changes the energy has done since the start; driven: name -> what stands for the input, in
    words; quasi: name -> (N,) the quasi-velocities of the case.  Numbers are in the
    units of the case.

    >>> import nonholo as nh
    >>> run = nh.simulate(nh.System("x", "xdot**2/2 - x**2/2", initial={"x": 1}), 1, points=3)
    >>> run.t.tolist(), run.names, run.energy.round(9).tolist()
    ([0.0, 0.5, 1.0], ('x',), [0.5, 0.5, 0.5])
    >>> q, v = run.at(0.25)
    >>> round(float(q["x"]), 6), round(float(v["x"]), 6)
    (0.968912, -0.247404)
    """

    name: str
    law: str
    t: np.ndarray
    q: Mapping[str, np.ndarray]
    v: Mapping[str, np.ndarray]
    reactions: Mapping[str, np.ndarray]
    monitors: Monitors
    receipt: Receipt
    events: tuple[Event, ...]
    model: Model
    path: Path
    rival: Trajectory | None = None
    parting: Parting | None = None
    plane: Plane | None = None
    inputs: Mapping[str, np.ndarray] = field(default_factory=dict)
    work: np.ndarray | None = None
    driven: Mapping[str, str] = field(default_factory=dict)
    quasi: Mapping[str, np.ndarray] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The coordinates, in the order of the state."""
        return tuple(self.q)

    @property
    def energy(self) -> np.ndarray:
        """The energy function along the motion: (N,)."""
        return self.monitors.energy

    def at(self, times: float | Sequence[float]) -> tuple[dict[str, Any], dict[str, Any]]:
        """(q, v) at any times on the way, by the integrator's own interpolation.

        Both are name -> value, or array where several times are asked.  Raises ValueError for times
        beyond the motion.
        """
        asked = np.atleast_1d(np.asarray(times, dtype=float))
        low, high = sorted((float(self.t[0]), float(self.t[-1])))
        if np.any(asked < low) or np.any(asked > high):
            raise ValueError(f"the motion is known for t from {low:g} to {high:g}")
        y = np.array(
            [self.model.admissible(t, state) for t, state in zip(asked, self.path.at(asked))]
        )
        y = y[0] if np.ndim(times) == 0 else y.T
        n = self.model.n
        return dict(zip(self.names, y[:n])), dict(zip(self.names, y[n : 2 * n]))

    def __repr__(self) -> str:
        told = "ok" if self.receipt.ok else "; ".join(self.receipt.warnings)
        return (
            f"<Trajectory of {self.name!r} ({self.law}): {len(self.t)} states, t = {self.t[0]:g} "
            f"to "
            f"{self.t[-1]:g}; {told}>"
        )

    def _repr_html_(self) -> str:
        """First and last state and the receipt, for a notebook."""
        rows = "".join(
            f"<tr><td>{escape(n)}</td><td>{self.q[n][0]:.6g}</td><td>{self.q[n][-1]:.6g}</td>"
            f"<td>{self.v[n][0]:.6g}</td><td>{self.v[n][-1]:.6g}</td></tr>"
            for n in self.names
        )
        found = "".join(
            f"<tr><td>{escape(f.name)}</td><td>{f.value:.2g}</td><td>"
            f"{'ok' if f.kept else 'OUT OF BOUNDS'}</td><td colspan=2>{escape(f.meaning)}</td></tr>"
            for f in self.receipt.findings
        )
        head = (
            f"<tr><th>{escape(self.name)}</th><th>at t = {self.t[0]:g}</th><th>at t = "
            f"{self.t[-1]:g}</th>"
            "<th>velocity first</th><th>last</th></tr>"
        )
        return f"<table>{head}{rows}<tr><th colspan=5>receipt</th></tr>{found}</table>"
