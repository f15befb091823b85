"""nonholo audit"""

from __future__ import annotations

import json

from nonholo.cli.command import Command
from nonholo.cli.output import DONE, UNDECIDED
from nonholo.words.language import tell


def declare(commands) -> Command:
    add = Command(
        commands,
        "audit",
        tell("judge the SymPy or PyDy models of a Python script, which is RUN for that"),
        run,
        tell(
            "Judge the models of a Python script: constraints that are not what they are "
            "called, constraints put into the Lagrangian, eliminations that fail, signs of "
            "multipliers. THE SCRIPT IS RUN, in a child process, with all its effects, as "
            "`python MODEL.py` would run it: audit only what you would run. Exit status 1 if a "
            "model has a fault or can't be judged."
        ),
    )
    add.given("file", tell("MODEL.py"), tell("a Python script; it is run"))
    add.language()
    add.examples("nonholo audit model.py")
    return add


def run(options) -> int:
    from nonholo.auditing.script import audit_script

    audits = audit_script(options.file)
    if options.json:
        models = [
            {
                "name": one.name,
                "verdict": one.verdict,
                "ok": one.ok,
                "remarks": [
                    {"kind": r.kind, "fault": r.fault, "what": r.what} for r in one.remarks
                ],
            }
            for one in audits
        ]
        record = {"schema": 1, "file": options.file, "models": models}
        print(json.dumps(record, indent=1, ensure_ascii=False))
    else:
        print("\n\n".join(str(one) for one in audits))
    return DONE if all(one.ok for one in audits) else UNDECIDED
