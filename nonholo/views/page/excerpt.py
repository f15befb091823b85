"""Sections of a page within a document that is not ours, such as a notebook.

The style is that of a page, for what stands in the excerpt alone.  A notebook may be dark where the
system is light and the other way round, so its own word is asked, not that of the system.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from nonholo.views.page.blocks import all_html
from nonholo.views.page.escaping import escaped
from nonholo.views.page.page import Section
from nonholo.views.page.render import asset

PLACE = ".nonholo-part"
DARK = ':is([data-jp-theme-light="false"], .vscode-dark, [data-theme="dark"])' * 2  # goes first
SYSTEM_IS_DARK = "@media screen and (prefers-color-scheme: dark)"
OURS = "*, *::before"  # what begins behind the colours
FIRM = PLACE * 2  # goes before what a notebook says of tables and headings
BASE = "font: 1rem/1.6 var(--serif); color: var(--ink); text-align: left"
LISTS = ":is(dt, dd) { float: none; width: auto }"  # which notebooks set side by side
HEADING = 3  # level of the first heading


def excerpt(sections: Sequence[Section]) -> str:
    """Sections as HTML with their style, and no script; empty ones are left out.

    >>> from nonholo.views.page.page import Formula
    >>> told = excerpt([Section("Verdict", (Formula("x = 0"),)), Section("Why", ())])
    >>> told.count("<math"), told.count("<h3"), "<script" in told
    (1, 1, False)
    """
    parts = (
        f"<section>{_heading(one)}\n{all_html(one.blocks, HEADING + 1)}</section>"
        for one in sections
        if one.blocks
    )
    return f'<style>{_style()}</style><div class="{PLACE[1:]}">{"".join(parts)}</div>'


def _heading(section: Section) -> str:
    return f"<h{HEADING}>{escaped(section.heading)}</h{HEADING}>" if section.heading else ""


@cache
def _style() -> str:
    """The style of a page below one class."""
    colours, mark, laid = asset("page.css").partition(OURS)
    colours = colours.replace(":root", PLACE).replace(SYSTEM_IS_DARK, DARK)
    return f"{colours}{FIRM} {{ {BASE} }} {FIRM} {{ {LISTS} {mark}{laid} }}"
