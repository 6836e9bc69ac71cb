#include <string>
#include <vector>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/math/transform.hpp>
#include <armature/retarget/humanoid_map.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// All nodes of a golden model as bones, with their roles.
struct GoldenBody {
    explicit GoldenBody(const Json& nodes)
    {
        for (const Json& node : nodes.items()) {
            const auto parent = node["p"].integer();
            Bone& bone = skeleton.createBone(node["n"].text(), {.parent = parent < 0 ? nullptr : bones[static_cast<std::size_t>(parent)]});
            bone.setTransform(node.transform());
            bones.push_back(&bone);
        }
        skeleton.setCurrentPoseAsRest();
    }

    [[nodiscard]] HumanoidMap map(const Json& nodes) const
    {
        HumanoidMap map = HumanoidMap::createEmpty(describeHumanoidRig(skeleton));
        const auto items = nodes.items();
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (const auto role = items[i].find("bone")) {
                map.set(*humanoidRoleNamed(role->text()), i);
            }
        }
        return map;
    }

    [[nodiscard]] std::vector<double> matrices(bool isLocal) const
    {
        std::vector<double> numbers;
        for (const Bone* const bone : bones) {
            const glm::dmat4 matrix(isLocal ? bone->getLocalMatrix() : bone->getAbsoluteMatrix());
            numbers.insert(numbers.end(), &matrix[0][0], &matrix[0][0] + 16);
        }
        return numbers;
    }

    Skeleton skeleton{"golden"};
    std::vector<Bone*> bones;
};

std::shared_ptr<const AnimationClip> goldenClip(const Json& golden, const GoldenBody& source)
{
    AnimationClipBuilder builder("golden");
    for (const Json& channel : golden["channels"].items()) {
        Bone& bone = *source.bones[channel["node"].index()];
        for (const Json& key : channel["keys"].items()) {
            if (channel["path"].text() == "rotation") {
                builder.rotation(bone).addKey(key["t"].number(), glm::quat(key["v"].quaternion()));
            } else {
                builder.translation(bone).addKey(key["t"].number(), glm::vec3(key["v"].vector()));
            }
        }
    }
    return builder.build();
}

void poseGolden(const AnimationClip& clip, double seconds, const GoldenBody& source)
{
    for (std::size_t i = 0; i < clip.channels().size(); ++i) {
        const AnimationChannel& channel = clip.channels()[i];
        std::array<float, 4> value{};
        clip.sample(i, seconds, value);
        if (channel.path == ChannelPath::Rotation) {
            source.bones[channel.target.index]->setRotationQuaternion(glm::quat(value[3], value[0], value[1], value[2]));
        } else {
            source.bones[channel.target.index]->setPosition({value[0], value[1], value[2]});
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(retarget_vrm_oracle)

// Expected: three-vrm's results or, where three-vrm drops rotations or uses the wrong parent's rotation, the definition of the VRM
// specification.
BOOST_AUTO_TEST_CASE(poses_are_those_of_the_vrm_specification)
{
    compareGolden("retarget_vrm", [](const Json& golden, OracleTally& tally) {
        GoldenBody source(golden["source"]);
        GoldenBody target(golden["target"]);
        const RetargetMap map = RetargetMap::ofHumanoids(source.map(golden["source"]), target.map(golden["target"]));
        const Retargeter retargeter(source.skeleton, target.skeleton, map, RetargetOptions::ofVrm(source.skeleton, target.skeleton, map));
        BOOST_TEST(retargeter.getScale() == golden["scale"].number(), boost::test_tools::tolerance(1e-6));
        const auto clip = goldenClip(golden, source);
        Pose pose = captureRestPose(target.skeleton);
        for (const Json& sample : golden["samples"].items()) {
            tally.examinedStep();
            poseGolden(*clip, sample["t"].number(), source);
            retargeter.retarget(source.skeleton, target.skeleton);
            retargeter.retarget(source.skeleton, JointView(target.skeleton, pose));
            BOOST_TEST((capturePose(target.skeleton) == pose));
            const Json expected = sample.has("sane") ? sample["sane"] : sample;
            BOOST_TEST_CONTEXT(golden["id"].text() << " at " << sample["t"].number())
            {
                BOOST_TEST(nearMatrices(target.matrices(true), expected["local"].numbers(), 1e-5));
                BOOST_TEST(nearMatrices(target.matrices(false), expected["world"].numbers(), 1e-5));
            }
            sample.has("sane") ? tally.saneBecause(sample["why"].text()) : tally.equal();
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
