"""A lesson as a LaTeX document of its own, which any TeX with amsmath compiles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo.expression.text import HANDOUT
from nonholo.views.lesson import words
from nonholo.views.lesson.figure import TIKZ, as_tikz, drawing
from nonholo.views.lesson.lines import display
from nonholo.words.language import told
from nonholo.writing.latex import TOO_LONG, as_called

if TYPE_CHECKING:
    from nonholo.writing.latex import Writer
    from nonholo.writing.lesson import Exercise, Lesson, Line, Step

PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb,graphicx}
\usepackage[margin=25mm]{geometry}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\setlength{\emergencystretch}{3em}
"""
FITTED = r"""\newsavebox{\formula}
\newcommand{\fitted}[1]{\sbox{\formula}{$\displaystyle #1$}%%
  \ifdim\wd\formula>2\linewidth \text{(%s)}%%
  \else\ifdim\dimexpr\ht\formula+\dp\formula\relax>.95\textheight \text{(%s)}%%
  \else\ifdim\wd\formula>\linewidth \resizebox{\linewidth}{!}{\usebox{\formula}}%%
  \else\usebox{\formula}\fi\fi\fi}
"""  # a formula is made smaller to fit, but not so small that nobody can read it
HYPHENS = {  # by the language of a lesson: where its words may be broken, if TeX knows that
    "es": r"\IfFileExists{spanish.ldf}"
    r"{\usepackage[spanish,es-minimal,es-noshorthands]{babel}}{}" + "\n",
    "pt": r"\IfFileExists{brazil.ldf}"
    r"{\usepackage[brazil]{babel}\AtBeginDocument{\shorthandoff{" + '"}}}{}\n',
}
SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    **{sign: f"\\{sign}" for sign in "#$%&_"},
}
UNKNOWN = frozenset("ĦħĸĿŀŉŦŧſ")  # before U+0180, and not in the font
OTHERS = {
    "\u2212": "$-$",
    "\u00a0": "~",
    **{sign: sign for sign in "\u2013\u2014\u2018\u2019\u201c\u201d\u2026"},
}


def lesson_latex(given: Lesson | Exercise) -> str:
    """The document: a section a step; the solution of an exercise, if it is asked for, on a
    page of its own.
    """
    lesson, exercise = words.split(given)
    write = lesson.chart.latex(longest=HANDOUT)
    long, shown = escaped(told(TOO_LONG)), drawing(lesson)
    parts = [
        PREAMBLE
        + HYPHENS.get(lesson.language, "")
        + FITTED % (long, long)
        + (TIKZ if shown else "")
        + rf"\title{{{escaped(told(lesson.name))}}}",
        r"\date{}",
        r"\begin{document}",
    ]
    parts.append(r"\maketitle")
    if exercise is not None:
        parts.append(rf"\textbf{{{escaped(words.task(exercise))}}}")
    if shown:
        parts += [r"\begin{center}", as_tikz(shown), r"\end{center}"]
    if lesson.meaning:
        parts.append(_meanings(lesson))
    for step in lesson.steps:
        parts.append(rf"\section{{{escaped(step.heading)}}}")
        parts.append(_reason(step, lesson.chart.names))
        parts += [_display(line, write) for line in step.lines]
    if exercise is not None and exercise.solved:
        parts += [r"\newpage", rf"\section*{{{words.solved()}}}", escaped(words.solution(exercise))]
        parts.append(_display(exercise.right, write))
    if lesson.sources:
        head, named = words.sources_of(lesson)
        parts.append(rf"\paragraph{{{head}}} {breaking(named)}")
    return as_called("\n".join([*parts, r"\end{document}", ""]))


def _meanings(lesson: Lesson) -> str:
    """What letters mean, a line each."""
    rows = [rf"${words.letters(n)}$ & {escaped(what)} \\" for n, what in words.meanings(lesson)]
    columns = r"@{}p{.18\linewidth}@{\hspace{1em}}p{.75\linewidth}@{}"
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", *rows, r"\end{tabular}", ""])


def escaped(text: str) -> str:
    r"""Plain text as LaTeX shows it; for letters that pdflatex does not know a ?.

    >>> escaped("50% of a_b")
    '50\\% of a\\_b'
    """
    return "".join(SPECIAL.get(c) or OTHERS.get(c) or _letter(c) for c in text)


def breaking(text: str) -> str:
    r"""Plain text whose addresses and names of files may go on in the next line.

    >>> breaking("see a.org/b")
    'see a.\\allowbreak{}org/\\allowbreak{}b'
    """
    pieces = re.split(r"(?<=[/_:.*(])(?=\w)", text)
    return r"\allowbreak{}".join(map(escaped, pieces))


def _letter(c: str) -> str:
    """Itself; a blank for signs that steer (two line ends would end an argument)."""
    if c < " " or "\x7f" <= c < "\xa0":
        return " "
    return c if c < "\u0180" and c not in UNKNOWN else "?"


def _display(line: Line, write: Writer) -> str:
    return f"\\[\n\\fitted{{{display(line, write)}}}\n\\]"


def _reason(step: Step, names: Sequence[str]) -> str:
    reason = words.reason_latex(step, names, escaped)
    return rf"{reason} \emph{{({escaped(words.sources(step))})}}" if step.sources else reason
