# armature-import-worker: reads what armature::import has no reader of its own for, by Assimp, and decodes compressed data, as a process that is
# locked in. armature::import_assimp: the same reading without any protection, for those who ask for it. Nothing else links Assimp.

set(ARMATURE_ASSIMP_WORKER AUTO CACHE STRING "Build the worker process that reads other formats with Assimp: AUTO where Assimp is, ON, OFF")
set_property(CACHE ARMATURE_ASSIMP_WORKER PROPERTY STRINGS AUTO ON OFF)
set(ARMATURE_ASSIMP_LIBRARY AUTO CACHE STRING "Build armature::import_assimp, Assimp in the program's own process: AUTO where Assimp is, ON, OFF")
set_property(CACHE ARMATURE_ASSIMP_LIBRARY PROPERTY STRINGS AUTO ON OFF)

# Where it will be, if it is not beside the program or the library; and where it is, seen from either, in an installation that was moved.
target_compile_definitions(armature_import PRIVATE "ARMATURE_IMPORT_WORKER_FOLDER=\"${CMAKE_INSTALL_FULL_LIBEXECDIR}\"")
foreach(folder IN ITEMS BINDIR LIBDIR LIBEXECDIR)
    set(${folder} ${CMAKE_INSTALL_${folder}})
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/cmake/installed_folders.cpp.in ${PROJECT_BINARY_DIR}/generated/installed_folders.cpp @ONLY)
target_sources(armature_import PRIVATE ${PROJECT_BINARY_DIR}/generated/installed_folders.cpp)
target_link_libraries(armature_import PRIVATE ${CMAKE_DL_LIBS})

foreach(wanted IN ITEMS "${ARMATURE_ASSIMP_WORKER}" "${ARMATURE_ASSIMP_LIBRARY}")
    if(wanted STREQUAL "AUTO")
        find_package(assimp QUIET)
    elseif(wanted)
        find_package(assimp REQUIRED)
    endif()
endforeach()
if(ARMATURE_ASSIMP_WORKER STREQUAL "AUTO" AND NOT assimp_FOUND)
    message(STATUS "armature: no Assimp here, so formats other than glTF, FBX and BVH will not be read")
endif()

if(ARMATURE_ASSIMP_LIBRARY AND assimp_FOUND)
    armature_add_library(import_assimp import/assimp/sources.txt)
    target_link_libraries(armature_import_assimp PUBLIC armature_import PRIVATE fmt::fmt assimp::assimp ZLIB::ZLIB)
endif()

if(ARMATURE_ASSIMP_WORKER AND assimp_FOUND)
    armature_read_sources(worker_sources ${PROJECT_SOURCE_DIR}/source/programs/import_worker/sources.txt)
    add_executable(armature_import_worker ${worker_sources})
    armature_batch(armature_import_worker)
    # Without sanitizers, whose memory and system calls are what the worker forbids itself.
    target_link_libraries(armature_import_worker PRIVATE armature_compile_options)
    set_target_properties(armature_import_worker PROPERTIES OUTPUT_NAME armature-import-worker CXX_EXTENSIONS OFF)
    target_include_directories(armature_import_worker PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/source)
    target_link_libraries(armature_import_worker PRIVATE fmt::fmt glm::glm assimp::assimp ZLIB::ZLIB draco::draco meshoptimizer::meshoptimizer)
    find_library(ARMATURE_SECCOMP_LIBRARY seccomp)
    find_path(ARMATURE_SECCOMP_INCLUDE seccomp.h)
    mark_as_advanced(ARMATURE_SECCOMP_LIBRARY ARMATURE_SECCOMP_INCLUDE)
    if(ARMATURE_SECCOMP_LIBRARY AND ARMATURE_SECCOMP_INCLUDE)
        target_compile_definitions(armature_import_worker PRIVATE ARMATURE_HAS_SECCOMP)
        target_include_directories(armature_import_worker PRIVATE ${ARMATURE_SECCOMP_INCLUDE})
        target_link_libraries(armature_import_worker PRIVATE ${ARMATURE_SECCOMP_LIBRARY})
    else()
        message(STATUS "armature: no libseccomp here, so the worker process limits memory, time and files, but not system calls")
    endif()
endif()

# A program that links the static library may be anywhere: it is told where the worker is, by a source of its own that says it. The linker looks for
# that also in another static library, through which the program may have armature::import.
# `target` is armature::import, or a static library that holds it for those who link only that.
function(armature_tell_worker target)
    cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_LIBEXECDIR BASE_DIRECTORY "$<INSTALL_PREFIX>" OUTPUT_VARIABLE installed_worker_folder)
    target_sources(${target} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_DATADIR}/armature/import_worker_place.cpp>)
    target_compile_definitions(${target} INTERFACE
        "$<INSTALL_INTERFACE:ARMATURE_IMPORT_WORKER=\"${installed_worker_folder}/armature-import-worker\">")
    target_link_options(${target} INTERFACE $<INSTALL_INTERFACE:LINKER:-u,armatureImportWorker>)
endfunction()
get_target_property(import_type armature_import TYPE)
if(TARGET armature_import_worker AND import_type STREQUAL "STATIC_LIBRARY")
    armature_tell_worker(armature_import)
    if(NOT PROJECT_IS_TOP_LEVEL)
        target_sources(armature_import INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/cmake/import_worker_place.cpp>)
        target_compile_definitions(armature_import INTERFACE
            "$<BUILD_INTERFACE:ARMATURE_IMPORT_WORKER=\"$<TARGET_FILE:armature_import_worker>\">")
        target_link_options(armature_import INTERFACE $<BUILD_INTERFACE:LINKER:-u,armatureImportWorker>)
        add_dependencies(armature_import armature_import_worker)
    endif()
endif()
