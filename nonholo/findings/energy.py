"""The energy words of a case: the energy function against T + V, conserved or not, moving
energies."""

from __future__ import annotations

from pathlib import Path

from nonholo.dynamics.bodies import kinetic_energy
from nonholo.dynamics.energy_words import EnergyWords
from nonholo.dynamics.energy_words import energy_words as words_of
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.errors import NonholoError, NotApplicable, Place
from nonholo.expression.graph import Expr
from nonholo.findings.comparison import Comparison
from nonholo.findings.side_by_side import compare
from nonholo.readers.bodies import in_space
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.words.sentence import say


def energy(given: Case | str | Path, kinetic: str = "", potential: str = "") -> EnergyWords:
    """The energy function h of a case: is it T + V, is it kept, and is there a moving energy?

        h = sum_i q_i' dL/dq_i' - L = T + V - (T_1 + 2 T_0 + V_1)

    given: a case, the path of its file, or a model of sympy.physics.mechanics; kinetic, potential:
    T or V as a text, for a case that gives its Lagrangian alone (T = L + V); of rigid bodies T is
    known.  Raises NotApplicable without a Lagrangian or a motion.  References: Goldstein2002,
    FassoSansonetto2016.

    >>> import nonholo as nh
    >>> nh.energy("cases/cylinder_on_incline.toml").equal.answer
    True
    """
    case = as_case(given)
    compared = compare(case, undecided=True)
    words = energy_words(case, compared, kinetic, potential)
    if words is None:
        raise NotApplicable(say("{name}: there is no motion to ask about", name=case.title))
    return words


def energy_words(
    case: Case, compared: Comparison, kinetic: str = "", potential: str = ""
) -> EnergyWords | None:
    """The same of a comparison that has been made; None without a motion."""
    if compared.reference is None:
        return None
    T = _kinetic(case.over(compared.system), kinetic, potential)
    return words_of(compared.system, compared.distribution, compared.reference, T)


def _kinetic(case: Case, kinetic: str, potential: str) -> Expr | None:
    """T as given, by V, or of the bodies; None where L alone is known."""
    L = require_lagrangian(case.system)
    if potential:
        return L + case.scope.expression(potential, Place(key="potential"))
    if kinetic:
        return case.scope.expression(kinetic, Place(key="kinetic"))
    if not case.tables.get("bodies"):
        return None
    try:
        bodies = in_space(case.scope, case.tables, case.place).bodies
    except NonholoError:
        return None
    T = case.system.chart.graph.add(*(kinetic_energy(body) for body in bodies))
    extra = L - T
    return None if extra.has(case.system.chart.v) and case.tables["lagrangian"] else T
