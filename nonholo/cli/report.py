"""nonholo report"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from nonholo.cli.output import BAD_INPUT, DONE, LIMIT, UNDECIDED, complain, progress
from nonholo.errors import NonholoError, OutOfReach, TimeUp
from nonholo.files import write
from nonholo.work import BUDGETS


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("report", help="one page a case, readable offline")
    add.add_argument("cases", nargs="+", metavar="CASE")
    add.add_argument("-o", dest="output", metavar="FILE.html", default="report.html")
    add.set_defaults(run=run)
    return add


def run(options) -> int:
    from nonholo.findings.check import analyze
    from nonholo.readers.case_file import find_cases
    from nonholo.views.page.html import document

    _require_html(options.output)
    paths = find_cases(options.cases)
    analyses, status = [], DONE
    for number, path in enumerate(paths, start=1):
        progress(number, len(paths), path)
        try:
            analyses.append(analyze(path, deeper=BUDGETS.deeper))
        except TimeUp as error:
            status = complain(f"limit reached: {error}; {len(paths) - number + 1} cases not finished", LIMIT)
            break
        except NonholoError as error:
            status = complain(str(error), LIMIT if isinstance(error, OutOfReach) else BAD_INPUT)
        else:
            verdict = analyses[-1].verdict
            options.found.add(f"{path}: {verdict}", {"file": str(path), "verdict": verdict})
    if not analyses:
        return status or complain("there is no case to report on", BAD_INPUT)
    write(options.output, document(analyses).encode())
    if options.json:
        print(json.dumps({"schema": 1, "file": options.output, "cases": [a.case.name for a in analyses]}))
    else:
        print(f"{options.output}: {len(analyses)} case{'s' if len(analyses) > 1 else ''}")
    return status or (UNDECIDED if any(a.verdict == "undecided" for a in analyses) else DONE)


def _require_html(output: str) -> None:
    """Raise NonholoError for a file of another kind."""
    suffix = Path(output).suffix
    if suffix.lower() not in (".html", ".htm"):
        latex = "; LaTeX is written by `nonholo equations CASE --as latex`" if suffix == ".tex" else ""
        raise NonholoError(f"{output}: {suffix or 'a name without ending'}: no format of a report; it is "
                           f"one HTML page, so name the file *.html{latex}")
