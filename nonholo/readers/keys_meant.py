"""Keys of a case file as other programs and books call them."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from nonholo.words.sentence import say

_ALIKE = {
    "name": "title system label",
    "notes": "description comment comments note",
    "source": "reference references citation",
    "coordinates": "q qs variables vars generalized_coordinates generalised_coordinates dofs",
    "lagrangian": "l",
    "constraints": "pfaffian nonholonomic nonholonomic_constraints velocity_constraints",
    "holonomic_constraints": "holonomic geometric_constraints",
    "inequalities": "obstacles limits bounds",
    "dependent": "eliminate",
    "parameters": "constants params symbols values",
    "inputs": "controls control actuators u",
    "forces": "applied generalized_forces generalised_forces dissipation damping friction rayleigh",
    "initial": "initial_conditions ic x0 q0 start",
    "velocities": "quasi_velocities speeds",
    "loads": "torques moments",
    "rolling": "contact contacts wheels",
    "simulation": "time duration tspan",
}
ALIKE = {word: key for key, words in _ALIKE.items() for word in words.split()}
IMPACTS = ("restitution", "coefficient_of_restitution", "impact", "impacts", "collisions")
ENERGIES = ("t", "v", "kinetic", "potential", "kinetic_energy", "potential_energy", "energy")


def key_meant(key: str, known: Sequence[str]) -> str:
    """What is meant by a key that is none of the known ones, as a hint; or nothing.

    >>> key_meant("title", ["name"]), key_meant("T", ["name"])
    ('; did you mean name?', '; needed is lagrangian = "T - V"')
    """
    word = key.lower().replace("-", "_").replace(" ", "_")
    if word in ENERGIES:
        return say("; needed is {lagrangian}", lagrangian='lagrangian = "T - V"')
    if word in IMPACTS:
        return say(
            "; impacts are not computed: a motion ends where a wall of {walls} is reached",
            walls="inequalities",
        )
    meant = ALIKE.get(word)
    return say("; did you mean {near}?", near=meant) if meant else near(key, known)


def near(word: str, known: Sequence[str], least: float = 0.6) -> str:
    """The nearest known word as a question, or nothing."""
    alike = [each for each in known if each.lower() == word.lower()]
    closest = alike or get_close_matches(word, known, 1, least)
    return say("; did you mean {near}?", near=closest[0]) if closest else ""
