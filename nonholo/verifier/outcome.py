"""How a check ends: accepted, refused, not checkable, or stopped by the limit of counted work."""

from collections import namedtuple

ACCEPTED, REFUSED = "accepted", "refused"
BEYOND = "not checkable"  # out of reach of the verifier: nothing is said about the claim
LIMIT = "limit reached"  # more work than was allowed: nothing is said either

WORK = 2_000_000  # units of a whole check; a unit is a few microseconds
WORK_A_CHARACTER = 60  # and so many more for each character of the certificate

# where, why: what it was that did not hold;  shown: what an accepted certificate shows
Result = namedtuple("Result", "status where why shown", defaults=("", "", None))
Result.__doc__ = """How a check ended: status, where and why it did not hold, and what is shown.

>>> Result("refused", "problem", "no rows").status
'refused'
"""


class Stop(Exception):
    """The check ends here with (status, why)."""


def demand(condition, why: str, status: str = REFUSED) -> None:
    """End the check unless the condition holds."""
    if not condition:
        raise Stop(status, why)


class Budget:
    """One amount of counted work for everything that is done for one certificate, of that length
    if the work is not given."""

    def __init__(self, work: int | None, length: int = 0):
        self.left = WORK + WORK_A_CHARACTER * length if work is None else work

    def spend(self, work: int) -> None:
        """Take from what is left.  Raises Stop when nothing is."""
        self.left -= work
        demand(self.left >= 0, "more work than this check may take", LIMIT)


def concluded(accepted, where) -> Result:
    """The result of `accepted()`, or how it ended; `where()` tells then what was looked at."""
    try:
        return accepted()
    except Stop as stop:
        status, why = stop.args
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        status, why = REFUSED, str(error) or type(error).__name__
    except (RecursionError, MemoryError) as error:
        status, why = BEYOND, type(error).__name__
    return Result(status, printed(where()), printed(why[:300]))


def printed(text: str) -> str:
    """A text from a file without what a terminal obeys."""
    return "".join(c if c.isprintable() else "?" for c in text)
