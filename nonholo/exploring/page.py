"""The document of the live page: the form, and the places where the answers go."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.exploring.places import FILE
from nonholo.exploring.start import EMPTY, Start
from nonholo.views.page.math import escaped
from nonholo.words.language import spoken, tell, told
from nonholo.words.sentence import say


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the form: its key, what it is called, a hint with an example, and its height."""

    key: str
    label: str
    hint: str
    rows: int = 0


FORM = (
    Field("name", say("Name"), ""),
    Field("coordinates", say("Coordinates"), say("names: x, y, theta")),
    Field(
        "constraints", say("Velocity constraints"), say("one a line: x' = R*phi'  or  dz = y dx"), 3
    ),
    Field(
        "holonomic_constraints",
        say("Holonomic constraints"),
        say("f = 0, one a line: x^2 + y^2 - l^2"),
        1,
    ),
    Field("inequalities", say("Inequalities"), say("one a line: x >= 0 (reported, not solved)"), 1),
    Field("lagrangian", say("Lagrangian"), say("T - V; may be left empty: m/2*(x'^2 + y'^2)"), 3),
    Field("forces", say("Forces not in the Lagrangian"), say("one a line: theta = -c*thetadot"), 1),
    Field("parameters", say("Parameters"), say("one a line: m = 1.3; without a number just m"), 4),
    Field("initial", say("Initial values"), say("one a line: x = 0.1 and xdot = 2"), 5),
    Field("duration", say("Duration of the motion"), ""),
    Field(
        "dependent", say("Velocities to eliminate"), say("names: x, y; left empty they are chosen")
    ),
)
WHOLE = Field(FILE, say("Case file"), say("everything stands here, comments too"), 16)
FOLDED = (
    "holonomic_constraints",
    "inequalities",
    "forces",
    "dependent",
)  # further fields, if they are empty
ANSWERS = (
    ("verdict", say("Is it holonomic?"), say("Verdict")),
    ("equations", say("Equations of motion"), say("Equations")),
    ("graph", say("Which velocity is eliminated by what"), say("Graph")),
    ("motion", say("Motion"), say("Motion")),
    ("families", say("For which parameters"), say("Families")),
)


WORDS: dict[str, str] = {  # what the script says; what it puts into braces keeps them
    "other": say("Another window has asked since; change something to ask again."),
    "lost": say(
        "No answer: {reason}. Is nonholo explore still running in the shell?", reason="{reason}"
    ),
    "many": say("{n} things are not right; first {first}", n="{n}", first="{first}"),
    "unread": say("Not read yet: {words}", words="{words}"),
    "go": say("Go to line {line}, column {column}", line="{line}", column="{column}"),
    "coordinate": say("Make {name} a coordinate", name="{name}"),
    "parameter": say("Make {name} a parameter", name="{name}"),
    "write": say("Write {name}", name="{name}"),
    "still": say("There is no motion: see below."),
    "agree": say("Move it to the constraints: {values}", values="{values}"),
    "copy": say("Copy"),
    "copyOf": say("Copy {words}", words="{words}"),
    "copied": say("Copied."),
    "mark": say("The browser does not let this page copy; mark the line instead."),
    "unwritten": say("Not written: a line of the form has no place in the file; see the mark."),
    "written": say("{file} is written, as it stands here.", file="{file}"),
    "replace": say("What you have typed will be replaced. Go on?"),
}


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
    words = json.dumps({key: told(text) for key, text in WORDS.items()}, ensure_ascii=False)
    links = "".join(
        f'<li><a href="#{key}-part">{escaped(told(name))}</a></li>' for key, _, name in ANSWERS
    )
    answers = "".join(_answer(key, heading) for key, heading, _ in ANSWERS)
    return f"""<!DOCTYPE html>
<html lang="{spoken()}">
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
<p id="words" hidden>{escaped(words)}</p>
<header class="top">
<h1>nonholo explore</h1>
<div class="menu">
<label for="menu">{tell("Case")}</label>
<select id="menu"><option value="">{tell("choose one that ships …")}</option>{options}</select>
<input type="file" id="file" class="away" accept=".toml,text/plain" tabindex="-1">
<button type="button" id="open">{tell("Open a file …")}</button>
<button type="button" id="new">{tell("Empty")}</button>
</div>
</header>
<div id="stays" class="stays" hidden>
<p id="status" class="status" role="status">{tell("Reading the case …")}</p>
<nav aria-label="{tell("Parts")}">
<ul><li><a href="#form">{tell("Case")}</a></li>{links}</ul></nav></div>
<noscript>
<p>{tell("This page needs its script, which comes from this machine alone.")}</p></noscript>
<main class="bench">
<form id="form" aria-label="{tell("The case")}" autocomplete="off" spellcheck="false">
<ul id="whole-wrong" class="wrong"></ul>
{first}
<details id="further">
<summary>{tell("More: holonomic constraints, inequalities, forces, a choice")}</summary>
<div class="inside">{further}</div></details>
<details id="written"><summary>{tell("The case file (TOML), all of it")}</summary>
<div class="inside">{_field(WHOLE, start.text)}</div></details>
<fieldset class="take"><legend>{tell("Take away")}</legend>
<p><button type="button" id="download">{tell("Download the case file")}</button>
<span id="taken" role="status"></span></p>
<p class="hint">{tell("The same answers in a shell, in the folder of the file:")}</p>
<ul id="commands" class="commands"></ul>
</fieldset>
</form>
<div id="answers">
<p id="title" class="printed" aria-hidden="true"></p>
<p id="before" hidden>{tell("Out of date: this is told of the case before the last change.")}</p>
{answers}
</div>
</main>
</body>
</html>
"""


def _field(field: Field, text: str = "") -> str:
    key, hint_text = field.key, escaped(told(field.hint))
    about = f'aria-describedby="{key}-hint {key}-wrong"'
    common = f'id="{key}" name="{key}" {about} autocapitalize="off" autocorrect="off"'
    wrap = "soft" if key == "lagrangian" else "off"
    if field.rows:
        entry = f'<textarea {common} rows="{field.rows}" wrap="{wrap}">{escaped(text)}</textarea>'
    else:
        entry = f'<input type="text" {common}>'
    hint = f'<p class="hint" id="{key}-hint">{hint_text}</p>'
    wrong = f'<ul class="wrong" id="{key}-wrong"></ul>'
    called = told(field.label)
    label = f'<label for="{key}">{escaped(called[0].upper() + called[1:])}</label>'
    return f'<div class="field">{label}{hint}{entry}{wrong}</div>\n'


def _answer(key: str, heading: str) -> str:
    moved = _moved() if key == "motion" else ""
    return (
        f'<section id="{key}-part" aria-labelledby="{key}-heading">'
        f'<h2 id="{key}-heading" data-before="{tell("of the case before")}">'
        f"{escaped(told(heading))}</h2>{moved}"
        f'<div id="{key}-answer" class="answer"></div></section>\n'
    )


def _moved() -> str:
    return f"""<div id="moves" hidden>
<div id="sliders" class="sliders" role="group"
 aria-label="{tell("Parameters and initial values")}"></div>
<p><label for="rival">{tell("Compare with")}</label>
<select id="rival"><option value="">{tell("no other law")}</option></select></p>
<p><input type="checkbox" id="follow">
<label for="follow">{tell("keep the initial state on the constraints while I move it")}</label></p>
</div>
<p id="moved" role="status"></p>
<p id="proposal" hidden><button type="button" id="agree"></button></p>
"""
