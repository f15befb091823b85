"""What each formulation says of every system, as LaTeX: the equations that its file begins with."""

from __future__ import annotations

BALANCE = r"\frac{d}{dt} \frac{\partial L}{\partial \dot q_i} - \frac{\partial L}{\partial q_i}"
REDUCED = (
    r"\frac{d}{dt} \frac{\partial \bar L}{\partial \dot q_j} - \frac{\partial \bar L}{\partial q_j}"
)
PRINCIPLES = {
    "multipliers": rf"{BALANCE} = Q_i + \sum_l \lambda_l \, a_{{li}}",
    "maggi": rf"\sum_i \left( {BALANCE} - Q_i \right) \delta q_i = 0",
    "voronec": rf"{REDUCED} - \sum_l \alpha_{{lj}} \frac{{\partial \bar L}}{{\partial q_l}} - "
    r"\bar Q_j = \sum_l p_l \left( \sum_i B_l(j, i) \, \dot q_i + B_l(j, t) \right)",
    "chaplygin": rf"{REDUCED} - \bar Q_j = \sum_l p_l \sum_i B_l(j, i) \, \dot q_i",
    "hamel": r"\frac{d}{dt} \frac{\partial L^*}{\partial u_a} - e_a(L^*) - "
    r"\sum_c p_c \left( \sum_b \gamma^c_{ab} \, u_b + \gamma^c_{a0} \right) = Q^*_a",
    "appell": r"\frac{\partial S}{\partial \dot u_a} = Q^*_a,\qquad "
    r"\frac{\partial S}{\partial \ddot q_i} = " + BALANCE,
    "kane": r"F_r + F^*_r = 0,\qquad F^*_r = -\sum_i \left( \frac{d}{dt} "
    r"\frac{\partial T}{\partial \dot q_i} - \frac{\partial T}{\partial q_i} \right) "
    r"\frac{\partial \dot q_i}{\partial u_r}",
    "gauss": r"\frac{1}{2} (\ddot q - M^{-1} F)^{\mathrm{T}} M (\ddot q - M^{-1} F)"
    r" \to \operatorname{min},\qquad A \ddot q = b",
    "udwadia_kalaba": r"\ddot q = M^{-1} F + M^{-1} A^{\mathrm{T}} "
    r"(A M^{-1} A^{\mathrm{T}})^{-} (b - A M^{-1} F)",
}
