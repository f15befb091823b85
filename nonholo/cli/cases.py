"""nonholo cases"""

from __future__ import annotations

from pathlib import Path

from nonholo.cli.command import Command
from nonholo.cli.output import DONE, each
from nonholo.errors import BadCase
from nonholo.words.language import tell, told
from nonholo.words.sentence import say


def declare(commands) -> Command:
    add = Command(
        commands,
        "cases",
        tell("what cases there are"),
        run,
        tell(
            "The cases that ship with nonholo, by the names that every command takes in "
            "place of a file, or the case files of a folder."
        ),
    )
    add.given("folder", tell("DIR"), tell("of case files (default: the cases that ship)"), "?")
    add.language()
    add.examples("nonholo cases", "nonholo check heisenberg")
    return add


def run(options) -> int:
    """List the cases of a folder, or those that ship.

    Raises BadCase for a folder that is not there.
    """
    from nonholo.readers.case_file import find_cases, read_case
    from nonholo.readers.shipped import shipped_cases

    if options.folder is not None and not Path(options.folder).is_dir():
        raise BadCase(
            options.folder,
            say("there is no such folder; give the folder that holds the case files"),
        )
    shipped = {} if options.folder is not None else shipped_cases()
    names = {path: name for name, path in shipped.items()}
    width = max(map(len, shipped), default=0)

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
        if path in names:
            record["case"] = names[path]
        return f"{names.get(path, str(path)):{width}}  {told(case.name)}", record, DONE

    return each(
        list(names) if options.folder is None else find_cases([options.folder]), one, options
    )
