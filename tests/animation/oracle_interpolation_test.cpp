#include <armature/math/transform.hpp>
#include <armature/scene/scene.hpp>

#include "animation/clip/kernels/sample_kernels.hpp"

#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

std::vector<float> floats(const Json& json)
{
    const auto numbers = json.numbers();
    std::vector<float> result(numbers.size());
    std::ranges::transform(numbers, result.begin(), [](double number) { return static_cast<float>(number); });
    return result;
}

glm::quat toQuaternion(std::span<const float> q)
{
    return {q[3], q[0], q[1], q[2]};
}

class InterpolationCase {
public:
    InterpolationCase(const Json& golden, OracleTally& tally) : golden_(golden), tally_(tally) {}

    void slerp()
    {
        const auto a = floats(golden_["a"]);
        const auto b = floats(golden_["b"]);
        eachTime("slerp", [&](double t, const Json& expected) {
            std::array<float, 4> result{};
            sampleSlerp(a, b, t, result);
            const auto isNear = nearRotation(toQuaternion(result), expected.quaternion(), goldenTolerance);
            return isNear ? isNear : nearTheOtherWay(toQuaternion(result), expected.quaternion(), t);
        });
    }

    void hermite()
    {
        const auto va = floats(golden_["va"]);
        const auto vb = floats(golden_["vb"]);
        const auto ta = floats(golden_["ta"]);
        const auto tb = floats(golden_["tb"]);
        eachTime("hermiteVec", [&](double t, const Json& expected) {
            std::array<float, 3> result{};
            sampleHermite({va, ta, tb, vb}, {0, t, 1.}, result);
            return near(glm::vec3(result[0], result[1], result[2]), expected.vector(), goldenTolerance);
        });
        const auto a = floats(golden_["a"]);
        const auto b = floats(golden_["b"]);
        const auto qa = floats(golden_["qa"]);
        const auto qb = floats(golden_["qb"]);
        eachTime("hermiteQuatNormalized", [&](double t, const Json& expected) {
            std::array<float, 4> result{};
            sampleHermiteRotation({a, qa, qb, b}, {0, t, 1.}, result);
            return nearRotation(toQuaternion(result), expected.quaternion(), goldenTolerance);
        });
    }

    void rotations()
    {
        const glm::quat a = toQuaternion(floats(golden_["a"]));
        check("matrixOfA", near(toMat4(Transform{{}, a}), golden_["matrixOfA"].matrix(), goldenTolerance));
        const glm::dvec3 euler = golden_["eulerOfA"].vector();
        if (std::abs(euler.x) < 1.5) {  // otherwise yaw and roll are nearly indistinguishable
            check("eulerOfA", near(quaternionToEuler(a), euler, 1e-4));
        }
        check("quaternion of eulerOfA", nearRotation(eulerToQuaternion(euler), a, goldenTolerance));
        const glm::dvec3 yawPitchRoll = golden_["yawPitchRoll"].vector();
        const glm::quat turned = eulerToQuaternion(glm::vec3(glm::dvec3(yawPitchRoll.y, yawPitchRoll.x, yawPitchRoll.z)));
        check("quatOfYawPitchRoll", nearRotation(turned, golden_["quatOfYawPitchRoll"].quaternion(), goldenTolerance));
    }

    // Compares nodes with the golden values: a product is the world rotation of a node below another one; the other cases are rotations
    // about an axis and directions.
    void nodes()
    {
        Scene scene;
        TransformNode& node = scene.createTransformNode("node");
        TransformNode& child = scene.createTransformNode("child", &node);
        node.setRotationQuaternion(toQuaternion(floats(golden_["a"])));
        child.setRotationQuaternion(toQuaternion(floats(golden_["b"])));
        check("product", nearRotation(child.getRotationQuaternion(Space::World), golden_["product"].quaternion(), goldenTolerance));

        node.setRotationQuaternion({1.f, 0.f, 0.f, 0.f});
        node.rotate(glm::vec3(golden_["axis"].vector()), static_cast<float>(golden_["angle"].number()), Space::Local);
        check("quatOfAxisAngle", nearRotation(node.getRotationQuaternion(), golden_["quatOfAxisAngle"].quaternion(), goldenTolerance));
        check("matrixOfAxisAngle", near(node.getLocalMatrix(), golden_["matrixOfAxisAngle"].matrix(), goldenTolerance));

        const glm::vec3 forward(golden_["forward"].vector());
        LookOptions options{.up = glm::vec3(golden_["up"].vector())};
        node.setDirection(forward, Space::World, options);
        check("lookDirectionRH", nearRotation(node.getRotationQuaternion(), golden_["lookDirectionRH"].quaternion(), goldenTolerance));
        options.forward = {0.f, 0.f, -1.f};
        node.setDirection(forward, Space::World, options);
        check("lookDirectionLH", nearRotation(node.getRotationQuaternion(), golden_["lookDirectionLH"].quaternion(), goldenTolerance));
    }

private:
    /// Between rotations that are half a turn apart, both arcs are equally short, and rounding decides which one is taken. The arc that
    /// Babylon.js does not take is therefore also correct.
    [[nodiscard]] boost::test_tools::assertion_result nearTheOtherWay(const glm::dquat& actual, const glm::dquat& expected, double t) const
    {
        const glm::dquat a = golden_["a"].quaternion();
        const glm::dquat b = golden_["b"].quaternion();
        if (std::abs(glm::dot(a, b)) > 1e-6) {
            return nearRotation(actual, expected, goldenTolerance);
        }
        const glm::dquat alongA = std::cos(t * glm::half_pi<double>()) * a;
        const glm::dquat alongB = std::sin(t * glm::half_pi<double>()) * b;
        const bool wentTowardsB = static_cast<bool>(nearRotation(expected, alongA + alongB, goldenTolerance));
        return nearRotation(actual, wentTowardsB ? alongA - alongB : alongA + alongB, goldenTolerance);
    }

    void eachTime(const char* field, const auto& compare)
    {
        const auto times = golden_["t"].numbers();
        const auto expected = golden_[field].items();
        BOOST_TEST_REQUIRE(times.size() == expected.size());
        for (std::size_t i = 0; i < times.size(); ++i) {
            check(std::string(field) + " at " + std::to_string(times[i]), compare(times[i], expected[i]));
        }
    }

    void check(const std::string& what, const boost::test_tools::assertion_result& result)
    {
        BOOST_TEST_CONTEXT(golden_["id"].text() << ": " << what)
        {
            BOOST_TEST(result);
        }
        tally_.equal(std::size_t{static_cast<bool>(result)});
    }

    const Json& golden_;
    OracleTally& tally_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_oracle)

BOOST_AUTO_TEST_CASE(interpolation_is_that_of_babylon)
{
    compareGolden("anim_interpolation", [](const Json& golden, OracleTally& tally) {
        InterpolationCase compared(golden, tally);
        compared.slerp();
        compared.hermite();
        compared.rotations();
        compared.nodes();
    });
}

BOOST_AUTO_TEST_SUITE_END()
