"""Small motions of a case near a steady motion: exact matrices, eigenvalues, eigenvalues along a
parameter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from nonholo.decide.ball import ball, balls
from nonholo.dynamics.linearise import Linearisation, met_first
from nonholo.dynamics.linearise import linearise as linearise_system
from nonholo.errors import BadCase, NotApplicable, Place
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.linear.elimination import vanishes
from nonholo.numerics.spectrum import Numbers, Sweep, numbers, sweep
from nonholo.readers.case import TIME, Case
from nonholo.readers.given import as_case
from nonholo.readers.model import names_in
from nonholo.readers.name_list import name_list
from nonholo.readers.on_levels import on_levels
from nonholo.readers.own import own_copy
from nonholo.readers.specified import specified

BITS = 192  # of the numbers in a polynomial
HERE = "_here"  # behind the name of a coordinate or velocity that is swept


@dataclass(frozen=True, slots=True, repr=False)
class SmallMotions:
    """s' = P s + B u, M u' + C u + K s = 0 of a case near a steady motion.

    linear: the exact matrices; free: names in the point that have no number of their own.

    >>> import nonholo as nh
    >>> small = nh.linearise(nh.System("a", "adot**2/2 + k*cos(a)"), {"a": "pi"})
    >>> small.eigenvalues(k=4).real.round(9).tolist()
    [-2.0, 2.0]
    >>> small.sweep("k", [1, 4]).eigenvalues.shape
    (2, 2)
    """

    here: ClassVar[str] = HERE

    case: Case
    linear: Linearisation
    free: tuple[str, ...]

    def __repr__(self) -> str:
        return (
            f"<SmallMotions of {self.case.name!r}: coordinates "
            f"{', '.join(self.linear.coordinates) or 'none'}; "
            f"velocities of {', '.join(self.linear.velocities)}>"
        )

    def matrices(self, values: Mapping[str, Any] | None = None, **more: Any) -> Numbers:
        """P, B, M, C, K and the state matrix A as arrays, parameters changed or completed by name.

        values: name -> number; more: the same as keywords.  Raises NotApplicable for a name that is
        no parameter, or a parameter without a number; SingularMass.
        """
        return numbers(self.linear, self._symbols({**(values or {}), **more}))

    def eigenvalues(self, values: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """Eigenvalues of the state matrix, parameters changed or completed by name.

        values: name -> number; more: the same as keywords.  Raises as `matrices` does.
        """
        return self.matrices(values, **more).eigenvalues()

    def sweep(self, name: str, values: Sequence[Any]) -> Sweep:
        """Eigenvalues for each of the values of one parameter, by its name: (values, p + m)."""
        (symbol,) = self._symbols({name: 0})
        return sweep(self.linear, symbol, values)

    def polynomial(self, entry: Expr) -> tuple[str, tuple[float, ...]] | None:
        """(v, (c_0, c_1, c_2)) of an entry c_0 + c_1 v + c_2 v^2 in the one name v that has no
        number; ("", (c_0,)) where all have one; None if it is not of this form."""
        values = self.case.system.values
        free = [s for s in entry.symbols() if s not in values]
        if len(free) > 1 or (
            free and not vanishes(entry.diff(free[0]).diff(free[0]).diff(free[0]))
        ):
            return None
        point = {
            s: ball(e, {}, BITS)
            for s, e in {**values, **dict.fromkeys(free, entry.graph.zero)}.items()
        }
        v = free[0] if free else entry
        parts = [entry, entry.diff(v), entry.diff(v).diff(v) / 2] if free else [entry]
        return v.args.removesuffix(HERE) if free else "", tuple(
            map(float, balls(parts, point, BITS))
        )

    def _symbols(self, values: Mapping[str, Any]) -> dict[Expr, Any]:
        known = {*self.case.scope.parameters, *self.free}
        unknown = [name for name in values if name not in known and name + HERE not in known]
        if unknown:
            raise NotApplicable(
                f"{unknown[0]} is no parameter of these equations; there are "
                f"{', '.join(sorted(n.removesuffix(HERE) for n in known)) or 'none'}"
            )
        graph = self.case.system.chart.graph
        return {
            graph.symbol(name if name in known else name + HERE): value
            for name, value in values.items()
        }


def linearise(
    given: Case | str | Path,
    at: Mapping[str, Any] | None = None,
    dependent: str | Sequence[str] = (),
    free: str | Sequence[str] = (),
) -> SmallMotions:
    """Linearise a case about the steady motion through a point.

        s' = P s + B u,   M u' + C u + K s = 0        P: p x p, B: p x m, M, C: m x m, K: m x p

    given: a case, the path of its file, or a model of sympy.physics.mechanics; at: coordinates and
    velocities as exact texts, {"roll": "0", "xdot": "v"}; coordinates not named are 0, velocities
    not named follow from the constraints or are 0; names that are not declared stay free;
    dependent: coordinates whose velocities shall be eliminated; free: coordinates or velocities
    left as a symbol, to be given later.  Raises NotApplicable, with the residual, if the motion is
    not steady; InadmissibleState, BadCase.  References: NeimarkFufaev1972,
    MeijaardPapadopoulosRuinaSchwab2007.

    >>> from nonholo import System
    >>> linearise(System("a", "m*adot**2/2 + k*cos(a)")).linear.K
    [[k]]
    """
    case, dependent = specified(own_copy(as_case(given))), name_list(dependent, "dependent")
    texts = {_plain(name): str(text) for name, text in (at or {}).items()}
    texts |= {_plain(name): _plain(name) + HERE for name in name_list(free, "free", rates=True)}
    if case.system.lagrangian is not None:
        met_first(case.system)
    case = on_levels(case, dependent)
    rows, _, _ = independent_rows(case.system.pfaffian)
    point, unknown = _point(case, texts)
    linear = linearise_system(case.system, rows, point, tuple(dependent) or case.dependent)
    return SmallMotions(case, linear, tuple(unknown))


def _plain(name: str) -> str:
    """x' is another spelling of xdot."""
    return name[:-1] + "dot" if name.endswith("'") else name


def _point(case: Case, texts: Mapping[str, str]) -> tuple[dict[Expr, Expr], list[str]]:
    chart, graph = case.system.chart, case.system.chart.graph
    known = {s.args: s for s in (*chart.q, *chart.v)}
    complaints = [
        f"{name} is no coordinate or velocity; there are {', '.join(known)}"
        for name in texts
        if name not in known
    ]
    unknown = names_in(texts.values(), chart.names, case.scope.parameters)
    moving = {*chart.q, *chart.v, *chart.a, graph.symbol(TIME)}
    point = {}
    for name, text in texts.items():
        value = case.scope.expression(text, Place(key=name), unknown)
        if value.has(moving):
            complaints.append(
                f"{name} = {text}: needed is a value that holds no coordinate, velocity or time"
            )
        if name in known:
            point[known[name]] = value
    if complaints:
        raise BadCase(case.name, complaints)
    return point, unknown


def small_motions(
    given: Case | str | Path,
    at: Mapping[str, str],
    dependent: Sequence[str],
    swept: tuple[str, Sequence[float]] | None,
) -> tuple[SmallMotions, Numbers | None, Sweep | None]:
    """What the command line asks: the linearisation, its numbers if every symbol has one, and a
    sweep.

    A swept coordinate or velocity need not be named in `at`.
    """
    case = as_case(given)
    name = "" if swept is None else _plain(swept[0])
    motions = {s.args for s in (*case.system.chart.q, *case.system.chart.v)}
    found = linearise(case, at, dependent, (name,) if name in motions else ())
    try:
        here = found.matrices()
    except NotApplicable:
        here = None
    return found, here, None if swept is None else found.sweep(name, swept[1])
