"""A path between two configurations as text."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import text
from nonholo.views.comparison.text import named_rows
from nonholo.views.page.columns import aligned
from nonholo.views.page.rows import table
from nonholo.views.page.words import evidence, shown
from nonholo.words.language import tell, told
from nonholo.writing.present import display_graph, expanded

if TYPE_CHECKING:
    from nonholo.decide.zero import Decision
    from nonholo.steering.steering import Part, Steering
    from nonholo.steering.varied import Varied

ROWS = 5
LONGEST = 16  # signs of a number that is written exactly
HIGHEST = 60  # power of t that is written; no path has more


def steer_text(steering: Steering, varied: Varied | None = None) -> str:
    """The text of `nonholo steer`."""
    way = tell(
        "from {start} to {goal} in time {time}",
        start=_place(steering.names, steering.start),
        goal=_place(steering.names, steering.goal),
        time=shown(steering.duration),
    )
    head = {True: tell("PATH"), False: tell("NO PATH (proved)"), None: tell("NO PATH FOUND")}[
        steering.possible
    ]
    if steering.outside:
        head = tell("PATH, OUTSIDE THE BOUNDS")
    lines = [told(steering.case.name), f"{head}: {way}", ""]
    if not steering.has_path:
        return "\n".join(lines + table(_failure(steering)))
    for part in steering.parts:
        lines += _part(steering, part)
    return "\n".join(lines + table([*_receipt(steering), *(_varied(varied) if varied else [])]))


def _place(names, values) -> str:
    return ", ".join(f"{n} = {end_written(e)}" for n, e in zip(names, values))


def end_written(e: Expr) -> str:
    """A coordinate of an end: as it is, or rounded where it was found by numbers."""
    exact = shown(e)
    return exact if len(exact) <= LONGEST or not e.is_number else f"{float(Fraction(exact)):.6g}"


def _failure(steering: Steering) -> list[tuple[str, str]]:
    rows = [(tell("why"), told(steering.reason))] if steering.possible is False else []
    rows += [(told(name), told(why)) for name, why in steering.attempts]
    return rows + [(tell("remark"), told(r)) for r in steering.remarks]


def _part(steering: Steering, part: Part) -> list[str]:
    """Method and coordinates of one part."""
    names = [steering.names[j] for j in part.columns]
    lines = table([(tell("method"), _method(part))])
    curve = part.formula
    if curve is None:
        return lines + _numbers(steering, part)
    lines += named_rows(names, list(curve.back))
    if curve.back == curve.rows.chart.q:
        return _formulas(lines[:1], names, curve.z)
    if not curve.z:
        return lines
    return [*lines, "  " + tell("with"), *_formulas([], list(curve.rows.chart.names), curve.z, 4)]


def _method(part: Part) -> str:
    inputs = {
        "chained form": tell("polynomial inputs"),
        "sinusoids": tell("sinusoids as inputs"),
    }
    if part.method in inputs:
        return tell("chained form") + f" z_j' = z_(j-1) z1', {inputs[part.method]}"
    return told(part.method)


def _formulas(
    head: list[str], names: list[str], values: tuple[Expr, ...], indent: int = 2
) -> list[str]:
    return head + table([(n, f"= {polynomial_shown(e)}") for n, e in zip(names, values)], indent)


def polynomial_shown(f: Expr) -> str:
    """A polynomial in t, the only symbol it contains, by powers, lowest first; anything else as
    it is.
    """
    if not f.support or any(node.kind == "function" and node.support for node in ordered([f])):
        return shown(f)
    (t,) = f.symbols()
    page = display_graph(f.graph)
    terms, factorial = [], 1
    for power in range(HIGHEST + 1):
        c = f.subs({t: f.graph.zero}) / factorial
        c = c if c.is_number else expanded(c)
        terms += [page.product([(page.copy([c])[0], 1), (page.symbol(t.args), power)])]
        f, factorial = f.diff(t), factorial * (power + 1)
        if f.is_zero:
            break
    return text(page.add(*terms))


def _numbers(steering: Steering, part: Part) -> list[str]:
    """A few instants of a path that is known by numbers only."""
    t, q, _ = steering.sample(ROWS)
    names = ["t", *(steering.names[j] for j in part.columns)]
    rows = [
        [f"{round(value, 12) + 0.0:.6g}" for value in (t[i], *q[i, list(part.columns)])]
        for i in range(ROWS)
    ]
    numerical = [one for one in steering.parts if not one.exact]
    last = part is numerical[-1]
    whole = tell("(all of it by -o FILE.json, .csv, .png, .svg or .html)")
    return [*aligned([names, *rows]), *(["  " + whole] if last else [])]


def _receipt(steering: Steering) -> list[tuple[str, str]]:
    receipt = steering.receipt
    assert receipt is not None  # a path was found
    rows = []
    if steering.proof is not None and steering.ends is not None:
        rows.append((tell("constraints"), tell("satisfied at all times") + _how(steering.proof)))
        rows.append((tell("ends"), tell("met exactly") + _how(steering.ends)))
    else:
        rows.append(
            (
                tell("constraints"),
                tell("satisfied as far as the numbers below say: this path is numerical"),
            )
        )
    rows.append(
        (
            tell("measured"),
            tell(
                "constraints violated by at most {residual:.1e}, ends missed by at most {miss:.1e}",
                residual=receipt.residual,
                miss=max(receipt.start, receipt.end),
            ),
        )
    )
    length = tell("{length:.6g} in the space of all coordinates", length=steering.length)
    rows.append((tell("length"), length))
    return rows + [(tell("remark"), told(r)) for r in steering.remarks]


def _how(decision: Decision) -> str:
    if decision.answer:
        return f" ({evidence(decision)})"
    return tell(" as far as the numbers below say (the normal form is out of reach)")


def _varied(varied: Varied) -> list[tuple[str, str]]:
    names = ", ".join(f"d{n} = {shown(e)}" for n, e in varied.displacement.items())
    label_of_all = tell("varied path")
    displaced = tell(
        "displaced by {displacements}, the others as the constraints demand", displacements=names
    )
    rows = [(label_of_all, displaced)]
    for l, label in enumerate(varied.labels):
        worst, first = (
            np.nanmax(np.abs(values[:, l])) for values in (varied.violation, varied.first_order)
        )
        rows.append(
            (
                label_of_all,
                tell(
                    "{constraint}  is up to {worst:.6g} (first order, by the curvature: "
                    "{first:.6g})",
                    constraint=label,
                    worst=worst,
                    first=first,
                ),
            )
        )
    return rows
