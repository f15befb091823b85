"""Large sets: the lane at random points agrees with the lane of symbols, and goes where symbols
cannot.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

import nonholo as nh
from nonholo.cli import main
from nonholo.dossier.certificate import certified
from nonholo.errors import ContradictoryConstraints, OutOfReach
from nonholo.findings.check import check
from nonholo.findings.verdict import HOLONOMIC, NONHOLONOMIC, PARTLY, UNDECIDED, Sampled
from nonholo.geometry.constraints.parts import parts
from nonholo.geometry.constraints.pfaffian import (
    Pfaffian,
    SparseRow,
    independent_rows,
    linear_parts,
    row_of,
)
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.flag import closure
from nonholo.geometry.sampled.bounds import PRIMES, error_bound
from nonholo.geometry.sampled.elimination import eliminate
from nonholo.geometry.sampled.judge import judge_parts
from nonholo.geometry.sampled.row_flag import derived_flag
from nonholo.linear.elimination import dot
from nonholo.readers.build import build
from nonholo.readers.case_file import find_cases, read_case
from nonholo.readers.draft import Draft
from nonholo.testing.strategies import integrable_sets, partly_integrable_sets, sets, wide_sets
from nonholo.verifier import verify
from nonholo.views.verdict.record import check_record
from nonholo.views.verdict.text import check_text
from nonholo.work import Work
from tests.test_cli import CHECK_KEYS

CASES = [
    path for path in find_cases([Path(__file__).parents[1] / "cases"]) if path.stem != "flat_switch"
]  # the values of sign decide nothing
TINY = "1e-30"


# sets with known answers ------------------------------------------------------------------------
def case_of(names, rows, **more):
    return build(Draft(names, constraints=rows, name="set", **more))


def form(terms) -> str:
    """A constraint from its coefficients by velocity."""
    return " + ".join(f"({' + '.join(some)})*{name}dot" for name, some in terms.items())


def mixed_differentials(n: int, k: int, off: int | None = None, extra: str = TINY) -> list[str]:
    """w_l = dG_l + (2 + x_b) dG_(l-1), G_j = x_2j + x_(2j+1) x_(2j+2); row `off` gets extra * x
    dx more.
    """
    G = [
        {
            f"x{2 * j}": "1",
            f"x{2 * j + 1}": f"x{(2 * j + 2) % n}",
            f"x{(2 * j + 2) % n}": f"x{2 * j + 1}",
        }
        for j in range(k)
    ]
    rows = []
    for l in range(k):
        terms: dict[str, list[str]] = {}
        for j, factor in ((l, "1"), (l - 1, f"(2 + x{(2 * l + 3) % n})"))[: 2 if l else 1]:
            for name, entry in G[j].items():
                terms.setdefault(name, []).append(f"{factor}*{entry}")
        if l == off:
            terms[f"x{2 * l + 1}"].append(f"{extra}*x{(2 * l + 7) % n}")
        rows.append(form(terms))
    return rows


def large_case(n: int, k: int, **more):
    return case_of([f"x{i}" for i in range(n)], mixed_differentials(n, k, **more))


def trailers(count: int):
    """A unicycle with trailers, each hitched to the one before at distance 1."""
    rows = []
    for i in range(count + 1):
        x = "".join(f" + sin(th{j})*th{j}dot" for j in range(1, i + 1))
        y = "".join(f" - cos(th{j})*th{j}dot" for j in range(1, i + 1))
        rows.append(f"sin(th{i})*(xdot{x}) - cos(th{i})*(ydot{y})")
    return case_of(["x", "y", *(f"th{i}" for i in range(count + 1))], rows)


def contact_pairs(count: int, integrable: int):
    """z' = y x' times `count`, the first `integrable` of them d(z - x y) instead."""
    rows = [
        f"z{i}dot - y{i}*x{i}dot" + (f" - x{i}*y{i}dot" if i < integrable else "")
        for i in range(count)
    ]
    return case_of([f"{a}{i}" for i in range(count) for a in "xyz"], rows)


def bounds(found) -> tuple[int, int]:
    return sum(part.relations[0] for part in found), sum(part.relations[1] for part in found)


def agree_with_symbols(rows: Pfaffian) -> None:
    """Rank, joint verdict, h and growth at random points are those of brackets and normal forms."""
    independent, _, _ = independent_rows(rows)
    found = judge_parts(rows)
    own = closure(distribution(independent))
    assert own.relations is not None and bounds(found)[0] <= own.relations <= bounds(found)[1]
    if not all(part.exact for part in found):
        return
    assert sum(part.rank for part in found) == independent.k
    assert bounds(found) == (own.relations, own.relations)
    assert all(
        part.proved[0] <= part.relations[0] and part.relations[1] <= part.proved[1]
        for part in found
    )
    assert all(part.joint.answer for part in found) == (own.relations == independent.k)
    if all(part.growth is not None for part in found):
        last = max(len(part.growth) for part in found)
        grown = [
            sum(part.growth[min(s, len(part.growth) - 1)] for part in found) for s in range(last)
        ]
        assert grown == [d - own.growth.vector[0] for d in own.growth.vector]


# two lanes, one answer --------------------------------------------------------------------------
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_lanes_agree_on_the_cases(path):
    case = read_case(path)
    rows = case.system.pfaffian
    if rows.k:
        agree_with_symbols(rows)


@given(sets())
def test_lanes_agree_on_random_sets(rows):
    agree_with_symbols(rows)


@given(wide_sets())
def test_lanes_agree_on_wide_sets(rows):
    agree_with_symbols(rows)


@given(integrable_sets())
def test_integrable_by_construction(rows):
    found = judge_parts(rows)
    assert all(part.joint.answer is not False for part in found)
    assert bounds(found)[1] == rows.k == sum(part.proved[1] for part in found)


@given(partly_integrable_sets())
def test_partly_integrable_by_construction(given_set):
    rows, h = given_set
    found = judge_parts(rows)
    assert bounds(found) == (h, h)
    assert sum(part.proved[1] for part in found) == h, "a rank at a point is a proof from above"
    assert sum(part.proved[0] for part in found) == 0, "and no proof from below"


# large sets -------------------------------------------------------------------------------------
def test_integrable_chain_is_holonomic_by_random_points():
    found = check(large_case(60, 30))
    assert type(found.detail) is Sampled
    assert (found.verdict, found.relations, found.joint.evidence) == (HOLONOMIC, 30, "randomised")
    assert not found.joint.proved
    assert "not a proof" in check_text(found)


@pytest.mark.parametrize(
    "extra",
    [
        TINY,
        "1e-300",
        "2305843009213693951",
        "(2305843009213693951*(2**61-1))",
        "618970019642690137449562111",
    ],
)
def test_one_coefficient_off_is_proved(extra):
    """Also multiples of 2^61 - 1 and of 2^89 - 1: the prime is random."""
    found = check(large_case(60, 30, off=12, extra=extra))
    assert (found.joint.answer, found.joint.evidence) == (False, "modular")
    assert found.bounds[1] < 30
    assert found.verdict in (PARTLY, NONHOLONOMIC, UNDECIDED)


def mixed_relations() -> list[str]:
    """On E: dG_12 = -1e-30 x29 dx25, and dG_l = c_l dG_12 for l > 12, c_l a product of functions of
    x_29, x_31, ...

    So h = 12.  Of the 18 others 17 have independent derivatives: c_13 x29 and x29 are functions of
    x29 alone."""
    rows = mixed_differentials(60, 30)
    rows[12] += f" + {TINY}*x29*x25dot"
    return rows


def test_h_where_rows_do_not_span_the_derived_system():
    found = check(case_of([f"x{i}" for i in range(60)], mixed_relations()))
    assert (found.verdict, found.relations, found.evidence.evidence) == (PARTLY, 12, "randomised")
    assert (found.proved, found.growth.vector) == ((1, 12), (30, 47, 48))
    record = check_record(found)
    assert (record["holonomic_relations"], record["holonomic_relations_proved"]) == (12, [1, 12])
    assert "proved: 1 <= h <= 12" in check_text(found)


def test_open_h_is_said_with_its_bounds(monkeypatch):
    """Without work for curves h stays open, and nothing is claimed of it."""
    monkeypatch.setattr("nonholo.geometry.sampled.corank.RATE", 1e-6)
    found = check(case_of([f"x{i}" for i in range(60)], mixed_relations()))
    record = check_record(found)
    assert (record["holonomic_relations"], record["jointly_integrable"]) == (None, False)
    lower, upper = record["holonomic_relations_bounds"]
    assert f"{lower} <= h <= {upper}" in check_text(found)
    assert (lower, upper) == (1, 13) == found.bounds


@pytest.mark.parametrize("count", [8, 12])
def test_trailers_are_completely_nonholonomic(count):
    """h = 0 is proved at one point; that each bracket adds one dimension only is not."""
    found = check(trailers(count))
    assert (found.verdict, found.relations, found.proved) == (NONHOLONOMIC, 0, (0, 0))
    assert (found.joint.evidence, found.evidence.evidence) == ("modular", "modular")
    assert (found.growth.vector, found.growth.evidence.proved) == (
        tuple(range(2, count + 4)),
        False,
    )
    assert "brackets of admissible fields span" in check_text(found)


def test_the_flag_of_trailers_loses_one_row_a_step():
    (part,) = judge_parts(trailers(10).system.pfaffian)
    assert derived_flag(part.samples[0], Work.of(10**12)).levels == tuple(range(11, 0, -1))


def test_parts_are_proved_one_by_one():
    found = check(contact_pairs(40, 10))
    assert type(found.detail) is Sampled
    assert (len(found.parts), found.verdict, found.relations) == (40, PARTLY, 10)
    assert found.evidence.proved and found.joint.proved
    assert found.growth.vector == (80, 110)
    assert [form.integrable for form in found.forms] == [True] * 10 + [False] * 30


def test_time_joins_no_parts():
    names = [f"{a}{i}" for i in range(20) for a in "xyz"]
    found = check(case_of(names, [f"z{i}dot - y{i}*x{i}dot - t*y{i}dot" for i in range(20)]))
    assert (len(found.parts), found.relations, found.full.space) == (20, 0, "tq")


def test_redundant_rows_are_found_and_contradictions_refused():
    rows = [f"x{i}dot + x{i + 1}dot*x{i}" for i in range(40)]
    names = [f"x{i}" for i in range(41)]
    found = check(case_of(names, [*rows, f"2*({rows[3]}) + x7*({rows[5]})"]))
    assert (found.independent, found.redundant) == (40, ((40, (3, 5)),))
    with pytest.raises(ContradictoryConstraints):
        check(case_of(names, [*rows, f"2*({rows[3]}) + 1"]))


def test_given_numbers_decide():
    names = [f"{a}{i}" for i in range(20) for a in "xyz"]
    rows = [f"z{i}dot - y{i}*x{i}dot - c*x{i}*y{i}dot" for i in range(20)]
    assert check(case_of(names, rows, parameters={"c": None})).verdict == NONHOLONOMIC
    found = check(case_of(names, rows, parameters={"c": 1}))
    assert (found.verdict, found.generic) == (HOLONOMIC, (0, 0))
    assert "for generic parameters h = 0" in check_text(found)


def test_functions_without_images_leave_it_open():
    rows = mixed_differentials(60, 30)
    rows[0] += " + acos(2 + x0)*x59dot"
    found = check(case_of([f"x{i}" for i in range(60)], rows))
    assert (found.verdict, found.joint.answer) == (UNDECIDED, None)


# output -----------------------------------------------------------------------------------------
def test_text_is_cut_and_full_gives_all():
    found = check(contact_pairs(50, 0))
    assert "and 40 more" in check_text(found)
    assert len(check_text(found, full=True)) > 2 * len(check_text(found))


def test_record_has_the_keys_of_the_contract():
    small = check_record(check(read_case(CASES[0])))
    found = check(contact_pairs(30, 3))
    large = json.loads(json.dumps(check_record(found, certified(found))))
    assert set(large) & set(small) >= CHECK_KEYS
    assert large["degree_of_nonholonomy"] == 2 and large["growth_vector_evidence"]["answer"]
    refuted = large["individual"][-1]
    assert refuted["triples"] == [{"indices": ["x29", "y29", "z29"], "value": "1"}]
    assert refuted["triples_vanishing_by_structure"] == 91 * 90 * 89 // 6 - 1
    assert verify(large["certificate"]).status == "accepted"


def test_command_line_takes_large_files(tmp_path, capsys):
    path = tmp_path / "large.toml"
    rows = mixed_differentials(60, 30)
    path.write_text(
        f"coordinates = {json.dumps([f'x{i}' for i in range(60)])}\nconstraints = "
        f"{json.dumps(rows)}\n"
    )
    assert main(["check", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "holonomic"
    assert main(["report", str(path), "-o", str(tmp_path / "page.html")]) == 3
    assert "too many" in capsys.readouterr().err


def test_what_is_not_built_says_so():
    found = check(contact_pairs(30, 3))
    for name in ("distribution", "curvature", "displacements"):
        assert getattr(found, name) is None and "at random points" in found.lacks(name)
        with pytest.raises(OutOfReach, match="too many"):
            found.require(name, "a question about it")
    with pytest.raises(OutOfReach):
        nh.analyze(contact_pairs(30, 3))


# pieces -----------------------------------------------------------------------------------------
def test_dense_and_sparse_elimination_agree(monkeypatch):
    rows = [{1: 1, 2: 5, 4: 7}, {2: 3, 3: 1}, {1: 2, 2: 13, 3: 1, 4: 14}, {0: 1, 4: 2, 5: 9}]
    ranks, kernels = [], []
    for threshold in (0, 10**9):
        monkeypatch.setattr("nonholo.geometry.sampled.elimination.DENSE", threshold)
        solver = eliminate(rows, 5, 1009)
        ranks.append((solver.rank, len(solver.idle)))
        kernels.append(solver.solve({j: 3 + j for j in range(6) if j not in solver.bound}))
    assert ranks == [(3, 1), (3, 1)]
    for x in kernels:
        assert all(sum(v * x[j] for j, v in row.items()) % 1009 == 0 for row in rows)


def test_linear_parts_read_off_or_refuse():
    case = case_of(["x", "y"], ["x*(xdot + 2*y*ydot) + 3*xdot - y"])
    chart, graph = case.system.chart, case.system.chart.graph
    (x, y), v = chart.q, chart.v
    whole = x * (v[0] + 2 * y * v[1]) + 3 * v[0] - y
    columns, rest = linear_parts(graph, whole, v)
    assert columns == {v[0]: x + 3, v[1]: 2 * x * y}
    assert rest is -y
    assert linear_parts(graph, v[0] ** 2 + x, v) is None


def test_sparse_rows_read_like_tuples():
    graph = case_of(["x"], ["xdot"]).system.chart.graph
    row = row_of({3: graph.one, 70: graph.zero}, 100, graph.zero)
    assert isinstance(row, SparseRow) and list(row.entries) == [3]
    assert (len(row), row[3], row[-97], row[70]) == (100, graph.one, graph.one, graph.zero)
    assert dot(graph, row, [graph.one] * 100) is graph.one


def test_error_bound_grows_with_the_set():
    def exponent(rows):
        return int(error_bound(rows).removeprefix("1e-"))

    small, large = (parts(large_case(n, n // 2).system.pfaffian)[0][1] for n in (20, 200))
    assert exponent(small) > exponent(large) >= 30
    assert PRIMES < 2**88 / 60 / 1152


@pytest.mark.slow
@pytest.mark.parametrize("off", [None, 500])
def test_two_thousand_coordinates(off):
    found = check(large_case(2000, 1000, off=off))
    assert found.independent == 1000
    assert found.joint.answer is (off is None)
    assert found.joint.proved is (off is not None)
    assert len(check_text(found)) < 10_000
    assert (found.verdict, found.relations) == ((HOLONOMIC, 1000) if off is None else (PARTLY, 500))


@pytest.mark.slow
def test_two_hundred_trailers():
    found = check(trailers(200), units=60_000_000)
    assert (found.verdict, found.joint.proved) == (NONHOLONOMIC, True)


def test_a_point_proves_what_normal_forms_do_not_reach():
    """The zero in the coefficient of dw is out of reach (multiples of an angle above 40); that h
    = 0 needs no zero.
    """
    case = nh.constraints(
        "dz = y dx + (sin(41*x) - 2*sin(20.5*x)*cos(20.5*x))*w dw", also=["w", "y"]
    )
    found = check(case)
    assert found.verdict == NONHOLONOMIC
    assert found.closure.growth.evidence.proved


# which configurations can be reached -------------------------------------------------------------
def folding(count: int, row: str = "", also: str = ""):
    """`trailers` with one row more."""
    known = trailers(count)
    names = [*known.system.chart.names, *also.split()]
    return case_of(names, [*known.system.pfaffian.labels, *([row] if row else [])])


@pytest.mark.parametrize("count", [6, 10])
def test_long_chains_of_trailers_reach_every_configuration(count):
    told = check(trailers(count))
    assert isinstance(told.detail, Sampled)
    assert (told.accessible, check_record(told)["accessible"]) == (True, True)
    assert "every configuration from every other (Chow" in " ".join(check_text(told).split())


@pytest.mark.parametrize(
    ("row", "also", "answer"),
    [
        ("z' = p*x'", "z p", True),
        ("z' = p**2*x'", "z p", None),  # at p = 0 longer brackets are needed
        ("p*(z' - w*x') = 0", "z p w", None),  # the rank drops, and z = 0 is free there
        ("z' = z*p*x'", "z p", None),  # z = 0 can be neither entered nor left
        ("z' = x'", "z", None),  # z - x is kept
        ("z' = p*x' + 1", "z p", None),  # a drift
        ("z' = abs(p)*x'", "z p", None),
        ("z' = (p + 1/p)*x'", "z p", None),  # p = 0 parts the configurations
        ("p*z' = p*w*x'", "z p w", None),
    ],
)
def test_a_large_set_is_told_to_reach_everything_only_where_it_spans_everywhere(row, also, answer):
    assert check(folding(6, row, also)).accessible is answer


def test_rows_that_follow_with_poles_do_not_hide_what_others_demand():
    """Of x w and y w neither follows from the other where x = y = 0, and there none demands w."""
    known = trailers(6)
    rows = [*known.system.pfaffian.labels, "p*(z' - w*x') = 0", "v*(z' - w*x') = 0"]
    assert check(case_of([*known.system.chart.names, *"zpwv"], rows)).accessible is None
    sure = [*known.system.pfaffian.labels, "z' - w*x' = 0", "v*(z' - w*x') = 0"]
    assert check(case_of([*known.system.chart.names, *"zwv"], sure)).accessible is True


@pytest.mark.parametrize("count", [21, 25])
def test_parts_that_reach_everything_reach_it_together(count):
    assert check(contact_pairs(count, 0)).accessible is True
    assert check(contact_pairs(count, 1)).accessible is None


@pytest.mark.parametrize(
    ("factor", "answer"), [("1/v", None), ("sqrt(v^2 - 1)", None), ("1/(v^2 + 1)", True)]
)
def test_where_a_redundant_row_of_a_large_set_has_no_value_there_is_no_configuration(
    factor, answer
):
    known = trailers(6)
    rows = [*known.system.pfaffian.labels, "z' = w*x'", f"(z' - w*x')*{factor} = 0"]
    found = check(case_of([*known.system.chart.names, *"zwv"], rows))
    assert isinstance(found.detail, Sampled)
    assert found.accessible is answer
