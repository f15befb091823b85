/* The method of dop853.c for W members side by side, each with its own numbers and its own steps; a lane whose member
   is done takes the next one.  Written before this: N, V, R, P and W, the tables, and for all lanes at once
   prepare(c, p), slope(y, t, dy), nearest(y, t, v) and rows(y, t, A), R x V.  Time runs forward. */

#define STAGES 12
#define ALL 16
#define LANES for (int c = 0; c < W; c++)
#define EVERY for (int i = 0; i < N; i++)

typedef double lane[W] __attribute__((aligned(64)));

static lane y[N], z[N], x[N], rate[N], K[ALL][N], v[V];
static lane t, at, step, error, bad;
static lane a[R ? R * V : 1], height[R + 1], first[R + 1], before[R + 1], slant[R + 1], low[R + 1], span;

/* x = y + step * sum_j a_j K_j */
static void combined(int stages, const double *a)
{
    EVERY {
        lane sum = {0};
        for (int j = 0; j < stages; j++)
            if (a[j] != 0.0)
                LANES sum[c] += a[j] * K[j][i][c];
        LANES x[i][c] = y[i][c] + step[c] * sum[c];
    }
}

static void stage(int s)
{
    combined(s, A[s]);
    LANES at[c] = t[c] + C[s] * step[c];
    slope(x, at, K[s]);
}

/* 0 where all is finite, else not a number. */
static void checked(lane *k)
{
    EVERY LANES bad[c] += k[i][c] * 0.0;
}

static void estimated(double rtol, double atol)
{
    lane five = {0}, three = {0};
    EVERY {
        lane e5, e3;
        LANES e5[c] = E5[0] * K[0][i][c], e3[c] = E3[0] * K[0][i][c];
        for (int j = 5; j < STAGES; j++)
            LANES e5[c] += E5[j] * K[j][i][c], e3[c] += E3[j] * K[j][i][c];
        LANES {
            double here = fabs(y[i][c]), there = fabs(z[i][c]), scale = atol + rtol * (here > there ? here : there);
            five[c] += e5[c] * e5[c] / (scale * scale);
            three[c] += e3[c] * e3[c] / (scale * scale);
        }
    }
    LANES error[c] = five[c] + three[c] == 0.0 ? 0.0 : step[c] * five[c] / sqrt((five[c] + 0.01 * three[c]) * N);
    LANES error[c] = bad[c] == 0.0 ? error[c] : INFINITY;
}

/* Hairer's guess of the first step in the fresh lanes, where K[0] becomes the slope. */
static void begun(const int *fresh, double end, double rtol, double atol, double *h)
{
    double d1[W], first[W];
    slope(y, t, rate);
    LANES {
        if (!fresh[c])
            continue;
        double d0 = 0.0, sum = 0.0;
        EVERY {
            double scale = atol + rtol * fabs(y[i][c]);
            K[0][i][c] = rate[i][c];
            d0 += y[i][c] * y[i][c] / (scale * scale);
            sum += rate[i][c] * rate[i][c] / (scale * scale);
        }
        d0 = sqrt(d0 / N), d1[c] = sqrt(sum / N);
        first[c] = fmin(d0 < 1e-5 || d1[c] < 1e-5 ? 1e-6 : 0.01 * d0 / d1[c], end - t[c]);
    }
    LANES {
        at[c] = fresh[c] ? t[c] + first[c] : t[c];
        EVERY x[i][c] = fresh[c] ? y[i][c] + first[c] * K[0][i][c] : y[i][c];
    }
    slope(x, at, rate);
    LANES {
        if (!fresh[c])
            continue;
        double d2 = 0.0;
        EVERY {
            double change = (rate[i][c] - K[0][i][c]) / (atol + rtol * fabs(y[i][c]));
            d2 += change * change;
        }
        d2 = sqrt(d2 / N) / first[c];
        double larger = fmax(d1[c], d2), next = larger <= 1e-15 ? fmax(1e-6, first[c] * 1e-3) : pow(0.01 / larger, 0.125);
        h[c] = isfinite(d2) ? fmin(fmin(100.0 * first[c], next), end - t[c]) : first[c];
    }
}

/* The interpolant of the step of lane c at a share s of it: a row of N numbers. */
static void between(int c, double s, double *row)
{
    EVERY {
        double move = z[i][c] - y[i][c], F[7];
        F[0] = move;
        F[1] = step[c] * K[0][i][c] - move;
        F[2] = 2.0 * move - step[c] * (K[STAGES][i][c] + K[0][i][c]);
        for (int r = 0; r < 4; r++) {
            double sum = D[r][0] * K[0][i][c];
            for (int j = 5; j < ALL; j++)
                sum += D[r][j] * K[j][i][c];
            F[3 + r] = step[c] * sum;
        }
        double value = 0.0;
        for (int r = 6; r >= 0; r--)
            value = (value + F[r]) * (r % 2 ? 1.0 - s : s);
        row[i] = value + y[i][c];
    }
}

/* The heights of the rows of A: lengths of what is left of each beside those before it. */
static void measured_rows(void)
{
    rows(y, t, a);
    for (int r = 0; r < R; r++) {
        lane *row = a + r * V;
        lane left = {0};
        for (int s = 0; s < r; s++) {
            lane *other = a + s * V, share = {0};
            for (int i = 0; i < V; i++)
                LANES share[c] += row[i][c] * other[i][c];
            for (int i = 0; i < V; i++)
                LANES row[i][c] -= share[c] * other[i][c];
        }
        for (int i = 0; i < V; i++)
            LANES left[c] += row[i][c] * row[i][c];
        LANES height[r][c] = left[c] = sqrt(left[c]);
        for (int i = 0; i < V; i++)
            LANES row[i][c] = left[c] > 0.0 ? row[i][c] / left[c] : 0.0;
    }
}

/* Whether a height may have been 0 in the step of lane c that just ended or in the one before it: it is lower than what
   the slant of a step beside makes of it, or than the share `little` of what it was at the start. */
static int dependent(int c, double little)
{
    int found = 0;
    for (int r = 0; r < R; r++) {
        double now = height[r][c], was = before[r][c], rise = fabs(now - was) / step[c], least = fmin(now, was);
        found |= now < little * first[r][c] || least < step[c] * slant[r][c] || low[r][c] < span[c] * rise;
        before[r][c] = now, slant[r][c] = rise, low[r][c] = least;
    }
    span[c] = step[c];
    return found;
}

/* Members from numbers p (count x P) and states (count x N) at times[0], told at `points` times: told (count x points x N).
   A member that has no step, needs more than `most`, or whose rows may become dependent has failed[m] = 1: it is left
   to others. */
void members(long count, const double *p, const double *states, int points, const double *times, double rtol, double atol,
             long most, double little, double *told, long *evaluations, int *failed)
{
    long who[W], steps[W], next = 0;
    int reached[W], rejected[W];
    double h[W], end = times[points - 1];
    LANES who[c] = -1;
    LANES t[c] = times[0];
    for (;;) {
        int fresh[W] = {0}, any = 0, busy = 0, dense = 0, accepted[W] = {0};
        LANES {
            if (who[c] < 0 && next < count) {
                who[c] = next++, fresh[c] = any = 1;
                prepare(c, p + who[c] * P);
                t[c] = times[0], steps[c] = 0, rejected[c] = 0, reached[c] = 1;
                EVERY y[i][c] = told[(size_t)who[c] * points * N + i] = states[who[c] * N + i];
                evaluations[who[c]] = 2, failed[who[c]] = 0;
            }
            busy |= who[c] >= 0;
        }
        if (!busy)
            return;
        if (any) {
            begun(fresh, end, rtol, atol, h);
            measured_rows();
            LANES for (int r = 0; r < R; r++) if (fresh[c]) {
                first[r][c] = before[r][c] = height[r][c];
                slant[r][c] = 0.0, low[r][c] = INFINITY;
            }
        }
        LANES {
            step[c] = 0.0, bad[c] = 0.0;
            if (who[c] < 0)
                continue;
            if (!(h[c] >= 10.0 * (nextafter(t[c], INFINITY) - t[c])) || steps[c]++ >= most) {
                failed[who[c]] = 1, who[c] = -1;
                continue;
            }
            step[c] = t[c] + h[c] >= end ? end - t[c] : h[c];
            evaluations[who[c]] += STAGES;
        }
        checked(K[0]);
        for (int s = 1; s < STAGES; s++) {
            stage(s);
            checked(K[s]);
        }
        combined(STAGES, B);
        EVERY LANES z[i][c] = x[i][c];
        LANES at[c] = t[c] + step[c];
        slope(z, at, K[STAGES]);
        checked(K[STAGES]);
        estimated(rtol, atol);
        LANES {
            if (who[c] < 0)
                continue;
            double change = 0.9 / sqrt(sqrt(sqrt(error[c]))); /* infinite for no error */
            if (!(error[c] < 1.0)) {
                h[c] = step[c] * (isfinite(error[c]) ? fmax(0.2, change) : 0.2);
                rejected[c] = 1;
                continue;
            }
            accepted[c] = 1;
            h[c] = step[c] * fmin(rejected[c] ? 1.0 : 10.0, change);
            rejected[c] = 0;
            if (t[c] + step[c] >= end || end - t[c] == step[c])
                at[c] = end;
            dense |= reached[c] < points && times[reached[c]] < at[c];
        }
        if (dense) {
            lane after;
            LANES after[c] = at[c];
            for (int s = STAGES + 1; s < ALL; s++)
                stage(s);
            LANES at[c] = after[c];
        }
        int moving = 0;
        LANES {
            if (!accepted[c])
                continue;
            evaluations[who[c]] += reached[c] < points && times[reached[c]] < at[c] ? 3 : 0;
            for (; reached[c] < points && times[reached[c]] <= at[c]; reached[c]++) {
                double *row = told + ((size_t)who[c] * points + reached[c]) * N;
                if (times[reached[c]] == at[c])
                    EVERY row[i] = z[i][c];
                else
                    between(c, (times[reached[c]] - t[c]) / (at[c] - t[c]), row);
            }
            EVERY y[i][c] = z[i][c];
            t[c] = at[c];
        }
        measured_rows();
        LANES {
            if (!accepted[c])
                continue;
            failed[who[c]] = dependent(c, little);
            if (failed[who[c]] || reached[c] == points)
                who[c] = -1, accepted[c] = 0;
            moving |= accepted[c];
        }
        if (!moving)
            continue;
        if (R) {
            nearest(y, t, v);
            LANES for (int i = 0; i < V; i++) if (accepted[c]) y[V + i][c] = v[i][c];
            slope(y, t, rate);
            LANES if (accepted[c]) evaluations[who[c]]++;
        } else
            EVERY LANES rate[i][c] = K[STAGES][i][c];
        LANES if (accepted[c]) EVERY K[0][i][c] = rate[i][c];
    }
}
