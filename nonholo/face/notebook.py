"""Records in a notebook: parts of a page, formulas, or the words of the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any

from nonholo.dynamics.consistency import Consistency
from nonholo.dynamics.energy_words import EnergyWords
from nonholo.dynamics.equations import Equations
from nonholo.dynamics.smooth import MultiplierSystem
from nonholo.expression.graph import Expr
from nonholo.findings.comparison import Comparison
from nonholo.findings.entry import Entry
from nonholo.findings.families import Families
from nonholo.findings.friction import Friction
from nonholo.findings.numerical import Numerical
from nonholo.findings.regular_form import RegularForm
from nonholo.findings.restricted import Restricted
from nonholo.findings.rests import Equilibria
from nonholo.findings.stability import SmallMotions
from nonholo.findings.steady_stability import SteadyStability
from nonholo.findings.verdict import Branched, Chetaev, Symbolic, Verdict
from nonholo.numerics.trajectory import Trajectory
from nonholo.readers.case import Case
from nonholo.steering.steering import Steering
from nonholo.views.comparison.page import equations_section
from nonholo.views.consistency.page import consistency_section
from nonholo.views.energy.page import energy_section
from nonholo.views.equations.text import (
    entry_latex,
    given_latex,
    regular_text,
    rows_latex,
    system_text,
)
from nonholo.views.equilibrium.page import equilibrium_section
from nonholo.views.families.page import families_section
from nonholo.views.friction.page import friction_section
from nonholo.views.lesson.page import lesson_sections
from nonholo.views.linear.page import linear_section
from nonholo.views.motion.page import HEADING as MOTION
from nonholo.views.motion.page import motion_blocks
from nonholo.views.numerical.page import numerical_section
from nonholo.views.numerical.text import numerical_text
from nonholo.views.page.excerpt import excerpt
from nonholo.views.page.page import Section
from nonholo.views.page.prose import with_mathematics
from nonholo.views.restricted.page import restricted_section
from nonholo.views.rivals.page import rivals_section
from nonholo.views.steady.page import steady_section
from nonholo.views.steering.page import path_blocks
from nonholo.views.steering.text import steer_text
from nonholo.views.verdict.page import (
    branched_section,
    constraint_rows,
    nonlinear_section,
    verdict_section,
)
from nonholo.views.verdict.text import check_text
from nonholo.words.language import speaking, tell, told
from nonholo.writing.lesson import Exercise, Lesson

PRE = '<pre style="font-family: ui-monospace, monospace">'  # columns, whatever a page makes of it
WORDS: dict[type, Callable[[Any], str]] = {
    Numerical: numerical_text,
    Verdict: check_text,
    Steering: steer_text,
}
SECTIONS: dict[type, Callable[[Any], Sequence[Section]]] = {
    Consistency: lambda consistency: (consistency_section(consistency),),
    EnergyWords: lambda energy: (energy_section(energy),),
    Friction: lambda friction: (friction_section(friction),),
    SmallMotions: lambda motions: (linear_section(motions, _letters(motions)),),
    Comparison: lambda compared: (equations_section(compared), rivals_section(compared)),
    Equilibria: lambda rests: (equilibrium_section(rests),),
    Families: lambda families: (families_section(families),),
    Numerical: lambda judged: (numerical_section(judged),),
    Restricted: lambda restricted: (restricted_section(restricted),),
    SteadyStability: lambda steady: (steady_section(steady),),
    Steering: lambda path: (Section(tell("The path"), path_blocks(path)),),
    Trajectory: lambda motion: (Section(told(MOTION), motion_blocks(motion)),),
}
VERDICTS: dict[type, Callable[[Verdict], Sequence[Section]]] = {
    Symbolic: lambda check: (Section("", tuple(constraint_rows(check))), verdict_section(check)),
    Chetaev: lambda check: (Section("", tuple(constraint_rows(check))), nonlinear_section(check)),
    Branched: lambda check: (Section("", tuple(constraint_rows(check))), branched_section(check)),
}  # of sets too large for symbols there are words
FORMULAS: dict[type, Callable[[Any], str]] = {
    Case: lambda case: given_latex(case.system),
    Equations: rows_latex,
    Entry: entry_latex,
    RegularForm: lambda form: regular_text(form, "latex", ""),
    MultiplierSystem: lambda system: rf"$\displaystyle {system_text(system, 'latex', '')}$",
}


def in_words(record: object) -> str:
    """What the command line says of a record, for `print`.

    >>> import nonholo as nh
    >>> str(nh.check(nh.constraints("dz = y dx"))).split("\\n")[1][:12]
    'NONHOLONOMIC'
    """
    return WORDS[type(record)](record)


def words_html(record: object) -> str:
    """What the command line says of a record, as HTML.

    >>> import nonholo as nh
    >>> no_path = nh.steer(nh.constraints("dz = x dx"), to={"x": 1, "z": 5})
    >>> words_html(no_path)[:4]
    '<pre'
    """
    return f"{PRE}{escape(in_words(record))}</pre>"


def formulas(record: object) -> str:
    """A record as LaTeX.

    >>> import nonholo as nh
    >>> print(formulas(nh.regular_equations("chaplygin_sleigh")).splitlines()[0])
    \\begin{align}
    """
    return FORMULAS[type(record)](record)


def part_html(record: Any) -> str:
    """What a page shows of a record, with its style and without a script.

    >>> import nonholo as nh
    >>> shown = part_html(nh.restricted(nh.constraints("dz = y dx"), ["x", "y"]))
    >>> "<style>" in shown, "<script" in shown
    (True, False)
    """
    return excerpt(with_mathematics(tuple(SECTIONS[type(record)](record)), _letters(record)))


def lesson_html(given: Lesson | Exercise) -> str:
    """A lesson in its language, a section a step; the solution of an exercise is folded away."""
    lesson = given.lesson if isinstance(given, Exercise) else given
    with speaking(lesson.language):
        return excerpt(lesson_sections(given))


def verdict_html(check: Verdict) -> str:
    """The constraints, the verdict, and folded what is counted."""
    sections = VERDICTS.get(type(check.detail))
    if sections is None:
        return words_html(check)
    return excerpt(with_mathematics(tuple(sections(check)), _letters(check)))


def path_html(path: Steering) -> str:
    """A path, or why there is none."""
    return part_html(path) if path.has_path else words_html(path)


def _letters(record: Any) -> tuple[str, ...]:
    """Coordinates, parameters and inputs of what a record is about."""
    if isinstance(record, Comparison):
        chart, lagrangian = record.system.chart, record.system.lagrangian
        rows = [] if lagrangian is None else [lagrangian]
        return (*chart.names, *map(str, chart.parameters(rows)))
    if isinstance(record, Trajectory | Numerical):
        return record.names
    if isinstance(record, Consistency | EnergyWords):
        return tuple(sorted({str(s).removesuffix("dot") for s in _symbols(record)}))
    case: Case = record.small.case if isinstance(record, SteadyStability) else record.case
    return case.letters


def _symbols(record: Consistency | EnergyWords) -> Iterator[Expr]:
    """The symbols of what is told of a record that knows no case."""
    if isinstance(record, EnergyWords):
        yield from record.energy.symbols()
        return
    told_of = [*record.relations, *record.conditions, *(step.value for step in record.steps)]
    told_of += [e for pair in record.values for e in pair]
    for e in told_of:
        yield from e.symbols()
    for condition, branch in record.branches:
        yield from condition.symbols()
        yield from _symbols(branch)
