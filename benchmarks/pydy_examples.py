"""What becomes of the example scripts of PyDy at the door: a table.

    git clone https://github.com/pydy/pydy
    pip install nonholo pydy matplotlib
    python benchmarks/pydy_examples.py pydy/examples [--limit SECONDS] [NAME ...]

Each script runs in a process of its own, with every model that it makes (KanesMethod,
LagrangesMethod) noted as it is made, whatever becomes of the script afterwards; the ready models of
the package `pydy.models` come first.  Drawing is switched off.  Scripts for an older SymPy give
`kanes_equations` its arguments in another order, and they are put into that of today.  The exercises
of Kane and Levinson (Kane1985) make no such models.
"""

from __future__ import annotations

import argparse
import json
import runpy
import signal
import subprocess
import sys
import types
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

HEAD = ("model", "coordinates", "constraints", "verdict", "growth", "h", "or refused, because")
LEFT_OUT = ("Kane1985", "parallel-execution", "language_templates", "cpp")
SECONDS = 120  # that a script may run before its models are judged


def main(arguments: list[str] | None = None) -> None:
    """Print the table, or in a child process the rows of one script as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("names", nargs="*", help="parts of names; none: all")
    parser.add_argument("--limit", type=float, default=300)
    parser.add_argument("--one", action="store_true")
    asked = parser.parse_args(arguments)
    if asked.one:
        print(json.dumps(rows_of(asked.folder)))
        return
    print("| " + " | ".join(HEAD) + " |\n|" + " --- |" * len(HEAD))
    for script in [*ready(), *scripts(Path(asked.folder))]:
        if not asked.names or any(name in script for name in asked.names):
            for row in in_a_child(script, asked.limit):
                print("| " + " | ".join(map(str, row)) + " |", flush=True)


def ready() -> list[str]:
    """Models that PyDy ships as functions."""
    return ["pydy.models:multi_mass_spring_damper", "pydy.models:n_link_pendulum_on_cart"]


def scripts(folder: Path) -> list[str]:
    """The example scripts, in order."""
    every = sorted([*folder.rglob("*.py"), *folder.rglob("*.ipynb")])
    return [str(path) for path in every if not set(LEFT_OUT) & set(path.parts)]


def in_a_child(script: str, limit: float) -> list[list[Any]]:
    """The rows of a script; one that says why there are none."""
    command = [sys.executable, __file__, script, "--one"]
    name = named(script)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return [[name, *[""] * 5, f"not done in {limit:.0f} s"]]
    last = done.stdout.strip().splitlines()[-1:]
    if done.returncode or not last:
        said = (done.stderr.strip().splitlines() or ["nothing said"])[-1]
        return [[name, *[""] * 5, f"the script fails: {said[:120]}"]]
    return json.loads(last[0])


def named(script: str) -> str:
    """A script by its folder and name."""
    return script if ":" in script else "/".join(Path(script).with_suffix("").parts[-2:])


def rows_of(script: str) -> list[list[Any]]:
    """Run a script and judge its models."""
    models, ended = models_of(script)
    if not models:
        return [[named(script), *[""] * 5, f"no model; the script {ended}"]]
    return [[f"{named(script)} {type(model).__name__}", *judged(model)] for model in models]


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


def models_of(script: str) -> tuple[list[Any], str]:
    """The models that a script makes, and how it ended."""
    models = noted()
    quiet()
    if ":" in script:
        module, name = script.split(":")
        __import__(module)
        getattr(sys.modules[module], name)()
        return models, "ends"
    sys.path.insert(0, str(Path(script).parent))
    sys.argv = [script]
    signal.signal(signal.SIGALRM, stopped)
    signal.alarm(SECONDS)
    try:
        run(script)
    except (Exception, SystemExit) as error:  # whatever a stranger's script does
        return models, f"ends with {type(error).__name__}: {str(error)[:80]}"
    finally:
        signal.alarm(0)
    return models, "ends"


def stopped(*_: object) -> None:
    """A script that draws or serves for ever is ended; its models are judged all the same."""
    raise TimeoutError(f"{SECONDS} s")


def run(script: str) -> None:
    """A script as `python` runs it; of a notebook the cells of code, without commands of IPython."""
    if not script.endswith(".ipynb"):
        runpy.run_path(script, run_name="__main__")
        return
    cells = json.loads(Path(script).read_text())
    cells = cells.get("cells") or cells["worksheets"][0]["cells"]
    namespace: dict[str, Any] = {"__name__": "__main__", "display": print}
    for cell in cells:
        lines = cell.get("source", cell.get("input", "")) if cell["cell_type"] == "code" else ""
        text = "".join(lines).splitlines()
        plain = "\n".join(line for line in text if line[:1] not in ("%", "!"))
        with suppress(Exception):  # a cell that draws may fail; later ones may still make models
            exec(compile(plain, script, "exec"), namespace)


def noted() -> list[Any]:
    """A list that every model joins when its equations are formed, or when it is made."""
    from sympy.physics.mechanics import KanesMethod, LagrangesMethod

    models: list[Any] = []

    def noting(formed: Callable) -> Callable:
        def form(self, *given, **named_ones):
            models.append(self)
            return formed(self, *given, **named_ones)

        return form

    formed = KanesMethod.kanes_equations

    def as_of_today(self, bodies=None, loads=None):
        first = next(iter(bodies or ()), None)
        if isinstance(first, tuple):
            bodies, loads = loads, bodies
        return formed(self, bodies, loads)

    KanesMethod.kanes_equations = noting(as_of_today)
    LagrangesMethod.form_lagranges_equations = noting(LagrangesMethod.form_lagranges_equations)
    return models


def quiet() -> None:
    """Nothing is drawn, and what draws need not be installed."""
    try:
        import matplotlib

        matplotlib.use("Agg")
    except ImportError:
        drawing = types.ModuleType("matplotlib")
        sys.modules.setdefault("matplotlib", drawing)


if __name__ == "__main__":
    main()
