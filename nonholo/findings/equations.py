"""One set of equations of a comparison: picked by name, in quasi-velocities of one's own, as
code.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.recursive import MANY
from nonholo.dynamics.smooth import MultiplierSystem, multiplier_system
from nonholo.errors import NotApplicable, Place, option
from nonholo.findings.comparison import Comparison, compare_one
from nonholo.findings.entry import Entry
from nonholo.findings.large import is_large, require_small
from nonholo.findings.regular_form import RegularForm, regular_form
from nonholo.formulations.appell import appell
from nonholo.formulations.hamel import hamel
from nonholo.formulations.kane import kane
from nonholo.formulations.maggi import maggi
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.curvature.frames import frame
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.distribution.pivots import choose_dependent
from nonholo.languages import language
from nonholo.languages.program import rates_task
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.name_list import name_list
from nonholo.readers.named import each_of
from nonholo.readers.on_levels import on_levels
from nonholo.readers.own import own_copy
from nonholo.readers.velocities import velocities_asked_for
from nonholo.words.sentence import say

FULL_NAMES = {  # as the pages call them
    "boltzmann_hamel": "hamel",
    "gibbs_appell": "appell",
    "lagrange": "multipliers",
    "lagrange_multipliers": "multipliers",
}


def form_name(written: str) -> str:
    """The name of a form however it was spelled.

    >>> [form_name(written) for written in ("Udwadia-Kalaba", "Gibbs-Appell", "substituted x, Y")]
    ['udwadia_kalaba', 'appell', 'substituted x, Y']
    """
    name, space, velocities = str(written).partition(" ")
    name = name.replace("-", "_").lower()
    return FULL_NAMES.get(name, name) + space + velocities


def pick(comparison: Comparison, form: str) -> Entry:
    """The entry of a name; "substituted" means the asked or the full elimination.

    Raises NotApplicable for one that is not there, with those that are.
    """
    names = [e.equations.name for e in comparison.entries]
    if form == "substituted" and comparison.errors:
        form = "substituted " + ", ".join(comparison.errors[0].eliminated)
    if any(r.name == form for r in comparison.refused):
        return comparison.entry(form)
    if form not in names:
        raise NotApplicable(
            say(
                "there is no form {form!r} for this case{near}; there are: {names}",
                form=form,
                near=_nearest_name(form, names),
                names="; ".join(names),
            )
        )
    return comparison.entry(form)


def _nearest_name(form: str, names: Sequence[str]) -> str:
    near = get_close_matches(form, names, 1, 0.6)
    return say(" (did you mean {near}?)", near=near[0]) if near else ""


def in_quasi_velocities(
    comparison: Comparison, case: Case, form: str, definitions: Sequence[str]
) -> Entry:
    """The equations of one form in quasi-velocities given as "v = x'*cos(theta)".

    Raises NotApplicable for forms that have none.
    """
    derive = {"hamel": hamel, "kane": kane, "maggi": maggi, "appell": appell}.get(form)
    if derive is None:
        raise NotApplicable(
            option(
                say(
                    "--quasi is for hamel and kane, maggi and appell, and for control; {form} has "
                    "no quasi-velocities",
                    form=form,
                ),
                say(
                    "quasi-velocities are for hamel and kane, maggi and appell, and for control; "
                    "{form} has no quasi-velocities",
                    form=form,
                ),
            )
        )
    texts: dict[str, str] = {}
    for text in each_of(definitions):
        name, sign, meaning = str(text).partition("=")
        if not sign or not name.strip().isidentifier():
            raise NotApplicable(
                say(
                    "{given}{text!r}: needed is NAME = sum of coefficient * velocity",
                    given=option("--quasi ", "quasi = "),
                    text=text,
                )
            )
        texts[name.strip()] = meaning.strip()

    def place(name: str) -> Place:
        return Place(option("command line", ""), option(f"--quasi {name}", f"quasi {name}"))

    quasi = velocities_asked_for(case.over(comparison.system).scope, texts, place)
    quasi_frame = frame(comparison.distribution, quasi)
    return compare_one(comparison, derive(comparison.system, comparison.distribution, quasi_frame))


def regular_equations(given: Case | str | Path) -> RegularForm:
    """The motion in velocities that are regular wherever the constraints are independent.

        q' = N(q, t) u + b(q, t),      u' = f(q, u, t)

    given: a case, the path of its file, or a model of sympy.physics.mechanics.  Raises
    NotApplicable without a Lagrangian, for a constraint nonlinear in the velocities, or where no
    such velocities were found; OutOfReach for a set too large.  References: KaneLevinson1985.

    >>> import nonholo as nh
    >>> nh.regular_equations("cases/chaplygin_sleigh.toml").definitions
    ((u1, xdot*cos(theta) + ydot*sin(theta)),)
    """
    case = own_copy(as_case(given))
    require_lagrangian(case.system)
    case = on_levels(case)
    rows, _, _ = independent_rows(case.system.pfaffian)
    if is_large(case):  # each choice of dependent velocities would have long minors
        dependent = [rows.chart.index(name) for name in case.dependent]
        return regular_form(case.system, rows, dependent)
    return regular_form(case.system, rows, choose_dependent(rows, case.dependent, case.place))


def has_many_bodies(case: Case) -> bool:
    """So many coordinates that the derivations are not all compared for code."""
    return is_large(case) or case.system.chart.n - case.system.pfaffian.k > MANY


def multiplier_equations(
    given: Case | str | Path, dependent: str | Sequence[str] = ()
) -> MultiplierSystem:
    """The equations of the multipliers alone, accelerations eliminated.

        (A M^-1 A^T) lambda = D,      D = b - A M^-1 F

    given: a case, the path of its file, or a model of sympy.physics.mechanics; dependent:
    coordinates whose velocities shall be eliminated.  Raises NotApplicable without a Lagrangian,
    SingularMass where M has no inverse, OutOfReach for a set too large.

    >>> import nonholo as nh
    >>> found = nh.multiplier_equations("cases/rolling_cylinder.toml")
    >>> found.matrix, found.right
    ([[3/m]], (-g*sin(al),))
    """
    case, dependent = own_copy(as_case(given)), name_list(dependent, "dependent")
    require_lagrangian(case.system)
    require_small(case)
    case = on_levels(case, dependent)
    rows, _, _ = independent_rows(case.system.pfaffian)
    d = distribution(rows, dependent or case.dependent, case.place)
    return multiplier_system(case.system, d)


def code(entry: Entry, name: str) -> str:
    """A function of accelerations in a language of `LANGUAGES`; in quasi-velocities u one of q'
    and u'.

    Raises NotApplicable for the vakonomic equations.
    """
    if entry.equations.name == "vakonomic":
        raise NotApplicable(
            say(
                "vakonomic: the mu are unknowns with rates of their own, and a function of "
                "accelerations alone would hold them constant; {style} gives the rates too",
                style=option("--as text or json", say("the style text or json")),
            )
        )
    frame, motion = entry.equations.frame or entry.equations.along, entry.motion
    if frame is None or motion is None or not frame.definitions():
        return language(name).source(entry)
    chart = frame.distribution.chart
    rates = motion.rates or frame.rates_by(motion.accelerations)
    quasi_motion = (frame.symbols, frame.velocity(), rates)
    heading = f"{entry.equations.name}, in quasi-velocities"
    return language(name).source(
        rates_task(heading, chart, frame.definitions(), quasi_motion, entry.inputs)
    )
