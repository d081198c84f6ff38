/* SPDX-License-Identifier: MIT */
/* Bits that flip in the library's own constants: the self-tests of what uses them fail. */
#include "generated/instance/size_256.h"
#include "test.h"
#include <whit/secp256r1.h>
#include <whit/selftest.h>

#include <string.h>

typedef whit_weierstrass_256_domain domain;

#define WORDS (256 / LIMB_BITS)

/* Of a curve whose domain has one bit flipped: which tests still pass. */
typedef struct outcome {
    whit_status ecdh;
    whit_status sign;
    whit_status verify;
    whit_status key_pair;
} outcome;

static outcome run(const domain *d, const whit_base *base)
{
    whit_curve curve = whit_secp256r1;
    outcome o;
    curve.domain = d;
    o.ecdh = whit_selftest_ecdh(&curve, &whit_secp256r1_ecdh_answer);
    o.sign = whit_selftest_sign(&curve, base, &whit_sha256, &whit_secp256r1_ecdsa_answer);
    o.verify = whit_selftest_verify(&curve, &whit_sha256, &whit_secp256r1_ecdsa_answer);
    o.key_pair = whit_selftest_key_pair(&curve, base, whit_secp256r1_ecdh_answer.private_key, 32,
                                        whit_secp256r1_ecdh_answer.public_key, 65);
    return o;
}

static domain copy_of_domain(void)
{
    domain d;
    memcpy(&d, whit_secp256r1.domain, sizeof d);
    return d;
}

TEST(selftest_faults_control)
{
    domain d = copy_of_domain();
    outcome o = run(&d, &whit_secp256r1_base);
    CHECK_STATUS(o.ecdh, WHIT_OK);
    CHECK_STATUS(o.sign, WHIT_OK);
    CHECK_STATUS(o.verify, WHIT_OK);
    CHECK_STATUS(o.key_pair, WHIT_OK);
}

TEST(selftest_fault_in_the_prime)
{
    domain d = copy_of_domain();
    d.p.r2[1] ^= 4; /* what takes numbers into Montgomery form */
    outcome o = run(&d, &whit_secp256r1_base);
    CHECK_STATUS(o.ecdh, WHIT_ERROR_SELF_TEST);
    CHECK_STATUS(o.verify, WHIT_ERROR_SELF_TEST);
}

TEST(selftest_fault_in_the_order)
{
    domain d = copy_of_domain();
    d.n.m[0] ^= 4;
    outcome o = run(&d, &whit_secp256r1_base);
    CHECK_STATUS(o.sign, WHIT_ERROR_SELF_TEST);
    CHECK_STATUS(o.verify, WHIT_ERROR_SELF_TEST);
}

TEST(selftest_fault_in_the_coefficients)
{
    domain d = copy_of_domain();
    d.b[WORDS - 1] ^= 1;
    outcome o = run(&d, &whit_secp256r1_base);
    CHECK_STATUS(o.ecdh, WHIT_ERROR_SELF_TEST);
    CHECK_STATUS(o.verify, WHIT_ERROR_SELF_TEST);
}

/* Verification uses the base point itself; the rest does where there is no table. */
TEST(selftest_fault_in_the_base_point)
{
    domain d = copy_of_domain();
    d.g[0].x[0] ^= 1;
    outcome o = run(&d, &whit_secp256r1_base);
    CHECK_STATUS(o.verify, WHIT_ERROR_SELF_TEST);
    CHECK_STATUS(o.ecdh, WHIT_OK);
    if (whit_secp256r1_base.table == NULL) {
        CHECK_STATUS(o.sign, WHIT_ERROR_SELF_TEST);
        CHECK_STATUS(o.key_pair, WHIT_ERROR_SELF_TEST);
    }
}

/* A bit in each entry of the table. The nonce and the key use most of the entries between them,
 * and a balanced table has eight. */
TEST(selftest_fault_in_the_table)
{
    static limb table[(64 + 64) * 2 * WORDS];
    const whit_base *right = &whit_secp256r1_base;
    size_t entries = right->table == NULL ? 0 : (size_t)right->blocks << (right->teeth - 1);
    size_t caught = 0;
    CHECK(entries * 2 * WORDS <= sizeof table / sizeof table[0]);
    domain d = copy_of_domain();
    for (size_t i = 0; i < entries; i++) {
        whit_base wrong = *right;
        memcpy(table, right->table, entries * 2 * WORDS * sizeof(limb));
        table[i * 2 * WORDS] ^= 2;
        wrong.table = table;
        outcome o = run(&d, &wrong);
        CHECK_STATUS(o.ecdh, WHIT_OK);
        CHECK_STATUS(o.verify, WHIT_OK);
        caught += o.sign == WHIT_ERROR_SELF_TEST || o.key_pair == WHIT_ERROR_SELF_TEST;
    }
    CHECK(2 * caught > entries || entries == 0);
    if (entries <= 8) {
        CHECK_EQ(caught, entries);
    }
}

TEST(selftest_fault_in_a_hash)
{
    uint32_t start[8];
    whit_hash wrong = whit_sha256;
    memcpy(start, whit_sha256.start, sizeof start);
    start[3] ^= 1;
    wrong.start = start;
    CHECK_STATUS(whit_selftest_hash(&wrong, &whit_sha256_answer), WHIT_ERROR_SELF_TEST);
    CHECK_STATUS(whit_selftest_sign(&whit_secp256r1, &whit_secp256r1_base, &wrong,
                                    &whit_secp256r1_ecdsa_answer),
                 WHIT_ERROR_SELF_TEST);
    CHECK_STATUS(whit_selftest_verify(&whit_secp256r1, &wrong, &whit_secp256r1_ecdsa_answer),
                 WHIT_ERROR_SELF_TEST);
}

TEST_SUITE(selftest_faults) = {
    CASE(selftest_faults_control),          CASE(selftest_fault_in_the_prime),
    CASE(selftest_fault_in_the_order),      CASE(selftest_fault_in_the_coefficients),
    CASE(selftest_fault_in_the_base_point), CASE(selftest_fault_in_the_table),
    CASE(selftest_fault_in_a_hash),         END_OF_SUITE,
};
