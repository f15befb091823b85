"""The arithmetic of those who look for evidence says what the verifier's says."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.evidence.allowed import Allowed
from nonholo.evidence.cases import problem_about
from nonholo.evidence.measures import Measures
from nonholo.evidence.products import LARGEST, QuickFunctions
from nonholo.findings.family_levels import on_levels
from nonholo.geometry.families.minors import AtPlace, sample_of
from nonholo.verifier.functions import Functions
from nonholo.verifier.outcome import LIMIT, Budget, Stop
from nonholo.verifier.polynomials import ONE
from nonholo.work import BUDGETS

X = {((1, 1),): Fraction(1)}, ONE
EXPONENTS = st.sampled_from([1, 2, 3, -1, -2, Fraction(1, 2), LARGEST, LARGEST + 1])
PLAIN = st.integers(0, 3)  # of the turn and of the root, which are reduced
POWERS = st.tuples(PLAIN, *[st.one_of(st.just(0), EXPONENTS)] * 3, PLAIN)
MONOMIALS = POWERS.map(lambda powers: tuple((g, e) for g, e in enumerate(powers) if e))
WIDE = Fraction(7**900, 11**800)
NUMBERS = st.fractions(-9, 9, max_denominator=6).filter(bool) | st.just(WIDE)
POLYNOMIALS = st.dictionaries(MONOMIALS, NUMBERS, max_size=6)


def language(kind):
    """With the turn, x, y, e^(i x), and sqrt(1 + x^2)."""
    made = kind(4, Budget(10**9))
    for name in "xy":
        made.generator("symbol", name)
    made.wave("angle", X)
    made.root(({((1, 2),): Fraction(1), (): Fraction(1)}, ONE))
    return made


@given(st.lists(st.tuples(POLYNOMIALS, POLYNOMIALS), min_size=1, max_size=4))
def test_products_and_their_work(pairs):
    """In the same order of terms, for texts are made of them."""
    quick, plain = language(QuickFunctions), language(Functions)
    for a, b in pairs:
        assert [*quick.mul(a, b).items()] == [*plain.mul(a, b).items()]
    assert quick.spend.__self__.left == plain.spend.__self__.left


@pytest.mark.parametrize("kind", [QuickFunctions, Functions])
@pytest.mark.parametrize("other", [Fraction(1), Fraction(3, 7)])
def test_long_numbers_are_counted_beside_short_ones(kind, other):
    """Sums and products of fractions ask for common divisors, whatever the other number is."""
    left = kind(4, Budget(1000))
    with pytest.raises(Stop, match=LIMIT):
        left.mul({(): WIDE**25}, {(): other})


@pytest.mark.parametrize("name", ["chaplygin_sphere", "rolling_coin", "veselova"])
def test_a_place_modulo_a_prime(name):
    """A number at a place is that of the polynomial in the parameters that is there."""
    case = nh.case(name)
    allowed = Allowed.of(BUDGETS.families)
    answers = Measures(on_levels(case), problem_about(case, "measure"), [], 4, [{}], allowed)
    region = answers.region_of(())
    sample = sample_of(region)
    values = [x[0] for row in region.rows for x in row.values()] + [answers.lagrangian.L[0]]
    record = {"symbols": {}, "angles": {}}
    parametric, kinds = answers.parameters.parametric, answers.language.kinds
    held = {g for p in values for m in p for g, _ in m}
    for kind, what in (kinds[g] for g in held if not parametric(g)):
        if kind == "symbol":
            record["symbols"][what] = "2/3"
        else:
            record["angles"]["*".join(kinds[g][1] for g, _ in what)] = ["3/5", "4/5"]
    place = answers.parameters.place(record)
    there = AtPlace(sample, place)
    numbers = [there.at((p, ONE)) for p in values]
    assert numbers == [sample.at((answers.parameters.value(place, p), ONE)) for p in values]
    assert any(numbers)
