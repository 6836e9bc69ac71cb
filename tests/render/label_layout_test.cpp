#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <glm/ext/matrix_clip_space.hpp>

#include <support/allocations/allocation_count.hpp>

#include "render/label_layout.hpp"

using namespace armature;
using namespace armature::test;

namespace {

constexpr glm::vec4 white(1.f);

/// Returns the view of a picture of 200 x 100 pixels, seen from the origin along -Z: at a distance of d, it is 2 d wide and d high.
LabelLayout::View viewOf(std::size_t scale = 1)
{
    return {.viewProjection = glm::frustum(-0.1f, 0.1f, -0.05f, 0.05f, 0.1f, 100.f), .size = {200.f, 100.f}, .scale = scale};
}

/// Returns the laid-out letters as text, with # for boxes.
std::string written(const LabelLayout& layout)
{
    std::string text;
    for (const PlacedLetter& letter : layout.letters()) {
        const auto cell = static_cast<std::size_t>(letter.letter);
        text += cell + 1 < letterCount ? static_cast<char>(' ' + cell) : '#';
    }
    return text;
}

std::string writtenOf(std::string_view text)
{
    LabelLayout layout;
    layout.add({-0.9f, 0.f, -1.f}, text, white);
    layout.layOut(viewOf());
    return written(layout);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(label_layout)

BOOST_AUTO_TEST_CASE(letters_outside_ascii_are_boxes_and_long_names_end_in_dots)
{
    BOOST_TEST(writtenOf("Hips_L.001~") == "Hips_L.001~");
    BOOST_TEST(writtenOf("H\xc3\xbc"
                         "ft\xe9\xaa\xa8")
               == "H#ft#");  // two characters: one of two bytes, one of three
    BOOST_TEST(writtenOf("a\xff\xfe"
                         "b\n")
               == "a##b#");  // two bytes that are not UTF-8, and a control character
    BOOST_TEST(writtenOf(std::string(40, 'x')) == std::string(40, 'x'));
    BOOST_TEST(writtenOf(std::string(1'000'000, 'x')) == std::string(37, 'x') + "...");
    BOOST_TEST(writtenOf("") == "");
}

// By hand: (0.5, 0.25, -1) is three quarters to the right and a quarter from the top. Labels begin 3 dots to the right of and 12 above that
// point.
BOOST_AUTO_TEST_CASE(a_label_is_above_its_place_and_its_letters_side_by_side)
{
    for (const std::size_t scale : {1u, 2u}) {
        LabelLayout layout;
        layout.add({0.5f, 0.25f, -1.f}, "ab", white);
        layout.layOut(viewOf(scale));
        const auto dots = static_cast<float>(scale);
        BOOST_TEST_REQUIRE(layout.letters().size() == 2u);
        BOOST_TEST((layout.letters()[0].place == glm::vec2(150.f, 25.f) + dots * glm::vec2(3.f, -12.f)));
        BOOST_TEST((layout.letters()[1].place == layout.letters()[0].place + dots * glm::vec2(6.f, 0.f)));
    }
}

BOOST_AUTO_TEST_CASE(nearer_labels_leave_out_those_that_they_would_cover)
{
    LabelLayout layout;
    layout.add({0.f, 0.f, -3.f}, "far", white);
    layout.add({0.02f, 0.f, -1.f}, "near", white);
    layout.add({0.f, 1.f, -4.f}, "above", white);  // a quarter of the picture higher
    layout.layOut(viewOf());
    BOOST_TEST(written(layout) == "nearabove");
    layout.clear();
    layout.add({0.f, 0.f, -3.f}, "far", white, true);
    layout.add({0.02f, 0.f, -1.f}, "near", white);
    layout.layOut(viewOf());
    BOOST_TEST(written(layout) == "far");
}

BOOST_AUTO_TEST_CASE(what_is_behind_the_camera_or_outside_the_picture_is_left_out)
{
    LabelLayout layout;
    layout.add({0.f, 0.f, 1.f}, "behind", white);
    layout.add({0.f, 0.f, -0.05f}, "before the near plane", white);
    layout.add({3.f, 0.f, -1.f}, "beside", white);
    layout.add({0.f, -0.7f, -1.f}, "below", white);
    layout.add({0.f, 0.f, 0.f}, "here", white);
    layout.add({0.99f, 0.49f, -1.f}, "corner", white);
    layout.layOut(viewOf());
    BOOST_TEST(written(layout) == "corner");
    layout.clear();
    layout.layOut({.viewProjection = glm::mat4(1.f), .size = {0.f, 0.f}});
    BOOST_TEST(layout.letters().empty());
}

BOOST_AUTO_TEST_CASE(a_frame_like_the_last_one_allocates_nothing)
{
    LabelLayout layout;
    const std::vector<std::string> names(300, "a bone of some length");
    const auto frame = [&](float shift) {
        layout.clear();
        for (std::size_t i = 0; i < names.size(); ++i) {
            layout.add({-0.9f + 0.006f * static_cast<float>(i), shift, -1.f - 0.01f * static_cast<float>(i % 7)}, names[i], white);
        }
        layout.layOut(viewOf());
    };
    frame(0.f);
    const AllocationCount allocations;
    frame(0.f);
    BOOST_TEST(allocations.sinceConstruction() == 0u);
    BOOST_TEST(!layout.letters().empty());
}

BOOST_AUTO_TEST_CASE(the_atlas_has_every_letter_in_its_cell)
{
    const std::vector<std::uint8_t> atlas = makeLetterAtlas();
    BOOST_TEST_REQUIRE(atlas.size() == letterCount * cellColumns * cellRows);
    for (std::size_t cell = 0; cell < letterCount; ++cell) {
        std::size_t dots = 0;
        for (std::size_t row = 0; row < cellRows; ++row) {
            for (std::size_t column = 0; column < cellColumns; ++column) {
                const bool isSet = atlas[row * letterCount * cellColumns + cell * cellColumns + column] != 0;
                const bool isOutline = row == 0 || row + 1 == cellRows || column == 0 || column + 1 == cellColumns;
                BOOST_REQUIRE(!(isSet && isOutline));
                dots += isSet ? 1u : 0u;
            }
        }
        BOOST_TEST((dots == 0) == (cell == 0));  // only the space has no dots
    }
}

BOOST_AUTO_TEST_SUITE_END()
