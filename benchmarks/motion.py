"""Motions: from the case to ten seconds at 1e-10, one right-hand side, a million of them,
ensembles; against others.

    python benchmarks/motion.py [--write] [--repeats 5] [--only rolling_coin]

--write makes docs/benchmarks_motion.md.  PyDy and heyoka are measured where they are installed, see
requirements_motion.txt.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import motion_by_hand as hand
import numpy as np
from motion_peers import Way, pydy_scipy, sympy_scipy
from motion_table import table, write

import nonholo as nh
from nonholo.errors import NotApplicable
from nonholo.numerics.compile import compiled
from nonholo.numerics.initial import initial_state
from nonholo.numerics.integrate import integrate
from nonholo.numerics.model import model
from nonholo.numerics.native import native, native_blocks, run_native
from nonholo.numerics.taylor import equations, heyoka, integrator
from nonholo.readers.case_file import read_case
from nonholo.simulation import drawn

CASES = Path(__file__).parents[1] / "cases"
SYSTEMS = ("rolling_coin", "chaplygin_sleigh", "rolling_disk", "ball_on_turntable", "snakeboard")
BY_HAND = ("rolling_coin", "rolling_disk")
RTOL, ATOL, SECONDS = 1e-10, 1e-12, 10.0
MILLION, CHUNK, MEMBERS, LOOPED = 1_000_000, 4096, 400, 20
BASE = "SymPy lambdify, SciPy"


def best(work: Callable[[], object], repeats: int, calls: int = 1) -> float:
    """CPU seconds of one call, the shortest of some runs."""
    times = []
    for _ in range(repeats):
        began = time.process_time()
        for _ in range(calls):
            work()
        times.append((time.process_time() - began) / calls)
    return min(times)


def in_turns(works: dict[str, tuple[Callable[[], object], int]], repeats: int) -> dict[str, float]:
    """CPU seconds of one call of each; one after the other in every run, for machines vary."""
    rounds = [
        {n: best(work, 1, calls) for n, (work, calls) in works.items()} for _ in range(repeats)
    ]
    return {name: min(times[name] for times in rounds) for name in works}


def waited(work: Callable[[], object]) -> tuple[float, object]:
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def start_of(stem: str):
    case = read_case(CASES / f"{stem}.toml")
    law = model(case.system)
    return case, law, initial_state(law, {n: float(x) for n, x in case.initial.items()})


def last(path) -> np.ndarray:
    return path.at([path.end])[0]


def our_ways(stem: str, law, y: np.ndarray) -> list[Way]:
    derived = min(
        waited(lambda: model(read_case(CASES / f"{stem}.toml").system))[0] for _ in range(3)
    )
    x = [*y.tolist(), 0.0]
    ways = [
        Way(
            "ours, default",
            derived,
            lambda: law.slope(x),
            lambda s: integrate(law, y, 0.0, s, rtol=RTOL, atol=ATOL),
        )
    ]
    seconds, library = waited(lambda: native(law))
    states = np.tile(y, (1000, 1))
    out = np.empty_like(states)
    ways.append(
        Way(
            "ours, native (C)",
            derived + seconds,
            lambda: library.many(states, 0.0, out),
            lambda s: run_native(library, y, 0.0, [s], RTOL, ATOL),
        )
    )
    try:
        seconds, solver = waited(lambda: integrator(law, y, 0.0, RTOL))
    except NotApplicable:
        return ways

    def taylor(s: float):
        solver.time, solver.state[:] = 0.0, y
        solver.propagate_until(s)
        return solver.state.copy()

    return [*ways, Way("ours, taylor (heyoka)", derived + seconds, None, taylor)]


def hand_way(stem: str, law, y: np.ndarray) -> Way:
    made = hand.in_c(stem, {s.args: x for s, x in law.values.items()})
    states = np.tile(y, (1000, 1))
    out = np.empty_like(states)
    return Way(
        "C by hand",
        0.0,
        lambda: made.many(states, 0.0, out),
        lambda s: run_native(made, y, 0.0, [s], RTOL, ATOL),
    )


def motions(stem: str, repeats: int) -> tuple[list[list[str]], dict[str, float], dict[str, float]]:
    """Rows of the first table; seconds of the motion and of one right-hand side by way."""
    _, law, y = start_of(stem)
    ways = [
        *our_ways(stem, law, y),
        *([hand_way(stem, law, y)] if stem in BY_HAND else []),
        sympy_scipy(stem, y, (RTOL, ATOL)),
        pydy_scipy(stem, y, (RTOL, ATOL)),
    ]
    right = last(integrate(law, y, 0.0, SECONDS, rtol=1e-13, atol=1e-14))
    found = {way.name: way for way in ways if way is not None}
    times = in_turns({n: (partial(way.motion, SECONDS), 1) for n, way in found.items()}, repeats)
    thousand = {"ours, native (C)", "C by hand"}  # states in one call
    calls = {
        n: (way.slope, 200 if n in thousand else 1000)
        for n, way in found.items()
        if way.slope is not None
    }
    if stem in BY_HAND:
        by_hand = hand.in_python(stem, {s.args: v for s, v in law.values.items()})
        calls["Python by hand"] = partial(by_hand, [*y.tolist(), 0.0]), 1000
    slopes = {
        n: seconds / (1000 if n in thousand else 1)
        for n, seconds in in_turns(calls, 4 * repeats).items()
    }
    rows = []
    for name, way in found.items():
        end = way.motion(SECONDS)
        end = end if isinstance(end, np.ndarray) else last(end)
        n = min(len(end), 2 * law.n)
        rows.append(
            [
                stem,
                name,
                f"{1e3 * way.prepared:.0f} ms" if way.prepared else "",
                f"{1e3 * times[name]:.3g} ms",
                f"{np.max(np.abs(end[:n] - right[:n])):.0e}",
                f"{times[BASE] / times[name]:.3g}",
            ]
        )
    return rows, times, slopes


def one_slope(stem: str, slopes: dict[str, float]) -> list[list[str]]:
    """Rows of the second table."""
    limits = {"ours, default": "Python by hand", "ours, native (C)": "C by hand"}
    return [
        [
            stem,
            name,
            f"{1e6 * slopes[name]:.3g} us",
            f"{slopes[name] / slopes[limits[name]]:.2g}"
            if stem in BY_HAND and name in limits
            else "",
        ]
        for name in slopes
    ]


def by_heyoka(law, side: np.ndarray, out: np.ndarray) -> Callable[[], object]:
    pairs, values = equations(law), np.array(list(law.values.values()))
    function = heyoka().cfunc([e for _, e in pairs], [v for v, _ in pairs])
    pars = np.ascontiguousarray(np.tile(values[:, None], (1, side.shape[1])))
    for count in range(
        len(values), -1, -1
    ):  # it wants the parameters up to the last one that is used
        with suppress(ValueError):
            function(side[:, :2].copy(), pars=pars[:count, :2].copy())
            break
    return lambda: function(side, pars=pars[:count], outputs=out)


def many(stem: str, repeats: int) -> tuple[list[list[str]], dict[str, float]]:
    """Rows of the third table, and seconds a state."""
    _, law, y = start_of(stem)
    rng = np.random.default_rng(1)
    side = np.ascontiguousarray((y + 1e-2 * rng.standard_normal((MILLION, len(y)))).T)
    rows, out, out_rows = (
        np.ascontiguousarray(side.T),
        np.empty_like(side),
        np.empty((MILLION, len(y))),
    )
    values = {s.args: v for s, v in law.values.items()}
    function = compiled(law.slopes, law.inputs, list(law.values), arrays=True, steps=law.steps)(
        list(values.values())
    )

    def chunks():
        for a in range(0, MILLION, CHUNK):
            for target, row in zip(out, function([*side[:, a : a + CHUNK], 0.0])):
                target[a : a + CHUNK] = row

    def one_by_one(made):
        return lambda: made.many(rows, 0.0, out_rows)

    def vectors(made):
        return lambda: made.many(side, 0.0, out)

    work = {
        "ours, C, one by one": one_by_one(native(law)),
        "ours, C, vectors": vectors(native_blocks(law)),
        "ours, NumPy in chunks": chunks,
    }
    if stem in BY_HAND:
        work["C by hand, one by one"] = one_by_one(hand.in_c(stem, values))
        work["C by hand, vectors"] = vectors(hand.in_vectors(stem, values))
    with suppress(NotApplicable):
        work["heyoka cfunc"] = by_heyoka(law, side, out)
    times = {name: best(w, repeats) / MILLION for name, w in work.items()}
    reference = times.get("C by hand, vectors")
    return [
        [stem, name, f"{1e9 * t:.3g}", f"{t / reference:.2g}" if reference else ""]
        for name, t in times.items()
    ], times


def ensembles(stem: str, ranges: dict[str, tuple[float, float]]) -> list[list[str]]:
    """Rows of the fourth table."""
    members, path = drawn(MEMBERS, 1, **ranges), CASES / f"{stem}.toml"
    options = {"rtol": RTOL, "atol": ATOL}
    nh.ensemble(path, members[:2], 2.0, **options)
    times = {}
    for name, more in (
        ("ours, default", {}),
        ("ours, native (C)", {"method": "native"}),
        ("ours, together", {"together": True}),
    ):
        nh.ensemble(path, members[:2], 2.0, **options, **more)
        times[name] = (
            best(lambda more=more: nh.ensemble(path, members, 2.0, **options, **more), 1) / MEMBERS
        )
    case, law, _ = start_of(stem)
    states = [
        initial_state(law, m, wished={n: float(x) for n, x in case.initial.items()})
        for m in members[:LOOPED]
    ]
    ways = [sympy_scipy(stem, y, (RTOL, ATOL)) for y in states]
    times["NumPy loop"] = best(lambda: [w.motion(2.0) for w in ways], 1) / LOOPED
    return [
        [stem, name, f"{1e3 * t:.3g}", f"{times['NumPy loop'] / t:.3g}"]
        for name, t in times.items()
    ]


def goals(times, slopes, thousands) -> str:
    default = [times[s][BASE] / times[s]["ours, default"] for s in times]
    fast = [times[s][BASE] / times[s]["ours, native (C)"] for s in times]
    hands = [s for s in times if s in BY_HAND]
    python = [slopes[s]["ours, default"] / slopes[s]["Python by hand"] for s in hands]
    c = [slopes[s]["ours, native (C)"] / slopes[s]["C by hand"] for s in hands]
    vectors = [thousands[s]["ours, C, vectors"] / thousands[s]["C by hand, vectors"] for s in hands]
    rows = [
        [
            "10 s of motion, default path, against SymPy lambdify + SciPy",
            "at least 5 times faster",
            f"{min(default):.3g} to {max(default):.3g}",
        ],
        [
            "the same, fast path (C)",
            "at least 50 times faster",
            f"{min(fast):.3g} to {max(fast):.3g}",
        ],
    ]
    if hands:
        rows += [
            [
                "one right-hand side, default path, against Python by hand",
                "at most 2 times its time",
                f"{min(python):.2g} to {max(python):.2g}",
            ],
            [
                "one right-hand side, fast path, against C by hand in a loop",
                "at most 3 times its time",
                f"{min(c):.2g} to {max(c):.2g}",
            ],
            [
                "a million right-hand sides, fast path, against vectorised C by hand",
                "at most 2 times its time",
                f"{min(vectors):.2g} to {max(vectors):.2g}",
            ],
        ]
    return table(("what", "wanted", "measured"), rows)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--repeats", type=int, default=5)
    options.add_argument("--only", choices=SYSTEMS)
    options.add_argument("--write", action="store_true", help="write docs/benchmarks_motion.md")
    asked = options.parse_args()
    chosen = [asked.only] if asked.only else SYSTEMS
    rows, slope_rows, times, slopes = [], [], {}, {}
    for stem in chosen:
        found, times[stem], slopes[stem] = motions(stem, asked.repeats)
        rows += found
        slope_rows += one_slope(stem, slopes[stem])
        print(
            table(("case", "way", "derive, compile", "10 s", "difference", "times faster"), found),
            flush=True,
        )
    thousands, many_rows = {}, []
    for stem in [s for s in chosen if s in BY_HAND] or chosen:
        found, thousands[stem] = many(stem, asked.repeats)
        many_rows += found
    members = ensembles(
        "rolling_disk", {"thetadot": (-0.1, 0.1), "phidot": (0.6, 1.0), "psidot": (1.0, 1.5)}
    )
    parts = {
        "motions": table(
            ("case", "way", "derive, compile", "10 s", "difference", "times faster"), rows
        ),
        "slopes": table(("case", "way", "one call", "against by hand"), slope_rows),
        "many": table(("case", "way", "ns a state", "against vectors by hand"), many_rows),
        "ensembles": table(("case", "way", "ms a motion", "times faster"), members),
        "goals": goals(times, slopes, thousands),
    }
    for name in ("slopes", "many", "ensembles", "goals"):
        print("\n" + parts[name])
    if asked.write:
        write(**parts, repeats=asked.repeats, rtol=RTOL, atol=ATOL, members=MEMBERS, looped=LOOPED)


if __name__ == "__main__":
    main()
