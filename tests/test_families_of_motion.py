"""Questions about motion for all parameters: published cells, and laws over random systems."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from test_families import POSITIVE, _put, holds

import nonholo as nh
from nonholo.dynamics import measure
from nonholo.dynamics.conserved import is_conserved
from nonholo.dynamics.equations import motion
from nonholo.errors import OutOfReach
from nonholo.expression.text import text
from nonholo.findings import family_integrals, family_motion
from nonholo.findings.families import families as before_lemmas
from nonholo.findings.family import at_piece, copied_piece, family_of
from nonholo.formulations.maggi import maggi
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.families.piece import Piece
from nonholo.readers.own import own_copy
from nonholo.rivals.coincidence import coincidence
from nonholo.views.families.text import place
from nonholo.work import Work
from tests.draws import draws

CASES = Path(__file__).parents[1] / "cases"
TEXTBOOK = CASES.parent / "benchmarks" / "textbook"
LAWS = settings(deadline=None, max_examples=draws(12), suppress_health_check=list(HealthCheck))
W1 = "(psi'*sin(theta)*sin(phi) + theta'*cos(phi))"
W2 = "(psi'*sin(theta)*cos(phi) - theta'*sin(phi))"
W3 = "(phi' + psi'*cos(theta))"
SPIN = f"(I1*{W1}^2 + I2*{W2}^2 + I3*{W3}^2)/2"
INERTIA = dict.fromkeys(("I1", "I2", "I3"), POSITIVE)


def equations(cell):
    return sorted(map(text, cell.equations))


# vakonomic motions
# ---------------------------------------------------------------------------------------
def vakonomic(case):
    """{the equations of a cell: how many of mu are free, None where the motions do not agree}"""
    family = nh.families(case, "vakonomic").vakonomic
    assert family.complete
    return {tuple(equations(c)): c.answer.free for c in family.cells}


def test_the_coin_moves_vakonomically_on_the_level_plane_alone():
    assert vakonomic(CASES / "rolling_coin.toml") == {(): None, ("sin(al)",): 0}


def test_a_ball_moves_vakonomically_if_it_is_homogeneous():
    homogeneous = ("I3 - I1", "I3 - I2")
    assert vakonomic(CASES / "chaplygin_sphere.toml") == {(): None, homogeneous: 0}


def test_both_principles_agree_for_every_mu_where_the_form_is_closed():
    letters = {"m": POSITIVE, "M": POSITIVE, "a": None, "c": None}
    L = "(m*(x'^2 + y'^2) + M*z'^2)/2"
    case = nh.System("x y z", L, ["dz = a*y dx + c*x dy"], parameters=letters)
    assert vakonomic(case) == {(): None, ("c - a",): 1, ("a + c",): 0}


KINETIC = st.sampled_from(["m", "1 + a*x^2", "1 + b*y", "2"])
FORCES = st.sampled_from(["0", "a*x", "b*y^2", "(a - b)*z", "c*x*y"])
SLOPES = st.sampled_from(["a*y", "(a + b)*x", "c*z", "(b - c)*y^2", "0", "a*b*x*y"])
NUMBERS = st.fixed_dictionaries({n: st.integers(-1, 2) for n in "abc"})


def at_numbers(lagrangian, row, values):
    put = {f"({n})": f"({v})" for n, v in (values | {"m": 2}).items()}
    return nh.System("x y z", _put(lagrangian, put), [_put(row, put)])


@LAWS
@given(KINETIC, KINETIC, FORCES, SLOPES, SLOPES, st.lists(NUMBERS, min_size=3, max_size=3))
def test_numbers_have_the_vakonomic_answer_of_their_cell(first, second, force, p, q, numbers):
    lagrangian = f"({first})*x'^2/2 + ({second})*y'^2/2 + z'^2/2 + {force}"
    row = f"dz = ({p}) dx + ({q}) dy"
    letters = dict.fromkeys("abc") | {"m": POSITIVE}
    case = nh.System("x y z", lagrangian, [row], parameters=letters)
    family = nh.families(case, "vakonomic").vakonomic
    for values in numbers:
        inside = [c for c in family.cells if holds(c, values | {"m": 2})]
        assert inside or not family.complete
        system = nh.compare(at_numbers(lagrangian, row, values))
        for cell in inside:
            if cell.answer is not None and cell.answer.agrees is not None:
                own = system.principle.coincidence
                assert own.decision.answer is None or (own.decision.answer, own.free) == (
                    cell.answer.agrees,
                    cell.answer.free,
                )


SLOPED = st.sampled_from(["a*cos(x)", "a*x", "a - c", "a*c", "c*cos(y)"])
MASSES = st.sampled_from(["b", "c", "b - c", "1"])


@settings(LAWS, max_examples=draws(6))
@given(SLOPED, MASSES, MASSES, st.lists(NUMBERS, min_size=4, max_size=4))
@example("a*cos(x)", "1", "b", [{"a": 0, "b": 0, "c": 0}])  # whose cells met there
def test_numbers_have_the_substitution_of_their_cell(slope, beside, mass, numbers):
    lagrangian = f"(x'^2 + y'^2 + ({mass})*z'^2)/2"
    row = f"({slope})*y' + ({beside})*(y' + z') = 0"
    case = nh.System("x y z", lagrangian, [row], parameters=dict.fromkeys("abc"))
    family = nh.families(case, "substitution").substitution
    for values in numbers:
        inside = [c for c in family.cells if holds(c, values)]
        there = nh.families(at_numbers(lagrangian, row, values), "substitution").substitution
        told = {cell.answer.right for cell in inside}
        assert len(told) == 1 or not family.complete
        known = dict(there.cells[0].answer.right)  # which may be about other velocities
        assert all(known.get(names, right) == right for one in told for names, right in one)


# equations that no parameter is solved for
# ---------------------------------------------------------------------------------------
ENTRIES = st.sampled_from(
    ["d*y", "d*x*y + b*x", "(b - d)*y^2", "b*d*x", "c*d*y", "(c - d)*x", "b*y"]
)


@settings(LAWS, max_examples=draws(3))
@given(ENTRIES, ENTRIES, st.sampled_from(["d*x*z", "b*y^2", "(d + 1)*z", "c*d*y"]))
def test_a_root_of_a_cubic_is_as_good_as_zero(p, q, force):
    """c^3 + c - 5 in place of d: its zeros have the answers of d = 0."""
    lagrangian, row = f"(x'^2 + y'^2 + z'^2)/2 - {force}", f"dz = ({p}) dx + ({q}) dy"
    cubic = {"(d)": "(c^3 + c - 5)", "(m)": "1"}
    letters = dict.fromkeys("bcd")
    asked = ["substitution", "vakonomic", "measure"]
    plain = nh.families(nh.System("x y z", lagrangian, [row], parameters=letters), asked)
    put = nh.System(
        "x y z", _put(lagrangian, cubic), [_put(row, cubic)], parameters=dict.fromkeys("bc")
    )
    for question, family in nh.families(put, asked).families.items():
        roots = [c for c in family.cells if equations(c) == ["c + c**3 - 5"]]
        values = {"b": 3, "c": 2, "d": 0}
        (zero, *_) = [c for c in plain.families[question].cells if holds(c, values)]
        for cell in roots:
            assert cell.answer is None or cell.answer == zero.answer


# first integrals
# ---------------------------------------------------------------------------------------
def integrals(case):
    """{the equations of a cell: how many integrals are independent}"""
    family = nh.families(case, "integrals").integrals
    assert family.complete
    return {tuple(equations(c)): c.answer.independent for c in family.cells}


def test_the_potential_of_henon_and_heiles_has_quadratic_integrals_in_two_cells():
    """Chang, Tabor and Weiss 1982; their third cell, C = 16 and B = 16 A, is of the fourth degree."""
    L = "(x'^2 + y'^2)/2 - (A*x^2 + B*y^2)/2 - x^2*y - C*y^3/3"
    case = nh.System("x y", L, parameters=dict.fromkeys("ABC"))
    assert integrals(case) == {(): 1, ("C - 6",): 2, ("B - A", "C - 1"): 2}


def test_oscillators_have_a_third_integral_for_frequencies_one_to_one_and_one_to_two():
    L = "(x'^2 + y'^2)/2 - (a*x^2 + b*y^2)/2"
    case = nh.System("x y", L, parameters=dict.fromkeys("ab"))
    assert integrals(case) == {(): 2, ("b - a",): 3, ("b - 4*a",): 3, ("4*b - a",): 3}


@pytest.fixture
def small(monkeypatch):
    """A smaller class, for tests that should not take long."""
    monkeypatch.setattr(family_integrals, "MOST", 60)


def test_the_sleigh_keeps_its_velocities_for_the_mass_centre_on_the_blade(small):
    """a = 0: turning rate and speed are constant; other cells have a path that is algebraic."""
    letters = {"m": POSITIVE, "J": POSITIVE, "a": None}
    L = "m*(x'^2 + y'^2)/2 + J*th'^2/2 + m*a*th'*(y'*cos(th) - x'*sin(th))"
    counts = integrals(nh.System("x y th", L, ["sin(th) dx = cos(th) dy"], parameters=letters))
    assert (counts[()], counts["a",]) == (1, 4)
    assert {n for where, n in counts.items() if where != ("a",)} == {1, 2, 3}


def test_suslovs_body_has_further_integrals_for_an_axis_that_is_principal(small):
    """I13 = I23 = 0 (Kozlov 1988): both other angular velocities are constant."""
    letters = INERTIA | {"I13": None, "I23": None}
    L = f"{SPIN} + I13*{W1}*{W3} + I23*{W2}*{W3}"
    case = nh.System("psi theta phi", L, [W3], parameters=letters)
    counts = integrals(case)
    assert counts[()] == 1 and counts["I13", "I23"] > 1


PLANTED = st.sampled_from(["a", "b", "a - b", "a + 2*b", "a*b", "a^2 - b", "1"])
TERMS = st.sampled_from(["x*y", "x^2*y", "z", "y^2", "x^2", "x", "cos(y)"])
POTENTIALS = st.lists(st.tuples(PLANTED, TERMS), min_size=1, max_size=3)
NUMBERED = st.fixed_dictionaries({n: st.integers(-1, 2) for n in "ab"})


@LAWS
@given(POTENTIALS, st.sampled_from(["a*y", "(a - b)*x*y", "b"]), NUMBERED, NUMBERED)
def test_numbers_have_as_many_integrals_as_their_cell(potential, slope, first, second):
    """Counted at the numbers alone, in the same class; and what is listed is kept."""
    L = "(x'^2 + 2*y'^2 + z'^2)/2 - " + " - ".join(f"({c})*{m}" for c, m in potential)
    case = nh.System("x y z", L, [f"dz = ({slope}) dx"], parameters=dict.fromkeys("ab"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(family_integrals, "MOST", 36)
        family = nh.families(case, "integrals").integrals
        scope = family_integrals._class_of(case)
    for values in (first, second):
        inside = [c for c in family.cells if holds(c, values)]
        assert inside or not family.complete
        graph = case.system.chart.graph
        put = {graph.symbol(n): graph.lift(v) for n, v in values.items()}
        there = at_piece(case, put)
        here = there.system.chart.graph
        put = dict(zip(here.copy(list(put)), here.copy(list(put.values()))))
        own = family_integrals._judged(there, scope, Work.of(10**8), Piece((), put)).answer
        assert all(c.answer is None or c.answer == own for c in inside)
        d = family_motion.split(there)
        true = motion(maggi(there.system, d))
        for f in own.integrals:
            assert is_conserved(there.system, d, true, f).answer


# published integrals beside the class
# ---------------------------------------------------------------------------------------
def kept(case, *functions):
    """Each is an integral, for all parameters."""
    system, d = case.system, family_motion.split(case)
    true = motion(maggi(system, d))
    return [is_conserved(system, d, true, case.scope.expression(f)) for f in functions]


def test_the_quadratic_integral_of_veselovas_problem():
    """(I w, I w) - (I w, n)^2; (I w, n) itself is none."""
    rates = (W1, W2, W3)
    vertical = ("sin(theta)*sin(phi)", "sin(theta)*cos(phi)", "cos(theta)")
    case = nh.System("psi theta phi", SPIN, ["psi' + phi'*cos(theta)"], parameters=INERTIA)
    square = " + ".join(f"(I{i}*{w})^2" for i, w in enumerate(rates, start=1))
    along = " + ".join(f"I{i}*{w}*{n}" for i, (w, n) in enumerate(zip(rates, vertical), start=1))
    yes, no = kept(case, f"{square} - ({along})^2", along)
    assert yes.answer and yes.proved
    assert no.answer is False


def test_the_moment_about_the_point_of_contact_of_chaplygins_sphere():
    """K = R I w + m R^2 w across the vertical, in axes of space: its component along x."""
    w1 = "(phi'*sin(psi)*sin(theta) + theta'*cos(psi))"
    w2 = "(phi'*sin(theta)*cos(psi) - theta'*sin(psi))"
    w3 = "(phi'*cos(theta) + psi')"
    case = nh.case("chaplygin_sphere")
    case = replace(case, system=replace(case.system, values={}))
    (found,) = kept(
        case,
        f"(cos(phi)*cos(psi) - sin(phi)*cos(theta)*sin(psi))*I1*{w1}"
        f" - (cos(phi)*sin(psi) + sin(phi)*cos(theta)*cos(psi))*I2*{w2}"
        f" + sin(phi)*sin(theta)*I3*{w3} + m*R^2*(theta'*cos(phi) + psi'*sin(theta)*sin(phi))",
    )
    assert found.answer and found.proved


def test_no_measure_by_ranks_at_a_point_is_told_of_almost_all_parameters(monkeypatch):
    """Where normal forms are out of reach: not where special parameters are, nor of which."""
    monkeypatch.setattr(measure, "LONG", 0)
    monkeypatch.setattr(family_motion, "_measured", out_of_reach)
    sleigh = before_lemmas(CASES / "chaplygin_sleigh.toml", "measure").measure
    assert not sleigh.generic.answer.exists and not sleigh.complete and sleigh.generic.at is None
    assert "special parameters" in str(sleigh.reasons[0])
    assert place(sleigh.generic, sleigh) == "almost all parameters"
    disk = before_lemmas(CASES / "vertical_disk.toml", "measure").measure  # which keeps one
    assert disk.generic.answer is None and not disk.complete
    closed = nh.families(CASES / "chaplygin_sleigh.toml", "measure").measure
    assert closed.certified and closed.complete and closed.generic.at
    assert [cell.answer.exists for cell in closed.cells] == [False, True]


def test_what_is_too_long_to_multiply_is_answered_and_closed_by_lemmas():
    """Special only for J = m l^2: a driven wheel that is steered (judged alone with numbers)."""
    tricycle = TEXTBOOK / "tricycle.toml"
    open_ = before_lemmas(tricycle, "vakonomic").vakonomic
    assert open_.generic.answer.agrees is False and not open_.complete
    generic, special = nh.families(tricycle, "vakonomic").vakonomic.cells
    assert [str(e) for e in special.equations] == ["m*l**2 - J"]
    for cell, numbers, agrees in ((generic, "4", False), (special, "9/2", True)):
        values = {"m": "1/2", "J": numbers, "Jf": "7", "Jw": "5", "l": "3", "r": "2", "d": "1"}
        assert cell.answer.agrees is agrees is vakonomic_at(tricycle, values)


@pytest.mark.parametrize(
    ("file", "special", "common", "numbers"),
    [
        (
            "roller_racer",
            [[], ["b", "a"]],
            {"m": "2", "J": "3", "J2": "5"},
            [("a=0 b=2", False), ("a=0 b=0", True)],
        ),
        (
            "hitched_car",
            [[]],
            {"m": "2", "M": "3", "J": "1", "Js": "7", "l": "2", "b": "1"},
            [("a=0 J1=3", False)],
        ),
    ],
)
def test_rates_of_rates_contradict_each_other_at_a_place(file, special, common, numbers):
    """Certified for all parameters; with numbers as a single system."""
    file = TEXTBOOK / f"{file}.toml"
    family = nh.families(file, "vakonomic", records=False, certify=True).vakonomic
    assert family.complete and family.certified
    assert [list(map(str, cell.equations)) for cell in family.cells] == special
    assert [cell.answer.agrees for cell in family.cells] == [False, True][: len(special)]
    for told, agrees in numbers:
        values = common | dict(one.split("=") for one in told.split())
        assert vakonomic_at(file, values) is agrees


def vakonomic_at(file, values):
    """Asked of one system, its parameters numbers."""
    case = at_piece(own_copy(nh.read_case(file)), {}, ())
    letters = {str(s): s for s in case.system.chart.parameters(family_motion.nodes_of_motion(case))}
    lift = case.system.chart.graph.lift
    numbers = {letters[n]: lift(Fraction(x)) for n, x in values.items()}
    there = at_piece(case, numbers, ())
    d = family_motion.split(there)
    return coincidence(there.system, d, motion(multipliers(there.system, d))).decision.answer


def out_of_reach(*_):
    raise OutOfReach("too long")


MANIPULATOR = """
M/2*(x'^2 + y'^2) + J/2*th'^2 + Jw/2*(l'^2 + r'^2) + J1/2*a'^2 + J2/2*b'^2
+ m1/2*((x' - c*sin(a)*a')^2 + (y' + c*cos(a)*a')^2)
+ m2/2*((x' - e*sin(a)*a' - f*sin(b)*b')^2 + (y' + e*cos(a)*a' + f*cos(b)*b')^2)
"""


def test_a_question_has_the_answer_that_it_has_alone():
    """A cart with two arms: after substitution forms were known by which more was proved."""
    wheels = [
        "x'*sin(th) = y'*cos(th)",
        "x'*cos(th) + y'*sin(th) + w*th' = R*r'",
        "x'*cos(th) + y'*sin(th) - w*th' = R*l'",
    ]
    names = ["M", "J", "Jw", "m1", "J1", "m2", "J2", "c", "e", "f", "w", "R"]
    case = nh.System("x y th l r a b", MANIPULATOR, wheels, parameters=dict.fromkeys(names))
    alone = before_lemmas(case, "measure", units=4_000_000).measure
    after = before_lemmas(case, ["substitution", "measure"], units=4_000_000).measure
    assert after.reasons == alone.reasons and len(after.tree) == len(alone.tree)


def test_no_piece_sees_what_was_written_of_others():
    """Each is judged in a copy of the case as it was given."""
    case = nh.case("chaplygin_sleigh")
    given_case, seen = own_copy(case), []

    def judged(there, work, piece):
        seen.append((piece, nodes_in(there)))
        return family_motion._judged_measure(there, work, piece)

    family_of(case, "measure", judged, family_motion.nodes_of_motion(case), Work.of(10**8))
    assert len(seen) > 1
    for piece, size in seen:
        alone = at_piece(given_case, piece.solved)
        copied_piece(piece, alone.system.chart.graph)
        assert nodes_in(alone) == size


def nodes_in(case):
    """How many expressions are written in the graph of a case."""
    return len(case.system.chart.graph.twin()[1])
