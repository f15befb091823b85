"""Systems whose invariant measure is known, and families in which it is planted.

    python benchmarks/known_measures.py [--sets 2000] [--seed 1] [--first 0]

For u' = a(q, u), q' = sum_a u_a X_a a density N(q) is invariant iff theta_a = X_a(ln N), where the
divergence is - sum_a theta_a u_a.  Blocks with known N_0 share no coordinate:

    lam (x'^2 + y'^2)/2 - V                N_0 = lam^2                          (Liouville)
    z' = y x',  L = |v|^2/2 - V            N_0 = sqrt(1 + y^2), u = (x', y')    (Rosenberg1977)
    skate, mass centre over its edge       N_0 = 1, u = (speed, rate of turn)

Forces quadratic in u then add theta = X(G) + p e, where no f has X(f) = e (reason beside each e),
and - p u, which does not vanish at rest.  What has a density is a linear space, so there is one iff
all p = 0, and it is N_0 exp(G).  p is a number, or a polynomial in letters: then the cells of
`families --of measure` are asked at points on the planted sets and beside them.  The coordinates
change, the rows are mixed; N becomes N |det J| |det du/dr'|, which is compared at points, with 80
digits, up to a constant."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from known_families import LETTERS, Hidden, holds, points, rational, survey, values_of
from known_strata import DIGITS, number
from mpmath import fabs, matrix, mp, mpf
from planted_motion import Planted, polynomial
from texts import Form, Function, apply, lift, plus, power, times, variable

import nonholo as nh
from nonholo.dynamics.equations import motion
from nonholo.dynamics.measure import Measure, invariant_measure
from nonholo.expression.text import text
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution

CLOSE = mpf(10) ** -20
LONGEST = 900  # letters of all forces
STRAIGHT = ("Y0", "Y1", "Y2")


@dataclass(frozen=True, slots=True)
class Block:
    """kinetic, rows: as in `Planted.case`; fields: X_a in straight coordinates; speeds: forms that
    are the u_a on admissible velocities; load: forms F_a, so that the force Q F_a adds Q/weight_a to
    u_a'; density: N_0; odd: e, as (a, e_a), for which there is no f."""

    kinetic: Sequence[tuple[Function, Form]]
    rows: Sequence[Form]
    fields: Sequence[Sequence[Function]]
    speeds: Sequence[Form]
    load: Sequence[tuple[Function, Form]]
    density: Function
    odd: Sequence[tuple[int, Function]]


def free(rng: random.Random, y: Sequence[Function]) -> Block:
    """e is no differential: its components at the two coordinates do not have equal slopes."""
    a, b = y
    u = rng.choice(y)
    lam = rng.choice((lift(1), lift(3), apply("exp", u), power(u, 2) + 1))
    da, db = ((lift(1), a),), ((lift(1), b),)
    odd = ((1, a), (0, b), (1, power(a, 2)), (0, apply("exp", b)), (0, a * b), (1, a * b))
    basis = ((lift(1), lift(0)), (lift(0), lift(1)))
    return Block(
        ((lam, da), (lam, db)), (), basis, (da, db), ((lam, da), (lam, db)), lam * lam, odd
    )


def contact(rng: random.Random, y: Sequence[Function]) -> Block:
    """X_1 = d_x + y d_z, X_2 = d_y: f would have f_z = g = X_2 e_1 - X_1 e_2, f_x = e_1 - y g, f_y =
    e_2, and that is closed for no e of these."""
    del rng
    a, b, c = y
    da, db, dc = (((lift(1), s),) for s in y)
    fields = ((lift(1), lift(0), b), (lift(0), lift(1), lift(0)))
    odd = (
        (0, c),
        (0, power(b, 2)),
        (0, power(b, 3)),
        (1, c),
        (1, power(a, 2)),
        (0, apply("sin", b)),
    )
    load = ((power(b, 2) + 1, da), (lift(1), db))
    row = ((lift(1), c), (-b, a))
    one = lift(1)
    return Block(
        ((one, da), (one, db), (one, dc)),
        (row,),
        fields,
        (da, db),
        load,
        apply("sqrt", power(b, 2) + 1),
        odd,
    )


def skate(rng: random.Random, y: Sequence[Function]) -> Block:
    """X_1 = cos(h) d_x + sin(h) d_y, X_2 = d_h: f with X_1 f = e_1, X_2 f = 0 is cos(h) f_x + sin(h)
    f_y for f of x, y, which none of e_1 = h, 1, y cos(h) is; and X_2 f = x, X_1 f = 0 leaves h
    cos(h) + ... = 0."""
    a, b, h = y
    m, inertia = lift(rng.choice((1, 2))), lift(rng.choice((1, "1/3")))
    c, s, one = apply("cos", h), apply("sin", h), lift(1)
    along, turn = ((c, a), (s, b)), ((one, h),)
    kinetic = ((m, ((one, a),)), (m, ((one, b),)), (inertia, turn))
    fields = ((c, s, lift(0)), (lift(0), lift(0), one))
    odd = ((0, h), (0, one), (0, b * c), (1, a), (1, b))
    row = ((c, b), (-s, a))
    return Block(kinetic, (row,), fields, (along, turn), ((m, along), (inertia, turn)), one, odd)


MAKERS = ((free, 2), (contact, 3), (skate, 3))


@dataclass(frozen=True)
class Number:
    """p without letters."""

    value: int

    @property
    def text(self) -> str:
        return f"({self.value})"

    def at(self, values) -> int:
        del values
        return self.value


@dataclass(frozen=True)
class Known:
    """A case, its planted p (those of one block together), and N_0 exp(G) with what measures it."""

    case: nh.Case
    planted: Planted
    coefficients: Sequence[Hidden | Number]
    density: Function
    blocks: Sequence[Block]
    hidden: Sequence[tuple[Hidden, ...]] = field(default=())

    def exists(self, values=None) -> bool:
        return not any(p.at(values) for p in self.coefficients)

    def ratio(self, found: str, velocities: Sequence[str], at) -> mpf:
        """N of the package over that of the plan, in the same volume."""
        with mp.workdps(DIGITS):
            n = len(self.planted.names)
            J = matrix(n, n)
            for i, y in enumerate(self.planted.y):
                for j, name in enumerate(self.planted.names):
                    J[i, j] = number(y.grad.get(name, "0"), at)
            m = sum(len(block.fields) for block in self.blocks)
            B, row, column = matrix(n, m), 0, 0
            for block in self.blocks:
                for a, X in enumerate(block.fields):
                    for i, e in enumerate(X):
                        B[row + i, column + a] = number(e.text, at)
                row += len(block.fields[0])
                column += len(block.fields)
            rates = J**-1 * B  # x' = rates u
            chosen = [self.planted.names.index(v.rstrip("'")) for v in velocities]
            S = matrix(m, m)
            for i, j in enumerate(chosen):
                for a in range(m):
                    S[i, a] = rates[j, a]
            plan = number(self.density.text, at) * fabs(mp.det(J)) / fabs(mp.det(S))
            return number(found, at) / plan


def known_measure(rng: random.Random) -> Known:
    """The first that is short enough to be told in a few lines."""
    while True:
        known = _drawn(rng)
        if known is not None:
            return known


def _drawn(rng: random.Random) -> Known | None:
    letters = rng.random() < 0.4
    kinds = [rng.choice(MAKERS) for _ in range(rng.choice((1, 1, 2)))]
    planted = Planted.draw(rng, sum(size for _, size in kinds), 1 if letters else 3)
    blocks, start, coefficients, forces = [], 0, [], []
    kinetic, rows, density, around = [], [], lift(1), list(planted.y)
    damped = False
    for maker, size in kinds:
        y = planted.y[start : start + size]
        start += size
        block = maker(rng, y)
        blocks.append(block)
        kinetic += block.kinetic
        rows += block.rows
        u = [planted.velocity(form) for form in block.speeds]
        straight = [variable(name) for name in STRAIGHT[:size]]
        G = polynomial(rng, straight, 2) if rng.random() < 0.6 else lift(0)
        theta = [f"({_along(X, G, y)})" for X in block.fields]
        p = _coefficient(rng, letters)
        if p is not None:
            a, e = rng.choice(block.odd)
            theta[a] = f"({theta[a]} + {p.text}*{e.text})"
            coefficients.append(p)
        # a_a = - theta_a u_a^2/2, or with the other velocity as a factor: the same divergence
        added = [f"-({w})*({v})^2/2" for w, v in zip(theta, u)]
        if rng.random() < 0.3:
            added = [f"-({theta[1]})*({u[0]})*({u[1]})", f"-({theta[0]})*({u[0]})*({u[1]})"]
        if rng.random() < 0.4:
            added[0] += f" + 2*{rng.choice(y).text}*({u[1]})^2"
        if not damped and rng.random() < 0.15:
            p = _coefficient(rng, letters)
            damped = p is not None
            if p is not None:
                added[0] += f" - {p.text}*({u[0]})"
                coefficients.append(p)
        forces += [(f"({w.text})*({Q})", form) for Q, (w, form) in zip(added, block.load)]
        density = density * block.density * lift(f"exp({_put(G.text, y)})")
    V = polynomial(rng, around) if rng.random() < 0.6 else lift(0)
    if sum(len(Q) + sum(len(a.text) for a, _ in form) for Q, form in forces) > LONGEST:
        return None
    parameters = {"parameters": dict.fromkeys(LETTERS)} if letters else {}
    case = planted.case(rng, kinetic, V, rows, forces, **parameters)
    hidden = tuple((p,) for p in coefficients if isinstance(p, Hidden))
    return Known(case, planted, coefficients, density, blocks, hidden)


def _along(X: Sequence[Function], G: Function, y: Sequence[Function]) -> str:
    """X(G) = sum_i X_i dG/dy_i in the moved coordinates; G in STRAIGHT ones."""
    slopes = [_put(G.grad.get(name, "0"), y) for name in STRAIGHT]
    return plus(*(times(a.text, f"({slope})") for a, slope in zip(X, slopes) if slope != "0"))


def _put(told: str, y: Sequence[Function]) -> str:
    """A text in STRAIGHT coordinates, told in the moved ones."""
    return re.sub(r"\bY(\d)\b", lambda found: f"({y[int(found[1])].text})", told)


def _coefficient(rng: random.Random, letters: bool) -> Hidden | Number | None:
    if rng.random() < 0.45:
        return None
    return Hidden(rng) if letters else Number(rng.choice((0, 1, 1, -2)))


def judge(rng: random.Random, certify: bool) -> tuple[str, float]:
    del certify
    known = known_measure(rng)
    start = time.perf_counter()
    told = in_families(known, rng) if known.hidden else at_numbers(known, rng)
    return told, time.perf_counter() - start


def at_numbers(known: Known, rng: random.Random) -> str:
    """Is there a measure, and is the density the one of the plan?"""
    found = _asked(known.case)
    if found.decision.answer is None:
        return f"open: {found.decision.reason}"
    if found.decision.answer is not known.exists():
        return f"WRONG: {found.decision.answer}, planted {known.exists()}"
    if not found.decision.answer:
        return "right, none"
    if found.density is None:
        return "right, without a formula"
    values = [_ratio(known, found, rng) for _ in range(6)]
    values = [fabs(value) for value in values if isinstance(value, mpf) and value]
    if len(values) < 2:
        return "right, density not compared"
    if max(values) - min(values) > CLOSE * max(values):
        return f"WRONG: the density {text(found.density)} is not that of the plan"
    return "right, with its density"


def _asked(case: nh.Case) -> Measure:
    """What `compare` asks, without the formulations that it compares."""
    rows, _, _ = independent_rows(case.system.pfaffian)
    d = distribution(rows, case.dependent, case.nominal)
    return invariant_measure(case.system, d, motion(multipliers(case.system, d)))


def _ratio(known: Known, found, rng: random.Random):
    at = {name: mpf(rng.randint(-900, 900)) / 1009 for name in known.planted.names} | {"t": mpf(0)}
    try:
        return known.ratio(text(found.density), found.velocities, at)
    except (TypeError, ValueError, ZeroDivisionError):  # a root or a pole there
        return None


def in_families(known: Known, rng: random.Random) -> str:
    """The cells at points on the planted sets and beside them, and at the point of each cell."""
    found = nh.families(known.case, "measure", records=False).families["measure"]
    if not found.complete:
        return f"open: {found.reasons}"
    asked = list(points(rng, known.hidden))
    asked += [values_of(cell.at) for cell in found.cells if rational(cell.at)]
    for values in asked:
        inside = {cell.answer.exists for cell in found.cells if holds(cell, values)}
        if inside != {known.exists(values)}:
            return f"WRONG: {inside} at {values}, planted {known.exists(values)}"
    return "right cells"


if __name__ == "__main__":
    survey(judge, __doc__, 2000)
