"""A motion as numbers: times, coordinates, velocities, reactions, and the receipt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from nonholo.errors import NonholoError
from nonholo.numerics.integrate import Event, Path
from nonholo.numerics.model import Model
from nonholo.numerics.monitors import Monitors
from nonholo.numerics.parting import Parting
from nonholo.numerics.receipt import Receipt
from nonholo.shows import shown
from nonholo.words.sentence import say
from nonholo.writing.column_names import named_beside

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True)
class Plane:
    """A curve or points in the plane of two expressions: their texts, and (2, N) values; blades:
    what stands there is drawn without wheels.
    """

    axes: tuple[str, ...]
    points: np.ndarray
    blades: bool = False


@dataclass(frozen=True, slots=True)
class Solid:
    """A body as it is drawn, at every time of a motion.

    kind: "ball" with sizes (radius,), "ellipsoid" (three semi-axes), "box" (three sides), "disc"
    (radius,), "cylinder" or "cone" (radius, length) with the axle "x", "y" or "z", "line"
    (coordinates of its points one after the other);
    sizes: (sizes, N), as points of a line may move; place: (N, 3), of its origin in space;
    turn: (N, 3, 3), whose columns are its axes in space.
    """

    name: str
    kind: str
    sizes: np.ndarray
    place: np.ndarray
    turn: np.ndarray
    axle: str = "y"


@dataclass(frozen=True, slots=True)
class Space:
    """Bodies in space along a motion, and the axis of space that points up: (3,)."""

    solids: tuple[Solid, ...]
    up: np.ndarray


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Trajectory:
    """One simulated motion.

    t: (N,); q, v, reactions: name -> (N,); energy: the energy function along the motion; receipt:
    how far to trust it; events: what happened on the way; law: whose equations; rival: the same
    start under another law, and `parting` says when the two part; plane: the path to be drawn, such
    as that of the contact point; inputs: name -> (N,) what was put in; work: (N,) what all that
    changes the energy has done since the start; driven: name -> what stands for the input, in
    words; quasi: name -> (N,) the quasi-velocities of the case; space: the bodies
    in space, None where none are known.  Numbers are in the units of the case.

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
    space: Space | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The coordinates, in the order of the state."""
        return tuple(self.q)

    @property
    def columns(self) -> Mapping[str, np.ndarray]:
        """All that is known over t, by name: x, xdot, reaction_x, energy, input_u, v.

        Names of the case stay: beside a coordinate of that name the energy is energy_.
        """
        rates = {f"{n}dot": x for n, x in self.v.items()}
        further = {
            **{f"reaction_{n}": x for n, x in self.reactions.items()},
            "energy": self.energy,
            **{f"input_{n}": x for n, x in self.inputs.items()},
        }
        named = named_beside((*self.q, *rates, *self.quasi), further)
        return {**self.q, **rates, **named, **self.quasi}

    def __getitem__(self, name: Any) -> np.ndarray:
        """A column by its name, x' for xdot, or by x(t) or x(t).diff() of SymPy: (N,).

        Raises NonholoError for what is none.
        """
        if not isinstance(name, str):
            return np.asarray(shown("arrays.column", self, name))
        columns, key = self.columns, f"{name[:-1]}dot" if name.endswith("'") else name
        if key not in columns:
            raise NonholoError(
                say(
                    "{name!r} is no column of the motion; there are {names}",
                    name=name,
                    names=", ".join(columns),
                )
            )
        return columns[key]

    @property
    def energy(self) -> np.ndarray:
        """The energy function along the motion: (N,)."""
        return self.monitors.energy

    def at(self, times: float | Sequence[float]) -> tuple[dict[str, Any], dict[str, Any]]:
        """(q, v) at any times on the way, by the integrator's own interpolation.

        Both are name -> value, or array where several times are asked.  Raises ValueError for times
        beyond the motion.

        >>> import nonholo as nh
        >>> motion = nh.simulate(nh.System("x", "xdot**2/2", initial={"xdot": 2}), 1, points=3)
        >>> q, v = motion.at(0.25)
        >>> round(float(q["x"]), 9), round(float(v["x"]), 9)
        (0.5, 2.0)
        """
        asked = np.atleast_1d(np.asarray(times, dtype=float))
        low, high = sorted((float(self.t[0]), float(self.t[-1])))
        if np.any(asked < low) or np.any(asked > high):
            raise ValueError(
                say("the motion is known for t from {low:g} to {high:g}", low=low, high=high)
            )
        y = np.array(
            [self.model.admissible(t, state) for t, state in zip(asked, self.path.at(asked))]
        )
        y = y[0] if np.ndim(times) == 0 else y.T
        n = self.model.n
        return dict(zip(self.names, y[:n])), dict(zip(self.names, y[n : 2 * n]))

    def between(self, column: np.ndarray, times: float | np.ndarray) -> np.ndarray:
        """A column at other times, by straight lines between those that are known: for pictures.

        column: (N,), one value for each of `t`; times: one or several.  Beyond the motion it is as
        at its ends.

        >>> import nonholo as nh
        >>> motion = nh.simulate(nh.System("x", "xdot**2/2", initial={"xdot": 2}), 1, points=3)
        >>> round(float(motion.between(motion.q["x"], 0.25)), 9)
        0.5
        """
        way = slice(None, None, 1 if self.t[-1] > self.t[0] else -1)
        return np.asarray(np.interp(times, self.t[way], column[way]))

    def __repr__(self) -> str:
        told = "ok" if self.receipt.ok else "; ".join(self.receipt.warnings)
        return (
            f"<Trajectory of {self.name!r} ({self.law}): {len(self.t)} states, t = {self.t[0]:g} "
            f"to "
            f"{self.t[-1]:g}; {told}>"
        )

    def _repr_html_(self) -> str:
        """The path or two coordinates, what is seen in them and the receipt, for a notebook."""
        return str(shown("notebook.part_html", self))

    def plot(self, names: str | Sequence[str] = (), *, ax: Axes | None = None) -> Axes:
        """Draw it with matplotlib: the path in the plane, or columns over t; the rival dashed.

        names: of `columns`, "theta, thetadot" (absent: the path in the plane, without a plane all
        coordinates), or "space", the bodies in space; ax: axes to draw on, a new figure's by
        default.  Returns the axes.  Raises NonholoError for a name that is no column.

        >>> import nonholo as nh
        >>> motion = nh.simulate(nh.System("x", "xdot**2/2", initial={"xdot": 2}), 1, points=3)
        >>> motion.plot("x").get_xlabel()
        '$t$'
        """
        drawn: Axes = shown("pictures.plot_motion", self, names, ax)
        return drawn

    def animate(self, plot: str = "") -> Any:
        """The path in the plane run through in time: shows itself, `save("x.svg")` writes it.

        plot: "space" for the bodies in space, which is the default where there is no plane.  Raises
        NotApplicable without a plane, or without bodies.

        >>> import nonholo as nh
        >>> motion = nh.simulate("chaplygin_sleigh", 0.1, points=3)
        >>> type(motion.animate()).__name__
        'Animation'
        """
        return shown("pictures.animate_motion", self, plot)

    def to_xarray(self) -> Any:
        """The columns as an xarray.Dataset over t.

        Raises NotApplicable without xarray.

        >>> import nonholo as nh
        >>> motion = nh.simulate(nh.System("x", "xdot**2/2", initial={"xdot": 2}), 1, points=3)
        >>> dict(motion.to_xarray().sizes)
        {'t': 3}
        """
        return shown("arrays.to_xarray", self)

    def to_pandas(self) -> Any:
        """The columns as a pandas.DataFrame, a row a time.

        Raises NotApplicable without pandas.

        >>> import nonholo as nh
        >>> motion = nh.simulate(nh.System("x", "xdot**2/2", initial={"xdot": 2}), 1, points=3)
        >>> len(motion.to_pandas())
        3
        """
        return shown("arrays.to_pandas", self)
