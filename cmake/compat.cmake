# SPDX-License-Identifier: MIT
# The interfaces of micro-ecc and TinyCrypt over Whit: the targets whit::compat and
# whit::tinycrypt, of which a program links one. See doc/migration.md.
#
# uECC_vli.h's functions are in it when WHIT_LIMB_BITS says how wide a word is.
include(GNUInstallDirs)
set(whit_uecc_curves secp160r1 secp192r1 secp224r1 secp256r1 secp256k1)

add_library(whit_compat STATIC compat/uECC.c compat/uECC_vli.c)
set_target_properties(whit_compat PROPERTIES EXPORT_NAME compat OUTPUT_NAME whit-compat)
target_include_directories(whit_compat PRIVATE src)
set(whit_uecc_defines "")
foreach(curve IN LISTS whit_uecc_curves)
    if(NOT curve IN_LIST whit_curve_list AND NOT "all" IN_LIST whit_curve_list)
        list(APPEND whit_uecc_defines "uECC_SUPPORTS_${curve}=0")
    endif()
endforeach()
if(WHIT_LIMB_BITS MATCHES "^(8|32|64)$")
    math(EXPR whit_word_bytes "${WHIT_LIMB_BITS} / 8")
    list(APPEND whit_uecc_defines uECC_ENABLE_VLI_API=1 "uECC_WORD_SIZE=${whit_word_bytes}")
    target_compile_definitions(whit_compat PRIVATE "WHIT_LIMB_BITS=${WHIT_LIMB_BITS}")
endif()
target_compile_definitions(whit_compat PUBLIC ${whit_uecc_defines})
set(whit_compat_targets whit_compat)
add_library(whit::compat ALIAS whit_compat)

if("secp256r1" IN_LIST whit_curve_list OR "all" IN_LIST whit_curve_list)
    add_library(whit_tinycrypt STATIC compat/tinycrypt/ecc.c)
    set_target_properties(whit_tinycrypt PROPERTIES
        EXPORT_NAME tinycrypt OUTPUT_NAME whit-tinycrypt)
    list(APPEND whit_compat_targets whit_tinycrypt)
    add_library(whit::tinycrypt ALIAS whit_tinycrypt)
endif()

foreach(target IN LISTS whit_compat_targets)
    target_include_directories(${target} PUBLIC
        "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/compat>"
        "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/whit/compat>")
    if(TARGET whit_posix)
        target_link_libraries(${target} PUBLIC whit_posix)
    else()
        target_link_libraries(${target} PUBLIC whit)
    endif()
endforeach()
list(APPEND whit_targets ${whit_compat_targets})
