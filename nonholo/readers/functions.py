"""Unspecified functions in texts: how they are declared, and which calls mean them.

    functions = ["f(y)", "h(x, y) = x^2/4 - y"]        declared, the second with a value for numbers

A value is used where numbers are: what is decided is decided for the function as a letter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nonholo.errors import BadCase, BadExpression
from nonholo.expression.unspecified import function_named
from nonholo.readers.declared import TIME
from nonholo.readers.glued import BENT, elsewhere, meant
from nonholo.readers.names import CONVENTIONAL
from nonholo.readers.parser import NO_FUNCTIONS, Signatures
from nonholo.readers.tokens import FUNCTIONS, NOWHERE, kind, read_words
from nonholo.words.sentence import say

_NO_FUNCTIONS = frozenset(("d", "D", "dot", "ddot", "diff", "Derivative"))
LETTERS = CONVENTIONAL | {"t"}


@dataclass(frozen=True, slots=True)
class Function:
    """The names of the arguments, and the value as a text in them, if there is one."""

    slots: tuple[str, ...]
    value: str | None = None


def declared_function(text: str) -> tuple[str, Function]:
    """The name and the function that a text like "h(x, y) = x^2/4" declares.

    Raises BadExpression for a text of another shape.

    >>> declared_function("h(x, y) = x*y")
    ('h', Function(slots=('x', 'y'), value='x*y'))
    """
    head, equals, value = text.partition("=")
    words = read_words(head).words
    name, slots = words[0], tuple(words[2:-2:2])
    shape = [kind(word) for word in words]
    inner = ["name", "operator"] * max(1, len(slots))
    if (
        shape != ["name", "operator", *inner, "end"]
        or words[1] != "("
        or words[-2] != ")"
        or any(word != "," for word in words[3:-2:2])
        or any("'" in word for word in words)
    ):
        message = say(
            '{text}: needed is a function of names, such as "f(y)" or "h(x, y)"', text=text
        )
        raise BadExpression(message, NOWHERE)
    if len(set(slots)) < len(slots):
        raise BadExpression(say("{text}: an argument stands twice", text=text), NOWHERE)
    if name in FUNCTIONS:
        raise BadExpression(
            say("{text}: {name} is a function of the language already", text=text, name=name),
            NOWHERE,
        )
    if equals and not value.strip():
        raise BadExpression(
            say("{text}: the value is missing; without one, no = either", text=text), NOWHERE
        )
    return name, Function(slots, value.strip() if equals else None)


def declared_functions(given: Any) -> dict[str, Function]:
    """Functions from texts ["f(y)", "h(x, y) = x^2/4"] or a mapping {"h(x, y)": "x^2/4"}.

    Raises BadExpression for a text of another shape; BadCase for what is no text, or twice.
    """
    if isinstance(given, Mapping):
        pairs = ((_as_text(n), v) for n, v in given.items())
        given = [n if v is None or v == {} else f"{n} = {v}" for n, v in pairs]
    functions: dict[str, Function] = {}
    for each in without_bare(given):
        text = _as_text(each)
        if not isinstance(text, str):
            raise BadCase(
                "", say('functions: {text!r} is no text such as "h(x, y) = x^2/4"', text=text)
            )
        name, function = declared_function(text)
        if name in functions:
            raise BadCase("", say("functions: {name} is declared twice", name=name))
        functions[name] = function
    return functions


def without_bare(given: Any) -> list[Any]:
    """Functions that are declared with their arguments: what a bare SymPy Function("f") is applied
    to is seen where it is called.
    """
    one = not isinstance(given, Iterable | type)
    each = [given] if one or isinstance(given, str | type) else list(given)
    return [f for f in each if not isinstance(f, type)]


def _as_text(given: Any) -> Any:
    """The text of an applied SymPy function f(y); what is another thing stays as it is."""
    head = getattr(getattr(given, "func", None), "__name__", "")
    if isinstance(given, str | type) or not head:
        return given
    names = [str(getattr(a, "name", None) or a.func.__name__) for a in given.args]
    return f"{head}({', '.join(names)})"


def called_functions(
    texts: Iterable[str],
    names: Iterable[str] = (),
    declared: Mapping[str, Sequence[str]] = NO_FUNCTIONS,
) -> dict[str, tuple[str, ...]]:
    """The functions that texts call without a declaration: a name directly before "(" and names.

    A word glued to a function of the language, one of its functions as other languages call it
    (sen, Sin), one that bends (max), a rate or differential, a name that also stands by itself, and
    one that looks like a coordinate x(t) are none; nor is one of `names`.  Arguments are those of
    the first call.

    >>> called_functions(["dx = f(y) dz", "R (x + y) dx = h(x, t) dz"])
    {'f': ('y',), 'h': ('x', 't')}
    """
    calls: dict[str, Sequence[str]] = {}
    plain, alone = set[str](), set(names)
    for text in texts:
        try:
            source = read_words(text, hasty=True)
        except BadExpression:  # the reader says so, with the place
            continue
        words = source.words
        for k, word in enumerate(words):
            if kind(word) != "name" or word in FUNCTIONS:
                continue
            if words[k + 1] != "(" or not source.touching(k + 1):
                alone.add(word)
            elif slots := _names_until(words, k + 2):
                calls.setdefault(word.rstrip("'"), slots)
                plain |= {word} if "'" not in word else set()
    return {
        name: tuple(slots)
        for name, slots in calls.items()
        if not (
            name in alone
            or name in declared
            or elsewhere(name)
            or name.lower() in BENT
            or meant(name, alone)
            or _is_rate(name)
        )
        and (tuple(slots) != (TIME,) or name in plain)
        and not _is_derivative(name, calls | dict(declared))
    }


def _is_rate(name: str) -> bool:
    """It looks like a velocity, a differential or an operator: xdot, dx, d."""
    if name in _NO_FUNCTIONS or name in CONVENTIONAL:
        return True
    return name.endswith("dot") or (name[0] == "d" and name[1:] in LETTERS)


def _is_derivative(word: str, signatures: Signatures) -> bool:
    others = {name: slots for name, slots in signatures.items() if name != word}
    return function_named(word, others) is not None


def _names_until(words: Sequence[str], start: int) -> tuple[str, ...]:
    """The names from there up to the closing parenthesis, with commas between; () otherwise."""
    ends = (k for k in range(start, len(words)) if words[k] in ("(", ")", ""))
    end = next(ends, len(words) - 1)
    inside = words[start:end]
    slots = tuple(inside[::2])
    plain = all(kind(word) == "name" and "'" not in word for word in slots)
    commas = all(word == "," for word in inside[1::2]) and len(inside) % 2 == 1
    different = len(set(slots)) == len(slots)
    return slots if plain and commas and different and words[end] == ")" else ()
