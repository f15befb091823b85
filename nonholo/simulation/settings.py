"""What a simulation can be asked for: every setting is checked before anything is computed, all
complaints at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from difflib import get_close_matches
from math import isfinite, ulp
from numbers import Integral
from typing import Any

from nonholo.errors import BadCase, NonholoError
from nonholo.numerics.methods import METHODS
from nonholo.numerics.settings import Settings
from nonholo.readers.named import no_table
from nonholo.words.sentence import say

LEAST, MOST_POINTS, MOST_DISCRETE = 3e-14, 10**6, 10**7
RESOLVED = 1e-9  # of the duration: what the clock of the motion must tell apart


def changed(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    """The settings with other values of some fields.

    Raises NonholoError for what are no settings, TypeError for a name that is none.
    """
    if not isinstance(settings, Settings):
        raise NonholoError(
            say(
                "settings = {given!r}: needed is a record such as "
                'nonholo.Settings(method="LSODA"), or its fields by name',
                given=settings,
            )
        )
    known = [field.name for field in fields(Settings)]
    for name in changes:
        if name not in known:
            close = get_close_matches(name, known, 1)
            raise TypeError(
                say("there is no setting {name!r}; ", name=name)
                + (say("{near!r} is near; ", near=close[0]) if close else "")
                + say("there are {names}", names=", ".join(known))
                + say("; numbers of the case go into parameters=... and initial=...")
            )
    return replace(settings, **changes)


def required(where: str, settings: Settings, duration: float) -> Settings:
    """The settings, if they are in range for a motion of that duration.

    Raises BadCase with what is needed.
    """
    wrong: list[str] = []
    if settings.method not in METHODS:
        known = ", ".join(METHODS)
        wrong.append(
            say(
                "method: there is no method {method!r}; there are {known}",
                method=settings.method,
                known=known,
            )
        )
    wrong += _ranged("rtol", settings.rtol, LEAST, 1.0, say("a number from 3e-14 to below 1"))
    wrong += _ranged("atol", settings.atol, 1e-300, 1e300, say("a number above 0"))
    wrong += _ranged("step", settings.step, 1e-300, 1e300, say("a time above 0"))
    wrong += _ranged("threshold", settings.threshold, 1e-300, 1e300, say("a number above 0"))
    if settings.method != "discrete" and settings.step != Settings().step:
        wrong.append(
            say(
                "step = {step!r}: goes with method = 'discrete'; {method} chooses its own",
                step=settings.step,
                method=settings.method,
            )
        )
    points, start = settings.points, settings.start
    if (
        isinstance(points, bool)
        or not isinstance(points, Integral)
        or not 2 <= points <= MOST_POINTS
    ):
        wrong.append(
            say(
                "points = {points!r}: needed is a whole number from 2 to {most_points}",
                points=points,
                most_points=MOST_POINTS,
            )
        )
    if settings.method == "discrete" and not wrong and duration / settings.step > MOST_DISCRETE:
        wrong.append(
            say(
                "step = {step!r}: more than {most_discrete} steps in {duration:g}; take "
                "a longer one",
                step=settings.step,
                most_discrete=MOST_DISCRETE,
                duration=duration,
            )
        )
    if not _is_number(start) or not ulp(abs(start) + duration) < RESOLVED * duration:
        wrong.append(
            say(
                "start = {start!r}: needed is a time at which a duration of {duration:g} "
                "can be told apart",
                start=start,
                duration=duration,
            )
        )
    if wrong:
        raise BadCase(where, wrong)
    return replace(settings, crossings=tuple(texts(where, "crossings", settings.crossings)))


def _ranged(name: str, value: Any, least: float, most: float, needed: str) -> list[str]:
    return (
        []
        if _is_number(value) and least <= value < most
        else [say("{name} = {value!r}: needed is {needed}", name=name, value=value, needed=needed)]
    )


def _is_number(value: Any) -> bool:
    try:
        return not isinstance(value, (bool, str, bytes)) and isfinite(value)
    except (TypeError, OverflowError, ValueError):
        return False


def numbers_by_name(where: str, key: str, given: Any) -> dict[str, float]:
    """Names with their numbers as floats.

    Raises BadCase for anything else.
    """
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise BadCase(where, no_table(key, given))
    numbers, wrong = {}, []
    for name, value in given.items():
        try:
            numbers[name] = float(value)
        except (TypeError, ValueError, OverflowError):
            numbers[name] = float("nan")
        if not isfinite(numbers[name]):
            wrong.append(
                say(
                    "{key}.{name} = {value!r}: needed is a finite number",
                    key=key,
                    name=name,
                    value=value,
                )
            )
    if wrong:
        raise BadCase(where, wrong)
    return numbers


def texts(where: str, key: str, given: Any) -> Sequence[str]:
    """A list of texts; one text alone is a list of one.

    Raises BadCase for anything else.
    """
    given = [given] if isinstance(given, str) else given
    if not isinstance(given, Sequence) or not all(isinstance(text, str) for text in given):
        raise BadCase(
            where,
            say(
                '{key} = {given!r}: needed are texts, such as ["theta - 1"]',
                key=key,
                given=given,
            ),
        )
    return given
