#include <armature/render/render_text.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

using namespace armature;

BOOST_AUTO_TEST_SUITE(render_text)

// Expected texts are written out by hand.
BOOST_AUTO_TEST_CASE(what_belongs_to_rendering_has_a_text)
{
    const Camera camera = perspectiveCamera({0.f, 0.f, 4.f}, {0.f, 0.f, 0.f}, 1.f, 0.1f, 10.f);
    BOOST_TEST(toString(camera).starts_with("at (0, 0, 4) along ("), toString(camera));
    BOOST_TEST(toString(camera).ends_with(", -1)"), toString(camera));
    BOOST_TEST(toString(PaletteRange{.offset = 256, .bones = 1}) == "bytes 256 to 304, 1 bone");
    PaletteLayout layout(256, 16384);
    layout.add(20);
    BOOST_TEST(toString(layout) == "1 range in 16384 bytes, at multiples of 256, blocks of 16384 bytes");
    BOOST_TEST(toString(GlDebugMessage{.severity = GlDebugMessage::Severity::High, .isError = true, .text = "invalid operation"})
               == "High, error: invalid operation");
    BOOST_TEST(toString(GlRestrictions{.textureBufferTexels = 0})
               == "uniformBlockBytes none, uniformOffsetAlignment none, textureBufferTexels 0, withoutBufferStorage false, "
                  "storageBlockBytes none");
    BOOST_TEST(toString(CrowdRenderer::Statistics{.drawCalls = 2, .instances = 7})
               == "drawCalls 2, uploads 0, instances 7, culledInstances 0, shadowInstances 0");
}

BOOST_AUTO_TEST_SUITE_END()
