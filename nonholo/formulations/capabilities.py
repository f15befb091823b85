"""What each formulation can treat, as data: printed by `nonholo formulations`, tested column by column.

n coordinates, k independent constraints, m = n - k.  The table says what the equations do as they are derived here.
"""

from __future__ import annotations

from dataclasses import dataclass

YES, NO = True, False


@dataclass(frozen=True, slots=True)
class Count:
    """How many: n_times * n + k_times * k."""

    n_times: int
    k_times: int

    def __call__(self, n: int, k: int) -> int:
        return self.n_times * n + self.k_times * k

    def __str__(self) -> str:
        return {(1, 0): "n", (1, 1): "n + k", (1, -1): "m"}[self.n_times, self.k_times]


ALL, MORE, FEW = Count(1, 0), Count(1, 1), Count(1, -1)


@dataclass(frozen=True, slots=True)
class Capability:
    """One row of the table.

    affine, rheonomic: constraints with a_0, with t; quasi: any quasi-velocities; reactions: found at once;
    redundant: dependent rows may stay; symmetry: needs ignorable dependent coordinates; nonlinear: Chetaev's
    rule; quadratic: needs a Lagrangian that is quadratic in the velocities; equations, unknowns: how many;
    year: of the sources.
    """

    name: str
    year: str
    affine: bool
    rheonomic: bool
    quasi: bool
    reactions: bool
    redundant: bool
    symmetry: bool
    nonlinear: bool
    quadratic: bool
    equations: Count
    unknowns: Count


CAPABILITIES = (
    #          name              year         affine rheon. quasi react. redun. symm. nonl. quadr. eqs.  unknowns
    Capability("multipliers",    "1788",      YES,   YES,   NO,   YES,   NO,    NO,   YES,  NO,    MORE, MORE),
    Capability("maggi",          "1901",      YES,   YES,   NO,   NO,    NO,    NO,   NO,   NO,    ALL,  ALL),
    Capability("voronec",        "1901",      YES,   YES,   NO,   NO,    NO,    NO,   NO,   NO,    FEW,  FEW),
    Capability("chaplygin",      "1897",      NO,    NO,    NO,   NO,    NO,    YES,  NO,   NO,    FEW,  FEW),
    Capability("hamel",          "1902/1904", YES,   YES,   YES,  NO,    NO,    NO,   NO,   NO,    FEW,  FEW),
    Capability("appell",         "1879/1899", YES,   YES,   NO,   NO,    NO,    NO,   NO,   NO,    FEW,  FEW),
    Capability("kane",           "1961/1985", YES,   YES,   YES,  NO,    NO,    NO,   NO,   YES,   ALL,  ALL),
    Capability("gauss",          "1829",      YES,   YES,   NO,   NO,    YES,   NO,   YES,  NO,    ALL,  ALL),
    Capability("udwadia_kalaba", "1992",      YES,   YES,   NO,   NO,    YES,   NO,   YES,  NO,    ALL,  ALL),
)

BY_NAME = {c.name: c for c in CAPABILITIES}
