"""The shapes of the records about families."""

from .document import BODY, HEAD, PROBLEM, ROWS, STATED, TABLE, TABLES, TEXTS, VALUES

POWERS = {"*": int}
LEVELS = [{"row": int, "coordinate": str}]
TURNED = {"row": int, "coordinates": TEXTS, "squares": TEXTS, "radius": str, "factor": str}
SET = {"level": str, "power": int, "?then": None}
FACTORS = {"solved": LEVELS, "times": str, "sets": [SET]}
STEP = {**FACTORS, "combination": TABLE, "cofactors": {"*": TABLE}}
HIDDEN = {"certificate": int, "problem": PROBLEM, "sha256": str, "hidden": STEP}
REASON = {"equation": int, "times": str}
USE = {"lemma": int, "?because": {"*": REASON}}
SOLVED = {"equation": int, "by": TEXTS, "initial": POWERS}
PART = {"factor": str, "power": int, "?then": USE}
PARTS = {"?equation": int, "of": [PART], "?nonzero": POWERS, "?else": USE}
SQUARES = {"equation": int, "of": [{"square": str, "times": str}], "then": USE}
LEVEL = {"brackets": [ROWS], "annihilators": TABLES}
GUARD = {"values": [{"at": int, "columns": TEXTS, "?wave": int}], "?then": USE}
PROOF = {"cell": int, "guards": [GUARD], "apart": {"*": USE}, "outside": {"*": USE}}
ROOT = {"of": str, "polynomial": str, "between": TEXTS}
POINT = {"values": {"*": str}, "?root": ROOT}
PLACE = {"equations": TEXTS, "without": [TEXTS], "?point": POINT}
HEADS = {"family": int, "problem": PROBLEM, "sha256": str}
CELL = {"equations": TEXTS, "solved": {"*": str}, "certificate": {**HEAD, **BODY}}
LAGRANGIAN = {"lagrangian": str}
MOTION = {**LAGRANGIAN, "?forces": TABLE}
SOLVED_ROWS = {"rows": ROWS, "dependent": TEXTS}
GROWTH = {"rows": ROWS, "fields": TABLES, "levels": [LEVEL]}
ANSWER = {"space": str, **GROWTH, "integrable": ROWS, "?contradiction": TABLE}
SUBSTITUTION = {"eliminated": TEXTS, "rows": ROWS, "plain": bool, "chained": bool}
SUBSTITUTIONS = {"substitutions": [SUBSTITUTION]}
SUM = [{"of": str, "by": TEXTS, "?at": int, "times": str}]
CLAIMS = [{"equation": str, "factors": TEXTS, "sum": SUM}]
HYPOTHESES = {"?solved_levels": LEVELS, "?turned_levels": [{**TURNED, "angles": TEXTS}]}
EVIDENCE = {**HYPOTHESES, "assumed": TEXTS, "nonzero": TEXTS, "places": [VALUES]}
OF_FUNCTIONS = {"equations": CLAIMS, "unless": CLAIMS, "curvature": {"*": SUM}}
EXACTLY = {"?exactly": {**EVIDENCE, **SOLVED_ROWS, **OF_FUNCTIONS}}
MAYBE, COUNT = (bool, type(None)), (int, type(None))
DENSITY = {"?factors": [{"factor": str, "power": str}], "?exponent": str}
LARGER = {"?below": str, "?slopes": TABLE, "?alone": GROWTH, "?larger": GROWTH}
OBSTRUCTION = {"?fields": TABLES, "?power": str, "?brackets": [ROWS], "?combination": TABLE}
OF_MEASURE = {**SOLVED_ROWS, "way": str, **DENSITY, **LARGER, **OBSTRUCTION}
FRAME = {"?flat": bool, "?inverse": TABLE, "?frame": TABLES, "?turned": TABLES}
OF_SYMMETRY = {"space": str, **GROWTH, **FRAME}
OF_MU = {**SOLVED_ROWS, "motion": bool, "agrees": bool, "rates": ROWS, "chosen": ROWS}
OF_MU["?along"] = bool
GROUPS = [{"functions": TEXTS, "most": int}]
CLASS = [{"orders": ROWS, "velocities": TEXTS, "groups": GROUPS, "total": int}]
INSTEAD = {"times": str, "before": TABLE, "own": str, "entries": TABLE}
PIVOT = {"row": str, "column": int, "?instead": INSTEAD}
KERNEL = {"pivots": [PIVOT], "kernel": {"*": TABLE}, "chosen": ROWS}
OF_INTEGRALS = {**SOLVED_ROWS, "motion": bool, **KERNEL}
LEMMA = {"zero": TEXTS, "nonzero": TEXTS, "solved": [SOLVED], "?parts": PARTS, "?squares": SQUARES}
END = {"?set": int, "?level": int, "?unless": TEXTS, "power": int}
LEADS = {**USE, "lemmas": [{**LEMMA, "?answer": END}], "?minors": ROWS}
SETS = {"singular": [TEXTS]}
OF_SETS = {"space": str, **GROWTH, **SETS, "factors": TEXTS, "inside": [LEADS], "all": [LEADS]}
STEADY: dict = dict.fromkeys(("places", "speeds", "multipliers", "member"), TABLE)
STEADY |= dict.fromkeys(("letters", "moving", "columns", "assumed"), TEXTS)
STEADY |= {"fields": TABLES, "rows": TABLES}
STATIONS = {
    "cells": [{"at": str, "verdict": str, "?by": int, "?least": bool, "?end": str}],
    "cases": STEADY,
}
OF_ONE = {"problem": {**PROBLEM, **MOTION, "motion": {"places": TABLE, "rates": TABLE}}}


def shape(problem: dict, stated: dict, answer: dict) -> dict:
    """The shape of a family; stated: of a cell; answer: what shows it."""
    cases = {**EVIDENCE, "lemmas": [{**LEMMA, "?answer": {**PROOF, **answer}}]}
    whole = {**HEADS, "problem": {**PROBLEM, **problem}}
    return {**whole, "cells": [{**PLACE, **stated}], "cases": cases}


SHAPES = {
    1: {**HEADS, "cells": [CELL], "?open": str, **EXACTLY},
    2: shape({}, {"integrable": ROWS, **STATED}, ANSWER) | EXACTLY,
    3: shape(LAGRANGIAN, {**SUBSTITUTIONS, "?or": [[ROWS]]}, {**SOLVED_ROWS, **SUBSTITUTIONS}),
    4: shape(MOTION, {"measure": MAYBE, "another_time": MAYBE}, OF_MEASURE),
    5: shape(MOTION, {"agrees": MAYBE, "free": COUNT}, OF_MU),
    6: shape({}, {"growth_vector": ROWS, "flat": MAYBE}, OF_SYMMETRY),
    7: shape({}, {"growth_vector": ROWS, **SETS}, OF_SETS),
    8: shape({**MOTION, "integrals": CLASS}, {"independent": COUNT}, OF_INTEGRALS),
    9: {**HEADS, **OF_ONE, **STATIONS},
}
