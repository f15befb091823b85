"""Random systems with holonomic constraints, and the same systems with these eliminated.

A set of rows in coordinates x stands for the system on the set Z.  Further coordinates u are added
with levels f(x, u) = 0 that determine them, u = g(x); then to every row terms are added that vanish
on Z: f times any form, and multiples of du - dg.  Rows that follow from others on Z, and on Z only,
are added too.  On Z nothing has changed: rank and h grow by the number of levels, growth, motions,
and what a row is by itself stay.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import nonholo as nh
from nonholo.expression.text import text

ROWS = {  # names -> rows of sets in few coordinates, as texts
    "contact": (("x", "y", "z"), ("zdot - y*xdot",)),
    "rational contact": (("x", "y", "z"), ("(1 + x**2)*zdot - y*xdot",)),
    "Martinet": (("x", "y", "z"), ("zdot - y**2*xdot",)),
    "skate": (("x", "y", "th"), ("xdot*sin(th) - ydot*cos(th)",)),
    "exact": (("x", "y", "z"), ("zdot - 2*x*xdot",)),
    "factor": (("x", "y", "z"), ("x*ydot - y*xdot",)),
    "Engel": (("x", "y", "z", "w"), ("zdot - y*xdot", "wdot - z*xdot")),
    "two exact": (("x", "y", "z", "w"), ("zdot - xdot", "wdot - 2*y*ydot")),
    "half": (("x", "y", "z", "w"), ("zdot - y*xdot", "wdot - xdot")),
    "pair": (("x", "y", "z", "w"), ("zdot - y*xdot - wdot", "wdot + y*xdot")),
    "affine": (("x", "y"), ("ydot - x",)),
    "exponential contact": (("x", "y", "z"), ("zdot - exp(x*y)*xdot",)),
    "letters": (("x", "y", "z"), ("c*zdot - (c**2 + 1)*y*xdot",)),
    "moving": (("x", "y", "z"), ("zdot - t*y*xdot - cos(t)",)),
    "wave exact": (("x", "y", "z"), ("cos(y)*zdot - z*sin(y)*ydot",)),
    "chain of waves": (("x", "y", "z", "w"), ("zdot - sin(y)*xdot", "wdot - z*xdot")),
}
VALUES = (
    "1",
    "-2",
    "{a}",
    "{a}**2 + 1",
    "{a}*{b}",
    "sin({a})",
    "{a} + 2*{b}",
    "{a}**2 - {b}",
    "3*t + {a}",
    "exp({a}) - {b}",
    "{a}/(1 + {b}**2)",
    "{a}*cos({b} + t)",
    "c*{a} + sin({b})",
    "sqrt(1 + {a}**2)*exp({b})",
)
LEVELS = (
    "{u} - ({g})",
    "2*({g}) - 2*{u}",
    "({u} - ({g}))*({u}**2 + {a}**2 + 1)",
    "({u} - ({g}))**2",
    "({u} - ({g}))*({u} - ({g}) - 3)",
    "{u}**3 - ({g})**3",
    "exp({u} - ({g})) - 1",
    "({u} - ({g}))*exp({u}*{a})",
    "({u} - ({g}))/(2 + cos({b}))",
)
LETTERS = {"c": None}
ODD = (2, 5)  # numbers of levels whose values must be numbers to be solved
COEFFICIENTS = ("1", "-1", "{a}", "{b}", "{u}", "2*{u} + {a}", "cos({a})")


@dataclass(frozen=True, slots=True)
class Pair:
    """A system with levels and the system on Z: names, rows, levels; the values of the further
    coordinates.
    """

    kind: str
    names: tuple[str, ...]
    rows: tuple[str, ...]
    levels: tuple[str, ...]
    base: tuple[str, ...]
    base_rows: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    spare: int


def known_pair(seed: int) -> Pair:
    """The pair of that number."""
    rng = random.Random(f"levels {seed}")
    kind = rng.choice(sorted(ROWS))
    base, rows = ROWS[kind]
    base_rows, spare = rows, 0
    values, levels = [], []
    for u in ("u", "v")[: rng.choice((1, 1, 2))]:
        words = dict(zip("ab", rng.sample(base, 2)), u=u)
        shape = rng.choice(range(len(LEVELS)))
        g = rng.choice(VALUES[:2] if shape == ODD[1] else VALUES).format(**words)
        values.append((u, g))
        levels.append(LEVELS[shape].format(g=g, **words))
    made = [_disturbed(rng, row, base, values, levels) for row in rows]
    if rng.random() < 0.4:  # redundant on Z alone
        spare, copy = 1, rng.randrange(len(rows))
        made.append(_disturbed(rng, rows[copy], base, values, levels))
        base_rows = (*rows, rows[copy])
    return Pair(
        kind,
        (*base, *(u for u, _ in values)),
        tuple(made),
        tuple(levels),
        base,
        base_rows,
        tuple(values),
        spare,
    )


def _disturbed(rng: random.Random, row: str, base, values, levels) -> str:
    """The row and terms that vanish on Z."""
    for (u, g), level in zip(values, levels):
        words = dict(zip("ab", rng.sample(base, 2)), u=u)
        if rng.random() < 0.7:
            row += f" + ({rng.choice(COEFFICIENTS).format(**words)})*({level})*{rng.choice((*base, u))}dot"
        if rng.random() < 0.5 and "*" + level not in row and _single(level):
            row += f" + ({rng.choice(COEFFICIENTS).format(**words)})*({u}dot - ({rate(g, base)}))"
    return row


def _single(level: str) -> bool:
    """One part, on which u = g."""
    return " - 3)" not in level


def rate(g: str, base) -> str:
    """dg/dt as text."""
    case = nh.System(list(base), constraints=[f"{base[0]}dot"], parameters=LETTERS)
    return text(case.system.chart.rate(case.scope.expression(g)))
