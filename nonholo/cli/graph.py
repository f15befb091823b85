"""nonholo graph"""

from __future__ import annotations

import argparse
from pathlib import Path

from nonholo.cli import values
from nonholo.cli.output import DONE, of_file
from nonholo.files import write
from nonholo.words.language import speaking, tell


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("graph", help=tell("which velocity is eliminated by what"))
    add.add_argument("case", nargs="?", metavar=tell("CASE"))
    values.with_constraints(add, tell("a constraint by itself instead of a case"))
    values.with_names_of_constraints(add)
    add.add_argument(
        "-o", dest="output", metavar=tell("FILE"), help=tell(".svg, .png, .dot, .mmd or .json")
    )
    values.with_dependent(add)
    values.with_language(add)
    add.set_defaults(run=run)
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
