"""Small motions as text, as a record, as a table and as a picture."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from nonholo.errors import NotApplicable, option
from nonholo.expression.graph import Expr
from nonholo.expression.reading import looked_at
from nonholo.views.linear.picture import eigenvalue_picture
from nonholo.views.page.rows import wrapped
from nonholo.words.language import tell, told
from nonholo.words.sentence import say
from nonholo.writing.present import presentable

if TYPE_CHECKING:
    from nonholo.findings.stability import SmallMotions
    from nonholo.findings.state_space import StateSpace
    from nonholo.numerics.spectrum import Numbers, Sweep

Spaces = tuple["StateSpace", "StateSpace | None"]  # exact, and at numbers where there are some
LONG = 70  # characters of an entry that is written out
SINGULAR = say(
    "M is singular here, as where angles of rotation lose their meaning, and these equations do "
    "not determine small motions; turns about x, y and z one after the other (Cardan's angles) are "
    "regular where Euler's are not"
)
ROUNDING = 1e-12  # of eigenvalues, relative to the largest
WIDEST = 13  # signs of a label in English


def linear_text(
    motions: SmallMotions, at: Numbers | None, swept: Sweep | None, space: Spaces | None
) -> str:
    """Steady motion, matrices and eigenvalues for people."""
    linear = motions.linear
    lines = [told(motions.case.name), "", *_labelled(motion_rows(motions)), ""]
    for name in matrix_names(motions):
        rounded = None if at is None else getattr(at, name)
        lines += _matrix_lines(motions, name, getattr(linear, name), rounded)
    if linear.inputs or linear.outputs:
        lines += _state_space_lines(motions, space)
    if at is None and linear.singular:
        lines += ["", *wrapped(told(SINGULAR))]
    if at is not None:
        shown = ",  ".join(_complex(at.eigenvalues())) or tell("none")
        lines += ["", *_labelled([(tell("eigenvalues"), shown)])]
    if swept is not None:
        lines += ["", tell("  eigenvalues along {name}", name=_name(motions, swept))]
        lines += [
            f"    {v:10.5g}  " + "  ".join(_complex(row))
            for v, row in zip(swept.values, swept.eigenvalues)
        ]
    return "\n".join(lines)


def matrix_names(motions: SmallMotions) -> str:
    """Which matrices the equations hold, in their order."""
    return "MCK" if motions.linear.second_order else "PBMCK"


def motion_rows(motions: SmallMotions) -> list[tuple[str, str]]:
    """The steady motion, the deviations and their equations, each with its label."""
    linear = motions.linear
    u = ", ".join(f"{name}'" for name in linear.velocities) or tell("none")
    s = ", ".join(linear.coordinates) or tell("none")
    right = "F w" if linear.inputs else "0"
    form = (
        f"M s'' + C s' + K s = {right}"
        if linear.second_order
        else f"s' = P s + B u,  M u' + C u + K s = {right}"
    )
    driven = f";  w = {', '.join(linear.inputs)}" if linear.inputs else ""
    rows = [
        (tell("steady motion"), steady_motion(motions)),
        (tell("deviations"), f"s = {s};  u = {u}{driven}"),
    ]
    if linear.needed:
        told_needed = "; ".join(f"{presentable(e)} = 0" for e in linear.needed)
        rows.insert(1, (tell("holds where"), told_needed))
    if linear.ignored:
        rows.append((tell("no effect"), ", ".join(linear.ignored)))
    rows += [(tell("remark"), told(one)) for one in looked_at((), motions.case.system.through)]
    return [*rows, (tell("equations"), form)]


def _state_space_lines(motions: SmallMotions, space: Spaces | None) -> list[str]:
    """F, then A, B, C, D of states, inputs and outputs."""
    linear = motions.linear
    lines = _matrix_lines(motions, "F", linear.F, None) if linear.inputs else []
    if space is None:
        return lines
    exact, rounded = space
    form = "z' = A z + B w" if linear.inputs else "z' = A z"
    form += ",  y = C z" * bool(linear.outputs) + " + D w" * bool(linear.outputs and linear.inputs)
    rows = [(tell("state space"), f"{form};  z = {', '.join(exact.states)}")]
    rows += [(tell("outputs"), f"y = {', '.join(linear.outputs)}")] if linear.outputs else []
    lines += ["", *_labelled(rows), ""]
    wanted = "A" + "B" * bool(linear.inputs) + "C" * bool(linear.outputs)
    wanted += "D" * bool(linear.inputs and linear.outputs)
    for name in wanted:
        numbers = None if rounded is None else getattr(rounded, name)
        lines += _matrix_lines(motions, name, getattr(exact, name), numbers)
    return lines


def _labelled(rows: Sequence[tuple[str, str]]) -> list[str]:
    """Labels and texts below each other, in one column whatever the language."""
    width = max(WIDEST, *(len(label) for label, _ in rows))
    return [f"  {label:<{width}}  {text}" for label, text in rows]


def steady_motion(motions: SmallMotions) -> str:
    """The motion about which was linearised: what is not 0 of coordinates, velocities, inputs."""
    chart, base = motions.case.system.chart, motions.linear.base
    parts = [
        f"{name} = {presentable(base[q])}"
        for name, q in zip(chart.names, chart.q)
        if not base[q].is_zero
    ]
    parts += [
        f"{name}' = {presentable(base[v])}"
        for name, v in zip(chart.names, chart.v)
        if not base[v].is_zero
    ]
    parts = parts or [tell("rest at the origin of the coordinates")]
    parts += [f"{u} = {presentable(base[u])}" for u in motions.case.system.inputs]
    return ", ".join(parts).replace(motions.here, "")


def _matrix_lines(
    motions: SmallMotions, name: str, exact: Sequence[Sequence[Expr]], rounded: Any
) -> list[str]:
    rows = ["[" + ", ".join(row) + "]" for row in matrix_entries(motions, exact, rounded)] or ["[]"]
    return [f"  {name if i == 0 else '':<2} {row}" for i, row in enumerate(rows)]


def matrix_entries(
    motions: SmallMotions, exact: Sequence[Sequence[Expr]], rounded: Any
) -> list[list[str]]:
    """The exact entries if they are short, else their numbers, as polynomials in names that have
    none.
    """
    entries = [[str(presentable(e)).replace(motions.here, "") for e in row] for row in exact]
    if any(len(e) > LONG for row in entries for e in row):
        if rounded is not None:
            entries = [[f"{e + 0.0:.12g}" for e in row] for row in rounded]
        else:
            entries = [
                [_polynomial(motions, e) or short for e, short in zip(*rows)]
                for rows in zip(exact, entries)
            ]
    return entries


def _polynomial(motions: SmallMotions, entry: Expr) -> str:
    """c_0 + c_1*v + c_2*v**2 with numbers c, in the one name v that has none; "" if it is not of
    this form.
    """
    known = motions.polynomial(entry)
    if known is None:
        return ""
    name, numbers = known
    terms = [f"{c:.12g}{power}" for c, power in zip(numbers, ("", f"*{name}", f"*{name}**2")) if c]
    return " + ".join(terms).replace("+ -", "- ") or "0"


def _complex(values: Iterable[complex]) -> list[str]:
    """Complex numbers; parts that rounding leaves beside the largest one are written as 0."""
    every = list(values)
    least = ROUNDING * max(map(abs, every), default=0.0)
    shown = []
    for value in every:
        real, imag = (x + 0.0 if abs(x) > least else 0.0 for x in (value.real, value.imag))
        shown.append(f"{real:>10.6g}" + (f"{imag:+.6g}i" if imag else ""))
    return shown


def _name(motions: SmallMotions, swept: Sweep) -> str:
    return swept.name.removesuffix(motions.here)


def linear_record(
    motions: SmallMotions, at: Numbers | None, swept: Sweep | None, space: Spaces | None = None
) -> dict[str, Any]:
    """The same as data: exact entries as texts, numbers where the parameters have some."""
    linear, chart = motions.linear, motions.case.system.chart
    record: dict[str, Any] = {
        "schema": 1,
        "name": motions.case.name,
        "coordinates": list(linear.coordinates),
        "velocities": list(linear.velocities),
        "ignored": list(linear.ignored),
        "second_order": linear.second_order,
        "steady_motion": {s.args: str(presentable(linear.base[s])) for s in (*chart.q, *chart.v)},
        "exact": {
            name: [[str(presentable(e)) for e in row] for row in getattr(linear, name)]
            for name in "PBMCK"
        },
    }
    if remarks := looked_at((), motions.case.system.through):
        record["remarks"] = remarks
    if linear.needed:
        record["needed"] = [str(presentable(e)) for e in linear.needed]
    if linear.inputs or linear.outputs:
        record["steady_motion"] |= {
            u.args: str(presentable(linear.base[u])) for u in motions.case.system.inputs
        }
        record["exact"]["F"] = _texts(linear.F)
        record["state_space"] = space and _space_record(*space)
    if at is None and linear.singular:
        record["singular"] = True
    if at is not None:
        record["numbers"] = {name: getattr(at, name).tolist() for name in "PBMCKA"}
        record["eigenvalues"] = _pairs(at.eigenvalues())
    if swept is not None:
        record["sweep"] = {
            "name": _name(motions, swept),
            "values": list(swept.values),
            "eigenvalues": [_pairs(row) for row in swept.eigenvalues],
        }
    return record


def _texts(matrix: Sequence[Sequence[Expr]]) -> list[list[str]]:
    return [[str(presentable(e)) for e in row] for row in matrix]


def _space_record(exact: StateSpace, rounded: StateSpace | None) -> dict[str, Any]:
    """z' = A z + B w, y = C z + D w; numbers where everything has one."""
    return {
        "states": list(exact.states),
        "inputs": list(exact.inputs),
        "outputs": list(exact.outputs),
        "exact": {name: _texts(getattr(exact, name)) for name in "ABCD"},
        "numbers": None
        if rounded is None
        else {name: getattr(rounded, name).tolist() for name in "ABCD"},
    }


def _pairs(values: Any) -> list[list[float]]:
    return [[float(v.real), float(v.imag)] for v in values]


def linear_bytes(
    motions: SmallMotions,
    at: Numbers | None,
    swept: Sweep | None,
    suffix: str,
    space: Spaces | None,
) -> bytes:
    """The content of a file: .json; of a sweep also .csv, .png, .svg, .pdf.

    Raises NotApplicable.
    """
    if suffix == ".json":
        return (json.dumps(linear_record(motions, at, swept, space), indent=1) + "\n").encode()
    if swept is None:
        raise NotApplicable(
            option(
                say(
                    "a {suffix} file holds eigenvalues along a parameter: add --sweep v=0:10:101; "
                    "without one try -o FILE.json",
                    suffix=suffix or say("nameless"),
                ),
                say(
                    "a {suffix} file holds eigenvalues along a parameter: give a sweep, or a file "
                    "that ends in .json",
                    suffix=suffix or say("nameless"),
                ),
            )
        )
    if suffix == ".csv":
        return _table(motions, swept).encode()
    if suffix in (".png", ".svg", ".pdf"):
        names = motions.case.system.chart.names
        return eigenvalue_picture(
            told(motions.case.name), _name(motions, swept), names, swept, suffix[1:]
        )
    raise NotApplicable(
        say(
            "{suffix!r} is no known kind of file; needed is .json, .csv, .png, .svg or .pdf",
            suffix=suffix,
        )
    )


def _table(motions: SmallMotions, swept: Sweep) -> str:
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    count = len(swept.eigenvalues[0])
    write.writerow(
        [
            _name(motions, swept),
            *(f"{component}{i}" for i in range(1, count + 1) for component in ("re", "im")),
        ]
    )
    for value, row in zip(swept.values, swept.eigenvalues):
        write.writerow([repr(value), *(repr(x) for pair in _pairs(row) for x in pair)])
    return out.getvalue()
