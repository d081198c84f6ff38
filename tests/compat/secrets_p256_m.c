/* SPDX-License-Identifier: MIT */
/* Private keys and random bytes are marked as undefined memory, and valgrind's memcheck reports
 * every branch and every address that depends on one: behind p256-m's names too there is none.
 * Run it under valgrind. */
#include "declassify.h"
#include "p256-m.h"

#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

static uint32_t state = 1;

void ct_declassify(const void *bytes, size_t length)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(bytes, length);
}

int p256_generate_random(uint8_t *output, unsigned output_size)
{
    for (unsigned i = 0; i < output_size; i++) {
        state = state * 1664525u + 1013904223u;
        output[i] = (uint8_t)(state >> 24);
    }
    (void)VALGRIND_MAKE_MEM_UNDEFINED(output, output_size);
    return 0;
}

static int failed(int result)
{
    ct_declassify(&result, sizeof result);
    return result != P256_SUCCESS;
}

int main(void)
{
    uint8_t key[32], point[64], again[64], secret[32], signature[64], digest[32] = {1, 2, 3};
    int bad = failed(p256_gen_keypair(key, point));
    (void)VALGRIND_MAKE_MEM_UNDEFINED(key, sizeof key);
    ct_declassify(point, sizeof point);
    bad |= failed(p256_validate_privkey(key));
    bad |= failed(p256_public_from_private(again, key));
    ct_declassify(again, sizeof again);
    bad |= memcmp(point, again, sizeof point) != 0;
    bad |= failed(p256_ecdh_shared_secret(secret, key, point));
    bad |= failed(p256_ecdsa_sign(signature, key, digest, sizeof digest));
    ct_declassify(signature, sizeof signature);
    bad |= p256_ecdsa_verify(signature, point, digest, sizeof digest) != P256_SUCCESS;
    printf("%s\n", bad ? "bad" : "good");
    return bad;
}
