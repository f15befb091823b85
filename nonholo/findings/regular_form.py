"""The motion in velocities that are regular wherever the constraints are independent.

    q' = N(q, t) u + b(q, t),     u' = f(q, u, t)

Accelerations as functions of the independent velocities have a pole wherever the dependent ones do
not follow from these: where a blade looks along y, x' says nothing.  N has none, and M on its
columns is positive where the inertia is, so u' has none either.  Natural velocities (parts of the
Lagrangian, such as the rates of a body) are taken where the form is shorter in them; they fail only
where the coordinates do, as angles of Euler at sin(theta) = 0."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from nonholo.decide.zero import Decision
from nonholo.dynamics.definite import Definite
from nonholo.dynamics.equations import free_symbols
from nonholo.dynamics.lagrange import force_balance, mass_matrix
from nonholo.dynamics.link_rates import by_link_rates
from nonholo.dynamics.natural import Exchange, natural_exchanges, natural_velocities
from nonholo.dynamics.recursive import MANY, recursive_rates
from nonholo.dynamics.speeds import WAYS, Speeds, Way, carried, speeds
from nonholo.dynamics.system import System
from nonholo.errors import NotApplicable, OutOfReach, option, said
from nonholo.expression.graph import DIVISION, Expr, ordered
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.distribution.regular import Regular, may_vanish, regular_velocities
from nonholo.geometry.zeros.gram import modulo
from nonholo.geometry.zeros.signs import never_vanishes, vanishing_factors
from nonholo.languages import language
from nonholo.languages.program import Task, rates_task
from nonholo.linear.elimination import Matrix, cost, determinant
from nonholo.numerics.lines import operations
from nonholo.shows import ShownAsFormulas
from nonholo.words.sentence import say
from nonholo.writing.present import presentable

REGULAR = "regular"  # the name of this form beside those of the derivations
NAME, STEP = "u", "k"
OPEN = Decision(None, reason="not asked")
LONG = 3  # constraints beyond which products may be computed step by step
LONG_MASS = 300  # nodes of N^T M N beyond which it is not asked where it is singular
FEW = 5  # velocities beyond which accelerations are also found body by body


@dataclass(frozen=True, slots=True, repr=False)
class RegularForm(ShownAsFormulas):
    """q' = N u + b and u' = f(q, u, t), in a graph of their own.

    symbols: u, the velocities of coordinates themselves where they can be; definitions: what the
    others are; velocities: q' (n); rates: u' (m); accelerations: q'' (n) by the same u; steps:
    (symbol, expression) that come before; inputs: names of those of the system; agrees: with the
    accelerations of the reference; singular: where N^T M N is singular, expressions that may
    vanish, None where that was not found; reactions: R = A^T lambda (n) by the same u and steps,
    of a comparison that has them.

    >>> import nonholo as nh
    >>> skate = nh.System("x y a", "(x'**2 + y'**2 + a'**2)/2", ["sin(a) dx = cos(a) dy"])
    >>> found = nh.compare(skate).regular
    >>> found
    <RegularForm: u1 = xdot*cos(a) + ydot*sin(a); u1' = 0; a'' = 0>
    >>> found.velocities, found.agrees.answer
    ((cos(a)*u1, sin(a)*u1, adot), True)
    """

    chart: Chart
    symbols: tuple[Expr, ...]
    definitions: tuple[tuple[Expr, Expr], ...]
    velocities: tuple[Expr, ...]
    rates: tuple[Expr, ...]
    accelerations: tuple[Expr, ...]
    steps: tuple[tuple[Expr, Expr], ...] = ()
    inputs: tuple[str, ...] = ()
    agrees: Decision = OPEN
    singular: tuple[Expr, ...] | None = ()
    reactions: tuple[Expr, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """u by name."""
        return tuple(u.args for u in self.symbols)

    @property
    def labels(self) -> tuple[str, ...]:
        """How the rates are called: u1', and theta'' for those of coordinates."""
        accelerations = {v.args: f"{n}''" for n, v in zip(self.chart.names, self.chart.v)}
        return tuple(accelerations.get(u, f"{u}'") for u in self.names)

    @property
    def followed(self) -> tuple[tuple[str, Expr], ...]:
        """The coordinates whose velocity is none of u, each with q' by u."""
        chosen, every = {*self.names}, zip(self.chart.names, self.chart.v, self.velocities)
        return tuple((name, e) for name, v, e in every if v.args not in chosen)

    @property
    def fails(self) -> tuple[Expr, ...]:
        """What has to differ from 0 for q' to follow from u, as it has for the inertia to be
        positive: natural velocities fail where the coordinates do.
        """
        moving, roots = (*self.chart.q, self.chart.t), list(self.velocities)
        below = dict.fromkeys(base for base in _divisors(roots) if base.has(moving))
        return tuple(base for base in below if not never_vanishes(base, self.chart))

    @property
    def letters(self) -> tuple[Expr, ...]:
        """Parameters, or expressions of them, that were divided by and that nothing assumed keeps
        from 0.
        """
        moving = (*self.chart.q, self.chart.t)
        graph = self.chart.graph
        roots = [*self.velocities, *graph.copy([e for _, e in self.definitions])]
        below = dict.fromkeys(base for base in _divisors(roots) if not base.has(moving))
        return tuple(letter for base in below for letter in may_vanish(base))

    @property
    def not_where(self) -> tuple[Expr, ...]:
        """What has to differ from 0."""
        return (*self.fails, *(self.singular or ()), *self.letters)

    @property
    def size(self) -> int:
        """Operations of q' and u' in code."""
        moving = (*self.chart.q, *self.symbols, self.chart.t)
        return operations([*self.velocities, *self.rates], moving, self.steps)

    def __repr__(self) -> str:
        told = [f"{u} = {presentable(e)}" for u, e in self.definitions]
        told += [f"{n} = {presentable(e)}" for n, e in zip(self.labels, self.rates)]
        return f"<RegularForm: {'; '.join(told)}>"

    def source(self, name: str) -> str:
        """A function rates(t, q, w, p) in a language: q' and then u', for w = u.

        name: of the language, one of `nonholo.languages.LANGUAGES`; p holds the parameters that
        occur, in the order that the comment names.

        >>> import nonholo as nh
        >>> "def rates(t, q, w, p)" in nh.regular_equations("rolling_coin").source("python")
        True
        """
        return language(name).source(self.task())

    def task(self) -> Task:
        """What such a function computes.

        >>> import nonholo as nh
        >>> nh.regular_equations("rolling_coin").task().function
        'rates'
        """
        return rates_task(
            "regular motion",
            self.chart,
            self.definitions,
            (self.symbols, self.velocities, self.rates),
            self.inputs,
            self.steps,
        )


def regular_form(system: System, rows: Pfaffian, dependent: Sequence[int] = ()) -> RegularForm:
    """The motion of a system in regular velocities, derived from its parts that are affine in the
    velocities (see `nonholo.dynamics.speeds`).

    rows: independent forms; dependent: columns that are left out first where that is regular.
    Natural velocities, such as the rates of a body (see `nonholo.dynamics.natural`), where the form
    is shorter in them.  Raises NotApplicable where no such velocities were found (charts are
    needed), where a constraint is nonlinear in the velocities, or where the accelerations are not
    determined.
    """
    if system.nonlinear:
        raise NotApplicable(
            say(
                "regular: velocities are looked for where all constraints are linear in "
                "them, and {label} is not",
                label=system.nonlinear[0].label,
            )
        )
    again = partial(_velocities, rows, dependent)
    first = again()
    forms = [_by_links(system, again())] if first.m > FEW else []
    if first.m <= MANY:
        forms += [_form_by(system, again(), way) for way in WAYS]
        exchanges = natural_exchanges(system, first)
        forms += [_form_by(system, again(), way, exchange) for exchange, way in exchanges]
    stepless = rows.k <= LONG and first.m <= FEW
    regular = [form for form in forms if not _vanishing(form, system)]
    if not regular:
        raise NotApplicable(
            say(
                "regular: the velocities found are divided by {letter}, which is 0 at the given "
                "numbers",
                letter=", ".join(map(str, _vanishing(forms[0], system))),
            )
        )
    return min(regular, key=lambda form: (stepless and bool(form.steps), form.size))


def _vanishing(form: RegularForm, system: System) -> list[Expr]:
    """What the form is divided by and is 0 at the numbers of a case."""
    letters = system.chart.graph.copy(form.letters)
    return [e for e in letters if e.subs(system.values).is_zero]


def _by_links(system: System, regular: Regular) -> RegularForm:
    """Body by body: M has an entry for each two velocities, and is not made."""
    regular = by_link_rates(system, regular)
    names = _names(system, regular)
    standing, rates = recursive_rates(system, regular, names, _stem(system))
    chosen = carried(standing)
    rates = chosen.graph.copy(rates)
    return _finished(chosen, chosen.graph.substitute(rates, _lift(chosen), gather=True), system)


def _form_by(
    system: System, regular: Regular, way: Way, exchange: Exchange | None = None
) -> RegularForm:
    on_level = regular.on_level
    if exchange:
        regular = natural_velocities(system, regular, exchange)
    names = _names(system, regular)
    chosen = speeds(system, regular, names, way, _stem(system), standing=bool(exchange))
    chosen = carried(chosen) if exchange else chosen
    levels = chosen.graph.copy(system.holonomic) if on_level else ()
    return _finished(chosen, _solution(chosen, levels), system)


def _names(system: System, regular: Regular) -> list[str]:
    """What velocities are called that are none of coordinates."""
    missing = [c for c in range(regular.m) if regular.natural(c) is None]
    free = dict(zip(missing, free_symbols(system, NAME, len(missing))))
    return [free[c].args if c in free else "" for c in range(regular.m)]


def _velocities(rows: Pfaffian, dependent: Sequence[int]) -> Regular:
    """In a graph of their own each time."""
    try:
        velocities = regular_velocities(rows, dependent)
    except OutOfReach as limit:
        raise NotApplicable(say("regular: {limit}", limit=said(limit))) from None
    if velocities is None:
        raise NotApplicable(
            say(
                "regular: no velocities were found that are regular wherever the "
                "constraints are independent; each choice of dependent velocities is a "
                "chart with its own poles, see {hint}",
                hint=option("--dependent", say("the argument dependent")),
            )
        )
    return velocities


def _stem(system: System) -> str:
    """How steps are called, with a number behind, and their rates: as nothing else is."""
    taken, stem = [s.args for s in system.chart.graph.unmask(-1)], STEP
    while any(re.fullmatch(rf"{stem}\d+(dot)*", name) for name in taken):
        stem += "_"
    return stem


def _lift(speeds: Speeds) -> dict[Expr, Expr]:
    """The velocities of coordinates by the regular ones."""
    return {v: e for v, e in zip(speeds.regular.chart.v, speeds.velocity()) if v is not e}


def _solution(speeds: Speeds, levels: Sequence[Expr] = ()) -> list[Expr]:
    """u' of M u' = f, by u; levels: f where velocities are regular on f = 0."""
    graph, lift = speeds.graph, _lift(speeds)
    mass = [graph.substitute(row, lift, gather=True) for row in speeds.mass]
    force = graph.substitute(speeds.force, lift, gather=True)
    if levels:
        mass = [_shortened(row, levels) for row in mass]
        force = _shortened(force, levels)
    rows = Definite(graph, mass, force)
    rows.diagonal([(j, j) for j in range(len(speeds.symbols))])
    rates = rows.solution()
    if rates is None:
        raise NotApplicable(say("regular: the equations do not determine the accelerations"))
    return rates


def _shortened(nodes: Sequence[Expr], levels: Sequence[Expr]) -> list[Expr]:
    """The same on f = 0, those that are shorter so."""
    try:
        there = modulo(nodes, levels)
    except OutOfReach:
        there = None
    return [min(pair, key=cost) for pair in zip(nodes, there or nodes)]


def _finished(speeds: Speeds, rates: Sequence[Expr], system: System) -> RegularForm:
    graph, lift = speeds.graph, _lift(speeds)
    accelerations = graph.substitute(speeds.accelerations(rates), lift, gather=True)
    names = [symbol for symbol, _ in speeds.steps]
    steps = graph.substitute([e for _, e in speeds.steps], lift, gather=True)
    return RegularForm(
        speeds.regular.chart,
        speeds.symbols,
        tuple(speeds.meanings),
        tuple(speeds.velocity()),
        tuple(rates),
        tuple(accelerations),
        tuple(zip(names, steps)),
        tuple(u.args for u in system.inputs),
        singular=_singular(speeds, system),
    )


def _singular(speeds: Speeds, system: System) -> tuple[Expr, ...] | None:
    """The factors of det N^T M N, without those of det N^T N, that vanish somewhere for usual
    parameters: given ones as they are, others positive.  None where that is out of reach.
    """
    chart, graph, mass = speeds.regular.chart, speeds.graph, speeds.mass
    steps = [symbol for symbol, _ in speeds.steps]
    nodes = ordered([e for row in mass for e in row])
    if len(mass) > FEW or len(nodes) > LONG_MASS or any(s in nodes for s in steps):
        return None
    moving, columns = (*chart.q, chart.t), speeds.columns
    inertia = determinant(graph, mass)
    if not inertia.has(moving):
        return ()
    usual = {s: s**2 for s in inertia.symbols() if s not in moving}
    usual |= graph.copied(system.values)
    try:
        if _positive_diagonal([graph.copy(row) for row in mass_matrix(system)], usual, moving):
            return ()
    except ZeroDivisionError:
        return None
    gram = [
        [graph.add(*(e * other[i] for i, e in c.items() if i in other)) for other in columns]
        for c in columns
    ]
    factors = vanishing_factors(inertia, chart)
    dependent = vanishing_factors(determinant(graph, gram), chart)
    if factors is None or dependent is None:
        return None
    try:
        return tuple(
            f for f in factors if f not in dependent and not never_vanishes(f.subs(usual), chart)
        )
    except ZeroDivisionError:
        return None


def _positive_diagonal(M: Matrix, usual: Mapping[Expr, Expr], moving: Sequence[Expr]) -> bool:
    """M is diagonal, positive and at rest at usual parameters: N^T M N is singular where N is."""
    diagonal = [row[i].subs(usual) for i, row in enumerate(M)]
    return all(e.is_zero for i, row in enumerate(M) for j, e in enumerate(row) if i != j) and all(
        range_of(e).not_negative and not e.is_zero and not e.has(moving) for e in diagonal
    )


def with_reactions(form: RegularForm, system: System, known: Sequence[Expr]) -> RegularForm:
    """The form with R_i = E_i(L) - Q_i by u, without a pole where q'' has none.

    known: the same by the independent velocities; where these are 0, those are.
    """
    chart, graph = form.chart, form.chart.graph
    by_form = {**dict(zip(chart.v, form.velocities)), **dict(zip(chart.a, form.accelerations))}
    balance = graph.substitute(graph.copy(force_balance(system)), by_form)
    return without_reactions(replace(form, reactions=tuple(balance)), known)


def without_reactions(form: RegularForm, known: Sequence[Expr]) -> RegularForm:
    """The form with 0 for reactions that are 0 by the independent velocities."""
    zero = form.chart.graph.zero
    forces = tuple(zero if R.is_zero else E for E, R in zip(form.reactions, known))
    return replace(form, reactions=forces)


def has_poles(d: Distribution) -> bool:
    """The dependent velocities do not follow from the others somewhere."""
    moving = (*d.chart.q, d.chart.t)
    return any(
        base.has(moving) and not never_vanishes(base, d.chart) for base in _split_divisors(d)
    )


def _split_divisors(d: Distribution) -> Iterator[Expr]:
    yield from _divisors([e for row in d.alpha for e in row if e.doubt & DIVISION])


def _divisors(roots: Sequence[Expr]) -> Iterator[Expr]:
    for node in ordered(roots):
        if node.kind == "product":
            yield from (base for base, e in node.args if e < 0)


def difference(form: RegularForm, d: Distribution, accelerations: Sequence[Expr]) -> list[Expr]:
    """q'' of the form less given ones, as functions of the independent velocities."""
    return [a - b for a, b in zip(by_independent(form, d, form.accelerations), accelerations)]


def by_independent(form: RegularForm, d: Distribution, nodes: Sequence[Expr]) -> list[Expr]:
    """Expressions by u and steps as functions of the independent velocities."""
    graph = d.chart.graph
    meaning = dict(
        zip(
            graph.copy([u for u, _ in form.definitions]),
            graph.copy([e for _, e in form.definitions]),
        )
    )
    by_form = graph.copy(nodes)
    for symbol, e in reversed(form.steps):
        by_form = graph.substitute(by_form, dict(zip(graph.copy([symbol]), graph.copy([e]))))
    return graph.substitute(graph.substitute(by_form, meaning), d.lift())
