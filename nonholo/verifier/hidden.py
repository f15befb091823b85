"""Rules 54 and 55: what follows from the rows, and the sets into which states fall apart.

    sum_l c_l w_l + sum_j f_j theta_j = u p_1^e_1 ... p_r^e_r dt      f_j: levels; u: never 0

Along a motion the left side is 0, so a p_i is: if there is one, it is a level from then on; if
there is none, nothing moves.  Of several, at almost every time one stays 0 for a while, and each
is followed for itself.  At the end stand certificates of the rows with all these levels.
"""

from .check import Check
from .document import BODY, MAX_LENGTH, STATED, demand_certificate, demand_shape, digest
from .functions import Functions, with_turns
from .level import Levels
from .outcome import ACCEPTED, BEYOND, Budget, Result, concluded, demand
from .parameters import Parameters
from .polynomials import ONE, UNIT, ZERO
from .problem import Reader, System, names_of
from .shapes import HIDDEN, STEP


def verify(certificate: dict, problem=None, work: int | None = None) -> Result:
    """Check one with hidden constraints, and that it is about `problem` if given; never raises."""
    reached = Reached()

    def accepted() -> Result:
        demand(len(str(certificate)) <= MAX_LENGTH, "a very long certificate", BEYOND)
        demand_shape(certificate, HIDDEN, "the certificate")
        demand(certificate["certificate"] == 3, "another version of the schema")
        written = certificate["problem"]
        demand(certificate["sha256"] == digest(written), "the hash is not that of the problem")
        demand(problem in (None, written), "about another problem")
        reached.budget = Budget(work, len(str(certificate)))
        reached.follow(certificate["hidden"], written, [])
        shown = reached.shown(written.get("declared", []))
        return Result(ACCEPTED, shown={**shown, "sha256": certificate["sha256"]})

    return concluded(accepted, lambda: reached.where)


class Reached:
    """The sets on which motions stay."""

    where = "certificate"
    budget: Budget

    def __init__(self) -> None:
        self.sets: list[dict] = []  # what is shown of each
        self.left: list[str] = []  # where nothing is

    def follow(self, record, written: dict, levels: list) -> None:
        """Rule 55: where these levels have been added a certificate stands, or what follows."""
        self.where = f"hidden: {words(levels)[:250]}" if levels else "hidden"
        problem = {**written, "holonomic_constraints": written["holonomic_constraints"] + levels}
        if record is None:
            self.left.append(words(levels))
        elif type(record) is dict and "claims" in record:
            demand_shape(record, {**STATED, **BODY}, "a set")
            head = {"certificate": 1, "problem": problem, "sha256": digest(problem)}
            demand_certificate({**record, **head})
            check = Check()
            check.budget = self.budget
            self.sets.append({"equations": levels, **check.whole({**record, **head})})
        else:
            demand_shape(record, STEP, "a step")
            with_turns(lambda order: self.demand_step(record, problem, order))
            for one in record["sets"]:
                self.follow(one.get("then"), written, [*levels, one["level"]])

    def demand_step(self, record: dict, problem: dict, order: int) -> None:
        """Rule 54: the identity; and u is never 0, or it holds parameters alone."""
        language = Functions(order, self.budget)
        reader = Reader(language, *names_of(problem))
        written = System(reader, problem)
        solved = Levels(written)
        for level in record["solved"]:
            solved.solve(level["row"], level["coordinate"])
        system = System(reader, problem, written)
        real = Parameters(language, reader, reader.free, problem.get("declared", []), [])

        def vector(table: dict, keys) -> dict:
            demand(set(table) <= set(keys), "a component that is none")
            return {key: (real.polynomial(text), ONE) for key, text in table.items()}

        both = system.rows, system.functions
        rows, levels = ({str(l): x for l, x in enumerate(some)} for some in both)
        total = language.combined(vector(record["combination"], rows), rows)
        for l, table in record["cofactors"].items():
            demand(l in levels, "a cofactor of what is no level")
            form = language.combined({l: levels[l]}, {l: vector(table, reader.names)})
            total = language.combined({0: UNIT, 1: UNIT}, [total, form])
        sets, u = record["sets"], real.polynomial(record["times"])
        factors = [real.polynomial(one["level"]) for one in sets]
        product = real.product(factors, {str(i): one["power"] for i, one in enumerate(sets)})
        same = language.same(total.pop("t", ZERO), (language.mul(u, product), ONE))
        demand(same and not total, "what follows is another condition")
        moving = language.symbols_in((u, ONE)) & {*reader.names}
        demand((u and not moving) or real.never_zero(u), "what is left out may be 0")
        plain = not language.of_kind("root", "logarithm")
        demand(plain, "a root or logarithm beside hidden constraints", BEYOND)
        language.demand_independent()

    def shown(self, declared: list) -> dict:
        """Of one set what its certificate shows, of several that of each."""
        demand(self.sets, "no set is shown")
        more = [f"nothing is said of {text}" for text in self.left]
        more += [f"{', '.join(declared)}, as declared"] if declared else []
        if len(self.sets) > 1:
            on = [f"{words(one['equations'])}: {told}" for one in self.sets for told in one["on"]]
            return {"cells": self.sets, "on": on + more}
        (one,) = self.sets
        told = words(one["equations"]) + ("" if self.left else ", which follows")
        return {**one, "on": [told, *more, *one["on"]]}


def words(levels: list) -> str:
    """The conditions of a set."""
    return ", ".join(f"{text} = 0" for text in levels)
