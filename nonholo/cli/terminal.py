"""Terminals that can't show every letter: what they lack is written as an escape, and that is
said once.  Colours only where they are wanted.
"""

from __future__ import annotations

import codecs
import os
import sys

from nonholo.words.language import tell

HANDLER = "nonholo.escape"
STANDARD_INPUT = "-"  # in the place of a case


class _Escape:
    r"""θ becomes \u03b8, in JSON too, where it means the same letter."""

    told = False

    def __call__(self, error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        letters = error.object[error.start : error.end]
        written = letters.encode("utf-16-be", "surrogatepass")
        pairs = zip(written[::2], written[1::2])
        escaped = "".join(f"\\u{high:02x}{low:02x}" for high, low in pairs)
        if not self.told:
            type(self).told = True
            print(
                "nonholo: "
                + tell(
                    "the encoding of this output ({encoding}) lacks letters, written as {escaped}; "
                    "try PYTHONUTF8=1, or -o FILE where there is one",
                    encoding=error.encoding,
                    escaped=escaped,
                ),
                file=sys.stderr,
            )
        return escaped, error.end


def take_every_letter() -> None:
    """From now on no letter is too much for standard output."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if hasattr(sys.stdout, "reconfigure") and not codecs.lookup(encoding).name.startswith("utf"):
        codecs.register_error(HANDLER, _Escape())
        sys.stdout.reconfigure(errors=HANDLER)


def at_terminal() -> bool:
    """Is standard output read by a person, as it comes?"""
    return sys.stdout is not None and not sys.stdout.closed and sys.stdout.isatty()


def coloured() -> bool:
    """Is standard output a terminal that shows colours, and nobody asked for none (NO_COLOR)?"""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and at_terminal()


def as_typed(text: str) -> str:
    """A word of the command line that arrived as bytes of UTF-8 where the system speaks ASCII.

    >>> as_typed("\\udcce\\udcb8")
    'θ'
    """
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError:
        return text
