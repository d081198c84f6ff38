/* SPDX-License-Identifier: MIT */
/*
 * VexRiscv as its package's variant IMAC: five stages, caches of 4 KiB for instructions and data.
 * Its buses are Wishbone; memory acknowledges a word in the cycle of its request.
 */
module circuit (
    input clk,
    input reset,
    output fetch_request,
    output [31:0] fetch_address,
    input [31:0] fetch_read,
    output data_request,
    output data_write,
    output [31:0] data_address,
    output [3:0] data_bytes,
    output [31:0] data_written,
    input [31:0] data_read,
    output access,
    output [31:0] access_address,
    output [31:0] program_counter,
    output trapped
);
    wire fetch_cycle, fetch_strobe, data_cycle, data_strobe;
    wire [29:0] fetch_word, data_word;

    assign fetch_request = fetch_cycle & fetch_strobe;
    assign fetch_address = {fetch_word, 2'b00};
    assign data_request = data_cycle & data_strobe;
    assign data_address = {data_word, 2'b00};
    assign access = core.dataCache_1_io_cpu_memory_isValid;
    assign access_address = core.dataCache_1_io_cpu_memory_address;
    assign program_counter = core.memory_PC;
    assign trapped = core.CsrPlugin_hadException;

    VexRiscv core (
        .externalResetVector(32'h80),
        .timerInterrupt(1'b0),
        .softwareInterrupt(1'b0),
        .externalInterruptArray(32'b0),
        .iBusWishbone_CYC(fetch_cycle),
        .iBusWishbone_STB(fetch_strobe),
        .iBusWishbone_ACK(fetch_request),
        .iBusWishbone_WE(),
        .iBusWishbone_ADR(fetch_word),
        .iBusWishbone_DAT_MISO(fetch_read),
        .iBusWishbone_DAT_MOSI(),
        .iBusWishbone_SEL(),
        .iBusWishbone_ERR(1'b0),
        .iBusWishbone_CTI(),
        .iBusWishbone_BTE(),
        .dBusWishbone_CYC(data_cycle),
        .dBusWishbone_STB(data_strobe),
        .dBusWishbone_ACK(data_request),
        .dBusWishbone_WE(data_write),
        .dBusWishbone_ADR(data_word),
        .dBusWishbone_DAT_MISO(data_read),
        .dBusWishbone_DAT_MOSI(data_written),
        .dBusWishbone_SEL(data_bytes),
        .dBusWishbone_ERR(1'b0),
        .dBusWishbone_CTI(),
        .dBusWishbone_BTE(),
        .clk,
        .reset
    );
endmodule
