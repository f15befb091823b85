"""The words of a picture of a dependency graph, as they are set and measured."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from nonholo.views.drawing.setting import SERIF_STYLE, set_line
from nonholo.views.graph.formats import LONGEST, equation, mathtext, shortened, variables_of

if TYPE_CHECKING:
    from nonholo.findings.arrows import Arrows

NOTE = 110  # most signs of a constraint
ROOM = {1: 230, 2: 230, 3: 130, 4: 130}  # width of a constraint in its box, by the last layer
SIZE = {
    "velocity": 17,
    "constraint": 13,
    "coordinate": 13,
    "equation": 12,
    "multiplier": 15,
    "label": 12,
}


@lru_cache(4096)
def frame(words: str, size: float) -> tuple[float, float, float, float]:
    """Left, lower, right and upper end of the ink of a text that begins at (0, 0)."""
    return set_line(words, size, SERIF_STYLE).box()


def typeset(graph: Arrows, text: str) -> str:
    """The text as mathtext if it can be read so, else as it stands."""
    return _typeset(text[:LONGEST], variables_of(graph))


def as_math(text: str, names: Sequence[str]) -> str:
    """An expression in these coordinates as mathtext if it can be read so, else as it stands."""
    return _typeset(text[:LONGEST], frozenset(names))


@lru_cache(4096)
def _typeset(text: str, variables: frozenset[str]) -> str:
    math = f"${mathtext(text, variables)}$"
    try:
        frame(math, SIZE["label"])
    except ValueError:
        return plain(text)
    return math


def plain(text: str) -> str:
    """The text as it stands."""
    return "".join(c if c.isprintable() else " " for c in text).replace("$", r"\$")


def written(graph: Arrows, data: dict) -> str:
    """A constraint as an equation, or by its name; a holonomic one takes part with its time
    derivative.
    """
    return _equation(graph, data["label"]) + data.get("holonomic", False) * ", differentiated"


def _equation(graph: Arrows, label: str) -> str:
    if ": " in label:  # the name of a contact, no expression
        return plain(shortened(label, NOTE))
    return typeset(graph, shortened(equation(label), NOTE))


def constraints(graph: Arrows) -> list[tuple[str, dict]]:
    """The nodes of the constraints, by their numbers."""
    nodes = [(n, d) for n, d in graph.nodes.items() if d["kind"] == "constraint"]
    return sorted(nodes, key=lambda pair: int(pair[0].split()[-1]))


def numbered(graph: Arrows) -> bool:
    """Whether the boxes of the constraints have room for numbers only."""
    room = ROOM.get(max((d["layer"] for d in graph.nodes.values()), default=0), 0)
    wide = (frame(written(graph, data), SIZE["constraint"])[2] for _, data in constraints(graph))
    return max(wide, default=0) > room
