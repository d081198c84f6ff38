/* SPDX-License-Identifier: MIT */
/* The measuring program on the host: reads requests on standard input, answers on
 * standard output, until the input ends. A request is the structure below, an answer
 * the other one and then the buffers; in the host's own byte order and layout, where
 * neither has padding.
 *
 * Time is that of the time-stamp counter, the median of the repetitions; where there
 * is no such counter it is zero. Stack is counted by painting the stack of the call.
 * Without repetitions the operation runs once and nothing is measured: another program,
 * which runs this one, counts. */
#define _XOPEN_SOURCE 700
#include "adapter.h"
#include "harness.h"
#include "operations.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define STACK_BYTES 65536
#define PAINT 0xa5
#define MAX_REPETITIONS 1001

struct request {
    uint32_t operation;
    uint32_t repetitions;
    struct harness_buffers buffers;
    uint8_t pool[HARNESS_POOL_BYTES];
};

struct answer {
    uint64_t ticks;
    uint64_t stack_bytes;
    int32_t value;
    uint32_t draws;
};

static ucontext_t caller, callee;
static uint8_t stack[STACK_BYTES];
static struct request request;
static struct answer answer;

static uint64_t ticks(void)
{
#if defined(__x86_64__)
    uint32_t low, high;

    /* LFENCE waits for what came before to finish. */
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
#else
    return 0;
#endif
}

static int compare(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left;
    uint64_t b = *(const uint64_t *)right;

    return (a > b) - (a < b);
}

static void load(void)
{
    size_t i;

    harness_buffers = request.buffers;
    harness_pool_position = 0;
    harness_draws = 0;
    for (i = 0; i < HARNESS_POOL_BYTES; i++) {
        harness_pool[i] = request.pool[i];
    }
    if (harness_begin() != 0) {
        exit(1);
    }
}

/* `answer` and not a result, since a context, whose stack is painted, has none. */
static void run(void)
{
    answer.value = harness_run(request.operation);
}

static uint64_t stack_used(void)
{
    size_t low = 0;

    memset(stack, PAINT, sizeof stack);
    load();
    if (getcontext(&callee) != 0) {
        exit(1);
    }
    callee.uc_stack.ss_sp = stack;
    callee.uc_stack.ss_size = sizeof stack;
    callee.uc_link = &caller;
    makecontext(&callee, run, 0);
    if (swapcontext(&caller, &callee) != 0) {
        exit(1);
    }
    while (low < sizeof stack && stack[low] == PAINT) {
        low++;
    }
    return sizeof stack - low;
}

static uint64_t time_taken(void)
{
    static uint64_t times[MAX_REPETITIONS];
    uint32_t count = request.repetitions;
    uint32_t i;

    if (count > MAX_REPETITIONS) {
        return 0;
    }
    for (i = 0; i < count; i++) {
        uint64_t start;

        load();
        start = ticks();
        answer.value = harness_run(request.operation);
        times[i] = ticks() - start;
    }
    qsort(times, count, sizeof times[0], compare);
    return times[count / 2];
}

int main(void)
{
    if (adapter_prepare != NULL && adapter_prepare() != 0) {
        return 1;
    }
    while (fread(&request, sizeof request, 1, stdin) == 1) {
        memset(&answer, 0, sizeof answer);
        if (request.repetitions == 0) {
            load();
            run();
        } else {
            answer.stack_bytes = stack_used();
            answer.ticks = time_taken();
        }
        if (harness_end() != 0) {
            answer.value = 1;
        }
        answer.draws = harness_draws;
        if (fwrite(&answer, sizeof answer, 1, stdout) != 1 ||
            fwrite(&harness_buffers, sizeof harness_buffers, 1, stdout) != 1 ||
            fflush(stdout) != 0) {
            return 1;
        }
    }
    return 0;
}
