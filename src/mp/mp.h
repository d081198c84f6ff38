/* SPDX-License-Identifier: MIT */
/* Multi-precision numbers: the functions that have no kernels. Arrays of n limbs, least
 * significant first. Constant time: only lengths decide branches and addresses. */
#ifndef WHIT_MP_MP_H
#define WHIT_MP_MP_H

#include "native/api.h"

#define mp_copy whit_mp_copy
#define mp_set_word whit_mp_set_word
#define mp_mask_zero whit_mp_mask_zero
#define mp_mask_less whit_mp_mask_less
#define mp_bit whit_mp_bit
#define mp_shift_right whit_mp_shift_right
#define mp_mod whit_mp_mod
#define mp_division_steps whit_mp_division_steps
#define mp_inverse_vartime whit_mp_inverse_vartime
#define mp_from_bytes whit_mp_from_bytes
#define mp_to_bytes whit_mp_to_bytes
#define mp_from_bytes_le whit_mp_from_bytes_le
#define mp_to_bytes_le whit_mp_to_bytes_le

WHIT_INTERNAL void mp_copy(limb *r, const limb *a, size_t n);

/* mp_copy of a constant in program memory. */
#if WHIT_ROM_APART
#define mp_copy_rom(r, a, n) base_rom_load(r, a, (n)*LIMB_BYTES)
#else
#define mp_copy_rom mp_copy
#endif

/* r = word. */
WHIT_INTERNAL void mp_set_word(limb *r, limb word, size_t n);

/* All ones if a = 0, else zero. */
WHIT_INTERNAL limb mp_mask_zero(const limb *a, size_t n);

/* All ones if a < b, else zero. */
WHIT_INTERNAL limb mp_mask_less(const limb *a, const limb *b, size_t n);

/* A public exponent, or factor of points, as a row of bytes in program memory that ends with 0,
 * from its highest bit, which is left out, on: 4 n + s for n < 64 squarings and then, as s is 0, 1
 * or 3, nothing, a multiplication or a division. */
#define MP_TURNS(step) ((step) >> 2)
#define MP_DIGIT(step) ((step)&3)
#define MP_DIVIDES 3

/* The bit at position `bit`; positions from n w on hold zero. */
WHIT_INTERNAL limb mp_bit(const limb *a, size_t bit, size_t n);

/* r = a >> bits, 0 < bits < w. */
WHIT_INTERNAL void mp_shift_right(limb *r, const limb *a, unsigned bits, size_t n);

/* r = a mod m, where 2^(m_bits - 1) <= m < 2^m_bits and m has n limbs. a has a_n limbs, its
 * value is below 2^a_bits, and it does not overlap r. Bit by bit: time grows with
 * a_bits - m_bits. */
WHIT_INTERNAL void mp_mod(limb *r, const limb *a, size_t a_n, size_t a_bits, const limb *m,
                          size_t m_bits, size_t n);

/* Division steps turn the numbers f, g, d and e, of MP_STEPS_LIMBS(n) limbs each and in a row
 * with MP_STEPS_ROOM(n) limbs to work in, from
 *     f = m, g = a, d = 0, e = any number, a and e not negative and below the odd m < 2^bits,
 * into f = the greatest common divisor of m and a or its negative, g = 0 or, of bits = 256, f or
 * -f, d = e f / a mod m with -m <= d < m. Limb n of a number that comes out is its sign, a mask. m
 * has n limbs, and n0 = -1/m mod 2^w. Secrets stay in all of it. */
#define MP_STEPS_LIMBS(n) ((n) + 2)
#if defined(mp_division_turn)
#define MP_STEPS_ROOM(n) 1
#elif defined(mp_combine)
#define MP_STEPS_ROOM(n) (3 * MP_STEPS_LIMBS(n) + 4)
#else
#define MP_STEPS_ROOM(n) (2 * MP_STEPS_LIMBS(n) + 4)
#endif
WHIT_INTERNAL void mp_division_steps(limb *numbers, const limb *m, limb n0, size_t bits, size_t n);

/* 1 / a mod m in variable time, for public numbers: a at MP_INVERSE_OPERAND(n) of
 * MP_INVERSE_ROOM(n) limbs, below the odd m of n limbs, the highest of which is not zero. Returns
 * where in the room it is, or NULL where division steps have to be asked: where a has no inverse,
 * or where it is much shorter than m, or another number on the way is. Where a kernel takes
 * division steps, they are faster. */
#define MP_INVERSE_ROOM(n) (5 * ((n) + 1))
#define MP_INVERSE_OPERAND(n) (2 * ((n) + 1))
#if WHIT_ARITHMETIC && !defined(mp_division_turn)
WHIT_INTERNAL const limb *mp_inverse_vartime(limb *numbers, const limb *m, size_t n);
#endif

/* mp_division_steps in parts: does `turns` of its MP_STEPS_TURNS(bits) turns, each of some division
 * steps. delta is zero in the first call and then what the call before returned. */
#if WHIT_STEPS
#define mp_division_some whit_mp_division_some
#if defined(mp_division_turn) || LIMB_BITS == 8
typedef uint16_t mp_delta;
#else
typedef limb mp_delta;
#endif
WHIT_INTERNAL mp_delta mp_division_some(limb *numbers, const limb *m, limb n0, mp_delta delta,
                                        unsigned turns, size_t n);
#endif
/* No fewer than the (45907 bits + 26313) / 19929 division steps that suffice [HAS23]. For 256 bits
 * 590 do [OP21], and all but the last, which changes g alone: f is the divisor before it. */
#define MP_DIVISION_STEPS(bits) \
    ((bits) == 256 ? (uint32_t)589 : (2359 * (uint32_t)(bits) + 1353) >> 10)
#if defined(mp_division_turn)
#define MP_STEPS_TURNS(bits) ((MP_DIVISION_STEPS(bits) + 6) / 7)
#else
#define MP_STEPS_TURNS(bits) ((MP_DIVISION_STEPS(bits) + LIMB_BITS - 2) / (LIMB_BITS - 1))
#endif

/* Big-endian bytes to limbs and back. `length` bytes must fit n limbs; missing ones are zero. */
WHIT_INTERNAL void mp_from_bytes(limb *r, size_t n, const uint8_t *bytes, size_t length);
WHIT_INTERNAL void mp_to_bytes(uint8_t *bytes, size_t length, const limb *a);

/* Little-endian bytes to limbs and back; they are copied where limbs are little-endian too. */
#if WHIT_LITTLE_ENDIAN
WHIT_INLINE void mp_from_bytes_le(limb *r, size_t n, const uint8_t *bytes, size_t length)
{
    if (length < n * LIMB_BYTES) {
        mp_set_word(r, 0, n);
    }
    base_copy(r, bytes, length);
}

WHIT_INLINE void mp_to_bytes_le(uint8_t *bytes, size_t length, const limb *a)
{
    base_copy(bytes, a, length);
}
#else
WHIT_INTERNAL void mp_from_bytes_le(limb *r, size_t n, const uint8_t *bytes, size_t length);
WHIT_INTERNAL void mp_to_bytes_le(uint8_t *bytes, size_t length, const limb *a);
#endif

#endif
