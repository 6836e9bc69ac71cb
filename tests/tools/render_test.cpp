#include <algorithm>

#include <armature/support/picture.hpp>
#include <boost/test/unit_test.hpp>

#include "model_to_draw.hpp"

using namespace armature::test;
using armature::support::Picture;

namespace {

// The bounding box of all pixels that differ from the background, which is the colour of the top left corner.
struct PixelBounds {
    std::size_t left, right, top, bottom, count = 0;

    explicit PixelBounds(const Picture& picture) : left(picture.width), right(0), top(picture.height), bottom(0)
    {
        const auto background = picture.at(0, 0);
        for (std::size_t y = 0; y < picture.height; ++y) {
            for (std::size_t x = 0; x < picture.width; ++x) {
                if (!std::ranges::equal(picture.at(x, y), background)) {
                    left = std::min(left, x);
                    right = std::max(right, x);
                    top = std::min(top, y);
                    bottom = std::max(bottom, y);
                    ++count;
                }
            }
        }
    }
    [[nodiscard]] bool liesInside(const Picture& picture) const
    {
        return count > 0 && left > 0 && top > 0 && right + 1 < picture.width && bottom + 1 < picture.height;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(render_command, ModelToDraw)

BOOST_AUTO_TEST_CASE(the_picture_has_the_size_asked_for)
{
    const Picture chosen = draw("chosen.png", {"--size", "321x123"});
    BOOST_TEST(chosen.width == 321u);
    BOOST_TEST(chosen.height == 123u);
    const Picture usual = draw("usual.png", {});
    BOOST_TEST(usual.width == 1280u);
    BOOST_TEST(usual.height == 720u);
    const Picture dot = draw("dot.png", {"--size", "1x1"});
    BOOST_TEST(dot.width == 1u);
}

BOOST_AUTO_TEST_CASE(the_whole_posed_model_is_in_the_picture_and_fills_it)
{
    for (const std::string size : {"300x300", "400x100", "100x400"}) {
        for (const std::string time : {"0", "0.5", "1"}) {
            const Picture picture = draw("framed.png", {"--size", size, "--animation", "bend", "--time", time});
            const PixelBounds box(picture);
            BOOST_TEST_CONTEXT(size << " at " << time << " s: " << box.left << "-" << box.right << ", " << box.top << "-" << box.bottom)
            {
                BOOST_TEST(box.liesInside(picture));
                const double widthShare = static_cast<double>(box.right - box.left) / static_cast<double>(picture.width);
                const double heightShare = static_cast<double>(box.bottom - box.top) / static_cast<double>(picture.height);
                BOOST_TEST(std::max(widthShare, heightShare) > 0.6);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(the_animation_and_the_bones_show)
{
    const Picture still = draw("still.png", {"--size", "200x200"});
    const Picture again = draw("again.png", {"--size", "200x200"});
    const Picture bent = draw("bent.png", {"--size", "200x200", "--animation", "bend", "--time", "1"});
    const Picture bones = draw("bones.png", {"--size", "200x200", "--bones"});
    BOOST_TEST((still == again), "two pictures of one thing differ");
    BOOST_TEST((still != bent), "the animation does not show");
    BOOST_TEST((still != bones), "the bones do not show");
}

// The material is (1, 0.5, 0.25): the strip must be lit, with its red, green and blue in this order.
BOOST_AUTO_TEST_CASE(the_material_shows)
{
    const Picture picture = draw("material.png", {"--size", "200x200"});
    const auto middle = picture.at(100, 100);
    BOOST_TEST(middle[0] > middle[1]);
    BOOST_TEST(middle[1] > middle[2]);
    BOOST_TEST(middle[0] > 60);
    BOOST_TEST(middle[3] == 255);
}

BOOST_AUTO_TEST_CASE(frames_make_an_animated_picture)
{
    const Picture first = draw("animated.png", {"--size", "120x90", "--frames", "5"});
    BOOST_TEST(first.width == 120u);
    BOOST_TEST(chunksOf(picturePath("animated.png"), "acTL") == 1u);
    BOOST_TEST(chunksOf(picturePath("animated.png"), "fcTL") == 5u);
    BOOST_TEST(chunksOf(picturePath("animated.png"), "fdAT") >= 4u);
    BOOST_TEST(PixelBounds(first).liesInside(first));
    (void)draw("single.png", {"--size", "120x90", "--frames", "1", "--animation", "0"});
    BOOST_TEST(chunksOf(picturePath("single.png"), "fcTL") == 1u);
}

BOOST_AUTO_TEST_CASE(a_clip_of_no_length_can_be_drawn_as_frames)
{
    GltfText model;
    model.addFloats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0});
    model.addFloats("SCALAR", {0});
    model.addFloats("VEC3", {0, 1, 0});
    file = writeFile(folder / "instant.gltf", model.text(R"("scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "animations": [{"samplers": [{"input": 1, "output": 2}],
        "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}])"));
    (void)draw("instant.png", {"--size", "40x40", "--frames", "3"});
    BOOST_TEST(chunksOf(picturePath("instant.png"), "fcTL") == 3u);
}

BOOST_AUTO_TEST_CASE(a_scene_without_meshes_is_drawn_by_its_bones)
{
    file = writeFile(folder / "empty.gltf", R"({"asset": {"version": "2.0"}})");
    (void)draw("empty.png", {"--size", "64x64", "--bones"});
    std::string bare = stripModel();
    const std::string mesh = "\"mesh\": 0, \"skin\": 0";
    bare.replace(bare.find(mesh), mesh.size(), "\"translation\": [0, 0, 0]");
    file = writeFile(folder / "bare.gltf", bare);
    const Picture picture = draw("bare.png", {"--size", "200x200", "--bones"});
    BOOST_TEST(PixelBounds(picture).liesInside(picture));
}

BOOST_AUTO_TEST_SUITE_END()
