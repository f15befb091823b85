"""The dependency graph as a picture: independent velocities left, eliminated ones right.

A layered drawing in the manner of Sugiyama, Tagawa and Toda 1981.  Layers are columns; where an edge
passes a column, and where its label stands, it has a place of its own, so that no line runs through
a box or a label.  Lengths are in points.  matplotlib draws, without its global state; text becomes
outlines, so that the picture looks the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise

import networkx as nx

from nonholo.errors import NonholoError
from nonholo.report.graph_text import LONGEST, edges, mathtext, shortened

COEFFICIENT, ROOMY, CRAMPED, WHOLE = 24, 36, 22, 100  # most signs of a label, of a constraint
INK, QUIET, PAPER = "#1c1e22", "#66686e", "#ffffff"
BLUE, ORANGE, PURPLE, AMBER, GREY = "#0072b2", "#c2500a", "#8c4a78", "#8a6400", "#8c8c8c"
FILL = {BLUE: "#dbeaf6", ORANGE: "#fce4d4", PURPLE: "#f6ebf2", AMBER: "#fdf2cf", GREY: "#f3f3f1",
        INK: PAPER}
SIZE = {"velocity": 17, "constraint": 13, "coordinate": 13, "equation": 12, "multiplier": 15}
DASHED, DOTTED = (0, (4, 2.5)), (0, (1, 2))


# ----------------------------------------------------------------------------------------- layout


@dataclass(eq=False, slots=True)
class Spot:
    """A place in a column: of a box (`node`), of a label (`words`), or where an edge passes.

    right, left: the next spots on the edges through it; rank: upper things 0, lower things 1;
    group: what stays together.
    """

    column: int
    width: float = 0.0
    height: float = 4.0
    node: str = ""
    words: str = ""
    rank: int = 0
    group: int = 0
    left: list[Spot] = field(default_factory=list)
    right: list[Spot] = field(default_factory=list)
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True, eq=False, slots=True)
class Line:
    """An edge and the spots it runs through, from left to right; `leftward` if its arrow is."""

    data: dict
    source: dict
    spots: tuple[Spot, ...]
    leftward: bool


def _boxes(graph: nx.DiGraph) -> dict[str, Spot]:
    first = min((data["layer"] for data in graph.nodes.values()), default=0)
    most = _room(graph)
    return {node: _box(graph, node, data, 2 * (data["layer"] - first), most)
            for node, data in graph.nodes.items()}


def _room(graph: nx.DiGraph) -> int:
    """Signs that a constraint may have in its box: less if there are many columns."""
    return ROOMY if max((d["layer"] for d in graph.nodes.values()), default=0) <= 2 else CRAMPED


def _box(graph: nx.DiGraph, node: str, data: dict, column: int, most: int) -> Spot:
    words, kind = _words(graph, data, most), data["kind"]
    width, height = _extent(words, SIZE[kind])
    ports = max(graph.in_degree(node), graph.out_degree(node))
    if kind == "constraint":
        width += 24
    least = {"velocity": (46, 32), "constraint": (40, 30)}.get(kind, (28, 24))
    coupled = kind == "constraint" and sum(
        kind == d["kind"] and d.get("step") == data.get("step") for d in graph.nodes.values()) > 1
    return Spot(column, max(width + 20, least[0]), max(height + 14, least[1], 7 * ports + 8), node,
                words, int(kind == "coordinate"), data["step"] if coupled else 0)


def _words(graph: nx.DiGraph, data: dict, most: int) -> str:
    label = data["label"]
    if data["kind"] == "constraint":
        label = shortened(label if "=" in label else f"{label} = 0", most)
    if data["kind"] == "equation":
        return f"equation for {_math(graph, data['variable'])}"
    return _math(graph, label)


def _math(graph: nx.DiGraph, text: str) -> str:
    """The text typeset if it can be, else as it stands."""
    from matplotlib.mathtext import MathTextParser

    variables = frozenset(d["variable"] for d in graph.nodes.values() if "variable" in d)
    typeset = f"${mathtext(text[:LONGEST], variables)}$"
    try:
        MathTextParser("path").parse(typeset)
    except ValueError:
        return text.replace("$", r"\$")
    return typeset


def _lines(graph: nx.DiGraph, boxes: dict[str, Spot]) -> list[Line]:
    lines = []
    for source, target, data in edges(graph):
        u, v = boxes[source], boxes[target]
        a, b = sorted((u, v), key=lambda s: s.column)
        passing = [Spot(c) for c in range(a.column + 1, b.column)]
        shown = data.get("coefficient") and not (data["relation"] == "solves for"
                                                 and data["coefficient"] == "1")
        if shown and passing:
            label = passing[-1] if u is a else passing[0]
            label.words = _math(graph, shortened(data["coefficient"], COEFFICIENT))
            width, height = _extent(label.words, 12)
            label.width, label.height = width + 10, height + 6
        lines.append(Line(data, graph.nodes[source], (a, *passing, b), u is not a))
        for one, other in pairwise(lines[-1].spots):
            one.right.append(other)
            other.left.append(one)
    return lines


def _columns(spots: Iterable[Spot]) -> list[list[Spot]]:
    columns: dict[int, list[Spot]] = {}
    for spot in spots:
        columns.setdefault(spot.column, []).append(spot)
    for column in columns.values():
        column.sort(key=lambda s: s.rank)
    return [columns.get(c, []) for c in range(max(columns, default=-1) + 1)]


def _untangle(columns: list[list[Spot]]) -> None:
    """Reorder the columns by the means of their neighbours' places, as long as crossings vanish."""
    best, fewest = [list(c) for c in columns], _crossings(columns)
    for turn in range(24):
        side = "left" if turn % 2 == 0 else "right"
        for column in columns if side == "left" else reversed(columns):
            _sort(column, side)
        if (count := _crossings(columns)) < fewest:
            best, fewest = [list(c) for c in columns], count
        place(columns)
    for column, order in zip(columns, best):
        column[:] = order
