"""nonholo cases"""

from __future__ import annotations

import argparse
from pathlib import Path

from nonholo.cli.output import DONE, each
from nonholo.errors import BadCase


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("cases", help="what cases there are")
    add.add_argument("folder", nargs="?", default="cases", metavar="DIR")
    add.set_defaults(run=run)
    return add


def run(options) -> int:
    from nonholo.readers.case_file import find_cases, read_case

    if not Path(options.folder).is_dir():
        raise BadCase(
            options.folder, ["there is no such folder; give the folder that holds the case files"]
        )

    def one(path):
        case = read_case(path)
        chart = case.system.chart
        record = {
            "file": str(path),
            "name": case.name,
            "coordinates": list(chart.names),
            "constraints": list(case.system.pfaffian.labels),
            "source": list(case.sources),
            "lagrangian": case.system.lagrangian is not None,
        }
        return f"{path}  {case.name}", record, DONE

    return each(find_cases([options.folder]), one, options)
