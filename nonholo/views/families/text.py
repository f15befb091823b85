"""Families as text: for each question the cells, each with its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import starmap
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from nonholo.expression.jumps import has_signs
from nonholo.expression.ranges import range_of
from nonholo.expression.text import PEOPLE, text
from nonholo.views.conserved.text import bounds_text, shorter
from nonholo.views.equilibrium.text import brief
from nonholo.views.evidence.reasons import reason_told
from nonholo.views.page.rows import readable, table
from nonholo.views.page.words import as_given, as_text, shown
from nonholo.views.strata.text import regular, singular, strata
from nonholo.views.verdict import branches
from nonholo.views.verdict.words import accessible, verdict_word
from nonholo.words.language import tell, tell_many, told
from nonholo.words.sentence import Sentence, say

if TYPE_CHECKING:
    from nonholo.expression.graph import Expr
    from nonholo.findings.families import Constraints, Families
    from nonholo.findings.family import Family, FamilyCell, RootPoint
    from nonholo.findings.family_integrals import Integrals
    from nonholo.findings.family_motion import InvariantMeasure, Substitution, Vakonomic
    from nonholo.findings.family_singular import SingularSet
    from nonholo.findings.family_symmetry import Symmetry
    from nonholo.findings.function_conditions import FunctionConditions

ROUND = 10_000  # ends are told to so many parts of 1
LONGEST = 300  # characters of all equations on which a growth vector rests
ASKED = {
    "constraints": say("are the constraints holonomic?"),
    "substitution": say("may velocities be put into the Lagrangian?"),
    "vakonomic": say("are the motions vakonomic too?"),
    "measure": say("is there an invariant measure?"),
    "symmetry": say("has the distribution the most symmetries?"),
    "singular": say("where are rank or growth vector not those of most configurations?"),
    "integrals": say("are there further first integrals?"),
}
CONTRADICTION = say(
    "at almost all configurations no velocities obey the constraints: they contradict each other"
)
STATES = say(
    "the sets of states that are left where constraints contradict each other are told for almost "
    "all parameters of a cell"
)
POINTS = say(
    "told apart by verdict and generic growth vector: whether there is a singular set, and which, "
    'is told for almost all parameters of a cell; the question "singular" tells these apart'
)


def families_text(families: Families, full: bool = False, awaited: bool = False) -> str:
    """The text of `nonholo families`; `full`: no row is cut; `awaited`: as `family_lines` has
    it."""
    return f"{told(families.case.name)}\n{questions_text(families, full, awaited)}"


def questions_text(families: Families, full: bool, awaited: bool = False) -> str:
    """Each question that was asked, with its cells; `full`: no row is cut; `awaited`: as
    `family_lines` has it."""
    lines = []
    for question, family in families.families.items():
        lines += ["", told(ASKED[question]), *family_lines(family, full, awaited)]
        if question == "constraints" and families.functions is not None:
            lines += table(function_rows(families.functions))
    refused: dict[str, list[str]] = {}
    for question, reason in families.refused.items():
        refused.setdefault(told(reason), []).append(told(ASKED[question]))
    for reason, questions in refused.items():
        lines += ["", *questions, *table([(tell("not asked"), reason)])]
    return "\n".join(lines)


def function_rows(conditions: FunctionConditions) -> list[tuple[str, str]]:
    """The differential equations for unspecified functions."""
    label, names = tell("functions"), ", ".join(conditions.functions)
    if conditions.equations is None:
        open_ = tell(
            "{functions}: when the set is holonomic is open: {reason}",
            functions=names,
            reason=conditions.reason,
        )
        return [(label, open_)]
    beside = ""
    if conditions.beside:
        beside = tell(
            " (functions with {equations}, identically, are not judged)",
            equations=", ".join(f"{brief(e)} = 0" for e in conditions.beside),
        )
    if not conditions.equations:
        always = tell("{functions}: the set is holonomic whatever they are", functions=names)
        return [(label, always + beside), *_proof_rows(conditions)]
    if any(e.is_number for e in conditions.equations):
        never = tell("{functions}: the set is not holonomic, whatever they are", functions=names)
        return [(label, never + beside), *_growth_rows(conditions), *_proof_rows(conditions)]
    equations = "; ".join(f"{brief(e)} = 0" for e in conditions.equations) + beside
    exactly = tell(
        "{functions}: the set is holonomic exactly if {equations}, identically",
        functions=names,
        equations=equations,
    )
    rows = [(label, exactly)]
    words = conditions.solved
    rows += [("", tell("that is, {words}", words=told(words)))] if words else []
    return rows + _growth_rows(conditions) + _proof_rows(conditions)


def _proof_rows(conditions: FunctionConditions) -> list[tuple[str, str]]:
    """Does the verifier accept the equations?"""
    if conditions.certified is None:
        return []
    if not conditions.certified:
        reason = reason_told(conditions.uncertified)
        return [("", tell("not certified: {reason}", reason=reason))]
    if conditions.growth is None or not conditions.equations:
        return [("", tell("certified: the verifier accepts this"))]
    return [("", tell("certified: the verifier accepts this, but for the growth vector"))]


def _growth_rows(conditions: FunctionConditions) -> list[tuple[str, str]]:
    """The growth vector, and beside which functions."""
    if conditions.growth is None:
        return []
    growth = ", ".join(map(str, conditions.growth))
    if not conditions.unlike:
        return [("", tell("growth ({growth}) whatever they are", growth=growth))]
    if sum(len(text(e)) for one in conditions.unlike for e in one) > LONGEST:
        return [("", tell("growth ({growth}) for almost all of them", growth=growth))]
    sets = (tell(" and ").join(f"{brief(e)} = 0" for e in one) for one in conditions.unlike)
    unlike = tell(" or ").join(sets)
    if conditions.sharp:
        row = tell("growth ({growth}) unless {unlike}, identically", growth=growth, unlike=unlike)
    else:
        row = tell(
            "growth ({growth}), and perhaps another one if {unlike}, identically",
            growth=growth,
            unlike=unlike,
        )
    return [("", row)]


def family_lines(family: Family, full: bool = False, awaited: bool = False) -> list[str]:
    """One question: parameters, cells, and whether these are all; `full`: no row is cut;
    `awaited`: columns are as wide as what the verifier will say needs them."""
    rows = [(tell("parameters"), ", ".join(map(str, family.parameters)) or tell("none"))]
    if family.assumed:
        rows.append((tell("assumed"), "; ".join(family.assumed)))
    if family.undefined:
        either = tell(" or ").join(f"{shown(e)} = 0" for e in family.undefined)
        rows.append((tell("not defined"), either))
    for number, cell in enumerate(family.cells, start=1):
        rows.append((tell("cell {number}", number=number), place(cell, family)))
        rows += [*family_answer(cell), *such_as(cell), *nothing_found(family, cell)]
    rows += _class(family)
    rows.append((tell("complete"), complete(family)))
    rows += [("", told(remark)) for remark in remarks(family)]
    if family.certified is not None:
        rows.append((tell("certified"), certified(family)))
    label = tell("certified") if awaited else ""
    return table([readable(row, full) for row in rows], least=len(label))


def remarks(family: Family) -> list[str]:
    """Where powers of letters are looked at; what is told for almost all parameters of a cell, or
    almost all functions, alone."""
    return [*family.remarks, *_for_almost_all(family)]


def _for_almost_all(family: Family) -> list[Sentence]:
    if family.question != "constraints" and family.functions:
        names = ", ".join(family.functions)
        return [
            say(
                "this is told for almost all functions {names}; special ones may differ",
                names=names,
            )
        ]
    if family.question != "constraints" or not family.parameters:
        return []
    answers = [cell.answer for cell in family.cells if cell.answer is not None]
    return [POINTS, *([STATES] if any(answer.branches for answer in answers) else [])]


def such_as(cell: FamilyCell) -> list[tuple[str, str]]:
    """Exact parameters in the cell, if some are known."""
    label = "  " + tell("such as")
    if cell.root:
        return [(label, root_point(cell.root))]
    if cell.between:
        return [(label, ", ".join(starmap(_between, cell.between.items())))]
    return [(label, ", ".join(f"{p} = {shown(e)}" for p, e in cell.at.items()))] if cell.at else []


def _between(letter: Expr, ends: tuple[Fraction, Fraction]) -> str:
    """A letter between ends, rounded outwards; or its number."""
    low, high = ends
    if low == high:
        return f"{letter} = {low}"
    below, above = (f"{side(e * ROUND) / ROUND:g}" for side, e in ((floor, low), (ceil, high)))
    return tell("{letter} between {low} and {high}", letter=str(letter), low=below, high=above)


def nothing_found(family: Family, cell: FamilyCell) -> list[tuple[str, str]]:
    """That a cell may be empty, where no parameters in it are known."""
    if cell not in family.vacant:
        return []
    return [("  " + tell("such as"), tell("no parameters were found; it may be empty"))]


def _class(family: Family) -> list[tuple[str, str]]:
    """Among which functions integrals were looked for."""
    answers = (cell.answer for cell in family.cells if family.question == "integrals")
    searched = next((a.searched for a in answers if a is not None), ())
    label = tell("looked for") if searched else ""
    rows = []
    for one in searched:
        degree = tell("linear") if one.bounds.degree == 1 else tell("quadratic")
        told_class = tell(
            "{degree} in {velocities}, with coefficients that are polynomials of degree {bounds}",
            degree=degree,
            velocities=", ".join(one.velocities),
            bounds=bounds_text(one.bounds),
        )
        rows.append((label, told_class))
        label = ""
    if rows:
        rows.append(("", tell("the energy function and the momenta; no other functions")))
        rows.append(("", tell("those shown are independent for almost all parameters of a cell")))
    return rows


def root_point(point: RootPoint) -> str:
    """Parameters of which one is a root."""
    low, high = point.between
    root = tell(
        "{letter} = the root of {polynomial} between {low} and {high}",
        letter=str(point.of),
        polynomial=shown(point.polynomial),
        low=str(low),
        high=str(high),
    )
    return ", ".join([root, *(f"{p} = {shown(e)}" for p, e in point.values.items())])


def certified(family: Family) -> str:
    """Does the verifier accept the cells?"""
    if family.certified and family.question == "singular":
        return tell(
            "yes: the verifier accepts these singular sets, and that there are no other cells; "
            "strata in them, and what can be reached, rest on this program alone"
        )
    if family.certified:
        return tell("yes: the verifier accepts these cells, and that there are no others")
    reason = reason_told(family.uncertified)
    if not family.complete or family.vacant:
        return tell("no: {reason}", reason=reason)
    return tell(
        "no: {reason}; these answers, and that there are no other cells, rest on this program "
        "alone",
        reason=reason,
    )


def place(cell: FamilyCell, family: Family) -> str:
    """The equations and inequations of a cell."""
    where = equations(cell, family)
    beside = "" if is_rest(cell, family) else tell(" or ").join(map(_together, cell.without))
    return tell("; but not where ").join(filter(None, (where, beside)))


def is_rest(cell: FamilyCell, family: Family) -> bool:
    """What it leaves out are the other cells, which say so themselves."""
    return cell.generic and family.complete


def equations(cell: FamilyCell, family: Family) -> str:
    """The equations of a cell; of the generic one that it is that, and of all parameters only where
    there are no other cells."""
    if is_rest(cell, family):
        return tell("all parameters but those below") if family.special else tell("all parameters")
    if cell.explicit:
        written = ", ".join(f"{p} = {_exactly(e)}" for p, e in cell.solved.items())
    else:
        written = ", ".join(f"{_exactly(e)} = 0" for e in cell.equations)
    if written and cell in family.doubted:
        return tell("almost all parameters with {equations}", equations=written)
    if written:
        return written
    return tell("parameters") if _of_whole_letters(cell) else tell("almost all parameters")


def _of_whole_letters(cell: FamilyCell) -> bool:
    """What is left out may be half of all numbers: cos(pi n) = -1."""
    letters = (s for some in cell.without for e in some for s in e.symbols())
    return any(range_of(s).whole for s in letters)


def _together(equations) -> str:
    written = ", ".join(f"{_exactly(e)} = 0" for e in equations)
    return f"({written})" if len(equations) > 1 else written


def _exactly(e: Expr) -> str:
    """An expression as text, with the same value everywhere: sign(a)^2 is not 1 where a = 0."""
    return as_given(e) if has_signs([e]) else shown(e)


def complete(family: Family) -> str:
    """Do the cells hold all parameters?"""
    if family.complete:
        cases = len(family.tree)
        return tell_many(
            cases,
            "yes: every admissible parameter lies in one of these cells ({cases} case told apart)",
            "yes: every admissible parameter lies in one of these cells ({cases} cases told apart)",
            cases=cases or "no",
        )
    return tell(
        "not shown: these, and perhaps others; {reasons}",
        reasons="; ".join(map(told, family.reasons)),
    )


def family_answer(cell: FamilyCell) -> list[tuple[str, str]]:
    """The answer of a cell in rows of a label and a text."""
    if cell.answer is None:
        return [("  " + tell("answer"), tell("UNDECIDED: {reason}", reason=cell.reason))]
    return _ANSWERS[type(cell.answer).__name__](cell.answer)


def brief_answer(cell: FamilyCell) -> str:
    """The answer of a cell in a few words."""
    if cell.answer is None:
        return tell("undecided")
    return "; ".join(f"{label.strip()} {answer}" for label, answer in family_answer(cell)[:1])


def _constraints(constraints: Constraints) -> list[tuple[str, str]]:
    if constraints.verdict is None:
        label = "  " + told(branches.WHERE)
        left = [(label, branches.line(branch)) for branch in constraints.branches]
        return [("  " + tell("verdict"), told(CONTRADICTION)), *left]
    dimensions = f"({', '.join(map(str, constraints.growth))})"
    space = "(t, q)" if constraints.space == "tq" else "q"
    growth = tell("{growth} in {space}", growth=dimensions, space=space)
    answer = tell(
        "{verdict}, h = {h} of {rank}, growth {growth}",
        verdict=(
            verdict_word(constraints.verdict) if constraints.rank else tell("unconstrained")
        ).upper(),
        h=constraints.relations,
        rank=constraints.rank,
        growth=growth,
    )
    rows = [("  " + tell("verdict"), answer)]
    if any(constraints.integrable) and not (
        constraints.relations == constraints.rank and all(constraints.integrable)
    ):
        alone = [str(l) for l, yes in enumerate(constraints.integrable, start=1) if yes]
        row = tell("row {rows}", rows=", ".join(alone))
        rows.append(("  " + tell("integrable alone"), row))
    return rows + _singular(constraints)


def _singular(constraints: Constraints) -> list[tuple[str, str]]:
    """Where rank or growth vector are others in a cell, and what they are there."""
    check, label = constraints.check, "  " + tell("singular set")
    if check is None:
        whole = constraints.relations == constraints.rank
        return [] if whole else [(label, tell("not looked at in this cell"))]
    where = "" if regular(check) else as_text(singular(check))
    rows = [(label, where)] if where else []
    return rows + [("  " + tell("strata"), line) for line in strata(check)]


def _singular_set(answer: SingularSet) -> list[tuple[str, str]]:
    """The singular set, its strata, and what holds elsewhere."""
    check, label = answer.check, "  " + tell("singular set")
    if answer.rank is None:
        return [(label, told(CONTRADICTION))]
    where = "" if check is None else as_text(singular(check))
    if not where:
        sets = [", ".join(f"{e} = 0" for e in sorted(one)) for one in answer.pieces or ()]
        where = tell(" or ").join(sorted(sets)) or tell(
            "nowhere: the growth vector is the same at every point"
        )
    inside = [] if check is None else strata(check)
    reached = as_text(accessible(check)) if check is not None and check.accessible else ""
    if reached and answer.levels:
        levels = ", ".join(f"{shown(f)} = 0" for f in answer.levels)
        reached = tell("{reached}; of those with {levels}", reached=reached, levels=levels)
    growth = f"({', '.join(map(str, answer.growth))})"
    return [
        (label, where),
        *(("  " + tell("strata"), line) for line in inside),
        ("  " + (tell("growth") if answer.nowhere else tell("elsewhere")), growth),
        *([("  " + tell("accessible"), reached)] if reached else []),
    ]


def _substitution(substitution: Substitution) -> list[tuple[str, str]]:
    if not substitution.right:
        return [("  " + tell("substitution"), tell("no velocities are left to put in"))]
    return [
        (f"  {', '.join(f'{n}{chr(39)}' for n in names)}", right_words(plain, chained))
        for names, (plain, chained) in substitution.right
    ]


def right_words(plain: bool, chained: bool) -> str:
    """Is a substitution right, in a plain Lagrangian and with dependent coordinates chained?"""
    return {
        (True, True): tell("right"),
        (False, True): tell("right if dependent coordinates are chained, else wrong"),
        (True, False): tell("right as a plain Lagrangian, wrong if chained"),
        (False, False): tell("wrong"),
    }[plain, chained]


def _vakonomic(vakonomic: Vakonomic) -> list[tuple[str, str]]:
    label = "  " + tell("vakonomic")
    if vakonomic.agrees is None:
        return [(label, told(vakonomic.reason))]
    if not vakonomic.agrees:
        return [(label, tell("no: generic motions are not, for any mu(t)"))]
    if vakonomic.free == vakonomic.constraints:
        return [(label, tell("yes, for every mu: both principles give the same motions"))]
    free = tell(
        "yes, each for a suitable mu(t), of which {free} of {k} initial values are free",
        free=vakonomic.free,
        k=vakonomic.constraints,
    )
    return [(label, free)]


def _measure(measure: InvariantMeasure) -> list[tuple[str, str]]:
    if measure.exists is None:
        return [("  " + tell("invariant measure"), told(measure.reason))]
    why = f": {told(measure.reason)}" if measure.reason else ""
    answer = tell("yes, near each place") if measure.exists else tell("none") + why
    rows = [("  " + tell("invariant measure"), answer)]
    if measure.hamiltonizable is not None:
        rows.append(
            ("  " + tell("Hamiltonian in another time"), _multiplier(measure.hamiltonizable))
        )
    return rows


def _multiplier(hamiltonizable: bool) -> str:
    return (
        tell("yes, by Chaplygin's reducing multiplier") if hamiltonizable else tell("no multiplier")
    )


def vakonomic_words(agrees: bool | None, free: int | None) -> str:
    """What a certificate says of a cell."""
    if agrees is None:
        return tell("the mass matrix is singular, so that no motion is determined")
    if not agrees:
        return tell("no: generic motions are not, for any mu(t)")
    return tell("yes, each for a suitable mu(t); initial values of mu that are free: {n}", n=free)


def measure_words(exists: bool | None, another_time: bool | None) -> str:
    """What a certificate says of a cell."""
    if exists is None:
        return tell("the mass matrix is singular, so that no motion is determined")
    words = [
        f"{tell('invariant measure')}: {tell('yes, near each place') if exists else tell('none')}"
    ]
    if another_time is not None:
        words.append(f"{tell('Hamiltonian in another time')}: {_multiplier(another_time)}")
    return "; ".join(words)


def _symmetry(symmetry: Symmetry) -> list[tuple[str, str]]:
    if symmetry.flat is None:
        return [("  " + tell("growth"), f"({', '.join(map(str, symmetry.growth))})")]
    return [("  " + tell("distribution"), symmetry_words(symmetry.growth, symmetry.flat))]


def symmetry_words(growth: Sequence[int], flat: bool) -> str:
    """What is said of a distribution with Cartan's quartic."""
    told_growth = f"({', '.join(map(str, growth))})"
    if flat:
        return tell("FLAT, growth {growth}: symmetries of dimension 14 (G2)", growth=told_growth)
    return tell("not flat, growth {growth}: symmetries of dimension 7 at most", growth=told_growth)


def count_words(independent: int | None) -> str:
    """How many first integrals there are."""
    if independent is None:
        return tell("the mass matrix is singular, so that no motion is determined")
    return tell_many(independent, "{n} independent one", "{n} independent ones")


def _integrals(integrals: Integrals) -> list[tuple[str, str]]:
    label = "  " + tell("first integrals")
    if integrals.independent is None:
        return [(label, told(integrals.reason))]
    number = count_words(integrals.independent)
    return [(label, number), *(("", text(shorter(f), PEOPLE)) for f in integrals.integrals)]


_ANSWERS: dict[str, Callable[[Any], list[tuple[str, str]]]] = {
    "Constraints": _constraints,
    "Substitution": _substitution,
    "Vakonomic": _vakonomic,
    "InvariantMeasure": _measure,
    "Symmetry": _symmetry,
    "SingularSet": _singular_set,
    "Integrals": _integrals,
}
