# The program armature_bench, on Google Benchmark.

find_package(benchmark REQUIRED)

armature_read_sources(benchmark_sources ${PROJECT_SOURCE_DIR}/benchmarks/sources.txt)
add_executable(armature_bench ${benchmark_sources})
armature_compile(armature_bench)
target_include_directories(armature_bench PRIVATE ${PROJECT_SOURCE_DIR}/source)
target_link_libraries(armature_bench PRIVATE armature_core armature_import benchmark::benchmark)
