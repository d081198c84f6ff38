/* SPDX-License-Identifier: MIT */
/* Points and scalars of one curve in Weierstrass form in C++. */
#ifndef WHIT_CPP_CURVE_POINTS_H
#define WHIT_CPP_CURVE_POINTS_H

#include <whit/curve_steps.hpp>
#include <whit/points.hpp>

namespace whit
{

/* A point has an encoding of 1 + 2 f bytes, and a compressed one. */
template <class Functions> struct curve_encodings {
    using scalar = typename curve_types<Functions>::private_key;
    using point = typename curve_types<Functions>::public_key;
    using compressed = typename curve_types<Functions>::compressed_key;

    template <class Bytes>
    static whit_status encode(Bytes &out, const typename Functions::point_object *a) noexcept
    {
        return Functions::point_encode(out.data(), out.size(), a);
    }
};

template <class Functions>
class curve_points : public curve_steps<Functions>,
                     public points<Functions, curve_encodings<Functions>>
{
};

} // namespace whit

#endif
