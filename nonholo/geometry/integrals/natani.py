"""Natani's reduction of one form in n variables: hold z, integrate the rest, then a form in two
variables is left.

    W = 0 with z held has a potential f(x; z);
            dG ~ df + R dz,  R = f_x W_z/W_x - f_z a function of f and z alone

Forsyth1890.  R is written in f and z by solving f = c for one of the variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, ordered
from nonholo.geometry.integrals.inverse import solved
from nonholo.geometry.integrals.potentials import Found, potentials
from nonholo.words.sentence import say
from nonholo.work import Work


def natani(
    components: Sequence[Expr], variables: Sequence[Expr], work: Work, others: Sequence[Expr] = ()
) -> Iterator[Found]:
    """Potentials of an integrable form in three or more variables, unchecked.

        W = 0 with z held has a potential f(x; z);     dG ~ df + R dz

    components: W_i in the order of `variables`; work: the budget; others: further symbols, of which
    the form must be free.  Yields nothing, or the word for the method with the potential.
    References: Forsyth1890.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y, z = (g.symbol(name) for name in "xyz")
    >>> list(natani([y * z, x * z, x * y], [x, y, z], Work.of(10**6)))
    [("Natani's reduction, common factor", x*y*z)]
    """
    live = [i for i, w in enumerate(components) if not w.is_zero]
    if len(live) < 3 or any(w.has(others) for w in components):
        return
    for turn, k in enumerate(sorted(live, key=lambda i: -len(ordered([components[i]])))):
        share = work.share(1 / (len(live) - turn))
        remaining = [i for i in live if i != k]
        symbols = [variables[i] for i in remaining]
        for method, f in potentials([components[i] for i in remaining], symbols, share):
            G = _completed(components, variables, k, remaining, f, share)
            if G is not None:
                yield say("Natani's reduction, {method}", method=method), G
                return


def _completed(
    components, variables, k: int, remaining: Sequence[int], f: Expr, work: Work
) -> Expr | None:
    """A function of f and x_k whose differential is proportional to the form."""
    graph, z = f.graph, variables[k]
    constant = graph.symbol("constant of Natani")
    i = next(i for i in remaining if not f.diff(variables[i]).is_zero)
    R = f.diff(variables[i]) * components[k] / components[i] - f.diff(z)
    for j in remaining:
        x = solved(f, variables[j], constant)
        if x is None:
            continue
        try:
            reduced = R.subs({variables[j]: x})
        except (OutOfReach, ZeroDivisionError):
            continue
        if not reduced.has([variables[i] for i in remaining]):
            for _, H in potentials([graph.one, reduced], [constant, z], work):
                return H.subs({constant: f})
    return None
