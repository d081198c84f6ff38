# SPDX-License-Identifier: MIT
# stand_in_configure(settings manner Kconfig...): runs Kconfig and sets CONFIG_...
macro(stand_in_configure settings manner)
    execute_process(
        COMMAND python3 "${stand_ins}/configure.py" "${CMAKE_BINARY_DIR}/.config" "${settings}"
            ${manner} ${ARGN}
        RESULT_VARIABLE stand_in_status ERROR_VARIABLE stand_in_said)
    if(NOT stand_in_status EQUAL 0)
        message(FATAL_ERROR "${stand_in_said}")
    endif()
    file(STRINGS "${CMAKE_BINARY_DIR}/.config" stand_in_lines REGEX "^CONFIG_")
    foreach(stand_in_line IN LISTS stand_in_lines)
        string(REGEX MATCH "^(CONFIG_[A-Za-z0-9_]+)=\"?([^\"]*)\"?$" stand_in_line "${stand_in_line}")
        set(${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
    endforeach()
endmacro()
