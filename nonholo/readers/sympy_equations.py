"""Equations of motion of a case in SymPy terms: mass matrix, forcing and right-hand side."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nonholo.dynamics.equations import motion
from nonholo.errors import NotApplicable
from nonholo.formulations import FORMULATIONS
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.readers.back_to_sympy import in_sympy
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.on_levels import on_levels
from nonholo.readers.own import own_copy
from nonholo.words.sentence import say


@dataclass(frozen=True, slots=True)
class SympyEquations:
    """mass_matrix * unknowns = forcing, as SymPy matrices in the user's own q(t) and Symbols.

    unknowns: accelerations, then multipliers (M q'' = F + A^T lambda); rhs: the unknowns as
    functions of q and the independent velocities.

    >>> from nonholo import System
    >>> found = sympy_equations(System("x", "m*xdot**2/2 - k*x**2/2"), "multipliers")
    >>> found.unknowns, found.rhs
    (Matrix([[Derivative(x(t), (t, 2))]]), Matrix([[-k*x(t)/m]]))
    """

    unknowns: Any
    mass_matrix: Any
    forcing: Any
    rhs: Any


def sympy_equations(given: Case | str | Path, form: str = "multipliers") -> SympyEquations:
    """The equations of one formulation of a case in SymPy terms.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; form: the name of
    the formulation.  Raises NotApplicable for a name that is no formulation, or a case without
    Lagrangian.

    >>> from nonholo import System
    >>> found = sympy_equations(System("x", "m*xdot**2/2 - k*x**2/2"), "maggi")
    >>> found.mass_matrix, found.forcing
    (Matrix([[m]]), Matrix([[-k*x(t)]]))
    """
    from sympy import Matrix

    if form not in FORMULATIONS:
        raise NotApplicable(
            say(
                "{form!r} is no formulation; there are {names}",
                form=form,
                names=", ".join(FORMULATIONS),
            )
        )
    case = on_levels(own_copy(as_case(given)))
    rows, _, _ = independent_rows(case.system.pfaffian)
    d = distribution(rows, case.dependent, case.place)
    equations = FORMULATIONS[form](case.system, d)
    zero = dict.fromkeys(equations.unknowns, case.system.chart.graph.zero)
    mass = [[row.diff(u) for u in equations.unknowns] for row in equations.rows]
    solved = motion(equations)
    known = dict(zip(case.system.chart.a, solved.accelerations)) | dict(
        zip(equations.multipliers, solved.multipliers)
    )
    if equations.frame is not None:
        known |= dict(zip(equations.frame.rates, solved.rates))
    parts = (
        list(equations.unknowns),
        mass,
        [-row.subs(zero) for row in equations.rows],
        [known[u] for u in equations.unknowns],
    )
    return SympyEquations(*(Matrix(in_sympy(case, entries)) for entries in parts))
