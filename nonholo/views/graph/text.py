"""The dependency graph of a case in the form a user asks for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from nonholo.errors import NonholoError
from nonholo.findings.verdict import HOLONOMIC, Verdict
from nonholo.views.graph.formats import dot, mermaid, node_link
from nonholo.views.graph.picture import picture
from nonholo.views.page.words import shown
from nonholo.views.verdict.words import read_so
from nonholo.words.language import tell, told
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.findings.arrows import Arrows
    from nonholo.findings.dependency import Dependency, Step

FORMATS = (".svg", ".png", ".dot", ".mmd", ".json")


def graph_bytes(graph: Arrows, suffix: str) -> bytes:
    """The graph as a file of the kind that the suffix names.

    Raises NonholoError for others.
    """
    if suffix in (".svg", ".png"):
        return picture(graph, suffix[1:])
    writers = {".dot": dot, ".mmd": mermaid, ".json": lambda g: json.dumps(node_link(g), indent=1)}
    if suffix not in writers:
        raise NonholoError(
            say(
                "{value}: no format of a graph; name the file *{names}",
                value=suffix or say("a name without ending"),
                names=", *".join(FORMATS),
            )
        )
    return (writers[suffix](graph) + "\n").encode()


def graph_text(check: Verdict, dependency: Dependency, as_json: bool) -> str:
    """The elimination in words, or node-link JSON."""
    if as_json:
        return json.dumps(graph_record(check, dependency), indent=1, ensure_ascii=False)
    d = check.distribution
    names = _velocities(d.names(d.independent))
    lines = [told(check.case.name), tell("independent: {names}", names=names)]
    lines += [
        f"{number}. {_step(check, step)}" for number, step in enumerate(dependency.order, start=1)
    ]
    lines += [integrated] if (integrated := coordinates_too(check)) else []
    labels = (check.full.labels[r.row] for r in dependency.redundant)
    lines += [tell("redundant: {label}", label=label) for label in labels]
    lines += read_so(check)
    lines.append(
        tell(
            "structural rank {structural}, generic rank {generic}",
            structural=dependency.structural_rank,
            generic=dependency.generic_rank,
        )
    )
    return "\n".join(lines)


def graph_record(check: Verdict, dependency: Dependency) -> dict[str, Any]:
    """The record of `nonholo graph`."""
    remarks = read_so(check)
    return {
        "schema": 1,
        "verdict": check.verdict,
        **node_link(dependency.arrows),
        **({"remarks": remarks} if remarks else {}),
    }


def coordinates_too(check: Verdict) -> str:
    """Of a holonomic set the coordinates can be eliminated with their velocities."""
    d = check.distribution
    if check.verdict != HOLONOMIC or not d.k:
        return ""
    return tell(
        "holonomic: {names} can be eliminated too, not only the velocities",
        names=", ".join(d.names(d.dependent)),
    )


def _velocities(names) -> str:
    return ", ".join(f"{n}'" for n in names) or tell("none")


def _step(check: Verdict, step: Step) -> str:
    names = check.distribution.chart.names
    solved = [f"{names[j]}' = {shown(e)}" for j, e in zip(step.velocities, step.solution)]
    rows = "; ".join(check.full.labels[l] for l in step.constraints)
    if len(solved) > 1:
        return tell(
            "{solved} (solved together)    from {rows}", solved=", ".join(solved), rows=rows
        )
    return tell("{solved}    from {rows}", solved=solved[0], rows=rows)
