"""Unspecified functions replaced by the values that a case gives them: for numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nonholo.dynamics.system import System, mapped
from nonholo.errors import BadCase, NotApplicable
from nonholo.expression.functions import unspecified_in
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.expression.reading import memory_of_a_value
from nonholo.expression.unspecified import Unspecified, function_named, no_value
from nonholo.geometry.zeros.domain import surely_negative
from nonholo.readers.assumed import state_domain
from nonholo.readers.case import Case
from nonholo.readers.functions import declared_function
from nonholo.readers.lower import Scope
from nonholo.readers.named import in_text, no_values
from nonholo.readers.own import carried
from nonholo.readers.read_in_full import beyond, lost_signs, signs_of_velocities
from nonholo.words.sentence import say, say_many

Law = Callable[..., float]
SALT = 4  # of the random points of a graph in which functions have their values


def specified(case: Case, functions: Mapping[str, str | Law] | None = None) -> Case:
    """The case with every unspecified function replaced by its value, derivatives by those of it.

    functions: values beside those of the case, by name, h = "x^2/4", or with other names for the
    arguments, "h(a, b)" = "a^2/4"; of a model of SymPy also f or f(y): sin(y); or functions of
    Python, each derivative by its own word, "f" and "f'", "h" and "h_x".  Raises BadCase for a
    function that there is not, or a text that is no function of its arguments, parameters and t;
    NotApplicable where a value is missing.

    >>> import nonholo as nh
    >>> case = nh.System("x y", "x'**2 + y'**2", ["y' = f(x) x'"], functions=["f(x) = x^2"])
    >>> specified(case).system.pfaffian.matrix
    ((-x**2, 1),)
    """
    if functions is not None and not isinstance(functions, Mapping):
        raise BadCase(case.title, no_values("functions", functions))
    given = {_word(head): in_text(law, case.symbols) for head, law in (functions or {}).items()}
    laws = _laws(case, {head: law for head, law in given.items() if callable(law)})
    texts = {head: text for head, text in given.items() if not callable(text)}
    scope = with_values(case, texts, {f.name for f in laws}).scope
    if not scope.functions:
        return case
    case.system.chart.graph.laws = laws
    put = ValuesPut(scope)
    system = mapped(case.system, case.system.chart, put)
    left = {f.name: f.slots for f in laws}
    if missing := {n: slots for n, slots in put.missing.items() if n not in left}:
        raise NotApplicable(say("{name}: {reason}", name=case.title, reason=no_value(missing)))
    unspecified = {n: f for n, f in scope.functions.items() if n in left}
    valued = {n: f for n, f in scope.functions.items() if n not in left}
    scope = replace(scope, functions=unspecified, valued=valued)
    if not put.values.keys() & unspecified_in(_held(system)):
        return _where_valued(replace(case, system=system, scope=scope), put.domain)
    # an equal value was met before in a form with functions: R sin(f)^2 + R cos(f)^2
    graph = case.system.chart.graph.fresh(SALT)
    graph.laws = laws
    copied = carried(replace(case, scope=scope), graph, ValuesCopied(put, graph))
    return _where_valued(copied, [(graph.copy([u])[0], sign) for u, sign in put.domain])


def _where_valued(case: Case, domain: Sequence[tuple[Expr, str]]) -> Case:
    """The case where these conditions hold.  Raises BadCase where one of them does nowhere, or is
    one on the sign of velocities.
    """
    system = case.system
    demanded = [(u, sign == ">") for u, sign in domain if sign != "!="]
    if complaints := signs_of_velocities(system.chart, demanded):
        raise BadCase(case.title, complaints)
    numbers = ((u.subs(system.values), sign) for u, sign in domain)
    if any(
        (u.is_zero and sign != ">=") or (sign != "!=" and surely_negative(u)) for u, sign in numbers
    ):
        raise BadCase(case.title, say("a function has no value where it is called"))
    added = beyond(system, domain)
    for condition in added.domain:
        state_domain(case.scope, condition)
    return replace(
        case,
        system=replace(
            system,
            assumptions=(*system.assumptions, *added.domain),
            domain=(*system.domain, *added.domain),
            through=tuple(dict.fromkeys((*system.through, *added.through))),
        ),
    )


def _held(system: System) -> list[Expr]:
    """The expressions of a system."""
    held = [*system.forces, *(c.value for c in system.nonlinear), *system.velocities.values()]
    rows = system.pfaffian
    held += [e for l in range(rows.k) for e in rows.form(l)]
    held += [e for e in (*rows.functions, system.lagrangian) if e is not None]
    return held + (system.tree.expressions if system.tree else [])


def _word(head: Any) -> str:
    """The name of a function, also of SymPy's f and f(y)."""
    if isinstance(head, str):
        return head
    return str(getattr(head, "__name__", None) or getattr(head, "func", head))


def _laws(case: Case, given: Mapping[str, Law]) -> dict[Unspecified, Law]:
    """Functions of Python by the function or the derivative that they are."""
    declared = {name: f.slots for name, f in case.scope.functions.items()}
    laws: dict[Unspecified, Law] = {}
    for word, law in given.items():
        f = function_named(word.partition("(")[0], declared)
        if f is None:
            there = ", ".join(declared) or "none"
            told = say(
                "functions: {word} is no function of the case, nor a derivative ({there})",
                word=word,
                there=there,
            )
            raise BadCase(case.name, told)
        laws[f] = law
    return laws


def with_values(case: Case, functions: Mapping[str, str], laws: Collection[str] = ()) -> Case:
    """The case with these values of its functions; laws: names of those that have none by wish.

    Raises BadCase.
    """
    known = dict(case.scope.functions)
    for name in laws:
        known[name] = replace(known[name], value=None)
    for head, value in functions.items():
        name, _, slots = head.partition("(")
        if name not in known:
            there = ", ".join(known) or "none"
            raise BadCase(
                case.name,
                say(
                    "functions: {name} is no function of the case ({there})",
                    name=name,
                    there=there,
                ),
            )
        if not isinstance(value, str):
            raise BadCase(
                case.name,
                say(
                    'functions: the value of {name} is neither a text such as "x^2/4" nor a '
                    "function of Python",
                    name=name,
                ),
            )
        whole = head if slots else f"{name}({', '.join(known[name].slots)})"
        _, given = declared_function(f"{whole} = {value}")
        if len(given.slots) != len(known[name].slots):
            raise BadCase(
                case.name,
                say_many(
                    len(known[name].slots),
                    "functions: {name} takes {n} argument",
                    "functions: {name} takes {n} arguments",
                    name=name,
                ),
            )
        if name in laws:
            raise BadCase(
                case.name, say("functions: {name} is given as a text and as a function", name=name)
            )
        known[name] = given
    return replace(case, scope=replace(case.scope, functions=known))


class ValuesPut:
    """Puts the values of a scope's functions into expressions; `missing`: those met that have
    none; `domain`: (u, sign) for u > 0, u >= 0, u != 0, without which a text that was put in has
    no value, though what it is equal to has one.
    """

    def __init__(self, scope: Scope):
        self.values: dict[str, tuple[tuple[Expr, ...], Expr]] = {}
        self.domains: dict[str, list[tuple[Expr, str]]] = {}
        for name in (name for name, f in scope.functions.items() if f.value):
            with memory_of_a_value(scope.chart.graph) as reading:
                self.values[name] = scope.value_of(name)
            value = [self.values[name][1]]
            self.domains[name] = lost_signs(reading, value, value, {})
        self.domain: list[tuple[Expr, str]] = []
        self.missing: dict[str, tuple[str, ...]] = {}
        self.slopes: dict[Unspecified, Expr] = {}
        self.memo: dict[int, Expr] = {}

    def __call__(self, root: Expr) -> Expr:
        memo = self.memo
        for node in ordered([root], stop=lambda n: n.index in memo):
            memo[node.index] = self._node(node)
        return memo[root.index]

    def _node(self, node: Expr) -> Expr:
        if node.kind in ("number", "symbol", "pi"):
            return node
        name, args = node.args if node.kind == "function" else (None, ())
        if not isinstance(name, Unspecified):
            return node.graph.rebuild(node, lambda n: self.memo[n.index])
        if name.name not in self.values:
            self.missing[name.name] = name.slots
            return node
        slots = self.values[name.name][0]
        given = dict(zip(slots, (self.memo[a.index] for a in args), strict=True))
        self.domain += [(u.subs(given), sign) for u, sign in self.domains[name.name]]
        return self.slope(name, slots).subs(given)

    def slope(self, name: Unspecified, slots: Sequence[Expr]) -> Expr:
        if name not in self.slopes:
            value = self.values[name.name][1]
            for slot, order in zip(slots, name.orders):
                for _ in range(order):
                    value = value.diff(slot)
            self.slopes[name] = value
        return self.slopes[name]


class ValuesCopied(ValuesPut):
    """The same into another graph, where no form of before stands for an equal one."""

    def __init__(self, put: ValuesPut, graph: Graph):
        self.values, self.missing, self.slopes = put.values, put.missing, put.slopes
        self.graph = graph
        self.memo: dict[int, Expr] = {}

    def _node(self, node: Expr) -> Expr:
        name, args = node.args if node.kind == "function" else (None, ())
        if not isinstance(name, Unspecified) or name.name not in self.values:
            return self.graph.copy_node(node, self.memo)
        slots = self.values[name.name][0]
        value, *places = self.graph.copy([self.slope(name, slots), *slots])
        return value.subs(dict(zip(places, (self.memo[a.index] for a in args), strict=True)))
