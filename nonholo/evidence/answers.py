"""What is so where some equations between the parameters hold, with the evidence for it.

    solved:  p_i = A_i x_i^d + ... = 0, A_i not 0    ->    rank, h, growth, and guards

Where the letters that are solved for have values that are rational in the others, fields, brackets
and annihilators are those of the set with these values; elsewhere they are minors of the rows.  The
arithmetic is the verifier's."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial, divided
from nonholo.errors import NonholoError, OutOfReach, said
from nonholo.evidence.allowed import Allowed, Charged
from nonholo.evidence.lemma_records import unknown
from nonholo.evidence.place import Places
from nonholo.evidence.products import QuickFunctions
from nonholo.evidence.small import certificate as certificate_of
from nonholo.expression.functions import angle_parts
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.expression.ranges import range_of
from nonholo.expression.text import text
from nonholo.expression.unspecified import Unspecified
from nonholo.findings.check import check_of
from nonholo.findings.families import Constraints
from nonholo.findings.family import at_piece
from nonholo.findings.family_levels import OnLevels
from nonholo.findings.verdict import Verdict
from nonholo.geometry.constraints.pfaffian import entries
from nonholo.geometry.families.admissible import is_admissible
from nonholo.geometry.families.lemmas import Answered, Lemmas, solved_values
from nonholo.geometry.families.minors import AtPlace, Basis, Sample, evidence_of, sample_of
from nonholo.geometry.families.ring import Ring, Solved
from nonholo.geometry.zeros.domain import demands, somewhere, undefined
from nonholo.readers.case import Case
from nonholo.verifier import syntax
from nonholo.verifier.cases import put_in, with_angles
from nonholo.verifier.frequencies import by_waves, value_of_wave
from nonholo.verifier.functions import MoreTurns
from nonholo.verifier.guards import Guard
from nonholo.verifier.outcome import BEYOND, LIMIT, WORK, Stop
from nonholo.verifier.parameters import Parameters
from nonholo.verifier.point import Point
from nonholo.verifier.polynomials import ONE
from nonholo.verifier.problem import Reader, names_of
from nonholo.verifier.region import CONTRADICTORY, Region
from nonholo.words.sentence import say
from nonholo.work import BUDGETS

UNITS = 4 * WORK  # of the verifier's, for all answers of a family
PLACES, ORDERS, VALUES = (0, 1, 2, 3, 6, 7, 8, 9, 10, 11), 3, 6
MOST_PLACES = 40  # where the others show nothing: equations may hold at all of those
Told = tuple[tuple[str, str], ...]
Made = TypeVar("Made")
Wanted = Callable[[Mapping[str, Any]], bool]  # of what is stated


def known_signs(case: Case, letters: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What is assumed of letters, and of expressions in them, says of their signs.

    case: with these assumptions; letters: their names.  Pairs (text, ">", "<" or "!=" to 0).

    >>> import nonholo as nh
    >>> letters = {"a": {"positive": True}, "b": None}
    >>> case = nh.System("x y", None, ["a dx = b dy"], parameters=letters)
    >>> list(known_signs(case, letters))
    [('a', '>')]
    """
    graph = case.system.chart.graph
    for e in (*map(graph.symbol, letters), *graph.stated):
        bounds = range_of(e)
        if bounds.nonzero:
            yield text(e), ">" if bounds.positive else "<" if bounds.negative else "!="


@dataclass(frozen=True, slots=True)
class Evidence:
    """An answer where equations hold: rank, h, growth and forms integrable alone as they are
    stated; the record that shows it; for each guard places and columns, its polynomials there, and
    what some of them, as texts, were multiplied by, which is never 0.
    """

    stated: dict[str, Any]
    record: dict[str, Any]
    values: tuple[tuple[dict[str, Any], ...], ...]
    guards: tuple[tuple[Polynomial, ...], ...]
    over: tuple[Mapping[str, Polynomial], ...] = ()


class Long(OutOfReach):
    """All work of the verifier's that the answers of a family may take is done."""


class Unread(OutOfReach):
    """What the case is written with is beyond the verifier, whatever the cells are."""


class InNoCell(OutOfReach):
    """What is shown where equations hold is the answer of no cell."""


def levels_put_in(on: OnLevels) -> dict[str, Any]:
    """How a certificate tells what the levels of a case are solved for."""
    solved = [{"row": l, "coordinate": q} for l, q in on.solved]
    turned = [
        {
            "row": some.row,
            "coordinates": list(map(str, some.coordinates)),
            "squares": list(map(text, some.squares)),
            "radius": text(some.radius),
            "factor": text(some.factor),
            "angles": list(map(str, some.angles)),
        }
        for some in on.turned
    ]
    told = {"solved_levels": solved, "turned_levels": turned}
    return {key: steps for key, steps in told.items() if steps}


class Answers:
    """A case in the arithmetic of the verifier, judged where equations hold.

    on: with its levels solved; problem: its texts; assumed: what is assumed of the parameters;
    order: of the roots of unity; checks: solved letters, as texts -> a verdict that is known;
    allowed: all that they may take; usual: units of the verifier's."""

    frequencies = True  # waves may hold parameters and coordinates
    by_rows = False  # answers hang on which rows are used

    def __init__(
        self,
        on: OnLevels,
        problem: dict[str, Any],
        assumed: Sequence[str],
        order: int,
        checks: Mapping[Told, Verdict],
        allowed: Allowed,
        usual: int = UNITS,
    ):
        self.on, self.checks = on, checks
        self.budget, self.work = Charged(allowed.units(usual)), allowed.work
        self.language = QuickFunctions(order, self.budget)
        self.put = levels_put_in(on)
        self.problem = problem = with_angles(problem, self.put)
        self.reader = Reader(self.language, *names_of(problem))
        self.levels, self.written = put_in(self.reader, problem, self.put)
        self.system = self.levels.system
        self.assumed = [a for a in assumed if self._readable(a)]
        self.all_read = all(a in self.assumed or "!=" in a for a in assumed)
        self.nonzero: list[str] = []
        self.parameters = self._parameters()
        self._assume_relations()
        self.rows: list[dict] = []
        try:
            self._defined()
        except Stop as stop:
            if stop.args[0] == BEYOND:
                raise Unread(stop.args[1]) from None
            raise
        # in that of the case R^2 may be R^2 cos^2 x + R^2 sin^2 x
        self.graph = graph = Graph(on.given.system.chart.graph.seed)
        letters = [graph.symbol(name) for name in problem["parameters"]]
        one = graph.one  # a field of constants too has a root in some graph
        self.ring = Ring(letters, [*graph.copy([*self._functions()]), one])
        self.places: list[dict[str, Any]] = []
        self.points: dict[int, Point] = {}  # the place of a number, with what was met there
        self.first = False  # lemmas always solve for the first letter
        self._known: dict[tuple[tuple[str, int], ...], Evidence] = {}
        self._never: dict[str, bool] = {}

    def _defined(self) -> None:
        """All that is written has a value wherever the family is defined."""
        for row in self.written:
            self.take(row)

    def take(self, row: dict) -> None:
        """A row has values wherever the family is defined."""
        self.parameters.defined([row])
        self.rows.append(row)

    def _parameters(self) -> Parameters:
        names = self.problem["parameters"]
        made = Parameters(self.language, self.reader, names, self.assumed, self.nonzero)
        made.frequencies = self.frequencies
        return made

    def _readable(self, assumed: str) -> bool:
        try:
            tree, strict = syntax.inequality(assumed)
            names = self.problem["parameters"]
            Parameters(self.language, self.reader, names, [], []).assume(tree, strict)
        except (Stop, ValueError):
            return False
        return True

    def _assume_relations(self) -> None:
        """What is known not to be 0, or of one sign: also factors of what is assumed so."""
        for told, relation in known_signs(self.on.given, self.problem["parameters"]):
            try:
                p = self.parameters.polynomial(told)
            except Stop:
                continue
            if self.parameters.never_zero(p):
                continue
            if relation == "!=":
                self.nonzero.append(told)
            else:
                self.assumed.append(f"{told} {relation} 0")
            self.parameters = self._parameters()

    def _nodes(self) -> list[Expr]:
        """What holds the parameters."""
        levels = [f for f in self.on.given.system.pfaffian.functions if f is not None]
        rows = self.on.case.system.pfaffian
        return [*levels, *entries(rows)]

    def admits(self, values: Mapping[Expr, Expr]) -> bool:
        """All that is assumed, read by the verifier or not, holds at exact parameters, and the case
        has values there."""
        chart = self.on.given.system.chart
        point = chart.graph.copied(values)
        try:
            if not is_admissible(point) or any(undefined(e, point) for e in self._nodes()):
                return False
            return somewhere(self._nodes(), chart, point)
        except ZeroDivisionError:
            return False

    @property
    def defined(self) -> bool:
        """The case has values whatever the parameters are."""
        nodes, chart = self._nodes(), self.on.given.system.chart
        letters = chart.parameters(nodes)
        needed = [u for u, _ in demands(nodes)]
        needed += [b for n in ordered(nodes) if n.kind == "product" for b, e in n.args if e < 0]
        return not any(u.has(letters) for u in needed) and somewhere(nodes, chart)

    def _functions(self) -> Iterator[Expr]:
        """Sines and exponentials of the parameters that stand in the rows."""
        letters = {*self.problem["parameters"]}
        for node in ordered(self._nodes()):
            if node.calls("sin", "cos", "exp"):
                graph = node.graph
                waves = (graph.exp,) if node.args[0] == "exp" else (graph.sin, graph.cos)
                for atom, c in angle_parts(graph, node.args[1][0])[0]:
                    if {str(s) for s in atom.symbols()} <= letters:
                        unit = graph.scale(atom, Rational(1, c.denominator))
                        yield from (wave(unit) for wave in waves)

    def never_zero(self, p: Polynomial) -> bool:
        """At no admissible parameters, surely."""
        told = self.ring.text(p)
        if told not in self._never:
            self._never[told] = self.parameters.never_zero(self.parameters.polynomial(told))
        return self._never[told]

    def solved_there(self, solved: Solved) -> list[tuple]:
        """Solved equations as the verifier takes them."""
        steps = []
        for t, k in solved:
            p = self.parameters.polynomial(self.ring.text(t))
            steps.append(self.parameters.leading(p, self.parameters.unknown(unknown(self.ring, k))))
        return steps

    # the answers of cells
    def told(self, answer: Any) -> Any:
        """What is certified of an answer."""
        dimensions = answer.rank, answer.relations, answer.growth
        return answer.verdict, *dimensions, answer.space, answer.integrable

    def answer_of(self, stated: Mapping[str, Any]) -> Any:
        """What lemmas state, as the answer of a cell."""
        known = stated["verdict"] != CONTRADICTORY["verdict"]
        return Constraints(
            stated["verdict"] if known else None,
            stated["independent_constraints"] if known else None,
            stated["holonomic_relations"] if known else None,
            tuple(stated["growth_vector"]),
            stated["space"],
            tuple(l in stated["integrable"] for l in range(len(self.system.rows))),
        )

    def rows_of(self, stated: Mapping[str, Any]) -> Any:
        """The rows that are used, where answers hang on which."""
        del stated

    def agrees(self, answer: Any, shown: Mapping[str, Any]) -> bool:
        """What was shown is the answer of a cell."""
        growth = shown["growth_vector"]
        if [l for l, yes in enumerate(answer.integrable) if yes] != shown["integrable"]:
            return False
        if answer.verdict is None:
            return bool(shown["verdict"] == CONTRADICTORY["verdict"])
        timed = shown["space"] == "tq"
        return (answer.verdict, answer.relations, answer.rank) == (
            shown["verdict"],
            shown["holonomic_relations"],
            shown["independent_constraints"],
        ) and growth in (list(answer.growth), [d + timed for d in answer.growth])

    # the judge
    def lemmas(self, judge: Callable[[Solved], Answered]) -> Lemmas:
        """Lemmas about all parameters, with the answers of a judge."""
        return Lemmas(
            self.ring, judge, self.never_zero, self.work.at_most(BUDGETS.cases), self.first
        )

    def at(self, solved: Solved, wanted: Wanted = lambda stated: True) -> Evidence:
        """The answer where equations hold, one that is wanted.  Raises OutOfReach."""
        key = tuple((str(t), k) for t, k in solved)
        if key not in self._known or not wanted(self._known[key].stated):
            self._known[key] = self._judged(solved, wanted)
        return self._known[key]

    def _judged(self, solved: Solved, wanted: Wanted) -> Evidence:
        return next(self.ways(solved, wanted))

    def ways(self, solved: Solved, wanted: Wanted) -> Iterator[Evidence]:
        """Evidence that the verifier accepts, for answers that are wanted.  Raises OutOfReach where
        there is none, and Long."""
        reasons: list[str] = []
        others = False
        for records in self._ways():
            waiting = records(solved)
            while True:
                try:
                    evidence = self._answered(solved, next(waiting), wanted)
                except StopIteration:
                    break
                except Stop as stop:
                    if stop.args[0] == LIMIT:  # nothing more is done
                        raise Long(stop.args[1]) from None
                    reasons.append(stop.args[1])
                except (NonholoError, ZeroDivisionError) as error:
                    reasons.append(said(error))
                else:
                    others = others or evidence is None
                    if evidence is not None:
                        yield evidence
        if others:
            raise InNoCell(self._other_answer(solved))
        raise OutOfReach(reasons[0] if reasons else "no evidence was found")

    def _other_answer(self, solved: Solved) -> str:
        """Why what is shown where equations hold is the answer of no cell."""
        values = solved_values(self.ring, solved)
        if not values:
            return say("an answer that is in no cell")
        try:
            point = self.on.given.system.chart.graph.copied(values)
            valueless = any(undefined(e, point) for e in self._nodes())
        except ZeroDivisionError:
            valueless = True
        if not valueless:
            return say("an answer that is in no cell")
        return say(
            "the constraints have no value where {equations}, which no certificate of cells leaves "
            "out",
            equations=", ".join(f"{p} = {e}" for p, e in as_told(values)),
        )

    def _ways(self) -> Sequence[Callable[[Solved], Iterator[dict[str, Any]]]]:
        """Where records come from."""
        return self._by_check, self._by_minors

    def _by_check(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """The claims about the set with the solved letters put in."""
        values = solved_values(self.ring, solved)
        if values is None:
            return
        case, rows, check = self.on.given, tuple(range(len(self.system.rows))), None
        if "turned_levels" in self.put:
            case, rows = self.on.case, self.on.rows
        else:
            check = self.checks.get(as_told(values))
        check = check or check_of(at_piece(case, values), search=0, singular_too=False)
        made = certificate_of(check)
        claims = made["claims"]
        if any("reason" in claim for claim in claims):
            raise OutOfReach(next(c["reason"] for c in claims if "reason" in c))
        by = {claim["claim"]: claim for claim in claims}
        alone = [
            rows[claim["row"]]
            for claim in claims
            if claim["claim"] in ("potential", "integrable alone")
        ]
        levels = [
            {
                "brackets": level["brackets"],
                "annihilators": [
                    {str(rows[int(l)]): c for l, c in table.items()}
                    for table in level["annihilators"]
                ],
            }
            for level in by["growth"]["levels"]
        ]
        yield {
            "space": made["space"],
            "rows": [rows[l] for l in by["rank"]["rows"]],
            "fields": by["admissible"]["fields"],
            "levels": levels,
            "integrable": sorted({*alone}),
        }

    def _by_minors(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """The same by minors."""
        steps = self.solved_there(solved)
        for space in dict.fromkeys(("q", self.system.space)):
            try:
                region = Region(self.levels, self.parameters, steps, space)
            except Stop:
                continue
            yield evidence_of(region, lambda p: text(self.expression_of(p)))

    def _answered(self, solved: Solved, record: dict[str, Any], wanted: Wanted) -> Evidence | None:
        """None where the answer is not wanted."""
        region = self._region(self.solved_there(solved), record)
        guards, stated = region.proved(record)
        if not wanted(stated):
            return None
        sample = sample_of(region)
        chosen = [self._chosen(region, guard, sample) for guard in guards]
        return Evidence(
            stated,
            record,
            tuple(tuple(value for value, _, _ in choices) for choices in chosen),
            tuple(tuple(p for _, p, _ in choices) for choices in chosen),
            tuple({str(p): w for _, p, w in choices if w != 1} for choices in chosen),
        )

    def _region(self, solved: list[tuple], record: dict[str, Any]) -> Any:
        return Region(self.levels, self.parameters, solved, record["space"])

    # guards
    def _short(self, region: Any, guard: Guard, sample: Sample) -> Guard:
        """The guard, or columns of it that are quick to look at."""
        return guard

    def _minors(self, region: Any, guard: Guard, place, sample: Sample) -> list[tuple[dict, dict]]:
        """Columns of some minors that do not vanish at a place, and these minors, or what each wave
        in them is there."""
        waves, there = self._by_waves(guard), AtPlace(sample, place)
        matrix = guard.components(guard.names)
        if waves:
            numbers = [[sample.at((p, ONE)) for p in row] for row in matrix]
        else:
            matrix = [[self._value(place, p) if callable(p) else p for p in row] for row in matrix]
            numbers = [[self._number(there, p) for p in row] for row in matrix]
        choices: list[tuple[dict, dict]] = []
        for order in orders(len(guard.names)):
            basis = Basis(sample.p)
            pivots = [basis.add([row[j] for j in order]) for row in numbers]
            if None in pivots:
                return []
            chosen = sorted(order[j] for j in pivots if j is not None)
            names = [guard.names[j] for j in chosen]
            columns = list(names[0]) if guard.triple else names
            if columns in [told["columns"] for told, _ in choices]:
                continue
            some = [[row[j] for j in chosen] for row in matrix]
            if not waves:
                some = [[self._value(place, p) for p in row] for row in some]
            minor = self.parameters.determinant(some)
            if not waves:
                choices.append(({"columns": columns}, minor))
                continue
            parts = by_waves(self.parameters, self.parameters.in_frequencies(minor, region.solved))
            for number in range(2 * len(parts)):
                value = value_of_wave(self.parameters, place, parts, number)
                choices.append(({"columns": columns, "wave": number}, value))
        return choices

    def _value(self, place: Point, p: dict) -> dict:
        """The polynomial in the parameters that a polynomial is at a place."""
        return self.parameters.value(place, p)

    def _number(self, there: AtPlace, p: dict) -> int:
        """What a polynomial is at a place, modulo a prime."""
        return there.at((p, ONE))

    def _by_waves(self, guard: Guard) -> bool:
        """Are factors of waves looked at, instead of values at a place?"""
        return any(map(self._holds_frequencies, guard.vectors))

    def _holds_frequencies(self, vector: dict) -> bool:
        held = {g for x in vector.values() for m in x[0] for g, _ in m}
        return any(map(self.parameters.mixed, held))

    def _at_one_place(self, guard: Guard) -> bool:
        """What is seen at one place is as much as at any other."""
        del guard
        return False

    def _chosen(
        self, region: Any, guard: Guard, sample: Sample
    ) -> list[tuple[dict, Polynomial, Polynomial]]:
        """Values of a guard, a constant if there is one, else a few that do not divide each other;
        and what they were multiplied by."""
        values: dict[str, tuple[dict, Polynomial, Polynomial]] = {}
        guard = self._short(region, guard, sample)
        for number, at in self._places_of(region, guard):
            if values and (number > PLACES[-1] or self._at_one_place(guard)):
                break
            choices: list[tuple[dict, dict]] = []
            place = self.points.setdefault(at, self.parameters.place(self.places[at]))
            with suppress(ZeroDivisionError):  # what a place divides by is 0 there
                choices = self._minors(region, guard, place, sample)
            for columns, value in choices:
                p, over = self.ring.over_waves(self.real(value))
                told = {"at": at, **columns}
                if self.never_zero(p):
                    return [(told, p, over)]
                if sample.at((value, ONE)) or self.parameters.reduced(value, region.solved):
                    values.setdefault(str(self.ring.plain(p)), (told, p, over))
        chosen: list[tuple[dict, Polynomial, Polynomial]] = []
        for told, p, over in sorted(
            values.values(), key=lambda f: (len(f[1]), f[1].total_degree())
        ):
            if len(chosen) < VALUES and not any(divided(p, q) is not None for _, q, _ in chosen):
                chosen.append((told, p, over))
        if not chosen:
            raise OutOfReach(say("no place shows the dimensions"))
        return chosen

    def _quotients(self, region: Any, guard: Guard) -> list[tuple[dict, dict]]:
        """What must have a value at a place."""
        quotients = [x for row in region.rows.values() for x in row.values()]
        quotients += [x for field in region.widest for x in field.values()]
        return quotients + [x for l in region.rows for x in region.triples(l).values()]

    def _places_of(self, region: Any, guard: Guard) -> Iterator[tuple[int, int]]:
        """Places at which all that must have a value has one, counted, with their numbers; after
        those that are looked at further ones, where nothing was seen."""
        quotients = self._quotients(region, guard)
        for number, record in enumerate(Places(self.reader, quotients, []).records()):
            if number in PLACES or number > PLACES[-1]:
                yield number, self.place(record)
            if number == MOST_PLACES:
                return

    def place(self, record: dict[str, Any]) -> int:
        """The number of a place, of which the parameters are left out."""
        place: dict[str, Any] = {
            key: {t: v for t, v in record[key].items() if t == "pi" or not self.by_parameters(t)}
            for key in ("symbols", "angles", "exponents", "functions")
            if key in record
        }
        if not place.get("functions", True):
            del place["functions"]
        if place not in self.places:
            self.places.append(place)
        return self.places.index(place)

    def by_parameters(self, monomial: str) -> bool:
        """A number, or parameters stand in it."""
        held = [g for m in self.reader.expression(monomial)[0] for g, _ in m]
        return not held or any(map(self.parameters.parametric, held))

    def _single(self, g: int) -> Expr:
        """A letter, pi, or an unspecified function of coordinates."""
        kind, what = self.language.kinds[g]
        if kind == "pi":
            return self.graph.pi
        if kind == "symbol":
            return self.graph.symbol(what)
        name, orders, places = what
        call = Unspecified(name, tuple(self.reader.functions[name]), orders)
        return self.graph.call(call, *map(self._single, places))

    def real(self, p: dict) -> Expr:
        """A real polynomial, or i times one."""
        real = self.expression_of(p)
        return self.expression_of(self.language.mul(self.language.i, p)) if real.is_zero else real

    def expression_of(self, p: dict) -> Expr:
        """A real polynomial of the verifier.

        Raises OutOfReach for numbers that are not rational.
        """
        graph = self.graph
        total = graph.zero
        for m, c in p.items():
            turns, angle, factor = 0, graph.zero, graph.lift(c)
            for g, e in m:
                kind, what = self.language.kinds[g]
                if kind == "turn":
                    turns = e * 4 / self.language.order
                elif kind == "pi":
                    factor = factor * graph.pi**e
                elif kind in ("symbol", "function"):
                    factor = factor * self._single(g) ** e
                else:
                    inner = graph.product([(self._single(h), n) for h, n in what])
                    if kind == "exponential":
                        factor = factor * graph.exp(inner * Fraction(e))
                    else:
                        angle = angle + inner * Fraction(e)
            if turns not in (0, 1):
                raise OutOfReach(say("numbers other than rational ones in the guards"))
            total = total + factor * (-graph.sin(angle) if turns else graph.cos(angle))
        return total


def with_order(made: Callable[[int], Made]) -> Made:
    """What is made with as many roots of unity as it takes; the verifier's stops as OutOfReach."""
    order = 4
    while True:
        try:
            return made(order)
        except MoreTurns as more:
            (order,) = more.args
        except Stop as stop:
            raise (Long if stop.args[0] == LIMIT else OutOfReach)(stop.args[1]) from None


def as_told(solved: Mapping[Expr, Expr]) -> Told:
    """Solved letters as texts, by which verdicts are known."""
    return tuple(sorted((str(p), text(e)) for p, e in solved.items()))


def orders(n: int) -> Iterator[list[int]]:
    """Some orders of n columns."""
    rng = random.Random(n)
    for k in range(ORDERS):
        yield list(range(n)) if k == 0 else rng.sample(range(n), n)
