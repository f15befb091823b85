"""The friction that rolling needs, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nonholo.errors import option
from nonholo.expression.graph import Expr
from nonholo.views.page.rows import table
from nonholo.views.page.values import SCHEMA
from nonholo.views.page.values import shown as value
from nonholo.views.page.words import not_written, shown
from nonholo.words.language import tell, told

if TYPE_CHECKING:
    from nonholo.dynamics.friction import ContactForce
    from nonholo.findings.friction import Friction
    from nonholo.simulation.friction import FrictionAlong

LONG = 600  # characters of a force beyond which only how it is got is told
PLACES = 6


def friction_text(friction: Friction, along: Sequence[FrictionAlong]) -> str:
    """The text of `nonholo friction`."""
    lines = [told(friction.case.name), tell("rolling needs |R_t| <= mu*N at each contact")]
    for one in friction.contacts:
        lines += ["", *table([(tell("contact"), one.name), *contact_rows(one)])]
    for run in along:
        lines += ["", *table([(tell("contact"), run.name), *_motion(run)])]
    return "\n".join(lines)


def contact_rows(one: ContactForce) -> list[tuple[str, str]]:
    """The forces at a contact and what friction they need, each with its label."""
    parts = [e for e in one.tangential if not e.is_zero]
    rows = [("  R_t", "; ".join(_short(e) for e in parts) or "0"), ("  N", _short(one.normal))]
    needed = one.needed
    if any(not_written() in told for _, told in rows):
        return [
            (
                "  " + tell("forces"),
                tell(
                    "too long to be written out; along a motion they are numbers: {way}",
                    way=option("--duration T", "nh.friction_along(case, T)"),
                ),
            )
        ]
    if needed is None:
        return [
            *rows,
            ("  " + tell("needed"), tell("N = 0: nothing presses the body to the ground")),
        ]
    if needed.is_zero:
        return [*rows, ("  " + tell("needed"), tell("no friction: R_t = 0"))]
    return [
        *rows,
        ("  " + tell("inequality"), inequality(one)),
        ("  mu^2 >=", _short(needed)),
        ("  " + tell("and"), f"{_short(one.normal)} >= 0" if one.normal.support else "N >= 0"),
    ]


def inequality(one: ContactForce) -> str:
    """ "abs(R) <= mu*(N)", or with a root of squares."""
    return _inequality(one, *map(_short, _sides(one)))


def _sides(one: ContactForce) -> tuple[Expr, Expr]:
    """R_t where it has one part, else its square; and N."""
    parts = [e for e in one.tangential if not e.is_zero]
    return (parts[0] if len(parts) == 1 else one.squared), one.normal


def _inequality(one: ContactForce, left: str, normal: str) -> str:
    single = sum(not e.is_zero for e in one.tangential) == 1
    alone = left[1:] if left.startswith("-") and " " not in left else left
    return f"{f'abs({alone})' if single else f'sqrt({left})'} <= mu*({normal})"


def _inequality_record(one: ContactForce) -> str | None:
    """The same for programs, in full; null where a side of it is too long to be written out."""
    left, normal = map(value, _sides(one))
    return None if left is None or normal is None else _inequality(one, left, normal)


def _short(e: Expr) -> str:
    told = shown(e)
    return told if len(told) <= LONG else f"({len(told)} {not_written()})"


def _motion(run: FrictionAlong) -> list[tuple[str, str]]:
    rows = [
        (
            "  " + tell("on the motion"),
            tell("t = {start:g} to {end:g} (numbers, no proof)", start=run.t[0], end=run.t[-1]),
        ),
        ("  mu >=", tell("{mu} at t = {t:g}", mu=f"{run.largest:.{PLACES}g}", t=run.when)),
        (
            "  N",
            tell(
                "{low} to {high}",
                low=f"{min(run.normal):.{PLACES}g}",
                high=f"{max(run.normal):.{PLACES}g}",
            ),
        ),
    ]
    if run.lifts is not None:
        opens = tell("N is not positive from t = {t:g}: the contact opens", t=run.lifts)
        rows.append(("  " + tell("lifts"), opens))
    return rows


def friction_record(friction: Friction, along: Sequence[FrictionAlong] = ()) -> dict[str, Any]:
    """The record of `nonholo friction`."""
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "name": friction.case.name,
        "contacts": [
            {
                "body": one.name,
                "tangential": [value(e) for e in one.tangential],
                "tangential_squared": value(one.squared),
                "normal": value(one.normal),
                "needed_squared": None if one.needed is None else value(one.needed),
                "inequality": _inequality_record(one),
            }
            for one in friction.contacts
        ],
    }
    if along:
        record["along"] = [
            {
                "body": run.name,
                "t": run.t.tolist(),
                "tangential": run.tangential.tolist(),
                "normal": run.normal.tolist(),
                "largest": run.largest,
                "when": run.when,
                "lifts": run.lifts,
            }
            for run in along
        ]
    return record
