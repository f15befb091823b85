"""Modelica: a model with the coordinates and the independent velocities as states.

Start values are 0 and parameters have no value: give both with modifiers.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import TYPE_CHECKING

from nonholo.errors import SingularMass
from nonholo.expression.text import Style, plain_number, powers
from nonholo.languages.program import Language, Program, Task, carried, of_motion
from nonholo.languages.words import FUNCTIONS, Words, words
from nonholo.writing.present import presentable

if TYPE_CHECKING:
    from nonholo.findings.entry import Entry

ARCS = {
    "asinh": "log(({0}) + sqrt(({0})^2 + 1))",
    "acosh": "log(({0}) + sqrt(({0})^2 - 1))",
    "atanh": "(log((1 + ({0}))/(1 - ({0})))/2)",
}  # the language has none
WORDS = Words(
    words(
        FUNCTIONS,
        "time pi",
        "algorithm and annotation block break class connect connector constant constrainedby "
        "der discrete each else elseif elsewhen encapsulated end enumeration equation "
        "expandable extends external false final flow for function if import impure in initial "
        "inner input loop model not operator or outer output package parameter partial "
        "protected public pure record redeclare replaceable return stream then true type when "
        "while within",
        "Real Integer Boolean String Clock StateSelect AssertionLevel ExternalObject "
        "Connections Complex Modelica",
        "log10 div mod rem integer delay cardinality homotopy semiLinear inStream actualStream "
        "spatialDistribution getInstanceName terminal noEvent smooth sample pre edge change "
        "reinit assert terminate ndims size scalar vector matrix transpose outerProduct "
        "identity diagonal zeros ones fill linspace sum product symmetric cross skew promote "
        "cat array previous hold subSample superSample shiftSample backSample noClock interval "
        "firstTick rooted",
    ),
    ascii=True,
)


def _call(name: str, args: list[str]) -> str:
    return ARCS[name].format(*args) if name in ARCS else f"{name}({', '.join(args)})"


def _task(entry: Entry) -> Task:
    """The independent accelerations, the rates of mu, then the dependent velocities."""
    if entry.motion is None:
        raise SingularMass(entry.failure)
    d = entry.equations.distribution
    independent = (entry.motion.accelerations[j] for j in d.independent)
    roots = (*independent, *carried(entry).values(), *d.lift().values())
    return of_motion(entry, [presentable(e) for e in roots])


def _layout(program: Program) -> str:
    written, task = program.written, program.task
    heading = title(task.heading, {*WORDS.taken, *written.values()})
    states = [(written[name], rate and written[rate]) for name, rate in task.states]
    known = {name for name, _ in task.states}
    apart = [a for a in task.arguments if known.isdisjoint(a.names)]
    inputs = [written[n] for a in apart if a.letter in task.inputs for n in a.names]
    parameters = [written[n] for a in apart if a.letter not in task.inputs for n in a.names]
    results = iter(program.results)
    assigned = [written[name] for name in task.assigned]
    return "\n".join(
        [
            f"model {heading}",
            *(f"  input Real {n};" for n in inputs),
            *(f"  parameter Real {n};" for n in parameters),
            "  constant Real pi = 3.141592653589793;",
            *(f"  Real {n}(start = 0, fixed = true);" for n, _ in states),
            *(f"  Real {n};" for n in (*assigned, *(symbol for symbol, _ in program.parts))),
            "equation",
            *(f"  {symbol} = {code};" for symbol, code in program.parts),
            *(f"  der({n}) = {rate or next(results)};" for n, rate in states),
            *(f"  {n} = {next(results)};" for n in assigned),
            f"end {heading};",
            "",
        ]
    )


def title(name: str, taken: Container[str]) -> str:
    """A name as that of a model, which is no type and no variable."""
    joined = "".join(word[0].upper() + word[1:] for word in re.findall(r"[A-Za-z0-9]+", name))
    model = joined if joined[:1].isalpha() else f"Model{joined}"
    return f"{model}Model" if model in taken else model


LANGUAGE = Language(
    "modelica",
    Style(plain_number, powers("^"), _call, rounded=True),
    WORDS,
    _layout,
    _task,
    "time",
    False,
)
