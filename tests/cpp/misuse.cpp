/* SPDX-License-Identifier: MIT */
/* What must not compile, one MISUSE at a time; without one it compiles. */
#include <whit/bls12_381_bls.h>
#include <whit/secp256r1.h>
#include <whit/sm2p256v1.h>
#include <whit/whit.hpp>

WHIT_CPP_BLS(bls12_381, BLS12_381)
WHIT_CPP_CURVE(secp256r1, SECP256R1)
WHIT_CPP_CURVE(sm2p256v1, SM2P256V1)

using curve = whit::secp256r1;
using min_sig = whit::bls12_381_bls::min_sig;
using min_pk = whit::bls12_381_bls::min_pk;

struct other_functions {
    static constexpr size_t order_bytes = 32;
    static constexpr size_t field_bytes = 32;
};
using other = whit::curve<other_functions>;

int use(const curve::key_pair &pair, whit::view message);

int use(const curve::key_pair &pair, whit::view message)
{
    const min_sig::private_key bls_key;
    const min_sig::signature signatures[2] = {};
    (void)min_sig::sign(bls_key, min_sig::suite::basic(), message);
    (void)min_sig::aggregate(signatures);
#if MISUSE == 1 /* a secret is not copied */
    curve::private_key copy = pair.private_part;
#elif MISUSE == 2  /* a private key is no message */
    auto made = curve::sign(pair.private_part, pair.private_part);
#elif MISUSE == 3  /* a private key of another curve */
    other::private_key foreign;
    auto made = curve::sign(foreign, message);
#elif MISUSE == 4  /* a status that is not looked at */
    curve::validate(pair.public_part);
#elif MISUSE == 5  /* a status as an integer */
    int made = curve::validate(pair.public_part);
#elif MISUSE == 6  /* a random source that says nothing */
    auto made = curve::generate([](uint8_t *, size_t) {});
#elif MISUSE == 7  /* a function that the curve has not */
    auto made = whit::sm2p256v1::sign(whit::sm2p256v1::private_key(), message);
#elif MISUSE == 8  /* writable bytes from constant ones */
    whit::span<uint8_t> writable(message);
#elif MISUSE == 9  /* a key made of another's object */
    curve::signature made = pair.public_part;
#elif MISUSE == 10 /* a private key of the other arrangement */
    auto made = min_pk::sign(bls_key, min_pk::suite::basic(), message);
#elif MISUSE == 11 /* a suite of the other arrangement */
    auto made = min_sig::sign(bls_key, min_pk::suite::basic(), message);
#elif MISUSE == 12 /* a suite of a type that does not say of which */
    auto made = min_sig::sign(bls_key, whit_bls12_381_min_sig_basic, message);
#elif MISUSE == 13 /* signatures as keys */
    auto made = min_sig::aggregate_keys(signatures);
#elif MISUSE == 14 /* a signature as a key */
    auto made = min_sig::public_of<min_sig::signature>(bls_key);
#elif MISUSE == 15 /* what keys of the other arrangement have not */
    whit::bls12_381_bls::lines lines;
    auto made = min_pk::verify_prepared(lines, min_pk::suite::basic(), message, message);
#endif
    return curve::verify(pair.public_part, message, message).ok();
}
