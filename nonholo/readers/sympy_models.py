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

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

from nonholo.errors import BadCase, BadExpression, NonholoError, Place
from nonholo.exact.graph import Expr, Graph
from nonholo.exact.sympy_door import decimal, from_sympy, leaves, to_sympy
from nonholo.exact.text import text
from nonholo.geometry.chart import Chart
from nonholo.geometry.pfaffian import pfaffian
from nonholo.readers.case import TIME, Case, Draft, build
from nonholo.readers.tokens import FUNCTIONS, read_tokens

RESERVED = (TIME, "pi")


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
) -> Case:
    """A case from SymPy expressions, from texts, or from both.

    Parameters
    ----------
    q : dynamicsymbols, or names (a list, or one text "x y theta"); with names all else is text.
    lagrangian : L(q, q', t); without one the geometry can still be asked.
    constraints : velocity constraints; each a SymPy Eq, an expression that is zero, or a text
        such as "x' = R*sin(theta)*phi'" or "dz - y dx".
    holonomic_constraints : each f(q, t), meaning f = 0 (or an Eq).
    forces : coordinate -> generalised applied force that is not in the Lagrangian.
    parameters : Symbol or name -> number (or None; a list of names gives none).  Symbols of SymPy
        expressions are parameters anyway.  Other names in texts are too if this is not given; if
        it is, they must stand in it.  Symbol("m", positive=True) is known to be positive.
    dependent : coordinates whose velocities shall be eliminated.
    inequalities : SymPy relations or texts; classified, not solved.
    initial : coordinate or velocity (or name, "xdot") -> number.

    Raises
    ------
    BadCase : with everything that is wrong.

    Examples
    --------
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
    model = _Model(
        _named(q),
        lagrangian,
        _listed(constraints),
        _listed(holonomic_constraints),
        _table("forces", forces),
        None if parameters is None else _table("parameters", _values(parameters)),
        _named(dependent),
        _listed(inequalities),
        name,
        _table("initial", initial),
    )
    if lagrangian is None and not (model.constraints or model.holonomic or model.inequalities):
        raise BadCase(name, ["there is neither a constraint nor a Lagrangian to ask about"])
    if all(isinstance(c, str) for c in model.q):
        return _from_texts(model)
    return _from_sympy(model)


def in_sympy(case: Case, what: Any) -> Any:
    """Expressions of a case in the user's own symbols: q(t), q(t).diff(t), the Symbols given.

    what: an expression, or a list, tuple or mapping of such; anything else comes back as it is.
    Of a case that was read from texts coordinates become dynamicsymbols, all else plain Symbols.

    >>> case = System("x", "m*xdot**2/2 - m*g*x")
    >>> in_sympy(case, [case.system.lagrangian])
    [-g*m*x(t) + m*Derivative(x(t), t)**2/2]
    """
    nodes = list(_nodes(what))
    if not nodes:
        return what
    known = _own_words(case)
    symbols = {s for node in nodes for s in node.symbols()}
    written = to_sympy(nodes, {s: known.get(s.args) or _symbol(s.args) for s in symbols})
    return _replaced(what, dict(zip(map(id, nodes), written)))


def _nodes(what: Any) -> Iterable[Expr]:
    if isinstance(what, Expr):
        yield what
    elif isinstance(what, Mapping):
        for value in what.values():
            yield from _nodes(value)
    elif isinstance(what, (list, tuple)):
        for value in what:
            yield from _nodes(value)


def _replaced(what: Any, done: Mapping[int, Any]) -> Any:
    if isinstance(what, Expr):
        return done[id(what)]
    if isinstance(what, Mapping):
        return {key: _replaced(value, done) for key, value in what.items()}
    if isinstance(what, (list, tuple)):
        return type(what)([_replaced(value, done) for value in what])
    return what


def _own_words(case: Case) -> dict[str, Any]:
    """The name of each symbol -> what the user calls it."""
    chart = case.system.chart
    table = case.symbols or _motions(chart, *_made_up(chart.names))
    return {symbol.args: word for symbol, word in table.items()}


def _made_up(names: Iterable[str]) -> tuple[list[Any], Any]:
    """dynamicsymbols of these names, and their time."""
    from sympy import Function
    from sympy.physics.vector import dynamicsymbols

    return [Function(name)(dynamicsymbols._t) for name in names], dynamicsymbols._t


def _motions(chart: Chart, functions: Iterable[Any], time: Any) -> dict[Expr, Any]:
    """The symbols of a chart -> t, q(t), q(t).diff(t), q(t).diff(t, 2)."""
    table = {chart.t: time}
    for q, v, a, function in zip(chart.q, chart.v, chart.a, functions, strict=True):
        table |= {q: function, v: function.diff(time), a: function.diff(time, 2)}
    return table


def _symbol(name: str) -> Any:
    from sympy import Symbol

    return Symbol(name)


# what was asked ---------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Model:
    """The arguments of `System`, as lists and mappings."""

    q: list[Any]
    lagrangian: Any
    constraints: list[Any]
    holonomic: list[Any]
    forces: dict[Any, Any]
    parameters: dict[Any, Any] | None
    dependent: list[Any]
    inequalities: list[Any]
    name: str
    initial: dict[Any, Any]

    def pieces(self) -> dict[str, Any]:
        """Every expression, equation or text by its key in messages."""
        found = {} if self.lagrangian is None else {"lagrangian": self.lagrangian}
        found |= _numbered("constraints", self.constraints)
        found |= _numbered("holonomic_constraints", self.holonomic)
        found |= {f"forces.{_called(c)}": force for c, force in self.forces.items()}
        return found | _numbered("inequalities", self.inequalities)

    def texts(self) -> list[str]:
        return [piece for piece in self.pieces().values() if isinstance(piece, str)]


def _listed(value: Any) -> list[Any]:
    """One thing or several of them, as a list."""
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    try:
        return list(iter(value))
    except TypeError:
        return [value]


def _named(value: Any) -> list[Any]:
    """As `_listed`, and the words of a text "x y theta"."""
    return re.findall(r"[^\s,]+", value) if isinstance(value, str) else _listed(value)


def _values(parameters: Any) -> Any:
    """Parameters that come as mere names have no values."""
    return parameters if isinstance(parameters, Mapping) else dict.fromkeys(_named(parameters))


def _table(key: str, value: Any) -> dict[Any, Any]:
    if value is not None and not isinstance(value, Mapping):
        raise BadCase("", [f"{key}: needed is a mapping {{name: value}}, given was {value!r:.60}"])
    return dict(value or {})


def _numbered(key: str, values: Iterable[Any]) -> dict[str, Any]:
    return {f"{key}[{i}]": value for i, value in enumerate(values, start=1)}


def _called(thing: Any) -> str:
    """The name of a text, a Symbol or a q(t); else how it prints."""
    if isinstance(thing, str):
        return thing
    name = getattr(thing, "name", None) or getattr(getattr(thing, "func", None), "__name__", "")
    is_named = getattr(thing, "is_Symbol", False) or _is_function_of_time(thing)
    return name if name and is_named else str(thing)


def _is_function_of_time(thing: Any) -> bool:
    from sympy import Symbol
    from sympy.core.function import AppliedUndef

    return (
        isinstance(thing, AppliedUndef)
        and len(thing.args) == 1
        and isinstance(thing.args[0], Symbol)
    )


# numbers ----------------------------------------------------------------------------------------
def _value(given: Any) -> Fraction | str | None:
    """The default number of a parameter: exact, or a text that is a constant; None for none.

    >>> _value(0.1), _value("pi/10"), _value({"value": 2, "positive": True})
    (Fraction(1, 10), 'pi/10', Fraction(2, 1))
    """
    if isinstance(given, Mapping):
        unknown = [key for key in given if key not in ("value", "positive")]
        if unknown:
            raise NonholoError(f"unknown key {unknown[0]}; known are value and positive")
        given = given.get("value")
    if given is None or isinstance(given, str):
        return given
    if hasattr(given, "is_Rational"):
        return _constant(given)
    if not isinstance(given, (Real, Decimal)) or isinstance(given, bool):
        raise NonholoError(f"{given!r} is no number; try 1.3, Rational(13, 10) or 'pi/10'")
    if isinstance(given, Rational):
        return Fraction(int(given.numerator), int(given.denominator))
    try:
        return Fraction(str(given))
    except ValueError:
        raise NonholoError(f"{given!r} is no finite number") from None


def _constant(given: Any) -> Fraction | str:
    """A SymPy number; anything but a rational as a text of the language."""
    if given.is_Float:
        return decimal(given)[0]
    if given.is_Rational:
        return Fraction(int(given.p), int(given.q))
    return text(from_sympy([given], Graph(), {})[0])


def _start(given: Any) -> Fraction:
    """An initial value: a number; pi/4 becomes the decimal next to it."""
    try:
        irrational = hasattr(given, "is_Rational") and given.is_number and not given.is_Rational
        return Fraction(_value(float(given) if irrational else given))
    except (ValueError, TypeError):
        raise NonholoError(f"{given!r}: needed is a number") from None


@dataclass(slots=True)
class _Complaints:
    """What is wrong, each with the key where it is wrong."""

    found: list[str] = field(default_factory=list)

    def guard(self, key: str, action: Callable[[], Any]) -> Any:
        """What the action gives, or None and a complaint."""
        try:
            return action()
        except BadExpression as error:  # has its key
            self.found.append(str(error))
        except NonholoError as error:
            self.found.append(f"{key}: {error}")
        return None


def _numbers(values: Mapping[str, Any], key: str, read, complaints: _Complaints) -> dict[str, Any]:
    return {
        name: complaints.guard(f"{key}.{name}", lambda v=value: read(v))
        for name, value in values.items()
    }


# from texts -------------------------------------------------------------------------------------
def _from_texts(model: _Model) -> Case:
    """Plain names: everything is a text, and `build` reads it."""
    complaints = _Complaints(_foreign(model))
    if complaints.found:
        raise BadCase(model.name, complaints.found)
    given = {_called(name): value for name, value in (model.parameters or {}).items()}
    met = _names_in(model.texts(), model.q, given) if model.parameters is None else []
    complaints.found += [
        f"{n!r} is no name: letters, digits and _ only"
        for n in (*model.q, *given)
        if not _is_name(n)
    ]
    draft = Draft(
        coordinates=model.q,
        parameters=_numbers(dict.fromkeys(met) | given, "parameters", _value, complaints),
        positive=[n for n, v in given.items() if _declared_positive(v)],
        lagrangian=None if model.lagrangian is None else str(model.lagrangian),
        constraints=[str(c) for c in model.constraints],
        holonomic=[str(c) for c in model.holonomic],
        inequalities=[str(c) for c in model.inequalities],
        forces={str(c): str(force) for c, force in model.forces.items()},
        name=model.name,
        dependent=[str(c) for c in model.dependent],
        initial=_initial(model, {}, model.q, complaints),
    )
    return _built(draft, complaints)


def _foreign(model: _Model) -> list[str]:
    """What is no text where the coordinates are plain names."""
    return [
        f"{key}: {piece} is no text, but the coordinates are plain names; "
        "try dynamicsymbols as coordinates, or texts throughout"
        for key, piece in model.pieces().items()
        if not isinstance(piece, (str, int, Fraction))
    ]


def _names_in(texts: Iterable[str], coordinates: Iterable[str], known: Iterable[str]) -> list[str]:
    """The names in texts that are not known and no rates or differentials: parameters."""
    forms = {form for c in coordinates for form in (c, f"{c}dot", f"{c}ddot", f"d{c}")}
    apart = {*forms, *known, *RESERVED, "dt", *FUNCTIONS}
    found = [
        token.text
        for each in texts
        for token in _tokens(each)
        if token.kind == "name" and not token.primes
    ]
    return [name for name in dict.fromkeys(found) if name not in apart]


def _tokens(each: str) -> list:
    try:
        return read_tokens(each)[1]
    except BadExpression:  # the reader says so, with the place
        return []


def _declared_positive(value: Any) -> bool:
    return isinstance(value, Mapping) and value.get("positive") is True


def _built(draft: Draft, complaints: _Complaints) -> Case:
    """The case of a draft; complaints so far and those about the draft come together."""
    try:
        case = build(draft)
    except BadCase as error:
        raise BadCase(draft.name, complaints.found + error.complaints) from None
    if complaints.found:
        raise BadCase(draft.name, complaints.found)
    return case


def _initial(
    model: _Model, words: Mapping[Any, str], names: Iterable[str], complaints: _Complaints
) -> dict[str, Fraction]:
    """Initial numbers by the names of coordinates and velocities."""
    keys = {_word(thing, words): value for thing, value in model.initial.items()}
    known = {form for n in names for form in (n, f"{n}dot")}
    complaints.found += [
        f"initial.{key}: no coordinate or velocity; there are {', '.join(sorted(known))}"
        for key in keys
        if key not in known
    ]
    return _numbers(keys, "initial", _start, complaints)


def _word(thing: Any, words: Mapping[Any, str]) -> str:
    """The name of a coordinate, velocity or parameter that a user names by object or text."""
    if isinstance(thing, str) and thing.endswith("'"):
        return words.get(thing) or words.get(thing[:-1], thing[:-1]) + "dot"
    return words.get(thing) or _called(thing)


# from SymPy -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """Coordinates and parameters with the names they have inside.

    functions: q(t) -> name; parameters: name -> its Symbol (None if only texts have it).
    """

    time: Any
    functions: Mapping[Any, str]
    parameters: Mapping[str, Any]

    def words(self) -> dict[Any, str]:
        """Names for what users write as keys: q(t), q(t).diff(t), Symbols and their names."""
        found = {s.name: n for n, s in self.parameters.items() if s is not None}
        found |= {s: n for n, s in self.parameters.items() if s is not None}
        found |= {q.func.__name__: n for q, n in self.functions.items()}
        found |= {q.diff(self.time): f"{n}dot" for q, n in self.functions.items()}
        return found | dict(self.functions)

    def table(self, chart: Chart) -> dict[Expr, Any]:
        """Symbol of the graph -> what the user calls it."""
        found = _motions(chart, self.functions, self.time)
        for name, symbol in self.parameters.items():
            found[chart.graph.symbol(name)] = _symbol(name) if symbol is None else symbol
        return found


def _from_sympy(model: _Model) -> Case:
    """Names first; then the case of names and numbers alone; then the expressions in its graph."""
    complaints = _Complaints()
    vocabulary = _vocabulary(model, complaints)
    case = _built(_skeleton(model, vocabulary, complaints), complaints)
    table = vocabulary.table(case.system.chart)
    reader = _Reader(case, {word: symbol for symbol, word in table.items()}, complaints)
    system = reader.system(model, vocabulary.words())
    if complaints.found:
        raise BadCase(model.name, complaints.found)
    return replace(case, system=system, symbols=table)


def _skeleton(model: _Model, vocabulary: _Vocabulary, complaints: _Complaints) -> Draft:
    words, names = vocabulary.words(), list(vocabulary.functions.values())
    given = {_word(key, words): value for key, value in (model.parameters or {}).items()}
    positive = [n for n, s in vocabulary.parameters.items() if s is not None and s.is_positive]
    values = {n: given.get(n) for n in vocabulary.parameters}
    return Draft(
        coordinates=names,
        parameters=_numbers(values, "parameters", _value, complaints),
        positive=[*positive, *(n for n, v in given.items() if _declared_positive(v))],
        inequalities=[i for i in model.inequalities if isinstance(i, str)],
        forces=dict.fromkeys((_word(c, words) for c in model.forces), "0"),
        name=model.name,
        dependent=[_word(getattr(c, "expr", c), words) for c in model.dependent],  # x or x.diff()
        initial=_initial(model, words, names, complaints),
    )


def _vocabulary(model: _Model, complaints: _Complaints) -> _Vocabulary:
    """The names of everything.  Raises BadCase where two things would have one."""
    complaints.found += [f"q: {_no_coordinate(c)}" for c in model.q if not _is_function_of_time(c)]
    if complaints.found:
        raise BadCase(model.name, complaints.found)
    time = model.q[0].args[0]
    coordinates = [c.func.__name__ for c in model.q]
    symbols = _symbols(model, time, complaints)
    complaints.found += _clashes(model, time, coordinates, symbols)
    if complaints.found:
        raise BadCase(model.name, complaints.found)
    alias = _aliases(coordinates, symbols)
    inside = {alias[n]: s for n, s in symbols.items()}
    own = dict(zip(model.q, (alias[n] for n in coordinates), strict=True))
    if model.parameters is None:
        known = {*own.values(), *inside, time.name}
        inside |= dict.fromkeys(_names_in(model.texts(), own.values(), known))
    return _Vocabulary(time, own, inside)


def _no_coordinate(thing: Any) -> str:
    named = isinstance(thing, str) or getattr(thing, "is_Symbol", False)
    return f'{thing} is no q(t); try dynamicsymbols("{_called(thing) if named else "x y"}")'


def _symbols(model: _Model, time: Any, complaints: _Complaints) -> dict[str, Any]:
    """Every parameter by its name: those given first, then those met, in order of their names."""
    found: dict[str, Any] = {}
    for key in [*(model.parameters or {}), *_met(model, time, complaints)]:
        name, symbol = _called(key), None if isinstance(key, str) else key
        if symbol is not None and not getattr(symbol, "is_Symbol", False):
            complaints.found.append(f"parameters: {symbol} is no Symbol and no name")
        known = found.get(name)
        if known is not None and symbol is not None and known != symbol:
            complaints.found.append(
                f"{name}: two different Symbols have this name ({_assumed(known)}; "
                f"{_assumed(symbol)}); try one of them throughout"
            )
        found[name] = symbol if known is None else known
    return found


def _met(model: _Model, time: Any, complaints: _Complaints) -> list[Any]:
    """The Symbols in the expressions, without time."""
    found: dict[Any, None] = {}
    for key, piece in model.pieces().items():
        if not isinstance(piece, str):
            below = complaints.guard(key, lambda p=piece: leaves(_sides(p))) or ()
            found |= dict.fromkeys(leaf for leaf in below if getattr(leaf, "is_Symbol", False))
    return sorted((s for s in found if s != time), key=lambda s: (s.name, _assumed(s)))


def _assumed(symbol: Any) -> str:
    """The assumptions of a Symbol as they were written."""
    given = {k: v for k, v in symbol._assumptions_orig.items() if (k, v) != ("commutative", True)}
    return ", ".join(f"{k}={v}" for k, v in given.items()) or "without assumptions"


def _clashes(
    model: _Model, time: Any, coordinates: list[str], symbols: Mapping[str, Any]
) -> list[str]:
    """Things that would have one name in the texts, and symbols that look like another thing."""
    times = [
        f"{c} is a function of another time than {model.q[0]}; try one time Symbol throughout"
        for c in model.q
        if c.args[0] != time
    ]
    other = [
        f"{n} is time: it has no value"
        if s is None or s == time
        else f"the Symbol {n} ({_assumed(s)}) is not the time of {model.q[0]}; "
        f"try {model.q[0]}.args[0], or another name"
        for n, s in symbols.items()
        if n in (TIME, time.name)
    ]
    beside = [
        f"the Symbol {n} stands beside the coordinate {n}({time}); "
        f"try the coordinate in its place, or another name for the parameter"
        for n in symbols
        if n in coordinates
    ]
    twice = [
        f"{n}: two coordinates have this name"
        for n in dict.fromkeys(coordinates)
        if coordinates.count(n) > 1
    ]
    return times + other + beside + twice


def _aliases(coordinates: Iterable[str], symbols: Iterable[str]) -> dict[str, str]:
    """Each name, or what stands for it where the language cannot write it.

    >>> _aliases(["\\\\theta", "x", "x'"], ["q_{1}"])
    {'\\\\theta': 'theta', 'x': 'x', "x'": 'x_2', 'q_{1}': 'q_1'}
    """
    names = [*coordinates, *symbols]
    alias = {n: n for n in names if _is_name(n)}
    taken = {*alias, *RESERVED, *(f"{c}{e}" for c in coordinates for e in ("dot", "ddot"))}
    for name in names:
        if name not in alias:
            wish = re.sub(r"[^A-Za-z0-9\u0370-\u03ff]+", "_", name).strip("_")
            wish = wish if _is_name(wish) else f"q_{wish}".rstrip("_")
            choices = (wish, *(f"{wish}_{i}" for i in range(2, len(names) + len(taken) + 2)))
            alias[name] = next(c for c in choices if c not in taken)
            taken.add(alias[name])
    return {n: alias[n] for n in names}


def _is_name(name: str) -> bool:
    """The language reads it as one name."""
    try:
        first = read_tokens(name)[1][0]
    except BadExpression:
        return False
    return first.kind == "name" and first.text == name


def _sides(piece: Any) -> list[Any]:
    """Both sides of an equation or inequality, or the expression alone."""
    return [piece.lhs, piece.rhs] if getattr(piece, "is_Relational", False) else [piece]


class _Reader:
    """Reads the pieces of a model into the graph of its case and gathers the complaints."""

    def __init__(self, case: Case, names: Mapping[Any, Expr], complaints: _Complaints):
        self.case, self.names, self.complaints = case, names, complaints
        self.chart = case.system.chart

    def system(self, model: _Model, words: Mapping[Any, str]) -> Any:
        """The system of the case with all expressions in it."""
        zero = self.chart.graph.zero
        lagrangian = None if model.lagrangian is None else self.one("lagrangian", model.lagrangian)
        rows = self.many("constraints", model.constraints, self.constraint)
        holonomic = self.many("holonomic_constraints", model.holonomic, self.expression)
        forces = {
            _word(c, words): self.one(f"forces.{_called(c)}", force)
            for c, force in model.forces.items()
        }
        inequalities = self.many("inequalities", model.inequalities, self.inequality)
        self.check(lagrangian, holonomic)
        return replace(
            self.case.system,
            pfaffian=None if self.complaints.found else self.rows(rows, holonomic),
            lagrangian=lagrangian,
            forces=tuple(forces.get(n, zero) for n in self.chart.names),
            inequalities=tuple(inequalities),
        )

    def rows(self, constraints: list, holonomic: list) -> Any:
        return self.complaints.guard(
            "constraints",
            lambda: pfaffian(
                self.chart,
                [e for _, e in constraints],
                [label for label, _ in constraints],
                [f for _, f in holonomic],
                [label for label, _ in holonomic],
            ),
        )

    def one(self, key: str, piece: Any) -> Expr:
        found = self.complaints.guard(key, lambda: self.expression(key, piece))
        return found[1] if found else self.chart.graph.zero

    def many(self, key: str, pieces: Iterable[Any], read) -> list[Any]:
        found = [
            self.complaints.guard(k, lambda k=k, p=p: read(k, p))
            for k, p in _numbered(key, pieces).items()
        ]
        return [e for e in found if e is not None]

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
            raise NonholoError(f"{piece} is no equation; try Eq(left, right), or inequalities=")
        left, *right = self.sides(piece)
        return left - right[0] if right else left

    def sides(self, piece: Any) -> list[Expr]:
        return from_sympy(_sides(piece), self.chart.graph, self.names)

    def inequality(self, key: str, piece: Any) -> str:
        """The text of an inequality; `build` has checked those that came as texts."""
        if isinstance(piece, str):
            return piece
        if getattr(piece, "rel_op", "") not in (">=", ">", "<=", "<"):
            raise NonholoError(f"{piece} is no inequality; try x >= 0")
        left, right = map(text, self.sides(piece))
        return f"{left} {piece.rel_op} {right}"

    def check(self, lagrangian: Expr | None, holonomic: Iterable[tuple[str, Expr]]) -> None:
        chart = self.chart
        if lagrangian is not None and lagrangian.has(chart.a):
            self.complaints.found.append("lagrangian: contains accelerations; needed: L(q, q', t)")
        self.complaints.found += [
            f"holonomic_constraints: {label}: contains velocities; "
            "needed: f(q, t); velocity constraints go under constraints"
            for label, f in holonomic
            if f.has([*chart.v, *chart.a])
        ]
