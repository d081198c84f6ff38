/* SPDX-License-Identifier: MIT */
/* Keys of one curve in C++, and agreement on secrets. */
#ifndef WHIT_CPP_CURVE_KEYS_H
#define WHIT_CPP_CURVE_KEYS_H

#include <whit/curve_types.hpp>
#include <whit/random.hpp>

#ifndef WHIT_H
#include <whit/ecdh.h>
#include <whit/key.h>
#include <whit/randomised.h>
#endif

namespace whit
{

/* Contracts are those of key.h, ecdh.h and randomised.h. */
template <class Functions> class curve_keys : public curve_types<Functions>
{
    using types = curve_types<Functions>;

  public:
    using typename types::compressed_key;
    using typename types::key_pair;
    using typename types::private_key;
    using typename types::public_key;
    using typename types::shared_secret;

    /* Keys */

    template <class Source> static result<key_pair> generate(Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        key_pair pair;
        return detail::given(
            Functions::keygen(pair.private_part.out(), pair.public_part.data(), random.get()),
            pair);
    }

    static result<public_key> public_of(const private_key &key) noexcept
    {
        public_key shown;
        return detail::given(Functions::public_key(shown.data(), key.view().data()), shown);
    }

    static status validate(const private_key &key) noexcept
    {
        return Functions::validate_private_key(key.view().data(), types::order_bytes);
    }

    static status validate(view key) noexcept
    {
        return Functions::validate_public_key(key.data(), key.size());
    }

    static result<compressed_key> compress(view key) noexcept
    {
        compressed_key compressed;
        return detail::given(Functions::compress(compressed.data(), key.data(), key.size()),
                             compressed);
    }

    static result<public_key> decompress(view compressed) noexcept
    {
        public_key key;
        return detail::given(
            Functions::decompress(key.data(), compressed.data(), compressed.size()), key);
    }

    /* Key agreement */

    static result<shared_secret> ecdh(const private_key &key, view peer) noexcept
    {
        shared_secret shared;
        return detail::given(
            Functions::ecdh(shared.out(), key.view().data(), peer.data(), peer.size()), shared);
    }

    /* On curves with a cofactor. */
    static result<shared_secret> ecdh_cofactor(const private_key &key, view peer) noexcept
    {
        shared_secret shared;
        return detail::given(
            Functions::ecdh_cofactor(shared.out(), key.view().data(), peer.data(), peer.size()),
            shared);
    }

    /* With randomised coordinates: randomised.h. */

    template <class Source>
    static result<public_key> public_of_randomised(const private_key &key, Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        public_key shown;
        return detail::given(
            Functions::public_key_randomised(shown.data(), key.view().data(), random.get()), shown);
    }

    template <class Source>
    static result<shared_secret> ecdh_randomised(const private_key &key, view peer,
                                                 Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        shared_secret shared;
        return detail::given(Functions::ecdh_randomised(shared.out(), key.view().data(),
                                                        peer.data(), peer.size(), random.get()),
                             shared);
    }

    template <class Source>
    static result<shared_secret> ecdh_cofactor_randomised(const private_key &key, view peer,
                                                          Source &&source) noexcept
    {
        detail::random_source<typename detail::remove_reference<Source>::type> random(source);
        shared_secret shared;
        return detail::given(Functions::ecdh_cofactor_randomised(shared.out(), key.view().data(),
                                                                 peer.data(), peer.size(),
                                                                 random.get()),
                             shared);
    }
};

} // namespace whit

#endif
