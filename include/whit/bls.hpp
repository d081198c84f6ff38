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

/* A prepared point of the second group, which `prepare` of the curve fills; else it is zero. It may
 * be long: static memory, rather than the stack. */
template <class Functions> class bls_lines
{
  public:
    constexpr bls_lines() noexcept : object_{}
    {
    }

    typename Functions::lines_object *out() noexcept
    {
        return &object_;
    }

    constexpr const typename Functions::lines_object *get() const noexcept
    {
        return &object_;
    }

  private:
    typename Functions::lines_object object_;
};

/* min_sig, whose keys may be prepared. */
template <class Functions> class bls_min_sig : public bls_arrangement<Functions>
{
    using shared = typename Functions::shared;
    using lines = bls_lines<shared>;

  public:
    using typename bls_arrangement<Functions>::suite;

    static status verify_prepared(const lines &key, const lines &base, suite with, view text,
                                  view claimed) noexcept
    {
        return by_lines(key.get(), base.get(), with, text, claimed);
    }

    /* The lines of the base point are computed. */
    static status verify_prepared(const lines &key, suite with, view text, view claimed) noexcept
    {
        return by_lines(key.get(), nullptr, with, text, claimed);
    }

  private:
    using object = typename shared::lines_object;

    static status by_lines(const object *key, const object *base, suite with, view text,
                           view claimed) noexcept
    {
        return shared::min_sig_verify_prepared(key, base, with.get(), text.data(), text.size(),
                                               claimed.data(), claimed.size());
    }
};

/* One curve: both arrangements, and pairings for protocols. */
template <class Functions, class MinSig, class MinPk> class bls
{
  public:
    using min_sig = bls_min_sig<MinSig>;
    using min_pk = bls_arrangement<MinPk>;
    using pairing_value = bytes<bls, Functions::pairing_bytes, WHIT_ERROR_OUTPUT_LENGTH>;

    using lines = bls_lines<Functions>;

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

    /* A point of the first group, and lines that remain the caller's. */
    class prepared_pair : public Functions::prepared_pair_object
    {
      public:
        prepared_pair(view a, const lines &b) noexcept
            : Functions::prepared_pair_object{a.data(), a.size(), b.get()}
        {
        }
    };

    /* Prepare a point of the second group, such as a public key of min_sig. */
    static status prepare(lines &out, view point) noexcept
    {
        return Functions::prepare(out.out(), point.data(), point.size());
    }

    static status prepare_base(lines &out) noexcept
    {
        return Functions::prepare_base(out.out());
    }

    static status prepared_product_is_one(span<const prepared_pair> prepared,
                                          span<const pair> pairs = {}) noexcept
    {
        static_assert(sizeof(prepared_pair) == sizeof(typename Functions::prepared_pair_object),
                      "it is all of it");
        const typename Functions::prepared_pair_object *known = prepared.data();
        const typename Functions::pair_object *first = pairs.data();
        return Functions::prepared_product_is_one(known, prepared.size(), first, pairs.size());
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
        using lines_object = whit_##name##_lines;                                     \
        using prepared_pair_object = whit_##name##_prepared_pair;                     \
        static constexpr size_t pairing_bytes = WHIT_##NAME##_PAIRING_BYTES;          \
        WHIT_CPP_BLS_FUNCTIONS(name)                                                  \
    };                                                                                \
    WHIT_CPP_BLS_ARRANGEMENT(name, NAME, min_sig, SECOND, FIRST)                      \
    WHIT_CPP_BLS_ARRANGEMENT(name, NAME, min_pk, FIRST, SECOND)                       \
    using name##_bls =                                                                \
        bls<name##_bls_functions, name##_min_sig_functions, name##_min_pk_functions>; \
    }

#endif
