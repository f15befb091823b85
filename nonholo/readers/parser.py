"""Text -> syntax tree, by operator precedence with an explicit stack.

No function here calls itself, so no text can exhaust Python's stack, and nothing is computed
before `tree.check_size` has bounded it.  From loose to tight:  = >= <= > <,  + -,  * / and
juxtaposition,  - in front,  ** and ^ (from the right).  A minus in front of a product negates the
product: -x*y is -(x*y).
"""

from __future__ import annotations

from collections.abc import Callable

from nonholo.errors import BadExpression, Place
from nonholo.readers.tokens import FUNCTIONS, NOWHERE, Source, Token, check_neighbours, read_tokens
from nonholo.readers.tree import (
    Add,
    Call,
    Divide,
    Equation,
    Expression,
    Inequality,
    Multiply,
    Name,
    Negate,
    Number,
    Power,
    Rate,
    check_size,
)

MAX_DEPTH = 200  # of open parentheses, and of signs and powers waiting for their operand
RELATIONS = (">=", "<=", ">", "<")


def parse_expression(text: str, place: Place = NOWHERE) -> Expression:
    """The tree of one expression; `place` says where the text begins in its file.

    Names stay as written (`xdot` is a `Name`) until `names.resolve`; only primes are rates already.
    Raises `BadExpression` for every text that is not in the language or passes a limit.

    >>> parse_expression("x - y'")
    Add(terms=(Name(text='x'), Negate(arg=Rate(name='y', order=1))))
    """
    parser = _Parser(text, place)
    tree = parser.side("an expression")
    parser.expect_end("this is an expression, not an equation or inequality", "one side only")
    return tree


def parse_constraint(text: str, place: Place = NOWHERE) -> Equation:
    """The tree of a constraint, with "=" (or "==") at most once; without it the text is zero.

    Raises `BadExpression` as `parse_expression` does, and for inequalities.

    >>> parse_constraint("x' = 2")
    Equation(left=Rate(name='x', order=1), right=Number(value=Fraction(2, 1)))
    """
    parser = _Parser(text, place)
    left = parser.side("a constraint")
    right = parser.side("the right side") if parser.take("=", "==") else None
    parser.expect_end("a constraint has one '=' at most", "inequalities stand under `inequalities`")
    return Equation(left, right, place=left.place)


def parse_inequality(text: str, place: Place = NOWHERE) -> Inequality:
    """The tree of an inequality with one of >= <= > <.

    Raises `BadExpression` as `parse_expression` does, and for none or two relations.

    >>> parse_inequality("x >= 0").relation
    '>='
    """
    parser = _Parser(text, place)
    left = parser.side("an inequality")
    relation = parser.take(*RELATIONS)
    if relation is None:
        raise parser.error("an inequality needs one of >= <= > <", "x >= 0")
    right = parser.side("the right side")
    parser.expect_end("one relation only", "two inequalities instead of a chain")
    return Inequality(left, relation.text, right, place=left.place)


class _Level:
    """One open parenthesis (or the whole side): the sum, and in it the product, being read."""

    def __init__(self, opener: Token | None = None, function: Token | None = None):
        self.opener, self.function = opener, function
        self.args: list[Expression] = []
        self.restart()

    def restart(self) -> None:
        """Begin the next sum."""
        self.terms: list[Expression] = []
        self.next_term(None)

    def next_term(self, sign: Place | None) -> None:
        """Begin the next term; `sign` is where its minus stands."""
        self.sign, self.operation = sign, "*"
        self.over: list[Expression] = []
        self.under: list[Expression] = []
        self.pending: list[Expression | Place] = []  # bases waiting for exponents; places of minus

    def fresh(self) -> bool:
        """Is a minus here the sign of the whole term?"""
        return not (self.over or self.pending or self.sign)

    def add_factor(self, node: Expression) -> bool:
        """Multiply or divide by `node`, after its waiting powers and signs; was it an exponent?"""
        exponent = False
        for left in reversed(self.pending):
            minus = isinstance(left, Place)
            node = Negate(node, place=left) if minus else Power(left, node, place=left.place)
            exponent = exponent or not minus
        self.pending = []
        (self.under if self.operation == "/" else self.over).append(node)
        return exponent

    def end_term(self) -> None:
        term = _several(Multiply, self.over)
        if self.under:
            term = Divide(term, _several(Multiply, self.under), place=term.place)
        self.terms.append(Negate(term, place=self.sign) if self.sign else term)

    def end_sum(self) -> Expression:
        self.end_term()
        tree = _several(Add, self.terms)
        self.restart()
        return tree


def _several(make: Callable, parts: list[Expression]) -> Expression:
    return parts[0] if len(parts) == 1 else make(tuple(parts), place=parts[0].place)


def _named(token: Token, place: Place) -> Expression:
    if token.primes:
        return Rate(token.text, token.primes, place=place)
    return Name(token.text, place=place)


class _Parser:
    """Reads the tokens once, from left to right, alternating operands and operators."""

    def __init__(self, text: str, place: Place):
        self.source: Source
        self.source, self.tokens = read_tokens(text, place)
        self.index = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.index]

    def error(self, message: str, hint: str = "", token: Token | None = None) -> BadExpression:
        return self.source.error(message, (token or self.token).start, hint)

    def take(self, *texts: str) -> Token | None:
        """The next token if it is one of these signs, then gone on behind it."""
        token = self.token
        if token.kind != "operator" or token.text not in texts:
            return None
        self.index += 1
        return token

    def expect_end(self, message: str, hint: str) -> None:
        if self.token.kind != "end":
            raise self.error(message, hint)

    def side(self, what: str) -> Expression:
        """One whole expression, up to a relation or the end, of bounded size."""
        if self.token.kind == "end" or self.token.text in ("=", "==", *RELATIONS):
            raise self.error(f"{what} is missing")
        self.levels, self.depth = [_Level()], 0
        while True:
            tree = self.operator(self.operand())
            if tree is not None:
                check_size(tree)
                return tree

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(f"nested deeper than {MAX_DEPTH}", "fewer parentheses")

    def operand(self) -> Expression:
        """Signs, opening parentheses and then a number or a name."""
        while True:
            token, level = self.token, self.levels[-1]
            if token.kind in ("number", "name"):
                self.index += 1
                if token.kind == "number":
                    return Number(token.value, place=self.source.spot(token.start))
                if not self.opens_call(token):
                    return _named(token, self.source.spot(token.start))
            elif self.take("-"):
                self.minus(level, token)
            elif self.take("("):
                self.deeper()
                self.levels.append(_Level(token))
            elif not self.take("+"):
                raise self.no_operand()

    def minus(self, level: _Level, token: Token) -> None:
        place = self.source.spot(token.start)
        if level.fresh():
            level.sign = place
        else:
            self.deeper()
            level.pending.append(place)

    def opens_call(self, token: Token) -> bool:
        """Is this name the function of a call?  If so the call is open now."""
        if self.token.text != "(":
            return False
        if token.text not in FUNCTIONS or token.primes:
            raise _not_a_function(self, token)
        self.deeper()
        self.levels.append(_Level(self.token, token))
        self.index += 1
        return True

    def operator(self, node: Expression) -> Expression | None:
        """What follows an operand; the tree if that ends the side, None if an operand is next."""
        while True:
            level = self.levels[-1]
            if self.take("**", "^"):
                self.deeper()
                level.pending.append(node)
                return None
            self.depth -= len(level.pending)
            exponent = level.add_factor(node)
            if self.token.text != ")":
                return self.next_part(level, exponent)
            node = self.close(level)

    def next_part(self, level: _Level, exponent: bool) -> Expression | None:
        """The next factor, term or argument begins, or the side ends with its tree."""
        token = self.token
        if self.take("*", "/"):
            level.operation = token.text
        elif self.take("+", "-"):
            level.end_term()
            level.next_term(self.source.spot(token.start) if token.text == "-" else None)
        elif token.kind in ("number", "name") or token.text == "(":
            behind = "**" if exponent and level.operation != "/" else level.operation
            check_neighbours(self.source, self.tokens[self.index - 1], token, behind)
            level.operation = " "
        elif token.text == ",":
            self.next_argument(level)
        else:
            return self.finish(level)
        return None

    def next_argument(self, level: _Level) -> None:
        if not level.function:
            hint = "a decimal point, or one text for each expression"
            raise self.error("a comma only stands between the arguments of a function", hint)
        level.args.append(level.end_sum())
        self.index += 1

    def close(self, level: _Level) -> Expression:
        if not level.opener:
            raise self.error("this ) closes nothing", "deleting it, or a ( before")
        self.index += 1
        self.depth -= 1
        self.levels.pop()
        level.args.append(level.end_sum())
        return self.call(level) if level.function else level.args[0]

    def call(self, level: _Level) -> Call:
        name, count = level.function.text, len(level.args)
        if count != FUNCTIONS[name]:
            hint = "log(x)/log(10)" if name in ("log", "ln") else ""
            message = f"{name} takes {FUNCTIONS[name]} argument(s), not {count}"
            raise self.error(message, hint, level.function)
        name = "log" if name == "ln" else name
        return Call(name, tuple(level.args), place=self.source.spot(level.function.start))

    def finish(self, level: _Level) -> Expression:
        if level.opener:
            raise self.error("this ( is never closed", "a ) behind", level.opener)
        return level.end_sum()

    def no_operand(self) -> BadExpression:
        found = f"'{self.token.text}' stands" if self.token.text else "the text ends"
        before = self.tokens[self.index - 1].text if self.index else ""
        hint = {"/": "one / for a quotient", "*": "** for a power"}.get(self.token.text, "")
        if before == "(" and self.token.text == ")":
            return self.error("nothing stands between these parentheses")
        return self.error(f"{found} where a number, a name or a ( is needed", hint)


def _not_a_function(parser: _Parser, token: Token) -> BadExpression:
    from difflib import get_close_matches

    near = get_close_matches(token.text, FUNCTIONS, 1)
    written = token.text + "'" * token.primes
    hint = f"{written}*(...) for a product" + (f", {near[0]}(...) for the function" if near else "")
    message = f"a call or a product? {written} is no function (functions: {', '.join(FUNCTIONS)})"
    return parser.error(message, hint, token)
