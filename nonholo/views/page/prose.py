r"""Formulas in sentences: words that a terminal shows too, with their mathematics set on a page.

The sentences of the findings hold formulas as people type them: `theta' = 0`, `1e-12`,
`sum R_i δq_i = 0`.  On a page these are mathematics.  Only what cannot be read otherwise is turned:
formulas of the theory (PHRASES), and runs of numbers, signs and names of the case.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import accumulate
from typing import Any

from nonholo.views.page.math import Inline, Literal, Math, Strong, Text
from nonholo.views.page.page import Code, Column, Figure, Formula, Headline
from nonholo.writing.latex import GREEK, differential, dotted, name_latex

PHRASES = {
    "M q'' = F + A^T lambda": r"M \ddot q = F + A^{\mathrm{T}} \lambda",
    "A q'' + c = 0": r"A \ddot q + c = 0",
    "|R_t| <= mu*N": r"\lvert R_t \rvert \le \mu \, N",
    "mu^2 >=": r"\mu^2 \ge",
    "|A q' + a_0|": r"\lvert A \dot q + a_0 \rvert",
    "|f(q, t)|": r"\lvert f(q, t) \rvert",
    "-∂L/∂t + Q.q' + R.q'": r"-\partial L / \partial t + Q \cdot \dot q + R \cdot \dot q",
    "sum R_i δq_i = 0": r"\sum_i R_i \, \delta q_i = 0",
    "sum R_i δq_i": r"\sum_i R_i \, \delta q_i",
    "X_J(ln N) = kappa_J": r"X_J(\ln N) = \kappa_J",
    "the X_J": "X_J",
    "T + V - h": "T + V - h",
    "h = T + V": "h = T + V",
    "T + V": "T + V",
    "h = L_2 - L_0": "h = L_2 - L_0",
    "L_1": "L_1",
    "T_0": "T_0",
    "T_1": "T_1",
    "h - p.Y": r"h - p \cdot Y",
    "N(q)": "N(q)",
    "f = 0": "f = 0",
    "a_0": "a_0",
    "div X": r"\operatorname{div} X",
    "d/dt ": r"\frac{\mathrm{d}}{\mathrm{d} t}",
    "d2/dt2 ": r"\frac{\mathrm{d}^2}{\mathrm{d} t^2}",
    "(q, q')": r"(q, \dot q)",
    "M + A^T A": r"M + A^{\mathrm{T}} A",
    "z_j' = z_(j-1) z1'": r"\dot z_j = z_{j-1} \, \dot z_1",
}
WORDS = {"the X_J": "the "}  # words of a phrase that stay words
FUNCTIONS = {
    "sin": r"\sin", "cos": r"\cos", "tan": r"\tan", "exp": r"\exp", "log": r"\ln",
    "asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan", "cot": r"\operatorname{cot}",
    "sqrt": r"\sqrt", "abs": r"\operatorname{abs}", "sign": r"\operatorname{sgn}",
}  # fmt: skip
BARE = ("sin", "cos", "tan", "log", "asin", "acos", "atan", "cot")  # of one letter, no brackets
SIGNS = {
    "**": "^", "^": "^", "*": r" \, ", "/": " / ", "+": " + ", "-": " - ", "=": " = ", "<": " < ",
    ">": " > ", "<=": r" \le ", ">=": r" \ge ", "!=": r" \neq ",
    "->": r" \to ",
}  # fmt: skip
BEHIND = frozenset(SIGNS) - {"/"} | {"", ")", ","}  # what a function without brackets
VOLUME = re.compile(r"\bN dq(/df)?((?: d\w+'?)+)")
COUNTED = re.compile(r"\bh = (\d+)\b")
LISTED = re.compile(
    r"(?:\b([A-Za-z])|(?<!\w))\(([A-Za-z]\w*'*(?:, [A-Za-z]\w*'*)+)\)"
)  # (x, y), F(x, t)
PHRASE = re.compile("|".join(re.escape(p) for p in PHRASES))
TOKEN = re.compile(
    r"\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.]*[A-Za-z_])|\u03b4?[A-Za-z_]\w*'*"
    r"|\*\*|->|<=|>=|!=|[-+*/^=<>(),]|\s+|."
)
NUMBER = re.compile(r"(\d+(?:\.\d+)?)(?:e([-+]?\d+))?")
LOOSE = re.compile(
    r"(?:[A-Za-z]|"
    + "|".join(sorted(GREEK, key=len, reverse=True))
    + r")(?:_[A-Za-z0-9]{1,3}|\d{1,2})?('*)"
)
NESTED = 40  # brackets inside of brackets in a formula
DIFFERENTIAL = re.compile(r"d([a-z]\d*)")
SMALL_WORDS = ("da", "de", "di", "do", "du")  # in one language or another


def with_mathematics(given: Any, names: Sequence[str]) -> Any:
    """A page, a section or a block with the formulas in its texts as mathematics.

    names: coordinates, parameters and inputs of the case.
    """
    known = frozenset(names)
    return _turned(given, known)


def _turned(given: Any, names: frozenset[str]) -> Any:
    if isinstance(given, tuple):
        return tuple(_turned(one, names) for one in given)
    if isinstance(given, Headline):
        return replace(given, sentence=prose(given.sentence, names))
    if isinstance(given, str | Math | Strong | Literal):
        return prose(given, names)
    if not is_dataclass(given) or isinstance(given, Code):
        return given
    unchanged = KEPT.get(type(given), ("heading", "tone", "align"))
    changed = {
        f.name: _turned(getattr(given, f.name), names)
        for f in fields(given)
        if f.name not in unchanged and isinstance(getattr(given, f.name), str | tuple | Inline)
    }
    return replace(given, **changed)  # type: ignore[type-var]


KEPT = {
    Figure: ("image", "alt"),
    Formula: ("latex",),
    Column: ("rows", "kind", "badge"),
}


def prose(text: Text, names: Collection[str]) -> Text:
    r"""A sentence with its formulas as mathematics.

    names: of the case, which are letters wherever they stand beside signs; Greek ones, those with
    a number and velocities wherever they stand.

    >>> prose("a pole, cos(theta) = 0, at x' < 2e-3", ["x", "theta"])[1]
    Math(latex='\\cos \\theta = 0')
    >>> prose("a word by itself", ["a", "b"])
    'a word by itself'

    Between backticks stands what is typed.

    >>> prose("ask `families`", ["a"])
    ('ask ', Literal(text='families'))
    """
    if isinstance(text, tuple):
        return tuple(piece for words in text for piece in _pieces(prose(words, names)))
    if isinstance(text, Literal):
        latex = typed(text.text, names)
        return text if latex is None else Math(latex)
    if not isinstance(text, str):
        return text
    parts = text.split("`")
    if len(parts) % 2 and len(parts) > 1:
        quoted = (Literal(part) if i % 2 else part for i, part in enumerate(parts) if part)
        return prose(tuple(quoted), names)
    pieces = tuple(_joined(_phrases(text, names)))
    return pieces[0] if len(pieces) == 1 else pieces if pieces else ""


def _pieces(text: Text) -> tuple[Inline, ...]:
    return text if isinstance(text, tuple) else (text,)


def _joined(pieces: Iterator[Inline]) -> list[Inline]:
    out: list[Inline] = []
    for piece in pieces:
        if isinstance(piece, str) and out and isinstance(out[-1], str):
            out[-1] += piece
        elif piece != "":
            out.append(piece)
    return out


def _phrases(text: str, names: Collection[str]) -> Iterator[Inline]:
    """Formulas of the theory first, what is between them by its tokens."""
    at = 0
    every = [(m, _phrase(m[0])) for m in PHRASE.finditer(text)]
    every += [(m, Math(f"h = {m[1]}")) for m in COUNTED.finditer(text)]
    every += [
        (m, Math((m[1] or "") + latex))
        for m in LISTED.finditer(text)
        if (latex := _list(m[2].split(", "), names)) is not None
    ]
    every += [(m, _volume(*m.groups(default=""))) for m in VOLUME.finditer(text)]
    for match, math in sorted(every, key=lambda pair: pair[0].start()):
        if match.start() < at or _glued(text, match):
            continue
        yield from _runs(text[at : match.start()] + WORDS.get(match[0], ""), names)
        yield math
        at = match.end()
    yield from _runs(text[at:], names)


def _glued(text: str, match: re.Match[str]) -> bool:
    """Is it a part of a longer word?"""
    before, after = text[: match.start()][-1:], text[match.end() :][:1]
    return (before.isalnum() and match[0][0].isalnum()) or (
        after.isalnum() and match[0][-1:].isalnum()
    )


def _list(letters: Sequence[str], names: Collection[str]) -> str | None:
    """Letters of the case in brackets; None where one is a word."""
    known = [_letter(letter, names) for letter in letters]
    return None if None in known else rf"({', '.join(map(str, known))})"


def _phrase(words: str) -> Math:
    return Math(PHRASES[words])


def _volume(over: str, differentials: str) -> Math:
    parts = (re.fullmatch(r"d(\w+?)('?)", word) for word in differentials.split())
    written = [rf"\mathrm{{d}}{dotted(m[1])}" if m[2] else differential(m[1]) for m in parts if m]
    space = r"\mathrm{d}q / \mathrm{d}f" if over else r"\mathrm{d}q"
    return Math(r" \, ".join(["N", space, *written]))


# runs of tokens -----------------------------------------------------------------------------------
def _runs(text: str, names: Collection[str]) -> Iterator[Inline]:
    """Runs of numbers, signs and known names, and the words between them."""
    tokens = TOKEN.findall(text)
    at = 0
    while at < len(tokens):
        end = _end(tokens, at, names)
        run = _trimmed(tokens[at:end])
        latex = _latex(run, names) if run and _is_formula(run, names) else None
        if latex is None:
            yield tokens[at]
            at += 1
        else:
            yield Math(latex)
            at += len(run)


def _end(tokens: Sequence[str], at: int, names: Collection[str]) -> int:
    """Where a run that begins at a token ends."""
    if not (_is_atom(tokens[at], names) or tokens[at] in ("(", "-")):
        return at
    if tokens[at - 1 : at] in (["^"], ["**"]):
        return at  # the power of what is no formula
    depth = 0
    while at < len(tokens):
        token = tokens[at]
        depth += (token == "(") - (token == ")")
        following = tokens[at + 1] if at + 1 < len(tokens) else ""
        more = following not in SMALL_WORDS and _differential(following, names)
        joined = following in SIGNS or _after_sign(tokens, at) or more
        if token.isspace() and not joined and not (depth > 0 and tokens[at - 1] == ","):
            break
        inside = token == "," and depth > 0
        if token.isspace() or token in SIGNS or token in "()" or inside or _is_atom(token, names):
            at += 1
        else:
            break
    return at


def _after_sign(tokens: Sequence[str], at: int) -> bool:
    return at > 0 and tokens[at - 1] in SIGNS


def _trimmed(run: Sequence[str]) -> list[str]:
    """Without signs at its end, and with as many closing brackets as opening ones."""
    depths = list(accumulate((t == "(") - (t == ")") for t in run))
    whole = next((i for i, depth in enumerate(depths) if depth < 0), len(run))
    trimmed = list(run[:whole])
    while trimmed:
        last = trimmed[-1]
        if last.isspace() or last in SIGNS or last == "(" or last in FUNCTIONS:
            trimmed.pop()
        elif depths[len(trimmed) - 1] > 0:
            while trimmed.pop() != "(":
                pass
        else:
            return trimmed
    return trimmed


def _is_atom(token: str, names: Collection[str]) -> bool:
    return bool(
        NUMBER.fullmatch(token)
        or token in FUNCTIONS
        or token == "pi"
        or _letter(token, names) is not None
        or LOOSE.fullmatch(token)
        or _differential(token, names)
    )


def _letter(token: str, names: Collection[str]) -> str | None:
    """A name of the case, a velocity or an acceleration of it as LaTeX; None for other words."""
    if token in names or token == "t":
        return name_latex(token)
    if token[:1] == "\u03b4" and token[1:] in names:
        return rf"\delta {name_latex(token[1:])}"
    bare = token.rstrip("'")
    dots = len(token) - len(bare)
    if not dots:
        dots = 2 if token.endswith("ddot") else 1 if token.endswith("dot") else 0
        bare = token[: -(dots + 2)] if dots else token
    if bare not in names or not 0 < dots < 3:
        return None
    return rf"\{'d' * dots}ot{{{name_latex(bare)}}}"


def _is_formula(run: Sequence[str], names: Collection[str]) -> bool:
    """Can a run be nothing else than a formula?"""
    solid = [token for token in run if not token.isspace()]
    if _too_deep(solid):
        return False
    if len(solid) == 1:
        token = solid[0]
        stem = re.sub(r"[\d_].*", "", token)
        scientific = NUMBER.fullmatch(token) and "e" in token
        lettered = token in names and (stem in GREEK or re.fullmatch(r"[A-Za-z]{1,2}\d+", token))
        velocity = token not in (*names, "t") and _letter(token, names) is not None
        loose = LOOSE.fullmatch(token) and ("_" in token or stem in GREEK)
        return bool(scientific or lettered or velocity or loose)
    if all(NUMBER.fullmatch(t) or t in "()-+/" for t in solid):
        return bool(solid and solid[0] == "-" and len(solid) == 2 and "e" in solid[1])
    return any(t in SIGNS for t in solid) or (solid[-1] == ")" and solid[0] != "(")


def _too_deep(tokens: Sequence[str]) -> bool:
    return max(accumulate((t == "(") - (t == ")") for t in tokens), default=0) > NESTED


# one expression -----------------------------------------------------------------------------------
def typed(text: str, names: Collection[str]) -> str | None:
    r"""What is typed in the input language as LaTeX; None where a word in it is not known.

    >>> typed("y**2/2*xdot >= -5", ["x", "y"])
    'y^{2} / 2 \\, \\dot{x} \\ge -5'
    >>> typed("(x + y) sin(x)", ["x", "y"])
    '(x + y) \\, \\sin x'
    >>> typed("wheel: no slip 1", ["x"])
    """
    tokens = TOKEN.findall(text)
    known = all(t.isspace() or t in SIGNS or t in "()," or _is_atom(t, names) for t in tokens)
    if not tokens or not known or tokens.count("(") != tokens.count(")") or _too_deep(tokens):
        return None
    return _latex(tokens, names)


def _latex(tokens: Sequence[str], names: Collection[str]) -> str | None:
    """The tokens one by one; powers and roots have what they hold in braces."""
    solid = [t for t in tokens if not t.isspace()]
    out, at = "", 0
    while at < len(solid):
        token = solid[at]
        if at and _beside(solid[at - 1], token, names):
            out += r" \, "
        at += 1
        if token in ("**", "^", "sqrt") and at < len(solid):
            inner, at = _group(solid, at, names)
            out += ("^" if token != "sqrt" else r"\sqrt") + "{" + inner + "}"
        elif token in BARE and _alone(solid, at, names):
            inner, at = _atom(solid[at + 1], names), at + 3
            power = ""
            if solid[at : at + 1] in (["**"], ["^"]):
                power, at = f"^{{{solid[at + 1]}}}", at + 2
            out += f"{FUNCTIONS[token]}{power} {inner}"
        elif token in SIGNS:
            unary = token == "-" and (
                not out or out.rstrip()[-1:] in "(=<>/" or out.endswith((r"\ge ", r"\le ", r"\, "))
            )
            out += "-" if unary else SIGNS[token]
        else:
            out += _atom(token, names)
    return out.strip().removeprefix(r"\, ")


def _beside(before: str, token: str, names: Collection[str]) -> bool:
    """Is it a product without a sign, as in (a + b) sin(x) or y' cos(x)?"""
    ends = before == ")" or (before not in FUNCTIONS and before not in SIGNS and before not in "(,")
    return ends and token not in (*SIGNS, *"(),") and not _differential(token, names)


def _alone(tokens: Sequence[str], at: int, names: Collection[str]) -> bool:
    """Does one letter stand between the brackets at `at`, and nothing behind that it might hold?"""
    opened, inner, closed, after, power, beyond, *_ = (*tokens[at : at + 6], *[""] * 6)
    if after in ("**", "^"):
        after = beyond if power.isdigit() else "("
    bare = inner.isidentifier() and inner not in FUNCTIONS and _is_atom(inner, names)
    return (opened, closed) == ("(", ")") and bare and after in BEHIND


def _group(tokens: Sequence[str], at: int, names: Collection[str]) -> tuple[str, int]:
    """What stands in brackets from `at` on, or the next sign, and where it ends."""
    if tokens[at] != "(":
        return _atom(tokens[at], names), at + 1
    depth = 0
    for end in range(at, len(tokens)):
        depth += (tokens[end] == "(") - (tokens[end] == ")")
        if depth == 0:
            return _latex(tokens[at + 1 : end], names) or "", end + 1
    return _latex(tokens[at + 1 :], names) or "", len(tokens)


def _atom(token: str, names: Collection[str]) -> str:
    number = NUMBER.fullmatch(token)
    if number:
        return scientific(token)
    if token in FUNCTIONS:
        return FUNCTIONS[token]
    if token == "pi":
        return r"\pi"
    letter = _letter(token, names)
    if letter is not None:
        return letter
    moving = _differential(token, names)
    if moving:
        return rf" \, {differential(moving)}"
    loose = LOOSE.fullmatch(token)
    return name_latex(token.rstrip("'")) + loose[1] if loose else token


def _differential(token: str, names: Collection[str]) -> str:
    """The letter behind a d."""
    if token[:1] == "d" and token[1:] in names:
        return token[1:]
    match = None if token in SMALL_WORDS else DIFFERENTIAL.fullmatch(token)
    return match[1] if match else ""


def scientific(text: str) -> str:
    r"""A number as LaTeX; powers of ten are written out, and a zero is a zero.

    >>> scientific("1.1e-16"), scientific("0.0e+00"), scientific("1e-12"), scientific("0.25")
    ('1.1 \\cdot 10^{-16}', '0', '10^{-12}', '0.25')
    """
    match = NUMBER.fullmatch(text)
    if match is None or match[2] is None:
        return text
    digits, power = match[1], int(match[2])
    if float(digits) == 0:
        return "0"
    ten = f"10^{{{power}}}"
    return ten if float(digits) == 1 else digits if power == 0 else rf"{digits} \cdot {ten}"
