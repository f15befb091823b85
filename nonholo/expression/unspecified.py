"""Functions that are not specified: f(y), h(x, y), a(t), and their derivatives.

f and its derivatives at an argument are free generators, as symbols are: for any finite number of
arguments that differ as functions, and any numbers, there is an analytic f whose derivatives there
are these numbers.  So what vanishes with free generators vanishes for every f, and what does not
vanish so, does not vanish for some f, hence for almost every one.  Mixed derivatives commute: a
derivative is known by how often each argument is differentiated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from nonholo.errors import option
from nonholo.words.sentence import say


class Unspecified(NamedTuple):
    """A derivative of an unspecified function: the function's name, the names of its arguments,
    and the order of the derivative by each.

    >>> h = Unspecified("h", ("x", "y"), (0, 0))
    >>> h.by(0).by(1).word, h.is_plain
    ('h_xy', True)
    """

    name: str
    slots: tuple[str, ...]
    orders: tuple[int, ...]

    @property
    def is_plain(self) -> bool:
        """The function itself, not differentiated."""
        return not any(self.orders)

    @property
    def letters(self) -> tuple[str, ...]:
        """The names of the arguments by which it is differentiated, each as often."""
        return tuple(s for s, n in zip(self.slots, self.orders) for _ in range(n))

    @property
    def word(self) -> str:
        """How it is called in texts: f, f_y, h_xy; h_theta_x where a name is longer."""
        if self.is_plain:
            return self.name
        return f"{self.name}_{_between(self.slots).join(self.letters)}"

    @property
    def primed(self) -> str:
        """How people write it: f, f', f'' for one argument, else h_xy."""
        order = sum(self.orders)
        return self.name + "'" * order if len(self.slots) == 1 and order < 4 else self.word

    def by(self, position: int) -> Unspecified:
        """The derivative by one argument."""
        return self.of_orders(n + (k == position) for k, n in enumerate(self.orders))

    def of_orders(self, orders: Iterable[int]) -> Unspecified:
        """The derivative of these orders."""
        return Unspecified(self.name, self.slots, tuple(orders))


def function_named(word: str, declared: Mapping[str, Sequence[str]]) -> Unspecified | None:
    """The derivative that a word calls; declared: the arguments of each function, by its name.

    >>> function_named("h_yx", {"h": ("x", "y")}).orders
    (1, 1)
    >>> function_named("f''", {"f": ("s",)}).word
    'f_ss'
    """
    name = word.rstrip("'")
    if name in declared:
        slots, primes = tuple(declared[name]), len(word) - len(name)
        if primes and len(slots) != 1:
            return None
        return Unspecified(name, slots, (primes, *[0] * (len(slots) - 1)))
    for known, arguments in declared.items():
        if word.startswith(f"{known}_"):
            slots = tuple(arguments)
            tail = word[len(known) + 1 :]
            letters = _split(tail, slots) if _between(slots) else list(tail)
            if letters and set(letters) <= set(slots):
                return Unspecified(known, slots, tuple(letters.count(s) for s in slots))
    return None


def _split(tail: str, slots: Sequence[str]) -> list[str]:
    """The names of arguments that stand in a tail with _ between; [] if it is none."""
    if tail in slots:
        return [tail]
    for slot in slots:
        if tail.startswith(f"{slot}_") and (others := _split(tail[len(slot) + 1 :], slots)):
            return [slot, *others]
    return []


def no_value(functions: Mapping[str, Sequence[str]]) -> str:
    """What is wrong where numbers are asked of functions without a value, and what to do."""
    name, slots = next(iter(functions.items()))
    head = f"{name}({', '.join(slots)})"
    return say(
        "{head} is not specified, and numbers are asked for; needed is its value, such as {way}",
        head=head,
        way=option(
            say(
                'functions = ["{head} = ..."] in the case, or --function "{name}=..."',
                head=head,
                name=name,
            ),
            f'functions={{"{name}": "..."}}',
        ),
    )


def _between(slots: Sequence[str]) -> str:
    return "" if all(len(s) == 1 for s in slots) else "_"
