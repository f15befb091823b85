"""nonholo urdf"""

from __future__ import annotations

import json

from nonholo.cli import values
from nonholo.cli.command import Command
from nonholo.cli.output import DONE
from nonholo.files import write
from nonholo.words.language import tell


def declare(commands) -> Command:
    add = Command(
        commands,
        "urdf",
        tell("the case file of a robot on wheels, from its URDF file"),
        run,
        tell(
            "Print the case of a robot on wheels on a level plane as a case file, to be "
            "read and changed; every other command takes the URDF file itself as its CASE."
        ),
    )
    add.given("case", tell("ROBOT.urdf"))
    add.file(tell("the case file, .toml"))
    add.names(
        "--motors",
        tell("joints driven by a torque, an input u_JOINT each: left_wheel,right_wheel"),
        tell("JOINTS"),
    )
    add.several(
        "--radius",
        tell("JOINT=R"),
        tell("radius in m of a wheel whose shape is a mesh"),
        values.assignment,
    )
    add.language()
    add.examples("nonholo urdf robot.urdf -o robot.toml")
    return add


def run(options) -> int:
    from nonholo.cli.asked import remark
    from nonholo.readers.case_file import parse_case
    from nonholo.readers.urdf import case_text

    told = case_text(options.case, options.motors, dict(options.radius))
    case = parse_case(told.text, options.case)
    remark(told.remarks, options.case)
    if options.output:
        write(options.output, told.text.encode(), [options.case])
    if options.json:
        record = {
            "schema": 1,
            "file": options.case,
            "name": case.name,
            "coordinates": list(case.system.chart.names),
            "constraints": list(case.system.pfaffian.labels),
            "lagrangian": case.system.lagrangian is not None,
            "remarks": list(map(str, told.remarks)),
            "case": told.text,
        }
        print(json.dumps(record, indent=1, ensure_ascii=False))
    elif not options.output:
        print(told.text, end="")
    return DONE
