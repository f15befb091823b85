"""LaTeX to PDF, by the pdflatex of this machine."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from nonholo.errors import NonholoError
from nonholo.words.sentence import say

COMPILER = "pdflatex"
MOST_SECONDS = 120.0  # for one run
RUNS = 2  # the second knows the numbers that the first wrote down
FLAGS = ("-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "-jobname=lesson")
OUTLINES = r"\IfFileExists{lmodern.sty}{\RequirePackage{lmodern}}{}"  # letters that can be enlarged
SEALED = {  # reads and writes nothing outside of its folder and the installation
    "openin_any": "p",
    "openout_any": "p",
    "shell_escape": "f",
}
SAME_BYTES = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1", "TZ": "UTC", "LC_ALL": "C"}
KEPT = ("PATH", "HOME", "SYSTEMROOT", "TEXMFHOME", "TEXMFCNF")  # of our own
MADE = ("TEXMFVAR", "VARTEXFONTS")  # where fonts are made that only METAFONT has


def pdf(latex: str) -> bytes:
    r"""The PDF of a LaTeX document, compiled in a temporary folder, without a shell.

    latex: the whole document.  The same document gives the same bytes.  Raises NonholoError where
    there is no pdflatex, or it refuses the document or is not done in two minutes.

    >>> try:
    ...     pdf(r"\documentclass{article}\begin{document}x\end{document}")[:5].decode()
    ... except NonholoError as refusal:
    ...     "%PDF-" if "pdflatex" in str(refusal) else ""
    '%PDF-'
    """
    require_compiler()
    with TemporaryDirectory() as folder:
        source = Path(folder, "lesson.tex")
        source.write_text(latex, encoding="utf-8")
        for _ in range(RUNS):
            _compile(source)
        return source.with_suffix(".pdf").read_bytes()


def require_compiler() -> None:
    """Raise NonholoError where there is no pdflatex."""
    if which(COMPILER) is None:
        raise NonholoError(
            say(
                "a PDF is made by {compiler}, which is not on this machine; install TeX (on "
                "Debian and Ubuntu: apt install texlive-latex-recommended "
                "texlive-lang-spanish texlive-lang-portuguese), or give a file that ends in "
                ".tex, .html or .md",
                compiler=COMPILER,
            )
        )


def _compile(source: Path) -> None:
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    try:
        done = subprocess.run(
            [COMPILER, *FLAGS, rf"{OUTLINES}\input{{{source.name}}}"],
            cwd=source.parent,
            env=environment | SEALED | SAME_BYTES | dict.fromkeys(MADE, str(source.parent)),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NonholoError(
            say(
                "{compiler} was not done after {seconds:.0f} seconds; give a file that ends "
                "in .tex and look what holds it",
                compiler=COMPILER,
                seconds=MOST_SECONDS,
            )
        ) from None
    if done.returncode:
        told = done.stdout.decode("utf-8", "replace").splitlines()
        first = next(
            (line for line in told if line.startswith("!")),
            say("status {returncode}", returncode=done.returncode),
        )
        raise NonholoError(
            say(
                "{compiler} refuses the document: {first}; a package of TeX may be missing: "
                "give a file that ends in .tex and run it by hand",
                compiler=COMPILER,
                first=first,
            )
        )
