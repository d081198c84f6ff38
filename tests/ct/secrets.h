/* SPDX-License-Identifier: MIT */
/* What the programs of every curve share: secrets, and what came of the steps. */
#ifndef SECRETS_H
#define SECRETS_H

#include <stddef.h>
#include <whit/random.h>

/* From here on a branch or an address that depends on these bytes is reported. */
void poison(void *bytes, size_t length);

/* Bytes that are secret, other ones each time. */
extern const whit_random secret_random;

/* Whether a call did what it should, which is public. */
int accepted(whit_status status);

/* Run a step on one curve, and count and print what came of it. */
void run_step(const char *curve, const char *step, int (*run)(void *bench), void *bench);

/* The steps of the curves that have no ECDSA; of one, unless that is NULL. */
void run_forms(const char *only);

#endif
