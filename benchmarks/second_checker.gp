\\ The mathematics of benchmarks/second_checker.py: claims of a certificate, by PARI/GP.
\\
\\ Functions are quotients [n, e]: n a polynomial over Q in the generators, over the product of
\\ BASES[j]^e[j].  Generators: symbols X[i]; for each monomial m of symbols that stands in sin or cos
\\ c = cos(u m), s = sin(u m) with s^2 = 1 - c^2, for each in exp or sinh E = exp(u m), u a rational
\\ number; y = 2 cos(2 pi/N) for fractions of pi, modulo its minimal polynomial; S = sqrt(r) with
\\ S^2 = r; f for each derivative of an unspecified function at some symbols.  They have no other
\\ relation (Ax 1971; of roots it is tried), so a function is 0 if and only if its n, reduced, is 0.
\\
\\ What is given by second_checker.py, all of it numbers and trees of its own making:
\\   NC coordinates, then t, then letters, then pi: NS symbols in all
\\   LEVELS, ROWS, INEQUALITIES, SYMBOLS, ANGLES, EXPONENTS, CALLED, CLAIMS, STATED, HASPI


WHY = 0;
stop(kind, why) = { WHY = [kind, why]; error("stop") };
refuse(why) = stop("refused", why);
beyond(why) = stop("not checkable", why);
demand(fact, why) = if(!fact, refuse(why));

\\ generators ------------------------------------------------------------------------------------
WAVES = List();   \\ [angle or exponential, monomial, unit, c or E, s]
PART = 1;         \\ N of the fractions of pi
ROOTS = List();   \\ [r, S, its value at the point or 0]
CALLS = List();   \\ [function, orders of the derivative, symbols, f]
SIDES = List();   \\ what is to be positive at the point, for roots and signs to be what they are
WRITTEN = 0;      \\ are rows read as they are written, to see whether they hold t?
name(letter, i) = eval(Str(letter, "_", i));
X = 0; V = 0; DT = name("moment", 0); Y = name("turn", 0); MINIMAL = Y; BASES = List();
DIVISORS = List();   \\ what something was divided by

begin() =
{
  X = vector(NS, i, name("x", i)); V = vector(NC, i, name("v", i)); BASES = List([DT]);
  DIVISORS = List(); ROOTS = List(); CALLS = List(); SIDES = List();
  if(PART > 1, my(z = name("z", 0));
    MINIMAL = subst(minpoly(Mod(z + 1/z, polcyclo(PART, z))), 'x, Y));
}

\\ polynomials -----------------------------------------------------------------------------------
reduced(p) =
{
  foreach(relations(), g, p = folded(p, g[1], g[2]));
  if(PART > 1 && poldegree(p, Y) >= poldegree(MINIMAL, Y), p = below(p, MINIMAL, Y)[2]);
  p
}
\\ [s, s^2]
relations() =
{
  concat([[g[2], g[1]] | g <- Vec(ROOTS)],
    [[g[5], 1 - g[4]^2] | g <- Vec(WAVES), g[1] == "angle"])
}
folded(p, s, square) =
{
  my(d = poldegree(p, s));
  if(d < 2, return(p));
  sum(k = 0, d, polcoef(p, k, s) * square^(k\2) * s^(k%2))
}
\\ quotient and rest of a division by what is monic up to a number in v
below(p, q, v) =
{
  my(d = poldegree(q, v), l = polcoef(q, d, v), a = 0, k);
  while(p != 0 && (k = poldegree(p, v)) >= d,
    my(c = polcoef(p, k, v) / l); a += c * v^(k - d); p -= c * v^(k - d) * q);
  [a, p]
}
isnumber(p) = my(k = type(p)); k == "t_INT" || k == "t_FRAC";
constant(p) = isnumber(simplify(p));
number(p) = simplify(p);
leading(p) = { while(type(p) == "t_POL", p = pollead(p)); p }
\\ dp/dx_i by the chain rule, roots held
slope(p, i) =
{
  my(total = deriv(p, X[i]), k);
  for(j = 1, #CALLS, my(g = CALLS[j], d = deriv(p, g[4]));
    if(d != 0, for(a = 1, #g[3], if(g[3][a] == i,
      total += d * unspecified(g[1], vector(#g[2], b, g[2][b] + (a == b)), g[3])))));
  for(w = 1, #WAVES, my(g = WAVES[w]); k = g[3] * deriv(g[2], X[i]);
    if(k != 0 && type(k) != "t_RFRAC", if(g[1] == "angle",
      total += k * (g[4] * deriv(p, g[5]) - g[5] * deriv(p, g[4])),
      total += k * g[4] * deriv(p, g[4]))));
  reduced(total)
}
\\ p / b where that is a polynomial and is seen to be, else ""
over(p, b) =
{
  my(inside = select(g -> poldegree(b, g[1]) > 0, relations()));
  if(#inside > 1, return(""));
  if(#inside, my(g = inside[1], flipped = subst(b, g[1], -g[1]));
    p = reduced(p * flipped); b = reduced(b * flipped));
  if(constant(b), return(p / number(b)));
  my(held = variables(b));
  for(k = 1, #held, my(v = held[k], q);
    if(constant(polcoef(b, poldegree(b, v), v)),
      q = below(p, b, v); return(if(q[2] == 0, q[1], ""))));
  ""
}

\\ quotients -------------------------------------------------------------------------------------
padded(e) = concat(e, vector(#BASES - #e));
times_bases(p, e) = { for(j = 1, #e, if(e[j], p = reduced(p * BASES[j]^e[j]))); p }
cancelled(n, e) =
{
  if(n == 0, return([0, []]));
  for(j = 1, #e, while(e[j] > 0, my(q = over(n, BASES[j])); if(q === "", break); n = q; e[j]--));
  [n, e]
}
plain(p) = [p, []];
add(a, b, factor = 1) =
{
  if(b[1] == 0, return(a));
  if(a[1] == 0, return([factor * b[1], b[2]]));
  my(x = padded(a[2]), y = padded(b[2]), m = vector(#x, j, max(x[j], y[j])));
  cancelled(times_bases(a[1], m - x) + factor * times_bases(b[1], m - y), m)
}
times(a, b) =
{
  if(a[1] == 0 || b[1] == 0, return(plain(0)));
  cancelled(reduced(a[1] * b[1]), padded(a[2]) + padded(b[2]))
}
inverse(a) =
{
  my(n = a[1], e = vector(#BASES), top = 1, l, held);
  if(n == 0, refuse("a division by 0"));
  listput(DIVISORS, n);
  top = times_bases(1, a[2]);
  if(constant(n), return(plain(top / number(n))));
  if(PART > 1 && variables(n) == [Y],
    return(plain(reduced(top * lift(1 / Mod(n, MINIMAL))))));
  for(j = 1, #BASES, while(1, my(q = over(n, BASES[j])); if(q === "" || constant(n), break);
    n = q; e[j]++));
  held = if(constant(n), [], variables(n));
  for(k = 1, #held, if(held[k] != Y && subst(n, held[k], 0) == 0,
    listput(BASES, held[k]); e = padded(e);
    while(!constant(n) && subst(n, held[k], 0) == 0, n = n / held[k]; e[#BASES]++)));
  l = if(constant(n), number(n), leading(n));
  if(!constant(n), listput(BASES, n / l); e = padded(e); e[#BASES] = 1);
  cancelled(top / l, e)
}
raised(a, k) =
{
  if(k < 0, return(raised(inverse(a), -k)));
  if(k > 200, beyond("a large power"));
  my(total = plain(1)); for(i = 1, k, total = times(total, a)); total
}
same(a, b) = add(a, b, -1)[1] == 0;
zero(a) = a[1] == 0;
\\ d/dx_i
rate(a, i) =
{
  my(under = [1, a[2]], total = times(ascent(a[1], i), under), one, d);
  for(j = 1, #a[2], if(a[2][j] && !zero(d = ascent(BASES[j], i)),
    one = vector(#BASES); one[j] = 1;
    total = add(total, times(times(times(plain(-a[2][j] * a[1]), d), under), [1, one]))));
  total
}
\\ the whole derivative of a polynomial: S' = r' S/(2 r), and waves of x/y
ascent(p, i) =
{
  my(total = plain(slope(p, i)), d, k);
  foreach(WAVES, g, k = g[3] * deriv(g[2], X[i]);
    if(type(k) == "t_RFRAC",
      d = if(g[1] == "angle", g[4] * deriv(p, g[5]) - g[5] * deriv(p, g[4]), g[4] * deriv(p, g[4]));
      d = times(plain(reduced(d * numerator(k))), inverse(plain(denominator(k))));
      total = add(total, d)));
  for(k = 1, #ROOTS, my(g = ROOTS[k]);
    if((d = deriv(p, g[2])) != 0, total = add(total,
      times(plain(reduced(d * slope(g[1], i) * g[2] / 2)), inverse(plain(g[1]))))));
  total
}
\\ a quotient that is a rational number
rational(a, why) =
{
  if(zero(a), return(0));
  if(!constant(a[1]) || a[2] != 0*a[2], beyond(why));
  number(a[1])
}

\\ trees -> quotients ----------------------------------------------------------------------------
ENV = Map();   \\ coordinates that a level is solved for: symbol -> quotient
symbol(i) = my(v); if(mapisdefined(ENV, i, &v), v, plain(X[i]));
\\ x', or what it is where x is solved for
velocity(i) =
{
  my(v, total = plain(0));
  if(!mapisdefined(ENV, i, &v), return(plain(V[i])));
  for(j = 1, NC, total = add(total, times(rate(v, j), plain(V[j]))));
  add(total, rate(v, NC + 1))
}
value(tree) =
{
  my(k = tree[1]);
  if(k == "n", return(plain(tree[2])));
  if(k == "s", return(symbol(tree[2])));
  if(k == "v", return(velocity(tree[2])));
  if(k == "d", return(times(velocity(tree[2]), plain(DT))));
  if(k == "dt", return(plain(DT)));
  if(k == "f", return(wave(tree[2], value(tree[3]))));
  if(k == "u", return(plain(unspecified(tree[2], tree[3], [place(value(x)) | x <- tree[4]]))));
  my(a = value(tree[2]), half);
  if(k == "^", half = rational(value(tree[3]), "an exponent that is no number");
    if(denominator(half) == 2, a = root(a); half *= 2);
    if(denominator(half) > 1, beyond("an exponent that is no half of a whole number"));
    return(raised(a, half)));
  my(b = value(tree[3]));
  if(k == "+", return(add(a, b)));
  if(k == "-", return(add(a, b, -1)));
  if(k == "*", return(times(a, b)));
  times(a, inverse(b))
}
\\ the symbol that a quotient is
place(a) =
{
  for(i = 1, NS - 1, if(a[1] == X[i] && a[2] == 0*a[2], return(i)));
  beyond("an unspecified function of what is no name")
}
unspecified(f, orders, places) =
{
  for(k = 1, #CALLS, if(CALLS[k][1 .. 3] == [f, orders, places], return(CALLS[k][4])));
  listput(CALLS, [f, orders, places, name("f", #CALLS + 1)]);
  CALLS[#CALLS][4]
}
\\ the root of a quotient, positive at the point: sqrt(n/d) = S/|b|, S^2 = n (odd part of d)
root(a) =
{
  my(r = a[1], b = 1, under, f, c);
  if(zero(a), return(a));
  for(j = 1, #a[2], if(a[2][j], b *= BASES[j]^((a[2][j] + 1) \ 2);
    if(a[2][j] % 2, r *= BASES[j])));
  r = reduced(r);
  if(constant(r) && constant(b), return(root_of_number(number(r) / number(b)^2)));
  c = leading(r);
  foreach(concat([Vec(CALLS), Vec(ROOTS)]), g,
    if(poldegree(r, g[if(#g == 4, 4, 2)]) > 0, beyond("a root of a root or unspecified function")));
  if(poldegree(r, Y) > 0, beyond("a root of a fraction of pi"));
  f = core(numerator(c) * denominator(c), 1)[2] / denominator(c);
  under = if(b == 1, 1, oriented(plain(b)));
  times(plain(under * f * generator_of_root(r / f^2)), inverse(plain(b)))
}
root_of_number(c) =
{
  my(f, k);
  demand(c > 0, "the root of a negative number");
  [f, k] = core(numerator(c) * denominator(c), 1); k = k / denominator(c);
  if(!setsearch([1, 2, 3, 6], f), beyond("the root of a number"));
  if(f % 2 == 0, k *= 2 * turn(1/4)[1]);
  if(f % 3 == 0, k *= 2 * turn(1/6)[1]);
  plain(reduced(k))
}
generator_of_root(r) =
{
  my(k = 1, v);
  while(k <= #ROOTS && ROOTS[k][1] != r, k++);
  if(k > #ROOTS, listput(ROOTS, [r, name("r", k), 0]));
  if(!WRITTEN && ROOTS[k][3] == 0,
    v = settled(put(r));
    demand(type(v) != "t_POLMOD" && v > 0, "the root of what is not positive at the point");
    demand(issquare(v), "a root whose value at the point is not rational");
    listput(SIDES, plain(r));
    listput(ROOTS, [r, ROOTS[k][2], sqrtint(numerator(v)) / sqrtint(denominator(v))], k));
  ROOTS[k][2]
}
\\ the sign of a function at the point, which is to be real for it
oriented(a) =
{
  my(k);
  if(zero(a), return(0));
  if(constant(a[1]) && a[2] == 0*a[2], return(sign(number(a[1]))));
  if(WRITTEN, return(1));
  k = at(a);
  if(type(k) == "t_POLMOD", beyond("the sign of a fraction of pi"));
  demand(k != 0, "abs or sign where it is 0");
  listput(SIDES, times(plain(sign(k)), a));
  sign(k)
}
\\ No product of radicands is a square: seen on a line, where the other generators have numbers.
demand_roots_apart() =
{
  if(#ROOTS > 4, beyond("many roots"));
  for(k = 1, 2^#ROOTS - 1,
    if(!nosquare(prod(j = 1, #ROOTS, if(bittest(k, j - 1), ROOTS[j][1], 1))),
      beyond("a root of what may be a square")));
}
nosquare(p) =
{
  my(i = Mod(name("i", 0), name("i", 0)^2 + 1), lines = Vec(X), names = [], q, w, others);
  foreach(WAVES, g, if(g[1] == "angle",
    w = g[4]; q = poldegree(p, g[4]) + poldegree(p, g[5]);
    p = reduced(p); p = numerator(substvec(p, [g[4], g[5]], [(w + 1/w) / 2, (w - 1/w) / (2*i)]));
    p = p / w^valuation(p, w)));
  names = variables(p);
  foreach(names, v, if(v != name("i", 0),
    others = select(u -> u != v && u != name("i", 0), names);
    q = substvec(p, others, vector(#others, k, prime(k + 2)));
    if(poldegree(q, v) > 0,
      if(!setsearch(Set(lines), v), q = q / v^valuation(q, v));
      if(odd_part(q, v), return(1)))));
  0
}
\\ has a polynomial in v a factor of odd order?
odd_part(p, v) =
{
  my(a = gcd(p, deriv(p, v)), b = p / a, c = deriv(p, v) / a, d, k = 1);
  while(poldegree(b, v) > 0,
    d = c - deriv(b, v); a = gcd(b, d);
    if(k % 2 && poldegree(a, v) > 0, return(1));
    b = b / a; c = d / a; k++);
  0
}
\\ terms of a polynomial in symbols alone: [[number, monomial]]
terms(p, i = 1) =
{
  if(p == 0, return([]));
  if(constant(p), return([[number(p), 1]]));
  if(i > NS, beyond("sin, cos or exp of what is no polynomial"));
  my(all = []);
  for(k = 0, poldegree(p, X[i]),
    all = concat(all, [[g[1], simplify(g[2] * X[i]^k)] | g <- terms(polcoef(p, k, X[i]), i + 1)]));
  all
}
argument(a) =
{
  my(under = 1);
  if(zero(a), return([]));
  for(j = 1, #a[2], if(a[2][j],
    if(!setsearch(Set(X), BASES[j]), beyond("sin, cos or exp of what is no polynomial"));
    under *= BASES[j]^a[2][j]));
  [[g[1], simplify(g[2] / under)] | g <- terms(a[1])]
}
\\ the generator of a monomial, and how often its unit is taken; begun again with a finer unit
generator(kind, m, q) =
{
  for(k = 1, #WAVES, if(WAVES[k][1] == kind && WAVES[k][2] == m,
    my(g = WAVES[k], turns = q / g[3]);
    if(denominator(turns) == 1, return([g, turns]));
    g[3] = gcd(g[3], q); listput(WAVES, g, k); stop("again", "")));
  my(k = #WAVES + 1);
  listput(WAVES, [kind, m, abs(q), name("c", k), if(kind == "angle", name("s", k), 0)]);
  [WAVES[k], sign(q)]
}
power_of_e(a) =
{
  my(total = plain(1));
  foreach(argument(a), term, if(poldegree(term[2], X[NS]) > 0, beyond("pi beside e")); my(g = generator("exponential", term[2], term[1]));
    total = times(total, raised(plain(g[1][4]), g[2])));
  total
}
\\ [cos, sin]
turned(a) =
{
  my(c = 1, s = 0, more);
  foreach(argument(a), term,
    more = if(term[2] == X[NS], turn(term[1]), multiple(generator("angle", term[2], term[1])));
    [c, s] = [reduced(c * more[1] - s * more[2]), reduced(s * more[1] + c * more[2])]);
  [plain(c), plain(s)]
}
multiple(g) =
{
  my(k = abs(g[2]), c = g[1][4], s = g[1][5]);
  if(k > 200, beyond("a large multiple of an angle"));
  if(k == 0, return([1, 0]));
  [reduced(polchebyshev(k, 1, c)), sign(g[2]) * reduced(s * polchebyshev(k - 1, 2, c))]
}
\\ cosine and sine of r pi
turn(r) =
{
  my(q = denominator(r / 2), k);
  if(q > 240, beyond("a small fraction of pi"));
  if(lcm(PART, q) > PART && q > 2 && q != 4, PART = lcm(lcm(PART, q), 4); stop("again", ""));
  if(PART == 1,
    k = lift(Mod(r * 2, 4)); return([[1, 0, -1, 0][k + 1], [0, 1, 0, -1][k + 1]]));
  k = r / 2 * PART;
  [cosine_of(k), cosine_of(k - PART / 4)]
}
cosine_of(k) =
{
  k = lift(Mod(k, PART)); k = min(k, PART - k);
  reduced(subst(polchebyshev(k, 1, 'x), 'x, Y / 2))
}
wave(f, a) =
{
  my(c, s, e, i);
  if(f == "sqrt", return(root(a)));
  if(f == "abs", return(times(plain(oriented(a)), a)));
  if(f == "sign", return(plain(oriented(a))));
  if(f == "exp", return(power_of_e(a)));
  if(setsearch(Set(["sinh", "cosh", "tanh"]), f),
    e = power_of_e(a); i = inverse(e); s = add(e, i, -1); c = add(e, i);
    if(f == "tanh", return(times(s, inverse(c))));
    return(times(plain(1/2), if(f == "sinh", s, c))));
  [c, s] = turned(a);
  if(f == "sin", return(s));
  if(f == "cos", return(c));
  if(f == "tan", return(times(s, inverse(c))));
  if(f == "cot", return(times(c, inverse(s))));
  if(f == "sec", return(inverse(c)));
  inverse(s)
}

\\ vectors and rows ------------------------------------------------------------------------------
\\ Vectors have a component for each coordinate and one for t.
VARIABLES = [];
empty() = vector(NC + 1, i, plain(0));
isvariable(i) = #select(j -> j == i, VARIABLES) > 0;
field(table) =
{
  my(v = empty());
  foreach(table, item, demand(isvariable(item[1]), "a component that is none");
    v[item[1]] = value(item[2]));
  v
}
differential(f) = vector(NC + 1, i, rate(f, i));
\\ A constraint: linear in the velocities, or in the differentials and dt.
row(tree) =
{
  my(a = value(tree), e = padded(a[2]), n = a[1], d = poldegree(n, DT), form, still, bad);
  if(n == 0, return(empty()));
  for(j = 1, #e, if(e[j], bad = setintersect(Set(variables(BASES[j])), Set(concat(V, [DT])));
    demand(#bad == 0, "a velocity below")));
  demand(d == 0 || (d == 1 && polcoef(n, 0, DT) == 0), "velocities mixed with differentials");
  n = polcoef(n, d, DT);
  still = substvec(n, V, vector(NC));
  form = vector(NC, i, polcoef(n, 1, V[i]));
  demand(n == still + sum(i = 1, NC, form[i] * V[i]), "a constraint that is not linear");
  foreach(form, x, foreach(V, v, demand(poldegree(x, v) < 1, "a constraint that is not linear")));
  concat([cancelled(x, e) | x <- form], [cancelled(still, e)])
}
pair(w, x) =
{
  my(total = plain(0));
  for(i = 1, NC + 1, if(!zero(w[i]) && !zero(x[i]), total = add(total, times(w[i], x[i]))));
  total
}
bracket(x, y) =
{
  my(z = empty());
  for(i = 1, NC + 1, for(j = 1, NC + 1,
    if(!zero(x[j]) && !zero(y[i]), z[i] = add(z[i], times(x[j], rate(y[i], j))));
    if(!zero(y[j]) && !zero(x[i]), z[i] = add(z[i], times(y[j], rate(x[i], j)), -1))));
  z
}
combined(table, forms) =
{
  my(total = empty());
  foreach(table, item, total = vector(NC + 1, i,
    add(total[i], times(item[2], forms[item[1]][i]))));
  total
}
equal(v, w) = { for(i = 1, #v, if(!same(v[i], w[i]), return(0))); 1 }
nothing(v) = { for(i = 1, #v, if(!zero(v[i]), return(0))); 1 }
\\ (dw)_ij = d_i w_j - d_j w_i
curl(w, i, j) = add(rate(w[j], i), rate(w[i], j), -1);

\\ the point -------------------------------------------------------------------------------------
HERE = [[], []];   \\ variables, values
TOLD = Map();      \\ c or E of a wave -> the value of its cosine or power of e that is given
at_point() =
{
  my(names = List(), values = List(), g, w, k);
  TOLD = Map(); HERE = [[], []];
  foreach(CALLED, item, [g] = [value(item[1])];
    demand(g[2] == [] && #select(f -> f[4] == g[1], Vec(CALLS)), "a value of what is no function");
    listput(names, g[1]); listput(values, item[2]));
  foreach(SYMBOLS, item, listput(names, X[item[1]]); listput(values, item[2]));
  foreach(ANGLES, item, [g, k] = single("angle", item[1]);
    demand(item[2]^2 + item[3]^2 == 1, "a value that is not on the circle");
    w = part_of(item[2] + I * item[3], k, #names); mapput(TOLD, g[4], item[2]);
    listput(names, g[4]); listput(values, if(k == 1, item[2], (w + 1/w) / 2));
    listput(names, g[5]); listput(values, if(k == 1, item[3], (w - 1/w) / (2*I))));
  foreach(EXPONENTS, item, [g, k] = single("exponential", item[1]);
    demand(item[2] != 0, "a power of e that is 0"); mapput(TOLD, g[4], item[2]);
    listput(names, g[4]); listput(values, part_of(item[2], k, #names)));
  demand(#Set(names) == #names, "a value that is given twice");
  HERE = [Vec(names), Vec(values)];
}
\\ some w with w^k = z: of what is a function of w^k the value is a number
part_of(z, k, i) = if(k == 1, z, my(w = name("w", i)); Mod(w, w^k - z));
\\ an angle or exponent whose value is given: its generator, and how many units it is
single(kind, tree) =
{
  my(all = argument(value(tree)));
  demand(#all == 1 && all[1][1] > 0, "an angle or exponent that is no positive monomial");
  generator(kind, all[1][2], all[1][1])
}
put(p) =
{
  if(type(p) != "t_POL" && type(p) != "t_RFRAC", return(p));
  foreach(ROOTS, g, if(g[3] != 0, p = subst(p, g[2], g[3])));
  substvec(p, HERE[1], HERE[2])
}
\\ one value of each derivative of a function at each place
demand_places() =
{
  my(seen = Map(), where, v);
  foreach(CALLS, g, if(setsearch(Set(HERE[1]), g[4]),
    where = [g[1], g[2], [put(X[i]) | i <- g[3]]]; v = put(g[4]);
    if(mapisdefined(seen, where), demand(mapget(seen, where) == v,
      "two values of a function at one place"));
    mapput(seen, where, v)));
}
\\ a number, or one with fractions of pi
settled(x) =
{
  x = simplify(liftall(x));
  if(isnumber(x), return(x));
  demand(PART > 1 && type(x) == "t_POL" && variables(x) == [Y],
    "the point does not give what is needed");
  Mod(x, MINIMAL)
}
at(a) =
{
  my(under = 1, b);
  for(j = 1, #a[2], if(a[2][j], b = put(BASES[j]);
    demand(b != 0, "a division by 0 at the point"); under *= b^a[2][j]));
  if(type(under) == "t_POL", under = Mod(under, MINIMAL));
  settled(put(a[1]) / under)
}
vector_at(v) = [at(x) | x <- v];
\\ what is stated of a number, which is not to be 0
stated(number, tree, what) =
{
  demand(number != 0, Str("the ", what, " is 0"));
  my(told = value(tree));
  demand(same(plain(if(type(number) == "t_POLMOD", lift(number), number)), told),
    Str("another ", what, " than is stated"));
}
minor(vectors, columns, tree) =
{
  my(m, values = [vector_at(v) | v <- vectors]);
  demand(#columns == #vectors, "columns that do not fit");
  foreach(columns, c, demand(isvariable(c), "columns that do not fit"));
  m = matrix(#vectors, #columns, i, j, values[i][columns[j]]);
  stated(if(#vectors, matdet(m), 1), tree, "minor");
}
paired(w, x) = sum(i = 1, NC + 1, at(w[i]) * x[i]);
twisted(w, x, y) =
{
  my(total = 0, area);
  for(i = 1, NC + 1, for(j = i + 1, NC + 1, area = x[i] * y[j] - x[j] * y[i];
    if(area != 0, total += at(curl(w, i, j)) * area)));
  total
}

\\ levels ----------------------------------------------------------------------------------------
\\ Values of solved coordinates: each level is linear in its own one, with a number as its slope.
\\ list: [coordinate, tree, slope]
eliminate(list) =
{
  my(r = #list, last, phi, f, a);
  if(r == 0, return);
  if(r > 5, beyond("many solved levels"));
  last = list[r];
  mapput(ENV, last[1], plain(X[last[1]])); eliminate(list[1 .. r - 1]); f = value(last[2]);
  a = rational(rate(f, last[1]), "a slope of a level that is no number");
  demand(a != 0, "a level without its coordinate");
  mapput(ENV, last[1], plain(0)); eliminate(list[1 .. r - 1]); phi = value(last[2]);
  phi = times(phi, plain(-1 / a));
  mapput(ENV, last[1], phi); eliminate(list[1 .. r - 1]);
}
FREE = [];   \\ levels that are not solved: [row, function]
inside(p) =  \\ symbols of a polynomial, those in angles and exponents too
{
  my(all = Set(if(type(p) == "t_POL", variables(p), [])), more = all);
  foreach(WAVES, g, if(setsearch(all, g[4]) || (g[5] != 0 && setsearch(all, g[5])),
    more = setunion(more, Set(variables(g[2])))));
  foreach(CALLS, g, if(setsearch(all, g[4]), more = setunion(more, Set([X[i] | i <- g[3]]))));
  foreach(ROOTS, g, if(setsearch(all, g[2]), more = setunion(more, inside(g[1]))));
  setintersect(more, Set(X))
}
within(a) =
{
  my(all = inside(a[1]));
  for(j = 1, #a[2], if(a[2][j], all = setunion(all, inside(BASES[j]))));
  all
}
monomial_inside(m) = if(isnumber(m), Set([]), Set(variables(m)));
\\ generators of a quotient, those in roots too
held(a) =
{
  my(all = Set(if(type(a[1]) == "t_POL", variables(a[1]), [])));
  for(j = 1, #a[2], if(a[2][j], all = setunion(all, Set(variables(BASES[j])))));
  foreach(ROOTS, g, if(setsearch(all, g[2]), all = setunion(all, Set(variables(g[1])))));
  all
}
holds(a, g) = my(all = held(a)); setsearch(all, g[4]) || (#g == 5 && setsearch(all, g[5]));
symbols_of(g) = if(#g == 5, monomial_inside(g[2]), Set([X[i] | i <- g[3]]));
joined_symbols(sets) = { my(all = Set([])); foreach(sets, one, all = setunion(all, one)); all }
\\ Levels, with all that shares a symbol with them, and what is to be positive have the values of
\\ functions at one real place.  The rest is independent of it.
demand_real(levels, positive) =
{
  my(bound, size = -1, valued = Set(HERE[1]), told, all, used, m,
    functions = concat(levels, positive), given = concat(Vec(WAVES), Vec(CALLS)));
  bound = joined_symbols([within(f) | f <- levels]);
  given = select(g -> setsearch(valued, g[4]), given);
  while(size != #bound, size = #bound;
    foreach(given, g, if(#setintersect(symbols_of(g), bound),
      bound = setunion(bound, symbols_of(g)))));
  all = setunion(bound, joined_symbols([within(f) | f <- positive]));
  if(setsearch(all, X[NS]), beyond("pi where a real point is needed"));
  foreach(all, x, demand(setsearch(valued, x) || #select(g -> setsearch(symbols_of(g), x),
    Vec(WAVES)), "a real point without all its values"));
  used = select(g -> #setintersect(symbols_of(g), bound) || #select(f -> holds(f, g), functions),
    concat(Vec(WAVES), Vec(CALLS)));
  foreach(used, g, m = symbols_of(g);
    if(#g == 4, demand(#setminus(m, valued) == 0, "an unspecified function without its place"),
      if(g[2] == 1, beyond("sin, cos or exp of a number"));
      demand(mapisdefined(TOLD, g[4], &told), "a real point without all its values");
      if(#m == 1 && g[2] == m[1] && !setsearch(valued, m[1])
        && #select(h -> #setintersect(symbols_of(h), m), Vec(WAVES)) == 1,
        demand(g[1] == "angle" || told > 0, "a power of e that is not positive"),
        demand(settled(put(g[2])) == 0 && told == 1,
          "an angle and its cosine that do not fit"))));
}

\\ claims ----------------------------------------------------------------------------------------
FORMS = []; LEVEL = []; RANK = []; SPARE = []; FIELDS = []; DIMENSIONS = []; JUDGED = Set([]);
form(l) = { demand(l >= 1 && l <= #FORMS && #FORMS[l], "there is no such row"); FORMS[l] }
ranked() = { demand(#RANK && #SPARE == 0, "the rank is to be shown before"); RANK[1] }
factors(table) =
{
  foreach(table, item, demand(#RANK && setsearch(Set(RANK[1]), item[1]),
    "a coefficient of what is no independent row"));
  [[item[1], value(item[2])] | item <- table]
}
orthogonal(forms, fields) =
{
  foreach(forms, w, foreach(fields, x,
    demand(zero(pair(w, x)), "a form that does not annihilate a field")));
}

claim_rank(rows, columns, tree) =
{
  demand(#RANK == 0, "the rank is shown already");
  demand(#Set(rows) == #rows, "a row twice");
  foreach(columns, c, demand(c != NC + 1, "t is no velocity"));
  minor([form(l) | l <- rows], columns, tree);
  RANK = [rows]; SPARE = setminus(Set(select(l -> #FORMS[l], [1 .. #FORMS])), Set(rows));
}
claim_redundant(l, table) =
{
  my(c = factors(table), x);
  demand(setsearch(Set(SPARE), l), "the row is not to be shown redundant");
  demand(equal(combined(c, FORMS), FORMS[l]), "the combination is not the row");
  if(setsearch(LEVEL, l),
    foreach(c, item, foreach(CALLS, g, if(holds(item[2], g),
      beyond("a level that follows for special functions only"))));
    foreach(c, item, demand(setsearch(LEVEL, item[1]), "a level that follows from velocities"));
    for(i = NC + 2, NS, x = rate(FREE[l], i);
      foreach(c, item, x = add(x, times(item[2], rate(FREE[item[1]], i)), -1));
      demand(zero(x), "a level that depends on a letter otherwise")));
  SPARE = setminus(Set(SPARE), Set([l]));
}
claim_restricted(l, components, cofactors) =
{
  my(left = field(components), total = left, w);
  demand(#RANK == 0 && !setsearch(LEVEL, l), "a row that cannot be restricted");
  foreach(cofactors, item, demand(setsearch(LEVEL, item[1]), "a cofactor of what is no level");
    w = field(item[2]); vector_at(w);
    total = vector(NC + 1, i, add(total[i], times(FREE[item[1]], w[i]))));
  demand(equal(total, form(l)), "what is left and the cofactors are not the row");
  vector_at(left); FORMS[l] = left;
}
claim_admissible(tables, columns, tree) =
{
  my(rows = ranked());
  demand(#FIELDS == 0, "the fields are shown already");
  demand(#tables == #VARIABLES - #rows, "not as many fields as the kernel has dimensions");
  FIELDS = [[field(table) | table <- tables]];
  orthogonal([FORMS[l] | l <- rows], FIELDS[1]);
  minor(FIELDS[1], columns, tree);
}
\\ brackets of the new fields with the basis: those of a list, and all others
brackets(fields, old, m, chosen) =
{
  my(pairs = List(), left = List());
  for(b = old + 1, #fields, for(a = 1, min(b - 1, m), listput(pairs, [a, b])));
  demand(#Set(chosen) == #chosen && #setminus(Set(chosen), Set(pairs)) == 0,
    "brackets that do not fit");
  if(#fields + #chosen < #VARIABLES,
    foreach(setminus(Set(pairs), Set(chosen)), p,
      listput(left, bracket(fields[p[1]], fields[p[2]]))));
  [[bracket(fields[p[1]], fields[p[2]]) | p <- chosen], Vec(left)]
}
claim_growth(levels) =
{
  my(n = #VARIABLES, fields, m, old = 0, forms, taken, left, c);
  demand(#FIELDS && #DIMENSIONS == 0, "the fields are to be shown before");
  fields = FIELDS[1]; m = #fields; DIMENSIONS = [m];
  forms = [FORMS[l] | l <- ranked()];
  foreach(levels, step,
    demand(#step[1], "a level without new brackets");
    [taken, left] = brackets(fields, old, m, step[1]);
    old = #fields; fields = concat(fields, taken);
    DIMENSIONS = concat(DIMENSIONS, #fields);
    minor(fields, step[2], step[3]);
    forms = [];
    if(#step[4],
      demand(#step[4] == n - #fields, "too few or too many annihilators");
      c = [factors(table) | table <- step[4]];
      demand(matrank(matrix(#c, #FORMS, i, l,
        my(one = select(item -> item[1] == l, c[i])); if(#one, at(one[1][2]), 0))) == #c,
        "annihilators that depend on each other");
      forms = [combined(one, FORMS) | one <- c]);
    demand(#forms || #left == 0, "annihilators are missing");
    orthogonal(forms, concat(left, fields)));
  [taken, left] = brackets(fields, old, m, []);
  demand(#forms || #left == 0, "annihilators are missing");
  orthogonal(forms, left);
}
claim_not_jointly(l, x, y, tree) =
{
  my(rows = ranked(), a = vector_at(field(x)), b = vector_at(field(y)));
  foreach(rows, r, demand(paired(FORMS[r], a) == 0 && paired(FORMS[r], b) == 0,
    "a vector that is not in the kernel"));
  stated(twisted(form(l), a, b), tree, "value");
}
triple(w, i, j, k) =
{
  add(add(times(w[k], curl(w, i, j)), times(w[i], curl(w, j, k))), times(w[j], curl(w, k, i)))
}
judge(l) = JUDGED = setunion(JUDGED, Set([l]));
\\ w ^ dw ^ df_1 ^ ... ^ df_p = 0
claim_alone(l) =
{
  my(w = form(l), T = Map(), n = NC + 1, larger, x, fewer);
  forsubset([n, 3], K, mapput(T, Vec(K), triple(w, K[1], K[2], K[3])));
  my(size = 3);
  if(#RANK, foreach(RANK[1], r, if(setsearch(LEVEL, r),
    larger = Map(); size++;
    if(size <= n, forsubset([n, size], K, x = plain(0);
      for(p = 1, size, fewer = Vec(select(k -> k != K[p], Vec(K)));
        x = add(x, times(FORMS[r][K[p]], mapget(T, fewer)), (-1)^(p - 1)));
      mapput(larger, Vec(K), x)));
    T = larger)));
  if(#T, foreach(Mat(T)[, 2], x, demand(zero(x), "a triple that does not vanish")));
  judge(l);
}
claim_not_alone(l, tree, K, vectors) =
{
  my(w = form(l), v, total = 0);
  if(#K,
    demand(#LEVEL == 0, "on a level the triple is one of vectors along it");
    demand(#K == 3 && #Set(K) == 3, "no triple");
    foreach(K, i, demand(isvariable(i), "no triple"));
    total = at(triple(w, K[1], K[2], K[3])),
    v = [vector_at(field(table)) | table <- vectors];
    foreach(LEVEL, r, if(#FORMS[r], foreach(v, x,
      demand(paired(FORMS[r], x) == 0, "a vector that leaves the level"))));
    for(i = 0, 2, total += paired(w, v[(i + 2) % 3 + 1]) *
      twisted(w, v[i + 1], v[(i + 1) % 3 + 1])));
  stated(total, tree, "triple"); judge(l);
}
exact(w, f) =
{
  demand(!nothing(w), "a form that is 0");
  demand(equal(w, differential(f)), "what is stated is not the differential");
}
claim_potential(l, mu, G) =
{
  my(c = value(mu));
  exact([times(c, x) | x <- form(l)], value(G)); judge(l);
}
claim_integral(table, f) = exact(combined(factors(table), FORMS), value(f));

claim(c) =
{
  my(k = c[1]);
  if(k == "rank", return(claim_rank(c[2], c[3], c[4])));
  if(k == "redundant", return(claim_redundant(c[2], c[3])));
  if(k == "restricted row", return(claim_restricted(c[2], c[3], c[4])));
  if(k == "admissible", return(claim_admissible(c[2], c[3], c[4])));
  if(k == "growth", return(claim_growth(c[2])));
  if(k == "not jointly integrable", return(claim_not_jointly(c[2], c[3], c[4], c[5])));
  if(k == "integrable alone", return(claim_alone(c[2])));
  if(k == "not integrable alone", return(claim_not_alone(c[2], c[3], c[4], c[5])));
  if(k == "potential", return(claim_potential(c[2], c[3], c[4])));
  if(k == "first integral", return(claim_integral(c[2], c[3])));
  demand(k == "solved level", "there is no such claim");
}

\\ the whole -------------------------------------------------------------------------------------
rows_of() = concat([differential(value(f)) | f <- LEVELS], [row(tree) | tree <- ROWS]);
moves(w) = { for(i = 1, #w, if(i == NC + 1 && !zero(w[i]) || !zero(rate(w[i], NC + 1)), return(1))); 0 }
whole_certificate() =
{
  my(solved, space, k, h, n, told, conditions, f, divided, roots);
  ENV = Map(); WRITTEN = 0; RANK = []; SPARE = []; FIELDS = []; DIMENSIONS = []; JUDGED = Set([]);
  begin();
  at_point();
  WRITTEN = 1; space = if(#select(moves, rows_of()), "tq", "q"); WRITTEN = 0;
  solved = [[c[3], LEVELS[c[2]], c[2]] | c <- select(c -> c[1] == "solved level", CLAIMS)];
  demand(#Set([s[1] | s <- solved]) == #solved && #Set([s[3] | s <- solved]) == #solved,
    "a level or a coordinate that is solved twice");
  eliminate([s[1 .. 2] | s <- solved]);
  foreach(solved, s, f = mapget(ENV, s[1]); foreach(solved, r,
    demand(!setsearch(within(f), X[r[1]]), "levels that cannot be solved in this order")));
  FORMS = rows_of();
  foreach(solved, s, demand(nothing(FORMS[s[3]]), "a level that is not solved"); FORMS[s[3]] = []);
  FREE = [value(f) | f <- LEVELS];
  conditions = [[value(i[1]), i[2]] | i <- INEQUALITIES];
  conditions = [c[1] | c <- conditions, c[2] || !zero(c[1])];
  divided = Vec(DIVISORS); roots = #ROOTS;
  LEVEL = setminus(Set([1 .. #LEVELS]), Set([s[3] | s <- solved]));
  VARIABLES = concat(if(space == "tq", [NC + 1], []),
    setminus(Set([1 .. NC]), Set([s[1] | s <- solved])));
  demand_places();
  foreach(CLAIMS, c, claim(c));
  if(#ROOTS > roots, beyond("a root in a claim that is not in the rows"));
  demand_roots_apart(); demand_places();
  conditions = concat(conditions, Vec(SIDES));
  demand_real([FREE[l] | l <- LEVEL], conditions);
  foreach(LEVEL, l, demand(at(FREE[l]) == 0, "the point is not on the set f = 0"));
  if(#LEVEL, foreach(divided, d,
    demand(put(d) != 0, "a division by 0 at the point")));
  foreach(conditions, x, f = at(x);
    if(type(f) == "t_POLMOD", beyond("the sign of a fraction of pi"));
    demand(f > 0, "the point is not where the problem is stated"));
  if(HASPI && #select(g -> g[2] == 1, Vec(WAVES)), beyond("pi beside e"));
  demand(#RANK && #DIMENSIONS, "the claims are incomplete");
  for(l = 1, #FORMS, if(#FORMS[l], demand(setsearch(JUDGED, l), "a row that is not judged")));
  n = #VARIABLES; k = #RANK[1] + #solved; h = n - DIMENSIONS[#DIMENSIONS] + #solved;
  told = "partly holonomic";
  if(h == 0, told = "nonholonomic");
  if(h == k, told = if(k == 0 && #INEQUALITIES, "nonholonomic", "holonomic"));
  demand([told, h, k, DIMENSIONS, space] == STATED,
    Str("the claims show ", [told, h, k, DIMENSIONS, space]));
}
answer() =
{
  my(again = 1);
  while(again, again = 0; WHY = 0;
    iferr(whole_certificate(); WHY = ["accepted", ""], E,
      if(WHY == 0, WHY = ["not checkable", Str("PARI/GP says ", E)]);
      if(WHY[1] == "again", again = 1)));
  print(WHY[1], "\t", WHY[2]);
}
