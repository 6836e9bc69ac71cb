# Checks of the tree itself, as tests: headers, layers, source lists, form, and the two ways of using armature in another project.
# Each says how many things it examined and fails if there were none; exit status 77 means that a tool it needs is missing.

find_package(Python3 REQUIRED COMPONENTS Interpreter)

function(armature_add_check name script)
    add_test(NAME check_${name} COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/checks/${script} ${PROJECT_SOURCE_DIR} ${ARGN})
    set_tests_properties(check_${name} PROPERTIES LABELS check SKIP_RETURN_CODE 77 TIMEOUT 300)
endfunction()

# A folder that the compiler searches anyway must not be named again: it would come before the compiler's own.
get_target_property(public_dependencies glm::glm INTERFACE_INCLUDE_DIRECTORIES)
list(REMOVE_ITEM public_dependencies ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES})
armature_add_check(headers check_headers.py ${CMAKE_CXX_COMPILER} ${public_dependencies})
armature_add_check(initialisers check_initialisers.py ${CMAKE_CXX_COMPILER} ${public_dependencies})
armature_add_check(texts check_texts.py ${CMAKE_CXX_COMPILER} ${public_dependencies})
armature_add_check(class_walks check_class_walks.py ${CMAKE_CXX_COMPILER} ${public_dependencies})
armature_add_check(exports check_exports.py)
armature_add_check(layering check_layering.py)
if(TARGET armature_c)
    armature_add_check(c_headers check_c_headers.py ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER} $<TARGET_FILE:armature_c> ${armature_c_alone})
endif()
add_test(NAME check_architecture COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/draw_architecture --check)
set_tests_properties(check_architecture PROPERTIES LABELS check)
if(NOT ARMATURE_SANITIZERS)
    armature_add_check(reference check_reference.py ${PROJECT_BINARY_DIR}/reference)
endif()
armature_add_check(source_lists check_source_lists.py ${PROJECT_BINARY_DIR} ${ARMATURE_TEST_OBJECTS})
armature_add_check(count_tests count_tests_test.py)
if(TARGET armature_program AND NOT ARMATURE_SANITIZERS)
    armature_add_check(compile_cost check_compile_cost.py ${PROJECT_BINARY_DIR})
endif()
armature_add_check(scripts check_scripts.py)
armature_add_check(names check_names.py)
armature_add_check(local_names check_local_names.py)
armature_add_check(getters check_getters.py)
armature_add_check(messages check_messages.py)
armature_add_check(length check_files.py length)
armature_add_check(format check_files.py format)
if(TARGET armature_program AND NOT ARMATURE_SANITIZERS)
    armature_add_check(hostile_files check_hostile_files.py $<TARGET_FILE:armature_program>)
    armature_add_check(gltf_validator check_gltf_validator.py $<TARGET_FILE:armature_program> ${PROJECT_BINARY_DIR}/demos/character.glb)
    armature_add_check(foreign_positions check_foreign_positions.py $<TARGET_FILE:armature_program>)
    armature_add_check(retarget check_retarget.py $<TARGET_FILE:armature_program> ${PROJECT_BINARY_DIR}/demos/character.glb)
    armature_add_check(babylon_reads check_babylon_reads.py $<TARGET_FILE:armature_program>)
    armature_add_check(three_vrm_reads check_three_vrm_reads.py $<TARGET_FILE:armature_program>)
endif()

# Shared libraries from the objects of the static ones: nothing may be undefined in them, and what they export is written down.
if(NOT BUILD_SHARED_LIBS AND NOT ARMATURE_SANITIZERS AND ARMATURE_HAS_VERSION_SCRIPTS)
    set(shared_libraries)
    foreach(module IN ITEMS core import render import_assimp support)
        if(TARGET armature_${module})
            add_library(armature_${module}_shared SHARED $<TARGET_OBJECTS:armature_${module}>)
            armature_export(armature_${module}_shared)
            get_target_property(libraries armature_${module} LINK_LIBRARIES)
            list(FILTER libraries EXCLUDE REGEX "armature_compile_options|armature_sanitizer_options")
            list(TRANSFORM libraries REPLACE "^armature_(core|import|render)$" "armature_\\1_shared")
            target_link_libraries(armature_${module}_shared PRIVATE ${libraries})
            set_target_properties(armature_${module}_shared PROPERTIES
                OUTPUT_NAME armature_${module} LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/shared LINKER_LANGUAGE CXX)
            list(APPEND shared_libraries $<TARGET_FILE:armature_${module}_shared>)
        endif()
    endforeach()
    armature_add_check(abi check_abi.py ${CMAKE_CXX_COMPILER} ${shared_libraries})
endif()

# Builds and runs tests/packaging/<name> as a project of its own; not optimised, for what it does is not what is tested. The compiler's cache sees no
# difference in where two of them are.
function(armature_add_consumer name)
    set(launcher ${CMAKE_CXX_COMPILER_LAUNCHER})
    if(ARMATURE_CCACHE)
        list(PREPEND launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_BINARY_DIR}/packaging)
    endif()
    add_test(NAME packaging_${name}
        COMMAND ${CMAKE_CTEST_COMMAND}
            --build-and-test ${PROJECT_SOURCE_DIR}/tests/packaging/${name} ${PROJECT_BINARY_DIR}/packaging/${name}
            --build-generator ${CMAKE_GENERATOR}
            --build-options
                -DCMAKE_BUILD_TYPE=None
                -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
                "-DCMAKE_CXX_COMPILER_LAUNCHER=${launcher}"
                ${ARGN}
            --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure --no-tests=error)
    set_tests_properties(packaging_${name} PROPERTIES LABELS packaging TIMEOUT 1200 COST 300)
endfunction()

if(ARMATURE_INSTALL AND NOT ARMATURE_SANITIZERS)
    # Applications are compiled by Clang if it is there, which takes it less time: people mix compilers, too.
    find_program(ARMATURE_CONSUMERS_COMPILER NAMES clang++ NO_CACHE)
    if(NOT ARMATURE_CONSUMERS_COMPILER)
        set(ARMATURE_CONSUMERS_COMPILER ${CMAKE_CXX_COMPILER})
    endif()
    # What is installed may be moved as a whole: nothing finds anything by the place that it was installed to.
    set(prefix ${PROJECT_BINARY_DIR}/packaging/moved)
    add_test(NAME packaging_install
        COMMAND sh -ec "rm -rf \"$2\" && \"$0\" --install \"$1\" --prefix \"$2-from\" && mv \"$2-from\" \"$2\""
            ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR} ${prefix})
    set_tests_properties(packaging_install PROPERTIES LABELS packaging FIXTURES_SETUP installation COST 300)
    armature_add_consumer(find_package
        -DCMAKE_PREFIX_PATH=${prefix}
        -DCMAKE_CXX_COMPILER=${ARMATURE_CONSUMERS_COMPILER}
        -DLIBRARY_COMPILER=${CMAKE_CXX_COMPILER}
        -DSOURCE=${PROJECT_SOURCE_DIR})
    set_tests_properties(packaging_find_package PROPERTIES FIXTURES_REQUIRED installation)
    # What the recipes of packages say is what the build has; each file that is installed is in one of Debian's packages.
    armature_add_check(packages check_packaging.py ${prefix})
    set_tests_properties(check_packages PROPERTIES FIXTURES_REQUIRED installation)
    # Every command of a page, as it is written.
    if(TARGET armature_program)
        armature_add_check(pages check_pages.py $<TARGET_FILE:armature_program> ${prefix} ${CMAKE_CXX_COMPILER_LAUNCHER})
        set_tests_properties(check_pages PROPERTIES FIXTURES_REQUIRED installation)
    endif()
    # Copies of their own, compiled as soon as possible: what they are compiled to is tested elsewhere. Two are compiled alike, so that the compiler's
    # cache has the second.
    set(embedded
        -DARMATURE_SOURCE_DIR=${PROJECT_SOURCE_DIR}
        -DARMATURE_BATCHES=all
        -DCMAKE_CXX_COMPILER=${ARMATURE_CONSUMERS_COMPILER}
        "-DCMAKE_CXX_FLAGS=-O0 -DHWY_COMPILE_ONLY_STATIC")
    armature_add_consumer(add_subdirectory ${embedded} -DINSTALLED=${PROJECT_BINARY_DIR}/packaging/shared)
    armature_add_consumer(fetch_content ${embedded} -DINSTALLED=${PROJECT_BINARY_DIR}/packaging/core)
    set_tests_properties(packaging_add_subdirectory packaging_fetch_content PROPERTIES FIXTURES_SETUP embedded)
    set_tests_properties(packaging_fetch_content PROPERTIES DEPENDS packaging_add_subdirectory)
    if(TARGET armature_character)
        armature_add_check(installed check_installed.py ${PROJECT_BINARY_DIR}/packaging/installed ${ARMATURE_CONSUMERS_COMPILER}
            ${PROJECT_BINARY_DIR}/demos/character.glb ${prefix} ${PROJECT_BINARY_DIR}/packaging/shared ${PROJECT_BINARY_DIR}/packaging/core)
        set_tests_properties(check_installed PROPERTIES LABELS packaging TIMEOUT 1200 FIXTURES_REQUIRED "installation;embedded")
    endif()
endif()
