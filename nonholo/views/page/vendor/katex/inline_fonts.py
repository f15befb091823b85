"""Make katex.css: KaTeX's style sheet with the fonts a mechanics page needs inside it.

Run once per KaTeX version, in an unpacked npm package:  python inline_fonts.py path/to/package
Nothing of nonholo imports this file; see README.md beside it.
"""

from __future__ import annotations

import base64
import re
import sys
from pathlib import Path

# Fraktur, SansSerif, Script, Typewriter and Caligraphic-Bold stay out: their commands still work,
# in the reader's own fonts.
KEPT = (
    "AMS-Regular",
    "Caligraphic-Regular",
    "Main-Bold",
    "Main-Italic",
    "Main-Regular",
    "Math-BoldItalic",
    "Math-Italic",
    "Size1-Regular",
    "Size2-Regular",
    "Size3-Regular",
    "Size4-Regular",
)
FACE = re.compile(r"@font-face\{[^}]*?url\(fonts/KaTeX_([\w-]+)\.woff2\)[^}]*\}")
SOURCE = re.compile(r"src:[^};]*")


def inlined(style: str, fonts: Path) -> str:
    """`style` with kept faces as data URIs and the other faces removed."""

    def face(match: re.Match[str]) -> str:
        name = match[1]
        if name not in KEPT:
            return ""
        data = base64.b64encode((fonts / f"KaTeX_{name}.woff2").read_bytes()).decode()
        source = f'src:url(data:font/woff2;base64,{data}) format("woff2")'
        return SOURCE.sub(lambda _: source, match[0])

    return FACE.sub(face, style)


def main(package: Path) -> None:
    """Write katex.css beside this file."""
    style = (package / "dist" / "katex.min.css").read_text(encoding="utf-8")
    result = inlined(style, package / "dist" / "fonts")
    if "url(fonts/" in result:
        raise SystemExit("a font stayed outside: the layout of katex.min.css has changed")
    Path(__file__).with_name("katex.css").write_text(result, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
