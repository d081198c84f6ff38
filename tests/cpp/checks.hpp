/* SPDX-License-Identifier: MIT */
/* What the tests of the C++ interface share. They include it after the interface. */
#ifndef WHIT_TESTS_CPP_CHECKS_H
#define WHIT_TESTS_CPP_CHECKS_H

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace
{

unsigned passed, failed;

void check(bool holds, const char *what, int line)
{
    if (holds) {
        passed++;
    } else {
        failed++;
        std::printf("line %d: %s\n", line, what);
    }
}

#define CHECK(condition) check((condition), #condition, __LINE__)
#define CHECK_STATUS(call, expected) CHECK((call) == whit::status(expected))

/* A random source with a state of its own: never for use, always the same for tests. */
class counter
{
  public:
    explicit counter(std::uint8_t start) : next_(start)
    {
    }

    whit_status operator()(std::uint8_t *out, std::size_t length)
    {
        for (std::size_t i = 0; i < length; i++) {
            next_ = static_cast<std::uint8_t>(next_ * 5u + 77u);
            out[i] = next_;
        }
        return WHIT_OK;
    }

  private:
    std::uint8_t next_;
};

bool same(whit::view a, whit::view b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

/* What main returns, with the counts printed. */
int outcome()
{
    std::printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}

} // namespace

#endif
