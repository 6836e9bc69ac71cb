#include "gl_fixture.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <armature/error.hpp>

namespace armature::test {

namespace {

std::size_t fenceCount = 0;
PFNGLFENCESYNCPROC placeFence = nullptr;
PFNGLDELETESYNCPROC deleteFence = nullptr;

GLsync GLAPIENTRY placeAndCount(GLenum condition, GLbitfield flags)
{
    ++fenceCount;
    return placeFence(condition, flags);
}

void GLAPIENTRY deleteAndCount(GLsync fence)
{
    fenceCount -= fence != nullptr ? 1 : 0;
    deleteFence(fence);
}

GlRestrictions withAlignment(GlRestrictions restrictions)
{
    if (const char* const alignment = std::getenv("ARMATURE_GL_ALIGNMENT"); alignment != nullptr) {
        const auto least = static_cast<std::size_t>(std::stoul(alignment));
        restrictions.uniformOffsetAlignment = std::max(restrictions.uniformOffsetAlignment.value_or(1), least);
    }
    return restrictions;
}

}  // namespace

std::size_t countGlObjects()
{
    std::size_t count = 0;
    for (GLuint name = 1; name < 4096; ++name) {
        for (const GLboolean isThere : {glIsBuffer(name), glIsVertexArray(name), glIsTexture(name), glIsSampler(name), glIsProgram(name),
                                        glIsShader(name), glIsFramebuffer(name), glIsRenderbuffer(name), glIsQuery(name)}) {
            count += isThere == GL_TRUE ? 1u : 0u;
        }
    }
    return count;
}

GlFixture::FenceCount::FenceCount()
{
    fenceCount = 0;
    placeFence = std::exchange(__glewFenceSync, placeAndCount);
    deleteFence = std::exchange(__glewDeleteSync, deleteAndCount);
}

GlFixture::FenceCount::~FenceCount()
{
    __glewFenceSync = placeFence;
    __glewDeleteSync = deleteFence;
}

std::size_t GlFixture::FenceCount::get() const noexcept
{
    return fenceCount;
}

GlFixture::GlFixture(const GlRestrictions& restrictions)
    : headless({.debug = true}), context(withAlignment(restrictions)), first_(countGlObjects())
{
    // Drivers also report their internal decisions, such as where a buffer is placed or which shaders must be recompiled.
    messages_ = context.observeMessages([this](const GlDebugMessage& message) {
        const bool isGrave = message.severity == GlDebugMessage::Severity::Medium || message.severity == GlDebugMessage::Severity::High;
        if (message.isError || (isGrave && !message.isPerformance)) {
            complaints.emplace_back(message.text);
        }
    });
}

GlFixture::~GlFixture()
{
    headless.makeCurrent();
    if (const std::size_t left = countGlObjects() + fences_.get(); left != first_) {
        BOOST_ERROR("OpenGL objects are left: " << left << ", there were " << first_);
    }
    for (const std::string& complaint : complaints) {
        BOOST_ERROR("OpenGL complains: " << complaint);
    }
}

std::unique_ptr<support::Framebuffer> GlFixture::makeFramebuffer(std::size_t width, std::size_t height, std::size_t samples) const
{
    auto framebuffer = std::make_unique<support::Framebuffer>(context, support::Framebuffer::Options{width, height, samples});
    framebuffer->bind();
    return framebuffer;
}

boost::test_tools::assertion_result needsGl(boost::unit_test::test_unit_id)
{
    boost::test_tools::assertion_result result(true);
    try {
        const support::HeadlessContext headless;
        const GlContext context;
    } catch (const Error& error) {
        result = false;
        result.message() << error.what();
    }
    return result;
}

}  // namespace armature::test
