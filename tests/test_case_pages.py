"""What a reader of a page needs: what is given, no undefined letters, nothing endless, nothing
cut.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.cli import main
from nonholo.dossier.dossier import analyze
from nonholo.dossier.drawing import flat_sketch
from nonholo.dossier.masses import masses
from nonholo.errors import NonholoError
from nonholo.expression.graph import Graph
from nonholo.geometry.constraints.chart import chart
from nonholo.readers.blades import on_blades
from nonholo.readers.case_file import parse_case
from nonholo.simulation.run import RIVAL_STEPS, simulate
from nonholo.views.graph.labels import written
from nonholo.views.lesson.figure import as_tikz
from nonholo.views.page.blocks import html
from nonholo.views.page.breaking import WIDEST, breakable, times
from nonholo.views.page.columns import FULL, columns, folded
from nonholo.views.page.html import page
from nonholo.views.page.math import Math, signs
from nonholo.views.page.named_parts import FEW, named_rows
from nonholo.views.page.page import Details, Facts, Figure, Formula, Note, Page, Paragraph, Table
from nonholo.views.page.words import decimal
from nonholo.views.path.masses import masses_picture
from nonholo.views.path.scene import shapes
from nonholo.views.path.sketch import sketch_picture
from nonholo.views.rivals.laws import law_named
from nonholo.words.language import speaking

SLEIGH = """
name = "sleigh"
coordinates = ["x", "y", "theta"]
lagrangian = "m*(xdot^2 + ydot^2)/2 + J*thetadot^2/2"
constraints = ["ydot*cos(theta) - xdot*sin(theta)"]
[meaning]
theta = "direction of the blade"
[parameters]
m = 1.5
J = "1/3"
[forces]
theta = "-thetadot"
"""
ROLLER = """
name = "roller racer"
coordinates = ["x", "y", "theta", "phi"]
lagrangian = "10*(x'^2 + y'^2) + 3/4*theta'^2 + (theta' + phi')^2/20"
constraints = [
    "x' sin(theta) - y' cos(theta)",
    "x' sin(theta+phi) - y' cos(theta+phi) - cos(phi)*theta'/2 - (theta' + phi')/10",
]
[initial]
phi = 0.5
phidot = 1
[simulation]
duration = 0.5
"""
RIGHT = """
name = "leaf"
coordinates = ["x", "y"]
lagrangian = "xdot^2/2 + ydot^2/2"
constraints = ["ydot - xdot"]
"""
STANDING = """
name = "no freedom"
coordinates = ["x"]
lagrangian = "xdot^2/2"
constraints = ["xdot + x - exp(-t)"]
"""
BOX = """
name = "box"
coordinates = ["x", "y"]
lagrangian = "xdot^2/2 + ydot^2/2"
inequalities = ["x >= 0", "y <= 1"]
"""


@pytest.fixture(scope="module")
def pages() -> dict[str, Page]:
    texts = {"sleigh": SLEIGH, "right": RIGHT, "standing": STANDING, "box": BOX}
    return {name: page(analyze(parse_case(text), deeper=1.0)) for name, text in texts.items()}


def blocks(of: Page, kind: type, heading: str = "") -> list:
    """All blocks of a kind in the sections whose heading begins so, folded ones too."""

    def inside(some):
        for block in some:
            yield block
            yield from inside(getattr(block, "blocks", ()))

    return [
        b
        for s in of.sections
        if s.heading.startswith(heading)
        for b in inside(s.blocks)
        if isinstance(b, kind)
    ]


def test_lagrangian_and_forces_are_shown(pages):
    rows = {
        f.label: f.latex for f in blocks(pages["sleigh"], Formula, "Equations of motion") if f.label
    }
    assert rows["Lagrangian"].startswith("L = ")
    assert rows["applied force"] == r"Q_{\theta} = -\dot{\theta}"


def test_heading_says_wrong_only_where_it_is(pages):
    headings = {name: [s.heading for s in of.sections] for name, of in pages.items()}
    assert "Where naive substitution goes wrong" in headings["sleigh"]
    assert "Naive substitution" in headings["right"]


def test_no_table_of_zeros(pages):
    assert blocks(pages["right"], Table, "Naive") == []
    assert blocks(pages["sleigh"], Table, "Where naive") != []
    assert blocks(pages["right"], Table, "Vakonomic") == []


def test_no_freedom_reads_as_a_sentence(pages):
    told = str(pages["standing"])
    assert "no equation is left, the constraints alone determine the motion" in told
    assert "for no unknown" not in told
    assert "by nothing" not in told
    assert "plus a virtual one" not in told


def test_formulations_have_the_names_of_their_authors(pages):
    (refused,) = [
        t for t in blocks(pages["standing"], Table, "Equations") if t.header[0] == "does not apply"
    ]
    assert [row[0] for row in refused.rows] == ["Chaplygin"]


def test_inequalities_stand_in_one_line(pages):
    (only,) = [f for f in blocks(pages["box"], Formula, "The system") if "inequal" in f.label]
    assert only.label == "inequalities"
    assert only.latex == r"x \ge 0,\quad y \le 1"


def test_numbers_are_decimals_where_they_are_exact(pages):
    (table,) = blocks(pages["sleigh"], Table, "Numbers")
    assert [(name.latex, value) for name, value in table.rows] == [("m", "1.5"), ("J", "1/3")]


def test_labels_of_momenta_are_mathematics(pages):
    assert ("momentum of ", Math("x")) in [
        f.label for f in blocks(pages["box"], Formula, "What is conserved")
    ]


def test_an_impossible_search_is_not_called_a_search(pages):
    told = [p.text for p in blocks(pages["standing"], Paragraph, "What is conserved")]
    assert "No further integral was looked for: as many are known as there can be." in told


# parts with names ------------------------------------------------------------------------------
def many_parts(name: str):
    g = Graph()
    c = chart(g, [name, "y"])
    x, y = c.q
    parts = [g.sin(x + k * y) + g.cos(x - k * y) * (x + k) for k in range(1, 9)]
    return c, [
        g.add(*(p * q for p, q in pairwise(parts))),
        g.add(*(p / q for p, q in zip(parts, parts[2:]))),
    ]


def test_many_parts_are_folded_and_defined():
    c, roots = many_parts("x")
    found = named_rows(c.latex(), ["a", "b"], roots, longest=50)
    assert len(found.parts) > FEW
    (folded_away,) = found.folded()
    assert isinstance(folded_away, Details)
    assert not folded_away.opened
    for i in range(1, len(found.parts) + 1):
        assert any(p.startswith(rf"\sigma_{{{i}}} = ") for p in found.parts)
    assert not any("w_" in row for row in (*found.rows, *found.parts))


def test_parts_have_no_name_of_the_case():
    c, roots = many_parts("sigma1")
    assert named_rows(c.latex(), ["a", "b"], roots, longest=50).letter == r"\zeta"


def test_short_rows_have_no_parts():
    c, _ = many_parts("x")
    assert named_rows(c.latex(), ["a"], [c.q[0]]).folded() == ()


def test_parts_are_named_in_long_rows_alone_and_where_that_is_shorter():
    c, roots = many_parts("x")
    mixed = named_rows(c.latex(), ["a", "b"], [c.q[0], sum(roots[1:], roots[0])], longest=50)
    assert mixed.rows[0] == "a = x" and mixed.parts
    x, y = c.q
    twice = (x + 2 * y) / (1 + (x + 2 * y) ** 2)  # one short part saves nothing
    assert named_rows(c.latex(), ["a"], [twice], longest=5).parts == ()


# formulas that are too wide --------------------------------------------------------------------
def test_wide_fractions_break():
    wide = " + ".join(f"a_{{{i}}}" for i in range(40))
    assert breakable(rf"x = -\frac{{{wide}}}{{c}} + 1") == rf"x = -\frac{{1}}{{c}} \, ({wide}) + 1"
    assert breakable(rf"\frac{{a}}{{{wide}}}") == rf"[{wide}]^{{-1}} \, a"
    assert breakable(r"\frac{a}{b + c}") == r"\frac{a}{b + c}"


@given(
    st.text(alphabet=r"ab{}\+-() ", max_size=60)
    | st.just(r"\frac{a}")
    | st.just(r"\frac{" + "a+" * 60)
)
def test_narrow_and_broken_formulas_stay(latex):
    if signs(latex) < WIDEST:
        assert breakable(latex) == latex
    assert isinstance(breakable(latex), str)


def test_factors_have_brackets_only_where_needed():
    assert times(r"-\frac{a + b}{c}", "w") == r"-\frac{a + b}{c} \, w"
    assert times("a - b", "w") == r"(a - b) \, w"


def test_pictures_that_would_be_too_small_scroll():
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="{}pt" height="9pt"></svg>'
    assert 'class="scroll paper wide"' in html(Figure(svg.format(1500.5), "wide"), 2)
    assert 'class="scroll paper broad"' in html(Figure(svg.format(700), "a telephone scrolls"), 2)
    assert 'class="scroll paper"' in html(Figure(svg.format(432), "narrow"), 2)
    assert 'class="scroll paper"' in html(Figure(svg.format(700), "no letters", free=True), 2)


# words -----------------------------------------------------------------------------------------
@given(st.fractions(max_denominator=10**6))
def test_decimals_are_exact(value):
    shown = decimal(Graph().number(fmpq(value.numerator, value.denominator)))
    assert Fraction(shown) == value


def test_names_of_contacts_are_no_equations():
    assert written(nx.DiGraph(), {"label": "wheel: no slip 1"}) == "wheel: no slip 1"
    assert (
        written(nx.DiGraph(), {"label": "wheel: contact", "holonomic": True})
        == "wheel: contact, differentiated"
    )
    assert written(nx.DiGraph(), {"label": "x - y"}).endswith("= 0$")


def test_text_is_as_wide_as_ever_where_there_is_no_terminal():
    assert columns() == FULL


@given(
    st.lists(st.text(alphabet="ab", min_size=1, max_size=9), max_size=60),
    st.integers(0, 6),
    st.integers(20, 90),
)
def test_folding_keeps_every_word(told, indent, width):
    found = folded(" " * indent + " ".join(told), width)
    assert found.split() == told
    assert all(len(line) <= width for line in found.split("\n"))


# motions ---------------------------------------------------------------------------------------
def test_a_rival_that_meets_a_pole_of_its_equations_ends_there():
    """det A_D = cos(theta): the page says so, and when."""
    fast = page(
        analyze(
            parse_case(
                SLEIGH + "[initial]\ntheta = 0.1\nthetadot = 4.0\nxdot = 1.0\n"
                "[simulation]\nduration = 2\n"
            )
        )
    )
    told = [str(n.text) for n in blocks(fast, Note, "Motion")]
    assert any(
        "The rival ends at " in one
        and "a pole of its own equations, " in one
        and str(Math(r"\cos \theta = 0")) in one
        for one in told
    )


def test_a_rival_far_from_poles_has_no_caution():
    calm = page(
        analyze(
            parse_case(
                SLEIGH + "[initial]\ntheta = 0.1\nthetadot = 0.1\nxdot = 1.0\n"
                "[simulation]\nduration = 0.5\n"
            )
        )
    )
    assert blocks(calm, Figure, "Motion")
    assert not [n for n in blocks(calm, Note, "Motion") if "pole" in str(n.text)]


def test_a_rival_that_cannot_begin_leaves_the_right_motion():
    """det A_D = x is 0 at the start: what is divided by it has no values there."""
    found = analyze(
        parse_case(
            'coordinates = ["x", "y", "z"]\ndependent = ["y"]\n'
            'lagrangian = "(xdot^2 + ydot^2 + zdot^2)/2"\nconstraints = ["x*ydot - z*xdot"]\n'
            "[initial]\nz = 1\nydot = 1\nzdot = 0.5\n[simulation]\nduration = 0.5\n"
        )
    )
    assert found.no_motion == "" and found.motion.rival is None
    assert found.motion.receipt.ok


def test_a_rival_that_creeps_into_a_pole_ends_on_a_page_as_alone():
    """A skate on a platform that turns: the shortcut nears sin(theta) = 0 in ever smaller steps."""
    case = parse_case(
        'coordinates = ["x", "y", "theta"]\n'
        'lagrangian = "30*(xdot^2 + ydot^2) + 1.5*thetadot^2"\n'
        'constraints = ["(xdot + y/2)*sin(theta) = (ydot - x/2)*cos(theta)"]\n'
        "[initial]\nx = 1\ntheta = 0.3\nthetadot = 0.2\n"
    )
    motion = analyze(case).motion
    assert motion.rival.receipt.steps <= RIVAL_STEPS * (motion.receipt.steps + 100)
    assert "where it needs too many steps" in motion.rival.path.stopped


def test_a_rival_whose_pivot_vanishes_is_derived_anew():
    """The rival of the page is that of `simulate`, which chooses other pivots where one is 0."""
    case = parse_case(ROLLER)
    found = analyze(case).motion
    assert found.rival.law == "substituted x, y"
    alone = simulate(case, rival="substituted x, y").rival
    t = alone.t[alone.t <= found.rival.t[-1]][-1]
    assert found.rival.at(t)[0] == pytest.approx(alone.at(t)[0], rel=1e-6, abs=1e-6)


def test_rivals_are_told_in_the_language_of_the_page():
    assert law_named("substituted x, y") == "substituted x, y"
    with speaking("es"):
        assert (
            law_named("substituted x, y (chained)")
            == "con sustitución de x, y (regla de la cadena)"
        )
        assert law_named("vakonomic") == "vakonómico"


# sketches --------------------------------------------------------------------------------------
def test_the_angle_of_a_sketch_is_that_of_its_blade():
    found = analyze(parse_case(SLEIGH)).sketch
    (angle,) = found.angles
    assert (found.plane, angle.name, angle.start) == (("x", "y"), "theta", 0.0)
    assert angle.start + angle.turn == pytest.approx(float(found.tracks.headings[0, 0]))


def test_the_point_of_a_sketch_is_that_of_its_coordinates():
    """The blade of this sleigh stands behind (x, y), which was written beside the blade itself."""
    row = "x' sin(phi) - y' cos(phi) + a phi' = 0"
    case = nh.System("x y phi", constraints=[row], parameters={"a": 2})
    drawn = flat_sketch(nh.check(case))
    picture = sketch_picture(drawn)
    point = re.search(r'<circle cx="(\S+)" cy="(\S+)"', picture)
    rod = re.search(r'<polyline points="(\S+),(\S+) (\S+),(\S+)"', picture)
    assert drawn.origin == (0.0, 0.0)
    assert np.hypot(*drawn.tracks.points[0, 0]) == pytest.approx(2)
    assert rod.group(1, 2) == point.group(1, 2) != rod.group(3, 4)
    assert "polyline" not in sketch_picture(flat_sketch(nh.check(parse_case(SLEIGH))))


def kinds(name: str) -> list[str]:
    drawn = flat_sketch(nh.check(nh.case(name)))
    return [shape.kind for shape in shapes(drawn.tracks, 0)]


def test_blades_wheels_and_axles_are_drawn_as_what_they_are():
    assert kinds("chaplygin_sleigh") == ["wheel"] == kinds("rolling_coin")
    assert kinds("two_wheels_on_axle") == ["body", "wheel", "wheel"]
    assert "glass" in kinds("kinematic_car")
    blade, wheel = (
        list(shapes(replace(flat_sketch(nh.check(nh.case("rolling_coin"))).tracks, blades=b), 0))
        for b in (True, False)
    )
    assert len(blade[0].corners) > len(wheel[0].corners)  # it is pointed


@pytest.mark.parametrize("blade", [True, False])
def test_what_letters_mean_tells_a_blade_from_a_wheel(blade):
    words = "direction of the blade" if blade else "direction of the front wheel"
    case = parse_case(SLEIGH.replace("direction of the blade", words))
    assert on_blades(case) == blade == flat_sketch(nh.check(case)).tracks.blades


def test_a_system_with_holonomic_constraints_is_drawn_where_they_hold():
    """A cart towed by a rope whose end moves; the length has no number."""
    rope = nh.System(
        "x y theta psi",
        "(x'^2 + y'^2 + theta'^2)/2",
        constraints=["y' cos(theta) = x' sin(theta)"],
        holonomic_constraints=["x + d*cos(psi) = 3 + t", "y + d*sin(psi) = 0"],
        parameters={"d": {"positive": True}},
    )
    drawn = flat_sketch(nh.check(rope))
    x, y = drawn.tracks.points[0, 0]
    assert (x - 3) ** 2 + y**2 == pytest.approx(1)
    nowhere = "x^2 + y^2 = -1"
    lost = nh.System(
        "x y theta",
        constraints=["y' cos(theta) = x' sin(theta)"],
        holonomic_constraints=[nowhere],
    )
    assert sketch_or_none(lost) is None


def sketch_or_none(case):
    try:
        return flat_sketch(nh.check(case))
    except NonholoError:
        return None


CART = "M/2*x'^2 + m/2*((x' + l*cos(a)*a')^2 + (l*sin(a)*a')^2) + m*g*l*cos(a)"


def massed(names: str, lagrangian: str, constraints: tuple[str, ...] = ()):
    return masses(nh.check(nh.System(names, lagrangian, list(constraints))))


def test_the_masses_of_a_lagrangian_are_drawn_where_they_are():
    cart = massed("x a", CART)
    assert (cart.letters, cart.bars, cart.axes, cart.undrawn) == (
        ("M", "m"),
        ((0, 1),),
        ("x", ""),
        (),
    )
    ((x, y), (u, v)), (angle,) = cart.places, cart.angles
    assert (angle.name, angle.at, angle.start) == ("a", (x, 0.0), pytest.approx(-np.pi / 2))
    assert (y, u - x, v) == pytest.approx((0.0, np.sin(angle.turn), -np.cos(angle.turn)))
    chased = massed("x1 y1 x2 y2", "m/2*(x1'^2 + y1'^2) + m/2*(x2'^2 + y2'^2)")
    assert (chased.called, chased.axes) == ((("x1", "y1"), ("x2", "y2")), ("x", "y"))


@pytest.mark.parametrize("wheels", ["J/2*a'^2", "J/2*(a'^2 + b'^2)"])
def test_a_moment_of_inertia_is_no_mass_on_a_line(wheels):
    rod = "m/2*((l*cos(a)*a' + k*cos(b)*b')^2 + (l*sin(a)*a' + k*sin(b)*b')^2)"
    assert massed("a b", f"{wheels} + {rod}").letters == ("m",)


def test_what_is_drawn_as_allowed_obeys_the_constraint():
    found = massed("x y z", "m/2*(x'^2 + y'^2 + z'^2)", ("z' = y x'",))
    ((_, y, _),) = found.places
    assert found.allowed[:, 2] == pytest.approx(y * found.allowed[:, 0])
    picture = masses_picture(found)
    assert "<polygon" in picture and "cycle" in as_tikz(picture)


@pytest.mark.parametrize(
    "lagrangian",
    ["m/2*((x' - w*y)^2 + (y' + w*x)^2)", "A/2*x'^2 + B/2*y'^2", "m*x'*y'"],
)
def test_squares_that_are_no_place_are_no_mass(lagrangian):
    assert massed("x y", lagrangian) is None


def test_a_page_without_a_motion_says_what_it_lacks():
    case = parse_case(SLEIGH.replace("m = 1.5", "m = {}"))
    said, _ = section_named(case, "Motion").blocks
    told, lacking, _ = said.text
    assert told.startswith("No motion is shown") and lacking.text == "[parameters] m; [initial]"


def section_named(case, heading: str):
    (one,) = [s for s in page(analyze(case)).sections if s.heading == heading]
    return one


def test_a_page_opens_with_the_system_and_what_its_letters_mean(pages):
    first = pages["sleigh"].sections[0]
    assert first.heading == "The system"
    assert isinstance(first.blocks[0], Figure)
    assert (Math(r"\theta"), "direction of the blade") in [
        pair for block in first.blocks if isinstance(block, Facts) for pair in block.pairs
    ]


def test_specialists_come_last_and_folded(pages):
    for made in pages.values():
        aside = [section.aside for section in made.sections]
        assert aside == sorted(aside)
    assert "Flag and strata" in [s.heading for s in pages["sleigh"].sections if s.aside]


def test_a_meaning_of_no_letter_is_refused():
    with pytest.raises(NonholoError, match=r"meaning\.thetta.*did you mean theta"):
        parse_case(SLEIGH.replace("theta =", "thetta =", 1))


@pytest.mark.parametrize("row", ["(xdot - y*zdot)*(xdot + y*zdot)", "xdot**2 - zdot**2"])
def test_a_product_of_constraints_has_a_page(row, tmp_path):
    """What each factor says was a note of a tone that no page knows."""
    source, made = tmp_path / "product.toml", tmp_path / "product.html"
    source.write_text(f'coordinates = ["x", "y", "z"]\nconstraints = ["{row}"]')
    assert main(["report", str(source), "-o", str(made)]) in (0, 1)
    assert "product" in made.read_text()


def test_two_headings_are_no_place_of_a_mass():
    """J a'^2/2 + J b'^2/2 of two sleds with the headings a, b."""
    sleds = nh.System(
        "x y a X Y b",
        "m/2*(x'^2 + y'^2) + J/2*a'^2 + m/2*(X'^2 + Y'^2) + J/2*b'^2",
        ["sin(a) x' = cos(a) y'", "sin(b) X' = cos(b) Y'"],
        parameters="m J",
    )
    found = masses(nh.check(sleds))
    assert found is None or all("a" not in names and "b" not in names for names in found.called)
