"""What vanishes for some signs of the letters and not for others is told of neither.

As a function of a letter abs(a) - a is not 0, and for every a > 0 it is: "wrong for almost all a"
would be false, and "right" too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from nonholo.decide.zero import Decision
from nonholo.expression.graph import OPAQUE, Expr, calls_in
from nonholo.expression.text import text
from nonholo.geometry.zeros.domain import sign_may_decide
from nonholo.linear.taylor import KINKS

MOST = 3  # expressions whose signs are all tried together


def kinks_of_letters(nodes: Sequence[Expr], variables: Sequence[Expr]) -> list[Expr]:
    """The nodes abs(u) and sign(u) in which u holds letters alone.

    nodes: where they may stand; variables: what is no letter (coordinates, velocities, time).
    """
    if not any(e.doubt & OPAQUE for e in nodes):
        return []
    bent = calls_in(nodes, *KINKS)
    return [e for e in bent if e.support and not e.has(variables)]


def for_each_sign(
    decide: Callable[[Sequence[Expr]], Decision], nodes: Sequence[Expr], kinks: Sequence[Expr]
) -> Decision:
    """The decision whether all nodes vanish, no refutation where some signs make them vanish.

    kinks: nodes abs(u) and sign(u), for which s u and s are put in, s = 1 and -1 for each u.

    >>> import nonholo as nh
    >>> from nonholo.decide.zero import all_zero
    >>> chart = nh.constraints("dz = (abs(a) - a) dx + (abs(a) - 2*a) dy").system.pfaffian
    >>> _, first, second = chart.matrix[0]
    >>> kinks = kinks_of_letters([first], chart.chart.q)
    >>> [for_each_sign(all_zero, [e], kinks).answer for e in (first, second)]
    [None, False]
    """
    decision = decide(nodes)
    if decision.answer is not False or not kinks:
        return decision
    graph = kinks[0].graph

    def refuted(put: Mapping[Expr, Expr]) -> bool:
        return decide(graph.substitute(list(nodes), put)).answer is False

    return decision if refuted_for_each_sign(refuted, kinks) else decided_by_sign(kinks)


def refuted_for_each_sign(
    refuted: Callable[[Mapping[Expr, Expr]], bool], kinks: Sequence[Expr]
) -> bool:
    """Is it so for each choice of signs?

    Not known, so no, if there are too many.

    refuted: asked with what abs(u) and sign(u) are, kink -> expression.
    """
    bases = _bases(kinks)
    choices = product((1, -1), repeat=len(bases))
    signs = (dict(zip((u.index for u in bases), chosen)) for chosen in choices)
    return len(bases) <= MOST and all(
        refuted({e: _where(e, sign[e.args[1][0].index]) for e in kinks}) for sign in signs
    )


def decided_by_sign(kinks: Sequence[Expr]) -> Decision:
    """The answer is open: it may be another one for another sign."""
    return Decision(None, reason=sign_may_decide(", ".join(map(text, _bases(kinks)))))


def _bases(kinks: Sequence[Expr]) -> list[Expr]:
    return list({e.args[1][0].index: e.args[1][0] for e in kinks}.values())


def _where(kink: Expr, sign: int) -> Expr:
    """abs(u) or sign(u) where u has the sign."""
    name, (u,) = kink.args
    return sign * u if name == "abs" else kink.graph.lift(sign)
