"""Code from the graph, the discrete principle, C, many motions at once."""

from __future__ import annotations

import json
import math
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.dynamics.equations import motion
from nonholo.errors import BadCase, NonholoError, NotApplicable
from nonholo.expression.graph import Expr, Graph, children
from nonholo.formulations.maggi import maggi
from nonholo.numerics.accelerations import ways
from nonholo.numerics.compile import compiled, source
from nonholo.numerics.model import model, with_numbers
from nonholo.numerics.native import integrate_native, native
from nonholo.numerics.terms import terms
from nonholo.readers.case_file import read_case
from nonholo.simulation import drawn, grid, simulate
from nonholo.simulation.derivations import split
from nonholo.testing.strategies import functions, small_settings

ROOT = Path(__file__).parents[1]
COIN = ROOT / "cases/rolling_coin.toml"
needs_compiler = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler"
)


def case(stem: str):
    return read_case(ROOT / "cases" / f"{stem}.toml")


# code -------------------------------------------------------------------------------------------
def value(node: Expr, at: dict[str, float]) -> float:
    """The value of an expression by walking its tree: the plainest reading there is."""
    if node.kind == "number":
        return int(node.args.p) / int(node.args.q)
    if node.kind in ("symbol", "pi"):
        return math.pi if node.kind == "pi" else at[node.args]
    parts = [value(child, at) for child in children(node)]
    if node.kind == "sum":
        constant, terms = node.args
        return int(constant.p) / int(constant.q) + sum(
            int(c.p) / int(c.q) * x for (_, c), x in zip(terms, parts)
        )
    if node.kind == "product":
        return math.prod(x ** float(e) for (_, e), x in zip(node.args, parts))
    return getattr(math, node.args[0])(*parts)


@st.composite
def expressions(draw) -> list[Expr]:
    graph = Graph()
    symbols = [graph.symbol(n) for n in ("x", "y", "m")]
    first, second = draw(functions(symbols)), draw(functions(symbols))
    return [
        first,
        first * second + symbols[2],
        (first + second) ** 2 / (1 + second**2),
        graph.symbol("m"),
    ]


@given(expressions(), st.lists(st.floats(0.2, 1.9), min_size=3, max_size=3))
def test_code_gives_the_value_of_the_expression(roots, numbers):
    graph, (x, y, m) = roots[0].graph, numbers
    symbols = [graph.symbol(n) for n in ("x", "y")]
    stated = [value(root, {"x": x, "y": y, "m": m}) for root in roots]
    plain = compiled(roots, symbols, [graph.symbol("m")])([m])([x, y])
    assert plain == pytest.approx(stated, rel=1e-9, abs=1e-9)
    arrays = compiled(roots, symbols, [graph.symbol("m")], arrays=True)([m])(
        [np.array([x, x]), np.array([y, y])]
    )
    for many, one in zip(arrays, stated):
        assert np.broadcast_to(many, 2) == pytest.approx([one, one], rel=1e-9, abs=1e-9)


def test_functions_that_need_a_name_of_their_own():
    g = Graph()
    x, y = g.symbol("x"), g.symbol("y")
    roots = [
        g.call(n, x)
        for n in (
            "asin",
            "acos",
            "atan",
            "exp",
            "log",
            "sinh",
            "tanh",
            "abs",
            "sign",
            "sqrt",
            "tan",
        )
    ]
    roots += [g.call("atan2", y, x), g.power(x, Fraction(1, 3)), -x]
    stated = [
        math.asin(0.3),
        math.acos(0.3),
        math.atan(0.3),
        math.exp(0.3),
        math.log(0.3),
        math.sinh(0.3),
        math.tanh(0.3),
        0.3,
        1.0,
        math.sqrt(0.3),
        math.tan(0.3),
        math.atan2(2, 0.3),
        0.3 ** (1 / 3),
        -0.3,
    ]
    assert compiled(roots, [x, y])([])([0.3, 2.0]) == pytest.approx(stated, rel=1e-14)
    found = compiled(roots, [x, y], arrays=True)([])([np.array([0.3]), np.array([2.0])])
    assert [float(f[0]) for f in map(np.atleast_1d, found)] == pytest.approx(stated, rel=1e-14)


def test_what_rests_is_computed_once():
    g = Graph()
    m, a, x = (g.symbol(n) for n in ("m", "a", "x"))
    text = source([m * g.sin(a) * g.cos(x), g.sin(a) + x], [x], [m, a])
    inner = text.partition("def f(x)")[2]
    assert "sin" not in inner and "cos" in inner


def test_names_of_users_never_reach_the_code():
    g = Graph()
    evil = g.symbol("__import__('os')")
    assert "import" not in source([evil + 1], [evil])


# the discrete principle -------------------------------------------------------------------------
def error(about, step: float) -> float:
    right = simulate(about, 2.0, check=False)
    found = simulate(about, 2.0, method="discrete", step=step, check=False)
    return max(abs(right.q[n][-1] - found.q[n][-1]) for n in right.names)


@pytest.mark.parametrize(
    "stem", ["rolling_coin", "moving_circle", "double_pendulum_cartesian", "lemos_affine_particle"]
)
def test_the_discrete_method_has_order_two(stem):
    about = case(stem)
    coarse, fine = error(about, 0.02), error(about, 0.01)
    assert coarse < 1e-9 or 3.5 < coarse / fine < 4.5


@pytest.mark.parametrize(("stem", "step"), [("knife_edge_incline", 0.05), ("rolling_coin", 0.05)])
def test_its_energy_error_does_not_grow(stem, step):
    """Over 60 periods the error of the last tenth is that of the first; the constraints hold to
    rounding.
    """
    found = simulate(case(stem), 200.0, method="discrete", step=step, points=2001, check=False)
    wrong = np.abs(found.monitors.imbalance)
    assert 1e-6 < wrong.max() < 1e-2
    assert wrong[-200:].max() < 1.05 * wrong[:200].max()
    assert found.receipt.residual_max < 1e-14


def test_it_can_be_reversed_to_rounding():
    found = simulate(case("rolling_coin"), 5.0, method="discrete", step=0.02)
    assert next(f.value for f in found.receipt.findings if f.name == "reversal") < 1e-11


def test_the_discrete_velocity_of_an_energy_that_is_not_quadratic_is_that_of_its_momentum():
    fast = nh.System("x", "x'**2/2 + x'**4/12 - x**2/2", initial={"x": 0.5, "xdot": 1})
    exact = simulate(fast, 1.0, points=3, check=False)
    found = simulate(fast, 1.0, points=3, check=False, method="discrete", step=0.05)
    assert np.allclose(found.v["x"], exact.v["x"], atol=1e-3)


def test_a_rival_has_no_discrete_principle():
    with pytest.raises(NotApplicable, match="a rival's equations have none"):
        simulate(case("rolling_coin"), rival="substituted", method="discrete")


# C ----------------------------------------------------------------------------------------------
@needs_compiler
@pytest.mark.parametrize(
    "stem", ["rolling_coin", "rolling_disk", "moving_circle", "ball_on_turntable"]
)
def test_c_gives_the_same_motion(stem):
    right = simulate(case(stem), 2.0, check=False)
    found = simulate(case(stem), 2.0, method="native")
    assert max(np.max(np.abs(right.q[n] - found.q[n])) for n in right.names) < 1e-10
    assert found.receipt.ok
    assert found.receipt.steps == pytest.approx(right.receipt.steps, abs=2)


@needs_compiler
def test_one_library_serves_other_numbers():
    first = model(case("rolling_coin").system)
    symbol = first.terms.chart.graph.symbol("m")
    other = with_numbers(first, {symbol: 5.0})
    y = np.array([[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]])
    libraries = native(first), native(other)
    assert libraries[0].library is libraries[1].library
    for law, library in zip((first, other), libraries):
        assert library.many(y)[0] == pytest.approx(law.rates(0.0, y[0]), rel=1e-14)
    assert libraries[0].many(y)[0] == pytest.approx(first.rates(0.0, y[0]), rel=1e-14)


@needs_compiler
def test_threads_with_one_law_and_other_numbers_do_not_mix():
    """A library holds one set of numbers: each thread sets its own, and runs, before another."""
    first = model(nh.System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 1}).system)
    laws = [first, with_numbers(first, {first.terms.chart.graph.symbol("k"): 4.0})]
    start = np.array([1.0, 0.0])

    def ends(law):
        paths = (integrate_native(law, start, 0.0, 2.0, 1e-6, 1e-7) for _ in range(300))
        return {float(path.at([2.0])[0, 0]) for path in paths}

    alone, usual = [ends(law) for law in laws], sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(ends, laws * 2))
    finally:
        sys.setswitchinterval(usual)
    assert together == alone * 2


def test_without_a_compiler_it_says_so(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(NotApplicable, match="needs a C compiler"):
        simulate(case("vertical_disk"), method="native")


# many motions -----------------------------------------------------------------------------------
MEMBERS = [*grid(theta=[0.1, 0.9], m=[1.0, 2.0]), {"phidot": 3.0}]


def plain(records):
    return [{k: r[k] for k in ("set", "t", "q", "v")} for r in records]


def test_members_are_the_motions_one_by_one():
    records = nh.ensemble(COIN, MEMBERS, 1.0, points=3)
    for record, numbers in zip(records, MEMBERS):
        alone = simulate(
            case("rolling_coin"),
            1.0,
            points=3,
            check=False,
            initial={n: x for n, x in numbers.items() if n != "m"},
            parameters={n: x for n, x in numbers.items() if n == "m"},
        )
        assert record["set"] == numbers
        assert record["q"]["x"] == pytest.approx(alone.q["x"].tolist(), abs=1e-13)


@pytest.mark.parametrize("stem", ["rolling_coin", "ball_on_turntable", "moving_circle"])
def test_together_is_the_same(stem):
    path, members = ROOT / f"cases/{stem}.toml", drawn(5, 3, m=(1.0, 2.0))
    alone, together = (nh.ensemble(path, members, 1.0, points=3, together=t) for t in (False, True))
    for a, b in zip(alone, together):
        assert b["residual_max"] < 1e-12 and b["energy_drift"] < 1e-9
        for name in a["q"]:
            assert b["q"][name] == pytest.approx(a["q"][name], abs=1e-9)


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor(pool):
    with pool(2) as executor:
        found = nh.ensemble(COIN, MEMBERS, 0.5, executor=executor)
    assert plain(found) == plain(nh.ensemble(COIN, MEMBERS, 0.5))


def test_an_interrupted_sweep_goes_on(tmp_path):
    file = tmp_path / "sweep.jsonl"
    whole = nh.ensemble(COIN, MEMBERS, 0.5, file=file)
    lines = file.read_text().splitlines()
    assert json.loads(lines[0])["members"] == MEMBERS and len(lines) == 1 + len(MEMBERS)
    file.write_text("\n".join(lines[:3]) + "\n" + lines[3][:40])
    again = nh.ensemble(COIN, MEMBERS, 0.5, file=file)
    assert plain(again) == plain(whole)
    assert file.read_text().splitlines()[:3] == lines[:3]
    with pytest.raises(NonholoError, match="holds another sweep"):
        nh.ensemble(COIN, MEMBERS[:2], 0.5, file=file)


def test_a_member_that_fails_is_told_and_the_others_go_on():
    records = nh.ensemble(COIN, [{"phidot": 1.0, "xdot": 5.0}, {}], 0.5)
    assert "breaks the constraint" in records[0]["failure"]
    assert records[1]["ok"]


def test_unknown_names_of_members_are_refused():
    with pytest.raises(BadCase, match="speed is no coordinate, velocity or parameter"):
        nh.ensemble(COIN, [{"speed": 1.0}])


def test_seeds_are_repeatable():
    assert drawn(3, 5, theta=(0, 1)) == drawn(3, 5, theta=(0, 1)) != drawn(3, 6, theta=(0, 1))


# accelerations without a split ------------------------------------------------------------------
def ways_agree_with_maggi(system, d) -> int:
    """Each way of solving gives Maggi's accelerations on admissible velocities; how many ways there
    are.

    Equal expressions are one node (their values at two random points agree), so no normal forms are
    needed."""
    true, count = motion(maggi(system, d)), 0
    for solved in ways(terms(system)):
        count += 1
        wrong = [
            d.restrict(a) - b for a, b in zip(solved.accelerations, true.accelerations, strict=True)
        ]
        assert all(e.is_zero for e in wrong), solved.way
        moved = dict(zip(d.chart.v, solved.nearest))
        assert all(d.pfaffian.value(l).subs(moved).is_zero for l in range(d.k)), solved.way
        assert all(d.restrict(e) is d.restrict(v) for e, v in zip(solved.nearest, d.chart.v)), (
            solved.way
        )
    return count


@given(small_settings())
def test_all_ways_of_solving_agree_on_random_systems(setting):
    assert ways_agree_with_maggi(*setting) >= 1


@pytest.mark.parametrize(
    "stem", ["rolling_coin", "chaplygin_sleigh", "ball_on_turntable", "moving_circle", "snakeboard"]
)
def test_all_ways_of_solving_agree(stem):
    about = case(stem)
    assert ways_agree_with_maggi(about.system, split(about)) >= 3


def test_a_parameter_beyond_the_numbers_of_the_machine_is_refused():
    given = nh.System("x", "m*x'**2/2", parameters={"m": "exp(1000)"}, initial={"xdot": 1})
    with pytest.raises(NonholoError, match=r"exp\(1000\) is beyond the numbers of the machine"):
        simulate(given)


@pytest.mark.parametrize("far", [10**400, "exp(1000)", "-10^400"])
def test_numbers_that_the_machine_does_not_have_are_named(far):
    with pytest.raises(NonholoError, match=r"initial.x: x is beyond the numbers of the machine"):
        nh.System("x", "x'**2/2", initial={"x": far})
    spring = nh.System("x", "x'**2/2 - k*x**2/2", parameters={"k": far})
    with pytest.raises(NonholoError, match="z' = A z is beyond the numbers of the machine"):
        nh.linearise(spring).eigenvalues()


@pytest.mark.filterwarnings("error")
def test_an_energy_beyond_the_numbers_of_the_machine_is_told_by_the_receipt_alone():
    steep = nh.System("x", "x'^2/2 - log(cosh(1000*x))", initial={"x": 1})
    found = nh.simulate(steep, 0.01, points=2, reversal=False)
    assert found.q["x"][-1] == pytest.approx(0.95, rel=1e-9)
    assert [str(told).split(":")[0] for told in found.receipt.warnings] == ["energy"]
