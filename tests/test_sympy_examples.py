"""The models of SymPy's own tests of mechanics: each passes the door and moves as SymPy says, or is
refused for a reason.

The scripts are those of the SymPy that is installed: each is run, and whatever model it makes is
caught when its equations are formed.
"""

from __future__ import annotations

import importlib
import random
import warnings

import pytest
import sympy
import sympy.physics.mechanics as me

import nonholo as nh
from nonholo.errors import NonholoError
from nonholo.readers.sympy_whole import ReactionAsInput

HOME = "sympy.physics.mechanics.tests"
FORM = {
    "KanesMethod": "kanes_equations",
    "LagrangesMethod": "form_lagranges_equations",
    "System": "form_eoms",
    "JointsMethod": "form_eoms",
}

READ = [  # a script, the coordinates and constraints of its models
    ("test_kane", "test_one_dof", {(1, 0)}),
    ("test_kane", "test_two_dof", {(2, 0)}),
    ("test_kane", "test_pend", {(1, 0)}),
    ("test_kane", "test_rolling_disc", {(5, 2)}),
    ("test_kane", "test_parallel_axis", {(2, 0)}),
    ("test_kane", "test_input_format", {(1, 0), (2, 0)}),
    ("test_kane4", "test_replace_qdots_in_force", {(2, 0)}),
    ("test_kane5", "test_kane_rolling_disc_lu", {(7, 4)}),
    ("test_lagrange", "test_disc_on_an_incline_plane", {(2, 1)}),
    ("test_lagrange", "test_simp_pen", {(1, 0)}),
    ("test_lagrange", "test_nonminimal_pendulum", {(2, 1)}),
    ("test_lagrange", "test_dub_pen", {(2, 0)}),
    ("test_lagrange", "test_rolling_disc", {(3, 0)}),
    ("test_lagrange2", "test_lagrange_2forces", {(2, 0)}),
    ("test_linearize", "test_linearize_pendulum_kane_minimal", {(1, 0)}),
    ("test_linearize", "test_linearize_pendulum_lagrange_minimal", {(1, 0)}),
    ("test_linearize", "test_linearize_pendulum_lagrange_nonminimal", {(2, 1)}),
    ("test_linearize", "test_linearize_rolling_disc_lagrange", {(3, 0)}),
    ("test_models", "test_multi_mass_spring_damper_inputs", {(1, 0)}),
    ("test_models", "test_multi_mass_spring_damper_higher_order", {(3, 0)}),
    ("test_models", "test_n_link_pendulum_on_cart_inputs", {(2, 0)}),
    ("test_models", "test_n_link_pendulum_on_cart_higher_order", {(3, 0)}),
    ("test_jointsmethod", "test_jointsmethod", {(1, 0)}),
    ("test_jointsmethod", "test_rigid_body_particle_compatibility", {(1, 0)}),
    ("test_jointsmethod", "test_complete_simple_double_pendulum", {(2, 0)}),
    ("test_jointsmethod", "test_two_dof_joints", {(2, 0)}),
    ("test_jointsmethod", "test_simple_pedulum", {(1, 0)}),
    ("test_jointsmethod", "test_chaos_pendulum", {(2, 0)}),
    ("test_jointsmethod", "test_four_bar_linkage_with_manual_constraints", {(3, 4)}),
    ("test_system_class", "TestSystemExamples.test_cart_pendulum_kanes", {(2, 0), (2, 1), (2, 2)}),
    ("test_system_class", "TestSystemExamples.test_cart_pendulum_lagrange", {(2, 0), (2, 1)}),
]
SLOW = [
    ("test_linearize", "test_linearize_rolling_disc_kane", {(6, 4)}),
    ("test_linearize", "test_linearize_pendulum_kane_nonminimal", {(2, 2)}),
]
AUXILIARY = [  # with the inputs that are left, and the coordinates and constraints
    ("test_kane", "test_aux", {((), 5, 2)}),
    pytest.param("test_kane2", "test_aux_dep", {((), 8, 6)}, marks=pytest.mark.slow),
    pytest.param("test_kane2", "test_non_central_inertia", {((), 13, 11)}, marks=pytest.mark.slow),
    ("test_kane2", "test_sub_qdot", {((), 12, 10)}),
]
REFUSED = [
    ("test_kane", "test_implicit_kinematics", "characters are too many"),
]


def models_of(monkeypatch, module: str, name: str) -> list:
    """Every model that a script makes, in order."""
    made: list = []
    for kind, form in FORM.items():
        known = getattr(me, kind, None)
        if known is not None:
            monkeypatch.setattr(known, form, caught(getattr(known, form), made))
    home: object = importlib.import_module(f"{HOME}.{module}")
    *inside, name = name.split(".")
    for kind in inside:
        home = getattr(home, kind)()
    if not hasattr(home, name):
        pytest.skip(f"SymPy {sympy.__version__} has no {module}.{name}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        getattr(home, name)()
    return made


def caught(form, made: list):
    def formed(self, *arguments, **named):
        found = form(self, *arguments, **named)
        if not any(self is model for model in made):
            made.append(self)
        return found

    return formed


def accelerations_of(model) -> dict | None:
    """q'' of a model without constraints as SymPy has it: coordinate -> expression in q, q'."""
    t = me.dynamicsymbols._t
    if isinstance(model, me.LagrangesMethod):
        found = model.mass_matrix.LUsolve(model.forcing)
        return dict(zip(model.q, found))
    speeds = dict(zip(model.u, model.mass_matrix.LUsolve(model.forcing)))
    rates = model.kindiffdict()
    back = sympy.solve([q - f for q, f in rates.items()], list(model.u), dict=True)[0]
    second = {}
    for q in model.q:
        f = rates[q.diff(t)]
        change = sum(f.diff(p) * r for p, r in zip(model.q, (rates[p.diff(t)] for p in model.q)))
        change += sum(f.diff(u) * a for u, a in speeds.items())
        second[q] = change.xreplace(rates).xreplace(back)
    return second


def compare_by_numbers(model, case) -> None:
    """The accelerations at random numbers, to 10 digits."""
    rng, t = random.Random(5), me.dynamicsymbols._t
    own = nh.sympy_equations(case)
    wanted = accelerations_of(model)
    pairs = [(a, wanted[u.expr]) for u, a in zip(own.unknowns, own.rhs) if u.expr in wanted]
    assert len(pairs) == len(case.system.chart.names)
    numbers: dict = {}
    for side in (e for pair in pairs for e in pair):
        for thing in sorted(side.atoms(sympy.Derivative, sympy.Symbol, sympy.Function), key=str):
            known = isinstance(thing, (sympy.Symbol, sympy.Derivative))
            if known or isinstance(thing, sympy.core.function.AppliedUndef):
                numbers.setdefault(thing, sympy.Float(rng.uniform(0.5, 1.5), 30))
    numbers.pop(t, None)
    rates = {k: v for k, v in numbers.items() if isinstance(k, sympy.Derivative)}
    places = {k: v for k, v in numbers.items() if k not in rates}
    for a, b in pairs:
        x, y = (sympy.N(e.xreplace(rates).xreplace(places), 20) for e in (a, b))
        assert abs(x - y) <= 1e-10 * (1 + abs(y))


def by_rates(model) -> None:
    """The equations again with accelerations that are the rates of the velocities.

    `test_aux` sets that of the centre from a contact point as if the same point of the disc stayed
    there (`a2pt_theory`), which loses a term; SymPy's equations have what is set.
    """
    for body in model.bodies:
        body.masscenter._acc_dict.clear()
    model.kanes_equations(model.bodies, model.loads)


def compare_on_constraints(model, case) -> None:
    """q'' of a KanesMethod with speeds that depend, at random states that its constraints admit."""
    t, rng = me.dynamicsymbols._t, random.Random(7)
    own = nh.sympy_equations(case)
    rows = nh.in_sympy(case, [case.system.pfaffian.value(i) for i in range(case.system.pfaffian.k)])
    idle = {s: 0 for a in model._uaux for s in (a.diff(t), a)}
    rates = {q: sympy.sympify(e).xreplace(idle) for q, e in model.kindiffdict().items()}
    bound = [r.xreplace(idle) for r in (model._k_nh * model.u + model._f_nh)] if model._k_nh else []
    pieces = [*model.mass_matrix, *model.forcing, *own.rhs, *rates.values(), *bound, *rows]
    letters = sorted({s for e in pieces for s in sympy.sympify(e).free_symbols} - {t}, key=str)
    numbers = {s: sympy.Rational(rng.randint(5, 15), 10) for s in letters}
    places = {q: sympy.Rational(rng.randint(5, 12), 10) for q in model.q}
    independent = list(model.u)[: len(model.u) - len(model._udep)]
    speeds = {u: sympy.Rational(rng.randint(5, 15), 10) for u in independent}

    def at(e, known):
        return sympy.sympify(e).xreplace(idle).xreplace(known).xreplace(places).xreplace(numbers)

    if bound:
        speeds |= sympy.solve([at(b, speeds) for b in bound], list(model._udep), dict=True)[0]
    wanted_speeds = at(model.mass_matrix, speeds).evalf(30).LUsolve(at(model.forcing, speeds))
    changes = {u.diff(t): a for u, a in zip(model.u, wanted_speeds)}
    velocities = {rate: at(e, speeds) for rate, e in rates.items()}
    wanted = {
        rate.diff(t): at(e.diff(t).xreplace(changes).xreplace(velocities), speeds)
        for rate, e in rates.items()
    }
    named = {f"angle_{u.func.__name__}": value for u, value in speeds.items()}
    for v in nh.in_sympy(case, list(case.system.chart.v)):
        if v.expr.func.__name__ in named:  # speeds that no coordinate has
            velocities[v] = named[v.expr.func.__name__]
    others = [v for v in nh.in_sympy(case, list(case.system.chart.v)) if v not in velocities]
    if others:
        left = [at(r, velocities).evalf(30) for r in rows]
        open_ones = [e for e in left if e.atoms(sympy.Derivative)]
        velocities |= sympy.solve(open_ones, others, dict=True)[0]
    compared = 0
    for unknown, mine in zip(own.unknowns, own.rhs):
        if unknown in wanted:
            a, b = (sympy.N(at(e, velocities), 20) for e in (mine, wanted[unknown]))
            assert abs(a - b) <= 1e-10 * (1 + abs(b)), (unknown, a, b)
            compared += 1
    assert compared == len(rates)


def passes(monkeypatch, module, name, sizes) -> None:
    models = models_of(monkeypatch, module, name)
    assert models
    found = set()
    for model in models:
        case = nh.from_sympy(model)
        found.add((case.system.chart.n, case.system.pfaffian.k))
        plain = isinstance(model, (me.KanesMethod, me.LagrangesMethod))
        if plain and not case.system.pfaffian.k:
            compare_by_numbers(model, case)
    assert found == sizes


@pytest.mark.parametrize(("module", "name", "sizes"), READ)
def test_a_model_of_sympy_passes_the_door(monkeypatch, module, name, sizes):
    passes(monkeypatch, module, name, sizes)


@pytest.mark.slow
@pytest.mark.parametrize(("module", "name", "sizes"), SLOW)
def test_a_long_model_of_sympy_passes_the_door(monkeypatch, module, name, sizes):
    passes(monkeypatch, module, name, sizes)


@pytest.mark.parametrize(("module", "name", "sizes"), AUXILIARY)
def test_auxiliary_speeds_change_no_motion(monkeypatch, module, name, sizes):
    """They are zero: the motion is that of Kane's equations for the other speeds."""
    seen = set()
    for model in (m for m in models_of(monkeypatch, module, name) if len(m._uaux)):
        by_rates(model)
        case = nh.from_sympy(model)
        seen.add((tuple(map(str, case.scope.inputs)), case.system.chart.n, case.system.pfaffian.k))
        compare_on_constraints(model, case)
    assert seen == sizes


def test_a_reaction_that_is_a_friction_too_is_an_input_and_told(monkeypatch):
    models = models_of(monkeypatch, "test_system_class", "TestSystemExamples.test_box_on_ground")
    for model in models:
        with pytest.warns(ReactionAsInput, match=r"^N: reactions"):
            case = nh.from_sympy(model)
        assert set(map(str, case.scope.inputs)) == {"N", "F"}
        (force,) = case.system.forces
        assert str(force) == "F - mu*N"


@pytest.mark.parametrize(("module", "name", "words"), REFUSED)
def test_a_model_of_sympy_is_refused_for_a_reason(monkeypatch, module, name, words):
    models = models_of(monkeypatch, module, name)
    with pytest.raises(NonholoError, match=words):
        [nh.from_sympy(model) for model in models]


def test_a_model_without_bodies_has_its_forces_and_no_inertia(monkeypatch):
    """Kane 1985, exercise 8.3: generalised forces on a disc, free and rolling, without its mass."""
    free, rolling = map(nh.from_sympy, models_of(monkeypatch, "test_kane2", "test_sub_qdot2"))
    assert all(str(case.system.lagrangian) == "0" for case in (free, rolling))
    assert str(free.system.forces[1]) == "R*g*m*sin(q1)"
    assert nh.check(free).growth.vector == (5,)
    found = nh.check(rolling)
    assert (found.verdict, found.growth.vector) == ("nonholonomic", (3, 4, 5))
    with pytest.raises(NonholoError, match="has no bodies; call its kanes_equations"):
        q, u = me.dynamicsymbols("q u")
        nh.from_sympy(me.KanesMethod(me.ReferenceFrame("N"), [q], [u], [q.diff() - u]))


@pytest.mark.slow
def test_a_pendulum_that_is_a_point_may_turn_about_its_rod(monkeypatch):
    """Three angles of a massless rod with a particle: the mass matrix is singular, which is told."""
    (model,) = models_of(monkeypatch, "test_kane", "test_issue_24887")
    found = nh.consistency(nh.from_sympy(model))
    assert sympy.simplify(model.mass_matrix.det()) == 0
    assert found.consistent and found.freedom >= 1


def test_the_examples_are_many():
    assert len(READ) >= 25


@pytest.mark.parametrize("right", [False, True])
def test_an_angular_velocity_must_be_the_rate_of_its_orientation(right):
    """Turned about fixed axes, Z by a and then X by b: omega = a' A.z + b' I.x, not a' I.z + b' I.x.

    An example of PyDy, a pendulum of three links, has the latter.
    """
    (a, b), (u, w) = me.dynamicsymbols("a b"), me.dynamicsymbols("u w")
    g, l, m = sympy.symbols("g l m", positive=True)
    fixed, own = me.ReferenceFrame("I"), me.ReferenceFrame("A")
    own.orient(fixed, "Space", [a, b, 0], "ZXY")
    own.set_ang_vel(fixed, w * fixed.x + u * (own.z if right else fixed.z))
    top = me.Point("O")
    top.set_vel(fixed, 0)
    end = top.locatenew("P", -l * own.z)
    end.v2pt_theory(top, fixed, own)
    link = me.RigidBody("link", end, own, m, (me.inertia(own, 1, 2, 3), end))
    model = me.KanesMethod(fixed, [a, b], [u, w], [u - a.diff(), w - b.diff()])
    model.kanes_equations([link], [(end, -m * g * fixed.z)])
    if right:
        compare_by_numbers(model, nh.from_sympy(model))
        return
    with pytest.raises(NonholoError, match="is not the rate of its orientation"):
        nh.from_sympy(model)
