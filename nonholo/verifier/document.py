"""Rule 0: the document: JSON without doubled keys, its shape, and the hash of its problem."""

import hashlib
import json
from collections import Counter

from .outcome import BEYOND, demand

MAX_LENGTH, MAX_NUMBER = 3_000_000, 10**6

TEXTS, ROWS = [str], [int]
TABLE = {"*": str}  # any keys
TABLES = [TABLE]
LISTS = ("coordinates", "holonomic_constraints", "constraints", "inequalities", "?declared")
NAMES = {"parameters": {"*": (str, type(None))}, "?functions": {"*": TEXTS}}
PROBLEM: dict = {**dict.fromkeys(LISTS, TEXTS), **NAMES}
VALUES = {"symbols": TABLE, "angles": {"*": TEXTS}, "exponents": TABLE, "?functions": TABLE}
VECTORS = dict.fromkeys(("?X", "?Y", "?Z"), TABLE)
LEVEL = {"brackets": [ROWS], "columns": TEXTS, "minor": str, "annihilators": TABLES}
NUMBERS: dict = {"holonomic_relations": (int, type(None)), "independent_constraints": int}
STATED: dict = {"verdict": str, **NUMBERS, "growth_vector": ROWS, "space": str}
CLAIMS: dict[str, dict] = {
    "solved level": {"row": int, "coordinate": str},
    "restricted row": {"row": int, "components": TABLE, "cofactors": {"*": TABLE}},
    "rank": {"rows": ROWS, "columns": TEXTS, "?minor": str},
    "redundant": {"row": int, "combination": TABLE},
    "admissible": {"fields": TABLES, "columns": TEXTS, "minor": str},
    "growth": {"levels": [LEVEL]},
    "not jointly integrable": {"row": int, "X": TABLE, "Y": TABLE, "value": str},
    "integrable alone": {"row": int},
    "not integrable alone": {"row": int, "value": str, "?triple": TEXTS, **VECTORS},
    "potential": {"row": int, "factor": str, "potential": str},
    "first integral": {"combination": TABLE, "function": str},
    "reached": {"curve": TABLE, "variations": [{"after": int, "z": TABLE}], "pivots": [ROWS]},
}
HEAD = {"certificate": int, "problem": PROBLEM, "sha256": str, **STATED}
INSIDE: dict = {"?claims": [None], "?parts": [None]}
BODY = {"?point": {**VALUES, "?logarithms": TABLE}, **INSIDE, "?solved": TEXTS}
PART = {"certificate": int, "rows": ROWS, **STATED, **BODY}


class DoubledKey(ValueError):
    """A key that stands twice in one object."""


def loads(text: str | bytes):
    """A JSON document.  Raises ValueError, for doubled keys and NaN too."""
    return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)


def _object(pairs: list) -> dict:
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            raise DoubledKey(f"the key {key[:40]!a} stands twice")
    return dict(pairs)


def _constant(text: str):
    raise ValueError(f"{text} is no JSON")


def demand_certificate(value) -> None:
    """The shape of a whole certificate, and the hash of its problem."""
    demand(len(json.dumps(value)) <= MAX_LENGTH, "a very long certificate", BEYOND)
    demand_shape(value, {**HEAD, **BODY}, "the certificate")
    demand(value["certificate"] in (1, 2), "another version of the schema")
    _demand_body(value)
    demand(value["sha256"] == digest(value["problem"]), "the hash is not that of the problem")


def digest(problem: dict) -> str:
    """sha256 of the problem as JSON with sorted keys and without spaces."""
    text = json.dumps(problem, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _demand_body(value: dict) -> None:
    shapes = ({"point", "claims"}, {"parts"}, {"parts", "solved", "point", "claims"})
    fit = set(value) & {"point", "claims", "parts", "solved"} in shapes
    demand(fit, "neither claims nor parts")
    small = value["certificate"] == 2 or "parts" not in value
    demand(small, "parts in a certificate of a small set")
    for claim in value.get("claims", []):
        _demand_claim(claim, value["certificate"])
    for part in value.get("parts", []):
        demand_shape(part, PART, "a part")
        _demand_body(part)


def _demand_claim(claim, schema: int) -> None:
    demand(type(claim) is dict and type(claim.get("claim")) is str, "a claim without its name")
    name = claim["claim"]
    demand(name in CLAIMS, f"there is no claim {name[:40]!r}")
    if "reason" in claim:
        demand_shape(claim["reason"], str, "reason")
        demand(False, f"{name}: {claim['reason'][:250]}", BEYOND)
    demand_shape(claim, {"claim": str, **CLAIMS[name]}, name)
    fit = name != "rank" or ("minor" in claim) == (schema == 1)
    demand(fit, "a minor in a large set, or none in a small one")
    if name == "not integrable alone":
        fit = set(claim) & {"triple", "X", "Y", "Z"} in ({"triple"}, {"X", "Y", "Z"})
        demand(fit, "neither triple nor vectors")


def demand_shape(value, shape, where: str) -> None:
    """The types of a value and of all that is in it.

    {"key": shape, "?optional": shape} or {"*": shape}; [shape]; (types); a type; None: looked at
    elsewhere.
    """
    if shape is None:
        return
    if isinstance(shape, dict):
        demand(type(value) is dict, f"{where} is no object")
        names = {key.lstrip("?"): inner for key, inner in shape.items()}
        needed = {key for key in shape if key[0] not in "?*"}
        known = needed <= set(value) and ("*" in names or set(value) <= set(names))
        demand(known, f"{where} has not the keys that it should")
        for key, item in value.items():
            demand_shape(item, names.get(key, names.get("*")), f"{where}: {key[:40]}")
    elif isinstance(shape, list):
        demand(type(value) is list, f"{where} is no list")
        (inner,) = shape
        for item in value:
            demand_shape(item, inner, where)
    else:
        kinds = shape if isinstance(shape, tuple) else (shape,)
        demand(type(value) in kinds, f"{where} has the wrong type")
        demand(type(value) is not int or abs(value) <= MAX_NUMBER, f"{where} is too large")
