# Cross-compiles for aarch64 with Debian's g++-aarch64-linux-gnu, and runs what it made under qemu-user. The only libraries for that processor are
# the compiler's own, so packages are used by their headers alone: their configurations are in this folder.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L /usr/aarch64-linux-gnu)

set(CMAKE_FIND_PACKAGE_PREFER_CONFIG ON)
foreach(package IN ITEMS Boost fmt glm hwy)
    set(${package}_DIR ${CMAKE_CURRENT_LIST_DIR})
endforeach()
