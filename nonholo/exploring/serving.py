"""The server at work on a socket, until a signal ends it."""

from __future__ import annotations

import socket

import uvicorn

from nonholo.exploring.server import application
from nonholo.exploring.start import Start

PATIENCE = 0  # seconds for open connections when it ends
MOST_CONNECTIONS = 64


def serve(start: Start, token: str, hosts: frozenset[str], listening: socket.socket) -> None:
    """Answer until a signal comes; all children are ended then.

    start: the case shown first; token, hosts: as `application` has them; listening: the socket.
    """
    config = uvicorn.Config(
        application(start, token, hosts),
        log_level="critical",  # the address holds the token: nothing is logged
        access_log=False,
        server_header=False,
        date_header=False,
        ws="none",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=PATIENCE,
    )
    uvicorn.Server(config).run(sockets=[listening])
