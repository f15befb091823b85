"""Holonomic constraints with multipliers and eliminated, initial states, contacts: published
reactions and openings.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_dynamics import Problem

import nonholo as nh
from nonholo.cli import main
from nonholo.decide.zero import decide_zero
from nonholo.dynamics.contacts import contact
from nonholo.dynamics.index import index_of
from nonholo.findings.released import released
from nonholo.findings.side_by_side import compare
from nonholo.readers.case_file import find_cases, parse_case, read_case

CASES = Path(__file__).parent.parent / "cases"


def of(stem: str):
    case = read_case(CASES / f"{stem}.toml")
    return case, released(case, compare(case, undecided=True))


def mixed() -> Problem:
    """A skate on a paraboloid: one holonomic and one nonholonomic constraint."""
    return Problem(
        "x y z phi",
        "(x'**2 + y'**2 + z'**2 + phi'**2)/2 - g*z",
        "x'*sin(phi) = y'*cos(phi)",
        holonomic=("z - (x**2 + y**2)/2",),
        parameters="g",
    )


def test_a_particle_leaves_the_sphere_at_two_thirds():
    """N = m g (3 cos(theta) - 2) from rest at the top, E = m g R; the motion opens the contact
    there.
    """
    case, found = of("particle_on_sphere")
    (only,) = found.contacts
    read = case.scope.expression
    assert decide_zero(only.pressure - read("m*g*cos(theta) - m*r*thetadot**2")).proved
    E = next(s for s in only.at_energy.symbols() if s.args == "E")
    from_top = only.at_energy.subs({E: read("m*g*r")})
    assert decide_zero(from_top - read("m*g*(3*cos(theta) - 2)")).proved


def test_a_released_bead_shows_its_reactions():
    """Sevilla, Tema 10: N_r = -m (R theta'^2 + g cos(theta)), N_z = 0; eliminated there is one
    equation.
    """
    _, found = of("bead_on_ring")
    assert found.index.index == 3
    assert [str(q) for q, _ in found.smaller.eliminated.solved] == ["r", "z"]
    assert len(found.smaller.equations.rows) == 1 and found.smaller.decision.proved


HOLONOMIC = [
    p
    for p in find_cases([CASES])
    if all(f"\n{key}" in p.read_text() for key in ("holonomic_constraints", "lagrangian"))
]


@pytest.mark.parametrize("path", HOLONOMIC, ids=lambda p: p.stem)
def test_elimination_keeps_the_motion_of_cases(path):
    case = read_case(path)
    found = released(case, compare(case, undecided=True))
    assert found.smaller is None or (
        found.smaller.decision.answer and found.smaller.decision.proved
    )


def test_holonomic_beside_nonholonomic():
    """Four equations; without z three, and the same motion."""
    p = mixed()
    found = released(p.case, p.compared)
    assert (found.index.index, found.index.coordinates, found.index.velocities) == (3, 3, 2)
    assert len(found.index.given) == 2 and len(found.index.hidden) == 1
    assert len(found.smaller.equations.rows) == 4 and found.smaller.decision.proved


def test_forces_are_carried_over():
    """A force on the eliminated coordinate works on the others: z = x^2, Q_z = -c z'."""
    p = Problem(
        "x z",
        "(x'**2 + z'**2)/2",
        holonomic=("z - x**2 - t",),
        forces={"z": "-c*z'"},
        parameters="c",
    )
    found = released(p.case, p.compared)
    assert found.smaller.decision.proved
    assert not found.smaller.eliminated.system.forces[0].is_zero


@pytest.mark.parametrize(
    ("constraints", "holonomic", "index"),
    [((), (), 0), (("x' = y*y'",), (), 2), ((), ("x - y",), 3), (("x'**2 + y'**2 - 1",), (), 2)],
)
def test_the_index(constraints, holonomic, index):
    p = Problem("x y", "(x'**2 + y'**2)/2", *constraints, holonomic=holonomic)
    assert index_of(p.system, p.d).index == index


def test_what_has_two_branches_is_kept():
    _, found = of("circle_cartesian")
    assert found.smaller is None and found.index.index == 3


def test_other_reactions_do_not_press():
    """y >= 0 held by y = 0 beside y' + z' = x x': the pressure is lambda_1 alone, not R_y =
    lambda_1 + lambda_2.
    """
    p = Problem(
        "x y z",
        "m/2*(x'**2 + y'**2 + z'**2) - m*g*(y + z)",
        "y' + z' = x*x'",
        holonomic=("y",),
        parameters="m g",
        dependent="y z",
    )
    true = p.compared.entry("multipliers").motion
    found = contact(p.system, p.d, true, "y >= 0", p.read("y"))
    first, second = (
        true.multipliers[l]
        for l in (
            [l for l, f in enumerate(p.d.pfaffian.functions) if f is not None]
            + [l for l, f in enumerate(p.d.pfaffian.functions) if f is None]
        )
    )
    assert not second.is_zero
    assert decide_zero(found.pressure - first).proved


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("y >= -1", "wall"),
        ("x' <= 3", "velocity"),
        ("2*y >= 0", "contact"),
        ("0 >= -y**3 - y", "contact"),
    ],
)
def test_inequalities_are_classified(text, kind):
    _classified("y", text, kind)


@pytest.mark.parametrize(
    ("level", "text", "kind"),
    [
        ("x**2 + y**2 - 1", "x >= 1/2", "wall"),
        ("y*(2 + sin(x))", "y >= 0", "undecided"),
        ("exp(y) - 1", "y >= 0", "undecided"),
        ("y**3 + y", "y >= 0", "undecided"),
        ("y**2 - 1", "y >= 1", "undecided"),
    ],
)
def test_a_wall_is_one_where_it_can_be_left_along_the_level(level, text, kind):
    """The last four hold y at its end wherever the inequality holds: none may be called a wall."""
    _classified(level, text, kind)


def _classified(level, text, kind):
    p = Problem("x y", "(x'**2 + y'**2)/2 - y", holonomic=(level,))
    true = p.compared.entry("multipliers").motion
    found = contact(p.system, p.d, true, text, p.case.slack(text))
    assert found.kind == kind
    assert (found.pressure is not None) is (kind == "contact")


def test_a_contact_without_a_slope_has_no_pressure():
    """(r - R)^3 >= 0 says what r >= R does; its gradient vanishes where r = R."""
    case = nh.System(
        "r theta",
        "(r'**2 + r**2*theta'**2)/2 - 10*r*cos(theta)",
        (),
        ["r - 1"],
        inequalities=["(r - 1)**3 >= 0"],
    )
    (found,) = released(case, nh.compare(case)).contacts
    assert (found.kind, found.pressure) == ("contact", None)
    run = nh.simulate(case, 0.1, initial={"theta": 0.1})
    assert run.receipt.ok and any("not watched" in str(r) for r in run.receipt.remarks)


def test_on_the_command_line(capsys):
    assert main(["compare", str(CASES / "particle_on_sphere.toml")]) == 0
    out = capsys.readouterr().out
    assert (
        "  r >= R: a closed contact, held by a holonomic constraint\n    presses with "
        "m*g*cos(theta)" in out
    )
    assert "at the energy E: 3*m*g*cos(theta) - 2*E/r" in out
    assert main(["compare", str(CASES / "gas_in_box.toml"), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)["constraints_as_algebra"]
    assert {c["kind"] for c in record["unilateral"]} == {"wall"} and record["index"] == 0


TWO_CONTACTS = """
coordinates = ["r", "theta"]
lagrangian = "m*(rdot^2 + r^2*thetadot^2)/2 - m*g*r*cos(theta) - {potential}"
holonomic_constraints = ["r - R"]
inequalities = ["r >= R", "2*r >= 2*R"]
parameters = {{ m = 1, g = 9.81, R = 1, {more} }}
"""


@pytest.mark.parametrize(
    ("potential", "more", "name"), [("0", "k = 1", "E"), ("E*r^2", "E = 3", "E_")]
)
def test_the_energy_has_one_name_for_all_contacts_and_whenever_asked(potential, more, name):
    case = parse_case(TWO_CONTACTS.format(potential=potential, more=more))
    compared = compare(case)
    for _ in range(2):
        found = released(case, compared).contacts
        symbol = case.system.chart.graph.symbol(name)
        assert [c.energy for c in found] == [name, name] and all(
            c.at_energy.has([symbol]) for c in found
        )
