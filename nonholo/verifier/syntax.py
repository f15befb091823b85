"""Rule 2: words -> a tree.  What could be read in two ways is refused.

A tree is a tuple: ("number", q), ("name", word), ("moving", word), ("call", function, trees),
("power", tree, tree), ("minus", tree), ("sum", trees), ("product", trees above, trees below).
From loose to tight:  + -,  * / and juxtaposition,  - in front,  ** and ^ (from the right).
"""

from fractions import Fraction

from .outcome import BEYOND, demand
from .words import END, FUNCTIONS, words

MAX_DEPTH = 100


def expression(text: str):
    """The tree of one expression."""
    parser = _Parser(text)
    tree = parser.sum()
    parser.end()
    return tree


def equation(text: str):
    """The tree of left - right; a text without = is left."""
    parser = _Parser(text, equation=True)
    tree = parser.sum()
    if parser.take("=", "=="):
        tree = ("sum", (tree, ("minus", parser.sum())))
    parser.end()
    return tree


def inequality(text: str):
    """The tree of what is not negative, left - right or right - left; is it positive?"""
    parser = _Parser(text)
    left = parser.sum()
    relation = parser.take(">", ">=", "<", "<=")
    demand(relation, "an inequality without its sign")
    right = parser.sum()
    parser.end()
    large, small = (left, right) if relation[0] == ">" else (right, left)
    return ("sum", (large, ("minus", small))), len(relation) == 1


class _Parser:
    """Reads the words once, from left to right."""

    def __init__(self, text: str, equation: bool = False):
        self.words, self.index, self.depth = words(text), 0, 0
        self.equation = equation  # then a velocity may stand behind a denominator: y/2 dx

    @property
    def word(self):
        return self.words[self.index]

    def take(self, *signs: str) -> str:
        """The next word if it is one of these signs, then gone on behind it."""
        word = self.word.text
        if word not in signs:
            return ""
        self.index += 1
        return word

    def end(self) -> None:
        demand(self.word is END, f"{self.word.text!r} stands where the text should end")

    def deeper(self) -> None:
        self.depth += 1
        demand(self.depth <= MAX_DEPTH, "a text that is nested too deep", BEYOND)

    def sum(self):
        """Products with + and - between."""
        terms = [self.product()]
        while sign := self.take("+", "-"):
            term = self.product()
            terms.append(("minus", term) if sign == "-" else term)
        return terms[0] if len(terms) == 1 else ("sum", tuple(terms))

    def product(self):
        """Factors with *, / or nothing between."""
        over, under, operation = [self.factor()], [], "*"
        while True:
            if sign := self.take("*", "/"):
                operation = sign
                (under if sign == "/" else over).append(self.factor())
            elif self.word.kind in ("name", "number") or self.word.text == "(":
                over.append(self.neighbour(operation))
                operation = " "
            else:
                alone = len(over) == 1 and not under
                return over[0] if alone else ("product", tuple(over), tuple(under))

    def neighbour(self, operation: str):
        """A factor with no sign before it, where nobody can read it in another way."""
        before, after = self.words[self.index - 1], self.word
        demand(before.text not in FUNCTIONS, f"{before.text} needs parentheses")
        demand(after.kind != "number", "a number directly behind another factor")
        names = before.kind == after.kind == "name"
        demand(not (names and after.touches), "two names that run together")
        demand(not (self.raised and operation != "/" and after.touches), "is it in the exponent?")
        if operation != "/" or self.share():
            return self.factor()
        alone = self.equation and after.kind == "name" and not after.touches
        demand(alone, "does what follows belong to the denominator?")
        factor = self.factor()
        demand(factor[0] == "name", "does what follows belong to the denominator?")
        return ("moving", factor[1])

    def share(self) -> bool:
        """A quotient of numbers without a blank, and one behind it, is a number: 1/2 m."""
        (p, sign, q), start = self.words[self.index - 3 : self.index], self.index - 4
        one = p.kind == q.kind == "number" and sign.touches and q.touches
        while start >= 0 and self.words[start].text in ("+", "-"):
            start -= 1
        whole = start < 0 or self.words[start].text not in ("**", "^", "/")
        return one and whole and not self.word.touches and self.word.text != "pi"

    def factor(self):
        """Signs, then a power; remembers in `raised` whether it ends in an exponent."""
        depth, minus = self.depth, False
        while sign := self.take("+", "-"):
            self.deeper()
            minus ^= sign == "-"
        tree, raised = self.atom(), False
        if self.take("**", "^"):
            self.deeper()
            tree, raised = ("power", tree, self.factor()), True
        self.depth, self.raised = depth, raised
        return ("minus", tree) if minus else tree

    def atom(self):
        """A number, a name, a call or a parenthesis."""
        word = self.word
        self.index += 1
        if word.kind == "number":
            return ("number", Fraction(word.text))
        if word.kind == "name" and self.word.text != "(":
            return ("name", word.text)
        if word.kind == "name":
            return ("call", word.text, self.parenthesis(","))
        self.index -= 1
        return self.parenthesis()[0]

    def parenthesis(self, comma: str = "") -> tuple:
        """What stands in parentheses: the arguments of a call have a comma between."""
        demand(self.take("("), "a number, a name or a ( is needed")
        self.deeper()
        arguments = [self.sum()]
        while comma and self.take(comma):
            arguments.append(self.sum())
        demand(self.take(")"), "a ( that is not closed")
        return tuple(arguments)


def written(tree) -> str:
    """The tree as a text with all its signs and parentheses: how it was read."""
    kind = tree[0]
    if kind in ("number", "name", "moving"):
        return str(tree[1])
    if kind == "call":
        return f"{tree[1]}({', '.join(map(written, tree[2]))})"
    if kind == "power":
        return f"{_closed(tree[1])}**{_closed(tree[2])}"
    if kind == "minus":
        return "-" + (written(tree[1]) if tree[1][0] in ("product", "power") else _closed(tree[1]))
    if kind == "sum":
        terms = (f"({written(x)})" if x[0] == "sum" else written(x) for x in tree[1])
        return " + ".join(terms).replace(" + -", " - ")
    over, under = ("*".join(map(_closed, side)) for side in tree[1:])
    below = f"({under})" if len(tree[2]) > 1 else under
    return f"{over}/{below}" if under else over


def _closed(tree) -> str:
    simple = tree[0] in ("number", "name", "moving", "call")
    text = written(tree)
    return text if simple and "/" not in text.split("(")[0] else f"({text})"
