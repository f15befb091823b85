"""Findings about a large set in words."""

from __future__ import annotations

from nonholo.errors import option
from nonholo.findings.verdict import HOLONOMIC, Verdict
from nonholo.views.page import counts
from nonholo.views.page import words as plain
from nonholo.views.strata.text import for_most_letters
from nonholo.views.verdict import words
from nonholo.words.language import tell, tell_many, told


def sentence(check: Verdict) -> str:
    """The verdict of a large set in one sentence, with the bounds of h where it is open."""
    k, (lower, upper) = check.independent, check.bounds
    what = (
        tell("{constraints} of undecided rank", constraints=counts.constraints(check.full.k))
        if k is None
        else counts.independent_constraints(k)
    )
    if check.verdict == HOLONOMIC:
        statement = tell("{what}, jointly integrable", what=what)
        return statement + (f": h = {lower}" if lower == upper else "")
    if lower == upper == 0:
        return tell(
            "{what}, completely nonholonomic: no hidden holonomic relation (h = 0)", what=what
        )
    if lower == upper:
        return tell_many(
            lower,
            "{what} hide {n} holonomic relation (h = {n}), {rest} cannot be integrated",
            "{what} hide {n} holonomic relations (h = {n}), {rest} cannot be integrated",
            what=what,
            rest=tell("the others") if k is None else k - lower,
        )
    joint = {
        True: tell("jointly integrable"),
        False: tell("not jointly integrable"),
        None: tell("joint integrability undecided"),
    }
    return tell(
        "{what}, {joint}; hidden holonomic relations: {lower} <= h <= {upper}, h undecided",
        what=what,
        joint=joint[check.joint.answer],
        lower=lower,
        upper=upper,
    )


def why(check: Verdict) -> list[str]:
    """What joint integrability rests on, and h."""
    if check.joint.answer is False:
        l, witness = next(
            (part.rows[part.witness.row], part.witness)
            for part in check.parts
            if part.joint.answer is False and part.witness is not None
        )
        first = tell(
            "dw(X, Y) != 0 for constraint {row} and two vectors X, Y of the kernel of all at a "
            "random point modulo the prime {prime}",
            row=l + 1,
            prime=witness.prime,
        )
        first += "" if check.joint.proved else f" ({plain.evidence(check.joint)})"
    elif check.joint.answer:
        first = tell(
            "dw_l(X, Y) = 0 for all constraints w_l and all X, Y in their kernel ({evidence})",
            evidence=plain.evidence(check.joint),
        )
    else:
        first = told(check.joint.reason)
    return [first]


def evidence(check: Verdict) -> str:
    """What h rests on; what is proved of it where it is not proved."""
    if check.evidence.evidence == "modular":
        return (
            tell(
                "h = 0 proved: brackets of admissible fields span all directions at a random point "
                "modulo a prime"
            )
            if check.relations == 0
            else tell("h proved")
        )
    lower, upper = check.proved
    bounds = tell("; proved: {lower} <= h <= {upper}", lower=lower, upper=upper)
    more = "" if check.evidence.proved else bounds
    return f"h: {plain.evidence(check.evidence)}{more}"


def growth(check: Verdict) -> str:
    """The growth vector where it is known, with its evidence."""
    if check.at_point is not None:
        return words.growth(check)
    if check.growth is None:
        return tell("not taken at this size")
    vector = "(" + ", ".join(map(str, check.growth.vector)) + ")"
    how = "" if check.growth.evidence.proved else f" ({plain.evidence(check.growth.evidence)})"
    space = "(t, q)" if check.growth.space == "tq" else "q"
    return tell("{vector} in {space}, generic", vector=vector, space=space) + how


def accessible(check: Verdict) -> str:
    """Whether every configuration can be reached, or why that is not said."""
    if check.accessible is False:
        return tell("no (f = 0 holds the motion)")
    if check.accessible:
        head = tell(
            "yes{letters}: every configuration from every other", letters=for_most_letters(check)
        )
        return f"{head} ({tell('Chow-Rashevskii: the brackets span at every point')})"
    if check.bounds[0]:
        return tell("undecided (leaves hold the motion; where they can meet was not looked for)")
    if check.relations != 0:
        return ""
    if check.at_point is not None:
        return tell("undecided (the brackets span at generic points at most)")
    return tell(
        "undecided (the brackets span at generic points at most; "
        "try {hint} for those at one point)",
        hint=option("--at x=0,...", "at={...}"),
    )


def parts(check: Verdict) -> str:
    """How the set falls apart."""
    if len(check.parts) == 1:
        return tell("one: no set of constraints stands apart from the others")
    sizes = sorted((part.forms.k for part in check.parts), reverse=True)
    few = ", ".join(map(str, sizes[:8])) + (
        tell(", ... ({number} more)", number=len(sizes) - 8) if len(sizes) > 8 else ""
    )
    proved = sum(part.evidence.proved for part in check.parts)
    return tell(
        "{sets} sets that share no coordinate, of {sizes} constraints; h proved in {proved} of "
        "them",
        sets=len(check.parts),
        sizes=few,
        proved=proved,
    )


def remarks(check: Verdict) -> list[str]:
    """What is to be known of the case when its verdict is read."""
    notes = (
        *words.hidden(check),
        *words.read_so(check),
        generic(check),
        words.piecewise(check),
        words.letters(check),
        words.unspecified(check),
    )
    return [note for note in notes if note]


def generic(check: Verdict) -> str:
    """What is different for generic parameters."""
    if check.generic is None:
        return ""
    lower, upper = check.generic
    h = f"h = {lower}" if lower == upper else f"{lower} <= h <= {upper}"
    return tell("the verdict belongs to the given numbers; for generic parameters {h}", h=h)
