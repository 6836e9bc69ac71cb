#include <algorithm>
#include <cstdint>

#include <GL/glew.h>
#include <fmt/format.h>

#include <armature/error.hpp>

#include <armature/support/offscreen.hpp>

namespace armature::support {

namespace {

GLuint makeFramebuffer()
{
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    glBindFramebuffer(GL_FRAMEBUFFER, name);
    return name;
}

GLuint attach(GLenum attachment, GLenum format, GLsizei samples, GLsizei width, GLsizei height)
{
    GLuint name = 0;
    glGenRenderbuffers(1, &name);
    glBindRenderbuffer(GL_RENDERBUFFER, name);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, name);
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    return name;
}

// Returns the pixels of the framebuffer that is bound for reading. The picture's rows begin at the top, whereas OpenGL's begin at the
// bottom.
Picture readBound(std::size_t width, std::size_t height)
{
    const std::size_t rowBytes = 4 * width;
    Picture picture{width, height, std::vector<std::uint8_t>(rowBytes * height)};
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height), GL_RGBA, GL_UNSIGNED_BYTE, picture.pixels.data());
    const auto rows = picture.pixels.begin();
    for (std::size_t row = 0; row < height / 2; ++row) {
        const auto upper = rows + static_cast<std::ptrdiff_t>(row * rowBytes);
        const auto lower = rows + static_cast<std::ptrdiff_t>((height - 1 - row) * rowBytes);
        std::swap_ranges(upper, upper + static_cast<std::ptrdiff_t>(rowBytes), lower);
    }
    return picture;
}

}  // namespace

Framebuffer::Framebuffer(const GlContext&, const Options& options) : width_(options.width), height_(options.height)
{
    GLint largest = 0;
    GLint mostSamples = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    glGetIntegerv(GL_MAX_SAMPLES, &mostSamples);
    if (width_ == 0 || height_ == 0 || std::max(width_, height_) > static_cast<std::size_t>(largest)) {
        throw RenderError(
            fmt::format("a picture of {} x {} pixels cannot be drawn; the limit is 1 to {} a side", width_, height_, largest));
    }
    const auto width = static_cast<GLsizei>(width_);
    const auto height = static_cast<GLsizei>(height_);
    const auto samples = static_cast<GLsizei>(std::min(options.samples, static_cast<std::size_t>(std::max(mostSamples, 0))));

    drawFramebuffer_ = makeFramebuffer();
    colors_[0] = attach(GL_COLOR_ATTACHMENT0, GL_SRGB8_ALPHA8, samples > 1 ? samples : 0, width, height);
    depth_ = attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, samples > 1 ? samples : 0, width, height);
    GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (samples > 1 && status == GL_FRAMEBUFFER_COMPLETE) {
        resolveFramebuffer_ = makeFramebuffer();
        colors_[1] = attach(GL_COLOR_ATTACHMENT0, GL_SRGB8_ALPHA8, 0, width, height);
        status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (status != GL_FRAMEBUFFER_COMPLETE) {
        release();
        throw RenderError(fmt::format("OpenGL refuses a framebuffer of {} x {} pixels with {} samples (status 0x{:x})", width_, height_,
                                      samples, status));
    }
}

Framebuffer::~Framebuffer()
{
    release();
}

void Framebuffer::release() noexcept
{
    glDeleteFramebuffers(1, &drawFramebuffer_);
    glDeleteFramebuffers(1, &resolveFramebuffer_);
    glDeleteRenderbuffers(2, colors_);
    glDeleteRenderbuffers(1, &depth_);
}

void Framebuffer::bind()
{
    glBindFramebuffer(GL_FRAMEBUFFER, drawFramebuffer_);
    glViewport(0, 0, static_cast<GLsizei>(width_), static_cast<GLsizei>(height_));
}

void Framebuffer::bindResolved()
{
    if (resolveFramebuffer_ == 0) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, drawFramebuffer_);
        return;
    }
    const auto width = static_cast<GLint>(width_);
    const auto height = static_cast<GLint>(height_);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, drawFramebuffer_);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolveFramebuffer_);
    glEnable(GL_FRAMEBUFFER_SRGB);  // samples are averaged as light, not as bytes
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, resolveFramebuffer_);
}

Picture Framebuffer::read()
{
    bindResolved();
    Picture picture = readBound(width_, height_);
    bind();
    return picture;
}

void Framebuffer::copyToWindow(int left, int bottom)
{
    const auto width = static_cast<GLint>(width_);
    const auto height = static_cast<GLint>(height_);
    bindResolved();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, width, height, left, bottom, left + width, bottom + height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(left, bottom, width, height);
}

Picture readWindow(const GlContext&, std::size_t width, std::size_t height)
{
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    Picture picture = readBound(width, height);
    for (std::size_t alpha = 3; alpha < picture.pixels.size(); alpha += 4) {
        picture.pixels[alpha] = 255;  // windows are opaque
    }
    return picture;
}

}  // namespace armature::support
