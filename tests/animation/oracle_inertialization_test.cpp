#include <cmath>
#include <string>

#include <armature/animation/inertialization.hpp>

#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

#include "inertial_curve.hpp"

using namespace armature;
using namespace armature::test;

namespace {

Pose goldenPose(const Json& value, bool isRotation)
{
    Transform bone;
    if (isRotation) {
        bone.rotation = glm::quat(value.quaternion());
    } else {
        bone.translation = glm::vec3(value.vector());
    }
    return {{bone}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_oracle)

BOOST_AUTO_TEST_CASE(offsets_fade_as_published)
{
    compareGolden("inertialization", [](const Json& golden, OracleTally& tally) {
        const auto check = [&](const std::string& what, const boost::test_tools::assertion_result& result) {
            BOOST_TEST_CONTEXT(golden["id"].text() << ": " << what)
            {
                BOOST_TEST(result);
            }
            tally.equal(std::size_t{static_cast<bool>(result)});
        };
        const bool isRotation = golden["type"].text() == "rotation";
        const double duration = golden["duration"].number();
        const InertialCurve curve = InertialCurve::of(golden["x0"].number(), golden["rawV0"].number(), duration);
        // The speed is a difference over dt, so it inherits the error of rounded numbers, and so does everything derived from it.
        const auto nearly = [](double actual, double expected) { return std::abs(actual - expected) <= 1e-4 * (1 + std::abs(expected)); };
        check("v0, a0, t1", nearly(curve.speed, golden["v0"].number()) && nearly(curve.acceleration, golden["a0"].number())
                                && nearly(curve.end, golden["t1"].number()));
        for (const Json& sample : golden["samples"].items()) {
            const double seconds = sample["t"].number();
            Inertialization transition(1);
            transition.start(goldenPose(golden["before"]["source"], isRotation), goldenPose(golden["now"]["source"], isRotation),
                             goldenPose(golden["before"]["target"], isRotation), goldenPose(golden["now"]["target"], isRotation),
                             golden["dt"].number(), duration);
            transition.advance(seconds);
            Pose pose = goldenPose(sample["target"], isRotation);
            transition.apply(pose);
            check("at " + std::to_string(seconds), isRotation
                                                       ? nearRotation(pose.bones[0].rotation, sample["value"].quaternion(), goldenTolerance)
                                                       : near(pose.bones[0].translation, sample["value"].vector(), goldenTolerance));
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
