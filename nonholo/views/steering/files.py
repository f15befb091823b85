"""A path between two configurations as a file: JSON, a table of numbers, a picture, a page."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from nonholo.errors import NonholoError
from nonholo.views.path.picture import path_picture
from nonholo.views.steering.page import steer_page
from nonholo.views.steering.record import SAMPLES, steer_record
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.steering.steering import Steering
    from nonholo.steering.varied import Varied

FORMATS = (".json", ".csv", ".png", ".svg", ".html")


def steer_bytes(steering: Steering, suffix: str, varied: Varied | None = None) -> bytes:
    """The path as a file of the kind that the suffix names.

    Raises NonholoError for others.
    """
    if require_format(suffix) == ".json":
        return (
            json.dumps(steer_record(steering, varied), indent=1, ensure_ascii=False) + "\n"
        ).encode()
    if not steering.has_path:
        raise NonholoError(
            say(
                "{name}: there is no path to write: {reason}",
                name=steering.case.name,
                reason=steering.reason,
            )
        )
    if suffix == ".csv":
        return steer_csv(steering).encode()
    if suffix == ".html":
        return steer_page(steering, varied).encode()
    return path_picture(steering, suffix[1:], varied)


def require_format(suffix: str) -> str:
    """The suffix, if there is such a format of a path.

    Raises NonholoError.
    """
    if suffix not in FORMATS:
        raise NonholoError(
            say(
                "{value}: no format of a path; name the file *{names}",
                value=suffix or say("a name without ending"),
                names=", *".join(FORMATS),
            )
        )
    return suffix


def steer_csv(steering: Steering) -> str:
    """t, the coordinates, their velocities: one line an instant."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["t", *steering.names, *(f"{n}dot" for n in steering.names)])
    for t, q, v in zip(*steering.sample(SAMPLES)):
        writer.writerow([repr(float(x)) for x in (t, *q, *v)])
    return file.getvalue()
