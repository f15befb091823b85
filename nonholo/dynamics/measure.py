"""Is there an invariant measure?  A density N(q, t) with div(N X) = 0 for the motion in (q, r'), r'
independent.

    q_l' = sum_J alpha_lJ r_J',  r_j'' = a_j(q, r', t)
            div X = sum_lJ d alpha_lJ/dq_l r_J' + sum_j d a_j/dr_j'

N = e^f is invariant iff X_J(f) = kappa_J for J = 0..m, where div X = - sum_J kappa_J r_J' (it has
to be affine in the velocities).  In words of geometry: the constraint s' = sum_J kappa_J r_J', put
to the others, hides one more holonomic relation, s - f(q, t) = const.  So the derived flag decides
it, and a first integral of it is the density. Another choice of velocities u = S r' + s divides N
by det S.

For a purely kinetic L without forces the answer is that for all smooth positive densities, also
such that depend on velocities: the terms of first order in r' of div(N X) = 0 at r' = 0 say the
same. References: FedorovGarciaNaranjoMarrero2015, ClarkBloch2020 (affine constraints)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nonholo.algebra.lowest import factors_below, lowest
from nonholo.decide.zero import Decision, all_zero, decide_zero
from nonholo.dynamics.equations import Motion
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.signs import usually_positive
from nonholo.dynamics.system import System, require_pfaffian
from nonholo.errors import OutOfReach, said
from nonholo.expression.functions import stands_outside
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.constraints.pfaffian import entries
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.flag.flag import Closure, closure, limit_forms
from nonholo.geometry.flag.local import growth_at
from nonholo.geometry.integrals.integrals import first_integrals
from nonholo.geometry.level_sets.sheets import is_negative
from nonholo.geometry.sampled.judge import judge_parts
from nonholo.linear.constants import constant_relations
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

LONG = 500  # nodes of the divergence beyond which points are asked before any normal form
FAR = 3  # to which fields are expanded at once where brackets of length 4 are likely to be needed
VALUES = (3, 11, 23)  # of velocities, where it does not matter which


@dataclass(frozen=True, slots=True)
class Measure:
    """The answer to "is N dq dr' invariant for some N > 0 that depends on the configuration alone?"

    density: N, if it was found; velocities: the r'; kinetic: the answer holds for densities that
    depend on velocities too; turning: angles in which N is not periodic, so that it is a density
    near each place only. On f = 0, solved: the coordinates that were put in; dq is then the volume
    of the `coordinates` that are left; levels: f was not solved, and on f = 0 the volume is dq/df,
    that is df dq/df = dq.  numbers: of parameters that were put in, as there is none for letters.
    signed: N is perhaps negative somewhere; there -N is a density.
    """

    decision: Decision
    density: Expr | None
    velocities: tuple[str, ...]
    kinetic: bool = False
    turning: tuple[str, ...] = ()
    solved: tuple[tuple[Expr, Expr], ...] = ()
    coordinates: tuple[str, ...] = ()
    levels: bool = False
    numbers: tuple[str, ...] = ()
    signed: bool = False

    @property
    def formula(self) -> Expr | None:
        """N > 0 with exponents in lowest terms, in a graph of its own: for printing."""
        N = self.density
        if N is None:
            return None
        return _written(_absolute(N) if self.signed else N)


def divergence(d: Distribution, motion: Motion) -> Expr:
    """div X in the coordinates (q, r')."""
    chart, graph = d.chart, d.chart.graph
    diagonal = [motion.accelerations[j].diff(chart.v[j]) for j in d.independent]
    slopes = [
        row[J].diff(chart.q[l]) * rate
        for l, row in zip(d.dependent, d.alpha)
        for J, rate in enumerate(d.rates)
    ]
    return graph.add(*diagonal, *slopes)


def slopes_of_density(d: Distribution, motion: Motion) -> tuple[list[Expr], Decision]:
    """kappa_J = X_J(ln N) for J = 0..m, and whether div X is affine in the velocities.

    Raises OutOfReach where the divergence cannot be freed of the velocities.
    """
    div, v = divergence(d, motion), [d.chart.v[j] for j in d.independent]
    first = [-div.diff(u) for u in v]
    affine = all_zero(e.diff(u) for i, e in enumerate(first) for u in v[i:])
    if not affine.answer:
        return [], affine
    theta = [_zero_if_proved(e) for e in _free_of(v, [div, *first])]
    return theta, all_zero([d.chart.graph.add(div, *(e * rate for e, rate in zip(theta, d.rates)))])


def _zero_if_proved(e: Expr) -> Expr:
    """Zero itself for what is proved zero: with roots a value alone does not show it."""
    return e.graph.zero if decide_zero(e).answer else e


def _free_of(v: Sequence[Expr], nodes: Sequence[Expr]) -> list[Expr]:
    """theta_0 = -(div + sum_j theta_j r_j') and the theta_j: free of the velocities, though
    forms may hold them.
    """
    graph = nodes[0].graph
    for start in VALUES:
        speeds = {u: graph.lift(start + 2 * i) for i, u in enumerate(v)}
        try:
            div, *theta = graph.substitute(list(nodes), speeds)
        except ZeroDivisionError:
            continue
        return [-graph.add(div, *(e * u for e, u in zip(theta, speeds.values()))), *theta]
    raise OutOfReach(say("the divergence could not be freed of the velocities"))


def invariant_measure(
    system: System, d: Distribution, motion: Motion, units: int = BUDGETS.measure
) -> Measure:
    """Decide whether a density N(q) - N(q, t) if the system depends on time - is invariant, and
    find it.

    Raises NotApplicable for constraints nonlinear in the velocities.
    """
    require_pfaffian(system, say("the invariant measure"))
    work = Work.of(units)
    velocities = _velocities(d)
    try:
        refuted = none_at_points(system, d, motion) if is_long(d, motion) else None
        if refuted is not None:
            return without_density(system, d, refuted)
        theta, affine = slopes_of_density(d, motion)
        if not affine.answer:
            return Measure(_turned(affine, BENT), None, velocities)
        if any(e.has([*system.inputs]) for e in theta):
            return Measure(Decision(None, reason=DRIVEN), None, velocities)
        decision, density = _decided(system, d, theta, work)
        if decision.answer is False and not decision.proved:
            decision = refuted_at_points(system, d, motion) or decision
    except (OutOfReach, ZeroDivisionError) as error:
        refuted = refuted_at_points(system, d, motion)
        decision, density = refuted or Decision(None, reason=said(error)), None
    known = Measure(decision, density, velocities, is_kinetic(system))
    if density is None:
        return known
    signed = not _of_one_sign(system, density)
    return replace(known, turning=_turning(system, density), signed=signed)


def without_density(system: System, d: Distribution, refuted: Decision) -> Measure:
    """The answer where it is refuted that there is a density."""
    return Measure(refuted, None, _velocities(d), is_kinetic(system))


def _velocities(d: Distribution) -> tuple[str, ...]:
    return tuple(f"{n}'" for n in d.names(d.independent))


BENT = say("the divergence is not affine in the velocities")
DRIVEN = say("the divergence holds an input, which may change in time in any way")
DRIFT = say("the divergence does not vanish at rest")
BRACKETS = say("X_J(ln N) = kappa_J has no solution: brackets of the X_J contradict each other")


def _turned(affine: Decision, reason: str) -> Decision:
    """ "It is not affine" refutes the density; "undecided" stays."""
    return replace(affine, reason=affine.reason or reason)


def _of_one_sign(system: System, density: Expr) -> bool:
    """Surely, for the numbers of the case, and real: no root of what may be negative is in it."""
    N = density.subs(dict(system.values))
    factors = N.args if N.kind == "product" else ()
    roots = [base for base, e in factors if not isinstance(e, int)]
    return all(is_negative(-u, system.chart) for u in roots) and any(
        is_negative(e, system.chart) for e in (N, -N)
    )


def _turning(system: System, density: Expr) -> tuple[str, ...]:
    """Coordinates that stand in the system inside of sines and cosines only, and outside of them
    in N.
    """
    given = [require_lagrangian(system), *system.forces, *entries(system.pfaffian)]
    waves = ("sin", "cos")
    return tuple(
        n
        for n, q in zip(system.chart.names, system.chart.q)
        if stands_outside([density], q, waves)
        and any(e.has([q]) for e in given)
        and not stands_outside(given, q, waves)
    )


def is_kinetic(system: System) -> bool:
    """L is a quadratic form in the velocities, free of t, and there are no forces and no affine
    constraints.
    """
    L, chart = require_lagrangian(system), system.chart
    euler = chart.graph.add(*(v * L.diff(v) for v in chart.v), -2 * L)
    return (
        all(e.is_zero for e in (euler, L.diff(chart.t), *system.forces))
        and not system.nonlinear
        and system.pfaffian.catastatic
        and system.pfaffian.scleronomic
    )


def is_autonomous(system: System) -> bool:
    """Nothing in the system contains t."""
    rows = entries(system.pfaffian)
    every = [require_lagrangian(system), *system.forces, *system.holonomic, *rows]
    return not any(e.has([system.chart.t]) for e in every)


def _decided(
    system: System, d: Distribution, theta: Sequence[Expr], work: Work
) -> tuple[Decision, Expr | None]:
    if is_autonomous(system):
        if d.pfaffian.space == "q" and not theta[0].is_zero:
            drift = decide_zero(theta[0])
            reason = (
                DRIFT
                if drift.answer is False
                else say(
                    "whether the divergence vanishes at rest is open: {reason}",
                    reason=drift.reason,
                )
            )
            return replace(drift, reason=reason), None
        d, theta = without_time(d, theta)
    density, proof = by_logarithms(system, d, theta, work)
    if density is not None:
        return proof, density
    return _by_brackets(d, theta, work)


def drifting(d: Distribution) -> int:
    """A row l of alpha with alpha_l0 not 0.

    Raises OutOfReach where none is known.
    """
    for l, row in enumerate(d.alpha):
        if decide_zero(row[0]).answer is False:
            return l
    raise OutOfReach(say("where the affine part of the constraints vanishes is open"))


def without_time(d: Distribution, theta: Sequence[Expr]) -> tuple[Distribution, list[Expr]]:
    """The fields X_J on the configurations alone, for densities that do not hold t.

    d, theta: free of t, theta_0 = 0 where all alpha_l0 are.  With an alpha_l0 that is not 0 the
    field Y = X_0 - d/dt is one more: Y/alpha_l0 and the X_j - (alpha_lj/alpha_l0) Y are the fields
    of the set without row l, in which q_l is independent.  Raises OutOfReach where no alpha_l0 is
    known not to vanish.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> d = distribution(nh.constraints("x' - y*z' = 1").system.pfaffian, ["x"])
    >>> y = d.chart.graph.symbol("y")
    >>> free, theta = without_time(d, [d.chart.graph.one, y, d.chart.graph.zero])
    >>> free.k, free.names(free.independent), theta
    (0, ('x', 'z', 'y'), [0, 1, 0, 0])
    """
    if d.pfaffian.space == "q":
        return d, list(theta)
    graph = d.chart.graph
    pivot = drifting(d)
    drift, *slopes = d.alpha[pivot]

    def moved(row: Sequence[Expr]) -> list[Expr]:
        """Along Y/alpha_l0, then along the other fields."""
        along = row[0] / drift
        return [along, *(e - along * a for e, a in zip(row[1:], slopes))]

    independent = (d.dependent[pivot], *d.independent)
    dependent = tuple(c for c in d.dependent if c != d.dependent[pivot])
    alpha = [[graph.zero, *moved(row)] for l, row in enumerate(d.alpha) if l != pivot]
    matrix = []
    for c, row in zip(dependent, alpha):
        form = [graph.zero] * d.chart.n
        form[c] = graph.one
        for j, e in zip(independent, row[1:]):
            form[j] = -e
        matrix.append(tuple(form))
    rows = replace(
        d.pfaffian,
        matrix=tuple(matrix),
        affine=(graph.zero,) * len(matrix),
        labels=tuple(d.names(dependent)),
        functions=(None,) * len(matrix),
    )
    free = Distribution(rows, dependent, independent, tuple(map(tuple, alpha)), None, d.at)
    return free, [graph.zero, *moved(theta)]


def by_logarithms(
    system: System, d: Distribution, theta: Sequence[Expr], work: Work
) -> tuple[Expr | None, Decision]:
    """N = prod D_k^e_k exp(sum_i c_i q_i), D_k what stands below the kappa_J, by linear algebra
    for the constants.
    """
    chart, graph = d.chart, d.chart.graph
    wanted = graph.add(*(e * rate for e, rate in zip(theta, d.rates)))
    if wanted.is_zero:
        return graph.one, all_zero(theta)
    below = [
        usually_positive(system, f)
        for f in factors_below(theta, work.left)
        if f.has([*chart.q, chart.t])
    ]
    logs = [_along(d, f) / f for f in below]
    plain = [d.restrict(v) for v in chart.v] + [graph.one]
    nodes = [*logs, *plain, -wanted]
    for row in constant_relations(nodes, [*chart.q, *chart.v, chart.t], work.left):
        if row[-1].is_zero:
            continue
        powers = [e / row[-1] for e in row[:-1]]
        N = usually_positive(system, _primitive(_product(below, powers, [*chart.q, chart.t])))
        return N, all_zero(d.X(J, N) - e * N for J, e in enumerate(theta))
    return None, Decision(None)


def _product(below: Sequence[Expr], powers: Sequence[Expr], variables: Sequence[Expr]) -> Expr:
    """prod D_k^e_k exp(sum_i c_i q_i)."""
    graph = variables[0].graph
    waves = [c * x for c, x in zip(powers[len(below) :], variables) if not c.is_zero]
    return graph.multiply(
        *(graph.power(f, e) for f, e in zip(below, powers) if not e.is_zero),
        *([graph.exp(graph.add(*waves))] if waves else []),
    )


def _primitive(N: Expr) -> Expr:
    """N without a rational factor."""
    if N.kind == "sum" and N.args[0] == 0 and len(N.args[1]) == 1:
        base: Expr = N.args[1][0][0]
        return base
    return N


def _absolute(N: Expr) -> Expr:
    """|N|, factor by factor."""
    graph, factors = N.graph, N.powers
    return graph.product([(graph.call("abs", f), e) for f, e in factors])


def _written(density: Expr) -> Expr:
    """With the exponents in lowest terms, and so what stands in absolute values and roots where
    that is shorter: sin(x) + cos(x)^2/sin(x) is 1/sin(x).
    """
    density = _real(density)
    waves = dict.fromkeys(u for node in ordered([density]) for u in _within(node, "exp"))
    others = dict.fromkeys(u for node in ordered([density]) for u in _within(node, "abs"))
    inner = [*waves, *(u for u in others if u not in waves)]
    try:
        plain = lowest(inner, BUDGETS.factors) if inner else []
    except (OutOfReach, ZeroDivisionError):
        return density
    graph = density.graph.fresh()
    for symbol in density.symbols():  # they stand in sums and products in the same order
        graph.adopted(symbol)
    pairs = zip(inner, graph.copy(plain))
    short = {u: e for u, e in pairs if u in waves or len(text(e)) < len(text(u))}
    if not short:
        return density
    memo: dict[int, Expr] = {u.index: e for u, e in short.items()}
    for node in ordered([density], stop=lambda n: n.index in memo):
        put = [short.get(u) for u in _within(node, "abs")]
        if node.kind == "function" and put and put[0] is not None:
            memo[node.index] = _absolute(put[0])
        elif any(put):
            memo[node.index] = graph.multiply(
                *(graph.power(memo[base.index], e) for base, e in node.args)
            )
        else:
            memo[node.index] = graph.copy_node(node, memo)
    return memo[density.index]


def _within(node: Expr, name: str) -> tuple[Expr, ...]:
    """What stands in exp, or in abs and below roots."""
    if node.kind == "function":
        inside: tuple[Expr, ...] = node.args[1] if node.args[0] == name else ()
        return inside
    if node.kind != "product" or name == "exp":
        return ()
    return tuple(base for base, e in node.args if not isinstance(e, int) and base.kind == "sum")


def _real(N: Expr) -> Expr:
    """log |f| for log f, which has the same slopes, also where f < 0."""
    graph, memo = N.graph, dict[int, Expr]()
    for node in ordered([N]):
        if node.calls("log"):
            (f,) = node.args[1]
            memo[node.index] = graph.log(graph.call("abs", memo[f.index]))
        else:
            memo[node.index] = graph.copy_node(node, memo)
    return memo[N.index]


def _along(d: Distribution, f: Expr) -> Expr:
    """df/dt = sum_J X_J(f) r_J'."""
    return d.chart.graph.add(*(d.X(J, f) * rate for J, rate in enumerate(d.rates)))


def none_at_points(system: System, d: Distribution, motion: Motion) -> Decision | None:
    """No f has X_J(f) = kappa_J, by ranks at a point modulo a prime, however long the kappa_J are.

    The kappa_J are taken at some velocities: if div X is not affine in these there is no density
    either.  None where the ranks leave it open; of short divergences normal forms tell more.
    """
    if not _is_steady(system, d):
        return None
    slopes = _at_some_velocities(d, divergence(d, motion))
    parts = judge_parts(with_slopes(d, slopes).pfaffian)
    most = sum(part.proved[1] for part in parts)
    least = sum(f is not None for f in d.pfaffian.functions)
    return Decision(False, evidence="modular", reason=BRACKETS) if most <= least else None


def refuted_at_points(system: System, d: Distribution, motion: Motion) -> Decision | None:
    """The same, None too where points are out of reach, and of long divergences, of which they are
    asked before normal forms.
    """
    try:
        return None if is_long(d, motion) else none_at_points(system, d, motion)
    except (OutOfReach, ZeroDivisionError):
        return None


def is_long(d: Distribution, motion: Motion) -> bool:
    """The divergence is too long to begin with its normal form."""
    return len(ordered([divergence(d, motion)])) >= LONG


def none_near(
    system: System, d: Distribution, motion: Motion, point: Mapping[Expr, Expr], units: int
) -> Decision | None:
    """No f on the set where the holonomic constraints hold has X_J(f) = kappa_J near an exact point
    of it: there brackets of the fields (X_J, kappa_J) reach one direction more than the set has.

    point: values of coordinates and parameters.  None where that leaves it open.  Raises
    SingularPivot, OutOfReach, ZeroDivisionError.
    """
    if not _is_steady(system, d):
        return None
    rows = with_slopes(d, _at_some_velocities(d, divergence(d, motion))).pfaffian
    moving = (*rows.chart.q, rows.chart.t)
    letters = {s: value for s, value in point.items() if s not in moving}
    there = {s: point.get(s, s.graph.zero) for s in moving}
    most = rows.chart.n - sum(f is not None for f in rows.functions)
    growth = growth_at(rows.subs(letters), there, most, units, order=FAR)
    if growth.vector[-1] < most or not growth.evidence.proved:
        return None
    return replace(growth.evidence, answer=False)


def _is_steady(system: System, d: Distribution) -> bool:
    return is_autonomous(system) and d.pfaffian.space == "q" and not system.inputs


def _at_some_velocities(d: Distribution, div: Expr) -> list[Expr]:
    """theta_0 = 0 and the kappa_J, at velocities that do not matter where there is a density."""
    v = [d.chart.v[j] for j in d.independent]
    return [d.chart.graph.zero, *_free_of(v, [div, *(-div.diff(u) for u in v)])[1:]]


def _by_brackets(
    d: Distribution, theta: Sequence[Expr], work: Work
) -> tuple[Decision, Expr | None]:
    """Does s' = theta . r' hide a holonomic relation s - f(q, t) beside those of the
    constraints?
    """
    more = with_slopes(d, theta)
    smaller, larger = (closure(x, work.left) for x in (d, more))
    if smaller.relations is None or larger.relations is None:
        return Decision(
            None, reason=(smaller if smaller.relations is None else larger).growth.evidence.reason
        ), None
    evidence = larger.growth.evidence if smaller.growth.evidence.proved else smaller.growth.evidence
    if smaller.relations == larger.relations:
        return replace(evidence, answer=False, reason=BRACKETS), None
    return evidence, _density(more, larger, work)


def with_slopes(d: Distribution, theta: Sequence[Expr]) -> Distribution:
    """The distribution on (q, s) with s' = theta_0 + sum_j theta_j r_j'."""
    smaller, graph, rows = d.chart, d.chart.graph, d.pfaffian
    name = "s"
    while name in smaller.names or graph.symbol(name).support & graph.mask(
        [*theta, *(e for r in rows.matrix for e in r)]
    ):
        name += "_"
    larger, form = chart(graph, [*smaller.names, name], smaller.t.args), [graph.zero] * smaller.n
    for j, e in zip(d.independent, theta[1:]):
        form[j] = -e
    matrix = (*((*row, graph.zero) for row in rows.matrix), (*form, graph.one))
    pfaffian = replace(
        rows,
        chart=larger,
        matrix=matrix,
        affine=(*rows.affine, -theta[0]),
        labels=(*rows.labels, name),
        functions=(*rows.functions, None),
    )
    return Distribution(
        pfaffian, (*d.dependent, smaller.n), d.independent, (*d.alpha, tuple(theta)), d.condition
    )


def _density(more: Distribution, closure: Closure, work: Work) -> Expr | None:
    """N = e^f from a first integral s - f(q, t) of the larger set, or a power of e^(s - f); None if
    it is not found in this form.
    """
    limit = limit_forms(more, closure)
    s, graph = more.chart.q[-1], more.chart.graph
    left = work.left
    for integral in first_integrals(more.pfaffian, range(more.k), limit, (), left, more):
        G, slope, there = integral.function, integral.function.diff(s), {s: graph.zero}
        moving = [*more.chart.q, more.chart.t]
        if slope.is_zero:
            continue
        if not slope.has(moving):
            return graph.exp(-G.subs(there) / slope)
        if not (rate := slope / G).has(moving):
            return _to_power(_primitive(G.subs(there)), -1 / rate)
    return None


def _to_power(g: Expr, e: Expr) -> Expr:
    """g^e, where e stands within what is exp of something."""
    graph, factors = g.graph, g.powers
    within = [(base, n, _within(base, "exp")) for base, n in factors]
    waves = [graph.scale(u, n) for _, n, inside in within for u in inside]
    others = graph.product([(base, n) for base, n, inside in within if not inside])
    power = graph.power(others, e)
    return power * graph.exp(e * graph.add(*waves)) if waves else power
