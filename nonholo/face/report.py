"""nonholo report, as a function."""

from __future__ import annotations

from html import escape
from pathlib import Path

from nonholo.dossier.dossier import Dossier, analyze
from nonholo.errors import NonholoError, option
from nonholo.face.spoken import require_language
from nonholo.files import names_folder, write, write_folder
from nonholo.findings.numerical import Numerical
from nonholo.readers.case import Case
from nonholo.views.numerical.page import numerical_page
from nonholo.views.page.html import document, page, site
from nonholo.words.language import ENGLISH, speaking
from nonholo.words.sentence import say
from nonholo.work import BUDGETS

FRAME = 720  # pixels of height


class Document(str):
    """A page as its HTML text, which shows itself as the page in a notebook and prints short.

    >>> Document("<!DOCTYPE html>" + 2000 * " ")
    <HTML document of 2 kB>
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<HTML document of {len(self) // 1000} kB>"

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self)}" title="nonholo" width="100%" height="{FRAME}" '
            f'style="border:0"></iframe>'
        )


def report(
    *given: Case | Dossier | Numerical | str | Path,
    output: str | Path | None = None,
    lang: str = ENGLISH,
) -> Document:
    """One page a case, readable offline: the HTML document, a text that a notebook shows as a page.

    given: cases, paths of their files, models of sympy.physics.mechanics, or what `analyze` or
    `check_numerically` gave;
    output: also write it to this file; into a folder, where this ends with a slash: a page for each
    case, and their list, index.html; lang: "en", "es" or "pt".  Raises NonholoError for a file that
    is not *.html, for another language, and where there is no case; OutOfReach for a set too large
    for a page.

    >>> import nonholo as nh
    >>> page = nh.report(nh.constraints("dz = y dx"))
    >>> page[:15], repr(page)[:17]
    ('<!DOCTYPE html>', '<HTML document of')
    """
    language = require_language(lang)
    if output is not None:
        require_html(output)
    if not given:
        raise NonholoError(
            say("there is no case to report on; give a case or the path of its file")
        )
    judged = [
        one if isinstance(one, Dossier | Numerical) else analyze(one, deeper=BUDGETS.deeper)
        for one in given
    ]
    with speaking(language):
        pages = [numerical_page(j) if isinstance(j, Numerical) else page(j) for j in judged]
        written = document(pages)
        if output is not None and names_folder(output):
            write_folder(output, site(pages))
    if output is not None and not names_folder(output):
        write(output, written.encode())
    return Document(written)


def require_html(output: str | Path) -> None:
    """Raise NonholoError for a file of another kind; a folder is none."""
    if names_folder(output):
        return
    suffix = Path(output).suffix
    if suffix.lower() not in (".html", ".htm"):
        instead = _instead(suffix.lower())
        raise NonholoError(
            say(
                "{output}: {value}: no format of a report; it is one HTML page, so name "
                "the file *.html{other}",
                output=output,
                value=suffix or say("a name without ending"),
                other=instead and "; " + instead,
            )
        )


def _instead(suffix: str) -> str:
    """What to do for a kind of file that people ask for, as who asks can do it."""
    return {
        ".tex": option(
            say(
                "LaTeX is written by `nonholo equations CASE --as latex`, and as a "
                "lesson by `nonholo explain CASE -o FILE.tex`"
            ),
            say(
                'LaTeX is what nh.equations(case, form, "latex") gives, and as a lesson '
                'nh.explain(case, output="FILE.tex")'
            ),
        ),
        ".pdf": option(
            say(
                "any browser prints that page to a PDF; a lesson is one by `nonholo "
                "explain CASE -o FILE.pdf`"
            ),
            say(
                "any browser prints that page to a PDF; a lesson is one by "
                'nh.explain(case, output="FILE.pdf")'
            ),
        ),
        ".md": option(
            say(
                "a lesson is Markdown by `nonholo explain CASE -o FILE.md`; text that "
                "goes into it is printed by `nonholo check` and `nonholo compare`"
            ),
            say(
                'a lesson is Markdown by nh.explain(case, output="FILE.md"), and formulas are '
                'what nh.equations(case, form, "latex") gives'
            ),
        ),
        ".json": option(
            say("--json prints everything on the page as one JSON document"),
            say("everything on the page stands in what nh.analyze gives"),
        ),
    }.get(suffix, "")
