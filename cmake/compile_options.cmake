# Options of everything that armature builds: language, warnings, floating point, sanitizers, compiler cache.

# Contraction would let the compiler fuse a product and a sum in one place and not in another: lazy and batch evaluation would differ in their bits.
add_library(armature_compile_options INTERFACE)
target_compile_features(armature_compile_options INTERFACE cxx_std_20)
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(armature_compile_options INTERFACE
        -ffp-contract=off
        -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast> $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>)
    # In a batch, what one file declares is shadowed in the next; and GCC takes what a source keeps to itself for a header's.
    set(is_batched $<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>)
    target_compile_options(armature_compile_options INTERFACE
        $<$<NOT:${is_batched}>:-Wshadow>
        $<$<AND:${is_batched},$<CXX_COMPILER_ID:GNU>,$<COMPILE_LANGUAGE:CXX>>:-Wno-subobject-linkage>)
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
# AddressSanitizer finds a use beyond an object at run time too; Clang spends less time without this check. GCC's build has it.
if(ARMATURE_SANITIZERS MATCHES "address.*undefined" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(armature_sanitizer_options INTERFACE -fno-sanitize=object-size)
endif()
# Linking the many programs of the tests takes lld a fraction of the time.
if(ARMATURE_SANITIZERS AND PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    find_program(ARMATURE_LLD NAMES ld.lld)
    mark_as_advanced(ARMATURE_LLD)
    if(ARMATURE_LLD)
        target_link_options(armature_sanitizer_options INTERFACE -fuse-ld=lld)
    endif()
endif()

# Kernels compile themselves once for each instruction set, and therefore each by itself. They are all inlined: with a check at every step of a pointer
# and of every load, one of them takes Clang minutes. AddressSanitizer looks at the loads and stores themselves, by calls instead of code in each place.
function(armature_compile_kernels target)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "/kernels/[a-z_]*_kernels\\.cpp$")
    set_source_files_properties(${sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    if(ARMATURE_SANITIZERS MATCHES "address.*undefined" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        set_source_files_properties(${sources} PROPERTIES
            COMPILE_OPTIONS "-fno-sanitize=pointer-overflow;-mllvm;-asan-instrumentation-with-call-threshold=0")
    endif()
endfunction()

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

    # Precompiled headers hide what ccache looks at, unless it is told that their defines and times do not matter. The language of messages is part
    # of what it looks at: CTest sets these two variables for what it builds, and they would keep that from finding what was built before.
    find_program(ARMATURE_CCACHE ccache)
    if(ARMATURE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
        set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env --unset=LC_ALL --unset=LC_MESSAGES
            CCACHE_SLOPPINESS=pch_defines,time_macros ${ARMATURE_CCACHE})
    endif()
endif()

# Compiles the sources of `target` 25 at a time, as one file each, unless ARMATURE_BATCHES is none. That they can be is a rule: see CONTRIBUTING.md.
function(armature_batch target)
    if(NOT ARMATURE_BATCHES STREQUAL "none")
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 25)
    endif()
endfunction()

# What nearly every source includes, compiled once. Only in a build of our own: in another project's tree it would be that project's choice.
# Meson and clang-tidy build without, so a missing #include shows there.
function(armature_precompile target)
    if(PROJECT_IS_TOP_LEVEL)
        target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/source/precompiled.hpp ${ARGN})
    endif()
endfunction()
