"""Models of SymPy and PyDy judged: the faults are seen, what is right is let pass."""

from __future__ import annotations

import json
import os
import textwrap
from pathlib import Path
from types import SimpleNamespace

import pytest
from sympy import cos, sin, symbols
from sympy.physics.mechanics import (
    KanesMethod,
    LagrangesMethod,
    Lagrangian,
    Particle,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)

import nonholo as nh
from nonholo.auditing.plugin import Judged
from nonholo.auditing.remarks import (
    MISCLASSIFIED,
    PIVOT,
    SHORTCUT,
    SIGN,
    UNCHECKED,
    UNREAD,
    Audit,
    AuditFailed,
    Remark,
)
from nonholo.auditing.script import models_in
from nonholo.cli import main

m, r, g = symbols("m r g", positive=True)
x, y, a, b = dynamicsymbols("x y a b")
PLAIN = m * (x.diff() ** 2 + y.diff() ** 2 + a.diff() ** 2) / 2
SKATE = x.diff() * sin(a) - y.diff() * cos(a)

# SymPy's documentation, "A rolling disc using Lagrange's Method"
TUTORIAL = """
from sympy import cos, symbols
from sympy.physics.mechanics import *
q1, q2, q3 = dynamicsymbols("q1 q2 q3")
r, m, g = symbols("r m g")
N = ReferenceFrame("N")
Y = N.orientnew("Y", "Axis", [q1, N.z])
L = Y.orientnew("L", "Axis", [q2, Y.x])
R = L.orientnew("R", "Axis", [q3, L.y])
C = Point("C")
C.set_vel(N, 0)
Dmc = C.locatenew("Dmc", r * L.z)
Dmc.v2pt_theory(C, N, R)
I = inertia(L, m / 4 * r**2, m / 2 * r**2, m / 4 * r**2)
BodyD = RigidBody("BodyD", Dmc, R, m, (I, Dmc))
BodyD.potential_energy = -m * g * r * cos(q2)
Lag = Lagrangian(N, BodyD)
l = LagrangesMethod(Lag, [q1, q2, q3])
l.form_lagranges_equations()
print("a script may print")
"""


def kinds(found) -> list[str]:
    return [remark.kind for remark in found.remarks]


def test_a_right_model_passes():
    found = nh.audit(LagrangesMethod(PLAIN, [x, y, a], nonhol_coneqs=[SKATE]), "skate")
    assert found.ok and found.verdict == "nonholonomic" and kinds(found) == [UNCHECKED]
    found.require()
    free = nh.audit(LagrangesMethod(PLAIN, [x, y, a]))
    assert (kinds(free), free.verdict) == ([UNCHECKED], "none")


def test_a_holonomic_velocity_constraint_is_misclassified():
    found = nh.audit(LagrangesMethod(PLAIN, [x, y, a], nonhol_coneqs=[x * x.diff() + y * y.diff()]))
    assert [remark.kind for remark in found.faults] == [MISCLASSIFIED]
    assert "is constant" in found.faults[0].what
    with pytest.raises(AssertionError, match="misclassified"):
        found.require()
    declared = LagrangesMethod(PLAIN, [x, y, a], hol_coneqs=[x**2 + y**2 - r**2])
    assert nh.audit(declared).ok


def test_relations_that_only_the_whole_set_hides_are_seen():
    """a' = x' + y b' ... two rows, neither integrable, whose combination is: Frobenius."""
    rows = [b.diff() - y * x.diff(), a.diff() - b.diff() + y * x.diff() - x.diff()]
    L = PLAIN + b.diff() ** 2 / 2
    found = nh.audit(LagrangesMethod(L, [x, y, a, b], nonhol_coneqs=rows))
    assert found.verdict == "partly holonomic" and MISCLASSIFIED in kinds(found)
    pair = [b.diff() - y * x.diff(), a.diff() - y * x.diff() - x.diff()]
    found = nh.audit(LagrangesMethod(L, [x, y, a, b], nonhol_coneqs=pair))
    (fault,) = found.faults
    assert "together" in fault.what and "hide 1" in fault.what


def disc(bodies: bool):
    """The disc of the tutorial, which knows its bodies or not."""
    q1, q2, q3 = dynamicsymbols("q1 q2 q3")
    N = ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", [q1, N.z])
    L = Y.orientnew("L", "Axis", [q2, Y.x])
    R = L.orientnew("R", "Axis", [q3, L.y])
    C = Point("C")
    C.set_vel(N, 0)
    centre = C.locatenew("Dmc", r * L.z)
    centre.v2pt_theory(C, N, R)
    body = RigidBody(
        "disc", centre, R, m, (inertia(L, m * r**2 / 4, m * r**2 / 2, m * r**2 / 4), centre)
    )
    body.potential_energy = m * g * r * cos(q2)
    known = {"bodies": [body], "frame": N} if bodies else {}
    return LagrangesMethod(Lagrangian(N, body), [q1, q2, q3], **known), body, N


def test_the_shortcut_is_seen_in_bodies():
    model, body, frame = disc(bodies=True)
    assert kinds(nh.audit(model)) == [SHORTCUT]
    model, body, frame = disc(bodies=False)
    alone = nh.audit(model)
    assert alone.ok and kinds(alone) == [UNCHECKED]  # nothing tells where L came from
    assert "bodies" in alone.remarks[0].what
    found = nh.audit(model, "disc", [body], frame)
    assert kinds(found) == [SHORTCUT] and "nonholonomic" in found.faults[0].what
    other = LagrangesMethod(PLAIN, [x, y, a])  # whose Lagrangian is not that of the body
    unread = nh.audit(other, "other", [body], frame)
    assert kinds(unread) == [UNCHECKED] and "can't be read" in unread.remarks[0].what


def kane(dependent):
    N = ReferenceFrame("N")
    u, v, w = dynamicsymbols("u v w")
    B = N.orientnew("B", "Axis", [a, N.z])
    B.set_ang_vel(N, w * N.z)
    O, P = Point("O"), Point("P")
    O.set_vel(N, 0)
    P.set_pos(O, x * N.x + y * N.y)
    P.set_vel(N, u * N.x + v * N.y)
    body = RigidBody("skate", P, B, m, (inertia(B, 0, 0, m), P))
    speeds = {"u": u, "v": v, "w": w}
    last = speeds.pop(dependent)
    return KanesMethod(
        N,
        [x, y, a],
        [*speeds.values()],
        kd_eqs=[u - x.diff(), v - y.diff(), w - a.diff()],
        velocity_constraints=[u * sin(a) - v * cos(a)],
        u_dependent=[last],
        bodies=[body],
        forcelist=[],
    )


@pytest.mark.parametrize("dependent, where", [("v", "cos(a(t))"), ("u", "sin(a(t))")])
def test_singular_pivots_are_told_with_the_place(dependent, where):
    found = nh.audit(kane(dependent), "skate")
    assert found.ok and kinds(found) == [PIVOT] and f"{where} = 0" in found.remarks[0].what
    with pytest.raises(AuditFailed, match="can't be solved for"):
        found.require([PIVOT])


def test_signs_are_read_from_the_equations_and_the_model_is_not_touched():
    model = LagrangesMethod(PLAIN, [x, y, a], nonhol_coneqs=[SKATE])
    assert SIGN not in kinds(nh.audit(model)) and model.eom is None  # no multipliers yet
    model.form_lagranges_equations()
    formed = model.eom
    (sign,) = [r for r in nh.audit(model).remarks if r.kind == SIGN]
    assert "-A^T lambda" in sign.what and model.eom is formed


def test_what_cannot_be_read_is_no_pass():
    found = nh.audit(object(), "thing")
    assert kinds(found) == [UNREAD] and not found.ok and found.verdict == ""
    with pytest.raises(AuditFailed):
        found.require()


def test_models_of_pydy_are_read():
    pydy = pytest.importorskip("pydy.system", reason="PyDy is not installed")
    model = kane("v")
    model.kanes_equations()
    assert kinds(nh.audit(pydy.System(model))) == [PIVOT]


def held(*more):
    """A bead on a cylinder by Kane's method, the rate of the configuration constraint declared."""
    z, u, v, w = dynamicsymbols("z u v w")
    N, O = ReferenceFrame("N"), Point("O")
    O.set_vel(N, 0)
    P = O.locatenew("P", x * N.x + y * N.y + z * N.z)
    P.set_vel(N, u * N.x + v * N.y + w * N.z)
    speeds = {x: u, y: v, z: w}
    rows = [x * u + y * v, *(row.subs({q.diff(): s for q, s in speeds.items()}) for row in more)]
    return KanesMethod(
        N,
        [x, z],
        [u, w][: 3 - len(rows)],
        kd_eqs=[s - q.diff() for q, s in speeds.items()],
        q_dependent=[y],
        configuration_constraints=[x**2 + y**2 - r**2],
        velocity_constraints=rows,
        u_dependent=[v, w][: len(rows)],
        bodies=[Particle("bead", P, m)],
        forcelist=[],
    )


def test_the_rate_of_a_configuration_constraint_is_no_fault():
    found = nh.audit(held())
    assert found.ok and found.verdict == "holonomic"
    z = dynamicsymbols("z")
    (fault,) = nh.audit(held(z.diff() - x * x.diff())).faults
    assert "zdot" in fault.what and "ydot" not in fault.what


def test_a_system_without_formed_equations_is_judged(tmp_path):
    system = pytest.importorskip("sympy.physics.mechanics.system").System
    if not hasattr(system, "eom_method"):
        pytest.skip("this SymPy has no such System")
    u, v = dynamicsymbols("u v")
    whole = system()
    P = whole.fixed_point.locatenew("P", x * whole.frame.x + y * whole.frame.y)
    P.set_vel(whole.frame, u * whole.frame.x + v * whole.frame.y)
    whole.add_coordinates(x, y)
    whole.add_speeds(u)
    whole.add_speeds(v, independent=False)
    whole.add_kdes(u - x.diff(), v - y.diff())
    whole.add_bodies(Particle("P", P, m))
    whole.add_nonholonomic_constraints(x * u + y * v)
    assert kinds(nh.audit(whole)) == [MISCLASSIFIED]
    assert [found.name for found in models_in({"whole": whole})] == ["whole"]


@pytest.mark.parametrize("asked", [["missclassified"], ["singular pivots"], "shortcuts"])
def test_an_unknown_kind_is_refused_with_the_near_one(asked):
    with pytest.raises(ValueError, match=r"did you mean '(misclassified|singular pivot|shortcut)'"):
        Audit("disc", "", ()).require(asked)
    with pytest.raises(AuditFailed):
        Audit("disc", "", (Remark(SHORTCUT, "lost"),)).require("shortcut")


def test_a_script_is_told_all_its_faulty_models(monkeypatch):
    wrong = [Audit(name, "", (Remark(SHORTCUT, "lost"),)) for name in ("first", "second")]
    monkeypatch.setattr(nh, "audit_script", lambda path: wrong)
    with pytest.raises(AuditFailed, match="first: shortcut: lost\nsecond: shortcut: lost"):
        Judged.runtest(SimpleNamespace(path="model.py"))


# scripts ----------------------------------------------------------------------------------------
def script(tmp_path, text: str) -> str:
    path = tmp_path / "model.py"
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return str(path)


def test_the_tutorial_of_sympy_is_found_out(tmp_path, capsys):
    path = script(tmp_path, TUTORIAL)
    assert main(["audit", path]) == 1
    told = capsys.readouterr().out
    assert "l: FAULT" in told and "shortcut" in told and "may print" not in told
    assert main(["audit", path, "--json"]) == 1
    (model,) = json.loads(capsys.readouterr().out)["models"]
    assert [one["kind"] for one in model["remarks"]] == [SHORTCUT] and not model["ok"]


@pytest.mark.parametrize(
    "text, words",
    [
        ("x = 1", "names no model"),
        ("raise SystemExit(3)", "ended with status 3"),
        ("1/0", "ZeroDivisionError"),
        ("x = (1", "SyntaxError"),
    ],
)
def test_a_script_that_gives_no_model_is_bad_input(text, words, tmp_path, capsys):
    assert main(["audit", script(tmp_path, text)]) == 2
    assert words in capsys.readouterr().err
    assert main(["audit", str(tmp_path / "no.py")]) == 2


def test_what_is_no_script_is_told_so_and_not_run(tmp_path, capsys, monkeypatch):
    """A case file was run as Python: NameError: name 'parameters' is not defined."""
    monkeypatch.chdir(tmp_path)
    case = 'coordinates = ["x"]\nlagrangian = "m*x\'^2/2"\n[parameters]\nm = 1\n'
    urdf = "<robot/>"
    for name, text, words in (
        ("my case.toml", case, "`nonholo check 'my case.toml'`"),
        ("case.txt", case, "`nonholo check case.txt`"),
        ("half.toml", "coordinates = [", "`nonholo check half.toml`"),
        ("robot.urdf", urdf, "`nonholo check robot.urdf`"),
        ("model.ipynb", '{"cells": []}', "Jupyter makes one of its cells"),
        ("rolling_coin", None, "`nonholo check rolling_coin`"),
    ):
        if text is not None:
            Path(name).write_text(text)
        assert main(["audit", name]) == 2
        told = capsys.readouterr().err
        assert words in told and "is no Python script" in told and "Error" not in told


def test_a_script_that_fails_is_told_with_its_line_and_without_a_traceback(tmp_path, capsys):
    path = script(
        tmp_path,
        """
        from sympy.physics.mechanics import LagrangesMethod

        def made(q):
            return LagrangesMethod(q, 3)

        model = made(1)
        """,
    )
    assert main(["audit", path]) == 2
    told = capsys.readouterr().err
    assert f"{path}, line 5\n    return LagrangesMethod(q, 3)\n  TypeError: " in told
    assert "Traceback" not in told and "runpy" not in told and "site-packages" not in told


def test_models_in_lists_are_judged_and_the_usual_sign_is_told_once(tmp_path, capsys):
    path = script(
        tmp_path,
        """
        from sympy import cos, sin
        from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

        x, y, a = dynamicsymbols("x y a")

        def skate(k):
            L = k * (x.diff()**2 + y.diff()**2 + a.diff()**2)
            made = LagrangesMethod(L, [x, y, a], nonhol_coneqs=[x.diff()*sin(a) - y.diff()*cos(a)])
            made.form_lagranges_equations()
            return made

        models = [skate(1), (skate(2),)]
        named = {"third": skate(3), "again": models[0]}
        """,
    )
    assert main(["audit", path, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["models"]
    assert [one["name"] for one in found] == ["models[0]", "models[1][0]", "named['third']"]
    signs = [one["name"] for one in found for r in one["remarks"] if r["kind"] == SIGN]
    assert signs == ["models[0]"]


def test_a_script_runs_as_python_would_run_it_and_not_in_this_process(
    tmp_path, capsys, monkeypatch
):
    (tmp_path / "beside.py").write_text(
        "from sympy.physics.mechanics import *\nx = dynamicsymbols('x')\n"
    )
    path = script(
        tmp_path,
        """
        import sys, os
        from beside import LagrangesMethod, x
        assert __name__ == "__main__" and sys.argv[0].endswith("model.py")
        os.environ["NONHOLO_TRACE"] = "left"
        if __name__ == "__main__":
            spring = LagrangesMethod(x.diff()**2 - x**2, [x])
        """,
    )
    assert main(["audit", path]) == 0
    assert "NONHOLO_TRACE" not in os.environ


def test_help_says_that_the_script_is_run(capsys):
    with pytest.raises(SystemExit):
        main(["audit", "--help"])
    assert "THE SCRIPT IS RUN" in capsys.readouterr().out


pytest_plugins = ["pytester"]


def test_the_plugin_judges_in_another_test_suite(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parent.parent))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # also where it is installed
    pytester.makepyfile(model=TUTORIAL)
    pytester.makepyfile(
        test_own="""
        from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

        def test_right(nonholo_audit):
            x, y = dynamicsymbols("x y")
            nonholo_audit(LagrangesMethod(x.diff()**2 + y.diff()**2, [x, y])).require()

        def test_wrong(nonholo_audit):
            x, y = dynamicsymbols("x y")
            rows = [x*x.diff() + y*y.diff()]
            nonholo_audit(LagrangesMethod(x.diff()**2 + y.diff()**2, [x, y], nonhol_coneqs=rows)).require()
        """
    )
    pytester.makeini("[pytest]\nnonholo_models = model.py\n")
    loaded = ("-p", "nonholo.auditing.plugin", "-p", "no:cacheprovider")
    done = pytester.runpytest_subprocess(*loaded)
    done.assert_outcomes(passed=1, failed=2)
    done.stdout.fnmatch_lines(["*AuditFailed*misclassified*", "*l: shortcut*"])


def test_an_audit_shows_itself():
    one = Audit("disc", "nonholonomic", (Remark(SHORTCUT, "it lost <this>"),))
    assert repr(one) == "<Audit of 'disc': nonholonomic, 1 fault>"
    assert str(one) == "disc: FAULT; constraints nonholonomic\n  shortcut: it lost <this>"
    assert "it lost &lt;this&gt;" in one._repr_html_()
