/* SPDX-License-Identifier: MIT */
/*
 * PicoRV32 as its README measures it: fast multiplier, divider, barrel shifter, two ports of the
 * register file, and the memory interface that looks ahead, whose memory answers within a cycle.
 * One bus brings instructions and data.
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
    wire looks_read, looks_write;
    reg [31:0] answer;

    assign fetch_request = 0;
    assign fetch_address = 0;
    assign data_request = looks_read | looks_write;
    assign data_write = looks_write;
    assign access = data_request;
    assign access_address = data_address;
    assign program_counter = core.reg_pc;

    /* Memory reads while the core looks ahead; its answer is there in the cycle of the request. */
    always @(posedge clk) if (looks_read) answer <= data_read;

    picorv32 #(
        .PROGADDR_RESET(32'h80),
        .COMPRESSED_ISA(1),
        .BARREL_SHIFTER(1),
        .ENABLE_FAST_MUL(1),
        .ENABLE_DIV(1)
    ) core (
        .clk,
        .resetn(!reset),
        .trap(trapped),
        .mem_valid(),
        .mem_instr(),
        .mem_ready(1'b1),
        .mem_addr(),
        .mem_wdata(),
        .mem_wstrb(),
        .mem_rdata(answer),
        .mem_la_read(looks_read),
        .mem_la_write(looks_write),
        .mem_la_addr(data_address),
        .mem_la_wdata(data_written),
        .mem_la_wstrb(data_bytes),
        .pcpi_valid(),
        .pcpi_insn(),
        .pcpi_rs1(),
        .pcpi_rs2(),
        .pcpi_wr(1'b0),
        .pcpi_rd(32'b0),
        .pcpi_wait(1'b0),
        .pcpi_ready(1'b0),
        .irq(32'b0),
        .eoi(),
        .trace_valid(),
        .trace_data()
    );
endmodule
