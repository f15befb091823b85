r"""Text and formulas set in outlines: where each letter stands, and how large the whole is.

Formulas are the part of TeX that the labels of our pictures are written in: letters, digits and
signs, Greek, \mathrm{...}, functions, accents \dot{...}, indices and exponents, \sqrt{...}.
Distances are those of matplotlib's mathtext, so that pictures of both look alike.

References: Knuth1984 (appendix G).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from nonholo.views.drawing.fonts import BOLD, ITALIC, SANS, SERIF, SLANTED, Glyph, face
from nonholo.words.language import spoken
from nonholo.writing.latex import called


@dataclass(frozen=True, slots=True)
class Style:
    """Typefaces; where indices stand, in heights of an x; the unit of spaces, in sizes."""

    upright: str
    slanted: str
    raised: float
    lowered: float
    lowered_both: float
    apart: float
    delta: float
    lean: float
    em: float


SANS_STYLE = Style(SANS, SLANTED, 0.77, 0.3, 0.5, 0.05, 0.025, 0.2, 0.974)
BOLD_STYLE = Style(BOLD, SLANTED, 0.77, 0.3, 0.5, 0.05, 0.025, 0.2, 0.974)
SERIF_STYLE = Style(SERIF, ITALIC, 0.94, 0.3, 0.6, 0.1, 0.05, 0.3, 1.0)

SMALLER, THINNEST = 0.7, 0.25  # each level of indices; no smaller than that
RULE = 0.0625  # of the size: the width of a rule
SIGNS = {"-": "\u2212", "*": "\u2217", "'": "\u2032"}
BINARY, RELATIONS = "+\u2212\u22c5\u00d7\u00b1\u2217", "=<>\u2264\u2265\u2260\u2248"
SPACES = {",": 1 / 6, ";": 5 / 18, ":": 2 / 9, "quad": 1.0, " ": 1 / 6, "!": -1 / 6}
FUNCTIONS = frozenset(
    [
        "sin",
        "cos",
        "tan",
        "cot",
        "sec",
        "csc",
        "sinh",
        "cosh",
        "tanh",
        "exp",
        "ln",
        "log",
        "arcsin",
        "arccos",
        "arctan",
    ]
)
LETTERS = {
    name: chr(code)
    for first, names in (
        (0x3B1, "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi"),
        (0x3C0, "pi rho varsigma sigma tau upsilon varphi chi psi omega"),
        (0x393, "Gamma Delta"),
        (0x398, "Theta"),
        (0x39B, "Lambda"),
        (0x39E, "Xi"),
        (0x3A0, "Pi"),
        (0x3A3, "Sigma"),
        (0x3A5, "Upsilon Phi"),
        (0x3A8, "Psi Omega"),
    )
    for code, name in enumerate(names.split(), start=first)
} | {"phi": "\u03d5", "cdot": "\u22c5", "ldots": "\u2026", "times": "\u00d7", "prime": "\u2032"}
ACCENTS = {"dot": "\u0307", "ddot": "\u0308", "dddot": "\u20db", "tilde": "\u0303", "hat": "\u0302"}
TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of a typeface: where its origin is (y upwards), and its size."""

    face: str
    character: str
    x: float
    y: float
    size: float

    @property
    def glyph(self) -> Glyph:
        """Its outline."""
        return face(self.face).glyph(self.character)


@dataclass(slots=True)
class Line:
    """Letters and rules (x, y, width, height) that begin at (0, 0), and how far they go."""

    letters: list[Letter] = field(default_factory=list)
    rules: list[tuple[float, float, float, float]] = field(default_factory=list)
    width: float = 0.0

    def put(self, other: Line, x: float, y: float = 0.0) -> None:
        """What another line holds, there."""
        self.letters += [
            Letter(c.face, c.character, c.x + x, c.y + y, c.size) for c in other.letters
        ]
        self.rules += [(a + x, b + y, wide, tall) for a, b, wide, tall in other.rules]

    def box(self) -> tuple[float, float, float, float]:
        """Left, lower, right and upper end of the ink."""
        boxes = [(a, b, a + wide, b + tall) for a, b, wide, tall in self.rules]
        for c in self.letters:
            if c.glyph.steps:
                left, low, right, high = (c.size * end for end in c.glyph.box)
                boxes.append((c.x + left, c.y + low, c.x + right, c.y + high))
        if not boxes:
            return (0.0, 0.0, 0.0, 0.0)
        lefts, lows, rights, highs = zip(*boxes, strict=True)
        return min(lefts), min(lows), max(rights), max(highs)


def set_line(text: str, size: float, style: Style = SANS_STYLE) -> Line:
    r"""The text as one line; what stands between two $ is a formula, \$ is a dollar.

    Raises ValueError for a formula that is none.

    >>> round(set_line("a", 10).width, 2), [c.character for c in set_line(r"$\dot{x}$", 10).letters]
    (6.13, ['x', '̇'])
    """
    return _set_line(text, size, style, spoken())


@lru_cache(4096)
def _set_line(text: str, size: float, style: Style, language: str) -> Line:
    """The line in a language, in which functions have their names."""
    del language
    pieces = re.split(r"(?<!\\)\$", text)
    if len(pieces) % 2 == 0 or len(pieces) == 1:
        return _plain(text.replace(r"\$", "$"), size, style)
    line = Line()
    for i, piece in enumerate(pieces):
        words = piece.replace(r"\$", "$")
        made = Formula(piece, style).line(size) if i % 2 else _plain(words, size, style)
        line.put(made, line.width)
        line.width += made.width
    return line


def _plain(text: str, size: float, style: Style) -> Line:
    """Words in the upright face, pairs of letters drawn together."""
    line, before = Line(), ""
    for character in text:
        name = _face_for(character, style.upright)
        if before and line.letters and line.letters[-1].face == name:
            line.width += size * face(name).kern(before, character)
        line.letters.append(Letter(name, character, line.width, 0.0, size))
        line.width += size * face(name).glyph(character).advance
        before = character
    return line


def _face_for(character: str, wished: str) -> str:
    """The typeface, or the one with most characters where it lacks this one."""
    return wished if wished == SANS or character in face(wished) else SANS


class Formula:
    """A formula being read, token by token."""

    def __init__(self, text: str, style: Style):
        self.tokens: Sequence[str] = TOKEN.findall(text)
        self.style, self.place = style, 0

    def line(self, size: float) -> Line:
        """All of it.

        Raises ValueError where it cannot be read.
        """
        made = self._row(size, "")
        if not self.place:
            raise ValueError("an empty formula")
        if self.place < len(self.tokens):
            raise ValueError(f"closing brace at {self.place}")
        return made

    # reading ----------------------------------------------------------------------------------
    def _next(self) -> str:
        token = self.tokens[self.place] if self.place < len(self.tokens) else ""
        self.place += 1
        return token

    def _group(self, size: float, font: str = "") -> Line:
        """What stands in braces, or one token."""
        token = self._next()
        if token != "{":
            if not token or token in "}^_":
                raise ValueError("something is missing")
            self.place -= 1
            return self._atom(size, font)
        made = self._row(size, font)
        if self._next() != "}":
            raise ValueError("open brace")
        return made

    def _row(self, size: float, font: str) -> Line:
        """Atoms side by side up to the end, or to a closing brace."""
        line, before = Line(), ""
        while self.place < len(self.tokens) and self.tokens[self.place] != "}":
            token = self.tokens[self.place]
            if token.isspace():
                self.place += 1
                continue
            sign = LETTERS.get(token[1:], "") if token[0] == "\\" else SIGNS.get(token, token)
            if sign and sign in BINARY + RELATIONS and token != "'":
                self.place += 1
                space = 0.2 * self._em(size) if before or sign in RELATIONS else 0.0
                atom = self._letter(sign, size, self.style.upright)
                line.put(atom, line.width + space)
                line.width += atom.width + 2 * space
                before = ""
                continue
            atom = self._scripts(self._atom(size, font), size, font)
            line.put(atom, line.width)
            line.width += atom.width
            before = token if token not in "([" else ""
            if token == ",":
                line.width += 0.2 * self._em(size)
            elif token[1:] in FUNCTIONS and self._begins_operand():
                line.width += self._em(size) / 6
        return line

    def _begins_operand(self) -> bool:
        """What comes after a function is no bracket."""
        ahead = [t for t in self.tokens[self.place : self.place + 2] if not t.isspace()]
        return bool(ahead) and ahead[0] not in ("(", "[", "|", "}", "^", "_", ")")

    def _atom(self, size: float, font: str) -> Line:
        """One letter, function, accent, root or group."""
        token = self._next()
        if token == "{":
            self.place -= 1
            return self._group(size, font)
        if token[0] != "\\":
            if token in "^_}":
                raise ValueError("index without letter")
            return self._letter(SIGNS.get(token, token), size, font or self._usual(token))
        name = token[1:]
        if name in SPACES:
            return Line(width=SPACES[name] * self._em(size))
        if name in LETTERS:
            return self._letter(LETTERS[name], size, font or self._usual(LETTERS[name]))
        if name in FUNCTIONS:
            return self._function(called(name), size, font)
        if name in ("mathrm", "mathit", "mathbf", "mathdefault", "text"):
            wished = self.style.slanted if name == "mathit" else self.style.upright
            return self._group(size, wished)
        if name in ACCENTS:
            return self._accented(self._group(size, font), ACCENTS[name], size)
        if name == "sqrt":
            return self._root(self._group(size, font), size)
        if len(name) == 1 and not name.isalpha():
            return self._letter(name, size, self.style.upright)
        raise ValueError(f"{token}: not known")

    def _usual(self, character: str) -> str:
        """Letters lean, but for Greek capitals; signs and numbers stand."""
        capital = "\u0391" <= character <= "\u03a9"
        return self.style.slanted if character.isalpha() and not capital else self.style.upright

    # setting ----------------------------------------------------------------------------------
    def _em(self, size: float) -> float:
        return size * self.style.em

    def _x_height(self, size: float) -> float:
        return size * face(self.style.slanted).glyph("x").box[3]

    def _letter(self, character: str, size: float, font: str) -> Line:
        name = _face_for(character, font)
        advance = size * face(name).glyph(character).advance
        return Line([Letter(name, character, 0.0, 0.0, size)], [], advance)

    def _function(self, name: str, size: float, font: str) -> Line:
        line = _plain(name, size, self.style)
        return self._scripts(line, size, font) if self._ahead() in ("^", "_") else line

    def _ahead(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def _scripts(self, nucleus: Line, size: float, font: str) -> Line:
        """The nucleus with what is raised and lowered beside it."""
        small, given = max(SMALLER * size, THINNEST), {}
        while self._ahead() in ("^", "_"):
            kind = self._next()
            if kind in given:
                raise ValueError("two indices alike")
            given[kind] = self._group(small, font if font == self.style.upright else "")
        if not given:
            return nucleus
        style, x = self.style, self._x_height(size)
        last = nucleus.letters[-1] if nucleus.letters else None
        leans = last is not None and last.face == style.slanted
        kern_up, kern_down = style.delta * x, style.delta * x
        if leans and last is not None:
            tall = last.size * last.glyph.box[3]
            kern_up += style.delta * x + style.lean * (tall - x * 2 / 3)
            kern_down = 0.0
        kern_up, kern_down = SMALLER * kern_up, SMALLER * kern_down
        up, down = style.raised * x, (style.lowered_both if "^" in given else style.lowered) * x
        if len(given) == 2:
            above, below = given["^"].box(), given["_"].box()
            clear = 2 * RULE * size - ((up + above[1]) - (below[3] - down))
            up += max(clear, 0.0)
        made = Line(list(nucleus.letters), list(nucleus.rules), nucleus.width)
        widths = [0.0]
        for kind, y, kern in (("^", up, kern_up), ("_", -down, kern_down)):
            if kind in given:
                made.put(given[kind], nucleus.width + kern, y)
                widths.append(kern + given[kind].width)
        made.width += max(widths) + style.apart * x
        return made

    def _accented(self, line: Line, accent: str, size: float) -> Line:
        """A mark above the middle of the letters, as far to the right as they lean."""
        name = _face_for(accent, self.style.upright)
        left, low, right, _ = face(name).glyph(accent).box
        wide = size * (right - left)
        leans = bool(line.letters) and line.letters[-1].face == self.style.slanted
        shift = line.width / 4 if leans else 0.0
        x = shift + (line.width - shift - wide) / 2 - size * left
        y = line.box()[3] + 2 * RULE * size - size * low
        made = Line(list(line.letters), list(line.rules), line.width)
        made.letters.append(Letter(name, accent, x, y, size))
        return made

    def _root(self, line: Line, size: float) -> Line:
        """A root whose sign is as high as what stands under it."""
        _, low, _, high = line.box()
        rule = RULE * size
        name = _face_for("\u221a", self.style.upright)
        sign = face(name).glyph("\u221a")
        tall = high - min(low, 0.0) + 4 * rule
        scale = max(tall / (sign.box[3] - sign.box[1]), size)
        foot = min(low, 0.0) - scale * sign.box[1] - rule
        made = Line([Letter(name, "\u221a", 0.0, foot, scale)])
        start, top = scale * sign.box[2], foot + scale * sign.box[3]
        wide = line.width + 4 * rule
        made.rules.append((start - 0.2 * rule, top - rule, wide, rule))
        made.put(line, start + 2 * rule)
        made.width = start + wide
        return made
