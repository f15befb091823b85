"""Random sets of constraints whose answer is known by construction.

In straight coordinates y the answer can be read: an exact form dy hides a relation, a contact form
dz - p dx hides none, and so on for every block of `BLOCKS`; each block has its own coordinates, and
the numbers h of its relations add up.  Nothing of this changes when

    the coordinates change
            y_i = x_i + terms of second order in (x, t):  the Jacobian is 1 at the origin,
    the rows are mixed       w = M(x, t) w_0 with M(0) triangular and without zeros on its diagonal,
    rows are added               that are combinations of those which are there,
    a contact form is multiplied by a function of t and of the relations (constant on every leaf).

Everything is analytic around the origin, so what holds near it holds generically.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from texts import Form, Function, apply, coefficients, constraint, lift, power, variable

NAMES = ("x", "y", "z", "u", "v", "w", "theta", "phi", "psi", "q1", "q2", "r")
TIME = variable("t")
ONE = lift(1)
MAX_COORDINATES, MAX_ROWS, MAX_TEXT = 7, 4, 1500


@dataclass(frozen=True, slots=True)
class KnownSet:
    """Constraints as texts, their coordinates, and what must come out."""

    texts: tuple[str, ...]
    names: tuple[str, ...]
    blocks: tuple[str, ...]
    rank: int
    relations: int

    @property
    def verdict(self) -> str:
        if self.relations == self.rank:
            return "holonomic"
        return "partly holonomic" if self.relations else "nonholonomic"


@dataclass(frozen=True, slots=True)
class Block:
    """Forms in coordinates of their own: how many coordinates, forms and hidden relations, and
    the forms.
    """

    coordinates: int
    rows: int
    relations: int
    forms: Callable[[random.Random, Sequence[Function]], list[Form]]
    timed: bool = False


# --- functions
# ----------------------------------------------------------------------------------------------------


def slope(rng: random.Random, p: Function) -> Function:
    """f(p) with a derivative that is not identically zero."""
    shapes = [
        lambda: p,
        lambda: p,
        lambda: p,
        lambda: power(p, 2),
        lambda: power(p, 3),
        lambda: apply("sin", p),
        lambda: apply("exp", p),
        lambda: lift("a") * p,
        lambda: lift("1e-30") * p,
        lambda: apply("sqrt", power(p, 2) + 1),
        lambda: apply("log", power(p, 2) + 1),
        lambda: apply("atan", p),
        lambda: apply("tanh", p),
    ]
    weights = [3, 3, 3, 3, 2, 3, 3, 2, 2, 0.3, 0.3, 0.3, 0.3]
    return rng.choices(shapes, weights)[0]()


def small(rng: random.Random, around: Sequence[Function]) -> Function:
    """A function that vanishes at the origin."""
    u, v = rng.choice(around), rng.choice(around)
    c = lift(rng.choice([1, 2, 3, -1, "1/2", "b"]))
    return rng.choice(
        [
            lambda: c * u,
            lambda: u * v,
            lambda: apply("sin", u),
            lambda: apply("exp", u) - 1,
            lambda: apply("sin", u + v),
            lambda: u * apply("cos", v),
            lambda: ONE - apply("cos", u),
            lambda: power(u, 2),
            lambda: u * apply("exp", v),
        ]
    )()


def bent(rng: random.Random, around: Sequence[Function]) -> Function:
    """A function that vanishes at the origin with its first derivatives."""
    u, v = rng.choice(around), rng.choice(around)
    c = lift(rng.choice([1, 1, 2, -1, "1/3", "a"]))
    return rng.choice(
        [
            lambda: c * (u * v),
            lambda: c * power(u, 2),
            lambda: u * apply("sin", v),
            lambda: ONE - apply("cos", u),
            lambda: u * (apply("exp", v) - 1),
            lambda: c * power(u, 3),
            lambda: power(u, 2) * v,
        ]
    )()


def hidden_zero(rng: random.Random, u: Function, v: Function) -> Function:
    """A text that is zero without looking so; its derivatives are written out all the same."""
    s, c = (lambda w: apply("sin", w)), (lambda w: apply("cos", w))
    return rng.choice(
        [
            lambda: power(s(u), 2) + power(c(u), 2) - 1,
            lambda: s(u + v) - s(u) * c(v) - c(u) * s(v),
            lambda: c(u + u) - power(c(u), 2) + power(s(u), 2),
            lambda: apply("exp", u) * apply("exp", -u) - 1,
            lambda: apply("exp", u + v) - apply("exp", u) * apply("exp", v),
            lambda: power(u + v, 2) - power(u, 2) - 2 * (u * v) - power(v, 2),
        ]
    )()


# --- blocks
# -------------------------------------------------------------------------------------------------------


def _exact(rng, y):
    return [[(ONE, y[0])]]


def _plane(rng, y):
    return [[(y[0], y[1]), (-y[1], y[0])]]


def _disguised(rng, y):
    return [[(ONE, y[0]), (hidden_zero(rng, y[0], y[1]) * y[1], y[2])]]


def _product_rule(rng, y):
    return [[(ONE, y[0]), (-y[1], y[2]), (-y[2], y[1])]]


def _contact(rng, y):
    return [[(ONE, y[0]), (-slope(rng, y[1]), y[2])]]


def _contact_and_zero(rng, y):
    return [[(ONE, y[0]), (-y[1], y[2]), (hidden_zero(rng, y[1], y[2]), y[1])]]


def _knife(rng, y):
    return [[(apply("cos", y[2]), y[0]), (-apply("sin", y[2]), y[1])]]


def _two_pairs(rng, y):
    return [[(ONE, y[0]), (-y[1], y[2]), (-slope(rng, y[3]), y[4])]]


def _jets(rng, y):
    return [[(ONE, y[0]), (-slope(rng, y[1]), y[4])], [(ONE, y[2]), (-slope(rng, y[3]), y[4])]]


def _chain(rng, y):
    return [[(ONE, y[i]), (-y[i + 1], y[-1])] for i in range(len(y) - 2)]


def _curve(rng, y):
    return [[(ONE, y[0]), (-y[2], y[3])], [(ONE, y[1]), (-power(y[2], 2), y[3])]]


def _twins(rng, y):
    f = slope(rng, y[2])
    return [[(ONE, y[0]), (-f, y[3])], [(ONE, y[1]), (-f, y[3])]]


def _clock(rng, y):
    return [[(ONE, y[0]), (rng.choice([lift(1), lift("a"), apply("sin", TIME), TIME]), TIME)]]


def _growth(rng, y):
    return [[(ONE, y[0]), (-rng.choice([y[0], power(y[0], 2), apply("cos", y[0] + TIME)]), TIME)]]


def _drift(rng, y):
    return [[(ONE, y[0]), (-slope(rng, y[1]), TIME)]]


def _drift_chain(rng, y):
    return [[(ONE, y[i]), (-y[i + 1], TIME)] for i in range(len(y) - 1)]


def _frozen(rng, y):
    return [[(ONE, y[0]), (-slope(rng, TIME), y[1])]]


def _driven_contact(rng, y):
    return [[(ONE, y[0]), (-y[1], y[2]), (rng.choice([lift(1), TIME, apply("exp", TIME)]), TIME)]]


def _driven_twins(rng, y):
    return [[(ONE, y[0]), (-y[2], TIME)], [(ONE, y[1]), (-y[2], TIME)]]


BLOCKS = {
    "exact": Block(1, 1, 1, _exact),
    "plane": Block(2, 1, 1, _plane),
    "disguised": Block(3, 1, 1, _disguised),
    "product rule": Block(3, 1, 1, _product_rule),
    "contact": Block(3, 1, 0, _contact),
    "contact and zero": Block(3, 1, 0, _contact_and_zero),
    "knife edge": Block(3, 1, 0, _knife),
    "two pairs": Block(5, 1, 0, _two_pairs),
    "jets": Block(5, 2, 0, _jets),
    "chain 2": Block(4, 2, 0, _chain),
    "chain 3": Block(5, 3, 0, _chain),
    "curve": Block(4, 2, 0, _curve),
    "twins": Block(4, 2, 1, _twins),
    "clock": Block(1, 1, 1, _clock, timed=True),
    "growth": Block(1, 1, 1, _growth, timed=True),
    "drift": Block(2, 1, 0, _drift, timed=True),
    "drift chain 2": Block(3, 2, 0, _drift_chain, timed=True),
    "drift chain 3": Block(4, 3, 0, _drift_chain, timed=True),
    "frozen time": Block(2, 1, 0, _frozen, timed=True),
    "driven contact": Block(3, 1, 0, _driven_contact, timed=True),
    "driven twins": Block(3, 2, 1, _driven_twins, timed=True),
}
EXACT = ("exact", "exact", "exact", "plane", "disguised", "product rule")
TIMED_EXACT = ("clock", "growth", *EXACT)


# --- a large set
# ---------------------------------------------------------------------------------------------------


def large_set(seed: str) -> KnownSet:
    """Several sets side by side, coordinates renamed, some rows mixed across: h and rank add up.

    Row l of one set takes in f times a row of an earlier set: M stays triangular with ones.
    """
    rng = random.Random(f"large {seed}")
    groups = [known_set(f"{seed}/{i}") for i in range(rng.randint(3, 9))]
    names = tuple(f"{n}_{g}" for g, group in enumerate(groups) for n in group.names)
    texts: list[str] = []
    for g, group in enumerate(groups):
        for text in group.texts:
            left = _renamed(text, group.names, g).removesuffix(" = 0")
            if texts and rng.random() < 0.4:
                earlier = rng.choice(texts).removesuffix(" = 0")
                if len(left) + len(earlier) < MAX_TEXT:
                    left += f" + {rng.choice(names)}*({earlier})"
            texts.append(f"{left} = 0")
    rng.shuffle(texts)
    return KnownSet(
        tuple(texts),
        names,
        tuple(b for s in groups for b in s.blocks),
        sum(s.rank for s in groups),
        sum(s.relations for s in groups),
    )


def _renamed(text: str, names: Sequence[str], number: int) -> str:
    return re.sub(r"[A-Za-z]\w*", lambda m: f"{m[0]}_{number}" if m[0] in names else m[0], text)


# --- a set
# --------------------------------------------------------------------------------------------------------


def known_set(seed: str) -> KnownSet:
    """The set of a seed: the same text, the same set."""
    rng = random.Random(seed)
    while True:
        found = _draw(rng)
        if max(map(len, found.texts)) <= MAX_TEXT:
            return found


def _draw(rng: random.Random) -> KnownSet:
    timed = rng.random() < 0.3
    blocks = _blocks(rng, timed, rng.choice(["all", "some", "none"]))
    used = sum(BLOCKS[b].coordinates for b in blocks)
    names = rng.sample(NAMES, min(MAX_COORDINATES, max(2, used + rng.choice([0, 0, 1, 2]))))
    straight = _straight(rng, names, timed)
    forms, relations = _forms(rng, blocks, straight, timed)
    rank = len(forms)
    forms = _mixed(rng, forms, [variable(n) for n in names] + ([TIME] if timed else []))
    columns = [*names, "t"]
    rng.shuffle(forms)
    texts = tuple(
        constraint(row, columns) for row in (coefficients(form, columns) for form in forms)
    )
    return KnownSet(texts, tuple(names), tuple(blocks), rank, relations)


def _blocks(rng: random.Random, timed: bool, kind: str) -> list[str]:
    """Blocks that fit: all with relations, some, or none."""
    integrable = TIMED_EXACT if timed else EXACT
    others = [
        b
        for b, block in BLOCKS.items()
        if block.relations < block.rows and (timed or not block.timed)
    ]
    rows, wanted, chosen = 0, rng.randint(1, MAX_ROWS), []
    room = MAX_COORDINATES
    for step in range(12):
        pool = integrable if kind == "all" or (kind == "some" and step % 2) else others
        if kind == "none":
            pool = [b for b in others if not BLOCKS[b].relations]
        name = rng.choice(pool)
        if BLOCKS[name].coordinates <= room and rows + BLOCKS[name].rows <= max(
            wanted, 1 + (kind == "some")
        ):
            chosen.append(name)
            room -= BLOCKS[name].coordinates
            rows += BLOCKS[name].rows
    return chosen or [rng.choice(["exact", "contact"])]


def _straight(rng: random.Random, names: Sequence[str], timed: bool) -> list[Function]:
    """Straight coordinates y_i = x_i + second order."""
    x = [variable(n) for n in names]
    around = [*x, TIME] if timed else x
    bends = rng.choice([0, 1, 1, 2, 3])
    changed = set(rng.sample(range(len(x)), min(bends, len(x))))
    return [xi + bent(rng, around) if i in changed else xi for i, xi in enumerate(x)]


def _forms(
    rng, blocks: Sequence[str], straight: Sequence[Function], timed: bool
) -> tuple[list[Form], int]:
    forms, start, relations, fixed = [], 0, 0, []
    for name in blocks:
        block = BLOCKS[name]
        y = straight[start : start + block.coordinates]
        start += block.coordinates
        own = block.forms(rng, y)
        if name == "contact" and fixed and rng.random() < 0.5:
            (one, z), (f, x) = own[0]
            own = [[(one, z), (f * (ONE + small(rng, fixed)), x)]]
        forms += own
        relations += block.relations
        fixed += [y[0]] if name == "exact" else [TIME] if timed else []
    return forms, relations


def _mixed(rng: random.Random, forms: list[Form], around: Sequence[Function]) -> list[Form]:
    """M(x, t) times the forms, and sometimes a row more that follows from them."""
    rows = [list(form) for form in forms]
    for l, j in ((l, j) for l in range(len(rows)) for j in range(len(rows)) if l != j):
        if rng.random() < 0.35:
            factor = small(rng, around) + (rng.choice([0, 1]) if j < l else 0)
            rows[l] = [*rows[l], *_scaled(forms[j], factor)]
    rows = [
        _scaled(row, ONE * rng.choice([2, -3]) + small(rng, around)) if rng.random() < 0.3 else row
        for row in rows
    ]
    if rng.random() < 0.08:
        rows.append([pair for row in rows for pair in _scaled(row, ONE + small(rng, around))])
    return rows


def _scaled(form: Form, factor: Function) -> Form:
    return [(factor * a, b) for a, b in form]
