"""Mutants of the verifier: each demand deleted, each comparison and connective turned round, one at a time.

    python -m tests.mutate_verifier [FILE ...]

A mutant is killed if some certificate (true, forged, or spelled strangely) gets another answer, or none in time.
What is left alive is printed; `EQUIVALENT` names those that cannot be told apart, with the reason.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import json
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from nonholo.verifier import verify
from nonholo.verifier.document import MAX_LENGTH
from tests.forgeries import NEEDED, TRUE, contact, forgeries, put, row
from tests.test_verifier_reader import ADVERSARIAL

FOLDER = Path(__file__).parent.parent / "nonholo" / "verifier"
SECONDS = 20
TURNED = {ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.Lt: [ast.GtE, ast.LtE], ast.LtE: [ast.Gt, ast.Lt],
          ast.Gt: [ast.LtE, ast.GtE], ast.GtE: [ast.Lt, ast.Gt], ast.In: [ast.NotIn], ast.NotIn: [ast.In],
          ast.Is: [ast.IsNot], ast.IsNot: [ast.Is], ast.And: [ast.Or], ast.Or: [ast.And]}
LIMITS = ["zdot - y*xdot" + " " * (20_000 - 13), "zdot - y*xdot + 0*" + "n" * 100, f"zdot - {'1' * 500}*y*xdot",
          "zdot - 1e500*y*xdot", "zdot - 1e0000500*y*xdot", "zdot - 1e+0000500*y*xdot", "zdot - " + "(" * 100 + "y" + ")" * 100 + "*xdot",
          "dz - y/(2*x)/x*(x**2 - 1)*dx", "zdot - -(-y)*-xdot*(2 + x)/(x*y)", "zdot - y**200*xdot", "zdot - y/x*xdot - ((x + y) - z)*ydot"]
INEQUALITIES = ["x > x", "x >= x", "x < x + 1", "x <= x - 1"]
DOCUMENTS = ['{"a": 1, "b": 2}', '{"a": 1, "b": 3, "b": 2}', '{"a": NaN}', '{"a": [{"c": 1, "c": 1}]}', "["]
AT_NINE = [f"zdot - y*xdot - 0*({text})*xdot" for text in (
    "log(x + 9 + sin(x) + exp(x))", "sqrt(x + 9 + sin(x) + exp(x))", "sin(pi/60)", "sqrt(4)", "sqrt(0)", "sqrt(18/8)",
    "sqrt(x) + sqrt(1369*x)", "sin(y/x)",
    "+".join(f"log(x + {i})" for i in range(40)), "*".join(f"sqrt(x + {i})" for i in range(4)))]
EQUIVALENT = {  # "file: line of code  [what]" -> why no certificate can tell
    'functions.py: demand(c > 0, "the square root of a negative number")  [Gt -> GtE]':
        "its only caller, root, has returned 0 for the root of 0",
    'point.py: demand(unit > 0, "an angle or exponent with a sign")  [Gt -> GtE]':
        "unit is the coefficient of a term, and terms with the coefficient 0 are not kept (polynomials.plus)",
    'point.py: demand(turning or value[()] > 0, "a power of e that is not positive")  [Gt -> GtE]':
        "a power of e that is 0 was refused where it was given (Point._wave)",
    "series.py: base = self.reciprocal(base) if n < 0 else base  [Lt -> LtE]":
        "n = 0 would need a monomial with the exponent 0, and none is kept (polynomials.joined)",
    "series.py: while odd % 2 == 0:  [Eq -> NotEq]":
        "this leaves Fermat's test, which finds the same primes for the 30 orders that exist, the multiples of 4 up to "
        "120 (tests/test_forgeries.py)",
}


def corpus() -> list[tuple]:
    """(certificate, further arguments), in the order in which they kill most."""
    found = [tree for _, tree in forgeries()] + [family() for family in (*TRUE, *NEEDED)]
    found += [row(contact(), text) for text in (*ADVERSARIAL, *LIMITS)]
    found += [put(row(contact(), text), (("point", "symbols", "x"), "9")) for text in AT_NINE]
    found += [put(contact(), (("problem", "inequalities"), [text])) for text in INEQUALITIES]
    short = {**contact(), "verdict": ""}
    found.append({**short, "verdict": " " * (MAX_LENGTH - len(json.dumps(short)))})
    plain = [(tree, {}) for tree in found]
    other = {**contact()["problem"], "inequalities": ["x > 0"]}
    least = next(work for work in range(10**4) if verify(contact(), work=work).status == "accepted")
    works = [(contact(), {"work": work}) for work in (0, least - 1, least)]
    return [*plain, (contact(), {"problem": other}), (contact(), {"problem": contact()["problem"]}), *works]


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """(line, what was changed, the changed source)"""
    count = len(list(_changes(ast.parse(source))))
    for n in range(count):
        tree = ast.parse(source)
        line, what, change = list(_changes(tree))[n]
        change()
        yield line, f"{source.splitlines()[line - 1].strip()}  [{what}]", ast.unparse(tree)


def _changes(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and _is_demand(node.value):
            yield node.lineno, "demand deleted", _put(node, "value", ast.Constant(None))
        if isinstance(node, ast.Compare):
            for i, op in enumerate(node.ops):
                for other in TURNED.get(type(op), ()):
                    yield node.lineno, f"{type(op).__name__} -> {other.__name__}", _put(node.ops, i, other())
        if isinstance(node, ast.BoolOp):
            for other in TURNED[type(node.op)]:
                yield node.lineno, f"-> {other.__name__}", _put(node, "op", other())
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node.lineno, "not deleted", _put(node, "op", ast.UAdd())


def _is_demand(node) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("demand")


def _put(place, key, value):
    return lambda: place.__setitem__(key, value) if isinstance(place, list) else setattr(place, key, value)


class Late(BaseException):
    """A mutant that does not come to an end."""


def _ring(*_):
    raise Late


def answers(package: str, certificates: list) -> Iterator:
    """What a verifier says of each document and each certificate."""
    module = importlib.import_module(package)
    for text in DOCUMENTS:
        yield _answer(module.loads, text)
    for tree, options in certificates:
        yield _answer(module.verify, tree, **options)


def _answer(function, *arguments, **options):
    try:
        return function(*arguments, **options)
    except Exception as error:
        return type(error).__name__, str(error)


def killed(package: str, certificates: list, expected: list) -> bool:
    signal.signal(signal.SIGALRM, _ring)
    signal.alarm(SECONDS)
    try:
        return any(found != right for found, right in zip(answers(package, certificates), expected))
    except (Late, RecursionError, SyntaxError, ImportError):
        return True
    finally:
        signal.alarm(0)


def survey(names: list[str]) -> tuple[int, list[str]]:
    """The number of mutants, and those that are alive."""
    certificates, count, alive = corpus(), 0, []
    expected = list(answers("nonholo.verifier", certificates))
    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, folder)
        for path in sorted(FOLDER.glob("*.py")):
            if path.name.startswith("__") or (names and path.name not in names):
                continue
            for line, what, source in mutants(path.read_text()):
                package = f"mutant{count}"
                shutil.copytree(FOLDER, Path(folder, package), ignore=shutil.ignore_patterns("__pycache__"))
                Path(folder, package, path.name).write_text(source)
                importlib.invalidate_caches()
                if not killed(package, certificates, expected):
                    alive.append(f"{path.name}: {what}")
                    print(f"{alive[-1]}  line {line}" + "  (equivalent)" * (alive[-1] in EQUIVALENT), flush=True)
                for name in [n for n in sys.modules if n.split(".")[0] == package]:
                    del sys.modules[name]
                shutil.rmtree(Path(folder, package))
                count += 1
    return count, alive


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        number, left = survey(sys.argv[1:])
        unknown = [what for what in left if what not in EQUIVALENT]
        print(f"{number} mutants, {len(left)} alive, {len(unknown)} of them not known to be equivalent")
