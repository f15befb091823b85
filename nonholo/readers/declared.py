"""What the names of a tree mean where they are declared, as in a case file: velocities,
differentials, parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from nonholo.errors import BadExpression
from nonholo.expression.unspecified import function_named
from nonholo.readers.glued import (
    meant,
    meant_as_velocity,
    meant_with_differential,
    otherwise_spelled,
)
from nonholo.readers.places import Mark, complaint, line_of
from nonholo.readers.tokens import DENOMINATOR, FUNCTIONS, RADIANS, may_be_small
from nonholo.readers.tree import (
    Call,
    Differential,
    Divide,
    Expression,
    Multiply,
    Name,
    Node,
    Rate,
    Tree,
    fold,
    rebuild,
)
from nonholo.words.sentence import say, together

NO_FUNCTIONS: Mapping[str, Sequence[str]] = {}
PI, TIME, DT = "pi", "t", "dt"
FLAGS = ("positive", "negative", "nonzero", "integer")  # what may be assumed of a letter
DEGREES = ("deg", "degree", "degrees")
UNITLESS = say("the number alone; numbers have no units, any that fit together will do (m, kg, s)")
UNITS = (
    *("kg", "g", "t", "mm", "cm", "m", "km", "ms", "s", "min", "h"),
    *("N", "Nm", "J", "W", "rad", "rpm"),
)
NUMBER = r"\s*[-+]?[\d.]+(?:[eE][-+]?\d+)?\s*\*?\s*"  # before a unit
LIKELY = 0.75  # as a word and the same with a slip or two
NEARLY = 0.9  # as much alike as a word and the same with one slip


def resolve(
    tree: Node,
    coordinates: Iterable[str],
    parameters: Iterable[str],
    time: str = TIME,
    functions: Mapping[str, Sequence[str]] = NO_FUNCTIONS,
    velocities: Iterable[str] = (),
) -> Node:
    """The tree with every name understood: xdot, xddot, dx, dt become rates and differentials.

    A declared name always wins: a parameter called dx stays a `Name`.  dx/dt and R*dx/dt become
    velocities.  Raises `BadExpression` for undeclared and ambiguous names, for velocities of
    anything but a coordinate, and for calls of a declared name.

    >>> resolve(Name("xddot"), ["x"], [])
    Rate(name='x', order=2)
    """
    read: Callable[[Any, list], Any] = Declared(
        coordinates, parameters, time, functions, velocities
    ).read  # of the same kind
    return fold(tree, read)


class Declared:
    """What is declared, and the reading of one node by it."""

    def __init__(
        self,
        coordinates: Iterable[str],
        parameters: Iterable[str],
        time: str = TIME,
        functions: Mapping[str, Sequence[str]] = NO_FUNCTIONS,
        velocities: Iterable[str] = (),
    ):
        self.coordinates, self.parameters = tuple(coordinates), tuple(parameters)
        self.functions, self.quasi = functions, frozenset(velocities)
        self.time, self.moving = time, frozenset(self.coordinates)
        self.declared = self.moving.union(self.parameters)
        self.known = self.declared | {time, PI}

    def read(self, node: Tree, parts: list) -> Tree:
        if isinstance(node, Name | Rate | Differential):
            return self.leaf(node)
        if isinstance(node, Call):
            self.check_function(node)
        node = rebuild(node, parts)
        return self.quotient(node) if isinstance(node, Divide) else node

    def leaf(self, node: Name | Rate | Differential) -> Name | Rate | Differential | Call:
        call = self.own_call(node)
        if call is not None:
            return call
        if isinstance(node, Name):
            return self.constant(node) if node.text in self.known else self.undeclared(node)
        return self.checked(node)

    def own_call(self, node: Name | Rate | Differential) -> Call | None:
        """h, h_xy, f' without arguments: those of its declaration, if they are names here."""
        if not self.functions or isinstance(node, Differential):
            return None
        word = node.text if isinstance(node, Name) else node.name + "'" * node.order
        name = None if word in self.declared else function_named(word, self.functions)
        if name is None or not set(name.slots) <= self.known:
            return None
        return Call(name, tuple(Name(s, place=node.place) for s in name.slots), place=node.place)

    def constant(self, node: Name) -> Name:
        """A declared name, which is no velocity."""
        place = node.place
        if isinstance(place, Mark) and place.index in place.text.small:
            raise complaint(DENOMINATOR[0], place, DENOMINATOR[1])
        return node

    def undeclared(self, node: Name) -> Rate | Differential:
        """The one reading of a name that is not declared."""
        text, base, place = node.text, node.text[1:], node.place
        readings: list[Rate | Differential] = [
            Rate(q, n, place=place) for q, n in dotted(text) if q in self.moving
        ]
        if text[0] == "d" and (base in self.moving or base == self.time):
            readings.append(Differential(base, place=place))
        if len(readings) == 1:
            return readings[0]
        if not readings:
            raise self.unknown(node)
        rates = [rate.name + "'" * rate.order for rate in readings if isinstance(rate, Rate)]
        message = say("{text} can be read in two ways with these coordinates", text=text)
        raise complaint(message, place, say(" or ").join(rates))

    def unknown(self, node: Name) -> BadExpression:
        text = node.text
        if text in FUNCTIONS or text in self.functions:
            slots = ", ".join(self.functions.get(text, ("...",)))
            return complaint(
                say("{text} is a function here", text=text), node.place, f"{text}({slots})"
            )
        if text.endswith("dddot") and text[:-5] in self.moving:
            return complaint(say("accelerations are the highest"), node.place, f"{text[:-5]}ddot")
        for base in (text[1:] if text[0] == "d" else "", *(base for base, _ in dotted(text))):
            if base in self.known:
                return self.immobile(node, base)
        here = line_of(node.place)
        moves = re.search(rf"\b{re.escape(text)}('|d?dot\b)|\bd{re.escape(text)}\b", here)
        hint = self.as_coordinate(text) if moves else self.nearest(text)
        if text == "e" and re.search(r"\be\s*(\^|\*\*)", here):
            hint = together((say("exp(...) for a power of e, else "), hint))
        if text in UNITS and re.match(rf"{NUMBER}{text}\b", here):
            hint = UNITLESS
        repair = None
        if isinstance(node.place, Mark) and not (moves or may_be_small(text)):
            repair = node.place.replaced(self.time, certain=False)  # any number, to read on
        return complaint(say("{text} is not declared", text=text), node.place, hint, repair)

    def as_coordinate(self, text: str) -> str:
        """What may have been meant by a name that has a velocity."""
        from difflib import get_close_matches

        names = ", ".join([*self.coordinates, *self.parameters][:20])
        there_is = say("declared: {names}", names=names)
        spelled = otherwise_spelled(text, self.coordinates)
        near = [spelled] if spelled else get_close_matches(text, self.coordinates, 1, LIKELY)
        if near:
            return together((near[0], " (", there_is, ")"))
        return say("declaring it as a coordinate ({there_is})", there_is=there_is)

    def immobile(self, node: Expression, base: str) -> BadExpression:
        if base in self.quasi:
            message = say("{base} is a quasi-velocity: its rate is no velocity", base=base)
            return complaint(
                message, node.place, say("{base} alone, which is a velocity already", base=base)
            )
        kind = {PI: say("the constant"), self.time: "time"}.get(base, say("a parameter"))
        message = say(
            "{base} is {kind}, not a coordinate: it has no velocity and no differential",
            base=base,
            kind=kind,
        )
        return complaint(
            message, node.place, say("{base} as a coordinate", base=base) * (base in self.declared)
        )

    def nearest(self, text: str) -> str:
        """What may have been meant, and what there is."""
        from difflib import get_close_matches

        if text in DEGREES:
            return RADIANS
        if text in FLAGS:
            return say("a table, as in m = {{ {word} = true }}", word=text)
        forms = [form for q in self.coordinates for form in (f"{q}dot", f"{q}ddot", f"d{q}")]
        declared = [*self.coordinates, *self.parameters]
        near = get_close_matches(text, [*declared, self.time, PI, *forms], 1)
        names = ", ".join(declared[:20])
        there_is = say("declared: {names}", names=names) if declared else say("declaring it")
        if spelled := otherwise_spelled(text, [*declared, *forms]):
            return together((spelled, " (", there_is, ")"))
        glued = meant(text, declared) or meant_with_differential(text)
        glued = re.sub(r"[^\W\d_]+", lambda n: otherwise_spelled(n[0], declared) or n[0], glued)
        if glued and not get_close_matches(text, forms, 1, NEARLY):  # phidt is phidot, not phi*dt
            return together((glued, " (", there_is, ")"))
        moving = meant_as_velocity(text, self.coordinates)
        if moving:
            return say(
                "{moving}' for the velocity of {moving}, else declaring it as a parameter "
                "({there_is})",
                moving=moving,
                there_is=there_is,
            )
        numbered = text.rstrip("0123456789_") in declared  # s0 beside s: another letter, no slip
        if not numbered and (near or not declared):
            return together((near[0], " (", there_is, ")")) if near else there_is
        return say("declaring it as a parameter ({there_is})", there_is=there_is)

    def checked(self, node: Rate | Differential) -> Rate | Differential:
        if node.name in self.moving or node == Differential(self.time):
            return node
        if node.name in self.known:
            raise self.immobile(node, node.name)
        if node.name in self.functions:
            slots = ", ".join(self.functions[node.name])
            message = say(
                "{name} is a function here: its derivative needs its argument", name=node.name
            )
            raise complaint(message, node.place, f"{node.name}'({slots})")
        raise complaint(
            say("{name} is not declared", name=node.name), node.place, self.as_coordinate(node.name)
        )

    def check_function(self, node: Call) -> None:
        for name in ("log", "ln") if node.function == "log" else (node.function,):
            if name in self.declared:
                message = say("{name} is declared as a name here, so it can't be called", name=name)
                raise complaint(
                    message,
                    node.place,
                    say("another name, or {name}*(...) for a product", name=name),
                )

    def quotient(self, node: Divide) -> Expression:
        """R*dx/dt is R times the velocity of x."""
        over, under = _factors(node.numerator), _factors(node.denominator)
        dt = Differential(self.time)
        if dt not in under:
            return node
        moving = [f for f in over if isinstance(f, Differential) and f != dt]
        if under.count(dt) != 1 or len(moving) != 1:
            raise complaint(
                say("dt below needs one differential above"), node.place, say("x' for dx/dt")
            )
        top = _product([Rate(f.name, 1, place=f.place) if f in moving else f for f in over])
        bottom = [f for f in under if f != dt]
        return Divide(top, _product(bottom), place=node.place) if bottom else top


def dotted(text: str) -> Iterator[tuple[str, int]]:
    """The ways to read a name as a base with dots: xddot as (xd, 1) and as (x, 2)."""
    for ending, order in (("dot", 1), ("ddot", 2)):
        if text.endswith(ending) and text != ending:
            yield text[: -len(ending)], order


def _factors(node: Expression) -> tuple[Expression, ...]:
    return node.factors if isinstance(node, Multiply) else (node,)


def _product(factors: list[Expression]) -> Expression:
    first = factors[0]
    return Multiply(tuple(factors), place=first.place) if len(factors) > 1 else first
