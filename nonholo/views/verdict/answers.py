"""Answers that are fields of a verdict with a key or a label: shown without words of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from nonholo.expression.graph import Expr
from nonholo.findings.verdict import Verdict
from nonholo.views.page import values, words
from nonholo.words.language import tell, told


def record(check: Verdict) -> dict[str, Any]:
    """{key: value} as JSON; null where a set is judged without it."""
    return {key: _plain(value) for key, value in _labelled(check, "key")}


def rows(check: Verdict) -> list[tuple[str, str]]:
    """(label, text), one row each."""
    return [(told(label), _written(value)) for label, value in _labelled(check, "label")]


def _labelled(check: Verdict, by: str) -> Iterator[tuple[Any, Any]]:
    for field in fields(check):
        if field.metadata.get(by):
            yield field.metadata[by], getattr(check, field.name)


def _plain(value: Any) -> Any:
    if isinstance(value, Expr):
        return values.shown(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _written(value: Any) -> str:
    if isinstance(value, Expr):
        return words.shown(value)
    if isinstance(value, tuple):
        return ", ".join(map(_written, value)) or tell("none")
    if isinstance(value, bool):
        return tell("yes") if value else tell("no")
    return "" if value is None else str(value)
