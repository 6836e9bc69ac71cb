#include <armature/animation/animation_clip.hpp>
#include <armature/math/affine.hpp>
#include <armature/math/decompose.hpp>

#include <animation/clip_builder.hpp>
#include <animation/golden_keys.hpp>
#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

using Numbers = std::vector<double>;

constexpr double tolerance = 1e-5;  // the golden files' README, for a library in float

/// Keys of one type, as a clip from each key to the next: golden keys may change their interpolation at every key.
class GoldenTrack {
public:
    GoldenTrack(const std::vector<Json>& keys, ChannelPath path) : firstFrame_(keys.front()["f"].number())
    {
        const std::size_t weights = path == ChannelPath::Weights ? 1 : 0;
        for (std::size_t key = 0; key < keys.size(); ++key) {
            const std::size_t next = std::min(key + 1, keys.size() - 1);
            addPiece(std::span(keys).subspan(key, next - key + 1), path, interpolationBetween(keys[key], keys[next]), weights);
        }
        // Where all keys agree, they are one channel as well.
        const auto first = interpolationBetween(keys.front(), keys[std::min<std::size_t>(1, keys.size() - 1)]);
        const auto differs = [&](const Json& key, const Json& next) { return interpolationBetween(key, next) != first; };
        if (std::ranges::adjacent_find(keys, differs) == keys.end()) {
            addPiece(keys, path, first, weights);
            whole_ = std::move(pieces_.back());
            pieces_.pop_back();
        }
    }

    /// The values at a frame: of the piece that it lies in, and of the whole channel if there is one.
    [[nodiscard]] std::vector<Numbers> at(double frame) const
    {
        const auto seconds = static_cast<double>(secondsAtFrame(frame - firstFrame_));
        std::size_t piece = 0;
        while (piece + 1 < pieces_.size() && static_cast<double>(pieces_[piece + 1]->timeTrack(0)[0]) <= seconds) {
            ++piece;
        }
        std::vector<Numbers> values{sampled(*pieces_[piece], 0, seconds)};
        if (whole_ != nullptr) {
            values.push_back(sampled(*whole_, 0, seconds));
        }
        return values;
    }

private:
    void addPiece(std::span<const Json> keys, ChannelPath path, Interpolation interpolation, std::size_t weights)
    {
        std::vector<float> times;
        std::vector<float> values;
        appendKeys(keys, interpolation, firstFrame_, times, values);
        pieces_.push_back(ClipBuilder().channel(path, interpolation, times, values, weights).create());
    }

    double firstFrame_;
    std::vector<std::shared_ptr<const AnimationClip>> pieces_;
    std::shared_ptr<const AnimationClip> whole_;
};

bool isNear(const std::vector<Numbers>& values, const Numbers& expected, bool isRotation)
{
    return std::ranges::all_of(values, [&](Numbers value) {
        const double dot = std::inner_product(value.begin(), value.end(), expected.begin(), 0.);
        if (isRotation && dot < 0) {
            std::ranges::transform(value, value.begin(), std::negate<>{});
        }
        const auto result = nearNumbers(value, expected, tolerance);
        BOOST_TEST(result);
        return static_cast<bool>(result);
    });
}

void compareTrack(const Json& golden, OracleTally& tally)
{
    const std::string type = golden["type"].text();
    const bool isRotation = type == "quat";
    const ChannelPath path = isRotation ? ChannelPath::Rotation : type == "vec3" ? ChannelPath::Translation : ChannelPath::Weights;
    const GoldenTrack track(golden["keys"].items(), path);
    for (const Json& sample : golden["samples"].items()) {
        BOOST_TEST_CONTEXT(golden["id"].text() << " frame " << sample["f"].number())
        {
            tally.equal(std::size_t{isNear(track.at(sample["f"].number()), sample["v"].numbers(), isRotation)});
        }
    }
}

/// Matrix keys, which armature does not have, split into the three channels that take their place.
void compareMatrices(const Json& golden, OracleTally& tally)
{
    std::vector<float> times;
    std::vector<float> translations;
    std::vector<float> rotations;
    std::vector<float> scales;
    const auto keys = golden["keys"].items();
    const double firstFrame = keys.front()["f"].number();
    for (const Json& key : keys) {
        times.push_back(secondsAtFrame(key["f"].number() - firstFrame));
        const Transform parts = decompose(glm::mat4(key["v"].matrix())).transform;
        translations.insert(translations.end(), {parts.translation.x, parts.translation.y, parts.translation.z});
        rotations.insert(rotations.end(), {parts.rotation.x, parts.rotation.y, parts.rotation.z, parts.rotation.w});
        scales.insert(scales.end(), {parts.scale.x, parts.scale.y, parts.scale.z});
    }
    const bool hasSteps = std::ranges::any_of(keys, [](const Json& key) { return key.flag("step"); });
    if (hasSteps) {
        tally.skipped("matrix keys of which only some are steps", golden["samples"].items().size());
        return;
    }
    const auto clip = ClipBuilder()
                          .channel(ChannelPath::Translation, Interpolation::Linear, times, translations)
                          .channel(ChannelPath::Rotation, Interpolation::Linear, times, rotations)
                          .channel(ChannelPath::Scale, Interpolation::Linear, times, scales)
                          .create();
    for (const Json& sample : golden["samples"].items()) {
        const auto seconds = static_cast<double>(secondsAtFrame(sample["f"].number() - firstFrame));
        const auto t = sampled(*clip, 0, seconds);
        const auto r = sampled(*clip, 1, seconds);
        const auto s = sampled(*clip, 2, seconds);
        const Transform parts{glm::vec3(glm::dvec3(t[0], t[1], t[2])), glm::quat(glm::dquat(r[3], r[0], r[1], r[2])),
                              glm::vec3(glm::dvec3(s[0], s[1], s[2]))};
        const auto result = near(toMat4(parts), sample["v"].matrix(), tolerance);
        BOOST_TEST_CONTEXT(golden["id"].text() << " frame " << sample["f"].number())
        {
            BOOST_TEST(result);
        }
        tally.equal(std::size_t{static_cast<bool>(result)});
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_oracle)

BOOST_AUTO_TEST_CASE(keys_evaluate_as_in_babylon)
{
    const OracleFile file("anim_evaluate");
    OracleTally tally("anim_evaluate");
    for (const Json& golden : file.cases()) {
        if (golden.flag("quirk")) {
            tally.skipped(golden["why"].text(), golden["samples"].items().size());
            continue;
        }
        tally.examinedCase();
        if (golden["type"].text() == "matrix") {
            compareMatrices(golden, tally);
        } else {
            compareTrack(golden, tally);
        }
    }
    tally.report();
}

BOOST_AUTO_TEST_SUITE_END()
