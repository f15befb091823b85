"""Options that would be without effect beside the others are refused: nothing that was asked for
is dropped.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nonholo.errors import NonholoError
from nonholo.numerics.settings import Settings
from nonholo.words.sentence import say, together

RTOL, ATOL = Settings().rtol, Settings().atol
PICTURES = (".png", ".svg")
FILMS = (".gif", ".mp4")


def refuse(*remarks: tuple[bool, str]) -> None:
    """Raise NonholoError with what is said of the options that would be dropped: (is it so, what
    to say).
    """
    complaints = [words for dropped, words in remarks if dropped]
    if complaints:
        raise NonholoError(together(complaints, "\n  "))


def of_names(options: Any) -> None:
    """Of names that are declared on the command line."""
    given = {"--coordinates": options.coordinates, "--constants": options.constants}
    refuse(
        *(
            (
                bool(names) and not options.constraints,
                say("{option} goes with -c; a case file declares its own names", option=option),
            )
            for option, names in given.items()
        )
    )


def of_equations(options: Any, form: str) -> None:
    refuse(
        (
            bool(options.substitute) and not form.startswith("substituted"),
            say("--substitute goes with --form substituted; {form} substitutes nothing", form=form),
        ),
        (
            form == "regular" and bool(options.dependent or options.quasi),
            say(
                "--form regular looks for its own velocities; --dependent and --quasi go "
                "with other forms"
            ),
        ),
        (
            options.system and form != "multipliers",
            say("--system goes with --form multipliers; {form} has no multipliers", form=form),
        ),
        (
            options.system and options.style not in ("text", "latex", "json"),
            say("--system is written as text, latex or json, not as {style}", style=options.style),
        ),
        (
            options.json and options.style not in ("text", "json"),
            say("--json and --as {style} are two formats; give one", style=options.style),
        ),
    )


def of_compare(options: Any) -> None:
    refuse(
        (
            bool(options.kinetic and options.potential),
            say("--kinetic and --potential say the same twice, L = T - V; give one"),
        )
    )


def of_equilibrium(options: Any) -> None:
    refuse(
        (
            options.at is not None and bool(options.within),
            say("--within says where to look, and --at looks at one configuration; give one"),
        )
    )


def of_families(options: Any) -> None:
    suffix = Path(options.output or "").suffix
    steady = "stability" in options.of
    refuse(
        (
            steady and (len(options.of) > 1 or not options.case),
            say(
                "--of stability asks about one steady motion of a case with a "
                "Lagrangian; ask the other questions apart"
            ),
        ),
        (
            bool(options.at or options.over) and not steady,
            say("--at and --over go with --of stability"),
        ),
        (
            steady and bool(options.constraints),
            say("-c is of constraints alone; it does not go with --of stability"),
        ),
        (bool(options.axes) and not options.output, say("--map goes with -o FILE.svg or FILE.png")),
        (
            bool(options.output) and suffix not in PICTURES,
            say(
                "-o {output}: a map is written as {names}",
                output=options.output,
                names=" or ".join(PICTURES),
            ),
        ),
    )


def of_report(options: Any) -> None:
    refuse((bool(options.over) and options.steady is None, say("--over goes with --steady")))


def of_simulate(options: Any, suffix: str) -> None:
    """For one motion, or with --sweep or --draw for many."""
    many, draws = bool(options.sweep or options.draw), bool(options.draw)
    section = options.plot == "section"
    of_plot = (*PICTURES, *FILMS) if options.plot in ("motion", "space") else PICTURES
    refuse(
        (
            options.step is not None and options.method != "discrete",
            say("--step goes with --method discrete"),
        ),
        (
            options.method == "discrete" and (options.rtol, options.atol) != (RTOL, ATOL),
            say(
                "--rtol and --atol are not for --method discrete; its accuracy follows from --step"
            ),
        ),
        (
            options.method == "taylor" and options.atol != ATOL,
            say("--atol is not for --method taylor; give --rtol"),
        ),
        (options.threshold is not None and not options.rival, say("--threshold goes with --rival")),
        (
            options.plot is not None and (many or suffix not in of_plot),
            say(
                "--plot goes with -o FILE.png or FILE.svg of one motion, motion and "
                "space also with .gif and .mp4"
            ),
        ),
        *_of_inputs(options),
        (bool(options.axes) and not section, say("--axes goes with --plot section")),
        *_of_many(options, many, draws),
    )


def _of_inputs(options: Any) -> list[tuple[bool, str]]:
    told: list[tuple[bool, str]] = []
    for option, given in (("--input", options.inputs), ("--function", options.functions)):
        named = [name for name, _ in given]
        twice = sorted({name for name in named if named.count(name) > 1})
        told.append(
            (
                bool(twice),
                say("{names}: given twice by {option}", names=", ".join(twice), option=option),
            )
        )
    return told


def _of_many(options: Any, many: bool, draws: bool) -> list[tuple[bool, str]]:
    swept = [name for name, _ in (*options.sweep, *options.draw)]
    twice = sorted({name for name in swept if swept.count(name) > 1})
    both = sorted(set(swept) & set(options.numbers))
    one = [
        word
        for word, given in (
            ("--crossing", options.crossing),
            ("--no-reversal", not options.reversal),
            (say("--input (write it under [inputs] of the case)"), options.inputs),
            (say("--function (write it under functions of the case)"), options.functions),
        )
        if given
    ]
    return [
        (options.members is not None and not draws, say("--members goes with --draw")),
        (options.seed is not None and not draws, say("--seed goes with --draw")),
        (options.together and not many, say("--together goes with --sweep or --draw")),
        (options.workers is not None and not many, say("--workers goes with --sweep or --draw")),
        (
            many and bool(one),
            say(
                "{names}: for one motion; leave out --sweep and --draw, or this",
                names=", ".join(one),
            ),
        ),
        (bool(twice), say("{names}: given twice by --sweep or --draw", names=", ".join(twice))),
        (
            bool(both),
            say("{names}: set to one number and swept; give one of them", names=", ".join(both)),
        ),
        (
            options.together and options.method != "DOP853",
            say("--together has a method of its own: leave out --method"),
        ),
        (
            options.together and (options.workers or 1) != 1,
            say("--together runs in one process: leave out --workers"),
        ),
    ]
