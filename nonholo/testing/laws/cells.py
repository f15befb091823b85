"""The cell of a family that holds some numbers tells what a check with these numbers tells."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from nonholo.decide.zero import decide_zero
from nonholo.errors import ContradictoryConstraints, NonholoError, NotApplicable, OutOfReach
from nonholo.evidence.families import families
from nonholo.expression.graph import Expr
from nonholo.findings.check import check
from nonholo.findings.family import Family, FamilyCell
from nonholo.geometry.zeros.domain import undefined
from nonholo.readers.case import Case
from nonholo.testing.laws.answers import UNITS
from nonholo.testing.laws.tellings import described, vector
from nonholo.testing.tellings import retold


def cells_tell_what_numbers_tell(case: Case, numbers: Mapping[str, Fraction]) -> bool:
    """k, h and growth, if the family is complete.  Was it asked: are both known?

    numbers: of all parameters of the case.
    """
    family = _family(case)
    if family is None or not family.complete:
        return False
    cells = [cell for cell in family.cells if holds(cell, numbers)]
    try:
        answer = check(retold(case, numbers={n: str(x) for n, x in numbers.items()}).other)
    except ContradictoryConstraints:
        assert not cells or any(c.answer is None or c.answer.verdict is None for c in cells)
        return False
    except NonholoError:
        return False
    for cell in cells:
        told = cell.answer
        if told is None or None in (told.rank, told.relations):
            continue
        pairs = [
            ("k", told.rank, answer.independent),
            ("h", told.relations, answer.relations),
            ("growth", told.growth or None, vector(answer.growth)),
        ]
        wrong = [f"{w}: {a}, {b}" for w, a, b in pairs if None not in (a, b) and a != b]
        assert not wrong, f"{wrong} at {dict(numbers)} of {described(case)}, cell {cell.equations}"
    return bool(cells) and answer.relations is not None


def holds(cell: FamilyCell, numbers: Mapping[str, Fraction]) -> bool:
    """The numbers lie in the cell."""
    return all(_zero(e, numbers) for e in cell.equations) and not any(
        all(_zero(e, numbers) for e in some) for some in cell.without
    )


def _zero(e: Expr, numbers: Mapping[str, Fraction]) -> bool:
    values = {s: e.graph.lift(numbers[s.args]) for s in e.symbols()}
    return not undefined(e, values) and bool(decide_zero(e.subs(values)).answer)


def _family(case: Case) -> Family | None:
    try:
        return families(case, "constraints", UNITS, records=False).constraints
    except (NotApplicable, OutOfReach, ContradictoryConstraints):
        return None
