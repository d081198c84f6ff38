/* SPDX-License-Identifier: MIT */
/* Runs the test vectors of a blob that tests/vectors/convert.py wrote. */
#ifndef RUN_VECTORS_H
#define RUN_VECTORS_H

#include <stddef.h>
#include <stdint.h>

/* Prints what failed, a line of counts for each curve, before it one for each of the curve's
 * sources if `by_source` is not zero, and "N passed, N failed". Output goes to test_putc.
 * Returns the number that failed, or 1 when the blob is not one. */
unsigned vectors_run(const uint8_t *blob, size_t length, int by_source);

#endif
