"""The words on hidden constraints that were added to those given."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.expression.graph import Expr
from nonholo.words.sentence import Sentence, say


def told_of_hidden(values: Sequence[Expr]) -> list[Sentence]:
    """The remark that each of these = 0 was added; nothing for none.

    >>> from nonholo.expression.graph import Graph
    >>> told_of_hidden([Graph().symbol("y")])
    ['hidden, and added by the constraint algorithm: y = 0; such a constraint has no reaction']
    """
    if not values:
        return []
    return [
        say(
            "hidden, and added by the constraint algorithm: {values}; such a constraint has no "
            "reaction",
            values="; ".join(f"{value!r} = 0" for value in values),
        )
    ]
