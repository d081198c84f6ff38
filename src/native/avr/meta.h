/* SPDX-License-Identifier: MIT */
/* The kernels of AVR with a multiplication, which takes two cycles for any operands.
 * tools/avr.py writes them. */
#ifndef WHIT_NATIVE_AVR_META_H
#define WHIT_NATIVE_AVR_META_H

#include "base/base.h"

/* A function of assembly alone. */
#define AVR_NAKED WHIT_INTERNAL __attribute__((naked, noinline, noclone))
#define AVR_UNUSED __attribute__((unused))

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

/* Those of 2^255 - 19 work on numbers below twice the prime; see FUSED_p25519 in api.h. */
#define FUSED_p25519 1
AVR_NAKED void whit_field_canonical_p25519_asm(limb *r, const limb *a);
#define FUSED_CANONICAL(prime, r, a) whit_field_canonical_##prime##_asm(r, a)
#if WHIT_AVR_LARGE
AVR_NAKED void whit_field_add_large_p25519_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_sub_large_p25519_asm(limb *r, const limb *a, const limb *b);
#define whit_field_add_p25519_asm whit_field_add_large_p25519_asm
#define whit_field_sub_p25519_asm whit_field_sub_large_p25519_asm
#else
AVR_NAKED void whit_field_add_p25519_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_sub_p25519_asm(limb *r, const limb *a, const limb *b);
#endif
#define FUSED_ADD(prime, r, a, b) whit_field_add_##prime##_asm(r, a, b)
#define FUSED_SUB(prime, r, a, b) whit_field_sub_##prime##_asm(r, a, b)

#if WHIT_AVR_LARGE
AVR_NAKED void whit_reduce_p160_large_asm(limb *r, limb *t, const limb *m, limb fold, size_t n);
#define reduce_p160 whit_reduce_p160_large_asm
#else
AVR_NAKED void whit_reduce_p160_asm(limb *r, limb *t, const limb *m, limb fold, size_t n);
#define reduce_p160 whit_reduce_p160_asm
#endif
AVR_NAKED void whit_reduce_p448_asm(limb *r, limb *t, const limb *m, limb fold, size_t n);
#define reduce_p448 whit_reduce_p448_asm
AVR_NAKED void whit_reduce_p192_asm(limb *r, limb *t, const limb *m, limb n0, size_t n);
#define reduce_p192 whit_reduce_p192_asm
AVR_NAKED void whit_reduce_p224_asm(limb *r, limb *t, const limb *m, limb n0, size_t n);
#define reduce_p224 whit_reduce_p224_asm
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

AVR_NAKED void whit_reduce_p256_asm(limb *r, limb *t, const limb *m, limb n0, size_t n);
#define reduce_p256 whit_reduce_p256_asm

AVR_NAKED void whit_field_reduce_p256_asm(void);
AVR_NAKED void whit_field_finish_p256_asm(void);
#if WHIT_AVR_LARGE
AVR_NAKED void whit_field_mul_large_p256_asm(limb *r, const limb *a, const limb *b);
#define FUSED_MUL(prime, r, a, b) whit_field_mul_large_##prime##_asm(r, a, b)
#else
AVR_NAKED void whit_field_mul_p256_asm(limb *r, const limb *a, const limb *b);
#define FUSED_MUL(prime, r, a, b) whit_field_mul_##prime##_asm(r, a, b)
#endif
AVR_NAKED void whit_field_sqr_p256_asm(limb *r, const limb *a);
AVR_NAKED void whit_field_add_p256_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_sub_p256_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_half_p256_asm(limb *r, const limb *a);
#define FUSED_SQR(prime, r, a) whit_field_sqr_##prime##_asm(r, a)

#define FUSED_p25519_LARGE 1
#define FUSED_p25519_STEPS 1
AVR_NAKED void whit_field_fold_p25519_asm(void);
#if WHIT_AVR_LARGE
AVR_NAKED void whit_mp_square_32_asm(void);
AVR_NAKED void whit_field_mul_large_p25519_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_sqr_large_p25519_asm(limb *r, const limb *a);
#define whit_field_sqr_p25519_asm whit_field_sqr_large_p25519_asm
#else
AVR_NAKED void whit_field_mul_p25519_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_sqr_p25519_asm(limb *r, const limb *a);
#endif
AVR_NAKED void whit_field_mul_small_p25519_asm(limb *r, const limb *a, const limb *b);
AVR_NAKED void whit_field_select_p25519_asm(limb *r, const limb *a, limb bit);
#define FUSED_MUL_SMALL(prime, r, a, b) whit_field_mul_small_##prime##_asm(r, a, b)
#define FUSED_SELECT(prime, r, a, bit) AVR_SELECT_##prime(r, a, bit)
#define AVR_SELECT_p25519(r, a, bit) whit_field_select_p25519_asm(r, a, bit)

/* Of 2^448 - 2^224 - 1 besides the reduction. */
#define FUSED_p448_LARGE 1
AVR_NAKED void whit_field_mul_small_p448_asm(limb *r, const limb *a, const limb *b);
#define AVR_SELECT_p448(r, a, bit) mp_select(r, a, base_mask(bit), FIELD_LIMBS)

#define FUSED_SUB_TWICE(prime, r, a, b) \
    do {                                \
        limb once[32];                  \
        FUSED_SUB(prime, once, a, b);   \
        FUSED_SUB(prime, r, once, b);   \
    } while (0)
#define FUSED_THREE_HALVES(prime, r, a)         \
    do {                                        \
        limb half[32];                          \
        whit_field_half_##prime##_asm(half, a); \
        FUSED_ADD(prime, r, half, a);           \
    } while (0)
#define FUSED_NEGATE_MASKED(prime, r, mask)      \
    do {                                         \
        limb negative[32];                       \
        base_zero(negative, 32);                 \
        FUSED_SUB(prime, negative, negative, r); \
        mp_select(r, negative, mask, 32);        \
    } while (0)

/* Where p256 is alone, this is for scalars, a few times, and the shortest serves. */
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

AVR_NAKED void whit_reduce_small_p256_asm(limb *r, limb *t, const limb *m, limb n0, size_t n);
#define reduce_p256 whit_reduce_small_p256_asm

/* A product and a kernel that folds it; in field/field_25519.c. */
AVR_NAKED void whit_field_fold_small_p25519_asm(limb *r, const limb *t);
WHIT_INTERNAL void whit_field_25519_mul(limb *r, const limb *a, const limb *b);
#define FUSED_MUL(prime, r, a, b) whit_field_25519_mul((r), (a), (b))
#define FUSED_SQR(prime, r, a) FUSED_MUL(prime, r, a, a)
#define FUSED_FOLD(prime, r, t) whit_field_fold_small_##prime##_asm(r, t)

#endif

#endif
