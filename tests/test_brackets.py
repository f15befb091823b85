"""Brackets, their spans and their growth at a point: each guard has its test."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.decide.zero import Decision
from nonholo.geometry.distribution.distribution import Distribution, distribution, split
from nonholo.geometry.flag import flag, local
from nonholo.geometry.flag.flag import (
    Span,
    big_growth,
    bracket,
    closure,
    first_brackets,
    limit_forms,
    rank_at,
    spanning,
    vertical_bracket,
)
from nonholo.geometry.flag.local import all_regular_at, distinct, growth_at
from nonholo.linear.elimination import echelon, vanishes
from nonholo.readers.of_constraints import case_from_constraints
from nonholo.testing import strategies as some
from nonholo.work import BUDGETS, LEAST, Work, spent
from tests.draws import draws

PROVED, LIKELY = Decision(True, "normal form"), Decision(True, "randomised")
CHAIN = ("dz = y dx", "du = z dx", "dv = u dx", "dw = v dx")


def case(*constraints: str, also: str = ""):
    return case_from_constraints(constraints, also=also.split())


def split_of(*constraints: str, also: str = "") -> Distribution:
    return distribution(case(*constraints, also=also).system.pfaffian)


# brackets and spans ------------------------------------------------------------------------------
@settings(max_examples=draws(8))
@given(d=some.distributions(of=some.solved_sets(2, 4)), data=st.data())
def test_vertical_brackets_obey_jacobi(d, data):
    """[Y, Y] = 0, [Y, Z] = -[Z, Y], and [X_I, [X_J, Y]] - [X_J, [X_I, Y]] = [[X_I, X_J], Y]."""
    span = flag.indices(d)
    (I, J), *_ = [(a, b) for a in span for b in span if a < b] or [(span[0], span[0])]
    q = [d.chart.q[l] for l in d.dependent]
    Y = tuple(data.draw(st.sampled_from([d.chart.graph.one, q[0], q[-1] ** 2])) for _ in q)
    Z = bracket(d, J, Y)
    forward, backward = vertical_bracket(d, Y, Z), vertical_bracket(d, Z, Y)
    assert all(vanishes(a + b) for a, b in zip(forward, backward))
    assert all(vanishes(e) for e in vertical_bracket(d, Z, Z))
    if I != J:
        both = [a - b for a, b in zip(bracket(d, I, Z), bracket(d, J, bracket(d, I, Y)))]
        first = tuple(d.X(I, row[J]) - d.X(J, row[I]) for row in d.alpha)
        assert first in first_brackets(d)
        assert all(vanishes(a - b) for a, b in zip(both, vertical_bracket(d, first, Y)))


def test_a_span_grows_by_what_lies_outside():
    x = case("dz = y dx").system.pfaffian.chart.q[0]
    g, span = x.graph, Span(x.graph)
    zero, one = g.zero, g.one
    taken = [span.add(v) for v in ([zero, zero], [x, one], [x**2, x], [one, x], [x, x])]
    assert taken == [False, True, False, True, False]
    assert span.rank == 2 and not span.doubtful
    assert not span.add([g.log(x), one]) and span.doubtful


def test_rank_at_a_point():
    found = case("x dz = y dx", "dw = z dx")
    rows = found.system.pfaffian
    assert [rank_at(rows, found.point(at)) for at in ({}, {"x": 1}, {"y": 1})] == [1, 2, 2]


def test_time_is_one_direction_more():
    steady, timed = split_of("dz = y dx"), split_of("dz = y dx + t dt")
    assert (flag.indices(steady), flag.indices(timed)) == ((1, 2), (0, 1, 2))
    assert closure(timed).growth.vector == (3, 4)


@pytest.mark.parametrize(
    ("rows", "h"),
    [
        (("dz = y du", "dx + dy = 0"), 1),
        (("dz = y du", "dx = x dy", "dw = z du"), 1),
        (("dz = y du", "dw = y du + x dx"), 1),
        (("dz = y dx + x dy", "dw = z dy + y dz"), 2),
        (("dz = t dy", "dx = dt + dw"), 1),
        (("dz = y dx",), 0),
    ],
)
def test_forms_that_no_bracket_leaves(rows, h):
    """They vanish on the fields of E and of its closure, and are independent."""
    d = split_of(*rows)
    generic = closure(d)
    forms = limit_forms(d, generic)
    assert len(forms) == generic.relations == h
    graph, n = d.chart.graph, d.chart.n
    for form in forms:
        for J in range(d.m + 1):
            along = [row[J] for row in d.alpha]
            free = (-1, *d.independent)[J]
            total = form[free + 1] + sum(
                (form[l + 1] * a for l, a in zip(d.dependent, along)), graph.zero
            )
            assert vanishes(total)
        for Y in generic.vertical:
            assert vanishes(sum((form[l + 1] * y for l, y in zip(d.dependent, Y)), graph.zero))
        assert len(form) == n + 1
    assert not forms or echelon(graph, [list(form) for form in forms]).rank == h


# how growth is known -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("row", "settled", "evidence"),
    [
        ("dz = y dx", True, "normal form"),
        ("dz = log(log(y)) dx", True, "ball"),
        ("dz = y dx", False, "randomised"),
        ("dz = log(log(y)) dx", False, "randomised"),
    ],
)
def test_what_a_closure_rests_on(monkeypatch, row, settled, evidence):
    monkeypatch.setattr(flag, "settle", lambda *_: settled)
    d = split_of(row, also="y")
    generic = closure(d)
    assert generic.growth.evidence.evidence == evidence and generic.growth.complete
    assert generic.growth.evidence.proved is settled


@pytest.mark.parametrize(
    ("known", "settled", "proved"),
    [(PROVED, True, True), (LIKELY, True, False), (PROVED, False, False)],
)
def test_what_a_big_flag_rests_on(monkeypatch, known, settled, proved):
    d = split_of(*CHAIN)
    generic = closure(d)
    generic = replace(generic, growth=replace(generic.growth, evidence=known))
    monkeypatch.setattr(flag, "settle", lambda *_: settled)
    found = big_growth(d, generic)
    assert found.vector == (2, 3, 4, 5, 6) and found.evidence.proved is proved


def test_no_work_leaves_growth_open():
    d = split_of(*CHAIN)
    generic = closure(d)
    cut = closure(d, 0)
    assert (cut.growth.vector, cut.growth.complete, cut.relations) == ((2, 3), False, None)
    big = big_growth(d, generic, 0)
    assert (big.vector, big.complete, big.evidence.answer) == ((2, 3), False, None)
    assert big_growth(d, cut) is cut.growth
    with pytest.raises(nh.NonholoError):
        list(spanning(d, 4, 0))


def test_brackets_stop_where_nothing_can_be_new(monkeypatch):
    d, asked = split_of(*CHAIN), []
    monkeypatch.setattr(flag, "bracket", lambda *more: asked.append(more) or bracket(*more))
    generic = closure(d)
    assert generic.growth.vector == (2, 3, 4, 5, 6) and len(asked) <= 6
    asked.clear()
    assert [len(level) for level in spanning(d, 3)] == [1, 1, 1] and len(asked) == 4
    assert [len(level) for level in spanning(d, 9)] == [1, 1, 1, 1]


# growth at a point -------------------------------------------------------------------------------
def grown(found, at, limit, **more):
    return growth_at(found.system.pfaffian, found.point(at), limit, **more)


@pytest.mark.parametrize(
    ("at", "known", "vector", "evidence"),
    [
        ({"x": 1}, PROVED, (2, 3), "modular"),  # as fast as generic: seen by one value
        ({"x": 1}, LIKELY, (2, 3), "normal form"),  # all brackets prove what was likely
        ({"x": 0}, PROVED, (2, 2, 3), "normal form"),
        ({"x": 0}, None, (2, 2, 3), "normal form"),
    ],
)
def test_what_growth_at_a_point_rests_on(at, known, vector, evidence):
    found = case("dz = x**2 dy")
    generic = closure(distribution(found.system.pfaffian)).growth
    generic = known and replace(generic, evidence=known)
    for big in (False, True):
        told = grown(found, at, 3, generic=generic, big=big)
        wanted = "normal form" if big else evidence
        assert (told.vector, told.complete, told.evidence.evidence) == (vector, True, wanted)


def test_merges_that_are_open_prove_nothing_at_a_point(monkeypatch):
    monkeypatch.setattr(local, "settle", lambda *_: False)
    found = case("dz = x**2 dy")
    assert grown(found, {"x": 0}, 3).evidence == LIKELY
    likely = replace(closure(distribution(found.system.pfaffian)).growth, evidence=LIKELY)
    assert grown(found, {"x": 1}, 3, generic=likely).evidence == LIKELY
    assert grown(case("dz = z*y dx", also="y"), {}, 3).complete is False


def test_a_generic_vector_bounds_growth_from_above(monkeypatch):
    """That of the small flag no other; a likely one is kept where its proof is out of reach."""
    monkeypatch.setattr(local, "settle", lambda *_: False)
    found = case("dz = x**2 dy")
    generic = closure(distribution(found.system.pfaffian)).growth
    assert grown(found, {"x": 1}, 3, generic=generic, big=True).evidence == LIKELY
    monkeypatch.setattr(local, "BUDGETS", replace(local.BUDGETS, belief=1))
    told = grown(found, {"x": 1}, 3, generic=replace(generic, evidence=LIKELY))
    assert (told.vector, told.complete, told.evidence) == ((2, 3), True, LIKELY)
    monkeypatch.setattr(local._Search, "reaches", lambda *_: False)
    assert grown(found, {"x": 1}, 3, generic=generic).evidence == PROVED


def test_no_work_leaves_growth_at_a_point_open():
    told = grown(case("dz = x**2 dy"), {"x": 0}, 3, units=1)
    assert (told.vector, told.complete, told.evidence.answer) == ((2,), False, None)
    assert told.evidence.reason.endswith("at brackets of length 2")
    assert grown(case("dz = y dx + t dt"), {}, 4, units=1).vector == (3,)


def test_growth_that_does_not_end_is_left_open(monkeypatch):
    monkeypatch.setattr(local, "STEPS", (0, 1))
    told = grown(case("dz = x**6 dy"), {"x": 0}, 3)
    assert told.vector == (2,) and not told.complete
    assert told.evidence.reason == "stopped at brackets of length 4"


def test_images_modulo_two_primes_are_likely(monkeypatch):
    """Where exact constants are out of reach."""
    real = local._Search._dimensions

    def dimensions(search, form, order, prime):
        if prime is None:
            raise local.OutOfReach("long numbers")
        return real(search, form, order, prime) if prime else (2, 2)

    monkeypatch.setattr(local._Search, "_dimensions", dimensions)
    told = grown(case("dz = x**2 dy"), {"x": 0}, 3)
    assert (told.vector, told.complete, told.evidence) == ((2, 2, 3), True, LIKELY)


@pytest.mark.parametrize(
    ("rows", "at", "vector"),
    [
        (("dz = abs(x) dy",), {"x": -2}, (2, 3)),
        (("dz = abs(x) dy + t dt",), {"x": 2}, (3, 4)),
        (("dz = abs(x) t dy + dt", "dw = z dy"), {"x": 2, "t": 1}, (3, 5)),
        (("dz = abs(x - 1) x**2 dy",), {}, (2, 2, 3)),
        (("dz = abs(x) dx",), {"x": 1}, (1,)),
        (("dz = (x + abs(x)) dy",), {"x": -1}, (2,)),
        (("dz = (x + abs(x)) dy",), {"x": 1}, (2, 3)),
        (("dz = abs(x)*y**2 dx + dt",), {"x": 1}, (3, 3, 4)),
        (("dz = abs(x)*y**2 dx", "dw = x dx"), {"x": 1}, (2, 2, 3)),
    ],
)
def test_growth_where_coefficients_have_a_kink_elsewhere(rows, at, vector):
    told = grown(case(*rows), at, 9)
    assert (told.vector, told.complete, told.evidence.proved) == (vector, True, True)


def test_growth_near_a_kink_rests_on_a_closure_that_is_complete(monkeypatch):
    found = case("dz = abs(x) dy", "dw = z dy")
    assert grown(found, {"x": 1}, 9).evidence.evidence == "modular"
    monkeypatch.setattr(local, "closure", lambda d, _: closure(d, 0))
    told = grown(found, {"x": 1}, 9)
    assert (told.vector, told.evidence.evidence) == ((2, 3, 4), "normal form")


# an end below ------------------------------------------------------------------------------------
def fields_of(found, *fields):
    scope = found.scope
    return [tuple(scope.expression(e) for e in field) for field in fields]


def test_fields_are_told_once_up_to_sign():
    zero, one, minus, two, again = fields_of(
        case("dz = y dx"), ("0", "0"), ("x", "0"), ("-x", "0"), ("2*x", "0"), ("x", "0")
    )
    assert distinct([zero, one, minus, two, again], []) == [one, two]
    assert distinct([minus, two], [one]) == [two]
    assert distinct([one, two], [minus]) == [two]


@pytest.mark.parametrize(
    ("functions", "regular"),
    [
        (["x", "sin(y)", "2"], True),
        (["1/x"], False),
        (["x", "1/y"], True),
        (["y", "1/x"], False),
        (["x/(x**2 + x)"], True),
        (["y/(x*y - x)"], False),
        (["x/(x*y) + y"], True),
        (["sin(x)/(x - x*y)"], False),
        (["(y**2 - 1)/(x*y - x)"], False),
        (["(x**2*y - x**2)/(x*y - x)"], True),
        (["1/(1 + 1/x)"], True),
    ],
)
def test_regular_where_x_is_0_and_y_is_1(functions, regular):
    found = case("dz = y dx")
    (asked,) = fields_of(found, functions)
    assert all_regular_at(asked, found.point({"x": 0, "y": 2, "z": 0})) is regular


@pytest.mark.parametrize("units", [300_000, 3_000_000])
def test_the_search_for_a_module_keeps_to_its_work_and_is_made_once(monkeypatch, units):
    """That growth ends at (2) is not shown there: normal forms of the quotients were within no
    budget, and the same search was made at each order of the expansions."""
    found = case("(1 + tan(x)^2) dx = (1 + tan(y)^2) dy", "dw = sin(x - y) dz")
    at, asked = found.point({"x": 1, "y": 1, "z": 0, "w": 0}), []
    search = local._stationary
    monkeypatch.setattr(local, "_stationary", lambda *one: asked.append(one) or search(*one))
    before = spent()
    growth = growth_at(found.system.pfaffian, at, limit=3, units=units)
    assert (growth.vector, growth.complete) == ((2,), False)
    assert spent() - before < units + LEAST and len(asked) == 1


@pytest.mark.parametrize(
    ("rows", "at", "vector"),
    [
        (("dz = z*y dx",), {}, (2,)),
        (("dz = (z - 1)*y dx",), {"z": 1}, (2,)),
        (("dz = z*y dx", "dw = y dx"), {}, (2, 3)),
        (("dz = z*y dx", "dw = z*w*y**2 dx"), {}, (2,)),
        (("dz = z**2*y dx", "dw = y**2 dx"), {}, (2, 2, 3)),
        (("dz = (z + y**2) dx",), {}, (2, 2, 3)),
    ],
)
def test_ends_below_are_proved(rows, at, vector):
    found = case(*rows)
    told = grown(found, at, 2 + len(rows))
    assert (told.vector, told.complete, told.evidence.proved) == (vector, True, True)


def test_what_is_generated():
    found = case("dz = z*y dx", "dw = y dx")
    d, point = split(found.system.pfaffian, (0, 2)), found.point({})
    known = fields_of(found, ("z", "0"), ("0", "1"))
    asked = fields_of(found, ("z*y", "x"), ("1", "0"), ("z**2", "y/z"), ("0", "0"))
    work = Work.of(BUDGETS.belief)
    assert [local._generated(d, known, Z, point, work) for Z in asked] == [True, False, False, True]
    assert not local._generated(d, known[:1], known[1], point, work)  # of another direction
    assert [local._value_rank(d, fields, point) for fields in (known, asked[:2], [])] == [1, 1, 0]
