"""First integrals of involutive sets of forms, one after the other.

Forms with few variables in the span are tried alone; then functions with unknown coefficients; then
pencils of leaves. What is found fixes a leaf: on it there is one variable and one form less, and
one constant more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from nonholo.arithmetic.matrices import rank_modulo
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, ordered
from nonholo.geometry.integrals.inverse import solved
from nonholo.geometry.integrals.method_names import ANSATZ, PENCIL
from nonholo.geometry.integrals.natani import natani
from nonholo.geometry.integrals.potentials import Candidate, ansatz, pencil, potentials
from nonholo.geometry.integrals.potentials.foliation import foliation
from nonholo.linear.elimination import dot, echelon
from nonholo.work import Work

MAX_SUBSETS = 400  # of variables, tried as those of one form
ATTEMPTS = 3  # to solve for a variable on a leaf

Form = Sequence[Expr]


def search(
    forms: Sequence[Form], variables: Sequence[Expr], known: Sequence[Expr], work: Work
) -> Iterator[Candidate]:
    """Functions that are constant on the leaves of the forms, unchecked, beside those that are
    known already.
    """
    live = [
        j for j in range(len(variables)) if not all(form[j].is_zero for form in forms)
    ]  # no other dx_j is in a df
    span = _Span([[form[j] for j in live] for form in forms], [variables[j] for j in live])
    leaves = list(known)
    for method, f in _direct(span, work, known):
        if span.rank([*leaves, f]) > len(leaves) and span.holds(f):
            leaves.append(f)
            yield method, f
            if len(leaves) == len(forms):
                return
    if 0 < len(leaves) < len(forms):
        yield from _on_leaves(span, leaves, work)


class _Span:
    """The span of forms with coefficients that are functions, looked at where all expressions
    have their values.
    """

    def __init__(self, forms: Sequence[Form], variables: Sequence[Expr]):
        self.forms, self.variables = [list(form) for form in forms], list(variables)
        self.graph = variables[0].graph
        self.h = len(self.forms)

    def _rank(self, rows: Sequence[Form]) -> int:
        return rank_modulo([[e.value[0] for e in row] for row in rows], self.graph.modulus.p)

    def slopes(self, f: Expr) -> list[Expr]:
        return [f.diff(x) for x in self.variables]

    def rank(self, functions: Sequence[Expr]) -> int:
        return self._rank([self.slopes(f) for f in functions])

    def holds(self, f: Expr) -> bool:
        """df lies in the span (at the values)."""
        return self._rank([*self.forms, self.slopes(f)]) == self.h

    def waves(self) -> list[Expr]:
        """The sines of the variables that no coefficient contains: they may be angles."""
        present = self.graph.mask(e for form in self.forms for e in form)
        return [self.graph.sin(x) for x in self.variables if not x.support & present]

    def columns(self, chosen: Sequence[int]) -> list[list[Expr]]:
        return [[form[j] for j in chosen] for form in self.forms]

    def inside(self, form: Form, functions: Sequence[Expr]) -> bool:
        """The form is a combination of the differentials of independent functions (at the
        values).
        """
        return self._rank([form, *(self.slopes(f) for f in functions)]) == len(functions)

    def circuits(self) -> Iterator[tuple[int, ...]]:
        """Sets of variables, as few as possible, for which a form in the span has no other
        differentials.
        """
        n, tried = len(self.variables), 0
        circuits: list[tuple[int, ...]] = []
        for size in range(1, n - self.h + 2):
            for chosen in combinations(range(n), size):
                if any(set(small) <= set(chosen) for small in circuits):
                    continue
                tried += 1
                if tried > MAX_SUBSETS:
                    return
                if self._rank(self.columns([j for j in range(n) if j not in chosen])) < self.h:
                    circuits.append(chosen)
                    yield chosen

    def only(self, chosen: Sequence[int]) -> list[Expr]:
        """The form in the span with the differentials of the chosen variables alone.  May raise
        OutOfReach.
        """
        others = [j for j in range(len(self.variables)) if j not in chosen]
        idle = echelon(self.graph, self.columns(others)).idle if others else [[self.graph.one]]
        return [dot(self.graph, idle[0], column) for column in zip(*self.forms)]


def _direct(span: _Span, work: Work, known: Sequence[Expr]) -> Iterator[Candidate]:
    """Functions found without the help of others."""
    for chosen in span.circuits():
        if work.over:
            return
        try:
            form = span.only(chosen)
        except OutOfReach:
            continue
        if not span.inside(form, known):
            yield from _alone(span, form, chosen, work)
    if span.h > 1:
        yield from _with_unknowns(span, work)


def _alone(span: _Span, form: Form, chosen: Sequence[int], work: Work) -> Iterator[Candidate]:
    """The first potential of a form whose differential lies in the span."""
    variables, others = (
        [x for j, x in enumerate(span.variables) if (j in chosen) == inside]
        for inside in (True, False)
    )
    components = [form[j] for j in chosen]
    for candidate in chain(
        potentials(components, variables, work, others), natani(components, variables, work, others)
    ):
        if span.holds(candidate[1]):
            yield candidate
            return


def _with_unknowns(span: _Span, work: Work) -> Iterator[Candidate]:
    """Functions with unknown coefficients; polynomials in the sines of all angles; pencils."""
    try:
        leaves = foliation(span.forms, span.variables, work)
        angles = (
            foliation(span.forms, span.variables, work, span.waves()) if leaves.K.taus else leaves
        )
        small, large = (
            ansatz.ansatz(leaves, families) for families in (ansatz.SMALL, ansatz.LARGE)
        )
        for f in chain(small, ansatz.periodic(angles), large):
            yield ANSATZ, f
        from_pencil = pencil.pencil(leaves)
        if from_pencil is not None:
            yield PENCIL, from_pencil
    except (OutOfReach, ZeroDivisionError):
        return


def _on_leaves(span: _Span, functions: Sequence[Expr], work: Work) -> Iterator[Candidate]:
    """The rest on a leaf f = c, solved for a variable; then c becomes f again.  The shortest
    forms first.
    """
    constant = span.graph.symbol(f"constant {span.h}")
    reduced = [
        entry for f in functions for x in span.variables for entry in _reduced(span, f, x, constant)
    ]
    reduced.sort(key=lambda entry: len(ordered(e for row in entry[1] for e in row)))
    for attempt, (f, rows, variables) in enumerate(reduced[:ATTEMPTS]):
        share = work.share(1 / (ATTEMPTS - attempt))
        try:
            for method, g in search(rows, variables, (), share):
                yield method, g.subs({constant: f})
        except (OutOfReach, ZeroDivisionError):
            continue


def _reduced(span: _Span, f: Expr, x: Expr, constant: Expr):
    """(f, the forms on the leaf f = c without x, the other variables), if f = c can be solved
    for x.
    """
    value = solved(f, x, constant)
    if value is None or f.diff(x).is_zero:
        return
    k, slopes = span.variables.index(x), span.slopes(f)
    others = [j for j in range(len(span.variables)) if j != k]
    rows = [[form[j] - form[k] * slopes[j] / slopes[k] for j in others] for form in span.forms]
    try:
        rows = [span.graph.substitute(row, {x: value}) for row in rows]
        yield f, echelon(span.graph, rows).rows, [span.variables[j] for j in others]
    except (OutOfReach, ZeroDivisionError):
        return
