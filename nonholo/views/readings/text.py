"""How the names of bare constraints were read, and what the other reading would give: as text
and as JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from nonholo.views.verdict.words import verdict_word
from nonholo.words.language import tell, tell_many

if TYPE_CHECKING:
    from nonholo.findings.readings import Reading
    from nonholo.readers.bare import Bare

    Pairs = Sequence[tuple[Reading, Reading]]


def with_readings(shown: str, bare: Bare, pairs: Pairs) -> str:
    """The text of a check: the verdict line says under which reading it holds, the next one
    gives the other verdict.
    """
    name, headline, *tail = shown.split("\n")
    verdict, colon, sentence = headline.partition(":")
    heads = [headline]
    if pairs:
        conditional = tell("{verdict} with {reading}", verdict=verdict, reading=_conditions(pairs))
        heads = [f"{conditional}{colon}{sentence}", _others(pairs)]
    remark = supposed(bare)
    read = ["  " + tell("with {remark}", remark=remark)] if remark else []
    return "\n".join([name, *heads, *read, *tail])


def supposed(bare: Bare) -> str:
    """What was not declared, and how it was read; "" if nothing was left open."""
    said = []
    if bare.supposed:
        said.append(
            tell(
                "{names} read as {kind} by convention",
                names=", ".join(bare.supposed),
                kind=_kind(bare.supposed, "coordinates"),
            )
        )
    if bare.held:
        said.append(
            tell(
                "{names} held constant (no velocity or differential given; what changes in time is "
                "written {name}(t))",
                names=", ".join(bare.held),
                name=bare.held[-1],
            )
        )
    for name, product in bare.products.items():
        said.append(
            tell("{name} read as one name ({product} for a product)", name=name, product=product)
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
        names = tuple(dict.fromkeys(name for reading, _ in group for name in reading.names))
        parts.append(_read_as(names, kind))
    return tell(" and ").join(parts)


def _others(pairs: Pairs) -> str:
    """The other verdicts, each with its reading and the option that asks for it."""
    told: dict[str, list[str]] = {}
    for _, other in pairs:
        option = f"--{other.kind} {','.join(other.names)}"
        reading = tell("with {remark}", remark=_read_as(other.names, other.kind))
        told.setdefault(verdict_word(other.verdict).upper(), []).append(f"{reading} ({option})")
    either = tell(" or ")
    return "; ".join(f"{verdict} {either.join(ways)}" for verdict, ways in told.items())


def _read_as(names: Sequence[str], kind: str) -> str:
    return tell("{names} as {kind}", names=tell(" and ").join(names), kind=_kind(names, kind))


def _kind(names: Sequence[str], kind: str) -> str:
    if kind == "coordinates":
        return tell_many(len(names), "a coordinate", "coordinates")
    return tell_many(len(names), "a constant", "constants")
