"""Forged certificates, each refused by one demand of the verifier; and true ones, which must go on
being accepted.

`forgeries()` lists (what the verifier says, a certificate).  tests/mutate_verifier.py deletes the
demands one by one."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from functools import cache
from itertools import count, pairwise
from math import factorial
from typing import Any

from sympy import isprime, primefactors

from nonholo.dossier.certificate import certificate
from nonholo.evidence.problem import digest
from nonholo.findings.check import check
from nonholo.readers.build import build
from nonholo.readers.draft import Draft
from nonholo.readers.functions import declared_functions

POINT = {"symbols": {}, "angles": {}, "exponents": {}}
HUGE = "9" * 501


@cache
def _made(
    *texts: str,
    coordinates: str = "",
    levels: tuple = (),
    inequalities: tuple = (),
    functions: tuple = (),
    **parameters,
) -> str:
    names = coordinates.split() or list("xyz")
    draft = Draft(
        names,
        parameters,
        constraints=texts,
        holonomic=levels,
        inequalities=inequalities,
        functions=declared_functions(functions),
    )
    return json.dumps(certificate(check(build(draft))))


def made(*texts: str, **more) -> dict[str, Any]:
    """A true certificate."""
    found = json.loads(_made(*texts, **more))
    assert not any("reason" in c for c in found.get("claims", ())), found["claims"]
    return found


def put(tree, *steps):
    """A copy with (path, value) put in, and the hash made anew; a value of ... deletes."""
    tree = copy.deepcopy(tree)
    for path, value in steps:
        inner = tree
        *before, last = path
        for key in before:
            inner = inner[key]
        if value is ...:
            del inner[last]
        else:
            inner[last] = value
    if "problem" in tree:
        tree["sha256"] = digest(tree["problem"])
    return tree


def claim(tree, name: str) -> int:
    """The place of the first claim of a name."""
    return next(i for i, c in enumerate(tree["claims"]) if c["claim"] == name)


def of(tree, name: str, **values):
    """A copy with other values in the first claim of a name."""
    i = claim(tree, name)
    return put(tree, *((("claims", i, key), value) for key, value in values.items()))


def without(tree, name: str):
    return put(tree, (("claims", claim(tree, name)), ...))


def twice(tree, name: str):
    i = claim(tree, name)
    return put(
        tree, (("claims",), [*tree["claims"][: i + 1], tree["claims"][i], *tree["claims"][i + 1 :]])
    )


def row(tree, text: str, number: int = 0):
    """Another constraint."""
    return put(tree, (("problem", "constraints", number), text))


def added(tree, **content):
    """One claim more."""
    return put(tree, (("claims",), [*tree["claims"], content]))


def before_rank(tree, **content):
    return put(tree, (("claims",), [content, *tree["claims"]]))


# true certificates --------------------------------------------------------------------------------
def contact():
    return made("zdot - y*xdot")


def exact_row():
    return made("zdot - x*xdot", coordinates="x z")


def partly():
    """Two relations of three rows, with annihilators and a bracket left out."""
    return made(
        "zdot - y*xdot", "wdot - y*z*xdot - u*ydot", "sdot - x*xdot", coordinates="x y z w u s"
    )


def engel():
    return made("ydot - z*xdot", "zdot - w*xdot", coordinates="x y z w")


def redundant():
    return made("zdot - y*xdot", "2*zdot - 2*y*xdot")


def timed():
    return made("zdot - y*xdot - exp(t)")


def sphere():
    return made("zdot - y*xdot", coordinates="x y w z", levels=("x**2 + y**2 + w**2 - 1",))


def solved():
    return made("zdot - w*xdot", coordinates="x y w z", levels=("w - x*y",))


def solved_twice():
    return made("zdot - w*xdot", coordinates="x y w v z", levels=("w + v - x*y", "w - v - y"))


def circle():
    return made(coordinates="x y", levels=("x**2 + y**2 - 1", "2*x**2 + 2*y**2 - 2"))


def circle_with_a_letter():
    return made(coordinates="x y", levels=("x**2 + y**2 - R", "2*x**2 + 2*y**2 - 2*R"), R=None)


def solved_timed():
    return made("zdot - y*wdot", coordinates="x y w z", levels=("w - x*t",))


def signed():
    """The area under abs(x), where x > 0."""
    tree = made("zdot - x*xdot", coordinates="x z")
    return put(
        tree,
        (("problem", "constraints"), ["zdot - abs(x)*xdot + 0*sign(x)*xdot"]),
        (("point", "symbols"), {"x": "2"}),
        (
            ("claims", claim(tree, "potential")),
            {"claim": "potential", "row": 0, "factor": "1", "potential": "z - x*abs(x)/2"},
        ),
    )


def half():
    """A root as a power."""
    return row(roots(), "zdot - x**(1/2)*y*xdot")


def curve():
    """On a curve of three coordinates and z every row is integrable."""
    return made(
        "zdot - (x + 2*y)*wdot",
        coordinates="x y w z",
        levels=("x**2 + y**2 - 1", "x**2 + w**2 - 1"),
    )


def surface():
    """Integrable on the sphere only."""
    return made(
        "x*ydot - y*xdot + w*(x*xdot + y*ydot + w*wdot)",
        coordinates="x y w",
        levels=("x**2 + y**2 + w**2 - 1",),
    )


def restricted():
    """The row is dx on the circle x^2 + z^2 = 1."""
    tree = made("xdot", coordinates="x y z w", levels=("x**2 + z**2 - 1",))
    more = {
        "claim": "restricted row",
        "row": 1,
        "components": {"x": "1"},
        "cofactors": {"0": {"w": "-y"}},
    }
    tree["point"]["symbols"] |= {"y": "2", "w": "3"}
    return before_rank(row(tree, "xdot - (x**2 + z**2 - 1)*y*wdot"), **more)


def angle():
    return made("xdot*sin(theta) - ydot*cos(theta)", coordinates="x y theta")


def waves():
    return made("zdot - exp(x)*sin(2*theta)*thetadot", coordinates="x theta z")


def roots():
    return made("zdot - sqrt(x)*y*xdot")


def logs():
    return made("zdot - log(x)*y*xdot")


def signs():
    return made("zdot - abs(x)*y*xdot")


def turns():
    return made("zdot - sin(pi/5)*y*xdot + pi*ydot")


def bounded():
    return made("zdot - y*xdot", inequalities=("x > 1", "y >= x"))


def letters():
    return made("zdot - a*y*xdot", a="3/2")


def level_with_an_angle():
    return made("zdot - y*xdot", coordinates="x y z theta", levels=("x**2 + sin(theta) - 1",))


def level_with_an_exponential():
    return made("zdot - y*xdot", coordinates="x y z u", levels=("x + exp(u) - 2",))


@cache
def _trailers() -> str:
    from tests.test_scale import trailers

    return json.dumps(certificate(check(trailers(6))))


def large():
    return json.loads(_trailers())


@cache
def _mixed() -> str:
    from tests.test_large_certificates import pairs_mixed

    return json.dumps(certificate(check(pairs_mixed(6, 2))))


def in_parts():
    return json.loads(_mixed())


def small_large():
    """The contact form with the claims of a large set."""
    tree = contact()
    claims = [
        {"claim": "rank", "rows": [0], "columns": ["z"]},
        {
            "claim": "not jointly integrable",
            "row": 0,
            "X": {"x": "1"},
            "Y": {"y": "1"},
            "value": "1",
        },
    ]
    return {**tree, "certificate": 2, "growth_vector": [], "point": POINT, "claims": claims}


def two_parts():
    """Two contact forms side by side."""
    part = {
        "certificate": 2,
        "verdict": "nonholonomic",
        "holonomic_relations": 0,
        "independent_constraints": 1,
        "growth_vector": [],
        "space": "q",
        "point": POINT,
    }
    parts = []
    for l, (x, y, z) in enumerate(("xyz", "uvw")):
        claims = [
            {"claim": "rank", "rows": [l], "columns": [z]},
            {
                "claim": "not jointly integrable",
                "row": l,
                "X": {x: "1"},
                "Y": {y: "1"},
                "value": "1",
            },
        ]
        parts.append({**part, "rows": [l], "claims": claims})
    problem = {
        **contact()["problem"],
        "coordinates": list("xyzuvw"),
        "constraints": ["zdot - y*xdot", "wdot - v*udot"],
    }
    return {
        **{k: v for k, v in part.items() if k != "point"},
        "problem": problem,
        "sha256": digest(problem),
        "independent_constraints": 2,
        "parts": parts,
    }


def parts_on_levels():
    """Two circles whose radius is one letter."""
    tree = two_parts()
    tree["problem"] |= {
        "coordinates": list("xyuv"),
        "constraints": [],
        "parameters": {"R": None},
        "holonomic_constraints": ["x**2 + y**2 - R", "u**2 + v**2 - R"],
    }
    for l, (x, y) in enumerate(("xy", "uv")):
        tree["parts"][l] |= {
            "verdict": "holonomic",
            "holonomic_relations": 1,
            "claims": [
                {"claim": "rank", "rows": [l], "columns": [x]},
                {"claim": "potential", "row": l, "factor": "1", "potential": f"{x}**2 + {y}**2"},
            ],
            "point": {**POINT, "symbols": {x: "1", y: "0", "R": "1"}},
        }
    return put({**tree, "verdict": "holonomic", "holonomic_relations": 2})


TRUE = (
    contact,
    exact_row,
    partly,
    engel,
    redundant,
    timed,
    sphere,
    solved,
    solved_twice,
    circle,
    circle_with_a_letter,
    curve,
    surface,
    restricted,
    solved_timed,
    signed,
    half,
    angle,
    waves,
    roots,
    logs,
    signs,
    turns,
    bounded,
    letters,
    level_with_an_angle,
    level_with_an_exponential,
    large,
    in_parts,
    small_large,
    two_parts,
    parts_on_levels,
)


# true ones that some line of the verifier needs
# ----------------------------------------------------
ALONG = 10**18 + 9  # the prime of rule 23 for texts without fractions of pi
TWENTY = 10**18 + 201  # and that for a turn of order 20


def along_x(g: str, series: tuple, p: int = ALONG, **point):
    """dz - g(x) y dx as a large set: y varied along the x axis gives q = -g, once more -g'.

    series: the coefficients of g in powers of the way along the axis from the point.
    """
    tree = row(small_large(), f"zdot - ({g})*y*xdot")
    modulo = [-Fraction(c).numerator * pow(Fraction(c).denominator, -1, p) % p for c in series]
    tail = {"z": " ".join(map(str, modulo))}
    claims = [
        tree["claims"][0],
        {
            "claim": "reached",
            "curve": {"x": "1", "y": " ".join("0" * len(series))},
            "pivots": [[1, 0]],
            "variations": [{"after": -1, "z": {"y": "1"}}, {"after": 0, "z": tail}],
        },
    ]
    return put(tree, (("claims",), claims), (("point",), {**POINT, **point}))


def along_a_root():
    return along_x(
        "sqrt(1 + x)*sqrt(4 + z)/2",
        (1, "1/2", "-1/8", "1/16", "-5/128"),
        symbols={"x": "0", "z": "0"},
    )


def along_far():
    """Twenty terms of sqrt(1 + x) exp(x)/(1 - x)."""
    root, wave = [Fraction(1)], [Fraction(1)]
    for k in range(1, 20):
        root.append(root[-1] * (Fraction(3, 2) - k) / k)
        wave.append(wave[-1] / k)
    both = [sum(root[j] * wave[k - j] for j in range(k + 1)) for k in range(20)]
    return along_x(
        "sqrt(1 + x)*exp(x)/(1 - x)",
        tuple(sum(both[: k + 1]) for k in range(20)),
        symbols={"x": "0"},
        exponents={"x": "1"},
    )


def along_a_root_below():
    return along_x("1/sqrt(1 + x)", (1, "-1/2", "3/8", "-5/16", "35/128"), symbols={"x": "0"})


def along_a_logarithm():
    return along_x(
        "log(1 + x)", (0, 1, "-1/2", "1/3", "-1/4"), symbols={"x": "0"}, logarithms={"1 + x": "0"}
    )


def along_a_quotient():
    return along_x("4/(2 - x)", (2, 1, "1/2", "1/4", "1/8"))


def along_two_factors():
    return along_x("(3 + x)/(2 - x)", ("3/2", "5/4", "5/8", "5/16", "5/32"))


def along_a_wave():
    return along_x("exp(-x)", (1, -1, "1/2", "-1/6", "1/24"), exponents={"x": "1"})


def along_an_angle():
    return along_x("sin(x) + 0*sin(pi/5)", (0, 1, 0, "-1/6", 0), p=TWENTY, angles={"x": ["1", "0"]})


def turned_modulo(order: int = 20):
    """The image of cos(2 pi/order): by a power of 7, or of the next number whose power has this
    order.
    """
    p = next(p for p in count(10**18 // order * order + order + 1, order) if isprime(p))
    powers = (pow(a, p // order, p) for a in count(7))
    z = next(z for z in powers if all(pow(z, order // q, p) != 1 for q in primefactors(order)))
    value = (z + pow(z, -1, p)) * pow(2, -1, p) % p
    return of(
        row(small_large(), f"zdot - cos(pi/{order // 2})*y*xdot"),
        "not jointly integrable",
        value=str(value),
    )


def turned_where_six_would_do():
    return turned_modulo(32)


def turned_where_seven_does_not_do():
    return turned_modulo(28)


def bounded_and_holonomic():
    return made("zdot - x*xdot", coordinates="x z", inequalities=("x > 1",))


def without_rows():
    return made(coordinates="x y")


def inequalities_alone():
    return made(coordinates="x y", inequalities=("x > 1",))


def logarithm_of_one():
    return put(
        contact(),
        (("problem", "inequalities"), ["log(x) > -5"]),
        (("point",), {**POINT, "symbols": {"x": "1", "y": "0"}, "logarithms": {"x": "0"}}),
    )


def solved_differentials():
    """The differential of a solved coordinate has a part in dt."""
    return row(solved_timed(), "dz - y*dw")


def turn_below():
    return made("zdot - y*xdot/(1 + sin(pi/5))")


def solved_by_zero():
    return made("zdot - y*xdot", coordinates="x y z w v", levels=("w - v", "v"))


def many_angles():
    """An angle 1,000 times of which stands in the row."""
    return put(
        made("zdot - y*xdot - sin(1000*theta)*thetadot", coordinates="x y z theta"),
        (("point", "angles"), {"theta": ["1", "0"]}),
    )


def root_of_a_letter(text: str = "sqrt(b)", point=(("symbols", "b"), "4")):
    """z' = a y x' with a = sqrt(b), b any letter; here b = 4."""
    tree = made("zdot - 2*y*xdot")
    tree = of(
        row(tree, "zdot - a*y*xdot"), "admissible", fields=[{"x": "1", "z": "a*y"}, {"y": "1"}]
    )
    place, value = point
    return put(
        tree, (("problem", "parameters"), {"a": text, "b": None}), (("point", *place), value)
    )


def root_above_what_is_negative():
    """sqrt(x/(1 + y)) is 1 where x = 1 + y = -1/2."""
    tree = made("zdot - w*xdot", coordinates="x y z w")
    text = "sqrt(x/(1 + y))*w"
    fields = [{"x": "1", "z": text}, {"y": "1"}, {"w": "1"}]
    tree = of(row(tree, f"zdot - {text}*xdot"), "admissible", fields=fields)
    return put(tree, (("point", "symbols"), {"x": "-1/2", "y": "-3/2", "w": "0"}))


def twisted():
    """Vectors with both terms of x_i y_j - x_j y_i; of each series only its first coefficient is
    taken.
    """
    return of(
        small_large(),
        "not jointly integrable",
        X={"x": "1", "y": "2 7"},
        Y={"x": "3", "y": "4"},
        value=str(ALONG - 2),
    )


def finely_twisted():
    """With a turn of order 44, and the prime that belongs to it."""
    return row(
        of(twisted(), "not jointly integrable", value=str(10**18 + 913 - 2)),
        "zdot - y*xdot - 0*sin(pi/22)*ydot",
    )


def half_twisted():
    return of(small_large(), "not jointly integrable", X={"x": "1"}, Y={"x": "1", "y": "1"})


def twisted_back():
    return of(
        small_large(),
        "not jointly integrable",
        X={"x": "1", "y": "1"},
        Y={"x": "1"},
        value=str(ALONG - 1),
    )


def slope_of_a_root():
    return made("zdot - sqrt(1 + x)*ydot")


def slope_of_a_logarithm():
    return made("zdot - log(1 + x)*ydot")


def large_and_integrable():
    tree = row(small_large(), "(y + 1)*(xdot + ydot + zdot)")
    claims = [tree["claims"][0], {"claim": "integrable alone", "row": 0}]
    return {**put(tree, (("claims",), claims)), "verdict": "holonomic", "holonomic_relations": 1}


def higher_surface():
    """Integrable on a sphere in four coordinates only."""
    return made(
        "x*ydot - y*xdot + w*(x*xdot + y*ydot + w*wdot + u*udot)",
        coordinates="x y w u",
        levels=("x**2 + y**2 + w**2 + u**2 - 1",),
    )


def standing_curve():
    """A curve that stays at a point where the row has a value."""
    tree = row(small_large(), "zdot - 2*(y - 1)/(x + y)*xdot")
    tree = put(tree, (("point",), {**POINT, "symbols": {"x": "1", "y": "1"}}))
    return added(tree, claim="reached", curve={}, variations=[], pivots=[])


def many_turns():
    """A multiple of an angle just below the limit."""
    tree = row(small_large(), "zdot - y*xdot - sin(999999*x)*xdot + 0*sin(x)*xdot")
    return put(tree, (("point",), {**POINT, "angles": {"x": ["1", "0"]}}))


def constant_rows(*forms: str, columns: str):
    """Rows with constant coefficients; eliminated in this order they have pivots in the columns."""
    alone = [{"claim": "integrable alone", "row": l} for l in range(len(forms))]
    rank = {"claim": "rank", "rows": [*range(len(forms))], "columns": columns.split()}
    count = {"independent_constraints": len(forms), "holonomic_relations": len(forms)}
    return put(
        {**small_large(), **count, "verdict": "holonomic"},
        (("problem", "constraints"), [*forms]),
        (
            ("problem", "coordinates"),
            sorted({word[1:] for form in forms for word in form.split() if word[0] == "d"}),
        ),
        (("claims",), [rank, *alone]),
    )


def no_multiple_taken_away():
    """The second row has nothing in the column of the first pivot: it stays as it is."""
    return constant_rows("dx + dy", "dz + dy", columns="x y")


def no_multiple_added():
    return constant_rows("dx - dy", "dz + dy", columns="x y")


def filled_in():
    """The second row has nothing in the column of its pivot before the first is taken away."""
    return constant_rows("dx + dy", "dx + dz", columns="x y")


def filled_in_from_below():
    return constant_rows("dx - dy", "dx + dz", columns="x y")


def staircase():
    """Twelve rows, from each of which the one before is to be taken away: of four entries, later
    of six.
    """
    forms = []
    for l, (a, b) in enumerate(pairwise("abcdefghijklm")):
        more = "pq" if l < 6 else "pqrs"
        forms.append(f"d{b} + d{a} + " + " + ".join(f"{l + 1}* d{v}" for v in more))
    return constant_rows(*forms, columns=" ".join("bcdefghijklm"))


def long_numbers():
    """A number of 40,000 digits is squared."""
    return row(contact(), "zdot - y*xdot - 0*((10**200)**200)**2*ydot")


def no_parts():
    """No rows, in no parts."""
    head = {"verdict": "holonomic", "independent_constraints": 0, "space": "q", "parts": []}
    return {
        k: v
        for k, v in put(small_large(), (("problem", "constraints"), [])).items()
        if k not in ("claims", "point")
    } | head


def parts_between():
    """One nonholonomic row, and three of which one is integrable and the set is not: 1 <= h <=
    2.
    """
    tree = two_parts()
    problem = {
        **tree["problem"],
        "coordinates": list("xyzuvwab"),
        "constraints": ["zdot - y*xdot", "wdot - v*udot", "adot - u*udot", "bdot - v**2*udot"],
    }
    claims = [
        {"claim": "rank", "rows": [1, 2, 3], "columns": ["w", "a", "b"]},
        {"claim": "potential", "row": 2, "factor": "1", "potential": "a - u**2/2"},
        {
            "claim": "not jointly integrable",
            "row": 1,
            "X": {"u": "1"},
            "Y": {"v": "1"},
            "value": "1",
        },
    ]
    stated = {"verdict": "partly holonomic", "holonomic_relations": None}
    second = {
        **tree["parts"][1],
        **stated,
        "independent_constraints": 3,
        "rows": [1, 2, 3],
        "claims": claims,
    }
    return put(
        {**tree, **stated, "independent_constraints": 4, "parts": [tree["parts"][0], second]},
        (("problem",), problem),
    )


def parts_in_time():
    """Two contact forms that share no coordinate, but t."""
    tree = two_parts()
    timed = [{**part, "space": "tq"} for part in tree["parts"]]
    texts = ["zdot - y*xdot - t", "wdot - v*udot - t**2"]
    return put({**tree, "space": "tq", "parts": timed}, (("problem", "constraints"), texts))


def growth_of_one_part():
    """One part with growth, one without: of the whole there is none."""
    tree = two_parts()
    small = {k: v for k, v in contact().items() if k not in ("problem", "sha256")}
    return put(tree, (("parts", 0), {**small, "rows": [0]}))


def small_exponential():
    return put(
        contact(),
        (("problem", "parameters"), {"a": None}),
        (("problem", "inequalities"), ["exp(a) < 5"]),
        (("point", "exponents"), {"a": "1/2"}),
    )


# with functions that are not specified
def any_slope():
    return made("xdot - f(y)*zdot", functions=("f(y)",))


def any_surface():
    """Mixed derivatives commute."""
    return made("zdot - h_yx(x, y)*xdot + h_xy*wdot", coordinates="x y z w", functions=("h(x, y)",))


def any_gradient():
    return made("zdot - h_x(x, y)*xdot - h_y(x, y)*ydot", functions=("h(x, y)",))


def any_factor():
    return made(
        "g(z)*zdot - g(z)*y*f'(x)*xdot - g(z)*f(x)*ydot", functions=("f(s)", "g(long_name)")
    )


def swapped():
    return made("zdot - h(x, y)*xdot - h(y, x)*ydot", functions=("h(x, y)",))


def any_time():
    return made("zdot - a(t)*xdot", functions=("a(t)",))


def any_engel():
    """Derivatives by a name longer than a letter."""
    return made(
        "ydot - f(theta)*xdot", "thetadot - w*xdot", coordinates="x y theta w", functions=("f(s)",)
    )


def any_long_names():
    return made(
        "zdot - k_theta_theta_x(theta, x)*xdot",
        coordinates="x theta z",
        functions=("k(theta, x)",),
    )


def any_parameter():
    return made("zdot - k(y, c)*xdot", functions=("k(y, c)",), c=None)


def partly_any():
    return made(
        "zdot - f(y)*xdot", "wdot - g(x)*xdot", coordinates="x y z w", functions=("f(y)", "g(x)")
    )


def any_bound():
    return made("zdot - f(y)*xdot", functions=("f(y)",), inequalities=("f(y) > 1",))


def any_sign():
    return made("zdot - abs(f(y))*xdot", functions=("f(y)",))


def any_redundant():
    return made("zdot - f(y)*xdot", "f(y)*zdot - f(y)**2*xdot", functions=("f(y)",))


def solved_by_a_function():
    """A graph z = h(x, y), with the claims of the row that is left."""
    tree = made("wdot - y*xdot", coordinates="x y w")
    shifted = [
        {**c, **{key: [1] if key == "rows" else 1 for key in ("row", "rows") if key in c}}
        for c in tree["claims"]
    ]
    solved = {"claim": "solved level", "row": 0, "coordinate": "z"}
    problem = {
        **tree["problem"],
        "coordinates": ["x", "y", "w", "z"],
        "holonomic_constraints": ["z - h(x, y)"],
        "constraints": ["zdot - h_x*xdot - h_y*ydot + wdot - y*xdot"],
        "functions": {"h": ["x", "y"]},
    }
    head = {
        "verdict": "partly holonomic",
        "holonomic_relations": 1,
        "independent_constraints": 2,
        "problem": problem,
        "claims": [solved, *shifted],
    }
    return put({**tree, **head})


def along_a_function():
    """The derivatives of f are 1, 2, 3, ... at x = 0."""
    f = {f"f{'_' * (n > 0)}{'x' * n}(x)": str(n + 1) for n in range(8)}
    series = [Fraction(n + 1, factorial(n)) for n in range(5)]
    return with_any(along_x("f(x)", tuple(series), functions=f), f=["x"])


def along_two_arguments():
    """h(x, x + 0) with h_(i, j) = 1 + i + 10 j: both arguments move."""
    h = {
        f"h{'_' * (i + j > 0)}{'x' * i}{'y' * j}(x, x)": str(1 + i + 10 * j)
        for i in range(8)
        for j in range(8 - i)
    }
    series = [
        sum(Fraction(1 + i + 10 * (n - i), factorial(i) * factorial(n - i)) for i in range(n + 1))
        for n in range(5)
    ]
    return with_any(along_x("h(x, x)", tuple(series), functions=h), h=["x", "y"])


def with_any(tree, **functions):
    """The certificate with other declarations of functions."""
    return put(tree, (("problem", "functions"), functions))


def functions_in_parts():
    tree = two_parts()
    for part, u in zip(tree["parts"], "yv"):
        part["point"] = {**POINT, "functions": {f"f({u})": "0", f"f_s({u})": "1"}}
    return with_any(row(row(tree, "zdot - f(y)*xdot"), "wdot - f(v)*udot", 1), f=["s"])


def functions_on_levels_in_parts():
    """The value of f at 1 is one for both parts."""
    tree = parts_on_levels()
    for part, (x, y) in zip(tree["parts"], ("xy", "uv")):
        part["claims"][1]["potential"] = f"{x}**2 + {y}**2 - f({x})"
        part["point"] = {
            **POINT,
            "symbols": {x: "1", y: "1"},
            "functions": {f"f({x})": "2", f"f_s({x})": "1"},
        }
    levels = ["x**2 + y**2 - f(x)", "u**2 + v**2 - f(u)"]
    problem = {**tree["problem"], "holonomic_constraints": levels, "parameters": {}}
    return with_any({**tree, "problem": problem}, f=["s"])


def any_two_places():
    """Values at two places that are told apart, 0 and 1."""
    rows = "wdot - x*f(x)*ydot - x*f(y)*zdot"
    two = made(rows, coordinates="w x y z", functions=("f(s)",))
    names = two["point"]["functions"]
    values = {name: "7" if name == "f(y)" else value for name, value in names.items()}
    place = two["point"]["symbols"] | {"x": "0", "y": "1"}
    return put(two, (("point", "symbols"), place), (("point", "functions"), values))


def any_letters():
    """Values at parameters without numbers, told apart by their names."""
    rows = "wdot - f(a)*x*ydot - f(b)*y*zdot"
    two = made(rows, coordinates="w x y z", functions=("f(s)",), a=None, b=None)
    point = {"x": "0", "y": "0"}, {"f(a)": "5", "f(b)": "7"}
    return put(two, (("point", "symbols"), point[0]), (("point", "functions"), point[1]))


def any_of_everything():
    """A function of all names alone."""
    return made("zdot - h*xdot", functions=("h(x, y, z, t)",))


ANY = (
    any_slope,
    any_two_places,
    any_letters,
    any_of_everything,
    any_surface,
    any_gradient,
    any_factor,
    swapped,
    any_time,
    any_engel,
    any_long_names,
    any_parameter,
    partly_any,
    any_bound,
    any_sign,
    any_redundant,
    solved_by_a_function,
    along_a_function,
    along_two_arguments,
    functions_in_parts,
    functions_on_levels_in_parts,
)

DECLARED = (  # each is 0 where b > 0 and c < 0
    "sqrt(b**2) - b",
    "sqrt(c**2) + c",
    "sqrt(b**3) - b*sqrt(b)",
    "sqrt(4*c**6) + 2*c**3",
    "sqrt(2/c**2) + sqrt(2)/c",
    "sqrt(b**2*c**2*x) + b*c*sqrt(x)",
    "sqrt(b**2*x + b**2*c**2) - b*sqrt(x + c**2)",
    "sqrt((x + c**2)/(b**2*x)) - sqrt((x + c**2)/x)/b",
    "abs(b) - b",
    "abs(-b/2) - b/2",
    "abs(-3*c**3/b) - 3*abs(c)*c**2/b",
    "sign(c) + 1",
    "sign(-b*c) - 1",
)


def with_declared(text: str, declared=("b > 0", "c < 0"), b: str = "1", c: str = "-4"):
    """The contact form with what is 0 where signs are as they are declared."""
    tree = put(row(contact(), f"zdot - y*xdot - ({text})*ydot"), (("point", "symbols", "x"), "9"))
    symbols = {**tree["point"]["symbols"], "b": b, "c": c}
    return put(
        tree,
        (("problem", "parameters"), {"b": None, "c": None}),
        (("problem", "declared"), list(declared)),
        (("point", "symbols"), symbols),
    )


def declared_otherwise():
    """The same signs in other words."""
    return with_declared("abs(b) + c*sign(c) - b + c", ("1 <= b", "0 > c"), b="2")


def declared_of_parts():
    """Signs of a sum and of a quotient by one are those at the point, whatever b > 0 says."""
    return with_declared("abs(b + c) - b - c + abs(b/(x + c)) - b/(x + c)", b="9")


def declared_of_a_number():
    """What is declared of a letter that has a value says nothing of the others."""
    tree = put(with_declared("sqrt(c**2) + c"), (("problem", "parameters", "b"), "1"))
    return put(tree, (("point", "symbols", "b"), ...))


def declared_of_a_coordinate():
    """z' = |x| y x' where x > 0 is declared."""
    return put(signs(), (("problem", "declared"), ["x > 0"]))


NEEDED = (
    *ANY,
    slope_of_a_root,
    slope_of_a_logarithm,
    along_far,
    large_and_integrable,
    higher_surface,
    along_an_angle,
    turned_modulo,
    twisted,
    finely_twisted,
    half_twisted,
    twisted_back,
    standing_curve,
    many_turns,
    no_multiple_taken_away,
    no_multiple_added,
    filled_in,
    filled_in_from_below,
    staircase,
    long_numbers,
    turned_where_six_would_do,
    turned_where_seven_does_not_do,
    along_two_factors,
    no_parts,
    parts_between,
    parts_in_time,
    growth_of_one_part,
    small_exponential,
    along_a_root,
    along_a_root_below,
    along_a_logarithm,
    along_a_quotient,
    along_a_wave,
    bounded_and_holonomic,
    without_rows,
    inequalities_alone,
    logarithm_of_one,
    solved_differentials,
    turn_below,
    solved_by_zero,
    many_angles,
    root_above_what_is_negative,
    root_of_a_letter,
    declared_otherwise,
    declared_of_parts,
    declared_of_a_number,
    declared_of_a_coordinate,
)


ZEROS = (  # each is 0 identically, by the arithmetic of the verifier
    "sqrt(2)**2 - 2",
    "sqrt(3)**2 - 3",
    "sqrt(6) - sqrt(2)*sqrt(3)",
    "sqrt(32) - 4*sqrt(2)",
    "sqrt(27) - 3*sqrt(3)",
    "sqrt(18/8) - 3/2",
    "sqrt(1/3) - sqrt(3)/3",
    "sqrt(72) - 6*sqrt(2)",
    "sqrt(16*x) - 4*sqrt(x)",
    "sqrt(25/49) - 5/7",
    "sqrt(2) - 2*cos(pi/4)",
    "sqrt(3) - 2*cos(pi/6)",
    "sqrt(12)*sqrt(3) - 6",
    "cos(pi/5) - cos(2*pi/5) - 1/2",
    "sin(pi/6) - 1/2",
    "cos(pi) + 1",
    "sin(x)**2 + cos(x)**2 - 1",
    "sin(2*x) - 2*sin(x)*cos(x)",
    "cosh(x)**2 - sinh(x)**2 - 1",
    "exp(x + y) - exp(x)*exp(y)",
    "tan(x) - sin(x)/cos(x)",
    "cot(x)*tan(x) - 1",
    "sec(x)*cos(x) - 1",
    "csc(x)*sin(x) - 1",
    "tanh(x) - sinh(x)/cosh(x)",
    "cos(x + pi/3) - cos(x)/2 + sqrt(3)*sin(x)/2",
    "sin(-x) + sin(x)",
    "exp(-x)*exp(x) - 1",
    "log(1)",
    "0**0 - 1",
    "(x + 1)**3/(x + 1)**2 - x - 1",
    "(x + 1)**-2*(x + 1)**2 - 1",
    "x**-3*x**3 - 1",
    "1/(1 + 1/x) - x/(x + 1)",
    "sqrt(x)**2 - x",
    "sqrt(x)**3 - x*sqrt(x)",
    "sqrt(x)**5/sqrt(x) - x**2",
    "sqrt(4*x) - 2*sqrt(x)",
    "sqrt(0)",
    "2*cos(pi/8)**2 - 1 - cos(pi/4)",
    "sqrt(4/(x + 7))*sqrt(x + 7) - 2",
    "sqrt(4/(x - 5))*sqrt(x - 5) - 2",
    "sqrt(-1/2/(7 - x)) - sqrt(2*x - 14)/(2*x - 14)",
    "0*sqrt(x**3)",
    "0*sin(y/x)",
    "sin(0*(y/(x + 1)))",
    "sin((y/(x + 1))*0)",
    "1/(x + 1) + x - (x**2 + x + 1)/(x + 1)",
    "abs(x - x)",
    "sign(x - x)",
    "abs(-x) - x",
    "sign(-x) + 1",
    "0*(" + "+".join(f"log(x + {i})" for i in range(40)) + ")",
    "0*y/x/(x + 1)",
    "(x + y) - (x + y)",
    "(y - x) + x - y",
    "0*" + "(" * 60 + "y" + ")" * 60 + "**" + "(" * 60 + "2" + ")" * 60,
    "sqrt(x/4) - sqrt(x)/2",
    "sqrt(1369*x) - 37*sqrt(x)",
    "sqrt(12*x) - 2*sqrt(3*x)",
    "sqrt(99*x) - 3*sqrt(11*x)",
    "x**(3/2) - x*sqrt(x)",
    "x**(-1/2) - 1/sqrt(x)",
    "sqrt(x*(x + 7)) - sqrt(x**2 + 7*x)",
    "sqrt(x - 5)/sqrt(x - 5) - 1",
    "(sqrt(x) + 1)*(sqrt(x) - 1) - x + 1",
    "log(x/9) - log(x/9)",
    "abs(x) - x",
    "sign(x) - 1",
)


AT_THE_START = (  # the same with functions of x, whose values are known at 0
    "0*log(x + 9 + sin(x) + exp(x))",
    "0*sqrt(x + 9 + sin(x) + exp(x))",
    "0*sqrt(5 + 4*exp(x))",
    "0*log(exp(x) + y)",
)


def with_zero_at_the_start(text: str):
    point = {"symbols": {"x": "0", "y": "0"}, "angles": {"x": ["1", "0"]}, "exponents": {"x": "1"}}
    return put(row(contact(), f"zdot - y*xdot - ({text})*ydot"), (("point",), point))


def with_zero(text: str):
    """The contact form with what is 0 added."""
    return put(row(contact(), f"zdot - y*xdot - ({text})*ydot"), (("point", "symbols", "x"), "9"))


# forged ones --------------------------------------------------------------------------------------
def declarations():
    for text in ("sqrt(b**2) + b", "sqrt(c**2) - c", "abs(c) - c", "sign(c) - 1"):
        yield "does not annihilate", with_declared(text)
    for text in ("sqrt(c**6) - c**3", "sqrt(b**2/c**2) - b/c", "abs(b*c) - b*c"):
        yield "does not annihilate", with_declared(text)
    square, where = "a root of what may be a square", "not where the problem is stated"
    for b in ("b >= -1", "b < 3", "4 > b", "b < 1.5", "b > c", "b**2 > 0", "b + 2 > 0", "2*b > 0"):
        yield square, with_declared("0*sqrt(b**2)", (b,))
    yield square, with_declared("0*sqrt(b**2*c**2)", ("b > 0",))
    yield square, with_declared("0*sqrt((b + x)**2)")
    yield where, with_declared("sqrt(b**2) - b", b="-1")
    yield where, with_declared("abs(c) + c", c="2")
    yield where, with_declared("sqrt(b**2) + b", ("b > 0", "b < 0"))
    yield where, with_declared("abs(b) + b", ("b > 0", "b < 0"))
    yield where, with_declared("sqrt(b**2) - b", ("b > 0", "b > c + 9"))
    yield where, with_declared("sqrt(b**2) - b", b="0")
    yield where, put(circle(), (("problem", "declared"), ["x > 100"]))
    yield "negative number", with_declared("0*sqrt(-b**2)")
    below = "(1 - sqrt(2))/(-1 - sqrt(2))"  # a number above one that is negative
    yield "value is not rational", with_declared(f"sqrt(b**2*{below}) + b/(1 + sqrt(2))")


def texts():
    """Rows of the contact form, spelled wrongly."""
    pairs = {
        "a text that is too long": "zdot - y*xdot" + " " * (20_001 - 13),
        "a name that is too long": "zdot - y*xdot + 0*" + "n" * 101,
        "is no name of the language": "zdot - y*xdot + 0*π",
        "a number with too many digits": f"zdot - y*xdot*{HUGE}",
        "a power of ten that is too large": "zdot - 1e501*y*xdot",
        "runs into a point": "zdot - 1.5.y*xdot",
        "is not in the language": "zdot - y·xdot",
        "runs into 'y'": "zdot - 1e0ydot",
        "runs into 'e'": "zdot - 2e*xdot",
        "the number 0 runs": "zdot - 0x*ydot",
        "the number 1. runs": "zdot - 1.y xdot",
        "stands where the text should end": "zdot - y*xdot)",
        "nested too deep": "zdot - " + "(" * 101 + "y" + ")" * 101 + "*xdot",
        "is nested too deep": "zdot - " + "-" * 101 + "y*xdot",
        "that is nested too deep": "zdot - y" + "**1" * 101 + "*xdot",
        "'@' is not in the language": "@zdot - y*xdot",
        "number with too many digits": "zdot - 1e000000000*y*xdot",
        f"'{'n' * 40}' is no name": f"zdot - y*xdot + 0*{'n' * 50}\N{GREEK THETA SYMBOL}",
        f"the number {'7' * 40} runs into a point": f"zdot - {'7' * 50}.5.y*xdot",
        f"the number {'7' * 40} runs into 'e'": f"zdot - {'7' * 50}e*xdot",
        "needs parentheses": "zdot - sin y xdot",
        "directly behind another factor": "zdot - y 2 xdot",
        "run together": "zdot - y'x",
        "is it in the exponent": "zdot - 2**2y*xdot",
        "behind a quotient that is no velocity": "zdot - y/2 y*xdot",
        "a number, a name or a ( is needed": "zdot - *y*xdot",
        "a ( that is not closed": "zdot - (y*xdot",
        "f is no function": "zdot - f(y)*xdot",
        f"{'f' * 40} is no function": f"zdot - {'f' * 50}(y)*xdot",
        "mixed with": "dz - y*xdot",
        "a term without a differential": "dz - y*dx + x",
        "a velocity where none may stand": "zdot - sin(ydot)*xdot",
        "two dt below": "dz/dt/dt - y*dx",
        "dt below needs one differential above": "y/dt - dx",
        "is not declared": "zdot - q*xdot",
        "no half of a whole": "zdot - y**(1/3)*xdot",
        "no half of a whole number": "zdot - y**201*xdot",
        "an exponent that is no number": "zdot - y**x*xdot",
        "a product of velocities": "zdot*ydot - xdot",
        "the function atan": "zdot - atan(y)*xdot",
        "no sum of monomials": "zdot - sin(1/(1+y))*xdot",
        "no sum of monomials in": "zdot - sin(log(y))*xdot",
        "a fraction of pi that is too small": "zdot - sin(pi/121)*y*xdot",
        "the logarithm of zero": "zdot - log(y - y)*xdot",
        "the logarithm of a root": "zdot - log(sqrt(y))*xdot",
        "the root of a root": "zdot - sqrt(1 + sqrt(y))*xdot",
        "a negative number": "zdot - sqrt(-4)*y*xdot",
        "the square root of such": "zdot - sqrt(5)*y*xdot",
        "e^pi": "zdot - exp(pi)*y*xdot",
        "a division by zero": "zdot - y/(x - x)*xdot",
        "so it can": "",
    }
    del pairs["so it can"]
    for why, text in pairs.items():
        yield why, row(contact(), text)
    yield "a negative number", row(contact(), "zdot - sqrt(-1/4)*y*xdot")
    yield "stands where the text should end", of(contact(), "rank", minor="1)")
    yield (
        "stands where the text should end",
        put(contact(), (("problem", "inequalities"), ["y >= 0)"])),
    )
    yield "belong to the denominator", row(contact(), "zdot - 1/2(y)*xdot")
    yield "no velocity", row(contact(), "zdot - y/2 y")
    yield "belong to the denominator", row(contact(), "zdot - y/2 xdot**2")
    yield "belong to the denominator", of(contact(), "rank", minor="y/2 y")


def problems():
    base = contact()
    yield "cannot be a name", put(base, (("problem", "coordinates"), ["x", "y", "z", "2"]))
    yield "cannot be a name", put(base, (("problem", "coordinates"), ["x", "y", "z", "u'"]))
    yield "cannot be a name", put(base, (("problem", "coordinates"), ["x", "y", "z", "sin"]))
    yield (
        f"'{'n' * 40}' cannot be a name",
        put(base, (("problem", "coordinates"), ["x", "y", "z", "n" * 50 + "'"])),
    )
    yield "abs or sign where it is 0", row(signs(), "zdot - abs(x)*y*xdot + 0*abs(y)*ydot")
    yield (
        "is no name of the language",
        put(base, (("problem", "coordinates"), ["x", "y", "z", "π"])),
    )
    yield "declared twice", put(base, (("problem", "coordinates"), ["x", "y", "z", "x"]))
    yield "colliding names: zdot", put(base, (("problem", "coordinates"), ["x", "y", "z", "zdot"]))
    yield "colliding names: dx", put(base, (("problem", "parameters"), {"dx": None}))
    yield "colliding names: xddot", put(base, (("problem", "coordinates"), ["x", "y", "z", "xd"]))
    yield "colliding names: t ", put(base, (("problem", "parameters"), {"t": None}))
    yield "an inequality without its sign", put(base, (("problem", "inequalities"), ["x"]))
    yield "where no sign is declared", row(small_large(), "zdot - abs(y)*xdot")
    yield "abs or sign where it is 0", put(signs(), (("point", "symbols", "x"), "0"))


def documents():
    base = contact()
    yield "the hash is not", {**base, "sha256": "0" * 64}
    yield "another version", {**base, "certificate": 3}
    yield "has not the keys", {**base, "more": 1}
    yield "has not the keys", put(base, (("verdict",), ...))
    yield "neither claims nor parts", {**base, "parts": []}
    yield "neither claims nor parts", put(base, (("point",), ...))
    yield "parts in a certificate of a small set", {**two_parts(), "certificate": 1}
    yield "claims is no list", {**base, "claims": {}}
    yield "a claim without its name", {**base, "claims": [3]}
    yield "a claim without its name", {**base, "claims": [{"claim": 3}]}
    yield f"there is no claim '{'r' * 40}'", {**base, "claims": [{"claim": "r" * 50}]}
    yield "r" * 30, {**base, "claims": [{"claim": "rank", "reason": "r" * 400}]}
    yield f"symbols: {'n' * 40} has", put(base, (("point", "symbols", "n" * 50), 3))
    yield "the minor is 9", row(base, f"{'9' * 400}*zdot - y*xdot")
    yield "claims is no list", put(two_parts(), (("parts", 0, "claims"), {}))
    yield "there is no claim 'run'", {**base, "claims": [{"claim": "run"}]}
    yield "out of reach", {**base, "claims": [{"claim": "rank", "reason": "out of reach"}]}
    yield "a minor in a large set", of(small_large(), "rank", minor="1")
    yield "a minor in a large set", of(base, "rank", minor=...)
    yield "neither triple nor vectors", of(base, "not integrable alone", X={}, Y={}, Z={})
    yield "neither triple nor vectors", of(base, "not integrable alone", triple=...)
    yield "the certificate is no object", []
    yield "problem is no object", {**base, "problem": []}
    yield "rows is no list", of(base, "rank", rows=0)
    yield "has the wrong type", of(base, "rank", rows=[True])
    yield "reason has the wrong type", {**base, "claims": [{"claim": "rank", "reason": ["x"]}]}
    yield "a part has not the keys", put(two_parts(), (("parts", 0, "space"), ...))
    yield "a part has not the keys", put(two_parts(), (("parts", 0, "sha256"), "0"))
    yield "there is no such row", of(base, "rank", rows=[10**6])
    yield "has the wrong type", of(base, "rank", columns=[0])
    yield "is too large", of(base, "rank", rows=[10**6 + 1])
    yield (
        "a very long certificate",
        {**base, "verdict": " " * (3_000_001 - len(json.dumps({**base, "verdict": ""})))},
    )
    yield (
        "a claim that is none about such a set",
        added(base, claim="reached", curve={}, variations=[], pivots=[]),
    )
    yield "a claim that is none about such a set", added(small_large(), claim="growth", levels=[])
    for key, value in (
        ("verdict", "holonomic"),
        ("holonomic_relations", 1),
        ("independent_constraints", 2),
        ("growth_vector", [2]),
        ("space", "tq"),
    ):
        yield "the claims show", {**base, key: value}
        if value != [2]:
            yield "the claims show", {**large(), key: value}
    yield (
        "a root or logarithm in a claim",
        of(base, "admissible", fields=[{"x": "1", "z": "y"}, {"y": "1 + 0*sqrt(-1 - x**2)"}]),
    )
    yield (
        "a root or logarithm in a claim",
        of(small_large() | {"verdict": "holonomic"}, "rank", columns=["z"])
        | {
            "claims": [
                small_large()["claims"][0],
                {
                    "claim": "potential",
                    "row": 0,
                    "factor": "1 + 0*log(-x**2 - 1)",
                    "potential": "z",
                },
            ],
            "problem": put(row(small_large(), "zdot"))["problem"],
            "sha256": row(small_large(), "zdot")["sha256"],
            "holonomic_relations": 1,
        },
    )


def independence():
    base = put(contact(), (("point", "symbols", "x"), "9"))
    still = put(base, (("point", "symbols", "x"), "0"), (("point", "angles"), {"x/2": ["1", "0"]}))
    waving = put(base, (("point", "symbols", "x"), "0"), (("point", "exponents"), {"x": "1"}))
    yield "pi beside e", row(base, "zdot - y*xdot - 0*(exp(1) + pi)*xdot")
    yield (
        "logarithms that may depend",
        row(logs(), "zdot - log(x)*y*xdot - 0*(log(x) - log(2*x))*xdot"),
    )
    yield (
        "a root of what may be a square",
        row(base, "zdot - y*xdot - 0*sqrt(x**2 - 2*x*y + y**2)*xdot"),
    )
    yield (
        "a root of what may be a square",
        row(base, "zdot - y*xdot - 0*sqrt(x)*sqrt(y + 4)*sqrt(x*(y + 4))*xdot"),
    )
    yield (
        "a root of what may be a square",
        row(base, "zdot - y*xdot - 0*sqrt((x + cos(pi/5)*y)**2)*xdot"),
    )
    yield "a root of what may be a square", row(base, "zdot - y*xdot - 0*sqrt(x**4)*xdot")
    yield (
        "a root of what may be a square",
        row(base, "zdot - y*xdot - 0*sqrt((x**2 + x + 3)**2)*xdot"),
    )
    yield (
        "logarithms that may depend",
        row(
            base,
            "zdot - y*xdot - 0*(log(x + cos(pi/5)*y) + log(x + 2*cos(pi/5)*y)"
            " + log((x + cos(pi/5)*y)*(x + 2*cos(pi/5)*y)))*xdot",
        ),
    )
    yield "a root of what may be a square", row(waving, "zdot - y*xdot - 0*sqrt(exp(x))*xdot")
    yield (
        "so many roots",
        row(base, "zdot - y*xdot - 0*sqrt(x+1)*sqrt(x+2)*sqrt(x+3)*sqrt(x+4)*sqrt(x+5)*xdot"),
    )
    yield (
        "so many logarithms",
        row(base, "zdot - y*xdot - 0*(" + "+".join(f"log(x+{i})" for i in range(1, 42)) + ")*xdot"),
    )
    yield (
        "a fraction of an angle in a root",
        row(still, "zdot - y*xdot - 0*sqrt(2 + sin(x/2))*xdot"),
    )
    yield (
        "a fraction of an angle in a logarithm",
        row(still, "zdot - y*xdot - 0*log(2 + sin(x/2))*xdot"),
    )
    flat = made("zdot", coordinates="x y z w")
    for y, text in (
        ("0", "sqrt(1/(1 + y)) + sqrt(-1/(-1 - y))"),  # twice the same
        ("-2", "sqrt(x/(1 + y))*(1 + y) - sqrt(x*(1 + y))"),  # 0 where 1 + y > 0 only
    ):
        at = (("point", "symbols"), {"x": "-1", "y": y, "w": "1"})
        yield "does not annihilate", put(row(flat, f"zdot - ({text})*w*xdot"), at)


def points():
    base = angle()
    imaginary = root_of_a_letter("sqrt(-exp(b))", (("exponents", "b"), "-4"))
    yield "a power of e that is not positive", imaginary
    yield "is no rational number", put(contact(), (("point", "symbols"), {"y": "1.5"}))
    yield "which is no free name", put(letters(), (("point", "symbols", "a"), "1"))
    yield "given twice", put(base, (("point", "angles", "2*theta"), ["1", "0"]))
    yield "no monomial", put(base, (("point", "angles"), {"theta + x": ["1", "0"]}))
    yield "no monomial", put(base, (("point", "angles"), {"theta/(1 + x)": ["1", "0"]}))
    yield "with a sign", put(base, (("point", "angles"), {"-theta/2": ["0", "-1"]}))
    yield "a large multiple", row(many_angles(), "zdot - y*xdot - sin(1001*theta)*thetadot")
    yield f"a value of {'n' * 40},", put(base, (("point", "symbols", "n" * 50), "1"))
    yield f"{'7' * 39}. is no", put(base, (("point", "symbols", "theta"), "7" * 39 + "." * 9))
    yield "with a sign", put(base, (("point", "angles"), {"-theta": ["0", "-1"]}))
    yield "not on the circle", put(base, (("point", "angles", "theta"), ["1", "1"]))
    yield "a power of e that is 0", put(waves(), (("point", "exponents", "x"), "0"))
    yield "a fraction of an angle", put(waves(), (("point", "angles"), {"3*theta": ["1", "0"]}))
    yield (
        "a large multiple",
        row(
            angle(),
            "xdot*sin(theta) - ydot*cos(theta) + 0*sin(2000*theta)*xdot "
            "+ 1e-3*sin(2000*theta)*xdot",
        ),
    )
    yield "does not give what is needed", put(base, (("point", "angles"), {}))
    yield "a value of log(1)", put(contact(), (("point", "logarithms"), {"1": "0"}))
    yield "the root of what is not positive", put(roots(), (("point", "symbols", "x"), "-4"))
    yield "the root of what is not positive", put(roots(), (("point", "symbols", "x"), "0"))
    yield "whose value at the point is not rational", put(roots(), (("point", "symbols", "x"), "2"))
    yield "the point is not where", put(logs(), (("point", "symbols", "x"), "-1"))
    yield "the point is not where", put(bounded(), (("point", "symbols", "x"), "1"))
    yield "the point is not where", put(bounded(), (("point", "symbols", "x"), "99"))
    yield "without all its values", put(bounded(), (("point", "symbols", "x"), ...))
    waved = row(bounded(), "zdot - y*xdot + 0*sin(x)")  # that an angle stands somewhere gives no x
    yield "without all its values", put(waved, (("point", "symbols", "x"), ...))
    base = put(contact(), (("point", "symbols", "x"), "0"))
    yield "the point is not where", row(base, "zdot - y*xdot + 0*sqrt(-1 - x**2)*xdot")
    yield "the point is not where", row(base, "zdot - y*xdot + 0*(-1 - x**2)**(1/2)*xdot")
    yield "the point is not where", row(base, "zdot - y*xdot + 0*log(-1 - x**2)*xdot")
    yield "the point is not where", put(base, (("point", "logarithms"), {"-1 - x**2": "3"}))
    yield (
        "the point is not where",
        put(solved(), (("problem", "holonomic_constraints"), ["w - x*y + 0*sqrt(-1 - x**2)"])),
    )
    yield (
        "the point is not where",
        put(bounded(), (("problem", "inequalities"), ["x > 1 + 0*sqrt(-1 - x**2)"])),
    )
    yield "pi where a real point", put(bounded(), (("problem", "inequalities"), ["pi > 3"]))
    yield (
        "sin, cos or exp of a number",
        put(contact(), (("problem", "inequalities"), ["sin(1) < 2"])),
    )
    yield (
        "an angle or exponent and its",
        put(
            contact(),
            (("problem", "inequalities"), ["x + sin(x) < 9"]),
            (("point", "symbols", "x"), "1"),
            (("point", "angles"), {"x": ["1", "0"]}),
        ),
    )
    yield (
        "a logarithm whose value",
        put(
            logs(), (("problem", "inequalities"), ["log(x) > -5"]), (("point", "symbols", "x"), "4")
        ),
    )
    yield "a logarithm whose value", put(logarithm_of_one(), (("point", "symbols", "x"), "4"))
    yield "a logarithm whose value", put(logarithm_of_one(), (("point", "logarithms", "x"), "5"))
    yield (
        "not read off a rational number",
        put(contact(), (("problem", "inequalities"), ["sin(pi/5) > 0"])),
    )


POLE = "a denominator that vanishes at the point"  # no configuration is left
POLES = ["x/x", "x**(-1)*x", "1/x - 1/x + 1", "x*y/(x*y)", "0*cot(x) + 1", "0*csc(x) + 1"]
AT_0 = ("point", "angles"), {"x": ["1", "0"]}


def on_a_plane():
    """z' = u(x) y w' where x + x^3 = 0, which is not solved for x, for u = 1."""
    return made("zdot - y*wdot", coordinates="x y z w", levels=("x + x**3",))


def on_a_cosine():
    """On cos(x) = 0."""
    return made("zdot - y*wdot", coordinates="x y z w", levels=("cos(x)",))


def poles():
    """Rows that are divided by what is 0 on the level: they were accepted, as u is 1 elsewhere."""
    for u in POLES:
        yield POLE, put(row(on_a_plane(), f"zdot - ({u})*y*wdot"), AT_0)
    yield "does not give what is needed", row(on_a_plane(), "zdot - (0*cot(x) + 1)*y*wdot")
    for u in ("0*tan(x) + 1", "0*sec(x) + 1", "0/cos(x) + 1"):
        yield POLE, row(on_a_cosine(), f"zdot - ({u})*y*wdot")
    yield POLE, put(on_a_plane(), (("problem", "holonomic_constraints"), ["x*x/x + x**3"]))


def levels():
    yield from poles()
    yield "the point is not on the set", root_below_zero()
    yield "there is no such level", of(solved(), "solved level", row=1)
    yield "there is no such level", of(solved(), "solved level", row=-1)
    yield "is solved for a coordinate", twice(solved(), "solved level")
    again = {**solved()["claims"][0], "coordinate": "x"}
    yield "whose slope is no number", put(solved(), (("claims",), [*solved()["claims"], again]))
    yield "is solved for a coordinate", of(solved(), "solved level", coordinate="t")
    yield (
        "is solved for a coordinate",
        put(
            of(solved(), "solved level", coordinate="q"),
            (("problem", "parameters"), {"q": None}),
            (("problem", "holonomic_constraints"), ["w - x*y + q"]),
        ),
    )
    yield "is solved for a coordinate", put(solved_twice(), (("claims", 1, "coordinate"), "w"))
    yield "whose slope is no number", of(solved(), "solved level", coordinate="x")
    yield "whose slope is no number", of(solved(), "solved level", coordinate="z")
    yield (
        "cannot be solved in this order",
        put(
            solved_twice(),
            (("problem", "holonomic_constraints"), ["w - sin(v)/2 + v", "v - x - sin(x)"]),
            (("claims", 0, "row"), 0),
            (("claims", 0, "coordinate"), "w"),
            (("claims", 1, "row"), 1),
            (("claims", 1, "coordinate"), "v"),
        ),
    )
    yield (
        "the point is not on the set",
        put(sphere(), (("problem", "holonomic_constraints"), ["x**2 + y**2 + w**2 - 4"])),
    )
    yield (
        "the point is not on the set",
        put(sphere(), (("problem", "holonomic_constraints"), ["x**2 + y**2 + w**2 + 1"])),
    )
    yield (
        "the point is not on the set",
        put(
            circle(),
            (("problem", "holonomic_constraints"), ["x**2 + y**2 - 1", "2*x**2 + 2*y**2 - 4"]),
        ),
    )
    yield (
        "depends on a parameter otherwise",
        put(
            circle_with_a_letter(),
            (("problem", "holonomic_constraints", 1), "2*x**2 + 2*y**2 - 2*R**2"),
        ),
    )
    yield "a level that follows from velocities", follows_from_velocities()
    yield "before the rank is shown", added(restricted(), **restricted()["claims"][0])
    yield (
        "a level is not restricted",
        before_rank(
            sphere(),
            claim="restricted row",
            row=0,
            cofactors={},
            components={"x": "2*x", "y": "2*y", "w": "2*w"},
        ),
    )
    yield (
        "a cofactor of what is no level",
        of(restricted(), "restricted row", cofactors={"1": {"w": "-y"}}),
    )
    yield "are not the row", of(restricted(), "restricted row", cofactors={"0": {"w": "y"}})
    yield (
        "a denominator that vanishes",
        of(  # 1/f times f is no 0 on f = 0
            restricted(),
            "restricted row",
            components={"x": "1", "w": "-1"},
            cofactors={"0": {"w": "1/(x**2 + z**2 - 1) - y"}},
        ),
    )
    yield (
        "a denominator that vanishes",
        of(restricted(), "restricted row", components={"x": "(y - 2)/(y - 2)"}),
    )
    yield (
        "sin, cos or exp of a number",
        put(at_levels("x**2 + y**2 + 5*sin(1) - 4"), (("point", "angles"), {"1": ["4/5", "3/5"]})),
    )
    yield (
        "pi where a real point",
        put(at_levels("x**2 + y**2 + pi - 3"), (("point", "symbols", "pi"), "2")),
    )
    yield "are not the row", of(restricted(), "restricted row", components={"x": "2"})
    yield (
        "vectors along it",
        of(
            put(
                sphere(),
                (
                    ("claims", claim(sphere(), "not integrable alone")),
                    {
                        "claim": "not integrable alone",
                        "row": 1,
                        "triple": ["x", "y", "z"],
                        "value": "1",
                    },
                ),
            ),
            "rank",
        ),
    )
    yield (
        "leaves the level",
        of(sphere(), "not integrable alone", X={"x": "1"}, Y={"y": "1"}, Z={"w": "1"}),
    )
    yield (
        "without all its values",
        put(
            contact(),
            (("problem", "inequalities"), ["sin(x) < 2"]),
            (("point", "symbols", "x"), "0"),
        ),
    )
    yield (
        "a power of e that is not positive",
        put(small_exponential(), (("point", "exponents", "a"), "-1/2")),
    )
    yield (
        "a power of e that is not positive",
        put(
            contact(),
            (("problem", "parameters"), {"a": None}),
            (("problem", "inequalities"), ["exp(a) < 5"]),
            (("point", "exponents"), {"a": "-1"}),
        ),
    )
    yield (
        "does not give what is needed",
        put(
            contact(),
            (("problem", "parameters"), {"a": None}),
            (("problem", "inequalities"), ["exp(a) + sin(a) < 5"]),
            (("point", "exponents"), {"a": "1"}),
            (("point", "angles"), {"a": ["1", "0"]}),
        ),
    )
    yield (
        "an angle or exponent and its",
        put(
            contact(),
            (("problem", "parameters"), {"a": None}),
            (("problem", "inequalities"), ["sin(a**2) < 5"]),
            (("point", "symbols", "a"), "1"),
            (("point", "angles"), {"a**2": ["3/5", "4/5"]}),
        ),
    )
    yield (
        "parts at different values",
        put(parts_on_levels(), (("parts", 1, "point", "symbols"), {"u": "2", "v": "0", "R": "4"})),
    )
    timed = put(
        parts_on_levels(),
        (("problem", "holonomic_constraints"), ["x**2 + y**2 - t", "u**2 + v**2 + t"]),
        (("problem", "parameters"), {}),
        (("space",), "tq"),
        (("parts", 0, "space"), "tq"),
        (("parts", 1, "space"), "tq"),
        (("parts", 0, "point", "symbols"), {"x": "1", "y": "0", "t": "1"}),
        (("parts", 1, "point", "symbols"), {"u": "1", "v": "0", "t": "-1"}),
        (("parts", 0, "claims", 1, "potential"), "x**2 + y**2 - t"),
        (("parts", 1, "claims", 1, "potential"), "u**2 + v**2 + t"),
    )
    yield "parts at different values", timed
    yield (
        "parts at different values",
        put(
            parts_on_levels(),
            (("problem", "holonomic_constraints"), ["x**2 + y**2 - R", "u**2 + v**2 - sin(R)"]),
            (
                ("parts", 1, "point"),
                {**POINT, "symbols": {"u": "1", "v": "0"}, "angles": {"R": ["0", "1"]}},
            ),
        ),
    )
    yield (
        "a level that is not linear",
        put(solved(), (("problem", "holonomic_constraints"), ["w - x*y*(w + 1)/(w + 1)"])),
    )
    yield (
        "levels among rows that are solved",
        put(in_parts(), (("problem", "holonomic_constraints"), ["x0**2 - 1"])),
    )

    yield "an angle or exponent and its function", at_theta_zero()
    yield (
        "an angle or exponent and its function",
        put(  # x z binds z, so cos(z) and sin(z) too
            solved_elsewhere(),
            (("point", "angles"), {"x*z": ["1", "0"], "z": ["0", "1"]}),
            (("point", "symbols", "z"), "0"),
        ),
    )


def root_below_zero():
    """The level sqrt(x/(1 + y)) = -2, which no real point is on."""
    text = "sqrt(x/(1 + y)) + 2"
    tree = of(at_levels(text), "rank", columns=["x"], minor="-1/4")
    tree = of(tree, "admissible", fields=[{"x": "x", "y": "1 + y"}], columns=["y"], minor="-1")
    tree = of(tree, "potential", potential=text)
    return put(tree, (("point", "symbols"), {"x": "-4", "y": "-2"}))


def at_levels(text: str):
    """The circle with a level that has no real point, and the claims of x^2 + y^2 = 1."""
    return put(
        made(coordinates="x y", levels=("x**2 + y**2 - 1",)),
        (("problem", "holonomic_constraints"), [text]),
    )


def solved_elsewhere():
    """A level of x and y that holds at a real point, and a row that y alone bends."""
    return made("zdot - y*wdot", coordinates="x y w z", levels=("x**2 + y**2 - 1",))


def at_theta_zero():
    """On theta (1 + x^2) = 0 the row is dz: jointly integrable.  With sin(theta) = 1 it would
    not be.
    """
    tree = made("zdot - y*xdot", coordinates="x y theta z")
    fields = [{"y": "1"}, {"x": "1 + x**2", "theta": "-2*x*theta", "z": "(1 + x**2)*sin(theta)*y"}]
    claims = [
        {"claim": "rank", "rows": [0, 1], "columns": ["theta", "z"], "minor": "1"},
        {"claim": "admissible", "fields": fields, "columns": ["y", "x"], "minor": "1"},
        {
            "claim": "growth",
            "levels": [
                {
                    "brackets": [[0, 1]],
                    "columns": ["y", "x", "z"],
                    "minor": "1",
                    "annihilators": [{"0": "1"}],
                }
            ],
        },
        {"claim": "potential", "row": 0, "factor": "1", "potential": "theta*(1 + x**2)"},
        {
            "claim": "not integrable alone",
            "row": 1,
            "X": {"x": "1"},
            "Y": {"y": "1"},
            "Z": {"z": "1"},
            "value": "1",
        },
    ]
    return put(
        tree,
        (("problem", "holonomic_constraints"), ["theta*(1 + x**2)"]),
        (("problem", "constraints"), ["zdot - sin(theta)*y*xdot"]),
        (("claims",), claims),
        (
            ("point",),
            {
                **POINT,
                "symbols": {"x": "0", "y": "0", "theta": "0"},
                "angles": {"theta": ["0", "1"]},
            },
        ),
        (("verdict",), "partly holonomic"),
        (("holonomic_relations",), 1),
        (("independent_constraints",), 2),
    )


def follows_from_velocities():
    """The level x - 1 = 0 is called redundant beside x' = 0."""
    tree = made("xdot", coordinates="x y", levels=("x - 1",))
    claims = [c for c in tree["claims"] if c["claim"] not in ("solved level",)]
    tree = put(tree, (("claims",), claims))
    return put(
        tree,
        (
            ("claims", claim(tree, "rank")),
            {"claim": "rank", "rows": [1], "columns": ["x"], "minor": "1"},
        ),
        (
            ("claims", claim(tree, "redundant")),
            {"claim": "redundant", "row": 0, "combination": {"1": "1"}},
        ),
    )


def rules():
    base, two = contact(), engel()
    yield (
        "a component that is none",
        of(base, "admissible", fields=[{"x": "1", "z": "y", "q": "0"}, {"y": "1"}]),
    )
    yield "the rank is to be shown before", without(redundant(), "rank")
    yield "the rank is to be shown before", without(base, "rank")
    yield "the rank is to be shown before", without(redundant(), "redundant")
    early = redundant()["claims"][claim(redundant(), "not jointly integrable")]
    yield "the rank is to be shown before", before_rank(redundant(), **early)
    yield (
        "the rank is to be shown before",
        put(
            redundant(),
            (("claims",), [redundant()["claims"][0], early, *redundant()["claims"][1:]]),
        ),
    )
    yield "the minor is 0", dependent_fields()
    yield "the minor is 0", idle_bracket()
    yield (
        "a form that does not annihilate",
        of(base, "growth", levels=[])
        | {"growth_vector": [2], "verdict": "holonomic", "holonomic_relations": 1},
    )
    yield "the minor is", of(base, "rank", minor="2")
    yield "the minor is 0", of(base, "rank", columns=["y"], minor="0")
    yield "columns that do not fit", of(base, "rank", columns=["q"])
    yield "columns that do not fit", of(base, "rank", columns=["x", "z"])
    yield "the rank is shown already", twice(base, "rank")
    yield "there is no such row", of(base, "rank", rows=[1])
    yield (
        "there is no such row",
        of(base, "integrable alone", row=5)
        if False
        else added(base, claim="integrable alone", row=5),
    )
    yield "t is no velocity", of(made("zdot - y*xdot - exp(t)"), "rank", columns=["t"], minor="-1")
    yield "not to be shown redundant", of(redundant(), "redundant", row=0, combination={"0": "1"})
    yield "not to be shown redundant", twice(redundant(), "redundant")
    yield "the combination is not the row", of(redundant(), "redundant", combination={"0": "3"})
    yield (
        "the combination is not the row",
        row(redundant(), "2*zdot - 2*y*xdot - 1", 1) | {"space": "q"},
    )
    yield "the fields are shown already", twice(base, "admissible")
    yield (
        "not as many fields",
        of(base, "admissible", fields=[{"y": "1"}], columns=["y"], minor="1"),
    )
    yield (
        "does not annihilate a field",
        of(base, "admissible", fields=[{"x": "1", "z": "y + 1"}, {"y": "1"}]),
    )
    yield "the fields are to be shown before", without(base, "admissible")
    yield "the growth is shown already", twice(base, "growth")
    yield "annihilators are missing", shorter(two)
    yield "annihilators are missing", left_out()
    yield "annihilators are missing", slower()
    yield "do not fit", of(base, "growth", levels=[{**level(base), "brackets": [[1, 0]]}])
    yield "do not fit", of(base, "growth", levels=[{**level(base), "brackets": [[0, 1], [0, 1]]}])
    yield "without new brackets", idle_level()
    yield "too few or too many annihilators", annihilated([{"2": "1"}, {"2": "1"}])
    yield "depend on each other", annihilated([{"2": "0"}])
    yield "does not annihilate a field", annihilated([{"0": "1"}])
    yield (
        "a vector that is not in the kernel",
        of(base, "not jointly integrable", X={"x": "1", "z": "7"}),
    )
    yield (
        "a vector that is not in the kernel",
        of(base, "not jointly integrable", Y={"y": "1", "z": "7"}),
    )
    yield "the value is", of(base, "not jointly integrable", value="2")
    yield "the value is", of(base, "not jointly integrable", X={"y": "1"}, value="0")
    yield "a triple that does not vanish", added(base, claim="integrable alone", row=0)
    yield (
        "a triple that does not vanish",
        put(
            sphere(),
            (
                ("claims", claim(sphere(), "not integrable alone")),
                {"claim": "integrable alone", "row": 1},
            ),
        ),
    )
    yield "the triple is", of(base, "not integrable alone", value="7")
    yield "the triple is", of(base, "not integrable alone", triple=["y", "x", "z"])
    yield (
        "a form that is 0",
        added(exact_row(), claim="first integral", combination={}, function="3"),
    )
    yield (
        "not the differential",
        added(exact_row(), claim="first integral", combination={"0": "1"}, function="z"),
    )
    yield (
        "not the differential",
        added(
            exact_row(), claim="first integral", combination={"0": "1"}, function="z - x**2/2 + t"
        ),
    )
    yield (
        "not the differential",
        added(exact_row(), claim="potential", row=0, factor="1", potential="z"),
    )
    yield "the claims are incomplete", without(base, "growth")
    yield "a row that is not judged alone", without(base, "not integrable alone")


def level(tree):
    return tree["claims"][claim(tree, "growth")]["levels"][0]


def shorter(tree):
    """Only the first level, and that nothing follows is not shown."""
    tree = of(tree, "growth", levels=tree["claims"][claim(tree, "growth")]["levels"][:1])
    return tree | {"growth_vector": [2, 3], "verdict": "partly holonomic", "holonomic_relations": 1}


def left_out():
    """A level that leaves a bracket out without annihilators."""
    tree = partly()
    levels = tree["claims"][claim(tree, "growth")]["levels"]
    return of(tree, "growth", levels=[{**one, "annihilators": []} for one in levels])


def slower():
    """Growth (3, 5) stated as (3, 4, 5): of two new brackets one is left out, and a third one
    spans the rest.
    """
    tree = made("vdot - x*ydot", "wdot - x*udot - x**2/2*ydot", coordinates="x y u v w")
    fields = [{"x": "1"}, {"y": "1", "v": "x", "w": "x**2/2"}, {"u": "1", "w": "x"}]
    plain = ["x", "y", "u", "v"]
    steps = [
        {"brackets": [[0, 1]], "columns": plain, "minor": "1", "annihilators": []},
        {"brackets": [[0, 3]], "columns": [*plain, "w"], "minor": "1", "annihilators": []},
    ]
    tree = of(tree, "admissible", fields=fields, columns=plain[:3], minor="1")
    return {**of(tree, "growth", levels=steps), "growth_vector": [3, 4, 5]}


def dependent_fields():
    """The contact form as holonomic: two fields along y, whose bracket is 0."""
    tree = of(
        contact(), "admissible", fields=[{"y": "1"}, {"y": "2"}], columns=["x", "y"], minor="0"
    )
    return {
        **of(tree, "growth", levels=[]),
        "growth_vector": [2],
        "verdict": "holonomic",
        "holonomic_relations": 1,
    }


def idle_bracket():
    """An integrable row as nonholonomic: by a bracket that is 0."""
    tree = made("zdot - x*xdot")
    fields = [{"x": "1", "z": "x"}, {"y": "1"}]
    tree = of(tree, "admissible", fields=fields, columns=["x", "y"], minor="1")
    one = {"brackets": [[0, 1]], "columns": ["x", "y", "z"], "minor": "0", "annihilators": []}
    return {
        **of(tree, "growth", levels=[one]),
        "growth_vector": [2, 3],
        "verdict": "nonholonomic",
        "holonomic_relations": 0,
    }


def idle_level():
    """An integrable set with a level that is none."""
    tree = exact_row()
    fields = tree["claims"][claim(tree, "admissible")]
    one = {
        "brackets": [],
        "columns": fields["columns"],
        "minor": fields["minor"],
        "annihilators": [{"0": "1"}],
    }
    return of(tree, "growth", levels=[one]) | {"growth_vector": [1, 1]}


def annihilated(tables):
    """Other annihilators at the last level."""
    tree = partly()
    levels = tree["claims"][claim(tree, "growth")]["levels"]
    return of(tree, "growth", levels=[*levels[:-1], {**levels[-1], "annihilators": tables}])


def half_shown(first: str, second: str, *more, lower: int, upper: int):
    """Called partly holonomic where only lower <= h <= upper is shown, of two rows."""
    tree = put(
        small_large(),
        (("problem", "coordinates"), list("xyzw")),
        (("problem", "constraints"), [first, second]),
        (("claims",), [{"claim": "rank", "rows": [0, 1], "columns": ["z", "w"]}, *more]),
    )
    return {
        **tree,
        "verdict": "partly holonomic",
        "independent_constraints": 2,
        "holonomic_relations": lower if lower == upper else None,
    }


def with_row(tree, text: str):
    """One constraint more, of which no claim speaks."""
    path = ("problem", "constraints")
    return put(tree, (path, [*tree["problem"]["constraints"], text]))


def redundant_later(name: str):
    """Two rows that are the same, which is shown after the claim about the kernel of all."""
    tree = small_large() if name == "not jointly integrable" else along_a_quotient()
    (text,) = tree["problem"]["constraints"]
    tree = with_row(tree, f"2*({text})")
    return added(tree, claim="redundant", row=1, combination={"0": "2"})


def large_sets():
    base, tree = small_large(), large()
    yield "a component that is none", of(base, "not jointly integrable", X={"q": "1"})
    yield "a component that is none", of(tree, "reached", curve={"q": "1"})
    yield "the rank is to be shown before", put(base, (("claims",), base["claims"][1:]))
    yield "the rank is to be shown before", put(tree, (("claims",), tree["claims"][1:]))
    yield "the rank is to be shown before", put(base, (("claims",), []))
    yield "the rank is to be shown before", with_row(large_and_integrable(), "zdot - y*xdot")
    for name in ("not jointly integrable", "reached"):
        yield "the rank is to be shown before", redundant_later(name)
    yield "the value is 1", of(base, "not jointly integrable", value="2")
    yield "the value is 0", of(base, "not jointly integrable", X={"y": "1"}, value="0")
    yield "the value is 1", of(base, "not jointly integrable", value="1 0")
    yield "not in the kernel", of(base, "not jointly integrable", X={"x": "1", "z": "1"})
    yield "not in the kernel", of(base, "not jointly integrable", Y={"y": "1", "z": "1"})
    yield "no list of natural numbers", of(base, "not jointly integrable", X={"x": "-1"})
    yield "not as many columns", of(base, "rank", columns=["z", "x"])
    yield "the pivot in y is 0", of(base, "rank", columns=["y"])
    yield (
        "the claims are incomplete",
        {
            **put(base, (("claims",), base["claims"][:1])),
            "verdict": "undecided",
            "holonomic_relations": None,
        },
    )
    one = [{"claim": "potential", "row": 0, "factor": "1", "potential": "z - x**2/2"}]
    yield "undecided", half_shown("zdot - x*xdot", "wdot - x*xdot", *one, lower=1, upper=2)
    one = [
        {
            "claim": "not jointly integrable",
            "row": 0,
            "X": {"x": "1"},
            "Y": {"y": "1"},
            "value": "1",
        }
    ]
    yield "undecided", half_shown("zdot - y*xdot", "wdot - y**2*xdot", *one, lower=0, upper=1)
    reached = tree["claims"][claim(tree, "reached")]
    yield "the rank is to be shown before", put(in_parts(), (("claims",), []))
    yield (
        "a curve across the rows",
        of(along_a_wave(), "reached", curve={"x": "1 0 0 0 0", "z": "0 0 0 0 1"}),
    )
    bent = {**reached["curve"], next(iter(reached["curve"])): "1"}
    yield "a curve across the rows", of(tree, "reached", curve=bent)
    yield (
        "a pivot of no variation",
        of(tree, "reached", pivots=[*reached["pivots"], [len(reached["variations"]), 0]]),
    )
    yield "a pivot of no variation", of(tree, "reached", pivots=[*reached["pivots"], [-1, 0]])
    yield "a pivot of no variation", of(tree, "reached", pivots=[*reached["pivots"], [0]])
    first = reached["variations"][0]
    yield "after one that is not there", of(tree, "reached", variations=[{**first, "after": 0}])
    yield "after one that is not there", of(tree, "reached", variations=[{**first, "after": -2}])
    yield (
        "a variation that ends elsewhere",
        of(
            tree,
            "reached",
            variations=[
                {**first, "z": {**first["z"], next(iter(first["z"])): "1"}},
                *reached["variations"][1:],
            ],
        ),
    )
    yield (
        "a step too many",
        of(tree, "reached", curve={}, variations=[{"after": -1, "z": {}}], pivots=[]),
    )
    yield (
        "is 0",
        of(
            tree,
            "reached",
            pivots=[reached["pivots"][0], reached["pivots"][0], *reached["pivots"][2:]],
        ),
    )
    yield (
        "a large multiple",
        row(base, "zdot - y*xdot - sin(1000000*x)*ydot + 0*sin(x)*ydot")
        | {"point": {**POINT, "angles": {"x": ["1", "0"]}}},
    )
    yield (
        "a large multiple",
        row(base, "zdot - y*xdot - sin(x/1e19)*ydot + sin(x)*ydot")
        | {"point": {**POINT, "angles": {"x/1e19": ["1", "0"]}}},
    )
    yield "parts that share coordinates", row(two_parts(), "wdot - v*udot + x*wdot", 1)
    yield "have not every row once", put(two_parts(), (("parts",), two_parts()["parts"][:1]))
    yield (
        "have not every row once",
        put(two_parts(), (("parts",), [*two_parts()["parts"], two_parts()["parts"][0]])),
    )
    yield "have not every row once", put(two_parts(), (("parts", 1, "rows"), [1, 1]))
    yield (
        "inequalities of a set in parts",
        put(two_parts(), (("problem", "inequalities"), ["x > 0"])),
    )
    mixed = in_parts()
    yield "not as many solved rows", put(mixed, (("solved",), mixed["solved"][:-1]))
    yield "a row that is not solved", put(mixed, (("solved", 0), f"2*({mixed['solved'][0]})"))
    yield "a row that is not solved", put(mixed, (("solved", 0), mixed["solved"][1]))
    column = mixed["claims"][0]["columns"][1]
    yield (
        "a row that is not solved",
        put(mixed, (("solved", 0), f"{mixed['solved'][0]} + {column}dot")),
    )
    free = next(
        n for n in mixed["problem"]["coordinates"] if n not in mixed["claims"][0]["columns"]
    )
    yield (
        "a root or logarithm in a claim",
        put(mixed, (("solved", 0), f"{mixed['solved'][0]} + 0*sqrt(-1 - {free}**2)*{free}dot")),
    )
    yield (
        "does not follow from the solved ones",
        put(mixed, (("solved", 0), f"{mixed['solved'][0]} + {free}*{free}dot")),
    )


def unspecified():
    """Functions that are not specified: one demand after the other."""
    base = any_slope()
    # names
    yield "cannot be a function", with_any(base, **{"f": ["y"], "2g": ["y"]})
    yield "cannot be a function", with_any(base, **{"f": ["y"], "sin": ["y"]})
    yield f"'{'2' * 40}' cannot be a function", with_any(base, **{"f": ["y"], "2" * 50: ["y"]})
    yield "is no name of the language", with_any(base, **{"f": ["y"], "ϑ": ["y"]})
    yield "is no name of the language", with_any(base, f=["y"], g=["ϑ"])
    for name in ("x", "xdot", "dx", "t", "pi"):
        yield f"{name} is a function, and", with_any(base, **{"f": ["y"], name: ["y"]})
    yield "c is a function, and", with_any(any_parameter(), k=["y", "c"], c=["y"])
    yield "has not names as arguments", with_any(base, f=["y"], g=[])
    yield "has not names as arguments", with_any(base, f=["y"], g=["2y"])
    yield "an argument of g stands twice", with_any(base, f=["y"], g=["y", "y"])
    yield "f_y calls a derivative of f", with_any(base, f=["y"], f_y=["y"])
    more = put(base, (("problem", "coordinates"), ["x", "y", "z", "f_y"]))
    yield "f_y calls a derivative of f", more
    more = put(base, (("problem", "coordinates"), ["x", "y", "z", "_y"]))
    yield "d_y calls a derivative of d", with_any(more, f=["y"], d=["y"])
    # words
    yield "f_x is no function", row(base, "xdot - f_x(y)*zdot")
    yield "f_ is no function", row(base, "xdot - f_(y)*zdot")
    yield "fy is no function", row(base, "xdot - fy(y)*zdot")
    yield "g is no function", row(base, "xdot - g(y)*zdot")
    yield "h' is no function", row(swapped(), "zdot - h'(x, y)*xdot")
    yield "k_thetatheta is no function", row(any_long_names(), "zdot - k_thetatheta(x, theta)*xdot")
    yield "f with other than 1 arguments", row(base, "xdot - f(y, x)*zdot")
    yield "h with other than 2 arguments", row(swapped(), "zdot - h_x(x)*xdot")
    yield "sin takes one argument", row(base, "xdot - sin(y, x)*zdot")
    yield "the function atan2", row(base, "xdot - atan2(y, x)*zdot")
    yield "',' stands where the text should end", row(base, "xdot - y*zdot, 2")
    yield "a ( that is not closed", row(base, "xdot - (y, z)*zdot")
    yield "a ( that is not closed", row(base, "xdot - f(y, z*zdot")
    two = put(with_any(base, **{"f": ["_", "x"], "f_": ["x", "y"]}), (("point",), POINT))
    yield "f__x may be the derivative of two", row(two, "xdot - f__x(x, y)*zdot")
    alone = put(row(base, "xdot - f*zdot"), (("point",), POINT))
    yield "f without its arguments", with_any(alone, f=["s"])
    yield "the name g is not declared", row(base, "xdot - g*zdot")
    yield "a velocity where none may stand", row(base, "xdot - f(ydot)*zdot")
    # arguments, and what functions may stand in
    for argument in ("2*y", "y**2", "0", "1", "pi", "x + y", "f(y)", "sin(y)", "x*y"):
        yield "of what is no free name", row(base, f"xdot - f({argument})*zdot")
    yield (
        "of what is no free name",
        put(any_parameter(), (("problem", "parameters", "c"), "2"), (("point",), POINT)),
    )
    yield (
        "of what is no free name",
        put(
            row(solved_by_a_function(), "h(x, z)*wdot - y*xdot"),
            (("point", "functions"), {"h(x, y)": "1"}),
        ),
    )
    yield (
        "a level whose slope is no number",
        put(solved_by_a_function(), (("problem", "holonomic_constraints"), ["z - h(x, z)"])),
    )
    yield "no sum of monomials in symbols", row(base, "xdot - sin(f(y))*zdot")
    yield "no sum of monomials in symbols", row(base, "xdot - exp(y*f(y))*zdot")
    # the point
    values = base["point"]["functions"]
    yield "does not give what is needed", put(base, (("point", "functions"), {}))
    yield "does not give what is needed", put(base, (("point", "functions", "f_y(y)"), ...))
    for text in ("y", "2*f(y)", "f(y)**2", "1", "f(y) + 1", "y*f(y)", "1/f(y)"):
        yield "of what is no unspecified function", put(base, (("point", "functions", text), "1"))
    yield "given twice", put(base, (("point", "functions"), {**values, "f'(y)": "1"}))
    yield "is no rational number", put(base, (("point", "functions", "f(y)"), "0.5"))
    yield "two values of a function at one place", put(swapped(), (("point",), AT_ONE_PLACE))
    yield "two values of a function at one place", put(any_surface(), (("point",), AT_ONE_PLACE))
    yield "the value is 0", put(base, (("point", "functions", "f_y(y)"), "0"))
    yield "a real point without all its values", put(any_bound(), (("point", "symbols"), {}))
    turning = put(angle(), (("problem", "inequalities"), ["f(theta) > 1"]))
    turning = put(with_any(turning, f=["y"]), (("point", "functions"), {"f(theta)": "2"}))
    turning = put(turning, (("point", "symbols"), {}))
    yield "an unspecified function at a real point without its place", turning
    yield "the point is not where", put(any_bound(), (("problem", "inequalities", 0), "f(y) > 100"))
    on = functions_on_levels_in_parts()
    path = ("parts", 0, "point", "functions")
    yield "a real point without all", put(on, (("parts", 0, "point", "symbols"), {"y": "1"}))
    yield "not on the set f = 0", put(on, ((*path, "f(x)"), "3"))
    moved = {"symbols": {"u": "1", "v": "2"}, "functions": {"f(u)": "5", "f_s(u)": "1"}}
    yield (
        "parts at different values of a function",
        put(on, (("parts", 1, "point"), {**POINT, **moved})),
    )
    yield (
        "parts at different values of a function",
        put(on, (("parts", 1, "point", "functions", "f_s(u)"), "7")),
    )
    twice_zero = with_any(circle(), f=["x"])
    i = claim(twice_zero, "redundant")
    twice_zero = put(
        twice_zero,
        (("problem", "holonomic_constraints"), ["x", "f(x)"]),
        (("claims", i, "combination"), {"0": "f_x(x)"}),
        (("claims", claim(twice_zero, "rank"), "columns"), ["x"]),
        (("claims", claim(twice_zero, "rank"), "minor"), "1"),
        (("point", "functions"), {"f(x)": "0", "f_x(x)": "1"}),
    )
    yield "follows for special functions only", twice_zero
    # what functions of several names tie together
    both = row(functions_in_parts(), "wdot - h(v, x)*udot", 1)
    given = {**POINT, "functions": {"h(v, x)": "0", "h_x(v, x)": "1"}}
    both = put(both, (("parts", 1, "point"), given))
    yield "parts that share coordinates", with_any(both, f=["s"], h=["x", "y"])
    # identities
    yield (
        "is not the differential",
        of(any_gradient(), "potential", potential="z - h(y, x)"),
    )
    yield "does not annihilate a field", row(any_gradient(), "zdot - h_x*xdot - h_x*ydot")
    yield "is not the differential", of(any_factor(), "potential", potential="z - y*f(z)")
    other = row(with_any(base, f=["y"], g=["y"]), "xdot - g(y)*zdot")
    other = put(other, (("point", "functions"), {**values, "g(y)": "1", "g_y(y)": "1"}))
    yield "a form that does not annihilate", other
    yield (
        "a variation that ends elsewhere",
        put(along_a_function(), (("point", "functions", "f_x(x)"), "3")),
    )
    yield (
        "a variation that ends elsewhere",
        put(along_two_arguments(), (("point", "functions", "h_xy(x, x)"), "3")),
    )
    yield "functions: f is no list", with_any(base, f="y")
    yield "has the wrong type", put(base, (("point", "functions", "f(y)"), 5))
    yield "is no object", put(base, (("problem", "functions"), ["f(y)"]))
    # declared as two things
    doubled = put(contact(), (("problem", "parameters"), {"y": "2"}))
    yield "declared twice", doubled


AT_ONE_PLACE = {
    **POINT,
    "symbols": {"x": "0", "y": "0"},
    "functions": {"h(x, y)": "1", "h(y, x)": "2"},
}


def forgeries():
    """(what the verifier says, a forged certificate)"""
    families = (
        documents,
        problems,
        texts,
        independence,
        declarations,
        points,
        levels,
        rules,
        large_sets,
    )
    for family in (*families, unspecified):
        yield from family()


def others():
    """A true certificate under the problem of another system, and claims of one set for the
    next.
    """
    trees = [family() for family in TRUE]
    for a in trees:
        for b in trees:
            if a["problem"] != b["problem"]:
                yield put({**a, "problem": b["problem"]})
