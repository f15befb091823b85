"""Stability of steady motions over their letters: published results first, then laws, then words."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from discs import thin_disc

import nonholo as nh
from nonholo.arithmetic.between import simplest_between
from nonholo.cli import main
from nonholo.dynamics.characteristic import characteristic
from nonholo.dynamics.crossings import UNDEFINED, spectrum_at
from nonholo.dynamics.quotient import CERTAIN
from nonholo.errors import BadCase, NonholoError, NotApplicable, NotPfaffian, OutOfReach
from nonholo.expression.graph import Graph
from nonholo.findings.steady_map import VERDICTS, steady_map
from nonholo.linear.elimination import vanishes
from nonholo.readers.case_file import parse_case
from nonholo.signs.line import zeros_on_line
from nonholo.signs.plane import points_in_regions
from nonholo.views.steady.picture import steady_picture
from nonholo.views.steady.text import steady_text
from nonholo.words.language import speaking

CASES = Path(__file__).parents[1] / "cases"
WEAVE, CAPSIZE = 4.29238253634111, 6.02426201538837  # MeijaardPapadopoulosRuinaSchwab2007
DISC = thin_disc(
    ", ".join(f"{n} = {{ value = {x}, positive = true }}" for n, x in zip("mRg", (1.3, 0.7, 9.81)))
)


@pytest.fixture(scope="module")
def disc():
    return parse_case(DISC)


def told(steady):
    """Ends and verdict of each interval."""
    return [
        (*(None if z is None else float(z.ball) for z in cell.between), cell.answer.verdict)
        for cell in steady.cells
    ]


# published results ------------------------------------------------------------------------------
def test_bicycle_is_stable_exactly_between_weave_and_capsize_speed():
    """Where the paper has 15 digits: an eigenvalue is 0 at one end, a pair imaginary at the other."""
    steady = nh.steady_stability("whipple_bicycle", {"xdot": "v"})
    assert steady.complete and steady.judge.doubts == CERTAIN
    stable = [row for row in told(steady) if row[2] == "stable"]
    assert stable == [
        (pytest.approx(WEAVE, abs=2e-14), pytest.approx(CAPSIZE, abs=2e-14), "stable")
    ]
    assert all(row[2] == "unstable" for row in told(steady) if row not in stable)
    (cell,) = (c for c in steady.cells if c.answer.verdict == "stable")
    weave, capsize = (steady.boundaries[z.of[0]].events[0] for z in cell.between)
    assert "opposite" in weave and "passes through 0" in capsize
    assert all(z.high - z.low < Fraction(1, 10**40) and z.polynomial for z in cell.between)


def test_sleigh_is_stable_with_its_mass_ahead_of_the_blade():
    """Bloch2003: m a v > 0."""
    steady = nh.steady_stability("chaplygin_sleigh", {"xdot": "v"}, "a")
    verdicts = {cell.signs: cell.answer.verdict for cell in steady.cells}
    assert [str(b.f) for b in steady.boundaries] == ["a", "v"] and steady.complete
    assert verdicts == {
        (s, t): "stable" if s * t > 0 else "unstable" for s in (1, -1) for t in (1, -1)
    }


@pytest.mark.parametrize(
    "motion, square", [("spin'", "g/(3*R)"), ("yaw'", "4*g/(5*R)")], ids=["rolling", "spinning"]
)
def test_upright_disc_is_unstable_exactly_below_the_published_rate(disc, motion, square):
    """NeimarkFufaev1972, OReilly1996: for all masses, radii and gravities."""
    steady = nh.steady_stability(disc, {motion: "w"}, "m, R, g")
    graph, (boundary,) = steady.judge.p.graph, steady.boundaries
    g, R, w = (graph.symbol(name) for name in "gRw")
    critical = {"g/(3*R)": g / (3 * R), "4*g/(5*R)": 4 * g / (5 * R)}[square]
    assert vanishes(boundary.f.subs({g: g * w**2 / critical}))
    assert steady.complete and len(steady.cells) == 2
    for cell in steady.cells:
        slow = cell.at[w].args ** 2 < critical.subs(cell.at).args
        assert cell.answer.verdict == ("unstable" if slow else "undecided")
        assert cell.answer.spectrum.turning == (0 if slow else 2)


def test_upright_disc_of_any_inertia():
    """OReilly1996: rolling upright, psi'^2 = IT m g r/((IA + m r^2) IA)."""
    disc = nh.System(
        "x y phi theta psi",
        gravity=["0", "0", "-g"],
        parameters={n: {"positive": True} for n in ("IT", "IA", "m", "r", "g")},
        bodies={
            "name": "b",
            "rotation": ["z phi", "x theta", "z psi"],
            "mass": "m",
            "inertia": ["IT", "IT", "IA"],
            "origin": ["x", "y", "r*sin(theta)"],
        },
        rolling={"body": "b", "radius": "r", "axle": "z"},
        dependent=["x", "y"],
    )
    steady = nh.steady_stability(disc, {"theta": "pi/2", "psi'": "w"})
    (boundary,) = steady.boundaries
    IT, IA, m, r, g, w = (boundary.f.graph.symbol(n) for n in ("IT", "IA", "m", "r", "g", "w"))
    published = (IA + m * r**2) * IA * w**2 - IT * m * g * r
    assert vanishes(boundary.f - published) or vanishes(boundary.f + published)


STONE = {"A": "1/600", "B": "1/430", "C": "1/375", "D": "1/4000", "a": "2/25", "b": "1/27"}
STONE |= {"c": "1/35", "h": "1/60"}


def stone(**numbers):
    """The rattleback with other numbers."""
    text = (CASES / "large" / "rattleback.toml").read_text(encoding="utf-8")
    for name, value in numbers.items():
        line = f'{name} = {{ value = "{value}" }}' if name != "D" else f'D = "{value}"'
        text = re.sub(rf"(?m)^{name} = (\{{ value = .*|-?0\.\d+)$", line, text)
    return parse_case(text)


def test_rattleback_changes_its_growth_with_the_sense_of_its_spin():
    """Bondi1986: the powers s and s^3 have the factor D w (a^2 - b^2) (h - c): none of them where
    the axes of inertia are those of the ellipsoid, or it is round.
    """
    small = nh.linearise("rattleback", {"yaw'": "w"})
    p = characteristic(small.linear, {})
    D, w, a, b, h, c = (p.graph.symbol(n) for n in ("D", "w", "a", "b", "h", "c"))
    for odd in (p.unpaired[1], p.unpaired[3]):
        assert not vanishes(odd)
        assert all(vanishes(odd.subs(e)) for e in ({D: p.graph.zero}, {a: b}, {h: c}))
        assert vanishes(odd + odd.subs({w: -w}))
    assert all(vanishes(e - e.subs({w: -w})) for e in (p.unpaired[0], p.unpaired[2]))


def test_a_stone_that_is_stable_above_a_spin_in_one_sense_alone():
    """Bondi1986: there is a critical spin for one sense and none for the other."""
    steady = nh.steady_stability(stone(**STONE), {"yaw'": "w"})
    stable = [row for row in told(steady) if row[2] == "stable"]
    assert len(stable) == 1 and stable[0][0] is None and stable[0][1] < 0
    assert {row[2] for row in told(steady) if row not in stable} == {"unstable"}
    mirrored = nh.steady_stability(stone(**{**STONE, "D": "-1/4000"}), {"yaw'": "w"})
    (other,) = (row for row in told(mirrored) if row[2] == "stable")
    assert other[0] == pytest.approx(-stable[0][1], rel=1e-14) and other[1] is None


# laws -------------------------------------------------------------------------------------------
def drawn_system(rng):
    """Two degrees of freedom with random stiffness, damping and gyroscopic force, letters a, b."""
    k1, k2, k3, c1, c2, gyro = (rng.randint(-3, 3) for _ in range(6))
    L = f"(x'**2 + 2*y'**2)/2 - ({k1} + a)*x**2/2 - ({k2})*y**2/2 - ({k3} - b)*x*y"
    forces = {
        "x": f"-({c1} + b)*x' + ({gyro} + a)*y'",
        "y": f"-({c2} + 4)*y' - ({gyro} + a)*x'",
    }
    return nh.System("x y", f"{L}", forces=forces)


@pytest.mark.parametrize("seed", range(12))
def test_verdicts_are_those_of_rounded_eigenvalues(seed):
    """At random points of the plane of two letters, beside the boundaries."""
    rng = random.Random(seed)
    case = drawn_system(rng)
    steady = nh.steady_stability(case)
    small = nh.linearise(case)
    matched = 0
    for _ in range(40):
        at = {x: Fraction(rng.randint(-60, 60), 12) for x in steady.letters}
        signs = tuple(
            int(
                np.sign(float(Fraction(str(b.f.subs({x: x.graph.lift(v) for x, v in at.items()})))))
            )
            for b in steady.boundaries
        )
        rates = small.eigenvalues({str(x): float(v) for x, v in at.items()}).real
        if 0 in signs or min(abs(rates)) < 1e-6:
            continue
        matched += 1
        cells = [c for c in steady.cells if all(p in (0, q) for p, q in zip(c.signs, signs))]
        assert len(cells) == 1 or all(c.shared for c in cells)
        verdict = "unstable" if max(rates) > 0 else "asymptotically stable"
        assert (verdict, sum(rates > 0)) in {
            (c.answer.verdict, c.answer.spectrum.growing) for c in cells
        }
    assert matched > 10
    assert steady.complete


@pytest.mark.parametrize("seed", range(6))
def test_rests_are_stable_where_the_energy_is_least(seed):
    """Rests with a gyroscopic force w, of stiffness k1 + a, k3 - b, k2 and terms of higher order: a
    verdict is that of the energy where it is least, and open where only the gyroscopic force keeps
    eigenvalues on the axis.
    """
    rng = random.Random(seed)
    k1, k2, k3, w = (rng.randint(-3, 3) for _ in range(4))
    L = f"(x'^2 + 2*y'^2)/2 - ({k1} + a)*x^2/2 - ({k2})*y^2/2 - ({k3} - b)*x*y"
    steady = nh.steady_stability(nh.System("x y", f"{L} + {w}*(x*y' - y*x') + x^2*y"))
    assert steady.complete
    for cell in steady.cells:
        at = {str(x): float(Fraction(str(value))) for x, value in cell.at.items()}
        a, b = at.get("a", 0), at.get("b", 0)
        least = np.linalg.eigvalsh([[k1 + a, k3 - b], [k3 - b, k2]])[0] > 0
        verdict = cell.answer.verdict
        assert (verdict == "stable") == least and (w or verdict != "undecided")


def test_a_bead_on_a_hoop_is_stable_below_the_published_rate():
    """w^2 = g/R = 25."""
    slow, fast = nh.steady_stability("bead_on_hoop", over="w").cells
    assert slow.answer.verdict == "stable" and "Dirichlet" in slow.answer.reason
    assert fast.answer.verdict == "unstable" and str(slow.between[1]) == str(fast.between[0])


def test_the_energy_of_a_pendulum_in_two_coordinates():
    """m has no part in the eigenvalues; a force that turns keeps no energy."""
    letters = {"m": {"positive": True}, "l": {"positive": True}, "g": {}, "c": {}}
    pendulum = nh.System(
        "x y",
        "m*(x'^2 + y'^2)/2 - m*g*y",
        holonomic_constraints=["x^2 + y^2 = l^2"],
        parameters=letters,
    )
    below = nh.steady_stability(pendulum, {"x": 0, "y": "-l"})
    assert {str(c.at)[:5]: c.answer.verdict for c in below.cells} == {
        "{g: 1": "stable",
        "{g: -": "unstable",
    }
    turning = nh.System(
        "x y", "(x'^2 + y'^2 - x^2 - 9*y^2)/2", forces={"x": "c*y", "y": "-c*x"}, parameters=letters
    )
    assert {c.answer.verdict for c in nh.steady_stability(turning).cells} == {
        "undecided",
        "unstable",
    }


def test_a_point_of_each_cell_has_its_verdict():
    steady = nh.steady_stability("whipple_bicycle", {"xdot": "v"}, "c")
    small = nh.linearise(steady.case, {"xdot": "v"})
    assert steady.complete and {c.answer.verdict for c in steady.cells} == {"stable", "unstable"}
    for cell in steady.cells:
        at = {str(x): float(Fraction(str(v))) for x, v in cell.at.items()}
        moving = [e.real for e in small.eigenvalues(at) if abs(e) > 1e-9]
        assert bool(max(moving) < 0) is (cell.answer.verdict == "stable")
        assert sum(x > 0 for x in moving) == cell.answer.spectrum.growing


def test_a_cell_counts_the_eigenvalues_of_all_its_points():
    """A towed wheel that shimmies: with e > 0 two eigenvalues grow ahead, three backward."""
    wheel = nh.System(
        "y a x",
        "(x'^2 + y'^2)/2 + ((x' + a'*sin(a)/2)^2 + (y' - a'*cos(a)/2)^2)/2 + a'^2/20 - 50*y^2",
        ["y'*cos(a) = x'*sin(a) + e*a'"],
        forces={"a": "-a'/50"},
    )
    steady = nh.steady_stability(wheel, {"x'": "v"})
    assert steady.complete
    for v, e, growing in ((1, 0.1, 2), (-1, 1, 3), (-1, 0.5, 1), (-1, -1, 2), (1, 1, 0)):
        at = {x: x.graph.lift(Fraction(str({"v": v, "e": e}[str(x)]))) for x in steady.letters}
        signs = [np.sign(float(Fraction(str(b.f.subs(at))))) for b in steady.boundaries]
        cells = [c for c in steady.cells if all(a in (0, b) for a, b in zip(c.signs, signs))]
        assert [c.answer.spectrum.growing for c in cells] == [growing]


def test_every_region_of_the_plane_is_met():
    """The sides of x y = 1 with the same sign, and what circles and lines leave."""
    g = Graph()
    x, y = g.symbol("x"), g.symbol("y")
    branches = {(a > 0) for a, b in points_in_regions([x * y - 1], x, y) if a * b > 1}
    assert branches == {True, False}
    curves = [x**2 + y**2 - 2, (x - 1) ** 2 + y**2 - 1, y - x, 3 * y + 1]
    values = [
        lambda a, b: a * a + b * b - 2,
        lambda a, b: (a - 1) ** 2 + b * b - 1,
        lambda a, b: b - a,
        lambda a, b: 3 * b + 1,
    ]

    def signs(a, b):
        return tuple(np.sign(float(f(a, b))) for f in values)

    met = {signs(a, b) for a, b in points_in_regions(curves, x, y)}
    grid = np.linspace(-2.03, 2.01, 151)
    beside = {s for a in grid for b in grid if 0 not in (s := signs(a, b))}
    assert len(beside) > 8 and beside <= met


def test_zeros_with_algebraic_coefficients_are_exact_and_may_be_double():
    g = Graph()
    x, root = g.symbol("x"), g.sqrt(g.lift(2))
    (double,) = zeros_on_line([x**2 - 2 * root * x + 2], x)
    assert double.polynomial == (-2, 0, 1) and double.low > 0
    angle = g.cos(g.pi / 10)
    (zero,) = zeros_on_line([x - angle], x)
    assert float(zero.ball) == pytest.approx(np.cos(np.pi / 10), rel=1e-15)
    (zero,) = zeros_on_line([x - g.pi], x)
    assert 0 < zero.high - zero.low < Fraction(1, 10**30)
    with pytest.raises(OutOfReach, match="no polynomial in x"):
        zeros_on_line([g.sin(x) - x], x)


def test_the_simplest_number_between_two():
    rng = random.Random(3)
    for _ in range(200):
        a, b = sorted(Fraction(rng.randint(-400, 400), rng.randint(1, 60)) for _ in range(2))
        if a == b:
            continue
        simple = simplest_between(a, b)
        assert a < simple < b
        smaller = range(1, simple.denominator)
        assert not any(
            a < Fraction(n, d) < b for d in smaller for n in range(int(a * d) - 1, int(b * d) + 2)
        )


def test_what_is_assumed_is_where_cells_end():
    letters = {"k": {"min": 1, "max": 5}, "c": {"positive": True}}
    case = nh.System(
        "x", "(x'**2 - (k - 2)*(k - 7)*x**2)/2", forces={"x": "-c*x'"}, parameters=letters
    )
    steady = nh.steady_stability(case)
    assert [str(b.f) for b in steady.boundaries] == ["k - 2"]
    assert {c.signs: c.answer.verdict for c in steady.cells} == {
        (-1,): "asymptotically stable",
        (1,): "unstable",
    }
    assert all(1 < Fraction(str(c.at[x])) < 5 for c in steady.cells for x in c.at if str(x) == "k")


def test_relations_between_letters_are_where_cells_end():
    case = parse_case(
        'name = "n"\ncoordinates = ["x"]\nlagrangian = "(x\'**2 - (k - 3)*x**2)/2"\n'
        'forces = { x = "-c*x\'" }\nassumptions = ["k > c", "c > 1"]\n'
        "[parameters]\nc = 4.0\nk = 5.0\n"
    )
    steady = nh.steady_stability(case, over="k")
    assert [row[2] for row in told(steady)] == ["asymptotically stable"]
    assert told(steady)[0][0] == 4.0


@pytest.mark.parametrize(
    "lagrangian, constraints, lost",
    [
        ("m*(x'**2 + y'**2 - k*x**2 - y**2)/2", [], "m"),
        ("(x'**2 + y'**2 - k*x**2 - y**2)/2", ["(m - 1)*x' = (m - 1)*y'"], "m - 1"),
        ("(x'**2 + y'**2 - k*x**2 - y**2)/2", ["x'/m = y'/m"], "m"),
    ],
)
def test_letters_that_leave_the_eigenvalues_alone_are_where_cells_end(
    lagrangian, constraints, lost
):
    """Where the mass matrix is singular, and where constraints are dependent or not defined."""
    steady = nh.steady_stability(nh.System("x y", lagrangian, constraints))
    (end,) = (b for b in steady.boundaries if b.events == (UNDEFINED,))
    assert str(end.f) == lost and {str(x) for x in steady.letters} == {"k", "m"}
    where = [b.f for b in steady.boundaries].index(end.f)
    unstable = [c for c in steady.cells if c.answer.verdict == "unstable"]
    assert {c.signs[where] for c in unstable} == {0} and steady.complete


@pytest.mark.parametrize("lagrangian", ["m*({})/2", "({})/(2*m)"])
def test_unstable_intervals_are_apart_where_there_are_no_equations(lagrangian):
    case = nh.System("x", lagrangian.format("x'**2 + x**2"))
    assert told(nh.steady_stability(case)) == [(None, 0, "unstable"), (0, None, "unstable")]


@pytest.mark.parametrize(
    "factor, letters", [("m", "k"), ("sqrt(m)", "k"), ("(log(m)**2 + 1)", "k"), ("sqrt(n)", "k n")]
)
def test_a_letter_that_cannot_vanish_is_left_out_with_its_factor(factor, letters):
    """Letters below roots are letters where the root may not be real."""
    parameters = {"m": {"positive": True}, "k": {}, "n": {}}
    case = nh.System("x", f"{factor}*(x'**2 - k*x**2)/2", parameters=parameters)
    assert [str(x) for x in nh.steady_stability(case).letters] == letters.split()


# what linearisation does not prove --------------------------------------------------------------
def test_a_coordinate_that_acts_beyond_first_order_leaves_it_open():
    """The stiffness of x depends on z, which stays where it was pushed to."""
    friction = {"x": "-x'", "z": "-z'"}
    case = nh.System("x z", "(x'**2 + z'**2)/2 - x**2/2 + x**2*z**2", forces=friction)
    (cell,) = nh.steady_stability(case).cells
    assert cell.answer.verdict == "undecided"
    assert "z has a part in the equations, though not to first order" in cell.answer.reason
    falling = nh.System("x z", "(x'**2 + z'**2)/2 + x**2/2 + x**2*z**2", forces=friction)
    (cell,) = nh.steady_stability(falling).cells
    assert cell.answer.verdict == "unstable"  # of an equilibrium, whatever z does
    moved = nh.steady_stability(
        nh.System("x z", "(x'**2 + z'**2)/2 + x**2/2 + x**4*z**2"), {"zdot": "w"}
    )
    assert {c.answer.verdict for c in moved.cells} == {"undecided"}
    alone = nh.System("x z", "(x'**2 + z'**2)/2 - x**2/2", forces=friction)
    (cell,) = nh.steady_stability(alone).cells
    assert cell.answer.verdict == "asymptotically stable"


@pytest.mark.parametrize(
    "force, word",
    [
        ("-x' - x**3*sin(t)", "the equations hold t"),
        ("-x' - x*abs(x)", "sign or abs has no slope everywhere"),
    ],
)
def test_what_is_not_smooth_or_not_steady_is_left_open(force, word):
    case = nh.System("x", "(x'**2 - x**2)/2", forces={"x": force})
    (cell,) = nh.steady_stability(case).cells
    assert cell.answer.verdict == "undecided" and word in cell.answer.reason


def test_abs_of_a_letter_alone_is_smooth():
    case = nh.System("x", "(x'**2 - (abs(k) + 1)*x**2)/2", forces={"x": "-x'"})
    (cell,) = nh.steady_stability(case).cells
    assert cell.answer.verdict == "asymptotically stable"


def test_a_motion_that_is_steady_within_rounding_is_left_open():
    """1.4142135623730951 is no rest of (x^2 - 2)^2, sqrt(2) is."""
    case = nh.System("x", "x'**2/2 - (x**2 - 2)**2", forces={"x": "-x'"})
    verdicts = [
        nh.steady_stability(case, {"x": at}).cells[0].answer
        for at in ("sqrt(2)", "1.4142135623730951")
    ]
    assert [v.verdict for v in verdicts] == ["asymptotically stable", "undecided"]
    assert "within rounding" in verdicts[1].reason


def test_an_angle_out_of_reach_is_told():
    case = nh.System("x", "x'**2/2 - x**2*sin(al)/2", parameters={"al": 0.4712345})
    with pytest.raises(OutOfReach, match="try exact numbers, such as pi/10 for an angle"):
        nh.steady_stability(case)
    assert nh.steady_stability(case, over="al").letters


def test_a_ground_below_is_not_looked_at():
    case = nh.System("x", "x'**2/2 - x**2/2", forces={"x": "-x'"}, inequalities=["x >= 0"])
    (cell,) = nh.steady_stability(case).cells
    assert cell.answer.verdict == "undecided" and "inequalities" in cell.answer.reason


def test_nonlinear_constraints_are_refused():
    """Small motions were told without them."""
    for ask in (nh.linearise, nh.steady_stability):
        with pytest.raises(NotPfaffian, match="x1dot"):
            ask("benenti_particles")


def test_a_steady_motion_given_in_numbers_has_its_family_too():
    """Its velocity may be any: one eigenvalue 0, along it."""
    steady = nh.steady_stability("whipple_bicycle", {"xdot": "5"})
    assert (steady.zeros, steady.family, steady.letters) == (1, 1, ())
    assert [cell.answer.verdict for cell in steady.cells] == ["stable"]


def test_a_zero_that_belongs_to_no_family_is_left_open():
    """x'' = -x^3 - x', beside which linearisation has an eigenvalue 0."""
    case = nh.System("x y", "(x'**2 + y'**2)/2 - x**4/4 - y**2/2", forces={"x": "-x'", "y": "-y'"})
    (cell,) = nh.steady_stability(case).cells
    assert cell.answer.verdict == "undecided" and cell.answer.spectrum.growing == 0


def test_roots_that_are_opposite_for_all_letters_are_counted_apart():
    """An undamped oscillator beside a damped one: k < 0 is unstable, k > 0 oscillates."""
    case = nh.System("x y", "(x'**2 + y'**2 - k*x**2 - y**2)/2", forces={"y": "-c*y'"})
    p = characteristic(nh.linearise(case).linear, {})
    assert len(p.paired) == 2 and len(p.unpaired) == 3
    k, c = (p.graph.symbol(n) for n in "kc")
    from nonholo.arithmetic.numbers import Rational

    counted = [spectrum_at(p, {k: Rational(v), c: Rational(1, 2)}) for v in (-1, 3)]
    assert [(s.growing, s.turning, s.decaying) for s in counted] == [(1, 0, 3), (0, 2, 2)]


def test_a_spinning_linearisation_has_numbers():
    """Its entries do not depend on t, though the form of some holds it."""
    values = nh.linearise("rattleback", {"yaw'": "2"}).eigenvalues()
    assert len(values) == 5 and max(values.real) == pytest.approx(0.0842061, rel=1e-5)


# pictures ---------------------------------------------------------------------------------------
def test_a_map_has_the_verdict_of_each_region(disc):
    steady = nh.steady_stability(disc, {"spin'": "w"}, "R")
    drawn = steady_map(steady, {"w": (0, 6), "R": (0.1, 2)})
    w, R = np.meshgrid(drawn.x, drawn.y)
    slow = w**2 < 9.81 / (3 * R)
    assert (
        drawn.verdicts == np.where(slow, VERDICTS.index("unstable"), VERDICTS.index("undecided"))
    ).all()
    assert steady_picture(drawn).startswith(b"<?xml") and drawn.names == ("w", "R")
    assert steady_picture(drawn) == steady_picture(drawn)


def test_a_line_has_the_eigenvalues():
    steady = nh.steady_stability("chaplygin_sleigh", {"xdot": "v"})
    drawn = steady_map(steady)
    assert drawn.window == (-1.0, 1.0) and drawn.swept.eigenvalues.shape == (241, 2)
    assert steady_picture(drawn, "png").startswith(b"\x89PNG")


def test_pictures_that_cannot_be_drawn_are_refused(disc):
    steady = nh.steady_stability(disc, {"spin'": "w"}, "m, R, g")
    with pytest.raises(NotApplicable, match="a picture is one of one or two letters; here are 4"):
        steady_map(steady)
    with pytest.raises(BadCase, match="q is no letter of this motion; there are R, g, m, w"):
        steady_map(steady, {"q": None})


# words ------------------------------------------------------------------------------------------
def test_what_is_not_judged_may_act_in_higher_order():
    forces = {"x": "-x' + x^3*cos(y)", "y": "-y'"}
    out = steady_text(nh.steady_stability(nh.System("x y", "(x'^2 + y'^2 - x^2)/2", forces=forces)))
    assert "not judged     y\n" in out and "no effect" not in out


def test_words(capsys, tmp_path):
    out = steady_text(nh.steady_stability("chaplygin_sleigh", {"xdot": "v"}))
    assert "v < 0\n    verdict      UNSTABLE: an eigenvalue has a positive real part" in out
    assert "v > 0\n    verdict      STABLE: all eigenvalues but those of the family" in out
    assert "  not judged     x, y, theta\n" in out  # stable is what moves, not where it ends
    with speaking("es"):
        assert "INESTABLE: un valor propio tiene parte real positiva" in steady_text(
            nh.steady_stability("chaplygin_sleigh", {"xdot": "v"})
        )
    picture = tmp_path / "a.svg"
    asked = ["families", "chaplygin_sleigh", "--of", "stability", "--at", "x'=v"]
    assert main([*asked, "--map", "v=-2:2", "-o", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"<?xml")
    assert "for which parameters is the steady motion stable?" in capsys.readouterr().out
    assert main([*asked, "--over", "a", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)["families"]["stability"]
    assert [b["equation"] for b in record["boundaries"]] == ["a", "v"]
    assert {c["verdict"] for c in record["cells"]} == {"stable", "unstable"}


def test_an_open_verdict_has_status_1(capsys, tmp_path, disc):
    path = tmp_path / "disc.toml"
    path.write_text(DISC)
    assert main(["families", str(path), "--of", "stability", "--at", "spin'=w"]) == 1
    assert "w = 2.16134878523" in capsys.readouterr().out


@pytest.mark.parametrize(
    "options, words",
    [
        (["--of", "stability,measure"], "ask the other questions apart"),
        (["--of", "measure", "--at", "xdot=v"], "--at and --over go with --of stability"),
        (["--of", "stability", "-c", "dz = y dx"], "it does not go with --of stability"),
        (["--of", "stability", "--over", "q"], "q is no parameter; there are m, I, a"),
        (["--of", "stability", "--at", "thetadot=1"], "not a steady motion"),
        (["--of", "stability", "--at", "xdot=v", "--map", "v=3:1"], "or with ranges a=-1:1,c=0:2"),
    ],
)
def test_refusals(options, words, capsys):
    try:
        status = main(["families", "chaplygin_sleigh", *options])
    except SystemExit as end:
        status = end.code
    assert status == 2
    assert words in " ".join(capsys.readouterr().err.split())


def test_constraints_alone_are_refused():
    with pytest.raises(NonholoError, match="Lagrangian"):
        nh.steady_stability(nh.constraints("dz = y dx"))


def test_a_page_has_the_stability_that_was_asked_for(tmp_path):
    dossier = nh.analyze("chaplygin_sleigh", steady={"xdot": "v"})
    html = nh.report(dossier)
    assert (
        "For which parameters a steady motion is stable" in html
        and ">unstable: an eigenvalue" in html
    )
    plain = nh.report(nh.analyze("vertical_disk"))
    assert "For which parameters a steady motion is stable" not in plain


def test_boundaries_in_the_sign_of_a_letter_leave_the_list_open():
    """|a| = 1 parts |a| > 1 on both sides of 0 from what lies between."""
    spring = nh.System("x", "x'^2/2 - (abs(a) - 1)*x^2/2", forces={"x": "-x'"}, parameters=["a"])
    assert not nh.steady_stability(spring).complete


@pytest.mark.parametrize(
    "mass, stiffness, damping",
    [("1", "1", "log(a)"), ("log(a)", "1", "1"), ("1", "a^2 - 2", "sqrt(a)")],
)
def test_there_is_no_stability_where_a_coefficient_has_no_value(mass, stiffness, damping):
    """Of all these there was a cell with a point such as a = 0 or a = -1."""
    L, force = f"({mass})*x'^2/2 - ({stiffness})*x^2/2", {"x": f"-({damping})*x'"}
    steady = nh.steady_stability(nh.System("x", L, forces=force, parameters=["a"]))
    (letter,) = steady.letters
    points = [cell.at[letter].args for cell in steady.cells]
    assert len(points) == 2 and all(a > 0 for a in points)


@pytest.mark.parametrize(
    ("lagrangian", "at", "start", "end"),
    [
        ("(x'**2 + x**2*y'**2)/2 - k*x**2/2", {"y'": "sqrt(k)", "x": 1}, "0", "None"),
        ("(x'**2 + y'**2)/2 - x**4/4 + k*x**2/2", {"x": "sqrt(k)"}, "0", "None"),
        ("(x'**2 + y'**2)/2 + k*cos(x) - cos(x)**2/2", {"x": "acos(k)"}, "-1", "1"),
    ],
)
def test_there_is_no_stability_where_the_motion_is_not_real(lagrangian, at, start, end):
    """The coefficients hold the squares alone of y' = sqrt(k), x = sqrt(k) and cos(x) = k."""
    (cell,) = nh.steady_stability(nh.System("x y", lagrangian), at).cells
    low, high = cell.between
    assert (str(low and low.low), str(high and high.low)) == (start, end)
