"""All that is wrong in one text, not the first alone: what is wrong is repaired as its complaint
advises, and the text is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from nonholo.errors import BadExpression, NonholoError, Place
from nonholo.readers.from_latex import from_latex
from nonholo.readers.places import complaint
from nonholo.readers.tokens import NOWHERE, Source
from nonholo.words.sentence import say, together

MOST = 20  # complaints of one text


def all_wrong(
    text: str, read: Callable[[str], Any], place: Place = NOWHERE
) -> Iterator[BadExpression]:
    """The complaints of a text, from the first on; none of a text that is right.

    text: what somebody typed; read: reads a text that stands nowhere, and raises BadExpression for
    what is wrong first; place: where `text` stands.  Behind a repair that is a guess only what can
    be repaired is told.  Where all repairs of several are certain, the last has the whole text.

    >>> from nonholo.readers.parser import parse_expression
    >>> for each in all_wrong("2 sin x − cos y", parse_expression):
    ...     print(each.place.column, each.hint)
    3 sin(...)
    9 the minus sign - of the keyboard
    11 cos(...); all of it: 2 sin(x) - cos(y)
    """
    source, repaired = Source(text, place), text
    origin = list(range(len(text) + 1))  # where each character of the repaired text came from
    complained: list[tuple[int, BadExpression]] = []
    certain = True
    while len(complained) < MOST and (error := _wrong(repaired, read)):
        mended = error.repair
        if complained and not (mended or certain):
            break
        complained.append((origin[_offset(repaired, error.place)], error))
        if mended is None:
            certain = False
            break
        certain &= mended.certain
        repaired = repaired[: mended.start] + mended.text + repaired[mended.end :]
        origin[mended.start : mended.end] = [origin[mended.start]] * len(mended.text)
    complained.sort(key=lambda each: each[0])
    for at, error in complained:
        hint = error.hint
        if (
            certain
            and len(complained) > 1
            and error is complained[-1][1]
            and len(complained) < MOST
        ):
            hint = _with_all(hint, repaired)
        elif error is complained[-1][1] and "\\" in text and (plain := from_latex(text)):
            hint = _with_all(hint, plain)
        yield complaint(error.message, source.spot(at), hint)


def _with_all(hint: str, whole: str) -> str:
    return together((hint, "; " if hint else "", say("all of it: {text}", text=whole)))


def _wrong(text: str, read: Callable[[str], Any]) -> BadExpression | None:
    try:
        read(text)
    except BadExpression as error:
        return error
    except NonholoError:  # of what the text means
        return None
    return None


def _offset(text: str, place: Place) -> int:
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: place.line - 1]) + place.column - 1
