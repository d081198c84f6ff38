/* SPDX-License-Identifier: MIT */
/* Whit for C++17: a thin layer over a curve's C header, with nothing to link.
 *
 *     #include <whit/secp256r1.h>
 *     #include <whit/whit.hpp>
 *
 *     WHIT_CPP_CURVE(secp256r1, SECP256R1)
 *
 *     using curve = whit::secp256r1;
 *     auto pair = curve::generate(source);
 *     if (!pair) { return pair.status().code(); }
 *     auto signature = curve::sign(pair->private_part, message);
 *     if (curve::verify(pair->public_part, message, *signature)) { ... }
 *
 * WHIT_CPP_CURVE stands once in a file, outside any namespace, with the curve's name in small and
 * in capital letters. The amalgamation has a whit.hpp of its own, in place of both headers.
 *
 * bls.hpp, edwards.hpp and integers.hpp, which it includes, have BLS signatures and pairings,
 * Edwards curves, and integers.
 *
 * Contracts are those of the C functions, key.h, ecdh.h, ecdsa.h, point.h, macwbb.h, ecpv.h,
 * hash_to_curve.h and prepared.h: byte order, what is validated, what leaks through time, the
 * status codes. Private keys and shared secrets are wiped when their objects end. Messages,
 * digests, public keys and signatures come in as views; a random source is anything that can be
 * called with a pointer and a length, or with a span, and returns whit_status or bool (true: it
 * delivered), or a whit_random. It may not throw. A message may also come in pieces, in a stream.
 *
 * No heap, no exceptions, no run-time type information, no C++ standard library: -fno-exceptions,
 * -fno-rtti and a compiler that has C's headers alone are fine. A function that a curve does not
 * have, such as signing on sm2p256v1, does not compile. Operations in steps need a library with
 * WHIT_STEPS=1, randomised ones WHIT_RANDOMISE=1, points, integers, credentials and message
 * recovery WHIT_ARITHMETIC=1, hashing to a curve WHIT_HASH_TO_CURVE=1, and prepared keys
 * WHIT_PREPARED=1. */
#ifndef WHIT_CPP_H
#define WHIT_CPP_H

#include <whit/bls.hpp>
#include <whit/curve_prepared.hpp>
#include <whit/edwards.hpp>
#include <whit/integers.hpp>

namespace whit
{

/* One curve: its types and functions, which the headers above have by what they do. Functions is
 * made by WHIT_CPP_CURVE. */
template <class Functions> class curve : public curve_prepared<Functions>
{
  public:
    using typename curve_types<Functions>::key_pair;

    /* Self-tests: selftest.h */

    static status selftest_ecdh() noexcept
    {
        return Functions::selftest_ecdh();
    }

    static status selftest_sign() noexcept
    {
        return Functions::selftest_sign();
    }

    static status selftest_sign_digest() noexcept
    {
        return Functions::selftest_sign_digest();
    }

    static status selftest_verify() noexcept
    {
        return Functions::selftest_verify();
    }

    static status selftest_verify_digest() noexcept
    {
        return Functions::selftest_verify_digest();
    }

    static status selftest_key_pair(const key_pair &pair) noexcept
    {
        return Functions::selftest_key_pair(pair.private_part.view().data(),
                                            pair.public_part.data());
    }

    static status selftest_signing_key_pair(const key_pair &pair) noexcept
    {
        return Functions::selftest_signing_key_pair(pair.private_part.view().data(),
                                                    pair.public_part.data());
    }
};

} // namespace whit

/* Make whit::name, a curve, from the C header of that name. */
#define WHIT_CPP_CURVE(name, NAME)                                               \
    namespace whit                                                               \
    {                                                                            \
    struct name##_functions {                                                    \
        static constexpr size_t order_bytes = WHIT_##NAME##_PRIVATE_KEY_BYTES;   \
        static constexpr size_t field_bytes = WHIT_##NAME##_SHARED_SECRET_BYTES; \
        using steps_context = union whit_##name##_steps;                         \
        using scalar_object = union whit_##name##_scalar;                        \
        using point_object = union whit_##name##_point;                          \
        static const whit_curve *object() noexcept                               \
        {                                                                        \
            return &whit_##name;                                                 \
        }                                                                        \
        WHIT_CPP_FUNCTIONS(name)                                                 \
    };                                                                           \
    using name = curve<name##_functions>;                                        \
    }

#endif
