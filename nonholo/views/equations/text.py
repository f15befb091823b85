"""One set of equations in the form a user asks for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo.expression.reading import looked_at
from nonholo.views.comparison.record import entry_record, regular_record
from nonholo.views.comparison.text import equations_text, regular_lines
from nonholo.views.page.rows import table, wrapped
from nonholo.views.page.values import SCHEMA, shown
from nonholo.views.page.words import shown as words
from nonholo.words.language import tell, told
from nonholo.writing.latex import name_latex

if TYPE_CHECKING:
    from nonholo.dynamics.equations import Equations
    from nonholo.dynamics.smooth import MultiplierSystem
    from nonholo.dynamics.system import System
    from nonholo.findings.comparison import Comparison
    from nonholo.findings.entry import Entry
    from nonholo.findings.regular_form import RegularForm


def as_text(comparison: Comparison, entry: Entry, style: str) -> str:
    """text, latex or json."""
    remarks = looked_at((), comparison.system.through)
    if style == "text":
        return "\n".join([equations_text(comparison, entry), *remark_lines(remarks)])
    if style == "latex":
        return equations_latex(comparison, entry)
    record = {"schema": 1, **entry_record(comparison, entry)}
    if remarks:
        record["remarks"] = remarks
    return json.dumps(record, indent=1, ensure_ascii=False)


def remark_lines(remarks: Sequence[str]) -> list[str]:
    """Remarks below equations: where velocities that a text is divided by vanish."""
    lines = [line for one in remarks for line in wrapped(told(one))]
    return ["", *lines] if lines else []


def regular_text(form: RegularForm, style: str, name: str) -> str:
    """The motion in regular velocities as text, latex or json."""
    if style == "json":
        record = {"schema": SCHEMA, "name": name, "form": "regular", **regular_record(form)}
        return json.dumps(record, indent=1, ensure_ascii=False)
    if style == "latex":
        return _regular_latex(form)
    return "\n".join([told(name), *regular_lines(form)])


def _regular_latex(form: RegularForm) -> str:
    write, chart = form.chart.latex(), form.chart
    rows = [(write(u), e) for u, e in (*form.definitions, *form.steps)]
    rows += [(write(v), e) for v, e in zip(chart.v, form.velocities) if v is not e]
    rows += [(rf"\frac{{d}}{{dt}} {write(u)}", e) for u, e in zip(form.symbols, form.rates)]
    lines = [rf"  {left} &= {write(e)}" for left, e in rows]
    return _aligned(lines)


def system_text(system: MultiplierSystem, style: str, name: str) -> str:
    """matrix . lambda = right as text, latex or json."""
    if style == "json":
        record = {
            "schema": SCHEMA,
            "name": name,
            "constraints": list(system.labels),
            "multipliers": [str(m) for m in system.multipliers],
            "matrix": [[shown(e) for e in row] for row in system.matrix],
            "right": [shown(e) for e in system.right],
        }
        return json.dumps(record, indent=1, ensure_ascii=False)
    if style == "latex":
        return _system_latex(system)
    if not system.matrix:
        return f"{told(name)}\n" + tell("no constraints, no multipliers")
    symbols = ", ".join(str(m) for m in system.multipliers)
    head = tell(
        "(A M^-1 A^T) lambda = D,  lambda = ({symbols}),  reactions R = A^T lambda", symbols=symbols
    )
    lines = [told(name), head]
    for row, b, label in zip(system.matrix, system.right, system.labels):
        entries = [
            (tell("row {label}", label=label) if not i else "", words(e)) for i, e in enumerate(row)
        ]
        lines += ["", *table([*entries, ("D", words(b))])]
    return "\n".join(lines)


def _system_latex(system: MultiplierSystem) -> str:
    write = system.chart.latex()
    matrix = r" \\ ".join(" & ".join(write(e) for e in row) for row in system.matrix)
    names = r" \\ ".join(write(m) for m in system.multipliers)
    right = r" \\ ".join(write(b) for b in system.right)
    blocks = (rf"\begin{{pmatrix}} {block} \end{{pmatrix}}" for block in (matrix, names))
    return " ".join(blocks) + rf" = \begin{{pmatrix}} {right} \end{{pmatrix}}"


def equations_latex(comparison: Comparison, entry: Entry) -> str:
    """The rows, aligned, as a LaTeX environment; of quasi-velocities what they are too."""
    del comparison
    return entry_latex(entry)


def entry_latex(entry: Entry) -> str:
    """The same of an entry by itself."""
    return rows_latex(entry.equations)


def rows_latex(equations: Equations) -> str:
    """The same of equations without what was found of them."""
    frame = equations.frame
    names = () if frame is None or frame.natural else tuple(u.args for u in frame.symbols)
    write = equations.distribution.chart.latex(names)
    rows = [rf"  {write(row)} &= 0" for row in equations.rows]
    rows += [rf"  {write(u)} &= {write(f)}" for u, f in (frame.definitions() if frame else ())]
    return _aligned(rows)


def given_latex(system: System) -> str:
    """What a system is made of: Lagrangian, applied forces, constraints; aligned."""
    write, pfaffian = system.chart.latex(), system.pfaffian
    rows = []
    if system.lagrangian is not None:
        rows.append(rf"  L &= {write(system.lagrangian, presented=False)}")
    rows += [
        rf"  Q_{{{name_latex(name)}}} &= {write(force, presented=False)}"
        for name, force in zip(system.chart.names, system.forces)
        if not force.is_zero
    ]
    values = [pfaffian.value(l) if f is None else f for l, f in enumerate(pfaffian.functions)]
    values += [constraint.value for constraint in system.nonlinear]
    rows += [rf"  {write(value, presented=False)} &= 0" for value in values]
    return _aligned(rows)


def _aligned(rows: Sequence[str]) -> str:
    return "\\begin{align}\n" + " \\\\\n".join(rows) + "\n\\end{align}"
