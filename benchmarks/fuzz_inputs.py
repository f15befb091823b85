"""Texts that nobody would write: grammar, junk, and what ships with places changed."""

from __future__ import annotations

import contextlib
import json
import random
import re
import string
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CANARY = "fuzz_was_here"
NAMES = ["x", "y", "z", "theta", "θ", "phi", "t", "m", "R", "a_1", "lambda", "N", "E", "I", "w"]
CALLS = ["sin", "cos", "tan", "exp", "sqrt", "log", "abs", "sign", "atan2", "asin", "f", "ln", "h"]
NUMBERS = ["0", "1", "2", "-1", "1/2", "0.1", "1e5", "1e-9", "5e600", "9" * 40, ".5", "3.", "0x1f"]
OPERATORS = [" + ", " - ", "*", "/", "**", "^", " ", " = ", "==", "<=", ",", "·", "−", "'", "''"]
CODE = [
    f"__import__('os').system('touch {CANARY}')",
    f"open('{CANARY}','w')",
    "().__class__.__bases__[0].__subclasses__()",
    "eval('1')",
    "lambda: 0",
    "{}.__init__",
    "%s%n%x",
    "$(touch fuzz_was_here)",
    "`touch fuzz_was_here`",
    "x if x else y",
    "[x for x in y]",
]
LETTERS = [
    *string.printable,
    *"θφψ́̇̈²½٣\u200b\u202e\ufeff\x00\x1b\U0001d465\ud800𝜃′″",
]
JUNK = [*NAMES, *CALLS, *NUMBERS, *OPERATORS, *CODE, *LETTERS, "(", ")", "[", "]", "dx", "dy", "dt"]


def expression(rng: random.Random, depth: int = 4) -> str:
    """An expression of the language, most of the time."""
    if depth == 0 or rng.random() < 0.25:
        return rng.choice((rng.choice(NAMES), rng.choice(NUMBERS), f"{rng.choice(NAMES)}dot"))
    kind = rng.randrange(7)
    if kind == 0:
        return f"({expression(rng, depth - 1)})"
    if kind == 1:
        return f"{rng.choice(CALLS)}({expression(rng, depth - 1)})"
    if kind == 2:
        return f"{expression(rng, depth - 1)}**{rng.choice(NUMBERS)}"
    if kind == 3:
        return f"-{expression(rng, depth - 1)}"
    sign = rng.choice(OPERATORS[:6])
    return f"{expression(rng, depth - 1)}{sign}{expression(rng, depth - 1)}"


def row(rng: random.Random) -> str:
    """A constraint that is read most of the time."""
    kind = rng.choice(("{}dot", "d{}", "{}'"))
    terms = [
        f"{rng.choice(('', '2*', 'x*', 'sin(y)*', 'R*', '(x + y)*'))}{kind.format(name)}"
        for name in rng.sample(["x", "y", "z", "theta"], rng.randint(1, 3))
    ]
    return " + ".join(terms) + rng.choice(("", " = 0", " - 1", f" = {expression(rng, 1)}"))


def changed(rng: random.Random, text: str, words: list[str] = JUNK, most: int = 4) -> str:
    """A text with some places left out, doubled, moved or filled with something else."""
    for _ in range(rng.randint(1, most)):
        i, j = sorted(rng.randint(0, len(text)) for _ in range(2))
        j = min(j, i + rng.choice((1, 1, 3, 20)))
        piece = text[i:j]
        text = text[:i] + rng.choice(("", piece * 2, rng.choice(words), piece[::-1])) + text[j:]
    return text


def text(rng: random.Random) -> str:
    """An expression or a constraint, right or wrong; a long or deep one now and then."""
    kind = rng.randrange(20)
    if kind == 0:
        return "".join(rng.choice(JUNK) for _ in range(rng.randint(0, 40)))
    if kind == 1:
        piece = rng.choice(("(", "-", "x**", "sin(", "x+", "2", "x'", "((x)", "θ", "f(x,"))
        return piece * rng.choice((10, 300, 5000))
    found = row(rng) if kind < 10 else expression(rng)
    return changed(rng, found) if rng.random() < 0.6 else found


# files
@cache
def cases() -> tuple[str, ...]:
    """The small case files that ship."""
    found = [*ROOT.glob("cases/*.toml"), *ROOT.glob("cases/nonlinear/*.toml")]
    return tuple(p.read_text() for p in sorted(found) if p.stat().st_size < 4000)


BODIES = """coordinates = ["x", "y", "th", "ph"]
gravity = ["0", "0", "-g"]
parameters = { m = 1, R = 2, g = 9.81 }
[[bodies]]
name = "disc"
origin = ["x", "y", "R"]
rotation = ["z th", "y ph"]
mass = "m"
inertia = ["m*R^2/4", "m*R^2/2", "m*R^2/4"]
[[rolling]]
body = "disc"
at = ["x", "y", "0"]
down = ["0", "0", "-1"]
"""
TABLES = [
    "\n[[bodies]]\n",
    "\n[[rolling]]\n",
    "\n[parameters]\n",
    "\n[initial]\nx = 1\n",
    "\n[inputs]\nu = 0\n",
    'assumptions = ["m > 0"]\n',
    'functions = ["f(x)"]\n',
    "integer = true",
    "nan",
    "inf",
    "-0.0",
    "1979-05-27",
    "'''",
    '"""',
    "{",
    "}",
    "[[",
    "[]",
    "{}",
    "true",
    "99999999999999999999",
]


def _inside(rng: random.Random, file: str) -> str:
    """A file with texts between its quotes changed, so that it stays TOML."""
    plain = [word for word in JUNK if not set(word) & set('"\\') and word.isprintable()]
    for _ in range(rng.randint(1, 3)):
        quoted = list(re.finditer(r'"([^"\n]*)"', file))
        if quoted:
            own = rng.choice(quoted)
            inner = changed(rng, own[1], plain, 2)
            file = file[: own.start(1)] + inner + file[own.end(1) :]
    return file


def case_file(rng: random.Random) -> str:
    """A case file with places changed."""
    file = rng.choice(cases())
    return _inside(rng, file) if rng.random() < 0.6 else changed(rng, file, [*JUNK, *TABLES], 6)


def bodies(rng: random.Random) -> str:
    """A case with rigid bodies with places changed."""
    return _inside(rng, BODIES) if rng.random() < 0.7 else changed(rng, BODIES, [*JUNK, *TABLES], 5)


# certificates
@cache
def certificates() -> tuple[str, ...]:
    """Certificates of small cases, as JSON."""
    import nonholo as nh
    from nonholo.dossier.certificate import certificate

    names = ("heisenberg", "unicycle", "exact_form", "martinet", "particle_on_sphere", "grushin")
    return tuple(json.dumps(certificate(nh.check(nh.case(name)))) for name in names)


def certificate(rng: random.Random) -> str:
    """A certificate with values, keys or letters changed; the hash fits half of the time."""
    if rng.random() < 0.2:
        return changed(rng, rng.choice(certificates()))
    found = json.loads(rng.choice(certificates()))
    for _ in range(rng.randint(1, 3)):
        _altered(rng, found)
    if rng.random() < 0.5 and isinstance(found.get("problem"), dict):
        from nonholo.verifier.document import digest

        with contextlib.suppress(TypeError, ValueError):
            found["hash"] = digest(found["problem"])
    return json.dumps(found)


def _altered(rng: random.Random, value: Any) -> None:
    """One value somewhere inside is another one."""
    while isinstance(value, (dict, list)) and value:
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        inner = value[key]
        if not isinstance(inner, (dict, list)) or not inner or rng.random() < 0.15:
            value[key] = _other(rng, inner)
            return
        value = inner


def _other(rng: random.Random, value: Any) -> Any:
    plain = (None, True, 0, -1, 1.5, 10**40, "", "x", "1/0", [], {}, [[]], {"x": 1}, "nan")
    if isinstance(value, str) and rng.random() < 0.6:
        return changed(rng, value, JUNK, 2)
    return rng.choice(plain)


# the command line
WORDS = [
    *("check", "compare", "equations", "graph", "report", "verify", "cases", "simulate", "steer"),
    *("linearise", "families", "explain", "equilibrium", "formulations", "audit", "friction"),
    *("consistency", "completion", "sweep", "chekc", ""),
    *("heisenberg", "unicycle", "exact_form", "no_such_case", "-", ".", "/", "/dev/null"),
    *("-c", "--json", "--help", "--at", "--dependent", "--form", "--as", "-o", "--full", "--debug"),
    *("--coordinates", "--constants", "--from", "--to", "--sweep", "--duration", "--points"),
    *("--time-limit", "--memory-limit", "--effort", "--lang", "--restricted", "--families", "--of"),
    *("--expected", "--integrals", "--substitute", "--normal", "--potential", "--version"),
    *(
        "x=0,y=1",
        "x=1/0",
        "theta=0.1:0.9:3",
        "v=0:10:101",
        "x",
        "x,y",
        "1",
        "-1",
        "0",
        "nan",
        "1e9",
    ),
    *("es", "xx", "text", "latex", "python", "json", "control", "multipliers", "maggi"),
]


def options(rng: random.Random) -> list[str]:
    """Words of a command line, in an order that makes sense now and then."""
    words = [rng.choice(WORDS[:18]), rng.choice(WORDS[18:29])]
    words += [rng.choice((rng.choice(WORDS), text(rng))) for _ in range(rng.randint(0, 4))]
    words += ["-c", row(rng)] if rng.random() < 0.3 else []
    if rng.random() < 0.2:
        rng.shuffle(words)
    return [word.replace("\0", "") for word in words]


QUICK = (
    *("heisenberg", "unicycle", "grushin", "knife_edge_incline", "bead_on_hoop", "gas_in_box"),
    *("appell_hamel", "rheonomic_exact", "moving_circle", "hidden_chain", "any_path"),
    *("driven_knife_edge", "particle_with_any_slope", "one_sided_drift", "isokinetic_particle"),
)
ENDINGS = ("txt", "json", "svg", "html", "dot", "mmd", "csv", "tex", "md", "py", "toml", "npz", "")
OF_KIND = {  # what options take, by the word that their help has for it
    "NAMES": ["x", "y", "x,y", "theta", "theta,phi", "q", "x,x", "t", "", "x y", ",", "lambda"],
    "POINT": ["x=0,y=1", "x=0", "theta=pi/2", "x=1/0", "x=1,x=2", "y=sqrt(2)", "x=0.1,theta=-3"],
    "POINTS": ["x=1", "x=1,y=1,theta=0", "z=2", "x=t", "x=nan"],
    "RANGES": ["x=0:1", "theta=-pi:pi", "x=1:0", "x=0:1,y=0:1", "x=0:inf", "x=0"],
    "NUMBERS": ["m=2", "g=0", "J=-1", "m=1/3,g=9.81", "m=x", "unknown=1", "m="],
    "N": ["1", "0", "-1", "7", "100", "1e3", "2.5", "10000000000000000000000"],
    "T": ["1", "0", "-2", "0.001", "10", "1e5", "nan", "inf", "pi"],
    "QUESTIONS": ["constraints", "measure", "singular", "symmetry", "all", "substitution", ""],
    "NAME": ["kane", "maggi", "vakonomic", "substituted x", "chaplygin", "hamel", "RK45", "lean"],
    "NAME=VALUE": ["f=x", "f(s)=s^2", "u=sin(t)", "u=", "u=t+u", "h=1/0", "f=exp(x"],
    "NAME=FROM:TO:COUNT": ["m=1:2:3", "x=0:1:2", "g=0:9:0", "m=2:1:3", "x=0:1:100000"],
    "NAME=FROM:TO": ["m=1:2", "x=0:1", "x=1:0", "x=nan:1"],
    "SECONDS": ["5", "0", "-1", "0.01", "x"],
    "MB": ["2000", "0", "1", "x"],
    "LANGUAGE": ["es", "pt", "en", "xx", ""],
    "A,B": ["x,y", "t,x", "theta,thetadot", "x", "x,x,x"],
}
NEVER = ("--help", "--debug", "--workers")  # a server, or what may show a traceback


@cache
def options_of() -> dict[str, list[tuple[str, Any, str, tuple]]]:
    """Of each command its options: (word, how many values, of which kind, choices)."""
    from nonholo.cli import parsers

    return {
        name: [
            (a.option_strings[-1], a.nargs, a.metavar or a.dest, tuple(a.choices or ()))
            for a in command._actions
            if a.option_strings and not set(a.option_strings) & {*NEVER}
        ]
        for name, command in sorted(parsers()[1].items())
        if name not in ("explore", "audit", "completion", "formulations", "urdf")
    }


def command(rng: random.Random) -> list[str]:
    """A case, or constraints, and options that the command has, with values most of which fit."""
    name = rng.choice([*options_of()])
    chosen = options_of()[name]
    words = [name, rng.choice(QUICK)]
    if rng.random() < 0.15 and any(word == "-c" for word, *_ in chosen):
        words = [name, *(word for _ in range(rng.randint(1, 2)) for word in ("-c", row(rng)))]
    for word, count, kind, choices in rng.choices(chosen, k=rng.choice((0, 1, 1, 2, 2, 3, 4))):
        words.append(word)
        if count != 0:
            words.append(rng.choice(choices) if choices else _of_kind(rng, kind))
    return [word.replace("\0", "") for word in words]


def _of_kind(rng: random.Random, kind: str) -> str:
    """A value of an option, now and then one of another kind."""
    if kind.startswith("FILE"):
        return f"told.{rng.choice(ENDINGS)}"
    odd = rng.random()
    if odd < 0.1:
        return text(rng)[:200]
    values = OF_KIND.get(kind) if odd < 0.9 else None
    return (
        rng.choice(values or rng.choice([*OF_KIND.values()])) if kind != "CONSTRAINT" else row(rng)
    )


def sweep(rng: random.Random) -> str:
    """The value of an option that takes names, numbers or ranges."""
    pieces = [
        *NAMES,
        *NUMBERS,
        ":",
        "=",
        ",",
        "0:1:5",
        "x=0:1:3",
        "inf",
        "nan",
        "٣",
        " ",
        "-",
        "1_0",
    ]
    found = "".join(rng.choice(pieces) for _ in range(rng.randint(0, 8)))
    return found if rng.random() < 0.5 else changed(rng, "x=0:1:11")
