"""Values of options: text to names, points, numbers; a wrong one says what is needed."""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError
from collections.abc import Sequence
from fractions import Fraction
from math import nan

from nonholo.cli.terminal import as_typed
from nonholo.errors import NonholoError, said
from nonholo.face.spoken import require_language
from nonholo.words.language import tell, told


def names(text: str, rates: bool = False) -> tuple[str, ...]:
    """x, y, which x', y' mean too, unless these are rates.

    As `readers.name_list` reads them, which imports too much for --help.

    Raises ArgumentTypeError for what are no names.
    """
    text = as_typed(text)
    words = text.replace(",", " ").split()
    listed = tuple(word if rates else word.rstrip("'") for word in words)
    if not words or not all(word.strip("'") for word in words):
        raise ArgumentTypeError(tell("{text!r}: needed are names such as x,y", text=text))
    return listed


def axes(text: str) -> tuple[str, ...]:
    """Names of coordinates and velocities."""
    return names(text, rates=True)


def point(text: str) -> dict[str, str]:
    """x=0,theta=pi/2,...: names and their values.

    Raises ArgumentTypeError for what is no such list, and for a name given twice.
    """
    text = as_typed(text)
    pairs = [word.partition("=") for word in text.split(",") if word.strip()]
    if not all(sign and value.strip() and "=" not in value for _, sign, value in pairs):
        raise ArgumentTypeError(tell("{text!r}: needed is x=0,theta=pi/2,...", text=text))
    values = {name.strip(): value.strip() for name, _, value in pairs}
    if len(values) < len(pairs):
        raise ArgumentTypeError(tell("{text!r}: a name is given twice", text=text))
    return values


class Gathered(argparse.Action):
    """Points of an option that is given several times, as one."""

    def __call__(self, parser, options, values, option_string=None):
        before = getattr(options, self.dest) or {}
        if twice := before.keys() & values.keys():
            told = tell("{text!r}: a name is given twice", text=", ".join(sorted(twice)))
            raise argparse.ArgumentError(self, told)
        setattr(options, self.dest, before | values)


def assignment(text: str) -> tuple[str, str]:
    """NAME=EXPRESSION.

    Raises ArgumentTypeError for all else.
    """
    name, sign, value = as_typed(text).partition("=")
    if not sign or not name.strip() or not value.strip():
        raise ArgumentTypeError(
            tell("{text!r}: needed is a name and what it is, u=sin(t)", text=text)
        )
    return name.strip(), value.strip()


def named_texts(texts: Sequence[str], option: str) -> dict[str, str]:
    """NAME=EXPRESSION, or an expression that is its own name.

    Raises NonholoError for a name that is given twice.
    """
    by_name: dict[str, str] = {}
    for text in texts:
        name, sign, value = (piece.strip() for piece in as_typed(text).partition("="))
        if name in by_name:
            raise NonholoError(tell("{name}: given twice by {option}", name=name, option=option))
        by_name[name] = value if sign else name
    return by_name


def port(text: str) -> int:
    """A port of this machine.

    Raises ArgumentTypeError for what is no whole number up to 65535.
    """
    if not text.isdecimal() or not int(text) < 65536:
        raise ArgumentTypeError(
            tell("{text!r}: needed is a whole number from 0 to 65535", text=text)
        )
    return int(text)


def workers(text: str) -> int | str:
    """How many processes, or the address of a cluster."""
    return text if "://" in text else count(text)


def sweep(text: str) -> tuple[str, list[float]]:
    """NAME=FROM:TO:COUNT, as the name and its values.

    Raises ArgumentTypeError for all else, and for fewer than two values or too many.
    """
    name, _, extent = text.partition("=")
    try:
        first, last, count = extent.split(":")
        start, end, steps = _number(first), _number(last), int(count)
    except ValueError:
        start, end, steps = 0.0, 0.0, 0
    if not name.strip() or not 1 < steps <= 100_000 or not abs(start) + abs(end) < 1e300:
        raise ArgumentTypeError(
            tell("{text!r}: needed is a name and a range such as v=0:10:101", text=text)
        )
    low, high = Fraction(repr(start)), Fraction(repr(end))  # the decimals that were typed
    return name.strip(), [float(low + (high - low) * i / (steps - 1)) for i in range(steps)]


def _number(text: str) -> float:
    """A number as --at takes it: 0.5, pi/3, sqrt(2).

    Raises ValueError for what is no real number.
    """
    try:
        return float(text)
    except ValueError:
        from nonholo.expression.graph import Graph
        from nonholo.geometry.constraints.chart import chart
        from nonholo.numerics.compile import constant
        from nonholo.readers.lower import Scope
        from nonholo.readers.real_number import real_number
    try:
        value, real = real_number(Scope(chart(Graph(), []), ()), text)
        number = constant(value)
    except (NonholoError, ArithmeticError) as error:
        raise ValueError(said(error)) from None
    if not real:
        raise ValueError(text)
    return number


def ranges(text: str) -> dict[str, tuple[str, str]]:
    """x=-2:2,...: names, each with its ends.

    Raises ArgumentTypeError for what is no such list, and for a name given twice.
    """
    intervals: dict[str, tuple[str, str]] = {}
    for name, given in point(text).items():
        low, sign, high = given.partition(":")
        if not sign or not low.strip() or not high.strip():
            raise ArgumentTypeError(tell("{text!r}: needed is x=-2:2,theta=0:3/2,...", text=text))
        intervals[name] = (low.strip(), high.strip())
    return intervals


def windows(text: str) -> dict[str, tuple[float, float] | None]:
    """Names, each with a range or without one: v,c or v=0:10,c=0:1/5.

    Raises ArgumentTypeError for what is neither, and for a name given twice.
    """
    text = as_typed(text)
    given: dict[str, tuple[float, float] | None] = {}
    for word in text.split(","):
        name, sign, extent = (piece.strip() for piece in word.partition("="))
        name = name.rstrip("'")
        try:
            low, high = (Fraction(end.strip()) for end in extent.split(":")) if sign else (0, 1)
        except (ValueError, ZeroDivisionError):
            low = high = 0
        if not name or name in given or not low < high:
            raise ArgumentTypeError(
                tell(
                    "{text!r}: needed are names such as a,c, or with ranges a=-1:1,c=0:2", text=text
                )
            )
        given[name] = (float(low), float(high)) if sign else None
    return given


def span(text: str) -> tuple[str, tuple[float, float]]:
    """NAME=FROM:TO, as the name and both ends.

    Raises ArgumentTypeError for all else.
    """
    name, values = sweep(f"{text}:2")
    return name, (values[0], values[-1])


def _decimal(text: str) -> float:
    """What a text is as a number; nan, which lies between no limits, for what is none."""
    try:
        return float(text)
    except ValueError:
        return nan


def seconds(text: str) -> float:
    """How long something may take.

    Raises ArgumentTypeError for what is no number above 0.
    """
    value = _decimal(text)
    if not 0 < value < 1e7:
        raise ArgumentTypeError(tell("{text!r}: needed is a number of seconds above 0", text=text))
    return value


def effort(text: str) -> float:
    """How many times the usual work.

    Raises ArgumentTypeError for what is no number from 0.01 to 1000.
    """
    value = _decimal(text)
    if not 0.01 <= value <= 1000:
        raise ArgumentTypeError(tell("{text!r}: needed is a number from 0.01 to 1000", text=text))
    return value


def tolerance(text: str) -> float:
    """A tolerance of an integration.

    Raises ArgumentTypeError for what is no number from 3e-14 to below 1.
    """
    value = _decimal(text)
    if not 3e-14 <= value < 1:
        raise ArgumentTypeError(
            tell("{text!r}: needed is a number from 3e-14 to below 1", text=text)
        )
    return value


def count(text: str) -> int:
    """How many there shall be, two at least.

    Raises ArgumentTypeError for what is no whole number from 2 to 1000000.
    """
    if not text.isdecimal() or not 2 <= int(text) <= 10**6:
        raise ArgumentTypeError(
            tell("{text!r}: needed is a whole number from 2 to 1000000", text=text)
        )
    return int(text)


def megabytes(text: str) -> int:
    """How much memory may be taken.

    Raises ArgumentTypeError for what is no whole number from 64 on.
    """
    if not text.isdecimal() or not 64 <= int(text) < 10**9:
        raise ArgumentTypeError(
            tell("{text!r}: needed is a whole number of megabytes from 64 on", text=text)
        )
    return int(text)


def language(text: str) -> str:
    """A language that is spoken.

    Raises ArgumentTypeError for another one.
    """
    try:
        return require_language(text, "--lang")
    except NonholoError as refusal:
        raise ArgumentTypeError(told(said(refusal))) from None
