"""Values in the tables of bodies, contacts and loads: each of the kind its key needs, or told with
key and line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from nonholo.errors import BadExpression, NonholoError, Place
from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.constraints.chart import Chart
from nonholo.readers.lower import Scope
from nonholo.readers.numbers import parameter_value
from nonholo.words.sentence import say, together

if TYPE_CHECKING:
    from nonholo.dynamics.space import Vector

DEEP = 4  # levels of lists and tables in a value, at most


class Tables:
    """Reads the values of tables in the names of a scope; place(key, text) says where they
    stand.
    """

    def __init__(self, scope: Scope, place: Callable[[str, str], Place]):
        self.scope, self.place = scope, place

    @property
    def chart(self) -> Chart:
        return self.scope.chart

    @property
    def graph(self) -> Graph:
        return self.scope.chart.graph

    def wrong(self, key: str, what: str, inside: str = "") -> NonholoError:
        """The error about a table or a key inside it, with its line if the tables stand in a
        file.
        """
        spot = self.place(f"{key}.{inside}" if inside else key, "")
        line = say(" (line {line})", line=spot.line) if spot.source else ""
        return NonholoError(together((key, line, ": ", what)))

    def table(self, key: str, table: Any, known: Sequence[str]) -> None:
        """Refuse what is no table, and keys that are not known."""
        if not isinstance(table, Mapping):
            raise self.wrong(key, say("needed is a table, given was {shown}", shown=shown(table)))
        for name in table:
            if name not in known:
                near = get_close_matches(str(name), known, 1, 0.5)
                hint = (
                    say("; did you mean {near}?", near=near[0])
                    if near
                    else say("; known: {names}", names=", ".join(known))
                )
                raise self.wrong(
                    key, say("unknown key {name}{hint}", name=name, hint=hint), str(name)
                )

    def text(self, key: str, value: Any) -> str:
        """A text that is a name, no expression."""
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(
                key, say("needed is a name in quotes, given was {shown}", shown=shown(value))
            )
        return value

    def choice(self, key: str, value: Any, words: Sequence[str]) -> str:
        if not isinstance(value, str) or value not in words:
            raise self.wrong(
                key,
                say(
                    "needed is one of {names}; given was {shown}",
                    names=", ".join(words),
                    shown=shown(value),
                ),
            )
        return value

    def one(self, key: str, value: Any) -> Expr:
        """A text of the expression language, or a number."""
        if isinstance(value, str):
            with self.graph.reading.text_of_a_table():
                return self.scope.expression(value, lambda: self.place(key, value))
        try:
            return self.graph.lift(_number(value))
        except BadExpression:
            raise
        except NonholoError:
            raise self.wrong(
                key, say("needed is a text or a number, given was {shown}", shown=shown(value))
            ) from None

    def vector(self, key: str, value: Any) -> Vector:
        if not isinstance(value, (list, tuple)) or len(value) != 3:
            raise self.wrong(
                key,
                say(
                    'needed are three components ["...", "...", "..."], given was {shown}',
                    shown=shown(value),
                ),
            )
        return [self.one(key, component) for component in value]


def _number(value: Any) -> Any:
    if value is None or isinstance(value, Mapping):
        raise NonholoError(say("no number"))
    return parameter_value(value)


def shown(value: Any) -> str:
    """A value for a message, cut where it gets long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits, lists without end
        return f"a long {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def leaves(value: Any, deep: int = DEEP) -> list[str]:
    """The texts in a value; what lies deeper than any value that can be meant is left to the
    complaint about it.
    """
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item, deep - 1)] if deep else []
    return [value] if isinstance(value, str) else []
