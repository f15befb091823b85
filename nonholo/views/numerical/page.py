"""What numbers say of a function A(q), as a part of a page: never proved, with error estimates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page import counts
from nonholo.views.page.page import Block, Details, Headline, Note, Page, Section, Table, Text
from nonholo.views.page.prose import with_mathematics
from nonholo.words.language import tell, told

if TYPE_CHECKING:
    from nonholo.findings.numerical import Numerical
    from nonholo.numerics.at_point import AtPoint, Step


def numerical_page(judged: Numerical) -> Page:
    """The same as a page of its own."""
    sections = with_mathematics((numerical_section(judged),), judged.names)
    return Page(tell("Constraints by numbers"), sections)


def numerical_section(judged: Numerical) -> Section:
    """By numbers integrable or not; rank, residual and growth at each point; brackets folded.

    >>> import nonholo as nh
    >>> judged = nh.check_numerically(lambda q: [[-q[1], 0, 1]], [0.3, 0.2, 0.0])
    >>> numerical_section(judged).blocks[0].word
    'numerical, nothing proved'
    """
    said = tell(
        "{constraints} on {names}: by numbers {word}; A was seen to depend on {depends}.",
        constraints=counts.constraints(judged.k),
        names=", ".join(judged.names),
        word=word(judged.integrable),
        depends=", ".join(judged.depends) or tell("none of them"),
    )
    blocks: list[Block] = [
        Headline(tell("numerical, nothing proved"), said, "undecided"),
        Table(
            (tell("at"), tell("rank"), tell("residual"), "", tell("growth vector")),
            tuple(_row(judged, point) for point in judged.points),
        ),
    ]
    blocks += [
        Note("remark", f"{place(judged, point)}: {told(point.remark)}")
        for point in judged.points
        if point.remark
    ]
    details = [
        Table(
            (tell("singular values of A"), tell("error"), tell("gap")),
            tuple(
                (
                    ", ".join(f"{s:.3g}" for s in point.rank.singular_values),
                    f"{point.rank.error:.1g}",
                    f"{point.rank.gap:.1g}",
                )
                for point in judged.points
            ),
        )
    ]
    details += [
        Table(
            (
                tell("length of brackets"),
                tell("new directions"),
                tell("outside the span"),
                tell("error"),
                tell("half width of the box"),
            ),
            tuple(map(_step, point.steps)),
            caption=place(judged, point),
        )
        for point in judged.points
        if point.steps
    ]
    evaluations = tell("By numbers: {n} evaluations of A", n=judged.evaluations)
    return Section("", (*blocks, Details(evaluations, tuple(details))))


def word(integrable: bool | None) -> str:
    if integrable is None:
        return tell("unclear whether integrable")
    return tell("integrable") if integrable else tell("not integrable")


def place(judged: Numerical, point: AtPoint) -> str:
    return ", ".join(f"{name} = {x:g}" for name, x in zip(judged.names, point.q))


def _row(judged: Numerical, point: AtPoint) -> tuple[Text, ...]:
    """Rank, residual with its error, and growth vector of a point."""
    residual, error = point.residual, point.residual_error
    return (
        place(judged, point),
        str(point.rank.rank) + ("" if point.rank.clear else f" ({tell('unclear')})"),
        "" if residual is None else f"{residual:.3g} ± {error:.1g}",
        "" if residual is None else word(point.integrable),
        "" if point.growth is None else str(point.growth),
    )


def _step(step: Step) -> tuple[Text, ...]:
    return (
        str(step.length),
        str(step.new) + ("" if step.clear else f" ({tell('unclear')})"),
        f"{step.size:.3g}",
        f"{step.error:.1g}",
        f"{step.radius:.2g}",
    )
