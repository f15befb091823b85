"""The dependency graph as a picture: independent velocities left, eliminated ones right.

SVG is written directly, PNG drawn by matplotlib from the same shapes.  Text becomes outlines, so
that the picture looks the same everywhere; colours are told apart by colour-blind eyes, and shapes
say the same once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from nonholo.errors import NonholoError
from nonholo.views.drawing.setting import SERIF_STYLE, set_line
from nonholo.views.drawing.setting import Line as Set
from nonholo.views.drawing.svg import Outlines, Steps, document, placed, polyline, shape
from nonholo.views.graph.formats import drawn_edges
from nonholo.views.graph.labels import SIZE, constraints, frame, numbered, written
from nonholo.views.graph.layout import Layout, Line, Spot, lay_out
from nonholo.words.language import tell, tell_many, told
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.findings.arrows import Arrows

INK, QUIET, PAPER, FAINT = "#1c1e22", "#5f6167", "#ffffff", "#a6a7ab"
BLUE, ORANGE, PURPLE, AMBER, GREY = "#0072b2", "#c2500a", "#8c4a78", "#8a6400", "#8c8c8c"
FILL = {BLUE: "#dbeaf6", ORANGE: "#fce4d4", PURPLE: "#f6ebf2", AMBER: "#fdf2cf", INK: PAPER}
DULL, DOTS = "#ededea", 30_000  # the most dots a PNG has in a row
BOXES = {  # kind and role: colour, meaning in the legend
    ("velocity", "independent"): (BLUE, say("independent velocity")),
    ("velocity", "dependent"): (ORANGE, say("eliminated velocity")),
    ("velocity", "time"): (QUIET, say("rate of time")),
    ("constraint", "independent"): (INK, say("constraint")),
    ("constraint", "redundant"): (GREY, say("redundant constraint")),
    ("coordinate", ""): (GREY, say("coordinate")),
    ("equation", ""): (PURPLE, say("equation of motion")),
    ("multiplier", ""): (AMBER, say("multiplier")),
}
LINES = {  # relation: width, dashes, meaning
    "used in": (1.3, "solid", say("used in, with this coefficient")),
    "solves for": (2.1, "solid", say("solved for")),
    "drives": (2.1, "solid", say("drives, with this inertia")),
    "occurs in": (0.9, "solid", say("occurs in")),
    "implies": (1.3, (0, (4, 2.5)), say("implies, with this factor")),
    "reaction": (1.3, (0, (1, 2)), say("has the reaction")),
}


def picture(graph: Arrows, format: str = "svg") -> bytes:
    """The picture as an SVG or PNG file; the same graph gives the same bytes.

    Raises NonholoError for another format.

    >>> from nonholo.findings.arrows import Arrows
    >>> picture(Arrows(), "gif")
    Traceback (most recent call last):
    nonholo.errors.NonholoError: a picture is svg or png, not gif
    """
    if format not in ("svg", "png"):
        raise NonholoError(say("a picture is svg or png, not {format}", format=format))
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

    def __init__(self) -> None:
        self.shapes: list[tuple[float, Steps, dict[str, Any]]] = []
        self.texts: list[tuple[Set, float, float, str]] = []
        self.width, self.height = 0.0, 0.0

    def add(self, steps: Steps, order: float, **look) -> None:
        """A shape; what has a higher order lies on top."""
        self.shapes.append((order, steps, look))
        self.width = max(self.width, *(at[i] for _, at in steps for i in range(0, len(at), 2)))
        self.height = max(self.height, *(at[i] for _, at in steps for i in range(1, len(at), 2)))

    def curve(self, points: Sequence[tuple[float, float]], **look) -> None:
        """A line through points, each piece leaving and arriving level."""
        steps: list[tuple[str, Sequence[float]]] = [("M", points[0])]
        for (x0, y0), (x1, y1) in pairwise(points):
            middle = (x0 + x1) / 2
            steps.append(("C", (middle, y0, middle, y1, x1, y1)))
        self.add(steps, 1, **look)

    def head(self, x: float, y: float, way: int, size: float, colour: str) -> None:
        """An arrow head with its tip at (x, y), to the right (way 1) or left (-1)."""
        tail = x - way * size
        points = [(x, y), (tail, y - size / 2.2), (tail, y + size / 2.2), (x, y)]
        self.add(polyline(points), 1.5, fill=colour)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float,
        order: float = 3,
        **look,
    ) -> None:
        """A rounded box around (x, y)."""
        r = min(radius, width / 2, height / 2)
        x0, x1, y0, y1 = x - width / 2, x + width / 2, y - height / 2, y + height / 2
        steps = [
            ("M", (x0 + r, y0)),
            ("L", (x1 - r, y0)),
            ("Q", (x1, y0, x1, y0 + r)),
            ("L", (x1, y1 - r)),
            ("Q", (x1, y1, x1 - r, y1)),
            ("L", (x0 + r, y1)),
            ("Q", (x0, y1, x0, y1 - r)),
            ("L", (x0, y0 + r)),
            ("Q", (x0, y0, x0 + r, y0)),
            ("Z", ()),
        ]
        self.add(steps, order, **look)

    def disc(self, x: float, y: float, words: str, colour: str) -> None:
        """A number in a disc."""
        r, k = 8.5, 8.5 * 0.5522847498  # four arcs as cubic curves
        steps = [
            ("M", (x + r, y)),
            ("C", (x + r, y + k, x + k, y + r, x, y + r)),
            ("C", (x - k, y + r, x - r, y + k, x - r, y)),
            ("C", (x - r, y - k, x - k, y - r, x, y - r)),
            ("C", (x + k, y - r, x + r, y - k, x + r, y)),
            ("Z", ()),
        ]
        self.add(steps, 4, fill=colour)
        self.text(x, y, words, 11, PAPER)

    def text(
        self, x: float, y: float, words: str, size: float, colour: str = INK, align: float = 0.5
    ) -> float:
        """Text with its ink vertically in the middle; align 0 begins at x, 0.5 is centred."""
        left, lower, right, upper = frame(words, size)
        start = x - align * (right - left)
        line = set_line(words, size, SERIF_STYLE)
        self.texts.append((line, start - left, y + (lower + upper) / 2, colour))
        self.width = max(self.width, start + right - left)
        self.height = max(self.height, y + (upper - lower) / 2)
        return right - left

    def file(self, format: str) -> bytes:
        """All of it on white paper with round corners."""
        margin = 16
        right, bottom = self.width, self.height
        width, height = right + 2 * margin, bottom + 2 * margin
        self.box(right / 2, bottom / 2, width, height, 12, order=0, fill=PAPER)
        shapes = sorted(self.shapes, key=lambda each: each[0])
        if format == "svg":
            ink = Outlines()
            body = [shape(steps, join="miter", **look) for _, steps, look in shapes]
            body += [ink.write(*text) for text in self.texts]
            return document(width, height, [ink.defined(), *body], -margin, -margin)
        shapes += [(5, placed(line, x, y), {"fill": colour}) for line, x, y, colour in self.texts]
        return _png(
            [each for each in shapes if each[1]],
            (-margin, right + margin),
            (bottom + margin, -margin),
        )


def _png(
    shapes: Sequence[tuple[float, Steps, dict[str, Any]]],
    across: tuple[float, float],
    down: tuple[float, float],
) -> bytes:
    """The shapes drawn by matplotlib; across: x from, to; down: y of the lower, upper edge."""
    from matplotlib.figure import Figure
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    codes = {"M": Path.MOVETO, "L": Path.LINETO, "Q": Path.CURVE3, "C": Path.CURVE4}
    width, height, out = across[1] - across[0], down[0] - down[1], BytesIO()
    figure = Figure(figsize=(width / 72, height / 72), facecolor="none")
    axes = figure.add_axes((0, 0, 1, 1), xlim=across, ylim=down)
    axes.axis("off")
    for order, steps, look in shapes:
        points: list[tuple[float, float]] = []
        kinds: list[Any] = []
        for kind, at in steps:
            places = list(zip(at[::2], at[1::2], strict=True)) or [points[0]]
            points += places
            kinds += [codes.get(kind, Path.CLOSEPOLY)] * len(places)
        drawn = PathPatch(
            Path(points, kinds),
            facecolor=look.get("fill", "none"),
            edgecolor=look.get("stroke", "none"),
            linewidth=look.get("thick", 1.0),
            linestyle=look.get("dashes", "solid"),
            zorder=order,
        )
        axes.add_patch(drawn)
    dots = min(160.0, 72 * DOTS / max(width, height))
    figure.savefig(out, format="png", dpi=dots, metadata={"Software": None})
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
    points = [
        start,
        (first.x + first.run + 3, start[1]),
        *level,
        (last.x - last.run - 10, stop[1]),
        stop,
    ]
    tip, way = (start, -1) if line.leftward else (stop, 1)
    points[0 if line.leftward else -1] = (tip[0] - way * size * 0.8, tip[1])
    sheet.curve(points, stroke=colour, thick=width, dashes=dashes)
    sheet.head(*tip, way, size, colour)
    for spot in passing:
        if spot.words:
            sheet.box(spot.x, spot.y, spot.width - 2, spot.height, 4, order=2, fill=PAPER)
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
        sheet.box(
            members[0].x,
            (top + bottom) / 2,
            max(s.width for s in members) + 14,
            bottom - top + 14,
            10,
            order=0.5,
            fill="#eae8e1",
        )
        sheet.text(members[0].x, bottom + 14, tell("solved together"), 9.5, QUIET)


def _draw_box(sheet: Sheet, spot: Spot, data: dict) -> None:
    kind, colour = data["kind"], _colour(data)
    dashed = data["role"] in ("redundant", "time")
    radius = {"velocity": 40, "coordinate": 40, "constraint": 6}.get(kind, 3)
    sheet.box(
        spot.x,
        spot.y,
        spot.width,
        spot.height,
        radius,
        fill=FILL.get(colour, DULL),
        stroke="none" if kind == "coordinate" else colour,
        thick=1.5,
        dashes=LINES["implies"][1] if dashed else "solid",
    )
    shift = 0.0
    if kind == "constraint" and spot.node:
        shift = 12.0 if spot.words else 0.0
        left = spot.x - spot.width / 2 + 17 if spot.words else spot.x
        sheet.disc(left, spot.y, spot.node.split()[-1], colour)
    ink = QUIET if colour == GREY else INK
    if spot.words:
        sheet.text(spot.x + shift, spot.y, spot.words, SIZE[kind], ink)


# ------------------------------------------------------------------------------- under the picture


def _draw_notes(sheet: Sheet, graph: Arrows, layout: Layout) -> None:
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


def _redundancy(graph: Arrows) -> str:
    """Both ranks in words, if constraints are redundant."""
    rows = [data["role"] for _, data in constraints(graph)]
    if "redundant" not in rows:
        return ""
    rank, allowed = len(rows) - rows.count("redundant"), graph.graph.get("structural_rank", "?")
    return tell_many(
        len(rows),
        "{n} constraint, rank {rank} (structural rank {allowed}: what the places of its entries "
        "alone would allow)",
        "{n} constraints, rank {rank} (structural rank {allowed}: what the places of their entries "
        "alone would allow)",
        rank=rank,
        allowed=allowed,
    )


def _draw_legend(sheet: Sheet, graph: Arrows, layout: Layout) -> None:
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


def _box_samples(graph: Arrows) -> Iterator:
    looks = {(d["kind"], d["role"]) for d in graph.nodes.values()}
    for (kind, role), (_, words) in BOXES.items():
        if any(k == kind and (not role or r == role) for k, r in looks):
            data = {"kind": kind, "role": role}

            def draw(sheet, x, y, data=data):
                _draw_box(sheet, Spot(0, 24, 13, x=x + 12, y=y), data)

            yield draw, told(words)


def _line_samples(graph: Arrows) -> Iterator:
    present: dict[str, dict] = {}
    for source, _, data in drawn_edges(graph):
        present.setdefault(data["relation"], graph.nodes[source])
    for relation, (width, dashes, words) in LINES.items():
        if relation in present:
            colour = _shade(relation, present[relation])

            def draw(sheet, x, y, colour=colour, thick=width, dashes=dashes):
                sheet.curve([(x, y), (x + 20, y)], stroke=colour, thick=thick, dashes=dashes)
                sheet.head(x + 26, y, 1, 6.5, colour)

            yield draw, told(words)
