/* SPDX-License-Identifier: MIT */
/* portable_run where there is no C library: start, output, exit, and what compilers call. */
#include <stddef.h>
#include <stdint.h>

#include "../unit/test.h"

unsigned portable_run(void);
void bare_main(void);
void *memcpy(void *to, const void *from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int byte, size_t length);

#if defined(__riscv)

/* Linux's system calls [riscv_syscalls]: 64 is write, 93 exit. Its stack is in place. */
__asm__(".globl _start\n_start:\n\t"
        ".option push\n\t.option norelax\n\tla gp, __global_pointer$\n\t.option pop\n\t"
        "call bare_main\n");

static long call(long number, long a, long b, long c)
{
    register long a0 __asm__("a0") = a;
    register long a1 __asm__("a1") = b;
    register long a2 __asm__("a2") = c;
    register long a7 __asm__("a7") = number;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
    return a0;
}

#define WRITE 64
#define EXIT 93

#elif defined(__xtensa__)

/* The simulator's calls: 4 is write, 1 exit. It starts at the reset vector. */
__asm__(".section .reset, \"ax\"\n\t.globl _start\n_start:\n\tj 1f\n\t.align 4\n"
        ".Lstack:\n\t.long bare_stack_end\n.Lmain:\n\t.long bare_main\n"
        "1:\n\tl32r a1, .Lstack\n\tl32r a0, .Lmain\n\tcallx0 a0\n\t.text\n");

static long call(long number, long a, long b, long c)
{
    register long a2 __asm__("a2") = number;
    register long a3 __asm__("a3") = a;
    register long a4 __asm__("a4") = b;
    register long a5 __asm__("a5") = c;
    __asm__ volatile("simcall" : "+r"(a2), "+r"(a3) : "r"(a4), "r"(a5) : "memory");
    return a2;
}

#define WRITE 4
#define EXIT 1

#else
#error "no start-up code for this processor"
#endif

void test_putc(char c)
{
    call(WRITE, 1, (long)(intptr_t)&c, 1);
}

void bare_main(void)
{
    call(EXIT, portable_run() == 0 ? 0 : 1, 0, 0);
    for (;;) {
    }
}

void *memmove(void *to, const void *from, size_t length)
{
    uint8_t *out = to;
    const uint8_t *in = from;
    if ((uintptr_t)out < (uintptr_t)in) {
        for (size_t i = 0; i < length; i++) {
            out[i] = in[i];
        }
    } else {
        while (length-- > 0) {
            out[length] = in[length];
        }
    }
    return to;
}

void *memcpy(void *to, const void *from, size_t length)
{
    return memmove(to, from, length);
}

void *memset(void *to, int byte, size_t length)
{
    uint8_t *out = to;
    while (length-- > 0) {
        *out++ = (uint8_t)byte;
    }
    return to;
}

#if defined(__xtensa__)

/* An ESP8266 has these in ROM, so Debian's libgcc leaves them out. */
uint32_t __udivsi3(uint32_t a, uint32_t b);
uint32_t __umodsi3(uint32_t a, uint32_t b);
uint64_t __umulsidi3(uint32_t a, uint32_t b);
uint64_t __muldi3(uint64_t a, uint64_t b);

static uint32_t divide(uint32_t a, uint32_t b, uint32_t *rest)
{
    uint32_t quotient = 0, left = 0;
    for (int i = 31; i >= 0; i--) {
        uint32_t above = left >> 31;
        left = left << 1 | (a >> i & 1);
        if (above != 0 || left >= b) {
            left -= b;
            quotient |= (uint32_t)1 << i;
        }
    }
    *rest = left;
    return quotient;
}

uint32_t __udivsi3(uint32_t a, uint32_t b)
{
    uint32_t rest;
    return divide(a, b, &rest);
}

uint32_t __umodsi3(uint32_t a, uint32_t b)
{
    uint32_t rest;
    (void)divide(a, b, &rest);
    return rest;
}

uint64_t __umulsidi3(uint32_t a, uint32_t b)
{
    uint32_t low = (a & 0xffff) * (b & 0xffff);
    uint32_t first = (a >> 16) * (b & 0xffff) + (low >> 16);
    uint32_t second = (a & 0xffff) * (b >> 16) + (first & 0xffff);
    uint32_t high = (a >> 16) * (b >> 16) + (first >> 16) + (second >> 16);
    return (uint64_t)high << 32 | second << 16 | (low & 0xffff);
}

uint64_t __muldi3(uint64_t a, uint64_t b)
{
    uint32_t a_low = (uint32_t)a, b_low = (uint32_t)b;
    uint32_t cross = (uint32_t)(a >> 32) * b_low + a_low * (uint32_t)(b >> 32);
    return __umulsidi3(a_low, b_low) + ((uint64_t)cross << 32);
}

#endif
