"""No question changes the answer of another: asked in any order of one case, each answers as in a
fresh process.

Answers are compared as JSON, byte by byte; what a machine's clock measures is left out.
"""

from __future__ import annotations

import contextlib
import gc
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.dossier.dossier import analyze
from nonholo.errors import NonholoError
from nonholo.expectations import judge
from nonholo.expression.graph import Graph
from nonholo.findings.conservation import conserved
from nonholo.findings.side_by_side import compare
from nonholo.readers.case_file import parse_case, read_case
from nonholo.readers.own import own_copy
from nonholo.views.comparison.record import compare_record
from nonholo.views.linear.text import linear_record
from nonholo.views.motion.record import motion_record
from nonholo.views.verdict.record import check_record
from tests.asked import LONG
from tests.draws import draws

CASES = sorted(Path("cases").rglob("*.toml"))
SMALL = (
    "rolling_coin",
    "knife_edge_incline",
    "particle_on_sphere",
    "rosenberg_particle",
    "unicycle",
    "lemos_affine_particle",
    "appell_hamel",
)
SLED = """
coordinates = ["x", "y", "theta", "psi"]
lagrangian = '''1/2*M*(x'^2+y'^2) + 1/2*J*theta'^2
 + 1/2*m*((x' - l*(theta'+psi')*sin(theta+psi))^2 + (y' + l*(theta'+psi')*cos(theta+psi))^2)'''
constraints = ["x' sin(theta) - y' cos(theta) = 0"]
[forces]
psi = "T0*cos(w*t)"
[parameters]
M = 2
J = 0.3
m = 0.5
l = 0.6
T0 = 0.2
w = 2
[initial]
xdot = 1
"""


def _check(case):
    return check_record(nh.check(case))


def _compare(case):
    found = compare(case)
    return compare_record(found, conserved(found), case.name)


def _simulate(case):
    record = motion_record(nh.simulate(case, 0.3, points=5))
    return record


def _linearise(case):
    return linear_record(nh.linearise(case), None, None)


def _facts(case):
    return [(f.key, f.status) for f in judge(case)]


def _analysis(case):
    return analyze(case).verdict


QUESTIONS = {"check": _check, "compare": _compare, "simulate": _simulate, "linearise": _linearise}
MORE = {**QUESTIONS, "facts": _facts, "analyze": _analysis}


def answer(question, case) -> str:
    """The JSON of an answer, or the words of the refusal."""
    try:
        return json.dumps(question(case), default=str)
    except (NonholoError, ZeroDivisionError) as error:
        return f"{type(error).__name__}: {error}"


def same_in_any_order(read, questions, order, alone=None) -> None:
    alone = alone or {name: answer(questions[name], read()) for name in dict.fromkeys(order)}
    case = read()
    for name in order:
        assert answer(questions[name], case) == alone[name], f"{name} in {order}"


@pytest.fixture(scope="module")
def of_the_sled() -> dict[str, str]:
    """Each question asked of a sled that was asked nothing before."""
    return {name: answer(question, parse_case(SLED)) for name, question in QUESTIONS.items()}


@pytest.mark.parametrize("first", ["compare", "linearise", "simulate"])
def test_a_sled_simulates_whatever_was_asked_before(first, of_the_sled):
    order = [first, *(["compare", "check"] if first == "simulate" else ()), "simulate"]
    same_in_any_order(lambda: parse_case(SLED), QUESTIONS, order, of_the_sled)


def test_the_sled_is_not_refused(of_the_sled):
    """Else it would be enough above that each question is refused in the same words."""
    assert json.loads(of_the_sled["simulate"])["receipt"]["ok"]


@pytest.mark.parametrize("name", SMALL)
def test_questions_on_a_case_in_a_random_order(name):
    path = next(p for p in CASES if p.stem == name)
    order = random.Random(name).choices(list(MORE), k=5)
    same_in_any_order(lambda: read_case(path), MORE, order)


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [p for p in CASES if p.stem not in (*LONG, "whipple_bicycle")], ids=lambda p: p.stem
)  # three minutes, and tests/test_one_road.py asks these by every road
def test_questions_on_every_case_in_a_random_order(path):
    order = random.Random(path.stem).sample(list(QUESTIONS), k=2)
    same_in_any_order(lambda: read_case(path), QUESTIONS, order)


TERMS = st.sampled_from(["x'^2", "y'^2", "z'^2", "x'*z'*sin(z)", "y'*z'*cos(z)", "z'^2*cos(x)^2"])
ROWS = st.sampled_from(
    ["y' - z*x'", "x'*sin(z) - y'*cos(z)", "z' - y*x' - t*y'", "x' + (2 + sin(y))*z'"]
)


@settings(max_examples=draws(5))
@given(st.lists(TERMS, max_size=2), ROWS, st.permutations(list(QUESTIONS)))
def test_questions_on_random_systems_in_any_order(terms, row, order):
    lagrangian = "+".join(["2*x'^2 + 2*y'^2 + 2*z'^2 - k*x^2", *(f"({t})/2" for t in terms)])
    same_in_any_order(
        lambda: nh.System("x, y, z", lagrangian, constraints=[row], parameters={"k": 1}),
        QUESTIONS,
        order,
    )


def test_a_copy_is_the_case_and_costs_little():
    case = read_case("cases/rolling_coin.toml")
    copy = own_copy(case)
    assert copy.system.chart.graph is not case.system.chart.graph
    assert str(copy.system.lagrangian) == str(case.system.lagrangian)
    assert copy.nominal.keys() == {copy.system.chart.t, *copy.system.chart.q}
    assert (copy.system.lagrangian - case.system.lagrangian).is_zero


def test_results_and_the_users_case_go_together():
    case = read_case("cases/rolling_coin.toml")
    x, phi = (case.system.chart.q[case.system.chart.index(n)] for n in ("x", "phi"))
    acceleration = nh.compare(case).reference.accelerations[3]
    assert not acceleration.has([x, phi])
    assert (
        acceleration.subs({case.system.chart.q[2]: case.system.chart.graph.zero}).diff(phi).is_zero
    )


def state(case) -> tuple:
    """What a question could write to: the nodes of the graph, its ledger, and the forms they
    wear.
    """
    graph = case.system.chart.graph
    forms = [str(e) for row in case.system.pfaffian.matrix for e in row] + [
        str(case.system.lagrangian)
    ]
    return graph._count, len(graph.ledger), len(graph._table), graph.too_long, forms


@pytest.mark.parametrize("name", SMALL)
def test_a_case_is_never_written_to(name):
    case = read_case(next(p for p in CASES if p.stem == name))
    before = state(case)
    for question in MORE.values():
        answer(question, case)
        assert state(case) == before


# what is left behind --------------------------------------------------------------------------
LEAVING = {
    **MORE,
    "equilibrium": nh.equilibrium,
    "certificate": nh.certificate,
    "explain": nh.explain,
    "families": nh.families,
    "energy": nh.energy,
    "graph": lambda case: nh.graph(case)._repr_svg_(),
    "page": lambda case: nh.analyze(case)._repr_html_(),
    "control form": nh.control_form,
}


@pytest.mark.parametrize("name", LEAVING)
@pytest.mark.parametrize("stem", ["rolling_coin", "particle_on_sphere"])
def test_a_forgotten_case_leaves_nothing_behind(name, stem):
    """No memory of a module holds an expression, and with it all of its graph."""
    path = next(p for p in CASES if p.stem == stem)
    alive = []
    for _ in range(3):
        with contextlib.suppress(NonholoError):
            LEAVING[name](read_case(path))
        gc.collect()
        alive.append(sum(isinstance(each, Graph) for each in gc.get_objects()))
    assert alive[1] == alive[2]
