# Writes ${PROJECT_BINARY_DIR}/generated/armature_shaders.hpp: one constant per file of shaders/sources.txt, named after it
# (skinned.vert becomes armature::shaders::skinned_vert). The header is written again whenever a shader changes.
function(armature_embed_shaders)
    armature_read_sources(shaders ${PROJECT_SOURCE_DIR}/shaders/sources.txt)
    set(ARMATURE_SHADER_CONSTANTS "")
    foreach(shader IN LISTS shaders)
        set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${shader})
        cmake_path(GET shader FILENAME name)
        string(MAKE_C_IDENTIFIER "${name}" name)
        file(READ ${shader} text)
        string(APPEND ARMATURE_SHADER_CONSTANTS "inline constexpr std::string_view ${name} = R\"glsl(${text})glsl\";\n\n")
    endforeach()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/armature_shaders.hpp.in ${PROJECT_BINARY_DIR}/generated/armature_shaders.hpp @ONLY)
endfunction()
