"""The initial values of a case moved onto its constraints, for who agrees to it."""

from __future__ import annotations

from nonholo.errors import InadmissibleState
from nonholo.numerics.initial import initial_state
from nonholo.numerics.model import model
from nonholo.readers.case import Case
from nonholo.readers.on_levels import on_levels
from nonholo.readers.own import own_copy
from nonholo.readers.specified import specified
from nonholo.simulation.given import numbers_of, wished_duration
from nonholo.simulation.inputs import driven


def admissible_initial(given: Case, held: str = "") -> dict[str, float]:
    """The initial values of a case, changed as little as its constraints ask for.

    given: a case with a Lagrangian and numbers for its parameters; held: the name of a value that
    is to stay, if the constraints let it.  Returns a number for each name under [initial].  Raises
    InadmissibleState where nothing near obeys the constraints.

    >>> import nonholo as nh
    >>> case = nh.System("x z", "(x'**2 + z'**2)/2", ["dz = 2 dx"], initial={"xdot": 3, "zdot": 0})
    >>> admissible_initial(case, held="xdot")
    {'xdot': 3.0, 'zdot': 6.0}
    """
    case = on_levels(specified(own_copy(given)))
    case, feeds = driven(case, None, (0.0, wished_duration(case, None)))
    law = model(case.system, {}, feeds)
    wished = {name: float(value) for name, value in case.initial.items()}
    keep = {held: wished[held]} if held in wished else {}
    try:
        y = initial_state(law, keep, 0.0, wished=wished)
    except InadmissibleState:
        if not keep:
            raise
        y = initial_state(law, {}, 0.0, wished=wished)
    numbers = numbers_of(case, law, y, 0.0)
    return {name: numbers[name] for name in wished}
