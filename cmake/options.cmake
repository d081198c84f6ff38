# SPDX-License-Identifier: MIT
# The options of a build as CMake variables: of the cache, or set() by a project before it adds Whit.
# Sets whit_curve_list, and whit_definitions_PRIVATE and whit_definitions_PUBLIC, what the library
# alone is compiled with, and what its programs are too.
#
# All that begins with WHIT_ is Whit's: another variable, or a macro defined otherwise, is an error.
set(whit_options WHIT_COMPAT WHIT_INSTALL WHIT_SHARED)
set(whit_definitions_PRIVATE "")
set(whit_definitions_PUBLIC "")
# What package managers and find_package() call theirs where somebody writes the name so.
string(CONCAT whit_of_packages "^WHIT_(ADDED|BINARY_DIR|CONFIG|CONSIDERED_.*|DESCRIPTION|DIR|FOUND|"
    "HOMEPAGE_URL|INCLUDE_DIRS?|IS_TOP_LEVEL|LIBRARY|LIBRARIES|POPULATED|ROOT|SOURCE_DIR|VERSION.*)$")

# One option of option_list.cmake, whose variable may be set already. set(CACHE) then removes it the
# first time, up to CMake 3.20 and later with this project's policies, so it is set again.
macro(whit_option name scope default text)
    list(APPEND whit_options ${name})
    if(NOT DEFINED ${name})
        set(${name} "${default}" CACHE STRING "${text}")
    else()
        set(whit_given "${${name}}")
        if(DEFINED CACHE{${name}})
            set(${name} "${default}" CACHE STRING "${text}")
        endif()
        set(${name} "${whit_given}")
    endif()
    whit_check_value(${name} "${${name}}" ${ARGN})
    if(DEFINED CACHE{${name}} AND NOT "${ARGN}" MATCHES "^(number|curves)$")
        set_property(CACHE ${name} PROPERTY STRINGS "" ${ARGN})
    endif()
    if("${ARGN}" STREQUAL "curves")
        whit_resolve_curves("${${name}}" whit_curve_list)
        list(JOIN whit_curve_list "," whit_given)
    else()
        set(whit_given "${${name}}")
    endif()
    if(NOT whit_given STREQUAL "" AND NOT whit_given STREQUAL "${default}")
        list(APPEND whit_definitions_${scope} "${name}=${whit_given}")
    endif()
endmacro()

# An option of the amalgamation.
macro(whit_option_elsewhere name scope default)
    list(APPEND whit_options ${name})
    if(NOT "${${name}}" STREQUAL "" AND NOT "${${name}}" STREQUAL "${default}")
        message(FATAL_ERROR "${name} is for the amalgamation, whit.c, which CMake does not build")
    endif()
endmacro()

# Empty stands for the default.
function(whit_check_value name value)
    if("${ARGN}" STREQUAL "number" AND NOT value MATCHES "^[0-9]*$")
        message(FATAL_ERROR "${name} is a number, not \"${value}\"")
    elseif("${ARGN}" MATCHES "^(number|curves)$" OR "${value}" STREQUAL "")
        return()
    elseif(NOT "${value}" IN_LIST ARGN)
        list(JOIN ARGN ", " values)
        message(FATAL_ERROR "${name} is one of ${values}, not \"${value}\"")
    endif()
endfunction()

# A name as it is compared: without regard to case, blanks, hyphens and underscores.
function(whit_plain word result)
    string(TOLOWER "${word}" word)
    string(REGEX REPLACE "[ _-]" "" word "${word}")
    set(${result} "${word}" PARENT_SCOPE)
endfunction()

# The curves that are meant by names or aliases between commas or semicolons; all by itself.
function(whit_resolve_curves given result)
    whit_list_curves(known)
    string(REPLACE "," ";" words "${given}")
    set(found "")
    foreach(word IN LISTS words)
        whit_plain("${word}" asked)
        set(curve "")
        foreach(entry IN LISTS known)
            string(FIND "${entry}" "${asked}=" place)
            if(place EQUAL 0 AND curve STREQUAL "")
                string(REGEX REPLACE "^.*=" "" curve "${entry}")
            endif()
        endforeach()
        if(curve STREQUAL "")
            whit_nearest_curves("${asked}" "${known}" near)
            message(FATAL_ERROR "WHIT_CURVES names \"${word}\", which Whit does not have${near}")
        endif()
        list(APPEND found "${curve}")
    endforeach()
    list(REMOVE_DUPLICATES found)
    list(LENGTH found count)
    if("all" IN_LIST found OR count EQUAL 0)
        set(found all)
    elseif(count GREATER 24)
        message(FATAL_ERROR "WHIT_CURVES is all, or at most 24 curves, not ${count}")
    endif()
    set(${result} "${found}" PARENT_SCOPE)
endfunction()

# <word>=<curve> for names, and then for aliases.
function(whit_list_curves result)
    set(names "all=all")
    set(others "")
    file(GLOB files
        "${CMAKE_CURRENT_SOURCE_DIR}/curves/*.toml" "${CMAKE_CURRENT_SOURCE_DIR}/curves/*/*.toml")
    foreach(file IN LISTS files)
        get_filename_component(curve "${file}" NAME_WE)
        whit_plain("${curve}" word)
        list(APPEND names "${word}=${curve}")
        file(STRINGS "${file}" line REGEX "^aliases = ")
        string(REGEX MATCHALL "\"[^\"]+\"" aliases "${line}")
        foreach(alias IN LISTS aliases)
            string(REPLACE "\"" "" alias "${alias}")
            whit_plain("${alias}" word)
            list(APPEND others "${word}=${curve}")
        endforeach()
    endforeach()
    set(${result} "${names};${others}" PARENT_SCOPE)
endfunction()

# Up to three that begin with the most of a word's letters, and with three at least.
function(whit_nearest_curves asked known result)
    string(LENGTH "${asked}" length)
    set(near "")
    while(length GREATER 2)
        string(SUBSTRING "${asked}" 0 ${length} start)
        foreach(entry IN LISTS known)
            string(FIND "${entry}" "${start}" place)
            if(place EQUAL 0)
                string(REGEX REPLACE "^.*=" "" curve "${entry}")
                list(APPEND near "${curve}")
            endif()
        endforeach()
        math(EXPR length "${length} - 1")
    endwhile()
    if(NOT near STREQUAL "")
        list(REMOVE_DUPLICATES near)
        list(SUBLIST near 0 3 near)
        list(JOIN near ", " near)
        set(near "; the nearest: ${near}")
    endif()
    set(${result} "${near}" PARENT_SCOPE)
endfunction()

# Variables that are no option.
function(whit_refuse_variables)
    get_cmake_property(names VARIABLES)
    get_cmake_property(cached CACHE_VARIABLES)
    list(JOIN whit_options ", " options)
    foreach(name IN LISTS names cached)
        if(name MATCHES "^WHIT_" AND NOT name MATCHES "${whit_of_packages}"
                AND NOT name IN_LIST whit_options)
            message(FATAL_ERROR "${name} is no option of Whit. These are: ${options}")
        endif()
    endforeach()
endfunction()

# Macros that are defined past the options, which would stand beside them.
function(whit_refuse_macros names)
    foreach(name IN LISTS names)
        if(name IN_LIST whit_options)
            message(FATAL_ERROR "The macro ${name} is defined; set the CMake variable ${name} instead")
        endif()
        list(JOIN whit_options ", " options)
        message(FATAL_ERROR "The macro ${name} is defined and no option of Whit. These are: ${options}")
    endforeach()
endfunction()

# Those of the directory and of the compiler's flags.
function(whit_refuse_definitions)
    get_directory_property(definitions COMPILE_DEFINITIONS)
    get_directory_property(flags COMPILE_OPTIONS)
    string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
    string(REGEX MATCHALL "(^|[;:])WHIT_[A-Za-z0-9_]+" names "${definitions}")
    string(REGEX MATCHALL "[-/]D[ ;]*WHIT_[A-Za-z0-9_]+" flags
        "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}} ${flags}")
    string(REGEX MATCHALL "WHIT_[A-Za-z0-9_]+" names "${names} ${flags}")
    whit_refuse_macros("${names}")
endfunction()

# Those of the target, which a project may add until its end: from CMake 3.19 on a function can be
# called then. It is called outside this directory, so the target holds what to compare with.
function(whit_refuse_later_definitions)
    get_target_property(whit_options whit WHIT_OPTIONS)
    get_target_property(given whit WHIT_DEFINITIONS)
    get_target_property(definitions whit COMPILE_DEFINITIONS)
    set(names "")
    foreach(definition IN LISTS definitions)
        if(NOT definition IN_LIST given AND definition MATCHES "^(.*:)?(WHIT_[A-Za-z0-9_]+)")
            list(APPEND names "${CMAKE_MATCH_2}")
        endif()
    endforeach()
    whit_refuse_macros("${names}")
endfunction()

# Give the target what the options say.
function(whit_define_options)
    target_compile_definitions(whit
        PRIVATE ${whit_definitions_PRIVATE}
        PUBLIC ${whit_definitions_PUBLIC})
    set_target_properties(whit PROPERTIES
        WHIT_OPTIONS "${whit_options}"
        WHIT_DEFINITIONS "${whit_definitions_PRIVATE};${whit_definitions_PUBLIC}")
    if(NOT CMAKE_VERSION VERSION_LESS 3.19)
        cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL whit_refuse_later_definitions)
    endif()
endfunction()

foreach(switch IN ITEMS WHIT_COMPAT WHIT_INSTALL WHIT_SHARED)
    string(TOUPPER "${${switch}}" whit_given)
    whit_check_value(${switch} "${whit_given}" ON OFF TRUE FALSE YES NO 1 0)
endforeach()
include(cmake/option_list.cmake)
whit_refuse_variables()
whit_refuse_definitions()
