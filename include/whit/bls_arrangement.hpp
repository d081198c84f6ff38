/* SPDX-License-Identifier: MIT */
/* BLS signatures in one arrangement of one curve, in C++; bls.hpp makes it. */
#ifndef WHIT_CPP_BLS_ARRANGEMENT_H
#define WHIT_CPP_BLS_ARRANGEMENT_H

#include <whit/curve_types.hpp>
#include <whit/random.hpp>

#ifndef WHIT_H
#include <whit/bls.h>
#endif

namespace whit
{

namespace detail
{

/* Points of one kind that stand in a row, compressed or not: an array of their objects, or bytes
 * and the length of each. */
template <class Point, class Uncompressed> class row
{
    template <class Each>
    static constexpr bool either = is_same<Each, Point> || is_same<Each, Uncompressed>;

  public:
    template <class Each, size_t N, typename enable_if<either<Each>>::type = 0>
    row(const Each (&points)[N]) noexcept : row(points, N, Each::length)
    {
    }

    template <class C, typename enable_if<contains<const C, const Point> ||
                                          contains<const C, const Uncompressed>>::type = 0>
    row(const C &points) noexcept : row(points.data(), points.size(), length_of(points.data()))
    {
    }

    row(view bytes, size_t each) noexcept
        : bytes_(bytes.data()), count_(each == 0 ? 0 : bytes.size() / each), each_(each),
          whole_(each != 0 && bytes.size() % each == 0)
    {
    }

    const uint8_t *data() const noexcept
    {
        return bytes_;
    }

    size_t count() const noexcept
    {
        return count_;
    }

    size_t each() const noexcept
    {
        return each_;
    }

    /* Whether no bytes are left over. */
    bool whole() const noexcept
    {
        return whole_;
    }

  private:
    template <class Each>
    row(const Each *first, size_t count, size_t each) noexcept
        : bytes_(first == nullptr ? nullptr : first->data()), count_(count), each_(each)
    {
        static_assert(sizeof(Each) == Each::length, "an object is its bytes");
    }

    template <class Each> static constexpr size_t length_of(const Each *) noexcept
    {
        return Each::length;
    }

    const uint8_t *bytes_;
    size_t count_;
    size_t each_;
    bool whole_ = true;
};

} // namespace detail

/* One arrangement of one curve: min_sig or min_pk. Functions is made by WHIT_CPP_BLS. */
template <class Functions> class bls_arrangement
{
    using own = bls_arrangement;
    struct own_proof;

  public:
    using private_key = secret<own, Functions::order_bytes, WHIT_ERROR_PRIVATE_KEY_LENGTH>;
    using public_key = bytes<own, Functions::key_bytes, WHIT_ERROR_PUBLIC_KEY_LENGTH>;
    using uncompressed_key =
        bytes<own, Functions::uncompressed_key_bytes, WHIT_ERROR_PUBLIC_KEY_LENGTH>;
    using signature = bytes<own, Functions::signature_bytes, WHIT_ERROR_SIGNATURE_LENGTH>;
    using uncompressed_signature =
        bytes<own, Functions::uncompressed_signature_bytes, WHIT_ERROR_SIGNATURE_LENGTH>;
    using proof = bytes<own_proof, Functions::signature_bytes, WHIT_ERROR_SIGNATURE_LENGTH>;
    using uncompressed_proof =
        bytes<own_proof, Functions::uncompressed_signature_bytes, WHIT_ERROR_SIGNATURE_LENGTH>;

    /* Several public keys, or signatures: an array, or anything that has data() and size(), of
     * their objects, or {bytes, length of each}. */
    using keys = detail::row<public_key, uncompressed_key>;
    using signatures = detail::row<signature, uncompressed_signature>;

    /* A suite, whose tag remains the caller's. */
    class suite
    {
      public:
        explicit constexpr suite(const typename Functions::suite_object &object) noexcept
            : object_(&object)
        {
        }

        /* Those of the draft. */

        static constexpr suite basic() noexcept
        {
            return suite(*Functions::basic());
        }

        static constexpr suite augmented() noexcept
        {
            return suite(*Functions::augmented());
        }

        static constexpr suite possession() noexcept
        {
            return suite(*Functions::possession());
        }

        constexpr const typename Functions::suite_object *get() const noexcept
        {
            return object_;
        }

      private:
        const typename Functions::suite_object *object_;
    };

    /* A key, and what was signed with it; the bytes remain the caller's. */
    class message : public Functions::message_object
    {
      public:
        message(view key, view text) noexcept
            : Functions::message_object{key.data(), key.size(), text.data(), text.size()}
        {
        }
    };

    class signed_message : public Functions::signed_object
    {
      public:
        signed_message(view key, view text, view claimed) noexcept
            : Functions::signed_object{key.data(),  key.size(),     text.data(),
                                       text.size(), claimed.data(), claimed.size()}
        {
        }
    };

    /* Keys */

    template <class Source> static result<private_key> generate(Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        private_key key;
        return detail::given(Functions::shared::bls_keygen(key.out(), random.get()), key);
    }

    static result<private_key> derive(const whit_hash &hash, view material) noexcept
    {
        return derive(hash, material, view(), view());
    }

    /* A salt without bytes that is no view() is one. */
    static result<private_key> derive(const whit_hash &hash, view material, view salt,
                                      view info) noexcept
    {
        private_key key;
        return detail::given(
            Functions::shared::bls_derive_key(&hash, key.out(), material.data(), material.size(),
                                              salt.data(), salt.size(), info.data(), info.size()),
            key);
    }

    template <class Key = public_key> static result<Key> public_of(const private_key &key) noexcept
    {
        return point<Key, public_key, uncompressed_key>([&](Key &shown) {
            return Functions::public_key(shown.data(), shown.size(), key.view().data());
        });
    }

    static status validate(const private_key &key) noexcept
    {
        return Functions::shared::bls_validate_private_key(key.view().data());
    }

    static status validate(view key) noexcept
    {
        return Functions::validate_key(key.data(), key.size());
    }

    /* Signatures */

    template <class Signature = signature>
    static result<Signature> sign(const private_key &key, suite with, view text) noexcept
    {
        return point<Signature, signature, uncompressed_signature>([&](Signature &made) {
            return Functions::sign(made.data(), made.size(), key.view().data(), with.get(),
                                   text.data(), text.size());
        });
    }

    template <class Signature = signature>
    static result<Signature> sign_augmented(const private_key &key, const public_key &shown,
                                            suite with, view text) noexcept
    {
        return point<Signature, signature, uncompressed_signature>([&](Signature &made) {
            return Functions::sign_augmented(made.data(), made.size(), key.view().data(),
                                             shown.data(), shown.size(), with.get(), text.data(),
                                             text.size());
        });
    }

    static status verify(view key, suite with, view text, view claimed) noexcept
    {
        return Functions::verify(key.data(), key.size(), with.get(), text.data(), text.size(),
                                 claimed.data(), claimed.size());
    }

    /* Proofs of possession */

    template <class Proof = proof>
    static result<Proof> prove_possession(const private_key &key, suite with) noexcept
    {
        return point<Proof, proof, uncompressed_proof>([&](Proof &made) {
            return Functions::prove_possession(made.data(), made.size(), key.view().data(),
                                               with.get());
        });
    }

    static status verify_possession(view key, suite with, view claimed) noexcept
    {
        return Functions::verify_possession(key.data(), key.size(), with.get(), claimed.data(),
                                            claimed.size());
    }

    /* Aggregates */

    template <class Signature = signature>
    static result<Signature> aggregate(signatures all) noexcept
    {
        if (!all.whole()) {
            return status(WHIT_ERROR_SIGNATURE_LENGTH);
        }
        return point<Signature, signature, uncompressed_signature>([&](Signature &sum) {
            return Functions::aggregate(sum.data(), sum.size(), all.data(), all.count(),
                                        all.each());
        });
    }

    template <class Key = public_key> static result<Key> aggregate_keys(keys all) noexcept
    {
        if (!all.whole()) {
            return status(WHIT_ERROR_PUBLIC_KEY_LENGTH);
        }
        return point<Key, public_key, uncompressed_key>([&](Key &sum) {
            return Functions::aggregate_keys(sum.data(), sum.size(), all.data(), all.count(),
                                             all.each());
        });
    }

    static status aggregate_verify(suite with, span<const message> all, view claimed) noexcept
    {
        return Functions::aggregate_verify(with.get(),
                                           objects<typename Functions::message_object>(all),
                                           all.size(), claimed.data(), claimed.size());
    }

    static status fast_aggregate_verify(keys all, suite with, view text, view claimed) noexcept
    {
        if (!all.whole()) {
            return WHIT_ERROR_PUBLIC_KEY_LENGTH;
        }
        return Functions::fast_aggregate_verify(all.data(), all.count(), all.each(), with.get(),
                                                text.data(), text.size(), claimed.data(),
                                                claimed.size());
    }

    template <class Source>
    static status verify_batch(suite with, span<const signed_message> all, Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        return Functions::verify_batch(with.get(), objects<typename Functions::signed_object>(all),
                                       all.size(), random.get());
    }

  private:
    /* What a function writes to an object that is of one of two kinds. */
    template <class Out, class Point, class Uncompressed, class Write>
    static result<Out> point(Write &&write) noexcept
    {
        static_assert(detail::is_same<Out, Point> || detail::is_same<Out, Uncompressed>,
                      "a point of this kind and arrangement, compressed or not");
        Out made;
        return detail::given(write(made), made);
    }

    template <class Object, class Each> static const Object *objects(span<const Each> all) noexcept
    {
        static_assert(sizeof(Each) == sizeof(Object), "an object is all of it");
        return all.data();
    }
};

} // namespace whit

#endif
