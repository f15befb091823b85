"""What a case or a call asks to be looked at: the plane of the contact point, crossings,
sections.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nonholo.errors import BadCase, NonholoError, NotApplicable, option, said
from nonholo.expression.graph import Expr
from nonholo.numerics.model import Model
from nonholo.numerics.trajectory import Plane, Trajectory
from nonholo.numerics.watching import Watch, watch
from nonholo.readers.blades import on_blades
from nonholo.readers.case import Case
from nonholo.words.sentence import say, together

RISES = "rises through 0"


def expressions(case: Case, texts: Sequence[str], key: str) -> list[Expr]:
    """Texts in q, q', t and parameters.

    Raises BadCase with the key for what cannot be read.
    """
    expressions, complaints = [], []
    for text in [texts] if isinstance(texts, str) else texts:
        try:
            expressions.append(case.scope.expression(str(text)))
        except NonholoError as error:
            complaints.append(together((f"{key}: {text}: ", said(error))))
    if complaints:
        raise BadCase(case.source or case.name, complaints)
    return expressions


def crossing_watches(case: Case, law: Model, texts: Sequence[str]) -> list[Watch]:
    """Events, not final, where g(q, q', t) rises through 0."""
    return [
        watch(law, f"{text} {RISES}", -g, final=False)
        for text, g in zip(texts, expressions(case, texts, "crossing"))
    ]


def plane_of(case: Case, law: Model, t: np.ndarray, y: np.ndarray) -> Plane | None:
    """The path that is drawn: [simulation] plane = ["x", "y"] of the case, else the coordinates x
    and y.

    Raises BadCase for a plane that is not two expressions in the coordinates.
    """
    stated = case.simulation.get("plane")
    if stated is None:
        stated = ["x", "y"] if {"x", "y"} <= set(law.names) else []
    if not stated:
        return None
    if not isinstance(stated, list) or len(stated) != 2:
        raise BadCase(
            case.source or case.name,
            say(
                'simulation.plane: needed are two expressions, such as ["x", "y"]; given '
                "was {stated}",
                stated=stated,
            ),
        )
    points = law.measure(expressions(case, stated, "simulation.plane"), t, y)
    return Plane(tuple(map(str, stated)), points, on_blades(case))


def section_points(case: Case, motion: Trajectory, axes: Sequence[str] = ()) -> Plane:
    """The Poincare section: where the crossings of a motion lie in the plane of two expressions.

    axes: two texts; default the first coordinate and its velocity.  Raises NotApplicable without a
    crossing."""
    hits = [e for e in motion.events if e.name.endswith(RISES)]
    if not hits:
        raise NotApplicable(
            say(
                "a section needs places where an expression rises through 0: give one "
                "that does with {hint}, and a {value} that is long enough",
                hint=option("--crossing", "Settings(crossings=...)"),
                value=option("--duration", "duration"),
            )
        )
    axes = list(axes) or [motion.names[0], f"{motion.names[0]}dot"]
    if len(axes) != 2:
        raise NotApplicable(
            say("a section has two axes, given were {count}; say ", count=len(axes))
            + option("--axes theta,thetadot", 'axes=["theta", "thetadot"]')
        )
    t, y = np.array([e.t for e in hits]), np.array([e.state for e in hits])
    read = expressions(case.over(motion.model.terms.system), axes, "axes")
    return Plane(tuple(axes), motion.model.measure(read, t, y))
