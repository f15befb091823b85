"""Names that look like a function or a differential with something written against it: sinθ, Rsinx,
ydx.

Where names are declared a declared name always wins.  Where they are not, a forgotten sign would
make a constant of a sine, and of the constraint another one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable

from nonholo.readers.tokens import FUNCTIONS

GREEK = (
    "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|omicron|rho|sigma|"
    "tau|upsilon|phi|chi|psi|omega|varepsilon|vartheta|varphi"
)
ELSEWHERE = {  # functions as they are called in other languages and programs
    **dict.fromkeys(("sen", "seno"), "sin"),
    **dict.fromkeys(("tg", "tang"), "tan"),
    **dict.fromkeys(("ctg", "cotg"), "cot"),
    "cosec": "csc",
    **dict.fromkeys(("arcsen", "arcsin", "asen"), "asin"),
    "arccos": "acos",
    **dict.fromkeys(("arctg", "arctan", "atg"), "atan"),
    "senh": "sinh",
    "tgh": "tanh",
    "sgn": "sign",
}
BENT = {  # functions that bend or jump, and powers -> how the language says the same
    "pow": "pow(a, b) = a^b",
    "max": "max(a, b) = (a + b + abs(a - b))/2",
    "min": "min(a, b) = (a + b - abs(a - b))/2",
    "heaviside": "heaviside(a) = (1 + sign(a))/2",
    **dict.fromkeys(("floor", "ceil", "ceiling", "round", "mod", "fmod"), ""),
}
_LETTER = rf"(?:[A-Za-z\u0370-\u03ff]|(?i:{GREEK}))[0-9]*"
_FUNCTION = "|".join(sorted(FUNCTIONS, key=len, reverse=True))
_FRONT = re.compile(rf"({_FUNCTION})_?([0-9]*)(\w*)")
_MIDDLE = re.compile(rf"({_LETTER})({_FUNCTION})_?([0-9]*)({_LETTER})?")
_SMALL = re.compile(rf"({_LETTER})(d{_LETTER})")


def elsewhere(name: str) -> str:
    """The function that other languages, or capital letters, call so; "" for a name that is free.

    >>> [elsewhere(name) for name in ("sen", "Sin", "Abs", "sin", "f")]
    ['sin', 'sin', 'abs', '', '']
    """
    small = name.lower()
    return ELSEWHERE.get(small) or (small if small in FUNCTIONS and name not in FUNCTIONS else "")


def meant(name: str, known: Container[str] = ()) -> str:
    """What a name that begins with a function, or holds one between letters or behind a known name,
    was meant to be; "" for a plain name.

    >>> [meant(name) for name in ("sinθ", "cos2phi", "Rsinx", "distance")]
    ['sin(θ)', 'cos(2*phi)', 'R*sin(x)', '']
    """
    if name in FUNCTIONS:
        return ""
    front = _FRONT.fullmatch(name)
    if front:
        return _call(*front.groups())
    middle = _MIDDLE.fullmatch(name)
    if middle:
        return f"{middle[1]}*{_call(*middle.groups()[1:])}"
    for end in range(1, len(name)):
        tail = _FRONT.fullmatch(name[end:]) if name[:end] in known else None
        if tail:
            return f"{name[:end]}*{_call(*tail.groups())}"
    return ""


def meant_with_differential(name: str) -> str:
    """What a name was meant to be that ends with a differential; "" for a plain name.

    >>> [meant_with_differential(name) for name in ("ydx", "Rdphi", "delta")]
    ['y*dx', 'R*dphi', '']
    """
    match = _SMALL.fullmatch(name)
    return f"{match[1]}*{match[2]}" if match else ""


def meant_as_product(name: str, known: Container[str]) -> str:
    """What a name was meant to be that is made of known names of one letter; "" for a plain name.

    >>> meant_as_product("xy", ["x", "y"]), meant_as_product("xw", ["x", "y"])
    ('x*y', '')
    """
    return "*".join(name) if len(name) > 1 and all(each in known for each in name) else ""


def meant_by_its_letters(name: str) -> str:
    """What a name was meant to be that is one Latin letter and one Greek one; "" for others.

    >>> meant_by_its_letters("Rθ"), meant_by_its_letters("R1"), meant_by_its_letters("θ")
    ('R*θ', '', '')
    """
    return "*".join(name) if re.fullmatch("[A-Za-z][\u0370-\u03ff]", name) else ""


def otherwise_spelled(name: str, known: Iterable[str]) -> str:
    """The known name that is this one with Greek letters written as words, or the other way round;
    "" for none.

    >>> [otherwise_spelled(name, ["theta", "φ1"]) for name in ("θ", "phi1", "theta2")]
    ['theta', 'φ1', '']
    """
    plain = _in_words(name)
    return next((each for each in known if _in_words(each) == plain), "")


def _in_words(name: str) -> str:
    return "".join(_word(letter) for letter in name)


def _word(letter: str) -> str:
    called = unicodedata.name(letter, "")
    if not re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER [A-Z]+", called):
        return letter
    word = called.split()[-1].lower().replace("lamda", "lambda")
    return word.capitalize() if "CAPITAL" in called else word


def meant_as_velocity(name: str, coordinates: Iterable[str]) -> str:
    """The coordinate whose velocity a name was meant to be that is spelled otherwise; "" for none.

    >>> [meant_as_velocity(name, ["x", "phi"]) for name in ("v_x", "x_dot", "phi_t", "v_0")]
    ['x', 'x', 'phi', '']
    """
    spellings = ("v_{}", "v{}", "{}_dot", "dot_{}", "{}_t", "d{}dt", "d{}_dt", "D{}", "D_{}")
    return next((q for q in coordinates if name in (s.format(q) for s in spellings)), "")


def _call(function: str, number: str, behind: str | None) -> str:
    argument = "*".join(filter(None, (number, behind))) or "..."
    return f"{function}({argument})"
