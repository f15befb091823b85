"""A Python script of somebody else, run as `python MODEL.py` would, and its models judged.

The script runs in a child process with all its effects: nothing holds it back.  Its models are
those that its module namespace names when it has ended, alone or in lists, tuples and dicts.
"""

from __future__ import annotations

import json
import linecache
import runpy
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path
from traceback import walk_tb
from typing import Any

from nonholo.auditing.audit import audit
from nonholo.auditing.remarks import SIGN, UNCHECKED, Audit, Remark
from nonholo.errors import NonholoError, option
from nonholo.files import file_name
from nonholo.readers.shipped import shipped_cases
from nonholo.words.language import in_language, spoken
from nonholo.words.sentence import say

HOME = str(Path(__file__).resolve().parents[2])  # last of all places where modules are looked for
CHILD = (
    f"import sys; sys.path.append({HOME!r}); from nonholo.auditing.script import child; "
    "child(*sys.argv[1:])"
)
LAST_WORDS = 3  # lines of what the script said last, where it does not tell itself why it ended
DEEP = 4  # lists in lists, at most
INSTALLED = "site-packages"  # the folder of what is not the user's own


def audit_script(path: str | Path) -> list[Audit]:
    """Run a Python script in a child process and judge every model that it names.

    path: of a Python file, which is run with all its effects, as `python MODEL.py` would run it;
    run only what you would run.  What it prints is not shown.  Raises NonholoError where
    there is no such file or it is no script, it fails (with its line), or it names no model.

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
    path = Path(file_name(path))
    _require_script(path)
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder, "audits.json")
        command = [sys.executable, "-c", CHILD, str(path), str(answer), spoken()]
        done = subprocess.run(command, capture_output=True, check=False)
        said = done.stdout + done.stderr
        if done.returncode or not answer.exists():
            words = said.decode(errors="replace").strip().splitlines()[-LAST_WORDS:]
            raise NonholoError(
                say(
                    "{path}: the script ended with status {status}",
                    path=path,
                    status=done.returncode,
                )
                + "".join(f"\n  {line}" for line in words)
            )
        told = json.loads(answer.read_text(encoding="utf-8"))
    if isinstance(told, str):
        raise NonholoError(say("{path}: the script fails", path=path) + f"\n{told}")
    if not told:
        raise NonholoError(
            say(
                "{path}: names no model when it has ended; needed is a System, KanesMethod or "
                "LagrangesMethod of SymPy, or a System of PyDy, in a variable of the module, "
                "alone or in a list, tuple or dict",
                path=path,
            )
        )
    return [
        Audit(one["name"], one["verdict"], tuple(Remark(**r) for r in one["remarks"]))
        for one in told
    ]


def _require_script(path: Path) -> None:
    """Raises NonholoError where there is no file, or it is no Python: what is run as such fails at
    a name, or at a sign, that says nothing of that.
    """
    if not path.is_file():
        if str(path) in shipped_cases():
            raise _no_script(path, path)
        raise NonholoError(
            say("{path}: there is no such file; needed is a Python script", path=path)
        )
    if path.suffix == ".ipynb":
        raise NonholoError(
            say(
                "{path}: a notebook is no Python script; Jupyter makes one of its cells, under "
                "Save and Export Notebook As: Executable Script",
                path=path,
            )
        )
    if path.suffix == ".urdf" or _is_toml(path):
        raise _no_script(path, shlex.quote(str(path)))


def _no_script(path: Path, quoted: object) -> NonholoError:
    return NonholoError(
        say(
            "{path}: a case is no Python script; needed is one that makes models of SymPy or PyDy. "
            "This case is judged by {command}",
            path=path,
            command=option(f"`nonholo check {quoted}`", f'nonholo.check("{path}")'),
        )
    )


def _is_toml(path: Path) -> bool:
    """A case file by its name, or by what it holds: no script that imports anything is TOML."""
    if path.suffix == ".toml":
        return True
    try:
        return "coordinates" in tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return False


def models_in(names: Mapping[str, Any]) -> Iterator[Audit]:
    """The models that a namespace names, judged, each once, also those in lists, tuples and dicts:
    models[0], models['skate']; bodies and frames of the same namespace serve a LagrangesMethod that
    does not know its own.

    The usual sign of SymPy's multipliers is told of the first model alone.

    >>> from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols
    >>> x = dynamicsymbols("x")
    >>> models = {"springs": [LagrangesMethod(x.diff() ** 2 - k * x**2, [x]) for k in (1, 2)]}
    >>> [found.name for found in models_in(models)]
    ['springs[0]', 'springs[1]']
    """
    from sympy.physics import mechanics

    kinds = (
        mechanics.KanesMethod,
        mechanics.LagrangesMethod,
        getattr(mechanics, "System", mechanics.KanesMethod),
    )
    named = list(_named(names))
    bodies = _of_kinds(named, (mechanics.RigidBody, mechanics.Particle))
    frames = _of_kinds(named, (mechanics.ReferenceFrame,))
    seen: set[int] = set()
    signs_told = False
    for name, model in named:
        inner = getattr(model, "eom_method", None) or model
        if name.startswith("_") or not isinstance(inner, kinds) or id(inner) in seen:
            continue
        seen.add(id(inner))
        judged = _audited(inner, name, bodies, frames)
        if signs_told:
            judged = replace(judged, remarks=tuple(r for r in judged.remarks if r.kind != SIGN))
        signs_told = signs_told or any(r.kind == SIGN for r in judged.remarks)
        yield judged


def _audited(model: Any, name: str, bodies: list[Any], frames: list[Any]) -> Audit:
    """A model by itself, then with the bodies at hand: the first fault, else where most was
    checked.
    """
    alone = audit(model, name)
    if not alone.ok or not any(r.kind == UNCHECKED for r in alone.remarks):
        return alone
    groups = [bodies, *([body] for body in bodies)] if len(bodies) > 1 else [bodies]
    audits = [audit(model, name, group, frame) for group, frame in product(groups, frames) if group]
    faulty = [one for one in audits if not one.ok]
    checked = [one for one in audits if all(r.kind != UNCHECKED for r in one.remarks)]
    return (*faulty, *checked, alone)[0]


def _named(things: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """All things with the names by which the script has them, also those in lists."""
    for name, thing in things.items():
        yield from _inside(name, thing, DEEP)


def _inside(name: str, thing: Any, deep: int) -> Iterator[tuple[str, Any]]:
    if not isinstance(thing, (list, tuple, dict)):
        yield name, thing
    elif deep:
        for key, one in thing.items() if isinstance(thing, dict) else enumerate(thing):
            yield from _inside(f"{name}[{key!r}]", one, deep - 1)


def _of_kinds(named: list[tuple[str, Any]], kinds: tuple[type, ...]) -> list[Any]:
    """Things of these kinds, each once."""
    return list({id(one): one for _, one in named if isinstance(one, kinds)}.values())


def child(script: str, answer: str, language: str) -> None:
    """What the child process does: run the script, judge its models, write what was seen, in a
    language, or where the script fails.
    """
    sys.argv = [script]
    sys.path[0] = str(Path(script).resolve().parent)
    try:
        names = runpy.run_path(script, run_name="__main__")
    except Exception as error:
        told: Any = _failure(error, Path(script))
    else:
        told = [asdict(_in(language, audited)) for audited in models_in(names)]
    Path(answer).write_text(json.dumps(told), encoding="utf-8")


def _in(language: str, audited: Audit) -> Audit:
    """The same, its remarks as plain text of a language."""
    remarks = (replace(r, what=in_language(r.what, language)) for r in audited.remarks)
    return replace(audited, remarks=tuple(remarks))


def _failure(error: Exception, script: Path) -> str:
    """What went wrong, and the line of the user's own files where it did."""
    file, line = str(script), 0
    for frame, number in walk_tb(error.__traceback__):
        name = frame.f_code.co_filename
        beside = script.resolve().parent in Path(name).resolve().parents
        if name == str(script) or (beside and INSTALLED not in name):
            file, line = name, number
    if isinstance(error, SyntaxError) and error.filename:
        file, line = error.filename, error.lineno or 0
    where = f"  {file}, line {line}" if line else f"  {file}"
    written = linecache.getline(file, line).strip() if line else ""
    return "\n".join(
        [where, *([f"    {written}"] if written else []), f"  {type(error).__name__}: {error}"]
    )
