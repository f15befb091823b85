"""Files written whole or not at all: what stood there is lost only to a complete new one.

The content goes into a new file beside the target, under a name that nobody can foresee, and is
renamed when all of it is on the disk.  Only regular files are replaced: no folder, device, pipe or
symbolic link, nothing that is write-protected, and never a file that is being read.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

from nonholo.errors import NonholoError
from nonholo.words.sentence import say

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
PLAIN = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)
BLOCK = 1 << 16
KINDS = {
    stat.S_ISLNK: say("a symbolic link"),
    stat.S_ISFIFO: say("a named pipe"),
    stat.S_ISCHR: say("a device"),
    stat.S_ISBLK: say("a device"),
    stat.S_ISSOCK: say("a socket"),
}


def write(path: str | Path, content: bytes, inputs: Iterable[str | Path] = ()) -> None:
    """Write a whole file or nothing, see `require_replaceable`.

    Raises NonholoError where the file can't be written; then all is as it was.
    """
    old = require_replaceable(path, inputs)
    target = Path(path)
    draft = target.with_name(f".{os.urandom(8).hex()}.part")
    try:
        with os.fdopen(os.open(draft, NEW | PLAIN, 0o666), "wb") as out:
            if old is not None:
                os.chmod(draft, stat.S_IMODE(old.st_mode) & 0o777)
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        os.replace(draft, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        if isinstance(error, OSError):
            raise unwritable(path, error) from None
        raise


def unwritable(path: str | Path, error: OSError) -> NonholoError:
    """What is said of a file that the system does not let us write."""
    why = error.strerror or type(error).__name__
    return NonholoError(
        say("{path}: can't be written: {why}; what stood there is as it was", path=path, why=why)
    )


def require_replaceable(
    path: str | Path, inputs: Iterable[str | Path] = ()
) -> os.stat_result | None:
    """What stands there, a regular file, or None where there is nothing yet.

    Raises NonholoError for a name that no file can have, without a folder, of a folder, device,
    pipe or symbolic link, of a write-protected file, and of one of the inputs.
    """
    name = file_name(path)
    if not name or name.endswith(("/", os.sep)) or "\0" in name:
        raise NonholoError(
            say("{name!r} names no file to write; needed is a name such as result.html", name=name)
        )
    if not Path(name).parent.is_dir():
        raise NonholoError(
            say("{path}: there is no folder {parent}", path=path, parent=Path(name).parent)
        )
    try:
        old = os.lstat(name)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unwritable(path, error) from None
    if not stat.S_ISREG(old.st_mode):
        raise NonholoError(
            say(
                "{path}: is {kind}; only a regular file is replaced: give another name",
                path=path,
                kind=_kind(old),
            )
        )
    if any(_same(old, file) for file in inputs):
        raise NonholoError(say("{path}: is the file that is read; give another name", path=path))
    if not os.access(name, os.W_OK):
        raise NonholoError(say("{path}: is write-protected; give another name", path=path))
    return old


def names_folder(name: str | Path) -> bool:
    """Does a name mean a folder: does it end with a slash?

    >>> names_folder("pages/"), names_folder("page.html")
    (True, False)
    """
    return file_name(name).endswith(("/", os.sep))


def file_name(given: str | Path) -> str:
    """The name of a file as a text.

    Raises NonholoError for what is no name.

    >>> file_name(Path("page.html"))
    'page.html'
    """
    if not isinstance(given, str | os.PathLike):
        raise NonholoError(say("{given!r}: needed is the name of a file", given=given))
    return os.fspath(given)


def require_folder(path: str | Path) -> None:
    """Raise NonholoError unless files can be written into this folder, or it can be made."""
    folder = Path(path)
    if folder.is_dir() and os.access(folder, os.W_OK):
        return
    if folder.exists() or folder.is_symlink():
        raise NonholoError(say("{path}: is no folder to write into; give another name", path=path))
    if not folder.parent.is_dir():
        raise NonholoError(
            say("{path}: there is no folder {parent}", path=path, parent=folder.parent)
        )


def write_folder(path: str | Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, which is made if there is none; each as `write` does.

    files: contents by name.  Raises NonholoError before anything is written where one of them
    can't be.
    """
    require_folder(path)
    folder = Path(path)
    for name in files if folder.is_dir() else ():
        require_replaceable(folder / name)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from None
    for name, content in files.items():
        write(folder / name, content)


def _kind(status: os.stat_result) -> str:
    kinds = (kind for test, kind in KINDS.items() if test(status.st_mode))
    return next(kinds, say("a folder"))


def _same(old: os.stat_result, file: str | Path) -> bool:
    try:
        return os.path.samestat(old, os.stat(file))
    except (OSError, ValueError):
        return False


class Lines:
    """A file to which whole lines are added as they come, by one process at a time.

    Raises NonholoError where the file can't be written or another process is at it.
    """

    def __init__(self, path: str | Path, anew: bool):
        require_replaceable(path)
        self.path = path
        try:
            self.number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | PLAIN, 0o666)
            try:
                self._begin(anew)
            except BaseException:
                os.close(self.number)
                raise
        except OSError as error:
            raise unwritable(path, error) from None

    def _begin(self, anew: bool) -> None:
        if not stat.S_ISREG(os.fstat(self.number).st_mode):
            raise NonholoError(say("{path}: is no regular file; give another name", path=self.path))
        if not _locked(self.number):
            raise NonholoError(
                say("{path}: another run is writing it; wait, or give another name", path=self.path)
            )
        if anew:
            os.ftruncate(self.number, 0)
        os.ftruncate(self.number, _whole_lines(self.number))

    def add(self, *lines: str) -> None:
        """Add lines, or leave the file as it was."""
        before = os.fstat(self.number).st_size
        unwritten = "".join(f"{line}\n" for line in lines).encode()
        try:
            while unwritten:
                unwritten = unwritten[os.write(self.number, unwritten) :]
        except BaseException as error:
            os.ftruncate(self.number, before)
            if isinstance(error, OSError):
                raise unwritable(self.path, error) from None
            raise

    @property
    def began(self) -> bool:
        """A line stands there."""
        return os.fstat(self.number).st_size > 0

    def close(self) -> None:
        os.close(self.number)


def _whole_lines(number: int) -> int:
    """How many bytes of a file are whole lines: a last one that was cut off is not."""
    end = os.fstat(number).st_size
    while end:
        start = max(0, end - BLOCK)
        os.lseek(number, start, os.SEEK_SET)
        newline = os.read(number, end - start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        end = start
    return 0


def _locked(number: int) -> bool:
    """Take the lock of a file, if there are locks here; False if another process has it."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True
