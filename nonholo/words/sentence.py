"""Sentences that are text in English and keep what they were made of, so that they can be told in
another language later; what makes one knows no language but English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, SupportsIndex


@dataclass(frozen=True, slots=True)
class Template:
    """What a translator sees, and the values that go into it.

    one: the sentence with its values in braces; many: the same for more than one, or nothing;
    number: by which one of the two is chosen; folder: of the catalogues that hold it.
    """

    one: str
    many: str
    number: int
    values: tuple[tuple[str, Any], ...]
    folder: str = ""


class Sentence(str):
    """A text that is its English self in every respect: equality, JSON, formatting.

    template: what it was made of, or None where it is several texts one after the other, its parts.
    With + it stays translatable; in an f-string or a `join` it becomes plain English.
    """

    __slots__ = ("parts", "template")
    template: Template | None
    parts: tuple[str, ...]

    def __new__(
        cls, english: str, template: Template | None = None, parts: tuple[str, ...] = ()
    ) -> Sentence:
        made = super().__new__(cls, english)
        made.template, made.parts = template, parts
        return made

    def __add__(self, other: str) -> Sentence:
        return together((self, other))

    def __radd__(self, other: str) -> Sentence:
        return together((other, self))

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return Sentence, (str(self), self.template, self.parts)


def say(template: str, /, **values: Any) -> Sentence:
    """A sentence with values in its braces.

    template: written out in the source, so that it is found for translators; values: by the names
    in the braces, sentences among them.

    >>> say("The {what} of {name}.", what=say("verdict"), name="a coin")
    'The verdict of a coin.'
    """
    values = _in_sentences(values)
    return Sentence(template.format(**values), Template(template, "", 1, tuple(values.items())))


def _in_sentences(values: Mapping[str, Any]) -> dict[str, Any]:
    """What shows itself otherwise in a sentence than as a text does so."""
    return {name: getattr(value, "in_a_sentence", value) for name, value in values.items()}


def say_many(number: int, one: str, many: str, /, **values: Any) -> Sentence:
    """A sentence for one thing or for several; {n} is how many.

    number: of the things; one, many: the two forms of English.

    >>> say_many(2, "{n} row follows", "{n} rows follow")
    '2 rows follow'
    """
    values = {"n": number} | _in_sentences(values)
    english = (one if number == 1 else many).format(**values)
    return Sentence(english, Template(one, many, number, tuple(values.items())))


def quoted(text: str) -> Sentence:
    """A text of a case file: where the catalogue of cases holds it, it is told in other languages.

    text: as it was written; how it is cut into lines makes no difference.

    >>> quoted("radius of the ball")
    'radius of the ball'
    """
    line = " ".join(text.split()).replace("{", "{{").replace("}", "}}")
    return Sentence(text, Template(line, "", 1, (), "cases"))


def together(parts: Iterable[str], between: str = "") -> Sentence:
    """Texts one after the other, each of which stays translatable.

    parts: sentences or plain texts; between: stands between each two.

    >>> together([say("a factor"), "x"], ": ")
    'a factor: x'
    """
    pieces = list(parts)
    if between:
        pieces = [piece for text in pieces for piece in (between, text)][1:]
    return Sentence("".join(pieces), None, tuple(pieces))
