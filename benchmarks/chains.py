"""Many bodies: deriving, compiling and one right-hand side, against recursive engines.

    python benchmarks/chains.py [--only plane space] [--most 100] [--write]

Links of length 1 with hinges: chains about y, or about z and y in turn ("space"), binary trees,
four-bars hung on each other ("loops"), a chain with both ends held ("ring"), a snake on wheels.
The peers are pinocchio and MuJoCo, called from Python; the C of this package is called in a loop of
C.  Accelerations are compared at a random state.  --write makes docs/benchmarks_chains.md with a
picture.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from motion_table import machine, table

import nonholo as nh
from nonholo.numerics.lines import operations
from nonholo.numerics.model import Model, model
from nonholo.numerics.native import native

DOCS = Path(__file__).parents[1] / "docs"
MASS, ROLL, BEND, FREE, RADIUS = 2.0, 0.2, 0.4, 9.81, 0.25
NUMBERS = {"m": 2, "J": "1/5", "g": "9.81", "R": "1/4"}
HEAD = (
    "system",
    "bodies",
    "conditions",
    "derive",
    "compile",
    "operations",
    "ours in C",
    "pinocchio",
    "MuJoCo",
    "difference",
)
LEAST = 5  # runs of which the fastest counts


@dataclass(frozen=True, slots=True)
class Hinge:
    """One body: a link of length 1, its hinge about an axis at a place of its parent (-1: space)."""

    parent: int
    axis: str = "y"
    place: float = 1.0
    link: bool = True


@dataclass(frozen=True, slots=True)
class Bodies:
    """What each system is: hinges in order, points that stay together (body, at, other, at), wheels
    that roll, a first body that is free in the plane of the floor.
    """

    hinges: Sequence[Hinge]
    pins: Sequence[tuple[int, float, int, float]] = ()
    wheels: Sequence[int] = ()
    free: bool = False
    rows: Sequence[str] = field(default=())


def chain(count: int, axes: str = "y") -> Bodies:
    return Bodies([Hinge(i - 1, axes[i % len(axes)], float(i > 0)) for i in range(count)])


def tree(count: int) -> Bodies:
    return Bodies([Hinge((i - 1) // 2 if i else -1, "y", float(i > 0)) for i in range(count)])


def loops(count: int) -> Bodies:
    hinges, pins, rows, last = [], [], [], -1
    for i in range(0, count - 2, 3):
        near, far = (1.0, 2.0) if last >= 0 else (0.0, 1.0)
        hinges += [Hinge(last, "y", near), Hinge(i, "y"), Hinge(last, "y", far)]
        pins.append((i + 1, 1.0, i + 2, 1.0))
        a, b, c = f"a{i}", f"a{i + 1}", f"a{i + 2}"
        rows += [f"cos({a}) + cos({a}+{b}) = 1 + cos({c})", f"sin({a}) + sin({a}+{b}) = sin({c})"]
        last = i + 1
    return Bodies(hinges, pins, rows=rows)


def ring(count: int) -> Bodies:
    sums = ["+".join(f"a{j}" for j in range(i + 1)) for i in range(count)]
    along, down = ("+".join(f"{f}({s})" for s in sums) for f in ("cos", "sin"))
    rows = [f"{along} = {count}/2", f"{down} = 0"]
    return Bodies(chain(count).hinges, [(count - 1, 1.0, -1, count / 2)], rows=rows)


def snake(count: int) -> Bodies:
    hinges = list[Hinge]()
    for i in range(0, count - 1, 2):
        hinges += [Hinge(i - 2 if i else -1, "z", float(i > 0)), Hinge(i, "y", 0.5, link=False)]
    return Bodies(hinges, wheels=range(1, len(hinges), 2), free=True)


SYSTEMS: dict[str, tuple[Callable[[int], Bodies], Sequence[int]]] = {
    "plane": (chain, (5, 10, 20, 50, 100)),
    "space": (lambda count: chain(count, "zy"), (5, 10, 20, 50, 100)),
    "tree": (tree, (20, 50, 100)),
    "loops": (loops, (21, 51, 99)),
    "ring": (ring, (20, 50, 100)),
    "snake on wheels": (snake, (20, 50, 100)),
}


def case_of(given: Bodies):
    """The system as a case of this package."""
    bodies, names = [], ["x", "y"] if given.free else []
    for i, hinge in enumerate(given.hinges):
        names.append(f"a{i}")
        at = ["x", "y", "R"] if given.free and not i else [str(hinge.place), "0", "0"]
        mass = {"mass": "m", "centre": ["1/2", "0", "0"], "inertia": ["J", "2*J", "2*J"]}
        if not hinge.link:
            mass = {"mass": "m/10", "inertia": ["J/20", "J/10", "J/20"]}
        parent = {"parent": f"body {hinge.parent}"} if hinge.parent >= 0 else {}
        turn = [f"{hinge.axis} a{i}"]
        bodies.append({"name": f"body {i}", "rotation": turn, "origin": at, **parent, **mass})
    rolling = [{"body": f"body {i}", "radius": "R"} for i in given.wheels]
    numbers = {n: x for n, x in NUMBERS.items() if n != ("g" if given.free else "R")}
    weight = {} if given.free else {"gravity": ["0", "0", "-g"]}
    return nh.System(
        names,
        parameters=numbers,
        bodies=bodies,
        rolling=rolling,
        holonomic_constraints=list(given.rows),
        **weight,
    )


def fastest(work: Callable[[], object], calls: int) -> float:
    times = []
    for _ in range(LEAST):
        began = time.process_time()
        for _ in range(calls):
            work()
        times.append((time.process_time() - began) / calls)
    return min(times)


def state(law: Model, given: Bodies) -> np.ndarray:
    """A random state, on the constraints where there are such."""
    rng, n = np.random.default_rng(1), law.n
    if given.pins:  # links of a loop stand as they can
        rng = np.random.default_rng(2)
        around = 2 * np.arccos(0.5) / max(n - 1, 1)
        turned = np.full(n, -around) if len(given.pins) == 1 else np.tile([-1.0, 1.0, -1.0], n // 3)
        turned[0] = np.arccos(0.5) if len(given.pins) == 1 else -1.0
        q = turned
    else:
        q = rng.uniform(-1, 1, n)
    y = np.concatenate([q, rng.uniform(-1, 1, n), np.zeros(law.size - 2 * n)])
    return law.admissible(0.0, y)


def ours(given: Bodies) -> tuple[list[float], np.ndarray, np.ndarray]:
    """Seconds to derive, to compile, operations, seconds a right-hand side; state and its rates."""
    began = time.process_time()
    law = model(case_of(given).system)
    derived, before = time.process_time() - began, os.times()
    made = native(law)
    after = os.times()
    compiled = after.children_user - before.children_user
    compiled += after.children_system - before.children_system
    first = state(law, given)
    y = np.tile(first, (200, 1))
    out = np.empty_like(y)
    seconds = fastest(lambda: made.many(y, 0.0, out), 20) / len(y)
    count = operations(law.slopes, law.inputs, law.steps)
    return [derived, compiled, count, seconds], first[: 2 * law.n], out[0, law.n : 2 * law.n].copy()


def by_pinocchio(given: Bodies, q: np.ndarray, v: np.ndarray) -> tuple[float, np.ndarray]:
    """`aba`, or `constraintDynamics` with points that stay together."""
    import pinocchio as pin

    order = _depth_first(_children(given))  # else a subtree has no columns of its own
    whole, joints = pin.Model(), {-1: 0}
    whole.gravity.linear = np.array([0.0, 0.0, -FREE])
    body = pin.Inertia(MASS, np.array([0.5, 0.0, 0.0]), np.diag([ROLL, BEND, BEND]))
    for i in order:
        hinge = given.hinges[i]
        kind = pin.JointModelRY() if hinge.axis == "y" else pin.JointModelRZ()
        place = pin.SE3(np.eye(3), np.array([hinge.place, 0.0, 0.0]))
        joints[i] = whole.addJoint(joints[hinge.parent], kind, place, f"a{i}")
        whole.appendBodyToJoint(joints[i], body, pin.SE3.Identity())
    data, rest, found = whole.createData(), np.zeros(len(q)), np.empty(len(q))
    q, v = q[order], v[order]
    if not given.pins:
        found[order] = pin.aba(whole, data, q, v, rest)
        return fastest(lambda: pin.aba(whole, data, q, v, rest), 2000), found
    pins, held = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for a, at, b, to in given.pins:
        first, second = (pin.SE3(np.eye(3), np.array([x, 0.0, 0.0])) for x in (at, to))
        pins.append(
            pin.RigidConstraintModel(
                pin.ContactType.CONTACT_3D,
                whole,
                joints[a],
                first,
                joints[b],
                second,
                pin.ReferenceFrame.LOCAL,
            )
        )
        held.append(pins[len(pins) - 1].createData())
    pin.initConstraintDynamics(whole, data, pins, held)
    found_by = pin.ProximalSettings(1e-12, 1e-10, 20)

    def work() -> np.ndarray:
        return pin.constraintDynamics(whole, data, q, v, rest, pins, held, found_by)

    found[order] = work()
    return fastest(work, 500), found


def by_mujoco(given: Bodies, q: np.ndarray, v: np.ndarray) -> tuple[float, np.ndarray]:
    import mujoco

    children = _children(given)
    texts: dict[int, str] = {}
    for i in reversed(range(len(given.hinges))):
        hinge = given.hinges[i]
        turn = "0 1 0" if hinge.axis == "y" else "0 0 1"
        texts[i] = (
            f'<body pos="{hinge.place} 0 0"><joint type="hinge" axis="{turn}"/>'
            f'<inertial pos="0.5 0 0" mass="{MASS}" diaginertia="{ROLL} {BEND} {BEND}"/>'
            f"{''.join(texts[c] for c in children.get(i, ()))}</body>"
        )
    whole = mujoco.MjModel.from_xml_string(
        f'<mujoco><option gravity="0 0 -{FREE}"><flag contact="disable" constraint="disable"/>'
        '</option><compiler angle="radian"/><worldbody>'
        f"{''.join(texts[c] for c in children[-1])}</worldbody></mujoco>"
    )
    order = _depth_first(children)
    data = mujoco.MjData(whole)
    data.qpos[:], data.qvel[:] = q[order], v[order]
    mujoco.mj_forward(whole, data)
    found = np.empty(len(q))
    found[order] = data.qacc
    return fastest(lambda: mujoco.mj_forward(whole, data), 1000), found


def _children(given: Bodies) -> dict[int, list[int]]:
    children: dict[int, list[int]] = {}
    for i, hinge in enumerate(given.hinges):
        children.setdefault(hinge.parent, []).append(i)
    return children


def _depth_first(children: dict[int, list[int]]) -> list[int]:
    order, waiting = list[int](), list(reversed(children[-1]))
    while waiting:
        i = waiting.pop()
        order.append(i)
        waiting += reversed(children.get(i, []))
    return order


def row(kind: str, count: int) -> tuple[list[str], dict[str, float]]:
    given = SYSTEMS[kind][0](count)
    (derived, compiled, size, seconds), y, mine = ours(given)
    q, v = np.split(y, 2)
    peers = [("pinocchio", by_pinocchio)] if not given.wheels else []
    peers += [("MuJoCo", by_mujoco)] if not (given.wheels or given.pins) else []
    times, apart = {"ours in C": seconds}, dict[str, float]()
    for name, peer in peers:
        with suppress(ImportError):
            times[name], theirs = peer(given, q, v)
            apart[name] = float(np.max(np.abs(theirs - mine) / np.max(np.abs(mine))))
    told = [f"{1e6 * times[n]:.3g} us" if n in times else "-" for n in HEAD[6:9]]
    met = 2 * len(given.wheels) + len(given.rows)
    cells = [kind, str(len(given.hinges)), str(met), f"{derived:.2g} s", f"{compiled:.2g} s"]
    worst = f"{max(apart.values()):.0e}" if apart else "-"
    return [*cells, f"{size:,.0f}", *told, worst], times


def picture(seen: dict[str, dict[int, dict[str, float]]]) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 5), layout="constrained")
    for ax, (kind, by_count) in zip(figure.subplots(2, 3, sharey=True).flat, seen.items()):
        for name in HEAD[6:9]:
            points = [(n, 1e6 * t[name]) for n, t in by_count.items() if name in t]
            if points:
                ax.loglog(*zip(*points), marker="o", label=name)
        ax.set(xlabel="bodies", title=kind)
        ax.legend()
    figure.axes[0].set_ylabel("one right-hand side, us")
    figure.axes[3].set_ylabel("one right-hand side, us")
    figure.savefig(DOCS / "pictures" / "chains.svg", metadata={"Date": None})


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--only", nargs="+", default=list(SYSTEMS), choices=list(SYSTEMS))
    options.add_argument("--most", type=int, default=100, metavar="BODIES")
    options.add_argument("--write", action="store_true")
    asked = options.parse_args()
    rows, seen = [], dict[str, dict[int, dict[str, float]]]()
    for kind in asked.only:
        seen[kind] = {}
        for count in (c for c in SYSTEMS[kind][1] if c <= asked.most):
            cells, seen[kind][count] = row(kind, count)
            rows.append(cells)
            print(*cells, sep=" | ", flush=True)
    if asked.write:
        versions = ", ".join(f"{p} {importlib.metadata.version(p)}" for p in ("pin", "mujoco"))
        (DOCS / "benchmarks_chains.md").write_text(
            PAGE.format(
                date=datetime.date.today(),
                machine=machine(),
                versions=versions,
                table=table(HEAD, rows),
            ),
            encoding="utf-8",
        )
        picture(seen)


PAGE = """# Benchmarks: many bodies

Written by `python benchmarks/chains.py --write` on {date};
{machine};
{versions}.

Links of length 1 with hinges: chains that hang in a plane or turn about z and y in turn ("space"), binary trees,
four-bars each hung on the middle bar of the one before ("loops"), a chain held at both ends ("ring"), and a snake whose
links have a wheel each, links and wheels counted. "conditions" are the constraints that the motion obeys. "derive" is
CPU time from the text of the case to the compiled Python function, "compile" that of the C compiler, "operations"
those of one right-hand side with a function counted as ten. Times are of one call: the C of this package in a loop of
C; `aba` of pinocchio, `constraintDynamics` with points that stay together (up to 1e-12) where loops are closed, and
`mj_forward` of MuJoCo without contacts, called from Python, which adds about a microsecond to each. MuJoCo's equality
constraints are soft and neither has wheels that roll without slip, so these are not compared. "difference" is the
largest of the accelerations, relative, at a random state.

{table}

![one right-hand side](pictures/chains.svg)

What follows from it: operations, compilation and the time of a right-hand side grow as the number of bodies does, and
code made for one system is the faster one in all rows, most where loops are closed. The derivation takes seconds for
100 bodies; twice the bodies cost it two to five times as much (the texts of the ring's two conditions grow as the
square of its links, and the reading of long snakes faster than their number). A recursive numeric engine needs neither
the derivation nor the compiler: what these cost over what one call saves is some fifty thousand to two hundred thousand
calls. Below that it is the better choice, and for a model that changes from run to run, for contacts that come and go,
for collisions, derivatives and its other algorithms. Lagrangians that are typed, without `[[bodies]]`, go another way
here, whose derivation grows faster than their number.
"""


if __name__ == "__main__":
    main()
