"""Inequalities of a case as things to watch: a wall that is reached, a contact that opens.

    g(q, t) >= 0 that is no constraint:   ends the motion where g becomes 0
    g(q, t) >= 0 held at 0 by f(q, t) = 0:   the contact opens where its pressure turns < 0 (see dynamics.contacts)
"""

from __future__ import annotations

import numpy as np

from nonholo.dynamics.contacts import parallel
from nonholo.errors import InadmissibleState
from nonholo.exact.graph import Expr
from nonholo.exact.linear import dot
from nonholo.exact.relations import all_zero_on
from nonholo.numerics.integrate import Watch
from nonholo.numerics.model import Model, value_of
from nonholo.readers.case import Case


def watches_of(case: Case, law: Model, t: float, y: np.ndarray) -> tuple[list[Watch], list[str]]:
    """What to watch, and remarks about inequalities that are not watched.

    Raises InadmissibleState if an inequality is broken in the initial state, or a contact is open there.
    """
    watches, remarks = [], []
    for text in case.system.inequalities:
        g = case.slack(text)
        if g.has(law.terms.chart.v):
            remarks.append(f"{text}: holds velocities and is not watched")
        elif all_zero_on([g], case.system.holonomic).answer:
            watches.append(_contact(law, text, g, t, y))
        else:
            watches.append(_wall(law, text, g, t, y))
    return watches, remarks


def _wall(law: Model, text: str, g: Expr, t: float, y: np.ndarray) -> Watch:
    value = value_of(law, g)
    if value(t, y) < -1e-9:
        raise InadmissibleState(f"the initial state breaks the inequality {text}; choose coordinates that obey it")
    return Watch(f"{text} reaches its boundary", value)


def _contact(law: Model, text: str, g: Expr, t: float, y: np.ndarray) -> Watch:
    value = value_of(law, _pressure(law, g))
    if value(t, y) < 0:
        raise InadmissibleState(f"the contact {text} is open from the start: the reaction would have to pull "
                                f"({value(t, y):.6g}); choose another state, or drop the holonomic constraint")
    return Watch(f"contact opens: {text}", value)


def _pressure(law: Model, g: Expr) -> Expr:
    """N of the contact, with the multipliers as the law solves for them."""
    parts = law.terms
    found = parallel(parts.system, g)
    lambdas = law.solved.multipliers
    if found is not None and found[0] in parts.kept:
        return lambdas[parts.kept.index(found[0])] * found[1]
    return dot(parts.chart.graph, parts.reactions(lambdas), [g.diff(q) for q in parts.chart.q])
