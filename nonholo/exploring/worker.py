"""The process that answers: it reads questions, a line of JSON each, and writes their answers.

It is confined in memory, warned when the time of a part is up, ends with the process that started
it, and what it is asked to stop (a later question has come) it leaves where it is."""

from __future__ import annotations

import json
import signal
import sys
from typing import Any

from nonholo.ends import end_with
from nonholo.errors import TimeUp, said
from nonholo.exploring.parts import Answer, Asked, Question, answered, stopped
from nonholo.expression.steady import collect_seldom
from nonholo.limits import confine, divert_c_output, warned_after
from nonholo.words.language import ENGLISH, speaking
from nonholo.words.sentence import say


def main(parent: str, line: str, megabytes: str, language: str = ENGLISH) -> None:
    """Answer until there are no more questions.

    parent: the number of the process that asks; line: of a pipe that is closed when that ends;
    megabytes: of memory; language: that is spoken.
    """
    end_with(int(parent), int(line))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal: who asks is the one to answer
    confine(int(megabytes) * 2**20)
    divert_c_output()
    collect_seldom()
    _tell({"ready": True})
    asked: Asked | None = None
    while True:
        try:
            text = sys.stdin.readline()
            if not text:
                return
            with speaking(language):
                asked = _answer(json.loads(text), asked)
        except TimeUp:  # of a question that is answered already
            continue


def _answer(given: dict[str, Any], asked: Asked | None) -> Asked | None:
    seconds = given.pop("seconds")
    try:
        with warned_after(seconds):
            told, asked = answered(Question(**given), asked)
    except TimeUp as reason:
        told = stopped(said(reason))
    except MemoryError:
        told, asked = stopped(say("the memory limit")), None
    except Exception as error:
        told, asked = _fault(error), None
    _tell(told)
    return asked


def _fault(error: Exception) -> Answer:
    """A fault of the package is told as one, never as an answer."""
    return stopped(
        say(
            "internal error ({kind}: {error}); this is a fault of nonholo: please report it with "
            "the case",
            kind=type(error).__name__,
            error=str(error),
        )
    )


def _tell(told: Answer) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()
