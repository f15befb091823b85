"""A case as a motion: the right equations, a rival from the same state, contacts watched, a
receipt with each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as File
from typing import Any

import numpy as np

from nonholo.doing import doing
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.errors import ContradictoryConstraints, NotApplicable, SingularMass, option, said
from nonholo.expression.graph import Expr
from nonholo.findings.completed import completed_after
from nonholo.numerics.impulse import impulse
from nonholo.numerics.integrate import STEPPERS, Lost, Path
from nonholo.numerics.methods import path_by
from nonholo.numerics.model import Model, model
from nonholo.numerics.monitors import monitors, reactions
from nonholo.numerics.parting import THRESHOLD, parting
from nonholo.numerics.rank import nearly, where_rank_is_kept
from nonholo.numerics.receipt import receipt
from nonholo.numerics.settings import Settings
from nonholo.numerics.stiffness import stiff_rate
from nonholo.numerics.trajectory import Trajectory
from nonholo.numerics.watching import Watch
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.numbers import initial_value
from nonholo.readers.on_levels import on_levels
from nonholo.readers.own import own_copy
from nonholo.readers.specified import Law, specified
from nonholo.readers.unused import that_occur
from nonholo.simulation.assumed import assumed_watches, told_apart
from nonholo.simulation.bodies import space_of
from nonholo.simulation.contacts import left_at_once, watches_of
from nonholo.simulation.derivations import (
    conserved_quantities,
    rival_equations,
    rival_law,
    split,
    with_further,
)
from nonholo.simulation.given import begun, parameter_numbers, wished_duration, worked_out
from nonholo.simulation.inputs import driven, followed, told_of
from nonholo.simulation.poles import pole_watches
from nonholo.simulation.reversal import reversal
from nonholo.simulation.settings import changed, numbers_by_name, required
from nonholo.simulation.views import crossing_watches, plane_of
from nonholo.words.sentence import say
from nonholo.writing.hidden import told_of_hidden

BY_ATOL = (*STEPPERS, "native")  # methods that know an absolute tolerance
RIVAL_STEPS = 20  # so many times those of the right motion, as rivals run into singular places


def simulate(
    given: Case | str | File,
    duration: float | None = None,
    *,
    rival: str = "",
    initial: Mapping[str, float] | None = None,
    rival_initial: Mapping[str, float] | None = None,
    parameters: Mapping[str, float] | None = None,
    functions: Mapping[str, str | Law] | None = None,
    inputs: Mapping[str, Any] | None = None,
    settings: Settings | None = None,
    **changes: Any,
) -> Trajectory:
    """The motion of a case from its initial state, with a receipt.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; duration: in the
    unit of time of the case, default that of the case ([simulation]), else 10; initial, parameters:
    numbers, or constants such as "pi/6", that replace those of the case, by their names or as
    SymPy has them, theta(t).diff(t); functions: values of unspecified functions, h = "x^2/4", or
    functions of Python for them and for each derivative that the equations hold, "f" and "f'", "h"
    and "h_x"; inputs: name -> number, text in t, function u(t, q, v) of time and of coordinates and
    velocities by name, or table (times, values), joined by straight lines; rival: "substituted",
    "substituted x (chained)", or a formulation: the same start under these equations;
    rival_initial: initial values of unknown functions that only the rival has (default 0);
    settings: how it is computed and told; changes: fields of the settings by name, such as
    method="LSODA" or points=2001.  Raises NotApplicable
    without a Lagrangian, BadCase for settings out of range, InadmissibleState, SingularMass;
    TypeError for a setting that there is not.

    >>> import nonholo as nh
    >>> skate = nh.System("x y a", "(x'**2 + y'**2 + a'**2)/2", ["x'*sin(a) = y'*cos(a)"])
    >>> run = nh.simulate(skate, 2, initial={"xdot": 1, "adot": 1}, points=3)
    >>> run.q["x"].round(6).tolist(), run.receipt.ok
    ([0.0, 0.841471, 0.909297], True)
    """
    settings = changed(Settings() if settings is None else settings, changes)
    given = as_case(given, functions)
    asked = Asked(duration, rival, initial, rival_initial, parameters, functions, inputs, settings)
    try:
        return _simulate(given, asked)
    except (ContradictoryConstraints, SingularMass) as error:
        where = given.source or given.name
        wished = numbers_by_name(where, "initial", worked_out(given, initial))
        exact = {name: initial_value(number) for name, number in wished.items()}
        begins = replace(given, initial={**given.initial, **exact})
        return _simulate(completed_after(error, begins, moving=True), asked)


@dataclass(frozen=True, slots=True)
class Asked:
    """What `simulate` is asked beside the case, as it was given."""

    duration: float | None
    rival: str
    initial: Mapping[str, float] | None
    rival_initial: Mapping[str, float] | None
    parameters: Mapping[str, float] | None
    functions: Mapping[str, str | Law] | None
    inputs: Mapping[str, Any] | None
    settings: Settings


def _simulate(given: Case, asked: Asked) -> Trajectory:
    """The motion of a case as it stands."""
    case, rival, settings = specified(own_copy(given), asked.functions), asked.rival, asked.settings
    require_lagrangian(case.system, case.title)
    case = on_levels(case)
    time, where = wished_duration(case, asked.duration), case.source or case.name
    settings = required(where, settings, time)
    initial, parameters, rival_initial = (
        numbers_by_name(where, key, worked_out(case, given))
        for key, given in (
            ("initial", asked.initial),
            ("parameters", that_occur(given, asked.parameters)),
            ("rival_initial", asked.rival_initial),
        )
    )
    span = (settings.start, settings.start + time)
    numbers = parameter_numbers(case, parameters)
    case, feeds = driven(case, asked.inputs, span, numbers)
    right = model(case.system, numbers, feeds)
    right, y, remarks = begun(case, right, initial, settings.start)
    remarks += told_of_hidden([step.value for step in case.hidden])
    d = split(case)
    conserved = conserved_quantities(case, d) if settings.check and d is not None else ()
    if rival and settings.method == "discrete":
        raise NotApplicable(
            say(
                "the discrete method follows from the Lagrangian, and a rival's "
                "equations have none; compare them with "
            )
            + option("--method DOP853", 'method="DOP853"')
        )
    equations = rival_equations(case, d, rival) if rival else None
    lawful = say("the equations of motion")
    trajectory = run(case, right, y, span, lawful, conserved, remarks, settings)
    if equations is None:
        return trajectory
    wrong = rival_law(right, equations)
    begin = with_further(wrong, y, rival_initial)
    try:
        other = run(
            case,
            wrong,
            begin,
            span,
            equations.name,
            conserved,
            [],
            settings,
            rival=True,
            most_steps=rival_steps(trajectory),
            poles=pole_watches(wrong, equations, settings.start, begin),
        )
    except SingularMass as error:
        raise SingularMass(say("{name}: {error}", name=equations.name, error=said(error))) from None
    return side_by_side(trajectory, other, settings.threshold)


def rival_steps(right: Trajectory) -> int:
    """After how many steps a rival beside the right motion is given up: it may creep into a pole
    for ever.
    """
    return RIVAL_STEPS * (right.receipt.steps + 100)


def side_by_side(right: Trajectory, wrong: Trajectory, threshold: float = THRESHOLD) -> Trajectory:
    """The right motion with its rival, and when they part."""
    n = right.model.n

    def apart_at(t: float) -> float:
        return float(np.max(np.abs(right.path.at([t])[0, :n] - wrong.path.at([t])[0, :n])))

    apart = parting(right.t, right.q, wrong.q, threshold, apart_at, wrong.t)
    return replace(right, rival=wrong, parting=apart)


def run(
    case: Case,
    law: Model,
    y: np.ndarray,
    span: tuple[float, float],
    name: str,
    conserved: Sequence[tuple[str, Expr]],
    remarks: Sequence[str],
    settings: Settings,
    *,
    rival: bool = False,
    reacting: bool = True,
    most_steps: int | None = None,
    poles: Sequence[Watch] = (),
) -> Trajectory:
    """Integrate one law from y over a span of time and measure it; reactions are 0 if they are not
    asked for.

    poles: where a rival ends.
    """
    start, end = span
    watches, notes = watches_of(case, law, start, y, settings)
    assumed = assumed_watches(case, law, start, y, settings)
    watches += [*crossing_watches(case, law, settings.crossings), *poles, *assumed]
    doing(say("the motion by {law}", law=name))
    path, settings, nearby = _path_near_rank(law, y, span, settings, watches, most_steps)
    path, leaving = told_apart(path, assumed)
    events = left_at_once(path.events, watches, path)
    at_once = events != path.events  # too short for its energy to be measured
    path = replace(path, events=events)
    t = np.linspace(start, end, settings.points)
    t = t[t <= path.end] if path.end < end else t
    t = t if t[-1] == path.end else np.append(t, path.end)
    states = np.array([law.admissible(s, state) for s, state in zip(t, path.at(t))])
    states[0] = y
    seen = monitors(law, t, states, conserved, equations=not rival)
    back: float | None = None
    told: list[str] = []
    if settings.check and not settings.reversal:
        told = [say("the motion was not followed back in time, as was asked")]
    elif settings.check and not path.stopped and not at_once:
        doing(say("the receipt of the motion"))

        def way_back(state: np.ndarray, to: float, most: int, lost: Lost) -> Path:
            return path_by(law, state, path.end, to, settings, (), most, lost)

        back, told = reversal(law, path, y, states[-1], way_back)
    n, names = law.n, law.names
    speed = float(np.max(np.abs(states[:, n : 2 * n]), initial=0.0))
    forces = reactions(law, t, states) if reacting and not rival else np.zeros((n, len(t)))
    brief = rival or at_once
    gained = None if brief else impulse(law, path.pieces, settings.atol)
    return Trajectory(
        case.name,
        name,
        t,
        dict(zip(names, states.T[:n])),
        dict(zip(names, states.T[n : 2 * n])),
        dict(zip(names, forces)),
        seen,
        receipt(
            path,
            seen,
            settings,
            back,
            speed,
            [*remarks, *notes, *nearby, *told, *_worked(law, path, states, settings), *leaving],
            brief,
            gained,
        ),
        path.events,
        law,
        path,
        plane=plane_of(case, law, t, states) if settings.check or reacting else None,
        inputs=followed(law, t, states),
        work=states[:, -1] - states[0, -1] if law.works else np.zeros(len(t)),
        driven=told_of(law),
        quasi=_quasi(law, t, states),
        space=space_of(case, law, t, states) if settings.check or reacting else None,
    )


def _path_near_rank(
    law: Model,
    y: np.ndarray,
    span: tuple[float, float],
    settings: Settings,
    watches: Sequence[Watch],
    most_steps: int | None,
) -> tuple[Path, Settings, list[str]]:
    """The path as far as the rows keep their rank, the tolerances it has, and a remark if these are
    finer than was asked: with coarse ones a motion that only passes near looks as one that meets
    the place where the rank drops.
    """

    def followed_by(finer: Settings) -> tuple[Path, bool]:
        path = path_by(law, y, *span, finer, watches, most_steps)
        whole = where_rank_is_kept(law, path, nearly(finer.rtol, finer.atol))
        return whole, whole is path

    path, whole = followed_by(settings)
    usual = Settings()
    finer = replace(
        settings, rtol=min(settings.rtol, usual.rtol), atol=min(settings.atol, usual.atol)
    )
    if whole or finer == settings:
        return path, settings, []
    told = say(
        "near t = {t:.6g} the constraints nearly lose rank: followed with rtol {rtol:g} and atol "
        "{atol:g}, which tell a motion that passes from one that rounding would decide",
        t=path.end,
        rtol=finer.rtol,
        atol=finer.atol,
    )
    return followed_by(finer)[0], finer, [told]


def _worked(law: Model, path: Path, states: np.ndarray, settings: Settings) -> list[str]:
    """Remarks where the steps were held short, and where the tolerances see nothing."""
    told: list[str] = []
    rate = stiff_rate(law, path, settings)
    if rate is not None:
        told.append(
            say(
                "the equations are stiff: what decays at the rate {rate:.2g} kept the steps short, "
                "not the tolerances; {hint} needs less work there",
                rate=rate,
                hint=option("--method LSODA", 'method="LSODA"'),
            )
        )
    size = float(np.max(np.abs(states[:, : law.n]), initial=0.0))
    if settings.method in BY_ATOL and 0 < size <= settings.atol:
        told.append(
            say(
                "no coordinate exceeds {size:.2g}, and errors up to the absolute tolerance "
                "{atol:g} are let pass: a smaller {hint} or another unit of length tells more",
                size=size,
                atol=settings.atol,
                hint=option("--atol", "atol"),
            )
        )
    return told


def _quasi(law: Model, t: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
    """The quasi-velocities of the case along a motion."""
    chosen = law.terms.system.velocities
    return dict(zip(chosen, law.measure([*chosen.values()], t, states))) if chosen else {}
