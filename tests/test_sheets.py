"""f = 0 solved for coordinates: what each way of solving finds, divides by and leaves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.errors import ContradictoryConstraints, OutOfReach
from nonholo.expression.ranges import range_of
from nonholo.geometry.level_sets import sheets as module
from nonholo.geometry.level_sets.irreducible import irreducible, one_piece
from nonholo.geometry.level_sets.level_set import NO_POINT, also_zero, level_set
from nonholo.geometry.level_sets.points import Question, slopes_lost
from nonholo.geometry.level_sets.sheets import (
    Sheet,
    at_numbers,
    bare,
    is_negative,
    lies_in,
    parted,
    sheets,
    within,
)
from nonholo.linear.elimination import vanishes


def asked(*functions: str, prefer: str = "", **more):
    case = nh.System("x y z", constraints=["dx = dy"], parameters="a", **more)
    read = case.scope.expression
    return [read(f) for f in functions], case.system.chart, [read(q) for q in prefer.split()]


def shown(solved: list[Sheet]) -> set[str]:
    return {", ".join(f"{s} = {e}" for s, e in sheet.values.items()) for sheet in solved}


@pytest.mark.parametrize(
    ("functions", "solutions"),
    [
        (["2*x - y"], {"x = y/2"}),
        (["x*y - x*z"], {"x = 0", "y = z"}),
        (["x**2 - y**2"], {"x = y", "x = -y"}),
        (["x**2 + y**2"], {"x = 0, y = 0"}),  # all terms of a sum of squares
        (["x**2 + 1"], set()),
        (["x**2*y - 2*x*z"], {"x = 0", "z = x*y/2"}),
        (["x*y - z", "z - x*y"], {"z = x*y"}),  # one sheet, though found from two functions
        (
            ["x*y - z**2", "z**2 - y**2"],
            {"y = 0, z = 0", "y = z, x = z", "y = -z, x = -z"},  # where y = 0 x is free
        ),
        (["x - 1", "x - 2"], set()),
        (["x*y - 1", "y"], set()),
        (["x*(x - 1)", "x*(y - 1)"], {"x = 0", "x = 1, y = 1"}),
        (["sin(x) - 1/2"], {"x = pi/6", "x = 5*pi/6"}),
        (["cos(x) - a"], {"x = acos(a)", "x = -acos(a)"}),
        (["sin(x + y)"], {"x = -y", "x = pi - y"}),
        (["y*cos(x) - sin(x)"], {"x = atan(y)", "x = pi + atan(y)"}),
        (["exp(x) - y**3 - 1"], {"x = log(y**3 + 1)"}),
        (["abs(x) - 2"], {"x = 2", "x = -2"}),
        (["log(x) - 2"], {"x = exp(2)"}),
        (["sqrt(x) - y**2 - 1"], {"x = (y**2 + 1)**2"}),
        (["exp(x**3*y) - 2"], {"y = log(2)/x**3"}),
        (["sqrt(x**2 + y**2) - 2"], {"x = sqrt(4 - y**2)", "x = -sqrt(4 - y**2)"}),
        (["x**2 - 2*y*x + y**2 - y**4"], {"x = y - y**2", "x = y + y**2"}),
        (["z*sin(y) + y"], {"z = -y/sin(y)", "y = 0"}),  # where sin(y) = 0 too
        (["z*sin(y) + y*x"], {"x = -z*sin(y)/y", "y = 0"}),
        (["x*sin(y) - z**2 - 1", "y"], set()),
        (["t*x"], {"x = 0"}),  # at any time
        (["a*x"], {"x = 0"}),
        (["sin(x) - y", "x - z"], {"y = sin(z), x = z"}),
        (["x**2 + 4*x*z**2 + 1 - y**2"], 2),  # both roots
        (["x**2 + 2*x*z**2 + y**4"], 2),
        (["(1 + z**2)*x**2 + 2*x*y**2 - 1"], 2),
        (["(x - z**2)**2*(1 + y**2) - y**2"], 2),
        (["2*exp(x)*z**3 - z**3"], {"x = -log(2)", "z = 0"}),
        *(([text], set()) for text in ("exp(x) + 1", "2*exp(x*y) + a**2 + 1")),
        (["2*sin(x) - a"], {"x = asin(a/2)", "x = pi - asin(a/2)"}),
        (["cos(x) - a"], {"x = acos(a)", "x = -acos(a)"}),
        (["a*x**2 + y**4 + y**2 + z**4 + z - 1"], 2),  # divided by a letter, which may be 0
        (["y*(x**5 + x*z + z**5 - 3) + x**7 + z**3 + 2*z"], 1),  # the divisor is not solved
    ],
)
def test_solutions(functions, solutions):
    functions, chart, _ = asked(*functions)
    solved = sheets(functions, chart)
    for sheet in solved:
        assert all(vanishes(f.subs(sheet.values)) for f in functions)
    assert solutions in (shown(solved), len(shown(solved)))


@pytest.mark.parametrize(
    ("f", "prefer", "solutions"),
    [
        ("x - y**2 - z", "z", {"z = x - y**2"}),
        ("x - y**2 - z", "y", {"x = z + y**2"}),  # a number before it is better
        ("x*(1 + z**2) - y*(1 + z**2) + z**4", "y", None),
        ("x*a + y*(a + 1)", "y", {"y = -a*x/(a + 1)"}),
        ("x**2 + 2*sqrt(2)*x + 2 - y**2", "y", {"y = x + sqrt(2)", "y = -x - sqrt(2)"}),
        ("x*y*(1 + z**2) + z + 1", "y", {"y = -(z + 1)/(x*(z**2 + 1))"}),
    ],
)
def test_coordinates_that_are_preferred(f, prefer, solutions):
    functions, chart, wanted = asked(f, prefer=prefer)
    solved = sheets(functions, chart, wanted)
    if solutions is None:
        assert all(set(sheet.values) == set(wanted) for sheet in solved)
    else:
        assert shown(solved) == solutions


@pytest.mark.parametrize(
    ("f", "under", "slopes", "turning"),
    [
        ("x - y**2", [], [], []),
        ("x**2 + y**2 - 1", ["4 - 4*y**2"], [], []),
        ("x**3*y - z**3", [], ["x**3"], []),
        ("(1 + x**4)*y - z**3", [], [], []),
        ("sin(x + y)", [], [], ["x"]),
        ("sin(2*x - y)", [], [], ["y"]),
        ("sin(2*x)*cos(y) - 3*cos(2*x)*sin(y)", [], ["-3*cos(2*x)"], ["y"]),
        ("sin(x) - 1/2", [], [], ["x"]),
        ("exp(x)*y**2 - 2", None, [], []),
        ("abs(x) - a", ["a"], [], []),
        ("y*cos(x) - sin(x)", [], [], ["x"]),  # divided by -1
        ("sqrt(x) + sqrt(y) - 1", ["1 - sqrt(y)"], [], []),
    ],
)
def test_what_a_solution_rests_on(f, under, slopes, turning):
    (f,), chart, _ = asked(f)
    for sheet in sheets([f], chart):
        if under is not None:
            assert [str(e) for e in sheet.under] == under
        assert [str(e) for e in sheet.slopes] == slopes
        assert [str(e) for e in sheet.turning] == turning


def test_one_of_two_roots_is_solved_for_where_the_other_leaves_it_a_value():
    (f,), chart, _ = asked("sqrt(x) + sqrt(y) - 1")
    ((x, value),) = [item for s in sheets([f], chart) for item in s.values.items()]
    y = chart.q[1]
    for n, holds in ((0, True), (1, True), (4, False)):  # (sqrt(y) - 1)^2, for sqrt(y) <= 1
        at = {y: f.graph.lift(n)}
        assert vanishes(f.subs({x: value}).subs(at)) is holds


@pytest.mark.parametrize(
    "f",
    [
        "sin(x) - y**5 - y",  # arcs of what moves would end where it is 1
        "(1 + y**4)*cos(x) - z**5 - z - 3",
        "x**2*y**5 + x + y**7 + y**3 + z**5 + z",  # both roots, but where y = 0
    ],
)
def test_what_no_coordinate_is_solved_for(f):
    functions, chart, _ = asked(f)
    with pytest.raises(OutOfReach, match="could not be solved"):
        sheets(functions, chart)


def test_parts_that_cannot_be_solved_are_told():
    (f, scaled), chart, _ = asked("(x + sin(x))*(y - 1)", "a*(x + sin(x))")
    for functions, sheet in (([f], {"y = 1"}), ([scaled], set())):
        solved, (left,) = parted(functions, chart)
        assert shown(solved) == sheet and [str(e) for e in left.functions] == ["x + sin(x)"]
    with pytest.raises(OutOfReach, match="could not be solved"):
        sheets([f], chart)
    both, chart, _ = asked("sin(x) - 1/2", "x*y - z**3")
    with pytest.raises(OutOfReach, match="x is known up to whole turns only"):
        sheets(both, chart)


def test_too_many_parts(monkeypatch):
    functions, chart, _ = asked("x*y*z")
    monkeypatch.setattr(module, "MOST_SHEETS", 3)
    assert len(sheets(functions, chart)) == 3
    for most in ("MOST_SHEETS", "MOST_LEAN_SHEETS"):
        monkeypatch.setattr(module, most, 2)
    with pytest.raises(OutOfReach, match="too many parts"):
        sheets(functions, chart)


ROOTS = st.sampled_from(["x - {}", "y + {}*z", "x + y - {}", "x**2 - {}**2", "y*z - {}", "z"])


@given(st.lists(st.tuples(ROOTS, st.integers(1, 3)), min_size=1, max_size=3))
def test_every_zero_lies_in_a_sheet(factors):
    """Of a product of polynomials, at the points of a grid where no divisor vanishes."""
    texts = [f"({form.format(c)})" for form, c in factors]
    (f,), chart, _ = asked("*".join(texts))
    solved, lift = sheets([f], chart), f.graph.lift
    numbers = range(-3, 4)
    for point in (
        {*zip(chart.q, map(lift, (a, b, c)))} for a in numbers for b in (-1, 2) for c in (-2, 1)
    ):
        at = dict(point)
        if f.subs(at).is_zero:
            assert any(all((s - e).subs(at).is_zero for s, e in p.values.items()) for p in solved)


# its parts ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("f", "u"),
    [
        ("sqrt(x**2 + y**2) - 2", "x**2 + y**2 - 4"),
        ("3*sqrt(x) - y - 6", "x - (2 + y/3)**2"),
        ("a*exp(x*y) - 2", "x*y - log(2/a)"),
        ("log(x + y) - 1", "x + y - exp(1)"),
        ("atan(x*y) - 1", "x*y - sin(1)/cos(1)"),
        ("exp(x) - y", None),
        ("exp(x) + exp(y)", None),
        ("exp(x)**2 - 1", None),
        ("sin(x*y) - 1", None),
        ("sqrt(x) + sqrt(y) - 1", None),
        ("x*y", None),
        ("y*exp(x) - 1", None),
        ("1/sqrt(x) - 2", "x - 1/4"),
        ("y - x**(3/2)", "x**3 - y**2"),
    ],
)
def test_what_stands_inside(f, u):
    (f, wanted), chart, _ = asked(f, u or "0")
    found = within(f, chart)
    assert (found is None) if u is None else vanishes(found[0] - wanted)


@pytest.mark.parametrize(
    ("e", "negative"),
    [
        ("-x**2 - 1", True),
        ("-x**2", False),
        ("x**2 - 1", False),
        ("x - x", False),
        ("-a**2 - 1", True),
        ("-a", False),
        ("-1 - x**4*y**2 - y**4", True),
        ("2*x*y - x**2 - y**2 - 1", None),
        ("1/(-1 - x**2)", True),
        ("(-1 - x**2)/(-2 - y**2)", False),
        ("(-1 - x**2)/x**2", True),
        ("-(1 + a**2 + x**2)/(x**2*(2 + a**2))", True),
        ("(1 + a**2 + x**2)/x", False),
        ("-2 - cos(x)", True),
        ("-1/x", False),
        ("-exp(x)/y", False),
        ("-atan(1/x)", False),
        ("-(x**2 + a**2*x**4)/x**2", True),  # as a quotient in lowest terms alone
        ("(x**2 + a**2*x**4)/(-x**2 - x**2*y**2)", True),
        ("(x**2 + a**2*x**4)/x**2", False),
        ("(x**2 + a**2*x**4)/x**3", False),
    ],
)
def test_negative_everywhere(e, negative):
    (e,), chart, _ = asked(e)
    assert is_negative(e, chart) is negative or (negative is None and not is_negative(-e, chart))


SIGNED = st.sampled_from(
    ["x**2 + a**2*x**4", "-x**2 - y**2*x**2", "x**2", "-x", "y**2 - 2*y + 1", "1 + a**2*y**2", "3"]
)


@given(st.lists(SIGNED, min_size=1, max_size=3), st.lists(SIGNED, max_size=2))
def test_what_is_negative_everywhere_is_so_at_points(above, below):
    """And what is the negative of it is not."""
    text = f"({')*('.join(above)})/({')*('.join(below) or '1'})"
    (e, other, a), chart, _ = asked(text, f"-({text})", "a")
    negative = is_negative(e, chart)
    assert not (negative and is_negative(other, chart))
    for values in ((1, 2, 3), (-1, 2, -3), (2, -3, 5), (-3, -5, 2)):
        value = e.subs(dict(zip((*chart.q[:2], a), map(e.graph.lift, values))))
        assert not negative or range_of(value).negative


def test_roots_of_squares():
    """(x + y)^2 has one; of (y + 3)^2 the root is taken out, for +-sqrt of it are halves of two."""
    (square, hidden), chart, _ = asked("(x + y)**2", "2*(y + 3)**2")
    x, y, _ = chart.q
    slope = square.diff(x)
    (step,) = module._roots(square, slope, slope.diff(x), x, chart)
    assert vanishes(step.value + y)
    assert vanishes(module._linear_square(hidden, chart) - y - 3)
    assert vanishes(module._linear_square(hidden + 1, chart) - 1)


@pytest.mark.parametrize(
    ("nodes", "turns"),
    [(["sin(x)*y"], False), (["x"], True), (["y", "sin(x/2)"], True), (["y"], False), ([], False)],
)
def test_what_a_whole_turn_changes(nodes, turns):
    read, chart, _ = asked(*nodes)
    assert bare(read, [chart.q[0]]) is turns


def test_sheets_in_sheets_and_at_numbers():
    x, y, a = asked("x", "y", "a")[0]
    zero, one = x.graph.zero, x.graph.one
    inner = Sheet({x: zero, y: one})
    assert (
        lies_in(inner, {y: x + 1}) and not lies_in(inner, {y: x}) and not lies_in(inner, {x: 1 / x})
    )
    sheet = Sheet({x: a * y}, (0,), (a + y,), (a,), (x,))
    moved = at_numbers(sheet, {a: one})
    assert moved == Sheet({x: y}, (0,), (1 + y,), (one,), (x,))


# level sets --------------------------------------------------------------------------------------
def question(*levels: str, rows=(), **more) -> Question:
    case = nh.System("x y z", None, rows, levels, **more)
    given = bool(more.get("initial"))
    return Question(case.system.pfaffian, dict(case.system.values), case.nominal, given)


def test_no_level_is_no_set():
    assert level_set(question(rows=["dx = dy"])) is None


@pytest.mark.parametrize(
    ("levels", "rows", "words", "complete"),
    [
        (["x - y**2"], [], ["x = y**2"], True),
        (["x*(x - 1)"], [], ["x = 0", "x = 1"], True),
        (["x**2 + y**2 - 1"], ["dz = x dy"], ["x = sqrt(1 - y**2)", "x = -sqrt(1 - y**2)"], True),
        (["exp(x) + 1"], [], [], None),
        (["sin(x)"], ["dz = x dy"], ["x = 0", "x = pi"], False),  # changes with each turn
        (["sin(x)"], ["dz = cos(x) dy"], ["x = 0", "x = pi"], True),
    ],
)
def test_parts_of_a_level(levels, rows, words, complete):
    if complete is None:
        with pytest.raises(ContradictoryConstraints, match="no configuration"):
            level_set(question(*levels, rows=rows))
        return
    found = level_set(question(*levels, rows=rows))
    assert ([p.words for p in found.parts], found.complete) == (words, complete)
    assert bool(found.reason) is not complete and found.here is None and not found.numbers
    assert NO_POINT not in found.reason


@pytest.mark.parametrize(("x", "here"), [(0, "x = 0"), (1, "x = 1"), (1.0000001, "x = 1")])
def test_the_part_on_which_a_configuration_lies(x, here):
    found = level_set(question("x*(x - 1)", initial={"x": x}))
    assert found.here.words == here and found.here in found.parts


@pytest.mark.parametrize(
    ("slack", "words"),
    [("x", ["x = 0", "x = 1"]), ("2*x - 1", ["x = 1"]), ("x - 2", []), ("y", ["x = 0", "x = 1"])],
)
def test_sheets_on_which_an_inequality_is_broken_are_no_part(slack, words):
    """One that holds as an equation is not broken."""
    found = also_zero(with_slack(question("x*(x - 1)"), slack), [])
    assert ([p.words for p in found.parts], found.complete) == (words, True)


@pytest.mark.parametrize("far", ["1 - (y**2 - 20000)**2", "1 - (y**2 + z**2 - 20000)**2"])
def test_parts_without_a_point_leave_those_with_one_open(far):
    """x = 0 has points; of x^2 = ... none is found, and it may well be where people look."""
    found = level_set(question(f"x*(x**2 - ({far}))"))
    assert (found.parts, found.complete, found.reason) == ((), False, NO_POINT)
    assert level_set(question("x")).parts


def test_a_part_is_told_with_letters_where_numbers_change_nothing():
    found = level_set(question("x = b*y", parameters={"b": 2}))
    assert [p.words for p in found.parts] == ["x = b*y"] and not found.numbers
    found = level_set(question("b*x = y*z", parameters={"b": 0}))
    assert {p.words for p in found.parts} == {"y = 0", "z = 0"} and found.numbers


def with_slack(asked_: Question, slack: str) -> Question:
    x, y, _ = asked_.rows.chart.q
    graph = asked_.rows.chart.graph
    known = {"x": x, "2*x - 1": graph.scale(x, 2) - 1, "x - 2": x - 2, "y": y}
    return replace(asked_, slacks=(known[slack],))


@pytest.mark.parametrize("x", [1, 2])
def test_a_set_that_is_not_solved_has_the_part_through_a_configuration(x):
    """x^5 - x - 30 + y + y^3 z^5 is irreducible and 0 at x = 2, y = z = 0."""
    found = level_set(question("x**5 - x - 30 + y**7 + y**5*z**5 + z**7", initial={"x": x}))
    assert (found.here is None) is (x == 1)
    assert len(found.parts) == 1 and found.parts[0].sheet is None


def test_equations_besides_a_level():
    asked_ = question("x*(x - 1)")
    x, y, _ = asked_.rows.chart.q
    assert [p.words for p in also_zero(asked_, [y]).parts] == ["y = 0, x = 0", "y = 0, x = 1"]
    none = also_zero(asked_, [x - 2])
    assert (none.parts, none.complete) == ((), True)


# one piece --------------------------------------------------------------------------------------
@pytest.mark.parametrize(("level", "root", "one"), [
    ("y^2 - x^3", "sqrt(2)", True),
    ("y^2 - 2*x^2", "sqrt(2)", False),
    ("y^2 - x", "sqrt(x)", False),
    ("y^2 - x", "sqrt(x + 1)", True),
    ("y^2 - x*(x + 1)", "sqrt(x)", True),
    ("y^2 - x*(x + 1)", "sqrt(x) + sqrt(x + 1)", False),
    ("y^3 - 2*x^3", "2^(1/3)", False),
    ("y - x^2", "sqrt(y)", False),
])  # fmt: skip
def test_no_root_makes_a_product_of_one_piece(level, root, one):
    (f, entry), *_ = asked(level, root)
    assert irreducible(f, [entry]) is one


@pytest.mark.parametrize(("x", "roots", "one"), [
    ("sqrt(y*z)", "sqrt(y) + sqrt(z)", False),  # sqrt(y) sqrt(z), or minus that
    ("sqrt(y*z)", "sqrt(y)", True),
    ("sqrt(y)", "sqrt(y*(1 + z^2))", True),
    ("y^2", "sqrt(x)", False),
])  # fmt: skip
def test_roots_of_a_sheet_that_no_product_makes_a_square(x, roots, one):
    (value, entry, place), chart, _ = asked(x, roots, "x")
    assert one_piece({place: value}, [entry], chart) is one


@pytest.mark.parametrize(
    "f", ["y^5 + y^2 - x^5 - x^3 + x*y*z^3", "x^5 + y^5 + x*y + z^3*x^2 + z^5*y^3"]
)
def test_points_that_show_a_piece_are_regular(f):
    """The origin, which is tried first, is none of them: all slopes are 0 there."""
    case = nh.System("x y z w", None, ["dz = y dw"], [f])
    question = Question(case.system.pfaffian, {}, case.nominal)
    (part,) = level_set(question).parts
    functions = [f for f in case.system.pfaffian.functions if f is not None]
    assert slopes_lost(
        dict.fromkeys(case.system.chart.q, case.scope.expression("0")), functions, question
    )
    assert part.points and not any(slopes_lost(p, functions, question) for p in part.points)
