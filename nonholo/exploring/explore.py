"""`explore`: the live page opened in a browser, until it is stopped."""

from __future__ import annotations

import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from nonholo.errors import BadCase, NonholoError, option
from nonholo.exploring.start import EXAMPLE, Start
from nonholo.readers.case_file import read_text
from nonholo.readers.given import is_robot
from nonholo.readers.shipped import like, located
from nonholo.words.language import ENGLISH, LANGUAGES, language_named
from nonholo.words.sentence import say, say_many

HOST = "127.0.0.1"
NEEDED = ("starlette", "uvicorn", "tomlkit")
Tell = Callable[[str], None]


def explore(
    case: str | Path | None = None,
    port: int = 0,
    open_browser: bool = True,
    tell: Tell = print,
    text: str | None = None,
    lang: str = ENGLISH,
) -> None:
    """A page in the browser where a case is typed and its answers are seen, until Ctrl-C.

    case: the path of a case file or a URDF file, or the name of a case that ships; without one it
    begins with an example; port: of this machine, 0 for any that is free; open_browser: show it at
    once; tell: what is called with the address; text: the case itself, if it is no file;
    lang: "en", "es" or "pt".  Raises NonholoError where the extra `explore` is not installed, the
    file can't be read, the port is taken or nobody has written the language.

    >>> import nonholo as nh
    >>> nh.explore("no_such_case")
    Traceback (most recent call last):
        ...
    nonholo.errors.BadCase: no_such_case: 1 problem
    - there is no such file, and no case of this name ships; `nh.cases()` lists those that do
    """
    language = language_named(lang)
    if language is None:
        raise NonholoError(
            say(
                "{asked} = {name!r}: needed is one of {known}",
                asked="lang",
                name=lang,
                known=", ".join(LANGUAGES),
            )
        )
    start = Start(text, "case") if text is not None else start_of(case)
    require_extra()
    from nonholo.exploring.serving import serve

    listening = _listening(port)
    token = secrets.token_urlsafe(18)
    chosen_port = listening.getsockname()[1]
    address = f"http://{HOST}:{chosen_port}/{token}/"
    announce = tell
    with listening:
        announce(address)
        if open_browser:  # some browsers keep who opens them waiting
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        hosts = frozenset({f"{HOST}:{chosen_port}", f"localhost:{chosen_port}"})
        serve(start, token, hosts, listening, language)


def start_of(case: str | Path | None) -> Start:
    """The text with which the page begins; what is wrong in it is told on the page.

    case: path or name, None for the example.  Raises BadCase where there is no such file,
    NonholoError for what is neither.

    >>> start_of("rolling_coin").stem, start_of(None).stem
    ('rolling_coin', 'skate')
    """
    if case is None:
        return EXAMPLE
    if not isinstance(case, (str, Path)):
        raise NonholoError(
            say(
                "case: needed is the path of a case file or the name of a case that "
                "ships, given was a {name}; the page works on the text of a case file",
                name=type(case).__name__,
            )
        )
    path = located(case)
    if is_robot(path):
        from nonholo.readers.urdf import case_text

        return Start(case_text(path).text, path.stem)
    try:
        with path.open("rb") as file:
            return Start(read_text(file, str(path)), path.stem)
    except FileNotFoundError:
        near = like(path.stem)
        hint = (
            say("did you mean {near}?", near=near)
            if near
            else say(
                "{question} lists those that do", question=option("`nonholo cases`", "`nh.cases()`")
            )
        )
        told = say("there is no such file, and no case of this name ships; {hint}", hint=hint)
        raise BadCase(str(case), told) from None
    except OSError as error:
        raise BadCase(
            str(case), say("cannot be read: {strerror}", strerror=error.strerror)
        ) from None


def require_extra() -> None:
    """Raise NonholoError where a package that the page needs is not installed."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise NonholoError(
            say_many(
                len(missing),
                "the live page needs {names}, which is not installed; try: pip install "
                "'nonholo[explore]'",
                "the live page needs {names}, which are not installed; try: pip install "
                "'nonholo[explore]'",
                names=", ".join(missing),
            )
        )
    if sys.platform == "win32":
        raise NonholoError(say("the live page needs a POSIX system (Linux, macOS) for its limits"))


def _listening(port: int) -> socket.socket:
    if not 0 <= port < 65536:
        raise NonholoError(
            say("port = {port}: needed is a whole number from 0 to 65535", port=port)
        )
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise NonholoError(
            say(
                "port {port} can't be had ({strerror}); choose another, or 0 for any",
                port=port,
                strerror=error.strerror,
            )
        ) from None
