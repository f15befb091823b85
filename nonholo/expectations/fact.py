"""What became of one published statement, and how the rules walk through lists and tables.

A rule is a function (subject, key, value) -> Facts.  It is made from a small judge of one statement
by `whole`, `listed`, `named` or `inside`, which name the facts and turn whatever cannot be read or
reached into the status "unchecked": a claim that cannot be judged is never an exception.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nonholo.errors import NonholoError
from nonholo.words.sentence import say

HOLDS, FAILS, UNCHECKED = "holds", "fails", "unchecked"


@dataclass(frozen=True, slots=True)
class Fact:
    """One published statement: its key in [expected], how it stood the test, and why.

    status: "holds" (proved), "fails" (refuted) or "unchecked" (detail says what it would need).
    """

    key: str
    status: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """The status of a statement whose key is not yet named."""

    status: str
    detail: str = ""


class NotAStatement(NonholoError):
    """A value below [expected] that has not the shape its key needs."""


Rule = Callable[[Any, str, Any], Iterator[Fact]]


def holds(detail: str = "") -> Finding:
    return Finding(HOLDS, detail)


def fails(detail: str) -> Finding:
    return Finding(FAILS, detail)


def unchecked(reason: str) -> Finding:
    return Finding(UNCHECKED, reason)


def said(stated: Any, computed: Any, where: str = "") -> Finding:
    """A stated value against a computed one; None is "not known"."""
    if computed is None:
        return unchecked(say("undecided"))
    remark = f" {where}" if where else ""
    if _same(stated, computed):
        return holds(say("{shown}{remark}", shown=_shown(computed), remark=remark))
    told = _shown(stated) if type(stated) is type(computed) else repr(stated)
    return fails(
        say(
            "found {shown}{remark}, stated {told}", shown=_shown(computed), remark=remark, told=told
        )
    )


def _same(stated: Any, computed: Any) -> bool:
    return isinstance(stated, bool) is isinstance(computed, bool) and stated == computed


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def whole(judge: Callable[[Any, Any], Finding]) -> Rule:
    """The value of the key is one statement."""

    def rule(subject, key, value):
        yield _guarded(key, lambda: judge(subject, value))

    return rule


def listed(judge: Callable[[Any, Any, int], Finding]) -> Rule:
    """Each entry of a list is a statement: judge(subject, all entries, index)."""

    def rule(subject, key, values):
        if not isinstance(values, list):
            yield Fact(key, UNCHECKED, "needed is a list")
            return
        for i in range(len(values)):
            yield _guarded(f"{key}[{i}]", lambda i=i: judge(subject, values, i))

    return rule


def named(judge: Callable[[Any, Any, str], Finding]) -> Rule:
    """Each entry of a table is a statement: judge(subject, whole table, name)."""

    def rule(subject, key, table):
        if not isinstance(table, Mapping):
            yield Fact(key, UNCHECKED, "needed is a table")
            return
        for name in table:
            yield _guarded(f"{key}.{name}", lambda name=name: judge(subject, table, name))

    return rule


def inside(
    rules: Mapping[str, Rule],
    context: Callable[[Any, Any], Any],
    other: Callable[[str], Rule] = lambda name: no_rule,
) -> Rule:
    """A table with rules of its own, judged in a context made of the subject and the table."""

    def rule(subject, key, table):
        if not isinstance(table, Mapping):
            yield Fact(key, UNCHECKED, "needed is a table")
            return
        inner = context(subject, table)
        for name, value in table.items():
            judge = rules[name] if name in rules else other(name)
            yield from judge(inner, f"{key}.{name}", value)

    return rule


def each_inside(
    rules: Mapping[str, Rule],
    context: Callable[[Any, Any], Any],
    other: Callable[[str], Rule],
) -> Rule:
    """A list of such tables."""
    one = inside(rules, context, other)

    def rule(subject, key, tables):
        if not isinstance(tables, list):
            yield Fact(key, UNCHECKED, "needed is a list of tables")
            return
        for i, table in enumerate(tables):
            yield from one(subject, f"{key}[{i}]", table)

    return rule


def never(reason: str) -> Rule:
    """Statements that nothing here can judge, and why."""
    return whole(lambda subject, value: unchecked(reason))


no_rule: Rule = never(say("no rule for this key"))
words = never(say("words for people"))


def _guarded(key: str, judge: Callable[[], Finding]) -> Fact:
    try:
        finding = judge()
    except NonholoError as error:
        finding = unchecked(str(error).splitlines()[0])
    except ZeroDivisionError as error:
        finding = unchecked(say("{error} while judging it", error=str(error)))
    return Fact(key, finding.status, finding.detail)


def entry(table: Any, name: str, kind: type) -> Any:
    """table[name], of that kind.

    Raises NotAStatement if it is missing or of another kind.
    """
    value = table.get(name) if isinstance(table, Mapping) else None
    if not isinstance(value, kind):
        raise NotAStatement(say("needed is {name} = a {kinds}", name=name, kinds=_KINDS[kind]))
    return value


def boolean(value: Any) -> bool:
    """True or false as stated.

    Raises NotAStatement for all else.
    """
    if not isinstance(value, bool):
        raise NotAStatement(say("needed is true or false, stated was {value!r}", value=value))
    return value


_KINDS = {list: "list", Mapping: "table", str: "text", int: "whole number"}
