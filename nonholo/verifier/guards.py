"""Vectors that are independent, or one that is not 0, as functions of the configuration: shown by a
minor at one place, which is a polynomial in the parameters."""

from typing import NamedTuple

from .frequencies import by_waves, value_of_wave
from .outcome import BEYOND, demand
from .parameters import Parameters
from .polynomials import ZERO


class Guard(NamedTuple):
    """Vectors that are to be independent, by a minor in some columns, or one vector of triples."""

    names: list  # of the columns
    vectors: list[dict]
    triple: bool = False

    def value(self, parameters: Parameters, places, solved: list, told: dict, known: dict) -> dict:
        """The minor of the columns, or the triple, at a place: a polynomial in the parameters; or
        of its waves one, by the number, where equations hold.  known: minors of it, by waves."""
        names = (tuple(told["columns"]),) if self.triple else tuple(told["columns"])
        fit = set(names) <= set(self.names) and len(names) == len(self.vectors)
        demand(fit, "columns that do not fit")
        rows, place = self.components(names), places[told["at"]]
        if "wave" not in told:
            return parameters.determinant([[parameters.value(place, x) for x in r] for r in rows])
        whole = all(isinstance(x, dict) for row in rows for x in row)
        demand(whole, "a wave of what only values are taken of", BEYOND)
        if names not in known:
            minor = parameters.in_frequencies(parameters.determinant(rows), solved)
            known[names] = by_waves(parameters, minor)
        return value_of_wave(parameters, place, known[names], told["wave"])

    def components(self, names) -> list[list[dict]]:
        """As functions of the configuration."""
        return [[v.get(name, ZERO)[0] for name in names] for v in self.vectors]


def guard_of(vectors: list[dict], keys: list) -> Guard:
    """The vectors, their components by texts."""
    return Guard([*map(str, keys)], [{str(v): x for v, x in w.items()} for w in vectors])
