"""nonholo explore"""

from __future__ import annotations

import argparse
import json

from nonholo.cli.output import DONE
from nonholo.cli.values import port, with_language
from nonholo.words.language import tell


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser(
        "explore", help=tell("a live page: type a case and see its answers change")
    )
    add.add_argument(
        "case",
        nargs="?",
        metavar=tell("CASE"),
        help=tell(
            "what it begins with: a case file, the name of a case that ships, or - for standard "
            "input; without one an example"
        ),
    )
    add.add_argument(
        "--port", type=port, default=0, help=tell("of this machine (default: any that is free)")
    )
    add.add_argument(
        "--no-browser", action="store_true", help=tell("only tell the address, open no browser")
    )
    with_language(add)
    add.set_defaults(run=run)
    return add


def run(options) -> int:
    from nonholo.cli.asked import standard_text
    from nonholo.cli.terminal import STANDARD_INPUT
    from nonholo.exploring.explore import explore

    def announce(address: str) -> None:
        record = {"schema": 1, "address": address}
        words = tell("Open it in a browser of this machine; Ctrl-C ends it.")
        print(json.dumps(record) if options.json else f"{address}\n{words}", flush=True)

    text = standard_text() if options.case == STANDARD_INPUT else None
    explore(options.case, options.port, not options.no_browser, announce, text, options.language)
    return DONE
