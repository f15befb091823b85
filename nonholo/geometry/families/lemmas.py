"""The tree of case distinctions as lemmas, each proved from those before it.

A lemma speaks of the parameters for which some polynomials are 0 and some are not.  Equations are
brought into triangular form (Ritt 1950, Wu 1984),

    solved:  p_i = A_i x_i^d + ... = 0,  A_i not 0:     A p = sum_i q_i p_i + r,  r of lower degrees

Each other equation is replaced by its remainder r and factored; where an A_i may vanish, both cases
are told apart.  Where no equation is left a judge gives the answer there, with guards: where all
polynomials of a guard vanish, there is a lemma of its own.  An equation of any degree is solved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nonholo.arithmetic.polynomials import Polynomial, divided, factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.families.piece import has_roots
from nonholo.geometry.families.ring import Ring, Solved
from nonholo.geometry.families.squares import sum_of_squares
from nonholo.geometry.families.tower import minimal_polynomial, tower_of
from nonholo.geometry.families.tower_factors import monic_factors
from nonholo.words.sentence import say
from nonholo.work import Work

NOTHING: Mapping[str, Polynomial] = {}
MOST_LEMMAS = 1500
DEEPEST = 100  # lemmas, each for the proof of another
MOST_SIGNED = 20  # terms of equations whose sign is looked at


@dataclass(frozen=True, slots=True)
class Use:
    """A lemma that is used; because: the number of an equation of it -> (number of the equation it
    follows from, factor)."""

    lemma: int
    because: Mapping[int, tuple[int, Polynomial]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answered:
    """What a judge says of the solved equations: an answer, and for each guard its polynomials;
    beside: a name -> equations, where this answer is not found; over: for each guard what some of
    its polynomials, as texts, were multiplied by, which is never 0."""

    answer: Any
    guards: Sequence[Sequence[Polynomial]]
    beside: Mapping[Any, Sequence[Polynomial]] = field(default_factory=dict)
    over: Sequence[Mapping[str, Polynomial]] = ()


@dataclass(frozen=True, slots=True)
class Lemma:
    """zero, nonzero: the hypotheses; solved: (number of an equation, generator, factors of its
    leading coefficient); one of: parts, (equation or None, its powers of what is not zero, factors
    with their powers and uses, the use for the rest); squares, (equation, [(square, factor)], use);
    answered, with a use for each guard that may vanish (guards), and for each set of equations
    beside which the answer is not found (apart)."""

    zero: tuple[Polynomial, ...]
    nonzero: tuple[Polynomial, ...]
    solved: tuple[tuple[int, int, Mapping[int, int]], ...]
    parts: tuple | None = None
    squares: tuple | None = None
    answered: Answered | None = None
    guards: tuple[Use | None, ...] = ()
    apart: Mapping[Any, Use] = field(default_factory=dict)


class TooDeep(OutOfReach):
    """Cases lead to others without an end in sight."""


class Lemmas:
    """Builds lemmas, the last of which is about all parameters.

    judge: solved equations -> the answer where they hold; never_zero: surely not zero at any
    admissible parameter; work: a budget; first: always solve for the first letter that stands in an
    equation."""

    def __init__(
        self,
        ring: Ring,
        judge: Callable[[Solved], Answered],
        never_zero: Callable[[Polynomial], bool],
        work: Work,
        first: bool = False,
    ):
        self.ring, self.judge, self.never_zero, self.work = ring, judge, never_zero, work
        self.lemmas: list[Lemma] = []
        self.depth = 0
        self.in_order: Callable[[list[int]], int] | None = min if first else None
        self.signs: dict[str, bool] = {}  # equations that have one sign
        self.known: dict[tuple[frozenset[str], frozenset[str]], int] = {}
        self.widens = self.wider = False  # may a lemma about more parameters be used, and now?
        self.known_wider: dict[tuple[frozenset[str], frozenset[str]], int] = {}

    def whole(self, widens: bool = False) -> tuple[Lemma, ...]:
        """All lemmas.  Raises OutOfReach.

        Letters are solved for as it is short; where that does not end they are taken in one order,
        by which it does (Ritt 1950).  widens: where guards of the answer for almost all parameters
        vanish, a lemma about more parameters is used if there is one.
        """
        self.widens = widens
        try:
            self.cover((), (), ())
        except TooDeep:
            if self.in_order:
                raise
            self.in_order, self.depth, self.wider = max, 0, False
            self.lemmas, self.known, self.known_wider = [], {}, {}
            self.cover((), (), ())
        return tuple(self.lemmas)

    def with_edges(self) -> Iterator[Lemma]:
        """All lemmas, and those about where the leading coefficients of answered ones vanish."""
        for lemma in self.lemmas:  # which grow on the way
            if lemma.answered is not None:
                zero = lemma.zero
                for number, k, _ in lemma.solved:
                    lead = self.ring.coefficient(zero[number], k, int(zero[number].degrees()[k]))
                    for f, _ in self._factored(lead, ())[1]:
                        if not self.never_zero(f):
                            self.cover((), (), (f, *zero))
            yield lemma

    def cover(self, solved: Solved, nonzero: tuple, todo: tuple) -> int:
        """The number of the lemma about these equations, made if there is none."""
        equations = (*(t for t, _ in solved), *todo)
        key = (frozenset(map(str, equations)), frozenset(map(str, nonzero)))
        known = self.known_wider if self.wider and key not in self.known else self.known
        if self.wider and key not in known and (wider := self._wider(*key)) is not None:
            known[key] = wider
        if key not in known:
            if len(self.lemmas) > MOST_LEMMAS:
                raise OutOfReach(
                    say("more than {most_lemmas} cases are told apart", most_lemmas=MOST_LEMMAS)
                )
            self.work.require()
            if self.depth == DEEPEST:
                raise TooDeep(
                    say("more than {deepest} cases, each inside another", deepest=DEEPEST)
                )
            self.depth += 1
            made = self._proved(solved, nonzero, todo)
            self.depth -= 1
            number = self._same(made)
            if number is None:
                number = len(self.lemmas)
                self.lemmas.append(made)
            known[key] = number
        return known[key]

    def _wider(self, zero: frozenset[str], nonzero: frozenset[str]) -> int | None:
        """A lemma with fewer hypotheses, which says as much of more parameters."""
        for number, lemma in enumerate(self.lemmas):
            less = set(map(str, lemma.zero)) <= zero and set(map(str, lemma.nonzero)) <= nonzero
            if less and (lemma.zero or lemma.nonzero):
                return number
        return None

    def _same(self, made: Lemma) -> int | None:
        """The lemma that is used, if it says as much from the same equations."""
        if made.parts is None or made.parts[2] or made.parts[3] is None:
            return None
        number = made.parts[3].lemma
        other = self.lemmas[number]
        less = set(map(str, other.zero)) <= set(map(str, made.zero))
        less = less and set(map(str, other.nonzero)) <= set(map(str, made.nonzero))
        return number if less else None

    def _proved(self, solved: Solved, nonzero: tuple, todo: tuple) -> Lemma:
        if not todo:
            return self._answered(solved, nonzero)
        zero = (*(t for t, _ in solved), *todo)
        e = min(todo, key=lambda p: (not self._signed(p), len(p), p.total_degree(), str(p)))
        e = next(filter(self.ring.is_root, todo), e)
        number, others = zero.index(e), tuple(p for p in todo if p is not e)
        if self.ring.is_root(e):
            ((_, k),) = self.ring.roots(e)
            return self._solved_for(zero, nonzero, solved, others, e, k)
        known, parts = self._factored(e, nonzero)
        if self.wider:  # factors of all equations leave none of them
            parts.sort(key=lambda part: sum(divided(p, part[0]) is None for p in others))
        if known or len(parts) != 1 or parts[0][1] > 1 or self.never_zero(e):
            told = [(f, power, self._where(zero, f, solved, nonzero, others)) for f, power in parts]
            return self.lemma(zero, nonzero, solved, parts=(number, known, told, None))
        squares = self._squares(e)
        if squares:
            bases = tuple(q for q, _ in squares)
            use = self.use(zero, bases, solved, nonzero, (*others, *bases))
            return self.lemma(zero, nonzero, solved, squares=(number, squares, use))
        signed = self._of_one_sign(e, solved)
        if signed is not None:
            use = Use(self.cover((), (), (signed,)), {0: (number, self.ring.field.one)})
            return self.lemma(zero, nonzero, solved, parts=(None, {}, [], use))
        monic = monic_factors(self.ring, e, solved)
        if monic is not None and monic.lead:
            use = self._in_place_of(number, monic.whole, monic.inverse, solved, nonzero, others)
            return self.lemma(zero, nonzero, solved, parts=(None, {}, [], use))
        if monic is not None and [power for _, power in monic.factors] != [1]:
            factors = [(self.ring.plain(f), power) for f, power in monic.factors]
            told = [(f, n, self._where(zero, f, solved, nonzero, others)) for f, n in factors]
            return self.lemma(zero, nonzero, solved, parts=(number, {}, told, None))
        k = self._variable(e, solved)
        lead = self.ring.coefficient(e, k, int(e.degrees()[k]))
        unknown = [f for f, _ in self._factored(lead, nonzero)[1]]
        if unknown:
            told = [(f, 1, self._where(zero, f, solved, nonzero, todo)) for f in unknown]
            otherwise = self.use(zero, (), solved, (*nonzero, *unknown), todo)
            return self.lemma(zero, nonzero, solved, parts=(None, {}, told, otherwise))
        circle = self._on_circle(e, k, solved)
        if circle is not None and self.ring.plain(circle[1]) not in others:
            u, norm, times = circle
            use = self._in_place_of(zero.index(u), norm, times, solved, nonzero, (*others, e))
            return self.lemma(zero, nonzero, solved, parts=(None, {}, [], use))
        return self._solved_for(zero, nonzero, solved, others, e, k)

    def _on_circle(
        self, e: Polynomial, k: int, solved: Solved
    ) -> tuple[Polynomial, Polynomial, Polynomial] | None:
        """What sin^2 + cos^2 = 1 says once both are solved for, by an equation A sin + B: it, its
        multiple by A sin - B, unless that is 0 by the others, and what it was multiplied by."""
        now = {j for _, j in solved} | {k}
        for c, s in self.ring.waves:
            if k in (c, s) and {c, s} <= now:
                steps = (*((t, j) for t, j in solved), (e, k))
                u = next(t for t, j in steps if j in (c, s) and t.degrees()[s])
                other = self.ring.opposite(u, s)
                norm, times = self.ring.pseudo_remainder(self.ring.field.times(u, other), solved)
                if norm != 0 and self.ring.pseudo_remainder(norm, steps)[0] != 0:
                    return u, norm, self.ring.field.times(other, times)
        return None

    def _in_place_of(
        self,
        number: int,
        whole: Polynomial,
        times: Polynomial,
        solved: Solved,
        nonzero: tuple,
        others: tuple,
    ) -> Use:
        """The lemma with a multiple of an equation; where that is a number there is nothing to
        prove."""
        e = self.ring.plain(whole)
        scale = e.leading_coefficient() / whole.leading_coefficient()
        hypotheses = ((), (), (e,)) if e.is_constant() else (solved, nonzero, (*others, e))
        lemma = self.cover(*hypotheses)
        reason, names = (number, times * scale), map(str, self.lemmas[lemma].zero)
        return Use(lemma, {i: reason for i, name in enumerate(names) if name == str(e)})

    def _where(self, zero: tuple, f: Polynomial, solved: Solved, nonzero: tuple, others: tuple):
        """The lemma for where a factor is 0; None if it never is."""
        if self.never_zero(f):
            return None
        return self.use(zero, (f,), solved, nonzero, (*others, f))

    def _solved_for(self, zero, nonzero, solved: Solved, others, e: Polynomial, k: int) -> Lemma:
        """e is solved for a generator, and put into what holds it."""
        if len(self.ring.roots(e)) == 1 and not self.ring.is_root(e):
            return self._at_angles(zero, nonzero, solved, others, e)
        now = _replaced(solved, e, k)
        led = _led(self.ring, now, k)
        now = tuple(step for step in now if step not in led)
        freed = tuple(t for t, j in solved if (t, j) not in now)
        use = self.use(zero, (), now, nonzero, (*freed, *others))
        return self.lemma(zero, nonzero, now, parts=(None, {}, [], use))

    def _at_angles(self, zero: tuple, nonzero: tuple, solved: Solved, others: tuple, e) -> Lemma:
        """e is a product of waves of half an angle, which are 0 at one angle each."""
        roots, told = self.ring.roots(e), []
        pair = [j for _, j in self.ring.one_angle(roots[0][0])]
        free = tuple((t, j) for t, j in solved if not any(t.degrees()[i] for i in pair))
        held = tuple(t for t, j in solved if (t, j) not in free and t != e)
        for root, _ in roots:
            use = self.use(zero, (root,), free, nonzero, (root, *held, *others))
            told.append((root, 2 // len(roots), use))
        return self.lemma(zero, nonzero, solved, parts=(zero.index(e), {}, told, None))

    def use(
        self,
        zero: tuple,
        added: tuple,
        solved: Solved,
        nonzero: tuple,
        todo: tuple,
        over: Mapping[str, Polynomial] = NOTHING,
    ) -> Use:
        """The lemma about some of the equations that hold, each replaced by its remainder; but
        those that have one sign, which a remainder may lose.  over: what some were multiplied by.
        """
        reasons, remainders, one = {}, [], self.ring.field.one
        known = [*zero, *added]
        for p in todo:
            r, factor = self.ring.pseudo_remainder(p, solved)
            if r == 0:
                continue
            if self._signed(p) or self.ring.is_root(p):
                r, factor = p, self.ring.field.one
            scale = r.leading_coefficient()
            r = r if self.ring.is_root(r) else self.ring.plain(r)
            scale = r.leading_coefficient() / scale
            if r in remainders:
                continue
            times = over.get(str(p), one) if p not in zero else one
            if times != one or r not in known:
                reasons[str(r)] = known.index(p), factor * scale * times
            remainders.append(r)
        needed = self._needed(solved, nonzero) if not remainders else nonzero
        number = self.cover(solved, needed, tuple(remainders))
        names = map(str, self.lemmas[number].zero)  # an equation can stand among them twice
        return Use(number, {i: reasons[r] for i, r in enumerate(names) if r in reasons})

    def _needed(self, solved: Solved, nonzero: tuple) -> tuple:
        """What an answer needs to be not zero: the leading coefficients."""
        used = set()
        for t, k in solved:
            lead = self.ring.coefficient(t, k, int(t.degrees()[k]))
            used |= set(self._factored(lead, nonzero)[0])
        return tuple(p for i, p in enumerate(nonzero) if i in used)

    def _answered(self, solved: Solved, nonzero: tuple) -> Lemma:
        zero = tuple(t for t, _ in solved)
        for _, k in solved:
            p = minimal_polynomial(self.ring, solved, k)
            if p is not None and self.never_zero(p):
                use = Use(self.cover((), (), (p,)))
                return self.lemma(zero, nonzero, solved, parts=(None, {}, [], use))
        try:
            judged = self.judge(solved)
        except OutOfReach:
            e = next((t for t in zero if len(self.ring.roots(t)) == 2), None)
            if e is None or any(map(self.ring.roots, nonzero)):
                raise
            return self._at_angles(zero, nonzero, solved, (), e)
        for equations in judged.beside.values():
            if all(self.ring.pseudo_remainder(p, solved)[0] == 0 for p in equations):
                raise OutOfReach(say("an answer where it is in no cell"))
        wider, self.wider = self.wider or (self.widens and not zero), False
        apart = {  # here it matters which answers there are
            name: self.use(zero, tuple(equations), solved, nonzero, tuple(equations))
            for name, equations in judged.beside.items()
        }
        self.wider = wider
        uses: list[Use | None] = []
        for values, over in zip(judged.guards, judged.over or [{}] * len(judged.guards)):
            if any(self._sure(v, () if str(v) in over else nonzero) for v in values):
                uses.append(None)
            else:
                uses.append(self.use(zero, tuple(values), solved, nonzero, tuple(values), over))
        return self.lemma(zero, nonzero, solved, answered=judged, guards=tuple(uses), apart=apart)

    def _sure(self, value: Polynomial, nonzero: tuple) -> bool:
        return self.never_zero(value) or self.ring.plain(value) in nonzero

    def lemma(self, zero: tuple, nonzero: tuple, solved: Solved, **way: Any) -> Lemma:
        steps = []
        for t, k in solved:
            lead = self.ring.coefficient(t, k, int(t.degrees()[k]))
            steps.append((zero.index(t), k, self._factored(lead, nonzero)[0]))
        return Lemma(zero, nonzero, tuple(steps), **way)

    def _factored(self, p: Polynomial, nonzero: tuple) -> tuple[dict[int, int], list]:
        """(number of what is not zero -> power, [(another irreducible factor, power)])"""
        known: dict[int, int] = {}
        parts = []
        for factor, power in factors_of(p)[1]:
            factor = self.ring.plain(factor)
            if factor.is_constant():
                continue
            if factor in nonzero:
                known[nonzero.index(factor)] = int(power)
            else:
                parts.append((factor, int(power)))
        return known, parts

    def _signed(self, p: Polynomial) -> bool:
        """A factor is never 0, or a sum of squares."""
        name = str(p) if len(p) < MOST_SIGNED else ""
        if name and name not in self.signs:
            factors = [f for f, _ in factors_of(p)[1]]
            self.signs[name] = any(sum_of_squares(f) or self.never_zero(f) for f in factors)
        return bool(name) and self.signs[name]

    def _of_one_sign(self, e: Polynomial, solved: Solved) -> Polynomial | None:
        """e and a multiple of a solved equation that is never 0."""
        for t, _ in solved:
            terms = {tuple(m): c for m, c in t.terms()}
            ratios = [-c / terms[tuple(m)] for m, c in e.terms() if tuple(m) in terms]
            for ratio in ratios if len(e) + len(t) < MOST_SIGNED else []:
                p = e + ratio * t
                if p != 0 and self.never_zero(p):
                    return p
        return None

    def _squares(self, e: Polynomial) -> list[tuple[Polynomial, Polynomial]]:
        """Squares of polynomials with whole coefficients, and the numbers that they are times."""
        plain = [(self.ring.plain(q), q, d) for q, d in sum_of_squares(e)]
        return [
            (p, d * (q.leading_coefficient() / p.leading_coefficient()) ** 2) for p, q, d in plain
        ]

    def _variable(self, e: Polynomial, solved: Solved) -> int:
        """Of low degree, with a leading coefficient that cannot vanish, in no solved equation, so
        that the equations stay in triangular form."""
        taken = {j for _, j in solved}
        taken |= {j for pair in self.ring.waves if taken & {*pair} for j in pair}  # one e^(i al)

        def cost(k: int):
            lead = self.ring.coefficient(e, k, int(e.degrees()[k]))
            held = sum(int(t.degrees()[k]) > 0 for t, _ in solved)
            sure = lead.is_constant() or self.never_zero(lead)
            wave = self.ring.mixed(e, k)
            return wave, k in taken, int(e.degrees()[k]), not sure, held, len(lead), k

        choices = self.ring.variables(e)
        if not choices:
            raise OutOfReach(
                say("{value} = 0 is not solved for a parameter", value=self.ring.text(e)[:80])
            )
        if self.in_order:
            return self.in_order(choices)
        return next(
            (k for k in sorted(choices, key=cost) if triangular(_replaced(solved, e, k))),
            min(choices, key=cost),
        )


def _replaced(solved: Solved, e: Polynomial, k: int) -> Solved:
    """One more equation, without those that are to be reduced by it."""
    degree = int(e.degrees()[k])
    return (*((t, j) for t, j in solved if j != k and int(t.degrees()[k]) < degree), (e, k))


def _led(ring: Ring, solved: Solved, k: int) -> Solved:
    """Those that may be multiplied by a number so that the letter, now a number too, no longer
    stands in their leading coefficients."""
    led = tuple(
        (t, j) for t, j in solved if ring.coefficient(t, j, int(t.degrees()[j])).degrees()[k]
    )
    return led if led and tower_of(ring, solved, {k}) is not None else ()


def triangular(solved: Solved) -> bool:
    """The equations have an order in which each holds no letter of those after it.

    solved: equations, each with the number of the letter that it is solved for.

    >>> from nonholo.expression.graph import Graph
    >>> ring = Ring([Graph().symbol(n) for n in "ab"])
    >>> a, b = ring.field.context.gens()
    >>> triangular(((a**2 + b, 0), (b**2 + 1, 1))), triangular(((a**2 + b, 0), (b**2 + a, 1)))
    (True, False)
    """
    waiting = list(solved)
    while waiting:
        unknowns = {k for _, k in waiting}
        ready = [(t, k) for t, k in waiting if not any(t.degrees()[j] for j in unknowns if j != k)]
        if not ready:
            return False
        waiting = [step for step in waiting if step not in ready]
    return True


def solved_values(ring: Ring, solved: Solved) -> dict[Expr, Expr] | None:
    """The solved letters as expressions in the others; None if an equation is not linear."""
    values: dict[Expr, Expr] = {}
    for t, k in solved:
        letter = ring.generators[k]
        if int(t.degrees()[k]) != 1 or letter.kind != "symbol":
            return None
        slope = ring.expression(ring.coefficient(t, k, 1))
        constant = ring.expression(ring.coefficient(t, k, 0))
        value = (-constant / slope).subs(values)
        values = {p: e.subs({letter: value}) for p, e in values.items()} | {letter: value}
    return None if any(has_roots([e]) for e in values.values()) else values
