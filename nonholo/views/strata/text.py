"""The flag beyond its generic growth: big flag, classes of the forms, singular set and strata,
in words and as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nonholo.errors import option
from nonholo.expression.graph import Expr
from nonholo.expression.text import PEOPLE, text
from nonholo.findings.verdict import HOLONOMIC, Verdict
from nonholo.views.page.sentences import Pieces, Said, joined
from nonholo.words.language import tell, tell_many, told

if TYPE_CHECKING:
    from nonholo.geometry.curvature.darboux import FormClass
    from nonholo.geometry.flag.flag import Growth
    from nonholo.geometry.flag.strata import Stratum


def vector(growth: Growth) -> str:
    return "(" + ", ".join(map(str, growth.vector)) + ")"


def big_flag(check: Verdict) -> str:
    """The growth vector of the big flag, where there is more than one step of brackets."""
    small, big = check.growth, check.big_growth
    if check.unilateral or small is None or max(len(small.vector), len(big.vector)) < 3:
        return ""
    if not big.complete:
        return tell(
            "begins {vector}, then undecided: {reason}",
            vector=vector(big),
            reason=big.evidence.reason,
        )
    if big.vector == small.vector:
        return tell("{vector}, the same", vector=vector(big))
    return tell("{vector}; degree {degree}", vector=vector(big), degree=big.degree)


def classes(check: Verdict) -> list[str]:
    """Darboux class and normal form of the forms, those of one class together."""
    groups: dict[tuple[int, int], list[int]] = {}
    for l, form_class in enumerate(check.survey.classes):
        if form_class is not None:
            groups.setdefault((form_class.number, form_class.variables), []).append(l)
    lines = []
    for rows in groups.values():
        whose = (
            f"{_whose(rows, len(check.survey.classes))}: " if len(check.survey.classes) > 1 else ""
        )
        form_class = check.survey.classes[rows[0]]
        apart = bool(check.survey.regions) and form_class.number > 1
        where = tell("; in one of the regions at least") if apart else ""
        lines.append(f"{whose}{class_words(form_class)}{where}")
    return lines


def _whose(rows: Sequence[int], count: int) -> str:
    if len(rows) == count:
        return tell("each alone")
    numbers = ", ".join(str(l + 1) for l in rows)
    return tell_many(len(rows), "constraint {numbers}", "constraints {numbers}", numbers=numbers)


def class_words(form_class: FormClass) -> str:
    """The normal form in suitable coordinates and what a form of this class is called."""
    contact = form_class.odd and form_class.number == form_class.variables
    kind = {1: tell(", exact"), 2: tell(", integrable with a factor")}.get(
        form_class.number, tell(", a contact form") if contact else ""
    )
    doubt = "" if form_class.evidence.proved else tell("; not a proof")
    number = tell("class {number}", number=form_class.number)
    return f"{form_class.normal_form}{kind} ({number}{doubt})"


def equations(some: Sequence[Expr]) -> str:
    return ", ".join(f"{text(e, PEOPLE)} = 0" for e in some)


def regular(check: Verdict) -> bool:
    """The growth vector is known to be the same at every point."""
    strata = check.survey.strata
    return strata.singular == () and not strata.possible


def singular(check: Verdict) -> Pieces:
    """Where the growth vector is not the generic one, or A loses rank."""
    pieces = check.survey.strata.singular
    if not check.distribution.k or check.verdict == HOLONOMIC:
        return ()
    if pieces is None:
        return (tell("not found: {reason}", reason=_more_time(check.survey.strata.reason)),)
    doubt = for_most_letters(check)
    doubt += "" if check.survey.strata.proved else tell(" (not a proof)")
    doubt += tell("; with {numbers}", numbers=numbers(check)) if _without_letters(check) else ""
    doubt += tell("; for generic parameters it is another") if check.survey.strata.special else ""
    possible = check.survey.strata.possible
    if possible:
        unknown = tell(", where no typical point could be judged")
        more = (tell("possibly where "), *_either(possible), unknown, doubt)
        return (*_either(pieces), "; ", *more) if pieces else more
    if not pieces:
        return (tell("nowhere: the growth vector is the same at every point") + doubt,)
    return (*_either(pieces), doubt)


def for_most_letters(check: Verdict) -> str:
    """For which numbers of the letters what is said of points holds, if not for all."""
    held = check.letters
    if held is None or held.everywhere:
        return ""
    return tell(", for almost all values of {names}", names=", ".join(held.names))


def numbers(check: Verdict) -> str:
    """The numbers of parameters that were put in to find the strata."""
    return ", ".join(f"{letter} = {value}" for letter, value in check.survey.strata.numbers)


def _without_letters(check: Verdict) -> bool:
    """Were numbers put in that are not told by the letters that are shown?"""
    known = check.survey.strata
    put_in = {str(letter) for letter, _ in known.numbers}
    pieces = (*(known.singular or ()), *known.possible)
    shown = {str(letter) for piece in pieces for e in piece for letter in e.symbols()}
    return bool(put_in) and not put_in & shown


def points_with(check: Verdict) -> str:
    """To which numbers the points of strata belong that are written with letters."""
    known = check.survey.strata
    if not known.numbers or not known.strata or _without_letters(check):
        return ""
    return tell("the points are those with {numbers}", numbers=numbers(check))


def _either(alternatives: Sequence[Sequence[Expr]]) -> Pieces:
    """Equations that hold together, in brackets, or others."""
    pieces: list[str | Said] = []
    for piece in alternatives:
        all_ = joined((Said(e, "= 0") for e in piece), ", ")
        pieces += [tell(" or "), *(all_ if len(piece) == 1 else ("(", *all_, ")"))]
    return tuple(pieces[1:])


def _more_time(reason: str) -> str:
    """The reason, with what to try."""
    if "limit of work" not in reason:
        return told(reason)
    return tell(
        "{reason} (try {more})",
        reason=reason,
        more=option(tell("a larger --effort"), tell("more units")),
    )


def strata(check: Verdict) -> list[str]:
    """One line for each stratum and region, and a word where more may be inside."""
    singular_strata = check.survey.strata
    lines = [stratum_words(s) for s in (*check.survey.regions, *singular_strata.strata)]
    if points := points_with(check):
        lines.append(points)
    if singular_strata.strata and not singular_strata.complete:
        lines.append(
            tell(
                "inside these there may be more: {reason}",
                reason=_more_time(singular_strata.reason),
            )
        )
    return lines


def stratum_words(stratum: Stratum) -> str:
    """Equations or region, growth vector or rank, and the point."""
    where = ", ".join(filter(None, (equations(stratum.equations), *stratum.region)))
    growth = stratum.growth
    if growth is None:
        what = tell("rank {rank}", rank=stratum.rank) + _velocities(stratum)
    elif growth.complete:
        what = vector(growth) + ("" if growth.evidence.proved else tell(" (not a proof)"))
    else:
        what = tell("begins {vector}", vector=vector(growth))
    return f"{where}:  {what}, {place(stratum.at)}"


def _velocities(stratum: Stratum) -> str:
    """Which velocities satisfy the constraints where these lose rank."""
    if not stratum.needed:
        return ""
    if any(e.is_number for e in stratum.needed):
        return tell(" (no velocity satisfies the constraints there)")
    return tell(
        " (only where {equations} does a velocity satisfy the constraints there)",
        equations=equations(stratum.needed),
    )


def place(at: Mapping[Expr, Expr]) -> str:
    """The point of a stratum: its coordinates that are not 0."""
    nonzero = [f"{s} = {v}" for s, v in at.items() if not v.is_zero]
    if not nonzero:
        return tell("at the origin")
    return tell("at {point}", point=", ".join(nonzero))


# JSON -------------------------------------------------------------------------------------------
def flag_record(check: Verdict) -> dict[str, Any]:
    """The keys of `nonholo check` on flag and strata."""
    assert check.closure is not None  # judged by symbols
    strata, big, generic = check.survey.strata, check.big_growth, check.closure.growth
    record: dict[str, Any] = {
        "big_growth_vector": list(big.vector) if big.complete else None,
        "singular_set": None
        if strata.singular is None or strata.possible
        else _pieces(strata.singular),
        "strata": [stratum_record(s) for s in (*check.survey.regions, *strata.strata)],
        "strata_complete": strata.complete,
        "strata_proved": strata.proved,
        "strongly_accessible": check.accessibility.strong or None
        if check.full.space == "tq"
        else None,
        "leaf_dimension": check.accessibility.leaf,
        "accessible_on_leaf": check.accessibility.within or None,
    }
    if strata.possible:
        record |= {
            "singular_set_shown": _pieces(strata.singular),
            "singular_set_possible": _pieces(strata.possible),
        }
    if strata.reason:
        record["strata_remark"] = strata.reason
    if strata.numbers:
        record["strata_numbers"] = {str(letter): text(v) for letter, v in strata.numbers}
    if check.point is not None:
        record["at"] = {
            str(s): text(v)
            for s, v in check.point.items()
            if check.full.space == "tq" or str(s) != "t"
        }
        record["generic_growth_vector"] = list(generic.vector) if generic.complete else None
    return record


def _pieces(pieces: Sequence[Sequence[Expr]]) -> list[str]:
    return [_piece(piece) for piece in pieces]


def _piece(piece: Sequence[Expr]) -> str:
    """One equation: a sum of squares for several."""
    if len(piece) == 1:
        return f"{text(piece[0])} = 0"
    return (
        " + ".join(f"{text(e)}**2" if e.kind == "symbol" else f"({text(e)})**2" for e in piece)
        + " = 0"
    )


def stratum_record(stratum: Stratum) -> dict[str, Any]:
    growth = stratum.growth if stratum.growth is not None and stratum.growth.complete else None
    record: dict[str, Any] = {
        "equations": [f"{text(e)} = 0" for e in stratum.equations],
        "growth_vector": None if growth is None else list(growth.vector),
        "degree_of_nonholonomy": None if growth is None else growth.degree,
        "rank": stratum.rank,
        "at": {str(s): text(v) for s, v in stratum.at.items()},
        "proved": growth is not None and growth.evidence.proved,
    }
    if stratum.region:
        record["region"] = list(stratum.region)
    if stratum.needed:
        record["velocities_need"] = [f"{text(e)} = 0" for e in stratum.needed]
    return record


def class_record(form_class: FormClass | None) -> dict[str, Any]:
    """The keys of one row on its Darboux class."""
    if form_class is None:
        return {"darboux_class": None, "darboux_rank": None, "normal_form": None}
    return {
        "darboux_class": form_class.number,
        "darboux_rank": form_class.rank,
        "normal_form": form_class.normal_form,
    }
