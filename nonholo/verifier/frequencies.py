"""Rule 57: sums of waves, also of those whose frequencies hold parameters, as cos(k x).

    F = sum_j P_j e^(phi_j),    P_j, phi_j rational functions of the configuration

No phi_j - phi_l is constant: then no e^(phi_j) is a combination of the others with rational
functions (divide a shortest relation by one term and differentiate), so F = 0 says that all P_j
are.  Some coefficient of each phi_j - phi_l has to be not 0, and P_j at some place.
"""

from .outcome import BEYOND, demand
from .parameters import Parameters
from .point import Point
from .polynomials import ONE, parted, plus


def value_of_wave(parameters: Parameters, place: Point, waves: list[tuple], number: int) -> dict:
    """A polynomial in the parameters that is 0 where a sum of waves is 0 as a function of the
    configuration: the real or the imaginary part, by turns, of the factor of one at a place, times
    what tells its frequency from those of the others, but for numbers."""
    waves, language = [*waves], parameters.language
    demand(0 <= number < 2 * len(waves), "there is no such wave")
    wave, factor = waves.pop(number // 2)
    value = language.mul(parameters.value(place, factor), language.i if number % 2 else ONE)
    value = plus(value, conjugate(parameters, value))
    for other, _ in waves:
        # a coefficient of phi_j - phi_l by the configuration, a polynomial in the parameters
        one, two = (phase(parameters, w) for w in (wave, other))
        parts = (plus(one.get(key, {}), two.get(key, {}), -1) for key in sorted({*one, *two}))
        told = next((part for part in parts if part), {})
        value = value if set(told) == {()} else language.mul(value, told)
    return value


def conjugate(parameters: Parameters, p: dict) -> dict:
    """Of a polynomial in real parameters, and waves of them."""
    kinds, parts = parameters.language.kinds, {}
    for m, c in p.items():
        turned = {g for g, _ in m if kinds[g][0] in ("turn", "angle")}
        parts[tuple((g, -e if g in turned else e) for g, e in m)] = c
    return parameters.language.reduced(parts)


def by_waves(parameters: Parameters, p: dict) -> list[tuple]:
    """Products of waves, with what they are multiplied by: symbols, and what parameters are."""
    kinds = parameters.language.kinds
    moving = {g for g in {g for m in p for g, _ in m} if not parameters.parametric(g)}
    waves = {g for g in moving if kinds[g][0] in ("angle", "exponential")}
    known = all(kinds[g][0] == "symbol" for g in moving - waves)
    demand(known, "an unspecified function beside frequencies that hold parameters", BEYOND)

    def told(part: tuple) -> list:
        waves = ((kinds[g][0], [(kinds[h], n) for h, n in kinds[g][1]], e) for g, e in part[0])
        return sorted((kind, sorted(m), e) for kind, m, e in waves)

    return sorted(parted(p, waves.__contains__).items(), key=told)


def phase(parameters: Parameters, wave: tuple) -> dict:
    """The exponent of a wave: ("angle" if it is imaginary, monomial) -> coefficient."""
    phases: dict = {}
    for g, e in wave:
        kind, m = parameters.language.kinds[g]
        of = tuple(pair for pair in m if parameters.parametric(pair[0]))
        demand(all(n > 0 for _, n in of), "a frequency with a denominator", BEYOND)
        key = kind, tuple(pair for pair in m if pair not in of)
        phases[key] = plus(phases.get(key, {}), {of: e})
    return phases
