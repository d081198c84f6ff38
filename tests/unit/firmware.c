/* SPDX-License-Identifier: MIT */
/* Unit tests and the vector runner as a firmware, or with -DTEST_CURVE=name the runner alone. The
 * emulator calls the first two; a board that starts the image runs the unit tests and leaves the
 * output on the console. */
#include "../../firmware/harness.h"
#include "../vectors/run_vectors.h"
#include "test.h"

#define BLOB ((const uint8_t *)0x60000000)

/* Not inlined into main, or the linker would drop what the emulator calls. */
__attribute__((noinline)) unsigned firmware_units(uint32_t name_length);
__attribute__((noinline)) unsigned firmware_vectors(uint32_t blob_length);
int main(void);

/* Set by a debugger to have a board run the vectors at BLOB. */
static volatile uint32_t vectors_length;

void test_putc(char c)
{
    harness_putc(c);
}

/* All of them or, with a length, those whose name stands at BLOB, zero-terminated. */
unsigned firmware_units(uint32_t name_length)
{
#ifdef TEST_CURVE
    return name_length;
#else
    return test_run(name_length == 0 ? NULL : (const char *)BLOB);
#endif
}

unsigned firmware_vectors(uint32_t blob_length)
{
#if TEST_PUBLIC || defined(TEST_CURVE)
    return vectors_run(BLOB, blob_length, 0); /* the console has no room for more */
#else
    return blob_length;
#endif
}

int main(void)
{
    if (vectors_length != 0) {
        return firmware_vectors(vectors_length) != 0;
    }
    return firmware_units(0) != 0;
}
