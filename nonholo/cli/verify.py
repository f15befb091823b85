"""nonholo verify"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from nonholo.cli.output import BAD_INPUT, DONE, UNDECIDED, complain


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("verify", help="independent check of a certificate")
    add.add_argument("file", metavar="CERTIFICATE.json", help="a certificate, or a record of `nonholo check --json`")
    add.set_defaults(run=run)
    return add


def run(options) -> int:
    try:
        content = json.loads(Path(options.file).read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        return complain(f"{options.file}: cannot be read as JSON: {error}", BAD_INPUT)
    results = [_verified(part) for part in (content if isinstance(content, list) and content else [content])]
    records = [{"schema": 1, "file": options.file, **result._asdict()} for result in results]
    if options.json:
        print(json.dumps(records if isinstance(content, list) else records[0], indent=1))
    else:
        print("\n".join(": ".join(part for part in result if part) for result in results))
    return DONE if all(result.status == "accepted" for result in results) else UNDECIDED


def _verified(content):
    """A bare certificate, or a record that holds one and must say the same."""
    from nonholo.verifier_large import Result, verify

    inner = content.get("certificate") if isinstance(content, dict) else None
    if not isinstance(inner, dict):
        return verify(content)
    result = verify(inner)
    if result.status != "accepted":
        return result
    problem = inner["problem"]
    same = {"coordinates": problem["coordinates"],
            "constraints": problem["holonomic_constraints"] + problem["constraints"],
            **{key: inner[key] for key in ("verdict", "holonomic_relations", "independent_constraints", "space")}}
    for key, value in same.items():
        if value is not None and content.get(key) != value:
            return Result("refused", key, "the record says something else than its certificate")
    return result
