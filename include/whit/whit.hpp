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
 * Contracts are those of the C functions, key.h, ecdh.h and ecdsa.h: byte order, what is
 * validated, what leaks through time, the status codes. Private keys and shared secrets are wiped
 * when their objects end. Messages, digests, public keys and signatures come in as views; a
 * random source is anything that can be called with a pointer and a length, or with a span, and
 * returns whit_status or bool (true: it delivered), or a whit_random. It may not throw. A message
 * may also come in pieces, in a stream.
 *
 * No heap, no exceptions, no run-time type information, no C++ standard library: -fno-exceptions,
 * -fno-rtti and a compiler that has C's headers alone are fine. A function that a curve does not
 * have, such as signing on sm2p256v1, does not compile. Operations in steps need a library with
 * WHIT_STEPS=1, randomised ones WHIT_RANDOMISE=1. */
#ifndef WHIT_WHIT_HPP
#define WHIT_WHIT_HPP

#include <whit/bytes.hpp>
#include <whit/functions.hpp>
#include <whit/random.hpp>

#ifndef WHIT_H
#include <whit/der.h>
#include <whit/ecdh.h>
#include <whit/ecdsa.h>
#include <whit/key.h>
#include <whit/randomised.h>
#include <whit/steps.h>
#endif

namespace whit
{

/* A message that comes in pieces: update as often as there are, then sign or verify with it,
 * which ends it. */
class stream
{
  public:
    explicit stream(const whit_hash &hash) noexcept
    {
        whit_ecdsa_stream_init(&stream_, &hash);
    }

    status update(view piece) noexcept
    {
        return whit_ecdsa_stream_update(&stream_, piece.data(), piece.size());
    }

    whit_ecdsa_stream *get() noexcept
    {
        return &stream_;
    }

  private:
    whit_ecdsa_stream stream_;
};

/* One curve: its types and functions. Functions is made by WHIT_CPP_CURVE. */
template <class Functions> class curve
{
  public:
    using functions = Functions; /* those of the C header, by their names there */
    static constexpr size_t order_bytes = Functions::order_bytes;
    static constexpr size_t field_bytes = Functions::field_bytes;

    using private_key = secret<curve, order_bytes, WHIT_ERROR_PRIVATE_KEY_LENGTH>;
    using shared_secret = secret<curve, field_bytes, WHIT_ERROR_OUTPUT_LENGTH>;
    using public_key = bytes<curve, 1 + 2 * field_bytes, WHIT_ERROR_PUBLIC_KEY_LENGTH>;
    using compressed_key = bytes<curve, 1 + field_bytes, WHIT_ERROR_PUBLIC_KEY_LENGTH>;
    using signature = bytes<curve, 2 * order_bytes, WHIT_ERROR_SIGNATURE_LENGTH>;

    struct key_pair {
        private_key private_part;
        public_key public_part;
    };

    /* A signature, and which of the keys that fit it is the signer's; see recover. */
    struct recoverable_signature {
        bytes<curve, 2 * order_bytes, WHIT_ERROR_SIGNATURE_LENGTH> value;
        uint8_t recovery_id = 0;
    };

    /* A signature in DER, of up to 2 o + 9 bytes. */
    class der_signature
    {
      public:
        const uint8_t *data() const noexcept
        {
            return bytes_;
        }

        size_t size() const noexcept
        {
            return size_;
        }

      private:
        friend class curve;
        uint8_t bytes_[2 * order_bytes + 9] = {};
        size_t size_ = sizeof bytes_;
    };

    /* Keys */

    template <class Source> static result<key_pair> generate(Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        key_pair pair;
        return given(
            Functions::keygen(pair.private_part.out(), pair.public_part.data(), random.get()),
            pair);
    }

    static result<public_key> public_of(const private_key &key) noexcept
    {
        public_key shown;
        return given(Functions::public_key(shown.data(), key.view().data()), shown);
    }

    static status validate(const private_key &key) noexcept
    {
        return Functions::validate_private_key(key.view().data(), order_bytes);
    }

    static status validate(view key) noexcept
    {
        return Functions::validate_public_key(key.data(), key.size());
    }

    static result<compressed_key> compress(view key) noexcept
    {
        compressed_key compressed;
        return given(Functions::compress(compressed.data(), key.data(), key.size()), compressed);
    }

    static result<public_key> decompress(view compressed) noexcept
    {
        public_key key;
        return given(Functions::decompress(key.data(), compressed.data(), compressed.size()), key);
    }

    /* Key agreement */

    static result<shared_secret> ecdh(const private_key &key, view peer) noexcept
    {
        shared_secret shared;
        return given(Functions::ecdh(shared.out(), key.view().data(), peer.data(), peer.size()),
                     shared);
    }

    /* On curves with a cofactor. */
    static result<shared_secret> ecdh_cofactor(const private_key &key, view peer) noexcept
    {
        shared_secret shared;
        return given(
            Functions::ecdh_cofactor(shared.out(), key.view().data(), peer.data(), peer.size()),
            shared);
    }

    /* With randomised coordinates: randomised.h. */

    template <class Source>
    static result<public_key> public_of_randomised(const private_key &key, Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        public_key shown;
        return given(
            Functions::public_key_randomised(shown.data(), key.view().data(), random.get()), shown);
    }

    template <class Source>
    static result<shared_secret> ecdh_randomised(const private_key &key, view peer,
                                                 Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        shared_secret shared;
        return given(Functions::ecdh_randomised(shared.out(), key.view().data(), peer.data(),
                                                peer.size(), random.get()),
                     shared);
    }

    template <class Source>
    static result<shared_secret> ecdh_cofactor_randomised(const private_key &key, view peer,
                                                          Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        shared_secret shared;
        return given(Functions::ecdh_cofactor_randomised(shared.out(), key.view().data(),
                                                         peer.data(), peer.size(), random.get()),
                     shared);
    }

    /* Signing, with the hash of the curve's header */

    static result<signature> sign(const private_key &key, view message) noexcept
    {
        signature made;
        return given(
            Functions::sign(made.data(), key.view().data(), message.data(), message.size()), made);
    }

    template <class Source>
    static result<signature> sign_hedged(const private_key &key, view message,
                                         Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        signature made;
        return given(Functions::sign_hedged(made.data(), key.view().data(), message.data(),
                                            message.size(), random.get()),
                     made);
    }

    /* Made twice and verified before it is given away: for where an attacker may disturb the
     * processor */

    static result<signature> sign_checked(const key_pair &pair, view message) noexcept
    {
        signature made;
        return given(Functions::sign_checked(made.data(), pair.private_part.view().data(),
                                             pair.public_part.data(), message.data(),
                                             message.size()),
                     made);
    }

    static result<signature> sign_digest_checked(const key_pair &pair, view digest) noexcept
    {
        signature made;
        return given(Functions::sign_digest_checked(made.data(), pair.private_part.view().data(),
                                                    pair.public_part.data(), digest.data(),
                                                    digest.size()),
                     made);
    }

    template <class Source>
    static result<signature> sign_digest(const private_key &key, view digest,
                                         Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        signature made;
        return given(Functions::sign_digest(made.data(), key.view().data(), digest.data(),
                                            digest.size(), random.get()),
                     made);
    }

    /* The nonce is that of RFC 6979. */
    static result<signature> sign_digest(const private_key &key, view digest) noexcept
    {
        signature made;
        return given(Functions::sign_digest_deterministic(made.data(), key.view().data(),
                                                          digest.data(), digest.size()),
                     made);
    }

    static result<signature> sign(const private_key &key, stream &message) noexcept
    {
        signature made;
        return given(Functions::sign_final(message.get(), made.data(), key.view().data()), made);
    }

    /* Verifying: true when and only when the signature is that of the message under the key */

    static status verify(view key, view message, view claimed) noexcept
    {
        return Functions::verify(key.data(), key.size(), message.data(), message.size(),
                                 claimed.data(), claimed.size());
    }

    static status verify_digest(view key, view digest, view claimed) noexcept
    {
        return Functions::verify_digest(key.data(), key.size(), digest.data(), digest.size(),
                                        claimed.data(), claimed.size());
    }

    /* The same of a signature in DER */

    static status verify_der(view key, view message, view der) noexcept
    {
        return Functions::verify_der(key.data(), key.size(), message.data(), message.size(),
                                     der.data(), der.size());
    }

    static status verify_digest_der(view key, view digest, view der) noexcept
    {
        return Functions::verify_digest_der(key.data(), key.size(), digest.data(), digest.size(),
                                            der.data(), der.size());
    }

    /* Where an attacker may disturb the processor; twice the time */

    static status verify_hardened(view key, view message, view claimed) noexcept
    {
        return Functions::verify_hardened(key.data(), key.size(), message.data(), message.size(),
                                          claimed.data(), claimed.size());
    }

    static status verify_digest_hardened(view key, view digest, view claimed) noexcept
    {
        return Functions::verify_digest_hardened(key.data(), key.size(), digest.data(),
                                                 digest.size(), claimed.data(), claimed.size());
    }

    static status verify(view key, stream &message, view claimed) noexcept
    {
        return Functions::verify_final(message.get(), key.data(), key.size(), claimed.data(),
                                       claimed.size());
    }

    /* Public keys from signatures */

    static result<recoverable_signature> sign_recoverable(const private_key &key,
                                                          view message) noexcept
    {
        recoverable_signature made;
        return given(Functions::sign_recoverable(made.value.data(), &made.recovery_id,
                                                 key.view().data(), message.data(), message.size()),
                     made);
    }

    static result<recoverable_signature> sign_digest_recoverable(const private_key &key,
                                                                 view digest) noexcept
    {
        recoverable_signature made;
        return given(Functions::sign_digest_recoverable(made.value.data(), &made.recovery_id,
                                                        key.view().data(), digest.data(),
                                                        digest.size()),
                     made);
    }

    static result<public_key> recover(const recoverable_signature &from, view message) noexcept
    {
        public_key key;
        return given(Functions::recover(key.data(), from.recovery_id, message.data(),
                                        message.size(), from.value.data(), from.value.size()),
                     key);
    }

    static result<public_key> recover_digest(const recoverable_signature &from,
                                             view digest) noexcept
    {
        public_key key;
        return given(Functions::recover_digest(key.data(), from.recovery_id, digest.data(),
                                               digest.size(), from.value.data(), from.value.size()),
                     key);
    }

    /* The lesser of s and n - s, in place */

    static status make_low(signature &made) noexcept
    {
        return Functions::make_low(made.data(), static_cast<uint8_t *>(nullptr));
    }

    static status make_low(recoverable_signature &made) noexcept
    {
        return Functions::make_low(made.value.data(), &made.recovery_id);
    }

    static status is_low(view made) noexcept
    {
        return Functions::is_low(made.data(), made.size());
    }

    /* Signatures in DER */

    static result<der_signature> to_der(view raw) noexcept
    {
        der_signature der;
        return given(whit_ecdsa_signature_to_der(Functions::object(), der.bytes_, &der.size_,
                                                 raw.data(), raw.size()),
                     der);
    }

    static result<signature> from_der(view der) noexcept
    {
        signature read;
        return given(whit_ecdsa_signature_from_der(Functions::object(), read.data(), read.size(),
                                                   der.data(), der.size()),
                     read);
    }

    /* Operations in steps: steps.h. An object is a context: begin an operation, which ends one
     * before it, and call step while the answer is WHIT_IN_PROGRESS. What an operation writes to,
     * and a random source, must remain until then. An operation is given up with its object. */
    class steps
    {
      public:
        steps() noexcept : context_{}
        {
        }

        ~steps() noexcept
        {
            give_up();
        }

        steps(const steps &) = delete;
        steps &operator=(const steps &) = delete;

        status generate(key_pair &pair, const whit_random &random) noexcept
        {
            return Functions::steps_keygen(&context_, pair.private_part.out(),
                                           pair.public_part.data(), &random);
        }

        status public_of(public_key &shown, const private_key &key) noexcept
        {
            return Functions::steps_public_key(&context_, shown.data(), key.view().data());
        }

        status validate(view key) noexcept
        {
            return Functions::steps_validate_public_key(&context_, key.data(), key.size());
        }

        status ecdh(shared_secret &shared, const private_key &key, view peer) noexcept
        {
            return Functions::steps_ecdh(&context_, shared.out(), key.view().data(), peer.data(),
                                         peer.size());
        }

        status public_of_randomised(public_key &shown, const private_key &key,
                                    const whit_random &random) noexcept
        {
            return Functions::steps_public_key_randomised(&context_, shown.data(),
                                                          key.view().data(), &random);
        }

        status ecdh_randomised(shared_secret &shared, const private_key &key, view peer,
                               const whit_random &random) noexcept
        {
            return Functions::steps_ecdh_randomised(&context_, shared.out(), key.view().data(),
                                                    peer.data(), peer.size(), &random);
        }

        status sign_digest(signature &made, const private_key &key, view digest,
                           const whit_random &random) noexcept
        {
            return Functions::steps_sign_digest(&context_, made.data(), key.view().data(),
                                                digest.data(), digest.size(), &random);
        }

        /* The nonce is that of RFC 6979. */
        status sign_digest(signature &made, const private_key &key, view digest) noexcept
        {
            return Functions::steps_sign_digest_deterministic(
                &context_, made.data(), key.view().data(), digest.data(), digest.size());
        }

        status verify_digest(view key, view digest, view claimed) noexcept
        {
            return Functions::steps_verify_digest(&context_, key.data(), key.size(), digest.data(),
                                                  digest.size(), claimed.data(), claimed.size());
        }

        status step() noexcept
        {
            return whit_step(&context_.steps);
        }

        void give_up() noexcept
        {
            whit_steps_abort(&context_.steps);
        }

      private:
        typename Functions::steps_context context_;
    };

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

  private:
    template <class T> static result<T> given(whit_status code, T &value) noexcept
    {
        if (code != WHIT_OK) {
            return whit::status(code);
        }
        return detail::move(value);
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
        using steps_context = whit_##name##_steps;                               \
        static const whit_curve *object() noexcept                               \
        {                                                                        \
            return &whit_##name;                                                 \
        }                                                                        \
        WHIT_CPP_FUNCTIONS(name)                                                 \
    };                                                                           \
    using name = curve<name##_functions>;                                        \
    }

#endif
