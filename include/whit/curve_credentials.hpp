/* SPDX-License-Identifier: MIT */
/* Anonymous credentials on one curve in C++. */
#ifndef WHIT_CPP_CURVE_CREDENTIALS_H
#define WHIT_CPP_CURVE_CREDENTIALS_H

#include <whit/curve_points.hpp>

#ifndef WHIT_H
#include <whit/macwbb.h>
#endif

namespace whit
{

/* Contracts are those of macwbb.h. */
template <class Functions> class curve_credentials : public curve_points<Functions>
{
    using types = curve_types<Functions>;
    using own = curve<Functions>;
    static constexpr size_t compressed_bytes = 1 + types::field_bytes;
    static constexpr size_t public_bytes = 1 + 2 * types::field_bytes;

  public:
#if !defined(WHIT_ARITHMETIC) || WHIT_ARITHMETIC /* 0 in drop-ins without it */
    /* Those of N attributes. */
    template <size_t N> class macwbb
    {
        static_assert(N >= 1 && N <= WHIT_MACWBB_MOST_ATTRIBUTES, "1 to 32 attributes");

      public:
        using key = secret<own, WHIT_MACWBB_KEY_BYTES(types::order_bytes, N),
                           WHIT_ERROR_PRIVATE_KEY_LENGTH>;
        using parameters = bytes<own, WHIT_MACWBB_PARAMETERS_BYTES(compressed_bytes, N),
                                 WHIT_ERROR_PUBLIC_KEY_LENGTH>;
        using credential = secret<own, WHIT_MACWBB_CREDENTIAL_BYTES(public_bytes, N),
                                  WHIT_ERROR_PUBLIC_KEY_LENGTH>;
        using proof = bytes<own, 2 * types::order_bytes, WHIT_ERROR_SIGNATURE_LENGTH>;

        /* With so many attributes that are not disclosed. */
        template <size_t Hidden>
        using showing =
            bytes<own, WHIT_MACWBB_SHOWING_BYTES(compressed_bytes, types::order_bytes, Hidden),
                  WHIT_ERROR_SIGNATURE_LENGTH>;

        struct issuer {
            key private_part;
            parameters public_part;
        };

        struct issued {
            credential value;
            proof issuance;
        };

        template <class Source> static result<issuer> generate(Source &&source) noexcept
        {
            detail::random_source<typename detail::remove_reference<Source>::type> random(source);
            issuer made;
            return detail::given(Functions::macwbb_keygen(made.private_part.out(), key::length,
                                                          made.public_part.data(),
                                                          parameters::length, random.get()),
                                 made);
        }

        template <class Source>
        static result<issued> issue(const issuer &by, view attributes, Source &&source) noexcept
        {
            detail::random_source<typename detail::remove_reference<Source>::type> random(source);
            issued made;
            return detail::given(
                Functions::macwbb_issue(made.value.out(), credential::length, made.issuance.data(),
                                        by.private_part.view().data(), key::length,
                                        by.public_part.data(), parameters::length,
                                        attributes.data(), attributes.size(), random.get()),
                made);
        }

        static status accept(const issued &given, const parameters &by, view attributes) noexcept
        {
            return Functions::macwbb_accept(given.value.view().data(), credential::length,
                                            given.issuance.data(), by.data(), parameters::length,
                                            attributes.data(), attributes.size());
        }

        static status verify(const credential &value, const key &by, view attributes) noexcept
        {
            return Functions::macwbb_verify(value.view().data(), credential::length,
                                            by.view().data(), key::length, attributes.data(),
                                            attributes.size());
        }

        template <size_t Hidden, class Source>
        static result<showing<Hidden>> show(const credential &value, const parameters &by,
                                            view attributes, uint32_t disclosed, view nonce,
                                            Source &&source) noexcept
        {
            detail::random_source<typename detail::remove_reference<Source>::type> random(source);
            showing<Hidden> made;
            return detail::given(
                Functions::macwbb_show(made.data(), made.size(), value.view().data(),
                                       credential::length, by.data(), parameters::length,
                                       attributes.data(), attributes.size(), disclosed,
                                       nonce.data(), nonce.size(), random.get()),
                made);
        }

        static status verify_show(view shown, const issuer &by, view attributes, uint32_t disclosed,
                                  view nonce) noexcept
        {
            return Functions::macwbb_verify_show(
                shown.data(), shown.size(), by.private_part.view().data(), key::length,
                by.public_part.data(), parameters::length, attributes.data(), attributes.size(),
                disclosed, nonce.data(), nonce.size());
        }
    };
#endif
};

} // namespace whit

#endif
