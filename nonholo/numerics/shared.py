"""Straight-line code with fewer operations: common factors of sums outside, products and sums of
two that occur often by a name.

    a x y + b x y = (a + b) x y,      x y + x z = x (y + z),      x y z, x y w  by  p = x y

with a and b that rest.  A graph multiplies products out into powers of what they are made of, so
that x y is computed again in every product that holds it.  All is algebra with the terms as they
stand; the steps are greedy, as in HosangadiFallahKastner2006."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations

from nonholo.arithmetic.numbers import Rational
from nonholo.expression.graph import MINUS, UNIT, Expr, linear, ordered
from nonholo.numerics.lines import Steps, operations
from nonholo.work import spend

SHARED = "shared {}"  # no name of a user holds a space
FEW, MOST = 600, 20_000  # nodes up to which all ways are tried, and any
BEST = 2  # ways of which the shared code is looked at
FAR = 3  # so many times as long as the shortest: no sharing makes up for it
Way = tuple[bool, bool, bool]  # common factors first; steps as they are; common pairs of terms
WAYS: tuple[Way, ...] = tuple((f, s, True) for f in (True, False) for s in (True, False))
LARGE: Way = (True, True, False)
LOOK = 2  # units for looking at a pair of factors
Factor = tuple[int, int]  # what is multiplied, and 1 or -1
Monomial = tuple[Factor, ...]  # in order, a square twice
Sum = dict[Monomial, int]  # with signs
Code = tuple[list[Expr], list[tuple[Expr, Expr]]]
Term = tuple[int, Monomial]  # a sign and a product


def shared(
    roots: Sequence[Expr],
    steps: Steps,
    state: Iterable[Expr],
    moving: Sequence[Expr],
    ways: Sequence[Way] = WAYS,
    size: Callable[[Code], int] | None = None,
) -> Code:
    """`roots` after `steps`, or the same in another graph by fewer operations and other steps.

    state: the symbols of a state, what holds none of them is left as it is; moving: those by which
    operations are counted; ways: that are tried; size: that counts them.  Exponentials are left
    alone, for their quotients are written so that they don't overflow (see `lines`).

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b, x, y, z = (g.symbol(n) for n in "abxyz")
    >>> shared([a*x*y + b*x*y, x*y*z], [], [x, y, z], [x, y, z])
    ([(a + b)*shared 0, z*shared 0], [(shared 0, x*y)])
    """
    every = ordered([*(e for _, e in steps), *roots])
    exponential = any(n.calls("exp") for n in every)
    if exponential or len(every) > MOST:
        ways = ()
    elif len(every) > FEW:
        ways = [LARGE] if ways[0] is WAYS[0] else []
    codes: list[Code] = [(list(roots), list(steps))]
    codes += [_Table(roots, steps, state, way).written() for way in ways]
    return min(codes, key=size or _counted(moving)) if len(codes) > 1 else codes[0]


def _counted(moving: Sequence[Expr]) -> Callable[[Code], int]:
    """How many operations a code has, each counted once."""
    known: list[tuple[list[Expr], int]] = []  # the lists are kept, so that they stay different

    def size(code: Code) -> int:
        for roots, count in known:
            if roots is code[0]:
                return count
        known.append((code[0], operations(code[0], moving, code[1])))
        return known[-1][1]

    return size


def shortest(
    codes: Sequence[Code], state: Sequence[Expr], moving: Sequence[Expr]
) -> tuple[int, Code]:
    """The shortest of some (roots, steps) that compute the same, with its number: the two that are
    shortest as they are are shared in one way, the better of these in all.
    """

    size = _counted(moving)
    sizes = [size(code) for code in codes]
    first = sorted(range(len(codes)), key=lambda k: (sizes[k], k))[:BEST]
    first = [k for k in first if sizes[k] <= FAR * sizes[first[0]]]
    shared_codes = {k: shared(*codes[k], state, moving, WAYS[:1], size) for k in first}
    best = min(shared_codes, key=lambda k: size(shared_codes[k]))
    chosen = shared_codes[best]
    return best, min(chosen, shared(*codes[best], state, moving, WAYS[1:], size), key=size)


class _Table:
    """Numbers for all that is named, and what they stand for.

    whole: expressions that are left as they are; still: those of them that rest; calls: functions
    of others; sums: sums of products of others; fixed: steps that stay; waves: sine and cosine of
    one angle; results: what is asked for."""

    def __init__(self, roots: Sequence[Expr], steps: Steps, state: Iterable[Expr], way: Way):
        self.by_factors, stepwise, self.thorough = way
        source = roots[0].graph
        self.graph = source.fresh(2)
        for symbol in source.unmask(-1):
            self.graph.adopted(symbol)
        self.bits = source.mask([*state, *(s for s, _ in steps)])
        self.whole: dict[int, Expr] = {}
        self.still: dict[int, Expr] = {}
        self.calls: dict[int, tuple[Callable[..., Expr], list[int]]] = {}
        self.sums: dict[int, Sum] = {}
        self.numbers: dict[object, int] = {}
        self.count = 0
        self.known: dict[int, Term] = {}
        self.fixed: set[int] = set()
        self.waves: list[tuple[int, int]] = []
        for symbol, e in steps:
            term = self.read(e)
            if stepwise and len(term[1]) > 1:
                v = self.single((1, term[1]))
                self.fixed.add(v)
                term = term[0], ((v, 1),)
            self.known[symbol.index] = term
        self.results = [self.read(root) for root in roots]

    def number(self, key: object) -> int:
        """The number of a key."""
        if key not in self.numbers:
            self.count += 1
            self.numbers[key] = self.count
        return self.numbers[key]

    # reading ----------------------------------------------------------------------------------
    def read(self, root: Expr) -> Term:
        for node in ordered([root], stop=lambda n: n.index in self.known or not self.moves(n)):
            self.at(node)
        return self.at(root)

    def at(self, node: Expr) -> Term:
        if node.index not in self.known:
            self.known[node.index] = self.term(node)
        return self.known[node.index]

    def moves(self, node: Expr) -> bool:
        return bool(node.support & self.bits)

    def term(self, node: Expr) -> Term:
        if not self.moves(node):
            return self.resting(self.graph.copy([node])[0])
        if node.kind == "sum":
            constant, terms = linear(node)
            parts = [(monomial, c * sign) for t, c in terms for sign, monomial in [self.at(t)]]
            return self.collected([*parts, ((), constant)] if constant else parts)
        if node.kind == "product":
            return self.product(node.args)
        if node.kind == "function":
            name, args = node.args
            return self.call(lambda *a: self.graph.call(name, *a), (name,), args)
        v = self.number(node.args)
        self.whole[v] = self.graph.symbol(node.args)
        return 1, ((v, 1),)

    def collected(self, parts: Iterable[tuple[Monomial, Rational]]) -> Term:
        """A sum in which what moves occurs once."""
        weights: dict[Monomial, list[tuple[Expr, Rational]]] = defaultdict(list)
        for monomial, c in parts:
            weight, moving = self.parted(monomial)
            weights[moving].append((weight, c))
        whole = {moving: self.graph.sum(weight) for moving, weight in weights.items()}
        self.round(whole)
        terms: Sum = {}
        for moving, e in whole.items():
            sign, factor = self.resting(e)
            if sign:
                terms[_ordered([*moving, *factor])] = sign
        return self.named(terms)

    def round(self, whole: dict[Monomial, Expr]) -> None:
        """a x sin^2 + b x cos^2 = (a - b) x sin^2 + b x, with a and b that rest."""
        for moving in list(whole):
            for sine, cosine in self.waves:
                if moving.count((sine, 1)) > 1 and moving in whole:
                    others = _without(_without(moving, (sine, 1)), (sine, 1))
                    other = _ordered([*others, (cosine, 1), (cosine, 1)])
                    if other in whole:
                        b = whole.pop(other)
                        whole[moving] -= b
                        whole[others] = whole.get(others, self.graph.zero) + b

    def resting(self, e: Expr) -> Term:
        """A sign and an expression in which nothing moves; (0, ()) for 0."""
        if e.is_zero:
            return 0, ()
        constant, terms = linear(e)
        first = constant or terms[0][1]
        sign = -1 if first < 0 else 1
        e = e * sign
        if e is self.graph.one:
            return sign, ()
        v = self.number(("still", e))
        self.whole[v] = self.still[v] = e
        return sign, ((v, 1),)

    def parted(self, monomial: Monomial) -> tuple[Expr, Monomial]:
        """What rests of a product, and what moves."""
        still = self.graph.product([(self.still[v], e) for v, e in monomial if v in self.still])
        return still, tuple([f for f in monomial if f[0] not in self.still])

    def product(self, factors) -> Term:
        factors_in_order: list[Factor] = []
        sign, resting = 1, self.graph.one
        for base, e in factors:
            if type(e) is not int:
                _, inner = self.call(lambda b, e=e: self.graph.power(b, e), ("power", e), [base])
                factors_in_order += inner
                continue
            size, monomial = self.at(base)
            weight, moving = self.parted(monomial)
            resting = resting * weight**e
            sign *= size if e % 2 else 1
            factors_in_order += [(v, f if e > 0 else -f) for v, f in moving for _ in range(abs(e))]
        size, factor = self.resting(resting)
        return sign * size, _ordered([*factors_in_order, *factor])

    def call(self, made: Callable[..., Expr], key: tuple, args: Sequence[Expr]) -> Term:
        inner = [self.single(self.at(a)) for a in args]
        v = self.number((*key, *inner))
        self.calls[v] = made, inner
        sine, cosine = (self.numbers.get((name, *inner)) for name in ("sin", "cos"))
        if sine and cosine and v in (sine, cosine) and (sine, cosine) not in self.waves:
            self.waves.append((sine, cosine))
        return 1, ((v, 1),)

    def single(self, term: Term) -> int:
        """The number of a term."""
        sign, monomial = term
        if sign == 1 and len(monomial) == 1 and monomial[0][1] == 1:
            return monomial[0][0]
        v = self.number(("term", term))
        self.sums[v] = {monomial: sign} if sign else {}
        return v

    def named(self, terms: Sum) -> Term:
        """A sum, up to its sign one number."""
        if len(terms) < 2:
            return next(((sign, m) for m, sign in terms.items()), (0, ()))
        sign = terms[min(terms)]
        if sign < 0:
            terms = {m: -s for m, s in terms.items()}
        v = self.number(frozenset(terms.items()))
        self.sums.setdefault(v, terms)
        return sign, ((v, 1),)

    # common factors ---------------------------------------------------------------------------
    def factor(self) -> None:
        pending = dict.fromkeys(self.sums)
        while pending:
            v, _ = pending.popitem()
            while (best := _commonest(self.sums[v])) is not None:
                inner = {_without(m, best): s for m, s in self.sums[v].items() if best in m}
                sign, name = self.named(inner)
                others = {m: s for m, s in self.sums[v].items() if best not in m}
                self.sums[v] = {**others, _ordered([best, *name]): sign}
                pending[name[0][0]] = None

    def spliced(self, term: Term) -> Term:
        """A product without names of products."""
        factors: list[Factor] = []
        sign = term[0]
        for v, e in term[1]:
            if v not in self.fixed and len(self.sums.get(v, ())) == 1:
                ((inner, s),) = self.sums[v].items()
                s, inner = self.spliced((s, inner))
                self.sums[v] = {inner: s}
                sign, factors = sign * s, [*factors, *((x, f * e) for x, f in inner)]
            else:
                factors.append((v, e))
        return sign, _ordered(factors)

    def splice(self) -> None:
        for v, terms_of in self.sums.items():
            if len(terms_of) > 1 or v in self.fixed:
                terms = [self.spliced((s, m)) for m, s in terms_of.items()]
                if len({m for _, m in terms}) == len(terms_of):
                    self.sums[v] = {m: s for s, m in terms}
        self.results = [self.spliced(term) for term in self.results]

    # common pairs -----------------------------------------------------------------------------
    def pair(self) -> None:
        """The pair of factors that most products hold gets a name, while two hold one."""
        rows = [(v, m) for v, terms in self.sums.items() for m in terms]
        rows += [(-1 - i, m) for i, (_, m) in enumerate(self.results)]
        signs = [self.sums[v][m] if v >= 0 else self.results[-1 - v][0] for v, m in rows]
        owners, products = [v for v, _ in rows], [list(m) for _, m in rows]
        where: dict[Monomial, dict[int, int]] = defaultdict(dict)
        for k, m in enumerate(products):
            for p, count in _pairs(m).items():
                where[p][k] = count
        heap = [(-sum(held.values()), p) for p, held in where.items()]
        heapify(heap)
        while heap:
            count, p = heappop(heap)
            now = sum(where[p].values())
            if now < 2:
                continue
            if now != -count:
                heappush(heap, (-now, p))
                continue
            self.count += 1
            name = self.count
            touched = set()
            for k, times in list(where[p].items()):
                for old in _pairs(products[k]):
                    where[old].pop(k, None)
                products[k] = _replaced(products[k], p, name, times)
                for new, times in _pairs(products[k]).items():
                    where[new][k] = times
                    touched.add(new)
            owners.append(name)
            signs.append(1)
            products.append(list(p))
            for new in sorted(touched):
                heappush(heap, (-sum(where[new].values()), new))
        self.sums = defaultdict(dict)
        for v, m, sign in zip(owners, products, signs):
            if v >= 0:
                self.sums[v][_ordered(m)] = sign
            else:
                self.results[-1 - v] = sign, _ordered(m)

    def pair_terms(self) -> None:
        """The pair of terms that most sums hold gets a name, while two hold one; of pairs that as
        many hold, the first.
        """
        pairs = {v: _term_pairs(terms) for v, terms in self.sums.items()}
        held = Counter(pair for some in pairs.values() for pair in some)
        while True:
            spend(LOOK * sum(len(terms) ** 2 for terms in self.sums.values()))
            most = max(held.values(), default=0)
            if most < 2:
                return
            best = next(p for some in pairs.values() for p in some if held[p] == most)
            m, n, sign = best
            holders = [v for v, some in pairs.items() if best in some]
            name = next((v for v in holders if len(self.sums[v]) == 2), 0)
            if not name:
                self.count += 1
                name = self.count
                self.sums[name] = {m: 1, n: sign}
            for v in holders:
                if v != name:
                    sign = self.sums[v].pop(m) * self.sums[name][m]
                    self.sums[v].pop(n)
                    self.plus(self.sums[v], name, sign)
            for v in dict.fromkeys((*holders, name)):
                held.subtract(pairs.get(v, ()))
                pairs[v] = _term_pairs(self.sums[v])
                held.update(pairs[v])

    def plus(self, terms: Sum, name: int, sign: int) -> None:
        """A sum and what is named, which it may hold already."""
        before = terms.pop(((name, 1),), 0)
        if before == sign:
            _, two = self.resting(self.graph.number(Rational(2)))
            terms[_ordered([(name, 1), *two])] = sign
        elif not before:
            terms[((name, 1),)] = sign

    # writing ----------------------------------------------------------------------------------
    def written(self) -> tuple[list[Expr], list[tuple[Expr, Expr]]]:
        if self.by_factors:
            self.factor()
        self.splice()
        self.pair()
        if self.thorough:
            self.pair_terms()
        uses = Counter(v for terms in self.sums.values() for m in terms for v, _ in m)
        uses.update(v for _, inner in self.calls.values() for v in inner)
        uses.update(v for _, m in self.results for v, _ in m)
        steps: list[tuple[Expr, Expr]] = []
        done: dict[int, Expr] = dict(self.whole)

        def below(v: int) -> list[int]:
            if v in self.calls:
                return self.calls[v][1]
            return [x for m in self.sums.get(v, ()) for x, _ in m]

        def build(start: int) -> None:
            stack = [start]
            while stack:
                v = stack[-1]
                missing = [x for x in below(v) if x not in done]
                if v in done or missing:
                    stack.pop() if v in done else stack.extend(reversed(missing))
                    continue
                if v in self.calls:
                    made, inner = self.calls[v]
                    e = made(*(done[x] for x in inner))
                else:
                    e = self.added(self.sums.get(v, {}), done)
                if uses[v] > 1 and v in self.sums and e.kind not in ("symbol", "number"):
                    symbol = self.graph.symbol(SHARED.format(len(steps)))
                    steps.append((symbol, e))
                    e = symbol
                done[v] = e
                stack.pop()

        for _, m in self.results:
            for v, _ in m:
                build(v)
        return [self.added({m: s}, done) for s, m in self.results], steps

    def added(self, terms: Sum, done: dict[int, Expr]) -> Expr:
        parts = [
            (self.graph.product([(done[v], e) for v, e in m]), UNIT if s > 0 else MINUS)
            for m, s in terms.items()
            if s
        ]
        return self.graph.sum(parts)


def _term_pairs(terms: Sum) -> list[tuple[Monomial, Monomial, int]]:
    """Two terms and whether their signs are equal, for all terms of a sum in order."""
    return [(m, n, s * t) for (m, s), (n, t) in combinations(sorted(terms.items()), 2)]


def _ordered(factors: Iterable[Factor]) -> Monomial:
    """Sorted, without x and 1/x."""
    powers: Counter = Counter()
    for v, e in factors:
        powers[v] += e
    return tuple(
        [(v, 1 if powers[v] > 0 else -1) for v in sorted(powers) for _ in range(abs(powers[v]))]
    )


def _without(m: Monomial, factor: Factor) -> Monomial:
    k = m.index(factor)
    return (*m[:k], *m[k + 1 :])


def _commonest(terms: Sum) -> Factor | None:
    """The factor that saves most products."""
    counts = Counter(f for m in terms if len(m) > 1 for f in set(m))
    spend(LOOK * sum(map(len, terms)))
    best = max(counts, key=lambda f: (counts[f], -f[0], f[1]), default=None)
    return best if best is not None and counts[best] > 1 else None


def _pairs(m: Sequence[Factor]) -> Counter:
    """x y, also of 1/(x y), and x/y, with how often they can be taken; nothing is divided by what
    was multiplied.
    """
    counts, pairs = Counter(m), Counter[Monomial]()
    distinct = sorted(counts)
    spend(LOOK * len(distinct) ** 2)
    for f, g in combinations(distinct, 2):
        pairs[_pair(f, g)] += min(counts[f], counts[g])
    for f, k in counts.items():
        if k > 1:
            pairs[_pair(f, f)] += k // 2
    return pairs


def _pair(f: Factor, g: Factor) -> Monomial:
    if f[1] == g[1]:
        return ((f[0], 1), (g[0], 1))
    return (f, g) if f[1] == 1 else (g, f)


def _replaced(m: list[Factor], p: Monomial, name: int, times: int) -> list[Factor]:
    """A product with the pair p, or one over it, by its name."""
    left = list(m)
    for _ in range(times):
        (a, _), (b, e) = p
        sign = 1 if (a, 1) in left and (b, e) in left else -1
        left.remove((a, sign))
        left.remove((b, e * sign))
        left.append((name, sign))
    return sorted(left)
