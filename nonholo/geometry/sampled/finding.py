"""What one random point says of a set: rank, joint integrability, h, growth vector."""

from __future__ import annotations

from dataclasses import dataclass

from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.sampled.corank import Reached, reached
from nonholo.geometry.sampled.row_flag import Flag, derived_flag
from nonholo.geometry.sampled.sample import Sample
from nonholo.work import Work


@dataclass(frozen=True, slots=True)
class Finding:
    """One point: the sample, the flag by rows, what random curves through it reach.

    relations: h as far as the point shows it (None: open); reached: of all independent rows, so
    that h <= k - rank is proved where a nonzero value is a proof."""

    sample: Sample
    flag: Flag
    reached: Reached
    relations: int | None

    @property
    def k(self) -> int:
        return len(self.sample.independent)

    @property
    def rank(self) -> int:
        """The directions that brackets are known to add to E."""
        return max(self.flag.first, self.reached.rank)

    @property
    def depth(self) -> int:
        """How large the determinants were: their rank times the number of steps."""
        return max(1, self.rank * len(self.reached.ranks))

    @property
    def growth(self) -> tuple[int, ...] | None:
        """dim D_s - dim D_1 for s = 1, 2, ..., if the curve (from below) and the flag (from above)
        agree on it.

        V_i lies in D_(i+2), and D_(s+1) in the kernel of I_s.
        """
        if self.relations is None or (self.flag.cut and self.flag.first + self.relations < self.k):
            return None
        last, ranks, levels = self.k - self.relations, self.reached.ranks, self.flag.levels
        grown = [0, self.flag.first] if last else [0]
        while grown[-1] < last:
            s = len(grown)
            below = max(grown[-1], ranks[min(s, len(ranks)) - 1] if ranks else 0)
            above = self.k - levels[s] if s < len(levels) else last
            if below < min(above, last) or below == grown[-1]:
                return None
            grown.append(below)
        return tuple(grown)


def find(rows: Pfaffian, sample: Sample, work: Work) -> Finding:
    """What the point of the sample says."""
    flag = derived_flag(sample, work)
    if flag.first in (0, len(sample.independent)):
        reach = Reached((flag.first,), True)
        return Finding(sample, flag, reach, len(sample.independent) - flag.first)
    half = work.share(0.5)
    reach = reached(rows, sample, sample.independent, half, len(flag.levels) - 1)
    if reach.stopped:
        return Finding(sample, flag, reach, len(sample.independent) - reach.rank)
    if flag.lower == flag.upper:
        return Finding(sample, flag, reach, flag.lower)
    further = reached(rows, sample, flag.left, half)
    return Finding(sample, flag, reach, len(flag.left) - further.rank if further.stopped else None)
