/* SPDX-License-Identifier: MIT */
/* Integers modulo odd numbers in C++.
 *
 *     #include <whit/integers.hpp>
 *
 *     using rsa = whit::integers<2048>;
 *     auto n = rsa::modulus::from(bytes);
 *     auto m = n->read(message);
 *     auto s = n->exp(*m, exponent);
 *     auto signature = n->write(*s); */
#ifndef WHIT_CPP_INTEGERS_H
#define WHIT_CPP_INTEGERS_H

#include <whit/curve_types.hpp>
#include <whit/random.hpp>

#ifndef WHIT_H
#include <whit/integer.h>
#endif

namespace whit
{

#if !defined(WHIT_ARITHMETIC) || WHIT_ARITHMETIC /* 0 in drop-ins without it */
/* Contracts are those of integer.h. Moduli have at most so many bits; an exponentiation takes a
 * table of 2^Window numbers. Integers are wiped when they end. */
template <size_t Bits, unsigned Window = 4> class integers
{
    static_assert(Bits >= WHIT_INTEGER_LEAST_BITS && Bits <= WHIT_INTEGER_MOST_BITS,
                  "16 to 4,096 bits");
    static_assert(Window >= 1 && Window <= 6, "windows of 1 to 6 bits");

  public:
    using number = secret<integers, (Bits + 7) / 8, WHIT_ERROR_OUTPUT_LENGTH>;
    class modulus;

    class integer
    {
      public:
        integer() noexcept : space_{}
        {
        }

        integer(const integer &other) noexcept = default;
        integer &operator=(const integer &other) noexcept = default;

        ~integer() noexcept
        {
            whit_wipe(space_, sizeof space_);
        }

      private:
        friend class modulus;

        whit_integer *out() noexcept
        {
            return reinterpret_cast<whit_integer *>(space_);
        }

        const whit_integer *get() const noexcept
        {
            return reinterpret_cast<const whit_integer *>(space_);
        }

        alignas(8) uint8_t space_[WHIT_INTEGER_BYTES(Bits)];
    };

    class modulus
    {
      public:
        modulus() noexcept : space_{}
        {
        }

        static result<modulus> from(view bytes) noexcept
        {
            modulus made;
            room<WHIT_INTEGER_ROOM(Bits)> work;
            auto *out = reinterpret_cast<whit_modulus *>(made.space_);
            return detail::given(
                whit_integer_set_modulus(out, Bits, bytes.data(), bytes.size(), &work), made);
        }

        result<integer> read(view bytes) const noexcept
        {
            return make<>(whit_integer_read, bytes.data(), bytes.size());
        }

        result<integer> reduce(view bytes) const noexcept
        {
            return make<>(whit_integer_reduce, bytes.data(), bytes.size());
        }

        result<integer> word(uint32_t value) const noexcept
        {
            return make<>(whit_integer_set_word, value);
        }

        template <class Source> result<integer> random(Source &&source) const noexcept
        {
            detail::random_source<typename detail::remove_reference<Source>::type> random(source);
            return make<>(whit_integer_random, random.get());
        }

        /* As many bytes as the type has; leading ones are zero. */
        result<number> write(const integer &a) const noexcept
        {
            number made;
            room<WHIT_INTEGER_ROOM(Bits)> work;
            return detail::given(
                whit_integer_write(made.out(), number::length, a.get(), get(), &work), made);
        }

        result<integer> add(const integer &a, const integer &b) const noexcept
        {
            return make<>(whit_integer_add, a.get(), b.get());
        }

        result<integer> sub(const integer &a, const integer &b) const noexcept
        {
            return make<>(whit_integer_sub, a.get(), b.get());
        }

        result<integer> mul(const integer &a, const integer &b) const noexcept
        {
            return make<>(whit_integer_mul, a.get(), b.get());
        }

        result<integer> negate(const integer &a) const noexcept
        {
            return make<>(whit_integer_negate, a.get());
        }

        result<integer> sqr(const integer &a) const noexcept
        {
            return make<>(whit_integer_sqr, a.get());
        }

        result<integer> inverse(const integer &a) const noexcept
        {
            return make<WHIT_INTEGER_INVERSE_ROOM(Bits)>(whit_integer_inverse, a.get());
        }

        /* The same in variable time, for public numbers. */
        result<integer> inverse_vartime(const integer &a) const noexcept
        {
            return make<WHIT_INTEGER_INVERSE_ROOM(Bits)>(whit_integer_inverse_vartime, a.get());
        }

        /* a^e for an exponent of so many bytes, big-endian: a secret one, and a public one. */
        result<integer> exp(const integer &a, view exponent) const noexcept
        {
            return power(whit_integer_exp, a, exponent);
        }

        result<integer> exp_vartime(const integer &a, view exponent) const noexcept
        {
            return power(whit_integer_exp_vartime, a, exponent);
        }

        result<bool> equal(const integer &a, const integer &b) const noexcept
        {
            return told<bool>(whit_integer_equal, a.get(), b.get());
        }

        result<bool> is_zero(const integer &a) const noexcept
        {
            return told<bool>(whit_integer_is_zero, a.get());
        }

        /* -1, 0 or 1. */
        result<int> compare(const integer &a, const integer &b) const noexcept
        {
            return told<int>(whit_integer_compare, a.get(), b.get());
        }

        /* a, or b if the choice is true: a secret choice. */
        result<integer> select(const integer &a, const integer &b, bool choice) const noexcept
        {
            return make<>(whit_integer_select, a.get(), b.get(), unsigned{choice});
        }

      private:
        template <size_t Bytes> struct room {
            alignas(8) uint8_t bytes[Bytes];
        };

        const whit_modulus *get() const noexcept
        {
            return reinterpret_cast<const whit_modulus *>(space_);
        }

        template <size_t Bytes = WHIT_INTEGER_ROOM(Bits), class Function, class... Arguments>
        result<integer> make(Function function, Arguments... arguments) const noexcept
        {
            integer made;
            room<Bytes> work;
            return detail::given(function(made.out(), arguments..., get(), &work), made);
        }

        template <class Function>
        result<integer> power(Function function, const integer &a, view exponent) const noexcept
        {
            integer made;
            room<WHIT_INTEGER_EXP_ROOM(Bits, Window)> work;
            return detail::given(function(made.out(), a.get(), exponent.data(), exponent.size(),
                                          get(), &work, Window),
                                 made);
        }

        template <class Answer, class Function, class... Arguments>
        result<Answer> told(Function function, Arguments... arguments) const noexcept
        {
            int answer = 0;
            room<WHIT_INTEGER_COMPARE_ROOM(Bits)> work;
            whit_status code = function(&answer, arguments..., get(), &work);
            Answer given = static_cast<Answer>(answer);
            return detail::given(code, given);
        }

        alignas(8) uint8_t space_[WHIT_MODULUS_BYTES(Bits)];
    };
};
#endif

} // namespace whit

#endif
