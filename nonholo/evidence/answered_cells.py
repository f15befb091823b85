"""The cells of a family from its lemmas: for equations that are solved for no parameter.

Each lemma with an answer speaks of a triangular set T, whose equations are irreducible one by one,
of any degree.  The zeros of T' lie in those of T if each equation of T has the remainder 0 modulo
T'.  Where a leading coefficient of T vanishes T may have zeros with other answers: lemmas are asked
there too.  Sets with the answer of one that holds them, and of all between, are joined to it; what
is left are cells, each without the sets with other answers inside it.  That these are right is the
verifier's to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nonholo.arithmetic.polynomials import Polynomial, divided
from nonholo.evidence.answers import Answers, with_order
from nonholo.evidence.real_points import ends_in, point_in
from nonholo.findings.family import Family, FamilyCell, RootPoint
from nonholo.geometry.families.lemmas import Answered, solved_values
from nonholo.geometry.families.partition import Branch, Judged, outer_first
from nonholo.geometry.families.piece import Piece, Values, numerator
from nonholo.geometry.families.ring import Solved


def family_by_lemmas(
    made: Callable[[int], Answers], family: Family, first: bool = False
) -> tuple[Family, Answers]:
    """The family with cells that are read off lemmas, and their answers.

    made: order of the roots of unity -> answers; family: the same question, with other cells or
    open; first: always solve for the first letter.  Raises OutOfReach.
    """

    def cells(order: int) -> tuple[Family, Answers]:
        answers = made(order)
        answers.first = first
        return _Cells(answers, family).family(), answers

    return with_order(cells)


@dataclass(frozen=True, slots=True)
class Region:
    """The parameters of an answer: zeros of a triangular set, but where a guard vanishes."""

    solved: Solved
    stated: Mapping[str, Any]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(str(t) for t, _ in self.solved)


class _Cells:
    def __init__(self, answers: Answers, family: Family):
        self.answers, self.ring, self.family_asked = answers, answers.ring, family

    def family(self) -> Family:
        regions = self.regions()
        homes, above = self.homes(regions)
        inside = {i: self.others_inside(homes, above, i) for i in homes if homes[i] == i}
        cells = tuple(
            self.cell(regions[i], [regions[j] for j in inside[i]])
            for i in inside
            if not self.told(regions, inside, i)
        )
        tree = tuple(
            Branch(Piece(tuple(self.ring.expression(t) for t, _ in r.solved)), Judged(r.stated))
            for r in regions
        )
        return replace(self.family_asked, cells=cells, complete=True, reasons=(), tree=tree)

    def regions(self) -> list[Region]:
        """What lemmas answer, sets with few equations first."""

        def judge(solved: Solved) -> Answered:
            evidence = self.answers.at(solved)
            return Answered((solved, evidence), evidence.guards, over=evidence.over)

        lemmas = self.answers.lemmas(judge)
        lemmas.whole()
        regions: dict[frozenset[str], Region] = {}
        for lemma in lemmas.with_edges():
            if lemma.answered is not None:
                solved, evidence = lemma.answered.answer
                region = Region(solved, evidence.stated)
                regions.setdefault(region.names, region)
        return sorted(regions.values(), key=lambda r: (len(r.solved), sorted(r.names)))

    # one inside another
    def inside(self, region: Region, other: Region) -> bool:
        """Where the equations of the first hold, those of the second do."""
        if len(other.solved) > len(region.solved):
            return False
        return all(self.ring.pseudo_remainder(t, region.solved)[0] == 0 for t, _ in other.solved)

    def homes(self, regions: Sequence[Region]) -> tuple[dict[int, int], dict[int, list[int]]]:
        """Region -> the one whose cell it is in, and -> those that hold it; of regions that are the
        same the first one."""
        numbers = range(len(regions))
        holders = {
            i: {j for j in numbers if j != i and self.inside(regions[i], regions[j])}
            for i in numbers
        }
        alone = [i for i in numbers if not any(j < i and i in holders[j] for j in holders[i])]
        alone.sort(key=lambda i: (len(holders[i]), i))
        above = {i: [j for j in alone if j in holders[i]] for i in alone}
        homes: dict[int, int] = {}
        for i in outer_first(above):
            alike = (h for h in above[i] if homes[h] == h)
            alike = (h for h in alike if regions[h].stated == regions[i].stated)
            homes[i] = next((h for h in alike if self.joins(homes, above, i, h)), i)
        return homes, above

    def joins(self, homes, above, i: int, h: int) -> bool:
        """All regions between the two are in the cell of the larger one."""
        return all(homes[j] == h for j in above[i] if h in above[j])

    def others_inside(self, homes, above, i: int) -> list[int]:
        """The largest regions of other cells inside."""
        inner = [j for j, home in homes.items() if home != i and i in above[j]]
        return [j for j in inner if not set(above[j]) & set(inner)]

    def told(self, regions: Sequence[Region], inside: Mapping[int, list[int]], i: int) -> bool:
        """It lies in the cell of another region, which has its answer."""
        return any(
            regions[h].stated == regions[i].stated
            and self.inside(regions[i], regions[h])
            and not any(self.inside(regions[i], regions[j]) for j in inside[h])
            for h in inside
            if h != i
        )

    # cells
    def cell(self, region: Region, others: Sequence[Region]) -> FamilyCell:
        leads = (self.ring.coefficient(t, k, int(t.degrees()[k])) for t, k in region.solved)
        everywhere = all(lead.is_constant() for lead in leads)
        values = solved_values(self.ring, region.solved) or {}
        explicit = everywhere and len(values) == len(region.solved)
        equations = (
            tuple(numerator(p - e) for p, e in values.items())
            if explicit
            else tuple(self.ring.expression(self.ring.plain(t)) for t, _ in region.solved)
        )
        left_out = [self.beyond(other, region, everywhere) for other in others]
        without = tuple(tuple(map(self.ring.expression, polys)) for polys in left_out)
        point = point_in(self.answers, region.solved, equations, without)
        root = point if isinstance(point, RootPoint) else None
        at = None if point is None or isinstance(point, RootPoint) else self.in_order(point)
        between = ends_in(self.answers, region.solved, without) if point is None else None
        return FamilyCell(
            equations,
            without,
            values,
            at,
            self.answers.answer_of(region.stated),
            explicit=explicit,
            root=root,
            codimension=len(region.solved),
            real=self.smooth(region, point) or None,
            between=between,
        )

    def in_order(self, point: Values) -> Values:
        """Parameters as in the family; letters that its answers do not hold come last."""
        places = {str(p): place for place, p in enumerate(self.family_asked.parameters)}
        return dict(sorted(point.items(), key=lambda at: places.get(str(at[0]), len(places))))

    def smooth(self, region: Region, point: Values | RootPoint | None) -> bool:
        """Every equation has a slope by its letter at a point with numbers: near it there are as
        many real parameters as letters are free."""
        if point is None or isinstance(point, RootPoint) or self.family_asked.assumed:
            return False
        slopes = (self.ring.expression(t).diff(self.ring.generators[k]) for t, k in region.solved)
        values = (slope.subs(point) for slope in slopes)
        return all(value.is_number and not value.is_zero for value in values)

    def beyond(self, region: Region, larger: Region, everywhere: bool) -> list[Polynomial]:
        """The equations of a region that do not hold in all of a larger one; there they may be
        replaced by their remainders if what those are divided by is never 0."""
        polys: list[Polynomial] = []
        for t, _ in region.solved:
            remainder = self.ring.pseudo_remainder(t, larger.solved)[0]
            if remainder != 0:
                polys.append(self.ring.plain(remainder if everywhere else t))
        polys.sort(key=lambda p: (p.total_degree(), len(p), str(p)))
        return [p for i, p in enumerate(polys) if all(divided(p, q) is None for q in polys[:i])]
