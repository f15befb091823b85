"""Balances of energy and momenta, and first integrals by ansatz: published ones are found, and
each is proved.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_dynamics import Problem, coin, driven, rosenberg, sleigh
from test_nonlinear import isokinetic

from nonholo.cli import main
from nonholo.decide.zero import decide_zero
from nonholo.dynamics.conserved import is_conserved, rate_on_motion
from nonholo.dynamics.integrals import search_integrals
from nonholo.dynamics.lagrange import energy
from nonholo.expression.graph import Graph, Structure
from nonholo.findings.conservation import conserved, integrals
from nonholo.findings.side_by_side import compare
from nonholo.linear.constants import constant_relations
from nonholo.linear.elimination import echelon
from nonholo.readers.case_file import read_case

CASES = Path(__file__).parent.parent / "cases"


def pushed() -> Problem:
    return Problem(
        "x y",
        "m/2*(x'**2 + y'**2) - k*t*x",
        "y' = x + t",
        parameters="m k c",
        forces={"x": "-c*x'"},
    )


@pytest.mark.parametrize("problem", [coin, driven, rosenberg, sleigh, pushed, isokinetic])
def test_the_energy_balance_is_an_identity(problem):
    p = problem()
    found = p.compared.balance
    change = rate_on_motion(p.system, p.d, p.compared.entry("multipliers").motion, energy(p.system))
    assert decide_zero(change - found.rate).answer


def test_the_terms_of_the_energy_balance():
    """y' = x + t: -dL/dt = k x, the drag takes c x'^2, and the reaction has the power - lambda
    a_0 = lambda (x + t).
    """
    p = pushed()
    found = p.compared.balance
    (lam,) = p.compared.entry("multipliers").motion.multipliers
    assert found.explicit == p.read("k*x")
    assert decide_zero(found.forces + p.read("c*x'**2")).answer
    assert decide_zero(found.reactions - lam * p.read("x + t")).answer


def test_reactions_spoil_the_momenta_of_cyclic_coordinates():
    """The coin: x, theta and phi are cyclic, theta alone keeps its momentum; y stands in L."""
    found = {c.name: c for c in coin().compared.cyclic}
    assert all(c.force.is_zero for c in found.values())
    assert {name: not c.reaction.is_zero for name, c in found.items()} == {
        "x": True,
        "theta": False,
        "phi": True,
    }


def test_a_force_on_a_cyclic_coordinate_is_told_apart():
    p = Problem("x y", "(x'**2 + y'**2)/2", "y' = sin(x)*x'", forces={"y": "-y'"}, dependent="x")
    (y,) = p.compared.cyclic[1:]
    assert (y.name, y.force.is_zero) == ("y", False)


@pytest.mark.parametrize(
    ("case", "published"),
    [
        ("lemos_affine_particle", ["y*xdot - x**2/2"]),
        ("vertical_disk", ["x*thetadot + a*phidot*cos(theta)", "y*thetadot + a*phidot*sin(theta)"]),
        ("rolling_coin", ["thetadot*phidot - 2*g*sin(al)*sin(theta)/(3*R)"]),
        ("rosenberg_particle", ["z*ydot - xdot - y**2*xdot"]),
    ],
)
def test_integrals_that_are_found_are_kept(case, published):
    """Each is kept, by a proof, and the published ones are functions of them, of the energy and
    of the momenta.
    """
    read = read_case(CASES / f"{case}.toml")
    found = compare(read)
    every = integrals(found)
    for f in every:
        kept = is_conserved(found.system, found.distribution, found.reference, f)
        assert kept.answer and kept.proved
    known = [found.distribution.restrict(f) for _, f in conserved(found)] + list(every)
    texts = [read.scope.expression(text) for text in published]
    assert rank(found, known) == rank(found, known + texts) > rank(found, known[: -len(every)])


def rank(found, functions) -> int:
    """How many of the functions of (q, r', t) are independent."""
    chart = found.system.chart
    return echelon(
        chart.graph, [[f.diff(s) for s in (*chart.q, *chart.v, chart.t)] for f in functions]
    ).rank


def test_the_coin_that_turns_keeps_a_quadratic_integral():
    """theta' phi' - 2 g sin(al) sin(theta)/(3 R): phi' runs between bounds, so the coin does not
    roll down for ever.
    """
    p = coin()
    (found,) = integrals(p.compared)
    expected = p.read("theta'*phi' - 2*g*sin(al)*sin(theta)/(3*R)")
    ratio = found / expected
    assert (
        decide_zero(ratio.diff(p.read("theta"))).answer
        and decide_zero(ratio.diff(p.read("phi'"))).answer
    )


def test_the_sleigh_has_no_further_ones_in_the_ansatz():
    assert integrals(sleigh().compared) == ()


def test_what_is_known_is_not_found_again():
    p = rosenberg()
    every = search_integrals(p.system, p.d, p.compared.reference).integrals
    again = search_integrals(p.system, p.d, p.compared.reference, every).integrals
    assert len(every) >= 2 and again == ()


def test_relations_with_constants_of_parameters():
    g = Graph(7)
    x, a = g.symbol("x"), g.symbol("a")
    assert constant_relations([x, x**2, x**3], [x]) == []
    assert constant_relations([x / (x + a), a / (x + a), g.one], [x]) == [[-g.one, -g.one, g.one]]


def test_integrals_on_the_command_line(capsys):
    assert main(["compare", str(CASES / "rolling_coin.toml"), "--integrals"]) == 0
    out = capsys.readouterr().out
    assert (
        "further first integrals by ansatz (proved)\n  2*g*sin(al)*sin(theta) - 3*R*thetadot*phidot"
        in out
    )
    assert main(["compare", str(CASES / "rolling_coin.toml"), "--integrals", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert len(record["integrals"]) == 1
    assert {c["coordinate"] for c in record["cyclic"]} == {"x", "theta", "phi"}
    assert record["energy_balance"]["reactions"] == "0"


def test_the_energy_of_a_sleigh_in_a_fluid_is_proved_with_letters():
    """The hydrodynamic sleigh (Fedorov and Garcia-Naranjo 2010), all added masses as letters."""
    along, across = "(x'*cos(th) + y'*sin(th))", "(y'*cos(th) - x'*sin(th))"
    L = (
        f"(A*{along}**2 + 2*B*{along}*{across} + C*{across}**2)/2 + E/2*th'**2"
        f" + th'*(D*{along} + K*{across})"
    )
    p = Problem("x y th", L, "y'*cos(th) = x'*sin(th)", parameters="A B C D E K")
    kept = p.read(f"A/2*{along}**2 + E/2*th'**2 + D*th'*{along}")
    decision = is_conserved(p.system, p.d, p.compared.entry("multipliers").motion, kept)
    assert (decision.answer, decision.proved) == (True, True)


def test_an_open_merge_elsewhere_is_no_doubt_of_energy_and_momentum():
    """They ask for no acceleration, and so for none of the merges that long ones leave open."""
    p = Problem("x y th", "(x'**2 + y'**2 + th'**2)/2", "y'*cos(th) = x'*sin(th)")
    found, graph = p.compared.entry("multipliers").motion, p.system.chart.graph
    alien = graph.symbol("alien")
    wrong = Structure("sum", (graph.zero.args, ((alien, graph.one.args), (alien, graph.one.args))))
    graph.ledger.append((wrong, alien))
    kept = [energy(p.system), p.read("th'"), p.read("x'*cos(th) + y'*sin(th)"), p.read("th'**2")]
    proofs = [is_conserved(p.system, p.d, found, f).proved for f in kept]
    assert proofs == [True, True, True, False]


def test_what_the_constraints_determine_and_what_was_told_is_not_told_as_conserved():
    L = "m/2*x'^2 + J/2*(th' + Om)^2 + K/2*ps'^2"
    p = Problem("x th ps", L, "ps' = 0", parameters="m J Om K")
    told = [str(name) for name, _ in conserved(p.compared)]
    assert told == ["energy function", "momentum of x", "momentum of th"]  # not of ps, th' again
