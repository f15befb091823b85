"""Pictures that are written directly: letters, formulas, ticks and curves, beside matplotlib's."""

from __future__ import annotations

import doctest
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from matplotlib.ticker import MaxNLocator

import nonholo as nh
from nonholo.dossier.drawing import flat_sketch
from nonholo.views.drawing import setting, ticks
from nonholo.views.drawing.panel import FLAT, Look, Panel, Place, _sparse
from nonholo.views.drawing.setting import SANS_STYLE, SERIF_STYLE, set_line
from nonholo.views.drawing.stack import stacked
from nonholo.views.drawing.svg import Outlines
from nonholo.views.drawing.ticks import labels, marks
from nonholo.views.graph.formats import mathtext
from nonholo.views.motion.picture import picture
from nonholo.views.page.html import page
from tests.draws import draws

FACES = {
    "sans": (SANS_STYLE, FontProperties(family="DejaVu Sans", math_fontfamily="dejavusans")),
    "serif": (SERIF_STYLE, FontProperties(family="STIXGeneral", math_fontfamily="stix")),
}
TEXTS = ["start", "rodadura, posición", "Ação", r"$\dot{x} - R\,\dot{\phi}\,\sin \theta = 0$"]
TEXTS += [r"$m\,R^{2}/4$", r"equation for $\theta_{1}$", r"$10^{-3}$", r"5 \$", r"$f(x, y)$"]


@pytest.mark.parametrize("name", FACES)
@pytest.mark.parametrize("text", TEXTS)
def test_words_are_as_large_as_those_of_matplotlib(name, text):
    style, font = FACES[name]
    theirs = TextPath((0, 0), text, size=20, prop=font).get_extents()
    ours = set_line(text, 20.0, style).box()
    ends = theirs.x0, theirs.y0, theirs.x1, theirs.y1
    assert ours == pytest.approx(ends, abs=0.6)  # theirs stand on whole dots


def test_a_dot_stands_over_the_middle_of_a_word():
    letters = set_line(r"$\dot{\mathrm{heading}}_{2}$", 10.0).letters
    (dot,) = (c for c in letters if c.character == "\u0307")
    left, _, right, _ = dot.glyph.box
    word = set_line(r"$\mathrm{heading}$", 10.0)
    assert dot.x + 5 * (left + right) == pytest.approx(word.width / 2)


@settings(max_examples=draws(60), deadline=None)
@given(st.text(alphabet="xyR'12+-*/^() =,_|", max_size=14))
def test_what_is_set_here_matplotlib_sets_too(text):
    formula = f"${mathtext(text)}$"
    try:
        set_line(formula, 12.0, SERIF_STYLE)
    except ValueError:
        return
    TextPath((0, 0), formula, size=12, prop=FACES["serif"][1])


@pytest.mark.parametrize("text", ["$x^$", "$_$", "${$", "$}$", r"$\unknown$", "$x^{2}^{3}$"])
def test_what_is_no_formula_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        set_line(text, 12.0)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(1, 9))
def test_ticks_stand_where_those_of_matplotlib_stand(low, span, most):
    high = low + span
    theirs = MaxNLocator(nbins=most, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    inside = [x for x in theirs if low - 1e-10 * span <= x <= high + 1e-10 * span]
    assert marks(low, high, most) == pytest.approx(inside, abs=1e-9 * span)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(2, 9))
def test_what_stands_at_ticks_tells_them_apart(low, span, most):
    places = marks(low, low + span, most)
    texts, _ = labels(places, (-4, 5))
    assert len(set(texts)) == len(places)


@given(st.lists(st.tuples(st.floats(0, 300), st.floats(0, 300)), min_size=2, max_size=40))
def test_a_curve_with_fewer_points_is_the_same_curve(points):
    every = np.array(points)
    few = _sparse(every)
    for p in every:
        a, way = few[:-1], np.diff(few, axis=0)
        length = np.maximum((way**2).sum(axis=1), 1e-300)
        part = np.clip(((p - a) * way).sum(axis=1) / length, 0, 1)
        assert np.hypot(*(a + part[:, None] * way - p).T).min() <= FLAT + 1e-9


def test_a_panel_shows_all_that_is_drawn_and_no_text_but_outlines():
    panel = Panel(Look())
    panel.plot([0, 1, np.nan, 3], [0, 2, 1, 1], color="#112233", label=r"$\theta$")
    panel.plot(1, 1, "o", color="#445566")
    panel.fill([0, 1, 1], [0, 0, 1], facecolor=(1, 0, 0, 0.5), edgecolor=(0, 0, 0, 1.0))
    panel.quiver([0], [0], [1], [1], width=0.01, color="#778899")
    panel.axhline(-1.0, color="#99aabb")
    panel.annotate("a & b", (1, 1), (3, 3), color="#bbccdd")
    panel.legend(fontsize=8)
    (x0, x1), (y0, y1) = panel.limits(Place(0, 0, 100, 100))
    assert (x0, x1, y0, y1) == pytest.approx((-0.15, 3.15, -1.15, 2.15))
    picture = stacked([panel], [1.0], 200.0, 150.0)
    root = ElementTree.fromstring(picture)
    assert not [e for e in root.iter() if e.tag.endswith("}text")]
    for colour in ("112233", "445566", "778899", "99aabb", "bbccdd", "ff0000"):
        assert f"#{colour}".encode() in picture
    assert picture == stacked([panel], [1.0], 200.0, 150.0)
    assert panel.write(Place(0, 0, 100, 100), Outlines(), "one")


def test_a_title_of_two_lines_pushes_the_plot_down():
    tops = []
    for title in ("one two", "one\ntwo"):
        panel = Panel(Look())
        panel.plot([0, 1], [0, 1])
        panel.set_title(title, fontsize=9, color="#000000")
        picture = stacked([panel], [1.0], 200.0, 150.0).decode()
        tops.append(float(re.findall(r'<rect x="[\d.]+" y="([\d.]+)"', picture)[-1]))
    assert tops[0] < tops[1]


def test_examples_run():
    for module in (setting, ticks):
        failed, tried = doctest.testmod(module)
        assert tried and not failed


@pytest.mark.parametrize("speed", [0.01, 1e-4])
def test_what_stands_left_of_the_picture_of_a_page_is_on_it(speed, monkeypatch):
    rooms, write = [], Panel.write

    def watched(panel, place, *more):
        rooms.append(place.x - panel.room(place)[0])
        return write(panel, place, *more)

    monkeypatch.setattr(Panel, "write", watched)
    blade = nh.System("x y a", "x'**2 + y'**2 + a'**2", ["x' sin(a) = y' cos(a)"])
    picture(nh.simulate(blade, 1.0, initial={"xdot": speed}), brief=True)
    assert rooms and min(rooms) >= 0


@pytest.mark.parametrize(("value", "drawn"), [(" = x^2/4 - y", True), ("", False)])
def test_a_blade_on_a_surface_is_drawn_where_the_surface_is_known(value, drawn):
    blade = nh.System(
        "x y z theta",
        constraints=["x'*sin(theta) = y'*cos(theta)"],
        holonomic_constraints=["z = h(x, y)"],
        functions=[f"h(x, y){value}"],
    )
    assert (flat_sketch(nh.check(blade)) is not None) == drawn
    assert page(nh.analyze(blade)).sections
