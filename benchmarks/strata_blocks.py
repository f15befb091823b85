"""Normal forms whose singular sets are known: what `known_strata.py` puts together and moves.

Growth is written as the dimensions that D_1, D_2, ... add to D_1: (0, 1) for a contact form.
Fields of blocks with no coordinate in common commute, so the dimensions of several blocks add up.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from texts import Form, Function, apply, lift, power, variable

TIME = variable("t")
ONE = lift(1)
PARAMETERS = {"a": "7/5", "b": "9/4", "c": "11/6"}  # numbers at which letters are compared


@dataclass(frozen=True, slots=True)
class Place:
    """A set of points given by equations, each = 0, and what holds at all its points that lie in no
    place before it.

    growth: None where the rank drops; at: for some coordinates, by number, texts of values that a
    point there has."""

    equations: tuple[Function, ...]
    growth: tuple[int, ...] | None
    at: tuple[Mapping[int, str], ...]
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Forms in coordinates of their own, with the growth at most points and the places where it is
    another.

    accessible: is every configuration reached from every other.
    """

    name: str
    coordinates: int
    forms: Sequence[Form]
    growth: tuple[int, ...]
    places: tuple[Place, ...] = ()
    relations: int = 0
    accessible: bool = True
    timed: bool = False

    @property
    def rows(self) -> int:
        return len(self.forms)


Y = Sequence[Function]
Maker = Callable[[random.Random, Y], Block]


def late(order: int) -> tuple[int, ...]:
    """One dimension, reached after `order` further brackets."""
    return (*[0] * (order + 1), 1)


def square(u: Function) -> Function:
    return power(u, 2)


def cube(u: Function) -> Function:
    return power(u, 3)


# one form dz = f(x, y) dx: the brackets are the derivatives of f_y
# ------------------------------------------------
def _curves(
    y: Function, x: Function
) -> list[tuple[Function, list[tuple[list[Function], int, list[dict[int, str]]]]]]:
    """f and the places where g = f_y vanishes, with the order of g there; coordinate 1 is y, 2
    is x.
    """
    line = [{1: "0"}]
    cross, origin = [{1: "0"}, {2: "0"}], [{1: "0", 2: "0"}]
    circle = [{1: "3/5", 2: "4/5"}, {1: "-5/13", 2: "12/13"}, {1: "0", 2: "-1"}]
    third = lift("1/3")
    a, half = lift("a"), lift("1/2")
    sine, cosine = apply("sin", y), apply("cos", y)
    return [
        (square(y), [([y], 1, line)]),
        (cube(y), [([y], 2, line)]),
        (power(y, 4), [([y], 3, line)]),
        (a * square(y), [([y], 1, line)]),
        (sine, [([cosine], 1, [{1: "pi/2"}, {1: "-pi/2"}, {1: "5*pi/2"}])]),
        (cosine, [([sine], 1, [{1: "0"}, {1: "pi"}, {1: "-3*pi"}])]),
        (y - sine, [([ONE - cosine], 2, [{1: "0"}, {1: "2*pi"}])]),
        (third * cube(y) - half * square(y), [([y], 1, line), ([y - 1], 1, [{1: "1"}])]),
        (third * cube(y) - y, [([y - 1], 1, [{1: "1"}]), ([y + 1], 1, [{1: "-1"}])]),
        (half * square(y) - a * y, [([y - a], 1, [{1: "7/5"}])]),
        (third * cube(y) + y, []),
        (apply("exp", y), []),
        (square(y) - 2 * (x * y), [([y - x], 1, [{1: "2", 2: "2"}, {1: "0", 2: "0"}])]),
        (x * square(y), [([x, y], 2, origin), ([x], 1, cross[1:]), ([y], 1, cross[:1])]),
        (square(x) * y, [([x], 2, [{2: "0"}])]),
        (third * cube(y) + (square(x) - 1) * y, [([square(x) + square(y) - 1], 1, circle)]),
        (third * cube(y) + square(x) * y, [([x, y], 2, origin)]),
        (
            third * cube(y) - square(x) * y,
            [
                ([x, y], 2, origin),
                ([y - x], 1, [{1: "2", 2: "2"}]),
                ([y + x], 1, [{1: "3", 2: "-3"}]),
            ],
        ),
        (
            lift("1/4") * power(y, 4) - square(x) * y,
            [
                ([x, y], 2, origin),
                ([cube(y) - square(x)], 1, [{1: "4", 2: "8"}, {1: "1", 2: "-1"}]),
            ],
        ),
        (
            half * square(y) - apply("sin", x) * y,
            [([y - apply("sin", x)], 1, [{1: "1/2", 2: "pi/6"}, {1: "0", 2: "pi"}])],
        ),
        (half * square(y) - apply("exp", x) * y, [([y - apply("exp", x)], 1, [{1: "1", 2: "0"}])]),
    ]


def _levels(z: Function) -> list[tuple[Function, list[tuple[Function, list[dict[int, str]]]]]]:
    """phi(z) and its zeros: dz = phi(z) f dx keeps to each of them."""
    return [
        (z, [(z, [{0: "0"}])]),
        (square(z), [(z, [{0: "0"}])]),
        (square(z) - 1, [(z - 1, [{0: "1"}]), (z + 1, [{0: "-1"}])]),
        (apply("sin", z), [(apply("sin", z), [{0: "0"}, {0: "pi"}])]),
        (z * (z - 2), [(z, [{0: "0"}]), (z - 2, [{0: "2"}])]),
        (z - lift("b"), [(z - lift("b"), [{0: "9/4"}])]),
        (ONE + square(z), []),
        (apply("exp", z), []),
    ]


def martinet(rng: random.Random, y: Y) -> Block:
    """dz = f(x, y) dx, sometimes phi(z) f(x, y) dx."""
    f, zeros = rng.choice(_curves(y[1], y[2]))
    places = [Place(tuple(eqs), late(order), tuple(at)) for eqs, order, at in zeros]
    accessible = True
    if rng.random() < 0.3:
        phi, stops = rng.choice(_levels(y[0]))
        f, accessible = phi * f, not stops
        places = [*(Place((eq,), (0,), tuple(at)) for eq, at in stops), *places]
    return Block(
        "martinet", 3, [[(ONE, y[0]), (-f, y[2])]], (0, 1), tuple(places), accessible=accessible
    )


def martinet_wide(rng: random.Random, y: Y) -> Block:
    """dz = f(u, y) dx with u free too: the brackets are f_y and f_u and their derivatives."""
    u, w = y[1], y[3]
    f, places = rng.choice(
        [
            (u * w, [Place((u, w), late(1), ({1: "0", 3: "0"},))]),
            (square(u) + square(w), [Place((u, w), late(1), ({1: "0", 3: "0"},))]),
            (square(u) - square(w), [Place((u, w), late(1), ({1: "0", 3: "0"},))]),
            (
                square(u) * w,
                [Place((u, w), late(2), ({1: "0", 3: "0"},)), Place((u,), late(1), ({1: "0"},))],
            ),
            (lift("1/3") * cube(u) + u * square(w), [Place((u, w), late(2), ({1: "0", 3: "0"},))]),
            (cube(u) + w, []),
            (
                lift("1/2") * square(u) + lift("1/3") * cube(w) - w,
                [
                    Place((u, w - 1), late(1), ({1: "0", 3: "1"},)),
                    Place((u, w + 1), late(1), ({1: "0", 3: "-1"},)),
                ],
            ),
        ]
    )
    return Block("martinet wide", 4, [[(ONE, y[0]), (-f, y[2])]], (0, 1), tuple(places))


# regular ones
# ------------------------------------------------------------------------------------------------------
def heisenberg(rng: random.Random, y: Y) -> Block:
    forms = rng.choice(
        [
            [[(ONE, y[0]), (-y[1], y[2])]],
            [[(lift(2), y[0]), (-y[1], y[2]), (y[2], y[1])]],
            [[(apply("cos", y[0]), y[1]), (-apply("sin", y[0]), y[2])]],
            [[(ONE, y[0]), (-apply("exp", y[1]), y[2])]],
        ]
    )
    return Block("heisenberg", 3, forms, (0, 1))


def contact5(rng: random.Random, y: Y) -> Block:
    """dz = y1 dx1 + f(y2) dx2: the first term keeps it regular."""
    f = rng.choice([y[3], square(y[3]), apply("sin", y[3])])
    return Block("contact 5", 5, [[(ONE, y[0]), (-y[1], y[2]), (-f, y[4])]], (0, 1))


def two_bends(rng: random.Random, y: Y) -> Block:
    """dz = y1^2 dx1 + y2^2 dx2: late only where both vanish."""
    place = Place((y[1], y[3]), late(1), ({1: "0", 3: "0"},))
    return Block(
        "two bends",
        5,
        [[(ONE, y[0]), (-square(y[1]), y[2]), (-square(y[3]), y[4])]],
        (0, 1),
        (place,),
    )


def chain(rng: random.Random, y: Y) -> Block:
    """dy_i = y_(i+1) dx, the last one f(y) dx."""
    count = rng.choice([2, 2, 3])
    forms = [[(ONE, y[i]), (-y[i + 1], y[count + 1])] for i in range(count)]
    return Block(f"chain {count}", count + 2, forms, tuple(range(count + 1)))


def bent_chain(rng: random.Random, y: Y) -> Block:
    """dz = y1 dx, dy1 = f(y2) dx: everything is one step late where f' = 0."""
    u = y[2]
    f, zeros = rng.choice(
        [
            (square(u), [(u, "0")]),
            (lift("1/3") * cube(u) - u, [(u - 1, "1"), (u + 1, "-1")]),
            (square(u) - 2 * u, [(u - 1, "1")]),
        ]
    )
    places = tuple(Place((eq,), (0, 0, 1, 2), ({2: at},)) for eq, at in zeros)
    forms = [[(ONE, y[0]), (-y[1], y[3])], [(ONE, y[1]), (-f, y[3])]]
    return Block("bent chain", 4, forms, (0, 1, 2), places)


def cartan(rng: random.Random, y: Y) -> Block:
    """dy = p dx, dp = q dx, dz = f(q) dx: (2, 3, 5) where f'' is not zero."""
    q = y[2]
    forms = [[(ONE, y[0]), (-y[1], y[3])], [(ONE, y[1]), (-q, y[3])]]
    if rng.random() < 0.5:
        return Block("cartan", 5, [*forms, [(ONE, y[4]), (-square(q), y[3])]], (0, 1, 3))
    place = Place((q,), (0, 1, 2, 3), ({2: "0"},))
    return Block("cubic cartan", 5, [*forms, [(ONE, y[4]), (-cube(q), y[3])]], (0, 1, 3), (place,))


# Goursat
# -----------------------------------------------------------------------------------------------------------
def kumpera_ruiz(rng: random.Random, y: Y) -> Block:
    """dx2 = x3 dx1, dx3 = x4 dx1, dx1 = x5 dx4: two trailers at a right angle where x5 = 0."""
    x1, x2, x3, x4, x5 = y[:5]
    forms = [[(ONE, x2), (-x3, x1)], [(ONE, x3), (-x4, x1)], [(ONE, x1), (-x5, x4)]]
    place = Place((x5,), (0, 1, 2, 2, 3), ({4: "0"},))
    return Block("kumpera-ruiz", 5, forms, (0, 1, 2, 3), (place,))


def kumpera_ruiz_6(rng: random.Random, y: Y) -> Block:
    """The same with dx5 = x6 dx4, or with dx4 = x6 dx5, which is late where x6 = 0 too."""
    x1, x2, x3, x4, x5, x6 = y[:6]
    forms = [[(ONE, x2), (-x3, x1)], [(ONE, x3), (-x4, x1)], [(ONE, x1), (-x5, x4)]]
    first = Place((x5,), (0, 1, 2, 3, 3, 4), ({4: "0"},))
    if rng.random() < 0.5:
        both = Place((x5, x6), (0, 1, 2, 3, 3, 3, 4), ({4: "0", 5: "0"},))
        return Block(
            "kumpera-ruiz T", 6, [*forms, [(ONE, x5), (-x6, x4)]], (0, 1, 2, 3, 4), (both, first)
        )
    both = Place((x5, x6), (0, 1, 2, 2, 3, 3, 3, 4), ({4: "0", 5: "0"},))
    second = Place((x6,), (0, 1, 2, 2, 3, 3, 4), ({5: "0"},))
    return Block(
        "kumpera-ruiz V",
        6,
        [*forms, [(ONE, x4), (-x6, x5)]],
        (0, 1, 2, 3, 4),
        (both, first, second),
    )


def two_trailers(rng: random.Random, y: Y) -> Block:
    """A tractor with two trailers; the first at a right angle is late."""
    x, z, th = y[3], y[4], y[:3]
    forms = []
    for i in range(3):
        forms.append(
            [
                (apply("sin", th[i]), x),
                (-apply("cos", th[i]), z),
                *((-apply("cos", th[i] - th[j]), th[j]) for j in range(i + 1, 3)),
            ]
        )
    place = Place(
        (apply("cos", th[0] - th[1]),),
        (0, 1, 2, 2, 3),
        ({0: "pi/2", 1: "0"}, {0: "pi/3", 1: "-pi/6"}),
    )
    return Block("two trailers", 5, forms, (0, 1, 2, 3), (place,))


# hidden relations
# --------------------------------------------------------------------------------------------------
def exact(rng: random.Random, y: Y) -> Block:
    return Block("exact", 1, [[(ONE, y[0])]], (0,), relations=1, accessible=False)


def leaf_contact(rng: random.Random, y: Y) -> Block:
    """dw = 0, dz = f(w) y dx: on the leaves f(w) = 0 the second is integrable too."""
    w = y[3]
    f, zeros = rng.choice(
        [(w, [(w, "0")]), (square(w) - 1, [(w - 1, "1"), (w + 1, "-1")]), (ONE + square(w), [])]
    )
    places = tuple(Place((eq,), (0,), ({3: at},)) for eq, at in zeros)
    forms = [[(ONE, w)], [(ONE, y[0]), (-(f * y[1]), y[2])]]
    return Block("leaf contact", 4, forms, (0, 1), places, relations=1, accessible=False)


def rays(rng: random.Random, y: Y) -> Block:
    """x dy - y dx = 0: nothing is demanded at the origin, through which everything can be
    reached.
    """
    place = Place((y[0], y[1]), None, ({0: "0", 1: "0"},), rank=0)
    return Block("rays", 2, [[(y[0], y[1]), (-y[1], y[0])]], (0,), (place,), relations=1)


def circles(rng: random.Random, y: Y) -> Block:
    """x dx + y dy = 0: d(x^2 + y^2)/2, kept all the same."""
    place = Place((y[0], y[1]), None, ({0: "0", 1: "0"},), rank=0)
    return Block(
        "circles", 2, [[(y[0], y[0]), (y[1], y[1])]], (0,), (place,), relations=1, accessible=False
    )


def switched(rng: random.Random, y: Y) -> Block:
    """g(x) times a form: nothing is demanded where g = 0."""
    x = y[2]
    g, zeros = rng.choice(
        [
            (x, [((x,), {2: "0"})]),
            (square(x), [((x,), {2: "0"})]),
            (x - lift("a"), [((x - lift("a"),), {2: "7/5"})]),
            (square(x) - 1, [((x - 1,), {2: "1"}), ((x + 1,), {2: "-1"})]),
            (square(x) + square(y[1]), [((x, y[1]), {1: "0", 2: "0"})]),
            (
                square(x) + square(y[1]) - 1,
                [((square(x) + square(y[1]) - 1,), {1: "3/5", 2: "-4/5"})],
            ),
            (apply("sin", x), [((apply("sin", x),), {2: "pi"})]),
        ]
    )
    places = tuple(Place(eqs, None, (at,), rank=0) for eqs, at in zeros)
    if rng.random() < 0.5:
        return Block("switched", 3, [[(g, y[0])]], (0,), places, relations=1)
    f = rng.choice([y[1], y[1], square(y[1])])
    if f is not y[1]:
        places = (*places, Place((y[1],), late(1), ({1: "0"},)))
    return Block("switched contact", 3, [[(g, y[0]), (-(g * f), x)]], (0, 1), places)


# drift
# -------------------------------------------------------------------------------------------------------------
def drift(rng: random.Random, y: Y) -> Block:
    """dy = f(x) dt, with growth late where f' = 0; one way only if f keeps its sign."""
    x = y[1]
    sine, turn = apply("sin", x), (apply("cos", x), 1, "pi/2")
    f, accessible, *late_at = rng.choice(
        [
            (x, True),
            (apply("exp", x), False),
            (square(x), False, (x, 1, "0")),
            (ONE + square(x), False, (x, 1, "0")),
            (cube(x), True, (x, 2, "0")),
            (square(x) - 1, True, (x, 1, "0")),
            (square(x) - 2 * x, True, (x - 1, 1, "1")),
            (sine, True, turn),
            (lift(2) + sine, False, turn),
        ]
    )
    places = tuple(Place((zero,), late(order), ({1: at},)) for zero, order, at in late_at)
    return Block(
        "drift", 2, [[(ONE, y[0]), (-f, TIME)]], (0, 1), places, accessible=accessible, timed=True
    )


def drift_chain(rng: random.Random, y: Y) -> Block:
    """y1' = y2, y2' = y3: linear, full rank."""
    forms = [[(ONE, y[i]), (-y[i + 1], TIME)] for i in range(2)]
    return Block("drift chain", 3, forms, (0, 1, 2), timed=True)


def kept_drift(rng: random.Random, y: Y) -> Block:
    """y' = x y: the sign of y is kept."""
    place = Place((y[0],), (0,), ({0: "0"},))
    return Block(
        "kept drift",
        2,
        [[(ONE, y[0]), (-(y[0] * y[1]), TIME)]],
        (0, 1),
        (place,),
        accessible=False,
        timed=True,
    )


def driven(rng: random.Random, y: Y) -> Block:
    """z' = y x' + 1 and z' = y^2 x' + 1: the drift can be outrun."""
    f = rng.choice([y[1], square(y[1])])
    places = () if f is y[1] else (Place((y[1],), late(1), ({1: "0"},)),)
    return Block("driven", 3, [[(ONE, y[0]), (-f, y[2]), (-ONE, TIME)]], (0, 1), places, timed=True)


def frozen(rng: random.Random, y: Y) -> Block:
    """z' = f(t) x': the integrals of x' and of f x' are any two numbers, for f is no number."""
    f, places = rng.choice(
        [
            (TIME, ()),
            (square(TIME), (Place((TIME,), late(1), ({-1: "0"},)),)),
            (apply("sin", TIME), (Place((apply("cos", TIME),), late(1), ({-1: "pi/2"},)),)),
        ]
    )
    return Block("frozen", 2, [[(ONE, y[0]), (-f, y[1])]], (0, 1), places, timed=True)


MAKERS: tuple[tuple[Maker, int, int], ...] = (  # maker, coordinates at most, weight
    (martinet, 3, 10),
    (martinet_wide, 4, 4),
    (heisenberg, 3, 3),
    (contact5, 5, 1),
    (two_bends, 5, 1),
    (chain, 5, 2),
    (bent_chain, 4, 2),
    (cartan, 5, 1),
    (kumpera_ruiz, 5, 2),
    (kumpera_ruiz_6, 6, 1),
    (two_trailers, 5, 1),
    (exact, 1, 2),
    (leaf_contact, 4, 2),
    (rays, 2, 2),
    (circles, 2, 1),
    (switched, 3, 4),
    (drift, 2, 4),
    (drift_chain, 3, 1),
    (kept_drift, 2, 1),
    (driven, 3, 1),
    (frozen, 2, 1),
)
