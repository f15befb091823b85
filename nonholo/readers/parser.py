"""Text -> syntax tree, or whatever else a `Maker` makes of it, by operator precedence with an
explicit stack.

No function here calls itself, so no text can exhaust Python's stack, and makers compute nothing
that they have not bounded (`tree.check_size`).  From loose to tight:  = >= <= > <,  + -,  * / and
juxtaposition,  - in front,  ** and ^ (from the right).  A minus in front of a product negates the
product: -x*y is -(x*y).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from nonholo.errors import BadExpression, Place, Repair
from nonholo.expression.unspecified import Unspecified, function_named
from nonholo.readers.glued import BENT, elsewhere, meant
from nonholo.readers.tokens import (
    DIGITS,
    FUNCTIONS,
    NOWHERE,
    SIGNS,
    Source,
    check_neighbours,
    kind,
    read_words,
)
from nonholo.readers.tree import Equation, Expression, Inequality
from nonholo.readers.trees import Trees
from nonholo.words.sentence import say, say_many

MAX_DEPTH = 200  # of open parentheses, and of signs and powers waiting for their operand
RELATIONS = (">=", "<=", ">", "<")
Signatures = Mapping[str, Sequence[str]]  # arguments of unspecified functions, by their names
NO_FUNCTIONS: Signatures = {}


def parse_expression(
    text: str, place: Place = NOWHERE, functions: Signatures = NO_FUNCTIONS
) -> Expression:
    """The tree of one expression; `place` says where the text begins in its file.

    functions: the unspecified functions that it may call, with the names of their arguments.  Names
    stay as written (`xdot` is a `Name`) until `names.resolve`; only primes are rates already.
    Raises `BadExpression` for every text that is not in the language or passes a limit.

    >>> parse_expression("x - y'")
    Add(terms=(Name(text='x'), Negate(arg=Rate(name='y', order=1))))
    """
    source = read_words(text, place, functions=functions)
    return expression(source, Trees(source))


def expression(source: Source, make: Maker) -> Any:
    """What `make` makes of one expression."""
    parser = _Parser(source, make)
    made = parser.side(say("an expression"))
    parser.expect_end(
        say("this is an expression, not an equation or inequality"),
        say("one side only, a - (b) for a = b"),
    )
    return made


def parse_constraint(
    text: str, place: Place = NOWHERE, functions: Signatures = NO_FUNCTIONS
) -> Equation:
    """The tree of a constraint, with "=" (or "==") at most once; without it the text is zero.

    Raises `BadExpression` as `parse_expression` does, and for inequalities.

    >>> parse_constraint("x' = 2")
    Equation(left=Rate(name='x', order=1), right=Number(value=Fraction(2, 1)))
    """
    source = read_words(text, place, functions=functions)
    left, right = sides(source, Trees(source))
    return Equation(left, right, place=left.place)


def sides(source: Source, make: Maker) -> tuple[Any, Any | None]:
    """What `make` makes of the two sides of a constraint; None for a missing right side."""
    parser = _Parser(source, make, linear=True)
    left = parser.side(say("a constraint"))
    right = parser.side(say("the right side")) if parser.take("=", "==") else None
    chained = parser.words[parser.index] in ("=", "==")
    parser.expect_end(
        say("a constraint has one '=' at most"),
        say("two constraints, a = b and b = c, instead of a = b = c")
        if chained
        else say("inequalities stand under `inequalities`"),
    )
    return left, right


def parse_inequality(
    text: str, place: Place = NOWHERE, functions: Signatures = NO_FUNCTIONS
) -> Inequality:
    """The tree of an inequality with one of >= <= > <.

    Raises `BadExpression` as `parse_expression` does, and for none or two relations.

    >>> parse_inequality("x >= 0").relation
    '>='
    """
    source = read_words(text, place, functions=functions)
    parser = _Parser(source, Trees(source))
    left = parser.side(say("an inequality"))
    relation = parser.take(*RELATIONS)
    if relation is None:
        raise parser.error(say("an inequality needs one of >= <= > <"), "x >= 0")
    right = parser.side(say("the right side"))
    parser.expect_end(say("one relation only"), say("two inequalities instead of a chain"))
    return Inequality(left, relation, right, place=left.place)


class Maker(Protocol):
    """What is made of the parts of a text (a word with its index): trees by `Trees`, expressions
    by `Direct`.
    """

    def leaf(self, word: str, index: int) -> Any: ...
    def negate(self, operand: Any, index: int) -> Any: ...
    def power(self, base: Any, exponent: Any) -> Any: ...
    def call(self, function: str | Unspecified, args: list, index: int) -> Any: ...
    def term(self, over: list, under: list | None) -> Any: ...
    def total(self, terms: list) -> Any: ...
    def whole(self, operand: Any) -> Any: ...


class _Level:
    """One open parenthesis (or the whole side): the sum, and in it the product, being read."""

    __slots__ = (
        "args",
        "function",
        "operation",
        "over",
        "pending",
        "sign",
        "start",
        "terms",
        "under",
    )

    def __init__(self, start: int | None = None, function: int | None = None):
        self.start, self.function = (
            start,
            function,
        )  # indices of the parenthesis and of the name before it
        self.args: list = []
        self.terms: list = []
        self.next_term(None)

    def next_term(self, sign: int | None) -> None:
        """Begin the next term; `sign` is the index of its minus."""
        self.sign, self.operation = sign, "*"
        self.over: list = []
        self.under: list | None = None
        self.pending: list | None = None  # bases waiting for exponents as (base,); indices of minus


class _Parser:
    """Reads the words once, from left to right, alternating operands and operators."""

    def __init__(self, source: Source, make: Maker, linear: bool = False):
        self.source, self.words, self.make, self.linear = source, source.words, make, linear
        self.index = 0

    def error(
        self, message: str, hint: str = "", index: int | None = None, repair: Repair | None = None
    ) -> BadExpression:
        return self.source.complaint(message, self.index if index is None else index, hint, repair)

    def take(self, *texts: str) -> str | None:
        """The next word if it is one of these signs, then gone on behind it."""
        word = self.words[self.index]
        if word not in texts:
            return None
        self.index += 1
        return word

    def expect_end(self, message: str, hint: str) -> None:
        if self.words[self.index]:
            raise self.error(message, hint)

    def side(self, what: str) -> Any:
        """One whole expression, up to a relation or the end, of bounded size."""
        if self.words[self.index] in ("", "=", "==", *RELATIONS):
            raise self.error(say("{what} is missing", what=what))
        self.levels, self.depth = [_Level()], 0
        while True:
            made = self.operator(self.operand())
            if made is not None:
                return self.make.whole(made)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(
                say("nested deeper than {most}", most=MAX_DEPTH), say("fewer parentheses")
            )

    def operand(self) -> Any:
        """Signs, opening parentheses and then a number or a name."""
        words = self.words
        while True:
            index = self.index
            word = words[index]
            if word not in SIGNS:
                self.index = index + 1
                if words[index + 1] != "(" or not self.opens_call(word, index):
                    return self.make.leaf(word, index)
            elif word == "(":
                self.index = index + 1
                self.deeper()
                self.levels.append(_Level(index))
            elif word == "-":
                self.minus(index)
            elif word == "+":
                self.index = index + 1
            else:
                raise self.no_operand()

    def minus(self, index: int) -> None:
        """The sign of the whole term, or of a factor."""
        self.index = index + 1
        level = self.levels[-1]
        if level.sign is None and not level.over and not level.pending:
            level.sign = index
        else:
            self.deeper()
            level.pending = [*(level.pending or ()), index]

    def opens_call(self, word: str, index: int) -> bool:
        """Is this word the function of a call?  If so the call is open now."""
        if word[0] in DIGITS:
            return False
        if word not in FUNCTIONS and function_named(word, self.source.functions) is None:
            raise _not_a_function(self, word, index)
        self.deeper()
        self.levels.append(_Level(index + 1, index))
        self.index = index + 2
        return True

    def operator(self, operand: Any) -> Any | None:
        """What follows an operand; what the side is if that ends it, None if an operand is next."""
        while True:
            level, word = self.levels[-1], self.words[self.index]
            if word in ("**", "^"):
                self.index += 1
                self.deeper()
                level.pending = [*(level.pending or ()), (operand,)]
                return None
            exponent = False
            if level.pending:
                operand, exponent = self.raised(level, level.pending, operand)
            if level.operation == "/":
                level.under = level.under or []
                level.under.append(operand)
            else:
                level.over.append(operand)
            if word != ")":
                return self.next_part(level, word, exponent)
            operand = self.close(level)

    def raised(self, level: _Level, pending: list, operand: Any) -> tuple[Any, bool]:
        """The operand after its waiting powers and signs; was it an exponent?"""
        exponent = False
        for left in reversed(pending):
            if isinstance(left, int):
                operand = self.make.negate(operand, left)
            else:
                operand, exponent = self.make.power(left[0], operand), True
        self.depth -= len(pending)
        level.pending = None
        return operand, exponent

    def next_part(self, level: _Level, word: str, exponent: bool) -> Any | None:
        """The next factor, term or argument begins, or the side ends."""
        if word == "*" or word == "/":
            level.operation = word
        elif word == "+" or word == "-":
            self.end_term(level)
            level.next_term(self.index if word == "-" else None)
        elif word == "(" or word not in SIGNS:
            behind = "**" if exponent and level.operation != "/" else level.operation
            check_neighbours(self.source, self.index, behind, self.linear)
            level.operation = " "
            return None
        elif word == ",":
            self.next_argument(level)
        elif level.start is not None:
            raise self.error(say("this ( is never closed"), say("a ) behind"), level.start)
        else:
            return self.end_sum(level)
        self.index += 1
        return None

    def end_term(self, level: _Level) -> None:
        over = level.over
        term = (
            over[0] if len(over) == 1 and level.under is None else self.make.term(over, level.under)
        )
        level.terms.append(term if level.sign is None else self.make.negate(term, level.sign))

    def end_sum(self, level: _Level) -> Any:
        self.end_term(level)
        return level.terms[0] if len(level.terms) == 1 else self.make.total(level.terms)

    def next_argument(self, level: _Level) -> None:
        if level.function is None:
            hint = say("a decimal point, or one text for each expression")
            raise self.error(say("a comma only stands between the arguments of a function"), hint)
        level.args.append(self.end_sum(level))
        level.terms = []
        level.next_term(None)

    def close(self, level: _Level) -> Any:
        if level.start is None:
            raise self.error(say("this ) closes nothing"), say("deleting it, or a ( before"))
        self.index += 1
        self.depth -= 1
        self.levels.pop()
        level.args.append(self.end_sum(level))
        return level.args[0] if level.function is None else self.call(level.function, level.args)

    def call(self, index: int, args: list) -> Any:
        name = self.words[index]
        unspecified = function_named(name, self.source.functions)
        count = FUNCTIONS[name] if unspecified is None else len(unspecified.slots)
        if len(args) != count:
            hint = "log(x)/log(10)" if name in ("log", "ln") else ""
            raise self.error(
                say_many(
                    count,
                    "{name} takes {n} argument, not {args}",
                    "{name} takes {n} arguments, not {args}",
                    name=name,
                    args=len(args),
                ),
                hint,
                index,
            )
        return self.make.call(unspecified or ("log" if name == "ln" else name), args, index)

    def no_operand(self) -> BadExpression:
        word = self.words[self.index]
        subject = say("'{word}' stands", word=word) if word else say("the text ends")
        before = self.words[self.index - 1] if self.index else ""
        hint = {"/": say("one / for a quotient"), "*": say("** for a power")}.get(word, "")
        if before == "(" and word == ")":
            return self.error(say("nothing stands between these parentheses"))
        needed = say("{found} where a number, a name or a ( is needed", found=subject)
        return self.error(needed, hint)


def _not_a_function(parser: _Parser, written: str, index: int) -> BadExpression:
    functions = (*parser.source.functions, *FUNCTIONS)
    message = say(
        "a call or a product? {written} is no function (functions: {names})",
        written=written,
        names=", ".join(functions),
    )
    of_time = parser.words[index + 2 : index + 4] == ["t", ")"]
    end, opened = parser.source.starts[index] + len(written), parser.source.starts[index + 1]
    differentiated = _differentiated(parser, written, index)
    if function := elsewhere(written):
        repair = Repair(end - len(written), end, function)
    elif differentiated is not None:
        repair = differentiated
        hint = say("{moving}' for {name}", moving=repair.text.rstrip("'"), name=_of(parser, repair))
        return parser.error(message, hint, index, repair)
    else:
        repair = Repair(end, opened, "*", certain=end < opened)
    return parser.error(message, _instead_of_a_call(written, of_time), index, repair)


def _of(parser: _Parser, repair: Repair) -> str:
    """The text that is repaired."""
    return parser.source.text[repair.start : repair.end]


def _differentiated(parser: _Parser, written: str, index: int) -> Repair | None:
    """The velocity that Derivative(x, t), diff(x(t), t) or dot(x) is, if it is one."""
    words, starts = parser.words, parser.source.starts
    inside = words[index + 2 : index + 9]
    if written not in ("Derivative", "diff", "dot") or not inside or kind(inside[0]) != "name":
        return None
    behind = inside[1:]
    if behind[:3] == ["(", "t", ")"]:
        behind = behind[3:]
    closing = [")"] if written == "dot" else [",", "t", ")"]
    if behind[: len(closing)] != closing:
        return None
    last = index + 2 + len(inside) - len(behind) + len(closing) - 1
    return Repair(starts[index], starts[last] + 1, f"{inside[0]}'")


def _instead_of_a_call(written: str, of_time: bool) -> str:
    """What to try in place of x'(t), dot(x), d(x*y), Rsin(x), son(x) or f(y)."""
    from difflib import get_close_matches

    glued, near = meant(written), get_close_matches(written.rstrip("'"), FUNCTIONS, 1)
    if function := elsewhere(written):
        glued = f"{function}(...)"
    if glued.endswith("(...)"):
        return say("{glued} for the function", glued=glued)
    if written in ("dot", "ddot", "diff", "Derivative", "dt"):
        return say("x' or xdot for the velocity of x")
    if written == "d":
        return say("differentials of names, x*dy + y*dx for d(x*y)")
    if by := BENT.get(written.lower()):
        return by
    product = say("{written}*(...) for a product", written=written)
    if of_time and written.endswith("'"):
        return say(
            "{written} without (t) for a velocity; an unspecified function of time is declared: "
            'functions = ["{name}(t)"]',
            written=written,
            name=written.rstrip("'"),
        )
    if of_time or written.endswith(("'", "dot")):
        return say(
            "{written} without (t): coordinates are written as plain names; {product}",
            written=written,
            product=product,
        )
    if near:
        return say("{product}, {near}(...) for the function", product=product, near=near[0])
    return say(
        '{product}; an unspecified function is declared: functions = ["{written}(x)"]',
        product=product,
        written=written,
    )
