"""nonholo explore"""

from __future__ import annotations

import json

from nonholo.cli.command import Command
from nonholo.cli.output import DONE
from nonholo.cli.values import port
from nonholo.words.language import tell


def declare(commands) -> Command:
    add = Command(
        commands, "explore", tell("a live page: type a case and see its answers change"), run
    )
    add.given(
        "case",
        tell("CASE"),
        tell(
            "what it begins with: a case file, the name of a case that ships, or - for standard "
            "input; without one an example"
        ),
        "?",
    )
    add.value("--port", None, tell("of this machine (default: any that is free)"), port, default=0)
    add.flag("--no-browser", tell("only tell the address, open no browser"))
    add.language()
    add.examples("nonholo explore rolling_coin")
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
