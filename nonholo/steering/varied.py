"""A varied path in numbers: an admissible path, virtually displaced, and how it violates the
constraints.

    q -> q + dq,   dq_l = sum_j alpha_lj dr^j,   d/dt(dq) = d(q')

The violation A q' + a_0 is measured on the varied path, and set beside its first order, the
curvature contracted with path and displacement (`geometry.varied`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from nonholo.errors import BadCase, NotApplicable
from nonholo.expression.graph import Expr
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.curvature.varied import lifted, violation
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.linear.elimination import dot
from nonholo.numerics.tape import Tape
from nonholo.readers.named import no_values
from nonholo.shows import ShownAsPicture, shown
from nonholo.steering.steering import Steering
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True, repr=False)
class Varied(ShownAsPicture):
    """A path and its varied path at some instants.

    displacement: dr^j as expressions in t, by name; t: (instants); q, v and moved, moved_v:
    (instants x n) of the path and of the varied path; violation, first_order: (instants x k), the
    value of each row of A q' + a_0 on the varied path and its first order; slip: (instants x k),
    that of q_l' - alpha_lJ r^J' for each dependent coordinate.

    >>> import nonholo as nh
    >>> path = nh.steer(nh.constraints("dy = x dt"), {"x": 0, "y": 0}, {"x": 0, "y": 1})
    >>> bent = nh.vary(path, {"x": "t*(1 - t)/100"}, samples=5)
    >>> bent.labels, bent.violation.shape, bent.moved.shape
    (('dy = x dt',), (5, 1), (5, 2))
    """

    steering: Steering
    distribution: Distribution
    displacement: Mapping[str, Expr]
    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    moved: np.ndarray
    moved_v: np.ndarray
    violation: np.ndarray
    first_order: np.ndarray
    slip: np.ndarray

    @property
    def labels(self) -> tuple[str, ...]:
        """The constraints as they are written."""
        return self.distribution.pfaffian.labels

    @property
    def bent(self) -> tuple[np.ndarray, np.ndarray]:
        """(t, q) of the varied path."""
        return self.t, self.moved

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the path and the varied one with matplotlib.

        ax: axes to draw on, a new figure's by default.  Returns the axes.

        >>> import nonholo as nh
        >>> path = nh.steer(nh.constraints("dy = x dt"), {"x": 0, "y": 0}, {"x": 0, "y": 1})
        >>> nh.vary(path, {"x": "t*(1 - t)/100"}, samples=5).plot().get_xlabel()
        '$x$'
        """
        drawn: Axes = shown("pictures.plot_varied", self, ax)
        return drawn

    def __repr__(self) -> str:
        return (
            f"<Varied path of {self.steering.case.name!r}: violates the constraints by up to "
            f"{np.nanmax(np.abs(self.violation)):.3g}>"
        )


def vary(steering: Steering, displacement: Mapping[str, Any], samples: int = 401) -> Varied:
    """The path displaced by dr^j(t) of some independent coordinates.

        dq_l = sum_j alpha_lj dr^j;    to first order the rows change by the curvature contracted

    displacement: name -> dr^j(t), texts in t such as "sin(pi*t)/4"; samples: how many instants are
    told.  Raises BadCase for names that are not independent and for expressions in anything but t,
    NotApplicable if there is no path.  References: Holder1896, NeimarkFufaev1972.

    >>> import nonholo as nh
    >>> ends = {"x": 0, "y": 0, "z": 0}, {"x": 1, "y": 1, "z": 0}
    >>> path = nh.steer(nh.constraints("dz = y dx"), *ends)
    >>> bent = vary(path, {"x": "t*(1 - t)/100"})
    >>> bool(abs(bent.violation).max() > 0.001)
    True
    """
    if not isinstance(steering, Steering):
        raise NotApplicable(
            say(
                "{kind} is no path; needed is what nonholo.steer gives",
                kind=type(steering).__name__,
            )
        )
    if not steering.has_path:
        raise NotApplicable(
            say(
                "{name}: there is no path to vary: {reason}",
                name=steering.case.name,
                reason=steering.reason,
            )
        )
    d = distribution(steering.rows, steering.case.dependent, steering.case.nominal)
    chart = d.chart
    given = _displacement(steering, d, displacement)
    dr = [given.get(name, chart.graph.zero) for name in d.names(d.independent)]
    t, q, v = steering.sample(samples)
    change = (
        _at(chart, lifted(d, dr), t, q, v),
        _at(chart, [chart.rate(e) for e in lifted(d, dr)], t, q, v),
    )
    bent, bent_v = q + change[0], v + change[1]
    rows = [d.pfaffian.value(l) for l in range(d.k)]
    solved = [chart.v[j] - dot(chart.graph, row, d.rates) for j, row in zip(d.dependent, d.alpha)]
    first = violation(curvature(d)).of_rows(dr)
    return Varied(
        steering,
        d,
        given,
        t,
        q,
        v,
        bent,
        bent_v,
        _at(chart, rows, t, bent, bent_v),
        _at(chart, first, t, q, v),
        _at(chart, solved, t, bent, bent_v),
    )


def _displacement(steering: Steering, d: Distribution, texts: Mapping[str, Any]) -> dict[str, Expr]:
    free = d.names(d.independent)
    if not isinstance(texts, Mapping):
        raise BadCase(steering.case.name, no_values("displacement", texts))
    wrong = [n for n in texts if n not in free]
    if wrong:
        raise BadCase(
            steering.case.name,
            [
                say(
                    "{value} cannot be varied freely; the independent ones are {names}",
                    value=n,
                    names=", ".join(free),
                )
                for n in wrong
            ],
        )
    values = {
        n: steering.case.scope.expression(str(v)).subs(steering.case.system.values)
        for n, v in texts.items()
    }
    others = [n for n, e in values.items() if e.support & ~d.chart.t.support]
    if others:
        raise BadCase(
            steering.case.name,
            [
                say(
                    "the displacement of {value} must be a function of t alone, such as sin(pi*t)",
                    value=n,
                )
                for n in others
            ],
        )
    return values


def _at(chart, nodes, t: np.ndarray, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """The values of expressions in (q, q', t) along a path."""
    return Tape(nodes, [*chart.q, *chart.v, chart.t])(np.column_stack([q, v, t]))
