# The program armature_bench, on Google Benchmark; scripts/bench builds and runs it.

find_package(benchmark REQUIRED)
find_package(simdjson REQUIRED)  # for the naive loader

armature_read_sources(benchmark_sources ${PROJECT_SOURCE_DIR}/benchmarks/sources.txt)
add_executable(armature_bench ${benchmark_sources})
armature_compile(armature_bench)
target_include_directories(armature_bench PRIVATE ${PROJECT_SOURCE_DIR}/source)
target_link_libraries(armature_bench PRIVATE armature_core armature_import armature_render armature_support benchmark::benchmark
    simdjson::simdjson ${CMAKE_DL_LIBS})
target_compile_definitions(armature_bench PRIVATE ARMATURE_BENCH_CHARACTER="${PROJECT_BINARY_DIR}/demos/character.glb")
add_dependencies(armature_bench armature_character)

# Adds the source of a peer if `library`, what it links, was found.
function(armature_add_peer name library)
    if(NOT TARGET ${library})
        message(STATUS "armature_bench: ${name} was not found and is not measured")
        return()
    endif()
    target_sources(armature_bench PRIVATE ${PROJECT_SOURCE_DIR}/benchmarks/peers/${name}.cpp)
    target_link_libraries(armature_bench PRIVATE ${library})
    string(TOUPPER ${name} macro)
    target_compile_definitions(armature_bench PRIVATE ARMATURE_BENCH_${macro})
endfunction()

find_package(assimp QUIET CONFIG)
find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
    pkg_check_modules(openscenegraph QUIET IMPORTED_TARGET openscenegraph-osg)
    pkg_check_modules(ogre QUIET IMPORTED_TARGET OGRE)
endif()
armature_add_peer(assimp assimp::assimp)
armature_add_peer(openscenegraph PkgConfig::openscenegraph)
armature_add_peer(ogre PkgConfig::ogre)
