"""Holonomic and unilateral constraints of a case: multipliers or elimination, initial states,
contacts.

The reaction of a holonomic constraint r = R shows when the coordinate r is released: kept as a
coordinate, with the constraint and its multiplier beside the others.  Eliminated, the same motion
has fewer equations and no reaction."""

from __future__ import annotations

from dataclasses import dataclass

from nonholo.decide.zero import Decision
from nonholo.dynamics.contacts import Contact, contact
from nonholo.dynamics.eliminated import Eliminated, eliminated, same_motion
from nonholo.dynamics.equations import Equations, Motion, motion
from nonholo.dynamics.index import Index, index_of
from nonholo.errors import NonholoError
from nonholo.findings.comparison import Comparison
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.readers.case import Case


@dataclass(frozen=True, slots=True)
class Smaller:
    """The system with solved holonomic constraints eliminated: its equations and motion, and is
    it the same?
    """

    eliminated: Eliminated
    equations: Equations
    motion: Motion
    decision: Decision


@dataclass(frozen=True, slots=True)
class Released:
    """index: of the equations with multipliers; smaller: None if no holonomic constraint can be
    solved.
    """

    index: Index
    smaller: Smaller | None
    contacts: tuple[Contact, ...]


def released(case: Case, compared: Comparison) -> Released | None:
    """What there is to say of holonomic constraints and inequalities; None without a motion."""
    try:
        true = compared.entry("multipliers").motion
    except NonholoError:
        return None
    if true is None:
        return None
    d, system = compared.distribution, compared.system
    slack = case.over(system).slack
    contacts = tuple(contact(system, d, true, text, slack(text)) for text in system.inequalities)
    return Released(index_of(system, d), smaller(compared, true), contacts)


def smaller(compared: Comparison, true: Motion) -> Smaller | None:
    """The system without the coordinates that holonomic constraints determine, compared with the
    whole one.
    """
    elimination = eliminated(compared.system) if compared.system.holonomic else None
    if elimination is None:
        return None
    try:
        rows, _, _ = independent_rows(elimination.system.pfaffian)
        d = distribution(rows)
        equations = multipliers(elimination.system, d)
        reduced_motion = motion(equations)
        return Smaller(
            elimination,
            equations,
            reduced_motion,
            same_motion(compared.system, true, elimination, d, reduced_motion),
        )
    except NonholoError:
        return None
