"""The kinematics of a case in the form of control: q' = G(q, t) w + g(q, t).

The columns of G are a basis of the velocities that the constraints allow with time frozen, A G = 0;
the drift obeys them, A g + a_0 = 0.  Nothing of a Lagrangian takes part.  References:
MurraySastry1993, BellaicheJeanRisler1998."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from nonholo.dynamics.equations import free_symbols
from nonholo.dynamics.system import require_pfaffian
from nonholo.errors import NotApplicable, Place
from nonholo.expression.graph import DIVISION, Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.curvature.frames import Frame, frame, left_free, serving
from nonholo.geometry.distribution.displacements import displacements
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.geometry.distribution.regular import regular_velocities
from nonholo.geometry.zeros.signs import vanishing_factors
from nonholo.languages import language
from nonholo.languages.program import Argument, Task, displayed, occurring
from nonholo.linear.elimination import Matrix, determinant, dot
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.name_list import name_list
from nonholo.readers.on_levels import on_levels
from nonholo.readers.own import own_copy
from nonholo.readers.velocities import velocities_asked_for
from nonholo.shows import ShownAsFormulas
from nonholo.words.sentence import say
from nonholo.writing.present import presentable

CONTROL = "control"  # the name of this form beside those of the equations of motion
LARGEST = 7  # coordinates up to which det S is written down


@dataclass(frozen=True, slots=True, repr=False)
class ControlForm(ShownAsFormulas):
    """q' = G w + g on the constraints.

    inputs: names of w (m); matrix: G (n x m); drift: g (n), all 0 where rest is allowed;
    definitions: what each w is as a sum of velocities, where it was given; exceptions: where one of
    these vanishes, the columns are not defined or do not span all admissible velocities; elsewhere
    they do wherever the constraints are independent (None: such places were not found);
    passed_over: quasi-velocities of the case that are free and would have served only with poles.

    >>> import nonholo as nh
    >>> form = nh.control_form(nh.constraints("sin(a) dx = cos(a) dy", also=["a"]))
    >>> form
    <ControlForm: x' = cos(a)*w1; y' = sin(a)*w1; a' = w2>
    >>> form.matrix, form.drift
    (((cos(a), 0), (sin(a), 0), (0, 1)), (0, 0, 0))
    """

    case: Case
    distribution: Distribution
    symbols: tuple[Expr, ...]
    matrix: tuple[tuple[Expr, ...], ...]
    drift: tuple[Expr, ...]
    definitions: tuple[tuple[Expr, Expr], ...] = ()
    exceptions: tuple[Expr, ...] | None = ()
    passed_over: tuple[str, ...] = ()

    @property
    def chart(self) -> Chart:
        """The coordinates with their velocities."""
        return self.distribution.chart

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The coordinates, in the order of the rows of G."""
        return self.chart.names

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of w."""
        return tuple(s.args for s in self.symbols)

    @property
    def rates(self) -> tuple[Expr, ...]:
        """G w + g."""
        graph = self.chart.graph
        return tuple(
            g + dot(graph, row, self.symbols) if self.symbols else g
            for row, g in zip(self.matrix, self.drift)
        )

    def source(self, name: str) -> str:
        """A function velocities(t, q, w, p) in a language.

        name: of the language, one of `nonholo.languages.LANGUAGES`; p holds the parameters that
        occur, in the order that the comment names.

        >>> import nonholo as nh
        >>> "def velocities(t, q, w, p)" in nh.control_form("unicycle").source("python")
        True
        """
        return language(name).source(self.task())

    def task(self) -> Task:
        """What such a function computes.

        >>> import nonholo as nh
        >>> nh.control_form("unicycle").task().function
        'velocities'
        """
        chart = self.chart
        roots = displayed(chart.graph, [presentable(e) for e in self.rates])
        apart = {s.args for s in (*chart.q, *self.symbols, chart.t)}
        arguments = (
            Argument("q", chart.names),
            Argument("w", self.inputs),
            Argument("p", occurring(roots, apart)),
        )
        states: tuple[tuple[str, str | None], ...] = tuple((n, None) for n in chart.names)
        return Task(
            "velocities",
            "control form",
            arguments,
            "v",
            roots,
            chart.t.args,
            states=states,
            inputs=("w",),
        )

    def __repr__(self) -> str:
        told = "; ".join(f"{n}' = {presentable(e)}" for n, e in zip(self.coordinates, self.rates))
        return f"<ControlForm: {told}>"

    def _repr_latex_(self) -> str:
        """q' = G w + g, for a notebook."""
        return rf"$\displaystyle {self.latex()}$"

    def latex(self) -> str:
        r"""q' = G w + g with its matrices, without dollars.

        >>> import nonholo as nh
        >>> nh.control_form(nh.constraints("dy = x dt")).latex().partition(" = ")[0]
        '\\begin{pmatrix} \\dot{y} \\\\ \\dot{x} \\end{pmatrix}'
        """
        write = self.chart.latex()
        left = [[write(v)] for v in self.chart.v]
        parts = [_latex(left), "="]
        if self.symbols:
            parts += [_latex([list(map(write, row)) for row in self.matrix])]
            parts += [_latex([[write(s)] for s in self.symbols])]
        if not self.symbols or any(not e.is_zero for e in self.drift):
            parts += ["+"] * bool(self.symbols) + [_latex([[write(e)] for e in self.drift])]
        return " ".join(parts)


def _latex(rows: Sequence[Sequence[str]]) -> str:
    inside = r" \\ ".join(" & ".join(row) for row in rows)
    return rf"\begin{{pmatrix}} {inside} \end{{pmatrix}}"


def control_form(
    given: Case | str | Path,
    dependent: str | Sequence[str] = (),
    velocities: Mapping[str, str] | Sequence[str] = (),
) -> ControlForm:
    """The velocities that the constraints of a case allow, as those of a control system.

        q' = G(q, t) w + g(q, t),       A G = 0,    A g + a_0 = 0       G: n x m, m = n - k

    given: a case (a Lagrangian is not needed), the path of its file, or a model of
    sympy.physics.mechanics; dependent: coordinates whose velocities shall follow from the others;
    velocities: what the w shall be, name -> sum of coefficient * velocity, or texts "v =
    x'*cos(a)", as many as there are independent velocities (by default the quasi-velocities of the
    case that the constraints leave free and that serve, without any vectors free of denominators).
    Raises NotApplicable for constraints that are not linear in the velocities, NonholoError for
    velocities that are not independent.  References: MurraySastry1993, BellaicheJeanRisler1998.

    >>> import nonholo as nh
    >>> skate = nh.constraints("sin(a) dx = cos(a) dy", also=["a"])
    >>> nh.control_form(skate, velocities={"v": "x'*cos(a) + y'*sin(a)", "turn": "a'"})
    <ControlForm: x' = cos(a)*v; y' = sin(a)*v; a' = turn>
    """
    wish = name_list(dependent, "dependent")
    case = on_levels(own_copy(as_case(given)), wish)
    require_pfaffian(case.system, say("the control form"))
    rows, _, _ = independent_rows(case.system.pfaffian)
    d = distribution(rows, wish or case.dependent, case.place)
    if velocities:
        return _in_given(case, d, _definitions(velocities))
    quasi = case.system.velocities
    free = left_free(d, quasi)
    frame_of_case = serving(d, quasi) if free else None
    form = _in_frame(case, d, frame_of_case) if frame_of_case else _by_kernel(case, d)
    if d.m <= sum(name in free for name in form.inputs):
        return form
    return replace(form, passed_over=tuple(name for name in free if name not in form.inputs))


def _definitions(velocities: Mapping[str, str] | Sequence[str]) -> dict[str, str]:
    if isinstance(velocities, Mapping):
        return {str(name): str(text) for name, text in velocities.items()}
    meanings = {}
    for text in [velocities] if isinstance(velocities, str) else velocities:
        name, sign, meaning = (piece.strip() for piece in text.partition("="))
        if not sign or not name.isidentifier() or name in meanings:
            raise NotApplicable(
                say(
                    "{text!r}: needed is NAME = sum of coefficient * velocity, each name once",
                    text=text,
                )
            )
        meanings[name] = meaning
    return meanings


def _by_kernel(case: Case, d: Distribution) -> ControlForm:
    """The columns free of denominators and common factors, and a drift without poles if one is
    found.
    """
    basis, graph = displacements(d), d.chart.graph
    drift = basis.particular if _whole(basis.particular) else _regular_drift(d)
    symbols = free_symbols(case.system, "w", d.m)
    matrix = tuple(tuple(column[i] for column in basis.virtual) for i in range(d.chart.n))
    scale = (
        graph.multiply(*(matrix[j][J] for J, j in enumerate(d.independent))) if d.m else graph.one
    )
    divided = drift is None or not _whole(e for row in matrix for e in row)
    exceptions = None
    if d.condition is not None:
        exceptions = vanishing_factors(d.condition if divided else scale / d.condition, d.chart)
    return ControlForm(case, d, symbols, matrix, drift or basis.particular, exceptions=exceptions)


def _whole(entries: Iterable[Expr]) -> bool:
    """Nothing is divided by what may vanish."""
    return not any(e.doubt & DIVISION for e in entries)


def _regular_drift(d: Distribution) -> tuple[Expr, ...] | None:
    """g with A g + a_0 = 0, regular wherever the constraints are independent, if one is found."""
    regular = regular_velocities(d.pfaffian, d.dependent)
    if regular is None or regular.on_level:
        return None
    zero = regular.chart.graph.zero
    return tuple(
        d.chart.graph.copy([presentable(regular.drift.get(j, zero)) for j in range(d.chart.n)])
    )


def _in_given(case: Case, d: Distribution, texts: Mapping[str, str]) -> ControlForm:
    """The columns dual to velocities that somebody has chosen."""
    quasi = velocities_asked_for(case.scope, texts, lambda name: Place(key=name))
    return _in_frame(case, d, frame(d, quasi))


def _in_frame(case: Case, d: Distribution, frame: Frame) -> ControlForm:
    graph = d.chart.graph
    matrix = tuple(tuple(presentable(row[c]) for c in frame.free()) for row in frame.dual)
    matrix = tuple(tuple(graph.copy([e])[0] for e in row) for row in matrix)
    drift = tuple(graph.copy([presentable(e)])[0] for e in frame.drift)
    rows: Matrix = [list(form[1:]) for form in frame.forms]
    left = determinant(graph, rows) if d.chart.n <= LARGEST else None
    exceptions = None if left is None else vanishing_factors(left, d.chart)
    return ControlForm(case, d, frame.symbols, matrix, drift, frame.definitions(), exceptions)
