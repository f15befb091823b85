r"""LaTeX as people paste it, in the language of constraints: \dot{x} = R\sin\theta\,\dot\phi.

Nothing is read so: what comes out is told as what may have been meant, for a person to look at."""

from __future__ import annotations

import re

from nonholo.readers.glued import GREEK
from nonholo.readers.tokens import FUNCTIONS

_LONGEST = 2000
_ARGUMENT = r"\{([^{}]*)\}"
_COMMAND = r"\\[A-Za-z]+"
_MOVING = {"dot": "'", "ddot": "''"}
_NAMES = "|".join(sorted(GREEK.split("|"), key=len, reverse=True))
_CALLS = "|".join(sorted({*FUNCTIONS, "arcsin", "arccos", "arctan"}, key=len, reverse=True))
_LETTER = rf"(?:{_NAMES}|[A-Za-z])(?:_\w+)?"
_BLANK = re.compile(r"\\[,;:! ]|\\q?quad\b|\\(?:left|right|displaystyle)\b|~|\$|\\[()\[\]]")
_SIGNS = {"cdot": "*", "times": "*", "ast": "*", "ge": ">=", "geq": ">=", "le": "<=", "leq": "<="}
_STEPS: tuple[tuple[str, str], ...] = (  # each until it finds nothing more
    (rf"\\(?:mathrm|text|mathit|rm|operatorname)\s*{_ARGUMENT}", r"\1"),
    (rf"\\({_NAMES})(?![A-Za-z])", r" \1 "),
    (r"_\{\s*(\w+)\s*\}", r"_\1"),
    (rf"\\(d?dot)\s*(?:{_ARGUMENT}|({_LETTER}))(_\w+)?", "moving"),
    (r"\\[dt]?frac\s*\{\s*d\s*(\w+)\s*\}\s*\{\s*d\s*t\s*\}", r" \1' "),
    (rf"\\[dt]?frac\s*{_ARGUMENT}\s*{_ARGUMENT}", "quotient"),
    (r"\\[dt]?frac\s*(\d)\s*(\d)", r" (\1/\2) "),
    (rf"\\sqrt\s*{_ARGUMENT}", r" sqrt(\1) "),
    (rf"\\({_CALLS})\s*\^\s*(?:\{{(\d+)\}}|(\d))\s*({_LETTER}|\([^()]*\))", "power"),
    (rf"\\({_CALLS})\s*(\([^()]*\)|{_ARGUMENT}|\d*\s*{_LETTER})", "call"),
    (r"\^\s*\{\s*(\w+)\s*\}", r"^\1"),
    (r"\^\s*" + _ARGUMENT, r"^(\1)"),
)


def from_latex(text: str) -> str:
    r"""The text without its LaTeX, "" where that is not seen through.

    >>> from_latex(r"\dot{x} = R \sin\theta \, \dot{\phi}")
    "x' = R sin(theta) phi'"
    >>> from_latex(r"\frac{dx}{dt} = \frac{1}{2} x_{1} \cos^2 \alpha")
    "x' = (1/2) x_1 cos(alpha)^2"
    >>> from_latex(r"\dot{q}_1 = \cos 2\theta \, \dot xy"), from_latex(r"\int x")
    ("q_1' = cos(2 theta) x' y", '')
    """
    if len(text) > _LONGEST:
        return ""
    plain = _BLANK.sub(" ", text)
    plain = re.sub(
        _COMMAND, lambda m: f" {_SIGNS[m[0][1:]]} " if m[0][1:] in _SIGNS else m[0], plain
    )
    before = ""
    while before != plain:
        before = plain
        for pattern, how in _STEPS:
            plain = re.sub(pattern, _HOW.get(how, how), plain)
    plain = " ".join(plain.split())
    plain = re.sub(r"(?<=\() | (?=\))| ?\^ ?", lambda m: m[0].strip(), plain)
    plain = re.sub(r" ?(=|<=|>=) ?", r" \1 ", plain)
    return "" if re.search(r"[\\{}]", plain) else plain


def _moving(match: re.Match) -> str:
    name = (match[2] or match[3]).strip() + (match[4] or "")
    return f" {name}{_MOVING[match[1]]} " if re.fullmatch(r"\w+", name) else f"{{{name}}}{{}}"


def _quotient(match: re.Match) -> str:
    parts = [part.strip() for part in match.groups()]
    above, below = (part if re.fullmatch(r"\w+", part) else f"({part})" for part in parts)
    return f" ({above}/{below}) "


def _power(match: re.Match) -> str:
    return f" {_called(match[1], match[4])}^{match[2] or match[3]} "


def _call(match: re.Match) -> str:
    return f" {_called(match[1], match[3] if match[3] is not None else match[2])} "


def _called(function: str, argument: str) -> str:
    inside = argument[1:-1] if argument.startswith("(") else argument
    return f"{function.replace('arc', 'a')}({inside.strip()})"


_HOW = {"moving": _moving, "quotient": _quotient, "power": _power, "call": _call}
