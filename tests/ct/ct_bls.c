/* SPDX-License-Identifier: MIT */
/* BLS keys and signatures on one curve with secrets poisoned, under valgrind: whatever branches or
 * reads by them is reported. TEST_CURVE, TEST_HEADER and the bytes of a private key, of a point of
 * the first group and of the second are given. With an argument the secret decides a branch, which
 * has to be found. */
#include TEST_HEADER

#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "declassify.h"

#define JOIN_(a, b) whit_##a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define OF(what) JOIN(TEST_CURVE, what)

void ct_declassify(const void *bytes, size_t length)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(bytes, length);
}

static whit_status fill(void *context, uint8_t *out, size_t length)
{
    static uint8_t next = 1;
    (void)context;
    for (size_t i = 0; i < length; i++) {
        next = (uint8_t)(next * 5 + 3);
        out[i] = next;
    }
    out[0] = 1; /* below every order */
    (void)VALGRIND_MAKE_MEM_UNDEFINED(out, length);
    return WHIT_OK;
}

static int failures = 0;

static void expect(const char *what, whit_status status)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(&status, sizeof status);
    if (status != WHIT_OK) {
        printf("%s: %04x\n", what, (unsigned)status);
        failures++;
    }
}

int main(int count, char **arguments)
{
    const whit_random random = {fill, NULL};
    uint8_t key[TEST_PRIVATE_KEY_BYTES];
    uint8_t first[TEST_FIRST_BYTES];
    uint8_t second[TEST_SECOND_BYTES];
    uint8_t proof[TEST_SECOND_BYTES > TEST_FIRST_BYTES ? TEST_SECOND_BYTES : TEST_FIRST_BYTES];
    uint8_t material[40];
    static const uint8_t message[] = "message";
    (void)arguments;
    (void)fill(NULL, material, sizeof material);
    expect("derive", OF(bls_derive_key)(OF(min_sig_basic).hash, key, material, sizeof material,
                                        NULL, 0, message, sizeof message));
    expect("keygen", OF(bls_keygen)(key, &random));
    expect("validate", OF(bls_validate_private_key)(key));
    expect("min_sig key", OF(min_sig_public_key)(second, sizeof second, key));
    expect("min_sig sign",
           OF(min_sig_sign)(first, sizeof first, key, &OF(min_sig_basic), message, sizeof message));
    expect("min_sig verify", OF(min_sig_verify)(second, sizeof second, &OF(min_sig_basic), message,
                                                sizeof message, first, sizeof first));
    expect("min_sig augmented",
           OF(min_sig_sign_augmented)(first, sizeof first, key, second, sizeof second,
                                      &OF(min_sig_augmented), message, sizeof message));
    expect("min_sig prove",
           OF(min_sig_prove_possession)(proof, sizeof first, key, &OF(min_sig_possession)));
    expect("min_pk key", OF(min_pk_public_key)(first, sizeof first, key));
    expect("min_pk sign",
           OF(min_pk_sign)(second, sizeof second, key, &OF(min_pk_basic), message, sizeof message));
    expect("min_pk verify", OF(min_pk_verify)(first, sizeof first, &OF(min_pk_basic), message,
                                              sizeof message, second, sizeof second));
    expect("min_pk prove",
           OF(min_pk_prove_possession)(proof, sizeof second, key, &OF(min_pk_possession)));
    if (count > 1 && key[sizeof key - 1] > 100) {
        puts("the key decides");
    }
    printf("%d failed\n", failures);
    return failures;
}
