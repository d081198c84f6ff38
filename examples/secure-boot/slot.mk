# SPDX-License-Identifier: MIT
# A boot loader in front of a slot, and an application in it, for QEMU's mps2-an386. A Makefile of
# this folder or beside it sets OUT, WHIT, PROFILE, the boot loader's sources BOOT and their flags
# BOOT_FLAGS, includes this one, and then says how vendor_key.inc, image.bin and whit.c are made.
CC := arm-none-eabi-gcc
BOARD := ../bare-metal
SLOT := ../secure-boot

CFLAGS := -std=c99 -Os -mcpu=cortex-m4 -mthumb -ffunction-sections -fdata-sections \
	-Wall -Wextra -Wpedantic -I$(BOARD) -I$(WHIT) -I$(OUT) -DWHIT_PROFILE=$(PROFILE)
LDFLAGS := -nostartfiles --specs=nano.specs -Wl,--gc-sections -L$(BOARD)

.PHONY: all run clean
all: $(OUT)/boot.elf $(OUT)/image.bin

$(OUT)/boot.elf: $(BOOT) $(wildcard *.h) $(SLOT)/boot.ld $(OUT)/vendor_key.inc $(BOARD)/board.c $(WHIT)/whit.c
	$(CC) $(CFLAGS) $(BOOT_FLAGS) $(LDFLAGS) -T $(SLOT)/boot.ld $(BOOT) $(BOARD)/board.c $(WHIT)/whit.c -o $@
	arm-none-eabi-size $@

$(OUT)/application.elf: $(SLOT)/application.c $(SLOT)/application.ld $(BOARD)/board.c $(WHIT)/whit.c
	$(CC) $(CFLAGS) $(LDFLAGS) -T $(SLOT)/application.ld $(SLOT)/application.c $(BOARD)/board.c -o $@

$(OUT)/application.bin: $(OUT)/application.elf
	arm-none-eabi-objcopy -O binary $< $@

run: all
	qemu-system-arm -M mps2-an386 -nographic -kernel $(OUT)/boot.elf \
		-device loader,file=$(OUT)/image.bin,addr=0x4000

clean:
	rm -rf $(OUT)
