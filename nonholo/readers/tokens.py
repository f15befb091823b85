"""Text -> tokens, each with its place; what is too long or not in the alphabet stops here."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from nonholo.errors import BadExpression, Place

MAX_CHARACTERS = 100_000
MAX_TOKENS = 50_000
MAX_DIGITS = 500
MAX_TENS = 500  # |n| in 1e<n>
MAX_NAME = 100
MAX_PRIMES = 2

_ONE_ARGUMENT = (
    *("sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan"),
    *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
    *("exp", "log", "ln", "sqrt", "abs", "sign"),
)
FUNCTIONS = {**dict.fromkeys(_ONE_ARGUMENT, 1), "atan2": 2}  # name -> how many arguments
NOWHERE = Place()

_TOKEN = re.compile(
    r"(?P<space>[ \t\r\n]+)"
    r"|(?P<name>[A-Za-z_\u0370-\u03ff][A-Za-z0-9_\u0370-\u03ff]*)(?P<primes>'*)"
    r"|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE](?P<tens>[+-]?[0-9]+))?)"
    r"|(?P<operator>\*\*|==|>=|<=|[-+*/^(),=<>])"
)

_ADVICE = {
    **dict.fromkeys("\u2212\u2013\u2014\ufe63\uff0d", "the minus sign - of the keyboard"),
    **dict.fromkeys("×·⋅∙•∗", "* for a product"),
    **dict.fromkeys("÷∕", "/ for a quotient"),
    **dict.fromkeys("\u2032\u2019\u2018´`", "an apostrophe for a velocity: x'"),
    **dict.fromkeys('\u2033\u201d\u201c"', "two apostrophes for an acceleration: x''"),
    **dict.fromkeys("[]{}", "round parentheses ( )"),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff", "deleting it: it can't be seen"),
    "²": "**2",
    "³": "**3",
    "√": "sqrt(x)",
    "≥": ">=",
    "≤": "<=",
    "'": "x' for a velocity, the prime directly behind the name; quoted texts have no place here",
    "|": "abs(x)",
    "#": "the text without a comment",
    ";": "one text for each constraint",
    "\\": "plain names, sin(theta) for \\sin\\theta",
    ".": "a number with its digits (0.5), or a name without a point",
    "!": "a function of the list: there is no factorial and no !=",
    "\u00a0": "an ordinary space",
    "\u0307": "xdot or x'",
}


class Token(NamedTuple):
    """One word of the text: kind is "number", "name", "operator" or "end"."""

    kind: str
    text: str
    start: int
    end: int
    primes: int = 0
    value: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Spot(Place):
    """A place that remembers its line of text, so that later errors can show a caret too."""

    text_line: str = field(default="", compare=False, repr=False)


def complaint(message: str, place: Place, hint: str = "") -> BadExpression:
    """The error to raise about a node of the tree, with its line of text if `place` knows it.

    >>> print(complaint("what is this?", Spot("", "", 1, 3, "x ?")))
    line 1, column 3: what is this?
        x ?
          ^
    """
    plain = Place(place.source, place.key, place.line, place.column)
    return BadExpression(message, plain, getattr(place, "text_line", ""), hint)


class Source:
    """A text and where it stands: turns an offset into a place."""

    __slots__ = ("_lines", "_starts", "origin", "text")

    def __init__(self, text: str, origin: Place):
        self.text, self.origin = text, origin
        lines = text.split("\n")
        self._starts = [0]
        for line in lines[:-1]:
            self._starts.append(self._starts[-1] + len(line) + 1)
        # The first line stands in its file behind other text: keep the caret under its column.
        self._lines = [" " * (origin.column - 1) + _shown(lines[0]), *map(_shown, lines[1:])]

    def spot(self, offset: int) -> Spot:
        """The place of the character at `offset`."""
        row = bisect_right(self._starts, offset) - 1
        column = offset - self._starts[row] + (self.origin.column if row == 0 else 1)
        origin = self.origin
        return Spot(origin.source, origin.key, origin.line + row, column, self._lines[row])

    def error(self, message: str, offset: int, hint: str = "") -> BadExpression:
        """The error to raise about the character at `offset`."""
        return complaint(message, self.spot(offset), hint)


def read_tokens(text: str, place: Place = NOWHERE) -> tuple[Source, list[Token]]:
    """The tokens of a text, an "end" last, and the source that knows their places.

    Raises `BadExpression` for a text too long and for characters outside the language.

    >>> [token.text for token in read_tokens("2 x' >= 1.5e-3")[1]]
    ['2', 'x', '>=', '1.5e-3', '']
    """
    if not isinstance(text, str):
        kind = type(text).__name__
        raise BadExpression(f"an expression is a text, this is of type {kind}", place, "", '"..."')
    if len(text) > MAX_CHARACTERS:
        size = f"{len(text)} characters are too many: at most {MAX_CHARACTERS}"
        raise BadExpression(size, place, "", "several shorter expressions")
    source = Source(text, place)
    tokens = _scan(source)
    tokens.append(Token("end", "", len(text), len(text)))
    return source, tokens


def _scan(source: Source) -> list[Token]:
    tokens: list[Token] = []
    position, text = 0, source.text
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise _foreign(source, position)
        position = match.end()
        if not match["space"]:
            tokens.append(_token(source, match))
        if len(tokens) > MAX_TOKENS:
            raise source.error(f"more than {MAX_TOKENS} words and signs", match.start())
    return tokens


def _token(source: Source, match: re.Match) -> Token:
    start, end = match.span()
    if match["name"]:
        _check_name(source, match)
        return Token("name", match["name"], start, end, len(match["primes"]))
    if match["number"]:
        _check_number(source, match)
        return Token("number", match["number"], start, end, 0, Fraction(match["number"]))
    return Token("operator", match["operator"], start, end)


def _check_name(source: Source, match: re.Match) -> None:
    name, start = match["name"], match.start()
    if len(name) > MAX_NAME:
        raise source.error(f"a name of {len(name)} characters: at most {MAX_NAME}", start)
    if len(match["primes"]) > MAX_PRIMES:
        message = f"{len(match['primes'])} primes: accelerations are the highest"
        raise source.error(message, match.start("primes"), f"{name}' or {name}''")
    if not name.isascii():
        _check_letters(source, name, start)
    if name == "π":
        raise source.error("π is not a name here", start, "pi")


def _check_letters(source: Source, name: str, start: int) -> None:
    """Greek letters in one spelling each: look-alikes would be two names for one sign."""
    from unicodedata import normalize

    for offset, letter in enumerate(name, start):
        if not ("_" + letter).isidentifier() or normalize("NFKC", letter) != letter:
            raise _foreign(source, offset)


def _check_number(source: Source, match: re.Match) -> None:
    start, written = match.start(), match["number"]
    digits = sum(map(str.isdigit, re.split("[eE]", written)[0]))
    if digits > MAX_DIGITS:
        raise source.error(f"a number of {digits} digits: at most {MAX_DIGITS}", start)
    tens = (match["tens"] or "0").lstrip("+-").lstrip("0")
    if len(tens) > len(str(MAX_TENS)) or int(tens or 0) > MAX_TENS:
        raise source.error(f"power of ten too large: at most 1e{MAX_TENS}", match.start("tens"))
    behind = source.text[match.end() : match.end() + 1]
    runs_on = behind.isalpha() or behind == "_"
    if behind == "." or (runs_on and _mistakable(match, behind)):
        message = f"the number {written} runs into {behind!a}"
        raise source.error(message, match.end(), f"{written}*... for a product; 2e3 is 2000")


def _mistakable(match: re.Match, behind: str) -> bool:
    """2x is a product, but 2e, 2e3x, 0x10, 1_000 and 2.x could mean something else."""
    written = match["number"]
    return behind in "eE_" or bool(match["tens"]) or not written.strip("0") or written.endswith(".")


def _foreign(source: Source, offset: int) -> BadExpression:
    from unicodedata import name, normalize

    letter = source.text[offset]
    title = f"U+{ord(letter):04X} {name(letter, '')}".strip()
    shown = title if _shown(letter) != letter else f"{letter} ({title})"
    hint, plain = _ADVICE.get(letter, ""), normalize("NFKC", letter)
    if not hint and plain != letter and _TOKEN.fullmatch(plain):
        hint = f"{plain} in its plain form"
    if not hint and "\u0307" in normalize("NFD", letter):
        hint = _ADVICE["\u0307"]
    return source.error(f"the character {shown} is not in the language", offset, hint)


def _shown(line: str) -> str:
    """The line as it may be printed: one column for each character, nothing invisible."""
    if line.isascii() and line.isprintable():
        return line
    return "".join(letter if _visible(letter) else "\ufffd" for letter in line.replace("\t", " "))


def _visible(letter: str) -> bool:
    from unicodedata import bidirectional, combining, east_asian_width

    if letter.isascii():
        return letter.isprintable()
    wide = east_asian_width(letter) in "WF" or combining(letter)
    return letter.isprintable() and not wide and bidirectional(letter) not in ("R", "AL", "AN")


def check_neighbours(source: Source, before: Token, after: Token, behind: str) -> None:
    """Refuse two operands side by side unless nobody can read them but as a product.

    `behind` is the operator before the left one: behind / or ** two readings are possible.
    Raises `BadExpression`.
    """
    touching = before.end == after.start
    if before.text in FUNCTIONS and not before.primes:
        hint = f"{before.text}(...)"
        raise source.error(f"{before.text} needs parentheses", before.start, hint)
    if after.kind == "number":
        message, hint = "a number directly behind another operand", "* or another sign between"
    elif behind == "/":
        message = "ambiguous: does what follows belong to the denominator?"
        hint = "(a/b)*c or a/(b*c)"
    elif behind == "**" and touching:
        message = "ambiguous: does what follows belong to the exponent?"
        hint = "a * or a space between"
    elif touching and before.kind == after.kind == "name":
        message, hint = "two names run together", "a * or a space between"
    else:
        return
    raise source.error(message, after.start, hint)
