/* SPDX-License-Identifier: MIT */
/* What harnesses share. MOST is the longest input that a proof goes up to. */
#ifndef WHIT_TESTS_PROOFS_H
#define WHIT_TESTS_PROOFS_H

#include "base/base.h"

#include <stdlib.h>

#define ASSUME(what) __CPROVER_assume(what)
#define PROVE(what) __CPROVER_assert((what), #what)

/* What has to be possible: a proof in which it is not proves nothing. */
#define REACHED(what) __CPROVER_assert(!(what), "reached: " #what)

/* Values of which nothing is known: CBMC takes functions of such names for that. */
size_t nondet_size(void);
int nondet_int(void);
limb nondet_limb(void);
whit_status nondet_status(void);

/* Any length up to the longest, or up to another. */
size_t any_length(size_t most);

/* So many bytes, of any content, and nothing behind or before them. */
uint8_t *any_bytes(size_t length);

/* One byte of an output, any of them, to see that it is zero in the end: model_base_wipe and
 * model_base_copy keep it up to date. */
extern uint8_t *watched;
void watch(uint8_t *bytes, size_t length);

/* Where it is, for functions whose inputs matter. */
extern size_t watched_at;

/* For invariants: whether the watched byte is zero if it stands before a place in its object. */
#define OFFSET(at) __CPROVER_POINTER_OFFSET(at)
#define WIPED_BEFORE(at) (OFFSET(watched) >= OFFSET(at) || *watched == 0)

#endif
