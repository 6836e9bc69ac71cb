#include <armature/animation/animation_clip.hpp>

#include <animation/clip_builder.hpp>
#include <animation/golden_keys.hpp>
#include <animation/golden_matrix_keys.hpp>
#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

using Numbers = std::vector<double>;

/// Keys of one type, as one clip for each interval between keys, because golden keys may change their interpolation at every key.
class GoldenTrack {
public:
    GoldenTrack(const std::vector<Json>& keys, ChannelPath path) : firstFrame_(keys.front()["f"].number())
    {
        const std::size_t weights = path == ChannelPath::Weights ? 1 : 0;
        for (std::size_t key = 0; key < keys.size(); ++key) {
            const std::size_t next = std::min(key + 1, keys.size() - 1);
            addPiece(std::span(keys).subspan(key, next - key + 1), path, interpolationBetween(keys[key], keys[next]), weights);
        }
        // If the whole track has one interpolation, it is also tested as one channel.
        const auto first = interpolationBetween(keys.front(), keys[std::min<std::size_t>(1, keys.size() - 1)]);
        const auto differs = [&](const Json& key, const Json& next) { return interpolationBetween(key, next) != first; };
        if (std::ranges::adjacent_find(keys, differs) == keys.end()) {
            addPiece(keys, path, first, weights);
            whole_ = std::move(pieces_.back());
            pieces_.pop_back();
        }
    }

    /// The values at a frame: of the interval that it lies in, and of the whole channel if there is one.
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

bool allAreNear(const std::vector<Numbers>& values, const Numbers& expected, bool isRotation)
{
    return std::ranges::all_of(values, [&](Numbers value) {
        const double dot = std::inner_product(value.begin(), value.end(), expected.begin(), 0.);
        if (isRotation && dot < 0) {
            std::ranges::transform(value, value.begin(), std::negate<>{});
        }
        const auto result = nearNumbers(value, expected, goldenTolerance);
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
            tally.equal(std::size_t{allAreNear(track.at(sample["f"].number()), sample["v"].numbers(), isRotation)});
        }
    }
}

constexpr const char* isSplit =
    "matrices are split and blended by their parts; component by component, with that switched off, they shear and shrink";

/// Interpolates from one matrix key to the next as Babylon.js was configured: not at all, or decomposed. Babylon.js can also interpolate
/// each element, which armature does not do. Between two keys of such a track, decomposed interpolation replaces the golden values.
class MatrixTrack {
public:
    explicit MatrixTrack(const Json& golden) : keys_(golden["keys"].items()), first_(keys_.front()["f"].number())
    {
        const bool holds = !golden["interpolateMatrices"].truth();
        goesByComponents_ = !golden["decompose"].truth();
        for (std::size_t key = 0; key < keys_.size(); ++key) {
            const std::size_t next = std::min(key + 1, keys_.size() - 1);
            isStep_.push_back(holds || keys_[key].flag("step"));
            ClipBuilder builder;
            appendMatrixChannels(builder, std::span(keys_).subspan(key, next - key + 1),
                                 isStep_.back() ? Interpolation::Step : Interpolation::Linear, first_);
            pieces_.push_back(builder.create());
        }
    }

    void compare(const Json& sample, OracleTally& tally) const
    {
        const double frame = sample["f"].number();
        const auto seconds = static_cast<double>(secondsAtFrame(frame - first_));
        std::size_t piece = 0;
        while (piece + 1 < pieces_.size() && static_cast<double>(pieces_[piece + 1]->timeTrack(0)[0]) <= seconds) {
            ++piece;
        }
        const bool isBetween = piece + 1 < pieces_.size() && frame > keys_[piece]["f"].number() && !isStep_[piece];
        const std::vector<double> golden = sample["v"].numbers();
        const std::vector<double> sane = isBetween && goesByComponents_ ? numbersOf(between(piece, frame)) : golden;
        const bool isSane = !nearMatrices(sane, golden, goldenTolerance);
        const auto result = nearMatrices(numbersOf(sampledMatrix(*pieces_[piece], seconds)), isSane ? sane : golden, goldenTolerance);
        BOOST_TEST(result);
        if (isSane) {
            tally.saneBecause(isSplit, std::size_t{static_cast<bool>(result)});
        } else {
            tally.equal(std::size_t{static_cast<bool>(result)});
        }
    }

private:
    [[nodiscard]] static std::vector<double> numbersOf(const glm::dmat4& matrix)
    {
        return {glm::value_ptr(matrix), glm::value_ptr(matrix) + 16};
    }
    [[nodiscard]] glm::dmat4 between(std::size_t key, double frame) const
    {
        const double from = keys_[key]["f"].number();
        const double to = keys_[key + 1]["f"].number();
        return MatrixParts::between(keys_[key]["v"].matrix(), keys_[key + 1]["v"].matrix(), (frame - from) / (to - from));
    }

    std::vector<Json> keys_;
    double first_;
    bool goesByComponents_ = false;
    std::vector<bool> isStep_;  // from this key to the next
    std::vector<std::shared_ptr<const AnimationClip>> pieces_;
};

void compareMatrices(const Json& golden, OracleTally& tally)
{
    const MatrixTrack track(golden);
    for (const Json& sample : golden["samples"].items()) {
        BOOST_TEST_CONTEXT(golden["id"].text() << " frame " << sample["f"].number())
        {
            track.compare(sample, tally);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_oracle)

BOOST_AUTO_TEST_CASE(keys_evaluate_as_in_babylon)
{
    compareGolden("anim_evaluate", [](const Json& golden, OracleTally& tally) {
        if (golden["type"].text() == "matrix") {
            compareMatrices(golden, tally);
        } else {
            compareTrack(golden, tally);
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
