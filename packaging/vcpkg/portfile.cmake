# An overlay port: it builds the tree that it is in. In a registry, vcpkg_from_git() would set SOURCE_PATH.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS
    FEATURES
        import  ARMATURE_BUILD_IMPORT
        render  ARMATURE_BUILD_RENDER
        worker  ARMATURE_ASSIMP_WORKER
        program ARMATURE_BUILD_TOOLS
)
if("program" IN_LIST FEATURES)
    vcpkg_find_acquire_program(PKGCONFIG)
    list(APPEND FEATURE_OPTIONS "-DPKG_CONFIG_EXECUTABLE=${PKGCONFIG}")
endif()

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        ${FEATURE_OPTIONS}
        -DARMATURE_USE_TBB=ON
        -DARMATURE_ASSIMP_LIBRARY=OFF
        -DARMATURE_BUILD_TESTS=OFF
        -DARMATURE_BUILD_DEMOS=OFF
        -DARMATURE_BATCHES=all
        -DARMATURE_PRECOMPILE_LIBRARIES=OFF
        -DCMAKE_INSTALL_BINDIR=tools/${PORT}
        -DCMAKE_INSTALL_LIBEXECDIR=tools/${PORT}
    OPTIONS_DEBUG
        -DARMATURE_BUILD_TOOLS=OFF
        -DARMATURE_ASSIMP_WORKER=OFF
    MAYBE_UNUSED_VARIABLES # without import
        ARMATURE_ASSIMP_WORKER
        ARMATURE_ASSIMP_LIBRARY
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/${PORT})
if(EXISTS "${CURRENT_PACKAGES_DIR}/lib/pkgconfig")
    vcpkg_fixup_pkgconfig()
endif()
if("program" IN_LIST FEATURES OR "worker" IN_LIST FEATURES)
    vcpkg_copy_tool_dependencies("${CURRENT_PACKAGES_DIR}/tools/${PORT}")
endif()
file(REMOVE_RECURSE
    "${CURRENT_PACKAGES_DIR}/debug/include"
    "${CURRENT_PACKAGES_DIR}/debug/share"
    "${CURRENT_PACKAGES_DIR}/debug/tools"
)

# The library knows where the worker was to be installed, and looks there last.
set(VCPKG_POLICY_SKIP_ABSOLUTE_PATHS_CHECK enabled)

file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
