#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include <GL/glew.h>

namespace armature {

/// One line `#define NAME VALUE` for a shader.
struct ShaderDefine {
    std::string_view name;
    std::size_t value;
};

/// A shader program made from the embedded files of shaders/.
class GlProgram final {
public:
    /// `vertexFile` and `fragmentFile` are names in shaders/sources.txt; `feedback` are outputs to capture by transform feedback,
    /// interleaved. Throws RenderError with the files' names and the driver's log.
    GlProgram(std::string_view vertexFile, std::string_view fragmentFile, std::span<const ShaderDefine> defines = {},
              std::span<const char* const> feedback = {});
    ~GlProgram();
    GlProgram(GlProgram&& other) noexcept;
    GlProgram& operator=(GlProgram&& other) = delete;

    void use() const noexcept { glUseProgram(program_); }
    /// -1, which OpenGL ignores, where the program has no such uniform.
    [[nodiscard]] GLint uniform(const char* name) const noexcept { return glGetUniformLocation(program_, name); }
    /// Lets a uniform block read from a binding point.
    void setBlockBinding(const char* block, GLuint bindingPoint) const noexcept;

private:
    GLuint program_ = 0;
};

/// The text of an embedded shader: defines after its #version line, #include "..." lines replaced by the files. Throws RenderError if a
/// file is not embedded.
[[nodiscard]] std::string assembleShader(std::string_view file, std::span<const ShaderDefine> defines);

}  // namespace armature
