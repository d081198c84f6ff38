/* SPDX-License-Identifier: MIT */
/* The kernels of AVR with a multiplication, which takes two cycles for any operands.
 * tools/avr.py writes them. */
#ifndef WHIT_NATIVE_AVR_META_H
#define WHIT_NATIVE_AVR_META_H

#include "base/base.h"

/* A function of assembly alone. */
#define AVR_NAKED WHIT_INTERNAL __attribute__((naked, noinline, noclone))
#define AVR_UNUSED __attribute__((unused))

#define WHIT_AVR 1
#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
#define WHIT_AVR_LARGE 1
#else
#define WHIT_AVR_LARGE 0
#endif

#if WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small
#define WHIT_KERNEL_LIMBS 8
#elif !WHIT_ALONE_p256
#define WHIT_KERNEL_LIMBS (2 * FIELD_LIMBS + 48)
#elif WHIT_AVR_LARGE
#define WHIT_KERNEL_LIMBS 48
#else
#define WHIT_KERNEL_LIMBS 8
#endif

/* Products of multiples of eight bytes, by kernels that keep no registers, and of four more. */
AVR_NAKED void whit_mp_rows_asm(void);
AVR_NAKED void whit_mp_rows_of_four_asm(void);
AVR_NAKED void whit_mp_product_four_asm(void);
AVR_NAKED void whit_mp_product_asm(void);
#if WHIT_AVR_LARGE
AVR_NAKED void whit_mp_rows_first_asm(void);
AVR_NAKED void whit_mp_rows_more_asm(void);
AVR_NAKED void whit_mp_product_32_asm(void);
AVR_NAKED void whit_mp_product_even_asm(void);
#define whit_mp_product_even whit_mp_product_even_asm
#define whit_mp_rows whit_mp_rows_more_asm
#else
#define whit_mp_product_even whit_mp_product_asm
#define whit_mp_rows whit_mp_rows_asm
#endif

/* With mp_mul_add_limb, what is left of other lengths goes row by row. */
AVR_NAKED void whit_mp_mul_asm(limb *r, const limb *a, const limb *b, size_t n);
AVR_NAKED void whit_mp_mul_even_asm(limb *r, const limb *a, const limb *b, size_t n);
AVR_NAKED void whit_mp_mul_four_asm(limb *r, const limb *a, const limb *b, size_t n);
AVR_NAKED limb whit_mp_mul_add_limb_asm(limb *r, const limb *a, limb b, size_t n);
WHIT_INTERNAL void whit_mp_mul_even(limb *r, const limb *a, const limb *b, size_t n);
WHIT_INTERNAL void whit_mp_mul_four(limb *r, const limb *a, const limb *b, size_t n);
#define WHIT_ROWS_APART 1
#define mp_mul_add_limb whit_mp_mul_add_limb_asm
#define mp_mul_seldom whit_mp_mul_asm
#define mp_mul(r, a, b, n)                                                \
    ((n) % 8 == 0              ? whit_mp_mul_asm((r), (a), (b), (n))      \
     : (n) % 2 != 0 || (n) < 8 ? whit_mp_mul_c((r), (a), (b), (n))        \
     : (n) % 8 == 2            ? whit_mp_mul_even((r), (a), (b), (n))     \
     : (n) % 8 == 4            ? whit_mp_mul_four_asm((r), (a), (b), (n)) \
                               : whit_mp_mul_four((r), (a), (b), (n)))

AVR_NAKED limb whit_mp_add_asm(limb *r, const limb *a, const limb *b, size_t n);
AVR_NAKED limb whit_mp_sub_asm(limb *r, const limb *a, const limb *b, size_t n);
AVR_NAKED limb whit_mp_add_masked_asm(limb *r, const limb *a, limb mask, size_t n);
AVR_NAKED void whit_mp_select_asm(limb *r, const limb *a, limb mask, size_t n);
AVR_NAKED void whit_mp_subtract_once_asm(limb *r, const limb *t, limb carry, const limb *m,
                                         size_t n);
#define mp_add whit_mp_add_asm
#define mp_sub whit_mp_sub_asm
#define mp_add_masked whit_mp_add_masked_asm
#define mp_select whit_mp_select_asm

/* Where kernels do this for all but a few scalars, the C that is inlined serves. */
#if !WHIT_ALONE_p256 || WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small
#define mp_subtract_once whit_mp_subtract_once_asm
#endif

/* Those of 2^255 - 19 work on numbers below twice the prime; see FUSED_curve25519 in api.h. */
#define FUSED_curve25519 1
AVR_NAKED void whit_field_canonical_curve25519_asm(limb *r, const limb *a);
#define FUSED_CANONICAL(curve, r, a) whit_field_canonical_##curve##_asm(r, a)
#if WHIT_AVR_LARGE
AVR_NAKED void whit_field_add_large_curve25519_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_sub_large_curve25519_asm(limb *r, const limb *a, const limb *b);
#define whit_field_add_curve25519_asm whit_field_add_large_curve25519_asm
#define whit_field_sub_curve25519_asm whit_field_sub_large_curve25519_asm
#else
AVR_NAKED void whit_field_add_curve25519_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_sub_curve25519_asm(limb *r, const limb *a, const limb *b);
#endif
#define FUSED_ADD(curve, r, a, b) whit_field_add_##curve##_asm(r, a, b)
#define FUSED_SUB(curve, r, a, b) whit_field_sub_##curve##_asm(r, a, b)

#if WHIT_AVR_LARGE
AVR_NAKED void whit_reduce_secp160r1_large_asm(limb *r, limb *t, const limb *m, limb fold,
                                               size_t n);
#define reduce_secp160r1 whit_reduce_secp160r1_large_asm
#else
AVR_NAKED void whit_reduce_secp160r1_asm(limb *r, limb *t, const limb *m, limb fold, size_t n);
#define reduce_secp160r1 whit_reduce_secp160r1_asm
#endif
AVR_NAKED void whit_reduce_curve448_asm(limb *r, limb *t, const limb *m, limb fold, size_t n);
#define reduce_curve448 whit_reduce_curve448_asm
AVR_NAKED void whit_reduce_secp192r1_asm(limb *r, limb *t, const limb *m, limb n0, size_t n);
#define reduce_secp192r1 whit_reduce_secp192r1_asm
AVR_NAKED void whit_reduce_secp224r1_asm(limb *r, limb *t, const limb *m, limb n0, size_t n);
#define reduce_secp224r1 whit_reduce_secp224r1_asm
AVR_NAKED void whit_reduce_koblitz_asm(limb *r, limb *t, const limb *m, limb fold, size_t n);
#define reduce_koblitz whit_reduce_koblitz_asm

#if WHIT_AVR_LARGE
AVR_NAKED void whit_sha512_compress_large_asm(uint32_t *chain, uint32_t *block,
                                              const uint32_t *constants);
#define native_sha512_compress whit_sha512_compress_large_asm
#else
AVR_NAKED void whit_sha512_compress_asm(uint32_t *chain, uint32_t *block,
                                        const uint32_t *constants);
#define native_sha512_compress whit_sha512_compress_asm
#endif

#if WHIT_PROFILE_RANK > WHIT_PROFILE_RANK_small

#define WHIT_FUSED 1
#define WHIT_HALVING 1
#define WHIT_QUICK_INVERSION 1

#if WHIT_AVR_LARGE
AVR_NAKED void whit_mp_square_large_asm(void);
#define whit_mp_square whit_mp_square_large_asm
#else
AVR_NAKED void whit_mp_square_asm(void);
#define whit_mp_square whit_mp_square_asm
#endif
AVR_NAKED void whit_mp_square_four_asm(void);
AVR_NAKED void whit_mp_sqr_asm(limb *r, const limb *a, size_t n);
AVR_NAKED void whit_mp_sqr_four_asm(limb *r, const limb *a, size_t n);
#if WHIT_AVR_LARGE
AVR_NAKED void whit_mp_square_20_asm(void);
AVR_NAKED void whit_mp_sqr_20_asm(limb *r, const limb *a, size_t n);
#else
#define whit_mp_sqr_20_asm whit_mp_sqr_four_asm
#endif
/* The C of others saves too few products for what it does besides. */
#define mp_sqr(r, a, n)                                              \
    ((n) % 8 == 0              ? whit_mp_sqr_asm((r), (a), (n))      \
     : (n) == 20               ? whit_mp_sqr_20_asm((r), (a), (n))   \
     : (n) % 8 == 4 && (n) > 8 ? whit_mp_sqr_four_asm((r), (a), (n)) \
                               : mp_mul((r), (a), (a), (n)))

AVR_NAKED void whit_mp_halve_asm(limb *r, limb carry, size_t n);
#define mp_halve whit_mp_halve_asm

AVR_NAKED void whit_reduce_secp256r1_asm(limb *r, limb *t, const limb *m, limb n0, size_t n);
#define reduce_secp256r1 whit_reduce_secp256r1_asm

AVR_NAKED void whit_field_reduce_secp256r1_asm(void);
AVR_NAKED void whit_field_finish_secp256r1_asm(void);
#if WHIT_AVR_LARGE
AVR_NAKED void whit_field_mul_large_secp256r1_asm(limb *r, const limb *a, const limb *b);
#define FUSED_MUL(curve, r, a, b) whit_field_mul_large_##curve##_asm(r, a, b)
#else
AVR_NAKED void whit_field_mul_secp256r1_asm(limb *r, const limb *a, const limb *b);
#define FUSED_MUL(curve, r, a, b) whit_field_mul_##curve##_asm(r, a, b)
#endif
AVR_NAKED void whit_field_sqr_secp256r1_asm(limb *r, const limb *a);
AVR_NAKED void whit_field_add_secp256r1_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_sub_secp256r1_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_half_secp256r1_asm(limb *r, const limb *a);
#define FUSED_SQR(curve, r, a) whit_field_sqr_##curve##_asm(r, a)

#define FUSED_curve25519_LARGE 1
#define FUSED_curve25519_STEPS 1
AVR_NAKED void whit_field_fold_curve25519_asm(void);
#if WHIT_AVR_LARGE
AVR_NAKED void whit_mp_square_32_asm(void);
AVR_NAKED void whit_field_mul_large_curve25519_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_sqr_large_curve25519_asm(limb *r, const limb *a);
#define whit_field_sqr_curve25519_asm whit_field_sqr_large_curve25519_asm
#else
AVR_NAKED void whit_field_mul_curve25519_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_sqr_curve25519_asm(limb *r, const limb *a);
#endif
AVR_NAKED void whit_field_mul_small_curve25519_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_select_curve25519_asm(limb *r, const limb *a, limb bit);
#define FUSED_MUL_SMALL(curve, r, a, b) whit_field_mul_small_##curve##_asm(r, a, b)
#define FUSED_SELECT(curve, r, a, bit) AVR_SELECT_##curve(r, a, bit)
#define AVR_SELECT_curve25519(r, a, bit) whit_field_select_curve25519_asm(r, a, bit)

/* Of 2^448 - 2^224 - 1 besides the reduction. */
#define FUSED_curve448_LARGE 1
AVR_NAKED void whit_field_mul_small_curve448_asm(limb *r, const limb *a, const limb *b);
#define AVR_SELECT_curve448(r, a, bit) mp_select(r, a, base_mask(bit), FIELD_LIMBS)

#define FUSED_SUB_TWICE(curve, r, a, b) \
    do {                                \
        limb once[32];                  \
        FUSED_SUB(curve, once, a, b);   \
        FUSED_SUB(curve, r, once, b);   \
    } while (0)
#define FUSED_THREE_HALVES(curve, r, a)         \
    do {                                        \
        limb half[32];                          \
        whit_field_half_##curve##_asm(half, a); \
        FUSED_ADD(curve, r, half, a);           \
    } while (0)
#define FUSED_NEGATE_MASKED(curve, r, mask)      \
    do {                                         \
        limb negative[32];                       \
        base_zero(negative, 32);                 \
        FUSED_SUB(curve, negative, negative, r); \
        mp_select(r, negative, mask, 32);        \
    } while (0)

/* Where secp256r1 is alone, this is for scalars, a few times, and the shortest serves. */
AVR_NAKED void whit_mp_reduce_block_asm(limb *t, const limb *m, limb n0, size_t n);
WHIT_INTERNAL void whit_reduce_montgomery_blocks(limb *r, limb *t, const limb *m, limb n0,
                                                 size_t n);
#if !WHIT_ALONE_p256
#define reduce_montgomery whit_reduce_montgomery_blocks
#endif

AVR_NAKED void whit_mp_lookup_asm(limb *r, const limb *table, size_t entries, limb index, size_t n);
AVR_NAKED void whit_mp_lookup_rom_asm(limb *r, const limb *table, size_t entries, limb index,
                                      size_t n);
#define mp_lookup(r, table, entries, index, n)                                 \
    ((n) % 16 == 0 ? whit_mp_lookup_asm((r), (table), (entries), (index), (n)) \
                   : whit_mp_lookup_c((r), (table), (entries), (index), (n)))
#define mp_lookup_rom(r, table, entries, index, n)                                 \
    ((n) % 16 == 0 ? whit_mp_lookup_rom_asm((r), (table), (entries), (index), (n)) \
                   : whit_mp_lookup_rom_c((r), (table), (entries), (index), (n)))

AVR_NAKED uint16_t whit_mp_division_turn_asm(limb *f, const limb *m, limb n0, uint16_t delta,
                                             size_t n);
#define mp_division_turn whit_mp_division_turn_asm

#else

AVR_NAKED void whit_reduce_small_secp256r1_asm(limb *r, limb *t, const limb *m, limb n0, size_t n);
#define reduce_secp256r1 whit_reduce_small_secp256r1_asm

/* A product and a kernel that folds it; in field/field_25519.c. */
AVR_NAKED void whit_field_fold_small_curve25519_asm(limb *r, const limb *t);
WHIT_INTERNAL void whit_field_25519_mul(limb *r, const limb *a, const limb *b);
#define FUSED_MUL(curve, r, a, b) whit_field_25519_mul((r), (a), (b))
#define FUSED_SQR(curve, r, a) FUSED_MUL(curve, r, a, a)
#define FUSED_FOLD(curve, r, t) whit_field_fold_small_##curve##_asm(r, t)

#endif

#endif
