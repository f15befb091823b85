"""Vakonomic motion against mechanics: published examples, and which motions the two principles
share.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_dynamics import Problem, coin, driven, rosenberg, sleigh

import nonholo as nh
from nonholo.decide.zero import all_zero, decide_zero
from nonholo.dynamics.equations import motion
from nonholo.errors import SingularPivot
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.distribution.distribution import distribution
from nonholo.rivals.coincidence import coincidence
from nonholo.rivals.substituted import partial_split, rows_for, substituted
from nonholo.rivals.vakonomic import vakonomic, vakonomic_force
from nonholo.testing import laws
from nonholo.testing import strategies as some
from nonholo.views.comparison.record import compare_record
from nonholo.views.comparison.words import remarks


def disk() -> Problem:
    return Problem(
        "x y theta phi",
        "m/2*(x'**2 + y'**2) + J/2*theta'**2 + I/2*phi'**2",
        "x' - a*phi'*cos(theta)",
        "y' - a*phi'*sin(theta)",
        parameters="m a J I",
        dependent="x y",
    )


def level_coin() -> Problem:
    return Problem(
        "x y theta phi",
        "m/2*(x'**2 + y'**2) + m*R**2/8*theta'**2 + m*R**2/4*phi'**2",
        "x' - R*phi'*sin(theta)",
        "y' - R*phi'*cos(theta)",
        parameters="m R",
        dependent="x y",
    )


def knife_edge() -> Problem:
    return Problem(
        "x y theta",
        "m/2*(x'**2 + y'**2) + J/2*theta'**2",
        "y'*cos(theta) - x'*sin(theta)",
        parameters="m J",
        dependent="y",
    )


def carriage(offset: str) -> Problem:
    """Two wheels on an axle, the centre of mass ahead of it by the offset."""
    L = (
        f"m/2*((x' - {offset}*sin(theta)*theta')**2 + (y' + {offset}*cos(theta)*theta')**2) + "
        f"J/2*theta'**2"
        " + Iw/2*(phi1'**2 + phi2'**2)"
    )
    return Problem(
        "x y theta phi1 phi2",
        L,
        "x'*sin(theta) - y'*cos(theta)",
        "x'*cos(theta) + y'*sin(theta) + d*theta' - r*phi1'",
        "x'*cos(theta) + y'*sin(theta) - d*theta' - r*phi2'",
        parameters="m J Iw r d a",
        dependent="x y theta",
    )


def ball(turning: bool) -> Problem:
    """A homogeneous ball in space-fixed angular velocities (Euler angles ZXZ), on a plane or on
    a turntable.
    """
    wx, wy, wz = (
        "(psi'*sin(phi)*sin(theta) + theta'*cos(phi))",
        "(-psi'*sin(theta)*cos(phi) + theta'*sin(phi))",
        "(phi' + psi'*cos(theta))",
    )
    drift = ("Om*y", "-Om*x") if turning else ("0", "0")
    return Problem(
        "x y phi theta psi",
        f"m/2*(x'**2 + y'**2) + J/2*({wx}**2 + {wy}**2 + {wz}**2)",
        f"{drift[0]} - R*{wy} + x'",
        f"{drift[1]} + R*{wx} + y'",
        parameters="m R J Om",
        dependent="x y",
    )


def integrable() -> Problem:
    return Problem(
        "x y z", "(x'**2 + y'**2 + z'**2)/2 - y", "x' - x*z'", "y' - x*y*z' - y*z'", dependent="x y"
    )


# Lemos 2022, Fernandez and Bloch 2008, Lewis and Murray 1995, and existence tests by least squares
TABLE = [
    ("vertical disk, any motion", disk, {}, True),
    ("coin on the level, any motion", level_coin, {}, True),
    ("coin on an incline, turning", coin, {}, False),
    ("coin straight down the slope", coin, {"theta": "0", "theta'": "0"}, True),
    ("coin straight across the slope", coin, {"theta": "pi/3", "theta'": "0"}, False),
    ("knife edge, circle", knife_edge, {}, False),
    ("knife edge, straight", knife_edge, {"theta'": "0"}, True),
    ("knife edge, spin", knife_edge, {"x'": "0"}, True),
    ("sleigh", sleigh, {}, False),
    ("Rosenberg", rosenberg, {}, False),
    ("Rosenberg, y' = 0", rosenberg, {"y'": "0"}, True),
    ("Rosenberg, x' = 0", rosenberg, {"x'": "0"}, True),
    ("y' = x, moving", driven, {}, False),
    ("y' = x, x at rest", driven, {"x'": "0"}, True),
    ("integrable", integrable, {}, True),
    ("ball on a plane", lambda: ball(False), {}, True),
    ("ball on a turntable", lambda: ball(True), {}, False),
    ("carriage, centre of mass on the axle", lambda: carriage("0"), {}, True),
    ("carriage, centre of mass ahead", lambda: carriage("a"), {}, False),
]


@pytest.mark.parametrize(
    ("problem", "on", "shared"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_which_motions_are_vakonomic_too(problem, on, shared):
    p = problem()
    true = motion(multipliers(p.system, p.d))
    found = coincidence(
        p.system, p.d, true, {p.read(s): p.read(v) for s, v in on.items()}, units=20_000_000
    )
    assert (found.decision.answer, found.decision.proved) == (shared, True), found
    assert (found.obstruction is None) is shared


def test_what_is_missing_is_named():
    """Rosenberg's particle: vakonomic only where x' y' = 0."""
    p = rosenberg()
    found = p.compared.principle.coincidence
    assert sorted(map(str, found.needed(p.system))) == ["xdot", "ydot"]


def test_initial_values_of_mu_that_stay_free():
    """Holonomic sets leave all of mu free; on the disk mu is m x', m y' up to sign, so nothing
    is.
    """
    assert integrable().compared.principle.coincidence.free == 2
    assert disk().compared.principle.coincidence.free == 0


def test_the_driven_coordinate_by_both_principles():
    """Lemos 2003: x'' = 0 by d'Alembert, x''' = x' by the vakonomic principle, so x = C + A
    exp(t) + B exp(-t).
    """
    p = driven()
    found = p.compared.entry("vakonomic")
    (mu,), chart = vakonomic_force(p.system, p.d), p.system.chart
    (rate,) = found.motion.multipliers
    jerk = chart.rate(found.motion.accelerations[0]) + (
        found.motion.accelerations[0].diff(_symbol(p)) * rate
    )
    assert decide_zero(p.d.restrict(jerk) - p.read("x'")).answer
    assert decide_zero(mu + _symbol(p)).answer
    assert found.agrees is False


def _symbol(p: Problem):
    return p.system.chart.graph.symbol("mu_1")


def test_the_force_that_tells_the_principles_apart():
    p = rosenberg()
    assert p.compared.principle.force == (p.read("y'") * _symbol(p), -p.read("x'") * _symbol(p))
    assert p.compared.principle.vanishes.answer is False


def test_integrable_sets_obey_both_principles():
    p = integrable()
    assert all_zero(vakonomic_force(p.system, p.d)).proved
    assert p.compared.entry("vakonomic").agrees is True
    assert p.compared.principle.vanishes.answer is True


def test_mu_gives_way_to_names_of_the_user():
    p = Problem("x y", "(x'**2 + y'**2)/2 + mu_1*x", "y' = x", parameters="mu_1")
    assert [str(u) for u in vakonomic(p.system, p.d).unknowns] == ["xddot", "yddot", "nu_1dot"]


def test_without_constraints_there_is_one_principle():
    p = Problem("x", "x'**2/2")
    assert p.compared.principle is None
    assert [e.equations.name for e in p.compared.rivals] == []


def test_a_mass_of_0_that_is_divided_by_is_said():
    """The formulations agree in letters; at m = 0 they determine no motion."""
    lagrangian, rows = "m*(x'^2 + y'^2)/2 - z", ["z' = x*y'"]
    for mass, moves in ((0, False), (1, True), (-1, True), (None, True)):
        case = nh.System("x y z", lagrangian, rows, parameters={"m": mass})
        compared = nh.compare(case)
        assert compared.moves is moves
        assert any("divided by 0" in one for one in remarks(compared)) is not moves


def test_what_is_put_in_beside_a_row_that_is_kept_is_chained_only_where_it_is_asked():
    """By hand: Lbar = ((1 + y^2) x'^2 + y'^2 + w'^2)/2 - z^2 w, with w' = x y' kept."""
    system = nh.System(
        "x y z w", "(x'**2 + y'**2 + z'**2 + w'**2)/2 - z**2*w", ["dz = y dx", "dw = x dy"]
    ).system
    split = distribution(system.pfaffian, ["z", "w"])
    plain, chained = (substituted(system, split, ["z"], way).rows for way in (False, True))
    assert [str(row) for row in plain[1:]] == [
        "yddot - y*xdot**2 + x*lambda_1",
        "wddot + z**2 - lambda_1",
        "wddot - xdot*ydot - x*yddot",
    ]
    assert plain[1:] == chained[1:]
    assert str(plain[0]) == "xddot*(y**2 + 1) + 2*y*xdot*ydot"
    assert str(chained[0]) == "xddot*(y**2 + 1) + 2*y*xdot*ydot + 2*y*z*w"


def test_it_is_told_by_what_equation_one_velocity_is_put_in():
    """As all rows give it: x' of x' cos(a) + y' sin(a) = f' is f' cos(a) beside the row across."""
    along, across = "x'*cos(a) + y'*sin(a) = f'", "x'*sin(a) = y'*cos(a)"
    for rows in ([along, across], [across, along]):
        case = nh.System("x y a f", "(x'^2 + y'^2 + a'^2 + f'^2)/2", rows, dependent=["x", "y"])
        record = compare_record(nh.compare(case))
        told = {e["name"]: e.get("put_in") for e in record["formulations"]}
        assert told["substituted x"] == {"x'": "fdot*cos(a)"}
        assert told["substituted y"] == {"y'": "fdot*sin(a)"}
        assert told["substituted x, y"] is None and told["maggi"] is None


def test_what_is_put_in_alone_is_what_all_rows_give_in_any_telling():
    """Affine rows, which hold t as well, mixed by matrices: alone, and as two of three."""
    told = nh.constraints(
        "z' = y x' + t", "w' = x^2 u' + sin(y)", "p' = x' - u'", also="x y u"
    ).system.pfaffian
    d, graph = distribution(told, ["z", "w", "p"]), told.chart.graph
    x, y = (told.chart.q[told.chart.index(n)] for n in "xy")
    zero, one = graph.zero, graph.one
    full = [[one, x, y], [-one, one + x**2, zero], [y, one, 2 * one]]
    for matrix in (full, [[one, one, zero], [zero, one, zero], [zero, zero, one]]):
        laws.what_is_put_in_is_what_all_rows_give(d, matrix)


@given(data=st.data(), d=some.distributions())
def test_what_is_put_in_alone_is_what_all_rows_of_random_sets_give(data, d):
    with laws.without_proof():
        matrix = data.draw(some.mixings(d.chart, d.k, [*d.chart.q, d.chart.t]))
        laws.what_is_put_in_is_what_all_rows_give(d, matrix)


def test_where_nothing_is_put_in_alone_the_rows_are_those_that_are_given():
    """All dependent velocities, others, and rows that hold one of them each."""
    mixed = nh.constraints("dx + dy = u dz", "dx - dy = u dz", also="u").system.pfaffian
    d = distribution(mixed, ["x", "y"])
    assert rows_for(d, ["x", "y"]) is rows_for(d, ["z"]) is mixed
    assert rows_for(d, ["x"]) is not mixed
    plain = nh.constraints("dz = y dx", "dw = z dx").system.pfaffian
    assert rows_for(distribution(plain, ["z", "w"]), ["z"]) is plain


def test_what_cannot_be_put_in_is_told():
    rows = nh.constraints("x' = 0", "z' = y x' + w'", also="y w").system.pfaffian
    with pytest.raises(SingularPivot, match="q is no coordinate"):
        partial_split(rows, ["q"])
    with pytest.raises(SingularPivot) as told:
        partial_split(rows, ["z", "w"])
    assert str(told.value) == (
        "no constraints can be solved for z, w; velocities that can be eliminated together: "
        "(x, z), (x, w)"
    )


def test_what_is_done_is_said():
    system = nh.System(
        "x y z w", "(x'^2 + y'^2 + z'^2 + w'^2)/2", ["z' = y x'", "w' = z x'"]
    ).system
    d = distribution(system.pfaffian, ["z", "w"])
    alone, chained = (substituted(system, d, ["z"], chained=c) for c in (False, True))
    both = substituted(system, d)
    assert [e.name for e in (alone, chained, both)] == [
        "substituted z",
        "substituted z (chained)",
        "substituted z, w",
    ]
    assert alone.note == (
        "z' put into the Lagrangian, 1 constraint kept with multipliers; Lbar varied as a "
        "Lagrangian of its own coordinates"
    )
    assert chained.note == (
        "z' put into the Lagrangian, 1 constraint kept with multipliers; dependent coordinates in "
        "Lbar chained"
    )
    assert both.note == (
        "z', w' put into the Lagrangian; Lbar varied as a Lagrangian of its own coordinates"
    )
