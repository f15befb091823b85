"""What each formulation can treat, as data: printed by `nonholo formulations`, tested column by
column.

n coordinates, k independent constraints, m = n - k.  The table says what the equations do as they
are derived here."""

from __future__ import annotations

from dataclasses import dataclass

from nonholo.words.sentence import say

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

    affine, rheonomic: constraints with a_0, with t; quasi: any quasi-velocities; reactions: found
    at once; redundant: dependent rows may stay; symmetry: needs ignorable dependent coordinates;
    nonlinear: Chetaev's rule; quadratic: needs a Lagrangian that is quadratic in the velocities;
    equations, unknowns: how many; year: of the sources; title, remark: how people call it, and its
    idea in a sentence."""

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
    title: str
    remark: str

    def __repr__(self) -> str:
        return f"<Capability {self.name!r}: {self.title}, {self.year}>"


# fmt: off
CAPABILITIES = (
    #          name              year         aff. rheo quas reac red. symm nonl quad eqs.  unknowns
    Capability("multipliers",    "1788",      YES, YES, NO,  YES, NO,  NO,  YES, NO,  MORE, MORE,
               say("Lagrange's multipliers"),
               say("Every force balance, with a reaction along each constraint.")),
    Capability("maggi",          "1901",      YES, YES, YES, NO,  NO,  NO,  NO,  NO,  ALL,  ALL,
               "Maggi",
               say("Force balances along virtual displacements: the reactions drop out.")),
    Capability("voronec",        "1901",      YES, YES, NO,  NO,  NO,  NO,  YES, NO,  FEW,  FEW,
               "Voronec",
               say("Constraints put into L, and the curvature force that this forgets.")),
    Capability("chaplygin",      "1897",      NO,  NO,  NO,  NO,  NO,  YES, NO,  NO,  FEW,  FEW,
               "Chaplygin",
               say("Voronec's equations where nothing depends on the eliminated coordinates.")),
    Capability("hamel",          "1902/1904", YES, YES, YES, NO,  NO,  NO,  NO,  NO,  FEW,  FEW,
               "Boltzmann-Hamel",
               say("Lagrange's equations in quasi-velocities, with their structure functions.")),
    Capability("appell",         "1879/1899", YES, YES, YES, NO,  NO,  NO,  NO,  NO,  FEW,  FEW,
               "Gibbs-Appell",
               say("Derivatives of the acceleration energy by the free accelerations.")),
    Capability("kane",           "1961/1985", YES, YES, YES, NO,  NO,  NO,  NO,  YES, ALL,  ALL,
               "Kane",
               say("Inertia forces from accelerations, along partial velocities.")),
    Capability("gauss",          "1829",      YES, YES, NO,  NO,  YES, NO,  YES, NO,  ALL,  ALL,
               "Gauss",
               say("Of all accelerations allowed, those of least constraint.")),
    Capability("udwadia_kalaba", "1992",      YES, YES, NO,  NO,  YES, NO,  YES, NO,  ALL,  ALL,
               "Udwadia-Kalaba",
               say("The acceleration explicitly, by a generalised inverse.")),
)
# fmt: on


BY_NAME = {c.name: c for c in CAPABILITIES}

COLUMNS = (
    "affine",
    "rheonomic",
    "quasi",
    "reactions",
    "redundant",
    "symmetry",
    "nonlinear",
    "quadratic",
)
MEANING = {
    "affine": say("constraints with a term a_0"),
    "rheonomic": say("constraints and Lagrangians that contain t"),
    "quasi": say("any quasi-velocities"),
    "reactions": say("gives the reactions at once"),
    "redundant": say("redundant rows may stay"),
    "symmetry": say("needs dependent coordinates absent from L, forces and constraints"),
    "nonlinear": say("constraints nonlinear in the velocities, by Chetaev's rule"),
    "quadratic": say("needs a Lagrangian quadratic in the velocities"),
}
