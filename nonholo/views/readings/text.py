"""How the names of bare constraints were read, and what the other reading would give: as text
and as JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nonholo.findings.readings import Reading
    from nonholo.readers.bare import Bare

    Pairs = Sequence[tuple[Reading, Reading]]


def with_readings(shown: str, bare: Bare, pairs: Pairs) -> str:
    """The text of a check: the verdict line says under which reading it holds, the next one
    gives the other verdict.
    """
    name, headline, *rest = shown.split("\n")
    verdict, colon, sentence = headline.partition(":")
    heads = [headline]
    if pairs:
        heads = [f"{verdict} with {_conditions(pairs)}{colon}{sentence}", _others(pairs)]
    remark = supposed(bare)
    return "\n".join([name, *heads, *([f"  with {remark}"] if remark else []), *rest])


def supposed(bare: Bare) -> str:
    """What was not declared, and how it was read; "" if nothing was left open."""
    said = [
        f"{', '.join(bare.supposed)} read as {_kind(bare.supposed, 'coordinates')} by convention"
    ] * bool(bare.supposed)
    said += [f"{', '.join(bare.held)} held constant (no velocity or differential given)"] * bool(
        bare.held
    )
    return "; ".join(said)


def readings_record(pairs: Pairs) -> list[dict[str, Any]]:
    """Each reading that matters beside the other one: {"names", "as", "verdict"}; the one that
    holds comes first.
    """
    return [
        {"names": list(r.names), "as": r.kind, "verdict": r.verdict} for pair in pairs for r in pair
    ]


def _conditions(pairs: Pairs) -> str:
    """The reading that holds: theta as a coordinate and v as a constant."""
    parts = []
    for kind, group in groupby(pairs, key=lambda pair: pair[0].kind):
        names = tuple(dict.fromkeys(name for own, _ in group for name in own.names))
        parts.append(f"{' and '.join(names)} as {_kind(names, kind)}")
    return " and ".join(parts)


def _others(pairs: Pairs) -> str:
    """The other verdicts, each with its reading and the option that asks for it."""
    told: dict[str, list[str]] = {}
    for _, other in pairs:
        option = f"--{other.kind} {','.join(other.names)}"
        told.setdefault(other.verdict.upper(), []).append(
            f"with {' and '.join(other.names)} as {_kind(other.names, other.kind)} ({option})"
        )
    return "; ".join(f"{verdict} {' or '.join(ways)}" for verdict, ways in told.items())


def _kind(names: Sequence[str], kind: str) -> str:
    return kind if len(names) > 1 else f"a {kind[:-1]}"
