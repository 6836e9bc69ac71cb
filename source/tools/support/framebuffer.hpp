#pragma once

#include <cstddef>

#include <armature/render/gl_context.hpp>

#include "picture.hpp"

namespace armature::support {

/// A picture to draw into: sRGB colour and depth, with multisampling where asked for.
class Framebuffer final {
public:
    struct Options {
        std::size_t width = 0;
        std::size_t height = 0;
        std::size_t samples = 4;  ///< Cut to what the driver offers; 0 or 1: no multisampling.
    };

    /// Throws RenderError if the driver refuses, naming the size and the limit.
    Framebuffer(const GlContext& context, const Options& options);
    ~Framebuffer();
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;

    [[nodiscard]] std::size_t getWidth() const noexcept { return width_; }
    [[nodiscard]] std::size_t getHeight() const noexcept { return height_; }

    /// Makes it the target of drawing, viewport included.
    void bind();
    /// The picture drawn so far, resolved; the target of drawing is this one afterwards. Waits for the GPU.
    [[nodiscard]] Picture read();
    /// Copies the picture to a window's framebuffer of the same size (as bytes: it stays sRGB), which is bound afterwards.
    void copyToWindow();

private:
    void release() noexcept;
    /// Makes the picture, resolved, what OpenGL reads from.
    void bindResolved();

    std::size_t width_;
    std::size_t height_;
    unsigned int drawFramebuffer_ = 0;
    unsigned int resolveFramebuffer_ = 0;
    unsigned int colors_[2] = {0, 0};  // drawn, resolved
    unsigned int depth_ = 0;
};

}  // namespace armature::support
