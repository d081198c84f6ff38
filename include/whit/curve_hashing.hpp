/* SPDX-License-Identifier: MIT */
/* Messages hashed to points of one curve in C++. */
#ifndef WHIT_CPP_CURVE_HASHING_H
#define WHIT_CPP_CURVE_HASHING_H

#include <whit/curve_recovery.hpp>

#ifndef WHIT_H
#include <whit/hash_to_curve.h>
#endif

namespace whit
{

/* Contracts are those of hash_to_curve.h. */
template <class Functions> class curve_hashing : public curve_recovery<Functions>
{
  public:
    using typename curve_types<Functions>::public_key;

    static result<public_key> hash_to_curve(view message, view tag) noexcept
    {
        public_key point;
        return detail::given(Functions::hash_to_curve(point.data(), message.data(), message.size(),
                                                      tag.data(), tag.size()),
                             point);
    }

    static result<public_key> encode_to_curve(view message, view tag) noexcept
    {
        public_key point;
        return detail::given(Functions::encode_to_curve(point.data(), message.data(),
                                                        message.size(), tag.data(), tag.size()),
                             point);
    }
};

} // namespace whit

#endif
