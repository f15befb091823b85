"""Certificates of the stability of steady motions: published ones, random ones, forged ones."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import pairwise

import pytest
from discs import thin_disc
from flint import arb, fmpq

import nonholo as nh
from nonholo.cli import main
from nonholo.errors import OutOfReach
from nonholo.evidence.problem import digest
from nonholo.evidence.stability import stability_certificate, with_certificate
from nonholo.readers.case_file import parse_case
from nonholo.verifier.cases import with_angles
from nonholo.verifier.functions import Functions
from nonholo.verifier.outcome import Budget, Stop
from nonholo.verifier.polynomials import plus
from nonholo.verifier.problem import Reader, names_of
from nonholo.verifier.real import Reals
from nonholo.verifier.steady import Stability

DISC = thin_disc(
    ", ".join(f"{n} = {{ value = {x}, positive = true }}" for n, x in zip("mRg", (1.3, 0.7, 9.81)))
)
DAMPED = {"x": "-x'"}
HELD, UNHELD = "asymptotically stable", "unstable"


def certified(case, at=None, over=""):
    return json.loads(json.dumps(nh.certificate(nh.steady_stability(case, at, over))))


def verdicts(document):
    """Of the cells, in order."""
    cells = document["cells"]
    return [c["verdict"] for n, c in enumerate(cells) if n == 0 or "end" in cells[n - 1]]


# published
@pytest.mark.parametrize(
    ("case", "at", "over", "cells"),
    [
        ("chaplygin_sleigh", {"xdot": "v"}, "", ["unstable", "stable"]),
        ("chaplygin_sleigh", {"xdot": "1"}, "a", ["unstable", "stable"]),
        (parse_case(DISC), {"spin'": "w"}, "", ["undecided", "unstable", "undecided"]),
        (parse_case(DISC), {"yaw'": "w"}, "", ["undecided", "unstable", "undecided"]),
        ("bead_on_hoop", {"theta": "pi"}, "w", ["excluded", "unstable"]),
        ("bead_on_hoop", {}, "w", ["excluded", "stable", "unstable"]),
        ("two_wheeled_carriage", {"xdot": "v"}, "", ["stable"]),
    ],
    ids=["sleigh", "offset", "rolling", "spinning", "bead", "slow bead", "carriage"],
)
def test_published_motions(case, at, over, cells):
    """Bloch2003, NeimarkFufaev1972, OReilly1996, Goldstein2002."""
    made = certified(case, at, over)
    assert nh.verify(made, case).status == "accepted" and verdicts(made) == cells


def test_the_rolling_disc_has_the_published_rate():
    """3 R w^2 = g."""
    made = certified(parse_case(DISC), {"spin'": "w"})
    low, high = (cell["end"] for cell in made["cells"] if "end" in cell)
    assert low == high == "-327 + 70*w**2"


# numbers whose cosines are irrational
def one_letter(stiffness):
    """x'' = -x' - stiffness x."""
    return nh.System("x", f"x'^2/2 - ({stiffness})*x^2/2", forces=DAMPED, parameters={"k": None})


@pytest.mark.parametrize(
    ("stiffness", "cells"),
    [
        ("k^2 - cos(pi/5)*k", [HELD, UNHELD, HELD]),
        ("k^2 - 2*cos(pi/7)", [HELD, UNHELD, HELD]),
        ("k^4 - sqrt(2)", [HELD, UNHELD, HELD]),
        ("(k^3 - 2*cos(pi/9))*(k - 1)^2*(1 + k^2)", [UNHELD, UNHELD, HELD]),
        ("k - sqrt(3)*sin(pi/10)", [UNHELD, HELD]),
        ("2*cos(pi/5) - 3/2", [HELD]),
        ("4*cos(pi/7)*cos(2*pi/7)*cos(3*pi/7) - 13/25", [UNHELD]),
    ],
)
def test_numbers_whose_cosines_are_irrational(stiffness, cells):
    """Where k is as the roots of the stiffness say; cos(pi/7) cos(2 pi/7) cos(3 pi/7) = 1/8."""
    case = one_letter(stiffness)
    made = certified(case)
    assert nh.verify(made, case).status == "accepted" and verdicts(made) == cells


def test_conjugates_of_the_ends_of_cells_are_no_ends():
    """x'' = -x + c y, y'' = -2 y - c x grows where c^2 > 1/4, c = 10 (k - 1) - sqrt(5)/5: from
    k = 19/20 - sqrt(5)/50 on nothing changes."""
    c = "(10*k - 10 - (4*cos(pi/5) - 1)/5)"
    forces = {"x": f"{c}*y", "y": f"-{c}*x"}
    case = nh.System("x y", "(x'^2 + y'^2 - x^2 - 2*y^2)/2", forces=forces, parameters={"k": None})
    made = certified(case)
    assert nh.verify(made, case).status == "accepted"
    assert verdicts(made) == [UNHELD, "undecided", UNHELD]


def test_a_station_where_another_test_vanishes_shows_nothing_and_others_are_taken():
    """Masses 1 and 1 coupled by 2 x' y', of no sign, beside what turns without a potential."""
    L = "(x'^2 + y'^2)/2 + 2*x'*y' - (k - 1)*x^2/2 - y^2/2"
    forces = {"y": "cos(pi/5)*x", "x": "-cos(pi/5)*y"}
    case = nh.System("x y", L, forces=forces, parameters={"k": None})
    made = certified(case)
    assert nh.verify(made, case).status == "accepted"
    assert verdicts(made) == ["undecided", UNHELD, UNHELD, UNHELD]


@pytest.mark.parametrize("order", range(8, 124, 4))
def test_real_numbers_of_roots_of_unity_have_exact_signs(order):
    """Held against enclosures, also of numbers next to 0."""
    language, rng = Functions(order, Budget(None)), random.Random(order)

    def enclosed(p):
        """p, its own conjugate, at e^(2 pi i/N)."""
        waves = ((arb.cos_pi_fmpq(fmpq(2 * dict(m).get(0, 0), order)), c) for m, c in p.items())
        return sum((wave * arb(fmpq(c.numerator, c.denominator)) for wave, c in waves), arb(0))

    for _ in range(3):
        p: dict = {}
        for _ in range(3):
            c, e = Fraction(rng.randint(-9, 9), rng.randint(1, 9)), Fraction(rng.randrange(order))
            for turn in (e, -e):
                p = plus(p, language.turn(2 * turn / order), c)
        close = Fraction(int((enclosed(p) * 10**9).mid().floor().unique_fmpz()), 10**9)
        for x in (p, plus(p, {(): -close})):
            sign = Reals(language).sign_at([x], Fraction(0))
            assert sign == (enclosed(x) > 0) - (enclosed(x) < 0) and bool(sign) == bool(x)


# letters that no eigenvalue holds
HANGS = "(x'^2 + y'^2)/2 - y"


@pytest.mark.parametrize(
    ("names", "lagrangian", "levels", "forces", "cells"),
    [
        ("x", "k*(x'^2/2 + 9*cos(x))", [], {}, ["excluded", "stable"]),
        ("x", "k*(x'^2/2 - 9*cos(x))", [], {}, ["excluded", UNHELD]),
        ("x", "k^3*(x'^2/2 - x^2)", [], {"x": "-k^3*x'"}, ["excluded", HELD]),
        ("x", "k*(x'^2/2 - cos(pi/5)*x^2)", [], {"x": "-k*x'"}, ["excluded", HELD]),
        ("x y", f"({HANGS})/k", ["y - x^2"], {}, ["excluded", "stable"]),
        ("x y", f"({HANGS})/k", ["y - x^2"], DAMPED, ["excluded", HELD]),
        ("x y", f"({HANGS})/(1 + k)", ["y + x^2"], DAMPED, ["excluded", UNHELD]),
        ("x y", f"({HANGS})/(2 - cos(pi/5))", ["y - x^2"], DAMPED, [HELD]),
    ],
)
def test_one_factor_of_the_lagrangian_has_a_certificate(names, lagrangian, levels, forces, cells):
    """Where k > 0; no factor changes what rests without forces, or how x moves beside y = x^2."""
    numbers = {"k": {"positive": True}} if "k" in lagrangian else {}
    case = nh.System(names, lagrangian, [], levels, forces, numbers)
    made = json.loads(json.dumps(certified(case)))
    assert nh.verify(made, case).status == "accepted" and verdicts(made) == cells


@pytest.mark.parametrize("names", ["a k", "k a"])
@pytest.mark.parametrize(("forces", "rests"), [({}, "stable"), (DAMPED, HELD)])
def test_which_letter_is_named_first_changes_nothing(names, forces, rests):
    """x'' = -k x + a x^2: a stands in no eigenvalue."""
    numbers = dict.fromkeys(names.split())
    case = nh.System("x", "x'^2/2 - k*x^2/2 + a*x^3/3", forces=forces, parameters=numbers)
    made = certified(case)
    assert nh.verify(made, case).status == "accepted" and verdicts(made) == [UNHELD, rests]


# random
def drawn(rng):
    """Two oscillators coupled by springs, dampers and gyroscopic forces, one number a letter."""
    n = lambda: rng.randint(-3, 3)  # noqa: E731
    L = f"(x'^2 + 2*y'^2)/2 - ({n()} + a)*x^2/2 - ({n()})*y^2/2 - ({n()} - a)*x*y + {n()}*x*y^2"
    w, c = f"({n()} + {rng.randint(0, 1)}*a)", rng.randint(0, 2)
    forces = {"x": f"-({c} + {n()}*a)*x' + {w}*y'", "y": f"-(4)*y' - {w}*x'"}
    rows = [[], ["z' = y*x'"], ["z' = a*x*y' + y*x'"]][rng.randrange(3)]
    names = "x y z" if rows else "x y"
    return nh.System(names, L + (" + z'^2/2" if rows else ""), rows, forces=forces)


@pytest.mark.parametrize("seed", range(25))
def test_cells_of_random_systems_are_certified_and_those_of_rounded_eigenvalues(seed):
    case = drawn(random.Random(seed))
    steady = nh.steady_stability(case)
    made = json.loads(json.dumps(stability_certificate(steady)))
    assert nh.verify(made).status == "accepted"
    small = nh.linearise(case)
    known = [c for c in steady.cells if c.between]
    assert [c.answer.verdict for c in known] == verdicts(made)
    rng, matched = random.Random(seed), 0
    for cell in known:
        low, high = (z and float(z.ball) for z in cell.between)
        low = -20.0 if low is None else low
        high = 20.0 if high is None else high
        for _ in range(6):
            rates = small.eigenvalues({"a": rng.uniform(low, high)})
            growth = max(rates.real)
            if abs(growth) > 1e-6 and cell.answer.verdict != "undecided":
                matched += 1
                assert (growth > 0) == (cell.answer.verdict == "unstable")
    assert matched or all(c.answer.verdict == "undecided" for c in known)


# words
def test_an_answer_is_told_though_it_has_no_certificate(tmp_path, capsys):
    path = tmp_path / "c.json"
    asked = ["families", "chaplygin_sleigh", "--of", "stability", "--certificate", str(path)]
    assert main(asked) == 3 and not path.exists()
    told = capsys.readouterr()
    assert "UNDECIDED" in told.out and "certified      no: no verdict" in told.out
    assert "no verdict that could be shown" in told.err


def test_certificates_of_stability_go_to_files(tmp_path, capsys, monkeypatch):
    path = tmp_path / "sleigh.json"
    asked = ["families", "chaplygin_sleigh", "--of", "stability", "--at", "xdot=v"]
    assert main([*asked, "--certificate", str(path)]) == 0
    assert "certified" in (out := capsys.readouterr().out) and "yes: the verifier accepts" in out
    assert main(["verify", str(path), "--case", "chaplygin_sleigh"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "accepted",
        "  below the root of v between -1 and 1: UNSTABLE",
        "  above the root of v between -1 and 1: STABLE",
        "  may end anywhere: x, y, theta",
    ]
    monkeypatch.setattr("nonholo.cli.verify.READABLE", 0)
    assert main(["verify", str(path)]) == 0
    brief = capsys.readouterr().out.splitlines()
    root = "the root between -1 and 1 of an equation in v, of 1 characters"
    assert brief[1:3] == [f"  below {root}: UNSTABLE", f"  above {root}: STABLE"]
    assert main(["verify", str(path), "--json"]) == 0
    stations = json.loads(capsys.readouterr().out)["shown"]["cells"]
    assert [one["end"] for one in stations if "end" in one] == ["v"]
    assert main(["verify", str(path), "--case", "bead_on_hoop"]) == 1
    capsys.readouterr()
    assert main([*asked, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)["families"]["stability"]
    assert record["certified"] is True and "not_certified" not in record
    page = nh.report(nh.analyze("chaplygin_sleigh", steady={"xdot": "v"}))
    assert "certified: yes: the verifier accepts these cells" in page


@pytest.mark.parametrize(
    ("case", "at", "told", "ends"),
    [
        ("whipple_bicycle", {}, ["unstable"], ["x", "y", "yaw", "rear", "front"]),
        ("whipple_bicycle", {"xdot": "5"}, ["stable"], ["x", "y", "yaw", "rear", "front"]),
        ("rattleback", {"yawdot": "w"}, ["unstable", "unstable"], ["x", "y", "yaw"]),
    ],
)
def test_bicycle_and_rattleback_have_certificates(case, at, told, ends):
    made = stability_certificate(nh.steady_stability(case, at))
    shown = nh.verify(made).shown
    assert ([cell["verdict"] for cell in shown["cells"]], shown["ends"]) == (told, ends)


def test_the_bicycle_over_all_speeds_has_the_published_ones():
    """MeijaardPapadopoulosRuinaSchwab2007: stable from 4.292382536341111 m/s, where it weaves, to
    6.024262015388837 m/s, where it capsizes; coefficients in Q(cos(pi/10))."""
    made = stability_certificate(nh.steady_stability("whipple_bicycle", {"xdot": "v"}))
    assert nh.verify(made).status == "accepted"
    assert verdicts(made) == ["unstable", "unstable", "unstable", "stable", "unstable"]
    cells = made["cells"]
    ends = [(Fraction(a["at"]), Fraction(b["at"])) for a, b in pairwise(cells) if "end" in a]
    speeds = (-6.024262015388837, -4.292382536341111, 4.292382536341111, 6.024262015388837)
    assert all(low < speed < high for (low, high), speed in zip(ends, speeds, strict=True))


@pytest.mark.parametrize(
    ("case", "at", "over", "why"),
    [
        ("chaplygin_sleigh", {"xdot": "v"}, "a", "several letters"),
        (nh.System("x y", "(x'^2 + y'^2 + x^2 + y^2)/2 + 3*(x*y' - y*x')"), {}, "", "no verdict"),
        (nh.System("x", "x'^2/2 - sqrt(5 + x^2)", forces=DAMPED), {}, "", "root of such a number"),
    ],
)
def test_what_has_no_certificate_says_so(case, at, over, why):
    steady = nh.steady_stability(case, at, over)
    with pytest.raises(OutOfReach, match=why):
        stability_certificate(steady)
    told = with_certificate(steady)
    assert told.certified is False and why in str(told.uncertified)


def test_what_is_assumed_of_the_letter_is_told():
    """k > 0 leaves out what is below; a case that does not say so is another one."""
    given = {"k": {"positive": True}}
    case = nh.System("x", "x'^2/2 - (k^2 - 2)*x^2/2", forces=DAMPED, parameters=given)
    made = certified(case)
    assert verdicts(made) == ["excluded", "unstable", "asymptotically stable"]
    assert nh.verify(made, case).shown["assumed"] == ["k > 0"]
    free = nh.System("x", "x'^2/2 - (k^2 - 2)*x^2/2", forces=DAMPED, parameters={"k": None})
    assert nh.verify(made, free).why == "the certificate assumes k > 0; the case does not say so"


# forged
def problem(names, lagrangian, rows=(), levels=(), forces=None, parameters=None, **motion):
    return {
        "coordinates": names.split(),
        "holonomic_constraints": list(levels),
        "constraints": list(rows),
        "inequalities": [],
        "parameters": parameters or {},
        "lagrangian": lagrangian,
        **({"forces": forces} if forces else {}),
        "motion": {"places": {}, "rates": {}, **motion},
    }


def document(told, cells, **cases):
    """A certificate by hand, of what moves by all coordinates."""
    given = {"places": dict(told["motion"]["places"]), "speeds": dict(told["motion"]["rates"])}
    given |= {"multipliers": {}, "member": {}, "letters": [], "columns": [], "assumed": []}
    given |= {"moving": told["coordinates"], "fields": [], "rows": [], **cases}
    return {"family": 9, "problem": told, "sha256": digest(told), "cells": cells, "cases": given}


STABLE = [{"at": "0", "verdict": "stable"}]
ATTRACTING = [{"at": "0", "verdict": "asymptotically stable"}]
UNSTABLE = [{"at": "0", "verdict": "unstable", "by": 1}]
OVER_V = [
    {"at": "-1", "verdict": "unstable", "by": 0, "end": "v"},
    {"at": "1", "verdict": "stable"},
]
SPRING = "x'^2/2 - x^2/2"
HILL = "x'^2/2 + x^2/2"
FLAT = "x'^2/2 + x^4/4"  # unstable, though its eigenvalues are 0 and -1
ONE = {"letters": ["family1"], "columns": ["x"]}
FREE = {"v": None}
SLEIGH = "((x' - sin(th)*th')^2 + (y' + cos(th)*th')^2 + th'^2)/2"
BLADE = ["y'*cos(th) - x'*sin(th)"]
TURNED = [{"x": "cos(th)", "y": "sin(th)"}, {"x": "-sin(th)", "y": "cos(th)"}, {"th": "1"}]
GOES = {"letters": ["family1"], "member": {"family1": "v"}, "columns": ["x'"]}
GOES |= {"speeds": {"x": "family1"}, "fields": TURNED, "moving": []}
ROLLS = problem("x y th", SLEIGH, BLADE, parameters=FREE, rates={"x": "v"})


def sleigh(cells=None, told=ROLLS, **changed):
    return document(told, cells or OVER_V, **{**GOES, **changed})


def line(lagrangian, cells, forces=DAMPED, parameters=None, **cases):
    return document(problem("x", lagrangian, forces=forces, parameters=parameters), cells, **cases)


def k_line(stiffness, cells, **cases):
    """x'' = -x' - stiffness x, with a letter k."""
    return line(f"x'^2/2 - ({stiffness})*x^2/2", cells, parameters={"k": None}, **cases)


def at(number, verdict, **more):
    return {"at": number, "verdict": verdict, **more}


def ends_anywhere(force, y="1", **forces):
    """x'' = -x' - x + force while y' = 1 or rests, and y may end anywhere."""
    told = problem(
        "x y",
        "(x'^2 + y'^2 - x^2)/2",
        forces={"x": f"-x' + {force}", **forces},
        rates={"y": y} if y != "0" else {},
    )
    return document(
        told,
        STABLE,
        moving=["x"],
        letters=["family1"],
        member={"family1": y},
        speeds={"y": "family1"},
        columns=["y'"],
    )


def falls(more="", **motion):
    """A body that falls at 5 against the air, on a spring across, and more in its Lagrangian."""
    forces = {"z": "-2*z'", "x": "-x'"}
    told = problem(
        "z x", f"(z'^2 + x'^2 - x^2)/2 - 10*z{more}", forces=forces, rates={"z": "-5"}, **motion
    )
    return document(told, ATTRACTING, moving=["x"])


C = "(2*cos(pi/5) - 1)"  # (sqrt(5) - 1)/2
LEAST = [{"at": "0", "verdict": "stable", "least": True}]
TRUE = {
    "root": lambda: line("x'^2/2 - x^2/2 - x^4*sqrt(1 + x^2)", ATTRACTING),
    "least": lambda: line("x'^2/2 - x^2/2 - x^3", LEAST, forces={}),
    "least, damped": lambda: line("x'^2/2 - x^2/2 - x^3", LEAST, forces={"x": "-x'*x^2*exp(x)"}),
    "least, turning": lambda: document(
        problem("x y", "(x'^2 + y'^2 - x^2 - 2*y^2)/2 + 3*x*y'", forces={"x": "y'", "y": "-x'"}),
        LEAST,
    ),
    "least, rolling": lambda: document(
        problem("x y z", "(x'^2 + y'^2 + z'^2 - x^2 - y^2 - z^2)/2", ["z' = y*x'"]), LEAST
    ),
    "least, on a circle": lambda: document(
        problem("x y", "(x'^2 + y'^2)/2 - y", levels=["x^2 + y^2 - 1"], places={"y": "-1"}), LEAST,
        multipliers={"0": "-1/2"},
    ),
    "least, damped by a letter": lambda: line(
        SPRING, [at("1", "stable", least=True)], forces={"x": "-k*x'"}, parameters={"k": None},
        assumed=["k > 0"],
    ),
    "least, divided by a quotient": lambda: line(  # -k x'/(k + 1)
        SPRING, [at("-2", "stable", least=True, end="k + 1"), at("-1/2", "undecided", end="k"),
                 at("1", "stable", least=True)],
        forces={"x": "-x'/(1 + 1/k)"}, parameters={"k": None},
    ),
    "field": lambda: k_line(f"(k - 1)*(k - {C})", [
        at("0", HELD, end=f"k - {C}"), at("2/3", UNHELD, by=1, end=f"(k - 1)*(k - {C})"),
        at("2", HELD)]),
    "fields with roots": lambda: line("x'^2/2 - x^2/2 - sqrt(4 + x^4)", LEAST, forces={},
                                      fields=[{"x": "sqrt(4 + x^4)"}]),
    "divided by roots": lambda: line("x'^2/2 - x^2/2 + x^4/sqrt(4 + x^2)", ATTRACTING,
                                     forces={"x": "-x'/(1 + x^2)^(1/2)"}),
    "a velocity in a cosine": lambda: line("x'^2/2 - x^2/2", ATTRACTING, forces={"x": "-sin(x')"}),
    "divided by pi": lambda: line(SPRING, ATTRACTING, forces={"x": "-x' - x^3/pi"}),
    "sums of angles": lambda: ends_anywhere("x^2*cos(2*y + x)", y="0"),
    "an angle and a fraction of pi": lambda: ends_anywhere("x^3*cos(y + 2*pi/3)"),
    "a fall": falls,
    "a field across": lambda: falls(" + 3*z*x'", places={"x": "15"}),
    "a field along": lambda: document(
        problem("x y", "(x'^2 + y'^2)/2 + 3*x*y' - y*x'/2", forces=DAMPED | {"y": "-y'"}),
        ATTRACTING, moving=[]),
    "rows with roots": lambda: document(
        problem("x y", "(x'^2 + y'^2 - x^2 - y^2)/2", ["y' = x*x'*sqrt(4 + x^2)"]), LEAST),
    "a root of what is negative over what is": lambda: document(
        problem("x y", "(x'^2 + y'^2 - x^2 - y^2)/2", ["y' = x*x'*sqrt((x - 1)/(x - 4))"]), LEAST),
    "damped by a fraction": lambda: line(SPRING, [
        at("-3", "undecided", end="k - 2"), at("3", "stable", least=True)],
        forces={"x": "-x'/(k - 2)"}, parameters={"k": None}),
    "spring": lambda: line(SPRING, ATTRACTING),
    "hill": lambda: line(HILL, UNSTABLE),
    "pole": lambda: document(
        problem("x", "x'^2/2 - x - 1/x", forces=DAMPED, places={"x": "1"}), ATTRACTING
    ),
    "sleigh": sleigh,
    "letters": lambda: k_line("k", [at("-1", "unstable", by=1, end="k"), at("1", HELD)]),
    "bounded": lambda: k_line(
        "k", [at("-1", "excluded", by=0, end="k"), at("1", HELD)], assumed=["k > 0"]
    ),
    "pendulum": lambda: document(
        problem("x y", "(x'^2 + y'^2)/2 - y", levels=["x^2 + y^2 - 1"], forces=DAMPED,
                places={"y": "-1"}),
        ATTRACTING, multipliers={"0": "-1/2"},
    ),
}  # fmt: skip
FORGED = {  # what is refused in these words alone, and false
    "inequalities beside a motion": lambda: with_problem(
        line(SPRING, ATTRACTING), inequalities=["x >= 0"]
    ),
    "a value of what there is not": lambda: line(SPRING, ATTRACTING, places={"y": "1"}),
    "a velocity where none may stand": lambda: document(  # x'' = x' - 3/4
        problem("x", "x'^2/2", forces={"x": "x' - 3/4"}, rates={"x": "3/4"}),
        ATTRACTING, moving=[], fields=[{"x": "2 - x'"}], speeds={"x": "3/2"},
    ),
    "a value that holds more": lambda: sleigh(member={"family1": "x"}),
    "not as many fields or rows": lambda: document(  # y'' = y
        problem("x y", "(x'^2 + y'^2 - x^2 + y^2)/2", forces=DAMPED),
        ATTRACTING, moving=["x"], fields=[{"x": "1"}],
    ),
    "a function that may have no derivative": lambda: line(
        "x'^2/2 - x^2/2 - x^4*log(1 + x^2)", ATTRACTING),
    "a motion that depends on time": lambda: document(
        problem("x y", "(x'^2 + y'^2)/2 - x^2/2", ["y' = exp(3*t)*x*x'"], forces=DAMPED),
        ATTRACTING,
        moving=["x"],
    ),
    "masses or divisors": lambda: document(  # there is no force where v = 0
        problem("x y z", "(x'^2 + y'^2 + z'^2 - x^2)/2", forces={"x": "-x' - x^3/y'"},
                parameters=FREE, rates={"y": "v", "z": "1"}),
        [at("1", "stable")], moving=["x"], fields=[{"x": "1"}, {"z": "1"}, {"y": "1"}],
        letters=["family1", "family2"], member={"family1": "1", "family2": "v"},
        speeds={"y": "family1", "z": "family2"}, columns=["y'", "z'"],
    ),
    "do not move by themselves": lambda: document(  # x grows as exp(3 t) x^2 does
        problem("x y", "(x'^2 + y'^2 - x^2)/2", forces={"x": "-x' + exp(y)*x^2"},
                rates={"y": "3"}),
        STABLE, moving=["x"], letters=["family1"], member={"family1": "3"},
        speeds={"y": "family1"}, columns=["y'"],
    ),
    "a motion that is not steady": lambda: document(
        problem("x", SPRING, forces=DAMPED, places={"x": "1"}), ATTRACTING
    ),
    "the steady motion is another one": lambda: document(
        problem("x", "x'^2/2 - cos(x)", forces=DAMPED), ATTRACTING, places={"x": "pi"}
    ),
    "stations in no order": lambda: k_line("k", [at("2", HELD, end="1"), at("1", HELD)]),
    "not one end between two stations": lambda: k_line(
        "k", [at("-1", "unstable", by=1, end="k^2 + 1"), at("1", HELD)]
    ),
    "two verdicts in one cell": lambda: k_line("k^2 + 1", [at("0", "undecided"), at("1", HELD)]),
    "numbers that may be as assumed": lambda: k_line(
        "k", [at("1", "excluded", by=0)], assumed=["k > 0"]
    ),
    "masses or divisors that may be 0": lambda: document(  # there is no row where k = 0
        problem("x z", "(x'^2 + z'^2 - x^2)/2", ["z' = x^2*x'/k"], forces=DAMPED,
                parameters={"k": None}),
        [at("1", HELD)], moving=["x"],
    ),
    "no eigenvalue is shown to grow": lambda: line(SPRING, UNSTABLE),
    "an eigenvalue that may not decay": lambda: line(HILL, ATTRACTING),
    "a family of fewer dimensions": lambda: line(FLAT, ATTRACTING),
    "a family whose dimension is not shown": lambda: line(FLAT, STABLE, **ONE),
    "the verdict is another one": lambda: sleigh([OVER_V[0], at("1", HELD)]),
    "a letter of the family that is told": lambda: with_problem(
        line(FLAT, STABLE, **ONE), lagrangian="x'^2/2 + x^4/4 - (x - family1)^4*0"
    ),
    "another version": lambda: {**line(SPRING, ATTRACTING), "family": 10},
}  # fmt: skip


def with_problem(made, **more):
    told = {**made["problem"], **more}
    return {**made, "problem": told, "sha256": digest(told)}


@pytest.mark.parametrize("name", TRUE)
def test_certificates_by_hand_are_accepted(name):
    assert nh.verify(TRUE[name]())[:3] == ("accepted", "", "")


@pytest.mark.parametrize("why", FORGED)
def test_forged_stability_is_refused(why):
    result = nh.verify(FORGED[why]())
    assert result.status in ("refused", "not checkable") and why in result.why, result[:3]


GROWS = "x'^2/2 + x^4/4 - a*x^3/3"  # x'' = -x' + x^2 (a - x)
STRETCHED = {"moving": [], "speeds": {"y": "family1"}, "columns": ["y'"]}
STRETCHED |= {"letters": ["family1"], "member": {"family1": "1"}}
FALLS = {"letters": ["family1"], "member": {"family1": "log(k)"}, "places": {"x": "family1"}}
FALLS |= {"columns": ["x"]}
GROWING, NOT_LEAST = "no rest, or an energy that may grow", "an energy that may have no minimum"
UNSEEN = "x^2*x*"  # of third order, which no derivative at x = 0 shows
MORE_FORGED = [  # why, certificate
    # what grows without end beside terms that are 0 up to second order
    ("do not move", lambda: ends_anywhere(UNSEEN + "y")),
    ("do not move", lambda: ends_anywhere("y*x^3")),
    ("do not move", lambda: ends_anywhere(UNSEEN + "exp(y)")),
    ("do not move", lambda: ends_anywhere("exp(y*x^3) - 1")),
    ("do not move", lambda: ends_anywhere("sin(y*x^3)")),
    ("do not move", lambda: ends_anywhere("x*cos(y + y*x^3) - x*cos(y)")),
    ("do not move", lambda: ends_anywhere("x*cos(y^2 + x^3) - x*cos(y^2)")),
    ("do not move", lambda: ends_anywhere(UNSEEN + "tan(y)")),
    ("do not move", lambda: ends_anywhere(UNSEEN + "sin(y)/cos(y)")),
    ("do not move", lambda: ends_anywhere("x^3/(2 - cos(y))")),
    ("do not move", lambda: ends_anywhere("x*cos(y)")),
    ("do not move", lambda: document(  # y stands in a field
        problem("x y", "(x'^2 + y'^2 - x^2)/2", forces=DAMPED, rates={"y": "1"}), STABLE,
        moving=["x"], letters=["family1"], member={"family1": "1"}, speeds={"y": "family1"},
        columns=["y'"], fields=[{"x": "1 + x^2*y"}, {"y": "1"}])),
    ("do not move", lambda: falls(" + z*x^3")),  # z in L, in what is more than a constant force
    ("do not move", lambda: falls(" - z^2")),
    ("do not move", lambda: falls(" + z*x^2*x'")),
    ("do not move", lambda: falls(" + z*z'*x'^3")),
    ("do not move", lambda: falls(" + z*x'^2")),
    ("do not move", lambda: falls(" + exp(z)*x^4")),
    ("do not move", lambda: falls(" + z*cos(z)*x^4")),
    ("do not move", lambda: falls(" + x^4/(1 + z)")),
    ("do not move", lambda: falls(" + x^4*sqrt(4 + z)")),
    ("a division by zero", lambda: falls(" + x^4/z")),
    ("do not move", lambda: document(  # z' grows with t from a small one: 1 + z = (1 + c t)^2
        problem("z x", "(z'^2 + x'^2 - x^2)/(2 + 2*z)"), LEAST, moving=["x"])),
    ("not steady", lambda: document(  # it falls at 5/(1 + k)
        problem("z", "z'^2/2 - 10*z/(1 + k)", forces={"z": "-2*z'"}, rates={"z": "-5"},
                parameters={"k": None}), [at("1", HELD)], moving=[])),
    ("masses or divisors", lambda: document(  # a fall, without a value at k = 2
        problem("z x", "(z'^2 + x'^2 - x^2)/2 - 10*z", rates={"z": "-5"}, parameters={"k": None},
                forces={"z": "-2*z'", "x": "-x' + x^3/(k - 2)"}), [at("1", HELD)], moving=["x"])),
    ("masses or divisors", lambda: line("x'^2/2 - x^2/2 - x^4/(k - 2)", [
        at("1", "stable", least=True)], forces={}, parameters={"k": None})),
    (GROWING, lambda: document(  # y rests on a row, U falls along it
        problem("x y", "(x'^2 + y'^2 - x^2)/2 - y", ["y' = 0*x'"]), LEAST, moving=["x"],
        multipliers={"0": "1"})),
    ("no derivative", lambda: line(SPRING, ATTRACTING, forces={"x": "-x' + 3*x*sign(x^3)"})),
    ("no derivative", lambda: line(SPRING, ATTRACTING, forces={"x": "-x' + abs(x^3)/x^2"})),
    ("an exponent that is no number", lambda: line(  # x^(2 + x^3)
        SPRING, ATTRACTING, forces={"x": "-x' + x^(2 + x^3)"})),
    ("an exponent that is no number", lambda: line(
        SPRING, ATTRACTING, forces={"x": "-x' + (x + 4)^(x^3 + 1/2)"})),
    ("a root of what", lambda: line(SPRING, ATTRACTING, forces={"x": "-x' + 2*sqrt(x^6)"})),
    ("a division by zero", lambda: line(SPRING, ATTRACTING, forces={"x": "-x' + 2*x^4/x^3"})),
    ("masses or divisors", lambda: line(  # no value at k = 2, though x^3 is 0 up to second order
        SPRING, [at("1", HELD)], forces={"x": "-x' + x^3/(k - 2)"}, parameters={"k": None})),
    (GROWING, lambda: document(  # x' = x^3 gives energy
        problem("x y", "(x'^2 + y'^2 - x^2 - y^2)/2", ["y' = x^3"]), LEAST)),
    (GROWING, lambda: line(SPRING, LEAST, forces={"x": "x^2*x'"})),
    ("unspecified function", lambda: (lambda told: {**told, "problem": (p := {**told["problem"], "functions": {
        "f": ["x"]}}), "sha256": digest(p)})(line(SPRING, ATTRACTING, forces={"x": "-x' + x^3*f"}))),
    (NOT_LEAST, lambda: line(HILL, LEAST, forces={})),
    (NOT_LEAST, lambda: line(FLAT, LEAST, forces={})),
    (NOT_LEAST, lambda: line(SPRING, [at("0", UNHELD, least=True)], forces={})),
    (NOT_LEAST, lambda: line(SPRING, [at("0", HELD, least=True)], forces={})),
    (NOT_LEAST, lambda: document(  # y'' = y
        problem("x y", "(x'^2 - y'^2 - x^2 - y^2)/2"), LEAST)),
    (NOT_LEAST, lambda: document(problem("x y", "(x'^2 + y'^2 - x^2 + y^2)/2"), LEAST)),
    (NOT_LEAST, lambda: document(  # the top of a circle
        problem("x y", "(x'^2 + y'^2)/2 - y", levels=["x^2 + y^2 - 1"], places={"y": "1"}), LEAST,
        multipliers={"0": "1/2"})),
    (NOT_LEAST, lambda: document(problem("x y", "(x'^2 + y'^2 - x^2)/2"), LEAST)),  # y' = 1/9
    (NOT_LEAST, lambda: line("x'^2/2 - k*x^2/2", [at("1", "stable", least=True)], forces={},
                             parameters={"k": None})),
    (NOT_LEAST, lambda: line("x'^2/2 - (k - 2)^2*x^2/2", [
        at("1", "stable", least=True, end="k - 3/2"), at("3", "stable", least=True)], forces={},
        parameters={"k": None})),
    (NOT_LEAST, lambda: line(  # x'' = -k x: one factor for both parts of the energy
        "x'^2/(2*k) - x^2/2", [at("-1", "stable", least=True, end="k"), at("1", "stable", least=True)],
        forces={}, parameters={"k": None})),
    (GROWING, lambda: line(SPRING, LEAST, forces={"x": "x'"})),
    (GROWING, lambda: document(
        problem("th", "th'^2/2 - th^2/2", forces={"th": "th'"}), LEAST)),
    (GROWING, lambda: line(SPRING, LEAST, forces={"x": "-x'*x"})),
    (GROWING, lambda: line(SPRING, LEAST, forces={"x": "-x'*cos(x + 3)"})),
    (GROWING, lambda: line(SPRING, [at("1", "stable", least=True)], forces={"x": "-k*x'"},
                           parameters={"k": None})),
    (NOT_LEAST, lambda: line(SPRING, [  # x' grows between -2 and 2
        at("-3", "undecided", end="k + 2"), at("0", "stable", least=True, end="k - 2"),
        at("3", "undecided")], forces={"x": "-x'/(k^2 - 4)"}, parameters={"k": None})),
    (NOT_LEAST, lambda: line(SPRING, [  # -k x'/(k + 1) is x' at -1/2
        at("-2", "undecided", end="k + 1"), at("-1/2", "stable", least=True, end="k"),
        at("1", "undecided")], forces={"x": "-x'/(1 + 1/k)"}, parameters={"k": None})),
    (GROWING, lambda: document(  # what turns without a potential feeds a rest
        problem("x y", "(x'^2 + y'^2 - x^2 - y^2)/2", forces={"x": "y", "y": "-x"}), LEAST)),
    (GROWING, lambda: document(  # y'' = (x'^2 - 1/2) y
        problem("x y", "((1 + y^2)*x'^2 + y'^2)/2 - y^2/4", rates={"x": "1"}), LEAST,
        moving=["y"])),
    (GROWING, lambda: document(  # s^3 + s + 2
        problem("x y", "(x'^2 + y'^2 - x^2 - 4*y^2)/2 - x*y", ["y' = 2*x"]), LEAST)),
    (GROWING, lambda: document(  # x'' = x/2, for the row presses where U falls
        problem("x y", "(x'^2 + y'^2)/2 + y - x^2/4 - y^2", ["y' = x*x'"]), LEAST,
        multipliers={"0": "-1"})),
    (GROWING, lambda: document(  # a blade that is pulled aside, and turns
        problem("x y th", "(x'^2 + y'^2 + th'^2)/2 + x", BLADE, places={"th": "pi/2"}), LEAST,
        moving=["th"], multipliers={"0": "1"})),
    ("a root of what", lambda: line("x'^2/2 - x^2/2 - x^4*sqrt(x^2 + x)", LEAST, forces={})),
    ("a root of what", lambda: line("x'^2/2 - x^2/2 - x^2*sqrt(k + x)", [at("1", "stable", least=True)],
                                    forces={}, parameters={"k": None})),
    ("a root of what", lambda: line("x'^2/2 - x^2/2 - sqrt(k + 2)", [at("1", "stable", least=True)],
                                    forces={}, parameters={"k": None})),
    ("a root of what", lambda: line("x'^2/2 - x^2/2 - x^2*sqrt(x - 4)", LEAST, forces={})),
    (NOT_LEAST, lambda: line("x'^2/2 - k*x^2/2 + a*x^3", [at("1", "stable", least=True)],
                             forces={}, parameters={"a": None, "k": None})),
    ("more than one letter", lambda: line(  # k, and not family1, is below 0 beside the end
        SPRING.replace("x^2", "k*x^2"), [at("-1", "excluded", by=0, end="family1"), at("1", HELD)],
        parameters={"k": None}, assumed=["family1 > 0"], letters=["family1"])),
    ("more than one letter", lambda: line(  # a has its end at 0, k not
        "x'^2/2 - k*x^2/2 + a*x^3", [at("-1", "excluded", by=0, end="a"), at("1", HELD)],
        parameters={"a": None, "k": None}, assumed=["a > 0"])),
    ("more than one letter", lambda: line(
        "x'^2/2 - k*a*x^2/2", [at("1", HELD)], parameters={"a": None, "k": None})),
    ("an eigenvalue", lambda: k_line(f"k - {C}", [at("1/2", HELD)])),
    ("an eigenvalue", lambda: k_line(f"k - {C}", [at("618/1000", HELD)])),
    ("an eigenvalue", lambda: k_line(f"{C} - k", [at("619/1000", HELD)])),
    ("an eigenvalue", lambda: k_line(f"k - {C}", [at("1", HELD)])),  # so it is for k > C alone
    ("no eigenvalue", lambda: k_line(  # k^2 + k - 1 has one root between 0 and 1: C, not 2/3
        "(k - 2/3)*(k + 2)", [at("0", UNHELD, by=1, end=f"k - {C}"), at("1", HELD)])),
    ("no eigenvalue", lambda: k_line(f"k^2 - k*{C} + 1", [at("0", UNHELD, by=1)])),
    ("an eigenvalue", lambda: k_line(  # a conjugate of C is negative, C is not
        f"k^2 - {C}", [at("0", HELD)])),
    ("not one end", lambda: k_line(  # two roots
        f"(k - {C})*(k - 1)", [at("0", HELD, end=f"(k - {C})*(k - 1)"), at("2", HELD)])),
    ("not one end", lambda: k_line(f"k^2 + {C}", [at("-1", HELD, end=f"k^2 + {C}"), at("1", HELD)])),
    ("ends in a root", lambda: k_line(f"k^2*{C}", [at("0", HELD)])),
    ("too small", lambda: k_line("k - cos(pi/61)", [at("2", HELD)])),
    ("do not move", lambda: document(  # x' = exp(y) w grows as exp(t/2) while w falls
        problem("x y", "exp(-2*y)*x'^2/2 + y'^2/2", forces={"x": "-3/2*exp(-2*y)*x'"},
                rates={"y": "1"}),
        STABLE, fields=[{"x": "exp(y)"}, {"y": "1"}], **STRETCHED)),
    ("do not move", lambda: document(  # x' = exp(-y) w falls as exp(-t/2) while w grows
        problem("x y", "exp(2*y)*x'^2/2 + y'^2/2", rates={"y": "1"},
                forces={"x": "3/2*exp(2*y)*x'", "y": "-exp(2*y)*x'^2"}),
        UNSTABLE, fields=[{"x": "exp(-y)"}, {"y": "1"}], **STRETCHED)),
    ("do not move", lambda: document(  # x' = w + y y' = t grows with y
        problem("x y", "(x' - y*y')^2/2 + y'^2/2", forces={"x": "y*y' - x'", "y": "y*(x' - y*y')"},
                rates={"y": "1"}),
        STABLE, fields=[{"x": "1"}, {"y": "1", "x": "y"}], **STRETCHED)),
    ("do not move", lambda: document(  # x' = w/cos(y) has no bounds
        problem("x y", "cos(y)^2*x'^2/2 + y'^2/2", rates={"y": "1"},
                forces={"x": "-cos(y)^2*x' - y'*sin(y)*cos(y)*x'", "y": "cos(y)*sin(y)*x'^2"}),
        STABLE, fields=[{"x": "1/cos(y)"}, {"y": "1"}], **STRETCHED)),
    ("another one", lambda: document(  # y'' = (x' - 1) y - y'
        problem("x y", "(x'^2 + y'^2)/2", forces={"y": "(x' - 1)*y - y'"}, rates={"x": "2"}),
        STABLE, moving=["y"], letters=["family1"], member={"family1": "0"},
        speeds={"x": "family1"}, columns=["x'"])),
    ("masses or divisors", lambda: document(  # there is no place 1/k where k = 0
        problem("x", "x'^2/2", forces=DAMPED, parameters={"k": None}, places={"x": "1/k"}),
        [at("1", "stable")], **{**FALLS, "member": {"family1": "1/k"}})),
    ("masses or divisors", lambda: line("x'^2/2 - x^2/2 - x^4/(k - 1)", [at("3", HELD)],
                                        parameters={"k": None})),
    ("an eigenvalue", lambda: k_line("-k", [at("-1", HELD)])),
    ("a root of what", lambda: document(  # a motion at sqrt(k), for k < 0 too
        problem("x", "x'^2/2", forces={"x": "-x' - k*x^3 + k^2*x"}, parameters={"k": None},
                places={"x": "sqrt(k)"}),
        [at("-1", HELD, end="k"), at("1", HELD)])),
    ("logarithms", lambda: document(  # and at log(k)
        problem("x", "x'^2/2", forces=DAMPED, parameters={"k": None}, places={"x": "log(k)"}),
        [at("-1", "stable")], **FALLS)),
    ("told", lambda: line(GROWS, STABLE, parameters={"a": None}, letters=["a"], columns=["x"],
                          places={"x": "a"}, member={"a": "0"})),
    ("ends in a root", lambda: line(GROWS + " - b*x^2/2", ATTRACTING,
                                          parameters={"a": None, "b": None})),
    ("depends on time", lambda: line(SPRING, ATTRACTING, forces={"x": "-x' - x*cos(t)/2"})),
    ("too large", lambda: line(HILL, [at("0", "unstable", by=10**9)])),
    ("out of range", lambda: line(HILL, [at("0", "unstable", by=99)])),
    ("wrong type", lambda: line(HILL, [at("0", "unstable", by=True)])),
    ("no eigenvalue", lambda: line(SPRING, [at("0", "unstable", by=-1)])),
    ("'y'", lambda: line(FLAT, STABLE, letters=["family1"], columns=["y"])),
    ("an eigenvalue", lambda: document(  # flutter: all coefficients of p are positive
        problem("x y", "(x'^2 + y'^2 - x^2 - y^2)/2", forces={"x": "y - x'/9", "y": "-x - y'/9"}),
        ATTRACTING)),
    ("not declared", lambda: line(SPRING, ATTRACTING, forces={"x": "-x' + u"})),
    ("not declared", lambda: line(SPRING, ATTRACTING, forces={"x": "-x' + x*xddot"})),
    ("no derivative", lambda: line(SPRING, ATTRACTING, forces={"x": "-x' - abs(x)*x"})),
    ("masses or divisors", lambda: line("k^2*x'^2/2 - x^2/2", [at("1", HELD)],
                                        parameters={"k": None})),
    ("an eigenvalue", lambda: k_line("k", [at("1", HELD)])),
    ("an eigenvalue", lambda: k_line("k", [at("1", HELD, end="k - 2"), at("3", HELD)])),
    ("not one end", lambda: k_line("k + 9", [at("-1", HELD), at("1", HELD, end="k - 2")])),
    ("not one end", lambda: k_line("k^2 + 1", [at("-1", HELD, end="k^2 - k/4"), at("1", HELD)])),
    ("two verdicts", lambda: k_line("k^2 + 1", [at("0", "undecided", end="0"), at("1", HELD)])),
    ("no order", lambda: k_line("k", [])),
    ("not one end", lambda: line(SPRING, [at("0", HELD, end="1"), at("1", HELD)])),
    ("masses or divisors", lambda: line("x'^2/2 - x^2/2 - x^4/k^2", [at("1", HELD)],
                                        parameters={"k": None})),
    ("masses or divisors", lambda: line(SPRING, ATTRACTING, fields=[{"x": "x + 0"}])),
    ("a family whose", lambda: line(FLAT, STABLE, letters=["family1"], columns=[])),
    ("a family of", lambda: line(FLAT, STABLE, **{**ONE, "letters": ["family1"] * 2})),
    ("a family of", lambda: line(SPRING, STABLE, **ONE)),
    ("the verdict", lambda: line(SPRING, STABLE)),
    ("the verdict", lambda: line(SPRING, [at("0", "sure")])),
    ("not steady", lambda: sleigh(speeds={"x": "family1", "th": "family1"})),
    ("not steady", lambda: sleigh(told=with_problem(sleigh(), constraints=["y' = x'*th"])["problem"],
                                  fields=[], moving=["th"], places={"th": "family1"},
                                  columns=["th"])),
    ("family1 is not declared", lambda: sleigh(
        fields=[{"x": "1", "y": "family1"}, {"y": "1"}, {"th": "1"}])),
    ("collid", lambda: line(SPRING, STABLE, letters=["xdot"], columns=["x"])),
    ("told", lambda: line(SPRING, STABLE, letters=["x"], columns=["x"])),
    ("depends on time", lambda: line("x'^2/2 - x^2/2 + t*x^3", ATTRACTING)),
    ("not steady", lambda: document(problem("x y", "(x'^2 + y'^2)/2 - y", levels=["x^2 + y^2 - 1"],
                                            forces=DAMPED, places={"y": "-1"}), ATTRACTING)),
    ("an eigenvalue", lambda: document(problem("x y", "(x'^2 + y'^2)/2 - y",
                                               levels=["x^2 + y^2 - 1"], forces=DAMPED,
                                               places={"y": "1"}), ATTRACTING,
                                       multipliers={"0": "1/2"})),
    ("masses or divisors", lambda: document(problem("x y", "(x'^2 + y'^2 - x^2)/2", ["y' = 0"] * 2,
                                                    forces=DAMPED), ATTRACTING)),
]  # fmt: skip


def test_a_number_that_is_not_real_has_no_sign():
    """No text says one; e^(i pi/4) has a real part."""
    made, language = k_line("k", [at("1", HELD)]), Functions(8, Budget(None))
    told = with_angles(made["problem"], made["cases"])
    judge = Stability(Reader(language, *names_of(told)), told, made["cases"], None)
    with pytest.raises(Stop, match="not real"):
        judge.line(language.turn(Fraction(1, 4)))


@pytest.mark.parametrize("stiffness", [(1,), (1, 4), (1, 2), (1, 1), (1, 4, 9), (1, 2, 3, 50)])
def test_no_test_shows_growth_where_nothing_grows(stiffness):
    """Undamped springs: their determinants are 0, and those of p + p' are positive."""
    names = "xyzw"[: len(stiffness)]
    terms = (f"{q}'^2/2 - {k}*{q}^2/2" for q, k in zip(names, stiffness))
    told = problem(" ".join(names), " + ".join(terms))
    for by in range(2 * (4 * len(stiffness) + 1)):
        made = document(told, [at("0", "unstable", by=by)])
        assert nh.verify(made).why == "no eigenvalue is shown to grow", by


@pytest.mark.parametrize("powers", ["(k^100)^100", "((k^200)^200)^200"])
def test_signs_at_long_numbers_are_counted(powers):
    """They took hours, and no work."""
    cells = [at("0", HELD, end=powers + " - 5"), at("1" + "0" * 390 + "/" + "3" * 390, HELD)]
    assert nh.verify(k_line("k^2 + 1", cells)).status == "limit reached"
    many = problem(" ".join(f"q{n}" for n in range(2000)), "0")  # and so did many coordinates
    assert nh.verify(document(many, UNSTABLE, moving=[])).status == "limit reached"


@pytest.mark.parametrize("number", range(len(MORE_FORGED)))
def test_other_forged_stability_is_refused(number):
    why, made = MORE_FORGED[number]
    result = nh.verify(made())
    assert result.status in ("refused", "not checkable") and why in result.why, result[:3]
