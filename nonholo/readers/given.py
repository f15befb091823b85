"""What a user gives, as a case: a case, its file, a model of sympy.physics.mechanics, or bare
constraints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from nonholo.errors import NotApplicable
from nonholo.readers.case import Case
from nonholo.readers.case_file import read_case
from nonholo.readers.file_names import no_case
from nonholo.readers.name_list import name_list
from nonholo.words.sentence import say


def as_case(given: Case | str | Path, functions: Iterable[Any] | None = None) -> Case:
    """A case as it is, or read from its file, the URDF file of a robot, or a model of SymPy.

    functions: of a model, those of its dynamicsymbols that are functions of time, s or "s(t)";
    texts without arguments are names of a case.  Raises NotApplicable.
    """
    if isinstance(given, Case):
        return given
    if isinstance(given, (str, Path)):
        if is_robot(given):
            from nonholo.readers.urdf import from_urdf

            return from_urdf(given)
        return read_case(given)
    if hasattr(given, "shape"):
        raise NotApplicable(
            say(
                "a matrix is no case; nonholo.constraints(A, q) makes one, with q the coordinates "
                "of its columns"
            )
        )
    if type(given).__module__.startswith("sympy."):
        from nonholo.readers.sympy_mechanics import from_sympy

        told = [f for f in functions or () if not isinstance(f, str) or "(" in f]
        return from_sympy(given, functions=told)
    raise no_case(given)


def is_robot(path: str | Path) -> bool:
    """Is this the name of a URDF file?"""
    return Path(path).suffix == ".urdf"


def _are_texts(given: Any) -> bool:
    several = isinstance(given, (list, tuple)) and given
    return bool(several) and all(isinstance(e, str) for e in given)


def constraints(
    *given: Any, also: str | Sequence[str] = (), constants: str | Sequence[str] = (), a0: Any = None
) -> Case:
    """The case of bare constraints: texts, or a matrix with the names of its columns.

        constraints(text, ...)            constraints(A, q, a0=a0):  sum_i A_li q_i' + a0_l = 0

    given: one text for each constraint, with velocities ("z' = y*x'") or differentials ("dz = y
    dx"), or a list of them and names as in `also`; or A, k x n, a SymPy matrix, nested lists or a
    NumPy array of exact numbers and expressions, and q, n names, Symbols or dynamicsymbols.  also,
    constants: with texts coordinates are the names with a velocity or a differential, those in
    `also`, and by convention x, y, z, theta, phi, psi; every other name, and those in `constants`,
    are constants.  With a matrix all Symbols that are not in q are parameters.  a0: with a matrix,
    the k rests; absent they are 0.

    Raises BadExpression for a text outside the language, with the place; BadCase for a matrix that
    is none, with everything that is wrong; NotApplicable for a function A(q), which
    `check_numerically` takes.

    >>> import nonholo as nh
    >>> nh.constraints("sin(a) dx = cos(a) dy", also=["a"]).system.chart.names
    ('x', 'y', 'a')
    >>> import sympy
    >>> y, v = sympy.symbols("y v")
    >>> rows = nh.constraints([[1, 0, 0], [0, -y, 1]], "x y z", a0=[v, 0]).system.pfaffian
    >>> rows.labels
    ('v + xdot = 0', 'zdot - y*ydot = 0')
    """
    if given and _are_texts(given[0]) and len(given) < 3:
        texts, named = given if len(given) == 2 else (given[0], ())
        also = (*name_list(also, "also"), *name_list(named, "q"))
        given = tuple(texts)
    if not given or isinstance(given[0], str):
        if a0 is not None:
            raise NotApplicable(say("a0 goes with a matrix A; in a text the rest is written out"))
        from nonholo.readers.of_constraints import case_from_constraints

        return case_from_constraints(given, also, constants)
    if callable(given[0]) and not hasattr(given[0], "tolist"):
        raise NotApplicable(
            say(
                "A is a function; its values are floating-point numbers, which prove "
                "nothing: nonholo.check_numerically(A, points, names=q) judges it by numbers"
            )
        )
    if len(given) != 2 or also or constants:
        raise NotApplicable(
            say(
                "with a matrix needed are A and q, the coordinates of its columns, and "
                "nothing else but a0: nonholo.constraints(A, q, a0=a0); Symbols that are not "
                "in q are parameters"
            )
        )
    from nonholo.readers.matrices import matrix_case

    return matrix_case(*given, a0)
