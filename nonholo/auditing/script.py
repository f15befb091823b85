"""A Python script of somebody else, run as `python MODEL.py` would, and its models judged.

The script runs in a child process with all its effects: nothing holds it back.  Its models are
those that its module namespace names when it has ended.
"""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any

from nonholo.auditing.audit import audit
from nonholo.auditing.remarks import Audit, Remark
from nonholo.errors import NonholoError

HOME = str(Path(__file__).resolve().parents[2])  # last of all places where modules are looked for
CHILD = (
    f"import sys; sys.path.append({HOME!r}); from nonholo.auditing.script import child; "
    "child(*sys.argv[1:])"
)
LAST_WORDS = 3  # lines of a traceback that are told


def audit_script(path: str | Path) -> list[Audit]:
    """Run a Python script in a child process and judge every model that it names.

    path: of a Python file, which is run with all its effects, as `python MODEL.py` would run it;
    run only what you would run.  What it prints is not shown.  Raises NonholoError where
    there is no such file, the script fails, or it names no model.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "model.py")
    ...     _ = file.write_text('''
    ... from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols
    ... x = dynamicsymbols("x")
    ... spring = LagrangesMethod(x.diff()**2/2 - x**2/2, [x])
    ... ''')
    ...     [(found.name, found.ok) for found in audit_script(file)]
    [('spring', True)]
    """
    path = Path(path)
    if not path.is_file():
        raise NonholoError(f"{path}: there is no such file; needed is a Python script")
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder, "audits.json")
        command = [sys.executable, "-c", CHILD, str(path), str(answer)]
        done = subprocess.run(command, capture_output=True, check=False)
        said = done.stdout + done.stderr
        if done.returncode or not answer.exists():
            words = said.decode(errors="replace").strip().splitlines()[-LAST_WORDS:]
            raise NonholoError(
                f"{path}: the script ended with status {done.returncode}"
                + "".join(f"\n  {line}" for line in words)
            )
        told = json.loads(answer.read_text(encoding="utf-8"))
    if not told:
        raise NonholoError(
            f"{path}: names no model when it has ended; needed is a System, KanesMethod or "
            "LagrangesMethod of SymPy, or a System of PyDy, in a variable of the module"
        )
    return [
        Audit(one["name"], one["verdict"], tuple(Remark(**r) for r in one["remarks"]))
        for one in told
    ]


def models_in(names: Mapping[str, Any]) -> Iterator[Audit]:
    """The models that a namespace names, judged, each once; bodies and frames of the same
    namespace serve a LagrangesMethod that does not know its own.
    """
    from sympy.physics import mechanics

    kinds = (
        mechanics.KanesMethod,
        mechanics.LagrangesMethod,
        getattr(mechanics, "System", mechanics.KanesMethod),
    )
    things = list(names.values())
    bodies = _each(things, (mechanics.RigidBody, mechanics.Particle))
    frames = [one for one in things if isinstance(one, mechanics.ReferenceFrame)]
    seen: set[int] = set()
    for name, model in names.items():
        inner = getattr(model, "eom_method", None) or model
        if name.startswith("_") or not isinstance(inner, kinds) or id(inner) in seen:
            continue
        seen.add(id(inner))
        judged = audit(inner, name)
        groups = [bodies, *([body] for body in bodies)] if len(bodies) > 1 else [bodies]
        for group, frame in product(groups, frames) if judged.ok and bodies else ():
            other = audit(inner, name, group, frame)
            judged = judged if other.ok else other
        yield judged


def _each(things: list[Any], kinds: tuple[type, ...]) -> list[Any]:
    """Things of these kinds, also out of lists, each once."""
    members: dict[int, Any] = {}
    for thing in things:
        for one in thing if isinstance(thing, (list, tuple)) else [thing]:
            if isinstance(one, kinds):
                members[id(one)] = one
    return list(members.values())


def child(script: str, answer: str) -> None:
    """What the child process does: run the script, judge its models, write what was seen."""
    sys.argv = [script]
    sys.path[0] = str(Path(script).resolve().parent)
    names = runpy.run_path(script, run_name="__main__")
    told = json.dumps([asdict(audited) for audited in models_in(names)])
    Path(answer).write_text(told, encoding="utf-8")
