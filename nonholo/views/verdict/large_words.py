"""Findings about a large set in words."""

from __future__ import annotations

from nonholo.findings.verdict import HOLONOMIC, Verdict
from nonholo.views.page import words as plain
from nonholo.views.verdict import words


def sentence(check: Verdict) -> str:
    """The verdict of a large set in one sentence, with the bounds of h where it is open."""
    k, (lower, upper) = check.independent, check.bounds
    what = (
        plain.count(check.full.k, "constraint") + " of undecided rank"
        if k is None
        else plain.count(k, "independent constraint")
    )
    hidden = f"{plain.count(lower, 'holonomic relation')} (h = {lower})"
    if check.verdict == HOLONOMIC:
        return f"{what}, jointly integrable" + (f": h = {lower}" if lower == upper else "")
    if lower == upper:
        rest = "the others" if k is None else k - lower
        return (
            f"{what} hide {hidden}, {rest} cannot be integrated"
            if lower
            else f"{what}, completely nonholonomic: no hidden holonomic relation (h = 0)"
        )
    joint = {
        True: "jointly integrable",
        False: "not jointly integrable",
        None: "joint integrability undecided",
    }
    return (
        f"{what}, {joint[check.joint.answer]}; hidden holonomic relations: {lower} <= h <= "
        f"{upper}, h undecided"
    )


def why(check: Verdict) -> list[str]:
    """What joint integrability rests on, and h."""
    if check.joint.answer is False:
        l, found = next(
            (part.rows[part.witness.row], part.witness)
            for part in check.parts
            if part.joint.answer is False and part.witness is not None
        )
        first = (
            f"dw(X, Y) != 0 for constraint {l + 1} and two vectors X, Y of the kernel of all at a "
            f"random point "
            f"modulo the prime {found.prime}"
        )
        first += "" if check.joint.proved else f" ({plain.evidence(check.joint)})"
    elif check.joint.answer:
        first = (
            f"dw_l(X, Y) = 0 for all constraints w_l and all X, Y in their kernel "
            f"({plain.evidence(check.joint)})"
        )
    else:
        first = check.joint.reason
    return [first]


def evidence(check: Verdict) -> str:
    """What h rests on; what is proved of it where it is not proved."""
    if check.evidence.evidence == "modular":
        return (
            "h = 0 proved: brackets of admissible fields span all directions at a random point "
            "modulo a prime"
            if check.relations == 0
            else "h proved"
        )
    lower, upper = check.proved
    more = "" if check.evidence.proved else f"; proved: {lower} <= h <= {upper}"
    return f"h: {plain.evidence(check.evidence)}{more}"


def growth(check: Verdict) -> str:
    """The growth vector where it is known, with its evidence."""
    if check.at_point is not None:
        return words.growth(check)
    if check.growth is None:
        return "not taken at this size"
    vector = "(" + ", ".join(map(str, check.growth.vector)) + ")"
    how = "" if check.growth.evidence.proved else f" ({plain.evidence(check.growth.evidence)})"
    return f"{vector} in {'(t, q)' if check.growth.space == 'tq' else 'q'}, generic{how}"


def accessible(check: Verdict) -> str:
    """Why it is not said whether every configuration can be reached."""
    if check.accessible is False:
        return "no (the motion stays on a leaf)"
    if check.bounds[0]:
        return "undecided (leaves hold the motion; where they can meet was not looked for)"
    return "undecided (the brackets span at generic points at most)" if check.relations == 0 else ""


def parts(check: Verdict) -> str:
    """How the set falls apart."""
    if len(check.parts) == 1:
        return "one: no set of constraints stands apart from the others"
    sizes = sorted((part.forms.k for part in check.parts), reverse=True)
    few = ", ".join(map(str, sizes[:8])) + (
        f", ... ({len(sizes) - 8} more)" if len(sizes) > 8 else ""
    )
    proved = sum(part.evidence.proved for part in check.parts)
    return (
        f"{len(check.parts)} sets that share no coordinate, of {few} constraints; h proved in "
        f"{proved} of them"
    )


def remarks(check: Verdict) -> list[str]:
    """What is to be known of the case when its verdict is read."""
    notes = generic(check), words.piecewise(check), words.unspecified(check)
    return [note for note in notes if note]


def generic(check: Verdict) -> str:
    """What is different for generic parameters."""
    if check.generic is None:
        return ""
    lower, upper = check.generic
    h = f"h = {lower}" if lower == upper else f"{lower} <= h <= {upper}"
    return f"the verdict belongs to the given numbers; for generic parameters {h}"
