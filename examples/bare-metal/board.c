/* SPDX-License-Identifier: MIT */
/* The board of QEMU's machine mps2-an386, a Cortex-M4: start-up and a console. Another board has
 * another memory map (board.ld) and another UART. */
#include "board.h"

int main(void);
void board_reset(void);

/* From the linker script. */
extern uint32_t board_stack_top[];
extern const uint32_t board_data_load[];
extern uint32_t board_data_start[], board_data_end[];
extern uint32_t board_bss_start[], board_bss_end[];

/* The exceptions of the core; no interrupt is enabled. */
__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    void (*handlers[15])(void);
} vectors = {board_stack_top,
             {board_reset, board_stop, board_stop, board_stop, board_stop, board_stop, board_stop,
              board_stop, board_stop, board_stop, board_stop, board_stop, board_stop, board_stop,
              board_stop}};

/* CMSDK UART 0 [ARM DDI 0479, 4.3]. */
struct uart {
    volatile uint32_t data, state, control, interrupt, divider;
};
#define UART ((struct uart *)0x40004000)
#define UART_TRANSMIT 1u  /* in control: enabled */
#define UART_FULL 1u      /* in state: the transmit buffer is full */
#define UART_DIVIDER 217u /* 115,200 baud at 25 MHz */

void board_reset(void)
{
    const uint32_t *from = board_data_load;
    for (uint32_t *to = board_data_start; to != board_data_end;) {
        *to++ = *from++;
    }
    for (uint32_t *to = board_bss_start; to != board_bss_end;) {
        *to++ = 0;
    }
    UART->divider = UART_DIVIDER;
    UART->control = UART_TRANSMIT;
    (void)main();
    board_stop();
}

void board_stop(void)
{
    for (;;) {
        __asm__ volatile("wfi");
    }
}

void board_start(const uint32_t *vectors)
{
    volatile uint32_t *vector_table = (volatile uint32_t *)0xe000ed08; /* VTOR [ARMv7-M, B3.2.5] */
    *vector_table = (uint32_t)(uintptr_t)vectors;
    __asm__ volatile("dsb\n\tisb\n\tmsr msp, %0\n\tbx %1" : : "r"(vectors[0]), "r"(vectors[1]));
}

static void put(char c)
{
    while (UART->state & UART_FULL) {
    }
    UART->data = (uint8_t)c;
}

void board_print(const char *text)
{
    while (*text != '\0') {
        put(*text++);
    }
}

void board_print_bytes(const uint8_t *bytes, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    for (; length > 0; length--, bytes++) {
        put(digits[*bytes >> 4]);
        put(digits[*bytes & 15]);
    }
    put('\n');
}
