"""Derivations of the equations of motion that must all agree: one file an author.

A formulation is a function (System, Distribution) -> Equations.  To add one, write its file and name
it here; comparison, laws, command line and report pick it up.
"""

from nonholo.formulations.maggi import maggi
from nonholo.formulations.multipliers import multipliers
from nonholo.formulations.voronec import voronec

FORMULATIONS = {f.__name__: f for f in (multipliers, maggi, voronec)}
