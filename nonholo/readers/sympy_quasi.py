"""Quasi-velocities in SymPy models: v(t), or a Symbol, that stands for a sum of velocities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from nonholo.expression.graph import Expr
from nonholo.readers.case import Case
from nonholo.readers.model import Model
from nonholo.readers.named import called, is_function_of_time


def without_quasi(model: Model) -> tuple[Model, dict[str, Any]]:
    """The model with what they are in the places of its quasi-velocities, and these by name.

    Each may use those before it.  Texts stay: their names are known where they are read.
    """
    put: dict[Any, Any] = {}
    velocities: dict[Any, Any] = {}
    for thing, meaning in model.velocities.items():
        velocities[thing] = meaning = _put(meaning, put)
        if not isinstance(thing, str) and not isinstance(meaning, str):
            put[thing] = meaning
    changed = replace(
        model,
        lagrangian=_put(model.lagrangian, put),
        constraints=[_put(c, put) for c in model.constraints],
        holonomic=[_put(f, put) for f in model.holonomic],
        forces={c: _put(force, put) for c, force in model.forces.items()},
        inequalities=[_put(i, put) for i in model.inequalities],
        velocities=velocities,
    )
    things = {called(thing): thing for thing in model.velocities if not isinstance(thing, str)}
    return changed, things


def _put(piece: Any, put: Mapping[Any, Any]) -> Any:
    return piece.subs(put) if put and hasattr(piece, "subs") else piece


def quasi_table(case: Case, things: Mapping[str, Any], time: Any) -> dict[Expr, Any]:
    """Symbol of the graph -> what the user calls a quasi-velocity, and its rate."""
    graph = case.system.chart.graph
    table: dict[Expr, Any] = {}
    for name, thing in things.items():
        table[graph.symbol(name)] = thing
        if is_function_of_time(thing):
            table[graph.symbol(f"{name}dot")] = thing.diff(time)
    return table
