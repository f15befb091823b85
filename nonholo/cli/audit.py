"""nonholo audit"""

from __future__ import annotations

import argparse
import json

from nonholo.auditing.remarks import MISCLASSIFIED, PIVOT, SHORTCUT, SIGN, UNCHECKED, UNREAD
from nonholo.cli import values
from nonholo.cli.output import DONE, UNDECIDED
from nonholo.words.language import tell, told
from nonholo.words.sentence import say


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser(
        "audit",
        help=tell("judge the SymPy or PyDy models of a Python script, which is RUN for that"),
        description=tell(
            "Judge the models of a Python script: constraints that are not what they are "
            "called, constraints put into the Lagrangian, eliminations that fail, signs of "
            "multipliers. THE SCRIPT IS RUN, in a child process, with all its effects, as "
            "`python MODEL.py` would run it: audit only what you would run. Exit status 1 if a "
            "model has a fault or can't be judged."
        ),
    )
    add.add_argument("file", metavar=tell("MODEL.py"), help=tell("a Python script; it is run"))
    values.with_language(add)
    add.set_defaults(run=run)
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
        print("\n\n".join(_told(one) for one in audits))
    return DONE if all(one.ok for one in audits) else UNDECIDED


WORDS = {  # the kinds of remarks
    MISCLASSIFIED: say("misclassified"),
    SHORTCUT: say("shortcut"),
    PIVOT: say("singular pivot"),
    SIGN: say("multiplier sign"),
    UNREAD: say("not judged"),
    UNCHECKED: say("not checked"),
}
VERDICTS = {
    "holonomic": say("holonomic"),
    "partly holonomic": say("partly holonomic"),
    "nonholonomic": say("nonholonomic"),
    "unconstrained": say("unconstrained"),
    "unilateral": say("unilateral"),
    "undecided": say("undecided"),
}


def _told(one) -> str:
    word = tell("no fault") if one.ok else tell("FAULT") if one.faults else tell("NOT JUDGED")
    head = f"{one.name}: {word}"
    if one.verdict:
        verdict = told(VERDICTS.get(one.verdict, one.verdict))
        head += tell("; constraints {verdict}", verdict=verdict)
    return "\n".join([head, *(f"  {told(WORDS[r.kind])}: {r.what}" for r in one.remarks)])
