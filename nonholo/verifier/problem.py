"""Rules 6 to 8: names, expressions and rows of a problem, read once from its texts."""

from functools import reduce
from typing import Any

from . import syntax
from .calls import demand_functions, readings
from .functions import Functions
from .outcome import BEYOND, demand
from .polynomials import ONE, UNIT, ZERO, constant, demand_number, nonzero
from .words import FUNCTIONS, check_name, is_name

MAX_POWER = 200
RATE, DIFFERENTIAL = "rate", "differential"
POLES = {"tan": "cos", "sec": "cos", "cot": "sin", "csc": "sin"}  # where these are 0


def names_of(problem: dict) -> tuple[list, dict, dict]:
    """Coordinates, parameters and unspecified functions."""
    return problem["coordinates"], problem["parameters"], problem.get("functions", {})


def demand_names(coordinates: list, parameters: dict, functions: dict) -> dict:
    """Rule 6: q, q', qdot, qddot and dq belong to the coordinate q, t and dt to time: none may be
    another.

    Returns what moves: q', qdot and dq -> (kind, coordinate).
    """
    owner = {"t": "time", "dt": "time", "pi": "the number pi"}
    moving, velocities = {"dt": (DIFFERENTIAL, "t")}, {*coordinates}
    for name in (*coordinates, *parameters):
        demand(is_name(name) and name not in FUNCTIONS, f"{name[:40]!a} cannot be a name")
        check_name(name)
        forms = {name}
        if name in velocities:
            moving |= dict.fromkeys((name + "'", name + "dot"), (RATE, name))
            moving["d" + name] = DIFFERENTIAL, name
            forms |= {name + "'", name + "''", name + "dot", name + "ddot", "d" + name}
        for form in sorted(forms):
            other = owner.setdefault(form, name)
            demand(other == name, f"colliding names: {form} belongs to {other} and to {name}")
    names = [*coordinates, *parameters]
    demand(len(set(names)) == len(names), "a coordinate that is declared twice")
    demand_functions(functions, owner)
    return moving


class Reader:
    """Rule 7: the value of a text, with the names of a problem."""

    def __init__(self, language: Functions, names: list, parameters: dict, functions: Any = None):
        self.language, self.functions = language, functions or {}
        self.point: Any = None  # a Point, where there is one
        self.signs: list[tuple] = []  # what abs and sign are of, times its sign at the point
        self.domain: list[tuple] = []  # of what roots and logarithms were read
        self.below: list[tuple] = []  # what was divided by
        self.bound: dict[str, tuple] = {}  # values of coordinates that a level was solved for
        self.moving = demand_names(names, parameters, self.functions)
        self.names = [*names, "t"]
        self.free = {*names, "t", *(n for n, v in parameters.items() if v is None)}
        self.values = {n: self._symbol(n) for n in [*names, *parameters, "t"]}
        letters = {n: self.values[n] for n, v in parameters.items() if v is None}
        given = {n: v for n, v in parameters.items() if v is not None}
        self.values |= {n: self._constant(v, letters) for n, v in given.items()}
        self.domain_of_parameters = self.domain

    def _symbol(self, name: str):
        return self.language.generator("symbol", name), ONE

    def _constant(self, text: str, letters: dict):
        """A number, or an expression in the parameters that are letters."""
        keep, self.values = self.values, letters
        value = self.expression(text)
        self.values = keep
        return value

    def declare(self, inequalities: list) -> None:
        """The symbols whose signs are declared: a > 0, a >= 2, a < 0."""
        for text in inequalities:
            match syntax.inequality(text)[0]:  # numbers have no sign of their own
                case ("sum", (("name", word), ("minus", ("number", _)))):
                    sign = 1
                case ("sum", (("number", 0), ("minus", ("name", word)))):
                    sign = -1
                case _:
                    continue
            symbol = self.language.single("symbol", self.values.get(word))
            if symbol is not None:
                self.language.signs.declared[symbol] = sign

    def with_velocities(self) -> None:
        """From now on q' and qdot are letters, as in a Lagrangian; of a coordinate that stands for
        something they are its rate of change."""
        rates = {word: q for word, (kind, q) in self.moving.items() if kind == RATE}
        for word, q in rates.items():
            if q not in self.bound:
                self.values[word] = self._symbol(q + "'")
                self.free.add(q + "'")
        for word, q in rates.items():
            if q in self.bound:
                parts, times = self.differential(self.bound[q]), self.language.times
                terms = (times(x, self.values.get(v + "'", UNIT)) for v, x in parts.items())
                self.values[word] = self.language.sum(terms)
        self.names += [q + "'" for q in self.names if q not in {"t", *self.bound}]

    def bind(self, coordinate: str, value) -> None:
        """From now on the coordinate stands for this."""
        self.bound[coordinate] = self.values[coordinate] = value

    def expression(self, text: str):
        """The quotient that a text without velocities is."""
        return self.plain(self.form(syntax.expression(text)))

    def row(self, text: str) -> dict:
        """Rule 8: a constraint as {variable: coefficient}; one velocity in a term, of one kind."""
        form = self.form(syntax.equation(text))
        still = form.pop(None, ZERO)
        kinds = {kind for kind, _ in form}
        demand(len(kinds) < 2, "velocities mixed with differentials")
        demand(kinds != {DIFFERENTIAL} or not still[0], "a term without a differential")
        row = nonzero({q: x for (_, q), x in form.items()})
        if still[0]:
            row["t"] = still
        return row

    def differential(self, x) -> dict:
        """The row df of a function."""
        inside = sorted(self.language.symbols_in(x) & set(self.names))
        return nonzero({v: self.language.diff(x, v) for v in inside})

    # a form: {None or (kind, coordinate): quotient}
    def plain(self, form: dict):
        demand(set(form) <= {None}, "a velocity where none may stand")
        return form.get(None, ZERO)

    def form(self, tree) -> dict:
        """A tree as a linear form in the velocities."""
        match tree:
            case ("number", value):
                return {None: constant(value)}
            case ("name", word):
                return self.name(word)
            case ("moving", word):
                demand(word in self.moving, "a name behind a quotient that is no velocity")
                return self.name(word)
            case ("call", function, args):
                return {None: self.call(function, *(self.plain(self.form(x)) for x in args))}
            case ("power", *sides):
                return {None: self.power(*(self.plain(self.form(side)) for side in sides))}
            case ("minus", inner):
                return self.added({}, self.form(inner), -1)
            case ("sum", terms):
                return reduce(self.added, map(self.form, terms), {})
        return self.product(*tree[1:])

    def added(self, a: dict, b: dict, factor=1) -> dict:
        add = self.language.add
        self.language.spend(sum(len(x[0]) for x in a.values()))
        return {key: add(a.get(key, ZERO), b.get(key, ZERO), factor) for key in {**a, **b}}

    def product(self, over: tuple, under: tuple) -> dict:
        """Factors above and below; above at most one moves, below none but the dt of dx/dt."""
        demand(under.count(("name", "dt")) < 2, "two dt below")
        if ("name", "dt") in under:
            over = self.over_dt(over)
            under = tuple(factor for factor in under if factor != ("name", "dt"))
        product = {None: UNIT}
        for factor in over:
            form = self.form(factor)
            demand(set(product) <= {None} or set(form) <= {None}, "a product of velocities")
            moves, still = (product, form) if set(form) <= {None} else (form, product)
            by = self.plain(still)
            product = {key: self.language.times(x, by) for key, x in moves.items()}
        for factor in under:
            self.below.append(self.plain(self.form(factor)))
            by = self.language.inverse(self.below[-1])
            product = {key: self.language.times(x, by) for key, x in product.items()}
        return product

    def over_dt(self, over: tuple) -> tuple:
        """The factors with dx replaced by x'."""
        match over:
            case (("product", inner, ()),):
                over = inner
        kinds = [self.moving.get(x[1], ("", "")) if x[0] == "name" else ("", "") for x in over]
        places = [i for i, (kind, q) in enumerate(kinds) if kind == DIFFERENTIAL and q != "t"]
        demand(len(places) == 1, "dt below needs one differential above")
        (i,) = places
        return (*over[:i], ("name", over[i][1][1:] + "'"), *over[i + 1 :])

    def name(self, word: str) -> dict:
        if word in self.values:
            return {None: self.values[word]}
        if word == "pi":
            return {None: (self.language.generator("pi", ""), ONE)}
        if word not in self.moving:
            return {None: self.at_its_own(word)}
        kind, q = self.moving[word]
        if q not in self.bound:
            return {(kind, q): UNIT}
        parts = self.differential(self.bound[q]).items()
        return {(kind, v) if v != "t" or kind == DIFFERENTIAL else None: x for v, x in parts}

    def power(self, base, exponent):
        """Whole exponents, and halves of them."""
        n = demand_number(exponent, "an exponent that is no number", BEYOND)
        half = n.denominator <= 2 and abs(n) <= MAX_POWER
        demand(half, "an exponent that is no half of a whole number", BEYOND)
        base = self.call("sqrt", base) if n.denominator == 2 else base
        self.below += [base] if n < 0 else []
        return self.language.raised(base, n.numerator)

    def call(self, function: str, *args):
        """The value of a function of the language, or of one that is not specified."""
        if function not in FUNCTIONS:
            name, orders = self.unspecified(function)
            demand(len(args) == len(orders), f"{name} with other than {len(orders)} arguments")
            return self.language.unspecified(name, orders, list(args))
        demand(function != "atan2", "the function atan2", BEYOND)
        demand(len(args) == 1, f"{function} takes one argument")
        return self.specified(function, args[0])

    def at_its_own(self, word: str):
        """h, h_xy, f' alone: at the arguments of the declaration, which are names here."""
        name, _ = self.unspecified(word, f"the name {word[:40]} is not declared")
        arguments = self.functions[name]
        demand(set(arguments) <= set(self.values), f"{word} without its arguments")
        return self.call(word, *(self.values[argument] for argument in arguments))

    @property
    def choices(self) -> list[str]:
        """For which unspecified functions something is shown, in words."""
        calls = ", ".join(f"{name}({', '.join(a)})" for name, a in self.functions.items())
        return [f"almost every choice of {calls}"] if calls else []

    def unspecified(self, word: str, why: str = "") -> tuple:
        """(name, orders) of a derivative of a declared function, which a word calls."""
        self.language.spend(len(self.functions) // 8)
        meanings = readings(word, self.functions)
        demand(meanings, why or f"{word[:40]} is no function")
        demand(len(meanings) == 1, f"{word} may be the derivative of two functions")
        return meanings.pop()

    def specified(self, function: str, x):
        if function in ("sqrt", "log", "ln") and self.language.generators_in(x):
            self.domain.append(x)
        if function in POLES:
            self.below.append(self.language.function(POLES[function], x))
        if function not in ("abs", "sign"):
            return self.language.function(function, x)
        sign = constant(self.sign(x))
        return self.language.times(sign, x) if function == "abs" else sign

    def sign(self, x) -> int:
        """Rule 22: abs and sign as they are declared, or in the region of the point."""
        if not x[0]:
            return 0
        (m, c), *more = x[0].items()
        if m and not more and x[1] == ONE and (sign := self.language.signs.of(m)):
            sign = sign if c > 0 else -sign
            self.domain.append(self.language.times(constant(sign), x))
            return sign
        demand(self.point, "abs, sign or the root of a square where no sign is declared", BEYOND)
        sign = 1 if self.point.positive(x) else -1
        self.signs.append(self.language.times(constant(sign), x))
        demand(self.point.positive(self.signs[-1]), "abs or sign where it is 0")
        return sign


class System:
    """The rows of a problem, the levels first.

    rows: sparse, {variable: coefficient};  functions: of the levels, 0 on the set;  conditions:
    what is positive where the problem is stated;  variables: with t if it takes part in rows as
    they are written.
    """

    def __init__(self, reader: Reader, problem: dict, written: "System | None" = None):
        self.reader, self.language = reader, reader.language
        self.texts = problem["holonomic_constraints"]
        self.domains, self.poles = list[list](), list[list]()
        self.functions = [self.read(reader.expression, text) for text in self.texts]
        self.rows = [*map(reader.differential, self.functions)]
        self.rows += [self.read(reader.row, text) for text in problem["constraints"]]
        self.unilateral = bool(problem["inequalities"])
        # analytic rows say the same wherever they are real: only less of them can be bounded
        bounded = self.functions or any(self.domains) or reader.signs or problem["inequalities"]
        texts = problem["inequalities"] + (problem.get("declared", []) if bounded else [])
        reader.domain = []
        self.conditions = [x for text in texts if (x := self.condition(text))]
        self.conditions += reader.domain + reader.domain_of_parameters
        still = not written or written.space_of(range(len(self.texts))) == "q"
        self.space: str = self.space_of(range(len(self.rows))) if still else "tq"
        self.variables = (["t"] if self.space == "tq" else []) + problem["coordinates"]

    def read(self, method, text: str):
        """A text with what its roots and logarithms are of, and what it is divided by."""
        self.reader.domain, self.reader.below = [], []
        value = method(text)
        self.domains.append(self.reader.domain)
        self.poles.append(self.reader.below)
        return value

    def space_of(self, rows) -> str:
        return "tq" if any("t" in self.used(l) for l in rows) else "q"

    def used(self, l: int) -> set[str]:
        """The variables that take part in a row."""
        row = self.rows[l]
        return set(row) | self.language.symbols_in(*row.values()) & set(self.reader.names)

    def condition(self, text: str):
        """What an inequality says is positive; nothing where its sides are equal and may be."""
        tree, strict = syntax.inequality(text)
        x = self.reader.plain(self.reader.form(tree))
        return x if x[0] or strict else None


def as_read(problem: dict) -> list[str]:
    """The constraints as they were read, with all signs and parentheses."""
    levels = [syntax.written(syntax.expression(text)) for text in problem["holonomic_constraints"]]
    return levels + [syntax.written(syntax.equation(text)) for text in problem["constraints"]]
