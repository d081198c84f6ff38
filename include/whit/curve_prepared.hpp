/* SPDX-License-Identifier: MIT */
/* Verification on one curve with public keys that are prepared, in C++. */
#ifndef WHIT_CPP_CURVE_PREPARED_H
#define WHIT_CPP_CURVE_PREPARED_H

#include <whit/curve_hashing.hpp>

#ifndef WHIT_H
#include <whit/prepared.h>
#endif

namespace whit
{

/* Contracts are those of prepared.h. */
template <class Functions> class curve_prepared : public curve_hashing<Functions>
{
    using types = curve_types<Functions>;

  public:
#if !defined(WHIT_PREPARED) || WHIT_PREPARED /* 0 in drop-ins without it */
    /* A public key with a table of up to Points points: of curves of 256 bits 16 take 1 kB, 64
     * take 4 kB. It may be copied. Before it is prepared, and after an error, nothing verifies. */
    template <size_t Points> class prepared_key
    {
        static_assert(Points >= 1, "room for one point");

      public:
        whit::status prepare(view key) noexcept
        {
            return Functions::prepare_public_key(bytes_, sizeof bytes_, key.data(), key.size());
        }

        whit::status verify(view message, view claimed) const noexcept
        {
            return Functions::verify_prepared(bytes_, sizeof bytes_, message.data(), message.size(),
                                              claimed.data(), claimed.size());
        }

        whit::status verify_digest(view digest, view claimed) const noexcept
        {
            return Functions::verify_digest_prepared(bytes_, sizeof bytes_, digest.data(),
                                                     digest.size(), claimed.data(), claimed.size());
        }

        const uint8_t *data() const noexcept
        {
            return bytes_;
        }

        static constexpr size_t size() noexcept
        {
            return sizeof bytes_;
        }

      private:
        alignas(uint64_t) uint8_t bytes_[WHIT_PREPARED_BYTES_OF(types::field_bytes, Points)] = {};
    };

    /* A signature of a message or of its digest, for verify_many and verify_digest_many. What it is
     * made of is not copied. */
    class prepared_signature : public whit_ecdsa_signed
    {
      public:
        template <size_t Points>
        prepared_signature(const prepared_key<Points> &key, view text, view claimed) noexcept
            : whit_ecdsa_signed{key.data(),  key.size(),     text.data(),
                                text.size(), claimed.data(), claimed.size()}
        {
        }
    };

    /* Each is verified by itself. There is no place for statuses, or one for each. */
    static status verify_many(span<const prepared_signature> all,
                              span<whit_status> statuses = {}) noexcept
    {
        return wrong_size(all, statuses)
                   ? WHIT_ERROR_OUTPUT_LENGTH
                   : Functions::verify_prepared_many(statuses.data(), all.data(), all.size());
    }

    static status verify_digest_many(span<const prepared_signature> all,
                                     span<whit_status> statuses = {}) noexcept
    {
        return wrong_size(all, statuses) ? WHIT_ERROR_OUTPUT_LENGTH
                                         : Functions::verify_digest_prepared_many(
                                               statuses.data(), all.data(), all.size());
    }

  private:
    static bool wrong_size(span<const prepared_signature> all, span<whit_status> statuses) noexcept
    {
        static_assert(sizeof(prepared_signature) == sizeof(whit_ecdsa_signed), "it adds nothing");
        return statuses.data() != nullptr && statuses.size() != all.size();
    }
#endif
};

} // namespace whit

#endif
