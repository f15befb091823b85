"""What the names of a tree mean: velocities, differentials, parameters.

`resolve` reads them against declarations, as in a case file.  `infer` works the declarations out
where there are none, as on the command line; its rule for names like dx and delta is written there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from nonholo.errors import BadExpression
from nonholo.readers.tokens import FUNCTIONS, complaint
from nonholo.readers.tree import (
    Call,
    Differential,
    Divide,
    Expression,
    Multiply,
    Name,
    Power,
    Rate,
    Tree,
    fold,
    rebuild,
    walk,
)

PI, TIME = "pi", "t"
_ENDINGS = (("dot", 1), ("ddot", 2))


def resolve(
    tree: Tree, coordinates: Iterable[str], parameters: Iterable[str], time: str = TIME
) -> Tree:
    """The tree with every name understood: xdot, xddot, dx, dt become rates and differentials.

    A declared name always wins: a parameter called dx stays a `Name`.  dx/dt and R*dx/dt become
    velocities.  Raises `BadExpression` for undeclared and ambiguous names, for velocities of
    anything but a coordinate, and for calls of a declared name.

    >>> resolve(Name("xddot"), ["x"], [])
    Rate(name='x', order=2)
    """
    return fold(tree, _Scope(coordinates, parameters, time).read)


class _Scope:
    """What is declared, and the reading of one node by it."""

    def __init__(self, coordinates: Iterable[str], parameters: Iterable[str], time: str):
        self.coordinates, self.parameters = tuple(coordinates), tuple(parameters)
        self.time, self.moving = time, frozenset(self.coordinates)
        self.declared = self.moving.union(self.parameters)
        self.known = self.declared | {time, PI}

    def read(self, node: Tree, parts: list) -> Tree:
        if isinstance(node, Name):
            return node if node.text in self.known else self.undeclared(node)
        if isinstance(node, Rate | Differential):
            return self.checked(node)
        if isinstance(node, Call):
            self.check_function(node)
        node = rebuild(node, parts)
        return self.quotient(node) if isinstance(node, Divide) else node

    def undeclared(self, node: Name) -> Expression:
        """The one reading of a name that is not declared."""
        readings = [
            Rate(base, order, place=node.place)
            for base, order in _dotted(node.text)
            if base in self.moving
        ]
        base = node.text[1:]
        if node.text[0] == "d" and (base in self.moving or base == self.time):
            readings.append(Differential(base, place=node.place))
        if len(readings) == 1:
            return readings[0]
        raise self.unclear(node, readings) if readings else self.unknown(node)

    def unclear(self, node: Name, readings: list) -> BadExpression:
        message = f"{node.text} can be read in {len(readings)} ways with these coordinates"
        rates = [r.name + "'" * r.order for r in readings if isinstance(r, Rate)]
        return complaint(message, node.place, " or ".join(rates))

    def unknown(self, node: Name) -> BadExpression:
        text = node.text
        if text in FUNCTIONS:
            return complaint(f"{text} is a function here", node.place, f"{text}(...)")
        if text.endswith("dddot") and text[:-5] in self.moving:
            return complaint("accelerations are the highest", node.place, f"{text[:-5]}ddot")
        for base in (text[1:] if text[0] == "d" else "", *(base for base, _ in _dotted(text))):
            if base in self.known:
                return self.immobile(node, base)
        return complaint(f"{text} is not declared", node.place, self.nearest(text))

    def immobile(self, node: Expression, base: str) -> BadExpression:
        kind = {PI: "the constant", self.time: "time"}.get(base, "a parameter")
        message = f"{base} is {kind}, not a coordinate: it has no velocity and no differential"
        return complaint(message, node.place, "declaring it among the coordinates")

    def nearest(self, text: str) -> str:
        """What may have been meant, and what there is."""
        from difflib import get_close_matches

        forms = [form for q in self.coordinates for form in (f"{q}dot", f"{q}ddot", f"d{q}")]
        declared = [*self.coordinates, *self.parameters]
        near = get_close_matches(text, [*declared, self.time, PI, *forms], 1)
        more = ", ..." if len(declared) > 20 else ""
        there_is = f"declared are {', '.join(declared[:20])}{more}" if declared else "declaring it"
        return f"{near[0]} ({there_is})" if near else there_is

    def checked(self, node: Rate | Differential) -> Expression:
        timed = isinstance(node, Differential) and node.name == self.time
        if node.name in self.moving or timed:
            return node
        if node.name in self.known:
            raise self.immobile(node, node.name)
        for base, _ in _dotted(node.name):
            if base in self.moving:
                raise complaint("primes and dots together", node.place, f"{base}' or {base}''")
        raise complaint(f"{node.name} is not declared", node.place, self.nearest(node.name))

    def check_function(self, node: Call) -> None:
        written = {"log": ("log", "ln")}.get(node.function, (node.function,))
        for name in written:
            if name in self.declared:
                message = f"{name} is declared as a name here, so it can't be called"
                raise complaint(message, node.place, f"another name, or {name}*(...) for a product")

    def quotient(self, node: Divide) -> Expression:
        """R*dx/dt is R times the velocity of x."""
        over, under = _factors(node.numerator), _factors(node.denominator)
        small = Differential(self.time)
        if small not in under:
            return node
        moving = [f for f in over if isinstance(f, Differential) and f != small]
        if under.count(small) != 1 or len(moving) != 1:
            hint = "dx/dt term by term, or x'"
            raise complaint("dt below needs exactly one differential above", node.place, hint)
        rate = Rate(moving[0].name, 1, place=moving[0].place)
        top = _product([rate if f is moving[0] else f for f in over])
        bottom = [f for f in under if f != small]
        return Divide(top, _product(bottom), place=node.place) if bottom else top


def _dotted(text: str) -> Iterator[tuple[str, int]]:
    """The ways to read a name as a base with dots: xddot as (xd, 1) and as (x, 2)."""
    for ending, order in _ENDINGS:
        if text.endswith(ending) and text != ending:
            yield text[: -len(ending)], order


def _factors(node: Expression) -> tuple[Expression, ...]:
    return node.factors if isinstance(node, Multiply) else (node,)


def _product(factors: list[Expression]) -> Expression:
    if len(factors) == 1:
        return factors[0]
    return Multiply(tuple(factors), place=factors[0].place)


_VELOCITY, _OVER_DT = "'", "/dt"  # marks in a product, beside its d-names
_MAX_PRODUCTS = 1000
_GREEK = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"),
    *("lambda", "mu", "nu", "xi", "omicron", "rho", "sigma", "tau", "upsilon", "phi", "chi"),
    *("psi", "omega", "varepsilon", "vartheta", "varphi"),
)
_LETTER = re.compile(rf"(?:[A-Za-z\u0370-\u03ff]|(?i:{'|'.join(_GREEK)}))(?:_?[0-9]+|_\w+)?")


def infer(equations: Iterable[Tree]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The coordinates and the parameters of constraints that come without declarations.

    Coordinates are the names with a velocity (x', xdot, dx/dt) or a differential (dx), in the order
    in which these appear; every other name is a parameter, except t (time) and pi.

    Is a name with a d in front (dx, delta, damping) a differential?
    1. Never inside a function, a power or a denominator, except in dx/dt.
    2. In an equation with velocities it is a parameter; but one that looks like a differential, in
       a term without a velocity, is an error.
    3. Otherwise each term, multiplied out, has one differential, its likeliest d-name, and its
       other d-names are parameters.  Likeliest is dt; then a base (the name without its d) that is
       a letter or Greek, with or without an index, or that appears elsewhere; then any other word.
       delta, itself Greek, only counts if elta appears.  If two are equally likely, the one that is
       the only d-name of another term wins.
    Raises `BadExpression` where that decides nothing or contradicts itself, and if nothing moves.

    >>> from nonholo.readers.parser import parse_constraint
    >>> infer([parse_constraint("dx = delta*sin(theta) dy")])
    (('x', 'y'), ('delta', 'theta'))
    """
    equations = tuple(equations)
    leaves = [leaf for equation in equations for leaf in _leaves(equation)]
    names = {leaf.text if isinstance(leaf, Name) else leaf.name for leaf in leaves}
    bases = {leaf: _velocity_base(leaf, names) for leaf in leaves}
    small = _differentials(equations, names, set(filter(None, bases.values())))
    coordinates = dict.fromkeys(filter(None, (_coordinate(leaf, bases, small) for leaf in leaves)))
    if equations and not coordinates:
        hint = "velocities x' or xdot, or differentials dx"
        raise complaint("nothing here has a velocity or a differential", equations[0].place, hint)
    still = [leaf.text for leaf in leaves if isinstance(leaf, Name) and not bases[leaf]]
    apart = {*coordinates, *small, TIME, PI}
    return tuple(coordinates), tuple(dict.fromkeys(name for name in still if name not in apart))


def _leaves(tree: Tree) -> list[Name | Rate]:
    """The names and rates of a tree in the order of the text (quotients are reordered in it)."""
    found = [node for node in walk(tree) if isinstance(node, Name | Rate)]
    return sorted(found, key=lambda node: (node.place.line, node.place.column))


def _velocity_base(leaf: Name | Rate, names: set[str]) -> str | None:
    """The coordinate whose velocity this is: xddot belongs to x, to xd only if that alone is used."""
    if isinstance(leaf, Name) and leaf.text in FUNCTIONS:
        raise complaint(f"{leaf.text} is a function here", leaf.place, f"{leaf.text}(...)")
    readings = [base for base, _ in _dotted(leaf.text)] if isinstance(leaf, Name) else [leaf.name]
    if not readings:
        return None
    base = readings[0] if readings[0] in names and readings[-1] not in names else readings[-1]
    if base in (TIME, PI):
        raise complaint(f"{base} is no coordinate: it has no velocity", leaf.place)
    return base


def _coordinate(leaf: Name | Rate, bases: dict, small: set[str]) -> str | None:
    differential = isinstance(leaf, Name) and leaf.text in small and leaf.text != "d" + TIME
    return bases[leaf] or (leaf.text[1:] if differential else None)


def _differentials(equations: tuple, names: set[str], moving: set[str]) -> set[str]:
    """The d-names that are differentials, by the rule of `infer`."""
    likely = {name: _likelihood(name, names | moving) for name in names - moving}
    expanded = [fold(equation, partial(_expand, likely)) for equation in equations]
    buried = set().union(*(inside for _, inside in expanded))
    small: dict[str, Tree] = {}
    plain: set[str] = set()
    for equation, (products, _) in zip(equations, expanded):
        terms = [[name for name in product if name not in buried] for product in products]
        for term in terms:
            chosen = _differential_of(term, terms, likely, equation)
            small.update(dict.fromkeys(chosen, equation))
            plain.update(set(term) - chosen)
    for name in sorted(plain & small.keys()):
        raise _unclear(
            f"{name} would be a differential here and a parameter there", name, small[name]
        )
    return set(small)


def _likelihood(name: str, known: set[str]) -> int:
    """0 for no differential, up to 3 for dt, which is nothing else."""
    base = name[1:]
    if name[0] != "d" or not base.isidentifier() or base[0] == "_" or base == PI:
        return 0
    if base == TIME:
        return 3
    if base in known or _LETTER.fullmatch(base):
        return 2 if base in known or name not in _GREEK else 0
    return 0 if name in _GREEK else 1


def _expand(likely: dict[str, int], node: Tree, parts: list) -> tuple[set[tuple], set[str]]:
    """The d-names and marks of every term of the expanded node, and the d-names inside of others."""
    inside = set().union(*(buried for _, buried in parts))
    if isinstance(node, Rate) or (isinstance(node, Name) and any(_dotted(node.text))):
        return {(_VELOCITY,)}, inside
    if isinstance(node, Name):
        return {(node.text,) if likely.get(node.text) else ()}, inside
    terms = [products for products, _ in parts]
    if isinstance(node, Multiply):
        return _products(terms, node), inside
    if isinstance(node, Divide):
        below = set().union(*terms[1])
        timed = len(terms[1]) == 1 and "d" + TIME in below
        over = _products([terms[0], {(_OVER_DT,)}], node) if timed else terms[0]
        return over, inside | (below - {"d" + TIME} if timed else below)
    if isinstance(node, Power | Call):
        below = set().union(*(product for products in terms for product in products))
        return {(_VELOCITY,) if _VELOCITY in below else ()}, inside | below - {_VELOCITY}
    return set().union(*terms) or {()}, inside


def _products(sums: list[set[tuple]], node: Tree) -> set[tuple]:
    found = {()}
    for terms in sums:
        found = {tuple(sorted(first + second)) for first in found for second in terms}
        if len(found) > _MAX_PRODUCTS:
            raise complaint("too many products of sums", node.place, "multiplying them out")
    return found


def _differential_of(term: list, terms: list[list], likely: dict, equation: Tree) -> set[str]:
    """The differential of one term (with dt if it stands below), nothing if it has none."""
    names = [name for name in term if name not in (_VELOCITY, _OVER_DT)]
    over = {"d" + TIME} if _OVER_DT in term else set()
    if _VELOCITY in term or not names:
        return over
    best = max(likely[name] for name in names)
    top = [name for name in names if likely[name] == best]
    if not over and any(_VELOCITY in other or _OVER_DT in other for other in terms):
        if best == 1:
            return set()
        raise _unclear(
            f"{top[0]} beside velocities: a differential or a parameter?", top[0], equation
        )
    if len(top) > 1:
        top = [name for name in top if [name] in terms] or top
    if len(top) > 1:
        raise _unclear(f"{' or '.join(top)}: which one is the differential?", top[0], equation)
    return {top[0], *over}


def _unclear(message: str, name: str, equation: Tree) -> BadExpression:
    place = next(leaf.place for leaf in _leaves(equation) if getattr(leaf, "text", "") == name)
    return complaint(message, place, "velocities, x' for dx, or another name for a parameter")
