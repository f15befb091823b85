"""Systems as people write them in Python: SymPy dynamicsymbols and .diff(), or plain texts.

Coordinates q(t), velocities q(t).diff(t), accelerations and parameters become plain symbols of a
graph here, once; `in_sympy` gives every result back in the user's own objects.

- Numbers are exact.  A float is the shortest decimal that stands for it: 0.1 is 1/10.  In an
  expression a float with the digits of a rounded result (0.3333333333333333) is refused; as the
  value of a parameter or an initial value it is taken as it is.
- A name that the expression language cannot write (Function("\\theta")) gets an alias: what the
  language cannot write is left out (theta), with _2, _3 behind it if that name is taken.  Aliases
  are what texts show and may use; results in SymPy have the user's own objects.
- Two different things of one name are an error, never renamed: two Symbols m with different
  assumptions, a Symbol x beside the coordinate x(t), a Symbol t that is not the time of q.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from nonholo.dynamics.chetaev import sorted_constraints
from nonholo.errors import BadCase, NonholoError, Place
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.intervals import Range
from nonholo.expression.text import text
from nonholo.geometry.flag.piecewise import on_domain, parted
from nonholo.readers.assumptions import symbol_assumption
from nonholo.readers.bodies import texts_of
from nonholo.readers.build import build
from nonholo.readers.case import Case
from nonholo.readers.declared import TIME
from nonholo.readers.draft import Draft
from nonholo.readers.functions import Function, called_functions, declared_functions
from nonholo.readers.glued import meant_as_velocity
from nonholo.readers.inputs import misplaced, timeless
from nonholo.readers.model import (
    Model,
    called,
    is_expression,
    is_name,
    listed,
    listed_values,
    mapping,
    named,
    names_in,
    numbered,
    sides,
)
from nonholo.readers.numbers import (
    Complaints,
    exact_initial_value,
    parameter_value,
    read_assumptions,
    read_numbers,
)
from nonholo.readers.read_in_full import remembered, with_numbers
from nonholo.readers.sympy_door import from_sympy, shown
from nonholo.readers.sympy_names import Vocabulary, vocabulary_of, word
from nonholo.readers.sympy_quasi import quasi_table, without_quasi
from nonholo.words.sentence import say


def System(
    q: Any,
    lagrangian: Any = None,
    constraints: Any = (),
    holonomic_constraints: Any = (),
    forces: Mapping[Any, Any] | None = None,
    parameters: Any = None,
    dependent: Any = (),
    inequalities: Any = (),
    name: str = "",
    initial: Mapping[Any, Any] | None = None,
    gravity: Any = (),
    bodies: Any = (),
    rolling: Any = (),
    loads: Any = (),
    inputs: Any = (),
    functions: Any = (),
    assumptions: Any = (),
    velocities: Mapping[Any, Any] | None = None,
    shapes: Any = (),
) -> Case:
    """A case from SymPy expressions, from texts, or from both.

    Parameters
    ----------
    q : dynamicsymbols, or names (a list, or one text "x y theta"); with names all else is text.  A
        mapping says what is assumed of each: {"x": {"positive": True}, "y": {}}.
    lagrangian : L(q, q', t); without one the geometry can still be asked.
    constraints : velocity constraints; each a SymPy Eq, an expression that is zero, or a text
        such as "x' = R*sin(theta)*phi'" or "dz - y dx".
    holonomic_constraints : each f(q, t), meaning f = 0 (or an Eq).
    forces : coordinate -> generalised applied force that is not in the Lagrangian.
    parameters : Symbol or name -> number (or None; a list of names gives none).  Symbols of SymPy
        expressions are parameters anyway.  Other names in texts are too if this is not given; if
        it is, they must stand in it.  Symbol("m", positive=True) is known to be positive.
    dependent : coordinates whose velocities shall be eliminated. inequalities : SymPy relations or
    texts; classified, not solved. initial : coordinate or velocity (or name, "xdot") -> number.
    functions : unspecified functions, such as ["f(y)", "h(x, y) = x^2/4"], or {"h(x, y)": "x^2/4"};
        the value is used for numbers.  Calls of other names in texts are unspecified too.
    assumptions : texts that every answer assumes: relations between parameters, "I1 > I2", "a + b =
        c", and bounds of coordinates, "theta > 0".
    velocities : quasi-velocities, name (or dynamicsymbol) -> sum of coefficient(q, t) * velocity +
        rest(q, t), each a name that may stand in everything else, as in {"v": "x'*cos(theta)"}.
    gravity, bodies, rolling, loads : rigid bodies as in a case file, with plain names as
    coordinates; each body,
        contact or load is a mapping of texts (see the how-to "Describe rigid bodies").
    shapes : what bodies look like, as in a case file; mappings of texts too.
    inputs : names (or Symbols, or dynamicsymbols) that stand in forces and may be any functions of
        time, or name -> number or expression in t that stands for it where numbers are asked.
        dynamicsymbols that stand in forces alone and are no coordinates are inputs anyway.

    Raises
    ------
    BadCase : with everything that is wrong.

    Examples
    --------
    >>> from nonholo import in_sympy
    >>> from sympy import sin, symbols
    >>> from sympy.physics.mechanics import dynamicsymbols
    >>> x, theta, phi = dynamicsymbols("x theta phi")
    >>> rolling = x.diff() - symbols("R") * sin(theta) * phi.diff()
    >>> coin = System([x, theta, phi], constraints=[rolling])
    >>> coin.system.pfaffian.value(0)
    xdot - R*phidot*sin(theta)
    >>> in_sympy(coin, coin.system.pfaffian.value(0)) == rolling
    True
    >>> System("x y z", constraints=["dz = y dx"]).system.pfaffian.value(0)
    zdot - y*xdot
    """
    if not isinstance(name, str):
        raise BadCase("", f"name: needed is a text, given was {shown(name)}")
    model = Model(
        named(q),
        lagrangian,
        listed(constraints),
        listed(holonomic_constraints),
        mapping("forces", forces),
        None if parameters is None else mapping("parameters", listed_values(parameters)),
        named(dependent),
        listed(inequalities),
        name,
        mapping("initial", initial),
        mapping("inputs", listed_values(inputs, "inputs")),
        mapping("velocities", velocities),
        dict(q) if isinstance(q, Mapping) else {},
    )
    solid = {
        "gravity": listed(gravity),
        "bodies": _tables(bodies),
        "rolling": _tables(rolling),
        "loads": _tables(loads),
        "shapes": _tables(shapes),
    }
    if lagrangian is None and not (
        solid["bodies"] or model.constraints or model.holonomic or model.inequalities
    ):
        raise BadCase(name, "there is neither a constraint nor a Lagrangian to ask about")
    if all(isinstance(c, str) for c in model.q):
        return _from_texts(model, solid, functions, listed(assumptions))
    if any(solid.values()):
        raise BadCase(
            name,
            "bodies, rolling, loads, shapes and gravity are texts; give the coordinates as "
            "plain names too",
        )
    return _from_sympy(model, functions, [str(a) for a in listed(assumptions)])


def _tables(given: Any) -> list[Any]:
    return [given] if isinstance(given, Mapping) else listed(given)


def _from_texts(
    model: Model, solid: Mapping[str, Any], functions: Any, assumptions: list[Any]
) -> Case:
    """Plain names: everything is a text, and `build` reads it."""
    complaints = Complaints(_foreign(model))
    declared = complaints.guard("functions", declared_functions, functions) or {}
    if complaints.messages:
        raise BadCase(model.name, complaints.messages)
    given = {called(name): value for name, value in (model.parameters or {}).items()}
    letters = {called(name): value for name, value in model.inputs.items()}
    chosen = {called(name): str(meaning) for name, meaning in model.velocities.items()}
    texts = [*model.texts(), *_texts_of(solid)]
    called_here = called_functions(
        texts, {*given, *letters, *chosen}, {n: f.slots for n, f in declared.items()}
    )
    unspecified = {n: Function(slots) for n, slots in called_here.items()} | declared
    met = (
        names_in(
            [*texts, *map(str, assumptions), *(f.value or "" for f in unspecified.values())],
            model.q,
            [*given, *letters, *chosen, *(slot for f in unspecified.values() for slot in f.slots)],
            {n: f.slots for n, f in unspecified.items()},
        )
        if model.parameters is None
        else []
    )
    complaints.messages += [
        f"{n} is not declared: write {moving}' for the velocity of {moving}, else "
        f'parameters={{"{n}": None}}'
        for n in met
        if (moving := meant_as_velocity(n, model.q))
    ]
    complaints.messages += [
        f"{n!r} is no name: letters, digits and _ only"
        for n in (*model.q, *given)
        if not is_name(n)
    ]
    draft = Draft(
        coordinates=model.q,
        parameters=read_numbers(
            dict.fromkeys(met) | given, "parameters", parameter_value, complaints
        ),
        assumed=read_assumptions(given, complaints) | _assumed_of_coordinates(model, complaints),
        lagrangian=None if model.lagrangian is None else str(model.lagrangian),
        constraints=[str(c) for c in model.constraints],
        holonomic=[str(c) for c in model.holonomic],
        inequalities=[str(c) for c in model.inequalities],
        forces={str(c): str(force) for c, force in model.forces.items()},
        name=model.name,
        dependent=[str(c) for c in model.dependent],
        initial=_initial(model, {}, model.q, complaints, chosen),
        velocities=chosen,
        inputs=read_numbers(letters, "inputs", parameter_value, complaints),
        functions=unspecified,
        assumptions=[str(a) for a in assumptions],
        undeclared=met,
        **solid,
    )
    return _built(draft, complaints)


def _texts_of(solid: Mapping[str, list[Any]]) -> list[str]:
    if not any(solid.values()):
        return []
    return texts_of(solid)


def _foreign(model: Model) -> list[str]:
    """What is no text where the coordinates are plain names."""
    return [
        f"{key}: {shown(piece)} is no text, but the coordinates are plain names; "
        "try dynamicsymbols as coordinates, or texts throughout"
        for key, piece in model.pieces().items()
        if not isinstance(piece, (str, int, Fraction))
    ]


def _from_sympy(
    model: Model, functions: Any, assumptions: list[str], domain: Sequence[str] = ()
) -> Case:
    """Names first; then the case of names and numbers alone; then the expressions in its graph."""
    complaints, asked = Complaints(), model
    model, chosen = without_quasi(model)
    vocabulary = vocabulary_of(model, complaints, functions)
    skeleton = _skeleton(model, vocabulary, complaints)
    case = _built(replace(skeleton, assumptions=assumptions, domain=domain), complaints)
    table = vocabulary.table(case.system.chart) | quasi_table(case, chosen, vocabulary.time)
    reading = case.system.chart.graph.reading
    reading.values, reading.of_rows = case.system.values, False
    reader = _Reader(case, {word: symbol for symbol, word in table.items()}, complaints)
    system = reader.system(model, vocabulary)
    read_so = remembered(system, {})
    if never := [*complaints.messages, *read_so.complaints]:
        raise BadCase(model.name, never)
    if read_so.domain:
        return _from_sympy(asked, functions, assumptions, [*domain, *read_so.domain])
    system, put = with_numbers(replace(system, through=read_so.through), {})
    given = {**case.scope.given, **{s.args: text(value) for s, value in put.items()}}
    return replace(case, system=system, scope=replace(case.scope, given=given), symbols=table)


def _skeleton(model: Model, vocabulary: Vocabulary, complaints: Complaints) -> Draft:
    words, names = vocabulary.words(), list(vocabulary.functions.values())
    given = {word(key, words): value for key, value in (model.parameters or {}).items()}
    assumed = {n: symbol_assumption(s) for n, s in vocabulary.parameters.items() if s is not None}
    values = {n: given.get(n) for n in vocabulary.parameters}
    return Draft(
        coordinates=names,
        parameters=read_numbers(values, "parameters", parameter_value, complaints),
        assumed=assumed
        | read_assumptions(given, complaints)
        | _assumed_of_coordinates(model, complaints, words),
        inequalities=[i for i in model.inequalities if isinstance(i, str)],
        forces=dict.fromkeys((word(c, words) for c in model.forces), "0"),
        name=model.name,
        dependent=[word(getattr(c, "expr", c), words) for c in model.dependent],  # x or x.diff()
        initial=_initial(model, words, names, complaints, list(map(called, model.velocities))),
        velocities={
            called(name): _text_of(f"velocities.{called(name)}", meaning, vocabulary, complaints)
            for name, meaning in model.velocities.items()
        },
        inputs=read_numbers(
            {n: None if is_expression(x) else x for n, x in _letters(model, vocabulary).items()},
            "inputs",
            parameter_value,
            complaints,
        ),
        functions=_with_texts(vocabulary, complaints),
    )


def _assumed_of_coordinates(
    model: Model, complaints: Complaints, words: Mapping[Any, str] | None = None
) -> dict[str, Range]:
    """What a mapping of coordinates says of each."""
    about = {word(q, words or {}): value for q, value in model.about.items()}
    for name, value in about.items():
        if not isinstance(value, Mapping):
            needed = say(
                "needed is what is assumed of it, or {{}}; given was {value}", value=shown(value)
            )
            complaints.messages.append(f"coordinates.{name}: {needed}")
    return read_assumptions(about, complaints, "coordinates")


def _letters(model: Model, vocabulary: Vocabulary) -> dict[str, Any]:
    """Values of all inputs by their names."""
    words = vocabulary.words()
    given = {word(key, words): value for key, value in model.inputs.items()}
    return {n: given.get(n) for n in vocabulary.inputs}


def _with_texts(vocabulary: Vocabulary, complaints: Complaints) -> dict[str, Function]:
    """The unspecified functions, values that came as SymPy expressions as texts."""
    functions = dict(vocabulary.unspecified)
    for name, function in functions.items():
        if function.value is not None:
            made = _text_of(f"functions.{name}", function.value, vocabulary, complaints)
            functions[name] = replace(function, value=made or None)
    return functions


def _text_of(key: str, value: Any, vocabulary: Vocabulary, complaints: Complaints) -> str:
    """A SymPy expression as a text in the names that it has here; texts as they are."""
    if isinstance(value, str):
        return value
    graph = Graph(0)
    names = {thing: graph.symbol(word) for thing, word in vocabulary.words().items()}
    names[vocabulary.time] = graph.symbol(TIME)
    made = complaints.guard(key, lambda e: text(from_sympy([e], graph, names)[0]), value)
    return made or "0"


def _initial(
    model: Model,
    words: Mapping[Any, str],
    names: Iterable[str],
    complaints: Complaints,
    chosen: Iterable[str] = (),
) -> dict[str, Fraction | str]:
    """Initial numbers by the names of coordinates, velocities and quasi-velocities."""
    keys = {word(thing, words): value for thing, value in model.initial.items()}
    known = {form for n in names for form in (n, f"{n}dot")} | {*chosen}
    complaints.messages += [
        f"initial.{key}: no coordinate or velocity; there are {', '.join(sorted(known))}"
        for key in keys
        if key not in known
    ]
    return read_numbers(keys, "initial", exact_initial_value, complaints)


def _built(draft: Draft, complaints: Complaints) -> Case:
    """The case of a draft; complaints so far and those about the draft come together."""
    try:
        case = build(draft)
    except BadCase as error:
        raise BadCase(draft.name, complaints.messages + error.complaints) from None
    if complaints.messages:
        raise BadCase(draft.name, complaints.messages)
    return case


class _Reader:
    """Reads the pieces of a model into the graph of its case and gathers the complaints."""

    def __init__(self, case: Case, names: Mapping[Any, Expr], complaints: Complaints):
        self.case, self.names, self.complaints = case, names, complaints
        self.chart = case.system.chart

    def system(self, model: Model, vocabulary: Vocabulary) -> Any:
        """The system of the case with all expressions in it."""
        zero, words = self.chart.graph.zero, vocabulary.words()
        lagrangian = None if model.lagrangian is None else self.one("lagrangian", model.lagrangian)
        reading = self.chart.graph.reading
        reading.of_rows = True
        rows = self.many("constraints", model.constraints, self.constraint)
        holonomic = self.many("holonomic_constraints", model.holonomic, self.expression)
        reading.of_rows = False
        forces = {
            word(c, words): self.one(f"forces.{called(c)}", force)
            for c, force in model.forces.items()
        }
        inequalities = self.many("inequalities", model.inequalities, self.inequality)
        self.check(lagrangian, holonomic)
        inputs = dict(self.case.system.inputs)
        for name, value in _letters(model, vocabulary).items():
            if is_expression(value):
                inputs[self.chart.graph.symbol(name)] = self.in_time(f"inputs.{name}", value)
        reading.of_rows = None
        sorted_rows = None if self.complaints.messages else self.rows(rows, holonomic)
        if sorted_rows is None:
            return self.case.system  # there are complaints
        linear, nonlinear = sorted_rows
        self.complaints.messages += misplaced(inputs, lagrangian, linear, nonlinear)
        pfaffian = on_domain(linear)
        return replace(
            self.case.system,
            pfaffian=pfaffian,
            partial=parted(linear, pfaffian),
            nonlinear=nonlinear,
            lagrangian=lagrangian,
            forces=tuple(forces.get(n, zero) for n in self.chart.names),
            inequalities=tuple(inequalities),
            inputs=inputs,
        )

    def in_time(self, key: str, value: Any) -> Expr:
        """The value of an input."""
        expression = self.one(key, value)
        wrong = timeless(self.case.scope, shown(value), expression)
        self.complaints.messages += [f"{key}: {what}" for what in wrong]
        return expression

    def rows(self, constraints: list[Any], holonomic: list[Any]) -> Any:
        return self.complaints.guard(
            "constraints",
            lambda: sorted_constraints(
                self.chart,
                [e for _, e in constraints],
                [label for label, _ in constraints],
                [f for _, f in holonomic],
                [label for label, _ in holonomic],
            ),
        )

    def one(self, key: str, piece: Any) -> Expr:
        labelled = self.complaints.guard(key, self.expression, key, piece)
        return labelled[1] if labelled else self.chart.graph.zero

    def many(self, key: str, pieces: Iterable[Any], read: Callable[..., Any]) -> list[Any]:
        values = [self.complaints.guard(k, read, k, p) for k, p in numbered(key, pieces).items()]
        return [e for e in values if e is not None]

    def expression(self, key: str, piece: Any) -> tuple[str, Expr]:
        """An expression, or left - right of an equation, with its text."""
        if isinstance(piece, str):
            return piece, self.case.scope.expression(piece, Place(key=key))
        node = self.difference(piece)
        return text(node), node

    def constraint(self, key: str, piece: Any) -> tuple[str, Expr]:
        """A velocity constraint, with its text."""
        if isinstance(piece, str):
            return piece, self.case.scope.constraint(piece, Place(key=key))
        return " = ".join(text(side) for side in self.sides(piece)), self.difference(piece)

    def difference(self, piece: Any) -> Expr:
        if getattr(piece, "is_Relational", False) and piece.rel_op != "==":
            raise NonholoError(
                say(
                    "{piece} is no equation; try Eq(left, right), or inequalities=",
                    piece=shown(piece),
                )
            )
        left, *right = self.sides(piece)
        return left - right[0] if right else left

    def sides(self, piece: Any) -> list[Expr]:
        scope = self.case.scope
        return from_sympy(sides(piece), self.chart.graph, self.names, scope.signatures)

    def inequality(self, key: str, piece: Any) -> str:
        """The text of an inequality; `build` has checked those that came as texts."""
        if isinstance(piece, str):
            return piece
        if getattr(piece, "rel_op", "") not in (">=", ">", "<=", "<"):
            raise NonholoError(say("{piece} is no inequality; try x >= 0", piece=shown(piece)))
        left, right = map(text, self.sides(piece))
        return f"{left} {piece.rel_op} {right}"

    def check(self, lagrangian: Expr | None, holonomic: Iterable[tuple[str, Expr]]) -> None:
        chart = self.chart
        if lagrangian is not None and lagrangian.has(chart.a):
            self.complaints.messages.append(
                "lagrangian: contains accelerations; needed: L(q, q', t)"
            )
        self.complaints.messages += [
            f"holonomic_constraints: {label}: contains velocities; "
            "needed: f(q, t); velocity constraints go under constraints"
            for label, f in holonomic
            if f.has([*chart.v, *chart.a])
        ]
