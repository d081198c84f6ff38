/* SPDX-License-Identifier: MIT */
/* Random sources of the C++ interface: anything that can be called. */
#ifndef WHIT_CPP_RANDOM_H
#define WHIT_CPP_RANDOM_H

#include <whit/bytes.hpp>

#ifndef WHIT_H
#include <whit/random.h>
#endif

namespace whit
{

namespace detail
{

/* Whether a source is called with a pointer and a length, rather than with a span. */
template <class Source, class = void> inline constexpr bool takes_pointer = false;
template <class Source>
inline constexpr bool takes_pointer<Source, decltype(void(declare<Source &>()(
                                                declare<uint8_t *>(), declare<size_t>())))> = true;

/* A callable as the library's whit_random. It must outlive the call it is made for. */
template <class Source> class random_source
{
  public:
    explicit random_source(Source &source) noexcept : source_(&source), random_{fill, this}
    {
    }

    random_source(const random_source &) = delete;
    random_source &operator=(const random_source &) = delete;

    const whit_random *get() const noexcept
    {
        return &random_;
    }

  private:
    static whit_status fill(void *context, uint8_t *out, size_t length) noexcept
    {
        Source &source = *static_cast<random_source *>(context)->source_;
        if constexpr (takes_pointer<Source>) {
            return told(source(out, length));
        } else {
            return told(source(span<uint8_t>(out, length)));
        }
    }

    template <class Answer> static whit_status told(Answer answer) noexcept
    {
        if constexpr (is_same<Answer, bool>) {
            return answer ? WHIT_OK : WHIT_ERROR_RANDOM_FAILED;
        } else {
            static_assert(converts<Answer, status>, "a random source returns whit_status or bool");
            return status(answer).code();
        }
    }

    Source *source_;
    whit_random random_;
};

template <> class random_source<const whit_random>
{
  public:
    explicit random_source(const whit_random &random) noexcept : random_(&random)
    {
    }

    const whit_random *get() const noexcept
    {
        return random_;
    }

  private:
    const whit_random *random_;
};

template <> class random_source<whit_random> : public random_source<const whit_random>
{
    using random_source<const whit_random>::random_source;
};

} // namespace detail

} // namespace whit

#endif
