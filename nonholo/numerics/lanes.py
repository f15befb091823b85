"""Many motions of one law in C, side by side in lanes: each member with its own numbers of the
parameters and its own steps.

The method is that of `native`; functions of a vector may differ from those of one number by 4 in
the last place, so a member differs from its motion alone by less than the tolerance of its steps.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np

from nonholo.expression.graph import Expr
from nonholo.numerics.c_code import (
    ONE_STATE,
    PLAIN,
    SIDE_BY_SIDE,
    Law,
    c_tables,
    c_vectors,
    laned,
    library,
    pointer,
)
from nonholo.numerics.model import Model
from nonholo.numerics.rank import LOW, nearly

LANES = 8  # numbers of 8 bytes in the widest vector
MOST = 20_000  # steps of a member that is left to others then


@dataclass(frozen=True, slots=True)
class Told:
    """The members as they were integrated.

    states: (members, times, size), not yet put back on the constraints; evaluations of the
    right-hand side: (members,); failed: (members,), where there was no further step, there were
    too many, or the rows of A may have become dependent on the way."""

    states: np.ndarray
    evaluations: np.ndarray
    failed: np.ndarray


def integrate_lanes(
    model: Model,
    parameters: np.ndarray,
    states: np.ndarray,
    times: np.ndarray,
    rtol: float,
    atol: float,
) -> Told:
    """Many members of one law from times[0] on, by DOP853 in C.

    model: without inputs that are fed; parameters: (members, len(model.values)); states: (members,
    size); times: rising, when states are told; rtol, atol: relative and absolute tolerance of a
    step.  A member has failed that takes more than MOST steps, and where a row of A, less its part
    along those before it, may have been 0 on the way (`rank.may_lose_rank` for each row): errors
    would pick one of the motions that go on.  Raises NotApplicable without a C compiler.
    References: HairerNorsettWanner1993.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 1}).system)
    >>> numbers, start = np.array([[1.0], [4.0]]), np.array([[1.0, 0.0], [1.0, 0.0]])
    >>> try:
    ...     told = integrate_lanes(law, numbers, start, np.array([0.0, np.pi]), 1e-12, 1e-13)
    ...     told.states[:, -1, 0].round(9).tolist()
    ... except nh.NonholoError as refusal:
    ...     [-1.0, 1.0] if "compiler" in str(refusal) else refusal
    [-1.0, 1.0]
    """
    p, y, times = (np.ascontiguousarray(a, dtype=float) for a in (parameters, states, times))
    count = len(y)
    told = np.empty((count, len(times), model.size))
    evaluations, failed = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int32)
    _compiled(model).members(
        ctypes.c_long(count),
        pointer(p),
        pointer(y),
        ctypes.c_int(len(times)),
        pointer(times),
        ctypes.c_double(rtol),
        ctypes.c_double(atol),
        ctypes.c_long(MOST),
        ctypes.c_double(max(LOW, nearly(rtol, atol))),
        pointer(told),
        pointer(evaluations),
        pointer(failed),
    )
    return Told(told, evaluations, failed.astype(bool))


Settled = tuple[tuple[Expr, ...], tuple[tuple[Expr, Expr], ...]]  # velocities after steps
Rows = tuple[tuple[Expr, ...], ...]  # A


def _compiled(model: Model) -> Any:
    """The library of a law in lanes."""
    law = (model.slopes, tuple(model.inputs), tuple(model.values), model.steps)
    nearest = tuple(model.solved.nearest), tuple(model.solved.settling)
    return _library(law, nearest, tuple(map(tuple, model.terms.rows)), model.n)


@lru_cache(maxsize=8)
def _library(law: Law, nearest: Settled, rows: Rows, n: int) -> Any:
    return library(_text(law, nearest, rows, n), (SIDE_BY_SIDE, ONE_STATE, PLAIN))


def _text(law: Law, nearest: Settled, rows: Rows, n: int) -> str:
    slopes, symbols, parameters, _ = law
    return "\n".join(
        [
            "#include <math.h>",
            "#include <stddef.h>",
            f"#define N {len(slopes)}",
            f"#define V {n}",
            f"#define R {len(rows)}",
            f"#define P {len(parameters)}",
            f"#define W {LANES}",
            c_vectors(),
            *c_tables(),
            laned("slope", law),
            laned("nearest", (nearest[0], symbols, parameters, nearest[1])),
            laned("rows", ([e for row in rows for e in row], symbols, parameters, ())),
            "static void prepare(int c, const double *p)"
            " { prepare_slope(c, p); prepare_nearest(c, p); prepare_rows(c, p); }",
            files("nonholo.numerics").joinpath("lanes.c").read_text(encoding="utf-8"),
        ]
    )
