# SPDX-License-Identifier: MIT
# The shared library, whit::shared, beside the static one. It offers the names of abi.txt and no
# other. Its name at run time changes with each minor version until 1.0, and with major ones after.
if(WIN32 OR APPLE)
    message(FATAL_ERROR "WHIT_SHARED is for systems with ELF")
endif()
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(whit_abi "0.${PROJECT_VERSION_MINOR}")
else()
    set(whit_abi "${PROJECT_VERSION_MAJOR}")
endif()

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS cmake/abi.txt)
file(STRINGS cmake/abi.txt whit_exported REGEX "^whit_[A-Za-z0-9_]+$")
list(JOIN whit_exported ";\n" whit_exported)
set(whit_version_script "${CMAKE_CURRENT_BINARY_DIR}/whit.map")
file(CONFIGURE OUTPUT "${whit_version_script}" @ONLY CONTENT
    "WHIT_@whit_abi@ {\nglobal:\n@whit_exported@;\nlocal:\n*;\n};\n")

add_library(whit_shared SHARED ${whit_sources})
target_include_directories(whit_shared PRIVATE src)
target_compile_definitions(whit_shared
    PRIVATE ${whit_definitions_PRIVATE}
    PUBLIC ${whit_definitions_PUBLIC})
target_link_options(whit_shared PRIVATE
    "LINKER:--version-script=${whit_version_script}" "LINKER:--gc-sections")
set_target_properties(whit_shared PROPERTIES
    EXPORT_NAME shared OUTPUT_NAME whit
    VERSION "${PROJECT_VERSION}" SOVERSION "${whit_abi}"
    LINK_DEPENDS "${whit_version_script}")
list(APPEND whit_targets whit_shared)
add_library(whit::shared ALIAS whit_shared)
