"""Certificates of constraints with unspecified functions: accepted as they are, refused when what
they state, or the problem, is another."""

from __future__ import annotations

import copy
import json
import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.cli import main
from nonholo.dossier.certificate import certificate
from nonholo.evidence.problem import digest, problem_of
from nonholo.findings.check import check
from nonholo.verifier import verify
from tests.draws import draws
from tests.forgeries import put

FUNCTIONS = ["f(s)", "g(s)", "h(x, y)", "a(t)"]
TERMS = (
    *("f(x)", "f(y)", "f'(y)", "f'(z)", "h(x, y)", "h_x", "h_xy(x, y)", "h(y, x)", "h_y(z, x)"),
    *("x", "1", "y*f(x)", "a(t)", "z*h", "2*f(x)*h_y", "sqrt(1 + f(x)^2)", "log(2 + f(y)^2)"),
)


def made(rows, functions=FUNCTIONS, names="x y z w", **more):
    case = nh.System(names, None, rows, functions=functions, **more)
    found = check(case)
    return found, certificate(found)


def restated(tree, **values):
    return {**copy.deepcopy(tree), **values}


@st.composite
def systems(draw):
    """One row that may depend on time, or two short ones, with unspecified functions in them."""
    if draw(st.booleans()):
        a, b, c = (draw(st.sampled_from(("0", *TERMS))) for _ in range(3))
        return [f"dw = ({a})*dx + ({b})*dy + ({c})*dt"]
    a, b = (draw(st.sampled_from(("0", "f(y)", "f'(x)", "f(z)", "x", "g(x)"))) for _ in range(2))
    return [f"dw = ({a})*dx + (0)*dy", f"dz = ({b})*dx + (1)*dy"]


@settings(max_examples=draws(5))
@given(systems())
def test_the_certificate_of_any_such_set_is_accepted(rows):
    found, tree = made(rows)
    assume(found.verdict != "undecided")
    assert verify(tree).status == "accepted", (rows, verify(tree))
    assert verify(tree).shown["verdict"] == found.verdict
    assert verify(tree, problem_of(found.case)).status == "accepted"


@settings(max_examples=draws(5))
@given(systems(), st.data())
def test_what_is_stated_otherwise_is_refused(rows, data):
    found, tree = made(rows)
    assume(found.verdict != "undecided")
    k, h = tree["independent_constraints"], tree["holonomic_relations"]
    verdicts = {"holonomic", "partly holonomic", "nonholonomic"} - {tree["verdict"]}
    wrong = data.draw(st.sampled_from(sorted(verdicts)))
    assert verify(restated(tree, verdict=wrong)).status == "refused"
    wrong = data.draw(st.sampled_from([n for n in range(k + 2) if n != h]))
    assert verify(restated(tree, holonomic_relations=wrong)).status == "refused"
    assert verify(restated(tree, growth_vector=[*tree["growth_vector"], 9])).status == "refused"
    assert verify(restated(tree, independent_constraints=k + 1)).status == "refused"
    if "functions" in tree["problem"]:
        assert verify({**tree, "problem": {**tree["problem"], "functions": {}}}).status == "refused"


@settings(max_examples=draws(5))
@given(systems(), st.integers(0, 1), st.integers(0, 1), st.sampled_from(TERMS))
def test_another_coefficient_is_refused_unless_the_claims_hold_for_it_too(rows, l, j, term):
    """Rows are compared with what the certificate's own fields and forms say of them."""
    found, tree = made(rows)
    assume(found.verdict != "undecided" and l < len(rows))
    parts = re.split(r"\)\*d[xyt]", rows[l])
    was = parts[j].split("(", 1)[1]
    assume(made_equal(was, term) is False)
    other = [*rows]
    other[l] = rows[l].replace(f"({was})*d{'xy'[j]}", f"({term})*d{'xy'[j]}")
    functions = {"f": ["s"], "g": ["s"], "h": ["x", "y"], "a": ["t"]}
    problem = {**tree["problem"], "constraints": other, "functions": functions}
    changed = {**tree, "problem": problem, "sha256": digest(problem)}
    assert verify(changed).status != "accepted"


def made_equal(a: str, b: str) -> bool:
    """The same coefficient, in other words."""
    own = {"h_x": "h_x(x, y)", "z*h": "z*h(x, y)", "2*f(x)*h_y": "2*f(x)*h_y(x, y)"}
    return own.get(a, a) == own.get(b, b)


@settings(max_examples=draws(5))
@given(systems(), st.data())
def test_another_value_at_the_point_is_refused_or_says_the_same(rows, data):
    found, tree = made(rows)
    values = tree["point"].get("functions", {}) if "point" in tree else {}
    assume(found.verdict != "undecided" and values)
    call = data.draw(st.sampled_from(sorted(values)))
    for value in (..., "1000003/7"):
        other = verify(put(tree, (("point", "functions", call), value)))
        assert other.status == "refused" or other.shown == verify(tree).shown


@pytest.mark.parametrize(
    "rows, names, more, verdict, claims",
    [
        (["dx = f(y) dz"], "x y z", {}, "nonholonomic", "not integrable alone"),
        (["dz = x f'(y) dy + f(y) dx"], "x y z", {}, "holonomic", "potential"),
        (["dz = f(y) dx", "dw = f'(x) dx"], "x y z w", {}, "partly holonomic", "potential"),
        (["dz = f(y) dx", "dw = f(y) dx"], "x y z w", {}, "partly holonomic", "first integral"),
        (["f(y) dz = f(y)^2 dx", "dz = f(y) dx"], "x y z", {}, "nonholonomic", "redundant"),
        (["dz = h_x dx + h_y dy"], "x y z", {}, "holonomic", "potential"),
        (["dz = a(t) dx"], "x z", {}, "nonholonomic", "growth"),
        (["dx = sqrt(1 + f(y)^2) dz"], "x y z", {}, "nonholonomic", "growth"),
        (["dz = sqrt(1 + f'(y)^2) dy"], "x y z", {}, "holonomic", ""),
        (["dz = sqrt(1 + h_x^2 + h_y^2) dx"], "x y z", {}, "nonholonomic", "growth"),
        (["dz = log(f(y)) dx"], "x y z", {}, "nonholonomic", "growth"),
        (["dz = h(x, c) dx + h(y, c) dy"], "x y z", {"parameters": {"c": None}}, "holonomic", ""),
    ],
)
def test_verdicts_of_every_kind_have_certificates(rows, names, more, verdict, claims):
    found, tree = made(rows, names=names, **more)
    assert found.verdict == verdict
    result = verify(tree)
    assert result.status == "accepted" and result.shown["verdict"] == verdict
    assert not claims or claims in [c["claim"] for c in tree["claims"]]
    assert any("almost every choice of" in where for where in result.shown["on"])


def test_a_large_set_has_one_too():
    """Its evidence is a curve along which the functions are expanded."""
    n = 45
    names = [f"{v}{i}" for i in range(n) for v in "xyz"]
    rows = [f"dz{i} = y{i}*dx{i} + h(x{i}, y{(i + 1) % n})*dy{i}" for i in range(n)]
    _, tree = made(rows, ["h(u, v)"], names)
    assert verify(tree).status == "accepted" and tree["certificate"] == 2
    assert "reached" in [c["claim"] for c in tree["claims"]]
    call = next(iter(tree["point"]["functions"]))
    assert verify(put(tree, (("point", "functions", call), "5/9"))).status == "refused"


@pytest.mark.parametrize(
    "rows, reason",
    [
        (["dz = f(2*y) dx"], "an unspecified function of what is no free name"),
        (["dz = sin(f(y)) dx"], "no sum of monomials"),
        (["dz = sqrt(1 + sqrt(f(y))) dx"], "the root of"),
        (["dz = log(2 + log(f(y))) dx"], "the logarithm of"),
        (["dz = sqrt(y^2 + f(y)^2) dx + sqrt(1 + f'(y)^2) dw"], "is not rational"),
    ],
)
def test_what_is_not_checkable_is_said(rows, reason):
    found, tree = made(rows, names="x y z w")
    assert found.verdict == "nonholonomic"
    result = verify(tree)
    assert result.status == "not checkable" and reason in result.why


def test_the_commands(tmp_path, capsys):
    """check writes it, verify accepts it and the record of --json, and says for which f."""
    path, record = tmp_path / "f.json", tmp_path / "record.json"
    main(["check", "-c", "dx = f(y) dz", "--certificate", str(path)])
    capsys.readouterr()
    assert main(["verify", str(path)]) == 0
    assert "almost every choice of f(y)" in capsys.readouterr().out
    main(["check", "-c", "dx = f(y) dz", "--json"])
    printed = json.loads(capsys.readouterr().out)
    record.write_text(json.dumps(printed))
    assert main(["verify", str(record), "--json"]) == 0
    shown = capsys.readouterr().out
    assert '"functions"' in shown.split("not_covered")[0]
    printed["functions"] = {"f(x)": None}
    record.write_text(json.dumps(printed))
    assert main(["verify", str(record)]) == 1
    assert "functions" in capsys.readouterr().out
