"""Rules 35 to 43 and 45: the cells of a family hold all its parameters, shown by lemmas.

A lemma says: parameters for which some polynomials are 0 and some others are not, and for which the
family is defined, lie in the cells.  It is proved in one of three ways, by lemmas before it; the
last one has no hypotheses but what is assumed of the parameters.

    parts     c f_1^k ... f_r^l = p and p = 0: some f_i is 0;  or: some f_i is 0, or none is
    squares   a sum of squares, each times what is positive, is 0: each square is
    answer    rank, h and growth are those of a cell where no guard vanishes; a guard is a list of
              polynomials, and where all of them are 0 other lemmas hold; of a Lagrangian the
              answer is which substitutions are right
"""

from typing import Any

from .level import Levels
from .motion import Forces, Moving
from .outcome import BEYOND, demand
from .parameters import Parameters, proportional
from .polynomials import plus
from .problem import Reader, System
from .real import Parametric
from .substitution import Lagrangian

WAYS = ("parts", "squares", "answer")


def with_angles(problem: dict, record: dict) -> dict:
    """The problem with angles of rule 63, and letters of rule 65, which nothing in it names."""
    angles = [b for step in record.get("turned_levels", []) for b in step["angles"]]
    letters, told = record.get("letters", []), str({**problem, "integrals": ""})
    demand(not any(b in told for b in angles), "an angle that is told")
    demand(not any(c in told for c in letters), "a letter of the family that is told")
    parameters = problem["parameters"] | dict.fromkeys(letters)
    return {**problem, "coordinates": problem["coordinates"] + angles, "parameters": parameters}


def put_in(reader: Reader, problem: dict, record: dict) -> tuple[Levels, list[dict]]:
    """Rule 19 for a family: f = 0 is solved for coordinates, each level, or follows from those that
    are.  Returns the levels, in whose system they are put in, and what is defined in the family."""
    written = System(reader, problem)
    levels = Levels(written, of_family=True)
    for step in record.get("solved_levels", []):
        levels.solve(step["row"], step["coordinate"])
    levels.angles = {b for step in record.get("turned_levels", []) for b in step["angles"]}
    for step in record.get("turned_levels", []):
        levels.turn(**step)
    levels.system = System(reader, problem, written) if levels.solved else written
    whole = not any(top for top, _ in levels.system.functions)
    demand(whole, "a level that is solved for no coordinate", BEYOND)
    functions = {str(l): f for l, f in enumerate(written.functions)}
    return levels, [*levels.system.rows, *written.rows, functions]


class Lemma:
    """The hypotheses of a lemma as polynomials, and what is solved by them."""

    def __init__(self, cases: Any, record: dict):
        self.zero = [cases.parameters.polynomial(text) for text in record["zero"]]
        self.nonzero = [cases.parameters.polynomial(text) for text in record["nonzero"]]
        self.solved: list[tuple] = []
        self.cell = -1  # in which its own answer is
        self.ends: set[int] = set()  # the lemmas with the answers that its parameters may have
        self.met: set[int] = set()  # the cells in which its parameters may be
        for step in record["solved"]:
            demand(0 <= step["equation"] < len(self.zero), "no such equation")
            p, g = self.zero[step["equation"]], cases.parameters.unknown(step["by"])
            self.solved.append(cases.parameters.leading(p, g))
            product = cases.parameters.product(self.nonzero, step["initial"])
            lead = self.solved[-1][3]
            same = proportional(cases.language, lead, product) or cases.parameters.wave(lead)
            demand(same, "what is divided by may be 0")


class Cases:
    """All lemmas of a certificate."""

    def __init__(self, reader: Reader, problem: dict, record: dict, judge: Any):
        language = self.language = reader.language
        declared = problem["holonomic_constraints"] and problem.get("declared")
        demand(not (problem["inequalities"] or declared), "inequalities in a family", BEYOND)
        moving = judge and issubclass(judge, Moving)
        self.levels, self.rows = put_in(reader, problem, record)
        self.motion: Any = None
        if "lagrangian" in problem:
            self.motion = Lagrangian(reader, problem)
            self.motion = Forces(self.motion, reader, problem) if moving else self.motion
            self.rows.append(self.motion.as_row)
        assumed = record["assumed"], record["nonzero"]
        self.assumed = [*assumed[0], *(f"{text} != 0" for text in assumed[1])]
        held = {} if judge else language.held  # coordinates that stay letters at a place
        self.parameters = Parameters(language, reader, {*problem["parameters"], *held}, *assumed)
        self.parameters.frequencies = getattr(judge, "frequencies", False)
        for slope in self.levels.divided:
            top = self.parameters.plain(self.parameters.cleared({"": slope})[""])
            shown = self.parameters.never_zero(top)
            demand(shown, "a level is solved where its slope may be 0", BEYOND)
        for row in ({"": reader.expression(text)} for text in self.levels.poles):
            parts = self.parameters.coefficients(self.parameters.cleared(row)[""][0]).values()
            demand(any(map(self.parameters.never_zero, parts)), "a radius that may be 0", BEYOND)
        self.parameters.defined(self.rows)
        self.places = [self.parameters.place(place) for place in record["places"]]
        self.record, self.judge = record, judge
        self.lemmas: list[Lemma] = []

    def check(self, stated: dict, where: list) -> dict:
        """Every lemma, in order; the last one is about all parameters.

        stated: the cells with their equations and answers; where: is told the lemma."""
        self.cells = []
        for n, cell in enumerate(stated["cells"]):
            where[0] = f"cells[{n}]"
            read = self.parameters.polynomial
            without = [list(map(read, texts)) for texts in cell["without"]]
            self.cells.append((list(map(read, cell["equations"])), without, cell))
            if "point" in cell:
                point = Parametric(self.parameters, cell["point"])
                point.demand_in(*self.cells[-1][:2], self.rows)
        self.prove(self.record["lemmas"], where)
        where[0] = "cases"
        last = self.record["lemmas"][-1]
        demand(not last["zero"] + last["nonzero"], "the last lemma is not about all parameters")
        unmet = set(range(len(self.cells))) - self.lemmas[-1].met
        demand(not unmet, f"no case leads to cells {sorted(unmet)}")
        told = {"on": self.parameters.reader.choices, "lemmas": len(self.lemmas)}
        return {"cells": stated["cells"], "assumed": self.assumed, **told}

    def prove(self, records: list, where: list) -> None:
        """Lemmas, each from those before it."""
        for number, record in enumerate(records):
            where[0] = f"cases: lemmas[{number}]"
            ways = [way for way in WAYS if way in record]
            demand(len(ways) == 1, "a lemma is proved in one way")
            lemma = Lemma(self, record)
            getattr(self, ways[0])(lemma, record[ways[0]])
            self.lemmas.append(lemma)
        demand(self.lemmas, "no lemmas")

    # what is known
    def zero(self, lemma: Lemma, p: dict) -> bool:
        """Rule 35: p is 0 where the hypotheses hold: A p is a combination of them for an A that is
        not 0 there.  Two may be solved for one e^(i m): either may be taken first."""
        return not all(self.parameters.reduced(p, s) for s in (lemma.solved, lemma.solved[::-1]))

    def among(self, p: dict, some: list) -> bool:
        """A number times p is one of these."""
        return any(proportional(self.language, p, q) for q in some)

    def use(self, here: Lemma, zero: list, nonzero: list, record: dict) -> None:
        """A part of the parameters is taken care of."""
        lemma = self.lemma(here, zero, nonzero, record)
        here.ends |= lemma.ends
        here.met |= lemma.met

    def lemma(self, here: Lemma, zero: list, nonzero: list, record: dict) -> Lemma:
        """Rule 36: a lemma before this one, whose hypotheses hold if more is 0, or is not."""
        number, because = record["lemma"], record.get("because", {})
        demand(0 <= number < len(self.lemmas), "a lemma that was not shown before")
        lemma = self.lemmas[number]
        known = [*here.zero, *zero]
        for i, p in enumerate(lemma.zero):
            reason = because.get(str(i))
            if reason is not None:
                demand(0 <= reason["equation"] < len(known), "no such equation")
                factor = self.parameters.polynomial(reason["times"])
                p = plus(p, self.language.mul(factor, known[reason["equation"]]), -1)
            held = self.among(p, known) or self.zero(here, p)
            demand(held, "a lemma whose equations may not hold")
        for p in lemma.nonzero:
            held = self.among(p, [*here.nonzero, *nonzero])
            demand(held or self.parameters.never_zero(p), "a lemma of what may be 0")
        return lemma

    # the ways to prove a lemma
    def parts(self, lemma: Lemma, record: dict) -> None:
        """Rule 37: a product is 0 if a factor is; without a product a factor is 0, or none is."""
        factors = [self.parameters.polynomial(part["factor"]) for part in record["of"]]
        if "equation" in record:
            demand("else" not in record, "either a product or all others")
            demand(0 <= record["equation"] < len(lemma.zero), "no such equation")
            stated = self.parameters.product(lemma.nonzero, record.get("nonzero", {}))
            for factor, part in zip(factors, record["of"]):
                demand(part["power"] > 0, "a power that is not positive")
                stated = self.language.mul(stated, self.language.power(factor, part["power"]))
            p, reduced = lemma.zero[record["equation"]], self.parameters.reduced
            whole = proportional(self.language, *(reduced(x, lemma.solved) for x in (p, stated)))
            demand(proportional(self.language, p, stated) or whole, "the product is another one")
        else:
            demand("else" in record, "neither a product nor all others")
            self.use(lemma, [], factors, record["else"])
        for factor, part in zip(factors, record["of"]):
            if "then" in part:
                self.use(lemma, [factor], [], part["then"])
            else:
                demand(self.parameters.never_zero(factor), "a factor that may be 0")

    def squares(self, lemma: Lemma, record: dict) -> None:
        """Rule 38: a sum of squares of real numbers, times what is positive, is 0 if each is."""
        demand(0 <= record["equation"] < len(lemma.zero), "no such equation")
        total: dict = {}
        for term in record["of"]:
            q, times = (self.parameters.polynomial(term[key]) for key in ("square", "times"))
            demand(self.parameters.positive(times), f"{term['times'][:60]} may not be positive")
            total = plus(total, self.language.mul(times, self.language.mul(q, q)))
        same = proportional(self.language, lemma.zero[record["equation"]], total)
        demand(same, "the sum of squares is another one")
        real = [self.parameters.polynomial(term["square"]) for term in record["of"]]
        self.use(lemma, real, [], record["then"])

    def answer(self, lemma: Lemma, record: dict) -> None:
        """Rule 39: the answer wherever no guard vanishes, and lemmas for where one does."""
        demand(0 <= record["cell"] < len(self.cells), "there is no such cell")
        lemma.cell = record["cell"]
        lemma.ends.add(len(self.lemmas))
        lemma.met.add(lemma.cell)
        inside = all(self.zero(lemma, p) for p in self.cells[lemma.cell][0])
        demand(inside, "the equations of the cell may not hold")
        there = self.levels, self.parameters, lemma.solved
        judge = self.judge(*((self.motion, *there) if self.motion else (*there, record["space"])))
        judge.lemma = lemma
        guards, shown = judge.proved(record)
        demand(self.alike(record["cell"], shown), f"the lemma shows {shown}")
        demand(len(guards) == len(record["guards"]), "not as many guards as are needed")
        for needed, guard in zip(guards, record["guards"]):
            demand(guard["values"], "a guard without values")
            known = {value["at"] for value in guard["values"]} <= {*range(len(self.places))}
            demand(known, "there is no such place")
            minors: dict = {}
            here = self.parameters, self.places, lemma.solved
            values = [needed.value(*here, v, minors) for v in guard["values"]]
            held = any(self.among(v, lemma.nonzero) for v in values)
            if held or any(map(self.parameters.never_zero, values)):
                continue
            demand("then" in guard, "a guard that may vanish")
            self.use(lemma, values, [], guard["then"])
        for number in range(len(self.cells)):
            self.apart(lemma, number, shown, record["apart"])
        for number, left_out in enumerate(self.cells[record["cell"]][1]):
            self.outside(lemma, left_out, record["outside"].get(str(number)))

    def alike(self, number: int, shown: dict) -> bool:
        """A cell has this answer; of substitutions by any choice of rows that it states."""
        cell, key = self.cells[number][2], "substitutions"
        choices = cell.get("or", [])
        fit = all(len(rows) == len(cell[key]) for rows in choices)
        demand(fit, "a choice that has not rows for each substitution")
        others = [{key: [{**x, "rows": r} for x, r in zip(cell[key], rows)]} for rows in choices]
        return any(all(x[k] == shown[k] for k in shown) for x in (cell, *others))

    def apart(self, lemma: Lemma, number: int, shown: dict, uses: dict) -> None:
        """Rule 42: where the equations of another cell hold too, the parameters are among those
        that the cell leaves out; or by a lemma they have other answers than this one, so there are
        none, or are left out where they have this one."""
        equations, without, _ = self.cells[number]
        if self.alike(number, shown):
            return
        for left_out in without:
            if all(self.zero(lemma, p) or self.among(p, equations) for p in left_out):
                return
        demand(str(number) in uses, f"is this answer in cell {number}?")
        excluding = {key: shown[key] for key in getattr(self.judge, "excluding", shown)}
        there = {key: self.cells[number][2][key] for key in shown}
        self.no_such(lemma, equations, excluding, there, uses[str(number)], without)

    def outside(self, lemma: Lemma, left_out: list, use: dict | None) -> None:
        """Rule 43: the parameters are none of those that their own cell leaves out; or a lemma
        before this one says in which cell they are, with the one answer that they have."""
        held = any(self.among(p, lemma.nonzero) for p in left_out)
        if not held and not any(map(self.parameters.never_zero, left_out)):
            demand(use is not None, "is this answer left out of its cell?")
            lemma.met |= self.lemma(lemma, left_out, [], use or {}).met

    def no_such(
        self, lemma: Lemma, zero: list, shown: dict, there: dict, use: dict, without: list[list]
    ) -> None:
        """Where these are 0 too the answers exclude this one, or are that of the cell; or all of a
        set in `without` are 0, or something is that is not 0 by hypothesis."""
        for end in (self.lemmas[e] for e in self.lemma(lemma, zero, [], use).ends):
            same = self.alike(end.cell, shown) and not self.alike(end.cell, there)
            left_out = any(all(self.zero(end, p) for p in inner) for inner in without)
            gone = any(self.zero(end, p) for p in lemma.nonzero)
            demand(not same or left_out or gone, "this answer may be where it is in no cell")
