/* SPDX-License-Identifier: MIT */
/* One side (MASTER) writes four bytes to the other, which takes its time before the third, and then
 * reads two. The master counts its runs in the first byte of its EEPROM. Each ends in an endless
 * loop, with `outcome` 1, or 2 if it gave up. */
#include <avr/eeprom.h>
#include <avr/io.h>
#include <stdint.h>

enum { ADDRESS = 0x21, GO = 1 << TWINT | 1 << TWEN, PATIENCE = 20000 };

volatile uint8_t outcome;
volatile uint8_t received[4];

static void end(uint8_t how)
{
    TWCR = 0;
    outcome = how;
    for (;;)
        ;
}

/* The status after an action; gives up when it does not come or is another. */
static void expect(uint8_t control, uint8_t status)
{
    uint16_t left = PATIENCE;
    TWCR = (uint8_t)(GO | control);
    while ((TWCR & 1 << TWINT) == 0)
        if (--left == 0)
            end(2);
    if ((TWSR & 0xF8) != status)
        end(2);
}

#ifdef MASTER
int main(void)
{
    eeprom_write_byte((uint8_t *)0, (uint8_t)(eeprom_read_byte((uint8_t *)0) + 1));
    TWBR = BIT_RATE;
    TWSR = 0;
    for (volatile uint16_t i = 0; i < 200; i++)
        ;
    expect(1 << TWSTA, 0x08);
    TWDR = ADDRESS << 1;
    expect(0, 0x18);
    for (uint8_t i = 0; i < 4; i++) {
        TWDR = (uint8_t)(0xA0 + i);
        expect(0, 0x28);
    }
    expect(1 << TWSTA, 0x10);
    TWDR = ADDRESS << 1 | 1;
    expect(0, 0x40);
    expect(1 << TWEA, 0x50);
    received[0] = TWDR;
    expect(0, 0x58);
    received[1] = TWDR;
    TWCR = GO | 1 << TWSTO;
    while ((TWCR & 1 << TWSTO) != 0)
        ;
    end(1);
}
#else
int main(void)
{
    TWAR = ADDRESS << 1;
    expect(1 << TWEA, 0x60);
    for (uint8_t i = 0; i < 4; i++) {
        if (i == 2)
            for (volatile uint16_t wait = 0; wait < 1000; wait++)
                ;
        expect(1 << TWEA, 0x80);
        received[i] = TWDR;
    }
    expect(1 << TWEA, 0xA0);
    expect(1 << TWEA, 0xA8);
    TWDR = 0x5A;
    expect(1 << TWEA, 0xB8);
    TWDR = 0x5B;
    expect(1 << TWEA, 0xC0);
    end(1);
}
#endif
