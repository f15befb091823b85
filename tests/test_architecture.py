"""The import law holds: .importlinter is kept, and every formulation that does not say so is a blind witness."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CURVATURE = "nonholo.geometry.curvature"
SEEING = {"nonholo.formulations.voronec", "nonholo.formulations.chaplygin"}

pytest.importorskip("importlinter", reason="import-linter is not installed (pip install nonholo[test])")


@pytest.fixture(scope="module")
def graph():
    """Who imports whom in the package, lazy imports included."""
    import grimp

    return grimp.build_graph("nonholo", cache_dir=None)


def test_the_import_law_is_kept(monkeypatch, capsys):
    from importlinter.cli import lint_imports

    monkeypatch.chdir(ROOT)
    status = lint_imports(config_filename=str(ROOT / ".importlinter"), no_cache=True)
    assert status == 0, capsys.readouterr().out


def test_every_other_formulation_is_a_blind_witness(graph):
    """Their agreement with Voronec is an experiment only if the curvature is out of their reach."""
    witnesses = graph.find_children("nonholo.formulations") - SEEING
    assert {"nonholo.formulations.maggi", "nonholo.formulations.multipliers"} <= witnesses
    for witness in witnesses:
        assert graph.find_shortest_chain(witness, CURVATURE) is None, witness


def test_voronec_is_no_blind_witness(graph):
    """Else the test above could not fail."""
    assert graph.find_shortest_chain("nonholo.formulations.voronec", CURVATURE)


def test_geometry_reaches_no_mechanics(graph):
    for upper in ("dynamics", "formulations", "rivals", "findings"):
        assert not graph.find_shortest_chains("nonholo.geometry", f"nonholo.{upper}")
