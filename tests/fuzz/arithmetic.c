/* SPDX-License-Identifier: MIT */
/* The public arithmetic and MACwBB on any bytes: what is accepted follows the laws, and nothing
 * that a fuzzer makes is a proof. For libFuzzer; tests/test_fuzzing.py builds and runs it. */
#include "fuzz.h"

#include <whit/arithmetic.h>
#include <whit/macwbb.h>
#include <whit/secp112r2.h>
#include <whit/secp256r1.h>

WHIT_INTEGERS(number, 1024);

static void same(const number_integer *a, const number_integer *b, const number_modulus *m)
{
    int equal = 0, order = 7;
    OK(number_equal(&equal, a, b, m));
    OK(number_compare(&order, a, b, m));
    MUST(equal == 1 && order == 0);
}

/* (a + b)^2 = a^2 + 2 a b + b^2; a^e a^f = a^(e + f) for e and f of one byte each; 1 / a. */
static void integers(input *in)
{
    size_t length;
    number_modulus m;
    number_integer a, b, left, right, term;
    uint8_t bytes[128];
    const uint8_t *given = taken(in, 140, &length);
    whit_status status = number_set_modulus(&m, given, length);
    if (status != WHIT_OK) {
        MUST(status == WHIT_ERROR_MODULUS);
        MUST(number_set_word(&a, 1, &m) == WHIT_ERROR_MIXED);
        return;
    }
    given = taken(in, 255, &length);
    OK(number_reduce(&a, given, length, &m));
    given = taken(in, 128, &length);
    if (number_read(&b, given, length, &m) != WHIT_OK) {
        OK(number_reduce(&b, given, length, &m));
    }
    OK(number_add(&left, &a, &b, &m));
    OK(number_sqr(&left, &left, &m));
    OK(number_mul(&right, &a, &b, &m));
    OK(number_add(&right, &right, &right, &m));
    OK(number_mul(&term, &a, &a, &m));
    OK(number_add(&right, &right, &term, &m));
    OK(number_sqr(&term, &b, &m));
    OK(number_add(&right, &right, &term, &m));
    same(&left, &right, &m);
    OK(number_negate(&term, &b, &m));
    OK(number_sub(&left, &a, &b, &m));
    OK(number_add(&right, &a, &term, &m));
    same(&left, &right, &m);
    OK(number_write(bytes, sizeof bytes, &left, &m));
    OK(number_read(&right, bytes, sizeof bytes, &m));
    same(&left, &right, &m);
    uint8_t e[2], sum[2];
    filled(in, e, sizeof e);
    sum[0] = (uint8_t)((e[0] + e[1]) >> 8);
    sum[1] = (uint8_t)(e[0] + e[1]);
    OK(number_exp(&left, &a, &e[0], 1, &m));
    OK(number_exp_vartime(&right, &a, &e[1], 1, &m));
    OK(number_mul(&left, &left, &right, &m));
    OK(number_exp_vartime(&right, &a, sum, sizeof sum, &m));
    same(&left, &right, &m);
    status = number_inverse(&left, &a, &m);
    MUST(number_inverse_vartime(&right, &a, &m) == status);
    if (status == WHIT_OK) {
        same(&left, &right, &m);
        OK(number_mul(&left, &left, &a, &m));
        OK(number_set_word(&right, 1, &m));
        same(&left, &right, &m);
    } else {
        MUST(status == WHIT_ERROR_NOT_INVERTIBLE);
    }
}

/* Points and scalars of a curve: what is decoded is a point, and encodes to what it was decoded
 * from; j P + k Q by every function. */
#define POINTS(curve, CURVE)                                                    \
    static void points_of_##curve(input *in)                                    \
    {                                                                           \
        size_t length;                                                          \
        whit_##curve##_scalar k[2];                                             \
        whit_##curve##_point p[2], sum, other;                                  \
        uint8_t encoded[WHIT_##CURVE##_PUBLIC_KEY_BYTES];                       \
        int equal = 0;                                                          \
        for (int i = 0; i < 2; i++) {                                           \
            const uint8_t *given = taken(in, sizeof encoded, &length);          \
            if (whit_##curve##_point_decode(&p[i], given, length) == WHIT_OK) { \
                OK(whit_##curve##_point_encode(encoded, length, &p[i]));        \
                MUST(memcmp(encoded, given, length) == 0);                      \
            } else {                                                            \
                OK(whit_##curve##_scalar_reduce(&k[i], given, length));         \
                OK(whit_##curve##_point_mul_base(&p[i], &k[i]));                \
            }                                                                   \
            OK(whit_##curve##_point_validate(&p[i]));                           \
            given = taken(in, 80, &length);                                     \
            OK(whit_##curve##_scalar_reduce(&k[i], given, length));             \
        }                                                                       \
        OK(whit_##curve##_point_mul_sum(&sum, k, p, 2));                        \
        OK(whit_##curve##_point_mul_sum_vartime(&other, k, p, 2));              \
        OK(whit_##curve##_point_equal(&equal, &sum, &other));                   \
        MUST(equal == 1);                                                       \
        OK(whit_##curve##_point_mul(&p[0], &k[0], &p[0]));                      \
        OK(whit_##curve##_point_mul_vartime(&p[1], &k[1], &p[1]));              \
        OK(whit_##curve##_point_add(&other, &p[0], &p[1]));                     \
        OK(whit_##curve##_point_sub(&sum, &sum, &other));                       \
        OK(whit_##curve##_point_is_identity(&equal, &sum));                     \
        MUST(equal == 1);                                                       \
        OK(whit_##curve##_point_validate(&sum));                                \
    }

POINTS(secp256r1, SECP256R1)
POINTS(secp112r2, SECP112R2)

/* No showing, credential or proof that comes from outside is one, whatever its length. */
static void credentials(input *in)
{
    enum { COUNT = 2, SCALAR = 32, COMPRESSED = 33, POINT = 65 };
    uint8_t key[WHIT_MACWBB_KEY_BYTES(SCALAR, COUNT)];
    uint8_t parameters[WHIT_MACWBB_PARAMETERS_BYTES(COMPRESSED, COUNT)];
    uint8_t attributes[COUNT * SCALAR];
    uint8_t credential[WHIT_MACWBB_CREDENTIAL_BYTES(POINT, COUNT)];
    uint8_t showing[WHIT_MACWBB_SHOWING_BYTES(COMPRESSED, SCALAR, COUNT)];
    uint8_t proof[WHIT_SECP256R1_MACWBB_PROOF_BYTES];
    uint8_t disclosed = 0;
    size_t length;
    filled(in, &disclosed, 1);
    filled(in, key, sizeof key);
    filled(in, attributes, sizeof attributes);
    const uint8_t *given = taken(in, sizeof showing + 1, &length);
    memset(parameters, 2, sizeof parameters);
    MUST(whit_secp256r1_macwbb_verify_show(given, length, key, sizeof key, parameters,
                                           sizeof parameters, attributes, sizeof attributes,
                                           disclosed % 5u, key, 3) != WHIT_OK);
    filled(in, credential, sizeof credential);
    credential[0] = credential[POINT] = credential[2 * POINT] = 4;
    filled(in, proof, sizeof proof);
    MUST(whit_secp256r1_macwbb_verify(credential, sizeof credential, key, sizeof key, attributes,
                                      sizeof attributes) != WHIT_OK);
    MUST(whit_secp256r1_macwbb_accept(credential, sizeof credential, proof, parameters,
                                      sizeof parameters, attributes, sizeof attributes) != WHIT_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    uint8_t what;
    filled(&in, &what, 1);
    if (what % 8 < 4) {
        integers(&in);
    } else if (what % 8 == 4) {
        points_of_secp256r1(&in);
    } else if (what % 8 < 7) {
        points_of_secp112r2(&in);
    } else {
        credentials(&in);
    }
    return 0;
}
