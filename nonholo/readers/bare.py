"""Constraints that come without declarations, as on the command line: which names move, which are
constants.

Coordinates are the names with a velocity or a differential, those that are named as coordinates,
and by convention x, y, z, theta, phi, psi and their Greek letters.  Every other name is a constant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from nonholo.errors import BadCase, BadExpression, NonholoError, Place, option, said
from nonholo.readers.declared import DEGREES
from nonholo.readers.functions import Signatures, called_functions
from nonholo.readers.glued import meant_as_product, meant_by_its_letters
from nonholo.readers.names import CONVENTIONAL, infer, infer_from_words
from nonholo.readers.parser import parse_constraint
from nonholo.readers.repaired import all_wrong
from nonholo.readers.tokens import RADIANS, read_words
from nonholo.words.sentence import say


@dataclass(frozen=True, slots=True)
class Bare:
    """How bare constraints were read.

    also, constants: names that were declared so; supposed: coordinates by convention alone; held:
    constants because nothing says otherwise.  Both kinds could have been meant the other way.
    functions: unspecified ones that are called, with the names of their arguments."""

    texts: tuple[str, ...]
    coordinates: tuple[str, ...]
    also: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()
    supposed: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    functions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def products(self) -> dict[str, str]:
        """Coordinates that nobody named and that look like products, as yz and Rθ do: name ->
        product.
        """
        letters = {*CONVENTIONAL, *(name for name in self.coordinates if len(name) == 1)}
        looks = {
            name: meant_as_product(name, letters) or meant_by_its_letters(name)
            for name in self.coordinates
            if name not in self.also
        }
        return {name: product for name, product in looks.items() if product}

    @property
    def parameters(self) -> tuple[str, ...]:
        return (*self.constants, *self.held)


def read_bare(
    texts: Sequence[str],
    also: Sequence[str] = (),
    constants: Sequence[str] = (),
    hasty: bool = False,
) -> Bare:
    """The names of bare constraints; hasty: for texts that are right.

    Raises BadExpression, NonholoError.

    >>> found = read_bare(["dx = R*cos(theta)*dphi"])
    >>> found.coordinates, found.supposed, found.held
    (('x', 'phi', 'theta'), ('theta',), ('R',))
    """
    if not texts:
        raise NonholoError(
            say('no constraint was given; needed is at least one, such as "dz = y dx"')
        )
    for name in (*also, *constants):
        if not name.isidentifier():
            raise NonholoError(say("{name!r} is no name: letters, digits and _ only", name=name))
    functions = called_functions(texts, constants)
    arguments = dict.fromkeys(name for slots in functions.values() for name in slots)
    also = tuple(dict.fromkeys((*also, *(n for n in arguments if n not in (*constants, "t")))))
    moving, still = (_from_words if hasty else _from_trees)(texts, (*also, *constants), functions)
    _refuse_contradictions(moving, still, also, constants)
    open_ = [name for name in still if name not in (*also, *constants)]
    supposed = tuple(name for name in open_ if name in CONVENTIONAL)
    held = tuple(name for name in open_ if name not in CONVENTIONAL)
    _refuse_degrees(texts, held)
    coordinates = tuple(dict.fromkeys((*moving, *also, *supposed)))
    return Bare(tuple(texts), coordinates, tuple(also), tuple(constants), supposed, held, functions)


def _refuse_degrees(texts: Sequence[str], held: Sequence[str]) -> None:
    """Raise NonholoError for 30 deg, where nobody says that deg is a letter."""
    for unit in (name for name in held if name in DEGREES):
        if any(re.search(rf"[\d.]\s*\*?\s*{unit}\b", text) for text in texts):
            raise NonholoError(
                say(
                    "{unit} behind a number is no unit: try {radians}; to have {unit} as a "
                    "letter, name it as a constant",
                    unit=unit,
                    radians=RADIANS,
                )
            )


def _from_words(
    texts: Sequence[str], declared: Sequence[str], functions: Signatures
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return infer_from_words(
        [read_words(text, hasty=True, functions=functions) for text in texts], declared
    )


def _from_trees(
    texts: Sequence[str], declared: Sequence[str], functions: Signatures
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    places = [
        Place(option(say("command line"), ""), say("constraint {i}", i=i))
        for i in range(1, len(texts) + 1)
    ]
    try:
        trees = [parse_constraint(text, place, functions) for text, place in zip(texts, places)]
    except BadExpression:
        read = partial(parse_constraint, functions=functions)
        wrong = [w for text, place in zip(texts, places) for w in all_wrong(text, read, place)]
        if len(wrong) == 1:
            raise wrong[0] from None
        raise BadCase(
            option(say("command line"), say("constraints")), [said(each) for each in wrong]
        ) from None
    return infer(trees, declared)


def _refuse_contradictions(
    moving: Sequence[str], still: Sequence[str], also: Sequence[str], constants: Sequence[str]
) -> None:
    """Raise NonholoError for a constant that moves, that is a coordinate too, or that stands
    nowhere.
    """
    for name in constants:
        if name in also:
            raise NonholoError(
                say(
                    "{name} is given as a coordinate and as a constant; needed is one of them",
                    name=name,
                )
            )
        if name in moving:
            raise NonholoError(
                say(
                    "{name} is given as a constant, but the constraints hold its velocity or "
                    "differential; try another name for the constant, or leave {name} out of "
                    "the constants",
                    name=name,
                )
            )
        if name not in still:
            there = ", ".join((*moving, *still))
            raise NonholoError(
                say(
                    "{name} is given as a constant, but it stands in no constraint; there "
                    "are {there}",
                    name=name,
                    there=there,
                )
            )
