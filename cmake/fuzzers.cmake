# armature_fuzz: the programs of tests/fuzz with libFuzzer. scripts/fuzz configures, builds and runs it; the test program `fuzz` replays a few
# inputs with every compiler.

if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "armature: libFuzzer comes with Clang; set CMAKE_CXX_COMPILER to clang++")
endif()
find_package(fmt REQUIRED)

armature_read_sources(fuzz_sources ${PROJECT_SOURCE_DIR}/tests/fuzz/sources.txt)
list(FILTER fuzz_sources EXCLUDE REGEX "replay_test|/\\.\\./")  # what only the replay needs
add_executable(armature_fuzz ${fuzz_sources})
armature_compile(armature_fuzz)
armature_batch(armature_fuzz)
target_include_directories(armature_fuzz PRIVATE ${PROJECT_SOURCE_DIR}/source)
target_link_libraries(armature_fuzz PRIVATE armature_import armature_render fmt::fmt)
target_link_options(armature_fuzz PRIVATE -fsanitize=fuzzer)
