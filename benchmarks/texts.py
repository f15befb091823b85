"""Functions written as texts that carry their derivatives: forward differentiation on strings.

Known answers must not come from the code they judge, so the sets under benchmarks/ are
differentiated here, by the product and the chain rule alone, and reach the package (and its peers)
as plain text.

>>> x, y = variable("x"), variable("y")
>>> (x * y).grad
{'x': 'y', 'y': 'x'}
>>> apply("sin", x * x).grad
{'x': 'cos(x*x)*(x + x)'}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

DERIVATIVE = {  # d f(u) / du as a text with {u} for the argument
    "sin": "cos({u})",
    "cos": "(-sin({u}))",
    "exp": "exp({u})",
    "sqrt": "(1/(2*sqrt({u})))",
    "log": "(1/({u}))",
    "atan": "(1/(1 + ({u})^2))",
    "tanh": "(1 - tanh({u})^2)",
    "sinh": "cosh({u})",
}


@dataclass(frozen=True, slots=True)
class Function:
    """A function as text, with the texts of its partial derivatives that are not zero."""

    text: str
    grad: Mapping[str, str] = field(default_factory=dict)

    def __add__(self, other: Function | int) -> Function:
        other = lift(other)
        names = dict.fromkeys([*self.grad, *other.grad])
        return Function(
            plus(self.text, other.text),
            {n: plus(self.grad.get(n, "0"), other.grad.get(n, "0")) for n in names},
        )

    def __mul__(self, other: Function | int) -> Function:
        other = lift(other)
        names = dict.fromkeys([*self.grad, *other.grad])
        return Function(
            times(self.text, other.text),
            _cleaned(
                {
                    n: plus(
                        times(self.grad.get(n, "0"), other.text),
                        times(self.text, other.grad.get(n, "0")),
                    )
                    for n in names
                }
            ),
        )

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Function:
        return lift(-1) * self

    def __sub__(self, other: Function | int) -> Function:
        return self + -lift(other)


def plus(*texts: str) -> str:
    """A sum in parentheses, zeros left out."""
    terms = [t for t in texts if t != "0"]
    return "0" if not terms else terms[0] if len(terms) == 1 else f"({' + '.join(terms)})"


def times(*texts: str) -> str:
    """A product, ones left out; every text is an atom, a product or in parentheses."""
    if "0" in texts:
        return "0"
    return "*".join(t for t in texts if t != "1") or "1"


def lift(value: Function | int | str) -> Function:
    """A constant as a function."""
    if isinstance(value, Function):
        return value
    text = str(value)
    return Function(f"({text})" if text.startswith("-") else text)


def variable(name: str) -> Function:
    """A coordinate, or t."""
    return Function(name, {name: "1"})


def apply(name: str, u: Function) -> Function:
    """sin, cos, exp, ... of a function."""
    inner = u.text[1:-1] if _wrapped(u.text) else u.text
    outer = DERIVATIVE[name].format(u=inner)
    return Function(f"{name}({inner})", _cleaned({n: times(outer, g) for n, g in u.grad.items()}))


def power(u: Function, n: int) -> Function:
    """u^n for n >= 2."""
    lower = u.text if n == 2 else f"({u.text})^{n - 1}"
    return Function(
        f"({u.text})^{n}", _cleaned({k: times(str(n), lower, g) for k, g in u.grad.items()})
    )


def inverse(u: Function) -> Function:
    """1/u."""
    slope = f"(-1/({u.text})^2)"
    return Function(f"1/({u.text})", _cleaned({n: times(slope, g) for n, g in u.grad.items()}))


def total(functions: Iterable[Function]) -> Function:
    """The sum of functions."""
    result = lift(0)
    for f in functions:
        result = result + f
    return result


Form = Sequence[tuple[Function, Function]]  # sum a db over the pairs (a, b)


def coefficients(form: Form, names: Sequence[str]) -> list[str]:
    """The components of sum a db in the given coordinates."""
    return [plus(*(times(a.text, b.grad.get(n, "0")) for a, b in form)) for n in names]


def constraint(row: Sequence[str], names: Sequence[str]) -> str:
    """A row of coefficients as a constraint on velocities; the name t stands for the part
    without a velocity.
    """
    parts = [
        times(c, f"{n}'") if n != "t" else c for c, n in zip(row, names, strict=True) if c != "0"
    ]
    return " + ".join(parts) + " = 0"


def _wrapped(text: str) -> bool:
    """Does one pair of parentheses hold the whole text?"""
    if not text.startswith("("):
        return False
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def _cleaned(grad: Mapping[str, str]) -> dict[str, str]:
    return {n: g for n, g in grad.items() if g != "0"}
