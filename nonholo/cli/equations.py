"""nonholo equations"""

from __future__ import annotations

import argparse

from nonholo.cli import values
from nonholo.cli.output import DONE
from nonholo.cli.unused import of_equations
from nonholo.errors import NotApplicable
from nonholo.languages import LANGUAGES

STYLES = ("text", "latex", *LANGUAGES, "json")


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("equations", help="the equations of one form")
    add.add_argument("case", metavar="CASE")
    add.add_argument(
        "--form",
        metavar="NAME",
        help="one of `nonholo formulations`, or substituted, vakonomic (default: maggi; "
        "multipliers where a constraint is nonlinear in the velocities); or control: the "
        "kinematics q' = G w + g, for which no Lagrangian is needed; or regular: q' and u' in "
        "velocities u that have no pole where the constraints are independent (the default of "
        "code where the independent velocities have one)",
    )
    add.add_argument(
        "--as",
        dest="style",
        default="text",
        metavar="STYLE",
        choices=STYLES,
        help=f"{', '.join(STYLES[:-1])} or {STYLES[-1]}",
    )
    add.add_argument(
        "--substitute",
        type=values.names,
        default=(),
        metavar="NAMES",
        help="with --form substituted: velocities to put into the Lagrangian",
    )
    values.with_dependent(add)
    add.add_argument(
        "--quasi",
        action="append",
        default=[],
        metavar="DEFINITION",
        help='with --form hamel, kane or control: a quasi-velocity such as "v = x\'*cos(theta)"; '
        "one for each independent velocity",
    )
    add.add_argument(
        "--system",
        action="store_true",
        help="the multipliers alone: A M^-1 A^T lambda = D, accelerations eliminated",
    )
    add.set_defaults(run=run)
    return add


def run(options) -> int:
    from nonholo.findings.check import compare
    from nonholo.findings.comparison import reference_of
    from nonholo.findings.control_form import CONTROL, control_form
    from nonholo.findings.equations import (
        code,
        in_quasi_velocities,
        multiplier_equations,
        pick,
        regular_equations,
    )
    from nonholo.findings.regular_form import REGULAR
    from nonholo.readers.case_file import read_case
    from nonholo.readers.own import own_copy
    from nonholo.readers.specified import specified
    from nonholo.views.equations.control import control_text
    from nonholo.views.equations.text import as_text, regular_text, system_text

    case = read_case(options.case)
    form = options.form or ("multipliers" if options.system else reference_of(case.system))
    of_equations(options, form)
    style = "json" if options.json else options.style
    if options.system:
        own = multiplier_equations(case, options.dependent)
        print(system_text(own, style, case.name))
        return DONE
    if style in LANGUAGES:
        case = specified(own_copy(case))
    if form == CONTROL:
        kinematics = control_form(case, options.dependent, options.quasi)
        print(kinematics.source(style) if style in LANGUAGES else control_text(kinematics, style))
        return DONE
    if case.system.lagrangian is None:
        raise NotApplicable(
            f"{case.name}: equations of motion need a Lagrangian, and the case has none; --form "
            f"{CONTROL} gives the kinematics that the constraints leave"
        )
    if form == REGULAR:
        motion = regular_equations(case)
        told = regular_text(motion, style, case.name) if style not in LANGUAGES else ""
        print(told or motion.source(style))
        return DONE
    comparison = compare(case, options.dependent, options.substitute)
    if (
        style in LANGUAGES
        and comparison.regular is not None
        and not (options.form or options.quasi)
    ):
        print(comparison.regular.source(style))
        return DONE
    entry = (
        in_quasi_velocities(comparison, case, form, options.quasi)
        if options.quasi
        else pick(comparison, form)
    )
    print(code(entry, style) if style in LANGUAGES else as_text(comparison, entry, style))
    return DONE
