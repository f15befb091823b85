"""A language of generated code: one record, one file and one row of the table in `languages`.

A program computes what a task asks for, such as the accelerations of one derivation, printed
straight from the graph with common parts named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nonholo.errors import NotApplicable, SingularMass
from nonholo.expression.functions import unspecified_in
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.text import Style, text
from nonholo.expression.unspecified import no_value
from nonholo.languages.words import Words
from nonholo.words.sentence import say
from nonholo.writing.bounded import may_overflow
from nonholo.writing.common import common_parts
from nonholo.writing.hyperbolic import without_overflow
from nonholo.writing.present import display_graph, presentable

if TYPE_CHECKING:
    from nonholo.findings.entry import Entry
    from nonholo.geometry.constraints.chart import Chart

TIME, RATE = "t", "dot"  # mu_1dot is the rate of mu_1


@dataclass(frozen=True, slots=True)
class Argument:
    """An array that a program takes: its letter and the names of its entries."""

    letter: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """What a program computes: a function of time and of arrays.

    heading: what is computed, for the comment; arguments: the arrays in their order; result: the
    letter of what comes out; roots: its entries, in a graph for printing; time: the symbol of t;
    names: all that belong to the system and occur nowhere else (velocities that are eliminated);
    states: for languages that integrate, (state, the name of its rate, or None where that is the
    next of the roots); assigned: the names that the roots behind those stand for; inputs: letters
    of the arrays that come from outside; steps: (name, expression) computed before, in this order;
    note: what the names of arguments mean, for the comment.
    """

    function: str
    heading: str
    arguments: tuple[Argument, ...]
    result: str
    roots: Sequence[Expr]
    time: str
    names: tuple[str, ...] = ()
    states: tuple[tuple[str, str | None], ...] = ()
    assigned: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ("u",)
    steps: tuple[tuple[str, Expr], ...] = ()
    note: str = ""

    @property
    def letters(self) -> tuple[str, ...]:
        """The words that the function itself takes, beside those of every language."""
        return (self.function, *(a.letter for a in self.arguments))


@dataclass(frozen=True, slots=True)
class Program:
    """What a language lays out: names as they are and as the code writes them, named parts and
    results as code.

    written: name -> its spelling, the dependent velocities too.  parts: (name, code) in the order
    of computing."""

    task: Task
    written: Mapping[str, str]
    parts: Sequence[tuple[str, str]]
    results: Sequence[str]

    @property
    def groups(self) -> list[tuple[str, list[str]]]:
        """(letter, names as the code writes them) for every array that the function takes."""
        return [(a.letter, [self.written[n] for n in a.names]) for a in self.task.arguments]

    @property
    def letters(self) -> list[str]:
        """t and the letters of the arrays: the arguments of the function."""
        return [TIME, *(a.letter for a in self.task.arguments)]

    @property
    def title(self) -> str:
        """What is computed, and the order of the names."""
        told = ", ".join(f"{a.letter} = {listing(a.names)}" for a in self.task.arguments)
        note = f"; {self.task.note}" if self.task.note else ""
        return f"{self.task.heading}: {told}{note}"


def accelerations(entry: Entry) -> Task:
    """q'' of all coordinates of one derivation, a function of t, q, the independent velocities v,
    the parameters p that occur, and the inputs u where the system has some; behind v the mu of the
    vakonomic principle, whose rates follow the accelerations.

    Raises SingularMass where its equations determine no accelerations.
    """
    if entry.motion is None:
        raise SingularMass(entry.failure)
    roots = (*entry.motion.accelerations, *carried(entry).values())
    return of_motion(entry, [presentable(a) for a in roots])


def carried(entry: Entry) -> dict[str, Expr]:
    """What has an equation of motion of its own besides the coordinates: name -> its rate."""
    assert entry.motion is not None
    rates = zip(entry.equations.multipliers, entry.motion.multipliers)
    return {
        symbol.args.removesuffix(RATE): rate for symbol, rate in rates if symbol.args.endswith(RATE)
    }


def of_motion(entry: Entry, roots: Sequence[Expr]) -> Task:
    """A task about the motion of one derivation."""
    d, inputs = entry.equations.distribution, entry.inputs
    roots = displayed(d.chart.graph, roots)
    velocities = tuple(d.chart.v[j].args for j in d.independent)
    dependent = tuple(d.chart.v[l].args for l in d.dependent)
    moving = {s.args for s in (*d.chart.q, *d.chart.v, *d.chart.a, d.chart.t)}
    others = tuple(carried(entry))
    arguments = [
        Argument("q", d.chart.names),
        Argument("v", velocities),
        *([Argument("mu", others)] if others else []),
        Argument("p", occurring(roots, {*moving, *inputs, *others})),
    ]
    rates = tuple((name, f"{name}dot") for name in d.chart.names)
    return Task(
        "accelerations",
        entry.equations.name,
        (*arguments, Argument("u", inputs)) if inputs else tuple(arguments),
        "a",
        roots,
        d.chart.t.args,
        (*dependent, *(a.args for a in d.chart.a)),
        (*rates, *((name, None) for name in (*velocities, *others))),
        dependent,
        note="the rates of mu follow the accelerations" if others else "",
    )


def rates_task(
    heading: str,
    chart: Chart,
    definitions: Sequence[tuple[Expr, Expr]],
    motion: tuple[Sequence[Expr], Sequence[Expr], Sequence[Expr]],
    inputs: tuple[str, ...] = (),
    steps: Sequence[tuple[Expr, Expr]] = (),
) -> Task:
    """q' and w' as functions of t, q, velocities w of one's own, the parameters p that occur, and
    the inputs u where there are some.

    definitions: what those w are that are no velocities of coordinates; motion: w, q', w'; steps:
    (symbol, expression) computed before.

    >>> import nonholo as nh
    >>> skate = nh.System("x y a", "(x'**2 + y'**2 + a'**2)/2", ["sin(a) dx = cos(a) dy"])
    >>> form = nh.regular_equations(skate)
    >>> made = rates_task("skate", form.chart, form.definitions, (
    ...     form.symbols, form.velocities, form.rates))
    >>> made.function, [a.names for a in made.arguments]
    ('rates', [('x', 'y', 'a'), ('u1', 'adot'), ()])
    """
    symbols, velocities, rates = motion
    names, count = tuple(u.args for u in symbols), len(steps)
    whole = [*(e for _, e in steps), *velocities, *rates]
    roots = displayed(chart.graph, [presentable(e) for e in whole])
    before = tuple((symbol.args, e) for (symbol, _), e in zip(steps, roots))
    moving = {s.args for s in (*chart.q, *chart.v, *symbols, chart.t)}
    apart = {*moving, *inputs, *(name for name, _ in before)}
    arguments = [
        Argument("q", chart.names),
        Argument("w", names),
        Argument("p", occurring(roots, apart)),
    ]
    return Task(
        "rates",
        heading,
        (*arguments, Argument("u", inputs)) if inputs else tuple(arguments),
        "r",
        roots[count:],
        chart.t.args,
        states=tuple((n, None) for n in (*chart.names, *names)),
        steps=before,
        note=", ".join(f"{u} = {presentable(e)}" for u, e in definitions),
    )


def displayed(graph: Graph, roots: Sequence[Expr]) -> list[Expr]:
    """Expressions in a graph for printing, with the symbols in the order of the given one."""
    display = display_graph(graph)
    return [display.copy([root])[0] for root in roots]


def occurring(roots: Sequence[Expr], apart: set[str]) -> tuple[str, ...]:
    """The names in some expressions that are not set apart, in the order of their graph."""
    graph = roots[0].graph
    return tuple(s.args for s in graph.unmask(graph.mask(roots)) if s.args not in apart)


@dataclass(frozen=True, slots=True)
class Language:
    """How code is written: the pieces of an expression, the words that are taken, the layout of a
    program.

    task: what is computed of a derivation; time: how t is written; arrays: a program takes arrays
    with letters of their own; names_result: the code names the array that comes out; smooth:
    programs differentiate the code, so that it holds no |u| that the equations do not hold.
    careful: the style of a program that may meet an exponential too large for the machine, where
    the usual one would end in an error.
    """

    name: str
    style: Style
    words: Words
    layout: Callable[[Program], str]
    task: Callable[[Entry], Task] = accelerations
    time: str = TIME
    arrays: bool = True
    names_result: bool = False
    smooth: bool = False
    careful: Style | None = None

    def source(self, asked: Entry | Task) -> str:
        """The program of one derivation, or of another task.

        Raises SingularMass where its equations determine no accelerations, NotApplicable for a
        function without a value and for what is neither.
        """
        if not isinstance(asked, Task) and not hasattr(asked, "equations"):
            raise NotApplicable(
                say(
                    "{kind} is no derivation; give one of a comparison: "
                    "nonholo.compare(model).entry('maggi')",
                    kind=type(asked).__name__,
                )
            )
        task = asked if isinstance(asked, Task) else self.task(asked)
        whole = [*(e for _, e in task.steps), *task.roots]
        if functions := unspecified_in(whole):
            raise NotApplicable(no_value(functions))
        taken = {*task.letters} if self.arrays else set()
        taken |= {task.result} if self.names_result else set()
        written = _written(task, replace(self.words, taken=self.words.taken | taken))
        spelled = {**written, task.time: self.time}
        calm = without_overflow(whole, self.smooth)
        usual = self.careful if self.careful and may_overflow(calm) else self.style
        style = replace(usual, symbol=lambda name: spelled.get(name, name))
        parts, results = common_parts(calm)
        steps = [name for name, _ in task.steps]
        named = [(symbol.args, e) for symbol, e in parts]
        ordered = _in_order(named, list(zip(steps, results)))
        results = results[len(steps) :]
        code = [(spelled.get(name, name), text(e, style)) for name, e in ordered]
        return self.layout(Program(task, written, code, [text(r, style) for r in results]))


def _in_order(
    parts: Sequence[tuple[str, Expr]], steps: Sequence[tuple[str, Expr]]
) -> list[tuple[str, Expr]]:
    """Named parts and steps, each behind what it holds."""
    if not steps:
        return list(parts)
    waiting = {name for name, _ in (*parts, *steps)}
    ordered, left = [], [*steps, *parts]
    held = {n: waiting.intersection(s.args for s in e.symbols()) for n, e in left}
    while left:
        ready = [(n, e) for n, e in left if waiting.isdisjoint(held[n])]
        ordered += ready
        waiting -= {n for n, _ in ready}
        left = [pair for pair in left if pair[0] in waiting]
    return ordered


def listing(names: Sequence[str]) -> str:
    """(a, b); (a,)"""
    return "(" + ", ".join(names) + ("," if len(names) == 1 else "") + ")"


def _written(task: Task, words: Words) -> dict[str, str]:
    """How the code writes the names of a task.

    A name that the language or the function's own arguments have taken gets an underscore;
    dependent velocities are written by the same rule."""
    arguments = [n for a in task.arguments for n in a.names]
    known = {*arguments, *task.names, task.time}
    written: dict[str, str] = {}
    for name in dict.fromkeys((*arguments, *task.assigned, *(name for name, _ in task.steps))):
        safe = words.spelled(name)
        while (
            words.refuses(safe, name)
            or safe in written.values()
            or (safe != name and safe in known)
        ):
            safe += "_"
        written[name] = safe
    return written
