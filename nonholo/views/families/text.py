"""Families as text: for each question the cells, each with its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nonholo.views.equilibrium.text import brief
from nonholo.views.page.rows import table
from nonholo.views.page.words import as_text, count, shown
from nonholo.views.strata.text import singular

if TYPE_CHECKING:
    from nonholo.findings.families import (
        Constraints,
        Families,
        InvariantMeasure,
        Substitution,
    )
    from nonholo.findings.family import Family, FamilyCell
    from nonholo.findings.function_conditions import FunctionConditions

ASKED = {
    "constraints": "are the constraints holonomic?",
    "substitution": "may velocities be put into the Lagrangian?",
    "measure": "is there an invariant measure?",
}


def families_text(found: Families) -> str:
    """The text of `nonholo families`."""
    return f"{found.case.name}\n{questions_text(found)}"


def questions_text(found: Families) -> str:
    """Each question that was asked, with its cells."""
    lines = []
    for question, family in found.families.items():
        lines += ["", ASKED[question], *family_lines(family)]
        if question == "constraints" and found.functions is not None:
            lines += table(_functions(found.functions))
    for question, reason in found.refused.items():
        lines += ["", ASKED[question], *table([("not asked", reason)])]
    return "\n".join(lines)


def _functions(found: FunctionConditions) -> list[tuple[str, str]]:
    """The differential equations for unspecified functions."""
    told = ", ".join(found.functions)
    if found.equations is None:
        return [("functions", f"{told}: when the set is holonomic is open: {found.reason}")]
    if not found.equations:
        return [("functions", f"{told}: the set is holonomic whatever they are")]
    if any(e.is_number for e in found.equations):
        return [("functions", f"{told}: the set is not holonomic, whatever they are")]
    equations = "; ".join(f"{brief(e)} = 0" for e in found.equations)
    if found.beside:
        beside = ", ".join(f"{brief(e)} = 0" for e in found.beside)
        equations += f" (functions with {beside}, identically, are not judged)"
    rows = [("functions", f"{told}: the set is holonomic exactly if {equations}, identically")]
    return rows + [("", f"that is, {words}") for words in found.solved]


def family_lines(family: Family) -> list[str]:
    """One question: parameters, cells, and whether these are all."""
    rows = [("parameters", ", ".join(map(str, family.parameters)) or "none")]
    if family.assumed:
        rows.append(("assumed", "; ".join(family.assumed)))
    if family.undefined:
        rows.append(("not defined", " or ".join(f"{shown(e)} = 0" for e in family.undefined)))
    for number, cell in enumerate(family.cells, start=1):
        rows += [(f"cell {number}", place(cell)), *family_answer(cell)]
        if cell.at:
            rows.append(("  such as", ", ".join(f"{p} = {shown(e)}" for p, e in cell.at.items())))
    rows.append(("complete", complete(family)))
    return table(rows)


def place(cell: FamilyCell) -> str:
    """The equations and inequations of a cell."""
    beside = " or ".join(map(_together, cell.without))
    return "; but not where ".join(filter(None, (equations(cell), beside)))


def equations(cell: FamilyCell) -> str:
    """The equations of a cell; of the generic one that it is that."""
    if cell.explicit:
        told = ", ".join(f"{p} = {shown(e)}" for p, e in cell.solved.items())
    else:
        told = ", ".join(f"{shown(e)} = 0" for e in cell.equations)
    return told or ("almost all parameters" if cell.without else "all parameters")


def _together(equations) -> str:
    told = ", ".join(f"{shown(e)} = 0" for e in equations)
    return f"({told})" if len(equations) > 1 else told


def complete(family: Family) -> str:
    """Do the cells hold all parameters?"""
    if family.complete:
        cases = count(len(family.tree), "case")
        return f"yes: every admissible parameter lies in one of these cells ({cases} told apart)"
    return f"not shown: these, and perhaps others; {'; '.join(family.reasons)}"


def family_answer(cell: FamilyCell) -> list[tuple[str, str]]:
    """The answer of a cell in rows of a label and a text."""
    if cell.answer is None:
        return [("  answer", f"UNDECIDED: {cell.reason}")]
    return _ANSWERS[type(cell.answer).__name__](cell.answer)


def brief_answer(cell: FamilyCell) -> str:
    """The answer of a cell in a few words."""
    if cell.answer is None:
        return "undecided"
    return "; ".join(f"{label.strip()} {told}" for label, told in family_answer(cell)[:1])


def _constraints(found: Constraints) -> list[tuple[str, str]]:
    if found.verdict is None:
        return [("  verdict", "no velocities obey the constraints: they contradict each other")]
    growth = f"({', '.join(map(str, found.growth))})"
    told = f"{found.verdict.upper()}, h = {found.relations} of {found.rank}, growth {growth}"
    rows = [("  verdict", told)]
    if any(found.integrable) and found.relations != found.rank:
        alone = [str(l) for l, yes in enumerate(found.integrable, start=1) if yes]
        rows.append(("  integrable alone", f"row {', '.join(alone)}"))
    where = as_text(singular(found.check)) if found.check is not None else ""
    if where and not where.startswith("nowhere"):
        rows.append(("  singular set", where))
    return rows


def _substitution(found: Substitution) -> list[tuple[str, str]]:
    words = {
        (True, True): "right",
        (False, True): "right if dependent coordinates are chained, else wrong",
        (True, False): "right as a plain Lagrangian, wrong if chained",
        (False, False): "wrong",
    }
    return [
        (f"  {', '.join(f'{n}{chr(39)}' for n in names)}", words[plain, chained])
        for names, (plain, chained) in found.right
    ]


def _measure(found: InvariantMeasure) -> list[tuple[str, str]]:
    if found.exists is None:
        return [("  invariant measure", found.reason)]
    told = "yes" if found.exists else f"none{f': {found.reason}' if found.reason else ''}"
    rows = [("  invariant measure", told)]
    if found.hamiltonizable is not None:
        yes = "yes, by Chaplygin's reducing multiplier" if found.hamiltonizable else "no multiplier"
        rows.append(("  Hamiltonian in another time", yes))
    return rows


_ANSWERS: dict[str, Callable[[Any], list[tuple[str, str]]]] = {
    "Constraints": _constraints,
    "Substitution": _substitution,
    "InvariantMeasure": _measure,
}
