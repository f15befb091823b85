"""What a user gives, as a case: a case, its file, a model of sympy.physics.mechanics, or bare
constraints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nonholo.errors import NotApplicable
from nonholo.readers.case import Case, case_from_constraints
from nonholo.readers.case_file import read_case


def as_case(given: Case | str | Path) -> Case:
    """A case as it is, or read from its file, or from a model of sympy.physics.mechanics.

    Raises NotApplicable.
    """
    if isinstance(given, Case):
        return given
    if isinstance(given, (str, Path)):
        return read_case(given)
    if type(given).__module__.startswith("sympy."):
        from nonholo.readers.sympy_mechanics import from_sympy

        return from_sympy(given)
    raise NotApplicable(
        f"{type(given).__name__} is no case; needed is a case file or a case made "
        "by nonholo.System, nonholo.from_sympy or nonholo.constraints"
    )


def constraints(
    *texts: str, also: str | Sequence[str] = (), constants: str | Sequence[str] = ()
) -> Case:
    """The case of bare constraints.

    texts: one for each constraint, with velocities ("z' = y*x'") or differentials ("dz = y dx").
    Coordinates are the names with a velocity or a differential, those in `also`, and by convention
    x, y, z, theta, phi, psi; every other name, and those in `constants`, are constants.  Raises
    BadExpression for a text outside the language, with the place.

    >>> import nonholo as nh
    >>> nh.constraints("sin(a) dx = cos(a) dy", also=["a"]).system.chart.names
    ('x', 'y', 'a')
    """
    return case_from_constraints(texts, also, constants)
