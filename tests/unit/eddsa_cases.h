/* SPDX-License-Identifier: MIT */
/* The tables of eddsa_cases.inc. */
#ifndef EDDSA_CASES_H
#define EDDSA_CASES_H

#include <whit/status.h>

typedef struct vector {
    const char *seed;
    const char *public_key;
    const char *context; /* NULL for the scheme without */
    const char *message;
    const char *signature;
} vector;

typedef struct disputed_signature {
    const char *message;
    const char *public_key;
    const char *signature;
    whit_status status;
} disputed_signature;

typedef struct judged_key {
    const char *bytes;
    whit_status status;
} judged_key;

#endif
