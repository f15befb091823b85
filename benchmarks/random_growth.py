"""Random sets of constraints: growth vectors of dgcv and those told here, verdicts of symbtools.

    python benchmarks/random_growth.py [--sets 1000] [--seed 1] [--first 0] [--limit 30]

Coefficients are products and sums of coordinates, sines, exponentials and quotients in three to six
coordinates; some rows are total differentials times a factor, some are mixed with others.  dgcv
tells the dimensions of its weak derived flag, D + [D, D^i], and of its derived flag, [D^i, D^i]
(here `growth` and `big_growth`); symbtools, whether the kernel is involutive at a random point.
Where they differ, brackets in rational numbers at a random point judge: expansions of the fields to
a finite order, in which sines and exponentials are series.  Needs requirements.txt."""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import random
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from known_families import Late, in_time
from known_integrals import PRIME as P
from known_integrals import rank

import nonholo as nh

NAMES = ("x", "y", "z", "u", "v", "w")
ORDER = 6  # of the flag that the judge follows


@dataclass(frozen=True, slots=True)
class Drawn:
    """Rows of coefficients, texts in the coordinates."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def texts(self) -> list[str]:
        return [
            " + ".join(f"({c}) d{q}" for q, c in zip(self.names, row, strict=True)) + " = 0"
            for row in self.rows
        ]


def factor(draw: random.Random, names: Sequence[str]) -> str:
    q = draw.choice(names)
    kinds = [q, q, f"{q}^2", f"sin({q})", f"cos({q})", f"exp({q})", f"1/(1 + {q}^2)"]
    return draw.choice(kinds)


def coefficient(draw: random.Random, names: Sequence[str]) -> str:
    """Zero, a number or a short sum of products."""
    kind = draw.random()
    if kind < 0.3:
        return "0"
    if kind < 0.45:
        return str(draw.randint(1, 3))
    terms = []
    for _ in range(draw.choice((1, 1, 1, 2))):
        some = [factor(draw, names) for _ in range(draw.choice((1, 1, 2)))]
        terms.append("*".join([str(draw.choice((-2, -1, 1, 3))), *some]))
    return " + ".join(f"({t})" for t in terms)


def differential(draw: random.Random, names: Sequence[str]) -> list[str]:
    """df times a factor, f a product of two coordinates, plus a coordinate."""
    one, other, more = (draw.choice(names) for _ in range(3))
    row = dict.fromkeys(names, "0")
    scale = factor(draw, names)
    for q, slope in ((one, other), (other, one), (more, "1")):
        row[q] += f" + ({scale})*({slope})"
    return list(row.values())


def drawn(seed: str) -> Drawn:
    draw = random.Random(seed)
    names = NAMES[: draw.choice((3, 4, 4, 5, 5, 6))]
    rows = []
    for _ in range(draw.randint(1, min(3, len(names) - 2))):
        if draw.random() < 0.25:
            rows.append(differential(draw, names))
        else:
            rows.append([coefficient(draw, names) for _ in names])
    if len(rows) > 1 and draw.random() < 0.3:
        scale = factor(draw, names)
        rows[0] = [f"({a}) + {scale}*({b})" for a, b in zip(rows[0], rows[1], strict=True)]
    return Drawn(names, tuple(map(tuple, rows)))


def ours(sets: Drawn) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Growth vectors by both flags; None if one is left open."""
    check = nh.check(nh.constraints(*sets.texts, also=list(sets.names)))
    growth, big = check.growth, check.big_growth
    if not (growth.complete and big.complete):
        return None
    return growth.vector, big.vector


def theirs(sets: Drawn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The same by dgcv."""
    import dgcv
    from dgcv._aux._backends import _symbolic_router as functions

    dgcv.createVariables("dgq", len(sets.names), withVF=True, remove_guardrails=True)
    q = [getattr(sys.modules["__main__"], f"dgq{i + 1}") for i in range(len(sets.names))]
    space = dict(zip(sets.names, q, strict=True))
    space |= {f: getattr(functions, f) for f in ("sin", "cos", "exp")}
    basis = dgcv.get_DF(*q)
    forms = []
    for row in sets.rows:  # texts made above
        terms = [eval(c.replace("^", "**"), {}, space) * e for c, e in zip(row, basis, strict=True)]
        total = terms[0]
        for term in terms[1:]:
            total = total + term
        forms.append(total)
    spread = dgcv.distribution(spanning_df_set=forms, coordinate_space=q)
    return summed(spread.weak_derived_flag()), summed(spread.derived_flag())


def summed(flag: Sequence[Sequence[Any]]) -> tuple[int, ...]:
    """Dimensions from what each step adds.

    >>> summed([["X", "Y"], ["Z"]])
    (2, 3)
    """
    total, sizes = 0, []
    for step in flag:
        total += len(step)
        sizes.append(total)
    return tuple(sizes)


def involutive(sets: Drawn) -> bool:
    """What symbtools says of the kernel."""
    import symbtools as st
    import sympy as sp

    symbols = {n: sp.Symbol(n) for n in sets.names}
    texts = [[c.replace("^", "**") for c in row] for row in sets.rows]
    matrix = sp.Matrix([[sp.sympify(c, locals=symbols) for c in row] for row in texts])
    kernel = st.nullspaceMatrix(matrix)
    return bool(st.involutivity_test(kernel, sp.Matrix(list(symbols.values())))[0])


# --- the judge: fields as polynomials about a random point, cut at an order
# ------------------------------------------------------------------------------------------------

Jet = dict[tuple[int, ...], int]  # exponents -> coefficient


class Jets:
    """Polynomials modulo P in n variables, up to `order`."""

    def __init__(self, n: int, order: int) -> None:
        self.n, self.order = n, order
        self.unit = (0,) * n

    def number(self, value: int) -> Jet:
        return {self.unit: value % P} if value % P else {}

    def variable(self, i: int, at: int) -> Jet:
        one = tuple(int(j == i) for j in range(self.n))
        return {self.unit: at % P, one: 1}

    def add(self, a: Jet, b: Jet, scale: int = 1) -> Jet:
        made = dict(a)
        for k, c in b.items():
            made[k] = (made.get(k, 0) + scale * c) % P
        return {k: c for k, c in made.items() if c}

    def times(self, a: Jet, b: Jet) -> Jet:
        made: Jet = {}
        for i, c in a.items():
            room = self.order - sum(i)
            for j, d in b.items():
                if sum(j) <= room:
                    k = tuple(map(int.__add__, i, j))
                    made[k] = (made.get(k, 0) + c * d) % P
        return {k: c for k, c in made.items() if c}

    def compose(self, a: Jet, series: Sequence[int]) -> Jet:
        """sum_k series[k] (a - a(0))^k."""
        inner = {k: c for k, c in a.items() if k != self.unit}
        total, power = self.number(series[0]), self.number(1)
        for c in series[1:]:
            power = self.times(power, inner)
            total = self.add(total, power, c)
        return total

    def inverse(self, a: Jet) -> Jet:
        start = pow(a[self.unit], -1, P)
        return self.compose(a, [(-1) ** k * pow(start, k + 1, P) for k in range(self.order + 1)])

    def slope(self, a: Jet, i: int) -> Jet:
        made = {}
        for k, c in a.items():
            if k[i]:
                made[tuple(e - int(j == i) for j, e in enumerate(k))] = c * k[i] % P
        return made


def judged(sets: Drawn, seed: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Growth at a random point modulo a prime: sin and cos are a point of the circle there."""
    draw = random.Random(seed)
    n = len(sets.names)
    jets = Jets(n, ORDER)
    place = {q: jets.variable(i, draw.randrange(P)) for i, q in enumerate(sets.names)}
    circle = {}
    for q in sets.names:
        s = draw.randrange(P)
        low = pow(1 + s * s, -1, P)
        circle[q] = ((1 - s * s) * low % P, 2 * s * low % P)
    grow = {q: draw.randrange(1, P) for q in sets.names}
    factorial = [1]
    for k in range(1, ORDER + 2):
        factorial.append(factorial[-1] * k % P)

    def series(values: Sequence[int]) -> list[int]:
        return [values[k % len(values)] * pow(factorial[k], -1, P) % P for k in range(ORDER + 1)]

    def value(node: ast.AST) -> Jet:
        match node:
            case ast.Constant():
                return jets.number(node.value)
            case ast.Name():
                return place[node.id]
            case ast.UnaryOp():
                return jets.add({}, value(node.operand), -1)
            case ast.BinOp(op=ast.Add()):
                return jets.add(value(node.left), value(node.right))
            case ast.BinOp(op=ast.Sub()):
                return jets.add(value(node.left), value(node.right), -1)
            case ast.BinOp(op=ast.Mult()):
                return jets.times(value(node.left), value(node.right))
            case ast.BinOp(op=ast.Div()):
                return jets.times(value(node.left), jets.inverse(value(node.right)))
            case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=2)):
                base = value(node.left)
                return jets.times(base, base)
            case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=q)]):
                c, s = circle[q]
                kinds = {"sin": [s, c, -s, -c], "cos": [c, -s, -c, s], "exp": [grow[q]]}
                return jets.compose(place[q], series(kinds[name]))
        raise ValueError(ast.dump(node))

    rows = [
        [value(ast.parse(c.replace("^", "**"), mode="eval").body) for c in row] for row in sets.rows
    ]
    fields = annihilated(jets, rows, n)
    return flag(jets, fields, big=False), flag(jets, fields, big=True)


def annihilated(jets: Jets, rows: list[list[Jet]], n: int) -> list[list[Jet]]:
    """A basis of the kernel by elimination in power series; a pivot is not zero at the point."""
    rows, pivots = [list(r) for r in rows], []
    for r in range(len(rows)):
        j = next((j for j in range(n) if j not in pivots and rows[r][j].get(jets.unit)), None)
        if j is None:
            if any(rows[r]):
                raise ArithmeticError("rank is lost at the point")
            continue
        pivots.append(j)
        over = jets.inverse(rows[r][j])
        rows[r] = [jets.times(over, c) for c in rows[r]]
        for other in range(len(rows)):
            if other != r and rows[other][j]:
                scale = rows[other][j]
                rows[other] = [
                    jets.add(a, jets.times(scale, b), -1)
                    for a, b in zip(rows[other], rows[r], strict=True)
                ]
    solved = {j: next(r for r in rows if r[j] == jets.number(1)) for j in pivots}
    fields = []
    for free in (j for j in range(n) if j not in pivots):
        field = [jets.number(0) for _ in range(n)]
        field[free] = jets.number(1)
        for j, row in solved.items():
            field[j] = jets.add({}, row[free], -1)
        fields.append(field)
    return fields


def bracket(jets: Jets, X: list[Jet], Y: list[Jet]) -> list[Jet]:
    made = []
    for i in range(len(X)):
        total: Jet = {}
        for j in range(len(X)):
            total = jets.add(total, jets.times(X[j], jets.slope(Y[i], j)))
            total = jets.add(total, jets.times(Y[j], jets.slope(X[i], j)), -1)
        made.append(total)
    return made


def flag(jets: Jets, fields: list[list[Jet]], big: bool) -> tuple[int, ...]:
    """Dimensions at the point; it is random, so they are those of a generic point."""
    spread, last, sizes = fields, fields, []
    while True:
        sizes.append(rank([[c.get(jets.unit, 0) for c in X] for X in spread])[0])
        if sizes[-1] == jets.n or (len(sizes) > 1 and sizes[-1] == sizes[-2]):
            return tuple(sizes if sizes[-1:] != sizes[-2:-1] else sizes[:-1])
        if len(sizes) > ORDER:
            raise ArithmeticError("the flag is longer than the order of the jets")
        pairs = combinations(spread, 2) if big else product(fields, last)
        last = [bracket(jets, X, Y) for X, Y in pairs]
        spread = spread + last


# --- one after the other
# ------------------------------------------------------------------------------------------------


def compared(number: int, seed: int, limit: float, peers: bool) -> str:
    """A word for one set: "same", or what differs."""
    sets = drawn(f"{seed} {number}")
    mine = within(limit, lambda: ours(sets))
    if not isinstance(mine, tuple):
        return f"open here: {mine or 'a flag that is not complete'}"
    true = judged(sets, f"judge {seed} {number}")
    kinds = [f"WRONG {mine}, {true} by jets"] if mine != true else []
    if peers:
        other, word = within(limit, lambda: theirs(sets)), within(limit, lambda: involutive(sets))
        if other != true:
            kinds.append("dgcv differs" if isinstance(other, tuple) else f"dgcv {other}")
        if word != (len(true[0]) == 1):
            kinds.append("symbtools differs" if isinstance(word, bool) else f"symbtools {word}")
    return ", ".join(kinds) or "same"


def within(limit: float, ask: Callable[[], Any]) -> Any:
    """The answer of one of the packages, without its words, or a word why there is none."""
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return in_time(limit, ask)
    except Late:
        return "late"
    except Exception as error:
        return f"failed: {type(error).__name__}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sets", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=30.0, help="seconds of one question")
    parser.add_argument("--alone", action="store_true", help="no peers: only the jets")
    given = parser.parse_args()
    told: Counter[str] = Counter()
    for number in range(given.first, given.first + given.sets):
        word = compared(number, given.seed, given.limit, not given.alone)
        if word != "same":
            print(number, word, flush=True)
        told["WRONG" if "WRONG" in word else word] += 1
    print(dict(told))
    return 1 if told["WRONG"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
