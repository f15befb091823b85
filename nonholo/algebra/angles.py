"""A basis for the angles and exponents that occur: sin(x + 2 y) is one function, not a polynomial
in four.

    sin(u), cos(u), exp(u),  u = sum_j c_j m_j        ->        u = sum_k n_k phi_k,  n_k whole

with new symbols phi_k for a basis of the lattice that the arguments span: arguments themselves if
some of them are a basis, else a short one (LenstraLenstraLovasz1982)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from nonholo.arithmetic.matrices import echelon, hermite_form, rank, short_basis
from nonholo.arithmetic.numbers import Rational, rational
from nonholo.errors import OutOfReach
from nonholo.expression.functions import angle_parts
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.words.sentence import say

WAVES, GROWTHS = ("sin", "cos"), ("exp",)


@dataclass(frozen=True, slots=True)
class _Lattice:
    """Rows over the atoms, in units of 1/scale, and the symbols that stand for them."""

    atoms: list[Expr]
    scale: int
    basis: list[list[int]]
    symbols: list[Expr]

    def coordinates(self, moving: dict[Expr, Fraction]) -> list[Rational] | None:
        """A combination of atoms as one of the basis; None if it is none."""
        if any(atom not in self.atoms for atom in moving):
            return None
        count = len(self.basis)
        columns = [
            [
                *(Rational(row[j]) for row in self.basis),
                rational(moving.get(atom, Fraction(0)) * self.scale),
            ]
            for j, atom in enumerate(self.atoms)
        ]
        reduced = echelon(columns)
        return None if len(reduced) > count else [reduced[k][count] for k in range(count)]


class Winding:
    """Expressions rewritten in the phi_k; `meaning` says what each phi_k is.

    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> w = Winding(g, [g.sin(x + 2 * y) * x, g.cos(2 * x + 4 * y)])
    >>> w(g.sin(x + 2 * y) * x), list(w.meaning.values())
    (x*sin(angle 0), [x + 2*y])
    """

    def __init__(self, graph: Graph, roots: Sequence[Expr]):
        self.graph = graph
        self.meaning: dict[Expr, Expr] = {}
        self._memo: dict[int, Expr] = {}
        calls = [n for n in ordered(roots) if n.kind == "function"]
        self._lattices = {
            names: self._lattice([n.args[1][0] for n in calls if n.args[0] in names])
            for names in (WAVES, GROWTHS)
        }

    def _lattice(self, arguments: list[Expr]) -> _Lattice | None:
        parts = [_moving(self.graph, u) for u in arguments]
        if not any(len(p) > 1 for p in parts):
            return None
        atoms = list({atom.index: atom for p in parts for atom in p}.values())
        scale = lcm(*(c.denominator for p in parts for c in p.values()))
        basis = _basis([[int(p.get(atom, 0) * scale) for atom in atoms] for p in parts if p])
        symbols = [self.graph.symbol(f"angle {len(self.meaning) + k}") for k in range(len(basis))]
        for symbol, row in zip(symbols, basis):
            self.meaning[symbol] = self.graph.sum(
                [(atom, Rational(c, scale)) for atom, c in zip(atoms, row)]
            )
        return _Lattice(atoms, scale, basis, symbols)

    def __call__(self, root: Expr) -> Expr:
        """The expression in the phi_k."""
        if not self.meaning:
            return root
        memo = self._memo
        for node in ordered([root], stop=lambda n: n.index in memo):
            memo[node.index] = self._rebuilt(node)
        return memo[root.index]

    def _rebuilt(self, node: Expr) -> Expr:
        if node.kind in ("number", "symbol", "pi"):
            return node
        lattice = None
        if node.kind == "function":
            lattice = next(
                (self._lattices[names] for names in self._lattices if node.args[0] in names), None
            )
        if lattice is None:
            return self.graph.rebuild(node, lambda n: self._memo[n.index])
        name, (u,) = node.args
        moving = _moving(self.graph, u)
        coordinates = lattice.coordinates(moving)
        if coordinates is None:
            raise OutOfReach(say("the angle or exponent {u} came up on the way", u=str(u)))
        fixed = u - self.graph.sum([(atom, rational(c)) for atom, c in moving.items()])
        return self.graph.call(
            name, fixed + self.graph.sum([(phi, c) for phi, c in zip(lattice.symbols, coordinates)])
        )

    def back(self, node: Expr) -> Expr:
        """An expression in the phi_k in the old symbols."""
        return node.subs(self.meaning) if self.meaning else node


def _moving(graph: Graph, u: Expr) -> dict[Expr, Fraction]:
    """The atoms of an argument that hold symbols, with their coefficients."""
    return {atom: c for atom, c in angle_parts(graph, u)[0] if atom.support}


def _basis(rows: list[list[int]]) -> list[list[int]]:
    """A basis of the lattice of the rows: some of them if that can be, else a reduced one."""
    whole = hermite_form(rows)
    chosen: list[list[int]] = []
    for row in sorted(rows, key=lambda r: (sum(map(abs, r)), r)):
        if rank([*chosen, row]) > len(chosen):
            chosen.append(row)
    independent = whole[: len(chosen)]
    return chosen if hermite_form(chosen) == independent else short_basis(independent)
