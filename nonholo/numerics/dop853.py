"""Dormand and Prince's method of order 8(5,3): its tables, its first step and its interpolant.

Tables as published by Hairer; the arithmetic of the first step and of the interpolant is that of
SciPy's DOP853, to the last bit, without the rest of SciPy: to import it takes half a second.

References: HairerNorsettWanner1993.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

STAGES, ALL = 12, 16  # of a step; with those of the interpolant
ORDER = 7  # of the error estimate
NODES = np.array(
    [
        0.0,
        np.float64(0.05260015195876773),
        np.float64(0.0789002279381516),
        np.float64(0.1183503419072274),
        np.float64(0.2816496580927726),
        np.float64(0.3333333333333333),
        np.float64(0.25),
        np.float64(0.3076923076923077),
        np.float64(0.6512820512820513),
        np.float64(0.6),
        np.float64(0.8571428571428571),
        np.float64(1.0),
        np.float64(1.0),
        np.float64(0.1),
        np.float64(0.2),
        np.float64(0.7777777777777778),
    ]
)
ROWS = (
    (),
    (0.05260015195876773,),
    (
        0.0197250569845379,
        0.0591751709536137,
    ),
    (
        0.02958758547680685,
        0.0,
        0.08876275643042054,
    ),
    (
        0.2413651341592667,
        0.0,
        -0.8845494793282861,
        0.924834003261792,
    ),
    (
        0.037037037037037035,
        0.0,
        0.0,
        0.17082860872947386,
        0.12546768756682242,
    ),
    (
        0.037109375,
        0.0,
        0.0,
        0.17025221101954405,
        0.06021653898045596,
        -0.017578125,
    ),
    (
        0.03709200011850479,
        0.0,
        0.0,
        0.17038392571223998,
        0.10726203044637328,
        -0.015319437748624402,
        0.008273789163814023,
    ),
    (
        0.6241109587160757,
        0.0,
        0.0,
        -3.3608926294469414,
        -0.868219346841726,
        27.59209969944671,
        20.154067550477894,
        -43.48988418106996,
    ),
    (
        0.47766253643826434,
        0.0,
        0.0,
        -2.4881146199716677,
        -0.590290826836843,
        21.230051448181193,
        15.279233632882423,
        -33.28821096898486,
        -0.020331201708508627,
    ),
    (
        -0.9371424300859873,
        0.0,
        0.0,
        5.186372428844064,
        1.0914373489967295,
        -8.149787010746927,
        -18.52006565999696,
        22.739487099350505,
        2.4936055526796523,
        -3.0467644718982196,
    ),
    (
        2.273310147516538,
        0.0,
        0.0,
        -10.53449546673725,
        -2.0008720582248625,
        -17.9589318631188,
        27.94888452941996,
        -2.8589982771350235,
        -8.87285693353063,
        12.360567175794303,
        0.6433927460157636,
    ),
    (
        0.054293734116568765,
        0.0,
        0.0,
        0.0,
        0.0,
        4.450312892752409,
        1.8915178993145003,
        -5.801203960010585,
        0.3111643669578199,
        -0.1521609496625161,
        0.20136540080403034,
        0.04471061572777259,
    ),
    (
        0.056167502283047954,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.25350021021662483,
        -0.2462390374708025,
        -0.12419142326381637,
        0.15329179827876568,
        0.00820105229563469,
        0.007567897660545699,
        -0.008298,
    ),
    (
        0.03183464816350214,
        0.0,
        0.0,
        0.0,
        0.0,
        0.028300909672366776,
        0.053541988307438566,
        -0.05492374857139099,
        0.0,
        0.0,
        -0.00010834732869724932,
        0.0003825710908356584,
        -0.00034046500868740456,
        0.1413124436746325,
    ),
    (
        -0.42889630158379194,
        0.0,
        0.0,
        0.0,
        0.0,
        -4.697621415361164,
        7.683421196062599,
        4.06898981839711,
        0.3567271874552811,
        0.0,
        0.0,
        0.0,
        -0.0013990241651590145,
        2.9475147891527724,
        -9.15095847217987,
    ),
)
E3 = np.array(
    [
        np.float64(-0.18980075407240762),
        0.0,
        0.0,
        0.0,
        0.0,
        np.float64(4.450312892752409),
        np.float64(1.8915178993145003),
        np.float64(-5.801203960010585),
        np.float64(-0.4226823213237919),
        np.float64(-0.1521609496625161),
        np.float64(0.20136540080403034),
        np.float64(0.02265179219836082),
        0.0,
    ]
)
E5 = np.array(
    [
        np.float64(0.01312004499419488),
        0.0,
        0.0,
        0.0,
        0.0,
        np.float64(-1.2251564463762044),
        np.float64(-0.4957589496572502),
        np.float64(1.6643771824549864),
        np.float64(-0.35032884874997366),
        np.float64(0.3341791187130175),
        np.float64(0.08192320648511571),
        np.float64(-0.022355307863886294),
        0.0,
    ]
)
D = np.array(
    [
        [
            np.float64(-8.428938276109013),
            0.0,
            0.0,
            0.0,
            0.0,
            np.float64(0.5667149535193777),
            np.float64(-3.0689499459498917),
            np.float64(2.38466765651207),
            np.float64(2.117034582445028),
            np.float64(-0.871391583777973),
            np.float64(2.2404374302607883),
            np.float64(0.6315787787694688),
            np.float64(-0.08899033645133331),
            np.float64(18.148505520854727),
            np.float64(-9.194632392478356),
            np.float64(-4.436036387594894),
        ],
        [
            np.float64(10.427508642579134),
            0.0,
            0.0,
            0.0,
            0.0,
            np.float64(242.28349177525817),
            np.float64(165.20045171727028),
            np.float64(-374.5467547226902),
            np.float64(-22.113666853125306),
            np.float64(7.733432668472264),
            np.float64(-30.674084731089398),
            np.float64(-9.332130526430229),
            np.float64(15.697238121770845),
            np.float64(-31.139403219565178),
            np.float64(-9.35292435884448),
            np.float64(35.81684148639408),
        ],
        [
            np.float64(19.985053242002433),
            0.0,
            0.0,
            0.0,
            0.0,
            np.float64(-387.0373087493518),
            np.float64(-189.17813819516758),
            np.float64(527.8081592054236),
            np.float64(-11.57390253995963),
            np.float64(6.8812326946963),
            np.float64(-1.0006050966910838),
            np.float64(0.7777137798053443),
            np.float64(-2.778205752353508),
            np.float64(-60.19669523126412),
            np.float64(84.32040550667716),
            np.float64(11.99229113618279),
        ],
        [
            np.float64(-25.69393346270375),
            0.0,
            0.0,
            0.0,
            0.0,
            np.float64(-154.18974869023643),
            np.float64(-231.5293791760455),
            np.float64(357.6391179106141),
            np.float64(93.40532418362432),
            np.float64(-37.45832313645163),
            np.float64(104.0996495089623),
            np.float64(29.8402934266605),
            np.float64(-43.53345659001114),
            np.float64(96.32455395918828),
            np.float64(-39.17726167561544),
            np.float64(-149.72683625798564),
        ],
    ]
)


def _square(rows: tuple[tuple[float, ...], ...]) -> np.ndarray:
    """Rows with zeros behind."""
    table = np.zeros((ALL, ALL))
    for i, row in enumerate(rows):
        table[i, : len(row)] = row
    return table


A = _square(ROWS)
B = A[STAGES, :STAGES]  # the last stage is the slope where the step ends


def first_step(
    slope: Callable[[float, np.ndarray], Any],
    t: float,
    y: np.ndarray,
    f: np.ndarray,
    end: float,
    rtol: float,
    atol: float,
) -> float:
    """The length of a first step from y (size) at t, where the slope is f, towards `end`.

    rtol, atol: relative and absolute tolerance; the slope is asked once more.  References:
    HairerNorsettWanner1993.
    """
    span, way = abs(end - t), np.sign(end - t) if end != t else 1
    if y.size == 0:
        return np.inf
    if span == 0.0:
        return 0.0
    scale = atol + np.abs(y) * rtol
    d0, d1 = _size(y / scale), _size(f / scale)
    guess = min(1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1, span)
    later = np.asarray(slope(t + guess * way, y + guess * way * f), dtype=float)
    d2 = _size((later - f) / scale) / guess
    flat = d1 <= 1e-15 and d2 <= 1e-15
    other = max(1e-6, guess * 1e-3) if flat else (0.01 / max(d1, d2)) ** (1 / (ORDER + 1))
    return min(100 * guess, other, span)


def _size(x: np.ndarray) -> Any:
    """The root of the mean square."""
    return np.linalg.norm(x) / x.size**0.5


class Interpolant:
    """The interpolant of order 7 over one step, from t_old to t; F: its coefficients (7 x size)."""

    __slots__ = ("F", "t", "t_old", "y_old")

    def __init__(self, t_old: float, t: float, y_old: np.ndarray, F: np.ndarray):
        self.t_old, self.t, self.y_old, self.F = t_old, t, y_old, F

    def __call__(self, t: Any) -> np.ndarray:
        """The state at t, (size); at times (m), the states (size, m)."""
        x: Any = (np.asarray(t) - self.t_old) / (self.t - self.t_old)
        if x.ndim:
            x = x[:, None]
        y = np.zeros((*x.shape[:1], len(self.y_old)), dtype=self.y_old.dtype)
        for i, f in enumerate(reversed(self.F)):
            y += f
            y *= x if i % 2 == 0 else 1 - x
        y += self.y_old
        return y.T
