"""Many motions: any executor, progress, seeds, files, the command."""

from __future__ import annotations

import csv
import json
import os
import shutil
import sys
from asyncio import CancelledError
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.cli import main
from nonholo.cli.values import sweep
from nonholo.errors import BadCase, NonholoError, NotApplicable
from nonholo.numerics.c_code import in_parts
from nonholo.readers.given import as_case
from nonholo.simulation import dataset, drawn, grid, simulate, stream
from nonholo.simulation.ensemble import BRIEF
from nonholo.simulation.in_lanes import fits_lanes, lane_records
from nonholo.simulation.members import walked
from tests.draws import draws

ensembles = sys.modules["nonholo.simulation.ensemble"]  # the function hides its module
ROOT = Path(__file__).parents[1]
COIN = str(ROOT / "cases/rolling_coin.toml")
MEMBERS = grid(theta=[0.1, 0.9], m=[1.0, 2.0])


def plain(records):
    return [{k: r[k] for k in ("set", "t", "q", "v", "ok")} for r in records]


def test_loky_is_an_executor():
    loky = pytest.importorskip("loky")
    with loky.get_reusable_executor(max_workers=1) as executor:
        assert plain(nh.ensemble(COIN, MEMBERS, 0.2, executor=executor)) == plain(
            nh.ensemble(COIN, MEMBERS, 0.2)
        )


def test_a_dask_client_has_an_executor():
    distributed = pytest.importorskip("distributed")
    with distributed.Client(
        processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None
    ) as client:
        found = nh.ensemble(COIN, MEMBERS, 0.2, executor=client.get_executor())
    assert plain(found) == plain(nh.ensemble(COIN, MEMBERS, 0.2))


def test_progress_and_the_head_of_the_file(tmp_path):
    seen, file = [], tmp_path / "sweep.jsonl"
    members = drawn(3, 7, theta=(0.0, 1.0))
    nh.ensemble(
        COIN, members, 0.1, file=file, progress=lambda done, total: seen.append((done, total))
    )
    assert seen == [(1, 3), (2, 3), (3, 3)]
    head = json.loads(file.read_text().splitlines()[0])
    assert head["seed"] == 7 and head["ranges"] == {"theta": [0.0, 1.0]}
    assert head["parameters"]["g"] == 9.81 and head["members"] == list(members)


def test_every_way_has_the_same_keys():
    alone, together = (nh.ensemble(COIN, MEMBERS, 0.2, together=t) for t in (False, True))
    assert all(set(a) == set(b) and a["ok"] and b["ok"] for a, b in zip(alone, together))


def test_a_dataset():
    pytest.importorskip("xarray")
    found = dataset(simulate(COIN, 1.0, points=11))
    assert found["theta"].sel(t=0.5).item() == pytest.approx(0.3 + 0.5 * 1.7)
    assert found.attrs["parameter_R"] == 0.7 and found.attrs["ok"] == 1
    many = dataset(nh.ensemble(COIN, MEMBERS, 0.5, points=3))
    assert many["x"].shape == (4, 3) and many["set_theta"].values.tolist() == [0.1, 0.1, 0.9, 0.9]


def test_without_xarray_it_says_so(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "xarray", None)
    with pytest.raises(NotApplicable, match="needs the package xarray: pip install xarray"):
        dataset(simulate(COIN, 0.1))


# the command ------------------------------------------------------------------------------------
def command(capsys, *arguments: str):
    status = main(["simulate", COIN, "--duration", "0.2", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_grid_on_the_command_line(capsys, tmp_path):
    file = tmp_path / "sweep.jsonl"
    status, out, err = command(
        capsys, "--sweep", "theta=0:1:3", "--sweep", "m=1:2:2", "-o", str(file)
    )
    assert status == 0
    assert "6 motions" in out and "receipts: 6 of 6 keep every bound" in out
    assert err.splitlines()[-1] == "6 of 6 motions"
    lines = file.read_text().splitlines()
    assert len(lines) == 7
    file.write_text("\n".join(lines[:4]) + "\n")
    _, _, err = command(capsys, "--sweep", "theta=0:1:3", "--sweep", "m=1:2:2", "-o", str(file))
    assert err.splitlines() == ["4 of 6 motions", "5 of 6 motions", "6 of 6 motions"]
    assert len(file.read_text().splitlines()) == 7


NAMES_OF_COLUMNS = ("energy", "work", "receipt", "number", "ok", "failures", "reaction_x")


@given(st.lists(st.sampled_from(NAMES_OF_COLUMNS), min_size=1, max_size=3, unique=True))
@settings(deadline=None, max_examples=draws(12))
def test_no_column_of_a_case_gives_way_to_what_is_told_beside_it(tmp_path_factory, names):
    """A coordinate called energy was lost: its column held the energy."""
    folder = tmp_path_factory.mktemp("columns")
    kinetic = " + ".join(f"{name}'^2/2" for name in ("x", *names))
    begins = [f"{name} = {k + 2}\n{name}dot = 1" for k, name in enumerate(names)]
    lines = [f"coordinates = {json.dumps(['x', *names])}", f'lagrangian = "{kinetic} - x"']
    (folder / "case.toml").write_text("\n".join([*lines, "[initial]", *begins]))
    moves = ["simulate", str(folder / "case.toml"), "--duration", "1", "--points", "2"]
    swept = [*moves, "--sweep", "x=0:1:2"]
    for words, name in ((moves, "one.csv"), (moves, "one.npz"), (swept, "g.csv"), (swept, "g.npz")):
        assert main([*words, "-o", str(folder / name)]) == 0
    with open(folder / "one.csv") as one, open(folder / "g.csv") as many:
        tables = [list(csv.reader(file)) for file in (one, many)]
    arrays = [np.load(folder / name) for name in ("one.npz", "g.npz")]
    motion = nh.simulate(folder / "case.toml", 1, points=2)
    for k, name in enumerate(names):
        ends = pytest.approx([k + 2, k + 3])
        for header, first, last, *_ in tables:
            assert header.count(name) == 1
            assert [float(row[header.index(name)]) for row in (first, last)] == ends
        assert arrays[0][name] == ends and arrays[1][name][0] == ends and motion[name] == ends
    energy = motion["energy_" if "energy" in names else "energy"]
    assert energy == pytest.approx([len(names) / 2] * 2)


@pytest.mark.parametrize("suffix", ["csv", "json", "npz"])
def test_files_of_many_motions(capsys, tmp_path, suffix):
    file = tmp_path / f"sweep.{suffix}"
    command(
        capsys,
        "--draw",
        "theta=0:1",
        "--members",
        "4",
        "--seed",
        "3",
        "--set",
        "m=2",
        "-o",
        str(file),
        "--together",
    )
    theta = [m["theta"] for m in drawn(4, 3, theta=(0, 1))]
    if suffix == "csv":
        rows = list(csv.DictReader(file.read_text().splitlines()))
        assert [float(r["set_theta"]) for r in rows[::2]] == theta and {
            r["set_m"] for r in rows
        } == {"2.0"}
    if suffix == "json":
        found = json.loads(file.read_text())
        assert found["seed"] == 3 and [m["set"]["theta"] for m in found["members"]] == theta
    if suffix == "npz":
        with np.load(file) as data:
            assert data["x"].shape == (4, 2) and data["set_theta"].tolist() == theta


def test_workers_give_the_same(capsys):
    if not hasattr(os, "fork"):
        pytest.skip("slow to start without fork")
    first, second = (
        json.loads(command(capsys, "--sweep", "theta=0:1:2", "--json", *more)[1])["members"]
        for more in ((), ("--workers", "2"))
    )
    assert plain(first) == plain(second)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--sweep", "theta=0:1:2", "-o", "s.png"],
            "no format of many motions; name the file *.jsonl, *.csv, *.json, *.npz",
        ),
        (["--sweep", "theta=0:1:2", "--draw", "m=1:2"], "--sweep and --draw don't go together"),
        (["--sweep", "theta=0:1:2", "--rival", "substituted"], "a rival runs next to one motion"),
        (["--sweep", "speed=0:1:2"], "speed is no coordinate, velocity or parameter"),
        (
            ["--sweep", "theta=0:1:1000", "--sweep", "m=1:2:1000"],
            "the ranges make 1000000 motions, more than 200000",
        ),
    ],
)
def test_what_is_refused(capsys, arguments, words):
    status, _, err = command(capsys, *arguments)
    assert status == 2 and words in err


def test_members_that_fail_give_status_one(capsys):
    status, out, _ = command(capsys, "--sweep", "xdot=0:1:2", "--set", "phidot=5")
    assert status == 1 and "breaks the constraint" in out and "receipts: 0 of 2" in out


# the file ---------------------------------------------------------------------------------------
def swept(tmp_path, case=COIN, members=None, **asked):
    file = tmp_path / "motions.jsonl"
    return file, lambda **more: nh.ensemble(
        more.pop("case", case),
        more.pop("members", members or MEMBERS),
        0.2,
        file=file,
        **(asked | more),
    )


def test_a_file_goes_on_behind_a_line_that_was_cut_off(tmp_path):
    file, run = swept(tmp_path)
    whole = run()
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:3]) + lines[3][:20])
    seen = []
    assert run(progress=lambda done, total: seen.append(done)) == whole
    assert seen == [3, 4] and len(file.read_text().splitlines()) == 5


@pytest.mark.parametrize(
    "change",
    [
        {"rtol": 1e-9},
        {"points": 3},
        {"method": "Radau"},
        {"members": grid(theta=[0.1, 0.9], m=[1.0, 2.5])},
        {"case": "cases/unicycle.toml", "members": [{"theta": 0.1}]},
    ],
    ids=str,
)
def test_a_file_of_another_question_is_refused(tmp_path, change):
    _, run = swept(tmp_path)
    run()
    with pytest.raises(NonholoError, match="another sweep"):
        run(**change)


PUSHED = nh.System("x", "x'**2/2 + x*t", initial={"x": 1, "xdot": 0})


@pytest.mark.parametrize("change", [{"step": 0.02}, {"start": 1.0}, {"crossings": ["x"]}], ids=str)
def test_a_file_with_other_settings_is_refused(tmp_path, change):
    asked = {"method": "discrete", "step": 0.01, "file": tmp_path / "some.jsonl"}
    nh.ensemble(PUSHED, [{"x": 1.0}], 0.1, **asked)
    with pytest.raises(NonholoError, match="another sweep"):
        nh.ensemble(PUSHED, [{"x": 1.0}], 0.1, **(asked | change))


@pytest.mark.parametrize(
    "changes", [{}, {"together": True}, {"method": "discrete", "step": 0.01}], ids=str
)
def test_members_begin_when_they_are_told_to(changes):
    (found,) = nh.ensemble(PUSHED, [{"x": 1.0}], 1.0, start=3.0, **changes)
    assert found["t"] == [3.0, 4.0]
    assert abs(found["v"]["x"][-1] - 3.5) < 1e-9


def test_a_sweep_begins_when_asked_with_the_step_asked(tmp_path, capsys):
    """x' = t^2 from t = 2 on, by the middles of two steps: (2.25^2 + 2.75^2)/2."""
    case = tmp_path / "ramp.toml"
    case.write_text(
        'coordinates = ["x"]\nlagrangian = "xdot^2/2"\nconstraints = ["xdot = t^2"]\n', "utf-8"
    )
    line = ["simulate", str(case), "--sweep", "x=0:1:2", "--duration", "1", "--start", "2"]
    main([*line, "--method", "discrete", "--step", "0.5", "--json"])
    for record in json.loads(capsys.readouterr().out)["members"]:
        assert record["t"] == [2, 3]
        assert record["q"]["x"][-1] - record["set"]["x"] == pytest.approx(6.3125)


def test_a_range_of_decimals_has_the_decimals_in_between():
    """In floating point 0.1 + 0.4/2 is 0.30000000000000004, which no --set gives."""
    assert sweep("x=0.1:0.5:3") == ("x", [0.1, 0.3, 0.5])
    assert sweep("x=0:1:11")[1] == [float(f"{i / 10:.1f}") for i in range(11)]


def test_members_together_refuse_what_they_would_not_use():
    with pytest.raises(BadCase, match="method of its own") as told:
        nh.ensemble(PUSHED, [{"x": 1.0}], 1.0, together=True, method="Radau", executor=object())
    assert "leave out executor" in str(told.value)


def test_members_together_are_told_what_is_watched():
    half = nh.System({"x": {"positive": True}}, "x'**2/2", initial={"x": 1, "xdot": -1})
    (left,) = nh.ensemble(half, [{"x": 0.5}], 1.0, together=True)
    assert "leaves x > 0" in left["remarks"][0]
    (passed,) = nh.ensemble(PUSHED, [{"x": 1.0}], 3.0, together=True, crossings=["x - 2"])
    assert [event["name"] for event in passed["events"]] == ["x - 2 rises through 0"]


def test_a_file_of_a_case_with_another_lagrangian_is_refused(tmp_path):
    from nonholo.readers.case_file import parse_case

    text = (ROOT / "cases/rolling_coin.toml").read_text()
    _, run = swept(tmp_path)
    run(case=parse_case(text))
    with pytest.raises(NonholoError, match="another case"):
        run(case=parse_case(text.replace("m*R**2/8", "m*R**2/7")))


@pytest.mark.parametrize(
    "forge",
    [
        lambda line: line.replace('"ok": true', '"ok": false'),
        lambda line: line.replace('"number": 1', '"number": 3'),
        lambda line: line[:-30] + "\n",
        lambda line: "[]\n",
        lambda line: '{"number": 1}\n',
        lambda line: line + line,
    ],
    ids=["verdict", "number", "broken", "list", "empty", "twice"],
)
def test_lines_that_were_changed_are_found(tmp_path, forge):
    file, run = swept(tmp_path)
    run()
    lines = file.read_text().splitlines(keepends=True)
    lines[2] = forge(lines[2])
    file.write_text("".join(lines))
    with pytest.raises(NonholoError, match=r"line [345] is broken"):
        run()


# in lanes ---------------------------------------------------------------------------------------
needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler here")


@pytest.fixture
def laned(monkeypatch):
    """Few members are enough for lanes."""
    monkeypatch.setattr(ensembles, "FEWEST", 2)


def alone(case, members, time, **asked):
    how = replace(BRIEF, method="native", **asked)
    return [ensembles.member(str(case), numbers, time, how) for numbers in members]


@needs_compiler
@pytest.mark.parametrize(
    ("name", "members"),
    [
        ("rolling_coin", grid(theta=[0.1, 0.5, 0.9], m=[1.0, 2.0, 3.0])),
        ("rolling_disk", drawn(9, 2, thetadot=(-0.1, 0.1), psidot=(1.0, 1.5))),
        ("chaplygin_sleigh", [{"thetadot": 0.3}, {"m": 2.0}, {"x": 1.0}, {}]),
        ("snakeboard", grid(m=[1.0, 2.0])),
        ("unicycle", [{"theta": 0.1}, {"theta": 0.7}]),
        ("rosenberg_particle", [{"x": 0.1}, {"x": 0.2}]),  # without parameters
    ],
)
def test_members_in_lanes_move_as_they_do_alone(laned, name, members):
    case = ROOT / "cases" / f"{name}.toml"
    asked = {"rtol": 1e-10, "atol": 1e-12, "points": 4}
    found = nh.ensemble(case, members, 1.5, method="native", **asked)
    for record, other in zip(found, alone(case, members, 1.5, **asked), strict=True):
        assert {*record} == {"number", "set", *other}
        for key in ("failure", "t", "ok", "warnings", "events", "remarks"):
            assert record.get(key) == other.get(key)
        for key in ("q", "v"):
            for n, series in other.get(key, {}).items():
                np.testing.assert_allclose(record[key][n], series, rtol=1e-9, atol=1e-9)


def test_a_case_is_known_from_its_second_member_on(monkeypatch):
    """One hash for the head of a run, one for its first member; the same when it is asked again."""
    hashed = []
    fingerprint = ensembles.fingerprint
    monkeypatch.setattr(ensembles, "fingerprint", lambda c: hashed.append(c) or fingerprint(c))
    for _ in range(2):
        nh.ensemble(COIN, MEMBERS, 0.1)
    assert len(hashed) <= 4


@needs_compiler
def test_lanes_take_what_fits_and_leave_the_others():
    case, law = ensembles._law(COIN)
    native = replace(BRIEF, method="native")
    assert fits_lanes(case, law, native)
    assert not fits_lanes(case, law, replace(native, method="DOP853"))
    assert not fits_lanes(case, law, replace(native, crossings=("theta",)))
    assert not fits_lanes(case, law, replace(native, start=1.0))
    members = [{"theta": 0.1}, {"xdot": 1.0, "phidot": 5.0}, {"m": 2.0}]
    first, broken, third = lane_records(case, law, members, 0.2, native)
    assert first["ok"] and third["ok"] and broken is None


@needs_compiler
@pytest.mark.parametrize("rtol", [1e-12, 1e-6])
def test_lanes_leave_linkages_that_pass_a_change_point(rtol):
    """Bars p + q = r + g lie in one line at 0 = a = b = c; the others go round."""
    numbers, time = np.random.default_rng(5), 2.0
    members = []
    for i in range(8):
        p, q, r = numbers.uniform(1, 1.2, 3)
        g = p + q - r + 0.6 * (i % 2)
        way = p * np.exp(1j) - g  # q exp(i b) = r exp(i c) - way
        angle = np.arccos((abs(way) ** 2 + r * r - q * q) / (2 * abs(way) * r))
        c = np.angle(way) - angle
        b = np.angle(r * np.exp(1j * c) - way)
        members.append({"p": p, "q": q, "r": r, "b": b, "c": c})
    loop = ["p*sin(a) a' + q*sin(b) b' = r*sin(c) c'", "p*cos(a) a' + q*cos(b) b' = r*cos(c) c'"]
    start, letters = {"a": 1, "adot": -1}, dict.fromkeys("pqr", 1)
    bars = as_case(
        nh.System("a b c", "(a'^2 + b'^2 + c'^2)/2", loop, parameters=letters, initial=start)
    )
    case, law = ensembles._law(bars)
    native = replace(BRIEF, method="native", rtol=rtol, atol=rtol)
    told = lane_records(case, law, members, time, native)
    others = [ensembles.member(bars, numbers, time, native) for numbers in members]
    assert [record is None for record in told] == [True, False] * 4
    assert sum("change point" in str(other["warnings"]) for other in others[::2]) > 1
    for record, other in zip(told[1::2], others[1::2]):
        assert other["ok"]
        assert record["q"]["a"] == pytest.approx(other["q"]["a"], abs=1e3 * rtol)


@needs_compiler
def test_refused_members_are_told_as_alone(laned):
    members = [{"xdot": 1.0, "phidot": 5.0}, {"theta": 0.2}, {"xdot": 2.0, "phidot": 5.0}]
    found = nh.ensemble(COIN, members, 0.2, method="native")
    failures = [r.get("failure") for r in alone(COIN, members, 0.2)]
    assert [r.get("failure") for r in found] == failures
    assert failures[0] and failures[1] is None


@needs_compiler
def test_the_others_in_the_lanes_do_not_matter(laned):
    members = list(drawn(21, 3, theta=(0.0, 1.0), m=(1.0, 2.0)))
    whole = nh.ensemble(COIN, members, 0.5, method="native")
    some = nh.ensemble(COIN, members[5:12], 0.5, method="native")
    assert [r["q"] for r in some] == [r["q"] for r in whole[5:12]]


# as a stream ------------------------------------------------------------------------------------
@settings(max_examples=draws(12), deadline=None)
@given(share=st.floats(0, 1))
def test_a_file_cut_off_anywhere_goes_on_to_the_same_lines(share, tmp_path_factory):
    file = tmp_path_factory.mktemp("sweep") / "motions.jsonl"
    nh.ensemble(COIN, MEMBERS, 0.1, file=file)
    whole = file.read_bytes()
    head = whole.index(b"\n") + 1
    file.write_bytes(whole[: head + int(share * (len(whole) - head))])
    records = list(stream(COIN, MEMBERS, 0.1, file=file))
    assert sorted(r["number"] for r in records) == [0, 1, 2, 3]
    assert sorted(file.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_a_stream_keeps_no_members():
    many = drawn(10**9, 1, theta=(0.0, 1.0))
    assert len(many) == 10**9 and many[2] == next(islice(iter(many), 2, None))
    assert walked(x=range(10**5), y=range(10**5)).beside({"m": 1.0})[1] == {
        "m": 1.0,
        "x": 0,
        "y": 1,
    }
    with pytest.raises(IndexError):
        drawn(2, 1, theta=(0.0, 1.0))[2]


def test_while_one_run_writes_another_is_refused(tmp_path):
    file = tmp_path / "sweep.jsonl"
    first = stream(COIN, MEMBERS, 0.1, file=file)
    next(first)
    with pytest.raises(NonholoError, match="another run is writing it"):
        list(stream(COIN, MEMBERS, 0.1, file=file))
    assert len(list(first)) == 3


def test_many_members_stand_in_the_head_by_a_hash(tmp_path, monkeypatch):
    monkeypatch.setattr(ensembles, "LISTED", 3)
    file = tmp_path / "sweep.jsonl"
    nh.ensemble(COIN, MEMBERS, 0.1, file=file)
    assert json.loads(file.read_text().splitlines()[0])["members"]["count"] == 4
    with pytest.raises(NonholoError, match="another sweep"):
        nh.ensemble(COIN, [*MEMBERS[:3], {"theta": 0.9, "m": 2.5}], 0.1, file=file)


def test_no_cluster_where_none_answers(capsys, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("nonholo.cli.sweep.CONNECT", 0.2)
    status, _, err = command(capsys, "--sweep", "m=1:2:2", "--workers", "tcp://127.0.0.1:1")
    assert status == 2 and "no cluster of dask answers at tcp://127.0.0.1:1" in err


def test_a_task_that_was_cancelled_is_no_request_to_end(capsys, monkeypatch):
    distributed = pytest.importorskip("distributed")

    def late(*_, **__):
        raise OSError("out of time") from CancelledError()

    monkeypatch.setattr(distributed, "Client", late)
    status, _, err = command(capsys, "--sweep", "m=1:2:2", "--workers", "tcp://127.0.0.1:1")
    assert status == 2 and "no cluster of dask answers at tcp://127.0.0.1:1" in err


def test_code_in_parts_computes_the_same():
    lines = [f"double w{i} = w{i - 1} + {i}*w{max(0, i - 7)};" for i in range(1, 40)]
    lines = ["double w0 = y;", *lines, "out[0] = w39 - w3;"]
    for most in (1, 3, 10, 100):
        parts, count = in_parts(lines, "k[{}]", most)
        assert all(len(some) <= most for some in parts)
        space = {"y": 2, "k": [0] * count, "out": [0]}
        for some in parts:
            names = dict(space)  # what is no cell does not cross
            for line in some:
                exec(line.removeprefix("double ").rstrip(";"), names)
        assert space["out"] == [expected(lines)]


def expected(lines):
    names = {"y": 2, "out": [0]}
    for line in lines:
        exec(line.removeprefix("double ").rstrip(";"), names)
    return names["out"][0]
