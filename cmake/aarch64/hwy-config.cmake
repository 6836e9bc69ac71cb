# Highway's library only finds out what the processor can do. With one instruction set, fixed when compiling, nobody asks.
include_guard(GLOBAL)
add_library(hwy::hwy INTERFACE IMPORTED)
target_compile_definitions(hwy::hwy INTERFACE HWY_COMPILE_ONLY_STATIC)
