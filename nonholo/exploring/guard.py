"""What a request must be to be heard: from this machine's own page, with its token, and small."""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from nonholo.errors import NonholoError
from nonholo.exploring.lane import SECONDS
from nonholo.exploring.sheet import FIELDS

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 1_000_000  # of a request
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src data:",
        "font-src data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}


class Guard:
    """Lets through what comes from the page itself, and puts the rules for browsers on answers.

    app: what is guarded; hosts: the names with port under which the page may be asked for, all
    others (DNS rebinding) are refused; token: the first part of every path.
    """

    def __init__(self, app: App, hosts: frozenset[str], token: str):
        self.app, self.hosts, self.token = app, hosts, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, as ASGI has it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        status, why = self.refusal(scope)

        async def sent(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *headers]
            await send(message)

        if status:
            await _refuse(sent, status, why)
            return
        inner = scope["path"].removeprefix(f"/{self.token}")
        await self.app({**scope, "path": inner, "raw_path": inner.encode()}, receive, sent)

    def refusal(self, scope: Scope) -> tuple[int, str]:
        """Status and reason of a refusal; 0 for a request that is heard."""
        headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in scope["headers"]}
        if headers.get("host", "") not in self.hosts:
            return 403, "this page answers under 127.0.0.1 alone"
        first = scope["path"].split("/")[1] if "/" in scope["path"] else ""
        if not secrets.compare_digest(first.encode(), self.token.encode()):
            return 404, "nothing is here; open the address that `nonholo explore` has told"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "asked by another page"
        origins = {f"http://{host}" for host in self.hosts}
        if scope["method"] != "GET" and headers.get("origin") not in origins:
            return 403, "asked by another page, or by no page"
        if "origin" in headers and headers["origin"] not in origins:
            return 403, "asked by another page"
        return 0, ""


async def _refuse(send: Send, status: int, why: str) -> None:
    head = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": f"{why}\n".encode()})


def required(body: bytes) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """The question and the parts that a request asks for.

    body: JSON with text, fields, parts, held, rival.  Raises NonholoError for anything else.

    >>> required(b'{"text": "", "parts": ["case"]}')
    ({'text': '', 'fields': None, 'held': '', 'rival': None}, ('case',))
    """
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        raise NonholoError("needed is a question in JSON") from None
    known = {"text", "fields", "parts", "held", "rival"}
    if not isinstance(given, dict) or set(given) - known:
        raise NonholoError(f"needed is a question in JSON with {', '.join(sorted(known))}")
    question = {
        "text": given.get("text"),
        "fields": given.get("fields"),
        "held": given.get("held", ""),
        "rival": given.get("rival"),
    }
    fields, parts = question["fields"], given.get("parts")
    if not isinstance(question["text"], str) or not isinstance(question["held"], str):
        raise NonholoError("text and held: needed are texts")
    if not isinstance(question["rival"], str | None):
        raise NonholoError("rival: needed is a text, or null")
    if fields is not None and not (
        isinstance(fields, dict)
        and set(fields) == set(FIELDS)
        and all(isinstance(value, str) for value in fields.values())
    ):
        raise NonholoError(f"fields: needed is null, or a text for each of {', '.join(FIELDS)}")
    if not isinstance(parts, list) or not all(p in SECONDS for p in parts if isinstance(p, str)):
        raise NonholoError(f"parts: needed is a list of {', '.join(SECONDS)}")
    if not all(isinstance(p, str) for p in parts) or len(set(parts)) < len(parts):
        raise NonholoError("parts: each is asked for once")
    return question, tuple(parts)
