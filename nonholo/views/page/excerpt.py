"""Sections of a page within a document that is not ours, such as a notebook.

The style is that of a page, for what stands in the excerpt alone.  A notebook may be dark where the
system is light and the other way round, so its own word is asked, not that of the system.  Its
headings are its author's: ours take no part in its outline.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from nonholo.views.page.blocks import all_html, heading
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


def excerpt(sections: Sequence[Section]) -> str:
    """Sections as HTML with their style, and no script; empty ones are left out.

    >>> from nonholo.views.page.page import Formula
    >>> told = excerpt([Section("Verdict", (Formula("x = 0"),)), Section("Why", ())])
    >>> told.count("<math"), told.count('class="title"'), "<script" in told
    (1, 1, False)
    """
    parts = (
        f"<section>{heading(escaped(one.heading), 0)}\n{all_html(one.blocks, 0)}</section>"
        for one in sections
        if one.blocks
    )
    return f'<style>{_style()}</style><div class="{PLACE[1:]}">{"".join(parts)}</div>'


@cache
def _style() -> str:
    """The style of a page below one class."""
    colours, mark, laid = asset("page.css").partition(OURS)
    colours = colours.replace(":root", PLACE).replace(SYSTEM_IS_DARK, DARK)
    return f"{colours}{FIRM} {{ {BASE} }} {FIRM} {{ {LISTS} {mark}{laid} }}"
