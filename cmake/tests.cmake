# tests/tests.txt: a line per test program, `module lib1 lib2`; its sources are listed in tests/<module>/sources.txt.

find_package(Boost REQUIRED COMPONENTS unit_test_framework)

# The library is built as the preset says; the tests' own code is not what is tested, and half of the compiler's time is its optimisation. With
# sanitizers it is not optimised at all, and uses of pointers and references are not checked one by one, in each of thousands of assertions:
# AddressSanitizer finds the same at run time.
add_library(armature_test_options INTERFACE)
if(ARMATURE_SANITIZERS)
    target_compile_options(armature_test_options INTERFACE -O0)
elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(armature_test_options INTERFACE -O1)
endif()
if(ARMATURE_SANITIZERS MATCHES "undefined")
    target_compile_options(armature_test_options INTERFACE -fno-sanitize=null,alignment,vptr,object-size)
endif()

# Gives a test's own code its options, after those of everything.
function(armature_compile_test target)
    armature_compile(${target})
    target_link_libraries(${target} PRIVATE armature_test_options)
endfunction()

armature_read_sources(test_support_sources ${PROJECT_SOURCE_DIR}/tests/support/sources.txt)
add_library(armature_test_support STATIC ${test_support_sources})
armature_compile_test(armature_test_support)
target_compile_definitions(armature_test_support PUBLIC BOOST_TEST_DYN_LINK)
target_include_directories(armature_test_support PUBLIC ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/source)
target_link_libraries(armature_test_support PUBLIC armature_core Boost::unit_test_framework)
set_source_files_properties(${PROJECT_SOURCE_DIR}/tests/support/shared_data.cpp PROPERTIES COMPILE_DEFINITIONS
    "ARMATURE_TEST_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\";ARMATURE_TEST_BINARY_DIR=\"${PROJECT_BINARY_DIR}\"")

# Boost.Test and GLM are most of what a test compiles: once for all of them. main.cpp includes Boost.Test in a way of its own.
target_precompile_headers(armature_test_support PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/precompiled.hpp)
set_source_files_properties(${PROJECT_SOURCE_DIR}/tests/support/main.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)

# Names in tests.txt that are not armature's own libraries: readers of reference data, and what a test calls as its peer.
set(armature_test_packages simdjson fmt)

# What runs kernels, on the calling thread or below it.
set(armature_tests_of_kernels scene skeleton skinning animation crowd ik oracle)

add_custom_target(armature_tests)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/test-reports)

# ThreadSanitizer is for the cases that start threads; they are labelled so. The rest would only run ten times slower.
function(armature_find_threads out)
    set(${out} FALSE PARENT_SCOPE)
    foreach(source IN LISTS ARGN)
        file(STRINGS ${source} labels REGEX "label\\(\"threads\"\\)")
        if(labels)
            set(${out} TRUE PARENT_SCOPE)
        endif()
    endforeach()
endfunction()

function(armature_add_test name)
    armature_read_sources(sources ${PROJECT_SOURCE_DIR}/tests/${name}/sources.txt)
    set(selection)
    if(ARMATURE_SANITIZERS MATCHES "thread")
        armature_find_threads(has_threads ${sources})
        if(NOT has_threads)
            return()
        endif()
        set(selection --run_test=@threads)
    endif()

    add_executable(test_${name} ${sources})
    armature_compile_test(test_${name})
    set_target_properties(test_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_link_libraries(test_${name} PRIVATE armature_test_support)
    target_precompile_headers(test_${name} REUSE_FROM armature_test_support)
    foreach(library IN LISTS ARGN)
        if(library IN_LIST armature_test_packages)
            find_package(${library} REQUIRED)
            target_link_libraries(test_${name} PRIVATE ${library}::${library})
        else()
            target_link_libraries(test_${name} PRIVATE armature_${library})
        endif()
    endforeach()
    add_dependencies(armature_tests test_${name})

    # The report counts assertions case by case; cmake/checks/count_tests.py adds them up.
    add_test(NAME ${name}
        COMMAND test_${name} --color_output=no ${selection}
            --report_level=detailed --report_format=XML --report_sink=${PROJECT_BINARY_DIR}/test-reports/${name}.xml
        WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
    set_tests_properties(${name} PROPERTIES LABELS module TIMEOUT 900)

    # Again on every instruction set (the run above has the processor's best), optimised only: sanitizers look at kernels as they are there.
    # A dot in a name: repeats the cases of what stands before it. On a processor that lacks the instructions it is skipped.
    if(name IN_LIST armature_tests_of_kernels AND NOT ARMATURE_SANITIZERS)
        foreach(instructions IN ITEMS scalar sse4 avx2 avx512)
            set(repetition ${name}.${instructions})
            add_test(NAME ${repetition}
                COMMAND test_${name} --color_output=no
                    --report_level=detailed --report_format=XML --report_sink=${PROJECT_BINARY_DIR}/test-reports/${repetition}.xml
                WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
            set_tests_properties(${repetition} PROPERTIES LABELS dispatch TIMEOUT 900 SKIP_RETURN_CODE 77 ENVIRONMENT ARMATURE_SIMD=${instructions})
        endforeach()
    endif()
endfunction()

armature_read_lines(tests ${PROJECT_SOURCE_DIR}/tests/tests.txt)
foreach(test IN LISTS tests)
    separate_arguments(words UNIX_COMMAND "${test}")
    list(GET words 0 name)
    if((ARMATURE_BUILD_DEMOS OR NOT name STREQUAL "demos") AND (TARGET armature_import_assimp OR NOT name STREQUAL "import_assimp"))
        armature_add_test(${words})
    endif()
endforeach()
if(TARGET armature_import_worker)
    add_dependencies(armature_tests armature_import_worker)
endif()
# Tests of the program and of the demos run them, on the project's character too.
if(NOT ARMATURE_SANITIZERS MATCHES "thread")
    add_dependencies(armature_tests armature_demonstration armature_demos)
endif()

# What scripts/demo does where there is no display: bind pose, three moments and an animated picture of each of three clips.
if(NOT ARMATURE_SANITIZERS)
    set(pictures ${PROJECT_BINARY_DIR}/test-reports/pictures)
    add_test(NAME demo_pictures
        COMMAND sh -ec "'${PROJECT_SOURCE_DIR}/scripts/draw_pictures' \"$0\" \"$1\" \"$2\" && test $(ls \"$2\"/*.png | wc -l) -eq 13"
            $<TARGET_FILE:armature_program> ${PROJECT_BINARY_DIR}/demos/character.glb ${pictures})
    set_tests_properties(demo_pictures PROPERTIES LABELS check TIMEOUT 300)
endif()
