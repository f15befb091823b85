"""Many motions in words, and as CSV, JSON, NPZ."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from io import BytesIO, StringIO
from typing import Any

import numpy as np

from nonholo.errors import NonholoError
from nonholo.views.page.columns import aligned
from nonholo.words.language import tell, told
from nonholo.words.sentence import say, together
from nonholo.writing.column_names import named_beside

FORMATS = (".jsonl", ".csv", ".json", ".npz")
ROWS = 20
Record = Mapping[str, Any]


def require_sweep_format(suffix: str) -> None:
    """Raises NonholoError for an ending that names no format of a sweep."""
    if suffix not in FORMATS:
        raise NonholoError(
            say(
                "{given}: no format of many motions; name the file *{formats} (.jsonl is written "
                "as results come and goes on when asked again)",
                given=suffix or say("a name without ending"),
                formats=", *".join(FORMATS),
            )
        )


class Summary:
    """What was set and where each motion ended, and how many keep every bound, without the records.

    good: how many do so far, of `count`."""

    def __init__(self, name: str, count: int):
        self.name, self.count, self.good = name, count, 0
        self.names: list[str] = []
        self.first: dict[int, Record] = {}
        self.residual, self.drift, self.evaluations, self.done = 0.0, 0.0, 0, 0

    def add(self, record: Record) -> None:
        """Take one more record into account, whatever its number."""
        if record["number"] < ROWS:
            self.first[record["number"]] = record
        if "failure" in record:
            return
        self.names = self.names or list(record["q"])
        self.good += bool(record.get("ok"))
        self.done += 1
        self.residual = max(self.residual, record["residual_max"])
        self.drift = max(self.drift, record["energy_drift"])
        self.evaluations += record["rhs_evaluations"]

    def text(self) -> str:
        """All of it in words."""
        lines = [tell("{name}: {n} motions", name=self.name, n=self.count), ""]
        lines += _table([self.first[i] for i in sorted(self.first)], self.names)
        if self.count > ROWS:
            lines.append("  " + tell("... and {n} more", n=self.count - ROWS))
        told = tell("receipts: {good} of {n} keep every bound", good=self.good, n=self.count)
        lines += ["", told]
        if self.done:
            lines.append(
                "  "
                + tell(
                    "constraints at most {residual:.1e}, energy balance at most {drift:.1e}, {n} "
                    "right-hand sides",
                    residual=self.residual,
                    drift=self.drift,
                    n=self.evaluations,
                )
            )
        return "\n".join(lines)


def _table(records: Sequence[Record], names: Sequence[str]) -> list[str]:
    """What was set, where each motion ended, and what is wrong with it."""
    if not records:
        return []
    rows = [[*records[0]["set"], *(tell("{name} last", name=n) for n in names)]]
    for record in records:
        ends = [x[-1] for x in record["q"].values()] if "failure" not in record else []
        told = [f"{x:.6g}" for x in (*record["set"].values(), *ends)]
        rows.append(told + [""] * (len(rows[0]) - len(told)))
    marks = ["", *(_mark(record) for record in records)]
    return [(line + mark).rstrip() for line, mark in zip(aligned(rows, 12), marks)]


def _mark(record: Record) -> str:
    return "" if record.get("ok") else f"  {_wrong(record)}"


def _wrong(record: Record) -> str:
    return told(record.get("failure") or together(record["warnings"], "; "))


def sweep_record(
    name: str, members: Sequence[Mapping[str, float]], records: Sequence[Record]
) -> dict[str, Any]:
    """The record of `nonholo simulate --sweep --json`."""
    return {"schema": 1, "name": name, **getattr(members, "recipe", {}), "members": list(records)}


def sweep_bytes(name: str, members, records: Sequence[Record], suffix: str) -> bytes:
    """The records as a file.

    CSV: one line a member and time; NPZ: arrays (members, times).  Raises NonholoError where no
    member has a motion.
    """
    if suffix == ".json":
        return (
            json.dumps(sweep_record(name, members, records), ensure_ascii=False) + "\n"
        ).encode()
    done = [r for r in records if "failure" not in r]
    if not done:
        raise NonholoError(say("no member of the sweep has a motion; .json tells why"))
    return _csv(done) if suffix == ".csv" else _npz(done, records)


def _csv(done: Sequence[Record]) -> bytes:
    out, names = StringIO(), list(done[0]["q"])
    writer = csv.writer(out, lineterminator="\n")
    series = [*names, *(f"{n}dot" for n in names)]
    told = {"number": 0, **{f"set_{n}": 0 for n in done[0]["set"]}, "ok": 0}
    number, *chosen, ok = named_beside(series, told)
    writer.writerow([number, *chosen, "t", *series, ok])
    for r in done:
        for i, t in enumerate(r["t"]):
            writer.writerow(
                [
                    r["number"],
                    *map(repr, r["set"].values()),
                    repr(t),
                    *(repr(r["q"][n][i]) for n in names),
                    *(repr(r["v"][n][i]) for n in names),
                    int(r["ok"]),
                ]
            )
    return out.getvalue().encode()


def _npz(done: Sequence[Record], records: Sequence[Record]) -> bytes:
    out = BytesIO()
    failures: Any = json.dumps([r for r in records if "failure" in r])
    columns = arrays(done)
    content: dict[str, Any] = {**columns, **named_beside(columns, {"failures": failures})}
    np.savez_compressed(out, **content)
    return out.getvalue()


def arrays(done: Sequence[Record]) -> dict[str, np.ndarray]:
    """number, what was set (members), t, q, q' (members, times); nan where a motion ended
    before.
    """
    long = max(len(r["t"]) for r in done)

    def rows(series) -> np.ndarray:
        return np.array([[*s, *[np.nan] * (long - len(s))] for s in series], dtype=float)

    names = [name for n in done[0]["q"] for name in (n, f"{n}dot")]
    chosen = {f"set_{n}": np.array([r["set"].get(n, np.nan) for r in done]) for n in done[0]["set"]}
    columns = named_beside(names, {"number": np.array([r["number"] for r in done]), **chosen})
    columns["t"] = rows([r["t"] for r in done])
    for n in done[0]["q"]:
        columns[n], columns[f"{n}dot"] = (
            rows([r["q"][n] for r in done]),
            rows([r["v"][n] for r in done]),
        )
    return columns
