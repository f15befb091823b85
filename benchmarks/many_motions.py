"""Many motions: a member of an ensemble with start and receipt, against heyoka's batches and JAX.

    python benchmarks/many_motions.py [--members 4096] [--write]

The rolling disc, 2 s at rtol = 1e-10, other velocities in each member; CPU time of the process, the
shortest of three runs.  --write makes docs/benchmarks_many_motions.md.  heyoka, JAX and diffrax are
measured where they are installed.
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
from motion_table import machine, table

import nonholo as nh
from nonholo.numerics.columns import in_columns, starts
from nonholo.numerics.compile import source
from nonholo.numerics.lanes import integrate_lanes
from nonholo.numerics.model import model
from nonholo.numerics.taylor import equations
from nonholo.simulation import drawn, stream

ROOT = Path(__file__).parents[1]
CASE = ROOT / "cases" / "rolling_disk.toml"
RANGES = {"thetadot": (-0.1, 0.1), "phidot": (0.6, 1.0), "psidot": (1.0, 1.5)}
RTOL, ATOL, SECONDS, REPEATS, ALONE = 1e-10, 1e-12, 2.0, 3, 100


def best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def states(count: int):
    """The law, parameters and initial states of the members."""
    case = nh.read_case(CASE)
    law, members = model(case.system), drawn(count, 1, **RANGES)
    numbers = np.tile(list(law.values.values()), (count, 1))
    asked = {n: np.array([m[n] for m in members]) for n in RANGES}
    wished = {n: np.full(count, float(x)) for n, x in case.initial.items()}
    y, _ = starts(in_columns(law, numbers), asked, wished, count)
    return law, numbers, y


def ours(count: int) -> dict[str, float]:
    law, numbers, y = states(count)
    times = np.array([0.0, SECONDS])
    asked = {"rtol": RTOL, "atol": ATOL}
    members = drawn(count, 1, **RANGES)

    def whole() -> None:
        for _ in stream(CASE, members, SECONDS, method="native", **asked):
            pass

    def alone() -> None:
        for _ in stream(CASE, members[:ALONE], SECONDS, method="native", **asked):
            pass

    whole(), alone()
    return {
        "ours, native, one by one": best(alone) / ALONE,
        "ours, native, in lanes: start, motion, receipt, record": best(whole) / count,
        "ours, in lanes: motion alone": best(
            lambda: integrate_lanes(law, numbers, y, times, RTOL, ATOL)
        )
        / count,
    }


def by_heyoka(count: int) -> tuple[dict[str, float], np.ndarray]:
    import heyoka as hy

    law, numbers, y = states(count)
    size = hy.recommended_simd_size()
    batch = hy.taylor_adaptive_batch(equations(law), np.tile(y[0][:, None], size), tol=RTOL)
    used = len(batch.pars)
    batch.pars[:] = numbers[0][:used, None]
    ends = np.empty_like(y)

    def run() -> None:
        for i in range(0, count, size):
            batch.set_time(0.0)
            batch.state[:] = y[i : i + size].T
            batch.propagate_until(SECONDS)
            ends[i : i + size] = batch.state.T

    single = hy.taylor_adaptive(equations(law), y[0].tolist(), tol=RTOL)
    single.pars[:] = numbers[0][: len(single.pars)]

    def one_by_one() -> None:
        for i in range(512):
            single.time, single.state[:] = 0.0, y[i]
            single.propagate_until(SECONDS)

    return {
        f"heyoka, batches of {size}: motion alone": best(run) / count,
        "heyoka, one by one: motion alone": best(one_by_one) / 512,
    }, ends


def by_jax(count: int) -> dict[str, float]:
    import diffrax
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    law, numbers, y = states(count)
    names = {n: getattr(jnp, n) for n in ("sin", "cos", "tan", "sqrt", "exp", "log")} | {
        "pi": jnp.pi
    }
    text = source(law.slopes, law.inputs, list(law.values), law.steps)
    exec(compile(text, "<disc>", "exec"), names)
    slope = names["make"]([float(x) for x in numbers[0]])

    def rates(t, state, args):
        del args
        return jnp.stack([jnp.asarray(e) for e in slope([*state, t])])

    def end(start):
        return diffrax.diffeqsolve(
            diffrax.ODETerm(rates),
            diffrax.Dopri8(),
            0.0,
            SECONDS,
            None,
            start,
            stepsize_controller=diffrax.PIDController(rtol=RTOL, atol=ATOL),
            saveat=diffrax.SaveAt(t1=True),
        ).ys[0]

    run = jax.jit(jax.vmap(end))
    given = jnp.asarray(y)
    run(given).block_until_ready()
    return {"JAX, diffrax Dopri8 under vmap": best(lambda: run(given).block_until_ready()) / count}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--members", type=int, default=4096)
    options.add_argument("--write", action="store_true")
    asked = options.parse_args()
    times = ours(asked.members)
    try:
        more, ends = by_heyoka(asked.members)
        law, numbers, y = states(asked.members)
        told = integrate_lanes(law, numbers, y, np.array([0.0, SECONDS]), RTOL, ATOL)
        difference = float(np.abs(told.states[:, -1] - ends).max())
        times |= more
    except ImportError:
        difference = float("nan")
    with suppress(ImportError):
        times |= by_jax(asked.members)
    base = times["ours, native, one by one"]
    rows = [[name, f"{1e6 * t:.3g}", f"{base / t:.3g}"] for name, t in times.items()]
    shown = table(("way", "us a member", "times faster"), rows)
    print(shown, f"\nlargest difference from heyoka's last states: {difference:.0e}")
    if asked.write:
        versions = ", ".join(
            f"{p} {importlib.metadata.version(p)}"
            for p in ("numpy", "heyoka", "jax", "diffrax")
            if _installed(p)
        )
        (ROOT / "docs" / "benchmarks_many_motions.md").write_text(
            PAGE.format(
                date=datetime.date.today(),
                machine=machine(),
                members=asked.members,
                versions=versions,
                table=shown,
                difference=f"{difference:.0e}",
            ),
            encoding="utf-8",
        )


def _installed(package: str) -> bool:
    try:
        importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


PAGE = """# Benchmarks: many motions

Written by `python benchmarks/many_motions.py --write` on {date};
{machine};
{versions}.

{members} motions of the rolling disc, 2 s at rtol = 1e-10, other velocities in each. Times are CPU time of the
process, the shortest of three runs; ratios in one run are what counts. "start, motion, receipt, record" is all that
`nh.ensemble` and `nonholo simulate --draw` do for a member: the velocities put on the constraints, the equations
checked at the start, DOP853 in C for 8 members side by side, what is told put back on the constraints, constraints,
equations and energy measured, the record. The others integrate from states that were found before, and measure nothing.

{table}

The last states differ from heyoka's by {difference} at most.
"""


if __name__ == "__main__":
    main()
