/* SPDX-License-Identifier: MIT */
/* Points and scalars in C++. */
#ifndef WHIT_CPP_POINTS_H
#define WHIT_CPP_POINTS_H

#include <whit/curve_types.hpp>
#include <whit/random.hpp>

#ifndef WHIT_H
#include <whit/point.h>
#endif

namespace whit
{

/* Contracts are those of point.h and, of Edwards curves, of <curve>_point.h. A scalar is 0 and a
 * point the identity until it is given another value, and both are of their curve by their type:
 * operators cannot fail. They take the same time for all values, and objects are wiped when they
 * end. */
template <class Functions, class Encodings> class points
{
  public:
    class point;

    class scalar
    {
      public:
        explicit scalar(uint32_t word = 0) noexcept
        {
            (void)Functions::scalar_set_word(&object_, word);
        }

        scalar(const scalar &other) noexcept = default;
        scalar &operator=(const scalar &other) noexcept = default;

        ~scalar() noexcept
        {
            whit_wipe(&object_, sizeof object_);
        }

        static result<scalar> read(view bytes) noexcept
        {
            scalar made;
            return detail::given(Functions::scalar_read(&made.object_, bytes.data(), bytes.size()),
                                 made);
        }

        static result<scalar> reduce(view bytes) noexcept
        {
            scalar made;
            return detail::given(
                Functions::scalar_reduce(&made.object_, bytes.data(), bytes.size()), made);
        }

        template <class Source> static result<scalar> random(Source &&source) noexcept
        {
            detail::random_source<typename detail::remove_reference<Source>::type> random(source);
            scalar made;
            return detail::given(Functions::scalar_random(&made.object_, random.get()), made);
        }

        typename Encodings::scalar bytes() const noexcept
        {
            typename Encodings::scalar made;
            (void)Functions::scalar_write(made.out(), &object_);
            return made;
        }

        friend scalar operator+(const scalar &a, const scalar &b) noexcept
        {
            scalar made;
            (void)Functions::scalar_add(&made.object_, &a.object_, &b.object_);
            return made;
        }

        friend scalar operator-(const scalar &a, const scalar &b) noexcept
        {
            scalar made;
            (void)Functions::scalar_sub(&made.object_, &a.object_, &b.object_);
            return made;
        }

        friend scalar operator-(const scalar &a) noexcept
        {
            scalar made;
            (void)Functions::scalar_negate(&made.object_, &a.object_);
            return made;
        }

        friend scalar operator*(const scalar &a, const scalar &b) noexcept
        {
            scalar made;
            (void)Functions::scalar_mul(&made.object_, &a.object_, &b.object_);
            return made;
        }

        result<scalar> inverse() const noexcept
        {
            scalar made;
            return detail::given(Functions::scalar_inverse(&made.object_, &object_), made);
        }

        friend bool operator==(const scalar &a, const scalar &b) noexcept
        {
            int answer = 0;
            (void)Functions::scalar_equal(&answer, &a.object_, &b.object_);
            return answer != 0;
        }

        friend bool operator!=(const scalar &a, const scalar &b) noexcept
        {
            return !(a == b);
        }

        bool is_zero() const noexcept
        {
            int answer = 0;
            (void)Functions::scalar_is_zero(&answer, &object_);
            return answer != 0;
        }

        /* a, or b if the choice is true: a secret choice. */
        static scalar select(const scalar &a, const scalar &b, bool choice) noexcept
        {
            scalar made;
            (void)Functions::scalar_select(&made.object_, &a.object_, &b.object_, choice);
            return made;
        }

        const typename Functions::scalar_object *get() const noexcept
        {
            return &object_;
        }

      private:
        typename Functions::scalar_object object_;
    };

    class point
    {
      public:
        point() noexcept
        {
            (void)Functions::point_set_identity(&object_);
        }

        point(const point &other) noexcept = default;
        point &operator=(const point &other) noexcept = default;

        ~point() noexcept
        {
            whit_wipe(&object_, sizeof object_);
        }

        static point base() noexcept
        {
            point made;
            (void)Functions::point_set_base(&made.object_);
            return made;
        }

        static result<point> decode(view bytes) noexcept
        {
            point made;
            return detail::given(Functions::point_decode(&made.object_, bytes.data(), bytes.size()),
                                 made);
        }

        result<typename Encodings::point> encode() const noexcept
        {
            typename Encodings::point made;
            return detail::given(Encodings::encode(made, &object_), made);
        }

        /* On Edwards curves the same. */
        result<typename Encodings::compressed> compress() const noexcept
        {
            typename Encodings::compressed made;
            return detail::given(Encodings::encode(made, &object_), made);
        }

        friend point operator+(const point &a, const point &b) noexcept
        {
            point made;
            (void)Functions::point_add(&made.object_, &a.object_, &b.object_);
            return made;
        }

        friend point operator-(const point &a, const point &b) noexcept
        {
            point made;
            (void)Functions::point_sub(&made.object_, &a.object_, &b.object_);
            return made;
        }

        friend point operator-(const point &a) noexcept
        {
            point made;
            (void)Functions::point_negate(&made.object_, &a.object_);
            return made;
        }

        point twice() const noexcept
        {
            point made;
            (void)Functions::point_double(&made.object_, &object_);
            return made;
        }

        friend point operator*(const scalar &k, const point &a) noexcept
        {
            point made;
            (void)Functions::point_mul(&made.object_, k.get(), &a.object_);
            return made;
        }

        static point multiple_of_base(const scalar &k) noexcept
        {
            point made;
            (void)Functions::point_mul_base(&made.object_, k.get());
            return made;
        }

        /* k[0] a[0] + k[1] a[1] + ... of `count` each. */
        static point sum(const scalar *k, const point *a, size_t count) noexcept
        {
            point made;
            (void)Functions::point_mul_sum(&made.object_, objects(k), objects(a), count);
            return made;
        }

        /* For public scalars and points: k a; u G + v a; the sum. */
        static point multiple_vartime(const scalar &k, const point &a) noexcept
        {
            point made;
            (void)Functions::point_mul_vartime(&made.object_, k.get(), &a.object_);
            return made;
        }

        static point multiple_of_two_vartime(const scalar &u, const scalar &v,
                                             const point &a) noexcept
        {
            point made;
            (void)Functions::point_mul_two_vartime(&made.object_, u.get(), v.get(), &a.object_);
            return made;
        }

        static point sum_vartime(const scalar *k, const point *a, size_t count) noexcept
        {
            point made;
            (void)Functions::point_mul_sum_vartime(&made.object_, objects(k), objects(a), count);
            return made;
        }

        friend bool operator==(const point &a, const point &b) noexcept
        {
            int answer = 0;
            (void)Functions::point_equal(&answer, &a.object_, &b.object_);
            return answer != 0;
        }

        friend bool operator!=(const point &a, const point &b) noexcept
        {
            return !(a == b);
        }

        bool is_identity() const noexcept
        {
            int answer = 0;
            (void)Functions::point_is_identity(&answer, &object_);
            return answer != 0;
        }

        static point select(const point &a, const point &b, bool choice) noexcept
        {
            point made;
            (void)Functions::point_select(&made.object_, &a.object_, &b.object_, choice);
            return made;
        }

        status validate() const noexcept
        {
            return Functions::point_validate(&object_);
        }

      private:
        /* An array of objects is one of C's. */
        template <class Each> static auto objects(const Each *first) noexcept
        {
            static_assert(sizeof(Each) == sizeof *first->get(), "an object is all of it");
            return first == nullptr ? nullptr : first->get();
        }

        const typename Functions::point_object *get() const noexcept
        {
            return &object_;
        }

        typename Functions::point_object object_;
    };
};

} // namespace whit

#endif
