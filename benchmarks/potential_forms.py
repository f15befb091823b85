"""Forms w = mu dG and sets w = M dG with G, mu and M from stated families; member number = seed.

    polynomial      up to 6 terms of degree <= 4 in 2 to 5 variables, coefficients +-1, +-2, +-3, 5
    rational        P/Q of degree <= 3
    trigonometric, exponential, mixed, angle, product
                    the same of degree <= 3 in the variables and sin, cos, exp of two of them, sin and cos of x + c y,
                    exp(x y); three in ten divided by one of degree <= 2

The coefficients are given expanded, numerator over denominator, so that neither mu nor G is to be
seen in them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.algebra.field import Field
from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.linear.elimination import echelon

NAMES = "xyzuv"
KINDS = (
    "polynomial",
    "polynomial",
    "rational",
    "rational",
    "trigonometric",
    "exponential",
    "mixed",
    "angle",
    "product",
)
FACTORS = ("one", "polynomial", "polynomial", "rational", "trigonometric", "exponential", "mixed")
SET_KINDS = ("polynomial", "polynomial", "rational", "trigonometric", "exponential")
COEFFICIENTS = (1, -1, 2, -2, 3, -3, 5)


@dataclass(frozen=True)
class Member:
    """Rows whose span is that of the differentials of the known functions; kinds: of the
    functions, then of mu.
    """

    seed: int
    rows: Pfaffian
    functions: tuple[Expr, ...]
    kinds: tuple[str, ...]


def single(seed: int) -> Member:
    """One form mu dG."""
    rng, own = _start(seed, 2, 5)
    kind, factor = rng.choice(KINDS), rng.choice(FACTORS)
    G = _function(rng, own.q, kind)
    mu = own.graph.one if factor == "one" else _factor(rng, own.q, factor)
    row = _expanded([mu * G.diff(q) for q in own.q])
    return _member(seed, own, [row], (G,), (kind, factor))


def together(seed: int) -> Member:
    """Two or three forms: differentials mixed by a matrix of monomials of degree 1 and numbers."""
    rng, own = _start(seed, 3, 5)
    h = rng.randint(2, min(3, own.n - 1))
    kinds = tuple(rng.choice(SET_KINDS) for _ in range(h))
    functions = tuple(_small(rng, own.q, kind) for kind in kinds)
    M = [
        [
            _polynomial(rng, own.q, 1, 1)
            if i == l or rng.random() < 0.7
            else own.graph.lift(rng.choice([0, 1]))
            for l in range(h)
        ]
        for i in range(h)
    ]
    rows = [
        [own.graph.add(*(m * G.diff(q) for m, G in zip(line, functions))) for q in own.q]
        for line in M
    ]
    return _member(seed, own, rows, functions, kinds)


def _start(seed: int, low: int, high: int):
    rng = random.Random(seed)
    return rng, chart(Graph(seed), list(NAMES[: rng.randint(low, high)]))


def _member(seed: int, own, rows, functions, kinds) -> Member:
    zero = own.graph.zero
    found = Pfaffian(
        own,
        tuple(map(tuple, rows)),
        (zero,) * len(rows),
        tuple(f"row {l}" for l in range(len(rows))),
        (None,) * len(rows),
    )
    return Member(seed, found, functions, kinds)


def is_regular(member: Member) -> bool:
    """Its rows are independent (a random function may be constant, a random matrix singular)."""
    return echelon(member.rows.chart.graph, member.rows.matrix).rank == member.rows.k


# functions
# ------------------------------------------------------------------------------------------
def _function(rng: random.Random, q: Sequence[Expr], kind: str) -> Expr:
    atoms, degree = _atoms(rng, q, kind), 4 if kind == "polynomial" else 3
    G = _polynomial(rng, atoms, degree, rng.randint(2, 6))
    if kind == "rational" or (kind != "polynomial" and rng.random() < 0.3):
        G = _divided(
            G, _polynomial(rng, atoms, degree if kind == "rational" else 2, rng.randint(1, 4))
        )
    return G


def _small(rng: random.Random, q: Sequence[Expr], kind: str) -> Expr:
    atoms = _atoms(rng, q, kind)
    G = _polynomial(rng, atoms, 2, rng.randint(1, 3))
    return (
        _divided(G, _polynomial(rng, atoms, rng.randint(1, 2), rng.randint(1, 2)))
        if kind == "rational"
        else G
    )


def _factor(rng: random.Random, q: Sequence[Expr], kind: str) -> Expr:
    mu = _polynomial(rng, _atoms(rng, q, kind), 4 if kind == "polynomial" else 2, rng.randint(1, 4))
    mu = q[0].graph.one if mu.is_zero else mu
    return _divided(mu, _polynomial(rng, q, 2, 2)) if kind == "rational" else mu


def _divided(top: Expr, bottom: Expr) -> Expr:
    return top if bottom.is_number else top / bottom


def _atoms(rng: random.Random, q: Sequence[Expr], kind: str) -> list[Expr]:
    graph, found = q[0].graph, list(q)
    two = rng.sample(list(q), 2)
    if kind in ("trigonometric", "mixed"):
        found += [wave(x) for x in two for wave in (graph.sin, graph.cos)]
    if kind in ("exponential", "mixed"):
        found += [graph.exp(x) for x in rng.sample(list(q), 2)]
    if kind == "angle":
        angle = two[0] + rng.choice([1, 2, -1]) * two[1]
        found += [graph.sin(angle), graph.cos(angle)]
    if kind == "product":
        found.append(graph.exp(two[0] * two[1]))
    return found


def _polynomial(rng: random.Random, atoms: Sequence[Expr], degree: int, terms: int) -> Expr:
    graph = atoms[0].graph
    parts = [
        graph.multiply(
            rng.choice(COEFFICIENTS), *(rng.choice(atoms) for _ in range(rng.randint(1, degree)))
        )
        for _ in range(terms)
    ]
    return graph.add(*parts, rng.choice([0, 1, -1, 2]))


def _expanded(row: Sequence[Expr]) -> list[Expr]:
    field = Field(row)
    quotients = [field.normal(e) for e in row]
    return [field.expression(q.num) / field.expression(field.expanded(q.den)) for q in quotients]
