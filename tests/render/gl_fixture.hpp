#pragma once

#include <memory>
#include <string>
#include <vector>

#include <armature/render/gl_context.hpp>
#include <armature/support/offscreen.hpp>
#include <boost/test/unit_test.hpp>

namespace armature::test {

/// A headless OpenGL context for one test case. Errors, undefined behaviour, and whatever else the driver finds
/// worth more than a notification fail the case.
class GlFixture {
public:
    GlFixture() : GlFixture(GlRestrictions()) {}
    explicit GlFixture(const GlRestrictions& restrictions);
    ~GlFixture();
    GlFixture(const GlFixture&) = delete;
    GlFixture& operator=(const GlFixture&) = delete;

    support::HeadlessContext headless;
    GlContext context;
    std::vector<std::string> complaints;

    /// A picture to draw into, bound.
    [[nodiscard]] std::unique_ptr<support::Framebuffer> makeFramebuffer(std::size_t width, std::size_t height,
                                                                        std::size_t samples = 0) const;

private:
    Subscription messages_;
};

/// Precondition: a headless context can be made here.
[[nodiscard]] boost::test_tools::assertion_result needsGl(boost::unit_test::test_unit_id);

}  // namespace armature::test
