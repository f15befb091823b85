"""XML as a tree of elements, each with its line; nothing is expanded and nothing else is opened.

A document type is where XML declares entities, those that grow without end and those that name
other files.  So a text with one is refused before any of them is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from nonholo.errors import BadCase
from nonholo.words.sentence import say

DEEPEST, MOST = 100, 50_000  # levels; elements


@dataclass(frozen=True, slots=True)
class Element:
    """An element, with the elements inside of it; line: where it begins."""

    tag: str
    attributes: Mapping[str, str]
    line: int
    inside: list[Element] = field(default_factory=list)

    def all(self, tag: str) -> Iterator[Element]:
        """The elements of this name directly inside."""
        return (e for e in self.inside if e.tag == tag)

    def first(self, tag: str) -> Element | None:
        """The first element of this name directly inside."""
        return next(self.all(tag), None)


def read_elements(content: bytes, source: str) -> Element:
    """The root of an XML text.

    Raises BadCase for what is no XML, has a document type, or is too deep or too large.

    >>> read_elements(b"<robot><link name='a'/></robot>", "a.urdf").inside[0].attributes["name"]
    'a'
    """
    text = content.lstrip(b" \t\r\n")  # before <?xml ...?> nothing may stand, and often does
    above = content[: len(content) - len(text)].count(b"\n")
    parser = expat.ParserCreate()
    outside = Element("", {}, 0)
    open_ones, count = [outside], 0

    def refused(what: str) -> BadCase:
        return BadCase(
            source, say("line {line}: {what}", line=parser.CurrentLineNumber + above, what=what)
        )

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MOST or len(open_ones) > DEEPEST:
            raise refused(
                say(
                    "more than {most} elements, or {deep} inside of each other",
                    most=MOST,
                    deep=DEEPEST,
                )
            )
        element = Element(tag, attributes, parser.CurrentLineNumber + above)
        open_ones[-1].inside.append(element)
        open_ones.append(element)

    def document_type(*_: object) -> None:
        raise refused(
            say("a document type (<!DOCTYPE ...>) is not read, nor the entities it may declare")
        )

    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda tag: open_ones.pop() and None
    parser.StartDoctypeDeclHandler = document_type
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        told = expat.ErrorString(error.code)
        raise BadCase(
            source, say("line {line}: not XML: {error}", line=error.lineno + above, error=told)
        ) from None
    except (LookupError, ValueError):  # an encoding that Python does not know or take
        raise BadCase(source, say("not XML in an encoding that can be read")) from None
    return outside.inside[0]
