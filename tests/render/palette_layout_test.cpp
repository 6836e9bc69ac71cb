#include <armature/render/palette_layout.hpp>
#include <boost/test/unit_test.hpp>
#include <support/moved_from.hpp>
#include <support/random.hpp>

using armature::PaletteLayout;
using armature::test::checkHarmless;

BOOST_AUTO_TEST_SUITE(palette_layout)

// By hand: 3 bones take 144 bytes, 1 bone takes 48. Both 144 and 192 are multiples of 16.
BOOST_AUTO_TEST_CASE(ranges_follow_one_another_at_alignment_16)
{
    PaletteLayout layout(16, 16384);
    BOOST_TEST(layout.add(3) == 0u);
    BOOST_TEST(layout.add(1) == 1u);
    BOOST_TEST(layout.add(2) == 2u);
    BOOST_TEST(layout.ranges()[0].offset == 0u);
    BOOST_TEST(layout.ranges()[1].offset == 144u);
    BOOST_TEST(layout.ranges()[2].offset == 192u);
    BOOST_TEST(layout.getUsedBytes() == 288u);
}

// By hand: 144 rounds up to 256; 256 + 64 * 48 = 3328 is a multiple of 256; a block of 16384 that starts there ends at 19712.
BOOST_AUTO_TEST_CASE(ranges_start_at_multiples_of_256_and_a_block_fits_behind_the_last)
{
    PaletteLayout layout(256, 16384);
    layout.add(3);
    layout.add(64);
    layout.add(1);
    BOOST_TEST(layout.ranges()[1].offset == 256u);
    BOOST_TEST(layout.ranges()[2].offset == 3328u);
    BOOST_TEST(layout.getTotalBytes() == 19712u);
}

BOOST_AUTO_TEST_CASE(a_layout_that_was_moved_from_has_no_ranges)
{
    PaletteLayout layout(16, 16384);
    layout.add(3);
    const PaletteLayout taken = std::move(layout);
    BOOST_TEST(taken.getUsedBytes() == 144u);
    BOOST_TEST(layout.ranges().empty());  // NOLINT(bugprone-use-after-move)
    BOOST_TEST(layout.getUsedBytes() == 0u);
    BOOST_TEST(layout.getTotalBytes() == 0u);
    checkHarmless<PaletteLayout>({[&] { layout.clear(); }, [&] { layout.add(1); }, [&] { static_cast<void>(layout.ranges()); },
                                  [&] { static_cast<void>(layout.getUsedBytes()); }, [&] { static_cast<void>(layout.getTotalBytes()); },
                                  [&] { static_cast<void>(layout.getAlignment()); }, [&] { static_cast<void>(layout.getBlockBytes()); },
                                  [&] { static_cast<void>(layout.getBonesPerBlock()); }});
    BOOST_TEST(layout.ranges()[0].offset == 0u);
}

BOOST_AUTO_TEST_CASE(a_palette_longer_than_a_block_ends_inside)
{
    PaletteLayout layout(256, 16384);
    layout.add(2000);
    BOOST_TEST(layout.getUsedBytes() == 96000u);
    BOOST_TEST(layout.getTotalBytes() == 96000u);  // 375 * 256
}

BOOST_AUTO_TEST_CASE(an_alignment_that_no_texel_divides_is_widened)
{
    PaletteLayout layout(4, 16384);
    BOOST_TEST(layout.getAlignment() == 16u);
    PaletteLayout odd(24, 16384);
    BOOST_TEST(odd.getAlignment() == 48u);
}

BOOST_AUTO_TEST_CASE(sizes_that_no_buffer_has_are_refused)
{
    BOOST_CHECK_THROW(PaletteLayout(~std::size_t{0}, 5), std::invalid_argument);
    BOOST_CHECK_THROW(PaletteLayout(16, ~std::size_t{0}), std::invalid_argument);
    PaletteLayout layout(0, 0);
    layout.add(1);
    BOOST_CHECK_THROW(layout.add(~std::size_t{0}), std::invalid_argument);
    BOOST_CHECK_THROW(layout.add(~std::size_t{0} / 48), std::invalid_argument);
    BOOST_TEST(layout.ranges().size() == 1u);
    BOOST_TEST(layout.getUsedBytes() == 48u);
}

BOOST_AUTO_TEST_CASE(no_palettes_need_no_bytes)
{
    PaletteLayout layout(256, 65536);
    BOOST_TEST(layout.getTotalBytes() == 0u);
    layout.add(5);
    layout.clear();
    BOOST_TEST(layout.getTotalBytes() == 0u);
    BOOST_TEST(layout.add(7) == 0u);
    BOOST_TEST(layout.ranges()[0].offset == 0u);
}

BOOST_AUTO_TEST_CASE(blocks_hold_what_the_specification_guarantees)
{
    BOOST_TEST(PaletteLayout(256, 16384).getBonesPerBlock() == 341u);
    BOOST_TEST(PaletteLayout(256, 65536).getBonesPerBlock() == 1365u);
}

BOOST_AUTO_TEST_CASE(ranges_never_overlap_and_every_block_lies_inside)
{
    armature::test::Random random(11);
    for (const std::size_t alignment : {1u, 16u, 32u, 64u, 256u}) {
        PaletteLayout layout(alignment, 65536);
        std::size_t end = 0;
        for (int i = 0; i < 500; ++i) {
            const auto bones = static_cast<std::size_t>(random.integer(0, 3000));
            const std::size_t index = layout.add(bones);
            const armature::PaletteRange range = layout.ranges()[index];
            BOOST_REQUIRE(range.offset >= end);
            BOOST_REQUIRE(range.offset % alignment == 0);
            BOOST_REQUIRE(range.offset % 16 == 0);
            BOOST_REQUIRE(range.bones == bones);
            end = range.offset + 48 * bones;
            BOOST_REQUIRE(layout.getTotalBytes() >= end);
            BOOST_REQUIRE(layout.getTotalBytes() >= range.offset + 65536);
            BOOST_REQUIRE(layout.getTotalBytes() % alignment == 0);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
