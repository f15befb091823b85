"""Expressions and decisions as JSON values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nonholo.expression.graph import Expr
from nonholo.expression.once import once
from nonholo.expression.text import text
from nonholo.views.page.words import is_huge
from nonholo.writing.present import expanded, presentable

if TYPE_CHECKING:
    from nonholo.decide.zero import Decision
    from nonholo.readers.case import Case

SCHEMA = 1


def shown(node: Expr) -> str | None:
    """An expression in presentable form; null for one that is too long to be written out."""
    if is_huge(node):
        return None
    return once(node.graph, ("shown", node), lambda: text(presentable(node)))  # many are the same


def sum_shown(node: Expr) -> str | None:
    """The same as a sum of terms."""
    return None if is_huge(node) else text(expanded(node))


def vector_record(names: Sequence[str], vector: Sequence[Expr]) -> dict[str, str | None]:
    """Components by name."""
    return {n: shown(e) for n, e in zip(names, vector)}


def inputs_record(inputs: Mapping[Expr, Expr | None]) -> dict[str, Any]:
    """What stands for each input where numbers are asked (null: nothing); no key without inputs."""
    numbers = {str(u): None if x is None else text(x) for u, x in inputs.items()}
    return {"inputs": numbers} if numbers else {}


def velocities_record(velocities: Mapping[str, Expr]) -> dict[str, Any]:
    """What each quasi-velocity is; no key without any."""
    meanings = {name: text(meaning) for name, meaning in velocities.items()}
    return {"velocities": meanings} if meanings else {}


def decision_record(decision: Decision) -> dict[str, Any]:
    """What an answer rests on."""
    record: dict[str, Any] = {
        "answer": decision.answer,
        "evidence": decision.evidence or "undecided",
    }
    if decision.evidence == "randomised":
        record["error_bound"] = decision.error_bound
    if decision.reason:
        record["reason"] = decision.reason
    if decision.point:
        record["point"] = dict(decision.point)
    return record


def functions_record(case: Case) -> dict[str, Any]:
    """The unspecified functions of a case, each with its value for numbers or None; nothing where
    there are none.
    """
    functions = case.scope.functions.items()
    calls = {f"{name}({', '.join(f.slots)})": f.value for name, f in functions}
    return {"functions": calls} if calls else {}
