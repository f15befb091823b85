/* Dormand and Prince's method of order 8(5,3) with dense output of order 7 (Hairer, Norsett, Wanner 1993).
   Written before this: N (size of the state), V, NV (where velocities begin, how many), the tables A, B, C, E3, E5, D,
   and   void slope(const double *y, double t, double *dy),   void nearest(const double *y, double t, double *v). */

#define STAGES 12
#define ALL 16

static int rates(double t, const double *y, double *k)
{
    slope(y, t, k);
    for (int i = 0; i < N; i++)
        if (!isfinite(k[i]))
            return 0;
    return 1;
}

static void combined(int count, const double *a, double h, const double *y, double K[ALL][N], double *x)
{
    double sum[N];
    for (int i = 0; i < N; i++)
        sum[i] = 0.0;
    for (int j = 0; j < count; j++)
        if (a[j] != 0.0)
            for (int i = 0; i < N; i++)
                sum[i] += a[j] * K[j][i];
    for (int i = 0; i < N; i++)
        x[i] = y[i] + h * sum[i];
}

static int stage(int s, double t, double h, const double *y, double K[ALL][N])
{
    double x[N];
    combined(s, A[s], h, y, K, x);
    return rates(t + C[s] * h, x, K[s]);
}

static double error_of(double h, const double *y, const double *z, double K[ALL][N], double rtol, double atol)
{
    double five = 0.0, three = 0.0;
    for (int i = 0; i < N; i++) {
        double scale = atol + rtol * fmax(fabs(y[i]), fabs(z[i])), e5 = E5[0] * K[0][i], e3 = E3[0] * K[0][i];
        for (int j = 5; j < STAGES; j++) {
            e5 += E5[j] * K[j][i];
            e3 += E3[j] * K[j][i];
        }
        five += e5 * e5 / (scale * scale);
        three += e3 * e3 / (scale * scale);
    }
    if (five == 0.0 && three == 0.0)
        return 0.0;
    return fabs(h) * five / sqrt((five + 0.01 * three) * N);
}

/* The first step by Hairer's guess, from the sizes of the state, of its slope and of the change of the slope. */
static double first_step(double t, double end, const double *y, double K[ALL][N], double rtol, double atol)
{
    double d0 = 0.0, d1 = 0.0, d2 = 0.0, span = end - t, x[N];
    for (int i = 0; i < N; i++) {
        double scale = atol + rtol * fabs(y[i]);
        d0 += y[i] * y[i] / (scale * scale);
        d1 += K[0][i] * K[0][i] / (scale * scale);
    }
    d0 = sqrt(d0 / N), d1 = sqrt(d1 / N);
    double h = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
    h = fmin(h, fabs(span));
    for (int i = 0; i < N; i++)
        x[i] = y[i] + copysign(h, span) * K[0][i];
    if (!rates(t + copysign(h, span), x, K[1]))
        return copysign(h, span);
    for (int i = 0; i < N; i++) {
        double change = (K[1][i] - K[0][i]) / (atol + rtol * fabs(y[i]));
        d2 += change * change;
    }
    d2 = sqrt(d2 / N) / h;
    double larger = fmax(d1, d2), next = larger <= 1e-15 ? fmax(1e-6, h * 1e-3) : pow(0.01 / larger, 1.0 / 8.0);
    return copysign(fmin(fmin(100.0 * h, next), fabs(span)), span);
}

/* From *t, y with the step *h (0: a guess) towards `end`, at most `room` steps.  Each fills 2 times, the state before it and 7
   rows of the interpolant.  status: 0 done, 1 no room left, 2 no step is possible.  Returns the number of steps. */
int run(double *t, double *y, double *h, double end, double rtol, double atol, int room, double *times, double *states,
        double *dense, long *evaluations, double *correction, int *status)
{
    double K[ALL][N], z[N], v[NV ? NV : 1];
    int count = 0, rejected = 0;
    double direction = end > *t ? 1.0 : -1.0;
    *status = 0;
    *evaluations += 1;
    if (!rates(*t, y, K[0])) {
        *status = 2;
        return 0;
    }
    if (*h == 0.0) {
        *h = first_step(*t, end, y, K, rtol, atol);
        *evaluations += 1;
    }
    while (direction * (end - *t) > 0.0) {
        double step = *h, least = 10.0 * fabs(nextafter(*t, direction * INFINITY) - *t), error = INFINITY;
        if (count == room) {
            *status = 1;
            return count;
        }
        if (fabs(step) < least) {
            *status = 2;
            return count;
        }
        int last = direction * (*t + step - end) >= 0.0, good = 1;
        if (last)
            step = end - *t;
        for (int s = 1; s < STAGES && good; s++)
            good = stage(s, *t, step, y, K);
        *evaluations += STAGES;
        if (good) {
            combined(STAGES, B, step, y, K, z);
            good = rates(*t + step, z, K[STAGES]);
            if (good)
                error = error_of(step, y, z, K, rtol, atol);
        }
        if (!(error < 1.0)) {
            *h = step * (isfinite(error) ? fmax(0.2, 0.9 * pow(error, -0.125)) : 0.2);
            rejected = 1;
            continue;
        }
        for (int s = STAGES + 1; s < ALL && good; s++)
            good = stage(s, *t, step, y, K);
        *evaluations += 3;
        double *F = dense + (size_t)count * 7 * N;
        for (int i = 0; i < N; i++) {
            double move = z[i] - y[i];
            F[i] = move;
            F[N + i] = step * K[0][i] - move;
            F[2 * N + i] = 2.0 * move - step * (K[STAGES][i] + K[0][i]);
            for (int r = 0; r < 4; r++) {
                double sum = D[r][0] * K[0][i];
                for (int j = 5; j < ALL; j++)
                    sum += D[r][j] * K[j][i];
                F[(3 + r) * N + i] = step * sum;
            }
            states[(size_t)count * N + i] = y[i];
        }
        times[2 * count] = *t;
        *t = last ? end : *t + step;
        times[2 * count + 1] = *t;
        count++;
        double grow = error == 0.0 ? 10.0 : fmin(10.0, 0.9 * pow(error, -0.125));
        *h = step * (rejected ? fmin(1.0, grow) : grow);
        rejected = 0;
        for (int i = 0; i < N; i++)
            y[i] = z[i];
        if (NV) {
            nearest(y, *t, v);
            for (int i = 0; i < NV; i++) {
                *correction = fmax(*correction, fabs(v[i] - y[V + i]));
                y[V + i] = v[i];
            }
            *evaluations += 1;
            if (!rates(*t, y, K[0])) {
                *status = 2;
                return count;
            }
        } else {
            for (int i = 0; i < N; i++)
                K[0][i] = K[STAGES][i];
        }
    }
    return count;
}

/* Right-hand sides of many states, one after another. */
void many(long count, const double *y, double t, double *dy)
{
    for (long c = 0; c < count; c++)
        slope(y + c * N, t, dy + c * N);
}
