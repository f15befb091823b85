"""Vectors that are independent, or one that is not 0, as functions of the configuration: shown by a
minor at one place, which is a polynomial in the parameters."""

from typing import NamedTuple

from .frequencies import value_of_wave
from .outcome import demand
from .parameters import Parameters
from .point import Point
from .polynomials import ZERO


class Guard(NamedTuple):
    """Vectors that are to be independent, by a minor in some columns, or one vector of triples."""

    names: list  # of the columns
    vectors: list[dict]
    triple: bool = False

    def value(
        self, parameters: Parameters, place: Point, columns: list, wave: int | None, solved: list
    ) -> dict:
        """The minor of the columns, or the triple, at a place: a polynomial in the parameters; or
        of its waves one, by the number, where equations hold."""
        names = [tuple(columns)] if self.triple else columns
        fit = set(names) <= set(self.names) and len(names) == len(self.vectors)
        demand(fit, "columns that do not fit")
        if wave is None:
            return parameters.determinant(self.matrix(parameters, place, names))
        demand(parameters.frequencies, "a wave where none is told apart")
        minor = parameters.determinant(self.components(names))
        return value_of_wave(parameters, place, parameters.in_frequencies(minor, solved), wave)

    def components(self, names: list) -> list[list[dict]]:
        """As functions of the configuration."""
        return [[v.get(name, ZERO)[0] for name in names] for v in self.vectors]

    def matrix(self, parameters: Parameters, place: Point, names: list) -> list[list[dict]]:
        """Components at a place."""
        return [[parameters.value(place, x) for x in row] for row in self.components(names)]


def guard_of(vectors: list[dict], keys: list) -> Guard:
    """The vectors, their components by texts."""
    return Guard([*map(str, keys)], [{str(v): x for v, x in w.items()} for w in vectors])
