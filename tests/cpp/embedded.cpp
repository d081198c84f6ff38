/* SPDX-License-Identifier: MIT */
/* A firmware in C++: no exceptions, no run-time type information, no heap. */
#include <whit/bls12_381_bls.h>
#include <whit/secp256r1.h>
#include <whit/whit.hpp>

WHIT_CPP_BLS(bls12_381, BLS12_381)
WHIT_CPP_CURVE(secp256r1, SECP256R1)

using curve = whit::secp256r1;
using bls = whit::bls12_381_bls::min_sig;

extern "C" int firmware(const uint8_t *key, size_t key_length, uint8_t *out);

extern "C" int firmware(const uint8_t *key, size_t key_length, uint8_t *out)
{
    auto mine = curve::private_key::from({key, key_length});
    if (!mine) {
        return 1;
    }
    auto made = curve::sign(*mine, whit::text("21.5 degrees"));
    if (!made) {
        return 2;
    }
    for (size_t i = 0; i < made->size(); i++) {
        out[i] = made->data()[i];
    }
    return 0;
}

extern "C" int bls_firmware(const uint8_t *key, size_t key_length, uint8_t *out);

extern "C" int bls_firmware(const uint8_t *key, size_t key_length, uint8_t *out)
{
    auto mine = bls::private_key::from({key, key_length});
    if (!mine) {
        return 1;
    }
    auto made = bls::sign(*mine, bls::suite::basic(), whit::text("21.5 degrees"));
    if (!made) {
        return 2;
    }
    for (size_t i = 0; i < made->size(); i++) {
        out[i] = made->data()[i];
    }
    return 0;
}
