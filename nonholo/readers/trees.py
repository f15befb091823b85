"""The maker of syntax trees: what each part of a text is as a node of `tree`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonholo.expression.unspecified import Unspecified
from nonholo.readers.places import Mark
from nonholo.readers.tokens import Source
from nonholo.readers.tree import (
    Add,
    Call,
    Divide,
    Expression,
    Multiply,
    Negate,
    Power,
    check_size,
    leaf,
)


class Trees:
    """Makes trees whose nodes know their places in `source`."""

    def __init__(self, source: Source):
        self.source = source

    def leaf(self, word: str, index: int) -> Expression:
        return leaf(word, Mark(self.source, index))

    def negate(self, operand: Expression, index: int) -> Expression:
        return Negate(operand, place=Mark(self.source, index))

    def power(self, base: Expression, exponent: Expression) -> Expression:
        return Power(base, exponent, place=base.place)

    def call(
        self, function: str | Unspecified, args: Sequence[Expression], index: int
    ) -> Expression:
        return Call(function, tuple(args), place=Mark(self.source, index))

    def term(self, over: Sequence[Expression], under: Sequence[Expression] | None) -> Expression:
        top = several(Multiply, over)
        return Divide(top, several(Multiply, under), place=top.place) if under else top

    def total(self, terms: Sequence[Expression]) -> Expression:
        return several(Add, terms)

    def whole(self, operand: Expression) -> Expression:
        """The tree of one side, if its size is bounded.

        Raises `BadExpression`.
        """
        check_size(operand)
        return operand


def several(make: Callable, parts: Sequence[Expression]) -> Expression:
    """The sum or product of the parts, or the only one."""
    return parts[0] if len(parts) == 1 else make(tuple(parts), place=parts[0].place)
