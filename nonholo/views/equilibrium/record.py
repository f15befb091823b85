"""Configurations of rest as JSON."""

from __future__ import annotations

from math import inf, nextafter
from typing import TYPE_CHECKING, Any

from nonholo.expression.graph import Expr
from nonholo.expression.reading import looked_at
from nonholo.views.page.values import SCHEMA, shown, vector_record

if TYPE_CHECKING:
    from nonholo.arithmetic.balls import Ball
    from nonholo.findings.rests import Equilibria, Rest


def equilibrium_record(equilibria: Equilibria) -> dict[str, Any]:
    """The record of `nonholo equilibrium`."""
    at_rest, names = equilibria.rest, equilibria.case.system.chart.names
    remarks = looked_at((), equilibria.case.system.through)
    return {
        "schema": SCHEMA,
        "name": equilibria.case.name,
        "coordinates": list(names),
        "constraints": list(at_rest.rows.labels),
        "forces_at_rest": vector_record(names, at_rest.forces),
        "conditions": [shown(e) for e in at_rest.conditions],
        "virtual_work": [
            {"displacement": vector_record(names, v), "work": shown(w)}
            for v, w in zip(at_rest.displacements, at_rest.work)
        ],
        "equilibria": [_rest_record(names, one) for one in equilibria.found],
        "complete": equilibria.complete or None,
        **({"against_limits": None} if equilibria.case.system.inequalities else {}),
        "reasons": list(equilibria.reasons),
        "holds_for": "parameters" if equilibria.letters else "numbers",
        **({"remarks": remarks} if remarks else {}),
        **({"functions": list(equilibria.put)} if equilibria.put else {}),
        **({"inputs": list(equilibria.inputs)} if equilibria.inputs else {}),
        "moving": [{n: shown(e) for n, e in values.items()} for values in equilibria.moving],
        **({"left_out": left} if (left := _left_out(equilibria)) else {}),
        "not_solved": [[shown(e) for e in piece] for piece in equilibria.implicit],
    }


def _left_out(equilibria: Equilibria) -> list[dict[str, str | None]]:
    """Solutions at which the coordinates lose their meaning, no rests."""
    return [{n: shown(e) for n, e in values.items()} for values in equilibria.artefacts]


def _rest_record(names, one: Rest) -> dict[str, Any]:
    judged = one.stability
    return {
        "kind": "point" if one.isolated else "family",
        "evidence": "enclosure" if one.enclosure else "exact",
        "configuration": {n: shown(e) for n, e in one.values.items()},
        "enclosure": {n: _interval(b) for n, b in one.enclosure.items()},
        "held": {n: shown(e) for n, e in one.held.items()},
        "free": list(one.free),
        "not_negative": [shown(e) for e in one.under],
        "not_zero": [shown(e) for e in one.slopes],
        "multipliers": None if one.multipliers is None else [_value(m) for m in one.multipliers],
        "reactions": {n: _value(R) for n, R in zip(names, one.reactions)},
        "stability": {
            "verdict": judged.verdict,
            "reason": judged.reason,
            "zero_eigenvalues": judged.zeros,
            "eigenvalues": [
                {"real": _interval(z.real), "imag": _interval(z.imag), "multiplicity": m}
                for z, m in judged.eigenvalues
            ],
            "settled_by": [
                {"assumption": s.assumption, "answer": s.answer} for s in one.settled_by
            ],
            "judged_at": {n: shown(e) for n, e in one.judged_at.items()},
        },
        "violated": list(one.violated),
        **({"mirrored": True} if one.mirrored else {}),
        **({"multipliers_of": list(one.rows)} if one.rows else {}),
    }


def _value(value: Expr | Ball) -> str | list[float] | None:
    return shown(value) if isinstance(value, Expr) else _interval(value)


def _interval(ball: Ball) -> list[float]:
    """[low, high], rounded outwards."""
    low, high = float(ball.mid() - ball.rad()), float(ball.mid() + ball.rad())
    if ball.rad() == 0 and float(ball) == ball:
        return [float(ball), float(ball)]
    return [nextafter(low, -inf), nextafter(high, inf)]
