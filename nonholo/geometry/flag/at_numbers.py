"""What holds at every point belongs to the given numbers of parameters, not to generic ones.

dz = (z^2 + c^2) x dy has no singular points for almost all c; with c = 0 the plane z = 0 can be
neither entered nor left.  So ranks at points, strata and accessibility are those of the numbers.
They are shown with letters where the letters say the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, islice

from nonholo.arithmetic.matrices import rank_modulo
from nonholo.decide.on_set import point_off_zero
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.node import doubtful
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import Distribution, distribution, split
from nonholo.geometry.distribution.pivots import regular
from nonholo.geometry.flag.flag import Closure
from nonholo.geometry.flag.strata import Strata, Stratum
from nonholo.geometry.zeros.signs import rank_drop
from nonholo.linear.elimination import vanishes
from nonholo.words.sentence import say

LETTERS_ONLY = say("strata inside strata were followed with parameters as letters only")

Values = Mapping[Expr, Expr]
Equations = Sequence[Expr]


def distribution_at(d: Distribution, values: Values) -> Distribution:
    """The same distribution at numbers of parameters, split alike if that can be done there.

    values: parameter -> number.

    >>> import nonholo as nh
    >>> case = nh.System("x y z", constraints=["dz = c*y*dx"], parameters={"c": 2})
    >>> d = distribution(case.system.pfaffian, ["z"])
    >>> d.alpha, distribution_at(d, case.system.values).alpha
    (((0, c*y, 0),), ((0, 2*y, 0),))
    """
    rows = d.pfaffian.subs(values)
    if (rows.matrix, rows.affine) == (d.pfaffian.matrix, d.pfaffian.affine):
        return d
    if not regular(rows, d.dependent):
        return distribution(rows)
    put_in = d.chart.graph.substitute
    try:
        alpha = tuple(tuple(put_in(list(row), values)) for row in d.alpha)
    except ZeroDivisionError:  # written in a form that is singular there
        return split(rows, d.dependent)
    condition = None if d.condition is None else d.condition.subs(values)
    return Distribution(rows, d.dependent, d.independent, alpha, condition)


def grows_alike(d: Distribution, generic: Closure, values: Values) -> bool:
    """Rank and growth vector at the given numbers of parameters are surely those with letters.

    At numbers they are no greater; at one point modulo a prime, with the numbers put in, they are
    no less.  False where that is open.  d: with letters; generic: its closure; values: parameter ->
    number.

    >>> import nonholo as nh
    >>> from nonholo.geometry.flag.flag import closure
    >>> case = nh.System("x y z", constraints=["dz = c*y*dx"], parameters={"c": 2})
    >>> d, values = distribution(case.system.pfaffian, ["z"]), case.system.values
    >>> grows_alike(d, closure(d), values), grows_alike(d, closure(d), {c: 0 * c for c in values})
    (True, False)
    """
    if not generic.growth.complete or not all(v.is_constant for v in values.values()):
        return False
    square = [[row[j] for j in d.dependent] for row in d.pfaffian.matrix]
    brackets = [Y for level in generic.levels for Y in level]
    graph = d.chart.graph.fresh()
    try:
        rows = graph.copy([e for row in (*square, *brackets) for e in row])
        there = graph.substitute(rows, values)
    except (OutOfReach, ZeroDivisionError):
        return False
    if doubtful(there):
        return False
    lines = [there[i : i + d.k] for i in range(0, len(there), d.k)]

    def rank(rows: Sequence[Sequence[Expr]]) -> int:
        return rank_modulo([[e.value[0] for e in row] for row in rows], graph.modulus.p)

    reached = accumulate(map(len, generic.levels), initial=0)
    least, *_ = generic.growth.vector
    grown = [least + rank(lines[d.k : d.k + count]) for count in reached]
    return rank(lines[: d.k]) == d.k and tuple(grown) == generic.growth.vector


def rank_drop_at(letters: Pfaffian, numbers: Pfaffian, values: Values) -> tuple[Expr, ...] | None:
    """Where A loses rank at the given numbers, written with letters where that is the same.

    letters, numbers: the rows with letters and at the numbers; values: parameter -> number.
    Factors, each = 0; None if out of reach.

    >>> import nonholo as nh
    >>> case = nh.System("x y z", constraints=["(x - c)*(dz - y*dx) = 0"], parameters={"c": 2})
    >>> rows = case.system.pfaffian
    >>> rank_drop_at(rows, rows.subs(case.system.values), case.system.values)
    (x - c,)
    """
    there = rank_drop(numbers)
    if numbers is letters or not there:
        return there
    shown = rank_drop(letters)
    return shown if shown is not None and same_zeros(shown, there, values) else there


def with_letters(letters: Strata, numbers: Strata, values: Values) -> Strata:
    """The strata at the given numbers, written with letters for the parameters where they agree.

    letters, numbers: the strata with letters and at the numbers; values: parameter -> number.

    >>> import nonholo as nh
    >>> from nonholo.geometry.flag.flag import closure
    >>> from nonholo.geometry.flag.strata import strata
    >>> case = nh.System("x y z", constraints=["dz = (z**2 + c**2)*x*dy"], parameters={"c": 0})
    >>> values = case.system.values
    >>> d = distribution(case.system.pfaffian, ["z"])
    >>> generic, there = closure(d), distribution_at(d, values).pfaffian
    >>> letters, numbers = (strata(rows, d.dependent, generic) for rows in (d.pfaffian, there))
    >>> letters.singular, with_letters(letters, numbers, values).singular
    ((), ((z,),))
    """
    put_in = tuple(values.items())
    if numbers.singular is None or letters.singular is None:
        return replace(numbers, numbers=put_in)
    if not same_pieces(letters.singular, numbers.singular, values):
        open_pieces = letters.possible, numbers.possible
        special = other_zeros(letters.singular, numbers.singular, values, open_pieces)
        return replace(numbers, special=special, numbers=put_in)
    if numbers.complete and not (
        letters.complete and same_strata(letters.strata, numbers.strata, values)
    ):
        return _lettered(letters, numbers, values)
    invariant = (
        letters.invariant
        if same_zeros(letters.invariant, numbers.invariant, values)
        else numbers.invariant
    )
    proved, complete = letters.proved and numbers.proved, letters.complete and numbers.complete
    return replace(
        numbers,
        singular=letters.singular,
        strata=letters.strata if letters.strata else numbers.strata,
        proved=proved,
        complete=complete,
        invariant=invariant,
        reason=numbers.reason or letters.reason or ("" if complete else LETTERS_ONLY),
    )


def _lettered(letters: Strata, numbers: Strata, values: Values) -> Strata:
    """The strata at the numbers; equations that the letters have too are written with these."""
    known = [*letters.singular, *(s.equations for s in letters.strata)]  # type: ignore[misc]

    def written(piece: tuple[Expr, ...]) -> tuple[Expr, ...]:
        return next((p for p in known if same_zeros(p, piece, values)), piece)

    strata = tuple(replace(s, equations=written(s.equations)) for s in numbers.strata)
    return replace(
        numbers,
        singular=letters.singular,
        strata=strata,
        numbers=tuple(values.items()),
    )


def same_zeros(letters: Equations, numbers: Equations, values: Values) -> bool:
    """Each equation with letters is, at the numbers, a multiple of one of the others, and each
    is met.
    """
    if not numbers or len(letters) != len(numbers):
        return not (letters or numbers)
    try:
        first, second = _at(values, [letters, numbers])
    except ZeroDivisionError:
        return False
    return all(any(_proportional(f, g) for g in second) for f in first) and all(
        any(_proportional(f, g) for f in first) for g in second
    )


def _at(values: Values, pieces: Sequence[Equations]) -> list[list[Expr]]:
    """Equations with numbers put in, in a graph of their own.  Raises ZeroDivisionError."""
    graph = next(f.graph for piece in pieces for f in piece).fresh()
    there = graph.copied(values)
    return [[f.subs(there) for f in graph.copy(piece)] for piece in pieces]


def _proportional(f: Expr, g: Expr) -> bool:
    """f = c g with a number c that is not 0."""
    if f.is_zero or g.is_zero:
        return f.is_zero and g.is_zero
    quotient = f / g
    return quotient.is_number or (quotient.is_constant and not vanishes(quotient))


def same_pieces(letters: Sequence[Equations], numbers: Sequence[Equations], values: Values) -> bool:
    """Each piece with letters is one of the others at the numbers, and each is met.

    letters, numbers: the pieces of two singular sets, each by its equations; values: of parameters.

    >>> import nonholo as nh
    >>> rows = nh.constraints("dz = (x - a) dy").system
    >>> (x, y, z), a = rows.chart.q, rows.chart.graph.symbol("a")
    >>> one = rows.chart.graph.one
    >>> same_pieces([(x - a,)], [(x - 1,)], {a: one}), same_pieces([(x - a,)], [(x,)], {a: one})
    (True, False)
    """
    return (
        len(letters) == len(numbers)
        and all(any(same_zeros(p, q, values) for q in numbers) for p in letters)
        and all(any(same_zeros(p, q, values) for p in letters) for q in numbers)
    )


def other_zeros(
    letters: Sequence[Equations],
    numbers: Sequence[Equations],
    values: Values,
    possible: tuple[Sequence[Equations], Sequence[Equations]] = ((), ()),
) -> bool | None:
    """The zeros with letters are, at the numbers, others; None where that is open.

    letters, numbers: the pieces of two sets, each by its equations; values: of parameters;
    possible: pieces that may belong to the first set, and to the second.  False where the pieces
    are the same surfaces, though one may fall into several; True where a point of one set is shown
    to lie off the other and what may belong to that.

    >>> import nonholo as nh
    >>> rows = nh.constraints("dz = (x - a) dy").system
    >>> (x, y, z), a = rows.chart.q, rows.chart.graph.symbol("a")
    >>> one = rows.chart.graph.one
    >>> [other_zeros([(x**2 - a**2,)], p, {a: one}) for p in ([(x - 1,), (x + 1,)], [(x,)])]
    [False, True]
    """
    try:
        every = _at(values, [piece for pieces in (letters, numbers, *possible) for piece in pieces])
    except ZeroDivisionError:
        return None
    pieces, graph = iter(every), every[0][0].graph
    first, second, perhaps, too = (
        list(islice(pieces, len(told))) for told in (letters, numbers, *possible)
    )
    if letters and numbers and all(len(piece) == 1 for piece in (*first, *second)):
        products = [graph.multiply(*(f for (f,) in pieces)) for pieces in (first, second)]
        if _proportional(*products):
            return False
    apart = any(_off(piece, [*second, *too]) for piece in first) or any(
        _off(piece, [*first, *perhaps]) for piece in second
    )
    return apart or None


def _off(piece: Equations, others: Sequence[Equations]) -> bool:
    """A point of the piece on none of the others is found."""
    graph = piece[0].graph
    away = graph.multiply(*(graph.add(*(f**2 for f in other)) for other in others))
    return point_off_zero(away, piece) is not None


def same_strata(letters: Sequence[Stratum], numbers: Sequence[Stratum], values: Values) -> bool:
    """The same of strata, with rank and growth vector there.

    letters, numbers: two lists of strata; values: of parameters.

    >>> import nonholo as nh
    >>> found = nh.check(nh.constraints("dz = x^2 dy")).survey.strata.strata
    >>> same_strata(found, found, {}), same_strata(found, (), {})
    (True, False)
    """
    return len(letters) == len(numbers) and all(
        any(_kind(s) == _kind(o) and same_zeros(s.equations, o.equations, values) for o in numbers)
        for s in letters
    )


def _kind(stratum: Stratum) -> tuple:
    growth = stratum.growth
    return stratum.rank, None if growth is None else (
        growth.vector,
        growth.complete,
        growth.evidence.proved,
    )
