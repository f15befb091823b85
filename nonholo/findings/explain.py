"""A lesson on a case: its derivation with the reasons, from what `check` and `compare` find."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from nonholo.errors import ContradictoryConstraints
from nonholo.expression.graph import Expr
from nonholo.findings.check import check_of
from nonholo.findings.completed import completed_after
from nonholo.findings.constraint_lesson import constraint_steps
from nonholo.findings.letters import letters_of
from nonholo.findings.motion_lesson import motion_steps
from nonholo.findings.side_by_side import compare
from nonholo.findings.verdict import Verdict
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.name_list import name_list
from nonholo.readers.own import own_copy
from nonholo.writing.lesson import Lesson

if TYPE_CHECKING:
    from nonholo.dossier.masses import Masses
    from nonholo.dossier.sketch import Sketch
    from nonholo.numerics.trajectory import Space


def lesson_on(
    given: Case | str | Path,
    dependent: str | Sequence[str] = (),
    drawn: Callable[[Verdict], tuple[Sketch | None, Space | None, Masses | None]] | None = None,
) -> Lesson:
    """The derivation of a case line by line, each step with its reason.

    Constraints, Frobenius' condition with the functions of the case, verdict, virtual
    displacements; with a Lagrangian the equations of motion by two roads, and the line at which
    substituting velocities goes wrong, with the missing term (NeimarkFufaev1972):

        naive row_j, on the true motion
            =  sum_l alpha_lj dLbar/dq_l  +  sum_l p_l ( sum_i B_l,ji q_i' + B_l,j0 )

    given: a case, the path of its file, or a model of sympy.physics.mechanics; dependent:
    coordinates whose velocities shall be eliminated; drawn: gives what is drawn of the system, of
    its verdict.  Raises OutOfReach for a set too large for
    tables of symbols; otherwise what `check` and `compare` raise.

    >>> import nonholo as nh
    >>> [step.heading for step in lesson_on(nh.constraints("dz = y dx")).steps][-2:]
    ['The verdict', 'Virtual displacements']
    """
    names = name_list(dependent, "dependent")
    case = as_case(given)
    try:
        verdict = check_of(own_copy(case), dependent=names)
    except ContradictoryConstraints as hidden:
        case = completed_after(hidden, case, moving=False)
        verdict = check_of(own_copy(case), dependent=names)
    verdict = replace(verdict, letters=letters_of(verdict))
    steps = constraint_steps(verdict)
    missing: tuple[tuple[str, Expr, Expr], ...] = ()
    if case.system.lagrangian is not None:
        compared = compare(case, names)
        d = verdict.distribution
        steps += motion_steps(compared, () if d is None else d.names(d.dependent))
        if compared.errors:
            error = compared.errors[0]
            independent = compared.distribution.names(compared.distribution.independent)
            missing = tuple(zip(independent, error.gradient, error.curvature))
    sketch, space, masses = (None, None, None) if drawn is None else drawn(verdict)
    return Lesson(
        case.name,
        case.system.chart,
        tuple(steps),
        verdict.verdict,
        missing,
        tuple(case.sources),
        meaning=tuple(case.meaning.items()),
        sketch=sketch,
        space=space,
        masses=masses,
    )
