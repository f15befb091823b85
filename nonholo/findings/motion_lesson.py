"""The dynamics of a case as steps of a lesson: two roads to the equations, and the shortcut with
the term that it leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo.dynamics.equations import Motion
from nonholo.dynamics.lagrange import force_balance, mass_matrix
from nonholo.dynamics.reduced import momenta, reduced_lagrangian
from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr
from nonholo.expression.text import HANDOUT, width
from nonholo.findings.constraint_lesson import split_step
from nonholo.linear.elimination import dot, solve
from nonholo.words.sentence import Sentence, say, together
from nonholo.writing.latex import UNWRITTEN, dotted, name_latex
from nonholo.writing.lesson import UNEQUAL, Line, Mark, Step, energy, equal, law, row_of, zero
from nonholo.writing.present import presentable

if TYPE_CHECKING:
    from nonholo.findings.comparison import Comparison, SubstitutionError
    from nonholo.findings.entry import Entry
    from nonholo.findings.regular_form import RegularForm

MORE = 3  # times as long may be what has no poles
DRIFT = r"\frac{d}{dt} \frac{\partial L}{\partial \dot q_i} - \frac{\partial L}{\partial q_i}"
REDUCED = (
    r"\frac{d}{dt} \frac{\partial \bar L}{\partial \dot q_j} - \frac{\partial \bar L}{\partial q_j}"
)
GRADIENT = r"\sum_l \alpha_{lj} \frac{\partial \bar L}{\partial q_l}"
FORCE = r"\sum_l p_l \biggl( \sum_i B_l(j, i)\, \dot q_i + B_l(j, t) \biggr)"
MULTIPLIERS = law(
    "d/dt ∂L/∂q_i' - ∂L/∂q_i = Q_i + sum_l lambda_l a_li",
    DRIFT + r" = Q_i + \sum_l \lambda_l\, a_{li}",
)
LAGRANGE = law("d/dt ∂L/∂q_i' - ∂L/∂q_i = Q_i", DRIFT + " = Q_i")
CHETAEV = law(
    "d/dt ∂L/∂q_i' - ∂L/∂q_i = Q_i + sum_l lambda_l ∂f_l/∂q_i'",
    DRIFT + r" = Q_i + \sum_l \lambda_l\, \frac{\partial f_l}{\partial \dot q_i}",
)
PROJECTED = law(
    "sum_i (d/dt ∂L/∂q_i' - ∂L/∂q_i - Q_i) δq_i = 0",
    rf"\sum_i \biggl( {DRIFT} - Q_i \biggr)\, \delta q_i = 0",
)
MOMENTUM = law(
    "p_l = ∂L/∂q_l', " + say("then the dependent velocities eliminated"),
    r"p_l = \frac{\partial L}{\partial \dot q_l} \Big|_{\dot q_l \text{"
    + say(" eliminated")
    + "}}",
)
CURVATURE_FORCE = law(
    say("force on {coordinate}", coordinate="j")
    + " = sum_l p_l (sum_i B_l(j, i) q_i' + B_l(j, t))",
    f"K_j = {FORCE}",
)
VORONEC = law(
    "d/dt ∂Lbar/∂q_j' - ∂Lbar/∂q_j - sum_l alpha_lj ∂Lbar/∂q_l - Qbar_j"
    " = sum_l p_l (sum_i B_l(j, i) q_i' + B_l(j, t))",
    rf"{REDUCED} - {GRADIENT} - \bar Q_j = {FORCE}",
)
NAIVE = law(
    "d/dt ∂Lbar/∂q_j' - ∂Lbar/∂q_j - Qbar_j = 0   (?)",
    rf"{REDUCED} - \bar Q_j \overset{{?}}{{=}} 0",
)
ERROR = law(
    say("left side of the shortcut on the true motion") + " = sum_l alpha_lj ∂Lbar/∂q_l"
    " + sum_l p_l (sum_i B_l(j, i) q_i' + B_l(j, t))",
    together(
        (
            rf"{REDUCED} - \bar Q_j \Big|_{{\text{{",
            say("true motion"),
            rf"}}}} = \underbrace{{{GRADIENT}}}_{{\text{{",
            say("gradient part"),
            rf"}}}} + \underbrace{{{FORCE}}}_{{\text{{",
            say("curvature part"),
            "}}",
        )
    ),
)

BRIEF = 200  # characters of a value that is told in any case


def motion_steps(compared: Comparison, eliminated: Sequence[str]) -> list[Step]:
    """From the Lagrangian to the term that the shortcut leaves out.

    eliminated: the dependent coordinates of the steps before.
    """
    d = compared.distribution
    steps = [_lagrangian(compared), *_multipliers(compared)]
    if d.k and tuple(eliminated) != d.names(d.dependent):
        steps.append(split_step(d))
    steps += [*_second_road(compared), _agreement(compared)]
    if compared.errors and d.m:
        steps += _shortcut(compared, compared.errors[0])
    return steps


def _rows(names: Sequence[str], rows: Sequence[Expr]) -> list[Line]:
    return [row_of(n, name_latex(n), row) for n, row in zip(names, rows)]


def _entry(compared: Comparison, name: str) -> Entry | None:
    try:
        return compared.entry(name)
    except NotApplicable:
        return None


def _lagrangian(compared: Comparison) -> Step:
    system = compared.system
    assert system.lagrangian is not None  # it was compared
    lines = [equal("L", "L", system.lagrangian, given=True)]
    lines += [
        equal(f"Q_{n}", f"Q_{{{name_latex(n)}}}", Q, given=True)
        for n, Q in zip(system.chart.names, system.forces)
        if not Q.is_zero
    ]
    told = say("The Lagrangian is that of the coordinates without the constraints")
    told += say(", beside it the applied forces that are not in it.") if lines[1:] else "."
    if compared.numbers:
        told += say(
            " {numbers} is put in, as given: for almost all other values something below differs.",
            numbers=", ".join(compared.numbers),
        )
    return Step(say("The Lagrangian"), (told,), tuple(lines))


def _multipliers(compared: Comparison) -> list[Step]:
    entry, n = _entry(compared, "multipliers"), compared.system.chart.n
    if entry is None:
        return []
    rows, motion, names = entry.equations.rows, entry.motion, compared.system.chart.names
    if not entry.equations.multipliers:
        told = say("Without constraints these are Lagrange's equations of the second kind.")
        return [
            Step(
                say("Lagrange's equations"),
                (told,),
                (LAGRANGE, *_rows(names, rows)),
                ("Lagrange1788",),
            )
        ]
    told = say(
        "By d'Alembert's principle the reactions do no work on virtual displacements. So they are "
        "combinations of the constraints with unknown multipliers, and the constraints, "
        "differentiated once, complete the equations."
    )
    rule = CHETAEV if compared.system.nonlinear else MULTIPLIERS
    steps = [
        Step(
            say("First road: multipliers"),
            (told,),
            (rule, *_rows(names, rows[:n]), *map(zero, rows[n:])),
            ("Lagrange1788", "Ferrers1873"),
        )
    ]
    if motion is not None:
        values: Sequence[Expr] = motion.multipliers
        told = (
            say("The equations are linear in the accelerations and the multipliers; solved:")
            if compared.system.nonlinear  # no velocity is eliminated
            else say(
                "The equations are linear in the accelerations and the multipliers; solved, with "
                "the dependent velocities eliminated:"
            )
        )
        whole = by_all_velocities(compared)
        if whole is not None and _length(whole) <= MORE * _length(values):
            values = whole
            told = say(
                "The equations are linear in the accelerations and the multipliers; solved, with "
                "all velocities left in, as eliminating the dependent ones would bring in poles:"
            )
        write = compared.system.chart.latex(longest=HANDOUT)
        short = by_accelerations(entry) if any(UNWRITTEN in write(v) for v in values) else None
        if short is not None:
            values = short
            told = say(
                "The equations are linear in the multipliers; solved for them, with the "
                "accelerations of the motion below:"
            )
        pairs = zip(entry.equations.multipliers, values)
        lines = [equal(str(m), name_latex(str(m)), value) for m, value in pairs]
        steps.append(Step(say("Solve for the multipliers"), (told,), tuple(lines)))
    return steps


def by_all_velocities(compared: Comparison) -> list[Expr] | None:
    """(A M^-1 A^T) lambda = b - A M^-1 F by all velocities, without the poles of a split; None
    where a split has none.
    """
    if compared.regular is None:
        return None
    system, rows = compared.system, compared.distribution.pfaffian
    chart, graph = system.chart, system.chart.graph
    M, zeros = mass_matrix(system), dict.fromkeys(chart.a, graph.zero)
    F = [-e.subs(zeros) for e in force_balance(system)]
    columns = [solve(graph, M, vector) for vector in (*rows.matrix, F)]
    if None in columns:
        return None
    *pulls, free = (column for column in columns if column is not None)
    bends = [
        graph.add(dot(graph, [chart.rate(a) for a in row], chart.v), chart.rate(affine))
        for row, affine in zip(rows.matrix, rows.affine)
    ]
    matrix = [[dot(graph, row, pull) for pull in pulls] for row in rows.matrix]
    right = [-bend - dot(graph, row, free) for bend, row in zip(bends, rows.matrix)]
    return solve(graph, matrix, right)


def _length(values: Sequence[Expr]) -> int:
    return sum(len(str(presentable(value))) for value in values)


def by_accelerations(entry: Entry) -> list[Expr] | None:
    """The multipliers from the balances of the dependent coordinates, accelerations as they are."""
    letters, d = entry.equations.multipliers, entry.equations.distribution
    rows = [entry.equations.rows[i] for i in d.dependent]
    if len(rows) != len(letters):
        return None
    zeros = dict.fromkeys(letters, d.chart.graph.zero)
    slopes = [[row.diff(letter) for letter in letters] for row in rows]
    return solve(d.chart.graph, slopes, [-row.subs(zeros) for row in rows])


def _second_road(compared: Comparison) -> list[Step]:
    voronec, maggi = _entry(compared, "voronec"), _entry(compared, "maggi")
    d = compared.distribution
    if not d.k or not d.m or compared.system.nonlinear or voronec is None:
        return [] if maggi is None or not d.k else [_maggi(maggi)]
    system, names = compared.system, d.names(d.independent)
    dependent = d.names(d.dependent)
    lines = [energy("Lbar", r"\bar L", reduced_lagrangian(system, d)), MOMENTUM]
    lines += [
        equal(f"p_{n}", f"p_{{{name_latex(n)}}}", p) for n, p in zip(dependent, momenta(system, d))
    ]
    force = [
        equal(say("force on {coordinate}", coordinate=n), rf"K_{{{name_latex(n)}}}", f)
        for n, f in zip(names, compared.curvature_force)
    ]
    dropped = say("the curvature force was dropped")
    rows = [
        row_of(n, name_latex(n), row, None if f.is_zero else row + f, dropped)
        for n, row, f in zip(names, voronec.equations.rows, compared.curvature_force)
    ]
    return [
        Step(
            say("Second road: eliminate the dependent velocities"),
            (
                say(
                    "Put into the Lagrangian, the dependent velocities leave the reduced "
                    "Lagrangian. The momenta of the eliminated velocities must be taken before "
                    "they are eliminated, and must not be lost:"
                ),
            ),
            tuple(lines),
        ),
        Step(
            say("The curvature force"),
            (
                say(
                    "The variation of a dependent velocity is not the derivative of the variation "
                    "of its coordinate; the curvature measures the difference, and the momenta "
                    "above carry it into the equations. It is the right side of Voronec's "
                    "equations."
                ),
            ),
            (CURVATURE_FORCE, *force),
            ("Voronec1901",),
        ),
        Step(
            say("Voronec's equations"),
            (
                say(
                    "With the curvature force on the right the reduced Lagrangian may be used. The "
                    "sum over "
                ),
                Mark("l", "l"),
                say(" chains the dependent coordinates, "),
                Mark("Qbar_j", r"\bar Q_j"),
                say(
                    " are the applied forces on virtual displacements. Written out, everything on "
                    "one side:"
                ),
            ),
            (VORONEC, *rows),
            ("Voronec1901", "NeimarkFufaev1972"),
        ),
    ]


def _maggi(entry: Entry) -> Step:
    told = say(
        "Lagrange's balance is projected on the virtual displacements, which do not feel the "
        "reactions; the constraints, differentiated once, complete the equations."
    )
    rows = entry.equations.rows
    return Step(say("Second road: Maggi"), (told,), (PROJECTED, *map(zero, rows)), ("Maggi1901",))


def _agreement(compared: Comparison) -> Step:
    d, motion = compared.distribution, compared.reference
    if motion is None:
        failure = compared.entry(compared.reference_name).failure
        told = say("There are no accelerations to compare: {reason}.", reason=failure)
        return Step(say("The motion"), (told,))
    form = compared.regular if compared.regular and compared.regular.agrees.proved else None
    lines = _accelerations(compared, motion) if form is None else _by(form)
    agreeing = [e for e in compared.formulations if e.agrees]
    titles = together((e.title for e in agreeing), ", ")
    if len(agreeing) < len(compared.formulations):
        told = say(
            "The accelerations below follow by {titles}; for the others it is not established.",
            titles=titles,
        )
    else:
        proved = all(e.decision.proved for e in agreeing)
        known = say("proved") if proved else say("tested at random points, which is no proof")
        told = say(
            "All roads give the same accelerations ({known}): {titles}.", known=known, titles=titles
        )
    if form is not None:
        told += say(
            " With the dependent velocities eliminated they have poles where the motion has none; "
            "in the velocities below they have not."
        )
    elif d.k and d.m and not compared.system.nonlinear:
        told += say(
            " Those of the dependent coordinates follow from the constraints, differentiated."
        )
    return Step(say("The roads agree"), (told,), tuple(lines))


def _accelerations(compared: Comparison, motion: Motion) -> list[Line]:
    """Those of the independent coordinates."""
    d = compared.distribution
    names = d.chart.names
    columns = range(len(names)) if compared.system.nonlinear or not d.m else d.independent
    return [equal(f"{names[j]}''", dotted(names[j], 2), motion.accelerations[j]) for j in columns]


def _by(form: RegularForm) -> list[Line]:
    """What the regular velocities are, q' and their rates, and where these fail."""
    lines = [equal(str(u), name_latex(str(u)), e, given=True) for u, e in form.definitions]
    lines += [equal(f"{n}'", dotted(n), e) for n, e in form.followed]
    orders = {v.args: dotted(n, 2) for n, v in zip(form.chart.names, form.chart.v)}
    lines += [
        equal(label, orders.get(u) or dotted(u), e)
        for u, label, e in zip(form.names, form.labels, form.rates)
    ]
    lines += [equal(str(step), name_latex(str(step)), e) for step, e in form.steps]
    return [*lines, *(Line((e, UNEQUAL)) for e in dict.fromkeys(form.not_where))]


def _shortcut(compared: Comparison, error: SubstitutionError) -> list[Step]:
    d = compared.distribution
    names = d.names(d.independent)
    entry = _entry(compared, "substituted " + ", ".join(error.eliminated))
    rows = () if entry is None else entry.equations.rows[: len(names)]
    shortcut = Step(
        say("The shortcut"),
        (
            say(
                "Tempting: put the dependent velocities into the Lagrangian and vary what is left "
                "as if the remaining coordinates were all there is."
            ),
        ),
        (NAIVE, *_rows(names, rows)),
    )
    parts = [line for row in zip(names, error.gradient, error.curvature) for line in _parts(*row)]
    heading = {
        False: say("Where it goes wrong"),
        True: say("Why it goes well here"),
        None: say("What it leaves out"),
    }[error.safe.answer]
    told = _judged(error)
    if compared.holonomic.answer:
        told += say(
            " The constraints are holonomic: had the coordinates been put in, solved from the "
            "relations, and not the velocities alone, it would have been right."
        )
    judgement = Step(heading, (told,), (ERROR, *parts), ("Voronec1901", "NeimarkFufaev1972"))
    return [shortcut, judgement, *_fewer(names, compared.errors[1:])]


def _judged(error: SubstitutionError) -> Sentence:
    """Whether the shortcut may be taken here, and by which terms it fails."""
    if error.safe.answer is None:
        return say(
            "Whether the terms below vanish is undecided: {reason}.", reason=error.safe.reason
        )
    if error.safe.answer:
        return say(
            "In general this line is wrong, by the terms below. Here they vanish, so the shortcut "
            "happens to be right."
        )
    wrong = say(
        "The equality with the question mark is wrong. The reduced Lagrangian no longer knows that "
        "the dependent coordinates move with the independent ones (gradient part), nor that "
        "variation and time derivative "
        "do not commute for the dependent velocities (curvature part). On the true motion its "
        "left sides have the values below where they ought to be zero"
    )
    if error.safe_chained.answer:
        return wrong + say(". Only the gradient part is missing; the curvature part vanishes.")
    return wrong + ":"


def _fewer(names: Sequence[str], errors: Sequence[SubstitutionError]) -> list[Step]:
    """What is missing where only some of the dependent velocities are put in."""
    wrong = [error for error in errors if error.safe.answer is False]
    if not wrong:
        return []
    lines: list[Line] = []
    for error in wrong:
        put = ", ".join(f"{n}'" for n in error.eliminated)
        nice = ", ".join(dotted(n) for n in error.eliminated)
        lines.append(law(_only(put), r"\text{" + _only(rf"}} {nice} \text{{") + "}"))
        for row in zip(names, error.gradient, error.curvature):
            lines += _parts(*row)
    told = say(
        "Nor may some of the velocities be put in and the other constraints be kept with "
        "multipliers. Parts that cancel where all are put in stand alone then:"
    )
    return [Step(say("Putting in fewer velocities"), (told,), tuple(lines))]


def _only(velocities: str) -> Sentence:
    return say("only {velocities} put in:", velocities=velocities)


def _parts(name: str, gradient: Expr, curvature: Expr) -> list[Line]:
    """The missing term of one row: gradient part + curvature part = value, where that is shorter
    than the two.
    """
    latex = r"\text{" + say("equation of ") + rf"}} {name_latex(name)}: \quad"
    head = say("equation of {coordinate}: ", coordinate=name)
    if gradient.is_zero and curvature.is_zero:
        return [Line((Mark(head, latex), gradient), 1)]
    if gradient.is_zero:
        return [Line((Mark(head + "(0) + (", latex + " (0) + ("), curvature, Mark(")", ")")), 1)]
    if curvature.is_zero:
        return [Line((Mark(head + "(", latex + " ("), gradient, Mark(") + (0)", ") + (0)")), 1)]
    pieces = (Mark(head + "(", latex + " ("), gradient, Mark(") + (", ") + ("), curvature)
    value = gradient + curvature
    if width(value) > BRIEF and not _shorter(value, gradient, curvature):
        return [Line((*pieces, Mark(")", ")")), 3)]
    return [Line((*pieces, Mark(") = ", ") = "), value), 5)]


def _shorter(value: Expr, *parts: Expr) -> bool:
    """Is a sum shorter than its parts, as they are written?"""
    if width(value) > HANDOUT:
        return False
    return width(presentable(value)) < sum(width(presentable(part)) for part in parts)
