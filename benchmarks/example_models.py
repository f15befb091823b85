"""What becomes at the door of every example model of SymPy's mechanics and of PyDy: a table.

    git clone https://github.com/pydy/pydy
    pip download sympy --no-binary :all: --no-deps && tar xzf sympy-*.tar.gz
    pip install nonholo pydy pytest matplotlib "setuptools<81"
    python benchmarks/example_models.py --sympy sympy-1.14.0 --pydy pydy/examples
        [--limit SECONDS] [NAME ...]

Of SymPy all tests of `sympy.physics.mechanics` (as installed), the examples in its docstrings, and
with --sympy (its source) those of its documentation; of PyDy with --pydy all scripts and notebooks,
and the ready models of `pydy.models`.  Each source runs in a process of its own, with every model
that it makes (KanesMethod, LagrangesMethod, JointsMethod, System) noted as its equations are
formed, whatever becomes of the source afterwards.  Drawing is switched off.  Scripts for an older
SymPy give `kanes_equations` its arguments in another order, and they are put into that of today.
At the end it is counted what became of how many models.
"""

from __future__ import annotations

import argparse
import doctest
import importlib
import inspect
import json
import pkgutil
import runpy
import signal
import subprocess
import sys
import types
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Any

HEAD = ("model", "coordinates", "constraints", "verdict", "growth", "h", "or refused, because")
LEFT_OUT = ("parallel-execution", "language_templates", "cpp")
SECONDS = 120  # that a source may run before its models are judged
TESTS, DOCSTRINGS = "sympy.tests:", "sympy.docstrings:"
MECHANICS = "sympy.physics.mechanics"
FORMS = {
    "KanesMethod": "kanes_equations",
    "LagrangesMethod": "form_lagranges_equations",
    "JointsMethod": "form_eoms",
    "System": "form_eoms",
}


def main(arguments: list[str] | None = None) -> None:
    """Print the table, or in a child process the rows of one source as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="parts of names; none: all")
    parser.add_argument("--sympy", type=Path, help="the source of SymPy, for its documentation")
    parser.add_argument("--pydy", type=Path, help="the examples of PyDy")
    parser.add_argument("--limit", type=float, default=300)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.one:
        print(json.dumps(rows_of(asked.names[0])))
        return
    print("| " + " | ".join(HEAD) + " |\n|" + " --- |" * len(HEAD))
    became: Counter[str] = Counter()
    for source in sources(asked.sympy, asked.pydy):
        if not asked.names or any(name in source for name in asked.names):
            rows = in_a_child(source, asked.limit)
            became.update(map(kind_of, rows))
            for row in each_once(rows):
                print("| " + " | ".join(map(str, row)) + " |", flush=True)
    print("\n" + ", ".join(f"{count} {kind}" for kind, count in sorted(became.items())))


def each_once(rows: list[list[Any]]) -> list[list[Any]]:
    """Equal rows as one, with how many they are."""
    counts = Counter(tuple(map(str, row)) for row in rows)
    return [
        [f"{name} ({times} times)" if times > 1 else name, *others]
        for (name, *others), times in counts.items()
    ]


def kind_of(row: list[Any]) -> str:
    """Read, refused, a source without a model, or not done."""
    said = row[-1]
    if not said:
        return "read"
    if said.startswith(("no model", "the source fails", "not done")):
        return said.split(";")[0].split(":")[0].split(" in ")[0]
    return "refused"


def sources(sympy: Path | None, pydy: Path | None) -> Iterator[str]:
    """Everything that may make a model, in order."""
    tests = importlib.import_module(f"{MECHANICS}.tests")
    for module in sorted(m.name for m in pkgutil.iter_modules(tests.__path__)):
        yield TESTS + module
    package = importlib.import_module(MECHANICS)
    for module in sorted(m.name for m in pkgutil.iter_modules(package.__path__) if not m.ispkg):
        yield DOCSTRINGS + module
    if sympy is not None:
        pages = (page for page in (sympy / "doc/src").rglob("*.rst") if "physics" in page.parts)
        yield from sorted(map(str, pages))
    if pydy is not None:
        yield from ("pydy.models:multi_mass_spring_damper", "pydy.models:n_link_pendulum_on_cart")
        every = sorted([*pydy.rglob("*.py"), *pydy.rglob("*.ipynb")])
        yield from (str(path) for path in every if not set(LEFT_OUT) & set(path.parts))


def in_a_child(source: str, limit: float) -> list[list[Any]]:
    """The rows of a source; one that says why there are none."""
    command, name = [sys.executable, __file__, source, "--one"], named(source)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return [[name, *[""] * 5, f"not done in {limit:.0f} s"]]
    last = done.stdout.strip().splitlines()[-1:]
    if done.returncode or not last:
        said = (done.stderr.strip().splitlines() or ["nothing said"])[-1]
        return [[name, *[""] * 5, f"the source fails: {said[:120]}"]]
    rows = json.loads(last[0])
    without = not rows[0][1] and rows[0][-1].startswith("no model")
    if source.startswith((TESTS, DOCSTRINGS)):  # one that fails is told
        return [] if without and rows[0][-1].endswith("the source ends") else rows
    quiet_source = without and Path(source).suffix != ".ipynb" and not mentions(source)
    return [] if quiet_source else rows


def mentions(source: str) -> bool:
    """A script that names a method of mechanics; one that does not makes no model."""
    path = Path(source)
    return path.exists() and any(name in path.read_text() for name in FORMS)


def named(source: str) -> str:
    """A source by its folder and name."""
    return source if ":" in source else "/".join(Path(source).with_suffix("").parts[-2:])


def rows_of(source: str) -> list[list[Any]]:
    """Run a source and judge its models."""
    models, ended = models_of(source)
    if not models:
        return [[named(source), *[""] * 5, f"no model; the source {ended}"]]
    return [[f"{named(source)} {what}", *judged(model)] for what, model in models]


def judged(model: Any) -> list[Any]:
    """Coordinates, constraints, verdict, growth, h and refusal of a model."""
    import nonholo as nh

    try:
        case = nh.from_sympy(model)
        found = nh.check(case)
    except nh.errors.NonholoError as refused:
        return [*[""] * 5, " ".join(str(refused).split())[:160].replace("|", "\\|")]
    n, k = case.system.chart.n, case.system.pfaffian.k + len(case.system.nonlinear)
    growth = "" if found.growth is None else found.growth.vector
    return [n, k, found.verdict, growth, found.relations, ""]


def models_of(source: str) -> tuple[list[tuple[str, Any]], str]:
    """The models that a source makes, each with what it is, and how the source ended."""
    models: list[tuple[str, Any]] = []
    inside = noted(models)
    quiet()
    signal.signal(signal.SIGALRM, stopped)
    signal.alarm(SECONDS)
    try:
        with redirect_stdout(StringIO()):
            run(source, inside)
    except (Exception, SystemExit) as error:  # whatever a stranger's script does
        return models, f"ends with {type(error).__name__}: {str(error)[:80]}"
    finally:
        signal.alarm(0)
    return models, "ends"


def stopped(*_: object) -> None:
    """A script that draws or serves for ever is ended; its models are judged all the same."""
    raise TimeoutError(f"{SECONDS} s")


def run(source: str, inside: Callable[[str], None]) -> None:
    """Whatever a source is; inside: told what is running, for the names of models."""
    kind, _, name = source.rpartition(":")
    sys.path.insert(0, str(Path(source).parent))
    if source.startswith(TESTS):
        run_tests(importlib.import_module(f"{MECHANICS}.tests.{name}"), inside)
    elif source.startswith(DOCSTRINGS):
        module = importlib.import_module(f"{MECHANICS}.{name}")
        for test in doctest.DocTestFinder().find(module):
            inside(test.name.rpartition(".")[2])
            run_cells((example.source for example in test.examples), dict(test.globs))
    elif kind:
        getattr(importlib.import_module(kind), name)()
    elif source.endswith(".rst"):
        examples = doctest.DocTestParser().get_examples(Path(source).read_text())
        run_cells((example.source for example in examples), {"__name__": "__main__"})
    elif source.endswith(".ipynb"):
        run_cells(cells_of(Path(source)), {"__name__": "__main__", "display": print})
    else:
        sys.argv = [source]
        runpy.run_path(source, run_name="__main__")


def run_tests(module: types.ModuleType, inside: Callable[[str], None]) -> None:
    """Every test of a module, those of its classes too; one that fails does not stop the others."""
    functions = [(n, f) for n, f in vars(module).items() if n.startswith("test_") and callable(f)]
    for name, kind in inspect.getmembers(module, inspect.isclass):
        if name.startswith("Test"):
            found = [n for n in vars(kind) if n.startswith("test_")]
            functions += [(n, getattr(kind(), n)) for n in found]
    for name, function in functions:
        inside(name)
        with suppress(Exception):  # needs pytest's arguments, or fails by intention
            function()


def cells_of(path: Path) -> Iterator[str]:
    """The cells of code of a notebook, without commands of IPython."""
    notebook = json.loads(path.read_text())
    for cell in notebook.get("cells") or notebook["worksheets"][0]["cells"]:
        lines = cell.get("source", cell.get("input", "")) if cell["cell_type"] == "code" else ""
        text = "".join(lines).splitlines()
        yield "\n".join(line for line in text if line[:1] not in ("%", "!"))


def run_cells(cells: Iterator[str], namespace: dict[str, Any]) -> None:
    """One cell after the other; one that draws may fail, and later ones may still make models."""
    for cell in cells:
        with suppress(Exception):
            exec(compile(cell, "cell", "exec"), namespace)


def noted(models: list[tuple[str, Any]]) -> Callable[[str], None]:
    """Every model joins the list when its equations are formed, those inside of others left out;
    the answer takes the name of what is running."""
    from sympy.physics import mechanics

    running, depth = [""], [0]

    def noting(formed: Callable, kind: str) -> Callable:
        def form(self, *given, **named_ones):
            if not depth[0] and not any(self is model for _, model in models):
                models.append((f"{running[0]} {kind}".strip(), self))
            depth[0] += 1
            try:
                return formed(self, *given, **named_ones)
            finally:
                depth[0] -= 1

        return form

    kanes_equations = mechanics.KanesMethod.kanes_equations

    def as_of_today(self, bodies=None, loads=None):
        first = next(iter(bodies or ()), None)
        if isinstance(first, tuple):
            bodies, loads = loads, bodies
        return kanes_equations(self, bodies, loads)

    mechanics.KanesMethod.kanes_equations = as_of_today
    for kind, form in FORMS.items():
        method = getattr(mechanics, kind, None)
        if method is not None:
            setattr(method, form, noting(getattr(method, form), kind))

    def inside(name: str) -> None:
        running[0] = name

    return inside


def quiet() -> None:
    """Nothing is drawn or served, and what draws need not be installed."""
    try:
        import matplotlib

        matplotlib.use("Agg")
    except ImportError:
        drawing = types.ModuleType("matplotlib")
        sys.modules.setdefault("matplotlib", drawing)
    with suppress(ImportError):
        from pydy.viz.scene import Scene

        for serving in ("display", "display_ipython", "display_jupyter", "_run_server"):
            if hasattr(Scene, serving):
                setattr(Scene, serving, lambda *_given, **_named: None)


if __name__ == "__main__":
    main()
