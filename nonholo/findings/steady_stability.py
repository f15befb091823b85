"""For which parameters does a steady motion change its stability?

The letters of the characteristic polynomial are cut into regions by the equations that hold where
an eigenvalue crosses the imaginary axis; in each region it is counted once, at an exact point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from nonholo.doing import doing
from nonholo.dynamics.characteristic import Characteristic, characteristic
from nonholo.dynamics.linearise import Linearisation
from nonholo.dynamics.quotient import doubts, family_dimension
from nonholo.dynamics.steady_regions import Boundary, Judge, SteadyCell, demanded, regions
from nonholo.dynamics.steady_rest import least_energy
from nonholo.errors import BadCase, NonholoError, OutOfReach, option, said
from nonholo.expression.graph import Expr
from nonholo.findings.stability import SmallMotions, linearise, plain
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.zeros.domain import beyond_letter_signs
from nonholo.readers.assumptions import assumptions_of
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.name_list import name_list
from nonholo.shows import ShownAsPart
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work


@dataclass(frozen=True, slots=True)
class SteadyStability(ShownAsPart):
    """The stability of a steady motion over its letters.

    small: the linearisation; judge: what tells the verdict at a point; numbers: of the other
    parameters; given: those that the case has for the letters, which are left out; assumed: what is
    declared; boundaries: equations between the letters; cells: regions between them; complete:
    every admissible point lies in a cell or on a boundary; reasons: why that is not known; near:
    the motions of the family, with further letters; asked: the case as given, without numbers of
    its letters; certified: the verifier accepts the cells, None
    if it was not asked; uncertified: why it does not; document: the certificate that it accepts.

    >>> import nonholo as nh
    >>> found = nh.steady_stability("chaplygin_sleigh", {"x'": "v"})
    >>> [(str(cell.at), cell.answer.verdict) for cell in found.cells]
    [('{v: -1}', 'unstable'), ('{v: 1}', 'stable')]
    """

    small: SmallMotions
    judge: Judge
    numbers: Mapping[Expr, Expr]
    given: Mapping[Expr, Expr]
    assumed: tuple[str, ...]
    boundaries: tuple[Boundary, ...]
    cells: tuple[SteadyCell, ...]
    complete: bool
    reasons: tuple[str, ...]
    near: SmallMotions
    asked: Case
    certified: bool | None = None
    uncertified: str = ""
    document: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def letters(self) -> tuple[Expr, ...]:
        """The letters that are free."""
        return self.judge.letters

    @property
    def zeros(self) -> int:
        """How many eigenvalues are 0 for all letters."""
        return self.judge.p.zeros

    @property
    def family(self) -> int:
        """The dimension of the family of steady motions, as far as it is needed."""
        return self.judge.family

    @property
    def case(self) -> Case:
        """The case that moves."""
        return self.small.case

    def __repr__(self) -> str:
        told = ", ".join(cell.answer.verdict for cell in self.cells)
        return f"<SteadyStability of {self.case.name!r}: {told}>"


def steady_stability(
    given: Case | str | Path,
    at: Mapping[str, Any] | None = None,
    over: str | Sequence[str] = (),
    units: int = BUDGETS.families,
) -> SteadyStability:
    """For which speeds and parameters is a steady motion stable?

        s' = P s + B u,  M u' + C u + K s = 0,      p(z) = det [[z 1 - P, -B], [K, M z + C]]

    given: a case, the path of its file, or a model of sympy.physics.mechanics; at: the steady
    motion, as for `linearise`, with letters in it, {"xdot": "v"}; over: parameters that shall be
    letters though the case has numbers for them; units: of work.  One letter: intervals with exact
    ends; two: a point in each region of the plane; more: regions by the signs of the boundaries.
    Raises NotApplicable if the motion is not steady, or too large; BadCase for a name that is no
    parameter; SingularMass, InadmissibleState, OutOfReach.  References: Hurwitz1895, Routh1905,
    NeimarkFufaev1972.

    >>> import nonholo as nh
    >>> rod = nh.System("a b", "(a'**2 + sin(a)**2*b'**2)/2 + cos(a)", ["b' = w"])
    >>> [str(b.f) for b in nh.steady_stability(rod).boundaries]
    ['w + 1', 'w - 1']
    """
    case = as_case(given)
    names = name_list(over, "over")
    given_numbers = {s: x for s, x in case.system.values.items() if s.args in names}
    case = _let_free(case, names)
    small = linearise(case, at)
    system = small.case.system
    work = Work.of(units)
    doing(say("the characteristic polynomial of the steady motion"))
    rows, _, _ = independent_rows(system.pfaffian)
    p = _characteristic(small.linear, system.values, work, rows.matrix)

    def lifted(values: Mapping[Expr, Expr]) -> dict[Expr, Expr]:
        return {p.graph.lift(s): p.graph.lift(x) for s, x in values.items()}

    steady = tuple(p.graph.lift(x.subs(system.values)) for x in small.linear.base.values())
    under = [s for u in demanded([*steady, *p.undefined]) for s in u.symbols()]
    chosen = {p.graph.symbol(n): None for n in names} | dict.fromkeys([*p.letters, *under])
    letters = tuple(sorted(chosen, key=lambda x: str(x.args)))
    family, near = _family(small, case, at or {}, p.zeros)
    doubtful = doubts(small.linear, rows)
    least = () if doubtful.decay else least_energy(small.linear, rows)
    minors = tuple(p.graph.lift(e.subs(system.values)) for e in least)
    judge = Judge(p, letters, lifted(system.values), family, doubtful, steady, minors)
    doing(say("regions of its letters"))
    cut = regions(judge, work)
    signs = beyond_letter_signs([b.f for b in cut.boundaries], chart(p.graph, ()))
    reasons = (*cut.reasons, signs) if signs else cut.reasons
    present = _present(small.linear)
    return SteadyStability(
        small,
        judge,
        {s: x for s, x in system.values.items() if s in present},
        lifted(given_numbers),
        (*assumptions_of(letters), *system.assumptions),
        cut.boundaries,
        cut.cells,
        not reasons,
        reasons,
        near,
        case,
    )


def _characteristic(
    linear: Linearisation,
    values: Mapping[Expr, Expr],
    work: Work,
    constraints: Sequence[Sequence[Expr]],
) -> Characteristic:
    """Raises OutOfReach, with what to try."""
    try:
        return characteristic(linear, values, work, constraints)
    except OutOfReach as error:
        raise OutOfReach(
            say(
                "the characteristic polynomial is out of reach ({error}); try exact "
                "numbers, such as pi/10 for an angle, or let it vary{hint}",
                error=said(error),
                hint=option(": --over al", ""),
            )
        ) from None


def _let_free(case: Case, names: Sequence[str]) -> Case:
    """The case without the numbers of some parameters.  Raises BadCase."""
    known = case.scope.parameters
    wrong = [name for name in names if name not in known]
    if wrong:
        raise BadCase(
            case.name,
            say(
                "{wrong} is no parameter; there are {value}. A velocity is made free by "
                "a letter in the steady motion, xdot = v",
                wrong=wrong[0],
                value=", ".join(known) or "none",
            ),
        )
    values = {s: x for s, x in case.system.values.items() if s.args not in names}
    return replace(case, system=replace(case.system, values=values))


def _present(linear: Linearisation) -> frozenset[Expr]:
    graph = linear.system.chart.graph
    matrices = (linear.P, linear.B, linear.M, linear.C, linear.K)
    nodes = [e for matrix in matrices for row in matrix for e in row]
    return frozenset(graph.unmask(graph.mask(nodes)))


def _family(
    small: SmallMotions, case: Case, at: Mapping[str, Any], zeros: int
) -> tuple[int, SmallMotions]:
    """The dimension of the family of steady motions through this one, as far as it is needed:
    by the letters in it, and by further velocities that can be any; and that family.
    """

    def dimension(one: SmallMotions, names: Iterable[str]) -> int:
        graph = one.case.system.chart.graph
        return family_dimension(one.linear, [graph.symbol(n) for n in names])

    known, near = dimension(small, small.free), small
    named = {plain(name): value for name, value in at.items()}
    free: list[str] = []
    rates = (n for n in named if n.endswith("dot"))
    for rate in dict.fromkeys((*rates, *(f"{name}dot" for name in small.linear.velocities))):
        if known >= zeros:
            break
        try:
            others = {n: v for n, v in named.items() if n != rate and n not in free}
            other = linearise(case, others, free=[*free, rate])
        except (NonholoError, ZeroDivisionError):
            continue
        larger = dimension(other, other.free)
        if larger > known:
            known, free, near = larger, [*free, rate], other
    return min(known, zeros), near
