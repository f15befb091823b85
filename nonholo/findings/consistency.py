"""Which states let a motion of a case go on: the constraint algorithm, step by step."""

from __future__ import annotations

from pathlib import Path

from nonholo.dynamics.consistency import Consistency, followed
from nonholo.findings.large import require_small
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.own import own_copy


def consistency(given: Case | str | Path) -> Consistency:
    """The constraint algorithm on a case: hidden constraints, contradictions, what stays free.

        rates of all constraints, and M q'' = F + A^T lambda: a combination without q'', lambda is a
        condition on the state, and so is its rate

    given: a case, the path of its file, or a model of sympy.physics.mechanics.  The answer is one
    in letters, for generic parameters; at the given numbers where that is another one.  A
    Lagrangian may be absent or have a singular mass matrix.
    Raises OutOfReach for a set too large.  References: Dirac1964, GotayNesterHinds1978.

    >>> import nonholo as nh
    >>> found = nh.consistency(nh.System("x y", None, ["x' = y", "y' = 1"], ["x"]))
    >>> found.consistent, [(str(s.value), s.outcome) for s in found.steps]
    (False, [('y', 'new'), ('-1', 'contradiction')])
    """
    case = own_copy(as_case(given))
    require_small(case)
    return followed(case.system)[0]
