#pragma once

#include <memory>
#include <string>
#include <vector>

#include <armature/render/gl_context.hpp>
#include <armature/support/offscreen.hpp>
#include <boost/test/unit_test.hpp>

namespace armature::test {

/// How many OpenGL objects there are, by OpenGL's own count; it has none of fences.
[[nodiscard]] std::size_t countGlObjects();

/// A headless OpenGL context for one test case. Whatever the driver has to say fails the case, and so do objects that are left when the
/// fixture goes. ARMATURE_GL_ALIGNMENT: the smallest alignment of uniform buffers' ranges.
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
    /// Counts fences, for which OpenGL has no names to try.
    class FenceCount {
    public:
        FenceCount();
        ~FenceCount();
        FenceCount(const FenceCount&) = delete;
        FenceCount& operator=(const FenceCount&) = delete;

        [[nodiscard]] std::size_t get() const noexcept;
    };

    FenceCount fences_;
    std::size_t first_ = 0;  // objects of `context`
    Subscription messages_;
};

/// Precondition: a headless context can be made here.
[[nodiscard]] boost::test_tools::assertion_result needsGl(boost::unit_test::test_unit_id);

}  // namespace armature::test
