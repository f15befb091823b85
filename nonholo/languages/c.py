"""C99: a function that writes the accelerations of all coordinates into a; its style also serves
native integration.
"""

from __future__ import annotations

from fractions import Fraction

from nonholo.expression.text import ATOM, PRODUCT, Style, bracket, digits
from nonholo.languages.program import Language, Program
from nonholo.languages.words import ARGUMENTS, FUNCTIONS, Words, words

_OF_A_KIND = words(
    "M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 "
    "M_SQRT1_2 M_SQRT3 M_EGAMMA M_PHI M_1_SQRTPI M_1_SQRT2PI M_1_SQRT3 SNAN HUGE_VAL"
)
_SIZES = ("16", "32", "64", "128", "32x", "64x", "32X", "64X")
_KINDS = ("", *"flFL", *(f"{k}{size}" for k in ("f", "F", "_F") for size in _SIZES))
WORDS = Words(
    words(
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
    reserved=r"__|_[A-Z]",
)


def _number(p: int, q: int) -> str:
    return f"{digits(p)}.0" if q == 1 else f"{digits(p)}.0/{digits(q)}.0"


def _power(base: tuple[str, int], e: int | Fraction) -> tuple[str, int]:
    if e == 1:
        return base
    if e == Fraction(1, 2):
        return f"sqrt({base[0]})", ATOM
    if isinstance(e, int) and e <= 4:
        return "*".join([bracket(base, ATOM)] * e), PRODUCT
    return (
        f"pow({base[0]}, {e.numerator}.0{'' if isinstance(e, int) else f'/{e.denominator}.0'})",
        ATOM,
    )


def _call(name: str, args: list[str]) -> str:
    if name == "sign":
        return f"((double)({args[0]} > 0) - ({args[0]} < 0))"  # 1/2 of whole numbers is 0
    return f"{'fabs' if name == 'abs' else name}({', '.join(args)})"


def _layout(program: Program) -> str:
    unpacked = [
        f"    const double {n} = {source}[{i}];"
        for source, group in program.groups
        for i, n in enumerate(group)
    ]
    arrays, result = program.letters[1:], program.task.result
    given = [*program.letters, *(n for _, group in program.groups for n in group)]
    taken = ", ".join(["double t", *(f"const double *{letter}" for letter in arrays)])
    return "\n".join(
        [
            "#include <math.h>",
            "",
            f"/* {program.title} */",
            f"void {program.task.function}({taken}, double *{result})",
            "{",
            *unpacked,
            *(f"    const double {name} = {code};" for name, code in program.parts),
            *(f"    {result}[{i}] = {code};" for i, code in enumerate(program.results)),
            "    " + " ".join(f"(void){n};" for n in given),
            "}",
            "",
        ]
    )


PI = "3.14159265358979323846"  # M_PI is none of standard C
LANGUAGE = Language(
    "c", Style(_number, _power, _call, pi=PI, rounded=True), WORDS, _layout, names_result=True
)
