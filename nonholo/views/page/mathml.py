r"""LaTeX, as our writer makes it, as MathML: formulas that a browser sets without a script.

Names of one letter are italic, names of several letters upright; a product is an invisible sign of
multiplication.  Brackets are as high as what they hold.  Browsers do not break a formula at the end
of a line, so one that is long is several elements `math` in a row, between which a line can end:
before a relation, before a sign, after a comma.  What is not known is shown as
it stands and never obeyed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from nonholo.views.page.escaping import escaped
from nonholo.views.page.mathml_signs import (
    ACCENTS,
    BARE,
    BETWEEN,
    CAPITALS,
    CLOSING,
    DOTS,
    ENDING,
    ESCAPED,
    FUNCTIONS,
    GREEK,
    LARGE,
    OPENING,
    PRIMES,
    RELATIONS,
    SIGNS,
    SIZED,
    SPACES,
    UPRIGHT,
    WORDS,
)
from nonholo.writing.latex import called

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\s+|.", re.DOTALL)
THIN = ".17em"
OPENED = 22  # signs of a bracket beyond which a line may end inside of it
HEAD = 8  # signs of a left-hand side that stays on a line with its relation
FACTOR = 12  # signs of a product after which a line may end before a bracket
DEEPEST = 3  # brackets inside of brackets that are opened
LINE = 30  # signs, beyond which a left-hand side and what follows it may stand on two lines
TOGETHER = 20  # signs of one of several formulas in a row that no line ends inside of


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a formula that is never broken, unless it is a bracket with something `inside`.

    kind: "letter", "name", "function", "number", "bracket", "relation", "sign", "between",
    "comma", "thin", "space", "open", "close"; wide: in signs; tall: higher than a line; nucleus,
    below, above: what carries scripts, and the scripts.
    """

    kind: str
    html: str
    wide: float = 1.0
    tall: bool = False
    inside: tuple[Piece, ...] = ()
    ends: tuple[str, str] = ("", "")
    nucleus: str = ""
    below: str = ""
    above: str = ""


TERMS = ("letter", "name", "function", "number", "bracket", "braced", "close")


def mathml(latex: str, widest: float) -> tuple[str, ...]:
    r"""The elements `math` of a formula, one unless it is wider than `widest` signs.

    >>> mathml(r"\dot x", widest=38)
    ('<mover accent="true"><mi>x</mi><mo>˙</mo></mover>',)
    >>> mathml("a = b + c", widest=3)
    ('<mi>a</mi><mo>=</mo><mi>b</mi>', '<mo form="infix">+</mo><mi>c</mi>')
    """
    return in_lines(latex, widest)[0]


def in_lines(latex: str, widest: float) -> tuple[tuple[str, ...], float]:
    r"""The same elements, and how many signs wide the widest of them is.

    >>> in_lines("a = b + c", widest=3)[1]
    4.0
    """
    pieces = _Reader(latex).row()
    lines = _broken(pieces) if _width(pieces) > widest else [pieces]
    elements = tuple(_joined(line, bool(i)) for i, line in enumerate(lines))
    return elements, max(map(_width, lines), default=0.0)


def breadth(latex: str) -> float:
    r"""How many signs wide a formula in one line is.

    >>> breadth(r"a \, \sin \theta")
    5.0
    """
    return float(_width(_Reader(latex).row()))


# reading ----------------------------------------------------------------------------------------
class _Reader:
    """Reads a formula once, from left to right."""

    def __init__(self, latex: str):
        self.tokens = TOKEN.findall(latex)
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def row(self, *ends: str) -> tuple[Piece, ...]:
        """What stands before one of the tokens `ends`, or before the end."""
        pieces: list[Piece] = []
        while self.at < len(self.tokens) and self.peek() not in ends:
            if self.peek().isspace() or self.peek() in (r"\displaystyle", r"\limits"):
                self.at += 1
            elif self.peek() in "_^'" and pieces:
                pieces.append(self.scripted(pieces.pop()))
            else:
                pieces.append(self.nucleus())
        return tuple(pieces)

    def spaced(self) -> None:
        while self.peek().isspace():
            self.at += 1

    def argument(self) -> tuple[Piece, ...]:
        """What stands in braces, or the next sign."""
        self.spaced()
        if self.peek() != "{":
            return (self.nucleus(),) if self.peek() not in ("", "}") else ()
        self.take()
        inner = self.row("}")
        self.at += 1
        return inner

    def raw(self) -> str:
        """The text in braces, as it is to be read."""
        self.spaced()
        depth, out = 0, ""
        while self.at < len(self.tokens):
            token = self.take()
            depth += (token == "{") - (token == "}")
            if token not in "{}":
                out += ESCAPED.get(token) or (token[1:] if token[0] == "\\" else token)
            if depth <= 0:
                break
        return out

    def nucleus(self) -> Piece:
        token = self.take()
        if token[0] == "\\" and len(token) > 1:
            return self.command(token[1:])
        if token == "{":
            inner = self.row("}")
            self.at += 1
            return _bundle(inner)
        if token[0].isdigit():
            return Piece("number", f"<mn>{token}</mn>", len(token))
        if token in RELATIONS:
            return Piece("relation", f"<mo>{RELATIONS[token]}</mo>", 2)
        if token in SIGNS:
            return Piece("sign", SIGNS[token], 2)
        if token in OPENING:
            return self.bracket(OPENING[token], CLOSING[_partner(token)], (_partner(token),))
        if token in ",;":
            return Piece("comma", f"<mo>{token}</mo>")
        if token == "/":
            return Piece("between", '<mo lspace="0" rspace="0">/</mo>')
        if token.isalpha():
            return Piece("letter", f"<mi>{token}</mi>")
        return Piece("letter", f"<mo>{escaped(token)}</mo>")

    def command(self, name: str) -> Piece:
        if name in GREEK:
            return Piece("letter", f"<mi>{GREEK[name]}</mi>")
        if name in CAPITALS:
            return Piece("letter", f'<mi mathvariant="normal">{CAPITALS[name]}</mi>')
        if name in FUNCTIONS:
            return _named(name, True)
        if name in RELATIONS:
            return Piece("relation", f"<mo>{RELATIONS[name]}</mo>", 2)
        if name in SIGNS:
            return Piece("sign", SIGNS[name], 2)
        if name in BETWEEN:
            return Piece("between", f"<mo>{BETWEEN[name]}</mo>", 2)
        if name in SPACES:
            kind = "space" if SPACES[name] >= 1 else "gap"
            return Piece(kind, f'<mspace width="{SPACES[name]:g}em"/>', 2 * SPACES[name])
        if name == ",":
            return Piece("thin", "", 0)
        if name in DOTS:
            return Piece("letter", f"<mo>{DOTS[name]}</mo>", 2)
        if name in LARGE:
            return Piece("large", f"<mo>{LARGE[name]}</mo>", 2, tall=True)
        if name in OPENING:
            partner = _partner(name)
            return self.bracket(OPENING[name], CLOSING[partner], (f"\\{partner}",))
        if name in SIZED:
            return self.sized()
        if name in BARE:
            self.spaced()
            sign = escaped(self.take().lstrip("\\")) if self.peek() else ""
            size = 'stretchy="true" minsize="1.8em" maxsize="1.8em"'
            return Piece("letter", f"<mo {size}>{sign}</mo>", tall=True)
        return self.built(name)

    def built(self, name: str) -> Piece:
        """A command with arguments, or one that is not known."""
        if name == "frac":
            return self.fraction()
        if name == "sqrt":
            inner = self.argument()
            return Piece("letter", f"<msqrt>{_joined(inner)}</msqrt>", 1.5 + _width(inner), True)
        if name in ACCENTS:
            return _accented(self.argument(), ACCENTS[name])
        if name in UPRIGHT:
            return _named(self.raw(), name == "operatorname")
        if name in WORDS:
            return _worded(self.raw(), name)
        if name in ("underbrace", "overbrace"):
            tags, brace = ("munder", "⏟") if name[0] == "u" else ("mover", "⏞")
            inner = self.argument()
            body = f"<{tags}>{_mrow(_joined(inner))}<mo>{brace}</mo></{tags}>"
            return Piece("braced", body, _width(inner), True)
        if name == "overset":
            over, under = self.argument(), self.argument()
            body = f"<mover>{_element(under)}{_element(over)}</mover>"
            return Piece("relation", body, max(_width(over), _width(under)))
        if name == "boxed":
            inner = self.argument()
            return Piece(
                "letter", f'<mrow class="boxed">{_joined(inner)}</mrow>', 1 + _width(inner)
            )
        if name == "begin":
            return self.array()
        if name == "colon":
            return Piece("comma", '<mo lspace="0" rspace=".28em">:</mo>')
        known = name in "{}_%#&$ "
        shown = name if known else rf"\{name}"
        return Piece("letter", f"<mtext>{escaped(shown)}</mtext>", len(shown))

    def fraction(self) -> Piece:
        over, under = self.argument(), self.argument()
        wide = 0.8 + max(_width(over), _width(under))
        return Piece("letter", f"<mfrac>{_element(over)}{_element(under)}</mfrac>", wide, True)

    def bracket(self, opening: str, closing: str, ends: tuple[str, ...]) -> Piece:
        """From an opening sign to its partner; alone where there is none."""
        start, inner = self.at, self.row(*ends, "}")
        if self.peek() not in ends:
            self.at = start
            return Piece("open", f'<mo stretchy="false">{opening}</mo>')
        self.at += 1
        return _bracketed(opening, closing, inner)

    def sized(self) -> Piece:
        r"""\left( ... \right)"""
        self.spaced()
        opening = OPENING.get(self.take().lstrip("\\"), "") if self.peek() else ""
        inner = self.row(*(rf"\{end}" for end in ENDING))
        self.at += 1
        self.spaced()
        closing = CLOSING.get(self.take().lstrip("\\"), "") if self.peek() else ""
        return _bracketed(opening, closing, inner)

    def array(self) -> Piece:
        """An environment: rows of cells."""
        kind = self.raw()
        if kind.startswith("array"):
            self.raw()
        rows: list[list[tuple[Piece, ...]]] = [[]]
        while self.at < len(self.tokens):
            rows[-1].append(self.row("&", r"\\", r"\end"))
            sign = self.take() if self.peek() else r"\end"
            if sign == r"\end":
                self.raw()
                break
            if sign == r"\\":
                rows.append([])
        table = "".join(
            "<mtr>" + "".join(f"<mtd>{_joined(cell)}</mtd>" for cell in row) + "</mtr>"
            for row in rows
        )
        wide = max(sum(map(_width, row)) for row in rows)
        body = (
            f'<mtable class="{"lines" if kind.startswith(("a", "c")) else "grid"}">{table}</mtable>'
        )
        ends = {"cases": "{ ", "pmatrix": "()", "bmatrix": "[]", "vmatrix": "||"}.get(kind, "  ")
        fences = [f"<mo>{end}</mo>" if end.strip() else "" for end in ends]
        return Piece("bracket", f"<mrow>{fences[0]}{body}{fences[1]}</mrow>", wide, True)

    def scripted(self, base: Piece) -> Piece:
        """`base` with what is written below, above and behind it."""
        below, above, primes = "", "", 0
        while self.peek() and self.peek() in "_^'":
            sign = self.take()
            if sign == "'":
                primes += 1
            elif sign == "_":
                below = _element(self.argument())
            else:
                above = _element(self.argument())
        if primes:
            mark = f'<mo lspace="0" rspace="0">{PRIMES[min(primes, 4)]}</mo>'
            base = replace(base, html=base.html + mark, wide=base.wide + 0.5 * primes)
        return _with_scripts(base, below, above) if below or above else base


# building ---------------------------------------------------------------------------------------
def _partner(opening: str) -> str:
    return {"(": ")", "[": "]", "{": "}", "lvert": "rvert", "langle": "rangle"}[opening]


def _bracketed(opening: str, closing: str, inner: tuple[Piece, ...]) -> Piece:
    tall = any(p.tall for p in inner)
    stretch = "" if tall else ' stretchy="false"'
    first, last = (f"<mo{stretch}>{escaped(end)}</mo>" if end else "" for end in (opening, closing))
    body = f"<mrow>{first}{_joined(inner, after=first)}{last}</mrow>"
    ends = tuple(_fixed(end, tall) for end in (opening, closing))
    return Piece("bracket", body, 2 + _width(inner), tall, inner, (ends[0], ends[1]))


def _fixed(end: str, tall: bool) -> str:
    """A bracket whose partner stands in another element."""
    size = ' minsize="2.2em" maxsize="2.2em"' if tall else ' stretchy="false"'
    return f"<mo{size}>{escaped(end)}</mo>"


def _accented(inner: tuple[Piece, ...], sign: str) -> Piece:
    """A letter with a sign over it; the scripts of the letter stay beside it."""
    fixed = "" if sign == "˙" else ' stretchy="false"'

    def over(body: str) -> str:
        return f'<mover accent="true">{body}<mo{fixed}>{sign}</mo></mover>'

    if len(inner) == 1 and inner[0].nucleus and inner[0].kind in ("letter", "name"):
        bare = Piece("letter", over(inner[0].nucleus), inner[0].wide)
        return _with_scripts(bare, inner[0].below, inner[0].above)
    kind = "name" if any(p.kind == "name" for p in inner) else "letter"
    return Piece(kind, over(_element(inner)), max(1, _width(inner)))


def _with_scripts(base: Piece, below: str, above: str) -> Piece:
    """`base` with scripts; one above what has one below stands over that."""
    if base.below and above and not below and not base.above:
        return _with_scripts(replace(base, html=base.nucleus, below=""), base.below, above)
    limits = base.kind in ("large", "braced")
    names = ("munder", "mover", "munderover") if limits else ("msub", "msup", "msubsup")
    name = names[2] if below and above else names[0] if below else names[1]

    def around(body: str) -> str:
        return f"<{name}>{body}{below}{above}</{name}>"

    closing = f"{base.ends[1]}</mrow>"
    low = bool(base.ends[1]) and not base.tall and base.html.endswith(closing)
    script = 0.6 * max(1, len(re.sub(r"<[^>]*>|&\w+;", "", max(below, above, key=len))))
    wide = max(base.wide, script) if limits else base.wide + script
    return replace(
        base,
        kind="letter" if base.kind == "number" else base.kind,
        html=f"{base.html.removesuffix(closing)}{around(base.ends[1])}</mrow>"
        if low  # scripts of a bracket stand at its end, however high a dot reaches inside of it
        else around(base.html),
        wide=wide,
        ends=(base.ends[0], around(_mrow(base.ends[1]))),  # in a row of its own it keeps its size
        nucleus=base.html,
        below=below,
        above=above,
    )


def _named(name: str, function: bool) -> Piece:
    """A name in upright letters."""
    if function:
        name = called(name)
        return Piece("function", f"<mi>{escaped(name)}</mi>", len(name))
    one = ' mathvariant="normal"' if len(name) == 1 else ""
    return Piece("name", f"<mi{one}>{escaped(name)}</mi>", 0.9 * len(name))


def _worded(words: str, name: str) -> Piece:
    kind = ' class="typed"' if name == "texttt" else ""
    spaced = re.sub(r"^\s+|\s+$", "\u00a0", words)
    return Piece("name", f"<mtext{kind}>{escaped(spaced)}</mtext>", len(spaced))


def _bundle(inner: tuple[Piece, ...]) -> Piece:
    """What braces hold together."""
    if len(inner) == 1:
        return inner[0]
    tall = any(p.tall for p in inner)
    return Piece("letter", _mrow(_joined(inner)), _width(inner), tall)


def _element(pieces: tuple[Piece, ...]) -> str:
    """The pieces as one element."""
    return _joined(pieces) if len(pieces) == 1 else _mrow(_joined(pieces))


def _mrow(body: str) -> str:
    return f"<mrow>{body}</mrow>"


def _width(pieces: Sequence[Piece]) -> float:
    return sum(p.wide for p in pieces)


# setting ----------------------------------------------------------------------------------------
def _joined(pieces: Sequence[Piece], continued: bool = False, after: str = "") -> str:
    """The pieces in a row; continued: a line begins with them in the middle of a formula; after:
    what stands in front of them in their row.
    """
    out: list[str] = []
    called = False
    before: Piece | None = None
    for i, piece in enumerate(pieces):
        ahead = next((p for p in pieces[i + 1 :] if p.kind != "thin"), None)
        if piece.kind == "sign":
            infix = (before is not None and before.kind in TERMS) or (before is None and continued)
            first = before is None and not after
            form = (
                ' form="infix"' if infix and first else "" if infix or first else ' form="prefix"'
            )
            out.append(f"<mo{form}>{piece.html}</mo>")
        elif piece.kind == "thin":
            out.append(_times(before, ahead, called))
        elif piece.kind == "function":
            out.append(piece.html + _applied(ahead))
        else:
            out.append(piece.html)
        if piece.kind != "thin":
            called = before is not None and before.kind == "function" and piece.kind != "bracket"
            before = piece
    return "".join(out)


def _applied(ahead: Piece | None) -> str:
    """The sign between a function and its argument."""
    if ahead is None:
        return ""
    return "<mo>\u2061</mo>" if ahead.kind == "bracket" else f'<mo rspace="{THIN}">\u2061</mo>'


def _times(before: Piece | None, ahead: Piece | None, called: bool) -> str:
    """A product, or no more than a space; letters stand close, names, functions and numbers not."""
    if before is None or ahead is None or {before.kind, ahead.kind} - set(TERMS) - {"large"}:
        return f'<mspace width="{THIN}"/>'
    loose = called or before.kind == "name" or ahead.kind in ("name", "function", "number", "large")
    return f'<mo lspace="{THIN}">\u2062</mo>' if loose else "<mo>\u2062</mo>"


# breaking ---------------------------------------------------------------------------------------
def _broken(pieces: Sequence[Piece]) -> list[tuple[Piece, ...]]:
    """The pieces of each element, which follow each other on lines."""
    lines: list[tuple[Piece, ...]] = []
    for several in _formulas(pieces):
        lines += [several] if lines and _width(several) <= TOGETHER else _in_rows(several)
    return lines


def _formulas(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, ...]]:
    """What stands between wide spaces, each with the space behind it."""
    start = 0
    for i, piece in enumerate(pieces, start=1):
        if piece.kind == "space" or i == len(pieces):
            yield tuple(pieces[start:i])
            start = i


def _in_rows(pieces: Sequence[Piece]) -> list[tuple[Piece, ...]]:
    lines: list[list[Piece]] = [[]]
    flat = _opened(pieces, DEEPEST)
    for i, piece in enumerate(flat):
        if lines[-1] and _may_end(lines[-1], piece, flat[i + 1 :], len(lines) == 1):
            lines.append([])
        if piece.kind != "thin" or lines[-1]:
            lines[-1].append(piece)
    return [tuple(line) for line in lines]


def _may_end(line: Sequence[Piece], piece: Piece, ahead: Sequence[Piece], first: bool) -> bool:
    """May a line end before this piece?"""
    wide = _width(line)
    if piece.kind == "relation":
        return not first or wide > HEAD or wide + _next_width(ahead) > LINE
    if piece.kind == "sign":
        return line[-1].kind in TERMS and wide > 1
    if piece.kind == "thin":
        return wide > FACTOR and bool(ahead) and ahead[0].kind in ("bracket", "open")
    return line[-1].kind == "space" or (line[-1].kind == "comma" and wide > HEAD)


def _next_width(ahead: Sequence[Piece]) -> float:
    """How wide is what stands before the next sign or relation?"""
    return _width(tuple(takewhile(lambda piece: piece.kind not in ("sign", "relation"), ahead)))


def _opened(pieces: Sequence[Piece], deepest: int) -> list[Piece]:
    """The pieces with long brackets as the row of what they hold."""
    out: list[Piece] = []
    for piece in pieces:
        if not piece.inside or piece.wide <= OPENED or not deepest:
            out.append(piece)
            continue
        out.append(Piece("open", piece.ends[0], tall=piece.tall))
        out += _opened(piece.inside, deepest - 1)
        out.append(Piece("close", piece.ends[1], tall=piece.tall))
    return out
