"""Unspecified functions as SymPy writes them: f(y(t)), its Derivative, and Subs of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from nonholo.expression.unspecified import Unspecified


class Applied(NamedTuple):
    """A function or derivative by its name, what it is applied to, and the orders."""

    name: str
    args: tuple[Any, ...]
    orders: tuple[int, ...]


def applied(piece: Any, of_time: Iterable[str] = ()) -> Applied | None:
    """How a SymPy object applies an undefined function; None for anything else.

    of_time: the names of functions of time alone that are no coordinates.

    >>> import sympy
    >>> from sympy.physics.mechanics import dynamicsymbols
    >>> y, f = dynamicsymbols("y"), sympy.Function("f")
    >>> applied(f(y).diff(y))
    Applied(name='f', args=(y(t),), orders=(1,))
    >>> applied(f(2 * y).diff(y).args[-1]).orders
    (1,)
    """
    from sympy import Derivative, Subs
    from sympy.core.function import AppliedUndef

    if isinstance(piece, AppliedUndef):
        name = piece.func.__name__
        known = name in of_time or not _is_of_time(piece)
        return Applied(name, piece.args, (0,) * len(piece.args)) if known else None
    if isinstance(piece, Derivative):
        inner = applied(piece.expr, of_time)
        if inner is None:
            return None
        counts = Counter({variable: int(n) for variable, n in piece.variable_count})
        if not set(counts) <= set(inner.args):
            return None
        orders = tuple(n + counts[arg] for n, arg in zip(inner.orders, inner.args, strict=True))
        return Applied(inner.name, inner.args, orders)
    if isinstance(piece, Subs):
        inner = applied(piece.expr, of_time)
        places = dict(zip(piece.variables, piece.point, strict=True))
        if inner is None or any(a not in places and a.has(*places) for a in inner.args):
            return None
        return Applied(inner.name, tuple(places.get(a, a) for a in inner.args), inner.orders)
    return None


def _is_of_time(piece: Any) -> bool:
    """It looks like a coordinate q(t)."""
    (first, *others) = piece.args
    return not others and bool(first.is_Symbol) and not first.is_Dummy


def written(name: Unspecified, args: Sequence[Any]) -> Any:
    """The SymPy object of an unspecified function at some arguments."""
    from sympy import Derivative, Dummy, Function, Subs

    function = Function(name.name)
    if name.is_plain:
        return function(*args)
    plain = all(a.is_Symbol or getattr(a, "is_Function", False) for a in args)
    places = args if plain and len(set(args)) == len(args) else [Dummy(s) for s in name.slots]
    counts = [(place, n) for place, n in zip(places, name.orders, strict=True) if n]
    derivative = Derivative(function(*places), *counts)
    return derivative if places is args else Subs(derivative, tuple(places), tuple(args))
