"""Which velocities are called dependent: by the wish, by classes of determinants, by price."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.errors import SingularPivot
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution import pivots
from nonholo.geometry.distribution.distribution import MINOR, determinant_of
from nonholo.geometry.distribution.pivots import choose_dependent, regular_choices
from nonholo.geometry.zeros.both_signs import minors_of_both_signs
from nonholo.geometry.zeros.signs import minor, never_vanishes, poles, zero_factors
from nonholo.linear.elimination import cost, echelon, vanishes

OPEN = "log(3 + 2*sqrt(2)) - 2*log(1 + sqrt(2))"  # 0, which no normal form and no ball tells


def rows_of(*rows: str, coordinates: str = "x y z u") -> Pfaffian:
    return nh.System(coordinates, constraints=list(rows), parameters="a").system.pfaffian


def chosen(rows: Pfaffian, *wish: str, at=None) -> str:
    return " ".join(rows.chart.names[j] for j in choose_dependent(rows, wish, at))


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("(1 + y**2)*x' + a*y' + 2*z'", "z"),  # a number
        ("(1 + x)*x' + (1 + y**2)*y'", "y"),  # never zero before shorter and sometimes zero
        ("x*x' + (1 + x)*y'", "y"),  # not zero at the nominal configuration before shorter
        ("x*y*x' + x*y'", "y"),  # the shorter of two that vanish there
        ("y'*(x + 1) + z'*(y + 1)", "y"),  # alike: the first
        ("(y - 1)*x'/z + (y - 1)*(y - 2)*(y - 3)*y'", "y"),  # defined there before undefined
        ("(y - 1)*x'/z + y*(y - 2)*(y - 3)*(y + a)*y'", "x"),  # no better than what vanishes there
        ("t*x' + (t + 1)*y'", "y"),  # the nominal time is 0
        ("x*y'", "y"),  # no other
        (f"({OPEN})*x' + a*z'", "z"),  # what may be zero is no pivot
    ],
)
def test_the_best_determinant(row, expected):
    assert chosen(rows_of(row)) == expected


@pytest.mark.parametrize("most", [0, 400])
def test_determinants_that_are_zero_or_may_be_are_no_choice(monkeypatch, most):
    monkeypatch.setattr(pivots, "MAX_CHOICES", most)
    monkeypatch.setattr(pivots, "FULL", 0)
    products = rows_of("x' + x*y' + (x + 1)*z'", "x*x' + x**2*y' + (y*x + y**2 + a)*z'")
    assert chosen(products) in ("x z", "y z")
    with pytest.raises(SingularPivot, match="x, y cannot be dependent"):
        chosen(products, "x", "y")
    assert chosen(rows_of(f"({OPEN})*x' + (a + sin(x)*x**2 + y**3)*z'")) == "z"


ENTRIES = (
    "x",
    "y**2 + 1",
    "sin(x)",
    "1 + x*y",
    "a",
    "2 + cos(z)",
    "exp(u)",
    "x/(y - 1)",
    "a*x - 1",
)


TWO_ROWS = st.lists(st.sampled_from(ENTRIES), min_size=8, max_size=8)


def two_rows(entries: list[str]) -> Pfaffian:
    halves = entries[:4], entries[4:]
    return rows_of(*(" + ".join(f"({e})*{v}'" for e, v in zip(h, "xyzu")) for h in halves))


@given(TWO_ROWS)
def test_no_choice_is_better_than_the_one_that_is_made(entries):
    """Never zero, or nowhere but where all are, before not zero at the nominal configuration, then
    the price.
    """
    rows = two_rows(entries)
    space = rows.chart
    nominal = dict.fromkeys((*space.q, space.t), space.graph.zero)
    choices = [c for c in combinations(range(4), 2) if not vanishes(minor(rows, c))]
    assume(choices)
    dets = {c: minor(rows, c) for c in choices}
    zeros = {c: set(zero_factors(det, space)) for c, det in dets.items()}
    least = set.intersection(*zeros.values())
    nowhere = {c for c, det in dets.items() if never_vanishes(det, space)}
    best = nowhere or {c for c in choices if zeros[c] == least}

    def grade(columns: tuple[int, ...]) -> tuple[bool, bool, int, tuple[int, ...]]:
        det = dets[columns]
        missing = columns not in nowhere and det.subs(nominal).is_zero
        return columns not in best, missing, cost(det), columns

    assert tuple(sorted(choose_dependent(rows))) == min(choices, key=grade)


def test_a_long_determinant_costs_what_its_shortest_form_does():
    """(1 - x y sin x) - x (z - y sin x) is 1 - x z, shorter than x z exp(y) - exp(y)."""
    rows = ["1", "z - y*sin(x)", "-z*exp(y)", "0", "x", "1 - x*y*sin(x)", "-exp(y)", "0"]
    assert chosen(two_rows(rows)) == "x y"


@given(TWO_ROWS)
def test_a_determinant_told_to_have_both_signs_vanishes_somewhere(entries):
    """No interval, normal form or assumption tells otherwise."""
    rows = two_rows(entries)
    choices = list(combinations(range(4), 2))
    for columns in minors_of_both_signs(rows.matrix, choices, rows.chart):
        assert not never_vanishes(minor(rows, columns), rows.chart)


def test_of_what_is_seen_to_vanish_it_is_not_asked(monkeypatch):
    """All determinants have both signs, long or short: where they vanish is not looked for."""
    asked = []
    monkeypatch.setattr(pivots, "never_vanishes", lambda det, chart: asked.append(det))
    rows = nh.constraints("sin(x) dy = (x + y) dz", also=["x"]).system.pfaffian
    assert choose_dependent(rows) and not asked


@pytest.mark.parametrize("at", [None, "1/10"])
def test_where_the_rank_drops_every_choice_fails(at):
    """A wheel by its rows along and across its heading a, at its lean b: x', y' are determined
    by the spin wherever it does not lie flat; x' and the spin not at a = 0."""
    along = "cos(b)*(cos(a)*x' + sin(a)*y' - R*c')"
    across = "cos(b)*(cos(a)*y' - sin(a)*x')"
    case = nh.System("x y a b c", constraints=[along, across], initial=at and {"a": at})
    d = nh.check(case).distribution
    assert [d.pfaffian.chart.names[j] for j in d.dependent] == ["x", "y"]
    assert not any(poles(e, d.pfaffian.chart) for row in d.alpha for e in row)


def test_a_given_configuration_decides():
    rows = rows_of("x*x' + (1 + x)*y'")
    x = rows.chart.q[0]
    assert chosen(rows, at={x: -rows.chart.graph.one}) == "x"


def test_few_choices_are_looked_at(monkeypatch):
    """The shortest entries first: of them the best determinant."""
    rows = rows_of("x*x' + (1 + y**2)*y' + y*z'")
    assert chosen(rows) == "y"
    monkeypatch.setattr(pivots, "MAX_LOOKS", 2)
    assert chosen(rows) == "x"


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        (["w"], "w is no coordinate; there are x, y, z"),
        (["x", "x"], "2 dependent velocities named (x, x), but there are 2"),
        (["x", "y", "z"], "3 dependent velocities named (x, y, z), but there are 2"),
        (["z"], "the column of z is zero in every row. Solvable choices: (x, y)."),
        (["z", "x"], "the column of z is zero in every row. Solvable choices: (x, y)."),
    ],
)
def test_a_wish_that_cannot_be_met(wish, told):
    with pytest.raises(SingularPivot) as caught:
        chosen(rows_of("x' + y*t*y'", "x' - y'", coordinates="x y z"), *wish)
    assert told in str(caught.value)


@pytest.mark.parametrize(("extra", "more"), [(4, "."), (5, " and 1 more.")])
def test_a_refusal_names_six_choices(extra, more):
    names = [f"x{k}" for k in range(1, 3 + extra)]
    rows = rows_of(" + ".join(f"{n}'" for n in names), coordinates=" ".join([*names, "y"]))
    with pytest.raises(SingularPivot) as caught:
        chosen(rows, "y")
    shown = [f"({n})" for n in names[:6]]
    assert f"choices: {', '.join(shown)}{more}" in str(caught.value)


def test_a_refusal_among_too_many_choices_names_none(monkeypatch):
    monkeypatch.setattr(pivots, "MAX_CHOICES", 3)
    for names, told in (("x y z u", False), ("x y z", True)):
        with pytest.raises(SingularPivot) as caught:
            chosen(rows_of("x' + y'", coordinates=names), "z")
        assert ("Solvable" in str(caught.value)) is told


# laws over small matrices ------------------------------------------------------------------------
ENTRIES = ["0", "0", "1", "2", "x", "y", "x + 1", "a", "1 + y**2", "x**2"]


@st.composite
def matrices(draw, entries=ENTRIES):
    """Independent rows in four velocities."""
    k = draw(st.integers(1, 3))
    rows = [[draw(st.sampled_from(entries)) for _ in "xyzu"] for _ in range(k)]
    text = [" + ".join(f"({e})*{v}'" for e, v in zip(row, "xyzu")) for row in rows]
    try:
        made = rows_of(*text)
    except nh.NonholoError:
        made = None
    return made if made is not None and regular(made) else rows_of("x' + y*z'", "a*u' + x*y'")


def regular(rows: Pfaffian) -> list[tuple[int, ...]]:
    """Those whose echelon form is full, found by elimination."""
    graph = rows.chart.graph
    return [
        c
        for c in combinations(range(rows.chart.n), rows.k)
        if echelon(graph, [[row[j] for j in c] for row in rows.matrix]).rank == rows.k
    ]


@given(matrices(), st.data())
def test_choices_are_those_of_full_rank_that_hold_the_wish(rows, data):
    all_choices = regular(rows)
    assert list(regular_choices(rows)) == all_choices
    choice = data.draw(st.sampled_from(all_choices))
    part = data.draw(st.sets(st.sampled_from(choice)))
    assert set(regular_choices(rows, sorted(part))) == {c for c in all_choices if part <= set(c)}
    best = choose_dependent(rows, [rows.chart.names[j] for j in part])
    assert best in all_choices and part <= set(best)


@given(matrices(), st.data())
def test_a_constant_determinant_is_chosen_where_there_is_one(rows, data):
    numbers = [c for c in regular(rows) if minor(rows, c).is_number]
    if numbers:
        assert choose_dependent(rows) in numbers


@given(matrices(), st.data(), st.booleans())
def test_among_many_choices_the_cheapest(rows, data, full):
    """By elimination some regular choice that holds the wish; of a full matrix none of those is
    cheaper (Rado1957).
    """
    all_choices = regular(rows)
    wish = data.draw(st.sampled_from([(), *all_choices, *((j,) for c in all_choices for j in c)]))
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(pivots, "MAX_CHOICES", 0)
        changed.setattr(pivots, "CRAMER", 0)
        changed.setattr(pivots, "FULL", 0 if full else 1)
        best = choose_dependent(rows, [rows.chart.names[j] for j in wish])
    able = [c for c in all_choices if set(wish) <= set(c)]
    assert best in able
    price = [sum(cost(row[j]) for row in rows.matrix) for j in range(rows.chart.n)]
    assert not full or sum(price[j] for j in best) == min(sum(price[j] for j in c) for c in able)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["x*x' + (a**2 + a + 1)*y'", "x*z' + x*u'"], "y z"),  # a number before what varies
        (
            ["x*x' + (a**2 + a + 1)*y' + x**2*z' + x**2*u'", "y*x' + 2*y' + x*z'"],
            "x u",  # full enough: the cheapest columns
        ),
    ],
)
def test_many_choices_are_not_compared(monkeypatch, rows, expected):
    monkeypatch.setattr(pivots, "MAX_CHOICES", 0)
    monkeypatch.setattr(pivots, "CRAMER", 0)
    rows = rows_of(*rows)
    assert chosen(rows) == chosen(rows, *expected.split()) == expected
    with pytest.raises(SingularPivot, match="cannot be dependent"):
        chosen(rows_of("x*x' + 2*y'", "x*z' + x*u'"), "z", "u")


@given(st.data())
def test_the_condition_of_many_rows_is_their_determinant_or_told_to_be_unknown(data):
    """Never a number that stands for "too large": a split that may fail is not regular."""
    k = data.draw(st.integers(MINOR + 1, MINOR + 3))
    entry = st.sampled_from(["0", "0", "0", "1", "x", "y"])
    matrix = data.draw(st.lists(st.lists(entry, min_size=k, max_size=k), min_size=k, max_size=k))
    names = [f"q{i}" for i in range(k)]
    rows = [" + ".join(f"{e}*{q}'" for e, q in zip(row, names)) for row in matrix]
    given_rows = nh.System([*names, "x", "y"], constraints=rows).system.pfaffian
    found, det = determinant_of(given_rows, range(k)), minor(given_rows, range(k))
    assert found is None or vanishes(found - det) or vanishes(found + det)
    full = [["1" if i == j else e for j, e in enumerate(row)] for i, row in enumerate(matrix)]
    triangular = [["0" if j < i else e for j, e in enumerate(row)] for i, row in enumerate(full)]
    rows = [" + ".join(f"{e}*{q}'" for e, q in zip(row, names)) for row in triangular]
    solved = nh.System([*names, "x", "y"], constraints=rows).system.pfaffian
    assert vanishes(determinant_of(solved, range(k)) ** 2 - 1)


WITH_LETTERS = st.sampled_from(["0", "1", "a", "b", "a - b", "sin(y)", "b*y", "a*x + b", "1 + y^2"])


@given(
    st.lists(st.lists(WITH_LETTERS, min_size=4, max_size=4), min_size=1, max_size=2),
    st.fixed_dictionaries({"a": st.integers(0, 2), "b": st.integers(0, 2)}),
)
def test_a_choice_is_regular_with_the_numbers_of_letters(entries, numbers):
    rows = [" + ".join(f"({e})*{v}'" for e, v in zip(row, "xyzu")) for row in entries]
    case = nh.System("x y z u", constraints=rows, parameters=numbers)
    plain, values = case.system.pfaffian, dict(case.system.values)
    there = plain.subs(values)
    try:
        choose_dependent(there)
    except SingularPivot:
        assume(False)
    assert pivots.regular(there, choose_dependent(plain, (), values))


def test_numbers_of_letters_let_a_choice_stand_that_is_regular_with_them():
    """With a = 1 each of both would do; without it the constant one is chosen."""
    case = nh.System("x y", constraints=["a*x' + 2*y'"], parameters={"a": 1})
    assert choose_dependent(case.system.pfaffian, (), dict(case.system.values)) == (1,)


@given(st.data())
def test_among_many_choices_one_is_regular_where_the_case_is_looked_at(data):
    """Two bodies by rotation matrices "lose rank on f = 0": the columns had no rank at R = 1."""
    entry = st.sampled_from(["0", "1", "x", "y", "x + z", "y - w"])
    rows = data.draw(st.lists(st.lists(entry, min_size=4, max_size=4), min_size=2, max_size=2))
    forms = [" + ".join(f"({e})*d{s}" for e, s in zip(row, "xyzw")) + " = 0" for row in rows]
    assume(all(set(row) != {"0"} for row in rows))
    pfaffian = nh.constraints(*forms, also=list("xyzw")).system.pfaffian
    chart = pfaffian.chart
    values = data.draw(st.lists(st.integers(-1, 1), min_size=4, max_size=4))
    nominal = {q: chart.graph.lift(x) for q, x in zip(chart.q, values)}
    choices = regular(pfaffian.subs(nominal))
    assume(choices)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pivots, "MAX_CHOICES", 0)
        assert choose_dependent(pfaffian, (), nominal) in choices
