"""Limits of time and memory: they hold, what was found until then is told, and the status is 3."""

import json
import os
import signal
import subprocess
import sys
import time
import weakref

import pytest

from nonholo.errors import NonholoError, TimeUp
from nonholo.limits import Outcome, run_within, warned_after

LONG = """
name = "long products"
coordinates = ["x", "y", "z", "u", "v", "w"]
constraints = [
  "(x + y*z + u*v*sin(w))**12*xdot + (y + z*cos(x + u) + v)**11*ydot + (x*w + u)**10*zdot + (1 + x**2)**9*udot",
  "(x + y + z + u*v*w)**12*wdot + (y - z*cos(x - u) + v)**11*ydot + (x*w - u)**10*zdot + (1 + y**2 + exp(z))**9*udot",
  "(x + y*v + z + u*v*w)**12*vdot + (y - v*z*cos(x - u) + v)**11*ydot + (z + x*w - u)**10*zdot + (1 + y**2)**9*udot",
]
"""
COIN = "cases/rolling_coin.toml"
BIG = 16_000  # megabytes: no limit here


def nonholo(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "nonholo", *arguments], capture_output=True, text=True
    )


def deaf(post) -> int:
    """Work that hears nothing, like one long call into a library."""
    post({"h": 1})
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    while True:
        pass


def greedy(post) -> int:
    post("so far")
    hoard = [bytearray(2**24) for _ in range(1000)]
    return len(hoard)


def patient(post) -> int:
    post("so far")
    try:
        while True:
            pass
    except TimeUp as up:
        assert "1 s" in str(up)
        return 3


def test_work_that_does_not_heed_the_warning_is_ended_and_what_it_posted_is_kept():
    assert run_within(deaf, 0.5, BIG) == Outcome(None, "the time limit of 0.5 s", ({"h": 1},))


def test_a_warning_that_nothing_hears_is_told_as_the_limit():
    def outside(post) -> int:
        raise TimeUp("in the first line")

    assert run_within(outside, 0.2, BIG) == Outcome(None, "the time limit of 0.2 s")


def test_work_is_warned_before_the_limit_and_may_end_by_itself():
    assert run_within(patient, 1.0, BIG) == Outcome(3)


def test_work_beyond_the_memory_limit_fails(capfd):
    assert run_within(greedy, None, 400) == Outcome(1)
    assert "MemoryError" in capfd.readouterr().err


def test_work_that_is_killed_is_said_to_be():
    outcome = run_within(lambda post: os.kill(os.getpid(), signal.SIGKILL), None, 400)
    assert outcome.status is None
    assert outcome.reason == "the memory limit of 400 MB, as it seems (ended by SIGKILL)"


def test_the_warning_is_no_ordinary_error():
    """Code that goes on after a NonholoError, or after any Exception, does not go on after the
    time is up.
    """
    assert not issubclass(TimeUp, (NonholoError, Exception))


def test_a_check_that_is_not_finished_tells_what_points_say(tmp_path):
    (tmp_path / "long.toml").write_text(LONG)
    done = nonholo("check", str(tmp_path / "long.toml"), "--json", "--time-limit", "5")
    assert done.returncode == 3, done.stderr
    record = json.loads(done.stdout)
    assert (record["verdict"], record["holonomic_relations"]) == ("nonholonomic", 0)
    assert record["limit"] == "the time limit of 5 s"
    assert record["virtual_displacements"] is None
    assert "limit reached: the time limit of 5 s; told is what was found until then" in done.stderr


def test_a_check_out_of_memory_says_so(tmp_path):
    (tmp_path / "long.toml").write_text(LONG)
    done = nonholo("check", str(tmp_path / "long.toml"), "--memory-limit", "80")
    assert done.returncode == 3
    assert "the memory limit of 80 MB" in done.stderr
    assert "Traceback" not in done.stderr
    assert "FLINT" not in done.stdout


def test_the_limit_of_the_shell_stands():
    command = (
        f"ulimit -v 4000000; exec {sys.executable} -m nonholo check -c 'dz = y dx' --coordinates y"
    )
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "arguments",
    [
        ("compare", COIN),
        ("equations", COIN),
        ("graph", COIN),
        ("report", "cases", "-o", "/dev/null"),
        ("cases",),
        ("check", "cases"),
    ],
)
def test_every_command_keeps_to_its_limit(arguments):
    done = nonholo(*arguments, "--time-limit", "0.02")
    assert done.returncode == 3
    assert "limit reached: the time limit of 0.02 s" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "option, value, words",
    [
        ("--memory-limit", "3", "from 64 on"),
        ("--memory-limit", "much", "from 64 on"),
        ("--time-limit", "0", "above 0"),
        ("--time-limit", "soon", "above 0"),
    ],
)
def test_a_limit_that_is_none_is_refused(option, value, words):
    done = nonholo("cases", option, value)
    assert done.returncode == 2
    assert words in done.stderr


def test_a_warning_that_is_lost_in_a_callback_comes_again(capfd):
    """Python prints and drops what is raised in the callback of a weak reference, as its import
    system has them.
    """

    class Thing:
        pass

    def busy(_):
        while time.monotonic() < end:
            pass

    end = time.monotonic() + 0.5
    with pytest.raises(TimeUp), warned_after(0.1):
        thing = Thing()
        watched = weakref.ref(thing, busy)
        del thing  # the callback runs, and the warning comes in it
        while time.monotonic() < end + 5:
            pass
    assert watched() is None
    assert "Traceback" not in capfd.readouterr().err
