"""Re-check a certificate with exact arithmetic and the standard library alone.

Nothing that is stated is believed: rows, derivatives and brackets are recomputed from the texts of
the problem.  The rules of inference are numbered in docs/certificates.md; each is one function:

    document                      0       the JSON document
    words, syntax, problem        1-2, 6-8    texts, names, rows
    polynomials, functions        3-4     identities, and why no term left means 0
    point                         5       values at one point
    rules                         9-18    a set by identities and values
    level                         19-21   the set f = 0
    series, large                 23-28   large sets
    calls, functions, point       29-31   functions that are not specified
    family                        32-33   a family of parameters, cell by cell
    parameters, cases, region     34-45   its cells are all there are, shown by lemmas
    substitution to vakonomic     46-50   answers about its motion
    conditions, symmetry          51, 53  unspecified functions of a set; Cartan's quartic
    hidden                        54-55   hidden constraints, and sets into which states fall apart

This folder can be copied and run alone: python -m verifier CERTIFICATE.json
"""

from .document import loads
from .family import verify
from .outcome import Result

__all__ = ["Result", "loads", "verify"]
