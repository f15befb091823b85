"""Who waits at a terminal is told what is done; nobody else is, and nothing of it stays."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("resource", reason="children with limits need a POSIX system")
pty = pytest.importorskip("pty")

from nonholo import limits  # noqa: E402 (it needs a POSIX system)
from nonholo.cli.waiting import WaitingLine, waiting_line  # noqa: E402
from nonholo.doing import doing, listening  # noqa: E402

ROOT = Path(__file__).parent.parent
AT_ONCE = (
    "import sys; from nonholo import limits; limits.PATIENCE = {patience}; "
    "from nonholo.cli import main; sys.exit(main())"
)
MEGABYTES = 16_000


class Told:
    """A line that remembers what it was told."""

    def __init__(self):
        self.said = []

    def show(self, step: str, seconds: float) -> None:
        self.said.append(step)

    def clear(self) -> None:
        self.said.append(None)


def at_terminal(*words: str, patience: float = 0.0, out_too: bool = True, **env: str) -> str:
    """What a command writes to a terminal that its errors go to, its results too if asked."""
    ours, theirs = pty.openpty()
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **env}
    process = subprocess.Popen(
        [sys.executable, "-c", AT_ONCE.format(patience=patience), *words],
        stdout=theirs if out_too else subprocess.PIPE,
        stderr=theirs,
        env=surroundings,
        cwd=ROOT,
    )
    os.close(theirs)
    told = all_of(ours)
    process.communicate()
    return told


def all_of(terminal: int) -> str:
    """What was written to a terminal whose other end is closed."""
    told = b""
    with contextlib.suppress(OSError):  # how some systems tell its end
        while piece := os.read(terminal, 65536):
            told += piece
    os.close(terminal)
    return told.decode()


def test_steps_are_told_in_order_and_the_line_is_gone_before_anything_is_written(
    monkeypatch, capfd
):
    monkeypatch.setattr(limits, "PATIENCE", 0.0)
    line = Told()

    def work(post) -> int:
        doing("first")
        doing("second")
        print("a result")
        doing("third")
        return 0

    outcome = limits.run_within(work, None, MEGABYTES, line)
    steps = [step for step, before in zip(line.said, [None, *line.said]) if step != before]
    assert [step for step in steps if step] == ["first", "second", "third"]
    assert None in line.said[line.said.index("second") : line.said.index("third")]
    assert line.said[-1] is None
    assert outcome.status == 0
    assert capfd.readouterr().out == "a result\n"


def test_what_is_quick_is_not_told():
    line = Told()
    limits.run_within(lambda post: doing("a moment") or 0, None, MEGABYTES, line)
    assert set(line.said) <= {None}


def test_nobody_listens_unless_asked():
    steps = []
    doing("before")
    with listening(steps.append):
        doing("inside")
    doing("after")
    assert steps == ["inside"]


@pytest.mark.parametrize(
    "words, steps",
    [
        (("check", "rolling_coin"), ("the verdict", "singular configurations")),
        (("compare", "vertical_disk"), ("equations 1 of ", "equations 2 of ")),
        (("families", "-c", "dz = a*y dx + c*x dy"), ("cell 1 of 2", "cell 2 of 2")),
        (("simulate", "vertical_disk", "--duration", "1"), ("the motion by ", "the receipt")),
    ],
)
def test_a_command_says_what_it_does_and_how_to_stop_it(words, steps):
    told = at_terminal(*words)
    lines = told.split("\r")
    for step in steps:
        assert any(f"nonholo {words[0]}: {step}" in line for line in lines), step
    assert "Ctrl-C" in told and "\033[K" not in told
    last = max(i for i, line in enumerate(lines) if "Ctrl-C" in line)
    assert lines[last + 1].strip() == "", "it is erased before the result"
    assert not any("Ctrl-C" in line for line in lines[last + 1 :])


def test_the_line_speaks_the_language_asked_for():
    assert "Ctrl-C lo detiene" in at_terminal("check", "rolling_coin", "--lang", "es")


def test_no_line_in_a_pipe_nor_where_a_terminal_can_not_go_back():
    assert at_terminal("check", "rolling_coin", out_too=False) == ""
    assert "Ctrl-C" not in at_terminal("check", "rolling_coin", TERM="dumb")


@pytest.mark.parametrize("typed, shown", [(True, False), (False, True)])
def test_no_line_over_a_case_that_is_typed(typed, shown, monkeypatch):
    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("nonholo.cli.waiting._piped", lambda: False)
    options = SimpleNamespace(command="check", cases=["-" if typed else "rolling_coin"])
    assert (waiting_line(options) is not None) == shown


def test_no_codes_where_no_colour_is_wanted():
    told = at_terminal("check", "rolling_coin", NO_COLOR="1")
    assert "Ctrl-C" in told and "\033" not in told


def test_a_line_is_never_longer_than_the_terminal():
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as stream:
        line = WaitingLine("report", stream)
        line.show("a step with a name that is much longer than any terminal " * 3, 7.9)
        line.clear()
    written = all_of(ours).split("\r")
    assert len(written[1]) < 80 and written[1].endswith(", 7 s; Ctrl-C stops it")
    assert written[2].strip() == "" and written[3] == ""
