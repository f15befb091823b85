"""Random mechanical systems as texts: what `compare` says of them, held against numbers.

    python benchmarks/random_claims.py [--systems 500] [--seed 1] [--first 0] [--limit 60]

Two to four coordinates; constraints that are linear, affine, with time or nonlinear (Chetaev);
kinetic energies with masses that depend on the coordinates, gyroscopic terms, potentials, forces.
SymPy writes d'Alembert's principle out for the texts anew, M q'' = F + A^T mu with the derivatives
of the constraints, and NumPy solves it at drawn states that obey them.  Held against it: the
accelerations by each formulation and in regular velocities, reactions, what is conserved (with time
too), whether the energy function is, whether substitution is safe, plain and chained, and densities
of invariant measures.  Nothing of the package is used but `compare` and its JSON."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import sympy as sm
from known_families import within

from nonholo.cli import main as main_of_package

NAMES = ("x", "y", "z", "w")
TOLERANCE = 1e-6
LETTERS = {"m": 1.7, "c": 0.6}
FUNCTIONS = {
    name: getattr(sm, name) for name in ("sin", "cos", "tan", "sqrt", "exp", "log", "atan")
}
FUNCTIONS |= {"abs": sm.Abs, "sign": sm.sign, "asin": sm.asin, "acos": sm.acos}


@dataclass(frozen=True, slots=True)
class Drawn:
    """A system of texts; velocities are written xdot."""

    names: tuple[str, ...]
    rows: tuple[str, ...]  # = 0
    lagrangian: str
    forces: dict[str, str]

    def file(self) -> str:
        """Its case file."""
        rows = ", ".join(f'"{primed(row)} = 0"' for row in self.rows)
        names = ", ".join(f'"{q}"' for q in self.names)
        lines = [
            f"coordinates = [{names}]",
            f"constraints = [{rows}]",
            f'lagrangian = "{primed(self.lagrangian)}"',
            "[parameters]",
            *(f"{letter} = {{ positive = true }}" for letter in LETTERS),
            "[forces]",
            *(f'{q} = "{primed(f)}"' for q, f in self.forces.items()),
        ]
        return "\n".join(lines)


def primed(text: str) -> str:
    return text.replace("dot", "'")


def shape(draw: random.Random, q: str) -> str:
    return draw.choice([q, q, f"{q}^2", f"sin({q})", f"cos({q})", f"(2 + {q}^2)", f"exp({q})"])


def drawn(seed: str) -> Drawn:
    draw = random.Random(seed)
    names = NAMES[: draw.choice((2, 3, 3, 3, 4))]
    v = [f"{q}dot" for q in names]
    count = draw.randint(1, max(1, len(names) - 2))
    kind = draw.choice(("linear", "linear", "linear", "affine", "time", "nonlinear"))
    return Drawn(
        names,
        tuple(row(draw, names, kind if i == 0 else "linear", i) for i in range(count)),
        lagrangian(draw, names, v),
        forces(draw, names, v),
    )


def row(draw: random.Random, names: Sequence[str], kind: str, i: int) -> str:
    """One constraint; the velocity of its own coordinate is free of factors or has one."""
    first = draw.choice(["1", "1", shape(draw, draw.choice(names)), "(2 + cos(x))"])
    terms = [f"{first}*{names[i]}dot"]
    for q in names:
        if q != names[i] and draw.random() < 0.7:
            terms.append(f"{draw.choice((-2, -1, 1, 3))}*{shape(draw, draw.choice(names))}*{q}dot")
    if kind == "affine":
        terms.append(f"{draw.choice((-1, 1, 2))}*{shape(draw, draw.choice(names))}")
    if kind == "time":
        terms.append(draw.choice(["sin(t)", "t", f"t*{names[-1]}dot", f"t*{names[-1]}"]))
    if kind == "nonlinear":
        a, b = draw.choice(names), draw.choice(names)
        terms.append(
            draw.choice([f"{a}dot*{b}dot", f"{a}dot^2", f"sqrt(1 + {a}dot^2)", f"{b}*{a}dot^2"])
        )
    return " + ".join(terms)


def lagrangian(draw: random.Random, names: Sequence[str], v: Sequence[str]) -> str:
    terms = []
    for q, rate in zip(names, v, strict=True):
        mass = draw.choice(["m/2", "1/2", "c", f"(1 + {q}^2)", "(3 + sin(x))"])
        terms.append(f"({mass})*{rate}^2")
    if draw.random() < 0.3:
        terms.append(f"(1/5)*cos({draw.choice(names)})*{v[0]}*{v[-1]}")
    if draw.random() < 0.25:
        terms.append(f"c*{shape(draw, names[0])}*{v[-1]}")
    for _ in range(draw.choice((0, 0, 1, 2))):
        q, p = draw.choice(names), draw.choice(names)
        terms.append(draw.choice([f"-m*{q}", f"-{q}^2/2", f"-c*{q}*{p}", f"cos({q})"]))
    if draw.random() < 0.1:
        terms.append(f"t*{names[-1]}")
    return " + ".join(terms)


def forces(draw: random.Random, names: Sequence[str], v: Sequence[str]) -> dict[str, str]:
    if draw.random() < 0.7:
        return {}
    q = draw.choice(names)
    return {q: draw.choice([f"-c*{q}dot", "m", f"-{q}", "sin(t)", f"{v[0]}*{v[-1]}"])}


class Judge:
    """D'Alembert's principle for the texts, by SymPy and NumPy."""

    def __init__(self, system: Drawn) -> None:
        self.q = [sm.Symbol(n) for n in system.names]
        self.v = [sm.Symbol(f"{n}dot") for n in system.names]
        self.a = [sm.Symbol(f"{n}ddot") for n in system.names]
        self.t = sm.Symbol("t")
        self.place = {str(s): s for s in (*self.q, *self.v, *self.a, self.t)}
        self.place |= {n: sm.Symbol(n) for n in LETTERS} | FUNCTIONS
        self.L = self.read(system.lagrangian)
        self.force = [self.read(system.forces.get(n, "0")) for n in system.names]
        self.rows = [self.read(r) for r in system.rows]
        momenta = [sm.diff(self.L, v) for v in self.v]
        self.M = sm.Matrix([[sm.diff(p, v) for v in self.v] for p in momenta])
        self.F = [
            f + sm.diff(self.L, q) - self.drift(p)
            for p, q, f in zip(momenta, self.q, self.force, strict=True)
        ]
        self.A = sm.Matrix([[sm.diff(g, v) for v in self.v] for g in self.rows])
        self.b = [-self.drift(g) for g in self.rows]

    def read(self, text: str) -> Any:
        """Texts made above, and the answers of the package to them."""
        return sm.sympify(eval(text.replace("^", "**"), {"__builtins__": {}}, self.place))

    def drift(self, expression: Any) -> Any:
        """d/dt without the accelerations."""
        flow = sum(sm.diff(expression, q) * v for q, v in zip(self.q, self.v, strict=True))
        return flow + sm.diff(expression, self.t)

    def numbers(self, expression: Any, state: dict[Any, float]) -> Any:
        """Its value at a state, in floating point."""
        some = sorted(state, key=str)
        call = sm.lambdify(some, expression, "numpy")
        return np.array(call(*(state[s] for s in some)), dtype=float)

    def state(self, draw: random.Random) -> dict[Any, float] | None:
        """A state that obeys the constraints; None if Newton's steps do not come to one."""
        state = {s: draw.uniform(0.2, 1.4) for s in (*self.q, *self.v, self.t)}
        state |= {sm.Symbol(n): value for n, value in LETTERS.items()}
        for _ in range(40):
            g, A = self.numbers(self.rows, state), self.numbers(self.A, state)
            if np.linalg.svd(A)[1].min() < 1e-3:
                return None
            if abs(g).max() < 1e-12:
                return state
            step = np.linalg.lstsq(A, g, rcond=None)[0]
            for v, s in zip(self.v, step, strict=True):
                state[v] -= s
        return None

    def accelerations(self, state: dict[Any, float]) -> tuple[np.ndarray, np.ndarray] | None:
        """q'' and the reactions; None where the equations do not fix them."""
        M, A = self.numbers(self.M, state), self.numbers(self.A, state)
        F, b = self.numbers(self.F, state), self.numbers(self.b, state)
        zero = np.zeros((len(b), len(b)))
        whole = np.block([[M, -A.T], [A, zero]])
        if np.linalg.cond(whole) > 1e7:
            return None
        solved = np.linalg.solve(whole, np.concatenate([F, b]))
        return solved[: len(F)], A.T @ solved[len(F) :]


def rate(judge: Judge, expression: Any, state: dict[Any, float], a: np.ndarray) -> float:
    """d/dt along the motion."""
    slope = [sm.diff(expression, v) for v in judge.v]
    gradient = judge.numbers([judge.drift(expression), *slope], state)
    return float(gradient[0] + gradient[1:] @ a)


def close(one: Any, other: Any) -> bool:
    one, other = np.asarray(one, float), np.asarray(other, float)
    if not (np.isfinite(one).all() and np.isfinite(other).all()):
        return True  # a pole at the state, or no real value: nothing is said there
    return bool((abs(one - other) <= TOLERANCE * (1 + abs(other))).all())


def compared(system: Drawn) -> dict[str, Any]:
    """What `nonholo compare FILE --json` says."""
    told, words = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "drawn.toml"
        file.write_text(system.file())
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(words):
            main_of_package(["compare", str(file), "--json"])
    return json.loads(told.getvalue() or json.dumps({"refused": words.getvalue()}))


def judged(system: Drawn, draw: random.Random) -> str:
    """A word for one system: "right", "open: why" or "WRONG: what"."""
    said = compared(system)
    if "refused" in said:
        return f"refused: {said['refused']}"
    judge = Judge(system)
    states = [s for s in (judge.state(draw) for _ in range(6)) if s]
    solved = [(s, judge.accelerations(s)) for s in states]
    motions = [(s, *m) for s, m in solved if m is not None]
    if not motions:
        return "open: no state"
    wrong = [w for part in CLAIMS for w in part(said, judge, motions)]
    return "WRONG: " + "; ".join(wrong) if wrong else "right"


Motions = Sequence[tuple[dict[Any, float], np.ndarray, np.ndarray]]


def accelerations(said: dict, judge: Judge, motions: Motions) -> list[str]:
    """Those of the formulations that agree, and in regular velocities."""
    wrong = []
    for form in said["formulations"]:
        if form["kind"] == "formulation" and form["agrees"] is False:
            wrong.append(f"{form['name']} does not agree")
        texts = form.get("accelerations") or {}
        if form["kind"] == "formulation" and texts:
            wrong += differing(form["name"], texts, judge, motions, 1)
    wrong += differing("reactions", said.get("reactions") or {}, judge, motions, 2)
    return wrong + regular(said, judge, motions)


def differing(what: str, texts: dict, judge: Judge, motions: Motions, which: int) -> list[str]:
    for motion in motions:
        state = motion[0]
        for n, text in texts.items():
            i = [str(q) for q in judge.q].index(n)
            if not close(judge.numbers(judge.read(text), state), motion[which][i]):
                return [f"{what} of {n}"]
    return []


def regular(said: dict, judge: Judge, motions: Motions) -> list[str]:
    told = said.get("regular") or {}
    if not told.get("accelerations"):
        return []
    wrong = []
    for state, a, _ in motions:
        full = dict(state)
        for name, text in told["definitions"].items():
            judge.place[name] = sm.Symbol(name)
            full[judge.place[name]] = float(judge.numbers(judge.read(text), full))
        for name, text in (told.get("steps") or {}).items():
            judge.place[name] = sm.Symbol(name)
            full[judge.place[name]] = float(judge.numbers(judge.read(text), full))
        for i, q in enumerate(judge.q):
            if not close(judge.numbers(judge.read(told["accelerations"][str(q)]), full), a[i]):
                wrong.append(f"regular acceleration of {q}")
            if not close(judge.numbers(judge.read(told["rates"][str(q)]), full), state[judge.v[i]]):
                wrong.append(f"regular rate of {q}")
    return wrong[:1]


def conserved(said: dict, judge: Judge, motions: Motions) -> list[str]:
    """Integrals, with time too; the energy function."""
    wrong = []
    for text in [*(said.get("conserved") or ()), *(said.get("integrals_with_time") or ())]:
        expression = judge.read(text)
        if not all(close(rate(judge, expression, s, a), 0) for s, a, _ in motions):
            wrong.append(f"conserved {text}")
    words = said.get("energy_words") or {}
    if words:
        energy = sum(v * sm.diff(judge.L, v) for v in judge.v) - judge.L
        still = all(close(rate(judge, energy, s, a), 0) for s, a, _ in motions)
        answer = words["conserved"]["answer"]
        if answer is not None and answer != still:
            wrong.append(f"energy is conserved: {answer}")
    return wrong


def substitution(said: dict, judge: Judge, motions: Motions) -> list[str]:
    """E_i of the substituted Lagrangian, plain and chained, on the true motion."""
    eliminated = said["eliminated"]
    if not said.get("substitutions") or len(said["substitutions"]) != 1:
        return []
    names = [str(q) for q in judge.q]
    solved = sm.solve(judge.rows, [judge.v[names.index(n)] for n in eliminated], dict=True)
    if len(solved) != 1:
        return []
    told, put = said["substitutions"][0], solved[0]
    small = judge.L.subs(put)
    free = [i for i, n in enumerate(names) if n not in eliminated]
    plain, chained = True, True
    for state, a, _ in motions:
        for i in free:
            left, push = euler(judge, small, i, state, a)
            lift = [sm.diff(put[judge.v[names.index(n)]], judge.v[i]) for n in eliminated]
            weights = judge.numbers(lift, state) if lift else []
            force = float(judge.numbers(judge.force[i], state))
            work = [judge.force[names.index(n)] for n in eliminated]
            force += sum(
                w * float(judge.numbers(f, state)) for w, f in zip(weights, work, strict=True)
            )
            slopes = [sm.diff(small, judge.q[names.index(n)]) for n in eliminated]
            more = sum(
                w * float(judge.numbers(s, state)) for w, s in zip(weights, slopes, strict=True)
            )
            plain = plain and close(left - push, force)
            chained = chained and close(left - push - more, force)
    wrong = []
    if told["safe"] not in (None, plain):
        wrong.append(f"plain substitution is safe: {told['safe']}")
    if told["safe_chained"] not in (None, chained):
        wrong.append(f"chained substitution is safe: {told['safe_chained']}")
    return wrong


def euler(judge: Judge, L: Any, i: int, state: dict, a: np.ndarray) -> tuple[float, float]:
    """d/dt dL/dv_i and dL/dq_i along the motion."""
    return rate(judge, sm.diff(L, judge.v[i]), state, a), float(
        judge.numbers(sm.diff(L, judge.q[i]), state)
    )


def measure(said: dict, judge: Judge, motions: Motions) -> list[str]:
    """d rho/dt + div(rho X) = 0 in the coordinates and velocities that are told, by differences."""
    told = said.get("invariant_measure") or {}
    if not told.get("density") or told.get("put_in") or told.get("coordinates"):
        return []
    rates = [r.rstrip("'") for r in told["velocities"]]
    names = [str(q) for q in judge.q]
    if not set(rates) <= set(names):
        return []
    density = judge.read(told["density"])
    for state, _, _ in motions[:2]:
        total, size = divergence(judge, density, [names.index(r) for r in rates], state)
        if np.isfinite(total) and abs(total) > 1e-4 * (1 + size):
            return [f"density {told['density']}: {total:.2g} of {size:.2g}"]
    return []


def divergence(
    judge: Judge, density: Any, free: Sequence[int], state: dict[Any, float]
) -> tuple[float, float]:
    """d rho/dt + div(rho X) by central differences, and the sum of the sizes of its terms."""
    h, total, size = 1e-4, 0.0, 0.0
    places = [("q", i) for i in range(len(judge.q))] + [("v", i) for i in free] + [("t", 0)]
    for kind, i in places:
        ends = []
        for side in (h, -h):
            moved = dict(state)
            moved[{"q": judge.q, "v": judge.v, "t": [judge.t]}[kind][i]] += side
            lifted = on_constraints(judge, moved, free)
            motion = lifted and judge.accelerations(lifted)
            if not lifted or motion is None:
                return float("nan"), 0.0
            flow = {"q": lifted[judge.v[i]], "v": motion[0][i], "t": 1.0}[kind]
            ends.append(flow * float(judge.numbers(density, lifted)))
        total += (ends[0] - ends[1]) / (2 * h)
        size += abs(ends[0] - ends[1]) / (2 * h)
    return total, size


def on_constraints(judge: Judge, state: dict, free: Sequence[int]) -> dict | None:
    """The state with the dependent velocities that the constraints ask for."""
    bound = [i for i in range(len(judge.v)) if i not in free]
    state = dict(state)
    for _ in range(30):
        g, A = judge.numbers(judge.rows, state), judge.numbers(judge.A, state)[:, bound]
        if A.shape[0] != A.shape[1] or np.linalg.cond(A) > 1e6:
            return None
        if abs(g).max() < 1e-13:
            return state
        for i, s in zip(bound, np.linalg.solve(A, g), strict=True):
            state[judge.v[i]] -= s
    return state if abs(g).max() < 1e-10 else None


CLAIMS = (accelerations, conserved, substitution, measure)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--systems", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds of one system")
    given = parser.parse_args()
    told: Counter[str] = Counter()
    np.seterr(all="ignore")
    for number in range(given.first, given.first + given.systems):
        name = f"{given.seed} {number}"
        system, draw = drawn(name), random.Random(f"states {name}")
        word, _ = within(given.limit, lambda s=system, d=draw: (judged(s, d), 0.0))
        if word != "right":
            print(number, word, system, flush=True)
        told[word.partition(":")[0]] += 1
    print(dict(told))
    return 1 if told["WRONG"] else 0


if __name__ == "__main__":
    sys.exit(main())
