"""Chains of hinged bodies: deriving, compiling and one right-hand side, against recursive engines.

    python benchmarks/chains.py [--links 5 10 20 50] [--write]

Links of length 1 that hang from a fixed point, hinges about y, or about z and y in turn ("space").
The peers are pinocchio's articulated bodies (`aba`) and MuJoCo's `mj_forward` without contacts,
called from Python; the C of this package is called in a loop of C.  Accelerations are compared at a
random state.  --write makes docs/benchmarks_chains.md with a picture.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
from motion_table import table

import nonholo as nh
from nonholo.numerics.lines import operations
from nonholo.numerics.model import model
from nonholo.numerics.native import native

DOCS = Path(__file__).parents[1] / "docs"
MASS, ROLL, BEND, FREE = 2.0, 0.2, 0.4, 9.81
HEAD = (
    "chain",
    "links",
    "derive",
    "compile",
    "operations",
    "ours in C",
    "pinocchio",
    "MuJoCo",
    "difference",
)


def axes(space: bool, count: int) -> str:
    return "".join("zy"[i % 2] if space else "y" for i in range(count))


def case_of(turns: str):
    bodies = [
        {
            "name": f"link {i}",
            "rotation": [f"{axis} a{i}"],
            **({"parent": f"link {i - 1}"} if i else {}),
            "origin": ["1" if i else "0", "0", "0"],
            "mass": "m",
            "centre": ["1/2", "0", "0"],
            "inertia": ["J", "2*J", "2*J"],
        }
        for i, axis in enumerate(turns)
    ]
    names = [f"a{i}" for i in range(len(turns))]
    numbers = {"m": 2, "J": "1/5", "g": "9.81"}
    return nh.System(names, parameters=numbers, bodies=bodies, gravity=["0", "0", "-g"])


def fastest(work: Callable[[], object], calls: int) -> float:
    times = []
    for _ in range(5):
        began = time.process_time()
        for _ in range(calls):
            work()
        times.append((time.process_time() - began) / calls)
    return min(times)


def ours(turns: str, q: np.ndarray, v: np.ndarray) -> tuple[list[float], np.ndarray]:
    """Seconds to derive, to compile, operations, seconds a right-hand side; the accelerations."""
    began = time.process_time()
    law = model(case_of(turns).system)
    derived, began = time.process_time() - began, time.perf_counter()
    made = native(law)
    compiled = time.perf_counter() - began
    y = np.tile(np.concatenate([q, v]), (200, 1))
    out = np.empty_like(y)
    seconds = fastest(lambda: made.many(y, 0.0, out), 20) / len(y)
    count = operations(law.slopes, law.inputs, law.steps)
    return [derived, compiled, count, seconds], out[0, len(q) :].copy()


def by_pinocchio(turns: str, q: np.ndarray, v: np.ndarray) -> tuple[float, np.ndarray]:
    import pinocchio as pin

    tree, joint = pin.Model(), 0
    tree.gravity.linear = np.array([0.0, 0.0, -FREE])
    body = pin.Inertia(MASS, np.array([0.5, 0.0, 0.0]), np.diag([ROLL, BEND, BEND]))
    for i, axis in enumerate(turns):
        kind = pin.JointModelRY() if axis == "y" else pin.JointModelRZ()
        place = pin.SE3(np.eye(3), np.array([1.0 if i else 0.0, 0.0, 0.0]))
        joint = tree.addJoint(joint, kind, place, f"a{i}")
        tree.appendBodyToJoint(joint, body, pin.SE3.Identity())
    data, rest = tree.createData(), np.zeros(len(q))
    found = pin.aba(tree, data, q, v, rest).copy()
    return fastest(lambda: pin.aba(tree, data, q, v, rest), 2000), found


def by_mujoco(turns: str, q: np.ndarray, v: np.ndarray) -> tuple[float, np.ndarray]:
    import mujoco

    text = ""
    for i, axis in reversed(list(enumerate(turns))):
        place, turn = ("1 0 0" if i else "0 0 0"), ("0 1 0" if axis == "y" else "0 0 1")
        text = (
            f'<body pos="{place}"><joint type="hinge" axis="{turn}"/>'
            f'<inertial pos="0.5 0 0" mass="{MASS}" diaginertia="{ROLL} {BEND} {BEND}"/>{text}'
            "</body>"
        )
    tree = mujoco.MjModel.from_xml_string(
        f'<mujoco><option gravity="0 0 -{FREE}"><flag contact="disable" constraint="disable"/>'
        f'</option><compiler angle="radian"/><worldbody>{text}</worldbody></mujoco>'
    )
    data = mujoco.MjData(tree)
    data.qpos[:], data.qvel[:] = q, v
    mujoco.mj_forward(tree, data)
    return fastest(lambda: mujoco.mj_forward(tree, data), 1000), data.qacc.copy()


def row(space: bool, count: int) -> tuple[list[str], dict[str, float]]:
    turns, rng = axes(space, count), np.random.default_rng(1)
    q, v = rng.uniform(-1, 1, count), rng.uniform(-1, 1, count)
    (derived, compiled, size, seconds), mine = ours(turns, q, v)
    times, apart = {"ours in C": seconds}, 0.0
    for name, peer in (("pinocchio", by_pinocchio), ("MuJoCo", by_mujoco)):
        with suppress(ImportError):
            times[name], theirs = peer(turns, q, v)
            apart = max(apart, float(np.max(np.abs(theirs - mine) / np.max(np.abs(mine)))))
    told = [f"{1e6 * times[n]:.3g} us" if n in times else "-" for n in HEAD[5:8]]
    kind = "space" if space else "plane"
    cells = [kind, str(count), f"{derived:.2g} s", f"{compiled:.2g} s", f"{size:,.0f}", *told]
    return [*cells, f"{apart:.0e}"], times


def picture(seen: dict[bool, dict[int, dict[str, float]]]) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3), layout="constrained")
    for ax, (space, by_count) in zip(figure.subplots(1, 2, sharey=True), seen.items()):
        for name in HEAD[5:8]:
            points = [(n, 1e6 * t[name]) for n, t in by_count.items() if name in t]
            if points:
                ax.loglog(*zip(*points), marker="o", label=name)
        ax.set(xlabel="links", title="hinges in space" if space else "hinges in a plane")
        ax.legend()
    figure.axes[0].set_ylabel("one right-hand side, us")
    figure.savefig(DOCS / "pictures" / "chains.svg", metadata={"Date": None})


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--links", type=int, nargs="+", default=[5, 10, 20, 50])
    options.add_argument("--space-links", type=int, nargs="+", default=[5, 10, 20])
    options.add_argument("--write", action="store_true")
    asked = options.parse_args()
    rows, seen = [], {}
    for space, counts in ((False, asked.links), (True, asked.space_links)):
        seen[space] = {}
        for count in counts:
            cells, seen[space][count] = row(space, count)
            rows.append(cells)
            print(*cells, flush=True)
    if asked.write:
        versions = ", ".join(f"{p} {importlib.metadata.version(p)}" for p in ("pin", "mujoco"))
        (DOCS / "benchmarks_chains.md").write_text(
            PAGE.format(date=datetime.date.today(), versions=versions, table=table(HEAD, rows)),
            encoding="utf-8",
        )
        picture(seen)


PAGE = """# Benchmarks: chains of hinged bodies

Written by `python benchmarks/chains.py --write` on {date}; 2 cores, AMD EPYC, shared with other
work. {versions}.

Links of length 1 hang from a fixed point. "derive" is CPU time from the text of the case to the compiled Python
function, "compile" wall time of the C compiler, "operations" those of one right-hand side with a function counted as
ten. Times are of one call: the C of this package in a loop of C, `aba` of pinocchio and `mj_forward` of MuJoCo (without
contacts) called from Python, which adds about a microsecond to each. "difference" is the largest of the accelerations,
relative, at a random state.

{table}

![one right-hand side](pictures/chains.svg)

What follows from it: a recursive numeric engine needs no derivation and no compiler, and its time for one right-hand
side is proportional to the number of links. Code made for one chain is the faster one where the table says so, and
pays where the same chain is integrated often; its derivation takes seconds from about 20 links on, and grows faster
than the number of links does. For a chain in space of 20 links and more, for a model that changes from run to run and
for contacts that come and go take pinocchio or MuJoCo.
"""


if __name__ == "__main__":
    main()
