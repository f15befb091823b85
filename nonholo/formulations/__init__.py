"""Derivations of the equations of motion that must all agree: one file an author.

A formulation is a function (System, Distribution) -> Equations; it raises NotApplicable, with the reason, for a
system outside its hypotheses.  To add one, write its file and name it here, and say in `capabilities.py` what it can
treat; comparison, laws, command line and report pick it up.
"""

from nonholo.formulations.appell import appell
from nonholo.formulations.chaplygin import chaplygin
from nonholo.formulations.gauss import gauss
from nonholo.formulations.hamel import hamel
from nonholo.formulations.kane import kane
from nonholo.formulations.maggi import maggi
from nonholo.formulations.multipliers import multipliers
from nonholo.formulations.udwadia_kalaba import udwadia_kalaba
from nonholo.formulations.voronec import voronec

FORMULATIONS = {f.__name__: f for f in (
    multipliers, maggi, voronec, chaplygin, hamel, appell, kane, gauss, udwadia_kalaba)}
