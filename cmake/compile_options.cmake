# Options of everything that armature builds: language, warnings, floating point, sanitizers, compiler cache.

# Contraction would let the compiler fuse a product and a sum in one place and not in another: lazy and batch evaluation would differ in their bits.
add_library(armature_compile_options INTERFACE)
target_compile_features(armature_compile_options INTERFACE cxx_std_20)
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(armature_compile_options INTERFACE
        -ffp-contract=off
        -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor)
    # GCC 12 warns of the standard library's own std::string operator+ (GCC bugs 105329 and 105651).
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12 AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        target_compile_options(armature_compile_options INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
    endif()
    if(ARMATURE_WARNINGS_AS_ERRORS)
        target_compile_options(armature_compile_options INTERFACE -Werror)
    endif()
endif()

add_library(armature_sanitizer_options INTERFACE)
if(ARMATURE_SANITIZERS)
    target_compile_options(armature_sanitizer_options INTERFACE
        -fsanitize=${ARMATURE_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(armature_sanitizer_options INTERFACE -fsanitize=${ARMATURE_SANITIZERS})
endif()

# Gives `target` the options above, privately: who links armature keeps options of their own.
function(armature_compile target)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:armature_compile_options> $<BUILD_INTERFACE:armature_sanitizer_options>)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
endfunction()

if(PROJECT_IS_TOP_LEVEL)
    if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
    endif()
    set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

    # Precompiled headers hide what ccache looks at, unless it is told that their defines and times do not matter.
    find_program(ARMATURE_CCACHE ccache)
    if(ARMATURE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
        set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ARMATURE_CCACHE})
    endif()
endif()

# What nearly every source includes, compiled once. Only in a build of our own: in another project's tree it would be that project's choice.
# Meson and clang-tidy build without, so a missing #include shows there.
function(armature_precompile target)
    if(PROJECT_IS_TOP_LEVEL)
        target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/source/precompiled.hpp ${ARGN})
    endif()
endfunction()
