# Installation and the package config: find_package(armature COMPONENTS core import render import_assimp support), one component per library.
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
# Components like the others, but only for those who name them: nobody else needs Assimp, or GLFW and EGL.
set(ARMATURE_OPTIONAL_COMPONENTS "")
foreach(component IN ITEMS import_assimp support)
    if(TARGET armature_${component})
        list(APPEND ARMATURE_OPTIONAL_COMPONENTS ${component})
        install(TARGETS armature_${component} EXPORT armature-${component}-targets)
        install(EXPORT armature-${component}-targets NAMESPACE armature:: DESTINATION ${package_dir})
    endif()
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/armature DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
# The parts of shaders that an application's own shaders may include.
set(ARMATURE_SHADER_FOLDER ${CMAKE_INSTALL_DATADIR}/armature/shaders)
if(ARMATURE_BUILD_RENDER)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/shaders/ DESTINATION ${ARMATURE_SHADER_FOLDER} FILES_MATCHING PATTERN "*.glsl")
endif()
# A static library cannot know where it was moved to: whoever moves the installation passes armature_IMPORT_WORKER on as ImportOptions::worker.
set(ARMATURE_WORKER_FILE ${CMAKE_INSTALL_LIBEXECDIR}/armature-import-worker)
set(ARMATURE_HAS_WORKER FALSE)
if(TARGET armature_import_worker)
    set(ARMATURE_HAS_WORKER TRUE)
    install(TARGETS armature_import_worker RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR})
endif()
if(ARMATURE_BUILD_TOOLS)
    install(TARGETS armature_program)
endif()

string(REPLACE ";" ", " ARMATURE_COMPONENTS_TEXT "${ARMATURE_COMPONENTS};${ARMATURE_OPTIONAL_COMPONENTS}")
string(REGEX REPLACE ", $" "" ARMATURE_COMPONENTS_TEXT "${ARMATURE_COMPONENTS_TEXT}")
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/armature-config.cmake.in ${PROJECT_BINARY_DIR}/armature-config.cmake
    INSTALL_DESTINATION ${package_dir} PATH_VARS ARMATURE_WORKER_FILE ARMATURE_SHADER_FOLDER)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/armature-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
    ${PROJECT_BINARY_DIR}/armature-config.cmake
    ${PROJECT_BINARY_DIR}/armature-config-version.cmake
    ${PROJECT_SOURCE_DIR}/cmake/FindWebP.cmake
    DESTINATION ${package_dir})
