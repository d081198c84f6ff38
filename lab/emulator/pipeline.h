/* SPDX-License-Identifier: MIT */
/*
 * What an instruction costs because of the one right before it, on Cortex-M3 and M4. The rules, and
 * where they come from:
 *   - A branch to a wide instruction that begins in the middle of a word takes a cycle more: words
 *     are fetched whole, and it needs two (manual, fetch).
 *   - IT takes no cycle behind an instruction of 16 bits: it "can be folded onto a preceding 16-bit
 *     Thumb instruction" (manual, table 3-1; by all of it that was measured).
 *   - A taken branch that names its target takes two cycles, others three: "whether the processor
 *     manages to speculate the address early" (manual; two by fetch).
 *   - An address is needed a cycle before other operands: behind an instruction that computes a
 *     register of it, an access takes a cycle more (manual, measurement).
 *   - A load or single store behind a load that is no part of its address takes a cycle less, on M3
 *     unless it writes its base back (manual, measurement).
 *   - Nothing overlaps with a store before it: a load behind one takes a cycle more (manual,
 *     measurement).
 * Not modelled: "LDR Rx,[PC,#imm] might add a cycle because of contention with the fetch unit"
 * (manual), loads that do not overlap because they read different memories, or are wide and not
 * aligned, a NOP that a load hides (measurement), unaligned stores, which "do not pipeline"
 * (manual) and wait in the write buffer, that buffer when it is full, and the cycle that a third
 * wide instruction in a row that is not aligned took from the flash of an STM32L4 (fetch): AES on
 * an STM32F103 and an STM32F407 takes what it takes without (jnk0le/cortexm-AES). doc/lab.md has
 * how close this comes to what was measured.
 *
 *   manual       Cortex-M3 r2p1, DDI 0337I, table 3-1 and section 3.3.2; Cortex-M4 r0p1, DDI 0439D,
 *                table 3-1 and section 3.3.3
 *   fetch        cycles counted on an STM32L4: compendium.i-0.nl, "Alignment rules"
 *   measurement  cycles counted on an STM32F103 and an STM32F407: jnk0le/random, "pipeline cycle
 *                test", doc/cortex_m3m4.md
 */
#ifndef LAB_PIPELINE_H
#define LAB_PIPELINE_H

#include "instruction.h"

/* What is known of the instruction right before. */
typedef struct {
    uint16_t computed; /* registers that it computed */
    uint16_t fed;      /* registers that it loads, when what follows may overlap with it */
    uint8_t stored;    /* it stored a register */
    uint8_t narrow;    /* it has 16 bits */
} pipeline;

/* Sets what pipeline_enter asks of an instruction that cycles_assign has seen; its halfwords. */
void pipeline_assign(instruction *i, int core, uint32_t first, uint32_t second);

/* Nothing right before is known: a run begins. */
void pipeline_forget(pipeline *p);

/*
 * An instruction is skipped. That is known only once it is executed: for what stands behind it, it
 * has its width and computes its registers as if it were not, but loads and stores nothing.
 */
void pipeline_skip(pipeline *p, const instruction *i);

/*
 * Cycles to add to i->cycles for the instruction at `address`, -1 at least; `follows` if it stands
 * behind the one before it, 0 if a branch led to it.
 */
int pipeline_enter(pipeline *p, const instruction *i, uint32_t address, int follows);

#endif
