/* SPDX-License-Identifier: MIT */
/* Points and scalars of one Edwards curve in C++.
 *
 *     #include <whit/ed25519_point.h>
 *     #include <whit/edwards.hpp>
 *
 *     WHIT_CPP_EDWARDS(ed25519, ED25519)
 *
 *     whit::ed25519::point p = whit::ed25519::point::multiple_of_base(k);
 *
 * With ed25519_hash_to_curve.h included before, messages are hashed to points. */
#ifndef WHIT_CPP_EDWARDS_H
#define WHIT_CPP_EDWARDS_H

#include <whit/functions.hpp>
#include <whit/points.hpp>

namespace whit
{

template <class Functions> struct edwards_encodings {
    using scalar = secret<Functions, Functions::scalar_bytes, WHIT_ERROR_OUTPUT_LENGTH>;
    using point = bytes<Functions, Functions::point_bytes, WHIT_ERROR_PUBLIC_KEY_LENGTH>;
    using compressed = point;

    static whit_status encode(point &out, const typename Functions::point_object *a) noexcept
    {
        return Functions::point_encode(out.data(), a);
    }
};

template <class Functions> class edwards : public points<Functions, edwards_encodings<Functions>>
{
    using encoded = typename edwards_encodings<Functions>::point;

  public:
    /* An encoded point, as the header of hashing to this curve says. */
    static result<encoded> hash_to_curve(view message, view tag) noexcept
    {
        encoded point;
        return detail::given(Functions::hash_to_curve(point.data(), message.data(), message.size(),
                                                      tag.data(), tag.size()),
                             point);
    }

    static result<encoded> encode_to_curve(view message, view tag) noexcept
    {
        encoded point;
        return detail::given(Functions::encode_to_curve(point.data(), message.data(),
                                                        message.size(), tag.data(), tag.size()),
                             point);
    }
};

} // namespace whit

/* Make whit::name, with ::scalar and ::point, from the C header name_point.h. */
#define WHIT_CPP_EDWARDS(name, NAME)                                       \
    namespace whit                                                         \
    {                                                                      \
    struct name##_functions {                                              \
        static constexpr size_t scalar_bytes = WHIT_##NAME##_SCALAR_BYTES; \
        static constexpr size_t point_bytes = WHIT_##NAME##_POINT_BYTES;   \
        using scalar_object = whit_##name##_scalar;                        \
        using point_object = whit_##name##_point;                          \
        WHIT_CPP_FUNCTIONS(name)                                           \
    };                                                                     \
    using name = edwards<name##_functions>;                                \
    }

#endif
