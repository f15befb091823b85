"""The dependency graph as a picture: independent velocities left, eliminated ones right.

A layered drawing in the manner of Sugiyama, Tagawa and Toda 1981.  Layers are columns; where an edge
passes a column, and where its label stands, it has a place of its own, so that no line runs through
a box or a label.  Lengths are in points.  matplotlib draws, without its global state; text becomes
outlines, so that the picture looks the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from itertools import combinations, pairwise

import networkx as nx

from nonholo.errors import NonholoError
from nonholo.report.graph_text import LONGEST, edges, mathtext, shortened

SIGNS, NOTE = 24, 110  # most signs of a coefficient, of a constraint under the picture
ROOMY, CRAMPED = 230, 130  # width of a constraint in its box: with few columns, with many
INK, QUIET, PAPER = "#1c1e22", "#66686e", "#ffffff"
BLUE, ORANGE, PURPLE, AMBER, GREY = "#0072b2", "#c2500a", "#8c4a78", "#8a6400", "#8c8c8c"
FILL = {BLUE: "#dbeaf6", ORANGE: "#fce4d4", PURPLE: "#f6ebf2", AMBER: "#fdf2cf", GREY: "#f3f3f1",
        INK: PAPER}
SIZE = {"velocity": 17, "constraint": 13, "coordinate": 13, "equation": 12, "multiplier": 15,
        "label": 12}
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
    reach: float = 0.0


@dataclass(frozen=True, eq=False, slots=True)
class Line:
    """An edge and the spots it runs through, from left to right; `leftward` if its arrow is."""

    data: dict
    source: dict
    spots: tuple[Spot, ...]
    leftward: bool


def _boxes(graph: nx.DiGraph) -> dict[str, Spot]:
    first = min((data["layer"] for data in graph.nodes.values()), default=0)
    numbered = _numbered(graph)
    return {node: _box(graph, node, data, 2 * (data["layer"] - first), numbered)
            for node, data in graph.nodes.items()}


def _box(graph: nx.DiGraph, node: str, data: dict, column: int, numbered: bool) -> Spot:
    kind, words = data["kind"], _math(graph, data["label"])
    if kind == "equation":
        words = f"equation for {_math(graph, data['variable'])}"
    if kind == "constraint":
        words = "" if numbered else _written(graph, data)
    width, height = _extent(words, SIZE[kind]) if words else (-12, 0)
    width += {"coordinate": 14, "constraint": 46}.get(kind, 22)
    least = {"velocity": (50, 36), "constraint": (34, 36)}.get(kind, (26, 24))
    coupled = kind == "constraint" and sum(
        kind == d["kind"] and d.get("step") == data.get("step") for d in graph.nodes.values()) > 1
    return Spot(column, max(width, least[0]), max(height + 14, least[1]), node, words,
                int(kind == "coordinate"), data["step"] if coupled else 0)


def _constraints(graph: nx.DiGraph) -> list[tuple[str, dict]]:
    found = [(n, d) for n, d in graph.nodes.items() if d["kind"] == "constraint"]
    return sorted(found, key=lambda pair: int(pair[0].split()[-1]))


def _numbered(graph: nx.DiGraph) -> bool:
    """Whether the boxes of the constraints have room for numbers only."""
    room = ROOMY if max((d["layer"] for d in graph.nodes.values()), default=0) <= 2 else CRAMPED
    return any(len(data["label"]) > NOTE or _extent(_written(graph, data), SIZE["constraint"])[0] > room
               for _, data in _constraints(graph))


def _written(graph: nx.DiGraph, data: dict) -> str:
    """A constraint as an equation."""
    label = data["label"] if "=" in data["label"] else f"{data['label']} = 0"
    return _math(graph, shortened(label, NOTE))


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
    """The edges; those of the same source share their way until the first label or target."""
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
    return lines


def _label(graph: nx.DiGraph, data: dict, column: int) -> Spot | None:
    """The place of a coefficient that says something."""
    words = data.get("coefficient", "")
    if not words or (data["relation"] == "solves for" and words == "1"):
        return None
    words = _math(graph, shortened(words, SIGNS))
    width, height = _extent(words, SIZE["label"])
    return Spot(column, width + 10, height + 6, words=words)


def _columns(spots: Iterable[Spot]) -> list[list[Spot]]:
    columns: dict[int, list[Spot]] = {}
    for spot in dict.fromkeys(spots):
        columns.setdefault(spot.column, []).append(spot)
    for column in columns.values():
        column.sort(key=lambda s: s.rank)
    return [columns.get(c, []) for c in range(max(columns, default=-1) + 1)]


def _untangle(columns: list[list[Spot]]) -> None:
    """Order each column by the means of its neighbours' places, and keep the least crossed order."""
    best, fewest = [list(c) for c in columns], _crossings(columns)
    for turn in range(24):
        ahead = turn % 2 == 0
        for column in columns if ahead else reversed(columns):
            _sort(column, ahead)
            _number(column)
        if (count := _crossings(columns)) < fewest:
            best, fewest = [list(c) for c in columns], count
    columns[:] = best
    for column in columns:
        _number(column)
    while any([_swap(column) for column in columns]):
        pass


def _swap(column: list[Spot]) -> bool:
    """Exchange neighbours where that takes crossings away; whether anything was exchanged."""
    done = False
    for i, (one, two) in enumerate(pairwise(list(column))):
        one = column[i]
        if (one.rank, one.group) == (two.rank, two.group) and _crossed(one, two) > _crossed(two, one):
            column[i : i + 2] = [two, one]
            one.y, two.y, done = two.y, one.y, True
    return done


def _crossed(upper: Spot, lower: Spot) -> int:
    return sum(a.y > b.y for a in upper.left for b in lower.left) + sum(
        a.y > b.y for a in upper.right for b in lower.right)


def _number(column: list[Spot]) -> None:
    for place, spot in enumerate(column):
        spot.y = place


def _sort(column: list[Spot], ahead: bool) -> None:
    def mean(spot: Spot) -> float:
        near = spot.left if ahead else spot.right
        return sum(s.y for s in near) / len(near) if near else spot.y

    means: dict = {}
    for spot in column:
        means.setdefault(spot.group or spot, []).append(mean(spot))
    whole = {key: sum(values) / len(values) for key, values in means.items()}
    column.sort(key=lambda s: (s.rank, whole[s.group or s], s.group, mean(s)))


def _crossings(columns: list[list[Spot]]) -> int:
    """How many pairs of lines cross between neighbouring columns."""
    count = 0
    for column in columns:
        _number(column)
    for column in columns:
        ends = [(s.y, t.y) for s in column for t in s.right]
        count += sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(ends, 2))
    return count


def _set_heights(columns: list[list[Spot]]) -> None:
    """Every spot as near to the mean of its neighbours as its column allows; y grows downwards."""
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
    apart = 16 if above.group != below.group or above.rank != below.rank else 0
    return (above.height + below.height) / 2 + (5, 9, 14)[boxes] + apart


def _settle(column: list[Spot]) -> None:
    """The least squares solution of y_i = wanted_i, y_{i+1} - y_i >= distance (pooled violators)."""
    offset, pools = 0.0, []
    for i, spot in enumerate(column):
        offset += _distance(column[i - 1], spot) if i else 0
        links = [(s.y, 4.0 if not (s.node or spot.node) else 1.0) for s in (*spot.left, *spot.right)]
        weight = sum(w for _, w in links) or 0.01
        wanted = sum(y * w for y, w in links) / weight if links else spot.y
        pools.append([wanted - offset, weight, [(spot, offset)]])
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            (y1, w1, members), (y2, w2, more) = pools[-2:]
            pools[-2:] = [[(y1 * w1 + y2 * w2) / (w1 + w2), w1 + w2, members + more]]
    for y, _, members in pools:
        for spot, offset in members:
            spot.y = y + offset


def _set_widths(columns: list[list[Spot]]) -> float:
    """The columns' middles, with gaps as wide as the lines between them are steep; the whole width."""
    x = 0.0
    for column, after in zip(columns, [*columns[1:], []]):
        width = max((s.width for s in column), default=0)
        steep = max((abs(s.y - t.y) for s in column for t in s.right), default=0)
        for spot in column:
            spot.x = x + width / 2
            spot.reach = width / 2
        x += width + (min(14 + 0.3 * steep, 70) if after else 0)
    return x


# ---------------------------------------------------------------------------------------- drawing


def picture(graph: nx.DiGraph, format: str = "svg") -> bytes:
    """The picture as an SVG or PNG file; the same graph gives the same bytes.

    >>> picture(nx.DiGraph(), "gif")
    Traceback (most recent call last):
    nonholo.errors.NonholoError: a picture is svg or png, not gif
    """
    if format not in ("svg", "png"):
        raise NonholoError(f"a picture is svg or png, not {format}")
    boxes = _boxes(graph)
    lines = _lines(graph, boxes)
    columns = _columns([*boxes.values(), *(s for line in lines for s in line.spots[1:-1])])
    _untangle(columns)
    _set_heights(columns)
    width = _set_widths(columns)
    height = max((s.y + s.height / 2 for c in columns for s in c), default=0)
    sheet = Sheet()
    for line in lines:
        _draw_line(sheet, line)
    _draw_bands(sheet, columns)
    for node, spot in boxes.items():
        _draw_box(sheet, spot, graph.nodes[node])
    bottom = _draw_notes(sheet, graph, height + 22)
    return sheet.file(width, _draw_legend(sheet, graph, width, bottom), format)


def _font():
    from matplotlib.font_manager import FontProperties

    return FontProperties(family=["STIXGeneral", "DejaVu Sans"], math_fontfamily="stix")


@cache
def _outline(words: str, size: float):
    from matplotlib.textpath import TextPath

    return TextPath((0, 0), words, size=size, prop=_font())


def _extent(words: str, size: float) -> tuple[float, float]:
    box = _outline(words, size).get_extents()
    return float(box.width), float(box.height)


class Sheet:
    """Paper to draw on: x to the right, y down."""

    def __init__(self):
        self.patches = []

    def add(self, shape, order: float, **look) -> None:
        from matplotlib.patches import PathPatch

        look = {"facecolor": "none", "edgecolor": "none", "capstyle": "round"} | look
        self.patches.append(PathPatch(shape, zorder=order, **look))

    def curve(self, points, **look) -> None:
        """Horizontal runs between the pairs of points, joined by curves with horizontal ends."""
        from matplotlib.path import Path

        vertices, codes = [points[0]], [Path.MOVETO]
        for (x0, y0), (x1, y1) in pairwise(points):
            middle = (x0 + x1) / 2
            vertices += [(middle, y0), (middle, y1), (x1, y1)]
            codes += [Path.CURVE4] * 3
        self.add(Path(vertices, codes), 1, **look)

    def head(self, x: float, y: float, way: int, size: float, colour: str) -> None:
        from matplotlib.path import Path

        tail = x - way * size
        self.add(Path([(x, y), (tail, y - size / 2.2), (tail, y + size / 2.2), (x, y)], closed=True), 1.5,
                 facecolor=colour)

    def box(self, x: float, y: float, width: float, height: float, radius: float, order: float = 3,
            **look) -> None:
        """A rounded box around its middle."""
        from matplotlib.patches import BoxStyle

        round_box = BoxStyle("round", pad=0, rounding_size=min(radius, width / 2, height / 2))
        self.add(round_box(x - width / 2, y - height / 2, width, height, 1), order, **look)

    def text(self, x: float, y: float, words: str, size: float, colour: str = INK,
             align: float = 0.5) -> float:
        """Outlined text, vertically in the middle; align 0 begins at x, 0.5 is centred.  Its width."""
        from matplotlib.transforms import Affine2D

        outline = _outline(words, size)
        box = outline.get_extents()
        move = Affine2D().translate(-box.x0 - align * box.width, -(box.y0 + box.y1) / 2)
        self.add(outline.transformed(move.scale(1, -1).translate(x, y)), 5, facecolor=colour)
        return float(box.width)

    def file(self, width: float, height: float, format: str) -> bytes:
        from matplotlib import rc_context
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        margin, out = 14, BytesIO()
        size = (width + 2 * margin, height + 2 * margin)
        with rc_context({"svg.hashsalt": "nonholo", "svg.fonttype": "path", "path.simplify": False}):
            figure = Figure(figsize=(size[0] / 72, size[1] / 72), facecolor="none")
            FigureCanvasAgg(figure)
            axes = figure.add_axes((0, 0, 1, 1))
            axes.set(xlim=(-margin, width + margin), ylim=(height + margin, -margin))
            axes.axis("off")
            self.box(width / 2, height / 2, *size, 12, order=0, facecolor=PAPER)
            for patch in self.patches:
                axes.add_patch(patch)
            figure.savefig(out, format=format, dpi=160,
                           metadata={"Date": None} if format == "svg" else {"Software": None})
        return out.getvalue()


def _look(line: Line) -> dict:
    """Colour, width and dashes of an edge."""
    relation, role = line.data["relation"], line.source.get("role")
    colours = {"solves for": ORANGE, "drives": PURPLE, "reaction": AMBER, "occurs in": "#a9aaad",
               "implies": GREY}
    if line.source["kind"] in ("equation", "multiplier"):
        colour = PURPLE if line.source["kind"] == "equation" else AMBER
    else:
        colour = colours.get(relation) or {"dependent": ORANGE, "time": QUIET}.get(role, BLUE)
    strong = line.data.get("matched") or relation == "drives"
    thin = relation == "occurs in"
    dashes = {"implies": DASHED, "reaction": DOTTED}.get(relation, "solid")
    return {"edgecolor": colour, "linewidth": 2.1 if strong else 0.9 if thin else 1.3, "linestyle": dashes}


def _draw_line(sheet: Sheet, line: Line) -> None:
    look = _look(line)
    first, *passing, last = line.spots
    start = (first.x + first.width / 2, _port(first, first.right, line.spots[1]))
    stop = (last.x - last.width / 2, _port(last, last.left, line.spots[-2]))
    size = 8.5 if look["linewidth"] > 2 else 6.5
    points = [start]
    for spot in passing:
        if spot.reach:
            points += [(spot.x - spot.reach, spot.y), (spot.x + spot.reach, spot.y)]
        if spot.words:
            sheet.box(spot.x, spot.y, spot.width - 2, spot.height, 4, order=2, facecolor=PAPER)
            sheet.text(spot.x, spot.y, spot.words, SIZE["label"], look["edgecolor"])
    points.append(stop)
    way = -1 if line.leftward else 1
    tip = points[0] if line.leftward else points[-1]
    points[0 if line.leftward else -1] = (tip[0] - way * size * 0.8, tip[1])
    sheet.curve(points, **look)
    sheet.head(*tip, way, size, look["edgecolor"])


def _port(box: Spot, side: Sequence[Spot], neighbour: Spot) -> float:
    """Where on the side of its box a line ends: spread in the order of the neighbours."""
    order = sorted(side, key=lambda s: s.y)
    step = min(9.0, (box.height - 8) / max(len(order) - 1, 1))
    return box.y + (order.index(neighbour) - (len(order) - 1) / 2) * step


def _draw_bands(sheet: Sheet, columns: list[list[Spot]]) -> None:
    """A ground behind constraints that are solved together."""
    for column in columns:
        for group in sorted({s.group for s in column} - {0}):
            members = [s for s in column if s.group == group]
            top, bottom = members[0].y - members[0].height / 2, members[-1].y + members[-1].height / 2
            sheet.box(members[0].x, (top + bottom) / 2, max(s.width for s in members) + 14,
                      bottom - top + 14, 10, order=0.5, facecolor="#eceae4")
            sheet.text(members[0].x, bottom + 15, "solved together", 9.5, QUIET)


COLOUR = {"equation": PURPLE, "multiplier": AMBER, "coordinate": GREY, "constraint": INK,
          "independent": BLUE, "dependent": ORANGE, "time": QUIET}


def _draw_box(sheet: Sheet, spot: Spot, data: dict) -> None:
    kind, redundant = data["kind"], data["role"] == "redundant"
    colour = GREY if redundant else COLOUR[data["role"] if kind == "velocity" else kind]
    edge = "none" if kind == "coordinate" else colour
    radius = {"velocity": 40, "coordinate": 40, "constraint": 6}.get(kind, 3)
    sheet.box(spot.x, spot.y, spot.width, spot.height, radius, edgecolor=edge, linewidth=1.5,
              linestyle=DASHED if redundant or data["role"] == "time" else "solid",
              facecolor=FILL.get(colour, "#f3f3f1"))
    shift = 0
    if kind == "constraint":
        shift, left = 11, spot.x - spot.width / 2 + 17
        _draw_number(sheet, left, spot.y, spot.node, colour)
    ink = QUIET if redundant or kind == "coordinate" else INK
    if spot.words:
        sheet.text(spot.x + shift, spot.y, spot.words, SIZE[kind], ink)


def _draw_number(sheet: Sheet, x: float, y: float, node: str, colour: str) -> None:
    sheet.box(x, y, 18, 18, 9, order=4, facecolor=colour)
    sheet.text(x, y, node.split()[-1], 11, PAPER)


def _draw_notes(sheet: Sheet, graph: nx.DiGraph, y: float) -> float:
    """What the boxes had no room for, and redundancy in words."""
    for node, data in _constraints(graph) if _numbered(graph) else ():
        colour = GREY if data["role"] == "redundant" else INK
        _draw_number(sheet, 9, y, node, colour)
        sheet.text(26, y, _written(graph, data), 12.5, INK, align=0)
        y += 25
    return y


def _draw_legend(sheet: Sheet, graph: nx.DiGraph, width: float, y: float) -> float:
    return y
