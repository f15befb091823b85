"""A path between two configurations as one HTML page: picture, formulas, receipt."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from nonholo import __version__
from nonholo.expression.graph import Expr
from nonholo.views.drawing.svg import inline
from nonholo.views.page.math import Math
from nonholo.views.page.page import (
    Details,
    Facts,
    Figure,
    Formula,
    Note,
    Page,
    Paragraph,
    Section,
    Table,
)
from nonholo.views.page.prose import with_mathematics
from nonholo.views.page.render import render
from nonholo.views.page.words import begun
from nonholo.views.path.picture import path_picture
from nonholo.views.steering.text import end_written, steer_text
from nonholo.words.language import tell, told
from nonholo.words.sentence import say
from nonholo.writing.latex import Writer, name_latex

if TYPE_CHECKING:
    from nonholo.steering.steering import Part, Steering
    from nonholo.steering.varied import Varied

LONG = 900  # characters of LaTeX beyond which a formula is folded away
ROWS = 11
METHODS = {
    "chained form": say("chained form"),
    "polynomial inputs": say("polynomial inputs"),
    "sinusoids": say("sinusoids"),
    "shooting": say("shooting"),
    "integrals": say("integrals"),
    "contraction": say("contraction"),
}
EXACT = 12  # decimals: what is smaller is rounding


def steer_page(steering: Steering, varied: Varied | None) -> str:
    """The HTML document of a path."""
    notes = tuple(Note("remark", told(remark)) for remark in steering.remarks)
    sections = [
        Section(tell("The path"), (*path_blocks(steering, varied), *notes)),
        *(
            Section(tell("As functions of time"), tuple(_formulas(steering, part)))
            for part in steering.parts
            if part.exact
        ),
        Section(tell("Numbers"), (_table(steering),)),
    ]
    page = Page(
        told(steering.case.name),
        with_mathematics(tuple(sections), steering.names),
        subtitle=tell("a path outside the bounds")
        if steering.outside
        else tell("an admissible path"),
        sources=steering.case.sources,
    )
    return render(
        [page],
        title=tell("{name}: a path", name=steering.case.name),
        footer=f"nonholo {__version__}",
    )


def _caption(steering: Steering, varied: Varied | None) -> str:
    bent = None if varied is None else varied.bent
    scene = steering.scene(*steering.sample()[:2], bent)
    seen = []
    if scene.moving is not None:
        seen.append(
            tell(
                "Solid where the first wheel or blade runs forwards, dashed backwards; grey: "
                "instants between."
            )
        )
    if scene.barred:
        seen.append(tell("Hatched: where an inequality of the case is broken."))
    return " ".join(seen)


def path_blocks(
    steering: Steering, varied: Varied | None = None
) -> tuple[Paragraph, Figure, Details]:
    """From where to where, the picture, and folded what the path is worth."""
    words = steer_text(steering, varied).split("\n")[1]
    proof = steering.proof
    proved = proof is not None and proof.proved and bool(proof.answer)
    return (
        Paragraph(_sentence(words, steering.case.letters)),
        Figure(
            inline(path_picture(steering, "svg", varied)),
            f"{told(steering.case.name)}. {words}",
            _caption(steering, varied),
        ),
        Details(
            tell("How the path was found, and how exact it is"),
            (_worth(steering, proved),),
        ),
    )


def _worth(steering: Steering, proved: bool) -> Facts:
    """Method, proof, residual and length."""
    receipt = steering.receipt
    assert receipt is not None  # a path was found
    held = (
        tell("satisfied at all times, proved")
        if proved
        else tell("satisfied as far as numbers say")
    )
    return Facts(
        (
            (tell("method"), told(METHODS.get(steering.method, steering.method))),
            (tell("constraints"), held),
            (tell("largest residual of the constraints"), f"{receipt.residual:.1e}"),
            (tell("ends missed by at most"), f"{max(receipt.start, receipt.end):.1e}"),
            (tell("length in the space of all coordinates"), f"{steering.length:.6g}"),
        )
    )


def _sentence(words: str, names: Collection[str]) -> str:
    """What stands after the verdict word of the text."""
    sentence = words.partition(": ")[2] or words
    return f"{begun(sentence, names)}."


def _formulas(steering: Steering, part: Part):
    """z(t), and the coordinates as functions of z where these are others."""
    curve = part.formula
    if curve is None:
        return
    write = curve.rows.chart.latex()
    coordinates = [steering.names[j] for j in part.columns]
    if curve.back != curve.rows.chart.q:
        yield from (_formula(write, n, e) for n, e in zip(coordinates, curve.back))
    names = coordinates if curve.back == curve.rows.chart.q else curve.rows.chart.names
    yield from (_formula(write, n, e) for n, e in zip(names, curve.z))


def _formula(write: Writer, name: str, value: Expr):
    latex = rf"{write.symbol(name)} = {write(value)}"
    block = Formula(latex)
    return (
        block
        if len(latex) <= LONG
        else Details((Math(write.symbol(name)), tell(" (long)")), (block,))
    )


def _table(steering: Steering) -> Table:
    t, q, _ = steering.sample(ROWS)
    rows = tuple(tuple(_rounded(value) for value in (t[i], *q[i])) for i in range(ROWS))
    ends = tell(
        "Start: {start}. Goal: {goal}.",
        start=", ".join(map(end_written, steering.start)),
        goal=", ".join(map(end_written, steering.goal)),
    )
    names = tuple(Math(name_latex(name)) for name in ("t", *steering.names))
    return Table(names, rows, ends, align="r" * (1 + len(steering.names)))


def _rounded(value: float) -> str:
    """Few digits, so that the table fits on a telephone."""
    return f"{round(value, EXACT) + 0.0:.4g}".replace("-", "\N{MINUS SIGN}")
