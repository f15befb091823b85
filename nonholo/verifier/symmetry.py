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

from fractions import Fraction
from functools import partial, reduce

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
        quartic = self.quartic(*self.frame(record))
        guards += [guard_of([{"B": (B, ONE)}], ["B"]) for B in self.inverse.values()]
        guards.append(guard_of(self.pair, self.variables))
        guards += [] if flat else [guard_of([quartic], sorted(quartic))]
        demand(not flat or self.vanish(quartic), "a quartic that does not vanish")
        return guards, {"growth_vector": self.dims, "flat": bool(flat)}

    def vanish(self, vector: dict) -> bool:
        return all(map(self.vanishes, self.cleared(vector).values()))

    def cleared(self, vector: dict) -> dict:
        """The vector without letters b = 1/B, times powers of the B."""
        mul, power, B = self.language.mul, self.language.power, self.inverse
        powers = [pair for p, _ in vector.values() for m in p for pair in m]
        high = {b: max([e for g, e in powers if g == b], default=0) for b in B}
        low = {tuple((b, -e) for b, e in high.items()): Fraction(1)}
        put = partial(self.language.put, known={}, remains=lambda g: g not in B)
        raised = {v: put(mul(x[0], low), lambda b, e: power(B[b], -e)) for v, x in vector.items()}
        return nonzero({v: (p, ONE) for v, p in raised.items()})

    def frame(self, record: dict) -> tuple[dict, dict]:
        """X_1, ..., X_5, and (a, i) -> [X_a, X_i] along them."""
        reader, language, times = self.system.reader, self.language, self.language.times
        B = {b: self.parameters.whole(self.expression(x)) for b, x in record["inverse"].items()}
        letters = {b: (language.generator("symbol", f"1/{b}"), ONE) for b in B}
        keep, reader.values = reader.values, {**reader.values, **letters}
        X1, X2 = (self.vector(x, self.variables) for x in record["frame"])
        tables = (self.vector(table, [*"12345"]).items() for table in record["turned"])
        turned = dict(zip(TURNED, ({int(j): x for j, x in t} for t in tables), strict=True))
        reader.values = keep
        self.inverse = {min(letters[b][0])[0][0]: p for b, p in B.items()}
        self.pair = [self.cleared(x) for x in (X1, X2)]
        self.orthogonal(list(self.rows.values()), self.pair)
        for x in (X1, X2):
            for b, y in letters.items():
                x[f"1/{b}"] = times(times(MINUS, times(y, y)), language.along(x, (B[b], ONE)))
        X3 = self.bracket(X1, X2)
        X = {1: X1, 2: X2, 3: X3, 4: self.bracket(X1, X3), 5: self.bracket(X2, X3)}
        for (a, i), x in turned.items():
            left = language.combined({**x, 0: MINUS}, {**X, 0: self.bracket(X[a], X[i])})
            demand(self.vanish(left), "a bracket along the frame is another one")
        return X, {**turned, (1, 5): turned[2, 4]}

    def quartic(self, X: dict, turned: dict) -> dict:
        """The invariant times powers of the B, by powers of s."""
        language, s = self.language, (self.language.generator("symbol", S), ONE)
        times, combined, along = language.times, language.combined, language.along
        dot, both, moved = language.dot, {1: MINUS, 2: s}, {4: s, 5: UNIT}
        t = {i: combined(both, {1: turned[1, i], 2: turned[2, i]}) for i in (4, 5)}
        a = language.add(dot(moved, t[4]), times(s, dot(moved, t[5])), -1)
        H, X = partial(along, {**combined(both, X), S: a}), {**X, 0: {S: UNIT}}
        turns = {0: {2: MINUS}, 2: {3: MINUS}, 3: {4: MINUS, 5: s}, **t}  # [H, X_i]
        places = {1: {2: s, 0: a}, **{i: {i: UNIT} for i in turns}}  # X_1 = s X_2 + a d/ds - H
        for i, x in turns.items():
            turns[i] = combined({**x, 0: times(MINUS, along(X[i], a))}, places)
        W: list[dict] = [{0: UNIT}]
        for _ in range(4):
            rates = {i: H(x) for i, x in W[-1].items()}
            W.append(combined({0: UNIT, 1: UNIT}, (rates, combined(W[-1], turns))))
        p, left = {}, W[4]
        for k, i, c in ((3, 4, 4), (2, 3, -6), (1, 2, 4), (0, 0, -1)):  # W_k has 1 or -1 there
            p[4 - k] = times(constant(Fraction(1, c)), left.get(i, ZERO))
            left = combined({0: UNIT, 1: times(constant(abs(c)), p[4 - k])}, (left, W[k]))

        def total(*terms: tuple) -> tuple:
            return language.sum(reduce(times, x, constant(n)) for n, *x in terms)

        slope, square, m = H(p[1]), times(p[1], p[1]), Fraction(-9, 5)
        r, P = total((1, square), (-1, slope)), total((1, p[2]), (-1, square), (-1, slope))
        P4 = (1, p[4]), (-4, p[1], p[3]), (6, p[2], r), (-3, r, r), (6, slope, slope)
        whole = total(*P4, (-1, H(H(slope))), (m, H(H(P))), (-m * m, P, P))
        part, g = self.parameters.coefficient, min(s[0])[0][0]
        powers = {dict(m).get(g, 0) for m in whole[0]}
        return self.cleared({str(n): (part(whole[0], g, n), ONE) for n in powers})
