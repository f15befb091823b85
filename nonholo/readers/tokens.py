"""Text -> words; what is too long or not in the alphabet stops here.

Words are found by one regular expression, and only the different ones are looked at.  Where a word
stands is worked out when there is something to complain about."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from nonholo.errors import BadExpression, Place, Repair
from nonholo.readers.places import Spot, complaint, shown
from nonholo.words.sentence import say

MAX_CHARACTERS = 100_000
MAX_WORDS = 50_000
MAX_DIGITS = 500
MAX_TENS = 500  # |n| in 1e<n>
MAX_NAME = 100
MAX_PRIMES = 2
OPERATORS = frozenset(
    ("+", "-", "*", "/", "^", "**", "(", ")", ",", "=", "==", "<", ">", "<=", ">=")
)
SIGNS = OPERATORS | {""}  # with the end of the text
DIGITS = frozenset("0123456789.")  # what a number begins with

_ONE_ARGUMENT = (
    *("sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan"),
    *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
    *("exp", "log", "ln", "sqrt", "abs", "sign"),
)
FUNCTIONS = {**dict.fromkeys(_ONE_ARGUMENT, 1), "atan2": 2}  # name -> how many arguments
NOWHERE = Place()
_NONE: Mapping[str, Sequence[str]] = {}

_NAME = r"[A-Za-z_\u0370-\u03ff][A-Za-z0-9_\u0370-\u03ff]*"
_NUMBER = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_SIGN = r"\*\*|==|>=|<=|[-+*/^(),=<>]"
_WORD = re.compile(rf"{_NAME}'*|{_NUMBER}|{_SIGN}|[^ \t\r\n]")  # the last: a foreign character
_TOKEN = re.compile(
    rf"(?P<space>[ \t\r\n]+)|(?P<name>{_NAME})(?P<primes>'*)|(?P<number>{_NUMBER})|{_SIGN}"
)
_PLAIN = re.compile(
    rf"[A-Za-z_][A-Za-z0-9_]{{0,{MAX_NAME - 1}}}'{{0,{MAX_PRIMES}}}|[0-9]{{1,99}}(\.[0-9]{{0,99}})?"
)

RADIANS = say("radians, for 10 degrees are 10*pi/180")
DOTS = ("\u0307", "\u02d9", "\u0308", "\u00a8")  # above a letter, for a velocity
_INDEX = re.compile("_?[0-9]+")
_SHARES = {"½": "(1/2)", "¼": "(1/4)", "¾": "(3/4)"}
_ROUND = say("round parentheses ( )")
_LETTERS: tuple[tuple[str, str, str | None], ...] = (  # letters, advice, what alone can be meant
    ("\u2212\u2013\u2014\ufe63\uff0d", say("the minus sign - of the keyboard"), "-"),
    ("×·⋅∙•∗", say("* for a product"), "*"),
    ("÷∕", say("/ for a quotient"), "/"),
    ("\u2032\u2019\u2018´`", say("an apostrophe for a velocity: x'"), "'"),
    ('\u2033\u201d\u201c"', say("two apostrophes for an acceleration: x''"), "''"),
    ("[{", _ROUND, "("),
    ("]}", _ROUND, ")"),
    ("\u200b\u200c\u200d\u2060\ufeff", say("deleting it: it can't be seen"), ""),
    ("\u00a0", say("an ordinary space"), " "),
    ("\u0307\u02d9", say("xdot or x'"), "'"),
    ("\u0308\u00a8", say("two apostrophes for an acceleration: x''"), "''"),
    ("$", say("the text without this sign"), ""),
    *((letter, plain, plain) for letter, plain in _SHARES.items()),
    *((letter, plain, plain) for letter, plain in zip("²³≥≤", ("^2", "^3", ">=", "<="))),
    ("°", RADIANS, None),
    ("√", "sqrt(x)", None),
    (
        "'",
        say(
            "x' for a velocity, the prime directly behind the name; quoted texts have no place here"
        ),
        None,
    ),
    ("|", "abs(x)", None),
    ("#", say("the text without a comment"), None),
    (";", say("one text for each constraint"), None),
    ("\\", say("plain names: sin(theta) for \\sin\\theta, xdot or x' for \\dot x"), None),
    (
        ".",
        say(
            "a number with its digits (0.5), a name without a point: x' for x.diff(t), sin(x) for "
            "np.sin(x)"
        ),
        None,
    ),
    ("!", say("a function of the list: there is no factorial and no !="), None),
)
_MEANT = {letter: (advice, plain) for letters, advice, plain in _LETTERS for letter in letters}


class Source:
    """A text, where it stands, and its words, with "" at the end; turns an offset into a place.

    hasty: what is wrong is enough, not where (the text will be read again).
    functions: the unspecified functions that may be called, with the names of their arguments.
    """

    def __init__(
        self,
        text: str,
        place: Place,
        hasty: bool = False,
        functions: Mapping[str, Sequence[str]] = _NONE,
    ):
        self.text, self.place, self.hasty, self.functions = text, place, hasty, functions
        self.words: list[str] = _WORD.findall(text)
        self.words.append("")
        self.distinct = set(self.words)
        self.small: set[int] = (
            set()
        )  # words behind a quotient that have to be velocities or differentials
        self._checked = False

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each word."""
        return [match.start() for match in _WORD.finditer(self.text)] + [len(self.text)]

    @cached_property
    def _lines(self) -> list[str]:
        """The lines as they may be printed; the first stands in its file behind other text:
        blanks for it.
        """
        first, *later = self.text.split("\n")
        return [" " * (self.place.column - 1) + shown(first), *map(shown, later)]

    @cached_property
    def _ends(self) -> list[int]:
        """The offsets behind the ends of the lines."""
        return [match.end() for match in re.finditer("\n", self.text)]

    def spot(self, offset: int) -> Spot:
        """The place of the character at `offset`."""
        row, origin = bisect_right(self._ends, offset), self.place
        column = offset - self._ends[row - 1] + 1 if row else offset + origin.column
        return Spot(origin.source, origin.key, origin.line + row, column, self._lines[row])

    def error(
        self, message: str, offset: int, hint: str = "", repair: Repair | None = None
    ) -> BadExpression:
        """The error to raise about the character at `offset`."""
        return complaint(message, NOWHERE if self.hasty else self.spot(offset), hint, repair)

    def complaint(
        self, message: str, index: int, hint: str = "", repair: Repair | None = None
    ) -> BadExpression:
        """The error to raise about a word; but a word that breaks a rule of the alphabet goes
        first.
        """
        if self.hasty:
            return complaint(message, NOWHERE)
        self.check()
        return self.error(message, self.starts[index], hint, repair)

    def check(self) -> None:
        """Go through the text with care.

        Raises `BadExpression` for the first word that breaks a rule of the alphabet, or is one too
        many."""
        position, count, text = 0, 0, self.text
        while not self._checked and position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise _foreign(self, position)
            position = match.end()
            if match["name"]:
                _check_name(self, match)
            elif match["number"]:
                _check_number(self, match)
            count += not match["space"]
            if count > MAX_WORDS:
                raise self.error(
                    say("more than {most} words and signs", most=MAX_WORDS), match.start()
                )
        self._checked = True

    def touching(self, index: int) -> bool:
        """Nothing stands between this word and the one before."""
        return self.starts[index - 1] + len(self.words[index - 1]) == self.starts[index]


def read_words(
    text: str,
    place: Place = NOWHERE,
    hasty: bool = False,
    functions: Mapping[str, Sequence[str]] = _NONE,
) -> Source:
    """The words of a text, and the source that knows their places; functions: as in `Source`.

    Raises `BadExpression` for a text too long and for characters outside the language.  (A number
    that runs into what stands behind it is found when the two are read as a product:
    `check_neighbours`.)

    >>> read_words("2 x' >= 1.5e-3").words
    ['2', "x'", '>=', '1.5e-3', '']
    """
    if not isinstance(text, str):
        kind = type(text).__name__
        raise BadExpression(
            say("an expression is a text, this is of type {kind}", kind=kind), place, "", '"..."'
        )
    if len(text) > MAX_CHARACTERS:
        size = say(
            "{text} characters are too many: at most {most}", text=len(text), most=MAX_CHARACTERS
        )
        raise BadExpression(size, place, "", say("several shorter expressions"))
    source = Source(text, place, hasty, functions)
    if len(source.words) > MAX_WORDS + 1 or not all(map(_known, source.distinct)):
        source.check()
    return source


def kind(word: str) -> str:
    """ "end", "operator", "number" or "name".

    >>> [kind(word) for word in ("", "**", ".5", "x'")]
    ['end', 'operator', 'number', 'name']
    """
    if not word:
        return "end"
    return "operator" if word in OPERATORS else "number" if word[0] in DIGITS else "name"


def _known(word: str) -> bool:
    return word in SIGNS or bool(_PLAIN.fullmatch(word)) or (len(word) < 1000 and _fine(word))


@lru_cache(maxsize=1000)
def _fine(word: str) -> bool:
    """No rule of the alphabet is broken in this word."""
    try:
        Source(word, NOWHERE).check()
    except BadExpression:
        return False
    return True


def _check_name(source: Source, match: re.Match) -> None:
    name, start = match["name"], match.start()
    if len(name) > MAX_NAME:
        raise source.error(
            say("a name of {name} characters: at most {most}", name=len(name), most=MAX_NAME), start
        )
    if len(match["primes"]) > MAX_PRIMES:
        message = say("{match} primes: accelerations are the highest", match=len(match["primes"]))
        raise source.error(message, match.start("primes"), f"{name}' or {name}''")
    if not name.isascii():
        _check_letters(source, name, start)
    if name == "π":
        raise source.error(say("π is not a name here"), start, "pi", Repair(start, start + 1, "pi"))


def _check_letters(source: Source, name: str, start: int) -> None:
    """Greek letters in one spelling each: look-alikes would be two names for one sign."""
    from unicodedata import normalize

    for offset, letter in enumerate(name, start):
        if not ("_" + letter).isidentifier() or normalize("NFKC", letter) != letter:
            raise _foreign(source, offset)


def _check_number(source: Source, match: re.Match) -> None:
    start, written = match.start(), match["number"]
    whole, _, tens = written.lower().partition("e")
    digits = sum(map(str.isdigit, whole))
    if digits > MAX_DIGITS:
        raise source.error(
            say("a number of {digits} digits: at most {most}", digits=digits, most=MAX_DIGITS),
            start,
        )
    size = tens.lstrip("+-").lstrip("0")
    if len(size) > len(str(MAX_TENS)) or int(size or 0) > MAX_TENS:
        raise source.error(
            say("power of ten too large: at most 1e{most}", most=MAX_TENS), start + len(whole) + 1
        )
    behind = source.text[match.end() : match.end() + 1]
    runs_on = behind.isalpha() or behind == "_"
    if behind == "." or (runs_on and _mistakable(written, behind)):
        message = say("the number {written} runs into {behind!a}", written=written, behind=behind)
        raise source.error(
            message, match.end(), say("{written}*... for a product; 2e3 is 2000", written=written)
        )


def _mistakable(written: str, behind: str) -> bool:
    """2x is a product, but 2e, 2e3x, 0x10, 1_000 and 2.x could mean something else."""
    return (
        behind in "eE_" or "e" in written.lower() or not written.strip("0") or written.endswith(".")
    )


def _foreign(source: Source, offset: int) -> BadExpression:
    from unicodedata import name, normalize

    letter = source.text[offset]
    title = f"U+{ord(letter):04X} {name(letter, '')}".strip()
    printed = title if shown(letter) != letter else f"{letter} ({title})"
    hint, plainly = _MEANT.get(letter, ("", None))
    plain = normalize("NFKC", letter)
    if not hint and plain != letter and _TOKEN.fullmatch(plain):
        hint, plainly = say("{plain} in its plain form", plain=plain), plain
    base, *marks = list(normalize("NFD", letter))
    if not hint and marks in (["\u0307"], ["\u0308"]):
        hint, plainly = _MEANT[marks[0]][0], base + (_MEANT[marks[0]][1] or "")
    end = offset + 1
    if letter in DOTS or (marks and marks[0] in DOTS):
        number = _INDEX.match(source.text, end)  # of q1, behind whose dot it stands
        if number and plainly:
            bare, primes = plainly.rstrip("'"), "'" * plainly.count("'")
            end, plainly = number.end(), bare + number[0] + primes
    if letter in "[]{}" and (without := _around(source.text, offset)):
        hint, plainly = without, ""
    mixed = letter in _SHARES and source.text[:offset][-1:].isdigit()  # 2½ is no product
    repair = None if plainly is None or mixed else Repair(offset, end, plainly)
    message = say("the character {printed} is not in the language", printed=printed)
    return source.error(message, offset, "" if mixed else hint, repair)


def _around(text: str, offset: int) -> str:
    """What to do with a bracket around a whole constraint, which groups nothing; "" for others."""
    before, letter = text[:offset], text[offset]
    if letter in "[{":
        alone = not before.strip() and text.rstrip()[-1] in "]}" and "=" in text
    else:
        opened = sum(before.count(c) for c in "([{") - sum(before.count(c) for c in ")]}")
        alone = opened <= 0 and not text[offset + 1 :].strip()
    return say("the text without these brackets") if alone else ""


def _shares_or_not(source: Source, index: int) -> tuple[str, str]:
    """That m/2 (...) may be read in two ways, and these, as far as they are short."""
    words, starts = source.words, source.starts
    above, below = index - 3, index - 1
    end, depth = index, 0
    while end < len(words) - 1:
        depth += (words[end] == "(") - (words[end] == ")")
        end += 1
        if not depth:
            break
    factor = source.text[starts[index] : starts[end - 1] + len(words[end - 1])]
    plain = above >= 0 and kind(words[above]) in ("name", "number") and words[index - 2] == "/"
    if not plain or depth or len(factor) > LONG or "\n" in factor:
        return DENOMINATOR
    one, other = words[above], words[below]
    hint = say("{one} or {other}", one=f"{one}/{other}*{factor}", other=f"{one}/({other}*{factor})")
    return DENOMINATOR[0], hint


LONG = 40  # characters of a factor that is told again
DENOMINATOR = (
    say("ambiguous: does what follows belong to the denominator?"),
    say("a/b*c or a/(b*c)"),
)


def may_be_small(word: str) -> bool:
    """It looks like x', xdot or dx.

    >>> [may_be_small(word) for word in ("x'", "xddot", "dx", "d", "x")]
    [True, True, True, False, False]
    """
    return word.endswith(("'", "dot")) or (word[0] == "d" and word[1:].isidentifier())


def check_neighbours(source: Source, index: int, behind: str, linear: bool = False) -> None:
    """Refuse two operands side by side unless nobody can read them but as a product.

    `index` is that of the right one, `behind` the operator before the left one: behind / or ** two
    readings are possible.  But what is linear has no velocity in a denominator: y^2/2 dx can be
    read in one way only, if dx turns out to be a differential.  And 1/2 m, two numbers with a blank
    behind them alone, is half of m.  Raises `BadExpression`."""
    before, after = source.words[index - 1], source.words[index]
    touching, called = source.touching(index), source.words[index + 1] == "("
    if touching and kind(before) == "number" and _mistakable(before, after[0]):
        source.check()
    times = Repair(source.starts[index], source.starts[index], "*", False)
    message: str
    if before in FUNCTIONS:
        message = say("{before} needs parentheses", before=before)
        raise source.complaint(message, index - 1, f"{before}(...)", _called(source, index))
    hint: str
    if kind(after) == "number":
        message, hint = (
            say("a number directly behind another operand"),
            say("* or another sign between"),
        )
    elif behind == "/" and linear and not touching and may_be_small(after) and not called:
        source.small.add(index)
        return
    elif behind == "/" and _is_share(source, index):
        return
    elif behind == "/":
        message, hint = _shares_or_not(source, index)
        if before == "dt":
            hint = say("x' for dx/dt")
    elif behind == "**" and touching:
        message = say("ambiguous: does what follows belong to the exponent?")
        hint = say("a * or a space between")
        if index > 2 and source.words[index - 3] in FUNCTIONS:
            hint = f"{source.words[index - 3]}(...)**{before}"
    elif touching and kind(before) == kind(after) == "name":
        message, hint = say("two names run together"), say("a * or a space between")
    else:
        return
    raise source.complaint(message, index, hint, times)


def _called(source: Source, index: int) -> Repair:
    """Parentheses around the operand behind a function: certain where nothing else can be in them,
    as in sin x = ..., sin x cos y; but not in sin 2 x.
    """
    words, start = source.words, source.starts[index]
    end, behind = start + len(words[index]), words[index + 1]
    ends = behind in FUNCTIONS or behind in ("", ")", "+", "-", "=", "==", ",")
    certain = kind(words[index]) == "name" and (ends or may_be_small(behind))
    return Repair(
        source.starts[index - 1] + len(words[index - 1]), end, f"({words[index]})", certain
    )


def _is_share(source: Source, index: int) -> bool:
    """A quotient of two numbers without a blank stands there, and behind it a blank.  (But 1/2 pi
    may be the quotient by 2 pi.)
    """
    words, first = source.words, index - 3
    numbers = kind(words[first]) == kind(words[index - 1]) == "number"
    inside = source.touching(index - 2) and source.touching(index - 1)
    while first and words[first - 1] in ("+", "-"):
        first -= 1
    whole = not first or words[first - 1] not in ("**", "^", "/")
    return numbers and inside and whole and not source.touching(index) and words[index] != "pi"
