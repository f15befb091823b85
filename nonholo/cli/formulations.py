"""nonholo formulations"""

from __future__ import annotations

import json

from nonholo.cli.command import Command
from nonholo.cli.output import DONE
from nonholo.words.language import tell


def declare(commands) -> Command:
    add = Command(commands, "formulations", tell("what each formulation can treat"), run)
    add.language()
    add.examples("nonholo formulations")
    return add


def run(options) -> int:
    from nonholo.formulations.capabilities import CAPABILITIES, COLUMNS, MEANING
    from nonholo.views.formulations.text import formulations_record, formulations_text

    print(
        json.dumps(formulations_record(CAPABILITIES, COLUMNS), indent=1)
        if options.json
        else formulations_text(CAPABILITIES, COLUMNS, MEANING)
    )
    return DONE
