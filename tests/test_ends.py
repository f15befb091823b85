"""However a program ends, its children end too, and it says so where it still can."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import nonholo.ends

pytest.importorskip("resource", reason="children with limits need a POSIX system")
ROOT = Path(__file__).parent.parent
WORK = """
import ctypes, multiprocessing, os, signal, sys, time
from concurrent.futures import ProcessPoolExecutor
import nonholo.ends
from nonholo import limits
from nonholo.cli.program import as_program
from nonholo.limits import run_within

def told() -> None:
    print(os.getpid(), flush=True)

def patient(post) -> int:
    told()
    while True:
        time.sleep(1)

def deaf(post) -> int:
    "Like one long call into a library: no handler of Python runs."
    told()
    return ctypes.PyDLL(None).sleep(10_000)

def stubborn(post) -> int:
    told()
    while True:
        try:
            time.sleep(1)
        except KeyboardInterrupt:
            pass

def full(post) -> int:
    "More is told than anybody reads."
    told()
    sys.stdout.write("x" * 10_000_000)
    return 0

def pooled(post) -> int:
    with ProcessPoolExecutor(2, initializer=nonholo.ends.start_worker) as pool:
        tasks = [pool.submit(time.sleep, 1000) for _ in range(2)]
        print(*[p.pid for p in multiprocessing.active_children()], flush=True)
        return len([task.result() for task in tasks])

class Gone:
    "Lost is what is raised where it ends."
    def __del__(self):
        for _ in range(10):
            os.kill(os.getpid(), signal.SIGTERM)

def told_in_a_callback(*wait):
    limits.select.select = select
    Gone()
    return select(*wait)

if "callback" in sys.argv:
    select, limits.select.select = limits.select.select, told_in_a_callback
if "thread" in sys.argv:
    nonholo.ends._killed_by_kernel = lambda: False
work = globals()[sys.argv[1]]
seconds = 2.0 if "limit" in sys.argv else None
with nonholo.ends.unwinding():
    sys.exit(as_program(lambda: run_within(work, seconds, 16_000).status or 3))
"""
SWEEP = [
    "-m",
    "nonholo",
    "simulate",
    str(ROOT / "cases" / "rolling_coin.toml"),
    "--duration",
    "1e5",
    "--sweep",
    "theta=0.1:0.9:40",
    "--workers",
    "2",
]


def started(*arguments: str, **how) -> subprocess.Popen:
    """A process of Python, as a shell starts it: no signal is ignored."""

    def usual() -> None:
        for s in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(s, signal.SIG_DFL)

    return subprocess.Popen(
        [sys.executable, *arguments],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=usual,
        cwd=ROOT,
        **how,
    )


def processes() -> dict[int, tuple[int, str]]:
    """Parent and state of every process."""
    command = ["ps", "-A", "-o", "pid=,ppid=,stat="]
    table = subprocess.run(command, capture_output=True, text=True).stdout
    rows = [line.split() for line in table.splitlines()]
    return {int(pid): (int(parent), state) for pid, parent, state in rows}


def at_work(*pids: int) -> bool:
    found = processes()
    return any(pid in found and not found[pid][1].startswith("Z") for pid in pids)


def below(pid: int) -> list[int]:
    """Children, their children, and so on."""
    found = processes()
    children = [p for p, (parent, _) in found.items() if parent == pid]
    return children + [p for child in children for p in below(child)]


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(600):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("waited in vain")


@pytest.mark.parametrize("work", ["patient", "deaf", "stubborn", "full"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_signal_to_the_parent_alone_ends_the_child(work, number):
    parent = started("-c", WORK, work)
    child = int(parent.stdout.readline())
    parent.send_signal(number)
    if work != "full":
        parent.communicate()
    wait_until(lambda: parent.poll() is not None and not at_work(child))
    assert parent.returncode == (-number if number == signal.SIGKILL else 128 + number)
    parent.communicate()


def test_a_signal_that_nothing_hears_wakes_the_parent():
    """What its handler raises is lost in a callback of Python, or comes before a long wait."""
    parent = started("-c", WORK, "patient", "callback")
    assert parent.communicate(timeout=60)[1].count("Exception ignored") == 1
    assert parent.returncode == 128 + signal.SIGTERM


def test_where_the_kernel_does_not_help_a_thread_watches_the_parent():
    parent = started("-c", WORK, "patient", "thread")
    child = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    wait_until(lambda: not at_work(child))


def test_a_timeout_of_the_caller_ends_the_child_and_its_pipes():
    """As `subprocess.run(..., timeout=...)` does it."""
    parent = started("-c", WORK, "deaf")
    child = int(parent.stdout.readline())
    with pytest.raises(subprocess.TimeoutExpired):
        parent.communicate(timeout=0.1)
    parent.kill()
    parent.communicate()
    wait_until(lambda: not at_work(child))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_the_program(number):
    parent = started(*SWEEP)
    wait_until(lambda: len(below(parent.pid)) == 3)
    all_of_them = below(parent.pid)
    parent.send_signal(number)
    _, words = parent.communicate()
    wait_until(lambda: not at_work(*all_of_them))
    assert "Traceback" not in words
    if number != signal.SIGKILL:
        assert (parent.returncode, words.splitlines()[-1]) == (128 + number, "nonholo: stopped")


def test_a_key_pressed_at_a_terminal_stops_all_with_one_word():
    """The terminal tells every process of the group."""
    parent = started(*SWEEP, start_new_session=True)
    wait_until(lambda: len(below(parent.pid)) == 3)
    all_of_them = below(parent.pid)
    os.killpg(parent.pid, signal.SIGINT)
    _, words = parent.communicate()
    wait_until(lambda: not at_work(*all_of_them))
    assert (parent.returncode, words.count("stopped"), "Traceback" in words) == (130, 1, False)


def test_workers_end_at_the_time_limit():
    done = started("-c", WORK, "pooled", "limit")
    out, words = done.communicate()
    workers = [int(pid) for pid in out.split()]
    assert (done.returncode, len(workers)) == (3, 2), words
    wait_until(lambda: not at_work(*workers))


def test_what_the_caller_ignores_stays_ignored():
    """As under nohup, and for jobs in the background."""
    code = (
        "import os, signal; from nonholo.ends import unwinding\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "with unwinding(): os.kill(os.getpid(), signal.SIGHUP); print('on')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout) == (0, "on\n"), done.stderr


def test_a_limit_in_a_program_of_others_leaves_its_handlers_alone():
    from nonholo.cli import main

    before = [signal.getsignal(s) for s in (signal.SIGINT, signal.SIGTERM)]
    assert main(["formulations", "--time-limit", "100"]) == 0
    assert [signal.getsignal(s) for s in (signal.SIGINT, signal.SIGTERM)] == before


@pytest.mark.parametrize("end", [KeyboardInterrupt(), nonholo.ends.Ended(15)])
def test_a_signal_that_a_library_tells_as_an_error_of_its_own_is_one(end, monkeypatch, capsys):
    """An extension that is being imported makes an ImportError of whatever is raised in it."""
    from nonholo import cli
    from nonholo.cli import main, verify

    def imported(options):
        try:
            raise end
        except KeyboardInterrupt as cause:
            raise ImportError("initialization failed") from cause

    monkeypatch.setattr(verify, "run", imported)
    made = cli._made_parsers(["verify"])  # those that were made before know `run`
    monkeypatch.setattr(cli, "_parsers_of", lambda words: made)
    assert main(["verify", "x.json"]) == 128 + nonholo.ends.number_of(end)
    assert "internal error" not in capsys.readouterr().err
