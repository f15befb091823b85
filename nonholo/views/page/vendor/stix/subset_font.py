"""Make math.woff2: the signs of STIX Two Math that a page on mechanics needs.

Run once per version of the font, with fonttools and brotli, on the woff2 file of the npm package:
    python subset_font.py path/to/stix-two-math-latin-400-normal.woff2
Nothing of nonholo imports this file; see README.md beside it.
"""

from __future__ import annotations

import sys
from pathlib import Path

TEXT = [*range(0x20, 0x7F), 0xA0, 0xA8, 0xAF, 0xB1, 0xB7, 0xD7, 0x2C6, 0x2D9, 0x2DC]
GREEK = [*range(0x391, 0x3AA), *range(0x3B1, 0x3CA), 0x3D1, 0x3D5, 0x3D6, 0x3F1, 0x3F5]
ITALIC = [0x210E, *range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D71C)]
SIGNS = [ord(c) for c in "‖…′″‴⁗‾\u2061\u2062→⇒⇔∀∂∃∇∈∏∑−√∞∧∫≈≠≡≤≥⋅⋯⏞⏟⟨⟩"]


def main(source: Path) -> None:
    """Write math.woff2 beside this file; the table of mathematical sizes stays in it."""
    from fontTools import subset

    options = subset.Options()
    options.flavor = "woff2"
    options.hinting = options.glyph_names = False
    options.name_IDs = [0, 1, 2, 5, 13, 14]
    font = subset.load_font(str(source), options)
    font.recalcTimestamp = False
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=[*TEXT, *GREEK, *ITALIC, *SIGNS])
    chosen.subset(font)
    if "MATH" not in font:
        raise SystemExit("this font has no table of mathematical sizes")
    subset.save_font(font, str(Path(__file__).with_name("math.woff2")), options)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
