"""The server at work on a socket, until a signal ends it."""

from __future__ import annotations

import asyncio
import socket
import threading

import uvicorn

from nonholo.exploring.server import application
from nonholo.exploring.start import Start

PATIENCE = 0  # seconds for open connections when it ends
MOST_CONNECTIONS = 64


def serve(
    start: Start, token: str, hosts: frozenset[str], listening: socket.socket, language: str
) -> None:
    """Answer until a signal comes; all children are ended then.

    start: the case shown first; token, hosts: as `application` has them; listening: the socket;
    language: that the page speaks.
    """
    config = uvicorn.Config(
        application(start, token, hosts, language=language),
        log_level="critical",  # the address holds the token: nothing is logged
        access_log=False,
        server_header=False,
        date_header=False,
        ws="none",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=PATIENCE,
    )
    server = uvicorn.Server(config)
    if _in_a_loop():
        _beside(server, listening)
    else:
        server.run(sockets=[listening])


def _in_a_loop() -> bool:
    """Is this a notebook, whose own loop can't be waited in?"""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _beside(server: uvicorn.Server, listening: socket.socket) -> None:
    """The server in a thread of its own, until it ends or this one is interrupted."""
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        thread.join()
    finally:
        server.should_exit = True
        thread.join()
