"""The server of the live page: a few addresses below a token, on this machine alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from nonholo.errors import NonholoError
from nonholo.exploring.guard import MOST_BYTES, Guard, required
from nonholo.exploring.lane import SECONDS, Lane
from nonholo.exploring.page import shell
from nonholo.exploring.start import Start
from nonholo.readers.case_file import read_text
from nonholo.readers.shipped import shipped_cases
from nonholo.views.page.render import looks
from nonholo.words.language import ENGLISH, speaking

LANES = ("ask", "move")  # edits and sliders do not stop each other
KINDS = {"css": "text/css", "js": "text/javascript"}


def application(
    start: Start,
    token: str,
    hosts: frozenset[str],
    seconds: Mapping[str, float] = SECONDS,
    warm: Sequence[str] = LANES,
    language: str = ENGLISH,
) -> Guard:
    """The live page as an ASGI application.

    start: the case that it shows first; token: the first part of every path; hosts: the names with
    port under which it may be asked for; seconds: of each part; warm:
    lanes whose child is started at once; language: that the page speaks.
    """
    lanes = {name: Lane(seconds, language) for name in LANES}

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        warming = asyncio.create_task(_warmed([lanes[name] for name in warm]))
        try:
            yield
        finally:
            warming.cancel()
            for lane in lanes.values():
                await lane.close()

    async def page(request: Request) -> Response:
        with speaking(language):
            return Response(shell(start, list(shipped_cases())), media_type="text/html")

    async def shipped(request: Request) -> Response:
        path = shipped_cases().get(request.path_params["name"])
        if path is None:
            return _plain("no case of this name ships", 404)
        with path.open("rb") as file:
            return Response(read_text(file, path.name), media_type="text/plain")

    async def ask(request: Request) -> Response:
        try:
            question, parts = required(await _body(request))
        except NonholoError as error:
            return _plain(str(error), 413 if isinstance(error, _TooLarge) else 400)
        lane = lanes[request.url.path.rpartition("/")[2]]
        return StreamingResponse(_lines(lane, question, parts), media_type="application/x-ndjson")

    routes = [
        Route("/", page),
        Route("/shipped/{name}", shipped),
        Route("/look/{name}", _style_or_script),
        *(Route(f"/{name}", ask, methods=["POST"]) for name in LANES),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), hosts, token)


async def _warmed(lanes: Sequence[Lane]) -> None:
    for lane in lanes:
        await lane.warm()


async def _lines(
    lane: Lane, question: Mapping[str, Any], parts: tuple[str, ...]
) -> AsyncIterator[bytes]:
    """The answers of a lane as they come, a line of JSON each."""
    async for told in lane.answers(question, parts):
        yield json.dumps(told).encode() + b"\n"


async def _style_or_script(request: Request) -> Response:
    """Style sheets and scripts: those of every page, and those of this one."""
    name = request.path_params["name"]
    style, script = looks()
    known = {"page.css": style, "page.js": script} | {
        asset: files("nonholo.exploring").joinpath("static", asset).read_text(encoding="utf-8")
        for asset in ("explore.css", "explore.js")
    }
    if name not in known:
        return _plain("there is no such file", 404)
    return Response(known[name], media_type=KINDS[name.rpartition(".")[2]])


class _TooLarge(NonholoError):
    """A request that no case needs."""


async def _body(request: Request) -> bytes:
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise NonholoError("needed is a question in JSON (Content-Type: application/json)")
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > MOST_BYTES:
            raise _TooLarge(f"larger than {MOST_BYTES} bytes")
    return bytes(content)


def _plain(words: str, status: int) -> Response:
    return Response(f"{words}\n", status, media_type="text/plain")
