"""Rows solved for some velocities: sets that were mixed fall apart into what they were mixed from.

    r_d = dq_d - sum_j alpha_dj dq_j - alpha_d0 dt,     w_l = sum_d a_ld r_d          d in D, j in I

Row space and kernel are the same.  If the row space is a direct sum of parts with coordinates of
their own, so are the solved rows, whichever D is taken."""

from __future__ import annotations

from dataclasses import replace

from nonholo.expression.text import text
from nonholo.geometry.constraints.parts import parts
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows, nonzero
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.geometry.flag.flag import in_new_graph
from nonholo.geometry.sampled.elimination import eliminate
from nonholo.geometry.sampled.sample import Sample

MAX_SIZE = 1500  # n * k of a set that is solved by symbols
MAX_FILLED = 0.4  # share of its entries that are not zero


def solved_parts(rows: Pfaffian, sample: Sample, largest: int) -> list[Pfaffian]:
    """The parts of the solved rows, in a graph of their own; none if one has too many entries.

    sample: the rows at a random point, where it is seen whether it is worth the symbols; largest:
    n * k of a part.  Raises OutOfReach, SingularPivot.

    >>> import nonholo as nh
    >>> from nonholo.geometry.sampled.judge import judge_parts
    >>> mixed = nh.constraints("dz - y dx + du = v dw", "du = v dw", also="v a b c").system.pfaffian
    >>> (whole,) = judge_parts(mixed)
    >>> [part.chart.names for part in solved_parts(mixed, whole.samples[0], largest=100)]
    [('z', 'x', 'y'), ('u', 'w', 'v')]
    """
    size = rows.k * rows.chart.n
    filled = sum(len(nonzero(row)) for row in rows.matrix)
    if size > MAX_SIZE or filled > MAX_FILLED * size or max(_blocks(sample), default=0) > largest:
        return []
    copied, _ = in_new_graph(rows)
    independent, _, _ = independent_rows(copied)
    separate = [part for _, part in parts(solved_rows(distribution(independent)))]
    return [] if any(part.k * part.chart.n > largest for part in separate) else separate


def solved_rows(d: Distribution) -> Pfaffian:
    """The rows solved for the dependent velocities: the same row space and kernel.

        q_d' - sum_j alpha_dj q_j' - alpha_d0           d in D, j in I

    >>> import nonholo as nh
    >>> d = distribution(nh.constraints("x dz = y dx").system.pfaffian, ["z"])
    >>> solved_rows(d).labels
    ('(1)*zdot + (-y/x)*xdot',)
    """
    chart, graph = d.chart, d.chart.graph
    matrix, affine = [], []
    for l, row in zip(d.dependent, d.alpha):
        entries = [graph.zero] * chart.n
        entries[l] = graph.one
        for j, e in zip(d.independent, row[1:]):
            entries[j] = -e
        matrix.append(tuple(entries))
        affine.append(-row[0])
    return written(Pfaffian(chart, tuple(matrix), tuple(affine), ("",) * d.k, (None,) * d.k))


def written(rows: Pfaffian) -> Pfaffian:
    """The rows with their velocity equations as labels, in the forms that their entries have
    now.
    """
    labels = []
    for l in range(rows.k):
        terms = [
            f"({text(e)})*{rows.chart.names[j]}dot" for j, e in nonzero(rows.matrix[l]).items()
        ]
        terms += [] if rows.affine[l].is_zero else [f"({text(rows.affine[l])})"]
        labels.append(" + ".join(terms))
    return replace(rows, labels=tuple(labels))


def _blocks(sample: Sample) -> list[int]:
    """n * k of the blocks of the solved rows at the point: rows joined by a column where both
    are not zero.
    """
    n, p = sample.n, sample.p  # at this size elimination is dense, and `reduced` holds all rows
    solver = eliminate([sample.forms[l] for l in sample.kept], n, p, track=False)
    groups: list[tuple[set[int], int]] = []
    rows: dict[int, set[int]] = {}
    for j, pairs in solver.reduced.items():
        for pivot, _ in pairs:
            rows.setdefault(pivot, {pivot}).update({j} if 1 <= j <= n else set())
    for columns in rows.values():
        joined = [group for group in groups if not group[0].isdisjoint(columns)]
        groups = [group for group in groups if group[0].isdisjoint(columns)]
        groups.append(
            (columns.union(*(group[0] for group in joined)), 1 + sum(group[1] for group in joined))
        )
    return [len(columns) * count for columns, count in groups]
