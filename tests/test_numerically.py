"""Constraints known by numbers alone: against exact growth vectors, laws of their errors, words.

Nothing here is proved, and the record must never say so."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from math import cos, sin, sqrt
from pathlib import Path

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Matrix, Symbol, lambdify, sympify

import nonholo as nh
from nonholo.errors import BadCase, said
from nonholo.numerics.local_fit import agreed, design, fitted
from nonholo.numerics.row_values import rank_of
from nonholo.readers.sympy_door import to_sympy
from nonholo.views.numerical.page import numerical_section
from nonholo.words import language
from nonholo.words.language import speaking
from tests.draws import draws

CASES = Path(__file__).parent.parent / "cases"


@cache
def published(stem):
    """A case and its rows as a function of floating-point numbers; letters without value are 1."""
    case = nh.read_case(CASES / f"{stem}.toml")
    rows, chart = case.system.pfaffian, case.system.chart
    words = {s: Symbol(s.args) for l in range(rows.k) for e in rows.form(l) for s in e.symbols()}
    put = {Symbol(s.args): to_sympy([e], {})[0] for s, e in case.system.values.items()}
    q = [Symbol(n) for n in chart.names]
    A = Matrix([to_sympy(list(row), words) for row in rows.matrix]).xreplace(put)
    return case, lambdify([q], A.xreplace(dict.fromkeys(A.free_symbols - set(q), 1)))


def place(case, at):
    return [float(sympify(at.get(n, "0"))) for n in case.system.chart.names]


@pytest.mark.parametrize(
    ("stem", "at"),
    [
        ("unicycle", {}),
        ("unicycle", {"theta": "pi/3", "x": "1"}),
        ("kinematic_car", {}),
        ("kinematic_car", {"theta": "pi/6", "phi": "pi/4"}),
        ("one_trailer", {}),
        ("one_trailer", {"th0": "pi/3", "th1": "pi/6"}),
        ("one_trailer", {"th0": "pi/2"}),  # singular: jack-knifed
        ("two_trailers", {}),
        ("two_trailers", {"th0": "pi/2"}),
        ("two_trailers", {"th0": "pi/2", "th1": "pi/2"}),
        ("rolling_disk", {"theta": "pi/6"}),
        ("rolling_disk_kinematics", {"theta": "pi/4", "phi": "pi/3"}),
        ("heisenberg", {}),
        ("heisenberg", {"x": "2", "y": "-1", "z": "3"}),
        ("engel", {}),
        ("engel", {"x": "1", "w": "1/2"}),
        ("martinet", {}),  # singular
        ("martinet", {"y": "1/2", "x": "3"}),
        ("martinet_order_3", {}),
        ("two_wheels_on_axle", {"theta": "pi/3"}),
        ("mecanum_drive", {"theta": "pi/4"}),
        ("hilbert_cartan", {}),
    ],
)
def test_growth_by_numbers_is_the_exact_one(stem, at):
    case, function = published(stem)
    point = {n: v for n, v in at.items() if n in case.system.chart.names}
    exact = nh.check(case, at=point, search=0).at_point
    assert exact.complete
    found = nh.check_numerically(function, place(case, point), steps=max(3, exact.degree))
    assert found.growth == (exact.vector,)
    assert found.points[0].clear
    assert found.integrable is (len(exact.vector) == 1 or exact.vector[0] == exact.vector[1])


def test_a_singular_and_a_regular_point_in_one_question():
    case, function = published("martinet")
    names = case.system.chart.names
    points = [dict.fromkeys(names, 0.0), dict.fromkeys(names, 1.0)]
    found = nh.check_numerically(function, points)
    assert (found.names, found.depends) == (names, ("y",))
    assert found.growth == ((2, 2, 3), (2, 3))
    assert [p.integrable for p in found.points] == [True, False]
    assert found.integrable is False


# laws -------------------------------------------------------------------------------------------
WAVES = st.tuples(
    st.sampled_from(["sin", "exp", "product", "cube"]), st.floats(-1.5, 1.5, allow_nan=False)
)


def slopes(kind, w, a, b):
    """d/da and d/db of one of sin(w a + b), exp(a b / 2), a^2 b, a^3 + w a b^2."""
    if kind == "sin":
        return w * cos(w * a + b), cos(w * a + b)
    if kind == "exp":
        return b / 2 * np.exp(a * b / 2), a / 2 * np.exp(a * b / 2)
    if kind == "product":
        return 2 * a * b, a * a
    return 3 * a * a + w * b * b, 2 * w * a * b


@st.composite
def holonomic(draw):
    """A(q) = M(q) dG(q): h functions mixed by an invertible matrix, never of numbers alone."""
    n, h = draw(st.integers(3, 5)), draw(st.integers(1, 2))
    waves = [[draw(WAVES) for _ in range(n)] for _ in range(h)]
    mix = draw(st.lists(st.floats(-1, 1, allow_nan=False), min_size=n, max_size=n))
    seat = np.array(draw(st.lists(st.floats(-1, 1, allow_nan=False), min_size=n, max_size=n)))

    def A(q):
        rows = np.zeros((h, n))
        for l in range(h):
            rows[l, l] += 4.0
            for i, (kind, w) in enumerate(waves[l]):
                j = (i + 1) % n
                da, db = slopes(kind, w, q[i], q[j])
                rows[l, i] += da
                rows[l, j] += db
        M = 2 * np.eye(h) + 0.5 * np.sin(np.dot(mix, q)) * np.ones((h, h))
        return M @ rows

    return A, seat, h


@settings(max_examples=draws(5))
@given(holonomic())
def test_the_residual_of_a_planted_holonomic_set_is_below_its_error(planted):
    A, q, h = planted
    point = nh.check_numerically(A, q, steps=2).points[0]
    if point.rank.rank < h or point.residual is None:  # dG can be dependent at a point
        return
    assert point.residual <= point.residual_error
    assert point.growth == (len(q) - h,)


@given(
    st.floats(-1, 1, allow_nan=False),
    st.floats(-1, 1, allow_nan=False),
    st.floats(0.5, 2),
    st.integers(0, 5),
)
def test_a_planted_curvature_is_met_within_its_error(a, b, c, turn):
    """dz = c x dy in rows of any length and with coordinates in any order has |W_2| = c."""
    order = [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)][turn]

    def A(q):
        row = np.zeros((1, 3))
        x = q[order[0]]
        row[0, order[1]], row[0, order[2]] = -c * x, 1.0
        return row * (2 + sin(q[0]))

    q = np.zeros(3)
    q[order[0]], q[order[1]] = a / 3, b
    found = nh.check_numerically(A, q)
    point = found.points[0]
    assert found.growth == ((2, 3),)
    if abs(c * q[order[0]]) < 0.9:  # z' is the pivot: the curvature is that of z
        assert abs(point.residual - c) <= point.residual_error


@given(st.integers(0, 10**6), st.floats(-9, -4))
def test_noise_is_part_of_the_error(seed, exponent):
    """A holonomic row and one that is not, with noise in every entry."""
    rng, size = np.random.default_rng(seed), 10**exponent

    def noisy(rows):
        return np.array(rows) + size * rng.standard_normal((1, 3))

    closed = nh.check_numerically(lambda q: noisy([[q[1], q[0], 2.0]]), [0.3, -0.2, 0.1], steps=2)
    contact = nh.check_numerically(lambda q: noisy([[-q[1], 0, 1]]), [0.3, -0.2, 0.1], steps=2)
    (first,), (second,) = closed.points, contact.points
    assert first.residual <= first.residual_error
    assert first.residual_error > size / 10
    assert abs(second.residual - 1) <= second.residual_error
    assert second.integrable is not True


@given(st.lists(st.floats(-3, 3, allow_nan=False), min_size=6, max_size=6), st.floats(0.01, 1))
def test_a_polynomial_is_fitted_up_to_rounding(c, radius):
    """Of the degree of the fit: the coefficients come back."""
    plan = design(2, 2)
    u = radius * plan.nodes
    monomials = np.stack([u[:, 0] ** i * u[:, 1] ** j for i, j in plan.powers], axis=1)
    found, spread = fitted(plan, (monomials @ c)[:, None], radius, 2)
    assert np.abs(found[:, 0] - c).max() <= 1e-9 + 30 * spread.max()


def test_the_rung_on_which_neighbours_agree():
    value, error, rung = agreed([np.array([4.0]), np.array([1.0]), np.array([1.1])], [0, 0, 0.01])
    assert (value[0], rung) == (1.1, 2)
    assert error == pytest.approx(2 * (0.1 + 0.01))


# what else is told ------------------------------------------------------------------------------
def test_drift_takes_time_into_the_space():
    found = nh.check_numerically(lambda q: [[1, 0, -q[2]]], [0.1, 0.2, 0.3], a0=lambda q: [-q[1]])
    exact = nh.check(nh.constraints("dx = z dz + y dt"))
    assert (found.space, found.growth) == ("tq", (exact.growth.vector,))


def test_redundant_rows():
    point = nh.check_numerically(lambda q: [[1, 0, q[1]], [2, 0, 2 * q[1]]], [0, 1, 2]).points[0]
    assert (point.rank.rank, len(point.rank.singular_values), point.growth) == (1, 2, (2, 3))
    assert point.rank.gap > 1e10


def test_a_loss_of_rank_at_the_point_is_told():
    point = nh.check_numerically(lambda q: [[-q[1], 0, q[0]]], [0, 0, 0]).points[0]
    assert (point.rank.rank, point.growth, point.integrable) == (0, None, None)
    assert "rank 0 at the point and 1 near it" in point.remark


def test_a_kink_is_unclear():
    point = nh.check_numerically(lambda q: [[1, 0, abs(q[1])]], [0, 0, 0]).points[0]
    assert point.integrable is None
    assert not point.clear


def test_boxes_where_A_fails_are_left_out():
    found = nh.check_numerically(lambda q: [[1, 0, sqrt(q[1] - 0.05)]], [0, 0.2, 0])
    assert found.growth == ((2, 3),)
    with_nothing = nh.check_numerically(lambda q: [[1, 0, sqrt(q[1])]], [0, 1e-9, 0]).points[0]
    assert "fewer than two boxes" in with_nothing.remark
    assert with_nothing.integrable is None


def test_radii_of_their_own_for_each_coordinate():
    """x in millimetres: the same set in other units."""
    found = nh.check_numerically(
        lambda q: [[0.0, -q[0] / 1000, 1.0]], [0, 0, 0], radius=[400, 0.4, 0.4]
    )
    assert found.growth == ((2, 3),)
    assert found.integrable is False


def test_no_coordinates_that_matter():
    flat = nh.check_numerically(lambda q: [[1.0, 2.0, 3.0]], [0, 0, 0])
    assert (flat.integrable, flat.growth, flat.depends) == (True, ((2,),), ())
    assert nh.check_numerically(lambda q: [[1, 0], [0, 1]], [0, 0]).growth == ((0,),)
    assert nh.check_numerically(lambda q: [[0, 0]], [0, 0]).growth == ((2,),)


def test_the_same_question_gives_the_same_bytes():
    _, function = published("kinematic_car")
    once, again = (nh.check_numerically(function, [0, 0, 0.3, 0.2]).record() for _ in range(2))
    assert json.dumps(once) == json.dumps(again)


def test_it_is_called_numerical_and_never_proved():
    found = nh.check_numerically(lambda q: [[-q[1], 0, 1]], [0, 0, 0], names="x y z")
    record = json.loads(json.dumps(found.record()))
    assert (record["kind"], record["proved"]) == ("numerical", False)
    assert {"verdict", "evidence", "certificate", "holonomic_relations"} & set(record) == set()
    assert record["points"][0]["at"] == {"x": 0.0, "y": 0.0, "z": 0.0}
    assert record["points"][0]["growth_vector"] == [2, 3]
    assert str(found).startswith("NUMERICAL, NOTHING PROVED")
    assert "nothing proved" in repr(found)
    assert not hasattr(found, "verdict")
    assert not hasattr(found, "proved")


def test_the_text_names_points_and_errors():
    told = str(nh.check_numerically(lambda q: [[-q[1], 0, 1]], [0, 0.5, 0], names="x y z"))
    for words in (
        "at x = 0, y = 0.5, z = 0",
        "rank           1 of 1",
        "with an error of about",
        "gap",
    ):
        assert words in told


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("es", ("NUMÉRICO, NADA DEMOSTRADO: 1 ligadura", "no integrable", "corchetes")),
        ("pt", ("NUMÉRICO, NADA DEMONSTRADO: 1 vínculo", "não integrável", "colchetes")),
    ],
)
def test_it_speaks_each_language_and_has_a_page(lang, words, tmp_path):
    found = nh.check_numerically(lambda q: [[-q[1], 0, 1]], [0, 0.5, 0], names="x y z")
    with speaking(lang):
        assert all(word in str(found) for word in words)
        with pytest.raises(BadCase) as refused:
            nh.check_numerically(lambda q: [[1, np.nan]], [0, 0])
        assert "finita" in language.told(said(refused.value))
    nh.report(found, output=tmp_path / "rows.html", lang=lang)
    page = (tmp_path / "rows.html").read_text()
    assert words[1] in page and "(2, 3)" in page and f'lang="{lang}' in page


def test_ranks_by_singular_values():
    near = rank_of(np.array([[1.0, 0.0], [0.0, 1e-9]]))
    assert (near.rank, near.clear) == (2, False)
    assert rank_of(np.array([[1.0, 1 / 3], [3.0, 1.0]])).rank == 1


def wrong(q):
    return [[1, 2]]


@pytest.mark.parametrize(
    ("given", "more", "words"),
    [
        ((wrong, [0, 0, 0]), {}, "A(q) has the shape (1, 2); needed is (k, 3)"),
        ((lambda a, b: [[1, 2]], [0, 0]), {}, "lambda q: A(*q)"),
        ((lambda q: [[1, float("nan")]], [0, 0]), {}, "A(q) is not finite at q = (0, 0)"),
        ((lambda q: [1, 2], [0, 0]), {}, "A(q) has the shape (2,)"),
        ((lambda q: [["a", 2]], [0, 0]), {}, "could not convert"),
        ((lambda q: [[1j, 2]], [0, 0]), {}, "complex numbers"),
        (([[1, 2]], [0, 0]), {}, "A is no function"),
        ((wrong, "x"), {}, "points: needed is a point"),
        ((wrong, []), {}, "points: needed is a point"),
        ((wrong, [[0, 0], [1]]), {}, "points: needed is a point"),
        ((wrong, [0, float("inf")]), {}, "points: needed is a point"),
        ((wrong, [{"x": 1, "y": 2}, {"x": 1}]), {}, "needed are values of x, y"),
        ((wrong, [0, 0]), {"radius": -1}, "radius = -1"),
        ((wrong, [0, 0]), {"radius": "x"}, "radius = 'x'"),
        ((wrong, [0, 0]), {"radius": [1, 2, 3]}, "needed is a positive number, or 2 of them"),
        ((wrong, [0, 0]), {"steps": 1}, "needed is a whole number from 2 to 8"),
        ((wrong, [0, 0]), {"steps": 2.5}, "needed is a whole number from 2 to 8"),
        ((wrong, [0, 0]), {"names": "x"}, "names: needed are 2 different ones"),
        ((wrong, [0, 0]), {"names": "x x"}, "names: needed are 2 different ones"),
        ((wrong, [0, 0]), {"a0": 3}, "a0 is no function"),
        ((wrong, [0, 0]), {"a0": lambda q: [1, 2]}, "a0(q) has 2 entries, A(q) has 1 rows"),
    ],
)
def test_what_is_wrong_is_told(given, more, words):
    with pytest.raises(BadCase) as refusal:
        nh.check_numerically(*given, **more)
    assert words in str(refusal.value)


def test_too_many_coordinates_for_a_fit():
    with pytest.raises(BadCase, match="too many for polynomials"):
        nh.check_numerically(lambda q: [np.sin(q)], np.ones(60))


def test_exact_numbers_at_points_are_taken():
    found = nh.check_numerically(
        lambda q: [[-q[1], 0, 1]], [Fraction(1, 2), sympy.Rational(1, 3), 0]
    )
    assert found.points[0].q == (0.5, 1 / 3, 0.0)


def test_a_notebook_shows_that_nothing_is_proved():
    """Each point with its errors, also where A loses rank; never a word of a proof."""
    found = nh.check_numerically(
        lambda q: [[-q[1], 0, q[0]]], [[0, 0, 0], [1, 0, 0]], names="x y z"
    )
    page = found._repr_html_()
    assert "numerical, nothing proved" in page
    assert "proved" not in page.replace("nothing proved", "")
    near, far = found.points
    assert "no growth vector there" in near.remark and "no growth vector there" in page
    at, rank, residual, word, growth = numerical_section(found).blocks[1].rows[1]
    assert (at, rank, word, growth) == ("x = 1, y = 0, z = 0", "1", "not integrable", "(2, 3)")
    assert residual == f"{far.residual:.3g} ± {far.residual_error:.1g}"
