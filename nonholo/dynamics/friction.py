"""The friction that rolling needs: |R_t| <= mu N at each contact.

Of one contact the whole force follows from the momentum of all bodies that it bears,

    R = d/dt sum_b m_b v_b - sum_b m_b g - loads,      N = -R.n,    R_t = R + N n

n: the unit vector into the ground.  Of several thin wheels that stand on a floor the multipliers of
their own rows are the forces: R_t = sum_j lambda_j a_j for slip a_j.v = 0, and N = -2 h lambda for
the condition r^2 (1 - (n.e)^2) - h^2 = 0, whose rate is -2 h times that of the lowest point.

References: NeimarkFufaev1972, Goldstein2002.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.dynamics.bodies import Body
from nonholo.dynamics.equations import Motion
from nonholo.dynamics.space import Vector, plus, scaled, velocity
from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import dot


@dataclass(frozen=True, slots=True)
class ContactForce:
    """The force of the ground on a body at one contact, on the motion.

    name: of the body; tangential: components along the ground; squared: |R_t|^2; normal: N, away
    from the ground.  Functions of (q, r', t)."""

    name: str
    tangential: tuple[Expr, ...]
    squared: Expr
    normal: Expr

    @property
    def needed(self) -> Expr | None:
        """(R_t/N)^2: sliding begins where mu^2 is less; None where N = 0 identically."""
        return None if self.normal.is_zero else self.squared / self.normal**2


def momentum_rate(d: Distribution, true: Motion, bodies: Sequence[Body]) -> Vector:
    """d/dt sum_b m_b v_b along the motion, along fixed axes."""
    chart, graph = d.chart, d.chart.graph
    total: Vector = [graph.zero] * 3
    for body in bodies:
        if not body.mass.is_zero:
            total = plus(total, scaled(body.mass, velocity(chart, body.place)))
    rates = graph.substitute(chart.rates(total), dict(zip(chart.a, true.accelerations)))
    return [d.restrict(e) for e in rates]


def by_momentum(
    d: Distribution,
    true: Motion,
    bodies: Sequence[Body],
    gravity: Sequence[Expr],
    loads: Sequence[Vector],
    name: str,
    down: Vector,
) -> ContactForce:
    """The force at the only contact, from the momentum of the bodies that it bears.

        R = d/dt sum m v - sum m g - loads,     N = -R.n,     R_t = R + N n

    gravity: an acceleration; loads: forces along fixed axes; down: a vector into the ground.  All
    forces on the bodies that have a place in space must be these.
    """
    graph = d.chart.graph
    R = momentum_rate(d, true, bodies)
    for body in bodies:
        R = [r - body.mass * g for r, g in zip(R, gravity)]
    for force in loads:
        R = [r - d.restrict(f) for r, f in zip(R, force)]
    n = _unit(down)
    normal = -dot(graph, R, n)
    along = tuple(r + normal * c for r, c in zip(R, n))
    return ContactForce(name, along, dot(graph, R, R) - normal**2, normal)


def by_multipliers(
    d: Distribution,
    name: str,
    slip: Sequence[Expr],
    sides: Sequence[Vector],
    floor: Expr | None,
    height: Expr | None,
) -> ContactForce:
    """The force at one of several thin wheels, from the multipliers of its own rows.

    slip, floor: multipliers of the slip rows and of the condition of contact (N is 0 without one);
    sides: the directions of slip; height: of the hub.
    """
    graph = d.chart.graph
    gram = [[d.restrict(dot(graph, a, b)) for b in sides] for a in sides]
    squared = graph.add(
        *(x * y * e for x, row in zip(slip, gram) for y, e in zip(slip, row)), graph.zero
    )
    sizes = [graph.sqrt(gram[i][i]) for i in range(len(sides))]
    along = tuple(x * size for x, size in zip(slip, sizes))
    normal = graph.zero
    if floor is not None and height is not None:
        normal = -2 * d.restrict(height) * floor
    return ContactForce(name, along, squared, normal)


def _unit(down: Vector) -> Vector:
    graph = down[0].graph
    square = dot(graph, down, down)
    if square is graph.one:
        return list(down)
    return [c / graph.sqrt(square) for c in down]
