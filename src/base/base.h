/* SPDX-License-Identifier: MIT */
/* Masks, wiping, overlap, comparison. */
#ifndef WHIT_BASE_BASE_H
#define WHIT_BASE_BASE_H

#include "base/config.h"
#include "base/limb.h"
#include "base/rom.h"
#include <whit/random.h>
#include <whit/status.h>

#define base_copy whit_base_copy
#define base_wipe whit_base_wipe
#define base_draw whit_base_draw
#define base_overlap whit_base_overlap
#define base_same whit_base_same

/* Hide a value from the optimiser, so that it cannot turn masks back into branches. */
static inline limb base_opaque(limb x)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(x));
    return x;
#else
    volatile limb y = x;
    return y;
#endif
}

/* All ones for bit = 1, zero for bit = 0. */
static inline limb base_mask(limb bit)
{
    return base_opaque((limb)(0 - bit));
}

/* 1 if x < y, else 0. On cores with narrow limbs, which have no other way, it is the borrow of a
 * subtraction. Of words it is so where a compiler would do something else upon the comparison:
 * clang branches on ARMv6-M, and gcc for speed, where instructions are predicated, stores a carry
 * that it keeps on the stack only if that is 1. */
WHIT_INLINE limb base_less(limb x, limb y)
{
#if LIMB_BITS < 32
    return (limb)((wide)((wide)x - y) >> LIMB_BITS) & 1;
#elif LIMB_BITS == 32 &&                                 \
    ((defined(__clang__) && defined(__ARM_ARCH_6M__)) || \
     (!defined(__clang__) && defined(__arm__) && !defined(__OPTIMIZE_SIZE__)))
    return base_opaque((limb)(((uint64_t)x - y) >> 32)) & 1;
#else
    return x < y;
#endif
}

/* All ones for x = 0, else zero. */
static inline limb base_mask_zero(limb x)
{
    return base_mask((limb)(((limb)~x & (limb)(x - 1)) >> (LIMB_BITS - 1)));
}

/* Whether a mask that secrets went into is set, where the answer itself is public: a key or a
 * nonce was refused. Every branch on such a mask goes through here, so that the tests that
 * track secrets through memory can be told. */
static inline int base_public(limb mask)
{
#ifdef WHIT_DECLASSIFY
    WHIT_DECLASSIFY(&mask, sizeof mask);
#endif
    return mask != 0;
}

/* Says that bytes that secrets went into are public: a signature that is verified before it is
 * given away. For the same tests. */
static inline void base_declassify(const void *bytes, size_t length)
{
#ifdef WHIT_DECLASSIFY
    WHIT_DECLASSIFY(bytes, length);
#else
    (void)bytes;
    (void)length;
#endif
}

/* r = 0, n limbs, n >= 1, without the detour that a call of memset would be. */
WHIT_INLINE void base_zero(limb *r, size_t n)
{
    limb zero = base_opaque(0);
    do {
        *r++ = zero;
    } while (--n > 0);
}

/* Copy `length` bytes that do not overlap. The C library's function is faster and, where nothing
 * else in a program calls it, larger than all that is copied here is worth. */
WHIT_INTERNAL void base_copy(void *out, const void *in, size_t length);

/* Set `length` bytes to zero in a way that the optimiser keeps. */
WHIT_INTERNAL void base_wipe(void *object, size_t length);

/* Draw a private key of any bytes but zeros alone, which a source that is stuck gives. Where it
 * fails, zeros are left. */
WHIT_INTERNAL whit_status base_draw(uint8_t *out, size_t length, const whit_random *random);

/* 1 when two stretches of memory share a byte, else 0. Depends on addresses alone. */
WHIT_INTERNAL int base_overlap(const void *a, size_t a_length, const void *b, size_t b_length);

/* 1 when two strings of bytes are equal, else 0. The answer is public, where they differ is not. */
WHIT_INTERNAL int base_same(const void *a, const void *b, size_t length);

#endif
