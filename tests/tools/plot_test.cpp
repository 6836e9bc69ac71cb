#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>

#include <boost/test/unit_test.hpp>

#include <armature/support/picture.hpp>

#include <programs/armature/bone_plot.hpp>
#include <programs/armature/chart.hpp>
#include <programs/armature/drawing.hpp>

#include "models.hpp"
#include "program.hpp"

#include <support/file_content.hpp>
#include <support/shared_data.hpp>

using namespace armature::test;
using namespace armature::tools;

namespace {

struct ModelToPlot {
    std::filesystem::path folder = emptyOutputDirectory("plot");
    std::string file = writeFile(folder / "strip.gltf", stripModel());

    std::string plot(const std::string& name, const std::vector<std::string>& words) const
    {
        const std::string output = (folder / name).string();
        std::vector<std::string> all{"plot", file, "-o", output};
        all.insert(all.end(), words.begin(), words.end());
        const Outcome outcome = runArmature(all);
        BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
        BOOST_TEST(outcome.output.starts_with("wrote " + output + ": "), outcome.output);
        return output;
    }
};

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

std::array<int, 3> rgbAt(const armature::support::Picture& picture, std::size_t x, std::size_t y)
{
    const auto pixel = picture.at(x, y);
    return {pixel[0], pixel[1], pixel[2]};
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(plot_command, ModelToPlot)

// "upper" turns by 90 degrees about +Z: z goes from 0 to sin 45 and w from 1 to cos 45, with keys at both ends; x and y are constant.
BOOST_AUTO_TEST_CASE(an_svg_has_channels_keys_paths_and_units)
{
    const std::string svg = contentOf(plot("a.svg", {"--bone", "upper", "--clip", "bend"}));
    BOOST_TEST(svg.starts_with("<svg "));
    BOOST_TEST(svg.ends_with("</svg>\n"));
    BOOST_TEST(count(svg, "<text") == count(svg, "</text>"));
    for (const char* words : {"rotation, quaternion: LINEAR, 2 keys", "path from above: x to the right, z down, in m",
                              "path from the side: z to the right, y up, in m", "seconds", ">0.2<", ">1.0<",
                              "bone \"upper\" in clip \"bend\", 1 s", "strip.gltf"}) {
        BOOST_TEST(svg.find(words) != std::string::npos, words);
    }
    // Two keys of four components; three dots of the legend; on each of the two paths, two keys and two ends.
    BOOST_TEST(count(svg, "<circle") == 8u + 3u + 2u * 4u);
}

BOOST_AUTO_TEST_CASE(a_png_is_drawn_in_several_colours_without_a_display)
{
    const std::string output = plot("a.png", {"--bone", "upper", "--animation", "bend", "--size", "800x600"});
    const armature::support::Picture picture = armature::support::readPng(output);
    BOOST_TEST(picture.width == 800u);
    BOOST_TEST(picture.height == 600u);
    std::set<std::array<int, 3>> colors;
    for (std::size_t y = 0; y < picture.height; ++y) {
        for (std::size_t x = 0; x < picture.width; ++x) {
            colors.insert(rgbAt(picture, x, y));
        }
    }
    for (const std::array<int, 3>& ink : {std::array{255, 255, 255}, std::array{209, 53, 43}, std::array{38, 142, 60},
                                          std::array{42, 98, 201}, std::array{142, 79, 176}, std::array{232, 119, 34}}) {
        BOOST_TEST(colors.contains(ink), ink[0] << " " << ink[1] << " " << ink[2]);
    }
}

BOOST_AUTO_TEST_CASE(a_bone_that_the_clip_leaves_alone_has_a_path_all_the_same)
{
    const std::string svg = contentOf(plot("still.svg", {"--bone", "lower", "--clip", "bend"}));
    BOOST_TEST(svg.find("the clip has no channels of this bone") != std::string::npos);
    BOOST_TEST(svg.find("path from above") != std::string::npos);
    const std::string node = contentOf(plot("node.svg", {"--bone", "root"}));  // not a bone, only a node
    BOOST_TEST(node.find("path from above") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(wrong_usage_is_refused)
{
    const std::string output = (folder / "no.png").string();
    struct Case {
        std::vector<std::string> words;
        const char* part;
    };
    const std::vector<Case> cases{
        {{"--bone", "uper", "-o", output}, "has no bone \"uper\"; did you mean \"upper\"?"},
        {{"--bone", "upper", "--clip", "walk", "-o", output}, "--clip: "},
        {{"--bone", "upper", "-o", (folder / "no.gif").string()}, "ends neither in .png nor in .svg"},
        {{"--bone", "upper", "-o", output, "--size", "100x100"}, "100x100 is too small for a plot, which needs 480x360"},
        {{"-o", output}, "--bone"},
        {{"--bone", "upper"}, "--output"},
    };
    for (const Case& each : cases) {
        std::vector<std::string> words{"plot", file};
        words.insert(words.end(), each.words.begin(), each.words.end());
        const Outcome outcome = runArmature(words);
        BOOST_TEST(outcome.status == 2, each.part);
        BOOST_TEST(outcome.errors.find(each.part) != std::string::npos, outcome.errors);
        BOOST_TEST(!std::filesystem::exists(output));
    }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(plot_drawing)

// Expected values by hand.
BOOST_AUTO_TEST_CASE(ticks_are_round)
{
    BOOST_TEST(tickStep(1., 10) == 0.1);
    BOOST_TEST(tickStep(1., 6) == 0.2);
    BOOST_TEST(tickStep(7., 3) == 5.);
    BOOST_TEST(tickStep(730., 10) == 100.);
    BOOST_TEST((ticksOf({-0.25, 0.6}, 0.2).size() == 5u));  // -0.2 to 0.6
    BOOST_TEST(tickLabel(-1e-12, 0.2) == "0.0");
    BOOST_TEST(tickLabel(0.25, 0.05) == "0.25");
    BOOST_TEST(tickLabel(-3., 1.) == "-3");
    BOOST_TEST(tickLabel(2e6, 1e6) == "2e+06");
    const Stretch constant = padded({3., 3.}, 0.1);
    BOOST_TEST(constant.low < 3.);
    BOOST_TEST(constant.high > 3.);
    BOOST_TEST(padded(emptyStretch(), 0.1).length() == 2.);
}

// A chart of 100 units whose axes both go from 0 to 10, with its corner at (20, 10). Lines that leave the chart are cut at its edge.
BOOST_AUTO_TEST_CASE(lines_end_at_the_axes)
{
    Drawing drawing{.size = {140., 140.}};
    Chart chart(drawing, {.low = {20., 10.}, .high = {120., 110.}, .x = {0., 10.}, .y = {0., 10.}});
    drawing.shapes.clear();
    chart.line({{5., 5.}, {15., 5.}, {15., 20.}, {5., 5.}}, {}, 1.);
    chart.dot({11., 5.}, 1., {});
    BOOST_TEST_REQUIRE(drawing.shapes.size() == 2u);
    const auto& first = std::get<DrawnLine>(drawing.shapes[0]).points;
    BOOST_TEST_REQUIRE(first.size() == 2u);
    BOOST_TEST(first[0].x == 70.);
    BOOST_TEST(first[0].y == 60.);
    BOOST_TEST(first[1].x == 120.);
    const auto& last = std::get<DrawnLine>(drawing.shapes[1]).points;
    BOOST_TEST(std::abs(last[0].y - 10.) < 1e-9);  // the line from (15, 20) enters through the upper edge
    BOOST_TEST(last[1].x == 70.);
}

// A file may hold any number, and products of large numbers overflow. Values that cannot be drawn are left out, and nothing hangs.
BOOST_AUTO_TEST_CASE(numbers_of_any_size_can_be_plotted)
{
    for (const double size : {0., 1e-30, 1., 1e9, 1e17, 3e38, std::numeric_limits<double>::infinity(), std::nan("")}) {
        BonePlot plot{.clip = "any", .bone = "size", .duration = 1.};
        plot.channels.push_back(
            {.times = {0., 1.}, .values = {size, -size, 0., size, size, size}, .keyTimes = {0.}, .keys = {size, 0., size}});
        plot.path = {{size, 0., size}, {size, size, -size}, {size, 1., 2.}};
        plot.pathKeys = {{size, size, size}};
        const Drawing drawing = drawPlot(plot, {800., 500.});
        BOOST_TEST(drawing.shapes.size() > 20u, size);
        BOOST_TEST(drawing.shapes.size() < 1000u, size);
        const std::string svg = drawingAsSvg(drawing, 1.);
        BOOST_TEST((svg.find("nan") == std::string::npos && svg.find("inf") == std::string::npos), size << svg);
        BOOST_TEST(drawingAsPicture(drawing, 1.).pixels.size() == 4u * 800u * 500u);
    }
    BOOST_TEST(ticksOf({1e17, 1e17 + 64.}, 1e-3).empty());
}

// Both formats show the same shapes: a box, a dot and a line, each at its position and in its colour.
BOOST_AUTO_TEST_CASE(both_formats_have_the_same_shapes)
{
    Drawing drawing{.size = {60., 40.}};
    drawing.shapes = {DrawnBox{{2., 2.}, {12., 8.}, {200, 0, 0}}, DrawnDot{{30., 20.}, 5., {0, 200, 0}},
                      DrawnLine{{{40., 5.}, {40., 35.}}, {0, 0, 200}, 4.}, DrawnText{{2., 38.}, "a<b", Anchor::Start, {9, 9, 9}},
                      DrawnLine{{{50., 38.}, {55., 38.}}, {0, 0, 200}, 2.}};
    const armature::support::Picture picture = drawingAsPicture(drawing, 2.);
    BOOST_TEST(picture.width == 120u);
    BOOST_TEST((rgbAt(picture, 14, 10) == std::array{200, 0, 0}));
    BOOST_TEST((rgbAt(picture, 60, 40) == std::array{0, 200, 0}));
    BOOST_TEST((rgbAt(picture, 60, 52) == std::array{255, 255, 255}));
    BOOST_TEST((rgbAt(picture, 80, 40) == std::array{0, 0, 200}));
    BOOST_TEST((rgbAt(picture, 105, 76) == std::array{0, 0, 200}));
    BOOST_TEST((rgbAt(picture, 75, 76) == std::array{255, 255, 255}));  // no line from the text to the shape after it
    std::size_t dark = 0;
    for (std::size_t at = 0; at < 50u * 18u; ++at) {
        dark += rgbAt(picture, at % 50u, 60u + at / 50u)[0] < 100 ? 1u : 0u;
    }
    BOOST_TEST(dark > 30u);  // the text, whatever the font
    const std::string svg = drawingAsSvg(drawing, 2.);
    BOOST_TEST(svg.find("<rect x=\"2.00\" y=\"2.00\" width=\"10.00\" height=\"6.00\" fill=\"#c80000\"/>") != std::string::npos, svg);
    BOOST_TEST(svg.find("<circle cx=\"30.00\" cy=\"20.00\" r=\"5.00\" fill=\"#00c800\"/>") != std::string::npos);
    BOOST_TEST(svg.find("points=\"40.00,5.00 40.00,35.00\"") != std::string::npos);
    BOOST_TEST(svg.find(">a&lt;b</text>") != std::string::npos);
    BOOST_TEST(widthOf("a<b") == 3. * letterAdvance);
    BOOST_TEST(widthOf("\xc3\xa4") == letterAdvance);  // one letter encoded in two bytes
}

BOOST_AUTO_TEST_SUITE_END()
