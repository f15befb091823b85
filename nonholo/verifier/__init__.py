"""Re-check a certificate with exact arithmetic and the standard library alone.

Nothing that is stated is believed: rows, derivatives and brackets are recomputed from the texts of
the problem.  The rules of inference are numbered in docs/certificates.md; each is one function.

This folder can be copied and run alone: python -m verifier CERTIFICATE.json
"""

from .document import loads
from .family import verify
from .outcome import Result

__all__ = ["Result", "loads", "verify"]
