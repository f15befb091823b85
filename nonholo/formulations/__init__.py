"""Derivations of the equations of motion that must all agree: one file an author.

A formulation is a function (System, Distribution) -> Equations; it raises NotApplicable, with the
reason, for a system outside its hypotheses.  To add one, write its file, with the function under
the name of the file, and a row in `capabilities.py`, which says what it can treat; comparison,
laws, command line and report pick it up."""

from collections.abc import Callable
from importlib import import_module

from nonholo.dynamics.equations import Equations
from nonholo.dynamics.system import System
from nonholo.formulations.capabilities import CAPABILITIES
from nonholo.geometry.distribution.distribution import Distribution

Formulation = Callable[[System, Distribution], Equations]

FORMULATIONS: dict[str, Formulation] = {
    row.name: getattr(import_module(f"{__name__}.{row.name}"), row.name) for row in CAPABILITIES
}
