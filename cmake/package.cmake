# Installation and the package config: find_package(armature COMPONENTS core import render c import_assimp support), one component per library.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/armature)
set(ARMATURE_COMPONENTS core)
if(ARMATURE_BUILD_IMPORT)
    list(APPEND ARMATURE_COMPONENTS import)
endif()
if(ARMATURE_BUILD_RENDER)
    list(APPEND ARMATURE_COMPONENTS render)
endif()

# One export per component: who asks for one does not need what the others depend on.
foreach(component IN LISTS ARMATURE_COMPONENTS)
    install(TARGETS armature_${component} EXPORT armature-${component}-targets)
    install(EXPORT armature-${component}-targets NAMESPACE armature:: DESTINATION ${package_dir})
endforeach()
# Components like the others, but only for those who name them: nobody else needs the C API, Assimp, or GLFW and EGL.
foreach(component IN ITEMS c import_assimp support)
    if(TARGET armature_${component})
        install(TARGETS armature_${component} EXPORT armature-${component}-targets)
        install(EXPORT armature-${component}-targets NAMESPACE armature:: DESTINATION ${package_dir})
    endif()
endforeach()
# The headers of what was built.
set(headers_that_stay)
foreach(component IN ITEMS c import render support)
    if(NOT TARGET armature_${component})
        list(APPEND headers_that_stay PATTERN armature/${component} EXCLUDE)
    endif()
endforeach()
if(NOT TARGET armature_import_assimp)
    list(APPEND headers_that_stay PATTERN read_with_assimp.hpp EXCLUDE)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/armature DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" ${headers_that_stay})
include(pkg_config)
# The parts of shaders that an application's own shaders may include.
set(ARMATURE_SHADER_FOLDER ${CMAKE_INSTALL_DATADIR}/armature/shaders)
if(ARMATURE_BUILD_RENDER)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/shaders/ DESTINATION ${ARMATURE_SHADER_FOLDER} FILES_MATCHING PATTERN "*.glsl")
endif()
set(ARMATURE_WORKER_FILE ${CMAKE_INSTALL_LIBEXECDIR}/armature-import-worker)
set(ARMATURE_HAS_WORKER FALSE)
if(TARGET armature_import_worker)
    set(ARMATURE_HAS_WORKER TRUE)
    install(TARGETS armature_import_worker RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR})
    install(FILES ${PROJECT_SOURCE_DIR}/cmake/import_worker_place.cpp DESTINATION ${CMAKE_INSTALL_DATADIR}/armature)
endif()
if(ARMATURE_BUILD_TOOLS)
    install(TARGETS armature_program)
endif()

# Something to try things with: the README's program, for instance.
set(ARMATURE_CHARACTER_FILE ${CMAKE_INSTALL_DATADIR}/armature/character.glb)
set(ARMATURE_HAS_CHARACTER FALSE)
if(TARGET armature_character)
    set(ARMATURE_HAS_CHARACTER TRUE)
    install(FILES ${character} DESTINATION ${CMAKE_INSTALL_DATADIR}/armature)
endif()

get_target_property(core_type armature_core TYPE)
set(ARMATURE_IS_STATIC FALSE)
if(core_type STREQUAL "STATIC_LIBRARY")
    set(ARMATURE_IS_STATIC TRUE)
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/armature-config.cmake.in ${PROJECT_BINARY_DIR}/armature-config.cmake
    INSTALL_DESTINATION ${package_dir} PATH_VARS ARMATURE_WORKER_FILE ARMATURE_CHARACTER_FILE ARMATURE_SHADER_FOLDER)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/armature-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
    ${PROJECT_BINARY_DIR}/armature-config.cmake
    ${PROJECT_BINARY_DIR}/armature-config-version.cmake
    ${PROJECT_SOURCE_DIR}/cmake/FindWebP.cmake
    DESTINATION ${package_dir})
