"""A linearisation in the terms of control: states, inputs, outputs; and for python-control."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nonholo.dynamics.linearise import Linearisation
from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr
from nonholo.numerics.spectrum import state_space
from nonholo.words.sentence import say
from nonholo.writing.present import presentable


@dataclass(frozen=True, slots=True)
class StateSpace:
    """z' = A z + B w, y = C z + D w, all of them deviations from the steady motion.

    states: names of z, coordinates and then velocities; A: N x N, B: N x r, C: o x N, D: o x r.
    """

    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    A: Any
    B: Any
    C: Any
    D: Any


def states(linear: Linearisation) -> tuple[str, ...]:
    """The names of z = (s, u)."""
    return (*linear.coordinates, *(f"{name}dot" for name in linear.velocities))


def exact_state_space(linear: Linearisation) -> StateSpace:
    """The matrices of a linearisation as expressions.

    Raises SingularMass.
    """
    names = states(linear)
    C, D, outputs = linear.Y, linear.D, linear.outputs
    if not outputs:
        graph = linear.system.chart.graph
        C = [[graph.one if i == j else graph.zero for j in names] for i in names]
        D = [[graph.zero] * len(linear.inputs) for _ in names]
    A, B, C, D = (
        [[presentable(e) for e in row] for row in matrix]
        for matrix in (linear.state_matrix(), linear.input_matrix(), C, D)
    )
    return StateSpace(names, linear.inputs, outputs or names, A, B, C, D)


def numeric_state_space(
    linear: Linearisation, values: Mapping[Expr, Any] | None = None
) -> StateSpace:
    """The same as arrays.

    Raises NotApplicable for a symbol without a number, SingularMass.
    """
    import numpy as np

    names, matrices = states(linear), state_space(linear, values)
    C, D = (
        (matrices.Y, matrices.D)
        if linear.outputs
        else (np.eye(len(names)), np.zeros((len(names), len(linear.inputs))))
    )
    return StateSpace(names, linear.inputs, linear.outputs or names, matrices.A, matrices.G, C, D)


def as_control(linear: Linearisation, values: Mapping[Expr, Any] | None) -> Any:
    """The same as a StateSpace of python-control.

    Raises NotApplicable without it.
    """
    try:
        import control
    except ImportError:
        raise NotApplicable(
            say("to_control needs the package python-control: pip install control")
        ) from None
    space = numeric_state_space(linear, values)
    return control.ss(
        space.A,
        space.B,
        space.C,
        space.D,
        states=list(space.states),
        inputs=list(space.inputs),
        outputs=[name.replace(".", "_") for name in space.outputs],
    )
