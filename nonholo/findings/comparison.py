"""Do the derivations give the same motion?  And if not, by which term?

Accelerations are compared as expressions at every admissible state (q, r', t); nothing is sampled.
The error of a substitution is split exactly into a gradient part and a curvature part (theory:
VORONEC minus naive):

    naive row_j, on the true motion
        =  sum_l alpha_lj dLbar/dq_l  +  sum_l p_l ( sum_i B_l,ji q_i' + B_l,j0 )
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from nonholo.decide.relations import Judge, all_zero_on
from nonholo.decide.zero import Decision, all_zero, proved_zero
from nonholo.doing import doing
from nonholo.dynamics.balances import (
    CyclicCoordinate,
    EnergyBalance,
    cyclic_coordinates,
    energy_balance,
)
from nonholo.dynamics.consistency import FEW, Consistency, Step, consistency_of
from nonholo.dynamics.constraints import reaction_rows
from nonholo.dynamics.equations import EquationKind, Equations, Motion, motion
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.reduced import curvature_force, gradient_part
from nonholo.dynamics.smooth import SmoothReaction, smooth_reactions
from nonholo.dynamics.system import System
from nonholo.errors import NonholoError, NotApplicable, OutOfReach, SingularMass, said
from nonholo.expression.graph import Expr, ordered
from nonholo.findings.entry import Entry
from nonholo.findings.letter_signs import for_each_sign, kinks_of_letters
from nonholo.findings.regular_form import (
    RegularForm,
    difference,
    has_poles,
    regular_form,
    with_reactions,
    without_reactions,
)
from nonholo.formulations import FORMULATIONS, Formulation
from nonholo.formulations.capabilities import BY_NAME
from nonholo.geometry.constraints.chart import coordinate_meant
from nonholo.geometry.constraints.pfaffian import entries
from nonholo.geometry.curvature.curvature import Curvature, curvature
from nonholo.geometry.curvature.varied import Violation, violation
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.flag.regions import regions
from nonholo.geometry.zeros.domain import repeating
from nonholo.linear.taylor import KINKS
from nonholo.modular.at_random import decide_at_random
from nonholo.rivals import RIVALS
from nonholo.rivals.coincidence import Coincidence, coincidence
from nonholo.rivals.substituted import partial_split, rows_for, substituted
from nonholo.rivals.vakonomic import vakonomic_force
from nonholo.shows import ShownAsPart
from nonholo.words.sentence import say

REFERENCE = "maggi"
NONLINEAR_REFERENCE = "multipliers"
OPEN = Decision(None, reason="not asked")


def not_judged(expressions: Sequence[Expr], holonomic: Sequence[Expr]) -> Decision:
    """The judge that leaves everything open: what can be told before there was time to decide."""
    del expressions, holonomic
    return Decision(None, reason=say("there was no time to decide it"))


@dataclass(frozen=True, slots=True)
class SubstitutionError:
    """Why substituting `eliminated` goes wrong: rows j in `independent` of the part that was
    solved.

    gradient_j = sum_l alpha_lj dLbar/dq_l;  curvature_j = sum_l p_l (sum_i B_l,ji q_i' + B_l,j0),
    both projected on the virtual displacements of the whole set; `safe` and `safe_chained` decide
    whether they vanish."""

    eliminated: tuple[str, ...]
    gradient: tuple[Expr, ...]
    curvature: tuple[Expr, ...]
    safe: Decision
    safe_chained: Decision


@dataclass(frozen=True, slots=True)
class Principle:
    """How vakonomic motion differs from mechanics.

    force: sum_l mu_l dw_l(dq_j, velocity), the term on each independent coordinate; vanishes: for
    every mu; coincidence: are the true motions vakonomic for some mu(t)?"""

    force: tuple[Expr, ...]
    vanishes: Decision
    coincidence: Coincidence


@dataclass(frozen=True, slots=True)
class Refusal:
    """A derivation that does not apply to the system, with the reason."""

    name: str
    kind: EquationKind
    reason: str

    @property
    def title(self) -> str:
        return BY_NAME[self.name].title if self.name in BY_NAME else self.name


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(ShownAsPart):
    """All formulations and rivals of one system side by side.

    refused: derivations that do not apply, with the reason; entries: each with its difference from
    the reference; errors: of substitutions, each with its gradient part and its curvature force;
    reactions: R_i = sum_l lambda_l a_li; principle: how vakonomic motion differs; holonomic: does
    the curvature vanish, so that coordinates can be substituted, not velocities alone?  varied: the
    violation of the constraints on varied paths; smooth: the virtual work of each reaction;
    consistency: where there is no motion, what the constraint algorithm says of that; regular: the
    motion in velocities without poles, where the dependent ones have some; numbers: of parameters,
    put in since something that differs for letters agrees for them; hidden: constraints that the
    constraint algorithm added.

    >>> import nonholo as nh
    >>> found = nh.compare(nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]))
    >>> all(entry.agrees for entry in found.formulations)
    True
    >>> [entry.equations.name for entry in found.rivals], found.shortcut.answer
    (['substituted z', 'vakonomic'], False)
    """

    system: System
    distribution: Distribution
    curvature: Curvature
    varied: Violation
    curvature_force: tuple[Expr, ...]
    entries: tuple[Entry, ...]
    errors: tuple[SubstitutionError, ...]
    reactions: tuple[Expr, ...]
    refused: tuple[Refusal, ...] = ()
    principle: Principle | None = None
    balance: EnergyBalance | None = None
    cyclic: tuple[CyclicCoordinate, ...] = ()
    holonomic: Decision = OPEN
    smooth: tuple[SmoothReaction, ...] = ()
    consistency: Consistency | None = None
    regular: RegularForm | None = None
    numbers: tuple[str, ...] = ()
    hidden: tuple[Step, ...] = ()

    def __repr__(self) -> str:
        agreeing = [e for e in self.formulations if e.agrees]
        rivals = ", ".join(f"{e.equations.name}: {e.agrees}" for e in self.rivals)
        return (
            f"<Comparison: {len(agreeing)} of {len(self.formulations)} formulations agree; "
            f"{rivals or 'no rivals'}>"
        )

    def entry(self, name: str) -> Entry:
        """The derivation of that name.

        Raises NotApplicable, with the reason, for one that does not apply or that there is not.

        >>> import nonholo as nh
        >>> nh.compare(nh.case("rolling_coin")).entry("voronec").agrees
        True
        """
        for entry in self.entries:
            if entry.equations.name == name:
                return entry
        reasons = [r.reason for r in self.refused if r.name == name]
        raise NotApplicable(
            reasons[0]
            if reasons
            else say("there is no derivation {name!r}; there are: ", name=name)
            + "; ".join(e.equations.name for e in self.entries)
        )

    @property
    def formulations(self) -> tuple[Entry, ...]:
        """The derivations that must agree."""
        return tuple(e for e in self.entries if e.equations.kind == "formulation")

    @property
    def rivals(self) -> tuple[Entry, ...]:
        """The derivations that are expected to differ."""
        return tuple(e for e in self.entries if e.equations.kind == "rival")

    @property
    def reference(self) -> Motion | None:
        """The motion that the others are compared with."""
        return self.entry(self.reference_name).motion

    @property
    def reference_name(self) -> str:
        """The formulation it comes from."""
        return reference_of(self.system)

    @property
    def motion_alone(self) -> Comparison:
        """The same without what only a comparison needs: what asks about the motion takes no more
        with it.
        """
        solved = (REFERENCE, NONLINEAR_REFERENCE)
        return replace(
            self,
            entries=tuple(e for e in self.entries if e.equations.name in solved),
            errors=(),
            reactions=(),
            principle=None,
            smooth=(),
            consistency=None,
            regular=None,
        )

    @property
    def letters(self) -> tuple[str, ...]:
        """Parameters without a value: what differs does so for almost all of their numbers."""
        return self._letters_in(_given(self.system))

    @property
    def parting(self) -> tuple[str, ...]:
        """Those of the letters whose signs abs or sign ask for: on either side of a zero the
        answers can be others.
        """
        return self._letters_in(self._bent())

    @property
    def wave(self) -> Expr | None:
        """A sine or cosine of whole letters, such as cos(pi n): what differs may do so for half of
        the numbers alone.
        """
        node, _ = repeating(_given(self.system))
        return node if node is not None and self._letters_in([node]) else None

    @property
    def parted(self) -> list[Expr]:
        """What changes its sign along motions, and of which abs or sign ask for the sign: each side
        of a zero has its own expressions.
        """
        chart = self.distribution.chart
        asked = (e.args[1][0] for e in self._bent())
        return list(dict.fromkeys(u for u in asked if u.has([*chart.q, *chart.v, chart.t])))

    @property
    def lost(self) -> tuple[tuple[str, ...], ...]:
        """The regions on which fewer rows are left than elsewhere: of motions there nothing is
        said.
        """
        told = regions(self.system.pfaffian) if self.parted and not self.system.nonlinear else ()
        return tuple(stratum.region for stratum in told if stratum.rank < self.distribution.k)

    @property
    def moves(self) -> bool:
        """The accelerations have values at the given numbers: not where a mass is 0 that is divided
        by."""
        motion = self.entries[0].motion
        put = self.system.chart.graph.putting(self.system.values)
        try:
            for e in motion.accelerations if motion is not None else ():
                put(e)
        except ZeroDivisionError:
            return False
        return True

    @property
    def redundant(self) -> tuple[str, ...]:
        """The labels of the rows that follow from the others."""
        independent = self.distribution.pfaffian.labels
        labels = self.system.pfaffian.labels
        return tuple(l for l in labels if labels.count(l) > independent.count(l))

    def _bent(self) -> list[Expr]:
        """The nodes abs(u) and sign(u) of the system."""
        nodes = ordered(_given(self.system))
        return [e for e in nodes if e.calls(*KINKS)]

    @property
    def kinks(self) -> list[Expr]:
        """The nodes abs(u) and sign(u) in which u holds letters alone."""
        return _kinks(self.system, self.distribution)

    def _letters_in(self, nodes: Sequence[Expr]) -> tuple[str, ...]:
        system, chart = self.system, self.distribution.chart
        known = {*chart.q, *chart.v, chart.t, *system.values, *system.inputs}
        return tuple(sorted({s.args for e in nodes for s in e.symbols() if s not in known}))

    @property
    def shortcut(self) -> Decision:
        """Is the (first named) substitution of velocities alone right as a plain Lagrangian?"""
        if self.system.nonlinear:
            return Decision(
                None,
                reason=say(
                    "nothing can be substituted for a constraint nonlinear in the velocities"
                ),
            )
        return self.errors[0].safe if self.errors else Decision(True, "normal form")


def compare(
    system: System,
    d: Distribution,
    substitute: Sequence[str] = (),
    judge: Judge = all_zero_on,
    wished: bool = False,
    equations: bool = False,
) -> Comparison:
    """Derive every formulation and the rivals and compare their motions.

    substitute: velocities to put into L first of all; all dependent ones, and each alone, follow;
    judge: decides whether expressions vanish on the holonomic set; wished: the dependent velocities
    were asked for, and no others are looked for; equations: they alone are asked for, and
    neither whether every motion is vakonomic nor what the motion keeps and what reactions do.
    Raises NotApplicable where the formulation that the others are held against refuses the system.
    """
    require_lagrangian(system)
    doing(say("the equations of motion"))
    _meet_first(system, d)
    of_motions = judge if judge is not_judged else _of_letters(system, d, _equal)
    judge = judge if judge is not_judged else _of_letters(system, d, judge)
    eliminations = eliminations_of(d, substitute) if not system.nonlinear else []
    errors = tuple(substitution_error(system, d, names, judge) for names in eliminations)
    derived, failed, refused = _derived(system, d, "formulation", FORMULATIONS)
    for error in errors:
        derived.append(substituted(system, d, error.eliminated))
        if not all(g.is_zero for g in error.gradient):
            derived.append(substituted(system, d, error.eliminated, chained=True))
    if d.k or system.nonlinear:
        principles = _derived(system, d, "rival", RIVALS)
        derived, failed, refused = (
            derived + principles[0],
            failed | principles[1],
            refused + principles[2],
        )
    named = {e.name: e for e in derived}
    if reference_of(system) not in named:
        raise NotApplicable(next(r.reason for r in refused if r.name == reference_of(system)))
    reference, failure = _motion(named[reference_of(system)])
    compared = []
    for i, e in enumerate(derived, start=1):
        doing(say("equations {i} of {n}: {name}", i=i, n=len(derived), name=e.name))
        compared.append(_entry(system, e, reference, failure, of_motions, failed.get(e.name, "")))
    doing(say("the curvature and the vakonomic motion"))
    B = curvature(d)
    flat = _flat(system, B, judge)
    true = compared[0].motion
    asked = not equations and "vakonomic" in named
    principle = _principle(system, d, true, judge) if asked else None
    R = _reactions(system, d, true)
    return Comparison(
        system,
        d,
        B,
        violation(B),
        tuple(curvature_force(system, B)),
        tuple(compared),
        errors,
        R,
        tuple(refused),
        principle,
        energy_balance(system, d, R) if R and not equations else None,
        cyclic_coordinates(system, d, R) if R and not equations else (),
        flat,
        () if equations else smooth_reactions(system, d, true, judge),
        consistency=consistency_of(system) if true is None and d.chart.n <= FEW else None,
        regular=None if wished else _regular(system, d, reference, judge, R),
    )


def with_hidden(compared: Comparison, hidden: tuple[Step, ...]) -> Comparison:
    """What was added stands in the record, and a reaction that vanishes where it holds is 0."""
    if not hidden or compared.reference is None:
        return replace(compared, hidden=hidden)
    zero, relations = compared.system.chart.graph.zero, compared.system.relations

    def there(forces: Iterable[Expr]) -> tuple[Expr, ...]:
        return tuple(zero if all_zero_on([R], relations).answer else R for R in forces)

    smooth = [
        replace(one, force=there(one.force), works=there(one.works)) for one in compared.smooth
    ]
    reactions = there(compared.reactions)
    return replace(
        compared,
        hidden=hidden,
        reactions=reactions,
        smooth=tuple(smooth),
        regular=compared.regular and without_reactions(compared.regular, reactions),
    )


def one_formulation(system: System, d: Distribution, name: str) -> Entry | None:
    """One formulation alone, not judged; None for a name that is none, and for what it can't treat.

    The reference is solved first, as in `compare`: of equal accelerations the graph keeps the form
    that it met first.
    """
    require_lagrangian(system)
    _meet_first(system, d)
    derived, failed, _ = _derived(system, d, "formulation", _only(name))
    if not derived or failed:
        return None
    reference, failure = _motion(FORMULATIONS[reference_of(system)](system, d))
    return _entry(system, derived[0], reference, failure, not_judged)


def _only(name: str) -> Mapping[str, Callable[[System, Distribution], Equations]]:
    return {name: FORMULATIONS[name]} if name in FORMULATIONS else {}


def _regular(
    system: System,
    d: Distribution,
    reference: Motion | None,
    judge: Judge,
    reactions: Sequence[Expr],
) -> RegularForm | None:
    """The motion in regular velocities where the dependent ones have poles; None where they have
    none, or no such velocities were found.
    """
    if reference is None or not d.m or not has_poles(d):
        return None
    doing(say("velocities without poles"))
    try:
        form = regular_form(system, d.pfaffian, d.dependent)
    except NotApplicable:
        return None
    d_apart, known, relations = d.chart.graph.apart((d, reference.accelerations, system.relations))
    decision = judge(difference(form, d_apart, known), relations)
    if decision.answer is False:
        return None
    return with_reactions(replace(form, agrees=decision), system, reactions)


def _flat(system: System, B: Curvature, judge: Judge) -> Decision:
    """The curvature vanishes where the holonomic constraints hold: the whole set is holonomic."""
    if system.nonlinear:
        return Decision(None, reason=say("a constraint is nonlinear in the velocities"))
    return judge([value for *_, value in B.entries()], system.holonomic)


def _meet_first(system: System, d: Distribution) -> None:
    """Solve the reference before anything else: of equal accelerations the graph keeps the form
    that it met first.
    """
    with suppress(NonholoError):
        name = reference_of(system)
        motion(_equations(name, FORMULATIONS[name], system, d))


def compare_one(comparison: Comparison, equations: Equations) -> Entry:
    """Further equations of a system that was compared, against its reference."""
    return _entry(
        comparison.system,
        equations,
        comparison.reference,
        say("there is no reference motion"),
        _of_letters(comparison.system, comparison.distribution, _equal),
    )


def reference_of(system: System) -> str:
    """The formulation that the others are compared with."""
    return NONLINEAR_REFERENCE if system.nonlinear else REFERENCE


def _derived(
    system: System,
    d: Distribution,
    kind: EquationKind,
    members: Mapping[str, Callable[[System, Distribution], Equations]],
) -> tuple[list[Equations], dict[str, str], list[Refusal]]:
    """The equations of all members that apply; failures by name; those that do not apply."""
    derived, failed, refused = [], {}, []
    for name, derive in members.items():
        try:
            derived.append(_equations(name, derive, system, d))
        except NotApplicable as error:
            refused.append(Refusal(name, kind, said(error)))
        except (SingularMass, OutOfReach) as error:
            failed[name] = said(error)
            derived.append(Equations(name, kind, d, (), ()))
    return derived, failed, refused


def _equations(name: str, derive: Formulation, system: System, d: Distribution) -> Equations:
    """What stands under a name is a derivation of equations of that name.

    Raises NonholoError for what a user put there that is none.
    """
    equations: object = derive(system, d)
    if isinstance(equations, Equations) and equations.name == name:
        return equations
    raise NonholoError(
        say(
            "what stands under {name!r} among the formulations has to return Equations with the "
            "name {name!r}, and returned {given}",
            name=name,
            given=f"Equations({equations.name!r}, ...)"
            if isinstance(equations, Equations)
            else repr(equations),
        )
    )


def _principle(system: System, d: Distribution, true: Motion | None, judge: Judge) -> Principle:
    force = tuple(vakonomic_force(system, d))
    if true is None or judge is not_judged:
        open_ = Decision(
            None,
            reason=say("no motion to ask about")
            if true is None
            else say("there was no time to decide it"),
        )
        return Principle(force, judge(force, system.holonomic), Coincidence(open_))
    answer = coincidence(system, d, true)
    if answer.decision.answer is False and answer.obstruction is not None:
        decision = judge([answer.obstruction], system.holonomic)
        if decision.answer is None:  # in its sign a letter may decide
            answer = replace(answer, decision=decision)
    return Principle(force, judge(force, system.holonomic), answer)


def eliminations_of(d: Distribution, substitute: Sequence[str]) -> list[tuple[str, ...]]:
    """What can be put into L: the asked velocities, all dependent ones, and each alone if there are
    two or three.
    """
    every = d.names(d.dependent)
    asked = tuple(coordinate_meant(name, d.chart.names) for name in substitute)
    wanted = [asked] if asked else []
    if every:
        wanted.append(every)
    if 2 <= d.k <= 3:
        wanted += [(name,) for name in every]
    return list(
        dict.fromkeys(
            tuple(sorted(w, key=d.chart.index)) for w in wanted if _can_be_solved(d, w, asked)
        )
    )


def _can_be_solved(d: Distribution, names: Sequence[str], asked: Sequence[str]) -> bool:
    try:
        partial_split(rows_for(d, names), names)
    except NonholoError:
        if tuple(names) == tuple(asked):
            raise
        return False
    return True


def _motion(equations: Equations) -> tuple[Motion | None, str]:
    try:
        return motion(equations), ""
    except (SingularMass, OutOfReach) as error:
        return None, said(error)


def _entry(
    system: System,
    equations: Equations,
    reference: Motion | None,
    failure: str,
    judge: Judge,
    failed: str = "",
) -> Entry:
    motion, why = (None, failed) if failed else _motion(equations)
    if motion is None or reference is None:
        return Entry(equations, motion, (), Decision(None, reason=why or failure), why or failure)
    difference = tuple(a - b for a, b in zip(motion.accelerations, reference.accelerations))
    inputs = tuple(u.args for u in system.inputs)
    decision = judge(difference, system.relations)
    return Entry(equations, motion, difference, decision, inputs=inputs)


def _equal(difference: Sequence[Expr], relations: Sequence[Expr]) -> Decision:
    """Does the difference of two motions vanish at every admissible state?

    Where values at random points say so, a proof is looked for and no point where it does not.
    """
    if relations:
        return all_zero_on(difference, relations)
    if all(e.is_zero for e in difference) or any(e.surely_nonzero for e in difference):
        return all_zero(difference)
    at_random = decide_at_random(difference)
    decision = (proved_zero if at_random.answer else all_zero)(difference)
    return decision if decision.answer is not None or at_random.answer is None else at_random


def _of_letters(system: System, d: Distribution, judge: Judge) -> Judge:
    """The judge, who says of nothing that it differs where the sign of a letter decides."""
    kinks = _kinks(system, d)
    if not kinks:
        return judge
    return lambda nodes, relations: for_each_sign(lambda e: judge(e, relations), nodes, kinks)


def _kinks(system: System, d: Distribution) -> list[Expr]:
    """Where the signs of letters are asked for."""
    return kinks_of_letters(_given(system), [*d.chart.q, *d.chart.v, d.chart.t])


def _given(system: System) -> list[Expr]:
    """The expressions of the system."""
    nodes = [*entries(system.pfaffian), *system.forces, *(c.value for c in system.nonlinear)]
    return [*nodes, system.lagrangian] if system.lagrangian is not None else nodes


def substitution_error(
    system: System, d: Distribution, names: Sequence[str], judge: Judge = all_zero_on
) -> SubstitutionError:
    """The exact error of substituting the named velocities, on every admissible state."""
    partial, _ = partial_split(rows_for(d, names), names)
    pieces = gradient_part(system, partial), curvature_force(system, curvature(partial))
    gradient, bend = (tuple(d.restrict(e) for e in _project(d, partial, piece)) for piece in pieces)
    total = [g + c for g, c in zip(gradient, bend)]
    return SubstitutionError(
        tuple(names), gradient, bend, judge(total, system.holonomic), judge(bend, system.holonomic)
    )


def _project(d: Distribution, partial: Distribution, rows: Sequence[Expr]) -> list[Expr]:
    """Rows over the coordinates of a partial split, contracted with the virtual displacements of
    d.
    """
    covector = [d.chart.graph.zero] * d.chart.n
    for j, row in zip(partial.independent, rows):
        covector[j] = row
    return d.project(covector)


def _reactions(system: System, d: Distribution, true: Motion | None) -> tuple[Expr, ...]:
    """R_i = sum_l lambda_l a_li on the true motion (from the multiplier equations)."""
    if true is None:
        return ()
    graph, rows = d.chart.graph, reaction_rows(system, d)
    return tuple(
        graph.add(*(lam * d.restrict(row[i]) for lam, row in zip(true.multipliers, rows)))
        for i in range(d.chart.n)
    )
