"""Outlines of letters from TrueType files: those that come with matplotlib, which is not imported.

Tables of the format: cmap (character to glyph), loca and glyf (outlines), hmtx (advances), kern.
All lengths are in units of the em.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from struct import unpack_from

FONTS = Path("mpl-data") / "fonts" / "ttf"
SANS, BOLD, SLANTED = "DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique"
SERIF, ITALIC = "STIXGeneral", "STIXGeneralItalic"
ARGS_ARE_WORDS, ARGS_ARE_PLACES, SCALED, MORE, SCALED_BOTH, TURNED = 1, 2, 8, 32, 64, 128
Point = tuple[float, float, bool]  # x, y, on the curve


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter: how far to the next one, the box of its ink, and its outline as steps
    ("M" | "L" | "Q", coordinates), y upwards.
    """

    advance: float
    box: tuple[float, float, float, float]
    steps: tuple[tuple[str, tuple[float, ...]], ...]


class Face:
    """A typeface."""

    def __init__(self, name: str):
        self.name, self._data = name, _file(name).read_bytes()
        (count,) = unpack_from(">H", self._data, 4)
        entries = (unpack_from(">4sLLL", self._data, 12 + 16 * i) for i in range(count))
        self._tables = {tag.decode(): place for tag, _, place, _ in entries}
        head = self._tables["head"]
        (self._em,) = unpack_from(">H", self._data, head + 18)
        (self._long,) = unpack_from(">h", self._data, head + 50)
        (self._metrics,) = unpack_from(">H", self._data, self._tables["hhea"] + 34)
        self._map = self._characters()
        self._pairs: tuple[int, int] | None = self._kerns()
        self._made: dict[int, Glyph] = {}

    def __contains__(self, character: str) -> bool:
        return self.index(character) != 0

    def index(self, character: str) -> int:
        """The number of the glyph of a character, 0 where there is none."""
        data, code, ends = self._data, ord(character), self._map[1]
        segment = bisect_left(ends, code)
        count, start = len(ends), self._map[0]
        if segment == count:
            return 0
        (first,) = unpack_from(">H", data, start + 16 + 2 * (count + segment))
        if code < first:
            return 0
        (shift,) = unpack_from(">h", data, start + 16 + 2 * (2 * count + segment))
        place = start + 16 + 2 * (3 * count + segment)
        (ahead,) = unpack_from(">H", data, place)
        if not ahead:
            return (code + shift) & 0xFFFF
        (glyph,) = unpack_from(">H", data, place + ahead + 2 * (code - first))
        return (glyph + shift) & 0xFFFF if glyph else 0

    def glyph(self, character: str) -> Glyph:
        """The glyph of a character; that of what is missing where there is none."""
        index = self.index(character)
        if index not in self._made:
            self._made[index] = self._glyph(index)
        return self._made[index]

    def kern(self, left: str, right: str) -> float:
        """How much farther `right` stands from `left` than the advance says."""
        if self._pairs is None:
            return 0.0
        place, count = self._pairs
        key, low, high = (self.index(left) << 16) | self.index(right), 0, count
        while low < high:
            middle = (low + high) // 2
            pair, value = unpack_from(">Lh", self._data, place + 6 * middle)
            if pair == key:
                return value / self._em
            low, high = (middle + 1, high) if pair < key else (low, middle)
        return 0.0

    # tables ---------------------------------------------------------------------------------------
    def _characters(self) -> tuple[int, tuple[int, ...]]:
        """Where the map of characters begins, and the last ones of its segments."""
        start = self._tables["cmap"]
        (count,) = unpack_from(">H", self._data, start + 2)
        for i in range(count):
            (offset,) = unpack_from(">L", self._data, start + 8 + 8 * i)
            kind, _, _, twice = unpack_from(">HHHH", self._data, start + offset)
            if kind == 4:
                ends = unpack_from(f">{twice // 2}H", self._data, start + offset + 14)
                return start + offset, ends
        raise ValueError(f"{self.name}: unknown map")

    def _kerns(self) -> tuple[int, int] | None:
        start = self._tables.get("kern")
        if start is None:
            return None
        version, _, _, _, coverage, count = unpack_from(">HHHHHH", self._data, start)
        return (start + 18, count) if version == 0 and coverage >> 8 == 0 else None

    def _glyph(self, index: int) -> Glyph:
        wide = min(index, self._metrics - 1)
        (advance,) = unpack_from(">H", self._data, self._tables["hmtx"] + 4 * wide)
        steps = tuple(step for contour in self._contours(index) for step in _steps(contour))
        scaled = tuple((kind, tuple(x / self._em for x in at)) for kind, at in steps)
        return Glyph(advance / self._em, _box(scaled), scaled)

    def _contours(self, index: int) -> list[list[Point]]:
        loca, size = self._tables["loca"], 4 if self._long else 2
        places = unpack_from(">LL" if self._long else ">HH", self._data, loca + size * index)
        first, after = (p if self._long else 2 * p for p in places)
        if first == after:
            return []
        start = self._tables["glyf"] + first
        (count,) = unpack_from(">h", self._data, start)
        return self._simple(start + 10, count) if count >= 0 else self._composed(start + 10)

    def _simple(self, place: int, count: int) -> list[list[Point]]:
        data = self._data
        ends = unpack_from(f">{count}H", data, place)
        (words,) = unpack_from(">H", data, place + 2 * count)
        place += 2 * count + 2 + words
        flags: list[int] = []
        while ends and len(flags) <= ends[-1]:
            flag, place = data[place], place + 1
            flags.append(flag)
            if flag & 8:
                flags += [flag] * data[place]
                place += 1
        columns = []
        for short, same in ((2, 16), (4, 32)):
            at, values = 0, []
            for flag in flags:
                if flag & short:
                    at += data[place] if flag & same else -data[place]
                    place += 1
                elif not flag & same:
                    at += unpack_from(">h", data, place)[0]
                    place += 2
                values.append(at)
            columns.append(values)
        points = [(x, y, bool(f & 1)) for x, y, f in zip(*columns, flags)]
        begins = [0, *(e + 1 for e in ends)]
        return [points[a : e + 1] for a, e in zip(begins, ends)]

    def _composed(self, place: int) -> list[list[Point]]:
        data, contours, flags = self._data, [], MORE
        while flags & MORE:
            flags, index = unpack_from(">HH", data, place)
            wide = flags & ARGS_ARE_WORDS
            dx, dy = unpack_from(">hh" if wide else ">bb", data, place + 4)
            dx, dy = (dx, dy) if flags & ARGS_ARE_PLACES else (0, 0)
            place += 8 if wide else 6
            a, b, c, d = 1.0, 0.0, 0.0, 1.0
            if flags & SCALED:
                a = d = unpack_from(">h", data, place)[0] / 16384
                place += 2
            elif flags & SCALED_BOTH:
                a, d = (x / 16384 for x in unpack_from(">hh", data, place))
                place += 4
            elif flags & TURNED:
                a, b, c, d = (x / 16384 for x in unpack_from(">hhhh", data, place))
                place += 8
            contours += [
                [(a * x + c * y + dx, b * x + d * y + dy, on) for x, y, on in contour]
                for contour in self._contours(index)
            ]
        return contours


@cache
def face(name: str) -> Face:
    """The typeface of that name."""
    return Face(name)


def _file(name: str) -> Path:
    """A font of matplotlib; where its data lie elsewhere it is asked itself."""
    spec = find_spec("matplotlib")
    path = Path(spec.origin).parent / FONTS if spec and spec.origin else FONTS
    if not path.is_dir():
        from matplotlib import get_data_path

        path = Path(get_data_path()) / "fonts" / "ttf"
    return path / f"{name}.ttf"


def _steps(points: Sequence[Point]) -> list[tuple[str, tuple[float, ...]]]:
    """A closed contour; between two points off the curve lies one on it."""
    if not points:
        return []
    first = next((i for i, p in enumerate(points) if p[2]), None)
    if first is None:
        (x0, y0, _), (x1, y1, _) = points[-1], points[0]
        points, first = [((x0 + x1) / 2, (y0 + y1) / 2, True), *points], 0
    walk = [*points[first:], *points[: first + 1]]
    steps: list[tuple[str, tuple[float, ...]]] = [("M", walk[0][:2])]
    bend: tuple[float, float] | None = None
    for x, y, on in walk[1:]:
        if on:
            steps.append(("L", (x, y)) if bend is None else ("Q", (*bend, x, y)))
            bend = None
        else:
            if bend is not None:
                steps.append(("Q", (*bend, (bend[0] + x) / 2, (bend[1] + y) / 2)))
            bend = (x, y)
    return steps


def _box(steps: Sequence[tuple[str, tuple[float, ...]]]) -> tuple[float, float, float, float]:
    """Left, lower, right and upper end of an outline."""
    xs: list[float] = []
    ys: list[float] = []
    at = (0.0, 0.0)
    for kind, place in steps:
        end = place[-2:]
        for axis, values in enumerate((xs, ys)):
            values.append(end[axis])
            if kind == "Q":
                a, b, c = at[axis], place[axis], end[axis]
                if min(a, c) <= b <= max(a, c):
                    continue
                s = (a - b) / (a - 2 * b + c)
                values.append((1 - s) ** 2 * a + 2 * s * (1 - s) * b + s**2 * c)
        at = (end[0], end[1])
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)
