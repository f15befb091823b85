"""A family: for each cell of parameter space a certificate of the set with parameters put in."""

from .check import verify as verify_one
from .document import BODY, HEAD, MAX_LENGTH, PROBLEM, TEXTS, demand_shape, digest
from .functions import Functions, MoreTurns
from .outcome import ACCEPTED, BEYOND, WORK, WORK_A_CHARACTER, Budget, Result, concluded, demand
from .problem import Reader, names_of

CELL = {"equations": TEXTS, "solved": {"*": str}, "certificate": {**HEAD, **BODY}}
FAMILY = {"family": int, "problem": PROBLEM, "sha256": str, "cells": [CELL]}
COMPLETE = "not certified: that there are no other cells"


def verify(certificate, problem=None, work: int | None = None) -> Result:
    """Check a certificate, or the certificates of all cells of a family; never raises.

    work: units of counted work, for each certificate.
    """
    if not (isinstance(certificate, dict) and "family" in certificate):
        return verify_one(certificate, problem, work)
    where, shown = ["family"], []

    def accepted() -> Result:
        demand_family(certificate)
        demand(problem in (None, certificate["problem"]), "about another problem")
        for number, cell in enumerate(certificate["cells"]):
            where[0] = f"cells[{number}]"
            demand_cell(certificate["problem"], cell, work)
            found = verify_one(cell["certificate"], None, work)
            if found.status != ACCEPTED:
                return Result(found.status, f"{where[0]}: {found.where}", found.why)
            shown.append({"equations": cell["equations"], "solved": cell["solved"], **found.shown})
        return Result(ACCEPTED, why=COMPLETE, shown={"cells": shown})

    return concluded(accepted, lambda: where[0])


def demand_family(value: dict) -> None:
    """Rule 32: all parameters of the family are letters; the hash is that of the problem."""
    demand(len(str(value)) <= MAX_LENGTH, "a very long certificate", BEYOND)
    demand_shape(value, FAMILY, "the family")
    demand(value["family"] == 1, "another version of the schema")
    demand(value["sha256"] == digest(value["problem"]), "the hash is not that of the problem")
    demand(set(value["problem"]["parameters"].values()) <= {None}, "a parameter with a number")


def demand_cell(problem: dict, cell: dict, work: int | None) -> None:
    """Rule 33: the certificate is about the same set with some parameters put in, and so put in
    the equations of the cell hold, of which none holds for all parameters."""
    own, solved = cell["certificate"]["problem"], cell["solved"]
    demand(set(solved) <= set(problem["parameters"]), "a parameter that there is not")
    put = {name: solved.get(name) for name in problem["parameters"]}
    demand(own == {**problem, "parameters": put}, "the certificate is about another set")
    budget = Budget(WORK + WORK_A_CHARACTER * len(str(cell)) if work is None else work)
    order = 4
    while True:
        try:
            language = Functions(order, budget)
            letters, there = (Reader(language, *names_of(p)) for p in (problem, own))
            for text in cell["equations"]:
                demand(letters.expression(text)[0], f"{text[:60]} is 0 everywhere")
                demand(not there.expression(text)[0], f"{text[:60]} is not 0 in the cell")
            return
        except MoreTurns as more:
            (order,) = more.args
