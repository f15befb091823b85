"""The command line as a shell meets it: cases by name, standard input, spellings, completion,
locales.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.cli import COMMANDS, main, parsers
from nonholo.cli.meant import ELSEWHERE, OPTIONS
from nonholo.errors import BadCase
from nonholo.readers.case_table import KEYS
from nonholo.readers.keys_meant import ALIKE
from nonholo.readers.shipped import shipped_cases
from nonholo.views.page.columns import aligned

ROOT = Path(__file__).resolve().parent.parent
COIN = ROOT / "cases" / "rolling_coin.toml"


def said(capsys, *words: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a command."""
    try:
        status = main([*words])
    except SystemExit as stop:  # of the parser of options
        status = stop.code
    told = capsys.readouterr()
    return status, told.out, told.err


# cases that ship --------------------------------------------------------------------------------
def test_every_case_ships_under_a_name_of_its_own():
    files = sorted((ROOT / "cases").rglob("*.toml"))
    assert sorted(shipped_cases().values()) == files and len(shipped_cases()) == len(files)


def test_a_case_is_known_by_name_everywhere(capsys, tmp_path, monkeypatch):
    by_file = said(capsys, "check", str(COIN), "--json")
    monkeypatch.chdir(tmp_path)
    assert said(capsys, "check", "rolling_coin", "--json") == by_file
    assert nh.check(nh.case("rolling_coin")).verdict == "nonholonomic"
    assert nh.read_case("appell_hamel").name.startswith("Appell")
    status, out, _ = said(capsys, "cases")
    assert status == 0 and {line.split()[0] for line in out.splitlines()} == set(shipped_cases())


def test_a_file_goes_before_the_case_that_ships(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("heisenberg").write_text('coordinates = ["x", "y"]\nconstraints = ["dx = y dy"]\n')
    assert said(capsys, "check", "heisenberg")[1].splitlines()[1].startswith("HOLONOMIC")


@pytest.mark.parametrize("word", ["roling_coin", "roling_coin.toml"])
def test_a_misspelt_case_is_told(word, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, _, err = said(capsys, "check", word)
    assert status == 2 and "did you mean rolling_coin, a case that ships" in err
    with pytest.raises(BadCase, match="did you mean rolling_coin"):
        nh.case("roling_coin")
    with pytest.raises(BadCase, match="cases"):
        nh.case("qqqq")


# standard input ---------------------------------------------------------------------------------
class Stream:
    """What is read as standard input."""

    def __init__(self, content: bytes):
        self.buffer = io.BytesIO(content)


SHORT = {
    "check": (),
    "compare": (),
    "equations": (),
    "graph": (),
    "simulate": ("--duration", "0.1"),
    "linearise": (),
    "equilibrium": (),
    "friction": ("--normal", "m*g*cos(al)"),
}


@pytest.mark.parametrize("command", SHORT)
def test_a_minus_is_standard_input(command, capsys, monkeypatch):
    by_file = said(capsys, command, str(COIN), *SHORT[command])
    monkeypatch.setattr(sys, "stdin", Stream(COIN.read_bytes()))
    assert said(capsys, command, "-", *SHORT[command]) == by_file


def test_complaints_name_standard_input(capsys, monkeypatch):
    for content, words in (
        (b"", "coordinates: missing"),
        (b"\xff", "is not UTF-8"),
        (b'coordinates = ["x"]\nconstraints = ["dx = q dt"]\n', "line 2"),
    ):
        monkeypatch.setattr(sys, "stdin", Stream(content))
        status, _, err = said(capsys, "check", "-")
        assert status == 2 and "standard input" in err and words in err
    monkeypatch.setattr(sys, "stdin", None)
    assert "it is closed" in said(capsys, "check", "-")[2]
    assert "give it once" in said(capsys, "check", "-", "-")[2]
    assert "as a file" in said(capsys, "simulate", "-", "--sweep", "m=1:2:2", "--workers", "2")[2]


def test_a_pipe_reaches_the_child_process():
    done = run(["check", "-"], input=COIN.read_bytes())
    assert done.returncode == 0 and b"NONHOLONOMIC" in done.stdout


# spelling ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "words, meant",
    [
        (["chek", "x"], "did you mean check?"),
        (["check", "rolling_coin", "--expectd"], "did you mean --expected?"),
        (["steer", "unicycle", "--too", "x=1"], "did you mean --to?"),
        (["equations", "rolling_coin", "--form", "magi"], "did you mean maggi?"),
        (["frobnicate"], "there are check, compare"),
        (["check", "rolling_coin", "--qqqq"], "--help lists"),
        (["simulate", "rolling_coin", "-T", "1"], "simulate has no option -T; --help lists"),
        (["simulate", "rolling_coin", "-duration", "1"], "did you mean --duration?"),
        (["simulate", "rolling_coin", "--tmax", "1"], "did you mean --duration?"),
        (["simulate", "rolling_coin", "--event", "x"], "did you mean --crossing?"),
        (["check", "rolling_coin", "--latex"], "see `nonholo equations CASE --as latex`"),
        (["check", "rolling_coin", "-o", "a.html"], "see `nonholo report CASE -o FILE.html`"),
        (["compare", "rolling_coin", "--form", "maggi"], "--form belongs to equations"),
        (["steer", "unicycle", "--obstacle", "1"], 'inequalities = ["x^2 + y^2 >= 1"]'),
        (["control", "unicycle"], "see `nonholo equations CASE --form control`"),
        (["plot", "unicycle"], "see `nonholo simulate CASE -o FILE.svg`"),
        (["steer", "unicycle", "--to", "x=1 y=2"], "'x=1 y=2': needed is x=0,theta=pi/2,..."),
        (["formulations", "unicycle"], "takes no case; see `nonholo compare CASE`"),
    ],
)
def test_what_was_meant_is_told(words, meant, capsys):
    status, out, err = said(capsys, *words)
    assert (status, out) == (2, "") and meant in err


def test_what_is_not_near_is_not_guessed(capsys):
    """--latex was "did you mean --lang?", --csv was --set, --form was --effort."""
    for words in (
        ["check", "c", "--latex"],
        ["simulate", "c", "--csv"],
        ["compare", "c", "--form"],
    ):
        assert "did you mean" not in said(capsys, *words)[2]


def test_what_is_meant_elsewhere_is_there():
    commands = parsers()[1]
    for line in ELSEWHERE.values():
        name, *words = line.partition(" | ")[0].split()
        options = [word.partition("=")[0] for word in words if word.startswith("-")]
        assert name in commands and set(options) <= set(commands[name].spelled)
    every = {option for command in commands.values() for option in command.spelled}
    assert set(OPTIONS.values()) <= every and not set(ELSEWHERE) & set(commands)


def test_the_time_of_a_motion_is_no_limit_of_time(capsys):
    """--time was cut short of --time-limit: the motion went on to t = 10, without a word."""
    words = ["simulate", "rolling_coin", "--json"]
    assert said(capsys, *words, "--time", "1") == said(capsys, *words, "--duration", "1")
    assert "argument --duration" in said(capsys, "friction", "rolling_coin", "--time", "x")[2]


def test_keys_of_other_names_are_told(capsys, tmp_path):
    path = tmp_path / "case.toml"
    path.write_text('title = "a"\nT = "m"\nobstacles = []\n')
    told = said(capsys, "check", str(path))[2]
    for meant in ("did you mean name?", 'lagrangian = "T - V"', "did you mean inequalities?"):
        assert meant in told
    assert not ALIKE.keys() & set(KEYS) and set(ALIKE.values()) <= set(KEYS)


def test_a_graph_in_a_file_is_told(capsys, tmp_path):
    target = str(tmp_path / "graph.svg")
    assert said(capsys, "graph", "heisenberg", "-o", target) == (0, f"{target}\n", "")


def test_an_option_may_be_cut_short_still(capsys):
    assert said(capsys, "check", "rolling_coin", "--exp") == said(
        capsys, "check", "rolling_coin", "--expected"
    )


def test_linearise_has_two_spellings(capsys):
    at = ["double_pendulum_angles", "--json"]
    assert said(capsys, "linearize", *at) == said(capsys, "linearise", *at)
    assert nh.linearize is nh.linearise


# files ------------------------------------------------------------------------------------------
def test_equations_go_to_a_file_in_the_format_of_its_ending(capsys, tmp_path):
    for name, style in (("e.tex", "latex"), ("e.py", "python"), ("e.txt", "text"), ("e", "text")):
        target = tmp_path / name
        assert said(capsys, "equations", "rolling_coin", "-o", str(target)) == (
            0,
            f"{target}\n",
            "",
        )
        shown = said(capsys, "equations", "rolling_coin", "--as", style)[1]
        assert target.read_text(encoding="utf-8") == shown
    status, _, err = said(capsys, "equations", "rolling_coin", "-o", str(tmp_path / "e.doc"))
    assert status == 2 and "--as" in err and ".tex" in err


@pytest.mark.parametrize(
    "ending, instead", [("tex", "--as latex"), ("pdf", "browser"), ("md", "Markdown")]
)
def test_a_report_of_another_kind_is_refused_with_the_way_to_it(ending, instead, capsys, tmp_path):
    status, _, err = said(capsys, "report", "rolling_coin", "-o", str(tmp_path / f"x.{ending}"))
    assert status == 2 and instead in err and not list(tmp_path.iterdir())


# surroundings -----------------------------------------------------------------------------------
def run(words: list[str], **how) -> subprocess.CompletedProcess:
    env = {**os.environ, "PYTHONPATH": str(ROOT), **how.pop("env", {})}
    command = [sys.executable, "-m", "nonholo", *words]
    return subprocess.run(command, capture_output=True, env=env, check=False, **how)


def on_a_terminal(words: list[str], **env: str) -> bytes:
    """What a command writes to a terminal."""
    ours, theirs = pytest.importorskip("pty").openpty()
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **env}
    command = [sys.executable, "-m", "nonholo", *words]
    process = subprocess.Popen(command, stdout=theirs, stderr=theirs, env=surroundings)
    os.close(theirs)
    told = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        told += piece
    process.wait()
    os.close(ours)
    return told


def test_no_colour_where_none_is_wanted():
    motion = ["simulate", "rolling_coin", "--duration", "0.1"]
    assert b"\033[" in on_a_terminal(motion, NO_COLOR="")
    assert b"\033[" not in on_a_terminal(motion, NO_COLOR="1")
    assert b"\033[" not in on_a_terminal(["check", "rolling_coin"], TERM="dumb")
    assert b"\033[" not in on_a_terminal(["check", "--help"], NO_COLOR="1")


def test_every_locale_gets_the_same_answer():
    words = ["simulate", "rolling_coin", "--duration", "0.1", "--json"]
    plain = run(words)
    for locale in ("C", "tr_TR.UTF-8", "de_DE.UTF-8"):
        other = run(words, env={"LC_ALL": locale, "LANG": locale})
        assert (plain.returncode, plain.stdout) == (other.returncode, other.stdout), locale


# tables -----------------------------------------------------------------------------------------
CELLS = st.text("-.0123456789abcdefghi'_", min_size=1, max_size=40)


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n), min_size=1)
    )
)
def test_columns_never_run_together(rows):
    assert [re.split(r" {2,}", line.strip()) for line in aligned(rows, 12, 1)] == rows


def test_tables_of_motions_and_paths_have_all_their_columns(capsys):
    _, out, _ = said(capsys, "simulate", "rolling_coin", "--set", "x=-123456789.123,thetadot=-1e-7")
    rows = [re.split(r" {2,}", line.strip()) for line in out.splitlines()[3:8]]
    assert [len(row) for row in rows] == [4, 5, 5, 5, 5]


# completion -------------------------------------------------------------------------------------
def completed(*words: str) -> set[str]:
    """What bash offers for the last of the words."""
    script = run(["completion", "bash"]).stdout.decode()
    ask = f"COMP_WORDS=({' '.join(map(repr, words))}); COMP_CWORD={len(words) - 1}; _nonholo"
    told = 'printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", f"{script}\n{ask}\n{told}"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split("\n")) - {""}


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
def test_bash_completes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("roll over.toml").touch()
    assert completed("nonholo", "lin") == {"linearise"}
    assert {"rolling_coin", "rolling_disk", "roll over.toml"} <= completed(
        "nonholo", "check", "roll"
    )
    assert completed("nonholo", "equations", "x", "--form", "ma") == {"maggi"}
    assert completed("nonholo", "equations", "x", "--as", "la") == {"latex"}
    assert completed("nonholo", "check", "--exp") == {"--expected"}
    assert completed("nonholo", "report", "x", "-o", "roll") == {"roll over.toml"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command_and_is_read_by_its_shell(shell, capsys):
    status, script, _ = said(capsys, "completion", shell)
    assert status == 0
    assert all(name in script for name in COMMANDS)
    assert said(capsys, "completion", shell, "--json")[1].startswith("{")
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


# Python -----------------------------------------------------------------------------------------
OTHER_WORDS = {  # commands whose function has another name, and why
    "urdf": "from_urdf",  # it makes a case, not an answer
    "formulations": "capabilities",  # nonholo.formulations is the folder of derivations
    "completion": None,  # of a shell
}


def test_every_command_is_a_function_of_the_same_words():
    for name in COMMANDS:
        wanted = OTHER_WORDS.get(name, name)
        assert wanted is None or callable(getattr(nh, wanted)), name


def test_who_asks_for_help_is_told_how_and_a_word_of_a_name_finds_its_case(capsys):
    assert "see `nonholo --help`;" in said(capsys, "help")[2]
    assert "see `nonholo steer --help`;" in said(capsys, "help", "steer")[2]
    assert "did you mean rolling_coin," in said(capsys, "check", "coin")[2]


def test_functions_give_what_commands_print(capsys, tmp_path):
    for form, style in (("voronec", "latex"), ("control", "text"), ("maggi", "c")):
        shown = said(capsys, "equations", "rolling_coin", "--form", form, "--as", style)[1]
        assert nh.equations("rolling_coin", form, style) + "\n" == shown
    page, target = nh.report("heisenberg", output=tmp_path / "a.html"), tmp_path / "b.html"
    assert said(capsys, "report", "heisenberg", "-o", str(target))[0] == 0
    assert page == target.read_text(encoding="utf-8") == (tmp_path / "a.html").read_text("utf-8")
    nh.graph("heisenberg", output=tmp_path / "a.json")
    said(capsys, "graph", "heisenberg", "-o", str(tmp_path / "b.json"))
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    said(capsys, "check", "heisenberg", "--certificate", str(tmp_path / "c.json"))
    assert json.loads((tmp_path / "c.json").read_text()) == nh.certificate("heisenberg")
    assert nh.verify(tmp_path / "c.json", "heisenberg").status == "accepted"
    assert nh.verify(tmp_path / "c.json", "grushin").status == "refused"
