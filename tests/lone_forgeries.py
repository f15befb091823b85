"""Forged certificates in which nothing is wrong but what one demand of the verifier refuses.

Without that demand each of them would be accepted; `tests.mutate_verifier` says of how many
demands this is so."""

from __future__ import annotations

from tests.forgeries import (
    POINT,
    added,
    along_a_quotient,
    claim,
    contact,
    engel,
    follows_from_velocities,
    large_and_integrable,
    made,
    many_turns,
    of,
    put,
    restricted,
    row,
    small_large,
    solved,
    surface,
    two_parts,
    with_row,
    with_zero,
    without,
)

DOT = "zdot - y*xdot"


def texts():
    """The contact form, with what is not to be read in it."""
    at_nine = put(contact(), (("point", "symbols", "x"), "9"))
    still = put(at_nine, (("point", "symbols", "x"), "0"), (("point", "exponents"), {"x/2": "1"}))
    for why, text in {
        "the function atan": "atan(x)",
        "no sum of monomials": "sin(1/(1 + y))",
        "a fraction of pi that is too small": "sin(pi/121)",
        "the logarithm of a root": "log(sqrt(x))",
        "the root of a root": "sqrt(1 + sqrt(x + 55))",
        "the square root of such": "sqrt(5)",
        "e^pi": "exp(pi)",
        "a power of ten that is too large": "1e501",
    }.items():
        yield why, with_zero(f"0*{text}")
    yield (
        "a fraction of an angle in a root",
        row(still, f"{DOT} - 0*sqrt(5 + exp(x/2) + exp(x))*ydot"),
    )
    yield (
        "a fraction of an angle in a logarithm",
        row(still, f"{DOT} - 0*log(5 + exp(x/2) + exp(x))*ydot"),
    )
    yield "a velocity where none may stand", row(contact(), "zdot - y*cos(ydot)*xdot")
    yield "a name behind a quotient that is no velocity", row(contact(), "zdot - y/1 y*xdot")
    yield "two dt below", row(contact(), "dz/dt/dt - y*xdot")
    yield "directly behind another factor", row(contact(), "zdot - y 1*xdot")
    yield "run together", row(contact(), "zdot - x'y")
    yield "is it in the exponent", row(contact(), "zdot - y**1xdot")
    yield "belong to the denominator", row(contact(), "zdot - y/1xdot")
    yield "a term without a differential", row(made("zdot - y*xdot + x"), "dz - y*dx + x")
    for name, why in (
        ("sin", "cannot be a name"),
        ("π", "is no name of the language"),
        ("n" * 101, "a name that is too long"),
    ):
        yield why, put(contact(), (("problem", "parameters"), {name: None}))
    yield (
        "declared twice",
        put(small_large(), (("problem", "coordinates"), ["x", "y", "z", "x"])),
    )


def documents():
    """Numbers that are none, and what stands beside what is looked at."""
    base = contact()
    yield "has the wrong type", of(base, "rank", rows=[False])
    yield "is no list", of(base, "rank", columns="z")
    yield "another version", {**small_large(), "certificate": 3}
    tree = two_parts()
    beside = {"point": POINT, "claims": []}
    yield "neither claims nor parts", {**tree, **beside}
    yield "has the wrong type", put(tree, (("parts", 0, "claims", 0, "rows"), [False]))
    stated = {k: v for k, v in tree.items() if k not in ("problem", "sha256")}
    inner = {**stated, "rows": [0, 1]}
    yield "parts in a certificate of a small set", {**tree, "parts": [{**inner, "certificate": 1}]}
    yield "neither claims nor parts", {**tree, "parts": [{**inner, **beside}]}


def points():
    """Values that no point has, where nothing else looks at them."""
    base = contact()
    yield "not on the circle", put(base, (("point", "angles"), {"x": ["2", "0"]}))
    yield "given twice", put(base, (("point", "angles"), {"x": ["1", "0"], "1*x": ["0", "1"]}))
    yield "with a sign", put(base, (("point", "angles"), {"-x": ["1", "0"]}))
    half = made("zdot - y*xdot - sin(theta/2)*thetadot", coordinates="x y z theta")
    yield (
        "a fraction of an angle",
        put(half, (("point", "angles"), {"theta": ["1", "0"]})),
    )
    far = made("zdot - y*xdot - sin(1001*theta)*thetadot", coordinates="x y z theta")
    yield "a large multiple", put(far, (("point", "angles"), {"theta": ["1", "0"]}))
    yield (
        "is no rational number",
        put(base, (("problem", "parameters"), {"a": None}), (("point", "symbols", "a"), "1.5")),
    )
    # never so: 2 cos(pi/5) = 1.618..., in powers of the turn 1 + z^4 - z^6
    nowhere = ["3/2 - 2*cos(pi/5) > 0"]
    yield (
        "a sign that is not read off a rational number",
        put(base, (("problem", "inequalities"), nowhere)),
    )


def levels():
    """Levels solved for what is no coordinate, and what is not of levels."""
    letter = put(
        made("zdot - x*ydot"),
        (("problem", "holonomic_constraints"), ["x - R"]),
        (("problem", "parameters"), {"R": None}),
    )
    claims = [{**c, **({"row": 1} if "row" in c else {})} for c in letter["claims"]]
    for c in claims:
        if c["claim"] == "rank":
            c["rows"] = [1]
    one = {"claim": "solved level", "row": 0, "coordinate": "R"}
    count = {"verdict": "partly holonomic", "holonomic_relations": 1, "independent_constraints": 2}
    yield (
        "a level is solved for a coordinate",
        {**put(letter, (("claims",), [one, *claims])), **count},
    )
    yield (
        "a level that is not linear",
        put(
            solved(),
            (("problem", "holonomic_constraints"), ["w - x*y*(w + 1)/(w + 1)"]),
            (("point", "symbols", "w"), "3"),
        ),
    )
    tree = restricted()
    yield (
        "a cofactor of what is no level",
        of(tree, "restricted row", cofactors={"-1": {"w": "-y"}}),
    )
    before, rank, *after = tree["claims"]
    yield "before the rank is shown", put(tree, (("claims",), [rank, before, *after]))
    yield "a vector that leaves the level", across()
    yield "levels that cannot be solved in this order", solved_too_late()
    last = made("zdot - w*wdot", coordinates="x y w z", levels=("w - x*y",))
    last = of(last, "solved level", row=-1)
    nothing = {"claim": "redundant", "row": 0, "combination": {}}
    claims = [*last["claims"][:2], nothing, *last["claims"][2:]]
    yield "there is no such level", added(put(last, (("claims",), claims)), **alone(0))
    velocities = put(follows_from_velocities(), (("point", "symbols", "x"), "1"))
    yield "a level that follows from velocities", added(velocities, **alone(0))


def alone(row: int):
    return {"claim": "integrable alone", "row": row}


def solved_too_late():
    """z' = w y' with w = sin(v) and v = x: as holonomic, with sin(v) for w."""
    tree = made("zdot - x*ydot")
    claims = [
        {"claim": "solved level", "row": 0, "coordinate": "w"},
        {"claim": "solved level", "row": 1, "coordinate": "v"},
        {"claim": "rank", "rows": [2], "columns": ["z"], "minor": "1"},
        {
            "claim": "admissible",
            "fields": [{"x": "1"}, {"y": "1", "z": "w"}],
            "columns": ["x", "y"],
            "minor": "1",
        },
        {"claim": "growth", "levels": []},
        alone(2),
    ]
    count = {"verdict": "holonomic", "holonomic_relations": 3, "independent_constraints": 3}
    return put(
        {**tree, **count, "growth_vector": [2], "claims": claims},
        (("problem", "coordinates"), list("xyzvw")),
        (("problem", "holonomic_constraints"), ["w - sin(v)", "v - x"]),
        (("problem", "constraints"), ["zdot - w*ydot"]),
        (("point", "angles"), {"v": ["0", "1"]}),
    )


def across():
    """A row that is integrable on the sphere, as one that is not: by vectors across it."""
    tree = surface()
    tree["claims"] = [c for c in tree["claims"] if c["claim"] != "integrable alone"]
    vectors = {"X": {"x": "1"}, "Y": {"y": "1"}, "Z": {"w": "1"}}
    return added(tree, claim="not integrable alone", row=1, value="1", **vectors)


def rules():
    """Ranks, fields and brackets of another number or order."""
    base = contact()
    yield "columns that do not fit", of(base, "rank", columns=["z", "x"])
    yield "brackets that do not fit", turned_bracket()
    yield "a triple that does not vanish", on_a_level_twice()
    yield (
        "the fields are to be shown before",
        without(made("xdot", "ydot", coordinates="x y"), "admissible"),
    )
    yield "not as many fields", fewer_fields()
    yield "the rank is to be shown before", row_left_out()


def on_a_level_twice():
    """Row 2 is integrable alone if a level that follows from the other counts once more."""
    tree = made(
        "zdot - u*xdot",
        coordinates="x y z u",
        levels=("x**2 + y**2 - 1", "2*x**2 + 2*y**2 - 2"),
    )
    place = ("claims", claim(tree, "not integrable alone"))
    return put(tree, (place, {"claim": "integrable alone", "row": 2}))


def turned_bracket():
    tree = contact()
    i = claim(tree, "growth")
    first = tree["claims"][i]["levels"][0]
    minor = first["minor"].removeprefix("-") if first["minor"][0] == "-" else "-" + first["minor"]
    return of(tree, "growth", levels=[{**first, "brackets": [[1, 0]], "minor": minor}])


def fewer_fields():
    """Growth (3, 4) stated as (2, 3, 4): by two fields of three, of which brackets span all."""
    tree = engel()
    about = [c for c in tree["claims"] if c["claim"] in ("admissible", "growth")]
    rank = {"claim": "rank", "rows": [0], "columns": ["y"], "minor": "1"}
    alone = {"claim": "not integrable alone", "row": 0, "triple": ["x", "y", "z"], "value": "-1"}
    return put(
        {**tree, "independent_constraints": 1, "claims": [rank, *about, alone]},
        (("problem", "constraints"), tree["problem"]["constraints"][:1]),
    )


def row_left_out():
    """An integrable row as the whole set; of the other one it is only said that it is not."""
    tree = with_row(made("zdot - x*xdot", coordinates="x y z w"), "wdot - y*xdot")
    triple = {"triple": ["x", "y", "w"], "value": "1"}
    return added(tree, claim="not integrable alone", row=1, **triple)


def large_sets():
    base, reached = small_large(), along_a_quotient()
    yield "a component that is none", of(base, "not jointly integrable", X={"x": "1", "q": "1"})
    yield "no list of natural numbers", of(base, "not jointly integrable", X={"x": "1", "z": "-0"})
    tree = reached["claims"][1]
    first, second = tree["variations"]
    yield (
        "after one that is not there",
        of(reached, "reached", variations=[{**first, "after": -2}, second]),
    )
    yield "a pivot of no variation", of(reached, "reached", pivots=[[-1, 0]])
    resting = [{"after": n, "z": {}} for n in (-1, 2, 3, 4, 5, 6)]
    yield "a step too many", of(reached, "reached", variations=[first, second, *resting])
    yield "a large multiple", row(many_turns(), f"{DOT} - sin(1000000*x)*xdot + 0*sin(x)*xdot")
    yield "a fraction or a large", row(many_turns(), f"{DOT} - sin(x/2)*xdot + 0*sin(x)*xdot")
    yield (
        "a claim that is none about such a set",
        added(
            large_and_integrable(),
            claim="first integral",
            combination={"0": "1/(y + 1)"},
            function="x + y + z",
        ),
    )
    given = [{**part, "point": {**POINT, "symbols": {"x": "1"}}} for part in two_parts()["parts"]]
    yield (
        "inequalities of a set in parts",
        put(two_parts(), (("parts",), given), (("problem", "inequalities"), ["x > 0"])),
    )
    yield "does not follow from the solved ones", solved_rows("dz - x*dx", "dw - u*du")
    yield (
        "a root or logarithm in a claim",
        solved_rows("dz - x*dx + 0*sqrt(1 + x**2)*dx", "dw - u*du", problem=("x", "u")),
    )
    yield "levels among rows that are solved", solved_rows_of_nothing()


def solved_rows(*rows: str, problem: tuple = ("y", "v")):
    """Two integrable rows, stated as what the rows of a problem are solved."""
    tree = two_parts()
    parts = []
    for l, part in enumerate(tree["parts"]):
        stated = {"verdict": "holonomic", "holonomic_relations": 1}
        at_zero = {**POINT, "symbols": {"xu"[l]: "0"}}
        claims = [part["claims"][0], alone(l)]
        parts.append({**part, **stated, "claims": claims, "point": at_zero})
    rank = {"claim": "rank", "rows": [0, 1], "columns": ["z", "w"]}
    more = {"solved": list(rows), "point": POINT, "claims": [rank], "parts": parts}
    y, v = problem
    return put(
        {**tree, **more, "verdict": "holonomic", "holonomic_relations": 2},
        (("problem", "constraints"), [f"zdot - {y}*xdot", f"wdot - {v}*udot"]),
    )


def solved_rows_of_nothing():
    """The relation x^2 + z^2 = -1, which no point obeys, by its differential."""
    tree = solved_rows("dz + x/z*dx", "dw - u*du", problem=("x", "u"))
    at_one = {**POINT, "symbols": {"z": "1"}}
    return put(
        tree,
        (("problem", "holonomic_constraints"), ["x**2 + z**2 + 1"]),
        (("problem", "constraints"), ["wdot - u*udot"]),
        (("point",), at_one),
        (("parts", 0, "point"), at_one),
    )


def lone():
    """(what the verifier says, a certificate that it would accept without one demand)"""
    for family in (texts, documents, points, levels, rules, large_sets):
        yield from family()
