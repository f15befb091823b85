"""What the constraints alone decide, as steps of a lesson: forms, triples, curvature, verdict,
displacements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo.expression.graph import Expr
from nonholo.expression.text import text, width
from nonholo.findings.verdict import HOLONOMIC, NONHOLONOMIC, UNDECIDED, Verdict
from nonholo.geometry.curvature.integrability import exterior_derivative
from nonholo.words.sentence import Sentence, say, say_many, together
from nonholo.writing.forms import Letter, form_letter
from nonholo.writing.latex import name_latex
from nonholo.writing.lesson import UNEQUAL, ZERO, Line, Mark, Step, Sum, equal, law, zero
from nonholo.writing.verdicts import SAID

if TYPE_CHECKING:
    from nonholo.geometry.constraints.pfaffian import Pfaffian
    from nonholo.geometry.curvature.integrability import FormVerdict, Triple
    from nonholo.geometry.distribution.distribution import Distribution
    from nonholo.geometry.flag.flag import Growth

MOST = 12  # components that are written on a board
FIELD = Mark("X_J", "X_J")
SPLIT = law(
    "q_l' = sum_j alpha_lj q_j' + alpha_l0",
    r"\dot q_l = \sum_j \alpha_{lj}\, \dot q_j + \alpha_{l0}",
)
TRIPLE = (
    "T_ijk = w_k (d_i w_j - d_j w_i) + w_i (d_j w_k - d_k w_j) + w_j (d_k w_i - d_i w_k)",
    r"T_{ijk} = w_k\, (\partial_i w_j - \partial_j w_i)"
    r" + w_i\, (\partial_j w_k - \partial_k w_j) + w_j\, (\partial_k w_i - \partial_i w_k)",
)
CURVATURE = law(
    "B_l(J, I) = X_I(alpha_lJ) - X_J(alpha_lI)",
    r"B_{l}(J, I) = X_I(\alpha_{lJ}) - X_J(\alpha_{lI})",
)
VIRTUAL = law("sum_i a_li δq_i = 0", r"\sum_i a_{li}\, \delta q_i = 0")


def constraint_steps(verdict: Verdict) -> list[Step]:
    """From the constraints to the virtual displacements.

    Raises OutOfReach for a large set.
    """
    if verdict.nonlinear is not None:
        return _nonlinear(verdict)
    d = verdict.require("distribution", "a lesson")
    if not d.k:
        told = say("No constraint is left: the coordinates are free.")
        return [Step(say("The constraints"), (told + _bounded(verdict),))]
    return [
        _constraints(verdict),
        split_step(d, verdict.vanishing),
        *_alone(verdict),
        _curvature(verdict),
        _verdict(verdict),
        _displacements(verdict),
    ]


def velocity(name: str) -> Mark:
    return Mark(f"{name}'", rf"\dot{{{name_latex(name)}}}")


def _constraints(verdict: Verdict) -> Step:
    rows = verdict.full
    lines = [zero(f, given=True) for f in rows.functions if f is not None]
    lines += [zero(rows.value(l), given=True) for l in range(rows.k)]
    k, n = verdict.independent, rows.chart.n
    told = say(
        "{constraints} on {coordinates}.",
        constraints=say_many(k or 0, "{n} independent constraint", "{n} independent constraints"),
        coordinates=say_many(n, "{n} coordinate", "{n} coordinates"),
    )
    if lines[rows.k :]:
        told += say(" A relation between coordinates enters by its derivative.")
    if verdict.redundant:
        told += say_many(
            len(verdict.redundant),
            " {n} row more follows from the others.",
            " {n} rows more follow from the others.",
        )
    told += _bounded(verdict)
    form = say_many(rows.k, " It is a differential form, ", " Each is a differential form, ")
    name, nice = _letter(verdict).numbered("l")
    meant = Mark(
        f"{name} = sum_i a_li dq_i + a_l0 dt", rf"{nice} = \sum_i a_{{li}}\, dq_i + a_{{l0}}\, dt"
    )
    said = (told + form, meant, "." + _gone_through(verdict))
    return Step(say("The constraints"), said, (*lines,))


def _letter(verdict: Verdict) -> Letter:
    return form_letter((*verdict.case.system.chart.names, *verdict.case.scope.letters))


def split_step(d: Distribution, vanishing: Sequence[Expr] | None = ()) -> Step:
    """The constraints solved for the dependent velocities; vanishing: None if it is not known."""
    lines = [SPLIT]
    lift = d.lift()
    for name, l in zip(d.names(d.dependent), d.dependent):
        mark = velocity(name)
        lines.append(equal(mark.text, mark.latex, lift[d.chart.v[l]]))
    lines += [Line((e, UNEQUAL)) for e in vanishing or ()]
    told = say_many(
        d.k,
        "The constraint can be solved for one velocity, the dependent one; the others stay free",
        "The rows are independent, so they can be solved for as many velocities as there are rows, "
        "the dependent ones; the others stay free",
    )
    sure = vanishing is not None and not vanishing
    where = "." if sure else say(", where the determinant of the columns does not vanish.")
    return Step(say("Solve for the dependent velocities"), (told + where,), tuple(lines))


def _bounded(verdict: Verdict) -> str:
    """What inequalities do, if there are any."""
    bounds = "; ".join(verdict.case.system.inequalities)
    if not bounds:
        return ""
    return say(
        " Beside it stands {bounds}: inequalities are no differential forms, and nonholonomic in "
        "the broad sense; what follows holds inside the region that they bound.",
        bounds=bounds,
    )


def _gone_through(verdict: Verdict) -> str:
    """Where velocities that a text is divided by vanish, if there are any."""
    zeros = verdict.case.system.through
    if not zeros:
        return ""
    return say(
        " What is written has no value where {zeros}; it is asked there too.",
        zeros=together(zeros, say(" or ")),
    )


def _alone(verdict: Verdict) -> list[Step]:
    """Each form by its triples; nothing for rows that are differentials as they stand."""
    rows = verdict.full
    asked = [
        (l, form)
        for l, form in enumerate(verdict.forms)
        if rows.functions[l] is None and form.triples
    ]
    if not asked:
        return []
    w, (plain, nice) = _letter(verdict), TRIPLE
    lines: list[Line] = [law(plain.replace("w_", f"{w.text}_"), nice.replace("w_", f"{w.latex}_"))]
    for l, form in asked:
        lines += _of_form(verdict, l, form)
    told = say(
        "A single form has an integrating factor, that is it is a multiple of a differential, "
        "exactly where all its triples vanish (theorem of Frobenius for one form)."
    )
    if rows.k > 1:
        told += say(" A set is not judged by its members: forms can be integrable only together.")
    heading = say("The form alone") if rows.k == 1 else say("Each form alone")
    return [Step(heading, (told,), tuple(lines), ("Frobenius1877", "Lemos2003"))]


def _of_form(verdict: Verdict, l: int, form: FormVerdict) -> list[Line]:
    rows, w = verdict.full, _letter(verdict)
    which, nice = w.numbered(l + 1) if rows.k > 1 else w
    if form.integrable is None:
        undecided = say("undecided")
        return [law(f"{which}: " + undecided, rf"{nice}: \text{{" + undecided + "}")]
    if not form.integrable:
        nonzero = form.nonzero
        return _written(rows, l, min(nonzero, key=lambda t: width(t.value)), which, nice)
    every = rf"T_{{ijk}}({nice}) = 0 \text{{" + say(" for all ") + "} i, j, k"
    lines = [law(say("all T of {form} = 0", form=which), every)]
    potential = verdict.potentials[l]
    if potential is not None and potential.factor is not None:
        lines.append(_differential(verdict, potential.function, potential.combination))
    return lines


def _written(rows: Pfaffian, l: int, triple: Triple, which: str, nice: str) -> list[Line]:
    """The triple that does not vanish, with the numbers of this form put in and worked out."""
    names = ("t", *rows.chart.names)
    i, j, k = (names.index(n) for n in triple.names)
    form, variables = rows.form(l), (rows.chart.t, *rows.chart.q)
    w = [form[i], form[j], form[k]]
    d = exterior_derivative(w, [variables[i], variables[j], variables[k]])
    factors = [(w[2], d[0, 1]), (w[0], d[1, 2]), (w[1], -d[0, 2])]
    label = f"T_({', '.join(triple.names)})"
    indices = r"\,".join(name_latex(n) for n in triple.names)
    latex = f"T_{{{indices}}}"
    if rows.k > 1:
        label, latex = say("{triple} of {form}", triple=label, form=which), f"{latex}({nice})"
    pieces: list[Mark | Expr | Sum] = [Mark(label + " = ", f"{latex} = ")]
    for a, b in factors:
        plus = "" if len(pieces) == 1 else " + "
        pieces += [Mark(f"{plus}(", f"{plus}("), a, Mark(") (", r")\,("), b, Mark(")", ")")]
    total = rows.chart.graph.add(*(a * b for a, b in factors))
    lines = [equal(label, latex, triple.value)]
    if (total - triple.value).is_zero:  # on f = 0 the triple may have been reduced
        return [Line((*pieces, Mark(" = ", " = "), triple.value), len(pieces) + 1)]
    return lines


def _differential(verdict: Verdict, f: Expr, combination: Sequence[tuple[int, Expr]]) -> Line:
    """d(f) = sum_l c_l w_l"""
    w = _letter(verdict)
    single = verdict.full.k == 1
    terms = [(c, Mark(*(w if single else w.numbered(l + 1)))) for l, c in combination]
    return Line((Mark("d(", "d("), f, Mark(") = ", ") = "), Sum(tuple(terms))), 3)


def _curvature(verdict: Verdict) -> Step:
    d, bend = verdict.distribution, verdict.curvature
    names = ("t", *d.names(d.independent))
    over = range(0 if d.pfaffian.space == "tq" else 1, d.m + 1)
    lines = [_field(d, J, names[J]) for J in over][:MOST]
    lines.append(CURVATURE)
    nonzero = [entry for entry in bend.entries() if not entry[3].is_zero]
    for l, J, I, value in nonzero[:MOST]:
        lines.append(_component(d, l, J, I, value))
    if not nonzero:
        every = r"B_l(J, I) = 0 \text{" + say(" for all ") + "} l, J, I"
        lines.append(law(say("all B_l(J, I) = 0"), every))
    told = say(
        "Of the set as a whole the curvature decides: how far the order of two small admissible "
        "displacements matters. Along the fields "
    )
    more = say(" one independent coordinate moves and the dependent ones follow.")
    if len(nonzero) > MOST:
        more += say(
            " {all} components do not vanish; the first {written} are written.",
            all=len(nonzero),
            written=MOST,
        )
    elif nonzero:
        more += say(" Components that are not written vanish.")
    sources = ("Voronec1901", "Frobenius1877")
    return Step(say("The curvature of the set"), (told, FIELD, more), tuple(lines), sources)


def _field(d: Distribution, J: int, name: str) -> Line:
    """X_J = d/dr^J + sum_l alpha_lJ d/dq_l"""
    one = d.chart.graph.one
    terms = [(one, _slope(name))]
    terms += [
        (row[J], _slope(d.chart.names[l]))
        for l, row in zip(d.dependent, d.alpha)
        if not row[J].is_zero
    ]
    return equal(f"X_{name}", f"X_{{{name_latex(name)}}}", Sum(tuple(terms)))


def _slope(name: str) -> Mark:
    return Mark(f"d/d{name}", rf"\partial_{{{name_latex(name)}}}")


def _component(d: Distribution, l: int, J: int, I: int, value: Expr) -> Line:
    """B_l(J, I) = X_I(alpha_lJ) - X_J(alpha_lI), with the functions of this case."""
    names, row = ("t", *d.names(d.independent)), d.alpha[l]
    dependent, j, i = d.names(d.dependent)[l], names[J], names[I]
    nice = [name_latex(n) for n in (dependent, j, i)]
    head = Mark(f"B_{dependent}({j}, {i}) = ", f"B_{{{nice[0]}}}({nice[1]}, {nice[2]}) = ")
    return Line(
        (
            head,
            Mark(f"X_{i}(", f"X_{{{nice[2]}}}("),
            row[J],
            Mark(f") - X_{j}(", f") - X_{{{nice[1]}}}("),
            row[I],
            Mark(") = ", ") = "),
            value,
        ),
        6,
    )


def _verdict(verdict: Verdict) -> Step:
    k, h = verdict.independent or 0, verdict.relations
    lines = _growth(verdict)
    sources = ["Frobenius1877"]
    if verdict.verdict == UNDECIDED:
        reason = verdict.reason or say("no proof was found")
        told = say("Whether the set is holonomic is undecided: {reason}.", reason=reason)
    elif verdict.verdict == HOLONOMIC:
        told = say_many(
            k,
            "The curvature vanishes, so by the theorem of Frobenius the set is jointly integrable: "
            "{n} relation between the coordinates, h = k = {n}. The constraint is holonomic.",
            "The curvature vanishes, so by the theorem of Frobenius the set is jointly integrable: "
            "{n} relations between the coordinates, h = k = {n}. The constraints are holonomic.",
        )
        lines = []
    elif verdict.verdict == NONHOLONOMIC:
        told = say(
            "The curvature does not vanish, so the set is not integrable. Brackets of these "
            "fields, and brackets of brackets, span spaces of the dimensions below; the last one "
            "is everything, so no relation between the coordinates is hidden: h = 0."
        )
        told += say_many(
            k, " The constraint is nonholonomic.", " The constraints are nonholonomic."
        )
        sources += ["Chow1939", "Rashevskii1938"]
    else:
        told = say(
            "The curvature does not vanish, so the set is not integrable as a whole. "
            "Brackets of these fields, and brackets of brackets, span spaces of the "
            "dimensions below; what the last one lacks is hidden in the set: h = {h} of k = "
            "{k} relations. The constraints are partly holonomic.",
            h=_or_bounds(verdict, h),
            k=k,
        )
    for integral in verdict.integrals.together:
        constant = ZERO
        if integral.method != "given":
            constant = Mark(" = const", r" = \text{const}")
            lines.append(_differential(verdict, integral.function, integral.combination))
        lines.append(Line((integral.function, constant), 0))
    if verdict.integrals.together:
        given = all(integral.method == "given" for integral in verdict.integrals.together)
        told += (
            say_many(
                len(verdict.integrals.together), " It is the one given:", " They are those given:"
            )
            if given
            else say(" Found as first integrals, each a combination of the forms:")
        )
    return Step(say("The verdict"), (told, *_for_which(verdict)), tuple(lines), tuple(sources))


def _for_which(verdict: Verdict) -> tuple[Sentence, ...]:
    """For which numbers of its letters the verdict holds, where some are known that can differ."""
    letters = verdict.letters
    if letters is None or not letters.special:
        return ()
    sets = (" = 0, ".join(map(text, one)) + " = 0" for one in letters.special)
    return (
        say(
            " This is so for almost all values of {names}; another verdict or growth vector can be "
            "only where {special}.",
            names=", ".join(letters.names),
            special=say(" or ").join(sets),
        ),
    )


def _or_bounds(verdict: Verdict, h: int | None) -> str:
    if h is not None:
        return str(h)
    return say("{lower} to {upper}", lower=verdict.bounds[0], upper=verdict.bounds[1])


def _growth(verdict: Verdict) -> list[Line]:
    growth = verdict.growth
    if growth is None:
        return []
    vector = ", ".join(map(str, growth.vector))
    n = verdict.full.chart.n + (growth.space == "tq")
    head = rf"(\dim D_1, \dim D_2, \dots) = ({vector}), \quad \text{{"
    return [
        law(
            f"(dim D_1, dim D_2, ...) = ({vector}), " + _whole(growth, str(n)),
            head + _whole(growth, rf"}} {n}\text{{") + "}",
        )
    ]


def _whole(growth: Growth, dimension: str) -> Sentence:
    """The dimension of the space in which the directions lie."""
    if growth.space == "q":
        return say("of {dimension}", dimension=dimension)
    return say("of {dimension}, with time", dimension=dimension)


def _displacements(verdict: Verdict) -> Step:
    d = verdict.distribution
    lines = [VIRTUAL]
    for name, row in zip(d.names(d.dependent), d.alpha):
        terms = _terms(d, row[1:], "δ", r"\delta ")
        label, latex = f"δ{name}", rf"\delta {name_latex(name)}"
        lines.append(equal(label, latex, terms or d.chart.graph.zero))
    told = say(
        "Virtual displacements obey the constraints with time frozen: velocities become variations"
    )
    if verdict.displacements.agree:
        told += say(". As no term is without a velocity, possible displacements are the same.")
    else:
        told += say(
            ", and the terms without a velocity fall away; possible displacements "
            "keep them, see the last lines."
        )
        for name, row in zip(d.names(d.dependent), d.alpha):
            if not row[0].is_zero:
                differentials = _terms(d, row[1:], "d", "d")
                possible = (
                    (row[0], Mark("dt", "dt")),
                    *(differentials.terms if differentials else ()),
                )
                lines.append(equal(f"d{name}", f"d{name_latex(name)}", Sum(possible)))
    free = [Mark(f"δ{n}", rf"\delta {name_latex(n)}") for n in d.names(d.independent)]
    reason: list[str | Mark] = [told + (say(" Free: ") if free else say(" None is free"))]
    for mark in free:
        reason += [mark, ", "]
    reason[len(reason) - bool(free) :] = ["."]
    return Step(say("Virtual displacements"), tuple(reason), tuple(lines), ("NeimarkFufaev1972",))


def _terms(d: Distribution, row: Sequence[Expr], text: str, latex: str) -> Sum | None:
    terms = [
        (e, Mark(f"{text}{n}", f"{latex}{name_latex(n)}"))
        for e, n in zip(row, d.names(d.independent))
        if not e.is_zero
    ]
    return Sum(tuple(terms)) if terms else None


def _nonlinear(verdict: Verdict) -> list[Step]:
    """Constraints nonlinear in the velocities: Chetaev's rule says which displacements are
    virtual."""
    chart, lines = verdict.full.chart, [zero(c.value, given=True) for c in verdict.nonlinear]
    lines += [zero(verdict.full.value(l), given=True) for l in range(verdict.full.k)]
    steps = [
        Step(
            say("The constraints"),
            (say("A constraint is not linear in the velocities, so it is no differential form."),),
            tuple(lines),
        ),
        Step(
            say("The verdict"),
            (
                {
                    NONHOLONOMIC: say(
                        "On none of its sides it hides a relation between coordinates: "
                        "nonholonomic."
                    )
                    if verdict.sided
                    else say(
                        "It is a product: a motion obeys one factor or another, and none of them "
                        "hides a relation between coordinates: nonholonomic."
                    )
                    if verdict.factors
                    else say(
                        "The admissible velocities at one configuration bend, so no relations "
                        "between coordinates can give them: nonholonomic."
                    ),
                    HOLONOMIC: say(
                        "What the velocities obey is the derivative of relations between "
                        "coordinates: holonomic."
                    ),
                }.get(
                    verdict.verdict, say("The answer is: {answer}.", answer=SAID[verdict.verdict])
                ),
            ),
        ),
    ]
    rule = law(
        "sum_i (∂f/∂q_i') δq_i = 0",
        r"\sum_i \frac{\partial f}{\partial \dot q_i}\, \delta q_i = 0",
    )
    slopes = [
        zero_sum(
            [
                (c.value.diff(v), Mark(f"δ{n}", rf"\delta {name_latex(n)}"))
                for n, v in zip(chart.names, chart.v)
                if not c.value.diff(v).is_zero
            ]
        )
        for c in verdict.nonlinear
    ]
    steps.append(
        Step(
            say("Virtual displacements"),
            (
                say(
                    "Chetaev's rule, a postulate beside d'Alembert's principle: the slopes of the "
                    "constraint in the velocities take the place of the coefficients."
                ),
            ),
            (rule, *slopes),
            ("Chetaev1932",),
        )
    )
    return steps


def zero_sum(terms: Sequence[tuple[Expr, Mark]]) -> Line:
    """sum of terms = 0"""
    return Line((Sum(tuple(terms)), ZERO), 0)
