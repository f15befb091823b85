"""Simulated motions of two tellings from the same state: the same states later, the same energy,
reactions and work, and receipts that say so.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonholo.numerics.trajectory import Trajectory
from nonholo.simulation import simulate
from nonholo.testing.laws.answers import Pair, answers, asked
from nonholo.testing.numbers import State, apart, back, numbered, pushed, row_of
from nonholo.testing.tellings import Telling

TIMES, DURATION, FAR = 5, 0.5, 1e-6  # times that are told; of states, relative
BEGINS = 0.4, 0.3, -0.2, 0.6, 0.5  # coordinates and velocities, as far as rows let them


def runs(told: Telling) -> Iterator[Pair]:
    """States, energy, reactions and work on the way, and the receipts.

    The other is followed from a state of its own, the first from what that state is in it.
    """
    if told.first.system.lagrangian is None or not numbered(told):
        return
    after = _begun(told)
    if after is None:
        return
    forth, taken = back(told), pushed(told)
    there = [_state(after, i) for i in range(len(after.t))]
    here = [forth(state) for state in there]
    initial = {**here[0].q, **{f"{n}dot": x for n, x in here[0].v.items()}}
    before = asked(
        simulate,
        told.first,
        DURATION * float(told.pace),
        initial=initial,
        points=TIMES,
        start=here[0].t,
    )
    if not answers(before):
        yield "a motion", None, True
        return
    yield "receipt", *(run.receipt.ok or None for run in (before, after))
    if not (before.receipt.ok and after.receipt.ok):
        return
    k = float(told.weight)
    for i, (state, wanted) in enumerate(zip(there, here, strict=True)):
        moved, at = _state(before, i), f"at t = {wanted.t:.6g}"
        yield f"place {at}", True, apart(wanted.q, moved.q) < FAR
        yield f"velocity {at}", True, apart(wanted.v, moved.v) < FAR
        forces = taken(state, row_of(before.reactions, i))
        yield f"reactions {at}", True, apart(forces, row_of(after.reactions, i)) < FAR
        energies = {"energy": k * before.energy[i]}, {"energy": after.energy[i]}
        yield f"energy {at}", True, apart(*energies) < FAR
        if before.work is not None and after.work is not None:
            work = {"work": k * before.work[i]}, {"work": after.work[i]}
            yield f"work {at}", True, apart(*work) < FAR


def _begun(told: Telling) -> Trajectory | None:
    """A motion of the other, from the first of some states that its rows let be."""
    names = told.other.system.chart.names
    start = -float(told.shift) / float(told.pace)
    q = dict(zip(names, BEGINS))
    v = {f"{n}dot": x for n, x in zip(names, reversed(BEGINS))}
    few = dict(list(q.items())[1:])
    last = {n: v[n] for n in list(v)[-1:]}
    for initial in ({**q, **last}, {**few, **last}, q, few, last):
        run = asked(simulate, told.other, DURATION, initial=initial, points=TIMES, start=start)
        if answers(run):
            return run
    return None


def _state(run: Trajectory, i: int) -> State:
    nothing = dict.fromkeys(run.names, 0.0)
    return State(float(run.t[i]), row_of(run.q, i), row_of(run.v, i), nothing)
