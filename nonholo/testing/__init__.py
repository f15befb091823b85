"""For testers: Hypothesis strategies for constraints and systems, and the laws they must obey.

    strategies      expressions, charts, coordinate changes, mixings of rows, sets, systems
    laws            what holds for all of them, as functions that assert
    known           texts of constraints whose verdict is known beforehand; wheeled systems

Needs Hypothesis: pip install 'nonholo[testing]'.
"""

try:
    import hypothesis  # noqa: F401
except ImportError as error:
    raise ImportError(
        "nonholo.testing needs Hypothesis, which is not installed; try pip install "
        "'nonholo[testing]', or pip install hypothesis"
    ) from error
