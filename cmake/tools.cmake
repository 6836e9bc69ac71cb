# armature::support: windows, contexts without a window, and pictures, for demos, tools and tests, and for those who copy a demo; the armature program.

set(OpenGL_GL_PREFERENCE GLVND)
find_package(CLI11 REQUIRED)
find_package(glfw3 REQUIRED)
find_package(OpenGL REQUIRED COMPONENTS OpenGL EGL)
find_package(PNG REQUIRED)
find_package(WebP REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo)

# Dear ImGui with its OpenGL 3 backend. vcpkg and Conan have a CMake package of it, of which Conan's does not compile the backend: ARMATURE_IMGUI_SOURCES
# are compiled here. Debian has a static library with all of it, and the stb that it needs, but no package.
set(ARMATURE_IMGUI_SOURCES "" CACHE STRING "Sources that the CMake package of Dear ImGui does not compile: imgui_impl_opengl3.cpp, imgui_stdlib.cpp")
find_path(ARMATURE_IMGUI_INCLUDE_DIR NAMES imgui.h PATH_SUFFIXES imgui)
find_library(ARMATURE_IMGUI_LIBRARY NAMES imgui)
find_library(ARMATURE_STB_LIBRARY NAMES stb)
mark_as_advanced(ARMATURE_IMGUI_SOURCES ARMATURE_IMGUI_INCLUDE_DIR ARMATURE_IMGUI_LIBRARY ARMATURE_STB_LIBRARY)
find_package(imgui CONFIG QUIET)
add_library(armature_imgui INTERFACE)
if(TARGET imgui::imgui)
    if(ARMATURE_IMGUI_SOURCES)
        add_library(armature_imgui_backend STATIC ${ARMATURE_IMGUI_SOURCES})
        target_link_libraries(armature_imgui_backend PRIVATE imgui::imgui ${CMAKE_DL_LIBS})
        target_link_libraries(armature_imgui INTERFACE armature_imgui_backend)
        foreach(source IN LISTS ARMATURE_IMGUI_SOURCES)
            cmake_path(GET source PARENT_PATH folder)
            target_include_directories(armature_imgui_backend PRIVATE ${folder})
            target_include_directories(armature_imgui SYSTEM INTERFACE ${folder})
        endforeach()
    endif()
    target_link_libraries(armature_imgui INTERFACE imgui::imgui ${CMAKE_DL_LIBS})
elseif(ARMATURE_IMGUI_INCLUDE_DIR AND ARMATURE_IMGUI_LIBRARY AND EXISTS "${ARMATURE_IMGUI_INCLUDE_DIR}/backends/imgui_impl_opengl3.h")
    target_include_directories(armature_imgui SYSTEM INTERFACE ${ARMATURE_IMGUI_INCLUDE_DIR})
    target_link_libraries(armature_imgui INTERFACE ${ARMATURE_IMGUI_LIBRARY} ${CMAKE_DL_LIBS})
    if(ARMATURE_STB_LIBRARY)
        target_link_libraries(armature_imgui INTERFACE ${ARMATURE_STB_LIBRARY})
    endif()
else()
    message(FATAL_ERROR "armature view needs Dear ImGui with its OpenGL 3 backend (Debian: libimgui-dev). "
        "Install it, or build the library alone: "
        "-DARMATURE_BUILD_TOOLS=OFF -DARMATURE_BUILD_DEMOS=OFF -DARMATURE_BUILD_TESTS=OFF -DARMATURE_BUILD_BENCHMARKS=OFF")
endif()

armature_add_library(support programs/support/sources.txt)
target_link_libraries(armature_support
    PUBLIC armature_core armature_render
    PRIVATE fmt::fmt glfw GLEW::GLEW OpenGL::EGL OpenGL::GL PNG::PNG WebP::webp)

# The program is its main.cpp and a library of all the rest, which tests can look at too.
armature_read_sources(tools_sources ${PROJECT_SOURCE_DIR}/source/programs/sources.txt)
set(tools_main ${PROJECT_SOURCE_DIR}/source/programs/armature/main.cpp)
list(REMOVE_ITEM tools_sources ${tools_main})
add_library(armature_tools ${ARMATURE_KIND_OF_PARTS} ${tools_sources})
armature_compile(armature_tools)
# The work is done by the libraries; CLI11 is large, and sanitizers make it larger: a quarter of the time.
if(ARMATURE_SANITIZERS)
    target_compile_options(armature_tools PRIVATE -O0)
else()
    target_compile_options(armature_tools PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
endif()
target_include_directories(armature_tools PUBLIC ${PROJECT_SOURCE_DIR}/source)
target_link_libraries(armature_tools
    PUBLIC armature_core armature_import armature_render armature_support
    PRIVATE fmt::fmt CLI11::CLI11 glfw PkgConfig::CAIRO armature_imgui)
armature_precompile(armature_tools)
armature_batch(armature_tools)

add_executable(armature_program ${tools_main})
armature_compile(armature_program)
set_target_properties(armature_program PROPERTIES OUTPUT_NAME armature)
target_link_libraries(armature_program PRIVATE armature_tools)

# What a system knows about the program: its manual, completion in shells, its place in menus. The program itself describes its command line; where
# it cannot be run, because it is built for another machine and there is no emulator, these descriptions are not made.
if(ARMATURE_INSTALL AND ARMATURE_BUILD_TOOLS)
    function(armature_install_description name folder)
        set(description ${PROJECT_BINARY_DIR}/descriptions/${name})
        add_custom_command(OUTPUT ${description}
            COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/descriptions
            COMMAND armature_program ${ARGN} > ${description}
            DEPENDS armature_program
            VERBATIM)
        add_custom_target(armature_description_${name} ALL DEPENDS ${description})
        install(FILES ${description} DESTINATION ${folder})
    endfunction()
    if(NOT ARMATURE_SANITIZERS AND (NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR))
        armature_install_description(armature.1 ${CMAKE_INSTALL_MANDIR}/man1 manual)
        armature_install_description(armature.bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions completion bash)
        armature_install_description(_armature ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions completion zsh)
        armature_install_description(armature.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d completion fish)
    endif()
    set(desktop ${PROJECT_SOURCE_DIR}/source/programs/desktop)
    install(FILES ${desktop}/armature.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES ${desktop}/armature.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()
