"""Random models of sympy.physics.mechanics: the accelerations of SymPy's Kane and those told here.

    python benchmarks/random_models.py [--models 1000] [--seed 1] [--first 0] [--limit 60]

A trunk (a point, a body in the plane, a body in space, a body on a fixed point, a ball on the plane)
bears up to two bodies on pins; blades, rolling and coupled wheels constrain it, some with time;
weights, springs, dampers, torques and inputs load it; speeds are q' or rates of the body; every
second model comes as a System.  SymPy solves M u' = f in floating point at drawn states that obey
the constraints, and q'' follows from the kinematic equations; here q'' is what the code of
`nh.equations` returns, by the multipliers and by one more form.  Where the two differ, the
principle of d'Alembert judges, written out for the model anew: no force is left along any virtual
displacement."""

from __future__ import annotations

import argparse
import random
import resource
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sympy as sm
import sympy.physics.mechanics as me
from known_families import within

import nonholo as nh

T = me.dynamicsymbols._t
N = me.ReferenceFrame("N")
FORMS = ("multipliers", "maggi", "voronec", "kane", "appell", "hamel", "gauss", "udwadia_kalaba")
TOLERANCE = 1e-7
MEMORY = 8 << 30  # bytes


@dataclass
class Drawn:
    """What has been drawn so far; every symbol gets a number when it is made."""

    draw: random.Random
    q: list[Any] = field(default_factory=list)
    u: list[Any] = field(default_factory=list)
    kinematic: list[Any] = field(default_factory=list)
    bodies: list[Any] = field(default_factory=list)
    frames: list[Any] = field(default_factory=list)
    centres: list[Any] = field(default_factory=list)
    loads: list[Any] = field(default_factory=list)
    rows: list[Any] = field(default_factory=list)
    numbers: dict[Any, float] = field(default_factory=dict)
    inputs: dict[Any, float] = field(default_factory=dict)

    def letter(self, name: str) -> Any:
        made = sm.Symbol(f"{name}{len(self.numbers)}", positive=True)
        self.numbers[made] = self.draw.randint(5, 25) / 10
        return made

    def coordinate(self, name: str) -> Any:
        made = me.dynamicsymbols(f"{name}{len(self.q)}")
        self.q.append(made)
        return made

    def speed(self) -> Any:
        made = me.dynamicsymbols(f"u{len(self.u)}")
        self.u.append(made)
        return made

    def plain(self, coordinate: Any) -> Any:
        """A speed that is the rate of a coordinate."""
        made = self.speed()
        self.kinematic.append(made - coordinate.diff(T))
        return made


def origin() -> Any:
    made = me.Point("O")
    made.set_vel(N, 0)
    return made


def add_body(drawn: Drawn, frame: Any, centre: Any, round_: bool = False) -> None:
    mass, name = drawn.letter("m"), f"B{len(drawn.bodies)}"
    if round_:
        one = drawn.letter("I")
        inertia = me.inertia(frame, one, one, one)
    else:
        axes = [drawn.letter("I") for _ in range(3)]
        off = drawn.letter("I") / 7 if drawn.draw.random() < 0.3 else 0
        inertia = me.inertia(frame, *axes, 0, off, 0)
    drawn.bodies.append(me.RigidBody(name, centre, frame, mass, (inertia, centre)))
    drawn.frames.append(frame)
    drawn.centres.append(centre)


def move(drawn: Drawn, start: Any, names: str) -> Any:
    """A point that moves along the axes of N, with the rates as speeds."""
    axes = {"x": N.x, "y": N.y, "z": N.z}
    shift, rate = 0 * N.x, 0 * N.x
    for name in names:
        q = drawn.coordinate(name)
        shift += q * axes[name]
        rate += drawn.plain(q) * axes[name]
    made = start.locatenew(f"P{len(drawn.centres)}", shift)
    made.set_vel(N, rate)
    return made


def turn(drawn: Drawn, kind: str) -> Any:
    """A frame turned about three axes; its rates are q' or the components in the body."""
    angles = [drawn.coordinate("a") for _ in range(3)]
    frame = N.orientnew(f"F{len(drawn.frames)}", "Body", angles, kind)
    if drawn.draw.random() < 0.5:
        speeds = [drawn.speed() for _ in range(3)]
        omega = frame.ang_vel_in(N)
        axes = (frame.x, frame.y, frame.z)
        drawn.kinematic += [s - omega.dot(e) for s, e in zip(speeds, axes, strict=True)]
        frame.set_ang_vel(N, sum((s * e for s, e in zip(speeds, axes, strict=True)), 0 * N.x))
    else:
        plain = {q.diff(T): drawn.plain(q) for q in angles}
        frame.set_ang_vel(N, frame.ang_vel_in(N).express(frame).subs(plain))
    return frame


def planar(drawn: Drawn) -> None:
    centre = move(drawn, origin(), "xy")
    angle = drawn.coordinate("a")
    frame = N.orientnew("F0", "Axis", [angle, N.z])
    frame.set_ang_vel(N, drawn.plain(angle) * N.z)
    add_body(drawn, frame, centre)


def spatial(drawn: Drawn) -> None:
    centre = move(drawn, origin(), "xyz")
    add_body(drawn, turn(drawn, drawn.draw.choice(["ZXZ", "XYZ", "ZXY"])), centre)


def pivoted(drawn: Drawn) -> None:
    frame = turn(drawn, drawn.draw.choice(["ZXZ", "XYZ", "YXZ"]))
    arm = drawn.letter("l")
    fixed = origin()
    centre = fixed.locatenew("P0", arm * frame.z)
    centre.v2pt_theory(fixed, N, frame)
    add_body(drawn, frame, centre)


def ball(drawn: Drawn) -> None:
    """A ball that rolls on the plane, which may turn about the vertical at a constant rate."""
    centre = move(drawn, origin(), "xy")
    frame = turn(drawn, drawn.draw.choice(["ZXZ", "XYZ"]))
    radius = drawn.letter("r")
    add_body(drawn, frame, centre, round_=drawn.draw.random() < 0.5)
    slip = centre.vel(N) + frame.ang_vel_in(N).cross(-radius * N.z)
    if drawn.draw.random() < 0.4:
        slip -= drawn.letter("w") * (-drawn.q[1] * N.x + drawn.q[0] * N.y)
    drawn.rows += [slip.dot(N.x), slip.dot(N.y)]


def pointlike(drawn: Drawn) -> None:
    names = drawn.draw.choice(["xyz", "xy"])
    centre = move(drawn, origin(), names)
    drawn.bodies.append(me.Particle("B0", centre, drawn.letter("m")))
    drawn.centres.append(centre)
    along = [d for n, d in (("x", N.x), ("y", N.y), ("z", N.z)) if n in names]
    weights = [
        drawn.draw.choice([1, drawn.q[0], sm.sin(drawn.q[-1]), drawn.letter("c")]) for _ in along
    ]
    velocity = centre.vel(N)
    drawn.rows.append(sum(w * velocity.dot(d) for w, d in zip(weights, along, strict=True)))


def pinned(drawn: Drawn) -> None:
    """One more body, on a pin of the last one."""
    if not drawn.frames:
        return
    parent, centre = drawn.frames[-1], drawn.centres[-1]
    angle = drawn.coordinate("b")
    axis = (
        parent.z
        if isinstance(drawn.bodies[0], me.Particle)
        else drawn.draw.choice([parent.x, parent.y, parent.z])
    )
    frame = parent.orientnew(f"F{len(drawn.frames)}", "Axis", [angle, axis])
    frame.set_ang_vel(parent, drawn.plain(angle) * axis)
    pin = centre.locatenew(f"H{len(drawn.centres)}", drawn.letter("d") * parent.x)
    pin.v2pt_theory(centre, N, parent)
    end = pin.locatenew(
        f"P{len(drawn.centres)}", drawn.letter("l") * drawn.draw.choice([frame.x, frame.y])
    )
    end.v2pt_theory(pin, N, frame)
    add_body(drawn, frame, end)


def constrain(drawn: Drawn) -> None:
    """A blade at a point of a body, or two speeds that are coupled."""
    room = len(drawn.u) - len(drawn.rows) - 1
    if room < 1:
        return
    kind = drawn.draw.choice(["blade", "blade", "coupled", "driven"])
    if kind == "blade" and drawn.frames:
        at = drawn.draw.randrange(len(drawn.frames))
        frame, centre = drawn.frames[at], drawn.centres[at]
        tip = centre.locatenew(f"T{len(drawn.rows)}", drawn.letter("e") * frame.x)
        tip.v2pt_theory(centre, N, frame)
        drawn.rows.append(tip.vel(N).dot(drawn.draw.choice([frame.y, frame.z, N.x])))
    elif len(drawn.u) > 1:
        one, other = drawn.draw.sample(drawn.u, 2)
        row = one - drawn.letter("r") * other
        drawn.rows.append(row + drawn.letter("c") * sm.sin(T) if kind == "driven" else row)


def load(drawn: Drawn) -> None:
    gravity = drawn.letter("g")
    down = drawn.draw.choice([N.z, N.y])
    drawn.loads += [
        (b.masscenter if isinstance(b, me.RigidBody) else b.point, -b.mass * gravity * down)
        for b in drawn.bodies
    ]
    if drawn.draw.random() < 0.5:
        centre = drawn.centres[-1]
        drawn.loads.append((centre, -drawn.letter("k") * centre.vel(N)))
    if drawn.draw.random() < 0.5:
        centre = drawn.centres[0]
        drawn.loads.append((centre, -drawn.letter("k") * drawn.q[0] * N.x))
    if drawn.frames and drawn.draw.random() < 0.5:
        torque = me.dynamicsymbols("tau")
        drawn.inputs[torque] = drawn.draw.randint(-9, 9) / 7
        frame = drawn.frames[-1]
        drawn.loads.append((frame, torque * drawn.draw.choice([frame.x, frame.z])))
        if len(drawn.frames) > 1 and drawn.draw.random() < 0.7:
            drawn.loads.append((drawn.frames[-2], -drawn.loads[-1][1]))


def drawn_model(seed: int) -> tuple[Drawn, Any]:
    """A model, and SymPy's KanesMethod of it with its equations formed."""
    drawn = Drawn(random.Random(seed))
    drawn.draw.choice([planar, planar, spatial, pivoted, ball, pointlike])(drawn)
    for _ in range(drawn.draw.choice([0, 0, 1, 1, 2])):
        pinned(drawn)
    for _ in range(drawn.draw.choice([0, 1, 1, 2])):
        constrain(drawn)
    load(drawn)
    dependent = solved_for(drawn)
    independent = [u for u in drawn.u if u not in dependent]
    more = {"u_dependent": dependent, "velocity_constraints": drawn.rows} if drawn.rows else {}
    kane = me.KanesMethod(N, q_ind=drawn.q, u_ind=independent, kd_eqs=drawn.kinematic, **more)
    kane.kanes_equations(drawn.bodies, drawn.loads)
    return drawn, kane


def as_system(drawn: Drawn, kane: Any) -> Any:
    """The same model as a System, before its equations are formed."""
    system = me.System(N, origin())
    system.add_coordinates(*drawn.q)
    independent = list(kane.u)[: len(drawn.u) - len(drawn.rows)]
    for speed in drawn.u:
        system.add_speeds(speed, independent=speed in independent)
    system.add_kdes(*drawn.kinematic)
    system.add_bodies(*drawn.bodies)
    system.add_loads(
        *(me.Force(p, v) if isinstance(p, me.Point) else me.Torque(p, v) for p, v in drawn.loads)
    )
    if drawn.rows:
        system.add_nonholonomic_constraints(*drawn.rows)
    return system


def solved_for(drawn: Drawn) -> list[Any]:
    """Speeds for which the rows can be solved at a drawn place."""
    if not drawn.rows:
        return []
    rows = sm.Matrix(drawn.rows)
    place = {q: drawn.draw.randint(3, 9) / 7 for q in drawn.q} | drawn.numbers | {T: 0.3}
    matrix = np.array(rows.jacobian(drawn.u).subs(place), dtype=float)
    chosen: list[int] = []
    for at in drawn.draw.sample(range(len(drawn.u)), len(drawn.u)):
        trial = [*chosen, at]
        if np.linalg.matrix_rank(matrix[:, trial], tol=1e-3) == len(trial):
            chosen = trial
    if len(chosen) < len(drawn.rows):
        raise ValueError("rows that depend on each other")
    return [drawn.u[i] for i in chosen[: len(drawn.rows)]]


def states(drawn: Drawn, kane: Any, count: int = 3) -> list[dict[str, Any]]:
    """Drawn states on the constraints, with q'' by SymPy."""
    q, u = list(kane.q), list(kane.u)
    known = kane.kindiffdict()
    rates = sm.Matrix([known[c.diff(T)] for c in q])
    given = [T, *q, *u, *drawn.numbers, *drawn.inputs]
    slots = [T] + [sm.Dummy() for _ in given[1:]]
    put = dict(zip(given[1:], slots[1:], strict=True))
    moving = [c.diff(T) for c in u]
    marks = [sm.Dummy() for _ in moving]
    accelerations = rates.diff(T).subs(dict(zip(moving, marks, strict=True))).subs(known)

    def ready(what: Any, extra: Sequence[Any] = ()) -> Callable[..., Any]:
        return sm.lambdify([*slots, *extra], what.xreplace(put), "numpy", cse=True)

    mass, force, rate = ready(kane.mass_matrix), ready(kane.forcing), ready(rates)
    second = ready(accelerations, marks)
    rows = ready(sm.Matrix(drawn.rows)) if drawn.rows else None
    reached = []
    for _ in range(20 * count):
        place = [drawn.draw.uniform(0.3, 1.2) for _ in q]
        speeds = np.array([drawn.draw.uniform(-1, 1) for _ in u])
        end = [*drawn.numbers.values(), *drawn.inputs.values()]
        if rows is not None:
            speeds = admissible(lambda s: rows(0.3, *place, *s, *end), speeds)  # noqa: B023
        values = [0.3, *place, *speeds, *end]
        with np.errstate(all="ignore"):
            matrix = np.array(mass(*values), dtype=float)
        if not np.isfinite(matrix).all() or np.linalg.cond(matrix) > 1e7:
            continue
        solved = np.linalg.solve(matrix, np.array(force(*values), dtype=float)).ravel()
        reached.append(
            {
                "q": dict(zip((c.func.__name__ for c in q), place, strict=True)),
                "v": dict(zip((c.func.__name__ for c in q), np.ravel(rate(*values)), strict=True)),
                "a": dict(
                    zip(
                        (c.func.__name__ for c in q),
                        np.ravel(second(*values, *solved)),
                        strict=True,
                    )
                ),
            }
        )
        if len(reached) == count:
            break
    return reached


def admissible(rows: Callable[[Any], Any], speeds: Any) -> Any:
    """The nearest speeds that obey the rows, which are affine in them."""
    at = np.ravel(rows(speeds))
    matrix = np.array([np.ravel(rows(speeds + e)) - at for e in np.eye(len(speeds))]).T
    return speeds - np.linalg.lstsq(matrix, at, rcond=None)[0]


def second_rates(rates: Callable[..., Any]) -> Callable[..., Any]:
    """q'' of q' and w' as functions of velocities w of the model's own, from q' in their place."""

    def function(t: float, q: Any, v: Any, *rest: Any) -> np.ndarray:
        place, n = np.array(q, float), len(q)
        size = len(argument_names(rates.__doc__)["w"])

        def at(shift: float, q: np.ndarray, w: np.ndarray) -> np.ndarray:
            return np.array(rates(t + shift, q, w, *rest), float)

        still = at(0, place, np.zeros(size))[:n]
        columns = np.array([at(0, place, e)[:n] - still for e in np.eye(size)]).T
        w = np.linalg.lstsq(columns, np.array(v, float) - still, rcond=None)[0]
        flow = at(0, place, w)
        step = 1e-5
        ahead, behind = (at(s, place + s * flow[:n], w + s * flow[n:])[:n] for s in (step, -step))
        return (ahead - behind) / (2 * step)

    function.__doc__ = rates.__doc__
    return function


def accelerations_here(
    case: Any, form: str, drawn: Drawn
) -> Callable[[dict[str, Any]], dict[str, float]]:
    """q'' at a state by the code that is generated for a form."""
    code = nh.equations(case, form, "python")
    space: dict[str, Any] = {}
    exec(code, space)
    function = space.get("accelerations") or second_rates(space["rates"])
    names = argument_names(function.__doc__)
    numbers = {
        str(k): v
        for k, v in (drawn.numbers | {i.func.__name__: v for i, v in drawn.inputs.items()}).items()
    }
    coordinates = names["q"]

    def at(state: dict[str, Any]) -> dict[str, float]:
        given = []
        for group, members in names.items():
            if group == "q":
                given.append([state["q"][n] for n in members])
            elif group == "w":
                given.append([state["v"][n] for n in coordinates])
            elif group == "v":
                given.append([state["v"][n.removesuffix("dot")] for n in members])
            else:
                given.append([numbers[n] for n in members])
        return dict(zip(coordinates, function(0.3, *given), strict=False))

    return at


def argument_names(documented: str) -> dict[str, list[str]]:
    """The groups of arguments as the generated code tells them: q = (x, y), v = (xdot,), ..."""
    text = documented.split(":", 1)[1].split(";")[0]  # what follows says what w are
    names: dict[str, list[str]] = {}
    for piece in text.replace("\n", " ").split(")"):
        if "=" in piece:
            group, members = piece.split("=", 1)
            names[group.strip(" ,.")] = [
                m for m in members.strip(" (").replace(",", " ").split() if m
            ]
    return names


def judged(seed: int) -> str:
    """What came of one model."""
    try:
        drawn, kane = drawn_model(seed)
    except ValueError as problem:
        return f"not a model: {problem}"
    try:
        told = kane if seed % 2 else as_system(drawn, kane)
        case = nh.from_sympy(told, parameters=dict(drawn.numbers))
    except nh.NonholoError as problem:
        return f"refused: {str(problem)[:150]}"
    reached = states(drawn, kane)
    if not reached:
        return "not a model: singular mass matrix of SymPy"
    asked = ["multipliers", random.Random(seed).choice(FORMS[1:])]
    answers = []
    for form in asked:
        try:
            here = accelerations_here(case, form, drawn)
        except nh.NonholoError as problem:
            answers.append(f"{form} refused: {str(problem)[:120]}")
            continue
        for state in reached:
            try:
                told = here(state)
            except ZeroDivisionError:
                answers.append(f"{form}: division by zero")
                continue
            off = max(abs(told[n] - state["a"][n]) / (1 + abs(state["a"][n])) for n in told)
            if off < TOLERANCE:
                continue
            left = force_left(drawn)
            here_left, there_left = left(state, told), left(state, state["a"])
            if not here_left <= TOLERANCE * (1 + np.nan_to_num(there_left)):
                return f"WRONG {form}: {off:.3g}, force left {here_left:.3g}"
            answers.append(f"right, and SymPy's Kane is not: force left {there_left:.3g}")
            break
    return answers[0] if answers else "right"


def force_left(drawn: Drawn) -> Callable[[dict[str, Any], dict[str, float]], float]:
    """The largest force along virtual displacements at a state with given accelerations.

    sum_j (d/dt dT/dq_j' - dT/dq_j - Q_j) dq_j,    Q_j = sum F . dv/dq_j' + M . domega/dq_j'
    """
    n = len(drawn.q)
    q, v, a = (sm.symbols(f"{name}_0:{n}") for name in ("place", "speed", "rise"))
    known = sm.solve(drawn.kinematic, drawn.u, dict=True)[0]
    values = drawn.numbers | drawn.inputs

    def plain(what: Any) -> Any:
        rates = dict(zip([c.diff(T) for c in drawn.q], v, strict=True))
        return sm.sympify(what).subs(known).subs(rates).subs(dict(zip(drawn.q, q))).subs(values)

    energy = plain(sum(b.kinetic_energy(N) for b in drawn.bodies))
    forces = [sm.S.Zero] * n
    for where, what in drawn.loads:
        speed = where.vel(N) if isinstance(where, me.Point) else where.ang_vel_in(N)
        for axis in (N.x, N.y, N.z):
            along, amount = plain(speed.dot(axis)), plain(what.dot(axis))
            forces = [f + amount * along.diff(x) for f, x in zip(forces, v, strict=True)]
    momenta = [energy.diff(x) for x in v]
    left = [
        sum(p.diff(b) * c + p.diff(c) * d for b, c, d in zip(q, v, a, strict=True))
        - energy.diff(x)
        - force
        for p, x, force in zip(momenta, q, forces, strict=True)
    ]
    rows = sm.Matrix([plain(row) for row in drawn.rows] or [0]).jacobian(v)
    forces_at = sm.lambdify([*q, *v, *a, T], left, cse=True)
    rows_at = sm.lambdify([*q, *v, T], rows)
    names = [c.func.__name__ for c in drawn.q]

    def at(state: dict[str, Any], rises: dict[str, float]) -> float:
        place, speed = ([state[key][name] for name in names] for key in ("q", "v"))
        rise = [rises.get(name, state["a"][name]) for name in names]
        _, sizes, basis = np.linalg.svd(np.array(rows_at(*place, *speed, 0.3), dtype=float))
        virtual = basis[int((sizes > 1e-9).sum()) :]
        forces = np.array(forces_at(*place, *speed, *rise, 0.3), dtype=float)
        return float(np.abs(virtual @ forces).max())

    return at


def main() -> int:
    ask = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    ask.add_argument("--models", type=int, default=1000)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--first", type=int, default=0)
    ask.add_argument("--limit", type=float, default=60.0, help="seconds of one model (60)")
    given = ask.parse_args()
    # what SymPy puts in for its symbols can grow beyond every machine
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    total: Counter[str] = Counter()
    for number in range(given.first, given.first + given.models):
        seed = given.seed * 1_000_000 + number
        told, _ = within(given.limit, lambda seed=seed: (judged(seed), 0.0))
        total[told.split(":")[0]] += 1
        if told != "right":
            print(number, told, flush=True)
    print(f"{total.total()} models: {dict(total)}")
    return 1 if any(name.startswith("WRONG") for name in total) else 0


if __name__ == "__main__":
    sys.exit(main())
