"""The document of the live page: the form, and the places where the answers go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.exploring.places import FILE
from nonholo.exploring.start import EMPTY, Start
from nonholo.views.page.math import escaped


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the form: its key, what it is called, a hint with an example, and its height."""

    key: str
    label: str
    hint: str
    rows: int = 0


FORM = (
    Field("name", "Name", ""),
    Field("coordinates", "Coordinates", "names: x, y, theta"),
    Field("constraints", "Velocity constraints", "one a line: x' = R*phi'  or  dz = y dx", 3),
    Field(
        "holonomic_constraints", "Holonomic constraints", "f = 0, one a line: x^2 + y^2 - l^2", 1
    ),
    Field("inequalities", "Inequalities", "one a line: x >= 0 (reported, not solved)", 1),
    Field("lagrangian", "Lagrangian", "T - V; may be left empty: m/2*(x'^2 + y'^2)", 3),
    Field("forces", "Forces not in the Lagrangian", "one a line: theta = -c*thetadot", 1),
    Field("parameters", "Parameters", "one a line: m = 1.3; without a number just m", 4),
    Field("initial", "Initial values", "one a line: x = 0.1 and xdot = 2", 5),
    Field("duration", "Duration of the motion", ""),
    Field("dependent", "Velocities to eliminate", "names: x, y; left empty they are chosen"),
)
WHOLE = Field(FILE, "Case file", "everything stands here, comments too", 16)
FOLDED = (
    "holonomic_constraints",
    "inequalities",
    "forces",
    "dependent",
)  # further fields, if they are empty
ANSWERS = (
    ("verdict", "Is it holonomic?", "Verdict"),
    ("equations", "Equations of motion", "Equations"),
    ("graph", "Which velocity is eliminated by what", "Graph"),
    ("motion", "Motion", "Motion"),
    ("families", "For which parameters", "Families"),
)


def shell(start: Start, shipped: Sequence[str]) -> str:
    """The whole document, which asks for its answers itself.

    start: the case that it shows first; shipped: names of cases for the menu.

    >>> text = shell(Start("coordinates = []", "mine"), ["rolling_coin"])
    >>> "<option>rolling_coin</option>" in text, "coordinates = []" in text
    (True, True)
    """
    options = "".join(f"<option>{escaped(name)}</option>" for name in shipped)
    first = "".join(_field(f) for f in FORM if f.key not in FOLDED)
    further = "".join(_field(f) for f in FORM if f.key in FOLDED)
    links = "".join(f'<li><a href="#{key}-part">{name}</a></li>' for key, _, name in ANSWERS)
    answers = "".join(_answer(key, heading) for key, heading, _ in ANSWERS)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>nonholo explore</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="look/page.css">
<link rel="stylesheet" href="look/explore.css">
<script src="look/page.js" defer></script>
<script src="look/explore.js" defer></script>
</head>
<body data-stem="{escaped(start.stem)}" data-empty="{escaped(EMPTY.text)}">
<header class="top">
<h1>nonholo explore</h1>
<div class="menu">
<label for="menu">Case</label>
<select id="menu"><option value="">choose one that ships …</option>{options}</select>
<input type="file" id="file" class="away" accept=".toml,text/plain" tabindex="-1">
<button type="button" id="open">Open a file …</button>
<button type="button" id="new">Empty</button>
</div>
</header>
<div class="stays"><p id="status" class="status" role="status">Reading the case …</p>
<nav aria-label="Parts"><ul><li><a href="#form">Case</a></li>{links}</ul></nav></div>
<noscript><p>This page needs its script, which comes from this machine alone.</p></noscript>
<main class="bench">
<form id="form" aria-label="The case" autocomplete="off" spellcheck="false">
<ul id="whole-wrong" class="wrong"></ul>
{first}
<details id="further"><summary>More: holonomic constraints, inequalities, forces, a choice</summary>
<div class="inside">{further}</div></details>
<details id="written"><summary>The case file (TOML), all of it</summary>
<div class="inside">{_field(WHOLE, start.text)}</div></details>
<fieldset class="take"><legend>Take away</legend>
<p><button type="button" id="download">Download the case file</button>
<span id="taken" role="status"></span></p>
<p class="hint">The same answers in a shell, in the folder of the file:</p>
<ul id="commands" class="commands"></ul>
</fieldset>
</form>
<div id="answers">
<p id="before" hidden>Out of date: this is told of the case before the last change.</p>
{answers}
</div>
</main>
</body>
</html>
"""


def _field(field: Field, text: str = "") -> str:
    key, told = field.key, escaped(field.hint)
    about = f'aria-describedby="{key}-hint {key}-wrong"'
    common = f'id="{key}" name="{key}" {about} autocapitalize="off" autocorrect="off"'
    wrap = "soft" if key == "lagrangian" else "off"
    if field.rows:
        entry = f'<textarea {common} rows="{field.rows}" wrap="{wrap}">{escaped(text)}</textarea>'
    else:
        entry = f'<input type="text" {common}>'
    hint = f'<p class="hint" id="{key}-hint">{told}</p>'
    wrong = f'<ul class="wrong" id="{key}-wrong"></ul>'
    label = f'<label for="{key}">{escaped(field.label)}</label>'
    return f'<div class="field">{label}{hint}{entry}{wrong}</div>\n'


def _answer(key: str, heading: str) -> str:
    moved = MOVED if key == "motion" else ""
    return (
        f'<section id="{key}-part" aria-labelledby="{key}-heading">'
        f'<h2 id="{key}-heading">{escaped(heading)}</h2>{moved}'
        f'<div id="{key}-answer" class="answer"></div></section>\n'
    )


MOVED = """<div id="moves" hidden>
<div id="sliders" class="sliders" role="group" aria-label="Parameters and initial values"></div>
<p><label for="rival">Compare with</label>
<select id="rival"><option value="">no other law</option></select></p>
<p><input type="checkbox" id="follow">
<label for="follow">keep the initial state on the constraints while I move it</label></p>
</div>
<p id="moved" role="status"></p>
<p id="proposal" hidden><button type="button" id="agree"></button></p>
"""
