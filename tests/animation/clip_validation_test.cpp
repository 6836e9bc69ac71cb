
#include <armature/animation/animation_clip.hpp>

#include <animation/clip_builder.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

// A valid clip that tests make invalid: channel 0 moves node 7, channel 1 turns it.
ClipBuilder goodClip()
{
    ClipBuilder builder("walk");
    builder.node(7)
        .channel(ChannelPath::Translation, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 1, 1})
        .channel(ChannelPath::Rotation, Interpolation::CubicSpline, {0, 1}, std::vector<float>(24, 1.f));
    return builder;
}

void checkRefused(const ClipBuilder& builder, std::string_view part)
{
    BOOST_CHECK_EXCEPTION((void)builder.create(), std::invalid_argument, says("animation clip \"walk\""));
    BOOST_CHECK_EXCEPTION((void)builder.create(), std::invalid_argument, says(part));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_clip_creation)

BOOST_AUTO_TEST_CASE(a_good_clip_is_accepted)
{
    BOOST_TEST(goodClip().create()->channels().size() == 2u);
}

BOOST_AUTO_TEST_CASE(times_that_do_not_increase_are_refused)
{
    auto builder = goodClip();
    builder.description().timeTracks[1] = {1, 1};
    checkRefused(builder, "time track 1, key 1: time 1 does not come after 1");
    builder.description().timeTracks[1] = {2, 1};
    checkRefused(builder, "time track 1, key 1: time 1 does not come after 2");
}

BOOST_AUTO_TEST_CASE(times_before_zero_or_not_finite_are_refused)
{
    for (const float bad : {-0.5f, notANumber, infinity}) {
        auto builder = goodClip();
        builder.description().timeTracks[0][bad < 0 ? 0 : 1] = bad;
        checkRefused(builder, "is not a finite number of seconds from 0");
    }
}

BOOST_AUTO_TEST_CASE(a_refusal_shows_names_of_targets_in_a_line)
{
    auto builder = goodClip();
    builder.description().channels[0].target.name = "bone\n\x1b[2J";
    builder.description().channels[0].values[5] = -infinity;
    BOOST_CHECK_EXCEPTION((void)builder.create(), std::invalid_argument, [](const std::invalid_argument& error) {
        const std::string_view words = error.what();
        return words.find("node 7 \"bone") != std::string_view::npos && words.find_first_of("\n\x1b") == std::string_view::npos;
    });
}

BOOST_AUTO_TEST_CASE(a_track_without_keys_is_refused)
{
    auto builder = goodClip();
    builder.description().timeTracks[0].clear();
    checkRefused(builder, "time track 0 has no keys");
}

BOOST_AUTO_TEST_CASE(a_time_track_that_is_not_there_is_refused)
{
    auto builder = goodClip();
    builder.description().channels[1].timeTrack = 2;
    checkRefused(builder, "channel 1 (rotation of node 7): time track 2 of 2");
}

BOOST_AUTO_TEST_CASE(a_wrong_number_of_values_is_refused)
{
    for (const std::size_t count : {0u, 5u, 7u, 9u}) {
        auto builder = goodClip();
        builder.description().channels[0].values.resize(count);
        checkRefused(builder, "channel 0 (translation of node 7): " + std::to_string(count) + " numbers instead of 2 keys of 1 * 3");
    }
    auto builder = goodClip();
    builder.description().channels[1].values.resize(8, 1.f);
    checkRefused(builder, "8 numbers instead of 2 keys of 3 * 4");
}

BOOST_AUTO_TEST_CASE(a_wrong_number_of_components_is_refused)
{
    auto builder = goodClip();
    builder.description().channels[1].components = 3;
    checkRefused(builder, "3 components instead of 4");
    builder.description().channels[1].path = ChannelPath::Weights;
    builder.description().channels[1].components = 0;
    checkRefused(builder, "0 components instead of 1");
}

BOOST_AUTO_TEST_CASE(values_that_are_not_finite_are_refused)
{
    for (const float bad : {notANumber, infinity, -infinity}) {
        auto builder = goodClip();
        builder.description().channels[0].values[4] = bad;
        checkRefused(builder, "number 4 is");
    }
}

BOOST_AUTO_TEST_CASE(a_rotation_of_length_zero_is_refused)
{
    auto builder = goodClip();
    auto& values = builder.description().channels[1].values;
    std::fill(values.begin() + 16, values.begin() + 20, 0.f);
    checkRefused(builder, "key 1 is a rotation of length 0");
    // Tangents may be zero.
    std::fill(values.begin(), values.end(), 0.f);
    values[4] = values[16] = 1.f;
    BOOST_CHECK_NO_THROW((void)builder.create());
}

BOOST_AUTO_TEST_CASE(two_channels_for_one_property_are_refused)
{
    auto builder = goodClip();
    builder.channel(ChannelPath::Translation, Interpolation::Step, {0}, {0, 0, 0});
    checkRefused(builder, "channel 2 (translation of node 7): channel 0 has the same target");
    builder.description().channels[2].target = {ChannelTarget::Kind::Bone, 7, 0, {}};
    BOOST_CHECK_NO_THROW((void)builder.create());
}

// Checks process several keys at a time: a bad key must be found and named at every position.
BOOST_AUTO_TEST_CASE(one_bad_rotation_is_found_wherever_it_is)
{
    for (std::size_t keys = 1; keys <= 19; ++keys) {
        for (std::size_t bad = 0; bad < keys; ++bad) {
            ClipDescription description{.name = "walk", .timeTracks = {std::vector<float>(keys)}, .channels = {{}}};
            ChannelDescription& channel = description.channels[0];
            channel.path = ChannelPath::Rotation;
            channel.components = 4;
            for (std::size_t key = 0; key < keys; ++key) {
                description.timeTracks[0][key] = static_cast<float>(key);
                channel.values.insert(channel.values.end(), {0.f, 0.6f, 0.f, -0.8f});
            }
            const auto refusalOf = [&](const ClipDescription& spoilt) {
                try {
                    (void)AnimationClip::create(spoilt);
                } catch (const std::invalid_argument& error) {
                    return std::string(error.what());
                }
                return std::string();
            };
            BOOST_TEST(refusalOf(description) == "");
            for (const float wrong : {notANumber, infinity}) {
                ClipDescription spoilt = description;
                spoilt.channels[0].values[bad * 4 + bad % 4] = wrong;
                BOOST_TEST(refusalOf(spoilt).find("number " + std::to_string(bad * 4 + bad % 4) + " is") != std::string::npos);
            }
            ClipDescription flat = description;
            std::fill_n(flat.channels[0].values.begin() + static_cast<std::ptrdiff_t>(bad * 4), 4, 0.f);
            BOOST_TEST(refusalOf(flat).find("key " + std::to_string(bad) + " is a rotation of length 0") != std::string::npos);
            ClipDescription stretched = description;
            std::fill_n(stretched.channels[0].values.begin() + static_cast<std::ptrdiff_t>(bad * 4), 4, 2.f);
            const auto mended = AnimationClip::create(stretched);
            for (std::size_t part = 0; part < 4; ++part) {  // (2 2 2 2) has length 4
                BOOST_TEST(mended->channels()[0].values.at(bad, part) == 0.5f);
            }
            for (const float wrong : {notANumber, -1.f}) {
                ClipDescription spoilt = description;
                spoilt.timeTracks[0][bad] = wrong;
                BOOST_TEST(refusalOf(spoilt).find("key " + std::to_string(bad) + ": time") != std::string::npos);
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
