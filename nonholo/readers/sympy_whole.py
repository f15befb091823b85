"""Nothing of a SymPy model is left out: what the door cannot use is refused, with words."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from nonholo.errors import NonholoError, NotApplicable
from nonholo.linear.elimination import vanishes
from nonholo.words.sentence import say


class ReactionAsInput(UserWarning):
    """A reaction that has an auxiliary speed of its own stands in the equations of motion too."""


def require_whole_kane(model: Any, words: Any) -> None:
    """Refuse a KanesMethod with parts that have no place in a case: raises NotApplicable.

    words(q, pieces, u): a table of names that makes nodes of SymPy expressions.
    """
    if model.bodies is None:  # an empty list is massless: forces alone, and geometry
        raise NotApplicable(
            say(
                "the KanesMethod has no bodies; call its kanes_equations(bodies, loads) before, or "
                "make it by KanesMethod(..., bodies=[...], forcelist=[...])"
            )
        )
    _require_loads_listed(model.bodies, model.loads or ())
    require_no_potential(model.bodies)
    require_masses_at_any_speed(model.bodies, model.q, model.u)
    _require_own_rates(model, words)


def _require_own_rates(model: Any, words: Any) -> None:
    """Accelerations held by constraints of their own: only those that are the rates of the
    velocity constraints.
    """
    from sympy.physics.mechanics import dynamicsymbols

    if not model._k_nh:
        return
    t, known = dynamicsymbols._t, model.kindiffdict() | at_rest(model._uaux)
    derived = model._k_nh.diff(t) * model.u + model._k_nh * model.u.diff(t) + model._f_nh.diff(t)
    given = model._k_dnh * model.u.diff(t) + model._f_dnh
    rates = list(model.u.diff(t))
    pieces = [(a - b).xreplace(known).doit() for a, b in zip(derived, given)]
    if any(piece != 0 for piece in pieces):
        made = words(list(model.q), pieces, [*model.u, *rates])
        if not all(map(vanishes, made.nodes(pieces))):
            raise NotApplicable(
                say(
                    "the acceleration_constraints are not the rates of the "
                    "velocity_constraints; leave "
                    "them out: they follow"
                )
            )


def velocity_rows(model: Any) -> list[Any]:
    """The velocity constraints of a System: those set for all of it replace its nonholonomic ones,
    as in SymPy.

    Raises NotApplicable where loads are not listed.
    """
    _require_loads_listed(model.bodies, model.loads)
    whole = model._vel_constrs
    return list(model.nonholonomic_constraints if whole is None else whole)


def at_rest(auxiliary: Sequence[Any]) -> dict[Any, Any]:
    """Auxiliary speeds and their rates, which are zero on every motion.

    Kane's method adds them so that reactions get equations of their own; the motion is that without
    them, and a force that has power over them alone moves nothing.
    """
    from sympy import Integer
    from sympy.physics.mechanics import dynamicsymbols

    rates = [speed.diff(dynamicsymbols._t) for speed in auxiliary]
    return dict.fromkeys([*rates, *auxiliary], Integer(0))


def warn_of_reactions(
    auxiliary: Sequence[Any], loads: Sequence[Any], frame: Any, case: Any
) -> None:
    """Say of inputs that they are reactions: they have power over an auxiliary speed."""
    from sympy.physics.mechanics import Point

    powers = []
    for where, vector in loads if auxiliary else ():
        rate = where.vel(frame) if isinstance(where, Point) else where.ang_vel_in(frame)
        powers += [vector.dot(rate.diff(speed, frame)) for speed in auxiliary]
    names = {getattr(f.func, "__name__", "") for p in powers for f in _functions_of_time(p)}
    both = [n for n in map(str, case.scope.inputs) if n in names]
    if both:
        warnings.warn(
            say(
                "{names}: reactions, for they have power over auxiliary speeds, that move the "
                "model too (friction); they are read as inputs, and their values are those that "
                "the equations of the auxiliary speeds give",
                names=", ".join(both),
            ),
            ReactionAsInput,
            stacklevel=4,
        )


def _functions_of_time(piece: Any) -> set[Any]:
    from sympy import sympify
    from sympy.core.function import AppliedUndef

    return sympify(piece).atoms(AppliedUndef)


def loads_of(bodies: Sequence[Any]) -> list[Any]:
    """The loads that bodies carry with them (those of the class Body do)."""
    return [load for body in bodies for load in getattr(body, "loads", ())]


def _require_loads_listed(bodies: Sequence[Any], loads: Sequence[Any]) -> None:
    attached, listed = loads_of(bodies), [tuple(load) for load in loads]
    missing = [load for load in attached if tuple(load) not in listed]
    if missing:
        raise NotApplicable(
            say(
                "{value} has a load of its own body that is not among the loads of the "
                "model; add it to them, or pass the bodies alone: from_sympy(bodies, "
                "q=[...], frame=N)",
                value=missing[0][0],
            )
        )


def require_no_potential(bodies: Sequence[Any]) -> None:
    """Kane's equations hold loads alone: raises NotApplicable for a potential energy beside them,
    whose force may be among them.
    """
    for body in bodies:
        if _functions_of_time(body.potential_energy):
            raise NotApplicable(
                say(
                    "{name} has a potential energy, which Kane's method leaves out; put its force "
                    "among the loads and the potential energy to 0, or use LagrangesMethod",
                    name=body.name,
                )
            )


def require_masses_at_any_speed(bodies: Sequence[Any], q: Sequence[Any], u: Sequence[Any]) -> None:
    """Of masses that depend on velocities SymPy's form of Kane's equations holds no whole rate, for
    it leaves out u' in m': raises NotApplicable.
    """
    from sympy import sympify
    from sympy.physics.mechanics import RigidBody, dynamicsymbols

    moving = [*(c.diff(dynamicsymbols._t) for c in q), *u]
    for body in bodies:
        weights = [body.mass]
        if isinstance(body, RigidBody):
            weights += [weight for weight, _, _ in body.central_inertia.args]
        if any(sympify(weight).has(*moving) for weight in weights):
            raise NotApplicable(
                say(
                    "{name} has a mass or an inertia that depends on velocities, whose rate Kane's "
                    "method in SymPy does not hold whole; use LagrangesMethod",
                    name=body.name,
                )
            )


def require_bare(q: Sequence[Any], frame: Any) -> None:
    """q and frame say nothing about a model that has its own: raises NonholoError where given."""
    if len(q) or frame is not None:
        raise NonholoError(
            say("q and frame go with bodies alone; the model has its own coordinates and frame")
        )


def dependent_block(model: Any) -> tuple[Any, list[Any]]:
    """Of Kane's method: the columns of the constraints that are inverted, and their speeds."""
    count = len(model._udep)
    speeds = list(model.u)[len(model.u) - count :]
    return model._k_nh[:, len(model.u) - count :] if count else model._k_nh, speeds


def lagrangian_of(model: Any) -> Any:
    """The Lagrangian of a LagrangesMethod."""
    return model._L[0]
