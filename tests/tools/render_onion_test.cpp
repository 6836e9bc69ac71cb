#include <algorithm>

#include "model_to_draw.hpp"

using namespace armature::test;

namespace {

/// Returns how much more blue than red the middle row has, averaged over the columns from `from` up to, but not including, `to`.
int bluenessBetween(const Picture& picture, std::size_t from, std::size_t to)
{
    int sum = 0;
    for (std::size_t x = from; x < to; ++x) {
        const Color color = colorAt(picture, x, 50);
        sum += color[2] - color[0];
    }
    return sum / static_cast<int>(to - from);
}

/// The strip with its clip "0" made linear, which moves it by 2 m a second towards +Z for 2 s.
struct MovingStrip : ModelToDraw {
    MovingStrip()
    {
        std::string model = stripModel();
        model.replace(model.find("\"STEP\""), 6, "\"LINEAR\"");
        file = writeFile(folder / "moving.gltf", model);
    }

    /// Draws from the right and the front, with +Z to the left. A metre of +Z is 8 of 101 pixels.
    [[nodiscard]] Picture drawAcross(const std::string& name, std::vector<std::string> options) const
    {
        options.insert(options.begin(), {"--size", "101x101", "--camera", "20.5,1,12:10.5,1,2", "--animation", "0"});
        return draw(name, std::move(options));
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(render_onion, MovingStrip)

// After 1 s, the strip is in the middle, 8 pixels wide. A second earlier it was 16 pixels to the right, a second later it will be 16 pixels
// to the left.
BOOST_AUTO_TEST_CASE(ghosts_stand_where_the_model_was_and_will_be)
{
    const Picture bare = drawAcross("bare.png", {"--time", "1"});
    const Picture picture = drawAcross("onion.png", {"--time", "1", "--onion", "1:1"});
    const int background = bluenessBetween(bare, 0, 10);
    BOOST_TEST(bluenessBetween(picture, 64, 69) > background + 40);
    BOOST_TEST(bluenessBetween(picture, 32, 37) < background - 40);
    for (std::size_t y = 0; y < 101; ++y) {
        for (std::size_t x = 0; x < 101; ++x) {
            const bool mayDiffer = (x > 56 && x < 78) || (x > 24 && x < 44);
            BOOST_REQUIRE((mayDiffer || colorAt(picture, x, y) == colorAt(bare, x, y)));
        }
    }
    // The default spacing is 1/3 of the clip, 1.33 m: 11 pixels.
    const Picture spread = drawAcross("spread.png", {"--time", "1", "--onion", "1"});
    BOOST_TEST(bluenessBetween(spread, 59, 64) > background + 40);
    BOOST_TEST(bluenessBetween(spread, 37, 42) < background - 40);
    BOOST_TEST(bluenessBetween(spread, 68, 80) == background);

    const Picture glass = drawAcross("glass.png", {"--time", "1", "--onion", "1:1", "--transparent"});
    BOOST_TEST(colorAt(glass, 66, 50)[3] == 102);  // 0.4 of 255
    BOOST_TEST(colorAt(glass, 50, 50)[3] == 255);
    BOOST_TEST(colorAt(glass, 90, 50)[3] == 0);
}

BOOST_AUTO_TEST_CASE(those_farther_away_are_fainter_and_none_is_outside_the_clip)
{
    const Picture picture = drawAcross("onion.png", {"--time", "1", "--onion", "2:0.5"});
    const int background = bluenessBetween(picture, 0, 10);
    const int nearest = bluenessBetween(picture, 57, 60);
    const int farthest = bluenessBetween(picture, 65, 69);
    BOOST_TEST(farthest > background + 15);
    BOOST_TEST(nearest > farthest + 15);

    const Picture first = drawAcross("first.png", {"--time", "0", "--onion", "2:0.5"});
    BOOST_TEST(bluenessBetween(first, 74, 101) == background);
    BOOST_TEST(bluenessBetween(first, 49, 52) < background - 15);
    const Picture last = drawAcross("last.png", {"--time", "100", "--onion", "2:0.5"});
    BOOST_TEST(bluenessBetween(last, 0, 27) == background);
    BOOST_TEST(bluenessBetween(last, 49, 52) > background + 15);
}

BOOST_AUTO_TEST_CASE(the_camera_frames_them)
{
    for (const std::vector<std::string>& kind : {std::vector<std::string>{"--time", "1"}, {"--frames", "1"}, {"--sheet", "1x1"}}) {
        std::vector<std::string> options{"--size", "121x121", "--animation", "0", "--onion", "2:1"};
        options.insert(options.end(), kind.begin(), kind.end());
        const Picture picture = draw("framed.png", options);
        const std::size_t side = std::min<std::size_t>(picture.height, 100);  // without a sheet's words
        const Color background = colorAt(picture, 0, 0);
        std::size_t blue = 0;
        std::size_t orange = 0;
        for (std::size_t y = 0; y < side; ++y) {
            for (std::size_t x = 0; x < picture.width; ++x) {
                const Color color = colorAt(picture, x, y);
                BOOST_REQUIRE((color == background || (x > 0 && y > 0 && x + 1 < picture.width)));
                blue += color[2] > background[2] + 30 && color[2] > color[0] + 30 ? 1u : 0u;
                orange += color[0] > color[2] + 10 ? 1u : 0u;
            }
        }
        BOOST_TEST((blue > 20u || kind.front() != "--time"));  // at its beginning, a clip has no past
        BOOST_TEST(orange > 20u);
    }
}

// Of three moments, the first has no past and the last no future.
BOOST_AUTO_TEST_CASE(each_picture_of_a_sheet_has_its_own)
{
    std::vector<std::string> options{"--size", "308x116", "--camera", "20.5,1,12:10.5,1,2", "--sheet", "3x1", "--animation", "0"};
    const Picture plain = draw("plain.png", options);
    options.insert(options.end(), {"--onion", "1:1"});
    const Picture sheet = draw("sheet.png", options);
    const auto countOf = [](const Picture& picture, std::size_t panel, bool isBlue) {
        std::size_t count = 0;
        const Color background = colorAt(picture, 104 * panel, 0);
        for (std::size_t x = 104 * panel; x < 104 * panel + 100; ++x) {
            for (std::size_t y = 0; y < 100; ++y) {
                const Color color = colorAt(picture, x, y);
                const int blueness = color[2] - color[0] - (background[2] - background[0]);
                // The strip itself is orange and has less blue than a ghost.
                count += color[2] > 80 && (isBlue ? blueness > 40 : blueness < -20 && color[0] < 200) ? 1u : 0u;
            }
        }
        return count;
    };
    BOOST_TEST(countOf(sheet, 0, true) == 0u);
    BOOST_TEST(countOf(sheet, 1, true) > 50u);
    BOOST_TEST(countOf(sheet, 2, true) > 50u);
    // Orange ghosts of the future. The strip's own smoothed edges count too, hence the comparison with `plain`.
    BOOST_TEST(countOf(sheet, 0, false) > countOf(plain, 0, false) + 100u);
    BOOST_TEST(countOf(sheet, 1, false) > countOf(plain, 1, false) + 100u);
    BOOST_TEST(countOf(sheet, 2, false) <= countOf(plain, 2, false));
}

BOOST_AUTO_TEST_CASE(what_cannot_have_ghosts_is_refused)
{
    refuse({"--onion", "3"}, "--onion: needs --animation, --frames or --sheet");
    for (const std::string text : {"0", "101", "x", "3:", "3:0", "3:-1", "3:nan", "3:1:1", "3:2000000", ":1", "-1"}) {
        refuse({"--onion=" + text, "--animation", "0"}, "from 1 to 100, such as 3");
    }
    refuse({"--onion", "3:2.1", "--animation", "0"}, "clip \"0\" of " + file + " takes 2 s, too short for ghosts 2.1 s apart");
    GltfText model;
    model.addFloats("SCALAR", {0, 1});
    model.addFloats("VEC3", {0, 0, 0, 1, 0, 0});
    file = writeFile(folder / "lone.gltf", model.text(R"("scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "lone"}],
        "animations": [{"name": "0", "samplers": [{"input": 0, "output": 1}],
                        "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}])"));
    refuse({"--onion", "3", "--animation", "0"}, "--onion: " + file + " has no meshes");
}

BOOST_AUTO_TEST_SUITE_END()
