/* SPDX-License-Identifier: MIT */
/* What models ask of their callers. */
#ifndef WHIT_TESTS_PROOFS_MODELS_H
#define WHIT_TESTS_PROOFS_MODELS_H

#include "proofs.h"

#define READABLE(bytes, length) \
    __CPROVER_assert((length) == 0 || __CPROVER_r_ok(bytes, length), "readable: " #bytes)
#define WRITABLE(bytes, length) \
    __CPROVER_assert((length) == 0 || __CPROVER_w_ok(bytes, length), "writable: " #bytes)

#endif
