"""The derived flag at a point, as far as I_1, I_2, ... are spanned by rows.

I_1 = kernel of  lambda -> sum_l lambda_l dw_l|_E,  so  h <= dim I_1 = k - rank.  Where I_1 is
spanned by some of the rows, they are a set of the same kind, and the flag goes on with them
(trailers)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.errors import OutOfReach
from nonholo.geometry.sampled.elimination import eliminate
from nonholo.geometry.sampled.sample import Sample
from nonholo.work import Work

# entries of a system for a rank that have filled, beyond which the rank is left as a bound
MAX_DENSE = 300_000
BLOCKS = 2000  # rows of one block system beyond which a rank is left as a bound


@dataclass(frozen=True, slots=True)
class Flag:
    """What one point says of the derived flag, as far as I_1, I_2, ... are spanned by rows.

    first: the rank of dw_l|_E, so that h <= k - first is proved; lower <= h <= upper; levels: how
    many rows are left after each step; left: the rows of the last one; narrow: the rank of dw_l(X,
    .)|_E for one X; bent: a row with dw_l|_E != 0; cut: the first rank was left as a bound for its
    size."""

    first: int
    lower: int
    upper: int
    levels: tuple[int, ...]
    left: tuple[int, ...] = ()
    narrow: int = 0
    bent: int | None = None
    cut: bool = False


def derived_flag(sample: Sample, work: Work) -> Flag:
    """The derived flag of the independent rows at the sample's point.

    If the forms dw_l|_E of all rows but those of a subset R are independent, and those of R vanish,
    then I_1 = span R, a set of the same kind in the kernel of R."""
    gone: list[int] = []
    active, levels, first, narrow, witness, cut = list(sample.independent), [], None, 0, None, False
    X, Y = sample.vector(), sample.vector()
    while active:
        bent = [l for l in active if sample.two_form(l, X, Y)]
        one, rank, short = bent_rank(sample, active, bent, gone, X)
        levels.append(len(active))
        if first is None:
            first, narrow, witness, cut = rank, one, bent[0] if bent else None, short
        if rank == 0 or rank < len(bent) or work.over:
            lower = len(active) if rank == 0 else 0
            return Flag(
                first, lower, len(active) - rank, tuple(levels), tuple(active), narrow, witness, cut
            )
        gone += bent
        active = [l for l in active if l not in set(bent)]
        X, Y = sample.widened(X, bent), sample.widened(Y, bent)
    return Flag(first or 0, 0, 0, tuple(levels), (), narrow, witness, cut)


def bent_rank(
    sample: Sample, active: Sequence[int], bent: Sequence[int], gone: Sequence[int], X
) -> tuple[int, int, bool]:
    """The rank of the forms dw_l|_E, l in bent, E the kernel of the active rows: of

        lambda -> sum_l lambda_l (dw_l(X_1, .), ..., dw_l(X_b, .)) modulo the active rows,
                b = 1, 2, 4, ...

    for b = 1, and for b where it grows no more; and whether it was cut off before for its size.
    """
    narrow = known = min(1, len(bent))
    vectors = [X]
    while known < len(bent):
        try:
            rank = _block_rank(sample, active, bent, vectors)
        except OutOfReach:
            return narrow, known, True
        if len(vectors) == 1:
            narrow = max(narrow, rank)
        elif rank <= known:
            break
        known = max(known, rank)
        if len(vectors) * len(active) > BLOCKS:
            return narrow, known, known < len(bent)
        vectors += [sample.vector(gone) for _ in vectors]
    return narrow, known, False


def _block_rank(sample: Sample, active: Sequence[int], bent: Sequence[int], vectors) -> int:
    """rank (A 0; 0 A; C_1 C_2) - 2 rank A for two vectors, C_a the matrix of dw_l(X_a, .)."""
    width = sample.n + 1
    rows = [
        {1 + b * width + j: v for j, v in sample.forms[l].items()}
        for b in range(len(vectors))
        for l in active
    ]
    for l in bent:
        rows.append(
            {
                1 + b * width + j: v
                for b, X in enumerate(vectors)
                for j, v in sample.interior(l, X).items()
            }
        )
    solver = eliminate(rows, width * len(vectors), sample.p, track=False, limit=MAX_DENSE)
    return solver.rank - len(active) * len(vectors)
