"""Ways through gaps: trees of short admissible motions from the start and from the goal, until they
meet.

Each round draws places, takes the node of a tree that is nearest to each, and goes on from there by
a constant wish w: of several the one that gets nearest to the place and breaks no bound
[LaValle1998, KuffnerLaValle2000].  Where nodes of both trees come near, Newton's method joins them
by a leg.  Legs then cut corners [LaumondJacobsTaixMurray1994], and every piece is followed with its
end held.  All is drawn with one seed, and rounds, nodes and legs are counted: the same question has
the same answer.  Without a drift alone, for a tree from the goal is walked backwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

import numpy as np

from nonholo.errors import NotApplicable
from nonholo.numerics.tape import Tape
from nonholo.steering.field import STEPS, Field, beginnings, newton
from nonholo.steering.path import Chebyshev, Motion
from nonholo.steering.shooting import GOOD, refined
from nonholo.words.sentence import say

SEED = 1998
ROUNDS, DRAWN, CHOICES = 240, 16, 6  # of growth; places a round; wishes a place
EDGE_STEPS, REACH = 6, (0.03, 0.15)  # of time in an edge; its length by the size of the question
TOWARDS = 0.25  # share of places that are the other tree's
MODES, BEGIN, NEWTON = 4, 2, 12  # of a leg: polynomials an input, beginnings, steps
LEGS, NEAR = 90, 0.35  # legs tried to join trees; how near nodes have to be, by the size
CORNERS = 60  # legs tried to cut corners
LINE = 33  # places on a straight line that are looked at


@dataclass(frozen=True, slots=True)
class Edge:
    """Inputs c (modes, n) that lead from one place to the next, and how long the way is."""

    start: np.ndarray
    goal: np.ndarray
    c: np.ndarray
    length: float


@dataclass(slots=True)
class Tree:
    """Places (nodes, n), from which each came (the first from none), and by which wish."""

    places: np.ndarray
    parents: list[int]
    wishes: list[np.ndarray]

    @classmethod
    def rooted(cls, root: np.ndarray) -> Tree:
        """A tree of its root alone."""
        return cls(root[None], [-1], [np.zeros(len(root))])

    def add(self, places: np.ndarray, parents: Sequence[int], wishes: np.ndarray) -> range:
        """The numbers of new nodes."""
        first = len(self.parents)
        self.places = np.concatenate([self.places, places])
        self.parents += map(int, parents)
        self.wishes += list(wishes)
        return range(first, len(self.parents))

    def branch(self, node: int, back: bool = False) -> list[Edge]:
        """From the root to a node, or back from it to the root."""
        edges = []
        while (parent := self.parents[node]) >= 0:
            a, b, w = self.places[parent], self.places[node], self.wishes[node]
            length = float(np.linalg.norm(b - a))
            edges.append(Edge(b, a, -w[None], length) if back else Edge(a, b, w[None], length))
            node = parent
        return edges if back else edges[::-1]


@dataclass(frozen=True, slots=True)
class Room:
    """Where a path may be: g(q) >= least for all bounds."""

    tape: Tape | None
    least: np.ndarray

    def holds(self, q: np.ndarray) -> np.ndarray:
        """Are all places q (..., steps, n) of a way inside: (...)."""
        if self.tape is None:
            return np.isfinite(q).all(axis=(-1, -2))
        with np.errstate(all="ignore"):
            inside = self.tape(q) >= self.least
        return inside.all(axis=(-1, -2)) & np.isfinite(q).all(axis=(-1, -2))


def joined(field: Field, room: Room, open_end: bool) -> tuple[Chebyshev, int]:
    """A path within the room from the start of a field without drift to its goal, and of how many
    pieces, between which it stands still.

    open_end: some coordinates may end anywhere.  Raises NotApplicable where trees do not meet.
    """
    rng = np.random.default_rng(SEED)
    edges = _met(field, room, open_end, rng)
    edges = _without_corners(field, room, edges, open_end, rng)
    return _followed(field, edges, open_end), len(edges)


def _met(field: Field, room: Room, open_end: bool, rng: np.random.Generator) -> list[Edge]:
    """The edges of a way from the start to the goal."""
    trees, left = [Tree.rooted(field.start), Tree.rooted(field.goal)], LEGS
    tried: set[tuple[int, int]] = set()
    for number in range(ROUNDS):
        side = 0 if open_end else number % 2
        new = _grown(field, room, trees[side], trees[1 - side], rng)
        for pair in islice(_pairs(field, trees, side, new, tried, open_end), 2):
            tried.add(pair)
            a, b = trees[0].places[pair[0]], trees[1].places[pair[1]]
            leg = _leg(field, room, a, b, open_end)
            left -= 1
            if leg is not None:
                return [*trees[0].branch(pair[0]), leg, *trees[1].branch(pair[1], back=True)]
            if not left:
                break
        if not left:
            break
    nodes = sum(len(tree.parents) for tree in trees)
    raise NotApplicable(
        say(
            "trees of {nodes} places from both ends did not meet, {legs} legs between them tried",
            nodes=nodes,
            legs=LEGS - left,
        )
    )


def _grown(field: Field, room: Room, tree: Tree, other: Tree, rng: np.random.Generator) -> range:
    """New nodes of a tree, towards places that are drawn or belong to the other one."""
    n, ends = field.n, np.stack([field.start, field.goal])
    middle, half = ends.mean(axis=0), np.abs(field.goal - field.start) / 2 + field.size / 2
    places = middle + half * rng.uniform(-1, 1, (DRAWN, n))
    towards = rng.random(DRAWN) < TOWARDS
    places[towards] = other.places[rng.integers(len(other.parents), size=int(towards.sum()))]
    near = _distances(places, tree.places).argmin(axis=1)
    begin = np.repeat(tree.places[near], CHOICES, axis=0)
    ahead = np.repeat(places, CHOICES, axis=0) - begin
    scale = np.linalg.norm(ahead, axis=1, keepdims=True) + 1e-9
    spread = np.tile(np.linspace(0, 2, CHOICES), DRAWN)[:, None]
    wish = ahead / scale + spread * rng.standard_normal((DRAWN * CHOICES, n)) / np.sqrt(n)
    speed = np.linalg.norm(field.velocity(0.0, begin, wish), axis=1, keepdims=True)
    reach = field.size * rng.uniform(*REACH, (DRAWN * CHOICES, 1))
    wish *= reach / field.duration / np.maximum(speed, 1e-3)
    way = np.stack(list(field.between(begin, begin).walk(wish[:, None], EDGE_STEPS)), axis=1)
    inside = room.holds(way).reshape(DRAWN, CHOICES)
    ends_at = way[:, -1].reshape(DRAWN, CHOICES, n)
    far = np.where(inside, np.linalg.norm(ends_at - places[:, None], axis=2), np.inf)
    best = far.argmin(axis=1)
    rows = np.flatnonzero(np.isfinite(far.min(axis=1)))
    chosen = wish.reshape(DRAWN, CHOICES, n)[rows, best[rows]]
    return tree.add(ends_at[rows, best[rows]], near[rows].tolist(), chosen)


def _distances(places: np.ndarray, nodes: np.ndarray) -> np.ndarray:
    """(places, nodes)."""
    return np.linalg.norm(places[:, None] - nodes[None], axis=2)


def _pairs(
    field: Field,
    trees: Sequence[Tree],
    side: int,
    new: range,
    tried: set[tuple[int, int]],
    open_end: bool,
) -> Iterator[tuple[int, int]]:
    """Nodes of both trees, one of them new, that are near each other and were not tried; nearest
    first.
    """
    if not len(new):
        return
    columns = field.named if open_end else slice(None)
    mine, others = trees[side].places[new.start :], trees[1 - side].places
    far = _distances(mine[:, columns], others[:, columns])
    partner = far.argmin(axis=1)
    least = far.min(axis=1)
    for row in np.argsort(least, kind="stable"):
        if least[row] > NEAR * field.size:
            return
        pair = (new[int(row)], int(partner[row]))
        pair = pair if side == 0 else pair[::-1]
        if pair not in tried:
            yield pair


def _leg(field: Field, room: Room, a: np.ndarray, b: np.ndarray, open_end: bool) -> Edge | None:
    """Inputs that lead from a to b within the room; None where none were met, or where already the
    straight line leaves it, near which a leg stays.
    """
    if not open_end and not room.holds(a + np.linspace(0, 1, LINE)[:, None] * (b - a)):
        return None
    short = field.between(a, b, open_end)
    for beginning in islice(beginnings(short, MODES), BEGIN):
        c, miss = newton(short, beginning, STEPS, NEWTON)
        if not miss < GOOD:
            continue
        _, q, _ = short.course(c[None], short.steps(c))
        if room.holds(q)[0]:
            return Edge(a, q[0, -1] if open_end else b, c, _length(q[0]))
    return None


def _length(q: np.ndarray) -> float:
    return float(np.linalg.norm(np.diff(q, axis=0), axis=1).sum())


def _without_corners(
    field: Field,
    room: Room,
    edges: list[Edge],
    open_end: bool,
    rng: np.random.Generator,
) -> list[Edge]:
    """The way with legs for edges wherever a leg is shorter."""
    for _ in range(CORNERS):
        if len(edges) < 2:
            break
        i, j = sorted(rng.integers(len(edges) + 1, size=2).tolist())
        if j - i < 2:
            continue
        last = open_end and j == len(edges)
        goal = field.goal if last else edges[j - 1].goal
        leg = _leg(field, room, edges[i].start, goal, last)
        if leg is not None and leg.length < 1.05 * sum(e.length for e in edges[i:j]):
            edges = [*edges[:i], leg, *edges[j:]]
    return edges


def _followed(field: Field, edges: Sequence[Edge], open_end: bool) -> Chebyshev:
    """The pieces one after the other, each from where the last one ends, in the time of the whole
    by their lengths; where there are several it stands still between them.
    """
    curves, place = [], edges[0].start
    for edge in edges:
        last = edge is edges[-1]
        ends = field.between(place, field.goal if last else edge.goal, open_end and last)
        c = np.zeros((max(MODES, len(edge.c)), field.n))
        c[: len(edge.c)] = edge.c
        curves.append(refined(ends, c))
        place = curves[-1].motion()(np.array(field.duration))[0]
    if len(curves) == 1:
        return curves[0]
    shares = np.array([max(edge.length, 1e-3 * field.size) for edge in edges])
    breaks = field.duration * np.concatenate([[0], np.cumsum(shares) / shares.sum()])
    pieces = []
    for curve, (left, right) in zip(curves, pairwise(breaks)):
        eased = Chebyshev.along(_eased(curve.motion(), field.duration), 1.0)
        pieces.append((left + (right - left) * eased.breaks, eased.coefficients))
    joints = np.concatenate([pieces[0][0][:1], *(b[1:] for b, _ in pieces)])
    joints[-1] = field.duration
    return Chebyshev(joints, np.concatenate([c for _, c in pieces]))


def _eased(motion: Motion, duration: float) -> Motion:
    """The same way in unit time, beginning and ending at rest."""

    def at(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        s = np.asarray(times, dtype=float)
        q, v = motion(duration * s**2 * (3 - 2 * s))
        return q, v * duration * (6 * s * (1 - s))[..., None]

    return at
