"""How a record shows itself: by a view that is named here and loaded when somebody looks.

Records lie below the rooms that draw and compute nothing by being looked at.  So they name what
shows them, a function of `nonholo.face`, as the front door names where its functions live.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

FACE = "nonholo.face"


def shown(view: str, record: object, *given: Any, **options: Any) -> Any:
    """What a view makes of a record.

    view: "module.function" in nonholo/face; given, options: what else that function takes.
    """
    module, _, name = view.rpartition(".")
    return getattr(import_module(f"{FACE}.{module}"), name)(record, *given, **options)


class ShownAsPart:
    """A record that a notebook shows as a page does."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(shown("notebook.part_html", self))


class ShownAsFormulas:
    """A record that a notebook shows as formulas, set when they are made: no script is needed."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(shown("typeset.typeset", self._repr_latex_()))

    def _repr_latex_(self) -> str:
        return str(shown("notebook.formulas", self))


class ShownAsPicture:
    """A record that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_html_(self) -> str:  # in a table of a fixed layout it becomes as narrow as a phone
        return f'<div style="display:grid">{self._repr_svg_()}</div>'

    def _repr_svg_(self) -> str:
        return str(shown("pictures.svg", self))
