/* SPDX-License-Identifier: MIT */
/* Signatures of one curve in C++. */
#ifndef WHIT_CPP_CURVE_SIGNATURES_H
#define WHIT_CPP_CURVE_SIGNATURES_H

#include <whit/curve_keys.hpp>

#ifndef WHIT_H
#include <whit/der.h>
#include <whit/ecdsa.h>
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

/* Contracts are those of ecdsa.h and der.h. */
template <class Functions> class curve_signatures : public curve_keys<Functions>
{
    using types = curve_types<Functions>;

  public:
    using typename types::der_signature;
    using typename types::key_pair;
    using typename types::private_key;
    using typename types::public_key;
    using typename types::recoverable_signature;
    using typename types::signature;

    /* Signing, with the hash of the curve's header */

    static result<signature> sign(const private_key &key, view message) noexcept
    {
        signature made;
        return detail::given(
            Functions::sign(made.data(), key.view().data(), message.data(), message.size()), made);
    }

    template <class Source>
    static result<signature> sign_hedged(const private_key &key, view message,
                                         Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        signature made;
        return detail::given(Functions::sign_hedged(made.data(), key.view().data(), message.data(),
                                                    message.size(), random.get()),
                             made);
    }

    /* Made twice and verified before it is given away: for where an attacker may disturb the
     * processor */

    static result<signature> sign_checked(const key_pair &pair, view message) noexcept
    {
        signature made;
        return detail::given(Functions::sign_checked(made.data(), pair.private_part.view().data(),
                                                     pair.public_part.data(), message.data(),
                                                     message.size()),
                             made);
    }

    static result<signature> sign_digest_checked(const key_pair &pair, view digest) noexcept
    {
        signature made;
        return detail::given(
            Functions::sign_digest_checked(made.data(), pair.private_part.view().data(),
                                           pair.public_part.data(), digest.data(), digest.size()),
            made);
    }

    template <class Source>
    static result<signature> sign_digest(const private_key &key, view digest,
                                         Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        signature made;
        return detail::given(Functions::sign_digest(made.data(), key.view().data(), digest.data(),
                                                    digest.size(), random.get()),
                             made);
    }

    /* The nonce is that of RFC 6979. */
    static result<signature> sign_digest(const private_key &key, view digest) noexcept
    {
        signature made;
        return detail::given(Functions::sign_digest_deterministic(made.data(), key.view().data(),
                                                                  digest.data(), digest.size()),
                             made);
    }

    static result<signature> sign(const private_key &key, stream &message) noexcept
    {
        signature made;
        return detail::given(Functions::sign_final(message.get(), made.data(), key.view().data()),
                             made);
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
        return detail::given(Functions::sign_recoverable(made.value.data(), &made.recovery_id,
                                                         key.view().data(), message.data(),
                                                         message.size()),
                             made);
    }

    static result<recoverable_signature> sign_digest_recoverable(const private_key &key,
                                                                 view digest) noexcept
    {
        recoverable_signature made;
        return detail::given(
            Functions::sign_digest_recoverable(made.value.data(), &made.recovery_id,
                                               key.view().data(), digest.data(), digest.size()),
            made);
    }

    static result<public_key> recover(const recoverable_signature &from, view message) noexcept
    {
        public_key key;
        return detail::given(Functions::recover(key.data(), from.recovery_id, message.data(),
                                                message.size(), from.value.data(),
                                                from.value.size()),
                             key);
    }

    static result<public_key> recover_digest(const recoverable_signature &from,
                                             view digest) noexcept
    {
        public_key key;
        return detail::given(Functions::recover_digest(key.data(), from.recovery_id, digest.data(),
                                                       digest.size(), from.value.data(),
                                                       from.value.size()),
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
        return detail::given(whit_ecdsa_signature_to_der(Functions::object(), der.bytes_,
                                                         &der.size_, raw.data(), raw.size()),
                             der);
    }

    static result<signature> from_der(view der) noexcept
    {
        signature read;
        return detail::given(whit_ecdsa_signature_from_der(Functions::object(), read.data(),
                                                           read.size(), der.data(), der.size()),
                             read);
    }
};

} // namespace whit

#endif
