"""SVG as text: shapes in points, y downwards; letters as outlines, so that a picture looks the same
everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonholo.views.drawing.setting import Letter, Line

Steps = Sequence[tuple[str, Sequence[float]]]  # ("M" | "L" | "Q" | "C" | "Z", coordinates)
EM = 1000  # of the outlines as they are written
Dashes = str | tuple[float, Sequence[float]]


def inline(image: bytes) -> str:
    """A drawing that is a file of its own, as a part of a page.

    >>> inline(b'<?xml version="1.0"?><svg width="9pt">')
    '<svg width="9pt">'
    """
    svg = image.decode()
    return svg[svg.index("<svg") :]


def fitted(svg: str) -> str:
    """A drawing that becomes smaller where it would be wider than what holds it, on paper too.

    >>> fitted('<svg width="9pt">')
    '<svg style="max-width:100%;height:auto" width="9pt">'
    """
    return svg.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)


def number(x: float) -> str:
    """To a hundredth of a point."""
    text = f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def outline(steps: Steps) -> str:
    """The text of a path."""
    return "".join(kind + " ".join(map(number, at)) for kind, at in steps)


def shape(steps: Steps, **look) -> str:
    """A path; look: fill, stroke, thick, dashes (lengths in widths of the line), opacity, cap,
    join.
    """
    return f'<path d="{outline(steps)}"{_looks(**look)}/>'


def polyline(points: Iterable[Sequence[float]]) -> Steps:
    """The steps of a line through points."""
    return [("L" if i else "M", p) for i, p in enumerate(points)]


def circle(x: float, y: float, radius: float, **look) -> str:
    """A disc."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"{_looks(**look)}/>'


def rectangle(x: float, y: float, wide: float, tall: float, radius: float = 0.0, **look) -> str:
    """A box with round corners."""
    round_ = f' rx="{number(radius)}"' if radius else ""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(tall)}"'
    return f"<rect {place}{round_}{_looks(**look)}/>"


def _looks(
    fill: str = "none",
    stroke: str = "none",
    thick: float = 1.0,
    dashes: Dashes = "solid",
    opacity: float = 1.0,
    fill_opacity: float = 1.0,
    cap: str = "butt",
    join: str = "round",
) -> str:
    text = f' fill="{fill}"'
    if fill_opacity < 1 and fill != "none":
        text += f' fill-opacity="{number(fill_opacity)}"'
    if stroke != "none":
        text += f' stroke="{stroke}" stroke-width="{number(thick)}" stroke-linejoin="{join}"'
        text += f' stroke-linecap="{cap}"' if cap != "butt" else ""
        if not isinstance(dashes, str):
            text += f' stroke-dasharray="{" ".join(number(thick * d) for d in dashes[1])}"'
    return text + (f' opacity="{number(opacity)}"' if opacity < 1 else "")


def placed(line: Line, x: float, y: float, turned: bool = False) -> Steps:
    """The outlines of a line of text whose baseline begins at (x, y); turned: it runs upwards."""

    def moved(at: Sequence[float], left: float, low: float, size: float) -> list[float]:
        every: list[float] = []
        for a, b in zip(at[::2], at[1::2], strict=True):
            along, up = left + size * a, low + size * b
            every += (x - up, y - along) if turned else (x + along, y - up)
        return every

    steps = [
        (kind, moved(at, c.x, c.y, c.size)) for c in line.letters for kind, at in c.glyph.steps
    ]
    for left, low, wide, tall in line.rules:
        corners = ((left, low), (left + wide, low), (left + wide, low + tall), (left, low + tall))
        steps += [("L" if i else "M", moved(p, 0, 0, 1)) for i, p in enumerate(corners)]
        steps.append(("Z", []))
    return steps


class Outlines:
    """Letters as outlines, each written once in a picture and used where it stands."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], str] = {}
        self._paths: list[str] = []

    def write(self, line: Line, x: float, y: float, colour: str, turned: bool = False) -> str:
        """A line of text whose baseline begins at (x, y); turned: it runs upwards."""
        rows: dict[tuple[float, float], list[str]] = {}
        for c in line.letters:
            if c.glyph.steps:
                place = f' x="{EM * c.x / c.size:.0f}"' if c.x else ""
                used = f'<use xlink:href="#{self._name(c)}"{place}/>'
                rows.setdefault((c.size, c.y), []).append(used)
        body = [
            f'<g transform="translate(0 {number(-up)}) scale({size / EM:.5f})">{"".join(uses)}</g>'
            for (size, up), uses in rows.items()
        ]
        body += [
            f'<rect x="{number(a)}" y="{number(-b - tall)}" width="{number(wide)}" '
            f'height="{number(tall)}"/>'
            for a, b, wide, tall in line.rules
        ]
        turn = " rotate(-90)" if turned else ""
        head = f'<g fill="{colour}" transform="translate({number(x)} {number(y)}){turn}">'
        return f"{head}{''.join(body)}</g>" if body else ""

    def _name(self, letter: Letter) -> str:
        key = letter.face, letter.character
        if key not in self._names:
            self._names[key] = f"{letter.face}-{ord(letter.character):x}"
            steps = letter.glyph.steps
            down = [
                (k, [-EM * v if i % 2 else EM * v for i, v in enumerate(at)]) for k, at in steps
            ]
            path = "".join(kind + " ".join(f"{v:.0f}" for v in at) for kind, at in down)
            self._paths.append(f'<path id="{self._names[key]}" d="{path}"/>')
        return self._names[key]

    def defined(self) -> str:
        """The outlines that are used."""
        return f"<defs>{''.join(self._paths)}</defs>" if self._paths else ""


def document(
    width: float, height: float, body: Iterable[str], left: float = 0.0, top: float = 0.0
) -> bytes:
    """The file: the piece of paper from (left, top) on."""
    frame = " ".join(map(number, (left, top, width, height)))
    head = (
        '<?xml version="1.0" encoding="utf-8" standalone="no"?>\n'
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{number(width)}pt" height="{number(height)}pt" viewBox="{frame}" version="1.1">'
    )
    return "\n".join([head, *filter(None, body), "</svg>", ""]).encode()
