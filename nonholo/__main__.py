"""`python -m nonholo` is the command line."""

import sys

from nonholo.cli import main

sys.exit(main())
