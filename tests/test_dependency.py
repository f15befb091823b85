"""Who determines whom: laws of the elimination, its graph, and what the graph is written as."""

from __future__ import annotations

import doctest
import json
import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonholo.decide.zero import decide_zero
from nonholo.dynamics.system import System
from nonholo.errors import NonholoError
from nonholo.expression.graph import Graph
from nonholo.findings import dependency as module
from nonholo.findings.blocks import blocks, matching
from nonholo.findings.elimination import LEVELS, dependency
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.constraints.pfaffian import independent_rows, pfaffian
from nonholo.geometry.distribution.distribution import distribution
from nonholo.readers.lower import Scope
from nonholo.views.graph import formats as graph_text
from nonholo.views.graph import picture as graph_picture
from nonholo.views.graph.formats import dot, mathtext, mermaid, node_link, shortened
from nonholo.views.graph.layout import lay_out
from nonholo.views.graph.picture import picture

# name: coordinates, constraints, parameters, dependent, Lagrangian
SYSTEMS = {
    "coin": (
        "x y theta phi",
        ["x' = R*sin(theta)*phi'", "y' = R*cos(theta)*phi'"],
        "m R g",
        "x y",
        "m/2*(xdot**2+ydot**2)+m*R**2/8*thetadot**2+m*R**2/4*phidot**2+m*g*y",
    ),
    "pair": (
        "x y z",
        [
            "(3*x**2+2*y**2+z**2)*xdot + x*y*ydot + 2*x*z*zdot",
            "x*y*xdot + (2*x**2+3*y**2+z**2)*ydot + 2*y*z*zdot",
        ],
        "",
        "x y",
        "(xdot**2+ydot**2+zdot**2)/2",
    ),
    "axle": (
        "x y theta phi1 phi2",
        [
            "cos(theta)*xdot + sin(theta)*ydot",
            "sin(theta)*xdot - cos(theta)*ydot - a/2*(phi1dot+phi2dot)",
            "b*thetadot + a*(phi1dot-phi2dot)",
        ],
        "a b",
        "x y theta",
        "(xdot**2+ydot**2)/2+thetadot**2/2+(phi1dot**2+phi2dot**2)/4",
    ),
    "twice": (
        "x y theta",
        [
            "xdot*sin(theta) - ydot*cos(theta)",
            "(xdot - c*cos(theta)*thetadot)*sin(theta) - (ydot - c*sin(theta)*thetadot)*cos(theta)",
        ],
        "m J c",
        "",
        "m/2*(xdot**2+ydot**2)+J/2*thetadot**2",
    ),
    "chained": (
        "x1 x2 x3 x4 x5",
        ["x3dot - x2*x1dot", "x4dot - x3*x1dot", "x5dot - x4*x1dot"],
        "",
        "x3 x4 x5",
        "(x1dot**2+x2dot**2+x3dot**2+x4dot**2+x5dot**2)/2",
    ),
    "gears": (
        "p1 p2 p3 p4",
        ["r2*p2dot + r1*p1dot", "r3*p3dot + r2*p2dot", "r4*p4dot + r3*p3dot"],
        "r1 r2 r3 r4",
        "p2 p3 p4",
        "",
    ),
    "affine": ("x y", ["y' = x + t"], "", "y", "(xdot**2+ydot**2)/2"),
    "free": ("x y", [], "m", "", "m*(xdot**2+ydot**2)/2 - x*y"),
}


def build(name):
    """A system with its full set, distribution, redundant rows, and the scope to read in."""
    names, constraints, parameters, wish, L = SYSTEMS[name]
    c = chart(Graph(), names.split())
    scope = Scope(c, tuple(parameters.split()))
    full = pfaffian(c, [scope.constraint(text) for text in constraints], constraints)
    rows, _, redundant = independent_rows(full)
    lagrangian = scope.expression(L) if L else None
    system = System(c, full, lagrangian, tuple(c.graph.zero for _ in c.q))
    return system, full, distribution(rows, wish.split()), redundant, scope


def found(name, include=LEVELS[:3]):
    system, full, d, redundant, _ = build(name)
    return dependency(system, full, d, redundant, include)


def hostile():
    """A graph whose labels try to get out of their strings."""
    system, full, d, redundant, _ = build("coin")
    graph = dependency(system, full, d, redundant).graph.copy()
    labels = ['"]; evil [x="', "<img src=x>&amp;", "a\\\nb`c`$x$", "#quot;|{}", "ż'"]
    for node, label in zip(graph, labels):
        graph.nodes[node]["label"] = label
    for _, _, data in graph.edges(data=True):
        data["coefficient"] = '"|> ]--> $\\frac{ <b>'
    return graph


everywhere = pytest.mark.parametrize("name", SYSTEMS)


@everywhere
def test_matching_is_perfect_on_the_independent_rows(name):
    _, full, d, redundant, _ = build(name)
    matching = found(name).matching
    assert {l for l, _ in matching} == set(range(full.k)) - {r.row for r in redundant}
    assert sorted(j for _, j in matching) == sorted(d.dependent)
    assert not any(full.matrix[l][j].is_zero for l, j in matching)


@everywhere
def test_order_is_topological(name):
    _, _, d, _, _ = build(name)
    known = set(d.independent)
    for step in found(name).order:
        assert set(step.uses) <= known
        assert not known & set(step.velocities)
        known |= set(step.velocities)
    assert known == set(range(d.chart.n))


@everywhere
def test_steps_together_give_the_lift(name):
    system, full, d, redundant, _ = build(name)
    known = {}
    for step in dependency(system, full, d, redundant).order:
        solved = [e.subs(known) for e in step.solution]
        known |= {d.chart.v[j]: e for j, e in zip(step.velocities, solved)}
    assert all(decide_zero(known[v] - e).answer for v, e in d.lift().items())


@everywhere
def test_structural_rank_is_no_less_than_the_generic_one(name):
    result = found(name)
    assert result.structural_rank >= result.generic_rank == len(result.matching)
    assert result.graph.graph == {
        "structural_rank": result.structural_rank,
        "generic_rank": result.generic_rank,
    }


def test_redundant_rows_are_shown_as_what_follows_from_others():
    result = found("twice")
    assert (result.structural_rank, result.generic_rank, len(result.redundant)) == (2, 1, 1)
    assert result.graph.nodes["constraint 2"]["role"] == "redundant"
    assert result.graph.edges["constraint 1", "constraint 2"]["coefficient"] == "1"


def test_what_is_sparse_stays_sparse():
    assert [step.uses for step in found("gears").order] == [(0,), (1,), (2,)]
    assert [step.uses for step in found("chained").order] == [(0,), (0,), (0,)]


def test_a_block_is_solved_together():
    steps = found("axle").order
    assert [step.coupled for step in steps] == [True, False]
    assert steps[0].constraints == (0, 1)


@everywhere
def test_coefficients_read_back_to_the_constraint(name):
    """sum_out c v - sum_in c v is the row, divided by the coefficient of its own velocity."""
    system, full, d, redundant, scope = build(name)
    result = dependency(system, full, d, redundant, ["velocities"])

    def side(edges):
        rates = {f"{n}'": v for n, v in zip(d.chart.names, d.chart.v)} | {"t'": d.chart.graph.one}
        return d.chart.graph.add(*(scope.expression(c) * rates[v] for v, c in edges if v in rates))

    for step in result.order:
        for l, j in zip(step.constraints, step.velocities):
            node = f"constraint {l + 1}"
            out = side((v, c) for _, v, c in result.graph.out_edges(node, data="coefficient"))
            into = side((v, c) for v, _, c in result.graph.in_edges(node, data="coefficient"))
            scale = 1 if step.coupled else full.matrix[l][j]
            assert decide_zero((out - into) * scale - full.value(l)).answer


@everywhere
def test_velocities_and_constraints_make_no_cycle(name):
    graph = found(name, ["velocities", "coordinates"]).graph
    assert nx.is_directed_acyclic_graph(graph)
    assert all(graph.nodes[u]["layer"] < graph.nodes[v]["layer"] for u, v in graph.edges)


@everywhere
@pytest.mark.parametrize("include", [LEVELS[:1], LEVELS[:3], LEVELS])
def test_every_node_and_edge_says_what_it_is(name, include):
    graph = found(name, include).graph
    kinds = {"velocity", "constraint", "coordinate", "equation", "multiplier"}
    assert all(
        data["kind"] in kinds and data["role"] and data["label"]
        for _, data in graph.nodes(data=True)
    )
    assert all(
        isinstance(data["coefficient"], str) and data["relation"]
        for _, _, data in graph.edges(data=True)
    )


def test_coin():
    system, full, d, redundant, scope = build("coin")
    graph = dependency(system, full, d, redundant).graph
    inertia = graph.edges["equation for phi", "phi'"]["coefficient"]
    assert scope.expression(inertia) is scope.expression("3*m*R**2/2")
    assert graph.edges["phi'", "constraint 1"]["coefficient"] == "R*sin(theta)"
    assert graph.edges["constraint 1", "x'"] == {
        "relation": "solves for",
        "coefficient": "1",
        "matched": True,
    }
    assert set(graph.predecessors("constraint 1")) == {"phi'", "theta"}
    assert [graph.nodes[f"{n}'"]["role"] for n in ("phi", "x")] == ["independent", "dependent"]


def test_affine_part_is_what_time_brings():
    graph = found("affine").graph
    assert graph.edges["t'", "constraint 1"]["coefficient"] in ("t + x", "x + t")
    assert graph.nodes["t"]["role"] == graph.nodes["t'"]["role"] == "time"


def test_multipliers_come_from_dependent_balances_and_go_to_independent_ones():
    graph = found("coin", LEVELS).graph
    assert list(graph.successors("lambda_1")) == ["equation for phi"]
    assert set(graph.predecessors("lambda_1")) == {"constraint 1", "equation for x"}
    assert graph.edges["lambda_1", "equation for phi"]["coefficient"] == "-R*sin(theta)"


def test_without_lagrangian_there_are_no_equations():
    kinds = {d["kind"] for _, d in found("gears").graph.nodes(data=True)}
    assert kinds == {"velocity", "constraint"}


def test_graph_is_frozen_and_levels_are_checked():
    assert nx.is_frozen(found("coin").graph)
    with pytest.raises(NonholoError, match="forces is no level"):
        found("coin", ["forces"])


def test_node_link_data_reads_back():
    graph = found("coin").graph
    data = json.loads(json.dumps(node_link(graph)))
    before = tuple(map(int, nx.__version__.split(".")[:2])) < (3, 4)
    again = nx.node_link_graph(data, **{"link" if before else "edges": "edges"})
    assert nx.utils.graphs_equal(again, graph)
    assert data["graph"] == {"structural_rank": 2, "generic_rank": 2}


def test_dot_strings_hold_their_labels():
    text = dot(hostile())
    outside = re.sub(r'"(?:[^"\\\n]|\\.)*"', "", text)
    assert "evil" in text and "evil" not in outside and '"' not in outside
    assert outside.count("\n") == text.count("\n")
    assert text == dot(hostile())


def test_mermaid_strings_hold_their_labels():
    text = mermaid(hostile())
    labels = re.findall(r'"([^"]*)"', text)
    assert len(labels) * 2 == text.count('"')
    assert all(re.fullmatch(r"(?:[\w .,'+\-/=]|#\d+;|<br/>)*", label) for label in labels)
    assert text == mermaid(hostile())


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("x1' = x2*theta'", r"\dot{x}_{1} = x_{2}\,\dot{\theta}"),
        ("xddot - dx/dt", r"\ddot{x} - \mathrm{d}x/\mathrm{d}t"),
        ("a/2*(x+1)", r"a/2\cdot (x + 1)"),
        ("2*3*m_rod**2", r"2\cdot 3\,m_{\mathrm{rod}}^{2}"),
        ("sqrt(x)*sin(2*x)*cos(x)**2", r"\sqrt{x}\,\sin(2\,x)\,\cos^{2} x"),
    ],
)
def test_mathtext(text, tex):
    assert mathtext(text, frozenset(["x", "x1", "theta"])) == tex


@pytest.mark.parametrize(
    "text", ["((((", "))))", "x**", "*", "'", "", "a = = b", "(" * 300 + ")" * 300]
)
def test_nothing_written_breaks_the_words(text):
    assert len(shortened(text, 24)) <= 26
    mathtext(text)


@pytest.mark.parametrize("form", ["svg", "png"])
def test_pictures_are_the_same_each_time(form):
    first, again = picture(found("axle").graph, form), picture(found("axle").graph, form)
    assert first == again
    assert first.startswith(b"\x89PNG" if form == "png" else b"<?xml")


def test_svg_is_outlines_without_date():
    root = ElementTree.fromstring(picture(found("coin").graph))
    assert not [e for e in root.iter() if e.tag.endswith("}text") or e.tag.endswith("}date")]


def test_any_label_can_be_drawn():
    assert picture(hostile())
    assert picture(nx.DiGraph())


@everywhere
@pytest.mark.parametrize("include", [LEVELS[:3], LEVELS])
def test_boxes_and_labels_do_not_overlap(name, include):
    columns = lay_out(found(name, include).graph).columns
    spots = [s for column in columns for s in column if s.node or s.words]
    for one, two in combinations(spots, 2):
        assert (
            abs(one.x - two.x) >= (one.width + two.width) / 2
            or abs(one.y - two.y) >= (one.height + two.height) / 2
        )


@everywhere
def test_lines_pass_between_boxes_and_labels(name):
    """In a column a line is level, at the height of its own spot; no other spot is there."""
    for column in lay_out(found(name).graph).columns:
        for above, below in pairwise(column):
            assert below.y - above.y >= (above.height + below.height) / 2


def test_independent_velocities_stand_left_of_the_eliminated_ones():
    boxes = lay_out(found("gears").graph).boxes
    assert boxes["p1'"].x < boxes["p2'"].x < boxes["p3'"].x < boxes["p4'"].x


def test_what_crosses_nothing_either_way_stands_in_order():
    boxes = lay_out(found("affine", LEVELS).graph).boxes
    assert boxes["x'"].y < boxes["t'"].y


@pytest.mark.parametrize("documented", [module, graph_text, graph_picture])
def test_examples_run(documented):
    failed, tried = doctest.testmod(documented)
    assert tried and not failed


@given(st.lists(st.lists(st.integers(0, 7), max_size=5, unique=True), min_size=1, max_size=8))
def test_matchings_and_blocks_are_those_of_networkx(choices):
    incidence = nx.empty_graph(len(choices))
    incidence.add_edges_from((r, -1 - c) for r, some in enumerate(choices) for c in some)
    pairs = nx.bipartite.hopcroft_karp_matching(incidence, range(len(choices)))
    assert matching(choices) == {r: -1 - pairs[r] for r in range(len(choices)) if r in pairs}
    users = [[c for c in some if c < len(choices) and c != r] for r, some in enumerate(choices)]
    graph = nx.empty_graph(len(users), create_using=nx.DiGraph)
    graph.add_edges_from((r, c) for r, some in enumerate(users) for c in some)
    joined = nx.condensation(graph)
    members = {b: sorted(joined.nodes[b]["members"]) for b in joined}
    order = nx.lexicographical_topological_sort(joined, key=lambda b: members[b][0])
    assert blocks(users) == [members[b] for b in order]
