"""Generated Modelica and Julia text in the hands of others: a Modelica compiler to CasADi, a
grammar of Julia.

Both are optional; what is missing is skipped.  No Modelica or Julia program is run elsewhere in
these tests."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.test_languages import NAMES, case_of, entry, numbers_for, source


@pytest.mark.parametrize("name", [*NAMES, "odd"])
def test_julia_text_has_no_syntax_error(name):
    tree_sitter, grammar = (
        pytest.importorskip("tree_sitter"),
        pytest.importorskip("tree_sitter_julia"),
    )
    parser = tree_sitter.Parser(tree_sitter.Language(grammar.language()))
    code = source("julia", entry(case_of(name)))
    assert not parser.parse(code.encode()).root_node.has_error
    assert parser.parse(code.replace("return [", "return [(").encode()).root_node.has_error


@pytest.mark.parametrize("name", NAMES)  # the compiler does not know atan2, which is in "odd"
def test_modelica_model_compiles_and_has_the_same_accelerations(name, tmp_path, monkeypatch):
    casadi = pytest.importorskip("casadi")
    monkeypatch.setattr(
        casadi.MX, "__div__", casadi.MX.__truediv__, raising=False
    )  # gone in CasADi 3.7, still used
    api = pytest.importorskip("pymoca.backends.casadi.api")
    found = entry(case_of(name))
    (tmp_path / "Maggi.mo").write_text(source("modelica", found))
    model = api.transfer_model(str(tmp_path), "Maggi", {"check_balanced": True})
    d, one = found.equations.distribution, {}
    exec(source("python", found), one)
    q, v, p = (x[:, 0] if x.ndim > 1 else x for x in numbers_for(found, 1))
    expected = one["accelerations"](0.0, q.tolist(), v.tolist(), p)
    equations = source("modelica", found).split("equation")[1]
    rates = solved(model, re.findall(r"^  (.+) = .+;$", equations, re.M), [*q, *v], p)
    np.testing.assert_allclose(rates[d.chart.n :], [expected[j] for j in d.independent], rtol=1e-9)
    np.testing.assert_allclose([rates[j] for j in d.independent], v, rtol=1e-12)


def solved(model, order, states, parameters):
    """The derivatives of the states: each equation gives the unknown on its left from others;
    nothing is circular.
    """
    import casadi as ca

    unknown = {s.symbol.name(): s.symbol for s in (*model.der_states, *model.alg_states)}
    assert sorted(order) == sorted(unknown)
    assert {s.symbol.name() for s in model.constants} == {"pi"}
    left = ca.vertcat(*(unknown[name] for name in order))
    given = ca.vertcat(*(s.symbol for s in (*model.states, *model.parameters)), model.time)
    residual = ca.Function("residual", [left, given], [ca.vertcat(*model.equations)])
    values = np.full(len(order), 0.3)
    for _ in order:
        values = values - np.array(residual(values, [*states, *parameters, 0.0])).ravel()
        values[~np.isfinite(values)] = 0.3
    return [values[order.index(s.symbol.name())] for s in model.der_states]
