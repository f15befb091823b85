"""Questions about constraints that are functions of geometry/, answered for a set that symbols
judge.

What they are stands in `Verdict`, one field each; this file finds the function and what it needs.
"""

from __future__ import annotations

from dataclasses import fields
from importlib import import_module
from inspect import Parameter, signature
from typing import Any

from nonholo.findings.verdict import Verdict


def answered(*known: Any) -> dict[str, Any]:
    """Field by field, what the function that it names says.

    known: rows, split, curvature, flag; a function gets those that the types of its parameters
    name.

    >>> import nonholo as nh
    >>> found = nh.check(nh.constraints("dz = y dx"))
    >>> sorted(answered(found.full, found.distribution, found.curvature, found.closure))
    ['displacements', 'frozen', 'vanishing', 'varied']
    """
    at_hand = {type(value).__name__: value for value in known}
    asked = {f.name: f.metadata["by"] for f in fields(Verdict) if "by" in f.metadata}
    return {name: _answer(by, at_hand) for name, by in asked.items()}


def _answer(by: str, at_hand: dict[str, Any]) -> Any:
    module, _, name = by.rpartition(".")
    function = getattr(import_module(f"nonholo.geometry.{module}"), name)
    wanted = [p for p in signature(function).parameters.values() if p.default is Parameter.empty]
    return function(*(at_hand[p.annotation] for p in wanted))
