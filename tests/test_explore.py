"""The live page: who is heard, where mistakes are told, what limits hold, and that nothing typed is
dropped and no child is left.
"""

# ruff: noqa: E402 (what is imported below needs packages that are looked for first)
from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.errors import BadCase, NonholoError
from nonholo.exploring import explore as door
from nonholo.readers.case_file import parse_case
from nonholo.readers.shipped import shipped_cases
from nonholo.simulation.admissible import admissible_initial
from nonholo.views.verdict.text import check_text

for package in ("starlette", "uvicorn", "tomlkit"):
    pytest.importorskip(package, reason="pip install 'nonholo[suite]'")
if not any(map(find_spec, ("httpx2", "httpx"))):  # which of them, its version of Starlette says
    pytest.skip("pip install 'nonholo[suite]'", allow_module_level=True)

from starlette.testclient import TestClient

from nonholo.exploring.guard import MOST_BYTES
from nonholo.exploring.lane import SECONDS, Lane
from nonholo.exploring.page import FORM, shell
from nonholo.exploring.places import placed
from nonholo.exploring.server import application
from nonholo.exploring.sheet import FIELDS, fields_of, written
from nonholo.exploring.sliders import sliders_of
from nonholo.exploring.start import EMPTY, EXAMPLE
from tests.browser import CHROMIUM, Browser

ROOT = Path(__file__).resolve().parent.parent
HOST, TOKEN = "127.0.0.1:8000", "a-token"
HERE = {"Host": HOST, "Origin": f"http://{HOST}"}
COIN = (ROOT / "cases" / "rolling_coin.toml").read_text(encoding="utf-8")
BICYCLE = (ROOT / "cases" / "large" / "whipple_bicycle.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def client():
    seconds = dict.fromkeys(SECONDS, 120.0) | {"families": 1e-4}
    app = application(EXAMPLE, TOKEN, frozenset({HOST}), seconds, warm=())
    with TestClient(app, base_url=f"http://{HOST}", headers=HERE) as found:
        yield found


def asked(client, text: str, parts, **more) -> dict[str, dict]:
    """The answers by part."""
    answer = client.post(f"/{TOKEN}/ask", json={"text": text, "parts": parts, **more})
    assert answer.status_code == 200, answer.text
    return {told.pop("part"): told for told in map(json.loads, answer.text.splitlines())}


def form(text: str, **changes: str) -> dict[str, str]:
    return fields_of(text) | changes


# who is heard -------------------------------------------------------------------------------------
GOOD = {"text": EMPTY.text, "parts": []}
REFUSED = [  # status, method, path, headers
    (200, "GET", f"/{TOKEN}/", {}),
    (200, "POST", f"/{TOKEN}/ask", {}),
    (403, "GET", f"/{TOKEN}/", {"Host": "evil.example:8000"}),
    (403, "GET", f"/{TOKEN}/", {"Host": "127.0.0.1:9000"}),
    (403, "GET", f"/{TOKEN}/", {"Origin": "http://evil.example"}),
    (403, "GET", f"/{TOKEN}/", {"Sec-Fetch-Site": "cross-site"}),
    (404, "GET", "/", {}),
    (404, "GET", "/another-token/", {}),
    (404, "GET", f"/{TOKEN}", {"Host": HOST, "X": "the token alone"}),
    (403, "POST", f"/{TOKEN}/ask", {"Origin": "http://evil.example"}),
    (403, "POST", f"/{TOKEN}/ask", {"Origin": "null"}),
    (403, "POST", f"/{TOKEN}/ask", {"Origin": ""}),
    (400, "POST", f"/{TOKEN}/ask", {"Content-Type": "text/plain"}),
    (404, "GET", f"/{TOKEN}/shipped/..%2f..%2fpyproject", {}),
    (404, "GET", f"/{TOKEN}/look/explore.py", {}),
    (405, "GET", f"/{TOKEN}/ask", {}),
]


@pytest.mark.parametrize("status, method, path, headers", REFUSED)
def test_only_the_page_itself_is_heard(client, status, method, path, headers):
    content = json.dumps(GOOD) if method == "POST" else None
    kind = {"Content-Type": "application/json"} if content else {}
    answer = client.request(
        method, path, content=content, headers={**kind, **headers}, follow_redirects=False
    )
    assert answer.status_code == status or (path == f"/{TOKEN}" and answer.status_code < 400)
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "no-referrer"


def test_a_post_without_an_origin_is_refused():
    app = application(EXAMPLE, TOKEN, frozenset({HOST}), warm=())
    with TestClient(app, base_url=f"http://{HOST}") as bare:
        assert bare.post(f"/{TOKEN}/ask", json=GOOD).status_code == 403


@pytest.mark.parametrize(
    "body, said",
    [
        (b"{", "in JSON"),
        (b"[" * 100_000, "in JSON"),
        (b"[1]", "in JSON"),
        (b'{"text": 1, "parts": []}', "needed are texts"),
        (b'{"text": "", "parts": ["shell"]}', "parts"),
        (b'{"text": "", "parts": ["case", "case"]}', "once"),
        (b'{"text": "", "parts": [["case"]]}', "parts"),
        (b'{"text": "", "parts": [], "fields": {"name": "x"}}', "fields"),
        (b'{"text": "", "parts": [], "rival": 3}', "rival"),
        (b'{"text": "", "parts": [], "path": "/etc/passwd"}', "in JSON"),
    ],
)
def test_what_is_no_question_is_refused(client, body, said):
    headers = {"Content-Type": "application/json"}
    answer = client.post(f"/{TOKEN}/ask", content=body, headers=headers)
    assert (answer.status_code, said in answer.text) == (400, True)


def test_a_body_that_no_case_needs_is_refused(client):
    body = json.dumps({"text": "x" * MOST_BYTES, "parts": []})
    headers = {"Content-Type": "application/json"}
    assert client.post(f"/{TOKEN}/ask", content=body, headers=headers).status_code == 413


def test_the_page_asks_for_nothing_elsewhere(client):
    page = client.get(f"/{TOKEN}/").text
    assert page == shell(EXAMPLE, list(shipped_cases()))
    used = re.findall(r'(?:src|href)="([^"#][^"]*)"', page)
    assert set(used) == {"data:,", *(f"look/{n}" for n in LOOKS)}
    texts = [client.get(f"/{TOKEN}/look/{name}") for name in LOOKS]
    assert all(t.status_code == 200 for t in texts)
    own = [t.text for name, t in zip(LOOKS, texts) if "explore" in name]
    assert not any(re.search(r"""(https?:|['"`(]\s*)//|@import""", text) for text in own)
    assert " on" not in re.sub(r">[^<]*<", "><", page) and "<script>" not in page


LOOKS = ("page.css", "explore.css", "page.js", "explore.js")


def test_the_form_has_a_place_for_each_field():
    assert {field.key for field in FORM} == set(FIELDS)
    script = (ROOT / "nonholo/exploring/static/explore.js").read_text(encoding="utf-8")
    keys = re.search(r"const KEYS = \[(.*?)\]", script, re.S)
    assert set(re.findall(r'"(\w+)"', keys[1])) == set(FIELDS)
    assert "eval(" not in script and "innerHTML = html;" in script
    assert script.count("innerHTML") == 2  # answers, and names beside sliders


# answers ------------------------------------------------------------------------------------------
def test_answers_are_those_of_the_commands_the_verdict_first(client):
    told = asked(client, COIN, list(SECONDS))
    assert list(told) == list(SECONDS)
    found = nh.check(nh.case("rolling_coin"))
    assert told["verdict"]["words"] == check_text(found).split("\n")[1]
    assert told["case"]["fields"]["coordinates"] == "x, y, theta, phi"
    assert [told[p]["state"] for p in told] == ["done"] * 5 + ["limit"]
    rival = nh.compare(nh.case("rolling_coin")).entries
    wrong = next(e.equations.name for e in rival if e.agrees is False and e.motion)
    assert told["equations"]["rival"] == told["motion"]["rival"] == wrong
    assert told["motion"]["command"] == f'nonholo simulate CASE --rival "{wrong}"'
    assert "data:image/svg+xml" in told["graph"]["html"] + told["motion"]["html"]


def test_a_limit_is_told_as_a_limit_and_no_other_verdict(client):
    told = asked(client, COIN, ["verdict", "families", "graph"])
    assert told["families"]["state"] == "limit"
    assert told["families"]["words"].startswith("limit reached: the time limit of")
    assert told["verdict"]["words"].startswith("NONHOLONOMIC")
    assert told["graph"]["state"] == "done"


def test_what_is_typed_is_shown_and_never_obeyed(client):
    fields = form(COIN, name="<img src=x onerror=alert(1)>", constraints="<b>dx</b> = 0")
    told = asked(client, COIN, ["case", "verdict"], fields=fields)
    assert told["case"]["state"] == "refused" and "verdict" not in told
    fields = form(COIN, parameters="", initial="", name="<script>alert(1)</script>")
    assert "<script" not in json.dumps(asked(client, COIN, ["verdict"], fields=fields))


def test_geometry_alone_and_letters_without_numbers(client):
    told = asked(client, "", list(SECONDS)[:5], fields=form(EXAMPLE.text, lagrangian=""))
    assert told["verdict"]["state"] == "done"
    assert [told[p]["state"] for p in ("equations", "motion")] == ["absent", "absent"]
    told = asked(
        client, EXAMPLE.text, ["motion"], fields=form(EXAMPLE.text, parameters="m\nJ\ng\nal=1")
    )
    assert (told["motion"]["state"], "m, J, g" in told["motion"]["words"]) == ("absent", True)


def test_an_inadmissible_state_names_its_constraint_and_what_would_do(client):
    fields = form(COIN, initial="theta = 0.3\nxdot = 1\nydot = 0\nphidot = 2")
    told = asked(client, COIN, ["motion"], fields=fields, held="phidot")["motion"]
    assert (
        told["state"] == "refused" and "breaks the constraint ydot - R*phidot*cos" in told["words"]
    )
    assert set(told["proposal"]) == {"xdot", "ydot"}  # what is held stays
    moved = "\n".join(
        f"{n} = {x}" for n, x in ({"theta": "0.3", "phidot": "2"} | told["proposal"]).items()
    )
    assert (
        asked(client, COIN, ["motion"], fields=form(COIN, initial=moved))["motion"]["state"]
        == "done"
    )


def test_a_held_value_gives_way_where_it_alone_breaks_a_constraint():
    case = nh.System(
        "x y", "x'**2 + y'**2", holonomic_constraints=["x - 1"], initial={"x": 3, "y": 2}
    )
    assert admissible_initial(case, held="x") == {"x": 1.0, "y": 2.0}


def test_contradictory_constraints_end_the_answers(client):
    told = asked(
        client, COIN, list(SECONDS), fields=form(COIN, constraints="x' = 0\nx' = 1", dependent="")
    )
    assert list(told) == ["case", "verdict"] and "never true" in told["verdict"]["words"]


# where mistakes are told --------------------------------------------------------------------------
MISTAKES = [  # field, what is typed, line, column, words
    ("constraints", "x' = R*phi'*cos(theta)\n\n  y' = R*phi'*sinn(theta)", 3, 15, "sinn"),
    ("constraints", "x' = R*psi'", 1, 8, "psi is not declared"),
    ("constraints", "x'*sinθ = y'", 1, 4, "try: sin(theta)"),
    ("constraints", "x' = = 2", 1, 6, ""),
    ("lagrangian", "m/2*(xdot**2 + ydot**2", 1, 5, "never closed"),
    ("lagrangian", "m/2*xdot**2\n+ k*y", 2, 3, "k is not declared"),
    ("holonomic_constraints", "x^2 + q", 1, 7, "q is not declared"),
    ("inequalities", "x > > 0", 1, 5, ""),
    ("forces", "theta = -c*thetadot", 1, 10, "c is not declared"),
    ("parameters", "m = 1\nR = 1 +", 2, 8, ""),
    ("parameters", "m = 1\nm = 2", 2, 1, "given twice"),
    ("parameters", "m = { valeu = 1 }", 1, 1, "did you mean value"),
    ("initial", "x = 1\nthetadott = 2", 2, 1, "did you mean thetadot"),
    ("initial", "x = half", 1, 5, "needed is a number"),
    ("initial", "x", 1, 1, "needed is a name and what it is"),
    ("coordinates", "x, y, theta, phi, 2z", 1, 1, "'2z' is no name"),
    ("duration", "-3", 1, 1, "above 0"),
    ("duration", "long", 1, 1, "above 0"),
]


@pytest.mark.parametrize("field, typed, line, column, words", MISTAKES)
def test_a_mistake_is_told_where_it_is(client, field, typed, line, column, words):
    told = asked(client, COIN, ["case"], fields=form(COIN, **{field: typed}))["case"]
    assert told["state"] == "refused"
    own = [c for c in told["complaints"] if c["field"] == field]
    assert (own[0]["line"], own[0]["column"], words in own[0]["message"]) == (line, column, True), (
        own
    )


@pytest.mark.parametrize(
    "text, line, words",
    [
        (
            "coordinates = [\n'x'\n]\nconstraints = 'dx = 0'\nsimulatoin = 3",
            5,
            "did you mean simulation",
        ),
        ("coordinates = ['x']\nconstraints = =", 2, "not TOML"),
        ("coordinates = ['x']\nconstraints = ['dx = 0']\n[functions]\n'f(' = 'x'", 4, ""),
        (COIN + "\n[[bodies]]\nname = 3", 90, ""),
    ],
)
def test_a_mistake_in_the_rest_of_the_file_has_its_line(client, text, line, words):
    told = asked(client, text, ["case"])["case"]
    own = [c for c in told["complaints"] if c["field"] == "text"]
    assert own and words in own[0]["message"]
    assert own[0]["line"] == line or text.startswith(COIN) or "functions" in text


def test_complaints_without_a_key_are_about_the_whole():
    assert placed("m is declared twice", dict.fromkeys(FIELDS, "")).field == ""


# limits -------------------------------------------------------------------------------------------
HOSTILE = [
    "(" * 5000 + "x" + ")" * 5000,
    "9**9**9**9 * x' = 0",
    "x' = " + "1" * 600,
    "__import__('os').system('touch hostile')",
    "x' = " + "+".join(["sin(x)"] * 60_000),
    "\x00",
]


@pytest.mark.parametrize("text", HOSTILE, ids=["deep", "tower", "digits", "code", "long", "null"])
def test_a_hostile_expression_is_refused(client, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = asked(client, COIN, ["case", "verdict"], fields=form(COIN, constraints=text))
    assert (
        told["case"]["state"] == "refused" and len(told["case"]["complaints"][0]["message"]) < 2000
    )
    assert list(tmp_path.iterdir()) == []


def test_a_hostile_file_is_refused(client):
    for text in ("a = " + "[" * 50_000, "a." * 5000 + "b = 1", "x = " + "9" * 6000):
        told = asked(client, text, ["case", "verdict"])
        assert list(told) == ["case"] and told["case"]["state"] != "done"


async def _lane_at_work() -> None:
    lane = Lane({"case": 60.0, "verdict": 60.0, "graph": 1.0})
    first: list[dict] = []

    async def ask_first() -> None:
        async for told in lane.answers({"text": BICYCLE}, ["case", "verdict"]):
            first.append(told)

    try:
        await lane.warm()
        one = asyncio.create_task(ask_first())
        while not first:
            await asyncio.sleep(0.01)
        second = [t async for t in lane.answers({"text": EXAMPLE.text}, ["case", "verdict"])]
        await one
        assert [t["part"] for t in first] == ["case"]  # a later edit stops the one before
        assert [t["state"] for t in second] == ["done", "done"]
        child = lane._child.process.pid
        os.kill(child, signal.SIGSTOP)  # it heeds no warning any more
        third = [t async for t in lane.answers({"text": EXAMPLE.text}, ["graph", "case"])]
        assert [t["state"] for t in third] == ["limit", "done"]
        assert third[0]["words"].startswith("limit reached: the time limit of 1 s")
        assert not _lives(child)
        gone = asyncio.create_task(ask_first())  # nobody listens any more, while it works
        await asyncio.sleep(0.2)
        gone.cancel()
        await asyncio.wait([gone])
        fourth = [t async for t in lane.answers({"text": EXAMPLE.text}, ["case"])]
        assert [t["state"] for t in fourth] == ["done"]
        last = lane._child.process.pid
    finally:
        await lane.close()
    assert not _lives(last)


def _lives(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_one_child_that_can_be_stopped_and_is_ended_at_its_limit():
    asyncio.run(_lane_at_work())


# nothing typed is dropped -------------------------------------------------------------------------
@pytest.mark.parametrize("name", list(shipped_cases())[::9])
def test_a_file_that_is_not_changed_stays_to_the_byte(name):
    text = shipped_cases()[name].read_text(encoding="utf-8")
    fields = fields_of(text)
    assert written(text, fields) == text
    changed = written(
        text, fields | {"name": "Mine", "parameters": "q = 1.50\n" + fields["parameters"]}
    )
    before, after = tomllib.loads(text), tomllib.loads(changed)
    assert after == before | {
        "name": "Mine",
        "parameters": {"q": 1.5, **before.get("parameters", {})},
    }
    assert "q = 1.50" in changed


COMMENTED = """# mine
coordinates = ["x", "y"]  # two
constraints = [
    "dy = x dt",  # the first
    "dx = 2 dt",  # the second
]
[parameters]
m = { value = 1.3, positive = true }  # kg
k = 0.10  # N/m
[initial]
x = 1.0
[expected]
holonomic = false
"""


def test_comments_and_keys_without_a_field_stay():
    fields = form(
        COMMENTED,
        constraints="dy = x dt\ndx = 3 dt\ndx = m dt",
        parameters="m = { value = 2, positive = true }\nk = 0.10\nz",
        initial="",
        duration="3",
        dependent="x, y",
        forces='x = "-k*x"',
    )
    found = written(COMMENTED, fields)
    assert [c for c in re.findall(r"# .*", COMMENTED) if c not in found] == []
    table = tomllib.loads(found)
    assert table["parameters"] == {"m": {"value": 2, "positive": True}, "k": 0.1, "z": {}}
    assert table["constraints"] == ["dy = x dt", "dx = 3 dt", "dx = m dt"]
    assert (table["simulation"], table["dependent"]) == ({"duration": 3}, ["x", "y"])
    assert (table["expected"], table["initial"]) == ({"holonomic": False}, {})
    assert table["forces"] == {"x": '"-k*x"'}
    assert "k = 0.10  # N/m" in found
    again = fields_of(found)
    assert {k: v for k, v in again.items() if v != fields[k]} == {}


def test_a_file_without_a_last_line_end_can_be_written():
    text = "parameters.m = 1\nparameters.g.value = 2"
    assert tomllib.loads(written(text, form(text, name="a")))["name"] == "a"


@pytest.mark.parametrize(
    "text, field",
    [
        ("[[parameters]]\nm = 1\n", {"parameters": "m = 2"}),
        ('constraints = ["a"  # c\n  ,"b",  # d\n]\n', {"constraints": "b\nc\nd"}),
    ],
)
def test_what_the_form_can_not_write_is_told_of_the_form(text, field):
    with pytest.raises(BadCase, match=f"{next(iter(field))}: the form can't write this"):
        written(text, form(text, **field))


def test_assumed_coordinates_keep_what_is_assumed():
    text = "[coordinates]\nr = { positive = true }\nphi = {}\n"
    found = written(text, form(text, coordinates="r, z"))
    assert tomllib.loads(found)["coordinates"] == {"r": {"positive": True}, "z": {}}


def test_sliders_stay_within_what_is_assumed():
    case = parse_case(COIN.replace("al = 0.4", "al = { value = -0.4, min = -0.5, max = -0.1 }"))
    found = {s["name"]: s for s in sliders_of(case)}
    assert (found["al"]["low"], found["al"]["high"]) == (-0.5, -0.1)
    assert 0 < found["m"]["low"] < 1.3 < found["m"]["high"]
    assert found["x"]["low"] < 0.1 < found["x"]["high"]


# the door -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", ["1e400", '"10^400"', '"exp(1000)"', "1e308", "1e-320"])
def test_a_number_beyond_those_of_the_machine_has_no_slider(number):
    case = parse_case(COIN.replace("al = 0.4", f"al = {number}"))
    assert "al" not in {s["name"] for s in sliders_of(case)}


def test_a_whole_number_moves_by_one():
    case = parse_case(COIN.replace("al = 0.4", "al = { value = 3, integer = true }"))
    found = next(s for s in sliders_of(case) if s["name"] == "al")
    assert (found["low"], found["high"], found["step"]) == (1, 9, 1)


def test_without_the_extra_it_is_said_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(door, "find_spec", lambda name: None)
    assert main(["explore", "rolling_coin"]) == 2
    assert "pip install 'nonholo[explore]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "case, said",
    [
        ("rolin_coin", "did you mean rolling_coin"),
        (nh.constraints("dz = y dx"), "given was a Case"),
    ],
)
def test_what_is_no_file_is_refused(case, said):
    with pytest.raises(NonholoError, match=said):
        nh.explore(case, open_browser=False)


def test_a_port_that_is_taken_is_told():
    with door._listening(0) as taken, pytest.raises(NonholoError, match="can't be had"):
        nh.explore(port=taken.getsockname()[1], open_browser=False)


@pytest.fixture(scope="module")
def program():
    """`nonholo explore` as a program, and the record that it tells."""
    words = ["explore", "rolling_coin", "--no-browser", "--json"]
    run = subprocess.Popen(
        [sys.executable, "-m", "nonholo", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    yield run, json.loads(run.stdout.readline())
    run.kill()
    run.wait()


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here to open the page with")
def test_in_a_browser_a_mistake_is_mended_and_a_slider_moves_the_motion(program, tmp_path):
    browser = Browser(tmp_path, program[1]["address"])
    status = 'document.getElementById("status")'
    settled = '!document.querySelector(".answer.old") && '
    try:
        shown = browser.value(f'{status}.matches(".nonholonomic") && {settled}{status}.textContent')
        assert shown == check_text(nh.check(nh.case("rolling_coin"))).split("\n")[1]
        seen = '[...document.querySelectorAll("#answers img")].filter((i) => i.offsetWidth).length'
        pictures = browser.value(seen)
        assert pictures == 2  # graph, path
        assert browser.value('document.querySelectorAll("#answers .moving polygon").length')
        assert browser.value("document.documentElement.scrollWidth <= innerWidth")

        browser.type("constraints", "x' = R*phi'*sin(theta)\ny' = R*phi'*cosinus(theta)")
        told = browser.value('document.querySelector("#constraints-wrong li")?.textContent')
        assert "cosinus" in told and "Go to line 2, column 13" in told
        assert browser.value(f'{status}.textContent.startsWith("Not read yet")')
        browser.value('document.querySelector("#constraints-wrong button").click() || true')
        picked = browser.value(
            "document.activeElement.value.slice(document.activeElement.selectionStart)"
        )
        assert picked == "cosinus(theta)"
        browser.type("constraints", "x' = R*phi'*sin(theta)\ny' = R*phi'*cos(theta)")
        assert browser.value(f'{status}.matches(".nonholonomic") && {settled}true')

        path = 'document.querySelector("#motion-answer img").src'
        before = browser.value(path)
        browser.type("slide-parameters-al", "0.8")
        assert browser.value(f"{path} !== {json.dumps(before)}")
        assert "al = 0.8" in browser.value('document.getElementById("parameters").value')

        # only the motion was asked for again: all else is of the case before, and says so
        old = 'Array.from(document.querySelectorAll(".answer.old"), (one) => one.id).join()'
        before = "verdict-answer,equations-answer,graph-answer,families-answer"
        assert browser.value(f'{old} === "{before}" && {status}.matches(".old")')
        told = 'document.querySelectorAll("section[aria-describedby=before]").length'
        assert browser.value(told) == 4
        dim = 'getComputedStyle(document.getElementById("verdict-answer")).opacity < 0.95'
        assert browser.value(dim)
        release = (
            'document.getElementById("slide-parameters-al").dispatchEvent(new Event("change"))'
        )
        assert browser.value(release)
        assert browser.value(f"{settled}!{told} && !{status}.matches('.old')")
    finally:
        browser.close()


def test_a_signal_ends_the_server_with_its_children(program):
    run, record = program
    jsonschema = pytest.importorskip("jsonschema", reason="pip install 'nonholo[suite]'")
    schema = json.loads((ROOT / "nonholo/schemas/explore.json").read_text(encoding="utf-8"))
    jsonschema.validate(record, schema)
    if not Path("/proc").is_dir():
        pytest.skip("there is no /proc to look for children in")
    family = _descendants(run.pid)
    assert len(family) >= 2  # the server and a child that answers
    run.send_signal(signal.SIGTERM)
    assert run.wait(timeout=30) == 128 + signal.SIGTERM
    assert [one for one in family if _lives(one)] == []


def _descendants(number: int) -> list[int]:
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(path.parent.name)] = int(words[1])
    found, last = [], [number]
    while last:
        last = [child for child, parent in parents.items() if parent in last]
        found += last
    return found
