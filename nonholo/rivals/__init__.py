"""Derivations that are expected to differ from the formulations: known errors, and other
principles.

A rival is a function (System, Distribution) -> Equations of the kind "rival", as a formulation is.
To add one, write its file and a row in `RIVALS`; comparison, simulation, command line and report
pick it up.  Naive substitution is no row: it has as many readings as there are velocities to put
in, see `substituted.py`."""

from collections.abc import Callable

from nonholo.dynamics.equations import Equations
from nonholo.dynamics.system import System
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.rivals.vakonomic import vakonomic

RIVALS: dict[str, Callable[[System, Distribution], Equations]] = {"vakonomic": vakonomic}
