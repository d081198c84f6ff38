/* SPDX-License-Identifier: MIT */
/*
 * What a probe would see of a Cortex-M by a model of Hamming weights and distances: a number for
 * each instruction, the sum of four parts. Runs of one path are summed up in two groups, so that no
 * trace is kept. lab/leakage has the statistics, doc/leak.md what the model leaves out.
 */
#ifndef LAB_LEAKAGE_H
#define LAB_LEAKAGE_H

#include <stdint.h>

/* In the order of PARTS in lab/leakage/record.py, which has the words. */
enum {
    PART_OPERANDS, /* bits that change on the two buses that bring operands */
    PART_RESULT,   /* bits set in what is written to registers */
    PART_REGISTER, /* bits that change in these registers */
    PART_MEMORY,   /* bits set in a word of data that memory and core exchange, and bits that
                    * change from the word before */
    PARTS
};
#define GROUPS 2
#define POWERS 4
#define PART_POWERS 2
#define LEAKAGE_RUNS 5000 /* of a group, so that sums of a part's squares have room in 32 bits */

/* A core of Unicorn's with memories that stay valid until leakage_close. */
typedef struct {
    void *core;
    const uint8_t *flash, *ram;
    uint32_t flash_base, flash_bytes, ram_base, ram_bytes;
} leakage_program;

/* Which instructions have a sample: of those numbered from `first` to before `last` in a run, the
 * ones at addresses from `low` to before `high`. And the public output's place in RAM. */
typedef struct {
    uint64_t first, last;
    uint32_t low, high;
    uint32_t output, output_bytes;
} leakage_window;

/* What a run was. Mirrored by leaking._Run. */
typedef struct {
    uint64_t instructions; /* those that IT skips count */
    uint64_t samples;
    uint64_t parted; /* the first instruction that is at another address than in the first run */
    uint64_t output; /* the sample that first writes other than zero to the output; or ~0 */
    uint32_t here, there; /* the addresses where the runs parted */
    uint32_t bad;         /* LEAKAGE_... */
} leakage_run;

enum { LEAKAGE_GOOD, LEAKAGE_PARTED, LEAKAGE_MEMORY, LEAKAGE_UNKNOWN, LEAKAGE_LOST };

typedef struct leakage leakage;

/* NULL when memory is short or Unicorn refuses the hook. */
leakage *leakage_open(const leakage_program *p, int core, const leakage_window *window);
void leakage_close(leakage *l);

/* Around a call, whose registers are set. The first run that was good is the one that others are
 * compared with. */
void leakage_begin(leakage *l);
void leakage_end(leakage *l, leakage_run *run);

/* Adds the last run, which was good, to a group. 0 when memory is short or the group is full. */
int leakage_add(leakage *l, unsigned group);

/* Of a group: the sums over its runs of a sample's first to fourth power, power by power; and of
 * the first two powers of each part, part by part. NULL before the first leakage_add. */
const uint64_t *leakage_sums(const leakage *l, unsigned group);
const uint32_t *leakage_part_sums(const leakage *l, unsigned group);

/* The address of each sample, and its parts in the last run, which are PARTS numbers each. */
const uint32_t *leakage_addresses(const leakage *l);
const uint16_t *leakage_last(const leakage *l);

#endif
