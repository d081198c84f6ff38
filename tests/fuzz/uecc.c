/* SPDX-License-Identifier: MIT */
/* micro-ecc's interface: each function does what Whit's own does, with buffers that are
 * micro-ecc's; keys, digests and signatures of any bytes. */
#include "oracle.h"

#include "uECC.h"
#include <whit/ecdh.h>
#include <whit/ecdsa.h>
#include <whit/key.h>

enum { MOST = MOST_FIELD_BYTES, MOST_DIGEST = 60 };

static source drawn;

static int draw(uint8_t *out, unsigned length)
{
    return source_fill(&drawn, out, length) == WHIT_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    extern const whit_curve whit_secp256r1, whit_secp256k1, whit_secp160r1;
    extern const whit_base whit_secp256r1_base, whit_secp256k1_base, whit_secp160r1_base;
    const struct {
        uECC_Curve curve;
        const whit_curve *own;
        const whit_base *base;
    } curves[] = {{uECC_secp256r1(), &whit_secp256r1, &whit_secp256r1_base},
                  {uECC_secp256k1(), &whit_secp256k1, &whit_secp256k1_base},
                  {uECC_secp160r1(), &whit_secp160r1, &whit_secp160r1_base}};
    input in = {data, size};
    uint8_t private_key[MOST], key[1 + 2 * MOST], signature[2 * MOST], numbers[2 * MOST],
        secret[MOST], wanted[MOST];
    uint8_t own_key[1 + 2 * MOST], compressed[1 + MOST], digest[MOST_DIGEST], what;
    size_t which = byte(&in) % COUNT_OF(curves), length;
    uECC_Curve curve = curves[which].curve;
    const whit_curve *own = curves[which].own;
    size_t f = whit_curve_field_bytes(own), o = whit_curve_order_bytes(own);
    what = byte(&in);
    filled(&in, private_key, o);
    key[0] = own_key[0] = 4;
    int made = uECC_compute_public_key(private_key, key + 1, curve);
    MUST(made ==
         (whit_key_public(own, curves[which].base, own_key, 1 + 2 * f, private_key, o) == WHIT_OK));
    own_key[0] = 4;
    MUST(memcmp(key, own_key, 1 + 2 * f) == 0);
    if (!made) {
        drawn = (source){in, 3};
        uECC_set_rng(draw);
        if (!uECC_make_key(key + 1, private_key, curve)) {
            MUST(is_zero(key + 1, 2 * f) && is_zero(private_key, o));
            return 0;
        }
    }
    const uint8_t *given = taken(&in, MOST_DIGEST, &length);
    memset(digest, 0, sizeof digest);
    memcpy(digest, given, length);
    length = length > 0 ? length : 1;
    drawn = (source){in, 3};
    uECC_set_rng(draw);
    int signs = uECC_sign(private_key, digest, (unsigned)length, signature, curve);
    int changed = !signs;
    if (what % 4 == 0) {
        changed |= mutate(&in, signature, 2 * f, 2);
    } else if (what % 4 == 1) {
        changed |= mutate(&in, key + 1, 2 * f, 2);
    } else if (what % 4 == 2) {
        filled(&in, signature, 2 * f);
        changed = 1;
    }
    /* The order of secp160r1 has a byte more than micro-ecc's signatures. */
    memset(numbers, 0, sizeof numbers);
    memcpy(numbers + o - f, signature, f);
    memcpy(numbers + 2 * o - f, signature + f, f);
    int good = uECC_verify(key + 1, digest, (unsigned)length, signature, curve);
    MUST(good == (whit_ecdsa_verify_digest(own, key, 1 + 2 * f, digest, length, numbers, 2 * o) ==
                  WHIT_OK));
    MUST(good || changed);
    int valid = uECC_valid_public_key(key + 1, curve);
    MUST(valid == (whit_key_validate_public(own, key, 1 + 2 * f) == WHIT_OK));
    MUST(uECC_shared_secret(key + 1, private_key, secret, curve) ==
         (whit_ecdh(own, wanted, f, private_key, o, key, 1 + 2 * f) == WHIT_OK));
    MUST(memcmp(secret, wanted, f) == 0);
    uECC_compress(key + 1, compressed, curve);
    uECC_decompress(compressed, own_key + 1, curve);
    MUST(valid ? memcmp(own_key + 1, key + 1, 2 * f) == 0 : is_zero(own_key + 1, 2 * f));
    return 0;
}
