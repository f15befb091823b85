"""Options that would be dropped beside others are refused, with words that name them."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path

import pytest

from nonholo.cli import COMMANDS, main, parser
from nonholo.cli.values import axes, names, sweep

CASES = Path(__file__).parents[1] / "cases"
COIN, BENT = str(CASES / "rolling_coin.toml"), str(CASES / "nonlinear" / "appell_hamel.toml")
SIMULATE = ["simulate", COIN, "--duration", "1"]
SWEEP = [*SIMULATE, "--sweep", "m=1:2:2"]

DROPPED = [
    (["check", COIN, "--coordinates", "q"], "--coordinates goes with -c"),
    (["equations", COIN, "--constants", "q"], "--constants goes with -c"),
    (["graph", COIN, "--coordinates", "q"], "--coordinates goes with -c"),
    (["check", BENT, "--dependent", "x"], "not linear"),
    (["check", BENT, "--integrals"], "not linear"),
    (["check", BENT, "--restricted", "x"], "not linear"),
    (["check", BENT, "--at", "x=0"], "not linear"),
    (["check", COIN, "--at", "x=0,x=1"], "a name is given twice"),
    (["compare", BENT, "--substitute", "x"], "--substitute"),
    (
        ["equations", COIN, "--form", "maggi", "--substitute", "x"],
        "--substitute goes with --form substituted",
    ),
    (["equations", COIN, "--substitute", "x"], "--substitute goes with --form substituted"),
    (["equations", COIN, "--json", "--as", "c"], "--json and --as c"),
    (
        ["equations", COIN, "--form", "gauss", "--quasi", "v=thetadot"],
        "--quasi is for hamel and kane",
    ),
    ([*SIMULATE, "--step", "0.1"], "--step goes with --method discrete"),
    (
        [*SIMULATE, "--method", "discrete", "--rtol", "1e-6"],
        "--rtol and --atol are not for --method discrete",
    ),
    ([*SIMULATE, "--method", "taylor", "--atol", "1e-6"], "--atol is not for --method taylor"),
    ([*SIMULATE, "--threshold", "0.1"], "--threshold goes with --rival"),
    ([*SIMULATE, "--plot", "phase"], "--plot goes with -o FILE.png"),
    ([*SIMULATE, "--plot", "phase", "-o", "a.csv"], "--plot goes with -o FILE.png"),
    ([*SIMULATE, "--axes", "x,y"], "--axes goes with --plot section"),
    ([*SIMULATE, "--members", "3"], "--members goes with --draw"),
    ([*SIMULATE, "--seed", "0"], "--seed goes with --draw"),
    ([*SIMULATE, "--together"], "--together goes with --sweep or --draw"),
    ([*SIMULATE, "--workers", "2"], "--workers goes with --sweep or --draw"),
    ([*SIMULATE, "--set", "m=1,m=2"], "a name is given twice"),
    ([*SIMULATE, "--set", "m=1", "--set", "m=2"], "a name is given twice"),
    ([*SIMULATE, "--set", "m=1", "--set", "x'=1", "--set", "q=1"], "q is no coordinate"),
    ([*SIMULATE, "--input", "u=1", "--input", "u=2"], "u: given twice by --input"),
    ([*SWEEP, "--input", "u=1"], "--input (write it under [inputs] of the case): for one motion"),
    (["linearise", COIN, "--output", "x", "--output", "x"], "x: given twice by --output"),
    (
        [*SWEEP, "--crossing", "x", "--no-reversal"],
        "--crossing, --no-reversal: for one motion",
    ),
    ([*SWEEP, "--plot", "phase", "-o", "a.png"], "--plot goes with"),
    ([*SWEEP, "--sweep", "m=3:4:2"], "m: given twice"),
    ([*SWEEP, "--set", "m=5"], "m: set to one number and swept"),
    ([*SWEEP, "--members", "3"], "--members goes with --draw"),
    ([*SWEEP, "--together", "--method", "LSODA"], "--together has a method of its own"),
    ([*SWEEP, "--together", "--workers", "2"], "--together runs in one process"),
    ([*SWEEP, "--rival", "substituted"], "a rival runs next to one motion"),
]


@pytest.mark.parametrize(
    "arguments, words", DROPPED, ids=lambda x: " ".join(x[2:]) if isinstance(x, list) else ""
)
def test_an_option_without_effect_is_refused(arguments, words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    try:
        status = main(arguments)
    except SystemExit as error:  # of argparse
        status = error.code
    assert status == 2 and words in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [
        [*SIMULATE, "--method", "discrete", "--step", "0.1"],
        [*SWEEP, "--together"],
        ["equations", COIN, "--form", "substituted", "--substitute", "theta"],
        [
            "check",
            "-c",
            "dz = y dx",
            "--coordinates",
            "y",
            "--dependent",
            "x",
            "--certificate",
            "c.json",
        ],
        [*SIMULATE, "--draw", "m=1:2", "--members", "3", "--seed", "0"],
    ],
    ids=lambda a: " ".join(a[3:]),
)
def test_options_that_go_together_are_used(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) in (0, 1, 2) and "goes with" not in capsys.readouterr().err


KNOWN = {  # every option of every command: whoever adds one says here beside what it has no effect
    "check": "-c --coordinates --constants --at --dependent --restricted --families --expected --full --integrals --effort --certificate --lang",
    "compare": "--substitute --kinetic --potential --dependent --integrals --families --effort --lang",
    "explain": "-o --exercise --seed --without-solution --dependent --lang",
    "equations": "-c --coordinates --constants -o --form --as --substitute --dependent --quasi --system --lang",
    "formulations": "--lang",
    "graph": "-c --coordinates --constants -o --dependent --lang",
    "steer": "-c --from --to --time --set --function --method --vary -o --lang",
    "simulate": "--duration --time --rival -o --plot --crossing --axes --set --input --function --method --step --rtol --atol --start --points "
    "--threshold --no-reversal --sweep --draw --members --seed --together --workers --lang",
    "linearise": "--at --sweep --output -o --dependent --function --lang",
    "equilibrium": "--at --within --lang",
    "families": "-c --coordinates --constants --of --at --over -o --map --certificate --full --effort --lang",
    "friction": "--normal --duration --time --lang",
    "consistency": "--lang",
    "report": "-o --families --equilibrium --restricted --steady --over --lang",
    "explore": "--port --no-browser --lang",
    "verify": "--case --lang",
    "cases": "--lang",
    "urdf": "-o --motors --radius --lang",
    "audit": "--lang",
    "completion": "",
}
COMMON = {"--json", "--time-limit", "--memory-limit", "--debug", "-h", "--help"}


def test_every_option_has_been_looked_at():
    commands = next(a for a in parser()._actions if a.choices and "check" in a.choices).choices
    assert len(commands) == len(COMMANDS) == len(KNOWN)
    for name, command in commands.items():
        found = {o for a in command._actions for o in a.option_strings} - COMMON
        assert found == set(KNOWN[name].split()), name


def test_a_command_declares_no_other_one(monkeypatch, capsys):
    for name in COMMANDS:
        if name != "friction":
            monkeypatch.setattr(f"nonholo.cli.{name}.declare", None)
    with pytest.raises(SystemExit, match="0"):
        main(["friction", "--help", "--lang", "pt"])
    assert "nonholo friction" in capsys.readouterr().out


def test_axes_tell_a_coordinate_from_its_velocity_and_other_names_do_not():
    assert axes("theta,theta'") == ("theta", "theta'")
    assert names("theta, x'") == ("theta", "x")


@pytest.mark.parametrize("text", ["", " , ", "'", "x,''"])
def test_what_is_no_name_is_no_list_of_names(text):
    with pytest.raises(ArgumentTypeError, match="needed are names such as x,y"):
        names(text)


def test_ranges_take_the_numbers_that_points_take():
    assert sweep("m=1:sqrt(2):2") == ("m", [1.0, 2**0.5])
    assert sweep("m=pi/3:2*pi/3:2")[1] == pytest.approx([1.0471975511965976, 2.0943951023931953])
    assert sweep("m=0.1:0.3:3") == ("m", [0.1, 0.2, 0.3])
    for wrong in ("m=1:x:3", "m=1:exp(log(0)):3", "m=1:1/0:3", "m=1::3"):
        with pytest.raises(ArgumentTypeError):
            sweep(wrong)


def test_a_folder_without_cases_is_named(tmp_path, capsys):
    assert main(["check", str(tmp_path)]) == 2
    assert f"{tmp_path}: no case files" in capsys.readouterr().err


def test_labels_have_no_tabs(tmp_path, capsys):
    (tmp_path / "tab.toml").write_text('coordinates = ["x", "y"]\nconstraints = ["x\' =\\t y\'"]\n')
    assert main(["check", str(tmp_path / "tab.toml")]) == 0
    assert "x' =  y':  exact" in capsys.readouterr().out
