"""The value of a formula as it stands on a page: MathML is read as a person reads it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

FUNCTIONS = ("sin", "cos", "exp", "ln")
TIMES, APPLIED, MINUS = "\u2062", "\u2061", "\u2212"


def value_of(elements: Sequence[str], values: Mapping[str, float]) -> float:
    """The value of one formula in several elements `math`; values: of letters, as they are seen."""
    row = ElementTree.fromstring(f"<mrow>{''.join(elements)}</mrow>")
    base = values.get("e", math.e)  # what a person takes e for, where a letter is called so
    known = {"V": values, "sqrt": math.sqrt, "E": base} | {f: _raised(f) for f in FUNCTIONS}
    return eval(_row(row), {"__builtins__": {}}, known)


def _raised(name: str):
    function = getattr(math, "log" if name == "ln" else name)
    return lambda power: lambda x: function(x) ** power


def _row(row: ElementTree.Element) -> str:
    out, ended, applied = "", False, False
    for one in row:
        if one.tag == "mspace":
            continue
        sign = one.text if one.tag == "mo" else ""
        if sign == APPLIED:
            ended, applied = False, True
            continue
        name = (one[0] if one.tag == "msup" else one).text
        if one.tag == "msup" and "".join(one[0].itertext()) in (
            ")",
            "]",
        ):  # the bracket that ends here has an exponent
            sign, written = ")", f")**{_argument(one[1])}"
        elif sign:
            written = {"[": "(", "]": ")", TIMES: "*", MINUS: "-"}.get(sign, sign)
        elif name in FUNCTIONS:
            written = f"{name}({_argument(one[1]) if one.tag == 'msup' else 1})"
        else:
            written = f"({_argument(one)})" if applied else _argument(one)
        out += "*" * (ended and (not sign or sign in "([")) + written
        ended, applied = not sign or sign in ")]", False
    return out


def _argument(one: ElementTree.Element) -> str:
    parts = [_argument(e) for e in one]
    if one.tag == "mrow":
        return f"({_row(one)})"
    if one.tag == "mfrac":
        return f"({parts[0]}/{parts[1]})"
    if one.tag == "msqrt":
        return f"sqrt({_row(one)})"
    if one.tag == "msup":
        return f"(E**{parts[1]})" if one[0].text == "e" else f"({parts[0]}**{parts[1]})"
    if one.tag == "mn":
        return one.text
    return f"V[{''.join(one.itertext())!r}]"
