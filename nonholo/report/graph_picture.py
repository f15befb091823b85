"""The dependency graph as a picture: independent velocities left, eliminated ones right.

A layered drawing in the manner of Sugiyama, Tagawa and Toda 1981.  Layers are columns; where an
edge passes a column, and where its label stands, it has a place of its own, so that no line runs
through a box or a label.  Lengths are in points, y runs downwards.

matplotlib draws, without its global state.  Text becomes outlines, so that the picture looks the
same everywhere; colours are told apart by colour-blind eyes, and shapes say the same once more.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from itertools import combinations, pairwise

import networkx as nx

from nonholo.errors import NonholoError
from nonholo.report.graph_text import LONGEST, edges, mathtext, shortened

SIGNS, NOTE = 24, 110  # most signs of a coefficient, of a constraint under the picture
ROOM = {1: 230, 2: 230, 3: 130, 4: 130}  # width of a constraint in its box, by the last layer
TOGETHER = 84  # least width of a column with constraints solved together, for these words
SIZE = {"velocity": 17, "constraint": 13, "coordinate": 13, "equation": 12, "multiplier": 15,
        "label": 12}
INK, QUIET, PAPER, FAINT = "#1c1e22", "#5f6167", "#ffffff", "#a6a7ab"
BLUE, ORANGE, PURPLE, AMBER, GREY = "#0072b2", "#c2500a", "#8c4a78", "#8a6400", "#8c8c8c"
FILL = {BLUE: "#dbeaf6", ORANGE: "#fce4d4", PURPLE: "#f6ebf2", AMBER: "#fdf2cf", INK: PAPER}
DULL, DOTS = "#ededea", 30_000  # the most dots a PNG has in a row
BOXES = {  # kind and role: colour, meaning in the legend
    ("velocity", "independent"): (BLUE, "independent velocity"),
    ("velocity", "dependent"): (ORANGE, "eliminated velocity"),
    ("velocity", "time"): (QUIET, "rate of time"),
    ("constraint", "independent"): (INK, "constraint"),
    ("constraint", "redundant"): (GREY, "redundant constraint"),
    ("coordinate", ""): (GREY, "coordinate"),
    ("equation", ""): (PURPLE, "equation of motion"),
    ("multiplier", ""): (AMBER, "multiplier"),
}
LINES = {  # relation: width, dashes, meaning
    "used in": (1.3, "solid", "used in, with this coefficient"),
    "solves for": (2.1, "solid", "solved for"),
    "drives": (2.1, "solid", "drives, with this inertia"),
    "occurs in": (0.9, "solid", "occurs in"),
    "implies": (1.3, (0, (4, 2.5)), "implies, with this factor"),
    "reaction": (1.3, (0, (1, 2)), "has the reaction"),
}


def picture(graph: nx.DiGraph, format: str = "svg") -> bytes:
    """The picture as an SVG or PNG file; the same graph gives the same bytes.

    >>> picture(nx.DiGraph(), "gif")
    Traceback (most recent call last):
    nonholo.errors.NonholoError: a picture is svg or png, not gif
    """
    if format not in ("svg", "png"):
        raise NonholoError(f"a picture is svg or png, not {format}")
    layout, sheet = lay_out(graph), Sheet()
    for line in layout.lines:
        _draw_line(sheet, line)
    for column in layout.columns:
        _draw_bands(sheet, column)
    for node, spot in layout.boxes.items():
        _draw_box(sheet, spot, graph.nodes[node])
    _draw_notes(sheet, graph, layout)
    _draw_legend(sheet, graph, layout)
    return sheet.file(format)


class Sheet:
    """Paper to draw on, x to the right, y down; it grows with what is drawn."""

    def __init__(self):
        self.patches, self.texts, self.width, self.height = [], [], 0.0, 0.0

    def add(self, shape, order: float, **look) -> None:
        """A shape; what has a higher order lies on top."""
        from matplotlib.patches import PathPatch

        look = {"facecolor": "none", "edgecolor": "none"} | look
        self.patches.append(PathPatch(shape, zorder=order, **look))
        box = shape.get_extents()
        self.width, self.height = max(self.width, box.x1), max(self.height, box.y1)

    def curve(self, points: Sequence[tuple[float, float]], **look) -> None:
        """A line through points, each piece leaving and arriving level."""
        from matplotlib.path import Path

        vertices, codes = [points[0]], [Path.MOVETO]
        for (x0, y0), (x1, y1) in pairwise(points):
            middle = (x0 + x1) / 2
            vertices += [(middle, y0), (middle, y1), (x1, y1)]
            codes += [Path.CURVE4] * 3
        self.add(Path(vertices, codes), 1, **look)

    def head(self, x: float, y: float, way: int, size: float, colour: str) -> None:
        """An arrow head with its tip at (x, y), to the right (way 1) or left (-1)."""
        from matplotlib.path import Path

        tail = x - way * size
        points = [(x, y), (tail, y - size / 2.2), (tail, y + size / 2.2), (x, y)]
        self.add(Path(points, closed=True), 1.5, facecolor=colour)

    def box(self, x: float, y: float, width: float, height: float, radius: float,
            order: float = 3, **look) -> None:
        """A rounded box around (x, y)."""
        from matplotlib.patches import BoxStyle

        style = BoxStyle("round", pad=0, rounding_size=min(radius, width / 2, height / 2))
        self.add(style(x - width / 2, y - height / 2, width, height, 1), order, **look)

    def disc(self, x: float, y: float, words: str, colour: str) -> None:
        """A number in a disc."""
        from matplotlib.path import Path

        self.add(Path.circle((x, y), 8.5), 4, facecolor=colour)
        self.text(x, y, words, 11, PAPER)

    def text(self, x: float, y: float, words: str, size: float, colour: str = INK,
             align: float = 0.5) -> float:
        """Text with its ink vertically in the middle; align 0 begins at x, 0.5 is centred."""
        left, lower, right, upper = frame(words, size)
        start = x - align * (right - left)
        look = {"font": font(), "size": size, "color": colour, "zorder": 5}
        self.texts.append((start - left, y + (lower + upper) / 2, words, look))
        self.width = max(self.width, start + right - left)
        self.height = max(self.height, y + (upper - lower) / 2)
        return right - left

    def file(self, format: str) -> bytes:
        """All of it on white paper with round corners."""
        from matplotlib import rc_context
        from matplotlib.figure import Figure

        margin, out = 16, BytesIO()
        width, height = self.width + 2 * margin, self.height + 2 * margin
        self.box(self.width / 2, self.height / 2, width, height, 12, order=0, facecolor=PAPER)
        with rc_context({"svg.hashsalt": "nonholo", "svg.fonttype": "path"}):
            figure = Figure(figsize=(width / 72, height / 72), facecolor="none")
            axes = figure.add_axes((0, 0, 1, 1), xlim=(-margin, self.width + margin),
                                   ylim=(self.height + margin, -margin))
            axes.axis("off")
            for patch in self.patches:
                axes.add_patch(patch)
            for x, y, words, look in self.texts:
                axes.text(x, y, words, **look)
            silent = {"Date": None, "Creator": None} if format == "svg" else {"Software": None}
            dots = min(160.0, 72 * DOTS / max(width, height))
            figure.savefig(out, format=format, dpi=dots, metadata=silent)
        return out.getvalue()


# ------------------------------------------------------------------------------------------ parts


def _colour(data: dict) -> str:
    """The colour of a node."""
    kind = data["kind"]
    return BOXES.get((kind, data["role"]), BOXES.get((kind, ""), (INK, "")))[0]


def _shade(relation: str, source: dict) -> str:
    """The colour of an edge: that of its source, but eliminations in the colour of their result."""
    fixed = {"occurs in": FAINT, "implies": GREY, "reaction": AMBER}
    if relation in fixed:
        return fixed[relation]
    return ORANGE if source["kind"] == "constraint" else _colour(source)


def _draw_line(sheet: Sheet, line: Line) -> None:
    relation = line.data["relation"]
    width, dashes, _ = LINES[relation]
    width = 1.3 if line.data.get("matched") is False else width
    colour, size = _shade(relation, line.source), 8.5 if width > 2 else 6.5
    first, *passing, last = line.spots
    start = (first.x + first.width / 2, _port(first, first.right, line.spots[1]))
    stop = (last.x - last.width / 2, _port(last, last.left, line.spots[-2]))
    level = [(s.x + way * s.run, s.y) for s in passing if s.run for way in (-1, 1)]
    points = [start, (first.x + first.run + 3, start[1]), *level,
              (last.x - last.run - 10, stop[1]), stop]
    tip, way = (start, -1) if line.leftward else (stop, 1)
    points[0 if line.leftward else -1] = (tip[0] - way * size * 0.8, tip[1])
    sheet.curve(points, edgecolor=colour, linewidth=width, linestyle=dashes)
    sheet.head(*tip, way, size, colour)
    for spot in passing:
        if spot.words:
            sheet.box(spot.x, spot.y, spot.width - 2, spot.height, 4, order=2, facecolor=PAPER)
            sheet.text(spot.x, spot.y, spot.words, SIZE["label"], colour)


def _port(box: Spot, side: Sequence[Spot], neighbour: Spot) -> float:
    """Where on the side of its box a line ends: spread in the order of the neighbours."""
    order = sorted(side, key=lambda s: s.y)
    step = min(9.0, (box.height - 10) / max(len(order) - 1, 1))
    return box.y + (order.index(neighbour) - (len(order) - 1) / 2) * step


def _draw_bands(sheet: Sheet, column: list[Spot]) -> None:
    """A ground behind constraints that are solved together."""
    for group in sorted({s.group for s in column} - {0}):
        members = [s for s in column if s.group == group]
        top, bottom = members[0].y - members[0].height / 2, members[-1].y + members[-1].height / 2
        sheet.box(members[0].x, (top + bottom) / 2, max(s.width for s in members) + 14,
                  bottom - top + 14, 10, order=0.5, facecolor="#eae8e1")
        sheet.text(members[0].x, bottom + 14, "solved together", 9.5, QUIET)


def _draw_box(sheet: Sheet, spot: Spot, data: dict) -> None:
    kind, colour = data["kind"], _colour(data)
    dashed = data["role"] in ("redundant", "time")
    radius = {"velocity": 40, "coordinate": 40, "constraint": 6}.get(kind, 3)
    sheet.box(spot.x, spot.y, spot.width, spot.height, radius, facecolor=FILL.get(colour, DULL),
              edgecolor="none" if kind == "coordinate" else colour, linewidth=1.5,
              linestyle=LINES["implies"][1] if dashed else "solid")
    shift = 0.0
    if kind == "constraint" and spot.node:
        shift = 12.0 if spot.words else 0.0
        left = spot.x - spot.width / 2 + 17 if spot.words else spot.x
        sheet.disc(left, spot.y, spot.node.split()[-1], colour)
    ink = QUIET if colour == GREY else INK
    if spot.words:
        sheet.text(spot.x + shift, spot.y, spot.words, SIZE[kind], ink)


# ------------------------------------------------------------------------------- under the picture


def _draw_notes(sheet: Sheet, graph: nx.DiGraph, layout: Layout) -> None:
    """Constraints for which the boxes had no room, and a sentence on the rank."""
    rows = [(node, data, written(graph, data)) for node, data in constraints(graph)]
    rows = rows if numbered(graph) else []
    wide = 60 + max((frame(words, 12.5)[2] for *_, words in rows), default=0)
    deep = -(-len(rows) // max(1, int((max(layout.width, 400) + 30) // wide)))
    top = max(sheet.height, layout.height) + 28
    for i, (node, data, words) in enumerate(rows):
        x, y = wide * (i // deep), top + 25 * (i % deep)
        sheet.disc(x + 9, y, node.split()[-1], _colour(data))
        sheet.text(x + 26, y, words, 12.5, INK, align=0)
    if redundancy := _redundancy(graph):
        sheet.text(0, top + 25 * deep, redundancy, 11.5, INK, align=0)
        sheet.height = top + 25 * deep + 6


def _redundancy(graph: nx.DiGraph) -> str:
    """Both ranks in words, if constraints are redundant."""
    rows = [data["role"] for _, data in constraints(graph)]
    if "redundant" not in rows:
        return ""
    rank, allowed = len(rows) - rows.count("redundant"), graph.graph.get("structural_rank", "?")
    return (f"{len(rows)} constraints, rank {rank} (structural rank {allowed}: what the places of "
            "their entries alone would allow)")


def _draw_legend(sheet: Sheet, graph: nx.DiGraph, layout: Layout) -> None:
    """What shapes and lines mean, as far as they occur."""
    x, y, width = 0.0, max(sheet.height, layout.height) + 26, max(layout.width, 400)
    for draw, words in [*_box_samples(graph), *_line_samples(graph)]:
        span = 36 + frame(words, 10.5)[2]
        if x and x + span > width:
            x, y = 0.0, y + 20
        draw(sheet, x, y)
        sheet.text(x + 32, y, words, 10.5, QUIET, align=0)
        x += span + 20
        sheet.height = max(sheet.height, y + 6)


def _box_samples(graph: nx.DiGraph) -> Iterator:
    looks = {(d["kind"], d["role"]) for d in graph.nodes.values()}
    for (kind, role), (_, words) in BOXES.items():
        if any(k == kind and (not role or r == role) for k, r in looks):
            data = {"kind": kind, "role": role}

            def draw(sheet, x, y, data=data):
                _draw_box(sheet, Spot(0, 24, 13, x=x + 12, y=y), data)

            yield draw, words


def _line_samples(graph: nx.DiGraph) -> Iterator:
    present: dict[str, dict] = {}
    for source, _, data in graph.edges(data=True):
        present.setdefault(data["relation"], graph.nodes[source])
    for relation, (width, dashes, words) in LINES.items():
        if relation in present:
            colour = _shade(relation, present[relation])

            def draw(sheet, x, y, colour=colour, width=width, dashes=dashes):
                sheet.curve([(x, y), (x + 20, y)], edgecolor=colour, linewidth=width,
                            linestyle=dashes)
                sheet.head(x + 26, y, 1, 6.5, colour)

            yield draw, words


# ========================================================================================== layout


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


def lay_out(graph: nx.DiGraph) -> Layout:
    """Places for all boxes, labels and lines."""
    boxes = _boxes(graph)
    lines = _lines(graph, boxes)
    columns = _columns([*boxes.values(), *(s for line in lines for s in line.spots)])
    _untangle(columns)
    _set_heights(columns)
    width = _set_widths(columns)
    height = max((s.y + s.height / 2 for c in columns for s in c), default=0.0)
    return Layout(boxes, lines, columns, width, height)


# ------------------------------------------------------------------------------------------ words


def font():
    """The typeface of everything; it comes with matplotlib."""
    from matplotlib.font_manager import FontProperties

    return FontProperties(family=["STIXGeneral", "DejaVu Sans"], math_fontfamily="stix")


@lru_cache(4096)
def frame(words: str, size: float) -> tuple[float, float, float, float]:
    """Left, lower, right and upper end of the ink of a text that begins at (0, 0)."""
    from matplotlib.textpath import TextPath

    if not words.strip():
        return (0.0, 0.0, 0.0, 0.0)
    ink = TextPath((0, 0), words, size=size, prop=font()).get_extents()
    return float(ink.x0), float(ink.y0), float(ink.x1), float(ink.y1)


def typeset(graph: nx.DiGraph, text: str) -> str:
    """The text as mathtext if it can be read so, else as it stands."""
    variables = frozenset(d["variable"] for d in graph.nodes.values() if "variable" in d)
    return _typeset(text[:LONGEST], variables)


@lru_cache(4096)
def _typeset(text: str, variables: frozenset[str]) -> str:
    math = f"${mathtext(text, variables)}$"
    try:
        frame(math, SIZE["label"])
    except ValueError:
        return "".join(c if c.isprintable() else " " for c in text).replace("$", r"\$")
    return math


def written(graph: nx.DiGraph, data: dict) -> str:
    """A constraint as an equation; a holonomic one takes part with its time derivative."""
    label = data["label"] if "=" in data["label"] else f"{data['label']} = 0"
    return typeset(graph, shortened(label, NOTE)) + data.get("holonomic", False) * " differentiated"


def constraints(graph: nx.DiGraph) -> list[tuple[str, dict]]:
    """The nodes of the constraints, by their numbers."""
    found = [(n, d) for n, d in graph.nodes.items() if d["kind"] == "constraint"]
    return sorted(found, key=lambda pair: int(pair[0].split()[-1]))


def numbered(graph: nx.DiGraph) -> bool:
    """Whether the boxes of the constraints have room for numbers only."""
    room = ROOM.get(max((d["layer"] for d in graph.nodes.values()), default=0), 0)
    wide = (frame(written(graph, data), SIZE["constraint"])[2] for _, data in constraints(graph))
    return max(wide, default=0) > room


# -------------------------------------------------------------------------------- boxes and lines


def _boxes(graph: nx.DiGraph) -> dict[str, Spot]:
    first = min((data["layer"] for data in graph.nodes.values()), default=0)
    short = numbered(graph)
    boxes = {node: _box(graph, node, data, short) for node, data in graph.nodes.items()}
    for place, (node, box) in enumerate(boxes.items()):
        box.place, box.column = place, 2 * (graph.nodes[node]["layer"] - first)
    return boxes


def _box(graph: nx.DiGraph, node: str, data: dict, short: bool) -> Spot:
    kind, words = data["kind"], typeset(graph, data["label"])
    if kind == "equation":
        words = f"equation for {typeset(graph, data['variable'])}"
    if kind == "constraint":
        words = "" if short else written(graph, data)
    left, lower, right, upper = frame(words, SIZE[kind])
    width = right - left + {"coordinate": 14, "constraint": 46 if words else 34}.get(kind, 22)
    least = {"velocity": (50, 36), "constraint": (34, 36)}.get(kind, (26, 24))
    together = sum(kind == d["kind"] and d.get("step") == data.get("step", 0)
                   for d in graph.nodes.values())
    group = data["step"] if kind == "constraint" and together > 1 else 0
    return Spot(0, max(width, least[0]), max(upper - lower + 14, least[1]), node, words,
                rank=int(kind == "coordinate"), group=group)


def _lines(graph: nx.DiGraph, boxes: dict[str, Spot]) -> list[Line]:
    """The edges; those of the same source share their way until a label or the target."""
    lines, shared = [], {}
    for source, target, data in edges(graph):
        u, v = boxes[source], boxes[target]
        a, b = sorted((u, v), key=lambda s: s.column)
        own = v.column + (1 if v is a else -1)
        label = _label(graph, data, own) if a.column < own < b.column else None
        spots = [label if label and c == own else shared.setdefault((source, c, u is a), Spot(c))
                 for c in range(a.column + 1, b.column)]
        lines.append(Line(data, graph.nodes[source], (a, *spots, b), u is not a))
        for one, other in pairwise(lines[-1].spots):
            if other not in one.right:
                one.right.append(other)
                other.left.append(one)
    for box in boxes.values():
        box.height = max(box.height, 7.0 * max(len(box.left), len(box.right)) + 8)
    return lines


def _label(graph: nx.DiGraph, data: dict, column: int) -> Spot | None:
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
    return [sorted(columns.get(c, []), key=lambda s: s.rank)
            for c in range(max(columns, default=-1) + 1)]


# ------------------------------------------------------------------------------------------ order


def _untangle(columns: list[list[Spot]]) -> None:
    """Order the columns with few crossings; where that leaves a choice, as the graph has them."""
    start, found = [list(c) for c in columns], []
    for turned in (False, True):
        columns[:] = [sorted(reversed(c) if turned else c, key=lambda s: s.rank) for c in start]
        for turn in range(12):
            _sweep(columns, ahead=turn % 2 == 0)
            cost = _crossings(columns) + _unnatural(columns)
            found.append((cost, len(found), [list(c) for c in columns]))
    columns[:] = min(found)[-1]


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
        a.y > b.y for a in upper.right for b in lower.right)


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
