"""Certificates of small families, true ones and with one value changed, for `mutate_verifier`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import inf
from typing import Any
from unittest.mock import patch

import nonholo as nh
from nonholo.evidence import contradictions
from tests.forgeries import put

EACH = 80  # changes of a certificate
POSITIVE = {"positive": True}
MOTION = "(x'^2 + y'^2 + z'^2)/2"
MORE = "(x'^2 + y'^2 + z'^2 + w'^2)/2"
FAMILIES: tuple[tuple[Any, ...], ...] = (  # question, L, rows, levels, what is declared, forces
    ("constraints", "", ["dz = a*y dx + c*x dy", "dw = b*z dx"], [], {}),
    ("constraints", "", ["dz = (a^2 + b^2) y dx", "dw = (c^3 - a - 1)*z dx"], [], {}),
    ("constraints", "", ["dz = (a + b)*(a - c) x dy"], [], {"a": POSITIVE, "b": POSITIVE}),
    ("constraints", "", ["dz = sin(a) x dy + b dt"], [], {}),
    ("constraints", "", ["a*x' = b", "c*z' = x*y*x'"], [], {}),
    ("constraints", "", ["dz = (cos(a*x) - b*cos(x)) dy"], [], {}),
    ("constraints", "", ["dz = a*f(x) dy + b*g(x, y) dx"], [], {}),
    ("constraints", "", ["dz = a*h(x, y, z, t) dx"], [], {}),
    ("constraints", "", ["dz = a*y dw + c*x dy"], ["b*w - x"], {"b": POSITIVE}),
    ("constraints", "", ["dz = a*y dw + c*x dy"], ["b*w - x^2"], {"b": POSITIVE}),
    ("substitution", MOTION + " + b*x'*z'", ["z' = a*y*x'"], [], {}),
    ("substitution", MORE + " + b*x*z'", ["(1 + x^2)*z' = a*y*x'", "w' = c*x*y'"], [], {}),
    ("substitution", MORE + " + u'^2/2", ["z' = a*y*x'", "w' = c*x*y'", "u' = x*y'"], [], {}),
    ("measure", MOTION, ["z' = a*y*x' + c*x*y'"], [], {}),
    ("measure", MOTION, ["z' = a*y*x'"], [], {}, {"x": "-b*x'", "y": "-c*y'^3", "z": "-x"}),
    ("measure", "(x'^2/a + y'^2 + z'^2)/2", ["z' = c*y*x'"], [], {}),
    ("measure", MORE, ["(1 + x^2)*z' = a*y*x'", "w' = c*y'"], [], {}),
    ("measure", MORE, ["z' = a*y*x' + b*w*y'"], [], {}),
    ("measure", MOTION, ["(1 + x^2)*z' = b*x"], [], {}),
    ("vakonomic", MOTION, ["z' = a*y*x' + c*x*y'"], [], {}),
    ("vakonomic", f"{MORE} - cos(a)*x*z", ["(1 + x^2)*z' = cos(a)*y*x'", "w' = c*x*y'"], [], {}),
    ("vakonomic", MORE + " - a*z*x", ["(1 + x^2)*z' = b", "w' = a*z*x'"], [], {}),
    ("vakonomic", MOTION, ["z' = a*y*x' + c*x*y'"], [], {}, {"z": "-b*z' - x*z"}),
    ("along", MOTION, ["z' = a*y*x' + c*x*y'"], [], {}),
    ("along", MOTION + " - b*x", ["(2 + cos(x))*z' = a*y*x'"], [], {}),
    ("along", MOTION, ["z' = a*cos(x)*y'"], [], {}),
    ("along", MORE + " - (a - b)*y*z", ["w' = z*y'", "z' = y*x'"], [], {}),
    ("symmetry", "", ["z' = y*x'", "y' = w*x'", "u' = ((c + x)*w^2 + a*z*w)*x'"], [], {}),
    ("singular", "", ["dz = (a*y^2 + b*y) dx"], [], {}),
    (
        "stability",
        f"{MOTION} - (a - 1)*x^2/2",
        [],
        [],
        {"a": POSITIVE},
        {"x": "-x'", "z": "-z - z'"},
    ),
    ("stability", f"{MOTION} - y - z^2/2", [], ["x^2 + y^2 - 1"], {}, {"x": "-a*x'", "z": "-z'"}),
    (
        "stability",
        f"{MOTION} + a*x'*y - x^2/2",
        ["z' = y*x'"],
        [],
        {},
        {"x": "-x'", "y": "-y - y'"},
    ),
)


def family_certificates(question: str = "") -> Iterator[dict]:
    """The true ones, then the changed ones; of one question, if it is named."""
    made = [certificate(*family) for family in FAMILIES if question in ("", family[0])]
    yield from made
    for document in made:
        every = list(changes(document))
        for i in range(0, len(every), max(1, len(every) // EACH)):
            yield every[i]()


def certificate(question, lagrangian, rows, levels, assumed, forces=None) -> dict:
    texts = " ".join((lagrangian, *rows, *levels, *(forces or {}).values()))
    letters = {n: assumed.get(n) for n in "abc" if n in texts.replace("cos", "").replace("sin", "")}
    names = "x y z w" if "w" in texts else "x y z"
    names += " u" if "u" in texts else ""
    given = {"parameters": letters, "forces": forces or {}}
    case = nh.System(names, lagrangian or None, rows, levels, **given)
    ahead = (lambda *_: inf) if question == "along" else contradictions.products_ahead
    if question == "stability":
        steady = nh.steady_stability(case, {"y": "-1"} if levels else {})
        return json.loads(json.dumps(nh.certificate(steady)))
    with patch.object(contradictions, "products_ahead", ahead):
        found = nh.families(case, question.replace("along", "vakonomic"), records=False)
        return json.loads(json.dumps(nh.certificate(found)))


def changes(document: dict) -> list:
    """Each leaf by another one, each member of a list left out, each key left out."""
    found = []
    for path, value in _parts(document, ()):
        if isinstance(value, (dict, list)):
            keys = list(value) if isinstance(value, dict) else range(len(value))
            found += [_change(document, (*path, key), None) for key in keys]
        else:
            found += [_change(document, path, other) for other in _others(value)]
    return found


def _others(value) -> list:
    if isinstance(value, bool) or value is None:
        return [not value]
    if isinstance(value, int):
        return [value + 1, max(value - 1, 0) if value else 2]
    return [f"({value})*2", f"{value} + a", "0", "1"]


def _parts(value, path: tuple) -> Iterator[tuple[tuple, Any]]:
    yield path, value
    if isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _parts(inner, (*path, key))


def _change(document: dict, path: tuple, new):
    return lambda: put(document, (path, ... if new is None else new))
