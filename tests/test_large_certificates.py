"""Certificates of large sets: accepted as they are made, refused when changed, a reason where
there is no evidence.
"""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonholo.cli import main
from nonholo.dossier.certificate import certificate
from nonholo.evidence.problem import digest
from nonholo.findings.check import check
from nonholo.findings.verdict import NONHOLONOMIC, PARTLY
from nonholo.readers.build import build
from nonholo.readers.draft import Draft
from nonholo.verifier import verify
from nonholo.verifier.series import prime, turn
from tests.draws import draws
from tests.test_certificates import JSON, containers, leaves, plain, put, rehashed
from tests.test_scale import case_of, contact_pairs, large_case, mixed_differentials, trailers

ROOT = Path(__file__).parent.parent
P = prime(4)


def pairs_mixed(count: int, integrable: int):
    """Contact forms, the first of them exact, each but the first with a function times the one
    before.
    """
    rows = [
        f"z{i}dot - y{i}*x{i}dot" + (f" - x{i}*y{i}dot" if i < integrable else "")
        for i in range(count)
    ]
    mixed = [rows[0], *(f"{rows[i]} + sin(x{i})*y{i - 1}*({rows[i - 1]})" for i in range(1, count))]
    return case_of([f"{a}{i}" for i in range(count) for a in "xyz"], mixed)


def timed():
    return case_of(
        [f"{a}{i}" for i in range(20) for a in "xyz"],
        [f"z{i}dot - y{i}*x{i}dot - exp(t)*y{i}dot + t" for i in range(20)],
    )


def with_a_holonomic_row():
    rows = [f"z{i}dot - y{i}*x{i}dot" for i in range(12)]
    return build(
        Draft(
            [f"{a}{i}" for i in range(12) for a in "xyz"],
            constraints=rows,
            name="set",
            holonomic=["x0**2 + y1*x2 + sin(z3) - 1"],
        )
    )


def with_a_redundant_row():
    rows = [f"x{i}dot + x{i + 1}*x{i + 2}dot" for i in range(12)]
    return case_of([f"x{i}" for i in range(14)], [*rows, f"2*({rows[3]}) + x7*({rows[5]})"])


def with_numbers():
    rows = [f"z{i}dot - c*y{i}*x{i}dot - b*x{i}*y{i}dot" for i in range(12)]
    return case_of(
        [f"{a}{i}" for i in range(12) for a in "xyz"], rows, parameters={"c": "0.5", "b": None}
    )


CASES = {
    "trailers": lambda: trailers(6),
    "one off": lambda: large_case(30, 15, off=6),
    "pairs": lambda: contact_pairs(30, 7),
    "pairs mixed": lambda: pairs_mixed(6, 2),
    "all pairs mixed": lambda: pairs_mixed(8, 0),
    "timed": timed,
    "holonomic row": with_a_holonomic_row,
    "redundant row": with_a_redundant_row,
    "numbers": with_numbers,
}
CHANGED = ["trailers", "pairs mixed", "redundant row", "one off"]


@cache
def checked(name: str):
    return check(CASES[name]())


@cache
def made(name: str) -> str:
    return json.dumps(certificate(checked(name)))


# acceptance -------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", CASES)
def test_accepted_and_about_its_problem(name):
    tree = json.loads(made(name))
    if name == "holonomic row":  # no point of its level is found at this size: nothing is claimed
        assert verify(tree, tree["problem"]).status == "not checkable"
        return
    assert verify(tree, tree["problem"]).status == "accepted"
    assert verify(tree, {**tree["problem"], "inequalities": ["x0 > 0"]}).status == "refused"
    found = checked(name)
    assert (tree["verdict"], tree["independent_constraints"]) == (found.verdict, found.independent)
    assert tree["holonomic_relations"] in (None, found.relations)


def test_what_is_certified_is_said():
    assert verify(json.loads(made("trailers"))).why == "not certified: growth vector"
    assert verify(json.loads(made("one off"))).why == "not certified: h, growth vector"
    assert verify(json.loads(made("pairs"))).why == ""


def test_the_same_check_gives_the_same_certificate():
    assert made("trailers") == json.dumps(certificate(check(trailers(6))))


@pytest.mark.parametrize("count", [10, pytest.param(30, marks=pytest.mark.slow)])
def test_trailers_are_proved_to_strangers(count):
    tree = plain(certificate(check(trailers(count))))
    assert (tree["verdict"], tree["holonomic_relations"]) == (NONHOLONOMIC, 0)
    assert verify(tree).status == "accepted"


@pytest.mark.slow
def test_one_coefficient_in_two_thousand_coordinates():
    tree = plain(certificate(check(large_case(2000, 1000, off=500))))
    assert (tree["verdict"], verify(tree).status) == (PARTLY, "accepted")
    row = next(i for i, text in enumerate(tree["problem"]["constraints"]) if "1e-30" in text)
    rows = list(tree["problem"]["constraints"])
    rows[row] = rows[row].replace("1e-30", "0")
    assert (
        verify(rehashed({**tree, "problem": {**tree["problem"], "constraints": rows}})).status
        == "refused"
    )


@pytest.mark.parametrize(
    "case",
    [
        lambda: large_case(60, 30),
        lambda: case_of(
            [f"x{i}" for i in range(60)],
            [
                mixed_differentials(60, 30)[0] + " + acos(2 + x0)*x59dot",
                *mixed_differentials(60, 30)[1:],
            ],
        ),
    ],
)
def test_no_evidence_is_said_with_the_reason(case):
    tree = plain(certificate(check(case())))
    result = verify(tree)
    assert result.status == "not checkable"
    assert "randomised" in result.why or "undecided" in result.why or "decide" in result.why


def test_functions_beyond_the_verifier():
    rows = [f"z{i}dot - atan(y{i})*x{i}dot" for i in range(20)]
    tree = plain(certificate(check(case_of([f"{a}{i}" for i in range(20) for a in "xyz"], rows))))
    assert (tree["verdict"], verify(tree)[::2]) == (
        NONHOLONOMIC,
        ("not checkable", "rank: atan in a large set"),
    )


# changes ----------------------------------------------------------------------------------------
def other_numbers(value) -> list:
    """What may stand in the place of a number, a list of numbers, a row or a name."""
    if isinstance(value, bool) or value is None:
        return [0]
    if isinstance(value, int):
        return [value + 1, value - 1, True, None, str(value), 10**9]
    words = value.split()
    if words and all(w.isdigit() for w in words):
        last = int(words[-1])
        return [" ".join([*words[:-1], str(other % P)]) for other in (last + 1, 2 * last + 3)] + [
            "",
            "-1",
        ]
    return [value + "0", value + "*2", "x1" if value != "x1" else "y1", ""]


@pytest.mark.parametrize("name", CHANGED)
def test_changed_evidence_is_refused(name):
    """Every number that is stated, every component of a vector, every row of a claim."""
    tree = json.loads(made(name))
    bound = {c for claim in tree["claims"] if claim["claim"] == "rank" for c in claim["columns"]}
    count = accepted = 0
    places = [
        (path, value)
        for path, value in leaves(tree)
        if "problem" not in path and path[-1] != "sha256"
    ]
    for path, value in some_of(places):
        for other in other_numbers(value):
            count += 1
            if verify(put(tree, path, other)).status == "accepted":
                accepted += 1
                assert harmless(path, bound), path
    assert count > 20 and accepted < count / 4


def some_of(places: list, most: int = 12) -> list:
    """The same ones each time: all of a short list."""
    return places if len(places) <= most else random.Random(5).sample(places, most)


def harmless(path, bound) -> bool:
    """The point and the free components of curves and variations may be others, claims about
    other rows be sound.
    """
    free = path[-2] in ("curve", "z") and path[-1] not in bound
    return (
        free
        or "point" in path
        or path[-1] in ("row", "factor")
        or "pivots" in path
        or "columns" in path
    )


@pytest.mark.parametrize("name", CHANGED)
def test_left_out_or_doubled_parts_are_refused(name):
    tree = json.loads(made(name))
    places = [
        (path, value, key)
        for path, value in containers(tree)
        if not {"problem", "point"}.intersection(path)
        for key in (value if isinstance(value, dict) else range(len(value)))
    ]
    for path, value, key in some_of(places):
        changed = copy.deepcopy(tree)
        inner = changed
        for step in path:
            inner = inner[step]
        del inner[key]
        assert verify(changed).status != "accepted" or superfluous(path, value, key), (path, key)


def superfluous(path, value, key) -> bool:
    """Free components; a bound of h where less is enough for the verdict; in small parts what
    the growth implies.
    """
    part = value[key]
    weak = ("integrable alone", "potential", "not jointly integrable")
    return path[-1] in ("z", "curve") or (isinstance(part, dict) and part.get("claim") in weak)


@pytest.mark.parametrize("name", CHANGED)
@pytest.mark.parametrize(
    "swap",
    [("1e-30", "0"), ("sin", "cos"), ("x3", "x1"), ("th3", "th2"), ("y1", "x1"), (" - ", " + ")],
)
def test_changed_problems_are_refused(name, swap):
    """Each text of the problem in turn, with its hash made anew."""
    tree = json.loads(made(name))
    for i, text in enumerate(tree["problem"]["constraints"]):
        if swap[0] not in text:
            continue
        rows = list(tree["problem"]["constraints"])
        rows[i] = text.replace(*swap)
        changed = {**tree, "problem": {**tree["problem"], "constraints": rows}}
        assert verify(changed).status == "refused"
        if verify(rehashed(changed)).status == "accepted":
            own = build(Draft(tree["problem"]["coordinates"], constraints=rows))
            assert check(own).verdict == tree["verdict"], "accepted, and not true"


@given(st.sampled_from(sorted(CASES)), st.integers(0, 10**6), JSON)
@settings(max_examples=draws(20))
def test_no_value_in_any_place_makes_it_fail(name, seed, value):
    tree = json.loads(made(name))
    places = [path for path, _ in (*leaves(tree), *containers(tree)) if path]
    path = random.Random(seed).choice(places)
    assert verify(put(tree, path, value)).status in ("refused", "not checkable", "accepted")
    if path[-1] in (
        "verdict",
        "holonomic_relations",
        "independent_constraints",
        "sha256",
        "space",
        "modulus",
    ):
        before = tree
        for key in path:
            before = before[key]
        assert verify(put(tree, path, value)).status != "accepted" or before == value


# forgeries --------------------------------------------------------------------------------------
def test_a_bound_from_above_is_no_h():
    """The claims of the trailers with one direction left out: 0 <= h <= 1 says nothing."""
    tree = json.loads(made("trailers"))
    reached = tree["claims"][1]
    fewer = {**reached, "pivots": reached["pivots"][:-1]}
    for stated in (
        {},
        {"holonomic_relations": 1, "verdict": PARTLY},
        {"holonomic_relations": None},
    ):
        assert verify({**tree, **stated, "claims": [tree["claims"][0], fewer]}).status == "refused"


def test_a_variation_cannot_be_taken_twice():
    tree = json.loads(made("trailers"))
    reached = tree["claims"][1]
    (first, row), *rest = reached["pivots"]
    doubled = {**reached, "pivots": [[first, row], [first, rest[0][1]], *rest[1:]]}
    assert verify({**tree, "claims": [tree["claims"][0], doubled]}).status == "refused"


def test_parts_must_not_share_coordinates():
    """Two halves of one system, each nonholonomic by itself, are not judged apart."""
    rows = ["zdot - y*xdot", "udot - y*xdot"]
    part = {
        "certificate": 1,
        "verdict": NONHOLONOMIC,
        "holonomic_relations": 0,
        "independent_constraints": 1,
        "growth_vector": [2, 3],
        "space": "q",
    }

    def half(l: int, x: str, y: str, z: str):
        """The contact form of row l, as a part."""
        made = plain(certificate(check(case_of([x, y, z], [f"{z}dot - {y}*{x}dot"]))))
        text = json.dumps([{**c} for c in made["claims"]])
        claims = json.loads(
            text.replace('"row": 0', f'"row": {l}').replace('"rows": [0]', f'"rows": [{l}]')
        )
        return {**part, "rows": [l], "point": made["point"], "claims": claims}

    problem = {
        "coordinates": ["x", "y", "z", "u"],
        "holonomic_constraints": [],
        "constraints": rows,
        "inequalities": [],
        "parameters": {},
    }
    whole = {
        "certificate": 2,
        "problem": problem,
        "sha256": digest(problem),
        "verdict": NONHOLONOMIC,
        "holonomic_relations": 0,
        "independent_constraints": 2,
        "growth_vector": [2, 4],
        "space": "q",
        "parts": [half(0, "x", "y", "z"), half(1, "x", "y", "u")],
    }
    assert verify(whole)[::2][:2] == ("refused", "parts that share coordinates")
    apart = ["zdot - y*xdot", "wdot - v*udot"]
    halves = [half(0, "x", "y", "z"), half(1, "u", "v", "w")]
    problem = {**problem, "coordinates": list("xyzuvw"), "constraints": apart}
    whole |= {
        "problem": problem,
        "sha256": digest(problem),
        "growth_vector": [4, 6],
        "parts": halves,
    }
    assert verify(whole).status == "accepted"
    assert verify({**whole, "parts": halves[:1]}).why == "parts that have not every row once"
    assert (
        verify({**whole, "parts": [*halves, halves[0]]}).why == "parts that have not every row once"
    )


def test_solved_rows_must_span_the_same():
    tree = json.loads(made("pairs mixed"))
    assert "solved" in tree and "parts" in tree and "claims" in tree
    assert (
        verify({**tree, "solved": [tree["solved"][0] + " + 0*x0dot", *tree["solved"][1:]]}).status
        == "accepted"
    )
    name = tree["problem"]["coordinates"][0]
    other = {**tree, "solved": [tree["solved"][0] + f" + {name}*{name}dot", *tree["solved"][1:]]}
    assert verify(other).status == "refused"
    assert verify({**tree, "solved": tree["solved"][::-1]}).status == "refused"


def test_a_part_is_read_in_the_names_of_the_whole(shared=ROOT / "tests" / "forged"):
    """A coordinate called xdot beside x: the part took it for a velocity of x, the whole for a
    coordinate.
    """
    tree = json.loads((shared / "names_of_a_part.json").read_text())
    assert verify(tree).status == "refused"
    problem = {**tree["problem"], "constraints": ["zdot - xdot"]}
    claims = [
        {"claim": "rank", "rows": [0], "columns": ["z"]},
        {"claim": "potential", "row": 0, "factor": "1", "potential": "z-x"},
    ]
    point = {"symbols": {}, "angles": {}, "exponents": {}}
    whole = {key: value for key, value in tree.items() if key != "parts"}
    whole |= {"problem": problem, "sha256": digest(problem), "point": point, "claims": claims}
    assert verify(whole).why == "colliding names: xdot belongs to x and to xdot"


@pytest.mark.parametrize("count", range(20, 40, 3))
def test_every_size_has_a_certificate(count):
    """Chained forms and contact pairs around the size where sets become large."""
    names = [f"{a}{i}" for i in range(count // 3) for a in "xyz"] + [
        f"w{i}" for i in range(count % 3)
    ]
    rows = [f"z{i}dot - y{i}*x{i}dot" for i in range(count // 3)]
    for extra in ([], [f"w{i}dot - x0*y0dot" for i in range(count % 3)]):
        tree = plain(certificate(check(case_of(names, rows + extra))))
        assert verify(tree).status == "accepted", (count, verify(tree))


# independence -----------------------------------------------------------------------------------
def test_the_prime_of_the_documentation():
    assert prime(4) == 10**18 + 9
    assert pow(turn(4), 2, P) == P - 1
    for order in (8, 12, 20, 60):
        assert (
            prime(order) % order == 1
            and pow(turn(order), order // 2, prime(order)) == prime(order) - 1
        )


# the command ------------------------------------------------------------------------------------
def test_records_of_large_sets_are_verified(capsys, tmp_path):
    path, file = tmp_path / "trailers.toml", tmp_path / "record.json"
    case = trailers(6)
    path.write_text(
        f"coordinates = {json.dumps(list(case.system.chart.names))}\n"
        f"constraints = {json.dumps(list(case.system.pfaffian.labels))}\n"
    )
    assert main(["check", "--json", str(path)]) == 0
    record = json.loads(capsys.readouterr().out)
    file.write_text(json.dumps(record))
    assert main(["verify", str(file)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "accepted: not certified: growth vector"
    assert out[1] == "  verdict        nonholonomic: k = 7, h = 0"
    file.write_text(json.dumps({**record, "verdict": "holonomic"}))
    assert main(["verify", str(file)]) == 1
    assert (
        capsys.readouterr().out
        == "refused: verdict: the record says something else than its certificate\n"
    )
