"""nonholo: constraint analysis of nonholonomic mechanical systems.

>>> import nonholo as nh
>>> nh.check(nh.constraints("dz = y dx")).verdict
'nonholonomic'

A case: constraints, System, read_case, case (one that ships; cases lists them), from_sympy,
from_urdf; a Case.  Its constraints: check, readings, restricted, check_numerically, families,
graph, control_form, certificate, verify.  Its motion: compare, equations, regular_equations,
multiplier_equations, sympy_equations, in_sympy, explain, energy, friction, friction_along,
consistency, equilibrium, linearise or linearize, steady_stability, simulate, ensemble, Settings,
capabilities.  Its paths: steer, vary.  All of it: analyze, which makes a Dossier, report, explore,
judge.  Models of other programs: audit, audit_script.  What goes wrong is a NonholoError.
help(nonholo.check), and so on, has parameters and an example.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what `__getattr__` gives, for editors and type checkers
    from nonholo.auditing.audit import audit as audit
    from nonholo.auditing.script import audit_script as audit_script
    from nonholo.dossier.dossier import Dossier as Dossier
    from nonholo.dossier.dossier import analyze as analyze
    from nonholo.errors import NonholoError as NonholoError
    from nonholo.evidence.families import families as families
    from nonholo.expectations import judge as judge
    from nonholo.exploring.explore import explore as explore
    from nonholo.face.certificate import certificate as certificate
    from nonholo.face.certificate import verify as verify
    from nonholo.face.equations import equations as equations
    from nonholo.face.explain import explain as explain
    from nonholo.face.graph import graph as graph
    from nonholo.face.lists import capabilities as capabilities
    from nonholo.face.lists import cases as cases
    from nonholo.face.report import report as report
    from nonholo.findings.check import check as check
    from nonholo.findings.consistency import consistency as consistency
    from nonholo.findings.control_form import control_form as control_form
    from nonholo.findings.energy import energy as energy
    from nonholo.findings.equations import multiplier_equations as multiplier_equations
    from nonholo.findings.equations import regular_equations as regular_equations
    from nonholo.findings.equilibrium import equilibrium as equilibrium
    from nonholo.findings.friction import friction as friction
    from nonholo.findings.numerical import check_numerically as check_numerically
    from nonholo.findings.readings import readings as readings
    from nonholo.findings.restricted import restricted as restricted
    from nonholo.findings.side_by_side import compare as compare
    from nonholo.findings.stability import linearise as linearise
    from nonholo.findings.stability import linearize as linearize
    from nonholo.findings.steady_stability import steady_stability as steady_stability
    from nonholo.numerics.settings import Settings as Settings
    from nonholo.readers.back_to_sympy import in_sympy as in_sympy
    from nonholo.readers.case import Case as Case
    from nonholo.readers.case_file import case as case
    from nonholo.readers.case_file import read_case as read_case
    from nonholo.readers.given import constraints as constraints
    from nonholo.readers.sympy_equations import sympy_equations as sympy_equations
    from nonholo.readers.sympy_mechanics import from_sympy as from_sympy
    from nonholo.readers.sympy_models import System as System
    from nonholo.readers.urdf import from_urdf as from_urdf
    from nonholo.simulation import ensemble as ensemble
    from nonholo.simulation import simulate as simulate
    from nonholo.simulation.friction import friction_along as friction_along
    from nonholo.steering.search import steer as steer
    from nonholo.steering.varied import vary as vary

__version__ = "0.1.0"

_HOMES = {
    "analyze": "nonholo.dossier.dossier",
    "Dossier": "nonholo.dossier.dossier",
    "steer": "nonholo.steering.search",
    "vary": "nonholo.steering.varied",
    "check": "nonholo.findings.check",
    "readings": "nonholo.findings.readings",
    "restricted": "nonholo.findings.restricted",
    "check_numerically": "nonholo.findings.numerical",
    "compare": "nonholo.findings.side_by_side",
    "simulate": "nonholo.simulation",
    "Settings": "nonholo.numerics.settings",
    "ensemble": "nonholo.simulation",
    "linearise": "nonholo.findings.stability",
    "linearize": "nonholo.findings.stability",
    "steady_stability": "nonholo.findings.steady_stability",
    "control_form": "nonholo.findings.control_form",
    "energy": "nonholo.findings.energy",
    "families": "nonholo.evidence.families",
    "friction": "nonholo.findings.friction",
    "friction_along": "nonholo.simulation.friction",
    "equations": "nonholo.face.equations",
    "explain": "nonholo.face.explain",
    "graph": "nonholo.face.graph",
    "report": "nonholo.face.report",
    "explore": "nonholo.exploring.explore",
    "certificate": "nonholo.face.certificate",
    "verify": "nonholo.face.certificate",
    "cases": "nonholo.face.lists",
    "audit": "nonholo.auditing.audit",
    "audit_script": "nonholo.auditing.script",
    "capabilities": "nonholo.face.lists",
    "regular_equations": "nonholo.findings.equations",
    "multiplier_equations": "nonholo.findings.equations",
    "equilibrium": "nonholo.findings.equilibrium",
    "consistency": "nonholo.findings.consistency",
    "Case": "nonholo.readers.case",
    "read_case": "nonholo.readers.case_file",
    "case": "nonholo.readers.case_file",
    "constraints": "nonholo.readers.given",
    "System": "nonholo.readers.sympy_models",
    "from_sympy": "nonholo.readers.sympy_mechanics",
    "from_urdf": "nonholo.readers.urdf",
    "sympy_equations": "nonholo.readers.sympy_equations",
    "in_sympy": "nonholo.readers.back_to_sympy",
    "judge": "nonholo.expectations",
    "NonholoError": "nonholo.errors",
}

__all__ = [*_HOMES]


if not TYPE_CHECKING:  # a type checker that sees it takes every misspelt name

    def __getattr__(name: str) -> Any:
        if name in _HOMES:
            return getattr(import_module(_HOMES[name]), name)
        raise AttributeError(f"module 'nonholo' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
