"""Sentences in more than one language: catalogues are complete, nothing is left in English where a language
is spoken, and what machines read is the same in all of them."""

from __future__ import annotations

import ast
import contextlib
import html
import json
import pickle
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import catalogues
import pytest

import nonholo as nh
from nonholo.cli import main, parsers
from nonholo.face.explain import written
from nonholo.findings.exercise import exercise
from nonholo.findings.families import QUESTIONS
from nonholo.formulations.capabilities import COLUMNS
from nonholo.numerics.methods import METHODS
from nonholo.readers.shipped import shipped_cases
from nonholo.readers.tokens import FUNCTIONS
from nonholo.rivals import RIVALS
from nonholo.views.comparison.page import BENT
from nonholo.views.evidence.reasons import FILLED, FIXED
from nonholo.words import language as speech
from nonholo.words.language import LANGUAGES, in_language, language_named, speaking, tell, told
from nonholo.words.sentence import quoted, say, say_many, together

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "nonholo"
OTHERS = sorted(set(LANGUAGES) - {"en"})
FEW = ["rolling_coin", "lemos_integrable_pair", "rosenberg_particle", "appell_hamel", "gas_in_box"]
NAMES = {  # of derivations, as options take them
    *(part for known in nh.capabilities() for part in known.name.split("_")),
    *("substituted", "chained", *RIVALS),
}
TAKEN = {  # by options and keys
    *(*METHODS, *QUESTIONS, "inputs", "polynomial", "goal", "toml", "rtol", "atol", "effort"),
    *("csv", "gif", "html", "json", "mmd", "npz", "png", "svg"),
}
MOVING = ["rolling_coin", "particle_in_cone", "rheonomic_exact", "appell_hamel", "chaplygin_sleigh"]


def entries(code: str, home: Path = catalogues.HOME):
    import polib

    return polib.pofile(str(home / f"{code}.po"))


def plurals(code: str) -> set[int]:
    """The numbers of the plural forms that the head of a catalogue declares."""
    import polib

    head = polib.pofile(str(catalogues.HOME / f"{code}.po")).metadata["Plural-Forms"]
    return set(range(int(re.search(r"nplurals=(\d+)", head)[1])))


def fields(template: str) -> set[tuple[str, str | None]]:
    """The values that go into a sentence, each with its format."""
    return {(name, how) for _, name, how, _ in string.Formatter().parse(template) if name}


def literals(template: str) -> str:
    return "".join(text for text, *_ in string.Formatter().parse(template))


# catalogues ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("code", OTHERS)
def test_every_sentence_is_translated_and_no_other(code):
    asked, held = catalogues.templates(), {e.msgid: e for e in entries(code)}
    forms = plurals(code)
    assert set(asked) - set(held) == set(), "missing: python tests/catalogues.py, then translate"
    assert set(held) - set(asked) == set(), "nobody says them: python tests/catalogues.py"
    for one, entry in held.items():
        assert not entry.fuzzy and not entry.obsolete, one
        assert entry.msgid_plural == asked[one].many, one
        if entry.msgid_plural:
            assert set(entry.msgstr_plural) == forms, one
            assert all(entry.msgstr_plural.values()), one
        else:
            assert entry.msgstr, one


@pytest.mark.parametrize("code", OTHERS)
def test_translations_take_the_same_values_and_join_as_the_english_ones_do(code):
    for entry in entries(code):
        pairs = [(entry.msgid, entry.msgstr)]
        if entry.msgid_plural:
            forms = (entry.msgid, entry.msgid_plural)
            pairs = [(forms[i], text) for i, text in entry.msgstr_plural.items()]
        for english, other in pairs:
            assert fields(english) == fields(other), english
            assert english.endswith(" ") == other.endswith(" "), english
            assert english[0] != " " or other[0] in " ,;", english


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_says_what_it_is(code):
    meta = entries(code).metadata
    assert meta["Language"] == code and "UTF-8" in meta["Content-Type"]
    one, two = (in_language(say_many(n, "{n} constraint", "{n} constraints"), code) for n in (1, 2))
    assert one.startswith("1 ") and two.startswith("2 ") and one[2:] != two[2:]


@pytest.mark.parametrize("home", [catalogues.HOME, catalogues.OF_CASES], ids=["said", "cases"])
def test_each_language_has_its_file_and_each_file_its_language(home):
    assert sorted(path.stem for path in home.glob("*.po")) == OTHERS


def test_the_templates_are_what_the_source_and_the_cases_say():
    import polib

    for file, wanted in (
        (catalogues.TEMPLATE, catalogues.templates()),
        (catalogues.CASE_TEMPLATE, catalogues.case_texts()),
    ):
        assert {e.msgid: e.msgid_plural for e in polib.pofile(str(file))} == {
            one: entry.many for one, entry in wanted.items()
        }


@pytest.mark.parametrize("code", OTHERS)
def test_names_remarks_and_meanings_of_all_cases_are_translated_and_no_others(code):
    held = {e.msgid: e for e in entries(code, catalogues.OF_CASES)}
    assert set(held) == set(catalogues.case_texts()), "python tests/catalogues.py, then translate"
    for one, entry in held.items():
        assert entry.msgstr and not entry.fuzzy and not entry.obsolete, one
        assert fields(one) == fields(entry.msgstr) == set(), one


@pytest.mark.parametrize("code", OTHERS)
def test_formulas_and_names_of_cases_stand_in_their_translations(code):
    told_alike = re.compile(r"[a-zA-Z]+_[a-z0-9_]+|[\w']+\([\w ,*+/'-]{2,}\)|\S+ = 0\b|\d+")
    for entry in entries(code, catalogues.OF_CASES):
        wanted, shown = (set(told_alike.findall(t)) for t in (entry.msgid, entry.msgstr))
        assert wanted <= shown, entry.msgid


def test_a_case_tells_itself_in_the_language_spoken_and_one_of_our_readers_as_it_was_written():
    coin = nh.case("rolling_coin")
    for made in (coin, pickle.loads(pickle.dumps(coin))):
        assert made.name == "Coin rolling upright on an inclined plane"
        with speaking("es"):
            assert told(made.name) == "Moneda que rueda erguida por un plano inclinado"
            assert told(made.notes).startswith("El eje y apunta pendiente abajo.")
            assert told(made.meaning["m"]) == "masa de la moneda"
    own = quoted("my  {coin}\n of two lines")
    assert own == in_language(own, "pt") == "my  {coin}\n of two lines"


# sentences ----------------------------------------------------------------------------------------
def test_a_sentence_is_its_english_text_and_can_be_told_in_another_language():
    made = say("at {point}", point=say("undecided"))
    assert made == "at undecided" and json.dumps(made) == '"at undecided"' and {made} == {str(made)}
    for other in (made, pickle.loads(pickle.dumps(made))):
        assert in_language(other, "es") == "en sin decidir"
    joined = "x: " + made + together(["; ", say_many(2, "{n} row", "{n} rows")])
    assert joined == "x: at undecided; 2 rows"
    assert in_language(joined, "pt") == "x: em em aberto; 2 rows"  # nobody has translated rows
    assert type(told(made)) is str and type(in_language(made, "es")) is str


def test_a_language_is_spoken_inside_of_its_block_alone():
    assert tell("undecided") == "undecided"
    with speaking("pt"):
        assert tell("undecided") == "em aberto"
        with speaking("es"):
            assert tell("undecided") == "sin decidir"
        assert tell("undecided") == "em aberto"
    assert tell("undecided") == "undecided"


def test_languages_are_named_as_people_name_them():
    assert [language_named(n) for n in ("es", "es-AR", "pt_BR.UTF-8", "PT", "C", "tlh", "")] == [
        "es",
        "es",
        "pt",
        "pt",
        None,
        None,
        None,
    ]


def test_english_reads_no_catalogue():
    code = (
        "import sys; from nonholo.cli import main; main(['check', '-c', 'dz = y dx']);"
        "assert 'polib' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)


# nothing is left in English -----------------------------------------------------------------------
class Blank:
    """A language in which every word is left out: what still can be read is a value, or was
    forgotten."""

    def gettext(self, template: str) -> str:
        return re.sub(r"(\{[^{}]*\})|[^{}\s]+", lambda found: found[1] or "·", template)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.gettext(one if number == 1 else many)


@pytest.fixture
def blank(monkeypatch):
    monkeypatch.setattr(speech, "catalogue", lambda code, folder="": Blank())
    made = import_module("nonholo.cli")._parsers_in.__wrapped__
    monkeypatch.setattr("nonholo.cli._parsers_in", made)  # no parser of this language is remembered


@pytest.fixture(scope="module")
def vocabulary() -> set[str]:
    """The words of all sentences."""
    forms = [f for e in catalogues.templates().values() for f in (e.one, e.many)]
    words = {w for form in forms for w in re.findall(r"\b[a-z]{3,}", literals(form))}
    words |= {w for e in catalogues.case_texts() for w in re.findall(r"\b[a-z]{4,}\b", literals(e))}
    words -= {w for w in words if w.endswith("dot")}  # velocities, in examples
    return words - {"alpha", "const", "dtheta", "lambda", "sum", *FUNCTIONS, *NAMES}


def left(text: str, own: str, vocabulary: set[str]) -> set[str]:
    """English words of a text that do not stand in the case."""
    known = {w.lower() for w in re.findall(r"[A-Za-z]{3,}", own)}
    return ({w.lower() for w in re.findall(r"[A-Za-z]{3,}", text)} & vocabulary) - known


@pytest.mark.parametrize(
    "command, name",
    [
        *(("check", name) for name in FEW),
        *(("compare", name) for name in MOVING),
        ("equilibrium", "rolling_coin"),
        ("equilibrium", "particle_in_cone"),
        ("consistency", "rolling_coin"),
        ("consistency", "particle_in_cone"),
        ("friction", "cylinder_on_incline --duration 1"),
        ("linearise", "rolling_disk --at theta=pi/2 --sweep psidot=0:1:2"),
        ("graph", "rolling_coin"),
        ("graph", "ball_rolling_straight"),
        ("equations", "rolling_coin --form control"),
        ("equations", "rolling_coin --system"),
        ("simulate", "rolling_coin --duration 0.1 --points 3"),
        ("simulate", "heisenberg --duration 0.1 --sweep xdot=0:1:2"),
        ("steer", "heisenberg --to x=0,y=0,z=1"),
        ("families", "chaplygin_sleigh"),
        ("families", "chaplygin_sleigh --of stability --at xdot=v"),
    ],
)
def test_every_word_of_a_command_can_be_translated(command, name, blank, vocabulary, capsys):
    name, *more = name.split()
    assert main([command, name, *more, "--lang", "es"]) in (0, 1)
    shown = capsys.readouterr().out
    own = f"{own_words(name)} {' '.join(TAKEN)}"
    assert "·" in shown and left(shown, own, vocabulary) == set()


@pytest.mark.parametrize("words", ["formulations", "verify"])
def test_every_word_of_a_table_can_be_translated(words, blank, vocabulary, capsys, tmp_path):
    file = tmp_path / "one.json"
    assert main(["check", "heisenberg", "--certificate", str(file)]) == 0
    capsys.readouterr()
    given = [str(file)] if words == "verify" else []
    assert main([words, *given, "--lang", "es"]) == 0
    shown = capsys.readouterr().out
    own = f"{own_words('heisenberg')} {' '.join(COLUMNS)}"
    assert "·" in shown and left(shown, own, vocabulary) == set()


@pytest.mark.parametrize(
    "words",
    [
        "chek heisenberg",
        "check",
        "check heisenberg --efort 2",
        "check heisenberg --effort",
        "check heisenberg --effort no",
        "check no_such_case",
        "check heisenberg -c dx=dy",
        "graph heisenberg -o x.tex",
        "simulate heisenberg -o x.doc",
        "simulate heisenberg --method Euler",
        "simulate heisenberg --set q=1",
        "simulate heisenberg --duration -1",
        "simulate rolling_coin --rival none",
        "steer heisenberg --to w=1",
        "equations heisenberg --form euler",
        "linearise heisenberg --at q=1",
        "families heisenberg --of nothing",
        "report heisenberg -o x.pdf",
        "cases no_such_folder",
        "verify no_such_file.json",
        "urdf no_such_file.urdf",
        "explore no_such_case",
    ],
)
def test_every_word_of_a_refusal_can_be_translated(words, blank, vocabulary, capsys):
    with contextlib.suppress(SystemExit):
        assert main([*words.split(), "--lang", "es"]) == 2
    shown = "\n".join(
        line for line in capsys.readouterr().err.split("\n") if not line.startswith(" ")
    )
    shown = re.sub(r"\S*/\S*", " ", shown)  # names of files
    own = " ".join([words, "nonholo", *TAKEN, *spellings(), *NAMES, *shipped_cases()])
    assert "·" in shown and left(shown, own, vocabulary) == set()


@cache
def spellings() -> tuple[str, ...]:
    """Of commands, their options, and the words that these take."""
    top, commands = parsers()
    options = [(name, a) for p in (top, *commands.values()) for name, a in p.spelled.items()]
    choices = [word for _, action in options for word in action.choices or ()]
    return (*commands, *(name for name, _ in options), *map(str, choices))


@pytest.mark.parametrize("command", ["", *parsers()[1]])
def test_every_word_of_a_help_can_be_translated(command, blank, vocabulary, capsys, monkeypatch):
    monkeypatch.setenv("NONHOLO_LANG", "es")
    with pytest.raises(SystemExit, match="0"):
        main([*command.split(), "--help"])
    shown = re.sub(r"\n  nonholo .*", "", capsys.readouterr().out)  # examples as they are typed
    own = " ".join(["nonholo bash zsh fish", *spellings(), *LANGUAGES.values()])
    assert "·" in shown and left(shown, own, vocabulary) == set()


def test_help_speaks(capsys, monkeypatch):
    said = {}
    for code in LANGUAGES:
        with pytest.raises(SystemExit, match="0"):
            main(["--help", f"--lang={code}"])
        said[code] = capsys.readouterr().out
    assert "usage: nonholo" in said["en"] and "holonomic or not" in said["en"]
    assert "uso: nonholo" in said["es"] and "holónomo o no, con las pruebas" in said["es"]
    monkeypatch.setenv("NONHOLO_LANG", "pt_BR")
    with pytest.raises(SystemExit, match="0"):
        main(["-h"])
    assert capsys.readouterr().out == said["pt"]
    with pytest.raises(SystemExit, match="2"):
        main(["simulate"])
    assert "erro: faltam os argumentos: CASO" in capsys.readouterr().err


SPEAKING = ["cli", "exploring", "face", "findings", "simulation", "steering", "views"]
SILENT = {  # what no person reads in another language, or what is read by machines
    "exploring/guard.py",  # told to programs that are no browser of ours
    "exploring/server.py",
    "exploring/start.py",  # the text of a case
    "cli/completion.py",  # scripts of shells
    "cli/spelling.py",  # what argparse says, to be known again
    "views/comparison/record.py",  # data
    "views/evidence/reasons.py",  # what the verifier says, to be known again
    *(
        "views/page/blocks.py",
        "views/page/excerpt.py",
        "views/page/math.py",
        "views/page/render.py",
    ),  # told to who writes views
}
GLUE = {"the", "is", "are", "of", "with", "needs", "in", "no", "not", "there", "to", "by", "and"}


def test_sentences_of_the_rooms_that_people_read_are_said():
    """A text that reads as a sentence stands in `say` or `tell`, or nobody can translate it."""
    forgotten = [
        f"{path.relative_to(PACKAGE)}, line {line}: {text}"
        for room in SPEAKING
        for path in sorted((PACKAGE / room).rglob("*.py"))
        if path.relative_to(PACKAGE).as_posix() not in SILENT and "vendor" not in path.parts
        for line, text in catalogues.unsaid(path)
        if len(words := re.findall(r"(?<![\w.<'\"])[a-z]{2,}(?![\w(=/])", text)) > 3
        and GLUE & set(words)
        and text != BENT  # known again in a reason
        and not re.search(r"[<\\$]|^(import|nonholo) ", text)
    ]
    assert forgotten == []


def in_words(made, ending: str) -> str:
    """What of a lesson is no command of LaTeX."""
    return re.sub(r"\\[a-zA-Z]+\{?", " ", written(made.in_language("es"), "x" + ending))


@pytest.mark.parametrize("name", FEW)
def test_every_word_of_a_lesson_can_be_translated(name, blank, vocabulary):
    for ending in (".txt", ".md"):
        shown = in_words(lesson(name), ending)
        assert "·" in shown and left(shown, own_words(name), vocabulary) == set()


def test_every_word_of_an_exercise_can_be_translated(blank, vocabulary):
    own = own_words("rolling_coin")
    for kind, seed in (("hide", 0), ("error", 1), ("error", 2)):
        shown = in_words(exercise(lesson("rolling_coin"), kind, seed), ".txt")
        assert left(shown, own, vocabulary) == set()


@cache
def own_words(name: str) -> str:
    case = nh.case(name)
    return " ".join([*case.system.pfaffian.labels, *case.sources, *case.system.chart.names])


@cache
def lesson(name: str):
    return nh.explain(nh.case(name))


def refusals(path: Path) -> Iterator[str]:
    """Why a certificate is refused in this file of the verifier, with what goes in in braces."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        name = getattr(getattr(node, "func", None), "id", "")
        if name in ("demand", "Stop") or name.endswith("Error") or name == "DoubledKey":
            given = node.args[0 if name not in ("demand", "Stop") else 1 :][:1]
            for told in given:
                pieces = told.values if isinstance(told, ast.JoinedStr) else [told]
                yield "".join(
                    str(p.value) if isinstance(p, ast.Constant) else "{x}" for p in pieces
                )


def test_each_reason_of_the_verifier_is_known():
    """The verifier says its reasons in English; each is a sentence that a translator has seen."""
    said = {why for path in (PACKAGE / "verifier").glob("*.py") for why in refusals(path)}
    handed_on = {"{x}", "{x}: {x}"}
    assert len(said) > 150
    assert {
        why
        for why in said - handed_on
        if why not in FIXED and not any(re.fullmatch(known, why) for known in FILLED)
    } == set()


def test_why_a_certificate_is_refused_is_told(capsys, tmp_path):
    made = nh.certificate("heisenberg")
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(made | {"claims": made["claims"][:1]}), encoding="utf-8")
    assert main(["verify", str(file), "--lang", "es"]) == 1
    assert "las afirmaciones están incompletas" in capsys.readouterr().out
    assert main(["verify", str(file)]) == 1
    assert "the claims are incomplete" in capsys.readouterr().out


# lessons ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("code", OTHERS)
def test_a_lesson_in_another_language_is_the_same_lesson(code):
    plain, other = lesson("rolling_coin"), lesson("rolling_coin").in_language(code)
    assert (other.answer, other.missing) == (plain.answer, plain.missing)
    assert other.language == code
    asked = nh.explain(nh.case("rolling_coin"), lang=code)
    assert [step.heading for step in asked.steps] == [step.heading for step in other.steps]
    for (*_, line), (*_, same) in zip(plain.lines(), other.lines(), strict=True):
        assert line.derived == same.derived and len(line.pieces) == len(same.pieces)
    for one, two in zip(plain.steps, other.steps, strict=True):
        assert one.heading != two.heading and one.reason != two.reason
        assert one.sources == two.sources
    record = json.loads(written(other, "x.json"))
    assert record["language"] == code and record["verdict"] == "nonholonomic"
    assert "language" not in json.loads(written(plain, "x.json"))
    assert f'<html lang="{code}">' in written(other, "x.html")
    assert '<html lang="en">' in written(plain, "x.html")
    assert "{babel}" in written(other, "x.tex") and "{babel}" not in written(plain, "x.tex")


# at the door --------------------------------------------------------------------------------------
def test_the_language_is_asked_for_by_an_option_or_a_variable_and_of_a_script_never_by_the_locale(
    capsys, monkeypatch
):
    words = ["check", "-c", "dz = y dx"]
    said = {}
    for code in ("", *LANGUAGES):
        assert main([*words, *(["--lang", code] if code else [])]) == 0
        said[code] = capsys.readouterr().out
    assert said[""] == said["en"] and len(set(said.values())) == len(LANGUAGES)
    for variable in ("LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.setenv(variable, "pt_BR.UTF-8")
    assert main(words) == 0 and capsys.readouterr().out == said["en"]
    monkeypatch.setenv("NONHOLO_LANG", "pt_BR")
    assert main(words) == 0 and capsys.readouterr().out == said["pt"]
    assert main([*words, "--lang", "es"]) == 0 and capsys.readouterr().out == said["es"]


def test_the_locale_is_asked_at_a_terminal(capsys, monkeypatch):
    words = ["check", "-c", "dz = y dx"]
    monkeypatch.setattr("nonholo.cli.at_terminal", lambda: True)
    for variable in ("LC_ALL", "LC_MESSAGES", "NONHOLO_LANG"):
        monkeypatch.delenv(variable, raising=False)
    said = {}
    for locale in ("C.UTF-8", "de_DE.UTF-8", "es_MX.UTF-8", "pt_BR"):
        monkeypatch.setenv("LANG", locale)
        assert main(words) == 0
        said[locale] = capsys.readouterr().out
    assert "NONHOLONOMIC" in said["C.UTF-8"] and said["C.UTF-8"] == said["de_DE.UTF-8"]
    assert "NO HOLÓNOMO" in said["es_MX.UTF-8"] and "NÃO HOLÔNOMO" in said["pt_BR"]
    monkeypatch.setenv("LC_ALL", "C")
    assert main(words) == 0 and capsys.readouterr().out == said["C.UTF-8"]


def test_records_are_the_same_in_every_language(capsys, monkeypatch):
    words = ["check", "lemos_integrable_pair", "--json"]
    assert main(words) == 0
    plain = capsys.readouterr().out
    monkeypatch.setenv("NONHOLO_LANG", "es")
    assert main(words) == 0 and capsys.readouterr().out == plain
    assert main([*words, "--lang", "pt"]) == 2
    assert "--lang is for people" in capsys.readouterr().err


def test_data_are_the_same_in_every_language_and_pictures_speak(capsys, tmp_path):
    motion = ["simulate", "heisenberg", "--duration", "0.1", "--points", "3", "-o"]
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    assert main([*motion, str(one)]) == 0 and main([*motion, str(two), "--lang", "es"]) == 0
    assert one.read_bytes() == two.read_bytes()
    capsys.readouterr()
    code = [tmp_path / "one.txt", tmp_path / "two.txt"]
    for file, more in zip(code, ([], ["--lang", "es"])):
        assert main(["equations", "heisenberg", "-o", str(file), *more]) == 0
    assert code[0].read_bytes() == code[1].read_bytes()
    capsys.readouterr()
    drawn = [tmp_path / "one.svg", tmp_path / "two.svg", tmp_path / "three.svg"]
    for file, more in zip(drawn, ([], ["--lang", "es"], ["--lang", "es"])):
        assert main(["graph", "heisenberg", "-o", str(file), *more]) == 0
    assert drawn[0].read_bytes() != drawn[1].read_bytes() == drawn[2].read_bytes()


def test_a_language_that_nobody_has_written_is_refused(capsys, monkeypatch):
    with pytest.raises(SystemExit):
        main(["check", "rolling_coin", "--lang", "tlh"])
    assert "es (español)" in capsys.readouterr().err
    with pytest.raises(nh.NonholoError, match="lang = 'tlh'"):
        nh.explain(nh.case("heisenberg"), lang="tlh")
    monkeypatch.setenv("NONHOLO_LANG", "es")
    with pytest.raises(SystemExit):
        main(["check", "rolling_coin", "--lang", "tlh"])
    assert "se necesita uno de en (English)" in capsys.readouterr().err
    monkeypatch.setenv("NONHOLO_LANG", "tlh")
    assert main(["check", "rolling_coin"]) == 2
    assert "NONHOLO_LANG = 'tlh'" in capsys.readouterr().err


def test_an_audit_speaks(capsys, tmp_path):
    """The child process that judges a model speaks the language that was asked for."""
    script = tmp_path / "model.py"
    script.write_text(
        "from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols\n"
        "x, y = dynamicsymbols('x y')\n"
        "L = (x.diff()**2 + y.diff()**2)/2\n"
        "disc = LagrangesMethod(L, [x, y], nonhol_coneqs=[x.diff() - y.diff()])\n",
        encoding="utf-8",
    )
    said = {}
    for code in ("en", "es"):  # a child each
        assert main(["audit", str(script), "--lang", code]) == 1
        said[code] = capsys.readouterr().out
    assert "misclassified: " in said["en"] and "is holonomic" in said["en"]
    assert "mal clasificada" in said["es"] and "es holónoma" in said["es"]


# pages --------------------------------------------------------------------------------------------
def words_of_page(document: str) -> str:
    """What a person reads of a page: no style, script, formula, address or what is typed."""
    for part in ("style", "script", "svg", "math", "annotation", "code"):
        document = re.sub(rf"<{part}[ >].*?</{part}>", " ", document, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", " ", document))


@pytest.mark.parametrize(
    "name", ["rolling_coin", "appell_hamel", "rheonomic_exact", "particle_on_sphere"]
)
def test_every_word_of_a_page_can_be_translated(name, blank, vocabulary):
    case = nh.case(name)
    own = f"nonholo {own_words(name)} {case.notes} {' '.join(case.meaning.values())}"
    shown = words_of_page(nh.report(case, lang="es"))
    assert "·" in shown and left(shown, own, vocabulary) == set()


def test_every_word_of_a_page_of_a_path_can_be_translated(blank, vocabulary, tmp_path, capsys):
    """Also of its remarks: here on what is 0 at the start."""
    page = tmp_path / "path.html"
    asked = ["steer", "unicycle", "--to", "x=0,y=1,theta=0", "--lang", "es", "-o", str(page)]
    assert main(asked) == 0
    case = nh.case("unicycle")
    own = f"nonholo {own_words('unicycle')} {case.notes} {' '.join(case.meaning.values())}"
    shown = words_of_page(page.read_text(encoding="utf-8"))
    assert "·" in shown and left(shown, own, vocabulary) == set()
    capsys.readouterr()


@pytest.mark.parametrize("code", OTHERS)
def test_a_page_in_another_language_has_the_same_formulas(code):
    case = nh.case("rolling_coin")
    plain, other = nh.report(case), nh.report(case, lang=code)
    assert f'<html lang="{code}">' in other and '<html lang="en">' in plain
    formulas = [
        sorted(re.findall(r'<annotation encoding="application/x-tex">(.*?)</annotation>', page))
        for page in (plain, other)
    ]
    assert set(formulas[1]) <= {*formulas[0]} | {f for f in formulas[1] if "text" in f}
    assert words_of_page(plain) != words_of_page(other)


def test_a_page_is_written_in_the_language_asked_for(capsys, tmp_path):
    file = tmp_path / "coin.html"
    assert main(["report", "heisenberg", "-o", str(file), "--lang", "pt"]) == 0
    assert "É holônomo?" in file.read_text(encoding="utf-8")
    assert capsys.readouterr().out.endswith(": 1 caso\n")
    with pytest.raises(nh.NonholoError, match="lang = 'tlh'"):
        nh.report("heisenberg", lang="tlh")


# published facts ----------------------------------------------------------------------------------
@pytest.mark.parametrize("code", OTHERS)
def test_published_facts_are_told(code, capsys):
    words = ["check", "lemos_integrable_pair", "--expected"]
    assert main(words) == 0
    plain = capsys.readouterr().out
    assert main([*words, "--lang", code]) == 0
    shown = capsys.readouterr().out
    for english in ("proved identically", "verdict: holonomic", "not integrable alone"):
        assert english in plain and english not in shown


# errors -------------------------------------------------------------------------------------------
UNHEARD_ERRORS = {  # files in which what an error says stays English, and why
    "auditing/audit.py": "a report in English",
    "auditing/plugin.py": "a report in English",
    "expectations/fact.py": "its first line alone",
    "expectations/singular.py": "a statement of a case file, in English",
    "exploring/server.py": "at start, in a shell",
    "findings/equilibrium.py": "compared, not told",
}
FOREIGN = {
    "OSError",
    "RecursionError",
    "ValueError",
    "TOMLKitError",
    "Exception",
    "ArithmeticError",
}


def losing(path: Path) -> Iterator[int]:
    """Lines on which the text of an error of ours is taken, so that it can be told in English only."""
    text = path.read_text(encoding="utf-8")
    for handler in ast.walk(ast.parse(text)) if "except" in text else ():
        if not isinstance(handler, ast.ExceptHandler) or not handler.name:
            continue
        kinds = {n.id for n in ast.walk(handler.type) if isinstance(n, ast.Name)}
        if kinds & FOREIGN or kinds & {"tomllib"}:
            continue
        for node in ast.walk(handler):
            taken = []
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "str":
                taken = node.args
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "tell"):
                taken = [keyword.value for keyword in node.keywords]
            elif isinstance(node, ast.FormattedValue):
                taken = [node.value]
            if any(isinstance(one, ast.Name) and one.id == handler.name for one in taken):
                yield node.lineno


def test_what_an_error_says_stays_a_sentence():
    lost = {
        f"{path.relative_to(PACKAGE).as_posix()}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).as_posix() not in UNHEARD_ERRORS
        for line in losing(path)
    }
    assert lost == set(), "said(error) keeps it"
