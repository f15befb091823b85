"""The sliders of a case: which numbers can be moved, and how far."""

from __future__ import annotations

from fractions import Fraction
from math import floor, inf, log10

from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr
from nonholo.numerics.compile import constant
from nonholo.readers.case import Case

STEPS = 200  # of a slider, about
TINY, HUGE = 1e-300, 1e300  # what is moved stays a number of the machine
REACH = 2.0  # how far a number that is small or 0 can be moved


def sliders_of(case: Case) -> list[dict[str, object]]:
    """A slider for each parameter and each initial value that has a number which can be moved.

    case: as it was read.  Returns records in JSON's types: the field and the name, the value, from
    and to, and the step.

    >>> import nonholo as nh
    >>> case = nh.System("x", "m*x'**2/2", parameters={"m": 2}, initial={"x": 0})
    >>> [(s["name"], s["low"], s["high"], s["step"]) for s in sliders_of(case)]
    [('m', 0.2, 6.0, 0.02), ('x', -2.0, 2.0, 0.02)]
    """
    graph, system = case.system.chart.graph, case.system
    sliders = []
    for symbol, number in system.values.items():
        value, assumed = _value(number), graph.assumed.get(symbol.index)
        if not _moves(value):
            continue
        low, high = (value / 10, value * 3) if value else (-REACH, REACH)
        low, high = min(low, high), max(low, high)
        if assumed is not None and assumed.low is not None:
            low = max(low, float(assumed.low))
        if assumed is not None and assumed.high is not None:
            high = min(high, float(assumed.high))
        whole = assumed is not None and assumed.whole
        sliders.append(_slider("parameters", symbol.args, value, low, high, whole))
    for name, start in case.initial.items():
        if not _moves(start):
            continue
        value = float(start)
        reach = max(REACH, 2 * abs(value))
        sliders.append(_slider("initial", name, value, value - reach, value + reach))
    return sliders


def _value(number: Expr) -> float:
    try:
        return constant(number)
    except NonholoError:  # beyond the numbers of the machine
        return inf


def _moves(value: float | Fraction) -> bool:
    """Are numbers around it those of the machine?"""
    return value == 0 or TINY < value < HUGE or TINY < -value < HUGE


def _slider(
    field: str, name: str, value: float, low: float, high: float, whole: bool = False
) -> dict[str, object]:
    """Ends and step with few digits, so that what a slider says can be read."""
    step = 1.0 if whole else 2 * 10.0 ** floor(log10((high - low or 1.0) / STEPS))
    digits = max(0, -floor(log10(step)))
    return {
        "field": field,
        "name": name,
        "value": value,
        "low": round(round(low / step) * step, digits) or (step if low > 0 else 0.0),
        "high": round(round(high / step) * step, digits),
        "step": round(step, digits),
    }
