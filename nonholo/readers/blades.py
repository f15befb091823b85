"""Does a case stand on blades or on wheels?  Its rows cannot tell: a point that moves along a
heading only is both.  Its words can, for pictures alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonholo.readers.case import Case

BLADES = re.compile(
    r"\b(blade|skate(?!board)|runner|knife|sled|sleigh|skis?\b|cuchilla|pat[ií]n|trineo|lâmina|"
    r"patim|patins|trenó|esqu[ií])",
    re.IGNORECASE,
)
WHEELS = re.compile(
    r"wheel|dis[ck]|coin|tyre|\b(tire|axle|rueda|moneda|eje|roda|moeda|eixo)s?\b", re.IGNORECASE
)


def on_blades(case: Case) -> bool:
    """Does a case speak of blades, and of no wheel, in what its letters mean, else in its name?

    >>> import nonholo as nh
    >>> on_blades(nh.case("chaplygin_sleigh")), on_blades(nh.case("kinematic_car"))
    (True, False)
    """
    for words in (" ".join(map(str, case.meaning.values())), case.name):
        if WHEELS.search(words):
            return False
        if BLADES.search(words):
            return True
    return False
