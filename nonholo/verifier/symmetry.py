"""Rule 53: has a distribution of growth (2, 3, 5) the most symmetries, for all parameters of which
some equations hold, but where a guard vanishes: does Cartan's quartic vanish identically?

Abnormal extremals of two fields X_1, X_2 run along a field H of (q, s):

    X_3 = [X_1, X_2],   X_4 = [X_1, X_3],   X_5 = [X_2, X_3],   [s X_2 - X_1, X_i] = sum_j t_ij X_j
    H = s X_2 - X_1 + a d/ds,   a = t_44 s + t_45 - s (t_54 s + t_55)

Modulo H the fields W_k = ad_H^k(d/ds) obey an equation W_4 = sum_k e_k W_k, whose invariant is the
quartic in s (Zelenko 2006, Wilczynski 1906): with p_k = -e_(4-k)/binomial(4, k)

    P_4 - 9/5 H(H(P_2)) - 81/25 P_2^2,   P_2 = p_2 - p_1^2 - H(p_1),   r = p_1^2 - H(p_1),
    P_4 = p_4 - 4 p_1 p_3 + 6 p_2 r - 3 r^2 + 6 H(p_1)^2 - H(H(H(p_1)))
"""

from collections.abc import Callable
from copy import copy
from fractions import Fraction
from functools import cache, partial, reduce
from typing import Any

from .guards import Guard, guard_of
from .outcome import demand
from .polynomials import ONE, UNIT, ZERO, constant, nonzero
from .region import Region

S, MINUS = "s in D", constant(-1)  # no name that a coordinate can have
TURNED = ((1, 4), (2, 4), (2, 5))  # [X_1, X_5] = [X_2, X_4]


class Symmetric(Region):
    """The growth vector, and whether the quartic vanishes."""

    frequencies = False

    def proved(self, record: dict) -> tuple[list[Guard], dict]:
        """Rule 53: what must not vanish identically where the answer is the one that is shown."""
        guards, flat = self.dimensions(record), record.get("flat")
        demand(self.space == "q", "the quartic of rows with time")
        if self.dims != [2, 3, 5] or len(self.variables) != 5:
            return guards, {"growth_vector": self.dims, "flat": None}
        quartic = cache(self.quartic(*self.frame(record)))
        guards += [guard_of([{"B": B}], ["B"]) for B in self.inverse.values()]
        guards.append(guard_of(self.pair, self.variables))
        parts = {n: (lambda place, n=str(n): quartic(place).get(n, ZERO)[0], ONE) for n in range(5)}
        guards += [] if flat else [guard_of([parts], [*parts])]
        demand(not flat or self.vanish(quartic(None)), "a quartic that does not vanish")
        return guards, {"growth_vector": self.dims, "flat": bool(flat)}

    def vanish(self, vector: dict) -> bool:
        return all(map(self.vanishes, self.cleared(vector).values()))

    def cleared(self, vector: dict, place: Any = None) -> dict:
        """The vector without letters b = 1/B, times powers of the B, everywhere; or at a place, and
        there one power more: where a B is 0 at the place, b has no value, and nothing is shown."""
        mul, power = self.language.mul, self.language.power
        B = {b: p for b, (p, _) in self.at(place, self.inverse).items()}
        powers = [pair for p, _ in vector.values() for m in p for pair in m]
        more = 0 if place is None else 1
        high = {b: max([0, *(e for g, e in powers if g == b)]) + more for b in B}
        low = {tuple((b, -e) for b, e in high.items()): Fraction(1)}
        put = partial(self.language.put, known={}, remains=lambda g: g not in B)
        raised = {v: put(mul(x[0], low), lambda b, e: power(B[b], -e)) for v, x in vector.items()}
        return nonzero({v: (p, ONE) for v, p in raised.items()})

    def frame(self, record: dict) -> tuple[dict, dict]:
        """X_1, ..., X_5, and (a, i) -> [X_a, X_i] along them."""
        reader, language, times = self.system.reader, self.language, self.language.times
        texts, whole = record["inverse"], self.parameters.whole
        B = {b: (whole(self.expression(x)), ONE) for b, x in texts.items()}
        letters = {b: (language.generator("symbol", f"1/{b}"), ONE) for b in B}
        keep, reader.values = reader.values, {**reader.values, **letters}
        X1, X2 = (self.vector(x, self.variables) for x in record["frame"])
        tables = (self.vector(table, [*"12345"]).items() for table in record["turned"])
        turned = dict(zip(TURNED, ({int(j): x for j, x in t} for t in tables), strict=True))
        reader.values = keep
        self.inverse: dict = {min(letters[b][0])[0][0]: x for b, x in B.items()}
        self.parameters = copy(self.parameters)  # s and the letters stay what they are at a place
        fixed = {min(language.generator("symbol", S))[0][0], *self.inverse}
        self.parameters.letters = self.parameters.letters | fixed
        self.pair = [self.cleared(x) for x in (X1, X2)]
        self.orthogonal(list(self.rows.values()), self.pair)
        for x in (X1, X2):
            for b, y in letters.items():
                x[f"1/{b}"] = times(times(MINUS, times(y, y)), language.along(x, B[b]))
        X3 = self.bracket(X1, X2)
        X = {1: X1, 2: X2, 3: X3, 4: self.bracket(X1, X3), 5: self.bracket(X2, X3)}
        for (a, i), x in turned.items():
            left = language.combined({**x, 0: MINUS}, {**X, 0: self.bracket(X[a], X[i])})
            demand(self.vanish(left), "a bracket along the frame is another one")
        return X, {**turned, (1, 5): turned[2, 4]}

    def at(self, place: Any, vector: dict) -> dict:
        """The values at a place, or everywhere."""
        if place is None:
            return vector
        return {v: (self.parameters.value(place, x), ONE) for v, (x, _) in vector.items()}

    def quartic(self, X: dict, turned: dict) -> Callable:
        """place -> the invariant times powers of the B there, by powers of s; None: everywhere."""
        language, s = self.language, (self.language.generator("symbol", S), ONE)
        times, combined, along = language.times, language.combined, language.along
        dot, both, moved = language.dot, {1: MINUS, 2: s}, {4: s, 5: UNIT}
        t = {i: combined(both, {1: turned[1, i], 2: turned[2, i]}) for i in (4, 5)}
        a = language.add(dot(moved, t[4]), times(s, dot(moved, t[5])), -1)
        field, X = {**combined(both, X), S: a}, {**X, 0: {S: UNIT}}
        turns = {0: {2: MINUS}, 2: {3: MINUS}, 3: {4: MINUS, 5: s}, **t}  # [H, X_i]
        places = {1: {2: s, 0: a}, **{i: {i: UNIT} for i in turns}}  # X_1 = s X_2 + a d/ds - H
        for i, x in turns.items():
            turns[i] = combined({**x, 0: times(MINUS, along(X[i], a))}, places)
        H, sums = partial(along, field), {0: UNIT, 1: UNIT}
        W: list[dict] = [{0: UNIT}]
        for _ in range(3):
            W.append(combined(sums, ({i: H(x) for i, x in W[-1].items()}, combined(W[-1], turns))))
        W3, lifts = {**W[3]}, {i: x.pop(0, ZERO) for i, x in turns.items()}
        left = combined(W3, turns)  # W_4 but along d/ds, which may be long
        low = [w.pop(0, ZERO) for w in W]
        left, p = combined(sums, ({i: H(x) for i, x in W[3].items()}, left)), {}
        for k, i, c in ((3, 4, 4), (2, 3, -6), (1, 2, 4)):  # W_k has 1 or -1 there
            p[4 - k] = times(constant(Fraction(1, c)), left.get(i, ZERO))
            left = combined({0: UNIT, 1: times(constant(abs(c)), p[4 - k])}, (left, W[k]))

        def total(*terms: tuple) -> tuple:
            return language.sum(reduce(times, x, constant(n)) for n, *x in terms)

        slope, m = H(p[1]), Fraction(-9, 5)
        P = total((1, p[2]), (-1, p[1], p[1]), (-1, slope))
        rising = [{v: language.diff(x, v) for v in field} for x in (low[3], H(slope), H(P))]
        used = dict(enumerate((p[1], p[2], p[3], slope, P, *low[1:])))

        def whole(place: Any) -> dict:
            p1, p2, p3, slope, P, w1, w2, w3 = (at := partial(self.at, place))(used).values()
            W4, bent, steep = (dot(at(field), at(x)) for x in rising)
            p4 = (-1, W4), (-1, dot(at(W3), at(lifts))), (-4, p1, w3), (-6, p2, w2), (-4, p3, w1)
            r = total((1, p1, p1), (-1, slope))
            P4 = *p4, (-4, p1, p3), (6, p2, r), (-3, r, r), (6, slope, slope)
            p, _ = total(*P4, (-1, bent), (m, steep), (-m * m, P, P))
            part, g = self.parameters.coefficient, min(s[0])[0][0]
            powers = {dict(m).get(g, 0) for m in p}
            return self.cleared({str(n): (part(p, g, n), ONE) for n in powers}, place)

        return whole
