"""nonholo verify"""

from __future__ import annotations

import json
from itertools import pairwise

from nonholo.cli.command import Command
from nonholo.cli.output import DONE, LIMIT, UNDECIDED
from nonholo.words.language import tell, told
from nonholo.words.sentence import say
from nonholo.writing.verdicts import SAID

READABLE = 200  # characters of an equation that is written out
STATUS = {"accepted": DONE, "limit reached": LIMIT}
STATUSES = {
    "accepted": say("accepted"),
    "refused": say("refused"),
    "limit reached": say("limit reached"),
}


def declare(commands) -> Command:
    add = Command(commands, "verify", tell("independent check of a certificate"), run)
    add.given(
        "file",
        tell("CERTIFICATE.json"),
        tell("a certificate, or a record of `nonholo check --json`"),
    )
    add.value("--case", tell("CASE"), tell("the certificate must be about this case"))
    add.language()
    add.examples(
        "nonholo check rolling_coin --certificate coin.json",
        "nonholo verify coin.json --case rolling_coin",
    )
    return add


def run(options) -> int:
    from nonholo.cli.asked import asked_case
    from nonholo.face.certificate import read_certificate, verified

    content = read_certificate(options.file)
    case = asked_case(options.case) if options.case else None
    parts = content if isinstance(content, list) and content else [content]
    outcomes = [verified(certificate, case) for certificate in parts]
    records = [
        {"schema": 1, "file": options.file, **result._asdict(), **more} for result, more in outcomes
    ]
    if options.json:
        print(json.dumps(records if isinstance(content, list) else records[0], indent=1))
    else:
        lines = (line for result, more in outcomes for line in _told(result, more))
        print("\n".join(map(_in_a_line, lines)))
    return max((STATUS.get(result.status, UNDECIDED) for result, _ in outcomes), default=UNDECIDED)


def _in_a_line(text: str) -> str:
    """Texts of a certificate may hold line breaks, and names what a terminal obeys."""
    return "".join(c if c.isprintable() else " " for c in text)


def _told(result, more: dict) -> list[str]:
    """The result in a line, and what was accepted."""
    from nonholo.views.evidence.reasons import reason_told

    status = told(STATUSES.get(result.status, result.status))
    lines = [": ".join(word for word in (status, result.where, reason_told(result.why)) if word)]
    shown = result.shown
    if not shown:
        return lines
    if "cells" in shown:
        assumed = ["  " + tell("assumed: {text}", text=text) for text in shown.get("assumed", ())]
        on = [f"  {tell('where')}: {words}" for words in shown.get("on", ())]
        steady = all("at" in cell for cell in shown["cells"])
        cells = _stations(shown["cells"]) if steady else [_cell(cell) for cell in shown["cells"]]
        if ends := shown.get("ends"):
            cells.append(f"  {tell('may end anywhere')}: {', '.join(ends)}")
        exactly = [_exactly(shown["exactly"])] if "exactly" in shown else []
        among = [_class(line) for line in shown.get("class", ())]
        return [*lines, *cells, *among, *assumed, *on, *exactly]
    growth = ", ".join(map(str, shown["growth_vector"]))
    relations = shown["holonomic_relations"]
    h = f"h = {relations}" if relations is not None else "{} <= h <= {}".format(*shown["bounds"])
    verdict = f"{told(SAID.get(shown['verdict'], shown['verdict']))}: "
    verdict += f"k = {shown['independent_constraints']}, {h}"
    if growth:
        verdict += tell(", growth ({growth}) in {space}", growth=growth, space=shown["space"])
    rows = [(tell("verdict"), verdict), *((tell("where"), where) for where in shown["on"])]
    for i, text in enumerate(shown["constraints"]):
        rows.append((tell("constraint {i}", i=i), f"{text} = 0"))
    rows.append(("sha256", shown["sha256"]))
    if more:
        rows.append((tell("compared"), ", ".join(more["compared"])))
        rows.append((tell("not covered"), ", ".join(more["not_covered"])))
    return [*lines, *(f"  {label:13}  {content}" for label, content in rows)]


def _stations(stations: list[dict]) -> list[str]:
    """The cells of a steady motion, with the roots in which they end."""
    from nonholo.views.steady.text import VERDICTS

    ends = [n for n, one in enumerate(stations) if "end" in one]
    names = {**VERDICTS, "excluded": say("not as assumed")}
    lines = []
    for before, after in pairwise([None, *ends, None]):
        first = 0 if before is None else before + 1
        where = [tell("above {root}", root=_root(stations, before))] if before is not None else []
        where += [tell("below {root}", root=_root(stations, after))] if after is not None else []
        verdict = told(names[stations[first]["verdict"]])
        lines.append(f"  {', '.join(where) or tell('everywhere')}: {verdict}")
    return lines


def _root(stations: list[dict], n: int) -> str:
    """An end, told by the numbers between which there is no other, and its equation if that can be
    read."""
    from nonholo.verifier.words import FUNCTIONS, words

    equation, low, high = stations[n]["end"], stations[n]["at"], stations[n + 1]["at"]
    if len(equation) > READABLE:
        names = {word.text for word in words(equation) if word.kind == "name"}
        return tell(
            "the root between {low} and {high} of an equation in {letter}, of {length} characters",
            low=low,
            high=high,
            letter=", ".join(sorted(names - FUNCTIONS - {"pi"})),
            length=len(equation),
        )
    return tell(
        "the root of {equation} between {low} and {high}", equation=equation, low=low, high=high
    )


def _exactly(shown: dict) -> str:
    """For which functions a set is holonomic."""
    equations, unless = (
        ", ".join(f"{text} = 0" for text in shown[key]) for key in ("equations", "unless")
    )
    told_all = tell("for all functions")
    if shown["equations"] == ["1"]:
        told_all = tell("for no functions")
    elif equations:
        told_all = tell("exactly for functions with {equations}, identically", equations=equations)
    if shown["unless"] != ["1"]:
        told_all += tell(
            " (functions with {equations}, identically, are not judged)", equations=unless
        )
    told_all += "".join(f"; {tell('assumed: {text}', text=text)}" for text in shown["assumed"])
    return f"  {told(SAID['holonomic'])} {told_all}"


def _class(line: dict) -> str:
    """Among which functions integrals were counted."""
    groups = (f"{', '.join(g['functions'])} ({g['most']})" for g in line["groups"])
    words = tell(
        "among: products of {orders} of the velocities of {velocities} times powers of {functions},"
        " of degree {total} in all; energy and momenta",
        orders=", ".join(map(str, line["orders"])),
        velocities=", ".join(line["velocities"]),
        functions="; ".join(groups),
        total=line["total"],
    )
    return f"  {words}"


def _cell(cell: dict) -> str:
    """One cell of a family."""
    from nonholo.views.families.text import (
        count_words,
        measure_words,
        right_words,
        symmetry_words,
        vakonomic_words,
    )

    put_in = [f"{name} = {value}" for name, value in cell.get("solved", {}).items()]
    where = ", ".join(put_in or [f"{text} = 0" for text in cell["equations"]]) or tell("generic")
    beside = (", ".join(f"{text} = 0" for text in texts) for texts in cell.get("without", ()))
    where = tell("; but not where ").join(filter(None, (where, tell(" or ").join(beside))))
    if "substitutions" in cell:
        told_one = (
            f"{', '.join(one['eliminated'])}: {right_words(one['plain'], one['chained'])}"
            for one in cell["substitutions"]
        )
        return f"  {where}: " + "; ".join(told_one)
    if "measure" in cell:
        return f"  {where}: " + measure_words(cell["measure"], cell["another_time"])
    if "agrees" in cell:
        return f"  {where}: " + vakonomic_words(cell["agrees"], cell["free"])
    if "independent" in cell:
        return f"  {where}: {tell('first integrals')}: " + count_words(cell["independent"])
    if cell.get("flat") is not None:
        return f"  {where}: " + symmetry_words(cell["growth_vector"], cell["flat"])
    if cell.get("verdict") == "contradictory":
        contradiction = tell(
            "at almost all configurations no velocities obey the constraints: they contradict "
            "each other"
        )
        return f"  {where}: {contradiction}"
    growth = ", ".join(map(str, cell["growth_vector"]))
    if "flat" in cell:
        return f"  {where}: " + tell("growth ({growth})", growth=growth)
    if "singular" in cell:
        sets = tell(" or ").join(
            ", ".join(f"{text} = 0" for text in one) for one in cell["singular"]
        )
        if not sets:
            return f"  {where}: " + tell("growth ({growth}) at every point", growth=growth)
        return f"  {where}: " + tell("growth ({growth}) but where {sets}", growth=growth, sets=sets)
    verdict = told(SAID.get(cell["verdict"], cell["verdict"]))
    relations = cell["holonomic_relations"]
    return f"  {where}: {verdict}, h = {relations}, " + tell("growth ({growth})", growth=growth)
