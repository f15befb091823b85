"""Do the derivations give the same motion?  And if not, by which term?

Accelerations are compared as expressions at every admissible state (q, r', t); nothing is sampled.  The
error of a substitution is split exactly into a gradient part and a curvature part (theory: VORONEC minus naive):

    naive row_j, on the true motion  =  sum_l alpha_lj dLbar/dq_l  +  sum_l p_l ( sum_i B_l,ji q_i' + B_l,j0 )
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nonholo.dynamics.equations import Equations, Motion, motion
from nonholo.dynamics.reduced import curvature_force, gradient_part
from nonholo.dynamics.system import System
from nonholo.errors import NonholoError, OutOfReach, SingularMass
from nonholo.exact.decide import Decision
from nonholo.exact.graph import Expr
from nonholo.exact.relations import all_zero_on
from nonholo.formulations import FORMULATIONS
from nonholo.geometry.curvature import Curvature, curvature
from nonholo.geometry.distribution import Distribution
from nonholo.rivals.substituted import partial_split, substituted

REFERENCE = "maggi"
Judge = Callable[[Sequence[Expr], Sequence[Expr]], Decision]


def not_judged(expressions: Sequence[Expr], holonomic: Sequence[Expr]) -> Decision:
    """The judge that leaves everything open: what can be told before there was time to decide."""
    del expressions, holonomic
    return Decision(None, reason="there was no time to decide it")


@dataclass(frozen=True, slots=True)
class Entry:
    """One derivation: its equations, its motion, and how it compares with the reference.

    difference: acceleration minus that of the reference, for all n coordinates;
    failure: why there is no motion, if there is none.
    """

    equations: Equations
    motion: Motion | None
    difference: tuple[Expr, ...]
    decision: Decision
    failure: str = ""

    @property
    def agrees(self) -> bool | None:
        return self.decision.answer


@dataclass(frozen=True, slots=True)
class SubstitutionError:
    """Why substituting `eliminated` goes wrong: rows j in `independent` of the part that was solved.

    gradient_j = sum_l alpha_lj dLbar/dq_l;  curvature_j = sum_l p_l (sum_i B_l,ji q_i' + B_l,j0), both
    projected on the virtual displacements of the whole set; `safe` and `safe_chained` decide whether they vanish.
    """

    eliminated: tuple[str, ...]
    gradient: tuple[Expr, ...]
    curvature: tuple[Expr, ...]
    safe: Decision
    safe_chained: Decision


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """All formulations and rivals of one system side by side."""

    system: System
    distribution: Distribution
    curvature: Curvature
    curvature_force: tuple[Expr, ...]
    entries: tuple[Entry, ...]
    errors: tuple[SubstitutionError, ...]
    reactions: tuple[Expr, ...]

    def __repr__(self) -> str:
        return f"<Comparison: {', '.join(f'{e.equations.name}: {e.agrees}' for e in self.entries)}>"

    def entry(self, name: str) -> Entry:
        """The derivation of that name."""
        return next(e for e in self.entries if e.equations.name == name)

    @property
    def reference(self) -> Motion | None:
        return self.entry(REFERENCE).motion

    @property
    def shortcut(self) -> Decision:
        """Is the (first named) substitution right as a plain Lagrangian?  Its own verdict."""
        return self.errors[0].safe if self.errors else Decision(True, "normal form")


def compare(system: System, d: Distribution, substitute: Sequence[str] = (),
            judge: Judge = all_zero_on) -> Comparison:
    """Derive every formulation and the rivals and compare their motions.

    substitute: velocities to put into L first of all; all dependent ones, and each alone, follow;
    judge: decides whether expressions vanish on the holonomic set.
    """
    eliminations = _eliminations(d, substitute)
    errors = tuple(substitution_error(system, d, names, judge) for names in eliminations)
    derived = [f(system, d) for f in FORMULATIONS.values()]
    for error in errors:
        derived.append(substituted(system, d, error.eliminated))
        if not all(g.is_zero for g in error.gradient):
            derived.append(substituted(system, d, error.eliminated, chained=True))
    reference, failure = _motion(next(e for e in derived if e.name == REFERENCE))
    entries = tuple(_entry(system, e, reference, failure, judge) for e in derived)
    B = curvature(d)
    return Comparison(system, d, B, tuple(curvature_force(system, B)), entries, errors,
                      _reactions(d, entries[0]))


def _eliminations(d: Distribution, substitute: Sequence[str]) -> list[tuple[str, ...]]:
    """The asked one, all dependent velocities, and each alone if there are two or three."""
    every = d.names(d.dependent)
    wanted = [tuple(substitute)] if substitute else []
    if every:
        wanted.append(every)
    if 2 <= d.k <= 3:
        wanted += [(name,) for name in every]
    return list(dict.fromkeys(tuple(sorted(w, key=d.chart.index)) for w in wanted
                              if _can_be_solved(d, w, substitute)))


def _can_be_solved(d: Distribution, names: Sequence[str], asked: Sequence[str]) -> bool:
    try:
        partial_split(d.pfaffian, names)
    except NonholoError:
        if tuple(names) == tuple(asked):
            raise
        return False
    return True


def _motion(equations: Equations) -> tuple[Motion | None, str]:
    try:
        return motion(equations), ""
    except (SingularMass, OutOfReach) as error:
        return None, str(error)


def _entry(system: System, equations: Equations, reference: Motion | None, failure: str,
           judge: Judge) -> Entry:
    own, why = _motion(equations)
    if own is None or reference is None:
        return Entry(equations, own, (), Decision(None, reason=why or failure), why or failure)
    difference = tuple(a - b for a, b in zip(own.accelerations, reference.accelerations))
    return Entry(equations, own, difference, judge(difference, system.holonomic))


def substitution_error(system: System, d: Distribution, names: Sequence[str],
                       judge: Judge = all_zero_on) -> SubstitutionError:
    """The exact error of substituting the named velocities, on every admissible state."""
    part, _ = partial_split(d.pfaffian, names)
    pieces = gradient_part(system, part), curvature_force(system, curvature(part))
    gradient, bend = (tuple(d.restrict(e) for e in _project(d, part, piece)) for piece in pieces)
    total = [g + c for g, c in zip(gradient, bend)]
    return SubstitutionError(tuple(names), gradient, bend, judge(total, system.holonomic),
                             judge(bend, system.holonomic))


def _project(d: Distribution, part: Distribution, rows: Sequence[Expr]) -> list[Expr]:
    """Rows over the coordinates of a partial split, contracted with the virtual displacements of d."""
    covector = [d.chart.graph.zero] * d.chart.n
    for j, row in zip(part.independent, rows):
        covector[j] = row
    return d.project(covector)


def _reactions(d: Distribution, entry: Entry) -> tuple[Expr, ...]:
    """R_i = sum_l lambda_l a_li on the true motion (from the multiplier equations)."""
    if entry.motion is None:
        return ()
    graph = d.chart.graph
    return tuple(graph.add(*(lam * row[i] for lam, row in
                             zip(entry.motion.multipliers, d.pfaffian.matrix)))
                 for i in range(d.chart.n))
