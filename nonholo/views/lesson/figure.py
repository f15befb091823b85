r"""The drawing of a system in a lesson: SVG of ours as TikZ, and as a picture inside Markdown.

Read are the few elements that our drawings are made of: polygons, polylines, circles, words, paths
of straight lines.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from nonholo.views.motion.space import sketch_in_space
from nonholo.views.page.mathml_signs import CAPITALS, GREEK
from nonholo.views.path.masses import masses_picture
from nonholo.views.path.sketch import sketch_picture

if TYPE_CHECKING:
    from nonholo.writing.lesson import Lesson

TIKZ = r"""\newcommand{\drawn}[1]{#1}
\IfFileExists{tikz.sty}{\usepackage{tikz}}{\renewcommand{\drawn}[1]{}}
"""  # without TikZ a lesson has no drawing
WIDEST, INHERITED = 400.0, ("fill", "stroke", "stroke-width", "opacity")
PLAIN = {"fill": "#000", "stroke": "none"}  # of SVG
SIGNS = {sign: rf"\{name} " for name, sign in (GREEK | CAPITALS).items()}
NUMBER = r"-?\d*\.?\d+"


def drawing(lesson: Lesson) -> str:
    """The SVG of a system; empty where nothing can be drawn."""
    if lesson.sketch is not None:
        return sketch_picture(lesson.sketch)
    if lesson.masses is not None:
        return masses_picture(lesson.masses)
    return "" if lesson.space is None else sketch_in_space(lesson.space)


def as_address(svg: str) -> str:
    """The picture as an address that holds it.

    >>> as_address("<svg/>")
    'data:image/svg+xml;base64,PHN2Zy8+'
    """
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def as_tikz(svg: str) -> str:
    r"""The picture as TikZ, for a document with `TIKZ` in its preamble.

    >>> print(as_tikz('<svg viewBox="0 0 9 9"><circle cx="1" cy="2" r="3" fill="#ff0000"/></svg>'))
    \drawn{\begin{tikzpicture}[x=1bp, y=-1bp, scale=1.000]
    \path[fill={rgb,255:red,255;green,0;blue,0}] (1,2) circle [radius=3];
    \end{tikzpicture}}
    """
    root = ElementTree.fromstring(svg)
    wide = float(root.get("viewBox", "0 0 1 1").split()[2])
    scale = f"scale={min(1.0, WIDEST / wide):.3f}"
    head = rf"\drawn{{\begin{{tikzpicture}}[x=1bp, y=-1bp, {scale}]"
    return "\n".join([head, *_drawn(root, PLAIN), r"\end{tikzpicture}}"])


def _drawn(element: ElementTree.Element, above: Mapping[str, str]) -> Iterator[str]:
    """What an element draws, with what it takes over from those around it."""
    given = {key: value for key, value in element.attrib.items() if key in INHERITED}
    known = {**above, **given}
    kind = element.tag.rpartition("}")[2]
    if kind in ("svg", "g"):
        for below in element:
            yield from _drawn(below, known)
    elif kind == "text":
        place = f"({element.get('x')},{element.get('y')})"
        style = f"text={_colour(known['fill'])}, anchor=base west, inner sep=0"
        yield rf"\node[{style}] at {place} {{${_words(element)}$}};"
    elif line := _line(kind, element.attrib):
        yield rf"\path[{_style(known, element.attrib)}] {line};"


def _words(element: ElementTree.Element) -> str:
    """The letters of a text as mathematics; what stands lower is an index."""
    below = "".join(_letters(part.text or "") for part in element)
    return _letters(element.text or "") + (f"_{{{below}}}" if below else "")


def _letters(text: str) -> str:
    r"""Letters as mathematics, words upright.

    >>> _letters("(\u03b8, al)")
    '(\\theta , \\mathrm{al})'
    """
    return "".join(map(_letter, re.findall(r"[A-Za-z]+|[^A-Za-z]", text)))


def _letter(piece: str) -> str:
    if piece in SIGNS:
        return SIGNS[piece]
    if len(piece) > 1:
        return rf"\mathrm{{{piece}}}"
    return piece if piece.isalnum() or piece in "(), " else ""


def _line(kind: str, given: Mapping[str, str]) -> str:
    """The line of a shape; empty for what is no shape."""
    if kind == "circle":
        return f"({given['cx']},{given['cy']}) circle [radius={given['r']}]"
    if kind in ("polygon", "polyline"):
        points = [f"({point})" for point in given["points"].split()]
        return " -- ".join(points) + (" -- cycle" if kind == "polygon" else "")
    return _path(given["d"]) if kind == "path" else ""


def _path(d: str) -> str:
    """A path of straight lines, in absolute or relative coordinates."""
    x = y = 0.0
    line = ""
    for step, numbers in re.findall(rf"([MLHVmlhvZz])((?:[\s,]*{NUMBER})*)", d):
        values = [float(v) for v in re.findall(NUMBER, numbers)]
        if step in "Zz":
            line += " -- cycle"
            continue
        pairs = [(v, None) for v in values] if step in "HVhv" else zip(values[::2], values[1::2])
        for i, (a, b) in enumerate(pairs):
            far = (x, y) if step.islower() else (0.0, 0.0)
            if b is not None:
                x, y = far[0] + a, far[1] + b
            elif step in "Hh":
                x = far[0] + a
            else:
                y = far[1] + a
            line += f"{' ' if step in 'Mm' and i == 0 else ' -- '}({x:.1f},{y:.1f})"
    return line.strip()


def _style(known: Mapping[str, str], given: Mapping[str, str]) -> str:
    """Colours, width and dashes as options of TikZ."""
    options = []
    for key, name in (("fill", "fill"), ("stroke", "draw")):
        if known[key] != "none":
            options.append(f"{name}={_colour(known[key])}")
    if known["stroke"] != "none":
        options.append(f"line width={float(known.get('stroke-width', '1')):.2f}bp")
    for key, name in (("fill-opacity", "fill opacity"), ("stroke-opacity", "draw opacity")):
        options += [f"{name}={given[key]}"] if key in given else []
    options += [f"opacity={known['opacity']}"] if "opacity" in known else []
    if "stroke-dasharray" in given:
        on, _, off = given["stroke-dasharray"].partition(" ")
        options.append(f"dash pattern=on {on}bp off {off or on}bp")
    return ", ".join(options)


def _colour(text: str) -> str:
    r"""A colour of SVG as one of TikZ.

    >>> _colour("#fff")
    '{rgb,255:red,255;green,255;blue,255}'
    """
    digits = text.lstrip("#")
    digits = "".join(2 * d for d in digits) if len(digits) == 3 else digits
    red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"
