"""The catalogues of a language: its files of translations, as gettext writes them: one of what the
package says, one of what the cases that ship say of themselves."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

HOME = Path(__file__).parent


@cache
def catalogue(language: str, folder: str = "") -> NullTranslations:
    """What stands in a file of a language, nothing if there is none; read once, when first spoken.

    language: the code in the name of the file; folder: "cases" for the texts of case files,
    nothing for the sentences of the package.

    >>> catalogue("es").gettext("undecided"), catalogue("pt", "cases").gettext("radius of the ball")
    ('sin decidir', 'raio da bola')
    """
    from polib import pofile

    file = HOME / folder / f"{language}.po"
    if not file.exists():
        return NullTranslations()
    return GNUTranslations(BytesIO(pofile(str(file)).to_binary()))
