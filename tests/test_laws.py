"""Every law of `laws` for every case of cases/, and for random constraints and systems."""

from __future__ import annotations

import random
from contextlib import nullcontext
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from nonholo.dynamics.system import System
from nonholo.expression.graph import Expr, ordered
from nonholo.findings.comparison import compare
from nonholo.formulations import FORMULATIONS
from nonholo.formulations.capabilities import BY_NAME
from nonholo.geometry.constraints.chart import Chart, chart
from nonholo.geometry.constraints.pfaffian import independent_rows, pfaffian
from nonholo.geometry.curvature.integrability import judge_form
from nonholo.geometry.distribution.distribution import Distribution, distribution, split
from nonholo.readers.case_file import read_case
from nonholo.testing import laws
from nonholo.testing import strategies as some
from nonholo.testing.laws import motion, rivals
from tests.draws import draws

EXCEPT = {
    "flat_switch",  # not analytic: its proofs are balls at points
    "three_trailers",
    "four_trailers",  # like two_trailers, and slow
    "ball_on_any_surface",  # a root of derivatives of h: slow at points
    "disc_on_any_surface",  # roots of derivatives of h: its proofs are balls at points
}
CASES = sorted(
    path
    for path in (Path(__file__).parent.parent / "cases").glob("*.toml")
    if path.stem not in EXCEPT
)
BEYOND_PROOF = {
    "ball_on_plane_no_twist",
    "two_trailers",
}  # normal forms in other coordinates are out of reach
MOTION_BEYOND_PROOF = {"sled_with_arm", "tilted_axis"}  # those of its accelerations

OF_LINEAR_ALGEBRA = [
    laws.kernel_is_annihilated,
    laws.lift_satisfies_the_constraints,
    laws.closure_satisfies_the_rates,
    laws.forms_vanish_on_the_fields,
    laws.structure_equation,
]
OF_GEOMETRY = [
    *OF_LINEAR_ALGEBRA,
    laws.virtual_displacements_are_admissible,
    laws.possible_displacements_are_admissible,
    laws.curvature_is_antisymmetric,
    laws.curvature_is_the_commutator,
    laws.bianchi,
    laws.varied_paths_miss_by_the_curvature,
    laws.triples_are_the_wedge,
    laws.joint_verdict_is_the_wedge,
    laws.joint_verdict_is_h_equals_k,
    laws.relations_are_those_of_the_derived_flag,
    laws.growth_is_sound,
    laws.choice_of_dependents_is_free,
]
OF_MOTION = [
    laws.central_equation,
    laws.reactions_are_what_the_forces_lack,
    laws.reactions_do_no_virtual_work,
    laws.reactions_have_the_power_of_the_drift,
    laws.energy_balance,
    laws.motion_is_free_of_the_split,
    laws.curvature_free_sets_are_safe_when_chained,
]
WITNESS = FORMULATIONS["multipliers"]  # the others are compared with it; equality does the rest
OTHERS = [f for f in FORMULATIONS.values() if f is not WITNESS]
UNIVERSAL = [f for f in FORMULATIONS.values() if not BY_NAME[f.__name__].symmetry]
OF_RIVALS = [laws.vakonomic_force_is_the_difference, laws.vakonomic_motion_obeys_the_constraints]
OF_SUBSTITUTION = [laws.naive_error_is_gradient_plus_curvature, laws.chained_error_is_the_curvature]


def name_of(thing) -> str | None:
    if isinstance(thing, tuple):
        return "-".join(map(name_of, thing))
    return getattr(thing, "__name__", None) or thing.stem


def each(argument: str, things):
    """Parametrise by functions, pairs or files, named as such; what is heavy is marked slow."""
    marked = [
        pytest.param(thing, marks=pytest.mark.slow) if heavy(thing) else thing for thing in things
    ]
    return pytest.mark.parametrize(argument, marked, ids=name_of)


HEAVY = 66  # rolling bodies in Euler angles, snakeboards, carriages


@cache
def weight(path: Path) -> int:
    """How large a case is: the nodes of L and A, times the number of constraints."""
    system, d = opened(path)
    roots = [e for row in d.pfaffian.matrix for e in row] + (
        [system.lagrangian] if has_lagrangian(path) else []
    )
    return len(ordered(roots)) * d.k


def heavy(thing) -> bool:
    parts = thing if isinstance(thing, tuple) else (thing,)
    return any(isinstance(part, Path) and weight(part) >= HEAVY for part in parts)


@pytest.fixture(autouse=True)
def no_proof_of_what_is_heavy(request):
    """For heavy cases a randomised identity is enough: the normal forms of some laws are out of
    reach.
    """
    values = getattr(request.node, "callspec", None)
    with (
        laws.without_proof()
        if values and any(map(heavy, values.params.values()))
        else nullcontext()
    ):
        yield


# the cases --------------------------------------------------------------------------------------
def read(path: Path) -> tuple[System, Distribution]:
    """The system of a case and the distribution of its independent constraints, in a graph of
    their own: what other laws left open in a shared one need not be settled first.
    """
    case = read_case(path)
    rows, _, _ = independent_rows(case.system.pfaffian)
    return case.system, distribution(rows, case.dependent, case.nominal)


opened = cache(read)
opened_to_change = cache(read)  # for each formulation the same change of coordinates


def has_lagrangian(path: Path) -> bool:
    return opened(path)[0].lagrangian is not None


def is_constrained(path: Path) -> bool:
    return opened(path)[1].k > 0


MOVING = [path for path in CASES if has_lagrangian(path)]
CONSTRAINED = [path for path in CASES if is_constrained(path)]
SUBSTITUTABLE = [path for path in MOVING if is_constrained(path)]


def test_there_are_cases():
    assert len(CASES) >= 54
    assert len(MOVING) >= 30


@each("path", CASES)
@each("law", OF_GEOMETRY)
def test_geometry_of_cases(law, path):
    law(opened(path)[1])


@each("path", MOVING)
@each("law", OF_MOTION)
def test_motion_of_cases(law, path):
    law(*opened(path))


def applied(formulations, paths) -> list[tuple]:
    """Every formulation with every case it applies to; those without a symmetry apply to all."""
    return [
        (f, path)
        for f in formulations
        for path in paths
        if f in UNIVERSAL or laws.applies(f, *opened(path))
    ]


def test_every_formulation_is_applied_to_cases():
    assert all(laws.applies(f, *opened(path)) for f in UNIVERSAL for path in MOVING)
    assert len(applied(FORMULATIONS.values(), MOVING)) >= len(UNIVERSAL) * len(MOVING) + 10


def in_turn(paths) -> list[tuple]:
    """Each case with two formulations by turns, each formulation with a quarter of the cases: all
    of them are proved to agree on each case above.
    """
    count = len(UNIVERSAL)
    return [
        (UNIVERSAL[turn % count], path)
        for number, path in enumerate(paths)
        for turn in (number, number + count // 2)
    ]


def out_of_turn(paths) -> list[tuple]:
    own = set(in_turn(paths))
    return [(f, path) for f in UNIVERSAL for path in paths if (f, path) not in own]


@each("pair", applied(OTHERS, MOVING))
def test_formulations_agree_on_cases(pair):
    formulation, path = pair
    laws.agreement(WITNESS, formulation, *opened(path))


@each("pair", in_turn(MOVING))
def test_formulations_of_cases_are_free_of_the_split(pair):
    formulation, path = pair
    laws.formulation_is_free_of_the_split(formulation, *opened(path))


@each("pair", out_of_turn(MOVING))
def test_all_formulations_of_cases_are_free_of_the_split(pair):
    formulation, path = pair
    laws.formulation_is_free_of_the_split(formulation, *opened(path))


@each("path", MOVING)
@each("law", OF_RIVALS)
def test_vakonomic_equations_of_cases(law, path):
    law(*opened(path))


@each("path", SUBSTITUTABLE)
@each("formulation", [FORMULATIONS["udwadia_kalaba"], FORMULATIONS["gauss"]])
def test_redundant_rows_may_stay(formulation, path):
    system, d = opened(path)
    laws.redundant_rows_may_stay(formulation, system, d, fixed_mixing(d)[:1])


def substituting(law, path):
    system, d = opened(path)
    for names in laws.eliminations(d):
        law(system, d, names)


@each("pair", [(OF_SUBSTITUTION[n % 2], path) for n, path in enumerate(SUBSTITUTABLE)])
def test_substitution_in_cases(pair):
    """Each case with one of the two laws, by turns; random systems obey both."""
    substituting(*pair)


@each("pair", [(OF_SUBSTITUTION[1 - n % 2], path) for n, path in enumerate(SUBSTITUTABLE)])
def test_both_laws_of_substitution_in_cases(pair):
    substituting(*pair)


@each("path", SUBSTITUTABLE)
def test_comparison_of_cases(path, monkeypatch):
    compared = compare(*opened(path))
    for chapter in (motion, rivals):
        monkeypatch.setattr(chapter, "compare", lambda *of_both: compared)
    laws.safe_means_right(*opened(path))
    laws.comparison_reports_the_reactions(*opened(path))


@each("path", CONSTRAINED)
def test_mixing_rows_of_cases(path):
    d = read(path)[1]
    laws.mixing_rows_is_free(d, fixed_mixing(d))


@each("path", SUBSTITUTABLE)
def test_mixing_rows_of_cases_keeps_the_motion(path):
    system, d = opened(path)
    laws.motion_is_free_of_mixing(system, d, fixed_mixing(d))


def fixed_mixing(d: Distribution) -> list[list[Expr]]:
    """Upper triangular: 1 + q^2 on the diagonal, sin(q) above it, rows in reverse order."""
    graph, q = d.chart.graph, d.chart.q
    above = [[graph.sin(q[0]) if j > i else graph.zero for j in range(d.k)] for i in range(d.k)]
    for i in range(d.k):
        above[i][i] = 1 + q[-1] ** 2
    return above[::-1]


@each("path", CONSTRAINED)
def test_coordinates_of_cases(path):
    d = read(path)[1]
    with laws.without_proof() if path.stem in BEYOND_PROOF else nullcontext():
        laws.coordinates_are_free(d, fixed_change(d.chart))
        laws.order_of_coordinates_is_free(d, range(d.chart.n - 1, -1, -1))


def coordinates_keep_the_motion(formulation, path):
    system, d = opened_to_change(path)
    with laws.without_proof() if path.stem in MOTION_BEYOND_PROOF else nullcontext():
        laws.motion_is_free_of_coordinates(formulation, system, d, fixed_change(d.chart))


@each("pair", in_turn(SUBSTITUTABLE))
def test_coordinates_of_cases_keep_the_motion(pair):
    coordinates_keep_the_motion(*pair)


@each("pair", out_of_turn(SUBSTITUTABLE))
def test_coordinates_of_cases_keep_every_motion(pair):
    coordinates_keep_the_motion(*pair)


def fixed_change(own: Chart) -> some.Change:
    """q_i = 2 Q_i + Q_{i-1}, q_0 = 2 Q_0 + t."""
    new = chart(own.graph, [f"Q_{i}" for i in range(own.n)])
    return some.Change(new, tuple(2 * Q + R for Q, R in zip(new.q, (own.t, *new.q))))


@each("path", CONSTRAINED)
def test_growth_of_cases_at_a_generic_point(path):
    d = read(path)[1]
    laws.growth_at_a_generic_point_is_generic(d, generic_point(d.chart))


def generic_point(own: Chart) -> dict[Expr, Expr]:
    """Large rational coordinates (and time), the same each run."""
    rng = random.Random(1877)
    return {s: own.graph.lift(Fraction(rng.randint(10**4, 10**5), 7)) for s in (*own.q, own.t)}


@each("path", MOVING)
def test_total_derivatives_are_nothing_in_cases(path):
    system, d = opened(path)
    q, t, graph = d.chart.q, d.chart.t, d.chart.graph
    laws.total_derivatives_are_nothing(system, d, q[0] ** 2 * graph.sin(q[-1]) + t * q[-1])


@each("path", SUBSTITUTABLE)
def test_redundant_rows_of_cases(path):
    system, d = opened(path)
    laws.redundant_rows_are_set_aside(system, d, fixed_mixing(d)[:1])


# the random sets are no trifles -------------------------------------------------------------------
KINDS = {
    "nonholonomic": lambda d: laws.signature(d)[1] == 0,
    "holonomic together, not alone": lambda d: (
        d.k > 1 and laws.signature(d)[1] == d.k and not judge_form(d.pfaffian, 0).integrable
    ),
    "partly holonomic": lambda d: 0 < laws.signature(d)[1] < d.k,
    "three in five": lambda d: (d.k, d.chart.n) == (3, 5),
    "affine": lambda d: not d.pfaffian.catastatic,
    "rheonomic": lambda d: not d.pfaffian.scleronomic,
    "slow growth": lambda d: len(laws.signature(d)[0]) > 2,
    "pivot that can vanish": lambda d: not d.condition.is_number,
}


@pytest.mark.parametrize("kind", KINDS)
def test_random_sets_come_in_every_kind(kind):
    assert find(
        some.distributions(),
        KINDS[kind],
        settings=settings(max_examples=400, phases=[Phase.generate]),
    )


# random constraints -------------------------------------------------------------------------------
@each("law", OF_GEOMETRY)
@given(d=some.distributions())
def test_geometry_of_random_sets(law, d):
    law(d)


@each("law", OF_LINEAR_ALGEBRA)
@settings(max_examples=draws(6))
@given(d=some.distributions(of=some.wide_sets()))
def test_linear_algebra_of_wide_sets(law, d):
    """Five rows: solved by elimination, no longer by determinants."""
    with laws.without_proof():
        law(d)


@given(form=some.integrable_forms())
def test_mu_dG_is_integrable(form):
    laws.is_integrable_alone(form)


@given(rows=some.integrable_sets())
def test_M_dG_is_integrable_together(rows):
    laws.is_integrable_together(distribution(rows))


@given(found=some.partly_integrable_sets())
def test_partly_integrable_sets_hide_h_relations(found):
    rows, h = found
    with laws.without_proof():
        laws.hides(distribution(rows), h)


@given(data=st.data(), own=some.charts(2, 5))
def test_forms_in_two_variables_are_integrable(data, own):
    variables = data.draw(st.permutations([*own.q, own.t]))[:2]
    a, b = (data.draw(some.functions(variables)) for _ in range(2))
    rates = {own.t: own.graph.one} | dict(zip(own.q, own.v))
    row = a * rates[variables[0]] + b * rates[variables[1]]
    laws.forms_in_two_variables_are_integrable(pfaffian(own, [row]))


@given(data=st.data(), d=some.distributions())
def test_mixing_rows_of_random_sets(data, d):
    laws.mixing_rows_is_free(d, data.draw(some.mixings(d.chart, d.k, [*d.chart.q, d.chart.t])))


@given(data=st.data(), d=some.distributions())
def test_coordinates_of_random_sets(data, d):
    change = data.draw(some.changes(d.chart, rheonomic=True))
    with laws.without_proof():
        laws.coordinates_are_free(d, change)


@given(data=st.data(), d=some.distributions())
def test_order_of_coordinates_of_random_sets(data, d):
    laws.order_of_coordinates_is_free(d, data.draw(st.permutations(range(d.chart.n))))


@given(d=some.distributions())
def test_growth_of_random_sets_at_a_generic_point(d):
    laws.growth_at_a_generic_point_is_generic(d, generic_point(d.chart))


@given(data=st.data(), d=some.distributions(of=some.solved_sets()))
def test_growth_of_random_sets_at_a_point(data, d):
    laws.growth_at_a_point_is_slower(d, data.draw(some.points(d.chart)))


@pytest.mark.slow
@settings(max_examples=120)
@given(
    forms=some.integrable_forms(), rows=some.integrable_sets(), found=some.partly_integrable_sets()
)
def test_many_sets_of_known_answer(forms, rows, found):
    """Integrable and partly integrable by construction: not one is misjudged."""
    with laws.without_proof():
        laws.is_integrable_alone(forms)
        laws.is_integrable_together(distribution(rows))
        laws.hides(distribution(found[0]), found[1])


# random systems: small ones with proof, larger ones without -------------------------------------
@each("law", OF_MOTION)
@given(setting=some.small_settings())
def test_motion_of_random_systems(law, setting):
    law(*setting)


@each("formulation", [f for f in OTHERS if f in UNIVERSAL])
@given(setting=some.small_settings())
def test_formulations_agree_on_random_systems(formulation, setting):
    laws.agreement(WITNESS, formulation, *setting)


@given(setting=some.chaplygin_settings())
def test_chaplygin_agrees_on_random_systems_of_his(setting):
    with laws.without_proof():
        laws.agreement(WITNESS, FORMULATIONS["chaplygin"], *setting)


@each("formulation", FORMULATIONS.values())
@given(setting=some.chaplygin_settings())
def test_formulations_obey_random_constraints(formulation, setting):
    with laws.without_proof():
        laws.motion_obeys_the_constraints(formulation, *setting)


@each("law", OF_RIVALS)
@given(setting=some.small_settings())
def test_vakonomic_equations_of_random_systems(law, setting):
    law(*setting)


@each("formulation", [FORMULATIONS[name] for name in ("hamel", "kane", "maggi", "appell")])
@given(data=st.data(), setting=some.large_settings())
def test_quasi_velocities_are_free(formulation, data, setting):
    system, d = setting
    matrix = data.draw(some.mixings(d.chart, d.m, [*d.chart.q, d.chart.t]))
    shifts = [data.draw(some.functions([*d.chart.q, d.chart.t], 1, True)) for _ in range(d.m)]
    with laws.without_proof():
        laws.quasi_velocities_are_free(formulation, system, d, matrix, shifts)


@given(data=st.data(), d=some.distributions())
def test_structure_functions_of_random_frames(data, d):
    matrix = data.draw(some.mixings(d.chart, d.m, [*d.chart.q, d.chart.t]))
    with laws.without_proof():
        laws.structure_functions_are_the_brackets(
            laws.framed(d, matrix, [d.chart.graph.zero] * d.m)
        )


@each("law", OF_SUBSTITUTION)
@given(data=st.data(), setting=some.small_settings())
def test_substitution_in_random_systems(law, data, setting):
    law(*setting, data.draw(st.sampled_from(laws.eliminations(setting[1]))))


@each("law", OF_MOTION)
@given(setting=some.large_settings())
def test_motion_of_larger_systems(law, setting):
    with laws.without_proof():
        law(*setting)


@each("formulation", [f for f in OTHERS if f in UNIVERSAL])
@given(setting=some.large_settings())
def test_formulations_agree_on_larger_systems(formulation, setting):
    with laws.without_proof():
        laws.agreement(WITNESS, formulation, *setting)


@each("law", OF_SUBSTITUTION)
@given(data=st.data(), setting=some.large_settings())
def test_substitution_in_larger_systems(law, data, setting):
    names = data.draw(st.sampled_from(laws.eliminations(setting[1])))
    with laws.without_proof():
        law(*setting, names)


@given(setting=some.small_settings())
def test_safe_means_right_in_random_systems(setting):
    laws.safe_means_right(*setting)


@given(setting=some.settings_of_motion(some.integrable_sets()))
def test_integrable_sets_are_safe_when_chained(setting):
    with laws.without_proof():
        laws.curvature_free_sets_are_safe_when_chained(*setting)


@given(data=st.data(), setting=some.large_settings())
def test_mixing_rows_keeps_the_motion(data, setting):
    system, d = setting
    matrix = data.draw(some.mixings(d.chart, d.k, [*d.chart.q, d.chart.t]))
    with laws.without_proof():
        laws.motion_is_free_of_mixing(system, d, matrix)


@given(data=st.data(), setting=some.large_settings())
def test_scaling_divides_the_multipliers(data, setting):
    system, d = setting
    mu = data.draw(some.nowhere_zero([*d.chart.q, d.chart.t]))
    with laws.without_proof():
        laws.scaling_divides_the_multipliers(system, d, mu)


@given(data=st.data(), setting=some.large_settings())
def test_total_derivatives_are_nothing(data, setting):
    system, d = setting
    F = data.draw(some.functions([*d.chart.q, d.chart.t]))
    with laws.without_proof():
        laws.total_derivatives_are_nothing(system, d, F)


@given(data=st.data(), setting=some.large_settings())
def test_potential_or_force(data, setting):
    system, d = setting
    V = data.draw(some.functions([*d.chart.q, d.chart.t]))
    with laws.without_proof():
        laws.potential_or_force(system, d, V)


@given(data=st.data(), setting=some.large_settings())
def test_redundant_rows_are_set_aside(data, setting):
    system, d = setting
    entry = some.functions([*d.chart.q, d.chart.t], terms=1)
    matrix = [[data.draw(entry) for _ in range(d.k)]]
    with laws.without_proof():
        laws.redundant_rows_are_set_aside(system, d, matrix)


@each(
    "formulation",
    [
        pytest.param(f, marks=pytest.mark.slow) if f.__name__ not in ("maggi", "hamel") else f
        for f in UNIVERSAL
    ],
)
@given(data=st.data(), setting=some.settings_of_motion(some.sets(2, 4)))
def test_coordinates_keep_the_motion(formulation, data, setting):
    system, d = setting
    change = data.draw(some.changes(d.chart, rheonomic=True))
    with laws.without_proof():
        laws.motion_is_free_of_coordinates(formulation, system, d, change)


@given(data=st.data(), own=some.charts(2, 4))
def test_leaf_coordinates_are_safe(data, own):
    k = data.draw(st.integers(1, own.n - 1))
    g = [data.draw(some.functions([*own.q[k:], own.t])) for _ in range(k)]
    rows = pfaffian(own, (), (), [q - f for q, f in zip(own.q, g)])
    system = System(
        own, rows, data.draw(some.lagrangians(own)), data.draw(some.applied_forces(own))
    )
    with laws.without_proof():
        laws.leaf_coordinates_are_safe(system, split(rows, range(k)), g)
