/* SPDX-License-Identifier: MIT */
/* The board of ports/rust/example on an emulated core. */
#include <stddef.h>
#include <stdint.h>

uint32_t example(void);
uint32_t example_sign(uint8_t *signature, const uint8_t *key, const uint8_t *message,
                      size_t length);
int board_random(uint8_t *out, size_t length);
__attribute__((noinline)) uint32_t signed_of(uint32_t length);
__attribute__((noinline)) uint32_t all_of_it(uint32_t broken);
int main(void);

/* The emulator's input: a key of 32 bytes, and a message. */
#define INPUT ((const uint8_t *)0x60000000)

uint8_t made[64];
static uint32_t state = 1;

/* Fine for a test and for nothing else. With the state zero it is a generator that fails. */
int board_random(uint8_t *out, size_t length)
{
    if (state == 0)
        return -1;
    for (size_t i = 0; i < length; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        out[i] = (uint8_t)state;
    }
    return 0;
}

uint32_t signed_of(uint32_t length)
{
    return example_sign(made, INPUT, INPUT + 32, length);
}

uint32_t all_of_it(uint32_t broken)
{
    state = !broken;
    return example();
}

int main(void)
{
    return (int)(signed_of(0) + all_of_it(0));
}
