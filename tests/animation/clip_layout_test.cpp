#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <animation/random_clips.hpp>
#include <support/precompiled.hpp>

#include "animation/clip/clip_layout.hpp"
#include "animation/clip/clip_validation.hpp"
#include "math/aligned_vector.hpp"

using namespace armature;
using namespace armature::test;

namespace {

using ImageBytes = AlignedVector<std::byte>;

std::vector<std::uint32_t> bitsOf(const std::vector<float>& values)
{
    std::vector<std::uint32_t> bits(values.size());
    std::ranges::transform(values, bits.begin(), [](float value) { return std::bit_cast<std::uint32_t>(value); });
    return bits;
}

ImageBytes imageOf(const AnimationClip& clip)
{
    const auto image = ClipAccess::image(clip);
    return {image.begin(), image.end()};
}

std::shared_ptr<const AnimationClip> adopted(const AnimationClip& original, const std::shared_ptr<ImageBytes>& image)
{
    return ClipAccess::adopt(original.getName(), ClipAccess::targets(original), *image, image);
}

/// Returns why adopting an image is refused; empty if it is accepted.
std::string refusalOf(const AnimationClip& original, ImageBytes image)
{
    try {
        return adopted(original, std::make_shared<ImageBytes>(std::move(image))) == nullptr ? "null" : "";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

template <class T>
void overwrite(ImageBytes& image, std::size_t place, T value)
{
    std::memcpy(image.data() + place, &value, sizeof value);
}

ClipImageParts partsOf(const ImageBytes& image)
{
    ClipImageHeader header;
    std::memcpy(&header, image.data(), sizeof header);
    return ClipImageParts::of(header);
}

std::vector<float> sampledAll(const AnimationClip& clip, double seconds)
{
    std::vector<float> all;
    for (std::size_t channel = 0; channel < clip.channels().size(); ++channel) {
        std::vector<float> value(clip.channels()[channel].components);
        clip.sample(channel, seconds, value);
        all.insert(all.end(), value.begin(), value.end());
    }
    return all;
}

/// Two keys each of a rotation, a translation and a spline.
std::shared_ptr<const AnimationClip> smallClip()
{
    return ClipBuilder("small")
        .node(0)
        .channel(ChannelPath::Rotation, Interpolation::Linear, {0.f, 1.f}, {0, 0, 0, 1, 0, 0, 1, 0})
        .channel(ChannelPath::Translation, Interpolation::Linear, {0.f, 2.f}, {1, 2, 3, 4, 5, 6})
        .channel(ChannelPath::Scale, Interpolation::CubicSpline, {0.f, 1.f}, std::vector<float>(18, 1.f))
        .create();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(clip_layout)

BOOST_AUTO_TEST_CASE(a_clip_describes_itself_bit_for_bit)
{
    Random random(1);
    for (int round = 0; round < 60; ++round) {
        const ClipDescription original =
            randomClip(random, static_cast<std::size_t>(random.integer(0, 30)), everyLayout[static_cast<std::size_t>(round % 4)]);
        const ClipDescription described = AnimationClip::create(original)->describe();
        BOOST_TEST(described.name == original.name);
        BOOST_TEST_REQUIRE(described.channels.size() == original.channels.size());
        for (std::size_t i = 0; i < original.channels.size(); ++i) {
            const ChannelDescription& a = original.channels[i];
            const ChannelDescription& b = described.channels[i];
            BOOST_TEST((a.target == b.target && a.path == b.path && a.interpolation == b.interpolation && a.components == b.components));
            BOOST_TEST(bitsOf(a.values) == bitsOf(b.values));
            BOOST_TEST(bitsOf(original.timeTracks[a.timeTrack]) == bitsOf(described.timeTracks[b.timeTrack]));
        }
    }
}

// Creating a clip is idempotent: merged time tracks and unit rotations stay as they are.
BOOST_AUTO_TEST_CASE(a_described_clip_has_the_same_image)
{
    Random random(2);
    for (const KeyLayout layout : everyLayout) {
        const auto clip = AnimationClip::create(randomClip(random, 25, layout));
        BOOST_TEST((imageOf(*clip) == imageOf(*AnimationClip::create(clip->describe()))));
    }
}

BOOST_AUTO_TEST_CASE(an_image_is_used_in_place_as_long_as_a_clip_needs_it)
{
    Random random(3);
    for (const KeyLayout layout : everyLayout) {
        const auto original = AnimationClip::create(randomClip(random, 25, layout));
        auto image = std::make_shared<ImageBytes>(imageOf(*original));
        const std::weak_ptr<ImageBytes> watch = image;
        auto clip = adopted(*original, image);
        BOOST_TEST(ClipAccess::image(*clip).data() == image->data());
        image.reset();
        BOOST_TEST(!watch.expired());
        BOOST_TEST(clip->getDuration() == original->getDuration());
        BOOST_TEST(clip->getName() == original->getName());
        for (double seconds = -0.1; seconds < 8.; seconds += 0.31) {
            BOOST_TEST(bitsOf(sampledAll(*clip, seconds)) == bitsOf(sampledAll(*original, seconds)));
        }
        clip.reset();
        BOOST_TEST(watch.expired());
    }
}

BOOST_AUTO_TEST_CASE(an_image_of_another_length_is_refused)
{
    const auto clip = smallClip();
    const ImageBytes whole = imageOf(*clip);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        BOOST_TEST(!refusalOf(*clip, ImageBytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))).empty());
    }
    ImageBytes longer = whole;
    longer.resize(whole.size() + 64);
    BOOST_TEST(!refusalOf(*clip, longer).empty());
    BOOST_TEST(refusalOf(*clip, whole).empty());
}

BOOST_AUTO_TEST_CASE(an_image_that_lies_is_refused_and_the_lie_named)
{
    const auto clip = smallClip();
    const ImageBytes whole = imageOf(*clip);
    const ClipImageParts parts = partsOf(whole);
    const auto changed = [&](std::size_t place, auto value) {
        ImageBytes image = whole;
        overwrite(image, place, value);
        return refusalOf(*clip, image);
    };
    const auto says = [](const std::string& refusal, const char* part) { return refusal.find(part) != std::string::npos; };
    constexpr auto huge = ~std::uint64_t{0};
    BOOST_TEST(says(changed(0, std::uint32_t{7}), "begins with"));
    BOOST_TEST(says(changed(offsetof(ClipImageHeader, version), std::uint32_t{2}), "version 2 instead of 1"));
    for (const std::size_t count : {offsetof(ClipImageHeader, trackCount), offsetof(ClipImageHeader, channelCount),
                                    offsetof(ClipImageHeader, timeCount), offsetof(ClipImageHeader, valueCount)}) {
        BOOST_TEST(says(changed(count, huge), "numbers in"));
        BOOST_TEST(!changed(count, std::uint64_t{0}).empty());
    }
    BOOST_TEST(says(changed(parts.tracks, huge), "time track 0 has"));
    BOOST_TEST(says(changed(parts.tracks, std::uint64_t{0}), "time track 0 has"));
    BOOST_TEST(says(changed(parts.channels + offsetof(ClipImageChannel, path), std::uint8_t{5}), "channel 0: path 5"));
    BOOST_TEST(says(changed(parts.channels + offsetof(ClipImageChannel, interpolation), std::uint8_t{3}), "interpolation 3"));
    BOOST_TEST(says(changed(parts.channels + offsetof(ClipImageChannel, timeTrack), std::uint32_t{2}), "time track 2 of 2"));
    BOOST_TEST(says(changed(parts.channels + offsetof(ClipImageChannel, components), std::uint32_t{3}), "3 components"));
    BOOST_TEST(says(changed(parts.times + 4, 0.f), "does not come after"));
    BOOST_TEST(says(changed(parts.times, std::nanf("")), "not a finite number of seconds"));
    BOOST_TEST(says(changed(parts.values, std::nanf("")), "value 0 is nan"));
    std::size_t rotation = 0;  // the offset of the first key's w: the only 1 after three zeros
    for (std::size_t place = parts.values; place + 16 <= whole.size() && rotation == 0; place += 4) {
        float four[4];
        std::memcpy(four, whole.data() + place, sizeof four);
        rotation = four[0] == 0.f && four[1] == 0.f && four[2] == 0.f && four[3] == 1.f ? place + 12 : 0;
    }
    BOOST_TEST_REQUIRE(rotation > 0u);
    BOOST_TEST(says(changed(rotation, 1.1f), "has length 1.1"));
}

BOOST_AUTO_TEST_CASE(an_image_needs_as_many_targets_and_no_two_alike)
{
    const auto clip = smallClip();
    const auto image = std::make_shared<ImageBytes>(imageOf(*clip));
    const auto adopt = [&](std::shared_ptr<const std::vector<ChannelTarget>> targets) {
        static_cast<void>(ClipAccess::adopt("clip", std::move(targets), *image, image));
    };
    BOOST_CHECK_THROW(adopt(nullptr), std::invalid_argument);
    BOOST_CHECK_THROW(adopt(std::make_shared<std::vector<ChannelTarget>>(2)), std::invalid_argument);
    Random random(4);
    auto twins = imageOf(*AnimationClip::create(randomClip(random, 2, KeyLayout::OneTrack)));
    const auto alike = std::make_shared<ImageBytes>(std::move(twins));
    ClipImageHeader header;
    std::memcpy(&header, alike->data(), sizeof header);
    const auto targets = std::make_shared<std::vector<ChannelTarget>>(header.channelCount);  // all of them target node 0
    BOOST_CHECK_THROW(static_cast<void>(ClipAccess::adopt("clip", targets, *alike, alike)), std::invalid_argument);
}

// Whatever its bytes, an image is refused or yields finite numbers. The sanitizers check that nothing beyond it is read.
BOOST_AUTO_TEST_CASE(images_with_changed_bytes_are_refused_or_harmless)
{
    Random random(5);
    std::size_t taken = 0;
    for (int round = 0; round < 40; ++round) {
        const auto clip = AnimationClip::create(
            randomClip(random, static_cast<std::size_t>(random.integer(1, 12)), everyLayout[static_cast<std::size_t>(round % 4)]));
        const ImageBytes whole = imageOf(*clip);
        const auto beginning = std::min<int>(static_cast<int>(whole.size()), 64 * 12);
        for (int change = 0; change < 60; ++change) {
            auto image = std::make_shared<ImageBytes>(whole);
            for (int byte = random.integer(1, 3); byte > 0; --byte) {
                const int end = random.chance(0.7) ? beginning : static_cast<int>(whole.size());
                (*image)[static_cast<std::size_t>(random.integer(0, end - 1))] = static_cast<std::byte>(random.integer(0, 255));
            }
            try {
                const auto mutant = adopted(*clip, image);
                for (const double seconds : {0., 0.7, 3., 1e9}) {
                    BOOST_TEST(std::ranges::all_of(sampledAll(*mutant, seconds), [](float value) { return std::isfinite(value); }));
                }
                ++taken;
            } catch (const std::invalid_argument&) {}
        }
    }
    BOOST_TEST(taken > 100u);
}

BOOST_AUTO_TEST_SUITE_END()
