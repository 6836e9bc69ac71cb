# The libraries: armature::core, armature::import, armature::render, and armature::armature for all of them.

# Adds the library armature_<module>, alias armature::<module>, from a list of absolute paths.
function(armature_add_library module)
    set(target armature_${module})
    if(ARGN)
        add_library(${target} ${ARGN})
        armature_compile(${target})
        set(scope PUBLIC)
        target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/source)
    else()
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    endif()
    add_library(armature::${module} ALIAS ${target})
    target_include_directories(${target} ${scope}
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_compile_features(${target} ${scope} cxx_std_20)
    # Position independent, so that a static armature can become part of somebody's shared library.
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${module} POSITION_INDEPENDENT_CODE ON)
endfunction()

# Links what a library needs to `target`; a library without sources yet takes the public part only.
function(armature_link target)
    cmake_parse_arguments(PARSE_ARGV 1 link "" "" "PUBLIC;PRIVATE")
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "INTERFACE_LIBRARY")
        target_link_libraries(${target} INTERFACE ${link_PUBLIC})
    else()
        target_link_libraries(${target} PUBLIC ${link_PUBLIC} PRIVATE ${link_PRIVATE})
    endif()
endfunction()

find_package(fmt REQUIRED)
find_package(glm REQUIRED)
find_package(hwy REQUIRED)
find_package(TBB REQUIRED)

armature_read_sources(core_sources ${PROJECT_SOURCE_DIR}/source/core.txt)
armature_add_library(core ${core_sources})
armature_link(armature_core PUBLIC glm::glm PRIVATE fmt::fmt hwy::hwy TBB::tbb)

add_library(armature_armature INTERFACE)
add_library(armature::armature ALIAS armature_armature)
set_target_properties(armature_armature PROPERTIES EXPORT_NAME armature)
target_link_libraries(armature_armature INTERFACE armature_core)

if(ARMATURE_BUILD_IMPORT)
    find_package(simdjson REQUIRED)
    find_package(meshoptimizer REQUIRED)
    find_package(draco REQUIRED)

    armature_read_sources(import_sources ${PROJECT_SOURCE_DIR}/source/import/sources.txt)
    armature_add_library(import ${import_sources})
    armature_link(armature_import
        PUBLIC armature_core
        PRIVATE fmt::fmt simdjson::simdjson meshoptimizer::meshoptimizer draco::draco)
    target_link_libraries(armature_armature INTERFACE armature_import)
endif()

if(ARMATURE_BUILD_RENDER)
    set(OpenGL_GL_PREFERENCE GLVND)
    find_package(OpenGL REQUIRED)
    find_package(GLEW REQUIRED)
    find_path(ARMATURE_STB_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb REQUIRED)
    include(shaders)
    armature_embed_shaders()

    armature_read_sources(render_sources ${PROJECT_SOURCE_DIR}/source/render/sources.txt)
    armature_add_library(render ${render_sources})
    armature_link(armature_render PUBLIC armature_core PRIVATE fmt::fmt GLEW::GLEW OpenGL::GL)
    if(render_sources)
        target_include_directories(armature_render PRIVATE ${PROJECT_BINARY_DIR}/generated)
        target_include_directories(armature_render SYSTEM PRIVATE ${ARMATURE_STB_INCLUDE_DIR})
    endif()
    target_link_libraries(armature_armature INTERFACE armature_render)
endif()
