"""Curves over axes, as SVG: it takes what our pictures ask of the axes of matplotlib, so that the
same functions draw on both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any

import numpy as np

from nonholo.views.drawing.setting import BOLD_STYLE, SANS_STYLE, Line, Style, set_line
from nonholo.views.drawing.svg import Outlines, circle, polyline, rectangle, shape
from nonholo.views.drawing.ticks import labels, marks

LINE_HEIGHT = 1.25  # of a title, in sizes of its letters
TICK, PAD, LABEL_PAD, TITLE_PAD = 3.5, 3.5, 4.0, 6.0  # points
ASCENT, DESCENT = 0.76, 0.24  # of the size: what a line of text takes
FLAT = 0.04  # points: a curve may be off by so much
FRAME = 0.8  # points: lines of the frame and ticks


@dataclass(frozen=True, slots=True)
class Look:
    """How axes look: colours of frame, marks and names; sizes of letters; which sides are drawn."""

    frame: str = "#000000"
    marks: str = "#000000"
    names: str = "#000000"
    size: float = 10.0
    tick_size: float = 10.0
    grid: str = ""
    closed: bool = True
    limits: tuple[int, int] = (-5, 6)


@dataclass(frozen=True, slots=True)
class Place:
    """The rectangle of a panel on the paper, in points, y downwards."""

    x: float
    y: float
    width: float
    height: float


@dataclass(slots=True)
class Told:
    """A word on a panel: its text, size, colour, and how it is aligned."""

    text: str
    size: float
    colour: str
    align: str = "center"


@dataclass(slots=True)
class Drawn:
    """Something drawn: its order, its points, and its text where they stand on the paper."""

    order: float
    draw: Callable[[np.ndarray], str]
    points: np.ndarray


@dataclass(slots=True)
class Keys:
    """A legend: entries (look, words), columns, whether it stands above; its letters."""

    columns: int
    above: bool
    size: float
    colour: str
    pad: float


@dataclass(slots=True)
class Panel:
    """Axes; x to the right, y upwards, in units of what is drawn."""

    look: Look = field(default_factory=Look)
    drawn: list[Drawn] = field(default_factory=list)
    words: list[tuple[str, np.ndarray, dict[str, Any]]] = field(default_factory=list)
    lines: list[tuple[int, float, dict[str, Any]]] = field(default_factory=list)
    entries: list[tuple[dict[str, Any], str]] = field(default_factory=list)
    xlim: tuple[float, float] | None = None
    ylim: tuple[float, float] | None = None
    xlabel: Told | None = None
    ylabel: Told | None = None
    title: Told | None = None
    keys: Keys | None = None
    margin: float = 0.05
    equal: str = ""
    box: tuple[np.ndarray, np.ndarray] = field(
        default=(np.array([inf, inf]), np.array([-inf, -inf]))
    )

    # what is drawn -------------------------------------------------------------------------------
    def _seen(self, points: np.ndarray) -> None:
        """The data limits grow."""
        finite = points[np.all(np.isfinite(points), axis=1)]
        if len(finite):
            low, high = self.box
            self.box = (np.minimum(low, finite.min(axis=0)), np.maximum(high, finite.max(axis=0)))

    def plot(self, x: Any, y: Any, marker: str = "", **look: Any) -> None:
        """A line, or a marker "o" (disc), "s" (square) at each point."""
        color = look.get("color", "#000000")
        thick = look.get("linewidth", look.get("lw", 1.5))
        size = look.get("markersize", look.get("ms", 6.0))
        dashes, alpha = look.get("linestyle", "solid"), look.get("alpha", 1.0)
        points = np.column_stack([np.atleast_1d(x), np.atleast_1d(y)]).astype(float)
        pen = {"stroke": color, "thick": thick, "dashes": dashes, "opacity": alpha}
        if look.get("label"):
            self.entries.append((pen, look["label"]))
        self._seen(points)

        def draw(at: np.ndarray) -> str:
            if marker:
                return "".join(_mark(marker, (x, y), size, color) for x, y in at if isfinite(x + y))
            cap = "round" if look.get("solid_capstyle") == "round" else "square"
            cap = cap if isinstance(dashes, str) else "butt"
            steps = [s for piece in _pieces(at) for s in polyline(_sparse(piece))]
            return shape(steps, cap=cap, **pen) if steps else ""

        if len(points):
            self.drawn.append(Drawn(look.get("zorder", 2), draw, points))

    def fill(self, x: Any, y: Any, **look: Any) -> None:
        """A polygon; facecolor, edgecolor: red, green, blue, opacity from 0 to 1."""
        points = np.column_stack([x, y]).astype(float)
        inside, edge = (_colour(look[key]) for key in ("facecolor", "edgecolor"))

        def draw(at: np.ndarray) -> str:
            steps = [*polyline(at), ("Z", ())]
            pen = {"stroke": edge[0], "thick": look.get("lw", 1.0)}
            if inside[1] == edge[1]:
                return shape(steps, fill=inside[0], opacity=edge[1], **pen)
            return shape(steps, fill=inside[0], fill_opacity=inside[1]) + shape(
                steps, opacity=edge[1], **pen
            )

        self._seen(points)
        self.drawn.append(Drawn(look.get("zorder", 1), draw, points))

    def quiver(self, x: Any, y: Any, u: Any, v: Any, **look: Any) -> None:
        """Arrows from (x, y) to (x + u, y + v); width: of the shaft, in widths of the panel."""
        tails = np.column_stack([x, y]).astype(float)
        tips = tails + np.column_stack([u, v])
        self._seen(tails)

        def draw(at: np.ndarray) -> str:
            wide, *ends = at
            arrows = zip(ends[: len(tails)], ends[len(tails) :], strict=True)
            steps = (_arrow(a, b, look["width"] * wide[0]) for a, b in arrows)
            return "".join(shape(s, fill=look["color"]) for s in steps if s)

        points = np.vstack([[np.nan, np.nan], tails, tips])
        self.drawn.append(Drawn(look.get("zorder", 2), draw, points))

    def axhline(self, y: float, **look: Any) -> None:
        """A level line all across."""
        self.lines.append((1, y, look))

    def axvline(self, x: float, **look: Any) -> None:
        """An upright line from below to above."""
        self.lines.append((0, x, look))

    def annotate(
        self, text: str, point: Any, xytext: Any, textcoords: str = "", **look: Any
    ) -> None:
        """A word so many points beside a point."""
        del textcoords  # offset points
        self.words.append((text, np.asarray(point, float), {"shift": xytext, **look}))

    # limits and names ----------------------------------------------------------------------------
    def set_xlim(self, low: float, high: float) -> None:
        """From where to where x is shown."""
        self.xlim = (float(low), float(high))

    def set_ylim(self, low: float, high: float) -> None:
        """From where to where y is shown."""
        self.ylim = (float(low), float(high))

    def margins(self, margin: float) -> None:
        """How much is shown beyond what is drawn, as a part of it."""
        self.margin = margin

    def set_aspect(self, aspect: str, adjustable: str = "box") -> None:
        """Equal units: of the limits ("datalim") or by a smaller panel ("box")."""
        self.equal = adjustable if aspect == "equal" else ""

    def set_xlabel(self, text: str, fontsize: float = 0.0, color: str = "") -> None:
        """The name of x."""
        self.xlabel = Told(text, fontsize or self.look.size, color or self.look.names)

    def set_ylabel(self, text: str, fontsize: float = 0.0, color: str = "") -> None:
        """The name of y."""
        self.ylabel = Told(text, fontsize or self.look.size, color or self.look.names)

    def set_title(self, text: str, fontsize: float, color: str, loc: str = "center") -> None:
        """What stands above."""
        self.title = Told(text, fontsize, color, loc)

    def legend(self, **look: Any) -> None:
        """Whose line is whose: above, or in the corner that covers least."""
        self.keys = Keys(
            look.get("ncols", 1),
            "bbox_to_anchor" in look,
            look.get("fontsize", self.look.size),
            look.get("labelcolor", "#000000"),
            look.get("borderpad", 0.4),
        )

    # what is shown -------------------------------------------------------------------------------
    def limits(self, place: Place) -> tuple[tuple[float, float], tuple[float, float]]:
        """What is shown on a rectangle of that shape."""
        low, high = (np.array(end) for end in self.box)
        for axis, value, _ in self.lines:
            low[axis], high[axis] = min(low[axis], value), max(high[axis], value)
        xlim = self.xlim or _widened(low[0], high[0], self.margin)
        ylim = self.ylim or _widened(low[1], high[1], self.margin)
        if self.equal == "datalim":
            unit = max((xlim[1] - xlim[0]) / place.width, (ylim[1] - ylim[0]) / place.height)
            xlim = _about(xlim, unit * place.width)
            ylim = _about(ylim, unit * place.height)
        return xlim, ylim

    def fitted(self, place: Place) -> Place:
        """The panel inside a rectangle: with equal units it may be smaller."""
        if self.equal != "box" or not (self.xlim and self.ylim):
            return place
        unit = max(
            (self.xlim[1] - self.xlim[0]) / place.width,
            (self.ylim[1] - self.ylim[0]) / place.height,
        )
        wide, tall = (self.xlim[1] - self.xlim[0]) / unit, (self.ylim[1] - self.ylim[0]) / unit
        x, y = place.x + (place.width - wide) / 2, place.y + (place.height - tall) / 2
        return Place(x, y, wide, tall)

    def marked(self, place: Place) -> tuple[tuple[list, list, str], tuple[list, list, str]]:
        """Of both axes: places, what is written there, and what once."""
        size, axes = self.look.tick_size, []
        for (low, high), room in zip(
            self.limits(place), (place.width / (3 * size), place.height / (2 * size)), strict=True
        ):
            places = marks(low, high, int(room))
            axes.append((places, *labels(places, self.look.limits)))
        return axes[0], axes[1]

    def room(self, place: Place) -> tuple[float, float, float, float]:
        """What is needed beside the panel: left, above, right, below."""
        size = self.look.tick_size
        (xs, texts, _), (_, upward, once) = self.marked(place)
        widest = max((_set(t, size).width for t in upward), default=0.0)
        left = TICK + PAD + widest
        if self.ylabel:
            left += LABEL_PAD + self.ylabel.size * (ASCENT + DESCENT)
        below = TICK + PAD + size * (ASCENT + DESCENT)
        if self.xlabel:
            below += LABEL_PAD + self.xlabel.size * (ASCENT + DESCENT)
        above = size * 1.2 if once else 0.0
        if self.title:
            lines = self.title.text.count("\n")
            above = TITLE_PAD + self.title.size * (1 + lines * LINE_HEIGHT)
        if self.keys and self.keys.above and self.entries:
            above = max(above, self._keys_size()[1] - 0.02 * place.height + self.keys.size / 2)
        right = 0.0
        if xs:
            (low, high), _ = self.limits(place)
            end = (xs[-1] - low) / (high - low) * place.width
            right = max(0.0, end + _set(texts[-1], size).width / 2 - place.width)
        return left, above, right, below

    # the picture ---------------------------------------------------------------------------------
    def write(self, place: Place, ink: Outlines, clip: str) -> list[str]:
        """The elements of the picture; clip: a name that no other panel has."""
        place = self.fitted(place)
        (x0, x1), (y0, y1) = self.limits(place)
        scale = np.array([place.width / (x1 - x0), -place.height / (y1 - y0)])
        corner = np.array([place.x, place.y + place.height])

        def at(points: np.ndarray) -> np.ndarray:
            return corner + (points - (x0, y0)) * scale

        layers: list[tuple[float, str]] = []
        for one in self.drawn:
            spots = at(one.points)
            if np.isnan(one.points[0]).all():
                spots[0] = place.width, place.height
            layers.append((one.order, one.draw(spots)))
        for axis, value, look in self.lines:
            x, y = at(np.array([value, value]))
            ends = [(x, place.y), (x, place.y + place.height)]
            if axis:
                ends = [(place.x, y), (place.x + place.width, y)]
            pen = {
                "stroke": look.get("color", "#000000"),
                "thick": look.get("linewidth", look.get("lw", 1.5)),
                "dashes": (0, (1, 1.65)) if look.get("linestyle") == ":" else "solid",
            }
            layers.append((look.get("zorder", 2), shape(polyline(ends), **pen)))
        inside = [text for _, text in sorted(layers, key=lambda each: each[0])]
        frame = rectangle(place.x, place.y, place.width, place.height)
        body = [f'<clipPath id="{clip}">{frame}</clipPath>', *self._ticks(place, at, ink)]
        body += [f'<g clip-path="url(#{clip})">', *inside, "</g>", self._frame(place)]
        body += [self._word(text, at(point), look, ink) for text, point, look in self.words]
        return [*body, *self._legend(place, at, ink)]

    def _frame(self, place: Place) -> str:
        pen: dict[str, Any] = {"stroke": self.look.frame, "thick": FRAME}
        if self.look.closed:
            return rectangle(place.x, place.y, place.width, place.height, **pen, join="miter")
        left, foot = place.x, place.y + place.height
        corners = ((left, place.y), (left, foot), (left + place.width, foot))
        return shape(polyline(corners), cap="square", join="miter", **pen)

    def _ticks(self, place: Place, at: Callable, ink: Outlines) -> list[str]:
        """Grid, ticks and their words, the names of the axes, the title."""
        look, foot = self.look, place.y + place.height
        (xs, below, once_x), (ys, beside, once_y) = self.marked(place)
        (x0, _), (y0, _) = self.limits(place)
        pen, faint = {"stroke": look.marks, "thick": FRAME}, {"stroke": look.grid, "thick": 0.7}
        grid, ticks, words, widest = [], [], [], 0.0
        for value, text in zip(xs, below, strict=True):
            x = float(at(np.array([value, y0]))[0])
            grid.append([(x, place.y), (x, foot)])
            ticks.append([(x, foot), (x, foot + TICK)])
            line = _set(text, look.tick_size)
            down = foot + TICK + PAD + look.tick_size * ASCENT
            words.append(ink.write(line, x - line.width / 2, down, look.marks))
        for value, text in zip(ys, beside, strict=True):
            y = float(at(np.array([x0, value]))[1])
            grid.append([(place.x, y), (place.x + place.width, y)])
            ticks.append([(place.x - TICK, y), (place.x, y)])
            line = _set(text, look.tick_size)
            widest = max(widest, line.width)
            left = place.x - TICK - PAD - line.width
            words.append(ink.write(line, left, y + 0.365 * look.tick_size, look.marks))
        under = foot + TICK + PAD + look.tick_size * ASCENT
        if once_x:
            line = _set(once_x, look.tick_size)
            down = under + LABEL_PAD + look.tick_size * ASCENT
            words.append(ink.write(line, place.x + place.width - line.width, down, look.marks))
        if once_y:
            line = _set(once_y, look.tick_size)
            words.append(ink.write(line, place.x, place.y - 3, look.marks))
        words += self._names(place, widest, under, ink)
        lines = (
            [shape([s for g in grid for s in polyline(g)], **faint)] if look.grid and grid else []
        )
        drawn = [shape([s for t in ticks for s in polyline(t)], **pen)] if ticks else []
        return [*lines, *drawn, *words]

    def _names(self, place: Place, widest: float, under: float, ink: Outlines) -> list[str]:
        words = []
        if (told := self.xlabel) is not None:
            line = _set(told.text, told.size)
            x = place.x + (place.width - line.width) / 2
            high = max(line.box()[3], told.size * ASCENT)
            down = under + self.look.tick_size * DESCENT + LABEL_PAD + high
            words.append(ink.write(line, x, down, told.colour))
        if (told := self.ylabel) is not None:
            line = _set(told.text, told.size)
            y = place.y + (place.height + line.width) / 2
            low = max(-line.box()[1], told.size * DESCENT)
            x = place.x - TICK - PAD - widest - LABEL_PAD - low
            words.append(ink.write(line, x, y, told.colour, turned=True))
        if (told := self.title) is not None:
            for up, row in enumerate(reversed(told.text.split("\n"))):
                line = _set(row, told.size)
                spare = 0.0 if told.align == "left" else (place.width - line.width) / 2
                base = place.y - TITLE_PAD - up * LINE_HEIGHT * told.size
                words.append(ink.write(line, place.x + spare, base, told.colour))
        return words

    def _word(self, text: str, spot: np.ndarray, look: dict[str, Any], ink: Outlines) -> str:
        style = BOLD_STYLE if look.get("weight") == "bold" else SANS_STYLE
        size = look.get("fontsize", self.look.size)
        line = _set(text, size, style)
        x, y = spot + np.array([look["shift"][0], -look["shift"][1]])
        x -= {"left": 0.0, "right": 1.0, "center": 0.5}[look.get("ha", "left")] * line.width
        y += {
            "baseline": 0.0,
            "bottom": -DESCENT,
            "top": ASCENT,
            "center": (ASCENT - DESCENT) / 2,
        }[look.get("va", "baseline")] * size
        return ink.write(line, float(x), float(y), look.get("color", "#000000"))

    # the legend ----------------------------------------------------------------------------------
    def _keys_size(self) -> tuple[float, float]:
        keys = self.keys
        assert keys is not None  # asked before
        return keys_size([text for _, text in self.entries], keys.columns, keys.size, keys.pad)

    def _legend(self, place: Place, at: Callable, ink: Outlines) -> list[str]:
        keys = self.keys
        if keys is None or not self.entries:
            return []
        wide, tall = self._keys_size()
        away = keys.size / 2
        right, foot = place.x + place.width - wide - away, place.y + place.height - tall - away
        if keys.above:
            x, y = right, place.y + 0.02 * place.height - away - tall
        else:
            corners = [(a, b) for b in (place.y + away, foot) for a in (right, place.x + away)]
            corners += [(right, place.y + (place.height - tall) / 2)]
            spots = [at(one.points) for one in self.drawn if not np.isnan(one.points[0]).all()]
            every = np.concatenate(spots) if spots else np.zeros((0, 2))

            def covered(corner: tuple[float, float]) -> int:
                over = (every >= corner) & (every <= np.add(corner, (wide, tall)))
                return int(np.all(over, axis=1).sum())

            x, y = min(corners, key=covered)
        return key_lines(self.entries, keys.columns, keys.size, keys.pad, (x, y), keys.colour, ink)


# ------------------------------------------------------------------------------------------- pieces
def _set(text: str, size: float, style: Style = SANS_STYLE) -> Line:
    """One line of text; a formula that cannot be read stands as it is."""
    text = text.replace("\n", " ")
    try:
        return set_line(text, size, style)
    except ValueError:
        return set_line(text.replace("$", r"\$"), size, style)


def _columns(entries: Sequence, columns: int) -> list[list]:
    """The entries one column after the other, the first ones the longest."""
    columns = min(columns, len(entries))
    each, more = divmod(len(entries), columns)
    made, start = [], 0
    for i in range(columns):
        stop = start + each + (i < more)
        made.append(list(entries[start:stop]))
        start = stop
    return made


def keys_size(texts: Sequence[str], columns: int, size: float, pad: float) -> tuple[float, float]:
    """Width and height of a legend."""
    split = _columns(texts, columns)
    wide = sum(2.8 * size + max(_set(t, size).width for t in some) for some in split)
    rows = len(split[0])
    return (
        wide + 2.0 * size * (len(split) - 1) + 2 * pad * size,
        rows * size * (ASCENT + DESCENT) + (rows - 1) * size / 2 + 2 * pad * size,
    )


def key_lines(
    entries: Sequence[tuple[dict[str, Any], str]],
    columns: int,
    size: float,
    pad: float,
    corner: tuple[float, float],
    colour: str,
    ink: Outlines,
) -> list[str]:
    """A legend whose upper left corner stands there: a piece of each line, and what it is."""
    x, body = corner[0] + pad * size, []
    for some in _columns(entries, columns):
        y, widest = corner[1] + pad * size, 0.0
        for pen, text in some:
            line = _set(text, size)
            middle = y + size * (ASCENT + DESCENT) / 2
            body.append(shape(polyline([(x, middle), (x + 2 * size, middle)]), **pen))
            body.append(ink.write(line, x + 2.8 * size, y + ASCENT * size, colour))
            widest = max(widest, line.width)
            y += size * (ASCENT + DESCENT) + size / 2
        x += 2.8 * size + widest + 2.0 * size
    return body


def _mark(marker: str, at: tuple[float, float], size: float, colour: str) -> str:
    (x, y), half = at, size / 2
    pen: dict[str, Any] = {"fill": colour, "stroke": colour, "thick": 1.0}
    if marker == "s":
        return rectangle(x - half, y - half, size, size, **pen, join="miter")
    return circle(x, y, half, **pen)


def _pieces(points: np.ndarray) -> Iterable[np.ndarray]:
    """A line broken where a point is not finite."""
    good = np.all(np.isfinite(points), axis=1)
    for piece in np.split(np.arange(len(points)), np.flatnonzero(~good)):
        some = piece[good[piece]]
        if len(some):
            yield points[some]


def _sparse(points: np.ndarray) -> np.ndarray:
    """The points of a line that it needs to be off by no more than FLAT (Douglas, Peucker 1973)."""
    keep = np.zeros(len(points), dtype=bool)
    keep[[0, -1]] = True
    spans = [(0, len(points) - 1)]
    while spans:
        a, b = spans.pop()
        if b - a < 2:
            continue
        way = points[b] - points[a]
        off, length = points[a + 1 : b] - points[a], float(np.hypot(*way))
        if length > 0:
            along = np.clip(off @ way / length**2, 0.0, 1.0)
            off = off - along[:, None] * way
        far = np.hypot(*off.T)
        worst = int(np.argmax(far))
        if far[worst] > FLAT:
            keep[a + 1 + worst] = True
            spans += [(a, a + 1 + worst), (a + 1 + worst, b)]
    return points[keep]


def _arrow(tail: np.ndarray, tip: np.ndarray, wide: float) -> list:
    """An arrow with a shaft so wide; a short one is smaller as a whole."""
    way = tip - tail
    length = float(np.hypot(*way))
    if not isfinite(length) or length < 1e-9:
        return []
    wide *= min(1.0, length / (5 * wide))
    along, across = way / length, np.array([-way[1], way[0]]) / length
    neck, barb = length - 4.5 * wide, length - 5 * wide
    outline = [(0, 0.5), (neck, 0.5), (barb, 1.5), (length, 0)]
    points = [tail + a * along + b * wide * across for a, b in outline]
    points += [tail + a * along - b * wide * across for a, b in reversed(outline[:-1])]
    return [*polyline(points), ("Z", ())]


def _widened(low: float, high: float, margin: float) -> tuple[float, float]:
    """Limits with a margin; of one value alone a little about it."""
    if not (isfinite(low) and isfinite(high)):
        return (0.0, 1.0)
    if high - low <= 1e-15 * max(abs(low), abs(high)):
        half = 0.05 * abs(low) if low else 0.05
        low, high = low - half, high + half
    room = margin * (high - low)
    return float(low - room), float(high + room)


def _about(limits: tuple[float, float], span: float) -> tuple[float, float]:
    """Limits with the same middle."""
    middle = (limits[0] + limits[1]) / 2
    return middle - span / 2, middle + span / 2


def _colour(parts: Sequence[float]) -> tuple[str, float]:
    """Red, green, blue and opacity as SVG has them."""
    red, green, blue, strength = parts
    return "#" + "".join(f"{round(255 * c):02x}" for c in (red, green, blue)), strength
