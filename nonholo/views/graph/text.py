"""The dependency graph of a case in the form a user asks for."""

from __future__ import annotations

import json

from nonholo.errors import NonholoError
from nonholo.findings.dependency import Dependency, Step, dependency
from nonholo.findings.verdict import HOLONOMIC, Verdict
from nonholo.views.graph.formats import dot, mermaid, node_link
from nonholo.views.graph.picture import picture
from nonholo.views.verdict.words import shown

FORMATS = (".svg", ".png", ".dot", ".mmd", ".json")


def graph_of(check: Verdict) -> Dependency:
    """Who determines whom in the constraints and equations of a checked case."""
    d = check.require("distribution", "a split of the velocities")
    return dependency(check.case.system, check.full, d, check.redundant)


def graph_bytes(check: Verdict, suffix: str) -> bytes:
    """The graph as a file of the kind that the suffix names.  Raises NonholoError for others."""
    graph = graph_of(check).graph
    if suffix in (".svg", ".png"):
        return picture(graph, suffix[1:])
    writers = {".dot": dot, ".mmd": mermaid, ".json": lambda g: json.dumps(node_link(g), indent=1)}
    if suffix not in writers:
        raise NonholoError(f"{suffix or 'a name without ending'}: no format of a graph; "
                           f"name the file *{', *'.join(FORMATS)}")
    return (writers[suffix](graph) + "\n").encode()


def graph_text(check: Verdict, as_json: bool) -> str:
    """The elimination in words, or node-link JSON."""
    found = graph_of(check)
    if as_json:
        record = {"schema": 1, "verdict": check.verdict, **node_link(found.graph)}
        return json.dumps(record, indent=1, ensure_ascii=False)
    d = check.distribution
    lines = [check.case.name, f"independent: {_velocities(d.names(d.independent))}"]
    lines += [f"{number}. {_step(check, step)}" for number, step in enumerate(found.order, start=1)]
    lines += [integrated] if (integrated := coordinates_too(check)) else []
    lines += [f"redundant: {check.full.labels[r.row]}" for r in found.redundant]
    lines.append(f"structural rank {found.structural_rank}, generic rank {found.generic_rank}")
    return "\n".join(lines)


def coordinates_too(check: Verdict) -> str:
    """Of a holonomic set the coordinates can be eliminated with their velocities."""
    d = check.distribution
    if check.verdict != HOLONOMIC or not d.k:
        return ""
    return f"holonomic: {', '.join(d.names(d.dependent))} can be eliminated too, not only the velocities"


def _velocities(names) -> str:
    return ", ".join(f"{n}'" for n in names) or "none"


def _step(check: Verdict, step: Step) -> str:
    names = check.distribution.chart.names
    solved = [f"{names[j]}' = {shown(e)}" for j, e in zip(step.velocities, step.solution)]
    block = " (solved together)" if len(solved) > 1 else ""
    rows = "; ".join(check.full.labels[l] for l in step.constraints)
    return f"{', '.join(solved)}{block}    from {rows}"
