"""The catalogue of a language: its file of translations, one a language, as gettext writes them."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

HOME = Path(__file__).parent


@cache
def catalogue(language: str) -> GNUTranslations:
    """What stands in the file of a language; read once, when it is first spoken.

    language: the code in the name of the file.

    >>> catalogue("es").gettext("undecided")
    'sin decidir'
    """
    from polib import pofile

    return GNUTranslations(BytesIO(pofile(str(HOME / f"{language}.po")).to_binary()))
