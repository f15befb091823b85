"""What is left when a command is killed, the disk is full, the home is read-only, nobody listens.

    python benchmarks/faults.py --moments 20 --seed 1

Each command that writes a file gets a file that stands there already. Afterwards that is the old
one or the new one, whole; no draft of it stays (but after SIGKILL, which nothing can heed: these
are counted); no process of the command is left; and what is said is no traceback.  Exit status 1
for anything else.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OLD = b"what a person had here\n"
CASE, BICYCLE = (
    str(ROOT / "cases" / "unicycle.toml"),
    str(ROOT / "cases/large/whipple_bicycle.toml"),
)
STEER = ["steer", CASE, "--from", "x=0,y=0,theta=0", "--to", "x=1,y=1,theta=1"]
SIMULATE = ["simulate", CASE, "--duration", "0.5", "--points", "5"]
COMMANDS = {  # what is written -> words, the option that names the file, its ending
    "graph svg": (["graph", CASE], "-o", "svg"),
    "graph png": (["graph", CASE], "-o", "png"),
    "graph dot": (["graph", CASE], "-o", "dot"),
    "report": (["report", CASE], "-o", "html"),
    "certificate": (["check", CASE], "--certificate", "json"),
    "families": (["families", "-c", "dz = a*y dx + c*x dy"], "-o", "svg"),
    "family certificates": (
        ["families", CASE, "--of", "constraints"],
        "--certificate",
        "json",
    ),
    "equations": (["equations", CASE, "--form", "control"], "-o", "py"),
    "explain": (["explain", CASE], "-o", "md"),
    "simulate csv": (SIMULATE, "-o", "csv"),
    "simulate npz": (SIMULATE, "-o", "npz"),
    "sweep": ([*SIMULATE, "--sweep", "theta=0.1:0.9:4", "--workers", "2"], "-o", "json"),
    "steer": (STEER, "-o", "json"),
    "steer svg": (STEER, "-o", "svg"),
    "linearise": (["linearise", BICYCLE, "--at", "xdot=1"], "-o", "json"),
}
Clean = tuple[float, set[bytes]]
CLOCKS = (  # fault, the clock before and after a moment on the way, as libfaketime is told them
    ("clock back by 30 years", "+0", "-30y"),
    ("clock on by 30 years", "+0", "+30y"),
    ("clock 1000 times as fast", "+0 x1", "+0 x1000"),
    ("clock that stands still", "2025-01-01 00:00:00", "2025-01-01 00:00:00"),
)
FILLER = "filler"
CLOSED = "/proc"  # nobody can write there, the superuser neither
STATUS = {0, 1, 2, 3, -signal.SIGKILL, -signal.SIGTERM, 128 + signal.SIGTERM}


@dataclass(slots=True)
class Found:
    """How many trials of each fault, and what was wrong."""

    trials: Counter = field(default_factory=Counter)
    drafts: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Trial:
    """One run of a command in a folder of its own."""

    name: str
    folder: Path

    @property
    def target(self) -> Path:
        return self.folder / f"result.{COMMANDS[self.name][2]}"

    def start(self, **how: Any) -> subprocess.Popen:
        words, option, _ = COMMANDS[self.name]
        how.setdefault("stdout", subprocess.DEVNULL)
        return subprocess.Popen(
            [sys.executable, "-m", "nonholo", *words, option, str(self.target)],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            **how,
        )

    def left(self) -> list[str]:
        """What else is in the folder."""
        return [p.name for p in self.folder.iterdir() if p.name not in (self.target.name, FILLER)]

    def orphans(self) -> list[str]:
        """Processes that still name the file, some time after the command has ended."""
        for _ in range(40):
            found = [pid for pid in os.listdir("/proc") if pid.isdigit() and self._mine(pid)]
            if not found:
                return []
            time.sleep(0.05)
        return found

    def _mine(self, pid: str) -> bool:
        try:
            return str(self.target).encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            return False


@contextlib.contextmanager
def trial(name: str) -> Iterator[Trial]:
    folder = Path(tempfile.mkdtemp(prefix="faults_"))
    try:
        found = Trial(name, folder)
        found.target.write_bytes(OLD)
        yield found
    finally:
        shutil.rmtree(folder)


def whole(path: Path, good: set[bytes]) -> str:
    """Which file stands there: the old one, the new one, or something else."""
    content = path.read_bytes() if path.exists() else b""
    if content == OLD:
        return "old"
    return "new" if content in good or (len(good) > 1 and _complete(path)) else "else"


def _complete(path: Path) -> bool:
    """A file that differs from run to run, by its end."""
    ends = {
        ".html": b"</html>",
        ".svg": b"</svg>",
        ".png": b"IEND\xaeB`\x82",
        ".npz": b"PK\x05\x06",
    }
    content = path.read_bytes().rstrip()
    return ends.get(path.suffix, b"\0") in content[-64:]


def clean(name: str) -> Clean:
    """Seconds of a run, and what two of them write."""
    contents, longest = set(), 0.0
    for _ in range(2):
        with trial(name) as own:
            start = time.monotonic()
            process = own.start()
            _, said = process.communicate()
            longest = max(longest, time.monotonic() - start)
            if process.returncode:
                raise SystemExit(f"{name}: {said}")
            contents.add(own.target.read_bytes())
    return longest, contents


def judge(own: Trial, found: Found, fault: str, good: set[bytes], status: int, said: str) -> str:
    """Note what is wrong after a fault; which file stands there."""
    found.trials[fault] += 1
    stands, drafts, orphans = whole(own.target, good), own.left(), own.orphans()
    told = [f"{own.name}, {fault}: "]
    told += ["the file is neither old nor new"] if stands == "else" else []
    told += [f"processes are left: {orphans}"] if orphans else []
    told += [f"exit status {status}"] if status not in STATUS else []
    told += [said[-300:]] if "Traceback" in said or "internal error" in said else []
    if status == -signal.SIGKILL:
        found.drafts += len(drafts)
    elif drafts:
        told.append(f"left behind: {drafts}")
    if len(told) > 1:
        found.wrong.append("; ".join(told))
    return stands


def killed(name: str, found: Found, known: Clean, rng: random.Random, moments: int) -> None:
    """SIGKILL and SIGTERM at random moments."""
    seconds, good = known
    for i in range(moments):
        number = (signal.SIGKILL, signal.SIGTERM)[i % 2]
        with trial(name) as own:
            process = own.start()
            time.sleep(rng.uniform(0, 1.1 * seconds))
            process.send_signal(number)
            _, said = process.communicate()
            stands = judge(own, found, number.name, good, process.returncode, said)
            if process.returncode == 0 and stands != "new":
                found.wrong.append(f"{name}, {number.name}: exit status 0, and the file is old")


def full(name: str, found: Found, good: set[bytes], rng: random.Random) -> None:
    """No file may have more than so many bytes."""
    size = rng.randint(0, min(map(len, good)) - 1)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    with trial(name) as own:
        process = own.start(preexec_fn=limit)
        _, said = process.communicate()
        stands = judge(own, found, "full disk", good, process.returncode, said)
        if stands != "old" or process.returncode == 0 or not said.strip():
            found.wrong.append(
                f"{name}, full disk at {size} bytes: {stands} file, status {process.returncode}, "
                f"said {said!r}"
            )


def no_room(name: str, found: Found, good: set[bytes]) -> None:
    """A file system without a free page, where one may be mounted."""
    with trial(name) as own:
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(own.folder)],
            capture_output=True,
        )
        if mounted.returncode:
            found.trials["full file system (no mount allowed)"] += 1
            return
        try:
            own.target.write_bytes(OLD)
            with contextlib.suppress(OSError), (own.folder / FILLER).open("wb", 0) as filler:
                while filler.write(bytes(512)):
                    pass
            process = own.start()
            _, said = process.communicate()
            stands = judge(own, found, "full file system", good, process.returncode, said)
            if stands != "old" or process.returncode == 0 or not said.strip():
                found.wrong.append(
                    f"{name}, full file system: {stands} file, status {process.returncode}, {said!r}"
                )
        finally:
            subprocess.run(["umount", str(own.folder)], check=True)


def clock_jumps(name: str, found: Found, known: Clean, rng: random.Random) -> None:
    """The clock jumps on the way, or runs fast, or stands still: the answer is the same."""
    seconds, good = known
    library = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))), None)
    if library is None:
        found.trials["clock jumps (no faketime)"] += 1
        return
    for fault, before, after in CLOCKS:
        with trial(name) as own, tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "clock"
            file.write_text(before)
            process = own.start(
                env={
                    **os.environ,
                    "LD_PRELOAD": str(library),
                    "FAKETIME_TIMESTAMP_FILE": str(file),
                    "FAKETIME_NO_CACHE": "1",
                    "FAKETIME_DONT_FAKE_MONOTONIC": "1",  # no machine turns that one back
                }
            )
            time.sleep(rng.uniform(0, seconds))
            file.write_text(after)
            try:
                _, said = process.communicate(timeout=60 + 20 * seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                found.wrong.append(f"{name}, {fault}: not ended in {60 + 20 * seconds:.0f} s")
                continue
            stands = judge(own, found, fault, good, process.returncode, said)
            if stands != "new" or process.returncode:
                found.wrong.append(
                    f"{name}, {fault}: {stands} file, status {process.returncode}, {said[-200:]!r}"
                )


def children_ended(name: str, found: Found, known: Clean, rng: random.Random) -> None:
    """SIGTERM to the processes that the command has started, then to all of them at once."""
    seconds, good = known
    for fault, every in (("SIGTERM to children", False), ("SIGTERM to all", True)):
        with trial(name) as own:
            process = own.start(start_new_session=True)
            time.sleep(rng.uniform(0.2, 1.0) * seconds)
            for pid in _children(process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGTERM)
            if every:
                process.send_signal(signal.SIGTERM)
            _, said = process.communicate()
            stands = judge(own, found, fault, good, process.returncode, said)
            if process.returncode == 0 and stands != "new":
                found.wrong.append(f"{name}, {fault}: exit status 0, and the file is {stands}")
            if process.returncode not in (0, -signal.SIGTERM) and not said.strip():
                found.wrong.append(f"{name}, {fault}: status {process.returncode}, nothing said")


def _children(parent: int) -> list[int]:
    """Of a process, and theirs."""
    told = Path(f"/proc/{parent}/task/{parent}/children")
    try:
        own = [int(pid) for pid in told.read_text().split()]
    except OSError:
        return []
    return [*own, *(pid for child in own for pid in _children(child))]


def bare(
    name: str, found: Found, good: set[bytes], fault: str, environment: dict[str, str]
) -> None:
    """Without something that is there elsewhere the file is written, or it is said why not."""
    with trial(name) as own:
        process = own.start(env=environment)
        _, said = process.communicate()
        stands = judge(own, found, fault, good, process.returncode, said)
        if process.returncode == 0 and stands != "new":
            found.wrong.append(f"{name}, {fault}: exit status 0, and the file is {stands}")
        if process.returncode != 0 and not said.strip():
            found.wrong.append(f"{name}, {fault}: status {process.returncode}, and nothing said")


def environments(folder: Path) -> dict[str, dict[str, str]]:
    """Names of faults and the environments that make them."""
    here = {**os.environ}
    homes = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TMPDIR", "MPLCONFIGDIR")
    nothing = str(folder / "nothing")
    return {
        "read-only home": here | dict.fromkeys(homes, CLOSED),
        "no home": here | dict.fromkeys(homes, nothing),
        "no compiler": here | {"PATH": nothing, "CC": "no_such_compiler"},
        "no fonts": here | {"FONTCONFIG_FILE": "/dev/null", "MPLCONFIGDIR": str(folder)},
    }


def unheard(name: str, found: Found) -> None:
    """Nobody reads what is said: standard output closed, full, or a pipe without a reader."""
    words = COMMANDS[name][0]
    command = [sys.executable, "-m", "nonholo", *words]
    for fault, how in UNHEARD.items():
        status, said = how(command)
        found.trials[fault] += 1
        if status not in {0, 1, 2, 3, 141, -signal.SIGPIPE} or "Traceback" in said:
            found.wrong.append(f"{name}, {fault}: status {status}, said {said[-300:]!r}")


def _closed(command: list[str]) -> tuple[int, str]:
    done = subprocess.run(
        command, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: os.close(1)
    )
    return done.returncode, done.stderr


def _full(command: list[str]) -> tuple[int, str]:
    with open("/dev/full", "wb") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True)
    said = done.stderr if done.returncode else f"Traceback: status 0, {done.stderr}"
    return done.returncode, said


def _broken(command: list[str]) -> tuple[int, str]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    return process.wait(), said


UNHEARD: dict[str, Callable[[list[str]], tuple[int, str]]] = {
    "closed stdout": _closed,
    "stdout on a full disk": _full,
    "broken pipe": _broken,
}


def two_runs(name: str, found: Found, good: set[bytes]) -> None:
    """Two runs write one file at the same time."""
    with trial(name) as own:
        both = [own.start(), own.start()]
        said = "".join(process.communicate()[1] for process in both)
        status = max(process.returncode for process in both)
        if judge(own, found, "two runs", good, status, said) != "new":
            found.wrong.append(f"{name}, two runs: neither has written")


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ask.add_argument("names", nargs="*", help=", ".join(COMMANDS))
    ask.add_argument("--moments", type=int, default=6, help="at which each command is killed")
    ask.add_argument("--seed", type=int, default=1)
    asked = ask.parse_args()
    unknown = [name for name in asked.names if name not in COMMANDS]
    if unknown:
        ask.error(f"unknown: {', '.join(unknown)}")
    found, rng = Found(), random.Random(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        bares = environments(Path(folder))
        for name in asked.names or COMMANDS:
            known = clean(name)
            killed(name, found, known, rng, asked.moments)
            full(name, found, known[1], rng)
            no_room(name, found, known[1])
            clock_jumps(name, found, known, rng)
            children_ended(name, found, known, rng)
            for fault, environment in bares.items():
                bare(name, found, known[1], fault, environment)
            unheard(name, found)
            two_runs(name, found, known[1])
            print(
                f"{name}: {sum(found.trials.values())} trials, {len(found.wrong)} wrong", flush=True
            )
    for fault, count in found.trials.items():
        print(f"{fault:22} {count:5} trials")
    print(f"drafts left by SIGKILL: {found.drafts}; wrong: {len(found.wrong)}")
    print(*found.wrong, sep="\n")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
