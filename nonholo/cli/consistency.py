"""nonholo consistency"""

from __future__ import annotations

import argparse
import json

from nonholo.cli import values
from nonholo.cli.output import DONE, UNDECIDED
from nonholo.words.language import tell


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser(
        "consistency",
        help=tell("the constraint algorithm: hidden constraints, contradictions, what stays free"),
    )
    add.add_argument("case", metavar=tell("CASE"))
    values.with_language(add)
    add.set_defaults(run=run)
    return add


def run(options) -> int:
    from nonholo.cli.asked import asked_case
    from nonholo.findings.consistency import consistency
    from nonholo.views.consistency.text import consistency_record, consistency_text

    case = asked_case(options.case)
    answer = consistency(case)
    if options.json:
        print(json.dumps(consistency_record(answer, case.name), indent=1, ensure_ascii=False))
    else:
        print(consistency_text(answer, case.name))
    return UNDECIDED if answer.consistent is None else DONE
