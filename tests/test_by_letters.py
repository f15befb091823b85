"""Sets f = 0 that letters speak for: loops of links with any lengths, factored by nobody."""

import pytest
import sympy

import nonholo as nh
from nonholo.geometry.level_sets.by_letters import points_by_letters
from nonholo.geometry.level_sets.points import Question
from nonholo.views.verdict.on_set import lines

LOOP = [
    "l1*cos(q1) + l2*cos(q1 - q2) + l3*cos(q1 - q2 - q3) - l4",
    "l1*sin(q1) + l2*sin(q1 - q2) + l3*sin(q1 - q2 - q3)",
]
DRIVEN = "q1'*(l5 + l2*cos(q4) + l1*cos(q2 + q4)) - q2'*(l5 + l2*cos(q4)) - l5*q4'"


def on(names, functions, constraints=(), letters=()):
    return nh.System(names, None, constraints, functions, parameters=dict.fromkeys(letters))


def spoken_for(case):
    rows = case.system.pfaffian
    functions = [f for f in rows.functions if f is not None]
    return points_by_letters(functions, Question(rows, dict(case.system.values), {}))


def test_a_four_bar_linkage_with_a_driven_link_is_holonomic():
    """PyDy's example: one velocity is left, so all is held; three relations in four coordinates."""
    found = nh.check(on("q1 q2 q3 q4", LOOP, [DRIVEN], ["l1", "l2", "l3", "l4", "l5"]))
    assert (found.verdict, found.relations, found.growth.vector) == ("holonomic", 3, (1,))
    assert found.letters.names == ("l1", "l2", "l3", "l4", "l5")
    assert not found.letters.everywhere


def test_the_letters_of_a_point_are_told():
    """No point is on f = 0 for all lengths."""
    case = on("q1 q2 q3 q4", LOOP, [DRIVEN], ["l1", "l2", "l3", "l4", "l5"])
    told = dict(lines(nh.check(case)))["on f = 0"]
    assert all(f"{s} = " in told for s in ("q1", "q4", "l1", "l2", "l3", "l4"))


def test_two_links_more_leave_a_nonholonomic_set():
    """Five links: two angles are free, and a blade on the second one holds no relation more."""
    loop = [
        "a*cos(p) + b*cos(q) + c*cos(r) + d*cos(s) - e",
        "a*sin(p) + b*sin(q) + c*sin(r) + d*sin(s)",
    ]
    blade = "x'*sin(q) - y'*cos(q)"
    found = nh.check(on("p q r s x y", loop, [blade], "abcde"))
    assert (found.verdict, found.relations, found.growth.vector) == ("partly holonomic", 2, (3, 4))


def test_points_lie_on_the_set_at_their_letters():
    case = on("q1 q2 q3", LOOP, (), ["l1", "l2", "l3", "l4"])
    points = spoken_for(case)
    assert points
    for point in points:
        at = {str(s): sympy.sympify(str(e)) for s, e in point.items()}
        for f in LOOP:
            assert sympy.simplify(sympy.sympify(f).subs(at)) == 0


@pytest.mark.parametrize(
    ("names", "functions", "letters"),
    [
        ("x y", ["a*x*(y - 1)"], "a"),  # falls into pieces for every a
        ("x y", ["a*x*y + b*x"], "ab"),  # x = 0 for all a and b
        ("x y", ["x**2 + y**2 - 1"], ""),
        ("x y", ["a**2*x - y"], "a"),  # not affine, and solved without
        ("x y z", ["a*x + b*y", "a*x - b*y"], "ab"),  # C loses rank where x y = 0
        ("x y z", ["a*x*z + b*y*z", "a*x - b*y + z"], "ab"),
        ("x", ["abs(x) - a"], "a"),
    ],
)
def test_what_does_not_speak_for_all(names, functions, letters):
    assert spoken_for(on(names, functions, (), letters)) == []
