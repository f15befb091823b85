"""nonholo equations, as a function."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import overload

from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.errors import NonholoError, NotApplicable
from nonholo.expression.reading import looked_at
from nonholo.findings.comparison import reference_of
from nonholo.findings.control_form import CONTROL, ControlForm, control_form
from nonholo.findings.entry import Entry
from nonholo.findings.equations import (
    code,
    form_name,
    has_many_bodies,
    in_quasi_velocities,
    pick,
    regular_equations,
)
from nonholo.findings.regular_form import REGULAR, RegularForm
from nonholo.findings.side_by_side import derivations, formulation
from nonholo.languages import LANGUAGES
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.own import own_copy
from nonholo.readers.specified import specified
from nonholo.views.equations.control import control_text
from nonholo.views.equations.text import as_text, regular_text, remark_lines
from nonholo.words.sentence import say

STYLES = ("text", "latex", *LANGUAGES, "json")


@overload
def equations(
    given: Case | str | Path,
    form: str = ...,
    style: None = ...,
    *,
    dependent: str | Sequence[str] = ...,
    substitute: str | Sequence[str] = ...,
    quasi: str | Sequence[str] = ...,
) -> Entry | ControlForm | RegularForm: ...


@overload
def equations(
    given: Case | str | Path,
    form: str,
    style: str,
    *,
    dependent: str | Sequence[str] = ...,
    substitute: str | Sequence[str] = ...,
    quasi: str | Sequence[str] = ...,
) -> str: ...


def equations(
    given: Case | str | Path,
    form: str = "",
    style: str | None = None,
    *,
    dependent: str | Sequence[str] = (),
    substitute: str | Sequence[str] = (),
    quasi: str | Sequence[str] = (),
) -> Entry | ControlForm | RegularForm | str:
    """The equations of one form, as an object, or with a style as text.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; form: a name of
    `capabilities()`, "substituted", "vakonomic", "control" or "regular" (absent: Maggi's; with
    multipliers where a constraint is nonlinear in the velocities; code is "regular" where the
    independent velocities have poles); style: "text", "latex", "json" or a language
    of code; dependent: coordinates whose velocities shall be eliminated; substitute: velocities to
    put into the Lagrangian, with "substituted"; quasi: definitions such as "v = x'*cos(theta)", one
    for each independent velocity, with "hamel", "kane" and "control".  Raises NonholoError for a
    style that there is not, NotApplicable for a form that there is not, or without a Lagrangian.

    >>> import nonholo as nh
    >>> coin = nh.case("rolling_coin")
    >>> nh.equations(coin, "voronec").agrees
    True
    >>> print(nh.equations(nh.case("heisenberg"), "control", "latex").split()[0])
    \\begin{equation}
    """
    if style is not None and style not in STYLES:
        raise NonholoError(
            say("style = {style!r}: needed is one of {names}", style=style, names=", ".join(STYLES))
        )
    case, named, asked = as_case(given), bool(form or quasi), form_name(form)
    form = asked or reference_of(case.system)
    if style in LANGUAGES:
        case = specified(own_copy(case))
    quasi = [quasi] if isinstance(quasi, str) else quasi
    if form == CONTROL:
        return _kinematics(control_form(case, dependent, quasi), style, case)
    require_lagrangian(case.system, case.title)
    if form == REGULAR:
        return _regular(regular_equations(case), style, case)
    if style in LANGUAGES and not (named or dependent or substitute) and has_many_bodies(case):
        with suppress(NotApplicable):
            return _regular(regular_equations(case), style, case)
    if style in LANGUAGES and named and not (quasi or substitute):
        alone = formulation(case, form, dependent)
        if alone is not None and alone.motion is not None:
            return code(alone, style)
    comparison = derivations(case, dependent, substitute, style in LANGUAGES)
    if style in LANGUAGES and comparison.regular is not None and not named:
        return _regular(comparison.regular, style, case)
    form = asked or reference_of(comparison.system)  # of what hidden constraints are added to too
    entry = in_quasi_velocities(comparison, case, form, quasi) if quasi else pick(comparison, form)
    if style is None:
        return entry
    return code(entry, style) if style in LANGUAGES else as_text(comparison, entry, style)


def _regular(form: RegularForm, style: str | None, case: Case) -> RegularForm | str:
    if style is None:
        return form
    if style in LANGUAGES:
        return form.source(style)
    return remarked(regular_text(form, style, case.name), style, case)


def _kinematics(form: ControlForm, style: str | None, case: Case) -> ControlForm | str:
    if style is None:
        return form
    if style in LANGUAGES:
        return form.source(style)
    return remarked(control_text(form, style), style, case)


def remarked(told: str, style: str, case: Case) -> str:
    """A text with where velocities that the case is divided by vanish.

    told: the equations in the style.

    >>> import nonholo as nh
    >>> print(remarked("x'' = 0", "text", nh.System("x y", None, ["x'^2/x' = y'"])))
    x'' = 0
    <BLANKLINE>
      what is written has no value where xdot = 0; it is asked there too
    """
    lines = remark_lines(looked_at((), case.system.through)) if style == "text" else []
    return "\n".join([told, *lines])
