"""Lemmas as the verifier reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nonholo.arithmetic.polynomials import Polynomial
from nonholo.expression.functions import angle_parts
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.geometry.families.lemmas import Lemma, Use
from nonholo.geometry.families.ring import Ring


def lemma_record(
    ring: Ring, lemma: Lemma, answered: Callable[[Lemma], dict[str, Any]]
) -> dict[str, Any]:
    """What a lemma says, and why.

    ring: of its polynomials; answered: the record of a lemma with an answer.
    """
    told: dict[str, Any] = {
        "zero": list(map(ring.text, lemma.zero)),
        "nonzero": list(map(ring.text, lemma.nonzero)),
        "solved": [
            {"equation": n, "by": unknown(ring, k), "initial": _powers(powers)}
            for n, k, powers in lemma.solved
        ],
    }
    if lemma.parts is not None:
        number, known, parts, otherwise = lemma.parts
        of = [_piece(ring, *piece) for piece in parts]
        return told | {
            "parts": {
                "of": of,
                **({} if number is None else {"equation": number}),
                **({"nonzero": _powers(known)} if known else {}),
                **({} if otherwise is None else {"else": use_record(ring, otherwise)}),
            }
        }
    if lemma.squares is not None:
        number, squares, use = lemma.squares
        of = [{"square": ring.text(q), "times": ring.text(c)} for q, c in squares]
        return told | {"squares": {"equation": number, "of": of, "then": use_record(ring, use)}}
    return told | {"answer": answered(lemma)}


def use_record(ring: Ring, use: Use) -> dict[str, Any]:
    """How a lemma is used."""
    because = {
        str(i): {"equation": n, "times": ring.text(factor)}
        for i, (n, factor) in sorted(use.because.items())
    }
    return {"lemma": use.lemma, **({"because": because} if because else {})}


def unknown(ring: Ring, k: int) -> list[str]:
    """The generator of the verifier for one of the ring: a sine is solved for as e^(i al)."""
    node = ring.generators[k]
    return ["symbol", str(node)] if node.kind == "symbol" else ["angle", _angle(node)]


def _piece(ring: Ring, factor: Polynomial, power: int, use: Use | None) -> dict[str, Any]:
    told = {"factor": ring.text(factor), "power": power}
    return told if use is None else {**told, "then": use_record(ring, use)}


def _powers(powers: Mapping[int, int]) -> dict[str, int]:
    return {str(n): power for n, power in sorted(powers.items())}


def _angle(node: Expr) -> str:
    """The monomial m of a generator e^(i m) for sin(c m) or cos(c m)."""
    ((atom, _),) = angle_parts(node.graph, node.args[1][0])[0]
    return text(atom)
