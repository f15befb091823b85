"""python -m nonholo.verifier CERTIFICATE.json"""

import sys
from pathlib import Path

from .document import loads
from .family import verify
from .outcome import ACCEPTED

if __name__ == "__main__":
    result = verify(loads(Path(sys.argv[1]).read_bytes()))
    print(": ".join(word for word in result[:3] if word))
    for key, value in (result.shown or {}).items():
        print(f"  {key}: {value}")
    sys.exit(result.status != ACCEPTED)
