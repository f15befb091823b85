"""The live page: a case that is typed, with its answers beside it, served to this machine alone."""
