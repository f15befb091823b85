"""Why a certificate is refused, for people: the verifier is alone and speaks English; here its
sentences are known again, so that they can be told in any language."""

from __future__ import annotations

import re
from collections.abc import Callable

from nonholo.words.language import told
from nonholo.words.sentence import Sentence, say

FIXED: dict[str, Sentence] = {
    str(sentence): sentence
    for sentence in (
        say("a function of velocities in a Lagrangian"),
        say("not as many velocities as rows"),
        say("a row that does not follow from the others"),
        say("a substitution that is not shown to be right"),
        say("a force along what is no coordinate"),
        say("a function of velocities in a force"),
        say("a motion that depends on time"),
        say("rows that depend on time"),
        say("no density of affine velocities"),
        say("a Lagrangian that is divided by functions"),
        say("an L of higher than second order"),
        say("a mass matrix that is not singular"),
        say("a divergence that is not linear in the velocities"),
        say("a density that is not kept"),
        say("a slope along what is no independent velocity"),
        say("the slopes of the density are other ones"),
        say("there is no such condition"),
        say("a rate of a condition that is not there"),
        say("a condition that does not follow"),
        say("conditions that may be met"),
        say("there is no such way"),
        say("the quartic of rows with time"),
        say("a quartic that does not vanish"),
        say("a bracket along the frame is another one"),
        say("no lemmas"),
        say("the last lemma is not about all parameters"),
        say("a lemma that was not shown before"),
        say("no such equation"),
        say("the sum of squares is another one"),
        say("there is no such cell"),
        say("the equations of the cell may not hold"),
        say("not as many guards as are needed"),
        say("this answer may be where it is in no cell"),
        say("what is divided by may be 0"),
        say("a lemma is proved in one way"),
        say("a lemma whose equations may not hold"),
        say("a lemma of what may be 0"),
        say("either a product or all others"),
        say("the product is another one"),
        say("neither a product nor all others"),
        say("a guard without values"),
        say("there is no such place"),
        say("a guard that may vanish"),
        say("is this answer left out of its cell?"),
        say("a power that is not positive"),
        say("a factor that may be 0"),
        say("about another problem"),
        say("the claims are incomplete"),
        say("what follows is another condition"),
        say("what is left out may be 0"),
        say("a root or logarithm beside hidden constraints"),
        say("no set is shown"),
        say("a root or logarithm in a claim that is not in the rows"),
        say("inequalities of a set in parts"),
        say("inequalities in a family"),
        say("many names and functions"),
        say("a row of ln N that may be 0"),
        say("a claim that is none about such a set"),
        say("a very long certificate"),
        say("another version of the schema"),
        say("the hash is not that of the problem"),
        say("neither claims nor parts"),
        say("parts in a certificate of a small set"),
        say("a claim without its name"),
        say("a minor in a large set, or none in a small one"),
        say("neither triple nor vectors"),
        say("a parameter with a number"),
        say("a parameter that there is not"),
        say("the certificate is about another set"),
        say("an unspecified function of what is no free name"),
        say("an argument of a function that is no sum of monomials in symbols"),
        say("a fraction of pi that is too small"),
        say("the logarithm of zero"),
        say("the logarithm of a root, a logarithm or pi"),
        say("the root of a root, a logarithm or pi"),
        say("the square root of a negative number"),
        say("the square root of such a number"),
        say("pi beside e to a rational power"),
        say("so many logarithms"),
        say("logarithms that may depend on each other"),
        say("so many roots"),
        say("a fraction of an angle in a root"),
        say("e^pi, or a function of a power of pi"),
        say("a fraction of an angle in a logarithm"),
        say("a root of what may be a square"),
        say("parts that share coordinates"),
        say("parts that have not every row once"),
        say("levels among rows that are solved"),
        say("a component that is none"),
        say("a curve across the rows"),
        say("a pivot of no variation"),
        say("a variation after one that is not there"),
        say("a step too many"),
        say("a variation that ends elsewhere"),
        say("not as many solved rows as the rank"),
        say("a vector that is not in the kernel"),
        say("a row that is not solved"),
        say("a row that does not follow from the solved ones"),
        say("there is no such level"),
        say("a level is solved for a coordinate"),
        say("a level whose slope is no number, or 0"),
        say("a level is solved where its slope may be 0"),
        say("a level that is not linear"),
        say("a level that is solved for no coordinate"),
        say("levels that cannot be solved in this order"),
        say("a level that follows for special functions only"),
        say("rows are restricted before the rank is shown"),
        say("a level is not restricted"),
        say("what is left and the cofactors are not the row"),
        say("a level that depends on a parameter otherwise"),
        say("a cofactor of what is no level"),
        say("the point is not on the set f = 0"),
        say("the point is not where the problem is stated"),
        say("parts at different values of a function that they share"),
        say("parts at different values of what they share"),
        say("more work than this check may take"),
        say("more than parameters"),
        say("a denominator"),
        say("a function of parameters and coordinates together"),
        say("solved for what is none"),
        say("no letter"),
        say("solved for what does not stand in the equation"),
        say("a polynomial in more than one letter"),
        say("a value"),
        say("a value of a parameter"),
        say("no power"),
        say("a value that is given twice"),
        say("an angle or exponent that is no monomial"),
        say("an angle or exponent with a sign"),
        say("a power of e that is 0"),
        say("a fraction of an angle whose value is given"),
        say("a large multiple of an angle whose value is given"),
        say("the point does not give what is needed"),
        say("the root of what is not positive at the point"),
        say("a root whose value at the point is not rational"),
        say("pi where a real point is needed"),
        say("sin, cos or exp of a number, which has no rational value"),
        say("a real point without all its values"),
        say("a value of what is no unspecified function"),
        say("a value of log(1)"),
        say("a value that is not on the circle"),
        say("an unspecified function at a real point without its place"),
        say("a logarithm whose value is not known to be true"),
        say("a power of e that is not positive"),
        say("an angle or exponent and its function that do not fit"),
        say("two values of a function at one place"),
        say("a division by zero"),
        say("a denominator that vanishes at the point"),
        say("a coordinate that is declared twice"),
        say("an exponent that is no number"),
        say("velocities mixed with differentials"),
        say("a term without a differential"),
        say("a velocity where none may stand"),
        say("two dt below"),
        say("dt below needs one differential above"),
        say("an exponent that is no half of a whole number"),
        say("the function atan2"),
        say("abs, sign or the root of a square where no sign is declared"),
        say("abs or sign where it is 0"),
        say("a product of velocities"),
        say("a name behind a quotient that is no velocity"),
        say("an interval that ends in a root"),
        say("a parameter without its value"),
        say("a point that is not in its cell"),
        say("a point that its cell leaves out"),
        say("a point where the family is not defined"),
        say("a point where something that is assumed does not hold"),
        say("an interval has two numbers as its ends"),
        say("an interval without a number"),
        say("not one root in an interval for one"),
        say("a value that is no number"),
        say("a divisor at a point"),
        say("a point where waves of parameters have values"),
        say("another space"),
        say("a derivative by what is no coordinate"),
        say("may D be 0?"),
        say("an unspecified function of parameters"),
        say("a combination that holds velocities"),
        say("there is no such row"),
        say("not as many fields as the kernel has dimensions"),
        say("columns that do not fit"),
        say("too few or too many annihilators"),
        say("a row with t"),
        say("the rank is shown already"),
        say("t is no velocity: not in columns"),
        say("the rank is to be shown before"),
        say("the row is not to be shown redundant"),
        say("the combination is not the row"),
        say("the fields are shown already"),
        say("the fields are to be shown before"),
        say("the growth is shown already"),
        say("annihilators are missing"),
        say("brackets that do not fit"),
        say("annihilators that depend on each other"),
        say("a triple that does not vanish"),
        say("a vector that leaves the level"),
        say("a form that is 0"),
        say("what is stated is not the differential"),
        say("a row that is not judged alone"),
        say("a level that follows from velocities"),
        say("a level without new brackets"),
        say("on a level the triple is one of vectors along it"),
        say("a form that does not annihilate a field"),
        say("no list of natural numbers"),
        say("not as many columns as rows"),
        say("a fraction or a large multiple of an angle that is given"),
        say("an inequality without its sign"),
        say("a text that is nested too deep"),
        say("a number directly behind another factor"),
        say("two names that run together"),
        say("is it in the exponent?"),
        say("does what follows belong to the denominator?"),
        say("a number, a name or a ( is needed"),
        say("a ( that is not closed"),
        say("a text that is too long"),
        say("a name that is too long"),
        say("a number with too many digits"),
        say("a power of ten that is too large"),
        say("the record says something else than its certificate"),
    )
}
FILLED: dict[str, Callable[..., Sentence]] = {  # what the verifier says, and what is told of it
    r"(.+) cannot be a function": lambda name: say("{name} cannot be a function", name=name),
    r"colliding names: (.+) is a function, and (.+)": lambda name, other: say(
        "colliding names: {name} is a function, and {other}", name=name, other=other
    ),
    r"colliding names: (.+) belongs to (.+) and to (.+)": lambda name, one, other: say(
        "colliding names: {name} belongs to {one} and to {other}", name=name, one=one, other=other
    ),
    r"colliding names: (.+) calls a derivative of (.+)": lambda name, others: say(
        "colliding names: {name} calls a derivative of {others}", name=name, others=others
    ),
    r"(.+) has not names as arguments": lambda name: say(
        "{name} has not names as arguments", name=name
    ),
    r"an argument of (.+) stands twice": lambda name: say(
        "an argument of {name} stands twice", name=name
    ),
    r"no case leads to cells (.+)": lambda cells: say(
        "no case leads to cells {cells}", cells=cells
    ),
    r"the lemma shows (.+)": lambda shown: say("the lemma shows {shown}", shown=shown),
    r"the claims show (.+)": lambda shown: say("the claims show {shown}", shown=shown),
    r"is this answer in cell (.+)\?": lambda number: say(
        "is this answer in cell {number}?", number=number
    ),
    r"(.+) may not be positive": lambda text: say("{text} may not be positive", text=text),
    r"(.+) is no JSON": lambda text: say("{text} is no JSON", text=text),
    r"(.+) is no list": lambda what: say("{what} is no list", what=what),
    r"(.+) is no object": lambda what: say("{what} is no object", what=what),
    r"(.+) has not the keys that it should": lambda what: say(
        "{what} has not the keys that it should", what=what
    ),
    r"(.+) has the wrong type": lambda what: say("{what} has the wrong type", what=what),
    r"(.+) is too large": lambda what: say("{what} is too large", what=what),
    r"there is no claim (.+)": lambda name: say("there is no claim {name}", name=name),
    r"the key (.+) stands twice": lambda key: say("the key {key} stands twice", key=key),
    r"(.+) is 0 everywhere": lambda text: say("{text} is 0 everywhere", text=text),
    r"(.+) is not 0 in the cell": lambda text: say("{text} is not 0 in the cell", text=text),
    r"the function (.+)": lambda name: say("the function {name}", name=name),
    r"the value is (.+)": lambda value: say("the value is {value}", value=value),
    r"the sum for (.+) is another one": lambda what: say(
        "the sum for {what} is another one", what=what
    ),
    r"the (.+) is (.+)": lambda what, value: say("the {what} is {value}", what=what, value=value),
    r"(.+) is no rational number": lambda text: say("{text} is no rational number", text=text),
    r"a value of (.+), which is no free name": lambda name: say(
        "a value of {name}, which is no free name", name=name
    ),
    r"(.+) cannot be a name": lambda name: say("{name} cannot be a name", name=name),
    r"(.+) is no name of the language": lambda name: say(
        "{name} is no name of the language", name=name
    ),
    r"(.+) takes one argument": lambda name: say("{name} takes one argument", name=name),
    r"(.+) with other than (.+) arguments": lambda name, n: say(
        "{name} with a number of arguments other than {n}", name=name, n=n
    ),
    r"the name (.+) is not declared": lambda name: say(
        "the name {name} is not declared", name=name
    ),
    r"(.+) without its arguments": lambda name: say("{name} without its arguments", name=name),
    r"(.+) is no function": lambda name: say("{name} is no function", name=name),
    r"(.+) may be the derivative of two functions": lambda name: say(
        "{name} may be the derivative of two functions", name=name
    ),
    r"a (.+) in a family": lambda kind: say("a {kind} in a family", kind=kind),
    r"the pivot in (.+) is 0": lambda column: say("the pivot in {column} is 0", column=column),
    r"(.+) stands where the text should end": lambda text: say(
        "{text} stands where the text should end", text=text
    ),
    r"(.+) needs parentheses": lambda sign: say("{sign} needs parentheses", sign=sign),
    r"the number (.+) runs into a point": lambda number: say(
        "the number {number} runs into a point", number=number
    ),
    r"the number (.+) runs into (.+)": lambda number, sign: say(
        "the number {number} runs into {sign}", number=number, sign=sign
    ),
    r"(.+) is not in the language": lambda sign: say("{sign} is not in the language", sign=sign),
}


def reason_told(why: str) -> str:
    """Why a certificate was refused, in the language spoken; what is not known stays as it is.

    >>> reason_told("the pivot in x is 0")
    'the pivot in x is 0'
    """
    if why in FIXED:
        return told(FIXED[why])
    for pattern, sentence in FILLED.items():
        if known := re.fullmatch(pattern, why):
            return told(sentence(*known.groups()))
    return told(why)
