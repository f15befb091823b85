"""The verdict in words, shared by text and page: sentences only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo.expression.text import text
from nonholo.expression.unspecified import function_named
from nonholo.findings.verdict import HOLONOMIC, NONHOLONOMIC, PARTLY, Verdict
from nonholo.views.page.sentences import Pieces, Said, joined
from nonholo.views.page.words import count, evidence, shown

if TYPE_CHECKING:
    from nonholo.decide.zero import Decision


def headline(check: Verdict) -> str:
    """The verdict in one word; of a system without constraints that it has none."""
    return "unconstrained" if check.unconstrained else check.verdict


def sentence(check: Verdict) -> str:
    """The verdict in one sentence."""
    k, h = check.independent or 0, check.relations or 0
    if check.unilateral:
        return (
            "only inequalities: nonholonomic in the broad sense; they are no Pfaffian forms, so no "
            "integrability test applies"
        )
    if not k and not check.full.k:
        return "there are no constraints: the system is free in its coordinates"
    if check.unconstrained:
        return "every constraint is 0 = 0: the system is free in its coordinates"
    known = check.independent is not None
    what = count(k, "independent constraint") if known else "constraints of undecided rank"
    if check.verdict == HOLONOMIC:
        return (
            f"{what}, jointly integrable: h = {h} holonomic relation{'s' if h != 1 else ''}"
            + _though(check)
        )
    if check.verdict == PARTLY:
        return (
            f"{what} hide {h} holonomic relation{'s' if h != 1 else ''} (h = {h}), {k - h} cannot "
            f"be integrated"
        )
    if check.verdict == NONHOLONOMIC:
        return f"{what}, completely nonholonomic: no hidden holonomic relation (h = 0)"
    return f"{what}: {check.closure.growth.evidence.reason if check.closure else ''}"


def _though(check: Verdict) -> str:
    alone = [f.integrable for f in check.forms]
    if len(alone) > 1 and not any(alone):
        return ", though none is integrable alone"
    return ""


def why(check: Verdict) -> str:
    """The reason of the verdict: the curvature, or its absence."""
    d, found = check.distribution, check.witness
    if not d.k:
        return ""
    if check.joint.answer:
        return f"the curvature of the distribution vanishes identically ({evidence(check.joint)})"
    if found is None:
        return f"whether the curvature of the distribution vanishes is open: {check.joint.reason}"
    l, J, I, value = found
    names = d.names(d.independent)
    first, second = names[J - 1], "t" if I == 0 else names[I - 1]
    return f"curvature B_{d.names(d.dependent)[l]}({first}, {second}) = {shown(value)} is not zero"


def accessible(check: Verdict) -> Pieces:
    """Which configurations can be reached: the answer, its theorem, and what it leaves open."""
    found = check.accessibility
    head = {True: "yes: every configuration from every other", False: "no", None: "undecided"}[
        check.accessible
    ]
    parts: list[str | Said] = [f"{head} ({found.by})"]
    if check.relations:
        parts += ["; ", *_leaf(check)]
    if found.strong and not check.accessible:
        parts.append(
            "; strongly accessible: the configurations reached at one later time have inner points"
        )
    parts += ["; the inequalities bound the region"] if check.case.system.inequalities else []
    return tuple(parts)


def _leaf(check: Verdict) -> Pieces:
    """The leaf of the motion: its dimension, what is constant on it, and whether all of it can
    be reached.
    """
    found, n = check.accessibility, check.distribution.chart.n
    known = [
        Said(f.function, "= 0" if f.method == "given" else "= const", True)
        for f in check.integrals.together
    ]
    kept: Pieces = (", ", *joined(known, " and ")) if len(known) == check.relations else ()
    if check.full.space == "tq":
        return (f"leaf of dimension {found.leaf} of {n + 1} in space-time", *kept)
    reached = (
        ("; on it every configuration from every other (Chow-Rashevskii)",)
        if found.within and found.leaf
        else ()
    )
    return (f"leaf of dimension {found.leaf} of {n}", *kept, *reached)


def growth(check: Verdict) -> str:
    """The growth vector with its space and degree."""
    assert check.closure is not None  # judged by symbols
    found = check.at_point or check.closure.growth
    vector = "(" + ", ".join(map(str, found.vector)) + ")"
    if not found.complete:
        return f"begins {vector}, then undecided: {found.evidence.reason}"
    where = "(t, q)" if found.space == "tq" else "q"
    place = (
        "generic"
        if check.at_point is None
        else "at "
        + ", ".join(
            f"{s} = {v}"
            for s, v in (check.point or {}).items()
            if found.space == "tq" or str(s) != "t"
        )
    )
    known = "" if check.at_point is None else f"; {_at_point(found.evidence)}"
    return f"{vector} in {where}, {place}; degree of nonholonomy {found.degree}{known}"


def _at_point(decision: Decision) -> str:
    """What a growth vector at a point rests on."""
    return {
        "normal form": "proved by all brackets there",
        "modular": "proved: it is reached, and growth is nowhere faster than at most points",
        "randomised": "reached for certain; that it is no faster is no proof",
    }[decision.evidence]


def split(check: Verdict) -> str:
    """Which velocities are eliminated, and where that holds."""
    d = check.distribution
    if not d.k:
        return "nothing to eliminate"
    eliminated = ", ".join(f"{n}'" for n in d.names(d.dependent))
    rest = ", ".join(f"{n}'" for n in d.names(d.independent))
    factors = condition(check)
    where = f" where {' and '.join(f'{f} != 0' for f in factors)}" if factors else ""
    return f"{eliminated}{f' by {rest}' if rest else '; no velocity is independent'}{where}"


def condition(check: Verdict) -> list[str]:
    """What must not vanish for the split to hold: the factors of det A_D that can."""
    own = check.distribution.condition
    return [shown(f) if f is own else text(f) for f in check.vanishing]


def rank(check: Verdict) -> Pieces:
    """The rank of the constraints and where it drops."""
    k = check.independent
    if not k:
        return ()
    if check.singular is None:
        return (f"{k} generically; where it drops was not found",)
    if not check.singular:
        return (f"{k} everywhere",)
    return (f"{k}, less only where ", *joined((Said(e, "= 0") for e in check.singular), " or "))


def displacement(check: Verdict, vector) -> str:
    """One virtual displacement as a vector."""
    names = ", ".join(f"d{n}" for n in check.full.chart.names)
    return f"({names}) ~ ({', '.join(map(shown, vector))})"


def possible(check: Verdict) -> str:
    """How possible displacements differ from virtual ones."""
    found, chart = check.displacements, check.distribution.chart
    if found.agree:
        return "the same as the virtual ones (a_0 = 0)"
    parts = [
        f"d{n} = ({shown(e)}) dt" for n, e in zip(chart.names, found.particular) if not e.is_zero
    ]
    return ("virtual ones + " if found.virtual else "only ") + ", ".join(parts)


def special(check: Verdict) -> str:
    """What is different for generic parameters."""
    if check.generic is None:
        return ""
    vector = ", ".join(map(str, check.generic.growth.vector))
    h = check.generic.relations
    numbers = ", ".join(f"{s} = {v}" for s, v in check.case.system.values.items())
    return (
        f"the verdict belongs to the given numbers ({numbers}); for generic ones h = {h} and the "
        f"growth "
        f"vector is ({vector})"
    )


def piecewise(check: Verdict) -> str:
    """A caution about functions that are put together from pieces."""
    written = any(c in label for c in ("abs(", "sign(") for label in check.full.labels)
    if not written and not (check.survey and check.survey.regions):
        return ""
    what = "abs and sign" if written else "roots of squares and arcs of functions"
    return (
        f"{what} are put together from pieces: what does not vanish was proved near one point, "
        "and the answer may differ elsewhere"
    )


def remarks(check: Verdict) -> list[str]:
    """What is to be known of the case when its verdict is read."""
    notes = special(check), piecewise(check), assumed(check), unspecified(check)
    return [note for note in notes if note]


def unspecified(check: Verdict) -> str:
    """What an answer is worth for functions that are not specified."""
    functions = check.case.scope.functions
    if not functions:
        return ""
    calls = ", ".join(f"{name}({', '.join(f.slots)})" for name, f in functions.items())
    those = "it" if len(functions) == 1 else "them"
    found = (
        f"{calls}: not specified; what is zero is zero for every choice of {those}, what is not "
        "zero, and so a growth vector, is so for almost every choice"
    )
    alike = [n for n, f in functions.items() if _as_a_derivative(n, f.slots)]
    if alike and check.case.bare:
        found += f"; {', '.join(alike)}: read as functions of their own, not as derivatives"
    return found


def _as_a_derivative(name: str, slots: Sequence[str]) -> bool:
    """h_x(x, y) looks like the derivative of an h(x, y) that nobody wrote."""
    head, _, tail = name.partition("_")
    return function_named(name, {head: slots}) is not None if tail else False


def assumed(check: Verdict) -> str:
    """What is declared of the parameters that stand in the constraints and have no value."""
    return f"this holds for {', '.join(check.assumed)}, as declared" if check.assumed else ""


def redundant(check: Verdict) -> list[str]:
    """Each redundant row with the combination it is."""
    lines = []
    for r in check.redundant:
        terms = " + ".join(f"({shown(c)})*[{check.full.labels[l]}]" for l, c in r.coefficients)
        lines.append(f"{check.full.labels[r.row]}  =  {terms or '0'}")
    return lines
