/* SPDX-License-Identifier: MIT */
/*
 * Ibex as its configuration `small`, the parameters' defaults: two stages, the fast multiplier of
 * several cycles, no ALU for branch targets, no cache. Memory grants a request at once and answers
 * in the next cycle, the soonest that the protocol has.
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
    reg fetch_answers, data_answers;
    reg [31:0] fetch_answer, data_answer;

    assign access = data_request;
    assign access_address = data_address;
    assign program_counter = core.u_ibex_core.pc_id;

    always @(posedge clk) begin
        fetch_answers <= fetch_request;
        fetch_answer <= fetch_read;
        data_answers <= data_request;
        data_answer <= data_read;
        if (reset) begin
            fetch_answers <= 0;
            data_answers <= 0;
        end
    end

    /* An exception goes to address 0, where there is no instruction: that makes a second one. */
    ibex_top #(
        .RV32M(ibex_pkg::RV32MFast)
    ) core (
        .clk_i(clk),
        .rst_ni(!reset),
        .test_en_i(1'b0),
        .ram_cfg_i('0),
        .hart_id_i(32'b0),
        .boot_addr_i(32'b0),
        .instr_req_o(fetch_request),
        .instr_gnt_i(1'b1),
        .instr_rvalid_i(fetch_answers),
        .instr_addr_o(fetch_address),
        .instr_rdata_i(fetch_answer),
        .instr_rdata_intg_i(7'b0),
        .instr_err_i(1'b0),
        .data_req_o(data_request),
        .data_gnt_i(1'b1),
        .data_rvalid_i(data_answers),
        .data_we_o(data_write),
        .data_be_o(data_bytes),
        .data_addr_o(data_address),
        .data_wdata_o(data_written),
        .data_wdata_intg_o(),
        .data_rdata_i(data_answer),
        .data_rdata_intg_i(7'b0),
        .data_err_i(1'b0),
        .irq_software_i(1'b0),
        .irq_timer_i(1'b0),
        .irq_external_i(1'b0),
        .irq_fast_i(15'b0),
        .irq_nm_i(1'b0),
        .scramble_key_valid_i(1'b0),
        .scramble_key_i('0),
        .scramble_nonce_i('0),
        .scramble_req_o(),
        .debug_req_i(1'b0),
        .crash_dump_o(),
        .double_fault_seen_o(trapped),
        .fetch_enable_i(ibex_pkg::IbexMuBiOn),
        .alert_minor_o(),
        .alert_major_internal_o(),
        .alert_major_bus_o(),
        .core_sleep_o(),
        .scan_rst_ni(1'b1)
    );
endmodule

/* What Ibex leaves to the technology. */
module prim_buf #(
    parameter int Width = 1
) (
    input [Width-1:0] in_i,
    output [Width-1:0] out_o
);
    assign out_o = in_i;
endmodule

/* The clock stops while the core sleeps, which it does not. */
module prim_clock_gating (
    input clk_i,
    input en_i,
    input test_en_i,
    output clk_o
);
    assign clk_o = clk_i;
endmodule
