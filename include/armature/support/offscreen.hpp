#pragma once

#include <cstddef>
#include <memory>

#include <armature/render/gl_context.hpp>

#include <armature/support/picture.hpp>

namespace armature::support {

/// An OpenGL context without a window or display server (EGL, Mesa's surfaceless platform), current on the thread that created it.
///
/// It has no default framebuffer: draw into a Framebuffer.
class HeadlessContext final {
public:
    /// See the constructor.
    struct Options {
        int majorVersion = 3;  ///< Of OpenGL.
        int minorVersion = 3;  ///< Of OpenGL.
        bool debug = false;    ///< Requests a debug context, in which drivers report more.
    };

    /// Throws RenderError with the failed step of EGL and its error code.
    HeadlessContext();
    explicit HeadlessContext(const Options& options);
    ~HeadlessContext();
    HeadlessContext(const HeadlessContext&) = delete;
    HeadlessContext& operator=(const HeadlessContext&) = delete;

    void makeCurrent();  ///< Makes it this thread's context again. Throws RenderError if EGL refuses.

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// A picture to draw into: sRGB colour and depth, multisampled if requested.
class Framebuffer final {
public:
    /// See the constructor.
    struct Options {
        std::size_t width = 0;    ///< Pixels.
        std::size_t height = 0;   ///< Pixels.
        std::size_t samples = 4;  ///< Clamped to what the driver offers; 0 or 1: no multisampling.
    };

    /// Throws RenderError, naming the size and the limit, if the driver refuses.
    Framebuffer(const GlContext& context, const Options& options);
    ~Framebuffer();
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;

    [[nodiscard]] std::size_t getWidth() const noexcept { return width_; }    ///< Pixels.
    [[nodiscard]] std::size_t getHeight() const noexcept { return height_; }  ///< Pixels.

    /// Makes it the draw target and sets the viewport.
    void bind();
    /// Returns the picture drawn so far, resolved, and leaves this framebuffer bound. Waits for the GPU.
    [[nodiscard]] Picture read();
    /// Copies the picture to the window's framebuffer, as bytes (it stays sRGB), with its lower left corner at a pixel of that, counted
    /// from the lower left. Leaves that framebuffer bound, with this part of it as the viewport.
    void copyToWindow(int left = 0, int bottom = 0);

private:
    void release() noexcept;
    /// Binds the resolved picture for reading.
    void bindResolved();

    std::size_t width_;
    std::size_t height_;
    unsigned int drawFramebuffer_ = 0;
    unsigned int resolveFramebuffer_ = 0;
    unsigned int colors_[2] = {0, 0};  // drawn, resolved
    unsigned int depth_ = 0;
};

/// What was drawn into a window's framebuffer of that size since the last swap. Waits for the GPU.
[[nodiscard]] Picture readWindow(const GlContext& context, std::size_t width, std::size_t height);

}  // namespace armature::support
