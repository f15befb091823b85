/* Right-hand sides of many states.  Written before this: the constants of slope; BODY is the code of one state. */
#define BLOCK 64

static void block(int here, double t, const double *restrict y, double *restrict dy, long count)
{
    (void)t;
#pragma omp simd
    for (int c = 0; c < here; c++) {
            BODY
    }
}

/* y and dy are N x count: each coordinate of all states side by side. */
void many(long count, const double *y, double t, double *dy)
{
    for (long b = 0; b < count; b += BLOCK)
        block(count - b < BLOCK ? (int)(count - b) : BLOCK, t, y + b, dy + b, count);
}
