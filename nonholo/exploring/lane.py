"""A lane: one child process at most, and one job at most; a new job stops the one before.

Each part of a job has its own limit of time.  Shortly before it the child is warned; a child that
does not heed it is ended, and the next part goes to a new one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nonholo.limits import GRACE
from nonholo.memory import usual_megabytes
from nonholo.words.language import ENGLISH, in_language
from nonholo.words.sentence import say

HOME = str(Path(__file__).resolve().parents[2])  # last of all places where modules are looked for
CHILD = (
    f"import sys; sys.path.append({HOME!r}); from nonholo.exploring.worker import main; "
    "main(*sys.argv[1:])"
)
SECONDS = {  # of each part
    "case": 5.0,
    "verdict": 20.0,
    "equations": 20.0,
    "graph": 10.0,
    "motion": 10.0,
    "families": 20.0,
}
STARTING = 60.0  # seconds for a child to be ready
HEEDING = 0.5  # seconds in which a child that is asked to stop may do so
MOST_MEGABYTES = 4096
LONGEST = 2**26  # bytes of an answer: pictures are long
Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Child:
    """A process that answers, and the end of the pipe that it watches."""

    process: asyncio.subprocess.Process
    line: int


class Lane:
    """Jobs one after the other, the last one alone.

    seconds: of each part; language: that it speaks.
    """

    def __init__(self, seconds: Mapping[str, float] = SECONDS, language: str = ENGLISH):
        self.seconds = seconds
        self.megabytes = min(MOST_MEGABYTES, usual_megabytes() // 2)
        self.language = language
        self._child: Child | None = None
        self._doomed = False  # it was killed, and may not know it yet
        self._turn = asyncio.Lock()
        self._latest = 0
        self._busy = False

    async def answers(
        self, question: Mapping[str, Any], parts: Sequence[str]
    ) -> AsyncIterator[Record]:
        """The answers to the parts of a job, as they come; none any more when a later job is there.

        question: as `Question`, without the part; parts: in the order in which they are asked.
        """
        self._latest += 1
        number = self._latest
        await self._stop()
        async with self._turn:
            for part in parts:
                if number != self._latest:
                    return
                told = await self._ask({**question, "part": part})
                if number != self._latest:
                    return
                yield {"part": part} | told
                unread = part == "case" and told["state"] != "done"
                if unread or (part == "verdict" and told["state"] == "refused"):
                    return

    async def warm(self) -> None:
        """A child is there before it is needed."""
        async with self._turn:
            with contextlib.suppress(ChildProcessError, TimeoutError):
                await self._ready()

    async def close(self) -> None:
        """The child is ended."""
        self._latest += 1
        await self._end()

    # ------------------------------------------------------------------------------------- a child
    async def _ask(self, question: Mapping[str, Any]) -> Record:
        seconds = self.seconds[question["part"]]
        try:
            child = await self._ready()
            self._busy = True
            assert child.process.stdin is not None
            child.process.stdin.write(json.dumps({**question, "seconds": seconds}).encode() + b"\n")
            return await asyncio.wait_for(_said(child), seconds + GRACE)
        except TimeoutError:
            await self._end()
            return self._limit(say("the time limit of {seconds:g} s", seconds=seconds))
        except (ChildProcessError, ConnectionError):
            await self._end()
            return self._limit(
                say(
                    "the process ended, as it seems at its {megabytes} MB of memory",
                    megabytes=self.megabytes,
                )
            )
        except asyncio.CancelledError:  # nobody listens any more
            self._kill()
            raise
        finally:
            self._busy = False

    def _limit(self, reason: str) -> Record:
        """As the child would have told it."""
        words = in_language(
            say("limit reached: {reason}; this part is not answered", reason=reason), self.language
        )
        return {"state": "limit", "words": words, "html": f'<p class="aside caution">{words}</p>'}

    async def _stop(self) -> None:
        """Ask the child to leave what it does; end it where it does not heed that."""
        if not self._busy or self._child is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._child.process.send_signal(signal.SIGALRM)
        try:
            await asyncio.wait_for(self._turn.acquire(), HEEDING)
        except TimeoutError:
            self._kill()
        else:
            self._turn.release()

    async def _ready(self) -> Child:
        child = self._child
        if child is not None and child.process.returncode is None and not self._doomed:
            return child
        await self._end()
        self._child = await _started(self.megabytes, self.language)
        try:
            await asyncio.wait_for(_said(self._child), STARTING)
        except BaseException:
            self._kill()
            raise
        return self._child

    def _kill(self) -> None:
        if self._child is not None:
            self._doomed = True
            with contextlib.suppress(ProcessLookupError):
                self._child.process.kill()

    async def _end(self) -> None:
        child, self._child, self._doomed = self._child, None, False
        if child is None:
            return
        with contextlib.suppress(ProcessLookupError):
            child.process.kill()
        await child.process.wait()
        with contextlib.suppress(OSError):
            os.close(child.line)


async def _started(megabytes: int, language: str) -> Child:
    reader, writer = os.pipe()
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # no module of the folder where it is started takes the place of another
            "-c",
            CHILD,
            str(os.getpid()),
            str(reader),
            str(megabytes),
            language,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            pass_fds=(reader,),
            limit=LONGEST,
        )
    except BaseException:
        os.close(writer)
        raise
    finally:
        os.close(reader)
    return Child(process, writer)


async def _said(child: Child) -> Record:
    """The next line of a child.  Raises ChildProcessError where it has ended."""
    assert child.process.stdout is not None
    line = await child.process.stdout.readline()
    if not line.endswith(b"\n"):
        raise ChildProcessError("it has ended")
    record: Record = json.loads(line)
    return record
