"""nonholo graph, as a function."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nonholo.files import write
from nonholo.findings.check import check
from nonholo.findings.dependency import Dependency
from nonholo.findings.elimination import graph_of
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.views.graph.text import graph_bytes


def graph(
    given: Case | str | Path, dependent: str | Sequence[str] = (), output: str | Path | None = None
) -> Dependency:
    """Which velocity is eliminated by what; its `graph` is a networkx.DiGraph.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; dependent:
    coordinates whose velocities shall be eliminated; output: a file to draw it into, .svg, .png,
    .dot, .mmd or .json.  Raises NonholoError for a file of another kind.

    >>> import nonholo as nh
    >>> found = nh.graph("rolling_coin")
    >>> [len(step.velocities) for step in found.order], found.graph.number_of_nodes() > 6
    ([1, 1], True)
    """
    dependency = graph_of(check(as_case(given), dependent=dependent, search=0))
    if output is not None:
        write(output, graph_bytes(dependency.arrows, Path(output).suffix))
    return dependency
