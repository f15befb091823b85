"""The findings about one case fit together: rows alone, all together, and the space they are
told in.
"""

import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.decide.zero import Decision
from nonholo.errors import BadCase, ContradictoryConstraints
from nonholo.findings import joint as judged
from nonholo.geometry.flag.flag import Closure, Growth
from nonholo.readers.build import build
from nonholo.readers.case_file import parse_case
from nonholo.readers.draft import Draft


def test_rows_alone_are_judged_at_the_given_numbers():
    """a = b makes the first row exact, whatever the verdict of both."""
    rows = ["dz = a*y dw + b*w dy", "du = v dw"]

    def judged(a, b):
        draft = Draft(
            ["y", "z", "u", "v", "w"],
            constraints=rows,
            parameters={"a": a, "b": b},
            name="two rows",
        )
        return nh.check(build(draft))

    generic, own = judged(None, None), judged(1, 1)
    assert [f.integrable for f in generic.forms] == [False, False]
    assert [f.integrable for f in own.forms] == [True, False]
    assert own.forms[0].exact


def test_the_growth_vector_is_told_in_the_space_of_the_constraints_as_written():
    """A redundant row with t: the set contains t, so d/dt belongs to the distribution and adds
    1.
    """
    plain = nh.check(nh.constraints("dz = y dx", also=["y"]))
    timed = nh.check(nh.constraints("dz = y dx", "t*dz = t*y dx", also=["y"]))
    assert (plain.growth.space, plain.growth.vector) == ("q", (2, 3))
    assert (timed.growth.space, timed.growth.vector) == ("tq", (3, 4))


def test_leaves_meet_where_a_coefficient_jumps():
    """dz = sign(y) dx: z - x sign(y) changes on the way through y = 0, so no leaf holds the
    motion.
    """
    found = nh.check(nh.constraints("dz = sign(y) dx", also=["y"]))
    assert found.accessible is None
    assert "jump" in found.accessibility.by


WORN = [  # sets whose expressions change their form on the way: (constraints, coordinates, h)
    (
        [
            "(x*exp(p) - 3)*cos(x + a*u**3)*p' - (x*exp(p) - 3)*sin(x + a*u**3)*u' + (x*exp(p) - "
            "3)*u*(cos(q + z**2)*u**2*p'"
            " + cos(q + z**2)*2*u*p*u' + cos(q + z**2)*y' - sin(q + z**2)*z') = 0",
            "cos(q + z**2)*u**2*p' + cos(q + z**2)*2*u*p*u' + cos(q + z**2)*y' - sin(q + z**2)*z' "
            "= 0",
        ],
        "puxyzq",
        0,
    ),
    (
        [
            "(3 - cos(t))*p' + (3 - cos(t))*f*p*f' + (3 - cos(t))*f*p*a*2*x*x' = 0",
            "(2 + p*t)*(sin(q + t) + 1)*p' + ((2 + p*t)*a*x + (2 + p*t)*(2 - cos(x)))*f'"
            " + ((2 + p*t)*(1 + a*f) + (2 + p*t)*(2 - cos(x))*a*2*x)*x' + (2 + p*t)*t = 0",
            "((2 + f**2) + (2 + f**2)*(exp(t) - 1)*a*x)*f' + ((2 + f**2)*a*2*x + (2 + "
            "f**2)*(exp(t) - 1)*(1 + a*f))*x'"
            " + (2 + f**2)*(exp(t) - 1)*t = 0",
        ],
        "pfxq",
        3,
    ),
    (
        [
            "(cos(r + 1 - cos(t)) - sin(r + 1 - cos(t))*p**2)*q' - sin(r + 1 - cos(t))*(1 + "
            "2*p*q)*p'"
            " + cos(r + 1 - cos(t))*2*t = 0"
        ],
        "pqr",
        0,
    ),
]


@pytest.mark.parametrize(("constraints", "coordinates", "relations"), WORN)
def test_sets_whose_expressions_change_their_form(constraints, coordinates, relations):
    assert nh.check(nh.constraints(*constraints, also=[*coordinates])).relations == relations


def test_directions_that_a_point_proves_to_be_spanned_need_no_brackets_in_symbols(monkeypatch):
    """Where brackets are out of reach the verdict is that of a point, with the split and its
    tables.
    """
    out_of_time = Closure(
        Growth((2,), "q", False, Decision(None, reason="the limit of work")), None
    )
    monkeypatch.setattr(judged, "closure", lambda d, seconds: out_of_time)
    found = nh.check("cases/two_trailers.toml")
    assert (found.verdict, found.relations, found.growth.vector) == (
        "nonholonomic",
        0,
        (2, 3, 4, 5),
    )
    assert not found.integrals.together


THIRDS = ("0", "2*pi/3", "4*pi/3")


def test_three_omnidirectional_wheels():
    """A kiwi drive: R sum(f_i) - 3 l theta is kept, and cos(pi/6) is a number that vanishes
    nowhere.
    """
    wheels = [
        f"R f{i}' = -sin(th + {a})*x' + cos(th + {a})*y' + l*th'" for i, a in enumerate(THIRDS)
    ]
    found = nh.check(
        build(
            Draft(
                ["x", "y", "th", "f0", "f1", "f2"],
                constraints=wheels,
                name="kiwi",
                parameters={"R": None, "l": None},
            )
        )
    )
    assert (found.verdict, found.relations, found.growth.vector) == ("partly holonomic", 1, (3, 5))
    assert (found.survey.strata.singular, found.survey.strata.complete, found.accessible) == (
        (),
        True,
        False,
    )


def skates(count):
    names = [f"{q}{i}" for i in range(count) for q in ("x", "y", "h")]
    rows = [f"x{i}' sin(h{i}) = y{i}' cos(h{i})" for i in range(count)]
    return build(Draft(names, constraints=rows, name="skates"))


def test_what_falls_apart_is_accessible_if_its_parts_are():
    found = nh.check(skates(4))
    assert (found.growth.vector, found.accessible) == ((8, 12), True)
    assert (found.survey.strata.singular, found.survey.strata.complete, found.singular) == (
        (),
        True,
        (),
    )


def test_one_singular_part_is_not_overlooked():
    """Martinet beside a skate: y = 0 is singular, so the whole set is no regular one."""
    rows = ["x' sin(h) = y' cos(h)", "dc = b^2 da"]
    found = nh.check(build(Draft(["x", "y", "h", "a", "b", "c"], constraints=rows, name="two")))
    assert found.survey.strata.singular != ()


def test_a_long_chain_written_in_solved_form_is_told_in_full():
    """dz_i = z_(i-1) dz_1 in twelve coordinates: ten rows, growth (2, 3, ..., 12) at every
    point.
    """
    names = [f"z{i}" for i in range(1, 13)]
    rows = [f"dz{i} = z{i - 1} dz1" for i in range(3, 13)]
    found = nh.check(build(Draft(names, constraints=rows, name="chain")))
    assert (found.growth.vector, found.growth.evidence.proved) == (tuple(range(2, 13)), True)
    assert (found.survey.strata.singular, found.singular, found.accessible) == ((), (), True)
    assert len(found.displacements.virtual) == 2


def test_published_facts_of_a_large_set_are_judged_as_far_as_it_goes(tmp_path, capsys):
    path = tmp_path / "pairs.toml"
    names = [f"{q}{i}" for i in range(40) for q in "xyz"]
    rows = [
        f"dz{i} = y{i} dx{i} + z{i - 1}*z{i} dz{i - 1}" if i else "dz0 = y0 dx0" for i in range(40)
    ]
    path.write_text(
        f"coordinates = {names}\nconstraints = {rows}\n[expected]\nholonomic = false\naccessible = "
        f"true\n"
        "rank_generic = 40\n"
    )
    assert main(["check", str(path), "--expected"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "2 hold, 0 fail, 1 not checked" in told
    assert "try --at x=0,... for those at one point" in told


HOLONOMIC_PAIR = 'coordinates = ["x", "y"]\nholonomic_constraints = [%s]\nparameters = { a = 1.5 }'


@pytest.mark.parametrize(
    "pair", ['"x - 1", "x - 2"', '"1"', '"x*y", "2*x*y = 1/3"', '"x + a", "2*x = 5 - 2*a"']
)
def test_levels_without_a_common_point_are_contradictory(pair):
    with pytest.raises(ContradictoryConstraints, match=r"no configuration .* satisfies"):
        nh.check(parse_case(HOLONOMIC_PAIR % pair))


def test_a_level_given_twice_is_redundant():
    found = nh.check(parse_case(HOLONOMIC_PAIR % '"x*y = a", "3*a = 3*x*y"'))
    assert (found.relations, len(found.redundant)) == (1, 1)


def test_a_holonomic_constraint_may_be_an_equation():
    pair = [
        nh.check(parse_case(HOLONOMIC_PAIR % f'"{text}"'))
        for text in ("x**2 + y**2 - a", "x^2 + y^2 = a")
    ]
    assert len({str(found.case.system.holonomic[0]) for found in pair}) == 1
    assert pair[1].full.labels == ("x^2 + y^2 = a",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            'coordinates = ["x"]\nconstraints = ["x\'"]\nparameters = { m = { value = -1, positive = true } }',
            "parameters.m: declared positive, but its value is -1",
        ),
        (
            'coordinates = ["x"]\nconstraints = ["x\'"]\nparameters = { m = ' + "9" * 5000 + " }",
            "thousands of digits",
        ),
    ],
)
def test_numbers_that_cannot_be(text, words):
    with pytest.raises(BadCase) as caught:
        parse_case(text)
    assert words in str(caught.value)


def test_a_mark_of_byte_order_is_no_text(tmp_path):
    path = tmp_path / "windows.toml"
    path.write_text('coordinates = ["x", "y"]\nconstraints = ["dy = x dx"]\n', encoding="utf-8-sig")
    assert nh.check(path).verdict == "holonomic"


def test_a_complaint_is_made_once():
    with pytest.raises(BadCase) as caught:
        parse_case('coordinates = ["x y"]\nconstraints = ["x\'"]')
    assert str(caught.value).count("is no name") == 1
