"""The language that was asked for."""

from __future__ import annotations

from nonholo.errors import NonholoError
from nonholo.words.language import LANGUAGES, language_named
from nonholo.words.sentence import say


def require_language(name: str, asked: str = "lang") -> str:
    """The code of a language, which may be given with a region.

    name: as it was given; asked: by which argument or variable.  Raises NonholoError for a
    language without a catalogue.

    >>> require_language("pt_BR")
    'pt'
    """
    language = language_named(name)
    if language is None:
        known = ", ".join(f"{code} ({called})" for code, called in LANGUAGES.items())
        raise NonholoError(
            say("{asked} = {name!r}: needed is one of {known}", asked=asked, name=name, known=known)
        )
    return language
