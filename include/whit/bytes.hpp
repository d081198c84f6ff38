/* SPDX-License-Identifier: MIT */
/* Bytes for the C++ interface: views of the caller's, and objects of a fixed size. C++17; no
 * heap, no exceptions, no run-time type information, and of the standard library C's headers
 * alone: compilers for small processors often come without C++'s. */
#ifndef WHIT_CPP_BYTES_H
#define WHIT_CPP_BYTES_H

/* No file has this name: an error after which compilers stop, where #error has them go on. */
#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#include "whit.hpp needs C++17 or later"
#endif

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef WHIT_H
#include <whit/status.h>
#endif

namespace whit
{

/* What a function returned. WHIT_OK is not zero, so that a status in C must not be tested as a
 * truth value; this one may be: it is true when and only when it is WHIT_OK. */
class [[nodiscard]] status
{
  public:
    constexpr status(whit_status code) noexcept : code_(code)
    {
    }

    constexpr whit_status code() const noexcept
    {
        return code_;
    }

    constexpr bool ok() const noexcept
    {
        return code_ == WHIT_OK;
    }

    constexpr explicit operator bool() const noexcept
    {
        return ok();
    }

    friend constexpr bool operator==(status a, status b) noexcept
    {
        return a.code_ == b.code_;
    }

    friend constexpr bool operator!=(status a, status b) noexcept
    {
        return a.code_ != b.code_;
    }

  private:
    whit_status code_;
};

namespace detail
{

/* What <type_traits> and <utility> would give. */
template <bool Condition> struct enable_if {
};

template <> struct enable_if<true> {
    using type = int;
};

template <class T> struct remove_reference {
    using type = T;
};

template <class T> struct remove_reference<T &> {
    using type = T;
};

template <class T> struct remove_reference<T &&> {
    using type = T;
};

template <class T> struct remove_pointer;

template <class T> struct remove_pointer<T *> {
    using type = T;
};

template <class A, class B> inline constexpr bool is_same = false;
template <class A> inline constexpr bool is_same<A, A> = true;

template <class T> T &&declare() noexcept;
template <class To> void take(To) noexcept;

template <class From, class To, class = void> inline constexpr bool converts = false;
template <class From, class To>
inline constexpr bool converts<From, To, decltype(take<To>(declare<From>()))> = true;

template <class T> constexpr typename remove_reference<T>::type &&move(T &&value) noexcept
{
    return static_cast<typename remove_reference<T>::type &&>(value);
}

/* Whether C has data() and size() that a span of T can take: of T or of what only lacks its
 * const, and not of a derived class. */
template <class C, class T, class = void> inline constexpr bool contains = false;
template <class C, class T>
inline constexpr bool
    contains<C, T, decltype(void(declare<C &>().data()), void(declare<C &>().size()))> =
        converts<typename remove_pointer<decltype(declare<C &>().data())>::type (*)[], T (*)[]>;

} // namespace detail

/* A pointer and a length, of bytes that somebody else keeps. Made of an array, of a pointer and
 * a length, or of anything that has data() and size(): std::array, std::vector, std::span. */
template <class T> class span
{
  public:
    constexpr span() noexcept : data_(nullptr), size_(0)
    {
    }

    constexpr span(T *data, size_t size) noexcept : data_(data), size_(size)
    {
    }

    template <size_t N> constexpr span(T (&array)[N]) noexcept : data_(array), size_(N)
    {
    }

    template <class C, typename detail::enable_if<detail::contains<C, T>>::type = 0>
    constexpr span(C &container) noexcept : data_(container.data()), size_(container.size())
    {
    }

    template <class C, typename detail::enable_if<detail::contains<const C, T>>::type = 0>
    constexpr span(const C &container) noexcept : data_(container.data()), size_(container.size())
    {
    }

    constexpr T *data() const noexcept
    {
        return data_;
    }

    constexpr size_t size() const noexcept
    {
        return size_;
    }

    constexpr T *begin() const noexcept
    {
        return data_;
    }

    constexpr T *end() const noexcept
    {
        return data_ + size_;
    }

  private:
    T *data_;
    size_t size_;
};

using view = span<const uint8_t>;

/* The characters of a text as bytes; of a literal, without the zero at its end. */
inline view text(const char *characters, size_t length) noexcept
{
    return {reinterpret_cast<const uint8_t *>(characters), length};
}

template <size_t N> view text(const char (&literal)[N]) noexcept
{
    return text(literal, N - 1);
}

/* A status and, where it is WHIT_OK, a value. To ask for the value of a failure ends the
 * program: nothing goes on with a key that is not one. */
template <class T> class [[nodiscard]] result
{
  public:
    result(whit::status failure) noexcept
        : status_(failure.ok() ? WHIT_ERROR_ARGUMENT : failure.code())
    {
    }

    result(T &&value) noexcept : status_(WHIT_OK), value_(detail::move(value))
    {
    }

    whit::status status() const noexcept
    {
        return status_;
    }

    bool ok() const noexcept
    {
        return status_.ok();
    }

    explicit operator bool() const noexcept
    {
        return status_.ok();
    }

    T &value() &noexcept
    {
        require();
        return value_;
    }

    const T &value() const &noexcept
    {
        require();
        return value_;
    }

    T value() &&noexcept
    {
        require();
        return detail::move(value_);
    }

    T &operator*() &noexcept
    {
        return value();
    }

    const T &operator*() const &noexcept
    {
        return value();
    }

    T *operator->() noexcept
    {
        return &value();
    }

    const T *operator->() const noexcept
    {
        return &value();
    }

  private:
    void require() const noexcept
    {
        if (!status_.ok()) {
            abort();
        }
    }

    whit::status status_;
    T value_;
};

/* N bytes that are no secret: a public key, a signature. WrongLength is the status that tells of
 * another length, and keeps kinds apart that have the same one; Curve keeps curves apart. */
template <class Curve, size_t N, whit_status WrongLength> class bytes
{
  public:
    static constexpr size_t length = N;

    /* All zeros, which no function of the library accepts. */
    constexpr bytes() noexcept : bytes_{}
    {
    }

    /* A copy, of this length exactly; what the bytes say is not looked at. */
    static result<bytes> from(view source) noexcept
    {
        if (source.size() != N) {
            return whit::status(WrongLength);
        }
        bytes copy;
        for (size_t i = 0; i < N; i++) {
            copy.bytes_[i] = source.data()[i];
        }
        return copy;
    }

    uint8_t *data() noexcept
    {
        return bytes_;
    }

    const uint8_t *data() const noexcept
    {
        return bytes_;
    }

    constexpr size_t size() const noexcept
    {
        return N;
    }

    friend bool operator==(const bytes &a, const bytes &b) noexcept
    {
        for (size_t i = 0; i < N; i++) {
            if (a.bytes_[i] != b.bytes_[i]) {
                return false;
            }
        }
        return true;
    }

    friend bool operator!=(const bytes &a, const bytes &b) noexcept
    {
        return !(a == b);
    }

  private:
    uint8_t bytes_[N];
};

/* N bytes that are wiped when their object ends, and when it is moved from. They are not copied,
 * and no function takes them by mistake for something public: view() says so. */
template <class Curve, size_t N, whit_status WrongLength> class secret
{
  public:
    static constexpr size_t length = N;

    secret() noexcept : bytes_{}
    {
    }

    ~secret() noexcept
    {
        wipe();
    }

    secret(const secret &) = delete;
    secret &operator=(const secret &) = delete;

    secret(secret &&other) noexcept
    {
        take(other);
    }

    secret &operator=(secret &&other) noexcept
    {
        if (this != &other) {
            take(other);
        }
        return *this;
    }

    /* A copy of bytes, which stay with the caller to be wiped there. */
    static result<secret> from(whit::view source) noexcept
    {
        if (source.size() != N) {
            return whit::status(WrongLength);
        }
        secret copy;
        for (size_t i = 0; i < N; i++) {
            copy.bytes_[i] = source.data()[i];
        }
        return copy;
    }

    whit::view view() const noexcept
    {
        return {bytes_, N};
    }

    /* Where the library writes. */
    uint8_t *out() noexcept
    {
        return bytes_;
    }

    /* Set to zero in a way that the optimiser keeps. */
    void wipe() noexcept
    {
        volatile uint8_t *at = bytes_;
        for (size_t i = 0; i < N; i++) {
            at[i] = 0;
        }
    }

  private:
    void take(secret &other) noexcept
    {
        for (size_t i = 0; i < N; i++) {
            bytes_[i] = other.bytes_[i];
        }
        other.wipe();
    }

    uint8_t bytes_[N];
};

} // namespace whit

#endif
