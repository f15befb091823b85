"""Options and Hypothesis profiles of all tests: the same examples each time, more of them with --slow.

Under CI the slow tests run too, with as many examples as otherwise.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

_COMMON = {
    "deadline": None,
    "derandomize": True,
    "database": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
}
settings.register_profile("modest", max_examples=25, **_COMMON)
settings.register_profile("thorough", max_examples=100, **_COMMON)


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="run the tests marked slow too, with more examples")


def _wants_slow(config) -> bool:
    return config.getoption("--slow") or os.environ.get("CI", "").lower() == "true"


def pytest_configure(config):
    settings.load_profile("thorough" if config.getoption("--slow") else "modest")


def pytest_collection_modifyitems(config, items):
    if _wants_slow(config):
        return
    skip = pytest.mark.skip(reason="slow: run with --slow or CI=true")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(skip)
