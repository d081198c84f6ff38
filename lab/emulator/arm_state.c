/* SPDX-License-Identifier: MIT */
#include "arm_state.h"

int arm_isa(int core)
{
    static const uint8_t sets[CORE_COUNT] = {ISA_V6M,  ISA_V6M,  ISA_V7M,
                                             ISA_V7EM, ISA_V7EM, ISA_V7EM_FLOAT};
    return sets[core];
}

uint32_t arm_register(uc_engine *uc, unsigned r, uint32_t pc)
{
    static const int ids[15] = {UC_ARM_REG_R0,  UC_ARM_REG_R1, UC_ARM_REG_R2,  UC_ARM_REG_R3,
                                UC_ARM_REG_R4,  UC_ARM_REG_R5, UC_ARM_REG_R6,  UC_ARM_REG_R7,
                                UC_ARM_REG_R8,  UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11,
                                UC_ARM_REG_R12, UC_ARM_REG_SP, UC_ARM_REG_LR};
    uint32_t value = 0;
    if (r == REGISTER_PC)
        return pc + 4;
    uc_reg_read(uc, ids[r], &value);
    return value;
}

unsigned arm_carry(uc_engine *uc)
{
    uint32_t flags = 0;
    uc_reg_read(uc, UC_ARM_REG_XPSR, &flags);
    return flags >> 29 & 1u;
}

uint32_t arm_address(uc_engine *uc, const instruction *i, uint32_t pc)
{
    uint32_t address = arm_register(uc, i->base, pc);
    int32_t immediate = i->offset;
    if (i->base == REGISTER_PC && i->kind != KIND_TABLE_BRANCH)
        address &= ~3u;
    if (i->index != REGISTER_NONE)
        return address + (arm_register(uc, i->index, pc) << i->shift);
    return address + (uint32_t)immediate;
}
