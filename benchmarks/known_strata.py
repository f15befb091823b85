"""Random systems whose singular set is known: normal forms, moved by changes of coordinates.

In straight coordinates y the singular set can be read (`strata_blocks.py`).  It is pulled back when

    the coordinates change
            y = Y(x), one to one on the whole space: shears by polynomials, waves, exponentials,
            quotients and roots, with letters; turns by an angle; x + x^3, sinh x, x + exp x,
    the rows are mixed
            w = M(x, t) w_0 with M a product of triangular matrices and of factors without zeros,
    coordinates are added     on which nothing depends, or a row that follows from the others.

`judged` holds what `nonholo check` lists against this.  Points are compared with 80 digits: points
of the known places must lie on a listed piece, points of the listed pieces in a known place, and
growth and rank must be those of it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mpmath import mp, mpf
from strata_blocks import MAKERS, PARAMETERS, TIME, Block, Place
from texts import Form, Function, apply, coefficients, constraint, inverse, lift, power, variable

NAMES = ("x", "y", "z", "u", "v", "w", "theta", "phi", "psi", "q1", "q2", "r", "s")
MAX_COORDINATES, MAX_ROWS, MAX_TEXT = 7, 4, 700
DIGITS = 80
ZERO, FAR = mpf(10) ** -15, mpf(10) ** -6  # below: zero; above: not; between: nobody knows

Point = dict[str, mpf]


# numbers of texts
# --------------------------------------------------------------------------------------------------
@lru_cache(maxsize=100_000)
def _code(text: str):
    numbers = re.sub(r"(?<![\w.])(\d+(?:\.\d+)?(?:e-?\d+)?)", r"mpf('\1')", text.replace("^", "**"))
    return compile(numbers, "text", "eval")


_WORDS = {
    f: getattr(mp, f)
    for f in (
        "sin",
        "cos",
        "tan",
        "exp",
        "sqrt",
        "log",
        "atan",
        "acos",
        "asin",
        "sinh",
        "cosh",
        "tanh",
    )
} | {"abs": abs, "mpf": mpf, "__builtins__": {}}


def number(text: str, at: Mapping[str, mpf]) -> mpf:
    """The value of a text of ours, or of one that the package printed."""
    with mp.workdps(DIGITS):
        letters = {
            name: mpf(value.split("/")[0]) / mpf(value.split("/")[1])
            for name, value in PARAMETERS.items()
        }
        return mpf(eval(_code(text), {**_WORDS, "pi": +mp.pi, **letters}, dict(at)))


# changes of coordinates
# --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Move:
    """One coordinate or two changed, on functions or on numbers; back: with numbers."""

    there: Callable[[list], list]
    back: Callable[[list], list]


def _call(name: str, u):
    return apply(name, u) if isinstance(u, Function) else getattr(mp, name)(u)


def _over(u):
    return inverse(u) if isinstance(u, Function) else 1 / u


def _const(like, text: str):
    return lift(text) if isinstance(like, Function) else number(text, {})


def _shift(rng: random.Random, i: int, others: Sequence[int]) -> Move:
    """y_i + f(y_j, y_k)"""
    j, k = rng.choice(others), rng.choice(others)
    c = rng.choice(["1", "1", "2", "-1", "1/2", "a"])
    f = rng.choice(
        [
            lambda u, v: _const(u, c) * u,
            lambda u, v: _const(u, c) * u,
            lambda u, v: _const(u, c) * (u * v),
            lambda u, v: _const(u, c) * (u * u),
            lambda u, v: u * u * v,
            lambda u, v: _call("sin", u),
            lambda u, v: _call("exp", u),
            lambda u, v: u * _call("cos", v),
            lambda u, v: _const(u, c) + u,
            lambda u, v: u * _over(v * v + 1),
            lambda u, v: _const(u, "b") * _call("sin", u * v),
            lambda u, v: u * _call("exp", -(v * v)),
            lambda u, v: _call("tanh", _const(u, c) * u),
            lambda u, v: v * _call("sqrt", u * u + 1),
        ]
    )
    return Move(
        lambda y: [*y[:i], y[i] + f(y[j], y[k]), *y[i + 1 :]],
        lambda y: [*y[:i], y[i] - f(y[j], y[k]), *y[i + 1 :]],
    )


def _stretch(rng: random.Random, i: int) -> Move:
    """c y_i + d"""
    c, d = rng.choice(["2", "-1", "3", "1/2"]), rng.choice(["0", "1", "-2"])
    return Move(
        lambda y: [*y[:i], _const(y[i], c) * y[i] + _const(y[i], d), *y[i + 1 :]],
        lambda y: [*y[:i], (y[i] - _const(y[i], d)) / _const(y[i], c), *y[i + 1 :]],
    )


def _turn(rng: random.Random, i: int, j: int, others: Sequence[int]) -> Move:
    """(y_i, y_j) turned by the angle y_k, or by a number."""
    k = rng.choice(others) if others and rng.random() < 0.6 else None

    def turned(y, sign):
        c, s = (
            (_const(y[i], "3/5"), _const(y[i], "4/5"))
            if k is None
            else (_call("cos", y[k]), _call("sin", y[k]))
        )
        y, (a, b) = list(y), (y[i], y[j])
        y[i], y[j] = (c * a - s * b, s * a + c * b) if sign > 0 else (c * a + s * b, c * b - s * a)
        return y

    return Move(lambda y: turned(y, 1), lambda y: turned(y, -1))


def _bent(rng: random.Random, i: int) -> Move:
    """y + y^3, 2 y + sin y, sinh y or y + exp y: one to one, onto the line."""
    f = rng.choice(
        [
            lambda u: u + u * u * u,
            lambda u: u + u + _call("sin", u),
            lambda u: _call("sinh", u),
            lambda u: u + _call("exp", u),
        ]
    )

    def back(y):
        low, high = -abs(y[i]) - 1, abs(y[i]) + 1
        for _ in range(300):
            middle = (low + high) / 2
            low, high = (middle, high) if f(middle) < y[i] else (low, middle)
        return [*y[:i], (low + high) / 2, *y[i + 1 :]]

    return Move(lambda y: [*y[:i], f(y[i]), *y[i + 1 :]], back)


def random_moves(rng: random.Random, n: int) -> list[Move]:
    found = []
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4])):
        i = rng.randrange(n)
        others = [j for j in range(n) if j != i]
        kind = rng.choices(["shift", "stretch", "turn", "bent"], [6, 2, 1, 1])[0]
        if kind == "shift" and others:
            found.append(_shift(rng, i, others))
        elif kind == "turn" and others:
            j = rng.choice(others)
            found.append(_turn(rng, i, j, [k for k in others if k != j]))
        elif kind == "bent":
            found.append(_bent(rng, i))
        else:
            found.append(_stretch(rng, i))
    return found


# a system
# ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class KnownStrata:
    """Constraints as texts, their coordinates, and what is known of them.

    straight: texts of the straight coordinates; moves: that made them from the coordinates, one
    after the other."""

    texts: tuple[str, ...]
    names: tuple[str, ...]
    blocks: tuple[Block, ...]
    straight: tuple[str, ...]
    moves: tuple[Move, ...]
    timed: bool

    @property
    def rank(self) -> int:
        return sum(b.rows for b in self.blocks)

    @property
    def relations(self) -> int:
        return sum(b.relations for b in self.blocks)

    @property
    def base(self) -> int:
        """dim D_1"""
        return len(self.names) - self.rank + self.timed

    @property
    def accessible(self) -> bool:
        return all(b.accessible for b in self.blocks)

    @property
    def growth(self) -> tuple[int, ...]:
        return self._sum([b.growth for b in self.blocks])

    def _sum(self, parts: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        longest = max(map(len, parts))
        filled = [(*p, *[p[-1]] * (longest - len(p))) for p in parts]
        vector = [self.base + sum(column) for column in zip(*filled, strict=True)]
        while len(vector) > 1 and vector[-1] == vector[-2]:
            vector.pop()
        return tuple(vector)

    # places
    # --------------------------------------------------------------------------------------------
    def place(self, block: Block, at: Point) -> Place | str | None:
        """The place of a block in which the point lies, None if in none, "unclear" if it is too
        near to one.
        """
        found: Place | str | None = None
        for place in block.places[::-1]:
            sizes = [abs(number(e.text, at)) for e in place.equations]
            if all(s < ZERO for s in sizes):
                found = place
            elif all(s < FAR for s in sizes):
                return "unclear"
        return found

    def kind(self, at: Point) -> tuple[int, tuple[int, ...] | None] | str:
        """Rank and growth at a point (growth None where the rank drops), or "unclear"."""
        places = [self.place(b, at) for b in self.blocks]
        if "unclear" in places:
            return "unclear"
        rank = sum(
            b.rows if p is None or p.rank is None else p.rank for b, p in zip(self.blocks, places)
        )
        if rank < self.rank:
            return rank, None
        return rank, self._sum(
            [b.growth if p is None else p.growth for b, p in zip(self.blocks, places)]
        )

    @property
    def generic(self) -> tuple[int, tuple[int, ...]]:
        return self.rank, self.growth

    def samples(self, rng: random.Random) -> Iterator[tuple[str, Point]]:
        """Points of every place, the others in general position; and of two places of different
        blocks at once.
        """
        starts, start = [], 0
        for block in self.blocks:
            starts.append(start)
            start += block.coordinates
        single = [
            (b, place, at)
            for b, block in enumerate(self.blocks)
            for place in block.places
            for at in place.at
        ]
        for b, place, at in single:
            yield f"{self.blocks[b].name}: {_shown(place)}", self._point(rng, [(starts[b], at)])
        for b, place, at in single:
            for c, other, there in single:
                if b < c:
                    yield (
                        f"{_shown(place)} and {_shown(other)}",
                        self._point(rng, [(starts[b], at), (starts[c], there)]),
                    )

    def anywhere(self, rng: random.Random) -> Point:
        """A point in general position."""
        return self._point(rng, [])

    def _point(self, rng: random.Random, given) -> Point:
        with mp.workdps(DIGITS):
            y = [mpf(rng.randint(-4000, 4000)) / 1009 for _ in self.names]
            t = mpf(rng.randint(-4000, 4000)) / 1009
            for start, at in given:
                for i, text in at.items():
                    value = number(text, {})
                    if i < 0:
                        t = value
                    else:
                        y[start + i] = value
            for move in self.moves[::-1]:
                y = move.back(y)
            return {**dict(zip(self.names, y)), "t": t}


def _shown(place: Place) -> str:
    return ", ".join(f"{e.text} = 0" for e in place.equations)


def known_strata(seed: str) -> KnownStrata:
    """The system of a seed: the same text, the same system."""
    rng = random.Random(seed)
    while True:
        found = _draw(rng)
        if found is not None and sum(map(len, found.texts)) <= MAX_TEXT:
            return found


def _draw(rng: random.Random) -> KnownStrata | None:
    makers, used = [], 0
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3])):
        maker, size, _ = rng.choices(MAKERS, [w for *_, w in MAKERS])[0]
        if used + size <= MAX_COORDINATES:
            makers.append((maker, size))
            used += size
    seeds = [rng.random() for _ in makers]
    blocks = [
        maker(random.Random(s), [variable(f"y{i}") for i in range(size)])
        for s, (maker, size) in zip(seeds, makers)
    ]
    n = sum(b.coordinates for b in blocks) + rng.choice([0, 0, 0, 1])
    timed = any(b.timed for b in blocks)
    if n > MAX_COORDINATES or n < 2 or sum(b.rows for b in blocks) > MAX_ROWS:
        return None
    names = rng.sample(NAMES, n)
    moves = random_moves(rng, n)
    y = [variable(name) for name in names]
    for move in moves:
        y = move.there(y)
    placed, start = [], 0
    for s, (maker, _), block in zip(seeds, makers, blocks):
        placed.append(maker(random.Random(s), y[start : start + block.coordinates]))
        start += block.coordinates
    forms = [form for b in placed for form in b.forms]
    around = [variable(name) for name in names] + ([TIME] if timed else [])
    forms = mixed_rows(rng, forms, around)
    columns = [*names, "t"]
    rows = [coefficients(form, columns) for form in forms]
    rng.shuffle(rows)
    texts = tuple(constraint(row, columns) for row in rows)
    return KnownStrata(
        texts, tuple(names), tuple(placed), tuple(e.text for e in y), tuple(moves), timed
    )


def mixed_rows(rng: random.Random, forms: list[Form], around: Sequence[Function]) -> list[Form]:
    """M times the forms with det M nowhere zero, and sometimes a row more that follows from
    them.
    """
    rows = [list(form) for form in forms]
    for l, j in ((l, j) for l in range(len(rows)) for j in range(len(rows)) if l != j):
        if rng.random() < 0.25:
            rows[l] = [*rows[l], *scaled(rows[j], _any(rng, around))]
    rows = [scaled(row, _unit(rng, around)) if rng.random() < 0.3 else row for row in rows]
    if rng.random() < 0.04:
        rows.append([pair for row in rows for pair in scaled(row, _any(rng, around))])
    return rows


def _any(rng: random.Random, around: Sequence[Function]) -> Function:
    u, v = rng.choice(around), rng.choice(around)
    return rng.choice(
        [
            lambda: lift(1),
            lambda: lift("-2"),
            lambda: u,
            lambda: u * v,
            lambda: apply("sin", u),
            lambda: u + 1,
            lambda: lift("b") * u,
        ]
    )()


def _unit(rng: random.Random, around: Sequence[Function]) -> Function:
    """A function without zeros."""
    u, v = rng.choice(around), rng.choice(around)
    return rng.choice(
        [
            lambda: lift(3),
            lambda: lift("-1/2"),
            lambda: apply("exp", u),
            lambda: power(u, 2) + 1,
            lambda: lift(2) + apply("sin", u),
            lambda: power(u, 2) + power(v, 2) + 1,
            lambda: apply("exp", u * v),
        ]
    )()


def scaled(form: Form, factor: Function) -> Form:
    """A function times a form."""
    return [(factor * a, b) for a, b in form]
