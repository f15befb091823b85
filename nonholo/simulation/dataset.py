"""Motions as an xarray.Dataset, for those who have xarray."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from nonholo.errors import NotApplicable
from nonholo.numerics.trajectory import Trajectory
from nonholo.words.sentence import say
from nonholo.writing.column_names import named_beside


def dataset(given: Trajectory | Sequence[Mapping[str, Any]]) -> Any:
    """A motion over t, or the records of an ensemble over member and time.

    Raises NotApplicable without xarray.
    """
    try:
        import xarray
    except ImportError:
        raise NotApplicable(say("a dataset needs the package xarray: pip install xarray")) from None
    if isinstance(given, Trajectory):
        return _motion(xarray, given)
    return _records(xarray, [r for r in given if "failure" not in r])


def _motion(xarray: Any, motion: Trajectory) -> Any:
    facts = {
        "name": motion.name,
        "law": motion.law,
        "method": motion.receipt.method,
        "ok": int(motion.receipt.ok),
        **{f"parameter_{s.args}": x for s, x in motion.model.values.items()},
    }
    return xarray.Dataset(
        {n: ("t", x) for n, x in motion.columns.items()}, coords={"t": motion.t}, attrs=facts
    )


def _records(xarray: Any, done: Sequence[Mapping[str, Any]]) -> Any:
    if not done:
        raise NotApplicable(say("no member of the ensemble has a motion"))
    long = max((r["t"] for r in done), key=len)

    def rows(key: str, name: str) -> np.ndarray:
        return np.array([[*r[key][name], *[np.nan] * (len(long) - len(r["t"]))] for r in done])

    columns: dict[str, tuple[str | tuple[str, ...], np.ndarray]]
    columns = {n: (("member", "t"), rows("q", n)) for n in done[0]["q"]}
    columns |= {f"{n}dot": (("member", "t"), rows("v", n)) for n in done[0]["v"]}
    further = ("residual_max", "energy_drift", "ok")
    columns |= named_beside(
        columns, {n: ("member", np.array([r[n] for r in done])) for n in further}
    )
    chosen = {
        f"set_{n}": ("member", np.array([r["set"].get(n, np.nan) for r in done]))
        for n in done[0]["set"]
    }
    chosen = named_beside(columns, chosen)
    return xarray.Dataset(
        columns, coords={"member": [r["number"] for r in done], "t": long, **chosen}
    )
