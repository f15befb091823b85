"""What numbers say of a function A(q), in words: never proved, with error estimates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nonholo.views.numerical.page import place, word
from nonholo.views.page import counts
from nonholo.views.page.rows import table
from nonholo.words.language import tell, tell_many, told

if TYPE_CHECKING:
    from nonholo.findings.numerical import Numerical
    from nonholo.numerics.at_point import AtPoint


def numerical_text(judged: Numerical) -> str:
    """What `print` says of it, a paragraph for each point.

    >>> import nonholo as nh
    >>> judged = nh.check_numerically(lambda q: [[-q[1], 0, 1]], [0.3, 0.2, 0.0])
    >>> numerical_text(judged).splitlines()[0]
    'NUMERICAL, NOTHING PROVED: 1 constraint on q1, q2, q3'
    """
    head = tell(
        "NUMERICAL, NOTHING PROVED: {constraints} on {names}",
        constraints=counts.constraints(judged.k),
        names=", ".join(judged.names),
    )
    said = tell(
        "by numbers {word}; A was seen to depend on {depends}; {n} evaluations",
        word=word(judged.integrable),
        depends=", ".join(judged.depends) or tell("none of them"),
        n=judged.evaluations,
    )
    lines = [head, f"  {said}"]
    for point in judged.points:
        lines.append("  " + tell("at {place}", place=place(judged, point)))
        lines += table(list(_rows(judged, point)), indent=4)
    return "\n".join(lines)


def _rows(judged: Numerical, point: AtPoint) -> Iterator[tuple[str, str]]:
    """What is told of a point, in two columns."""
    values = ", ".join(f"{s:.3g}" for s in point.rank.singular_values)
    yield (
        tell("rank"),
        tell(
            "{rank} of {k}; singular values {values}; gap {gap}",
            rank=point.rank.rank,
            k=judged.k,
            values=values,
            gap=f"{point.rank.gap:.1g}",
        ),
    )
    if point.steps:
        known = {True: tell("below its error"), False: tell("not zero"), None: tell("unclear")}
        yield (
            tell("residual"),
            tell(
                "{size} with an error of about {error}: {word}",
                size=f"{point.residual:.3g}",
                error=f"{point.residual_error:.1g}",
                word=known[point.integrable],
            ),
        )
    if point.growth is not None:
        yield tell("growth vector"), f"{point.growth}{_seen(point)}"
    for step in point.steps:
        said = tell_many(
            step.new,
            "length {length}: {n} new direction; off the span {size}, error {error}, box {box}",
            "length {length}: {n} new directions; off the span {size}, error {error}, box {box}",
            length=step.length,
            size=f"{step.size:.3g}",
            error=f"{step.error:.1g}",
            box=f"{step.radius:.2g}",
        )
        yield tell("brackets"), said + ("" if step.clear else f" ({tell('unclear')})")
    if point.remark:
        yield tell("remark"), told(point.remark)


def _seen(point: AtPoint) -> str:
    """How far brackets were taken."""
    growth = point.growth or ()
    if growth[-1] == point.full:
        return f": {tell('all directions')}"
    last = point.steps[-1].length if point.steps else 1
    if last <= len(growth):
        return ""
    return "; " + tell("nothing new up to brackets of length {n}", n=last)
