"""nonholo graph"""

from __future__ import annotations

from pathlib import Path

from nonholo.cli.command import Command
from nonholo.cli.output import DONE, of_file
from nonholo.files import write
from nonholo.words.language import speaking, tell


def declare(commands) -> Command:
    add = Command(commands, "graph", tell("which velocity is eliminated by what"), run)
    add.case_or_constraints(tell("a constraint by itself instead of a case"))
    add.file(tell(".svg, .png, .dot, .mmd or .json"))
    add.dependent()
    add.language()
    add.examples("nonholo graph rolling_coin", "nonholo graph two_wheels_on_axle -o wheels.svg")
    return add


def run(options) -> int:
    from nonholo.cli.asked import asked_by_either
    from nonholo.cli.unused import of_names
    from nonholo.findings.check import check
    from nonholo.findings.elimination import graph_of
    from nonholo.views.graph.text import graph_bytes, graph_text

    of_names(options)
    case = asked_by_either(options, options.coordinates, options.constants)
    verdict = check(case, dependent=options.dependent, search=0)
    graph = graph_of(verdict)
    if options.output:
        suffix = Path(options.output).suffix
        with speaking(of_file(suffix)):
            write(options.output, graph_bytes(graph.arrows, suffix))
    if options.json or not options.output:
        print(graph_text(verdict, graph, as_json=options.json))
    else:
        print(options.output)
    return DONE
