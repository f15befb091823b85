"""Bodies in space: what is known of them, where they stand along a motion, and how they are drawn."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import nonholo as nh
from nonholo.cli import main
from nonholo.errors import BadCase, NonholoError, NotApplicable
from nonholo.numerics.tape import Tape
from nonholo.readers.case_file import parse_case
from nonholo.simulation.bodies import space_at_start
from nonholo.views.motion.film import film
from nonholo.views.motion.page import animation_page
from nonholo.views.motion.record import bodies_record
from nonholo.views.motion.solids import Eye, bodies, seen, upright
from nonholo.views.motion.space import EYE, still, theatre
from nonholo.views.motion.space_picture import space_picture
from nonholo.views.motion.turns import quaternions, turned
from nonholo.words.language import speaking
from tests.browser import CHROMIUM, Browser
from tests.draws import draws

ROOT = Path(__file__).parents[1]
SWING = """
coordinates = ["a"]
lagrangian = "adot**2/2 + cos(a)"
parameters = { l = 2 }
initial = { a = 1 }
gravity = ["0", "-1", "0"]
[[bodies]]
name = "bob"
rotation = ["z a"]
origin = ["0", "0", "0"]
centre = ["0", "-l", "0"]
mass = 5
inertia = ["2", "2", "2"]
[[shapes]]
line = [["0", "0", "0"], ["l*sin(a)", "-l*cos(a)", "0"]]
"""


# where they are -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "name", ["rolling_coin", "vertical_disk", "rolling_disk", "routh_sphere", "chaplygin_sphere"]
)
def test_what_rolls_rests_where_it_touches_the_floor(name):
    """The material point at the contact has no velocity, and the contact stands on the floor."""
    motion = nh.simulate(name, 1, points=2001, check=False)
    (body,) = bodies(motion.space, motion.t, motion.t)
    low = body.lowest()
    assert np.abs(low[:, 2]).max() < 1e-12
    for i in (500, 1000, 1500):
        own = body.turn[i].T @ (low[i] - body.place[i])
        after, before = (body.place[j] + body.turn[j] @ own for j in (i + 1, i - 1))
        speed = np.linalg.norm(after - before) / (motion.t[i + 1] - motion.t[i - 1])
        centre = np.linalg.norm(body.place[i + 1] - body.place[i - 1])
        assert speed < 1e-4 and centre > 1e-4  # of the difference quotient; it moves


CONE = """
name = "Cone rolling on a table, its tip at rest"
coordinates = ["phi", "psi"]
lagrangian = "A/2*phi'^2 + C/2*psi'^2"
constraints = ["phi' + psi' sin(b) = 0"]
parameters = { A = 1, C = 1, b = 0.5, h = 2 }
initial = { phidot = 1 }
[[shapes]]
cone = ["h*tan(b)", "h"]
axle = "z"
rotation = ["z phi", "y pi/2 - b", "z psi"]
"""
CYLINDER = """
coordinates = ["x", "p"]
lagrangian = "m/2*x'^2 + m*R^2/4*p'^2"
constraints = ["x' = R*p'"]
parameters = { m = 1, R = 0.5 }
initial = { xdot = 1 }
[[shapes]]
cylinder = ["R", "3*R"]
origin = ["x", "0", "R"]
rotation = ["y p"]
"""


@pytest.mark.parametrize("text", [CONE, CYLINDER], ids=["cone", "cylinder"])
def test_the_rim_of_what_rolls_rests_where_it_touches_the_table(text):
    motion = nh.simulate(parse_case(text), 4, points=2001)
    (body,) = bodies(motion.space, motion.t, motion.t)
    low = body.lowest()
    assert np.abs(low[:, 2]).max() < 1e-12
    assert min(body.at(100)[:, 2]) == pytest.approx(0, abs=0.01)  # and so does what is drawn
    own = body.turn[200].T @ (low[200] - body.place[200])
    after, before = (body.place[i] + body.turn[i] @ own for i in (201, 199))
    assert np.linalg.norm(after - before) / 0.004 < 1e-4
    assert np.linalg.norm(low[201] - low[199]) / 0.004 > 0.5
    (told,) = bodies_record(motion.space)
    assert len(told["sizes"]) == 2 and told["axle"] in ("y", "z")


def test_two_spheres_touch_with_the_same_velocity():
    """For every admissible velocity: the turns of the case are Montana's contact equations."""
    case, step = nh.case("two_spheres_1_3"), 1e-6
    q = np.array([0.3, 0.2, 0.5, -0.4, 0.7])
    rows = case.system.pfaffian.subs(case.system.values)
    entries = Tape([e for row in rows.matrix for e in row], [*case.system.chart.q])(q[None])
    A = np.array(entries).reshape(3, 5)

    def placed(place):
        begun = {n: Fraction(x) for n, x in zip(case.system.chart.names, place.tolist())}
        return space_at_start(replace(case, initial=begun)).solids

    one, other = placed(q)
    contact = other.place[0] / 4  # radii 1 and 3
    own = other.turn[0].T @ (contact - other.place[0])
    assert one.place[0].tolist() == [0, 0, 0]
    for v in np.linalg.svd(A)[2][3:]:
        there = placed(q + step * v)[1]
        moved = there.place[0] + there.turn[0] @ own
        assert np.linalg.norm(moved - contact) / step < 1e-4  # the first sphere stands still
        assert np.linalg.norm(there.place[0] - other.place[0]) / step > 0.1


def test_up_is_against_gravity_and_lines_may_move():
    motion = nh.simulate(parse_case(SWING), 1, points=11)
    line, bob = motion.space.solids
    assert motion.space.up.tolist() == [0, 1, 0]
    assert (line.kind, bob.kind, bob.name) == ("line", "ellipsoid", "bob")
    end = line.sizes[3:].T
    assert np.allclose(end, bob.place) and np.ptp(end[:, 0]) > 0.1
    assert np.linalg.det(upright(motion.space.up)) == pytest.approx(1)


# what is known of them ----------------------------------------------------------------------------
def test_a_body_without_a_shape_is_the_ellipsoid_with_its_inertia():
    text = SWING.replace('["2", "2", "2"]', "{ xx = 3, yy = 4, zz = 5, xy = 0.5 }")
    motion = nh.simulate(parse_case(text), 1, points=5)
    bob = motion.space.solids[1]
    a, b, c = bob.sizes[:, 0] ** 2
    inertia = np.diag([b + c, a + c, a + b])  # times m/5, m = 5
    alone = nh.simulate(parse_case(text), 1, points=5, initial={"a": 0}).space.solids[1]
    axes = alone.turn[0]
    assert np.allclose(axes @ inertia @ axes.T, [[3, 0.5, 0], [0.5, 4, 0], [0, 0, 5]])


def test_wheels_and_balls_are_known_by_their_contacts():
    bicycle = nh.read_case(ROOT / "cases/large/whipple_bicycle.toml")
    known = {s.name: (s.kind, s.sizes[0, 0]) for s in space_at_start(bicycle).solids}
    assert known["rear wheel"] == ("disc", 0.3) and known["front wheel"] == ("disc", 0.35)
    assert "rear hub" not in known  # without mass, and named by no contact
    cylinder = space_at_start(nh.case("cylinder_on_incline")).solids[0]
    assert (cylinder.kind, cylinder.axle, cylinder.sizes[0, 0]) == ("disc", "y", 0.7)
    text = (ROOT / "cases/cylinder_on_incline.toml").read_text()
    (ball,) = space_at_start(parse_case(text.replace('along = [["1", "0", "0"]]', ""))).solids
    assert ball.kind == "ball"
    assert space_at_start(nh.case("chaplygin_sleigh")) is None


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ('ball = "R"', "R is not declared"),
        ('ball = "l"\nbox = ["1", "1", "1"]', "needed is one of .*; given was ball, box"),
        ('axle = "x"', "needed is one of .*; given was none"),
        ('ball = "l"\naxle = "x"', r"shapes\[2\].axle .*: goes with disc, ring, cylinder, cone"),
        ('disc = "l"\naxle = "w"', "needed is one of x, y, z"),
        ('ball = "a"', "a length of a rigid body holds no coordinate"),
        ('ball = "0"', "a length is zero"),
        ('bal = "l"', "unknown key bal; did you mean ball?"),
        ('ball = "l"\nbody = "rod"', "'rod' is no body named before"),
        ('line = [["0", "0", "0"]]', "needed are 2 to 50 points"),
        ('cone = ["l", "l", "l"]', "needed are a radius and a length"),
        ('ball = "l"\nrotation = ["a"]', "'a' is no rotation"),
    ],
)
def test_what_is_wrong_in_a_shape_is_told_with_its_place(table, told):
    with pytest.raises(BadCase, match=told) as error:
        parse_case(f"{SWING}[[shapes]]\n{table}\n", "swing.toml")
    assert "shapes[2]" in str(error.value) and "line 1" in str(error.value)


def test_a_shape_changes_no_answer():
    text = (ROOT / "cases/rolling_coin.toml").read_text()
    bare = re.sub(r"\[\[shapes\]\].*?\n\n", "", text, flags=re.S)
    assert bare != text and "shapes" not in bare
    one, other = (nh.simulate(parse_case(t), 1, points=5) for t in (text, bare))
    assert other.space is None and one.space is not None
    assert {n: x.tolist() for n, x in one.q.items()} == {n: x.tolist() for n, x in other.q.items()}
    assert nh.check(parse_case(text)).growth.vector == nh.check(parse_case(bare)).growth.vector
    case = nh.System("x", "x'**2/2", shapes={"ball": "R", "origin": ["x", "0", "0"]}, initial={})
    assert case.scope.parameters == ("R",)


# how they are drawn -------------------------------------------------------------------------------
@pytest.mark.parametrize("eye", [EYE, Eye(2.0, 1.5), Eye(-3.0, 0.0)])
def test_what_is_seen_of_a_ball_is_a_circle(eye):
    motion = nh.simulate("chaplygin_sphere", 1, points=5, check=False)
    shown = bodies(motion.space, motion.t, motion.t)
    for i in range(5):
        (one,) = seen(shown, i, eye)
        areas = [_area(polygon) for tone in one.tones for polygon in tone]
        assert sum(areas) == pytest.approx(np.pi * 0.7**2, rel=0.03) and min(areas) > 0
        spots = np.vstack([p for tone in one.tones for p in tone])
        far = np.linalg.norm(spots - shown[0].place[i] @ eye.rows()[:2].T, axis=1)
        assert far.max() <= 0.7 + 1e-9


def _area(polygon):
    x, y = polygon.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def test_right_and_rival_have_a_stage_each():
    motion = nh.simulate("rolling_coin", rival="substituted x", points=101, check=False)
    shown = theatre(motion)
    assert [stage.law for stage in shown.stages] == ["the equations of motion", "substituted x"]
    first, second = (stage.bodies[0].place for stage in shown.stages)
    assert np.allclose(first[0], second[0]) and np.linalg.norm(first[-1] - second[-1]) > 0.5
    assert all("<path" in still(shown, stage) for stage in shown.stages)
    page = animation_page(motion)
    assert page.count('class="space paper"') == 1 and len(page) < 1_000_000
    with speaking("es"):
        assert "En el espacio" in animation_page(motion)


def test_the_eye_goes_with_bodies_that_go_far():
    motion = nh.simulate("rolling_coin", points=101, check=False, initial={"phidot": 60})
    shown = theatre(motion)
    assert shown.follows
    for i in (0, 60, 120):
        assert np.allclose(shown.middle(shown.stages[0], i), shown.stages[0].bodies[0].place[i])


def test_pictures_and_films_of_bodies(monkeypatch):
    monkeypatch.setattr("nonholo.views.motion.film.FRAMES", 3)
    motion = nh.simulate("rolling_coin", rival="substituted x", points=11, check=False)
    svg = space_picture(motion, "svg")
    assert b"<svg" in svg and svg == space_picture(motion, "svg")
    found = Image.open(BytesIO(film(motion, ".gif", plot="space")))
    assert found.n_frames == 3 and found.width > 1.5 * found.height  # two side by side
    swing = nh.simulate("chaplygin_sleigh", points=11, check=False)
    with pytest.raises(
        NotApplicable, match=r"no bodies are known in space; say what moves by shapes="
    ):
        film(swing, ".gif", plot="space")


def test_a_motion_in_a_notebook_is_seen_in_space():
    motion = nh.simulate("rolling_coin", points=11, check=False)
    shown = motion.animate("space")
    assert shown._repr_html_().startswith("<iframe srcdoc=") and shown.svg.startswith("<svg")
    assert motion.animate().plot == "motion"
    swing = nh.simulate(parse_case(SWING), 1, points=11, check=False)
    assert swing.plane is None and swing.animate().plot == "space"
    with pytest.raises(NonholoError, match="plot='spice': needed is 'motion' or 'space'"):
        motion.animate("spice")


def test_the_record_holds_what_is_drawn(capsys):
    main(["simulate", "rolling_coin", "--rival", "substituted x", "--points", "5", "--json"])
    record = json.loads(capsys.readouterr().out)
    (coin,) = record["bodies"]
    assert (coin["kind"], coin["sizes"], coin["axle"]) == ("disc", [0.7], "y")
    assert len(coin["place"]) == len(coin["turn"]) == len(record["t"]) == 5
    turn = np.array(coin["turn"])
    assert np.allclose(turn @ turn.transpose(0, 2, 1), np.eye(3))
    assert np.allclose(np.array(coin["place"])[:, 0], record["q"]["x"])
    assert record["rival"]["bodies"] != record["bodies"] and record["up"] == [0, 0, 1]
    main(["simulate", "chaplygin_sleigh", "--points", "5", "--json"])
    assert "bodies" not in json.loads(capsys.readouterr().out)


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here to open the page with")
def test_the_script_draws_what_python_draws(tmp_path):
    """At the last moment the same faces stand at the same places; dragging moves them."""
    motion = nh.simulate("rolling_coin", points=101, check=False)
    page = tmp_path / "coin.html"
    page.write_text(animation_page(motion), encoding="utf-8")
    browser = Browser(tmp_path, page.as_uri())
    try:
        drawn = "document.querySelector('.space svg g:last-of-type').innerHTML"
        browser.value("document.querySelector('.space .player') && 1")
        browser.value("""(() => { const one = document.querySelector('.space .player input');
            one.value = one.max; one.dispatchEvent(new Event('input')); return 1; })()""")
        script = _corners(browser.value(drawn))
        shown = theatre(motion)
        picture = still(shown, shown.stages[0])
        python = _corners(picture[picture.rindex('<g opacity="1.0">') :])
        assert len(script) == len(python) > 100
        assert np.abs(np.array(script) - np.array(python)).max() < 0.5
        browser.value("""(() => { const one = document.querySelector('.space .camera');
            one.value = 1; one.dispatchEvent(new Event('input')); return 1; })()""")
        turned = _corners(browser.value(drawn))
        assert len(turned) != len(script) or np.abs(np.array(turned) - script).max() > 5
    finally:
        browser.close()


def _corners(svg):
    spots = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", " ".join(re.findall(r' d="([^"]*)"', svg)))
    return [(float(x), float(y)) for x, y in spots]


@settings(max_examples=draws(40), deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_turns_between_are_those_of_scipy(seed):
    from scipy.spatial.transform import Rotation, Slerp

    rng = np.random.default_rng(seed)
    turn = Rotation.random(6, random_state=seed)
    was = np.cumsum(rng.uniform(0.1, 1.0, 6))
    wanted = np.array([was[0], *rng.uniform(was[0], was[-1], 9), was[-1]])
    known = turn.as_matrix()
    assert np.allclose(quaternions(known), Rotation.from_matrix(known).as_quat(), atol=1e-12)
    theirs = Slerp(was, Rotation.from_matrix(known))(wanted).as_matrix()
    assert np.allclose(turned(wanted, was, known), theirs, atol=1e-9)


def test_shapes_of_the_cases_lie_where_the_coordinates_say():
    ring, bead = space_at_start(nh.case("bead_on_hoop")).solids
    wire = ring.sizes[:, 0].reshape(-1, 3)
    assert ring.kind == "line" and np.allclose(wire[0], wire[-1])
    assert np.allclose(np.linalg.norm([*wire, bead.place[0]], axis=1), 0.4)
    angles, places = (
        space_at_start(nh.case(f"double_pendulum_{kind}")).solids
        for kind in ("angles", "cartesian")
    )
    for one, other in zip(angles, places, strict=True):
        assert np.allclose(one.place, other.place) and np.allclose(one.sizes, other.sizes)
