"""Faster ways to the same numbers: steps on lists, normal forms, many states in C."""

from __future__ import annotations

import math
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonholo.errors import NotApplicable
from nonholo.numerics import dop853
from nonholo.numerics.brent import zero_between
from nonholo.numerics.initial import initial_state
from nonholo.numerics.integrate import integrate
from nonholo.numerics.lean import Lean
from nonholo.numerics.lines import operations
from nonholo.numerics.model import model
from nonholo.numerics.native import native, native_blocks
from nonholo.numerics.rank import nearly, where_rank_is_kept
from nonholo.readers.case_file import read_case
from nonholo.simulation import simulate

ROOT = Path(__file__).parents[1]
needs_cc = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler"
)


def case(stem: str):
    return read_case(ROOT / "cases" / f"{stem}.toml")


@pytest.mark.parametrize(
    "stem", ["rolling_coin", "chaplygin_sleigh", "rolling_disk", "ball_on_turntable"]
)
def test_the_step_on_lists_is_that_of_scipy(stem):
    from scipy.integrate import DOP853

    about = case(stem)
    law = model(about.system)
    y = initial_state(law, {n: float(x) for n, x in about.initial.items()})
    theirs = DOP853(law.rates, 0.0, y, 1.0, rtol=1e-10, atol=1e-12)
    ours = Lean(law.slope, law.rates, 0.0, y, 1.0, 1e-10, 1e-12)
    for _ in range(4):
        theirs.step(), ours.step()
        assert ours.t == pytest.approx(
            theirs.t, rel=1e-3
        )  # an error that is all rounding decides the next step
        for part in (0.3, 0.9):
            there = theirs.t_old + part * (theirs.t - theirs.t_old)
            assert np.max(np.abs(ours.dense_output()(there) - theirs.dense_output()(there))) < 1e-11
    assert ours.nfev == theirs.nfev - 4 * 2 * 3  # theirs counts what interpolants need


def test_that_rank_is_kept_is_seen_without_interpolants():
    about = case("rolling_disk")
    law = model(about.system)
    y = initial_state(law, {n: float(x) for n, x in about.initial.items()})
    path = integrate(law, y, 0.0, 0.5)
    assert where_rank_is_kept(law, path, nearly(1e-12, 1e-13)) is path
    assert all(state.made is None for _, _, state in path.pieces[:-1])


@given(st.floats(-3, 3), st.floats(0.01, 4), st.sampled_from([1e-12, 1e-4]))
def test_zeros_are_those_of_scipy_to_the_last_bit(shift, slope, xtol):
    from scipy.optimize import brentq

    def f(x):
        return math.tanh(slope * (x - shift)) + 0.1 * (x - shift) ** 3

    assert zero_between(f, -3.5, 3.7, xtol) == brentq(f, -3.5, 3.7, xtol=xtol)


def test_tables_first_step_and_interpolant_are_scipys_to_the_last_bit():
    from scipy.integrate import DOP853
    from scipy.integrate._ivp.rk import Dop853DenseOutput

    ours = [dop853.A[:12, :12], dop853.A[13:], dop853.B, dop853.NODES[:12], dop853.NODES[13:]]
    ours += [dop853.E3, dop853.E5, dop853.D]
    theirs = [DOP853.A, DOP853.A_EXTRA, DOP853.B, DOP853.C, DOP853.C_EXTRA]
    theirs += [DOP853.E3, DOP853.E5, DOP853.D]
    assert all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))

    def slope(t, y):
        return np.array([y[1], -y[0] * y[0] + t])

    y, end = np.array([1.0, 0.3]), -2.0
    solver = DOP853(slope, 0.0, y, end, rtol=1e-9, atol=1e-12)
    assert dop853.first_step(slope, 0.0, y, slope(0.0, y), end, 1e-9, 1e-12) == solver.h_abs
    F, times = np.sin(np.arange(14.0)).reshape(7, 2), np.linspace(0.2, 0.5, 5)
    made = dop853.Interpolant(0.2, 0.5, y, F), Dop853DenseOutput(0.2, 0.5, y, F)
    assert np.array_equal(made[0](times), made[1](times))
    assert np.array_equal(made[0](0.31), made[1](0.31))


@pytest.mark.parametrize(
    "stem", ["rolling_coin", "rolling_disk", "ball_on_turntable", "snakeboard", "moving_circle"]
)
def test_normal_forms_are_taken_only_where_they_are_shorter(stem):
    about = case(stem)
    law = model(about.system)
    plain = [*law.terms.chart.v, *law.solved.stepped[0]]
    assert operations(law.slopes, law.inputs, law.steps) <= operations(
        [*plain, *([law.terms.power(law.solved.stepped[1])] if law.works else [])],
        law.inputs,
        law.solved.steps,
    )
    rng = np.random.default_rng(1)
    y, t = rng.uniform(0.5, 1.0, (20, law.size)), np.full(20, 0.4)
    y[:, law.n : 2 * law.n] = [law.nearest([*row, 0.4]) for row in y]  # where both mean the same
    direct = law.measure(law.solved.accelerations, t, y)
    assert (
        np.max(np.abs(law.slopes_at(t, y)[law.n : 2 * law.n] - direct) / (1 + np.abs(direct)))
        < 1e-12
    )


def test_the_disc_takes_few_operations():
    """About 95 are known for its accelerations by hand; ours has position and velocity to the
    contact point too.
    """
    law = model(case("rolling_disk").system)
    assert law.solved.way == "virtual displacements"
    assert operations(law.slopes, law.inputs, law.steps) < 130  # a sine counts as ten


@needs_cc
@pytest.mark.parametrize("stem", ["rolling_disk", "ball_on_turntable", "moving_circle"])
def test_many_states_in_c(stem):
    law = model(case(stem).system)
    states = np.random.default_rng(2).uniform(0.5, 1.0, (1500, law.size))
    right = law.slopes_at(np.full(len(states), 0.4), states)
    for found in (native(law).many(states, 0.4).T, native_blocks(law).many(states.T, 0.4)):
        assert np.max(np.abs(found - right) / (1 + np.abs(right))) < 1e-13


def test_taylor_gives_the_same_motion():
    pytest.importorskip("heyoka")
    for stem in ("rolling_disk", "snakeboard", "moving_circle", "ball_on_turntable"):
        right, found = (simulate(case(stem), 2.0, method=m) for m in ("DOP853", "taylor"))
        assert max(np.max(np.abs(right.q[n] - found.q[n])) for n in right.names) < 1e-9
        assert found.receipt.ok


def test_without_heyoka_it_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "heyoka", None)
    with pytest.raises(
        NotApplicable, match="needs the package heyoka: pip install heyoka; DOP853 needs none"
    ):
        simulate(case("rolling_coin"), method="taylor")


@pytest.mark.skipif(
    not shutil.which("cc") or not Path("/proc/self/maps").exists(),
    reason="no C compiler, or no /proc",
)
def test_native_laws_are_unloaded_when_nothing_refers_to_them():
    import gc

    from nonholo.numerics.c_code import library

    def loaded() -> int:
        return sum("law.so" in line for line in Path("/proc/self/maps").read_text().splitlines())

    gc.collect()
    before = loaded()
    made = [library(f"double f(double x) {{ return x + {k}.0; }}") for k in range(3)]
    assert loaded() > before
    del made
    gc.collect()
    assert loaded() == before
