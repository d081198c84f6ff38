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

/* Value barrier: the optimiser cannot see what a mask is, so it cannot turn it back into a
 * branch. */
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

/* Hides from clang what it knows of x: of a comparison with few possible values it makes a branch,
 * where the core has no conditional instructions. */
#if defined(__clang__)
#define base_hidden(x) base_opaque(x)
#else
#define base_hidden(x) (x)
#endif

/* All ones for bit = 1, zero for bit = 0. */
static inline limb base_mask(limb bit)
{
    return base_opaque((limb)(0 - bit));
}

/* 1 if x < y, else 0. Limbs of 8 and 16 bits take the borrow of a wider subtraction. So do words
 * of 32 bits with the compilers that make x < y depend on the operands in time: clang for
 * ARMv6-M branches; gcc for speed on other Arm cores writes a carry to the stack only where it
 * is 1. */
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
    x = base_hidden(x);
    return base_mask((limb)(((limb)~x & (limb)(x - 1)) >> (LIMB_BITS - 1)));
}

/* Declassify a mask that was computed from secrets, and return whether it is set: a key or a
 * nonce was refused, say. Every branch on such a mask goes through here, so that tests which
 * track secrets through memory know that this answer is public. */
static inline int base_public(limb mask)
{
#ifdef WHIT_DECLASSIFY
    WHIT_DECLASSIFY(&mask, sizeof mask);
#endif
    return mask != 0;
}

/* Declassify bytes that were computed from secrets, for the same tests: a signature that is
 * verified before it is given away, say. */
WHIT_INLINE void base_declassify(const void *bytes, size_t length)
{
#ifdef WHIT_DECLASSIFY
    WHIT_DECLASSIFY(bytes, length);
#else
    (void)bytes;
    (void)length;
#endif
}

/* r = 0, n limbs, n >= 1, without a call of memset. */
WHIT_INLINE void base_zero(limb *r, size_t n)
{
    limb zero = base_opaque(0);
    do {
        *r++ = zero;
    } while (--n > 0);
}

/* Copy `length` bytes that do not overlap. The C library's memcpy is faster, but it costs more
 * flash than these copies deserve in a program that does not call it elsewhere. */
WHIT_INTERNAL void base_copy(void *out, const void *in, size_t length);

/* Zeroize `length` bytes in a way that the optimiser keeps. */
WHIT_INTERNAL void base_wipe(void *object, size_t length);

/* Draw the bytes of a private key. All zeros are refused: a source that is stuck gives them. On
 * an error, zeros are left. */
WHIT_INTERNAL whit_status base_draw(uint8_t *out, size_t length, const whit_random *random);

/* 1 if two regions of memory share a byte, else 0. Time depends on the addresses alone. */
WHIT_INTERNAL int base_overlap(const void *a, size_t a_length, const void *b, size_t b_length);

/* 1 if two byte strings are equal, else 0. The answer is public; where they differ is not. */
WHIT_INTERNAL int base_same(const void *a, const void *b, size_t length);

#endif
