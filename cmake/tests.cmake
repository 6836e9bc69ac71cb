# tests/tests.txt: a line per test program, `module lib1 lib2`; its sources are listed in tests/<module>/sources.txt.

find_package(Boost REQUIRED COMPONENTS unit_test_framework)

armature_read_sources(test_support_sources ${PROJECT_SOURCE_DIR}/tests/support/sources.txt)
add_library(armature_test_support STATIC ${test_support_sources})
armature_compile(armature_test_support)
target_compile_definitions(armature_test_support
    PUBLIC BOOST_TEST_DYN_LINK
    PRIVATE
        ARMATURE_TEST_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
        ARMATURE_TEST_BINARY_DIR="${PROJECT_BINARY_DIR}")
target_include_directories(armature_test_support PUBLIC ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/source)
target_link_libraries(armature_test_support PUBLIC armature_core Boost::unit_test_framework PRIVATE fmt::fmt)

# Names of tests.txt that are not armature's own libraries: readers of reference data, and what a test calls as its peer.
set(armature_test_packages simdjson fmt)

if(EXISTS ${PROJECT_SOURCE_DIR}/tests/tests.txt)
    armature_read_lines(tests ${PROJECT_SOURCE_DIR}/tests/tests.txt)
else()
    message(STATUS "armature: tests/tests.txt is not there yet")
    set(tests)
endif()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/test-reports)
set(precompiled_by)
foreach(test IN LISTS tests)
    separate_arguments(words UNIX_COMMAND "${test}")
    list(POP_FRONT words name)
    armature_read_sources(test_sources ${PROJECT_SOURCE_DIR}/tests/${name}/sources.txt)
    if(NOT test_sources)
        continue()
    endif()
    add_executable(test_${name} ${test_sources})
    armature_compile(test_${name})
    set_target_properties(test_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_link_libraries(test_${name} PRIVATE armature_test_support)
    foreach(word IN LISTS words)
        string(REGEX REPLACE "^armature::" "" word "${word}")
        if(word IN_LIST armature_test_packages)
            find_package(${word} REQUIRED)
            target_link_libraries(test_${name} PRIVATE ${word}::${word})
        else()
            target_link_libraries(test_${name} PRIVATE armature_${word})
        endif()
    endforeach()
    if(TARGET armature_program)
        add_dependencies(test_${name} armature_program)
    endif()
    # Boost.Test and GLM are most of what a test compiles.
    if(precompiled_by)
        target_precompile_headers(test_${name} REUSE_FROM ${precompiled_by})
    else()
        target_precompile_headers(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/precompiled.hpp)
        set(precompiled_by test_${name})
    endif()
    # The report counts assertions case by case; cmake/checks/count_tests.py adds them up.
    add_test(NAME ${name}
        COMMAND test_${name} --color_output=no
            --report_level=detailed --report_format=XML --report_sink=${PROJECT_BINARY_DIR}/test-reports/${name}.xml
        WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
    set_tests_properties(${name} PROPERTIES LABELS module TIMEOUT 900)
endforeach()
