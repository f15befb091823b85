"""Curves through a point as power series modulo a prime: y' = Phi(y) with polynomial Phi."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import nmod_poly

Series = nmod_poly


def evaluator(poly: Any, p: int) -> Callable[[list[list[Series]], int], Series]:
    """A polynomial modulo p as a function of the `powers` of truncated series and their length
    (Horner's rule).
    """
    zero = nmod_poly([0], p)
    tree = _tree([(tuple(map(int, e)), int(c)) for e, c in poly.to_dict().items()], 0, p)

    def value(powers: list[list[Series]], length: int) -> Series:
        series: Series = _evaluated(tree, powers, length) if tree else zero
        return series

    return value


def _tree(terms: list[tuple[tuple[int, ...], int]], j: int, p: int) -> Any:
    """[(generator, exponent, the factor of that power)], or a constant series where no generator
    is left.
    """
    if not terms:
        return None
    while j < len(terms[0][0]) and not any(e[j] for e, _ in terms):
        j += 1
    if j == len(terms[0][0]):
        return nmod_poly([terms[0][1]], p)
    groups: dict[int, list[tuple[tuple[int, ...], int]]] = {}
    for term in terms:
        groups.setdefault(term[0][j], []).append(term)
    return [(j, e, _tree(group, j + 1, p)) for e, group in groups.items()]


def _evaluated(tree: Any, powers: list[list[Series]], length: int) -> Any:
    if not isinstance(tree, list):
        return tree
    total = None
    for j, e, inner in tree:
        term = _evaluated(inner, powers, length)
        term = powers[j][e].mul_low(term, length) if e else term
        total = term if total is None else total + term
    return total


def powers_of(y: Sequence[Series], caps: Sequence[int], length: int) -> list[list[Series]]:
    """1, y_j, y_j^2, ... up to the cap of each series."""
    one = nmod_poly([1], y[0].modulus())
    table = []
    for series, cap in zip(y, caps):
        row = [one, series]
        while len(row) <= cap:
            row.append(row[-1].mul_low(series, length))
        table.append(row)
    return table


def curve(
    start: Sequence[int],
    field: Callable[[Sequence[Series], int], list[Series]],
    length: int,
    p: int,
    late: Callable[[], None],
) -> list[Series]:
    """The solution of y' = field(y) through `start`, so many terms (Picard's iteration: one more
    term each time).

    `late` is called at each step and raises past the limit of work.
    """
    y = [nmod_poly([v], p) for v in start]
    for k in range(1, length):
        late()
        y = [rate.integral() + v for rate, v in zip(field(y, k), start)]
    return y
