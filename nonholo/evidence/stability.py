"""The certificate of the stability of a steady motion, with the verifier's own arithmetic."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise, product
from typing import Any

from nonholo.arithmetic.algebraic import real_zeros
from nonholo.arithmetic.balls import Ball, at_precision
from nonholo.arithmetic.between import simplest_between
from nonholo.arithmetic.cyclotomic import cosine, minimal_polynomial
from nonholo.arithmetic.numbers import Rational, fraction, rational
from nonholo.arithmetic.polynomials import polynomial_ring, resultant
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.linearise import Linearisation
from nonholo.dynamics.quotient import Turn, symmetric_turns
from nonholo.dynamics.rest_verdict import LOSING
from nonholo.dynamics.steady_regions import SteadyCell
from nonholo.errors import OutOfReach, said
from nonholo.evidence.allowed import Allowed, Charged
from nonholo.evidence.answers import with_order
from nonholo.evidence.cases import forces_of
from nonholo.evidence.problem import digest, problem_of
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.stability import HERE
from nonholo.findings.steady_stability import SteadyStability
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.linear.elimination import echelon
from nonholo.readers.assumptions import assumptions_of
from nonholo.readers.case import Case
from nonholo.signs.line import Zero
from nonholo.verifier import verify
from nonholo.verifier.cases import with_angles
from nonholo.verifier.outcome import LIMIT, WORK, Stop
from nonholo.verifier.problem import Reader, names_of
from nonholo.verifier.real import Line
from nonholo.verifier.steady import OPEN, STABLE, UNSTABLE, Stability
from nonholo.verifier.taylor import Taylor
from nonholo.words.sentence import say
from nonholo.work import BUDGETS

SCHEMA = 9
UNITS = WORK // 4  # of the verifier's, for one certificate; discs take 30,000
LETTER = "family"  # of the letters of a family, with a number
DECIMALS, BITS = 40, 400  # of the ends of intervals around roots, and of these
EXCLUDED, LEAST = "excluded", "least energy"
MANY = say("the cells of several letters have no certificate")
DEPENDENT = say("constraints that depend on each other have no certificate of stability")
NO_FAMILY = say("the family of steady motions has fewer letters than eigenvalues are 0")
CLOSE = say("ends of cells that are no roots of polynomials, or too close to be told apart")
UNSTEADY = "a motion that is not steady"  # so the verifier says
OPEN_ALL = say("no verdict that could be shown")
UNSEEN = say("no test shows this verdict on the whole of its cell")


@dataclass(frozen=True, slots=True)
class Root:
    """The only root of an irreducible polynomial between two numbers; of: one that has no other
    there, over a field that may be larger, numbers as the verifier has them."""

    polynomial: tuple[int, ...]
    low: Fraction
    high: Fraction
    of: Line = field(compare=False)


def stability_certificate(steady: SteadyStability, units: int = BUDGETS.families) -> dict[str, Any]:
    """The certificate of a steady motion over one letter or none, which the verifier accepts.

    units: as many as the cells may take.  Raises OutOfReach, with the reason.

    >>> import nonholo as nh
    >>> steady = nh.steady_stability("chaplygin_sleigh", {"xdot": "v"})
    >>> [cell["verdict"] for cell in stability_certificate(steady)["cells"]]
    ['unstable', 'stable']
    """
    if len(steady.letters) > 1:
        raise OutOfReach(MANY)
    if all(cell.answer.verdict in OPEN for cell in steady.cells):
        raise OutOfReach(OPEN_ALL)
    problem = problem_about(steady)
    allowed = Allowed.of(units)
    top = {"family": SCHEMA, "problem": problem, "sha256": digest(problem)}
    for frame in _frames(steady):
        try:
            made = top | with_order(partial(_written, steady, problem, frame, allowed))
        except OutOfReach as limit:
            reason = said(limit)
        else:
            result = verify(made, work=allowed.for_check(len(str(made))))
            if result.status == "accepted":
                return made
            reason = result.why
        if reason != UNSTEADY:  # other fields and rows would not help
            break
    raise OutOfReach(reason)


def with_certificate(steady: SteadyStability, units: int = BUDGETS.families) -> SteadyStability:
    """The same, with what the verifier says of its certificate.

    units: as many as the cells may take.

    >>> import nonholo as nh
    >>> with_certificate(nh.steady_stability("chaplygin_sleigh", {"xdot": "v"})).certified
    True
    """
    try:
        made = stability_certificate(steady, units)
    except OutOfReach as limit:
        return replace(steady, certified=False, uncertified=said(limit))
    return replace(steady, certified=True, document=made)


def problem_about(steady: SteadyStability) -> dict[str, Any]:
    """The texts of a case, the numbers of its parameters, and the motion.  Raises OutOfReach."""
    base, chart = steady.small.linear.base, steady.small.linear.system.chart
    motion = {
        key: {n: text(base[s]) for n, s in zip(chart.names, symbols) if not base[s].is_zero}
        for key, symbols in (("places", chart.q), ("rates", chart.v))
    }
    return problem_with_motion(
        steady.asked, motion, [*map(str, steady.letters), *steady.small.free]
    )


def problem_with_motion(
    case: Case, motion: Mapping[str, Mapping[str, str]], letters: Iterable[str]
) -> dict[str, Any]:
    """The texts of a case, and numbers of all its parameters but for some letters; motion: texts of
    its places and rates.  Raises OutOfReach."""
    lagrangian, forces = text(require_lagrangian(case.system)), forces_of(case)
    texts = (x for values in motion.values() for x in values.values())
    problem = problem_of(case, more=(lagrangian, *forces.values(), *texts))
    problem["parameters"] |= dict.fromkeys(letters)
    problem |= {"lagrangian": lagrangian, **({"forces": forces} if forces else {})}
    return problem | {"motion": {key: dict(values) for key, values in motion.items()}}


def _frames(steady: SteadyStability) -> Iterator[dict[str, Any]]:
    """Fields and rows that turn with coordinates of symmetries, then those as they are."""
    linear = steady.small.linear
    rows, _, _ = independent_rows(linear.system.pfaffian)
    names, turns = linear.system.chart.names, list[Turn]()
    for turn in symmetric_turns(linear, rows):
        if not {turn.z, turn.i, turn.j} & {k for t in turns for k in (t.z, t.i, t.j)}:
            turns.append(turn)
    if turns:
        fields = {q: {q: "1"} for q in names}
        for turn in turns:
            i, j = names[turn.i], names[turn.j]
            fields[i], fields[j] = _turned(i, j, names[turn.z], turn.sigma)
        every = linear.system.pfaffian.k
        levels = sum(f is not None for f in linear.system.pfaffian.functions)
        yield {"fields": [*fields.values()], "rows": []}
        for pairs in _pairs(range(levels, every), len(turns)):
            for signs in product((1, -1), repeat=len(turns)):
                table = {str(l): {str(l): "1"} for l in range(every)}
                for (a, b), sign, turn in zip(pairs, signs, turns):
                    one = _turned(str(a), str(b), names[turn.z], sign)
                    table[str(a)], table[str(b)] = one
                yield {"fields": [*fields.values()], "rows": [*table.values()]}
    yield {"fields": [], "rows": []}


def _turned(i: str, j: str, z: str, sigma: int) -> tuple[dict[str, str], dict[str, str]]:
    """cos(z) i + sigma sin(z) j and its rate."""
    sign, other = ("", "-") if sigma > 0 else ("-", "")
    return {i: f"cos({z})", j: f"{sign}sin({z})"}, {i: f"{other}sin({z})", j: f"cos({z})"}


def _pairs(rows: range, count: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Pairs of rows, none twice."""
    for pairs in combinations(list(combinations(rows, 2)), count):
        if len({l for pair in pairs for l in pair}) == 2 * count:
            yield pairs


def _written(
    steady: SteadyStability,
    problem: dict[str, Any],
    frame: dict[str, Any],
    allowed: Allowed,
    order: int,
) -> dict[str, Any]:
    return _Written(steady, problem, frame, allowed, order).whole()


class _Written:
    """One certificate."""

    def __init__(
        self,
        steady: SteadyStability,
        problem: dict[str, Any],
        frame: dict[str, Any],
        allowed: Allowed,
        order: int,
    ):
        self.steady, self.problem, self.order = steady, problem, order
        self.budget = Charged(allowed.units(UNITS))
        self.names, self.linear = problem["coordinates"], steady.small.linear
        free = [n for n, x in problem["parameters"].items() if x is None]
        letters = [*map(str, steady.letters)] or free
        self.letter = letters[0] if len(letters) == 1 else ""
        self.cases = {**frame, "letters": [], "member": {}, "columns": [], "places": {}}
        self.cases |= {"assumed": self._assumed(), "speeds": {}, "multipliers": {}}

    def whole(self) -> dict[str, Any]:
        """What stands beside the problem.  Raises OutOfReach."""
        least = any(_told(cell) == LEAST for cell in self.steady.cells)
        rests = any(self._claims_rest(cell) for cell in self.steady.cells)
        self._judged(self.steady.zeros if rests else 0, least)
        if rests and self.judge.zeros != len(self.cases["letters"]):
            self._judged(self.judge.zeros, least)
        return {"cells": self._stations(), "cases": self.cases}

    def _judged(self, zeros: int, least: bool) -> None:
        """The verifier's own answer, with the fewest coordinates that move by themselves as it
        sees, and as many letters of a family as there are zeros.  Raises OutOfReach."""
        levels = " ".join(self.problem["holonomic_constraints"])
        moving = {*self.names} - {*self.linear.ignored} | {*re.findall(r"[^\W\d]\w*", levels)}
        more: set[str] | None = None
        while more is None or more:
            self.cases["moving"] = [q for q in self.names if q in moving]
            self.cases |= {"letters": [], "member": {}, "columns": []}
            self.cases |= self._values(self.linear, {})
            if zeros:
                self._with_family(zeros)
            self.judge = self._stability()
            self.judge.equations()
            more = self.judge.stays
            moving |= more
        self.judge.prepare(least)

    def _claims_rest(self, cell: SteadyCell) -> bool:
        return _told(cell) not in (*OPEN, UNSTABLE, LEAST)

    def _assumed(self) -> list[str]:
        """What is declared of the letter alone."""
        letters, graph = {self.letter}, self.linear.system.chart.graph
        declared = assumptions_of([graph.symbol(self.letter)] if self.letter else [])
        told = (a for a in (*self.steady.assumed, *declared) if {"<", ">"} & {*a})
        words = ((a, set(re.findall(r"[^\W\d]\w*", a))) for a in told)
        return list(dict.fromkeys(a for a, names in words if names and names <= letters))

    def _stability(self) -> Stability:
        """The verifier's own equations."""
        problem = with_angles(self.problem, self.cases)
        language = Taylor(self.order, self.budget)
        return Stability(Reader(language, *names_of(problem)), problem, self.cases, None)

    # the motion and its family
    def _values(self, linear: Linearisation, letters: Mapping[Expr, Expr]) -> dict[str, Any]:
        """Places, speeds along the fields, and multipliers, with letters put in."""
        base, chart = linear.base, linear.system.chart
        put = {chart.graph.lift(s): chart.graph.lift(e) for s, e in letters.items()}
        scope = self.steady.small.case.scope
        start = {chart.graph.lift(q): base[q] for q in chart.q}

        def along(tables: Sequence[Mapping[str, str]], values: Mapping[str, Expr]) -> list[str]:
            sums = []
            for table in tables:
                turned = (
                    (chart.graph.lift(scope.expression(x)), values[k]) for k, x in table.items()
                )
                sums.append(
                    text(sum((c.subs(start) * x for c, x in turned), chart.graph.zero).subs(put))
                )
            return sums

        rates = dict(zip(self.names, (base[v] for v in chart.v)))
        functions = linear.system.pfaffian.functions
        levels = sorted(range(len(functions)), key=lambda l: functions[l] is None)
        if len(linear.multipliers) != len(levels):
            raise OutOfReach(DEPENDENT)
        reactions = {str(n): linear.multipliers[l] for n, l in enumerate(levels)}
        places = {q: text(base[s].subs(put)) for q, s in zip(self.names, chart.q)}
        fields = self.cases["fields"] or [{q: "1"} for q in self.names]
        rows = self.cases["rows"] or [{l: "1"} for l in reactions]
        return {
            "places": {q: x for q, x in places.items() if q in self.cases["moving"] and x != "0"},
            "speeds": _nonzero(self.names, along(fields, rates)),
            "multipliers": _nonzero(reactions, along(rows, reactions)),
        }

    def _with_family(self, zeros: int) -> None:
        """As many letters as there are zeros, with the columns in which they are independent.
        Raises OutOfReach."""
        near, small = self.steady.near, self.steady.small
        chart, graph = near.linear.system.chart, near.linear.system.chart.graph
        motion = small.linear.base
        start = {
            f"{n}dot{HERE}": motion[v] for n, v in zip(self.names, small.linear.system.chart.v)
        }
        at = {n: graph.lift(start[n]) if n in start else graph.symbol(n) for n in near.free}
        base = near.linear.base
        values = {n: base[q] for n, q in zip(self.names, chart.q) if n in self.cases["moving"]}
        values |= {f"{n}'": base[v] for n, v in zip(self.names, chart.v)}
        for chosen in combinations(near.free, zeros):
            slopes = [[e.diff(graph.symbol(n)) for e in values.values()] for n in chosen]
            form = echelon(graph, slopes)
            if form.rank == zeros:
                break
        else:
            raise OutOfReach(NO_FAMILY)
        letters = {n: f"{LETTER}{i}" for i, n in enumerate(chosen, start=1)}
        put = {
            graph.symbol(n): graph.symbol(letters[n]) if n in letters else e for n, e in at.items()
        }
        self.cases["letters"] = [*letters.values()]
        self.cases["member"] = {letters[n]: text(at[n]) for n in chosen}
        self.cases["columns"] = [[*values][c] for c in form.pivots]
        self.cases |= self._values(near.linear, put)

    # cells
    def _stations(self) -> list[dict[str, Any]]:
        """Numbers of the letter with verdicts, and what shows them."""
        if not self.letter:
            (cell,) = self.steady.cells
            return self._shown([_cell(Fraction(0), _told(cell))])
        parts = [*self._parts()] if self.steady.letters else None
        for every in (False, True):
            zeros = dict.fromkeys(r for line in self._lines(every) for r in self._roots(line))
            if parts is None:
                ends, verdicts = self._of_one_cell()
            else:
                ends = [self._root(end, zeros) for _, end, _ in parts[:-1]]
                verdicts = [verdict for _, _, verdict in parts]
            # between stations an end has no other root: over the rational numbers it may have more
            zeros |= dict.fromkeys(r for e in ends if e not in zeros for r in self._roots(e.of))
            roots = sorted(zeros, key=lambda r: r.low)
            if any(a.high >= b.low for a, b in pairwise(roots)):
                raise OutOfReach(CLOSE)
            with suppress(OutOfReach):
                return self._shown([*self._between(roots, ends, verdicts, every)])
        raise OutOfReach(UNSEEN)

    def _parts(self) -> Iterator[tuple[Zero | None, Zero | None, str]]:
        """The cells in order, and what is left out between them.  Raises OutOfReach."""
        before: Zero | None = None
        cells = self.steady.cells
        if any(cell.between is None for cell in cells):
            raise OutOfReach(MANY)
        for n, cell in enumerate(cells):
            low, high = cell.between or (None, None)
            if (n == 0 and low is not None) or (before and low and before.low != low.low):
                yield before, low, EXCLUDED
            yield low, high, _told(cell)
            before = high
        if before is not None:
            yield before, None, EXCLUDED

    def _of_one_cell(self) -> tuple[list[Root], list[str]]:
        """The numbers where a letter that no eigenvalue holds leaves what is assumed, or something
        is divided by 0; the one verdict between them, or that numbers are left out."""
        line, known, (cell,) = self.judge.line, self.judge.parameters, self.steady.cells
        bounds = [line(p) for p in (*known.assumed, *known.weak)]
        lines = [x for x in (*bounds, *map(line, self.judge.nowhere)) if len(x) > 1]
        ends = sorted({r for x in lines for r in self._roots(x)}, key=lambda r: r.low)
        verdicts = []
        for low, high in pairwise([None, *ends, None]):
            a, b = (None if low is None else low.high), (None if high is None else high.low)
            at = simplest_between(a, b)
            left_out = any(self.judge.reals.sign_at(x, at) < 0 for x in bounds)
            verdicts.append(EXCLUDED if left_out else _told(cell))
        return ends, verdicts

    def _lines(self, every: bool) -> list[Line]:
        """What must not vanish in cells; every: all that can show that an eigenvalue grows."""
        judge = self.judge
        by_roots = any(_told(cell) not in (*OPEN, LEAST) for cell in self.steady.cells)
        count = (2 * (2 * judge.degree + 1) if every else judge.degree + 1) if by_roots else 0
        needed = [judge.lead, judge.minor, *judge.nowhere]
        needed += [judge.test(by)[0] for by in range(count)]
        needed += [p for some in judge.minimum for p in some]
        lines = [line for p in needed if len(line := judge.line(p)) > 1]
        return sorted(lines, key=len)  # ends are told by short ones

    def _root(self, zero: Zero | None, roots: Iterable[Root]) -> Root:
        """One of these roots, or another one.  Raises OutOfReach."""
        assert zero is not None  # cells meet there
        for root in (*roots, *_roots([Fraction(c) for c in zero.polynomial])):
            if root.low <= zero.high and zero.low <= root.high:
                return root
        raise OutOfReach(CLOSE)

    def _roots(self, line: Line) -> Iterator[Root]:
        """The real roots; where coefficients are irrational, among those of the product of all
        conjugates."""
        if all(set(c) <= {()} for c in line):
            yield from _roots([c.get((), Fraction(0)) for c in line])
            return
        order, reals = self.judge.language.order, self.judge.reals
        balls = [_between(*map(Fraction, reals.bounds(c))) for c in line]
        for root in _roots(_norm(line, order)):
            if _vanishes(balls, root):
                simple = not _vanishes([k * c for k, c in enumerate(balls)][1:], root)
                yield replace(root, of=line if simple else reals.common(line, root.of))

    def _between(
        self, roots: Sequence[Root], ends: Sequence[Root], verdicts: Sequence[str], two: bool
    ) -> Iterator[dict[str, Any]]:
        """One or two stations between roots, and the ends of cells."""
        letter, number = self.letter, 0
        for low, high in pairwise([None, *roots, None]):
            a, b = (None if low is None else low.high), (None if high is None else high.low)
            places = [simplest_between(a, b)]
            places += [simplest_between(places[0], b)] if two else []
            number += low in ends
            cells: list[dict[str, Any]]
            cells = [_cell(at, verdicts[number]) for at in places]
            if high is not None and high in ends:
                cells[-1]["end"] = _equation(high.of, letter, self.judge.language.order)
            yield from cells

    def _shown(self, cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """With the tests that show what grows, and the bounds that leave numbers out.  Raises
        OutOfReach."""
        judge = self.judge
        judge.stations(cells)
        known = judge.parameters
        bounds = [(p, 1) for p in (*known.assumed, *known.weak)]
        for n, cell in enumerate(cells):
            at, lead, reals = Fraction(cell["at"]), judge.line(judge.lead), judge.reals
            sign, tests = 1, iter(bounds if cell["verdict"] == EXCLUDED else ())
            if cell["verdict"] == UNSTABLE:
                sign = reals.sign_at(lead, at)
                tests = map(judge.test, range(2 * (2 * judge.degree + 1)))
            for by, (p, power) in enumerate(tests):
                if reals.sign_at(judge.line(p), at) * sign**power < 0 and self._keeps_sign(p, n):
                    cell["by"] = by
                    break
            else:
                if cell["verdict"] in (UNSTABLE, EXCLUDED):
                    raise OutOfReach(UNSEEN)
        return cells

    def _keeps_sign(self, p: dict, n: int) -> bool:
        """Around a station; not where another station is a root.  Raises Stop at the limit."""
        try:
            return bool(self.judge.sign(p, n))
        except Stop as stop:
            if stop.args[0] == LIMIT:
                raise
            return False


def _between(low: Fraction, high: Fraction) -> Ball:
    """A ball that holds both."""
    with at_precision(BITS):
        return Ball(rational(low)).union(Ball(rational(high)))


def _told(cell: SteadyCell) -> str:
    """The verdict, or that it rests on the energy."""
    return LEAST if cell.answer.reason == LOSING else cell.answer.verdict


def _cell(at: Fraction, told: str) -> dict[str, Any]:
    """A station."""
    least = told == LEAST
    return {
        "at": str(at),
        "verdict": STABLE if least else told,
        **({"least": True} if least else {}),
    }


def _roots(line: Sequence[Fraction]) -> Iterator[Root]:
    """The real roots, each between two decimal numbers."""
    with at_precision(BITS):
        for whole, ball in real_zeros(line):
            floor = (ball * 10**DECIMALS).floor().unique_fmpz()
            if floor is not None:
                low = Fraction(int(floor), 10**DECIMALS)
                yield Root(whole, low, low + Fraction(1, 10**DECIMALS), _numbers(whole))
            elif len(whole) == 2:
                place = Fraction(-whole[0], whole[1])
                yield Root(whole, place, place, _numbers(whole))
            else:
                raise OutOfReach(CLOSE)


def _numbers(line: Iterable[int]) -> Line:
    """Coefficients as the verifier has them."""
    return [{(): Fraction(c)} if c else {} for c in line]


def _norm(line: Line, order: int) -> list[Fraction]:
    """The product of all conjugates of a polynomial, which is rational."""
    ring, d = polynomial_ring(["x", "y"]), order // 2  # y = cos(pi/d)
    terms: dict[tuple[int, ...], Rational] = {}
    for e, c in enumerate(line):
        if not c:
            continue
        turns = ((dict(m).get(0, 0), a) for m, a in c.items())
        number: Any = sum(rational(a) * cosine(Fraction(k, d), d) for k, a in turns)
        terms |= {(e, i): x for i, x in enumerate(number.coeffs()) if x}
    least: dict[tuple[int, ...], Rational] = {
        (0, i): x for i, x in enumerate(minimal_polynomial(d).coeffs()) if x
    }
    norm = resultant(ring.from_dict(terms), ring.from_dict(least), "y")
    powers = {int(m[0]): fraction(c) for m, c in norm.terms()}
    return [powers.get(e, Fraction(0)) for e in range(max(powers) + 1)]


def _vanishes(line: Sequence[Ball], root: Root) -> bool:
    """Is a polynomial 0 at a root, as far as balls tell?"""
    with at_precision(BITS):
        place, value = _between(root.low, root.high), Ball(0)
        for c in reversed(line):
            value = value * place + c
        return bool(value.contains(0))


def _equation(line: Line, letter: str, order: int) -> str:
    """A polynomial as a text, the constant term first."""
    powers = ("", f"*{letter}", *(f"*{letter}**{e}" for e in range(2, len(line))))
    terms = (f"{_number(c, order)}{power}" for c, power in zip(line, powers) if c)
    return re.sub(r"\b1\*", "", " + ".join(terms)).replace("+ -", "- ")


def _number(c: dict, order: int) -> str:
    """A number as a text, by cosines of fractions of pi."""
    turns = sorted((dict(m).get(0, 0), a) for m, a in c.items())
    told = " + ".join(f"{a}*cos({k}*pi/{order // 2})" if k else str(a) for k, a in turns)
    return f"({told})" if turns[-1][0] else told


def _nonzero(names: Iterable[str], texts: Sequence[str]) -> dict[str, str]:
    """Those that are not 0."""
    return {n: x for n, x in zip(names, texts) if x != "0"}
