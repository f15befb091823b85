"""The flag beyond its generic growth: big flag, classes of the forms, singular set and strata,
in words and as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nonholo.expression.graph import Expr
from nonholo.expression.text import text
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
    for l, found in enumerate(check.survey.classes):
        if found is not None:
            groups.setdefault((found.number, found.variables), []).append(l)
    lines = []
    for rows in groups.values():
        whose = (
            f"{_whose(rows, len(check.survey.classes))}: " if len(check.survey.classes) > 1 else ""
        )
        lines.append(whose + class_words(check.survey.classes[rows[0]]))
    return lines


def _whose(rows: Sequence[int], count: int) -> str:
    if len(rows) == count:
        return tell("each alone")
    numbers = ", ".join(str(l + 1) for l in rows)
    return tell_many(len(rows), "constraint {numbers}", "constraints {numbers}", numbers=numbers)


def class_words(found: FormClass) -> str:
    """The normal form in suitable coordinates and what a form of this class is called."""
    contact = found.odd and found.number == found.variables
    kind = {1: tell(", exact"), 2: tell(", integrable with a factor")}.get(
        found.number, tell(", a contact form") if contact else ""
    )
    doubt = "" if found.evidence.proved else tell("; not a proof")
    number = tell("class {number}", number=found.number)
    return f"{found.normal_form}{kind} ({number}{doubt})"


def equations(some: Sequence[Expr]) -> str:
    return ", ".join(f"{text(e)} = 0" for e in some)


def regular(check: Verdict) -> bool:
    """The growth vector is known to be the same at every point."""
    found = check.survey.strata
    return found.singular == () and not found.possible


def singular(check: Verdict) -> Pieces:
    """Where the growth vector is not the generic one, or A loses rank."""
    found = check.survey.strata.singular
    if not check.distribution.k or check.verdict == HOLONOMIC:
        return ()
    if found is None:
        return (tell("not found: {reason}", reason=_more_time(check.survey.strata.reason)),)
    doubt = "" if check.survey.strata.proved else tell(" (not a proof)")
    doubt += tell("; for generic parameters it is another") if check.survey.strata.special else ""
    possible = check.survey.strata.possible
    if possible:
        unknown = tell(", of which no real point is known")
        more = (tell("possibly where "), *_either(possible), unknown, doubt)
        return (*_either(found), "; ", *more) if found else more
    if not found:
        return (tell("nowhere: the growth vector is the same at every point") + doubt,)
    return (*_either(found), doubt)


def _either(found: Sequence[Sequence[Expr]]) -> Pieces:
    """Equations that hold together, in brackets, or others."""
    pieces: list[str | Said] = []
    for piece in found:
        all_ = joined((Said(e, "= 0") for e in piece), ", ")
        pieces += [tell(" or "), *(all_ if len(piece) == 1 else ("(", *all_, ")"))]
    return tuple(pieces[1:])


def _more_time(reason: str) -> str:
    """The reason, with what to try."""
    if "limit of work" not in reason:
        return told(reason)
    return tell("{reason} (try a larger --effort)", reason=reason)


def strata(check: Verdict) -> list[str]:
    """One line for each stratum and region, and a word where more may be inside."""
    found = check.survey.strata
    lines = [stratum_words(s) for s in (*check.survey.regions, *found.strata)]
    if found.strata and not found.complete:
        lines.append(
            tell("inside these there may be more: {reason}", reason=_more_time(found.reason))
        )
    return lines


def stratum_words(stratum: Stratum) -> str:
    """Equations or region, growth vector or rank, and the point."""
    where = ", ".join(filter(None, (equations(stratum.equations), *stratum.region)))
    growth = stratum.growth
    if growth is None:
        what = tell("rank {rank}", rank=stratum.rank)
    elif growth.complete:
        what = vector(growth) + ("" if growth.evidence.proved else tell(" (not a proof)"))
    else:
        what = tell("begins {vector}", vector=vector(growth))
    return f"{where}:  {what}, {place(stratum.at)}"


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
    found, big, generic = check.survey.strata, check.big_growth, check.closure.growth
    record: dict[str, Any] = {
        "big_growth_vector": list(big.vector) if big.complete else None,
        "singular_set": None
        if found.singular is None or found.possible
        else _pieces(found.singular),
        "strata": [stratum_record(s) for s in (*check.survey.regions, *found.strata)],
        "strata_complete": found.complete,
        "strata_proved": found.proved,
        "strongly_accessible": check.accessibility.strong or None
        if check.full.space == "tq"
        else None,
        "leaf_dimension": check.accessibility.leaf,
        "accessible_on_leaf": check.accessibility.within or None,
    }
    if found.possible:
        record |= {
            "singular_set_shown": _pieces(found.singular),
            "singular_set_possible": _pieces(found.possible),
        }
    if found.reason:
        record["strata_remark"] = found.reason
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
    return record


def class_record(found: FormClass | None) -> dict[str, Any]:
    """The keys of one row on its Darboux class."""
    if found is None:
        return {"darboux_class": None, "darboux_rank": None, "normal_form": None}
    return {
        "darboux_class": found.number,
        "darboux_rank": found.rank,
        "normal_form": found.normal_form,
    }
