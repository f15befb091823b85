"""Rules 69 and 70: values near a motion, with all terms up to second order in what is small.

They are polynomials in small generators, of which no three are multiplied; what is divided by holds
none, and is kept, for it is not to be 0.  With a free of them, and n a sum of terms that are not,

    1/(a + n) = (1 - n/a + (n/a)^2)/a,   sqrt(a + n) = sqrt(a) (1 + n/2a - (n/a)^2/8),   a > 0 there
    e^(a + n) = e^a (1 + n + n^2/2)
"""

from fractions import Fraction

from . import syntax
from .functions import EXPONENTIAL, TRIGONOMETRIC, Functions
from .outcome import BEYOND, Budget, demand
from .polynomials import ONE, constant, demand_number, parted
from .problem import Reader
from .words import words

SMOOTH = {*TRIGONOMETRIC, *EXPONENTIAL, "sqrt"}


class Taylor(Functions):
    """Functions near a place."""

    tiny: frozenset = frozenset()  # small generators

    def __init__(self, order: int, budget: Budget):
        super().__init__(order, budget)
        self.poles: dict[frozenset, dict] = {}

    def small(self, name: str) -> tuple:
        """A small generator, by a name: the derivative by it has one order less."""
        p = self.generator("small", name)
        self.tiny |= {g for m in p for g, _ in m}
        return p, ONE

    def _canonical(self, m: tuple) -> dict:
        many = sum(e for g, e in m if g in self.tiny) > 2
        return {} if many else super()._canonical(m)

    def there(self, x: tuple, beside: str = "") -> tuple:
        """The value where small generators are 0, or those whose names end so."""
        gone = {g for g in self.tiny if self.kinds[g][1].endswith(beside)}
        return {m: c for m, c in x[0].items() if not any(g in gone for g, _ in m)}, x[1]

    def apart(self, x: tuple) -> tuple[dict, tuple]:
        """The numerator of that value, and the rest."""
        first = self.there(x)[0]
        return first, ({m: c for m, c in x[0].items() if m not in first}, x[1])

    def second(self, x: tuple, *numbers) -> tuple:
        """a + b x + c x^2"""
        powers = zip(numbers, (constant(1), x, self.times(x, x)))
        return self.sum(self.times(constant(c), power) for c, power in powers)

    def inverse(self, x: tuple) -> tuple:
        """1/x.  Raises ZeroDivisionError where x is 0 at the place."""
        first, more = self.apart(x)
        if not first:
            raise ZeroDivisionError("a division by zero")
        (m, c), *others = parted(first, bool).items()  # by what is no turn
        waves = all(self.kinds[g][0] in ("angle", "exponential", "pi") for g, _ in m)
        if others or not waves:
            self.poles[frozenset(first.items())] = first
        over = super().inverse((first if others else {m: Fraction(1)}, ONE))
        over = over if others else self.times(over, (self.inverse_number(c), ONE))
        over = self.times((x[1], ONE), over)
        return self.times(over, self.second(self.times(more, over), 1, -1, 1))

    def wave(self, kind: str, x: tuple) -> tuple:
        first, more = self.apart(x)
        near = self.times(more, (self.i if kind == "angle" else ONE, ONE))
        wave = super().wave(kind, (first, x[1] if first else ONE))
        return self.times(wave, self.second(near, 1, 1, Fraction(1, 2)))

    def root(self, x: tuple) -> tuple:
        (first, more), why = self.apart(x), "a root of what is no positive number"
        value = demand_number((first, x[1]), why, BEYOND)
        demand(value > 0, why, BEYOND)
        near = self.times(more, constant(1 / value))
        series = self.second(near, 1, Fraction(1, 2), Fraction(-1, 8))
        return self.times(self.rational_root(value), series)


class Near(Reader):
    """Rule 70: texts that are smooth near a motion, and alike wherever coordinates are that do not
    move by themselves: these are terms of angles, times what does not move."""

    ends: frozenset = frozenset()  # these coordinates
    outside: set | None = None  # those in L, where they are 0 but in functions
    exact: Reader

    def form(self, tree) -> dict:
        match tree:
            case ("name" | "moving", word):
                demand(word != "t", "a motion that depends on time", BEYOND)
                if word in self.ends and self.outside is not None:
                    self.outside.add(word)
                    return {}
                demand(word not in self.ends, f"['{word}'] do not move by themselves")
            case ("power", _, exponent):
                moved = self.inside(exponent) & {*self.names, *self.moving}
                demand(not moved, "an exponent that is no number", BEYOND)
            case ("call", function, arguments):
                demand(function in SMOOTH, "a function that may have no derivative", BEYOND)
                ends, outside, self.outside = self.ends, self.outside, None
                if function in TRIGONOMETRIC and self.inside(tree) & self.ends:
                    angle, self.ends = self.exact.plain(self.exact.form(*arguments)), frozenset()
                    moved = self.language.symbols_in(*(self.language.diff(angle, y) for y in ends))
                    demand(not moved & {*self.names}, f"{sorted(ends)} do not move by themselves")
                value = super().form(tree)
                self.ends, self.outside = ends, outside
                return value
        return super().form(tree)

    def inside(self, tree) -> set[str]:
        """The words of a tree."""
        text = syntax.written(tree)
        self.language.spend(1 + len(text))
        return {w.text for w in words(text) if w.kind == "name"}
