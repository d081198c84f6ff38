/* SPDX-License-Identifier: MIT */
/* Text through test_putc, without stdio. */
#include "test.h"

#define BYTES_SHOWN 64

void test_print(const char *text)
{
    while (*text != '\0') {
        test_putc(*text++);
    }
}

void test_print_hex(uint64_t value)
{
    int shift = 60;
    while (shift > 0 && (value >> shift) == 0) {
        shift -= 4;
    }
    test_print("0x");
    for (; shift >= 0; shift -= 4) {
        test_putc("0123456789abcdef"[(value >> shift) & 15]);
    }
}

void test_print_decimal(uint32_t value)
{
    char digits[10];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + (char)(value % 10));
        value /= 10;
    } while (value != 0);
    while (count > 0) {
        test_putc(digits[--count]);
    }
}

void test_print_bytes(const uint8_t *bytes, size_t length)
{
    size_t shown = length < BYTES_SHOWN ? length : BYTES_SHOWN;
    for (size_t i = 0; i < shown; i++) {
        test_putc("0123456789abcdef"[bytes[i] >> 4]);
        test_putc("0123456789abcdef"[bytes[i] & 15]);
    }
    if (shown < length) {
        test_print("...");
    }
}
