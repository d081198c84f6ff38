/* SPDX-License-Identifier: MIT */
/* Operations of one curve in steps, in C++. */
#ifndef WHIT_CPP_CURVE_STEPS_H
#define WHIT_CPP_CURVE_STEPS_H

#include <whit/curve_signatures.hpp>

#ifndef WHIT_H
#include <whit/steps.h>
#endif

namespace whit
{

/* Contracts are those of steps.h. */
template <class Functions> class curve_steps : public curve_signatures<Functions>
{
    using types = curve_types<Functions>;

  public:
    using typename types::key_pair;
    using typename types::private_key;
    using typename types::public_key;
    using typename types::shared_secret;
    using typename types::signature;

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
};

} // namespace whit

#endif
