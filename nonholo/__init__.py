"""nonholo: constraint analysis of nonholonomic mechanical systems.

>>> import nonholo as nh
>>> nh.check(nh.constraints("dz = y dx")).verdict
'nonholonomic'
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

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
    "compare": "nonholo.findings.check",
    "simulate": "nonholo.simulation",
    "Settings": "nonholo.numerics.settings",
    "ensemble": "nonholo.simulation",
    "linearise": "nonholo.findings.stability",
    "linearize": "nonholo.findings.stability",
    "control_form": "nonholo.findings.control_form",
    "energy": "nonholo.findings.energy",
    "families": "nonholo.findings.families",
    "friction": "nonholo.findings.friction",
    "friction_along": "nonholo.simulation.friction",
    "equations": "nonholo.face.equations",
    "explain": "nonholo.face.explain",
    "graph": "nonholo.face.graph",
    "report": "nonholo.face.report",
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
    "sympy_equations": "nonholo.readers.sympy_equations",
    "in_sympy": "nonholo.readers.back_to_sympy",
    "judge": "nonholo.expectations",
    "NonholoError": "nonholo.errors",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'nonholo' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
