#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <support/shared_data.hpp>

#include "asset.hpp"
#include "corpus.hpp"

// Keys are read in place in the file's bytes where possible. The clips are the same wherever the bytes lie.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

using Clip = std::shared_ptr<const AnimationClip>;

Clip sharedClip(const Scene& scene)
{
    return scene.animationGroups()[0]->shareClip();
}

/// The clip of a model that starts `offset` bytes after an aligned address. The model's bytes are freed on return.
Clip clipAt(std::size_t offset, std::span<const std::byte> model)
{
    const auto bytes = std::make_unique<std::byte[]>(model.size() + offset);  // aligned for any number
    const std::span moved(bytes.get() + offset, model.size());
    std::ranges::copy(model, moved.begin());
    const auto scene = loadScene(moved, "model");
    BOOST_TEST(std::ranges::equal(moved, model), "the caller's bytes were changed");
    return sharedClip(*scene);
}

void requireSame(const AnimationClip& clip, const AnimationClip& expected)
{
    const ClipDescription is = clip.describe();
    const ClipDescription wanted = expected.describe();
    BOOST_TEST((is.timeTracks == wanted.timeTracks));
    BOOST_TEST_REQUIRE(is.channels.size() == wanted.channels.size());
    for (std::size_t channel = 0; channel < is.channels.size(); ++channel) {
        BOOST_TEST(is.channels[channel].target.index == wanted.channels[channel].target.index);
        BOOST_TEST(is.channels[channel].target.path == wanted.channels[channel].target.path);
        BOOST_TEST((is.channels[channel].values == wanted.channels[channel].values));
    }
}

/// The rig whose channels turn nodes 2 and 1 by the accessors `first` and `second`.
Asset rigTurnedBy(Asset asset, std::size_t first, std::size_t second)
{
    asset.set("/animations/0/samplers/0/output", std::to_string(first));
    asset.set("/animations/0/samplers/1/output", std::to_string(second));
    return asset.set("/animations/0/channels/1/target/path", R"("rotation")");
}

/// A rig whose four nodes share 4000 rotation keys, stored as bytes. Each key is the identity rotation scaled to a length of `w` / 127.
std::vector<std::byte> modelOfManyTurns(std::int8_t w)
{
    constexpr std::size_t keys = 4000;
    std::vector<float> times(keys);
    std::vector<std::int8_t> turns(4 * keys, 0);
    for (std::size_t key = 0; key < keys; ++key) {
        times[key] = static_cast<float>(key);
        turns[4 * key + 3] = w;
    }
    auto asset = Asset::rig();
    const auto input = std::to_string(asset.addAccessor<float>("SCALAR", times));
    const auto output = std::to_string(asset.addAccessor<std::int8_t>("VEC4", turns, R"(,"normalized":true)"));
    asset.set("/animations/0/samplers", R"([{"input":)" + input + R"(,"output":)" + output + "}]");
    asset.set("/animations/0/channels", "[]");
    for (std::size_t node = 0; node < 4; ++node) {
        asset.set("/animations/0/channels/-", R"({"sampler":0,"target":{"node":)" + std::to_string(node) + R"(,"path":"rotation"}})");
    }
    return asset.glb();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(clip_keys)

// The expected values are those in asset.cpp.
BOOST_AUTO_TEST_CASE(a_model_at_any_address_gives_the_same_clip)
{
    const auto model = Asset::rig().glb();
    const Clip aligned = clipAt(0, model);
    BOOST_TEST_REQUIRE(aligned->channels().size() == 2u);
    BOOST_TEST((aligned->channels()[1].values == std::vector<float>{0, 0, 0, 0, 0, 1, 0, 0, 3}));
    for (const std::size_t offset : {1u, 2u, 3u, 4u}) {
        BOOST_TEST_CONTEXT(offset << " bytes after an aligned address")
        {
            requireSame(*clipAt(offset, model), *aligned);
        }
    }
}

// Expected by hand: (0 0 0 2), (0 0 3 0) and (0 3 4 0) have the lengths 2, 3 and 5.
BOOST_AUTO_TEST_CASE(rotations_that_two_channels_share_are_mended_like_separate_ones)
{
    const std::vector<float> turns{0, 0, 0, 2, 0, 0, 3, 0, 0, 3, 4, 0};
    const std::vector<float> mended{0, 0, 0, 1, 0, 0, 1, 0, 0, .6f, .8f, 0};
    auto rig = Asset::rig();
    const std::size_t first = rig.addAccessor<float>("VEC4", turns);
    const std::size_t second = rig.addAccessor<float>("VEC4", turns);
    const auto shared = rigTurnedBy(rig, first, first).glb();
    const auto separate = rigTurnedBy(rig, first, second).glb();
    for (const std::size_t offset : {0u, 1u}) {  // read in place, and copied
        const Clip clip = clipAt(offset, shared);
        requireSame(*clip, *clipAt(offset, separate));
        BOOST_TEST_REQUIRE(clip->channels().size() == 2u);
        BOOST_TEST((clip->channels()[0].values == mended));
        BOOST_TEST((clip->channels()[1].values == mended));
    }
}

BOOST_AUTO_TEST_CASE(shared_rotations_of_small_integers_are_mended_like_separate_ones)
{
    const std::vector<std::int8_t> turns{0, 0, 0, 64, 0, 0, 32, 0, 0, -50, 0, 0};
    const std::vector<float> mended{0, 0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0};
    auto rig = Asset::rig();
    const std::size_t first = rig.addAccessor<std::int8_t>("VEC4", turns, R"(,"normalized":true)");
    const std::size_t second = rig.addAccessor<std::int8_t>("VEC4", turns, R"(,"normalized":true)");
    const Clip clip = clipAt(0, rigTurnedBy(rig, first, first).glb());
    requireSame(*clip, *clipAt(0, rigTurnedBy(rig, first, second).glb()));
    BOOST_TEST_REQUIRE(clip->channels().size() == 2u);
    BOOST_TEST((clip->channels()[0].values == mended));
    BOOST_TEST((clip->channels()[1].values == mended));
}

BOOST_AUTO_TEST_CASE(keys_in_the_text_and_in_a_file_beside_it_give_equal_clips)
{
    const fs::path folder = emptyOutputDirectory("clip_keys");
    auto asset = Asset::rig();
    const Clip inChunk = clipAt(0, asset.glb());
    writeAll(folder / "text.gltf", asset.gltf());
    writeAll(folder / "keys.bin", asset.binary());
    asset.set("/buffers", R"([{"byteLength":)" + std::to_string(asset.binary().size()) + R"(,"uri":"keys.bin"}])");
    writeAll(folder / "beside.gltf", asset.gltf());
    const Clip inText = sharedClip(*loadScene(folder / "text.gltf"));
    const Clip beside = sharedClip(*loadScene(folder / "beside.gltf"));
    fs::remove_all(folder);  // the clips need none of the files
    requireSame(*inText, *inChunk);
    requireSame(*beside, *inChunk);
    BOOST_TEST((beside->channels()[1].values == std::vector<float>{0, 0, 0, 0, 0, 1, 0, 0, 3}));
}

// Each of the four channels takes 64000 bytes more if its rotations are mended.
BOOST_AUTO_TEST_CASE(mended_rotations_are_charged)
{
    constexpr std::uint64_t step = 32 << 10;
    const auto good = modelOfManyTurns(127);
    const auto bad = modelOfManyTurns(64);
    ImportOptions options{.limits = {.unbackedBytes = 0}};
    BOOST_TEST_REQUIRE(isRefused(good, options));
    while (isRefused(good, options) && options.limits.unbackedBytes < 64 * step) {
        options.limits.unbackedBytes += step;
    }
    BOOST_TEST_REQUIRE(!isRefused(good, options));
    try {
        static_cast<void>(loadExact(bad, options));
        BOOST_ERROR("should be refused");
    } catch (const ImportError& error) {
        BOOST_TEST(error.getPlace() == "/animations/0");
        BOOST_TEST(error.getProblem().find("ImportLimits::unbackedBytes") != std::string::npos, error.what());
    }
    options.limits.unbackedBytes += 4 * 64000;
    BOOST_TEST(!isRefused(bad, options));
}

BOOST_AUTO_TEST_SUITE_END()
