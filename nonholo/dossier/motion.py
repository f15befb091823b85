"""The motion that a page shows: from the initial state of the case, next to the first substitution
that is wrong and can begin there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from nonholo.errors import NotApplicable, SingularMass
from nonholo.expression.graph import Expr
from nonholo.findings.comparison import Comparison
from nonholo.findings.entry import Entry
from nonholo.numerics.model import Model, model, regular_at, with_accelerations
from nonholo.numerics.settings import Settings
from nonholo.numerics.trajectory import Trajectory
from nonholo.readers.case import Case
from nonholo.readers.own import own_copy
from nonholo.readers.specified import ValuesPut, specified
from nonholo.simulation.derivations import rival_equations, rival_law, split
from nonholo.simulation.given import start_of, wished_duration
from nonholo.simulation.poles import pole_watches
from nonholo.simulation.run import rival_steps, run, side_by_side
from nonholo.words.sentence import say


def wanting(case: Case) -> tuple[str, ...]:
    """What a case lacks for a motion: the tables, each with the names that have no value.

    >>> import nonholo as nh
    >>> wanting(nh.case("rolling_coin")), wanting(nh.System("x", "m*x'**2/2", parameters="m"))
    ((), ('[parameters] m', '[initial]'))
    """
    valued = {s.args for s in case.system.values}
    tables = {
        "[parameters]": [name for name in case.scope.parameters if name not in valued],
        "functions": [name for name, f in case.scope.functions.items() if not f.value],
        "[inputs]": [str(name) for name, value in case.system.inputs.items() if value is None],
    }
    lacking = [f"{table} {', '.join(names)}" for table, names in tables.items() if names]
    return (*lacking, *(() if case.initial else ("[initial]",)))


def shown_motion(
    case: Case, comparison: Comparison, conserved: Sequence[tuple[str, Expr]]
) -> Trajectory | None:
    """The motion of a compared case that states where it starts; None for others.

    The law is that of `simulate`; rivals and conserved quantities are those found before.  Raises
    NonholoError as `simulate` does.
    """
    if wanting(case):
        return None
    case = own_copy(case)
    put = ValuesPut(case.over(comparison.system).scope)
    law = model(specified(case.over(comparison.system)).system)
    y, remarks = start_of(case, law, {})
    law, span = regular_at(law, 0.0, y), (0.0, wished_duration(case, None))

    def copied(nodes: Sequence[Expr]) -> list[Expr]:
        return [put(node) for node in law.terms.chart.graph.copy(nodes)]

    monitored = tuple((name, copied([f])[0]) for name, f in conserved if name != "energy function")
    motion = run(case, law, y, span, say("the equations of motion"), monitored, remarks, Settings())
    for wrong in (e for e in comparison.entries if _differs(e, law)):
        other = _beside(case, law, y, span, wrong, copied, rival_steps(motion))
        if other is not None:
            return side_by_side(motion, other)
    return motion


def _beside(
    case: Case,
    law: Model,
    y: np.ndarray,
    span: tuple[float, float],
    wrong: Entry,
    copied: Callable[[Sequence[Expr]], list[Expr]],
    most: int,
) -> Trajectory | None:
    """A rival from the same state, with so many steps at most; None where it can't begin there,
    however it is derived.
    """
    name = wrong.equations.name

    def compared() -> Model:
        assert wrong.motion is not None  # it differs
        return with_accelerations(law, copied(wrong.motion.accelerations), as_derived=True)

    def derived() -> Model:
        return rival_law(law, rival_equations(case, split(case), name), as_derived=True)

    for rival_of in (
        compared,
        derived,
    ):  # a pivot of one may vanish where that of the other does not
        try:
            rival = rival_of()
            poles = pole_watches(rival, wrong.equations, 0.0, y)
            unchecked = Settings(check=False)
            return run(
                *(case, rival, y, span, name, (), (), unchecked),
                rival=True,
                most_steps=most,
                poles=poles,
            )
        except (SingularMass, NotApplicable):
            continue
    return None


def _differs(entry: Entry, law: Model) -> bool:
    """A rival that is proved to differ, and has no further unknown functions."""
    if entry.equations.kind != "rival" or entry.agrees is not False or entry.motion is None:
        return False
    known = {s.args for s in (*law.inputs, *law.values, *law.terms.system.inputs)}
    return all(s.args in known for a in entry.motion.accelerations for s in a.symbols())
