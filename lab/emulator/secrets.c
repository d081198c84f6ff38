/* SPDX-License-Identifier: MIT */
#include "secrets.h"

#include <stdlib.h>
#include <string.h>

#include "following.h"

int following_begin(secrets *s, const secrets_program *p)
{
    s->program = *p;
    s->ram = calloc(p->ram_bytes, 1);
    if (s->ram != NULL)
        return 1;
    secrets_close(s);
    return 0;
}

void secrets_close(secrets *s)
{
    if (s == NULL)
        return;
    s->release(s);
    free(s->ram);
    free(s->findings);
    free(s);
}

void following_find(secrets *s, uint32_t kind, uint32_t cause)
{
    secrets_finding *f = s->findings;
    for (; f < s->findings + s->count; f++) {
        if (f->address == s->pc && f->kind == kind) {
            f->times++;
            return;
        }
    }
    if (s->count == s->room) {
        uint32_t room = s->room ? 2 * s->room : 64;
        f = realloc(s->findings, room * sizeof *f);
        if (f == NULL)
            abort(); /* rather than leave out a finding */
        s->findings = f;
        s->room = room;
    }
    f = &s->findings[s->count++];
    f->kind = kind;
    f->address = s->pc;
    f->cause = cause;
    f->times = 1;
}

uint32_t following_load(const secrets *s, uint32_t address, unsigned size)
{
    uint32_t m = 0;
    unsigned n;
    for (n = 0; n < size; n++) {
        uint32_t offset = address + n - s->program.ram_base;
        if (offset < s->program.ram_bytes)
            m |= (uint32_t)s->ram[offset] << (8 * n);
    }
    return m;
}

void following_store(secrets *s, uint32_t address, unsigned size, uint32_t m)
{
    unsigned n;
    for (n = 0; n < size; n++) {
        uint32_t offset = address + n - s->program.ram_base;
        if (offset < s->program.ram_bytes)
            s->ram[offset] = (uint8_t)(m >> (8 * n));
    }
}

void following_publish(secrets *s)
{
    uint32_t n, i;
    for (n = 0; n < s->place_count; n++) {
        const following_place *p = &s->places[n];
        if (p->address == s->pc) {
            uint32_t from = s->value(s, p->number);
            for (i = 0; i < p->bytes; i++)
                following_store(s, from + i, 1, 0);
        }
    }
}

void secrets_mark(secrets *s, uint32_t address, uint32_t bytes)
{
    uint32_t n;
    for (n = 0; n < bytes; n++)
        following_store(s, address + n, 1, 0xFF);
}

void secrets_mark_bits(secrets *s, uint32_t address, uint32_t bits)
{
    following_store(s, address, 1, bits);
}

void secrets_mark_register(secrets *s, unsigned number, uint32_t bits)
{
    s->registers[number & 31u] = bits;
}

int secrets_publish(secrets *s, uint32_t address, unsigned number, uint32_t bytes)
{
    following_place *p = &s->places[s->place_count];
    if (s->place_count == FOLLOWING_PLACES)
        return 0;
    p->address = address;
    p->number = number;
    p->bytes = bytes;
    s->place_count++;
    return 1;
}

uint32_t secrets_count(const secrets *s, uint32_t address, uint32_t bytes)
{
    uint32_t n, count = 0;
    for (n = 0; n < bytes; n++)
        count += following_load(s, address + n, 1) != 0;
    return count;
}

uint32_t secrets_bits(const secrets *s, uint32_t address)
{
    return following_load(s, address, 1);
}

uint32_t secrets_register(const secrets *s, unsigned number)
{
    return s->registers[number & 31u];
}

uint32_t secrets_flags(const secrets *s)
{
    return s->flags(s);
}

uint32_t secrets_findings(const secrets *s, secrets_finding *out, uint32_t room)
{
    if (s->count > 0 && room > 0)
        memcpy(out, s->findings, (s->count < room ? s->count : room) * sizeof *out);
    return s->count;
}

uint64_t secrets_instructions(const secrets *s)
{
    return s->instructions;
}
