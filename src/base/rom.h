/* SPDX-License-Identifier: MIT */
/* Constants in program memory.
 *
 * An AVR reads program memory by instructions of its own, and copies into RAM at start what is
 * only const. Large constants stay in program memory there, as WHIT_ROM, and are read by the
 * functions below; they have to lie in the first 64 KiB, where linkers put them. Everywhere else
 * they are ordinary objects, and all of this is nothing. */
#ifndef WHIT_BASE_ROM_H
#define WHIT_BASE_ROM_H

#include "base/limb.h"

#if defined(__AVR__) && defined(__AVR_HAVE_LPMX__)
#define WHIT_ROM_APART 1
#define WHIT_ROM __attribute__((__progmem__))
#else
#define WHIT_ROM_APART 0
#define WHIT_ROM
#endif

/* A constant of an object: within it or, apart, elsewhere in program memory. The object's type has
 * a ROM_MEMBER, its initialiser a ROM_VALUE; before it stands ROM_DEFINE with the same values. */
#if WHIT_ROM_APART
#define ROM_MEMBER(type, name, count) const type *name
#define ROM_DEFINE(type, name, ...) static const type name[] WHIT_ROM = {__VA_ARGS__};
#define ROM_VALUE(name, ...) name
#else
#define ROM_MEMBER(type, name, count) type name[count]
#define ROM_DEFINE(type, name, ...)
#define ROM_VALUE(name, ...) \
    {                        \
        __VA_ARGS__          \
    }
#endif

#if WHIT_ROM_APART

#define base_rom_load whit_base_rom_load

/* Copy `length` bytes, at least one. */
WHIT_INTERNAL void base_rom_load(void *out, const void *rom, size_t length);

WHIT_INLINE uint8_t base_rom_byte(const uint8_t *rom)
{
    uint8_t x;
    __asm__("lpm %0, Z" : "=r"(x) : "z"(rom));
    return x;
}

WHIT_INLINE uint16_t base_rom_uint16(const uint16_t *rom)
{
    uint16_t x;
    __asm__("lpm %A0, Z+\n\tlpm %B0, Z" : "=&r"(x), "+z"(rom));
    return x;
}

WHIT_INLINE uint32_t base_rom_uint32(const uint32_t *rom)
{
    uint32_t x;
    __asm__("lpm %A0, Z+\n\tlpm %B0, Z+\n\tlpm %C0, Z+\n\tlpm %D0, Z" : "=&r"(x), "+z"(rom));
    return x;
}

/* n limbs, n >= 1, in memory that other functions read: `room`. */
WHIT_INLINE const limb *base_rom_limbs(limb *room, const limb *rom, size_t n)
{
    base_rom_load(room, rom, n * LIMB_BYTES);
    return room;
}

#else

#define base_rom_load base_copy

WHIT_INLINE uint8_t base_rom_byte(const uint8_t *rom)
{
    return *rom;
}

WHIT_INLINE uint16_t base_rom_uint16(const uint16_t *rom)
{
    return *rom;
}

WHIT_INLINE uint32_t base_rom_uint32(const uint32_t *rom)
{
    return *rom;
}

/* Where they are. */
WHIT_INLINE const limb *base_rom_limbs(limb *room, const limb *rom, size_t n)
{
    (void)room;
    (void)n;
    return rom;
}

#endif

#endif
