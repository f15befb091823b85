/* Functions of libmvec, where the compiler is told to use them. */

#ifdef VECTORS
#define FOR_MANY __attribute__((simd("notinbranch"), const))
FOR_MANY double sin(double);
FOR_MANY double cos(double);
#endif
