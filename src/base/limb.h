/* SPDX-License-Identifier: MIT */
/* Limbs, the words of multi-precision numbers, and constants written once for every width. */
#ifndef WHIT_BASE_LIMB_H
#define WHIT_BASE_LIMB_H

#include "base/config.h"

/* `wide` holds two limbs, where the compiler may multiply them in constant time. */
#if WHIT_LIMB_BITS == 8
typedef uint8_t limb;
#elif WHIT_LIMB_BITS == 16
typedef uint16_t limb;
#elif WHIT_LIMB_BITS == 32
typedef uint32_t limb;
#else
typedef uint64_t limb;
#endif

#if WHIT_WIDE_MULTIPLY && WHIT_LIMB_BITS == 8
typedef uint16_t wide;
#elif WHIT_WIDE_MULTIPLY && WHIT_LIMB_BITS == 16
typedef uint32_t wide;
#elif WHIT_WIDE_MULTIPLY && WHIT_LIMB_BITS == 32
typedef uint64_t wide;
#elif WHIT_WIDE_MULTIPLY
__extension__ typedef unsigned __int128 wide;
#endif

#define LIMB_BITS WHIT_LIMB_BITS
#define LIMB_BYTES (WHIT_LIMB_BITS / 8)
#define LIMB_MAX ((limb) ~(limb)0)

/* Limbs that hold `bits` bits. */
#define LIMBS(bits) (((bits) + LIMB_BITS - 1) / LIMB_BITS)

/* LIMBS_64(x) and its siblings are pieces of a constant, least significant limb first, for an
 * initialiser list. */
#define LIMBS_256(a, b, c, d) LIMBS_64(a), LIMBS_64(b), LIMBS_64(c), LIMBS_64(d)
#if WHIT_LIMB_BITS == 8
#define LIMBS_8(x) (limb)(x)
#define LIMBS_16(x) LIMBS_8(x), LIMBS_8((x) >> 8)
#define LIMBS_32(x) LIMBS_16((uint32_t)(x)), LIMBS_16((uint32_t)(x) >> 16)
#define LIMBS_64(x) LIMBS_32((uint64_t)(x)), LIMBS_32((uint64_t)(x) >> 32)
#elif WHIT_LIMB_BITS == 16
#define LIMBS_16(x) (limb)(x)
#define LIMBS_32(x) LIMBS_16((uint32_t)(x)), LIMBS_16((uint32_t)(x) >> 16)
#define LIMBS_64(x) LIMBS_32((uint64_t)(x)), LIMBS_32((uint64_t)(x) >> 32)
#elif WHIT_LIMB_BITS == 32
#define LIMBS_32(x) (limb)(x)
#define LIMBS_64(x) LIMBS_32((uint64_t)(x)), LIMBS_32((uint64_t)(x) >> 32)
#else
#define LIMBS_64(x) (limb)(x)
#endif

#endif
