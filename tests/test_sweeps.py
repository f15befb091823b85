"""Many motions: any executor, progress, seeds, files, the command."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import numpy as np
import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.errors import NonholoError, NotApplicable
from nonholo.simulation import dataset, drawn, grid, simulate

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
        assert [float(r["set theta"]) for r in rows[::2]] == theta and {
            r["set m"] for r in rows
        } == {"2.0"}
    if suffix == "json":
        found = json.loads(file.read_text())
        assert found["seed"] == 3 and [m["set"]["theta"] for m in found["members"]] == theta
    if suffix == "npz":
        with np.load(file) as data:
            assert data["x"].shape == (4, 2) and data["set theta"].tolist() == theta


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
