"""nonholo consistency"""

from __future__ import annotations

import json

from nonholo.cli.command import Command
from nonholo.cli.output import DONE, UNDECIDED
from nonholo.words.language import tell


def declare(commands) -> Command:
    add = Command(
        commands,
        "consistency",
        tell("the constraint algorithm: hidden constraints, contradictions, what stays free"),
        run,
    )
    add.case()
    add.language()
    add.examples("nonholo consistency particle_on_sphere")
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
