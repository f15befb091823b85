"""The verdict in words, shared by text and page: sentences only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo.expression.reading import looked_at
from nonholo.expression.text import PEOPLE, text
from nonholo.expression.unspecified import function_named
from nonholo.findings.verdict import HOLONOMIC, NONHOLONOMIC, PARTLY, UNDECIDED, Verdict
from nonholo.views.page import counts
from nonholo.views.page.sentences import Pieces, Said, joined
from nonholo.views.page.words import evidence, shown
from nonholo.views.strata.text import for_most_letters
from nonholo.words.language import tell, tell_many, told
from nonholo.words.sentence import say
from nonholo.writing.hidden import told_of_hidden
from nonholo.writing.verdicts import SAID

if TYPE_CHECKING:
    from nonholo.decide.zero import Decision

FEW_NAMES = 8  # coordinates of which all are named, though most stay
UNWRITTEN = say(" where the determinant of their columns, too large to be written, is not 0")


def headline(check: Verdict) -> str:
    """The verdict in one word; of a system without constraints that it has none."""
    return tell("unconstrained") if check.unconstrained else verdict_word(check.verdict)


def verdict_word(verdict: str) -> str:
    """A verdict of the contract as people say it."""
    return told(SAID[verdict])


def sentence(check: Verdict) -> str:
    """The verdict in one sentence."""
    k, h = check.independent or 0, check.relations or 0
    if check.unilateral:
        return tell(
            "only inequalities: nonholonomic in the broad sense; they are no Pfaffian forms, so no "
            "integrability test applies"
        )
    if not k and not check.full.k:
        return tell("there are no constraints: the system is free in its coordinates")
    if check.unconstrained:
        return tell("every constraint is 0 = 0: the system is free in its coordinates")
    known = check.independent is not None
    what = counts.independent_constraints(k) if known else tell("constraints of undecided rank")
    if check.verdict == HOLONOMIC:
        relations = tell_many(
            h,
            "{what}, jointly integrable: h = {n} holonomic relation",
            "{what}, jointly integrable: h = {n} holonomic relations",
            what=what,
        )
        return relations + _none_alone(check)
    if check.verdict == PARTLY:
        return tell_many(
            h,
            "{what} hide {n} holonomic relation (h = {n}), {rest} cannot be integrated",
            "{what} hide {n} holonomic relations (h = {n}), {rest} cannot be integrated",
            what=what,
            rest=k - h,
        )
    if check.verdict == NONHOLONOMIC:
        return tell(
            "{what}, completely nonholonomic: no hidden holonomic relation (h = 0)", what=what
        )
    return f"{what}: {told(check.closure.growth.evidence.reason) if check.closure else ''}"


def _none_alone(check: Verdict) -> str:
    alone = [f.integrable for f in check.forms]
    if len(alone) > 1 and not any(alone):
        return tell(", though none is integrable alone")
    return ""


def why(check: Verdict) -> str:
    """The reason of the verdict: the curvature, or its absence."""
    d, component = check.distribution, check.witness
    if not d.k:
        return ""
    if check.joint.answer:
        return tell(
            "the curvature of the distribution vanishes identically ({evidence})",
            evidence=evidence(check.joint),
        )
    if component is None:
        return tell(
            "whether the curvature of the distribution vanishes is open: {reason}",
            reason=check.joint.reason,
        )
    l, J, I, value = component
    names = d.names(d.independent)
    first, second = names[J - 1], "t" if I == 0 else names[I - 1]
    named = {
        "component": f"B_{d.names(d.dependent)[l]}({first}, {second})",
        "value": shown(value),
    }
    if check.verdict == UNDECIDED:
        return tell("curvature {component} = {value} does not vanish identically", **named)
    return tell("curvature {component} = {value} is not zero", **named)


def accessible(check: Verdict) -> Pieces:
    """Which configurations can be reached: the answer, its theorem, and what it leaves open."""
    reach = check.accessibility
    among = for_most_letters(check)
    head = {
        True: tell("yes{letters}: every configuration from every other", letters=among),
        False: tell("no{letters}", letters=among),
        None: tell("undecided"),
    }[check.accessible]
    parts: list[str | Said] = [f"{head} ({told(reach.by)})"]
    if check.relations and reach.leaf is not None and not reach.answer:
        parts += ["; ", *_leaf(check)]
    if reach.strong and not check.accessible:
        parts.append(
            tell(
                "; strongly accessible: the configurations reached at one later time have inner "
                "points"
            )
        )
    parts += [tell("; the inequalities bound the region")] if check.case.system.inequalities else []
    return tuple(parts)


def _leaf(check: Verdict) -> Pieces:
    """The leaf of the motion, or where leaves can meet f = 0 alone or the set where what surely
    stays the same is constant: its dimension, what is constant on it, and whether all of it can be
    reached.
    """
    reach, n = check.accessibility, check.distribution.chart.n
    timed = check.full.space == "tq"
    level = check.accessible is False and bool(reach.meeting) and not reach.held
    holding = n + timed - (reach.leaf or 0)
    larger = bool(reach.held) and holding < (check.relations or 0)
    known = [
        Said(f.function, "= 0" if f.method == "given" else "= const", True)
        for f in check.integrals.together
        if f.method == "given" or not level
    ]
    constants: Pieces = (", ", *joined(known, tell(" and "))) if len(known) == holding else ()
    size = {"leaf": reach.leaf, "whole": n + timed}
    if timed:
        head = (
            tell("f = 0 has dimension {leaf} of {whole} in space-time", **size)
            if level
            else tell("a set of dimension {leaf} of {whole} in space-time holds it", **size)
            if larger
            else tell("leaf of dimension {leaf} of {whole} in space-time", **size)
        )
        return (head, *constants)
    reached = (
        (
            tell(
                "; in each connected part of it every configuration from every other "
                "(Chow-Rashevskii)"
            ),
        )
        if reach.within and reach.leaf
        else ()
    )
    head = (
        tell("f = 0 has dimension {leaf} of {whole}", **size)
        if level
        else tell("a set of dimension {leaf} of {whole} holds it", **size)
        if larger
        else tell("leaf of dimension {leaf} of {whole}", **size)
    )
    return (head, *constants, *reached)


def growth(check: Verdict) -> str:
    """The growth vector with its space and degree."""
    assert check.closure is not None  # judged by symbols
    grown = check.at_point or check.closure.growth
    vector = "(" + ", ".join(map(str, grown.vector)) + ")"
    if not grown.complete:
        return tell(
            "begins {vector}, then undecided: {reason}", vector=vector, reason=grown.evidence.reason
        )
    point = ", ".join(
        f"{s} = {v}" for s, v in (check.point or {}).items() if grown.space == "tq" or str(s) != "t"
    )
    known = "" if check.at_point is None else f"; {_at_point(grown.evidence)}"
    return (
        tell(
            "{vector} in {space}, {place}; degree of nonholonomy {degree}",
            vector=vector,
            space="(t, q)" if grown.space == "tq" else "q",
            place=tell("generic") if check.at_point is None else tell("at {point}", point=point),
            degree=grown.degree,
        )
        + known
    )


def _at_point(decision: Decision) -> str:
    """What a growth vector at a point rests on."""
    return {
        "normal form": tell("proved by all brackets there"),
        "modular": tell("proved: it is reached, and growth is nowhere faster than at most points"),
        "randomised": tell("reached for certain; that it is no faster is no proof"),
    }[decision.evidence]


def split(check: Verdict) -> str:
    """Which velocities are eliminated, and where that holds."""
    d = check.distribution
    if not d.k:
        return tell("nothing to eliminate")
    eliminated = ", ".join(f"{n}'" for n in d.names(d.dependent))
    independent = ", ".join(f"{n}'" for n in d.names(d.independent))
    factors = condition(check)
    nonzero = tell(" and ").join(f"{f} != 0" for f in factors)
    where = tell(" where {conditions}", conditions=nonzero) if factors else ""
    if check.vanishing is None:
        where = told(UNWRITTEN)
    if not independent:
        return eliminated + tell("; no velocity is independent") + where
    return (
        tell("{eliminated} by {independent}", eliminated=eliminated, independent=independent)
        + where
    )


def condition(check: Verdict) -> list[str]:
    """What must not vanish for the split to hold: the factors of det A_D that can."""
    determinant = check.distribution.condition
    return [shown(f) if f is determinant else text(f, PEOPLE) for f in check.vanishing or ()]


def rank(check: Verdict) -> Pieces:
    """The rank of the constraints and where it drops."""
    k = check.independent
    if not k:
        return ()
    if check.singular is None:
        return (tell("{k} generically; where it drops was not found", k=k),)
    if not check.singular and _turns(check):
        return (
            tell(
                "{k} everywhere, though which of the constraints follow from the others is not the "
                "same at every point",
                k=k,
            ),
        )
    if not check.singular:
        return (tell("{k} everywhere", k=k),)
    drops = joined((Said(e, "= 0") for e in check.singular), tell(" or "))
    return (tell("{k}, less only where ", k=k), *drops)


def _turns(check: Verdict) -> bool:
    """The rows that are told as independent are not so at every point, others are."""
    if not check.redundant:
        return False
    spanning = check.survey.spanning
    return spanning is None or spanning[0].pfaffian.matrix != check.distribution.pfaffian.matrix


def displacement(check: Verdict, vector) -> str:
    """One virtual displacement as a vector; among many coordinates without those that stay."""
    moved = [(n, e) for n, e in zip(check.full.chart.names, vector) if not e.is_zero]
    sparse = len(vector) > FEW_NAMES and 2 * len(moved) < len(vector)
    told_of = moved if sparse else list(zip(check.full.chart.names, vector))
    names = ", ".join(f"δ{n}" for n, _ in told_of)
    row = f"({names}) ~ ({', '.join(shown(e) for _, e in told_of)})"
    return f"{row}, {tell('all others 0')}" if sparse else row


def possible(check: Verdict) -> str:
    """How possible displacements differ from virtual ones."""
    displacements, chart = check.displacements, check.distribution.chart
    if displacements.agree:
        return tell("the same as the virtual ones (a_0 = 0)")
    parts = [
        f"d{n} = ({shown(e)}) dt"
        for n, e in zip(chart.names, displacements.particular)
        if not e.is_zero
    ]
    return (tell("virtual ones + ") if displacements.virtual else tell("only ")) + ", ".join(parts)


def special(check: Verdict) -> str:
    """What is different for generic parameters."""
    if check.generic is None:
        return ""
    vector = ", ".join(map(str, check.generic.growth.vector))
    h = check.generic.relations
    numbers = ", ".join(f"{s} = {v}" for s, v in check.case.system.values.items())
    return tell(
        "the verdict belongs to the given numbers ({numbers}); for generic ones h = {h} and the "
        "growth vector is ({vector})",
        numbers=numbers,
        h=h,
        vector=vector,
    )


def piecewise(check: Verdict) -> str:
    """A caution about functions that are put together from pieces."""
    written = any(c in label for c in ("abs(", "sign(") for label in check.full.labels)
    if not written and not (check.survey and check.survey.regions):
        return ""
    return tell(
        "{functions} are put together from pieces: what does not vanish was proved near one point, "
        "and the answer may differ elsewhere",
        functions=tell("abs and sign")
        if written
        else tell("roots of squares and arcs of functions"),
    )


def remarks(check: Verdict) -> list[str]:
    """What is to be known of the case when its verdict is read."""
    notes = (
        *hidden(check),
        *read_so(check),
        special(check),
        piecewise(check),
        assumed(check),
        letters(check),
        settled(check),
        unspecified(check),
        undeclared(check),
    )
    return [note for note in notes if note]


def hidden(check: Verdict) -> list[str]:
    """Which constraints the constraint algorithm added."""
    return [told(one) for one in told_of_hidden([step.value for step in check.case.hidden])]


def read_so(check: Verdict) -> list[str]:
    """Where powers with whole letters as exponents, and quotients of velocities, are looked at."""
    system = check.case.system
    through = dict.fromkeys((*system.through, *(check.through or ())))
    return [*map(told, looked_at(system.where, tuple(through)))]


def undeclared(check: Verdict) -> str:
    """Which names were taken as constants because nothing declares them, and how one that is
    driven is written.
    """
    names = check.case.undeclared
    if not names:
        return ""
    rows = " ".join(check.full.labels)
    driven = [name for name in names if re.search(rf"\b{re.escape(name)}\b", rows)] or names
    return tell(
        "{names} taken as constant, since nothing declares them; what changes in time is written "
        "{name}(t), and a force that may be any function of time is named under inputs",
        names=", ".join(names),
        name=driven[-1],
    )


def unspecified(check: Verdict) -> str:
    """What an answer is worth for functions that are not specified."""
    functions = check.case.scope.functions
    if not functions:
        return ""
    calls = ", ".join(f"{name}({', '.join(f.slots)})" for name, f in functions.items())
    remark = tell_many(
        len(functions),
        "{calls}: not specified; what is zero is zero for every choice of it, what is not zero, "
        "and so a growth vector, is so for almost every choice",
        "{calls}: not specified; what is zero is zero for every choice of them, what is not zero, "
        "and so a growth vector, is so for almost every choice",
        calls=calls,
    )
    alike = [n for n, f in functions.items() if _as_a_derivative(n, f.slots)]
    if alike and check.case.bare:
        remark += tell(
            "; {names}: read as functions of their own, not as derivatives", names=", ".join(alike)
        )
    return remark


def _as_a_derivative(name: str, slots: Sequence[str]) -> bool:
    """h_x(x, y) looks like the derivative of an h(x, y) that nobody wrote."""
    head, _, tail = name.partition("_")
    return function_named(name, {head: slots}) is not None if tail else False


def assumed(check: Verdict) -> str:
    """What is declared of the parameters that stand in the constraints and have no value."""
    if not check.assumed:
        return ""
    if check.case.system.domain:
        return tell(
            "this holds for {assumptions}, as declared, or where what is written has values",
            assumptions=", ".join(check.assumed),
        )
    if check.letters and not check.letters.everywhere:
        return tell("{assumptions} is assumed, as declared", assumptions=", ".join(check.assumed))
    return tell("this holds for {assumptions}, as declared", assumptions=", ".join(check.assumed))


def letters(check: Verdict) -> str:
    """For which numbers of its letters all this holds, where that is not all of them."""
    held = check.letters
    if held is None or held.everywhere:
        return ""
    names = ", ".join(held.names)
    if held.special is None:
        return tell(
            "all this holds for almost all values of {names}; `families` asks for the others",
            names=names,
        )
    if not held.special:
        return tell(
            "verdict and growth vector hold for all values of {names} with which the constraints "
            "have values; what is said of single points, for almost all of them",
            names=names,
        )
    sets = (tell(" and ").join(f"{shown(e)} = 0" for e in one) for one in held.special)
    return tell(
        "all this holds for almost all values of {names}; verdict and growth vector can be others "
        "only where {special}",
        names=names,
        special=tell(" or ").join(sets),
    )


def settled(check: Verdict) -> str:
    """Which assumptions would settle what is open."""
    if not check.settled_by:
        return ""
    answers = {True: tell("yes"), False: tell("no")}
    each = [
        f"{settling.assumption} ({answers.get(settling.answer) or verdict_word(settling.answer)})"
        for settling in check.settled_by
    ]
    known = tell(" or ").join(each)
    if check.settled_by[0].question == "verdict":
        return tell("the verdict would be settled by assuming {known}", known=known)
    return tell(
        "whether every configuration can be reached would be settled by assuming {known}",
        known=known,
    )


def redundant(check: Verdict) -> list[str]:
    """Each redundant row with the combination it is."""
    lines = []
    for r in check.redundant:
        terms = " + ".join(f"({shown(c)})*[{check.full.labels[l]}]" for l, c in r.coefficients)
        lines.append(f"{check.full.labels[r.row]}  =  {terms or '0'}")
    return lines
