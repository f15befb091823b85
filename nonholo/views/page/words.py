"""Expressions, numbers and decisions in words: what all texts share."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

from nonholo.errors import option
from nonholo.expression.graph import Expr
from nonholo.expression.once import once
from nonholo.expression.text import HUGE, PEOPLE, READABLE, digits, text, width
from nonholo.views.page.sentences import Pieces, Said
from nonholo.words.language import tell
from nonholo.writing.present import expanded, presentable

if TYPE_CHECKING:
    from nonholo.decide.zero import Decision

PLACES = 12  # of a decimal that is written out


def how_to_write() -> str:
    """Where that is found which is too long to be written out."""
    return option(
        tell(
            "what is not written out: `nonholo equations CASE --as python` (or c, julia, ...) "
            "gives it as code with its common parts named"
        ),
        tell(
            'what is not written out: `nh.equations(case, form, "python")` (or "c", "julia", ...) '
            "gives it as code with its common parts named"
        ),
    )


def shown(node: Expr) -> str:
    """An expression in presentable form, as text; of a huge one only how long it is."""
    return _unless_huge(node if is_huge(node) else _presentable(node))


def as_given(node: Expr) -> str:
    """An expression as text, in the form in which it was given."""
    return _unless_huge(node)


def _presentable(node: Expr) -> Expr:
    """Formulations that agree have the very same nodes."""
    return once(node.graph, ("presentable", node), lambda: presentable(node))


def _unless_huge(node: Expr) -> str:
    return f"({too_long(node)})" if width(node) > READABLE else text(node, PEOPLE)


def is_huge(node: Expr) -> bool:
    """Too long to be written out: parts that are used many times would be written each time."""
    return width(node) > HUGE


def too_long(node: Expr) -> str:
    """What is said in place of a huge expression."""
    return tell("about 10^{digits} ", digits=len(str(width(node))) - 1) + not_written()


def not_written() -> str:
    """What stands at the end of that."""
    return tell("characters, not written out")


def as_text(pieces: Pieces) -> str:
    """A sentence with its expressions in the input language."""
    return "".join(
        p if isinstance(p, str) else " ".join(filter(None, (_written(p), p.relation)))
        for p in pieces
    )


def _written(said: Said) -> str:
    return shown(said.value) if said.presented else text(said.value, PEOPLE)


def sum_shown(node: Expr) -> str:
    """An expression as a sum of terms, the way energies are written."""
    return _unless_huge(node if is_huge(node) else expanded(node))


FORMULA = re.compile(r"[A-Za-z](?! ?[^\W\d_])|\w+['(]")  # what no sentence begins with


def begun(sentence: str, names: Collection[str]) -> str:
    """A sentence that begins with a capital, behind a sign of Spanish too; not one that begins with
    a formula, or with one of the names of the case.

    >>> begun("¿son holónomas?", []), begun("the end", []), begun("a(t), b(t): not specified", [])
    ('¿Son holónomas?', 'The end', 'a(t), b(t): not specified')
    >>> begun("phi turns", []), begun("phi turns", ["phi"])
    ('Phi turns', 'phi turns')
    """
    if FORMULA.match(sentence) or _begins_with(sentence, names):
        return sentence
    first = 1 if sentence[:1] in ("¿", "¡") else 0
    return sentence[:first] + sentence[first : first + 1].upper() + sentence[first + 1 :]


def _begins_with(words: str, names: Collection[str]) -> bool:
    """One of the names stands first, or a velocity or an acceleration of one."""
    first = "".join(re.findall(r"^\w+", words))
    return first in names or re.sub("d{1,2}ot$", "", first) in names


def unshouted(sentence: str, names: Collection[str]) -> str:
    """A sentence whose first words are in capitals for a terminal, as a page says it; names of the
    case stay.

    >>> unshouted("NOT RESTRICTED: no relation, A = 0", ["A"])
    'not restricted: no relation, A = 0'
    >>> unshouted("I1 = 1", ["I1"])
    'I1 = 1'
    """
    said = sentence.split(" ")
    for i, word in enumerate(said):
        if not (len(word) > 1 and word.isupper()) or _begins_with(word, names):
            break
        said[i] = word.lower()
    return " ".join(said)


def decimal(value: Expr) -> str:
    """A number as a decimal where it is one exactly and short, else as it is."""
    if not value.is_number:
        return text(value)
    p, q = int(value.args.p), int(value.args.q)
    places = next((k for k in range(PLACES + 1) if 10**k % q == 0), None)
    if not places:
        return text(value)
    whole = digits(abs(p) * 10**places // q).rjust(places + 1, "0")
    return f"{'-' if p < 0 else ''}{whole[:-places]}.{whole[-places:]}"


def evidence(decision: Decision) -> str:
    """What an answer rests on."""
    return {
        "normal form": tell("proved by normal form"),
        "modular": tell("proved: not zero at a random point modulo a prime"),
        "ball": tell("proved: balls around values at exact points exclude 0"),
        "randomised": tell("{sampled}; not a proof", sampled=_sampled(decision)),
        "": tell("undecided: {reason}", reason=decision.reason),
    }[decision.evidence]


def _sampled(decision: Decision) -> str:
    bound = getattr(decision, "bound", "")
    if bound:
        return tell(
            "holds at 2 random points modulo 2 random primes, error below {bound}", bound=bound
        )
    return tell(
        "holds at 2 random points modulo random primes, error below {bound}",
        bound=decision.error_bound,
    )
