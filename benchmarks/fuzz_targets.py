"""What is fuzzed: for each name an input and what takes it.

Taking an input gives what came of it as a text, the same each time; the errors that are meant for
people are part of it, any other is a finding.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import signal
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import fuzz_inputs as inputs
from fuzz_robots import robot

from nonholo.errors import NonholoError


@dataclass(frozen=True, slots=True)
class Target:
    """make: an input (JSON); take: what comes of it; seconds: more is a hang; mends: what a person
    sees are NonholoError and `allowed`.
    """

    make: Callable[[random.Random], Any]
    take: Callable[[Any], str]
    seconds: float = 2.0
    allowed: tuple[type[BaseException], ...] = ()


def _tokens(text: str) -> str:
    from nonholo.readers.tokens import read_words

    return repr(read_words(text).words)


def _parser(text: str) -> str:
    from nonholo.readers import parser

    read = (parser.parse_constraint, parser.parse_expression, parser.parse_inequality)
    return repr(read[len(text) % 3](text))


def _constraints(text: str) -> str:
    import nonholo as nh

    system = nh.constraints(text).system
    return repr((system.pfaffian.matrix, system.pfaffian.affine, system.nonlinear))


def _reader(text: str) -> str:
    """The verifier's reader of a row."""
    from nonholo.verifier.functions import Functions, MoreTurns
    from nonholo.verifier.outcome import Budget, Stop
    from nonholo.verifier.problem import Reader

    language = Functions(4, Budget(10**5))
    reader = Reader(language, ["x", "y", "z", "theta"], {"R": None, "m": None}, {"f": ["s"]})
    try:
        return repr(reader.row(text))
    except (Stop, MoreTurns, ArithmeticError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


def _verifier(text: str) -> str:
    """Every certificate is taken as it comes: `verify` never raises."""
    from nonholo.verifier import verify
    from nonholo.verifier.document import loads

    try:
        value = loads(text)
    except (ValueError, RecursionError) as error:
        return f"not JSON: {error}"
    return repr(verify(value, work=10**6))


def _case(text: str) -> str:
    from nonholo.readers.case_file import parse_case

    case = parse_case(text)
    return repr((case.name, case.system.pfaffian.matrix, case.system.lagrangian))


def _robot(text: str) -> str:
    """A URDF file, the case file that is made of it, and the case."""
    from pathlib import Path

    from nonholo.readers.case_file import parse_case
    from nonholo.readers.urdf import text_of

    told = text_of(text.encode(), Path("robot.urdf"))
    system = parse_case(told.text, "robot.urdf").system
    return repr((told, system.pfaffian.matrix, system.lagrangian))


def _sweep(text: str) -> str:
    import argparse

    from nonholo.cli import values

    told = []
    for read in (values.sweep, values.ranges, values.point, values.names, values.seconds):
        try:
            told.append(repr(read(text))[:200])
        except argparse.ArgumentTypeError as error:
            told.append(str(error))
    return "; ".join(told)


def _sympy(text: str) -> str:
    """An expression made by SymPy from what our own parser read: the door from SymPy."""
    import sympy

    import nonholo as nh
    from nonholo.readers.parser import parse_expression
    from nonholo.readers.tree import Add, Call, Multiply, Name, Negate, Number, Power, fold

    x, y, z = sympy.symbols("x y z", cls=sympy.Function)
    t = sympy.Symbol("t")
    known = {"x": x(t), "y": y(t), "z": z(t), "t": t}
    known |= {f"{name}dot": known[name].diff(t) for name in "xyz"}

    def made(node: Any, parts: list) -> Any:
        match node:
            case Number():
                if abs(node.value) > 100:
                    raise NonholoError("too large for this test")
                return sympy.Rational(node.value.numerator, node.value.denominator)
            case Name(text=name):
                return known.get(name) or sympy.Symbol(name)
            case Negate():
                return -parts[0]
            case Add():
                return sympy.Add(*parts)
            case Multiply():
                return sympy.Mul(*parts)
            case Power() if parts[1].is_Rational and abs(parts[1]) <= 6:
                return parts[0] ** parts[1]
            case Call(function=name) if name in ("sin", "cos", "exp", "sqrt", "log") and parts:
                return getattr(sympy, name)(parts[0])
        raise NonholoError("not for SymPy")

    row = fold(parse_expression(text), made) + known["zdot"]
    system = nh.System([x(t), y(t), z(t)], constraints=[row]).system
    return repr((system.pfaffian.matrix, system.pfaffian.affine, system.nonlinear))


def _check(rows: list[str]) -> str:
    import nonholo as nh

    found = nh.check(nh.constraints(*rows), units=20_000, search=2_000)
    return repr((found.verdict, found.bounds, found.growth and found.growth.vector))


def _options(words: list[str]) -> str:
    """A command in a child of its own, in a folder of its own, that is ended after some seconds."""
    reader, writer = os.pipe()
    with tempfile.TemporaryDirectory() as folder:
        child = os.fork()
        if child == 0:
            os.close(reader)
            os.chdir(folder)
            os._exit(_command(words, writer))
        os.close(writer)
        with os.fdopen(reader, "rb") as told:
            said = told.read()
        _, state = os.waitpid(child, 0)
    if os.WIFSIGNALED(state):
        number = os.WTERMSIG(state)
        assert number == signal.SIGALRM, f"ended by signal {number}"
        return "out of time"
    status, out, err = json.loads(said)
    assert status in (0, 1, 2, 3), f"exit status {status}"
    for word in ("Traceback", "internal error"):
        assert word not in err or "--debug" in words, err
    return f"{status} {out} {err}"


def at_hand() -> None:
    """Import here what the children of commands would import one by one."""
    from nonholo.cli import main

    for word in ("report", "explain", "simulate", "steer", "linearise", "equilibrium", "families"):
        with contextlib.redirect_stdout(io.StringIO()), tempfile.TemporaryDirectory() as folder:
            out = ["-o", f"{folder}/told.html"] if word in ("report", "explain") else []
            ends = ["--from", "x=0", "--to", "x=1"] if word == "steer" else []
            main([word, "unicycle", *out, *ends])


def _command(words: list[str], writer: int) -> int:
    from nonholo.cli import main

    signal.setitimer(signal.ITIMER_REAL, 8)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        try:
            status = main(words)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 2
        except BaseException as error:
            status = f"{type(error).__name__}: {error}"
    said = json.dumps([status, out.getvalue()[:2000], err.getvalue()[:2000]]).encode()
    while said:
        said = said[os.write(writer, said) :]
    return 0


def _rows(rng: random.Random) -> list[str]:
    return [inputs.row(rng) for _ in range(rng.randint(1, 3))]


TARGETS = {
    "tokens": Target(inputs.text, _tokens),
    "parser": Target(inputs.text, _parser),
    "reader": Target(inputs.text, _reader),
    "verifier": Target(inputs.certificate, _verifier, 5.0),
    "constraints": Target(inputs.text, _constraints),
    "case files": Target(inputs.case_file, _case),
    "bodies": Target(inputs.bodies, _case, 5.0),
    "robots": Target(robot, _robot, 5.0),
    "sweeps": Target(inputs.sweep, _sweep),
    "sympy": Target(inputs.expression, _sympy, 5.0, (ZeroDivisionError,)),
    "check": Target(_rows, _check, 20.0),
    "options": Target(inputs.options, _options, 10.0),
    "commands": Target(inputs.command, _options, 10.0),
}
