"""nonholo verify"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from nonholo.cli.output import BAD_INPUT, DONE, LIMIT, UNDECIDED, complain

STATUS = {"accepted": DONE, "limit reached": LIMIT}


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("verify", help="independent check of a certificate")
    add.add_argument(
        "file",
        metavar="CERTIFICATE.json",
        help="a certificate, or a record of `nonholo check --json`",
    )
    add.add_argument("--case", metavar="CASE", help="the certificate must be about this case")
    add.set_defaults(run=run)
    return add


def run(options) -> int:
    from nonholo.verifier import loads

    try:
        content = loads(Path(options.file).read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        return complain(f"{options.file}: cannot be read as JSON: {error}", BAD_INPUT)
    problem = _problem(options.case) if options.case else None
    parts = content if isinstance(content, list) and content else [content]
    found = [_verified(part, problem) for part in parts]
    records = [
        {"schema": 1, "file": options.file, **result._asdict(), **more} for result, more in found
    ]
    if options.json:
        print(json.dumps(records if isinstance(content, list) else records[0], indent=1))
    else:
        print("\n".join(_told(result, more) for result, more in found))
    return max((STATUS.get(result.status, UNDECIDED) for result, _ in found), default=UNDECIDED)


def _problem(name: str):
    """The problem of a case file, as a certificate would hold it."""
    from nonholo.cli.asked import asked_case
    from nonholo.evidence.problem import problem_of

    return problem_of(asked_case(name))


def _verified(content, problem):
    """A bare certificate, or a record that holds one: the result, and which of its keys were
    compared."""
    from nonholo.evidence.record import compared
    from nonholo.verifier import verify

    inner = content.get("certificate") if isinstance(content, dict) else None
    whole = inner if isinstance(inner, dict) else content
    result = verify(whole)
    if result.status == "accepted" and problem is not None:
        result = _about(whole["problem"], problem, result)
    if result.status != "accepted" or whole is content:
        return result, {}
    return compared(content, whole, result)


def _about(stated: dict, problem: dict, result):
    """Is the certificate about the problem of the case?"""
    from nonholo.verifier import Result

    other = [key for key in problem if stated[key] != problem[key]]
    return (
        Result("refused", "problem", f"the case has other {', '.join(other)}") if other else result
    )


def _told(result, more: dict) -> str:
    """The result in a line, and what was accepted."""
    lines = [": ".join(part for part in result[:3] if part)]
    shown = result.shown
    if not shown:
        return lines[0]
    growth = ", ".join(map(str, shown["growth_vector"]))
    relations = shown["holonomic_relations"]
    h = f"h = {relations}" if relations is not None else "{} <= h <= {}".format(*shown["bounds"])
    lines.append(
        f"  verdict        {shown['verdict']}: k = {shown['independent_constraints']}, {h}"
        + (f", growth ({growth}) in {shown['space']}" if growth else "")
    )
    lines += [f"  where          {where}" for where in shown["on"]]
    lines += [f"  constraint {i:<3} {text} = 0" for i, text in enumerate(shown["constraints"])]
    lines.append(f"  sha256         {shown['sha256']}")
    if more:
        lines.append(f"  compared       {', '.join(more['compared'])}")
        lines.append(f"  not covered    {', '.join(more['not_covered'])}")
    return "\n".join(lines)
