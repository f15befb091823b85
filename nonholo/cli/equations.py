"""nonholo equations"""

from __future__ import annotations

from pathlib import Path

from nonholo.cli.command import Command
from nonholo.cli.output import DONE
from nonholo.cli.unused import of_equations, of_names
from nonholo.errors import NonholoError
from nonholo.files import write
from nonholo.languages import LANGUAGES
from nonholo.words.language import ENGLISH, speaking, spoken, tell
from nonholo.words.sentence import say

STYLES = ("text", "latex", *LANGUAGES, "json")
ENDINGS = {  # of files, and the style that is meant where --as names none
    "": "text",
    ".txt": "text",
    ".tex": "latex",
    ".json": "json",
    **{ending: name for name, ending in LANGUAGES.items() if ending},
}


def declare(commands) -> Command:
    add = Command(commands, "equations", tell("the equations of one form"), run)
    add.case_or_constraints(
        tell("a constraint by itself instead of a case; its kinematics is the form control")
    )
    add.value(
        "--form",
        tell("NAME"),
        tell(
            "one of `nonholo formulations`, or a rival: substituted, vakonomic or another that "
            "`nonholo compare` names (default: maggi; "
            "multipliers where a constraint is nonlinear in the velocities); or control: the "
            "kinematics q' = G w + g, for which no Lagrangian is needed; or regular: q' and u' in "
            "velocities u that have no pole where the constraints are independent (the default of "
            "code where the independent velocities have one), to be integrated as it is"
        ),
    )
    add.parser.add_argument(
        "--as",
        dest="style",
        metavar=tell("STYLE"),
        choices=STYLES,
        help=tell(
            "{styles} or {last} (default: text, or as -o FILE ends)",
            styles=", ".join(STYLES[:-1]),
            last=STYLES[-1],
        ),
    )
    add.file(tell("write them to a file"))
    add.names(
        "--substitute", tell("with --form substituted: velocities to put into the Lagrangian")
    )
    add.dependent()
    add.several(
        "--quasi",
        tell("DEFINITION"),
        tell(
            "with --form hamel, kane, maggi, appell or control: a quasi-velocity such as "
            '"v = x\'*cos(theta)"; one for each independent velocity'
        ),
    )
    add.flag(
        "--system", tell("the multipliers alone: A M^-1 A^T lambda = D, accelerations eliminated")
    )
    add.language()
    add.examples(
        "nonholo equations rolling_coin --form maggi",
        "nonholo equations rolling_coin --form regular --as c -o coin.c",
    )
    return add


def run(options) -> int:
    from nonholo.cli.asked import asked_by_either
    from nonholo.findings.comparison import reference_of
    from nonholo.findings.control_form import CONTROL

    of_names(options)
    case = asked_by_either(options, options.coordinates, options.constants)
    if options.constraints:
        options.form = options.form or CONTROL
    form = options.form or ("multipliers" if options.system else reference_of(case.system))
    options.style = options.style or _style(options)
    of_equations(options, form)
    language = ENGLISH if options.output else spoken()  # a file is the same in every language
    with speaking(language):
        told = _told(case, "json" if options.json else options.style, options)
    if options.output:
        write(options.output, f"{told}\n".encode())
    if options.json or not options.output:
        print(told)
    else:
        print(options.output)
    return DONE


def _style(options) -> str:
    """The style that is asked for by --json or by the ending of the file."""
    ending = "" if options.output is None else Path(options.output).suffix.lower()
    if options.json or not ending:
        return "text"
    if ending not in ENDINGS:
        raise NonholoError(
            say(
                "{file}: {ending} says no format; name it by --as {styles}, or let the file end "
                "in {endings}",
                file=options.output,
                ending=ending,
                styles=" | ".join(STYLES),
                endings=", ".join(filter(None, ENDINGS)),
            )
        )
    return ENDINGS[ending]


def _told(case, style: str, options) -> str:
    from nonholo.face.equations import equations, remarked
    from nonholo.findings.equations import multiplier_equations
    from nonholo.views.equations.text import system_text

    if options.system:
        told = system_text(multiplier_equations(case, options.dependent), style, case.name)
        return remarked(told, style, case)
    return equations(
        case,
        options.form or "",
        style,
        dependent=options.dependent,
        substitute=options.substitute,
        quasi=options.quasi,
    )
