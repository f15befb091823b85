"""The case of bare constraints, as on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from nonholo.errors import BadCase, BadExpression, Place, option
from nonholo.readers.bare import Bare, read_bare
from nonholo.readers.build import build
from nonholo.readers.case import Case
from nonholo.readers.draft import Draft
from nonholo.readers.functions import Function
from nonholo.readers.name_list import name_list
from nonholo.words.sentence import say


def case_from_constraints(
    texts: str | Sequence[str], also: str | Sequence[str] = (), constants: str | Sequence[str] = ()
) -> Case:
    """The case of bare constraints, as on the command line.

    Coordinates are the names that have a velocity or a differential, those in `also`, and by
    convention x, y, z, theta, phi, psi; every other name, and those in `constants`, are parameters.

    >>> case_from_constraints(["dz = y dx"]).system.chart.names
    ('z', 'x', 'y')
    """
    texts = (texts,) if isinstance(texts, str) else tuple(texts)
    names = name_list(also, "also"), name_list(constants, "constants")
    with suppress(BadCase, BadExpression):  # the long way below says what is wrong, in its words
        return _bare(read_bare(texts, *names, hasty=True))
    return _bare(read_bare(texts, *names))


def _bare(bare: Bare) -> Case:
    draft = Draft(
        bare.coordinates,
        dict.fromkeys(bare.parameters),
        constraints=bare.texts,
        functions={name: Function(slots) for name, slots in bare.functions.items()},
        name=_title(bare.texts),
        place=_on_command_line,
    )
    return replace(build(draft), bare=bare)


def _on_command_line(key: str, text: str = "") -> Place:
    return Place(option(say("command line"), ""), key)


def _title(texts: Sequence[str]) -> str:
    """A name for bare constraints: all of them if they are few and short."""
    whole = "; ".join(texts)
    first = texts[0] if len(texts[0]) <= 80 else texts[0][:80] + "..."
    return whole if len(whole) <= 200 else f"{first} ({len(texts)} constraints)"
