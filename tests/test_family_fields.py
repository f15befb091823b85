"""Families in which several letters are roots: the field of all, its factors, its real points."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from itertools import product

import pytest

import nonholo as nh
from nonholo import work
from nonholo.evidence.allowed import Allowed
from nonholo.evidence.cases import whole_certificate
from nonholo.expression.graph import Graph
from nonholo.expression.text import text
from nonholo.geometry.families.common_factor import without_common_factor
from nonholo.geometry.families.lemmas import Answered, Lemma, Lemmas
from nonholo.geometry.families.piece import WHOLE, vanishes
from nonholo.geometry.families.pieces import pieces
from nonholo.geometry.families.ring import Ring
from nonholo.geometry.families.squares import sum_of_squares
from nonholo.geometry.families.tower import minimal_polynomial, tower_of
from nonholo.geometry.families.tower_factors import monic_factors
from nonholo.work import BUDGETS, Work
from tests.test_families import holds


def family(*polynomials, **assumed):
    """One block p x dy for each polynomial in a, b, c."""
    rows = [f"dz{i} = ({p})*x{i} dy{i}" for i, p in enumerate(polynomials)]
    names = [f"{n}{i}" for i in range(len(rows)) for n in "xyz"]
    letters = [n for n in "abcd" if any(n in p for p in polynomials)]
    parameters = {n: assumed.get(n) for n in letters}
    return nh.System(names, constraints=rows, parameters=parameters)


def pairs(*polynomials):
    """One block p x dy + q x^2 dy for each pair (p, q): holonomic where both are 0."""
    rows = [f"dz{i} = ({p} + ({q})*x{i})*x{i} dy{i}" for i, (p, q) in enumerate(polynomials)]
    names = [f"{n}{i}" for i in range(len(rows)) for n in "xyz"]
    return nh.System(names, constraints=rows, parameters=dict.fromkeys("abcd"))


def cells(case):
    """Equations -> h, of a family that the verifier accepts."""
    answered = nh.families(case, "constraints", records=False, certify=True)
    assert answered.constraints.certified, answered.constraints.uncertified
    found = {tuple(map(str, c.equations)): c.answer.relations for c in answered.constraints.cells}
    return answered, found


@pytest.fixture
def ring():
    """Polynomials in a, b, c, with the letters."""
    made = Ring([Graph().symbol(n) for n in "abc"])
    return made, made.field.context.gens()


def test_the_field_of_two_roots_holds_their_sum_and_its_inverse(ring):
    ring, (a, b, c) = ring
    solved = ((a**2 - 2, 0), (b**2 - a - 1, 1))
    tower = tower_of(ring, solved, {1})
    assert tower.degree == 4 and set(tower.values) == {0, 1}
    for p in (a, b, a * b + 3, b - a):
        inverse = tower.over([Fraction(1)], tower.number(p))
        back = tower.polynomial(ring, inverse)
        assert ring.pseudo_remainder(back * p - 1, solved)[0] == 0
    assert tower.number(b**2 - a - 1) == []
    assert tower_of(ring, ((a**2 - 2, 0), (b**2 - c, 1)), {1}) is None  # c is no number
    assert tower_of(ring, ((a**2 - 2, 0), (b**2 - 2, 1)), {0, 1}) is None  # b = a, or b = -a


def test_factors_over_a_field_of_two_roots(ring):
    """c^2 = 5 + 2 a b = (a + b)^2 where a^2 = 2 and b^2 = 3."""
    ring, (a, b, c) = ring
    solved = ((a**2 - 2, 0), (b**2 - 3, 1))
    monic = monic_factors(ring, c**2 - 5 - 2 * a * b, solved)
    factors = [f for f, _ in monic.factors]
    assert sorted(map(str, factors)) == sorted(map(str, (c - a - b, c + a + b))) and not monic.lead
    assert monic_factors(ring, c**2 - 5 - a * b, solved).factors == ((c**2 - 5 - a * b, 1),)
    led = monic_factors(ring, (a + b) * c - 1, solved)
    assert led.lead and led.factors == ((c + a - b, 1),)
    number = monic_factors(ring, a + b, solved)
    assert number.whole == 1 and number.inverse == b - a
    assert monic_factors(ring, a * b * c**2 - a, ((a**2 - 2, 0),)) is None  # b c^2 has no number


def test_factors_in_several_letters_over_a_field(ring):
    """b^2 + b - a c - 5 c^2 = (b - a c) (b + a c + 1) where a^2 = 5."""
    ring, (a, b, c) = ring
    solved = ((a**2 - 5, 0),)

    def factors(e):
        monic = monic_factors(ring, e, solved)
        assert ring.pseudo_remainder(monic.inverse * e - monic.whole, solved)[0] == 0
        product = ring.field.one
        for f, power in monic.factors:
            product *= f**power
        assert ring.pseudo_remainder(monic.whole - product, solved)[0] == 0
        return {str(f): power for f, power in monic.factors}

    def told(*powers):
        return {str(f): power for f, power in powers}

    assert factors(b**2 + b - a * c - 5 * c**2) == told((b - a * c, 1), (b + a * c + 1, 1))
    more = b + (c**2 - a) / 2
    assert factors((b - a * c) ** 3 * (2 * b + c**2 - a)) == told((b - a * c, 3), (more, 1))
    assert factors(b**2 - a * c) == told((b**2 - a * c, 1))
    assert factors(b**2 + a * c**2 + 1) == told((b**2 + a * c**2 + 1, 1))
    assert factors(a * b**2 - 5 * b * c + a * c) == told((b**2 - a * b * c + c, 1))


def test_the_minimal_polynomial_of_a_letter(ring):
    ring, (a, b, c) = ring
    solved = ((a**3 - 2, 0), (b**2 + a, 1), (c - b - 1, 2))
    assert minimal_polynomial(ring, solved, 1) == b**6 + 2
    assert minimal_polynomial(ring, solved, 2) == (c - 1) ** 6 + 2


def test_sums_of_squares_add_up(ring):
    _, (a, b, c) = ring
    for e in (
        (b + 3 * a) ** 2 + 3 * a**2,
        a**2 - a * b + b**2 + (c - b) ** 2,
        -(a**4) + a**2 * b - b**2,
        a**2 - 2 * a + 2 + c**2,
    ):
        squares = sum_of_squares(e)
        assert squares and all(d.leading_coefficient() > 0 for _, d in squares)
        assert sum(d * q**2 for q, d in squares) in (e, -e)
    for e in (a**2 - 3 * a * b + b**2, a * b, a**2 + b, a**2 - b**2, (a + b) ** 2 - b**2):
        assert sum_of_squares(e) == []


def test_a_common_factor_is_lost_in_all_components():
    """Waves too, whose exponents are negative and fractions."""
    half = Fraction(1, 2)
    wave = {((5, half),): Fraction(1), ((5, -half),): Fraction(1)}
    twice = {((2, 1), (5, half)): Fraction(2), ((2, 1), (5, -half)): Fraction(2)}
    short = without_common_factor({"x": wave, "y": twice})
    assert set(short["x"]) == {()} and set(short["y"]) == {((2, 1),)}
    assert short["y"][((2, 1),)] == 2 * short["x"][()]


def test_a_cell_without_real_points_is_none():
    """b^2 = -c has no real root where c^3 = 2."""
    _, told = cells(family("c^3 - 2", "b^2 + c"))
    assert sorted(told.values()) == [0, 1, 1]
    _, told = cells(family("c^3 - 2", "b^2 - c"))
    assert sorted(told.values()) == [0, 1, 1, 2]


def test_a_sum_of_squares_is_zero_where_all_are():
    _, told = cells(family("(b + 3*a)^2 + 3*a^2"))
    assert told == {(): 0, ("a", "b"): 1}


def test_equations_of_one_sign_are_not_lost_by_others():
    """a^2 + c^2 = 0 is b^2 = a^2 + 1 where b^2 + c^2 = 1, and has no point for positive a."""
    row = "dz = (c^2 + b^2 - 1) x dy + (a^2 + c^2) x^2 dy"
    parameters = {"a": {"positive": True}, "b": None, "c": None}
    _, told = cells(nh.System("x y z", constraints=[row], parameters=parameters))
    assert told == {(): 0}
    _, told = cells(family("a^2 - a*b + 2*b^2 - 3", "(c + 2*b)^2 + 2*b^2"))
    assert sorted(told.values()) == [0, 1, 1, 2] and ("b", "c") in told


def test_letters_that_take_turns_are_taken_in_one_order():
    """b^3 = 1 - 3 c^2 and c^3 = -2 b^2 - 2: each is solved for a letter that the other holds."""
    row = "dz = (b^3 + 3*c^2 - 1) x dy + (c^3 + 2*b^2 + 2) x^2 dy"
    for assumed, answers in (({"positive": True}, [0]), (None, [0, 1])):
        case = nh.System("x y z", constraints=[row], parameters={"b": assumed, "c": None})
        _, told = cells(case)
        assert list(told.values()) == answers


def test_cells_over_a_field_of_two_roots_are_certified_and_forged_ones_are_not():
    answered, told = cells(family("a^3 - 2", "b^3 - 3*a*b + a^3 + 1", "c^2*a + b"))
    assert sorted(told.values()).count(3) == 1
    document = json.loads(json.dumps(whole_certificate(answered, Allowed.of(BUDGETS.families))))
    forged = 0
    for n, lemma in enumerate(document["cases"]["lemmas"]):
        for way in ("parts", "squares"):
            use = lemma.get(way, {}).get("else") or lemma.get(way, {}).get("then")
            for key in list((use or {}).get("because", {}))[:1]:
                other = copy.deepcopy(document)
                record = other["cases"]["lemmas"][n][way]
                reason = (record.get("else") or record.get("then"))["because"][key]
                reason["times"] = f"({reason['times']}) + 1"
                assert nh.verify(other).status == "refused"
                forged += 1
    assert forged


def test_cells_with_roots_give_way_to_those_that_the_verifier_reads():
    case = family("(a + 2*b)^2 - b^2", "a*b + 3")
    assert not nh.families(case, "constraints", records=False).constraints.certified
    _, told = cells(case)
    assert sorted(told.values()) == [0, 1, 1, 1, 2, 2, 2]
    assert not any("sqrt" in e for equations in told for e in equations)


def test_work_on_lemmas_is_limited(monkeypatch):
    """Blocks that have nothing in common do not multiply each other's equations."""
    case = family("(b + c - 2)*x0 + b + c - b^2", "(3*a - 3*d + a^2)*x1 - 3*b - 2*c - 2*c^2 - 1")
    start = work._count.done
    answered, _ = cells(case)
    assert work._count.done - start < 20_000_000
    assert len(json.dumps(whole_certificate(answered, Allowed.of(BUDGETS.families)))) < 40_000
    limited = work.Budgets(cases=1000)
    monkeypatch.setattr("nonholo.evidence.answers.BUDGETS", limited)
    again = nh.families(case, "constraints", records=False, certify=True).constraints
    assert again.complete and not again.certified and "limit of work" in again.uncertified


def test_an_open_cell_shows_its_equations():
    case = nh.System(
        "x y z",
        constraints=["dz = (exp(2*c) - exp(c) - 5)*x dy"],
        parameters={"c": None},
    )
    told = nh.families(case, "constraints").constraints
    assert not told.complete and told.cells[-1].answer is None
    assert [str(e) for e in told.cells[-1].equations] == ["exp(c) - exp(2*c) + 5"]
    from nonholo.views.families.text import family_lines

    lines = "\n".join(family_lines(told))
    assert "all parameters\n    answer" not in lines and "  exp(c) - exp(2*c) + 5 = 0\n" in lines


@pytest.mark.parametrize("degree", [2, 3])
def test_the_edges_of_an_equation_that_is_solved_for_a_letter_end(degree):
    """d*A(a, c) + B = 0 where A = 0 is solved for no letter: A = B = 0 is asked once."""
    graph = Graph()
    a, b, c, d = (graph.symbol(n) for n in "abcd")
    equations = [a - 3 * c**2 + 1, d * (a + c) + c**degree + b - 1, b**5 + b * a + c - 1]
    cut = pieces(equations, WHOLE, Work.of(10**7))
    assert [piece.edge for piece in cut].count(False) == 2  # both signs of a root
    for piece in cut:
        names = {text(e) for e in piece.left}
        assert len(names) == len(piece.left)
        if not piece.left:
            assert all(vanishes(e.subs(piece.solved)) for e in equations)


def test_numbers_that_a_cell_leaves_out_lie_in_another_one_with_their_answer():
    """a = b = c = 0 with any d has the answer of p = q = 0, and the equations that are told of
    p = q = r = 0, without the divisor b, hold there too."""
    block = "dz0 = (a*d + c^2)*x0 dy0 + (2*a + 2*b^2 - b)*x0^2 dy0"
    rows = [block, "dz1 = (2*d - 3*a - b)*x1 dy1"]
    case = nh.System("x0 y0 z0 x1 y1 z1", constraints=rows, parameters=dict.fromkeys("abcd"))
    cut = nh.families(case, "constraints", records=False, certify=True).constraints
    assert cut.certified, cut.uncertified
    for d in (0, 1):
        values = {"a": Fraction(0), "b": Fraction(0), "c": Fraction(0), "d": Fraction(d)}
        assert {c.answer.relations for c in cut.cells if holds(c, values)} == {1 if d else 2}


@pytest.mark.parametrize(
    "planted",
    [
        ("b*d + d^2 - 3*d", "b*d + b - c^2"),
        ("2*a + d", "c*d - 3*d - b^2", "a*d + c"),
        ("9*b^2 - 100*a*c", "a", "a*b + c"),
    ],
)
def test_where_a_divisor_vanishes_numbers_lie_in_a_cell_with_their_answer(planted):
    """Each polynomial is linear in a letter before which another one stands."""
    letters = sorted(set("abcd") & set("".join(planted)))
    case = family(*planted)
    cut = nh.families(case, "constraints", records=False).constraints
    assert cut.complete
    for numbers in product((-1, 0, 1, 3), repeat=len(letters)):
        values = dict(zip(letters, map(Fraction, numbers)))
        inside = [cell for cell in cut.cells if holds(cell, values)]
        relations = sum(eval(p.replace("^", "**"), {}, values) == 0 for p in planted)
        assert {cell.answer.relations for cell in inside} == {relations}


def test_a_certificate_has_a_graph_of_its_own():
    """In the graph of the case R^2 is R^2 cos(th)^2 + R^2 sin(th)^2 once that was met."""
    case = nh.System(
        "x y th ph",
        constraints=["x' = R*ph'*cos(th)", "y' = R*ph'*sin(th) + k*th'"],
        parameters={"R": {"positive": True}, "k": None},
    )
    _, found = cells(case)
    assert found == {(): 0}


@pytest.mark.parametrize(
    ("p", "q"),
    [
        ("a*b - 3*d - 2", "b*d - 3*c^2 + 3"),
        ("a*d + c^2", "2*a + 2*b^2 - b"),
        ("a*b - d", "b*d - c"),
    ],
)
def test_numbers_at_which_a_divisor_vanishes_are_special_only_where_both_equations_hold(p, q):
    """At b = 0 and c = 1 the numerators of what is solved vanish for any d, and p does not."""
    case = nh.System(
        "x y z",
        constraints=[f"dz = ({p})*x dy + ({q})*x^2 dy"],
        parameters=dict.fromkeys("abcd"),
    )
    cut = nh.families(case, "constraints", records=False).constraints
    assert cut.complete
    for numbers in product((-1, 0, 1, 2), repeat=4):
        values = dict(zip("abcd", map(Fraction, numbers)))
        inside = [cell for cell in cut.cells if holds(cell, values)]
        both = all(eval(e.replace("^", "**"), {}, values) == 0 for e in (p, q))
        assert {cell.answer.relations for cell in inside} == {int(both)}, values


def test_an_equation_that_a_lemma_lists_twice_has_a_reason_each_time(ring):
    """c + 3 a^2 - 1 follows from 2 c - 3 b - 2 and b = -2 a^2; the lemma that is used has it among
    its solved equations and among the others."""
    ring, (a, _, c) = ring
    p = c + 3 * a**2 - 1
    lemmas = Lemmas(ring, lambda solved: Answered(0, ()), lambda q: False, Work.of(10**6))
    lemmas.lemmas.append(Lemma((p, p), (), ()))
    lemmas.known[frozenset([str(p)]), frozenset()] = 0
    use = lemmas.use((3 * p,), (), (), (), (3 * p,))
    assert {i: n for i, (n, _) in use.because.items()} == {0: 0, 1: 0}


@pytest.mark.parametrize("widens", [True, False])
def test_where_a_guard_vanishes_by_a_factor_of_all_its_values_no_other_factor_is_asked(
    ring, widens
):
    """a (b + c), a (b - c), a b c: where a = 0 all vanish, so a lemma of it serves b + c = a = 0
    too."""
    ring, (a, b, c) = ring
    asked = []

    def judge(solved):
        asked.append({str(t) for t, _ in solved})
        return Answered(0, () if solved else ((a * (b + c), a * (b - c), a * b * c),))

    Lemmas(ring, judge, lambda q: False, Work.of(10**6)).whole(widens)
    assert {str(a)} in asked and set() in asked
    assert widens != any(str(a) in equations and len(equations) > 1 for equations in asked)


def test_many_equations_that_are_solved_for_nothing_are_not_cut_into_all_their_parts():
    """2^8 pieces otherwise, each open: after three such equations the others stand as they are."""
    graph = Graph()
    a, b = graph.symbol("a"), graph.symbol("b")
    products = [(a**5 + b**5 + k) * (a**4 - b**3 * a + k) for k in range(1, 9)]
    cut = pieces(products, WHOLE, Work.of(10**7))
    assert 0 < len(cut) <= 8 and all(len(piece.left) == 8 for piece in cut)


def test_equations_with_free_letters_fall_apart_over_a_field():
    """b = 2 d + 2 d^2 and d = -2 b^2 make numbers with a root of 5, over which what the others say
    of a and c has two factors, and each of them another answer."""
    case = pairs(("b - 2*d - 2*d^2", "0"), ("a*b - b + 2*c + 1", "0"), ("d + 2*b^2", "c - 3*b + 1"))
    answered, _ = cells(case)
    for cell in answered.constraints.cells:
        assert cell.met


@pytest.mark.slow
@pytest.mark.parametrize(
    "polynomials",
    [
        (
            ("3*c - b^2 + 2*b", "0"),
            ("3*a*d + 2*c^2 - c + 1", "b - 3*d"),
            ("2*c - 3*a^2 - a", "a - b + 1"),
        ),
        (
            ("2*b - a - d - 2", "0"),
            ("3*b + 2*a^2 + 1", "0"),
            ("3*b*d + c^2 + b^2", "a + d + a^2 + 2"),
        ),
    ],
    ids=["long equations", "a cell that may be empty"],
)
def test_letters_are_solved_for_in_another_order(polynomials):
    """By what is short to solve for, equations get too long, or 12 a^2 + 4 c^2 + 6 a^3 + 7 a^4 = 0
    is not met, which has no real points but a = c = 0."""
    answered, _ = cells(pairs(*polynomials))
    assert not answered.constraints.vacant


# signs of letters
# ---------------------------------------------------------------------------------------
def held_at(cell, values: dict[str, int]) -> bool:
    """The numbers lie in a cell, where sign(0) is 0."""

    def zero(e) -> bool:
        return e.subs({s: s.graph.lift(values[str(s)]) for s in e.symbols()}).is_zero

    return all(map(zero, cell.equations)) and not any(all(map(zero, some)) for some in cell.without)


@pytest.mark.parametrize(
    ("rows", "letters"),
    [
        (["dz = (sign({a})^2 - {b}) y dx"], "ab"),
        (["dz = (sign({a}) - {b}) y dx", "dw = ({a}^2 + {b}^2 - {c}) y dx"], "abc"),
        (["dz = (sign({a})^2 - {b}) y dx", "dw = sign({b}) y dx"], "ab"),
        (["dz = ({a} sign({b} - 1) - {b}) y dx"], "ab"),
    ],
)
def test_signs_of_letters_are_0_where_these_are(rows, letters):
    """sign(a)^2 was 1 where a = 0 too: sign(a)^2 - b vanishes on b = 1 and on a = b = 0."""
    names = {s: s for s in letters}
    found = nh.families(nh.constraints(*(r.format(**names) for r in rows)), "constraints")
    told = 0
    for numbers in product((-1, 0, 1), repeat=len(letters)):
        values = dict(zip(letters, numbers, strict=True))
        at = {s: f"({n})" for s, n in values.items()}
        there = nh.check(nh.constraints(*(r.format(**at) for r in rows)))
        cells = [c for c in found.constraints.cells if held_at(c, values)]
        decided = {c.answer.relations for c in cells if c.answer is not None}
        assert decided <= {there.relations}, values
        assert cells or not found.constraints.complete, values
        told += bool(decided)
    assert told >= len(letters) ** 2
