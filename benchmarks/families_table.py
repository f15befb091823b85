"""The table of docs/families.md: families of the literature with their cells.

    python benchmarks/families_table.py [QUESTION or FAMILY ...] [--compare] > table.md

Seconds are those of the processor.  With --compare each row is held against the one that is
printed in docs/families.md: all but the seconds must be the same; exit status 1 where it is not.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import nonholo as nh
from nonholo.expression.text import text

ROOT = Path(__file__).parents[1]
CASES = ROOT / "cases"
W1 = "(psi'*sin(theta)*sin(phi) + theta'*cos(phi))"
W2 = "(psi'*sin(theta)*cos(phi) - theta'*sin(phi))"
W3 = "(phi' + psi'*cos(theta))"
PENDULUM = "double_pendulum_cartesian"
SPIN = f"(I1*{W1}^2 + I2*{W2}^2 + I3*{W3}^2)/2"
POSITIVE = {"positive": True}


def forms(*constraints, also=()):
    return nh.constraints(*constraints, also=also)


def shipped(name):
    return CASES / f"{name}.toml"


def suslov():
    letters = dict.fromkeys(("I1", "I2", "I3"), POSITIVE) | {"I13": None, "I23": None}
    L = f"{SPIN} + I13*{W1}*{W3} + I23*{W2}*{W3}"
    return nh.System("psi theta phi", L, [W3], parameters=letters)


def veselova():
    letters = dict.fromkeys(("I1", "I2", "I3"), POSITIVE)
    return nh.System("psi theta phi", SPIN, ["psi' + phi'*cos(theta)"], parameters=letters)


def tilted_blade():
    """A blade on the plane z = a x + b y."""
    L = "m*(x'^2 + y'^2 + z'^2)/2 + J*th'^2/2 - m*g*z"
    letters = dict.fromkeys(("m", "J", "g"), POSITIVE) | {"a": None, "b": None}
    level = ["z - a*x - b*y"]
    return nh.System("x y z th", L, ["sin(th) dx = cos(th) dy"], level, parameters=letters)


def sphere():
    letters = {"a": None, "b": None, "R": POSITIVE}
    row, level = "w' = a*(x*y' - y*x') + b*x*y*z'", "x^2 + y^2 + z^2 = R^2"
    return nh.System("x y z w", None, [row], [level], parameters=letters)


def circle():
    """x^2 is R^2 - y^2, so the form is closed for a = c."""
    letters = {"a": None, "c": None, "R": POSITIVE}
    row, level = "w' = (a*x^2 + c*y^2)*z'", "x^2 + y^2 = R^2"
    return nh.System("x y z w", None, [row], [level], parameters=letters)


def offset_coin():
    """A coin whose centre is a distance k beside the point about which it turns."""
    rows = ["x' = R*ph'*cos(th)", "y' = R*ph'*sin(th) + k*th'"]
    L = "m*(x'^2 + y'^2)/2 + I*th'^2/2 + J*ph'^2/2"
    letters = dict.fromkeys(("m", "I", "J", "R"), POSITIVE) | {"k": None}
    return nh.System("x y th ph", L, rows, parameters=letters)


def turntable_blade():
    row = "(x' + Om*y)*sin(th) = (y' - Om*x)*cos(th)"
    letters = {"m": POSITIVE, "J": POSITIVE, "Om": None}
    return nh.System("x y th", "m*(x'^2 + y'^2)/2 + J*th'^2/2", [row], parameters=letters)


def gyrostat():
    letters = dict.fromkeys(("I1", "I2", "I3"), POSITIVE) | {"k1": None, "k3": None}
    return nh.System("psi theta phi", f"{SPIN} + k1*{W1} + k3*{W3}", [W3], parameters=letters)


def belt():
    """Shafts by a belt on a pulley that is not round, and by gears."""
    letters = dict.fromkeys(("I1", "I2", "I3"), POSITIVE) | dict.fromkeys(("k", "n", "e"))
    rows = ["a' = (k + e*sin(c))*b'", "c' = n*a'"]
    return nh.System("a b c", "(I1*a'^2 + I2*b'^2 + I3*c'^2)/2", rows, parameters=letters)


def roller_racer():
    rows = [
        "sin(th) dx = cos(th) dy",
        "sin(th + ph) dx - cos(th + ph) dy + (a*cos(ph) + b) dth + b dph = 0",
    ]
    return nh.System("x y th ph", None, rows, parameters=dict.fromkeys("ab"))


def long_monge():
    rows = ["dz = y dx", "dy = w dx", "du = (a w^2 + b w y + c y^2 + e z w) dx"]
    return nh.constraints(*rows, also=["w"])


def monge():
    rows = ["dz = y dx", "dy = w dx", "du = (w^2 + b y^2 + c z^2) dx"]
    return nh.constraints(*rows, also=["w"])


def hitches():
    rows = [
        "sin(t0) dx - cos(t0) dy = 0",
        "sin(t1) dx - cos(t1) dy + a cos(t0-t1) dt0 + b dt1 = 0",
        "sin(t2) dx - cos(t2) dy + a cos(t0-t2) dt0 + (b + c) cos(t1-t2) dt1 + d dt2 = 0",
    ]
    letters = {"a": None, "b": POSITIVE, "c": None, "d": POSITIVE}
    return nh.System("x y t0 t1 t2", constraints=rows, parameters=letters)


def one_hitch():
    rows = [
        "sin(t0) dx - cos(t0) dy = 0",
        "sin(t1) dx - cos(t1) dy + a cos(t0-t1) dt0 + b dt1 = 0",
    ]
    return nh.System("x y t0 t1", constraints=rows, parameters={"a": None, "b": None})


def snakeboard():
    rows = [
        "-sin(th+f) dx + cos(th+f) dy - l*cos(f) dth = 0",
        "-sin(th+b) dx + cos(th+b) dy + r*cos(b) dth = 0",
    ]
    return nh.System("x y th f b", constraints=rows, parameters={"l": None, "r": None})


def loader():
    rows = [
        "sin(th) dx = cos(th) dy",
        "(l1*cos(ga) + l2) dth = sin(ga)*(cos(th) dx + sin(th) dy) + l2 dga",
    ]
    letters = {"l1": POSITIVE, "l2": POSITIVE}
    return nh.System("x y th ga", constraints=rows, parameters=letters)


def hitched_behind():
    rows = [
        "sin(th) dx = cos(th) dy",
        "l dt1 = sin(th - t1)*(cos(th) dx + sin(th) dy) - c*cos(th - t1) dth",
    ]
    return nh.System("x y th t1", constraints=rows, parameters={"l": POSITIVE, "c": None})


def sled_with_offset():
    L = "m*(x'^2 + y'^2)/2 + J*th'^2/2 + m*a*th'*(y'*cos(th) - x'*sin(th))"
    letters = {"m": POSITIVE, "J": POSITIVE, "a": None}
    return nh.System("x y th", L, ["sin(th) dx = cos(th) dy"], parameters=letters)


def two_masses():
    letters = {"m": POSITIVE, "M": POSITIVE, "a": None, "c": None}
    L = "(m*(x'^2 + y'^2) + M*z'^2)/2"
    return nh.System("x y z", L, ["dz = a*y dx + c*x dy"], parameters=letters)


def knife_edge():
    letters = {"m": POSITIVE, "J": POSITIVE, "g": POSITIVE, "al": None}
    L = "m*(x'^2 + y'^2)/2 + J*th'^2/2 + m*g*sin(al)*x"
    return nh.System("x y th", L, ["sin(th) dx = cos(th) dy"], parameters=letters)


def henon_heiles():
    L = "(x'^2 + y'^2)/2 - (A*x^2 + B*y^2)/2 - x^2*y - C*y^3/3"
    return nh.System("x y", L, parameters=dict.fromkeys("ABC"))


TABLE = [
    (
        "General form in three variables",
        lambda: forms("dz = a y dx + c x dy"),
        "constraints",
        "Frobenius",
    ),
    ("Heisenberg", lambda: forms("dz = a*(x dy - y dx)"), "constraints", "Brockett 1982"),
    ("Martinet", lambda: forms("dz = a y^2 dx + b y dx"), "constraints", "Martinet 1970"),
    (
        "Martinet, any order",
        lambda: forms("dz = (a y^3 + b y^2 + c y + d) dx"),
        "constraints",
        "by hand",
    ),
    ("Engel", lambda: forms("dz = a y dx", "dw = b z dx"), "constraints", "Engel 1889"),
    (
        "two forms, one mixed",
        lambda: forms("dz = a y dx + c x dy", "dw = b z dx"),
        "constraints",
        "by hand",
    ),
    (
        "Hilbert and Cartan",
        lambda: forms("dy = p dx", "dp = q dx", "dz = (a q^2 + b q + c y) dx", also=["p", "q"]),
        "constraints",
        "Cartan 1910",
    ),
    (
        "contact form in five variables",
        lambda: forms("dz = a y dx + b v du", also=["v"]),
        "constraints",
        "Darboux 1882",
    ),
    (
        "Neimark and Fufaev's pair",
        lambda: forms("dx = a y dz + b dw", "dy = c x dz + dw"),
        "constraints",
        "by hand",
    ),
    (
        "waves of two frequencies",
        lambda: forms("dz = (cos(k x) - cos(x)) dy"),
        "constraints",
        "by hand",
    ),
    (
        "blade in a plane that is turned",
        lambda: forms("sin(al)*x dy = dz"),
        "constraints",
        "by hand",
    ),
    ("affine", lambda: forms("y' = a x + b"), "constraints", "by hand"),
    (
        "two spheres without spin",
        lambda: shipped("two_spheres_1_3"),
        "constraints",
        "BryantHsu1993",
    ),
    (
        "two spheres without spin",
        lambda: shipped("two_spheres_1_3"),
        "symmetry",
        "BorMontgomery2009",
    ),
    ("u' = z''^2 + b z'^2 + c z^2", monge, "symmetry", "DoubrovKruglikov2014"),
    ("u' = a z''^2 + b z' z'' + c z'^2 + e z z''", long_monge, "symmetry", "by hand"),
    (
        "linear in x, y, z",
        lambda: forms("(a y + b z) dx + (c z + e x) dy + (p x + q y) dz = 0"),
        "constraints",
        "by hand",
    ),
    (
        "contact form with weights",
        lambda: forms("dz = a y dx + b x dy + c v du + e u dv"),
        "constraints",
        "Darboux 1882",
    ),
    ("roller racer", roller_racer, "constraints", "by hand"),
    ("blade on a tilted plane, f = 0", tilted_blade, "constraints", "by hand"),
    ("blade on a tilted plane, f = 0", tilted_blade, "substitution", "by hand"),
    ("blade on a tilted plane, f = 0", tilted_blade, "measure", "by hand"),
    ("blade on a turntable", turntable_blade, "measure", "by hand"),
    ("coin with an offset", offset_coin, "substitution", "by hand"),
    ("coin with an offset", offset_coin, "measure", "by hand"),
    ("Suslov's body with a gyrostat", gyrostat, "substitution", "by hand"),
    ("shafts with a belt and gears", belt, "substitution", "by hand"),
    (
        "ball on a turntable",
        lambda: shipped("ball_on_turntable"),
        "constraints",
        "NeimarkFufaev1972",
    ),
    ("coin on an incline", lambda: shipped("rolling_coin"), "substitution", "Lemos2022"),
    ("car", lambda: shipped("kinematic_car"), "constraints", "MurraySastry1993"),
    ("car with a hitch", one_hitch, "constraints", "by hand"),
    ("two trailers, hitches off the axle", hitches, "constraints", "by hand"),
    ("snakeboard, axles apart", snakeboard, "constraints", "Ostrowski 1994"),
    ("Chaplygin sleigh", sled_with_offset, "measure", "NeimarkFufaev1972"),
    ("Chaplygin sleigh", sled_with_offset, "substitution", "by hand"),
    ("Chaplygin sphere", lambda: shipped("chaplygin_sphere"), "measure", "Chaplygin 1903"),
    ("Suslov", suslov, "measure", "Kozlov 1988"),
    ("Suslov", suslov, "substitution", "by hand"),
    ("Veselova", veselova, "measure", "Veselov and Veselova 1986"),
    ("Routh's sphere", lambda: shipped("routh_sphere"), "measure", "Routh 1884"),
    ("rolling disk", lambda: shipped("rolling_disk"), "measure", "NeimarkFufaev1972"),
    ("snakeboard", lambda: shipped("snakeboard"), "measure", "by hand"),
    ("mecanum drive", lambda: shipped("mecanum_drive"), "constraints", "Campion 1996"),
    ("two masses", two_masses, "substitution", "by hand"),
    ("two masses", two_masses, "measure", "by hand"),
    ("coin on an incline", lambda: shipped("rolling_coin"), "vakonomic", "by hand"),
    ("two masses", two_masses, "vakonomic", "by hand"),
    ("Chaplygin sleigh", sled_with_offset, "vakonomic", "by hand"),
    ("vertical disk", lambda: shipped("vertical_disk"), "vakonomic", "Bloch2003"),
    ("Suslov", suslov, "vakonomic", "by hand"),
    ("Veselova", veselova, "vakonomic", "by hand"),
    ("Chaplygin sphere", lambda: shipped("chaplygin_sphere"), "vakonomic", "by hand"),
    ("Hénon and Heiles", henon_heiles, "integrals", "ChangTaborWeiss1982"),
    ("two masses", two_masses, "integrals", "by hand"),
    ("Chaplygin sleigh", sled_with_offset, "integrals", "by hand"),
    ("knife edge on an incline", knife_edge, "integrals", "NeimarkFufaev1972"),
    ("vertical disk", lambda: shipped("vertical_disk"), "integrals", "Bloch2003"),
    ("Suslov", suslov, "integrals", "Kozlov 1988"),
    ("Veselova", veselova, "integrals", "Veselov and Veselova 1986"),
    ("Chaplygin sphere", lambda: shipped("chaplygin_sphere"), "integrals", "Chaplygin 1903"),
    ("homogeneous ball", lambda: shipped("homogeneous_ball"), "substitution", "by hand"),
    ("Chaplygin sphere", lambda: shipped("chaplygin_sphere"), "substitution", "by hand"),
    ("Veselova", veselova, "substitution", "by hand"),
    ("vertical disk", lambda: shipped("vertical_disk"), "substitution", "Bloch2003"),
    ("rolling disk", lambda: shipped("rolling_disk"), "substitution", "by hand"),
    ("snakeboard", lambda: shipped("snakeboard"), "substitution", "by hand"),
    ("ball on a turntable", lambda: shipped("ball_on_turntable"), "substitution", "by hand"),
    ("knife edge on an incline", knife_edge, "measure", "NeimarkFufaev1972"),
    ("homogeneous ball", lambda: shipped("homogeneous_ball"), "measure", "Routh 1884"),
    ("Martinet", lambda: forms("dz = (a y^2 + b y) dx"), "singular", "Martinet 1970"),
    ("loader hinged between its axles", loader, "singular", "Corke and Ridley 2001"),
    ("trailer behind the axle", hitched_behind, "singular", "Rouchon 1993"),
    ("form on a sphere", sphere, "constraints", "by hand"),
    ("form on a circle", circle, "constraints", "by hand"),
    ("form on a circle", circle, "singular", "by hand"),
    ("particle on a moving circle", lambda: shipped("moving_circle"), "constraints", "by hand"),
    ("double pendulum, f = 0", lambda: shipped(PENDULUM), "constraints", "by hand"),
    ("double pendulum, f = 0", lambda: shipped(PENDULUM), "measure", "by hand"),
    ("particle in a cone", lambda: shipped("particle_in_cone"), "constraints", "by hand"),
    ("ball in quaternions", lambda: shipped("ball_in_quaternions"), "constraints", "by hand"),
    ("ball in quaternions", lambda: shipped("ball_in_quaternions"), "substitution", "by hand"),
    ("ball in quaternions", lambda: shipped("ball_in_quaternions"), "measure", "by hand"),
]


def place(cell) -> str:
    if cell.explicit:
        told = ", ".join(f"{p} = {text(e)}" for p, e in cell.solved.items())
    else:
        told = ", ".join(f"{text(e)} = 0" for e in cell.equations)
    return f"`{told}`" if told else "generic" if cell.without else "all"


def answer(cell) -> str:
    found = cell.answer
    if found is None:
        return "open"
    if hasattr(found, "agrees"):
        if found.agrees is None:
            return "no motion"
        if not found.agrees:
            return "no"
        every = found.free == found.constraints
        return "for every mu" if every else f"for some mu, {found.free} values free"
    if hasattr(found, "searched"):
        return "no motion" if found.independent is None else str(found.independent)
    if hasattr(found, "right"):
        kinds = {
            (True, True): "right",
            (False, True): "chained",
            (True, False): "plain",
            (False, False): "wrong",
        }
        return ", ".join(f"{' '.join(names)}: {kinds[r]}" for names, r in found.right)
    if hasattr(found, "exists"):
        if not found.exists:
            return "none"
        return "measure, Hamiltonian in another time" if found.hamiltonizable else "measure"
    growth = ", ".join(map(str, found.growth))
    if hasattr(found, "nowhere"):
        sets = [", ".join(f"{e} = 0" for e in sorted(one)) for one in found.pieces or ()]
        told = " or ".join(f"`{one}`" for one in sorted(sets))
        return f"{told}, else ({growth})" if told else f"nowhere, ({growth})"
    if hasattr(found, "flat"):
        kinds = {True: "flat", False: "not flat", None: ""}
        return ", ".join(filter(None, (kinds[found.flat], f"({growth})")))
    return f"{found.verdict}, h = {found.relations}, ({growth})"


def row(name: str, make, question: str, source: str) -> list[str]:
    """The cells of one row of the table, as they are printed."""
    start = time.process_time()
    found = nh.families(make(), question, records=False, certify=True)
    family = found.families[question]
    cells = "; ".join(f"{place(c)}: {answer(c)}" for c in family.cells)
    done = "" if family.complete else " (and perhaps others)"
    took = time.process_time() - start
    return [
        name,
        question,
        cells + done,
        "yes" if family.certified else "no",
        source,
        f"{took:.2f}",
    ]


def printed() -> dict[tuple[str, str], list[str]]:
    """The rows that stand in docs/families.md, by family and question."""
    lines = (ROOT / "docs" / "families.md").read_text(encoding="utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    return {(cells[0], cells[1]): cells for cells in rows if len(cells) == 6}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("only", nargs="*", metavar="QUESTION or FAMILY", help="all if none")
    options.add_argument("--compare", action="store_true", help="with docs/families.md")
    given = options.parse_args()
    print("| family | question | cells | certified | source | s |\n" + "| --- " * 6 + "|")
    known = printed() if given.compare else {}
    others = 0
    for name, make, question, source in TABLE:
        if given.only and not {name, question} & set(given.only):
            continue
        cells = row(name, make, question, source)
        print("| " + " | ".join(cells) + " |", flush=True)
        if given.compare and cells[:-1] != (before := known.get((name, question), []))[:-1]:
            others += 1
            print("  printed: " + " | ".join(before or ["no such row"]), flush=True)
    if given.compare:
        print(f"{others} rows differ")
        raise SystemExit(1 if others else 0)


if __name__ == "__main__":
    main()
