"""Records in a notebook: the words of the command line, or formulas."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from nonholo.dynamics.consistency import Consistency
from nonholo.dynamics.energy_words import EnergyWords
from nonholo.dynamics.equations import Equations
from nonholo.dynamics.smooth import MultiplierSystem
from nonholo.findings.comparison import Comparison, Entry
from nonholo.findings.families import Families
from nonholo.findings.friction import Friction
from nonholo.findings.regular_form import RegularForm
from nonholo.findings.restricted import Restricted
from nonholo.findings.rests import Equilibria
from nonholo.findings.stability import SmallMotions
from nonholo.findings.steady_stability import SteadyStability
from nonholo.findings.verdict import Verdict
from nonholo.numerics.trajectory import Trajectory
from nonholo.readers.case import Case
from nonholo.steering.search import Steering
from nonholo.views.comparison.text import compare_text
from nonholo.views.consistency.text import consistency_text
from nonholo.views.drawing.svg import fitted
from nonholo.views.energy.words import energy_lines
from nonholo.views.equations.text import (
    entry_latex,
    given_latex,
    regular_text,
    rows_latex,
    system_text,
)
from nonholo.views.equilibrium.text import equilibrium_text
from nonholo.views.families.text import families_text
from nonholo.views.friction.text import friction_text
from nonholo.views.linear.text import linear_text
from nonholo.views.motion.picture import picture
from nonholo.views.motion.text import motion_text
from nonholo.views.path.picture import path_picture
from nonholo.views.restricted.text import restricted_text
from nonholo.views.steady.text import steady_text
from nonholo.views.steering.text import steer_text
from nonholo.views.verdict.text import check_text

PRE = '<pre style="font-family: ui-monospace, monospace">'  # columns, whatever a page makes of it
WORDS: dict[type, Callable[[Any], str]] = {
    Verdict: check_text,
    Comparison: compare_text,
    Equilibria: equilibrium_text,
    Families: families_text,
    Friction: friction_text,
    Restricted: restricted_text,
    Consistency: consistency_text,
    EnergyWords: lambda energy: "\n".join(energy_lines(energy)),
    SmallMotions: lambda motions: linear_text(motions, None, None),
    SteadyStability: steady_text,
    Trajectory: motion_text,
    Steering: steer_text,
}
FORMULAS: dict[type, Callable[[Any], str]] = {
    Case: lambda case: given_latex(case.system),
    Equations: rows_latex,
    Entry: entry_latex,
    RegularForm: lambda form: regular_text(form, "latex", ""),
    MultiplierSystem: lambda system: rf"$\displaystyle {system_text(system, 'latex', '')}$",
}


def words_html(record: object) -> str:
    """What the command line says of a record, as HTML.

    >>> import nonholo as nh
    >>> words_html(nh.consistency(nh.System("x y", "x*xdot"))).partition(">")[2][:6]
    'CONSIS'
    """
    return f"{PRE}{escape(WORDS[type(record)](record))}</pre>"


def formulas(record: object) -> str:
    """A record as LaTeX.

    >>> import nonholo as nh
    >>> print(formulas(nh.regular_equations("chaplygin_sleigh")).splitlines()[0])
    \\begin{align}
    """
    return FORMULAS[type(record)](record)


def motion_html(motion: Trajectory) -> str:
    """A motion: its picture in brief above first and last state and the receipt."""
    return f"{_inline(picture(motion, 'svg', brief=True))}{words_html(motion)}"


def path_html(path: Steering) -> str:
    """A path: its picture, if there is one, above what is known of it."""
    drawn = _inline(path_picture(path, "svg")) if path.found else ""
    return f"{drawn}{words_html(path)}"


def _inline(svg: bytes) -> str:
    """The drawing without the head of a file of its own."""
    text = svg.decode()
    return fitted(text[text.index("<svg") :])
