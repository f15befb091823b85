"""Statements about the constraints alone: verdict, rank, growth, single forms, displacements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nonholo.decide.zero import Decision, all_zero
from nonholo.expectations.fact import (
    HOLDS,
    Finding,
    NotAStatement,
    boolean,
    entry,
    fails,
    holds,
    listed,
    said,
    unchecked,
    whole,
)
from nonholo.expectations.subject import Level, Subject, Words, claim
from nonholo.expression.graph import Expr
from nonholo.findings.restricted import chosen, restricted_in
from nonholo.findings.verdict import HOLONOMIC, NONHOLONOMIC, PARTLY, UNDECIDED, Verdict
from nonholo.geometry.curvature.integrability import judge_form
from nonholo.geometry.distribution.displacements import admissible
from nonholo.geometry.flag.flag import Growth, rank_at
from nonholo.geometry.flag.goursat_strata import growth_by_letters
from nonholo.geometry.flag.local import growth_at
from nonholo.words.sentence import say
from nonholo.writing.verdicts import SAID

CLASSES: dict[str, Callable[[Verdict], bool]] = {
    "nonholonomic": lambda check: check.verdict in (NONHOLONOMIC, PARTLY),
    "partly holonomic": lambda check: check.verdict == PARTLY,
    "holonomic": lambda check: check.verdict == HOLONOMIC,
    "unconstrained": lambda check: (
        not check.unilateral and not check.full.k and not check.nonlinear
    ),
    "unilateral": lambda check: check.unilateral,
}


def proved(check: Verdict) -> bool:
    """The verdict rests on proofs."""
    return check.verdict != UNDECIDED and check.evidence.proved


def _open(check: Verdict) -> Finding:
    """Of a verdict that is not proved."""
    open_ = check.nonlinear and check.reason
    return unchecked(f"undecided: {check.reason}" if open_ else "the verdict is not proved")


def classification(subject: Subject, stated: Any) -> Finding:
    """The class by its first words; what follows them is for people."""
    told = str(stated)
    word = next((w for w in CLASSES if told.lower().startswith(w)), None)
    if word is None:
        return unchecked(say("no rule for this class"))
    remark = "" if told == word else f"; judged by its first word{'s' * (' ' in word)}, {word}"
    if not proved(subject.verdict):
        return _open(subject.verdict)
    return (
        holds(_verdict(subject) + remark)
        if CLASSES[word](subject.verdict)
        else fails(_verdict(subject))
    )


def _verdict(subject: Subject) -> str:
    word = say("verdict: {verdict}", verdict=SAID[subject.verdict.verdict])
    return word + (" " + subject.remark if subject.remark else "")


def holonomic(subject: Subject, stated: Any) -> Finding:
    if not proved(subject.verdict):
        return _open(subject.verdict)
    agrees = boolean(stated) is (subject.verdict.verdict == HOLONOMIC)
    return (holds if agrees else fails)(_verdict(subject))


def scleronomic(subject: Subject, stated: Any) -> Finding:
    """Time stands neither in a coefficient nor in a holonomic function."""
    rows = subject.check.full
    functions = any(f.has([rows.chart.t]) for f in subject.case.system.holonomic)
    return said(stated, rows.scleronomic and not functions)


def affine(subject: Subject, stated: Any) -> Finding:
    return said(stated, not subject.check.full.catastatic)


def nonlinear(subject: Subject, stated: Any) -> Finding:
    """Some velocity constraint is not affine in the velocities."""
    return said(stated, bool(subject.case.system.nonlinear))


def n_first_integrals(subject: Subject, stated: Any) -> Finding:
    h = subject.check.relations if proved(subject.check) else None
    return said(stated, h, subject.remark)


def dof(subject: Subject, stated: Any) -> Finding:
    """n - h of a holonomic set."""
    check = subject.check
    if not proved(check) or check.verdict != HOLONOMIC or check.relations is None:
        return unchecked(say("degrees of freedom are counted for holonomic sets only"))
    return said(stated, check.full.chart.n - check.relations, subject.remark)


def accessible(subject: Subject, stated: Any) -> Finding:
    answer = subject.check.accessible
    if answer is None:
        return unchecked(say("accessibility was not decided"))
    return said(stated, answer)


def virtual_distribution_integrable(subject: Subject, stated: Any) -> Finding:
    """The curvature without its components along time vanishes."""

    def question(level: Level) -> Decision:
        return all_zero(b for _, _, I, b in level.curvature.entries() if I != 0)

    return claim(
        subject, question, boolean(stated), Words(say("integrable"), say("not integrable"))
    )


def individually_integrable(subject: Subject, values: list, i: int) -> Finding:
    """Row i of `constraints`, judged alone.

    Raises NotAStatement where there is no such row.
    """
    row = _row(subject, i)
    return claim(
        subject,
        lambda level: judge_form(level.system.pfaffian, row).decision,
        boolean(values[i]),
        Words(say("integrable alone"), say("not integrable alone")),
    )


def _row(subject: Subject, i: int) -> int:
    row = subject.offset + i
    if row >= subject.case.system.pfaffian.k:
        raise NotAStatement(say("there is no constraint number {value}", value=i + 1))
    return row


# ranks and growth -------------------------------------------------------------------------------
def rank_generic(subject: Subject, stated: Any) -> Finding:
    return said(stated, subject.check.independent, subject.remark)


def ranks(subject: Subject, values: list, i: int) -> Finding:
    """The rank of A at one exact point.

    Raises NotAStatement for a point that names anything but coordinates and t.
    """
    rank = rank_at(subject.numeric.system.pfaffian, _point(subject, values[i]))
    return said(entry(values[i], "rank", int), rank)


def _point(subject: Subject, table: Any) -> dict[Expr, Expr]:
    """The configuration under `at`; coordinates it does not name are 0."""
    point = subject.case.point(entry(table, "at", Mapping))
    if not set(point) <= {*subject.check.full.chart.q, subject.check.full.chart.t}:
        raise NotAStatement(
            say("a point names coordinates and t; parameters have their numbers above")
        )
    return point


_MORE = {("q", "q"): 0, ("tq", "tq"): 0, ("tq", "q"): 1}  # d/dt adds 1 to each entry


def growth(subject: Subject, values: list, i: int) -> Finding:
    """The growth vector at one exact point (the generic one where none is named), in the space
    it is stated in.
    """
    stated = entry(values[i], "vector", list)
    grown = local_growth(subject, values[i])
    space = subject.case.expected.get("growth_space", grown.space)
    if (space, grown.space) not in _MORE:
        return unchecked(
            say(
                "stated in {space} for a set that lives in {space2}",
                space=space,
                space2=grown.space,
            )
        )
    vector = [d + _MORE[space, grown.space] for d in grown.vector]
    if not grown.evidence.proved:
        reason = grown.evidence.reason or say("random evaluation only")
        return unchecked(say("not proved: {value}", value=reason))
    return said(stated, vector)


def local_growth(subject: Subject, table: Any) -> Growth:
    """The growth vector at the point under `at`; without one the generic.

    Raises NotAStatement for a point that names anything but coordinates and t.
    """
    generic, values = subject.closure.growth, subject.case.system.values
    if isinstance(table, Mapping) and "at" not in table:
        return generic
    d = subject.symbolic.distribution
    limit = generic.vector[0] + d.k if subject.check.relations is None else generic.vector[-1]
    known = generic if generic.complete else None
    rows, point = d.pfaffian.subs(values), _point(subject, table)
    grown = growth_at(rows, point, limit, generic=known)
    return grown if grown.complete else growth_by_letters(rows, point) or grown


def listed_growth(subject: Subject) -> list[Growth]:
    """The growth vectors at all points that `growth` names."""
    entries = subject.case.expected.get("growth", [])
    return [local_growth(subject, e) for e in entries] if isinstance(entries, list) else []


def growth_space(subject: Subject, stated: Any) -> Finding:
    return said(stated, subject.closure.growth.space)


def degree(subject: Subject, stated: Any) -> Finding:
    """The generic degree of nonholonomy."""
    check = subject.check
    growth = subject.closure.growth
    known = proved(check) and growth.complete
    return said(stated, growth.degree if known else None, subject.remark)


def among(subject: Subject, values: list, i: int) -> Finding:
    """How many hidden relations hold among some coordinates alone."""
    stated = entry(values[i], "relations", int)
    names = chosen(subject.case, entry(values[i], "coordinates", list))
    restricted = restricted_in(subject.check, names, search=0)
    if not restricted.evidence.proved:
        reason = restricted.evidence.reason or say("random evaluation only")
        return unchecked(say("not proved: {value}", value=reason))
    return said(stated, restricted.relations, subject.remark)


# forms and displacements ------------------------------------------------------------------------
def wedge(subject: Subject, values: list, i: int) -> Finding:
    """w ^ dw = T_xyz dx ^ dy ^ dz; one sign for the whole list may differ (orientation)."""
    for sign, remark in ((1, ""), (-1, ", with the opposite orientation")):
        findings = [_wedge(subject, values, l, sign) for l in range(len(values))]
        if all(f.status == HOLDS for f in findings):
            return holds(findings[i].detail + remark)
    return _wedge(subject, values, i, 1)


def _wedge(subject: Subject, values: list, i: int, sign: int) -> Finding:
    row = _row(subject, i)

    def question(level: Level) -> Decision:
        return level.vanish([sign * level.read(values[i]) - volume(level, row)])

    return claim(subject, question, instead=lambda level: level.shown(volume(level, row)))


def volume(level: Level, row: int) -> Expr:
    """T_xyz of one row in three coordinates x, y, z.

    Raises NotAStatement where there are not three coordinates.
    """
    names = level.chart.names
    if len(names) != 3:
        raise NotAStatement(
            say("w ^ dw is one number in 3 coordinates, and there are {count}", count=len(names))
        )
    triples = judge_form(level.system.pfaffian, row).triples
    return next(t.value for t in triples if t.names == names)


def darboux_class(subject: Subject, values: list, i: int) -> Finding:
    """The generic class of row i of `constraints`: 2r+1 or 2r+2 (see geometry.darboux).

    Raises NotAStatement where there is no such row.
    """
    form_class = subject.symbolic.survey.classes[_row(subject, i)]
    if form_class is None or not form_class.evidence.proved:
        return unchecked(say("the class of the form was not proved"))
    return said(values[i], form_class.number)


def virtual(subject: Subject, stated: Any) -> Finding:
    """A relation between differentials that every virtual displacement obeys."""

    def question(level: Level) -> Decision:
        relation = level.case.scope.constraint(str(stated)).subs(level.values)
        if not relation.subs(dict.fromkeys(level.chart.v, level.chart.graph.zero)).is_zero:
            raise NotAStatement(
                say("time is frozen in a virtual displacement: dt has no meaning in it")
            )
        return level.vanish(relation.subs(_along(level, j)) for j in range(level.distribution.m))

    return claim(subject, question)


def _along(level: Level, j: int) -> dict[Expr, Expr]:
    """Velocities replaced by the j-th virtual displacement."""
    return {v: row[j] for v, row in zip(level.chart.v, level.distribution.kernel())}


def fields(subject: Subject, values: list, i: int) -> Finding:
    """A vector field that is a virtual displacement everywhere: A X = 0.

    Raises NotAStatement unless there are as many components as coordinates.
    """
    n = subject.case.system.chart.n
    if not isinstance(values[i], list) or len(values[i]) != n:
        raise NotAStatement(say("needed are {n} components", n=n))
    return claim(
        subject,
        lambda level: level.vanish(
            admissible(level.system.pfaffian, [level.read(e) for e in values[i]])
        ),
    )


RULES = {
    "classification": whole(classification),
    "holonomic": whole(holonomic),
    "scleronomic": whole(scleronomic),
    "affine": whole(affine),
    "nonlinear": whole(nonlinear),
    "n_first_integrals": whole(n_first_integrals),
    "dof": whole(dof),
    "accessible": whole(accessible),
    "virtual_distribution_integrable": whole(virtual_distribution_integrable),
    "individually_integrable": listed(individually_integrable),
    "rank_generic": whole(rank_generic),
    "rank_at": listed(ranks),
    "growth": listed(growth),
    "restricted": listed(among),
    "growth_space": whole(growth_space),
    "degree": whole(degree),
    "degree_generic": whole(degree),
    "wedge": listed(wedge),
    "darboux_class": listed(darboux_class),
    "virtual": whole(virtual),
    "fields": listed(fields),
}
