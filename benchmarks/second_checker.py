"""Certificates re-checked by another program: PARI/GP (Debian: pari-gp).

    python benchmarks/second_checker.py                      shipped cases, random sets, forged certificates
    python benchmarks/second_checker.py coin.json            one certificate
    python benchmarks/second_checker.py --sets 500 --seed 1 --cases DIR

All mathematics is in second_checker.gp.  Here texts become trees, by a small translator that shares
nothing with the package's reader nor with the verifier's; no text is executed, and PARI/GP is given
numbers and its own words only.  Each certificate is accepted, refused or not checkable (roots,
logarithms, abs and sign, unspecified functions, large sets, families, hidden constraints), and the
answer is compared with that of the verifier.  Exit status 1 where one accepts what the other refuses, and what was
forged is not known to be no mathematics.
"""

from __future__ import annotations

import argparse
import ast
import copy
import hashlib
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
MATHEMATICS = Path(__file__).with_suffix(".gp")
SECONDS = 10.0  # of one certificate, the outer stop: what takes longer is not checkable
MEMORY = 600_000_000  # bytes of PARI/GP

READ = (
    *("sin", "cos", "tan", "cot", "sec", "csc", "exp", "sinh", "cosh", "tanh"),
    *("sqrt", "abs", "sign"),
)
UNREAD = {
    "log": "logarithm",
    "ln": "logarithm",
    **dict.fromkeys(
        ("asin", "acos", "atan", "atan2", "asinh", "acosh", "atanh"), "inverse function"
    ),
}
WORD = re.compile(
    r"(?P<name>[A-Za-z_\u0370-\u03ff][A-Za-z_\u0370-\u03ff0-9]*'{0,2})"
    r"|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<sign>\*\*|[-+*/^(),])|(?P<blank>\s+)"
)
TENS = 400  # digits of a number, powers of ten


class Answer(NamedTuple):
    """accepted, refused or not checkable; and why."""

    status: str
    why: str = ""


class Stop(Exception):
    """The answer is known before PARI/GP is asked."""


def refused(why: str) -> Stop:
    return Stop(Answer("refused", why))


def beyond(why: str) -> Stop:
    return Stop(Answer("not checkable", why))


# texts -> trees -------------------------------------------------------------------------------
class Names:
    """What the words of a problem mean, as leaves of trees in the language of PARI/GP."""

    def __init__(self, problem: dict):
        self.coordinates = list(problem["coordinates"])
        letters = [name for name, value in problem["parameters"].items() if value is None]
        self.symbols = [*self.coordinates, "t", *letters, "pi"]
        self.places = {name: i + 1 for i, name in enumerate(self.symbols)}
        self.leaves = {name: f'["s",{i}]' for name, i in self.places.items()}
        moving = {}
        for i, name in enumerate(self.coordinates, 1):
            moving |= {
                f"{name}'": f'["v",{i}]',
                f"{name}dot": f'["v",{i}]',
                f"d{name}": f'["d",{i}]',
            }
        self.moving = {**moving, "dt": '["dt"]'}
        self.functions = problem.get("functions", {})
        declared = [*self.coordinates, *problem["parameters"], *self.functions]
        words = [*declared, *(word for words in self.functions.values() for word in words)]
        if not all(WORD.fullmatch(word) and word.isidentifier() for word in words):
            raise refused("what cannot be a name")
        taken = [*declared, "t", "pi", *self.moving, *(f"{name}ddot" for name in self.coordinates)]
        called = any(self.called(name) for name in taken if name not in self.functions)
        called |= any(len(self.called(name)) != 1 for name in self.functions)
        if called or len(set(taken)) < len(taken) or set(declared) & {*READ, *UNREAD}:
            raise refused("two meanings of one name")
        given = {n: v for n, v in problem["parameters"].items() if v is not None}
        self.leaves |= {name: self.tree(text) for name, text in given.items()}
        self.leaves |= self.moving

    def called(self, word: str) -> set[str]:
        """Derivatives of declared functions that a word calls: f', f_y, h_xy, h_theta_x."""
        bare = word.rstrip("'")
        primes = len(word) - len(bare)
        calls = set()
        for number, (name, arguments) in enumerate(self.functions.items()):
            if not arguments or len(set(arguments)) < len(arguments):
                raise refused("a function without arguments, or one argument twice")
            orders = [0] * len(arguments)
            if bare == name and primes and len(arguments) > 1:
                continue
            if bare == name:
                orders[0] = primes
            elif bare.startswith(f"{name}_") and not primes:
                tail = bare[len(name) + 1 :]
                alone = all(len(argument) == 1 for argument in arguments)
                parts = list(tail) if alone else tail.split("_")
                if not parts or not set(parts) <= set(arguments):
                    continue
                orders = [parts.count(argument) for argument in arguments]
            else:
                continue
            calls.add(f'"u",{number},{vector(orders)}')
        return calls

    def tree(self, text: str) -> str:
        """A text without = as a tree."""
        source, leaves = self.sanitised(text)
        try:
            return self.node(ast.parse(source, mode="eval").body, leaves)
        except SyntaxError as error:
            raise refused(f"{text[:60]!r} is no expression") from error
        except (RecursionError, MemoryError, ValueError) as error:
            raise beyond("a text that is nested too deep") from error

    def equation(self, text: str) -> str:
        """left - right."""
        sides = re.split("={1,2}", text)
        if len(sides) > 2:
            raise refused("more than one =")
        trees = [self.tree(side) for side in sides]
        return trees[0] if len(trees) == 1 else f'["-",{trees[0]},{trees[1]}]'

    def inequality(self, text: str) -> str:
        """What is not negative, and whether it must be positive."""
        sides = re.split("(<=|>=|<|>)", text)
        if len(sides) != 3:
            raise refused("no inequality")
        left, relation, right = sides
        trees = [self.tree(side) for side in (left, right)]
        large, small = trees if relation[0] == ">" else trees[::-1]
        return f'[["-",{large},{small}],{int(len(relation) == 1)}]'

    def sanitised(self, text: str) -> tuple[str, dict[str, str]]:
        """Words as n0, n1, ..., with the sign of products between factors; and what they mean."""
        parts, leaves, before, place, behind = [], {}, None, 0, ""
        while place < len(text):
            match = WORD.match(text, place)
            if match is None:
                raise refused(f"{text[place]!r} is no sign of the language")
            kind, word, touches = match.lastgroup, match[0], match.start() > 0
            touches = touches and not text[place - 1].isspace()
            place = match.end()
            if kind == "blank":
                continue
            call = kind == "name" and text[place:].lstrip().startswith("(")
            if before and (kind in ("name", "number") or word == "("):
                joined = before[0] in ("name", "number") or before[1] == ")"
                if joined and not (word == "(" and before[0] == "name"):
                    if kind == "number" or (touches and before[0] == "name"):
                        raise refused(f"{word!r} directly behind another factor")
                    if behind in ("**", "^") and touches:
                        raise refused("is it in the exponent?")
                    if behind == "/" and (touches or word not in self.moving):
                        raise refused("does what follows belong to the denominator?")
                    parts.append("*")
                    behind = "*"
            if kind == "sign":
                behind = word if word not in "()" else behind
                parts.append("**" if word == "^" else word)
            else:
                own = f"n{len(leaves)}"
                leaves[own] = self.number(word) if kind == "number" else self.word(word, call)
                parts.append(own)
            before = (kind, word)
        return " ".join(parts), leaves

    def number(self, word: str) -> str:
        whole, _, tens = word.lower().partition("e")
        if len(whole) > TENS or len(tens) > 5 or abs(int(tens or 0)) > TENS:
            raise beyond("a long number")
        return f'["n",{Fraction(word)}]'

    def word(self, word: str, call: bool) -> str:
        """A leaf, or the bare name of a function that is called."""
        if call:
            if word in UNREAD:
                raise beyond(UNREAD[word])
            return word if word in READ else self.unspecified(word)
        if word in UNREAD or word in READ:
            raise refused(f"{word} without parentheses")
        if word in self.leaves:
            return self.leaves[word]
        function = self.unspecified(word)
        arguments = list(self.functions.values())[int(function.split(",")[1])]
        if not set(arguments) <= set(self.leaves):
            raise refused(f"{word[:40]} without its arguments")
        return f"[{function},{vector(self.leaves[argument] for argument in arguments)}]"

    def unspecified(self, word: str) -> str:
        """The derivative that a word calls, without its arguments."""
        calls = self.called(word)
        if len(calls) != 1:
            raise refused(f"{word[:40]} is not declared, or may be read in two ways")
        return calls.pop()

    def node(self, tree: ast.expr, leaves: dict[str, str]) -> str:
        """Python's tree of the names n0, n1, ... as a tree in the language of PARI/GP."""
        match tree:
            case ast.Name(id=own) if leaves[own].startswith("["):
                return leaves[own]
            case ast.Call(func=ast.Name(id=own), args=inner) if leaves[own].startswith('"u"'):
                if len(inner) != leaves[own].count(",") - 1:
                    raise refused("another number of arguments than is declared")
                return f"[{leaves[own]},{vector(self.node(x, leaves) for x in inner)}]"
            case ast.Call(func=ast.Name(id=own), args=[inner]) if leaves[own] in READ:
                return f'["f","{leaves[own]}",{self.node(inner, leaves)}]'
            case ast.UnaryOp(op=ast.UAdd(), operand=inner):
                return self.node(inner, leaves)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return f'["-",["n",0],{self.node(inner, leaves)}]'
            case ast.BinOp(left=left, op=operation, right=right) if type(operation) in SIGNS:
                sign = SIGNS[type(operation)]
                return f'["{sign}",{self.node(left, leaves)},{self.node(right, leaves)}]'
        raise refused("no expression")


SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}


# certificates -> data -------------------------------------------------------------------------
def rational(text: str) -> str:
    if not re.fullmatch("-?[0-9]{1,400}(/[0-9]{1,400})?", text):
        raise refused("a value that is no rational number")
    try:
        return str(Fraction(text))
    except ZeroDivisionError as error:
        raise refused("a value divided by 0") from error


def vector(parts: Iterable[Any]) -> str:
    return f"[{','.join(map(str, parts))}]"


class Translated:
    """A certificate as the data of second_checker.gp."""

    def __init__(self, tree: dict):
        self.names = Names(tree["problem"])
        self.tree = tree

    def script(self) -> str:
        names, tree = self.names, self.tree
        problem, point = tree["problem"], tree["point"]
        data = {
            "NC": len(names.coordinates),
            "NS": len(names.symbols),
            "LEVELS": vector(map(names.tree, problem["holonomic_constraints"])),
            "ROWS": vector(map(names.equation, problem["constraints"])),
            "INEQUALITIES": vector(
                map(names.inequality, [*problem["inequalities"], *problem.get("declared", ())])
            ),
            "SYMBOLS": vector(
                f"[{self.place(name)},{rational(value)}]"
                for name, value in point["symbols"].items()
            ),
            "ANGLES": vector(
                f"[{names.tree(text)},{rational(c)},{rational(s)}]"
                for text, (c, s) in point["angles"].items()
            ),
            "CALLED": vector(
                f"[{names.tree(text)},{rational(value)}]"
                for text, value in point.get("functions", {}).items()
            ),
            "EXPONENTS": vector(
                f"[{names.tree(text)},{rational(value)}]"
                for text, value in point["exponents"].items()
            ),
            "CLAIMS": vector(map(self.claim, tree["claims"])),
            "STATED": vector(
                [
                    self.text(tree["verdict"]),
                    int(tree["holonomic_relations"]),
                    int(tree["independent_constraints"]),
                    vector(map(int, tree["growth_vector"])),
                    self.text(tree["space"]),
                ]
            ),
        }
        own_words = '["s",' + str(names.places["pi"]) + "]"
        data["HASPI"] = int(any(own_words in str(value) for value in data.values()))
        return "".join(f"{key} = {value};\n" for key, value in data.items()) + "answer();\n"

    def text(self, word: str) -> str:
        """A word of the schema, none of the user's."""
        if not re.fullmatch("[a-z ]{1,40}", word):
            raise refused("a word that is none of the schema")
        return f'"{word}"'

    def place(self, name: str) -> int:
        if name not in self.names.places:
            raise refused("a value of what is no symbol")
        return self.names.places[name]

    def columns(self, names: list) -> str:
        return vector(map(self.place, names))

    def rows(self, numbers: list) -> str:
        return vector(self.row(number) for number in numbers)

    def row(self, number: int) -> int:
        count = sum(len(self.tree["problem"][k]) for k in ("holonomic_constraints", "constraints"))
        if type(number) is not int or not 0 <= number < count:
            raise refused("there is no such row")
        return number + 1

    def fields(self, tables: list) -> str:
        return vector(map(self.field, tables))

    def field(self, table: dict) -> str:
        return vector(f"[{self.place(n)},{self.names.tree(x)}]" for n, x in table.items())

    def factors(self, table: dict) -> str:
        return vector(f"[{self.row(int(l))},{self.names.tree(x)}]" for l, x in table.items())

    def level(self, level: dict) -> str:
        brackets = vector(f"[{int(a) + 1},{int(b) + 1}]" for a, b in level["brackets"])
        forms = vector(map(self.factors, level["annihilators"]))
        return vector(
            [brackets, self.columns(level["columns"]), self.names.tree(level["minor"]), forms]
        )

    def claim(self, claim: dict) -> str:
        if "reason" in claim:
            raise beyond("a reason in place of a claim")
        kind, tree = claim["claim"], self.names.tree
        match kind:
            case "solved level":
                parts = [self.row(claim["row"]), self.place(claim["coordinate"])]
                if parts[0] > len(self.tree["problem"]["holonomic_constraints"]):
                    raise refused("there is no such level")
                if parts[1] > len(self.names.coordinates):
                    raise refused("a level is solved for a coordinate")
            case "restricted row":
                cofactors = vector(
                    f"[{self.row(int(l))},{self.field(table)}]"
                    for l, table in claim["cofactors"].items()
                )
                parts = [self.row(claim["row"]), self.field(claim["components"]), cofactors]
            case "rank":
                parts = [self.rows(claim["rows"]), self.columns(claim["columns"])]
                parts.append(tree(claim["minor"]))
            case "redundant":
                parts = [self.row(claim["row"]), self.factors(claim["combination"])]
            case "admissible":
                parts = [self.fields(claim["fields"]), self.columns(claim["columns"])]
                parts.append(tree(claim["minor"]))
            case "growth":
                parts = [vector(map(self.level, claim["levels"]))]
            case "not jointly integrable":
                parts = [self.row(claim["row"]), self.field(claim["X"]), self.field(claim["Y"])]
                parts.append(tree(claim["value"]))
            case "integrable alone":
                parts = [self.row(claim["row"])]
            case "not integrable alone":
                triple, vectors = claim.get("triple", []), [claim.get(k) for k in "XYZ"]
                parts = [self.row(claim["row"]), tree(claim["value"]), self.columns(triple)]
                parts.append("[]" if triple else self.fields(vectors))
            case "potential":
                parts = [self.row(claim["row"]), tree(claim["factor"]), tree(claim["potential"])]
            case "first integral":
                parts = [self.factors(claim["combination"]), tree(claim["function"])]
            case _:
                raise refused("there is no such claim about such a set")
        return vector([f'"{kind}"', *parts])


def data_of(tree: Any) -> str:
    """What PARI/GP is given.  Raises Stop."""
    if "family" in tree:
        raise beyond("family")
    if "hidden" in tree:
        raise beyond("hidden constraints")
    if tree["certificate"] != 1:
        raise beyond("large set")
    if tree["point"].get("logarithms"):
        raise beyond("logarithm")
    plain = json.dumps(tree["problem"], sort_keys=True, separators=(",", ":"))
    if hashlib.sha256(plain.encode()).hexdigest() != tree["sha256"]:
        raise refused("the hash is not that of the problem")
    return Translated(tree).script()


# PARI/GP --------------------------------------------------------------------------------------
def checked(tree: Any, seconds: float = SECONDS) -> Answer:
    """The answer about one certificate."""
    try:
        script = data_of(tree)
    except Stop as stop:
        return stop.args[0]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        return Answer("refused", f"not of the shape of a certificate: {type(error).__name__}")
    with tempfile.NamedTemporaryFile("w", suffix=".gp") as file:
        file.write(f"default(parisizemax, {MEMORY});\nread({json.dumps(str(MATHEMATICS))});\n")
        file.write(script)
        file.flush()
        command = ["nice", "gp", "--quiet", "--fast", file.name]
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return Answer("not checkable", f"no answer in {seconds:g} s")
    status, tab, why = done.stdout.rstrip("\n").rpartition("\n")[2].partition("\t")
    if not tab or status not in ("accepted", "refused", "not checkable"):
        return Answer("not checkable", f"PARI/GP: {(done.stdout + done.stderr)[-200:]!r}")
    unread = status == "refused" and signs_of_letters(tree["problem"])
    return Answer("not checkable", f"signs of letters: {why}") if unread else Answer(status, why)


def signs_of_letters(problem: dict) -> bool:
    """Something is declared of letters, by which |a| is a, which is not read here."""
    words = {word.group() for word in WORD.finditer(" ".join(problem.get("declared", ())))}
    return any(value is None and name in words for name, value in problem["parameters"].items())


def there() -> bool:
    """Is PARI/GP installed?"""
    return shutil.which("gp") is not None


# certificates to be checked -------------------------------------------------------------------
def plain(value: Any) -> Any:
    """The value after a journey through JSON."""
    return json.loads(json.dumps(value))


def of_cases(folder: Path) -> Iterator[tuple[str, Any]]:
    """What `nonholo check CASE --certificate` writes, for each case file of a folder."""
    import nonholo as nh

    for path in sorted(folder.glob("*.toml")):
        yield path.stem, plain(nh.certificate(nh.check(nh.read_case(path))))


def of_random_sets(count: int, seed: int) -> Iterator[tuple[str, Any]]:
    """Certificates of random sets of `nonholo.testing`."""
    import hypothesis
    from hypothesis import HealthCheck, Phase

    import nonholo as nh
    from nonholo.testing.known import known_sets

    drawn = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(known_sets())
    def draw(own):
        drawn.append(own)

    draw()
    for i, own in enumerate(drawn):
        yield f"set {i} of seed {seed}", plain(nh.certificate(nh.check(own.case())))


def of_tests(kind: str) -> Iterator[tuple[str, Any]]:
    """Certificates of the tests: true ones, true ones put under the problems of others, and forged
    ones, which are named by what the verifier says.
    """
    sys.path.insert(0, str(ROOT))
    from tests import forgeries, lone_forgeries

    if kind == "true":
        for family in (*forgeries.TRUE, *forgeries.NEEDED):
            yield family.__name__, plain(family())
    elif kind == "others":
        for i, tree in enumerate(forgeries.others()):
            yield f"pair {i}", plain(tree)
    else:
        for why, tree in (*forgeries.forgeries(), *lone_forgeries.lone()):
            yield why, plain(tree)


def changed(certificates: Iterable[tuple[str, Any]], count: int, seed: int) -> Iterator:
    """Certificates with one number, sign, name or item changed, and the hash made anew."""
    rng = random.Random(seed)
    trees = [tree for _, tree in certificates if tree["certificate"] == 1]
    for i in range(count):
        tree = copy.deepcopy(rng.choice(trees))
        places = list(leaves(tree))
        holder, key = rng.choice(places)
        old = holder[key]
        if rng.random() < 0.1:
            del holder[key]
        elif isinstance(old, int):
            holder[key] = old + rng.choice((-1, 1))
        else:
            holder[key] = another(str(old), rng)
        if "problem" in tree:
            text = json.dumps(tree["problem"], sort_keys=True, separators=(",", ":"))
            tree["sha256"] = hashlib.sha256(text.encode()).hexdigest()
        yield f"change {i} of seed {seed}", tree


def leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Where texts and numbers stand: (what holds it, key)."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(item, dict | list):
            yield from leaves(item)
        elif key not in ("sha256", "certificate", "claim"):
            yield value, key


def another(text: str, rng: random.Random) -> str:
    """A text with one number, sign or function changed, or a little more of it."""
    pattern, ways = rng.choice(CHANGES)
    places = list(re.finditer(pattern, text))
    if not places:
        return rng.choice((f"-({text})", f"2*({text})", f"{text} + 1", "0"))
    place = rng.choice(places)
    return text[: place.start()] + rng.choice(ways) + text[place.end() :]


CHANGES = (
    (r"[0-9]+", ("0", "1", "2", "3", "1/2")),
    (r"[-+]", ("+", "-", "*")),
    (r"\*", ("+", "-", "/")),
    (r"\bsin\b|\bcos\b", ("sin", "cos", "exp", "tan")),
    (r"\b[a-z]\b", ("x", "y", "z", "t")),
)


# comparison -----------------------------------------------------------------------------------
class Compared(NamedTuple):
    """One certificate, judged twice."""

    name: str
    verifier: Any
    second: Answer

    @property
    def result(self) -> str:
        """In one word or two."""
        verifier = self.verifier.status == "accepted"
        second = self.second.status == "accepted"
        if self.second.status == "not checkable":
            return "not checkable"
        if verifier == second:
            return "both accept" if verifier else "both refuse"
        if verifier:
            return "REFUSED HERE"
        return "no mathematics" if self.reason else "ACCEPTED HERE"

    @property
    def reason(self) -> str:
        """Why what the verifier refuses is true all the same."""
        said = self.verifier.why
        return next((reason for words, reason in NO_MATHEMATICS.items() if words in said), "")


NO_MATHEMATICS = {
    "has not the keys that it should": "schema",
    "neither claims nor parts": "schema",
    "neither triple nor vectors": "schema",
    "is no list": "schema",
    "a text that is too long": "limit",
    "nested too deep": "limit",
    "a name that is too long": "limit",
    "the number 1. runs into": "spelling",
    "is no name of the language": "spelling",
    "a level that is not linear": "a quotient that is cancelled here",
    "a denominator that vanishes": "a quotient that is cancelled here",
    "a fraction of an angle whose value is given": "all that is needed follows from the value",
}
RESULTS = ("both accept", "both refuse", "no mathematics", "not checkable")
DISAGREE = ("ACCEPTED HERE", "REFUSED HERE")


def compared(
    certificates: Iterable[tuple[str, Any]], seconds: float = SECONDS
) -> Iterator[Compared]:
    """Each certificate by the verifier and by PARI/GP."""
    from nonholo.verifier import verify

    for name, tree in certificates:
        yield Compared(name, verify(tree), checked(tree, seconds))


def kind_of(answer: Answer) -> str:
    """Why something is not checkable, in few words."""
    return answer.why if len(answer.why) < 50 else f"{answer.why[:50]}..."


def tell(what: str, records: list[Compared], seconds: float) -> bool:
    """One line of the table, what was not checkable, and all that disagrees."""
    counts = Counter(record.result for record in records)
    cells = [what, len(records), *(counts[result] for result in RESULTS)]
    wrong = [record for record in records if record.result in DISAGREE]
    print(f"| {' | '.join(map(str, [*cells, len(wrong), round(seconds)]))} |", flush=True)
    beyond = Counter(kind_of(r.second) for r in records if r.result == "not checkable")
    if beyond:
        print(f"  not checkable: {', '.join(f'{n} {why}' for why, n in beyond.most_common())}")
    listed = Counter(f"{r.name}: {r.reason}" for r in records if r.result == "no mathematics")
    for why, n in listed.items():
        print(f"  no mathematics: {n} {why}")
    for record in wrong:
        print(f"  {record.result} {record.name}: {record.verifier.why}; {record.second.why}")
    return bool(wrong)


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ask.add_argument("files", nargs="*", type=Path, help="certificates; without them all of it")
    ask.add_argument("--sets", type=int, default=500, help="how many random sets")
    ask.add_argument("--changes", type=int, default=2000, help="how many changed certificates")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--seconds", type=float, default=SECONDS, help="for one certificate")
    ask.add_argument("--cases", type=Path, default=ROOT / "cases", help="a folder of case files")
    asked = ask.parse_args()
    if not there():
        print("gp was not found; needed: PARI/GP; try apt install pari-gp", file=sys.stderr)
        return 2
    if asked.files:
        answers = [
            (path, checked(json.loads(path.read_text()), asked.seconds)) for path in asked.files
        ]
        for path, answer in answers:
            print(f"{path}: {answer.status} {answer.why}".rstrip())
        return int(any(answer.status != "accepted" for _, answer in answers))
    sources = {
        "shipped cases": of_cases(asked.cases),
        f"random sets, seed {asked.seed}": of_random_sets(asked.sets, asked.seed),
        "true certificates of the tests": of_tests("true"),
        "the same under problems of others": of_tests("others"),
        "forged certificates": of_tests("forged"),
        f"one value changed, seed {asked.seed}": changed(
            [*of_cases(asked.cases), *of_tests("true")], asked.changes, asked.seed
        ),
    }
    print(f"| what | certificates | {' | '.join(RESULTS)} | disagree | s |")
    print(f"| {' | '.join(['---'] * (len(RESULTS) + 4))} |")
    wrong = False
    for what, certificates in sources.items():
        start = time.monotonic()
        wrong |= tell(what, list(compared(certificates, asked.seconds)), time.monotonic() - start)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
