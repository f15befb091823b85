"""The families of the benchmark: constraints as text, with the known answer.

trailers     a car with n trailers: n + 1 knife edges in n + 3 coordinates; nonholonomic set
w = M(q) dG, k forms in 2k coordinates, M full, G_l = x_l + g_l(z): solved for x' it is simple;
integrable set_mixed    the same with G_l = x_l + g_l(x, z): solved it is not simple; integrable
form         one form mu dG in n coordinates; integrable contact      one form dz - sum p_i dx_i in
n = 2m + 1 coordinates; nonholonomic sparse       w_l = dG_l + m_l(q) dG_j, k forms in n
coordinates, up to eight entries a row; integrable sparse_off   the same with one coefficient off by
1e-30; nonholonomic, and no row shows it at the precision of floats dense        w_l = (1 + a q_i)
dG_l + b q_j dG_j with dense quadratic G, every entry quadratic; integrable dense_off    the same
with one term more in one row; nonholonomic"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from texts import Form, apply, coefficients, lift, times, total, variable


@dataclass(frozen=True, slots=True)
class Problem:
    """Coordinates, rows {coordinate: coefficient as text}, and the known answer; `written`: as
    one would write them.
    """

    names: tuple[str, ...]
    rows: tuple[Mapping[str, str], ...]
    integrable: bool
    written: tuple[str, ...] = ()

    @property
    def texts(self) -> list[str]:
        """The rows as constraints in the package's language."""
        plain = (" + ".join(times(c, f"{n}'") for n, c in row.items()) for row in self.rows)
        return list(self.written) or [f"{text} = 0" for text in plain]


def _problem(names: Sequence[str], forms: Sequence[Form], integrable: bool) -> Problem:
    used = [sorted({n for _, b in form for n in b.grad}, key=names.index) for form in forms]
    rows = [
        dict(zip(u, coefficients(form, u), strict=True))
        for u, form in zip(used, forms, strict=True)
    ]
    return Problem(
        tuple(names), tuple({n: c for n, c in row.items() if c != "0"} for row in rows), integrable
    )


def trailers(n: int, k: int) -> Problem:
    """sin(th_i) x_i' - cos(th_i) y_i' = 0 for the axle of the car and of each trailer."""
    rows, written, across, along = [], [], "x'", "y'"
    for i in range(n + 1):
        if i:
            across, along = f"{across} + sin(th{i})*th{i}'", f"{along} - cos(th{i})*th{i}'"
        written.append(f"sin(th{i})*({across}) - cos(th{i})*({along}) = 0")
        row = {"x": f"sin(th{i})", "y": f"(-cos(th{i}))"}
        row |= {
            f"th{j}": f"(sin(th{i})*sin(th{j}) + cos(th{i})*cos(th{j}))" for j in range(1, i + 1)
        }
        rows.append(row)
    return Problem(
        ("x", "y", *(f"th{i}" for i in range(n + 1))), tuple(rows), False, tuple(written)
    )


def _set(k: int, mixed: bool) -> Problem:
    """w_l = sum_j M_lj dG_j with a full matrix of functions."""
    rng = random.Random(f"set {k}")
    names = [*(f"x{i}" for i in range(k)), *(f"z{i}" for i in range(k))]
    x, z = [variable(n) for n in names[:k]], [variable(n) for n in names[k:]]
    G = [
        x[i] + rng.choice([1, 2]) * z[i] * z[(i + 1) % k] + apply("sin", z[(i + 2) % k])
        for i in range(k)
    ]
    if mixed:
        G = [g + x[(i + 1) % k] * z[(i + 1) % k] for i, g in enumerate(G)]
    entry = [
        lambda u: rng.randint(1, 3) * u,
        lambda u: apply("sin", u),
        lambda u: u * rng.choice(z),
    ]
    M = [
        [lift(int(i == j)) + rng.choice(entry)(rng.choice([*x, *z])) for j in range(k)]
        for i in range(k)
    ]
    return _problem(names, [[(M[i][j], G[j]) for j in range(k)] for i in range(k)], True)


def integrable_set(n: int, k: int) -> Problem:
    return _set(k, False)


def mixed_set(n: int, k: int) -> Problem:
    return _set(k, True)


def integrable_form(n: int, k: int) -> Problem:
    """mu dG with G = sum q_i q_(i+1) + sin(q_i), mu = 2 + q_0 cos(q_1)."""
    names = [f"q{i}" for i in range(n)]
    q = [variable(name) for name in names]
    G = total(q[i] * q[(i + 1) % n] + apply("sin", q[i]) for i in range(n))
    return _problem(names, [[(lift(2) + q[0] * apply("cos", q[1]), G)]], True)


def contact_form(n: int, k: int) -> Problem:
    """dz - sum p_i dx_i."""
    m = (n - 1) // 2
    names = ["z", *(f"x{i}" for i in range(m)), *(f"p{i}" for i in range(m))]
    pairs = [(-variable(f"p{i}"), variable(f"x{i}")) for i in range(m)]
    return Problem(
        tuple(names), _problem(names, [[(lift(1), variable("z")), *pairs]], False).rows, False
    )


def _sparse(n: int, k: int, off: bool) -> Problem:
    """G_l = y_l + c z_a z_b + sin(z_c) over free z; row l takes in one earlier form."""
    rng = random.Random(f"sparse {n} {k}")
    names = [f"q{i}" for i in range(n)]
    q = [variable(name) for name in names]
    shuffled = rng.sample(q, n)
    y, z = shuffled[:k], shuffled[k:]
    quadratic = [(rng.randint(1, 9), *rng.sample(z, 2)) for _ in range(k)]
    G = [y[l] + c * a * b + apply("sin", rng.choice(z)) for l, (c, a, b) in enumerate(quadratic)]
    forms = [[(lift(1), G[l])] for l in range(k)]
    for l in range(1, k):
        forms[l].append((rng.randint(1, 9) * rng.choice(q), G[rng.randrange(l)]))
    if off:  # c z_b dz_a + c z_a dz_b becomes c z_b dz_a + (c + 1e-30) z_a dz_b
        _, a, b = quadratic[k // 2]
        forms[k // 2].append((lift("1e-30") * a, b))
    return _problem(names, rng.sample(forms, k), not off)


def sparse(n: int, k: int) -> Problem:
    return _sparse(n, k, False)


def sparse_off(n: int, k: int) -> Problem:
    """d w_l gains 1e-30 dz_a ^ dz_b, which no row cancels: z_a, z_b are free, and M is
    triangular with ones.
    """
    return _sparse(n, k, True)


def _dense(n: int, k: int, off: bool) -> Problem:
    """G_l = y_l + sum_i c_li q_i^2 / 2, so that every entry of (1 + a q) dG_l + b q dG_j is
    quadratic.
    """
    rng = random.Random(f"dense {n} {k}")
    names = [f"q{i}" for i in range(n)]
    c = [[rng.randint(1, 99) for _ in range(n)] for _ in range(k)]
    rows = []
    for l in range(k):
        j, a, b = (l + 1) % k, rng.randrange(n), rng.randrange(n)
        own, other = f"(1 + {rng.randint(1, 9)}*q{a})", f"{rng.randint(1, 9)}*q{b}"
        row = {
            name: f"({own}*{c[l][i]}*{name} + {other}*{c[j][i]}*{name})"
            for i, name in enumerate(names)
        }
        row[names[l]] = f"({row[names[l]]} + {own})"
        row[names[j]] = f"({row[names[j]]} + {other})"
        rows.append(row)
    if off:
        rows[0][names[-1]] = f"({rows[0][names[-1]]} + {names[-2]}^2)"
    return Problem(tuple(names), tuple(rows), not off)


def dense(n: int, k: int) -> Problem:
    return _dense(n, k, False)


def dense_off(n: int, k: int) -> Problem:
    """d w_0 gains 2 q_(n-2) dq_(n-2) ^ dq_(n-1); what the rows could cancel of it is of second
    order in q_(n-2).
    """
    return _dense(n, k, True)


FAMILIES = {
    "trailers": trailers,
    "set": integrable_set,
    "set_mixed": mixed_set,
    "form": integrable_form,
    "contact": contact_form,
    "sparse": sparse,
    "sparse_off": sparse_off,
    "dense": dense,
    "dense_off": dense_off,
}
