"""First integrals in words and as JSON: potentials of rows, relations of the set, the leaf they
make.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.decide.ball import ball
from nonholo.expression.breaks import jumps
from nonholo.expression.graph import Expr
from nonholo.views.page import counts
from nonholo.views.page.sentences import Pieces, Said, joined
from nonholo.views.page.words import as_text, shown
from nonholo.words.language import tell, tell_many, told

if TYPE_CHECKING:
    from nonholo.findings.verdict import Verdict
    from nonholo.geometry.integrals.integrals import FirstIntegral
    from nonholo.geometry.integrals.leaf import Leaf

LONG = 40  # characters of an exact value beyond which it is rounded for people


def alone(check: Verdict, l: int) -> str:
    """What the potential of row l is, and how it was found: "(1/y**2) times it is d(x/y) (...)"."""
    potential, form = check.potentials[l], check.forms[l]
    if potential is None and check.full.value(l).is_zero:
        return tell("; it vanishes where the others hold")
    if potential is None and (mu := check.integrals.factor(l)) is not None and shown(mu) != "1":
        return tell(
            "; times {factor} it is closed: each term holds its own variable alone; no potential "
            "found in elementary form",
            factor=shown(mu),
        )
    if potential is None:
        return tell("; no potential found in elementary form") if form.integrable else ""
    if potential.method == "given":
        return ""
    factor = shown(potential.factor)
    times = "= " if factor == "1" else tell("times {factor} it is ", factor=factor)
    where = as_text(real_where(potential))
    return f", {times}d({shown(potential.function)}){where}  ({told(potential.method)})"


def relation(integral: FirstIntegral) -> str:
    """f = const, or f = 0 for a constraint that was given so; where f is real."""
    value = "0" if integral.method == "given" else "const"
    return f"{shown(integral.function)} = {value}{as_text(real_where(integral))}"


def real_where(integral: FirstIntegral) -> Pieces:
    """Where the function is real: " where y < 0"."""
    conditions = joined((Said(u, sign, True) for u, sign in integral.where), tell(" and "))
    return (tell(" where "), *conditions) if conditions else ()


def because(check: Verdict, integral: FirstIntegral) -> str:
    """The combination of rows that is df, if it takes more than one row."""
    if len(integral.combination) < 2:
        return ""
    terms = " + ".join(f"({shown(c)})*[{check.full.labels[l]}]" for l, c in integral.combination)
    return f"d({shown(integral.function)}) = {terms}  ({told(integral.method)})"


def missing(check: Verdict) -> str:
    """How many first integrals were not found."""
    h, number = check.relations, len(check.integrals.together)
    if not h or number == h:
        return ""
    tried = ", ".join(map(told, check.tried))
    if not number:
        return tell(
            "no first integral found in elementary form by the methods tried ({methods})",
            methods=tried,
        )
    return tell_many(
        number,
        "{n} first integral found of h = {h}; no other found in elementary form by the methods "
        "tried ({methods})",
        "{n} first integrals found of h = {h}; no other found in elementary form by the methods "
        "tried ({methods})",
        h=h,
        methods=tried,
    )


def leaf_words(leaf: Leaf) -> Pieces:
    """Degrees of freedom, coordinates on the leaf, and where they serve."""
    q = leaf.chart.q
    free = joined((Said(q[j]) for j in leaf.coordinates), ", ")
    size = tell_many(
        leaf.freedom,
        "{n} degree of freedom of the configuration (n - h)",
        "{n} degrees of freedom of the configuration (n - h)",
    )
    if leaf.missing:
        missing = counts.relations(leaf.missing)
        size += tell("; {relations} without a formula", relations=missing)
    both = tell(" and ")
    fixed = joined((Said(q[j]) for j in leaf.determined), both)
    where = (
        (tell(" where "), *joined((Said(f, "!= 0", True) for f in leaf.vanishing), both))
        if leaf.vanishing
        else ()
    )
    verb = tell_many(len(leaf.determined), " follows", " follow")
    serve = tell_many(len(leaf.coordinates), " serves as coordinate", " serve as coordinates")
    serving = (*free, serve) if free else (tell("no coordinate is free"),)
    known = tell("where the known ones hold, ") if leaf.missing else ""
    return (f"{size}; {known}", *serving, ", ", *fixed, verb, *where)


def restricted_words(check: Verdict, leaf: Leaf) -> Pieces:
    """Of a partly holonomic set: which coordinates its relations hold among, and which not."""
    if leaf.missing or not 0 < (check.relations or 0) < (check.independent or 0):
        return ()
    q = leaf.chart.q
    related = joined((Said(q[j]) for j in leaf.related), ", ")
    free = joined((Said(q[j]) for j in leaf.unrestricted), ", ")
    alone = tell(": not restricted, no relation holds among these, or some of these, alone")
    return (tell("by relations among "), *related, "; ", *free, alone)


def stays(check: Verdict, leaf: Leaf) -> Pieces:
    """The constants at the initial configuration, and whether other motions leave them:
    "x/y = 1/2".
    """
    levels = zip(check.integrals.together, leaf.constants)
    at = [(f, c) for i, (f, c) in levels if c is not None and i.method != "given"]
    told = [(Said(f, presented=True), f" = {_value(value)}") for f, value in at]
    reach = check.accessibility
    meeting = told and reach.meeting and len(reach.held) != check.relations
    unless = (tell(", as long as it does not pass where leaves meet"),) if meeting else ()
    if any(jumps(f) for f, _ in at):
        unless = (tell(", but for jumps of arcs"), *unless)
    return (*tuple(piece for pair in told for piece in (", ", *pair))[1:], *unless)


def _value(value: Expr) -> str:
    """An exact constant, a long rational one rounded."""
    written = shown(value)
    if len(written) > LONG and value.is_number:
        return f"{float(ball(value, {}).mid()):.12g} ({tell('rounded')})"
    return written


def rows(check: Verdict) -> list[tuple[str, str]]:
    """The lines of a check that tell of relations."""
    lines: list[tuple[str, str]] = []
    for integral in check.integrals.together:
        lines += [(tell("holonomic"), relation(integral)), ("", because(check, integral))]
    lines.append((tell("holonomic"), missing(check)))
    leaf = check.leaf
    if leaf is not None:
        lines.append((tell("leaf"), as_text(leaf_words(leaf))))
        lines.append((tell("restricted"), as_text(restricted_words(check, leaf))))
        lines.append((tell("stays on"), as_text(stays(check, leaf))))
    return [line for line in lines if line[1]]


def record(check: Verdict) -> dict[str, Any]:
    """The keys of a record that tell of relations."""
    leaf = check.leaf
    return {
        "first_integrals": [shown(f.function) for f in check.integrals.together],
        "first_integrals_complete": check.integrals.complete
        if check.relations is not None
        else None,
        "first_integral_details": [_details(check, f) for f in check.integrals.together],
        "leaf": None if leaf is None else _leaf_record(leaf),
    }


def _details(check: Verdict, integral: FirstIntegral) -> dict[str, Any]:
    return {
        "function": shown(integral.function),
        "where": [f"{shown(u)} {sign}" for u, sign in integral.where],
        "combination": [
            {"row": l, "constraint": check.full.labels[l], "coefficient": shown(c)}
            for l, c in integral.combination
        ],
        "method": integral.method,
        "evidence": integral.decision.evidence,
    }


def _leaf_record(leaf: Leaf) -> dict[str, Any]:
    names = leaf.chart.names
    return {
        "degrees_of_freedom": leaf.freedom,
        "missing_relations": leaf.missing,
        "coordinates": [names[j] for j in leaf.coordinates],
        "determined": [names[j] for j in leaf.determined],
        "related": [names[j] for j in leaf.related],
        "unrestricted": [names[j] for j in leaf.unrestricted],
        "condition": shown(leaf.condition),
        "constants": [
            {"function": shown(f), "value": None if value is None else shown(value)}
            for f, value in leaf.constants
        ],
    }
