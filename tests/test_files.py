"""Whatever goes wrong, the file that stood there is whole, or the new one is; no draft is left."""

from __future__ import annotations

import argparse
import ast
import errno
import os
import re
import resource
import shutil
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import nonholo as nh
from nonholo import files
from nonholo.cli import main, parser
from nonholo.errors import NonholoError, TimeUp
from nonholo.files import Lines, write
from nonholo.readers import case_file

ROOT = Path(__file__).parent.parent
OLD = b"what a person had here\n"
STEER = ["steer", "CASE", "--from", "x=0,y=0,theta=0", "--to", "x=1,y=1,theta=1"]
SIMULATE = ["simulate", "CASE", "--duration", "0.1", "--points", "3"]
SWEEP = [*SIMULATE, "--sweep", "theta=0.1:0.2:2"]
LINEARISE = ["linearise", "BICYCLE", "--at", "xdot=1"]
EIGENVALUES = ["linearise", "BICYCLE", "--at", "xdot=v", "--sweep", "v=0:10:3"]
STABILITY = ["families", "chaplygin_sleigh", "--of", "stability", "--at", "xdot=v"]
COMMANDS = [
    *((["graph", "CASE"], "-o", e) for e in ("svg", "png", "dot", "mmd", "json")),
    (["report", "BARE"], "-o", "html"),
    (["check", "CASE"], "--certificate", "json"),
    (["families", "CASE", "--of", "constraints"], "--certificate", "json"),
    *((["families", "-c", "dz = a*y dx + c*x dy"], "-o", e) for e in ("svg", "png")),
    *((STABILITY, "-o", e) for e in ("svg", "png")),
    *((["equations", "CASE", "--form", "control"], "-o", e) for e in ("tex", "py")),
    *((["explain", "CASE"], "-o", e) for e in ("md", "html")),
    *((SIMULATE, "-o", e) for e in ("csv", "json", "npz", "png", "svg", "html")),
    *((SWEEP, "-o", e) for e in ("csv", "json", "npz")),
    *((STEER, "-o", e) for e in ("json", "csv", "png", "svg", "html")),
    (LINEARISE, "-o", "json"),
    (["urdf", "ROBOT"], "-o", "toml"),
    *((EIGENVALUES, "-o", e) for e in ("json", "csv", "png", "svg", "pdf")),
]
JSONL = (SWEEP, "-o", "jsonl")
NAMED = [" ".join([words[0], *words[-1:], ending]) for words, _, ending in COMMANDS]
WHOLE = {words[0]: (words, ending) for words, _, ending in COMMANDS}.values()  # written to the end
FAULTS = [
    OSError(errno.ENOSPC, "No space left on device"),
    OSError(errno.EDQUOT, "Disk quota exceeded"),
    KeyboardInterrupt(),
    MemoryError(),
    TimeUp("the time limit"),
]
STEPS = ["open", "fdopen", "chmod", "fsync", "replace"]


@pytest.fixture
def case(tmp_path) -> Path:
    return Path(shutil.copy(ROOT / "cases" / "unicycle.toml", tmp_path / "case.toml"))


def arguments(words, case: Path) -> list[str]:
    robot = str(ROOT / "tests" / "robots" / "cart.urdf")
    places = {
        "CASE": str(case),
        "BARE": str(ROOT / "cases" / "heisenberg.toml"),
        "ROBOT": robot,
        "BICYCLE": str(ROOT / "cases" / "large" / "whipple_bicycle.toml"),
    }
    return [places.get(word, word) for word in words]


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


# every command ------------------------------------------------------------------------------------
def test_every_option_that_names_a_file_is_in_the_table():
    """A new command that writes is put under the law too."""
    actions = parser()._actions
    commands = next(a.choices for a in actions if isinstance(a, argparse._SubParsersAction))
    writing = {
        (name, option)
        for name, command in commands.items()
        for action in command._actions
        for option in action.option_strings
        if (action.metavar or "").startswith("FILE")
    }
    assert writing == {(words[0], option) for words, option, _ in COMMANDS}


@pytest.mark.parametrize("words, option, ending", COMMANDS, ids=NAMED)
def test_the_old_file_stays_until_the_new_one_is_whole(
    words, option, ending, case, monkeypatch, capsys
):
    target = case.with_name(f"result.{ending}")
    target.write_bytes(OLD)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(files.os, "fsync", full)
        assert main([*arguments(words, case), option, str(target)]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert target.read_bytes() == OLD
    assert names(case.parent) == ["case.toml", target.name]
    if (words, ending) in WHOLE:
        assert main([*arguments(words, case), option, str(target)]) == 0
        assert target.read_bytes() != OLD
        assert names(case.parent) == ["case.toml", target.name]


def _folder(target: Path, case: Path) -> None:
    target.mkdir()


def _pipe(target: Path, case: Path) -> None:
    os.mkfifo(target)


def _link(target: Path, case: Path) -> None:
    target.with_name("other").write_bytes(OLD)
    target.symlink_to("other")


def _dangling(target: Path, case: Path) -> None:
    target.symlink_to("nowhere")


def _input(target: Path, case: Path) -> None:
    os.link(case, target)


NO_FILES = [
    (_folder, "a folder"),
    (_pipe, "a named pipe"),
    (_link, "a symbolic link"),
    (_dangling, "a symbolic link"),
]
REFUSED = [  # each command is given one of them, by turns, and its own input; the first all of them
    *((*command, *NO_FILES[n % 4]) for n, command in enumerate([*COMMANDS[1:], JSONL])),
    *((*COMMANDS[0], *kind) for kind in NO_FILES),
    *((*c, _input, "the file that is read") for c in [*COMMANDS, JSONL] if "CASE" in c[0]),
]


@pytest.mark.parametrize("words, option, ending, make, said", REFUSED)
def test_only_a_regular_file_is_replaced_and_never_the_input(
    words, option, ending, make, said, case, capsys
):
    """And it is said before the work is done."""
    target = case.with_name(f"result.{ending}")
    make(target, case)
    before = names(case.parent), case.read_bytes(), os.lstat(target)
    assert main([*arguments(words, case), option, str(target)]) == 2
    out, err = capsys.readouterr()
    assert (said in err, out) == (True, "")
    after = os.lstat(target)
    assert (names(case.parent), case.read_bytes()) == before[:2]
    assert (after.st_ino, after.st_mode) == (before[2].st_ino, before[2].st_mode)


def test_a_case_of_a_folder_is_an_input_too(case, capsys):
    before = case.read_bytes()
    assert main(["report", str(case.parent), "-o", str(case)]) == 2
    assert "is the file that is read" in capsys.readouterr().err
    assert case.read_bytes() == before


FLAT = 'coordinates = ["x", "y"]\nconstraints = ["xdot - ydot"]\n'


@pytest.fixture
def flat(tmp_path) -> Path:
    given = tmp_path / "flat.toml"
    given.write_text(FLAT)
    return given


def test_a_folder_gets_a_page_a_case_and_their_list(flat, capsys):
    target = flat.parent / "pages"
    assert main(["report", str(flat), "-o", f"{target}/"]) == 0
    assert capsys.readouterr().out == f"{target}/: 1 case\n"
    assert {file.name for file in target.iterdir()} == {"index.html", "flat.html"}
    assert 'href="flat.html"' in (target / "index.html").read_text()
    assert main(["report", str(flat), "-o", f"{target}/"]) == 0  # again, over what is there


@pytest.mark.parametrize("name", ["flat.toml/", "none/pages/", "link/"])
def test_what_is_no_folder_stays_as_it_was(flat, name, capsys):
    (flat.parent / "link").symlink_to(flat.parent / "nowhere")
    before = names(flat.parent)
    assert main(["report", str(flat), "-o", str(flat.parent / name) + "/"]) == 2
    assert "folder" in capsys.readouterr().err
    assert (names(flat.parent), flat.read_text()) == (before, FLAT)


def test_a_folder_is_left_alone_where_one_file_cannot_be_replaced(tmp_path):
    (tmp_path / "b.html").mkdir()
    with pytest.raises(NonholoError, match=r"b\.html"):
        files.write_folder(tmp_path, {"a.html": b"a", "b.html": b"b"})
    assert names(tmp_path) == ["b.html"]


@pytest.mark.parametrize(
    "name, said",
    [
        ("", "names no file"),
        ("new/", "names no file"),
        ("none/x.svg", "there is no folder"),
        (".", "a folder"),
        ("x" * 300 + ".svg", "File name too long"),
        (os.devnull, "a device"),
    ],
)
def test_names_that_no_file_can_have(name, said, case, capsys, monkeypatch):
    monkeypatch.chdir(case.parent)
    assert main(["graph", "case.toml", "-o", name]) == 2
    assert said in capsys.readouterr().err
    assert names(case.parent) == ["case.toml"]


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no such device here")
def test_a_device_without_end_is_no_case(capsys):
    assert main(["check", "/dev/zero"]) == 2
    assert "no case file" in capsys.readouterr().err


def test_a_path_that_is_not_found_is_not_written_and_that_is_said(tmp_path, capsys):
    target = tmp_path / "path.csv"
    drift = str(ROOT / "cases" / "one_sided_drift.toml")
    assert main(["steer", drift, "--from", "x=0,y=0", "--to", "x=0,y=-1", "-o", str(target)]) == 1
    assert "not written, for no path was found" in capsys.readouterr().err
    assert names(tmp_path) == []


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}


@pytest.mark.parametrize("words, ending", [("graph", "dot"), ("graph", "svg"), ("explain", "html")])
def test_files_are_utf8_wherever_they_are_written(words, ending, case):
    """Also where the machine's own encoding is ASCII."""
    text = case.read_text(encoding="utf-8").replace('name = "', 'name = "Schlitten \u00fc\u03b8 ')
    case.write_text(text, encoding="utf-8")
    here, there = (case.with_name(f"{place}.{ending}") for place in ("here", "there"))
    assert main([words, str(case), "-o", str(here)]) == 0
    command = [sys.executable, "-m", "nonholo", words, str(case), "-o", str(there)]
    done = subprocess.run(command, env=os.environ | ASCII, cwd=ROOT, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert here.read_bytes() == there.read_bytes()
    assert b"\r" not in here.read_bytes()
    here.read_bytes().decode("utf-8")


# the writer ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("fault", FAULTS, ids=repr)
@pytest.mark.parametrize("step", STEPS)
def test_no_fault_at_any_step_changes_anything(step, fault, tmp_path, monkeypatch):
    target = tmp_path / "result"
    target.write_bytes(OLD)

    def broken(*_, **__):
        raise fault

    monkeypatch.setattr(files.os, step, broken)
    with pytest.raises(NonholoError if isinstance(fault, OSError) else type(fault)):
        write(target, b"new")
    assert (names(tmp_path), target.read_bytes()) == (["result"], OLD)


def test_a_disk_without_room(tmp_path):
    """The limit of the system on the size of a file stands for it: a real write fails half way."""
    code = (
        "import sys; from pathlib import Path; from nonholo.files import write\n"
        "write(sys.argv[1], b'x' * 100_000)"
    )
    target = tmp_path / "result"
    target.write_bytes(OLD)
    small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))  # noqa: E731
    done = subprocess.run(
        [sys.executable, "-c", code, str(target)],
        capture_output=True,
        text=True,
        preexec_fn=small,
        cwd=ROOT,
    )
    assert "can't be written: File too large; what stood there is as it was" in done.stderr
    assert (names(tmp_path), target.read_bytes()) == (["result"], OLD)


def test_the_draft_has_a_name_that_nobody_can_wait_at(tmp_path, monkeypatch):
    """It is new, follows no link, and is another one each time."""
    seen = []
    usual = os.open

    def watched(path, flags, *mode):
        seen.append((path, flags))
        return usual(path, flags, *mode)

    monkeypatch.setattr(files.os, "open", watched)
    for _ in range(2):
        write(tmp_path / "result", b"new")
    (first, flags), (second, _) = seen
    assert first != second
    assert flags & os.O_EXCL and flags & os.O_CREAT and flags & os.O_NOFOLLOW
    assert first.parent == tmp_path


def test_permissions_stay_and_new_files_have_the_usual_ones(tmp_path):
    target = tmp_path / "result"
    usual = os.umask(0o027)
    try:
        write(target, b"new")
        assert stat.S_IMODE(target.stat().st_mode) == 0o640
        target.chmod(0o600)
        write(target, b"newer")
    finally:
        os.umask(usual)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is protected from root")
def test_a_protected_file_or_folder(tmp_path):
    target = tmp_path / "result"
    target.write_bytes(OLD)
    target.chmod(0o444)
    with pytest.raises(NonholoError, match="is write-protected"):
        write(target, b"new")
    tmp_path.chmod(0o555)
    with pytest.raises(NonholoError, match="can't be written: Permission denied"):
        write(tmp_path / "other", b"new")


def test_two_runs_on_one_file(tmp_path):
    target, texts = tmp_path / "result", [bytes([65 + i]) * 50_000 for i in range(4)]
    write(target, texts[0])

    def often(text: bytes) -> bool:
        whole = True
        for _ in range(20):
            write(target, text)
            whole = whole and target.read_bytes() in texts
        return whole

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(often, texts))
    assert names(tmp_path) == ["result"]


# files of lines -----------------------------------------------------------------------------------
def test_lines_are_whole_even_where_the_disk_is_full(tmp_path):
    code = (
        "import sys; from nonholo.files import Lines\n"
        "out = Lines(sys.argv[1], anew=True)\n"
        "while True: out.add('x' * 3_000)"
    )
    target = tmp_path / "sweep.jsonl"
    small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))  # noqa: E731
    done = subprocess.run(
        [sys.executable, "-c", code, str(target)],
        capture_output=True,
        text=True,
        preexec_fn=small,
        cwd=ROOT,
    )
    assert "can't be written: File too large" in done.stderr
    assert target.read_text() == ("x" * 3_000 + "\n") * 3


def test_one_run_at_a_time_adds_lines(tmp_path):
    target = tmp_path / "sweep.jsonl"
    first = Lines(target, anew=True)
    first.add("one")
    with pytest.raises(NonholoError, match="another run is writing it"):
        Lines(target, anew=True)
    first.close()
    again = Lines(target, anew=False)
    again.add("two")
    again.close()
    assert target.read_text() == "one\ntwo\n"


def test_a_line_that_was_cut_off_is_taken_away(tmp_path):
    target = tmp_path / "sweep.jsonl"
    target.write_text("one\ntw")
    out = Lines(target, anew=False)
    out.add("three")
    out.close()
    assert target.read_text() == "one\nthree\n"


# nothing else writes ------------------------------------------------------------------------------
MAY_WRITE = {
    "beside.py",
    "auditing/script.py",
    "face/pdf.py",
    "files.py",
    "cli/program.py",
    "numerics/c_code.py",
    "testing/spoken_code.py",
    "views/motion/film.py",
}
"""The answer of a child, a document for TeX, a film, and code that laws for testers have compiled,
in temporary folders; the writer; the null device, twice; the compiler's own folder."""


WRITING = {
    "write_text",
    "write_bytes",
    "mkdir",
    "mkstemp",
    "NamedTemporaryFile",
    "TemporaryDirectory",
}


def _writes(call: ast.Call) -> bool:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name != "open":
        return name in WRITING
    if isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == "os":
        return True
    given = [*call.args, *(k.value for k in call.keywords)]
    modes = [str(a.value) for a in given if isinstance(a, ast.Constant)]
    return any(re.fullmatch("[rbt]*[wax+][bt+]*", mode) for mode in modes)


def test_nothing_else_in_the_package_writes_files():
    package = ROOT / "nonholo"
    writing = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        for text in [path.read_text(encoding="utf-8")]
        if any(word in text for word in ("open", *WRITING))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and _writes(node)
    }
    assert writing == MAY_WRITE


def test_how_long_a_file_may_be_grows_with_the_memory_limit(tmp_path, monkeypatch):
    """Two megabytes always; a dense matrix of 400 by 200 has 1.6 of them, of 700 by 300 four."""
    long = tmp_path / "long.toml"
    notes = "x" * 3_000_000
    long.write_text(f'coordinates = ["x"]\nconstraints = []\nnotes = "{notes}"\n')
    monkeypatch.setattr(case_file, "megabytes_allowed", lambda: 8_000)
    assert nh.read_case(long).notes == notes
    monkeypatch.setattr(case_file, "megabytes_allowed", lambda: 500)
    with pytest.raises(nh.NonholoError, match="a greater limit of memory"):
        nh.read_case(long)
