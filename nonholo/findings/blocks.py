"""A block triangular form: a maximum matching, and the blocks that determine each other in order.

References: HopcroftKarp1973, Tarjan1972.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from heapq import heapify, heappop, heappush

NONE = -1  # no row


def matching(choices: Sequence[Sequence[int]]) -> dict[int, int]:
    """A maximum matching row -> column; choices: the columns that each row may have.

    Shortest augmenting paths, all of a length at a time.  References: HopcroftKarp1973.

    >>> matching([[0, 1], [0]])
    {0: 1, 1: 0}
    """
    column = dict.fromkeys(range(len(choices)), NONE)
    row = {c: NONE for some in choices for c in some}
    while True:
        depth = _layers(choices, column, row)
        if NONE not in depth:
            return {r: c for r, c in column.items() if c != NONE}
        for start in [r for r in column if column[r] == NONE]:
            _augment(start, choices, column, row, depth)


def _layers(
    choices: Sequence[Sequence[int]], column: dict[int, int], row: dict[int, int]
) -> dict[int, int]:
    """How far each row is from one without a column, on alternating paths; that of NONE is that of
    a free column.
    """
    depth = {r: 0 for r, c in column.items() if c == NONE}
    queue = deque(depth)
    while queue:
        r = queue.popleft()
        if NONE in depth and depth[r] >= depth[NONE]:
            continue
        for c in choices[r]:
            if row[c] not in depth:
                depth[row[c]] = depth[r] + 1
                if row[c] != NONE:
                    queue.append(row[c])
    return depth


def _augment(
    start: int,
    choices: Sequence[Sequence[int]],
    column: dict[int, int],
    row: dict[int, int],
    depth: dict[int, int],
) -> bool:
    """Exchange along one shortest alternating path from a row without a column, if there is one."""
    path: list[tuple[int, int]] = []  # rows, each with the place of the column that is tried
    r, place = start, 0
    while True:
        some = choices[r]
        while place < len(some) and (
            r not in depth or depth.get(row[some[place]], NONE) != depth[r] + 1
        ):
            place += 1
        if place < len(some):
            path.append((r, place))
            r, place = row[some[place]], 0
            if r == NONE:
                break
            continue
        depth.pop(r, None)  # no way on from here
        if not path:
            return False
        r, place = path.pop()
        place += 1
    for r, place in reversed(path):
        column[r], row[choices[r][place]] = choices[r][place], r
    return True


def blocks(users: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strongly connected components, each after all whose members it is used by, else those
    with the least member first; users: for each member those that use it.

    >>> blocks([[1], [2], [1], []])
    [[0], [1, 2], [3]]
    """
    members = _components(users)
    block = {i: b for b, some in enumerate(members) for i in some}
    after = [{block[j] for i in some for j in users[i]} - {b} for b, some in enumerate(members)]
    before = [0] * len(members)
    for some in after:
        for b in some:
            before[b] += 1
    ready = [(members[b][0], b) for b, n in enumerate(before) if not n]
    heapify(ready)
    order = []
    while ready:
        b = heappop(ready)[1]
        order.append(members[b])
        for c in after[b]:
            before[c] -= 1
            if not before[c]:
                heappush(ready, (members[c][0], c))
    return order


def _components(users: Sequence[Sequence[int]]) -> list[list[int]]:
    """Sorted members of each strongly connected component.  References: Tarjan1972."""
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    open_, components = [], []
    done: set[int] = set()
    for root in range(len(users)):
        walk = [] if root in number else [(root, iter(users[root]))]
        for i, _ in walk:
            number[i] = lowest[i] = len(number)
            open_.append(i)
        while walk:
            i, ahead = walk[-1]
            for j in ahead:
                if j not in number:
                    number[j] = lowest[j] = len(number)
                    open_.append(j)
                    walk.append((j, iter(users[j])))
                    break
                if j not in done:
                    lowest[i] = min(lowest[i], number[j])
            else:
                walk.pop()
                if walk:
                    above = walk[-1][0]
                    lowest[above] = min(lowest[above], lowest[i])
                if lowest[i] == number[i]:
                    place = open_.index(i)
                    components.append(sorted(open_[place:]))
                    done.update(open_[place:])
                    del open_[place:]
    return components
