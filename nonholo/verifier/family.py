"""A family: its cells, with lemmas that show their answers and that they are all; or for each cell
a certificate of the set with parameters put in."""

from .cases import Cases, with_angles
from .check import verify as verify_one
from .conditions import Conditions
from .document import MAX_LENGTH, demand_shape, digest
from .functions import Functions, with_turns
from .hidden import verify as verify_hidden
from .integrals import Conserving
from .jets import Jets
from .measure import Measured
from .outcome import ACCEPTED, BEYOND, Budget, Result, concluded, demand, printed
from .problem import Reader, names_of
from .region import Region
from .shapes import SHAPES
from .singular import Singular
from .steady import Stability
from .substitution import Substituted
from .symmetry import Symmetric
from .taylor import Taylor

JUDGES = {2: Region, 3: Substituted, 4: Measured, 5: Jets, 6: Symmetric, 7: Singular}
JUDGES[8] = Conserving
COMPLETE = "not certified: that there are no other cells"


def verify(certificate, problem=None, work: int | None = None) -> Result:
    """Check a certificate, or the certificates of all cells of a family; never raises.

    work: units of counted work, by default some millions and more for long certificates.
    """
    if isinstance(certificate, dict) and "hidden" in certificate:
        return verify_hidden(certificate, problem, work)
    if not (isinstance(certificate, dict) and "family" in certificate):
        return verify_one(certificate, problem, work)
    where, shown = ["family"], []

    def accepted() -> Result:
        demand_family(certificate)
        demand(problem in (None, certificate["problem"]), "about another problem")
        exactly = demand_cases(Conditions, certificate, "exactly", work, where)
        if certificate["family"] != 1:
            judge = Stability if certificate["family"] == 9 else Cases
            cases = demand_cases(judge, certificate, "cases", work, where)
            lines = certificate["problem"].get("integrals", [])
            return Result(ACCEPTED, shown={**cases, **exactly, "class": lines})
        budget = Budget(work, len(str(certificate)))
        for number, cell in enumerate(certificate["cells"]):
            where[0] = f"cells[{number}]"
            demand_cell(certificate["problem"], cell, budget)
            answer = verify_one(cell["certificate"], None, budget)
            if answer.status != ACCEPTED:
                return Result(answer.status, f"{where[0]}: {answer.where}", answer.why)
            shown.append({"equations": cell["equations"], "solved": cell["solved"], **answer.shown})
        told = f": {printed(certificate['open'][:250])}" if "open" in certificate else ""
        return Result(ACCEPTED, why=COMPLETE + told, shown={"cells": shown, **exactly})

    return concluded(accepted, lambda: where[0])


def demand_cases(kind: type, value: dict, key: str, work: int | None, where: list) -> dict:
    """The cells hold all parameters, with the answers that are stated; or a set is holonomic for
    functions that are stated.  Returns what was shown."""
    budget = Budget(work, len(str(value)))

    def shown(order: int) -> dict:
        language = (Taylor if kind is Stability else Functions)(order, budget)
        problem = with_angles(value["problem"], value[key])
        judge = JUDGES.get(value["family"]) if key == "cases" else None
        reader = Reader(language, *names_of(problem))
        told = kind(reader, problem, value[key], judge).check(value, where)
        language.demand_independent()
        return told

    return with_turns(shown) if key in value else {}


def demand_family(value: dict) -> None:
    """Rule 32: all parameters of the family are letters; the hash is that of the problem."""
    demand(len(str(value)) <= MAX_LENGTH, "a very long certificate", BEYOND)
    demand(value["family"] in SHAPES, "another version of the schema")
    demand_shape(value, SHAPES[value["family"]], "the family")
    demand(value["sha256"] == digest(value["problem"]), "the hash is not that of the problem")
    numbers = set(value["problem"]["parameters"].values()) - {None}
    demand(value["family"] == 9 or not numbers, "a parameter with a number")


def demand_cell(problem: dict, cell: dict, budget: Budget) -> None:
    """Rule 33: the certificate is about the same set with some parameters put in, and so put in
    the equations of the cell hold, of which none holds for all parameters."""
    special, solved = cell["certificate"]["problem"], cell["solved"]
    demand(set(solved) <= set(problem["parameters"]), "a parameter that there is not")
    put = {name: solved.get(name) for name in problem["parameters"]}
    demand(special == {**problem, "parameters": put}, "the certificate is about another set")

    def looked_at(order: int) -> None:
        language = Functions(order, budget)
        letters, there = (Reader(language, *names_of(p)) for p in (problem, special))
        for text in cell["equations"]:
            demand(letters.expression(text)[0], f"{text[:60]} is 0 everywhere")
            demand(not there.expression(text)[0], f"{text[:60]} is not 0 in the cell")

    with_turns(looked_at)
