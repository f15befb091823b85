"""Nothing of a SymPy model is left out: what the door cannot use is refused, with words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nonholo.errors import NonholoError, NotApplicable
from nonholo.linear.elimination import vanishes
from nonholo.words.sentence import say


def require_whole_kane(model: Any, words: Any) -> None:
    """Refuse a KanesMethod with parts that have no place in a case.

    words(q, pieces, u): a table of names that makes nodes of SymPy expressions.
    """
    if len(model._uaux):
        raise NotApplicable(
            say(
                "auxiliary speeds are not read; the reactions they are for come as multipliers here"
            )
        )
    if not model.bodies:
        raise NotApplicable(
            say(
                "the KanesMethod has no bodies; needed is KanesMethod(..., bodies=[...], "
                "forcelist=[...])"
            )
        )
    _require_loads_listed(model.bodies, model.loads or ())
    _require_own_rates(model, words)


def _require_own_rates(model: Any, words: Any) -> None:
    """Accelerations held by constraints of their own: only those that are the rates of the
    velocity constraints.
    """
    from sympy.physics.mechanics import dynamicsymbols

    if not model._k_nh:
        return
    t, known = dynamicsymbols._t, model.kindiffdict()
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
    """
    if len(model.u_aux):
        raise NotApplicable(
            say(
                "auxiliary speeds are not read; the reactions they are for come as multipliers here"
            )
        )
    _require_loads_listed(model.bodies, model.loads)
    whole = model._vel_constrs
    return list(model.nonholonomic_constraints if whole is None else whole)


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


def require_bare(q: Sequence[Any], frame: Any) -> None:
    """q and frame say nothing about a model that has its own."""
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
