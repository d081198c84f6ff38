# SPDX-License-Identifier: MIT
# The interfaces of other libraries over Whit, of which a program links one: whit::compat, which
# is micro-ecc's, and a target for each interface of one curve, such as whit::tinycrypt. See
# doc/migration.md.
#
# uECC_vli.h's functions are in whit::compat when WHIT_LIMB_BITS says how wide a word is.
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
set(whit_compat_headers compat/uECC.h compat/uECC_vli.h)
add_library(whit::compat ALIAS whit_compat)

# A source that includes one curve's header is an interface of one curve. Its name is that of its
# folder in compat/, whose headers go with it, or else its own, and its header's is the same.
file(GLOB whit_compat_sources RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS
    compat/*.c compat/*/*.c)
foreach(source IN LISTS whit_compat_sources)
    file(STRINGS "${source}" whit_includes REGEX "^#include <whit/[a-z0-9_]+[.]h>$")
    set(whit_curve "")
    foreach(include IN LISTS whit_includes)
        string(REGEX REPLACE "^#include <whit/([a-z0-9_]+)[.]h>$" "\\1" header "${include}")
        if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/curves/${header}.toml")
            list(APPEND whit_curve ${header})
        endif()
    endforeach()
    list(LENGTH whit_curve curves)
    if(NOT curves EQUAL 1)
        continue()
    endif()
    if(NOT whit_curve IN_LIST whit_curve_list AND NOT "all" IN_LIST whit_curve_list)
        continue()
    endif()
    get_filename_component(folder "${source}" DIRECTORY)
    get_filename_component(name "${source}" NAME_WE)
    set(headers "compat/${name}.h")
    if(NOT folder STREQUAL "compat")
        get_filename_component(name "${folder}" NAME)
        set(headers "${folder}")
    endif()
    string(REPLACE "-" "_" target "whit_${name}")
    add_library(${target} STATIC "${source}")
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME whit-${name})
    list(APPEND whit_compat_targets ${target})
    list(APPEND whit_compat_headers "${headers}")
    add_library(whit::${name} ALIAS ${target})
endforeach()

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
