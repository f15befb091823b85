"""What the names of a tree mean: velocities, differentials, parameters.

`resolve` reads them against declarations, as in a case file.  `infer` works the declarations out
where there are none, as on the command line; its rule for names like dx and delta is written there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from nonholo.errors import BadExpression
from nonholo.expression.unspecified import Unspecified, function_named
from nonholo.readers.declared import DT, PI, TIME, Declared, dotted, resolve
from nonholo.readers.glued import (
    GREEK,
    meant,
    meant_as_product,
    meant_as_velocity,
    meant_with_differential,
)
from nonholo.readers.parser import sides
from nonholo.readers.places import Mark, complaint
from nonholo.readers.tokens import FUNCTIONS, Source, kind
from nonholo.readers.tree import Call, Divide, Multiply, Name, Power, Rate, Tree, fold, named, walk
from nonholo.words.sentence import say

__all__ = ["DT", "PI", "TIME", "Declared", "infer", "infer_from_words", "resolve"]

_VELOCITY, _OVER_DT = "'", "/dt"  # marks in a product, beside its d-names
_OF_A_LETTER = 2  # how likely dx is a differential, where x is a known name or one letter
_MARKS = frozenset((_VELOCITY, _OVER_DT))
_MAX_PRODUCTS, _MAX_FACTORS = 1000, 50
CONVENTIONAL = frozenset(("x", "y", "z", "theta", "phi", "psi", "θ", "φ", "ψ"))
_TOO_MANY = say("too many d-names in one product")
_LETTER = re.compile(rf"(?:[A-Za-z\u0370-\u03ff]|(?i:{GREEK}))(?:_?[0-9]+|_\w+)?")


def infer(
    equations: Iterable[Tree], declared: Iterable[str] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names that move and those that do not, in constraints that come without declarations.

    The first are the names with a velocity (x', xdot, dx/dt) or a differential (dx), in their
    order; the second all others, except t (time) and pi.  A name in `declared` is a name, whatever
    it looks like.

    Is a d-name (dx, delta, damping) a differential?  How likely it is: dt above all; then a base
    (the name without its d) that is a letter or Greek, with or without an index, or that appears
    elsewhere; then any other word; but delta, itself Greek, only if elta appears.

    1. In an equation without velocities each term, multiplied out, has one differential: its
       likeliest d-name.  Its other d-names are parameters.  If two are equally likely, the one that
       is the only d-name of another term wins.
    2. In an equation with velocities (dx/dt is one) d-names are parameters.
    3. Inside a function, a power or a denominator d-names are parameters.

    Raises `BadExpression` where the rule ends in a tie or a contradiction, where a likely d-name
    (letter, Greek, known) becomes a parameter by 2 in a term without a velocity, or by 3 in an
    equation without one, if nothing moves, and for a function or a differential glued to a name
    (sinx, ydx).

    >>> from nonholo.readers.parser import parse_constraint
    >>> infer([parse_constraint("dx = delta*sin(theta) dy")])
    (('x', 'y'), ('delta', 'theta'))
    """
    equations = tuple(equations)
    leaves = dict.fromkeys(leaf for equation in equations for leaf in _leaves(equation))
    return _inferred(leaves, equations, _Terms.of_tree, frozenset(declared))


def infer_from_words(
    sources: Iterable[Source], declared: Iterable[str] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The same without trees, for texts that are right: what is wrong with others, `infer`
    knows.
    """
    sources = tuple(sources)
    words = dict.fromkeys(word for source in sources for word in source.words)
    calls = {w for source in sources for w in words if function_named(w, source.functions)}
    apart = FUNCTIONS.keys() | calls
    leaves = [named(word) for word in words if kind(word) == "name" and word not in apart]
    return _inferred(leaves, sources, _Terms.of_words, frozenset(declared))


def _inferred(
    leaves: Iterable[Name | Rate], equations: tuple, expand: Callable, declared: frozenset[str]
) -> tuple:
    names = _names(leaves)
    bases = {leaf: _velocity_base(leaf, names, declared) for leaf in leaves}
    small = _differentials(equations, expand, names, set(filter(None, bases.values())), declared)
    bases.update((Name(name), name[1:]) for name in small - {DT})
    coordinates = tuple(dict.fromkeys(base for leaf in leaves if (base := bases[leaf])))
    apart = {*coordinates, *small, TIME, PI}
    still = dict.fromkeys(
        leaf.text for leaf, base in bases.items() if isinstance(leaf, Name) and not base
    )
    _refuse_glued(bases, apart, declared)
    if equations and not coordinates:
        raise complaint(
            say("nothing here has a velocity or a differential"),
            equations[0].place,
            _moving_hint(still),
        )
    return coordinates, tuple(name for name in still if name not in apart)


def _refuse_glued(
    bases: dict[Name | Rate, str | None], apart: set[str], declared: frozenset[str]
) -> None:
    """Raise `BadExpression` for a function or differential glued to a name nobody declared."""
    known = {*filter(None, bases.values()), *declared}
    letters = known | CONVENTIONAL
    for word, base in bases.items():
        text = word.text if isinstance(word, Name) else word.name
        name = base or text
        if name in declared or (not base and name in apart):
            continue
        reading = meant(name, known)
        if not base:
            reading = reading or meant_with_differential(name) or meant_as_product(name, letters)
        if text == "dot":
            reading = f"x{text}"
        elif base and base.endswith("_"):
            reading = f"{base.rstrip('_')}dot"
        elif base and text.startswith("delta") and _LETTER.fullmatch(text[5:]):
            reading = f"d{text[5:]}"
        if reading:
            option, argument = ("coordinates", "also") if base else ("constants", "constants")
            setting = f'--{option} {name}, in Python {argument}=["{name}"]'
            hint = say("{reading}; a name is kept by {kept}", reading=reading, kept=setting)
            if text == "dot" or (base and base.endswith("_")):
                hint = say("{moving}' for {name}", moving=reading[:-3], name=_dotted(text, reading))
            raise complaint(
                say(
                    "{text} is not taken for a name: did you mean {reading}?",
                    text=text,
                    reading=reading,
                ),
                word.place,
                hint,
            )


def _dotted(text: str, reading: str) -> str:
    """How x dot, or x_dot, was written."""
    return f"{reading[:-3]} dot" if text == "dot" else text


def _moving_hint(still: Iterable[str]) -> str:
    """What to try where nothing moves."""
    for name in still:
        for sign in ("δ", "Δ", "D", "delta"):
            if name.startswith(sign) and _LETTER.fullmatch(name[len(sign) :]):
                return say("d{name} for {name2}", name=name[len(sign) :], name2=name)
    if "d" in still:
        return say("dx in one word")
    for name in still:
        if moving := meant_as_velocity(name, CONVENTIONAL | {*still}):
            return say("{moving}' for {name}", moving=moving, name=name)
    relation = say("a relation f(x, y) = 0 between coordinates")
    return say(
        "velocities x' or xdot, or differentials dx; {relation} stands under "
        "holonomic_constraints of a case file",
        relation=relation,
    )


def _names(leaves: Iterable[Name | Rate]) -> set[str]:
    return {leaf.text if isinstance(leaf, Name) else leaf.name for leaf in leaves}


def _leaves(tree: Tree) -> list[Name | Rate]:
    """The names and rates of a tree in the order of the text (quotients are reordered in it)."""
    leaves = [node for node in walk(tree) if isinstance(node, Name | Rate)]
    return sorted(leaves, key=_index)


def _index(node: Name | Rate) -> int:
    assert isinstance(node.place, Mark)  # of a tree that was read from a text
    return node.place.index


def _velocity_base(leaf: Name | Rate, names: set[str], declared: frozenset[str]) -> str | None:
    """The coordinate whose velocity this is: xddot is of x, unless only xd appears elsewhere."""
    text = leaf.text if isinstance(leaf, Name) else leaf.name
    if text in declared and isinstance(leaf, Name):
        return None
    if text in FUNCTIONS and text not in declared:
        raise complaint(say("{text} is a function here", text=text), leaf.place, f"{text}(...)")
    readings = [q for q, _ in dotted(leaf.text)] if isinstance(leaf, Name) else [leaf.name]
    if not readings:
        return None
    base = readings[0] if readings[-1] not in names and readings[0] in names else readings[-1]
    if base not in (TIME, PI):
        return base
    raise complaint(say("{base} is no coordinate: it has no velocity", base=base), leaf.place)


def _differentials(
    equations: tuple, expand: Callable, names: set[str], moving: set[str], declared: frozenset[str]
) -> set[str]:
    """The d-names that are differentials, by the rule of `infer`."""
    known = names | moving | declared
    likely = {name: _likelihood(name, known) for name in names - moving - declared}
    if not any(likely.values()):
        return set()
    expanded = [expand(_Terms(likely, declared), equation) for equation in equations]
    buried = set().union(*(inside for _, inside in expanded))
    small, plain = {}, set()
    for equation, (products, inside) in zip(equations, expanded):
        terms = [[name for name in product if name not in buried] for product in sorted(products)]
        moves = any(not _MARKS.isdisjoint(term) for term in terms)
        for name in sorted(name for name in inside if likely[name] > 1 and not moves):
            hint = say("{name} as a factor, dz = y*{name} for dz/{name} = y", name=name)
            raise _unclear(
                say("{name}: a constraint is linear in differentials", name=name),
                name,
                equation,
                hint,
            )
        alone = {term[0] for term in terms if len(term) == 1}
        for term in terms:
            chosen = _differential_of(term, alone, moves, likely, equation)
            small.update(dict.fromkeys(chosen, equation))
            plain.update(set(term) - chosen)
    for name in sorted(plain & small.keys()):
        raise _unclear(
            say("{name}: a differential in one term, not in another?", name=name), name, small[name]
        )
    return set(small)


def _likelihood(name: str, known: set[str]) -> int:
    """0 for no differential, 2 for that of a letter or a known name, 3 for dt."""
    base = name[1:]
    if name == DT:
        return 3
    if name[0] != "d" or not base.isidentifier() or base[0] == "_" or base == PI:
        return 0
    letter = base in known or _LETTER.fullmatch(base)
    return _OF_A_LETTER if letter else int(name != "delta")


class _TooMany(Exception):
    """A product that is too large to be multiplied out."""


class _Terms:
    """Makes of an equation its terms, multiplied out: the set of their d-names and marks.

    buried: the d-names inside functions, powers and denominators.
    """

    def __init__(self, likely: dict[str, int], declared: frozenset[str]):
        self.likely, self.declared = likely, declared
        self.buried: set[str] = set()
        self.known: dict[str, set[tuple]] = {}

    def of_words(self, source: Source) -> tuple[set[tuple], set[str]]:
        """The terms of a text and what is buried in them.  Raises `BadExpression`."""
        try:
            return self.total(
                [side for side in sides(source, self) if side is not None]
            ), self.buried
        except _TooMany:
            raise complaint(_TOO_MANY, source.place) from None

    def of_tree(self, tree: Tree) -> tuple[set[tuple], set[str]]:
        return fold(tree, self._node), self.buried

    def _node(self, node: Tree, parts: list) -> set[tuple]:
        try:
            match node:
                case Name(word):
                    return self.leaf(word, 0)
                case Rate():
                    return {(_VELOCITY,)}
                case Multiply():
                    return self.term(parts, None)
                case Divide():
                    return self.term(parts[:1], parts[1:])
                case Power() | Call():
                    return self.call("", parts, 0)
            return self.total(parts) or {()}
        except _TooMany:
            raise complaint(_TOO_MANY, node.place, say("multiplying it out")) from None

    def leaf(self, word: str, index: int) -> set[tuple]:
        if word not in self.known:
            moving = word[-1] == "'" or (word not in self.declared and any(dotted(word)))
            self.known[word] = {
                (_VELOCITY,) if moving else (word,) if self.likely.get(word) else ()
            }
        return self.known[word]

    def negate(self, operand: set[tuple], index: int) -> set[tuple]:
        return operand

    def power(self, base: set[tuple], exponent: set[tuple]) -> set[tuple]:
        return self.call("", [base, exponent], 0)

    def call(self, function: str | Unspecified, args: list[set[tuple]], index: int) -> set[tuple]:
        below = set().union(*(product for products in args for product in products))
        self.buried |= below - _MARKS
        return {(_VELOCITY,) if below & _MARKS else ()}

    def term(self, over: list[set[tuple]], under: list[set[tuple]] | None) -> set[tuple]:
        top = _products(over)
        if not under:
            return top
        bottom = _products(under)
        below = set().union(*bottom)
        timed = len(bottom) == 1 and DT in below
        self.buried |= below - (_MARKS | {DT} if timed else _MARKS)
        return _products([top, {(_OVER_DT,)}]) if timed else top

    def total(self, terms: list[set[tuple]]) -> set[tuple]:
        return set().union(*terms)

    def whole(self, operand: set[tuple]) -> set[tuple]:
        return operand


def _products(sums: list[set[tuple]]) -> set[tuple]:
    products = {()}
    for terms in sorted(sums, key=len):
        names = max(map(len, products)) + max(map(len, terms))
        wide = len(products) > 1 and len(products) * len(terms) > _MAX_PRODUCTS
        if wide or names > _MAX_FACTORS:
            raise _TooMany
        products = {tuple(sorted(first + second)) for first in products for second in terms}
    return products


def _differential_of(term: list, alone: set, moves: bool, likely: dict, equation: Tree) -> set:
    """The differential of one term (with dt if it stands below), nothing if it has none."""
    names = [name for name in term if name not in _MARKS]
    over = {DT} if _OVER_DT in term else set()
    best = max((likely[name] for name in names), default=0)
    timed = _VELOCITY in term and not over and DT in names
    if not timed and (_VELOCITY in term or not names or (moves and not over and best == 1)):
        return over
    top = [name for name in names if likely[name] >= min(best, _OF_A_LETTER)]
    if moves and not over:
        raise _unclear(
            say("{top} beside velocities: is it a differential?", top=top[0]), top[0], equation
        )
    top = [name for name in top if len(top) == 1 or name in alone] or top
    if len(top) > 1:
        message = say(
            "one differential in each term: is it {top} or {top2}?", top=top[0], top2=top[1]
        )
        raise _unclear(message, top[0], equation)
    return {top[0], *over}


def _unclear(
    message: str,
    name: str,
    equation: Tree | Source,
    hint: str = say("velocities, x' for dx, or another name for a parameter"),
) -> BadExpression:
    place = equation.place
    if not isinstance(equation, Source):
        place = next(leaf.place for leaf in _leaves(equation) if getattr(leaf, "text", "") == name)
    return complaint(message, place, hint)
