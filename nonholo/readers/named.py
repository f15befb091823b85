"""What a person names, by a text or by an object of SymPy: coordinates, velocities, letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from nonholo.errors import BadCase
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.readers.sympy_door import from_sympy, shown
from nonholo.words.sentence import Sentence, say


def called(thing: Any) -> str:
    """The name of a text, a Symbol or a q(t); else how it prints."""
    if isinstance(thing, str):
        return thing
    name = getattr(thing, "name", None) or getattr(getattr(thing, "func", None), "__name__", "")
    is_named = getattr(thing, "is_Symbol", False) or is_function_of_time(thing)
    return name if name and is_named else shown(thing)


def is_function_of_time(thing: Any) -> bool:
    from sympy import Symbol
    from sympy.core.function import AppliedUndef

    return (
        isinstance(thing, AppliedUndef)
        and len(thing.args) == 1
        and isinstance(thing.args[0], Symbol)
    )


def name_of(thing: Any) -> str:
    """The name of a coordinate, velocity or letter; x' and x(t).diff(t) are xdot.

    >>> from sympy.physics.mechanics import dynamicsymbols
    >>> x = dynamicsymbols("x")
    >>> name_of("x'"), name_of(x), name_of(x.diff())
    ('xdot', 'x', 'xdot')
    """
    if isinstance(thing, str):
        return f"{thing[:-1]}dot" if thing.endswith("'") else thing
    if type(thing).__name__ == "Derivative" and getattr(thing, "derivative_count", 0) == 1:
        return f"{called(thing.expr)}dot"
    return called(thing)


def by_name(
    given: Mapping[Any, Any], symbols: Mapping[Expr, Any], where: str = "", key: str = "at"
) -> dict[str, Any]:
    """A table with names as its keys; symbols: what the user of a case calls its symbols.

    Raises BadCase where a name is given twice, and for what is no table.
    """
    if not isinstance(given, Mapping):
        raise BadCase(where, no_table(key, given))
    aliases = {word: symbol.args for symbol, word in symbols.items()}
    names = {aliases.get(key) or name_of(key): value for key, value in given.items()}
    if len(names) < len(given):
        raise BadCase(where, say("{given}: a name is given twice", given=given))
    return names


def no_table(key: str, given: Any) -> Sentence:
    """What is said of something else in place of names with numbers."""
    return say(
        "{key} = {given!r}: needed are names with numbers, such as {{'x': 0.5}}",
        key=key,
        given=given,
    )


def no_values(key: str, given: Any) -> Sentence:
    """What is said of something else in place of names with what is put in for them."""
    return say(
        "{key} = {given!r}: needed are names with what is put in, such as {{'u': 'sin(t)'}}",
        key=key,
        given=given,
    )


def each_of(given: Any) -> tuple[Any, ...]:
    """What was given one by one; what is no list, a text too, is the only one.

    >>> each_of("x"), each_of(["x", "y"]), each_of(3)
    (('x',), ('x', 'y'), (3,))
    """
    return tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (given,)


def in_text(value: Any, symbols: Mapping[Expr, Any]) -> Any:
    """An expression of SymPy as a text in the names of a case; anything else as it is.

    Raises NonholoError for what the language has no word for.
    """
    if not hasattr(value, "free_symbols") or not symbols:
        return value
    words = {word: symbol for symbol, word in symbols.items()}
    return text(from_sympy([value], next(iter(symbols)).graph, words)[0])
