#include <cmath>

#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

#include "calls.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

namespace {

std::vector<float> keyNumbers(const Json& golden, std::initializer_list<const char*> fields)
{
    std::vector<float> numbers;
    for (const char* const field : fields) {
        for (const double number : golden[field].numbers()) {
            numbers.push_back(static_cast<float>(number));
        }
    }
    return numbers;
}

/// Makes a clip of one channel with keys at 0 and 1 s.
armature_clip* clipOf(armature_context* context, armature_path path, armature_interpolation interpolation, const std::vector<float>& values)
{
    const float times[2] = {0.f, 1.f};
    armature_channel channel{};
    channel.target = "node";
    channel.path = path;
    channel.interpolation = interpolation;
    channel.times = times;
    channel.values = values.data();
    channel.key_count = 2;
    channel.components = path == ARMATURE_PATH_ROTATION ? 4 : 3;
    armature_clip* clip = nullptr;
    ok(armature_clip_create(context, "golden", &channel, 1, &clip));
    return clip;
}

/// Compares samples of a clip with a golden list.
void compareSamples(const Json& golden, const char* field, const armature_clip* clip, OracleTally& tally)
{
    const auto times = golden["t"].numbers();
    const auto expected = golden[field].items();
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i] < 0. || times[i] > 1.) {
            tally.skipped("outside its keys, a clip holds the first or the last one");
            continue;
        }
        float value[4] = {};
        ok(armature_clip_sample(clip, 0, times[i], value, 4));
        const bool isRotation = expected[i].numbers().size() == 4;
        const auto result = isRotation
                                ? nearRotation(glm::quat(value[3], value[0], value[1], value[2]), expected[i].quaternion(), goldenTolerance)
                                : near(glm::vec3(value[0], value[1], value[2]), expected[i].vector(), goldenTolerance);
        BOOST_TEST(result, golden["id"].text() << ": " << field << " at " << times[i]);
        tally.equal();
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(c_oracle)

BOOST_AUTO_TEST_CASE(interpolation_is_golden_through_c)
{
    compareGolden("anim_interpolation", "c interpolation", [](const Json& golden, OracleTally& tally) {
        const Context context;
        const auto clip = [&](armature_path path, armature_interpolation interpolation, std::initializer_list<const char*> fields) {
            return clipOf(context, path, interpolation, keyNumbers(golden, fields));
        };
        if (std::abs(glm::dot(golden["a"].quaternion(), golden["b"].quaternion())) > 1e-6) {
            compareSamples(golden, "slerp", clip(ARMATURE_PATH_ROTATION, ARMATURE_INTERPOLATION_LINEAR, {"a", "b"}), tally);
        } else {
            tally.skipped("between rotations half a turn apart, either arc is right");
        }
        // Each key has an in-tangent, a value and an out-tangent; those at the ends have no effect.
        compareSamples(golden, "hermiteVec",
                       clip(ARMATURE_PATH_TRANSLATION, ARMATURE_INTERPOLATION_CUBIC_SPLINE, {"ta", "va", "ta", "tb", "vb", "tb"}), tally);
        compareSamples(golden, "hermiteQuatNormalized",
                       clip(ARMATURE_PATH_ROTATION, ARMATURE_INTERPOLATION_CUBIC_SPLINE, {"qa", "a", "qa", "qb", "b", "qb"}), tally);
    });
}

BOOST_AUTO_TEST_SUITE_END()
