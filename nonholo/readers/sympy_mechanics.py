"""Models of sympy.physics.mechanics: System, KanesMethod, LagrangesMethod, or bodies alone, as a
case.

A model of bodies is read from their masses, inertias, orientations and velocities, not from a
Lagrangian.  So a velocity into which a rolling condition has been put (that of the centre by the
two-point theorem from a contact at rest) is recognised: it is not the rate of any function of the
coordinates.  The centre then gets coordinates of its own, with the condition as a constraint; a
Lagrangian formed from such a velocity would lose the reaction."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr, Graph
from nonholo.linear.cramer import cramer
from nonholo.linear.elimination import dot, echelon, kernel, solve, vanishes
from nonholo.readers.case import Case
from nonholo.readers.changing_masses import along_the_body, shares
from nonholo.readers.fewer_speeds import fewer_speeds, place_rate
from nonholo.readers.model import listed
from nonholo.readers.named import called, is_function_of_time
from nonholo.readers.rates_on_set import vanish_on
from nonholo.readers.sympy_door import exact, rounded_as_written, shown, to_sympy
from nonholo.readers.sympy_door import from_sympy as into_graph
from nonholo.readers.sympy_models import System
from nonholo.readers.sympy_whole import (
    at_rest,
    loads_of,
    require_bare,
    require_masses_at_any_speed,
    require_no_potential,
    require_whole_kane,
    velocity_rows,
    warn_of_reactions,
)
from nonholo.readers.velocities import velocity_complaints
from nonholo.words.sentence import say
from nonholo.work import BUDGETS

UNNAMED = "SymPy model"  # a case of a model without a name
FEW_SPEEDS, SHORT = 6, 40  # for Cramer's rule; terms of a numerator of it


class SubstitutedLagrangian(UserWarning):
    """The Lagrangian of a model holds a velocity into which a constraint has been put."""


class RoundedFloat(UserWarning):
    """A model holds floats that are the rounded results of a calculation."""


@dataclass(frozen=True, slots=True)
class Mechanics:
    """What a model of bodies consists of, in SymPy objects; speeds: u in terms of q'.

    rates: q' in terms of u where there are fewer speeds than coordinates; by_kane: its equations
    are those of Kane's method, not of a Lagrangian.
    """

    frame: Any
    q: list[Any]
    bodies: list[Any]
    loads: list[Any] = field(default_factory=list)
    holonomic: list[Any] = field(default_factory=list)
    constraints: list[Any] = field(default_factory=list)
    speeds: Mapping[Any, Any] = field(default_factory=dict)
    rates: Mapping[Any, Any] = field(default_factory=dict)
    by_kane: bool = False


def from_sympy(
    model: Any,
    q: Sequence[Any] = (),
    frame: Any = None,
    parameters: Any = None,
    name: str = "",
    inputs: Any = (),
    functions: Any = (),
) -> Case:
    """The case of a SymPy model.

    model: System, KanesMethod, LagrangesMethod, a JointsMethod that has formed one, or a list of
    RigidBody and Particle with their coordinates q and the inertial frame; parameters: Symbol or
    name -> number; name: of the case;
    inputs: as for `System`: dynamicsymbols that stand in loads and actuators and are no coordinates
    or speeds are inputs anyway, Symbols if they are named here; functions: as for `System`, those
    of time that are not specified, [a(t)].
    Of a LagrangesMethod the Lagrangian is taken as it is; if its bodies are known and a constraint
    has been put into their velocities, SubstitutedLagrangian is warned of: pass the bodies instead.
    Floats that are the rounded results of a calculation are read as the decimals they show, and
    RoundedFloat is warned of.
    Raises NotApplicable for what cannot be read (bodies without orientation),
    NonholoError for coordinates or a frame beside a model that has its own.

    >>> from sympy import symbols
    >>> from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols
    >>> m, k = symbols("m k", positive=True)
    >>> x = dynamicsymbols("x")
    >>> spring = LagrangesMethod(m * x.diff() ** 2 / 2 - k * x**2 / 2, [x])
    >>> from_sympy(spring).system.lagrangian
    m*xdot**2/2 - k*x**2/2
    """
    with rounded_as_written() as rounded:
        given = {"parameters": parameters, "name": name or UNNAMED, "inputs": inputs}
        case = _read(model, listed(q), frame, given | {"functions": functions})
    if rounded:
        told = ", ".join(dict.fromkeys(str(number) for number in rounded))
        warnings.warn(
            say(
                "{told}: rounded results of a calculation, read as exactly these decimals; what is "
                "proved is proved of these numbers: give Rational(1, 3) or a Symbol where another "
                "is meant",
                told=told,
            ),
            RoundedFloat,
            stacklevel=2,
        )
    return case


def _read(model: Any, q: list[Any], frame: Any, given: Mapping[str, Any]) -> Case:
    """given: what else `System` is told."""
    from sympy.physics import mechanics

    if isinstance(model, getattr(mechanics, "JointsMethod", ())):
        model = _formed(model)
    if isinstance(
        model, (mechanics.LagrangesMethod, mechanics.KanesMethod, getattr(mechanics, "System", ()))
    ):
        require_bare(q, frame)
        _require_coordinates(model)
    if isinstance(model, mechanics.LagrangesMethod):
        return _of_lagrange(model, given)
    if isinstance(model, mechanics.KanesMethod):
        return _told(_of_kane(model), model._uaux, given)
    if isinstance(model, getattr(mechanics, "System", ())):
        return _told(_of_system(model), getattr(model, "u_aux", ()), given)
    bodies = list(model) if isinstance(model, (list, tuple)) else [model]
    if bodies and all(isinstance(b, (mechanics.RigidBody, mechanics.Particle)) for b in bodies):
        if not q or frame is None:
            raise NotApplicable(
                say(
                    "bodies alone need their coordinates and the inertial frame: "
                    "from_sympy(bodies, q=[...], frame=N)"
                )
            )
        assembly = Mechanics(frame, list(q), bodies, loads_of(bodies))
        return _case(assembly, given)
    raise NotApplicable(
        say(
            "{kind} is no model that can be read; needed is a System, KanesMethod, "
            "LagrangesMethod or a list of bodies of sympy.physics.mechanics; an expression "
            "for the Lagrangian goes to nonholo.System",
            kind=type(model).__name__,
        )
    )


def _require_coordinates(model: Any) -> None:
    """Raises NotApplicable for a model without coordinates: of it nothing can be asked."""
    if not list(model.q):
        raise NotApplicable(
            say(
                "{kind} without coordinates: needed is one at least, given to a System by "
                "add_coordinates(q) or by add_joints(...), to a KanesMethod or LagrangesMethod by "
                "its generalised coordinates",
                kind=type(model).__name__,
            )
        )


def _formed(model: Any) -> Any:
    """The KanesMethod or LagrangesMethod of a JointsMethod."""
    if model.method is None:
        raise NotApplicable(
            say("the JointsMethod has not formed its equations yet; call its form_eoms() before")
        )
    return model.method


# the three kinds of models ----------------------------------------------------------------------
def _of_lagrange(model: Any, given: Mapping[str, Any]) -> Case:
    holonomic = list(model._hol_coneqs) if model._hol_coneqs else []
    rows = list(model.coneqs)[len(holonomic) :] if model.coneqs else []
    parts = Mechanics(
        model.inertial,
        list(model.q),
        list(model.bodies or []),
        list(model.forcelist or []),
        holonomic,
        rows,
    )
    if parts.bodies and parts.frame is not None and _condition_inside(parts):
        warnings.warn(
            say(
                "the Lagrangian is formed from a velocity into which a constraint has been put; "
                "its equations lose the reaction; pass the bodies instead: {call}",
                call="from_sympy(bodies, q=[...], frame=N)",
            ),
            SubstitutedLagrangian,
            stacklevel=3,
        )
    L, Q = model._L[0], _forces(parts)
    return System(parts.q, L, rows, holonomic, Q, **given)


def _of_kane(model: Any) -> Mechanics:
    from sympy.physics.mechanics import dynamicsymbols

    require_whole_kane(model, _Words)
    q, u, t = list(model.q), list(model.u), dynamicsymbols._t
    resting = at_rest(model._uaux)
    known = {rate: _put(value, resting) for rate, value in model.kindiffdict().items()}
    kinematic = [rate - known[rate] for rate in (c.diff(t) for c in q)]
    alone = [
        s for s in u if not any(row.has(s) for row in kinematic)
    ]  # of wheels whose angles do not matter
    met, rates = [s for s in u if s not in alone], {}
    held: list[Any] = []
    if len(met) < len(q):
        rates = {rate: known[rate] for rate in (c.diff(t) for c in q)}
        speeds, held = fewer_speeds(_Words(q, kinematic, met), list(rates.values()), met)
    else:
        speeds = _speeds(kinematic, met, q)
    for s in alone:
        q.append(_new_coordinate(f"angle_{s.func.__name__}", q))
        speeds[s] = q[-1].diff(t)
    rows = list(model._k_nh * model.u + model._f_nh) if model._k_nh else []
    holonomic = list(model._f_h) if model._f_h else []
    return Mechanics(
        model._inertial,
        q,
        list(model.bodies),
        list(model.loads or []),
        holonomic,
        [*held, *rows],
        speeds | resting,
        rates,
        by_kane=True,
    )


def _of_system(model: Any) -> Mechanics:
    from sympy.physics.mechanics import KanesMethod, LagrangesMethod

    if isinstance(model.eom_method, KanesMethod):
        require_no_potential(model.bodies)
    by_kane = not isinstance(model.eom_method, LagrangesMethod)
    if by_kane:
        require_masses_at_any_speed(model.bodies, model.q, model.u)
    rows, loads = velocity_rows(model), list(model.loads)
    for actuator in model.actuators:
        loads += actuator.to_loads()
    resting = at_rest(model.u_aux)
    kinematic = [_put(row, resting) for row in model.kdes]
    if not kinematic:
        _require_rates(model, rows)
    speeds = _speeds(kinematic, list(model.u), list(model.q)) | resting
    return Mechanics(
        model.frame,
        list(model.q),
        list(model.bodies),
        loads,
        list(model.holonomic_constraints),
        rows,
        speeds,
        by_kane=by_kane,
    )


def _require_rates(model: Any, rows: Sequence[Any]) -> None:
    """Raise NotApplicable where speeds occur that no kinematic equation explains."""
    from sympy.physics.mechanics import dynamicsymbols

    rates = [q.diff(dynamicsymbols._t) for q in model.q]
    nodes = [
        *rows,
        *(body.masscenter.vel(model.frame).to_matrix(model.frame) for body in model.bodies),
    ]
    unexplained = [u for u in model.u if u not in rates and any(e.has(u) for e in nodes)]
    if unexplained:
        raise NotApplicable(
            say(
                "{names}: speeds of a model without kinematic differential equations; needed is "
                "one a speed, by add_kdes, such as {example}",
                names=", ".join(map(str, unexplained)),
                example=f"{unexplained[0]} - {rates[0]}" if rates else "u - q'",
            )
        )


def _speeds(rows: Sequence[Any], u: Sequence[Any], q: Sequence[Any]) -> dict[Any, Any]:
    """u in terms of q' from the kinematic equations rows = 0, linear in both.

    By Cramer's rule where they are few, so that no pivot that can vanish stays in a speed: of
    speeds along the axes of a body the determinant is 1.
    """
    if not rows:
        return {}
    words = _Words(q, rows, u)
    matrix = [[row.diff(s) for s in words.u] for row in words.nodes(rows)]
    zero = dict.fromkeys(words.u, words.graph.zero)
    right = [-row.subs(zero) for row in words.nodes(rows)]
    solution = _solved(words.graph, matrix, right) if len(matrix) == len(words.u) else None
    if solution is None:
        raise NotApplicable(
            say(
                "the kinematic equations do not determine the speeds u from q'; "
                "needed is one regular equation a speed"
            )
        )
    return dict(zip(u, words.back(solution)))


def _solved(graph: Graph, matrix: list[list[Expr]], right: list[Expr]) -> list[Expr] | None:
    few = len(matrix) <= FEW_SPEEDS
    columns = cramer(matrix, [[e] for e in right], BUDGETS.split, SHORT) if few else None
    return [row[0] for row in columns] if columns else solve(graph, matrix, right)


class _Words:
    """A graph in which coordinates, their rates, speeds and parameters of some SymPy expressions
    are symbols.
    """

    def __init__(self, q: Sequence[Any], pieces: Sequence[Any], u: Sequence[Any] = ()):
        from sympy import Matrix
        from sympy.physics.mechanics import dynamicsymbols

        self.graph, t = Graph(0), dynamicsymbols._t
        symbols = self.graph.symbol
        self.table = {c.diff(t): symbols(f"v{i}") for i, c in enumerate(q)}
        self.table |= {c: symbols(f"q{i}") for i, c in enumerate(q)}
        self.table |= {s: symbols(f"u{i}") for i, s in enumerate(u)}
        free = Matrix(list(pieces)).free_symbols - {t}
        self.table |= {s: symbols(f"p{i}") for i, s in enumerate(sorted(free, key=str))} | {
            t: symbols("t")
        }
        self.q, self.v = ([self.table[c] for c in cs] for cs in (q, [c.diff(t) for c in q]))
        self.u, self.t = [self.table[s] for s in u], self.table[t]

    def nodes(self, pieces: Sequence[Any]) -> list[Expr]:
        return into_graph(list(pieces), self.graph, self.table, self._functions(pieces))

    def _functions(self, pieces: Sequence[Any]) -> dict[str, tuple[str, ...]]:
        """What is no coordinate and no speed: unspecified functions, with a slot an argument."""
        from sympy import sympify
        from sympy.core.function import AppliedUndef

        called_here = {call for piece in pieces for call in sympify(piece).atoms(AppliedUndef)}
        return {
            call.func.__name__: tuple(f"s{i}" for i in range(len(call.args)))
            for call in called_here - set(self.table)
        }

    def back(self, nodes: Sequence[Expr]) -> list[Any]:
        return to_sympy(list(nodes), {symbol: thing for thing, symbol in self.table.items()})


# bodies to a Lagrangian with its constraints ----------------------------------------------------
def _case(model: Mechanics, given: Mapping[str, Any]) -> Case:
    from sympy import Rational, sympify
    from sympy.physics.mechanics import RigidBody

    L, q, rows = 0, list(model.q), [_put(row, model.speeds) for row in model.constraints]
    velocities: dict[Any, list[Any]] = {}
    spins: dict[Any, Any] = {}
    weights: list[tuple[Any, Any]] = []
    for one in model.bodies:
        point = one.masscenter if isinstance(one, RigidBody) else one.point
        if point not in velocities:
            velocities[point], more, conditions = _own_velocity(model, point, q)
            q, rows = q + more, rows + conditions
        velocity = velocities[point]
        square = sum(v**2 for v in velocity)
        L += Rational(1, 2) * one.mass * square - one.potential_energy
        weights.append((sympify(one.mass), square))
        if isinstance(one, RigidBody):
            energy, inertias, spins = _turning(model, one, q, spins)
            L += energy
            weights += inertias
    q += [rate.expr for rate in spins]
    rows += [rate - spin for rate, spin in spins.items()]
    holonomic = [_put(f, model.speeds) for f in model.holonomic]
    forces = _forces(model)
    for c, share in shares(weights, model.q).items() if model.by_kane else ():
        if not all(map(vanishes, _Words(q, [share]).nodes([share]))):
            forces[c] = forces.get(c, 0) + share
    chosen = _named_speeds(model.speeds, q, [L, *rows, *holonomic, *forces.values()])
    return System(q, L, rows, holonomic, forces, velocities=chosen, **given)


def _named_speeds(
    speeds: Mapping[Any, Any], q: Sequence[Any], pieces: Sequence[Any]
) -> dict[Any, Any]:
    """The speeds that can be quasi-velocities: not those at rest, of a name that is free.

    Raises NotApplicable for one that has the name of another velocity and would be taken for it.
    """
    from sympy import Derivative, Matrix
    from sympy.physics.mechanics import dynamicsymbols

    moving = {
        u: meaning
        for u, meaning in speeds.items()
        if is_function_of_time(u) and meaning.has(Derivative)
    }
    rates = {f"{called(c)}dot": c.diff(dynamicsymbols._t) for c in q}
    for u, meaning in moving.items():
        if rates.get(called(u), meaning) != meaning:
            raise NotApplicable(
                say(
                    "the speed {name} is {meaning}, and has the name of another velocity; give it "
                    "another name",
                    name=called(u),
                    meaning=shown(meaning),
                )
            )
    letters = dict.fromkeys(map(called, Matrix(list(pieces)).free_symbols), "")
    names, speeds = list(map(called, q)), dict.fromkeys(map(called, moving), "")
    taken = {u: {n: "" for n in speeds if n != called(u)} | letters for u in moving}
    return {
        u: meaning
        for u, meaning in moving.items()
        if not velocity_complaints([called(u)], names, taken[u])
    }


def _told(parts: Mechanics, auxiliary: Sequence[Any], given: Mapping[str, Any]) -> Case:
    """The case of a model with auxiliary speeds."""
    case = _case(parts, given)
    warn_of_reactions(list(auxiliary), parts.loads, parts.frame, case)
    return case


def _put(piece: Any, speeds: Mapping[Any, Any]) -> Any:
    """Speeds written as rates of coordinates."""
    return piece.xreplace(dict(speeds)) if speeds else piece


def _components(model: Mechanics, vector: Any, frame: Any = None) -> list[Any]:
    return [_put(c, model.speeds) for c in vector.to_matrix(frame or model.frame)]


def _own_velocity(
    model: Mechanics, point: Any, q: Sequence[Any]
) -> tuple[list[Any], list[Any], list[Any]]:
    """The velocity of a mass centre along the axes of the frame, with new coordinates where it is
    no rate.

    q: coordinates, whose names are taken.  Returns components, new coordinates X, and the
    constraints X' - v that define them.
    """
    from sympy.physics.mechanics import dynamicsymbols

    velocity, rows = _velocity(model, point), []
    more: list[Any] = []
    closed_ones = _closed(model, velocity)
    if not all(closed_ones) and (rate := _rate_on_set(model, point, velocity)):
        return rate, [], []
    for i, closed in enumerate(closed_ones):
        if closed:
            continue
        X = _new_coordinate(f"{point.name}_{'xyz'[i]}", [*q, *more])
        rate = X.diff(dynamicsymbols._t)
        rows.append(rate - velocity[i])
        more.append(X)
        velocity[i] = rate
    return velocity, more, rows


def _velocity(model: Mechanics, point: Any) -> list[Any]:
    """The velocity of a point along the axes of the frame, in q'.

    Of fewer speeds than coordinates it would hold only where the constraints do; the rate of its
    place holds everywhere, and is taken if it agrees there."""
    given = _given_velocity(point, model.frame)
    place = place_rate(model.frame, point) if model.rates else None
    if place is not None:
        pieces = [
            a.xreplace(dict(model.rates)) - b for a, b in zip(place, given.to_matrix(model.frame))
        ]
        if _vanish(model, pieces):
            return place
    return _components(model, given)


def _given_velocity(point: Any, frame: Any) -> Any:
    try:
        return point.vel(frame)
    except ValueError:
        raise NotApplicable(
            say(
                "{name}: its velocity in {frame} is not known; try {name}.set_vel({frame}, ...), "
                "or its place from a point at rest",
                name=point.name,
                frame=frame.name,
            )
        ) from None


def _rate_on_set(model: Mechanics, point: Any, velocity: Sequence[Any]) -> list[Any] | None:
    """The rate of its place, where that is its velocity on the holonomic constraints; else None."""
    place = place_rate(model.frame, point) if model.holonomic else None
    agree = place is not None and _vanish(model, [a - b for a, b in zip(place, velocity)])
    return place if agree else None


def _vanish(model: Mechanics, rates: Sequence[Any]) -> bool:
    """Are all of them 0 for the velocities that keep to the holonomic constraints?

    What a quaternion of length 1 says of a body is said on that set alone."""
    holonomic = [_put(f, model.speeds) for f in model.holonomic]
    words = _Words(model.q, [*rates, *holonomic], list(model.speeds))
    nodes = words.nodes(rates)
    return all(map(vanishes, nodes)) or (
        bool(holonomic) and vanish_on(nodes, words.nodes(holonomic), words.t, words.q, words.v)
    )


def _new_coordinate(name: str, taken: Sequence[Any]) -> Any:
    from sympy.physics.mechanics import dynamicsymbols

    while dynamicsymbols(name) in taken:
        name += "_"
    return dynamicsymbols(name)


def _closed(model: Mechanics, velocity: Sequence[Any]) -> list[bool]:
    """Is each component sum_i a_i(q, t) q_i' + a_0 the rate of a function of q and t?"""
    words = _Words(model.q, velocity)
    derived = (_derivative(words, _form(words, node)) for node in words.nodes(velocity))
    return [all(vanishes(e) for row in slopes for e in row) for slopes in derived]


def _condition_inside(model: Mechanics) -> bool:
    from sympy.physics.mechanics import RigidBody

    points = [b.masscenter if isinstance(b, RigidBody) else b.point for b in model.bodies]
    velocities = [(p, _components(model, _given_velocity(p, model.frame))) for p in points]
    if not all(all(_closed(model, v)) or _rate_on_set(model, p, v) for p, v in velocities):
        return True
    return any(_spins_by_condition(model, b) for b in model.bodies if isinstance(b, RigidBody))


def _turning(
    model: Mechanics, one: Any, q: Sequence[Any], spins: Mapping[Any, Any]
) -> tuple[Any, list[tuple[Any, Any]], dict[Any, Any]]:
    """w.I w / 2 about the mass centre, after the angular velocity has been found to be that of
    the orientation; (I_ij, w_i w_j) along axes that turn with it, or of a rotor; and `spins`, the
    rates of new angles of rotors with the conditions for them, with those of this body.

    q: coordinates, whose names are taken.
    """
    _require_orientation(model, one)
    axes, i = _inertia_axes(one), _axis_of_rotor(one)
    if i is None or _turns(model, one.frame):
        w = _turning_rates(model, one.frame, axes)
    else:
        w = _turning_rates(model, axes, axes)
        spin, spins = _own_spin(model, one, i, q, spins)
        w[i] += spin
    inertia = one.central_inertia.to_matrix(axes)
    weights = [(inertia[j, k], w[j] * w[k]) for j in range(3) for k in range(3)]
    energy = sum(weight * square for weight, square in weights) / 2
    return energy, along_the_body(one, axes, w) if i is None else weights, dict(spins)


def _own_spin(
    model: Mechanics, one: Any, i: int, q: Sequence[Any], spins: Mapping[Any, Any]
) -> tuple[Any, Mapping[Any, Any]]:
    """The spin of a rotor, by the rate of a new angle if it holds a condition that no other does
    but for a factor and the rate of a function.
    """
    from sympy.physics.mechanics import dynamicsymbols

    spin = _spin(model, one, i)
    if not _spins_by_condition(model, one):
        return spin, spins
    for rate, other in spins.items():
        ratio = _ratio(model, spin, other)
        if ratio is not None:
            return ratio * (rate - other) + spin, spins
    angle = _new_coordinate(f"angle_{one.frame.name}", [*q, *(rate.expr for rate in spins)])
    rate = angle.diff(dynamicsymbols._t)
    return rate, {**spins, rate: spin}


def _ratio(model: Mechanics, spin: Any, other: Any) -> Any:
    """The constant c for which spin - c other is the rate of a function; None without one."""
    words = _Words(model.q, [spin, other])
    first, second = (_derivative(words, _form(words, e)) for e in words.nodes([spin, other]))
    pairs = [pair for rows in zip(first, second) for pair in zip(*rows)]
    c = next(a / b for a, b in pairs if not vanishes(b))
    constant = not c.has([words.t, *words.q]) and all(vanishes(a - c * b) for a, b in pairs)
    return words.back([c])[0] if constant else None


def _spin(model: Mechanics, one: Any, i: int) -> Any:
    """The rate of a rotor about axis i of its inertia."""
    axes = _inertia_axes(one)
    return _components(model, one.frame.ang_vel_in(axes), axes)[i]


def _spins_by_condition(model: Mechanics, one: Any) -> bool:
    """A rotor whose angle is no coordinate, and its spin w a condition whose reaction a Lagrangian
    would lose: dw is not 0 for two velocities that the constraints allow.
    """
    i = _axis_of_rotor(one)
    if i is None or _turns(model, one.frame):
        return False
    pieces = [_spin(model, one, i), *(_put(row, model.speeds) for row in model.constraints)]
    holonomic = [_put(f, model.speeds) for f in model.holonomic]
    words = _Words(model.q, [*pieces, *holonomic])
    spin, *rows = (_form(words, node) for node in words.nodes(pieces))
    rows += [[f.diff(x) for x in (words.t, *words.q)] for f in words.nodes(holonomic)]
    graph, slopes = words.graph, _derivative(words, spin)
    allowed = kernel(graph, echelon(graph, rows), len(spin))
    turned = [[dot(graph, row, X) for row in slopes] for X in allowed]
    return not all(vanishes(dot(graph, X, y)) for y in turned for X in allowed)


def _form(words: _Words, node: Expr) -> list[Expr]:
    """a_0, a_i of a_0 + sum_i a_i q_i', for t and q."""
    still = dict.fromkeys(words.v, words.graph.zero)
    return [node.subs(still), *(node.diff(v) for v in words.v)]


def _derivative(words: _Words, form: Sequence[Expr]) -> list[list[Expr]]:
    """d_i a_j - d_j a_i"""
    x = [words.t, *words.q]
    return [[b.diff(x[i]) - a.diff(x[j]) for j, b in enumerate(form)] for i, a in enumerate(form)]


def _inertia_axes(one: Any) -> Any:
    """The frame in which the inertia was given (for a wheel one that need not turn with it), if
    it is one frame.
    """
    frames = {
        frame
        for _, left, right in one.central_inertia.args
        for v in (left, right)
        for _, frame in v.args
    }
    return frames.pop() if len(frames) == 1 else one.frame


def _require_orientation(model: Mechanics, one: Any) -> None:
    frame = one.frame if _axis_of_rotor(one) is None else _inertia_axes(one)
    if _orientation(model, frame) is None:
        raise NotApplicable(
            say(
                "{name}: its frame {name2} has no orientation in {name3}; needed is one that "
                "follows from the coordinates",
                name=one.name,
                name2=one.frame.name,
                name3=model.frame.name,
            )
        )
    if not _turns(model, frame):
        raise NotApplicable(
            say(
                "{name}: the angular velocity set for its frame {name2} is not the rate of "
                "its orientation; needed are coordinates in which it is",
                name=one.name,
                name2=frame.name,
            )
        )


def _turns(model: Mechanics, frame: Any) -> bool:
    """The angular velocity of a frame is the rate of its orientation."""
    R = _orientation(model, frame)
    if R is None:
        return False
    w = _components(model, frame.ang_vel_in(model.frame), frame)
    agree = _vanish(model, [a - b for a, b in zip(w, _rate_of_orientation(R))])
    return agree or _turns_by_kinematics(model, frame, R)


def _orientation(model: Mechanics, frame: Any) -> Any:
    """The matrix whose columns are the axes of a frame; None where none is known."""
    try:
        return model.frame.dcm(frame)
    except ValueError:
        return None


def _rate_of_orientation(R: Any) -> list[Any]:
    """The components of R^T dR/dt, along the axes that R turns."""
    from sympy.physics.mechanics import dynamicsymbols

    W = R.T * R.diff(dynamicsymbols._t)
    return [W[2, 1], W[0, 2], W[1, 0]]


def _turning_rates(model: Mechanics, frame: Any, axes: Any) -> list[Any]:
    """The angular velocity of a frame along axes, in q'.

    Of fewer speeds than coordinates it is long; see `_velocity`."""
    given = frame.ang_vel_in(model.frame)
    R = _orientation(model, frame) if model.rates else None
    if R is not None and _turns_by_kinematics(model, frame, R):
        rate = _rate_of_orientation(R)
        turned = sum((c * e for c, e in zip(rate, frame)), start=0 * frame.x)
        return list(turned.to_matrix(axes))
    return _components(model, given, axes)


def _turns_by_kinematics(model: Mechanics, frame: Any, R: Any) -> bool:
    """The angular velocity of a frame is the rate of its orientation R where the kinematic
    equations of fewer speeds than coordinates hold: only there, if a constraint is among them.
    """
    given = frame.ang_vel_in(model.frame).to_matrix(frame)
    rate = [a.xreplace(dict(model.rates)) for a in _rate_of_orientation(R)]
    return bool(model.rates) and _vanish(model, [a - b for a, b in zip(rate, given)])


def _axis_of_rotor(one: Any) -> int | None:
    """The axis of symmetry, of the axes of its inertia, about which it turns against these, so that
    its orientation need not be known; None where it is no rotor.
    """
    axes = _inertia_axes(one)
    if axes == one.frame:
        return None
    w, inertia = one.frame.ang_vel_in(axes).to_matrix(axes), one.central_inertia.to_matrix(axes)
    moving = [i for i in range(3) if w[i] != 0]
    if len(moving) != 1 or not inertia.is_diagonal():
        return None
    j, k = (i for i in range(3) if i not in moving)
    return moving[0] if inertia[j, j] == inertia[k, k] else None


def _forces(model: Mechanics) -> dict[Any, Any]:
    """Q_i = F . dv/dq_i' of forces at points and moments on frames."""
    from sympy.physics.mechanics import Point

    total: dict[Any, Any] = {}
    for where, vector in model.loads:
        at_point = isinstance(where, Point)
        rate = _velocity(model, where) if at_point else _turning_rates(model, where, model.frame)
        force = _components(model, vector)
        words = _Words(model.q, rate)
        nodes = words.nodes(rate)
        for c, v in zip(model.q, words.v):
            slopes = words.back([node.diff(v) for node in nodes])
            share = sum(f * slope for f, slope in zip(force, slopes))
            if share != 0:
                total[c] = total.get(c, 0) + _written_out(share)
    return total


def _written_out(share: Any) -> Any:
    """The curves of muscles and tendons as the formulas they stand for, with exact numbers."""
    package = sys.modules.get("sympy.physics.biomechanics.curve")  # no curve without it
    kind = getattr(package, "CharacteristicCurveFunction", None)
    while kind is not None and (curves := share.atoms(kind)):
        inner = [c for c in curves if not any(arg.atoms(kind) for arg in c.args)]
        share = share.xreplace({curve: _formula(curve) for curve in inner})
    return share


def _formula(curve: Any) -> Any:
    from sympy import Float, Rational

    numbers = {f: Rational(exact(f)) for f in curve.atoms(Float)}
    return curve.func(*(arg.xreplace(numbers) for arg in curve.args)).doit(deep=False)
