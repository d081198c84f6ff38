/* SPDX-License-Identifier: MIT */
/* The curves that test vectors exist for. */
#ifndef VECTORS_CURVES_H
#define VECTORS_CURVES_H

#include <whit/brainpoolP224r1.h>
#include <whit/brainpoolP256r1.h>
#include <whit/brainpoolP320r1.h>
#include <whit/brainpoolP384r1.h>
#include <whit/brainpoolP512r1.h>
#include <whit/curve.h>
#include <whit/key_der.h>
#include <whit/secp160k1.h>
#include <whit/secp160r1.h>
#include <whit/secp160r2.h>
#include <whit/secp192k1.h>
#include <whit/secp192r1.h>
#include <whit/secp224k1.h>
#include <whit/secp224r1.h>
#include <whit/secp256k1.h>
#include <whit/secp256r1.h>
#include <whit/secp384r1.h>
#include <whit/secp521r1.h>

/* The longest coordinate and the longest order among them. */
#define VECTORS_FIELD_BYTES 66
#define VECTORS_ORDER_BYTES 66

typedef struct vectors_curve {
    const char *name;
    const whit_curve *curve;
    const whit_base *base;
    const whit_oid *oid;
} vectors_curve;

#define VECTORS_CURVE(name)                                          \
    {                                                                \
#name, &whit_##name, &whit_##name##_base, &whit_##name##_oid \
    }

/* With -DTEST_CURVE=name, for builds with one curve, that is the only one. */
#ifdef TEST_CURVE
#define VECTORS_ALONE(name) VECTORS_CURVE(name)
static const vectors_curve vectors_curves[] = {VECTORS_ALONE(TEST_CURVE)};
#else
static const vectors_curve vectors_curves[] = {
    VECTORS_CURVE(secp160k1),       VECTORS_CURVE(secp160r1),       VECTORS_CURVE(secp160r2),
    VECTORS_CURVE(secp192k1),       VECTORS_CURVE(secp192r1),       VECTORS_CURVE(secp224k1),
    VECTORS_CURVE(secp224r1),       VECTORS_CURVE(secp256k1),       VECTORS_CURVE(secp256r1),
    VECTORS_CURVE(secp384r1),       VECTORS_CURVE(secp521r1),       VECTORS_CURVE(brainpoolP224r1),
    VECTORS_CURVE(brainpoolP256r1), VECTORS_CURVE(brainpoolP320r1), VECTORS_CURVE(brainpoolP384r1),
    VECTORS_CURVE(brainpoolP512r1),
};
#endif

#endif
