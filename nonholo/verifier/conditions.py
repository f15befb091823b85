"""Rule 51: for which unspecified functions a set is holonomic.

Rows are solved for some velocities l, D q_l' = sum_J a_lJ q_J', with curvature B_l,ji.  Where D is
not 0 they are integrable if all B are 0; for smooth functions, on any open set,

    all B_n = 0  <=>  all E_n = 0           B_m = sum_n c_n dE_n,  g E_m = sum_n c_n dE_n + c_n dB_n

with derivatives d by coordinates; in the second sum of equations before E_m, and of B at numbers
for coordinates that no function holds.  g is made of E_m and of what is 0 on no open set.
"""

from functools import reduce
from itertools import combinations
from typing import Any

from .cases import Cases
from .outcome import demand
from .polynomials import ONE, plus
from .substitution import Substituted, solved_in


class Conditions(Cases):
    """Equations E_n, and why a set is holonomic exactly for functions that obey them."""

    def curvature(self, problem: dict) -> tuple[dict, dict]:
        """D, and B_l,ji by names."""
        reader, whole = self.levels.reader, self.parameters.whole
        self.coordinates = [q for q in problem["coordinates"] if q not in reader.bound]
        rows: Any = Substituted(self, self.levels, self.parameters, [])  # type: ignore[arg-type]
        split = rows.split(*solved_in(self.record))
        rows.followed(self.record, split)
        pairs = [(l, *pair) for l in split.slopes for pair in combinations(split.others, 2)]
        return whole(split.D), {" ".join(one): whole(rows.bend(split, *one)) for one in pairs}

    def check(self, stated: dict, where: list) -> dict:
        where[0], record = "exactly", self.record
        D, B = self.curvature(stated["problem"])
        demand(record["unless"], "may D be 0?")
        for claim in record["unless"]:  # where D is 0 on an open set all of these are
            self.followed(claim, {"D": D})
        self.parameters.nonzero.append(D)
        E: dict[str, dict] = {}
        for number, claim in enumerate(record["equations"]):
            E[str(number)] = self.followed(claim, {**B, **E})
        for name, p in B.items():
            same = p == self.sum(record["curvature"].get(name, []), E)
            demand(same, f"the sum for {name} is another one")
        sides = ("equations", "unless")
        told = {side: [claim["equation"] for claim in record[side]] for side in sides}
        return {"exactly": {**told, "assumed": self.assumed}}

    def followed(self, claim: dict, known: dict) -> dict:
        """What is 0 where all that is known is."""
        p, *factors = map(self.parameters.polynomial, (claim["equation"], *claim["factors"]))
        flat = [factor for factor in factors if factor != p and not self.nowhere_flat(factor)]
        demand(not flat, "a factor that may be 0")
        same = reduce(self.language.mul, factors, p) == self.sum(claim["sum"], known)
        demand(same, f"the sum for {claim['equation'][:60]} is another one")
        return p

    def nowhere_flat(self, p: dict) -> bool:
        """Never 0, or a function of coordinates alone, which is 0 on no open set."""
        functions = self.language.generators_in((p, ONE)) & {*self.language.of_kind("function")}
        alone = self.language.symbols_in((p, ONE)) <= {*self.levels.reader.names}
        return (bool(p) and alone and not functions) or self.parameters.never_zero(p)

    def sum(self, terms: list, known: dict) -> dict:
        """Of what is known, derived by coordinates or at a place, times polynomials."""
        whole, reader = self.parameters.whole, self.levels.reader
        total: dict = {}
        for term in terms:
            p = known[term["of"]]
            for name in term["by"]:
                demand(name in reader.names, "a derivative by what is no coordinate")
                p = whole(self.language.diff((p, ONE), name))
            p = self.parameters.value(self.places[term["at"]], p) if "at" in term else p
            total = plus(total, self.language.mul(whole(reader.expression(term["times"])), p))
        return total
