"""What an audit says of one model, as data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from html import escape

from nonholo.errors import NonholoError
from nonholo.words.language import tell, told
from nonholo.words.sentence import say
from nonholo.writing.verdicts import SAID

MISCLASSIFIED = "misclassified"
SHORTCUT = "shortcut"
PIVOT = "singular pivot"
SIGN = "multiplier sign"
UNREAD = "not judged"
UNCHECKED = "not checked"
FAULTS = (MISCLASSIFIED, SHORTCUT)
KINDS = (MISCLASSIFIED, SHORTCUT, PIVOT, SIGN, UNREAD, UNCHECKED)
WORDS = {  # the kinds of remarks
    MISCLASSIFIED: say("misclassified"),
    SHORTCUT: say("shortcut"),
    PIVOT: say("singular pivot"),
    SIGN: say("multiplier sign"),
    UNREAD: say("not judged"),
    UNCHECKED: say("not checked"),
}


class AuditFailed(NonholoError, AssertionError):
    """A model has a fault: for test suites, where a failed assertion is what is looked for."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that was seen: its kind, one of `KINDS`, and what it is, in a sentence."""

    kind: str
    what: str

    @property
    def fault(self) -> bool:
        """Wrong, not only worth to know."""
        return self.kind in FAULTS


@dataclass(frozen=True, slots=True, repr=False)
class Audit:
    """What was seen in one model.

    name: of the model; verdict: of its constraints all together, in one word, "none" without
    constraints; empty where the model can't be read.

    >>> Audit("disc", "nonholonomic", (Remark("shortcut", "..."),)).ok
    False
    """

    name: str
    verdict: str
    remarks: tuple[Remark, ...]

    def __repr__(self) -> str:
        n = len(self.faults)
        return f"<Audit of {self.name!r}: {self.verdict or UNREAD}, {n} fault{'s' * (n != 1)}>"

    def __str__(self) -> str:
        """In words: whether there is a fault, what the constraints are, a line for each remark."""
        word = tell("no fault") if self.ok else tell("FAULT") if self.faults else tell("NOT JUDGED")
        head = f"{self.name}: {word}"
        if self.verdict:
            verdict = told(SAID.get(self.verdict, self.verdict))
            head += tell("; constraints {verdict}", verdict=verdict)
        return "\n".join(
            [head, *(f"  {told(WORDS[r.kind])}: {told(r.what)}" for r in self.remarks)]
        )

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    @property
    def faults(self) -> tuple[Remark, ...]:
        """What is wrong."""
        return tuple(remark for remark in self.remarks if remark.fault)

    @property
    def ok(self) -> bool:
        """Nothing is wrong, and the model was judged."""
        return not self.faults and all(r.kind != UNREAD for r in self.remarks)

    def require(self, kinds: Iterable[str] = (*FAULTS, UNREAD)) -> None:
        """Raise AuditFailed where there is a remark of one of these kinds (one text is one kind).

        Raises ValueError for what is no kind of remark.

        >>> audit = Audit("disc", "nonholonomic", (Remark("shortcut", "..."),))
        >>> audit.require("misclassified")
        """
        wanted = (kinds,) if isinstance(kinds, str) else tuple(kinds)
        for kind in wanted:
            if kind not in KINDS:
                near = get_close_matches(str(kind), KINDS, 1)
                raise ValueError(
                    f"{kind!r} is no kind of remark; needed is one of {', '.join(KINDS)}"
                    + "".join(f"; did you mean {one!r}?" for one in near)
                )
        wrong = [r for r in self.remarks if r.kind in wanted]
        if wrong:
            raise AuditFailed("\n".join(f"{self.name}: {r.kind}: {r.what}" for r in wrong))
