"""Every command on every case that ships: an answer or a refusal in words, never an internal error.

`linearise` runs in the fast suite, of the longer ones each case is asked some by turns in the slow
one, all in the deep one; `check --json` is a road of test_one_road.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from shutil import copy
from zlib import crc32

import pytest

from nonholo.cli import main, parsers

EXAMPLES = {
    name: [shlex.split(line)[1:] for line in (parser.epilog or "").split("\n")[1:]]
    for name, parser in parsers()[1].items()
}
MODEL = """
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols
x, y = dynamicsymbols("x y")
model = LagrangesMethod(x.diff() ** 2 / 2 + y.diff() ** 2 / 2, [x, y])
"""
SERVING = ("explore",)  # runs until it is stopped
WITHOUT = ("completion",)  # its help says what to type for each shell
CASES = sorted(Path("cases").rglob("*.toml"))
QUICK = (["linearise"],)
MOTIONS = (  # a case is asked for one of them, by turns
    ["simulate", "--duration", "0.2"],
    ["simulate", "--duration", "0.5", "--method", "Radau", "--rtol", "1e-6", "--json"],
)
TURNS = (["graph"], ["compare"], ["equations", "--as", "python"])  # as above
LONG = [
    (command, case)
    for case in CASES
    for number in [crc32(case.stem.encode())]  # a new case does not change the turns of others
    for command in (
        TURNS[number % 3],
        *([["linearise", "--json"]] if number % 2 else []),  # the same motions, told as a record
        MOTIONS[number % 2],
    )
]
REST = [(command, case) for case in CASES for command in TURNS if (command, case) not in LONG]


def in_words(case: Path, command: list[str], capsys) -> None:
    status = main([*command[:1], str(case), *command[1:]])
    told = capsys.readouterr()
    assert status in (0, 1, 2, 3)
    assert "internal error" not in told.err and "Traceback" not in told.err
    assert told.err.strip() if status in (2, 3) else told.out.strip()


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
@pytest.mark.parametrize("command", QUICK, ids=" ".join)
def test_quick_commands_answer_in_words(case, command, capsys):
    in_words(case, command, capsys)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "case"), LONG, ids=lambda value: getattr(value, "stem", None) or " ".join(value)
)
def test_long_commands_answer_in_words(case, command, capsys):
    in_words(case, command, capsys)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "case"), REST, ids=lambda value: getattr(value, "stem", None) or " ".join(value)
)
def test_all_other_long_commands_answer_in_words(case, command, capsys):
    in_words(case, command, capsys)


@pytest.mark.parametrize("name", [n for n in EXAMPLES if n not in SERVING])
def test_examples_of_the_help_can_be_typed(name, tmp_path, monkeypatch, capsys):
    copy("tests/robots/cart.urdf", tmp_path / "robot.urdf")
    monkeypatch.chdir(tmp_path)
    Path("model.py").write_text(MODEL, encoding="utf-8")
    assert bool(EXAMPLES[name]) != (name in WITHOUT)
    for words in EXAMPLES[name]:
        assert main(words) == 0
        told = capsys.readouterr()
        written = words[words.index("-o") + 1] if "-o" in words else ""
        assert Path(written).stat().st_size if written else told.out.strip()
