"""The friction that rolling needs, as a part of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.friction.text import contact_rows
from nonholo.views.page.page import Facts, Paragraph, Section
from nonholo.words.language import tell

if TYPE_CHECKING:
    from nonholo.findings.friction import Friction


def friction_section(friction: Friction) -> Section:
    """Each contact with its forces and the friction that they need."""
    contacts = (
        Facts(
            (
                (tell("contact"), one.name),
                *((label.strip(), told) for label, told in contact_rows(one)),
            )
        )
        for one in friction.contacts
    )
    needed = Paragraph(tell("rolling needs |R_t| <= mu*N at each contact"))
    return Section("", (needed, *contacts))
