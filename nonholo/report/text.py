"""Findings as text for people: verdict first, then the evidence, aligned and short."""

from __future__ import annotations

from textwrap import wrap

from nonholo.analysis import Check, Large
from nonholo.comparison import Comparison, Entry
from nonholo.exact.common import common_parts
from nonholo.exact.graph import Expr
from nonholo.exact.text import text
from nonholo.report import strata, words
from nonholo.report.words import shown

WIDTH = 100
LONG = 400  # characters beyond which common parts are named
MOST_TRIPLES = 4
MOST_ROWS = 10  # of a large set


def table(rows: list[tuple[str, str]], indent: int = 2) -> list[str]:
    """Label and text in two columns; a label that repeats is left out, long text is wrapped."""
    width = max((len(label) for label, _ in rows), default=0)
    lines, last = [], None
    for label, content in rows:
        head = "" if label == last else label
        pieces = wrap(content, WIDTH - width - indent - 2, break_long_words=False) or [""]
        lines += [" " * indent + (head if i == 0 else "").ljust(width) + "  " + piece
                  for i, piece in enumerate(pieces)]
        last = label
    return lines


def check_text(check: Check | Large, full: bool = False) -> str:
    """The text of `nonholo check`."""
    if isinstance(check, Large):
        return large_text(check, full)
    lines = [check.case.name, f"{check.verdict.upper()}: {words.sentence(check)}", ""]
    rows = [("why", words.why(check)), *_alone(check, full)]
    rows += [("redundant", line) for line in words.redundant(check)]
    if not check.unilateral:
        rows += [("normal form", line) for line in strata.classes(check)]
        rows += [("growth vector", words.growth(check)), ("big flag", strata.big_flag(check)),
                 ("singular set", strata.singular(check)), *(("strata", line) for line in strata.strata(check)),
                 ("accessible", words.accessible(check))]
    rows += [("virtual", words.displacement(check, v)) for v in check.displacements.virtual]
    rows += [("virtual", "none")] if check.distribution.k and not check.displacements.virtual else []
    if check.distribution.k:
        rows += [("possible", words.possible(check)), ("eliminated", words.split(check)),
                 ("rank", words.rank(check))]
        rows += [("holonomic", f"{shown(p[1])} = {'0' if f is not None else 'const'}")
                 for p, f in zip(check.potentials, check.full.functions) if p is not None]
    rows += [("inequality", f"{i}  (unilateral; classified, not solved)") for i in check.case.system.inequalities]
    rows += [("remark", line) for line in _remarks(check)]
    rows.append(("evidence", words.evidence(check.closure.growth.evidence)))
    return "\n".join(lines + table([r for r in rows if r[1]]))


def _alone(check: Check, full: bool) -> list[tuple[str, str]]:
    """Each constraint by itself, with the triples that do not vanish."""
    rows = []
    for form in check.forms:
        verdict = {True: "integrable", False: "not integrable", None: "undecided"}[form.integrable]
        if form.exact:
            verdict = "exact"
        nonzero = form.nonzero if full else form.nonzero[:MOST_TRIPLES]
        triples = "; ".join(f"T({', '.join(t.names)}) = {shown(t.value)}" for t in nonzero)
        more = f"; and {len(form.nonzero) - len(nonzero)} more" if len(form.nonzero) > len(nonzero) else ""
        rows.append(("alone", f"{form.label}:  {verdict}" + (f"  {triples}{more}" if triples else "")))
    return rows


def large_text(check: Large, full: bool = False) -> str:
    """The text of `nonholo check` for a large set: verdict and evidence, long lists cut with their number."""
    lines = [check.case.name, f"{check.verdict.upper()}: {words.large_sentence(check)}", ""]
    rows = [("why", line) for line in words.large_why(check)]
    rows += [("parts", words.large_parts(check)), *_large_alone(check, full)]
    rows += _cut("redundant", [_redundant(check, l, others) for l, others in check.redundant], full)
    rows.append(("growth vector", words.large_growth(check)))
    if check.bounds[0]:
        rows.append(("accessible", "undecided (leaves hold the motion; where they can meet was not looked for)"))
    rows += _cut("holonomic", [f"{f} = 0" for f in check.full.functions if f is not None], full)
    rows += [("inequality", f"{i}  (unilateral; classified, not solved)") for i in check.case.system.inequalities]
    rows += [("remark", words.large_generic(check)), ("remark", words.piecewise(check)),
             ("remark", "virtual displacements, curvature and singular points are not listed at this size"),
             ("evidence", words.large_evidence(check))]
    return "\n".join(lines + table([r for r in rows if r[1]]))


def _large_alone(check: Large, full: bool) -> list[tuple[str, str]]:
    """How many constraints are integrable alone, and the first of them with a triple."""
    alone, exact = [f.integrable for f in check.forms], sum(f.exact is True for f in check.forms)
    counted = {"integrable" + (f" ({exact} of them exact)" if exact else ""): alone.count(True),
               "not integrable": alone.count(False), "undecided": alone.count(None)}
    head = ", ".join(f"{number} {what}" for what, number in counted.items() if number)
    lines = []
    for form in check.forms:
        verdict = {True: "integrable", False: "not integrable", None: "undecided"}[form.integrable]
        triple = "".join(f"  T({', '.join(t.names)}) = {t.value}" for t in form.nonzero[:1])
        label = form.label if full or len(form.label) <= WIDTH else form.label[:WIDTH] + " ..."
        lines.append(f"{label}:  {'exact' if form.exact else verdict}{triple if full or len(triple) <= WIDTH else ''}")
    return [("alone", head), *_cut("alone", lines, full)]


def _cut(label: str, lines: list[str], full: bool) -> list[tuple[str, str]]:
    """The first lines of a long list, and how many more there are."""
    kept = lines if full else lines[:MOST_ROWS]
    more = [f"and {len(lines) - len(kept)} more (--full gives all)"] if len(lines) > len(kept) else []
    return [(label, line) for line in (*kept, *more)]


def _redundant(check: Large, l: int, others) -> str:
    names = "; ".join(check.full.labels[r] for r in others[:4])
    return f"{check.full.labels[l]}  follows from  {names}" + (" ..." if len(others) > 4 else "")


def _remarks(check: Check) -> list[str]:
    remarks = [words.special(check), words.piecewise(check)]
    if check.virtual_integrable and check.relations is not None and check.relations < check.independent:
        remarks.append("with time frozen the virtual displacements are integrable; the constraints are not "
                       "(time takes part)")
    return [r for r in remarks if r]


def compare_text(comparison: Comparison, conserved=(), name: str = "") -> str:
    """The text of `nonholo compare`."""
    d = comparison.distribution
    inner = d.names(d.independent)
    lines = [name] if name else []
    lines += [_headline(comparison), ""]
    for entry in comparison.entries:
        lines += entry_text(comparison, entry)
    lines += _error_text(comparison, inner)
    lines += ["curvature of the distribution", *(table(_curvature(comparison)) or ["  zero"]), ""]
    rows = [(f"on {n}", shown(f)) for n, f in zip(d.chart.names, comparison.reactions)]
    lines += ["reactions A^T lambda", *table(rows), ""]
    rows = [(label, words.sum_shown(f)) for label, f in conserved]
    lines += ["conserved (proved)", *(table(rows) or ["  none of energy, momenta, velocities"])]
    return "\n".join(lines)


def _curvature(comparison: Comparison) -> list[tuple[str, str]]:
    d = comparison.distribution
    names, rows = ("t", *d.names(d.independent)), d.names(d.dependent)
    return [(f"B_{rows[l]}({names[J]}, {names[I]})", shown(value))
            for l, J, I, value in comparison.curvature.entries() if not value.is_zero]


def _headline(comparison: Comparison) -> str:
    formulations = [e for e in comparison.entries if e.equations.kind == "formulation"]
    names = ", ".join(e.equations.name for e in formulations)
    if all(e.agrees for e in formulations):
        proved = all(e.decision.proved for e in formulations)
        head = f"{names} agree ({'proved' if proved else 'randomised identity, not a proof'})"
    else:
        head = f"{names}: agreement not established"
    if not comparison.errors:
        return head
    eliminated = ", ".join(f"{n}'" for n in comparison.errors[0].eliminated)
    safe = {True: "safe", False: "WRONG", None: "undecided"}[comparison.shortcut.answer]
    return f"{head}\nsubstituting {eliminated} into the Lagrangian is {safe}"


def entry_text(comparison: Comparison, entry: Entry) -> list[str]:
    """One derivation: how it compares, and its accelerations."""
    d = comparison.distribution
    mark = {True: "agrees", False: "DIFFERS", None: "undecided"}[entry.agrees]
    lines = [f"{entry.equations.name}  [{entry.equations.kind}, {mark}]"]
    lines += wrap(entry.equations.note, WIDTH - 2, initial_indent="  ", subsequent_indent="  ")
    if entry.motion is None:
        return [*lines, f"  {entry.failure}", ""]
    columns = d.independent or tuple(range(d.chart.n))
    roots = [entry.motion.accelerations[j] for j in columns]
    return lines + named_rows([f"{d.chart.names[j]}''" for j in columns], roots) + [""]


def named_rows(labels: list[str], roots: list[Expr]) -> list[str]:
    """label = expression; when too long, with common parts named below."""
    written = [shown(r) for r in roots]
    if max(map(len, written), default=0) <= LONG:
        return table([(label, f"= {w}") for label, w in zip(labels, written)])
    parts, results = common_parts(roots, functions=False)
    rows = [(label, f"= {text(r)}") for label, r in zip(labels, results)]
    return [*table(rows), "  with", *table([(str(n), f"= {text(p)}") for n, p in parts], 4)]


def _error_text(comparison: Comparison, inner) -> list[str]:
    lines = []
    for error in comparison.errors:
        eliminated = ", ".join(f"{n}'" for n in error.eliminated)
        lines.append(f"error of substituting {eliminated}: value of its rows on the true motion, 0 where it is right")
        rows = [(f"on {n}", f"gradient part {shown(g)};  curvature part {shown(c)}")
                for n, g, c in zip(inner, error.gradient, error.curvature)]
        plain = {True: "vanishes: safe", False: "does not vanish: wrong", None: "undecided"}[error.safe.answer]
        chained = {True: "safe", False: "wrong", None: "undecided"}[error.safe_chained.answer]
        lines += [*table(rows), f"  {plain}; with the gradient part kept (chained): {chained}", ""]
    return lines


def equations_text(comparison: Comparison, entry: Entry) -> str:
    """The text of `nonholo equations`: rows, then solved accelerations and multipliers."""
    names = comparison.distribution.chart.names
    lines = [entry.equations.name + (f": {entry.equations.note}" if entry.equations.note else ""), ""]
    lines += [f"  {shown(row)} = 0" for row in entry.equations.rows]
    if entry.motion is None:
        return "\n".join([*lines, "", entry.failure])
    lines += ["", "solved (velocities on the constraints)"]
    labels = [f"{n}''" for n in names] + [str(m) for m in entry.equations.multipliers]
    lines += named_rows(labels, [*entry.motion.accelerations, *entry.motion.multipliers])
    return "\n".join(lines)
