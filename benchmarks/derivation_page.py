"""The page docs/benchmarks_derivation.md from the times and sizes that `derivation.py` measured."""

from __future__ import annotations

import datetime
import platform
from importlib.metadata import version
from pathlib import Path
from textwrap import fill

import derivation_by_hand as by_hand

from nonholo import __version__

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks_derivation.md"
TEXT = """# Benchmarks: deriving equations of motion

Measured on {date} by `python benchmarks/derivation.py --write` ({machine}; Python {python}, nonholo {nonholo}, SymPy
{sympy}, python-flint {flint}; limit {seconds:g} s of CPU and wall time a run). Times are CPU times in milliseconds, of
one process after another: the ratios within this run are what counts, not the times.

Every method gets the same bodies, inertias, constraints and gravity ([models.py](../benchmarks/models.py)), with all
texts read as expressions before the clock starts. **form** goes from there to the equations: Maggi's equations of this
package (Voronec's in a column of their own), `KanesMethod.kanes_equations`,
`LagrangesMethod.form_lagranges_equations`. **explicit** goes on to the accelerations (`rhs()`; not tried where SymPy's
matrices have more than 20,000 operations). **texts** is Maggi's form with the reading of all texts. In brackets: how
many times as long as Maggi's equations took to the same point.

{times}

## Size of the result

Additions, multiplications, divisions, powers and function calls. This package: of all accelerations, solved, a common
part once; **as code**: the same where code is made, from normal forms if these are shorter; **integrated**: what
`simulate` computes at a state (q, q'), parts without a state once before, **by** which velocities or factors; **by
hand**: the same as a careful person writes it ([derivation_by_hand.py](../benchmarks/derivation_by_hand.py), whose
lines the tests compare with the package's). SymPy: of the mass matrix and the forcing, which are not yet solved, as
they come and after `cse` (not tried above 100,000).

{sizes}

{hand}

The bicycle of [test_sympy_bicycle.py](../tests/test_sympy_bicycle.py), with the rates of the body as speeds as SymPy's
users write it, has 2,812 operations after `cse`, with six equations still to be solved.

{summary}
"""


def write(found: dict[str, list[dict]], seconds: float, date: str = "") -> str:
    """Write the page; its path."""
    facts = {
        "date": date or datetime.date.today().isoformat(),
        "machine": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "nonholo": __version__,
        "sympy": version("sympy"),
        "flint": version("python-flint"),
        "seconds": seconds,
        "hand": _hand(found),
    }
    PAGE.write_text(
        TEXT.format(times=_times(found), sizes=_sizes(found), summary=_summary(found), **facts)
    )
    return str(PAGE)


def _times(found) -> str:
    peers = ["Kane form", "Kane rhs", "Lagrange form", "Lagrange rhs"]
    rows = [["system", "form", "explicit", "texts", "Voronec", *peers]]
    for name, (ours, voronec, *peers) in found.items():
        row = [name, *(_milliseconds(ours, key) for key in ("form", "explicit", "texts"))]
        row.append(_milliseconds(voronec, "form"))
        for peer in peers:
            row += [_against(peer, ours, key) for key in ("form", "explicit")]
        rows.append(row)
    return _table(rows)


def _sizes(found) -> str:
    own = ["nonholo, solved", "as code", "integrated", "by", "by hand"]
    rows = [["system", *own, "Kane", "Kane, cse", "Lagrange", "Lagrange, cse"]]
    for name, (ours, _, *peers) in found.items():
        cells = [ours.get(key, "-") for key in ("ops", "code", "integrated", "way")]
        cells.append(by_hand.size(name) if name in by_hand.LINES else "-")
        rows.append(
            [
                name,
                *map(str, cells + [peer.get(key, "-") for peer in peers for key in ("ops", "cse")]),
            ]
        )
    return _table(rows)


def _hand(found) -> str:
    ratios = {
        name: ours["integrated"] / by_hand.size(name)
        for name, (ours, *_) in found.items()
        if name in by_hand.LINES and "integrated" in ours
    }
    told = ", ".join(f"{name} ({ratio:.2f})" for name, ratio in ratios.items() if ratio > 1)
    return fill(
        f"Integrated against by hand: {min(ratios.values()):.2f} to {max(ratios.values()):.2f} "
        f"times as many; the aim was at most 1.2. More than by hand: {told or 'nowhere'}.",
        118,
    )


def _summary(found) -> str:
    lines = []
    pairs = [
        (own, *peer)
        for own in (0, 1)
        for peer in ((2, "KanesMethod", 50), (3, "LagrangesMethod", 100))
    ]
    for own, place, name, wanted in pairs:
        ratios = {
            system: cells[place]["form"] / cells[own]["form"]
            for system, cells in found.items()
            if "form" in cells[place] and "form" in cells[own]
        }
        low = [f"{system} ({ratio:.0f})" for system, ratio in ratios.items() if ratio < wanted]
        said = f"below {wanted} for {', '.join(low)}" if low else f"nowhere below {wanted}"
        least, most = min(ratios.values()), max(ratios.values())
        lines.append(
            fill(
                f"{('Maggi', 'Voronec')[own]} against {name} (form): {least:.0f} to {most:.0f} "
                f"times as "
                f"fast; the aim was {wanted}, and it is {said}.",
                118,
            )
        )
    return "\n\n".join(lines)


def _milliseconds(cell: dict, key: str) -> str:
    return f"{1000 * cell[key]:.1f}" if key in cell else "-"


def _against(peer: dict, ours: dict, key: str) -> str:
    if key not in peer:
        return peer.get("error", "") or "-"
    return f"{1000 * peer[key]:.0f} ({peer[key] / ours[key]:.0f}x)"


def _table(rows: list[list[str]]) -> str:
    head, *body = rows
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
