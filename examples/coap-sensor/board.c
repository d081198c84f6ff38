/* SPDX-License-Identifier: MIT */
/* Start-up, clock, console and thermometer of an LM3S6965 [Stellaris LM3S6965 data sheet,
 * DS-LM3S6965-12746]. QEMU has no model of the chip's watchdog here: what goes wrong for good stops
 * the device and says so, where a product would start anew. */
#include "board.h"

#include <stddef.h>

int main(void);
void board_reset(void);

/* From the linker script. */
extern uint32_t board_stack_top[];
extern const uint32_t board_data_load[];
extern uint32_t board_data_start[], board_data_end[];
extern uint32_t board_bss_start[], board_bss_end[];

#define REGISTER(address) (*(volatile uint32_t *)(address))

/* System control. */
#define RAW_INTERRUPTS REGISTER(0x400fe050)
#define CLOCK_CONFIGURATION REGISTER(0x400fe060)
#define CLOCK_GATES_0 REGISTER(0x400fe100)
#define CLOCK_GATES_1 REGISTER(0x400fe104)
#define CLOCK_GATES_2 REGISTER(0x400fe108)
#define PLL_LOCKED (1u << 6)
#define CLOCK_BYPASS (1u << 11)
#define CLOCK_50_MHZ ((3u << 23) | (1u << 22) | (0xeu << 6)) /* PLL from 8 MHz, divided by 4 */
#define GATE_ADC (1u << 16)
#define GATE_TIMER_0 (1u << 16)
#define GATE_UART_0 1u
#define GATE_GPIO_A 1u
#define GATE_ETHERNET (1u << 28 | 1u << 30 | 1u << 5) /* MAC, PHY, and port F with its lamps */

#define GPIO_A_ALTERNATE REGISTER(0x40004420)
#define GPIO_A_DIGITAL REGISTER(0x4000451c)
#define UART_PINS 3u

#define UART_DATA REGISTER(0x4000c000)
#define UART_FLAGS REGISTER(0x4000c018)
#define UART_DIVIDER REGISTER(0x4000c024)
#define UART_FRACTION REGISTER(0x4000c028)
#define UART_LINE REGISTER(0x4000c02c)
#define UART_CONTROL REGISTER(0x4000c030)
#define UART_FULL (1u << 5)

#define TIMER_CONFIGURATION REGISTER(0x40030000)
#define TIMER_MODE REGISTER(0x40030004)
#define TIMER_CONTROL REGISTER(0x4003000c)
#define TIMER_CLEAR REGISTER(0x40030024)
#define TIMER_LOAD REGISTER(0x40030028)
#define TIMER_ONE_SHOT 1u
#define TIMER_ENABLED (1u | 1u << 5) /* and starts a conversion when it ends */

#define ADC_ACTIVE REGISTER(0x40038000)
#define ADC_RAW_INTERRUPTS REGISTER(0x40038004)
#define ADC_CLEAR REGISTER(0x4003800c)
#define ADC_TRIGGERS REGISTER(0x40038014)
#define ADC_CONTROL_3 REGISTER(0x400380a4)
#define ADC_RESULT_3 REGISTER(0x400380a8)
#define ADC_SEQUENCE_3 (1u << 3)
#define ADC_BY_TIMER_3 (5u << 12)
#define ADC_THERMOMETER 0xeu /* temperature sensor, interrupt, last step */
#define ADC_CODES 1024
#define ADC_PATIENCE 1000000u

#define SYSTICK_CONTROL REGISTER(0xe000e010)
#define SYSTICK_RELOAD REGISTER(0xe000e014)
#define SYSTICK_VALUE REGISTER(0xe000e018)
#define SYSTICK_ENABLED 7u /* by the core's clock, with its interrupt */

#define CORE_HZ 50000000u
#define PATIENCE 100000u /* iterations until a clock or a transmitter is ready */

static volatile uint32_t milliseconds;
static uint32_t arbitrary = 1;

void board_ethernet_interrupt(void);

static void tick(void)
{
    milliseconds++;
}

static void fault(void)
{
    board_stop("fault");
}

#define INTERRUPTS 44
#define ETHERNET_INTERRUPT 42

__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    void (*exceptions[15])(void);
    void (*interrupts[INTERRUPTS])(void);
} vectors = {
    board_stack_top,
    {board_reset, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault,
     fault, fault, tick},
    {[ETHERNET_INTERRUPT] = board_ethernet_interrupt},
};

static void start_clocks(void)
{
    CLOCK_CONFIGURATION |= CLOCK_BYPASS;
    CLOCK_CONFIGURATION = CLOCK_50_MHZ | CLOCK_BYPASS;
    for (uint32_t left = PATIENCE; left > 0 && (RAW_INTERRUPTS & PLL_LOCKED) == 0; left--) {
    }
    CLOCK_CONFIGURATION = CLOCK_50_MHZ;
    CLOCK_GATES_0 |= GATE_ADC;
    CLOCK_GATES_1 |= GATE_UART_0 | GATE_TIMER_0;
    CLOCK_GATES_2 |= GATE_GPIO_A | GATE_ETHERNET;
    SYSTICK_RELOAD = CORE_HZ / 1000 - 1;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = SYSTICK_ENABLED;
}

static void start_console(void)
{
    GPIO_A_ALTERNATE |= UART_PINS;
    GPIO_A_DIGITAL |= UART_PINS;
    UART_DIVIDER = 27; /* 115,200 baud: 50 MHz / 16 / 115,200 = 27 + 8 / 64 */
    UART_FRACTION = 8;
    UART_LINE = 0x70;     /* 8 bits, FIFO */
    UART_CONTROL = 0x301; /* both directions */
}

static void start_thermometer(void)
{
    ADC_ACTIVE = 0;
    ADC_TRIGGERS = ADC_BY_TIMER_3;
    ADC_CONTROL_3 = ADC_THERMOMETER;
    ADC_ACTIVE = ADC_SEQUENCE_3;
    TIMER_CONTROL = 0;
    TIMER_CONFIGURATION = 0; /* 32 bits */
    TIMER_MODE = TIMER_ONE_SHOT;
    TIMER_LOAD = CORE_HZ / 100000;
}

void board_reset(void)
{
    const uint32_t *from = board_data_load;
    for (uint32_t *to = board_data_start; to != board_data_end;) {
        *to++ = *from++;
    }
    for (uint32_t *to = board_bss_start; to != board_bss_end;) {
        *to++ = 0;
    }
    start_clocks();
    start_console();
    start_thermometer();
    (void)main();
    board_stop("the program ended");
}

uint32_t board_milliseconds(void)
{
    return milliseconds;
}

void board_sleep(void)
{
    /* An interrupt that came since the caller looked ends the sleep too: it waits masked. */
    __asm__ volatile("cpsid i" ::: "memory");
    if (!board_ethernet_waiting()) {
        __asm__ volatile("wfi");
    }
    __asm__ volatile("cpsie i" ::: "memory");
}

bool board_temperature(int32_t *millidegrees)
{
    ADC_CLEAR = ADC_SEQUENCE_3;
    TIMER_CLEAR = 1;
    TIMER_CONTROL = TIMER_ENABLED;
    for (uint32_t left = ADC_PATIENCE; left > 0; left--) {
        if (ADC_RAW_INTERRUPTS & ADC_SEQUENCE_3) {
            /* 2.7 V at -55 degrees less 1 V for each 75 degrees, of 3 V [data sheet, 12.2.6]. */
            const int32_t code = (int32_t)(ADC_RESULT_3 & (ADC_CODES - 1));
            *millidegrees = 147500 - 225000 * code / ADC_CODES;
            return true;
        }
    }
    return false;
}

void board_seed(uint32_t seed)
{
    arbitrary = seed == 0 ? 1 : seed;
}

/* xorshift32 [Mar03]. */
uint32_t board_arbitrary(void)
{
    arbitrary ^= arbitrary << 13;
    arbitrary ^= arbitrary >> 17;
    arbitrary ^= arbitrary << 5;
    return arbitrary;
}

static void put(char c)
{
    for (uint32_t left = PATIENCE; left > 0 && (UART_FLAGS & UART_FULL) != 0; left--) {
    }
    UART_DATA = (uint8_t)c;
}

void board_print(const char *text)
{
    while (*text != '\0') {
        put(*text++);
    }
}

void board_print_number(uint32_t number)
{
    char digits[11];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    board_print(digits + at);
}

void board_stop(const char *reason)
{
    __asm__ volatile("cpsid i" ::: "memory");
    board_print("stopped: ");
    board_print(reason);
    board_print("\n");
    for (;;) {
        __asm__ volatile("wfi");
    }
}
