"""Words that generated code cannot use as names: keywords, macros and what the code itself calls,
by language.

A name of the user that is one of them gets an underscore.  Greek letters are spelled where a
language has ASCII names.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import name as letter_name

ARGUMENTS = "q v p accelerations"
FUNCTIONS = (
    "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp log sqrt abs sign "
    "pow min max floor ceil round"
)
_PART = re.compile(r"w_*[0-9]+")  # how common parts are called


@dataclass(frozen=True, slots=True)
class Words:
    """What is taken in a language; ascii: names hold no other letters; own: how its own names
    begin.
    """

    taken: frozenset[str]
    ascii: bool = False
    own: str = ""

    def spelled(self, name: str) -> str:
        """The name in the letters of the language.

        >>> C.spelled("θ1"), PYTHON.spelled("θ1")
        ('theta1', 'θ1')
        """
        plain = "".join(map(_spelled, name)) if self.ascii else name
        return f"x{plain}" if self.own and re.match(self.own, plain) else plain

    def refuses(self, name: str, given: str) -> bool:
        """The name cannot stand in code; `given` is what the user wrote."""
        return name in self.taken or (name != given and _PART.fullmatch(name) is not None)


def _spelled(letter: str) -> str:
    if letter.isascii():
        return letter
    words = letter_name(letter, "").split()
    plain = (
        words[3]
        if words[:1] == ["GREEK"] and len(words) == 4 and words[2] == "LETTER"
        else f"u{ord(letter):x}"
    )
    return plain.capitalize() if "CAPITAL" in words else plain.lower()


def _words(*texts: str | Iterable[str]) -> frozenset[str]:
    return frozenset(
        word for text in texts for word in (text.split() if isinstance(text, str) else text)
    )


_OF_A_KIND = _words(
    "M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 "
    "M_SQRT1_2 M_SQRT3 M_EGAMMA M_PHI M_1_SQRTPI M_1_SQRT2PI M_1_SQRT3 SNAN HUGE_VAL"
)
_SIZES = ("16", "32", "64", "128", "32x", "64x", "32X", "64X")
_KINDS = ("", *"flFL", *(f"{k}{size}" for k in ("f", "F", "_F") for size in _SIZES))
C = Words(
    _words(
        FUNCTIONS,
        ARGUMENTS,
        "a t",
        # keywords of C99 to C23, those of GNU C and of C++, which compiles such code too
        "auto break case char const continue default do double else enum extern float for goto "
        "if inline int long register restrict return short signed sizeof static struct switch "
        "typedef union unsigned void volatile while alignas alignof bool constexpr false "
        "nullptr static_assert thread_local true typeof typeof_unqual asm fortran near far huge "
        "and and_eq bitand bitor catch char8_t char16_t char32_t class co_await co_return "
        "co_yield compl concept const_cast consteval constinit decltype delete dynamic_cast "
        "explicit export friend mutable namespace new noexcept not not_eq operator or or_eq "
        "private protected public reinterpret_cast requires static_cast template this throw try "
        "typeid typename using virtual wchar_t xor xor_eq",
        # macros of math.h and of compilers, by whatever standard
        "linux unix i386 sun mips sparc arm vax hpux sgi PPC WIN32 MSDOS NULL EOF NAN INFINITY "
        "HUGE HUGE_VAL HUGE_VALF HUGE_VALL MAXFLOAT DOMAIN SING OVERFLOW UNDERFLOW PLOSS TLOSS "
        "X_TLOSS EDOM ERANGE errno math_errhandling MATH_ERRNO MATH_ERREXCEPT FP_NAN "
        "FP_INFINITE FP_ZERO FP_SUBNORMAL FP_NORMAL FP_FAST_FMA FP_FAST_FMAF FP_FAST_FMAL "
        "FP_ILOGB0 FP_ILOGBNAN FP_INT_UPWARD FP_INT_DOWNWARD FP_INT_TOWARDZERO "
        "FP_INT_TONEARESTFROMZERO FP_INT_TONEAREST FP_LLOGB0 FP_LLOGBNAN SNAN",
        (f"{macro}{kind}" for macro in _OF_A_KIND for kind in _KINDS),
        # functions of math.h, some of which are macros
        "fabs y0 y1 yn j0 j1 jn gamma lgamma tgamma erf erfc exp2 expm1 log1p log2 log10 logb "
        "ilogb scalb scalbn scalbln cbrt hypot fmod remainder remquo fmin fmax fdim fma trunc "
        "nearbyint rint lrint llrint lround llround nextafter nexttoward copysign nan frexp "
        "ldexp modf drem significand signgam isnan isinf isfinite isnormal signbit fpclassify "
        "isgreater isgreaterequal isless islessequal islessgreater isunordered iscanonical "
        "issignaling issubnormal iszero iseqsig finite double_t float_t",
    ),
    ascii=True,
    own=r"__|_[A-Z]",
)
_PYTHON = (keyword.kwlist, ARGUMENTS, "__debug__")
PYTHON = Words(_words(*_PYTHON, "math abs"))
NUMPY = Words(_words(*_PYTHON, "np"))
CASADI = Words(_words(*_PYTHON, "ca t"))
JULIA = Words(
    _words(
        FUNCTIONS,
        ARGUMENTS,
        "t pi im",
        "baremodule begin break catch const continue do else elseif end export false finally "
        "for function global if import let local macro module quote return struct true try "
        "using while where in isa abstract primitive mutable type outer public as ccall cglobal "
        "new var NaN Inf nothing missing undef",
    )
)
MODELICA = Words(
    _words(
        FUNCTIONS,
        "time pi",
        "algorithm and annotation block break class connect connector constant constrainedby "
        "der discrete each else elseif elsewhen encapsulated end enumeration equation "
        "expandable extends external false final flow for function if import impure in initial "
        "inner input loop model not operator or outer output package parameter partial "
        "protected public pure record redeclare replaceable return stream then true type when "
        "while within",
        "Real Integer Boolean String Clock StateSelect AssertionLevel ExternalObject "
        "Connections Complex Modelica",
        "log10 div mod rem integer delay cardinality homotopy semiLinear inStream actualStream "
        "spatialDistribution getInstanceName terminal noEvent smooth sample pre edge change "
        "reinit assert terminate ndims size scalar vector matrix transpose outerProduct "
        "identity diagonal zeros ones fill linspace sum product symmetric cross skew promote "
        "cat array previous hold subSample superSample shiftSample backSample noClock interval "
        "firstTick rooted",
    ),
    ascii=True,
)
