# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: libraries, headers, the CMake package and pkg-config files.
# An installed tree may be moved as a whole.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(whit_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Whit")
set(whit_pkgconfig_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

install(TARGETS ${whit_targets} EXPORT WhitTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
if(NOT TARGET whit_posix)
    set(whit_without PATTERN posix.h EXCLUDE)
endif()
install(DIRECTORY include/whit DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" ${whit_without})

if(TARGET whit_compat)
    foreach(headers IN LISTS whit_compat_headers)
        if(IS_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/${headers}")
            install(DIRECTORY "${headers}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/whit/compat"
                FILES_MATCHING PATTERN *.h)
        else()
            install(FILES "${headers}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/whit/compat")
        endif()
    endforeach()
    set(whit_compat_requires whit)
    if(TARGET whit_posix)
        set(whit_compat_requires whit-posix)
    endif()
    string(REGEX REPLACE "([^;]+);?" " -D\\1" whit_compat_cflags "${whit_uecc_defines}")
    string(STRIP "${whit_compat_cflags}" whit_compat_cflags)
endif()

install(EXPORT WhitTargets NAMESPACE whit:: DESTINATION "${whit_cmake_dir}")
# Programs see the size of a hash's state, so they are told WHIT_HASH_LIMIT.
list(TRANSFORM whit_definitions_PUBLIC PREPEND "-D" OUTPUT_VARIABLE whit_cflags)
list(JOIN whit_cflags " " whit_cflags)
configure_package_config_file(
    cmake/WhitConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/WhitConfig.cmake"
    INSTALL_DESTINATION "${whit_cmake_dir}"
    NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/WhitConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES
    "${CMAKE_CURRENT_BINARY_DIR}/WhitConfig.cmake"
    "${CMAKE_CURRENT_BINARY_DIR}/WhitConfigVersion.cmake"
    DESTINATION "${whit_cmake_dir}")

if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(whit_pc_prefix "${CMAKE_INSTALL_PREFIX}")
    set(whit_pc_libdir "${CMAKE_INSTALL_FULL_LIBDIR}")
    set(whit_pc_includedir "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
    file(RELATIVE_PATH whit_pc_up "/${whit_pkgconfig_dir}" "/")
    string(REGEX REPLACE "/$" "" whit_pc_up "${whit_pc_up}")
    set(whit_pc_prefix "\${pcfiledir}/${whit_pc_up}")
    set(whit_pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
    set(whit_pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(whit_pc_targets ${whit_targets})
list(REMOVE_ITEM whit_pc_targets whit_shared)  # whit.pc is for both
foreach(target IN LISTS whit_pc_targets)
    string(REPLACE "_" "-" whit_pc_name "${target}")
    set(whit_pc_template "cmake/${whit_pc_name}.pc.in")
    if(NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${whit_pc_template}")
        set(whit_pc_template cmake/whit-interface.pc.in)
        string(REGEX REPLACE "^whit-" "" whit_pc_interface "${whit_pc_name}")
    endif()
    configure_file("${whit_pc_template}" "${whit_pc_name}.pc" @ONLY)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${whit_pc_name}.pc"
        DESTINATION "${whit_pkgconfig_dir}")
endforeach()
