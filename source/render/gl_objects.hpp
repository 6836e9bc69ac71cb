#pragma once

#include <utility>

#include <GL/glew.h>

namespace armature {

/// Owner of one OpenGL object. `Traits` has create() and destroy(name).
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

private:
    GLuint name_ = 0;
};

struct GlBufferTraits {
    static GLuint create() noexcept
    {
        GLuint name = 0;
        glGenBuffers(1, &name);
        return name;
    }
    static void destroy(GLuint name) noexcept { glDeleteBuffers(1, &name); }
};

struct GlTextureTraits {
    static GLuint create() noexcept
    {
        GLuint name = 0;
        glGenTextures(1, &name);
        return name;
    }
    static void destroy(GLuint name) noexcept { glDeleteTextures(1, &name); }
};

struct GlSamplerTraits {
    static GLuint create() noexcept
    {
        GLuint name = 0;
        glGenSamplers(1, &name);
        return name;
    }
    static void destroy(GLuint name) noexcept { glDeleteSamplers(1, &name); }
};

struct GlVertexArrayTraits {
    static GLuint create() noexcept
    {
        GLuint name = 0;
        glGenVertexArrays(1, &name);
        return name;
    }
    static void destroy(GLuint name) noexcept { glDeleteVertexArrays(1, &name); }
};

using GlBuffer = GlObject<GlBufferTraits>;
using GlTexture = GlObject<GlTextureTraits>;
using GlSampler = GlObject<GlSamplerTraits>;
using GlVertexArray = GlObject<GlVertexArrayTraits>;

}  // namespace armature
