/* SPDX-License-Identifier: MIT */
/* Instruction forms that compilers rarely choose; decoded, never run. */
    .syntax unified
    .thumb
    .text
    .global forms
    .type forms, %function
    .thumb_func
forms:
    adcs r0, r1
    add r8, r9
    add sp, r0
    add r0, sp, #8
    adr r0, 1f
    cmp r8, r1
    cmn r0, r1
    rors r0, r1
    sbcs r0, r1
    tst r0, r1
    mvns r0, r1
    rsbs r0, r1, #0
    sxth r0, r1
    uxth r0, r1
    sxtb r0, r1
    rev16 r0, r1
    revsh r0, r1
    ldrsb r0, [r1, r2]
    ldrsh r0, [r1, r2]
    strh r0, [r1, r2]
    ldm r0!, {r1-r7}
    ldm r0, {r0-r7}
    cpsid i
    cpsie i
    mrs r0, MSP
    msr MSP, r0
    dmb
    dsb
    isb
    nop
    sev
    wfe
    wfi
    bkpt #1
    svc #2
    udf #3
    .inst.w 0xF7F0A004
    .balign 4
1:
#if __ARM_ARCH >= 7
    adc r0, r1, r2, asr #3
    adds r8, r9, r10, ror #1
    addw r0, r1, #4095
    and r0, r1, #0x00FF00FF
    asr r8, r9, #7
    asr r8, r9, r10
    bfc r0, #3, #4
    bfi r0, r1, #5, #6
    bic r0, r1, r2, lsl #5
    clz r0, r1
    cmn r0, #0x1000
    cmp r8, r9, lsr #4
    cmp.w r0, #0xAB00AB00
    clrex
    eor r0, r1, #0xFF000000
    ldmdb r0!, {r1, r8}
    ldmia.w r0, {r1, r12}
    ldmdb r0, {r1, pc}
    ldr.w r0, [r1, r2, lsl #3]
    ldr r0, [r1, #-255]
    ldr r0, [r1], #-7
    ldr r0, [r1, #4095]
    ldr r8, [pc, #-200]
    ldr pc, [r0, r1, lsl #2]
    ldrt r0, [r1, #4]
    ldrb r0, [r1, #1]!
    ldrsb r8, [r1, #33]
    ldrsb.w r0, [pc, #12]
    ldrh r8, [r1], #2
    ldrsh r8, [r1, r2, lsl #1]
    ldrd r0, r1, [r2, #-1020]
    ldrd r0, r1, [r2], #8
    ldrd r0, r1, [sp, #8]!
    ldrd r0, r1, [pc, #16]
    ldrex r0, [r1, #4]
    ldrexb r0, [r1]
    ldrexh r0, [r1]
    strex r0, r1, [r2]
    strexb r0, r1, [r2]
    strexh r0, r1, [r2]
    lsl r8, r9, #3
    lsr r8, r9, r10
    mla r0, r1, r2, r3
    mls r0, r1, r2, r3
    mov r8, #0xAA00
    movt r0, #0x1234
    movw r0, #0x1234
    mul r8, r9, r10
    mvn r8, r9, lsl #2
    mvn r8, #0x55555555
    nop.w
    orn r0, r1, #0xF0
    orn r0, r1, r2
    orr r0, r1, #0xF0
    pld [r0, #12]
    pld [r0, #-12]
    pld [r0, r1, lsl #2]
    pld [pc, #4]
    pli [r0, #12]
    pop.w {r4, r8, r11}
    push.w {r4, r8, lr}
    push.w {r8}
    rbit r0, r1
    rev r8, r9
    rev16 r8, r9
    revsh r8, r9
    ror r8, r9, #5
    rrx r0, r1
    rsb r0, r1, #0xFF0000
    rsb r0, r1, r2, lsl #4
    sbc r0, r1, r2
    sbfx r0, r1, #4, #9
    sdiv r0, r1, r2
    smlal r0, r1, r2, r3
    smull r0, r1, r2, r3
    ssat r0, #9, r1
    ssat r0, #9, r1, asr #3
    ssat r0, #9, r1, lsl #3
    stmdb sp!, {r4, r8}
    stmdb r0, {r4, r8}
    stmia.w r0!, {r4, r8}
    strt r0, [r1]
    strb r8, [r1, r2, lsl #3]
    strb r8, [r1, #-1]!
    strh r8, [r1, #2000]
    str r8, [r1], #4
    strd r0, r1, [r2, #8]!
    sub sp, sp, r0
    sub.w sp, sp, #1024
    subw r0, r1, #4095
    sxtb r8, r9, ror #8
    sxth r8, r9
    tbb [r0, r1]
    tbh [r0, r1, lsl #1]
    teq r0, r1
    teq r0, #0xFF
    tst r0, r1, lsl #4
    tst r0, #0xFF
    ubfx r0, r1, #4, #9
    udiv r0, r1, r2
    umlal r0, r1, r2, r3
    umull r0, r1, r2, r3
    usat r0, #9, r1
    usat r0, #9, r1, asr #3
    uxtb r8, r9, ror #16
    uxth r8, r9
    mrs r0, BASEPRI
    msr BASEPRI, r0
    mrs r8, APSR
    msr APSR_nzcvq, r8
    bl forms
    b.w 1b
    beq.w 1b
    cbz r0, 2f
    cbnz r0, 2f
    nop
2:  itete ge
    addge r0, #1
    addlt r0, #2
    addge r0, #3
    addlt r0, #4
#endif
#if __ARM_FEATURE_DSP
    pkhbt r0, r1, r2, lsl #3
    pkhtb r0, r1, r2, asr #3
    qadd r0, r1, r2
    qdadd r0, r1, r2
    qdsub r0, r1, r2
    qsub r0, r1, r2
    qadd16 r0, r1, r2
    qasx r0, r1, r2
    sadd8 r0, r1, r2
    sel r0, r1, r2
    shadd8 r0, r1, r2
    shsax r0, r1, r2
    smlabb r0, r1, r2, r3
    smlatt r0, r1, r2, r3
    smlad r0, r1, r2, r3
    smladx r0, r1, r2, r3
    smlalbt r0, r1, r2, r3
    smlald r0, r1, r2, r3
    smlaldx r0, r1, r2, r3
    smlawb r0, r1, r2, r3
    smlsd r0, r1, r2, r3
    smlsld r0, r1, r2, r3
    smlsldx r0, r1, r2, r3
    smmla r0, r1, r2, r3
    smmlar r0, r1, r2, r3
    smmls r0, r1, r2, r3
    smmul r0, r1, r2
    smuad r0, r1, r2
    smulbt r0, r1, r2
    smulwt r0, r1, r2
    smusdx r0, r1, r2
    ssat16 r0, #3, r1
    ssub16 r0, r1, r2
    sxtab r0, r1, r2
    sxtab16 r0, r1, r2
    sxtah r0, r1, r2, ror #8
    sxtb16 r0, r1
    uadd8 r0, r1, r2
    uhsub16 r0, r1, r2
    umaal r0, r1, r2, r3
    uqadd8 r0, r1, r2
    uqsax r0, r1, r2
    usad8 r0, r1, r2
    usada8 r0, r1, r2, r3
    usat16 r0, #3, r1
    usub8 r0, r1, r2
    uxtab r0, r1, r2
    uxtah r0, r1, r2
    uxtb16 r0, r1, ror #8
#endif
#if __ARM_FP
    vmov s0, r0
    vmov r1, s31
    vmov s2, s3, r0, r1
    vmov r2, r3, d15
    vmov.f32 s5, s6
    vmov.f32 s5, #1.0
    vmrs r0, fpscr
    vmrs apsr_nzcv, fpscr
    vmsr fpscr, r0
    vldr s1, [r4, #-4]
    vldr d1, [r4, #8]
    vstr s1, [r4]
    vstr d15, [sp]
    vldmia r4, {s4-s7}
    vldmdb r4!, {d4-d5}
    vstmia r4!, {s31}
    vstmdb r4!, {d0-d15}
    vpush {s16-s31}
    vpop {s16-s31}
#endif
    bx lr
    .size forms, . - forms
