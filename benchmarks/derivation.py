"""Time to derive equations of motion, and their size: the package against SymPy's KanesMethod and
LagrangesMethod.

    python benchmarks/derivation.py [--only coin,disc] [--seconds 120] [--repeat 3] [--write [--date 2026-11-21]]

Every method starts from the same tables of bodies (models.py) and runs in a process of its own.
Timed is the CPU time after the imports and after the texts of the tables have been read as
expressions: "form" from these to the equations, "explicit" on to the accelerations; "texts" is the
form with reading the texts, for the package alone.  Sizes are additions, multiplications,
divisions, powers and function calls: of the package's accelerations as its graph holds them (a
common part once), and as code is made from them; of SymPy's mass matrix and forcing as they are,
and after cse."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
METHODS = ("nonholo maggi", "nonholo voronec", "sympy kane", "sympy lagrange")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--only", default="", help="names of systems, with commas")
    options.add_argument("--seconds", type=float, default=120.0, help="limit of one run")
    options.add_argument(
        "--repeat", type=int, default=3, help="runs of the package; the fastest counts"
    )
    options.add_argument("--write", action="store_true", help="write docs/benchmarks_derivation.md")
    options.add_argument("--date", default="", help="the date to write there")
    options.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.worker:
        return worker(*chosen.worker)
    sys.path.insert(0, str(HERE))
    from models import MODELS

    names = [n.strip() for n in chosen.only.split(",") if n.strip()] or list(MODELS)
    print(f"{'system':<12}" + "".join(f"{m:>34}" for m in METHODS))
    print(f"{'':<12}" + f"{'form ms':>11}{'explicit':>11}{'ops':>12}" * len(METHODS))
    found = {}
    for name in names:
        found[name] = [best(name, method, chosen) for method in METHODS]
        print(f"{name:<12}" + "".join(map(shown, found[name])), flush=True)
    if chosen.write:
        from derivation_page import write

        print(write(found, chosen.seconds, chosen.date))
    return 0


def best(name: str, method: str, options) -> dict:
    """The fastest of some runs, or what ended them."""
    count = options.repeat if method.startswith("nonholo") else 1
    runs = [run(name, method, options.seconds) for _ in range(count)]
    return min(runs, key=lambda r: r.get("form", float("inf")))


def run(name: str, method: str, seconds: float) -> dict:
    """One run in a process of its own; lines of JSON that came before the limit count."""
    command = [sys.executable, __file__, "--worker", name, method]
    ordinary = {
        k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"
    }  # byte code, as users have it
    try:
        out = subprocess.run(command, capture_output=True, text=True, timeout=seconds, env=ordinary)
        lines, error = out.stdout.splitlines(), out.stderr.strip().splitlines()[-1:]
    except subprocess.TimeoutExpired as late:
        lines, error = (late.stdout or b"").decode().splitlines(), [f"> {seconds:g} s"]
    return {k: v for line in lines for k, v in json.loads(line).items()} | {"error": "".join(error)}


def shown(cell: dict) -> str:
    form, explicit = (f"{1000 * cell[k]:.1f}" if k in cell else "-" for k in ("form", "explicit"))
    ops = str(cell.get("ops", "-")) + (f"/{cell['cse']}" if "cse" in cell else "")
    return f"{form:>11}{explicit:>11}{ops:>12}" if "form" in cell else f"{cell['error'][:32]:>34}"


# one run ----------------------------------------------------------------------------------------
def worker(name: str, method: str) -> int:
    sys.path.insert(0, str(HERE))
    sys.setrecursionlimit(100_000)
    from models import MODELS

    {
        "nonholo maggi": ours_by("maggi"),
        "nonholo voronec": ours_by("voronec"),
        "sympy kane": kane,
        "sympy lagrange": lagrange,
    }[method](MODELS[name]())
    return 0


def tell(**found) -> None:
    print(json.dumps(found), flush=True)


def case_of(tables):
    from nonholo.readers.sympy_models import System

    return System(
        list(tables.coordinates),
        bodies=tables.bodies,
        rolling=tables.rolling,
        gravity=tables.gravity,
        constraints=list(tables.constraints),
        dependent=list(tables.dependent),
    )


class Read:
    """A scope whose texts have been read before: what a text means is looked up."""

    def __init__(self, scope):
        self.scope, self.chart, self.memo = scope, scope.chart, {}

    def expression(self, text, place=None):
        if text not in self.memo:
            self.memo[text] = self.scope.expression(text)
        return self.memo[text]


def ours_by(name: str):
    return lambda tables: ours(tables, name)


def ours(tables, name: str) -> None:
    from models import Tables

    from nonholo.dynamics.equations import motion
    from nonholo.formulations import FORMULATIONS
    from nonholo.geometry.distribution.distribution import distribution

    derive = FORMULATIONS[name]
    case_of(
        Tables(("x",), ({"rotation": ["x x"], "inertia": ["1", "1", "1"]},))
    )  # imports what it needs
    scope, rows = read_texts(tables)
    start = time.process_time()
    system, nominal = assembled(tables, scope, rows)
    d = distribution(system.pfaffian, tables.dependent, nominal)
    equations = derive(system, d)
    tell(form=time.process_time() - start)
    accelerations = motion(equations).accelerations
    tell(explicit=time.process_time() - start)
    tell(ops=operations(accelerations), code=operations(as_code(system.chart, accelerations)))
    tell(**integrated(system))
    start = time.process_time()
    case = case_of(tables)
    derive(case.system, distribution(case.system.pfaffian, case.dependent, case.nominal))
    tell(texts=time.process_time() - start)


def integrated(system) -> dict:
    """Operations of q' and q'' as `simulate` computes them from (q, q'), and by which velocities."""
    from nonholo.numerics.lines import COUNTING, lines
    from nonholo.numerics.model import model

    chart = system.chart
    own = {*chart.q, *chart.v, *chart.a, chart.t}
    names = [s.args for s in chart.graph.unmask(-1) if s not in own]
    law = model(system, dict.fromkeys(names, 1.0))
    spelled = {s.args: "x" for s in law.slopes[0].graph.unmask(-1)}
    code = lines(law.slopes, law.inputs, spelled, COUNTING, law.steps)
    text = "".join([*code.inner, *code.results])
    return {"integrated": sum(map(text.count, "*/+-@")), "way": law.way}


def read_texts(tables):
    """A fresh graph with every text of the tables read in it, as the other methods have their
    texts as expressions.
    """
    from nonholo.readers.bodies import texts_of
    from nonholo.readers.sympy_models import System

    solid = {
        "bodies": tables.bodies,
        "rolling": tables.rolling,
        "gravity": tables.gravity,
        "loads": (),
        "shapes": (),
    }
    names = [*texts_of(solid), "0", "-1"]
    bare = System(
        list(tables.coordinates),
        constraints=[f"{tables.coordinates[0]}dot"],
        parameters=parameters(tables),
    )
    scope = Read(bare.scope)
    for text in names:
        scope.expression(text)
    return scope, [bare.scope.constraint(row) for row in tables.constraints]


def parameters(tables) -> list[str]:
    return list(case_of(tables).scope.parameters)


def assembled(tables, scope, rows):
    """The system of bodies and constraints that have been read."""
    from nonholo.dynamics.chetaev import sorted_constraints
    from nonholo.dynamics.system import System
    from nonholo.readers.bodies import assemble

    chart, zero = scope.chart, scope.chart.graph.zero
    parts = assemble(scope, tables.gravity, tables.bodies, tables.rolling)
    rows = [*rows, *(row for _, row in parts.constraints)]
    conditions = [f for _, f in parts.holonomic]
    pfaffian, _ = sorted_constraints(
        chart, rows, [""] * len(rows), conditions, [""] * len(conditions)
    )
    nominal = dict.fromkeys((*chart.q, chart.t), zero)
    return System(chart, pfaffian, parts.lagrangian, (zero,) * chart.n), nominal


def as_code(chart, accelerations) -> list:
    """The accelerations as code is made of them: as derived or from normal forms, whichever is
    shorter.
    """
    from nonholo.numerics.short import shorter

    return shorter(accelerations, accelerations, [*chart.q, *chart.v, chart.t])[0]


def operations(roots) -> int:
    """Operations of a graph, a common part once."""
    from nonholo.expression.graph import ordered

    total = 0
    for node in ordered(roots):
        if node.kind == "sum":
            constant, terms = node.args
            total += len(terms) - 1 + (constant != 0) + sum(abs(c) != 1 for _, c in terms)
        elif node.kind == "product":
            total += (
                len(node.args)
                - 1
                + sum(e not in (1, -1) for _, e in node.args)
                + (node.args[0][1] == -1)
            )
        elif node.kind == "function":
            total += 1
    return total


class Reading:
    """The texts of the tables as SymPy expressions; read before the clock starts."""

    def __init__(self, tables):
        from sympy.core.cache import clear_cache
        from sympy.physics import mechanics as me

        import nonholo as nh

        self.case, self.memo = case_of(tables), {}
        system = self.case.system
        self.q = nh.in_sympy(self.case, list(system.chart.q))
        self.rows = nh.in_sympy(
            self.case, [system.pfaffian.value(l) for l in range(system.pfaffian.k)]
        )
        self.conditions = nh.in_sympy(self.case, list(system.holonomic))
        self.t = me.dynamicsymbols._t
        physics(tables, self)
        clear_cache()

    def __call__(self, text):
        import nonholo as nh

        if text not in self.memo:
            (self.memo[text],) = nh.in_sympy(self.case, [self.case.scope.expression(str(text))])
        return self.memo[text]


def physics(tables, read):
    """The same bodies in sympy.physics.mechanics: frame, origin, bodies, gravity."""
    from sympy.physics import mechanics as me

    N, O = me.ReferenceFrame("N"), me.Point("O")
    O.set_vel(N, 0)
    frames, points, bodies = {}, {}, []
    for table in tables.bodies:
        frame, origin = frames.get(table.get("parent"), N), points.get(table.get("parent"), O)
        place = [read(c) for c in table.get("origin", ("0", "0", "0"))]
        point = origin.locatenew(
            f"P_{table['name']}", sum((c * e for c, e in zip(place, frame)), 0 * N.x)
        )
        steps = table.get("rotation", ())
        for i, step in enumerate([steps] if isinstance(steps, str) else steps):
            axis, _, angle = step.partition(" ")
            frame = frame.orientnew(
                f"{table['name']}{i}", "Axis", (read(angle), getattr(frame, axis))
            )
        frames[table["name"]], points[table["name"]] = frame, point
        if "mass" in table or "inertia" in table:
            bodies.append(rigid(table, frame, point, read, me))
    for body in bodies:
        body.masscenter.set_vel(N, body.masscenter.pos_from(O).dt(N))
    g = sum((read(c) * e for c, e in zip(tables.gravity, N)), 0 * N.x)
    return N, O, bodies, g


def rigid(table, frame, point, read, me):
    offset = [read(c) for c in table.get("centre", ("0", "0", "0"))]
    centre = point.locatenew(
        f"G_{table['name']}", sum((c * e for c, e in zip(offset, frame)), 0 * frame.x)
    )
    given = table.get("inertia", ("0", "0", "0"))
    if not isinstance(given, dict):
        given = dict(zip(("xx", "yy", "zz"), given))
    entries = [read(given.get(k, "0")) for k in ("xx", "yy", "zz", "xy", "yz", "xz")]
    inertia = me.inertia(frame, *entries), centre
    return me.RigidBody(table["name"], centre, frame, read(table.get("mass", "0")), inertia)


def kane(tables) -> None:
    import sympy as sm
    from sympy.physics import mechanics as me

    reading = Reading(tables)
    start = time.process_time()
    N, _, bodies, g = physics(tables, reading)
    q, rows, conditions, t = reading.q, reading.rows, reading.conditions, reading.t
    u = me.dynamicsymbols(" ".join(f"u_{n}" for n in tables.coordinates))
    speeds = {c.diff(t): s for c, s in zip(q, u)}
    last = [tables.coordinates.index(n) for n in tables.dependent]
    first = [i for i in range(len(q)) if i not in last]
    held = [tables.coordinates.index("pitch")] if conditions else []
    for body in bodies:
        body.masscenter.set_vel(N, body.masscenter.vel(N).xreplace(speeds))
    model = me.KanesMethod(
        N,
        q_ind=[c for i, c in enumerate(q) if i not in held],
        u_ind=[u[i] for i in first],
        kd_eqs=[s - c.diff(t) for c, s in zip(q, u)],
        q_dependent=[q[i] for i in held] or None,
        configuration_constraints=conditions or None,
        u_dependent=[u[i] for i in last] or None,
        velocity_constraints=[r.xreplace(speeds) for r in rows] or None,
    )
    model.kanes_equations(bodies, [(b.masscenter, b.mass * g) for b in bodies])
    formed = time.process_time() - start
    tell(form=formed)
    told(model, formed, sm)


def lagrange(tables) -> None:
    import sympy as sm
    from sympy.physics import mechanics as me

    reading = Reading(tables)
    start = time.process_time()
    N, O, bodies, g = physics(tables, reading)
    q, rows, conditions = reading.q, reading.rows, reading.conditions
    for body in bodies:
        body.potential_energy = -body.mass * g.dot(body.masscenter.pos_from(O))
    rest = rows[len(conditions) :]
    model = me.LagrangesMethod(
        me.Lagrangian(N, *bodies), q, hol_coneqs=conditions or None, nonhol_coneqs=rest or None
    )
    model.form_lagranges_equations()
    formed = time.process_time() - start
    tell(form=formed)
    told(model, formed, sm)


def told(model, formed: float, sm) -> None:
    mass, forcing = model.mass_matrix_full, model.forcing_full
    size = int(sm.count_ops([*mass, *forcing]))
    tell(ops=size)
    if size < 100_000:
        parts, roots = sm.cse([*mass, *forcing])
        tell(cse=int(sm.count_ops([e for _, e in parts]) + sm.count_ops(roots)))
    if size < 20_000:
        begin = time.process_time()
        model.rhs()
        tell(explicit=formed + time.process_time() - begin)


if __name__ == "__main__":
    raise SystemExit(main())
