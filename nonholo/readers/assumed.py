"""What a draft assumes: inequalities stated of parameters, equations that are put in."""

from __future__ import annotations

from nonholo.decide.feasible import numbers_inside
from nonholo.errors import BadCase, NonholoError, Place, said
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import nothing_obeys
from nonholo.readers.assumptions import Stated, carry, state, state_factors
from nonholo.readers.draft_reader import DraftReader
from nonholo.readers.lower import Scope, lower
from nonholo.readers.parser import parse_inequality
from nonholo.readers.tree import Inequality
from nonholo.words.sentence import say, together

APART = "!="
DOMAIN = say("domain of what is written")


def assumed(read: DraftReader) -> dict[Expr, Expr]:
    """Every answer assumes these inequalities; parameters that equations give, and by what."""
    draft, scope = read.draft, read.scope
    solved: dict[Expr, Expr] = {}
    given = [
        (draft.place(f"assumptions[{i}]", text), text)
        for i, text in enumerate(draft.assumptions, start=1)
    ]
    given += [(Place(key=DOMAIN), text) for text in draft.domain]
    for place, text in sorted(given, key=lambda each: _compares(each[1])):  # equations first
        read.guard(_stated if _compares(text) else _put_in, scope, text, place, solved)
    for symbol, value in solved.items():
        read.guard(carry, value, symbol)
    read.guard(state_factors, scope.chart.graph, scope.chart.q)
    read.complaints += _nothing_left(read)
    return solved


def state_domain(scope: Scope, condition: str) -> None:
    """Let the graph of a scope know where what was read has values.  Raises BadCase.

    >>> import nonholo as nh
    >>> from nonholo.expression.ranges import range_of
    >>> case = nh.System("x y", "x'^2")
    >>> state_domain(case.scope, "x != 0")
    >>> range_of(case.system.chart.q[0]).nonzero
    True
    """
    _stated(scope, condition, Place(key=DOMAIN), {})
    scope.chart.graph.ranges.clear()


def _compares(relation: str) -> bool:
    """An inequality, no equation."""
    return any(sign in relation for sign in ("<", ">", "≤", "≥", "≠", APART))


def _stated(scope: Scope, text: str, place: Place, solved: dict[Expr, Expr]) -> None:
    """An inequality, into the graph."""
    chart = scope.chart
    shown = text.replace("≠", APART)
    apart = APART in shown  # read as > between the same sides
    told = shown.replace(APART, "> ") if apart else text
    read = scope.resolved(parse_inequality(told, place, scope.signatures))
    assert isinstance(read, Inequality)
    gap = scope.meant(lower(read.left, chart) - lower(read.right, chart))
    if gap.has([*chart.v, *chart.a]) or (gap.has([chart.t]) and place.key != DOMAIN):
        raise BadCase("", say("{key}: {text}: contains velocities or t", key=place.key, text=text))
    sign = 0 if apart else 1 if read.relation[0] == ">" else -1
    try:
        state(chart.graph, Stated(gap.subs(solved), sign, len(read.relation) == 1, text))
    except NonholoError as error:
        raise BadCase("", together((place.key, ": ", said(error)))) from None


def _put_in(scope: Scope, text: str, place: Place, solved: dict[Expr, Expr]) -> None:
    """An equation between parameters: the last one that stands linearly is put in."""
    graph, names = scope.chart.graph, scope.parameters
    gap = scope.level(text, place).subs(solved)
    if not {s.args for s in gap.symbols()} <= set(names):
        told = say(
            "{key}: {text}: an equation is between parameters alone", key=place.key, text=text
        )
        raise BadCase("", told)
    for name in reversed(names):
        symbol = graph.symbol(name)
        slope = gap.diff(symbol)
        if slope.is_number and not slope.is_zero:
            value = symbol - gap / slope
            for before in solved:
                solved[before] = solved[before].subs({symbol: value})
            solved[symbol] = value
            return
    told = say(
        "{key}: {text}: needed is an equation in which a parameter stands "
        "linearly with a number before it, such as a + b = c",
        key=place.key,
        text=text,
    )
    raise BadCase("", told)


def _nothing_left(read: DraftReader) -> list[str]:
    """A complaint if no numbers obey all that is assumed, or none were found."""
    draft, graph = read.draft, read.scope.chart.graph
    none = not read.complaints and numbers_inside(graph) is None
    against = nothing_obeys(graph)
    if draft.domain and (none or against):
        told = say(
            "what is written has a value only where {conditions}, and no numbers were "
            "found that obey this and what is assumed; try correcting it",
            conditions=", ".join(draft.domain),
        )
    elif against:
        told = say(
            "assumptions: {told}: they contradict each other, no numbers are left",
            told=", ".join(draft.assumptions),
        )
    elif none:
        told = say(
            "assumptions: {relations}: no numbers were found with which all of them hold "
            "strictly; try dropping or correcting one, or an equation where they leave "
            "nothing else",
            relations="; ".join(draft.assumptions),
        )
    return [told] if none or against else []
