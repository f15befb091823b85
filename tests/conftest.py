"""Options and Hypothesis profiles of all tests.

    pytest                                the same few examples each time
    CI=true pytest                        the slow tests too, the same examples each time
    pytest --slow                         all tests, the deep ones too; other examples, and more
    pytest --hypothesis-profile=deep      very many; NONHOLO_EXAMPLES=deep does the same

Where examples are random their seed is told at the end; `--hypothesis-seed` gives them again.
What failed is kept in .hypothesis and tried first the next time.
"""

from __future__ import annotations

import gc
import os
import random

import pytest
from hypothesis import HealthCheck, seed, settings

from tests.deep import why_deep

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: a second thread only waits
OF_CASES = (
    "test_cases.py",
    "test_certificates.py",
    "test_explain.py",
    "test_one_road.py",
    "test_integrals.py::test_published_first_integrals_are_found",
    "test_integrals.py::test_of_every_case_all_are_found",
    "test_steering.py::test_every_accessible_case_can_be_steered",
)
_COMMON = {
    "deadline": None,
    "suppress_health_check": [
        HealthCheck.too_slow,
        HealthCheck.filter_too_much,
        HealthCheck.data_too_large,
    ],
}
_FIXED = {"derandomize": True, "database": None, **_COMMON}
_RANDOM = {"derandomize": False, "print_blob": True, **_COMMON}
settings.register_profile("fast", max_examples=6, **_FIXED)  # the same six: more show no more
settings.register_profile("ci", max_examples=6, **_FIXED)
settings.register_profile("slow", max_examples=100, **_RANDOM)
settings.register_profile("deep", max_examples=1000, **_RANDOM)


def pytest_addoption(parser):
    parser.addoption(
        "--slow", action="store_true", help="run all tests, slow and deep, with more examples"
    )


def _wants_slow(config) -> bool:
    return config.getoption("--slow") or _in_ci()


def _in_ci() -> bool:
    return os.environ.get("CI", "").lower() == "true"


def _profile(config) -> str:
    usual = "slow" if config.getoption("--slow") else "ci" if _in_ci() else "fast"
    named = config.getoption("--hypothesis-profile") or os.environ.get("NONHOLO_EXAMPLES")
    return named or usual


def pytest_configure(config):
    """The package is a plugin too, whose modules pytest would rewrite: they assert nothing."""
    getattr(config.pluginmanager.rewrite_hook, "_must_rewrite", set()).discard("nonholo")
    settings.load_profile(_profile(config))
    fixed = config.getoption("--hypothesis-seed") or settings.default.derandomize
    drawn = None if fixed else random.randrange(2**32)
    config.examples_seed = getattr(config, "workerinput", {}).get("examples_seed", drawn)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """With several processes the tests of a file go to one of them."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "loadfile"
        config.option.loadscopereorder = False  # by name: what ends last is short


class Places(list):
    """The names of all tests; where one of them stands is looked up, not looked for."""

    def __init__(self, names):
        super().__init__(names)
        self._place = {name: place for place, name in enumerate(self)}

    def index(self, name, *bounds):
        return super().index(name, *bounds) if bounds else self._place[name]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Files that ask the same of all cases (tests/asked.py) count as one.  Marks do not tell it:
    what xdist 3.8 makes of `xdist_group` is lost in pytest 9.2.
    """
    from xdist.scheduler import LoadFileScheduling

    class ByFile(LoadFileScheduling):
        def _split_scope(self, nodeid):
            name = nodeid.split("[")[0].removeprefix("tests/")
            return "cases" if name.startswith(OF_CASES) else super()._split_scope(nodeid)

        def add_node_collection(self, node, collection):
            super().add_node_collection(node, collection)
            if node in self.registered_collections:
                self.registered_collections[node] = Places(collection)

        def mark_test_complete(self, node, item_index, duration=0):
            """What is open is counted after each test: files that are done are not looked at."""
            super().mark_test_complete(node, item_index, duration)
            scope = self._split_scope(self.registered_collections[node][item_index])
            if all(self.assigned_work[node].get(scope, {}).values()):
                self.assigned_work[node].pop(scope, None)

    return ByFile(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """All processes of one run have one seed."""
    node.workerinput["examples_seed"] = node.config.examples_seed


def _worker() -> int | None:
    """Which of several processes this one is."""
    name = os.environ.get("PYTEST_XDIST_WORKER")
    return int(name.removeprefix("gw")) if name else None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Every second process reads the files from the last one to the first: what in a new clone
    each would compile for itself, at the same moment as the others, two compile by halves.
    """
    report = yield
    if isinstance(collector, (pytest.Session, pytest.Dir)) and report.result:
        report.result = report.result[:: -1 if (_worker() or 0) % 2 else 1]
    return report


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    if _worker() is not None:
        items.sort(key=lambda item: item.path)  # in each process the same order
    skip = pytest.mark.skip(reason="slow: run with --slow or CI=true")
    for item in items:
        why = why_deep(item)
        if why and not config.getoption("--slow"):
            item.add_marker(pytest.mark.skip(reason=f"deep, run with --slow: {why}"))
        elif "slow" in item.keywords and not _wants_slow(config):
            item.add_marker(skip)
        if item.get_closest_marker("hypothesis") and config.examples_seed is not None:
            seed(config.examples_seed)(item.obj)


def pytest_collection_finish(session):
    """What is imported by now is no garbage, and tests leave little: it is looked for seldom."""
    from nonholo.expression.steady import collect_seldom

    del session
    gc.freeze()
    collect_seldom()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item, nextitem):
    """What a file leaves behind lives as long as the process: it is looked through once."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


def pytest_terminal_summary(terminalreporter, config):
    if config.examples_seed is not None:
        terminalreporter.write_line(
            f"random examples; the same again: --hypothesis-seed={config.examples_seed} "
            f"with NONHOLO_EXAMPLES={_profile(config)}"
        )
