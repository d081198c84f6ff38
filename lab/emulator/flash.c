/* SPDX-License-Identifier: MIT */
/*
 * A word of code is fetched as soon as the word before it has come and the core has room for it;
 * it comes a cycle later, or when the line that holds it has been read from the array. The core
 * waits only when what it needs next has not come: a slow instruction hides the reads behind it.
 * A branch throws away what was fetched ahead, but the reads that it began run to their end.
 */
#include "flash.h"

#include <stdlib.h>
#include <string.h>

#define LONG_AGO (INT64_MIN / 2)
#define NO_LINE UINT32_MAX
#define RING 4u /* of the last words' times; at least ahead_words */

typedef struct {
    uint32_t line;
    uint32_t used; /* when it was used last */
} slot;

/* Lines that are kept: the least recently used of a set makes room. */
typedef struct {
    slot *slots;
    uint32_t sets, ways, clock;
} store;

struct flash_memory {
    flash_timing t;
    uint32_t line_shift;
    store code, data;
    uint32_t line;       /* that the last fetched word stands in */
    uint32_t next;       /* word to be fetched */
    int64_t available;   /* when the word before it has come */
    int64_t begun[RING]; /* when the instruction that ends each of the last words began */
    uint32_t behind;     /* first word that no instruction has ended yet */
    uint32_t coming;     /* line that is read ahead of its use */
    int64_t comes;       /* when it will be there */
    int64_t idle;        /* when the array has done its last read */
};

static int store_open(store *s, uint32_t lines, uint32_t ways)
{
    s->ways = ways == 0 || ways > lines ? lines : ways;
    s->sets = lines / s->ways;
    s->slots = calloc(lines, sizeof *s->slots);
    return s->slots != NULL;
}

static void store_reset(store *s)
{
    uint32_t n;
    s->clock = 0;
    for (n = 0; n < s->sets * s->ways; n++) {
        s->slots[n].line = NO_LINE;
        s->slots[n].used = 0;
    }
}

/* Whether a line is kept; if it is, it was used now. */
static int store_has(store *s, uint32_t line)
{
    slot *set = &s->slots[line % s->sets * s->ways];
    uint32_t n;
    for (n = 0; n < s->ways; n++) {
        if (set[n].line == line) {
            set[n].used = ++s->clock;
            return 1;
        }
    }
    return 0;
}

static void store_put(store *s, uint32_t line)
{
    slot *set = &s->slots[line % s->sets * s->ways], *oldest = set;
    uint32_t n;
    for (n = 1; n < s->ways; n++)
        if (set[n].used < oldest->used)
            oldest = &set[n];
    oldest->line = line;
    oldest->used = ++s->clock;
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* When a line that is not kept is there, were it asked for at `now`; it is kept from then on. */
static int64_t read_line(flash_memory *f, store *s, uint32_t line, int64_t now)
{
    int64_t there;
    if (line == f->coming) {
        there = later(now + 1, f->comes);
        f->coming = NO_LINE;
    } else {
        there = later(now, f->idle) + 1 + f->t.wait_states;
        f->idle = there;
    }
    store_put(s, line);
    return there;
}

/* Fetches the next word, at `now` or as soon as there is room for it. */
static void fetch_word(flash_memory *f)
{
    int64_t begin = later(f->available, f->begun[(f->next - f->t.ahead_words) % RING]);
    uint32_t line = f->next >> f->line_shift;
    f->available = begin + 1;
    if (line != f->line) {
        f->line = line;
        if (!store_has(&f->code, line))
            f->available = read_line(f, &f->code, line, begin);
        if (f->t.prefetch && line + 1 != f->coming && !store_has(&f->code, line + 1)) {
            f->coming = line + 1;
            f->comes = later(f->available, f->idle) + 1 + f->t.wait_states;
            f->idle = f->comes;
        }
    }
    f->next++;
}

/* What goes on until a branch at `now` is seen: words are fetched that nobody will need. */
static void run_ahead(flash_memory *f, int64_t now)
{
    while (f->next - f->behind < f->t.ahead_words &&
           later(f->available, f->begun[(f->next - f->t.ahead_words) % RING]) < now)
        fetch_word(f);
}

static void redirect(flash_memory *f, uint32_t word, uint32_t last, int64_t now)
{
    uint32_t n;
    run_ahead(f, now);
    f->available = later(f->available, now);
    for (n = 0; n < RING; n++)
        f->begun[n] = now;
    f->next = f->behind = word;
    if (word != last) { /* what the core's own cycles for a branch pay */
        fetch_word(f);
        f->available--;
    }
}

uint32_t flash_fetch(flash_memory *f, uint32_t offset, uint32_t bytes, int64_t now, int sequential)
{
    uint32_t last = (offset + bytes - 1) >> 2, end = (offset + bytes) >> 2, stall = 0;
    /* without wait states an instruction begins a cycle after its last word has come, and the
     * first word behind a branch is asked for a cycle before that */
    if (!sequential)
        redirect(f, offset >> 2, last, now - 2);
    while (f->next <= last)
        fetch_word(f);
    if (f->available >= now && f->next == last + 1)
        stall = (uint32_t)(f->available - now) + 1;
    for (; f->behind < end; f->behind++)
        f->begun[f->behind % RING] = now + stall;
    return stall;
}

uint32_t flash_load(flash_memory *f, uint32_t offset, uint32_t bytes, int64_t now)
{
    store *s = f->data.slots != NULL ? &f->data : &f->code;
    uint32_t line = offset / f->t.line_bytes, last = (offset + bytes - 1) / f->t.line_bytes;
    uint32_t stall = 0;
    for (; line <= last; line++) {
        uint32_t start = line * f->t.line_bytes;
        if (!store_has(s, line)) {
            int64_t asked = now + stall + (start > offset ? (start - offset) / 4 : 0);
            stall += (uint32_t)(read_line(f, s, line, asked) - asked) - 1;
            if (s == &f->code)
                f->line = NO_LINE; /* what was read last may be gone */
        }
    }
    return stall;
}

flash_memory *flash_open(const flash_timing *timing)
{
    flash_memory *f;
    uint32_t bytes = timing->line_bytes;
    if (bytes < 4 || (bytes & (bytes - 1)) != 0 || timing->buffers == 0 ||
        timing->ahead_words < 2 || timing->ahead_words > RING)
        return NULL;
    f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    f->t = *timing;
    for (bytes >>= 2; bytes > 1; bytes >>= 1)
        f->line_shift++;
    if (!store_open(&f->code, timing->buffers, timing->ways) ||
        (timing->data_buffers != 0 && !store_open(&f->data, timing->data_buffers, 0))) {
        flash_close(f);
        return NULL;
    }
    flash_reset(f);
    return f;
}

void flash_close(flash_memory *f)
{
    if (f != NULL) {
        free(f->code.slots);
        free(f->data.slots);
        free(f);
    }
}

void flash_reset(flash_memory *f)
{
    store_reset(&f->code);
    if (f->data.slots != NULL)
        store_reset(&f->data);
    f->line = f->coming = NO_LINE;
    f->behind = 0;
    f->next = f->t.ahead_words; /* so that nothing runs ahead before the first branch */
    f->available = f->idle = f->comes = LONG_AGO;
    memset(f->begun, 0, sizeof f->begun);
}
