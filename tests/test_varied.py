"""Varied paths: the formula with the curvature against the direct first-order expansion, in
symbols and in numbers.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonholo.decide.zero import decide_zero
from nonholo.errors import BadCase, NotApplicable
from nonholo.expression.graph import Expr
from nonholo.findings.check import check
from nonholo.findings.side_by_side import compare
from nonholo.geometry.constraints.pfaffian import pfaffian
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.curvature.varied import lifted, violation
from nonholo.geometry.distribution.distribution import Distribution, split
from nonholo.linear.elimination import dot
from nonholo.steering.search import steer
from nonholo.steering.varied import vary
from nonholo.testing.laws import equal, vanish
from nonholo.testing.strategies import charts, functions, solved_sets
from nonholo.views.comparison.record import compare_record
from nonholo.views.comparison.text import compare_text
from nonholo.views.page.html import page
from nonholo.views.verdict.record import check_record

CASES = Path(__file__).parent.parent / "cases"
COIN = CASES / "rolling_coin.toml"


# the law ------------------------------------------------------------------------------------------
def first_order(d: Distribution, dr: list[Expr], dr_rate: list[Expr]) -> list[Expr]:
    """d/d eps of A(q + eps dq, t)(q' + eps dq') + a_0 at eps = 0, dq = N dr, d/dt(dq) = d(q'),
    for admissible q'.
    """
    chart, graph = d.chart, d.chart.graph
    eps, zero = graph.symbol("eps"), graph.zero
    rates = dict(zip(dr, dr_rate))
    dq = lifted(d, dr)
    dv = [graph.add(chart.rate(e), *(e.diff(s) * rates[s] for s in dr)) for e in dq]
    moved = dict(
        zip((*chart.q, *chart.v), (s + eps * e for s, e in zip((*chart.q, *chart.v), (*dq, *dv))))
    )
    return [
        d.restrict(d.pfaffian.value(l).subs(moved).diff(eps).subs({eps: zero})) for l in range(d.k)
    ]


@given(solved_sets())
def test_the_formula_is_the_first_order(rows):
    """For all q, q' that are admissible and all displacements at once."""
    d = split(rows, range(rows.k))
    graph = d.chart.graph
    dr = [graph.symbol(f"d{n}") for n in d.names(d.independent)]
    rate = [graph.symbol(f"d{n}_rate") for n in d.names(d.independent)]
    equal(first_order(d, dr, rate), violation(curvature(d)).of_rows(dr))


@st.composite
def polynomials(draw, t: Expr) -> Expr:
    return t.graph.add(*(draw(st.sampled_from([0, 1, -1, 2])) * t**power for power in range(3)))


@st.composite
def sets_with_a_path(draw):
    """Random coefficients alpha(q, t) and a random polynomial path; the affine part makes the
    path admissible.
    """
    own = draw(charts(3, 4))
    k = draw(st.integers(1, own.n - 2))
    path = [draw(polynomials(own.t)) for _ in own.q]
    along = dict(zip((*own.q, *own.v), (*path, *(e.diff(own.t) for e in path))))
    rows = []
    for l in range(k):
        alpha = [draw(functions([*own.q, own.t], terms=1, tame=True)) for _ in own.q[k:]]
        row = own.v[l] - dot(own.graph, alpha, own.v[k:])
        rows.append(row - row.subs(along))
    return (
        split(pfaffian(own, rows), range(k)),
        along,
        [draw(polynomials(own.t)) for _ in own.q[k:]],
    )


@given(sets_with_a_path())
def test_along_a_path(drawn):
    """The expansion along the path, displaced by dr(t), is the formula along the path."""
    d, along, dr = drawn
    chart = d.chart
    vanish(d.pfaffian.value(l).subs(along) for l in range(d.k))
    eps = chart.graph.symbol("eps")
    dq = [e.subs(along) for e in lifted(d, dr)]
    moved = {s: along[s] + eps * e for s, e in zip(chart.q, dq)}
    moved |= {s: along[s] + eps * e.diff(chart.t) for s, e in zip(chart.v, dq)}
    direct = [
        d.pfaffian.value(l).subs(moved).diff(eps).subs({eps: chart.graph.zero}) for l in range(d.k)
    ]
    equal(direct, [e.subs(along) for e in violation(curvature(d)).of_rows(dr)])


def test_a_missing_term_would_be_seen():
    """Without the curvature of one pair the law fails: it can fail."""
    found = check(COIN)
    bend = found.curvature
    broken = replace(
        bend,
        B=tuple(
            tuple(tuple(found.distribution.chart.graph.zero for _ in row) for row in table)
            for table in bend.B
        ),
    )
    graph = found.distribution.chart.graph
    dr = [graph.symbol("dtheta"), graph.symbol("dphi")]
    direct = first_order(found.distribution, dr, [graph.symbol("a"), graph.symbol("b")])
    assert any(
        decide_zero(a - b).answer is False for a, b in zip(direct, violation(broken).of_rows(dr))
    )


# the coin -----------------------------------------------------------------------------------------
def test_the_coin():
    """x' - R phi' sin(theta) changes by R cos(theta) (theta' dphi - phi' dtheta), y' - ... by
    the same with -sin.
    """
    found = check(COIN)
    g = found.distribution.chart.graph
    R, theta, p, t = (g.symbol(n) for n in ("R", "theta", "phidot", "thetadot"))
    assert found.distribution.names(found.distribution.independent) == ("theta", "phi")
    assert violation(found.curvature).table == (
        (-R * p * g.cos(theta), R * t * g.cos(theta)),
        (R * p * g.sin(theta), -R * t * g.sin(theta)),
    )


def test_varied_paths_stay_admissible_where_the_set_is_integrable():
    found = check(CASES / "lemos_integrable_pair.toml")
    vanish(e for row in violation(found.curvature).table for e in row)


def test_where_it_is_told():
    compared = compare(COIN)
    text = compare_text(compared)
    assert (
        "an admissible path violates the constraint to first order\n  for x'  "
        "(-R*phidot*cos(theta)) δtheta" in text
    )
    rows = {
        "x": {"theta": "-R*phidot*cos(theta)", "phi": "R*thetadot*cos(theta)"},
        "y": {"theta": "R*phidot*sin(theta)", "phi": "-R*thetadot*sin(theta)"},
    }
    assert compare_record(compared)["varied_paths"] == rows
    assert check_record(check(COIN))["varied_paths"] == rows
    from nonholo.dossier.dossier import analyze

    headings = [section.heading for section in page(analyze(COIN)).sections]
    assert "Why substitution fails: varied paths" in headings


# in numbers ---------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def path():
    zero = dict.fromkeys(("x", "y", "theta", "phi"), 0)
    return steer(COIN, zero, {"x": 1, "y": 1, "theta": "pi/2", "phi": "9/4"})


def test_the_violation_approaches_its_first_order(path):
    """The remainder is of second order: a tenth of the displacement leaves a hundredth of it."""
    gaps = []
    for size in ("1/10", "1/100"):
        bent = vary(path, {"theta": f"{size}*sin(pi*t)", "phi": f"{size}*t*(1 - t)"})
        gaps.append(np.abs(bent.violation - bent.first_order).max())
        assert np.abs(bent.first_order).max() > 0.1 * float(Fraction(size))
    assert 80 < gaps[0] / gaps[1] < 120


def test_a_varied_path_of_a_holonomic_set_stays_admissible():
    start, goal = {"x": 0, "theta": 0}, {"x": "7/10", "theta": 1}
    rolled = steer(CASES / "rolling_cylinder_velocity_form.toml", start, goal)
    (free,) = check(CASES / "rolling_cylinder_velocity_form.toml").distribution.independent
    name = rolled.names[free]
    assert np.abs(vary(rolled, {name: "sin(pi*t)"}).violation).max() < 1e-12


def test_what_cannot_be_varied(path):
    with pytest.raises(
        BadCase, match="x cannot be varied freely; the independent ones are theta, phi"
    ):
        vary(path, {"x": "t"})
    with pytest.raises(BadCase, match="the displacement of theta must be a function of t alone"):
        vary(path, {"theta": "phi*t"})
    drift = CASES / "one_sided_drift.toml"
    with pytest.raises(NotApplicable, match="there is no path to vary"):
        vary(steer(drift, {"x": 0, "y": 0}, {"x": 0, "y": -1}), {"x": "t"})
