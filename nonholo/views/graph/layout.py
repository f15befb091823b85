"""Where the parts of a dependency graph stand: a layered layout, in points, y downwards.

In the manner of Sugiyama, Tagawa and Toda 1981: layers are columns; where an edge passes a column,
and where its label stands, it has a place of its own, so that no line runs through a box or label.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from nonholo.views.graph.formats import edges, shortened
from nonholo.views.graph.labels import SIZE, frame, numbered, typeset, written
from nonholo.words.language import tell

if TYPE_CHECKING:
    from nonholo.findings.arrows import Arrows

SIGNS = 24  # most signs of a coefficient
TOGETHER = 84  # least width of a column with constraints solved together, for these words


@dataclass(eq=False, slots=True)
class Spot:
    """A place in a column: of a box (`node`), of a label (`words`), or where edges pass.

    place: among the nodes; rank: upper things 0, lower things 1; group: what stays together;
    left, right: the next spots on the edges through it; run: how far around x these run level.
    """

    column: int
    width: float = 0.0
    height: float = 4.0
    node: str = ""
    words: str = ""
    place: int = -1
    rank: int = 0
    group: int = 0
    left: list[Spot] = field(default_factory=list)
    right: list[Spot] = field(default_factory=list)
    x: float = 0.0
    y: float = 0.0
    run: float = 0.0


@dataclass(frozen=True, eq=False, slots=True)
class Line:
    """An edge and the spots it runs through, from left to right; `leftward` if its arrow is."""

    data: dict
    source: dict
    spots: tuple[Spot, ...]
    leftward: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes by node, lines, columns from left to right, and the size of it all."""

    boxes: dict[str, Spot]
    lines: list[Line]
    columns: list[list[Spot]]
    width: float
    height: float


def lay_out(graph: Arrows) -> Layout:
    """Places for all boxes, labels and lines."""
    boxes = _boxes(graph)
    lines = _lines(graph, boxes)
    columns = _columns([*boxes.values(), *(s for line in lines for s in line.spots)])
    _untangle(columns)
    _set_heights(columns)
    width = _set_widths(columns)
    height = max((s.y + s.height / 2 for c in columns for s in c), default=0.0)
    return Layout(boxes, lines, columns, width, height)


# -------------------------------------------------------------------------------- boxes and lines


def _boxes(graph: Arrows) -> dict[str, Spot]:
    first = min((data["layer"] for data in graph.nodes.values()), default=0)
    short = numbered(graph)
    boxes = {node: _box(graph, node, data, short) for node, data in graph.nodes.items()}
    for place, (node, box) in enumerate(boxes.items()):
        box.place, box.column = place, 2 * (graph.nodes[node]["layer"] - first)
    return boxes


def _box(graph: Arrows, node: str, data: dict, short: bool) -> Spot:
    kind, words = data["kind"], typeset(graph, data["label"])
    if kind == "equation":
        words = tell("equation for {variable}", variable=typeset(graph, data["variable"]))
    if kind == "constraint":
        words = "" if short else written(graph, data)
    left, lower, right, upper = frame(words, SIZE[kind])
    width = right - left + {"coordinate": 14, "constraint": 46 if words else 34}.get(kind, 22)
    least = {"velocity": (50, 36), "constraint": (34, 36)}.get(kind, (26, 24))
    together = sum(
        kind == d["kind"] and d.get("step") == data.get("step", 0) for d in graph.nodes.values()
    )
    group = data["step"] if kind == "constraint" and together > 1 else 0
    return Spot(
        0,
        max(width, least[0]),
        max(upper - lower + 14, least[1]),
        node,
        words,
        rank=int(kind == "coordinate"),
        group=group,
    )


def _lines(graph: Arrows, boxes: dict[str, Spot]) -> list[Line]:
    """The edges; those of the same source share their way until a label or the target."""
    lines = []
    shared: dict = {}
    for source, target, data in edges(graph, drawn=True):
        u, v = boxes[source], boxes[target]
        a, b = sorted((u, v), key=lambda s: s.column)
        label_column = v.column + (1 if v is a else -1)
        label = _label(graph, data, label_column) if a.column < label_column < b.column else None
        spots = [
            label
            if label and c == label_column
            else shared.setdefault((source, c, u is a), Spot(c))
            for c in range(a.column + 1, b.column)
        ]
        lines.append(Line(data, graph.nodes[source], (a, *spots, b), u is not a))
        for one, other in pairwise(lines[-1].spots):
            if other not in one.right:
                one.right.append(other)
                other.left.append(one)
    for box in boxes.values():
        box.height = max(box.height, 7.0 * max(len(box.left), len(box.right)) + 8)
    return lines


def _label(graph: Arrows, data: dict, column: int) -> Spot | None:
    """The place of a coefficient that says something."""
    words = data.get("coefficient", "")
    if not words or (data["relation"] == "solves for" and words == "1"):
        return None
    words = typeset(graph, shortened(words, SIGNS))
    left, lower, right, upper = frame(words, SIZE["label"])
    return Spot(column, right - left + 10, upper - lower + 6, words=words)


def _columns(spots: Iterable[Spot]) -> list[list[Spot]]:
    columns: dict[int, list[Spot]] = {}
    for spot in dict.fromkeys(spots):
        columns.setdefault(spot.column, []).append(spot)
    return [
        sorted(columns.get(c, []), key=lambda s: s.rank)
        for c in range(max(columns, default=-1) + 1)
    ]


# ------------------------------------------------------------------------------------------ order


def _untangle(columns: list[list[Spot]]) -> None:
    """Order the columns with few crossings; where that leaves a choice, as the graph has them."""
    start = [list(c) for c in columns]
    trials: list[tuple] = []
    for turned in (False, True):
        columns[:] = [sorted(reversed(c) if turned else c, key=lambda s: s.rank) for c in start]
        for turn in range(12):
            _sweep(columns, ahead=turn % 2 == 0)
            cost = _crossings(columns) + _unnatural(columns)
            trials.append((cost, len(trials), [list(c) for c in columns]))
    columns[:] = min(trials)[-1]


def _sweep(columns: list[list[Spot]], ahead: bool) -> None:
    """Sort each column by the means of its neighbours' places, then exchange where that helps."""
    for column in columns:
        _number(column)
    for column in columns if ahead else reversed(columns):
        _sort(column, ahead)
        _number(column)
    for _ in range(8):
        if sum(_exchange(column) for column in columns) == 0:
            break


def _number(column: list[Spot]) -> None:
    for place, spot in enumerate(column):
        spot.y = place


def _sort(column: list[Spot], ahead: bool) -> None:
    """By the neighbours' mean place, groups as a whole."""
    means: dict[Spot, float] = {}
    members: dict[int | Spot, list[float]] = {}
    for spot in column:
        near = spot.left if ahead else spot.right
        means[spot] = sum(s.y for s in near) / len(near) if near else spot.y
        members.setdefault(spot.group or spot, []).append(means[spot])
    whole = {key: sum(values) / len(values) for key, values in members.items()}
    column.sort(key=lambda s: (s.rank, whole[s.group or s], s.group, means[s]))


def _exchange(column: list[Spot]) -> bool:
    """Exchange neighbours with fewer crossings or a better order; whether any were exchanged."""
    done = False
    for i in range(len(column) - 1):
        one, two = column[i : i + 2]
        gain = _crossed(one, two) - _crossed(two, one)
        better = gain > 0 or (gain == 0 and one.place > two.place >= 0)
        if better and (one.rank, one.group) == (two.rank, two.group):
            column[i : i + 2] = [two, one]
            one.y, two.y, done = two.y, one.y, True
    return done


def _crossed(upper: Spot, lower: Spot) -> int:
    return sum(a.y > b.y for a in upper.left for b in lower.left) + sum(
        a.y > b.y for a in upper.right for b in lower.right
    )


def _crossings(columns: list[list[Spot]]) -> int:
    """How many pairs of lines cross between neighbouring columns."""
    count = 0
    for column in columns:
        passed: list[float] = []
        for _, y in sorted((s.y, t.y) for s in column for t in s.right):
            count += len(passed) - bisect_right(passed, y)
            insort(passed, y)
    return count


def _unnatural(columns: list[list[Spot]]) -> int:
    """How many pairs of boxes stand in another order than in the graph."""
    boxes = [[s.place for s in column if s.node] for column in columns]
    return sum(a > b for places in boxes for a, b in combinations(places, 2))


# ----------------------------------------------------------------------------------------- places


def _set_heights(columns: list[list[Spot]]) -> None:
    """Every spot as near to the mean of its neighbours as its column allows."""
    for column in columns:
        for above, spot in pairwise(column):
            spot.y = above.y + _distance(above, spot)
    for turn in range(61):
        for column in columns if turn % 2 == 0 else reversed(columns):
            _settle(column)
    top = min((s.y - s.height / 2 for c in columns for s in c), default=0)
    for column in columns:
        for spot in column:
            spot.y -= top


def _distance(above: Spot, below: Spot) -> float:
    """Between the middles of two spots of a column."""
    boxes = bool(above.node) + bool(below.node)
    apart = 20 if above.group != below.group or above.rank != below.rank else 0
    return (above.height + below.height) / 2 + (6, 10, 14)[boxes] + apart


def _settle(column: list[Spot]) -> None:
    """Least squares of y_i = wanted_i under y_{i+1} - y_i >= distance (pooled violators)."""
    offset, pools = 0.0, []
    for i, spot in enumerate(column):
        offset += _distance(column[i - 1], spot) if i else 0
        links = [(s.y, 1.0 if s.node or spot.node else 6.0) for s in (*spot.left, *spot.right)]
        weight = sum(w for _, w in links) or 0.01
        wanted = sum(y * w for y, w in links) / weight if links else spot.y
        pools.append((wanted - offset, weight, [(spot, offset)]))
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            (y1, w1, members), (y2, w2, more) = pools[-2:]
            pools[-2:] = [((y1 * w1 + y2 * w2) / (w1 + w2), w1 + w2, members + more)]
    for y, _, members in pools:
        for spot, shift in members:
            spot.y = y + shift


def _set_widths(columns: list[list[Spot]]) -> float:
    """The columns' middles, with gaps as wide as the lines between them are steep; the width."""
    x = 0.0
    for column, after in zip(columns, [*columns[1:], []]):
        width = max((max(s.width, TOGETHER * bool(s.group)) for s in column), default=0)
        steep = max((abs(s.y - t.y) for s in column for t in s.right), default=0)
        for spot in column:
            spot.x, spot.run = x + width / 2, width / 2
        x += width + (min(22 + 0.3 * steep, 78) if after else 0)
    return x
