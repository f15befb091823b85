"""One model of SymPy or PyDy judged."""

from __future__ import annotations

import copy
import random
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from nonholo.auditing.remarks import (
    MISCLASSIFIED,
    PIVOT,
    SHORTCUT,
    SIGN,
    UNCHECKED,
    UNREAD,
    Audit,
    Remark,
)
from nonholo.errors import NonholoError
from nonholo.expression.text import text
from nonholo.findings.check import check
from nonholo.findings.verdict import Verdict
from nonholo.readers.sympy_mechanics import SubstitutedLagrangian, from_sympy
from nonholo.readers.sympy_whole import dependent_block, lagrangian_of
from nonholo.words.sentence import say, say_many

SEED, POINTS = 27631, 3
LOST = say(
    "a rolling condition has been put into velocities before the Lagrangian was formed, so its "
    "equations lose the reaction; form them with multipliers, or by Kane's method"
)


def audit(model: Any, name: str = "", bodies: Sequence[Any] = (), frame: Any = None) -> Audit:
    """Judge a model that somebody else's code has made.

    model: System, KanesMethod or LagrangesMethod of sympy.physics.mechanics, or pydy.system.System;
    name: of the model; bodies, frame: what a LagrangesMethod that does not know its bodies was
    formed from, to see whether a constraint has been put into their velocities.  What can't be read
    is a remark of the kind "not judged"; nothing is raised.

    >>> import sympy
    >>> from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols
    >>> x, y = dynamicsymbols("x y")
    >>> L = (x.diff() ** 2 + y.diff() ** 2) / 2
    >>> declared = LagrangesMethod(L, [x, y], nonhol_coneqs=[x * x.diff() + y * y.diff()])
    >>> found = audit(declared, "pendulum")
    >>> found.ok, found.faults[0].kind
    (False, 'misclassified')
    """
    model = getattr(model, "eom_method", None) or model  # a System that has formed its equations
    name = name or type(model).__name__
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            verdict = check(from_sympy(model))
        except NonholoError as error:
            return Audit(name, "", (Remark(UNREAD, str(error)),))
    remarks = [*_misclassified(verdict)]
    if any(issubclass(warning.category, SubstitutedLagrangian) for warning in said):
        remarks.append(Remark(SHORTCUT, LOST))
    else:
        remarks += _shortcut(model, bodies, frame)
    remarks += [*_pivots(model), *_signs(model)]
    return Audit(name, "none" if verdict.unconstrained else verdict.verdict, tuple(remarks))


# constraints ------------------------------------------------------------------------------------
def _misclassified(verdict: Verdict) -> Iterator[Remark]:
    """Velocity constraints that are holonomic alone, or hide a holonomic relation together."""
    declared = verdict.case.system.pfaffian
    follows = _rates_of_configurations(verdict)
    velocity = [l for l, f in enumerate(declared.functions) if f is None and l not in follows]
    if not velocity:
        return
    alone = [l for l in velocity if l < len(verdict.forms) and verdict.forms[l].integrable]
    potentials = verdict.potentials or (None,) * declared.k
    for l in alone:
        function = potentials[l]
        where = (
            say(": {function} is constant", function=text(function.function))
            if function is not None
            else ""
        )
        yield Remark(
            MISCLASSIFIED,
            say(
                "{label} is declared as a velocity constraint and is holonomic{where}; a "
                "coordinate too many is kept, and drift off the constraint is not seen",
                label=declared.labels[l],
                where=where,
            ),
        )
    hidden = (verdict.relations or 0) - (declared.k - len(velocity) - len(follows)) - len(alone)
    if verdict.relations is not None and hidden > 0:
        integrals = verdict.integrals.together or ()
        known = ", ".join(f"{text(integral.function)} = const" for integral in integrals)
        yield Remark(
            MISCLASSIFIED,
            say_many(
                hidden,
                "together the velocity constraints hide {n} holonomic relation{known}; verdict: "
                "{verdict}",
                "together the velocity constraints hide {n} holonomic relations{known}; verdict: "
                "{verdict}",
                known=": " + known if known else "",
                verdict=verdict.verdict,
            ),
        )
    if verdict.verdict == "undecided":
        told = say(
            "whether the constraints are holonomic is undecided: {reason}", reason=verdict.reason
        )
        yield Remark(UNREAD, told)


def _rates_of_configurations(verdict: Verdict) -> set[int]:
    """Velocity rows that follow, on the set f = 0, from the differentials df alone: no mistake,
    for Kane's method needs them among its velocity constraints.
    """
    functions = verdict.case.system.pfaffian.functions
    rows = [(r.row, r.coefficients) for r in verdict.redundant or ()] if verdict.kept else ()
    return {
        row
        for row, used in rows
        if functions[row] is None and all(functions[l] is not None for l, _ in used)
    }


# the shortcut -----------------------------------------------------------------------------------
def _shortcut(model: Any, bodies: Sequence[Any], frame: Any) -> Iterator[Remark]:
    """Is the Lagrangian that of bodies whose velocities hold a constraint?"""
    from sympy.physics import mechanics

    if not isinstance(model, mechanics.LagrangesMethod):
        return
    if model.bodies and model.inertial is not None:  # it knows its own, and they were asked
        return
    if not bodies or frame is None:
        yield Remark(UNCHECKED, _unknown(say("its bodies and their frame are not known")))
        return
    q = list(model.q)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            right = from_sympy(list(bodies), q=q, frame=frame)
            kinetic = mechanics.kinetic_energy(frame, *bodies)
    except (NonholoError, ValueError, AttributeError, TypeError):
        yield Remark(UNCHECKED, _unknown(say("its bodies can't be read")))
        return
    added = right.system.chart.names[len(q) :]
    if added and _same_kinetic(model, kinetic):
        verdict = check(right).verdict
        yield Remark(
            SHORTCUT,
            say(
                "{lost} (with {names} as coordinates the set is {verdict})",
                lost=LOST,
                names=", ".join(added),
                verdict=verdict,
            ),
        )


def _unknown(why: str) -> str:
    return say(
        "whether a constraint has been put into the velocities before the Lagrangian was formed: "
        "{why}; try LagrangesMethod(..., bodies=[...], frame=N)",
        why=why,
    )


def _same_kinetic(model: Any, kinetic: Any) -> bool:
    """Is the quadratic part of L the kinetic energy?  By numbers at random points."""
    from sympy import Symbol
    from sympy.physics.mechanics import dynamicsymbols

    t = dynamicsymbols._t
    rates = [q.diff(t) for q in model.q]
    L = lagrangian_of(model)
    quadratic = L - L.subs(dict.fromkeys(rates, 0))
    difference = kinetic - quadratic
    draw = random.Random(SEED)
    for _ in range(POINTS):
        point = [(rate, draw.uniform(0.5, 2)) for rate in rates]
        point += [(q, draw.uniform(0.5, 2)) for q in model.q]
        value = difference.subs(point)
        value = value.subs({s: draw.uniform(0.5, 2) for s in value.atoms(Symbol) if s != t})
        if not value.is_number or abs(complex(value)) > 1e-9:
            return False
    return True


# the elimination --------------------------------------------------------------------------------
def _pivots(model: Any) -> Iterator[Remark]:
    """Where the dependent speeds of Kane's method can't be solved for."""
    from sympy import factor, trigsimp
    from sympy.physics import mechanics

    if not isinstance(model, mechanics.KanesMethod):
        return
    block, dependent = dependent_block(model)
    if not dependent:
        return
    pivot = factor(trigsimp(block.det()))
    names = ", ".join(str(speed.func) for speed in dependent)
    if pivot == 0:
        yield Remark(
            PIVOT, say("the dependent speeds {names} can nowhere be solved for", names=names)
        )
    elif _moves(pivot):
        yield Remark(
            PIVOT,
            say(
                "the dependent speeds {names} can't be solved for where {pivot} = 0: there the "
                "equations divide by 0, though the motion may go on",
                names=names,
                pivot=pivot,
            ),
        )


def _moves(expression: Any) -> bool:
    """Does it contain a coordinate or the time?"""
    from sympy.physics.mechanics import dynamicsymbols, find_dynamicsymbols

    return bool(find_dynamicsymbols(expression)) or expression.has(dynamicsymbols._t)


# multipliers ------------------------------------------------------------------------------------
def _signs(model: Any) -> Iterator[Remark]:
    """The sign with which multipliers enter Lagrange's equations, read from the equations.

    The usual one of SymPy is told where there are multipliers to be read: of equations formed.
    """
    from sympy import Matrix, simplify
    from sympy.physics import mechanics

    if not isinstance(model, mechanics.LagrangesMethod) or not model.coneqs:
        return
    formed = copy.copy(model)  # the equations of the user's model are not touched
    rows = Matrix(formed.form_lagranges_equations())
    coefficients = rows.jacobian(formed.lam_vec).T
    rates = [q.diff(mechanics.dynamicsymbols._t) for q in model.q]
    jacobian = model.coneqs.jacobian(rates)
    if simplify(coefficients + jacobian).is_zero_matrix:
        return
    if simplify(coefficients - jacobian).is_zero_matrix:
        if model.eom is None:
            return
        names = ", ".join(str(m.func) for m in formed.lam_vec)
        yield Remark(
            SIGN,
            say(
                "{names} enter as M q'' = F - A^T lambda: the reactions are -A^T lambda, and the "
                "multipliers of M q'' = F + A^T lambda have the other sign",
                names=names,
            ),
        )
    else:
        told = say("the multipliers do not enter by the Jacobian of the constraints")
        yield Remark(SIGN, told)
