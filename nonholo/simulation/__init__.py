"""Motions of cases: the right law and a rival from the same state, contacts watched, a receipt
with each.
"""

from nonholo.simulation.dataset import dataset
from nonholo.simulation.ensemble import ensemble, stream
from nonholo.simulation.members import drawn, grid
from nonholo.simulation.run import simulate

__all__ = ["dataset", "drawn", "ensemble", "grid", "simulate", "stream"]
