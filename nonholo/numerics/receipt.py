"""The receipt of a simulation: what was measured, the bound it should keep, and whether it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nonholo.numerics.integrate import Path
from nonholo.numerics.monitors import Monitors
from nonholo.numerics.settings import Settings
from nonholo.words.sentence import say

LOOSE, LOOSEST = 1e3, 1e-3  # bounds follow the tolerance asked for, up to here
REVERSED = 1e-6
IMPULSE = 1e-6


@dataclass(frozen=True, slots=True)
class Finding:
    """One measured quantity and the bound it should keep."""

    name: str
    value: float
    bound: float
    meaning: str

    @property
    def kept(self) -> bool:
        return self.value <= self.bound

    @property
    def warning(self) -> str:
        """That it is out of bounds, in words."""
        return say(
            "{name}: {value:.2g} is above {bound:.2g} ({meaning})",
            name=self.name,
            value=self.value,
            bound=self.bound,
            meaning=self.meaning,
        )


@dataclass(frozen=True, slots=True)
class Receipt:
    """How far a run can be trusted.

    residual_max: largest |A q' + a_0| or |f|; energy_drift: largest error of the energy balance,
    relative to the largest energy met; findings: everything measured, with its bound; correction:
    the largest move of one step back to the constraints; evaluations of the right-hand side."""

    residual_max: float
    energy_drift: float
    findings: tuple[Finding, ...]
    correction: float
    rhs_evaluations: int
    steps: int
    method: str
    rtol: float
    atol: float
    stopped: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Everything keeps its bound, and the wished time was reached."""
        return not self.warnings

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is out of bounds, in words."""
        out = [f.warning for f in self.findings if not f.kept]
        return (*([self.stopped] if self.stopped else []), *out)


def _loose(fixed: bool, rtol: float) -> float:
    return LOOSEST if fixed else min(LOOSE * rtol, LOOSEST)


def bounds(rtol: float, fixed: bool, speed: Any) -> tuple[Any, float, float, float]:
    """What the constraints, holonomic ones, equations and energy should keep to.

    rtol: relative tolerance of the motion; fixed: steps of fixed length; speed: the largest
    velocity, of one motion or of many.

    >>> bounds(1e-12, fixed=False, speed=0.0)
    (1e-09, 1e-09, 1e-08, 1e-08)
    """
    return 1e-9 * (1 + speed), 1e-9, 1e-8, max(1e-8, _loose(fixed, rtol))


def measured(seen: Monitors, rtol: float, fixed: bool, speed: float) -> list[Finding]:
    """Constraints, holonomic ones, equations, energy, conserved quantities, each with its bound.

    seen: the series; rtol: relative tolerance of the motion; fixed: steps of fixed length; speed:
    the largest velocity, by which residuals are judged.

    >>> import numpy as np
    >>> from nonholo import System
    >>> from nonholo.numerics.model import model
    >>> from nonholo.numerics.monitors import monitors
    >>> law = model(System("x", "xdot**2/2 - x**2/2").system)
    >>> seen = monitors(law, np.array([0.0, 1.0]), np.array([[1.0, 0.0], [0.0, 2.0]]))
    >>> [(one.name, one.kept) for one in measured(seen, 1e-12, fixed=False, speed=2.0)]
    [('constraints', True), ('equations', True), ('energy', False)]
    """
    loose = _loose(fixed, rtol)
    limits = bounds(rtol, fixed, speed)
    residual, level = (
        float(np.max(seen.residual, initial=0.0)),
        float(np.max(seen.level, initial=0.0)),
    )
    energy = float(np.max(np.abs(seen.imbalance), initial=0.0))
    findings = [
        Finding(say("constraints"), residual, limits[0], say("largest |A q' + a_0| on the way")),
        *(
            [Finding(say("holonomic"), level, limits[1], say("largest |f(q, t)| on the way"))]
            if seen.levels
            else []
        ),
        Finding(
            say("equations"),
            float(np.max(seen.equations, initial=0.0)),
            limits[2],
            say("relative error of M q'' = F + A^T lambda and A q'' + c = 0"),
        ),
        Finding(
            say("energy"),
            energy,
            limits[3],
            say("energy function less the work done, relative"),
        ),
    ]
    findings += [
        Finding(name, float(np.max(series)), max(1e-8, loose), say("drift of a conserved quantity"))
        for name, series in seen.conserved
    ]
    return findings


def receipt(
    path: Path,
    seen: Monitors,
    settings: Settings,
    reversal: float | None,
    speed: float,
    remarks: Sequence[str] = (),
    rival: bool = False,
    impulse: float | None = None,
) -> Receipt:
    """Gather the findings on a motion.

    seen: the series; settings: how it was made; reversal: how far integrating back missed the
    start, None if that was not asked; speed: the largest velocity, by which residuals are judged;
    remarks: passed on; rival: the equations are those of another law; impulse: error of the change
    of velocity.

    >>> import nonholo as nh
    >>> found = nh.simulate(nh.System("x", "xdot**2/2 - x**2/2", initial={"x": 1}), 1).receipt
    >>> found.ok, found.method, found.residual_max
    (True, 'DOP853', 0.0)
    """
    fixed = settings.method == "discrete"
    loose, findings = _loose(fixed, settings.rtol), measured(seen, settings.rtol, fixed, speed)
    values = {str(f.name): f.value for f in findings}
    residual, energy = values["constraints"], values["energy"]
    if impulse is not None:
        findings.append(
            Finding(
                say("impulse"),
                impulse,
                max(IMPULSE, loose),
                say("change of the velocities less the integral of the accelerations, relative"),
            )
        )
    if reversal is not None:
        findings.append(
            Finding(
                say("reversal"),
                reversal,
                max(REVERSED, loose),
                say("distance from the start after going back in time"),
            )
        )
    if rival:
        findings = [f for f in findings if f.name in ("constraints", "holonomic", "reversal")]
    return Receipt(
        max(residual, values.get("holonomic", 0.0)),
        energy,
        tuple(findings),
        path.correction,
        path.evaluations,
        path.steps,
        settings.method,
        settings.rtol,
        settings.atol,
        path.stopped,
        tuple(remarks),
    )
