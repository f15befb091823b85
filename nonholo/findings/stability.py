"""Small motions of a case near a steady motion: exact matrices, eigenvalues, eigenvalues along a
parameter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from nonholo.decide.ball import ball, balls
from nonholo.dynamics.chetaev import require_linear
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.linearise import Linearisation, met_first
from nonholo.dynamics.linearise import linearise as linearise_system
from nonholo.dynamics.steady import holds
from nonholo.errors import (
    BadCase,
    InadmissibleState,
    NonholoError,
    NotApplicable,
    Place,
    SingularMass,
    option,
)
from nonholo.expression.graph import Expr
from nonholo.findings.completed import whole_on_levels
from nonholo.findings.equilibrium import equilibrium
from nonholo.findings.pressing import require_pressing, violated
from nonholo.findings.state_space import (
    StateSpace,
    as_control,
    exact_state_space,
    numeric_state_space,
)
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import distribution
from nonholo.linear.elimination import echelon, vanishes
from nonholo.numerics.spectrum import Numbers, Sweep, numbers, sweep
from nonholo.readers.assumptions import against, broken, no_real_number
from nonholo.readers.case import Case
from nonholo.readers.declared import TIME
from nonholo.readers.given import as_case
from nonholo.readers.model import names_in
from nonholo.readers.name_list import name_list
from nonholo.readers.named import by_name, each_of
from nonholo.readers.on_levels import set_of
from nonholo.readers.own import own_copy
from nonholo.readers.real_number import real_number
from nonholo.readers.specified import specified
from nonholo.readers.unused import that_occur
from nonholo.shows import ShownAsPart
from nonholo.words.sentence import say
from nonholo.writing.present import presentable

BITS = 192  # of the numbers in a polynomial
HERE = "_here"  # behind the name of a coordinate or velocity that is swept


@dataclass(frozen=True, slots=True, repr=False)
class SmallMotions(ShownAsPart):
    """s' = P s + B u, M u' + C u + K s = F w of a case near a steady motion.

    linear: the exact matrices; free: names in the point that have no number of their own.

    >>> import nonholo as nh
    >>> small = nh.linearise(nh.System("a", "adot**2/2 + k*cos(a)"), {"a": "pi"})
    >>> small.eigenvalues(k=4).real.round(9).tolist()
    [-2.0, 2.0]
    >>> small.sweep("k", [1, 4]).eigenvalues.shape
    (2, 2)
    """

    here: ClassVar[str] = HERE

    case: Case
    linear: Linearisation
    free: tuple[str, ...]

    def __repr__(self) -> str:
        return (
            f"<SmallMotions of {self.case.name!r}: coordinates "
            f"{', '.join(self.linear.coordinates) or 'none'}; "
            f"velocities of {', '.join(self.linear.velocities)}>"
        )

    def matrices(self, values: Mapping[str, Any] | None = None, **more: Any) -> Numbers:
        """P, B, M, C, K and the state matrix A as arrays, parameters changed or completed by name.

        values: Symbol or name -> number; more: names as keywords.  Raises NotApplicable for a name
        that is no parameter, or a parameter without a number; SingularMass; BadCase for numbers
        that are none of those that the case assumes.

        >>> import nonholo as nh
        >>> small = nh.linearise(nh.System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 4}))
        >>> small.matrices(k=9).K
        array([[9.]])
        """
        return numbers(self.linear, self._symbols({**(values or {}), **more}))

    def eigenvalues(self, values: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """Eigenvalues of the state matrix, parameters changed or completed by name.

        values: name -> number; more: the same as keywords.  Raises as `matrices` does.

        >>> import nonholo as nh
        >>> small = nh.linearise(nh.System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 4}))
        >>> [complex(e) for e in small.eigenvalues(k=9)]
        [-3j, 3j]
        """
        return self.matrices(values, **more).eigenvalues()

    def sweep(self, name: str, values: Sequence[Any]) -> Sweep:
        """Eigenvalues for each of the values of one parameter, by its name: (values, p + m).

        Raises NotApplicable for a name that is none of its parameters, BadCase for values that are
        none of those that the case assumes.

        >>> import nonholo as nh
        >>> small = nh.linearise(nh.System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 4}))
        >>> small.sweep("k", [1, 4]).eigenvalues.imag
        array([[-1.,  1.],
               [-2.,  2.]])
        """
        (symbol,) = self._named({name: 0})
        for value in values:
            self._require_assumed({symbol: value})
        return sweep(self.linear, symbol, values)

    def state_space(self) -> StateSpace:
        """A, B, C, D of z' = A z + B w, y = C z + D w, exactly; z the deviations and their rates.

        Without outputs of one's own the states are the outputs.  Raises SingularMass.

        >>> import nonholo as nh
        >>> small = nh.linearise(nh.System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 4}))
        >>> small.state_space().A
        [[0, 1], [-k, 0]]
        """
        return exact_state_space(self.linear)

    def to_control(self, values: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """The same at numbers as a StateSpace of python-control, signals named.

        values: name -> number, parameters changed or completed; more: the same as keywords.  Raises
        NotApplicable without python-control, or for a parameter without a number; SingularMass.

        >>> import nonholo as nh
        >>> small = nh.linearise(nh.System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 4}))
        >>> small.to_control(k=9).nstates  # doctest: +SKIP
        2
        """
        return as_control(self.linear, self._symbols({**(values or {}), **more}))

    def polynomial(self, entry: Expr) -> tuple[str, tuple[float, ...]] | None:
        """(v, (c_0, c_1, c_2)) of an entry c_0 + c_1 v + c_2 v^2 in the one name v that has no
        number; ("", (c_0,)) where all have one; None if it is not of this form.

        >>> import nonholo as nh
        >>> small = nh.linearise(nh.System("x", "xdot**2/2 - k*x**2/2", parameters=["k"]))
        >>> small.polynomial(small.linear.K[0][0])
        ('k', (0.0, 1.0, 0.0))
        """
        values = self.case.system.values
        free = [s for s in entry.symbols() if s not in values]
        if len(free) > 1 or (
            free and not vanishes(entry.diff(free[0]).diff(free[0]).diff(free[0]))
        ):
            return None
        point = {
            s: ball(e, {}, BITS)
            for s, e in {**values, **dict.fromkeys(free, entry.graph.zero)}.items()
        }
        v = free[0] if free else entry
        parts = [entry, entry.diff(v), entry.diff(v).diff(v) / 2] if free else [entry]
        return v.args.removesuffix(HERE) if free else "", tuple(
            map(float, balls(parts, point, BITS))
        )

    def _symbols(self, values: Mapping[str, Any]) -> dict[Expr, Any]:
        symbols = self._named(values)
        self._require_assumed(symbols)
        return symbols

    def _require_assumed(self, values: Mapping[Expr, Any]) -> None:
        """Raises BadCase for numbers that what is assumed of parameters leaves out."""
        graph, exact = self.case.system.chart.graph, dict(self.case.system.values)
        for symbol, value in values.items():
            with suppress(ValueError, TypeError):  # what is no number is refused for that
                exact[symbol] = graph.lift(
                    value if isinstance(value, Expr) else Fraction(str(value))
                )
        told = ((s.args, against(s, exact[s])) for s in values if s in exact)
        complaints = [f"parameters.{name}: {what}" for name, what in told if what]
        complaints += [f"assumptions: {what}" for what in broken(graph, exact)]
        if complaints:
            raise BadCase(self.case.title, complaints)

    def _named(self, values: Mapping[str, Any]) -> dict[Expr, Any]:
        known = {*self.case.scope.parameters, *self.free}
        values = by_name(that_occur(self.case, values), self.case.symbols, self.case.name)
        unknown = [name for name in values if name not in known and name + HERE not in known]
        if unknown:
            raise NotApplicable(
                say(
                    "{name} is no parameter of these equations; there are {names}",
                    name=unknown[0],
                    names=", ".join(sorted(n.removesuffix(HERE) for n in known)) or "-",
                )
            )
        graph = self.case.system.chart.graph
        return {
            graph.symbol(name if name in known else name + HERE): value
            for name, value in values.items()
        }


def linearise(
    given: Case | str | Path,
    at: Mapping[str, Any] | None = None,
    dependent: str | Sequence[str] = (),
    free: str | Sequence[str] = (),
    outputs: str | Sequence[str] | Mapping[str, str] = (),
    functions: Mapping[str, str] | None = None,
) -> SmallMotions:
    """Linearise a case about the steady motion through a point.

        s' = P s + B u,   M u' + C u + K s = F w      P: p x p, B: p x m, M, C: m x m, K: m x p

    w: deviations of the inputs (r), F: m x r.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; at: coordinates,
    velocities, quasi-velocities and inputs as exact texts, {"roll": "0", "xdot": "v"}; coordinates
    not named are 0, velocities not named follow from the constraints or are 0 (quasi-velocities
    first where one is named), inputs not named have their constant value of the case or are 0;
    names that are not declared stay free; dependent: coordinates whose
    velocities shall be eliminated; free: coordinates, velocities or inputs left as a symbol, to be
    given later; outputs: texts in coordinates, velocities and inputs, or name -> text; functions:
    values of unspecified functions as texts, h = "x^2/4".  Raises NotApplicable, with the residual,
    if the motion is not steady; NotPfaffian for constraints nonlinear in the velocities;
    SingularMass where no state has a regular mass matrix; InadmissibleState, also where an
    inequality does not hold or a closed contact would have to pull; BadCase.  References:
    NeimarkFufaev1972, MeijaardPapadopoulosRuinaSchwab2007.

    >>> from nonholo import System
    >>> linearise(System("a", "m*adot**2/2 + k*cos(a)")).linear.K
    [[k]]
    >>> cart = System("x", "m*xdot**2/2", forces={"x": "F"}, inputs="F")
    >>> found = linearise(cart, outputs="x").state_space()
    >>> found.A, found.B, found.C, found.D
    ([[0, 1], [0, 0]], [[0], [1/m]], [[1, 0]], [[0]])
    """
    case, dependent = as_case(given), name_list(dependent, "dependent")
    case = specified(own_copy(case), _as_texts(case, functions or {}))
    texts = {n: str(x) for n, x in by_name(at or {}, case.symbols, case.name).items()}
    texts |= {plain(name): plain(name) + HERE for name in name_list(free, "free", rates=True)}
    require_lagrangian(case.system, case.title)
    met_first(case.system)
    require_linear(case.system)
    case, rows = whole_on_levels(case, dependent)
    point, unknown = _point(case, texts)
    wish, told = tuple(dependent) or case.dependent, _outputs(case, outputs)
    if all(s in case.system.inputs for s in point):
        point |= _rest_elsewhere(case, rows, point, wish)
    linear = linearise_system(case.system, rows, point, wish, told)
    require_pressing(case, rows, linear.base)
    if linear.singular:
        _require_inertia(case, rows)
    return SmallMotions(case, linear, tuple(unknown))


def _require_inertia(case: Case, rows: Pfaffian) -> None:
    """Raises SingularMass where some admissible velocity has no inertia at any state."""
    d = distribution(rows)
    L, v = d.restrict(require_lagrangian(case.system)), [d.chart.v[j] for j in d.independent]
    slopes = [L.diff(a) for a in v]
    if echelon(d.chart.graph, [[p.diff(b) for b in v] for p in slopes]).rank == d.m:
        return
    raise SingularMass(
        say(
            "{name}: the mass matrix on the independent velocities is singular at every state, so "
            "that the equations of motion hide conditions or leave something free; {consistency} "
            "tells which, and those that are hidden can be added to the constraints",
            name=case.title,
            consistency=option("`consistency`", "`nh.consistency`"),
        )
    )


def _as_texts(case: Case, functions: Mapping[str, Any]) -> Mapping[str, str]:
    """Raises BadCase for a function of Python, whose slope is not known exactly."""
    unknown = [name for name, value in functions.items() if not isinstance(value, str)]
    if unknown:
        raise BadCase(
            case.name,
            [
                say(
                    'functions: {name} is not a text such as "x^2/4"; a linearisation is exact, '
                    "and needs one",
                    name=name,
                )
                for name in unknown
            ],
        )
    return functions


def _rest_elsewhere(
    case: Case, rows: Pfaffian, point: Mapping[Expr, Expr], wish: Sequence[str]
) -> Mapping[Expr, Expr]:
    """A configuration of rest where the origin is none of the case and nothing was asked for: the
    initial one, one that `equilibrium` finds, an exact point of f = 0; nothing where the origin is
    one.  Raises InadmissibleState, which names a point of f = 0, if none of them is one of rest.
    """
    chart, system = case.system.chart, case.system
    origin = dict.fromkeys((*chart.q, *chart.v, chart.t), chart.graph.zero)
    broken = violated(case, origin)
    if not broken and all(holds(system, f.subs(origin)) for f in system.holonomic):
        return {}
    some = ""
    for place in _places(case):
        if not some and all(holds(system, f.subs(place)) for f in system.holonomic):
            some = ", ".join(f"{q} = {presentable(e)}" for q, e in place.items())
        try:
            linear = linearise_system(system, rows, {**point, **place}, wish)
            require_pressing(case, rows, linear.base)
        except NonholoError:
            continue
        return place
    at = option(" (--at)", " (at)")
    if broken:
        raise InadmissibleState(
            say(
                "the origin violates {inequality}, and no rest was found; name a steady motion{at}",
                inequality=broken,
                at=at,
            )
        )
    raise InadmissibleState(
        say(
            "the origin is not on the set of the holonomic constraints, and no exact rest on it "
            "was found; name a steady motion on it{at}{example}",
            at=at,
            example=say("; {point} lies on it", point=some) if some else "",
        )
    )


def _places(case: Case) -> Iterator[dict[Expr, Expr]]:
    """Configurations that may be steady: the initial one, rests, the stable ones first, exact
    points of f = 0.
    """
    chart, graph = case.system.chart, case.system.chart.graph
    if any(name in case.initial for name in chart.names):
        yield {q: case.nominal[q] for q in chart.q}
    try:
        rests = [still for still in equilibrium(case).found if still.values]
    except NonholoError:
        rests = []
    for still in sorted(rests, key=lambda still: still.stability.verdict != "stable"):
        free = {graph.symbol(name): graph.zero for name in still.free}
        values = zip(still.values, graph.copy(still.values.values()))
        place = {graph.symbol(name): e.subs(free) for name, e in values}
        yield dict.fromkeys(chart.q, graph.zero) | place
    zero_set = set_of(case)
    for part in zero_set.parts if zero_set else ():
        for point in part.points:
            yield {q: point[q] for q in chart.q}


def plain(name: str) -> str:
    """x' is another spelling of xdot.

    name: of a coordinate, velocity or input.

    >>> plain("x'")
    'xdot'
    """
    return name[:-1] + "dot" if name.endswith("'") else name


def _point(case: Case, texts: Mapping[str, str]) -> tuple[dict[Expr, Expr], list[str]]:
    chart, graph = case.system.chart, case.system.chart.graph
    inputs = case.system.inputs
    known = {s.args: s for s in (*chart.q, *chart.v, *inputs)}
    known |= case.system.velocities
    complaints: list[str] = [
        say(
            "{name} is no coordinate, velocity or input; there are {names}",
            name=name,
            names=", ".join(known),
        )
        if inputs
        else say(
            "{name} is no coordinate or velocity; there are {names}",
            name=name,
            names=", ".join(known),
        )
        for name in texts
        if name not in known
    ]
    unknown = names_in(texts.values(), chart.names, case.scope.letters)
    moving = {*chart.q, *chart.v, *chart.a, graph.symbol(TIME), *inputs}
    point = {u: x for u, x in inputs.items() if x is not None and not x.has([chart.t])}
    for name, text in texts.items():
        value, real = real_number(case.scope, text, Place(key=name), unknown)
        if value.has(moving):
            complaints.append(
                say(
                    "{name} = {text}: needed is a value that holds no coordinate, velocity or time",
                    name=name,
                    text=text,
                )
            )
        elif not real:
            complaints.append(no_real_number(name, text))
        if name in known:
            point[known[name]] = value
    if complaints:
        raise BadCase(case.name, complaints)
    return point, unknown


def _outputs(case: Case, given: str | Sequence[str] | Mapping[str, str]) -> dict[str, Expr]:
    """Functions of q, q', t and the inputs by their names: the text itself if it has none."""
    chart, complaints = case.system.chart, list[str]()
    texts = (
        {str(name): str(text) for name, text in given.items()}
        if isinstance(given, Mapping)
        else {str(text).strip(): text for text in each_of(given)}
    )
    outputs = {}
    for name, text in texts.items():
        outputs[name] = case.scope.expression(text, Place(key=f"output {name}"))
        if outputs[name].has(chart.a):
            complaints.append(
                say(
                    "output {text}: holds accelerations; needed is a function of coordinates, "
                    "velocities and inputs",
                    text=text,
                )
            )
    if complaints:
        raise BadCase(case.name, complaints)
    return outputs


linearize = linearise  # as it is spelled elsewhere


def small_motions(
    given: Case | str | Path,
    at: Mapping[str, str],
    dependent: Sequence[str],
    swept: tuple[str, Sequence[float]] | None,
    outputs: Mapping[str, str] | None = None,
    functions: Mapping[str, str] | None = None,
) -> tuple[SmallMotions, Numbers | None, Sweep | None]:
    """What the command line asks: the linearisation, its numbers if every symbol has one, and a
    sweep.

    A swept coordinate or velocity need not be named in `at`.
    """
    case = as_case(given)
    name = "" if swept is None else plain(swept[0])
    chart = case.system.chart
    motions = {s.args for s in (*chart.q, *chart.v, *case.system.inputs)}
    motions |= case.system.velocities.keys()
    free = (name,) if name in motions else ()
    small = linearise(case, at, dependent, free, outputs or {}, functions)
    try:
        here = small.matrices()
    except NotApplicable:
        here = None
    return small, here, None if swept is None else small.sweep(name, swept[1])


def spaces(small: SmallMotions) -> tuple[StateSpace, StateSpace | None] | None:
    """States, inputs and outputs, exactly and where everything has a number as arrays; None where
    nothing is driven or measured, or the masses are singular.
    """
    linear = small.linear
    if not linear.inputs and not linear.outputs:
        return None
    try:
        exact = exact_state_space(linear)
    except SingularMass:
        return None
    try:
        return exact, numeric_state_space(linear)
    except NotApplicable:
        return exact, None
