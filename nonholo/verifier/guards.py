"""Vectors that are independent, or one that is not 0, as functions of the configuration: shown by a
minor at one place, which is a polynomial in the parameters."""

from typing import NamedTuple

from .outcome import demand
from .parameters import Parameters
from .point import Point
from .polynomials import ZERO


class Guard(NamedTuple):
    """Vectors that are to be independent, by a minor in some columns, or one vector of triples."""

    names: list  # of the columns
    vectors: list[dict]
    triple: bool = False

    def value(self, parameters: Parameters, place: Point, columns: list) -> dict:
        """The minor of the columns, or the triple, at a place: a polynomial in the parameters."""
        names = [tuple(columns)] if self.triple else columns
        fit = set(names) <= set(self.names) and len(names) == len(self.vectors)
        demand(fit, "columns that do not fit")
        return parameters.determinant(self.matrix(parameters, place, names))

    def matrix(self, parameters: Parameters, place: Point, names: list) -> list[list[dict]]:
        """Components at a place."""
        value = parameters.value
        return [[value(place, v.get(name, ZERO)[0]) for name in names] for v in self.vectors]


def guard_of(vectors: list[dict], keys: list) -> Guard:
    """The vectors, their components by texts."""
    return Guard([*map(str, keys)], [{str(v): x for v, x in w.items()} for w in vectors])
