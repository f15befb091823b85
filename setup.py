"""What pyproject.toml can't say: cases/ stands beside the package, and in a wheel inside of it."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class WithCases(build_py):
    """Also copies cases/ to nonholo/cases/; not where the sources are used in place."""

    def run(self):
        super().run()
        if getattr(self, "editable_mode", False):
            return
        for source, target in self._copies():
            self.mkpath(str(Path(target).parent))
            self.copy_file(source, target)

    def get_outputs(self, include_bytecode=1):
        copied = [] if getattr(self, "editable_mode", False) else self._copies()
        return super().get_outputs(include_bytecode) + [target for _, target in copied]

    def _copies(self):
        files = sorted(Path("cases").glob("**/*.toml"))
        return [(str(f), str(Path(self.build_lib, "nonholo", f))) for f in files]


setup(cmdclass={"build_py": WithCases})
