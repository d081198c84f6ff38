/* SPDX-License-Identifier: MIT */
/* Integers modulo any odd number of 16 to 4,096 bits, for protocols that the schemes of this
 * library do not cover.
 *
 *     WHIT_INTEGERS(rsa, 2048);
 *
 *     rsa_modulus n;
 *     rsa_integer a, b;
 *     status = rsa_set_modulus(&n, bytes, sizeof bytes);
 *     status = rsa_read(&a, message, sizeof message, &n);
 *     status = rsa_exp(&b, &a, exponent, sizeof exponent, &n);
 *     status = rsa_write(signature, sizeof signature, &b, &n);
 *
 * WHIT_INTEGERS defines two types, of fixed size, and a function for each of the functions below,
 * named as it is without whit_integer: rsa_add, rsa_mul and so on. These know the sizes, so that
 * the compiler refuses to mix numbers of two lengths; numbers of two moduli of one length are
 * refused with WHIT_ERROR_MIXED. What a program does not call is not linked.
 *
 * Byte order: big-endian. Every integer is below its modulus, always. An integer belongs to the
 * modulus that it was read, drawn or computed with; it may be copied by assignment, and so may a
 * modulus. One that was never set belongs to none. An output may be an input.
 *
 * Values are secret: time depends on the length of the modulus in bits, on lengths of arguments,
 * and on what is returned. Functions named _vartime are faster, for public values alone. What a
 * function computed with is wiped; integers are the caller's to wipe, by whit_wipe. After an error
 * an output is zero and belongs to no modulus.
 *
 * Every function returns WHIT_OK; WHIT_ERROR_ARGUMENT for a NULL; WHIT_ERROR_MIXED for an integer
 * or a modulus that was not set, or for integers that belong to another modulus than the one
 * passed; and what it names. [Mon85; HAC, 14.3] */
#ifndef WHIT_INTEGER_H
#define WHIT_INTEGER_H

#include <stddef.h>
#include <stdint.h>
#include <whit/random.h>
#include <whit/space.h>
#include <whit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Lengths of a modulus in bits. On AVR, whose kernels count in bytes, the most are 2,040 bits
 * unless the library is built with WHIT_PORTABLE. */
#define WHIT_INTEGER_LEAST_BITS 16
#define WHIT_INTEGER_MOST_BITS 4096

/* The beginnings of every modulus and of every integer. Their fields are private. */
typedef struct whit_modulus {
    uint32_t tag;
    uint16_t bits;
    uint16_t unused;
} whit_modulus;

typedef struct whit_integer {
    uint32_t tag;
    uint32_t unused;
} whit_integer;

/* Bytes of both, for moduli of at most so many bits, and of the room that functions work in.
 * Exponentiation works in a table of 2^window numbers. */
#define WHIT_INTEGER_BYTES(bits) (8 + WHIT_NUMBER_BYTES(bits))
#define WHIT_MODULUS_BYTES(bits) (16 + 2 * WHIT_NUMBER_BYTES(bits))
#define WHIT_INTEGER_ROOM(bits) (3 * WHIT_NUMBER_BYTES(bits))
#define WHIT_INTEGER_COMPARE_ROOM(bits) (4 * WHIT_NUMBER_BYTES(bits))
#define WHIT_INTEGER_EXP_ROOM(bits, window) \
    (WHIT_INTEGER_ROOM(bits) + ((size_t)1 << (window)) * WHIT_NUMBER_BYTES(bits))
#define WHIT_INTEGER_INVERSE_ROOM(bits) (7 * WHIT_NUMBER_BYTES(bits) + 18 * 8)

/* Set a modulus: an odd number of 16 to `most_bits` bits. Leading zero bytes are allowed. Its
 * length in bits is public, its value need not be. A copy is the same modulus.
 * Returns also WHIT_ERROR_MODULUS for one that is even, too short or too long. */
whit_status whit_integer_set_modulus(whit_modulus *m, size_t most_bits, const uint8_t *bytes,
                                     size_t length, void *room);

/* Read an integer below the modulus; leading zero bytes are allowed. No bytes are 0.
 * Returns also WHIT_ERROR_INTEGER_RANGE. */
whit_status whit_integer_read(whit_integer *r, const uint8_t *bytes, size_t length,
                              const whit_modulus *m, void *room);

/* Read a number of any length, and reduce it modulo m. Returns also WHIT_ERROR_OVERLAP. */
whit_status whit_integer_reduce(whit_integer *r, const uint8_t *bytes, size_t length,
                                const whit_modulus *m, void *room);

/* r = word. Returns also WHIT_ERROR_INTEGER_RANGE. */
whit_status whit_integer_set_word(whit_integer *r, uint32_t word, const whit_modulus *m,
                                  void *room);

/* Write an integer to at least as many bytes as the modulus has; leading ones are zero.
 * Returns also WHIT_ERROR_OUTPUT_LENGTH (nothing written). */
whit_status whit_integer_write(uint8_t *bytes, size_t length, const whit_integer *a,
                               const whit_modulus *m, void *room);

/* Draw an integer, uniform in 1 ... m - 1. The number of draws that the source's bytes take is
 * public. Returns also WHIT_ERROR_RANDOM_MISSING, _FAILED or _STUCK. [FIPS 186-5, A.2.2] */
whit_status whit_integer_random(whit_integer *r, const whit_random *random, const whit_modulus *m,
                                void *room);

/* r = a + b, a - b, -a, a b, a^2 mod m. */
whit_status whit_integer_add(whit_integer *r, const whit_integer *a, const whit_integer *b,
                             const whit_modulus *m, void *room);
whit_status whit_integer_sub(whit_integer *r, const whit_integer *a, const whit_integer *b,
                             const whit_modulus *m, void *room);
whit_status whit_integer_negate(whit_integer *r, const whit_integer *a, const whit_modulus *m,
                                void *room);
whit_status whit_integer_mul(whit_integer *r, const whit_integer *a, const whit_integer *b,
                             const whit_modulus *m, void *room);
whit_status whit_integer_sqr(whit_integer *r, const whit_integer *a, const whit_modulus *m,
                             void *room);

/* r = a^e mod m for an exponent of `length` bytes, which is secret, but for its length. The
 * exponent 0 gives 1. `window`, 1 to 6, is how many bits of it a multiplication takes: the room has
 * 2^window numbers more. */
whit_status whit_integer_exp(whit_integer *r, const whit_integer *a, const uint8_t *exponent,
                             size_t length, const whit_modulus *m, void *room, unsigned window);

/* The same for a public exponent: time depends on it, and not on a. */
whit_status whit_integer_exp_vartime(whit_integer *r, const whit_integer *a,
                                     const uint8_t *exponent, size_t length, const whit_modulus *m,
                                     void *room, unsigned window);

/* r = 1 / a mod m. That there is none is public.
 * Returns also WHIT_ERROR_NOT_INVERTIBLE where a and m have a common divisor. [BY19] */
whit_status whit_integer_inverse(whit_integer *r, const whit_integer *a, const whit_modulus *m,
                                 void *room);

/* The same in variable time, for a public a and a public m. It takes as long as the other on AVR,
 * and where a is much shorter than m. [Knu97, 4.5.2] */
whit_status whit_integer_inverse_vartime(whit_integer *r, const whit_integer *a,
                                         const whit_modulus *m, void *room);

/* *answer = 1 if a = b, else 0; and likewise for a = 0. */
whit_status whit_integer_equal(int *answer, const whit_integer *a, const whit_integer *b,
                               const whit_modulus *m, void *room);
whit_status whit_integer_is_zero(int *answer, const whit_integer *a, const whit_modulus *m,
                                 void *room);

/* *answer = -1, 0 or 1, as a is less than b, equal or greater. */
whit_status whit_integer_compare(int *answer, const whit_integer *a, const whit_integer *b,
                                 const whit_modulus *m, void *room);

/* r = a if choice is 0, b if it is 1: a secret choice. */
whit_status whit_integer_select(whit_integer *r, const whit_integer *a, const whit_integer *b,
                                unsigned choice, const whit_modulus *m, void *room);

/* Compilers need not tell that a program calls some of the functions alone. */
#if defined(__GNUC__)
#define WHIT_UNUSED __attribute__((unused))
#else
#define WHIT_UNUSED
#endif

/* The types and functions of integers modulo numbers of at most `bits` bits, by themselves or with
 * another window than 4 for exponentiation: less stack, or less time. */
#define WHIT_INTEGERS(name, bits) WHIT_INTEGERS_WITH(name, bits, 4)
#define WHIT_INTEGERS_WITH(name, bits, window)                                                     \
    typedef union name##_modulus {                                                                 \
        whit_modulus head;                                                                         \
        WHIT_SPACE(WHIT_MODULUS_BYTES(bits)) space;                                                \
    } name##_modulus;                                                                              \
    typedef union name##_integer {                                                                 \
        whit_integer head;                                                                         \
        WHIT_SPACE(WHIT_INTEGER_BYTES(bits)) space;                                                \
    } name##_integer;                                                                              \
    WHIT_UNUSED static inline whit_status name##_set_modulus(name##_modulus *m,                    \
                                                             const uint8_t *bytes, size_t length)  \
    {                                                                                              \
        WHIT_SPACE(WHIT_INTEGER_ROOM(bits)) room;                                                  \
        return whit_integer_set_modulus((whit_modulus *)m, bits, bytes, length, &room);            \
    }                                                                                              \
    WHIT_INTEGERS_IN(name, bits, read)                                                             \
    WHIT_INTEGERS_IN(name, bits, reduce)                                                           \
    WHIT_UNUSED static inline whit_status name##_set_word(name##_integer *r, uint32_t word,        \
                                                          const name##_modulus *m)                 \
    {                                                                                              \
        WHIT_SPACE(WHIT_INTEGER_ROOM(bits)) room;                                                  \
        return whit_integer_set_word((whit_integer *)r, word, (const whit_modulus *)m, &room);     \
    }                                                                                              \
    WHIT_UNUSED static inline whit_status name##_write(                                            \
        uint8_t *bytes, size_t length, const name##_integer *a, const name##_modulus *m)           \
    {                                                                                              \
        WHIT_SPACE(WHIT_INTEGER_ROOM(bits)) room;                                                  \
        return whit_integer_write(bytes, length, (const whit_integer *)a, (const whit_modulus *)m, \
                                  &room);                                                          \
    }                                                                                              \
    WHIT_UNUSED static inline whit_status name##_random(                                           \
        name##_integer *r, const whit_random *random, const name##_modulus *m)                     \
    {                                                                                              \
        WHIT_SPACE(WHIT_INTEGER_ROOM(bits)) room;                                                  \
        return whit_integer_random((whit_integer *)r, random, (const whit_modulus *)m, &room);     \
    }                                                                                              \
    WHIT_INTEGERS_OF_TWO(name, bits, add)                                                          \
    WHIT_INTEGERS_OF_TWO(name, bits, sub)                                                          \
    WHIT_INTEGERS_OF_TWO(name, bits, mul)                                                          \
    WHIT_INTEGERS_OF_ONE(name, negate, WHIT_INTEGER_ROOM(bits))                                    \
    WHIT_INTEGERS_OF_ONE(name, sqr, WHIT_INTEGER_ROOM(bits))                                       \
    WHIT_INTEGERS_OF_ONE(name, inverse, WHIT_INTEGER_INVERSE_ROOM(bits))                           \
    WHIT_INTEGERS_OF_ONE(name, inverse_vartime, WHIT_INTEGER_INVERSE_ROOM(bits))                   \
    WHIT_INTEGERS_EXP(name, bits, window, exp)                                                     \
    WHIT_INTEGERS_EXP(name, bits, window, exp_vartime)                                             \
    WHIT_INTEGERS_ORDER(name, equal, 8)                                                            \
    WHIT_INTEGERS_ORDER(name, compare, WHIT_INTEGER_COMPARE_ROOM(bits))                            \
    WHIT_UNUSED static inline whit_status name##_is_zero(int *answer, const name##_integer *a,     \
                                                         const name##_modulus *m)                  \
    {                                                                                              \
        WHIT_SPACE(8) room;                                                                        \
        return whit_integer_is_zero(answer, (const whit_integer *)a, (const whit_modulus *)m,      \
                                    &room);                                                        \
    }                                                                                              \
    WHIT_UNUSED static inline whit_status name##_select(                                           \
        name##_integer *r, const name##_integer *a, const name##_integer *b, unsigned choice,      \
        const name##_modulus *m)                                                                   \
    {                                                                                              \
        WHIT_SPACE(8) room;                                                                        \
        return whit_integer_select((whit_integer *)r, (const whit_integer *)a,                     \
                                   (const whit_integer *)b, choice, (const whit_modulus *)m,       \
                                   &room);                                                         \
    }                                                                                              \
    struct name##_needs_a_semicolon

/* Functions with like arguments. */
#define WHIT_INTEGERS_IN(name, bits, what)                                                       \
    WHIT_UNUSED static inline whit_status name##_##what(name##_integer *r, const uint8_t *bytes, \
                                                        size_t length, const name##_modulus *m)  \
    {                                                                                            \
        WHIT_SPACE(WHIT_INTEGER_ROOM(bits)) room;                                                \
        return whit_integer_##what((whit_integer *)r, bytes, length, (const whit_modulus *)m,    \
                                   &room);                                                       \
    }
#define WHIT_INTEGERS_OF_ONE(name, what, bytes)                                \
    WHIT_UNUSED static inline whit_status name##_##what(                       \
        name##_integer *r, const name##_integer *a, const name##_modulus *m)   \
    {                                                                          \
        WHIT_SPACE(bytes) room;                                                \
        return whit_integer_##what((whit_integer *)r, (const whit_integer *)a, \
                                   (const whit_modulus *)m, &room);            \
    }
#define WHIT_INTEGERS_OF_TWO(name, bits, what)                                               \
    WHIT_UNUSED static inline whit_status name##_##what(                                     \
        name##_integer *r, const name##_integer *a, const name##_integer *b,                 \
        const name##_modulus *m)                                                             \
    {                                                                                        \
        WHIT_SPACE(WHIT_INTEGER_ROOM(bits)) room;                                            \
        return whit_integer_##what((whit_integer *)r, (const whit_integer *)a,               \
                                   (const whit_integer *)b, (const whit_modulus *)m, &room); \
    }
#define WHIT_INTEGERS_EXP(name, bits, window, what)                                              \
    WHIT_UNUSED static inline whit_status name##_##what(                                         \
        name##_integer *r, const name##_integer *a, const uint8_t *exponent, size_t length,      \
        const name##_modulus *m)                                                                 \
    {                                                                                            \
        WHIT_SPACE(WHIT_INTEGER_EXP_ROOM(bits, window)) room;                                    \
        return whit_integer_##what((whit_integer *)r, (const whit_integer *)a, exponent, length, \
                                   (const whit_modulus *)m, &room, window);                      \
    }
#define WHIT_INTEGERS_ORDER(name, what, bytes)                                                  \
    WHIT_UNUSED static inline whit_status name##_##what(                                        \
        int *answer, const name##_integer *a, const name##_integer *b, const name##_modulus *m) \
    {                                                                                           \
        WHIT_SPACE(bytes) room;                                                                 \
        return whit_integer_##what(answer, (const whit_integer *)a, (const whit_integer *)b,    \
                                   (const whit_modulus *)m, &room);                             \
    }

#ifdef __cplusplus
}
#endif

#endif
