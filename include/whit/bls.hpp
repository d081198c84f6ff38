/* SPDX-License-Identifier: MIT */
/* BLS signatures and pairings on one curve in C++.
 *
 *     #include <whit/bls12_381_bls.h>
 *     #include <whit/bls.hpp>
 *
 *     WHIT_CPP_BLS(bls12_381, BLS12_381)
 *
 *     using bls = whit::bls12_381_bls::min_sig;
 *     auto key = bls::generate(source);
 *     auto shown = bls::public_of(*key);
 *     auto signature = bls::sign(*key, bls::suite::basic(), message);
 *     if (bls::verify(*shown, bls::suite::basic(), message, *signature)) { ... }
 *
 * Contracts are those of the C header. Keys, suites, signatures and proofs are of their curve and
 * arrangement by their types: a private key of min_sig is none of min_pk. Outputs are compressed,
 * unless the type of the others is asked for: bls::public_of<bls::uncompressed_key>(*key). Inputs
 * may be either, of the type or as views.
 *
 * WHIT_CPP_BLS stands once in a file for each curve, outside any namespace. The library has
 * WHIT_BLS=1; and where the curve's suites have a longer hash, not WHIT_HASH_LIMIT=256. */
#ifndef WHIT_CPP_BLS_H
#define WHIT_CPP_BLS_H

#include <whit/bls_arrangement.hpp>
#include <whit/functions.hpp>

namespace whit
{

/* One curve: both arrangements, and pairings for protocols. */
template <class Functions, class MinSig, class MinPk> class bls
{
  public:
    using min_sig = bls_arrangement<MinSig>;
    using min_pk = bls_arrangement<MinPk>;
    using pairing_value = bytes<bls, Functions::pairing_bytes, WHIT_ERROR_OUTPUT_LENGTH>;

    /* A point of the first group and one of the second; the bytes remain the caller's. */
    class pair : public Functions::pair_object
    {
      public:
        pair(view a, view b) noexcept
            : Functions::pair_object{a.data(), a.size(), b.data(), b.size()}
        {
        }
    };

    static result<pairing_value> pairing(view first, view second) noexcept
    {
        pairing_value value;
        return detail::given(Functions::pairing(value.data(), value.size(), first.data(),
                                                first.size(), second.data(), second.size()),
                             value);
    }

    static status pairing_product_is_one(span<const pair> pairs) noexcept
    {
        static_assert(sizeof(pair) == sizeof(typename Functions::pair_object), "it is all of it");
        const typename Functions::pair_object *first = pairs.data();
        return Functions::pairing_product_is_one(first, pairs.size());
    }
};

} // namespace whit

#define WHIT_CPP_BLS_ARRANGEMENT(name, NAME, arrangement, KEYS, SIGNATURES)           \
    struct name##_##arrangement##_functions {                                         \
        using shared = name##_bls_functions;                                          \
        using suite_object = whit_bls_suite;                                          \
        using message_object = whit_bls_message;                                      \
        using signed_object = whit_bls_signed;                                        \
        static constexpr size_t order_bytes = WHIT_##NAME##_BLS_PRIVATE_KEY_BYTES;    \
        static constexpr size_t key_bytes = WHIT_##NAME##_##KEYS##_BYTES;             \
        static constexpr size_t signature_bytes = WHIT_##NAME##_##SIGNATURES##_BYTES; \
        static constexpr size_t uncompressed_key_bytes =                              \
            WHIT_##NAME##_##KEYS##_UNCOMPRESSED_BYTES;                                \
        static constexpr size_t uncompressed_signature_bytes =                        \
            WHIT_##NAME##_##SIGNATURES##_UNCOMPRESSED_BYTES;                          \
        static constexpr const whit_bls_suite *basic() noexcept                       \
        {                                                                             \
            return &whit_##name##_##arrangement##_basic;                              \
        }                                                                             \
        static constexpr const whit_bls_suite *augmented() noexcept                   \
        {                                                                             \
            return &whit_##name##_##arrangement##_augmented;                          \
        }                                                                             \
        static constexpr const whit_bls_suite *possession() noexcept                  \
        {                                                                             \
            return &whit_##name##_##arrangement##_possession;                         \
        }                                                                             \
        WHIT_CPP_BLS_ARRANGED(name##_##arrangement)                                   \
    };

/* Make whit::name_bls, with ::min_sig and ::min_pk, from the C header name_bls.h. */
#define WHIT_CPP_BLS(name, NAME)                                                      \
    namespace whit                                                                    \
    {                                                                                 \
    struct name##_bls_functions {                                                     \
        using pair_object = whit_bls_pair;                                            \
        static constexpr size_t pairing_bytes = WHIT_##NAME##_PAIRING_BYTES;          \
        WHIT_CPP_BLS_FUNCTIONS(name)                                                  \
    };                                                                                \
    WHIT_CPP_BLS_ARRANGEMENT(name, NAME, min_sig, SECOND, FIRST)                      \
    WHIT_CPP_BLS_ARRANGEMENT(name, NAME, min_pk, FIRST, SECOND)                       \
    using name##_bls =                                                                \
        bls<name##_bls_functions, name##_min_sig_functions, name##_min_pk_functions>; \
    }

#endif
