"""First integrals: published ones are found, what is found is true, and what is not integrable
gets none.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.decide.zero import all_zero
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.expression.ranges import range_of
from nonholo.findings.verdict import Verdict
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.curvature.integrability import judge_form
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.flag import closure, limit_forms
from nonholo.geometry.integrals.integrals import (
    FirstIntegral,
    first_integrals,
    integrals,
    potential,
)
from nonholo.geometry.integrals.leaf import value_at
from nonholo.geometry.integrals.natani import natani
from nonholo.geometry.integrals.potentials import inverse_factor, pencil
from nonholo.geometry.integrals.potentials.foliation import foliation_of_form
from nonholo.geometry.integrals.potentials.form import form_of
from nonholo.geometry.zeros.domain import exists
from nonholo.linear.elimination import dot, echelon
from nonholo.readers.of_constraints import case_from_constraints
from nonholo.testing import strategies as some
from nonholo.views.integrals.text import relation
from nonholo.views.verdict.text import check_text
from nonholo.work import BUDGETS, Work
from tests.asked import checked
from tests.draws import draws

ROOT = Path(__file__).parent.parent
CASES = sorted((ROOT / "cases").glob("*.toml"))
LONG = 60_000_000  # units given to a search; no test does them
sys.path.append(str(ROOT / "benchmarks"))


# what a first integral is -----------------------------------------------------------------------
def variables(rows: Pfaffian) -> list[Expr]:
    return [rows.chart.t, *rows.chart.q]


def slopes(rows: Pfaffian, f: Expr) -> list[Expr]:
    return [f.diff(x) for x in variables(rows)]


def rank(rows: Pfaffian, functions) -> int:
    return echelon(rows.chart.graph, [slopes(rows, f) for f in functions]).rank


def is_true(rows: Pfaffian, found: FirstIntegral) -> bool:
    """d function = sum of coefficient * row, and not 0."""
    graph = rows.chart.graph
    columns = zip(*(rows.form(l) for l, _ in found.combination), strict=True)
    rest = [
        s - dot(graph, [c for _, c in found.combination], column)
        for s, column in zip(slopes(rows, found.function), columns, strict=True)
    ]
    return all_zero(rest).answer is True and rank(rows, [found.function]) == 1


def alone(text: str, also=()) -> Pfaffian:
    return case_from_constraints([text], also).system.pfaffian


def together(*texts: str, also=()):
    """The first integrals of a set."""
    return nh.check(case_from_constraints(texts, also), search=LONG)


# published --------------------------------------------------------------------------------------
LONGEST = "four_trailers"
PUBLISHED = [p for p in CASES if "\nfirst_integrals" in p.read_text(encoding="utf-8")]


def searched(path) -> Verdict:
    """The check of a case; with a longer search where the usual one leaves something open."""
    found = checked(path.stem)
    open_rows = [p is None and f.integrable is True for f, p in zip(found.forms, found.potentials)]
    usual = found.integrals.complete and not any(open_rows)
    return found if usual else nh.check(path, search=LONG)


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda p: p.stem)
def test_published_first_integrals_are_found(path):
    found = searched(path)
    stated = [found.case.scope.expression(f) for f in found.case.expected["first_integrals"]]
    theirs = [f.function for f in found.integrals.together]
    assert found.integrals.complete
    assert rank(found.full, theirs) == len(theirs) == rank(found.full, [*stated, *theirs])
    assert all(is_true(found.full, f) for f in found.integrals.together)


@pytest.mark.parametrize("path", [p for p in CASES if p.stem != LONGEST], ids=lambda p: p.stem)
def test_of_every_case_all_are_found(path):
    """Every hidden relation of the cases, and a potential of every row that is integrable alone;
    four trailers hide none, and no row of theirs is integrable (tests/test_cases.py).
    """
    found = searched(path)
    assert found.integrals.complete
    assert [p is not None for p in found.potentials] == [f.integrable is True for f in found.forms]
    assert all(
        is_true(found.full, f)
        for f in (*found.potentials, *found.integrals.together)
        if f is not None
    )


TEXTBOOK = [  # w = 0 and its integral as books state it: Sneddon, Forsyth, Piaggio, Ince, Murphy
    ("x dy - y dx", "y/x"),
    ("(x^2*z - y^3) dx + 3*x*y^2 dy + x^3 dz", "x*z + y^3/x"),
    ("z*(z + y^2) dx + z*(z + x^2) dy - x*y*(x + y) dz", "z*(x + y)/(z - x*y)"),
    ("(y + z) dx + dy + dz", "exp(x)*(y + z)"),
    ("z*y dx - z*x dy - y^2 dz", "x/y - log(z)"),
    ("y*z*log(z) dx - z*x*log(z) dy + x*y dz", "x*log(z)/y"),
    ("(m*z - n*y) dx + (n*x - l*z) dy + (l*y - m*x) dz", "(n*x - l*z)/(n*y - m*z)"),
    ("a^2*y^2*z^2 dx + b^2*z^2*x^2 dy + c^2*x^2*y^2 dz", "a^2/x + b^2/y + c^2/z"),
    ("(2*x^2 + 2*x*y + 2*x*z^2 + 1) dx + dy + 2*z dz", "exp(x^2)*(x + y + z^2)"),
    ("y*z^2*(x^2 - y*z) dx + z*x^2*(y^2 - x*z) dy + x*y^2*(z^2 - x*y) dz", "x/y + y/z + z/x"),
    ("(x^2 + y^2 + x) dx + x*y dy", "3*x^4 + 6*x^2*y^2 + 4*x^3"),
    ("x dy - y dx - sqrt(x^2 - y^2) dx", "log(x) - atan(y/sqrt(x^2 - y^2))"),
    ("y' = y*tan(x)*x' + cos(x)*x'", "y*cos(x) - x/2 - sin(2*x)/4"),
    ("y' = (x + y)^2 x'", "atan(x + y) - x"),
    ("x*y' + y*x' - x^2*y^2*log(x)*x'", "1/(x*y) + x*log(x) - x"),
    ("y' = y/x*x' + tan(y/x)*x'", "sin(y/x)/x"),
    ("y' + y/x*x' - x^2*y^3*x'", "1/(x^2*y^2) + 2*x"),
    ("(x + y) dx + (y - x) dy", "log(x^2 + y^2)/2 - atan(y/x)"),
    ("x*y' = a*y*x'", "log(y) - a*log(x)"),
    ("y' = a*y + b*sin(w*t)", "exp(-a*t)*(y + (a*b*sin(w*t) + b*w*cos(w*t))/(a^2 + w^2))"),
    ("x' = sqrt(1 + t^2)*x", "log(x) - t*sqrt(1 + t^2)/2 - log(t + sqrt(1 + t^2))/2"),
    (
        "y' = sin(x + y)*x'",
        "x + 2*(1 - tan(x/2)*tan(y/2))/(1 - tan(x/2)*tan(y/2) + tan(x/2) + tan(y/2))",
    ),
    ("dr = r*cot(theta)*dtheta", "r/sin(theta)"),
    ("x' = k*sin(t)", "x + k*cos(t)"),
]


@pytest.mark.parametrize("form, integral", TEXTBOOK, ids=[form for form, _ in TEXTBOOK])
def test_integrals_of_textbooks(form, integral):
    case = case_from_constraints([form])
    rows = case.system.pfaffian
    found = potential(rows, 0, LONG)
    assert found.decision.evidence == "normal form"
    assert is_true(rows, found)
    assert rank(rows, [case.scope.expression(integral), found.function]) == 1


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("da = k*sin(b)*db", "a + k*cos(b) = const"),
        ("da = (k*sin(b) + l*cos(b))*db", "a + k*cos(b) - l*sin(b) = const"),
        ("da = a*sin(b)*db", "a*exp(cos(b)) = const"),
    ],
)
def test_no_constant_stands_in_a_relation(form, told):
    """Nor a factor exp(1) that only another const would hide."""
    text = check_text(nh.check(nh.constraints(form, also="a b")))
    assert f"  holonomic      {told}\n" in text


@pytest.mark.parametrize(
    ("assumed", "row", "told"),
    [
        (["x < a"], "dy = dx/(x - a)", "y - log(a - x) = const"),
        (["x > a"], "dy = dx/(x - a)", "y - log(x - a) = const"),
        (["x > a*b", "a > 0", "b > 0"], "dy = dx/(x - a*b)", "y - log(x - a*b) = const"),
        (["x <= -1"], "dy = dx/(x + 1)", "y - log(-x - 1) = const where x + 1 < 0"),
        (["x < -1"], "dy = dx/(x + 1)", "y - log(-x - 1) = const"),
    ],
)
def test_relations_are_real_where_what_is_assumed_holds(assumed, row, told):
    """A gas of van der Waals has V > n b, and 0, where no start is given, is no such place."""
    case = nh.System("x y", constraints=[row], assumptions=assumed)
    assert f"  holonomic      {told}\n" in check_text(nh.check(case))


@pytest.mark.parametrize(
    "form, word",
    [
        ("y*z dx + x*z dy + x*y dz", "exact"),
        ("x^2*y*z dx + x^3*z dy + x^3*y dz", "common factor"),
        ("y dx - x dy", "factor of one variable"),
        ("(y^2+y*z) dx + (x*z+z^2) dy + (y^2-x*y) dz", "factor of two variables"),
        ("x dy - y dx - sqrt(x^2 - y^2) dx", "homogeneous"),
        ("y' = y^2*x' + 1/x^2*x'", "quasi-homogeneous"),
        ("y' = (x + y)^2 x'", "translation"),
        ("(x + y) dx + (y - x) dy", "symmetry"),
        ("y' = tan(y)*x'*cot(x)", "Darboux polynomials"),
    ],
)
def test_the_method_is_told(form, word):
    assert potential(alone(form), 0, LONG).method == word


# methods that others come before ------------------------------------------------------------------
HIDDEN = ["(x*y + 1)/(y^2 + x*z - 2)", "(x + y^2*z)/(x^2 - z + 1)", "(x*sin(y) + z)/(cos(y) + x*z)"]


def hidden(text: str) -> Pfaffian:
    """dG times a factor that leaves polynomials."""
    case = case_from_constraints(["dx + dy + dz"])
    own, G = case.system.chart, case.scope.expression(text)
    bottom = case.scope.expression(text.rpartition("/")[2])
    row = tuple(bottom**2 * G.diff(q) for q in own.q)
    return Pfaffian(own, (row,), (own.graph.zero,), ("w",), (None,)), G


@pytest.mark.parametrize("text", HIDDEN)
@pytest.mark.parametrize(
    "name", ["inverse integrating factor", "pencil of leaves", "Natani's reduction"]
)
def test_methods_that_come_late_by_themselves(name, text):
    rows, G = hidden(text)
    form = form_of(rows.matrix[0], rows.chart.q, Work.of(10**12))
    if name == "Natani's reduction":
        found = next(
            (f for _, f in natani(rows.matrix[0], rows.chart.q, Work.of(BUDGETS.potentials_long))),
            None,
        )
    elif name == "pencil of leaves":
        found = pencil.pencil(foliation_of_form(form))
    else:
        found = inverse_factor.inverse_factor(form)
    assert rank(rows, [G, *rows.chart.graph.copy([found])]) == 1


# sets ---------------------------------------------------------------------------------------------
SETS = [  # constraints, further coordinates, number of relations, some functions that are constant
    (
        ["(x**2 + y**2)*x' + x*z*z'", "(x**2 + y**2)*y' + y*z*z'"],
        (),
        2,
        ["y/x", "x**2 + y**2 + z**2"],
    ),
    (["dz = f dx", "dy = f dx"], ("f",), 1, ["z - y"]),
    (
        ["z' = y*x'", "u' - z*x' + w' - x*y' - y*x'", "w' - x*y' - y*x' + z' - y*x'"],
        (),
        1,
        ["w - x*y"],
    ),
    (
        ["x' = cos(theta)*r'", "y' = sin(theta)*r'", "theta' = 0"],
        (),
        3,
        ["theta", "x - r*cos(theta)", "y - r*sin(theta)"],
    ),
    (["x' = y", "y' = -x"], (), 2, ["x*cos(t) - y*sin(t)", "x*sin(t) + y*cos(t)"]),
    (["a*x' + b*y' = 0", "z' = w*z"], (), 2, ["a*x + b*y", "z*exp(-w*t)"]),
]


@pytest.mark.parametrize("texts, also, h, known", SETS, ids=[s[0][0] for s in SETS])
def test_sets(texts, also, h, known):
    found = together(*texts, also=also)
    functions = [f.function for f in found.integrals.together]
    stated = [found.case.scope.expression(f) for f in known]
    assert found.relations == len(functions) == h
    assert rank(found.full, [*functions, *stated]) == h
    assert all(is_true(found.full, f) for f in found.integrals.together)


@pytest.mark.slow
def test_equal_spheres_roll_without_twist_in_mirror_image():
    """h = 3: the entries of a rotation matrix, with sines of angles that no coefficient
    contains.
    """
    test_sets(
        [
            "u2' = cos(psi)*u1' - sin(psi)*cos(u1)*v1'",
            "cos(u2)*v2' = -sin(psi)*u1' - cos(psi)*cos(u1)*v1'",
            "psi' + sin(u1)*v1' + sin(u2)*v2' = 0",
        ],
        (),
        3,
        ["sin(u1)*sin(u2) + cos(psi)*cos(u1)*cos(u2)"],
    )


def test_a_relation_at_given_numbers_only():
    """Of w' = y a x' with a = 0 the potential belongs to the numbers, as the verdict does."""
    found = nh.check(nh.System("x y w", constraints=["w' - a*y*x'"], parameters={"a": 0}))
    (integral,) = found.integrals.together
    assert (found.verdict, str(integral.function)) == ("holonomic", "w")


def test_functions_at_given_numbers_only():
    """h is 2 for all a and b, and one row is exact for a = 0, b = 2."""
    texts = ["y*x' + a*z*y' + x*y' + (b - 2)*z*x'", "z' - y*x'"]
    found = nh.check(nh.System("x y z", constraints=texts, parameters={"a": 0, "b": 2}))
    assert [p is not None and p.method for p in found.potentials] == ["exact", False]
    assert found.integrals.complete
    rows = found.full.subs(found.case.system.values)
    assert all(is_true(rows, f) for f in found.integrals.together)


# laws ---------------------------------------------------------------------------------------------
FEW = settings(max_examples=draws(5))


@pytest.mark.parametrize("factor", ["1", "(2 + q0*cos(q1))"])
@pytest.mark.parametrize("n", [8, 16])
def test_forms_in_many_angles(n, factor):
    """d(sum q_i q_(i+1) + sin q_i), times a factor: half angles of all of them at once are no way."""
    q = [f"q{i}" for i in range(n)]
    slopes = (f"{factor}*({q[i - 1]} + {q[(i + 1) % n]} + cos({q[i]}))" for i in range(n))
    rows = nh.constraints(" + ".join(f"{s}*{x}'" for s, x in zip(slopes, q)) + " = 0").system
    found = potential(rows.pfaffian, 0, LONG)
    assert found.method == ("exact" if factor == "1" else "common factor")
    assert found.decision.proved


@given(some.integrable_forms())
@FEW
def test_a_potential_is_true_or_none(rows):
    """w = mu dG: a function of G, or honestly nothing."""
    found = potential(rows, 0, LONG)
    if found is not None:
        assert found.decision.proved
        assert is_true(rows, found)


@given(st.one_of(some.solved_sets(3, 4), some.raw_sets(3, 4)))
@FEW
def test_what_is_not_integrable_gets_no_potential(rows):
    for l in range(rows.k):
        if judge_form(rows, l).integrable is False:
            assert potential(rows, l, LONG) is None


def of_set(rows: Pfaffian) -> tuple[Pfaffian, int, tuple[FirstIntegral, ...]]:
    rows, kept, _ = independent_rows(rows)
    d = distribution(rows)
    found = closure(d)
    assume(found.relations is not None)
    return rows, found.relations, first_integrals(rows, kept, limit_forms(d, found), (), 0.7, d)


@given(some.integrable_sets())
@FEW
def test_first_integrals_of_holonomic_sets_are_true(rows):
    rows, h, found = of_set(rows)
    assert len(found) <= h
    assert rank(rows, [f.function for f in found]) == len(found)
    assert all(is_true(rows, f) for f in found)


@given(some.partly_integrable_sets())
@FEW
def test_first_integrals_of_partly_holonomic_sets_are_true(member):
    rows, h, found = of_set(member[0])
    assert len(found) <= h == member[1]
    assert rank(rows, [f.function for f in found]) == len(found)
    assert all(is_true(rows, f) for f in found)


@given(
    st.one_of(some.integrable_sets(), some.partly_integrable_sets().map(lambda member: member[0]))
)
@FEW
def test_limit_forms_are_closed_modulo_themselves(rows):
    """I_inf: as many forms as relations, in the span of the rows, and d theta ^ theta_1 ^ ... =
    0.
    """
    rows, _, _ = independent_rows(rows)
    d = distribution(rows)
    found = closure(d)
    assume(found.relations)
    forms = limit_forms(d, found)
    graph, own = rows.chart.graph, [rows.form(l) for l in range(rows.k)]
    assert len(forms) == found.relations
    assert echelon(graph, [*own, *forms]).rank == rows.k
    assert echelon(graph, forms).rank == len(forms)
    solved = echelon(graph, forms)
    free = [j for j in range(len(own[0])) if j not in solved.pivots]
    fields = []
    for j in free:
        X = [graph.zero] * len(own[0])
        X[j] = graph.one
        for row, pivot in zip(solved.rows, solved.pivots, strict=True):
            X[pivot] = -row[j]
        fields.append(X)
    x = variables(rows)
    for a in range(len(fields)):
        for b in range(a):
            X, Y = fields[a], fields[b]
            bracket = [
                graph.add(*(X[i] * Y[j].diff(x[i]) - Y[i] * X[j].diff(x[i]) for i in range(len(x))))
                for j in range(len(x))
            ]
            assert all_zero(dot(graph, form, bracket) for form in forms).answer


# the stated families
# --------------------------------------------------------------------------------
def found_of(family: str, seeds) -> tuple[int, int]:
    """(how many members, how many found completely); a wrong one fails."""
    import potential_forms
    import potentials

    members = [
        m for m in map(getattr(potential_forms, family), seeds) if potential_forms.is_regular(m)
    ]
    count = 0
    for member in members:
        found = potentials.search(member, LONG)
        assert potentials.is_true(member, found), member.seed
        count += len(found) == member.rows.k
    return len(members), count


def test_a_few_members_of_the_families():
    """The first ones; the benchmark judges many (benchmarks/potentials.py)."""
    assert found_of("single", range(20)) == (20, 20)
    assert found_of("together", range(10)) == (10, 10)


@pytest.mark.slow
def test_the_families():
    members, found = found_of("single", range(100, 200))
    assert found >= 0.95 * members
    members, found = found_of("together", range(100, 200))
    assert found >= 0.9 * members


# what is told
# ---------------------------------------------------------------------------------------
def test_nothing_found_is_said_and_is_no_failure():
    from nonholo.views.verdict.record import check_record

    found = together("y' = x*y*x' + x'")
    assert found.verdict == "holonomic"
    shown = " ".join(check_text(found).split())
    assert "no first integral found in elementary form by the methods tried (exact, " in shown
    record = check_record(found)
    assert (record["first_integrals"], record["first_integrals_complete"], record["leaf"]) == (
        [],
        False,
        None,
    )
    assert record["individual"][0]["integrating_factor"] is None


def test_record_and_text():
    from nonholo.views.verdict.record import check_record
    from nonholo.views.verdict.text import check_text

    found = nh.check(
        ROOT / "cases" / "lemos_integrable_pair.toml", at={"x": "1", "y": "2", "z": "3"}
    )
    record, shown = check_record(found), " ".join(check_text(found).split())
    assert record["first_integrals"] == ["x/y", "x**2 + y**2 + z**2"]
    assert record["first_integrals_complete"] is True
    assert [c["row"] for c in record["first_integral_details"][1]["combination"]] == [0, 1]
    assert record["leaf"]["constants"] == [
        {"function": "x/y", "value": "1/2"},
        {"function": "x**2 + y**2 + z**2", "value": "14"},
    ]
    assert record["leaf"]["degrees_of_freedom"] == 1
    assert "x/y = const" in shown
    assert "stays on x/y = 1/2, x**2 + y**2 + z**2 = 14" in shown
    single = check_record(nh.check(ROOT / "cases" / "integrating_factor.toml"))["individual"][0]
    assert (single["integrating_factor"], single["potential"], single["method"]) == (
        "1/y**2",
        "x/y",
        "factor of one variable",
    )


def test_the_leaf_through_the_initial_configuration():
    case = nh.System("x y", constraints=["y dx - x dy"], initial={"x": Fraction(1, 2), "y": 2})
    found = nh.check(case)
    ((_, value),) = found.leaf.constants
    assert (found.leaf.freedom, str(value)) == (1, "1/4")


def test_a_given_constraint_keeps_its_level():
    leaf = nh.check(ROOT / "cases" / "circle_cartesian.toml").leaf
    assert [str(value) for _, value in leaf.constants] == ["0"]


def test_a_point_where_the_function_has_no_value():
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    assert value_at(x / y, {x: graph.one, y: graph.zero}) is None
    assert value_at(x / y, {x: graph.one}) is None
    assert value_at(x / y, {x: graph.one, y: graph.lift(2)}) is graph.lift(Fraction(1, 2))


def test_a_root_of_a_quotient_of_half_angles_is_no_crash():
    """sqrt(1 + cos(a)) has a divisor in tan(a/2); whether a potential is found is another matter."""
    assert (
        nh.check(nh.constraints("dx = sqrt(1 + cos(a)) da + b db", also="b")).verdict == "holonomic"
    )


def test_many_relations():
    """Each of few variables, found without tables of monomials."""
    texts = [f"x{i}' = {i + 1}*y{i}'" for i in range(6)]
    found = together(*texts)
    assert found.integrals.complete
    assert integrals(found.full, found.kept, None, [False] * 6).together == ()


def test_a_square_below_a_root_that_is_not_seen_is_no_failure():
    """The pencil asked a form in one variable for the degrees of no fields."""
    row = ["zdot - (sqrt(x**2 + 2*x*y + y**2) - abs(x + y))*ydot"]
    assert nh.check(nh.System("x y z", constraints=row)).verdict == "holonomic"


def test_a_guess_that_is_no_integral_is_refused_on_the_distribution_too(monkeypatch):
    full = nh.constraints("dz = y dx").system.pfaffian
    z = full.chart.q[full.chart.index("z")]
    guess = "nonholo.geometry.integrals.involutive.search"
    monkeypatch.setattr(guess, lambda *_: [("a guess", z)])
    assert first_integrals(full, [0], [full.form(0)], d=distribution(full)) == ()


@pytest.mark.parametrize(
    "row, told",
    [
        ("dz = dx/(2 + cos(x))", "but for jumps of arcs"),  # the arc jumps at x = pi, z does not
        ("dz = dx/(1 + x^2)", "stays on       z - atan(x) = 0\n"),
    ],
)
def test_where_arcs_jump_is_told(row, told):
    assert told in check_text(nh.check(nh.constraints(row), at={"x": 0}))


def test_of_a_level_that_is_given_no_constant_is_told_nor_its_jumps():
    known = nh.System("x y z w", None, ["z' = x*w'"], ["atan2(y, x) = w"])
    assert "jumps of arcs" not in check_text(nh.check(known))


@pytest.mark.parametrize("row", ["x*(y' - z') = 0", "(x - y)*z' = 2*(x - y)*x'"])
def test_where_the_combination_has_a_pole_a_motion_stays_on_no_constant(row):
    origin = {"x": 0, "y": 0, "z": 0}
    found = nh.check(nh.System("x y z", None, [row], initial=origin))
    assert found.integrals.together and {value for _, value in found.leaf.constants} == {None}
    beside = nh.check(nh.System("x y z", None, [row], initial=origin | {"x": 1}))
    assert beside.leaf.constants[0][1] is not None


@pytest.mark.parametrize("row", ["t*x' + x = 2*t", "x*x' + y*y' = 0"])
def test_an_exact_row_keeps_its_potential_where_it_loses_rank(row):
    """df is the row itself, whatever its rank."""
    found = nh.check(nh.System("x y", None, [row], initial={"x": 0, "y": 0}))
    assert [str(value) for _, value in found.leaf.constants] == ["0"]


@pytest.mark.parametrize("row", ["t*x' = 1", "t*x' + x = 2*t + 1", "x*x' = 1", "t*x' = t + y"])
def test_where_no_velocity_is_admissible_no_motion_stays_on_anything(row):
    rows = [row, "t*y' + y = 1"] if row.endswith("y") else [row]
    found = nh.check(nh.System("x y", None, rows, initial={"x": 0, "y": 0}))
    constants = [value for _, value in found.leaf.constants]
    assert constants and set(constants) == {None}


def test_a_constant_is_real():
    """log(x) has no value there, log(-x) has."""
    found = nh.check(nh.constraints("dz = dx/x"), at={"x": -1})
    assert [str(piece) for pair in found.leaf.constants for piece in pair] == ["z - log(-x)", "0"]


@pytest.mark.parametrize(
    ("row", "integral"),
    [
        ("y' x = x'", "x*exp(-y)"),
        ("x*(x + 1) y' = x'", "x*exp(-y)/(x + 1)"),
        ("x y z' = x' y + 2 x y'", "x*y**2*exp(-z)"),
        ("x y' = (x^2 + 2) x'", "x*exp(x**2/4 - y/2)"),
        ("x y' = a x'", "y - a*log(x)"),  # its exp(y/a) has no value for a = 0
    ],
)
def test_an_integral_has_values_where_a_logarithm_has_none(row, integral):
    case = nh.constraints(row, constants="a" if " a " in row else ())
    assert [str(f) for f, _ in nh.check(case).leaf.constants] == [integral]


def test_a_logarithm_of_what_is_positive_stays():
    case = nh.System({"y": {}, "x": {"positive": True}}, None, ["y' x = x'"])
    assert [str(f) for f, _ in nh.check(case).leaf.constants] == ["y - log(x)"]


@pytest.mark.parametrize(
    ("slope", "integral"),
    [
        ("tan(y)", "z + log(cos(y))"),
        ("cot(y)", "z - log(sin(y))"),
        ("1/cos(y)", "z - log(cos(y) + sin(y) + 1) + log(cos(y) - sin(y) + 1)"),
        ("cos(y)/(sin(y)*(2 + sin(y)))", "z + log(sin(y) + 2)/2 - log(sin(y))/2"),
        ("tan(1/y)/y**2", "z - log(cos(1/y))"),
        ("exp(1/y)*tan(exp(1/y))/y**2", "z - log(cos(exp(1/y)))"),
    ],
)
def test_logarithms_of_waves_are_short_and_real_where_the_angle_is_0(slope, integral):
    constants = nh.check(nh.constraints(f"dz = {slope} dy")).leaf.constants
    assert [str(f) for f, _ in constants] == [integral]


def test_logarithms_of_two_angles_are_real_where_both_are_0():
    """A letter before them keeps them apart: an even number of negative ones is real nowhere."""
    row = "a*(cos(x)*x' - sin(y)*y')/(sin(x) + cos(y)) + sin(x)*x'/(cos(x) + 1) + z' = 0"
    ((f, _),) = nh.check(nh.constraints(row, constants="a")).leaf.constants
    there = {f.graph.symbol(q): f.graph.zero for q in "xy"}
    inside = [
        n.args[1][0].subs(there)
        for n in ordered([f])
        if n.kind == "function" and n.args[0] == "log"
    ]
    assert len(inside) > 2 and all(range_of(u).positive for u in inside)


STARTS_OF_LOGARITHMS = [
    ("x' = tan(y)*y'", {"y": 3}, ["cos(y) < 0"]),
    ("x' = tan(y)*y'", {"y": 1}, ["cos(y) > 0"]),
    ("x' = y'/(y - 2)", {"y": 1}, ["2 - y > 0"]),
    ("x' = y'/(y - 2)", {"y": 3}, ["y - 2 > 0"]),
    ("x'/x + sqrt(2)*y'/y = 0", {"x": -2, "y": -3}, ["x < 0", "y < 0"]),
    ("x' = y'/y + sqrt(2)*y'/(y + 1)", {"y": "-1/2"}, ["y + 1 > 0", "y < 0"]),
    ("x' = y'/(2*sqrt(y))", {"y": 2}, []),
]


@pytest.mark.parametrize(("row", "start", "where"), STARTS_OF_LOGARITHMS)
def test_integrals_are_real_at_the_start(row, start, where):
    case = nh.System("x y", None, [row], initial=start)
    check = nh.check(case)
    (integral,) = check.integrals.together
    assert exists([integral.function], (), check.case.nominal, check.case.system.chart)
    said = relation(integral).partition(" where ")[2]
    assert sorted(said.split(" and ")) == (sorted(where) or [""])
    assert is_true(check.full, integral)


FACTORS = {
    "y - 2": "y'",
    "y + z": "(y' + z')",
    "cos(y)": "(-sin(y)*y')",
    "sin(y) + 2*cos(z)": "(cos(y)*y' - 2*sin(z)*z')",
    "exp(y) - 3": "exp(y)*y'",
    "y^2 - 3": "2*y*y'",
}


@settings(max_examples=draws(8), deadline=None)
@given(
    st.lists(st.sampled_from([*FACTORS]), min_size=2, max_size=2, unique=True),
    st.lists(st.sampled_from(["1", "-2", "1/3", "sqrt(2)"]), min_size=2, max_size=2),
    st.sampled_from([-3, -1, 1, 3]),
    st.sampled_from([-2, "-1/2", 2]),
)
def test_sums_of_logarithms_are_real_at_any_start(factors, powers, y, z):
    """x' = sum of c p'/p, where no factor p is 0."""
    terms = [f"({c})*{FACTORS[p]}/({p})" for p, c in zip(factors, powers, strict=True)]
    assume(y + Fraction(z) != 0)
    case = nh.System("x y z", None, [f"x' = {' + '.join(terms)}"], initial={"y": y, "z": z})
    check = nh.check(case)
    (integral,) = check.integrals.together
    assert exists([integral.function], (), check.case.nominal, check.case.system.chart)
