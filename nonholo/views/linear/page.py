"""Small motions as a part of a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo.views.linear.text import matrix_entries, matrix_names, motion_rows
from nonholo.views.page.page import Facts, Formula, Section
from nonholo.views.page.prose import typed

if TYPE_CHECKING:
    from nonholo.findings.stability import SmallMotions


def linear_section(motions: SmallMotions, letters: Sequence[str]) -> Section:
    """The steady motion, the deviations and the matrices of their equations.

    letters: of the case.
    """
    linear = motions.linear
    names = [*matrix_names(motions), *("F" if linear.inputs else "")]
    matrices = [
        Formula(f"{name} = {_matrix(entries, letters)}")
        for name in names
        if any(entries := matrix_entries(motions, getattr(linear, name), None))
    ]
    *rows, (label, _) = motion_rows(motions)
    return Section("", (Facts(tuple(rows)), Formula(_equations(motions), label), *matrices))


def _equations(motions: SmallMotions) -> str:
    linear = motions.linear
    right = "F \\, w" if linear.inputs else "0"
    if linear.second_order:
        return rf"M \, \ddot s + C \, \dot s + K \, s = {right}"
    first = r"\dot s = P \, s + B \, u,\quad "
    return rf"{first} M \, \dot u + C \, u + K \, s = {right}"


def _matrix(entries: Sequence[Sequence[str]], letters: Sequence[str]) -> str:
    rows = r" \\ ".join(" & ".join(_entry(e, letters) for e in row) for row in entries)
    return rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}"


def _entry(text: str, letters: Sequence[str]) -> str:
    latex = typed(text, letters)
    return rf"\text{{{text}}}" if latex is None else latex
