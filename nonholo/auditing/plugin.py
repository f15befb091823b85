"""A plugin of pytest: models of SymPy and PyDy judged in somebody else's test suite.

def test_disc(nonholo_audit):                       a fixture: the function audit
    nonholo_audit(my_package.disc()).require()

[tool.pytest.ini_options]                           scripts, run as python MODEL.py would
nonholo_models = ["examples/*.py"]
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import nonholo
from nonholo.auditing.remarks import AuditFailed


def pytest_addoption(parser: pytest.Parser) -> None:
    """The key of the configuration."""
    parser.addini(
        "nonholo_models",
        type="args",
        default=[],
        help="scripts whose models nonholo judges, each run as `python MODEL.py` would run it",
    )


@pytest.fixture
def nonholo_audit() -> Any:
    """`nonholo.audit`: judges a model; `.require()` raises where something is wrong."""
    return nonholo.audit


def pytest_collect_file(parent: Any, file_path: Path) -> Any:
    """The scripts that the configuration names."""
    patterns = parent.config.getini("nonholo_models")
    if file_path.suffix == ".py" and any(_named(parent, file_path, p) for p in patterns):
        return Script.from_parent(parent, path=file_path)
    return None


def _named(parent: Any, file_path: Path, pattern: str) -> bool:
    return file_path in parent.config.rootpath.glob(pattern)


class Script(pytest.File):
    """A script, as one test."""

    def collect(self) -> Any:
        """The test."""
        yield Judged.from_parent(self, name="nonholo")


class Judged(pytest.Item):
    """No model that the script names has a fault."""

    def runtest(self) -> None:
        """Run the script and judge its models.

        Raises AuditFailed with what is wrong.
        """
        wrong = []
        for audit in nonholo.audit_script(self.path):
            try:
                audit.require()
            except AuditFailed as error:
                wrong.append(str(error))
        if wrong:
            raise AuditFailed("\n".join(wrong))

    def repr_failure(self, excinfo: Any, style: Any = None) -> str:
        """The remarks, without a traceback of ours."""
        del style
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, None, str]:
        """What the report calls it."""
        return self.path, None, f"nonholo audit of {self.path.name}"
