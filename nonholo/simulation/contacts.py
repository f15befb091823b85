"""Inequalities of a case as things to watch: a wall that is reached, a contact that opens.

g(q, t) >= 0 that is no constraint:   ends the motion where g becomes 0 g(q, t) >= 0 held at 0 by
f(q, t) = 0:   the contact opens where its pressure turns < 0 (see dynamics.contacts)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nonholo.dynamics.contacts import CONTACT, RATE, WALL, kind_of, parallel, presses
from nonholo.errors import InadmissibleState, option
from nonholo.expression.graph import Expr
from nonholo.expression.sizes import size as size_of
from nonholo.linear.elimination import dot
from nonholo.numerics.integrate import Event, Path
from nonholo.numerics.model import Model, value_of, valued
from nonholo.numerics.settings import Settings
from nonholo.numerics.watching import Watch, passes_for_zero, watch
from nonholo.readers.case import Case
from nonholo.words.sentence import say

FINEST = Settings(rtol=0.0, atol=0.0)  # only digits are left
NOTHING = 1e-9  # what passes for 0 of a pressure, relative to its parts in the initial state


def left_at_once(
    events: Sequence[Event], watches: Sequence[Watch], path: Path
) -> tuple[Event, ...]:
    """The events, with other words for what began at 0 and never was above it."""
    begun = {w.name: w for w in watches if w.slack}
    return tuple(
        replace(e, name=say("{event} (at once: it begins there, and does not stay)", event=e.name))
        if e.name in begun and _never_above(begun[e.name], e, path)
        else e
        for e in events
    )


def _never_above(w: Watch, event: Event, path: Path) -> bool:
    inner = np.linspace(path.pieces[0][0], event.t, 9)
    return all(w.value(t, y) <= w.slack for t, y in zip(inner, path.at(inner)))


def watches_of(
    case: Case, law: Model, t: float, y: np.ndarray, settings: Settings
) -> tuple[list[Watch], list[str]]:
    """What to watch, and remarks about inequalities that are not watched.

    Raises InadmissibleState if an inequality is broken in the initial state, or a contact is open
    there."""
    watches: list[Watch] = []
    remarks: list[str] = []
    for text in case.system.inequalities:
        g = case.slack(text)
        kind = kind_of(case.system, g)
        if kind == RATE:
            remarks.append(
                say("{inequality}: holds velocities and is not watched", inequality=text)
            )
        elif kind == CONTACT and presses(case.system, g):
            watches.append(_contact(law, text, g, t, y))
        elif kind == WALL or value_of(law, g)(t, y) > passes_for_zero(law, g, t, y, settings):
            watches.append(_wall(law, text, g, t, y, settings))
            remarks += _unresolved(law, text, g, t, y, settings)
        else:
            remarks.append(
                say(
                    "{inequality}: is 0 at the start, whether a holonomic constraint holds it "
                    "there and where it would pull is open; it is not watched",
                    inequality=text,
                )
            )
    return watches, remarks


def _wall(law: Model, text: str, g: Expr, t: float, y: np.ndarray, settings: Settings) -> Watch:
    value, nothing = value_of(law, g)(t, y), passes_for_zero(law, g, t, y, settings)
    if not value >= -nothing:
        raise InadmissibleState(
            say(
                "the initial state breaks the inequality {text}; choose coordinates that obey it",
                text=text,
            )
        )
    return _watched(
        law, say("{inequality} reaches its boundary", inequality=text), g, value, nothing
    )


def _unresolved(
    law: Model, text: str, g: Expr, t: float, y: np.ndarray, settings: Settings
) -> list[str]:
    """A remark where g begins above 0, and is taken for 0 as the tolerances do not resolve it."""
    value = value_of(law, g)(t, y)
    if not passes_for_zero(law, g, t, y, FINEST) < value <= passes_for_zero(law, g, t, y, settings):
        return []
    told = say(
        "{inequality}: begins at {value:.2g}, which is taken for 0, as the tolerances do not tell "
        "it from 0; a smaller {atol} or another unit of length does",
        inequality=text,
        value=value,
        atol=option("--atol", "atol"),
    )
    return [told]


def _watched(law: Model, name: str, g: Expr, value: float, nothing: float) -> Watch:
    """What begins at 0 may stay there: an event is only what falls below it."""
    return watch(law, name, g, slack=2 * nothing if value <= nothing else 0.0)


def _contact(law: Model, text: str, g: Expr, t: float, y: np.ndarray) -> Watch:
    pressure = _pressure(law, g)
    value, nothing = value_of(law, pressure)(t, y), NOTHING * _weight(law, pressure, t, y)
    if not value >= -nothing:
        raise InadmissibleState(
            say(
                "the contact {text} is open from the start: the reaction would have to "
                "pull ({value:.6g}); choose another state, or drop the holonomic "
                "constraint",
                text=text,
                value=value,
            )
        )
    name = say("contact opens: {inequality}", inequality=text)
    return _watched(law, name, pressure, value, nothing)


def _weight(law: Model, pressure: Expr, t: float, y: np.ndarray) -> float:
    """How large the parts are that a pressure adds up: a grain presses with little."""
    (seen,) = valued(law.terms.system, [pressure])
    weight = float(law.measure([size_of(seen)], np.array([t]), np.asarray(y)[None, :])[0, 0])
    return weight if np.isfinite(weight) and weight > 0 else 1.0


def _pressure(law: Model, g: Expr) -> Expr:
    """N of the contact, with the multipliers as the law solves for them."""
    parts = law.terms
    match = parallel(parts.system, g)
    lambdas = law.multipliers
    if match is not None and match[0] in parts.independent:
        return lambdas[parts.independent.index(match[0])] * match[1]
    return dot(parts.chart.graph, parts.reactions(lambdas), [g.diff(q) for q in parts.chart.q])
