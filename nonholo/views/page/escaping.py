"""Text as HTML that shows exactly it."""

from __future__ import annotations

import html


def escaped(text: str) -> str:
    """`text` as HTML that shows exactly it, in an element or in a quoted attribute.

    >>> escaped('<img onerror="x">')
    '&lt;img onerror=&quot;x&quot;&gt;'
    """
    visible = "".join(c for c in text if c >= " " or c in "\n\t")
    return html.escape(visible.encode("utf-8", "replace").decode("utf-8"))
