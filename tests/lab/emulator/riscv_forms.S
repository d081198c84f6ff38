/* SPDX-License-Identifier: MIT */
/* Instruction forms that compilers rarely choose; decoded, never run. */
    .text
    .option norelax
    .global forms
    .type forms, @function
forms:
    .option push
    .option norvc
    add a0, a1, a2
    sub a0, a1, a2
    sll a0, a1, a2
    slt a0, a1, a2
    sltu a0, a1, a2
    xor a0, a1, a2
    srl a0, a1, a2
    sra a0, a1, a2
    or a0, a1, a2
    and a0, a1, a2
    slti a0, a1, -3
    sltiu a0, a1, 3
    xori a0, a1, -1
    ori a0, a1, 2047
    andi a0, a1, -2048
    slli a0, a1, 31
    srli a0, a1, 1
    srai a0, a1, 31
    lui a0, 0xFFFFF
    auipc a0, 1
    mul a0, a1, a2
    mulh a0, a1, a2
    mulhsu a0, a1, a2
    mulhu a0, a1, a2
    div a0, a1, a2
    divu a0, a1, a2
    rem a0, a1, a2
    remu a0, a1, a2
    lb a0, -1(a1)
    lh a0, 2(a1)
    lw a0, 2047(a1)
    lbu a0, -2048(a1)
    lhu a0, (a1)
    sb a0, -1(a1)
    sh a0, 2(a1)
    sw a0, -2048(a1)
    beq a0, a1, forms
    bne a0, a1, forms
    blt a0, a1, forms
    bge a0, a1, forms
    bltu a0, a1, forms
    bgeu a0, a1, forms
    jal a0, forms
    jalr a0, 4(a1)
    fence
    fence rw, w
    ecall
    ebreak
    wfi
    mret
    .option arch, +zicsr
    csrrw a0, mscratch, a1
    csrrs a0, mscratch, a1
    csrrc a0, mscratch, a1
    csrrwi a0, mscratch, 3
    csrrsi a0, mscratch, 3
    csrrci a0, mscratch, 3
1:  j 1b
    .option pop
    c.addi4spn a0, sp, 1020
    c.lw a0, 124(a1)
    c.sw a0, 64(a1)
    c.nop
    c.addi a0, -32
    c.jal forms
    c.li a0, 31
    c.addi16sp sp, -512
    c.lui a0, 31
    c.srli a0, 31
    c.srai a0, 1
    c.andi a0, -1
    c.sub a0, a1
    c.xor a0, a1
    c.or a0, a1
    c.and a0, a1
    c.j forms
    c.beqz a0, forms
    c.bnez a0, forms
    c.slli a0, 31
    c.lwsp a0, 252(sp)
    c.jr a0
    c.mv a0, a1
    c.ebreak
    c.jalr a0
    c.add a0, a1
    c.swsp a0, 252(sp)
1:  c.j 1b
    .size forms, . - forms
