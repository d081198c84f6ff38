/* SPDX-License-Identifier: MIT */
#include "base/base.h"

/* The layered library does not use the bytecode interpreter: this one file refuses its options. */
#if WHIT_LEAST && !defined(WHIT_AMALGAMATION)
#error "WHIT_LEAST is for the amalgamation, whit.c, not for files of src"
#endif
#if WHIT_LADDER && !defined(WHIT_AMALGAMATION)
#error "WHIT_LADDER is for the amalgamation, whit.c, not for files of src"
#endif

#if defined(__GNUC__) && WHIT_LIMB_BITS >= 32 && WHIT_PROFILE_RANK > WHIT_PROFILE_RANK_small
#define BASE_BY_WORDS 1
typedef limb __attribute__((may_alias)) base_word;
#else
#define BASE_BY_WORDS 0
#endif

WHIT_INTERNAL void base_copy(void *out, const void *in, size_t length)
{
    uint8_t *to = (uint8_t *)out;
    const uint8_t *from = (const uint8_t *)in;
#if BASE_BY_WORDS && WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast
    if (((uintptr_t)out | (uintptr_t)in) % LIMB_BYTES == 0) {
        for (; length >= LIMB_BYTES; length -= LIMB_BYTES) {
            *(base_word *)(void *)to = (base_word)base_opaque(
                *(const base_word *)(const void *)from);
            to += LIMB_BYTES;
            from += LIMB_BYTES;
        }
    }
#endif
    while (length-- > 0) {
        /* Opaque, or the loop becomes a call of memcpy. */
        *to++ = (uint8_t)base_opaque(*from++);
    }
}

WHIT_INTERNAL void base_wipe(void *object, size_t length)
{
    volatile uint8_t *byte = (volatile uint8_t *)object;
#if BASE_BY_WORDS
    for (; length > 0 && (uintptr_t)byte % LIMB_BYTES != 0; length--) {
        *byte++ = 0;
    }
    volatile base_word *at = (volatile base_word *)(volatile void *)byte;
    volatile base_word *end = at + length / LIMB_BYTES;
    for (; end - at >= 4; at += 4) {
        at[0] = 0;
        at[1] = 0;
        at[2] = 0;
        at[3] = 0;
    }
    while (at < end) {
        *at++ = 0;
    }
    byte = (volatile uint8_t *)at;
    length %= LIMB_BYTES;
#endif
    while (length-- > 0) {
        *byte++ = 0;
    }
}

WHIT_INTERNAL whit_status base_draw(uint8_t *out, size_t length, const whit_random *random)
{
    if (random == NULL || random->fill == NULL) {
        return WHIT_ERROR_RANDOM_MISSING;
    }
    if (random->fill(random->context, out, length) != WHIT_OK) {
        base_wipe(out, length);
        return WHIT_ERROR_RANDOM_FAILED;
    }
    limb any = 0;
    for (size_t i = 0; i < length; i++) {
        any |= out[i];
    }
    return base_public(base_mask_zero(any)) ? WHIT_ERROR_RANDOM_STUCK : WHIT_OK;
}

WHIT_INTERNAL int base_overlap(const void *a, size_t a_length, const void *b, size_t b_length)
{
    uintptr_t first = (uintptr_t)a;
    uintptr_t second = (uintptr_t)b;
    /* The distance from one start to the other, modulo the address space, is below the length of
     * the first region exactly if the second region starts inside it. */
    return (second - first < a_length && b_length != 0) ||
           (first - second < b_length && a_length != 0);
}

WHIT_INTERNAL int base_same(const void *a, const void *b, size_t length)
{
    const uint8_t *left = (const uint8_t *)a;
    const uint8_t *right = (const uint8_t *)b;
    limb difference = 0;
    for (size_t i = 0; i < length; i++) {
        difference |= (limb)(left[i] ^ right[i]);
    }
    return base_public(base_mask_zero(difference));
}

#if WHIT_ROM_APART

WHIT_INTERNAL void base_rom_load(void *out, const void *rom, size_t length)
{
    uint8_t *to = (uint8_t *)out;
    do {
        uint8_t byte;
        __asm__("lpm %0, Z+" : "=r"(byte), "+z"(rom));
        *to++ = byte;
    } while (--length > 0);
}

#endif
