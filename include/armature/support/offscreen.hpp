#pragma once

#include <cstddef>
#include <memory>

#include <armature/base/export.hpp>
#include <armature/render/gl_context.hpp>

#include <armature/support/picture.hpp>

namespace armature::support {

/// An OpenGL context without a window or display server (EGL, Mesa's surfaceless platform), current on the thread that created it.
///
/// It has no default framebuffer: draw into a Framebuffer.
class ARMATURE_API HeadlessContext final {
public:
    /// Options of the constructor.
    struct Options {
        int majorVersion = 3;  ///< Major version of OpenGL.
        int minorVersion = 3;  ///< Minor version of OpenGL.
        bool debug = false;    ///< If true, requests a debug context, for which drivers report more messages.
    };

    /// Makes the context and makes it current. Throws RenderError, naming the EGL call that failed and its error code.
    HeadlessContext();
    explicit HeadlessContext(const Options& options);
    ~HeadlessContext();
    HeadlessContext(const HeadlessContext&) = delete;
    HeadlessContext& operator=(const HeadlessContext&) = delete;

    void makeCurrent();  ///< Makes the context current on this thread. Throws RenderError if EGL refuses.

private:
    struct ARMATURE_LOCAL State;
    std::unique_ptr<State> state_;
};

/// A picture to draw into: sRGB colour and depth, multisampled if requested.
class ARMATURE_API Framebuffer final {
public:
    /// Options of the constructor.
    struct Options {
        std::size_t width = 0;    ///< Pixels.
        std::size_t height = 0;   ///< Pixels.
        std::size_t samples = 4;  ///< Samples per pixel, clamped to what the driver offers; 0 or 1: no multisampling.
    };

    /// Makes the framebuffer. Throws RenderError, naming the size, if a side is 0 or beyond the driver's limit, or if the driver refuses.
    Framebuffer(const GlContext& context, const Options& options);
    ~Framebuffer();
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;

    [[nodiscard]] std::size_t getWidth() const noexcept { return width_; }    ///< Pixels.
    [[nodiscard]] std::size_t getHeight() const noexcept { return height_; }  ///< Pixels.

    /// Makes the framebuffer the draw target and sets the viewport.
    void bind();
    /// Returns the picture drawn so far, with multisampling resolved. Leaves this framebuffer bound. Waits for the GPU.
    [[nodiscard]] Picture read();
    /// Copies the picture to the window's framebuffer, byte by byte, so that it stays sRGB. The picture's lower left corner goes to the
    /// given pixel, counted from the lower left of the window. Leaves the window's framebuffer bound, with the copied part as the viewport.
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

/// Returns the picture that was drawn into a window's framebuffer of the given size since the last swap. Waits for the GPU.
[[nodiscard]] ARMATURE_API Picture readWindow(const GlContext& context, std::size_t width, std::size_t height);

}  // namespace armature::support
