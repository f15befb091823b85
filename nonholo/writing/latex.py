"""Expressions as LaTeX."""

from __future__ import annotations

import re
import unicodedata
from collections import ChainMap
from collections.abc import Mapping
from fractions import Fraction
from operator import itemgetter

from nonholo.arithmetic.numbers import Rational
from nonholo.expression.demands import letter_power, with_letters_above
from nonholo.expression.graph import Expr, linear, ordered
from nonholo.expression.text import HUGE, READABLE, width
from nonholo.expression.unspecified import Unspecified
from nonholo.words.language import told
from nonholo.words.sentence import say
from nonholo.writing.present import presentable

_LOWER = (
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "pi",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "chi",
    "psi",
    "omega",
)
_UPPER = (
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Xi",
    "Pi",
    "Sigma",
    "Upsilon",
    "Phi",
    "Psi",
    "Omega",
)
GREEK = frozenset(_LOWER + _UPPER)
_FUNCTIONS = {
    "sin": r"\sin",
    "cos": r"\cos",
    "exp": r"\exp",
    "log": r"\ln",
    "asin": r"\arcsin",
    "acos": r"\arccos",
    "atan": r"\arctan",
    "sign": r"\operatorname{sgn}",
}
SUM, PRODUCT, ATOM = 0, 1, 2
HALF = Fraction(1, 2)
KINDS = ("number", "pi", "symbol", "function")  # of factors, in this order
DIFFERENTIAL = r"\mathrm{d}"  # begins one
CALLED = {  # functions that have a name of their own in some languages
    "sin": say("sin"),
    "tan": say("tan"),
    "arcsin": say("arcsin"),
    "arctan": say("arctan"),
    "sinh": say("sinh"),
    "tanh": say("tanh"),
}
UNWRITTEN = r"\mbox{"  # begins what stands in place of an expression, and nothing else
TOO_LONG = say("too long to be written out")


def unwritten() -> str:
    """What stands in place of an expression that nobody would read to its end."""
    return f"{UNWRITTEN}{told(TOO_LONG)}}}"


def called(function: str) -> str:
    """A function as readers call it here; what is typed back keeps its name.

    >>> from nonholo.words.language import speaking
    >>> with speaking("es"):
    ...     called("sin"), called("cos")
    ('sen', 'cos')
    """
    return told(CALLED.get(function, function))


def as_called(latex: str) -> str:
    r"""LaTeX with the functions as they are called here.

    >>> from nonholo.words.language import speaking
    >>> with speaking("pt"):
    ...     as_called(r"\sin x + \operatorname{tanh} y + \cos z")
    '\\operatorname{sen} x + \\operatorname{tgh} y + \\cos z'
    """
    named = re.compile(rf"\\({'|'.join(CALLED)})(?![a-z])|\\operatorname{{({'|'.join(CALLED)})}}")

    def renamed(match: re.Match) -> str:
        name = match[1] or match[2]
        return match[0] if called(name) == name else rf"\operatorname{{{called(name)}}}"

    return named.sub(renamed, latex)


def name_latex(name: str) -> str:
    """A letter in italics, a word upright, Greek letters and subscripts: theta1 -> \\theta_{1},
    lambda_2, x_com; θ as theta.
    """
    stem, _, tail = "".join(map(_spelled, name)).partition("_")
    match = re.fullmatch(r"([A-Za-z]+?)(\d+)", stem)
    if match and (match[1] in GREEK or len(match[1]) <= 2):
        stem, tail = match[1], match[2] + (f",{tail}" if tail else "")
    tail = tail.strip("_")
    word = stem if len(stem) == 1 else rf"\mathrm{{{_plain(stem)}}}"
    body = "\\" + stem if stem in GREEK else word
    below = tail if tail.isdigit() or len(tail) == 1 else rf"\mathrm{{{_plain(tail)}}}"
    return f"{body}_{{{below}}}" if tail else body


def dotted(name: str, dots: int = 1) -> str:
    r"""The rate of a coordinate: the dots stand over its letters, its index beside them.

    >>> dotted("theta1"), dotted("wheel_2", 2)
    ('\\dot{\\theta}_{1}', '\\ddot{\\mathrm{wheel}}_{2}')
    """
    letters, below, index = name_latex(name).partition("_{")
    return rf"\{'d' * (dots - 1)}dot{{{letters}}}{below}{index}"


def differential(name: str) -> str:
    r"""d and a name, kept apart from a word.

    >>> differential("x"), differential("wheel")
    ('\\mathrm{d}x', '\\mathrm{d}\\,\\mathrm{wheel}')
    """
    word = name_latex(name)
    return DIFFERENTIAL + (r"\," if word.startswith(r"\mathrm") else "") + word


def _spelled(letter: str) -> str:
    """A Greek letter by its name, which TeX knows without a package; any other as it is."""
    kind, _, word = unicodedata.name(letter, "").replace("LAMDA", "LAMBDA").rpartition(" LETTER ")
    name = word.lower() if kind.endswith("SMALL") else word.capitalize()
    return name if kind.startswith("GREEK") and name in GREEK else letter


def _plain(text: str) -> str:
    return text.replace("_", r"\_")


class Writer:
    """Writes expressions; `symbols` says how a symbol of that name is written, if not by its name;
    of what has more than `longest` characters only that it is too long.

    >>> from nonholo.expression.graph import Graph
    >>> theta = Graph().symbol("theta1")
    >>> Writer()(theta**2 / 3)
    '\\\\frac{\\\\theta_{1}^{2}}{3}'
    """

    def __init__(self, symbols: Mapping[str, str] | None = None, longest: int = READABLE):
        self.symbols = dict(symbols or {})
        self.longest = longest

    def __call__(self, node: Expr, presented: bool = True) -> str:
        """The expression as LaTeX, in presentable form unless told otherwise; of a huge one only
        that it is too long.
        """
        node = presentable(node) if presented and width(node) <= HUGE else node
        if width(node) > self.longest:
            return unwritten()
        memo: dict[int, tuple[str, int]] = {}
        for below in ordered([node, *_exponents(node)]):  # the last first
            memo[below.index] = self._write(below, memo)
        return memo[node.index][0]

    def symbol(self, name: str) -> str:
        return self.symbols.get(name) or name_latex(name)

    def _write(self, node: Expr, memo) -> tuple[str, int]:
        if node.kind == "number":
            return _number(node.args), ATOM if node.args >= 0 and node.args.q == 1 else PRODUCT
        if node.kind == "symbol":
            return self.symbol(node.args), ATOM
        if node.kind == "pi":
            return r"\pi", ATOM
        if power := letter_power(node):
            return _above(*power, memo), PRODUCT
        if node.kind == "function":
            name, args = node.args
            return self._function(name, args, memo), ATOM
        if node.kind == "product":
            return _fraction(Rational(1), node, memo), PRODUCT
        return _sum(node, memo)

    def _function(self, name: str, args, memo) -> str:
        inner = ", ".join(memo[a.index][0] for a in args)
        if isinstance(name, Unspecified):
            plain = tuple(a.args if a.kind == "symbol" else "" for a in args) == name.slots
            return _unspecified(name, inner, plain)
        if name == "abs":
            return rf"\lvert {inner} \rvert"
        if name == "exp":
            return _exponential(inner, args[0])
        head = _FUNCTIONS.get(name, rf"\operatorname{{{name}}}")
        simple = args[0].kind in ("symbol", "pi") and len(args) == 1
        return rf"{head} {inner}" if simple else rf"{head}({inner})"


def _unspecified(name: Unspecified, inner: str, plain: bool) -> str:
    """f(y), f'(y), h_{xy}; a derivative by several of its own arguments is known without them."""
    order = sum(name.orders)
    if len(name.slots) == 1:
        primes = "'" * order if order < 4 else f"^{{({order})}}"
        return f"{name_latex(name.name)}{primes}({inner})"
    below = "".join(map(name_latex, name.letters))
    head = f"{name_latex(name.name)}_{{{below}}}" if order else name_latex(name.name)
    return head if order and plain else f"{head}({inner})"


def _number(value: Rational) -> str:
    p, q = value.p, value.q
    if q == 1:
        return str(p)
    return rf"{'-' if p < 0 else ''}\frac{{{abs(p)}}}{{{q}}}"


def _sum(node: Expr, memo, sign: int = 1) -> tuple[str, int]:
    constant, terms = linear(node)
    pieces = [_piece(sign * c, t, memo) for t, c in terms]
    if constant != 0:
        pieces.append((sign * constant < 0, _number(abs(constant))))
    if pieces[0][0] and not all(negative for negative, _ in pieces):
        pieces.insert(0, pieces.pop(next(i for i, p in enumerate(pieces) if not p[0])))
    out = ("-" if pieces[0][0] else "") + pieces[0][1]
    for negative, piece in pieces[1:]:
        out += (" - " if negative else " + ") + piece
    return out, SUM if len(pieces) > 1 or pieces[0][0] else PRODUCT


def _piece(c: Rational, term: Expr, memo) -> tuple[bool, str]:
    """Is a term negative, and the term without its sign; -k (a - b) is written k (b - a)."""
    factors = term.args if term.kind == "product" else ()
    turned = next((b for b, e in factors if c < 0 and e == 1 and _is_difference(b)), None)
    if turned is not None:
        memo = ChainMap({turned.index: _sum(turned, memo, -1)}, memo)
    return c < 0 and turned is None, _fraction(abs(c), term, memo)


def _is_difference(node: Expr) -> bool:
    """A sum of letters of which some are subtracted."""
    terms = node.args[1] if node.kind == "sum" else ()
    letters = all(term.kind == "symbol" for term, _ in terms)
    return letters and len({c < 0 for _, c in terms}) > 1


def _fraction(c: Rational, term: Expr, memo) -> str:
    powers, product = with_letters_above(term.powers)
    factors = sorted(product, key=lambda factor: _rank(factor[0], memo))
    ranked = [
        (_rank(b, memo), _power(b, e, memo) if e > 0 else _turned(b, -e, memo))
        for b, e in factors
        if e > 0 or _turns(b, e, memo)
    ]
    ranked += [(KINDS.index("function"), _above(u, e, memo)) for u, e in powers]
    over = [written for _, written in sorted(ranked, key=itemgetter(0))]
    under = [_power(b, -e, memo) for b, e in factors if e < 0 and not _turns(b, e, memo)]
    top, bottom = c.p, c.q
    if not under and bottom != 1 and over and len("".join(over)) > 40:
        return rf"\frac{{{top}}}{{{bottom}}} " + r" \, ".join(over)
    head = ([str(top)] if top != 1 or not over else []) + over
    if not under and bottom == 1:
        return _joined(head)
    foot = ([str(bottom)] if bottom != 1 else []) + under
    return rf"\frac{{{_joined(head, alone=True)}}}{{{_joined(foot, alone=True)}}}"


def _exponents(node: Expr) -> list[Expr]:
    """Of powers with letters above, those inside others last: they are no parts of the node."""
    nodes = ordered([node])
    if not any(map(letter_power, nodes)):
        return []
    above = [e for below in nodes for _, e in with_letters_above(below.powers)[0]]
    return [e for outer in above for e in (outer, *_exponents(outer))]


def _above(base: Expr, exponent: Expr, memo) -> str:
    """x^n, whose exponent has letters."""
    written, strength = memo[base.index]
    plain = base.kind in ("symbol", "pi", "number") or written.startswith(r"\lvert")
    body = written if strength == ATOM and plain else f"({written})"
    return rf"{body}^{{{memo[exponent.index][0]}}}"


def _rank(base: Expr, memo) -> int:
    """In a product letters stand first, then functions, then brackets, differentials at the end."""
    if memo[base.index][0].startswith(DIFFERENTIAL):
        return len(KINDS) + 1
    return KINDS.index(base.kind) if base.kind in KINDS else len(KINDS)


def _joined(parts: list[str], alone: bool = False) -> str:
    """A product; functions without brackets are kept apart by thin spaces."""
    if alone and len(parts) == 1 and parts[0].startswith("(") and parts[0].endswith(")"):
        inner = parts[0][1:-1]
        if inner.count("(") == inner.count(")") and ")" not in inner.split("(")[0]:
            return inner
    return r" \, ".join(parts)


def _power(base: Expr, e, memo) -> str:
    text, strength = memo[base.index]
    if e == 1:
        return text if strength != SUM else f"({text})"
    if e == HALF:
        return rf"\sqrt{{{text}}}"
    exponent = str(e) if isinstance(e, int) else rf"{e.numerator}/{e.denominator}"
    if base.calls("sin", "cos", "log") and isinstance(e, int):
        head, _, tail = text.partition("(") if "(" in text else text.partition(" ")
        return rf"{head}^{{{exponent}}}({tail}" if "(" in text else rf"{head}^{{{exponent}}} {tail}"
    bare = base.kind != "function" or isinstance(base.args[0], Unspecified)
    body = text if strength == ATOM and bare else f"({text})"
    if body.startswith((r"\dot", r"\ddot")):
        body = f"{{{body}}}"
    return rf"{body}^{{{exponent}}}"


def _turns(base: Expr, e, memo) -> bool:
    """1/e^(-u) is written e^u."""
    is_exp = base.calls("exp")
    return e < 0 and is_exp and memo[base.args[1][0].index][0].startswith("-")


def _turned(base: Expr, e, memo) -> str:
    inner = _sum(base.args[1][0], memo, -1)[0]
    told = _exponential(inner, base)
    return told if e == 1 else rf"({told})^{{{e}}}"


def _exponential(inner: str, node: Expr) -> str:
    """e^u; exp(u) where a letter of the case is called e, whose powers e^u would be."""
    letter = any(s.args == "e" for s in node.graph.unmask(-1))
    return rf"\exp({inner})" if letter else f"e^{{{inner}}}"
