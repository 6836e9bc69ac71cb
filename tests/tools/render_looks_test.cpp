#include <algorithm>

#include "model_to_draw.hpp"

using namespace armature::test;

namespace {

/// Returns how many pixels satisfy `isWanted`.
template <class Claim>
std::size_t countPixels(const Picture& picture, const Claim& isWanted)
{
    std::size_t count = 0;
    for (std::size_t y = 0; y < picture.height; ++y) {
        for (std::size_t x = 0; x < picture.width; ++x) {
            count += isWanted(colorAt(picture, x, y)) ? 1u : 0u;
        }
    }
    return count;
}

bool isWhite(const Color& color)
{
    return color[0] == 255 && color[1] == 255 && color[2] == 255;
}

/// Returns part of a picture.
Picture cutOut(const Picture& whole, std::size_t left, std::size_t top, std::size_t width, std::size_t height)
{
    Picture part{width, height, {}};
    for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
            const auto pixel = whole.at(left + x, top + y);
            part.pixels.insert(part.pixels.end(), pixel.begin(), pixel.end());
        }
    }
    return part;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(render_looks, ModelToDraw)

BOOST_AUTO_TEST_CASE(the_background_has_exactly_the_colour_asked_for)
{
    for (const std::string color : {"ff8003", "#ff8003"}) {
        BOOST_TEST((colorAt(draw("background.png", {"--size", "60x60", "--background", color}), 0, 0) == Color{255, 128, 3, 255}));
    }
    BOOST_TEST((colorAt(draw("short.png", {"--size", "60x60", "--background", "f80"}), 59, 59) == Color{255, 136, 0, 255}));
    for (const std::string color : {"#", "ff80", "fffffg", "-fffff", "0xffff", "1234567"}) {
        refuse({"--background=" + color}, "hexadecimal");
    }
    refuse({"--background", "fff", "--transparent"}, "--transparent");
}

// The background is fully transparent and the model opaque. Its smoothed edges have the model's own colour, not one darkened by the
// background.
BOOST_AUTO_TEST_CASE(a_transparent_picture_has_the_models_colours_and_alpha)
{
    const Picture picture = draw("transparent.png", {"--size", "200x200", "--transparent"});
    const Picture opaque = draw("opaque.png", {"--size", "200x200"});
    BOOST_TEST((colorAt(picture, 0, 0) == Color{0, 0, 0, 0}));
    BOOST_TEST((colorAt(picture, 100, 100) == colorAt(opaque, 100, 100)));
    const Color inside = colorAt(picture, 100, 100);
    std::size_t edges = 0;
    for (std::size_t y = 0; y < picture.height; ++y) {
        for (std::size_t x = 0; x < picture.width; ++x) {
            const Color color = colorAt(picture, x, y);
            if (color[3] > 60 && color[3] < 255) {
                ++edges;
                for (std::size_t channel = 0; channel < 3; ++channel) {
                    BOOST_REQUIRE(std::abs(color[channel] - inside[channel]) < 30);
                }
            }
        }
    }
    BOOST_TEST(edges > 20u);
}

// The strip reaches from (10, 0, 0) to (11, 2, 0): a camera that looks straight at it shows it in the middle.
BOOST_AUTO_TEST_CASE(a_place_for_the_camera_shows_the_model_from_there)
{
    const Picture front = draw("front.png", {"--size", "101x101", "--camera", "10.5,1,6:10.5,1,0"});
    const Color background = colorAt(front, 0, 0);
    for (std::size_t row = 0; row < 101; ++row) {
        BOOST_REQUIRE((colorAt(front, 2, row) == background));
        const auto isModel = [&](std::size_t column) { return colorAt(front, column, row) != background; };
        BOOST_REQUIRE(isModel(30) == isModel(70));  // symmetrical
    }
    BOOST_TEST((colorAt(front, 50, 50) != background));
    BOOST_TEST((front == draw("aimed.png", {"--size", "101x101", "--camera", "10.5,1,6"})), "the middle is not what it looks at");
    (void)draw("above.png", {"--size", "101x101", "--camera", "10.5,9,0:10.5,1,0"});
    const Picture away = draw("away.png", {"--size", "101x101", "--camera", "10.5,1,6:10.5,1,12"});
    BOOST_TEST(countPixels(away, [&](const Color& color) { return color != background; }) == 0u);
    refuse({"--camera", "1,2,3:1,2,3"}, "looks at itself");
    for (const std::string place : {"1,2", "1,2,3,4", "1,2,x", "1,2,3:", "1,2,inf", "front"}) {
        refuse({"--camera=" + place}, "it has no cameras");
    }
    refuse({"--camera", "1,2,3", "--turntable", "3"}, "--camera");
}

// The file's camera is at (10.5, 1, 6) and looks along -Z with the default field of view: the picture is the same as with --camera.
BOOST_AUTO_TEST_CASE(a_camera_of_the_file_is_found_by_name_and_index)
{
    const Picture expected = draw("place.png", {"--size", "100x100", "--camera", "10.5,1,6:10.5,1,0"});
    std::string model = stripModel();
    const std::string scenes = "\"nodes\": [0, 3]";
    model.replace(model.find(scenes), scenes.size(), "\"nodes\": [0, 3, 4]");
    const std::string strip = "\"skin\": 0}]";
    model.replace(model.find(strip), strip.size(), "\"skin\": 0}, {\"name\": \"tripod\", \"translation\": [10.5, 1, 6], \"camera\": 0}]");
    const std::string scene = "\"scene\": 0,";
    model.replace(
        model.find(scene), scene.size(),
        "\"scene\": 0, \"cameras\": [{\"name\": \"lens\", \"type\": \"perspective\", \"perspective\": {\"yfov\": 0.6, \"znear\": 0.1}}],");
    file = writeFile(folder / "filmed.gltf", model);
    for (const std::string name : {"tripod", "lens", "0"}) {
        BOOST_TEST((draw("filmed.png", {"--size", "100x100", "--camera", name}) == expected), name);
    }
    refuse({"--camera", "stand"}, "it has 0 \"tripod\"");
    refuse({"--camera", "1"}, "it has 0 \"tripod\"");
}

// Vertices at y = 2 follow "upper" with weight 1, the others follow "lower": for "upper", red above and blue below; for "lower", the
// reverse.
BOOST_AUTO_TEST_CASE(heat_shows_where_a_bone_has_weight)
{
    const std::vector<std::string> view{"--size", "101x101", "--camera", "10.5,1,6:10.5,1,0", "--heat"};
    const auto drawHeat = [&](const std::string& bone) {
        std::vector<std::string> options = view;
        options.push_back(bone);
        return draw("heat.png", options);
    };
    const Picture upper = drawHeat("upper");
    const Picture lower = drawHeat("lower");
    const auto isHot = [](const Color& color) { return color[0] > color[2]; };
    BOOST_TEST(isHot(colorAt(upper, 50, 25)));
    BOOST_TEST(!isHot(colorAt(upper, 50, 70)));
    BOOST_TEST(!isHot(colorAt(lower, 50, 25)));
    BOOST_TEST(isHot(colorAt(lower, 50, 70)));
    refuse({"--heat", "uper"}, "\"upper\"");
    refuse({"--heat", "strip"}, "is a node, not a bone");
}

// A card of white, black and all colours in the upper left corner; a picture without room for it has none.
BOOST_AUTO_TEST_CASE(heat_has_a_legend_where_there_is_room)
{
    const auto whitePixels = [&](const std::string& size) {
        const Picture picture = draw("legend.png", {"--size", size, "--camera", "10.5,1,20:10.5,1,0", "--heat", "upper"});
        return countPixels(cutOut(picture, 0, 0, picture.width / 2, picture.height / 3), isWhite);
    };
    BOOST_TEST(whitePixels("400x300") > 3000u);
    BOOST_TEST(whitePixels("150x150") == 0u);
}

// "0" moves "lower" in one step at its end, by 4 along +Z: with --in-place the last moment is as the first one.
BOOST_AUTO_TEST_CASE(a_clip_is_drawn_on_the_spot)
{
    const auto at = [&](const std::string& seconds, bool isInPlace) {
        std::vector<std::string> options{"--size", "100x100", "--camera", "10.5,1,20:10.5,1,0", "--animation", "0", "--time", seconds};
        if (isInPlace) {
            options.emplace_back("--in-place");
        }
        return draw("spot.png", options);
    };
    BOOST_TEST((at("0", false) != at("2", false)));
    BOOST_TEST((at("0", false) == at("0", true)));
    BOOST_TEST((at("0", true) == at("2", true)));
    const Outcome outcome =
        runArmature({"render", file, "-o", picturePath("still.png"), "--size", "32x32", "--animation", "bend", "--in-place"});
    BOOST_TEST(outcome.errors == "note: " + file + ": the clip \"bend\" does not travel: --in-place changes nothing\n");
    refuse({"--in-place"}, "--in-place: needs --animation, --frames or --sheet");
}

// "0" moves "lower" from (10, 0, 0) to (10, 0, 4): the trail follows that path, while the model stays in its pose.
BOOST_AUTO_TEST_CASE(a_trail_goes_where_the_bone_goes)
{
    const std::vector<std::string> view{"--size", "101x101", "--camera", "20,1,2:10,1,2", "--animation", "0"};
    std::vector<std::string> options = view;
    options.insert(options.end(), {"--trail", "lower"});
    const Picture with = draw("trail.png", options);
    const Picture without = draw("bare.png", view);
    std::size_t left = 101;
    std::size_t right = 0;
    for (std::size_t y = 0; y < 101; ++y) {
        for (std::size_t x = 0; x < 101; ++x) {
            if (colorAt(with, x, y) != colorAt(without, x, y)) {
                left = std::min(left, x);
                right = std::max(right, x);
            }
        }
    }
    // By hand: the trail is four metres wide at a distance of ten, where the picture is 2 * 10 * tan(0.3) = 6.19 metres wide: 65 of 101
    // pixels.
    BOOST_TEST(right - left > 61u);
    BOOST_TEST(right - left < 70u);
    refuse({"--trail", "lower"}, "--animation");
    refuse({"--trail", "lowr", "--animation", "0"}, "\"lower\"");
}

BOOST_AUTO_TEST_CASE(a_turntable_goes_once_around)
{
    (void)draw("turn.png", {"--size", "100x80", "--turntable", "4"});
    BOOST_TEST(chunksOf(picturePath("turn.png"), "fcTL") == 4u);
    const Picture first = draw("one.png", {"--size", "100x80", "--turntable", "1"});
    BOOST_TEST(countPixels(first, [&](const Color& color) { return color != colorAt(first, 0, 0); }) > 300u);
    refuse({"--turntable", "4", "--frames", "4"}, "--frames");
    refuse({"--turntable", "0"}, "10000");
}

// A sheet of three pictures of "bend" side by side, at 0, 0.5 and 1 s. Each equals the still picture of that time, with words below it.
BOOST_AUTO_TEST_CASE(a_sheet_shows_moments_of_the_clip_and_their_times)
{
    const Picture sheet = draw("sheet.png", {"--size", "308x116", "--sheet", "3x1"});
    BOOST_TEST(sheet.width == 308u);
    BOOST_TEST(sheet.height == 116u);
    const Picture first = cutOut(sheet, 0, 0, 100, 100);
    const Picture middle = cutOut(sheet, 104, 0, 100, 100);
    const Picture last = cutOut(sheet, 208, 0, 100, 100);
    BOOST_TEST((first != middle && middle != last && first != last));
    for (const Picture* picture : {&first, &middle, &last}) {
        BOOST_TEST(countPixels(*picture, isWhite) == 0u);
    }
    for (std::size_t left : {0u, 104u, 208u}) {
        const std::size_t written = countPixels(cutOut(sheet, left, 100, 100, 16), [](const Color& color) { return !isWhite(color); });
        BOOST_TEST(written > 40u);
        BOOST_TEST(written < 500u);
    }
    const auto words = [&](std::size_t left) { return cutOut(sheet, left, 100, 100, 16); };
    BOOST_TEST((words(0) != words(104)));
    BOOST_TEST(countPixels(cutOut(sheet, 100, 0, 4, 116), isWhite) == 4u * 116u);
    const Picture glass = draw("glass.png", {"--size", "308x116", "--sheet", "3x1", "--transparent"});
    BOOST_TEST(colorAt(glass, 102, 50)[3] == 0);
    BOOST_TEST(countPixels(cutOut(glass, 0, 100, 100, 16), [](const Color& color) { return color[3] > 200; }) > 20u);
    for (const std::string grid : {"4", "x", "4x", "0x3", "4x51", "4x3x2", "-1x2"}) {
        refuse({"--sheet=" + grid}, "4x3");
    }
    refuse({"--sheet", "10x10", "--size", "300x300"}, "too small for a sheet of 10x10, which needs 516x516");
    refuse({"--sheet", "2x2", "--frames", "4"}, "--frames");
    refuse({"--sheet", "2x2", "--turntable", "4"}, "--turntable");
    refuse({"--sheet", "2x2", "--animation", "bend", "--time", "1"}, "--time");
}

// A leaning board: the ground is darker below it than elsewhere, and no ground pixel gets lighter.
BOOST_AUTO_TEST_CASE(ground_is_below_the_model_and_has_its_shadow)
{
    GltfText model;
    model.addFloats("VEC3", {-1, 0, 1, 1, 0, 1, -1, 1, -1, 1, 1, -1});
    model.addBytes("SCALAR", {0, 1, 2, 2, 1, 3});
    file = writeFile(folder / "board.gltf", model.text(R"("scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}], "materials": [{"doubleSided": true}])"));
    const std::vector<std::string> white{"--size", "200x200", "--background", "fff"};
    std::vector<std::string> options = white;
    options.push_back("--ground");
    const Picture without = draw("white.png", white);
    const Picture with = draw("shadow.png", options);
    std::size_t darker = 0;
    for (std::size_t y = 0; y < 200; ++y) {
        for (std::size_t x = 0; x < 200; ++x) {
            const Color before = colorAt(without, x, y);
            const Color after = colorAt(with, x, y);
            BOOST_REQUIRE(after[0] <= before[0]);
            darker += isWhite(before) && after[0] < 235 ? 1u : 0u;
        }
    }
    BOOST_TEST(darker > 100u);
    BOOST_TEST((colorAt(with, 100, 100) == colorAt(without, 100, 100)));  // the board itself
    const Picture glass = draw("glass.png", {"--size", "200x200", "--transparent", "--ground"});
    BOOST_TEST(countPixels(glass, [](const Color& color) { return color[3] > 20 && color[3] < 250 && color[0] < 10; }) > 100u);
    const Picture floor = draw("floor.png", {"--size", "200x200", "--ground"});
    const Picture bare = draw("bare.png", {"--size", "200x200"});
    BOOST_TEST(countPixels(floor, [&](const Color& color) { return color == colorAt(floor, 0, 0); })
               < countPixels(bare, [&](const Color& color) { return color == colorAt(bare, 0, 0); }));
}

// Two corners follow both joints with half weight, and one joint is turned by half a turn: linear blending collapses the corners onto the
// axis, dual quaternions turn them by a quarter.
BOOST_AUTO_TEST_CASE(dual_quaternions_keep_what_linear_blending_collapses)
{
    BOOST_TEST((draw("rigid.png", {"--size", "60x60", "--skinning", "dual-quaternion"}) == draw("usual.png", {"--size", "60x60"})));
    GltfText model;
    model.addFloats("VEC3", {-1, 0, 0, 1, 0, 0, -1, 2, 0, 1, 2, 0});
    model.addBytes("VEC4", {0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0});
    model.addFloats("VEC4", {1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0, 0.5f, 0.5f, 0, 0});
    model.addBytes("SCALAR", {0, 1, 2, 2, 1, 3});
    file = writeFile(folder / "twisted.gltf", model.text(R"("scene": 0, "scenes": [{"nodes": [0, 2]}],
        "nodes": [{"name": "still", "children": [1]}, {"name": "turned", "rotation": [0, 0.9999619, 0, 0.0087265]}, {"mesh": 0, "skin": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}, "indices": 3, "material": 0}]}],
        "materials": [{"doubleSided": true}], "skins": [{"joints": [0, 1]}])"));
    const std::vector<std::string> view{"--size", "101x101", "--camera", "8,1,0:0,1,0", "--skinning"};
    const auto drawnBy = [&](const std::string& skinning) {
        std::vector<std::string> options = view;
        options.push_back(skinning);
        const Picture picture = draw("twisted.png", options);
        return countPixels(picture, [&](const Color& color) { return color != colorAt(picture, 0, 0); });
    };
    const std::size_t collapsed = drawnBy("linear");
    const std::size_t kept = drawnBy("dual-quaternion");
    BOOST_TEST(kept > 300u);
    BOOST_TEST(kept > 3 * collapsed);
    refuse({"--skinning", "cubic"}, "--skinning");
}

// Maya's file asks for a blend of both methods per vertex, so the picture matches neither method alone.
BOOST_AUTO_TEST_CASE(an_fbx_file_is_skinned_as_it_asks_unless_told_otherwise, *boost::unit_test::precondition(needsSharedData))
{
    file = (*sharedDirectory() / "corpus" / "valid" / "ufbx" / "maya_dq_weights_7500_binary.fbx").string();
    const std::vector<std::string> view{"--size", "120x120", "--animation", "0", "--time", "0.75"};
    const auto drawnBy = [&](std::vector<std::string> options) {
        options.insert(options.end(), view.begin(), view.end());
        return draw("sausage.png", options);
    };
    const Picture asked = drawnBy({});
    const Picture linear = drawnBy({"--skinning", "linear"});
    const Picture dual = drawnBy({"--skinning", "dual-quaternion"});
    const auto differing = [](const Picture& a, const Picture& b) {
        std::size_t count = 0;
        for (std::size_t y = 0; y < a.height; ++y) {
            for (std::size_t x = 0; x < a.width; ++x) {
                count += colorAt(a, x, y) != colorAt(b, x, y) ? 1u : 0u;
            }
        }
        return count;
    };
    BOOST_TEST(differing(asked, linear) > 200u);
    BOOST_TEST(differing(asked, dual) > 200u);
}

BOOST_AUTO_TEST_SUITE_END()
