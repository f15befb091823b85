"""Masses and inertias that depend on coordinates, in Kane's equations.

    d(m v)/dt . dv/dq_j' = Q_j        T = m v^2/2:  Lagrange's are these with - m_j v^2/2 besides
    d(I w)/dt . dw/dq_j' = Q_j        T = w.I w/2:  with - w.I_j w/2, I along axes of the body

m_j, I_j: slopes along q_j.  So a case that holds T moves as Kane's method says with the forces
- m_j v^2/2 and - w.I_j w/2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def shares(weights: Sequence[tuple[Any, Any]], q: Sequence[Any]) -> dict[Any, Any]:
    """coordinate -> - sum_k (dc_k/dq_j) s_k/2, for those where a term is not 0.

    weights: (c, s) with T = sum_k c_k s_k/2; q: the coordinates.

    >>> from sympy import symbols
    >>> x, speed = symbols("x v")
    >>> shares([(1 + x**2, speed**2)], [x])
    {x: -v**2*x}
    """
    from sympy import Rational

    forces = {}
    for c in q:
        slopes = [(weight.diff(c), square) for weight, square in weights if weight.has(c)]
        total = -Rational(1, 2) * sum(slope * square for slope, square in slopes)
        if total != 0:
            forces[c] = total
    return forces


def along_the_body(one: Any, axes: Any, w: Sequence[Any]) -> list[tuple[Any, Any]]:
    """(I_ij, w_i w_j) along the axes of a rigid body itself.

    w: its angular velocity along `axes`, in which its inertia is given; these need not turn with
    it.

    >>> from sympy.physics import mechanics as me
    >>> N, m = me.ReferenceFrame("N"), me.dynamicsymbols("m")
    >>> turned = N.orientnew("B", "Axis", [m, N.z])
    >>> G = me.Point("G")
    >>> rod = me.RigidBody("rod", G, turned, 1, (me.inertia(turned, 0, 0, 3), G))
    >>> [pair for pair in along_the_body(rod, turned, [0, 0, m.diff()]) if pair[0] != 0]
    [(3, Derivative(m(t), t)**2)]
    """
    from sympy import Matrix, eye

    inertia, rates = one.central_inertia.to_matrix(axes), Matrix(list(w))
    if axes != one.frame and inertia != inertia[0, 0] * eye(3):
        turn = one.frame.dcm(axes)
        inertia, rates = turn * inertia * turn.T, turn * rates
    return [(inertia[i, j], rates[i] * rates[j]) for i in range(3) for j in range(3)]
