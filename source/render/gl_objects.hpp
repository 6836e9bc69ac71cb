#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <GL/glew.h>

namespace armature {

/// Owns one OpenGL object: Traits::create() makes it and returns its name, Traits::destroy(name) deletes it.
template <typename Traits>
class GlObject final {
public:
    GlObject() noexcept : name_(Traits::create()) {}
    explicit GlObject(std::nullptr_t) noexcept {}
    ~GlObject() { reset(); }
    GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0u)) {}
    GlObject& operator=(GlObject&& other) noexcept
    {
        if (this != &other) {
            reset();
            name_ = std::exchange(other.name_, 0u);
        }
        return *this;
    }

    [[nodiscard]] GLuint name() const noexcept { return name_; }
    [[nodiscard]] explicit operator bool() const noexcept { return name_ != 0; }

    void reset() noexcept
    {
        if (name_ != 0) {
            Traits::destroy(std::exchange(name_, 0u));
        }
    }

    /// Gives up ownership without destroying the object.
    void forget() noexcept { name_ = 0; }

private:
    GLuint name_ = 0;
};

/// Traits made from a pair of OpenGL functions. The functions are taken by reference, because GLEW finds most functions only
/// once there is a context.
template <auto& generate, auto& remove>
struct GlNames {
    static GLuint create() noexcept
    {
        GLuint name = 0;
        generate(1, &name);
        return name;
    }
    static void destroy(GLuint name) noexcept { remove(1, &name); }
};

using GlBuffer = GlObject<GlNames<glGenBuffers, glDeleteBuffers>>;
using GlTexture = GlObject<GlNames<glGenTextures, glDeleteTextures>>;
using GlSampler = GlObject<GlNames<glGenSamplers, glDeleteSamplers>>;
using GlFramebuffer = GlObject<GlNames<glGenFramebuffers, glDeleteFramebuffers>>;
using GlVertexArray = GlObject<GlNames<glGenVertexArrays, glDeleteVertexArrays>>;

/// One line `#define NAME VALUE` for a shader.
struct ShaderDefine {
    std::string_view name;
    std::size_t value;
};

/// A shader program made from the embedded files of shaders/.
class GlProgram final {
public:
    /// `vertexFile` and `fragmentFile` are names in shaders/sources.txt. `feedback` lists outputs to capture by transform feedback,
    /// interleaved. Throws RenderError with the files' names and the driver's log.
    GlProgram(std::string_view vertexFile, std::string_view fragmentFile, std::span<const ShaderDefine> defines = {},
              std::span<const char* const> feedback = {});
    ~GlProgram();
    GlProgram(GlProgram&& other) noexcept;
    GlProgram& operator=(GlProgram&& other) = delete;

    void use() const noexcept { glUseProgram(program_); }
    /// Returns a uniform's location; -1, which OpenGL ignores, if the program has no such uniform.
    [[nodiscard]] GLint uniform(const char* name) const noexcept { return glGetUniformLocation(program_, name); }
    /// Binds a uniform block to a binding point.
    void setBlockBinding(const char* block, GLuint bindingPoint) const noexcept;
    /// Binds a shader storage block to a binding point. Only for contexts that have shader storage blocks.
    void setStorageBinding(const char* block, GLuint bindingPoint) const noexcept;

private:
    GLuint program_ = 0;
};

/// Returns the text of an embedded shader, with the defines inserted after its #version line, and #include "..." lines replaced by the
/// files' texts. Throws RenderError if a file is not embedded.
[[nodiscard]] std::string assembleShader(std::string_view file, std::span<const ShaderDefine> defines);

}  // namespace armature
