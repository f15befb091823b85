"""Crossings, sections, the path in the plane and its animation, starts, reversals, and the
rattleback.
"""

from __future__ import annotations

import json
import math
import random
import re
import shutil
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

import nonholo as nh
from nonholo.cli import main
from nonholo.dossier.tracks import tracks_along
from nonholo.errors import BadCase, InadmissibleState, NotApplicable, SingularMass
from nonholo.readers.case_file import parse_case, read_case
from nonholo.simulation import simulate
from nonholo.simulation.reversal import reversal as reversed_from
from nonholo.simulation.views import section_points
from nonholo.views.comparison.record import compare_record
from nonholo.views.motion.animation import animation
from nonholo.views.motion.film import FILMS, film
from nonholo.views.motion.page import animation_page
from nonholo.views.motion.plots import phase_picture, section_picture
from nonholo.views.path.scene import shapes

ROOT = Path(__file__).parents[1]
COIN, DISK, STONE = (
    ROOT / f"cases/{n}.toml" for n in ("rolling_coin", "rolling_disk", "large/rattleback")
)
SWING = 'coordinates = ["x"]\nlagrangian = "xdot**2/2 - x**2/2"\ninitial = { x = 1 }\n'


# crossings --------------------------------------------------------------------------------------
def test_crossings_are_found_where_they_are():
    """x = cos t rises through 0 at 3 pi/2 + 2 pi k; x - cos(1) falls at 1 and rises at 2 pi - 1."""
    found = simulate(parse_case(SWING), 14.0, crossings=["x", "cos(1) - x"])
    times = {
        name: [e.t for e in found.events if e.name.startswith(name)]
        for name in ("x rises", "cos(1) - x rises")
    }
    assert times["x rises"] == pytest.approx([1.5 * math.pi, 3.5 * math.pi], abs=1e-10)
    assert times["cos(1) - x rises"] == pytest.approx(
        [1, 1 + 2 * math.pi, 1 + 4 * math.pi], abs=1e-10
    )
    assert not any(e.final for e in found.events) and found.t[-1] == 14.0
    assert [e.t for e in found.events] == sorted(e.t for e in found.events)


def test_a_crossing_may_hold_velocities_and_time():
    found = simulate(parse_case(SWING), 7.0, crossings=["xdot", "t - 2"])
    assert sorted(e.t for e in found.events) == pytest.approx([2.0, math.pi], abs=1e-10)


def test_what_cannot_be_read_is_refused():
    with pytest.raises(BadCase, match="crossing: z:"):
        simulate(COIN, 1.0, crossings=["z"])
    with pytest.raises(
        NotApplicable, match="a section needs places where an expression rises through 0"
    ):
        section_points(read_case(COIN), simulate(COIN, 1.0))


def test_the_section_of_a_periodic_lean_is_one_point():
    """The lean of the disc is periodic, so all crossings have the same lean and the same spin."""
    case = read_case(DISK)
    found = simulate(case, 60.0, crossings=["thetadot"], check=False)
    points = section_points(case, found, ["theta", "psidot"])
    assert points.points.shape[1] > 20
    assert np.ptp(points.points, axis=1) == pytest.approx([0, 0], abs=1e-10)
    assert section_picture(found, points, "png").startswith(b"\x89PNG")
    assert section_points(case, found).axes == ("x", "xdot")
    with pytest.raises(NotApplicable, match="a section has two axes, given were 3"):
        section_points(case, found, ["x", "y", "phi"])


# pictures ---------------------------------------------------------------------------------------
def test_the_plane_is_that_of_the_case():
    text = SWING + 'simulation = { duration = 3, plane = ["x", "2*sin(t)"] }\n'
    found = simulate(parse_case(text))
    assert found.plane.axes == ("x", "2*sin(t)")
    assert found.plane.points[1] == pytest.approx(2 * np.sin(found.t))
    assert simulate(parse_case(SWING)).plane is None
    with pytest.raises(BadCase, match=r"simulation\.plane .*: needed are two expressions"):
        simulate(parse_case(SWING + 'simulation = { plane = ["x"] }\n'))
    with pytest.raises(
        BadCase, match=r"simulation\.plain \(line \d+\): unknown key; .*; did you mean plane\?"
    ):
        parse_case(SWING + 'simulation = { plain = ["x", "x"] }\n')


def test_the_plane_of_the_disc_is_its_contact_point():
    """The contact point runs along the heading with r psi': the centre does not."""
    found = simulate(DISK, points=4001, check=False)
    speed = np.gradient(found.plane.points, found.t, axis=1)[:, 1:-1]
    phi, spin = found.q["phi"][1:-1], found.v["psi"][1:-1]
    assert (
        np.max(np.abs(speed + spin * np.array([np.cos(phi), np.sin(phi)]))) < 1e-4
    )  # of the difference quotient


def test_the_animation_runs_along_both_paths():
    found = simulate(COIN, rival="substituted x", points=51)
    svg = ElementTree.fromstring(animation(found))
    space = "{http://www.w3.org/2000/svg}"
    runs = svg.findall(f".//{space}animateTransform")
    assert len(runs) == 2
    first, second = (
        [tuple(map(float, p.split())) for p in r.get("values").split(";")] for r in runs
    )
    assert first[0] == second[0] and math.dist(first[-1], second[-1]) > 50
    assert all(0 <= x <= 760 and 0 <= y <= 460 for x, y in first + second)
    assert all(len(r.get("keyTimes").split(";")) == len(first) for r in runs)
    page = animation_page(found)
    assert "<animateTransform" in page and "reversal" in page


def test_wheels_run_along_the_path_at_their_heading():
    """A coin stands on its path and looks along it; so does each wheel of a trailer's case."""
    found = simulate(COIN, rival="substituted x", points=401)
    right, rival = tracks_along(found)
    for motion, tracks in ((found, right), (found.rival, rival)):
        t = np.linspace(found.t[0], found.t[-1], len(tracks.points))
        at = np.array([np.interp(t, motion.t, motion.q[n]) for n in ("x", "y")]).T
        assert np.abs(tracks.points[:, 0] - at).max() < 1e-9
        theta = np.interp(t, motion.t, motion.q["theta"])
        way = np.array([np.sin(theta), np.cos(theta)])  # of (x', y') = R phi' (sin, cos)
        across = way[0] * np.sin(tracks.headings[:, 0]) - way[1] * np.cos(tracks.headings[:, 0])
        assert np.abs(across).max() < 1e-9
    svg = ElementTree.fromstring(animation(found, (right, rival)))
    polygons = svg.findall(".//{http://www.w3.org/2000/svg}polygon")
    moments = [p[0].get("values").split(";") for p in polygons]
    assert len(polygons) == 2 and all(len(m) == len(right.points) for m in moments)
    assert tracks_along(simulate(parse_case(SWING), points=3)) == (None, None)


OFF_AXLE = """
name = "Cart with a trailer hitched behind its axle"
coordinates = ["x", "y", "theta", "psi"]
constraints = [
    "x'*sin(theta) = y'*cos(theta)",
    "(x' + a*sin(theta)*theta' + b*sin(psi)*psi')*sin(psi) = (y' - a*cos(theta)*theta' - b*cos(psi)*psi')*cos(psi)",
]
lagrangian = "(x'^2 + y'^2 + theta'^2 + psi'^2)/2"
parameters = { a = 0.3, b = 1 }
initial = { psi = 0.3, xdot = 1, thetadot = 0.4 }
"""


def test_a_trailer_hitched_behind_the_axle_is_drawn_with_lengths_that_are_letters():
    for numbers, a in (({}, 0.3), ({"a": 0.5}, 0.5)):
        found = simulate(parse_case(OFF_AXLE), 2, points=41, parameters=numbers)
        tracks, _ = tracks_along(found)
        assert tracks.arms == (("alone", 0), ("hitched", 0))
        assert tracks.ahead[1] == pytest.approx(-a, abs=1e-6)
        drawn = [shape.kind for shape in shapes(tracks, 60)]
        assert drawn.count("bar") == 2 and drawn.count("body") == 2 and drawn.count("wheel") == 4
        ends = [shape.corners for shape in shapes(tracks, 60) if shape.kind == "bar"]
        assert np.allclose(ends[0][1], ends[1][1])  # both bars end at the hitch


def test_a_rival_that_has_ended_is_said_to_have_and_waits_pale():
    found = simulate(parse_case(OFF_AXLE), 5, points=41, rival="substituted y")
    assert found.rival.t[-1] < 4
    for tracks in ((), tracks_along(found)):
        svg = animation(found, tracks)
        assert f"ended at t = {found.rival.t[-1]:.3g}" in svg
        pale = re.findall(r'attributeName="opacity" calcMode="discrete" values="1;0.35"', svg)
        assert len(pale) == 1
    assert "ended at" not in animation(found.rival)


@pytest.mark.parametrize("suffix", FILMS)
def test_a_film_has_its_frames(monkeypatch, suffix):
    if suffix == ".mp4" and not shutil.which("ffmpeg"):
        pytest.skip("there is no ffmpeg here")
    found = simulate(COIN, points=11, check=False)
    monkeypatch.setattr("nonholo.dossier.tracks.MOMENTS", 3)
    monkeypatch.setattr("nonholo.views.motion.film.FRAMES", 4)
    for tracks, frames in ((tracks_along(found), 3), ((), 4)):
        kept = film(found, suffix, tracks)
        assert kept.startswith(b"GIF8") if suffix == ".gif" else b"ftyp" in kept[:16]
        if suffix == ".gif":
            assert Image.open(BytesIO(kept)).n_frames == frames


RACER = """
coordinates = ["x", "y", "th", "phi"]
lagrangian = "(x'^2 + y'^2)/2 + th'^2/2 + (th' + phi')^2/8"
constraints = [
  "x'*sin(th) - y'*cos(th)",
  "x'*sin(th + phi) - y'*cos(th + phi) - cos(phi)*th'/2 - (th' + phi')/3",
]
initial = { phi = 0.3, phidot = 0.5 }
"""


def test_a_film_shows_the_whole_of_what_moves(monkeypatch):
    found = simulate(parse_case(RACER), 3, points=21, check=False)
    monkeypatch.setattr("nonholo.dossier.tracks.MOMENTS", 4)
    seen = []

    def filmed(figure, suffix, rate, moments, frame):
        for i in moments:
            frame(i)
            axes = figure.axes[0]
            (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
            for patch in axes.patches:
                x, y = patch.get_xy().T
                assert left < x.min() and x.max() < right and low < y.min() and y.max() < high
                seen.append(i)
        return b""

    monkeypatch.setattr("nonholo.views.motion.film._filmed", filmed)
    film(found, ".gif", tracks_along(found))
    assert set(seen) == {0, 1, 2, 3}


def test_without_ffmpeg_mp4_is_refused_in_words(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NotApplicable, match=r"made by ffmpeg, which is not here; \.gif needs none"):
        film(simulate(COIN, points=11, check=False), ".mp4")


def test_without_a_plane_there_is_no_animation(capsys, tmp_path):
    with pytest.raises(NotApplicable, match=r"no plane to draw a path in; columns over t"):
        animation(simulate(parse_case(SWING)))
    target = tmp_path / "coin.html"
    assert main(["simulate", str(COIN), "-o", str(target)]) == 0
    text = target.read_text()
    assert "<animate " in text and "Content-Security-Policy" in text


@pytest.mark.parametrize("plot", ["phase", "section"])
def test_plots_of_the_command(capsys, tmp_path, plot):
    target = tmp_path / "disk.svg"
    axes = ["--axes", "theta,phidot"] if plot == "section" else []
    assert (
        main(
            [
                "simulate",
                str(DISK),
                "--duration",
                "10",
                "--crossing",
                "thetadot",
                *axes,
                "--plot",
                plot,
                "-o",
                str(target),
            ]
        )
        == 0
    )
    assert target.read_bytes().startswith(b"<?xml")
    assert "thetadot rises through 0" in capsys.readouterr().out


def test_a_phase_plot_has_both_laws():
    found = simulate(COIN, rival="substituted x", points=21)
    assert phase_picture(found) == phase_picture(found) != phase_picture(simulate(COIN, points=21))


# starts and reversals ---------------------------------------------------------------------------
def test_a_start_where_0_is_singular():
    about = parse_case('coordinates = ["r", "phi"]\nlagrangian = "(rdot**2 + r**2*phidot**2)/2"\n')
    found = simulate(about, 1.0)
    assert found.receipt.remarks == (
        "no initial values are given, and at 0 the motion is not determined: it starts "
        "from rest at r = 0.5, phi = 0.6",
    )
    with pytest.raises(SingularMass, match="not determined at r = 0, phi = 1"):
        simulate(about, 1.0, initial={"phi": 1.0})


def test_a_reversal_that_says_nothing_is_a_remark():
    """x' = - 40 x' dies away; back in time each error grows like exp(40 t), here 1e17 times."""
    about = parse_case(
        'coordinates = ["x"]\nlagrangian = "xdot**2/2"\nforces = { x = "-40*xdot" }\n'
        "initial = { xdot = 1 }\n"
    )
    found = simulate(about, 1.0)
    assert found.receipt.ok and "reversal" not in [f.name for f in found.receipt.findings]
    assert re.search(
        r"going back in time errors grow .*, so a reversal says nothing", found.receipt.remarks[-1]
    )
    unasked = simulate(about, 1.0, reversal=False).receipt
    assert unasked.remarks == ("the motion was not followed back in time, as was asked",)
    mild = simulate(about, 0.1)
    assert next(f for f in mild.receipt.findings if f.name == "reversal").kept


RUNAWAY = """
coordinates = ["x"]
lagrangian = "x'^2/2"
forces = { x = "FORCE" }
initial = { xdot = 1 }
"""


@pytest.mark.parametrize("method", ["DOP853", "LSODA", "discrete"])
def test_a_way_back_that_runs_away_is_left(method):
    """Back in time x' = -10 x' - x' |x'| is infinite soon, where a step of `discrete` has no end."""
    about = parse_case(RUNAWAY.replace("FORCE", "-10*x' - x'*abs(x')"))
    found = simulate(about, 4.0, method=method).receipt
    assert found.ok and "so a reversal says nothing" in found.remarks[-1]


def test_a_discrete_step_that_has_no_end_ends_the_motion_there():
    """x'' = exp(x^2) is infinite at t = 1.12438."""
    about = parse_case(RUNAWAY.replace("FORCE", "exp(x^2)"))
    found = simulate(about, 4.0, method="discrete", step=0.002)
    assert abs(found.t[-1] - 1.12438) < 0.01
    assert "was not solved; try a shorter step" in found.receipt.stopped and not found.receipt.ok
    with pytest.raises(SingularMass, match="the discrete step at t = 0 was not solved"):
        simulate(about, 4.0, method="discrete", step=1.0)


def test_a_way_back_on_which_no_step_leads_is_a_remark_that_says_so():
    found = simulate(parse_case(RUNAWAY.replace("FORCE", "-x'")), 1.0)

    def back(*_):
        raise SingularMass("no step leads back")

    last = found.path.at([1.0])[0]
    far, told = reversed_from(found.model, found.path, np.array([0.0, 1.0]), last, back)
    assert far is None and "could not be followed back in time" in told[0]
    assert "no step leads back" in told[0]


@pytest.mark.parametrize("method", ["DOP853", "LSODA"])
def test_a_reversal_works_no_more_than_a_few_motions(method):
    """A servo loop: back in time it runs away, and every step there is shorter than the last."""
    loop = nh.System(
        "x", "xdot**2/2", inputs={"u": None}, forces={"x": "u"}, initial={"x": 1, "xdot": 0}
    )
    asked = {}

    def servo(t, q, v):
        asked[reversal] += 1
        return -100 * q["x"] ** 3 - 40 * v["x"]

    for reversal in (False, True):
        asked[reversal] = 0
        found = nh.simulate(
            loop, 2.0, inputs={"u": servo}, method=method, reversal=reversal
        ).receipt
    assert found.ok and "so a reversal says nothing" in found.remarks[-1]
    assert asked[True] - asked[False] < 3 * found.rhs_evaluations


def test_a_wrong_motion_does_not_pass_as_one_that_says_nothing():
    """With a coarse tolerance the coin misses its start, and errors do not grow on the way back."""
    found = simulate(COIN, 100.0, rtol=0.01, atol=1.0)
    assert not next(f for f in found.receipt.findings if f.name == "reversal").kept


# systems of other kinds -------------------------------------------------------------------------
def test_a_rheonomic_wall_that_moves():
    """x = 0.3 sin t is held: the wall works, and the balance counts it."""
    about = parse_case(
        'coordinates = ["x", "y"]\nlagrangian = "(xdot**2 + ydot**2)/2 - 9.81*y"\n'
        'holonomic_constraints = ["x - 0.3*sin(t)"]\ninitial = { ydot = 2 }\n'
    )
    found = simulate(about, 3.0)
    assert found.receipt.ok and found.model.works
    assert found.q["y"] == pytest.approx(2 * found.t - 9.81 / 2 * found.t**2, abs=1e-9)
    assert found.reactions["x"] == pytest.approx(-0.3 * np.sin(found.t), abs=1e-9)


def test_redundant_rows_and_rows_that_contradict():
    rows = '["xdot = sin(theta)*ydot", "2*xdot = 2*sin(theta)*ydot"]'
    about = parse_case(
        f'coordinates = ["x", "y", "theta"]\nlagrangian = "(xdot**2 + ydot**2 + thetadot**2)/2"\n'
        f"constraints = {rows}\ninitial = {{ ydot = 1, thetadot = 2 }}\n"
    )
    found = simulate(about, 3.0)
    assert found.receipt.ok and found.v["x"] == pytest.approx(
        np.sin(found.q["theta"]) * found.v["y"], abs=1e-12
    )
    with pytest.raises(InadmissibleState, match="its value is"):
        simulate(about, 1.0, initial={"theta": 0.4, "xdot": 0.0, "ydot": 1.0})


def test_a_stiff_motion_by_a_stiff_method():
    about = parse_case(
        'coordinates = ["x"]\nlagrangian = "xdot**2/2 - x**2/2"\nforces = { x = "-1000*xdot" }\n'
        "initial = { x = 1 }\n"
    )
    slow = (1000 - math.sqrt(1e6 - 4)) / 2
    fast, stiff = (simulate(about, 5.0, method=m, check=False) for m in ("DOP853", "Radau"))
    for found in (fast, stiff):
        assert found.q["x"][-1] == pytest.approx(math.exp(-slow * 5.0) * (1 + slow**2), rel=1e-6)
    assert stiff.receipt.steps < fast.receipt.steps


def test_a_motion_that_blows_up_says_when():
    """x'' = x^3 from x = x' = sqrt(2): x = sqrt(2)/(1 - t)."""
    about = parse_case('coordinates = ["x"]\nlagrangian = "xdot**2/2 + x**4/4"\n')
    root = math.sqrt(2)
    found = simulate(about, 3.0, initial={"x": root, "xdot": root}, check=False)
    assert found.t[-1] == pytest.approx(1.0, abs=1e-6)
    assert "no step is possible beyond t = 1" in found.receipt.warnings[0]


def test_a_motion_goes_on_by_another_law_where_its_contact_opens():
    """The end of a motion is the start of the next: free flight from the sphere is a parabola."""
    left = simulate(ROOT / "cases/particle_on_sphere.toml")
    place, speed = ({n: float(x[-1]) for n, x in part.items()} for part in (left.q, left.v))
    case = parse_case(
        re.sub(
            r"holonomic_constraints.*\n",
            "",
            (ROOT / "cases/particle_on_sphere.toml").read_text().split("[expected]")[0],
        )
    )
    found = simulate(case, 0.2, initial={**place, **{f"{n}dot": v for n, v in speed.items()}})
    x, y = found.q["r"] * np.sin(found.q["theta"]), found.q["r"] * np.cos(found.q["theta"])
    assert np.ptp(np.gradient(x, found.t)[1:-1]) < 1e-9
    fall = np.gradient(np.gradient(y, found.t), found.t)[2:-2]
    assert np.ptp(fall) < 1e-6 and fall[0] == pytest.approx(-9.81, abs=1e-6)
    assert not found.events


# the rattleback ---------------------------------------------------------------------------------
def test_the_rattleback_turns_back_in_one_sense_only():
    """KaneLevinson1982: spun one way it stops and turns back; spun the other way it keeps its
    sense.
    """
    pytest.importorskip("scipy")
    one, other = (
        simulate(STONE, 5.0, initial={"yawdot": w}, rtol=1e-7, atol=1e-9, check=False).v["yaw"]
        for w in (-5.0, 5.0)
    )
    assert one[0] == -5.0 and one.max() > 4.0
    assert other.min() > 0.0


def test_the_stone_touches_the_floor_at_rest(capsys):
    """Its lowest point has the velocity 0: the constraint, written independently of the bodies."""
    found = simulate(STONE, 0.5, points=5, check=False)
    p = {s.args: v for s, v in found.model.values.items()}
    for i in range(5):
        (yaw, roll, pitch), (dyaw, droll, dpitch) = (
            [s[n][i] for n in ("yaw", "roll", "pitch")] for s in (found.q, found.v)
        )
        Rz, Rx, Ry = turn(2, yaw), turn(0, roll), turn(1, pitch)
        rotation = Rz @ Rx @ Ry
        omega = (
            np.array([0, 0, dyaw])
            + Rz @ np.array([droll, 0, 0])
            + Rz @ Rx @ np.array([0, dpitch, 0])
        )
        up, squares = rotation.T @ [0, 0, 1], np.array([p["a"], p["b"], p["c"]]) ** 2
        low = rotation @ (-squares * up / math.sqrt(squares @ up**2))
        slip = np.array([found.v["x"][i], found.v["y"][i], 0]) + np.cross(omega, low)
        assert np.max(np.abs(slip[:2])) < 1e-13


def turn(axis: int, angle: float) -> np.ndarray:
    i, j = [k for k in range(3) if k != axis]
    matrix = np.eye(3)
    sign = -1 if axis == 1 else 1
    matrix[i, i] = matrix[j, j] = math.cos(angle)
    matrix[i, j], matrix[j, i] = -sign * math.sin(angle), sign * math.sin(angle)
    return matrix


def test_the_record_tells_crossings(capsys):
    main(["simulate", str(DISK), "--crossing", "thetadot", "--json"])
    found = json.loads(capsys.readouterr().out)["events"]
    assert found and all(abs(e["v"]["theta"]) < 1e-9 for e in found)


@pytest.mark.parametrize(
    "words", ["simulate lemos_integrable_pair", "steer unicycle --method shooting --to x=1,y=1"]
)
def test_zero_has_no_sign_in_a_table(words, capsys):
    """The last row of the path and of the motion held -0."""
    assert main(words.split()) == 0
    assert not re.search(r" -0( |$)", capsys.readouterr().out, flags=re.M)


def test_accelerations_too_long_to_be_written_are_told_in_named_parts():
    """Of a chain of six pendulums, with the values that its motion has."""
    n, draw = 6, random.Random(2)
    names = [f"q{i}" for i in range(n)]
    x = [" + ".join(f"cos({q})*{q}'" for q in names[: i + 1]) for i in range(n)]
    y = [" + ".join(f"sin({q})*{q}'" for q in names[: i + 1]) for i in range(n)]
    kinetic = " + ".join(
        f"m{i}*(({a})^2 + ({b})^2)/2" for i, (a, b) in enumerate(zip(x, y, strict=True))
    )
    chain = nh.System(names, kinetic, parameters=[f"m{i}" for i in range(n)])
    compared = nh.compare(chain)
    record = compare_record(compared)
    told = record["accelerations_in_parts"]
    assert None in record["formulations"][0]["accelerations"].values()
    letters = [*names, *(f"{q}dot" for q in names), *(f"m{i}" for i in range(n))]
    values = {letter: draw.uniform(0.2, 1.5) for letter in letters}
    known = {**values, "sin": math.sin, "cos": math.cos}
    for part, value in told["parts"].items():
        assert part not in known
        known[part] = eval(value, {}, known)
    code = {}
    exec(nh.equations(chain, "multipliers", "python"), code)
    velocities, parameters = (
        re.search(rf"{of} = \((.*?)\)", code["accelerations"].__doc__)[1].split(", ") for of in "vp"
    )
    expected = code["accelerations"](
        0.0, *([values[letter] for letter in each] for each in (names, velocities, parameters))
    )
    found = [eval(told["accelerations"][q], {}, known) for q in names]
    assert found == pytest.approx(list(expected), rel=1e-9)
