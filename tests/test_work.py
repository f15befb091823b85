"""Budgets count work: the same question costs the same, whatever was asked before, on every
machine.

If the counts are equal, no budget can end sooner on one machine than on another; that nothing
below the outer stop reads a clock is the other half.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import json
import multiprocessing
import os
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest
from flint import ctx

import nonholo as nh
from nonholo.arithmetic.balls import Ball, at_precision
from nonholo.errors import NonholoError
from nonholo.findings.side_by_side import compare
from nonholo.readers.case_file import read_case
from nonholo.work import BUDGETS, LEAST, Work, spend
from tests.test_history import QUESTIONS, answer

ROOT = Path(__file__).resolve().parent.parent
CASES = sorted((ROOT / "cases").rglob("*.toml"))
SMALL = ("rolling_coin", "particle_on_sphere", "ideal_gas_heat", "two_trailers")
OUTER = {"limits.py"}  # the outer stop: it ends the work, and never changes an answer
CLOCKS = {"time", "datetime", "timeit", "sched"}


def path_of(stem: str) -> Path:
    return next(p for p in CASES if p.stem == stem)


def spent(question, case) -> int:
    """Units that a question takes."""
    start = Work.of(0).end
    with contextlib.suppress(NonholoError):
        question(case)
    return Work.of(0).end - start


def counts(stem: str) -> list[int]:
    case = read_case(path_of(stem))
    return [spent(question, case) for question in (nh.check, compare, nh.check)]


# budgets ------------------------------------------------------------------------------------------
def test_a_budget_ends_with_the_work_of_its_thread():
    work = Work.of(1000)
    spend(999)
    assert not work.over
    spend(1)
    assert work.over
    assert work.left == LEAST


def test_a_budget_of_nothing_is_over_at_once():
    assert Work.of(0).over


def test_what_is_done_below_is_charged_to_all_above():
    outer = Work.of(1000)
    inner = outer.share(0.5)
    spend(600)
    assert inner.over
    assert not outer.over


def test_a_part_of_a_budget_is_never_longer_than_the_whole():
    work = Work.of(1000)
    assert work.at_most(10).end - work.end == -990
    assert work.at_most(5000) == work
    assert work.longer(5).end == work.end + 5
    assert work.affords(999)
    assert not work.affords(1000)


def test_work_of_another_thread_is_not_charged():
    work = Work.of(1000)
    thread = threading.Thread(target=spend, args=(10**6,))
    thread.start()
    thread.join()
    assert not work.over


# no clock -----------------------------------------------------------------------------------------
def modules_imported(path: Path) -> set[str]:
    found = set()
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if any(clock in text for clock in CLOCKS) else ():
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").partition(".")[0])
    return found


def test_nothing_below_the_outer_stop_reads_a_clock():
    package = ROOT / "nonholo"
    readers = {
        p.relative_to(package).as_posix()
        for p in package.rglob("*.py")
        if modules_imported(p) & CLOCKS
    }
    assert readers == OUTER


# the same work ------------------------------------------------------------------------------------
@pytest.mark.parametrize("stem", SMALL)
def test_a_question_costs_the_same_again(stem):
    first = counts(stem)
    assert first == counts(stem)
    assert first[0] == first[2]


def test_a_question_costs_the_same_in_threads():
    alone, found = {stem: counts(stem) for stem in SMALL}, {}
    threads = [
        threading.Thread(target=lambda s=stem: found.setdefault(s, counts(s))) for stem in SMALL
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == alone


@pytest.fixture
def switching_often():
    """Threads take turns after each few steps."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def test_a_thread_has_the_precision_it_asked_for(switching_often):
    """FLINT has one for all threads: what one took made the balls of the others wider."""
    before, widths = ctx.prec, {bits: set() for bits in (60, 250, 900)}

    def work(bits):
        for _ in range(20):
            with at_precision(bits):
                widths[bits] |= {float(Ball(2).sqrt().rad()) for _ in range(2000)}

    threads = [threading.Thread(target=work, args=(bits,)) for bits in widths]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(width) for width in widths.values()] == [1, 1, 1] and ctx.prec == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_does_not_wait_for_a_thread_of_its_parent():
    asked, told = threading.Event(), threading.Event()

    def hold():
        with at_precision(900):
            asked.set()
            told.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    asked.wait()
    child = os.fork()
    if child == 0:
        with at_precision(60):
            os._exit(ctx.prec - 60)
    told.set()
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.slow
def test_a_question_costs_the_same_in_a_fresh_process():
    stems = [*SMALL, "suslov_in_body_rates"]
    code = (
        "import json, sys; from tests.test_work import counts; "
        "print(json.dumps({s: counts(s) for s in sys.argv[1:]}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *stems],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "1"},
    )
    assert json.loads(done.stdout) == {stem: counts(stem) for stem in stems}


def test_more_units_find_what_fewer_leave_open():
    case = nh.constraints("dz = y**2 dx", also=["y"])
    assert nh.check(case, units=0).survey.strata.singular is None
    assert nh.check(case, units=BUDGETS.brackets).survey.strata.complete


# the same answer ----------------------------------------------------------------------------------
@cache
def answers_here() -> dict[str, list[str]]:
    """The answers on the small cases in this process."""
    return answers(SMALL)


def answers(stems) -> dict[str, list[str]]:
    """The JSON of every question on each case."""
    return {
        stem: [answer(question, read_case(path_of(stem))) for question in QUESTIONS.values()]
        for stem in stems
    }


def differing(answers: dict[str, list[str]], alone: dict[str, list[str]]) -> list[str]:
    """Where answers are not those that were given alone: the case, the question and the words
    around the first letter that is another.
    """
    told = []
    for stem, here in alone.items():
        for question, one, other in zip(QUESTIONS, here, answers[stem], strict=True):
            if one != other:
                first = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), -1)
                around = slice(max(0, first - 150), first + 150)
                told.append(f"{question} of {stem}: {one[around]!r} or {other[around]!r}")
    return told


@pytest.mark.slow
def test_eight_threads_at_once_get_the_same_answers():
    stems = ("rolling_coin", "particle_on_sphere")
    alone = answers(stems)
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(answers, [[stem] for stem in stems * 4]))
    assert [differing(each, {stem: alone[stem] for stem in each}) for each in told] == [[]] * 8


@pytest.mark.slow
@pytest.mark.parametrize("start", ["spawn", "forkserver"])
def test_processes_of_each_start_get_the_same_answers(start):
    stems = ("rolling_coin",)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(start)) as pool:
        assert list(pool.map(answers, [stems] * 2)) == [answers(stems)] * 2


@pytest.mark.slow
def test_tasks_that_wait_for_each_other_get_the_same_answers():
    async def together():
        return await asyncio.gather(
            *(asyncio.to_thread(answers, ("heisenberg",)) for _ in range(4))
        )

    assert asyncio.run(together()) == [answers(("heisenberg",))] * 4


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_a_fresh_process_gives_the_same_answers(seed):
    code = (
        "import json, sys; from tests.test_work import answers; "
        "print(json.dumps(answers(sys.argv[1:])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *SMALL],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    assert json.loads(done.stdout) == answers_here()


def test_a_certificate_of_a_family_is_the_same_in_every_process():
    code = (
        "import json, nonholo as nh; "
        "case = nh.System('x y z', None, ['dz = a y dx + b x dy + c dt'], "
        "parameters=dict.fromkeys('abc')); "
        "print(json.dumps(nh.certificate(nh.families(case, 'constraints', records=False))))"
    )
    made = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in "12"  # by which sets had other orders
    }
    assert len(made) == 1
