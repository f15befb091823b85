"""Certificates of sets with hidden constraints: true ones, forged ones, and what they say."""

from __future__ import annotations

import json
import random

import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.decide.ball import ball
from nonholo.errors import NonholoError, OutOfReach
from nonholo.evidence.hidden import hidden_certificate
from nonholo.expression.graph import Expr
from nonholo.face.certificate import verified
from nonholo.readers.build import build
from nonholo.readers.draft import Draft
from nonholo.readers.functions import declared_functions
from nonholo.readers.given import as_case
from tests.draws import draws
from tests.hidden_forgeries import TRUE, circle, fork, hidden_forgeries, letters, line
from tests.test_certificates import changes, put, rehashed, still_true

POINTS = 60


@pytest.mark.parametrize("family", TRUE, ids=lambda family: family.__name__)
def test_true_certificates_are_accepted(family):
    assert nh.verify(family()).status == "accepted", nh.verify(family())


def test_forged_certificates_are_refused_for_their_reason():
    answers = [(why, nh.verify(tree)) for why, tree in hidden_forgeries()]
    assert not [(why, told[:3]) for why, told in answers if why not in told.why]
    assert {told.status for _, told in answers} == {"refused", "not checkable"}


# what is said -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("family", "phrase"),
    [
        (line, "y = 0, which follows"),
        (circle, "w = 0, which follows"),
        (letters, "almost all values of a"),
    ],
)
def test_what_follows_is_told(family, phrase):
    shown = nh.verify(family()).shown
    assert phrase in shown["on"] and shown["sha256"] == family()["sha256"]


def test_each_set_has_its_verdict():
    cells = nh.verify(fork()).shown["cells"]
    assert [(cell["equations"], cell["verdict"], cell["growth_vector"]) for cell in cells] == [
        (["y"], "holonomic", [1]),
        (["z - 1"], "partly holonomic", [2, 3]),
    ]


def test_a_set_that_an_initial_state_chooses_is_told_alone():
    case = nh.System("x y z", None, ["x' = y", "x' = z*y"], initial={"y": 1, "z": 1})
    shown = nh.verify(nh.certificate(case), case).shown
    assert shown["verdict"] == "partly holonomic"
    assert shown["on"][:2] == ["z - 1 = 0", "nothing is said of y = 0"]


def test_it_is_about_the_case_as_written():
    case = nh.System("x y z", None, ["x' = y"], ["x"])
    other = nh.System("x y z", None, ["x' = y"], ["x", "y"])
    assert nh.verify(line(), case).status == "accepted"
    assert nh.verify(line(), other).why == "the case has other holonomic_constraints"


@pytest.mark.parametrize(
    ("key", "value"),
    [("holonomic_relations", 1), ("constraints", ["x = 0", "x' = y"]), ("growth_vector", [2])],
)
def test_a_record_is_held_against_it(capsys, tmp_path, key, value):
    file = tmp_path / "line.toml"
    file.write_text(
        'coordinates = ["x", "y", "z"]\nholonomic_constraints = ["x"]\nconstraints = ["x\' = y"]'
    )
    assert main(["check", str(file), "--json"]) == 0
    record, case = json.loads(capsys.readouterr().out), str(file)
    assert key in verified(record, as_case(case))[1]["compared"]
    assert verified({**record, key: value}, as_case(case))[0][:2] == ("refused", key)


def test_texts_with_line_breaks_are_told_in_a_line(capsys, tmp_path):
    """A level looked like lines of the answer, and names like what a terminal obeys."""
    made = put(line(), ("hidden", "sets", 0, "level"), "y\r\n + 0*(1\n)")
    file = tmp_path / "made.json"
    file.write_text(json.dumps(made))
    assert main(["verify", str(file)]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert "  where          y   + 0*(1 ) = 0, which follows" in lines and "\r" not in "".join(
        lines
    )


def test_what_was_not_found_leaves_the_whole_set(monkeypatch):
    """Then the certificate is about the set with all its constraints, as before."""

    def nothing(self, levels, factors):
        raise OutOfReach("not found")

    monkeypatch.setattr("nonholo.evidence.hidden._Writer.step", nothing)
    made = nh.certificate(nh.System("x y z", None, ["x' = y"], ["x"]))
    assert made["problem"]["holonomic_constraints"] == ["x", "y"]
    assert nh.verify(made).status == "accepted"
    with pytest.raises(OutOfReach, match="not found"):
        nh.certificate(nh.System("x y z", None, ["x' = y", "x' = z*y"]))


# planted ------------------------------------------------------------------------------------------
FACTORS = [
    "y",
    "y - 2*w",
    "w + y^2",
    "w^2 - 1",
    "exp(w)*y",
    "(w^2 + 2)*(y - w)",
    "y*(w - 1)",
    "a*y",
]


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("rest", ["v' = w*u'", "v' = u*u' + y'", "v' = y*w' + u*x'"])
def test_what_is_planted_is_shown(factor, rest):
    """x' = p, x' = 2 p: each set has the verdict of the rows with its level."""
    rows = [f"x' = {factor}", f"x' = 2*({factor})", rest]
    case = nh.System("x y w u v", None, rows, parameters={"a": None})
    try:
        made = hidden_certificate(nh.check(case))
    except NonholoError as error:
        pytest.skip(str(error))
    shown = nh.verify(made, case).shown
    for cell in shown.get("cells", [shown]):
        levels = cell["equations"]
        own = nh.check(nh.System("x y w u v", None, rows, levels, parameters={"a": None}))
        assert (cell["verdict"], cell["holonomic_relations"]) == (own.verdict, own.relations)


# changes ------------------------------------------------------------------------------------------
def case_of(problem):
    draft = Draft(
        problem["coordinates"],
        problem["parameters"],
        constraints=problem["constraints"],
        holonomic=problem["holonomic_constraints"],
        inequalities=problem["inequalities"],
        functions=declared_functions(
            f"{name}({', '.join(slots)})" for name, slots in problem.get("functions", {}).items()
        ),
    )
    return build(draft)


def true_on(problem, hidden, levels=()) -> bool:
    """Steps by the graph of the package and at random points, sets by other means."""
    here = {
        **problem,
        "holonomic_constraints": [*problem["holonomic_constraints"], *levels],
    }
    if hidden is None:
        return True
    if "claims" in hidden:
        return still_true({**hidden, "problem": here})
    case = case_of(here)
    rows, read = case.system.pfaffian, case.scope.expression
    chart, graph = rows.chart, rows.chart.graph
    functions = [f for f in rows.functions if f is not None]
    total = [graph.zero] * (chart.n + 1)
    for l, c in hidden["combination"].items():
        total = [e + read(c) * a for e, a in zip(total, rows.form(int(l)))]
    for l, table in hidden["cofactors"].items():
        for name, c in table.items():
            total[["t", *chart.names].index(name)] += functions[int(l)] * read(c)
    u = read(hidden["times"])
    product = u
    for one in hidden["sets"]:
        assert one["power"] > 0
        product *= read(one["level"]) ** one["power"]
    total[0] -= product
    variables, put = [chart.t, *chart.q], {}
    for level in hidden["solved"]:
        f, q = functions[level["row"]].subs(put), graph.symbol(level["coordinate"])
        phi = -f.subs({q: graph.zero}) / f.diff(q)
        put = {z: e.subs({q: phi}) for z, e in put.items()} | {q: phi}
    total = [e.subs(put) for e in total]
    lost = [(total[variables.index(z)], phi) for z, phi in put.items()]
    total = [
        graph.zero if v in put else e + graph.add(*(a * phi.diff(v) for a, phi in lost))
        for e, v in zip(total, variables)
    ]
    values = case.system.values
    positive = {graph.symbol(text[:-4]) for text in problem.get("declared", ())}
    return (
        all(e.subs(values).is_zero for e in total)
        and never_zero(u.subs(put).subs(values), variables, positive)
        and all(
            true_on(problem, one.get("then"), (*levels, one["level"])) for one in hidden["sets"]
        )
    )


def never_zero(u: Expr, moving, positive) -> bool:
    """Of one sign at some points, with all parameters 7."""
    rng = random.Random(1)
    inside = [s for s in u.symbols() if s in moving]
    fixed = {s: u.graph.lift(7) for s in u.symbols() if s not in moving}
    signs = set()
    for _ in range(POINTS if inside else 1):
        point = {s: u.graph.lift(rng.randint(1 if s in positive else -3, 3)) for s in inside}
        value = u.subs(point | fixed)
        number = float(ball(value, {}).mid())
        signs.add((number > 0) - (number < 0))
    return len(signs) == 1 and 0 not in signs


def examine(family, most: int | None) -> tuple[int, int]:
    """Try changes of one certificate; (their number, those still true)."""
    tree, count, true = family(), 0, 0
    every = list(changes(tree))
    if most and most < len(every):
        every = random.Random(family.__name__).sample(every, most)
    for what, path, value in every:
        changed = rehashed(put(tree, path, value))
        count += 1
        if nh.verify(changed).status != "accepted":
            continue
        assert true_on(changed["problem"], changed["hidden"]), f"accepted, but not true: {what}"
        true += 1
    return count, true


@pytest.mark.parametrize("family", TRUE[:-1], ids=lambda family: family.__name__)
def test_changes_are_refused_unless_still_true(family):
    count, true = examine(family, draws(120))
    assert true < 0.25 * count
