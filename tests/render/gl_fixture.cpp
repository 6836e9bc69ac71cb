#include "gl_fixture.hpp"

#include <armature/error.hpp>

namespace armature::test {

GlFixture::GlFixture(const GlRestrictions& restrictions) : headless({.debug = true}), context(restrictions)
{
    messages_ = context.observeMessages([this](const GlDebugMessage& message) {
        if (message.isError || message.severity != GlDebugMessage::Severity::Notification) {
            complaints.emplace_back(message.text);
        }
    });
}

GlFixture::~GlFixture()
{
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
