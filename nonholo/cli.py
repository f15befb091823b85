"""The command line: nonholo check | compare | equations | formulations | graph | steer | simulate | linearise |
report | verify | cases.

Exit status: 0 done; 1 a verdict is undecided or an expectation failed; 2 bad input; 3 limit reached.
Everything heavy is imported by the command that needs it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from nonholo.errors import BadCase, NonholoError, OutOfReach, TimeUp

DONE, UNDECIDED, BAD_INPUT, LIMIT = range(4)
SHARE = 0.6  # of a time limit, for brackets
DEEPER = 5.0  # seconds for the invariant measure, and for first integrals of a page


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; within limits as a program, or if they are asked for."""
    options = parser().parse_args(arguments)
    options.found = Found()
    options.limited = options.time_limit is not None or options.memory_limit is not None
    direct = not options.limited and (arguments is not None or options.debug)
    try:
        return _run(options) if direct else _run_limited(options)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def _run_limited(options) -> int:
    """Run the command in a child process that is ended when it passes a limit; then tell what it had found."""
    try:
        from nonholo.limits import run_within, usual_megabytes
    except ImportError:
        if options.limited:
            return _complain("limits of time and memory need a POSIX system (Linux, macOS)", BAD_INPUT)
        return _run(options)
    options.megabytes = options.memory_limit or usual_megabytes()

    def work(post) -> int:
        options.found = Found(post)
        return _run(options)

    outcome = run_within(work, options.time_limit, options.megabytes)
    return _stopped(outcome.posted, outcome.reason, options) if outcome.status is None else outcome.status


def _run(options) -> int:
    try:
        return options.run(options)
    except TimeUp as error:
        return _stopped(options.found.posted, str(error), options)
    except MemoryError:
        return _stopped(options.found.posted, f"the memory limit of {getattr(options, 'megabytes', 0)} MB", options)
    except OutOfReach as error:
        return _complain(f"limit reached: {error}", LIMIT)
    except NonholoError as error:
        return _complain(str(error), BAD_INPUT)
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        return _complain("stopped", 130)
    except (OSError, RecursionError) as error:
        if options.debug:
            raise
        return _complain(f"{type(error).__name__}: {error}", BAD_INPUT)
    except Exception as error:
        if options.debug:
            raise
        return _complain(f"internal error ({type(error).__name__}: {error}); this is a fault of nonholo: "
                         "please report it with the input; --debug shows where", BAD_INPUT)


class Found:
    """What a command has found so far, [text, record, finished] each; posted, so that it outlives the process."""

    def __init__(self, post: Callable | None = None):
        self.posted: list[list] = []
        self._post = post

    def add(self, shown: str, record: dict, finished: bool = True) -> None:
        """A result, or with finished=False what can be said before it is there."""
        self.posted.append([shown, record, finished])
        if self._post is not None:
            self._post(self.posted[-1])


def _stopped(posted: Sequence[Sequence], reason: str, options) -> int:
    """Tell what was found before the limit: finished results, and the preview of the one at work."""
    results = [(shown, record) for shown, record, finished in posted if finished]
    if posted and not posted[-1][2]:
        shown, record, _ = posted[-1]
        shown += f"\n  limit          {reason}; what is not told is undecided"
        results.append((shown, record | {"limit": reason}))
    if results:
        named = getattr(options, "cases", ())
        _emit(results, options, many=len(named) > 1 or any(Path(name).is_dir() for name in named))
    return _complain(f"limit reached: {reason}" + ("; told is what was found until then" if results else ""), LIMIT)


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    top = argparse.ArgumentParser(
        prog="nonholo", description="Constraint analysis of nonholonomic mechanical systems.",
        epilog="A CASE is a TOML file; see `nonholo cases` for examples.")
    top.add_argument("--version", action="version", version=_version())
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (_add_check, _add_compare, _add_equations, _add_formulations, _add_graph, _add_steer, _add_simulate,
                _add_linearise, _add_report, _add_verify, _add_cases):
        command = add(commands)
        command.add_argument("--json", action="store_true", help="one JSON document on standard output")
        command.add_argument("--time-limit", type=_seconds, metavar="SECONDS", help="stop after so long")
        command.add_argument("--memory-limit", type=_megabytes, metavar="MB",
                             help="stop where more memory is needed (default: 80%% of the machine's)")
        command.add_argument("--debug", action="store_true", help="show Python tracebacks")
    return top


def _version() -> str:
    from nonholo import __version__

    return f"nonholo {__version__}"


def _add_check(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("check", help="holonomic or not, with the evidence")
    add.add_argument("cases", nargs="*", metavar="CASE", help="case files or directories of them")
    add.add_argument("-c", dest="constraints", action="append", metavar="CONSTRAINT", default=[],
                     help='a constraint by itself, such as "dz = y dx" or "x\' = y*z\'"; may be repeated')
    add.add_argument("--coordinates", type=_names, default=(), metavar="NAMES",
                     help="with -c: further coordinates (names without velocity are constants otherwise)")
    add.add_argument("--at", type=_point, metavar="POINT", help="growth vector at x=0,theta=pi/2,...")
    add.add_argument("--dependent", type=_names, default=(), metavar="NAMES",
                     help="velocities to eliminate")
    add.add_argument("--expected", action="store_true", help="check the published facts of the case")
    add.add_argument("--full", action="store_true", help="no list is cut")
    add.add_argument("--integrals", action="store_true", help="search longer for first integrals")
    add.add_argument("--certificate", metavar="FILE", help="write the certificate of one case, for `nonholo verify`")
    add.set_defaults(run=run_check)
    return add


def _add_compare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("compare", help="all formulations and rivals side by side")
    add.add_argument("case", metavar="CASE")
    add.add_argument("--substitute", type=_names, default=(), metavar="NAMES",
                     help="velocities to put into the Lagrangian")
    add.add_argument("--dependent", type=_names, default=(), metavar="NAMES",
                     help="velocities to eliminate")
    add.add_argument("--integrals", action="store_true",
                     help="look for first integrals linear and quadratic in the velocities (can take seconds)")
    add.set_defaults(run=run_compare)
    return add


def _add_equations(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("equations", help="the equations of one form")
    add.add_argument("case", metavar="CASE")
    add.add_argument("--form", default="maggi", metavar="NAME",
                     help="one of `nonholo formulations`, or substituted, vakonomic (default: maggi)")
    add.add_argument("--as", dest="style", default="text", metavar="STYLE",
                     choices=("text", "latex", "python", "c", "numpy", "julia", "casadi", "modelica", "json"),
                     help="text, latex, python, c, numpy, julia, casadi, modelica or json")
    add.add_argument("--substitute", type=_names, default=(), metavar="NAMES",
                     help="with --form substituted: velocities to put into the Lagrangian")
    add.add_argument("--dependent", type=_names, default=(), metavar="NAMES",
                     help="velocities to eliminate")
    add.add_argument("--quasi", action="append", default=[], metavar="DEFINITION",
                     help="with --form hamel or kane: a quasi-velocity such as \"v = x'*cos(theta)\"; one for each "
                          "independent velocity")
    add.set_defaults(run=run_equations)
    return add


def _add_formulations(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("formulations", help="what each formulation can treat")
    add.set_defaults(run=run_formulations)
    return add


def _add_graph(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("graph", help="which velocity is eliminated by what")
    add.add_argument("case", metavar="CASE")
    add.add_argument("-o", dest="output", metavar="FILE", help=".svg, .png, .dot, .mmd or .json")
    add.add_argument("--dependent", type=_names, default=(), metavar="NAMES",
                     help="velocities to eliminate")
    add.set_defaults(run=run_graph)
    return add


def _add_simulate(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("simulate", help="the motion in numbers, with a receipt")
    add.add_argument("case", metavar="CASE")
    add.add_argument("--duration", type=_seconds, metavar="T", help="how long (default: that of the case, else 10)")
    add.add_argument("--rival", default="", metavar="NAME",
                     help='the same start under a rival too: substituted, "substituted x", "substituted x (chained)", '
                          "vakonomic")
    add.add_argument("-o", dest="output", metavar="FILE",
                     help=".csv, .json, .npz, .png, .svg, or .html with the animated path")
    add.add_argument("--plot", choices=("motion", "phase", "section"), default="motion",
                     help="what a .png or .svg shows; section: the points of --crossing")
    add.add_argument("--crossing", action="append", default=[], metavar="EXPRESSION",
                     help="also tell where this rises through 0; may be repeated")
    add.add_argument("--axes", type=_names, default=(), metavar="A,B",
                     help="of a section (default: q and q' of the first)")
    add.add_argument("--set", dest="numbers", type=_point, default={}, metavar="NUMBERS",
                     help="initial values and parameters: x=0.1,thetadot=2,m=1.5")
    add.add_argument("--method", default="DOP853", metavar="NAME",
                     help="DOP853 (default), LSODA, Radau, native (in C), taylor (heyoka), "
                          "discrete (structure-preserving, with --step)")
    add.add_argument("--step", type=_seconds, default=0.01, metavar="H", help="with --method discrete: its step")
    add.add_argument("--rtol", type=_tolerance, default=1e-12, help="relative tolerance (default 1e-12)")
    add.add_argument("--atol", type=_tolerance, default=1e-13, help="absolute tolerance (default 1e-13)")
    add.add_argument("--start", type=float, default=0.0, metavar="T", help="the time of the initial state (default 0)")
    add.add_argument("--points", type=_count, metavar="N",
                     help="how many times are told (default 401; of many motions 2)")
    add.add_argument("--threshold", type=_tolerance, default=1e-3, metavar="D",
                     help="with --rival: the difference from which the motions have parted (default 0.001)")
    add.add_argument("--sweep", type=_sweep, action="append", default=[], metavar="NAME=FROM:TO:COUNT",
                     help="many motions: an initial value or parameter along a range; several make a grid; "
                          "-o then writes .jsonl (goes on when asked again), .csv, .json, .npz")
    add.add_argument("--draw", type=_span, action="append", default=[], metavar="NAME=FROM:TO",
                     help="many motions: numbers drawn evenly, with --members and --seed")
    add.add_argument("--members", type=_count, default=100, metavar="N", help="with --draw: how many (default 100)")
    add.add_argument("--seed", type=int, default=1, metavar="N",
                     help="with --draw: the same seed gives the same numbers (default 1)")
    add.add_argument("--together", action="store_true", help="with --sweep, --draw: all at once in one integration")
    add.add_argument("--workers", type=_count, default=1, metavar="N", help="with --sweep, --draw: processes")
    add.set_defaults(run=run_simulate)
    return add


def _add_linearise(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("linearise", help="small motions near a steady motion, and their eigenvalues")
    add.add_argument("case", metavar="CASE")
    add.add_argument("--at", type=_point, default={}, metavar="POINT",
                     help="the steady motion: theta=pi/2,xdot=v,... (not named: 0, or as the constraints demand)")
    add.add_argument("--sweep", type=_sweep, metavar="NAME=FROM:TO:COUNT", help="eigenvalues along a parameter")
    add.add_argument("-o", dest="output", metavar="FILE", help=".json; with --sweep also .csv, .png, .svg or .pdf")
    add.add_argument("--dependent", type=_names, default=(), metavar="NAMES",
                     help="velocities to eliminate")
    add.set_defaults(run=run_linearise)
    return add


def _add_steer(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("steer", help="an admissible path between two configurations")
    add.add_argument("case", nargs="?", metavar="CASE")
    add.add_argument("-c", dest="constraints", action="append", metavar="CONSTRAINT", default=[],
                     help="a constraint by itself instead of a case; the coordinates are the names in --to")
    add.add_argument("--from", dest="start", type=_point, default={}, metavar="POINT",
                     help="where it begins: x=0,theta=pi/2,... (what is left out: the [initial] values of the case)")
    add.add_argument("--to", dest="goal", type=_point, required=True, metavar="POINT",
                     help="where it ends; angles are taken literally, 2*pi is a full turn")
    add.add_argument("--time", default="1", metavar="T", help="how long it takes, from t = 0 (default: 1)")
    add.add_argument("--set", dest="parameters", type=_point, default={}, metavar="NUMBERS",
                     help="numbers of parameters, instead of those in the case: R=1,l=1/2,...")
    add.add_argument("--method", metavar="NAME",
                     help="only this one: 'polynomial inputs', 'chained form', 'sinusoids' or 'shooting'")
    add.add_argument("--vary", type=_point, metavar="DISPLACEMENT",
                     help="show a varied path too: theta=sin(pi*t)/3,... (functions of t for independent coordinates)")
    add.add_argument("-o", dest="output", metavar="FILE", help=".json, .csv, .png, .svg or .html")
    add.set_defaults(run=run_steer)
    return add


def _add_report(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("report", help="one page a case, readable offline")
    add.add_argument("cases", nargs="+", metavar="CASE")
    add.add_argument("-o", dest="output", metavar="FILE.html", default="report.html")
    add.set_defaults(run=run_report)
    return add


def _add_verify(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("verify", help="independent check of a certificate")
    add.add_argument("file", metavar="CERTIFICATE.json", help="a certificate, or a record of `nonholo check --json`")
    add.set_defaults(run=run_verify)
    return add


def _add_cases(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("cases", help="what cases there are")
    add.add_argument("folder", nargs="?", default="cases", metavar="DIR")
    add.set_defaults(run=run_cases)
    return add


# values of options ------------------------------------------------------------------------------
def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip().rstrip("'") for part in text.split(",") if part.strip())


def _point(text: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    if not all(sign and value.strip() for _, sign, value in pairs):
        raise argparse.ArgumentTypeError(f"{text!r}: needed is x=0,theta=pi/2,...")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _sweep(text: str) -> tuple[str, list[float]]:
    name, _, rest = text.partition("=")
    try:
        first, last, count = rest.split(":")
        start, end, steps = float(first), float(last), int(count)
    except ValueError:
        start, end, steps = 0.0, 0.0, 0
    if not name.strip() or not 1 < steps <= 100_000 or not abs(start) + abs(end) < 1e300:
        raise argparse.ArgumentTypeError(f"{text!r}: needed is a name and a range such as v=0:10:101")
    return name.strip(), [start + (end - start) * i / (steps - 1) for i in range(steps)]


def _span(text: str) -> tuple[str, tuple[float, float]]:
    name, values = _sweep(f"{text}:2")
    return name, (values[0], values[-1])


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e7:
        raise argparse.ArgumentTypeError(f"{text!r}: needed is a number of seconds above 0")
    return value


def _tolerance(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 3e-14 <= value < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: needed is a number from 3e-14 to below 1")
    return value


def _count(text: str) -> int:
    if not text.isdecimal() or not 2 <= int(text) <= 10**6:
        raise argparse.ArgumentTypeError(f"{text!r}: needed is a whole number from 2 to 1000000")
    return int(text)


def _megabytes(text: str) -> int:
    if not text.isdecimal() or not 64 <= int(text) < 10**9:
        raise argparse.ArgumentTypeError(f"{text!r}: needed is a whole number of megabytes from 64 on")
    return int(text)


# commands ---------------------------------------------------------------------------------------
def run_check(options) -> int:
    """nonholo check"""
    from nonholo.readers.case_file import find_cases, read_case

    if options.constraints and options.cases:
        raise NonholoError("give case files or constraints with -c, not both")
    if options.constraints:
        return _check_constraints(options)
    if not options.cases:
        raise NonholoError('nothing to check; give a case file, or a constraint: -c "dz = y dx"')
    paths = find_cases(options.cases)
    if options.certificate and len(paths) > 1:
        raise NonholoError("--certificate writes one file; give one case")
    return _each(paths, lambda path: _checked(read_case(path), options), options)


def _check_constraints(options) -> int:
    from nonholo.readers.case import case_from_constraints

    case = case_from_constraints(options.constraints, options.coordinates)
    found = _judged(case, options)
    shown, record, status = _told(case, found, options)
    constants = [p for p in case.scope.parameters if p not in options.coordinates]
    if constants:
        remark = _constants_remark(options, constants, found.verdict)
        record.setdefault("remarks", []).append(remark)
        head, _, rest = shown.partition("\n\n")
        shown = f"{head}\n  with {remark}\n\n{rest}"
    _emit([(shown, record)], options)
    return status


def _constants_remark(options, constants: Sequence[str], verdict: str) -> str:
    """What is held constant because it has no velocity, and whether that decides the verdict."""
    from nonholo.analysis import check
    from nonholo.readers.case import case_from_constraints

    names = ", ".join(constants)
    other = check(case_from_constraints(options.constraints, [*options.coordinates, *constants]), search=0).verdict
    held = f"{names} held constant (no velocity or differential given)"
    if other == verdict:
        return held
    them = "it is a coordinate" if len(constants) == 1 else "they are coordinates"
    return f"{held}; if {them} the verdict is {other}: add --coordinates {','.join(constants)}"


def _checked(case, options) -> tuple[str, dict, int]:
    """Text or record, and status, of one check."""
    return _told(case, _judged(case, options), options)


def _judged(case, options):
    """The check of a case within the limits."""
    from nonholo.analysis import check

    if options.limited:
        _preview_check(case, options)
    return check(case, options.at, options.dependent, seconds=_share(options), search=_search(options))


def _told(case, found, options) -> tuple[str, dict, int]:
    """What a check found as text or record, with published facts if asked, and the status."""
    from nonholo.analysis import analyze

    shown, record = _check_told(found, options)
    status = UNDECIDED if found.verdict == "undecided" else DONE
    if options.certificate:
        from nonholo.certify import certificate

        _write(options.certificate, (json.dumps(certificate(found), indent=1) + "\n").encode())
    if options.expected:
        from nonholo.expectations import judge
        from nonholo.report.facts import facts_record, facts_text

        facts = judge(analyze(case))
        shown, record = f"{shown}\n\n{facts_text(facts)}", record | {"expected": facts_record(facts)}
        status = UNDECIDED if any(f.status == "fails" for f in facts) else status
    return shown, record, status


def _preview_check(case, options) -> None:
    """What random points alone say, for the case that a limit is reached before more is known."""
    from nonholo.analysis import judged_at_points

    with contextlib.suppress(NonholoError):
        found = judged_at_points(case, _share(options))
        options.found.add(*_check_told(found, options, certified=False), finished=False)


def _check_told(found, options, certified: bool = True) -> tuple[str, dict]:
    """A check as text or as a record, whichever will be printed."""
    from nonholo.report.record import check_record
    from nonholo.report.text import check_text

    return ("", check_record(found, certified)) if options.json else (check_text(found, options.full), {})


def _share(options) -> float:
    """What the brackets may take of the time limit, so that the rest can still be told."""
    from nonholo.geometry.flag import SECONDS

    return SECONDS if options.time_limit is None else SHARE * options.time_limit


def _search(options) -> float:
    """What the search for first integrals may take."""
    from nonholo.geometry.integrals import LONG, SECONDS

    usual = LONG if options.integrals else SECONDS
    return usual if options.time_limit is None else 0.25 * options.time_limit


def run_compare(options) -> int:
    """nonholo compare"""
    from nonholo.analysis import compare, conserved
    from nonholo.readers.case_file import read_case

    case = read_case(options.case)
    if options.limited:
        first = compare(case, options.dependent, options.substitute, undecided=True)
        options.found.add(*_compare_told(first, (), case.name, options), finished=False)
    found = compare(case, options.dependent, options.substitute)
    told, record = _compare_told(found, conserved(found), case.name, options)
    if options.limited:
        options.found.add(told, record, finished=False)
    more, keys = _deeper(case, found, options)
    told, record = "\n".join([told, *more]), record | keys
    _emit([(told, record)], options)
    known = all(e.agrees is not None for e in found.entries)
    return DONE if known else UNDECIDED


def _deeper(case, found, options) -> tuple[list[str], dict]:
    """Holonomic constraints, the invariant measure, and further first integrals if they are asked for."""
    from nonholo.analysis import conserved, further_integrals, integrals_at_numbers, measure, momenta
    from nonholo.released import released
    from nonholo.report import conserved as told
    from nonholo.report.released import released_lines, released_record

    own = measure(found, DEEPER if options.time_limit is None else 0.25 * options.time_limit)
    free, along = released(case, found), momenta(found)
    lines = [*(["", *told.momenta_lines(along)] if along else []), *released_lines(found, free),
             *(["", *told.measure_lines(own)] if own else [])]
    record = {"nonholonomic_momenta": told.momenta_record(along), "constraints_as_algebra": released_record(free),
              "invariant_measure": own and told.measure_record(own)}
    if options.integrals:
        seconds = () if options.time_limit is None else (0.25 * options.time_limit,)
        search = further_integrals(found, *seconds)
        every = [f for _, f in conserved(found)] + list(search.found if search else ())
        special = integrals_at_numbers(found, every, *seconds)
        lines += ["", *told.search_lines(search), *told.special_lines(special)]
        record |= told.search_record(search) | told.special_record(special)
    return lines, record


def _compare_told(found, kept, name: str, options) -> tuple[str, dict]:
    """A comparison as text or as a record, whichever will be printed."""
    from nonholo.report.comparison_text import compare_text
    from nonholo.report.record import compare_record

    return ("", compare_record(found, kept, name)) if options.json else (compare_text(found, kept, name), {})


def run_equations(options) -> int:
    """nonholo equations"""
    from nonholo.analysis import compare
    from nonholo.readers.case_file import read_case
    from nonholo.report.equations import as_text, in_quasi_velocities, pick

    case = read_case(options.case)
    comparison = compare(case, options.dependent, options.substitute)
    entry = (in_quasi_velocities(comparison, case, options.form, options.quasi) if options.quasi
             else pick(comparison, options.form, options.substitute))
    print(as_text(comparison, entry, "json" if options.json else options.style))
    return DONE


def run_formulations(options) -> int:
    """nonholo formulations"""
    from nonholo.report.formulations import formulations_record, formulations_text

    print(json.dumps(formulations_record(), indent=1) if options.json else formulations_text())
    return DONE


def run_graph(options) -> int:
    """nonholo graph"""
    from nonholo.analysis import check
    from nonholo.report.graph import graph_bytes, graph_text

    found = check(options.case, dependent=options.dependent, search=0)
    if options.output:
        _write(options.output, graph_bytes(found, Path(options.output).suffix))
    if options.json or not options.output:
        print(graph_text(found, as_json=options.json))
    return DONE


def run_simulate(options) -> int:
    """nonholo simulate"""
    from nonholo.readers.case_file import read_case
    from nonholo.report.motion_record import motion_bytes, motion_record, require_format
    from nonholo.report.motion_text import motion_text
    from nonholo.simulation import simulate
    from nonholo.simulation.given import sorted_numbers
    from nonholo.simulation.views import section_points

    if options.sweep or options.draw:
        from nonholo.report.sweep_command import run_sweep

        return run_sweep(options, _write, _emit)
    if options.output:
        require_format(Path(options.output).suffix)
    case = read_case(options.case)
    initial, parameters = sorted_numbers(case, options.numbers)
    found = simulate(case, options.duration, rival=options.rival, initial=initial, parameters=parameters,
                     method=options.method, rtol=options.rtol, atol=options.atol, points=options.points or 401,
                     threshold=options.threshold, start=options.start, step=options.step, crossings=options.crossing)
    if options.output:
        _write(options.output, motion_bytes(found, Path(options.output).suffix, options.plot,
                                            lambda: section_points(case, found, options.axes)))
    shown = motion_text(found, colour=sys.stdout.isatty()) + (f"\n{options.output}" if options.output else "")
    _emit([(shown, motion_record(found) if options.json else {})], options)
    return DONE if found.receipt.ok else UNDECIDED


def run_linearise(options) -> int:
    """nonholo linearise"""
    from nonholo.report.linear import linear_bytes, linear_record, linear_text
    from nonholo.stability import small_motions

    found, at, swept = small_motions(options.case, options.at, options.dependent, options.sweep)
    if options.output:
        _write(options.output, linear_bytes(found, at, swept, Path(options.output).suffix))
    if options.json:
        print(json.dumps(linear_record(found, at, swept), indent=1))
    else:
        print(linear_text(found, at, swept if not options.output else None))
    return DONE


def run_steer(options) -> int:
    """nonholo steer"""
    from nonholo.report.steering import require_format, steer_bytes, steer_record, steer_text
    from nonholo.steering.search import steer
    from nonholo.steering.varied import vary

    suffix = require_format(Path(options.output).suffix) if options.output else ""
    path = steer(_steered(options), options.start, options.goal, options.time, options.parameters, options.method)
    varied = vary(path, options.vary) if options.vary and path.found else None
    if suffix == ".json" or (path.found and options.output):
        _write(options.output, steer_bytes(path, suffix, varied))
    told = ("", steer_record(path, varied)) if options.json else (steer_text(path, varied), {})
    _emit([told], options)
    return DONE if path.found else UNDECIDED


def _steered(options):
    """The case of a path: a file, or bare constraints in the coordinates of the goal."""
    from nonholo.readers.case import case_from_constraints

    if bool(options.constraints) == bool(options.case):
        raise NonholoError("give a case file, or constraints with -c (one of them)")
    return options.case or case_from_constraints(options.constraints, [*options.goal])


def run_report(options) -> int:
    """nonholo report"""
    from nonholo.analysis import analyze
    from nonholo.readers.case_file import find_cases
    from nonholo.report.html import document

    paths = find_cases(options.cases)
    analyses, status = [], DONE
    for number, path in enumerate(paths, start=1):
        _progress(number, len(paths), path)
        try:
            analyses.append(analyze(path, deeper=DEEPER))
        except TimeUp as error:
            status = _complain(f"limit reached: {error}; {len(paths) - number + 1} cases not finished", LIMIT)
            break
        except NonholoError as error:
            status = _complain(str(error), LIMIT if isinstance(error, OutOfReach) else BAD_INPUT)
        else:
            verdict = analyses[-1].verdict
            options.found.add(f"{path}: {verdict}", {"file": str(path), "verdict": verdict})
    if not analyses:
        return status or _complain("there is no case to report on", BAD_INPUT)
    _write(options.output, document(analyses).encode())
    if options.json:
        print(json.dumps({"schema": 1, "file": options.output, "cases": [a.case.name for a in analyses]}))
    else:
        print(f"{options.output}: {len(analyses)} case{'s' if len(analyses) > 1 else ''}")
    return status or (UNDECIDED if any(a.verdict == "undecided" for a in analyses) else DONE)


def run_verify(options) -> int:
    """nonholo verify"""
    try:
        content = json.loads(Path(options.file).read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        return _complain(f"{options.file}: cannot be read as JSON: {error}", BAD_INPUT)
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


def run_cases(options) -> int:
    """nonholo cases"""
    from nonholo.readers.case_file import find_cases, read_case

    if not Path(options.folder).is_dir():
        raise BadCase(options.folder, ["there is no such folder; give the folder that holds the case files"])

    def one(path):
        case = read_case(path)
        chart = case.system.chart
        record = {"file": str(path), "name": case.name, "coordinates": list(chart.names),
                  "constraints": list(case.system.pfaffian.labels), "source": list(case.sources),
                  "lagrangian": case.system.lagrangian is not None}
        return f"{path}  {case.name}", record, DONE

    return _each(find_cases([options.folder]), one, options)


# output -----------------------------------------------------------------------------------------
def _each(paths: Sequence[Path], work: Callable, options) -> int:
    """Do the work for every path; what fails is told, what succeeded is printed."""
    results, worst = [], DONE
    for number, path in enumerate(paths, start=1):
        _progress(number, len(paths), path)
        try:
            shown, record, status = work(path)
        except NonholoError as error:
            if len(paths) == 1:
                raise
            status = _complain(str(error), LIMIT if isinstance(error, OutOfReach) else BAD_INPUT)
        else:
            results.append((shown, record))
            options.found.add(shown, record)
        worst = max(worst, status)
    if not paths:
        raise NonholoError("there are no case files (*.toml) there")
    if not results:
        return worst
    _emit(results, options, many=len(paths) > 1)
    return worst


def _emit(results: Sequence[tuple[str, dict]], options, many: bool = False) -> None:
    if options.json:
        records = [record for _, record in results]
        print(json.dumps(records if many else records[0], indent=1, ensure_ascii=False))
        return
    separator = "\n" if options.command == "cases" else "\n\n" + "-" * 78 + "\n\n"
    print(separator.join(shown for shown, _ in results))


def _write(path: str, content: bytes) -> None:
    """Write a whole file or nothing: what stood there before is lost only to a complete new one."""
    target = Path(path)
    if not target.parent.is_dir():
        raise NonholoError(f"{path}: there is no folder {target.parent}")
    draft = target.with_name(target.name + ".part")
    draft.write_bytes(content)
    draft.replace(target)


def _progress(number: int, total: int, path: Path) -> None:
    if total > 1 and sys.stderr.isatty():
        print(f"[{number}/{total}] {path}", file=sys.stderr)


def _complain(message: str, status: int) -> int:
    print(f"nonholo: {message}", file=sys.stderr)
    return status
