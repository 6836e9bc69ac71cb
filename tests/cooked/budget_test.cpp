#include <deque>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include "cooked/cooked_format.hpp"
#include "cooked_stage.hpp"

// Files that claim much memory with few bytes.

using namespace armature;
using namespace armature::test;
namespace format = armature::cooked;

BOOST_AUTO_TEST_SUITE(cooked_budget)

// By hand: a palette of 65536 matrices of 48 bytes takes 3 145 728 bytes. A skeleton and its first copy have one palette each, so a header
// of 64 bytes claims 6 291 456 bytes.
BOOST_AUTO_TEST_CASE(palettes_of_a_file_take_no_more_than_its_bytes_and_an_option_justify)
{
    constexpr std::size_t count = 20;
    std::deque<Skeleton> empty;
    CookedDescription description;
    for (std::size_t i = 0; i < count; ++i) {
        description.skeletons.push_back(&empty.emplace_back("empty"));
    }
    std::vector<std::byte> bytes = writeCooked(description);
    for (std::size_t i = 0; i < count; ++i) {
        const auto entry = reinterpret_cast<const format::FileEntry*>(bytes.data() + 64)[i];
        reinterpret_cast<format::SkeletonHeader*>(bytes.data() + entry.offset)->paletteSize = 65536;
    }
    constexpr std::uint64_t bytesOfPalettes = 2 * 48 * 65536;
    const auto tight = CookedFile::open(bytes, "palettes", {.unbackedBytes = 10 * bytesOfPalettes});
    for (std::size_t i = 0; i < 10; ++i) {
        BOOST_TEST(tight->createSkeleton(i)->getFinalMatrices().size() == 65536u);
    }
    BOOST_CHECK_EXCEPTION(static_cast<void>(tight->createSkeleton(10)), ImportError, [](const ImportError& error) {
        return std::string_view(error.what()).find("needs 6291456 bytes after 62914560 so far") != std::string_view::npos
               && std::string_view(error.what()).find("CookedOptions::unbackedBytes") != std::string_view::npos;
    });
    BOOST_TEST(tight->createSkeleton(0)->getFinalMatrices().size() == 65536u);  // skeleton 0 is not charged again
    takeAll(*CookedFile::open(bytes, "palettes", {.unbackedBytes = count * bytesOfPalettes}));
}

BOOST_AUTO_TEST_SUITE_END()
