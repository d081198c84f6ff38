/* SPDX-License-Identifier: MIT */
/* A small test framework that runs on a host and on bare metal alike.
 *
 * A file test_<suite>.c defines its cases and exports them in one table:
 *
 *     #include "test.h"
 *
 *     TEST(mp_add_carries) {
 *         CHECK_EQ(mp_add(z, x, y), 1);
 *         CHECK_BYTES(z, expected, sizeof expected);
 *     }
 *
 *     TEST_SUITE(mp) = {
 *         CASE(mp_add_carries),
 *         END_OF_SUITE,
 *     };
 *
 * and suites.h lists the suite. A failed check prints where it stands and what it
 * saw, and the case goes on; a case passes when all of its checks hold. A case
 * without a single check counts as failed. No heap, no stdio. */
#ifndef TEST_H
#define TEST_H

#include <stddef.h>
#include <stdint.h>

/* What a build includes: the suites of the public headers unless -DTEST_PUBLIC=0; with
 * -DTEST_INTERNAL=1 those that reach into src/, with -DTEST_STEPS=1 those of operations in
 * steps, with -DTEST_RANDOMISED=1 those of coordinates that are randomised, with
 * -DTEST_PREPARED=1 those of keys that are prepared, with -DTEST_HOST=1 those that need a POSIX
 * host, with -DTEST_CURVES=1 those of every curve, with -DTEST_TOY=1 those of the toy curves. With
 * -DTEST_LONG=1 those of the host take their time. */
#ifndef TEST_PUBLIC
#define TEST_PUBLIC 1
#endif
#ifndef TEST_INTERNAL
#define TEST_INTERNAL 0
#endif
#ifndef TEST_STEPS
#define TEST_STEPS 0
#endif
#ifndef TEST_RANDOMISED
#define TEST_RANDOMISED 0
#endif
#ifndef TEST_PREPARED
#define TEST_PREPARED 0
#endif
#ifndef TEST_HOST
#define TEST_HOST 0
#endif
#ifndef TEST_LONG
#define TEST_LONG 0
#endif
#ifndef TEST_CURVES
#define TEST_CURVES 0
#endif
#ifndef TEST_TOY
#define TEST_TOY 0
#endif

typedef struct test_case {
    const char *name;
    void (*run)(void);
} test_case;

#define TEST(name) static void name(void)
#define TEST_SUITE(suite)                   \
    extern const test_case suite##_tests[]; \
    const test_case suite##_tests[]
#define CASE(name)  \
    {               \
#name, name \
    }
#define END_OF_SUITE \
    {                \
        NULL, NULL   \
    }

/* The condition holds. */
#define CHECK(condition) test_check((condition) ? 1 : 0, #condition, __FILE__, __LINE__)

/* Two integers are equal; both are shown in hexadecimal when not. */
#define CHECK_EQ(actual, expected)                                                              \
    test_check_eq((uint64_t)(actual), (uint64_t)(expected), #actual " == " #expected, __FILE__, \
                  __LINE__)

/* Two integers differ. */
#define CHECK_NE(actual, unexpected)                                                      \
    test_check_ne((uint64_t)(actual), (uint64_t)(unexpected), #actual " != " #unexpected, \
                  __FILE__, __LINE__)

/* A call returned this status. */
#define CHECK_STATUS(call, expected) CHECK_EQ(call, expected)

/* `length` bytes (not limbs) are equal. */
#define CHECK_BYTES(actual, expected, length) \
    test_check_bytes((actual), (expected), (length), #actual " == " #expected, __FILE__, __LINE__)

/* `length` bytes all have the value `value`. */
#define CHECK_FILL(actual, value, length) \
    test_check_fill((actual), (value), (length), #actual " filled with " #value, __FILE__, __LINE__)

#define CHECK_ZERO(actual, length) CHECK_FILL(actual, 0, length)

/* Say where a loop stands: printed with the checks that fail after it, until the
 * case ends or the next note. `name` must outlive the case. */
void test_note(const char *name, uint64_t value);

void test_check(int holds, const char *text, const char *file, int line);
void test_check_eq(uint64_t actual, uint64_t expected, const char *text, const char *file,
                   int line);
void test_check_ne(uint64_t actual, uint64_t unexpected, const char *text, const char *file,
                   int line);
void test_check_bytes(const void *actual, const void *expected, size_t length, const char *text,
                      const char *file, int line);
void test_check_fill(const void *actual, uint8_t value, size_t length, const char *text,
                     const char *file, int line);

/* Run the cases whose name, or whose suite's name, is `name`; all of them when it
 * is NULL. Prints the failures and "N passed, N failed"; returns the number that
 * failed, or 1 when nothing has this name. */
unsigned test_run(const char *name);

/* Print the name of every case. */
void test_list(void);

/* Output: each platform defines the first. */
void test_putc(char c);
void test_print(const char *text);
void test_print_hex(uint64_t value);
void test_print_decimal(uint32_t value);
void test_print_bytes(const uint8_t *bytes, size_t length);

#endif
