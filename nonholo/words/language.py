"""The language that is spoken: English, unless a door was asked for another one.

The locale of the machine is not asked: the same question gives the same bytes everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from nonholo.words.catalogue import catalogue
from nonholo.words.sentence import Sentence, say, say_many

ENGLISH = "en"
LANGUAGES = {  # by their codes: how they call themselves; each but English has a file CODE.po
    ENGLISH: "English",
    "es": "español",
    "pt": "português",
}
_SPOKEN: ContextVar[str] = ContextVar("the language spoken", default=ENGLISH)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """In here sentences are told in this language.

    language: one of LANGUAGES.
    """
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def spoken() -> str:
    """The code of the language that is spoken here.

    >>> with speaking("es"):
    ...     spoken()
    'es'
    """
    return _SPOKEN.get()


def language_named(name: str) -> str | None:
    """The code of a language that was asked for, with or without a region; None if there is none.

    name: a code of a language, as people and systems write them.

    >>> language_named("pt_BR.UTF-8"), language_named("ES-mx"), language_named("tlh")
    ('pt', 'es', None)
    """
    code = name.strip().lower().replace("-", "_").partition(".")[0].partition("_")[0]
    return code if code in LANGUAGES else None


def told(text: str) -> str:
    """A text in the language spoken here: what is no sentence, or not translated, as it stands.

    text: a sentence, or plain text.

    >>> from nonholo.words.sentence import say
    >>> told(say("undecided"))
    'undecided'
    """
    return in_language(text, spoken())


def tell(template: str, /, **values: Any) -> str:
    """What `say` makes, told at once; views do.

    template, values: as for `say`.

    >>> tell("at {point}", point="x = 0")
    'at x = 0'
    """
    return told(say(template, **values))


def tell_many(number: int, one: str, many: str, /, **values: Any) -> str:
    """What `say_many` makes, told at once; views do.

    number, one, many, values: as for `say_many`.

    >>> tell_many(1, "{n} row", "{n} rows")
    '1 row'
    """
    return told(say_many(number, one, many, **values))


def in_language(text: str, language: str) -> str:
    """A text in a language, with the sentences inside of it.

    text: a sentence, or plain text; language: one of LANGUAGES.

    >>> from nonholo.words.sentence import say
    >>> in_language(say("undecided"), "en")
    'undecided'
    """
    if language == ENGLISH or not isinstance(text, Sentence):
        return str(text)
    if text.template is None:
        return "".join(in_language(piece, language) for piece in text.parts)
    made, known = text.template, catalogue(language, text.template.folder)
    if made.folder and known.gettext(made.one) == made.one:
        return str(text)
    if made.many:
        words = known.ngettext(made.one, made.many, made.number)
    else:
        words = known.gettext(made.one)
    return words.format(**_told_inside(made.values, language))


def _told_inside(values: tuple[tuple[str, Any], ...], language: str) -> Mapping[str, Any]:
    return {
        name: in_language(value, language) if isinstance(value, str) else value
        for name, value in values
    }
