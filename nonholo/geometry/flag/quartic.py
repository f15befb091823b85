"""Cartan's quartic of a distribution of rank two in five dimensions with growth (2, 3, 5).

Where it vanishes identically, and only there, coordinates near generic points make the distribution
that of u' = (z'')^2, the one with the most symmetries: an algebra of dimension 14, the split form
of G2.  All others have at most 7 (Cartan 1910, Kruglikov and The 2017).

It is computed along abnormal extremals (Zelenko 2006).  With a frame X_1, X_2 of D and

    X_3 = [X_1, X_2],   X_4 = [X_1, X_3],   X_5 = [X_2, X_3],      u_i = p(X_i)

they lie in u_1 = u_2 = u_3 = 0 and run along u_4 X_2 - u_5 X_1, or with s = u_4/u_5 along

    H = s X_2 - X_1 + a d/ds,      a = r_44 s + r_45 - s (r_54 s + r_55)
                                        [s X_2 - X_1, X_i] = sum_j r_ij X_j

The fields W_k = ad_H^k(d/ds), k = 0..3, are independent modulo H, and the next one hangs on them:

    W_4 = e_3 W_3 + e_2 W_2 + e_1 W_1 + e_0 W_0

This is the equation of a curve in projective space, and the quartic is the invariant of it that
neither another parameter of the curve nor another scale changes (Wilczynski 1906)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.flag.flag import Vertical, bracket, first_brackets
from nonholo.linear.elimination import Matrix, determinant
from nonholo.words.sentence import say

DEGREE = 4
Field = Mapping[Expr, Expr]  # coordinate -> component
LIFTED = (2, 3, 4, 5, 0)  # components along X_2, X_3, X_4, X_5 and, last, along d/ds


def cartan_quartic(d: Distribution, s: Expr) -> Expr:
    """Cartan's quartic at each point, of the direction s X_2 - X_1 in D.

        Q(s) = P_4 - 9/5 H(H(P_2)) - 81/25 P_2^2
        P_2 = p_2 - p_1^2 - H(p_1),   P_4 = p_4 - 4 p_1 p_3 + 6 p_2 (p_1^2 - H(p_1)) - 3 p_1^4
                                            + 6 p_1^2 H(p_1) + 3 H(p_1)^2 - H(H(H(p_1)))
        p_k = -e_(4-k)/binomial(4, k)

    d: of growth (2, 3, 5) in q at generic points; s: a symbol that is not met in it.  Returns a
    polynomial of degree 4 in s, a function of q.  Raises NotApplicable for other dimensions,
    ZeroDivisionError for other growth.  (Cartan 1910, Zelenko 2006)

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> rows = nh.constraints("dz = y dx", "dy = w dx", "du = (w^2 + b y^2 + c z^2) dx", also=["w"])
    >>> d = distribution(rows.system.pfaffian, ["z", "y", "u"])
    >>> cartan_quartic(d, d.chart.graph.symbol("s"))
    c - 9*b**2/100
    """
    if (d.m, d.k, d.pfaffian.space) != (2, 3, "q"):
        raise NotApplicable(
            say("Cartan's quartic is asked of two velocities among five, without time")
        )
    along = _Abnormal(d, s)
    e, H = along.equation(), along.derivative
    p1, p2, p3, p4 = -e[3] / 4, -e[2] / 6, -e[1] / 4, -e[0]
    slope = H(p1)
    P2 = p2 - p1**2 - slope
    P4 = p4 - 4 * p1 * p3 + 6 * p2 * (p1**2 - slope) - 3 * p1**4
    P4 = P4 + 6 * p1**2 * slope + 3 * slope**2 - H(H(slope))
    return P4 - H(H(P2)) * 9 / 5 - P2**2 * 81 / 25


def frame_of(d: Distribution) -> dict[int, Vertical]:
    """X_3, X_4, X_5"""
    (X3,) = first_brackets(d)
    return {3: X3, 4: bracket(d, 1, X3), 5: bracket(d, 2, X3)}


def along_frame(
    X: Sequence[Field], q: Sequence[Expr], pairs: Sequence[tuple[int, int]]
) -> list[dict[int, Expr]]:
    """[X_a, X_i] along X_1, ..., X_5, by Cramer's rule, without components that vanish.

    X: X_1 and X_2; q: the coordinates; pairs: (a, i).  Raises ZeroDivisionError for other growth.
    """
    graph = q[0].graph
    frame = dict(enumerate(X, start=1))
    for i, (a, b) in {3: (1, 2), 4: (1, 3), 5: (2, 3)}.items():
        frame[i] = _bracket(frame[a], frame[b])

    def volume(fields: Mapping[int, Field]) -> Expr:
        return determinant(graph, [[Y.get(x, graph.zero) for x in q] for Y in fields.values()])

    below = volume(frame)
    brackets = (_bracket(frame[a], frame[i]) for a, i in pairs)
    along = ({j: volume({**frame, j: Z}) / below for j in frame} for Z in brackets)
    return [{j: e for j, e in components.items() if not e.is_zero} for components in along]


def _bracket(X: Field, Y: Field) -> Field:
    """[X, Y]^i = X(Y^i) - Y(X^i)"""

    def along(Z: Field, f: Expr | None) -> list[Expr]:
        return [] if f is None else [c * f.diff(x) for x, c in Z.items()]

    (graph,) = {x.graph for x in X}
    return {
        x: graph.add(*along(X, Y.get(x)), *(-e for e in along(Y, X.get(x)))) for x in {**X, **Y}
    }


def _along(d: Distribution, frame: Mapping[int, Vertical], Z: Vertical) -> dict[int, Expr]:
    """A vertical field along the frame, by Cramer's rule."""

    def volume(rows: Mapping[int, Vertical]) -> Expr:
        matrix: Matrix = [list(row) for row in rows.values()]
        return determinant(d.chart.graph, matrix)

    below = volume(frame)
    return {j: volume({**frame, j: Z}) / below for j in frame}


class _Abnormal:
    """The fields of an abnormal extremal, in (q, s)."""

    def __init__(self, d: Distribution, s: Expr):
        self.d, self.s, self.frame = d, s, frame_of(d)
        self.turned = {4: self._turned(4), 5: self._turned(5)}
        r4, r5, s = self.turned[4], self.turned[5], self.s
        self.a = r4[4] * s + r4[5] - s * (r5[4] * s + r5[5])

    def _turned(self, i: int) -> dict[int, Expr]:
        """[s X_2 - X_1, X_i] along X_3, X_4, X_5."""
        first, second = (bracket(self.d, J, self.frame[i]) for J in (1, 2))
        turned = tuple(self.s * y - x for x, y in zip(first, second))
        return _along(self.d, self.frame, turned)

    def _along(self, i: int, f: Expr) -> Expr:
        """X_i f"""
        if i < 3:
            return self.d.X(i, f)
        q = (self.d.chart.q[l] for l in self.d.dependent)
        rates = [c * f.diff(x) for c, x in zip(self.frame[i], q) if f.has([x])]
        return self.d.chart.graph.add(*rates)

    def derivative(self, f: Expr) -> Expr:
        """H f"""
        return self.s * self.d.X(2, f) - self.d.X(1, f) + self.a * f.diff(self.s)

    def bracketed(self, W: Mapping[int, Expr]) -> dict[int, Expr]:
        """[H, W] of a field without a component along X_1."""
        turned, s = self.turned, self.s
        image = {i: self.derivative(w) for i, w in W.items()}
        image[2] -= W[0]
        image[3] -= W[2]
        image[4] -= W[3]
        image[5] += s * W[3]
        for i in (4, 5):
            for j, r in turned[i].items():
                image[j] += W[i] * r
        image[0] -= W[0] * self.a.diff(s)
        for i in (2, 3, 4, 5):
            image[0] -= W[i] * self._along(i, self.a)
        return image

    def equation(self) -> list[Expr]:
        """e_0, ..., e_3; the W_k are triangular: W_3 alone of them holds X_4, W_2 X_3, W_1 X_2."""
        zero, one = self.d.chart.graph.zero, self.d.chart.graph.one
        W = [dict.fromkeys(LIFTED, zero) | {0: one}]
        for _ in range(DEGREE):
            W.append(self.bracketed(W[-1]))
        left, e = W[DEGREE], [zero] * DEGREE
        for k, i in ((3, 4), (2, 3), (1, 2), (0, 0)):
            e[k] = left[i] / W[k][i]
            left = {j: w - e[k] * W[k][j] for j, w in left.items()}
        return e
