"""Rule 1: text -> words.  Each character belongs to a word, a sign or a blank, or is refused."""

import re
from collections import namedtuple
from unicodedata import normalize

from .outcome import BEYOND, REFUSED, Stop, demand

MAX_TEXT, MAX_NAME, MAX_DIGITS, MAX_TENS = 20_000, 100, 500, 500
OTHERS = "sinh cosh tanh asinh acosh atanh exp log ln sqrt abs sign"
FUNCTIONS = frozenset(f"sin cos tan cot sec csc asin acos atan atan2 {OTHERS}".split())

_LETTER = r"A-Za-z_\u0370-\u03ff"
_WORD = re.compile(
    rf"(?P<name>[{_LETTER}][{_LETTER}0-9]*'{{0,2}})|(?P<sign>\*\*|==|>=|<=|[-+*/^(),=<>])"
    r"|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<blank>[ \t\r\n]+)"
)

Word = namedtuple("Word", "kind text touches")  # touches: no blank stands before it
END = Word("end", "", False)


def words(text: str) -> list[Word]:
    """The words of a text, with END behind them."""
    demand(len(text) <= MAX_TEXT, "a text that is too long", BEYOND)
    words, position, touches = [], 0, True
    while position < len(text):
        match = _WORD.match(text, position)
        if match is None:
            raise Stop(REFUSED, f"{text[position]!a} is not in the language")
        position = match.end()
        if match.lastgroup == "name":
            check_name(match["name"])
        if match.lastgroup == "number":
            _check_number(match["number"], text[position : position + 1])
        if match.lastgroup != "blank":
            words.append(Word(match.lastgroup, match[0], touches))
        touches = match.lastgroup != "blank"
    return [*words, END]


def is_name(text: str) -> bool:
    """A name without primes."""
    match = _WORD.fullmatch(text)
    return match is not None and match.lastgroup == "name" and "'" not in text


def check_name(name: str) -> None:
    """Letters in one spelling each: look-alikes would be two names for one sign."""
    bare = name.rstrip("'")
    demand(len(bare) <= MAX_NAME, "a name that is too long")
    good = bare.isidentifier() and normalize("NFKC", bare) == bare and bare != "π"
    demand(good, f"{name[:40]!a} is no name of the language")


def _check_number(number: str, behind: str) -> None:
    """A number may touch a name behind it (2x is a product) where that is clear."""
    whole, _, tens = number.lower().partition("e")
    demand(len(whole) <= MAX_DIGITS and len(tens) <= 8, "a number with too many digits", BEYOND)
    demand(abs(int(tens or 0)) <= MAX_TENS, "a power of ten that is too large", BEYOND)
    demand(behind != ".", f"the number {number[:40]} runs into a point")
    if behind.isalnum() or behind == "_":
        once = not tens and behind not in "eE_" and whole.strip("0") and not whole.endswith(".")
        demand(once, f"the number {number[:40]} runs into {behind!a}")
