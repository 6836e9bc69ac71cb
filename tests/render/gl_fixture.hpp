#pragma once

#include <memory>
#include <string>
#include <vector>

#include <armature/render/gl_context.hpp>
#include <armature/support/offscreen.hpp>
#include <boost/test/unit_test.hpp>

namespace armature::test {

/// Returns the number of OpenGL objects, found by asking OpenGL about each name. Fences, which have no names, are not counted.
[[nodiscard]] std::size_t countGlObjects();

/// A headless OpenGL context for one test case. The case fails if the driver reports anything serious, or if objects remain when the
/// fixture is destroyed. The environment variable ARMATURE_GL_ALIGNMENT sets the smallest alignment of uniform buffer ranges.
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

    /// Returns a framebuffer to draw into, already bound.
    [[nodiscard]] std::unique_ptr<support::Framebuffer> makeFramebuffer(std::size_t width, std::size_t height,
                                                                        std::size_t samples = 0) const;

private:
    /// Counts fences, which have no names to ask OpenGL about.
    class FenceCount {
    public:
        FenceCount();
        ~FenceCount();
        FenceCount(const FenceCount&) = delete;
        FenceCount& operator=(const FenceCount&) = delete;

        [[nodiscard]] std::size_t get() const noexcept;
    };

    FenceCount fences_;
    std::size_t first_ = 0;  // number of objects in `context` at the start
    Subscription messages_;
};

/// Precondition of a test: a headless context can be created here.
[[nodiscard]] boost::test_tools::assertion_result needsGl(boost::unit_test::test_unit_id);

}  // namespace armature::test
