# tests/tests.txt: a line per test program, `module lib1 lib2`; its sources are listed in tests/<module>/sources.txt.

find_package(Boost REQUIRED COMPONENTS unit_test_framework)
if(ARMATURE_BUILD_IMPORT)
    enable_language(C)  # the C API is tested from C99, too
endif()

# The library is built as the preset says; the tests' own code is not what is tested, and half of the compiler's time would be its optimisation; with
# sanitizers, its line numbers take another eighth, and a failed assertion names its line anyway. The
# sanitizers check each use of a pointer or reference in the library; in the tests' thousands of assertions AddressSanitizer alone looks at them.
add_library(armature_test_options INTERFACE)
if(ARMATURE_SANITIZERS OR CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(armature_test_options INTERFACE -O0 -g0)
endif()
if(ARMATURE_SANITIZERS MATCHES "undefined")
    target_compile_options(armature_test_options INTERFACE -fno-sanitize=null,alignment,vptr,object-size)
endif()
# The fuzzer steers by the library's branches, not by the tests'.
if(ARMATURE_SANITIZERS MATCHES "fuzzer-no-link")
    target_compile_options(armature_test_options INTERFACE -fno-sanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
endif()

# Gives a test's own code its options, after those of everything.
function(armature_compile_test target)
    armature_compile(${target})
    target_link_libraries(${target} PRIVATE armature_test_options)
endfunction()

# Where another build has compiled the tests, this one links them: the same code is tested with each build of the library.
set(only_compiled FALSE)
set(only_linked FALSE)
if(ARMATURE_TEST_OBJECTS STREQUAL "only")
    set(only_compiled TRUE)
elseif(ARMATURE_TEST_OBJECTS)
    set(only_linked TRUE)
endif()

if(only_linked)
    add_library(armature_test_support INTERFACE)
    target_link_libraries(armature_test_support INTERFACE ${ARMATURE_TEST_OBJECTS}/libarmature_test_support.a armature_core Boost::unit_test_framework)
else()
    armature_read_sources(test_support_sources ${PROJECT_SOURCE_DIR}/tests/support/sources.txt)
    add_library(armature_test_support STATIC ${test_support_sources})
    set_target_properties(armature_test_support PROPERTIES OPTIMIZE_DEPENDENCIES ON)  # it needs no library to be compiled
    armature_compile_test(armature_test_support)
    get_target_property(boost_test_kind Boost::unit_test_framework TYPE)
    if(NOT boost_test_kind STREQUAL "INTERFACE_LIBRARY")
        target_compile_definitions(armature_test_support PUBLIC BOOST_TEST_DYN_LINK)
    endif()
    target_include_directories(armature_test_support PUBLIC ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/source)
    target_link_libraries(armature_test_support PUBLIC armature_core Boost::unit_test_framework)
    set_source_files_properties(${PROJECT_SOURCE_DIR}/tests/support/shared_data.cpp PROPERTIES COMPILE_DEFINITIONS
        ARMATURE_TEST_SOURCE_DIR="${PROJECT_SOURCE_DIR}")

    # Boost.Test and GLM are most of what a test compiles: once for all of them. main.cpp includes Boost.Test in a way of its own.
    target_precompile_headers(armature_test_support PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/precompiled.hpp)
    set_source_files_properties(${PROJECT_SOURCE_DIR}/tests/support/main.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endif()

# Names in tests.txt that are not armature's own libraries: readers of reference data, and what a test calls as its peer.
set(armature_test_packages simdjson fmt)

# Golden cases are JSON. Where there is no simdjson, the rest is tested.
find_package(simdjson QUIET)

# What runs kernels, on the calling thread or below it. The solvers of inverse kinematics have none; on crowds they are among crowd's tests.
set(armature_tests_of_kernels scene skeleton skinning animation crowd oracle)

add_custom_target(armature_tests)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/test-reports)

function(armature_add_test name)
    armature_read_sources(sources ${PROJECT_SOURCE_DIR}/tests/${name}/sources.txt)
    set(libraries ${ARGN})
    if(NOT simdjson_FOUND)
        list(FILTER sources EXCLUDE REGEX "/oracle_[a-z_]*_test\\.cpp$")
        list(REMOVE_ITEM libraries simdjson)
    endif()

    if(only_linked)
        armature_read_lines(sources ${ARMATURE_TEST_OBJECTS}/test-objects/${name}.txt)
        set_source_files_properties(${sources} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
        add_executable(test_${name} ${sources})
        set_target_properties(test_${name} PROPERTIES LINKER_LANGUAGE CXX)
    elseif(only_compiled)
        add_library(test_${name} OBJECT ${sources})
        file(GENERATE OUTPUT test-objects/${name}.txt CONTENT "$<JOIN:$<TARGET_OBJECTS:test_${name}>,\n>\n")
    else()
        add_executable(test_${name} ${sources})
    endif()
    # Sources in C have neither C++'s precompiled headers nor its batches.
    list(FILTER sources INCLUDE REGEX "\\.c$")
    set_source_files_properties(${sources} PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -pedantic-errors)
    set_target_properties(test_${name} PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF)
    if(only_linked)
        # Tests call what the libraries stand on, too: static libraries bring it along.
        find_package(fmt REQUIRED)
        target_link_libraries(test_${name} PRIVATE fmt::fmt $<TARGET_NAME_IF_EXISTS:GLEW::GLEW> $<TARGET_NAME_IF_EXISTS:OpenGL::GL>)
    else()
        armature_batch(test_${name})
        target_precompile_headers(test_${name} REUSE_FROM armature_test_support)
    endif()
    armature_compile_test(test_${name})
    set_target_properties(test_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_link_libraries(test_${name} PRIVATE armature_test_support)
    foreach(library IN LISTS libraries)
        if(library IN_LIST armature_test_packages)
            find_package(${library} REQUIRED)
            target_link_libraries(test_${name} PRIVATE ${library}::${library})
        else()
            target_link_libraries(test_${name} PRIVATE armature_${library})
        endif()
    endforeach()
    add_dependencies(armature_tests test_${name})
    if(only_compiled)
        return()
    endif()

    # The report counts assertions case by case; cmake/checks/count_tests.py adds them up.
    add_test(NAME ${name}
        COMMAND test_${name} --color_output=no
            --report_level=detailed --report_format=XML --report_sink=${PROJECT_BINARY_DIR}/test-reports/${name}.xml
        WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
    set_tests_properties(${name} PROPERTIES LABELS module TIMEOUT 900)
    # What takes long begins first, so that at the end no processor waits for another.
    if(name MATCHES "^(render|tools|demos|import|retarget)$")
        set_tests_properties(${name} PROPERTIES COST 100)
    endif()

    # Again on every instruction set (the run above has the processor's best), optimised only: sanitizers look at kernels as they are there. Long random
    # tests run ARMATURE_REPETITION_PERCENT of their rounds: a fifth, and in scripts/nightly all.
    # A dot in a name: repeats the cases of what stands before it. On a processor that lacks the instructions it is skipped.
    if(name IN_LIST armature_tests_of_kernels AND NOT ARMATURE_SANITIZERS AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        foreach(instructions IN ITEMS scalar sse4 avx2 avx512)
            set(repetition ${name}.${instructions})
            add_test(NAME ${repetition}
                COMMAND test_${name} --color_output=no
                    --report_level=detailed --report_format=XML --report_sink=${PROJECT_BINARY_DIR}/test-reports/${repetition}.xml
                WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
            set_tests_properties(${repetition} PROPERTIES LABELS dispatch TIMEOUT 900 SKIP_RETURN_CODE 77
                ENVIRONMENT "ARMATURE_SIMD=${instructions};ARMATURE_TEST_PERCENT=${ARMATURE_REPETITION_PERCENT}")
        endforeach()
    endif()
endfunction()

armature_read_lines(tests ${PROJECT_SOURCE_DIR}/tests/tests.txt)
foreach(test IN LISTS tests)
    separate_arguments(words UNIX_COMMAND "${test}")
    list(POP_FRONT words name)
    set(is_built TRUE)
    foreach(library IN LISTS words)
        if(NOT TARGET armature_${library} AND NOT library IN_LIST armature_test_packages)
            set(is_built FALSE)
        endif()
    endforeach()
    if(is_built AND (ARMATURE_BUILD_DEMOS OR NOT name STREQUAL "demos"))
        armature_add_test(${name} ${words})
    endif()
endforeach()
if(only_compiled)
    add_dependencies(armature_tests armature_test_support)
    return()
endif()
if(TARGET armature_import_worker)
    add_dependencies(armature_tests armature_import_worker)
endif()
# Tests of the program and of the demos run them, on the project's character too.
if(TARGET armature_demonstration)
    add_dependencies(armature_tests armature_demonstration armature_demos)
endif()

# The program of docs/c.md.
if(TARGET armature_c AND TARGET armature_character)
    add_executable(c_program ${PROJECT_SOURCE_DIR}/docs/c/main.c)
    armature_compile(c_program)
    set_target_properties(c_program PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_link_libraries(c_program PRIVATE armature_c)
    if(ARMATURE_SANITIZERS)
        set_target_properties(c_program PROPERTIES LINKER_LANGUAGE CXX)  # which brings the sanitizers' parts for C++
    endif()
    add_dependencies(armature_tests c_program)
    add_test(NAME c_program COMMAND c_program ${PROJECT_BINARY_DIR}/demos/character.glb)
    set_tests_properties(c_program PROPERTIES LABELS check PASS_REGULAR_EXPRESSION "1\\.00 s: hand at .* [1-9][0-9]* matrices")
    # What ARMATURE_C_SHARED makes, of the same objects.
    get_target_property(kind armature_c TYPE)
    if(kind STREQUAL "STATIC_LIBRARY" AND NOT ARMATURE_SANITIZERS AND NOT APPLE AND NOT WIN32)
        add_library(armature_c_alone SHARED $<TARGET_OBJECTS:armature_c>)
        set_target_properties(armature_c_alone PROPERTIES LINKER_LANGUAGE CXX LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
        target_link_libraries(armature_c_alone PRIVATE armature_core armature_import)
        target_link_options(armature_c_alone PRIVATE LINKER:--exclude-libs,ALL
            $<$<BOOL:${ARMATURE_HAS_VERSION_SCRIPTS}>:LINKER:--version-script=${armature_c_export_script}>)
        add_dependencies(armature_tests armature_c_alone)
        set(armature_c_alone $<TARGET_FILE:armature_c_alone>)
    endif()
endif()

# What scripts/demo does where there is no display: bind pose, three moments and an animated picture of each of the first three clips.
if(TARGET armature_program AND NOT ARMATURE_SANITIZERS)
    set(pictures ${PROJECT_BINARY_DIR}/test-reports/pictures)
    add_test(NAME demo_pictures
        COMMAND sh -ec "'${PROJECT_SOURCE_DIR}/scripts/draw_pictures' \"$0\" \"$1\" \"$2\" 3 && test $(ls \"$2\"/*.png | wc -l) -eq 13"
            $<TARGET_FILE:armature_program> ${PROJECT_BINARY_DIR}/demos/character.glb ${pictures})
    set_tests_properties(demo_pictures PROPERTIES LABELS check TIMEOUT 600)
    find_program(ARMATURE_XVFB_RUN xvfb-run)
    mark_as_advanced(ARMATURE_XVFB_RUN)
    if(ARMATURE_XVFB_RUN)
        add_test(NAME viewer_pictures
            COMMAND ${PROJECT_SOURCE_DIR}/scripts/draw_viewer_pictures
                $<TARGET_FILE:armature_program> ${PROJECT_BINARY_DIR}/demos/character.glb ${PROJECT_BINARY_DIR}/test-reports/viewer small)
        set_tests_properties(viewer_pictures PROPERTIES LABELS check TIMEOUT 900 COST 200)
    endif()
endif()
