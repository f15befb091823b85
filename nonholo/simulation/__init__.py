"""Motions of cases: the right law and a rival from the same state, contacts watched, a receipt with each."""

from nonholo.simulation.ensemble import drawn, ensemble, grid
from nonholo.simulation.run import simulate

__all__ = ["drawn", "ensemble", "grid", "simulate"]
