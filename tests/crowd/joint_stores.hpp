#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <armature/crowd/crowd.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/joint_view.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "node/node_access.hpp"

/// The same character in each kind of storage for its pose.
namespace armature::test {

/// A function that changes joints and returns what it reports.
using JointTask = std::function<std::string(JointView)>;

/// The results of a task.
struct TaskResult {
    std::string said;
    Pose pose;
    std::vector<glm::mat3x4> palette;

    friend bool operator==(const TaskResult&, const TaskResult&) = default;
};

/// Sets a transform as it is: rotations are not normalised.
inline void setRaw(const Node& node, const Transform& transform)
{
    NodeAccess::hierarchy(node).setTransform(NodeAccess::slot(node), transform);
}

[[nodiscard]] inline std::vector<glm::mat3x4> paletteOf(const Skeleton& skeleton)
{
    const auto palette = skeleton.getFinalMatrices();
    return {palette.begin(), palette.end()};
}

/// Runs a task on the bones of a clone, or on nodes that drive them.
[[nodiscard]] inline TaskResult onSkeleton(const Skeleton& rig, const Pose& pose, const Transform& host, bool isLinked,
                                           const JointTask& task)
{
    Scene scene;
    const std::unique_ptr<Skeleton> skeleton = rig.clone();
    TransformNode& hostNode = scene.createTransformNode("host");
    setRaw(hostNode, host);
    skeleton->setHostNode(&hostNode);
    for (std::size_t i = 0; i < pose.bones.size(); ++i) {
        Bone& bone = *skeleton->bones()[i];
        if (isLinked) {
            TransformNode& node = scene.createTransformNode("node");
            bone.linkTransformNode(&node);
            setRaw(node, pose.bones[i]);
        } else {
            setRaw(bone, pose.bones[i]);
        }
    }
    TaskResult result;
    result.said = task(*skeleton);
    for (const Bone* bone : skeleton->bones()) {
        const PoseTarget driver = NodeAccess::driver(*bone);
        BOOST_TEST_REQUIRE(driver.hierarchy->isParts(driver.slot));
        result.pose.bones.push_back(driver.hierarchy->transform(driver.slot));
    }
    result.palette = paletteOf(*skeleton);
    skeleton->setHostNode(nullptr);
    return result;
}

[[nodiscard]] inline TaskResult onPose(const Skeleton& rig, const Pose& pose, const Transform& host, const JointTask& task)
{
    TaskResult result;
    result.pose = pose;
    result.said = task(JointView(rig, result.pose).placedAt(toMat4(host)));
    const std::unique_ptr<Skeleton> shown = rig.clone();
    for (std::size_t i = 0; i < pose.bones.size(); ++i) {
        setRaw(*shown->bones()[i], result.pose.bones[i]);
    }
    result.palette = paletteOf(*shown);
    return result;
}

/// Runs a task on a member. Playback or overrides must give the member the pose before the task.
[[nodiscard]] inline TaskResult onMember(Crowd& crowd, CrowdInstance member, const Transform& host, const JointTask& task)
{
    TaskResult result;
    crowd.setModifier(member, [&](JointView joints) { result.said = task(joints.placedAt(toMat4(host))); });
    crowd.update(0.);
    const auto palette = crowd.getPalette(member);
    result.palette.assign(palette.begin(), palette.end());
    result.pose = crowd.getPose(member);
    crowd.setModifier(member, nullptr);
    return result;
}

}  // namespace armature::test
