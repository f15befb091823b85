"""For which parameters is the singular set another one: where rank or growth vector are not those
of most configurations?
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.check import check_of
from nonholo.findings.family import Family, family_of, require_solved
from nonholo.findings.letters import letters_of
from nonholo.findings.verdict import Verdict
from nonholo.geometry.constraints.pfaffian import entries
from nonholo.geometry.families.on_regions import geometry_on_regions
from nonholo.geometry.families.partition import Judged
from nonholo.geometry.families.piece import Piece
from nonholo.geometry.families.singular_sets import Change, changes, with_letters_at_rest
from nonholo.geometry.flag.at_numbers import same_pieces, same_strata
from nonholo.geometry.survey import ROWS, rows_span
from nonholo.readers.case import Case
from nonholo.work import BUDGETS, Work


@dataclass(frozen=True, slots=True)
class SingularSet:
    """Where rank and growth vector are not those of most configurations.

    rank, growth: those of most; pieces: of the set, each the texts of its equations, None where it
    was not found; check: the whole record, None where no velocities obey the constraints; levels:
    the configurations that are spoken of are those on which these vanish.
    """

    rank: int | None
    growth: tuple[int, ...]
    pieces: frozenset[frozenset[str]] | None
    check: Verdict | None = field(default=None, compare=False)
    levels: tuple[Expr, ...] = field(default=(), compare=False)

    @property
    def nowhere(self) -> bool:
        """Rank and growth vector are the same at every configuration."""
        return self.pieces == frozenset()


def singular_family(case: Case, work: Work) -> Family:
    """Where singular sets change."""
    rows = case.system.pfaffian
    nodes = entries(rows)
    return family_of(case, "singular", _judged, nodes, work, _alike)


def with_ranks(family: Family, levels: int, functions: Sequence[Expr]) -> Family:
    """The ranks of all given constraints, where so many holonomic ones were solved; functions: of
    all holonomic ones."""
    told = (_counted(cell.answer, levels) for cell in family.cells)
    answers = (one and replace(one, levels=tuple(functions)) for one in told)
    cells = (replace(cell, answer=one) for cell, one in zip(family.cells, answers, strict=True))
    return replace(family, cells=tuple(cells))


def _counted(answer: SingularSet | None, levels: int) -> SingularSet | None:
    if answer is None or answer.rank is None:
        return answer
    check = answer.check
    if check is not None and (survey := check.survey) is not None:
        detail, known = cast(Any, check.detail), survey.strata
        regions, strata = (
            tuple(replace(s, rank=s.rank + levels) for s in some)
            for some in (survey.regions, known.strata)
        )
        told = replace(survey, regions=regions, strata=replace(known, strata=strata))
        check = replace(check, detail=replace(detail, survey=told))
    return replace(answer, rank=answer.rank + levels, check=check)


def _judged(case: Case, work: Work, piece: Piece) -> Judged[SingularSet]:
    require_solved(piece)
    full = case.system.pfaffian
    judged = geometry_on_regions(full, work)
    geometry = judged.answer

    def answered(
        pieces: Sequence[Sequence[Expr]] | None, check: Verdict | None, change: Change
    ) -> Judged[SingularSet]:
        some = None if pieces is None else frozenset(frozenset(map(text, one)) for one in pieces)
        answer = SingularSet(geometry.rank, geometry.growth, some, check)
        guards, doubts = (*judged.guards, *change.guards), (*judged.doubts, *change.doubts)
        return Judged(answer, guards, doubts)

    if geometry.contradictory or not geometry.rank:
        return answered(None if geometry.contradictory else (), None, Change())
    check = check_of(case, search=0)
    known = check.survey.strata
    pieces = None if known.singular is None else (*known.singular, *known.possible)
    letters = letters_of(check)
    if letters is None or letters.everywhere:
        return answered(pieces, check, Change())
    if not (check.survey.spanning and rows_span(with_letters_at_rest(full))):
        return answered(pieces, check, Change(doubts=(ROWS,)))
    return answered(pieces, check, changes(full, known, min(BUDGETS.strata, work.left)))


def _alike(inner: SingularSet, outer: SingularSet, values: Mapping[Expr, Expr]) -> bool:
    """The answer for all parameters of a piece is, with those of a smaller one put in, the one
    there."""
    if (inner.rank, inner.growth) != (outer.rank, outer.growth):
        return False
    if inner.check is None or outer.check is None:
        return inner == outer
    known, there = outer.check.survey.strata, inner.check.survey.strata
    if known.singular is None or there.singular is None:
        return False
    return (
        same_pieces(known.singular, there.singular, values)
        and same_pieces(known.possible, there.possible, values)
        and known.complete == there.complete
        and same_strata(known.strata, there.strata, values)
    )
