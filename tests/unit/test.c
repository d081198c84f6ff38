/* SPDX-License-Identifier: MIT */
#include "test.h"

/* A loop that goes wrong tends to go wrong thousands of times; the console of an
 * emulated core is a small buffer. */
#define FAILURES_SHOWN 4

typedef struct suite {
    const char *name;
    const test_case *cases;
} suite;

/* Which kinds of suites this build holds; ENTRY is what one adds to the list below. */
#define NO_ENTRY(name)
#if TEST_PUBLIC
#define PUBLIC_SUITE(name) ENTRY(name)
#else
#define PUBLIC_SUITE(name) NO_ENTRY(name)
#endif
#if TEST_INTERNAL
#define INTERNAL_SUITE(name) ENTRY(name)
#else
#define INTERNAL_SUITE(name) NO_ENTRY(name)
#endif
#if TEST_STEPS
#define STEPS_SUITE(name) ENTRY(name)
#else
#define STEPS_SUITE(name) NO_ENTRY(name)
#endif
#if TEST_RANDOMISED
#define RANDOMISED_SUITE(name) ENTRY(name)
#else
#define RANDOMISED_SUITE(name) NO_ENTRY(name)
#endif
#if TEST_PREPARED && TEST_PUBLIC
#define PREPARED_SUITE(name) ENTRY(name)
#else
#define PREPARED_SUITE(name) NO_ENTRY(name)
#endif
#if TEST_HOST
#define HOST_SUITE(name) ENTRY(name)
#else
#define HOST_SUITE(name) NO_ENTRY(name)
#endif
#if TEST_CURVES
#define CURVE_SUITE(name) ENTRY(name)
#else
#define CURVE_SUITE(name) NO_ENTRY(name)
#endif
#if TEST_TOY
#define TOY_SUITE(name) ENTRY(name)
#else
#define TOY_SUITE(name) NO_ENTRY(name)
#endif

#define ENTRY(name) extern const test_case name##_tests[];
#include "suites.h"
#undef ENTRY

#define ENTRY(name) {#name, name##_tests},
static const suite suites[] = {
#include "suites.h"
};

static struct {
    const char *case_name;
    const char *note_name;
    uint64_t note_value;
    uint32_t checks;
    uint32_t failures;
} now;

void test_note(const char *name, uint64_t value)
{
    now.note_name = name;
    now.note_value = value;
}

/* Count a check. Returns nonzero when it failed and is to be explained; the line is
 * then open for more. */
static int record(int holds, const char *text, const char *file, int line)
{
    now.checks++;
    if (holds) {
        return 0;
    }
    now.failures++;
    if (now.failures > FAILURES_SHOWN) {
        return 0;
    }
    test_print("FAILED ");
    test_print(now.case_name);
    test_print("\n  ");
    test_print(file);
    test_putc(':');
    test_print_decimal((uint32_t)line);
    test_print(": ");
    test_print(text);
    test_putc('\n');
    if (now.note_name != NULL) {
        test_print("  with ");
        test_print(now.note_name);
        test_print(" = ");
        test_print_hex(now.note_value);
        test_putc('\n');
    }
    return 1;
}

static void explain(const char *label, uint64_t value)
{
    test_print(label);
    test_print_hex(value);
    test_putc('\n');
}

static void explain_bytes(const char *label, const uint8_t *bytes, size_t length)
{
    test_print(label);
    test_print_bytes(bytes, length);
    test_putc('\n');
}

void test_check(int holds, const char *text, const char *file, int line)
{
    (void)record(holds, text, file, line);
}

void test_check_eq(uint64_t actual, uint64_t expected, const char *text, const char *file, int line)
{
    if (record(actual == expected, text, file, line)) {
        explain("  actual   ", actual);
        explain("  expected ", expected);
    }
}

void test_check_ne(uint64_t actual, uint64_t unexpected, const char *text, const char *file,
                   int line)
{
    if (record(actual != unexpected, text, file, line)) {
        explain("  both     ", actual);
    }
}

void test_check_bytes(const void *actual, const void *expected, size_t length, const char *text,
                      const char *file, int line)
{
    const uint8_t *a = actual;
    const uint8_t *e = expected;
    size_t i = 0;
    while (i < length && a[i] == e[i]) {
        i++;
    }
    if (record(i == length, text, file, line)) {
        explain("  first difference at byte ", i);
        explain_bytes("  actual   ", a, length);
        explain_bytes("  expected ", e, length);
    }
}

void test_check_fill(const void *actual, uint8_t value, size_t length, const char *text,
                     const char *file, int line)
{
    const uint8_t *a = actual;
    size_t i = 0;
    while (i < length && a[i] == value) {
        i++;
    }
    if (record(i == length, text, file, line)) {
        explain("  first difference at byte ", i);
        explain_bytes("  actual   ", a, length);
    }
}

static int equal(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* Returns nonzero when the case passed. */
static int run_case(const test_case *test)
{
    now.case_name = test->name;
    now.note_name = NULL;
    now.checks = 0;
    now.failures = 0;
    test->run();
    if (now.checks == 0) {
        test_print("FAILED ");
        test_print(test->name);
        test_print(": it checks nothing\n");
        return 0;
    }
    if (now.failures > FAILURES_SHOWN) {
        test_print("FAILED ");
        test_print(test->name);
        test_print(": ");
        test_print_decimal(now.failures);
        test_print(" checks in all\n");
    }
    return now.failures == 0;
}

unsigned test_run(const char *name)
{
    uint32_t passed = 0;
    uint32_t failed = 0;
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++) {
        int whole_suite = name == NULL || equal(name, suites[i].name);
        for (const test_case *test = suites[i].cases; test->name != NULL; test++) {
            if (!whole_suite && !equal(name, test->name)) {
                continue;
            }
            if (run_case(test)) {
                passed++;
            } else {
                failed++;
            }
        }
    }
    if (passed + failed == 0) {
        test_print("no test has this name\n");
        failed = 1;
    }
    test_print_decimal(passed);
    test_print(" passed, ");
    test_print_decimal(failed);
    test_print(" failed\n");
    return (unsigned)failed;
}

void test_list(void)
{
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++) {
        for (const test_case *test = suites[i].cases; test->name != NULL; test++) {
            test_print(test->name);
            test_putc('\n');
        }
    }
}
