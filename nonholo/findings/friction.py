"""The friction that the rolling of a case needs: |R_t| <= mu N in every state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from nonholo.dynamics.bodies import Body
from nonholo.dynamics.borne import coordinates, held, joined, keeps_rigid
from nonholo.dynamics.equations import Motion, motion
from nonholo.dynamics.friction import ContactForce, by_momentum, by_multipliers
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.errors import NotApplicable, Place, option
from nonholo.expression.graph import Expr
from nonholo.findings.large import require_small
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.linear.elimination import dot, vanishes
from nonholo.readers.bodies import InSpace, in_space
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.on_levels import on_levels
from nonholo.readers.own import own_copy
from nonholo.readers.rolling import Touch
from nonholo.shows import ShownAsPart
from nonholo.words.sentence import say


def _normal_option() -> str:
    """Where the normal force is given."""
    return f" ({option('--normal', 'normal=...')})"


@dataclass(frozen=True, slots=True)
class Friction(ShownAsPart):
    """The forces at the contacts of a case, as functions of the state.

    contacts: each with R_t and N; `needed` of each is (R_t/N)^2, which mu^2 must not be less than.

    >>> import nonholo as nh
    >>> (one,) = nh.friction("cases/cylinder_on_incline.toml").contacts
    >>> one.name, one.normal, one.needed
    ('cylinder', m*g*cos(al), sin(al)**2/(9*cos(al)**2))
    """

    case: Case
    contacts: tuple[ContactForce, ...]

    def __repr__(self) -> str:
        return f"<Friction of {self.case.name!r}: {', '.join(one.name for one in self.contacts)}>"


def friction(given: Case | str | Path, normal: str = "") -> Friction:
    """The friction that rolling needs, |R_t| <= mu N, as functions of the state.

        R = d/dt sum m v - sum m g - loads,     N = -R.n,     R_t = R + N n

    the sums over the bodies that share coordinates with the one that rolls, from one to the next.
    given: a case, the path of its file, or a model of sympy.physics.mechanics; normal: N as a text
    in coordinates, their rates up to theta'' and t, for a case that gives no direction into the
    ground: the multipliers of its constraints are then the components of R_t, each constraint a
    slip velocity along a direction of its own.  Raises
    NotApplicable, with what is missing, where N is not known; OutOfReach for a case too large.
    References: NeimarkFufaev1972, MuellerURI.

    >>> import nonholo as nh
    >>> (found,) = nh.friction("cases/rolling_cylinder.toml", normal="m*g*cos(al)").contacts
    >>> found.tangential, found.needed
    ((-m*g*sin(al)/3,), sin(al)**2/(9*cos(al)**2))
    """
    case = own_copy(as_case(given))
    require_lagrangian(case.system, case.title)
    require_small(case)
    if not (normal or case.tables.get("rolling")):
        raise NotApplicable(
            say(
                "{name}: a Lagrangian and rolling conditions say nothing of directions in space, "
                "and the normal force does no work, so that no reaction of this case is known to "
                "be it; give it{normal} as a function of coordinates, their rates up to theta'' "
                'and t: "m*g" for a body whose centre stays at one height over level ground, '
                "\"m*(g + z'')\" with z'' written out by the coordinates for another; or "
                "describe the bodies with [[bodies]] and [[rolling]], as the case "
                "cylinder_on_incline does, and it follows",
                name=case.title,
                normal=_normal_option(),
            )
        )
    case = on_levels(case)
    rows, _, redundant = independent_rows(case.system.pfaffian)
    d = distribution(rows, case.dependent, case.place)
    true = motion(multipliers(case.system, d))
    space = None if normal else in_space(case.scope, case.tables, case.place)
    if space is not None and len(space.touches) == 1:
        return Friction(case, (_single_contact(case, d, true, space),))
    if redundant:
        label = case.system.pfaffian.labels[redundant[0].row]
        raise NotApplicable(
            say(
                "{name}: {label} follows from other constraints, so that the reactions are not "
                "determined one by one; drop it, or describe one contact",
                name=case.title,
                label=label,
            )
        )
    if space is None:
        return Friction(case, (_with_normal(case, d, true, normal),))
    return Friction(case, _wheels(case, d, true, space))


def _with_normal(case: Case, d: Distribution, true: Motion, text: str) -> ContactForce:
    """N as given, R_t from all multipliers."""
    if not d.k:
        raise NotApplicable(
            say("{name}: there are no constraints, and so no friction", name=case.title)
        )
    given = case.scope.expression(text, Place(key="normal"))
    normal = d.restrict(given.subs(dict(zip(d.chart.a, true.accelerations))))
    squared = d.chart.graph.add(*(m**2 for m in true.multipliers), d.chart.graph.zero)
    return ContactForce("contact", true.multipliers, squared, normal)


def _single_contact(case: Case, d: Distribution, true: Motion, space: InSpace) -> ContactForce:
    """One contact: by the momentum of the bodies that it bears."""
    (touch,) = space.touches
    return _by_momentum(case, d, true, space, touch)


def _by_momentum(
    case: Case, d: Distribution, true: Motion, space: InSpace, touch: Touch
) -> ContactForce:
    """What the momentum of the bodies that are borne leaves for the ground."""
    levels = _rigid_levels(case, d, space)
    _require_known(case, d, space, levels)
    bodies = joined(space.bodies, touch.name)
    names, heavy = {body.name for body in bodies}, [b for b in bodies if not b.mass.is_zero]
    others = [body for body in heavy if body.name != touch.name]
    if others and _carries_its_ground(bodies, touch):
        raise _hidden(case, say("what carries the ground of {name}", name=touch.name))
    loads = [force for name, force in space.loads if name in names]
    whole = by_momentum(d, true, heavy, space.gravity, loads, touch.name, touch.down)
    across = held(heavy, touch.down, tuple(levels.values())) if heavy else None
    graph = d.chart.graph
    if across is None or any(
        not vanishes(d.restrict(dot(graph, m, whole.tangential))) for m in across
    ):
        raise _hidden(case, say("what keeps {name} from moving along the ground", name=touch.name))
    return whole


def _carries_its_ground(bodies: Sequence[Body], touch: Touch) -> bool:
    """The ground moves with coordinates that move the bodies."""
    chart = bodies[0].chart
    moving = set().union(*map(coordinates, bodies))
    return any(e.has([v]) for e in touch.ground for q, v in zip(chart.q, chart.v) if q in moving)


def _rigid_levels(case: Case, d: Distribution, space: InSpace) -> dict[str, Expr]:
    """The levels by their labels that only keep the matrices of bodies rotations."""
    told = zip(d.pfaffian.labels, d.pfaffian.functions)
    return {l: f for l, f in told if f is not None and keeps_rigid(f, space.bodies, case.place)}


def _require_known(case: Case, d: Distribution, space: InSpace, levels: Collection[str]) -> None:
    """Every force on the bodies but those at the contacts is known in space."""
    known = {label for touch in space.touches for label in (*touch.slip, touch.floor)}.union(levels)
    labels = [label for label in d.pfaffian.labels if label not in known]
    foreign = [say("the constraint {label}", label=label) for label in labels]
    added = [key for key in ("lagrangian", "forces") if case.tables[key]]
    foreign += [say("what `{key}` adds", key=key) for key in added]
    if foreign:
        raise _hidden(case, foreign[0])


def _hidden(case: Case, what: str) -> NotApplicable:
    return NotApplicable(
        say(
            "{name}: {what}: its force has no place in space, so that the force of the ground "
            "does not follow from the momentum of the bodies; give the normal force{normal}",
            name=case.title,
            what=what,
            normal=_normal_option(),
        )
    )


def _wheels(case: Case, d: Distribution, true: Motion, space: InSpace) -> tuple[ContactForce, ...]:
    """Several thin wheels: by the multipliers of their conditions; of one that has none, by what
    the momentum of all bodies leaves for it."""
    labels, touches = list(d.pfaffian.labels), space.touches
    without = [touch for touch in touches if touch.floor not in labels]
    level = all(a is b for touch in touches for a, b in zip(touch.down, touches[0].down))
    if any(touch.height is None for touch in touches) or len(without) > 1 or not level:
        raise NotApplicable(
            say(
                "{name}: there are {n} contacts, and the normal forces are known one by one "
                "only for thin wheels (radius, axle) on one floor, all but one of them with the "
                "condition of contact kept as a constraint of its own; use coordinates in which "
                "the other wheels have theirs, or give the normal force{normal}",
                name=case.title,
                n=len(touches),
                normal=_normal_option(),
            )
        )
    contacts = {}
    for touch in touches:
        slip = [true.multipliers[labels.index(label)] for label in touch.slip]
        floor = None if touch in without else true.multipliers[labels.index(touch.floor)]
        contacts[touch.called] = by_multipliers(
            d, touch.called, slip, touch.sides, floor, touch.height
        )
    for touch in without:
        whole = _by_momentum(case, d, true, space, touch)
        borne = {body.name for body in joined(space.bodies, touch.name)}
        others = [
            contacts[other.called].normal
            for other in touches
            if other is not touch and other.name in borne and other.on not in borne
        ]
        normal = d.chart.graph.add(whole.normal, *(-e for e in others))
        contacts[touch.called] = replace(contacts[touch.called], normal=normal)
    return tuple(contacts.values())
