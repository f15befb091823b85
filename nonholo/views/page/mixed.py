"""Sentences of a page with mathematics inside, translated as a whole."""

from __future__ import annotations

from nonholo.views.page.math import Inline, Text
from nonholo.words.language import told
from nonholo.words.sentence import Sentence, Template

MARK = "\0"  # stands on both sides of a name in a sentence that is being put together


def mixed(template: str, /, **pieces: Text) -> tuple[Inline, ...]:
    """A sentence with pieces of a page in its braces, in the language spoken here.

    template: written out in the source, so that it is found for translators; pieces: by the names
    in the braces.

    >>> from nonholo.views.page.math import Math
    >>> mixed("{h} and the growth vector: {told}.", h=Math("h"), told="proved")
    (Math(latex='h'), ' and the growth vector: ', 'proved', '.')
    """
    marks = {name: f"{MARK}{name}{MARK}" for name in pieces}
    made = Template(template, "", 1, tuple(marks.items()))
    parts = told(Sentence(template.format(**marks), made)).split(MARK)
    put: list[Inline] = []
    for number, part in enumerate(parts):
        piece = pieces[part] if number % 2 else part
        put += piece if isinstance(piece, tuple) else [piece]
    return tuple(piece for piece in put if piece != "")
