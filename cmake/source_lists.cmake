# Source lists: one path per line, relative to the list's own folder; `#` begins a comment. CMake and Meson read the same files.

# Reads the lines of `list_file` that say something into `out`, and configures again when the file changes.
function(armature_read_lines out list_file)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list_file})
    file(STRINGS ${list_file} raw)
    set(lines)
    foreach(line IN LISTS raw)
        string(REGEX REPLACE "#.*$" "" line "${line}")
        string(STRIP "${line}" line)
        if(NOT line STREQUAL "")
            list(APPEND lines "${line}")
        endif()
    endforeach()
    set(${out} ${lines} PARENT_SCOPE)
endfunction()

# Reads a source list into `out` as absolute paths.
function(armature_read_sources out list_file)
    armature_read_lines(sources ${list_file})
    cmake_path(GET list_file PARENT_PATH folder)
    list(TRANSFORM sources PREPEND ${folder}/)
    set(${out} ${sources} PARENT_SCOPE)
endfunction()
