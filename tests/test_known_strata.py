"""Singular sets and strata of systems for which they are known by construction, and what was
once said wrongly.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf

import nonholo as nh
from nonholo.arithmetic.numbers import Rational
from nonholo.errors import SingularPivot
from nonholo.findings.check import check
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag import singular_on_set, strata
from nonholo.geometry.flag.flag import closure
from nonholo.geometry.flag.local import growth_at
from nonholo.geometry.flag.singular import Atlas
from nonholo.geometry.level_sets.level_set import also_zero
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.geometry.zeros.zeros import surfaces
from nonholo.linear.elimination import vanishes
from nonholo.readers.lower import lower
from nonholo.readers.of_constraints import case_from_constraints
from nonholo.readers.parser import parse_expression
from nonholo.views.verdict.record import check_record
from nonholo.views.verdict.text import check_text
from nonholo.work import BUDGETS, Work, spent

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
from known_strata import known_strata, number
from strata_blocks import MAKERS
from strata_judge import complaints
from texts import variable

from tests.draws import draws

TOO_SLOW = ("two_trailers",)  # for brackets in SymPy; published: Jean1996


def judged(*constraints: str, also: str):
    return check(case_from_constraints(constraints, tuple(also.split(","))))


def listed(found) -> dict[frozenset[str], tuple[int, tuple[int, ...] | None]]:
    """Equations of each stratum -> rank and growth vector."""
    return {
        frozenset(map(str, s.equations)): (s.rank, s.growth and s.growth.vector)
        for s in found.survey.strata.strata
    }


def pieces(found) -> set[frozenset[str]]:
    return {frozenset(map(str, piece)) for piece in found.survey.strata.singular}


# known by construction
# ------------------------------------------------------------------------------
def is_right(seed: str) -> None:
    """Nothing that is said is wrong; off all pieces of a list growth is generic, also at points
    with many zeros.
    """
    s = known_strata(seed)
    found = check(case_from_constraints(s.texts, s.names))
    assert complaints(s, found, seed) == []
    if found.survey.strata.singular is not None and not found.survey.strata.possible:
        generic_off_the_pieces(found, seed)


def generic_off_the_pieces(found, seed: str, points: int = 3) -> None:
    rows, rng = found.distribution.pfaffian, random.Random(seed)
    chart, generic = rows.chart, found.closure.growth
    own = [chart.graph.copy(list(piece)) for piece in found.survey.strata.singular]
    for _ in range(points):
        at = {s: chart.graph.lift(rng.choice([0, 0, 1, -1, 2])) for s in (*chart.q, chart.t)}
        if any(all(e.subs(at).is_zero for e in piece) for piece in own):
            continue
        there = growth_at(rows, at, generic.vector[-1], 2.0, generic=generic)
        assert not there.complete or there.vector == generic.vector


@pytest.mark.parametrize("number", range(16))
def test_known_singular_sets(number):
    is_right(f"few:{number}")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(60))
def test_many_known_singular_sets(number):
    is_right(f"many:{number}")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(60, 120))
def test_more_known_singular_sets(number):
    is_right(f"many:{number}")


@pytest.mark.slow
@pytest.mark.parametrize(
    "maker",
    [maker for maker, *_ in MAKERS if maker.__name__ not in TOO_SLOW],
    ids=lambda maker: maker.__name__,
)
def test_tables_of_the_normal_forms(maker):
    """What the benchmark takes for known, by brackets in SymPy."""
    size = next(n for own, n, _ in MAKERS if own is maker)
    for seed in range(2):
        block = maker(random.Random(seed), [variable(f"y{i}") for i in range(size)])
        assert by_brackets(block, {}) == (block.rows, block.growth)
        for place in block.places:
            for at in place.at:
                rank = block.rows if place.rank is None else place.rank
                assert by_brackets(block, at) == (rank, place.growth)


def by_brackets(block, at) -> tuple[int, tuple[int, ...] | None]:
    """Rank and growth at a point, the other coordinates in general position."""
    import sympy
    from strata_blocks import PARAMETERS

    q = sympy.symbols([f"y{i}" for i in range(block.coordinates)])
    variables = [*q, sympy.Symbol("t")]
    names = {str(s): s for s in (*variables, *sympy.symbols("a b c"))}

    def read(text: str):
        return sympy.sympify(
            text.replace("^", "**"), locals=names, rational=True
        )  # texts of the benchmark's own

    rng = random.Random(7)
    point = {names[p]: read(value) for p, value in PARAMETERS.items()}
    point |= {s: sympy.Rational(rng.randint(5, 40), 7) for s in variables}
    point |= {variables[i]: read(value) for i, value in at.items()}
    rows = sympy.Matrix(
        [
            [
                sum((read(a.text) * read(b.grad.get(str(s), "0")) for a, b in form), sympy.S(0))
                for s in variables
            ]
            for form in block.forms
        ]
    )
    there = rows[:, :-1].subs(point).applyfunc(sympy.simplify)
    if there.rank() < block.rows:
        return there.rank(), None
    pivots = there.rref()[1]
    free = [j for j in range(len(variables) - (not block.timed)) if j not in pivots]
    solved = -rows[:, list(pivots)].inv() * rows[:, free]
    fields = []
    for column, j in enumerate(free):
        X = [sympy.S(int(i == j)) for i in range(len(variables))]
        for row, p in enumerate(pivots):
            X[p] = solved[row, column]
        fields.append(X)
    return block.rows, _growth(fields, variables, point, len(block.growth) + 4)


def _growth(fields, variables, point, depth: int) -> tuple[int, ...]:
    import sympy

    def values(some):
        return [[sympy.simplify(e.subs(point)) for e in Z] for Z in some]

    level, span, dims = fields, values(fields), [0]
    for _ in range(depth - 1):
        level = [
            Z
            for X in fields
            for Y in level
            if any(
                Z := [
                    sympy.expand(
                        sum(
                            (
                                x * sympy.diff(b, s) - y * sympy.diff(a, s)
                                for x, y, s in zip(X, Y, variables)
                            ),
                            sympy.S(0),
                        )
                    )
                    for a, b in zip(X, Y)
                ]
            )
        ]
        span += values(level)
        dims.append(sympy.Matrix(span).rank(simplify=True) - len(fields))
        span = [list(row) for row in sympy.Matrix(span).rref(simplify=True)[0].tolist() if any(row)]
    while len(dims) > 1 and dims[-1] == dims[-2]:
        dims.pop()
    return tuple(dims)


# once said wrongly
# ----------------------------------------------------------------------------------
def test_growth_on_a_piece_is_that_of_most_of_its_points():
    """The origin, where no exponential stands in the way, is no typical point of w = 0."""
    found = judged("exp(y*y)*y' = exp(y*y)*y*(y - 2)*w^2*z'", also="y,w,z")
    assert listed(found) == {
        frozenset({"w"}): (1, (2, 2, 3)),
        frozenset({"y"}): (1, (2,)),
        frozenset({"y - 2"}): (1, (2,)),
    }


def test_the_rank_on_a_piece_is_that_of_most_of_its_points():
    found = judged("(w^2 + (q + 2*r)^2 - 1)*r' = 0", "sin(v)*psi' = 0", also="r,q,w,psi,v")
    assert all(rank == 1 for rank, _ in listed(found).values())


def test_where_the_rank_drops_further():
    """x = 0 and u = 0 cost one row each, both of them two."""
    found = judged("x*y' = 0", "u*v' = 0", also="x,y,u,v")
    assert listed(found) == {
        frozenset("x"): (1, None),
        frozenset("u"): (1, None),
        frozenset("xu"): (0, None),
    }
    assert found.survey.strata.complete


def test_where_strata_are_complete_the_rank_line_is_told_by_them():
    """Minors of two spheres share no factor; that all of them vanish on one line, the strata say."""
    found = check(nh.read_case(Path(__file__).parents[1] / "cases" / "two_spheres_1_3.toml"))
    (lost,) = [s for s in found.survey.strata.strata if s.growth is None]
    (drop,) = found.singular
    assert str(drop) == " + ".join(f"{e}**2" for e in lost.equations)
    assert "not found" not in check_text(found)


def test_a_rank_drop_inside_a_piece_of_slow_growth_is_a_stratum():
    found = judged("(v^2 + w^2)*(x' - w^2*v') = 0", also="x,v,w")
    assert listed(found) == {frozenset({"w"}): (1, (2, 2, 3)), frozenset({"v", "w"}): (0, None)}


@pytest.mark.parametrize(
    "constraints",
    [
        ("q*(x' - w*s') = 0", "x' - w*s' = 0"),
        ("x' - w*s' = 0", "q*(x' - w*s') = 0"),
        ("sin(q)*(x' - w*s') = 0", "(1 + q^2)*(x' - w*s') = 0"),
    ],
)
def test_a_row_that_follows_hides_no_rank(constraints):
    found = judged(*constraints, also="x,w,s,q")
    assert found.singular == ()
    assert found.survey.strata.singular == ()
    assert found.accessible is True
    assert not any(
        "/q" in str(c) or "/sin" in str(c) for row in found.redundant for _, c in row.coefficients
    )


def test_rows_of_which_none_is_enough_leave_the_rank_open():
    """q w and u w: which of them demands something is not the same at every point."""
    found = judged("q*(x' - w*s') = 0", "u*(x' - w*s') = 0", also="x,w,s,q,u")
    assert (found.singular, found.survey.strata.singular) == (None, None)
    assert "follow from the others" in found.survey.strata.reason


def test_a_piece_without_real_points_is_not_listed():
    found = judged("q' = ((2*r + sin(r))^3/3 + 2*r + sin(r))*y'", also="q,r,y")
    assert found.survey.strata.singular == ()
    assert found.survey.strata.complete


def test_a_piece_of_which_no_point_is_known_is_possible():
    """exp(s + w) = -s^3 = sin(s) - 3 s^2 w holds somewhere between s = -1 and s = -1/10, at no
    point that can be written down.
    """
    found = judged("x' = (cos(s) + exp(s + w) + s^3*w)*u'", also="x,s,u,w,q")
    assert found.survey.strata.possible
    record = check_record(found)
    assert record["singular_set"] is None
    assert record["singular_set_shown"] == []
    assert record["singular_set_possible"]
    assert "possibly where" in check_text(found)
    assert "no typical point could be judged" in check_text(found)


def test_one_point_of_a_piece_is_found_by_elimination():
    """The gradient of s (w^2 + q^2 + exp(s) - w q sin(s)) vanishes where w = q = 0, s = -1 alone:
    2 w = q sin(s) and 2 q = w sin(s), or s = 0 and w^2 + q^2 + 1 = 0.
    """
    found = judged("x' = s*(w^2 + q^2 + exp(s) - w*q*sin(s))*u'", also="x,s,u,w,q")
    assert listed(found) == {frozenset({"w", "q", "s + 1"}): (1, (4, 4, 5))}
    assert found.survey.strata.complete


def test_of_two_opposite_angles_one_can_be_singular():
    """psi = 0 is late; psi = pi is not, whatever theta is."""
    found = judged(
        "sin(psi)*u' + cos(psi)*q' + (cos(psi)*u - sin(psi)*q)*psi' = 1 + psi^2",
        "theta*(cos(psi)*u' - sin(psi)*q' - (sin(psi)*u + cos(psi)*q)*psi') = "
        "(cos(psi)*u - sin(psi)*q)*theta'",
        also="theta,u,q,psi",
    )
    assert frozenset({"psi"}) in pieces(found)
    assert not any("sin(psi)" in piece for piece in pieces(found))


def test_a_factor_hidden_by_a_circle_is_divided_out():
    """The numerator of the minor is f det A_D, which does not factor as a polynomial in sines
    and cosines.
    """
    f = "a - sin(sin(a)*y + cos(a)*z)"  # theta - sin(x), with x and y turned by an angle
    row = (
        "(-sin(a))*z' + cos(a)*y' + (1 - sin(a)*y - cos(a)*z)*a' = "
        "(a^2/2 - sin(sin(a)*y + cos(a)*z)*a)"
        "*(cos(a)*z' + sin(a)*y' + (cos(a)*y - sin(a)*z)*a')"
    )
    case = case_from_constraints((row,), ("z", "a", "y"))
    d = distribution(case.system.pfaffian, case.dependent, case.nominal)
    atlas = Atlas(d.pfaffian, d.dependent, closure(d), Work.of(BUDGETS.strata))
    ((surface,),) = atlas.singular()
    known = lower(parse_expression(f), d.chart)
    assert vanishes(surface.f - known) or vanishes(surface.f + known)


@pytest.mark.parametrize(
    ("written", "never"),
    [
        ("(2*x + sin(x))^2 + 1", True),
        ("(x + y^3)^2 + 1", True),
        ("x^2 + x*y + y^2 + 1", True),
        ("(y + exp(z))^2 + exp(x)", True),
        ("(x + y)^2 + (y - z)^2 + (z - 1)^2 + 1", True),
        ("(x + y)^2 + z^2", False),
        ("x^2*y + 1", False),
        ("x^2 - x*y + 1", False),
        ("(x + y)^2 - 1", False),
    ],
)
def test_quadratics_without_real_roots(written, never):
    rows = case_from_constraints((f"({written})*x' = 0",), ("x", "y", "z")).system.pfaffian
    assert never_vanishes(rows.matrix[0][rows.chart.index("x")], rows.chart) is never


def test_no_growth_is_told_where_the_rank_drops():
    with pytest.raises(SingularPivot):
        check(
            case_from_constraints(("x*y' = 0", "u*v' = 0"), ("x", "y", "u", "v")),
            at={"x": "0", "u": "0"},
        )


# velocities where rows lose rank ------------------------------------------------------------------
@pytest.mark.parametrize(
    "rows, also, needed",
    [
        (["x y' = 1"], "x,y", ["1"]),
        (["x y' = x^2 + 1"], "x,y", ["1"]),
        (["x y' = c"], "x,y", ["c"]),
        (["x y' = x - y"], "x,y", ["y"]),
        (["t x' = x", "t y' = y"], "x,y", ["x", "y"]),
        (["x y' = x"], "x,y", []),
        (["x dy = z dx"], "x,y,z", []),
    ],
)
def test_where_rows_lose_rank_it_is_told_what_velocities_need(rows, also, needed):
    found = judged(*rows, also=also)
    lost = [s for s in found.survey.strata.strata if s.growth is None]
    assert [[str(e) for e in s.needed] for s in lost] == [needed]
    told = " ".join(check_text(found).split())
    assert ("no velocity satisfies the constraints there" in told) == (needed == ["1"])


@given(st.integers(-2, 2), st.integers(-2, 2), st.integers(1, 3))
@settings(max_examples=draws(12))
def test_what_velocities_need_is_what_solves_the_rows(a, b, c):
    """x y' = (a + b y) + c x at x = 0: a velocity where a + b y = 0, by hand."""
    found = judged(f"x y' = {a} + {b}*y + {c}*x", also="x,y")
    lost = [s for s in found.survey.strata.strata if s.growth is None]
    if a == b == 0:
        assert all(s.needed == () for s in lost)
        return
    ((needed,),) = [s.needed for s in lost]
    y = found.survey.strata.strata[0].needed[0].graph.symbol("y")
    if b == 0:
        assert needed.is_number and not needed.is_zero
    else:
        zero = needed.subs({y: needed.graph.number(Rational(-a, b))})
        assert zero.is_zero and not needed.is_number


def test_a_place_where_two_rows_lose_rank_is_told_once():
    told = check_text(judged("t x' = x", "t y' = y", also="x,y"))
    assert "less only where t = 0\n" in told


@pytest.mark.parametrize(
    "moving, strata",
    [
        (
            "car",
            {"cos(d1)": (2, (3, 4, 5)), "cos(d2)": (2, (3, 4, 5)), "cos(d1); cos(d2)": (1, None)},
        ),
        # a joint folded flat stays so; arms at one angle: Ostrowski's snake has its wheels on a circle
        (
            "snake",
            {
                "cos(d2 - d1) - 1": (3, (2, 3, 4, 5)),
                "cos(d1) + 1": (3, (2, 3, 4)),
                "cos(d2) + 1": (3, (2, 3, 4)),
                "cos(d2 - d1) - 1; cos(d2) + 1": (3, (2, 3)),
            },
        ),
    ],
)
def test_what_turns_in_the_plane_has_the_strata_of_one_heading(moving, strata):
    """A car with two steered axles, and a snake of three links on wheels."""
    car = (
        "x'*sin(th + d1) - y'*cos(th + d1) = th'*cos(d1)",
        "x'*sin(th + d2) - y'*cos(th + d2) = -th'*cos(d2)",
    )
    snake = (
        "x'*sin(th) = y'*cos(th)",
        "x'*sin(th + d2) - y'*cos(th + d2) = th'*(1 + cos(d2)) + d2'",
        "x'*sin(th - d1) - y'*cos(th - d1) = d1' - th'*(1 + cos(d1))",
    )
    found = judged(*(car if moving == "car" else snake), also="d1,d2")
    assert found.survey.strata.complete
    assert listed(found) == {frozenset(key.split("; ")): value for key, value in strata.items()}


def test_zeros_by_half_angles_are_angles():
    """sin(a) (1 + cos(b)) - sin(b) (1 + cos(a)) = 4 cos(a/2) cos(b/2) sin((a - b)/2)."""
    chart = case_from_constraints(("a' = b'",)).system.chart
    a, b = chart.q
    g = chart.graph
    hidden = g.sin(a) * (1 + g.cos(b)) - g.sin(b) * (1 + g.cos(a))
    twice = g.sin(a - b) ** 2 * (1 - g.cos(a - b))
    assert [s.angle and (str(s.angle[0]), s.angle[1]) for s in surfaces(hidden, chart)] == [
        ("a - b", (0,)),
        ("a", (4,)),
        ("b", (4,)),
    ]
    assert [str(s) for s in surfaces(twice, chart)] == ["sin(a - b)"]


@pytest.mark.parametrize(
    "f", ["x*sin(x)**2", "(x - 2*pi)*sin(x)**2", "x**2*(1 - cos(x))", "sin(x)**3", "x + sin(x)**2"]
)
def test_a_stratum_is_told_as_most_of_its_whole_turns_are(f):
    """dz = f(x) dy grows (2, ..., 2, 3) with as many 2 as derivatives of f vanish, and one."""
    case = case_from_constraints((f"dz = ({f})*dy",), ("z", "y", "x"))
    found, chart = check(case), case.system.chart
    slope = case.scope.expression(f).diff(chart.q[2])
    x, pi = chart.q[2], chart.graph.pi

    def order(at):
        e, n = slope, 0
        while vanishes(e.subs({x: at})):
            e, n = e.diff(x), n + 1
        return n

    for stratum in found.survey.strata.strata:
        places = [k * pi for k in range(-7, 8)]
        there = chart.graph.copy(list(stratum.equations))
        met = [at for at in places if all(vanishes(e.subs({x: at})) for e in there)]
        alike = [order(at) == stratum.growth.vector.count(2) - 1 for at in met]
        assert 2 * sum(alike) >= len(alike)


def test_whether_equations_in_many_coordinates_meet_is_asked_within_a_budget():
    """q_(i-1) + q_(i+1) + cos(q_i) = 0, i = 1..8: discriminants in any order are 8! questions."""
    q = [f"q{i}" for i in range(8)]
    slopes = [f"({q[i - 1]} + {q[(i + 1) % 8]} + cos({q[i]}))*{q[i]}'" for i in range(8)]
    before = spent()
    nh.check(nh.constraints(" + ".join(slopes) + " = 0"))
    assert spent() - before < 5_000_000


def test_growth_at_a_point_that_pieces_share_is_found_once(monkeypatch):
    """x = 0 and y = 0 cross, and their simplest points are among those that were looked at."""
    asked, ended = [], []

    def counted(rows, point, limit, *rest, **more):
        growth = growth_at(rows, point, limit, *rest, **more)
        asked.append((frozenset(point.items()), limit, more["wanted"]))
        ended.extend(asked[-1][:2] for _ in range(growth.complete))
        return growth

    monkeypatch.setattr(strata, "growth_at", counted)
    found = nh.check(nh.constraints("dz = x**2*y**2 dy"))
    assert len(found.survey.strata.strata) == 3
    assert ended and len(ended) == len(set(ended))
    assert len(asked) == len(set(asked))


def test_of_a_simpler_point_only_the_growth_of_its_stratum_is_asked():
    """A ball on a ball: sin(b) = 0 holds the origin, where growth stays 3 however long brackets
    are, so the work for all strata went there.
    """
    normal = ["sin(u)*cos(w)", "sin(u)*sin(w)", "cos(u)"]
    ball = {
        "name": "ball",
        "origin": [f"2*{e}" for e in normal],
        "rotation": ["z a", "x b", "z c"],
        "mass": "1",
        "inertia": ["1", "1", "1"],
    }
    contact = {"body": "ball", "at": normal, "down": [f"-{e}" for e in normal]}
    before = spent()
    known = nh.check(nh.System("u w a b c", bodies=[ball], rolling=[contact])).survey.strata
    assert known.complete and len(known.strata) == 5
    assert spent() - before < 3_000_000


def test_inside_a_piece_that_no_path_leaves_growth_is_that_on_it():
    """x = w = 0 is a leaf of x y - z w = 0: velocities stay two wherever both rows are independent,
    z = 1 among it, where growth around it is slower; they depend where z = y (z - 1).
    """
    found = judged("x*dy + y*dx = z*dw + w*dz", "dx = (z - 1)*dw", also="x,y,z,w")
    assert found.survey.strata.complete
    assert listed(found) == {
        frozenset({"x"}): (2, (2, 2, 3)),
        frozenset({"x", "z - 1"}): (2, (2, 2, 2, 3)),
        frozenset({"x", "w"}): (2, (2,)),
        frozenset({"x", "w", "y + z - y*z"}): (1, None),
    }


def test_on_a_level_the_points_of_a_piece_and_its_stratum_are_looked_for_once(monkeypatch):
    asked = []

    def counted(question, equations):
        asked.append(tuple(map(str, equations)))
        return also_zero(question, equations)

    monkeypatch.setattr(singular_on_set, "also_zero", counted)
    found = nh.check(nh.System("x y z w", None, ["dx = y*dz + w*dy"], ["x*y - z*w"]))
    assert asked and len(asked) == len(set(asked))
    assert found.survey.strata.singular


def test_what_a_root_hides_from_factoring_is_no_piece():
    """w = ds - p g^2 dg, s = p^2 t - r - r^2/2, g = r + p sqrt(p^2 + 1): w ^ dw = +- p^2 g^2 dt ^ dr ^
    dp, which is not 0 where the coefficient of dr is alone."""
    g, slope = "(r + p*sqrt(p^2 + 1))", "(sqrt(p^2 + 1) + p^2/sqrt(p^2 + 1))"
    row = f"p^2*t1' + 2*t1*p*p' - (1 + r)*r' - p*{g}^2*(r' + {slope}*p') = 0"
    found = nh.check(nh.constraints(row, also=["t1", "p", "r"]))
    pieces = found.survey.strata.singular
    at = [{"t1": mpf(1), "p": p, "r": r} for p, r in _surface_of_the_chart()]
    for piece in pieces:
        for point in at:
            assert any(abs(number(str(s), point)) > mpf(10) ** -9 for s in piece)


def _surface_of_the_chart():
    """Points with 1 + r + p g^2 = 0, p and g not 0: the coefficient of r' vanishes there alone."""
    for p in (mpf(-1), mpf(-1) / 2, mpf(-2)):
        w = mp.sqrt(p**2 + 1)
        yield p, mp.findroot(lambda r, p=p, w=w: 1 + r + p * (r + p * w) ** 2, 3)
