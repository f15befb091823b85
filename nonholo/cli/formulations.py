"""nonholo formulations"""

from __future__ import annotations

import argparse
import json

from nonholo.cli import values
from nonholo.cli.output import DONE
from nonholo.words.language import tell


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("formulations", help=tell("what each formulation can treat"))
    values.with_language(add)
    add.set_defaults(run=run)
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
