"""Words that generated code cannot use as names: keywords, macros and what the code itself calls.

A name of the user that is one of them gets an underscore.  Greek letters are spelled where a
language has ASCII names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import name as letter_name

ARGUMENTS = "q v p accelerations"
FUNCTIONS = (
    "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp log sqrt abs sign "
    "pow min max floor ceil round"
)
_PART = re.compile(r"w_*[0-9]+")  # how common parts are called


@dataclass(frozen=True, slots=True)
class Words:
    """What is taken in a language; ascii: names hold no other letters; reserved: how its own
    names begin.
    """

    taken: frozenset[str]
    ascii: bool = False
    reserved: str = ""

    def spelled(self, name: str) -> str:
        """The name in the letters of the language.

        >>> Words(frozenset(), ascii=True).spelled("θ1"), Words(frozenset()).spelled("θ1")
        ('theta1', 'θ1')
        """
        plain = "".join(map(_spelled, name)) if self.ascii else name
        return f"x{plain}" if self.reserved and re.match(self.reserved, plain) else plain

    def refuses(self, name: str, given: str) -> bool:
        """The name cannot stand in code; `given` is what the user wrote."""
        return name in self.taken or (name != given and _PART.fullmatch(name) is not None)


def _spelled(letter: str) -> str:
    if letter.isascii():
        return letter
    told = letter_name(letter, "").split()
    plain = (
        told[3]
        if told[:1] == ["GREEK"] and len(told) == 4 and told[2] == "LETTER"
        else f"u{ord(letter):x}"
    )
    return plain.capitalize() if "CAPITAL" in told else plain.lower()


def words(*texts: str | Iterable[str]) -> frozenset[str]:
    return frozenset(
        word for text in texts for word in (text.split() if isinstance(text, str) else text)
    )
