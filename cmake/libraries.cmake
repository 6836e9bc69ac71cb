# The libraries: armature::core, armature::import, armature::render, and armature::armature for all of them; armature::c, the C API.

# What is a library only for the sake of tests becomes part of its program. Tests that were compiled elsewhere bring inline functions without
# sanitizers: libraries that are shared keep to their own, so that whatever they do is checked.
set(ARMATURE_KIND_OF_PARTS STATIC)
if(ARMATURE_TEST_OBJECTS AND ARMATURE_SANITIZERS)
    set(ARMATURE_KIND_OF_PARTS SHARED)
    set(BUILD_SHARED_LIBS ON)
    add_link_options(LINKER:-Bsymbolic-functions)
endif()

# Libraries export what is marked in base/export.hpp, and nothing of what they are made from. Tests and benchmarks reach into them: beside these,
# shared libraries export everything.
set(armature_exports_all OFF)
if(BUILD_SHARED_LIBS AND (ARMATURE_BUILD_TESTS OR ARMATURE_BUILD_BENCHMARKS OR ARMATURE_BUILD_FUZZERS))
    set(armature_exports_all ON)
    add_compile_definitions(ARMATURE_EXPORTS_ALL)
endif()
# Until 1.0 each minor version may break the ABI, so its number is part of the libraries' SONAME.
set(ARMATURE_ABI ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(armature_export_script ${PROJECT_BINARY_DIR}/generated/exports.map)
set(armature_c_export_script ${PROJECT_BINARY_DIR}/generated/exports_c.map)
configure_file(${PROJECT_SOURCE_DIR}/cmake/exports.map.in ${armature_export_script} @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/cmake/exports_c.map.in ${armature_c_export_script} @ONLY)
include(CheckLinkerFlag)
check_linker_flag(CXX LINKER:--version-script=${armature_export_script} ARMATURE_HAS_VERSION_SCRIPTS)

# Gives a library its version, and hides what it does not export.
function(armature_export target)
    set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${ARMATURE_ABI} DEFINE_SYMBOL "")
    if(armature_exports_all)
        return()
    endif()
    set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    get_target_property(type ${target} TYPE)
    if(ARMATURE_HAS_VERSION_SCRIPTS AND type STREQUAL "SHARED_LIBRARY")
        target_link_options(${target} PRIVATE LINKER:--version-script=${armature_export_script}
            $<$<NOT:$<BOOL:${ARMATURE_SANITIZERS}>>:LINKER:--no-undefined>)
        set_target_properties(${target} PROPERTIES LINK_DEPENDS ${armature_export_script})
    endif()
endfunction()

# Adds the library armature_<module>, alias armature::<module>, from its source list.
function(armature_add_library module list_file)
    set(target armature_${module})
    armature_read_sources(sources ${PROJECT_SOURCE_DIR}/source/${list_file})
    add_library(${target} ${sources})
    add_library(armature::${module} ALIAS ${target})
    armature_compile(${target})
    armature_export(${target})
    target_include_directories(${target}
        PUBLIC
            $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
        PRIVATE ${PROJECT_SOURCE_DIR}/source)
    target_compile_features(${target} PUBLIC cxx_std_20)
    if(ARMATURE_BATCHES STREQUAL "all")
        armature_batch(${target})
    endif()
    # Position independent, so that a static armature can become part of somebody's shared library.
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${module} POSITION_INDEPENDENT_CODE ON)
endfunction()

function(armature_precompile_library target)
    if(ARMATURE_PRECOMPILE_LIBRARIES)
        armature_precompile(${target} ${ARGN})
    endif()
endfunction()

find_package(fmt REQUIRED)
find_package(glm REQUIRED)
find_package(hwy REQUIRED)
find_package(TBB QUIET)
option(ARMATURE_USE_TBB "Threads::All works on all cores, by oneTBB; without it, on the calling thread" ${TBB_FOUND})
if(ARMATURE_USE_TBB)
    find_package(TBB REQUIRED)
endif()

armature_add_library(core core.txt)
target_link_libraries(armature_core PUBLIC glm::glm PRIVATE fmt::fmt hwy::hwy $<$<BOOL:${ARMATURE_USE_TBB}>:TBB::tbb>)
armature_precompile_library(armature_core)
armature_compile_kernels(armature_core)
# Where a processor has no vectors, kernels are our plain functions: Highway's own emulation rounds infinity to the largest number.
target_compile_definitions(armature_core PRIVATE HWY_BROKEN_EMU128=1)
if(NOT ARMATURE_USE_TBB)
    target_compile_definitions(armature_core PRIVATE ARMATURE_WITHOUT_TBB)
endif()

add_library(armature_armature INTERFACE)
add_library(armature::armature ALIAS armature_armature)
set_target_properties(armature_armature PROPERTIES EXPORT_NAME armature)
target_link_libraries(armature_armature INTERFACE armature_core)

if(ARMATURE_BUILD_IMPORT)
    find_package(simdjson REQUIRED)
    find_package(meshoptimizer REQUIRED)
    find_package(draco REQUIRED)
    find_package(ZLIB REQUIRED)

    armature_add_library(import import/sources.txt)
    target_link_libraries(armature_import
        PUBLIC armature_core
        PRIVATE fmt::fmt simdjson::simdjson meshoptimizer::meshoptimizer draco::draco ZLIB::ZLIB)
    armature_precompile_library(armature_import <simdjson.h>)
    target_link_libraries(armature_armature INTERFACE armature_import)
    include(import_worker)
endif()

# The C API has the same functions in every build, so that a binding never looks for one that is missing: it needs the importer, and no OpenGL.
function(armature_add_c_library)
    if(ARMATURE_C_SHARED)
        set(BUILD_SHARED_LIBS ON)
    endif()
    set(armature_export_script ${armature_c_export_script})  # for armature_export()
    armature_add_library(c c/sources.txt)
    target_link_libraries(armature_c PRIVATE armature_core armature_import)
    # Applications in C link it: they have no standard of C++.
    set_target_properties(armature_c PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON INTERFACE_COMPILE_FEATURES "")
    target_compile_definitions(armature_c PRIVATE ARMATURE_C_BUILDS)
    get_target_property(kind armature_c TYPE)
    if(kind STREQUAL "SHARED_LIBRARY")
        target_compile_definitions(armature_c PUBLIC ARMATURE_C_SHARED)
        if(NOT APPLE AND NOT WIN32)
            target_link_options(armature_c PRIVATE LINKER:--exclude-libs,ALL)
        endif()
    elseif(TARGET armature_import_worker)
        armature_tell_worker(armature_c)
    endif()
endfunction()
if(ARMATURE_BUILD_IMPORT AND ARMATURE_BUILD_C)
    armature_add_c_library()
endif()

if(ARMATURE_BUILD_RENDER)
    set(OpenGL_GL_PREFERENCE GLVND)
    find_package(OpenGL REQUIRED)
    find_package(GLEW REQUIRED)
    find_package(JPEG REQUIRED)
    find_package(PNG REQUIRED)
    find_package(WebP REQUIRED)
    include(shaders)
    armature_embed_shaders()

    armature_add_library(render render/sources.txt)
    target_include_directories(armature_render PRIVATE ${PROJECT_BINARY_DIR}/generated)
    target_link_libraries(armature_render PUBLIC armature_core PRIVATE fmt::fmt GLEW::GLEW OpenGL::GL JPEG::JPEG PNG::PNG WebP::webp)
    armature_precompile_library(armature_render)
    target_link_libraries(armature_armature INTERFACE armature_render)
endif()
