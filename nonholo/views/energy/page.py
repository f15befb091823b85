"""What the textbooks call the energy, as a part of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.energy.words import energy_rows
from nonholo.views.page.math import Math
from nonholo.views.page.page import Facts, Formula, Section
from nonholo.words.language import tell

if TYPE_CHECKING:
    from nonholo.dynamics.energy_words import EnergyWords

DEFINITION = r"h = \sum_i \dot q_i \frac{\partial L}{\partial \dot q_i} - L"


def energy_section(energy: EnergyWords) -> Section:
    """The energy function, is it constant, is it T + V, moving energies."""
    head = Formula(DEFINITION, tell("energy function"))
    rows = ((Math(label) if label == "h" else label, told) for label, told in energy_rows(energy))
    return Section("", (head, Facts(tuple(rows))))
