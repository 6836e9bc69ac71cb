# Files for pkg-config: armature-core, armature-import, armature-render, and armature for all that is installed. meson.build writes the same.

find_package(PkgConfig QUIET)
set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Sets `out` to a folder of the installation, seen from its prefix; the prefix is seen from the file itself, so that the whole may be moved.
function(armature_pc_path out folder)
    if(IS_ABSOLUTE "${folder}")
        set(${out} ${folder} PARENT_SCOPE)
    else()
        set(${out} "\${prefix}/${folder}" PARENT_SCOPE)
    endif()
endfunction()
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(PC_PREFIX ${CMAKE_INSTALL_PREFIX})
else()
    file(RELATIVE_PATH up /${pc_folder} /)
    string(REGEX REPLACE "/$" "" up "${up}")
    set(PC_PREFIX "\${pcfiledir}/${up}")
endif()
armature_pc_path(PC_LIBDIR "${CMAKE_INSTALL_LIBDIR}")
armature_pc_path(PC_INCLUDEDIR "${CMAKE_INSTALL_INCLUDEDIR}")
set(PC_VERSION ${PROJECT_VERSION})

# Writes armature-COMPONENT.pc. PRIVATE names the packages that a library uses without its users' knowledge, as `module` or `module:library`, if there may
# be no file of that module; `:library` if there is never any. A static library passes them on to whoever links it; a shared one has them already.
function(armature_write_pc component)
    cmake_parse_arguments(PARSE_ARGV 1 pc "" "DESCRIPTION" "REQUIRES;PRIVATE")
    if(NOT TARGET armature_${component})
        return()
    endif()
    set(modules)
    set(libraries)
    foreach(package IN LISTS pc_PRIVATE)
        string(REGEX MATCH "^([^:]*):?(.*)$" ignored "${package}")
        set(module ${CMAKE_MATCH_1})
        set(library ${CMAKE_MATCH_2})
        if(module AND library AND PKG_CONFIG_FOUND)
            pkg_check_modules(ARMATURE_PC_${module} QUIET ${module})
        endif()
        if(module AND (ARMATURE_PC_${module}_FOUND OR NOT library))
            list(APPEND modules ${module})
        elseif(library)
            list(APPEND libraries -l${library})
        endif()
    endforeach()
    set(requires ${pc_REQUIRES})
    set(libs -L\${libdir} -larmature_${component})
    get_target_property(type armature_${component} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
        list(APPEND requires ${modules})
        list(APPEND libs ${libraries})
        set(modules)
        set(libraries)
    endif()
    list(JOIN requires " " PC_REQUIRES)
    list(JOIN modules " " PC_REQUIRES_PRIVATE)
    list(JOIN libs " " PC_LIBS)
    list(JOIN libraries " " PC_LIBS_PRIVATE)
    string(REPLACE "_" "-" PC_NAME armature-${component})
    set(PC_DESCRIPTION ${pc_DESCRIPTION})
    set(PC_CFLAGS "-I\${includedir}")
    configure_file(${PROJECT_SOURCE_DIR}/cmake/armature.pc.in ${PROJECT_BINARY_DIR}/generated/${PC_NAME}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/generated/${PC_NAME}.pc DESTINATION ${pc_folder})
endfunction()

set(public_module)
if(PKG_CONFIG_FOUND)
    pkg_check_modules(ARMATURE_PC_glm QUIET glm)
    if(ARMATURE_PC_glm_FOUND)
        set(public_module glm)
    endif()
endif()
set(threads_module)
if(ARMATURE_USE_TBB)
    set(threads_module tbb:tbb)
endif()
armature_write_pc(core
    DESCRIPTION "Bones, animation, inverse kinematics and skinning for C++20"
    REQUIRES ${public_module}
    PRIVATE fmt:fmt libhwy:hwy ${threads_module})
armature_write_pc(import
    DESCRIPTION "Readers of models and animations for armature"
    REQUIRES armature-core
    PRIVATE fmt:fmt simdjson:simdjson meshoptimizer:meshoptimizer draco:draco zlib:z :dl)
armature_write_pc(c
    DESCRIPTION "armature for C, and for languages that call C"
    REQUIRES armature-import
    PRIVATE :stdc++)
armature_write_pc(import_assimp
    DESCRIPTION "Reads models by Assimp in the program's own process for armature"
    REQUIRES armature-import
    PRIVATE fmt:fmt assimp:assimp zlib:z)
armature_write_pc(render
    DESCRIPTION "Draws armature's characters with OpenGL"
    REQUIRES armature-core
    PRIVATE fmt:fmt glew:GLEW gl:GL libjpeg:jpeg libpng:png libwebp:webp)
armature_write_pc(support
    DESCRIPTION "Windows and pictures for programs that use armature"
    REQUIRES armature-render
    PRIVATE fmt:fmt glfw3:glfw glew:GLEW egl:EGL gl:GL libpng:png libwebp:webp)

# All that is installed, as armature::armature.
set(PC_NAME armature)
set(PC_DESCRIPTION "${PROJECT_DESCRIPTION}")
list(TRANSFORM ARMATURE_COMPONENTS PREPEND armature- OUTPUT_VARIABLE components)
list(JOIN components " " PC_REQUIRES)
set(PC_REQUIRES_PRIVATE)
set(PC_LIBS)
set(PC_LIBS_PRIVATE)
set(PC_CFLAGS)
configure_file(${PROJECT_SOURCE_DIR}/cmake/armature.pc.in ${PROJECT_BINARY_DIR}/generated/armature.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/generated/armature.pc DESTINATION ${pc_folder})
